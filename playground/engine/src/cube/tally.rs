//! How many marks of one side stand on each of the 76 lines, kept while marks
//! come and go.
//!
//! The counts are bit-sliced: one set of lines for the low bit of every count and
//! one for the high bit. A mark then touches its four to seven lines with a
//! handful of instructions on two words, and "all lines with exactly two marks"
//! is one expression rather than a walk.

use super::LINES;

/// A set of lines: bit `i % 64` of word `i / 64` is the line `LINES[i]`.
pub(crate) type LineSet = [u64; 2];

/// The lines through each cell, as sets.
static THROUGH: [LineSet; 64] = {
    let mut table = [[0; 2]; 64];
    let mut line = 0;
    while line < LINES.len() {
        let mut i = 0;
        while i < 4 {
            table[LINES[line].cells[i].index()][line / 64] |= 1 << (line % 64);
            i += 1;
        }
        line += 1;
    }
    table
};

/// The lines through a cell below 64.
#[inline]
pub(crate) fn through(cell: u8) -> LineSet {
    THROUGH[usize::from(cell & 63)]
}

/// The counts of one side, modulo four: a side with four in a line has won, and
/// nobody counts any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    low: LineSet,
    high: LineSet,
}

impl Tally {
    /// No mark anywhere.
    pub(crate) const EMPTY: Tally = Tally {
        low: [0; 2],
        high: [0; 2],
    };

    /// Counted from nothing.
    pub(crate) fn of(marks: u64) -> Tally {
        let mut tally = Tally::default();
        for cell in cells(marks) {
            tally.add(cell);
        }
        tally
    }

    /// One more mark.
    #[inline]
    pub(crate) fn add(&mut self, cell: u8) {
        let lines = through(cell);
        for (word, lines) in lines.into_iter().enumerate() {
            self.high[word] ^= self.low[word] & lines;
            self.low[word] ^= lines;
        }
    }

    /// One mark less: [`Tally::add`] undone.
    #[inline]
    pub(crate) fn remove(&mut self, cell: u8) {
        let lines = through(cell);
        for (word, lines) in lines.into_iter().enumerate() {
            self.low[word] ^= lines;
            self.high[word] ^= self.low[word] & lines;
        }
    }

    /// The lines with exactly one mark of this side and none of the other.
    #[inline]
    pub(crate) fn ones(&self, other: &Tally) -> LineSet {
        [0, 1].map(|w| self.low[w] & !self.high[w] & !(other.low[w] | other.high[w]))
    }

    /// The lines with exactly two marks of this side and none of the other.
    #[inline]
    pub(crate) fn twos(&self, other: &Tally) -> LineSet {
        [0, 1].map(|w| self.high[w] & !self.low[w] & !(other.low[w] | other.high[w]))
    }

    /// The lines with exactly three marks of this side and none of the other.
    #[inline]
    pub(crate) fn threes(&self, other: &Tally) -> LineSet {
        [0, 1].map(|w| self.high[w] & self.low[w] & !(other.low[w] | other.high[w]))
    }
}

/// The cells of a set of marks, ascending.
pub(crate) fn cells(mut marks: u64) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        let cell = marks.trailing_zeros() as u8;
        (marks != 0).then(|| {
            marks &= marks - 1;
            cell
        })
    })
}

/// The masks of a set of lines, by ascending number.
pub(crate) fn masks(lines: LineSet) -> impl Iterator<Item = u64> {
    let word = |word: usize| {
        let mut left = lines[word];
        core::iter::from_fn(move || {
            let line = left.trailing_zeros() as usize;
            (left != 0).then(|| {
                left &= left - 1;
                LINES[word * 64 + line].mask
            })
        })
    };
    word(0).chain(word(1))
}

/// The cells of the lines that are not in `marks`: where threes are completed.
#[inline]
pub(crate) fn gaps(lines: LineSet, marks: u64) -> u64 {
    if lines == [0; 2] {
        return 0;
    }
    masks(lines).fold(0, |all, mask| all | mask) & !marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Kept through adding and taking away, the counts are those of the lines.
    #[test]
    fn counts_are_those_of_the_lines() {
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let (mut marks, mut tallies) = ([0_u64; 2], [Tally::default(); 2]);
            for _ in 0..100 {
                let cell = rng.below(64) as u8;
                let side = rng.below(2) as usize;
                if marks[side] >> cell & 1 == 1 {
                    marks[side] &= !(1 << cell);
                    tallies[side].remove(cell);
                } else if (marks[0] | marks[1]) >> cell & 1 == 0 {
                    marks[side] |= 1 << cell;
                    tallies[side].add(cell);
                }
                assert_eq!(tallies[side], Tally::of(marks[side]));
                for (mine, theirs) in [(0, 1), (1, 0)] {
                    let expected = |count: u32| {
                        let mut set = [0; 2];
                        for (i, line) in LINES.iter().enumerate() {
                            let there = (line.mask & marks[mine]).count_ones();
                            // A line of four counts as nothing: see `Tally`.
                            if there % 4 == count
                                && (line.mask & marks[theirs]).count_ones() % 4 == 0
                            {
                                set[i / 64] |= 1 << (i % 64);
                            }
                        }
                        set
                    };
                    let (a, b) = (&tallies[mine], &tallies[theirs]);
                    assert_eq!(a.ones(b), expected(1));
                    assert_eq!(a.twos(b), expected(2));
                    assert_eq!(a.threes(b), expected(3));
                }
            }
        }
    }
}
