//! Morpion 3D: four in a row in a cube of 4×4×4 cells, without gravity.

pub(crate) mod player;

use crate::game::{Cell, CellSet, Game, Outcome, Side};
use crate::hash;
use crate::rules::{Illegal, Line, Rules, check_free};

mod analyst;
mod canonical;
mod certificate;
pub mod check;
mod coder;
mod defence;
mod proof;
pub(crate) mod race;
mod replay;
mod search;
mod shrink;
mod tally;
mod threats;

pub use certificate::{Certificate, CertificateError, CertificateErrorKind, Entry};
pub use proof::{SearchCounts, StrategySearch};
pub use replay::{ReplayError, ReplayErrorKind, replay};
pub use shrink::{ShrinkCounts, StrategyShrink};
pub use threats::{Forced, ForcedWin};

/// The five families of lines, in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// The 32 rows and columns of the floors.
    Rows,
    /// The 8 diagonals of the floors.
    FloorDiagonals,
    /// The 16 verticals.
    Verticals,
    /// The 16 diagonals of the vertical planes.
    WallDiagonals,
    /// The 4 diagonals from corner to corner of the cube.
    SpaceDiagonals,
}

impl Family {
    /// Every family, in the order of their numbers.
    pub const ALL: [Family; 5] = [
        Family::Rows,
        Family::FloorDiagonals,
        Family::Verticals,
        Family::WallDiagonals,
        Family::SpaceDiagonals,
    ];

    /// A short name for programs: `rows`, `floor-diagonals`…
    pub const fn name(self) -> &'static str {
        match self {
            Family::Rows => "rows",
            Family::FloorDiagonals => "floor-diagonals",
            Family::Verticals => "verticals",
            Family::WallDiagonals => "wall-diagonals",
            Family::SpaceDiagonals => "space-diagonals",
        }
    }
}

/// One of the 76 lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CubeLine {
    /// The number of the line, from 1: its index in [`LINES`] plus one.
    pub number: u8,
    /// The family that it belongs to.
    pub family: Family,
    /// Its four cells, in order.
    pub cells: [Cell; 4],
    /// Its four cells, as a set of bits.
    pub mask: u64,
}

impl CubeLine {
    /// The line as all games give theirs.
    pub const fn line(&self) -> Line {
        Line::four(self.number, self.cells)
    }
}

/// The 76 lines, family by family.
pub static LINES: [CubeLine; 76] = make_lines();

/// A line starts in a cell and steps by the same offset three times, so a table
/// of starts and steps says it all: `(start, step)` for each line of a family.
const fn make_lines() -> [CubeLine; 76] {
    const FLOOR: u8 = 16;
    const ROW: u8 = 4;
    const COLUMN: u8 = 1;
    let mut table = Table {
        lines: [CubeLine {
            number: 0,
            family: Family::Rows,
            cells: [Cell(0); 4],
            mask: 0,
        }; 76],
        len: 0,
    };
    let mut i = 0;
    while i < 4 {
        let mut j = 0;
        while j < 4 {
            table.push(Family::Rows, i * FLOOR + j * ROW, COLUMN);
            j += 1;
        }
        let mut j = 0;
        while j < 4 {
            table.push(Family::Rows, i * FLOOR + j * COLUMN, ROW);
            j += 1;
        }
        i += 1;
    }
    let mut floor = 0;
    while floor < 4 {
        table.push(Family::FloorDiagonals, floor * FLOOR, ROW + COLUMN);
        table.push(Family::FloorDiagonals, floor * FLOOR + 3, ROW - COLUMN);
        floor += 1;
    }
    let mut cell = 0;
    while cell < 16 {
        table.push(Family::Verticals, cell, FLOOR);
        cell += 1;
    }
    // Planes that keep the row, then planes that keep the column.
    let mut row = 0;
    while row < 4 {
        table.push(Family::WallDiagonals, row * ROW, FLOOR + COLUMN);
        table.push(Family::WallDiagonals, row * ROW + 3, FLOOR - COLUMN);
        row += 1;
    }
    let mut column = 0;
    while column < 4 {
        table.push(Family::WallDiagonals, column, FLOOR + ROW);
        table.push(Family::WallDiagonals, column + 12, FLOOR - ROW);
        column += 1;
    }
    table.push(Family::SpaceDiagonals, 0, FLOOR + ROW + COLUMN);
    table.push(Family::SpaceDiagonals, 3, FLOOR + ROW - COLUMN);
    table.push(Family::SpaceDiagonals, 12, FLOOR - ROW + COLUMN);
    table.push(Family::SpaceDiagonals, 15, FLOOR - ROW - COLUMN);
    assert!(table.len == 76);
    table.lines
}

struct Table {
    lines: [CubeLine; 76],
    len: usize,
}

impl Table {
    const fn push(&mut self, family: Family, start: u8, step: u8) {
        let cells = [
            Cell(start),
            Cell(start + step),
            Cell(start + 2 * step),
            Cell(start + 3 * step),
        ];
        self.lines[self.len] = CubeLine {
            number: self.len as u8 + 1,
            family,
            cells,
            mask: 1 << cells[0].0 | 1 << cells[1].0 | 1 << cells[2].0 | 1 << cells[3].0,
        };
        self.len += 1;
    }
}

/// The lines through one cell: at most seven.
#[derive(Clone, Copy)]
struct Through {
    lines: [u8; 7],
    /// The other three cells of each line; a place without a line repeats the
    /// first one, so that all seven can be tried without a branch on the count.
    others: [u64; 7],
    len: u8,
}

static THROUGH: [Through; 64] = {
    let lines = make_lines();
    let mut table = [Through {
        lines: [0; 7],
        others: [0; 7],
        len: 0,
    }; 64];
    let mut cell = 0;
    while cell < 64 {
        let through = &mut table[cell];
        let bit = 1 << cell;
        let mut i = 0;
        while i < lines.len() {
            if lines[i].mask & bit != 0 {
                through.lines[through.len as usize] = i as u8;
                through.others[through.len as usize] = lines[i].mask & !bit;
                through.len += 1;
            }
            i += 1;
        }
        let mut i = through.len as usize;
        while i < 7 {
            through.others[i] = through.others[0];
            i += 1;
        }
        cell += 1;
    }
    table
};

/// The lines through a cell, as indices of [`LINES`], ascending: seven for 16 of
/// the cells, four for the others, none for a cell outside the cube.
pub fn lines_through(cell: Cell) -> &'static [u8] {
    THROUGH
        .get(cell.index())
        .map_or(&[], |through| &through.lines[..usize::from(through.len)])
}

/// A position of morpion 3D.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cube {
    marks: [u64; 2],
    outcome: Option<Outcome>,
}

impl Cube {
    /// The position with these marks, X first; the caller has checked them.
    pub(crate) fn from_marks(marks: [u64; 2]) -> Cube {
        let outcome = Side::BOTH
            .into_iter()
            .find(|side| has_line(marks[side.index()]))
            .map(Outcome::Win)
            .or((marks[0] | marks[1] == u64::MAX).then_some(Outcome::Draw));
        Cube { marks, outcome }
    }
}

fn has_line(marks: u64) -> bool {
    LINES.iter().any(|line| marks & line.mask == line.mask)
}

/// The lines that these marks hold.
pub(crate) fn lines_in(marks: u64) -> Vec<&'static CubeLine> {
    LINES
        .iter()
        .filter(|line| marks & line.mask == line.mask)
        .collect()
}

impl Rules for Cube {
    const GAME: Game = Game::Cube;

    fn start() -> Cube {
        Cube {
            marks: [0; 2],
            outcome: None,
        }
    }

    #[inline]
    fn turn(&self) -> Side {
        Side::after(self.ply())
    }

    #[inline]
    fn ply(&self) -> u32 {
        (self.marks[0] | self.marks[1]).count_ones()
    }

    #[inline]
    fn legal(&self) -> CellSet {
        if self.outcome.is_some() {
            return CellSet::EMPTY;
        }
        CellSet(u128::from(!(self.marks[0] | self.marks[1])))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn check(&self, cell: Cell) -> Result<(), Illegal> {
        let taken = self.marks[0] | self.marks[1];
        check_free(Self::GAME, self.outcome, taken, cell)
    }

    #[inline]
    fn play_unchecked(&mut self, cell: Cell) {
        let side = self.turn();
        let mine = self.marks[side.index()];
        self.marks[side.index()] = mine | 1 << cell.0;
        // Only a line through the new mark can be new.
        let others = &THROUGH[cell.index()].others;
        let won = others
            .iter()
            .fold(false, |won, three| won | (mine & three == *three));
        if won {
            self.outcome = Some(Outcome::Win(side));
        } else if self.marks[0] | self.marks[1] == u64::MAX {
            self.outcome = Some(Outcome::Draw);
        }
    }

    fn marks(&self, side: Side) -> CellSet {
        CellSet(u128::from(self.marks[side.index()]))
    }

    fn lines(&self) -> Vec<Line> {
        match self.outcome {
            Some(Outcome::Win(side)) => lines_in(self.marks[side.index()])
                .into_iter()
                .map(CubeLine::line)
                .collect(),
            _ => Vec::new(),
        }
    }

    fn key(&self) -> u64 {
        hash::key(Game::Cube as u64, self.marks)
    }
}
