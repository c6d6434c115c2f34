//! The words that all four games share: which game, which side, which cell.

use core::fmt;
use core::ops::{BitAnd, BitOr, Sub};

/// One of the four games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Game {
    /// Three in a row on nine cells.
    Classique,
    /// Three in a row where each side keeps only its three latest marks.
    Infini,
    /// Nine boards of nine cells; each move names the opponent's board.
    Ultimate,
    /// Four in a row in a cube of 4×4×4 cells.
    Cube,
}

impl Game {
    /// Every game, in the order of the book.
    pub const ALL: [Game; 4] = [Game::Classique, Game::Infini, Game::Ultimate, Game::Cube];

    /// The name used in addresses, fences and commands.
    pub const fn slug(self) -> &'static str {
        match self {
            Game::Classique => "classique",
            Game::Infini => "infini",
            Game::Ultimate => "ultimate",
            Game::Cube => "3d",
        }
    }

    /// The game that a slug names, exactly as [`Game::slug`] spells it.
    pub fn from_slug(s: &str) -> Option<Game> {
        Game::ALL.into_iter().find(|game| game.slug() == s)
    }

    /// How many cells the game is played on.
    pub const fn cells(self) -> u8 {
        match self {
            Game::Classique | Game::Infini => 9,
            Game::Ultimate => 81,
            Game::Cube => 64,
        }
    }

    /// The cell in the notation of this game; see [`CellName`].
    pub fn cell_name(self, cell: Cell) -> String {
        CellName { game: self, cell }.to_string()
    }

    /// The cell that a word of the notation names, or `None` when it names none.
    ///
    /// ```
    /// use morpion_engine::{Cell, Game};
    /// assert_eq!(Game::Cube.cell_from_name("444"), Some(Cell(63)));
    /// assert_eq!(Game::Cube.cell_from_name("445"), None);
    /// ```
    pub fn cell_from_name(self, s: &str) -> Option<Cell> {
        let (digits, base) = match self {
            Game::Classique | Game::Infini => (1, 9),
            Game::Ultimate => (2, 9),
            Game::Cube => (3, 4),
        };
        if s.len() != digits {
            return None;
        }
        let mut cell = 0;
        for byte in s.bytes() {
            let digit = byte.wrapping_sub(b'1');
            if digit >= base {
                return None;
            }
            cell = cell * base + digit;
        }
        Some(Cell(cell))
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.slug())
    }
}

/// A cell as the notation writes it: digits from large to small, from 1.
///
/// A cell that the game does not have is written `?`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellName {
    /// The game whose notation is used.
    pub game: Game,
    /// The cell to name.
    pub cell: Cell,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let c = self.cell.0;
        if c >= self.game.cells() {
            return f.write_str("?");
        }
        match self.game {
            Game::Classique | Game::Infini => write!(f, "{}", c + 1),
            Game::Ultimate => write!(f, "{}{}", c / 9 + 1, c % 9 + 1),
            Game::Cube => write!(f, "{}{}{}", c / 16 + 1, c / 4 % 4 + 1, c % 4 + 1),
        }
    }
}

/// One of the two players. X begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The crosses, who begin.
    X,
    /// The rings.
    O,
}

impl Side {
    /// Both sides, X first.
    pub const BOTH: [Side; 2] = [Side::X, Side::O];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::X => Side::O,
            Side::O => Side::X,
        }
    }

    /// The letter of the notation: `x` or `o`.
    pub const fn letter(self) -> char {
        match self {
            Side::X => 'x',
            Side::O => 'o',
        }
    }

    /// The side whose turn it is after `ply` moves of a game from the start.
    pub(crate) const fn after(ply: u32) -> Side {
        if ply.is_multiple_of(2) {
            Side::X
        } else {
            Side::O
        }
    }

    /// 0 for X and 1 for O, to index tables.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::X => "X",
            Side::O => "O",
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side made its line.
    Win(Side),
    /// Nobody did.
    Draw,
}

/// A cell, from 0, in reading order, from large to small: 0–8 on a board of
/// nine, `board * 9 + cell` for Ultimate, `floor * 16 + row * 4 + column` in
/// the cube.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u8);

impl Cell {
    /// The cell as an index of a table.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of cells: bit `i` stands for cell `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CellSet(pub u128);

impl CellSet {
    /// The set without any cell.
    pub const EMPTY: CellSet = CellSet(0);

    /// How many cells the set holds.
    pub const fn len(self) -> u32 {
        // Two halves: the compiler counts 64 bits in one instruction.
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// Whether the set holds no cell.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds this cell.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.0 < 128 && self.0 >> cell.0 & 1 == 1
    }

    /// Adds a cell.
    ///
    /// # Panics
    /// For a cell above 127, which no game has.
    pub const fn insert(&mut self, cell: Cell) {
        assert!(cell.0 < 128, "a set holds cells 0 to 127");
        self.0 |= 1 << cell.0;
    }

    /// Takes a cell out; nothing changes when it was not in.
    pub const fn remove(&mut self, cell: Cell) {
        if cell.0 < 128 {
            self.0 &= !(1 << cell.0);
        }
    }

    /// The cells in ascending order.
    pub const fn iter(self) -> Cells {
        Cells {
            low: self.0 as u64,
            high: (self.0 >> 64) as u64,
        }
    }
}

impl BitOr for CellSet {
    type Output = CellSet;
    fn bitor(self, other: CellSet) -> CellSet {
        CellSet(self.0 | other.0)
    }
}

impl BitAnd for CellSet {
    type Output = CellSet;
    fn bitand(self, other: CellSet) -> CellSet {
        CellSet(self.0 & other.0)
    }
}

impl Sub for CellSet {
    type Output = CellSet;
    fn sub(self, other: CellSet) -> CellSet {
        CellSet(self.0 & !other.0)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;
    fn into_iter(self) -> Cells {
        self.iter()
    }
}

/// The cells of a [`CellSet`], ascending.
#[derive(Clone, Debug)]
pub struct Cells {
    // Two words rather than a u128: taking the lowest bit of each is one
    // instruction, and most sets live in one of them.
    low: u64,
    high: u64,
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.low != 0 {
            let cell = self.low.trailing_zeros() as u8;
            self.low &= self.low - 1;
            Some(Cell(cell))
        } else if self.high != 0 {
            let cell = self.high.trailing_zeros() as u8 + 64;
            self.high &= self.high - 1;
            Some(Cell(cell))
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.low.count_ones() + self.high.count_ones()) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cells {}
