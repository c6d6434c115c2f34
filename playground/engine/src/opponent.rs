//! The first opponent: it sees one move ahead on each side.

use crate::game::{Cell, CellSet, Outcome};
use crate::position::{Position, each};
use crate::rng::Rng;
use crate::rules::Rules;

/// A move for the side to move, or `None` once the game is over.
///
/// 1. It takes a win.
/// 2. Otherwise it leaves the opponent as few ways to win at once as it can:
///    none if there is such a move, so that it blocks, and in Ultimate does not
///    send the opponent where the game is won.
/// 3. Among equal moves the generator chooses: same seed, same game.
pub fn first_opponent(position: &Position, rng: &mut Rng) -> Option<Cell> {
    each!(position, p => choose(p, rng))
}

pub(crate) fn choose<R: Rules>(position: &R, rng: &mut Rng) -> Option<Cell> {
    let wins = winning_moves(position);
    if !wins.is_empty() {
        return pick(wins, rng);
    }
    let mut fewest = u32::MAX;
    let mut best = CellSet::EMPTY;
    for cell in position.legal() {
        let mut child = *position;
        child.play_unchecked(cell);
        let replies = winning_moves(&child).len();
        if replies < fewest {
            fewest = replies;
            best = CellSet::EMPTY;
        }
        if replies == fewest {
            best.insert(cell);
        }
    }
    pick(best, rng)
}

/// The moves that end the game at once with a win of the side that plays them.
pub(crate) fn winning_moves<R: Rules>(position: &R) -> CellSet {
    let win = Some(Outcome::Win(position.turn()));
    position
        .legal()
        .iter()
        .filter(|&cell| {
            let mut child = *position;
            child.play_unchecked(cell);
            child.outcome() == win
        })
        .collect()
}

/// One of these cells, each equally likely; `None` when there is none.
pub(crate) fn pick(cells: CellSet, rng: &mut Rng) -> Option<Cell> {
    match cells.len() {
        0 => None,
        count => cells.iter().nth(rng.below(u64::from(count)) as usize),
    }
}
