//! `morpion bench`: the engine's signature, and how fast it is made.

use std::io::Write;
use std::time::Instant;

use morpion_engine::{BENCHES, Game};
use serde::Serialize;

use crate::Failure;
use crate::args::Bench;

#[derive(Serialize)]
struct Report {
    games: Vec<OfGame>,
    /// All nodes together: the signature of the engine.
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct OfGame {
    game: &'static str,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
}

/// Runs every fixed search and adds the nodes up.
pub(crate) fn run(options: &Bench, out: &mut impl Write) -> Result<(), Failure> {
    let mut games = Vec::new();
    for game in Game::ALL {
        let (mut nodes, mut seconds) = (0, 0.0);
        for bench in BENCHES.iter().filter(|bench| bench.game == game) {
            let clock = Instant::now();
            nodes += bench
                .run()
                .map_err(|error| Failure::Usage(error.to_string()))?;
            seconds += clock.elapsed().as_secs_f64();
        }
        let line = OfGame {
            game: game.slug(),
            nodes,
            seconds,
            // A clock may be too coarse to see a short search.
            nodes_per_second: (nodes as f64 / f64::max(seconds, 1e-9)) as u64,
        };
        if !options.json {
            writeln!(
                out,
                "{:<9} {:>10} nodes {:>10.0} nodes/s",
                line.game, line.nodes, line.nodes_per_second
            )?;
            out.flush()?;
        }
        games.push(line);
    }
    let report = Report {
        nodes: games.iter().map(|line| line.nodes).sum(),
        seconds: games.iter().map(|line| line.seconds).sum(),
        games,
    };
    if options.json {
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        writeln!(out, "signature {:>10}", report.nodes)?;
    }
    Ok(())
}
