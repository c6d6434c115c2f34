//! How the computer plays morpion 3D and what it says of a position.

use std::sync::Arc;

use super::defence::{Defence, Fate};
use super::search::Search;
use super::tally::{Tally, cells, gaps};
use super::threats::{Forced, ForcedWin};
use super::{Certificate, Cube};
use crate::analysis::Analysis;
use crate::game::{Cell, CellSet, Side};
use crate::hint::{self, Hint};
use crate::level::Level;
use crate::player::Progress;
use crate::rng::Rng;
use crate::rules::Rules;
use crate::tables::Tables;

pub(crate) use super::analyst::Analyst;

/// A forced win within so many positions is overlooked neither by *Patashnik* nor
/// by the analysis: the hardest one of the certificate needs fewer.
pub(crate) const FORCED_NODES: u64 = 100_000;

/// The move of one level in one position.
#[derive(Clone, Debug)]
pub(crate) enum Thinker {
    /// One move ahead, distracted.
    Doux(Doux),
    /// A complete search.
    Serieux(Box<Serieux>),
    /// All that is known.
    Patashnik(Box<Patashnik>),
}

impl Thinker {
    /// Thinks at this level within a budget of nodes; the seed has been mixed
    /// with the position already.
    pub(crate) fn new(
        tables: &Tables,
        position: &Cube,
        level: Level,
        seed: u64,
        budget: u64,
    ) -> Thinker {
        match level.rank() {
            0 => Thinker::Doux(Doux::new(position, seed)),
            1 => Thinker::Serieux(Box::new(Serieux::new(position, seed, budget))),
            _ => Thinker::Patashnik(Box::new(Patashnik::new(tables, position, seed, budget))),
        }
    }

    pub(crate) fn run(&mut self, nodes: u64) -> Progress {
        match self {
            Thinker::Doux(_) => Progress::Done,
            Thinker::Serieux(serieux) => serieux.run(nodes),
            Thinker::Patashnik(patashnik) => patashnik.run(nodes),
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        match self {
            Thinker::Doux(doux) => doux.nodes,
            Thinker::Serieux(serieux) => serieux.search.nodes(),
            Thinker::Patashnik(patashnik) => patashnik.nodes,
        }
    }

    pub(crate) fn choice(&self) -> Option<Cell> {
        match self {
            Thinker::Doux(doux) => doux.choice,
            Thinker::Serieux(serieux) => serieux.search.best().map(|(cell, _)| Cell(cell)),
            Thinker::Patashnik(patashnik) => patashnik.choice,
        }
    }
}

/// Marks and counts of the side to move and of the other one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub(crate) mine: u64,
    pub(crate) theirs: u64,
}

impl View {
    pub(crate) fn of(position: &Cube) -> View {
        let me = position.turn();
        View {
            mine: position.marks[me.index()],
            theirs: position.marks[me.other().index()],
        }
    }

    pub(crate) fn free(self) -> u64 {
        !(self.mine | self.theirs)
    }

    /// Where the side to move completes a four.
    pub(crate) fn fours(self) -> u64 {
        gaps(
            Tally::of(self.mine).threes(&Tally::of(self.theirs)),
            self.mine,
        )
    }

    /// The other side to move after this move.
    #[must_use]
    pub(crate) fn play(self, cell: u8) -> View {
        View {
            mine: self.theirs,
            theirs: self.mine | 1 << cell,
        }
    }

    /// The other side to move, as if this one had passed.
    #[must_use]
    pub(crate) fn pass(self) -> View {
        View {
            mine: self.theirs,
            theirs: self.mine,
        }
    }
}

/// Numbers that order moves which nothing else tells apart.
fn shuffled(rng: &mut Rng) -> [u8; 64] {
    [0; 64].map(|_: u8| rng.below(256) as u8)
}

/// The level *Doux*: it has chosen as soon as it is there.
#[derive(Clone, Debug)]
pub(crate) struct Doux {
    choice: Option<Cell>,
    nodes: u64,
}

impl Doux {
    /// 1. It sees its own four, nearly always.
    /// 2. It sees the other side's three, three times in four.
    /// 3. Else it looks at a few cells and takes the one with the most lines that
    ///    are still open to it.
    fn new(position: &Cube, seed: u64) -> Doux {
        let view = View::of(position);
        let mut rng = Rng::new(seed);
        let free = view.free();
        let pick = |set: u64, rng: &mut Rng| {
            let count = u64::from(set.count_ones());
            (count > 0).then(|| cells(set).nth(rng.below(count) as usize))?
        };
        let sees_four = rng.below(10) < 9;
        let sees_three = rng.below(4) < 3;
        let fours = if sees_four { view.fours() } else { 0 };
        let threes = if sees_three { view.pass().fours() } else { 0 };
        let looked_at = [0; 3].map(|_: u8| pick(free, &mut rng));
        let open = |cell: &u8| {
            let lines = super::lines_through(Cell(*cell)).iter();
            let open =
                lines.filter(|&&line| super::LINES[usize::from(line)].mask & view.theirs == 0);
            open.count()
        };
        let choice = pick(fours, &mut rng)
            .or_else(|| pick(threes, &mut rng))
            .or_else(|| looked_at.into_iter().flatten().max_by_key(open));
        Doux {
            choice: choice.map(Cell),
            nodes: u64::from(free.count_ones()),
        }
    }
}

/// The level *Sérieux*.
#[derive(Clone, Debug)]
pub(crate) struct Serieux {
    search: Search,
    budget: u64,
}

impl Serieux {
    fn new(position: &Cube, seed: u64, budget: u64) -> Serieux {
        let view = View::of(position);
        let order = shuffled(&mut Rng::new(seed));
        Serieux {
            search: Search::new(view.mine, view.theirs, view.free(), &order),
            budget,
        }
    }

    fn run(&mut self, nodes: u64) -> Progress {
        let left = self.budget.saturating_sub(self.search.nodes());
        if self.search.run(nodes.min(left)) || self.search.nodes() >= self.budget {
            Progress::Done
        } else {
            Progress::Working
        }
    }
}

/// The level *Patashnik*.
///
/// 1. It completes a four, or else stops the other side's three.
/// 2. As first player it follows the certificate: with that it wins every game.
/// 3. It plays a forced win, the shortest, if there is one: so it punishes the
///    first slip.
/// 4. Otherwise it asks what the other side would do if it passed. No forced win:
///    then there is none after any move, for a mark more never helps the other
///    side. A forced win: then each move is searched for whether it stops it.
/// 5. Among the moves that leave no forced win, or none within the budget, the
///    complete search chooses. If all moves lose, the one that loses last.
#[derive(Clone, Debug)]
pub(crate) struct Patashnik {
    view: View,
    stage: Stage,
    order: [u8; 64],
    choice: Option<Cell>,
    nodes: u64,
    budget: u64,
}

#[derive(Clone, Debug)]
enum Stage {
    /// Step 3.
    OwnWin(Box<ForcedWin>),
    /// Step 4.
    Defence(Box<Defence>),
    /// Step 5.
    Search(Box<Search>),
    Done,
}

impl Patashnik {
    fn new(tables: &Tables, position: &Cube, seed: u64, budget: u64) -> Patashnik {
        let view = View::of(position);
        let mut rng = Rng::new(seed);
        let order = shuffled(&mut rng);
        // There is a choice from the first moment on.
        let known = known_move(tables.cube(), position, view, &mut rng);
        let choice = known.or_else(|| preferred(view.free(), &order));
        let stage = if known.is_some() || choice.is_none() {
            Stage::Done
        } else {
            let mut forced = ForcedWin::new();
            forced.set(view.mine, view.theirs);
            Stage::OwnWin(Box::new(forced))
        };
        Patashnik {
            view,
            stage,
            order,
            choice: choice.map(Cell),
            nodes: 1,
            budget,
        }
    }

    fn run(&mut self, nodes: u64) -> Progress {
        let end = self.nodes.saturating_add(nodes).min(self.budget);
        while !matches!(self.stage, Stage::Done) && self.nodes < end {
            self.step(end - self.nodes);
        }
        if self.nodes >= self.budget {
            self.stage = Stage::Done;
        }
        match self.stage {
            Stage::Done => Progress::Done,
            _ => Progress::Working,
        }
    }

    fn step(&mut self, nodes: u64) {
        match &mut self.stage {
            Stage::OwnWin(forced) => {
                let before = forced.nodes();
                let verdict = forced.run(nodes.min(FORCED_NODES - before));
                self.nodes += forced.nodes() - before;
                if verdict == Some(Forced::Win) {
                    self.choice = forced.sequence().first().copied();
                    self.stage = Stage::Done;
                } else if verdict.is_some() || forced.nodes() >= FORCED_NODES {
                    let defence = Defence::new(self.view, FORCED_NODES);
                    self.nodes += defence.nodes();
                    self.stage = Stage::Defence(Box::new(defence));
                }
            }
            Stage::Defence(defence) => {
                let before = defence.nodes();
                let done = defence.run(nodes);
                self.nodes += defence.nodes() - before;
                // A move of which nothing is known yet is better than one that loses.
                let safe = defence.moves(|fate| fate == Some(Fate::Holds));
                let open = defence.moves(|fate| !matches!(fate, Some(Fate::Loses(_))));
                let plies = |cell: &u8| match defence.fate(*cell) {
                    Some(Fate::Loses(plies)) => plies,
                    _ => 0,
                };
                let last = cells(self.view.free()).max_by_key(plies);
                self.choice = preferred(safe, &self.order)
                    .or_else(|| preferred(open, &self.order))
                    .or(last)
                    .map(Cell);
                if done && open == 0 {
                    self.stage = Stage::Done;
                } else if done {
                    let View { mine, theirs } = self.view;
                    let search = Search::new(mine, theirs, open, &self.order);
                    self.stage = Stage::Search(Box::new(search));
                }
            }
            Stage::Search(search) => {
                let before = search.nodes();
                let done = search.run(nodes);
                self.nodes += search.nodes() - before;
                self.choice = search.best().map(|(cell, _)| Cell(cell)).or(self.choice);
                if done {
                    self.stage = Stage::Done;
                }
            }
            Stage::Done => {}
        }
    }
}

/// The cell that comes first in an order.
fn preferred(set: u64, order: &[u8; 64]) -> Option<u8> {
    cells(set).max_by_key(|&cell| order[usize::from(cell)])
}

/// Steps 1 and 2 of *Patashnik*.
fn known_move(
    certificate: &Arc<Certificate>,
    position: &Cube,
    view: View,
    rng: &mut Rng,
) -> Option<u8> {
    if position.outcome().is_some() {
        return None;
    }
    let threes = [view.fours(), view.pass().fours()];
    if let Some(cell) = threes.into_iter().find_map(|set| cells(set).next()) {
        return Some(cell);
    }
    let entry = certificate.find_cube(position)?;
    if view.free() == u64::MAX {
        // A symmetry makes any cell on as many lines the same: some variety.
        let lines = |cell: u8| super::lines_through(Cell(cell)).len();
        let alike = (0..64).filter(|&cell| lines(cell) == lines(entry.0));
        return alike.clone().nth(rng.below(alike.count() as u64) as usize);
    }
    Some(entry.0)
}

/// The plainest reason for a legal move.
pub(crate) fn explain(position: &Cube, analysis: &Analysis, cell: Cell) -> Hint {
    hint::generic(position, analysis, cell, threats)
}

/// The cells where the next mark of this side completes a line.
pub(crate) fn threats(position: &Cube, side: Side) -> CellSet {
    if position.outcome().is_some() {
        return CellSet::EMPTY;
    }
    let view = View {
        mine: position.marks[side.index()],
        theirs: position.marks[side.other().index()],
    };
    CellSet(u128::from(view.fours()))
}
