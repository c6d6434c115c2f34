//! Counting move sequences: the classic test of a move generator.

use core::hint::black_box;

use crate::game::CellSet;
use crate::position::{Position, each};
use crate::rules::Rules;

/// How many sequences of exactly `depth` moves start here; games that end
/// earlier are not counted.
///
/// In bulk, the last move of each sequence is counted without being played:
/// there are as many as there are legal moves. Otherwise every single move is
/// made. A count beyond 64 bits would take centuries to reach, so overflow is not
/// looked for.
pub fn perft<R: Rules>(position: &R, depth: u32, bulk: bool) -> u64 {
    match (depth, bulk) {
        (0, _) => 1,
        (_, true) => in_bulk(position, depth),
        (_, false) => one_by_one(position, depth),
    }
}

fn in_bulk<R: Rules>(position: &R, depth: u32) -> u64 {
    let legal = position.legal();
    if depth == 1 {
        return u64::from(legal.len());
    }
    let mut count = 0;
    each_child(position, legal, |child| count += in_bulk(child, depth - 1));
    count
}

fn one_by_one<R: Rules>(position: &R, depth: u32) -> u64 {
    let mut count = 0;
    if depth == 1 {
        each_child(position, position.legal(), |leaf| {
            // The optimiser must not see that nobody looks at the leaves.
            black_box(leaf);
            count += 1;
        });
    } else {
        each_child(position, position.legal(), |child| {
            count += one_by_one(child, depth - 1);
        });
    }
    count
}

/// Children are handed out by reference: to move one right after it was written
/// in small pieces stalls the processor for longer than the move itself takes.
#[inline]
fn each_child<R: Rules>(position: &R, legal: CellSet, mut visit: impl FnMut(&R)) {
    for cell in legal {
        let mut child = *position;
        child.play_unchecked(cell);
        visit(&child);
    }
}

/// [`perft`] of a position of any game.
pub fn perft_position(position: &Position, depth: u32, bulk: bool) -> u64 {
    each!(position, p => perft(p, depth, bulk))
}
