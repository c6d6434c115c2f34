//! The computer as an opponent: one thinker for any level of any game.

use crate::analysis::Value;
use crate::game::Cell;
use crate::level::Level;
use crate::position::Position;
use crate::record::Record;
use crate::tables::Tables;
use crate::{classique, cube, infini, ultimate};

/// Whether a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Progress {
    /// There is more to search.
    Working,
    /// The answer is final.
    Done,
}

/// What a search thinks of the move that it would play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// The plies that were searched whole.
    pub depth: u16,
    /// What is proven of the position, for the side to move.
    pub value: Value,
    /// The plies to the end that a proof tells.
    pub plies: Option<u16>,
    /// An estimate from −1000 to 1000 for the side to move; the ends are proofs.
    pub score: i16,
    /// The moves that it expects, its own first.
    pub pv: Vec<Cell>,
}

/// A resumable thinker: the move of one level in one position.
///
/// It is a value without a clock: who holds it runs it by slices, and may take
/// the best choice so far at any time. Same record, level, seed and budget, same
/// choice, however the slices are cut.
///
/// ```
/// use morpion_engine::{Game, Level, Player, Progress, Record};
///
/// let record = Record::parse(Game::Classique, "1-5-2").unwrap();
/// let level = Level::from_slug(Game::Classique, "parfait").unwrap();
/// let mut player = Player::new(&record, level, 1, None);
/// while player.run(1_000) == Progress::Working {}
/// assert_eq!(player.choice(), Game::Classique.cell_from_name("3"));
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    thinker: Thinker,
    budget: u64,
    over: bool,
    done: bool,
}

#[derive(Clone, Debug)]
enum Thinker {
    Classique(classique::Thinker),
    Infini(infini::Thinker),
    Ultimate(Box<ultimate::player::Thinker>),
    Cube(Box<cube::player::Thinker>),
}

macro_rules! each_thinker {
    ($thinker:expr, $inner:ident => $body:expr) => {
        match $thinker {
            Thinker::Classique($inner) => $body,
            Thinker::Infini($inner) => $body,
            Thinker::Ultimate($inner) => $body,
            Thinker::Cube($inner) => $body,
        }
    };
}

impl Player {
    /// A thinker about the last position of a record, within a budget of nodes;
    /// without one, within [`Level::default_nodes`].
    ///
    /// A level of another game counts by its rank.
    pub fn new(record: &Record, level: Level, seed: u64, nodes: Option<u64>) -> Player {
        Player::with_tables(&Tables::new(), record, level, seed, nodes)
    }

    /// The same with tables that the caller keeps for the next move.
    pub fn with_tables(
        tables: &Tables,
        record: &Record,
        level: Level,
        seed: u64,
        nodes: Option<u64>,
    ) -> Player {
        let position = record.position();
        let level = level.clamped_to(position.game());
        let budget = nodes.unwrap_or_else(|| level.default_nodes());
        // Each position draws numbers of its own, so that a move taken back and
        // played again gets the same answer.
        let seed = seed.wrapping_add(position.key());
        Player {
            thinker: match &position {
                Position::Classique(p) => {
                    Thinker::Classique(classique::Thinker::new(tables, p, level, seed))
                }
                Position::Infini(p) => {
                    Thinker::Infini(infini::Thinker::new(tables, p, level, seed))
                }
                Position::Ultimate(p) => Thinker::Ultimate(Box::new(
                    ultimate::player::Thinker::new(tables, p, level, seed, budget),
                )),
                Position::Cube(p) => Thinker::Cube(Box::new(cube::player::Thinker::new(
                    tables, p, level, seed, budget,
                ))),
            },
            budget,
            over: position.outcome().is_some(),
            done: position.outcome().is_some(),
        }
    }

    /// Thinks for about `nodes` more nodes.
    pub fn run(&mut self, nodes: u64) -> Progress {
        if !self.done {
            let progress = each_thinker!(&mut self.thinker, thinker => thinker.run(nodes));
            self.done = progress == Progress::Done;
        }
        if self.done {
            Progress::Done
        } else {
            Progress::Working
        }
    }

    /// The nodes spent so far.
    pub fn nodes(&self) -> u64 {
        each_thinker!(&self.thinker, thinker => thinker.nodes())
    }

    /// How much of the budget is spent, in thousandths; 1000 once the choice is
    /// final.
    pub fn per_mille(&self) -> u16 {
        if self.done {
            return 1000;
        }
        let spent = u128::from(self.nodes()) * 1000 / u128::from(self.budget.max(1));
        spent.min(999) as u16
    }

    /// Ends the search after an iteration of this depth, where a level searches by
    /// depth: the far levels of Ultimate. The others take no notice.
    pub fn limit_depth(&mut self, depth: u16) {
        if let Thinker::Ultimate(thinker) = &mut self.thinker {
            thinker.limit_depth(depth);
        }
    }

    /// What the search of Ultimate thinks of its choice so far; `None` in the other games,
    /// where a level does not search, or has not begun.
    pub fn outlook(&self) -> Option<Outlook> {
        match &self.thinker {
            Thinker::Ultimate(thinker) if !self.over => thinker.outlook(),
            _ => None,
        }
    }

    /// The best move so far; `None` before the first run or once the game is
    /// over. Final once [`Player::run`] has said [`Progress::Done`].
    pub fn choice(&self) -> Option<Cell> {
        if self.over {
            return None;
        }
        each_thinker!(&self.thinker, thinker => thinker.choice())
    }
}

/// The move of a level, thought through to the end; `None` once the game is over.
pub fn choose(record: &Record, level: Level, seed: u64, nodes: Option<u64>) -> Option<Cell> {
    choose_with(&Tables::new(), record, level, seed, nodes)
}

/// The same with tables that the caller keeps for the next move.
pub fn choose_with(
    tables: &Tables,
    record: &Record,
    level: Level,
    seed: u64,
    nodes: Option<u64>,
) -> Option<Cell> {
    let mut player = Player::with_tables(tables, record, level, seed, nodes);
    while player.run(u64::MAX) == Progress::Working {}
    player.choice()
}
