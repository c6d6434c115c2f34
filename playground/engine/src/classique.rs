//! Morpion classique: three in a row on nine cells.

mod guide;
mod opening;
mod player;
mod solve;

pub use guide::{Guide, GuideGames};
pub use opening::{Opening, Place, Reply};
pub(crate) use player::{Analyst, Thinker, explain};
pub use solve::Solution;

use crate::game::{Cell, CellSet, Game, Outcome, Side};
use crate::rules::{Illegal, Line, Rules, check_free};
use crate::{hash, square};

/// A position of morpion classique.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Classique {
    marks: [u16; 2],
    outcome: Option<Outcome>,
}

impl Classique {
    /// The position with these marks, X first; the caller has checked them.
    pub(crate) fn from_marks(marks: [u16; 2]) -> Classique {
        let outcome = if square::has_line(marks[0]) {
            Some(Outcome::Win(Side::X))
        } else if square::has_line(marks[1]) {
            Some(Outcome::Win(Side::O))
        } else if marks[0] | marks[1] == square::FULL {
            Some(Outcome::Draw)
        } else {
            None
        };
        Classique { marks, outcome }
    }
}

impl Rules for Classique {
    const GAME: Game = Game::Classique;

    fn start() -> Classique {
        Classique {
            marks: [0; 2],
            outcome: None,
        }
    }

    fn turn(&self) -> Side {
        Side::after(self.ply())
    }

    fn ply(&self) -> u32 {
        (self.marks[0] | self.marks[1]).count_ones()
    }

    fn legal(&self) -> CellSet {
        if self.outcome.is_some() {
            return CellSet::EMPTY;
        }
        CellSet(u128::from(square::FULL & !(self.marks[0] | self.marks[1])))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn check(&self, cell: Cell) -> Result<(), Illegal> {
        let taken = self.marks[0] | self.marks[1];
        check_free(Self::GAME, self.outcome, taken.into(), cell)
    }

    fn play_unchecked(&mut self, cell: Cell) {
        let side = self.turn();
        let mine = &mut self.marks[side.index()];
        *mine |= 1 << cell.0;
        // The line is looked for first: it wins on the ninth move too.
        if square::has_line(*mine) {
            self.outcome = Some(Outcome::Win(side));
        } else if self.marks[0] | self.marks[1] == square::FULL {
            self.outcome = Some(Outcome::Draw);
        }
    }

    fn marks(&self, side: Side) -> CellSet {
        CellSet(u128::from(self.marks[side.index()]))
    }

    fn lines(&self) -> Vec<Line> {
        match self.outcome {
            Some(Outcome::Win(side)) => square::lines_of(self.marks[side.index()]),
            _ => Vec::new(),
        }
    }

    fn key(&self) -> u64 {
        hash::key(
            Game::Classique as u64,
            [u64::from(self.marks[0]) | u64::from(self.marks[1]) << 16],
        )
    }
}
