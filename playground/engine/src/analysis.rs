//! What a position is worth, and each move in it.

use crate::game::{Cell, Outcome};
use crate::player::Progress;
use crate::position::Position;
use crate::record::Record;
use crate::tables::Tables;
use crate::{classique, cube, infini, ultimate};

/// What a position or a move is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The side to move can force a win.
    Win,
    /// The other side can force a win.
    Loss,
    /// Neither can: a draw, or in Infini endless play.
    Draw,
    /// Not proven.
    Unknown,
}

impl Value {
    /// The word that programs read: `win`, `loss`, `draw` or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Unknown => "unknown",
        }
    }

    /// The same seen from the other side.
    #[must_use]
    pub const fn other(self) -> Value {
        match self {
            Value::Win => Value::Loss,
            Value::Loss => Value::Win,
            value => value,
        }
    }
}

/// One legal move and what it is worth to the side that plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The cell played.
    pub cell: Cell,
    /// What the side that plays it gets.
    pub value: Value,
    /// The length of the game from here under best play, this move included;
    /// `None` where it is not known or, in endless play, does not exist.
    pub plies: Option<u16>,
    /// An estimate from −1000 to 1000 for the side that plays it, where one was
    /// made.
    pub score: Option<i16>,
    /// The visits or the depth behind an estimate; 0 behind a looked-up value.
    pub effort: u64,
}

/// What a position is worth to the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// The value of the position.
    pub value: Value,
    /// The length of the game from here under best play; see
    /// [`MoveValue::plies`].
    pub plies: Option<u16>,
    /// The estimate of the best move, where one was made.
    pub score: Option<i16>,
    /// Every legal move, in ascending order of cells; none once the game is over.
    pub moves: Vec<MoveValue>,
    /// The moves that are as good as any, ascending: of the best value, and among
    /// wins the fastest, among losses the slowest.
    pub best: Vec<Cell>,
    /// The moves that follow under best play. Endless play is cut where a
    /// position comes back.
    pub pv: Vec<Cell>,
    /// Infini: the draw after sixty moves comes before the end that `plies` tells.
    pub cut_by_limit: bool,
}

impl Analysis {
    /// What there is to say of a game that is over.
    pub(crate) fn of_outcome(outcome: Outcome) -> Analysis {
        Analysis {
            // The side that made its line has just moved.
            value: match outcome {
                Outcome::Win(_) => Value::Loss,
                Outcome::Draw => Value::Draw,
            },
            plies: Some(0),
            score: None,
            moves: Vec::new(),
            best: Vec::new(),
            pv: Vec::new(),
            cut_by_limit: false,
        }
    }

    /// What there is to say when each move is known: the value of the position,
    /// its length and the best moves follow.
    pub(crate) fn of_moves(moves: Vec<MoveValue>, pv: Vec<Cell>) -> Analysis {
        let order = |one: &MoveValue| order(one.value, one.plies, one.score);
        let Some(top) = moves.iter().max_by_key(|one| order(one)).copied() else {
            return Analysis::of_outcome(Outcome::Draw);
        };
        // An unknown move may be a win yet: only a win or the lack of unknown
        // moves proves a value.
        let unknown = moves.iter().any(|one| one.value == Value::Unknown);
        let proven = top.value == Value::Win || !unknown;
        Analysis {
            value: if proven { top.value } else { Value::Unknown },
            plies: top.plies.filter(|_| proven),
            score: top.score,
            best: moves
                .iter()
                .filter(|one| order(one) == order(&top))
                .map(|one| one.cell)
                .collect(),
            moves,
            pv,
            cut_by_limit: false,
        }
    }

    /// The entry of a move.
    pub fn of(&self, cell: Cell) -> Option<&MoveValue> {
        self.moves.iter().find(|one| one.cell == cell)
    }
}

/// Sorts moves, the best last: wins by speed, then what is open by estimate, then
/// losses by resistance. A draw counts as an estimate of 0.
pub(crate) fn order(value: Value, plies: Option<u16>, score: Option<i16>) -> (u8, i32) {
    let plies = i32::from(plies.unwrap_or(u16::MAX));
    match value {
        Value::Win => (2, -plies),
        Value::Unknown => (1, score.map_or(0, i32::from)),
        Value::Draw => (1, 0),
        Value::Loss => (0, plies),
    }
}

/// A resumable analysis of one position.
///
/// ```
/// use morpion_engine::{Analyser, Game, Progress, Record, Value};
///
/// let record = Record::parse(Game::Classique, "5-2").unwrap();
/// let mut analyser = Analyser::new(&record, None);
/// while analyser.run(10_000) == Progress::Working {}
/// let analysis = analyser.result();
/// assert_eq!((analysis.value, analysis.plies), (Value::Win, Some(5)));
/// ```
#[derive(Clone, Debug)]
pub struct Analyser {
    inner: Inner,
    over: Option<Outcome>,
}

#[derive(Clone, Debug)]
enum Inner {
    Classique(classique::Analyst),
    Infini(infini::Analyst),
    Ultimate(Box<ultimate::player::Analyst>),
    Cube(Box<cube::player::Analyst>),
}

macro_rules! each_analyst {
    ($analyst:expr, $inner:ident => $body:expr) => {
        match $analyst {
            Inner::Classique($inner) => $body,
            Inner::Infini($inner) => $body,
            Inner::Ultimate($inner) => $body,
            Inner::Cube($inner) => $body,
        }
    };
}

impl Analyser {
    /// An analysis of the last position of a record, within a budget of nodes;
    /// without one, within what suits the game.
    pub fn new(record: &Record, nodes: Option<u64>) -> Analyser {
        Analyser::with_tables(&Tables::new(), record, nodes)
    }

    /// The same with tables that the caller keeps for the next time.
    pub fn with_tables(tables: &Tables, record: &Record, nodes: Option<u64>) -> Analyser {
        let position = record.position();
        Analyser {
            inner: match &position {
                Position::Classique(p) => Inner::Classique(classique::Analyst::new(tables, p)),
                Position::Infini(p) => Inner::Infini(infini::Analyst::new(tables, p)),
                Position::Ultimate(p) => {
                    Inner::Ultimate(Box::new(ultimate::player::Analyst::new(tables, p, nodes)))
                }
                Position::Cube(p) => {
                    Inner::Cube(Box::new(cube::player::Analyst::new(tables, p, nodes)))
                }
            },
            over: position.outcome(),
        }
    }

    /// Goes on for about `nodes` more nodes.
    pub fn run(&mut self, nodes: u64) -> Progress {
        if self.over.is_some() {
            return Progress::Done;
        }
        each_analyst!(&mut self.inner, analyst => analyst.run(nodes))
    }

    /// The nodes spent so far.
    pub fn nodes(&self) -> u64 {
        each_analyst!(&self.inner, analyst => analyst.nodes())
    }

    /// What the analysis expects after a move, where it remembers: in Ultimate.
    pub(crate) fn line_after(&self, cell: Cell) -> Vec<Cell> {
        match &self.inner {
            Inner::Ultimate(analyst) => analyst.line_after(cell),
            _ => Vec::new(),
        }
    }

    /// What is known so far.
    pub fn result(&self) -> Analysis {
        match self.over {
            Some(outcome) => Analysis::of_outcome(outcome),
            None => each_analyst!(&self.inner, analyst => analyst.result()),
        }
    }
}

/// The analysis of the last position of a record, run to its end.
pub fn analyse(record: &Record, nodes: Option<u64>) -> Analysis {
    analyse_with(&Tables::new(), record, nodes)
}

/// The same with tables that the caller keeps for the next time.
pub fn analyse_with(tables: &Tables, record: &Record, nodes: Option<u64>) -> Analysis {
    let mut analyser = Analyser::with_tables(tables, record, nodes);
    while analyser.run(u64::MAX) == Progress::Working {}
    analyser.result()
}
