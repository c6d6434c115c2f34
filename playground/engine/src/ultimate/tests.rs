//! The search against slower and plainer ways to the same answers.

use std::time::Instant;

use super::search::{Limits, Search};
use super::*;

#[test]
fn speed() {
    let t = Instant::now();
    let ev = std::sync::Arc::new(Evaluation::new());
    println!("tables {:?}", t.elapsed());
    for text in ["", "55-51-15-53-31-19-95-52", "55-51-15-53-31-19-95-52-22-25-59-91-11-18-83-37-79-98-88-85"] {
        let r = crate::Record::parse(Game::Ultimate, text).unwrap();
        let crate::Position::Ultimate(p) = r.position() else { panic!() };
        let mut s = Search::new(ev.clone(), &p, Limits { nodes: 3_000_000, depth: 99, every_move: false }, [0; 81]);
        let t = Instant::now();
        while s.run(100_000) == crate::Progress::Working {}
        let dt = t.elapsed().as_secs_f64();
        println!("{text}: depth {} nodes {} {:.0} n/s score {} proven {} pv {:?}", s.depth(), s.nodes(), s.nodes() as f64 / dt, s.score(), s.proven(), s.expected(s.best()).iter().map(|c| Game::Ultimate.cell_name(*c)).collect::<Vec<_>>());
    }
}
