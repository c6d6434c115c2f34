//! Every value of morpion classique, in one small table.

use core::fmt;

use super::Classique;
use crate::analysis::{MoveValue, Value};
use crate::game::{Cell, Outcome, Side};
use crate::rules::Rules;

/// Positions as numbers: a cell is empty, X or O, a digit of base three.
const SIZE: usize = 3_usize.pow(9);

/// No game lasts longer: a win in n plies is stored as `10 - n`, a loss as its
/// opposite, so that a larger number is a better position.
const LONGEST: i8 = 10;

/// Not met from the start of a game.
const UNSEEN: i8 = i8::MIN;

/// Morpion classique, solved: the value and the length of every position.
#[derive(Clone)]
pub struct Solution {
    scores: Box<[i8]>,
    positions: u64,
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("positions", &self.positions)
            .finish_non_exhaustive()
    }
}

impl Default for Solution {
    fn default() -> Solution {
        Solution::new()
    }
}

impl Solution {
    /// Solves the game: all its positions, once each.
    pub fn new() -> Solution {
        let mut solution = Solution {
            scores: vec![UNSEEN; SIZE].into(),
            positions: 0,
        };
        solution.solve(&Classique::start());
        solution
    }

    fn solve(&mut self, position: &Classique) -> i8 {
        let at = index(position);
        if self.scores[at] == UNSEEN {
            self.scores[at] = match position.outcome() {
                // The side that has just moved made the line.
                Some(Outcome::Win(_)) => -LONGEST,
                Some(Outcome::Draw) => 0,
                None => {
                    let moves = position.legal().iter();
                    let scores = moves.map(|cell| later(self.solve(&after(position, cell))));
                    scores.max().unwrap_or(0)
                }
            };
            self.positions += 1;
        }
        self.scores[at]
    }

    /// How many positions a game can reach, finished ones included.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// What a position is worth to the side to move, and how many plies the game
    /// lasts from here under best play.
    pub fn value(&self, position: &Classique) -> (Value, u16) {
        let score = self.scores[index(position)];
        let plies = match score {
            // A draw fills the board.
            0 => 9 - position.ply() as i8,
            score => LONGEST - score.abs(),
        };
        (value_of(score), plies.unsigned_abs().into())
    }

    /// Every legal move and its value, by ascending cell.
    pub fn moves(&self, position: &Classique) -> Vec<MoveValue> {
        let value = |cell| {
            let (value, plies) = self.value(&after(position, cell));
            MoveValue {
                cell,
                value: value.other(),
                plies: Some(plies + 1),
                score: None,
                effort: 0,
            }
        };
        position.legal().iter().map(value).collect()
    }
}

fn after(position: &Classique, cell: Cell) -> Classique {
    let mut child = *position;
    child.play_unchecked(cell);
    child
}

/// The score of a move whose child has this one: seen from the other side, and
/// one ply further away.
fn later(child: i8) -> i8 {
    let score = -child;
    score - score.signum()
}

fn value_of(score: i8) -> Value {
    match score {
        0 => Value::Draw,
        1.. => Value::Win,
        _ => Value::Loss,
    }
}

fn index(position: &Classique) -> usize {
    let [x, o] = Side::BOTH.map(|side| position.marks(side));
    (0..9).map(Cell).fold(0, |number, cell| {
        number * 3 + usize::from(x.contains(cell)) + 2 * usize::from(o.contains(cell))
    })
}
