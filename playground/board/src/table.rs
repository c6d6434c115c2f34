//! The state machine of one board: what happens when somebody clicks, types,
//! or when the computer has thought.
//!
//! A [`Table`] never fails and never waits. [`Table::handle`] takes an event
//! and says what the page must do: draw again, move the focus, ask the
//! computer, start the pause before its answer shows. Requests are numbered;
//! an answer to a position that is gone finds no request of its number and is
//! dropped.

use std::rc::Rc;

use morpion_engine::{Cell, CellSet, Game, Level, Position, Record, Side};

mod controls;
mod demo;
mod exercise;
mod foresight;
mod moves;
mod projection;
mod ranked;
mod share;
mod values;
mod view;

pub(crate) use foresight::{Counter, Note, counter};
pub(crate) use moves::{Line, Listed, Piece};
pub(crate) use projection::Shortcut;
pub use view::ViewOption;

use crate::device::{Bare, Device};
use crate::embed::PLAY_PAGE;
use crate::event::{ANSWER_PAUSE_MS, Action, Effects, Event, Field, Key, Panel};
use crate::french::{self, Seats};
use crate::history::{History, ROOT};
use crate::layout::{Layout, Place};
use crate::picture::Overlay;
use crate::share::Format;
use crate::spec::{First, Mode, Opponent, Spec, SpecError, read_record};
use crate::worker::{self, Answer};
use exercise::Exercise;
use ranked::Ranked;

pub use exercise::STEP_PAUSE_MS;
pub(crate) use exercise::key as exercise_key;

/// What the computer has been asked and what has come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pending {
    number: u32,
    question: Question,
    answer: Option<Cell>,
    pause_over: bool,
    /// Thousandths of the thinking that are over.
    progress: u16,
}

/// What the worker has been asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// The computer's own move.
    Move,
    /// A hint for the reader.
    Hint,
}

/// A sentence that stands instead of the status until the next change.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Notice {
    sentence: String,
    /// Something was refused or has failed.
    refusal: bool,
}

/// A board that somebody sits at.
#[derive(Clone, Debug)]
pub struct Table {
    spec: Spec,
    mode: Mode,
    opponent: Opponent,
    first: First,
    /// Whether the computer begins the present game.
    computer_begins: bool,
    level: Level,
    ranked: Ranked,
    exercise: Option<Exercise>,
    /// What could not be kept is told on this board.
    forgetful: bool,
    /// Where the present game starts, moves of the chapter included: nothing
    /// before is taken back.
    opening: Record,
    history: History,
    /// The reader steps through the game: the computer waits until somebody plays.
    looking: bool,
    /// The side of the reader against the computer.
    reader: Side,
    cursor: Cell,
    /// The cell under the pointer.
    hover: Option<Cell>,
    /// Whether the tools behind « Plus » are offered.
    more: bool,
    /// What is open under the board.
    panel: Option<Panel>,
    /// The form in which the game is offered to be copied.
    format: Format,
    /// Whether the last copy has worked.
    copied: Option<bool>,
    /// Stands beside the field of the open panel.
    remark: Option<Notice>,
    /// The pause after which a demonstration that plays by itself goes on.
    playing: Option<u32>,
    /// What is shown beside the position.
    view: view::View,
    /// The move that a hint has named.
    advice: Option<Cell>,
    notice: Option<Notice>,
    voice: String,
    pending: Option<Pending>,
    values: values::State,
    requests: u32,
    seed: u64,
    device: Rc<dyn Device>,
    projection: projection::Projection,
}

impl Table {
    /// A table for the board of a chapter.
    pub fn new(spec: Spec) -> Table {
        let record = spec.record.clone();
        let middle = Cell(match record.game() {
            Game::Classique | Game::Infini => 4,
            Game::Ultimate => 40,
            Game::Cube => 0,
        });
        let mut table = Table {
            // One trains by playing.
            mode: match spec.mode {
                Mode::Training => Mode::Play,
                mode => mode,
            },
            opponent: spec.opponent,
            first: spec.first,
            computer_begins: spec.first == First::Computer,
            level: spec.level,
            ranked: Ranked::default(),
            exercise: spec
                .goal
                .zip(spec.exercise_key())
                .map(|(goal, key)| Exercise::new(goal, key)),
            forgetful: false,
            opening: record.clone(),
            reader: record.position().turn(),
            cursor: record.last().unwrap_or(middle),
            history: History::new(record),
            looking: false,
            hover: None,
            more: false,
            panel: None,
            format: Format::Moves,
            copied: None,
            remark: None,
            playing: None,
            view: view::View::default(),
            advice: None,
            notice: None,
            voice: String::new(),
            pending: None,
            values: values::State::default(),
            requests: 0,
            seed: spec.seed.unwrap_or(0),
            device: Rc::new(Bare),
            projection: projection::Projection::default(),
            spec,
        };
        table.seat();
        table
    }

    /// A table that shows the usual start of a game and what was wrong with
    /// the board that had been asked for.
    pub fn with_error(game: Game, error: &SpecError) -> Table {
        let mut table = Table::new(Spec::new(Record::new(game), Mode::Play));
        table.say(french::spec_error(error));
        table
    }

    /// The seed of the computer's choices, where the chapter gave none.
    #[must_use]
    pub fn seeded(mut self, seed: u64) -> Table {
        self.ranked.origin = seed;
        if self.spec.seed.is_none() {
            self.seed = seed;
        }
        self
    }

    /// The device that the board is on.
    #[must_use]
    pub fn on(mut self, device: Rc<dyn Device>) -> Table {
        self.device = device;
        self
    }

    /// What has to be done right after the table is set: the computer may be
    /// the one to begin.
    pub fn open(&mut self) -> Effects {
        let mut effects = Effects::default();
        if self.ranks() {
            // Who begins is known to the device alone.
            self.draw_beginner(false, false);
            self.seat();
        }
        self.look_for_waiting();
        self.call_computer(&mut effects);
        self.call_values(&mut effects);
        effects
    }

    /// Takes an event and says what the page must do.
    pub fn handle(&mut self, event: Event) -> Effects {
        let mut effects = Effects::default();
        let waited = self.requests_waited_for();
        let heard = self.voice.clone();
        match event {
            Event::Cell(cell) => {
                self.interrupt(None);
                self.click(cell, &mut effects);
            }
            Event::Focus(cell) => {
                self.cursor = cell;
                self.view.focused = true;
            }
            Event::Blur => self.view.focused = false,
            Event::Cube(gesture) => self.gesture(gesture, &mut effects),
            Event::CubeKey(key) => self.turn_by_key(key),
            Event::Follow(number) => self.follow(number),
            Event::Key(key) => {
                self.cursor = self.towards(key);
                effects.focus = Some(self.cursor);
            }
            Event::Answer(text) => {
                if !self.exercise_answer(&text, &mut effects) {
                    self.answer(&text);
                }
            }
            Event::ListKey(key) => self.list_key(key, &mut effects),
            Event::Action(action) => {
                self.interrupt(Some(action));
                self.act(action, &mut effects);
            }
            Event::Copied(done) => self.note_copy(done),
            Event::PauseOver(number) => {
                if let Some(pending) = &mut self.pending
                    && pending.number == number
                {
                    pending.pause_over = true;
                }
                self.exercise_pause_over(number, &mut effects);
                self.pause_over(number, &mut effects);
            }
            Event::WorkerFailed => {
                self.lose_values();
                if self.exercise.as_ref().is_some_and(Exercise::busy) {
                    self.exercise_fails();
                }
                if self.pending.is_some() {
                    self.lose_computer();
                }
            }
            Event::Hover(cell) => self.hover = cell,
            Event::MemoryChanged => self.memory_changed(),
            Event::Typed(field, text) => {
                self.remark = None;
                match field {
                    Field::Move => self.type_moves(&text, &mut effects),
                    Field::Position => self.open_text(&text, &mut effects),
                }
            }
            Event::Open {
                game,
                position,
                moves,
            } => {
                self.interrupt(None);
                self.open_link(game, &position, &moves, &mut effects);
            }
        }
        self.settle(&mut effects);
        self.settle_values(&heard);
        let waits = self.requests_waited_for();
        // Answered, or not waited for any more: telling costs nothing.
        effects.forget = waited;
        effects.forget.retain(|number| !waits.contains(number));
        self.call_computer(&mut effects);
        self.call_values(&mut effects);
        effects
    }

    /// The same table as it was set at first, on no device, after a move that nobody made;
    /// `None` where no game is played.
    #[must_use]
    pub fn rehearsal(&self) -> Option<Table> {
        let mut twin = Table::new(self.spec.clone());
        let cell = twin.playable().iter().next()?;
        let _ = twin.handle(Event::Cell(cell));
        Some(twin)
    }

    /// The requests whose answers are still wanted.
    fn requests_waited_for(&self) -> Vec<u32> {
        let exercise = self.exercise.as_ref().and_then(Exercise::asked);
        let pending = self.pending.map(|pending| pending.number);
        let values = self.values.waits_for();
        pending.into_iter().chain(exercise).chain(values).collect()
    }

    /// The game up to the position that is shown.
    pub fn record(&self) -> &Record {
        self.history.record()
    }

    /// The game that is played.
    pub fn game(&self) -> Game {
        self.record().game()
    }

    /// What a reader may do here now.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub(crate) fn spec(&self) -> &Spec {
        &self.spec
    }

    pub(crate) fn opponent(&self) -> Opponent {
        self.opponent
    }

    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// The address of the page that plays every game, where the book has one.
    pub fn play_page(&self) -> Option<String> {
        self.book().map(|book| book + PLAY_PAGE)
    }

    /// The folder of the book, where its pages are known.
    pub(crate) fn book(&self) -> Option<String> {
        self.device.book()
    }

    /// The position that is shown.
    pub fn position(&self) -> Position {
        self.history.position()
    }

    /// The moves that are shown, in notation.
    pub fn moves(&self) -> String {
        self.record().notation()
    }

    /// Whether the computer is thinking, or something comes after a pause.
    pub fn waiting(&self) -> bool {
        self.pending.is_some() || self.exercise.as_ref().is_some_and(Exercise::busy)
    }

    /// `"x"`, `"o"` or `"nul"` once the game that is shown is over.
    pub fn result(&self) -> Option<&'static str> {
        use morpion_engine::Outcome::{Draw, Win};
        self.position().outcome().map(|outcome| match outcome {
            Win(Side::X) => "x",
            Win(Side::O) => "o",
            Draw => "nul",
        })
    }

    /// The cell under the pointer.
    pub fn hover(&self) -> Option<Cell> {
        self.hover
    }

    /// The cell that Tab leads to.
    pub fn cursor(&self) -> Cell {
        self.cursor
    }

    pub(crate) fn last(&self) -> Option<Cell> {
        self.record().last()
    }

    pub(crate) fn status(&self) -> String {
        match &self.notice {
            Some(notice) => notice.sentence.clone(),
            None if self.step_sentence().is_some() => {
                self.step_sentence().unwrap_or_default().to_owned()
            }
            None if self.looking => {
                let status = french::status(&self.position(), self.last(), Seats::Two);
                self.sequel_status(&status).unwrap_or_else(|| {
                    french::looking(self.history.depth(), self.history.line().len(), &status)
                })
            }
            None => self
                .exercise_status()
                .or_else(|| self.waiting_game())
                .unwrap_or_else(|| french::status(&self.position(), self.last(), self.seats())),
        }
    }

    /// Whether the board says that nothing can be kept.
    pub(crate) fn forgetful(&self) -> bool {
        self.forgetful
    }

    pub(crate) fn refused(&self) -> bool {
        self.notice.as_ref().is_some_and(|notice| notice.refusal)
    }

    /// What is drawn over the position.
    pub(crate) fn overlay(&self) -> Overlay {
        Overlay {
            advice: self.advice,
            values: self.values_seen().cloned(),
            guess: self.guess_seen(),
            coordinates: self.projected(),
            ..self.seen()
        }
    }

    /// What is open under the board.
    pub(crate) fn panel(&self) -> Option<Panel> {
        self.panel.filter(|_| self.mode == Mode::Play)
    }

    /// How far the thinking is, in thousandths.
    pub(crate) fn progress(&self) -> Option<u16> {
        let pending = self.pending.map(|pending| pending.progress);
        pending.or_else(|| self.values_progress())
    }

    /// Whether the computer thinks about its own move.
    fn computer_moves(&self) -> bool {
        self.pending
            .is_some_and(|pending| pending.question == Question::Move)
    }

    pub(crate) fn voice(&self) -> &str {
        &self.voice
    }

    /// Cells that the one who sits here may play now.
    pub(crate) fn playable(&self) -> CellSet {
        if self.mode == Mode::Exercise {
            return self.exercise_cells();
        }
        if self.mode == Mode::Play && !self.computer_moves() {
            self.position().legal()
        } else {
            CellSet::default()
        }
    }

    fn seats(&self) -> Seats {
        match (self.mode, self.opponent) {
            (Mode::Play, Opponent::Computer) => Seats::Against(self.reader),
            _ => Seats::Two,
        }
    }

    /// Gives the reader a side for the game that starts at `opening`.
    fn seat(&mut self) {
        let next = self.opening.position().turn();
        self.reader = if self.computer_begins {
            next.other()
        } else {
            next
        };
    }

    /// Starts a game at `record`.
    fn begin(&mut self, record: Record) {
        self.begin_with(record, false);
    }

    fn begin_with(&mut self, record: Record, revenge: bool) {
        let begun = self.can_undo();
        self.mode = Mode::Play;
        self.exercise = None;
        self.opening = record.clone();
        self.history = History::new(record);
        self.values.begin();
        self.moved();
        self.draw_beginner(begun, revenge);
        self.seat();
        self.ranked_afresh();
        self.tell(self.status());
    }

    /// Opens the game of a link.
    fn open_link(&mut self, slug: String, position: &str, moves: &str, effects: &mut Effects) {
        let game = self.game();
        let wanted = if slug.is_empty() {
            Ok(game)
        } else {
            Game::from_slug(&slug).ok_or(SpecError::Game(slug))
        };
        match wanted {
            Ok(wanted) if wanted != game => {
                // Said all the same, should the page be slow to go.
                effects.leave = self.device.book().is_some();
                self.say(french::link_elsewhere(wanted));
            }
            Ok(_) => match read_record(game, position, moves) {
                Ok(record) => self.open_record(record),
                Err(error) => {
                    self.open_record(Record::new(game));
                    self.say(french::spec_error(&error));
                }
            },
            Err(error) => self.say(french::spec_error(&error)),
        }
    }

    fn click(&mut self, cell: Cell, effects: &mut Effects) {
        if cell.0 >= self.game().cells() {
            return;
        }
        self.cursor = cell;
        if self.mode == Mode::Exercise {
            self.exercise_click(cell, effects);
            return;
        }
        if self.mode != Mode::Play {
            self.say(french::demo_first());
            return;
        }
        if self.computer_moves() {
            // A click during the thinking plays nothing, neither now nor later.
            self.say(french::wait());
            return;
        }
        if self.unbegun() {
            // Another window may have begun one in the meantime.
            self.look_for_waiting();
        }
        if self.held_up() {
            self.say(french::ranked::choose_first());
            return;
        }
        if self.would_rewrite() {
            self.say(french::ranked::no_rewriting());
            return;
        }
        if self.take_guess(cell) {
            return;
        }
        self.play(cell, effects);
    }

    fn play(&mut self, cell: Cell, effects: &mut Effects) {
        let before = self.position();
        match self.history.play(cell) {
            Ok(()) => {
                if !self.looking {
                    // What was taken back for it becomes the variation; another move
                    // from the past is one itself.
                    self.history.prefer();
                }
                if self.looking && self.opponent == Opponent::Computer {
                    // Whoever goes on from the past plays the side that was to move.
                    self.reader = before.turn();
                }
                self.values.played();
                self.moved();
                self.announce(&before, cell);
                self.meet_lines(effects);
                self.ranked_moved(effects);
            }
            Err(reason) => self.say(french::refusal(&before, cell, reason)),
        }
    }

    /// Forgets what held for the position before.
    fn moved(&mut self) {
        self.keep_to_sequel();
        // Nobody plays into the best line that is stepped through.
        self.looking = self.values.follows();
        self.values.moved();
        self.notice = None;
        self.advice = None;
        self.remark = None;
        self.copied = None;
        // An answer for a position that is gone is wanted by nobody.
        self.pending = None;
    }

    /// Tells of the move that has led from `before` to the present position.
    fn announce(&mut self, before: &Position, cell: Cell) {
        self.tell(french::announcement(
            before,
            &self.position(),
            cell,
            self.history.depth(),
            if self.looking || self.mode == Mode::Demo {
                Seats::Two
            } else {
                self.seats()
            },
        ));
    }

    fn act(&mut self, action: Action, effects: &mut Effects) {
        if self.asks_again(action, effects) || self.no_part_of_exercise(action) {
            return;
        }
        match action {
            Action::Retry if self.exercise.is_some() => self.retry(),
            // In an exercise, taking back is trying again, with the keys too.
            Action::Undo if self.exercise.is_some() => self.retry(),
            Action::Hint if self.exercise.is_some() => self.exercise_hint(effects),
            Action::Solution if self.exercise.is_some() => self.solution(effects),
            Action::NextExercise => effects.next_exercise = self.exercise_follows(),
            Action::Retry | Action::Solution => {}
            Action::New => self.begin(Record::new(self.game())),
            Action::Restart => {
                let record = self.spec.record.clone();
                self.begin(record);
                if self.spec.mode == Mode::Demo {
                    self.mode = Mode::Demo;
                    self.tell(self.status());
                    // The button that was pressed is gone.
                    effects.focus = Some(self.cursor);
                }
            }
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::More => {
                self.more = !self.more;
                if !self.more {
                    // What lies behind the tools goes with them.
                    self.panel = self.panel.filter(|panel| !Panel::TOOLS.contains(panel));
                }
            }
            Action::Open(panel) => {
                self.panel = (self.panel != Some(panel)).then_some(panel);
                self.remark = None;
                self.copied = None;
            }
            Action::View(option) => self.toggle_view(option),
            Action::Turn(turn) => self.turn(turn),
            Action::Pin(pin) => self.pin(pin),
            Action::Go(node) => self.look(|history| history.go(node)),
            Action::Playback => self.play_back(effects),
            Action::Format(format) => self.choose_format(format),
            Action::Copy => self.copy(effects),
            Action::Hint => self.ask_hint(effects),
            Action::PlayNow => {
                if let Some(pending) = self.pending {
                    effects.hurry = Some(pending.number);
                }
            }
            Action::AgainstComputer | Action::AgainstHuman => {
                let opponent = match action {
                    Action::AgainstHuman => Opponent::Human,
                    _ => Opponent::Computer,
                };
                if opponent == self.opponent && !self.looking {
                    // Pressed already: nobody changes sides.
                    return;
                }
                self.pending = None;
                self.notice = None;
                self.opponent = opponent;
                // Whoever sits here goes on with the side that is to move.
                self.reader = self.position().turn();
                self.looking = false;
                self.seats_changed();
                self.tell(self.status());
            }
            Action::Level(level) => {
                // What it is thinking about is thought about anew.
                self.pending = None;
                self.level = level;
                self.notice = None;
                if self.ranks() && !self.can_undo() {
                    // Who begins is another matter on each level.
                    let opening = self.opening.clone();
                    self.begin(opening);
                }
                self.tell(french::level_chosen(level));
            }
            Action::MeFirst | Action::ComputerFirst | Action::InTurn => {
                self.first = match action {
                    Action::MeFirst => First::Me,
                    Action::ComputerFirst => First::Computer,
                    _ => First::InTurn,
                };
                let start = self.fresh_start();
                self.begin(start);
                if self.ranks() && !self.held_up() {
                    self.show_and_tell(french::ranked::begins());
                }
            }
            Action::Guess | Action::Values | Action::Sequel | Action::Always => {
                self.act_on_values(action);
            }
            Action::Revenge => {
                let start = self.fresh_start();
                self.begin_with(start, true);
                if self.opponent == Opponent::Human {
                    self.tell(format!("{} {}", french::ranked::swapped(), self.status()));
                }
                // The button that was pressed is gone.
                effects.focus = Some(self.cursor);
            }
            Action::Resume => self.resume(effects),
            Action::Forsake => self.forsake(effects),
            Action::ToStart => self.look(|history| history.go(ROOT)),
            Action::Back => self.look(|history| {
                history.back();
            }),
            Action::Forward => self.look(|history| {
                history.forward();
            }),
            Action::ToEnd => self.look(|history| while history.forward().is_some() {}),
            Action::Free => {
                let record = self.record().clone();
                self.opponent = Opponent::Human;
                self.begin(record);
                // The button that was pressed is gone.
                effects.focus = Some(self.cursor);
            }
            Action::Project => self.project(),
            Action::Keys => self.show_keys(),
        }
    }

    /// Where the next game starts: as this one did, unless there is nothing to play there,
    /// as after a link to a game that is over.
    fn fresh_start(&self) -> Record {
        match self.opening.position().outcome() {
            None => self.opening.clone(),
            Some(_) => Record::new(self.game()),
        }
    }

    /// Shows another place of the game.
    fn look(&mut self, go: impl FnOnce(&mut History)) {
        let (from, before) = (self.history.at(), self.position());
        go(&mut self.history);
        if self.history.at() == from {
            // Nothing changes: neither what the computer thinks about, nor a hint.
            return;
        }
        self.moved();
        // At the end of the line the game is on again.
        self.looking |= self.mode == Mode::Play && self.history.next(self.history.at()).is_some();
        match self.last() {
            _ if self.step_sentence().is_some() => self.tell(self.status()),
            Some(cell)
                if self.history.parent(self.history.at()) == from && self.history.at() != from =>
            {
                self.announce(&before, cell);
            }
            _ => {
                let status = french::status(&self.position(), self.last(), Seats::Two);
                self.tell(french::shown_move(
                    self.history.depth(),
                    self.history.line().len(),
                    &status,
                ));
            }
        }
    }

    /// Back to the reader's last choice; against another human, one move.
    fn undo(&mut self) {
        let floor = self.floor();
        let here = self.history.at();
        let mut count = 0;
        while self.history.depth() > floor && self.history.back().is_some() {
            count += 1;
            if self.opponent == Opponent::Human || self.position().turn() == self.reader {
                break;
            }
        }
        if self.opponent == Opponent::Computer && self.position().turn() != self.reader {
            // The reader has not chosen anything yet: nothing is taken back.
            self.history.go(here);
            count = 0;
        }
        if count > 0 {
            self.moved();
        } else {
            self.notice = None;
            self.advice = None;
        }
        self.tell(french::undone(&self.position(), count, self.seats()));
    }

    /// Plays again what was taken back: one move, and against the computer the answer
    /// that it had given.
    fn redo(&mut self) {
        let mut count = 0;
        while self.history.forward().is_some() {
            count += 1;
            if self.opponent == Opponent::Human || self.position().turn() == self.reader {
                break;
            }
        }
        if count > 0 {
            self.moved();
        }
        self.tell(french::redone(&self.position(), count, self.seats()));
    }

    /// Asks the worker for a hint, if somebody is to move.
    fn ask_hint(&mut self, effects: &mut Effects) {
        if !self.can_hint() {
            return;
        }
        self.requests += 1;
        self.pending = Some(Pending {
            number: self.requests,
            question: Question::Hint,
            answer: None,
            pause_over: false,
            progress: 0,
        });
        effects.ask.push((
            self.requests,
            worker::hint_request(self.requests, self.record()),
        ));
        self.notice = Some(Notice {
            sentence: french::searching(),
            refusal: false,
        });
    }

    fn can_hint(&self) -> bool {
        self.mode == Mode::Play && self.pending.is_none() && self.position().outcome().is_none()
    }

    fn can_undo(&self) -> bool {
        let mut played = self.floor()..self.history.depth();
        match self.opponent {
            Opponent::Human => !played.is_empty(),
            // One of the moves has to be the reader's own.
            Opponent::Computer => {
                let begins = self.record().start().turn();
                played.any(|ply| (ply % 2 == 0) == (begins == self.reader))
            }
        }
    }

    /// How many moves cannot be taken back: those of the chapter, as far as the line that
    /// is shown goes along with them.
    fn floor(&self) -> usize {
        // A history begins with the moves of its record, one place after the other.
        let path = self.history.path(self.history.at());
        let chapter = 1..=self.opening.moves().len();
        let shared = path.iter().zip(chapter);
        shared
            .take_while(|&(&here, there)| here as usize == there)
            .count()
    }

    fn answer(&mut self, text: &str) {
        if self.answer_values(text) {
            return;
        }
        let answer = worker::read_answer(self.game(), text);
        let Some(pending) = &mut self.pending else {
            return;
        };
        let number = text
            .split_once(';')
            .and_then(|(number, _)| number.parse().ok());
        if number.is_some_and(|number: u32| number != pending.number && number <= self.requests) {
            // An answer that nobody waits for any more.
            return;
        }
        match answer {
            Ok((number, Answer::Move(cell))) if number == pending.number => {
                pending.answer = Some(cell);
            }
            Ok((number, Answer::Progress(progress))) if number == pending.number => {
                pending.progress = progress;
            }
            Ok((number, Answer::Hint(cell, reason)))
                if number == pending.number && pending.question == Question::Hint =>
            {
                self.pending = None;
                self.advice = Some(cell);
                self.show_and_tell(french::hint(&self.position(), cell, reason));
            }
            // To a question that nobody asked, or no answer at all.
            Ok(_) | Err(_) => self.lose_computer(),
        }
    }

    /// The computer cannot be relied on any more: two people may go on.
    fn lose_computer(&mut self) {
        self.pending = None;
        self.leave_waiting();
        self.opponent = Opponent::Human;
        self.say(french::worker_failed());
    }

    /// Plays the computer's move once it is there and the pause is over.
    fn settle(&mut self, effects: &mut Effects) {
        if let Some(Pending {
            answer: Some(cell),
            pause_over: true,
            ..
        }) = self.pending
        {
            self.pending = None;
            if self.position().check(cell).is_ok() {
                self.play(cell, effects);
            } else {
                // Asking again would get the same move, for ever.
                self.lose_computer();
            }
        }
    }

    /// Asks the computer for a move if it is its turn.
    fn call_computer(&mut self, effects: &mut Effects) {
        let position = self.position();
        if self.mode != Mode::Play
            || self.opponent != Opponent::Computer
            || self.looking
            || self.held_up()
            || self.pending.is_some()
            || position.outcome().is_some()
            || position.turn() == self.reader
        {
            return;
        }
        self.requests += 1;
        self.pending = Some(Pending {
            number: self.requests,
            question: Question::Move,
            progress: 0,
            answer: None,
            pause_over: false,
        });
        effects.ask.push((
            self.requests,
            worker::request(self.requests, self.seed, self.record(), self.level),
        ));
        effects.pause = Some((self.requests, ANSWER_PAUSE_MS));
    }

    /// Tells a sentence that stands in the place of the status until something happens.
    fn show_and_tell(&mut self, sentence: String) {
        self.notice = Some(Notice {
            sentence: sentence.clone(),
            refusal: false,
        });
        self.tell(sentence);
    }

    /// Tells of a refusal or a failure.
    fn say(&mut self, sentence: String) {
        self.notice = Some(Notice {
            sentence: sentence.clone(),
            refusal: true,
        });
        self.tell(sentence);
    }

    /// A sentence for the live region. Saying the same twice must be heard
    /// twice, and a region whose text does not change is silent: an invisible
    /// joiner tells the second from the first.
    fn tell(&mut self, sentence: String) {
        self.voice = if self.voice == sentence {
            sentence + "\u{2060}"
        } else {
            sentence
        };
    }

    fn towards(&self, key: Key) -> Cell {
        let layout = Layout::of(self.game());
        let place = layout.place(self.cursor);
        let (row, column) = layout.global(self.cursor);
        let last = layout.panels * layout.cells - 1;
        let at = |row, column| layout.at_global(place.sheet, row, column);
        let panels = layout.sheets * layout.sheet_panels();
        let panel = place.sheet * layout.sheet_panels() + place.panel;
        let to_panel = |panel: u8| {
            layout.cell(Place {
                sheet: panel / layout.sheet_panels(),
                panel: panel % layout.sheet_panels(),
                ..place
            })
        };
        match key {
            Key::Up => at(row.saturating_sub(1), column),
            Key::Down => at((row + 1).min(last), column),
            Key::Left => at(row, column.saturating_sub(1)),
            Key::Right => at(row, (column + 1).min(last)),
            Key::Home => at(row, 0),
            Key::End => at(row, last),
            Key::PageUp => to_panel(panel.saturating_sub(1)),
            Key::PageDown => to_panel((panel + 1).min(panels - 1)),
        }
    }
}
