//! The built program, as a person or a script runs it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn morpion(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_morpion"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that stops early closes its end: that is no failure of the test.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the program writes UTF-8")
}

/// Runs a command that must succeed in silence on stderr; gives its stdout.
fn succeed(arguments: &[&str], input: &str) -> String {
    let output = morpion(arguments, input.as_bytes());
    assert_eq!(text(output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    text(output.stdout)
}

fn parse(line: &str) -> Value {
    serde_json::from_str(line).expect("a line of JSON")
}

#[test]
fn perft_prints_a_line_for_each_depth() {
    let rows: [(&[&str], &[u64], &str); 4] = [
        (
            &["classique", "9"],
            &[9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872],
            "bulk",
        ),
        (&["infini", "4", "--single"], &[9, 72, 504, 3024], "single"),
        (
            &["ultimate", "--bulk", "4"],
            &[81, 720, 6336, 55080],
            "bulk",
        ),
        (&["3d", "3"], &[64, 4032, 249_984], "bulk"),
    ];
    for (arguments, counts, how) in rows {
        let output = morpion(&[&["perft"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(0));
        let lines: Vec<String> = (1..)
            .zip(counts)
            .map(|(n, count)| format!("{n} {count}\n"))
            .collect();
        assert_eq!(text(output.stdout), lines.concat());
        let told = text(output.stderr);
        let depth = format!("depth {}: ", counts.len());
        assert!(told.starts_with(&depth), "{told}");
        assert!(told.contains(&format!(" leaves/s ({how}: ")), "{told}");
    }
}

#[test]
fn perft_in_json() {
    for (flag, bulk) in [("--bulk", true), ("--single", false)] {
        let report = parse(&succeed(&["perft", "ultimate", "3", "--json", flag], ""));
        assert_eq!(report["game"], "ultimate");
        assert_eq!(report["bulk"], bulk);
        assert_eq!(report["counts"], json!([81, 720, 6336]));
        assert!(report["seconds"].is_f64() && report["leaves_per_second"].is_u64());
    }
}

const SHOWN: &[(&str, &str, &str)] = &[
    (
        "classique",
        "5-1-9",
        "\
O . .
. X .
. . X

game: classique
moves: 5 1 9
setup: x5-9o1to
ply: 3
turn: o
legal: 2 3 4 6 7 8
outcome: null
lines: none
",
    ),
    (
        "infini",
        "1-4-5-6-2-8-9",
        "\
.   X2  .
O1~ X1~ O2
.   O3  X3

game: infini
moves: 1 4 5 6 2 8 9
setup: x5-2-9o4-6-8ton7
ply: 7
turn: o
legal: 1 3 7
outcome: null
lines: none
vanishing: x 5, o 4
",
    ),
    (
        "ultimate",
        "55-59-95-51-15-52-25-53-31-11",
        "\
[ O . . ]|  . . .  |  X . .
[ . X . ]|  . X .  |  . . .
[ . . . ]|  . . .  |  . . .
---------+---------+---------
  . . .  |o O O O o|  . . .
  . . .  |o . X . o|  . . .
  . . .  |o . . O o|  . . .
---------+---------+---------
  . . .  |  . . .  |  . . .
  . . .  |  . . .  |  . X .
  . . .  |  . . .  |  . . .

game: ultimate
moves: 55 59 95 51 15 52 25 53 31 11
",
    ),
    (
        "3d",
        "111-211-112-212-113-213-114",
        "\
floor 1     floor 2     floor 3     floor 4
X X X X     O O O .     . . . .     . . . .
. . . .     . . . .     . . . .     . . . .
. . . .     . . . .     . . . .     . . . .
. . . .     . . . .     . . . .     . . . .

game: 3d
moves: 111 211 112 212 113 213 114
setup: x111-112-113-114o211-212-213to
ply: 7
turn: o
legal: none
outcome: x
lines: 111-112-113-114
",
    ),
];

#[test]
fn show_draws_each_game() {
    for &(game, moves, expected) in SHOWN {
        let shown = succeed(&["show", game, moves], "");
        assert!(shown.starts_with(expected), "{shown}");
    }
}

/// A board that must be played in, and a full one that nobody won.
#[test]
fn show_marks_forced_and_full_boards() {
    let text = "x11-13-14-16-18-99o12-15-17-19-91to b9";
    let shown = succeed(&["show", "ultimate", text], "");
    let rows: Vec<&str> = shown.lines().collect();
    assert_eq!(rows[0], "# X O X #|  . . .  |  . . .");
    assert_eq!(rows[8], "  . . .  |  . . .  |[ O . . ]");
    assert!(shown.contains("\nforced: 9\n"), "{shown}");
}

#[test]
fn show_without_a_position_is_the_start() {
    for game in ["classique", "infini", "ultimate", "3d"] {
        let bare = succeed(&["show", game], "");
        assert_eq!(succeed(&["show", game, ""], ""), bare);
        assert!(bare.contains("\nmoves: none\n"), "{bare}");
        assert!(bare.contains("\nply: 0\n"), "{bare}");
    }
}

#[test]
fn show_in_json() {
    let show = |game, position| parse(&succeed(&["show", game, position, "--json"], ""));
    assert_eq!(
        show("classique", "1-4-2-5-3"),
        json!({
            "game": "classique", "moves": ["1", "4", "2", "5", "3"],
            "setup": "x1-2-3o4-5to", "turn": "o", "legal": [], "outcome": "x",
            "lines": [["1", "2", "3"]], "forced": [],
            "vanishing": {"x": null, "o": null}, "ply": 5,
        })
    );
    assert_eq!(
        show("infini", "x1-5-7o3-6-8ton11"),
        json!({
            "game": "infini", "moves": [],
            "setup": "x1-5-7o3-6-8ton11", "turn": "o", "legal": ["2", "4", "9"],
            "outcome": null, "lines": [], "forced": [],
            "vanishing": {"x": "1", "o": "3"}, "ply": 11,
        })
    );
    assert_eq!(
        show("ultimate", "55-51-15"),
        json!({
            "game": "ultimate", "moves": ["55", "51", "15"],
            "setup": "x15-55o51tob5", "turn": "o",
            "legal": ["52", "53", "54", "56", "57", "58", "59"],
            "outcome": null, "lines": [], "forced": [5],
            "vanishing": {"x": null, "o": null}, "ply": 3,
        })
    );
    // A free choice is between all open boards; a won game leaves none.
    let forced = |position| show("ultimate", position)["forced"].clone();
    assert_eq!(forced(""), json!([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    assert_eq!(forced("x11-12-13o21-22"), json!([2, 3, 4, 5, 6, 7, 8, 9]));
    let won = show(
        "ultimate",
        "x11-12-13-21-22-23-31-32-33o41-42-44-51-52-54-61-62",
    );
    assert_eq!(won["outcome"], "x");
    assert_eq!(won["lines"], json!([["1", "2", "3"]]));
    assert_eq!(won["forced"], json!([]));
    let draw = show("classique", "1-2-3-5-4-6-8-7-9");
    assert_eq!(draw["outcome"], "draw");
    assert_eq!(draw["lines"], json!([]));
}

#[test]
fn lines_of_the_cube() {
    let shown = succeed(&["lines", "3d"], "");
    let rows: Vec<&str> = shown.lines().collect();
    assert_eq!(rows.len(), 76);
    assert_eq!(rows[0], " 1 rows            111-112-113-114");
    assert_eq!(rows[75], "76 space-diagonals 144-233-322-411");

    let listed = parse(&succeed(&["lines", "3d", "--json"], ""));
    let listed = listed.as_array().expect("an array");
    assert_eq!(
        listed[72],
        json!({"number": 73, "family": "space-diagonals", "cells": ["111", "222", "333", "444"]})
    );
    for (family, count) in [
        ("rows", 32),
        ("floor-diagonals", 8),
        ("verticals", 16),
        ("wall-diagonals", 16),
        ("space-diagonals", 4),
    ] {
        let of_family = listed.iter().filter(|line| line["family"] == family);
        assert_eq!(of_family.count(), count, "{family}");
    }
}

const GAMES: &str = "games: classique, infini, ultimate, 3d";

/// Arguments, and the message, in which GAMES stands for the list of games.
const BAD: &[(&[&str], &str)] = &[
    (
        &[],
        "a command is missing: perft, show, lines, play, prove, analyse, match, exercises, ugi or bench (see --help)",
    ),
    (
        &["frobnicate"],
        "unknown command \"frobnicate\"; commands: perft, show, lines, play, prove, analyse, match, exercises, ugi, bench",
    ),
    (&["--frobnicate"], "invalid option '--frobnicate'"),
    (&["perft"], "a game is missing; GAMES"),
    (&["perft", "chess", "3"], "unknown game \"chess\"; GAMES"),
    (&["perft", "infini"], "a depth is missing"),
    (
        &["perft", "classique", "0"],
        "a depth for classique is a number from 1 to 9, not \"0\"",
    ),
    (
        &["perft", "classique", "10"],
        "a depth for classique is a number from 1 to 9, not \"10\"",
    ),
    (
        &["perft", "classique", "-5"],
        "a depth is a number from 1, not \"-5…\"",
    ),
    (
        &["perft", "classique", "--", "-5"],
        "a depth for classique is a number from 1 to 9, not \"-5\"",
    ),
    (
        &["perft", "3d", "11"],
        "a depth for 3d is a number from 1 to 10, not \"11\" \
         (deeper counts need more than 64 bits)",
    ),
    (
        &["perft", "ultimate", "99999999999999999999999"],
        "a depth for ultimate is a number from 1 to 16, not \"99999999999999999999999\" \
         (deeper counts may need more than 64 bits)",
    ),
    (
        &["perft", "infini", "3", "--bulk", "--single"],
        "--bulk and --single exclude each other",
    ),
    (&["perft", "infini", "3", "4"], "unexpected argument \"4\""),
    (&["show"], "a game is missing; GAMES"),
    (&["show", "infni", "1"], "unknown game \"infni\"; GAMES"),
    (
        &["show", "ultimate", "55-51-25"],
        "byte 6: move 3: 25 is refused: board 1 must be played",
    ),
    (
        &["show", "ultimate", "55-51-25", "--json"],
        "byte 6: move 3: 25 is refused: board 1 must be played",
    ),
    (
        &["show", "classique", "x1-1"],
        "byte 3: cell 1 is given twice",
    ),
    (
        &["show", "classique", "é"],
        "byte 0: \"é\" is not a cell of classique (a cell is 1 to 9)",
    ),
    (
        &["show", "classique", "1", "2"],
        "unexpected argument \"2\"",
    ),
    (
        &["show", "classique", "--depth"],
        "invalid option '--depth'",
    ),
    (&["lines"], "a game is missing; GAMES"),
    (
        &["lines", "infini"],
        "lines are listed for 3d only, not for infini",
    ),
    (
        &["play", "3d", "555"],
        "byte 0: \"555\" is not a cell of 3d (a cell is three digits 1 to 4: floor, row, column)",
    ),
    (
        &["play", "3d", "--first", "you"],
        "--first takes me or computer, not \"you\"",
    ),
    (
        &["play", "3d", "--seed", "x"],
        "--seed takes a whole number from 0 to 2^64 - 1, not \"x\"",
    ),
    (
        &["play", "3d", "--seed"],
        "missing argument for option '--seed'",
    ),
];

#[test]
fn bad_input_is_told_on_stderr_with_code_2() {
    for &(arguments, message) in BAD {
        let output = morpion(arguments, b"");
        let message = message.replace("GAMES", GAMES);
        assert_eq!(
            text(output.stderr),
            format!("morpion: {message}\n"),
            "{arguments:?}"
        );
        assert_eq!(text(output.stdout), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn help_is_everywhere() {
    let general = succeed(&["--help"], "");
    assert_eq!(succeed(&["-h"], ""), general);
    assert_eq!(succeed(&["help"], ""), general);
    let (_, listed) = general.split_once("Commands:\n").expect("commands");
    let (listed, _) = listed.split_once("\n\n").expect("their end");
    for line in listed.lines() {
        let command = line.split_whitespace().next().expect("a command");
        let own = succeed(&[command, "--help"], "");
        assert!(own.contains(&format!("Usage: morpion {command}")), "{own}");
        // Exercises are JSON whatever is asked for, and other programs speak UGI.
        let is_option = !["exercises", "ugi"].contains(&command);
        assert_eq!(own.contains("--json"), is_option, "{own}");
        assert_eq!(succeed(&[command, "-h"], ""), own);
    }
    let version = format!("morpion {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(succeed(&["--version"], ""), version);
}

/// X has two lines open at once: whatever the computer blocks, one is left. The
/// cell that it has taken is refused and the other one wins.
#[test]
fn play_to_a_win() {
    for seed in ["0", "1", "2", "3"] {
        let arguments = ["play", "classique", "x1-3-7o2-9to", "--seed", seed];
        let played = succeed(&arguments, "4\n5\n");
        assert!(played.contains("The computer plays "), "{played}");
        assert!(played.contains("X wins: you win. Moves: "), "{played}");
    }
}

#[test]
fn play_says_what_is_refused_and_goes_on() {
    let played = succeed(
        &["play", "classique"],
        "55\n\nfoo\n5\n5\nundo\nundo\nquit\n",
    );
    for told in [
        "\"55\" is not a cell; a cell, undo or quit is expected\n",
        "\"foo\" is not a cell; a cell, undo or quit is expected\n",
        "5 is refused: the cell is occupied\n",
        "there is no move of yours to take back\n",
    ] {
        assert!(played.contains(told), "{told:?} in {played}");
    }
    assert!(played.ends_with("Bye.\n"), "{played}");
}

#[test]
fn play_tells_the_board_to_play_in() {
    let played = succeed(&["play", "ultimate", "55-51"], "25\nquit\n");
    assert!(
        played.contains("Board 1 must be played. X to move: "),
        "{played}"
    );
    assert!(
        played.contains("25 is refused: board 1 must be played\n"),
        "{played}"
    );
}

#[test]
fn play_ends_politely_with_its_input() {
    for game in ["classique", "infini", "ultimate", "3d"] {
        let played = succeed(&["play", game, "--first", "computer"], "");
        assert!(played.contains("The computer plays "), "{played}");
        assert!(played.ends_with("O to move: \nBye.\n"), "{played}");
    }
    // Bytes that are no text are a wrong word, not a crash.
    let output = morpion(&["play", "3d"], b"\xff\xfe\n111");
    assert_eq!(output.status.code(), Some(0));
    let played = text(output.stdout);
    assert!(played.contains("is not a cell"), "{played}");
    // The last line counts without its end.
    assert!(played.contains("The computer plays "), "{played}");
}

#[test]
fn play_in_json_is_a_line_a_turn() {
    let arguments = ["play", "infini", "--json", "--seed", "7"];
    let input = "5\n5\nundo\n1\nquit\n";
    let played = succeed(&arguments, input);
    let turns: Vec<Value> = played.lines().map(parse).collect();
    let by: Vec<&str> = turns
        .iter()
        .map(|turn| turn["by"].as_str().unwrap_or("refused"))
        .collect();
    let expected = [
        "start", "me", "computer", "refused", "undo", "me", "computer",
    ];
    assert_eq!(by, expected);
    let refused = json!({"error": "5 is refused: the cell is occupied"});
    assert_eq!(turns[3], refused);
    assert_eq!(turns[1]["cell"], "5");
    assert_eq!(turns[4]["moves"], json!([]));
    assert_eq!(turns[5]["moves"], json!(["1"]));
    assert_eq!(turns[6]["turn"], "x");
    // The same seed and the same moves: the same game.
    assert_eq!(succeed(&arguments, input), played);
}

/// A finished position has nothing to play: the result is told and that is all.
#[test]
fn play_from_the_end() {
    let lost = succeed(
        &["play", "classique", "1-4-2-5-3", "--first", "computer"],
        "",
    );
    assert!(
        lost.ends_with("X wins: the computer wins. Moves: 1-4-2-5-3\n"),
        "{lost}"
    );
    let drawn = succeed(&["play", "classique", "1-2-3-5-4-6-8-7-9"], "");
    assert!(
        drawn.ends_with("A draw. Moves: 1-2-3-5-4-6-8-7-9\n"),
        "{drawn}"
    );
}
