//! A position as the search wants it: everything a move changes is kept up to
//! date, so that a node costs a few words of copying and no recount.

use crate::hash::scramble;
use crate::rules::Rules;
use crate::square;

use super::{FREE, Ultimate};

/// The digits of a small board in base three: 1 for X, 2 for O.
const POWERS: [u16; 9] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];

/// The cells that complete a line of these nine bits, whether free or not.
const COMPLETES: [u16; 512] = {
    let mut table = [0; 512];
    let mut marks = 0;
    while marks < 512 {
        let mut i = 0;
        while i < square::LINES.len() {
            let rest = square::mask(square::LINES[i]) & !(marks as u16);
            if rest.is_power_of_two() {
                table[marks] |= rest;
            }
            i += 1;
        }
        marks += 1;
    }
    table
};

/// Random words that a key is the sum (without carry) of.
struct Keys {
    /// A mark of each side in each cell of an open board.
    marks: [[u64; 81]; 2],
    /// A small board closed by X, by O, or full.
    closed: [[u64; 9]; 3],
    /// The board to play in, or none.
    forced: [u64; 10],
    /// O to move.
    turn: u64,
}

static KEYS: Keys = {
    let mut keys = Keys {
        marks: [[0; 81]; 2],
        closed: [[0; 9]; 3],
        forced: [0; 10],
        turn: scramble(0x7475_726e),
    };
    let mut i = 0;
    while i < 81 {
        keys.marks[0][i] = scramble(1000 + i as u64);
        keys.marks[1][i] = scramble(2000 + i as u64);
        if i < 27 {
            keys.closed[i / 9][i % 9] = scramble(3000 + i as u64);
        }
        if i < 10 {
            keys.forced[i] = scramble(4000 + i as u64);
        }
        i += 1;
    }
    keys
};

/// A position under search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    /// Equal for positions with the same future: what lies inside a closed board
    /// is left out.
    pub(super) key: u64,
    pub(super) marks: [[u16; 9]; 2],
    /// Each small board as a number in base three.
    pub(super) index: [u16; 9],
    pub(super) won: [u16; 2],
    pub(super) closed: u16,
    pub(super) forced: u8,
    /// 0 when X is to move.
    pub(super) side: u8,
    /// The free cells of the open boards: no game lasts longer than this.
    pub(super) left: u8,
}

impl Board {
    /// A position that is not over.
    pub(super) fn new(position: &Ultimate) -> Board {
        let mut board = Board {
            key: 0,
            marks: position.marks,
            index: [0; 9],
            won: position.won,
            closed: position.closed,
            forced: position.forced,
            side: position.turn().index() as u8,
            left: 0,
        };
        board.key = KEYS.forced[usize::from(board.forced)];
        if board.side == 1 {
            board.key ^= KEYS.turn;
        }
        for b in 0..9 {
            for (cell, power) in POWERS.iter().enumerate() {
                for side in 0..2 {
                    if board.marks[side][b] >> cell & 1 == 1 {
                        board.index[b] += (side as u16 + 1) * power;
                    }
                }
            }
            if board.closed >> b & 1 == 0 {
                board.left += (9 - board.occupied(b).count_ones()) as u8;
                board.key ^= board.marks_key(b);
            } else {
                board.key ^= KEYS.closed[board.closed_as(b)][b];
            }
        }
        board
    }

    fn occupied(&self, b: usize) -> u16 {
        self.marks[0][b] | self.marks[1][b]
    }

    /// 0 for won by X, 1 by O, 2 for full.
    fn closed_as(&self, b: usize) -> usize {
        (0..2)
            .find(|&side| self.won[side] >> b & 1 == 1)
            .unwrap_or(2)
    }

    fn marks_key(&self, b: usize) -> u64 {
        let mut key = 0;
        for (side, keys) in KEYS.marks.iter().enumerate() {
            let mut marks = self.marks[side][b];
            while marks != 0 {
                key ^= keys[b * 9 + marks.trailing_zeros() as usize];
                marks &= marks - 1;
            }
        }
        key
    }

    /// The free cells of an open small board.
    pub(super) fn free(&self, b: usize) -> u16 {
        square::FULL & !self.occupied(b)
    }

    /// The small boards that the side to move may play in.
    pub(super) fn playable(&self) -> u16 {
        if self.forced == FREE {
            square::FULL & !self.closed
        } else {
            1 << self.forced
        }
    }

    /// The free cells with which a side takes an open small board.
    pub(super) fn takes(&self, side: usize, b: usize) -> u16 {
        COMPLETES[usize::from(self.marks[side][b])] & self.free(b)
    }

    /// The open small boards that complete a line of a side.
    pub(super) fn deciding(&self, side: usize) -> u16 {
        COMPLETES[usize::from(self.won[side])] & !self.closed
    }

    /// A move that wins the game at once.
    pub(super) fn winning_move(&self) -> Option<u8> {
        let side = usize::from(self.side);
        let mut boards = self.deciding(side) & self.playable();
        while boards != 0 {
            let b = boards.trailing_zeros() as usize;
            let cells = self.takes(side, b);
            if cells != 0 {
                return Some((b * 9) as u8 + cells.trailing_zeros() as u8);
            }
            boards &= boards - 1;
        }
        None
    }

    /// Whether a side could still complete a line if the other one passed for
    /// ever.
    pub(super) fn can_win(&self, side: usize) -> bool {
        let theirs = &self.marks[1 - side];
        let mut boards = self.won[side];
        let mut open = square::FULL & !self.closed;
        while open != 0 {
            let b = open.trailing_zeros() as usize;
            if square::has_line(square::FULL & !theirs[b]) {
                boards |= 1 << b;
            }
            open &= open - 1;
        }
        square::has_line(boards)
    }

    /// Plays a legal move that does not win the game.
    pub(super) fn play(&mut self, cell: u8) {
        let (b, small) = (usize::from(cell / 9), cell % 9);
        let side = usize::from(self.side);
        let bit = 1 << b;
        // 1. The mark.
        self.marks[side][b] |= 1 << small;
        self.index[b] += (u16::from(self.side) + 1) * POWERS[usize::from(small)];
        self.key ^= KEYS.marks[side][usize::from(cell)];
        self.left -= 1;
        // 2. A board that closes gives its marks for one word, and its free cells
        //    are lost to both.
        let takes = square::has_line(self.marks[side][b]);
        if takes || self.occupied(b) == square::FULL {
            self.closed |= bit;
            if takes {
                self.won[side] |= bit;
                self.left -= self.free(b).count_ones() as u8;
            }
            self.key ^= self.marks_key(b) ^ KEYS.closed[if takes { side } else { 2 }][b];
        }
        // 3. Where the other side is sent.
        let forced = if self.closed >> small & 1 == 1 {
            FREE
        } else {
            small
        };
        self.key ^= KEYS.forced[usize::from(self.forced)] ^ KEYS.forced[usize::from(forced)];
        self.forced = forced;
        self.key ^= KEYS.turn;
        self.side ^= 1;
    }
}
