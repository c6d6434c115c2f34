//! Morpion classique solved: against plain minimax, symmetry and every opponent.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use morpion_engine::classique::{Classique, Opening, Solution};
use morpion_engine::{
    Cell, Game, Level, Outcome, Position, Record, Rules, Side, Tables, Value, analyse, choose_with,
    symmetries,
};

/// Every position that a game can reach, by the number of moves.
fn positions() -> Vec<HashSet<Classique>> {
    let mut levels = vec![HashSet::from([Classique::start()])];
    for ply in 0..9 {
        levels.push(levels[ply].iter().flat_map(children).collect());
    }
    levels
}

fn children(position: &Classique) -> impl Iterator<Item = Classique> {
    let legal = position.legal().iter();
    legal
        .map(|cell| after(position, cell))
        .collect::<Vec<_>>()
        .into_iter()
}

fn after(position: &Classique, cell: Cell) -> Classique {
    let mut child = *position;
    child.play_unchecked(cell);
    child
}

/// Plain minimax, without a table: the winner hurries, the loser lingers.
fn minimax(position: &Classique) -> (Value, u16) {
    match position.outcome() {
        Some(Outcome::Win(_)) => return (Value::Loss, 0),
        Some(Outcome::Draw) => return (Value::Draw, 0),
        None => {}
    }
    let replies: Vec<_> = children(position).map(|child| minimax(&child)).collect();
    let lengths = |value| {
        let of_value = replies.iter().filter(move |reply| reply.0 == value);
        of_value.map(|reply| reply.1 + 1)
    };
    if let Some(plies) = lengths(Value::Loss).min() {
        (Value::Win, plies)
    } else if let Some(plies) = lengths(Value::Draw).max() {
        (Value::Draw, plies)
    } else {
        (Value::Loss, lengths(Value::Win).max().expect("a move"))
    }
}

#[test]
fn every_value_is_that_of_plain_minimax() {
    let solution = Solution::new();
    // The first three moves take most of the time.
    let from = if cfg!(debug_assertions) { 3 } else { 0 };
    let mut checked = 0;
    for position in positions().iter().skip(from).flatten() {
        assert_eq!(solution.value(position), minimax(position), "{position:?}");
        for one in solution.moves(position) {
            let (value, plies) = minimax(&after(position, one.cell));
            assert_eq!((one.value, one.plies), (value.other(), Some(plies + 1)));
        }
        checked += 1;
    }
    assert!(checked > 5_000);
    assert_eq!(solution.positions(), 5_478);
}

#[test]
fn symmetric_positions_have_equal_values() {
    let solution = Solution::new();
    for position in positions().iter().flatten() {
        for symmetry in symmetries(Game::Classique) {
            let image = symmetry.position(&Position::Classique(*position));
            let Position::Classique(image) = image else {
                panic!("another game");
            };
            assert_eq!(solution.value(position), solution.value(&image));
        }
    }
}

/// The record of a position whose moves do not matter.
fn record(position: &Classique) -> Record {
    Record::from_position(Position::Classique(*position))
}

/// Every opponent there can be, as first and as second player: Parfait meets all
/// moves in all positions that it lets happen.
#[test]
fn parfait_never_loses() {
    let parfait = Level::from_slug(Game::Classique, "parfait").expect("a level");
    let tables = Tables::new();
    let solution = Solution::new();
    for (seed, me) in (0..8).flat_map(|seed| Side::BOTH.map(|side| (seed, side))) {
        let mut seen = HashSet::new();
        let mut front = vec![Classique::start()];
        let mut ends: BTreeMap<&str, u32> = BTreeMap::new();
        while let Some(position) = front.pop() {
            if !seen.insert(position) {
                continue;
            }
            match position.outcome() {
                Some(outcome) => {
                    let how = if outcome == Outcome::Draw {
                        "draw"
                    } else {
                        "win"
                    };
                    assert_ne!(outcome, Outcome::Win(me.other()), "{position:?}");
                    *ends.entry(how).or_default() += 1;
                }
                None if position.turn() == me => {
                    let record = record(&position);
                    let cell = choose_with(&tables, &record, parfait, seed, None);
                    let child = after(&position, cell.expect("a move"));
                    // As fast as can be, and no slower.
                    let (value, plies) = solution.value(&position);
                    assert_eq!(solution.value(&child), (value.other(), plies - 1));
                    front.push(child);
                }
                None => front.extend(children(&position)),
            }
        }
        assert!(
            ends["draw"] > 0 && ends["win"] > 10,
            "{me} {seed}: {ends:?}"
        );
    }
}

/// Among equal moves it leaves the most ways to err: a corner has one good reply
/// of eight, the centre four, an edge five.
#[test]
fn parfait_opens_in_a_corner() {
    let parfait = Level::from_slug(Game::Classique, "parfait").expect("a level");
    let start = record(&Classique::start());
    let opened: BTreeSet<_> = (0..100)
        .filter_map(|seed| choose_with(&Tables::new(), &start, parfait, seed, None))
        .map(|cell| Game::Classique.cell_name(cell))
        .collect();
    assert_eq!(opened.into_iter().collect::<String>(), "1379");
}

/// Positions after n moves, symmetric ones counted once, finished games included.
#[test]
fn positions_fall_into_765_classes() {
    let classes = positions().into_iter().map(|level| {
        let canonical = |position: &Classique| Position::Classique(*position).canonical();
        level.iter().map(canonical).collect::<HashSet<_>>().len()
    });
    let classes: Vec<usize> = classes.collect();
    assert_eq!(classes, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
    assert_eq!(classes.iter().sum::<usize>(), 765);
}

/// Two openings have one name exactly when a symmetry makes one of the other.
#[test]
fn openings_are_named_by_symmetry() {
    let mut names: HashMap<Position, Opening> = HashMap::new();
    for first in 0..9 {
        for reply in (0..9).filter(|&reply| reply != first) {
            let moves = [Cell(first), Cell(reply)];
            let mut record = Record::new(Game::Classique);
            assert_eq!(Opening::of(record.moves()), None);
            for cell in moves {
                record.play(cell).expect("an empty cell");
            }
            let opening = Opening::of(record.moves()).expect("two moves");
            let known = *names
                .entry(record.position().canonical())
                .or_insert(opening);
            assert_eq!(known, opening, "{}", record.notation());
        }
    }
    assert_eq!(names.len(), 12);
    assert_eq!(names.values().collect::<HashSet<_>>().len(), 12);
    for (opening, example) in Opening::ALL {
        assert_eq!(Opening::of(&example), Some(opening));
        assert!(names.values().any(|&name| name == opening));
    }
    // The first move alone.
    let [first, _] = Opening::ALL[0].1;
    let alone = Opening::of(&[first]).expect("a move");
    assert_eq!((alone.first.name(), alone.reply), ("corner", None));
}

/// What an analysis says: position; value, plies, best moves.
const ROWS: &[(&str, Value, u16, &str)] = &[
    ("", Value::Draw, 9, "1 2 3 4 5 6 7 8 9"),
    // The centre is the only answer to a corner.
    ("1", Value::Draw, 8, "5"),
    // An edge answered to the centre loses.
    ("5-2", Value::Win, 5, "1 3 4 6 7 9"),
    // A block, a win, a lost position that lingers.
    ("1-5-2", Value::Draw, 6, "3"),
    ("1-4-2-5", Value::Win, 1, "3"),
    ("1-2-5", Value::Loss, 4, "9"),
    // Games that are over.
    ("1-4-2-5-3", Value::Loss, 0, ""),
    ("1-2-3-5-4-6-8-7-9", Value::Draw, 0, ""),
];

#[test]
fn analyses() {
    for &(moves, value, plies, best) in ROWS {
        let record = Record::parse(Game::Classique, moves).expect(moves);
        let analysis = analyse(&record, None);
        let names: Vec<String> = analysis
            .best
            .iter()
            .map(|&cell| Game::Classique.cell_name(cell))
            .collect();
        assert_eq!(
            (analysis.value, analysis.plies),
            (value, Some(plies)),
            "{moves}"
        );
        assert_eq!(names.join(" "), best, "{moves}");
        // The line that follows is legal, and as long as it says.
        let mut played = record.clone();
        for &cell in &analysis.pv {
            played.play(cell).expect("a legal line");
        }
        assert_eq!(analysis.pv.len(), usize::from(plies), "{moves}");
        assert!(played.position().outcome().is_some());
        assert!(!analysis.cut_by_limit);
    }
}
