//! « À toi de jouer » : the reader looks for the moves that keep a goal.
//!
//! The engine judges each move. A right one is answered by the toughest reply, until
//! the goal is reached; a wrong one is refuted on the board, move by move.

use morpion_engine::{Cell, CellSet, Game, Goal, Level, Outcome, Record, Side};

use super::Table;
use crate::event::{ANSWER_PAUSE_MS, Action, Effects};
use crate::french;
use crate::french::Seats;
use crate::progress::Progress;
use crate::worker::{self, Answer, Said};

/// Pause between two moves that are shown, in milliseconds: time to see each.
pub const STEP_PAUSE_MS: u32 = 900;

/// Where an exercise stands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    /// The reader looks for a move.
    Looking,
    /// The worker judges the move that is on the board.
    Judging(Cell),
    /// The worker has been asked for a right move: to be named, or to be played.
    Searching { play: bool },
    /// The move was right: this reply comes after the pause, or as soon as it is known.
    Replying(Option<Cell>),
    /// The move was wrong: these come one by one, the last one first.
    Refuting(Vec<Cell>),
    /// The refutation is on the board.
    Refuted,
    /// The goal is reached.
    Done,
}

/// An exercise on a board.
#[derive(Clone, Debug)]
pub(super) struct Exercise {
    goal: Goal,
    /// What is left of the goal.
    left: Goal,
    stage: Stage,
    /// The solution is being played.
    solving: bool,
    /// The request that is waited for.
    asked: Option<u32>,
    /// The pause that is waited for.
    pause: Option<u32>,
    key: String,
    /// The keys of all exercises of the page, in its order, and the place of this one.
    page: Vec<String>,
    place: usize,
}

impl Exercise {
    pub(super) fn new(goal: Goal, key: String) -> Exercise {
        Exercise {
            goal,
            left: goal,
            stage: Stage::Looking,
            solving: false,
            asked: None,
            pause: None,
            page: vec![key.clone()],
            place: 0,
            key,
        }
    }

    /// The number of the request that is waited for.
    pub(super) fn asked(&self) -> Option<u32> {
        self.asked
    }

    /// Whether the board does something by itself: a verdict or a pause is awaited.
    pub(super) fn busy(&self) -> bool {
        self.asked.is_some() || self.pause.is_some()
    }
}

impl Table {
    /// The exercises of the page, by their keys in its order, and which of them this
    /// one is.
    #[must_use]
    pub fn among(mut self, keys: Vec<String>, place: usize) -> Table {
        if let Some(exercise) = &mut self.exercise
            && place < keys.len()
        {
            exercise.page = keys;
            exercise.place = place;
        }
        self
    }

    fn solver(&self) -> Side {
        self.spec.record.position().turn()
    }

    /// The sentence above the board, when nothing else has to be said.
    pub(super) fn exercise_status(&self) -> Option<String> {
        let exercise = self.exercise.as_ref()?;
        Some(match &exercise.stage {
            Stage::Judging(_) | Stage::Searching { .. } => french::exercise::judging(),
            Stage::Replying(_) => french::exercise::replying(self.solver().other()),
            _ => french::exercise::asks(exercise.left, self.solver()),
        })
    }

    /// How many exercises of the page are done.
    pub(crate) fn progress_line(&self) -> Option<String> {
        let exercise = self.exercise.as_ref()?;
        let progress = Progress::recall(&*self.device);
        Some(french::exercise::progress(
            progress.has(&exercise.key),
            progress.done_among(&exercise.page),
            exercise.page.len(),
        ))
    }

    /// Whether the exercise has just been done.
    pub(crate) fn exercise_done(&self) -> bool {
        let done = |exercise: &Exercise| exercise.stage == Stage::Done && !exercise.solving;
        self.exercise.as_ref().is_some_and(done)
    }

    /// The cells that may be tried.
    pub(super) fn exercise_cells(&self) -> CellSet {
        if self.exercise_asks() {
            self.position().legal()
        } else {
            CellSet::default()
        }
    }

    /// Whether a move is looked for.
    pub(super) fn exercise_asks(&self) -> bool {
        let asks = |exercise: &Exercise| exercise.stage == Stage::Looking && !exercise.solving;
        self.exercise.as_ref().is_some_and(asks)
    }

    /// Whether something has been tried.
    pub(super) fn exercise_begun(&self) -> bool {
        self.record() != &self.spec.record
    }

    /// Whether there is another exercise further down.
    pub(super) fn exercise_follows(&self) -> bool {
        let follows = |exercise: &Exercise| exercise.place + 1 < exercise.page.len();
        self.exercise.as_ref().is_some_and(follows)
    }

    /// Whether this is an exercise, and the action belongs to games; how the board is
    /// looked at is everybody's own business.
    pub(super) fn no_part_of_exercise(&self, action: Action) -> bool {
        let ours = matches!(
            action,
            Action::Retry
                | Action::Undo
                | Action::Hint
                | Action::Solution
                | Action::NextExercise
                | Action::Project
                | Action::Keys
                | Action::View(_)
                | Action::Pin(_)
                | Action::Turn(_)
        );
        self.exercise.is_some() && !ours
    }

    pub(super) fn exercise_click(&mut self, cell: Cell, effects: &mut Effects) {
        let Some(exercise) = &self.exercise else {
            return;
        };
        if !self.exercise_asks() {
            let sentence = match exercise.stage {
                Stage::Done => french::exercise::over(),
                Stage::Refuted => french::exercise::retry_first(),
                _ => french::exercise::watch(),
            };
            self.say(sentence);
            return;
        }
        let before = self.position();
        match before.check(cell) {
            Ok(()) => self.try_move(cell, effects),
            Err(reason) => self.say(french::refusal(&before, cell, reason)),
        }
    }

    /// Puts a move on the board and has it judged.
    fn try_move(&mut self, cell: Cell, effects: &mut Effects) {
        let record = self.record().clone();
        let Some(left) = self.exercise.as_ref().map(|exercise| exercise.left) else {
            return;
        };
        if !self.show_move(cell) {
            return;
        }
        let number = self.number();
        self.put(Stage::Judging(cell));
        self.await_answer(number);
        let request = worker::lesson_request(number, &record, left, Some(cell));
        effects.ask.push((number, request));
    }

    /// Plays a move on the board and tells of it.
    fn show_move(&mut self, cell: Cell) -> bool {
        let before = self.position();
        if self.history.play(cell).is_err() {
            return false;
        }
        self.notice = None;
        self.advice = None;
        self.cursor = cell;
        let number = before.ply() as usize + 1;
        let after = self.position();
        self.tell(french::announcement(
            &before,
            &after,
            cell,
            number,
            Seats::Two,
        ));
        true
    }

    /// A number that no request and no pause has had.
    fn number(&mut self) -> u32 {
        self.requests += 1;
        self.requests
    }

    fn put(&mut self, stage: Stage) {
        if let Some(exercise) = &mut self.exercise {
            exercise.stage = stage;
        }
    }

    fn await_answer(&mut self, number: u32) {
        if let Some(exercise) = &mut self.exercise {
            exercise.asked = Some(number);
        }
    }

    fn wait(&mut self, milliseconds: u32, effects: &mut Effects) {
        let number = self.number();
        if let Some(exercise) = &mut self.exercise {
            exercise.pause = Some(number);
        }
        effects.pause = Some((number, milliseconds));
    }

    /// Takes an answer, if it is to this exercise's request.
    pub(super) fn exercise_answer(&mut self, text: &str, effects: &mut Effects) -> bool {
        let Some(number) = self.exercise.as_ref().and_then(Exercise::asked) else {
            return false;
        };
        let said = match worker::read_answer(self.game(), text) {
            Ok((of, _)) if of != number => return true,
            Ok((_, Answer::Progress(_))) => return true,
            Ok((_, said)) => said,
            Err(_) => {
                self.exercise_fails();
                return true;
            }
        };
        let stage = match &mut self.exercise {
            Some(exercise) => {
                exercise.asked = None;
                exercise.stage.clone()
            }
            None => return true,
        };
        match (stage, said) {
            (Stage::Judging(_), Answer::Lesson(Said::Done)) => self.reach(effects),
            (Stage::Judging(_), Answer::Lesson(Said::Keeps(reply))) => {
                self.put(Stage::Replying(reply));
                if reply.is_none() {
                    // No toughest reply is known: the strongest level finds a good one.
                    self.ask_reply(effects);
                }
                let pause = self.pace(ANSWER_PAUSE_MS);
                self.wait(pause, effects);
            }
            (Stage::Judging(cell), Answer::Lesson(Said::Misses(fault, mut line))) => {
                let sentence = french::exercise::wrong(self.game(), fault, self.solver());
                self.show_and_tell(match self.tempted_by(cell) {
                    Some(why) => french::exercise::tempting(&sentence, why),
                    None => sentence,
                });
                line.reverse();
                if line.is_empty() {
                    self.put(Stage::Refuted);
                } else {
                    self.put(Stage::Refuting(line));
                    self.wait(STEP_PAUSE_MS, effects);
                }
            }
            (Stage::Judging(_), Answer::Lesson(Said::Unknown)) => {
                self.history.back();
                self.put(Stage::Looking);
                self.stop_solving();
                self.show_and_tell(french::exercise::unsure());
            }
            (Stage::Replying(_), Answer::Move(cell)) => {
                self.put(Stage::Replying(Some(cell)));
                self.reply_if_ready(effects);
            }
            (Stage::Searching { play: false }, Answer::Lesson(Said::Best(cell, reason))) => {
                self.put(Stage::Looking);
                self.advice = Some(cell);
                let sentence = match reason {
                    Some(reason) => french::hint(&self.position(), cell, reason),
                    None => french::exercise::look_there(self.game(), cell),
                };
                self.show_and_tell(sentence);
            }
            (Stage::Searching { play: true }, Answer::Lesson(Said::Best(cell, _))) => {
                self.try_move(cell, effects);
            }
            (Stage::Searching { .. }, Answer::Lesson(Said::Unknown)) => {
                self.put(Stage::Looking);
                self.stop_solving();
                self.show_and_tell(french::exercise::unsure());
            }
            // To a question that nobody asked.
            _ => self.exercise_fails(),
        }
        true
    }

    /// Why this first move tempts, if it is the one of which that is known.
    fn tempted_by(&self, cell: Cell) -> Option<&str> {
        let tempting = self.spec.tempting.as_ref()?;
        let first = self.record().moves().len() == self.spec.record.moves().len() + 1;
        (first && tempting.cell == cell).then_some(tempting.why.as_str())
    }

    fn ask_reply(&mut self, effects: &mut Effects) {
        let Some(&level) = Level::all(self.game()).last() else {
            return;
        };
        let number = self.number();
        self.await_answer(number);
        let request = worker::request(number, self.seed, self.record(), level);
        effects.ask.push((number, request));
    }

    /// A solution is shown at the pace of one who explains it.
    fn pace(&self, usual: u32) -> u32 {
        match &self.exercise {
            Some(exercise) if exercise.solving => STEP_PAUSE_MS,
            _ => usual,
        }
    }

    /// A pause is over, if it is this exercise's.
    pub(super) fn exercise_pause_over(&mut self, number: u32, effects: &mut Effects) {
        let stage = match &mut self.exercise {
            Some(exercise) if exercise.pause == Some(number) => {
                exercise.pause = None;
                exercise.stage.clone()
            }
            _ => return,
        };
        match stage {
            Stage::Replying(_) => self.reply_if_ready(effects),
            Stage::Refuting(mut line) => {
                let why = self.notice.clone();
                let shown = line.pop().is_some_and(|cell| self.show_move(cell));
                // The reason stays, whatever is shown meanwhile.
                self.notice = why;
                if line.is_empty() || !shown {
                    self.put(Stage::Refuted);
                } else {
                    self.put(Stage::Refuting(line));
                    self.wait(STEP_PAUSE_MS, effects);
                }
            }
            // The next move of a solution.
            Stage::Looking => self.ask_best(true, effects),
            _ => {}
        }
    }

    /// Plays the reply once it is known and the pause is over.
    fn reply_if_ready(&mut self, effects: &mut Effects) {
        let game = self.game();
        let reply = match &self.exercise {
            Some(exercise) if exercise.pause.is_none() => match exercise.stage {
                Stage::Replying(Some(cell)) => cell,
                _ => return,
            },
            _ => return,
        };
        if !self.show_move(reply) {
            self.exercise_fails();
            return;
        }
        let left = self
            .exercise
            .as_ref()
            .and_then(|exercise| exercise.left.after_move(game));
        let over = self.position().outcome().is_some();
        match left {
            Some(left) if !over => {
                let heard = self.voice.clone();
                let solver = self.solver();
                let solving = match &mut self.exercise {
                    Some(exercise) => {
                        exercise.left = left;
                        exercise.stage = Stage::Looking;
                        exercise.solving
                    }
                    None => false,
                };
                if solving {
                    self.wait(STEP_PAUSE_MS, effects);
                } else {
                    let sentence = french::exercise::goes_on(left, solver);
                    self.show_and_tell(sentence.clone());
                    self.tell(format!("{heard} {sentence}"));
                }
            }
            _ => self.reach(effects),
        }
    }

    /// The goal is reached.
    fn reach(&mut self, effects: &mut Effects) {
        let won = matches!(self.position().outcome(), Some(Outcome::Win(_)));
        self.put(Stage::Done);
        let Some(exercise) = &self.exercise else {
            return;
        };
        if exercise.solving {
            self.show_and_tell(french::exercise::solution_over());
            return;
        }
        let sentence = french::exercise::bravo(exercise.goal, won, self.solver());
        let kept = Progress::add(&*self.device, &exercise.key);
        effects.kept = true;
        self.remember(kept);
        self.show_and_tell(sentence);
    }

    fn stop_solving(&mut self) {
        if let Some(exercise) = &mut self.exercise {
            exercise.solving = false;
        }
    }

    /// « Réessayer » : back to the exercise.
    pub(super) fn retry(&mut self) {
        self.set_back();
        self.tell(self.status());
    }

    fn set_back(&mut self) {
        self.history = super::History::new(self.spec.record.clone());
        self.moved();
        if let Some(exercise) = &mut self.exercise {
            exercise.left = exercise.goal;
            exercise.stage = Stage::Looking;
            exercise.solving = false;
            exercise.asked = None;
            exercise.pause = None;
        }
    }

    /// « Indice » : a right move is named, not played.
    pub(super) fn exercise_hint(&mut self, effects: &mut Effects) {
        if self.exercise_asks() {
            self.ask_best(false, effects);
        }
    }

    /// « Solution » : it is played from the start of the exercise.
    pub(super) fn solution(&mut self, effects: &mut Effects) {
        self.set_back();
        if let Some(exercise) = &mut self.exercise {
            exercise.solving = true;
        }
        self.ask_best(true, effects);
    }

    fn ask_best(&mut self, play: bool, effects: &mut Effects) {
        let Some(left) = self.exercise.as_ref().map(|exercise| exercise.left) else {
            return;
        };
        let number = self.number();
        self.put(Stage::Searching { play });
        self.await_answer(number);
        self.notice = None;
        let request = worker::lesson_request(number, self.record(), left, None);
        effects.ask.push((number, request));
    }

    /// The worker is gone or has lost its wits.
    pub(super) fn exercise_fails(&mut self) {
        self.set_back();
        self.say(french::exercise::no_judge());
    }
}

/// The key of an exercise: what it is, wherever it stands.
pub(crate) fn key(game: Game, record: &Record, goal: Goal) -> String {
    let text = format!(
        "{};{};{};{goal}",
        game.slug(),
        record.start().setup(),
        record.notation()
    );
    // FNV-1a: a few hundred exercises at most, and a key that fits into a line.
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
