//! Morpion infini: three in a row, and only the three latest marks of a side
//! stay.

mod player;
mod proof;
mod solve;

pub(crate) use player::{Analyst, Thinker, explain};
pub use proof::{Proof, ProofNode};
pub use solve::{Solution, Variant};

use crate::game::{Cell, CellSet, Game, Outcome, Side};
use crate::rules::{Illegal, Line, Rules, check_free};
use crate::{hash, square};

/// A game without a line after this many moves is a draw.
pub const MOVE_LIMIT: u32 = 60;

/// How many marks a side keeps.
pub const KEPT: usize = 3;

/// A position of morpion infini.
///
/// Two positions are equal when their marks, their ages, the side to move and
/// the number of moves played are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Infini {
    marks: [u16; 2],
    /// The cells of a side as digits of four bits, oldest lowest.
    queue: [u16; 2],
    turn: Side,
    ply: u8,
    outcome: Option<Outcome>,
}

impl Infini {
    /// The position with these marks, oldest first; the caller has checked them.
    pub(crate) fn from_ages(ages: [&[Cell]; 2], turn: Side, ply: u8) -> Infini {
        let mut position = Infini {
            marks: [0; 2],
            queue: [0; 2],
            turn,
            ply,
            outcome: None,
        };
        for side in Side::BOTH {
            for (age, cell) in ages[side.index()].iter().enumerate() {
                position.marks[side.index()] |= 1 << cell.0;
                position.queue[side.index()] |= u16::from(cell.0) << (4 * age);
            }
            if square::has_line(position.marks[side.index()]) {
                position.outcome = Some(Outcome::Win(side));
            }
        }
        if position.outcome.is_none() && u32::from(ply) >= MOVE_LIMIT {
            position.outcome = Some(Outcome::Draw);
        }
        position
    }

    /// The mark of this side that leaves when it next plays; `None` while the
    /// side has fewer than three marks.
    pub fn vanishing(&self, side: Side) -> Option<Cell> {
        let full = self.marks[side.index()].count_ones() as usize == KEPT;
        full.then(|| Cell((self.queue[side.index()] & 15) as u8))
    }

    /// The marks of this side, oldest first.
    pub fn ages(&self, side: Side) -> Vec<Cell> {
        let queue = self.queue[side.index()];
        (0..self.marks[side.index()].count_ones())
            .map(|age| Cell((queue >> (4 * age) & 15) as u8))
            .collect()
    }

    /// Marks and ages in one word: two queues and two counts, which say all.
    fn packed(&self) -> u64 {
        let part = |side: usize| {
            u64::from(self.queue[side]) | u64::from(self.marks[side].count_ones()) << 12
        };
        part(0) | part(1) << 16 | (self.turn.index() as u64) << 32
    }
}

impl Rules for Infini {
    const GAME: Game = Game::Infini;

    fn start() -> Infini {
        Infini {
            marks: [0; 2],
            queue: [0; 2],
            turn: Side::X,
            ply: 0,
            outcome: None,
        }
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn ply(&self) -> u32 {
        u32::from(self.ply)
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
        let mine = &mut self.marks[self.turn.index()];
        let queue = &mut self.queue[self.turn.index()];
        // 1. Place. 2. A fourth mark makes the oldest vanish.
        let held = mine.count_ones();
        *mine |= 1 << cell.0;
        if held as usize == KEPT {
            *mine &= !(1 << (*queue & 15));
            *queue = *queue >> 4 | u16::from(cell.0) << 8;
        } else {
            *queue |= u16::from(cell.0) << (4 * held);
        }
        self.ply += 1;
        // 3. Only then is the line looked for, among the marks that stay.
        if square::has_line(*mine) {
            self.outcome = Some(Outcome::Win(self.turn));
        } else if u32::from(self.ply) >= MOVE_LIMIT {
            self.outcome = Some(Outcome::Draw);
        }
        self.turn = self.turn.other();
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
        hash::key(Game::Infini as u64, [self.packed()])
    }
}
