//! A game: where it starts and the moves played.

use crate::game::{Cell, Game};
use crate::notation::{self, NotationError};
use crate::position::Position;
use crate::rules::Illegal;

/// A start and the legal moves played from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    start: Position,
    moves: Vec<Cell>,
    position: Position,
}

impl Record {
    /// A game without moves.
    pub fn new(game: Game) -> Record {
        Record::from_position(Position::start(game))
    }

    /// A game that starts from any position.
    pub fn from_position(start: Position) -> Record {
        Record {
            start,
            moves: Vec::new(),
            position: start,
        }
    }

    /// Reads moves, or a set-up when the text begins with the letter of a
    /// section. An empty text is the start.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn parse(game: Game, text: &str) -> Result<Record, NotationError> {
        if notation::is_setup(text) {
            Ok(Record::from_position(Position::parse_setup(game, text)?))
        } else {
            Record::parse_moves(Position::start(game), text)
        }
    }

    /// Reads moves and plays them from a position.
    ///
    /// # Errors
    /// The first word that is no cell; else the first move that is not legal.
    pub fn parse_moves(start: Position, text: &str) -> Result<Record, NotationError> {
        let game = start.game();
        let mut record = Record::from_position(start);
        for (index, (offset, cell)) in notation::parse_moves(game, text)?.into_iter().enumerate() {
            record.play(cell).map_err(|reason| NotationError::Play {
                game,
                number: index + 1,
                offset,
                cell,
                reason,
            })?;
        }
        Ok(record)
    }

    /// The game that is played.
    pub fn game(&self) -> Game {
        self.start.game()
    }

    /// The position before the first move.
    pub fn start(&self) -> Position {
        self.start
    }

    /// The moves, in order.
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// The position after all moves.
    pub fn position(&self) -> Position {
        self.position
    }

    /// The position after the first `ply` moves of this record; after all of
    /// them when there are fewer.
    pub fn position_at(&self, ply: usize) -> Position {
        let mut position = self.start;
        for &cell in self.moves.iter().take(ply) {
            position.play_unchecked(cell);
        }
        position
    }

    /// The last move.
    pub fn last(&self) -> Option<Cell> {
        self.moves.last().copied()
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// Why the move is refused; the record is then unchanged.
    pub fn play(&mut self, cell: Cell) -> Result<(), Illegal> {
        self.position = self.position.play(cell).map_err(|error| error.reason)?;
        self.moves.push(cell);
        Ok(())
    }

    /// Takes the last move back and returns it.
    ///
    /// The game is replayed from its start: a move keeps nothing for its undoing,
    /// and no replay is longer than 81 moves.
    pub fn undo(&mut self) -> Option<Cell> {
        let cell = self.moves.pop()?;
        self.position = self.position_at(self.moves.len());
        Some(cell)
    }

    /// The moves in notation; nothing of the start.
    ///
    /// ```
    /// use morpion_engine::{Game, Record};
    /// let record = Record::parse(Game::Classique, "5 1, 9").unwrap();
    /// assert_eq!(record.notation(), "5-1-9");
    /// ```
    pub fn notation(&self) -> String {
        let game = self.game();
        let mut text = String::new();
        for &cell in &self.moves {
            if !text.is_empty() {
                text.push('-');
            }
            text += &game.cell_name(cell);
        }
        text
    }
}
