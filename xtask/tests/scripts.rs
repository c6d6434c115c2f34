//! The boards' logic is Rust: JavaScript written by hand is a loader and a class shim.

use std::fs;
use std::path::Path;

/// ARCHITECTURE.md allows fewer lines than this in all.
const BOUND: usize = 100;

#[test]
fn the_boards_have_little_javascript() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../playground/web");
    let mut counts = Vec::new();
    for entry in fs::read_dir(&folder).expect("playground/web can be listed") {
        let path = entry.expect("an entry can be read").path();
        if path.extension().is_some_and(|extension| extension == "js") {
            let lines = fs::read_to_string(&path)
                .expect("a script can be read")
                .lines()
                .count();
            counts.push((path, lines));
        }
    }
    let total: usize = counts.iter().map(|(_, lines)| lines).sum();
    assert!(total > 0, "no script in {}", folder.display());
    assert!(total < BOUND, "{total} lines in {counts:?}");
}
