//! The engine against the naive games, move for move, on random games.

mod naive;

use morpion_engine::{Cell, Game, Illegal, Outcome, Position, Record, Rng, Side};
use naive::{Naive, Rule, Verdict};

const GAMES: u64 = if cfg!(debug_assertions) { 300 } else { 100_000 };

fn indices(cells: impl IntoIterator<Item = Cell>) -> Vec<usize> {
    cells.into_iter().map(Cell::index).collect()
}

fn side(letter: char) -> Side {
    if letter == 'x' { Side::X } else { Side::O }
}

/// Holds every answer of the engine against the naive one.
fn check(position: &Position, naive: &Naive, verdict: &Verdict) {
    let outcome = match verdict.outcome {
        '.' => None,
        '=' => Some(Outcome::Draw),
        winner => Some(Outcome::Win(side(winner))),
    };
    let told = || format!("{:?} after {:?}", naive.rule, naive.history);
    assert_eq!(position.outcome(), outcome, "{}", told());
    assert_eq!(indices(position.legal()), verdict.legal, "{}", told());
    assert_eq!(position.turn(), side(naive.turn()), "{}", told());
    assert_eq!(position.ply() as usize, naive.history.len(), "{}", told());
    for letter in ['x', 'o'] {
        let marks: Vec<usize> = (0..naive.cells.len())
            .filter(|&cell| naive.cells[cell] == letter)
            .collect();
        assert_eq!(indices(position.marks(side(letter))), marks, "{}", told());
    }
    assert_eq!(
        position.forced().map(usize::from),
        verdict.forced,
        "{}",
        told()
    );
    if naive.rule == Rule::Infini {
        for letter in ['x', 'o'] {
            let ages = naive.ages(letter);
            assert_eq!(indices(position.ages(side(letter))), ages, "{}", told());
            let vanishing = (ages.len() == 3).then(|| ages[0]);
            let claimed = position.vanishing(side(letter)).map(Cell::index);
            assert_eq!(claimed, vanishing, "{}", told());
        }
    }
    if let Position::Ultimate(ultimate) = position {
        for (board, &state) in (0..9).zip(&verdict.whole) {
            let winner = "xo".contains(state).then(|| side(state));
            assert_eq!(ultimate.board_winner(board), winner, "{}", told());
            assert_eq!(ultimate.board_closed(board), state != '.', "{}", told());
            assert_eq!(
                ultimate.open_boards() >> board & 1 == 1,
                state == '.',
                "{}",
                told()
            );
        }
    }
    if outcome.is_some() {
        let mut lines: Vec<Vec<usize>> = position
            .lines()
            .iter()
            .map(|line| indices(line.cells().iter().copied()))
            .collect();
        for line in &mut lines {
            line.sort_unstable();
        }
        lines.sort_unstable();
        let mut expected = verdict.lines.clone();
        expected.sort_unstable();
        assert_eq!(lines, expected, "{}", told());
    } else {
        assert!(position.lines().is_empty(), "{}", told());
    }
}

/// Why the naive game refuses a cell, by its own words on the rules.
fn reason(naive: &Naive, verdict: &Verdict, cell: usize) -> Option<Illegal> {
    let board = cell / 9;
    if cell >= naive.cells.len() {
        Some(Illegal::OutOfRange)
    } else if verdict.outcome != '.' {
        Some(Illegal::GameOver)
    } else if let Some(must) = verdict.forced.filter(|&must| must != board) {
        Some(Illegal::WrongBoard { must: must as u8 })
    } else if naive.rule == Rule::Ultimate && verdict.whole[board] != '.' {
        Some(Illegal::ClosedBoard { board: board as u8 })
    } else if naive.cells[cell] != '.' {
        Some(Illegal::Occupied)
    } else {
        None
    }
}

fn random_games(game: Game, rule: Rule, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut ends = [0_u64; 3];
    let fresh = Naive::new(rule);
    for _ in 0..GAMES {
        let mut naive = fresh.clone();
        let mut position = Position::start(game);
        loop {
            let verdict = naive.judge();
            check(&position, &naive, &verdict);
            // Any cell, now and then one that the game does not have.
            let any = Cell(rng.below(u64::from(game.cells()) + 2) as u8);
            let expected = reason(&naive, &verdict, any.index());
            assert_eq!(
                position.check(any).err(),
                expected,
                "{any:?} after {:?}",
                naive.history
            );
            match position.play(any) {
                Ok(played) => assert!(expected.is_none() && played != position),
                Err(error) => {
                    assert_eq!((error.position, Some(error.reason)), (position, expected));
                }
            }
            let legal = &verdict.legal;
            if legal.is_empty() {
                break;
            }
            let cell = legal[rng.below(legal.len() as u64) as usize];
            naive.play(cell);
            position.play_unchecked(Cell(cell as u8));
        }
        let end = naive.judge().outcome;
        ends["xo=".find(end).expect("the game is over")] += 1;
    }
    // The comparison is worth something only if it has seen every ending. A
    // draw of the cube or of Infini is rare at random: rows below hold them.
    assert!(ends[0] > 0 && ends[1] > 0, "{ends:?}");
    if matches!(game, Game::Classique | Game::Ultimate) {
        assert!(ends[2] > 0, "{ends:?}");
    }
}

#[test]
fn classique_agrees() {
    random_games(Game::Classique, Rule::Classique, 1);
}

#[test]
fn infini_agrees() {
    random_games(Game::Infini, Rule::Infini, 2);
}

#[test]
fn ultimate_agrees() {
    random_games(Game::Ultimate, Rule::Ultimate, 3);
}

#[test]
fn cube_agrees() {
    random_games(Game::Cube, Rule::Cube, 4);
}

/// Games with their end: where a rule has an edge.
const ROWS: &[(Game, &str, Option<Outcome>, &str)] = &[
    // The ninth move fills the board and makes a line: a win, not a draw.
    (
        Game::Classique,
        "1-2-3-4-5-6-8-7-9",
        Some(Outcome::Win(Side::X)),
        "1-5-9",
    ),
    // Two lines at once, both are told.
    (
        Game::Classique,
        "1-2-3-4-7-6-9-8-5",
        Some(Outcome::Win(Side::X)),
        "1-5-9 3-5-7",
    ),
    (
        Game::Classique,
        "1-2-3-5-4-6-8-7-9",
        Some(Outcome::Draw),
        "",
    ),
    // 1 vanishes as 9 is placed, so 1-5-9 is no line.
    (Game::Infini, "1-4-5-6-2-8-9", None, ""),
    // O's 6 is placed as its 4th: 4 vanishes and 4-5-6 is no line.
    (Game::Infini, "1-4-2-5-7-9-8-6", None, ""),
    (
        Game::Infini,
        "1-4-2-5-3",
        Some(Outcome::Win(Side::X)),
        "1-2-3",
    ),
];

#[test]
fn ends_of_games() {
    for &(game, moves, outcome, lines) in ROWS {
        let position = Record::parse(game, moves).expect(moves).position();
        let told: Vec<String> = position
            .lines()
            .iter()
            .map(|line| {
                let cells: Vec<String> = line
                    .cells()
                    .iter()
                    .map(|&cell| game.cell_name(cell))
                    .collect();
                cells.join("-")
            })
            .collect();
        assert_eq!(
            (position.outcome(), told.join(" ").as_str()),
            (outcome, lines),
            "{moves}"
        );
    }
}

/// Both sides go round without ever making a line: the sixtieth move is the last.
#[test]
fn infini_is_drawn_after_sixty_moves() {
    // X walks 1 2 6 9 and O walks 4 5 3 8: no three marks in a row are a line.
    let (x, o) = ([0, 1, 5, 8], [3, 4, 2, 7]);
    let mut naive = Naive::new(Rule::Infini);
    let mut record = Record::new(Game::Infini);
    for turn in 0..30 {
        for cells in [x, o] {
            assert_eq!(record.position().outcome(), None);
            let cell = cells[turn % 4];
            record.play(Cell(cell as u8)).expect("a free cell");
            naive.play(cell);
            check(&record.position(), &naive, &naive.judge());
        }
    }
    assert_eq!(record.position().outcome(), Some(Outcome::Draw));
    assert_eq!(record.play(Cell(6)), Err(Illegal::GameOver));
}

/// A full cube without a line, found by a search over the naive lines.
#[test]
fn full_cube_is_a_draw() {
    // Layers that alternate so that every one of the 76 lines has both marks.
    let lines = naive::lines(3, 4);
    let mut rng = Rng::new(9);
    let mut cells: Vec<bool> = (0..64).map(|cell| cell % 2 == 0).collect();
    // Swap one mark of each side as long as that leaves no more lines than before.
    let count = |cells: &[bool]| {
        lines
            .iter()
            .filter(|line| line.iter().all(|&c| cells[c]) || line.iter().all(|&c| !cells[c]))
            .count()
    };
    while count(&cells) > 0 {
        let before = count(&cells);
        let (a, b) = (rng.below(64) as usize, rng.below(64) as usize);
        cells.swap(a, b);
        if count(&cells) > before {
            cells.swap(a, b);
        }
    }
    let of = |side: bool| -> Vec<usize> { (0..64).filter(|&c| cells[c] == side).collect() };
    let mut naive = Naive::new(Rule::Cube);
    let mut position = Position::start(Game::Cube);
    for (x, o) in of(true).into_iter().zip(of(false)) {
        for cell in [x, o] {
            naive.play(cell);
            position = position.play(Cell(cell as u8)).expect("no line yet");
        }
    }
    check(&position, &naive, &naive.judge());
    assert_eq!(position.outcome(), Some(Outcome::Draw));
}

fn random_move(position: &Position, rng: &mut Rng) -> Option<Cell> {
    let legal = position.legal();
    let count = u64::from(legal.len());
    (count > 0).then(|| legal.iter().nth(rng.below(count) as usize))?
}

/// Undo by replay gives back every earlier position.
#[test]
fn undo_gives_back_each_position() {
    let mut rng = Rng::new(5);
    for game in Game::ALL {
        for _ in 0..GAMES.min(1_000) {
            let mut record = Record::new(game);
            let mut seen = vec![record.position()];
            while let Some(cell) = random_move(&record.position(), &mut rng) {
                record.play(cell).expect("a legal move");
                assert_eq!(record.last(), Some(cell));
                seen.push(record.position());
            }
            for (ply, &position) in seen.iter().enumerate() {
                assert_eq!(record.position_at(ply), position);
            }
            while let Some(position) = seen.pop() {
                assert_eq!(record.position(), position);
                assert_eq!(record.moves().len(), seen.len());
                assert_eq!(record.undo().is_some(), !seen.is_empty());
            }
        }
    }
}
