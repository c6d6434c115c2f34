//! `morpion`: the engine at a prompt.

mod analyse;
mod args;
mod bench;
mod contest;
mod exercises;
mod external;
mod lines;
mod perft;
mod play;
mod prove;
mod reading;
mod show;
mod ugi;

use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command stops.
enum Failure {
    /// The request is wrong: told on stderr with exit code 2.
    Usage(String),
    /// The output cannot be written.
    Io(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        Failure::Io(error.into())
    }
}

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Failure {
        Failure::Usage(error.to_string())
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(Failure::Usage(message)) => {
            eprintln!("morpion: {message}");
            ExitCode::from(2)
        }
        // `morpion lines 3d | head` is no failure.
        Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Io(error)) => {
            eprintln!("morpion: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode, Failure> {
    let mut parser = lexopt::Parser::from_env();
    let command = args::parse(&mut parser)?;
    let mut out = io::stdout().lock();
    let mut code = ExitCode::SUCCESS;
    match command {
        args::Command::Help(text) => write!(out, "{text}")?,
        args::Command::Version => writeln!(out, "morpion {}", env!("CARGO_PKG_VERSION"))?,
        args::Command::Perft(options) => perft::run(&options, &mut out)?,
        args::Command::Show(options) => show::run(&options, &mut out)?,
        args::Command::Lines { json } => lines::run(json, &mut out)?,
        args::Command::Analyse(options) => analyse::run(&options, &mut out)?,
        args::Command::Bench(options) => bench::run(&options, &mut out)?,
        args::Command::Match(options) => contest::run(&options, &mut out)?,
        args::Command::Exercises(options) => exercises::run(&options, &mut out)?,
        args::Command::Ugi => ugi::run(&mut out)?,
        args::Command::Play(options) => play::run(&options, io::stdin().lock(), &mut out)?,
        args::Command::Prove(options) => {
            if !prove::run(&options, &mut out)? {
                code = ExitCode::FAILURE;
            }
        }
    }
    out.flush()?;
    Ok(code)
}
