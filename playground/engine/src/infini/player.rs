//! How the computer plays morpion infini and what it says of a position.

use std::sync::Arc;

use super::solve::State;
use super::{Infini, MOVE_LIMIT, Solution};
use crate::analysis::Analysis;
use crate::game::{Cell, CellSet, Outcome, Side};
use crate::hint::{self, Hint};
use crate::level::Level;
use crate::player::Progress;
use crate::rng::Rng;
use crate::rules::Rules;
use crate::solved::{self, Sight};
use crate::square;
use crate::tables::Tables;

/// The move of one level in one position.
#[derive(Clone, Debug)]
pub(crate) struct Thinker {
    solution: Arc<Solution>,
    position: Infini,
    sight: Sight,
    rng: Rng,
    choice: Option<Cell>,
    nodes: u64,
}

impl Thinker {
    pub(crate) fn new(tables: &Tables, position: &Infini, level: Level, seed: u64) -> Thinker {
        Thinker {
            solution: Arc::clone(tables.infini()),
            position: *position,
            sight: match level.rank() {
                0 => Sight::Distracted,
                // Its move, and one ahead.
                1 => Sight::Plies(2),
                // Its move, and three ahead.
                2 => Sight::Plies(4),
                _ => Sight::Perfect,
            },
            rng: Rng::new(seed),
            choice: None,
            nodes: 0,
        }
    }

    /// Looks the moves up: there is nothing to cut in slices.
    pub(crate) fn run(&mut self, _nodes: u64) -> Progress {
        if self.choice.is_none() {
            let moves = self.solution.moves(&self.position);
            // Among equal moves, the one with the fewest replies that keep what the
            // opponent has.
            let traps = |cell| {
                let mut child = self.position;
                child.play_unchecked(cell);
                -solved::keepers(&self.solution.moves(&child))
            };
            self.choice = solved::choose(&moves, self.sight, &mut self.rng, traps);
            self.nodes += moves.len() as u64;
        }
        Progress::Done
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn choice(&self) -> Option<Cell> {
        self.choice
    }
}

/// The analysis of one position: all of it is in the table.
#[derive(Clone, Debug)]
pub(crate) struct Analyst {
    solution: Arc<Solution>,
    position: Infini,
    nodes: u64,
}

impl Analyst {
    pub(crate) fn new(tables: &Tables, position: &Infini) -> Analyst {
        Analyst {
            solution: Arc::clone(tables.infini()),
            position: *position,
            nodes: 0,
        }
    }

    pub(crate) fn run(&mut self, _nodes: u64) -> Progress {
        self.nodes = u64::from(self.position.legal().len());
        Progress::Done
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn result(&self) -> Analysis {
        self.solution.analysis(&self.position)
    }
}

impl Solution {
    /// All that the table says of a position.
    ///
    /// By another order of the rule than that of the book, the moves are those of
    /// that order, from the same marks.
    pub fn analysis(&self, position: &Infini) -> Analysis {
        let moves = self.moves(position);
        if moves.is_empty() {
            let lost = Outcome::Win(position.turn().other());
            return Analysis::of_outcome(lost);
        }
        // The table does not know X from O, but a position has only come back when
        // it is the turn of the same side.
        let start = (position.turn(), Some(State::of(position)));
        let mut pv = solved::line(start, |&(turn, state)| {
            let state = state?;
            let cell = solved::first_best(&self.moves_of(state))?;
            Some((cell, (turn.other(), self.after(state, cell))))
        });
        let left = MOVE_LIMIT.saturating_sub(position.ply());
        pv.truncate(left as usize);
        let mut analysis = Analysis::of_moves(moves, pv);
        // A line made by the last move that is allowed still wins.
        analysis.cut_by_limit = analysis.plies.is_some_and(|plies| u32::from(plies) > left);
        analysis
    }
}

/// The plainest reason for a legal move.
pub(crate) fn explain(position: &Infini, analysis: &Analysis, cell: Cell) -> Hint {
    hint::generic(position, analysis, cell, threats)
}

/// The cells where the next mark of this side completes a line among the marks
/// that are left by then. While the other side is to move, the cell that its move
/// frees is one of them if need be.
fn threats(position: &Infini, side: Side) -> CellSet {
    let gone = |side| {
        let cell = position.vanishing(side);
        cell.map_or(CellSet::EMPTY, |cell| CellSet::from_iter([cell]))
    };
    let stay = position.marks(side) - gone(side);
    let mut free = position.legal();
    if position.turn() != side && !free.is_empty() {
        free = free | gone(side.other());
    }
    let completes = |&cell: &Cell| square::has_line(stay.0 as u16 | 1 << cell.0);
    free.iter().filter(completes).collect()
}
