//! The order of the steps, and which of them a change asks for.

use std::fs::{self, File, TryLockError};
use std::time::Instant;

use anyhow::Result;

use crate::report::{Report, seconds};
use crate::watch::Change;
use crate::workspace::Workspace;
use crate::{book, theme, wasm};

/// `cargo xtask build`.
pub(crate) fn build(workspace: &Workspace, timings: bool) -> Result<()> {
    let start = Instant::now();
    let report = Report::new(timings);
    rebuild(workspace, &report, Change::Rust)?;
    report.say(&format!("book/ written in {}", seconds(start.elapsed())));
    Ok(())
}

/// Runs the steps that a change asks for.
pub(crate) fn rebuild(workspace: &Workspace, report: &Report, change: Change) -> Result<()> {
    let _lock = lock(workspace, report)?;
    if change >= Change::Theme {
        // theme/morpion.css goes with the boards, too.
        wasm::build(workspace, report)?;
    }
    if change >= Change::Rust {
        // After the boards: the preprocessor embeds them for `mdbook-morpion install`.
        let mut cargo = workspace.cargo(&["build", "--package", "mdbook-morpion"]);
        if workspace.target != workspace.root.join("target") {
            // Where its build script looks for the boards if told nothing.
            cargo.env("MORPION_DIST", workspace.boards().join("dist"));
        }
        report.run("preprocessor (cargo)", &mut cargo)?;
    }
    if change >= Change::Theme {
        report.step("theme", || theme::build(workspace))?;
    }
    book::build(workspace, report)
}

/// The boards alone, as the wasm part of the tests wants them.
pub(crate) fn boards(workspace: &Workspace, report: &Report) -> Result<()> {
    let _lock = lock(workspace, report)?;
    wasm::build(workspace, report)
}

/// One build at a time, even when `serve` runs in one terminal and `test` in another.
/// The lock ends with the value, or with the program, however that ends.
pub(crate) fn lock(workspace: &Workspace, report: &Report) -> Result<File> {
    fs::create_dir_all(&workspace.target)?;
    let file = File::create(workspace.target.join("xtask.lock"))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            report.say("Another build is running: waiting for it");
            file.lock()?;
        }
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    Ok(file)
}
