//! Every number of the table, counted again.

mod naive;

use std::collections::{HashMap, HashSet};

use morpion_engine::{
    Cell, Game, MoveValue, Outcome, Position, Record, Rng, Rules, Side, TRUTHS, Truth,
    Value as Worth,
    classique::Classique,
    cube,
    infini::{Infini, Solution, Variant},
    perft, perft_position, symmetries,
};

/// Games of the cube played at random.
const RANDOM_GAMES: u64 = 1_000_000;

/// What takes longer than a moment without optimisation is left to release.
const QUICK: bool = cfg!(debug_assertions);

#[test]
fn every_truth_is_counted_again() {
    let infini = Solved::new();
    let mut cubes = vec![HashSet::from([Position::start(Game::Cube)])];
    let mut skipped = 0;
    for truth in TRUTHS {
        let &Truth { key, value, .. } = truth;
        let (slug, rest) = key.split_once('.').expect("a game and a name");
        let game = Game::from_slug(slug).expect("a known game");
        let (name, argument) = rest.split_once('.').unwrap_or((rest, ""));
        let n = argument.parse().unwrap_or(0);
        let counted = match (game, name) {
            (_, "perft") if QUICK && value > 1_000_000 => {
                skipped += 1;
                continue;
            }
            (Game::Cube, "positions") if QUICK && n > 3 => {
                skipped += 1;
                continue;
            }
            (_, "perft") => perft_by_classes(game, n),
            (_, "symmetries") => symmetries(game).len() as u64,
            (Game::Classique, "lines") => naive::lines(2, 3).len() as u64,
            (Game::Classique, "value") => u64::from(minimax(&Classique::start()).unsigned_abs()),
            (Game::Classique, "positions") => classique_positions(false),
            (Game::Classique, "classes") => classique_positions(true),
            (Game::Classique, "openings") => {
                let start = Position::start(game);
                let first = canonical_children(&start);
                let second = first.flat_map(|child| canonical_children(&child).collect::<Vec<_>>());
                second.collect::<HashSet<_>>().len() as u64
            }
            (Game::Classique, "games") => {
                let [x, o, drawn] = classique_games(&Classique::start());
                match argument {
                    "x" => x,
                    "o" => o,
                    "drawn" => drawn,
                    _ => x + o + drawn,
                }
            }
            (Game::Cube, "random") if QUICK => {
                skipped += 1;
                continue;
            }
            (Game::Cube, "random") if argument == "games" => RANDOM_GAMES,
            (Game::Cube, "random") => full_cubes(),
            (Game::Infini, "won") if argument == "longest" => infini.longest(),
            (Game::Infini, "proof") => {
                let proof = Solution::new(Variant::Book).proof(&Infini::start());
                proof.expect("X wins").nodes().len() as u64
            }
            (Game::Infini, "line-first" | "reuse") => {
                let variant = Variant::from_name(name).expect("an order of the rule");
                by_another_rule(&Solution::new(variant), argument)
            }
            (Game::Infini, "positions") => infini.count(|_| true),
            (Game::Infini, "won") => infini.count(|value| value.is_some_and(|v| v.won)),
            (Game::Infini, "lost") => infini.count(|value| value.is_some_and(|v| !v.won)),
            (Game::Infini, "neither") => infini.count(|value| value.is_none()),
            (Game::Infini, "win") => infini.opening(argument),
            (Game::Cube, "lines") => cube::LINES
                .iter()
                .filter(|line| argument.is_empty() || line.family.name() == argument)
                .count() as u64,
            (Game::Cube, "cells") => {
                let lines = if argument == "on-7-lines" { 7 } else { 4 };
                let on = |&cell: &u8| cube::lines_through(Cell(cell)).len() == lines;
                (0..64).filter(on).count() as u64
            }
            (Game::Cube, "certificate") => cube::Certificate::shipped().entries().len() as u64,
            // Half a minute: `certificate.rs` holds the check itself to them.
            (Game::Cube, "check") => continue,
            (Game::Cube, "positions") => {
                while cubes.len() <= n as usize {
                    let last = cubes.last().expect("the start");
                    cubes.push(last.iter().flat_map(canonical_children).collect());
                }
                cubes[n as usize].len() as u64
            }
            _ => panic!("no test counts {key}"),
        };
        assert_eq!(counted, value, "{key}: {}", truth.what);
    }
    assert_eq!(skipped > 0, QUICK);
}

#[test]
fn keys_of_truths_are_unique() {
    let keys: HashSet<&str> = TRUTHS.iter().map(|truth| truth.key).collect();
    assert_eq!(keys.len(), TRUTHS.len());
    assert_eq!(Truth::find("3d.lines").map(|truth| truth.value), Some(76));
    assert_eq!(Truth::find("3d.line"), None);
}

/// Perft from the start, each class of symmetric first moves counted once: the
/// 53,981,544,960 sequences of the cube then take no longer than the rest.
fn perft_by_classes(game: Game, depth: u32) -> u64 {
    let mut classes: HashMap<Position, u64> = HashMap::new();
    for child in canonical_children(&Position::start(game)) {
        *classes.entry(child).or_default() += 1;
    }
    classes
        .into_iter()
        .map(|(child, count)| count * perft_position(&child, depth - 1, true))
        .sum()
}

/// Whole perft, by classes, and move by move without counting in bulk.
#[test]
fn three_ways_to_count_agree() {
    for game in Game::ALL {
        let start = Position::start(game);
        assert_eq!(perft_position(&start, 0, true), 1);
        assert_eq!(perft_position(&start, 0, false), 1);
        for depth in 1..=if QUICK { 3 } else { 5 } {
            let bulk = perft_position(&start, depth, true);
            assert_eq!(perft_by_classes(game, depth), bulk, "{game} {depth}");
            if bulk < 100_000_000 {
                assert_eq!(perft_position(&start, depth, false), bulk, "{game} {depth}");
            }
        }
    }
    // Games do end on the way here, and must not be counted.
    for depth in 5..=9 {
        let start = Classique::start();
        assert_eq!(perft(&start, depth, true), perft(&start, depth, false));
    }
}

fn canonical_children(position: &Position) -> impl Iterator<Item = Position> {
    position.legal().iter().map(|cell| {
        let mut child = *position;
        child.play_unchecked(cell);
        child.canonical()
    })
}

/// Positions of classique, finished ones included.
/// Whole games from a position: won by X, won by O, drawn.
fn classique_games(position: &Classique) -> [u64; 3] {
    match position.outcome() {
        Some(Outcome::Win(Side::X)) => [1, 0, 0],
        Some(Outcome::Win(Side::O)) => [0, 1, 0],
        Some(Outcome::Draw) => [0, 0, 1],
        None => position.legal().iter().fold([0; 3], |sum, cell| {
            let mut child = *position;
            child.play_unchecked(cell);
            let more = classique_games(&child);
            [0, 1, 2].map(|i| sum[i] + more[i])
        }),
    }
}

/// How many of [`RANDOM_GAMES`] fill the cube without a line.
fn full_cubes() -> u64 {
    let mut rng = Rng::new(1);
    (0..RANDOM_GAMES)
        .filter(|_| {
            let mut cells: Vec<Cell> = (0..Game::Cube.cells()).map(Cell).collect();
            let mut position = Position::start(Game::Cube);
            while position.outcome().is_none() {
                let at = rng.below(cells.len() as u64) as usize;
                position.play_unchecked(cells.swap_remove(at));
            }
            position.outcome() == Some(Outcome::Draw)
        })
        .count() as u64
}

fn classique_positions(canonical: bool) -> u64 {
    let mut seen = HashSet::new();
    let mut front = vec![Position::start(Game::Classique)];
    while let Some(position) = front.pop() {
        let child = |cell| {
            let mut child = position;
            child.play_unchecked(cell);
            if canonical { child.canonical() } else { child }
        };
        if seen.insert(position) {
            front.extend(position.legal().iter().map(child));
        }
    }
    seen.len() as u64
}

/// What the start of infini is worth by another order of the rule; tests of the
/// solver hold it to an independent one.
fn by_another_rule(solution: &Solution, what: &str) -> u64 {
    let (value, plies) = solution.value(&Infini::start());
    let moves = solution.moves(&Infini::start());
    let winning = |one: &&MoveValue| one.value == Worth::Win;
    match what {
        "value" => u64::from(value == Worth::Win),
        "plies" => {
            assert_eq!(value, Worth::Win);
            plies.expect("a win has a length").into()
        }
        "openings" => {
            let cells: Vec<u8> = moves.iter().filter(winning).map(|one| one.cell.0).collect();
            assert_eq!(cells, [4]);
            cells.len() as u64
        }
        "refutation" => {
            let others = moves.iter().filter(|one| one.cell != Cell(4));
            let plies: HashSet<Option<u16>> = others
                .map(|one| {
                    assert_eq!(one.value, Worth::Loss);
                    one.plies
                })
                .collect();
            assert_eq!(plies.len(), 1);
            let plies = plies.into_iter().flatten().next().expect("a loss");
            // The opening itself is counted by the analysis, and not here.
            u64::from(plies) - 1
        }
        _ => panic!("no test counts {what}"),
    }
}

/// The solver of the engine and the one of this file agree on every position.
#[test]
fn two_solvers_of_infini_agree() {
    let (fast, slow) = (Solution::new(Variant::Book), Solved::new());
    assert_eq!(slow.positions.len() as u64, fast.positions());
    for (position, value) in slow.positions.iter().zip(&slow.values) {
        let expected = match value {
            None => (Worth::Draw, None),
            Some(value) if value.won => (Worth::Win, Some(value.plies as u16)),
            Some(value) => (Worth::Loss, Some(value.plies as u16)),
        };
        assert_eq!(fast.value(position), expected, "{position:?}");
    }
}

/// 1, 0 or -1 for the side to move.
fn minimax<R: Rules>(position: &R) -> i8 {
    match position.outcome() {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(side)) => {
            if side == position.turn() {
                1
            } else {
                -1
            }
        }
        None => position
            .legal()
            .iter()
            .map(|cell| {
                let mut child = *position;
                child.play_unchecked(cell);
                -minimax(&child)
            })
            .max()
            .expect("a game that goes on has a move"),
    }
}

/// Marks of the side to move, oldest first, and of the other.
type Marks = [Vec<Cell>; 2];

#[derive(Clone, Copy, PartialEq, Debug)]
struct Value {
    won: bool,
    plies: u64,
}

/// All positions of Infini without a line, and what each is worth.
struct Solved {
    positions: Vec<Infini>,
    index: HashMap<Marks, usize>,
    values: Vec<Option<Value>>,
}

fn marks(position: &Infini) -> Marks {
    let turn = position.turn();
    [position.ages(turn), position.ages(turn.other())]
}

impl Solved {
    fn new() -> Solved {
        // 1. All positions, in order of discovery: the first way to each is the
        //    shortest, so the sixty moves never cut the search.
        let start = Infini::start();
        let mut positions = vec![start];
        let mut index = HashMap::from([(marks(&start), 0)]);
        let mut moves: Vec<Vec<Option<usize>>> = Vec::new();
        while let Some(&position) = positions.get(moves.len()) {
            let children = position.legal().iter().map(|cell| {
                let mut child = position;
                child.play_unchecked(cell);
                assert_ne!(child.outcome(), Some(Outcome::Draw));
                child.outcome().is_none().then(|| {
                    *index.entry(marks(&child)).or_insert_with(|| {
                        positions.push(child);
                        positions.len() - 1
                    })
                })
            });
            let children = children.collect();
            moves.push(children);
        }
        // 2. Values, by number of plies: a position is won in n when a move leads
        //    to one lost in n - 1, and lost in n when all moves lead to won ones,
        //    the longest of them in n - 1. `None` as a child is a line just made.
        let mut values: Vec<Option<Value>> = vec![None; positions.len()];
        for plies in 1.. {
            let mut fresh = Vec::new();
            for (at, children) in moves.iter().enumerate() {
                if values[at].is_some() {
                    continue;
                }
                let value = |child: &Option<usize>| match *child {
                    None => Some(Value {
                        won: false,
                        plies: 0,
                    }),
                    Some(child) => values[child],
                };
                if children.iter().any(|c| value(c).is_some_and(|v| !v.won)) {
                    fresh.push((at, Value { won: true, plies }));
                } else if children.iter().all(|c| value(c).is_some_and(|v| v.won)) {
                    fresh.push((at, Value { won: false, plies }));
                }
            }
            if fresh.is_empty() {
                break;
            }
            for (at, value) in fresh {
                values[at] = Some(value);
            }
        }
        Solved {
            positions,
            index,
            values,
        }
    }

    /// The plies of the longest win.
    fn longest(&self) -> u64 {
        let won = self.values.iter().flatten().filter(|value| value.won);
        won.map(|value| value.plies).max().expect("a win")
    }

    fn count(&self, pick: impl Fn(Option<Value>) -> bool) -> u64 {
        self.values.iter().filter(|&&value| pick(value)).count() as u64
    }

    /// `plies` to win from the start, or the number of winning `openings`, which
    /// must be the edge cells, all others being worth nothing to either side.
    fn opening(&self, what: &str) -> u64 {
        if what == "plies" {
            let value = self.values[0].expect("the start has a value");
            assert!(value.won);
            return value.plies;
        }
        let mut winning = Vec::new();
        for cell in Infini::start().legal() {
            let child = Infini::start().play(cell).expect("a first move");
            assert_eq!(child.turn(), Side::O);
            match self.values[self.index[&marks(&child)]] {
                Some(value) if !value.won => winning.push(cell.0),
                value => assert_eq!(value, None, "{cell:?}"),
            }
        }
        assert_eq!(winning, [1, 3, 5, 7], "the edge cells");
        winning.len() as u64
    }
}

/// Positions that are equal have equal keys; here, where there are few enough
/// to hold them all, different ones have different keys too.
#[test]
fn keys_tell_positions_apart() {
    // 5,478 positions of classique, finished ones included: a number found in
    // many places, counted here anyway.
    let mut by_key: HashMap<u64, Position> = HashMap::new();
    let mut front = vec![Position::start(Game::Classique)];
    while let Some(position) = front.pop() {
        let known = by_key.insert(position.key(), position);
        if let Some(known) = known {
            assert_eq!(known, position);
            continue;
        }
        front.extend(position.legal().iter().map(|cell| {
            let mut child = position;
            child.play_unchecked(cell);
            child
        }));
    }
    assert_eq!(by_key.len(), 5_478);

    // The same for the first plies of the three others.
    for (game, plies) in [(Game::Infini, 8), (Game::Ultimate, 4), (Game::Cube, 3)] {
        let mut level = HashSet::from([Position::start(game)]);
        let mut keys: HashMap<u64, Position> = HashMap::new();
        for _ in 0..if QUICK { plies - 1 } else { plies } {
            let mut next = HashSet::new();
            for position in &level {
                for cell in position.legal() {
                    let mut child = *position;
                    child.play_unchecked(cell);
                    next.insert(child);
                }
            }
            for &position in &next {
                if let Some(other) = keys.insert(position.key(), position) {
                    // Infini alone meets a position again later; its key does
                    // not count moves.
                    assert_eq!(game, Game::Infini);
                    assert_eq!(
                        other.setup().split('n').next(),
                        position.setup().split('n').next()
                    );
                }
            }
            level = next;
        }
        assert!(keys.len() > 1_000, "{game}");
    }
}

/// The same marks by another order of moves: one position, one key.
#[test]
fn equal_positions_have_equal_keys() {
    for (game, one, other) in [
        (Game::Classique, "1-2-3-4", "3-4-1-2"),
        // Six marks each way round; then both sides have come back to their ages.
        (Game::Infini, "1-4-2-5-7-9", "1-4-2-5-7-9-8-3-1-4-2-5-7-9"),
        (Game::Ultimate, "12-21-13-31", "13-31-12-21"),
        (Game::Cube, "111-222-333-444", "333-444-111-222"),
    ] {
        let [one, other] = [one, other].map(|moves| {
            let record = Record::parse(game, moves).expect(moves);
            record.position()
        });
        assert_eq!(one.key(), other.key(), "{game}");
        // The key of Infini does not count moves; the position does.
        assert_eq!(one == other, one.ply() == other.ply(), "{game}");
    }
}
