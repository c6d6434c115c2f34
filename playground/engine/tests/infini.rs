//! Morpion infini solved: against an independent solver for each order of the
//! rule, by symmetry, by its proof, and against every defence.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use morpion_engine::infini::{Infini, Solution, Variant};
use morpion_engine::{
    Cell, Game, Level, Outcome, Position, Record, Rng, Rules, Side, Tables, Value, analyse_with,
    choose_with, symmetries,
};

/// What takes longer than a moment without optimisation is left to release.
const QUICK: bool = cfg!(debug_assertions);

/// Marks of the side to move, oldest first, and of the other.
type Marks = [Vec<u8>; 2];

/// The rule once more, as plainly as it can be written: the marks of the side
/// that has moved, and whether it has a line.
fn placed(variant: Variant, marks: &[u8], cell: u8) -> (Vec<u8>, bool) {
    const LINES: [[u8; 3]; 8] = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    let line = |marks: &[u8]| LINES.iter().any(|l| l.iter().all(|c| marks.contains(c)));
    let four = [marks, &[cell]].concat();
    let kept = four[four.len().saturating_sub(3)..].to_vec();
    let won = line(if variant == Variant::LineFirst {
        &four
    } else {
        &kept
    });
    (kept, won)
}

fn legal(variant: Variant, [mine, yours]: &Marks) -> Vec<u8> {
    let vanishing = (variant == Variant::Reuse && mine.len() == 3).then(|| mine[0]);
    (0..9)
        .filter(|cell| vanishing == Some(*cell) || !mine.contains(cell) && !yours.contains(cell))
        .collect()
}

/// Every position that can be reached, and in how many plies it is won (odd) or
/// lost (even), by looking at all positions again and again until nothing changes.
fn naive(variant: Variant) -> HashMap<Marks, Option<u16>> {
    let start: Marks = [Vec::new(), Vec::new()];
    let mut index = HashMap::from([(start.clone(), 0)]);
    let mut all = vec![start];
    // A move to `None` makes a line.
    let mut moves: Vec<Vec<Option<usize>>> = Vec::new();
    while let Some(marks) = all.get(moves.len()).cloned() {
        let to = legal(variant, &marks).into_iter().map(|cell| {
            let (placed, won) = placed(variant, &marks[0], cell);
            let child = [marks[1].clone(), placed];
            (!won).then(|| {
                *index.entry(child.clone()).or_insert_with(|| {
                    all.push(child);
                    all.len() - 1
                })
            })
        });
        let to = to.collect();
        moves.push(to);
    }
    let mut lengths: Vec<Option<u16>> = vec![None; all.len()];
    for plies in 1.. {
        let known = lengths.clone();
        let length = |child: &Option<usize>| child.map_or(Some(0), |child| known[child]);
        let lost = |child: &Option<usize>| length(child).is_some_and(|n| n % 2 == 0);
        let won = |child: &Option<usize>| length(child).is_some_and(|n| n % 2 == 1);
        for (at, to) in moves.iter().enumerate() {
            let settles = to.iter().any(lost) || to.iter().all(won);
            if known[at].is_none() && settles {
                lengths[at] = Some(plies);
            }
        }
        if lengths == known {
            break;
        }
    }
    index
        .into_iter()
        .map(|(marks, at)| (marks, lengths[at]))
        .collect()
}

/// The position with these marks; X is to move.
fn position([mine, yours]: &Marks) -> Infini {
    let cells = |marks: &[u8]| {
        let names = marks.iter().map(|&cell| Game::Infini.cell_name(Cell(cell)));
        names.collect::<Vec<_>>().join("-")
    };
    // With as many marks as O, it is the turn of X; otherwise O has one fewer.
    let (x, o, turn) = if mine.len() == yours.len() {
        (mine, yours, 'x')
    } else {
        (yours, mine, 'o')
    };
    let text = format!("x{}o{}t{turn}", cells(x), cells(o));
    match Position::parse_setup(Game::Infini, &text) {
        Ok(Position::Infini(infini)) => infini,
        other => panic!("{text}: {other:?}"),
    }
}

fn as_value(plies: Option<u16>) -> (Value, Option<u16>) {
    let value = match plies {
        None => Value::Draw,
        Some(n) if n % 2 == 1 => Value::Win,
        Some(_) => Value::Loss,
    };
    (value, plies)
}

#[test]
fn every_value_is_that_of_an_independent_solver() {
    for variant in Variant::ALL {
        if QUICK && variant != Variant::Book {
            continue;
        }
        let solution = Solution::new(variant);
        let naive = naive(variant);
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for (marks, &plies) in &naive {
            let infini = position(marks);
            let expected = as_value(plies);
            assert_eq!(solution.value(&infini), expected, "{variant:?} {marks:?}");
            *counts.entry(expected.0.name()).or_default() += 1;
            // Each move, in the order of the cells.
            let moves = solution.moves(&infini).into_iter();
            let found: Vec<_> = moves
                .map(|one| (one.cell.0, one.value, one.plies))
                .collect();
            let expected = legal(variant, marks).into_iter().map(|cell| {
                let (placed, won) = placed(variant, &marks[0], cell);
                let child = [marks[1].clone(), placed];
                let (value, plies) = as_value(if won { Some(0) } else { naive[&child] });
                (cell, value.other(), plies.map(|n| n + 1))
            });
            assert_eq!(found, expected.collect::<Vec<_>>(), "{variant:?} {marks:?}");
        }
        // Every arrangement without a line can be reached, whatever the order.
        assert_eq!(naive.len() as u64, solution.positions(), "{variant:?}");
        for value in [Value::Win, Value::Loss, Value::Draw] {
            let counted = counts.get(value.name()).copied().unwrap_or(0);
            assert_eq!(solution.count(value), counted, "{variant:?} {value:?}");
        }
    }
}

/// Opening cells by what they are worth: order of the rule, value of the start,
/// openings with their values and plies.
#[test]
fn what_hangs_on_the_order_of_the_rule() {
    let (corners, edges, centre) = ([1, 3, 7, 9], [2, 4, 6, 8], [5]);
    for (variant, start, corner, edge, middle) in [
        (
            Variant::Book,
            (Value::Win, Some(13)),
            (Value::Draw, None),
            (Value::Win, Some(13)),
            (Value::Draw, None),
        ),
        (
            Variant::LineFirst,
            (Value::Win, Some(9)),
            // Nine plies after the opening, O has won.
            (Value::Loss, Some(10)),
            (Value::Loss, Some(10)),
            (Value::Win, Some(9)),
        ),
        (
            Variant::Reuse,
            (Value::Draw, None),
            (Value::Draw, None),
            (Value::Draw, None),
            (Value::Draw, None),
        ),
    ] {
        let solution = Solution::new(variant);
        assert_eq!(solution.variant(), variant);
        assert_eq!(Variant::from_name(variant.name()), Some(variant));
        assert_eq!(solution.value(&Infini::start()), start, "{variant:?}");
        let moves = solution.moves(&Infini::start());
        for (cells, expected) in [(&corners[..], corner), (&edges, edge), (&centre, middle)] {
            for &cell in cells {
                let one = moves[cell - 1];
                assert_eq!((one.value, one.plies), expected, "{variant:?} {cell}");
            }
        }
    }
    assert_eq!(Variant::from_name("Book"), None);
}

/// Positions met in games played at random, won ones left out.
fn random_positions(count: usize, seed: u64) -> Vec<Record> {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut record = Record::new(Game::Infini);
        for _ in 0..rng.below(40) {
            let legal = record.position().legal();
            let cell = legal
                .iter()
                .nth(rng.below(legal.len().max(1).into()) as usize);
            if let Some(cell) = cell {
                record.play(cell).expect("a legal move");
            }
        }
        if record.position().outcome().is_none() {
            found.push(record);
        }
    }
    found
}

fn infini(position: &Position) -> Infini {
    match position {
        Position::Infini(infini) => *infini,
        other => panic!("{other:?}"),
    }
}

#[test]
fn symmetric_positions_have_equal_values() {
    for variant in Variant::ALL {
        let solution = Solution::new(variant);
        for record in random_positions(1_000, 2) {
            let position = record.position();
            let expected = solution.value(&infini(&position));
            for symmetry in symmetries(Game::Infini) {
                let image = infini(&symmetry.position(&position));
                assert_eq!(solution.value(&image), expected, "{}", record.notation());
            }
        }
    }
}

/// The line that an analysis tells: as long as it says, to a line of the right
/// side; or, in endless play, until a position comes back.
#[test]
fn lines_that_follow() {
    let tables = Tables::new();
    let mut lengths = BTreeSet::new();
    for record in random_positions(2_000, 3) {
        let analysis = analyse_with(&tables, &record, None);
        let turn = record.position().turn();
        let mut played = record.clone();
        let mut keys = vec![played.position().key()];
        for &cell in &analysis.pv {
            played.play(cell).expect("a legal line");
            keys.push(played.position().key());
        }
        let outcome = played.position().outcome();
        let winner = match analysis.value {
            Value::Win => Some(turn),
            Value::Loss => Some(turn.other()),
            Value::Draw => None,
            Value::Unknown => panic!("a solved game"),
        };
        if analysis.cut_by_limit {
            assert_eq!(outcome, Some(Outcome::Draw));
        } else if let Some(winner) = winner {
            assert_eq!(outcome, Some(Outcome::Win(winner)), "{}", record.notation());
            assert_eq!(Some(analysis.pv.len()), analysis.plies.map(usize::from));
            lengths.insert(analysis.pv.len());
        } else if outcome.is_none() {
            let last = keys.pop().expect("a position");
            assert!(keys.contains(&last), "{}", record.notation());
            assert_eq!(keys.iter().collect::<HashSet<_>>().len(), keys.len());
        }
    }
    assert!(lengths.len() > 12, "{lengths:?}");
}

/// The draw after sixty moves does not change a value: the analysis says when it
/// comes first. Set-up, plies to the end, cut or not.
#[test]
fn the_limit_is_told_apart_from_the_value() {
    let tables = Tables::new();
    let solution = Solution::new(Variant::Book);
    let mut cut = 0;
    for record in random_positions(300, 4) {
        let position = record.position();
        let (value, Some(plies)) = solution.value(&infini(&position)) else {
            continue;
        };
        if position.ply() < 6 {
            continue;
        }
        let marks = position.setup();
        let marks = marks.split('n').next().expect("the marks");
        // The last move that is allowed makes the line, or the one after it would.
        let last = 60 - u32::from(plies);
        for (ply, expected) in [(last, false), (last + 2, true)] {
            // The moves played tell the side to move.
            if ply % 2 != position.ply() % 2 || ply >= 60 {
                continue;
            }
            let text = format!("{marks}n{ply}");
            let late = Record::parse(Game::Infini, &text).expect("a set-up");
            let analysis = analyse_with(&tables, &late, None);
            assert_eq!((analysis.value, analysis.plies), (value, Some(plies)));
            assert_eq!(analysis.cut_by_limit, expected, "{text}");
            cut += u32::from(expected);
        }
    }
    assert!(cut > 30, "{cut}");
}

/// The winning strategy: 156 positions, symmetric ones counted once.
#[test]
fn the_proof_answers_every_defence() {
    let solution = Solution::new(Variant::Book);
    let proof = solution.proof(&Infini::start()).expect("X wins");
    let nodes = proof.nodes();
    let count = |pick: fn(u16) -> bool| nodes.iter().filter(|node| pick(node.plies)).count();
    // X to move, O to move, won.
    assert_eq!(count(|plies| plies % 2 == 1), 78);
    assert_eq!(count(|plies| plies % 2 == 0 && plies > 0), 19);
    assert_eq!(count(|plies| plies == 0), 59);
    assert_eq!(nodes.len(), 156);
    let class = |moves: &[Cell]| {
        let mut record = Record::new(Game::Infini);
        for &cell in moves {
            record.play(cell).expect("a legal line");
        }
        (record.position().canonical().key(), record.position())
    };
    let mut classes = HashSet::new();
    for node in nodes {
        let (key, position) = class(&node.line);
        assert!(classes.insert(key), "{:?} is told twice", node.line);
        let won = position.outcome() == Some(Outcome::Win(Side::X));
        assert_eq!(won, node.plies == 0);
        let played: Vec<Cell> = node.moves.iter().map(|&(cell, _)| cell).collect();
        match position.turn() {
            _ if won => assert_eq!(played, []),
            Side::X => assert_eq!(played.len(), 1),
            Side::O => assert_eq!(played, position.legal().iter().collect::<Vec<_>>()),
        }
        let mut longest = 0;
        for &(cell, child) in &node.moves {
            let line = [&node.line[..], &[cell]].concat();
            assert_eq!(class(&line).0, class(&nodes[child].line).0);
            longest = longest.max(nodes[child].plies + 1);
        }
        assert_eq!(longest, node.plies);
    }
    assert_eq!(nodes[0].plies, 13);
    // From the loser's side too: the same games, without the first move.
    let edge = Record::parse(Game::Infini, "2").expect("a game").position();
    let rest = solution.proof(&infini(&edge)).expect("O loses");
    assert_eq!((rest.nodes().len(), rest.nodes()[0].plies), (155, 12));
    // Nothing to prove, or nothing left to.
    let won = Record::parse(Game::Infini, "1-4-2-5-3")
        .expect("a game")
        .position();
    assert_eq!(solution.proof(&infini(&won)), None);
    let centre = Record::parse(Game::Infini, "5").expect("a game").position();
    assert_eq!(solution.proof(&infini(&centre)), None);
}

/// Every defence, by every choice that the seeds make among equal moves.
#[test]
fn parfait_wins_within_thirteen_plies() {
    let parfait = Level::from_slug(Game::Infini, "parfait").expect("a level");
    let tables = Tables::new();
    let mut longest = 0;
    let mut openings = BTreeSet::new();
    for seed in 0..if QUICK { 4 } else { 40 } {
        let mut front = vec![Record::new(Game::Infini)];
        while let Some(mut record) = front.pop() {
            let position = record.position();
            match position.outcome() {
                Some(outcome) => {
                    assert_eq!(outcome, Outcome::Win(Side::X), "{}", record.notation());
                    longest = longest.max(record.moves().len());
                }
                None if position.turn() == Side::X => {
                    let cell = choose_with(&tables, &record, parfait, seed, None);
                    record.play(cell.expect("a move")).expect("a legal move");
                    openings.insert(Game::Infini.cell_name(record.moves()[0]));
                    front.push(record);
                }
                None => front.extend(position.legal().iter().map(|cell| {
                    let mut child = record.clone();
                    child.play(cell).expect("a legal move");
                    child
                })),
            }
        }
    }
    assert_eq!(longest, 13);
    assert!(openings.len() > 2, "{openings:?}");
    assert!(
        openings.iter().all(|name| "2468".contains(name.as_str())),
        "{openings:?}"
    );
}

/// As second player after an edge it is lost, and lingers; otherwise it never
/// loses, to whatever player.
#[test]
fn parfait_resists() {
    let parfait = Level::from_slug(Game::Infini, "parfait").expect("a level");
    let tables = Tables::new();
    let solution = Solution::new(Variant::Book);
    for record in random_positions(2_000, 5) {
        let position = record.position();
        let cell = choose_with(&tables, &record, parfait, 1, None).expect("a move");
        let (value, plies) = solution.value(&infini(&position));
        let child = position.play(cell).expect("a legal move");
        let kept = (value.other(), plies.map(|n| n - 1));
        assert_eq!(
            solution.value(&infini(&child)),
            kept,
            "{}",
            record.notation()
        );
    }
}

/// A position and the one among equal moves that leaves the fewest good replies.
#[test]
fn parfait_sets_traps() {
    let parfait = Level::from_slug(Game::Infini, "parfait").expect("a level");
    let tables = Tables::new();
    let solution = Solution::new(Variant::Book);
    let mut narrowed = 0;
    for record in random_positions(500, 6) {
        let analysis = analyse_with(&tables, &record, None);
        let good_replies = |cell: Cell| {
            let child = record.position().play(cell).expect("a legal move");
            let replies = solution.moves(&infini(&child));
            let top = solution.value(&infini(&child)).0;
            replies.iter().filter(|one| one.value == top).count()
        };
        let counts: Vec<usize> = analysis
            .best
            .iter()
            .map(|&cell| good_replies(cell))
            .collect();
        let cell = choose_with(&tables, &record, parfait, 1, None).expect("a move");
        assert_eq!(Some(good_replies(cell)), counts.iter().copied().min());
        narrowed += u32::from(counts.iter().min() < counts.iter().max());
    }
    assert!(narrowed > 10, "{narrowed}");
}
