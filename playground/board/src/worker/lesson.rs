//! Exercises at the worker's desk: is this move right, and which one is?

use morpion_engine::{
    Analysis, Cell, Chance, Fault, Game, Goal, GoalError, Judge, MoveValue, Progress, Reason,
    Record, Tables, Value, Verdict, explain,
};

use super::Token;

/// The request to judge a move at the end of `record`; without one, to name a right
/// one.
pub(crate) fn request(number: u32, record: &Record, goal: Goal, cell: Option<Cell>) -> String {
    let game = record.game();
    format!(
        "{number};judge;{};{};{};{goal};{}",
        game.slug(),
        record.start().setup(),
        record.notation(),
        cell.map(|cell| game.cell_name(cell)).unwrap_or_default()
    )
}

/// What the worker says of a move of an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// It is right, and the exercise is done.
    Done,
    /// It is right, and this is the toughest reply, if it is known.
    Keeps(Option<Cell>),
    /// It is wrong; the reply and what follows show it.
    Misses(Fault, Vec<Cell>),
    /// Nobody knows.
    Unknown,
    /// A right move, and why, where that can be told in a word.
    Best(Cell, Option<Reason>),
}

impl Said {
    fn write(&self, game: Game) -> String {
        let name = |cell: &Cell| game.cell_name(*cell);
        match self {
            Said::Done => String::from("done"),
            Said::Keeps(reply) => format!("keeps;{}", reply.as_ref().map(name).unwrap_or_default()),
            Said::Misses(fault, line) => {
                let line: Vec<String> = line.iter().map(name).collect();
                format!("misses;{};{}", write_fault(*fault), line.join("-"))
            }
            Said::Unknown => String::from("unknown"),
            Said::Best(cell, reason) => format!(
                "best;{};{}",
                name(cell),
                reason
                    .map(|reason| Token(reason).to_string())
                    .unwrap_or_default()
            ),
        }
    }

    /// Reads what [`Said::write`] writes; `None` is another kind of answer.
    pub(crate) fn read(game: Game, text: &str) -> Option<Said> {
        let fields: Vec<&str> = text.split(';').collect();
        let cell = |name: &str| game.cell_from_name(name);
        Some(match fields.as_slice() {
            ["done"] => Said::Done,
            ["keeps", ""] => Said::Keeps(None),
            ["keeps", reply] => Said::Keeps(Some(cell(reply)?)),
            ["misses", fault, line] => {
                let cells = line.split('-').filter(|name| !name.is_empty());
                Said::Misses(read_fault(fault)?, cells.map(cell).collect::<Option<_>>()?)
            }
            ["unknown"] => Said::Unknown,
            ["best", name, ""] => Said::Best(cell(name)?, None),
            ["best", name, reason] => Said::Best(cell(name)?, Some(Token::read(reason)?.0)),
            _ => return None,
        })
    }
}

/// A fault in a message: its word, and its numbers after colons.
fn write_fault(fault: Fault) -> String {
    let word = fault.name();
    match fault {
        Fault::LosesNow { cell, chance } => {
            let chance = match chance {
                Chance::Threatened => String::from("threatened"),
                Chance::Freed => String::from("freed"),
                Chance::Sent(board) => format!("sent:{board}"),
                Chance::SentAnywhere => String::from("anywhere"),
            };
            format!("{word}:{}:{chance}", cell.0)
        }
        Fault::LosesIn(number) | Fault::TooSlow { marks: number } | Fault::GivesBoard(number) => {
            format!("{word}:{number}")
        }
        Fault::Loses | Fault::OnlyDraws | Fault::Escapes | Fault::GivesChoice => word.to_owned(),
    }
}

fn read_fault(text: &str) -> Option<Fault> {
    let fields: Vec<&str> = text.split(':').collect();
    Some(match fields.as_slice() {
        ["loses-now", cell, chance @ ..] => Fault::LosesNow {
            cell: Cell(cell.parse().ok()?),
            chance: match chance {
                ["threatened"] => Chance::Threatened,
                ["freed"] => Chance::Freed,
                ["sent", board] => Chance::Sent(board.parse().ok()?),
                ["anywhere"] => Chance::SentAnywhere,
                _ => return None,
            },
        },
        ["loses-in", marks] => Fault::LosesIn(marks.parse().ok()?),
        ["too-slow", marks] => Fault::TooSlow {
            marks: marks.parse().ok()?,
        },
        ["gives-board", board] => Fault::GivesBoard(board.parse().ok()?),
        ["loses"] => Fault::Loses,
        ["only-draws"] => Fault::OnlyDraws,
        ["escapes"] => Fault::Escapes,
        ["gives-choice"] => Fault::GivesChoice,
        _ => return None,
    })
}

/// A question about one position of an exercise.
#[derive(Debug)]
pub(super) struct Lesson {
    pub(super) id: String,
    record: Record,
    goal: Goal,
    cell: Option<Cell>,
    deadline: Option<f64>,
}

/// What has been found of the position that was asked about last: the next question
/// is often about the same.
#[derive(Debug, Default)]
pub(super) struct Known {
    judge: Option<(Record, Box<Judge>)>,
}

impl Known {
    fn judge(&mut self, tables: &Tables, record: &Record, goal: Goal) -> &mut Judge {
        let same = matches!(&self.judge, Some((of, judge)) if of == record && judge.goal() == goal);
        if !same {
            self.judge = None;
        }
        let (_, judge) = self.judge.get_or_insert_with(|| {
            let judge = Judge::with_tables(tables, record, goal);
            (record.clone(), Box::new(judge))
        });
        judge
    }
}

impl Lesson {
    /// Longer than a reader waits for a verdict, in milliseconds.
    const THINK_MS: f64 = 8_000.0;

    pub(super) fn new(id: &str, record: Record, goal: &str, cell: &str) -> Result<Lesson, String> {
        let goal = Goal::from_name(goal).ok_or_else(|| format!("unknown goal `{goal}`"))?;
        let cell = match cell {
            "" => None,
            name => {
                let cell = record.game().cell_from_name(name);
                let legal = |&cell: &Cell| record.position().check(cell).is_ok();
                Some(cell.filter(legal).ok_or("no legal move")?)
            }
        };
        Ok(Lesson {
            id: id.to_owned(),
            record,
            goal,
            cell,
            deadline: None,
        })
    }

    pub(super) fn work(
        &mut self,
        tables: &Tables,
        known: &mut Known,
        nodes: u64,
        now: impl Fn() -> f64,
    ) -> (Option<String>, bool) {
        let deadline = *self.deadline.get_or_insert_with(|| now() + Self::THINK_MS);
        let judge = known.judge(tables, &self.record, self.goal);
        let done = judge.run(nodes) == Progress::Done || now() >= deadline;
        let said = match self.cell {
            Some(cell) => self.verdict(tables, judge, cell),
            None if done => self.best(judge),
            None => None,
        };
        let said = said.or_else(|| done.then_some(Said::Unknown));
        let ended = said.is_some();
        (said.map(|said| self.answer(&said)), ended)
    }

    /// What is known so far, when the page can wait no longer.
    pub(super) fn cut_short(&self) -> String {
        self.answer(&Said::Unknown)
    }

    fn answer(&self, said: &Said) -> String {
        format!("{};{}", self.id, said.write(self.record.game()))
    }

    /// The verdict on a move, as soon as there is one.
    fn verdict(&self, tables: &Tables, judge: &Judge, cell: Cell) -> Option<Said> {
        match judge.verdict(cell)? {
            Verdict::Unknown { .. } => None,
            Verdict::Misses { fault, refutation } => Some(Said::Misses(*fault, refutation.clone())),
            Verdict::Keeps => {
                let mut after = self.record.clone();
                let over = after.play(cell).is_err() || after.position().outcome().is_some();
                let goes_on = !over && self.goal.after_move(self.record.game()).is_some();
                Some(match (judge.reply(cell), judge.next(cell)) {
                    _ if !goes_on => Said::Done,
                    (None, _) => Said::Keeps(None),
                    // The reply ends the game.
                    (Some(_), None) => Said::Done,
                    (reply, Some((record, goal))) if still_open(tables, &record, goal) => {
                        Said::Keeps(reply)
                    }
                    _ => Said::Done,
                })
            }
        }
    }

    /// A right move: the fastest, where the goal is to win.
    fn best(&self, judge: &Judge) -> Option<Said> {
        let accepted = judge.accepted();
        let cell = accepted
            .iter()
            .min_by_key(|&cell| judge.marks(cell).unwrap_or(u8::MAX))?;
        let moves = judge.marks(cell).map(|marks| MoveValue {
            cell,
            value: Value::Win,
            plies: Some((2 * u16::from(marks)).saturating_sub(1)),
            score: None,
            effort: 0,
        });
        let analysis = Analysis {
            value: Value::Unknown,
            plies: None,
            score: None,
            moves: moves.into_iter().collect(),
            best: vec![cell],
            pv: Vec::new(),
            cut_by_limit: false,
        };
        let reason = explain(&self.record.position(), &analysis, cell).map(|hint| hint.reason);
        // « It is good because it is good » helps nobody.
        let tells = |reason: &Reason| {
            !matches!(
                reason,
                Reason::Best | Reason::Lasts | Reason::KeepsDraw | Reason::Centre
            )
        };
        Some(Said::Best(cell, reason.filter(tells)))
    }
}

/// Whether something can still go wrong: where nobody can lose any more, an exercise
/// in not losing is done.
fn still_open(tables: &Tables, record: &Record, goal: Goal) -> bool {
    if goal != Goal::NotLose {
        return true;
    }
    let mut judge = Judge::with_tables(tables, record, goal);
    // Only the classic game goes on with this goal, and its table is at hand.
    while judge.run(u64::MAX) == Progress::Working {}
    judge.goal_holds() != Err(GoalError::Idle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_read() {
        let game = Game::Ultimate;
        let now = |chance| Fault::LosesNow {
            cell: Cell(80),
            chance,
        };
        for fault in [
            now(Chance::Threatened),
            now(Chance::Freed),
            now(Chance::Sent(8)),
            now(Chance::SentAnywhere),
            Fault::LosesIn(3),
            Fault::Loses,
            Fault::OnlyDraws,
            Fault::TooSlow { marks: 12 },
            Fault::Escapes,
            Fault::GivesBoard(0),
            Fault::GivesChoice,
        ] {
            let said = Said::Misses(fault, vec![Cell(1), Cell(2)]);
            assert_eq!(Said::read(game, &said.write(game)), Some(said));
        }
        for said in [
            Said::Done,
            Said::Keeps(None),
            Said::Keeps(Some(Cell(9))),
            Said::Misses(Fault::GivesChoice, Vec::new()),
            Said::Unknown,
            Said::Best(Cell(7), None),
            Said::Best(Cell(7), Some(Reason::WinsIn(3))),
        ] {
            assert_eq!(Said::read(game, &said.write(game)), Some(said));
        }
        for other in [
            "55",
            "55;wins",
            "keeps;99x",
            "misses;dances;",
            "misses;loses;5a",
        ] {
            assert_eq!(Said::read(game, other), None, "{other}");
        }
    }
}
