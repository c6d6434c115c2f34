//! How the computer plays Morpion Ultimate and what it says of a position.

use crate::analysis::{Analysis, MoveValue, Value};
use crate::game::{Cell, CellSet, Side};
use crate::hint::{self, Harm, Hint, Reason};
use crate::level::Level;
use crate::opponent;
use crate::player::{Outlook, Progress};
use crate::rng::Rng;
use crate::rules::Rules;
use crate::tables::Tables;

use super::Ultimate;
use super::search::{self, Limits, RootMove, Search};

/// How many plies *Difficile* looks ahead.
const FORESEEN: i32 = 3;
/// What an analysis may spend when nobody says more.
const ANALYSIS_NODES: u64 = 1_000_000;
/// An evaluation of this much is half way from an even game to a sure one.
const HALF_WAY: i32 = 4_000;

/// The move of one level in one position.
#[derive(Clone, Debug)]
pub(crate) struct Thinker {
    position: Ultimate,
    rng: Rng,
    how: How,
    choice: Option<Cell>,
}

#[derive(Clone, Debug)]
enum How {
    /// Nearly at random: a win of the game is all that it sees.
    Careless,
    /// Takes a small board when it can, else blocks one, and foresees nothing.
    Greedy,
    /// Searches a few plies and counts small boards.
    Short(Search),
    /// Searches as far as it may and thinks of the large board.
    Far(Search),
    /// The game is over.
    Over,
}

impl Thinker {
    /// Thinks at this level within a budget of nodes; the seed has been mixed
    /// with the position already.
    pub(crate) fn new(
        tables: &Tables,
        position: &Ultimate,
        level: Level,
        seed: u64,
        budget: u64,
    ) -> Thinker {
        let mut rng = Rng::new(seed);
        let limits = |nodes, depth, every_move| Limits {
            nodes,
            depth,
            every_move,
        };
        let over = position.outcome().is_some();
        let how = match level.rank() {
            _ if over => How::Over,
            0 => How::Careless,
            1 => How::Greedy,
            2 => How::Short(Search::new(
                tables.small_boards().clone(),
                position,
                limits(budget, FORESEEN, true),
                [0; 81],
            )),
            _ => How::Far(Search::new(
                tables.ultimate().clone(),
                position,
                limits(budget, i32::MAX, false),
                core::array::from_fn(|_| rng.below(64) as u8),
            )),
        };
        Thinker {
            position: *position,
            rng,
            how,
            choice: None,
        }
    }

    pub(crate) fn run(&mut self, nodes: u64) -> Progress {
        match &mut self.how {
            How::Over => Progress::Done,
            How::Careless => {
                let wins = opponent::winning_moves(&self.position);
                let cells = [wins, self.position.legal()];
                self.choose_from(&cells);
                Progress::Done
            }
            How::Greedy => {
                let position = &self.position;
                let me = position.turn();
                let cells = [
                    opponent::winning_moves(position),
                    takes(position, me),
                    takes(position, me.other()),
                    position.legal(),
                ];
                self.choose_from(&cells);
                Progress::Done
            }
            How::Short(search) => {
                let progress = search.run(nodes);
                if progress == Progress::Done && self.choice.is_none() {
                    // A budget too small for one iteration leaves moves without a
                    // score.
                    let key = |one: &RootMove| (one.depth > 0).then_some(one.score);
                    let seen = search.root_moves();
                    let top = seen.iter().map(key).max();
                    let best = seen.iter().filter(|one| Some(key(one)) == top);
                    let cells = [best.map(|one| Cell(one.cell)).collect()];
                    self.choose_from(&cells);
                } else if progress == Progress::Working {
                    return progress;
                }
                Progress::Done
            }
            How::Far(search) => {
                let progress = search.run(nodes);
                self.choice = Some(search.best());
                progress
            }
        }
    }

    /// One of the first set that is not empty.
    fn choose_from(&mut self, sets: &[CellSet]) {
        if self.choice.is_none() {
            let cells = sets.iter().find(|set| !set.is_empty());
            self.choice = cells.and_then(|&cells| opponent::pick(cells, &mut self.rng));
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        match &self.how {
            How::Short(search) | How::Far(search) => search.nodes(),
            _ => u64::from(self.choice.is_some()),
        }
    }

    pub(crate) fn limit_depth(&mut self, depth: u16) {
        if let How::Far(search) = &mut self.how {
            search.limit_depth(i32::from(depth));
        }
    }

    pub(crate) fn outlook(&self) -> Option<Outlook> {
        let (How::Far(search) | How::Short(search)) = &self.how else {
            return None;
        };
        (search.finished() > 0).then(|| Outlook {
            depth: search.finished() as u16,
            value: value(search.score(), search.proven()),
            plies: search::plies(search.score()),
            score: estimate(search.score()),
            pv: search.expected(search.best()),
        })
    }

    pub(crate) fn choice(&self) -> Option<Cell> {
        match &self.how {
            How::Short(search) => self.choice.or(Some(search.best())),
            _ => self.choice,
        }
    }
}

/// The legal moves with which this side would take a small board, were it its
/// turn.
fn takes(position: &Ultimate, side: Side) -> CellSet {
    let marks = &position.marks[side.index()];
    let legal = position.legal();
    legal
        .iter()
        .filter(|cell| {
            let (board, small) = (usize::from(cell.0 / 9), cell.0 % 9);
            crate::square::has_line(marks[board] | 1 << small)
        })
        .collect()
}

/// The analysis of one position: a value for each move, proven where it can be.
#[derive(Clone, Debug)]
pub(crate) struct Analyst {
    /// `None` once the game is over.
    search: Option<Search>,
}

impl Analyst {
    /// Analyses within a budget of nodes.
    pub(crate) fn new(tables: &Tables, position: &Ultimate, nodes: Option<u64>) -> Analyst {
        let limits = Limits {
            nodes: nodes.unwrap_or(ANALYSIS_NODES),
            depth: i32::MAX,
            every_move: true,
        };
        let search = position
            .outcome()
            .is_none()
            .then(|| Search::new(tables.ultimate().clone(), position, limits, [0; 81]));
        Analyst { search }
    }

    pub(crate) fn run(&mut self, nodes: u64) -> Progress {
        match &mut self.search {
            Some(search) => search.run(nodes),
            None => Progress::Done,
        }
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.search.as_ref().map_or(0, Search::nodes)
    }

    /// The moves that are expected after this one.
    pub(crate) fn line_after(&self, cell: Cell) -> Vec<Cell> {
        let line = self.search.as_ref().map(|search| search.expected(cell));
        line.unwrap_or_default().into_iter().skip(1).collect()
    }

    pub(crate) fn result(&self) -> Analysis {
        let Some(search) = &self.search else {
            return Analysis::of_moves(Vec::new(), Vec::new());
        };
        let moves = search.root_moves().iter().map(judged).collect();
        let mut analysis = Analysis::of_moves(moves, Vec::new());
        if let Some(&first) = analysis.best.first() {
            analysis.pv = search.expected(first);
        }
        analysis
    }
}

fn value(score: i32, proven: bool) -> Value {
    match score {
        _ if !proven => Value::Unknown,
        0 => Value::Draw,
        1.. => Value::Win,
        _ => Value::Loss,
    }
}

fn judged(one: &RootMove) -> MoveValue {
    let value = value(one.score, one.proven);
    MoveValue {
        cell: Cell(one.cell),
        value,
        plies: if one.proven {
            search::plies(one.score)
        } else {
            None
        },
        score: (value == Value::Unknown && one.depth > 0).then(|| estimate(one.score)),
        effort: u64::from(one.depth),
    }
}

/// An evaluation on the scale from −1000 to 1000, where both ends are proofs.
fn estimate(score: i32) -> i16 {
    if search::plies(score).is_some() {
        return 1000 * score.signum() as i16;
    }
    (score * 1000 / (score.abs() + HALF_WAY)) as i16
}

/// The plainest reason for a legal move.
pub(crate) fn explain(position: &Ultimate, analysis: &Analysis, cell: Cell) -> Hint {
    let hint = hint::generic(position, analysis, cell, threats);
    // 1. A reason that every game knows and that says more than a small board.
    if matches!(hint.reason, Reason::Wins | Reason::WinsIn(_)) {
        return hint;
    }
    let because = |reason, cells| Hint {
        reason,
        cells,
        ..hint
    };
    let me = position.turn();
    let mut child = *position;
    child.play_unchecked(cell);
    let board = cell.0 / 9;
    // 2. What the move does where it is played.
    if child.board_winner(board) == Some(me) {
        let lines = child.small_lines(board);
        let cells = lines.iter().fold(CellSet::EMPTY, |set, l| set | l.set());
        return because(Reason::TakesBoard(board), cells);
    }
    // 3. Where it does not send the opponent, when another move would: the worst
    //    that can be avoided.
    let spared = avoided(position, cell);
    if let Some((board, Harm::WinsGame)) = spared {
        return because(
            Reason::AvoidsSending {
                board,
                harm: Harm::WinsGame,
            },
            CellSet::EMPTY,
        );
    }
    if takes(position, me.other()).contains(cell) {
        return because(Reason::BlocksBoard(board), CellSet::from_iter([cell]));
    }
    match (hint.reason, spared) {
        (Reason::Best, Some((board, harm))) => {
            because(Reason::AvoidsSending { board, harm }, CellSet::EMPTY)
        }
        (Reason::Best, None) if cell == Cell(40) => because(Reason::Centre, CellSet::EMPTY),
        _ => hint,
    }
}

/// The worst place that other moves send the opponent to and this one does not.
fn avoided(position: &Ultimate, cell: Cell) -> Option<(u8, Harm)> {
    let severity = |harm: &Harm| match harm {
        Harm::WinsGame => 3,
        Harm::WinsBoard => 2,
        Harm::FreeChoice => 1,
    };
    let mine = harm(position, cell).as_ref().map_or(0, severity);
    position
        .legal()
        .iter()
        .filter(|other| other.0 % 9 != cell.0 % 9)
        .filter_map(|other| Some((other.0 % 9, harm(position, other)?)))
        .filter(|(_, harm)| severity(harm) > mine)
        .max_by_key(|(board, harm)| (severity(harm), core::cmp::Reverse(*board)))
}

/// What the opponent can do where a move sends him.
fn harm(position: &Ultimate, cell: Cell) -> Option<Harm> {
    let mut child = *position;
    child.play_unchecked(cell);
    if child.outcome().is_some() {
        None
    } else if !opponent::winning_moves(&child).is_empty() {
        Some(Harm::WinsGame)
    } else if child.forced().is_none() {
        Some(Harm::FreeChoice)
    } else if !takes(&child, child.turn()).is_empty() {
        Some(Harm::WinsBoard)
    } else {
        None
    }
}

/// The cells where the next mark of this side wins the game. Where it may play
/// then depends on the move before, so that only the side to move is asked.
fn threats(position: &Ultimate, side: Side) -> CellSet {
    if position.turn() == side {
        opponent::winning_moves(position)
    } else {
        CellSet::EMPTY
    }
}
