//! `cargo xtask test`: every test there is, part by part.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::check;
use crate::files;
use crate::language;
use crate::pipeline;
use crate::report::{Report, plain, seconds};
use crate::shape;
use crate::tools;
use crate::watch::Change;
use crate::workspace::Workspace;

/// One part, which can be run alone.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Part {
    /// Formatting.
    Fmt,
    /// Clippy, natively and for the browser.
    Clippy,
    /// Unit, property and documentation tests.
    Unit,
    /// The edges between the crates.
    Dependencies,
    /// The boards.
    Wasm,
    /// The book.
    Book,
    /// Links, inline code, shape, language and weight of the built book.
    Links,
    /// The built book in real browsers.
    Browsers,
}

/// The parts in the order they run: what fails fast comes first.
const PARTS: [(Part, &str, &str); 8] = [
    (Part::Fmt, "fmt", "cargo fmt --check"),
    (
        Part::Clippy,
        "clippy",
        "clippy with warnings denied, natively and for wasm32",
    ),
    (Part::Unit, "unit", "unit, property and documentation tests"),
    (
        Part::Dependencies,
        "dependencies",
        "the edges between the crates",
    ),
    (Part::Wasm, "wasm", "the boards compiled for the browser"),
    (Part::Book, "book", "the book built by mdBook"),
    (
        Part::Links,
        "links",
        "links, inline code, shape, language and weight of the built book",
    ),
    (
        Part::Browsers,
        "browsers",
        "the built book in real browsers",
    ),
];

/// The crates whose tests play thousands of games: optimised.
const COMPUTING: [&str; 3] = ["morpion-engine", "morpion-board", "morpion-cli"];
/// The other crates of the playground: mdBook, which their tests build books with,
/// would take minutes to optimise.
const CONNECTING: [&str; 2] = ["mdbook-morpion", "morpion-web"];
/// Those of them that run in the browser.
const IN_BROWSER: [&str; 3] = ["morpion-engine", "morpion-board", "morpion-web"];
/// The builds of the last.
const FEATURES: [&str; 3] = ["page", "worker", "bench"];

impl Part {
    /// The part of a name of the command line.
    pub(crate) fn from_name(name: &str) -> Result<Self> {
        PARTS
            .iter()
            .find(|(_, known, _)| *known == name)
            .map(|(part, _, _)| *part)
            .with_context(|| {
                let names: Vec<_> = PARTS.iter().map(|(_, name, _)| *name).collect();
                format!("unknown part {name:?}; there are: {}", names.join(", "))
            })
    }

    fn name(self) -> &'static str {
        PARTS
            .iter()
            .find(|(part, _, _)| *part == self)
            .map_or("", |(_, name, _)| name)
    }
}

/// How many tests ended how.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
struct Tally {
    passed: usize,
    failed: usize,
    skipped: usize,
}

impl Tally {
    const PASSED: Self = Self {
        passed: 1,
        failed: 0,
        skipped: 0,
    };
    const FAILED: Self = Self {
        passed: 0,
        failed: 1,
        skipped: 0,
    };

    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }

    /// What one line of a libtest run counts, if it is the line that tells.
    fn from_line(line: &str) -> Option<Self> {
        let line = plain(line);
        let (_, counts) = line
            .trim()
            .strip_prefix("test result: ")?
            .split_once(". ")?;
        let mut tally = Self::default();
        for part in counts.split("; ") {
            let (number, what) = part.split_once(' ')?;
            match what {
                "passed" => tally.passed = number.parse().ok()?,
                "failed" => tally.failed = number.parse().ok()?,
                "ignored" => tally.skipped = number.parse().ok()?,
                _ => {}
            }
        }
        Some(tally)
    }
}

/// The line that closes a run.
impl std::fmt::Display for Tally {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(formatter, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

/// Names the parts.
pub(crate) fn list() {
    for (_, name, meaning) in PARTS {
        println!("{name:<14}{meaning}");
    }
}

/// Runs the parts; `false` when something failed or nothing ran.
pub(crate) fn run(workspace: &Workspace, only: &[Part]) -> Result<bool> {
    let start = Instant::now();
    let suite = Suite {
        workspace,
        report: Report::new(true),
    };
    let mut total = Tally::default();
    let mut lines = Vec::new();
    for (part, name, meaning) in PARTS {
        if !only.is_empty() && !only.contains(&part) {
            continue;
        }
        let start = Instant::now();
        suite.report.say(&format!("\n== {name}: {meaning}"));
        let tally = suite.run(part).unwrap_or_else(|error| {
            suite.report.say(&format!("error: {error:#}"));
            Tally::FAILED
        });
        total.add(tally);
        lines.push(format!(
            "  {name:<14}{:>9}   {tally}",
            seconds(start.elapsed())
        ));
    }
    suite
        .report
        .say(&format!("\n== total: {}", seconds(start.elapsed())));
    for line in lines {
        suite.report.say(&line);
    }
    suite.report.say(&total.to_string());
    Ok(total.failed == 0 && total.passed > 0)
}

struct Suite<'a> {
    workspace: &'a Workspace,
    report: Report,
}

impl Suite<'_> {
    /// Runs one part; an error counts as one failure.
    fn run(&self, part: Part) -> Result<Tally> {
        // What it says now is not to follow what it said the last time.
        files::write_if_changed(&self.log(part), b"")?;
        match part {
            Part::Fmt => self.step("cargo fmt", &["fmt", "--all", "--check"]),
            Part::Clippy => self.clippy(),
            Part::Unit => self.unit(),
            Part::Dependencies => self.libtest(
                part,
                &["test", "--package", "xtask", "--test", "dependencies"],
            ),
            Part::Wasm => {
                pipeline::boards(self.workspace, &self.report)?;
                Ok(Tally::PASSED)
            }
            Part::Book => {
                pipeline::rebuild(self.workspace, &self.report, Change::Rust)?;
                Ok(Tally::PASSED)
            }
            Part::Links => self.links(),
            Part::Browsers => self.browsers(),
        }
    }

    fn clippy(&self) -> Result<Tally> {
        tools::provide_wasm_target(&self.report)?;
        let mut tally = self.step(
            "clippy",
            &[
                "clippy",
                "--workspace",
                "--all-targets",
                "--quiet",
                "--",
                "-D",
                "warnings",
            ],
        )?;
        let mut arguments = vec!["clippy", "--quiet", "--target", tools::WASM_TARGET];
        arguments.extend(IN_BROWSER.iter().flat_map(|name| ["--package", name]));
        arguments.extend(["--", "-D", "warnings"]);
        tally.add(self.step("clippy (wasm32)", &arguments)?);
        // Each side alone, as a reader gets it: what only the other uses is dead code.
        for feature in FEATURES {
            let arguments = [
                "clippy",
                "--quiet",
                "--target",
                tools::WASM_TARGET,
                "--package",
                "morpion-web",
                "--no-default-features",
                "--features",
                feature,
                "--",
                "-D",
                "warnings",
            ];
            tally.add(self.step(&format!("clippy (wasm32, {feature})"), &arguments)?);
        }
        Ok(tally)
    }

    fn unit(&self) -> Result<Tally> {
        let mut arguments = vec!["test", "--release", "--no-fail-fast"];
        arguments.extend(COMPUTING.iter().flat_map(|name| ["--package", name]));
        let mut tally = self.libtest(Part::Unit, &arguments)?;
        let mut arguments = vec!["test", "--no-fail-fast"];
        arguments.extend(CONNECTING.iter().flat_map(|name| ["--package", name]));
        tally.add(self.libtest(Part::Unit, &arguments)?);
        let own = [
            "test",
            "--no-fail-fast",
            "--package",
            "xtask",
            "--bins",
            "--test",
            "scripts",
        ];
        tally.add(self.libtest(Part::Unit, &own)?);
        tally.add(self.libtest(Part::Unit, &["test", "--package", "morpion-tests", "--lib"])?);
        Ok(tally)
    }

    fn links(&self) -> Result<Tally> {
        self.need_book()?;
        let wrong = self
            .report
            .step("links", || check::book(&self.workspace.book()))?;
        let shape = self.report.step("shape", || {
            shape::book(&self.workspace.root.join("src"), &self.workspace.book())
        })?;
        let english = self
            .report
            .step("language", || language::book(&self.workspace.book()))?;
        let weights = self
            .report
            .step("weight", || check::weights(&self.workspace.book()))?;
        self.report.say(&weights.told);
        let mut tally = Tally::default();
        for wrong in [wrong, shape, english, weights.wrong] {
            tally.add(if wrong.is_empty() {
                Tally::PASSED
            } else {
                Tally::FAILED
            });
            for line in &wrong {
                self.report.say(line);
            }
        }
        Ok(tally)
    }

    fn browsers(&self) -> Result<Tally> {
        self.need_book()?;
        let mut tally = Tally::default();
        match tools::provide_for_tests(self.workspace, &self.report) {
            Ok(missing) => {
                for browser in missing {
                    self.report
                        .say(&format!("{} is not there: not tested", browser.name));
                }
            }
            // What is there is tested all the same.
            Err(error) => {
                self.report.say(&format!("error: {error:#}"));
                tally.add(Tally::FAILED);
            }
        }
        let arguments = ["test", "--package", "morpion-tests", "--test", "browsers"];
        let mut command = self.workspace.cargo(&arguments);
        command
            .env("MORPION_BOOK", self.workspace.book())
            .env("MORPION_TOOLS", self.workspace.tools());
        tally.add(self.count(Part::Browsers, &mut command)?);
        Ok(tally)
    }

    /// The parts that look at the book build it when they are run alone; after the
    /// part `book` there is nothing left to do, and it takes a moment.
    fn need_book(&self) -> Result<()> {
        pipeline::rebuild(self.workspace, &Report::new(false), Change::Rust)
    }

    /// A cargo command that counts as one test.
    fn step(&self, name: &str, arguments: &[&str]) -> Result<Tally> {
        self.report
            .run(name, &mut self.workspace.cargo(arguments))?;
        Ok(Tally::PASSED)
    }

    /// A cargo command whose output tells how many tests ran.
    fn libtest(&self, part: Part, arguments: &[&str]) -> Result<Tally> {
        self.count(part, &mut self.workspace.cargo(arguments))
    }

    /// Where a part leaves what it said.
    fn log(&self, part: Part) -> PathBuf {
        let logs = self.workspace.target.join("test-logs");
        logs.join(format!("{}.log", part.name()))
    }

    /// Shows the output as it comes, keeps it in target/test-logs, and counts.
    fn count(&self, part: Part, command: &mut Command) -> Result<Tally> {
        let mut tally = Tally::default();
        let ended = self.report.follow(part.name(), command, |line| {
            println!("{line}");
            if let Some(more) = Tally::from_line(line) {
                tally.add(more);
            }
        })?;
        // A part may be several commands.
        let mut log = OpenOptions::new()
            .append(true)
            .create(true)
            .open(self.log(part))?;
        log.write_all(ended.output.as_bytes())?;
        if !ended.status.success() && tally.failed == 0 {
            // It did not compile, or the program ended before it could tell.
            tally.add(Tally::FAILED);
        }
        if tally.passed + tally.failed == 0 {
            bail!("no test ran");
        }
        Ok(tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_are_counted() {
        for (line, expected) in [
            (
                "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; \
                 finished in 0.01s",
                Some((12, 0, 1)),
            ),
            (
                "test result: \x1b[31mFAILED\x1b[0m. 2 passed; 1 failed; 0 ignored; 0 measured; \
                 0 filtered out; finished in 1.20s",
                Some((2, 1, 0)),
            ),
            ("test rules::ok ... ok", None),
            ("test result: soon", None),
            ("running 3 tests", None),
        ] {
            let expected = expected.map(|(passed, failed, skipped)| Tally {
                passed,
                failed,
                skipped,
            });
            assert_eq!(Tally::from_line(line), expected, "{line}");
        }
    }

    #[test]
    fn the_log_of_a_part_is_that_of_all_its_commands() {
        let target = tempfile::tempdir().unwrap();
        let workspace = Workspace {
            root: PathBuf::new(),
            program: PathBuf::new(),
            target: target.path().to_owned(),
            pristine_theme: PathBuf::new(),
        };
        let suite = Suite {
            workspace: &workspace,
            report: Report::new(false),
        };
        files::write_if_changed(&suite.log(Part::Unit), b"").unwrap();
        for option in ["--version", "--help"] {
            // It runs no test, which is an error of its own.
            let _ = suite.count(Part::Unit, Command::new("rustc").arg(option));
        }
        let log = files::read_text(&suite.log(Part::Unit)).unwrap();
        assert!(log.starts_with("rustc "), "{log}");
        assert!(log.contains("Usage: rustc"), "{log}");
    }

    #[test]
    fn the_closing_line_is_the_one_that_ci_reads() {
        let mut tally = Tally::PASSED;
        assert_eq!(tally.to_string(), "1 passed, 0 failed");
        tally.add(Tally {
            passed: 2,
            failed: 1,
            skipped: 4,
        });
        assert_eq!(tally.to_string(), "3 passed, 1 failed, 4 skipped");
    }

    #[test]
    fn parts_have_names() {
        for (part, name, _) in PARTS {
            assert_eq!(Part::from_name(name).unwrap(), part);
            assert_eq!(part.name(), name);
        }
    }
}
