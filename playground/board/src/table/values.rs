//! What the moves are worth: hidden until asked, guessed first, shown, followed to
//! the end, and drawn as a curve over the game.

use morpion_engine::{Cell, Record, Side};

use super::Table;
use super::controls::{Choice, Group};
use crate::event::{Action, Effects, Panel};
use crate::french::{self, values as words};
use crate::history::{Node, ROOT};
use crate::spec::Mode;
use crate::worker::{self, Valued};
use crate::worth::{Values, Worth};

/// What the reader has been asked to guess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Guess {
    /// Nothing.
    #[default]
    None,
    /// The best move: the next click on a cell is the guess.
    Wanted,
    /// This was the guess.
    Made(Cell),
}

/// Values that the worker has told.
#[derive(Clone, Debug)]
struct Known {
    node: Node,
    values: Values,
    /// Looked for with all the time that there is, and not at a glance.
    thorough: bool,
}

/// Values that the worker has been asked for.
#[derive(Clone, Copy, Debug)]
struct Asked {
    number: u32,
    wanted: Wanted,
    /// Thousandths of the search that are over.
    progress: u16,
}

/// A place whose values are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wanted {
    node: Node,
    thorough: bool,
}

/// The best line, laid out as a variation.
#[derive(Clone, Copy, Debug)]
struct Sequel {
    /// Where it begins …
    from: Node,
    /// … and where « forward » led from there before.
    next: Option<Node>,
    end: Node,
}

/// What a table knows and shows of the worth of moves.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    known: Vec<Known>,
    asked: Option<Asked>,
    shown: bool,
    /// Shown after each move too.
    always: bool,
    guess: Guess,
    /// The values that show have not been told of yet.
    untold: bool,
    sequel: Option<Sequel>,
    /// The worker has no values to give: it is not asked for ever.
    failed: bool,
}

impl State {
    /// Another game: what was known is of no use.
    pub(super) fn begin(&mut self) {
        *self = State {
            always: self.always,
            shown: self.always,
            ..State::default()
        };
    }

    /// Another position is shown.
    pub(super) fn moved(&mut self) {
        self.guess = Guess::None;
    }

    /// A move was played: what the next is worth is a new question.
    pub(super) fn played(&mut self) {
        self.sequel = None;
        self.shown = self.always;
        self.untold = self.always;
        self.failed = false;
    }

    /// Whether the best line is stepped through.
    pub(super) fn follows(&self) -> bool {
        self.sequel.is_some()
    }

    /// The request whose answer is wanted.
    pub(super) fn waits_for(&self) -> Option<u32> {
        self.asked.map(|asked| asked.number)
    }

    fn of(&self, node: Node) -> Option<&Known> {
        self.known.iter().find(|known| known.node == node)
    }
}

/// One point of the curve.
pub(crate) struct Point {
    pub(crate) node: Node,
    /// What the position is worth to X, where it is known.
    pub(crate) worth: Option<Worth>,
    pub(crate) label: String,
}

impl Table {
    /// Whether this is a board to train on.
    pub(super) fn trains(&self) -> bool {
        self.spec.mode == Mode::Training
    }

    /// Whether there is a button that opens their panel. Where one trains they are
    /// always there.
    pub(super) fn offers_values(&self) -> bool {
        !self.trains() && !self.bars_values()
    }

    /// Whether values may be looked at here.
    pub(crate) fn values_open(&self) -> bool {
        let open = self.trains() || self.projected() || self.panel() == Some(Panel::Values);
        open && self.mode == Mode::Play && !self.bars_values()
    }

    /// Whether values are drawn, as soon as they are known.
    pub(crate) fn values_shown(&self) -> bool {
        self.values_open() && self.values.shown
    }

    /// What the legal moves are worth, if that is to be seen.
    pub(crate) fn values_seen(&self) -> Option<&Values> {
        let here = self.values.of(self.history.at());
        here.map(|known| &known.values)
            .filter(|_| self.values_shown() && !self.computer_moves())
    }

    /// The guess that is drawn beside the values.
    pub(crate) fn guess_seen(&self) -> Option<Cell> {
        match self.values.guess {
            Guess::Made(cell) => Some(cell),
            Guess::None | Guess::Wanted => None,
        }
    }

    /// How far the search for the values of this position is, in thousandths.
    pub(super) fn values_progress(&self) -> Option<u16> {
        let asked = self.values.asked?;
        (asked.wanted.node == self.history.at()).then_some(asked.progress)
    }

    /// What the position that is shown is worth to X, if that is to be seen.
    pub(crate) fn balance(&self) -> Option<Worth> {
        self.worth_at(self.history.at(), self.record())
            .filter(|_| self.values_shown())
    }

    /// The same in words.
    pub(crate) fn verdict(&self) -> String {
        match self.balance() {
            Some(worth) => words::verdict_sentence(Side::X, worth),
            None if self.values_shown() && self.values.failed => words::values_failed(),
            None if self.values_shown() && !self.computer_moves() => words::valuing(),
            None => words::hidden(),
        }
    }

    /// What a place is worth to X.
    fn worth_at(&self, node: Node, record: &Record) -> Option<Worth> {
        let position = record.position();
        if let Some(outcome) = position.outcome() {
            return Some(Worth::of_outcome(outcome, Side::X));
        }
        let worth = self.values.of(node)?.values.whole();
        Some(match position.turn() {
            Side::X => worth,
            Side::O => worth.other(),
        })
    }

    /// The places of the line that is shown, the start among them, each with the game
    /// up to there.
    fn places(&self) -> Vec<(Node, Record)> {
        let mut record = Record::from_position(self.record().start());
        let mut places = vec![(ROOT, record.clone())];
        for node in self.history.line() {
            match self.history.cell(node) {
                Some(cell) if record.play(cell).is_ok() => places.push((node, record.clone())),
                _ => break,
            }
        }
        places
    }

    /// The curve of the game, and the index of the place that is shown.
    pub(crate) fn curve(&self) -> (Vec<Point>, usize) {
        let game = self.game();
        let begins = self.record().start().turn();
        let points = self.places().into_iter().enumerate();
        let points = points.map(|(number, (node, record))| {
            let worth = self.worth_at(node, &record);
            let verdict = worth.map(|worth| words::verdict(Side::X, worth));
            let side = if number % 2 == 1 {
                begins
            } else {
                begins.other()
            };
            let played = record.last().map(|cell| (side, cell));
            Point {
                node,
                worth,
                label: words::point(game, number, played, verdict.as_deref()),
            }
        });
        (points.collect(), self.history.depth())
    }

    /// Whether there is a move to guess.
    fn can_guess(&self) -> bool {
        !self.values.shown && !self.playable().is_empty()
    }

    fn can_follow(&self) -> bool {
        self.values.follows() || self.values_seen().is_some_and(|seen| !seen.line.is_empty())
    }

    /// The one button of the values where there is no room for more.
    pub(super) fn values_choice(&self) -> Choice {
        Choice {
            action: Action::Values,
            label: french::action(Action::Values),
            pressed: Some(self.values.shown),
            expanded: None,
            enabled: true,
        }
    }

    /// The buttons of the values.
    pub(super) fn values_group(&self) -> Group {
        let choice = |action, pressed, enabled| Choice {
            action,
            label: french::action(action),
            pressed,
            expanded: None,
            enabled,
        };
        let guessing = self.values.guess == Guess::Wanted;
        Group {
            label: Some(words::values_label()),
            label_shown: false,
            choices: vec![
                choice(Action::Guess, Some(guessing), self.can_guess()),
                self.values_choice(),
                choice(
                    Action::Sequel,
                    Some(self.values.follows()),
                    self.can_follow(),
                ),
                choice(Action::Always, Some(self.values.always), true),
            ],
        }
    }

    pub(super) fn act_on_values(&mut self, action: Action) {
        if !self.values_open() {
            return;
        }
        match action {
            Action::Guess if self.values.guess == Guess::Wanted => {
                self.values.guess = Guess::None;
                self.notice = None;
                self.tell(self.status());
            }
            Action::Guess if self.can_guess() => {
                self.values.guess = Guess::Wanted;
                self.values.failed = false;
                let sentence = words::guess(self.position().turn());
                self.show_and_tell(sentence);
            }
            Action::Values => {
                self.show_values(!self.values.shown);
            }
            Action::Always => {
                self.values.always = !self.values.always;
                if self.values.always && !self.values.shown {
                    self.show_values(true);
                } else {
                    self.tell(words::always(self.values.always));
                }
            }
            Action::Sequel if self.values.follows() => self.leave_sequel(),
            Action::Sequel => self.lay_sequel(),
            _ => {}
        }
    }

    fn show_values(&mut self, shown: bool) {
        self.values.shown = shown;
        self.values.untold = shown;
        self.values.guess = Guess::None;
        self.values.failed = false;
        self.notice = None;
        if shown {
            if self.values.of(self.history.at()).is_none() {
                // What is being calculated, or how the game ended.
                self.tell(self.verdict());
            }
        } else {
            self.values.always = false;
            self.tell(words::hidden());
        }
    }

    /// Takes a click as the guess that was asked for.
    pub(super) fn take_guess(&mut self, cell: Cell) -> bool {
        if self.values.guess != Guess::Wanted || !self.values_open() {
            return false;
        }
        let position = self.position();
        match position.check(cell) {
            Ok(()) => {
                self.values.guess = Guess::Made(cell);
                self.notice = None;
                let known = self.values.of(self.history.at());
                if !known.is_some_and(|known| known.thorough) {
                    self.show_and_tell(words::guess_taken());
                }
            }
            Err(reason) => self.say(french::refusal(&position, cell, reason)),
        }
        true
    }

    /// Lays the best line out as a variation, to be stepped through from here.
    fn lay_sequel(&mut self) {
        let Some(values) = self.values_seen() else {
            return;
        };
        let line = values.line.clone();
        let from = self.history.at();
        let next = self.history.next(from);
        for &cell in &line {
            // What the worker says is believed as far as it can be played.
            if self.history.play(cell).is_err() {
                break;
            }
        }
        let end = self.history.at();
        let moves = self.history.path(end).len() - self.history.path(from).len();
        self.history.go(from);
        if moves == 0 {
            return;
        }
        self.values.sequel = Some(Sequel { from, next, end });
        self.moved();
        self.tell(words::sequel(moves));
    }

    /// Back to where the best line began; it stays as a variation.
    fn leave_sequel(&mut self) {
        let Some(sequel) = self.values.sequel.take() else {
            return;
        };
        self.history.go(sequel.from);
        self.history.lead(sequel.from, sequel.next);
        self.moved();
        self.looking = sequel.next.is_some();
        self.tell(words::sequel_left(&self.status()));
    }

    /// Whoever leaves the best line for another place of the game is back in the game.
    pub(super) fn keep_to_sequel(&mut self) {
        let Some(sequel) = self.values.sequel else {
            return;
        };
        let here = self.history.at();
        let start = self.history.path(sequel.from).len();
        if here == sequel.from || self.history.path(sequel.end)[start..].contains(&here) {
            return;
        }
        self.values.sequel = None;
        // From a place behind, « forward » leads on as it did; whoever has taken another
        // way from where the line began has led it there.
        if !self.history.path(here).contains(&sequel.from) && sequel.from != ROOT {
            self.history.lead(sequel.from, sequel.next);
        }
    }

    /// The status while the best line is stepped through.
    pub(super) fn sequel_status(&self, status: &str) -> Option<String> {
        let sequel = self.values.sequel?;
        let start = self.history.path(sequel.from).len();
        let moves = self.history.path(sequel.end).len().saturating_sub(start);
        Some(match self.history.depth().saturating_sub(start) {
            0 => words::sequel(moves),
            step => words::sequel_step(step, moves, status),
        })
    }

    /// The place whose values are to be looked for next: the one that is shown, then
    /// the others of its line.
    fn values_wanted(&self) -> Option<(Wanted, Record)> {
        let values = &self.values;
        let wanted = values.shown || values.guess != Guess::None;
        if !wanted || values.failed || !self.values_open() {
            return None;
        }
        let here = self.history.at();
        if !self.computer_moves()
            && self.position().outcome().is_none()
            && !values.of(here).is_some_and(|known| known.thorough)
        {
            let wanted = Wanted {
                node: here,
                thorough: true,
            };
            return Some((wanted, self.record().clone()));
        }
        if !values.shown {
            return None;
        }
        let (node, record) = self.places().into_iter().find(|(node, record)| {
            *node != here && record.position().outcome().is_none() && values.of(*node).is_none()
        })?;
        let wanted = Wanted {
            node,
            thorough: false,
        };
        Some((wanted, record))
    }

    /// Drops what is not wanted any more, and tells of values that have come. `heard`
    /// is what the live region said before this event.
    pub(super) fn settle_values(&mut self, heard: &str) {
        if !self.values_open() {
            // Nobody sees the buttons that would end these.
            self.leave_sequel();
            if self.values.guess == Guess::Wanted {
                self.values.guess = Guess::None;
                self.notice = None;
            }
        }
        if let Some(asked) = self.values.asked
            && self.values_wanted().map(|wanted| wanted.0) != Some(asked.wanted)
        {
            self.values.asked = None;
        }
        let Some(known) = self.values.of(self.history.at()) else {
            return;
        };
        let position = self.position();
        if let Guess::Made(cell) = self.values.guess
            && !self.values.shown
        {
            if !known.thorough {
                // What is seen at a glance would judge a guess too early.
                return;
            }
            let sentence = words::guessed(&position, &known.values, cell);
            self.values.shown = true;
            self.values.untold = false;
            self.show_and_tell(sentence);
        } else if self.values.untold && known.thorough && self.values_seen().is_some() {
            let mut sentence = words::summary(&position, &known.values);
            self.values.untold = false;
            if self.voice != heard {
                // The move has just been told, and is to be heard too.
                sentence = format!("{} {sentence}", self.voice);
            }
            self.tell(sentence);
        }
    }

    /// Asks the worker for the values that are wanted, one place at a time.
    pub(super) fn call_values(&mut self, effects: &mut Effects) {
        if self.values.asked.is_some() {
            return;
        }
        let Some((wanted, record)) = self.values_wanted() else {
            return;
        };
        self.requests += 1;
        self.values.asked = Some(Asked {
            number: self.requests,
            wanted,
            progress: 0,
        });
        effects.ask.push((
            self.requests,
            worker::values_request(self.requests, &record, wanted.thorough),
        ));
    }

    /// Takes an answer of the worker, if it is about values.
    pub(super) fn answer_values(&mut self, text: &str) -> bool {
        let Some(asked) = &mut self.values.asked else {
            return false;
        };
        let Some((number, said)) = text.split_once(';') else {
            return false;
        };
        if number.parse() != Ok(asked.number) {
            return false;
        }
        let wanted = asked.wanted;
        match worker::read_values(self.history.record().game(), said) {
            Some(Valued::Progress(progress)) => asked.progress = progress,
            Some(Valued::Values(values)) => {
                self.values.asked = None;
                self.values.known.retain(|known| known.node != wanted.node);
                self.values.known.push(Known {
                    node: wanted.node,
                    values,
                    thorough: wanted.thorough,
                });
            }
            None => self.lose_values(),
        }
        true
    }

    /// The worker has no values to give; the game goes on without.
    pub(super) fn lose_values(&mut self) {
        if self.values.asked.take().is_some() {
            self.values.failed = true;
            self.values.guess = Guess::None;
            self.say(words::values_failed());
        }
    }
}
