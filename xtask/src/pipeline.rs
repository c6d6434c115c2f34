//! The order of the steps, and which of them a change asks for.

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
    if change >= Change::Theme {
        // theme/morpion.css goes with the boards, too.
        boards(workspace, report)?;
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
    wasm::build(workspace, report)
}
