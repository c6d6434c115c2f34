//! Forced wins: chains of threes that the other side can only answer.
//!
//! Let the attacker be to move. A *live pair* is a line with two of his marks and
//! none of the defender's. He plays one of its two empty cells and makes a three;
//! the defender has to play the other one. An *exchange* is such a pair of moves.
//! The search looks for a chain of exchanges that ends in a double threat, and
//! since every answer is the only one, a chain is a proof.
//!
//! 1. A three of the attacker wins at once, before anything else is asked.
//! 2. A cell that lies in two live pairs makes two threes at once; only one of
//!    them can be answered. That is the end of a chain.
//! 3. The answer may make a three of the defender's. The attacker's next move must
//!    then be the cell that stops it, and make a three as well; two such cells
//!    refute the exchange.
//! 4. Chains are deepened one exchange at a time, so that the first one found is
//!    the shortest: readers are shown it, and a long way round costs nothing
//!    where a short one exists.
//! 5. Exchanges commute, so that the same position is met in many orders. The
//!    positions that failed are remembered with the number of exchanges that did
//!    not suffice. Only failures are: if two positions fall on one key, a win may
//!    be lost but never invented. Without this memory the search explodes.
//! 6. A position in which no chain came to the end of its exchanges has failed for
//!    every depth: it is *exhausted*, and when the first position is, there is no
//!    forced win at all.
//!
//! ```
//! use morpion_engine::{Game, Record, cube::{Forced, ForcedWin}};
//!
//! let record = Record::parse(Game::Cube, "111-123-222-233-114-243")?;
//! let mut search = ForcedWin::new();
//! search.set_position(&record.position());
//! assert_eq!(search.run(1_000), Some(Forced::Win));
//! assert!(search.sequence().len() >= 3);
//! # Ok::<(), morpion_engine::NotationError>(())
//! ```

use super::tally::{LineSet, Tally, gaps, masks, through};
use super::{Cube, LINES};
use crate::game::{Cell, Side};
use crate::position::Position;
use crate::rules::Rules;

/// What a finished search has found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forced {
    /// The attacker wins; [`ForcedWin::sequence`] says how.
    Win,
    /// No chain of threes wins. That does not say that he does not win.
    None,
}

/// More exchanges than empty cells allow.
const DEEPEST: usize = 32;

/// The depth under which an exhausted position is remembered: any other is less.
const EXHAUSTED: u64 = 0xff;

/// 2^16 failures, half a megabyte: the longest search that is known remembers
/// fewer.
const MEMORY_BITS: u32 = 16;

/// A position in which the attacker is to move, and which of its exchanges have
/// been tried.
#[derive(Clone, Copy, Debug)]
struct Frame {
    attacker: u64,
    defender: u64,
    mine: Tally,
    theirs: Tally,
    key: u64,
    /// Live pairs not tried yet.
    left: LineSet,
    /// The exchange of the current pair that is still to be tried, the other way
    /// round; no cell when there is none.
    turned: [u8; 2],
    /// The cells that the attacker may play: all, or the one that stops a three.
    allowed: u64,
    /// No chain below has been cut off by its number of exchanges so far.
    exhausted: bool,
    /// The exchange that led here.
    exchange: [u8; 2],
}

const NO_CELL: u8 = 64;

const EMPTY_FRAME: Frame = Frame {
    attacker: 0,
    defender: 0,
    mine: Tally::EMPTY,
    theirs: Tally::EMPTY,
    key: 0,
    left: [0; 2],
    turned: [NO_CELL; 2],
    allowed: 0,
    exhausted: true,
    exchange: [NO_CELL; 2],
};

/// What is seen of a position before any exchange is tried.
enum Sight {
    /// This cell makes two threes.
    DoubleThreat(u8),
    /// No exchange is possible, or two threes of the defender wait.
    Exhausted,
    /// These cells may be played.
    Open(u64, LineSet),
}

/// The search for a forced win of the side to move; resumable.
///
/// One value can search many positions, one after the other. What it remembers
/// is true of positions and not of searches, so that a second search is helped by
/// the first; [`ForcedWin::forget`] makes it start afresh.
#[derive(Clone, Debug)]
pub struct ForcedWin {
    memory: Vec<u64>,
    stack: Vec<Frame>,
    /// How many exchanges a chain may have now, the last one not counted.
    depth: usize,
    nodes: u64,
    verdict: Option<Forced>,
    sequence: Vec<Cell>,
}

impl Default for ForcedWin {
    fn default() -> ForcedWin {
        ForcedWin::new()
    }
}

impl ForcedWin {
    /// A search that remembers nothing yet, of a position without marks.
    pub fn new() -> ForcedWin {
        let mut search = ForcedWin {
            memory: vec![0; 1 << MEMORY_BITS],
            stack: Vec::with_capacity(DEEPEST + 1),
            depth: 0,
            nodes: 0,
            verdict: None,
            sequence: Vec::new(),
        };
        search.set(0, 0);
        search
    }

    /// Forgets the failures of all earlier searches.
    pub fn forget(&mut self) {
        self.memory.fill(0);
    }

    /// Searches for the side to move of this position. Of a finished game and of
    /// another game it will be said that there is no forced win.
    pub fn set_position(&mut self, position: &Position) {
        match position {
            Position::Cube(cube) => self.set_cube(cube, cube.turn()),
            _ => self.fail_at_once(),
        }
    }

    /// Searches for `attacker` as if he were to move: if he is not, what he would
    /// do if the other side passed.
    pub fn set_cube(&mut self, cube: &Cube, attacker: Side) {
        if cube.outcome().is_some() {
            return self.fail_at_once();
        }
        self.set(
            cube.marks[attacker.index()],
            cube.marks[attacker.other().index()],
        );
    }

    fn fail_at_once(&mut self) {
        self.set(0, 0);
        self.verdict = Some(Forced::None);
    }

    /// Searches for the side with these marks; the cells of the other side must
    /// be others, and nobody may have a line.
    pub(crate) fn set(&mut self, attacker: u64, defender: u64) {
        let mine = Tally::of(attacker);
        let theirs = Tally::of(defender);
        self.stack.clear();
        self.sequence.clear();
        self.depth = 0;
        self.nodes = 0;
        self.verdict = None;
        // Step 1.
        let wins = gaps(mine.threes(&theirs), attacker);
        if wins != 0 {
            self.sequence.push(Cell(wins.trailing_zeros() as u8));
            self.verdict = Some(Forced::Win);
            return;
        }
        let mut root = EMPTY_FRAME;
        root.attacker = attacker;
        root.defender = defender;
        root.mine = mine;
        root.theirs = theirs;
        root.key = key(attacker, defender);
        match look(&mine, &theirs, attacker, defender) {
            Sight::DoubleThreat(cell) => {
                self.stack.push(root);
                self.win(cell);
            }
            Sight::Exhausted => self.verdict = Some(Forced::None),
            Sight::Open(allowed, pairs) => {
                root.allowed = allowed;
                root.left = pairs;
                self.stack.push(root);
                self.depth = 1;
            }
        }
    }

    /// Searches up to about `nodes` positions more. `None` means that it is not
    /// known yet.
    pub fn run(&mut self, nodes: u64) -> Option<Forced> {
        let end = self.nodes.saturating_add(nodes);
        while self.verdict.is_none() && self.nodes < end {
            self.step(end);
        }
        self.verdict
    }

    /// Searches a new position with at most `nodes` positions.
    pub(crate) fn solve(&mut self, attacker: u64, defender: u64, nodes: u64) -> Option<Forced> {
        self.set(attacker, defender);
        self.run(nodes)
    }

    /// How many positions this search has looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many exchanges have been searched through without a win: any forced
    /// win has more.
    pub fn exchanges(&self) -> usize {
        self.depth.saturating_sub(1)
    }

    /// The moves of a forced win in order, answers included, up to the four; the
    /// last answer is one of two that lose alike. Empty before there is a win.
    pub fn sequence(&self) -> &[Cell] {
        &self.sequence
    }

    /// Tries exchanges until the position on top of the stack changes hands many
    /// times or `end` is reached: the hot loop.
    fn step(&mut self, end: u64) {
        while self.nodes < end {
            let height = self.stack.len();
            let Some(top) = self.stack.last_mut() else {
                return;
            };
            // The next exchange: the current pair the other way round, or a new pair.
            let [mine, answer] = if top.turned[0] != NO_CELL {
                core::mem::replace(&mut top.turned, [NO_CELL; 2])
            } else {
                let line = if top.left[0] != 0 {
                    let line = top.left[0].trailing_zeros() as usize;
                    top.left[0] &= top.left[0] - 1;
                    line
                } else if top.left[1] != 0 {
                    let line = top.left[1].trailing_zeros() as usize + 64;
                    top.left[1] &= top.left[1] - 1;
                    line
                } else {
                    if self.leave() {
                        return;
                    }
                    continue;
                };
                let pair = LINES[line].mask & !top.attacker;
                let a = pair.trailing_zeros() as u8;
                let b = (63 - pair.leading_zeros()) as u8;
                match (top.allowed >> a & 1, top.allowed >> b & 1) {
                    (1, 1) => {
                        top.turned = [b, a];
                        [a, b]
                    }
                    (1, _) => [a, b],
                    _ => [b, a],
                }
            };
            // The exchange is made.
            self.nodes += 1;
            let attacker = top.attacker | 1 << mine;
            let defender = top.defender | 1 << answer;
            let (mut own, mut their) = (top.mine, top.theirs);
            own.add(mine);
            their.add(answer);
            match look(&own, &their, attacker, defender) {
                Sight::DoubleThreat(cell) => {
                    let mut last = EMPTY_FRAME;
                    last.attacker = attacker;
                    last.defender = defender;
                    last.exchange = [mine, answer];
                    last.mine = own;
                    last.theirs = their;
                    self.stack.push(last);
                    self.win(cell);
                    return;
                }
                Sight::Exhausted => {}
                Sight::Open(..) if height >= self.depth => top.exhausted = false,
                Sight::Open(allowed, left) => {
                    let more = (self.depth - height) as u64;
                    let key = key(attacker, defender);
                    let known = self.memory[(key >> (64 - MEMORY_BITS)) as usize];
                    if known & !0xff == key & !0xff && known & 0xff >= more {
                        // Step 5: it has failed before, with as many exchanges.
                        if known & 0xff != EXHAUSTED
                            && let Some(top) = self.stack.last_mut()
                        {
                            top.exhausted = false;
                        }
                        continue;
                    }
                    self.stack.push(Frame {
                        attacker,
                        defender,
                        mine: own,
                        theirs: their,
                        key,
                        left,
                        turned: [NO_CELL; 2],
                        allowed,
                        exhausted: true,
                        exchange: [mine, answer],
                    });
                }
            }
        }
    }

    /// All exchanges of the position on top have failed. Says whether the search
    /// is over.
    fn leave(&mut self) -> bool {
        let height = self.stack.len();
        if height == 1 {
            let root = &mut self.stack[0];
            if root.exhausted || self.depth >= DEEPEST {
                self.verdict = Some(Forced::None);
                return true;
            }
            // Step 4: one exchange more.
            self.depth += 1;
            root.exhausted = true;
            if let Sight::Open(allowed, left) =
                look(&root.mine, &root.theirs, root.attacker, root.defender)
            {
                root.allowed = allowed;
                root.left = left;
            }
            return false;
        }
        if let Some(done) = self.stack.pop() {
            // `height - 1` exchanges led here: this many were left.
            let failed = (self.depth - (height - 1)) as u64;
            let failed = if done.exhausted { EXHAUSTED } else { failed };
            self.memory[(done.key >> (64 - MEMORY_BITS)) as usize] = done.key & !0xff | failed;
            if let Some(top) = self.stack.last_mut() {
                top.exhausted &= done.exhausted;
            }
        }
        false
    }

    /// Writes the winning sequence down: the exchanges on the stack, then the
    /// double threat, one of the two answers, and the four.
    fn win(&mut self, double: u8) {
        self.verdict = Some(Forced::Win);
        self.sequence.clear();
        let exchanges = self.stack.iter().skip(1).flat_map(|frame| frame.exchange);
        self.sequence.extend(exchanges.map(Cell));
        self.sequence.push(Cell(double));
        if let Some(last) = self.stack.last() {
            let attacker = last.attacker | 1 << double;
            let mut mine = last.mine;
            mine.add(double);
            let fours = gaps(mine.threes(&last.theirs), attacker);
            self.sequence.push(Cell(fours.trailing_zeros() as u8));
            self.sequence.push(Cell((63 - fours.leading_zeros()) as u8));
        }
    }
}

/// Where a position is remembered: the high bits say in which place, the low byte
/// gives way to the depth.
#[inline]
fn key(attacker: u64, defender: u64) -> u64 {
    // Two odd multipliers and a final mix.
    let key = attacker
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(defender.wrapping_mul(0xc2b2_ae3d_27d4_eb4f));
    (key ^ (key >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Steps 2 and 3, for a position in which the attacker has no three.
#[inline]
fn look(mine: &Tally, theirs: &Tally, attacker: u64, defender: u64) -> Sight {
    let mut pairs = mine.twos(theirs);
    let stops = gaps(theirs.threes(mine), defender);
    let mut allowed = u64::MAX;
    if stops != 0 {
        if stops & (stops - 1) != 0 {
            return Sight::Exhausted;
        }
        allowed = stops;
        let lines = through(stops.trailing_zeros() as u8);
        pairs = [pairs[0] & lines[0], pairs[1] & lines[1]];
    }
    if pairs == [0; 2] {
        return Sight::Exhausted;
    }
    let (mut once, mut twice) = (0, 0);
    for mask in masks(pairs) {
        twice |= once & mask;
        once |= mask;
    }
    let double = twice & !attacker & allowed;
    if double != 0 {
        Sight::DoubleThreat(double.trailing_zeros() as u8)
    } else {
        Sight::Open(allowed, pairs)
    }
}
