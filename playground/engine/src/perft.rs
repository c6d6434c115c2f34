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
    children(position, legal).fold(0, |sum, child| sum.wrapping_add(in_bulk(&child, depth - 1)))
}

fn one_by_one<R: Rules>(position: &R, depth: u32) -> u64 {
    let children = children(position, position.legal());
    if depth == 1 {
        let mut leaves = 0;
        for leaf in children {
            // The optimiser must not see that nobody looks at the leaves. By
            // reference: a copy of what was just written would stall.
            black_box(&leaf);
            leaves += 1;
        }
        return leaves;
    }
    children.map(|child| one_by_one(&child, depth - 1)).sum()
}

#[inline]
fn children<R: Rules>(position: &R, legal: CellSet) -> impl Iterator<Item = R> {
    legal.iter().map(|cell| {
        let mut child = *position;
        child.play_unchecked(cell);
        child
    })
}

/// [`perft`] of a position of any game.
pub fn perft_position(position: &Position, depth: u32, bulk: bool) -> u64 {
    each!(position, p => perft(p, depth, bulk))
}
