//! The search against slower and plainer ways to the same answers.

use std::sync::Arc;

use super::board::Board;
use super::eval::LIMIT;
use super::search::{self, EXACT_CELLS, Limits, Search};
use super::*;
use crate::player::Progress;
use crate::position::Position;
use crate::rng::Rng;
use crate::symmetry::symmetries;

/// Many in release, a few where every test should be quick.
const fn rounds(release: u64) -> u64 {
    if cfg!(debug_assertions) {
        release.div_ceil(20)
    } else {
        release
    }
}

fn random_move(position: &Ultimate, rng: &mut Rng) -> Option<Cell> {
    let legal = position.legal();
    let count = u64::from(legal.len());
    (count > 0).then(|| legal.iter().nth(rng.below(count) as usize))?
}

/// The positions of a random game, the last one without a move left out.
fn random_game(rng: &mut Rng) -> Vec<Ultimate> {
    let mut position = Ultimate::start();
    let mut all = vec![position];
    while let Some(cell) = random_move(&position, rng) {
        position.play_unchecked(cell);
        all.push(position);
    }
    all.pop();
    all
}

/// A position of a random game with at most so many free cells in open boards.
fn late_position(rng: &mut Rng, most: u8) -> Ultimate {
    loop {
        let game = random_game(rng);
        let late = |position: &&Ultimate| Board::new(position).left <= most;
        if let Some(position) = game.iter().find(late) {
            return *position;
        }
    }
}

fn search(
    evaluation: &Arc<Evaluation>,
    position: &Ultimate,
    nodes: u64,
    every_move: bool,
) -> Search {
    let limits = Limits {
        nodes,
        depth: i32::MAX,
        every_move,
    };
    let mut search = Search::new(evaluation.clone(), position, limits, [0; 81]);
    while search.run(u64::MAX) == Progress::Working {}
    search
}

/// 1, 0 or −1 for the side to move, and the plies until then: a win soon, a loss
/// late. No table, no order, no cut.
fn minimax(position: &Ultimate) -> (i32, u16) {
    match position.outcome() {
        // The side that won has just moved.
        Some(Outcome::Win(_)) => return (-1, 0),
        Some(Outcome::Draw) => return (0, 0),
        None => {}
    }
    let values = position.legal().iter().map(|cell| {
        let mut child = *position;
        child.play_unchecked(cell);
        let (value, plies) = minimax(&child);
        (-value, plies + 1)
    });
    values
        .max_by_key(|&(value, plies)| (value, -value * i32::from(plies)))
        .expect("a game that goes on has a move")
}

#[test]
fn what_a_move_changes_is_what_a_recount_finds() {
    let mut rng = Rng::new(11);
    for _ in 0..rounds(4_000) {
        let mut position = Ultimate::start();
        let mut board = Board::new(&position);
        while let Some(cell) = random_move(&position, &mut rng) {
            let mut next = position;
            next.play_unchecked(cell);
            let wins = matches!(next.outcome(), Some(Outcome::Win(_)));
            // A win is seen before it is played.
            assert_eq!(
                board.winning_move().is_some(),
                !crate::opponent::winning_moves(&position).is_empty()
            );
            if wins {
                break;
            }
            board.play(cell.0);
            position = next;
            if position.outcome().is_some() {
                assert_eq!(board.left, 0);
                break;
            }
            assert_eq!(board, Board::new(&position));
        }
    }
}

/// What lies inside a closed board has no future, and no part in the key.
#[test]
fn keys_forget_closed_boards() {
    let board = |setup| {
        let Ok(Position::Ultimate(position)) = Position::parse_setup(Game::Ultimate, setup) else {
            panic!("{setup} is a position");
        };
        Board::new(&position)
    };
    let rows = board("x11-12-13-55o21-22-31-32b4");
    let diagonal = board("x11-15-19-55o21-22-31-32b4");
    assert_eq!(rows.key, diagonal.key);
    assert_ne!(rows.key, board("x11-12-14-55o21-22-31-32b4").key);
    assert_ne!(rows.key, board("x11-12-13-55o21-22-31-32b6").key);
    assert_ne!(rows.key, board("x11-12-13-55o21-22-31-32").key);
}

#[test]
fn the_search_agrees_with_minimax() {
    let mut rng = Rng::new(12);
    let evaluation = Arc::new(Evaluation::new());
    let (mut values, mut slow) = ([0; 3], 0);
    for _ in 0..rounds(3_000) {
        let position = late_position(&mut rng, 9);
        let search = search(&evaluation, &position, u64::MAX, true);
        assert!(search.proven());
        let mut best = -1;
        for one in search.root_moves() {
            let mut child = position;
            child.play_unchecked(Cell(one.cell));
            let (value, plies) = minimax(&child);
            let (value, plies) = (-value, plies + 1);
            best = value.max(best);
            let told = format!("{position:?} {one:?}: {value} in {plies}");
            assert!(one.proven, "{told}");
            assert_eq!(one.score.signum(), value, "{told}");
            if let Some(told_plies) = search::plies(one.score) {
                // A proof of a win need not be the shortest, and then whoever
                // resists it does not last as long as it says.
                assert!(told_plies >= plies || value < 0, "{told}");
                assert_eq!((told_plies ^ plies) & 1, 0, "{told}");
                slow += usize::from(told_plies != plies);
            }
        }
        assert_eq!(search.score().signum(), best);
        values[(best + 1) as usize] += 1;
        // The other way to search gives the same value by its own move.
        let choice = self::search(&evaluation, &position, u64::MAX, false);
        assert_eq!(choice.score().signum(), best);
        let mut child = position;
        child.play_unchecked(choice.best());
        assert_eq!(-minimax(&child).0, best);
    }
    // All three values are there, or nothing has been shown; and hardly any
    // length is not the true one.
    let least = rounds(3_000) / 100;
    assert!(values.iter().all(|&count| count > least), "{values:?}");
    assert!(slow as u64 <= rounds(3_000) / 100, "{slow} lengths differ");
}

/// From twenty cells on the search reaches the end of the game within the budget
/// of a move.
#[test]
fn late_positions_are_solved() {
    let mut rng = Rng::new(13);
    let evaluation = Arc::new(Evaluation::new());
    for _ in 0..rounds(200) {
        let position = late_position(&mut rng, EXACT_CELLS);
        let search = search(&evaluation, &position, 1_000_000, false);
        assert!(search.proven(), "{position:?}");
    }
}

#[test]
fn symmetric_positions_have_equal_values() {
    let mut rng = Rng::new(14);
    let evaluation = Arc::new(Evaluation::new());
    for round in 0..rounds(600) {
        let game = random_game(&mut rng);
        let position = game[rng.below(game.len() as u64) as usize];
        let late = late_position(&mut rng, 14);
        let worth = evaluation.evaluate(&Board::new(&position));
        assert!(worth.abs() <= LIMIT);
        let value = search(&evaluation, &late, u64::MAX, false).score().signum();
        for symmetry in symmetries(Game::Ultimate) {
            let image = |position| match symmetry.position(&Position::Ultimate(position)) {
                Position::Ultimate(image) => image,
                _ => unreachable!("a symmetry keeps the game"),
            };
            assert_eq!(evaluation.evaluate(&Board::new(&image(position))), worth);
            if round % 10 == 0 {
                let image = search(&evaluation, &image(late), u64::MAX, false);
                assert_eq!(image.score().signum(), value);
            }
        }
        // Who is called X makes no difference either.
        let mut swapped = Board::new(&position);
        swapped.marks.swap(0, 1);
        swapped.won.swap(0, 1);
        swapped.side ^= 1;
        for index in &mut swapped.index {
            *index = swapped_digits(*index);
        }
        assert_eq!(evaluation.evaluate(&swapped), worth);
    }
}

fn swapped_digits(mut index: u16) -> u16 {
    let (mut swapped, mut power) = (0, 1);
    while index > 0 {
        swapped += [0, 2, 1][usize::from(index % 3)] * power;
        index /= 3;
        power *= 3;
    }
    swapped
}

/// The chances of a small board, by the words of their definition and in
/// fractions of a half.
#[test]
fn chances_are_those_of_a_coin() {
    fn chance(marks: [u16; 2]) -> [f64; 2] {
        let won = marks.map(square::has_line);
        let free = square::FULL & !(marks[0] | marks[1]);
        if won[0] || won[1] || free == 0 {
            return won.map(|won| if won { 1.0 } else { 0.0 });
        }
        let after = |side: usize| {
            let cells = (0..9).filter(move |cell| free >> cell & 1 == 1);
            cells.map(move |cell| {
                let mut next = marks;
                next[side] |= 1 << cell;
                chance(next)
            })
        };
        [0, 1].map(|side| {
            let most = after(side).map(|p| p[side]).fold(0.0, f64::max);
            let least = after(1 - side).map(|p| p[side]).fold(1.0, f64::min);
            let all = [0, 1].map(|who| after(who).map(|p| p[side]).sum::<f64>());
            let any = (all[0] + all[1]) / f64::from(2 * free.count_ones());
            (most + least) / 2.0 / 4.0 + any * 3.0 / 4.0
        })
    }
    let mut rng = Rng::new(15);
    let evaluation = Evaluation::new();
    for _ in 0..rounds(400) {
        let game = random_game(&mut rng);
        let board = Board::new(&game[game.len() - 1]);
        for b in 0..9 {
            let marks = [board.marks[0][b], board.marks[1][b]];
            // Emptier boards take this slow way too long.
            if (marks[0] | marks[1]).count_ones() < 5 {
                continue;
            }
            let told = evaluation.chances(&board, b);
            for (told, exact) in told.into_iter().zip(chance(marks)) {
                let off = f64::from(told) / 256.0 - (exact + exact * exact) / 2.0;
                assert!(off.abs() < 0.006, "{marks:?}: {told} for {exact}");
            }
        }
    }
}

/// Where a search is cut into slices changes nothing, not even how many nodes it
/// takes.
#[test]
fn slices_make_no_difference() {
    let mut rng = Rng::new(16);
    let evaluation = Arc::new(Evaluation::new());
    for round in 0..rounds(60) {
        let game = random_game(&mut rng);
        let position = game[rng.below(game.len() as u64) as usize];
        let limits = Limits {
            nodes: 3_000,
            depth: i32::MAX,
            every_move: round % 2 == 0,
        };
        let new = || Search::new(evaluation.clone(), &position, limits, [0; 81]);
        let (mut whole, mut sliced) = (new(), new());
        while whole.run(u64::MAX) == Progress::Working {}
        while sliced.run(1 + rng.below(40)) == Progress::Working {}
        let told = |search: &Search| {
            let rest = (search.score(), search.finished(), search.proven());
            (search.nodes(), search.best(), rest)
        };
        assert_eq!(told(&whole), told(&sliced));
        assert_eq!(whole.root_moves(), sliced.root_moves());
        assert!(whole.nodes() < 3_010);
    }
}

#[test]
fn the_expected_moves_can_be_played() {
    let mut rng = Rng::new(17);
    let evaluation = Arc::new(Evaluation::new());
    for _ in 0..rounds(60) {
        let game = random_game(&mut rng);
        let mut position = game[rng.below(game.len() as u64) as usize];
        let search = search(&evaluation, &position, 5_000, false);
        let line = search.expected(search.best());
        assert_eq!(line.first(), Some(&search.best()));
        for cell in line {
            position = position.play(cell).expect("a legal move");
        }
    }
}
