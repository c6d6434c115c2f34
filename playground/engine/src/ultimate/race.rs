//! Wins of Ultimate in so many marks.

use super::board::Board;
use crate::game::{Cell, CellSet};
use crate::position::Position;
use crate::race::{Defences, Race};
use crate::square::{FULL, LINES, mask};

/// A position of Ultimate that is not over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Racer(Board);

impl Racer {
    /// The fewest marks that a side needs for a line of the large board, if the
    /// other one never plays.
    fn fewest(&self, side: usize) -> u32 {
        const NEVER: u32 = 1_000;
        let board = &self.0;
        let mut needs = [NEVER; 9];
        for (b, need) in needs.iter_mut().enumerate() {
            if board.won[side] >> b & 1 == 1 {
                *need = 0;
            } else if board.closed >> b & 1 == 0 {
                let [mine, theirs] = [board.marks[side][b], board.marks[1 - side][b]];
                let open = LINES
                    .into_iter()
                    .map(mask)
                    .filter(|line| line & theirs == 0);
                let missing = open.map(|line| (line & !mine).count_ones());
                *need = missing.min().unwrap_or(NEVER);
            }
        }
        let sums = LINES.map(|line| line.map(|b| needs[usize::from(b)]).iter().sum());
        sums.into_iter().min().unwrap_or(NEVER)
    }

    /// The cells that may be played; apart, those that send the other side to one of
    /// these boards or, with bit 9, where it likes.
    fn cells(&self, targets: u16) -> [CellSet; 2] {
        let board = &self.0;
        let mut all = [CellSet::EMPTY; 2];
        let playable = CellSet(u128::from(board.playable()));
        for b in playable {
            for small in CellSet(u128::from(board.free(b.index()))) {
                let closed = board.closed >> small.0 & 1 == 1;
                let target = if closed { 9 } else { small.0 };
                let cell = Cell(b.0 * 9 + small.0);
                all[usize::from(targets >> target & 1 == 1)].insert(cell);
            }
        }
        all
    }

    /// The boards where a side would win at once, with bit 9 if it may choose.
    fn winning_boards(&self, side: usize) -> u16 {
        let board = &self.0;
        let deciding = CellSet(u128::from(board.deciding(side)));
        let wins = deciding
            .iter()
            .filter(|b| board.takes(side, b.index()) != 0)
            .fold(0, |set, b| set | 1_u16 << b.0);
        if wins == 0 { 0 } else { wins | (FULL + 1) }
    }
}

impl Race for Racer {
    fn of(position: &Position) -> Option<Racer> {
        match position {
            Position::Ultimate(ultimate) => Some(Racer(Board::new(ultimate))),
            _ => None,
        }
    }

    fn key(&self) -> [u64; 2] {
        let board = &self.0;
        let [x, o] = board.won.map(u64::from);
        let rest = x | o << 9 | u64::from(board.closed) << 18 | u64::from(board.left) << 27;
        [board.key, rest]
    }

    fn winning(&self) -> Option<Cell> {
        self.0.winning_move().map(Cell)
    }

    fn attacks(&self, marks: u8) -> [CellSet; 2] {
        let side = usize::from(self.0.side);
        if self.fewest(side) > u32::from(marks) {
            return [CellSet::EMPTY; 2];
        }
        // Where the other side would win it is sent last.
        self.cells(self.winning_boards(1 - side))
    }

    fn defences(&self, marks: u8) -> Defences {
        let attacker = usize::from(self.0.side ^ 1);
        let sets = self.cells(self.winning_boards(attacker));
        if self.fewest(attacker) > u32::from(marks) {
            let [quiet, rest] = sets;
            return Defences::Any(quiet.iter().chain(rest).next());
        }
        Defences::Try(sets)
    }

    fn play(&mut self, cell: Cell) {
        self.0.play(cell.0);
    }
}
