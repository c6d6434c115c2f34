//! How much counting the last move in bulk saves: `cargo bench -p morpion-engine`.
//!
//! A ratio of two times taken side by side says the same on a fast and on a slow
//! machine. Rounds alternate and the best of each counts, so that a busy moment
//! falls on neither.

use std::hint::black_box;
use std::time::{Duration, Instant};

use morpion_engine::{Game, Position, perft_position};

const ROUNDS: u32 = 5;

fn main() {
    for (game, depth) in [
        (Game::Classique, 9),
        (Game::Infini, 9),
        (Game::Ultimate, 7),
        (Game::Cube, 4),
    ] {
        let start = Position::start(game);
        let mut best = [Duration::MAX; 2];
        let mut leaves = 0;
        for _ in 0..ROUNDS {
            for (time, bulk) in best.iter_mut().zip([false, true]) {
                let clock = Instant::now();
                leaves = black_box(perft_position(black_box(&start), depth, bulk));
                *time = clock.elapsed().min(*time);
            }
        }
        let [single, bulk] = best.map(|time| time.as_secs_f64());
        let millions = |seconds: f64| leaves as f64 / seconds / 1e6;
        println!(
            "{game:<9} depth {depth}: {leaves} leaves, single {:.0} M/s, bulk {:.0} M/s, ratio {:.2}",
            millions(single),
            millions(bulk),
            single / bulk,
        );
    }
}
