//! `cargo xtask screenshots` and `cargo xtask bench --page`: the built book in Chromium,
//! for people to look at and for the clock. Programs of the crate `tests` do the work.

use std::ffi::OsStr;

use anyhow::{Result, bail};

use crate::pipeline;
use crate::report::Report;
use crate::tools;
use crate::watch::Change;
use crate::workspace::Workspace;

/// Puts a picture of every board of these pages, or of all, in every theme on sheets in
/// `target/screenshots/`.
pub(crate) fn screenshots(workspace: &Workspace, pages: &[String]) -> Result<bool> {
    let folder = workspace.target.join("screenshots");
    let mut arguments = vec![folder.as_os_str()];
    arguments.extend(pages.iter().map(OsStr::new));
    run(workspace, "contact-sheet", &arguments)
}

/// Measures the longest tasks of these pages, or of some of every kind; `false` when one
/// is too long.
pub(crate) fn bench(workspace: &Workspace, pages: &[String]) -> Result<bool> {
    let arguments: Vec<&OsStr> = pages.iter().map(OsStr::new).collect();
    run(workspace, "page-bench", &arguments)
}

/// Builds the book and runs one of the programs on it.
fn run(workspace: &Workspace, program: &str, arguments: &[&OsStr]) -> Result<bool> {
    let report = Report::new(true);
    pipeline::rebuild(workspace, &Report::new(false), Change::Rust)?;
    if !tools::provide_chromium(&report)? {
        bail!("`{program}` needs Chromium and its driver");
    }
    let cargo = [
        "run",
        "--quiet",
        "--package",
        "morpion-tests",
        "--bin",
        program,
        "--",
    ];
    let mut command = workspace.cargo(&cargo);
    command
        .args(arguments)
        .env("MORPION_BOOK", workspace.book())
        .env("MORPION_TOOLS", workspace.tools());
    let ended = report.follow(program, &mut command, |line| println!("{line}"))?;
    Ok(ended.status.success())
}
