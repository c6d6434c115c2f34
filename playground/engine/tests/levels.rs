//! The levels: the same moves by seed, budget and slices; each no weaker than the
//! one before; none sees further than it should.

use std::collections::BTreeSet;
use std::sync::Arc;

use morpion_engine::{
    Analyser, Cell, Game, Level, Outcome, Player, Position, Progress, Record, Rng, Side, Tables,
    Value, analyse, analyse_with, choose, choose_with, explain, hint,
};

/// What takes longer than a moment without optimisation is left to release.
const QUICK: bool = cfg!(debug_assertions);

const SLUGS: [(Game, &[&str]); 4] = [
    (Game::Classique, &["facile", "moyen", "parfait"]),
    (Game::Infini, &["facile", "moyen", "difficile", "parfait"]),
    (Game::Ultimate, &["facile", "moyen", "difficile", "expert"]),
    (Game::Cube, &["doux", "serieux", "patashnik"]),
];

#[test]
fn names() {
    for (game, slugs) in SLUGS {
        let levels = Level::all(game);
        let named: Vec<&str> = levels.iter().map(|level| level.slug()).collect();
        assert_eq!(named, slugs);
        for (rank, &level) in (0..).zip(levels) {
            assert_eq!((level.game(), level.rank()), (game, rank));
            assert_eq!(Level::from_slug(game, level.slug()), Some(level));
            assert_eq!(level.to_string(), level.slug());
            assert!(level.default_nodes() > 0);
        }
        assert_eq!(Level::from_slug(game, "Facile"), None);
    }
}

fn random_game(game: Game, plies: u64, rng: &mut Rng) -> Record {
    let mut record = Record::new(game);
    for _ in 0..plies {
        let legal = record.position().legal();
        if legal.is_empty() {
            break;
        }
        let cell = legal.iter().nth(rng.below(legal.len().into()) as usize);
        record.play(cell.expect("a cell")).expect("a legal move");
    }
    record
}

/// However a search is cut into slices, it comes to the same move, the same
/// analysis and the same number of nodes; and it never panics, wherever it starts.
#[test]
fn slices_change_nothing() {
    let tables = Tables::new();
    let mut rng = Rng::new(8);
    let rounds = if QUICK { 3 } else { 20 };
    for game in Game::ALL {
        for round in 0..rounds {
            let plies = rng.below(u64::from(game.cells()));
            let record = random_game(game, plies, &mut rng);
            let over = record.position().outcome().is_some();
            for &level in Level::all(game) {
                let nodes = Some(3_000);
                let mut whole = Player::with_tables(&tables, &record, level, round, nodes);
                while whole.run(u64::MAX) == Progress::Working {}
                let mut sliced = Player::with_tables(&tables, &record, level, round, nodes);
                let mut slices = 0;
                while sliced.run(97) == Progress::Working {
                    assert!(sliced.choice().is_some() && sliced.per_mille() < 1000);
                    slices += 1;
                    assert!(slices < 3_000, "{game} {level}: no end");
                }
                assert_eq!(whole.choice(), sliced.choice(), "{game} {level}");
                assert_eq!(whole.nodes(), sliced.nodes(), "{game} {level}");
                assert_eq!((whole.per_mille(), sliced.per_mille()), (1000, 1000));
                assert_eq!(whole.choice().is_none(), over);
                if let Some(cell) = whole.choice() {
                    assert_eq!(record.position().check(cell), Ok(()));
                    assert_eq!(
                        choose_with(&tables, &record, level, round, nodes),
                        Some(cell)
                    );
                }
            }
            let mut whole = Analyser::with_tables(&tables, &record, Some(3_000));
            while whole.run(u64::MAX) == Progress::Working {}
            let mut sliced = Analyser::with_tables(&tables, &record, Some(3_000));
            while sliced.run(97) == Progress::Working {}
            let analysis = whole.result();
            assert_eq!(analysis, sliced.result(), "{game} {}", record.notation());
            let cells: Vec<Cell> = analysis.moves.iter().map(|one| one.cell).collect();
            assert_eq!(cells, record.position().legal().iter().collect::<Vec<_>>());
            assert!(analysis.best.iter().all(|cell| cells.contains(cell)));
            assert_eq!(analysis.best.is_empty(), over);
        }
    }
}

/// Minimax to a number of plies and no further, by the rules alone: what happens
/// later is a draw. A win is worth more the sooner it comes.
fn minimax(position: &Position, plies: i32) -> i32 {
    match position.outcome() {
        Some(Outcome::Win(_)) => return -100 - plies,
        Some(Outcome::Draw) => return 0,
        None => {}
    }
    if plies == 0 {
        return 0;
    }
    let values = position.legal().iter().map(|cell| {
        let mut child = *position;
        child.play_unchecked(cell);
        -minimax(&child, plies - 1)
    });
    values.max().unwrap_or(0)
}

/// A level that sees n plies chooses between the moves that minimax to n plies
/// finds best, each of them for some seed, and no other.
#[test]
fn weak_levels_see_so_far_and_no_further() {
    let tables = Tables::new();
    for (game, slug, plies) in [
        (Game::Classique, "moyen", 2),
        (Game::Infini, "moyen", 2),
        (Game::Infini, "difficile", 4),
    ] {
        let level = Level::from_slug(game, slug).expect("a level");
        let mut rng = Rng::new(9);
        let mut rounds = 0;
        while rounds < if QUICK { 20 } else { 300 } {
            let far = rng.below(if game == Game::Classique { 9 } else { 30 });
            let record = random_game(game, far, &mut rng);
            let position = record.position();
            if position.outcome().is_some() {
                continue;
            }
            rounds += 1;
            let value = |cell: Cell| {
                let mut child = position;
                child.play_unchecked(cell);
                -minimax(&child, plies - 1)
            };
            let top = position.legal().iter().map(value).max();
            let best = position
                .legal()
                .iter()
                .filter(|&cell| Some(value(cell)) == top);
            let best: BTreeSet<Cell> = best.collect();
            let chosen: BTreeSet<Cell> = (0..150)
                .filter_map(|seed| choose_with(&tables, &record, level, seed, None))
                .collect();
            assert_eq!(chosen, best, "{game} {slug} {}", record.notation());
        }
    }
}

/// Hardly a plan: any move for some seed, but a win at hand more often than not.
#[test]
fn facile_is_nearly_random() {
    let tables = Tables::new();
    for game in [Game::Classique, Game::Infini] {
        let facile = Level::from_slug(game, "facile").expect("a level");
        let count = |moves: &str, cell: &str| {
            let record = Record::parse(game, moves).expect(moves);
            let chosen =
                (0..600).filter_map(|seed| choose_with(&tables, &record, facile, seed, Some(1)));
            let names: Vec<String> = chosen.map(|cell| game.cell_name(cell)).collect();
            let all: BTreeSet<&String> = names.iter().collect();
            assert_eq!(all.len(), record.position().legal().len() as usize);
            names.iter().filter(|&name| name == cell).count()
        };
        // Two times in three, and by chance out of five moves.
        assert!((390..490).contains(&count("1-4-2-5", "3")), "{game}");
        // It does not block but by chance out of six.
        assert!((60..140).contains(&count("1-5-2", "3")), "{game}");
    }
}

/// Of two levels, the points of the stronger out of 1000, each beginning half of
/// the games.
fn points(game: Game, [weak, strong]: [Level; 2], games: u64) -> u64 {
    let tables = Tables::new();
    let mut points = 0;
    for seed in 0..games {
        let me = if seed % 2 == 0 { Side::X } else { Side::O };
        let mut record = Record::new(game);
        let outcome = loop {
            let position = record.position();
            if let Some(outcome) = position.outcome() {
                break outcome;
            }
            let level = if position.turn() == me { strong } else { weak };
            let cell = choose_with(&tables, &record, level, seed, None);
            record.play(cell.expect("a move")).expect("a legal move");
        };
        points += match outcome {
            Outcome::Win(side) if side == me => 2,
            Outcome::Win(_) => 0,
            Outcome::Draw => 1,
        };
    }
    points * 1000 / (2 * games)
}

#[test]
fn each_level_beats_the_one_before() {
    for (game, least) in [(Game::Classique, 550), (Game::Infini, 600)] {
        for pair in Level::all(game).windows(2) {
            let points = points(game, [pair[0], pair[1]], if QUICK { 100 } else { 400 });
            assert!(points > least, "{game} {} {}: {points}", pair[0], pair[1]);
        }
    }
}

/// Tables are built once, however often they are asked for and copied.
#[test]
fn tables_are_shared() {
    let tables = Tables::new();
    let built = Arc::clone(tables.infini());
    let copy = tables.clone();
    assert!(Arc::ptr_eq(&built, tables.infini()) && Arc::ptr_eq(&built, copy.infini()));
    assert!(!Arc::ptr_eq(&built, Tables::new().infini()));
    assert!(Arc::ptr_eq(tables.classique(), tables.classique()));
}

/// Another game's level counts by its rank, and no level is out of reach.
#[test]
fn a_level_of_another_game_counts_by_its_rank() {
    let record = Record::parse(Game::Classique, "1-5-2").expect("a game");
    let strange = Level::from_slug(Game::Infini, "parfait").expect("a level");
    let parfait = Level::from_slug(Game::Classique, "parfait").expect("a level");
    for seed in 0..20 {
        let cell = choose(&record, strange, seed, None);
        assert_eq!(cell, choose(&record, parfait, seed, None));
    }
    assert_eq!(analyse(&record, None).value, Value::Draw);
}

/// Set-ups that nobody would play to, and what becomes of them: whatever the
/// engine is asked about them, it answers.
#[test]
fn strange_positions_are_no_trouble() {
    let tables = Tables::new();
    let mut rng = Rng::new(12);
    for game in Game::ALL {
        let (mut accepted, mut asked) = (0, 0);
        while accepted < if QUICK { 15 } else { 150 } {
            asked += 1;
            assert!(asked < 200_000, "{game}: only {accepted} set-ups");
            let Some(record) = random_setup(game, &mut rng) else {
                continue;
            };
            accepted += 1;
            let position = record.position();
            let analysis = analyse_with(&tables, &record, Some(200));
            let told = hint(&record, &analysis);
            assert_eq!(told.is_some(), position.outcome().is_none());
            for one in &analysis.moves {
                assert!(explain(&position, &analysis, one.cell).is_some());
            }
            assert_eq!(explain(&position, &analysis, Cell(200)), None);
            for &level in Level::all(game) {
                let cell = choose_with(&tables, &record, level, accepted, Some(200));
                assert_eq!(cell.is_some(), position.outcome().is_none());
                assert!(cell.is_none_or(|cell| position.check(cell).is_ok()));
            }
        }
    }
}

/// A set-up with random marks, if there can be one.
fn random_setup(game: Game, rng: &mut Rng) -> Option<Record> {
    let mut free: Vec<Cell> = (0..game.cells()).map(Cell).collect();
    let most = match game {
        Game::Infini => 6,
        _ => u64::from(game.cells()),
    };
    let marks = rng.below(most + 1);
    let mut cells = [Vec::new(), Vec::new()];
    for mark in 0..marks {
        let cell = free.swap_remove(rng.below(free.len() as u64) as usize);
        cells[mark as usize % 2].push(game.cell_name(cell));
    }
    let mut text = format!("x{}o{}", cells[0].join("-"), cells[1].join("-"));
    match game {
        Game::Infini if marks == 6 => text += &format!("n{}", 6 + rng.below(55)),
        Game::Ultimate => text += &format!("b{}", rng.below(10)),
        _ => {}
    }
    Record::parse(game, &text).ok()
}
