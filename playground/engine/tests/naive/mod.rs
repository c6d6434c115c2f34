//! The four games once more, as slowly and plainly as they can be written: one
//! character a cell, lines found by stepping through the board, everything
//! computed anew at each question. Shares nothing with the engine.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::rc::Rc;

/// A board of `n` dimensions and side `k`: every run of `k` cells in a straight
/// line, by trying each cell and each direction.
pub(crate) fn lines(n: u32, k: usize) -> Vec<Vec<usize>> {
    let k_signed = k as i64;
    let coordinates = |index: usize| -> Vec<i64> {
        (0..n)
            .rev()
            .map(|axis| (index / k.pow(axis) % k) as i64)
            .collect()
    };
    let mut found = Vec::new();
    for start in 0..k.pow(n) {
        for direction in 0..3_usize.pow(n) {
            let step: Vec<i64> = (0..n)
                .map(|axis| (direction / 3_usize.pow(axis) % 3) as i64 - 1)
                .collect();
            if step.iter().all(|&d| d == 0) {
                continue;
            }
            let run: Option<Vec<usize>> = (0..k_signed)
                .map(|far| {
                    coordinates(start)
                        .iter()
                        .zip(&step)
                        .try_fold(0, |index, (&at, &d)| {
                            let at = at + far * d;
                            (0..k_signed).contains(&at).then(|| index * k + at as usize)
                        })
                })
                .collect();
            // Each line is met from both of its ends: keep the one that ascends.
            if let Some(run) = run
                && run[0] < run[k - 1]
            {
                found.push(run);
            }
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    Classique,
    Infini,
    Ultimate,
    Cube,
}

/// What [`Naive::judge`] says.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// `x`, `o`, `=` for a draw, `.` while the game goes on.
    pub(crate) outcome: char,
    pub(crate) lines: Vec<Vec<usize>>,
    /// Ultimate: the nine small boards, `x`, `o`, `#` for full, `.` for open.
    pub(crate) whole: Vec<char>,
    /// Ultimate: the small board that must be played in.
    pub(crate) forced: Option<usize>,
    pub(crate) legal: Vec<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct Naive {
    pub(crate) rule: Rule,
    /// `x`, `o`, or `.` for an empty cell.
    pub(crate) cells: Vec<char>,
    pub(crate) history: Vec<usize>,
    /// Shared by copies, so that a game costs no new search for lines.
    lines: Rc<[Vec<usize>]>,
}

impl Naive {
    pub(crate) fn new(rule: Rule) -> Naive {
        let (cells, lines) = match rule {
            Rule::Classique | Rule::Infini => (9, lines(2, 3)),
            Rule::Ultimate => (81, lines(2, 3)),
            Rule::Cube => (64, lines(3, 4)),
        };
        Naive {
            rule,
            cells: vec!['.'; cells],
            history: Vec::new(),
            lines: lines.into(),
        }
    }

    pub(crate) fn turn(&self) -> char {
        if self.history.len().is_multiple_of(2) {
            'x'
        } else {
            'o'
        }
    }

    fn won(&self, cells: &[char], side: char) -> bool {
        self.lines
            .iter()
            .any(|line| line.iter().all(|&cell| cells[cell] == side))
    }

    /// Everything there is to say about the position, computed from its cells.
    pub(crate) fn judge(&self) -> Verdict {
        let whole: Vec<char> = match self.rule {
            Rule::Ultimate => self
                .cells
                .chunks(9)
                .map(|board| self.state(board))
                .collect(),
            _ => Vec::new(),
        };
        // The board on which the winning line is looked for.
        let judged = if whole.is_empty() {
            &self.cells
        } else {
            &whole
        };
        let late = self.rule == Rule::Infini && self.history.len() == 60;
        let outcome = match self.state(judged) {
            '.' if late => '=',
            '#' => '=',
            state => state,
        };
        let lines = self
            .lines
            .iter()
            .filter(|line| "xo".contains(outcome) && line.iter().all(|&c| judged[c] == outcome))
            .cloned()
            .collect();
        let target = self.history.last().map(|cell| cell % 9);
        let forced = target.filter(|&board| outcome == '.' && whole.get(board) == Some(&'.'));
        let legal = (0..self.cells.len())
            .filter(|&cell| {
                outcome == '.'
                    && self.cells[cell] == '.'
                    && (whole.is_empty() || whole[cell / 9] == '.')
                    && forced.is_none_or(|board| board == cell / 9)
            })
            .collect();
        Verdict {
            outcome,
            lines,
            whole,
            forced,
            legal,
        }
    }

    /// A board: `x` or `o` who has a line, `#` for full, `.` for open.
    fn state(&self, board: &[char]) -> char {
        if self.won(board, 'x') {
            'x'
        } else if self.won(board, 'o') {
            'o'
        } else if board.contains(&'.') {
            '.'
        } else {
            '#'
        }
    }

    pub(crate) fn play(&mut self, cell: usize) {
        self.cells[cell] = self.turn();
        self.history.push(cell);
        if self.rule == Rule::Infini && self.history.len() > 6 {
            // What this side placed three turns ago is now its fourth mark.
            self.cells[self.history[self.history.len() - 7]] = '.';
        }
    }

    /// Infini: the marks of a side, oldest first.
    pub(crate) fn ages(&self, side: char) -> Vec<usize> {
        let parity = usize::from(side == 'o');
        let own: Vec<usize> = self
            .history
            .iter()
            .copied()
            .skip(parity)
            .step_by(2)
            .collect();
        own[own.len().saturating_sub(3)..].to_vec()
    }
}
