//! `morpion perft`: counts, and how fast they come.

use std::io::Write;
use std::time::Instant;

use morpion_engine::{Position, perft_position};
use serde::Serialize;

use crate::Failure;
use crate::args::Perft;

#[derive(Serialize)]
struct Report {
    game: &'static str,
    bulk: bool,
    counts: Vec<u64>,
    /// The time of the last count alone.
    seconds: f64,
    leaves_per_second: u64,
}

/// Counts every depth up to the one asked for.
pub(crate) fn run(options: &Perft, out: &mut impl Write) -> Result<(), Failure> {
    let start = Position::start(options.game);
    let mut counts = Vec::new();
    let mut seconds = 0.0;
    for depth in 1..=options.depth {
        let clock = Instant::now();
        let count = perft_position(&start, depth, options.bulk);
        seconds = clock.elapsed().as_secs_f64();
        counts.push(count);
        if !options.json {
            // Deep counts take a while: each one is shown as it comes.
            writeln!(out, "{depth} {count}")?;
            out.flush()?;
        }
    }
    let last = counts.last().copied().unwrap_or_default();
    // A clock may be too coarse to see a short count.
    let leaves_per_second = (last as f64 / seconds.max(1e-9)) as u64;
    if options.json {
        let report = Report {
            game: options.game.slug(),
            bulk: options.bulk,
            counts,
            seconds,
            leaves_per_second,
        };
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        let how = if options.bulk {
            "bulk: last moves counted, not played"
        } else {
            "single: every move played"
        };
        eprintln!(
            "depth {}: {seconds:.3} s, {leaves_per_second} leaves/s ({how})",
            options.depth
        );
    }
    Ok(())
}
