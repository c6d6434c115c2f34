//! `morpion prove 3d`, as a person or a script runs it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn prove(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_morpion"))
        .arg("prove")
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn certificate() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/data/strategie-3d.txt")
}

/// A file of one test, in the folder that Cargo gives to tests.
fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn word(path: &Path) -> &str {
    path.to_str().expect("a path in Unicode")
}

/// The whole proof is run by the engine's own tests; here, one that soon fails.
#[test]
fn a_damaged_certificate_is_refused_with_a_game() {
    let sound = fs::read_to_string(certificate()).expect("the certificate");
    // An edge as the first move: nothing is known after that.
    let lines = sound
        .lines()
        .map(|line| if line == "A" { "B" } else { line });
    let damaged = scratch("damaged.txt");
    fs::write(&damaged, lines.collect::<Vec<_>>().join("\n")).expect("a file");
    for exact in [false, true] {
        let mut arguments = vec!["3d", "--json", "--check", word(&damaged)];
        if exact {
            arguments.push("--exact");
        }
        let output = prove(&arguments);
        assert_eq!(output.status.code(), Some(1));
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(report["proved"], false);
        assert_eq!(report["mode"], if exact { "exact" } else { "canonical" });
        assert_eq!(report["entries"], sound.lines().count());
        for key in ["positions", "replies", "searches", "nodes", "entries_used"] {
            assert!(report[key].as_u64().is_some_and(|count| count > 0), "{key}");
        }
        let moves = report["refutation"]["moves"].as_str().expect("a game");
        assert_eq!(moves.split('-').count() % 2, 0, "{moves}");
    }
    let output = prove(&["3d", "--check", word(&damaged)]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).expect("a text");
    assert!(told.contains("refuted: the first player has no entry and no forced win"));
}

#[test]
fn a_certificate_is_packed_as_the_engine_carries_it() {
    let packed = scratch("packed.bin");
    let output = prove(&["3d", "--pack", word(&certificate()), "--out", word(&packed)]);
    assert_eq!(output.status.code(), Some(0));
    let carried = certificate().with_extension("bin");
    assert_eq!(
        fs::read(packed).expect("a file"),
        fs::read(carried).expect("a file")
    );
}

/// What cannot win is told; the file is not written.
#[test]
fn nothing_is_shrunk_that_does_not_win() {
    let (entry, small) = (scratch("entry.txt"), scratch("small.txt"));
    fs::write(&entry, "A\n").expect("a file");
    let output = prove(&["3d", "--shrink", word(&entry), "--out", word(&small)]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).expect("a text");
    assert!(
        told.ends_with("the certificates hold no complete strategy\n"),
        "{told}"
    );
    assert!(!small.exists());
}

/// A file that cannot be written is named before the work is done, not after it.
#[test]
fn where_nothing_can_be_written_nothing_is_searched() {
    let nowhere = scratch("no-such-folder").join("out.txt");
    let known = certificate();
    for request in [
        &["--search"][..],
        &["--shrink", word(&known)],
        &["--pack", word(&known)],
    ] {
        let output = prove(&[&["3d"], request, &["--out", word(&nowhere)]].concat());
        let told = String::from_utf8(output.stderr).expect("a text");
        let start = format!("morpion: {}: ", nowhere.display());
        // Alone, without a word of progress.
        assert!(told.starts_with(&start), "{request:?}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        assert_eq!(output.status.code(), Some(2), "{request:?}");
    }
}

#[test]
fn bad_input_is_told() {
    let bad = scratch("bad.txt");
    fs::write(&bad, "A\nABA\n").expect("a file");
    let choose = "one of --check <file>, --search, --shrink <file>... with --out <file>, and \
                  --pack <file> with --out <file> (see --help)";
    let shrink = "--shrink takes --out <file>, --seed and --steps (see --help)";
    for (arguments, message) in [
        (vec![], "a game is missing: morpion prove 3d".to_owned()),
        (
            vec!["infini"],
            "only 3d is proved: morpion prove 3d".to_owned(),
        ),
        (vec!["3d"], choose.to_owned()),
        (vec!["3d", "--search", "--exact"], choose.to_owned()),
        (vec!["3d", "--pack", "x"], choose.to_owned()),
        (vec!["3d", "--shrink", "x"], shrink.to_owned()),
        (
            vec!["3d", "--shrink", "x", "--out", "y", "--exact"],
            shrink.to_owned(),
        ),
        (
            vec!["3d", "--search", "--seed", "1"],
            "--seed and --steps belong to --shrink (see --help)".to_owned(),
        ),
        (
            vec!["3d", "--shrink", "x", "--out", "y", "--steps", "many"],
            "--steps takes a whole number from 0 to 2^64 - 1, not \"many\"".to_owned(),
        ),
        (
            vec![
                "3d",
                "--shrink",
                word(&certificate()),
                word(&bad),
                "--out",
                "y",
            ],
            format!("{}: line 2: cell A is named twice", bad.display()),
        ),
        (
            vec!["3d", "--check", word(&bad)],
            format!("{}: line 2: cell A is named twice", bad.display()),
        ),
    ] {
        let output = prove(&arguments);
        let told = String::from_utf8(output.stderr).expect("a text");
        assert_eq!(told, format!("morpion: {message}\n"), "{arguments:?}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    let help = prove(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    assert!(String::from_utf8(help.stdout).is_ok_and(|text| text.contains("--exact")));
}
