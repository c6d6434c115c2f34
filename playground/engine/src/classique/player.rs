//! How the computer plays morpion classique and what it says of a position.

use std::sync::Arc;

use super::{Classique, Place, Solution};
use crate::analysis::Analysis;
use crate::game::{Cell, CellSet, Side};
use crate::hint::{self, Hint, Reason};
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
    position: Classique,
    sight: Sight,
    rng: Rng,
    choice: Option<Cell>,
    nodes: u64,
}

impl Thinker {
    pub(crate) fn new(tables: &Tables, position: &Classique, level: Level, seed: u64) -> Thinker {
        Thinker {
            solution: Arc::clone(tables.classique()),
            position: *position,
            sight: match level.rank() {
                0 => Sight::Distracted,
                // A win of its own, and one of the opponent's after its move.
                1 => Sight::Plies(2),
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
            // Among equal moves, the one that leaves the most ways to err.
            let traps = |cell| {
                let mut child = self.position;
                child.play_unchecked(cell);
                solved::errors(&self.solution.moves(&child))
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
    position: Classique,
    nodes: u64,
}

impl Analyst {
    pub(crate) fn new(tables: &Tables, position: &Classique) -> Analyst {
        Analyst {
            solution: Arc::clone(tables.classique()),
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
        let pv = solved::line(self.position, |position| {
            let cell = solved::first_best(&self.solution.moves(position))?;
            let mut child = *position;
            child.play_unchecked(cell);
            Some((cell, child))
        });
        Analysis::of_moves(self.solution.moves(&self.position), pv)
    }
}

/// The plainest reason for a legal move.
pub(crate) fn explain(position: &Classique, analysis: &Analysis, cell: Cell) -> Hint {
    let mut hint = hint::generic(position, analysis, cell, threats);
    // What keeps a draw by holding the centre is told by the centre.
    if hint.reason == Reason::KeepsDraw && Place::of(cell) == Place::Centre {
        hint.reason = Reason::Centre;
    }
    hint
}

/// The cells where the next mark of this side completes a line.
fn threats(position: &Classique, side: Side) -> CellSet {
    let mine = position.marks(side).0 as u16;
    let completes = |&cell: &Cell| square::has_line(mine | 1 << cell.0);
    position.legal().iter().filter(completes).collect()
}
