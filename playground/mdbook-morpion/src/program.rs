//! What the program `mdbook-morpion` does with its arguments.

use std::ffi::OsString;
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mdbook_preprocessor::{MDBOOK_VERSION, parse_input};

use crate::install::{self, Refusal};
use crate::{facts, messages, papers, preprocess};

/// How a run ends when it does not go well: what is said on stderr, and the
/// code.
#[derive(Debug)]
struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    /// The book has mistakes, or a file could not be read or written.
    fn run(message: String) -> Failure {
        Failure { message, code: 1 }
    }

    /// The arguments are wrong.
    fn usage(message: String) -> Failure {
        Failure { message, code: 2 }
    }
}

/// Runs the program with these arguments, its own name left out.
///
/// The code is 0 if all went well, 1 if the book has mistakes, 2 if the
/// arguments are wrong.
pub fn main(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    match run(arguments.collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure { message, code }) => {
            warn(&message);
            ExitCode::from(code)
        }
    }
}

fn run(arguments: Vec<OsString>) -> Result<(), Failure> {
    let words: Vec<_> = arguments
        .iter()
        .map(|word| word.to_string_lossy())
        .collect();
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words[..] {
        [] => speak_to_mdbook(),
        // Boards are figures in HTML and a line of text elsewhere, so that a
        // mistake is told and a fact is counted in every kind of book.
        ["supports", _] => Ok(()),
        ["supports"] => Err(Failure::usage(messages::missing_renderer())),
        ["facts"] => print(&facts::list()),
        ["papers"] => print(&papers::all()),
        ["install"] => set_up(Path::new(".")),
        ["install", folder] if !folder.starts_with('-') => set_up(&PathBuf::from(&arguments[1])),
        ["--help" | "-h"] => print(&messages::help()),
        ["--version" | "-V"] => print(concat!("mdbook-morpion ", env!("CARGO_PKG_VERSION"), "\n")),
        ["supports" | "install", _, extra, ..]
        | [
            "facts" | "papers" | "--help" | "-h" | "--version" | "-V",
            extra,
            ..,
        ]
        | ["install", extra]
        | [extra, ..] => Err(Failure::usage(messages::bad_arguments(extra))),
    }
}

fn print(text: &str) -> Result<(), Failure> {
    write_out(text.as_bytes())
}

/// Writes a line to stderr. If it is full or closed there is nobody left to
/// tell, and the code still says how it went.
fn warn(message: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{message}");
}

/// Writes to stdout; a reader who has gone away (`| head`) is no failure.
fn write_out(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::run(
            messages::unwritable_output(&error.to_string()),
        )),
        _ => Ok(()),
    }
}

/// The protocol: the book comes on stdin, and goes out on stdout.
fn speak_to_mdbook() -> Result<(), Failure> {
    let mut input = std::io::stdin().lock();
    if input.is_terminal() {
        return Err(Failure::usage(messages::started_by_hand()));
    }
    let unreadable = |error: String| Failure::run(messages::unreadable_input(&error));
    let mut bytes = Vec::new();
    input
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(error.to_string()))?;
    let (context, book) =
        parse_input(bytes.as_slice()).map_err(|error| unreadable(format!("{error:#}")))?;
    if !same_line(&context.mdbook_version, MDBOOK_VERSION) {
        warn(&messages::other_version(
            &context.mdbook_version,
            MDBOOK_VERSION,
        ));
    }
    let book = preprocess(&context, book).map_err(|mistakes| Failure::run(mistakes.to_string()))?;
    let json = serde_json::to_vec(&book)
        .map_err(|error| Failure::run(messages::unwritable_output(&error.to_string())))?;
    write_out(&json)
}

/// Whether two versions speak the same protocol: the same numbers up to the
/// minor one.
fn same_line(theirs: &str, ours: &str) -> bool {
    let line = |version: &str| {
        version
            .split('.')
            .take(2)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    line(theirs) == line(ours)
}

fn set_up(folder: &Path) -> Result<(), Failure> {
    let steps = install::install(folder, install::FILES).map_err(|refusal| match refusal {
        Refusal::Book(message) => Failure::usage(message),
        Refusal::Files(message) => Failure::run(message),
    })?;
    let mut text = steps.join("\n");
    text.push('\n');
    text.push_str(&messages::installed());
    text.push('\n');
    print(&text)
}

#[cfg(test)]
mod tests {
    use super::same_line;

    #[test]
    fn a_patch_release_speaks_the_same_protocol() {
        let rows = [
            ("0.5.4", "0.5.4", true),
            ("0.5.0", "0.5.4", true),
            ("0.4.52", "0.5.4", false),
            ("0.6.0", "0.5.4", false),
            ("", "0.5.4", false),
        ];
        for (theirs, ours, same) in rows {
            assert_eq!(same_line(theirs, ours), same, "{theirs} {ours}");
        }
    }
}
