//! A complete strategy for the first player, found from nothing.
//!
//! 1. What is to be proven are *quiet* positions: the first player to move, no
//!    three on the board, no forced win yet. Symmetric ones are one and the same,
//!    and a position reached by several ways is proven once.
//! 2. In a quiet position a move is worth trying if it threatens: if the other
//!    side passed, there would be a forced win. Then only replies that stop it
//!    matter; see [`Defence`]. Threes of the other side are answered on the spot.
//!    Of the moves, the ones with the fewest replies that hold are kept.
//! 3. Which position to look at next, proof numbers tell (L. V. Allis, "Searching
//!    for Solutions in Games and Artificial Intelligence", 1994): the one whose
//!    proof would do the most for as little work as possible.
//! 4. Two marks threaten nothing, so the opening is told: a corner, then a corner
//!    on the same edge or what a symmetry makes of that. So the games run together
//!    again. After that, all replies are to be answered.
//! 5. A position that resists is searched again with more moves, deeper forced
//!    wins, moves that make a three and win time, and, while there are few marks,
//!    moves that threaten nothing, after which every reply is to be answered.
//! 6. At the end each position takes the move that needs the fewest positions.

use std::collections::BTreeMap;

use super::canonical::canonical;
use super::certificate::{Certificate, Entry};
use super::defence::Defence;
use super::lines_through;
use super::player::View;
use super::tally::cells;
use crate::game::Cell;
use crate::sort::sort_few;

/// How hard a position is tried.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Moves kept in a position.
    moves: usize,
    /// Replies that hold against a move; a move with more is not kept.
    replies: usize,
    /// Nodes of one search for a forced win.
    nodes: u64,
    /// Whether moves that make a three are tried.
    threes: bool,
    /// Whether moves that threaten nothing are, with four marks on the board.
    calm: bool,
    /// Positions looked at before it is given up.
    positions: u64,
}

/// Step 5.
const EFFORTS: [Effort; 4] = [
    Effort {
        moves: 12,
        replies: 12,
        nodes: 10_000,
        threes: false,
        calm: false,
        positions: 400,
    },
    Effort {
        moves: 24,
        replies: 24,
        nodes: 20_000,
        threes: false,
        calm: true,
        positions: 3_000,
    },
    Effort {
        moves: 24,
        replies: 24,
        nodes: 100_000,
        threes: true,
        calm: true,
        positions: 6_000,
    },
    Effort {
        moves: 48,
        replies: 48,
        nodes: 100_000,
        threes: true,
        calm: true,
        positions: 30_000,
    },
];

/// A number of proof that cannot be reached.
const NEVER: u32 = 1 << 28;

/// A quiet position.
#[derive(Clone, Debug)]
struct Node {
    marks: [u64; 2],
    /// The moves that are tried; none before the position has been looked at.
    tries: Vec<Try>,
    looked_at: bool,
    /// At least so many positions have to be proven to prove this one…
    proof: u32,
    /// … and so many to be refuted to refute it.
    disproof: u32,
    /// Positions in which a move may lead here.
    parents: Vec<usize>,
}

/// A move, and the positions after the replies that hold.
#[derive(Clone, Debug)]
pub(super) struct Try {
    pub(super) play: u8,
    pub(super) next: Vec<usize>,
}

/// How far the search for a strategy has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchCounts {
    /// Positions of four marks that have to be proven, as far as is known.
    pub wanted: usize,
    /// How many of them are.
    pub proven: usize,
    /// Positions looked at.
    pub positions: u64,
    /// Nodes of all searches for forced wins.
    pub nodes: u64,
    /// How many times a position was searched again with more effort.
    pub again: u64,
}

/// Proof-number search over quiet positions; resumable, a position at a time.
#[derive(Clone, Debug)]
pub(crate) struct Prover {
    nodes: Vec<Node>,
    index: BTreeMap<[u64; 2], usize>,
    defence: Defence,
    effort: usize,
    /// Positions looked at with this effort.
    spent: u64,
    positions: u64,
    searched: u64,
}

/// The search for a complete strategy; resumable.
#[derive(Clone, Debug)]
pub struct StrategySearch {
    prover: Prover,
    /// Step 4: one for each reply to the first move: the position, and for each
    /// second move the positions to prove.
    openings: Vec<Opening>,
    opening: usize,
    goal: Option<usize>,
    again: u64,
    failed: bool,
}

#[derive(Clone, Debug)]
struct Opening {
    marks: [u64; 2],
    /// Second moves that have not failed.
    tries: Vec<Try>,
}

impl Default for StrategySearch {
    fn default() -> StrategySearch {
        StrategySearch::new()
    }
}

impl StrategySearch {
    /// A search that knows nothing.
    pub fn new() -> StrategySearch {
        let mut search = StrategySearch {
            prover: Prover::new(),
            openings: Vec::new(),
            opening: 0,
            goal: None,
            again: 0,
            failed: false,
        };
        search.open();
        search
    }

    /// Step 4.
    fn open(&mut self) {
        const CORNER: u64 = 1;
        let pair = |cell: u8| canonical(CORNER | 1 << cell, 0).0;
        let wanted = pair(3);
        let mut replies: Vec<[u64; 2]> = (1..64)
            .map(|reply| canonical(CORNER, 1 << reply).0)
            .collect();
        replies.sort_unstable();
        replies.dedup();
        for marks in replies {
            let mut tries: Vec<Try> = Vec::new();
            for play in cells(!(marks[0] | marks[1])) {
                if pair(play) != wanted {
                    continue;
                }
                let first = marks[0] | 1 << play;
                let free = !(first | marks[1]);
                let mut next: Vec<usize> = cells(free)
                    .map(|reply| self.prover.node(first, marks[1] | 1 << reply))
                    .collect();
                next.sort_unstable();
                next.dedup();
                if tries.iter().all(|one| one.next != next) {
                    tries.push(Try { play, next });
                }
            }
            self.openings.push(Opening { marks, tries });
        }
    }

    /// Looks at one position more; `false` when there is nothing left to do.
    pub fn step(&mut self) -> bool {
        let Some(goal) = self.goal.or_else(|| self.next_goal()) else {
            return false;
        };
        self.goal = Some(goal);
        match self.prover.step(goal) {
            Tried::Proven => self.goal = None,
            Tried::Resists => {
                self.again += 1;
                if !self.prover.more_effort() {
                    // The second move that leads here is no good.
                    if let Some(opening) = self.openings.get_mut(self.opening) {
                        opening.tries.retain(|one| !one.next.contains(&goal));
                    }
                    self.goal = None;
                }
            }
            Tried::Open => {}
        }
        true
    }

    /// How far it has come.
    pub fn counts(&self) -> SearchCounts {
        let wanted = self.wanted();
        let proven = |&&node: &&usize| self.prover.proven(node);
        SearchCounts {
            wanted: wanted.len(),
            proven: wanted.iter().filter(proven).count(),
            positions: self.prover.positions,
            nodes: self.prover.searched,
            again: self.again,
        }
    }

    /// The positions of four marks that the chosen openings need.
    fn wanted(&self) -> Vec<usize> {
        let first_tries = self.openings.iter().filter_map(|one| one.tries.first());
        let mut all: Vec<usize> = first_tries.flat_map(|one| one.next.clone()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The next position of the opening to prove.
    fn next_goal(&mut self) -> Option<usize> {
        self.prover.least_effort();
        while let Some(opening) = self.openings.get_mut(self.opening) {
            if opening.tries.is_empty() {
                self.failed = true;
                return None;
            }
            // The second move with the fewest positions left to prove stays first.
            let prover = &self.prover;
            let open = |&node: &usize| !prover.proven(node);
            let left = |one: &Try| one.next.iter().filter(|node| open(node)).count();
            opening.tries.sort_by_key(left);
            let goal = opening.tries[0].next.iter().copied().find(open);
            if goal.is_some() {
                return goal;
            }
            self.opening += 1;
        }
        None
    }

    /// The strategy, once [`StrategySearch::step`] has nothing left to do; `None`
    /// if none was found.
    pub fn certificate(&self) -> Option<Certificate> {
        if self.failed || self.opening < self.openings.len() {
            return None;
        }
        let mut entries = self.prover.entries(self.wanted())?;
        entries.push(entry([0, 0], 0));
        for opening in &self.openings {
            entries.push(entry(opening.marks, opening.tries.first()?.play));
        }
        Some(Certificate::from_entries(entries))
    }
}

/// What a step of a proof comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tried {
    /// The position is won.
    Proven,
    /// Not with this effort.
    Resists,
    /// Not known yet.
    Open,
}

impl Prover {
    pub(crate) fn new() -> Prover {
        Prover {
            nodes: Vec::new(),
            index: BTreeMap::new(),
            defence: Defence::new(View { mine: 0, theirs: 0 }, 0),
            effort: 0,
            spent: 0,
            positions: 0,
            searched: 0,
        }
    }

    /// The nodes of all searches for forced wins.
    pub(crate) fn searched(&self) -> u64 {
        self.searched
    }

    fn proven(&self, node: usize) -> bool {
        self.nodes[node].proof == 0
    }

    /// A winning move of a position that is proven.
    pub(crate) fn winning_move(&self, view: View) -> Option<u8> {
        let (marks, symmetry) = canonical(view.mine, view.theirs);
        let node = &self.nodes[*self.index.get(&marks)?];
        let best = node.tries.iter().find(|one| self.proof_of(one) == 0)?;
        Some(symmetry.inverse().cell(Cell(best.play)).0)
    }

    /// Looks at one position more for the sake of this one.
    pub(crate) fn step(&mut self, goal: usize) -> Tried {
        let node = &self.nodes[goal];
        if node.proof == 0 {
            return Tried::Proven;
        }
        if node.disproof == 0 || self.spent >= EFFORTS[self.effort].positions {
            return Tried::Resists;
        }
        let leaf = self.most_proving(goal);
        self.look_at(leaf);
        self.update(leaf);
        Tried::Open
    }

    fn least_effort(&mut self) {
        self.effort = 0;
        self.spent = 0;
    }

    /// Step 5: what resisted is to be looked at again, except for what is proven.
    /// `false` when there is no greater effort.
    pub(crate) fn more_effort(&mut self) -> bool {
        for node in &mut self.nodes {
            if node.proof != 0 {
                node.tries.clear();
                node.looked_at = false;
                node.proof = 1;
                node.disproof = 1;
            }
        }
        self.spent = 0;
        let more = self.effort + 1 < EFFORTS.len();
        self.effort = if more { self.effort + 1 } else { 0 };
        more
    }

    /// The node of a position, new if need be.
    pub(crate) fn node(&mut self, first: u64, second: u64) -> usize {
        let marks = canonical(first, second).0;
        let next = self.nodes.len();
        let node = *self.index.entry(marks).or_insert(next);
        if node == next {
            self.nodes.push(Node {
                marks,
                tries: Vec::new(),
                looked_at: false,
                proof: 1,
                disproof: 1,
                parents: Vec::new(),
            });
        }
        node
    }

    /// Step 3: down to a position that has not been looked at.
    fn most_proving(&self, goal: usize) -> usize {
        let mut at = goal;
        while self.nodes[at].looked_at {
            let node = &self.nodes[at];
            let best = node.tries.iter().min_by_key(|one| self.proof_of(one));
            let next = best.and_then(|one| {
                let open = one.next.iter().filter(|&&next| self.nodes[next].proof != 0);
                open.min_by_key(|&&next| self.nodes[next].disproof)
            });
            match next {
                Some(&next) => at = next,
                None => break,
            }
        }
        at
    }

    /// To prove a move, all that follows has to be.
    fn proof_of(&self, one: &Try) -> u32 {
        let all = one.next.iter().map(|&next| self.nodes[next].proof);
        all.fold(0, |sum, proof| (sum + proof).min(NEVER))
    }

    /// To refute it, one is enough.
    fn disproof_of(&self, one: &Try) -> u32 {
        let all = one.next.iter().map(|&next| self.nodes[next].disproof);
        all.min().unwrap_or(NEVER)
    }

    /// Step 2.
    fn look_at(&mut self, at: usize) {
        let effort = EFFORTS[self.effort];
        let [mine, theirs] = self.nodes[at].marks;
        let view = View { mine, theirs };
        let mut found: Vec<(u8, Vec<View>)> = Vec::new();
        let mut calm: Vec<(u8, Vec<View>)> = Vec::new();
        let early = mine.count_ones() == 2;
        let mut most = effort.replies;
        for play in cells(view.free()) {
            let next = view.play(play);
            if !effort.threes && next.pass().fours() != 0 {
                continue;
            }
            let leaves = self.defence.collect(next, effort.nodes, most);
            self.searched += self.defence.nodes();
            let Some(leaves) = leaves else {
                if early && effort.calm && lines_through(Cell(play)).len() == 7 {
                    let leaves = every_reply(&mut self.defence, next, 100_000, 64);
                    calm.extend(leaves.map(|leaves| (play, leaves)));
                }
                continue;
            };
            let done = leaves.is_empty();
            found.push((play, leaves));
            if done {
                // Nothing holds against it: the position is proven.
                let last = found.len() - 1;
                found.drain(..last);
                break;
            }
            if found.len() > effort.moves {
                sort_few(&mut found, |(_, leaves)| leaves.len());
                found.truncate(effort.moves);
                most = found.last().map_or(most, |(_, leaves)| leaves.len());
            }
        }
        sort_few(&mut found, |(_, leaves)| leaves.len());
        found.truncate(effort.moves);
        if found.first().is_none_or(|(_, leaves)| !leaves.is_empty()) {
            found.append(&mut calm);
        }
        let mut tries = Vec::new();
        for (play, leaves) in found {
            let mut next: Vec<usize> = leaves
                .iter()
                .map(|leaf| self.node(leaf.mine, leaf.theirs))
                .collect();
            sort_few(&mut next, |&node| node);
            next.dedup();
            for &child in &next {
                let parents = &mut self.nodes[child].parents;
                if !parents.contains(&at) {
                    parents.push(at);
                }
            }
            tries.push(Try { play, next });
        }
        let node = &mut self.nodes[at];
        node.tries = tries;
        node.looked_at = true;
        self.positions += 1;
        self.spent += 1;
    }

    /// Passes new numbers up, as far as they change anything.
    fn update(&mut self, from: usize) {
        let mut queue = vec![from];
        while let Some(at) = queue.pop() {
            let node = &self.nodes[at];
            if !node.looked_at || node.proof == 0 {
                continue;
            }
            let tries = &node.tries;
            let proof = tries.iter().map(|one| self.proof_of(one)).min();
            let proof = proof.unwrap_or(NEVER);
            let disproof = tries
                .iter()
                .fold(0, |sum, one| (sum + self.disproof_of(one)).min(NEVER));
            let disproof = if proof == 0 { NEVER } else { disproof };
            if (proof, disproof) != (node.proof, node.disproof) {
                let node = &mut self.nodes[at];
                (node.proof, node.disproof) = (proof, disproof);
                queue.extend(&node.parents);
            }
        }
    }

    /// The positions that proven ones need, each with the move that needs the
    /// fewest, and the moves; nothing if one of them is not proven.
    fn entries(&self, from: impl IntoIterator<Item = usize>) -> Option<Vec<Entry>> {
        // Step 6: how many positions each move needs. Positions that several
        // replies share count once for each, so that this is a guide and not the
        // least number.
        let size = self.sizes();
        let mut entries = BTreeMap::new();
        let mut open: Vec<usize> = from.into_iter().collect();
        while let Some(at) = open.pop() {
            let node = &self.nodes[at];
            let proven = node.tries.iter().filter(|one| self.proof_of(one) == 0);
            let need = |one: &&Try| -> u64 { one.next.iter().map(|&next| size[next]).sum() };
            let best = proven.min_by_key(need)?;
            let entry = entry(node.marks, best.play);
            if entries.insert(node.marks, entry).is_none() {
                open.extend(&best.next);
            }
        }
        Some(entries.into_values().collect())
    }

    fn sizes(&self) -> Vec<u64> {
        const UNKNOWN: u64 = 1 << 40;
        // A move adds marks: sorted by their number, what follows comes first.
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&at| core::cmp::Reverse(self.nodes[at].marks[0].count_ones()));
        let mut size = vec![UNKNOWN; self.nodes.len()];
        for at in order {
            let node = &self.nodes[at];
            let proven = node.tries.iter().filter(|one| self.proof_of(one) == 0);
            let need = proven.map(|one| one.next.iter().map(|&next| size[next]).sum::<u64>());
            size[at] = need.min().map_or(UNKNOWN, |need| (need + 1).min(UNKNOWN));
        }
        size
    }
}

/// The positions after every reply to a move that threatens nothing. After a reply
/// that makes a three, and its answer, those that hold against forced wins found
/// within `nodes` nodes, `most` at the most.
pub(super) fn every_reply(
    defence: &mut Defence,
    view: View,
    nodes: u64,
    most: usize,
) -> Option<Vec<View>> {
    let mut leaves = Vec::new();
    for reply in cells(view.free()) {
        let next = view.play(reply);
        let stops = next.pass().fours();
        if stops == 0 {
            leaves.push(next);
        } else if stops & (stops - 1) == 0 && next.fours() == 0 {
            // A three, its answer, and what holds then.
            let after = next.play(stops.trailing_zeros() as u8);
            leaves.extend(defence.collect(after, nodes, most)?);
        } else {
            return None;
        }
    }
    Some(leaves)
}

pub(super) fn entry([first, second]: [u64; 2], play: u8) -> Entry {
    Entry {
        first,
        second,
        play: Cell(play),
    }
}

#[cfg(test)]
impl Prover {
    /// A strategy from a quiet position on, with as much effort as it takes.
    pub(super) fn strategy([first, second]: [u64; 2]) -> Option<Certificate> {
        let mut prover = Prover::new();
        let goal = prover.node(first, second);
        loop {
            match prover.step(goal) {
                Tried::Proven => break,
                Tried::Resists if !prover.more_effort() => return None,
                _ => {}
            }
        }
        prover.entries([goal]).map(Certificate::from_entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::check::{Check, Mode, Outcome};

    /// What is proven holds against every reply, by the independent check.
    #[test]
    fn what_is_proven_is_won() {
        let (step, goals) = if cfg!(debug_assertions) {
            (499, 2)
        } else {
            (29, 40)
        };
        let shipped = Certificate::shipped();
        let known = shipped.entries().iter();
        let mut prover = Prover::new();
        // Positions of six marks: two thirds of the certificate.
        for known in known
            .filter(|one| one.first.count_ones() == 3)
            .step_by(step)
            .take(goals)
        {
            let marks = [known.first, known.second];
            let goal = prover.node(known.first, known.second);
            prover.least_effort();
            loop {
                match prover.step(goal) {
                    Tried::Proven => break,
                    Tried::Resists => assert!(prover.more_effort(), "{marks:?}"),
                    Tried::Open => {}
                }
            }
            let entries = prover.entries([goal]).expect("a proven position");
            let text = Certificate::from_entries(entries).text();
            let mut check = Check::from(&text, Mode::Canonical, marks).expect("entries");
            assert_eq!(check.run(u64::MAX), Some(&Outcome::Proved), "{marks:?}");
            // Without the entries, nothing tells the first player where to play.
            let mut check = Check::from("", Mode::Canonical, marks).expect("no entries");
            assert!(matches!(check.run(u64::MAX), Some(Outcome::Refuted(_))));
            let [mine, theirs] = marks;
            assert!(prover.winning_move(View { mine, theirs }).is_some());
        }
    }

    /// The search goes forward and tells how far it is.
    #[test]
    fn a_search_begun_is_no_strategy_yet() {
        let mut search = StrategySearch::new();
        let start = search.counts();
        assert_eq!((start.proven, start.positions), (0, 0));
        assert!(start.wanted > 100);
        for _ in 0..if cfg!(debug_assertions) { 1 } else { 200 } {
            assert!(search.step());
        }
        let now = search.counts();
        assert!(now.positions > 0 && now.nodes > 0);
        assert!(now.proven > 0 || cfg!(debug_assertions));
        assert_eq!(search.certificate(), None);
    }
}
