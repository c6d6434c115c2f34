//! Morpion Ultimate: nine boards of nine cells; the cell played names the
//! opponent's next board.
//!
//! The rules are here; how the computer plays is below: `board`, a position that a
//! search can afford, [`Evaluation`], which judges it, `search`, which looks ahead
//! and knows the evaluation by one function, and `player`, the levels, analyses
//! and hints made of them.

mod board;
mod eval;
pub(crate) mod player;
pub(crate) mod race;
mod search;
#[cfg(test)]
mod tests;

pub use eval::Evaluation;

use crate::game::{Cell, CellSet, Game, Outcome, Side};
use crate::rules::{Illegal, Line, Rules};
use crate::{hash, square};

/// No board is demanded: the first move, after a closed board, or a finished game.
const FREE: u8 = 9;

/// A position of Morpion Ultimate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ultimate {
    /// The nine cells of each small board, for each side.
    marks: [[u16; 9]; 2],
    /// The small boards that each side has won.
    won: [u16; 2],
    /// The small boards that are won or full.
    closed: u16,
    forced: u8,
    ply: u8,
    outcome: Option<Outcome>,
}

impl Ultimate {
    /// The position with these marks; the caller has checked them, and that the
    /// forced board is open.
    pub(crate) fn from_marks(marks: [[u16; 9]; 2], forced: Option<u8>) -> Ultimate {
        let mut position = Ultimate {
            marks,
            ..Ultimate::start()
        };
        for board in 0..9 {
            let bit = 1 << board;
            for (side, of_side) in marks.iter().enumerate() {
                position.ply += of_side[board].count_ones() as u8;
                if square::has_line(of_side[board]) {
                    position.won[side] |= bit;
                    position.closed |= bit;
                }
            }
            if marks[0][board] | marks[1][board] == square::FULL {
                position.closed |= bit;
            }
        }
        position.outcome = Side::BOTH
            .into_iter()
            .find(|side| square::has_line(position.won[side.index()]))
            .map(Outcome::Win)
            .or((position.closed == square::FULL).then_some(Outcome::Draw));
        if position.outcome.is_none() {
            position.forced = forced.unwrap_or(FREE);
        }
        position
    }

    /// The same from the marks of the whole game.
    pub(crate) fn from_sets(sets: [CellSet; 2], forced: Option<u8>) -> Ultimate {
        let marks = sets
            .map(|set| core::array::from_fn(|board| (set.0 >> (9 * board)) as u16 & square::FULL));
        Ultimate::from_marks(marks, forced)
    }

    /// The small board to play in, from 0; `None` when any open one will do, or
    /// the game is over.
    pub fn forced(&self) -> Option<u8> {
        (self.forced != FREE).then_some(self.forced)
    }

    /// The small boards that are neither won nor full, bit `b` for board `b`.
    pub fn open_boards(&self) -> u16 {
        square::FULL & !self.closed
    }

    /// Who has won this small board (0–8).
    pub fn board_winner(&self, board: u8) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| board < 9 && self.won[side.index()] >> board & 1 == 1)
    }

    /// Whether this small board (0–8) is won or full.
    pub fn board_closed(&self, board: u8) -> bool {
        board < 9 && self.closed >> board & 1 == 1
    }

    /// The winning lines inside one small board (0–8), their cells being cells of
    /// the whole game.
    pub fn small_lines(&self, board: u8) -> Vec<Line> {
        let Some(winner) = self.board_winner(board) else {
            return Vec::new();
        };
        let mut lines = square::lines_of(self.marks[winner.index()][usize::from(board)]);
        for cell in lines.iter_mut().flat_map(|line| &mut line.cells) {
            cell.0 += board * 9;
        }
        lines
    }

    /// The marks of a side in one small board (0–8).
    pub(crate) fn board_of(&self, side: Side, board: u8) -> u16 {
        self.marks[side.index()][usize::from(board)]
    }

    /// The small boards that a side has won, bit `b` for board `b`.
    pub(crate) fn won_by(&self, side: Side) -> u16 {
        self.won[side.index()]
    }

    #[inline]
    fn free_cells(&self, board: usize) -> u128 {
        let free = square::FULL & !(self.marks[0][board] | self.marks[1][board]);
        u128::from(free) << (9 * board)
    }
}

impl Rules for Ultimate {
    const GAME: Game = Game::Ultimate;

    fn start() -> Ultimate {
        Ultimate {
            marks: [[0; 9]; 2],
            won: [0; 2],
            closed: 0,
            forced: FREE,
            ply: 0,
            outcome: None,
        }
    }

    fn turn(&self) -> Side {
        Side::after(u32::from(self.ply))
    }

    fn ply(&self) -> u32 {
        u32::from(self.ply)
    }

    #[inline]
    fn legal(&self) -> CellSet {
        if self.forced != FREE {
            return CellSet(self.free_cells(usize::from(self.forced)));
        }
        if self.outcome.is_some() {
            return CellSet::EMPTY;
        }
        let mut cells = 0;
        for board in 0..9 {
            if self.closed >> board & 1 == 0 {
                cells |= self.free_cells(board);
            }
        }
        CellSet(cells)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn check(&self, cell: Cell) -> Result<(), Illegal> {
        let board = cell.0 / 9;
        if cell.0 >= 81 {
            Err(Illegal::OutOfRange)
        } else if self.outcome.is_some() {
            Err(Illegal::GameOver)
        } else if self.forced != FREE && self.forced != board {
            Err(Illegal::WrongBoard { must: self.forced })
        } else if self.closed >> board & 1 == 1 {
            Err(Illegal::ClosedBoard { board })
        } else if !self.legal().contains(cell) {
            Err(Illegal::Occupied)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play_unchecked(&mut self, cell: Cell) {
        let board = usize::from(cell.0 / 9);
        let small = cell.0 % 9;
        let side = self.turn();
        let theirs = self.marks[side.other().index()][board];
        let mine = self.marks[side.index()][board] | 1 << small;
        self.marks[side.index()][board] = mine;
        self.ply += 1;
        // 1. The move may close its own small board, and with it the game.
        let line = square::has_line(mine);
        if line || mine | theirs == square::FULL {
            self.closed |= 1 << board;
            self.won[side.index()] |= u16::from(line) << board;
            if square::has_line(self.won[side.index()]) {
                self.outcome = Some(Outcome::Win(side));
            } else if self.closed == square::FULL {
                self.outcome = Some(Outcome::Draw);
            }
        }
        // 2. It names the next small board, unless that one is closed by now.
        self.forced = if self.closed >> small & 1 == 1 || self.outcome.is_some() {
            FREE
        } else {
            small
        };
    }

    fn marks(&self, side: Side) -> CellSet {
        let boards = self.marks[side.index()];
        CellSet((0..9).fold(0, |cells, board| {
            cells | u128::from(boards[board]) << (9 * board)
        }))
    }

    fn lines(&self) -> Vec<Line> {
        match self.outcome {
            Some(Outcome::Win(side)) => square::lines_of(self.won[side.index()]),
            _ => Vec::new(),
        }
    }

    fn key(&self) -> u64 {
        let (x, o) = (self.marks(Side::X).0, self.marks(Side::O).0);
        let halves = [x as u64, o as u64, (x >> 64) as u64, (o >> 64) as u64];
        // The high halves hold 17 bits each, which leaves room for the board.
        let [x_low, o_low, x_high, o_high] = halves;
        let rest = x_high | o_high << 20 | u64::from(self.forced) << 40;
        hash::key(Game::Ultimate as u64, [x_low, o_low, rest])
    }
}
