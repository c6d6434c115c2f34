//! `morpion exercises`: positions with a goal, and what tempts in them.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use morpion_engine::{
    Cell, CellSet, Fault, Game, Goal, GoalError, Judge, Outcome, Position, Progress, Record, Rng,
    Side, Tables, Verdict, cube, first_opponent, square,
};
use serde::Serialize;

use crate::Failure;
use crate::args::Exercises;
use crate::bench;

/// The first line: how the others were made.
#[derive(Serialize)]
struct Header {
    command: String,
    game: &'static str,
    seed: u64,
    count: usize,
    /// The nodes of the fixed searches of the game: see `morpion bench`.
    signature: u64,
}

/// One exercise, in words that a program reads.
#[derive(Serialize)]
struct Exercise {
    id: String,
    /// From 1, the easiest.
    grade: usize,
    goal: String,
    moves: String,
    /// What the accepted moves do.
    theme: Vec<&'static str>,
    accepted: Vec<String>,
    /// How many moves there are.
    legal: u32,
    /// A wrong move, and why somebody would play it.
    tempting: String,
    tempts: Vec<&'static str>,
    fault: &'static str,
    /// Where the fault is that the opponent wins at once: why he can.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<&'static str>,
    refutation: Vec<String>,
    /// What the first reply does.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    counter: Vec<&'static str>,
    /// Where the goal is to win with more than one mark: an accepted move, the reply
    /// that resists longest, and so on to the win.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    solution: Vec<String>,
}

/// The goals of a game, from easy to hard, and how many of 48 exercises have them.
fn goals(game: Game) -> &'static [(Goal, usize)] {
    match game {
        Game::Classique => &[
            (Goal::WinIn(1), 8),
            (Goal::BLOCK, 10),
            (Goal::WinIn(2), 14),
            (Goal::NotLose, 10),
            (Goal::WinIn(3), 6),
        ],
        Game::Infini => &[
            (Goal::WinIn(1), 6),
            (Goal::BLOCK, 10),
            (Goal::WinIn(2), 10),
            (Goal::WinIn(3), 8),
            (Goal::NotLose, 8),
            (Goal::WinIn(4), 6),
        ],
        Game::Ultimate => &[
            (Goal::WinIn(1), 6),
            (Goal::Spare, 12),
            (Goal::BLOCK, 12),
            (Goal::WinIn(2), 8),
            (Goal::Hold(2), 4),
            (Goal::WinIn(3), 6),
        ],
        Game::Cube => &[
            (Goal::WinIn(1), 8),
            (Goal::BLOCK, 8),
            (Goal::WinIn(2), 12),
            (Goal::WinIn(3), 10),
            (Goal::Hold(2), 6),
            (Goal::WinIn(4), 4),
        ],
    }
}

/// How long the random games are.
fn plies(game: Game) -> (u64, u64) {
    match game {
        Game::Classique => (1, 6),
        Game::Infini => (5, 22),
        Game::Ultimate => (14, 44),
        Game::Cube => (6, 24),
    }
}

/// Random games after which nothing new is expected any more.
const MOST_GAMES: usize = 200_000;

/// Writes the exercises of a game.
pub(crate) fn run(options: &Exercises, out: &mut impl Write) -> Result<(), Failure> {
    let &Exercises { game, seed, count } = options;
    write(options, make(game, seed, count, MOST_GAMES), out)
}

/// Writes them if there are as many as are asked for: a file of fewer would say that it
/// was made by a command that makes more.
fn write(
    options: &Exercises,
    exercises: Vec<Exercise>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let &Exercises { game, seed, count } = options;
    if exercises.len() < count {
        return Err(Failure::Io(io::Error::other(format!(
            "{} exercises of {game} were found, not {count}: ask for fewer",
            exercises.len()
        ))));
    }
    let header = Header {
        command: format!("morpion exercises {game} --count {count} --seed {seed}"),
        game: game.slug(),
        seed,
        count,
        signature: bench::signature(game)?,
    };
    serde_json::to_writer(&mut *out, &header)?;
    writeln!(out)?;
    for (number, mut exercise) in (1..).zip(exercises) {
        exercise.id = format!("{game}-{number:02}");
        serde_json::to_writer(&mut *out, &exercise)?;
        writeln!(out)?;
    }
    Ok(())
}

/// The exercises, from easy to hard: as many as are asked for, or those that so many
/// random games hold.
fn make(game: Game, seed: u64, count: usize, games: usize) -> Vec<Exercise> {
    let tables = Tables::new();
    let mut rng = Rng::new(seed);
    let mut places: Vec<usize> = goals(game).iter().map(|goal| goal.1 * count / 48).collect();
    // What rounding leaves goes to the easiest.
    places[0] += count - places.iter().sum::<usize>();
    let mut seen: HashSet<Position> = HashSet::new();
    // Exercises alike in goal, theme and temptation.
    let mut alike: BTreeMap<String, usize> = BTreeMap::new();
    let mut found: Vec<(usize, [usize; 2], Exercise)> = Vec::new();
    for round in 0..games {
        if places.iter().all(|&left| left == 0) {
            break;
        }
        let Some(record) = random_game(game, &mut rng) else {
            continue;
        };
        let canonical = record.position().canonical();
        if seen.contains(&canonical) {
            continue;
        }
        // The goal with the most places left is tried first.
        let mut order: Vec<usize> = (0..places.len()).filter(|&at| places[at] > 0).collect();
        order.sort_by_key(|&at| usize::MAX - places[at]);
        for at in order {
            let Some(exercise) = exercise(&tables, &record, goals(game)[at].0) else {
                continue;
            };
            let same = alike.entry(kind(game, at, &exercise)).or_default();
            // Variety first; the longer it takes, the less choosy. A move that tempts by
            // nothing but its place is for want of a better one.
            let dull = game == Game::Infini && exercise.tempts.iter().all(|word| place(word));
            // The rarest family of lines in the cube has four of the 76.
            let patience = if game == Game::Cube && at < 2 {
                6_000
            } else {
                1_500
            };
            if *same > round / patience || dull && round < 6_000 {
                continue;
            }
            *same += 1;
            places[at] -= 1;
            seen.insert(canonical);
            found.push((
                at,
                ease(game, record.moves().len(), &exercise),
                Exercise {
                    grade: at + 1,
                    ..exercise
                },
            ));
            break;
        }
    }
    found.sort_by_key(|&(grade, ease, _)| (grade, ease));
    found.into_iter().map(|(_, _, exercise)| exercise).collect()
}

/// What makes exercises of one grade alike.
fn kind(game: Game, grade: usize, exercise: &Exercise) -> String {
    // In the cube the families of lines are variety enough.
    if game == Game::Cube && grade < 2 {
        return match exercise.theme.as_slice() {
            [family] => format!("{grade} {family}"),
            _ => format!("{grade} several"),
        };
    }
    format!("{grade} {:?} {:?}", exercise.theme, exercise.tempts)
}

/// The order within a grade, the easiest first.
fn ease(game: Game, plies: usize, exercise: &Exercise) -> [usize; 2] {
    match game {
        // The fewer cells are left, the fewer there are to look at.
        Game::Classique => [usize::MAX - plies, 0],
        // There are always as many marks: what counts is how far one has to see.
        Game::Infini => [exercise.refutation.len(), plies],
        Game::Ultimate => [plies, 0],
        Game::Cube => {
            // The families are numbered as they are easy to see; two lines at once are
            // no easier than the harder of them.
            let mut families = cube::Family::ALL.iter();
            let family = match exercise.theme.as_slice() {
                [only] => families.position(|family| family.name() == *only),
                _ => None,
            };
            [family.unwrap_or(cube::Family::ALL.len()), plies]
        }
    }
}

/// Whether a word of [`TEMPTATIONS`] tells of a place and nothing else.
fn place(word: &str) -> bool {
    matches!(word, "centre" | "corner" | "many-lines")
}

/// A game whose players see one move ahead two times in three.
fn random_game(game: Game, rng: &mut Rng) -> Option<Record> {
    let (least, most) = plies(game);
    let plies = least + rng.below(most - least + 1);
    let mut record = Record::new(game);
    for _ in 0..plies {
        let position = record.position();
        let cell = if rng.below(3) > 0 {
            first_opponent(&position, rng)?
        } else {
            let legal = position.legal();
            if legal.is_empty() {
                return None;
            }
            legal.iter().nth(rng.below(legal.len().into()) as usize)?
        };
        record.play(cell).ok()?;
    }
    record.position().outcome().is_none().then_some(record)
}

fn judge(tables: &Tables, record: &Record, goal: Goal) -> Judge {
    let mut judge = Judge::with_tables(tables, record, goal);
    while judge.run(u64::MAX) == Progress::Working {}
    judge
}

/// The exercise of this position and goal, if it is a good one.
fn exercise(tables: &Tables, record: &Record, goal: Goal) -> Option<Exercise> {
    let position = record.position();
    let legal = position.legal();
    // 1. Somebody who wins at once needs no other goal; nor does one who loses at
    //    once, but to block.
    let at_once = judge(tables, record, Goal::WinIn(1)).accepted();
    let threat = judge(tables, record, Goal::BLOCK).goal_holds() != Err(GoalError::Idle);
    match goal {
        Goal::WinIn(1) => {}
        _ if !at_once.is_empty() => return None,
        Goal::BLOCK => {}
        // Nor does one who has to answer a threat first.
        _ if threat => return None,
        // Who can win need not be content with a draw.
        Goal::NotLose if judge(tables, record, Goal::Win).goal_holds().is_ok() => return None,
        _ => {}
    }
    // 2. A win takes as many marks as are asked for.
    if let Goal::WinIn(marks @ 2..) = goal
        && judge(tables, record, Goal::WinIn(marks - 1))
            .goal_holds()
            .is_ok()
    {
        return None;
    }
    // 3. The goal holds, all is proven, and few moves keep it.
    let judge = judge(tables, record, goal);
    let accepted = judge.accepted();
    if judge.goal_holds().is_err()
        || !judge.unknown().is_empty()
        || 3 * accepted.len() > legal.len().max(3)
        || legal.len() < 3
    {
        return None;
    }
    // 4. Who has stopped a win is not lost all the same, as far as one can see.
    if let Goal::Hold(marks) = goal {
        let lost = |cell| {
            let mut after = record.clone();
            let theirs = match record.game() {
                Game::Classique | Game::Infini => Goal::Win,
                Game::Ultimate | Game::Cube => Goal::WinIn(marks + 2),
            };
            after.play(cell).is_err() || self::judge(tables, &after, theirs).goal_holds().is_ok()
        };
        let mut cells = accepted.iter();
        // With several ways to hold, the reader has to find one that does.
        let in_vain = if marks == 1 {
            cells.any(lost)
        } else {
            cells.all(lost)
        };
        if in_vain {
            return None;
        }
    }
    // 5. Some wrong move tempts.
    let (tempting, tempts) = (legal - accepted)
        .iter()
        .map(|cell| (cell, temptations(&position, cell)))
        .filter(|(_, words)| !words.is_empty())
        .min_by_key(|(_, words)| (words[0], usize::MAX - words.len()))?;
    let Some(Verdict::Misses { fault, refutation }) = judge.verdict(tempting) else {
        return None;
    };
    // A move that only seems slow teaches nothing that can be told.
    if *fault == Fault::Escapes && refutation.is_empty() {
        return None;
    }
    let game = record.game();
    let names = |cells: CellSet| cells.iter().map(|cell| game.cell_name(cell)).collect();
    let mut theme = themes(&position, goal, accepted);
    // Of what vanishes: a mark that seems to count, and a block that will be gone.
    let fake = ["false-line", "blocks-fake-threat"];
    if tempts.iter().any(|&at| fake.contains(&TEMPTATIONS[at])) {
        theme.push("which-leaves");
    }
    let mine = position.marks(position.turn());
    if refutation.last().is_some_and(|&cell| mine.contains(cell)) {
        theme.push("block-expires");
    }
    Some(Exercise {
        id: String::new(),
        grade: 0,
        goal: goal.to_string(),
        moves: record.notation(),
        theme,
        accepted: names(accepted),
        legal: legal.len(),
        tempting: game.cell_name(tempting),
        tempts: tempts.iter().map(|&at| TEMPTATIONS[at]).collect(),
        fault: fault.name(),
        chance: match fault {
            Fault::LosesNow { chance, .. } => Some(chance.name()),
            _ => None,
        },
        refutation: refutation
            .iter()
            .map(|&cell| game.cell_name(cell))
            .collect(),
        counter: refutation
            .first()
            .map_or_else(Vec::new, |&reply| counter(&position, tempting, reply)),
        solution: solution(tables, judge)
            .iter()
            .map(|&cell| game.cell_name(cell))
            .collect(),
    })
}

/// What a reply does to a move.
fn counter(position: &Position, cell: Cell, reply: Cell) -> Vec<&'static str> {
    let me = position.turn();
    let mut child = *position;
    child.play_unchecked(cell);
    let stays = with(stay(&child, me), reply);
    let mut after = child;
    after.play_unchecked(reply);
    let does = |word: &str| match word {
        "takes-board" => small_board(&after, reply, me.other()),
        // In Ultimate a line is no more than a small board.
        _ if position.game() == Game::Ultimate => false,
        "blocks" => in_lines(&child, reply).any(|line| subset(line, stays)),
        _ => after.outcome().is_none() && count(&after, reply, me.other(), 1) > 0,
    };
    ["takes-board", "blocks", "threatens"]
        .into_iter()
        .filter(|word| does(word))
        .collect()
}

/// How a win is played out: the first accepted move, the reply that resists longest,
/// and so on. Empty where one move is all that is asked for.
fn solution(tables: &Tables, mut judge: Judge) -> Vec<Cell> {
    let mut line = Vec::new();
    while let Goal::Win | Goal::WinIn(_) = judge.goal() {
        let Some(cell) = judge.accepted().iter().next() else {
            break;
        };
        line.push(cell);
        let Some((record, goal)) = judge.next(cell) else {
            break;
        };
        line.extend(record.moves().last());
        judge = self::judge(tables, &record, goal);
    }
    // Alone, the first move says no more than `accepted`.
    if line.len() < 2 { Vec::new() } else { line }
}

/// Why a wrong move may look right, the strongest first.
const TEMPTATIONS: [&str; 12] = [
    "false-line",
    "blocks-fake-threat",
    "takes-board",
    "blocks-threat",
    "makes-threat",
    "blocks-board",
    "builds-board",
    "builds-line",
    "blocks-line",
    "centre",
    "corner",
    "many-lines",
];

/// Why somebody would play this move: places in [`TEMPTATIONS`].
fn temptations(position: &Position, cell: Cell) -> Vec<usize> {
    let me = position.turn();
    let mut child = *position;
    child.play_unchecked(cell);
    let ultimate = position.game() == Game::Ultimate;
    let tempts = |word: &str| match word {
        // Three in a row for the eye, but the oldest of them leaves.
        "false-line" => position.vanishing(me).is_some_and(|oldest| {
            let seen = with(position.marks(me), cell);
            in_lines(position, cell).any(|line| subset(line, seen) && line.contains(oldest))
        }),
        // Two in a row of the opponent, but one of them is about to leave.
        "blocks-fake-threat" => position.vanishing(me.other()).is_some_and(|oldest| {
            let seen = with(position.marks(me.other()), cell);
            in_lines(position, cell).any(|line| subset(line, seen) && line.contains(oldest))
        }),
        "takes-board" => small_board(&child, cell, me),
        // He could win the small board there, and nowhere else.
        "blocks-board" => ultimate && winning_board(position, cell, me.other()) == [cell],
        "blocks-threat" => {
            let stays = stay(position, me.other());
            !ultimate && in_lines(position, cell).any(|line| subset(line, with(stays, cell)))
        }
        "makes-threat" => !ultimate && count(&child, cell, me, 1) > 0,
        // Before, more than one mark was missing.
        "builds-board" => {
            ultimate
                && count(&child, cell, me, 1) > 0
                && winning_board(position, cell, me).is_empty()
        }
        "builds-line" => matches!(position, Position::Cube(_)) && count(&child, cell, me, 2) > 0,
        "blocks-line" => {
            matches!(position, Position::Cube(_)) && {
                let theirs = position.marks(me.other());
                let mine = position.marks(me);
                in_lines(position, cell)
                    .any(|line| (line & theirs).len() == 2 && (line & mine).is_empty())
            }
        }
        "centre" => !matches!(position, Position::Cube(_)) && cell.0 % 9 == 4,
        "corner" => {
            matches!(position.game(), Game::Classique | Game::Infini)
                && matches!(cell.0, 0 | 2 | 6 | 8)
        }
        "many-lines" => position.game() == Game::Cube && cube::lines_through(cell).len() == 7,
        _ => false,
    };
    (0..TEMPTATIONS.len())
        .filter(|&at| tempts(TEMPTATIONS[at]))
        .collect()
}

/// What the accepted moves do.
fn themes(position: &Position, goal: Goal, accepted: CellSet) -> Vec<&'static str> {
    let me = position.turn();
    let mut themes = Vec::new();
    let mut add = |word| {
        if !themes.contains(&word) {
            themes.push(word);
        }
    };
    for cell in accepted {
        let mut child = *position;
        child.play_unchecked(cell);
        if child.outcome() == Some(Outcome::Win(me)) {
            match child {
                Position::Cube(_) => {
                    for line in child.lines() {
                        add(cube::LINES[usize::from(line.number) - 1].family.name());
                    }
                }
                _ => add("line"),
            }
            continue;
        }
        match goal {
            Goal::WinIn(_) | Goal::Win => add(match count(&child, cell, me, 1) {
                _ if small_board(&child, cell, me) => "takes-board",
                // The threats are there already: what counts is what he can answer.
                _ if child.game() == Game::Ultimate => "where-not-to-send",
                0 if child.game() == Game::Infini => "waits",
                0 => "quiet",
                1 => "forcing",
                _ => "fork",
            }),
            Goal::Hold(1) if child.game() == Game::Ultimate => add("where-not-to-send"),
            Goal::Spare => add("where-not-to-send"),
            Goal::Hold(1) if child.game() == Game::Cube => {
                let theirs = with(position.marks(me.other()), cell);
                for &at in cube::lines_through(cell) {
                    let line = &cube::LINES[usize::from(at)];
                    if subset(line.line().set(), theirs) {
                        add(line.family.name());
                    }
                }
            }
            _ => add(match cell.0 % 9 {
                _ if child.game() == Game::Cube => "stops",
                _ if count(&child, cell, me, 1) > 0 => "counter-threat",
                4 => "centre",
                _ => "stops",
            }),
        }
        // The cell where the win will come is taken as yet, by a mark that leaves.
        if let Some(leaves) = child.vanishing(me.other())
            && matches!(goal, Goal::WinIn(_))
            && in_lines(&child, leaves)
                .any(|line| subset(line, with(stay(&child, me), leaves)) && line.contains(leaves))
        {
            add("freed-cell");
        }
    }
    themes
}

fn with(mut set: CellSet, cell: Cell) -> CellSet {
    set.insert(cell);
    set
}

fn without(mut set: CellSet, cell: Cell) -> CellSet {
    set.remove(cell);
    set
}

fn subset(line: CellSet, of: CellSet) -> bool {
    line & of == line
}

/// The marks of a side that are left once its next mark has been placed.
fn stay(position: &Position, side: Side) -> CellSet {
    match position.vanishing(side) {
        Some(oldest) => without(position.marks(side), oldest),
        None => position.marks(side),
    }
}

/// The lines through a cell; in Ultimate those of its small board.
fn in_lines(position: &Position, cell: Cell) -> impl Iterator<Item = CellSet> {
    let lines: Vec<CellSet> = match position {
        Position::Cube(_) => {
            let lines = cube::lines_through(cell).iter();
            lines
                .map(|&at| cube::LINES[usize::from(at)].line().set())
                .collect()
        }
        _ => {
            let base = cell.0 / 9 * 9;
            let line = |line: [u8; 3]| line.into_iter().map(|at| Cell(base + at)).collect();
            square::LINES.into_iter().map(line).collect()
        }
    };
    lines.into_iter().filter(move |line| line.contains(cell))
}

/// The lines through a mark just placed to which so many marks are missing, whose
/// other cells are free; in infini, without the mark that leaves next.
fn count(child: &Position, cell: Cell, me: Side, missing: u32) -> usize {
    let mine = stay(child, me);
    let theirs = child.marks(me.other());
    let lines = in_lines(child, cell);
    lines
        .filter(|&line| (line & theirs).is_empty() && (line - mine).len() == missing)
        .count()
}

/// The cells with which a side would win the small board of `cell`.
fn winning_board(position: &Position, cell: Cell, side: Side) -> Vec<Cell> {
    let base = cell.0 / 9 * 9;
    let free = position.legal();
    (base..base + 9)
        .map(Cell)
        .filter(|&at| free.contains(at))
        .filter(|&at| {
            let marks = with(position.marks(side), at);
            in_lines(position, at).any(|line| subset(line, marks))
        })
        .collect()
}

/// Whether a mark just placed has won its small board.
fn small_board(child: &Position, cell: Cell, me: Side) -> bool {
    match child {
        Position::Ultimate(ultimate) => ultimate.board_winner(cell.0 / 9) == Some(me),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_than_asked_for_are_not_written() {
        let (game, seed, count) = (Game::Classique, 1, 48);
        let few = make(game, seed, count, 100);
        let found = few.len();
        assert!((1..count).contains(&found), "{found}");
        let mut out = Vec::new();
        let ended = write(&Exercises { game, seed, count }, few, &mut out);
        let Err(Failure::Io(error)) = ended else {
            panic!("no error");
        };
        let told = format!("{found} exercises of classique were found, not 48: ask for fewer");
        assert_eq!(error.to_string(), told);
        assert!(out.is_empty());
    }
}
