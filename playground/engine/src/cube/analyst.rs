//! What is proven of a position of the cube.
//!
//! A value is told only when it is proven: by a forced win, by the certificate, or
//! by a search to the last cell. `plies` is the length of the win that is known;
//! a shorter one may exist. Wins out of the certificate have no length.

use std::sync::Arc;

use super::canonical::canonical;
use super::defence::{Defence, Fate};
use super::player::{FORCED_NODES, View};
use super::proof::{Prover, Tried};
use super::search::{PROVEN, Search, WIN};
use super::tally::cells;
use super::threats::{Forced, ForcedWin};
use super::{Certificate, Cube};
use crate::analysis::{Analysis, MoveValue, Value};
use crate::game::{Cell, Outcome, Side};
use crate::player::Progress;
use crate::rules::Rules;
use crate::tables::Tables;

/// What is spent on a position unless the caller says otherwise.
const DEFAULT_NODES: u64 = 4_000_000;

/// With no more free cells than this, a search to the last cell is worth a try.
const LATE: u32 = 18;

/// What is known of a move: its value and the plies until the end, this move
/// included.
type Known = (Value, Option<u16>);

/// The analysis of one position; resumable.
///
/// 1. Does the side to move win by force? Then which of its threes do, too?
/// 2. After which moves does the other side win by force?
/// 3. What does the certificate know? The first player's move out of it wins, and
///    after that every reply loses. A first move wins as well when each reply
///    meets a forced win or an entry.
/// 4. When few cells are left: a search to the end of the game.
/// 5. When nothing has been found: a proof-number search over the moves that
///    threaten, until the budget is spent.
#[derive(Clone, Debug)]
pub(crate) struct Analyst {
    view: View,
    first_player: bool,
    certificate: Arc<Certificate>,
    known: [Option<Known>; 64],
    line: Vec<Cell>,
    followed: bool,
    stage: Stage,
    nodes: u64,
    budget: u64,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Step 1, the position itself.
    Force(Box<ForcedWin>),
    /// Step 1, move by move: those left, and the one that is searched.
    Threes(Box<ForcedWin>, u64, u8),
    /// Step 2.
    Defence(Box<Defence>),
    /// Step 3, move by move.
    Strategy(Box<Defence>, u64, u8),
    /// Step 4, move by move.
    Late(Option<Box<Search>>, u64, u8),
    /// Step 5.
    Prove(Box<Prover>, usize),
    Done,
}

impl Analyst {
    /// Analyses within a budget of nodes.
    pub(crate) fn new(tables: &Tables, position: &Cube, nodes: Option<u64>) -> Analyst {
        let view = View::of(position);
        let mut forced = ForcedWin::new();
        forced.set_cube(position, position.turn());
        Analyst {
            view,
            first_player: position.turn() == Side::X,
            certificate: Arc::clone(tables.cube()),
            known: [None; 64],
            line: Vec::new(),
            followed: false,
            stage: match position.outcome() {
                None => Stage::Force(Box::new(forced)),
                Some(Outcome::Win(_) | Outcome::Draw) => Stage::Done,
            },
            nodes: 1,
            budget: nodes.unwrap_or(DEFAULT_NODES),
        }
    }

    pub(crate) fn run(&mut self, nodes: u64) -> Progress {
        let end = self.nodes.saturating_add(nodes).min(self.budget);
        while !matches!(self.stage, Stage::Done) && self.nodes < end {
            // Taken out, so that a step may write to everything else.
            let stage = core::mem::replace(&mut self.stage, Stage::Done);
            self.stage = self.step(stage, end - self.nodes);
        }
        if self.nodes >= self.budget {
            self.stage = Stage::Done;
        }
        if !matches!(self.stage, Stage::Done) {
            return Progress::Working;
        }
        if !self.followed {
            self.followed = true;
            self.follow();
        }
        Progress::Done
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Runs a forced-win search on; `None` if it is not at its end yet.
    fn force(&mut self, forced: &mut ForcedWin, nodes: u64) -> Option<bool> {
        let before = forced.nodes();
        let verdict = forced.run(nodes.min(FORCED_NODES.saturating_sub(before)));
        self.nodes += forced.nodes() - before;
        match verdict {
            Some(verdict) => Some(verdict == Forced::Win),
            None => (forced.nodes() >= FORCED_NODES).then_some(false),
        }
    }

    fn unknown(&self) -> u64 {
        cells(self.view.free())
            .filter(|&cell| self.known[usize::from(cell)].is_none())
            .fold(0, |set, cell| set | 1 << cell)
    }

    fn know(&mut self, cell: u8, value: Value, plies: Option<u16>) {
        self.known[usize::from(cell & 63)].get_or_insert((value, plies));
    }

    fn step(&mut self, stage: Stage, nodes: u64) -> Stage {
        match stage {
            Stage::Force(mut forced) => match self.force(&mut forced, nodes) {
                None => Stage::Force(forced),
                Some(true) => {
                    self.line = forced.sequence().to_vec();
                    if let Some(first) = self.line.first() {
                        self.know(first.0, Value::Win, Some(self.line.len() as u16));
                    }
                    for four in cells(self.view.fours()) {
                        self.know(four, Value::Win, Some(1));
                    }
                    let left = self.unknown();
                    self.next_three(forced, left)
                }
                // Without a forced win no three begins one.
                Some(false) => self.defence(),
            },
            Stage::Threes(mut forced, left, cell) => match self.force(&mut forced, nodes) {
                None => Stage::Threes(forced, left, cell),
                Some(wins) => {
                    if wins {
                        let plies = forced.sequence().len() as u16 + 2;
                        self.know(cell, Value::Win, Some(plies));
                    }
                    self.next_three(forced, left)
                }
            },
            Stage::Defence(mut defence) => {
                let before = defence.nodes();
                let done = defence.run(nodes);
                self.nodes += defence.nodes() - before;
                for cell in cells(self.unknown()) {
                    if let Some(Fate::Loses(plies)) = defence.fate(cell) {
                        self.know(cell, Value::Loss, Some(plies));
                    }
                }
                if done {
                    self.look_up();
                    let left = if self.first_player { self.unknown() } else { 0 };
                    self.next_strategy(defence, left)
                } else {
                    Stage::Defence(defence)
                }
            }
            Stage::Strategy(mut defence, left, cell) => {
                let before = defence.nodes();
                let done = defence.run(nodes);
                self.nodes += defence.nodes() - before;
                if !done {
                    return Stage::Strategy(defence, left, cell);
                }
                let next = self.view.play(cell);
                let holding = defence.moves(|fate| !matches!(fate, Some(Fate::Loses(_))));
                let entry = |reply: u8| {
                    self.certificate
                        .find(next.theirs, next.mine | 1 << (reply & 63))
                };
                if cells(holding).all(|reply| entry(reply).is_some()) {
                    let plies = (holding == 0).then(|| longest(&defence, next) + 1);
                    self.know(cell, Value::Win, plies);
                }
                self.next_strategy(defence, left)
            }
            Stage::Late(search, left, cell) => {
                let Some(mut search) = search else {
                    return self.next_late(left);
                };
                let before = search.nodes();
                let done = search.run(nodes);
                self.nodes += search.nodes() - before;
                if !done {
                    return Stage::Late(Some(search), left, cell);
                }
                // The score is the other side's.
                let score = search.best().map_or(0, |(_, score)| score);
                let plies = (WIN - score.abs()) as u16 + 1;
                match score {
                    PROVEN.. => self.know(cell, Value::Loss, Some(plies)),
                    _ if score <= -PROVEN => self.know(cell, Value::Win, Some(plies)),
                    _ => {
                        let free = self.view.free().count_ones() as u16;
                        self.know(cell, Value::Draw, Some(free));
                    }
                }
                self.next_late(left)
            }
            Stage::Prove(mut prover, goal) => {
                let before = prover.searched();
                let tried = prover.step(goal);
                self.nodes += prover.searched() - before;
                match tried {
                    Tried::Open => Stage::Prove(prover, goal),
                    Tried::Proven => {
                        if let Some(cell) = prover.winning_move(self.view) {
                            self.know(cell, Value::Win, None);
                        }
                        Stage::Done
                    }
                    Tried::Resists if prover.more_effort() => Stage::Prove(prover, goal),
                    Tried::Resists => Stage::Done,
                }
            }
            Stage::Done => Stage::Done,
        }
    }

    fn next_three(&mut self, mut forced: Box<ForcedWin>, left: u64) -> Stage {
        for cell in cells(left) {
            let left = left & !(2_u64 << cell).wrapping_sub(1);
            let next = self.view.play(cell);
            // The other side's own fours come first; what he must fill, second.
            let threes = next.pass().fours();
            if next.fours() != 0 || threes == 0 {
                continue;
            }
            if threes & (threes - 1) != 0 {
                self.know(cell, Value::Win, Some(3));
                continue;
            }
            let after = next.play(threes.trailing_zeros() as u8);
            forced.set(after.mine, after.theirs);
            self.nodes += 1;
            return Stage::Threes(forced, left, cell);
        }
        self.defence()
    }

    fn defence(&mut self) -> Stage {
        let defence = Defence::new(self.view, FORCED_NODES);
        self.nodes += defence.nodes();
        Stage::Defence(Box::new(defence))
    }

    /// Step 3, what takes no search.
    fn look_up(&mut self) {
        let View { mine, theirs } = self.view;
        if self.first_player {
            if let Some(play) = self.certificate.find(mine, theirs) {
                let after = |cell: u8| canonical(mine | 1 << cell, theirs).0;
                let wanted = after(play.0);
                for cell in cells(self.unknown()) {
                    if after(cell) == wanted {
                        self.know(cell, Value::Win, None);
                    }
                }
                if self.line.is_empty() {
                    self.line.push(play);
                }
            }
            return;
        }
        let from_entry = cells(theirs).any(|last| {
            let before = theirs & !(1 << last);
            self.certificate.find(before, mine).is_some_and(|play| {
                let image = |cell: u8| canonical(before | 1 << cell, mine).0;
                play.0 == last || image(play.0) == image(last)
            })
        });
        for cell in cells(self.unknown()) {
            let next = self.view.play(cell);
            if from_entry || self.certificate.find(next.mine, next.theirs).is_some() {
                self.know(cell, Value::Loss, None);
            }
        }
    }

    fn next_strategy(&mut self, mut defence: Box<Defence>, left: u64) -> Stage {
        // A first player who leaves a three alone is not in the certificate.
        let quiet = |&cell: &u8| self.view.play(cell).fours() == 0;
        let Some(cell) = cells(left).find(quiet) else {
            let late = self.view.free().count_ones() <= LATE;
            return Stage::Late(None, if late { self.unknown() } else { 0 }, 0);
        };
        let left = left & !(2_u64 << cell).wrapping_sub(1);
        defence.set(self.view.play(cell));
        self.nodes += defence.nodes();
        Stage::Strategy(defence, left, cell)
    }

    fn next_late(&mut self, left: u64) -> Stage {
        let Some(cell) = cells(left).next() else {
            return self.prove();
        };
        let left = left & (left - 1);
        let View { mine, theirs } = self.view.play(cell);
        let free = !(mine | theirs);
        if free == 0 {
            self.know(cell, Value::Draw, Some(1));
            return Stage::Late(None, left, 0);
        }
        let search = Search::new(mine, theirs, free, &[0; 64]);
        self.nodes += 1;
        Stage::Late(Some(Box::new(search)), left, cell)
    }

    /// Step 5, for a position in which nothing is decided.
    fn prove(&self) -> Stage {
        let known = |value| self.known.iter().flatten().any(|known| known.0 == value);
        let View { mine, theirs } = self.view;
        // With hardly any marks there is no hope within a budget.
        if known(Value::Win) || self.unknown() == 0 || mine.count_ones() < 2 {
            return Stage::Done;
        }
        let mut prover = Prover::new();
        let goal = prover.node(mine, theirs);
        Stage::Prove(Box::new(prover), goal)
    }

    pub(crate) fn result(&self) -> Analysis {
        let moves = cells(self.view.free()).map(|cell| {
            let (value, plies) = self.known[usize::from(cell)].unwrap_or((Value::Unknown, None));
            MoveValue {
                cell: Cell(cell),
                value,
                plies,
                score: None,
                effort: self.nodes,
            }
        });
        let mut analysis = Analysis::of_moves(moves.collect(), Vec::new());
        let begins = |first: &Cell| analysis.best.contains(first);
        if self.line.first().is_some_and(begins) {
            analysis.pv.clone_from(&self.line);
        } else if analysis.value != Value::Unknown {
            analysis.pv.extend(analysis.best.first());
        }
        analysis
    }

    /// At the end, the moves that follow the best one: a forced win, or the longest
    /// way to lose to one.
    fn follow(&mut self) {
        let analysis = self.result();
        let Some(best) = analysis.pv.first() else {
            return;
        };
        match analysis.value {
            Value::Win if analysis.pv.len() == 1 && analysis.plies != Some(1) => {
                self.line = vec![*best];
                let next = self.view.play(best.0);
                self.line.extend(losing_line(next, None));
            }
            Value::Loss => self.line = losing_line(self.view, Some(best.0)),
            _ => {}
        }
    }
}

/// The longest way to lose by force, from a given move on if there is one; empty
/// where no forced win is known against every move.
fn losing_line(view: View, first: Option<u8>) -> Vec<Cell> {
    let mut view = view;
    let mut first = first;
    let mut line = Vec::new();
    let mut forced = ForcedWin::new();
    loop {
        let cell = match first.take() {
            Some(cell) => cell,
            None => {
                if view.fours() != 0 {
                    return line;
                }
                let mut defence = Defence::new(view, FORCED_NODES);
                defence.run(u64::MAX);
                let plies = |cell: &u8| match defence.fate(*cell) {
                    Some(Fate::Loses(plies)) => plies,
                    _ => u16::MAX,
                };
                match cells(view.free()).max_by_key(plies) {
                    Some(cell) if plies(&cell) < u16::MAX => cell,
                    _ => return line,
                }
            }
        };
        line.push(Cell(cell));
        let next = view.play(cell);
        if forced.solve(next.mine, next.theirs, FORCED_NODES) == Some(Forced::Win) {
            line.extend(forced.sequence());
            return line;
        }
        // A three, which is answered first.
        let answers = next.pass().fours();
        if next.fours() != 0 || answers.count_ones() != 1 {
            return line;
        }
        let answer = answers.trailing_zeros() as u8;
        line.push(Cell(answer));
        view = next.play(answer);
    }
}

/// The plies until the longest of these lost moves has lost.
fn longest(defence: &Defence, view: View) -> u16 {
    let plies = cells(view.free()).map(|cell| match defence.fate(cell) {
        Some(Fate::Loses(plies)) => plies,
        _ => 0,
    });
    plies.max().unwrap_or(0)
}
