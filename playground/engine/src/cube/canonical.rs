//! One position for all 192 that symmetries make of it.

use crate::game::{Cell, Game};
use crate::symmetry::{Symmetry, symmetries};

/// The image of both sets whose sorted lists of cells come first, the first set
/// deciding, and the symmetry that makes it. Where several do, it is the first one.
///
/// Lists of ascending cells compare as the sets do when cell 0 is the highest
/// bit: hence the reversals. The first set has few marks in the openings, where
/// this is needed most, and seldom leaves more than a handful of symmetries for
/// the second.
pub(crate) fn canonical(first: u64, second: u64) -> ([u64; 2], &'static Symmetry) {
    let group = symmetries(Game::Cube);
    let mut best = [0; 2];
    let mut which = &group[0];
    for symmetry in group {
        let image = reversed_image(symmetry, first);
        if image < best[0] {
            continue;
        }
        let images = [image, reversed_image(symmetry, second)];
        if images > best {
            best = images;
            which = symmetry;
        }
    }
    (best.map(u64::reverse_bits), which)
}

#[inline]
fn reversed_image(symmetry: &Symmetry, mut set: u64) -> u64 {
    let mut image = 0;
    while set != 0 {
        let cell = Cell(set.trailing_zeros() as u8);
        image |= 1 << ((63 - symmetry.cell(cell).0) & 63);
        set &= set - 1;
    }
    image
}
