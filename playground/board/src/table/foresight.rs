//! What a cell will lead to, told before anything is played there: where a move of
//! Ultimate sends the other side, when a mark of Infini leaves.

use morpion_engine::infini::MOVE_LIMIT;
use morpion_engine::{Cell, Position};

use super::{Table, ViewOption};
use crate::french;
use crate::spec::Mode;

/// The last moves before the draw of Infini, whose counter is then in plain sight.
const CLOSE: u32 = 10;

/// The line under a board: what the cell that is pointed at leads to, and how far the
/// game is.
pub(crate) struct Note {
    pub(crate) sentence: Option<String>,
    pub(crate) counter: Option<Counter>,
}

/// How far a game of Infini is on its way to the draw.
pub(crate) struct Counter {
    pub(crate) sentence: String,
    /// Nearly there.
    pub(crate) close: bool,
}

/// Where a move of Ultimate sends the other side: the small boards it may play in.
/// Empty where there is nobody to send.
fn boards_after(position: &Position, cell: Cell) -> Vec<u8> {
    position
        .play(cell)
        .map(|after| after.playable_boards())
        .unwrap_or_default()
}

/// After how many moves of its own side a mark of Infini leaves.
fn leaves_after(position: &Position, cell: Cell) -> Option<usize> {
    let side = position.mark(cell)?;
    let ages = position.ages(side);
    let age = ages.iter().position(|&one| one == cell)?;
    // The first moves only fill up the three.
    Some(3usize.saturating_sub(ages.len()) + age + 1)
}

/// How far a game is, for the games that end after so many moves.
pub(crate) fn counter(position: &Position) -> Option<Counter> {
    let Position::Infini(_) = position else {
        return None;
    };
    let played = position.ply();
    Some(Counter {
        sentence: french::counter(played, MOVE_LIMIT),
        close: played + CLOSE >= MOVE_LIMIT,
    })
}

impl Table {
    /// The cell under the pointer, or else the one that has the focus.
    pub(super) fn pointed(&self) -> Option<Cell> {
        self.hover.or(self.focused().then_some(self.cursor))
    }

    /// What is worth to be known of a cell beside what its label says.
    pub(crate) fn foresight(&self, cell: Cell) -> Option<String> {
        let position = self.position();
        match position {
            Position::Ultimate(_) if self.playable().contains(cell) => {
                french::sends(&position, cell, &boards_after(&position, cell))
            }
            Position::Infini(_) if position.outcome().is_none() => leaves_after(&position, cell)
                .and_then(|moves| french::leaves(&position, cell, moves)),
            _ => None,
        }
    }

    /// The line under the board, for the games that have something to say there.
    pub(crate) fn note(&self) -> Note {
        Note {
            sentence: self.pointed().and_then(|cell| self.foresight(cell)),
            counter: counter(&self.position()),
        }
    }

    /// The cell pointed at and the small boards it would send the other side to.
    pub(super) fn aim(&self) -> Option<(Cell, Vec<u8>)> {
        let position = self.position();
        let cell = self
            .pointed()
            .filter(|&cell| self.playable().contains(cell))?;
        let boards = boards_after(&position, cell);
        (!boards.is_empty()).then_some((cell, boards))
    }

    /// From the last cell to the small board that it names, if that was asked for.
    pub(super) fn arrow(&self) -> Option<(Cell, u8)> {
        let shown = self.mode != Mode::Fixed && self.view.shows(ViewOption::Arrow);
        let (last, board) = (self.last()?, self.position().forced()?);
        // Undone moves leave a forced board and no cell that names it.
        (shown && last.0 % 9 == board).then_some((last, board))
    }
}
