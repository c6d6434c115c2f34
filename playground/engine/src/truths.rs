//! The numbers that the engine is held to, in one table for tests and prose.

/// One number that the engine can compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truth {
    /// The name that prose and tests use: game, then what, with dots.
    pub key: &'static str,
    /// The number.
    pub value: u64,
    /// Exactly what is counted.
    pub what: &'static str,
    /// The command that counts it.
    pub command: &'static str,
}

impl Truth {
    /// The truth of this key.
    pub fn find(key: &str) -> Option<&'static Truth> {
        TRUTHS.iter().find(|truth| truth.key == key)
    }
}

const fn truth(key: &'static str, value: u64, what: &'static str, command: &'static str) -> Truth {
    Truth {
        key,
        value,
        what,
        command,
    }
}

/// Every number, game by game.
pub const TRUTHS: &[Truth] = &[
    truth(
        "classique.perft.1",
        9,
        "sequences of 1 move, games that ended earlier not counted",
        "morpion perft classique 1",
    ),
    truth(
        "classique.perft.2",
        72,
        "sequences of 2 moves, games that ended earlier not counted",
        "morpion perft classique 2",
    ),
    truth(
        "classique.perft.3",
        504,
        "sequences of 3 moves, games that ended earlier not counted",
        "morpion perft classique 3",
    ),
    truth(
        "classique.perft.4",
        3024,
        "sequences of 4 moves, games that ended earlier not counted",
        "morpion perft classique 4",
    ),
    truth(
        "classique.perft.5",
        15_120,
        "sequences of 5 moves, games that ended earlier not counted",
        "morpion perft classique 5",
    ),
    truth(
        "classique.perft.6",
        54_720,
        "sequences of 6 moves, games that ended earlier not counted",
        "morpion perft classique 6",
    ),
    truth(
        "classique.perft.7",
        148_176,
        "sequences of 7 moves, games that ended earlier not counted",
        "morpion perft classique 7",
    ),
    truth(
        "classique.perft.8",
        200_448,
        "sequences of 8 moves, games that ended earlier not counted",
        "morpion perft classique 8",
    ),
    truth(
        "classique.perft.9",
        127_872,
        "sequences of 9 moves, games that ended earlier not counted",
        "morpion perft classique 9",
    ),
    truth(
        "infini.perft.1",
        9,
        "sequences of 1 move, games that ended earlier not counted",
        "morpion perft infini 1",
    ),
    truth(
        "infini.perft.2",
        72,
        "sequences of 2 moves, games that ended earlier not counted",
        "morpion perft infini 2",
    ),
    truth(
        "infini.perft.3",
        504,
        "sequences of 3 moves, games that ended earlier not counted",
        "morpion perft infini 3",
    ),
    truth(
        "infini.perft.4",
        3024,
        "sequences of 4 moves, games that ended earlier not counted",
        "morpion perft infini 4",
    ),
    truth(
        "infini.perft.5",
        15_120,
        "sequences of 5 moves, games that ended earlier not counted",
        "morpion perft infini 5",
    ),
    truth(
        "infini.perft.6",
        54_720,
        "sequences of 6 moves, games that ended earlier not counted",
        "morpion perft infini 6",
    ),
    truth(
        "infini.perft.7",
        148_176,
        "sequences of 7 moves, games that ended earlier not counted",
        "morpion perft infini 7",
    ),
    truth(
        "infini.perft.8",
        396_576,
        "sequences of 8 moves, games that ended earlier not counted",
        "morpion perft infini 8",
    ),
    truth(
        "ultimate.perft.1",
        81,
        "sequences of 1 move, games that ended earlier not counted",
        "morpion perft ultimate 1",
    ),
    truth(
        "ultimate.perft.2",
        720,
        "sequences of 2 moves, games that ended earlier not counted",
        "morpion perft ultimate 2",
    ),
    truth(
        "ultimate.perft.3",
        6336,
        "sequences of 3 moves, games that ended earlier not counted",
        "morpion perft ultimate 3",
    ),
    truth(
        "ultimate.perft.4",
        55_080,
        "sequences of 4 moves, games that ended earlier not counted",
        "morpion perft ultimate 4",
    ),
    truth(
        "ultimate.perft.5",
        473_256,
        "sequences of 5 moves, games that ended earlier not counted",
        "morpion perft ultimate 5",
    ),
    truth(
        "ultimate.perft.6",
        4_020_960,
        "sequences of 6 moves, games that ended earlier not counted",
        "morpion perft ultimate 6",
    ),
    truth(
        "ultimate.perft.7",
        33_782_544,
        "sequences of 7 moves, games that ended earlier not counted",
        "morpion perft ultimate 7",
    ),
    truth(
        "3d.perft.1",
        64,
        "sequences of 1 move, games that ended earlier not counted",
        "morpion perft 3d 1",
    ),
    truth(
        "3d.perft.2",
        4032,
        "sequences of 2 moves, games that ended earlier not counted",
        "morpion perft 3d 2",
    ),
    truth(
        "3d.perft.3",
        249_984,
        "sequences of 3 moves, games that ended earlier not counted",
        "morpion perft 3d 3",
    ),
    truth(
        "3d.perft.4",
        15_249_024,
        "sequences of 4 moves, games that ended earlier not counted",
        "morpion perft 3d 4",
    ),
    truth(
        "3d.perft.5",
        914_941_440,
        "sequences of 5 moves, games that ended earlier not counted",
        "morpion perft 3d 5",
    ),
    truth(
        "3d.perft.6",
        53_981_544_960,
        "sequences of 6 moves, games that ended earlier not counted",
        "morpion perft 3d 6",
    ),
    truth(
        "infini.positions",
        66_682,
        "positions without a line that can be reached: marks of the side to move, oldest first, and marks of the other; X and O not told apart, moves played not counted",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "infini.won",
        45_709,
        "of those positions, the ones that the side to move wins",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "infini.lost",
        13_388,
        "of those positions, the ones that the side to move loses",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "infini.neither",
        7585,
        "of those positions, the ones that neither side can force",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "infini.win.plies",
        13,
        "plies until X, who opens on an edge cell, has won against the longest defence",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "infini.win.openings",
        4,
        "first moves that win for X: the edge cells",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "infini.won.longest",
        17,
        "plies until the longest of all won positions is over, counted from that position",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "infini.proof.positions",
        156,
        "positions of the winning strategy, symmetric ones counted once: 78 with X to move, who plays the first of the fastest moves, 19 with O to move, who plays every move, and 59 won",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "infini.line-first.plies",
        9,
        "plies until X, who opens in the centre, has won if the line is looked for before the oldest mark vanishes",
        "morpion analyse infini --rule line-first",
    ),
    truth(
        "infini.line-first.openings",
        1,
        "first moves that win for X if the line is looked for before the oldest mark vanishes: the centre",
        "morpion analyse infini --rule line-first",
    ),
    truth(
        "infini.line-first.refutation",
        9,
        "plies that O needs to win after any other first move if the line is looked for before the oldest mark vanishes",
        "morpion analyse infini --rule line-first",
    ),
    truth(
        "infini.reuse.value",
        0,
        "value of the start for X if the cell of the vanishing mark may be played at once: 1 a win, 0 endless play",
        "morpion analyse infini --rule reuse",
    ),
    truth(
        "classique.lines",
        8,
        "lines of three cells",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "classique.symmetries",
        8,
        "permutations of the cells that map lines to lines",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "classique.value",
        0,
        "value of the start for X: 1 a win, 0 a draw",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "classique.positions",
        5478,
        "positions that can be reached, finished games included",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "classique.classes",
        765,
        "positions that can be reached, finished games included, symmetric ones counted once",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "classique.games",
        255_168,
        "whole games, counted as sequences of moves",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "classique.games.x",
        131_184,
        "whole games that X wins",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "classique.games.o",
        77_904,
        "whole games that O wins",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "classique.games.drawn",
        46_080,
        "whole games without a winner",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "classique.openings",
        12,
        "positions after 2 moves, symmetric ones counted once",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "ultimate.symmetries",
        8,
        "permutations of the cells that turn the whole board and the small boards together",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth("3d.lines", 76, "lines of four cells", "morpion lines 3d"),
    truth(
        "3d.lines.rows",
        32,
        "lines of four cells that are rows and columns of a floor",
        "morpion lines 3d",
    ),
    truth(
        "3d.lines.floor-diagonals",
        8,
        "lines of four cells that are diagonals of a floor",
        "morpion lines 3d",
    ),
    truth(
        "3d.lines.verticals",
        16,
        "lines of four cells that are verticals",
        "morpion lines 3d",
    ),
    truth(
        "3d.lines.wall-diagonals",
        16,
        "lines of four cells that are diagonals of a vertical plane",
        "morpion lines 3d",
    ),
    truth(
        "3d.lines.space-diagonals",
        4,
        "lines of four cells that are diagonals from corner to corner of the cube",
        "morpion lines 3d",
    ),
    truth(
        "3d.symmetries",
        192,
        "permutations of the cells that map lines to lines",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "3d.cells.on-7-lines",
        16,
        "cells that lie on seven lines: the corners and the inner eight",
        "morpion lines 3d",
    ),
    truth(
        "3d.cells.on-4-lines",
        48,
        "cells that lie on four lines: all others",
        "morpion lines 3d",
    ),
    truth(
        "3d.positions.1",
        2,
        "positions after 1 move, symmetric ones counted once",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "3d.positions.2",
        35,
        "positions after 2 moves, symmetric ones counted once",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "3d.positions.3",
        757,
        "positions after 3 moves, symmetric ones counted once",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "3d.positions.4",
        20_851,
        "positions after 4 moves, symmetric ones counted once",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "3d.positions.5",
        401_778,
        "positions after 5 moves, symmetric ones counted once",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "3d.random.games",
        1_000_000,
        "games in which both sides play at random, by the engine's generator with the seed 1",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "3d.random.full",
        33,
        "of those games, the ones that fill the cube without a line",
        "cargo test --release -p morpion-engine --test truths",
    ),
    truth(
        "3d.certificate.entries",
        1765,
        "entries of the first player's winning strategy: positions, symmetric ones counted once, in which no rule and no forced win tells him his move",
        "morpion prove 3d --check playground/engine/data/strategie-3d.txt",
    ),
    truth(
        "3d.check.positions",
        768_428,
        "positions met by the exhaustive check with the first player to move, symmetric ones counted once, in which he does not win at once",
        "morpion prove 3d --check playground/engine/data/strategie-3d.txt",
    ),
    truth(
        "3d.check.replies",
        37_369_798,
        "replies of the second player tried by the exhaustive check, symmetric positions taken together",
        "morpion prove 3d --check playground/engine/data/strategie-3d.txt",
    ),
    truth(
        "3d.check.longest-game",
        49,
        "moves of the longest game that the exhaustive check meets, both sides counted",
        "morpion prove 3d --check playground/engine/data/strategie-3d.txt",
    ),
];
