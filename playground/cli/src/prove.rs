//! `morpion prove 3d`: the first player's win, found and checked.

use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use lexopt::{Arg, Parser};
use morpion_engine::cube::check::{Check, Counts, Mode, Outcome, Why};
use morpion_engine::cube::{
    Certificate, SearchCounts, ShrinkCounts, StrategySearch, StrategyShrink, replay,
};
use morpion_engine::{Cell, Game};
use serde::Serialize;

use crate::Failure;
use crate::args::number;

pub(crate) const HELP: &str = "\
Proves that the first player wins morpion 3D.

Usage: morpion prove 3d --check <file> [--exact] [--json]
       morpion prove 3d --search [--out <file>]
       morpion prove 3d --shrink <file>... --out <file> [--seed <n>] [--steps <n>]
       morpion prove 3d --pack <file> --out <file>

A certificate is a text: an entry a line, a position and the first player's move.

Options:
  --check <file>   try every reply of the second player, with a program that
                   shares nothing with the engine's search; exit code 1 and a
                   refuting game if the certificate fails
  --exact          keep positions apart that symmetries make equal: slower
  --search         find a complete strategy from nothing and write it as a
                   certificate, to standard output if there is no --out;
                   progress goes to stderr
  --shrink <file>...
                   join the certificates, find other moves, and choose among all
                   so that few entries are needed; the smallest certificate is
                   written each time that a smaller one is found; progress goes
                   to stderr
  --seed <n>       with --shrink, other choices: same files, seed and steps,
                   same certificate (default: 1)
  --steps <n>      with --shrink, positions looked at for other moves
                   (default: 20000)
  --pack <file>    write a certificate in the form that the engine carries
  --out <file>     where to write
  --json           with --check, one object: proved, mode, entries,
                   entries_used, positions, replies, searches, nodes,
                   longest_search, longest_game, seconds, refutation
  --help           this text
";

/// What to prove.
pub(crate) enum Prove {
    Check {
        file: PathBuf,
        mode: Mode,
        json: bool,
    },
    Search {
        out: Option<PathBuf>,
    },
    Shrink {
        files: Vec<PathBuf>,
        out: PathBuf,
        seed: u64,
        steps: u64,
    },
    Pack {
        file: PathBuf,
        out: PathBuf,
    },
}

/// Reads the options; `None` when the help is asked for.
pub(crate) fn parse(parser: &mut Parser) -> Result<Option<Prove>, Failure> {
    let (mut check, mut pack, mut out) = (None, None, None);
    let (mut search, mut exact, mut json) = (false, false, false);
    let mut shrink: Vec<PathBuf> = Vec::new();
    let (mut seed, mut steps) = (None, None);
    let mut game = None;
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("check") => check = Some(PathBuf::from(parser.value()?)),
            Arg::Long("shrink") => shrink.extend(parser.values()?.map(PathBuf::from)),
            Arg::Long("seed") => seed = Some(number("--seed", &parser.value()?)?),
            Arg::Long("steps") => steps = Some(number("--steps", &parser.value()?)?),
            Arg::Long("pack") => pack = Some(PathBuf::from(parser.value()?)),
            Arg::Long("out") => out = Some(PathBuf::from(parser.value()?)),
            Arg::Long("search") => search = true,
            Arg::Long("exact") => exact = true,
            Arg::Long("json") => json = true,
            Arg::Short('h') | Arg::Long("help") => return Ok(None),
            Arg::Value(word) if game.is_none() => game = Some(word),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let usage = |message: &str| Err(Failure::Usage(message.to_owned()));
    match game.as_ref().map(|word| word.to_str()) {
        Some(Some("3d")) => {}
        Some(_) => return usage("only 3d is proved: morpion prove 3d"),
        None => return usage("a game is missing: morpion prove 3d"),
    }
    if !shrink.is_empty() {
        return match (check, search || exact || json, pack, out) {
            (None, false, None, Some(out)) => Ok(Some(Prove::Shrink {
                files: shrink,
                out,
                seed: seed.unwrap_or(1),
                steps: steps.unwrap_or(20_000),
            })),
            _ => usage("--shrink takes --out <file>, --seed and --steps (see --help)"),
        };
    }
    if seed.is_some() || steps.is_some() {
        return usage("--seed and --steps belong to --shrink (see --help)");
    }
    match (check, search, pack, out) {
        (Some(file), false, None, None) => {
            let mode = if exact { Mode::Exact } else { Mode::Canonical };
            Ok(Some(Prove::Check { file, mode, json }))
        }
        (None, true, None, out) if !exact && !json => Ok(Some(Prove::Search { out })),
        (None, false, Some(file), Some(out)) if !exact && !json => {
            Ok(Some(Prove::Pack { file, out }))
        }
        _ => usage(
            "one of --check <file>, --search, --shrink <file>... with --out <file>, and \
             --pack <file> with --out <file> (see --help)",
        ),
    }
}

/// Runs it. Says whether what was to be proved is.
pub(crate) fn run(options: &Prove, out: &mut impl Write) -> Result<bool, Failure> {
    if let Prove::Search { out: Some(file) }
    | Prove::Shrink { out: file, .. }
    | Prove::Pack { out: file, .. } = options
    {
        try_to_open(file)?;
    }
    match options {
        Prove::Check { file, mode, json } => check(file, *mode, *json, out),
        Prove::Search { out: file } => search(file.as_deref(), out),
        Prove::Shrink {
            files,
            out,
            seed,
            steps,
        } => shrink(files, out, *seed, *steps),
        Prove::Pack { file, out } => {
            write_file(out, &certificate(file)?.pack())?;
            Ok(true)
        }
    }
}

fn certificate(file: &Path) -> Result<Certificate, Failure> {
    Certificate::parse(&read(file)?)
        .map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))
}

fn read(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))
}

/// Says now, and not when minutes of work are done, that a file cannot be written. It is
/// left as it is.
fn try_to_open(file: &Path) -> Result<(), Failure> {
    let was_there = file.exists();
    let opened = OpenOptions::new().append(true).create(true).open(file);
    let tried = match opened {
        Ok(_) if !was_there => fs::remove_file(file),
        opened => opened.map(|_| ()),
    };
    tried.map_err(|error| Failure::Usage(format!("{}: {error}", file.display())))
}

fn write_file(file: &Path, content: &[u8]) -> Result<(), Failure> {
    fs::write(file, content).map_err(|error| {
        let told = format!("{}: {error}", file.display());
        Failure::Io(io::Error::new(error.kind(), told))
    })
}

fn search(file: Option<&Path>, out: &mut impl Write) -> Result<bool, Failure> {
    let mut search = StrategySearch::new();
    let clock = Instant::now();
    let mut told = 0;
    let tell = |search: &StrategySearch, seconds: u64| {
        let SearchCounts {
            wanted,
            proven,
            positions,
            nodes,
            ..
        } = search.counts();
        eprintln!(
            "{seconds:>4} s: {proven} of {wanted} positions of four marks proven, \
             {positions} positions looked at, {nodes} nodes"
        );
    };
    while search.step() {
        let seconds = clock.elapsed().as_secs();
        if seconds >= told + EVERY_SECONDS {
            told = seconds;
            tell(&search, seconds);
        }
    }
    tell(&search, clock.elapsed().as_secs());
    let Some(certificate) = search.certificate() else {
        eprintln!("no complete strategy was found");
        return Ok(false);
    };
    eprintln!("{} entries", certificate.entries().len());
    match file {
        Some(file) => write_file(file, certificate.text().as_bytes())?,
        None => write!(out, "{}", certificate.text())?,
    }
    Ok(true)
}

fn shrink(files: &[PathBuf], out: &Path, seed: u64, steps: u64) -> Result<bool, Failure> {
    let certificates: Result<Vec<Certificate>, Failure> =
        files.iter().map(|file| certificate(file)).collect();
    let mut shrink = StrategyShrink::new(&certificates?, seed, steps);
    let clock = Instant::now();
    let mut told = 0;
    let tell = |counts: ShrinkCounts, seconds: u64| {
        let ShrinkCounts {
            to_join,
            positions,
            proven,
            looked_at,
            changes,
            entries,
        } = counts;
        if to_join > 0 {
            eprintln!("{seconds:>4} s: {to_join} entries to join");
        } else {
            eprintln!(
                "{seconds:>4} s: {entries} entries, {proven} of {positions} positions proven, \
                 {looked_at} looked at, {changes} changes tried"
            );
        }
    };
    let mut written = usize::MAX;
    loop {
        let more = shrink.step();
        let seconds = clock.elapsed().as_secs();
        if more && seconds < told + EVERY_SECONDS {
            continue;
        }
        told = seconds;
        let counts = shrink.counts();
        tell(counts, seconds);
        if let Some(certificate) = shrink.certificate()
            && counts.entries < written
        {
            written = counts.entries;
            write_file(out, certificate.text().as_bytes())?;
        }
        if !more {
            break;
        }
    }
    if written == usize::MAX {
        eprintln!("the certificates hold no complete strategy");
    }
    Ok(written < usize::MAX)
}

#[derive(Serialize)]
struct Report {
    proved: bool,
    mode: &'static str,
    entries: usize,
    entries_used: u64,
    positions: u64,
    replies: u64,
    searches: u64,
    nodes: u64,
    longest_search: u64,
    longest_game: u32,
    seconds: f64,
    refutation: Option<Line>,
}

#[derive(Serialize)]
struct Line {
    moves: String,
    why: &'static str,
}

/// Seconds between two lines of progress.
const EVERY_SECONDS: u64 = 5;

/// Replies tried between two signs of life.
const PORTION: u64 = 1 << 20;

fn check(file: &Path, mode: Mode, json: bool, out: &mut impl Write) -> Result<bool, Failure> {
    let text = read(file)?;
    let bad =
        |error: &dyn std::fmt::Display| Failure::Usage(format!("{}: {error}", file.display()));
    let certificate = Certificate::parse(&text).map_err(|error| bad(&error))?;
    let mut check = Check::new(&text, mode).map_err(|error| bad(&error))?;
    let clock = Instant::now();
    let live = io::stderr().is_terminal();
    let outcome = loop {
        if let Some(outcome) = check.run(PORTION) {
            break outcome.clone();
        }
        if live {
            let Counts {
                positions, replies, ..
            } = check.counts();
            eprint!("\r{positions} positions, {replies} replies…");
        }
    };
    if live {
        eprint!("\r\x1b[K");
    }
    let seconds = clock.elapsed().as_secs_f64();
    let counts = check.counts();
    let refutation = match &outcome {
        Outcome::Proved => None,
        Outcome::Refuted(refutation) => {
            // Never shown before a third routine has played it again.
            replay(&certificate, refutation).map_err(|error| {
                io::Error::other(format!("the refuting game is not confirmed: {error}"))
            })?;
            let cells = refutation.moves.iter();
            let names: Vec<String> = cells.map(|&c| Game::Cube.cell_name(Cell(c))).collect();
            Some(Line {
                moves: names.join("-"),
                why: match refutation.why {
                    Why::SecondWins => "the second player wins",
                    Why::NoMove => "the first player has no entry and no forced win",
                    Why::Draw => "the board is full",
                },
            })
        }
    };
    let proved = refutation.is_none();
    let report = Report {
        proved,
        mode: match mode {
            Mode::Canonical => "canonical",
            Mode::Exact => "exact",
        },
        entries: check.entries(),
        entries_used: counts.entries_used,
        positions: counts.positions,
        replies: counts.replies,
        searches: counts.searches,
        nodes: counts.nodes,
        longest_search: counts.longest_search,
        longest_game: counts.longest_game,
        seconds,
        refutation,
    };
    if json {
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
        return Ok(proved);
    }
    let Report {
        mode,
        entries,
        entries_used,
        positions,
        replies,
        searches,
        nodes,
        longest_search,
        longest_game,
        ..
    } = report;
    writeln!(out, "mode            {mode}")?;
    writeln!(out, "entries         {entries}")?;
    writeln!(out, "entries used    {entries_used}")?;
    writeln!(out, "positions       {positions}")?;
    writeln!(out, "replies         {replies}")?;
    writeln!(out, "searches        {searches}")?;
    writeln!(out, "nodes           {nodes}")?;
    writeln!(out, "longest search  {longest_search} nodes")?;
    writeln!(out, "longest game    {longest_game} moves")?;
    match report.refutation {
        None => writeln!(out, "proved: the first player wins every game")?,
        Some(Line { moves, why }) => {
            writeln!(out, "refuted: {why}, after")?;
            writeln!(out, "{moves}")?;
        }
    }
    eprintln!("{seconds:.1} s");
    Ok(proved)
}
