//! One value for a position of any of the four games.

use crate::classique::Classique;
use crate::cube::Cube;
use crate::game::{Cell, CellSet, Game, Outcome, Side};
use crate::infini::Infini;
use crate::notation::{self, SetupError};
use crate::rules::{Illegal, Line, PlayError, Rules};
use crate::ultimate::Ultimate;

/// A position of any of the four games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Position {
    /// A position of morpion classique.
    Classique(Classique),
    /// A position of morpion infini.
    Infini(Infini),
    /// A position of Morpion Ultimate.
    Ultimate(Ultimate),
    /// A position of morpion 3D.
    Cube(Cube),
}

/// Runs the same expression on whichever game is inside.
macro_rules! each {
    ($position:expr, $inner:ident => $body:expr) => {
        match $position {
            Position::Classique($inner) => $body,
            Position::Infini($inner) => $body,
            Position::Ultimate($inner) => $body,
            Position::Cube($inner) => $body,
        }
    };
}
pub(crate) use each;

impl Position {
    /// The position before the first move of a game.
    pub fn start(game: Game) -> Position {
        match game {
            Game::Classique => Position::Classique(Classique::start()),
            Game::Infini => Position::Infini(Infini::start()),
            Game::Ultimate => Position::Ultimate(Ultimate::start()),
            Game::Cube => Position::Cube(Cube::start()),
        }
    }

    /// The game that is played.
    pub fn game(&self) -> Game {
        match self {
            Position::Classique(_) => Game::Classique,
            Position::Infini(_) => Game::Infini,
            Position::Ultimate(_) => Game::Ultimate,
            Position::Cube(_) => Game::Cube,
        }
    }

    /// The side to move; see [`Rules::turn`].
    pub fn turn(&self) -> Side {
        each!(self, p => p.turn())
    }

    /// How many moves have been played; see [`Rules::ply`].
    pub fn ply(&self) -> u32 {
        each!(self, p => p.ply())
    }

    /// The cells that may be played; see [`Rules::legal`].
    pub fn legal(&self) -> CellSet {
        each!(self, p => p.legal())
    }

    /// How the game ended, or `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        each!(self, p => p.outcome())
    }

    /// Says why a move is refused.
    ///
    /// # Errors
    /// The reason, when the move is not legal here.
    pub fn check(&self, cell: Cell) -> Result<(), Illegal> {
        each!(self, p => p.check(cell))
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// The unchanged position and the reason, when the move is not legal.
    pub fn play(mut self, cell: Cell) -> Result<Position, PlayError<Position>> {
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

    /// Plays a move known to be legal; see [`Rules::play_unchecked`].
    pub fn play_unchecked(&mut self, cell: Cell) {
        each!(self, p => p.play_unchecked(cell));
    }

    /// The cells that hold a mark of this side.
    pub fn marks(&self, side: Side) -> CellSet {
        each!(self, p => p.marks(side))
    }

    /// The winning lines of a finished game; see [`Rules::lines`].
    pub fn lines(&self) -> Vec<Line> {
        each!(self, p => p.lines())
    }

    /// A hash of the position; see [`Rules::key`].
    pub fn key(&self) -> u64 {
        each!(self, p => p.key())
    }

    /// Whose mark is in a cell.
    pub fn mark(&self, cell: Cell) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.marks(side).contains(cell))
    }

    /// Infini: the mark of this side that leaves when it next plays. `None` with
    /// fewer than three marks and in the other games.
    pub fn vanishing(&self, side: Side) -> Option<Cell> {
        match self {
            Position::Infini(infini) => infini.vanishing(side),
            _ => None,
        }
    }

    /// Infini: the marks of this side, oldest first. Empty in the other games.
    pub fn ages(&self, side: Side) -> Vec<Cell> {
        match self {
            Position::Infini(infini) => infini.ages(side),
            _ => Vec::new(),
        }
    }

    /// Ultimate: the small board to play in, from 0. `None` when any open one
    /// will do, once the game is over, and in the other games.
    pub fn forced(&self) -> Option<u8> {
        match self {
            Position::Ultimate(ultimate) => ultimate.forced(),
            _ => None,
        }
    }

    /// Ultimate: the small boards that may be played in now, from 0. Empty once
    /// the game is over and in the other games.
    pub fn playable_boards(&self) -> Vec<u8> {
        match self {
            Position::Ultimate(ultimate) if ultimate.outcome().is_none() => match ultimate.forced()
            {
                Some(board) => vec![board],
                None => (0..9)
                    .filter(|&board| !ultimate.board_closed(board))
                    .collect(),
            },
            _ => Vec::new(),
        }
    }

    /// The position in set-up notation, in its canonical form: `x`, `o`, `t`,
    /// then `b` (Ultimate) or `n` (Infini). [`Position::parse_setup`] reads it
    /// back to an equal position.
    ///
    /// One thing is lost: the moves counted since a set-up of Infini that had
    /// six marks and no `n`, while that count is one that no game can have.
    ///
    /// ```
    /// use morpion_engine::{Game, Record};
    /// let record = Record::parse(Game::Ultimate, "55-51-15").unwrap();
    /// assert_eq!(record.position().setup(), "x15-55o51tob5");
    /// ```
    pub fn setup(&self) -> String {
        notation::write_setup(self)
    }

    /// Reads a set-up: sections `x` and `o` with cells, `t` with the side to
    /// move, `b` with the forced board (Ultimate, 0 or absent = free choice),
    /// `n` with the number of moves played (Infini), each at most once, in any
    /// order.
    ///
    /// - X and O alternate from X, so the counts tell whose turn it is; `t` may
    ///   be left out and must agree.
    /// - Infini: marks are given oldest first. Three marks each tell nothing:
    ///   then `t` is needed, or `n`, whose parity tells. `n` is at least the
    ///   number of marks, at most 60, and agrees with the side to move. Absent
    ///   or 0, it is unknown: the number of marks while that is below six, and
    ///   otherwise the sixty moves are counted from here.
    /// - Whether the position can be reached is not asked further, but a game
    ///   has one winner, who made the last move, and one move made all his lines.
    ///
    /// An empty text is the start of the game.
    ///
    /// # Errors
    /// What is wrong, with its place where there is one.
    pub fn parse_setup(game: Game, text: &str) -> Result<Position, SetupError> {
        notation::parse_setup(game, text)
    }
}
