//! The committed exercises: each is judged anew, and nothing in them is typed by
//! hand.

use std::collections::HashSet;
use std::process::Command;

use morpion_engine::{BENCHES, Game, Goal, Judge, Progress, Record, Tables, Verdict};
use serde_json::Value;

const FILES: [(Game, &str); 4] = [
    (
        Game::Classique,
        include_str!("../../engine/data/exercises-classique.jsonl"),
    ),
    (
        Game::Infini,
        include_str!("../../engine/data/exercises-infini.jsonl"),
    ),
    (
        Game::Ultimate,
        include_str!("../../engine/data/exercises-ultimate.jsonl"),
    ),
    (
        Game::Cube,
        include_str!("../../engine/data/exercises-3d.jsonl"),
    ),
];

fn lines(text: &str) -> Vec<Value> {
    let line = |line| serde_json::from_str(line).expect("a line of JSON");
    text.lines().map(line).collect()
}

fn word<'a>(exercise: &'a Value, key: &str) -> &'a str {
    exercise[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key}: {exercise}"))
}

fn list(exercise: &Value, key: &str) -> Vec<String> {
    let list = exercise[key]
        .as_array()
        .unwrap_or_else(|| panic!("{key}: {exercise}"));
    list.iter()
        .map(|one| one.as_str().expect("a word").to_owned())
        .collect()
}

/// The games whose verdicts are looked up are judged whole; of the others, without
/// optimisation, a slice.
fn in_slice(game: Game, number: usize) -> bool {
    !cfg!(debug_assertions)
        || matches!(game, Game::Classique | Game::Infini)
        || number.is_multiple_of(5)
}

#[test]
fn the_committed_exercises_are_judged_anew() {
    let tables = Tables::new();
    for (game, text) in FILES {
        let lines = lines(text);
        let (header, exercises) = lines.split_first().expect("a header");
        assert_eq!(word(header, "game"), game.slug());
        assert!(exercises.len() >= 40, "{game}: {}", exercises.len());
        assert_eq!(header["count"].as_u64(), Some(exercises.len() as u64));
        let mut seen = HashSet::new();
        let mut grade = 1;
        for (number, exercise) in exercises.iter().enumerate() {
            let id = word(exercise, "id");
            assert_eq!(id, format!("{game}-{:02}", number + 1));
            // From easy to hard, and no two alike.
            let next = exercise["grade"].as_u64().expect("a grade");
            assert!(next == grade || next == grade + 1, "{id}");
            grade = next;
            let record = Record::parse(game, word(exercise, "moves")).expect(id);
            assert!(seen.insert(record.position().canonical()), "{id}: a twin");
            let accepted = list(exercise, "accepted");
            let legal = record.position().legal().len() as usize;
            assert_eq!(exercise["legal"].as_u64(), Some(legal as u64), "{id}");
            assert!(!accepted.is_empty() && 3 * accepted.len() <= legal, "{id}");
            assert!(!list(exercise, "theme").is_empty(), "{id}");
            assert!(!list(exercise, "tempts").is_empty(), "{id}");
            if !in_slice(game, number) {
                continue;
            }
            let goal = Goal::from_name(word(exercise, "goal")).expect(id);
            let mut judge = Judge::with_tables(&tables, &record, goal);
            while judge.run(u64::MAX) == Progress::Working {}
            assert_eq!(judge.goal_holds(), Ok(()), "{id}");
            assert!(judge.unknown().is_empty(), "{id}");
            let kept = judge.accepted().iter();
            let kept: Vec<String> = kept.map(|cell| game.cell_name(cell)).collect();
            assert_eq!(kept, accepted, "{id}");
            // The tempting move misses as it is told.
            let tempting = game.cell_from_name(word(exercise, "tempting")).expect(id);
            let Some(Verdict::Misses { fault, refutation }) = judge.verdict(tempting) else {
                panic!("{id}: the tempting move is not wrong");
            };
            assert_eq!(fault.name(), word(exercise, "fault"), "{id}");
            let line = refutation.iter().map(|&cell| game.cell_name(cell));
            assert_eq!(
                line.collect::<Vec<_>>(),
                list(exercise, "refutation"),
                "{id}"
            );
        }
    }
}

/// When the engine searches otherwise, the files are to be made again.
#[test]
fn the_signature_is_not_stale() {
    for (game, text) in FILES {
        // Two million nodes without optimisation are no moment any more.
        if cfg!(debug_assertions) && game == Game::Cube {
            continue;
        }
        let benches = BENCHES.iter().filter(|bench| bench.game == game);
        let nodes: u64 = benches.map(|bench| bench.run().expect("a bench")).sum();
        let header = &lines(text)[0];
        assert_eq!(header["signature"].as_u64(), Some(nodes), "{game}");
    }
}

/// The command that the header names makes the file again, byte for byte: tried
/// where it takes a moment.
#[test]
fn the_files_can_be_made_again() {
    for (game, text) in &FILES[..2] {
        let header = &lines(text)[0];
        let command = word(header, "command");
        let mut words = command.split(' ');
        assert_eq!(words.next(), Some("morpion"));
        let output = Command::new(env!("CARGO_BIN_EXE_morpion"))
            .args(words)
            .output()
            .expect("the program runs");
        assert!(output.status.success());
        assert_eq!(String::from_utf8_lossy(&output.stdout), *text, "{game}");
    }
}

#[test]
fn bad_requests_are_refused() {
    for (arguments, told) in [
        (&["exercises"][..], "a game is missing"),
        (&["exercises", "dames"], "unknown game"),
        (&["exercises", "3d", "--count", "0"], "--count takes"),
        (&["exercises", "3d", "--count", "201"], "--count takes"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_morpion"))
            .args(arguments)
            .output()
            .expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(told), "{message}");
    }
}
