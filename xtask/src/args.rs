//! The command line.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use lexopt::prelude::*;

use crate::book::RenderOptions;
use crate::test::Part;
use crate::wasm::WasmPackOptions;

/// What `cargo xtask help` prints.
pub(crate) const HELP: &str = "\
Builds, serves and tests the book.

Usage: cargo xtask <command> [options]

Commands:
  serve [--port N]       build all, serve the book on http://localhost:3000, then
                         rebuild and reload when a chapter, the theme or the Rust
                         code of the boards changes
  build [--timings]      write the site to book/; --timings shows each step
  test [--only PART…]    run every test, browsers included, or the named parts
  test --list            name the parts
  bench                  count and time the engine's fixed searches, natively and in
                         wasm under Node
  bench --page [PAGE…]   the longest tasks of pages whose boards are played on, with a
                         processor four times slower
  screenshots [PAGE…]    take a picture of every board in every theme, on a phone and
                         on a desk, and put them on sheets: target/screenshots/
  help                   print this text

What is missing (the target wasm32-unknown-unknown; for tests, the browsers) is
provided, and announced first. Nothing needs the network once it is there.
";

/// Port of `serve` when none is given.
const DEFAULT_PORT: u16 = 3000;

/// What to do.
#[derive(Debug, PartialEq)]
pub(crate) enum Command {
    /// Print [`HELP`].
    Help,
    /// Write the site to book/.
    Build {
        /// Show each step with its time.
        timings: bool,
    },
    /// Serve the book and follow changes.
    Serve {
        /// Where to listen on localhost.
        port: u16,
    },
    /// Name the parts of the tests.
    ListTests,
    /// Run tests.
    Test {
        /// The parts to run; all when empty.
        only: Vec<Part>,
    },
    /// Count and time the engine.
    Bench,
    /// Time the boards in their pages.
    BenchPage {
        /// The pages, as `infini/jouer.html`; some of every kind when empty.
        pages: Vec<String>,
    },
    /// Put pictures of the boards on sheets.
    Screenshots {
        /// The pages; all when empty.
        pages: Vec<String>,
    },
    /// Hidden: run wasm-pack in this process, so that the caller sets its PATH.
    WasmPack(WasmPackOptions),
    /// Hidden: run mdBook in this process, so that the caller keeps its output.
    RenderBook(RenderOptions),
}

/// Reads the command line.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Command> {
    let name = match parser.next()? {
        None | Some(Short('h') | Long("help")) => return Ok(Command::Help),
        Some(Value(name)) => name.string()?,
        Some(other) => return Err(other.unexpected().into()),
    };
    let command = match name.as_str() {
        "help" => Command::Help,
        "build" => build(&mut parser)?,
        "serve" => serve(&mut parser)?,
        "test" => test(&mut parser)?,
        "bench" => bench(&mut parser)?,
        "screenshots" => match pages(&mut parser)? {
            Some(pages) => Command::Screenshots { pages },
            None => Command::Help,
        },
        crate::wasm::WASM_PACK_COMMAND => Command::WasmPack(WasmPackOptions {
            package: path(&mut parser)?,
            out_dir: path(&mut parser)?,
            profile: parser.value()?.string()?,
            extra: parser
                .raw_args()?
                .map(ValueExt::string)
                .collect::<Result<_, _>>()?,
        }),
        crate::book::RENDER_COMMAND => Command::RenderBook(RenderOptions {
            root: path(&mut parser)?,
            theme: path(&mut parser)?,
            preprocessor: path(&mut parser)?,
            destination: path(&mut parser)?,
        }),
        _ => bail!("unknown command {name:?}; `cargo xtask help` lists them"),
    };
    match parser.next()? {
        None => Ok(command),
        Some(Short('h') | Long("help")) => Ok(Command::Help),
        Some(extra) => Err(extra.unexpected().into()),
    }
}

fn build(parser: &mut lexopt::Parser) -> Result<Command> {
    let mut timings = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("timings") => timings = true,
            Short('h') | Long("help") => return Ok(Command::Help),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Build { timings })
}

fn serve(parser: &mut lexopt::Parser) -> Result<Command> {
    let mut port = DEFAULT_PORT;
    while let Some(argument) = parser.next()? {
        match argument {
            Short('p') | Long("port") => {
                port = parser
                    .value()?
                    .parse()
                    .context("--port takes a number up to 65535")?;
            }
            Short('h') | Long("help") => return Ok(Command::Help),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Serve { port })
}

fn test(parser: &mut lexopt::Parser) -> Result<Command> {
    let mut only = Vec::new();
    let mut list = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("list") => list = true,
            Long("only") => {
                for name in parser.values()? {
                    only.push(Part::from_name(&name.string()?)?);
                }
            }
            Short('h') | Long("help") => return Ok(Command::Help),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(if list {
        Command::ListTests
    } else {
        Command::Test { only }
    })
}

fn bench(parser: &mut lexopt::Parser) -> Result<Command> {
    Ok(match parser.next()? {
        None => Command::Bench,
        Some(Long("page")) => match pages(parser)? {
            Some(pages) => Command::BenchPage { pages },
            None => Command::Help,
        },
        Some(Short('h') | Long("help")) => Command::Help,
        Some(other) => return Err(other.unexpected().into()),
    })
}

/// The names of pages up to the end of the line; `None` where help is asked for.
fn pages(parser: &mut lexopt::Parser) -> Result<Option<Vec<String>>> {
    let mut pages = Vec::new();
    while let Some(argument) = parser.next()? {
        match argument {
            Value(page) => pages.push(page.string()?),
            Short('h') | Long("help") => return Ok(None),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Some(pages))
}

fn path(parser: &mut lexopt::Parser) -> Result<PathBuf> {
    Ok(PathBuf::from(parser.value()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command> {
        parse(lexopt::Parser::from_iter(
            std::iter::once("xtask").chain(line.split_whitespace()),
        ))
    }

    #[test]
    fn commands_are_read() {
        for (line, expected) in [
            ("", Command::Help),
            ("help", Command::Help),
            ("--help", Command::Help),
            ("serve --help", Command::Help),
            ("build", Command::Build { timings: false }),
            ("build --timings", Command::Build { timings: true }),
            ("serve", Command::Serve { port: 3000 }),
            ("serve --port 8080", Command::Serve { port: 8080 }),
            ("serve --port=8080", Command::Serve { port: 8080 }),
            ("test", Command::Test { only: vec![] }),
            ("test --list", Command::ListTests),
            ("bench", Command::Bench),
            ("bench --page", Command::BenchPage { pages: vec![] }),
            (
                "bench --page jouer.html",
                Command::BenchPage {
                    pages: vec![String::from("jouer.html")],
                },
            ),
            ("bench --page -h", Command::Help),
            ("bench -h", Command::Help),
            ("screenshots", Command::Screenshots { pages: vec![] }),
            (
                "screenshots index.html 3d/atlas.html",
                Command::Screenshots {
                    pages: vec![String::from("index.html"), String::from("3d/atlas.html")],
                },
            ),
            (
                "test --only fmt links",
                Command::Test {
                    only: vec![Part::Fmt, Part::Links],
                },
            ),
        ] {
            assert_eq!(read(line).unwrap(), expected, "{line}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (line, reason) in [
            ("sevre", "unknown command \"sevre\""),
            ("serve --port 70000", "--port takes a number"),
            ("serve --open", "--open"),
            ("build now", "now"),
            ("bench --pages", "--pages"),
            ("screenshots --cahier", "--cahier"),
            ("bench jouer.html", "jouer.html"),
            ("test --only tests", "unknown part \"tests\""),
            ("test --only", "missing argument"),
        ] {
            let error = format!("{:#}", read(line).unwrap_err());
            assert!(error.contains(reason), "{line}: {error}");
        }
    }
}
