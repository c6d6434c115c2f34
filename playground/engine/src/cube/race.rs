//! Wins of the cube in so many marks, quiet moves among them.

use super::player::View;
use super::tally::{Tally, gaps, masks};
use crate::game::{Cell, CellSet};
use crate::position::Position;
use crate::race::{Defences, Race};

/// A position of the cube with its counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Racer {
    view: View,
    mine: Tally,
    theirs: Tally,
}

impl Racer {
    fn fours(&self) -> u64 {
        gaps(self.mine.threes(&self.theirs), self.view.mine)
    }

    /// The same for the side that is not to move: what is to be stopped.
    fn stops(&self) -> u64 {
        gaps(self.theirs.threes(&self.mine), self.view.theirs)
    }
}

/// The free cells of live pairs, and those that lie on two of them.
fn pairs(of: &Tally, against: &Tally, marks: u64) -> [u64; 2] {
    let (mut once, mut twice) = (0, 0);
    for mask in masks(of.twos(against)) {
        twice |= once & mask;
        once |= mask;
    }
    [once & !marks, twice & !marks]
}

fn set(cells: u64) -> CellSet {
    CellSet(cells.into())
}

fn first(cells: u64) -> Option<Cell> {
    set(cells).iter().next()
}

impl Race for Racer {
    fn of(position: &Position) -> Option<Racer> {
        let Position::Cube(cube) = position else {
            return None;
        };
        let view = View::of(cube);
        Some(Racer {
            view,
            mine: Tally::of(view.mine),
            theirs: Tally::of(view.theirs),
        })
    }

    fn key(&self) -> [u64; 2] {
        [self.view.mine, self.view.theirs]
    }

    fn winning(&self) -> Option<Cell> {
        first(self.fours())
    }

    fn attacks(&self, marks: u8) -> [CellSet; 2] {
        let stops = self.stops();
        let allowed = match stops.count_ones() {
            0 => self.view.free(),
            1 => stops,
            // Nobody stops two.
            _ => 0,
        };
        let [forcing, double] = pairs(&self.mine, &self.theirs, self.view.mine);
        let double = double & allowed;
        // Two threes at once win with the next mark, and with two marks nothing else
        // wins: the reply stops one three.
        if double != 0 || marks == 2 {
            return [set(double), CellSet::EMPTY];
        }
        [set(forcing & allowed), set(allowed & !forcing)]
    }

    fn defences(&self, marks: u8) -> Defences {
        let stops = self.stops();
        if stops != 0 {
            // Of two cells to stop, one will do to show that the other is left.
            let lowest = stops & stops.wrapping_neg();
            return Defences::Try([set(lowest), CellSet::EMPTY]);
        }
        let free = self.view.free();
        let [theirs, double] = pairs(&self.theirs, &self.mine, self.view.theirs);
        // The attacker needs a three for a win with one mark, and a double threat for
        // one with two: if the defender passed, and all the more if he plays.
        if marks == 1 || (marks == 2 && double == 0) || free == 0 {
            let wanted = [double, theirs, free].into_iter().find(|set| *set != 0);
            return Defences::Any(wanted.and_then(first));
        }
        let [mine, _] = pairs(&self.mine, &self.theirs, self.view.mine);
        let likely = if marks == 2 {
            double | mine
        } else {
            theirs | mine
        };
        Defences::Try([set(likely), set(free & !likely)])
    }

    fn play(&mut self, cell: Cell) {
        let mut mine = self.mine;
        mine.add(cell.0);
        *self = Racer {
            view: self.view.play(cell.0),
            mine: self.theirs,
            theirs: mine,
        };
    }
}
