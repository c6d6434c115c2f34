//! `cargo xtask`: builds, serves and tests the book.
//!
//! The tools are libraries of this program (mdBook, wasm-pack, wasm-bindgen), so
//! that Cargo.lock pins them. It links none of the playground crates: after a
//! change of the engine, `serve` compiles and starts the new preprocessor instead
//! of going on with a stale one.
//!
//! Code map:
//! - [`args`]: the command line;
//! - [`workspace`]: where things are;
//! - [`report`]: steps, times, progress line, children and their output;
//! - [`tools`]: what a fresh machine lacks;
//! - [`wasm`], [`theme`], [`book`]: the three products;
//! - [`bare`]: the pages of the book that mdBook cannot make;
//! - [`head`]: title, description and preview of each page, with [`outline`] (what a page
//!   says), [`site`] (its address) and [`picture`] (its board as PNG);
//! - [`search`]: what searches the book;
//! - [`pipeline`]: their order, and what a change asks for;
//! - [`serve`]: the server, [`watch`]: what changed;
//! - [`check`]: links and inline code of the built book; [`shape`]: what each chapter
//!   must have; [`language`]: no English word;
//! - [`test`]: every test there is; [`bench`], [`pages`]: what is measured or looked at.

mod args;
mod bare;
mod bench;
mod book;
mod check;
mod files;
mod head;
mod html;
mod language;
mod outline;
mod pages;
mod picture;
mod pipeline;
mod report;
mod search;
mod serve;
mod shape;
mod site;
mod test;
mod theme;
mod tools;
mod wasm;
mod watch;
mod workspace;

use std::env;
use std::path::Path;
use std::process::ExitCode;

use args::Command;
use workspace::Workspace;

fn main() -> ExitCode {
    let result = if started_as("wasm-bindgen") {
        // wasm-pack looks for this program on PATH: see `tools::link_wasm_bindgen`.
        // The names of functions and tools have served once the file is read: a
        // quarter of its weight that no reader should wait for.
        let leaner = ["--remove-name-section", "--remove-producers-section"];
        wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(
            env::args_os().chain(leaner.map(Into::into)),
        )
        .map(|()| true)
    } else {
        run()
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether this program was started under the given name, through a link.
fn started_as(name: &str) -> bool {
    env::args_os()
        .next()
        .is_some_and(|program| Path::new(&program).file_stem() == Some(name.as_ref()))
}

/// Carries the command out; `false` means that it ran and that something failed.
fn run() -> anyhow::Result<bool> {
    match args::parse(lexopt::Parser::from_env())? {
        Command::Help => {
            print!("{}", args::HELP);
            Ok(true)
        }
        Command::Build { timings } => pipeline::build(&Workspace::find()?, timings).map(|()| true),
        Command::Serve { port } => serve::run(&Workspace::find()?, port).map(|()| true),
        Command::Bench => bench::run(&Workspace::find()?),
        Command::BenchPage { pages } => pages::bench(&Workspace::find()?, &pages),
        Command::Screenshots { pages } => pages::screenshots(&Workspace::find()?, &pages),
        Command::ListTests => {
            test::list();
            Ok(true)
        }
        Command::Test { only } => test::run(&Workspace::find()?, &only),
        Command::WasmPack(options) => wasm::run_wasm_pack(options).map(|()| true),
        Command::RenderBook(options) => book::render(&options).map(|()| true),
    }
}
