//! How the computer plays morpion infini and what it says of a position.

use crate::analysis::{Analysis, MoveValue, Value};
use crate::game::{Cell, CellSet, Outcome, Side};
use crate::hint::{self, Hint};
use crate::level::Level;
use crate::opponent;
use crate::player::Progress;
use crate::rng::Rng;
use crate::rules::Rules;
use crate::square;
use crate::tables::Tables;

use super::Infini;

/// The move of one level in one position.
#[derive(Clone, Debug)]
pub(crate) struct Thinker {
    position: Infini,
    rng: Rng,
    choice: Option<Cell>,
    nodes: u64,
}

impl Thinker {
    /// Thinks at this level within a budget of nodes; the seed has been mixed
    /// with the position already.
    pub(crate) fn new(_tables: &Tables, position: &Infini, _level: Level, seed: u64) -> Thinker {
        Thinker {
            position: *position,
            rng: Rng::new(seed),
            choice: None,
            nodes: 0,
        }
    }

    /// One move ahead on each side takes no slices.
    pub(crate) fn run(&mut self, _nodes: u64) -> Progress {
        if self.choice.is_none() {
            self.choice = opponent::choose(&self.position, &mut self.rng);
            self.nodes += u64::from(self.position.legal().len());
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

/// The analysis of one position: a win at once is proven, and nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Analyst {
    position: Infini,
    nodes: u64,
}

impl Analyst {
    /// Analyses within a budget of nodes.
    pub(crate) fn new(_tables: &Tables, position: &Infini) -> Analyst {
        Analyst {
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
        let mut pv = Vec::new();
        let moves = self.position.legal().iter().map(|cell| {
            let mut child = self.position;
            child.play_unchecked(cell);
            let value = match child.outcome() {
                Some(Outcome::Win(_)) => Value::Win,
                Some(Outcome::Draw) => Value::Draw,
                None => Value::Unknown,
            };
            if value == Value::Win {
                pv = vec![cell];
            }
            MoveValue {
                cell,
                value,
                plies: child.outcome().map(|_| 1),
                score: None,
                effort: 1,
            }
        });
        let moves = moves.collect();
        Analysis::of_moves(moves, pv)
    }
}

/// The plainest reason for a legal move.
pub(crate) fn explain(position: &Infini, analysis: &Analysis, cell: Cell) -> Hint {
    hint::generic(position, analysis, cell, threats)
}

/// The cells where the next mark of this side completes a line.
fn threats(position: &Infini, side: Side) -> CellSet {
    let mine = position.marks(side).0 as u16;
    let completes = |&cell: &Cell| square::has_line(mine | 1 << cell.0);
    position.legal().iter().filter(completes).collect()
}
