//! Symmetries: permutations of the cells that keep every rule.
//!
//! A square has eight, and Ultimate is a square of squares that turn together.
//! The cube has 192: the 48 turns and reflections that the eye sees, times four
//! that exchange inner and outer layers of all three axes at once and still map
//! lines to lines (R. Silver, "The group of automorphisms of the game of
//! 3-dimensional ticktacktoe", American Mathematical Monthly 74, 1967).

use crate::classique::Classique;
use crate::cube::Cube;
use crate::game::{Cell, CellSet, Game, Side};
use crate::infini::Infini;
use crate::position::Position;
use crate::rules::Rules;
use crate::ultimate::Ultimate;

/// A permutation of the cells of a game.
///
/// Every symmetry moves each coordinate of a cell to a place of its own, whatever
/// the others are: a sixth of the bytes that a list of all cells would take, which
/// count in what a reader downloads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    /// For each coordinate, the last one first, what each of its values adds to the
    /// number of the image. The first coordinate here brings the image of cell 0
    /// with it, so that the others add nothing for 0; sums wrap around.
    parts: [[u8; 4]; 4],
    cells: u8,
}

/// Where each cell of the largest board goes.
type Map = [u8; 81];

/// The symmetries of a game, the identity first: 8, 8, 8 and 192.
pub fn symmetries(game: Game) -> &'static [Symmetry] {
    match game {
        Game::Classique | Game::Infini => &SQUARE,
        Game::Ultimate => &ULTIMATE,
        Game::Cube => &CUBE,
    }
}

impl Symmetry {
    /// The symmetry that sends the cells of a game where this map does.
    const fn of(map: &Map, cells: u8) -> Symmetry {
        let base = Symmetry::base(cells);
        let mut parts = [[0; 4]; 4];
        let (mut part, mut unit) = (0, 1);
        while unit < cells {
            let mut value = 0;
            while value < base {
                let origin = if part == 0 { 0 } else { map[0] };
                let image = map[(value * unit) as usize];
                parts[part][value as usize] = image.wrapping_sub(origin);
                value += 1;
            }
            part += 1;
            unit *= base;
        }
        Symmetry { parts, cells }
    }

    /// How many values a coordinate has.
    const fn base(cells: u8) -> u8 {
        if cells == 64 { 4 } else { 3 }
    }

    fn map(&self) -> Map {
        let mut map = [0; 81];
        for (cell, to) in (0..).zip(&mut map) {
            *to = self.cell(Cell(cell)).0;
        }
        map
    }

    /// How many cells are permuted.
    pub const fn cells(&self) -> u8 {
        self.cells
    }

    /// Where a cell goes; a cell that the game does not have stays.
    pub fn cell(&self, cell: Cell) -> Cell {
        if cell.0 >= self.cells {
            return cell;
        }
        let [a, b, c, d] = &self.parts;
        let at = |part: &[u8; 4], value: u8| part[usize::from(value & 3)];
        let sum = |low: u8, high: u8| low.wrapping_add(high);
        let rest = cell.0;
        Cell(if self.cells == 64 {
            sum(at(a, rest), sum(at(b, rest >> 2), at(c, rest >> 4)))
        } else {
            let low = sum(at(a, rest % 3), at(b, rest / 3 % 3));
            sum(low, sum(at(c, rest / 9 % 3), at(d, rest / 27)))
        })
    }

    /// Where a set of cells goes.
    pub fn apply(&self, set: CellSet) -> CellSet {
        set.iter().map(|cell| self.cell(cell)).collect()
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Symmetry {
        let mut inverse = [0; 81];
        for (from, to) in (0..).zip(self.map()) {
            inverse[usize::from(to)] = from;
        }
        Symmetry::of(&inverse, self.cells)
    }

    /// This symmetry after `first`.
    #[must_use]
    pub fn compose(&self, first: &Symmetry) -> Symmetry {
        let both = first.map().map(|to| self.cell(Cell(to)).0);
        Symmetry::of(&both, first.cells)
    }

    /// The position that a symmetry of its game makes of it.
    ///
    /// # Panics
    /// When the symmetry is one of another board.
    #[must_use]
    pub fn position(&self, position: &Position) -> Position {
        assert_eq!(
            self.cells,
            position.game().cells(),
            "a symmetry of another board"
        );
        let mark_sets = || Side::BOTH.map(|side| self.apply(position.marks(side)));
        match position {
            Position::Classique(_) => {
                Position::Classique(Classique::from_marks(mark_sets().map(|set| set.0 as u16)))
            }
            Position::Infini(infini) => {
                let [x, o] = Side::BOTH.map(|side| -> Vec<Cell> {
                    let ages = infini.ages(side).into_iter();
                    ages.map(|cell| self.cell(cell)).collect()
                });
                let ply = infini.ply() as u8;
                Position::Infini(Infini::from_ages([&x, &o], infini.turn(), ply))
            }
            Position::Ultimate(ultimate) => {
                // A whole board moves as its first cell does.
                let forced = ultimate
                    .forced()
                    .map(|board| self.cell(Cell(board * 9)).0 / 9);
                Position::Ultimate(Ultimate::from_sets(mark_sets(), forced))
            }
            Position::Cube(_) => {
                Position::Cube(Cube::from_marks(mark_sets().map(|set| set.0 as u64)))
            }
        }
    }
}

impl Position {
    /// The one of all symmetric positions that stands for them: the least, by
    /// marks of X, marks of O, then ages and forced board.
    #[must_use]
    pub fn canonical(&self) -> Position {
        let group = symmetries(self.game());
        // Only the sets are moved here; the position is built once, at the end.
        let image = |symmetry: &&Symmetry| {
            let rest = match self {
                Position::Infini(infini) => Side::BOTH
                    .into_iter()
                    .flat_map(|side| infini.ages(side))
                    .fold(0, |digits, cell| digits << 4 | symmetry.cell(cell).0 as u32),
                Position::Ultimate(ultimate) => {
                    let first_cell = |board| Cell(board * 9);
                    let forced = ultimate.forced().map(first_cell);
                    forced.map_or(0, |cell| u32::from(symmetry.cell(cell).0) + 1)
                }
                _ => 0,
            };
            let [x, o] = Side::BOTH.map(|side| symmetry.apply(self.marks(side)).0);
            (x, o, rest)
        };
        let least = group.iter().min_by_key(image).unwrap_or(&group[0]);
        least.position(self)
    }
}

/// The cell of a square that (row, column) becomes: bit 0 of `i` reflects left
/// to right, bit 1 top to bottom, bit 2 along the first diagonal.
const fn square_image(cell: u8, i: usize) -> u8 {
    let (mut row, mut column) = (cell / 3, cell % 3);
    if i & 1 != 0 {
        column = 2 - column;
    }
    if i & 2 != 0 {
        row = 2 - row;
    }
    if i & 4 != 0 {
        (row, column) = (column, row);
    }
    row * 3 + column
}

/// To be filled.
const NOTHING: Symmetry = Symmetry {
    parts: [[0; 4]; 4],
    cells: 0,
};

static SQUARE: [Symmetry; 8] = {
    let mut all = [NOTHING; 8];
    let mut i = 0;
    while i < 8 {
        let mut map = [0; 81];
        let mut cell = 0;
        while cell < 9 {
            map[cell as usize] = square_image(cell, i);
            cell += 1;
        }
        all[i] = Symmetry::of(&map, 9);
        i += 1;
    }
    all
};

static ULTIMATE: [Symmetry; 8] = {
    let mut all = [NOTHING; 8];
    let mut i = 0;
    while i < 8 {
        let mut map = [0; 81];
        let mut cell = 0;
        while cell < 81 {
            let (board, small) = (cell / 9, cell % 9);
            map[cell as usize] = square_image(board, i) * 9 + square_image(small, i);
            cell += 1;
        }
        all[i] = Symmetry::of(&map, 81);
        i += 1;
    }
    all
};

static CUBE: [Symmetry; 192] = {
    /// Which old axis each new axis takes.
    const AXES: [[usize; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    /// Permutations of the four layers that keep opposite layers opposite. All
    /// axes take the same one; with the reflections they make all eight.
    const LAYERS: [[u8; 4]; 4] = [[0, 1, 2, 3], [0, 2, 1, 3], [1, 0, 3, 2], [1, 3, 0, 2]];
    let mut all = [NOTHING; 192];
    let mut i = 0;
    while i < 192 {
        let (axes, layers, mirrors) = (AXES[i / 32], LAYERS[i / 8 % 4], i as u8 % 8);
        let mut map = [0; 81];
        let mut cell = 0;
        while cell < 64 {
            let old = [cell / 16, cell / 4 % 4, cell % 4];
            let mut image = 0;
            let mut axis = 0;
            while axis < 3 {
                let mut at = layers[old[axes[axis]] as usize];
                if mirrors >> axis & 1 == 1 {
                    at = 3 - at;
                }
                image = image * 4 + at;
                axis += 1;
            }
            map[cell as usize] = image;
            cell += 1;
        }
        all[i] = Symmetry::of(&map, 64);
        i += 1;
    }
    all
};
