//! `morpion match`, as a person or a script runs it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn morpion(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_morpion"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// Runs a match that must succeed in silence on stderr.
fn play(arguments: &str) -> Value {
    let mut words: Vec<&str> = vec!["match"];
    words.extend(arguments.split_whitespace());
    words.push("--json");
    told(&words)
}

fn told(words: &[&str]) -> Value {
    let output = morpion(words);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(complaint, "", "{words:?}");
    assert_eq!(output.status.code(), Some(0), "{words:?}");
    serde_json::from_slice(&output.stdout).expect("one object of JSON")
}

/// A file of this test alone, not there yet.
fn new_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn number(report: &Value, key: &str) -> u64 {
    report[key].as_u64().expect(key)
}

#[test]
fn every_game_has_matches() {
    for (game, strong, weak) in [
        ("classique", "parfait", "facile"),
        ("infini", "parfait", "facile"),
        ("ultimate", "difficile", "facile"),
        ("3d", "serieux", "doux"),
    ] {
        let report = play(&format!(
            "{game} --a {strong} --b {weak} --games 6 --nodes 2000 --seed 3"
        ));
        assert_eq!(report["game"], game);
        assert_eq!((&report["a"], &report["b"]), (&strong.into(), &weak.into()));
        assert_eq!(number(&report, "played"), 6);
        let parts = ["wins", "draws", "losses"].map(|key| number(&report, key));
        assert_eq!(parts.iter().sum::<u64>(), 6);
        let results = report["results"].as_str().expect("letters");
        for (letter, part) in ["W", "D", "L"].into_iter().zip(parts) {
            assert_eq!(results.matches(letter).count() as u64, part);
        }
        let score = (parts[0] as f64 + parts[1] as f64 / 2.0) / 6.0;
        assert!((report["score"].as_f64().expect("a share") - score).abs() < 1e-4);
        let ends = [0, 1].map(|i| report["interval"][i].as_f64().expect("a share"));
        assert!(ends[0] <= score && score <= ends[1], "{ends:?}");
        assert_eq!(number(&report, "forfeits"), 0);
        let lengths = report["lengths"].as_array().expect("numbers");
        let sum: u64 = lengths.iter().filter_map(Value::as_u64).sum();
        let mean = report["mean_length"].as_f64().expect("a mean");
        assert!((mean - sum as f64 / 6.0).abs() < 1e-3);
        let command = report["command"].as_str().expect("a command");
        assert!(command.starts_with(&format!("morpion match {game} --a {strong} ")));
    }
}

/// The same games on any number of threads, and as slices of the whole.
#[test]
fn who_plays_a_game_and_when_makes_no_difference() {
    let options = "ultimate --a difficile --b moyen --games 12 --seed 9";
    let whole = play(&format!("{options} --threads 1"));
    assert_eq!(whole, play(&format!("{options} --threads 3")));
    let part = play(&format!("{options} --only 4..9"));
    let letters = |report: &Value| report["results"].as_str().expect("letters").to_owned();
    assert_eq!(letters(&part), letters(&whole)[4..9]);
    let lengths = |report: &Value| report["lengths"].as_array().expect("numbers").clone();
    assert_eq!(lengths(&part), lengths(&whole)[4..9]);
    // Another seed, other games.
    assert_ne!(lengths(&whole), lengths(&play(&format!("{options}0"))));
}

/// A match that was cut goes on where it was, even in the middle of a line.
#[test]
fn a_match_goes_on_from_its_file() {
    let path = new_file("resumed.jsonl");
    let file = path.to_str().expect("a path in Unicode");
    let options = "ultimate --a moyen --b facile --games 10 --seed 4";
    let whole = play(options);
    let first = play(&format!("{options} --only 0..6 --out {file}"));
    assert_eq!(number(&first, "played"), 6);
    let kept = fs::read_to_string(&path).expect("the file is there");
    assert_eq!(kept.lines().count(), 7, "{kept}");
    // What is in the file is taken from it: of game 0 the file now tells the
    // contrary, of the last one half.
    let mut lines: Vec<String> = kept.lines().map(str::to_owned).collect();
    let of_first = |line: &String| line.starts_with("{\"n\":0,");
    let at = lines.iter().position(of_first).expect("the first game");
    let contrary = if lines[at].contains("\"W\"") {
        "L"
    } else {
        "W"
    };
    lines[at] = format!("{{\"n\":0,\"result\":\"{contrary}\",\"moves\":\"55\"}}");
    let cut = lines.len() - 1;
    let cut = if cut == at { cut - 1 } else { cut };
    let line = lines.remove(cut);
    lines.push(line[..line.len() / 2].to_owned());
    fs::write(&path, lines.join("\n")).expect("the file can be written");
    let resumed = play(&format!("{options} --out {file}"));
    assert_eq!(number(&resumed, "played"), 10);
    let letters = |report: &Value| report["results"].as_str().expect("letters").to_owned();
    assert_eq!(letters(&resumed)[..1], *contrary);
    assert_eq!(letters(&resumed)[1..], letters(&whole)[1..]);
    assert_eq!(resumed["lengths"][0], 1);
    // And nothing is left to play the next time.
    assert_eq!(resumed, play(&format!("{options} --out {file}")));
    // Another match does not mix with it.
    let other = morpion(&[
        "match", "ultimate", "--a", "moyen", "--b", "facile", "--games", "10", "--seed", "5",
        "--out", file,
    ]);
    assert_eq!(other.status.code(), Some(2));
    let complaint = String::from_utf8_lossy(&other.stderr);
    assert!(complaint.contains("holds another match"), "{complaint}");
}

/// A program that speaks the interface plays as the level that it is.
#[test]
fn programs_play() {
    let program = format!("cmd:{} ugi", env!("CARGO_BIN_EXE_morpion"));
    for game in ["classique", "ultimate", "3d"] {
        let weak = if game == "3d" { "doux" } else { "facile" };
        let words = [
            "match", game, "--a", &program, "--b", weak, "--games", "4", "--nodes", "2000",
            "--json",
        ];
        let report = told(&words);
        assert_eq!(number(&report, "forfeits"), 0, "{report}");
        assert_eq!(number(&report, "played"), 4);
        let score = report["score"].as_f64().expect("a share");
        assert!(score >= 0.5, "{game}: {score}");
    }
}

/// A program of the shell: what it does besides keeping to the interface.
#[cfg(unix)]
fn program(name: &str, cases: &str) -> String {
    use std::os::unix::fs::PermissionsExt;

    let path = new_file(name);
    let script = format!(
        "#!/bin/sh\nwhile read word rest; do case $word in\n\
         {cases}\nugi) echo ugiok;; isready) echo readyok;; quit) exit;;\n\
         esac; done\n"
    );
    fs::write(&path, script).expect("the file can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    format!("cmd:{}", path.display())
}

/// Programs that know no game, fall silent or end, at their move or before a game: each
/// loses that game, and the match goes on.
#[cfg(unix)]
#[test]
fn a_program_that_breaks_the_rules_loses() {
    for (name, cases, games, reason) in [
        (
            "occupied",
            "go) echo bestmove 1;;",
            "6",
            "the cell is occupied",
        ),
        ("nonsense", "go) echo bestmove e2e4;;", "6", "names no cell"),
        ("ended", "go) exit;;", "6", "it ended before \"bestmove\""),
        // It plays one game, and ends when the second begins.
        (
            "tired",
            "uginewgame) n=$((n+1)); [ $n = 2 ] && exit;; go) echo bestmove 1;;",
            "6",
            "it ended before \"readyok\"",
        ),
        (
            "silent",
            "go) ;;",
            "1",
            "it did not say \"bestmove\" in 5 s",
        ),
    ] {
        let program = program(name, cases);
        let path = new_file(&format!("{name}.jsonl"));
        let file = path.to_str().expect("a path in Unicode");
        let options = [
            "match",
            "classique",
            "--a",
            "facile",
            "--b",
            &program,
            "--games",
            games,
            "--ms",
            "1",
            "--threads",
            "1",
            "--out",
            file,
        ];
        let report = told(&[&options[..], &["--json"]].concat());
        assert_eq!(number(&report, "played").to_string(), games, "{name}");
        // One cell may happen to be free when it is named.
        let forfeits = number(&report, "forfeits");
        assert!(2 * forfeits >= number(&report, "played"), "{report}");
        assert!(number(&report, "wins") >= forfeits);
        // Nothing is left to play: the same match, told to a person.
        let output = morpion(&options);
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(told.contains(reason), "{told}");
    }
    let missing = morpion(&[
        "match",
        "classique",
        "--a",
        "facile",
        "--b",
        "cmd:/no/such/program",
    ]);
    assert_eq!(missing.status.code(), Some(2));
    let complaint = String::from_utf8_lossy(&missing.stderr);
    assert!(
        complaint.contains("/no/such/program does not start"),
        "{complaint}"
    );
}

/// It hears « quit », and has time to put its things in order.
#[cfg(unix)]
#[test]
fn a_program_is_told_that_the_match_is_over() {
    let path = new_file("farewell");
    let cases = format!(
        "go) echo bestmove 1;; quit) sleep 0.1; echo bye > {}; exit;;",
        path.display()
    );
    let program = program("polite", &cases);
    told(&[
        "match",
        "classique",
        "--a",
        "facile",
        "--b",
        &program,
        "--games",
        "1",
        "--json",
    ]);
    assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("bye\n"));
}

#[test]
fn a_clock_in_place_of_nodes() {
    let report = play("ultimate --a expert --b facile --games 2 --ms 5 --threads 1");
    assert_eq!(number(&report, "ms"), 5);
    assert_eq!(number(&report, "wins"), 2, "{report}");
}

#[test]
fn for_a_person() {
    let output = morpion(&[
        "match", "ultimate", "--a", "moyen", "--b", "facile", "--games", "20",
    ]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "moyen against facile at ultimate: 20 games");
    assert!(lines[1].starts_with("wins "), "{text}");
    assert!(lines[2].contains("(95 % Wilson interval: "), "{text}");
    assert!(lines[3].starts_with("mean length "), "{text}");
}

#[test]
fn wrong_options_are_named() {
    const LEVELS: &str = "a level of ultimate (facile, moyen, difficile, expert) or cmd:program";
    for (arguments, message) in [
        (
            "",
            "a game is missing; games: classique, infini, ultimate, 3d".to_owned(),
        ),
        ("ultimate", format!("--a is missing: {LEVELS}")),
        ("ultimate --a expert", format!("--b is missing: {LEVELS}")),
        (
            "ultimate --a parfait --b expert",
            format!("--a takes {LEVELS}, not \"parfait\""),
        ),
        (
            "ultimate --a expert --b cmd:",
            "--b: cmd: is followed by no program".to_owned(),
        ),
        (
            "ultimate --a expert --b moyen --games 0",
            "--games takes a whole number from 1 to 1000000, not \"0\"".to_owned(),
        ),
        (
            "ultimate --a expert --b moyen --plies 9",
            "--plies takes a whole number from 0 to 8, not \"9\"".to_owned(),
        ),
        (
            "ultimate --a expert --b moyen --nodes 5 --ms 5",
            "--nodes and --ms exclude each other".to_owned(),
        ),
        (
            "ultimate --a expert --b moyen --games 5 --only 3..6",
            "--only takes two numbers a..b with a below b and b at most 5, not \"3..6\"".to_owned(),
        ),
    ] {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let output = morpion(&[&["match"], &words[..]].concat());
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(complaint, format!("morpion: {message}\n"));
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
    }
}

/// The table of the chapter: made by this engine, and a slice of each of its
/// matches comes out the same again.
#[test]
fn the_committed_matches_can_be_replayed() {
    let reports = committed(include_str!("../../engine/data/ultimate-levels.jsonl"));
    let pairs = pairs(&reports);
    assert_eq!(
        pairs,
        ["moyen facile", "difficile moyen", "expert difficile"]
    );
    for report in &reports {
        assert!(report["score"].as_f64().expect("a share") >= 0.8);
        replay(report);
    }
}

/// The same of the infinite game, whose levels play among themselves.
#[test]
fn the_committed_matches_of_equals_can_be_replayed() {
    let reports = committed(include_str!("../../engine/data/infini-levels.jsonl"));
    assert_eq!(
        pairs(&reports),
        [
            "facile facile",
            "moyen moyen",
            "difficile difficile",
            "parfait parfait"
        ]
    );
    for report in &reports {
        replay(report);
    }
}

fn committed(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect()
}

fn pairs(reports: &[Value]) -> Vec<String> {
    reports
        .iter()
        .map(|report| format!("{} {}", report["a"], report["b"]).replace('"', ""))
        .collect()
}

/// Plays a slice of a match again.
fn replay(report: &Value) {
    assert_eq!(number(report, "played"), 1000);
    let command = report["command"].as_str().expect("a command");
    let mut words: Vec<&str> = command.split_whitespace().skip(1).collect();
    let (first, last) = if cfg!(debug_assertions) {
        (400, 402)
    } else {
        (400, 420)
    };
    let slice = format!("{first}..{last}");
    words.extend(["--only", &slice, "--json"]);
    let again = told(&words);
    assert_eq!(
        again["signature"], report["signature"],
        "the engine plays otherwise now: make the table again by {command} --json"
    );
    let letters = report["results"].as_str().expect("letters");
    assert_eq!(again["results"], letters[first..last]);
    let lengths = report["lengths"].as_array().expect("numbers");
    assert_eq!(again["lengths"], Value::from(&lengths[first..last]));
}
