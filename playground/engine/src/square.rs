//! Lines of a board of nine cells, for the three games that have one.

use crate::rules::Line;

/// All nine cells of a board.
pub(crate) const FULL: u16 = 0x1ff;

/// The eight lines: rows, columns, then the two diagonals. Of cells, from 0, in
/// classique, infini and each small board of Ultimate; of its small boards too.
pub const LINES: [[u8; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

pub(crate) const fn mask(line: [u8; 3]) -> u16 {
    1 << line[0] | 1 << line[1] | 1 << line[2]
}

/// Bit `m` is set when the nine bits of `m` hold a line: 512 answers in 64 bytes.
const WON: [u64; 8] = {
    let mut table = [0; 8];
    let mut marks = 0;
    while marks < 512 {
        let mut i = 0;
        while i < LINES.len() {
            let line = mask(LINES[i]);
            if marks as u16 & line == line {
                table[marks / 64] |= 1 << (marks % 64);
            }
            i += 1;
        }
        marks += 1;
    }
    table
};

/// Whether these marks hold a line.
#[inline]
pub(crate) const fn has_line(marks: u16) -> bool {
    WON[(marks as usize >> 6) & 7] >> (marks & 63) & 1 == 1
}

/// The lines that these marks hold.
pub(crate) fn lines_of(marks: u16) -> Vec<Line> {
    (1..)
        .zip(LINES)
        .filter(|&(_, line)| marks & mask(line) == mask(line))
        .map(|(number, line)| Line::three(number, line))
        .collect()
}

/// The cells that all the lines held by these marks share: where the one move
/// that made them all was played. `None` when there is no line.
pub(crate) fn common_cells(marks: u16) -> Option<u16> {
    LINES
        .into_iter()
        .map(mask)
        .filter(|line| marks & line == *line)
        .reduce(|a, b| a & b)
}
