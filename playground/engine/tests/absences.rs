//! What the engine must not contain: it gives the same answers everywhere, in a
//! browser as at a prompt.

use std::fs;
use std::path::{Path, PathBuf};

/// Words that may not stand in the sources, and why.
const ABSENT: &[(&str, &str)] = &[
    ("std::time", "no clock"),
    ("Instant", "no clock"),
    ("SystemTime", "no clock"),
    ("std::io", "no input or output"),
    ("std::fs", "no input or output"),
    ("std::env", "no environment"),
    ("std::net", "no network"),
    ("std::process", "no other program"),
    ("println!", "no input or output"),
    ("thread", "no threads and no state of threads"),
    ("static mut", "no global state"),
    // The standard ones; a cell of a board takes no parameter.
    ("Cell<", "no global state"),
    ("Mutex", "no global state"),
    ("LazyLock", "no global state"),
    ("Atomic", "no global state"),
    ("HashMap", "no hash that differs from run to run"),
    ("HashSet", "no hash that differs from run to run"),
    ("RandomState", "no hash that differs from run to run"),
    (".exp(", "no function that the platform rounds its own way"),
    (".ln(", "no function that the platform rounds its own way"),
    (".powf(", "no function that the platform rounds its own way"),
    ("mul_add", "no fused multiply-add"),
    ("wasm_bindgen", "no web"),
    ("web_sys", "no web"),
];

/// The code of a file without its comments, where these words may be explained.
fn code(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

#[test]
fn the_sources_keep_to_themselves() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut read = 0;
    for path in files(&sources) {
        // Data is held to nothing here.
        if path.extension().is_none_or(|ext| ext != "rs") {
            continue;
        }
        let code = code(&fs::read_to_string(&path).expect("a text"));
        for (word, why) in ABSENT {
            assert!(!code.contains(word), "{path:?} holds {word}: {why}");
        }
        // A table that its caller owns may be built when it is first asked for; one
        // that belongs to nobody may not.
        for line in code.lines().filter(|line| line.contains("static ")) {
            assert!(!line.contains("Lock"), "{path:?}: no global state: {line}");
        }
        read += 1;
    }
    assert!(read > 20, "{read} files");
}

#[test]
fn there_is_no_dependency() {
    let manifest = include_str!("../Cargo.toml");
    assert!(!manifest.contains("dependencies"), "{manifest}");
}
