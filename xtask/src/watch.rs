//! What changed, and what that asks for.

use std::path::{Component, Path};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use anyhow::{Context, Result};
use notify::{Event, EventKind, RecursiveMode, Watcher};

use crate::workspace::Workspace;

/// An editor writes a file in several goes: the build waits for this much silence.
const QUIET: Duration = Duration::from_millis(60);

/// What a change asks for; each value includes those before it.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Change {
    /// A chapter or book.toml: the book.
    Book,
    /// The theme: the theme and the book.
    Theme,
    /// Rust code of the boards: everything.
    Rust,
}

/// A watcher that lives as long as this value.
pub(crate) struct Watch {
    changes: Receiver<Change>,
    _watcher: notify::RecommendedWatcher,
}

impl Watch {
    /// Starts to look at chapters, theme, playground and book.toml.
    pub(crate) fn start(workspace: &Workspace) -> Result<Self> {
        let root = workspace.root.clone();
        let (sender, changes) = mpsc::channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            let Ok(event) = event else { return };
            if matches!(event.kind, EventKind::Access(_)) {
                return;
            }
            let change = event
                .paths
                .iter()
                .filter_map(|path| classify(path.strip_prefix(&root).ok()?))
                .max();
            if let Some(change) = change {
                // The receiver is gone when the program ends: nobody to tell.
                let _ = sender.send(change);
            }
        })?;
        for folder in ["src", "theme", "playground"] {
            let path = workspace.root.join(folder);
            watcher
                .watch(&path, RecursiveMode::Recursive)
                .with_context(|| format!("cannot watch {}", path.display()))?;
        }
        // The folder and not the file, which editors replace by another one.
        watcher.watch(&workspace.root, RecursiveMode::NonRecursive)?;
        Ok(Self {
            changes,
            _watcher: watcher,
        })
    }

    /// Waits for a change, then for silence, and tells the most demanding change.
    pub(crate) fn next(&self) -> Result<Change> {
        let mut change = self.changes.recv().context("the watcher stopped")?;
        loop {
            match self.changes.recv_timeout(QUIET) {
                Ok(other) => change = change.max(other),
                Err(RecvTimeoutError::Timeout) => return Ok(change),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(RecvTimeoutError::Disconnected).context("the watcher stopped");
                }
            }
        }
    }
}

/// What a change of a file, named from the root, asks for; `None` for files that we
/// generate ourselves, editors' own files and all that the book is not made of.
fn classify(path: &Path) -> Option<Change> {
    let names: Vec<_> = path
        .components()
        .map(|component| match component {
            Component::Normal(name) => name.to_str(),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let (file, folders) = names.split_last()?;
    if names.iter().any(|name| name.starts_with('.'))
        || file.ends_with('~')
        || file.starts_with('#')
        || file.ends_with(".tmp")
        // vim asks whether it may write with a file of this name.
        || *file == "4913"
    {
        return None;
    }
    match folders {
        [] => match *file {
            "book.toml" => Some(Change::Book),
            "Cargo.toml" | "Cargo.lock" => Some(Change::Rust),
            _ => None,
        },
        ["theme"] if *file == "morpion.js" => None,
        // What the build puts there, and the folder that it makes for it.
        ["src"] if *file == "morpion" => None,
        ["src", "morpion", ..] => None,
        ["src", ..] => Some(Change::Book),
        ["theme", ..] => Some(Change::Theme),
        ["playground", "cli", ..] => None,
        ["playground", _, "tests" | "benches" | "examples", ..] => None,
        // What the sources include: exercises, proofs, results.
        ["playground", _, "data", ..] => Some(Change::Rust),
        ["playground", ..] if ["rs", "toml", "js"].contains(&extension(file)) => Some(Change::Rust),
        _ => None,
    }
}

fn extension(file: &str) -> &str {
    file.rsplit_once('.').map_or("", |(_, extension)| extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_ask_for_what_they_must() {
        for (path, expected) in [
            ("src/infini/regles.md", Some(Change::Book)),
            ("src/SUMMARY.md", Some(Change::Book)),
            ("book.toml", Some(Change::Book)),
            ("theme/cahier.css", Some(Change::Theme)),
            ("theme/phrases.toml", Some(Change::Theme)),
            ("playground/engine/src/lib.rs", Some(Change::Rust)),
            ("playground/web/loader.js", Some(Change::Rust)),
            ("playground/board/Cargo.toml", Some(Change::Rust)),
            (
                "playground/engine/data/exercises-3d.jsonl",
                Some(Change::Rust),
            ),
            (
                "playground/engine/data/strategie-3d.bin",
                Some(Change::Rust),
            ),
            ("Cargo.lock", Some(Change::Rust)),
            // Generated: they would make a loop.
            ("src/morpion", None),
            ("theme/morpion.js", None),
            ("src/morpion/morpion-0a1b2c3d.wasm", None),
            ("book/index.html", None),
            ("target/debug/xtask", None),
            // Not in the book.
            ("playground/engine/tests/perft.rs", None),
            ("playground/cli/src/main.rs", None),
            ("README.md", None),
            // Editors' own.
            ("src/infini/.regles.md.swp", None),
            ("src/infini/regles.md~", None),
            ("src/4913", None),
        ] {
            assert_eq!(classify(Path::new(path)), expected, "{path}");
        }
    }
}
