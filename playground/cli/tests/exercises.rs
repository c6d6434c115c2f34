//! The committed exercises: each is judged anew, and nothing in them is typed by
//! hand.

use std::collections::HashSet;
use std::process::Command;

use morpion_engine::{
    BENCHES, Game, Goal, GoalError, Judge, Outcome, Progress, Record, Tables, Verdict,
};
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
            // The solution wins with the marks that are asked for, and resists as it can.
            if let Goal::WinIn(marks @ 2..) = goal {
                let line = list(exercise, "solution");
                let mut game_so_far = record.clone();
                let mut left = goal;
                for (ply, name) in line.iter().enumerate() {
                    let cell = game.cell_from_name(name).expect(id);
                    if ply % 2 == 0 {
                        let mut judge = Judge::with_tables(&tables, &game_so_far, left);
                        while judge.run(u64::MAX) == Progress::Working {}
                        assert!(judge.accepted().contains(cell), "{id}: {name}");
                        left = left.after_move(game).unwrap_or(left);
                    }
                    game_so_far.play(cell).expect(id);
                }
                assert_eq!(line.len(), 2 * usize::from(marks) - 1, "{id}");
                let winner = record.position().turn();
                let outcome = game_so_far.position().outcome();
                assert_eq!(outcome, Some(Outcome::Win(winner)), "{id}");
            }
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

fn holds(tables: &Tables, record: &Record, goal: Goal) -> Result<(), GoalError> {
    let mut judge = Judge::with_tables(tables, record, goal);
    while judge.run(u64::MAX) == Progress::Working {}
    judge.goal_holds()
}

/// Nothing else comes first: a win at once, a threat that has to be answered, a win
/// where a draw is asked for. And who has blocked is not lost all the same.
#[test]
fn what_is_asked_is_what_matters() {
    let tables = Tables::new();
    for (game, text) in FILES {
        for (number, exercise) in lines(text)[1..].iter().enumerate() {
            if !in_slice(game, number) {
                continue;
            }
            let id = word(exercise, "id");
            let record = Record::parse(game, word(exercise, "moves")).expect(id);
            let goal = Goal::from_name(word(exercise, "goal")).expect(id);
            if goal != Goal::WinIn(1) {
                let at_once = holds(&tables, &record, Goal::WinIn(1));
                assert!(at_once.is_err(), "{id}: there is a win at once");
                let idle = holds(&tables, &record, Goal::BLOCK) == Err(GoalError::Idle);
                assert_eq!(idle, goal != Goal::BLOCK, "{id}: a threat");
            }
            if goal == Goal::NotLose {
                let won = holds(&tables, &record, Goal::Win);
                assert!(won.is_err(), "{id}: the solver can win");
            }
            if goal == Goal::BLOCK {
                let theirs = match game {
                    Game::Classique | Game::Infini => Goal::Win,
                    Game::Ultimate | Game::Cube => Goal::WinIn(3),
                };
                for name in list(exercise, "accepted") {
                    let mut after = record.clone();
                    let cell = game.cell_from_name(&name).expect(id);
                    after.play(cell).expect(id);
                    let lost = holds(&tables, &after, theirs);
                    assert!(lost.is_err(), "{id}: {name} is lost all the same");
                }
            }
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

/// The help names what the files hold, and nothing else.
#[test]
fn the_help_lists_the_fields() {
    let help = Command::new(env!("CARGO_BIN_EXE_morpion"))
        .args(["exercises", "--help"])
        .output()
        .expect("the program runs");
    let help = String::from_utf8(help.stdout).expect("text");
    let fields = |start: &str, end: &str| -> HashSet<String> {
        let (_, list) = help.split_once(start).expect(start);
        let (list, _) = list.split_once(end).expect(end);
        let words = list.split(|c: char| !c.is_ascii_lowercase());
        words
            .filter(|word| !word.is_empty() && *word != "and")
            .map(str::to_owned)
            .collect()
    };
    let held = |lines: &[Value]| -> HashSet<String> {
        let objects = lines.iter().filter_map(Value::as_object);
        objects.flat_map(|object| object.keys().cloned()).collect()
    };
    let all = FILES.map(|(_, text)| lines(text));
    let (headers, exercises): (Vec<_>, Vec<_>) = all
        .iter()
        .map(|lines| (lines[0].clone(), &lines[1..]))
        .unzip();
    assert_eq!(fields("first ", "\nthen"), held(&headers));
    assert_eq!(fields("exercises: ", ".\n"), held(&exercises.concat()));
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
