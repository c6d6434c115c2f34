//! What the four games have in common: [`Rules`], lines and refusals.

use core::fmt;
use core::hash::Hash;

use crate::game::{Cell, CellSet, Game, Outcome, Side};

/// A position of one game, with its rules.
///
/// Search, perft and the opponent are written once against this trait.
pub trait Rules: Copy + Eq + Hash + fmt::Debug {
    /// The game that this type plays.
    const GAME: Game;

    /// The position before the first move.
    fn start() -> Self;

    /// The side to move; once the game is over, the side that would have moved.
    fn turn(&self) -> Side;

    /// How many moves have been played, from the start or from the count that a
    /// set-up gave.
    fn ply(&self) -> u32;

    /// The cells that may be played; none once the game is over.
    fn legal(&self) -> CellSet;

    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Says why a move is refused.
    ///
    /// # Errors
    /// The reason, when the move is not legal here.
    fn check(&self, cell: Cell) -> Result<(), Illegal>;

    /// Plays a legal move.
    ///
    /// # Errors
    /// The unchanged position and the reason, when the move is not legal.
    fn play(mut self, cell: Cell) -> Result<Self, PlayError<Self>> {
        match self.check(cell) {
            Ok(()) => {
                self.play_unchecked(cell);
                Ok(self)
            }
            Err(reason) => Err(PlayError {
                position: self,
                reason,
            }),
        }
    }

    /// Plays a move known to be legal, for instance one out of [`Rules::legal`].
    ///
    /// An illegal move gives a position without meaning, or a panic when the
    /// game has no such cell; never undefined behaviour.
    fn play_unchecked(&mut self, cell: Cell);

    /// The cells that hold a mark of this side.
    fn marks(&self, side: Side) -> CellSet;

    /// The winning lines of a finished game, none otherwise. For Ultimate these
    /// are lines of small boards.
    fn lines(&self) -> Vec<Line>;

    /// A hash of the position: equal positions have equal keys, on every
    /// machine and in every run.
    ///
    /// The key of Infini leaves out the number of moves played, so that an
    /// endless game walks over a finite set of keys.
    fn key(&self) -> u64;
}

/// A winning line: three or four cells in order.
///
/// For a whole board of Ultimate the cells are the small boards 0–8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    /// The number of the line in the game's fixed table, from 1.
    pub number: u8,
    /// The cells in order; the last one of a line of three means nothing, see
    /// [`Line::cells`].
    pub cells: [Cell; 4],
    len: u8,
}

impl Line {
    pub(crate) const fn three(number: u8, [a, b, c]: [u8; 3]) -> Line {
        Line {
            number,
            cells: [Cell(a), Cell(b), Cell(c), Cell(c)],
            len: 3,
        }
    }

    pub(crate) const fn four(number: u8, cells: [Cell; 4]) -> Line {
        Line {
            number,
            cells,
            len: 4,
        }
    }

    /// The cells in order, three or four of them.
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..usize::from(self.len)]
    }

    /// The cells as a set.
    pub fn set(&self) -> CellSet {
        self.cells().iter().copied().collect()
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegal {
    /// The game has no such cell.
    OutOfRange,
    /// There is a mark in the cell; in Infini, even one about to vanish.
    Occupied,
    /// The game has ended.
    GameOver,
    /// Ultimate: the last move demands another small board.
    WrongBoard {
        /// The small board to play in, from 0.
        must: u8,
    },
    /// Ultimate: the small board is won or full.
    ClosedBoard {
        /// The closed small board, from 0.
        board: u8,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::OutOfRange => f.write_str("the game has no such cell"),
            Illegal::Occupied => f.write_str("the cell is occupied"),
            Illegal::GameOver => f.write_str("the game is over"),
            Illegal::WrongBoard { must } => write!(f, "board {} must be played", must + 1),
            Illegal::ClosedBoard { board } => write!(f, "board {} is closed", board + 1),
        }
    }
}

impl core::error::Error for Illegal {}

/// A refused move, and the position as it was.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayError<P> {
    /// The unchanged position.
    pub position: P,
    /// Why the move was refused.
    pub reason: Illegal,
}

impl<P> fmt::Display for PlayError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl<P: fmt::Debug> core::error::Error for PlayError<P> {}

/// Why a mark cannot be put on a cell, in a game where any free cell will do; `taken`
/// are the cells of both sides.
pub(crate) fn check_free(
    game: Game,
    outcome: Option<Outcome>,
    taken: u64,
    cell: Cell,
) -> Result<(), Illegal> {
    if cell.0 >= game.cells() {
        Err(Illegal::OutOfRange)
    } else if outcome.is_some() {
        Err(Illegal::GameOver)
    } else if taken >> cell.0 & 1 == 1 {
        Err(Illegal::Occupied)
    } else {
        Ok(())
    }
}
