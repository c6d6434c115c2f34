//! Can a side win with at most so many marks, whatever the other one does?
//!
//! A search to the end of that question, for the games without a table:
//!
//! 1. The attacker needs one move that works, the defender one reply that holds.
//! 2. A game says which moves can matter at all: [`Race::attacks`] leaves out
//!    moves only where no win in so many marks can begin with them, and
//!    [`Race::defences`] replies only where the attacker wins at once after them.
//! 3. Failures are remembered, wins are not: so the line of a win is always whole.
//!
//! The stack is a value, so that the search can stop after any node and go on.

use crate::game::{Cell, CellSet};
use crate::position::Position;

/// A position of a game without a table, as this search wants it.
pub(crate) trait Race: Copy {
    /// A position that is not over; `None` for one of another game.
    fn of(position: &Position) -> Option<Self>;

    /// What tells this position from every other one.
    fn key(&self) -> [u64; 2];

    /// A move with which the side to move wins at once.
    fn winning(&self) -> Option<Cell>;

    /// The attacker is to move, does not win at once and has `marks` marks left, two
    /// at least: the moves with which he may win, the likely ones first.
    fn attacks(&self, marks: u8) -> [CellSet; 2];

    /// The defender is to move, does not win at once, and the attacker has `marks`
    /// marks left.
    fn defences(&self, marks: u8) -> Defences;

    /// Plays a legal move that does not win the game.
    fn play(&mut self, cell: Cell);
}

/// The replies of a defender.
pub(crate) enum Defences {
    /// The attacker has too far to go after any reply; this is one.
    Any(Option<Cell>),
    /// These may hold, the likely ones first.
    Try([CellSet; 2]),
}

/// What a finished search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// The attacker wins; the moves that follow when the defender resists long,
    /// the first one played by the side to move.
    Wins(Vec<Cell>),
    /// The defender holds out, if he is to move with this reply.
    Holds(Option<Cell>),
}

#[derive(Clone, Debug)]
struct Frame<R> {
    position: R,
    /// The marks that the attacker has left.
    marks: u8,
    attacking: bool,
    left: [CellSet; 2],
    current: Cell,
    /// The longest that a reply has lasted so far.
    line: Vec<Cell>,
}

/// 2^13 failures, in some 200 KB. A search may meet more: then a newer one takes the
/// place of an older, and what is forgotten is searched again.
const MEMORY_BITS: u32 = 13;

/// The search; resumable. One value can answer many questions, and remembers.
#[derive(Clone, Debug)]
pub(crate) struct Solver<R> {
    /// Attackers to move, and with how many marks they did not win.
    memory: Vec<([u64; 2], u8)>,
    frames: Vec<Frame<R>>,
    answer: Option<Answer>,
    nodes: u64,
}

impl<R: Race> Solver<R> {
    pub(crate) fn new() -> Solver<R> {
        Solver {
            memory: vec![([0; 2], 0); 1 << MEMORY_BITS],
            frames: Vec::new(),
            answer: None,
            nodes: 0,
        }
    }

    /// Asks whether the side to move wins with at most `marks` marks.
    pub(crate) fn ask_attacker(&mut self, position: R, marks: u8) {
        self.ask(position, marks, true);
    }

    /// Asks whether the side that is not to move does, after every reply.
    pub(crate) fn ask_defender(&mut self, position: R, marks: u8) {
        self.ask(position, marks, false);
    }

    fn ask(&mut self, position: R, marks: u8, attacking: bool) {
        self.frames.clear();
        self.nodes = 0;
        self.answer = None;
        self.answer = self.enter(position, marks, attacking);
    }

    /// Searches about `nodes` positions more; `None` when it is not at its end.
    pub(crate) fn run(&mut self, nodes: u64) -> Option<&Answer> {
        let end = self.nodes.saturating_add(nodes);
        while self.answer.is_none() && self.nodes < end {
            self.step();
        }
        self.answer.as_ref()
    }

    /// The positions that the present question has taken.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Comes to a position: an answer at once, or one more frame.
    fn enter(&mut self, position: R, marks: u8, attacking: bool) -> Option<Answer> {
        self.nodes += 1;
        let win = position.winning();
        let left = if attacking {
            if let Some(cell) = win {
                return Some(Answer::Wins(vec![cell]));
            }
            let (key, failed) = &self.memory[place(position.key())];
            if marks < 2 || (*key == position.key() && *failed >= marks) {
                return Some(Answer::Holds(None));
            }
            position.attacks(marks)
        } else {
            if win.is_some() {
                return Some(Answer::Holds(win));
            }
            match position.defences(marks) {
                Defences::Any(reply) => return Some(Answer::Holds(reply)),
                Defences::Try(left) => left,
            }
        };
        self.frames.push(Frame {
            position,
            marks,
            attacking,
            left,
            current: Cell(0),
            line: Vec::new(),
        });
        None
    }

    /// Tries one move of the position on top, or leaves it.
    fn step(&mut self) {
        let Some(top) = self.frames.last_mut() else {
            return;
        };
        let next = top.left.iter_mut().find_map(|set| {
            let cell = set.iter().next()?;
            set.remove(cell);
            Some(cell)
        });
        if let Some(cell) = next {
            top.current = cell;
            let mut child = top.position;
            child.play(cell);
            let attacking = !top.attacking;
            let marks = top.marks - u8::from(top.attacking);
            if let Some(answer) = self.enter(child, marks, attacking) {
                self.receive(answer);
            }
        } else if let Some(done) = self.frames.pop() {
            let answer = if done.attacking {
                let key = done.position.key();
                self.memory[place(key)] = (key, done.marks);
                Answer::Holds(None)
            } else {
                Answer::Wins(done.line)
            };
            self.receive(answer);
        }
    }

    /// Takes the answer to the move that the position on top is waiting for.
    fn receive(&mut self, mut answer: Answer) {
        while let Some(top) = self.frames.last_mut() {
            let cell = top.current;
            match answer {
                Answer::Wins(mut line) => {
                    line.insert(0, cell);
                    if !top.attacking {
                        // The other replies are to be seen too.
                        if line.len() > top.line.len() {
                            top.line = line;
                        }
                        return;
                    }
                    answer = Answer::Wins(line);
                }
                Answer::Holds(_) if top.attacking => return,
                Answer::Holds(_) => answer = Answer::Holds(Some(cell)),
            }
            self.frames.pop();
        }
        self.answer = Some(answer);
    }
}

fn place([a, b]: [u64; 2]) -> usize {
    let key = a
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(b.wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
    ((key ^ (key >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> (64 - MEMORY_BITS)) as usize
}
