//! Exercises: a position, a goal, and a verdict on every move.
//!
//! A verdict is proven or it is [`Verdict::Unknown`]:
//!
//! | | exact |
//! | --- | --- |
//! | classique, infini | every goal, by the table; infini with its sixty moves |
//! | 3D, Ultimate | [`Goal::WinIn`], [`Goal::Hold`], [`Goal::Spare`] within the budget of a move, by a search that tries every move and every reply |
//! | 3D | [`Goal::Win`] and [`Goal::NotLose`] as far as [`Analyser`] proves values: forced wins, the certificate, the last cells |
//! | Ultimate | the same, from some twenty free cells on |
//!
//! So a fence that wants a sharp answer in the two large games asks for a number
//! of marks.

use core::fmt;

use crate::analysis::{self, Analyser, MoveValue, Value};
use crate::cube::{self, Forced, ForcedWin};
use crate::game::{Cell, CellSet, Game, Outcome};
use crate::infini::MOVE_LIMIT;
use crate::opponent;
use crate::player::Progress;
use crate::position::{Position, each};
use crate::race::{Answer, Race, Solver};
use crate::record::Record;
use crate::rules::Rules;
use crate::solved;
use crate::tables::Tables;
use crate::ultimate;

/// What the side to move is to achieve.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// To keep a forced win, however long it takes.
    Win,
    /// To win with at most so many marks, the one played now among them.
    WinIn(u8),
    /// To play so that the opponent cannot win with at most so many marks. With
    /// one it is to block; in Ultimate, not to send him where he wins.
    Hold(u8),
    /// Not to lose; a draw will do.
    NotLose,
    /// Ultimate: to send the opponent to an open board that he does not take with
    /// his next mark.
    Spare,
}

impl Goal {
    /// To stop the win that the opponent threatens.
    pub const BLOCK: Goal = Goal::Hold(1);

    /// What is left of the goal once the move and the reply have been played;
    /// `None` when the exercise is over.
    ///
    /// A win has to be played out. Holding, sparing and not losing are done with
    /// one move; only classique, which is short, goes on until nobody can lose.
    #[must_use]
    pub const fn after_move(self, game: Game) -> Option<Goal> {
        match (self, game) {
            (Goal::Win, _) => Some(Goal::Win),
            (Goal::WinIn(marks), _) if marks > 1 => Some(Goal::WinIn(marks - 1)),
            (Goal::NotLose, Game::Classique) => Some(Goal::NotLose),
            _ => None,
        }
    }

    /// The goal that a word names, as it is displayed: `win`, `win-in-3`, `block`,
    /// `hold-2`, `not-lose`, `spare`.
    pub fn from_name(name: &str) -> Option<Goal> {
        // No game is longer; and no other spelling of a number.
        let marks = |word: &str| match word.parse() {
            Ok(marks @ 1..=99) if !word.starts_with(['0', '+']) => Some(marks),
            _ => None,
        };
        match name {
            "win" => Some(Goal::Win),
            "block" => Some(Goal::BLOCK),
            "not-lose" => Some(Goal::NotLose),
            "spare" => Some(Goal::Spare),
            _ => match (name.strip_prefix("win-in-"), name.strip_prefix("hold-")) {
                (Some(word), _) => marks(word).map(Goal::WinIn),
                (_, Some(word)) => marks(word).filter(|&marks| marks > 1).map(Goal::Hold),
                _ => None,
            },
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Win => f.write_str("win"),
            Goal::WinIn(marks) => write!(f, "win-in-{marks}"),
            Goal::Hold(1) => f.write_str("block"),
            Goal::Hold(marks) => write!(f, "hold-{marks}"),
            Goal::NotLose => f.write_str("not-lose"),
            Goal::Spare => f.write_str("spare"),
        }
    }
}

/// What a move does for the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It keeps the goal.
    Keeps,
    /// It does not.
    Misses {
        /// What is wrong with it.
        fault: Fault,
        /// The opponent's reply and what follows, until the harm is plain. Empty
        /// where the move itself says it: it ends the game, or gives the choice.
        refutation: Vec<Cell>,
    },
    /// Neither is proven.
    Unknown {
        /// A reply after which no win is known, where the goal is to win.
        reply: Option<Cell>,
    },
}

/// What is wrong with a move; the opponent's marks are counted, or the solver's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// The opponent wins with his next mark.
    LosesNow {
        /// Where.
        cell: Cell,
        /// Why he can.
        chance: Chance,
    },
    /// The opponent can force a win with so many marks.
    LosesIn(u8),
    /// The opponent can force a win; nobody has counted the marks.
    Loses,
    /// Nobody can force a win any more.
    OnlyDraws,
    /// It wins, but only with so many marks in all, this one included, and that is
    /// too many.
    TooSlow {
        /// How many.
        marks: u8,
    },
    /// The opponent holds out for the marks that the goal gives; what is beyond
    /// them has not been proven.
    Escapes,
    /// Ultimate: it sends the opponent to this small board, from 0, which he takes.
    GivesBoard(u8),
    /// Ultimate: the opponent may play in any open board.
    GivesChoice,
}

/// Why an opponent can win at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chance {
    /// He threatened to before.
    Threatened,
    /// Infini: the move made the mark vanish that stood there.
    Freed,
    /// Ultimate: he is sent to this small board, from 0.
    Sent(u8),
    /// Ultimate: he may play where he likes.
    SentAnywhere,
}

impl Chance {
    /// The word that programs read.
    pub const fn name(self) -> &'static str {
        match self {
            Chance::Threatened => "threatened",
            Chance::Freed => "freed",
            Chance::Sent(_) => "sent",
            Chance::SentAnywhere => "sent-anywhere",
        }
    }
}

impl Fault {
    /// The word that programs read.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::LosesNow { .. } => "loses-now",
            Fault::LosesIn(_) => "loses-in",
            Fault::Loses => "loses",
            Fault::OnlyDraws => "only-draws",
            Fault::TooSlow { .. } => "too-slow",
            Fault::Escapes => "escapes",
            Fault::GivesBoard(_) => "gives-board",
            Fault::GivesChoice => "gives-choice",
        }
    }
}

/// Why a position is no exercise for a goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GoalError {
    /// The game is over.
    Over,
    /// The game has no such goal.
    OtherGame,
    /// There is no forced win; this is what the position is worth.
    NoWin(Value),
    /// There is a win, but not with so few marks.
    TooFewMarks {
        /// With so many there is.
        fastest: u8,
    },
    /// No move keeps the goal: the opponent wins all the same, or takes a board.
    Hopeless,
    /// Every move keeps the goal: there is nothing to stop.
    Idle,
    /// The judge could not tell within its budget, or has not run to its end.
    Unproven,
}

impl fmt::Display for GoalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoalError::Over => f.write_str("the game is over"),
            GoalError::OtherGame => f.write_str("only Ultimate has this goal"),
            GoalError::NoWin(Value::Unknown) => f.write_str("no win in so many marks"),
            GoalError::NoWin(value) => {
                write!(f, "no forced win: the position is a {}", value.name())
            }
            GoalError::TooFewMarks { fastest } => {
                write!(f, "the fastest win takes {fastest} marks")
            }
            GoalError::Hopeless => f.write_str("no move keeps the goal"),
            GoalError::Idle => f.write_str("every move keeps the goal"),
            GoalError::Unproven => f.write_str("not proven within the budget"),
        }
    }
}

impl core::error::Error for GoalError {}

/// A move and what was found of it.
#[derive(Clone, Debug)]
struct Judged {
    cell: Cell,
    verdict: Verdict,
    /// The toughest reply.
    reply: Option<Cell>,
    /// The marks until the win that was found, this move among them.
    marks: Option<u8>,
}

/// The judge of every move of one position; resumable.
///
/// ```
/// use morpion_engine::{Fault, Game, Goal, Judge, Progress, Record, Verdict};
///
/// // O, who has 5 and 7, threatens 3.
/// let record = Record::parse(Game::Classique, "1-5-9-7").unwrap();
/// let mut judge = Judge::new(&record, Goal::BLOCK);
/// while judge.run(1_000) == Progress::Working {}
/// assert_eq!(judge.goal_holds(), Ok(()));
/// let three = Game::Classique.cell_from_name("3").unwrap();
/// assert_eq!(judge.verdict(three), Some(&Verdict::Keeps));
/// let four = Game::Classique.cell_from_name("4").unwrap();
/// match judge.verdict(four) {
///     Some(Verdict::Misses { fault: Fault::LosesNow { cell, .. }, refutation }) => {
///         assert_eq!((*cell, refutation.as_slice()), (three, [three].as_slice()));
///     }
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Judge {
    record: Record,
    goal: Goal,
    moves: Vec<Judged>,
    work: Work,
    nodes: u64,
}

#[derive(Clone, Debug)]
enum Work {
    Done,
    Cube(Box<Court<cube::race::Racer>>),
    Ultimate(Box<Court<ultimate::race::Racer>>),
}

/// What one question about one move may cost: minutes for no exercise.
const MOVE_NODES: u64 = 400_000;
/// What is spent on the reason for a move that is known to miss its goal.
const BLAME_NODES: u64 = 40_000;
/// Wins and losses that are looked for before values are asked for.
const QUICK: u8 = 3;
/// The longest line that is shown: four marks of the opponent.
const LONGEST: usize = 7;

impl Judge {
    /// A judge of the moves in the last position of a record.
    pub fn new(record: &Record, goal: Goal) -> Judge {
        Judge::with_tables(&Tables::new(), record, goal)
    }

    /// The same with tables that the caller keeps for the next time.
    pub fn with_tables(tables: &Tables, record: &Record, goal: Goal) -> Judge {
        let position = record.position();
        let mut judge = Judge {
            record: record.clone(),
            goal,
            moves: Vec::new(),
            work: Work::Done,
            nodes: 0,
        };
        let ours = goal != Goal::Spare || position.game() == Game::Ultimate;
        if !ours {
            return judge;
        }
        judge.moves = position
            .legal()
            .iter()
            .map(|cell| Judged {
                cell,
                verdict: Verdict::Unknown { reply: None },
                reply: None,
                marks: None,
            })
            .collect();
        if judge.moves.is_empty() {
            return judge;
        }
        if let (Position::Ultimate(ultimate), Goal::Spare) = (&position, goal) {
            for judged in &mut judge.moves {
                spare(ultimate, judged);
            }
            return judge;
        }
        match &position {
            Position::Classique(_) | Position::Infini(_) => {
                let known = solved_moves(tables, &position);
                judge.nodes = known.len() as u64;
                for (judged, known) in judge.moves.iter_mut().zip(known) {
                    by_table(tables, &position, goal, judged, known);
                }
            }
            Position::Ultimate(_) => {
                judge.work = Work::Ultimate(Box::new(Court::new(tables, record)));
            }
            Position::Cube(_) => judge.work = Work::Cube(Box::new(Court::new(tables, record))),
        }
        judge
    }

    /// Goes on for about `nodes` more nodes. Where the slices are cut changes
    /// nothing.
    pub fn run(&mut self, nodes: u64) -> Progress {
        let end = self.nodes.saturating_add(nodes);
        let position = self.record.position();
        loop {
            if self.nodes >= end {
                return match self.work {
                    Work::Done => Progress::Done,
                    _ => Progress::Working,
                };
            }
            let left = end - self.nodes;
            let (goal, moves) = (self.goal, &mut self.moves);
            let spent = match &mut self.work {
                Work::Cube(court) => court.step(&position, goal, moves, left),
                Work::Ultimate(court) => court.step(&position, goal, moves, left),
                Work::Done => None,
            };
            match spent {
                Some(spent) => self.nodes += spent,
                None => {
                    self.work = Work::Done;
                    return Progress::Done;
                }
            }
        }
    }

    /// The nodes spent so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What the moves are judged for.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// What a move does for the goal, as far as is known; `None` when it is not
    /// legal.
    pub fn verdict(&self, cell: Cell) -> Option<&Verdict> {
        self.of(cell).map(|judged| &judged.verdict)
    }

    /// Every legal move with its verdict, by ascending cell.
    pub fn verdicts(&self) -> impl Iterator<Item = (Cell, &Verdict)> {
        self.moves
            .iter()
            .map(|judged| (judged.cell, &judged.verdict))
    }

    /// The moves that keep the goal.
    pub fn accepted(&self) -> CellSet {
        self.cells(|verdict| *verdict == Verdict::Keeps)
    }

    /// The moves of which nothing is proven.
    pub fn unknown(&self) -> CellSet {
        self.cells(|verdict| matches!(verdict, Verdict::Unknown { .. }))
    }

    /// The marks of the fastest win that was found, where the goal is to win.
    pub fn fastest(&self) -> Option<u8> {
        self.moves.iter().filter_map(|judged| judged.marks).min()
    }

    /// The marks until the win that was found after an accepted move, that move
    /// among them.
    pub fn marks(&self, cell: Cell) -> Option<u8> {
        self.of(cell)?.marks
    }

    /// The reply to an accepted move that resists longest, where the exercise goes
    /// on and one is known. In a long win of the two large games none may be: then
    /// the strongest level will find one.
    pub fn reply(&self, cell: Cell) -> Option<Cell> {
        self.of(cell)
            .filter(|judged| judged.verdict == Verdict::Keeps)?
            .reply
    }

    /// Where the exercise goes on after an accepted move: the game with that move
    /// and the reply, and what is left of the goal. `None` when it is over, or no
    /// reply is known.
    pub fn next(&self, cell: Cell) -> Option<(Record, Goal)> {
        let goal = self.goal.after_move(self.record.game())?;
        let reply = self.reply(cell)?;
        let mut record = self.record.clone();
        record.play(cell).ok()?;
        record.play(reply).ok()?;
        record
            .position()
            .outcome()
            .is_none()
            .then_some((record, goal))
    }

    /// Whether there is an exercise: some move keeps the goal and, where the goal is not
    /// to win, some move does not.
    ///
    /// # Errors
    /// Why not.
    pub fn goal_holds(&self) -> Result<(), GoalError> {
        let position = self.record.position();
        if self.goal == Goal::Spare && position.game() != Game::Ultimate {
            return Err(GoalError::OtherGame);
        }
        if position.outcome().is_some() {
            return Err(GoalError::Over);
        }
        let (accepted, unknown) = (self.accepted(), self.unknown());
        let wins = matches!(self.goal, Goal::Win | Goal::WinIn(_));
        if accepted.is_empty() && !unknown.is_empty() {
            return Err(GoalError::Unproven);
        }
        if accepted.is_empty() {
            return Err(if wins {
                self.no_win()
            } else {
                GoalError::Hopeless
            });
        }
        if !matches!(self.work, Work::Done) {
            return Err(GoalError::Unproven);
        }
        // That every move wins may be worth a lesson; that nothing threatens is none.
        if !wins && accepted.len() as usize == self.moves.len() {
            return Err(GoalError::Idle);
        }
        Ok(())
    }

    /// Why no move wins as the goal wants it, all being judged.
    fn no_win(&self) -> GoalError {
        let mut value = Value::Loss;
        let mut fastest: Option<u8> = None;
        for judged in &self.moves {
            match judged.verdict {
                Verdict::Misses { fault, .. } => match fault {
                    Fault::TooSlow { marks } => {
                        fastest = Some(fastest.map_or(marks, |known| known.min(marks)));
                    }
                    Fault::OnlyDraws if value == Value::Loss => value = Value::Draw,
                    Fault::Escapes => value = Value::Unknown,
                    _ => {}
                },
                _ => value = Value::Unknown,
            }
        }
        match fastest {
            Some(fastest) => GoalError::TooFewMarks { fastest },
            None => GoalError::NoWin(value),
        }
    }

    fn of(&self, cell: Cell) -> Option<&Judged> {
        self.moves.iter().find(|judged| judged.cell == cell)
    }

    fn cells(&self, is: impl Fn(&Verdict) -> bool) -> CellSet {
        let those = self.moves.iter().filter(|judged| is(&judged.verdict));
        those.map(|judged| judged.cell).collect()
    }
}

impl Judged {
    fn keeps(&mut self, reply: Option<Cell>, marks: Option<u8>) {
        self.verdict = Verdict::Keeps;
        self.reply = reply;
        self.marks = marks;
    }

    fn misses(&mut self, fault: Fault, mut refutation: Vec<Cell>) {
        refutation.truncate(LONGEST);
        self.verdict = Verdict::Misses { fault, refutation };
    }
}

fn after(position: &Position, cell: Cell) -> Position {
    let mut child = *position;
    child.play_unchecked(cell);
    child
}

/// Why the opponent can win on `win` after the move `cell`.
fn chance(position: &Position, child: &Position, win: Cell) -> Chance {
    match (position, child) {
        (Position::Infini(before), _) if before.vanishing(before.turn()) == Some(win) => {
            Chance::Freed
        }
        (_, Position::Ultimate(child)) => child.forced().map_or(Chance::SentAnywhere, Chance::Sent),
        _ => Chance::Threatened,
    }
}

/// The verdicts that take no search: the move ends the game, or the reply does.
fn at_a_glance(position: &Position, goal: Goal, judged: &mut Judged) -> bool {
    let child = after(position, judged.cell);
    let wins = matches!(goal, Goal::Win | Goal::WinIn(_));
    match child.outcome() {
        Some(Outcome::Win(_)) if goal == Goal::WinIn(0) => {
            judged.misses(Fault::TooSlow { marks: 1 }, Vec::new());
        }
        Some(Outcome::Win(_)) => judged.keeps(None, Some(1)),
        Some(_) if wins => judged.misses(Fault::OnlyDraws, Vec::new()),
        Some(_) => judged.keeps(None, None),
        None => {
            let replies = each!(&child, p => opponent::winning_moves(p));
            let Some(cell) = replies.iter().next().filter(|_| goal != Goal::Hold(0)) else {
                return false;
            };
            let chance = chance(position, &child, cell);
            judged.misses(Fault::LosesNow { cell, chance }, vec![cell]);
        }
    }
    true
}

// --- The games with a table -------------------------------------------------

/// Every move of a game with a table; none of the others.
fn solved_moves(tables: &Tables, position: &Position) -> Vec<MoveValue> {
    match position {
        Position::Classique(p) => tables.classique().moves(p),
        Position::Infini(p) if p.outcome().is_none() => {
            let left = MOVE_LIMIT.saturating_sub(p.ply());
            let mut moves = tables.infini().moves(p);
            // An end that the sixty moves cut off is a draw.
            for one in &mut moves {
                if one.plies.is_some_and(|plies| u32::from(plies) > left) {
                    (one.value, one.plies) = (Value::Draw, None);
                }
            }
            moves
        }
        _ => Vec::new(),
    }
}

/// The best move, and among equals the one after which the other side has the most
/// ways to err.
fn toughest(tables: &Tables, position: &Position) -> Option<Cell> {
    let moves = solved_moves(tables, position);
    let order = |one: &MoveValue| analysis::order(one.value, one.plies, None);
    let top = moves.iter().map(order).max()?;
    let traps =
        |one: &&MoveValue| solved::errors(&solved_moves(tables, &after(position, one.cell)));
    let mut best: Option<(&MoveValue, i32)> = None;
    for one in moves.iter().filter(|one| order(one) == top) {
        let traps = traps(&one);
        if best.is_none_or(|(_, most)| traps > most) {
            best = Some((one, traps));
        }
    }
    best.map(|(one, _)| one.cell)
}

/// What follows when both sides play their best, a few moves.
fn best_line(tables: &Tables, position: &Position) -> Vec<Cell> {
    let mut position = *position;
    let mut line = Vec::new();
    while line.len() < LONGEST
        && let Some(cell) = toughest(tables, &position)
    {
        line.push(cell);
        position.play_unchecked(cell);
    }
    line
}

fn by_table(
    tables: &Tables,
    position: &Position,
    goal: Goal,
    judged: &mut Judged,
    known: MoveValue,
) {
    if at_a_glance(position, goal, judged) {
        return;
    }
    let child = after(position, judged.cell);
    let plies = known.plies.unwrap_or(u16::MAX);
    let reply = || toughest(tables, &child);
    let lost = |judged: &mut Judged| {
        let line = best_line(tables, &child);
        judged.misses(Fault::LosesIn((plies / 2) as u8), line);
    };
    let marks = plies.div_ceil(2) as u8;
    let one_reply = |fault: Fault, judged: &mut Judged| {
        judged.misses(fault, reply().into_iter().collect());
    };
    match (goal, known.value) {
        (Goal::Win, Value::Win) => judged.keeps(reply(), Some(marks)),
        (Goal::WinIn(most), Value::Win) if marks <= most => judged.keeps(reply(), Some(marks)),
        (Goal::WinIn(_), Value::Win) => one_reply(Fault::TooSlow { marks }, judged),
        (Goal::Win | Goal::WinIn(_), Value::Loss) => lost(judged),
        (Goal::Win | Goal::WinIn(_), _) => one_reply(Fault::OnlyDraws, judged),
        (Goal::Hold(most), Value::Loss) if plies <= 2 * u16::from(most) => lost(judged),
        (Goal::NotLose, Value::Loss) => lost(judged),
        _ => judged.keeps(reply(), None),
    }
}

/// The goal [`Goal::Spare`], by the rules alone.
fn spare(position: &ultimate::Ultimate, judged: &mut Judged) {
    let mut child = *position;
    child.play_unchecked(judged.cell);
    if child.outcome().is_some() {
        return judged.keeps(None, None);
    }
    let Some(board) = child.forced() else {
        return judged.misses(Fault::GivesChoice, Vec::new());
    };
    let him = child.turn();
    let takes = |cell: &Cell| {
        let mut next = child;
        next.play_unchecked(*cell);
        next.board_winner(board) == Some(him)
    };
    match child.legal().iter().find(takes) {
        Some(cell) => judged.misses(Fault::GivesBoard(board), vec![cell]),
        None => judged.keeps(None, None),
    }
}

// --- The games without a table ----------------------------------------------

/// The question about the move at hand that is being searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// What is seen at a glance.
    Glance,
    /// Does the solver win after it, with so many more marks?
    Attack(u8),
    /// Does the opponent, with so many marks?
    Threat(u8),
    /// The move has missed its goal: would more marks do?
    Slow(u8),
    /// Only its value is left to be asked for.
    Wait,
    /// It is judged.
    Next,
}

/// The search behind the verdicts of a game without a table.
///
/// Move by move:
///
/// 1. The game is over, or the reply wins.
/// 2. To win: does every reply lose to so many marks, deepened one by one? The
///    reply that held longest is the toughest. In the cube a chain of threes is
///    tried first: it may be long.
/// 3. To hold: does the opponent win with so many marks?
/// 4. A move that misses is asked for its plainest fault, within a small budget.
/// 5. Where the goal is a value, the moves that are left are analysed together.
#[derive(Clone, Debug)]
struct Court<R> {
    solver: Solver<R>,
    /// The move at hand.
    at: usize,
    stage: Stage,
    /// Whether the question of this stage has been put.
    asked: bool,
    /// The last reply that held out.
    holder: Option<Cell>,
    /// Chains of threes, in the cube.
    chains: Option<Box<ForcedWin>>,
    analyser: Analyser,
    analysed: bool,
}

impl<R: Race> Court<R> {
    fn new(tables: &Tables, record: &Record) -> Court<R> {
        Court {
            solver: Solver::new(),
            at: 0,
            stage: Stage::Glance,
            asked: false,
            holder: None,
            chains: (record.game() == Game::Cube).then(|| Box::new(ForcedWin::new())),
            analyser: Analyser::with_tables(tables, record, None),
            analysed: false,
        }
    }

    /// Does a piece of work; the nodes that it took, or `None` at the end.
    fn step(
        &mut self,
        position: &Position,
        goal: Goal,
        moves: &mut [Judged],
        nodes: u64,
    ) -> Option<u64> {
        let Some(judged) = moves.get_mut(self.at) else {
            return self.values(position, goal, moves, nodes);
        };
        match self.stage {
            Stage::Glance => {
                if at_a_glance(position, goal, judged) {
                    self.go(Stage::Next);
                    return Some(1);
                }
                let spent = self.chain(position, goal, judged);
                self.go(match goal {
                    _ if judged.verdict == Verdict::Keeps => Stage::Next,
                    Goal::Win | Goal::WinIn(2..) => Stage::Attack(1),
                    // One mark of the opponent has been looked at.
                    Goal::Hold(0 | 1) => {
                        judged.keeps(None, None);
                        Stage::Next
                    }
                    _ => Stage::Threat(2),
                });
                return Some(1 + spent);
            }
            Stage::Next => {
                self.at += 1;
                self.holder = None;
                self.go(Stage::Glance);
                return Some(0);
            }
            Stage::Wait => {
                judged.verdict = Verdict::Unknown { reply: self.holder };
                self.go(Stage::Next);
                return Some(0);
            }
            Stage::Attack(_) | Stage::Threat(_) | Stage::Slow(_) => {}
        }
        let before = if self.asked {
            self.solver.nodes()
        } else {
            let child = R::of(&after(position, judged.cell))?;
            match self.stage {
                Stage::Threat(marks) => self.solver.ask_attacker(child, marks),
                Stage::Attack(marks) | Stage::Slow(marks) => self.solver.ask_defender(child, marks),
                _ => {}
            }
            self.asked = true;
            0
        };
        // The reasons of a fault get less than the verdict itself.
        let verdict = matches!(
            (self.stage, goal),
            (Stage::Attack(_), Goal::WinIn(_)) | (Stage::Threat(_), Goal::Hold(_))
        );
        let budget = if verdict { MOVE_NODES } else { BLAME_NODES };
        let answer = self
            .solver
            .run(nodes.min(budget.saturating_sub(before)).max(1))
            .cloned();
        let spent = self.solver.nodes() - before;
        let given_up = answer.is_none() && self.solver.nodes() >= budget;
        match answer {
            None if !given_up => {}
            None if verdict => self.go(Stage::Wait),
            answer => self.heard(goal, judged, answer),
        }
        Some(spent)
    }

    /// In the cube, a chain of threes that begins with this move and is short enough
    /// for the goal: the move keeps it, and the reply is forced. Gives the nodes.
    fn chain(&mut self, position: &Position, goal: Goal, judged: &mut Judged) -> u64 {
        let most = match goal {
            Goal::Win => u8::MAX,
            Goal::WinIn(marks) => marks,
            _ => return 0,
        };
        let child = after(position, judged.cell);
        let (Some(chains), &[stop]) = (&mut self.chains, stops(&child).as_slice()) else {
            return 0;
        };
        chains.set_position(&after(&child, stop));
        if chains.run(CHAIN_NODES) == Some(Forced::Win) {
            let marks = 1 + chains.sequence().len().div_ceil(2) as u8;
            if marks <= most {
                judged.keeps(Some(stop), Some(marks));
            }
        }
        chains.nodes()
    }

    /// In the cube, the forced win of the side to move; empty if none is found.
    fn forced(&mut self, child: &Position) -> Vec<Cell> {
        let Some(chains) = &mut self.chains else {
            return Vec::new();
        };
        chains.set_position(child);
        match chains.run(CHAIN_NODES) {
            Some(Forced::Win) => chains.sequence().to_vec(),
            _ => Vec::new(),
        }
    }

    fn go(&mut self, stage: Stage) {
        self.stage = stage;
        self.asked = false;
    }

    /// Takes the answer to the question of this stage; none where it is not worth
    /// more nodes.
    fn heard(&mut self, goal: Goal, judged: &mut Judged, answer: Option<Answer>) {
        let most = match goal {
            Goal::WinIn(marks) => marks,
            Goal::Win => QUICK + 1,
            _ => 0,
        };
        let next = match (self.stage, answer) {
            (Stage::Attack(marks), Some(Answer::Wins(line))) => {
                let reply = self.holder.or(line.first().copied());
                judged.keeps(reply, Some(marks + 1));
                Stage::Next
            }
            (Stage::Attack(marks), answer) => {
                if let Some(Answer::Holds(reply)) = answer {
                    self.holder = reply;
                    if marks + 1 < most {
                        return self.go(Stage::Attack(marks + 1));
                    }
                }
                Stage::Threat(2)
            }
            (Stage::Threat(marks), Some(Answer::Wins(line))) => {
                judged.misses(Fault::LosesIn(marks), line);
                Stage::Next
            }
            (Stage::Threat(marks), answer) => {
                let deepest = match goal {
                    Goal::Hold(marks) => marks,
                    _ => QUICK,
                };
                match goal {
                    _ if answer.is_some() && marks < deepest => Stage::Threat(marks + 1),
                    Goal::Hold(_) => {
                        judged.keeps(None, None);
                        Stage::Next
                    }
                    Goal::WinIn(marks) => Stage::Slow(marks.max(1)),
                    _ => Stage::Wait,
                }
            }
            (Stage::Slow(marks), Some(Answer::Wins(line))) => {
                let reply = self.holder.or(line.first().copied());
                let fault = Fault::TooSlow { marks: marks + 1 };
                judged.misses(fault, reply.into_iter().collect());
                Stage::Next
            }
            (Stage::Slow(marks), answer) => {
                if let Some(Answer::Holds(reply)) = answer {
                    self.holder = reply;
                    if marks <= most {
                        return self.go(Stage::Slow(marks + 1));
                    }
                }
                judged.misses(Fault::Escapes, self.holder.into_iter().collect());
                Stage::Next
            }
            (stage, _) => stage,
        };
        self.go(next);
    }

    /// Step 5: all moves that are left, one piece of work after the other.
    fn values(
        &mut self,
        position: &Position,
        goal: Goal,
        moves: &mut [Judged],
        nodes: u64,
    ) -> Option<u64> {
        let unknown = |one: &Judged| matches!(one.verdict, Verdict::Unknown { .. });
        if !matches!(goal, Goal::Win | Goal::NotLose) || !moves.iter().any(unknown) {
            return None;
        }
        if !self.analysed {
            let before = self.analyser.nodes();
            self.analysed = self.analyser.run(nodes) == Progress::Done;
            return Some(self.analyser.nodes() - before);
        }
        let analysis = self.analyser.result();
        for judged in moves.iter_mut().filter(|one| unknown(one)) {
            let Some(known) = analysis.of(judged.cell) else {
                continue;
            };
            let child = after(position, judged.cell);
            // What the analysis expects after this move; in the cube, what is forced.
            let mut line = self.analyser.line_after(judged.cell);
            if line.is_empty() {
                line = stops(&child);
            }
            let reply = line.first().copied();
            let marks = known.plies.map(|plies| plies.div_ceil(2) as u8);
            match (goal, known.value) {
                (Goal::Win, Value::Win) => judged.keeps(reply, marks),
                (_, Value::Win | Value::Draw) if goal == Goal::NotLose => judged.keeps(reply, None),
                (_, Value::Loss) => {
                    let fault = match known.plies {
                        Some(plies) => Fault::LosesIn((plies / 2) as u8),
                        None => Fault::Loses,
                    };
                    let chain = self.forced(&child);
                    let line = if chain.is_empty() { line } else { chain };
                    judged.misses(fault, line);
                }
                (_, Value::Draw) => judged.misses(Fault::OnlyDraws, reply.into_iter().collect()),
                _ => {}
            }
        }
        None
    }
}

/// What one chain of threes may cost: it is searched in one piece.
const CHAIN_NODES: u64 = 5_000;

/// The cells where the side that has just moved in the cube completes a four.
fn stops(child: &Position) -> Vec<Cell> {
    match child {
        Position::Cube(cube) => {
            let cells = cube::player::threats(cube, cube.turn().other());
            cells.iter().collect()
        }
        _ => Vec::new(),
    }
}
