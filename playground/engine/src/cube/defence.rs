//! Which moves hold against forced wins.
//!
//! The side to move is the defender. For each of his moves it is asked whether the
//! other side then has a forced win.
//!
//! 1. What would the other side do if the defender passed? Without a forced win
//!    there, every move holds: one mark more never helps the other side.
//! 2. Otherwise there is a winning sequence. A move that leaves it as it is loses
//!    to that very sequence, which takes no search. A sequence that was the
//!    shortest stays the shortest.
//! 3. The other moves are searched for, those first that lie on the sequence.
//! 4. A move that makes a three is answered before anything else happens, and the
//!    defender is to move again: the same questions are asked there. Otherwise
//!    any three would seem to hold, when it only delays.

use super::player::View;
use super::tally::{Tally, cells, gaps};
use super::threats::{Forced, ForcedWin};
use crate::game::Cell;

/// What a move comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// There is no forced win after it.
    Holds,
    /// None is known: the search for one has met its limit.
    Open,
    /// The other side wins by force; the plies until then, from this move on.
    Loses(u16),
}

/// The defender to move, and which of his moves have been judged.
#[derive(Clone, Debug)]
struct Turn {
    view: View,
    /// The winning sequence if he passed.
    sequence: Vec<Cell>,
    /// Moves not judged yet.
    left: u64,
    now: u8,
    /// The longest that a lost move takes.
    longest: u16,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The search of step 1 is on.
    Passed,
    /// The next move is to be judged.
    Next,
    /// The search of step 3 is on.
    Searching,
}

/// What the moves of one position come to; resumable.
#[derive(Clone, Debug)]
pub(crate) struct Defence {
    forced: ForcedWin,
    turns: Vec<Turn>,
    fates: [Option<Fate>; 64],
    free: u64,
    /// The limit of one search and of what follows one move.
    limit: u64,
    nodes: u64,
    /// When the judgement of the current move began.
    began: u64,
    done: bool,
    /// See [`Defence::collect`].
    leaves: Option<Vec<View>>,
    most_leaves: usize,
    broken: bool,
}

impl Defence {
    /// The defence of the side to move against forced wins that are found within
    /// `limit` nodes. Nobody may have a line, nor the defender a three.
    pub(crate) fn new(view: View, limit: u64) -> Defence {
        let mut defence = Defence {
            forced: ForcedWin::new(),
            turns: Vec::new(),
            fates: [None; 64],
            free: 0,
            limit,
            nodes: 0,
            began: 0,
            done: true,
            leaves: None,
            most_leaves: 0,
            broken: false,
        };
        defence.set(view);
        defence
    }

    /// Asks the same of another position, with what has been learnt.
    pub(crate) fn set(&mut self, view: View) {
        self.turns.clear();
        self.fates = [None; 64];
        self.free = view.free();
        self.nodes = 0;
        self.began = 0;
        self.done = self.free == 0;
        if !self.done {
            self.push(view);
        }
    }

    /// Every position, the other side to move, that a move which does not lose
    /// leads to, after threes and their answers too; as far as is known within
    /// `limit` nodes a search. `None` if the other side threatens nothing, here or
    /// after such threes, or if there are more than `most` positions.
    pub(crate) fn collect(&mut self, view: View, limit: u64, most: usize) -> Option<Vec<View>> {
        self.limit = limit;
        self.leaves = Some(Vec::new());
        self.most_leaves = most;
        self.broken = false;
        self.set(view);
        while !self.run(u64::MAX) {}
        self.leaves.take().filter(|_| !self.broken)
    }

    /// Goes on for about `nodes` nodes; says whether every move is judged.
    pub(crate) fn run(&mut self, nodes: u64) -> bool {
        let end = self.nodes.saturating_add(nodes);
        while !self.done && self.nodes < end {
            self.step(end - self.nodes);
        }
        self.done
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What a move comes to; `None` if it is not known yet or not free.
    pub(crate) fn fate(&self, cell: u8) -> Option<Fate> {
        self.fates[usize::from(cell & 63)]
    }

    /// The moves with a fate of which this is true.
    pub(crate) fn moves(&self, is: impl Fn(Option<Fate>) -> bool) -> u64 {
        cells(self.free)
            .filter(|&cell| is(self.fate(cell)))
            .fold(0, |set, cell| set | 1 << cell)
    }

    fn push(&mut self, view: View) {
        // A position that is judged at a glance is some work too.
        self.nodes += 1;
        let passed = view.pass();
        self.forced.set(passed.mine, passed.theirs);
        self.turns.push(Turn {
            view,
            sequence: Vec::new(),
            left: view.free(),
            now: 0,
            longest: 0,
            stage: Stage::Passed,
        });
    }

    /// Goes on with the search at hand: `None` if it is not at its end.
    fn search(&mut self, nodes: u64) -> Option<Fate> {
        let before = self.forced.nodes();
        let left = self.limit.saturating_sub(before).min(nodes).max(1);
        let verdict = self.forced.run(left);
        self.nodes += self.forced.nodes() - before;
        match verdict {
            Some(Forced::Win) => Some(Fate::Loses(self.forced.sequence().len() as u16 + 1)),
            Some(Forced::None) => Some(Fate::Holds),
            None => (self.forced.nodes() >= self.limit).then_some(Fate::Open),
        }
    }

    fn step(&mut self, nodes: u64) {
        let Some(stage) = self.turns.last().map(|turn| turn.stage) else {
            self.done = true;
            return;
        };
        match stage {
            Stage::Passed => match self.search(nodes) {
                None => {}
                Some(Fate::Loses(_)) => {
                    let sequence = self.forced.sequence().to_vec();
                    if let Some(turn) = self.turns.last_mut() {
                        // A three of the other side leaves no choice.
                        let stops = turn.view.pass().fours();
                        if stops != 0 {
                            turn.left = stops;
                        }
                        turn.sequence = sequence;
                        turn.stage = Stage::Next;
                    }
                }
                // Step 1.
                Some(fate) if self.turns.len() == 1 => {
                    self.give_up();
                    for cell in cells(self.free) {
                        self.fates[usize::from(cell)] = Some(fate);
                    }
                    self.done = true;
                }
                Some(fate) => {
                    self.give_up();
                    self.turns.pop();
                    self.judged(fate);
                }
            },
            // What follows one move must not take for ever: threes come in many
            // orders. Asked between searches, so that slices change nothing.
            Stage::Next if self.turns.len() > 1 && self.nodes - self.began > 2 * self.limit => {
                self.turns.truncate(1);
                self.give_up();
                self.judged(Fate::Open);
            }
            Stage::Next => self.next(),
            Stage::Searching => {
                if let Some(fate) = self.search(nodes) {
                    self.judged(fate);
                }
            }
        }
    }

    /// Takes the next move up.
    fn next(&mut self) {
        let depth = self.turns.len();
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        if turn.left == 0 {
            // Every move loses. Those that a three of the other side forbids lose
            // to it at once.
            let longest = turn.longest;
            if depth == 1 {
                for cell in cells(self.free) {
                    self.fates[usize::from(cell)].get_or_insert(Fate::Loses(2));
                }
                self.done = true;
            } else {
                self.turns.pop();
                // The three and its answer came before.
                self.judged(Fate::Loses(longest + 2));
            }
            return;
        }
        let on_sequence = turn
            .sequence
            .iter()
            .find(|cell| turn.left >> cell.0 & 1 == 1);
        let cell = on_sequence.map_or(turn.left.trailing_zeros() as u8, |cell| cell.0);
        turn.left &= !(1 << cell);
        turn.now = cell;
        let view = turn.view;
        if depth == 1 {
            self.began = self.nodes;
        }
        let next = view.play(cell);
        let answers = next.pass().fours();
        if answers != 0 {
            if answers & (answers - 1) != 0 {
                // Two threes at once win.
                self.give_up();
                self.judged(Fate::Holds);
            } else if view.pass().fours() & !(1 << cell) != 0 {
                // It should have stopped a three and has not.
                self.judged(Fate::Loses(2));
            } else {
                // Step 4.
                turn.stage = Stage::Next;
                self.push(next.play(answers.trailing_zeros() as u8));
            }
            return;
        }
        // Step 2.
        self.nodes += 1;
        if wins(&turn.sequence, next.mine, next.theirs) {
            let length = turn.sequence.len() as u16 + 1;
            self.judged(Fate::Loses(length));
            return;
        }
        // Step 3.
        turn.stage = Stage::Searching;
        self.forced.set(next.mine, next.theirs);
    }

    /// What is collected would not be all.
    fn give_up(&mut self) {
        if self.leaves.is_some() {
            self.broken = true;
            self.done = true;
        }
    }

    /// The move that was looked at is judged.
    fn judged(&mut self, fate: Fate) {
        let depth = self.turns.len();
        let Some(turn) = self.turns.last_mut() else {
            return;
        };
        if let Some(leaves) = &mut self.leaves
            && !matches!(fate, Fate::Loses(_))
            && turn.stage == Stage::Searching
        {
            leaves.push(turn.view.play(turn.now));
            if leaves.len() > self.most_leaves {
                self.give_up();
            }
            // The other moves are wanted all the same.
            if let Some(turn) = self.turns.last_mut() {
                turn.stage = Stage::Next;
            }
            return;
        }
        turn.stage = Stage::Next;
        if let Fate::Loses(plies) = fate {
            turn.longest = turn.longest.max(plies);
        }
        if depth == 1 {
            self.fates[usize::from(turn.now & 63)] = Some(fate);
        } else if !matches!(fate, Fate::Loses(_)) {
            // One move that holds is enough here.
            self.turns.pop();
            self.judged(fate);
        }
    }
}

/// Whether a sequence wins for the side to move, as it was found elsewhere: each
/// of his moves makes a three that the next move has to answer.
pub(crate) fn wins(sequence: &[Cell], attacker: u64, defender: u64) -> bool {
    let (mut attacker, mut defender) = (attacker, defender);
    let mut mine = Tally::of(attacker);
    let mut theirs = Tally::of(defender);
    for exchange in sequence.chunks(2) {
        if gaps(mine.threes(&theirs), attacker) != 0 {
            return true;
        }
        let &[Cell(three), Cell(answer)] = exchange else {
            return false;
        };
        let taken = attacker | defender;
        let stops = gaps(theirs.threes(&mine), defender);
        if taken >> three & 1 == 1 || taken >> answer & 1 == 1 || stops & !(1 << three) != 0 {
            return false;
        }
        attacker |= 1 << three;
        mine.add(three);
        if gaps(mine.threes(&theirs), attacker) >> answer & 1 == 0 {
            return false;
        }
        defender |= 1 << answer;
        theirs.add(answer);
    }
    false
}
