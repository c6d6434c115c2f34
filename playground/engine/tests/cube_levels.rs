//! The levels of morpion 3D, what the analysis claims, and the reasons of hints.

use morpion_engine::cube::{Forced, ForcedWin};
use morpion_engine::{
    Analyser, Cell, Game, Level, Outcome, Player, Position, Progress, Reason, Record, Rng, Side,
    Tables, Value, analyse, analyse_with, choose_with, explain, first_opponent, hint, symmetries,
};

const QUICK: bool = cfg!(debug_assertions);

fn level(slug: &str) -> Level {
    Level::from_slug(Game::Cube, slug).expect("a level of the cube")
}

/// Plays a game, X first; each player is given the record and a seed.
fn game(
    seed: u64,
    mut x: impl FnMut(&Record, u64) -> Cell,
    mut o: impl FnMut(&Record, u64) -> Cell,
) -> Record {
    let mut record = Record::new(Game::Cube);
    while record.position().outcome().is_none() {
        let cell = match record.position().turn() {
            Side::X => x(&record, seed),
            Side::O => o(&record, seed),
        };
        record.play(cell).expect("a legal move");
    }
    record
}

fn player(tables: &Tables, slug: &str, nodes: u64) -> impl Fn(&Record, u64) -> Cell {
    move |record, seed| choose_with(tables, record, level(slug), seed, Some(nodes)).expect("a move")
}

fn random(record: &Record, seed: u64) -> Cell {
    let legal = record.position().legal();
    let mut rng = Rng::new(seed ^ record.position().key());
    let nth = rng.below(u64::from(legal.len())) as usize;
    legal.iter().nth(nth).expect("a free cell")
}

fn greedy(record: &Record, seed: u64) -> Cell {
    let position = record.position();
    first_opponent(&position, &mut Rng::new(seed ^ position.key())).expect("a move")
}

/// One of the replies that leave no forced win, when there are any: these are the
/// ones that a strategy needs entries for.
fn stubborn(record: &Record, seed: u64) -> Cell {
    let position = record.position();
    let mut search = ForcedWin::new();
    let holding = position.legal().iter().filter(|&cell| {
        let next = position.play(cell).expect("a legal move");
        search.set_position(&next);
        next.outcome().is_some() || search.run(200_000) != Some(Forced::Win)
    });
    let holding: Vec<Cell> = holding.collect();
    match holding.len() as u64 {
        0 => greedy(record, seed),
        count => holding[Rng::new(seed ^ position.key()).below(count) as usize],
    }
}

#[test]
fn patashnik_first_wins_every_game() {
    let tables = Tables::new();
    let won = Some(Outcome::Win(Side::X));
    // A whole move's budget; the certificate needs far less.
    let patashnik = || player(&tables, "patashnik", 200_000);
    let serieux = player(&tables, "serieux", if QUICK { 2_000 } else { 100_000 });
    let doux = player(&tables, "doux", 1_000);
    let games = if QUICK { 1 } else { 24 };
    for seed in 0..games {
        for (name, record) in [
            ("random", game(seed, patashnik(), random)),
            ("greedy", game(seed, patashnik(), greedy)),
            ("stubborn", game(seed, patashnik(), stubborn)),
            ("doux", game(seed, patashnik(), &doux)),
        ] {
            let told = record.notation();
            assert_eq!(record.position().outcome(), won, "{name} {seed}: {told}");
        }
        if seed < games.div_ceil(6) {
            let record = game(seed, patashnik(), &serieux);
            assert_eq!(record.position().outcome(), won, "{}", record.notation());
        }
    }
}

#[test]
fn patashnik_second_punishes_slips() {
    let tables = Tables::new();
    let won = Some(Outcome::Win(Side::O));
    let nodes = if QUICK { 20_000 } else { 500_000 };
    for seed in 0..if QUICK { 1 } else { 12 } {
        let patashnik = || player(&tables, "patashnik", nodes);
        let doux = player(&tables, "doux", 1_000);
        for record in [
            game(seed, random, patashnik()),
            game(seed, &doux, patashnik()),
        ] {
            assert_eq!(record.position().outcome(), won, "{}", record.notation());
        }
    }
}

/// It plays its own forced win, and leaves the other side none if it can.
#[test]
fn patashnik_overlooks_no_forced_win() {
    let tables = Tables::new();
    let mut rng = Rng::new(61);
    let mut search = ForcedWin::new();
    let (mut own, mut parried, mut lost) = (0, 0, 0);
    for _ in 0..if QUICK { 4 } else { 80 } {
        let plies = 5 + rng.below(14);
        let record = parrying_game(&mut rng, plies);
        let position = record.position();
        let play = choose_with(&tables, &record, level("patashnik"), 1, Some(1_000_000));
        let next = position.play(play.expect("a move")).expect("a legal move");
        search.set_position(&position);
        if search.run(100_000) == Some(Forced::Win) {
            own += 1;
            // Whatever the answer to it, the win is there.
            let plies = search.sequence().len();
            search.set_position(&next);
            assert_ne!(
                search.run(100_000),
                Some(Forced::Win),
                "{}",
                position.setup()
            );
            let value = analyse_with(&tables, &record, Some(200_000));
            assert_eq!(value.value, Value::Win);
            assert!(value.plies.is_some_and(|n| usize::from(n) <= plies));
            continue;
        }
        search.set_position(&next);
        if search.run(100_000) != Some(Forced::Win) {
            parried += 1;
            continue;
        }
        // Then every move loses, and this one last.
        lost += 1;
        let length = search.sequence().len();
        let mut delaying = Vec::new();
        for cell in position.legal() {
            let other = position.play(cell).expect("a legal move");
            search.set_position(&other);
            if search.run(100_000) == Some(Forced::Win) {
                assert!(search.sequence().len() <= length, "{}", position.setup());
            } else {
                delaying.push(cell);
            }
        }
        // A three of its own only delays: the analysis looks past it.
        let analysis = analyse_with(&tables, &record, Some(3_000_000));
        for cell in delaying {
            let value = analysis.of(cell).map(|one| one.value);
            assert_eq!(value, Some(Value::Loss), "{} {cell:?}", position.setup());
        }
    }
    if !QUICK {
        assert!(
            own > 5 && parried > 10 && lost > 0,
            "{own} {parried} {lost}"
        );
    }
}

/// A game of random moves in which threes are parried; nobody has won.
fn parrying_game(rng: &mut Rng, plies: u64) -> Record {
    'again: loop {
        let mut record = Record::new(Game::Cube);
        for _ in 0..plies {
            let position = record.position();
            let threat = first_opponent(&position, rng).expect("a move");
            let winning = position
                .play(threat)
                .expect("a legal move")
                .outcome()
                .is_some();
            let legal = position.legal();
            let nth = rng.below(u64::from(legal.len())) as usize;
            let random = legal.iter().nth(nth).expect("a free cell");
            // Of its three kinds of moves only the block is wanted.
            let mut passed = position;
            passed.play_unchecked(random);
            let blocks = !winning && {
                let mut tried = passed;
                let four = first_opponent(&tried, rng).expect("a move");
                tried.play_unchecked(four);
                tried.outcome().is_some()
            };
            record
                .play(if blocks { threat } else { random })
                .expect("a legal move");
            if record.position().outcome().is_some() {
                continue 'again;
            }
        }
        return record;
    }
}

/// The value of the side to move, by trying everything.
fn minimax(position: &Position) -> Value {
    match position.outcome() {
        Some(Outcome::Win(_)) => return Value::Loss,
        Some(Outcome::Draw) => return Value::Draw,
        None => {}
    }
    let mut best = Value::Loss;
    for cell in position.legal() {
        let mut child = *position;
        child.play_unchecked(cell);
        match minimax(&child).other() {
            Value::Win => return Value::Win,
            Value::Draw => best = Value::Draw,
            _ => {}
        }
    }
    best
}

#[test]
fn the_analysis_of_late_positions_is_exact() {
    let tables = Tables::new();
    let mut rng = Rng::new(62);
    for _ in 0..if QUICK { 5 } else { 2_000 } {
        let free = 1 + rng.below(6);
        let record = parrying_game(&mut rng, 64 - free);
        let mut analyser = Analyser::with_tables(&tables, &record, Some(u64::MAX));
        while analyser.run(1 + rng.below(5_000)) == Progress::Working {}
        let analysis = analyser.result();
        let told = record.notation();
        assert_eq!(analysis.value, minimax(&record.position()), "{told}");
        assert_eq!(analysis.moves.len(), free as usize);
        for one in &analysis.moves {
            let child = record.position().play(one.cell).expect("a legal move");
            assert_eq!(one.value, minimax(&child).other(), "{told} {:?}", one.cell);
        }
    }
}

/// A forced win is a win: whatever the search claims, trying everything confirms.
#[test]
fn forced_wins_of_late_positions_are_wins() {
    let mut rng = Rng::new(63);
    let mut search = ForcedWin::new();
    let mut forced = 0;
    for _ in 0..if QUICK { 20 } else { 3_000 } {
        let free = 3 + rng.below(6);
        let position = parrying_game(&mut rng, 64 - free).position();
        search.set_position(&position);
        if search.run(u64::MAX) == Some(Forced::Win) {
            forced += 1;
            assert_eq!(minimax(&position), Value::Win, "{}", position.setup());
        }
    }
    assert!(QUICK || forced > 30, "only {forced} forced wins among them");
}

#[test]
fn the_analysis_knows_the_certificate() {
    let tables = Tables::new();
    let value = |moves: &str| {
        let record = Record::parse(Game::Cube, moves).expect("moves");
        let mut analyser = Analyser::with_tables(&tables, &record, Some(2_000_000));
        while analyser.run(u64::MAX) == Progress::Working {}
        analyser.result()
    };
    // On the empty board, the 16 cells on seven lines are one and the same.
    let start = value("");
    assert_eq!((start.value, start.plies), (Value::Win, None));
    assert_eq!(start.best.len(), 16);
    // After each of them, every reply loses.
    let reply = value("222");
    assert_eq!(reply.value, Value::Loss);
    assert!(reply.moves.iter().all(|one| one.value == Value::Loss));
    // Nobody has told of the other first moves.
    let edge = value("112");
    assert_eq!((edge.value, edge.best.len()), (Value::Unknown, 63));
    assert!(edge.pv.is_empty());
}

#[test]
fn forced_wins_are_told_with_their_moves() {
    let record = Record::parse(Game::Cube, "111-123-222-233-114-243").expect("moves");
    let analysis = analyse(&record, None);
    assert_eq!(analysis.value, Value::Win);
    assert_eq!(analysis.plies, Some(analysis.pv.len() as u16));
    let mut after = record.clone();
    for &cell in &analysis.pv {
        after.play(cell).expect("a legal move");
    }
    assert_eq!(after.position().outcome(), Some(Outcome::Win(Side::X)));
    // The side that is about to lose to it.
    let mut lost = record.clone();
    lost.play(analysis.pv[0]).expect("a legal move");
    let analysis = analyse(&lost, None);
    assert_eq!(analysis.value, Value::Loss);
    assert_eq!(
        analysis.pv.len(),
        usize::from(analysis.plies.expect("a length"))
    );
}

#[test]
fn hints_have_reasons() {
    for (moves, cell, reason) in [
        ("111-211-222-212-333-213", "444", Some(Reason::Wins)),
        ("111-222-112-333-211-444", "311", None),
        ("111-211-222-212-344-213", "214", Some(Reason::Blocks)),
        ("111-211-222-212-143", "333", None),
    ] {
        let record = Record::parse(Game::Cube, moves).expect("moves");
        let analysis = analyse(&record, Some(200_000));
        let position = record.position();
        let cell = Game::Cube.cell_from_name(cell).expect("a cell");
        let told = explain(&position, &analysis, cell).expect("a hint");
        if let Some(reason) = reason {
            assert_eq!(told.reason, reason, "{moves}");
            assert_eq!(hint(&record, &analysis).map(|hint| hint.cell), Some(cell));
        } else {
            assert_ne!(told.reason, Reason::Wins, "{moves}");
        }
    }
    // A double threat shows both cells, a single one the answer.
    let record = Record::parse(Game::Cube, "111-222-112-323-234-432").expect("moves");
    let analysis = analyse(&record, Some(200_000));
    let told = explain(&record.position(), &analysis, Cell(2)).expect("a hint");
    assert_eq!(told.reason, Reason::Forces { reply: Cell(3) });
}

/// Same seed, same move, however the thinking is cut; another seed, other games.
#[test]
fn levels_are_reproducible() {
    let tables = Tables::new();
    let mut rng = Rng::new(63);
    for slug in ["doux", "serieux", "patashnik"] {
        for _ in 0..if QUICK { 2 } else { 20 } {
            let plies = rng.below(20);
            let record = parrying_game(&mut rng, plies);
            let nodes = Some(10_000);
            let whole = choose_with(&tables, &record, level(slug), 7, nodes);
            let mut sliced = Player::with_tables(&tables, &record, level(slug), 7, nodes);
            while sliced.run(1 + rng.below(300)) == Progress::Working {
                assert!(
                    sliced
                        .choice()
                        .is_some_and(|cell| record.position().check(cell).is_ok())
                );
            }
            assert_eq!(sliced.choice(), whole, "{slug} {}", record.notation());
        }
    }
    let opening = |seed| choose_with(&tables, &Record::new(Game::Cube), level("doux"), seed, None);
    assert!((1..20).any(|seed| opening(seed) != opening(0)));
}

/// *Doux* does not see every three, but most of them.
#[test]
fn doux_is_distracted() {
    let tables = Tables::new();
    let record = Record::parse(Game::Cube, "111-211-222-212-143-213").expect("moves");
    let block = Game::Cube.cell_from_name("214");
    let seeds = 400;
    let blocks = (0..seeds)
        .filter(|&seed| choose_with(&tables, &record, level("doux"), seed, None) == block)
        .count() as u64;
    assert!((seeds / 2..seeds * 9 / 10).contains(&blocks), "{blocks}");
}

/// Any set-up, however far from play, is answered by every level and analysed.
#[test]
fn odd_positions_never_panic() {
    let tables = Tables::new();
    let mut rng = Rng::new(64);
    for _ in 0..if QUICK { 20 } else { 300 } {
        let density = 1 + rng.below(8);
        let mut names = [Vec::new(), Vec::new()];
        for cell in 0..64 {
            if rng.below(9) < density {
                names[rng.below(2) as usize].push(Game::Cube.cell_name(Cell(cell)));
            }
        }
        let count = names[0].len().min(names[1].len());
        names[0].truncate(count + rng.below(2) as usize);
        names[1].truncate(count);
        let setup = format!("x{}o{}", names[0].join("-"), names[1].join("-"));
        let Ok(position) = Position::parse_setup(Game::Cube, &setup) else {
            continue;
        };
        let record = Record::from_position(position);
        for slug in ["doux", "serieux", "patashnik"] {
            let choice = choose_with(&tables, &record, level(slug), 1, Some(3_000));
            assert_eq!(choice.is_some(), position.outcome().is_none(), "{setup}");
            assert!(
                choice.is_none_or(|cell| position.check(cell).is_ok()),
                "{setup}"
            );
        }
        let mut analyser = Analyser::with_tables(&tables, &record, Some(5_000));
        while analyser.run(1_000) == Progress::Working {}
        let analysis = analyser.result();
        assert_eq!(
            analysis.moves.len() as u32,
            position.legal().len(),
            "{setup}"
        );
        let tip = hint(&record, &analysis);
        assert_eq!(tip.is_some(), position.outcome().is_none(), "{setup}");
        // A symmetric position is worth the same.
        let symmetry = &symmetries(Game::Cube)[rng.below(192) as usize];
        let image = Record::from_position(symmetry.position(&position));
        let (mine, other) = (
            analyse_with(&tables, &record, Some(60_000)),
            analyse_with(&tables, &image, Some(60_000)),
        );
        let proven = |value| value != Value::Unknown;
        if proven(mine.value) && proven(other.value) {
            assert_eq!(mine.value, other.value, "{setup}");
        }
    }
}
