//! The first player's strategy of the cube: its forms, its look-ups, and its proof.

use std::collections::HashSet;

use morpion_engine::cube::check::{Check, Mode, Outcome, Why};
use morpion_engine::cube::{Certificate, Entry, replay};
use morpion_engine::{Cell, CellSet, Game, Rng, Truth, symmetries};

const QUICK: bool = cfg!(debug_assertions);

const TEXT: &str = include_str!("../data/strategie-3d.txt");
const PACKED: &[u8] = include_bytes!("../data/strategie-3d.bin");

#[test]
fn text_and_packed_form_agree() {
    let certificate = Certificate::parse(TEXT).expect("the text");
    let known = Truth::find("3d.certificate.entries").map(|truth| truth.value);
    assert_eq!(Some(certificate.entries().len() as u64), known);
    assert_eq!(certificate.text(), TEXT);
    assert_eq!(certificate.pack(), PACKED);
    assert_eq!(Certificate::unpack(PACKED), certificate);
    assert_eq!(Certificate::shipped(), certificate);
    assert!(PACKED.len() <= 6 * 1024, "{} bytes", PACKED.len());
}

/// Any certificate goes through its packed form, and any bytes give some certificate.
#[test]
fn packing_loses_nothing() {
    let all = Certificate::shipped();
    let mut rng = Rng::new(41);
    for _ in 0..if QUICK { 10 } else { 200 } {
        let share = 1 + rng.below(50);
        let some = all.entries().iter().copied();
        let some = Certificate::from_entries(some.filter(|_| rng.below(share) == 0));
        assert_eq!(Certificate::unpack(&some.pack()), some);
    }
    for length in [0, 1, 5, 100, 4000] {
        let bytes: Vec<u8> = (0..length).map(|_| rng.next_u64() as u8).collect();
        let noise = Certificate::unpack(&bytes);
        let whole = |entry: &Entry| entry.first.count_ones() <= 31 && entry.play.0 < 64;
        assert!(noise.entries().iter().all(whole));
    }
}

#[test]
fn an_entry_is_found_through_every_symmetry() {
    let certificate = Certificate::shipped();
    for entry in certificate
        .entries()
        .iter()
        .step_by(if QUICK { 97 } else { 1 })
    {
        for symmetry in symmetries(Game::Cube) {
            let image = |set: u64| symmetry.apply(CellSet(u128::from(set))).0 as u64;
            let (first, second) = (image(entry.first), image(entry.second));
            let play = certificate.find(first, second).expect("an entry");
            // The same move, or one that a symmetry of the position makes of it.
            let after = |mine: u64, cell: Cell| mine | 1 << cell.0;
            let found = [after(first, play), second];
            let expected = [after(first, symmetry.cell(entry.play)), second];
            let alike = symmetries(Game::Cube).iter().any(|symmetry| {
                let image = |set: u64| symmetry.apply(CellSet(u128::from(set))).0 as u64;
                found.map(image) == expected
            });
            assert!(found == expected || alike);
        }
    }
    assert_eq!(certificate.find(0, 1), None);
    assert_eq!(certificate.find(u64::MAX, 0), None);
}

#[test]
fn wrong_lines_are_named() {
    for (text, message) in [
        ("A\nAB!", "line 2: '!' is no letter of a cell"),
        (
            "A\nAB",
            "line 2: a line has as many cells of each side, then a move",
        ),
        (
            "\n",
            "line 1: a line has as many cells of each side, then a move",
        ),
        ("ABA", "line 1: cell A is named twice"),
        ("BAKLC", "line 1: the cells of a side do not ascend"),
        (
            "CAB",
            "line 1: the position is not the first of its symmetric images",
        ),
        ("A\nABM\nABC", "line 3: an earlier line has this position"),
    ] {
        let error = Certificate::parse(text).expect_err("a wrong line");
        assert_eq!(error.to_string(), message, "{text:?}");
    }
    assert!(Certificate::parse("").is_ok_and(|none| none.entries().is_empty()));
}

/// The proof, whole where the code is optimised.
#[test]
fn the_first_player_wins_every_game() {
    let mut check = Check::new(TEXT, Mode::Canonical).expect("a certificate");
    if QUICK {
        assert_eq!(check.run(100_000), None);
        return;
    }
    assert_eq!(check.run(u64::MAX), Some(&Outcome::Proved));
    let counts = check.counts();
    for (key, count) in [
        ("3d.certificate.entries", counts.entries_used),
        ("3d.check.positions", counts.positions),
        ("3d.check.replies", counts.replies),
        ("3d.check.longest-game", u64::from(counts.longest_game)),
    ] {
        assert_eq!(
            Truth::find(key).map(|truth| truth.value),
            Some(count),
            "{key}"
        );
    }
}

/// However it is cut into slices, in both modes.
#[test]
fn a_check_can_be_interrupted() {
    let mut rng = Rng::new(42);
    for mode in [Mode::Canonical, Mode::Exact] {
        let replies = if QUICK { 5_000 } else { 200_000 };
        let mut whole = Check::new(TEXT, mode).expect("a certificate");
        let mut sliced = Check::new(TEXT, mode).expect("a certificate");
        whole.run(replies);
        while sliced.counts().replies < replies {
            let slice = 1 + rng.below(1_000);
            sliced.run(slice.min(replies - sliced.counts().replies));
        }
        assert_eq!(sliced.counts(), whole.counts());
    }
}

enum Damage {
    Without(&'static str),
    Instead(&'static str, &'static str),
}

use Damage::{Instead, Without};

/// Ten damaged copies, the soonest refuted first: without optimisation only the
/// first few are tried.
const DAMAGED: [Damage; 10] = [
    Without("A"),
    Instead("ADEMw", "ADEM1"),
    Instead("ADMBQwV", "ADMBQwb"),
    Without("ADMBgwV"),
    Instead("ADMBFQV", "ADMBFQH"),
    Instead("ADMBQnV", "ADMBQns"),
    Without("ADMBQbV"),
    Without("ADMBQ7W"),
    Instead("ADMBQ8V", "ADMBQ8t"),
    Without("ADMBQdV"),
];

#[test]
fn damaged_copies_are_refused() {
    let sound: HashSet<&str> = TEXT.lines().collect();
    for damage in &DAMAGED[..if QUICK { 3 } else { 10 }] {
        let (out, new) = match damage {
            Without(entry) => (entry, None),
            Instead(entry, other) => (entry, Some(*other)),
        };
        assert!(sound.contains(out), "{out}");
        let lines = TEXT.lines().filter(|line| line != out).chain(new);
        let text = lines.collect::<Vec<_>>().join("\n");
        let mut check = Check::new(&text, Mode::Canonical).expect("entries");
        let Some(Outcome::Refuted(refutation)) = check.run(u64::MAX) else {
            panic!("accepted without {out}");
        };
        let damaged = Certificate::parse(&text).expect("a certificate");
        assert_eq!(replay(&damaged, refutation), Ok(()), "without {out}");
        // The refutation is one of the damaged copy alone.
        let whole = Certificate::shipped();
        assert!(replay(&whole, refutation).is_err(), "without {out}");
    }
}

/// A game that refutes nothing is found out.
#[test]
fn the_replay_believes_nothing() {
    let whole = Certificate::shipped();
    for (moves, why, message) in [
        (
            vec![],
            Why::NoMove,
            "after 0 moves: the game does not end as it is said to",
        ),
        (
            vec![1],
            Why::NoMove,
            "after 0 moves: not the move of the certificate",
        ),
        (
            vec![0, 0],
            Why::NoMove,
            "after 1 moves: the cell is occupied",
        ),
        (
            vec![0, 1],
            Why::SecondWins,
            "after 2 moves: the game does not end as it is said to",
        ),
    ] {
        let refutation = morpion_engine::cube::check::Refutation { moves, why };
        let error = replay(&whole, &refutation).expect_err("no refutation");
        assert_eq!(error.to_string(), message);
    }
}
