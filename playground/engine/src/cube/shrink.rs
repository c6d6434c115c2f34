//! A smaller strategy out of several.
//!
//! A strategy that a search finds is larger than it has to be: the moves were
//! chosen one by one, and which positions they share is luck. Here strategies are
//! joined and the moves are chosen anew, all together.
//!
//! 1. Every entry of the given strategies becomes a position with a move, and the
//!    positions after the replies that hold against it; see [`Defence`]. A move
//!    that threatens nothing, which is rare and early, is followed by every reply.
//! 2. A position is *proven* when it has a move after which all positions are. So
//!    nothing rests on the strategies being right: what they hold has to be found
//!    again.
//! 3. Proven positions are looked at: all their moves are tried, and those with few
//!    replies that hold are kept as alternatives. They lead to positions that
//!    nobody has looked at; those that stand in the way of the most moves of proven
//!    positions are looked at in turn.
//! 4. Of the positions with one or two marks only moves to the opening that
//!    [`StrategySearch`](super::StrategySearch) plays too are tried: after other
//!    ones the games do not run together.
//! 5. One move is to be chosen in each proven position, so that as few positions
//!    as possible are reached from the empty board. Annealing (S. Kirkpatrick,
//!    C. D. Gelatt, M. P. Vecchi, "Optimization by Simulated Annealing", Science
//!    220, 1983): change the move in a position that is reached. A smaller strategy
//!    is taken at once; a larger one if a coin falls well for every position more,
//!    and the coin becomes worse and worse. That is the law of the paper, without
//!    an exponential, which not every machine rounds alike.
//!    Early moves decide over so many positions that no coin ever changes them:
//!    hence every second choice begins anew, from moves that seem good one by one,
//!    and the others from the smallest strategy.
//! 6. How many positions a choice reaches is kept by counting, for each position,
//!    the chosen moves that lead to it: a move adds marks, so that there are no
//!    rings, and a position that nothing leads to any more drops out with all that
//!    only it led to.

use std::collections::BTreeMap;

use super::canonical::canonical;
use super::certificate::{Certificate, Entry};
use super::defence::Defence;
use super::player::View;
use super::proof::{Try, entry, every_reply};
use super::tally::cells;
use crate::rng::Rng;

/// Limits of a look for the replies that hold.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Nodes of one search for a forced win.
    nodes: u64,
    /// Replies that hold; a move with more is not kept.
    replies: usize,
}

/// For the moves of the given strategies, which are known to be good.
const GIVEN: Limits = Limits {
    nodes: 120_000,
    replies: 300,
};

/// For alternatives: more replies would hardly make a strategy smaller.
const OTHER: Limits = Limits {
    nodes: 40_000,
    replies: 8,
};

/// Positions looked at between two choices.
const ROUND: usize = 1_000;

/// Changes tried in one choice, for each proven position.
const CHANGES: u64 = 20_000;

/// And so many times more in the last one.
const LAST: u64 = 4;

/// Changes tried in one step.
const PORTION: u64 = 4_096;

/// The chance out of [`COIN_SIDES`] that the coin of step 5 falls well at first: a
/// temperature of 0.65 positions.
const COIN: u64 = 14_000;

/// What [`COIN`] is out of.
const COIN_SIDES: u64 = 1 << 16;

/// A size that no strategy has.
const UNKNOWN: u64 = 1 << 40;

/// A position: the first player to move, nobody with a three.
#[derive(Clone, Debug)]
struct Node {
    marks: [u64; 2],
    tries: Vec<Try>,
    looked_at: bool,
    proven: bool,
}

/// What is being done.
#[derive(Clone, Debug)]
enum Stage {
    /// Step 1: the entries that are left, each with the number of its strategy; the
    /// next one last.
    Join(Vec<(usize, Entry)>),
    /// Step 3: the positions that are left to look at, the next one last.
    Look(Vec<usize>),
    /// Step 5.
    Choose(Annealing),
    Done,
}

/// How far a shrinking has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ShrinkCounts {
    /// Entries that are still to be joined.
    pub to_join: usize,
    /// Positions known.
    pub positions: usize,
    /// Positions proven.
    pub proven: usize,
    /// Positions looked at for other moves.
    pub looked_at: u64,
    /// Changes of a move tried.
    pub changes: u64,
    /// Entries of the smallest strategy so far; 0 if there is none.
    pub entries: usize,
}

/// The search for a smaller strategy; resumable. The same strategies, seed and
/// number of positions give the same strategy everywhere.
#[derive(Clone, Debug)]
pub struct StrategyShrink {
    nodes: Vec<Node>,
    index: BTreeMap<[u64; 2], usize>,
    defence: Defence,
    /// For each given strategy the moves that it chooses, as places in the tries.
    given: Vec<BTreeMap<usize, usize>>,
    stage: Stage,
    /// Whether the next choice begins anew.
    anew: bool,
    /// Whether the next positions to look at are proven ones.
    inside: bool,
    rng: Rng,
    /// Positions to look at yet.
    left: u64,
    /// Changes tried in one choice, for each proven position.
    changes: u64,
    /// Which tries the smallest strategy chooses, by node.
    best: Vec<usize>,
    counts: ShrinkCounts,
}

impl StrategyShrink {
    /// Joins these strategies; `positions` are to be looked at for other moves.
    pub fn new(strategies: &[Certificate], seed: u64, positions: u64) -> StrategyShrink {
        StrategyShrink::from(strategies, [0, 0], seed, positions)
    }

    /// The same for strategies from another position on.
    fn from(
        strategies: &[Certificate],
        [first, second]: [u64; 2],
        seed: u64,
        positions: u64,
    ) -> StrategyShrink {
        let mut entries: Vec<(usize, Entry)> = Vec::new();
        for (number, strategy) in strategies.iter().enumerate() {
            entries.extend(strategy.entries().iter().map(|entry| (number, *entry)));
        }
        entries.reverse();
        let mut shrink = StrategyShrink {
            nodes: Vec::new(),
            index: BTreeMap::new(),
            defence: Defence::new(View { mine: 0, theirs: 0 }, 0),
            given: vec![BTreeMap::new(); strategies.len()],
            stage: Stage::Join(entries),
            anew: false,
            inside: true,
            rng: Rng::new(seed),
            left: positions,
            changes: CHANGES,
            best: Vec::new(),
            counts: ShrinkCounts::default(),
        };
        // The start is node 0, whatever is given.
        shrink.node(first, second);
        shrink
    }

    /// Joins an entry, looks at a position, or tries some thousands of changes;
    /// `false` when there is nothing left to do.
    pub fn step(&mut self) -> bool {
        match &mut self.stage {
            Stage::Join(entries) => match entries.pop() {
                Some((strategy, entry)) => self.join(strategy, entry),
                None => {
                    self.prove();
                    self.choose();
                }
            },
            Stage::Look(nodes) => match nodes.pop() {
                Some(node) if self.left > 0 => {
                    self.left -= 1;
                    self.look_at(node);
                }
                _ => {
                    self.prove();
                    self.choose();
                }
            },
            Stage::Choose(annealing) => {
                let more = annealing.run(PORTION, &mut self.rng);
                self.counts.changes += PORTION;
                let smaller = annealing.least < self.counts.entries || self.counts.entries == 0;
                if smaller {
                    self.counts.entries = annealing.least;
                    self.best = annealing.places();
                }
                if !more {
                    self.next_round();
                }
            }
            Stage::Done => return false,
        }
        !matches!(self.stage, Stage::Done)
    }

    /// How far it has come.
    pub fn counts(&self) -> ShrinkCounts {
        ShrinkCounts {
            to_join: match &self.stage {
                Stage::Join(entries) => entries.len(),
                _ => 0,
            },
            positions: self.nodes.len(),
            proven: self.nodes.iter().filter(|node| node.proven).count(),
            ..self.counts
        }
    }

    /// The smallest strategy so far; `None` before there is one, or if the given
    /// ones do not win, neither alone nor together.
    pub fn certificate(&self) -> Option<Certificate> {
        if self.best.is_empty() {
            return None;
        }
        let chosen = self.smallest().into_iter();
        Some(Certificate::from_entries(chosen.map(|(node, chosen)| {
            entry(self.nodes[node].marks, chosen.play)
        })))
    }

    /// The positions of the smallest strategy, and the moves there.
    fn smallest(&self) -> BTreeMap<usize, &Try> {
        let mut all = BTreeMap::new();
        let mut open = vec![0];
        while let Some(node) = open.pop() {
            let place = self.best.get(node);
            let Some(chosen) = place.and_then(|&place| self.nodes[node].tries.get(place)) else {
                continue;
            };
            if all.insert(node, chosen).is_none() {
                open.extend(&chosen.next);
            }
        }
        all
    }

    /// The node of a position, new if need be.
    fn node(&mut self, first: u64, second: u64) -> usize {
        let marks = canonical(first, second).0;
        let next = self.nodes.len();
        let node = *self.index.entry(marks).or_insert(next);
        if node == next {
            self.nodes.push(Node {
                marks,
                tries: Vec::new(),
                looked_at: false,
                proven: false,
            });
        }
        node
    }

    /// A move and the positions after the replies that hold; `None` if they are too
    /// many. A move that threatens nothing is no move unless it may be `calm`.
    fn try_move(&mut self, view: View, play: u8, limits: Limits, calm: bool) -> Option<Try> {
        let after = view.play(play);
        let Limits { nodes, replies } = limits;
        let leaves = self.defence.collect(after, nodes, replies).or_else(|| {
            calm.then(|| every_reply(&mut self.defence, after, nodes, GIVEN.replies))?
        })?;
        let mut next: Vec<usize> = leaves
            .iter()
            .map(|leaf| self.node(leaf.mine, leaf.theirs))
            .collect();
        next.sort_unstable();
        next.dedup();
        Some(Try { play, next })
    }

    /// Adds a move that leads elsewhere than those before; says which one it is.
    fn add(&mut self, node: usize, new: Try) -> usize {
        let tries = &mut self.nodes[node].tries;
        let known = tries.iter().position(|one| one.next == new.next);
        known.unwrap_or_else(|| {
            tries.push(new);
            tries.len() - 1
        })
    }

    /// Step 1.
    fn join(&mut self, strategy: usize, given: Entry) {
        let node = self.node(given.first, given.second);
        let view = View {
            mine: given.first,
            theirs: given.second,
        };
        let calm = given.first.count_ones() <= 3;
        if let Some(new) = self.try_move(view, given.play.0, GIVEN, calm) {
            let place = self.add(node, new);
            self.given[strategy].insert(node, place);
        }
    }

    /// Step 2. A move adds marks: from many marks to few, once is enough.
    fn prove(&mut self) {
        for node in self.by_falling_marks() {
            let all = |one: &Try| one.next.iter().all(|&next| self.nodes[next].proven);
            let proven = self.nodes[node].tries.iter().any(all);
            self.nodes[node].proven = proven;
        }
    }

    fn by_falling_marks(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| core::cmp::Reverse(self.nodes[node].marks[0].count_ones()));
        order
    }

    /// Whether a move leads to proven positions only.
    fn sound(&self, one: &Try) -> bool {
        one.next.iter().all(|&next| self.nodes[next].proven)
    }

    /// Steps 3 and 4: all moves of a position.
    fn look_at(&mut self, node: usize) {
        self.nodes[node].looked_at = true;
        self.counts.looked_at += 1;
        let [mine, theirs] = self.nodes[node].marks;
        let view = View { mine, theirs };
        let opening = canonical(1 | 1 << 3, 0).0;
        for play in cells(view.free()) {
            let calm = mine.count_ones() == 1 && canonical(mine | 1 << play, 0).0 == opening;
            if mine.count_ones() < 2 && !calm {
                continue;
            }
            let Some(new) = self.try_move(view, play, OTHER, calm) else {
                continue;
            };
            let wins = new.next.is_empty();
            self.add(node, new);
            if wins {
                // No move needs fewer positions than that.
                break;
            }
        }
    }

    /// Step 3: what to look at next.
    fn next_round(&mut self) {
        if self.left == 0 {
            self.stage = Stage::Done;
            return;
        }
        for _ in 0..2 {
            let mut nodes = if self.inside {
                self.unseen()
            } else {
                self.wanted()
            };
            self.inside = !self.inside;
            nodes.truncate(ROUND);
            nodes.reverse();
            if !nodes.is_empty() {
                self.stage = Stage::Look(nodes);
                return;
            }
        }
        // Everything has been looked at.
        self.left = 0;
        self.choose();
    }

    /// The proven positions that nobody has looked at, those of the smallest
    /// strategy first.
    fn unseen(&self) -> Vec<usize> {
        let unseen = |&node: &usize| self.nodes[node].proven && !self.nodes[node].looked_at;
        let smallest = self.smallest();
        let mut nodes: Vec<usize> = (0..self.nodes.len()).filter(unseen).collect();
        nodes.sort_by_key(|node| !smallest.contains_key(node));
        nodes
    }

    /// The positions that are not proven and have not been looked at, those first
    /// that stand in the way of the most moves: the fewer stand there together, and
    /// the fewer replies there are, the more it counts.
    fn wanted(&self) -> Vec<usize> {
        /// Moves with more open positions are not worth it.
        const TOGETHER: usize = 3;
        let mut weights: BTreeMap<usize, u64> = BTreeMap::new();
        for node in self
            .nodes
            .iter()
            .filter(|node| node.proven || node.looked_at)
        {
            let merit = if node.proven { 4 * 720 } else { 720 };
            for one in &node.tries {
                let next = one.next.iter().copied();
                let open: Vec<usize> = next.filter(|&next| !self.nodes[next].proven).collect();
                if open.len() > TOGETHER {
                    continue;
                }
                for &at in open.iter().filter(|&&at| !self.nodes[at].looked_at) {
                    let share = open.len().pow(3) * one.next.len();
                    *weights.entry(at).or_default() += merit / share as u64;
                }
            }
        }
        let mut wanted: Vec<(usize, u64)> = weights.into_iter().collect();
        wanted.sort_by_key(|&(_, weight)| core::cmp::Reverse(weight));
        wanted.into_iter().map(|(node, _)| node).collect()
    }

    /// Begins step 5.
    fn choose(&mut self) {
        if !self.nodes[0].proven {
            self.stage = Stage::Done;
            return;
        }
        let anew = self.anew && self.left > 0;
        self.anew = !self.anew;
        let guide = self.guide();
        let ways = |node: &Node| -> Vec<Way> {
            let tries = node.tries.iter().enumerate();
            let sound = tries.filter(|(_, one)| self.sound(one));
            sound
                .map(|(place, one)| Way {
                    place,
                    next: one.next.clone(),
                })
                .collect()
        };
        let ways: Vec<Vec<Way>> = self.nodes.iter().map(ways).collect();
        let choice = |places: &dyn Fn(usize) -> Option<usize>| -> Vec<usize> {
            let nodes = ways.iter().enumerate();
            nodes
                .map(|(node, ways)| {
                    let find = |place| ways.iter().position(|way| way.place == place);
                    let told = places(node).and_then(find);
                    told.or_else(|| find(guide[node])).unwrap_or(0)
                })
                .collect()
        };
        let mut starts = vec![
            choice(&|_| None),
            choice(&|node| self.best.get(node).copied()),
        ];
        if anew {
            starts.truncate(1);
        }
        // The given strategies, completed by the guide.
        for given in self.given.iter().filter(|_| !anew) {
            starts.push(choice(&|node| given.get(&node).copied()));
        }
        let proven = self.nodes.iter().filter(|node| node.proven).count() as u64;
        let more = if self.left == 0 { LAST } else { 1 };
        let changes = proven * self.changes * more;
        let size = |start: &Vec<usize>| reached(&ways, start);
        let start = starts.into_iter().min_by_key(size).unwrap_or_default();
        self.stage = Stage::Choose(Annealing::new(ways, start, changes));
    }

    /// For each position the move that seems to need the fewest others: those that
    /// several moves share are counted for each, and therefore in part; in which
    /// part, differs from choice to choice.
    fn guide(&mut self) -> Vec<usize> {
        let tenths = 5 + self.rng.below(5);
        let mut size = vec![UNKNOWN; self.nodes.len()];
        let mut choice = vec![0; self.nodes.len()];
        for node in self.by_falling_marks() {
            for (place, one) in self.nodes[node].tries.iter().enumerate() {
                // In thousandths of a position.
                let below: u64 = one.next.iter().map(|&next| size[next] / 10 * tenths).sum();
                if self.sound(one) && below + 1_000 < size[node] {
                    size[node] = below + 1_000;
                    choice[node] = place;
                }
            }
        }
        choice
    }
}

/// A move that leads to proven positions only.
#[derive(Clone, Debug)]
struct Way {
    /// Which one it is of the tries.
    place: usize,
    next: Vec<usize>,
}

/// How many positions a choice reaches.
fn reached(ways: &[Vec<Way>], choice: &[usize]) -> usize {
    let mut seen = vec![false; ways.len()];
    let mut count = 0;
    let mut open = vec![0];
    while let Some(node) = open.pop() {
        if !core::mem::replace(&mut seen[node], true) {
            count += 1;
            open.extend(&ways[node][choice[node]].next);
        }
    }
    count
}

/// The choice of a move in each position; resumable.
#[derive(Clone, Debug)]
struct Annealing {
    /// For each position.
    ways: Vec<Vec<Way>>,
    /// Which of the ways is chosen.
    choice: Vec<usize>,
    /// Step 6: how many chosen moves of reached positions lead to each position.
    leading: Vec<u32>,
    /// The positions reached, in no order, and where each one stands there.
    reached: Vec<usize>,
    place: Vec<usize>,
    /// Positions to count in or out; empty between two changes.
    open: Vec<usize>,
    /// The best choice so far, and how many positions it reaches.
    best: Vec<usize>,
    least: usize,
    changes: u64,
    tried: u64,
}

impl Annealing {
    fn new(ways: Vec<Vec<Way>>, choice: Vec<usize>, changes: u64) -> Annealing {
        let nodes = ways.len();
        let mut annealing = Annealing {
            ways,
            best: choice.clone(),
            choice,
            leading: vec![0; nodes],
            reached: Vec::new(),
            place: vec![0; nodes],
            open: vec![0],
            least: 0,
            changes,
            tried: 0,
        };
        annealing.reach();
        annealing.least = annealing.reached.len();
        annealing
    }

    /// The best choice, as places in the tries.
    fn places(&self) -> Vec<usize> {
        let all = self.ways.iter().zip(&self.best);
        all.map(|(ways, &best)| ways.get(best).map_or(0, |way| way.place))
            .collect()
    }

    /// Tries so many changes more; `false` when all have been tried.
    fn run(&mut self, changes: u64, rng: &mut Rng) -> bool {
        let end = self.changes.min(self.tried + changes);
        // The coin becomes worse by the fifth power of the time that is left.
        let left = (self.changes - self.tried) * 256 / self.changes.max(1);
        let coin = (COIN * left.pow(5)) >> 40;
        while self.tried < end {
            self.tried += 1;
            self.change(coin, rng);
        }
        self.tried < self.changes
    }

    /// Step 5: one change.
    fn change(&mut self, coin: u64, rng: &mut Rng) {
        // One random number for both, without a division: this is done very often.
        let random = rng.next_u64();
        let pick = |half: u64, below: usize| ((half * below as u64) >> 32) as usize;
        let node = self.reached[pick(random >> 32, self.reached.len())];
        let old = self.choice[node];
        let new = pick(random & 0xffff_ffff, self.ways[node].len());
        if new == old {
            return;
        }
        let before = self.reached.len();
        self.switch(node, new);
        let now = self.reached.len();
        if (before..now).any(|_| rng.below(COIN_SIDES) >= coin) {
            self.switch(node, old);
        } else if now < self.least {
            self.least = now;
            self.best.clone_from(&self.choice);
        }
    }

    /// Chooses another move. What the new one leads to is reached before the old
    /// one is given up: they often lead to the same positions.
    fn switch(&mut self, node: usize, new: usize) {
        let old = core::mem::replace(&mut self.choice[node], new);
        self.open.extend(&self.ways[node][new].next);
        self.reach();
        self.open.extend(&self.ways[node][old].next);
        self.leave();
    }

    /// One move more leads to each open position.
    fn reach(&mut self) {
        while let Some(node) = self.open.pop() {
            self.leading[node] += 1;
            if self.leading[node] == 1 {
                self.place[node] = self.reached.len();
                self.reached.push(node);
                let way = &self.ways[node][self.choice[node]];
                self.open.extend(&way.next);
            }
        }
    }

    /// One move less.
    fn leave(&mut self) {
        while let Some(node) = self.open.pop() {
            self.leading[node] -= 1;
            if self.leading[node] == 0 {
                let place = self.place[node];
                self.reached.swap_remove(place);
                if let Some(&moved) = self.reached.get(place) {
                    self.place[moved] = place;
                }
                let way = &self.ways[node][self.choice[node]];
                self.open.extend(&way.next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::slice;

    use crate::cube::check::{Check, Mode, Outcome};
    use crate::cube::proof::Prover;

    const QUICK: bool = cfg!(debug_assertions);

    fn run(
        strategies: &[Certificate],
        start: [u64; 2],
        seed: u64,
        positions: u64,
    ) -> (Option<Certificate>, ShrinkCounts) {
        let mut shrink = StrategyShrink::from(strategies, start, seed, positions);
        shrink.changes = 50;
        while shrink.step() {}
        (shrink.certificate(), shrink.counts())
    }

    fn proved(certificate: &Certificate, start: [u64; 2]) -> bool {
        let mut check = Check::from(&certificate.text(), Mode::Canonical, start).expect("entries");
        check.run(u64::MAX) == Some(&Outcome::Proved)
    }

    /// A strategy that wins with more positions than it needs: everywhere the move
    /// that leads to the most.
    fn with_detours(start: [u64; 2]) -> Certificate {
        let found = Prover::strategy(start).expect("a won position");
        let mut shrink = StrategyShrink::from(&[found], start, 1, 20);
        shrink.changes = 1;
        while shrink.step() {}
        shrink.best = vec![0; shrink.nodes.len()];
        for node in 0..shrink.best.len() {
            let tries = shrink.nodes[node].tries.iter().enumerate();
            let sound = tries.filter(|(_, one)| shrink.sound(one));
            let most = sound.max_by_key(|(_, one)| one.next.len());
            shrink.best[node] = most.map_or(0, |(place, _)| place);
        }
        shrink.certificate().expect("a strategy")
    }

    /// Strategies from positions of six marks on: none becomes larger, all win, and
    /// the same seed gives the same.
    #[test]
    fn a_strategy_becomes_smaller_and_still_wins() {
        let shipped = Certificate::shipped();
        let known = shipped.entries().iter();
        let late = known.filter(|entry| entry.first.count_ones() == 3);
        let (step, goals) = if QUICK { (499, 2) } else { (29, 4) };
        let (mut before, mut after) = (0, 0);
        for known in late.step_by(step).take(goals) {
            let start = [known.first, known.second];
            let found = with_detours(start);
            let (smaller, counts) = run(slice::from_ref(&found), start, 1, 30);
            let smaller = smaller.expect("a strategy");
            assert_eq!(counts.entries, smaller.entries().len());
            assert!(smaller.entries().len() <= found.entries().len());
            assert!(proved(&smaller, start), "{start:?}");
            before += found.entries().len();
            after += smaller.entries().len();
            let again = run(&[found], start, 1, 30);
            assert_eq!(again, (Some(smaller), counts));
        }
        assert!(after < before, "{after} of {before}");
    }

    /// The whole strategy, where the code is optimised.
    #[test]
    fn the_shipped_strategy_does_not_grow() {
        if QUICK {
            return;
        }
        let shipped = Certificate::shipped();
        let mut shrink = StrategyShrink::new(slice::from_ref(&shipped), 7, 40);
        shrink.changes = 50;
        assert_eq!(shrink.counts().to_join, shipped.entries().len());
        assert_eq!(shrink.certificate(), None);
        while shrink.step() {}
        let smaller = shrink.certificate().expect("a strategy");
        assert!(smaller.entries().len() <= shipped.entries().len());
        assert!(proved(&smaller, [0, 0]));
    }

    /// Halves of a strategy win nothing, but they do together.
    #[test]
    fn what_is_missing_is_not_made_up() {
        let shipped = Certificate::shipped();
        let known = shipped.entries().iter();
        let entry = known.rev().find(|entry| entry.first.count_ones() == 3);
        let entry = entry.expect("an entry");
        let start = [entry.first, entry.second];
        let found = Prover::strategy(start).expect("a won position");
        let half = |odd: usize| {
            let half = found.entries().iter().skip(odd).step_by(2);
            Certificate::from_entries(half.copied())
        };
        assert_eq!(run(&[], start, 1, 10).0, None);
        assert_eq!(run(&[half(0)], start, 1, 10).0, None);
        assert_eq!(run(&[half(1)], start, 1, 10).0, None);
        let whole = run(&[half(0), half(1)], start, 1, 0).0.expect("a strategy");
        assert!(proved(&whole, start));
    }
}
