//! The fixed searches: each row can be run, and gives the same number each time.

use morpion_engine::{BENCHES, Game, Level, Record, Work};

#[test]
fn every_row_is_one_that_can_be_run() {
    for bench in BENCHES {
        let record = Record::parse(bench.game, bench.position).expect(bench.position);
        assert_eq!(record.position().outcome(), None, "{bench:?}");
        match bench.work {
            Work::Move(slug) => assert!(Level::from_slug(bench.game, slug).is_some(), "{bench:?}"),
            Work::Table => assert!(matches!(bench.game, Game::Classique | Game::Infini)),
            Work::ForcedWin => assert_eq!(bench.game, Game::Cube),
            Work::Analysis | Work::Depth(_) => {}
        }
        assert_eq!(bench.work == Work::Table, bench.nodes == 0);
    }
    for game in Game::ALL {
        assert!(BENCHES.iter().any(|bench| bench.game == game), "{game}");
    }
}

#[test]
fn the_signature_is_the_same_each_time() {
    // Half a million nodes without optimisation are no moment any more.
    let short = |nodes: u64| {
        nodes
            <= if cfg!(debug_assertions) {
                100_000
            } else {
                1_000_000
            }
    };
    for bench in BENCHES.iter().filter(|bench| short(bench.nodes)) {
        let nodes = bench.run().expect("a row that can be run");
        assert!(nodes > 0, "{bench:?}");
        assert_eq!(bench.run(), Ok(nodes), "{bench:?}");
        if matches!(bench.work, Work::Depth(_)) {
            assert!(nodes < bench.nodes, "{bench:?} ends by its budget");
        }
        if bench.work == Work::Table {
            let known = if bench.game == Game::Infini {
                66_682
            } else {
                5_478
            };
            assert_eq!(nodes, known);
        }
    }
}
