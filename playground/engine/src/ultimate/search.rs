//! The search: alpha-beta by iterative deepening that can stop after any node
//! and go on.
//!
//! A worker with one thread cannot hear « stop » while it searches, so the search
//! keeps its own stack of frames instead of the machine's: [`Search::run`]
//! returns after as many nodes as it is given, and where the slices are cut
//! changes nothing.
//!
//! A best-first search by visits with the same evaluation, its two constants tuned,
//! came out even in 300 games at equal nodes, and took a quarter more time and a
//! position of memory for each node. Alpha-beta lives in one table of fixed size,
//! which is what a phone has.
//!
//! What is *proven* is told apart from what is estimated. A result is proven when
//! no estimate took part in it, which each frame notes while it collects its
//! moves; a proven result holds at any depth.

use std::sync::Arc;

use crate::game::Cell;
use crate::player::Progress;
use crate::sort::sort_few;

use super::Ultimate;
use super::board::Board;
use super::eval::Evaluation;

/// A win at once; a win in n plies is worth n less.
const WIN: i32 = 30_000;
/// Every score from here on is a win that is proven.
const WON: i32 = WIN - 100;
/// Beyond every score.
const INFINITE: i32 = 32_000;
/// No game is longer.
const MOST_PLIES: usize = 81;
/// No move.
const NONE: u8 = 81;
/// From this many free cells on, depth is no question any more: the position is
/// searched to its end.
pub(super) const EXACT_CELLS: u8 = 20;
/// How deep the search goes before it tries to reach the end at once, so that
/// the moves are well ordered by then.
const BEFORE_EXACT: i32 = 6;
/// Below this many free cells, sides that can no longer make a line are looked
/// for.
const BARREN_CELLS: u8 = 45;

/// How a result limits the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    AtMost,
    AtLeast,
    Exact,
}

/// An entry of the transposition table.
#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    score: i16,
    best: u8,
    /// [`PROVEN`] when no estimate took part.
    depth: u8,
    bound: Bound,
}

const PROVEN: u8 = u8::MAX;

const EMPTY: Slot = Slot {
    key: 0,
    score: 0,
    best: NONE,
    depth: 0,
    bound: Bound::AtMost,
};

/// What a subtree is worth to the side to move in it.
#[derive(Clone, Copy, Debug)]
struct Found {
    score: i32,
    proven: bool,
}

/// How the move that a frame waits for is being searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Try {
    /// With the whole window.
    Whole,
    /// Only whether it beats the best move so far.
    Scout,
    /// The same, less deep: a late move is rarely the best.
    Shallow,
}

/// A position on the way from the root, and how far its moves have been seen.
#[derive(Clone, Debug)]
struct Frame {
    board: Board,
    alpha: i32,
    beta: i32,
    depth: i32,
    best: i32,
    best_move: u8,
    /// Whether the best move's result is proven, and whether all results are.
    best_proven: bool,
    all_proven: bool,
    /// Whether some move raised alpha.
    raised: bool,
    attempt: Try,
    moves: [u8; MOST_PLIES],
    order: [i32; MOST_PLIES],
    count: u8,
    /// The moves before this one are done; the one at `next - 1` is pending.
    next: u8,
}

/// What the search knows of one move at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RootMove {
    pub(super) cell: u8,
    pub(super) score: i32,
    pub(super) proven: bool,
    /// The depth of the iteration that the score comes from; 0 before any.
    pub(super) depth: u8,
}

/// A resumable search of one position.
#[derive(Clone, Debug)]
pub(super) struct Search {
    evaluation: Arc<Evaluation>,
    root: Board,
    slots: Vec<Slot>,
    frames: Vec<Frame>,
    /// How many of the frames are in use.
    height: usize,
    killers: [[u8; 2]; MOST_PLIES + 1],
    history: [[i32; 81]; 2],
    /// Small numbers that decide between moves with nothing else between them.
    taste: [u8; 81],
    /// The value of every root move is wanted, not only which one is best.
    every_move: bool,
    root_moves: Vec<RootMove>,
    depth: i32,
    deepest: i32,
    nodes: u64,
    budget: u64,
    best: u8,
    score: i32,
    /// What was expected when the best move was found: later the table forgets.
    line: Vec<Cell>,
    /// The last depth that was searched whole.
    finished: i32,
    proven: bool,
    done: bool,
}

/// What the caller wants of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The search ends after this many nodes,
    pub(super) nodes: u64,
    /// or after an iteration of this depth.
    pub(super) depth: i32,
    /// Whether each root move is to get a value of its own.
    pub(super) every_move: bool,
}

impl Search {
    /// A search of a position that is not over; `taste` decides between equals.
    pub(super) fn new(
        evaluation: Arc<Evaluation>,
        position: &Ultimate,
        limits: Limits,
        taste: [u8; 81],
    ) -> Search {
        let root = Board::new(position);
        // A slot for each node that may be spent, within reason: a small budget or
        // a game that is nearly over pays for no large table.
        let most = 1 << (root.left + 4).min(19);
        let slots = limits.nodes.clamp(1 << 5, most).next_power_of_two() as usize;
        let frame = Frame {
            board: root,
            alpha: 0,
            beta: 0,
            depth: 0,
            best: 0,
            best_move: NONE,
            best_proven: false,
            all_proven: false,
            raised: false,
            attempt: Try::Whole,
            moves: [NONE; MOST_PLIES],
            order: [0; MOST_PLIES],
            count: 0,
            next: 0,
        };
        let mut search = Search {
            evaluation,
            root,
            slots: vec![EMPTY; slots],
            frames: vec![frame; usize::from(root.left) + 1],
            height: 0,
            killers: [[NONE; 2]; MOST_PLIES + 1],
            history: [[0; 81]; 2],
            taste,
            every_move: limits.every_move,
            root_moves: Vec::new(),
            depth: 0,
            deepest: limits.depth.clamp(1, i32::from(root.left)),
            nodes: 0,
            budget: limits.nodes,
            best: NONE,
            score: 0,
            line: Vec::new(),
            finished: 0,
            proven: false,
            done: false,
        };
        search.list_moves(0, NONE);
        let first = &search.frames[0];
        search.best = root.winning_move().unwrap_or(first.moves[0]);
        search.root_moves = first.moves[..usize::from(first.count)]
            .iter()
            .map(|&cell| RootMove {
                cell,
                score: 0,
                proven: false,
                depth: 0,
            })
            .collect();
        sort_few(&mut search.root_moves, |one| usize::from(one.cell));
        search
    }

    /// Searches `nodes` more nodes.
    ///
    /// 1. Each iteration is one ply deeper than the last, and begins with the
    ///    moves that the last one liked. When few cells are left, the iteration
    ///    after a shallow one goes to the end of the game.
    /// 2. It ends when the value is proven, at the greatest depth, or with the
    ///    budget.
    pub(super) fn run(&mut self, nodes: u64) -> Progress {
        let stop = self.nodes.saturating_add(nodes).min(self.budget);
        while !self.done {
            if self.height == 0 {
                if self.settled() || self.depth >= self.deepest {
                    self.done = true;
                    break;
                }
                let exact = self.root.left <= EXACT_CELLS && self.depth >= BEFORE_EXACT;
                self.depth = if exact { self.deepest } else { self.depth + 1 };
                self.open_root();
            }
            if self.nodes >= stop {
                self.done = self.nodes >= self.budget;
                break;
            }
            self.step();
        }
        if self.done {
            Progress::Done
        } else {
            Progress::Working
        }
    }

    /// Whether all that was asked for is proven.
    fn settled(&self) -> bool {
        if self.every_move {
            self.root_moves.iter().all(|one| one.proven)
        } else {
            self.proven
        }
    }

    /// Ends the search after an iteration of this depth.
    pub(super) fn limit_depth(&mut self, depth: i32) {
        self.deepest = depth.clamp(1, i32::from(self.root.left));
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best move so far. Until a whole iteration is done it is a guess.
    pub(super) fn best(&self) -> Cell {
        Cell(self.best)
    }

    /// The score of the best move for the side to move.
    pub(super) fn score(&self) -> i32 {
        self.score
    }

    /// The last depth that was searched whole.
    pub(super) fn finished(&self) -> i32 {
        self.finished
    }

    /// Whether the score is the true value.
    pub(super) fn proven(&self) -> bool {
        self.proven
    }

    /// What is known of each root move, ascending by cell. Without
    /// [`Limits::every_move`], most scores are only upper limits.
    pub(super) fn root_moves(&self) -> &[RootMove] {
        &self.root_moves
    }

    /// The moves that the search expects, the first being this one.
    pub(super) fn expected(&self, first: Cell) -> Vec<Cell> {
        if self.line.first() == Some(&first) {
            self.line.clone()
        } else {
            self.trace(first.0)
        }
    }

    /// The best moves after this one, as far as the table remembers.
    fn trace(&self, mut next: u8) -> Vec<Cell> {
        let mut board = self.root;
        let mut cells = Vec::new();
        loop {
            let (b, small) = (usize::from(next / 9), next % 9);
            let legal =
                next < NONE && board.playable() >> b & 1 == 1 && board.free(b) >> small & 1 == 1;
            if !legal {
                return cells;
            }
            cells.push(Cell(next));
            let side = usize::from(board.side);
            let wins = board.deciding(side) >> b & 1 == 1 && board.takes(side, b) >> small & 1 == 1;
            if wins {
                return cells;
            }
            board.play(next);
            if board.left == 0 {
                return cells;
            }
            next = board
                .winning_move()
                .unwrap_or_else(|| self.probe(board.key).map_or(NONE, |slot| slot.best));
        }
    }

    fn probe(&self, key: u64) -> Option<&Slot> {
        let slot = &self.slots[key as usize & (self.slots.len() - 1)];
        (slot.key == key).then_some(slot)
    }

    /// Starts an iteration.
    fn open_root(&mut self) {
        let best = if self.finished > 0 { self.best } else { NONE };
        let winning = self.root.winning_move();
        self.list_moves(0, best);
        let depth = self.depth;
        let frame = &mut self.frames[0];
        if let Some(cell) = winning
            && !self.every_move
        {
            // Nothing else need be looked at.
            frame.moves[0] = cell;
            frame.count = 1;
        }
        frame.open(-INFINITE, INFINITE, depth);
        self.height = 1;
    }

    /// Does the next piece of work of the topmost frame: one more move, or its
    /// end. A node, or a few when a scout calls for a closer look.
    fn step(&mut self) {
        let ply = self.height - 1;
        let frame = &mut self.frames[ply];
        if frame.best >= frame.beta || frame.next == frame.count {
            self.close();
            return;
        }
        let cell = frame.take_next();
        if ply == 0
            && self.every_move
            && let Ok(at) = self.root_moves.binary_search_by_key(&cell, |one| one.cell)
            && self.root_moves[at].proven
        {
            let RootMove { score, proven, .. } = self.root_moves[at];
            self.frames[ply].attempt = Try::Whole;
            self.receive(Found { score, proven });
            return;
        }
        // Which window, how deep.
        let frame = &mut self.frames[ply];
        let late = i32::from(frame.next - 1);
        let quiet = !frame.takes_board(cell);
        frame.attempt = if late == 0 || (ply == 0 && self.every_move) {
            Try::Whole
        } else if late >= 3 && frame.depth >= 3 && quiet && self.depth < i32::from(self.root.left) {
            Try::Shallow
        } else {
            Try::Scout
        };
        self.visit();
    }

    /// Searches the pending move of the topmost frame as its `attempt` says.
    fn visit(&mut self) {
        let ply = self.height - 1;
        let frame = &self.frames[ply];
        let cell = frame.moves[usize::from(frame.next) - 1];
        let late = i32::from(frame.next - 1);
        // A forced reply is no choice, and costs no depth.
        let depth = frame.depth - i32::from(frame.count > 1 || ply == 0);
        let alpha = if ply == 0 && self.every_move {
            -INFINITE
        } else {
            frame.alpha
        };
        let (low, high, depth) = match frame.attempt {
            Try::Whole => (alpha, frame.beta, depth),
            Try::Scout => (alpha, alpha + 1, depth),
            Try::Shallow => (alpha, alpha + 1, depth - reduction(frame.depth, late)),
        };
        if let Some(result) = self.enter(cell, -high, -low, depth) {
            self.receive(Found {
                score: -result.score,
                ..result
            });
        }
    }

    /// Plays a move of the topmost frame. The result when it is known at once;
    /// else there is one more frame.
    fn enter(&mut self, cell: u8, alpha: i32, beta: i32, depth: i32) -> Option<Found> {
        self.nodes += 1;
        let ply = self.height;
        let parent = &self.frames[ply - 1];
        let mut board = parent.board;
        let proven = |score| {
            Some(Found {
                score,
                proven: true,
            })
        };
        // 1. The move wins the game. Only root moves come here: below, a win is
        //    seen one ply before.
        let side = usize::from(board.side);
        let (b, small) = (usize::from(cell / 9), cell % 9);
        if ply == 1 && board.deciding(side) >> b & 1 == 1 && board.takes(side, b) >> small & 1 == 1
        {
            return proven(-(WIN - 1));
        }
        board.play(cell);
        // 2. Nothing is left to play, or the reply wins.
        if board.left == 0 {
            return proven(0);
        }
        if board.winning_move().is_some() {
            return proven(WIN - (ply as i32 + 1));
        }
        // 3. A side that can make no line any more hopes for a draw at best.
        if board.left < BARREN_CELLS {
            let me = usize::from(board.side);
            let (i_can, you_can) = (board.can_win(me), board.can_win(1 - me));
            let nothing_above = !i_can && alpha >= 0;
            let nothing_below = !you_can && beta <= 0;
            if (!i_can && !you_can) || nothing_above || nothing_below {
                return proven(0);
            }
        }
        // 4. The table knows it.
        let mut first = NONE;
        if let Some(slot) = self.probe(board.key) {
            first = slot.best;
            let known = slot.depth == PROVEN;
            if known || i32::from(slot.depth) >= depth {
                let score = from_table(i32::from(slot.score), ply as i32);
                let settles = match slot.bound {
                    Bound::Exact => true,
                    Bound::AtLeast => score >= beta,
                    Bound::AtMost => score <= alpha,
                };
                if settles {
                    return Some(Found {
                        score,
                        proven: known,
                    });
                }
            }
        }
        // 5. The horizon.
        if depth <= 0 {
            return Some(Found {
                score: self.evaluation.evaluate(&board),
                proven: false,
            });
        }
        // 6. Its moves have to be seen.
        self.frames[ply].board = board;
        self.list_moves(ply, first);
        self.frames[ply].open(alpha, beta, depth);
        self.height += 1;
        None
    }

    /// Takes the result of the pending move of the topmost frame.
    fn receive(&mut self, result: Found) {
        let ply = self.height - 1;
        let frame = &mut self.frames[ply];
        let Found { score, proven } = result;
        // A scout that comes back with more than expected is followed by a closer
        // look; a proof needs none.
        if frame.attempt == Try::Shallow && score > frame.alpha && !proven {
            frame.attempt = Try::Scout;
            return self.visit();
        }
        if frame.attempt != Try::Whole && score > frame.alpha && score < frame.beta {
            frame.attempt = Try::Whole;
            return self.visit();
        }
        let cell = frame.moves[usize::from(frame.next) - 1];
        frame.all_proven &= proven;
        if score > frame.best {
            frame.best = score;
            frame.best_proven = proven;
            if score > frame.alpha {
                frame.alpha = score;
                frame.best_move = cell;
                frame.raised = true;
            }
        }
        if ply == 0 {
            self.note_root_move(cell, result);
        }
    }

    fn note_root_move(&mut self, cell: u8, result: Found) {
        let depth = self.depth as u8;
        if let Ok(at) = self.root_moves.binary_search_by_key(&cell, |one| one.cell) {
            let one = &mut self.root_moves[at];
            if !one.proven {
                one.depth = depth;
            }
            one.score = result.score;
            one.proven = result.proven;
        }
        let root = &self.frames[0];
        // The first move of an iteration is the best of the last one: whatever
        // beats it afterwards is better, even when the iteration is cut.
        if root.best_move == cell {
            self.best = cell;
            self.score = root.best;
            self.line = self.trace(cell);
        }
    }

    /// Ends the topmost frame and hands its result to the one below.
    fn close(&mut self) {
        let ply = self.height - 1;
        let frame = &self.frames[ply];
        let cut = frame.best >= frame.beta;
        let result = Found {
            score: frame.best,
            proven: frame.all_proven || (frame.best_proven && (cut || frame.best >= WON)),
        };
        let bound = if cut {
            Bound::AtLeast
        } else if frame.raised {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let (cell, depth) = (frame.best_move, frame.depth);
        if cut && !frame.takes_board(cell) {
            let side = usize::from(frame.board.side);
            let killers = &mut self.killers[ply];
            if killers[0] != cell {
                *killers = [cell, killers[0]];
            }
            let history = &mut self.history[side];
            history[usize::from(cell)] += depth * depth;
            if history[usize::from(cell)] > 1 << 12 {
                for worth in history {
                    *worth /= 2;
                }
            }
        }
        self.height -= 1;
        if ply == 0 {
            self.finished = self.depth;
            self.score = result.score;
            self.proven = result.proven;
            return;
        }
        let key = self.frames[ply].board.key;
        let mask = self.slots.len() - 1;
        let slot = &mut self.slots[key as usize & mask];
        let depth = if result.proven {
            PROVEN
        } else {
            depth.clamp(0, i32::from(PROVEN) - 1) as u8
        };
        // What holds for ever gives way to what holds for ever only.
        if slot.key == key || slot.depth != PROVEN || depth == PROVEN {
            let best = if cell == NONE && slot.key == key {
                slot.best
            } else {
                cell
            };
            *slot = Slot {
                key,
                score: to_table(result.score, ply as i32) as i16,
                best,
                depth,
                bound,
            };
        }
        self.receive(Found {
            score: -result.score,
            ..result
        });
    }

    /// Lists the moves of a frame, with what speaks for each:
    ///
    /// 1. the move that was best before,
    /// 2. moves that take a small board, the more lines of the large board want
    ///    it the better,
    /// 3. moves that refuted a sister position,
    /// 4. moves that refuted many positions, block a small board, and do not send
    ///    the opponent where he takes one or to a free choice.
    fn list_moves(&mut self, ply: usize, first: u8) {
        let frame = &mut self.frames[ply];
        let board = &frame.board;
        let me = usize::from(board.side);
        let killers = self.killers[ply];
        let mut harm = [0_i32; 9];
        for (d, harm) in harm.iter_mut().enumerate() {
            *harm = if board.closed >> d & 1 == 1 {
                3_000
            } else if board.takes(1 - me, d) != 0 {
                2_000 + 2_000 * i32::from(board.deciding(1 - me) >> d & 1 == 1)
            } else {
                0
            };
        }
        let deciding = board.deciding(0) | board.deciding(1);
        let mut count = 0;
        let mut boards = board.playable();
        while boards != 0 {
            let b = boards.trailing_zeros() as usize;
            boards &= boards - 1;
            let (takes, blocks) = (board.takes(me, b), board.takes(1 - me, b));
            let decides = deciding >> b & 1 == 1;
            let mut cells = board.free(b);
            while cells != 0 {
                let small = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let cell = (b * 9 + small) as u8;
                let mut worth = self.history[me][usize::from(cell)] - harm[small];
                if takes >> small & 1 == 1 {
                    worth += 50_000 + 20_000 * i32::from(decides);
                } else if blocks >> small & 1 == 1 {
                    worth += 2_000 + 4_000 * i32::from(decides);
                }
                if cell == first {
                    worth += 1_000_000;
                } else if killers.contains(&cell) {
                    worth += 8_000;
                }
                if ply == 0 {
                    worth += i32::from(self.taste[usize::from(cell)]);
                }
                frame.moves[count] = cell;
                frame.order[count] = worth;
                count += 1;
            }
        }
        frame.count = count as u8;
        if ply == 0 && first == NONE && count > 0 {
            // Before any search the first move in this order is the guess.
            frame.next = 0;
            frame.take_next();
        }
    }
}

impl Frame {
    fn open(&mut self, alpha: i32, beta: i32, depth: i32) {
        self.alpha = alpha;
        self.beta = beta;
        self.depth = depth;
        self.best = -INFINITE;
        self.best_move = NONE;
        self.best_proven = false;
        self.all_proven = true;
        self.raised = false;
        self.next = 0;
    }

    /// The most promising of the moves that are left. Most frames see few of
    /// their moves, so that sorting them all would be lost work.
    fn take_next(&mut self) -> u8 {
        let next = usize::from(self.next);
        let mut top = next;
        for i in next + 1..usize::from(self.count) {
            if self.order[i] > self.order[top] {
                top = i;
            }
        }
        self.moves.swap(next, top);
        self.order.swap(next, top);
        self.next += 1;
        self.moves[next]
    }

    fn takes_board(&self, cell: u8) -> bool {
        cell < NONE
            && self
                .board
                .takes(usize::from(self.board.side), usize::from(cell / 9))
                >> (cell % 9)
                & 1
                == 1
    }
}

/// How much less deep a late move is tried: the more, the later it comes and the
/// deeper its siblings are searched. Both count by their number of digits in base
/// two, for twice as late is hardly twice as hopeless.
fn reduction(depth: i32, late: i32) -> i32 {
    let digits = |n: i32| n.max(1).ilog2() as i32;
    ((digits(depth) * digits(late + 1) + 1) / 2).max(1)
}

/// In the table a proven end is counted from the position, in the search from
/// the root.
fn to_table(score: i32, ply: i32) -> i32 {
    if score >= WON {
        score + ply
    } else if score <= -WON {
        score - ply
    } else {
        score
    }
}

fn from_table(score: i32, ply: i32) -> i32 {
    if score >= WON {
        score - ply
    } else if score <= -WON {
        score + ply
    } else {
        score
    }
}

/// The plies to the end that a score tells; `None` when it tells of no win.
pub(super) fn plies(score: i32) -> Option<u16> {
    (score.abs() >= WON).then(|| (WIN - score.abs()) as u16)
}
