//! What a position is worth when nobody can see its end.
//!
//! The search knows [`Evaluation`] by one function only: another way to judge
//! takes its place without a change there.

use crate::square;

use super::board::Board;

/// The chance that is certainty.
const SURE: i32 = 256;
/// Certainty while the tables are built: nine roundings one after the other would
/// show in the chances that are kept.
const ONE: i32 = SURE << 12;
/// How many times in sixteen a side plays its best cell of a board.
const BEST_PLAY: i32 = 4;
/// The boards that are possible in base three.
const STATES: usize = 19_683;

/// Chances of X and of O to take a small board.
type Chances = [u16; 2];

/// Evaluations stay below this; proven values lie above.
pub(super) const LIMIT: i32 = 20_000;

/// A hand-made evaluation and its tables, built once and owned by the search.
///
/// 1. A small board is judged as if a coin said who plays next in it: in Ultimate
///    nobody knows who will be sent to a board. The side that the coin names plays
///    its best cell one time in four and any cell else, for it has more to think
///    of than this board. The chances of a board are the mean over coin and cells.
///    That counts forks, double threats and dead boards without a rule for each.
/// 2. A small chance is worth less than it looks: the other side has an eye on it
///    too. Each chance counts as the mean of itself and its square.
/// 3. A line of the large board is worth the product of the chances of its three
///    boards: two boards taken make the third one precious, one dead board makes
///    the line worthless. Small boards are worth nothing else.
/// 4. The side to move will do something with the board it is sent to, or with
///    the best one when it may choose: that board is judged partly as it will be
///    then. It is how sending the opponent somewhere costs or pays.
///
/// Each number here was found by matches of the search against itself, at 4,000
/// nodes a move and 600 games a trial.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The chances in each state of a small board.
    chances: Vec<Chances>,
    /// The chances after the best move of X, and of O.
    after: [Vec<Chances>; 2],
    weights: Weights,
}

/// What the parts of the evaluation weigh against each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// A certain line of the large board.
    pub(super) line: i32,
    /// A certain small board.
    pub(super) board: i32,
    /// How much of the coming move is taken for done, in sixteenths.
    pub(super) tempo: i32,
}

pub(super) const WEIGHTS: Weights = Weights {
    line: 16,
    board: 0,
    tempo: 10,
};

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::new()
    }
}

impl Evaluation {
    /// Builds the tables: some 20,000 states of a small board.
    pub fn new() -> Evaluation {
        Evaluation::weighted(WEIGHTS)
    }

    /// The same without a thought for the large board: small boards count, and
    /// nothing else.
    pub(crate) fn small_boards() -> Evaluation {
        Evaluation::weighted(Weights {
            line: 0,
            board: 16,
            tempo: 0,
        })
    }

    pub(super) fn weighted(weights: Weights) -> Evaluation {
        let mut fine = vec![[0_i32; 2]; STATES];
        let mut chances = vec![[0; 2]; STATES];
        let mut after = [chances.clone(), chances.clone()];
        // A mark makes a state's number greater, so that counting down meets every
        // state after all that can follow it.
        for state in (0..STATES).rev() {
            let [x, o, free] = split(state);
            let [x_won, o_won] = [x, o].map(square::has_line);
            if x_won || o_won || free == 0 {
                // Both at once cannot happen in a game.
                fine[state] = [
                    if x_won && !o_won { ONE } else { 0 },
                    if o_won && !x_won { ONE } else { 0 },
                ];
                chances[state] = kept(fine[state]);
                after[0][state] = chances[state];
                after[1][state] = chances[state];
                continue;
            }
            // For each side: its chance after its own best cell, after the best one
            // of the other side, and over all cells; and the state it would choose.
            let mut most = [0; 2];
            let mut least = [ONE; 2];
            let mut sum = [0_i64; 2];
            let mut best = [((i32::MIN, 0), state); 2];
            let mut power = 1;
            for cell in 0..9 {
                if free >> cell & 1 == 1 {
                    for side in 0..2 {
                        let next = state + (side + 1) * power;
                        let value = fine[next];
                        most[side] = value[side].max(most[side]);
                        least[1 - side] = value[1 - side].min(least[1 - side]);
                        for (sum, value) in sum.iter_mut().zip(value) {
                            *sum += i64::from(value);
                        }
                        // Of equal gains the one with more chances, so that the
                        // order of the cells makes no difference.
                        let gain = (value[side] - value[1 - side], value[side]);
                        if gain > best[side].0 {
                            best[side] = (gain, next);
                        }
                    }
                }
                power *= 3;
            }
            // A cell for either side.
            let outcomes = 2 * i64::from(free.count_ones());
            fine[state] = [0, 1].map(|side| {
                let played = i64::from((most[side] + least[side]) / 2);
                let any = sum[side] / outcomes;
                let best_play = i64::from(BEST_PLAY);
                ((played * best_play + any * (16 - best_play)) / 16) as i32
            });
            chances[state] = kept(fine[state]);
            for side in 0..2 {
                after[side][state] = chances[best[side].1];
            }
        }
        Evaluation {
            chances,
            after,
            weights,
        }
    }

    /// The worth of a position for the side to move, at most [`LIMIT`] either way.
    pub(super) fn evaluate(&self, board: &Board) -> i32 {
        let (me, you) = (usize::from(board.side), usize::from(board.side ^ 1));
        let mut mine = [0_i32; 9];
        let mut yours = [0_i32; 9];
        for b in 0..9 {
            let chances = self.chances[usize::from(board.index[b])];
            mine[b] = i32::from(chances[me]);
            yours[b] = i32::from(chances[you]);
        }
        // 1. Small boards and lines of the large one. Products stay whole until
        //    the end: a rounding on the way would tell a board from its mirror
        //    image.
        let [my_lines, your_lines] = [&mine, &yours].map(|p| {
            square::LINES
                .iter()
                .map(|line| {
                    let [a, b, c] = line.map(|b| p[usize::from(b)]);
                    a * b * c
                })
                .sum::<i32>()
        });
        let boards = mine.iter().sum::<i32>() - yours.iter().sum::<i32>();
        let mut worth = (my_lines - your_lines) / (SURE * SURE) * self.weights.line
            + boards * self.weights.board;
        // 2. What the coming move adds.
        let mut gain = 0;
        let mut open = board.playable();
        while open != 0 {
            let b = open.trailing_zeros() as usize;
            let after = self.after[me][usize::from(board.index[b])];
            let more = i32::from(after[me]) - mine[b];
            let less = yours[b] - i32::from(after[you]);
            gain = gain.max(
                more * (lines_through(&mine, b) / SURE * self.weights.line / SURE
                    + self.weights.board)
                    + less
                        * (lines_through(&yours, b) / SURE * self.weights.line / SURE
                            + self.weights.board),
            );
            open &= open - 1;
        }
        worth += gain * self.weights.tempo / 16;
        worth.clamp(-LIMIT, LIMIT)
    }
}

#[cfg(test)]
impl Evaluation {
    /// The chances of X and of O, of 256, in a small board.
    pub(super) fn chances(&self, board: &Board, b: usize) -> Chances {
        self.chances[usize::from(board.index[b])]
    }
}

/// The lines of the large board through one of its boards: the sum of the
/// products of the two other chances.
fn lines_through(chances: &[i32; 9], b: usize) -> i32 {
    PARTNERS[b]
        .iter()
        .map(|&[a, c]| chances[usize::from(a)] * chances[usize::from(c)])
        .sum()
}

/// For each board, the two others of each line through it.
const PARTNERS: [&[[u8; 2]]; 9] = [
    &[[1, 2], [3, 6], [4, 8]],
    &[[0, 2], [4, 7]],
    &[[0, 1], [5, 8], [4, 6]],
    &[[4, 5], [0, 6]],
    &[[3, 5], [1, 7], [0, 8], [2, 6]],
    &[[3, 4], [2, 8]],
    &[[7, 8], [0, 3], [2, 4]],
    &[[6, 8], [1, 4]],
    &[[6, 7], [2, 5], [0, 4]],
];

/// The marks of X and of O and the free cells of a state.
fn split(mut state: usize) -> [u16; 3] {
    let mut sets = [0; 3];
    for cell in 0..9 {
        sets[[2, 0, 1][state % 3]] |= 1 << cell;
        state /= 3;
    }
    sets
}

/// What is kept of a chance: the mean of it and its square.
fn kept(fine: [i32; 2]) -> Chances {
    fine.map(|p| {
        let p = (p + (1 << 11)) >> 12;
        ((p + p * p / SURE) / 2) as u16
    })
}
