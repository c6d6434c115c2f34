//! Choosing a move when every value is known: the levels of the solved games.

use crate::analysis::{self, MoveValue, Value};
use crate::game::{Cell, CellSet};
use crate::opponent::pick;
use crate::rng::Rng;

/// How far a level of a solved game sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sight {
    /// Hardly anything: it plays at random, but takes two wins at hand out of
    /// three.
    Distracted,
    /// As a search of this many plies does. An exact value cut off at a number of
    /// plies is what a search of that depth finds: a win or a loss in no more
    /// plies is seen, everything later looks even.
    Plies(u16),
    /// To the end, and beyond: among equal moves it looks for traps.
    Perfect,
}

/// The move of a level; among moves that look equal to it the generator chooses.
///
/// `traps` tells how many traps a move sets: the larger, the more ways the
/// opponent has to go wrong.
pub(crate) fn choose(
    moves: &[MoveValue],
    sight: Sight,
    rng: &mut Rng,
    traps: impl Fn(Cell) -> i32,
) -> Option<Cell> {
    let cells = match sight {
        Sight::Distracted => {
            let wins = best_within(moves, 1);
            let at_hand = moves
                .iter()
                .any(|one| one.plies == Some(1) && one.value == Value::Win);
            if at_hand && rng.below(3) > 0 {
                wins
            } else {
                moves.iter().map(|one| one.cell).collect()
            }
        }
        Sight::Plies(plies) => best_within(moves, plies),
        Sight::Perfect => {
            let best = best_within(moves, u16::MAX);
            let most = best.iter().map(&traps).max();
            best.iter()
                .filter(|&cell| Some(traps(cell)) == most)
                .collect()
        }
    };
    pick(cells, rng)
}

/// The moves that are best to one who sees wins and losses within so many plies.
fn best_within(moves: &[MoveValue], plies: u16) -> CellSet {
    let seen = |one: &MoveValue| match one.plies {
        Some(length) if length <= plies => analysis::order(one.value, one.plies, None),
        _ => analysis::order(Value::Unknown, None, None),
    };
    let top = moves.iter().map(seen).max();
    let best = moves.iter().filter(|one| Some(seen(one)) == top);
    best.map(|one| one.cell).collect()
}

/// How many replies lose something of what the position is worth.
pub(crate) fn errors(replies: &[MoveValue]) -> i32 {
    let top = replies.iter().map(worth).max();
    let errs = replies.iter().filter(|&one| Some(worth(one)) < top);
    errs.count() as i32
}

/// How many replies keep what the position is worth.
pub(crate) fn keepers(replies: &[MoveValue]) -> i32 {
    replies.len() as i32 - errors(replies)
}

fn worth(one: &MoveValue) -> i8 {
    match one.value {
        Value::Win => 1,
        Value::Draw | Value::Unknown => 0,
        Value::Loss => -1,
    }
}

/// The moves that follow when both sides play their first best move, until there
/// is none or a state comes back.
pub(crate) fn line<S: Copy + PartialEq>(
    start: S,
    next: impl Fn(&S) -> Option<(Cell, S)>,
) -> Vec<Cell> {
    let mut met = vec![start];
    let mut cells = Vec::new();
    let mut state = start;
    while let Some((cell, child)) = next(&state) {
        cells.push(cell);
        if met.contains(&child) {
            break;
        }
        met.push(child);
        state = child;
    }
    cells
}

/// The first of the best moves.
pub(crate) fn first_best(moves: &[MoveValue]) -> Option<Cell> {
    best_within(moves, u16::MAX).iter().next()
}
