//! Morpion Ultimate as it is played: levels, analyses, hints.

use std::collections::BTreeSet;

use morpion_engine::{
    Analysis, Cell, Game, Harm, Level, Outcome, Player, Position, Progress, Reason, Record, Rng,
    Side, Tables, Value, analyse_with, choose_with, explain, hint,
};

const QUICK: bool = cfg!(debug_assertions);

fn level(slug: &str) -> Level {
    Level::from_slug(Game::Ultimate, slug).expect("a level")
}

fn record(text: &str) -> Record {
    Record::parse(Game::Ultimate, text).expect(text)
}

fn names(cells: impl IntoIterator<Item = Cell>) -> String {
    let set: BTreeSet<Cell> = cells.into_iter().collect();
    let names: Vec<String> = set.iter().map(|&c| Game::Ultimate.cell_name(c)).collect();
    names.join(" ")
}

/// Level, position, and the moves between which it chooses, each for some seed.
const CHOICES: &[(&str, &str, &str)] = &[
    // X wins the game in board 3: nobody misses that.
    (
        "facile",
        "x11-12-13-21-22-23-31-32o41-42-51-53-62-64-75-76txb3",
        "33",
    ),
    (
        "moyen",
        "x11-12-13-21-22-23-31-32o41-42-51-53-62-64-75-76txb3",
        "33",
    ),
    (
        "difficile",
        "x11-12-13-21-22-23-31-32o41-42-51-53-62-64-75-76txb3",
        "33",
    ),
    (
        "expert",
        "x11-12-13-21-22-23-31-32o41-42-51-53-62-64-75-76txb3",
        "33",
    ),
    // A small board is nothing to the lowest level.
    ("facile", "x51-52-15o55-91-92txb5", "53 54 56 57 58 59"),
    ("moyen", "x51-52-15o55-91-92txb5", "53"),
    // Three ways for O to take board 5.
    ("moyen", "x15-25-91o51-52-55txb5", "53 58 59"),
    // Its own board comes before the other one's.
    ("moyen", "x15-54-56o51-52-91txb0", "55"),
    // It foresees nothing: what O does where it is sent counts for nothing.
    ("moyen", "x45-11-12o61-62-33txb4", "41 42 43 44 46 47 48 49"),
];

#[test]
fn levels_choose_between_these() {
    let tables = Tables::new();
    for &(slug, text, expected) in CHOICES {
        let record = record(text);
        let nodes = Some(2_000);
        let chosen =
            (0..300).filter_map(|seed| choose_with(&tables, &record, level(slug), seed, nodes));
        assert_eq!(names(chosen), expected, "{slug} {text}");
    }
}

/// Minimax to so many plies: 1 for a win within them, −1 for a loss.
fn minimax(position: &Position, plies: u32) -> i32 {
    match position.outcome() {
        Some(Outcome::Win(_)) => return -1,
        Some(Outcome::Draw) => return 0,
        None if plies == 0 => return 0,
        None => {}
    }
    let values = position.legal().iter().map(|cell| {
        let mut child = *position;
        child.play_unchecked(cell);
        -minimax(&child, plies - 1)
    });
    values.max().unwrap_or(0)
}

fn random_record(rng: &mut Rng, plies: u64) -> Record {
    let mut record = Record::new(Game::Ultimate);
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

/// *Difficile* overlooks nothing that three plies show, and *Expert*, with a
/// small budget even, neither.
#[test]
fn strong_levels_overlook_nothing_within_three_plies() {
    let tables = Tables::new();
    let mut rng = Rng::new(21);
    let mut decided = 0;
    for round in 0..if QUICK { 60 } else { 2_000 } {
        let plies = 25 + rng.below(30);
        let record = random_record(&mut rng, plies);
        let position = record.position();
        if position.outcome().is_some() {
            continue;
        }
        let value = |cell| {
            let mut child = position;
            child.play_unchecked(cell);
            -minimax(&child, 2)
        };
        let values: Vec<i32> = position.legal().iter().map(value).collect();
        let top = values.iter().copied().max().unwrap_or(0);
        decided += usize::from(values.iter().any(|&value| value != values[0]));
        for slug in ["difficile", "expert"] {
            let nodes = Some(20_000);
            let cell = choose_with(&tables, &record, level(slug), round, nodes);
            let cell = cell.expect("the game goes on");
            assert_eq!(value(cell), top, "{slug} {}", record.notation());
        }
    }
    assert!(decided > if QUICK { 3 } else { 100 }, "{decided}");
}

/// Same record, seed and budget, same game; another seed, another game.
#[test]
fn levels_play_by_their_seed() {
    let tables = Tables::new();
    let game = |slug, seed| {
        let mut record = Record::new(Game::Ultimate);
        while let Some(cell) = choose_with(&tables, &record, level(slug), seed, Some(1_500)) {
            record.play(cell).expect("a legal move");
        }
        assert!(record.position().outcome().is_some());
        record
    };
    for slug in ["facile", "moyen", "difficile", "expert"] {
        assert_eq!(game(slug, 5), game(slug, 5));
        assert_ne!(game(slug, 5), game(slug, 6));
    }
}

/// Each level is far stronger than the one before; the exact shares come from
/// matches of a thousand games.
#[test]
fn each_level_beats_the_one_before() {
    let tables = Tables::new();
    let games = if QUICK { 10 } else { 60 };
    for pair in Level::all(Game::Ultimate).windows(2) {
        let mut points = 0;
        for seed in 0..games {
            let mut record = random_record(&mut Rng::new(seed / 2), 4);
            let strong = if seed % 2 == 0 { Side::X } else { Side::O };
            let outcome = loop {
                let position = record.position();
                if let Some(outcome) = position.outcome() {
                    break outcome;
                }
                let level = pair[usize::from(position.turn() == strong)];
                let cell = choose_with(&tables, &record, level, seed, Some(3_000));
                record.play(cell.expect("a move")).expect("a legal move");
            };
            points += match outcome {
                Outcome::Win(side) if side == strong => 2,
                Outcome::Win(_) => 0,
                Outcome::Draw => 1,
            };
        }
        let least = if QUICK { games } else { games * 2 * 3 / 4 };
        assert!(points >= least, "{} {}: {points}", pair[0], pair[1]);
    }
}

/// What an analysis says of each move is true, by minimax over the rest of the
/// game.
#[test]
fn analyses_are_proven_near_the_end() {
    fn exact(position: &Position) -> Value {
        match minimax(position, 81) {
            1 => Value::Win,
            0 => Value::Draw,
            _ => Value::Loss,
        }
    }
    let tables = Tables::new();
    let mut rng = Rng::new(22);
    let mut seen = [0; 3];
    let mut rounds = if QUICK { 10 } else { 300 };
    while rounds > 0 {
        let plies = 40 + rng.below(35);
        let record = random_record(&mut rng, plies);
        let position = record.position();
        let open = position.playable_boards().is_empty()
            || (81 - position.ply() > 9 && free_cells(&position) > 8);
        if open {
            continue;
        }
        rounds -= 1;
        let analysis = analyse_with(&tables, &record, None);
        assert_eq!(analysis.value, exact(&position));
        for one in &analysis.moves {
            let mut child = position;
            child.play_unchecked(one.cell);
            assert_eq!(one.value, exact(&child).other(), "{}", record.notation());
            assert_eq!(one.score, None);
        }
        seen[match analysis.value {
            Value::Win => 0,
            Value::Draw => 1,
            _ => 2,
        }] += 1;
        follows(&record, &analysis);
    }
    assert!(QUICK || seen.iter().all(|&count| count > 10), "{seen:?}");
}

/// The free cells of the small boards that are open.
fn free_cells(position: &Position) -> u32 {
    let Position::Ultimate(inner) = position else {
        return 0;
    };
    let taken = position.marks(Side::X) | position.marks(Side::O);
    let free = (0..81).map(Cell).filter(|&cell| !taken.contains(cell));
    free.filter(|cell| !inner.board_closed(cell.0 / 9)).count() as u32
}

/// The expected line begins with a best move and can be played.
fn follows(record: &Record, analysis: &Analysis) {
    assert_eq!(analysis.pv.first(), analysis.best.first());
    let mut record = record.clone();
    for &cell in &analysis.pv {
        record.play(cell).expect("a legal move");
    }
}

/// Early in the game nothing is proven: each move has a score, and the depth
/// behind it.
#[test]
fn what_is_not_proven_is_an_estimate() {
    let tables = Tables::new();
    for text in ["", "55-51-15", "55-51-15-53-31"] {
        let record = record(text);
        let analysis = analyse_with(&tables, &record, Some(60_000));
        assert_eq!((analysis.value, analysis.plies), (Value::Unknown, None));
        let top = analysis.score.expect("a score");
        for one in &analysis.moves {
            assert_eq!((one.value, one.plies), (Value::Unknown, None));
            let score = one.score.expect("a score");
            assert!((-999..=999).contains(&score) && score <= top);
            assert!(one.effort >= 3, "{text}: {}", one.effort);
        }
        follows(&record, &analysis);
    }
}

/// Position, move, the plainest reason for it, and the cells that show it.
const REASONS: &[(&str, &str, Reason, &str)] = &[
    (
        "x11-12-13-21-22-23-31-32o41-42-51-53-62-64-75-76txb3",
        "33",
        Reason::Wins,
        "11 12 13",
    ),
    (
        "x51-52-15o55-91-92txb5",
        "53",
        Reason::TakesBoard(4),
        "51 52 53",
    ),
    ("x15-25-91o51-52-55txb5", "58", Reason::BlocksBoard(4), "58"),
    // 43, 48 and 49 would send X where it wins the game: to board 3, or with a free
    // choice; 44 does not.
    (
        "x11-12-13-21-22-23-31-32-45o41-42-51-53-61-64-71-74tob4",
        "44",
        Reason::AvoidsSending {
            board: 2,
            harm: Harm::WinsGame,
        },
        "",
    ),
    // 53 would send O to board 3, which O takes there.
    (
        "x15-25-35o31-32-51txb5",
        "54",
        Reason::AvoidsSending {
            board: 2,
            harm: Harm::WinsBoard,
        },
        "",
    ),
    ("", "55", Reason::Centre, ""),
    ("", "11", Reason::Best, ""),
];

#[test]
fn moves_have_reasons() {
    let tables = Tables::new();
    for &(text, name, reason, cells) in REASONS {
        let record = record(text);
        let analysis = analyse_with(&tables, &record, Some(3_000));
        let cell = Game::Ultimate.cell_from_name(name).expect("a cell");
        let told = explain(&record.position(), &analysis, cell).expect("a legal move");
        assert_eq!(told.reason, reason, "{text} {name}");
        assert_eq!(names(told.cells), cells, "{text} {name}");
    }
    // A proven win tells its length, in marks of the side that wins.
    let record = record("x11-12-13-21-22-23-31-32-45-46o41-42-51-53-62-64-75-76-77-78txb4");
    let analysis = analyse_with(&tables, &record, Some(100_000));
    if let Some(hint) = hint(&record, &analysis)
        && let Reason::WinsIn(marks) = hint.reason
    {
        assert_eq!(analysis.plies, Some(2 * marks - 1));
    }
}

/// Whatever is said of a move is so, by the rules alone.
#[test]
fn reasons_are_true() {
    let tables = Tables::new();
    let mut rng = Rng::new(23);
    let mut seen = [0; 5];
    for _ in 0..if QUICK { 40 } else { 600 } {
        let plies = rng.below(60);
        let record = random_record(&mut rng, plies);
        let position = record.position();
        let analysis = analyse_with(&tables, &record, Some(3_000));
        for one in &analysis.moves {
            let told = explain(&position, &analysis, one.cell).expect("a legal move");
            let mut next = record.clone();
            next.play(one.cell).expect("a legal move");
            let Position::Ultimate(after) = next.position() else {
                panic!("the game stays the same");
            };
            let board = one.cell.0 / 9;
            let what = match told.reason {
                Reason::Wins => {
                    assert_eq!(
                        next.position().outcome(),
                        Some(Outcome::Win(position.turn()))
                    );
                    0
                }
                Reason::TakesBoard(taken) => {
                    assert_eq!(taken, board);
                    assert_eq!(after.board_winner(board), Some(position.turn()));
                    1
                }
                Reason::BlocksBoard(blocked) => {
                    assert_eq!(blocked, board);
                    2
                }
                Reason::AvoidsSending { board, .. } => {
                    assert_ne!(one.cell.0 % 9, board);
                    let sends = |cell: Cell| cell.0 % 9 == board;
                    assert!(position.legal().iter().any(sends));
                    3
                }
                Reason::WinsIn(marks) => {
                    assert_eq!((one.value, one.plies), (Value::Win, Some(2 * marks - 1)));
                    4
                }
                _ => continue,
            };
            seen[what] += 1;
        }
    }
    assert!(QUICK || seen.iter().all(|&count| count > 20), "{seen:?}");
}

/// Positions that no game reaches, out of random marks: no level, analysis or
/// hint stumbles over them.
#[test]
fn strange_positions_are_played_all_the_same() {
    let tables = Tables::new();
    let mut rng = Rng::new(24);
    let mut read = 0;
    for round in 0..if QUICK { 300 } else { 6_000 } {
        let pairs = rng.below(38);
        let mut cells: Vec<u8> = (0..81).collect();
        for i in (1..cells.len()).rev() {
            cells.swap(i, rng.below(i as u64 + 1) as usize);
        }
        let extra = rng.below(2) as usize;
        let (x, rest) = cells.split_at(pairs as usize + extra);
        let o = &rest[..pairs as usize];
        let list = |cells: &[u8]| {
            let names: Vec<String> = cells
                .iter()
                .map(|&cell| Game::Ultimate.cell_name(Cell(cell)))
                .collect();
            names.join("-")
        };
        let text = format!("x{}o{}b{}", list(x), list(o), rng.below(10));
        let Ok(record) = Record::parse(Game::Ultimate, &text) else {
            continue;
        };
        read += 1;
        for &level in Level::all(Game::Ultimate) {
            let mut player = Player::with_tables(&tables, &record, level, round, Some(300));
            while player.run(50) == Progress::Working {}
            let over = record.position().outcome().is_some();
            assert_eq!(player.choice().is_none(), over, "{text}");
            if let Some(cell) = player.choice() {
                assert_eq!(record.position().check(cell), Ok(()), "{text}");
            }
        }
        let analysis = analyse_with(&tables, &record, Some(500));
        if let Some(hint) = hint(&record, &analysis) {
            assert_eq!(record.position().check(hint.cell), Ok(()), "{text}");
        }
    }
    assert!(read > if QUICK { 30 } else { 600 }, "{read}");
}
