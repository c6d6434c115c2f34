//! `morpion analyse` and `morpion bench`, as a script runs them.

use std::process::{Command, Output};

use serde_json::{Value, json};

fn morpion(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_morpion"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

/// Runs a command that must succeed in silence on stderr; gives its stdout.
fn succeed(arguments: &[&str]) -> String {
    let output = morpion(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("the program writes UTF-8")
}

fn analysed(game: &str, moves: &str) -> Value {
    let text = succeed(&["analyse", game, moves, "--json"]);
    serde_json::from_str(&text).expect("one object")
}

/// Game, moves, then what the object must be: all of it.
#[test]
fn objects() {
    let rows = [
        (
            "classique",
            "1-4-2-5-7-8",
            json!({
                "value": "win", "plies": 1,
                "moves": [
                    {"move": "3", "value": "win", "plies": 1},
                    {"move": "6", "value": "draw", "plies": 3},
                    {"move": "9", "value": "loss", "plies": 2},
                ],
                "best": ["3"], "pv": ["3"],
            }),
        ),
        (
            "classique",
            "1-4-2-5-3",
            json!({"value": "loss", "plies": 0, "moves": [], "best": [], "pv": []}),
        ),
        (
            "infini",
            // X threatens 8 with 7 and 9, when 2 has gone.
            "1-5-2-3-7-4-9",
            json!({
                "value": "loss", "plies": 4,
                "moves": [
                    {"move": "1", "value": "loss", "plies": 2},
                    {"move": "6", "value": "loss", "plies": 2},
                    {"move": "8", "value": "loss", "plies": 4},
                ],
                "best": ["8"], "pv": ["8", "6", "1", "3"],
            }),
        ),
    ];
    for (game, moves, expected) in rows {
        assert_eq!(analysed(game, moves), expected, "{game} {moves}");
    }
}

#[test]
fn endless_play_is_a_draw_without_plies() {
    let report = analysed("infini", "5");
    assert_eq!(
        (&report["value"], &report["plies"]),
        (&json!("draw"), &Value::Null)
    );
    assert_eq!(report["best"], json!(["1", "3", "7", "9"]));
    assert!(report.get("cut_by_limit").is_none());
    let start = analysed("infini", "");
    assert_eq!(
        (&start["value"], &start["plies"]),
        (&json!("win"), &json!(13))
    );
    assert_eq!(start["best"], json!(["2", "4", "6", "8"]));
    assert_eq!(start["pv"].as_array().map(Vec::len), Some(13));
}

#[test]
fn the_limit_is_told() {
    // O makes a line three plies from now, or would.
    let report = analysed("infini", "x1-4-8o2-3-7txn58");
    assert_eq!(report["cut_by_limit"], json!(true), "{report}");
    let text = succeed(&["analyse", "infini", "x1-4-8o2-3-7txn58"]);
    assert!(
        text.ends_with("The draw after sixty moves comes first.\n"),
        "{text}"
    );
}

#[test]
fn other_orders_of_the_rule() {
    for (rule, value, plies, best) in [
        ("book", "win", json!(13), json!(["2", "4", "6", "8"])),
        ("line-first", "win", json!(9), json!(["5"])),
        (
            "reuse",
            "draw",
            Value::Null,
            json!(["1", "2", "3", "4", "5", "6", "7", "8", "9"]),
        ),
    ] {
        let text = succeed(&["analyse", "infini", "--rule", rule, "--json"]);
        let report: Value = serde_json::from_str(&text).expect("one object");
        assert_eq!(report["value"], value, "{rule}");
        assert_eq!(
            (&report["plies"], &report["best"]),
            (&plies, &best),
            "{rule}"
        );
    }
}

#[test]
fn text_for_people() {
    assert_eq!(
        succeed(&["analyse", "classique", "1-4-2-5-7-8"]),
        "\
X to move: win in 1 ply
* 3   win in 1 ply
  6   draw in 3 plies
  9   loss in 2 plies
pv: 3
"
    );
}

/// A game without a table says no more than it knows.
#[test]
fn games_that_are_searched() {
    for (game, moves, cells) in [("ultimate", "55-51", 9), ("3d", "111-222", 62)] {
        let text = succeed(&["analyse", game, moves, "--nodes", "2000", "--json"]);
        let report: Value = serde_json::from_str(&text).expect("one object");
        let known = ["win", "loss", "draw", "unknown"];
        let moves = report["moves"].as_array().expect("moves");
        assert_eq!(moves.len(), cells, "{game}");
        for one in moves.iter().chain([&report]) {
            assert!(
                known.iter().any(|word| one["value"] == *word),
                "{game} {one}"
            );
            let score = one.get("score").and_then(Value::as_f64);
            assert!(score.is_none_or(|score| score.abs() <= 1.0), "{game} {one}");
        }
    }
}

#[test]
fn bad_input_is_named() {
    for (arguments, message) in [
        (&["analyse"][..], "a game is missing"),
        (&["analyse", "echecs"], "unknown game"),
        (
            &["analyse", "infini", "2-2"],
            "byte 2: move 2: 2 is refused: the cell is occupied",
        ),
        (
            &["analyse", "3d", "--nodes", "many"],
            "--nodes takes a whole number",
        ),
        (
            &["analyse", "3d", "--rule", "book"],
            "--rule is for infini only, not for 3d",
        ),
        (
            &["analyse", "infini", "--rule", "mine"],
            "--rule takes book, line-first or reuse",
        ),
        (&["analyse", "infini", "5", "1"], "unexpected argument"),
        (&["bench", "3d"], "unexpected argument"),
    ] {
        let output = morpion(arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(told.contains(message), "{arguments:?}: {told}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn the_signature_is_the_sum() {
    if cfg!(debug_assertions) {
        // The searches take their time without optimisation.
        return;
    }
    let report: Value = serde_json::from_str(&succeed(&["bench", "--json"])).expect("one object");
    let games = report["games"].as_array().expect("games");
    let names: Vec<&Value> = games.iter().map(|line| &line["game"]).collect();
    assert_eq!(names, ["classique", "infini", "ultimate", "3d"]);
    let sum: u64 = games.iter().filter_map(|line| line["nodes"].as_u64()).sum();
    assert_eq!(report["nodes"].as_u64(), Some(sum));
    let help = succeed(&["bench", "--help"]);
    for name in report.as_object().expect("an object").keys() {
        assert!(
            help.contains(&format!("{name},")) || help.contains(&format!("{name} (")),
            "{name}"
        );
    }
    let text = succeed(&["bench"]);
    assert_eq!(text.lines().count(), 5);
    assert!(text.ends_with(&format!(" {sum}\n")), "{text}");
}

/// The computer at a level: it opens on an edge, which alone wins.
#[test]
fn play_at_a_level() {
    let arguments = ["play", "infini", "--first", "computer", "--json"];
    let text = succeed(&[&arguments[..], &["--level", "parfait"]].concat());
    let last: Value = serde_json::from_str(text.lines().last().unwrap_or("")).expect("a turn");
    assert_eq!(last["by"], "computer");
    let edges = ["2", "4", "6", "8"];
    assert!(edges.iter().any(|edge| last["cell"] == *edge), "{last}");
    let output = morpion(&["play", "infini", "--level", "patashnik"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        told.contains("levels of infini: facile, moyen, difficile, parfait"),
        "{told}"
    );
}
