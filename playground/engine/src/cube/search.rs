//! Alpha-beta for the cube: the complete search of the level *Sérieux*, and what
//! *Patashnik* weighs its moves with where nothing is forced.
//!
//! 1. Iterative deepening: each depth orders the moves for the next one, and there
//!    is an answer at any time.
//! 2. Before anything is searched, what the lines say at a glance: a three to
//!    complete wins now, two threes to stop lose, a double threat wins in three.
//! 3. One three to stop leaves one move. It costs no depth: what it leads to is
//!    not to be pushed beyond the horizon.
//! 4. A transposition table gives the value, or at least the move to try first.
//! 5. Moves are tried in the order: that of the table, those that make or stop
//!    much, killers, and by history, what cut elsewhere.
//! 6. At the horizon, the lines are counted: what a side may still complete.
//!
//! The stack is a value, so that the search can stop after any node and go on.

use super::tally::{LineSet, Tally, cells, gaps, masks};

/// A win now; one that takes longer counts less.
pub(crate) const WIN: i16 = 30_000;
/// Scores beyond this tell a win or a loss.
pub(crate) const PROVEN: i16 = WIN - 100;

const NO_MOVE: u8 = 64;
const TABLE_BITS: u32 = 17;

/// What a line with one mark and with two marks is worth, none of the other side.
const ONE: i16 = 2;
const TWO: i16 = 7;
/// What it is worth to be to move.
const TEMPO: i16 = 5;

/// What a score in the table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The whole position, not a key of it: a search to the last cell is a proof.
    marks: [u64; 2],
    score: i16,
    depth: i8,
    best: u8,
    bound: Bound,
}

const EMPTY_SLOT: Slot = Slot {
    marks: [0; 2],
    score: 0,
    depth: -1,
    best: NO_MOVE,
    bound: Bound::AtMost,
};

/// A position on the way down, and the moves that are left to try in it.
#[derive(Clone, Debug)]
struct Frame {
    /// Its place in the table.
    place: usize,
    alpha: i16,
    beta: i16,
    /// The window's lower end at first, to tell what the best score is worth.
    floor: i16,
    best: i16,
    best_move: u8,
    depth: i8,
    /// Only one move: see step 3.
    forced: bool,
    tried: u8,
    count: u8,
    moves: [u8; 64],
    order: [u32; 64],
}

/// The search of one position; resumable.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    marks: [u64; 2],
    tallies: [Tally; 2],
    /// The side to move: an index of the two above.
    turn: usize,
    /// The moves that may be played at the root.
    allowed: u64,
    frames: Vec<Frame>,
    path: Vec<u8>,
    table: Vec<Slot>,
    history: [[u32; 64]; 2],
    killers: [[u8; 2]; 65],
    depth: i8,
    nodes: u64,
    done: bool,
    best: Option<u8>,
    score: i16,
}

impl Search {
    /// A search for the side that owns `mine`, among the moves `allowed`. `order`
    /// is a number for each cell below 256: among moves that nothing else tells
    /// apart, the one with the higher number is tried, and kept, first.
    pub(crate) fn new(mine: u64, theirs: u64, allowed: u64, order: &[u8; 64]) -> Search {
        let free = !(mine | theirs);
        let allowed = allowed & free;
        let tallies = [Tally::of(mine), Tally::of(theirs)];
        // A win now takes no search; below, it is seen a move ahead.
        let fours = gaps(tallies[0].threes(&tallies[1]), mine) & allowed;
        Search {
            marks: [mine, theirs],
            tallies,
            turn: 0,
            allowed,
            frames: Vec::with_capacity(64),
            path: Vec::with_capacity(64),
            table: vec![EMPTY_SLOT; 1 << TABLE_BITS],
            history: [order.map(u32::from); 2],
            killers: [[NO_MOVE; 2]; 65],
            depth: 1,
            nodes: 0,
            done: allowed == 0 || fours != 0,
            best: cells(fours).chain(cells(allowed)).next(),
            score: if fours == 0 { 0 } else { WIN - 1 },
        }
    }

    /// Searches about `nodes` positions more; says whether it is at its end: a
    /// win, a loss, or the last cell.
    pub(crate) fn run(&mut self, nodes: u64) -> bool {
        let end = self.nodes.saturating_add(nodes);
        while !self.done && self.nodes < end {
            if self.frames.is_empty() {
                self.enter_root();
            } else {
                self.step();
            }
        }
        self.done
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best move so far, and its score at the last depth searched through.
    pub(crate) fn best(&self) -> Option<(u8, i16)> {
        // The move that was best before is tried first, so that as soon as a move
        // has been tried the current depth knows better.
        let current = self.frames.first().filter(|root| root.best_move != NO_MOVE);
        let best = current.map(|root| root.best_move).or(self.best)?;
        Some((best, self.score))
    }

    fn enter_root(&mut self) {
        // The root is never answered at a glance: it has to name a move.
        self.nodes += 1;
        for side in &mut self.history {
            // Old merits fade, but for what tells equals apart.
            for merit in side {
                *merit = (*merit >> 9 << 8) | (*merit & 0xff);
            }
        }
        let moves = self.allowed;
        self.push(-WIN, WIN, self.depth, moves, false);
    }

    /// Tries one move of the position on top, or leaves it.
    fn step(&mut self) {
        let Some(top) = self.frames.last_mut() else {
            return;
        };
        if top.tried == top.count || top.alpha >= top.beta {
            return self.leave();
        }
        // The best of the moves left, by one pass: most positions are cut before
        // a sort would pay.
        let from = usize::from(top.tried);
        let mut pick = from;
        for i in from + 1..usize::from(top.count) {
            if top.order[i] > top.order[pick] {
                pick = i;
            }
        }
        top.moves.swap(from, pick);
        top.order.swap(from, pick);
        top.tried += 1;
        let cell = top.moves[from];
        let (alpha, beta) = (-top.beta, -top.alpha);
        let depth = if top.forced { top.depth } else { top.depth - 1 };
        self.play(cell);
        if let Some(score) = self.enter(alpha, beta, depth) {
            self.undo();
            self.take(cell, -score);
        }
    }

    fn play(&mut self, cell: u8) {
        self.marks[self.turn] |= 1 << cell;
        self.tallies[self.turn].add(cell);
        self.turn ^= 1;
        self.path.push(cell);
    }

    fn undo(&mut self) {
        if let Some(cell) = self.path.pop() {
            self.turn ^= 1;
            self.marks[self.turn] &= !(1 << cell);
            self.tallies[self.turn].remove(cell);
        }
    }

    /// Comes to a position: its score for the side to move, or a new frame.
    fn enter(&mut self, alpha: i16, beta: i16, depth: i8) -> Option<i16> {
        self.nodes += 1;
        let ply = self.path.len() as i16;
        let (me, you) = (&self.tallies[self.turn], &self.tallies[self.turn ^ 1]);
        // Step 2.
        if me.threes(you) != [0; 2] {
            return Some(WIN - ply - 1);
        }
        let free = !(self.marks[0] | self.marks[1]);
        if free == 0 {
            return Some(0);
        }
        let stops = gaps(you.threes(me), self.marks[self.turn ^ 1]);
        if stops & stops.wrapping_sub(1) != 0 {
            return Some(ply + 2 - WIN);
        }
        let mine = me.twos(you);
        if stops == 0 {
            let (mut once, mut twice) = (0, 0);
            for mask in masks(mine) {
                twice |= once & mask;
                once |= mask;
            }
            if twice & free != 0 {
                return Some(WIN - ply - 3);
            }
            // Step 6.
            if depth <= 0 {
                return Some(self.evaluate(mine));
            }
            self.push(alpha, beta, depth, free, false)
        } else {
            // Step 3.
            self.push(alpha, beta, depth, stops, true)
        }
    }

    /// How much more the side to move may still complete.
    fn evaluate(&self, mine: LineSet) -> i16 {
        let (me, you) = (&self.tallies[self.turn], &self.tallies[self.turn ^ 1]);
        let count = |lines: LineSet| (lines[0].count_ones() + lines[1].count_ones()) as i16;
        ONE * (count(me.ones(you)) - count(you.ones(me)))
            + TWO * (count(mine) - count(you.twos(me)))
            + TEMPO
    }

    /// Opens a position, unless the table answers at once.
    fn push(&mut self, alpha: i16, beta: i16, depth: i8, moves: u64, forced: bool) -> Option<i16> {
        let ply = self.path.len() as i16;
        let place = self.place();
        let slot = &self.table[place];
        let mut first = NO_MOVE;
        if slot.marks == self.marks && slot.depth >= 0 {
            first = slot.best;
            // Step 4. Wins are stored by their distance from the position.
            let score = from_here(slot.score, ply);
            let enough = slot.depth >= depth && ply > 0;
            let told = match slot.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if enough && told {
                return Some(score);
            }
        }
        let (me, you) = (&self.tallies[self.turn], &self.tallies[self.turn ^ 1]);
        let forcing = gaps(me.twos(you), self.marks[self.turn]);
        let parrying = gaps(you.twos(me), self.marks[self.turn ^ 1]);
        let killers = self.killers[usize::from(ply as u16).min(64)];
        let history = &self.history[self.turn];
        let mut frame = Frame {
            place,
            alpha,
            beta,
            floor: alpha,
            best: -WIN,
            best_move: NO_MOVE,
            depth,
            forced,
            tried: 0,
            count: 0,
            moves: [0; 64],
            order: [0; 64],
        };
        for cell in cells(moves) {
            // Step 5.
            let merit = history[usize::from(cell)].min(0xffff);
            let lines = (forcing >> cell & 1) + (parrying >> cell & 1);
            let mut order = merit + 0x2000 * lines as u32;
            if cell == first {
                order += 0x100_0000;
            } else if killers.contains(&cell) {
                order += 0x1_0000;
            }
            let place = usize::from(frame.count);
            frame.moves[place] = cell;
            frame.order[place] = order;
            frame.count += 1;
        }
        self.frames.push(frame);
        None
    }

    /// Leaves the position on top for the one before.
    fn leave(&mut self) {
        let Some(done) = self.frames.pop() else {
            return;
        };
        let ply = self.path.len() as i16;
        let bound = if done.best >= done.beta {
            Bound::AtLeast
        } else if done.best <= done.floor {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        self.table[done.place] = Slot {
            marks: self.marks,
            score: from_there(done.best, ply),
            depth: done.depth,
            best: done.best_move,
            bound,
        };
        if bound == Bound::AtLeast && !done.forced {
            let depth = done.depth as u32;
            self.history[self.turn][usize::from(done.best_move)] += (depth * depth) << 8;
            let killers = &mut self.killers[usize::from(ply as u16).min(64)];
            if killers[0] != done.best_move {
                *killers = [done.best_move, killers[0]];
            }
        }
        if let Some(&cell) = self.path.last() {
            self.undo();
            self.take(cell, -done.best);
            return;
        }
        // Step 1: the root has been searched through.
        self.best = Some(done.best_move)
            .filter(|&cell| cell != NO_MOVE)
            .or(self.best);
        self.score = done.best;
        self.depth += 1;
        let free = !(self.marks[0] | self.marks[1]);
        self.done = done.best.abs() >= PROVEN || self.depth as u32 > free.count_ones();
    }

    /// Takes the score of a move into the position on top.
    fn take(&mut self, cell: u8, score: i16) {
        if let Some(top) = self.frames.last_mut()
            && (score > top.best || top.best_move == NO_MOVE)
        {
            top.best = score;
            top.best_move = cell;
            top.alpha = top.alpha.max(score);
        }
    }

    /// Where the table keeps this position.
    fn place(&self) -> usize {
        // Who is to move follows from the marks: a search starts from one position.
        let key = self.marks[0]
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(self.marks[1].wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
        let key = (key ^ (key >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (key >> (64 - TABLE_BITS)) as usize
    }
}

/// A score for the table: wins counted from the position rather than the root.
fn from_there(score: i16, ply: i16) -> i16 {
    match score {
        PROVEN.. => score + ply,
        _ if score <= -PROVEN => score - ply,
        _ => score,
    }
}

/// And back.
fn from_here(score: i16, ply: i16) -> i16 {
    match score {
        PROVEN.. => score - ply,
        _ if score <= -PROVEN => score + ply,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Cube;
    use crate::game::{Cell, Outcome, Side};
    use crate::rng::Rng;
    use crate::rules::Rules;

    /// A game of random moves that goes on with so many free cells.
    fn late(rng: &mut Rng, free: u32) -> Cube {
        loop {
            let mut cube = Cube::start();
            while cube.outcome().is_none() && cube.legal().len() > free {
                let nth = rng.below(u64::from(cube.legal().len())) as usize;
                // Whoever is threatened parries, or no game would come so far.
                let random = cube.legal().iter().nth(nth);
                let winning = |side: Side| {
                    let mine = cube.marks[side.index()];
                    let others = cube.marks[side.other().index()];
                    gaps(Tally::of(mine).threes(&Tally::of(others)), mine)
                };
                let parry = cells(winning(cube.turn().other())).next().map(Cell);
                cube.play_unchecked(parry.or(random).expect("a free cell"));
            }
            if cube.outcome().is_none() {
                return cube;
            }
        }
    }

    /// 1 for a win of the side to move, 0 for a draw, −1 for a loss.
    fn minimax(cube: &Cube) -> i8 {
        match cube.outcome() {
            Some(Outcome::Win(_)) => return -1,
            Some(Outcome::Draw) => return 0,
            None => {}
        }
        let values = cube.legal().iter().map(|cell| {
            let mut child = *cube;
            child.play_unchecked(cell);
            -minimax(&child)
        });
        values.max().unwrap_or(0)
    }

    fn sides(cube: &Cube) -> [u64; 2] {
        let me = cube.turn();
        [me, me.other()].map(|side| cube.marks[side.index()])
    }

    fn value(score: i16) -> i8 {
        match score {
            PROVEN.. => 1,
            _ if score <= -PROVEN => -1,
            _ => 0,
        }
    }

    /// Searched to the last cell, a position has its value, and the move keeps it.
    #[test]
    fn late_positions_have_their_value() {
        let mut rng = Rng::new(51);
        let mut seen = [0; 3];
        for _ in 0..if cfg!(debug_assertions) { 60 } else { 3_000 } {
            let free = 1 + rng.below(7) as u32;
            let cube = late(&mut rng, free);
            let [mine, theirs] = sides(&cube);
            let order = [0; 64].map(|_: u8| rng.below(256) as u8);
            let mut search = Search::new(mine, theirs, u64::MAX, &order);
            assert!(search.run(u64::MAX));
            let (cell, score) = search.best().expect("a move");
            let expected = minimax(&cube);
            assert_eq!(value(score), expected, "{cube:?}");
            let mut child = cube;
            child.play_unchecked(Cell(cell));
            assert_eq!(-minimax(&child), expected, "{cube:?} {cell}");
            seen[(expected + 1) as usize] += 1;
        }
        if !cfg!(debug_assertions) {
            assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
        }
    }

    /// What is kept while the search plays and takes back is what the marks say.
    #[test]
    fn what_is_kept_is_what_the_marks_say() {
        let mut rng = Rng::new(52);
        for _ in 0..20 {
            let cube = late(&mut rng, 40);
            let [mine, theirs] = sides(&cube);
            let mut search = Search::new(mine, theirs, u64::MAX, &[0; 64]);
            for _ in 0..200 {
                let done = search.run(1 + rng.below(50));
                assert_eq!(search.tallies, search.marks.map(Tally::of));
                let played: u64 = search.path.iter().fold(0, |set, cell| set | 1 << cell);
                let all = search.marks[0] | search.marks[1];
                assert_eq!(all & !played, mine | theirs);
                assert_eq!(search.turn, search.path.len() % 2);
                if done {
                    break;
                }
            }
        }
    }

    /// However it is cut into slices.
    #[test]
    fn slices_change_nothing() {
        let mut rng = Rng::new(53);
        for _ in 0..10 {
            let cube = late(&mut rng, 44);
            let [mine, theirs] = sides(&cube);
            let mut whole = Search::new(mine, theirs, u64::MAX, &[0; 64]);
            let mut sliced = whole.clone();
            whole.run(20_000);
            // What is proven takes a few steps after the last node.
            while sliced.nodes() < whole.nodes() || sliced.done != whole.done {
                let left = (whole.nodes() - sliced.nodes()).max(1);
                sliced.run((1 + rng.below(500)).min(left));
            }
            assert_eq!(sliced.best(), whole.best());
            assert_eq!(sliced.depth, whole.depth);
        }
    }
}
