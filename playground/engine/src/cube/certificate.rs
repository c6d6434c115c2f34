//! The first player's winning strategy: which move to play where no chain of
//! threes wins yet.
//!
//! An entry is a position, up to symmetry, with the first player to move, and his
//! move. Together with three rules the entries win every game; see
//! [`crate::cube::check`] for the rules and for the program that tries all
//! replies, and `morpion prove 3d` to run it.

use core::fmt;

use super::Cube;
use super::canonical::canonical;
use super::coder::{Coder, Reader, Writer};
use super::tally::cells;
use crate::game::{Cell, Side};
use crate::rules::Rules;

/// The certificate that is shipped, packed.
static SHIPPED: &[u8] = include_bytes!("../../data/strategie-3d.bin");

/// The letters of the text form: cell `i` is written as letter `i`.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// More marks of a side than this no entry has: a game is over long before.
const MOST_MARKS: usize = 31;

/// More entries than this are not read from the packed form: bytes that nobody
/// packed could go on for ever.
const MOST_ENTRIES: usize = 1 << 16;

/// A position, the first of its 192 images, with as many marks of each side, and
/// the first player's move in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Entry {
    /// The first player's cells as bits.
    pub first: u64,
    /// The second player's cells as bits.
    pub second: u64,
    /// The move.
    pub play: Cell,
}

/// What entries are sorted by.
type Rank = [u64; 4];

impl Entry {
    /// The order to look positions up in, whatever the move.
    fn position_order(&self) -> Rank {
        [self.first, self.second, 0, 0]
    }

    /// The order of the text: fewer marks first, then by the lists of cells.
    fn text_order(&self) -> Rank {
        let [first, second] = [self.first, self.second].map(|set| !set.reverse_bits());
        let marks = self.first.count_ones();
        [u64::from(marks), first, second, u64::from(self.play.0)]
    }

    /// The order of the packed form: the move before the second player's marks,
    /// because it often is the same as in the entry before.
    fn packed_order(&self) -> Rank {
        let [marks, first, second, play] = self.text_order();
        [marks, first, play, second]
    }
}

/// The entries in an order; of several with the same rank, the first one.
///
/// Each one is put in its place: the standard sort would add five kilobytes to what
/// a reader downloads, for a list that is short and sorted once.
fn sorted(entries: &[Entry], rank: fn(&Entry) -> Rank) -> Vec<Entry> {
    let mut sorted: Vec<Entry> = Vec::with_capacity(entries.len());
    for entry in entries {
        if let Err(place) = sorted.binary_search_by_key(&rank(entry), rank) {
            sorted.insert(place, *entry);
        }
    }
    sorted
}

/// The entries of a strategy, to look positions up in.
///
/// ```
/// use morpion_engine::{Cell, cube::Certificate};
/// let certificate = Certificate::shipped();
/// // On the empty board, a corner.
/// assert_eq!(certificate.find(0, 0), Some(Cell(0)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// Sorted by position.
    entries: Vec<Entry>,
}

/// What is wrong with the text of a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CertificateError {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub kind: CertificateErrorKind,
}

/// Why a line of a certificate is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CertificateErrorKind {
    /// A byte that is no letter of the alphabet.
    Letter(u8),
    /// Not as many marks of each side and one move.
    Length,
    /// A cell named twice.
    Twice(Cell),
    /// Cells of a side that do not ascend.
    Order,
    /// A position that is not the first of its images.
    NotFirst,
    /// A position that an earlier line has.
    Repeated,
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.kind {
            CertificateErrorKind::Letter(byte) => {
                write!(f, "{:?} is no letter of a cell", char::from(byte))
            }
            CertificateErrorKind::Length => {
                f.write_str("a line has as many cells of each side, then a move")
            }
            CertificateErrorKind::Twice(cell) => {
                let letter = ALPHABET.get(cell.index()).copied().unwrap_or(b'?');
                write!(f, "cell {} is named twice", char::from(letter))
            }
            CertificateErrorKind::Order => f.write_str("the cells of a side do not ascend"),
            CertificateErrorKind::NotFirst => {
                f.write_str("the position is not the first of its symmetric images")
            }
            CertificateErrorKind::Repeated => f.write_str("an earlier line has this position"),
        }
    }
}

impl core::error::Error for CertificateError {}

impl Certificate {
    /// The certificate that comes with the engine, unpacked.
    pub fn shipped() -> Certificate {
        Certificate::unpack(SHIPPED)
    }

    /// A certificate of these entries; of two for one position, the first stays.
    pub fn from_entries(entries: impl IntoIterator<Item = Entry>) -> Certificate {
        let entries: Vec<Entry> = entries.into_iter().collect();
        Certificate {
            entries: sorted(&entries, Entry::position_order),
        }
    }

    /// Reads the text form: an entry a line, the first player's cells, the second
    /// player's, and the move, each cell a letter.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn parse(text: &str) -> Result<Certificate, CertificateError> {
        let mut entries = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let entry = parse_entry(line).map_err(|kind| CertificateError {
                line: index + 1,
                kind,
            })?;
            entries.push((entry, index + 1));
        }
        entries.sort_by_key(|(entry, line)| (entry.first, entry.second, *line));
        let same = |a: &Entry, b: &Entry| (a.first, a.second) == (b.first, b.second);
        let repeated = entries
            .windows(2)
            .filter(|pair| same(&pair[0].0, &pair[1].0));
        if let Some(line) = repeated.map(|pair| pair[1].1).min() {
            let kind = CertificateErrorKind::Repeated;
            return Err(CertificateError { line, kind });
        }
        Ok(Certificate {
            entries: entries.into_iter().map(|(entry, _)| entry).collect(),
        })
    }

    /// The text form, entries in order; [`Certificate::parse`] reads it back.
    pub fn text(&self) -> String {
        let entries = sorted(&self.entries, Entry::text_order);
        let mut text = String::new();
        for entry in &entries {
            let marks = cells(entry.first).chain(cells(entry.second));
            for cell in marks.chain([entry.play.0]) {
                text.push(char::from(ALPHABET[usize::from(cell & 63)]));
            }
            text.push('\n');
        }
        text
    }

    /// The packed form, a fifth of the text.
    pub fn pack(&self) -> Vec<u8> {
        let entries = sorted(&self.entries, Entry::packed_order);
        let mut writer = Writer::new(CONTEXTS);
        let mut left = entries.iter().copied();
        code(&mut writer, |_| left.next());
        writer.finish()
    }

    /// Reads the packed form. Bytes that [`Certificate::pack`] did not make give
    /// a certificate too, of no use: it is for `check` to find out.
    pub fn unpack(bytes: &[u8]) -> Certificate {
        let mut entries = Vec::new();
        // A reader is asked for nothing: what it is told makes no difference.
        code(&mut Reader::new(CONTEXTS, bytes), |read| {
            entries.extend(read);
            None
        });
        Certificate::from_entries(entries)
    }

    /// The entries, sorted by position.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The move for these marks, whatever the symmetry that makes an entry of them.
    pub fn find(&self, first: u64, second: u64) -> Option<Cell> {
        let ([first, second], symmetry) = canonical(first, second);
        let place = self
            .entries
            .binary_search_by_key(&[first, second, 0, 0], Entry::position_order);
        let entry = self.entries.get(place.ok()?)?;
        Some(symmetry.inverse().cell(entry.play))
    }

    /// The move for the side to move, if it is the first player's turn.
    pub fn find_cube(&self, cube: &Cube) -> Option<Cell> {
        if cube.turn() != Side::X || cube.outcome().is_some() {
            return None;
        }
        self.find(cube.marks[0], cube.marks[1])
    }
}

fn parse_entry(line: &str) -> Result<Entry, CertificateErrorKind> {
    let cell = |byte: u8| {
        let place = ALPHABET.iter().position(|&letter| letter == byte);
        place.ok_or(CertificateErrorKind::Letter(byte))
    };
    let letters: Vec<usize> = line.bytes().map(cell).collect::<Result<_, _>>()?;
    if letters.len().is_multiple_of(2) || letters.len() > 2 * MOST_MARKS + 1 {
        return Err(CertificateErrorKind::Length);
    }
    let mut all = 0_u64;
    for &letter in &letters {
        if all >> letter & 1 == 1 {
            return Err(CertificateErrorKind::Twice(Cell(letter as u8)));
        }
        all |= 1 << letter;
    }
    let side = |letters: &[usize]| letters.iter().fold(0, |set, letter| set | 1 << letter);
    let marks = letters.len() / 2;
    let (first, second) = (&letters[..marks], &letters[marks..2 * marks]);
    if !first.is_sorted() || !second.is_sorted() {
        return Err(CertificateErrorKind::Order);
    }
    let entry = Entry {
        first: side(first),
        second: side(second),
        play: Cell(letters[2 * marks] as u8),
    };
    if canonical(entry.first, entry.second).0 != [entry.first, entry.second] {
        return Err(CertificateErrorKind::NotFirst);
    }
    Ok(entry)
}

/// Contexts tell apart: what a cell is (three kinds), the how-manieth of its kind
/// (four, the rest alike), and the number of marks (eight, the rest alike).
const PLACES: usize = 3 * 4 * 8;
/// For each place 64 contexts of a cell, one of "as before", and one of the size.
const CONTEXTS: usize = PLACES * 64 + PLACES + 1;

/// The packed form, written or read: `entry` is given what a reader has read, and
/// gives what a writer is to write.
///
/// 1. Entries come in [`Entry::packed_order`], by growing number of marks. Before
///    each, a 1 for every mark more than the one before; too many are the end.
/// 2. The cells: first player's, move, second player's. As long as they are those
///    of the entry before, a 1 each; then a 0, and the other cells in six bits.
fn code(coder: &mut impl Coder, mut entry: impl FnMut(Option<Entry>) -> Option<Entry>) {
    let mut marks = 0;
    let mut before: Vec<u8> = Vec::new();
    let mut next = entry(None);
    for _ in 0..=MOST_ENTRIES {
        let target = next.map_or(usize::MAX, |next| next.first.count_ones() as usize);
        while coder.bit(CONTEXTS - 1, marks < target) {
            marks += 1;
            before.clear();
            if marks > MOST_MARKS {
                return;
            }
        }
        let told: Vec<u8> = next.map_or_else(Vec::new, |next| {
            let own = cells(next.first).chain([next.play.0]);
            own.chain(cells(next.second)).collect()
        });
        let mut now = Vec::with_capacity(2 * marks + 1);
        let mut same = !before.is_empty();
        for index in 0..2 * marks + 1 {
            let (kind, nth) = match index {
                _ if index < marks => (0, index),
                _ if index == marks => (1, 0),
                _ => (2, index - marks - 1),
            };
            let place = (kind * 4 + nth.min(3)) * 8 + marks.min(7);
            let value = told.get(index).copied().unwrap_or(0);
            let old = before.get(index).copied().filter(|_| same);
            let old = old.filter(|&old| coder.bit(PLACES * 64 + place, old == value));
            same = old.is_some();
            now.push(old.unwrap_or_else(|| coder.six(place * 64, value)));
        }
        let set = |cells: &[u8]| cells.iter().fold(0, |set, cell| set | 1 << cell);
        next = entry(Some(Entry {
            first: set(&now[..marks]),
            second: set(&now[marks + 1..]),
            play: Cell(now[marks]),
        }));
        before = now;
    }
}
