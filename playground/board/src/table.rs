//! The state machine of one board: what happens when somebody clicks, types,
//! or when the computer has thought.
//!
//! A [`Table`] never fails and never waits. [`Table::handle`] takes an event
//! and says what the page must do: draw again, move the focus, ask the
//! computer, start the pause before its answer shows. Requests are numbered;
//! an answer to a position that is gone finds no request of its number and is
//! dropped.

use morpion_engine::{Cell, CellSet, Game, Level, Position, Record, Side};

use crate::french::{self, Seats};
use crate::layout::{Layout, Place};
use crate::spec::{First, Mode, Opponent, Spec, SpecError, read_record};
use crate::worker::{self, Answer};

/// Pause before the computer's move shows, in milliseconds: an answer that
/// comes at once looks like part of one's own move.
pub const ANSWER_PAUSE_MS: u32 = 300;

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A new game from the usual start.
    New,
    /// Back to the position of the chapter.
    Restart,
    /// Takes back the last move, or the last of the reader and all since.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Shows a good move and says why it is one.
    Hint,
    /// Ends the thinking: the computer plays the best that it has found.
    PlayNow,
    /// Plays the computer from here.
    AgainstComputer,
    /// Two people from here.
    AgainstHuman,
    /// The reader begins.
    MeFirst,
    /// The computer begins.
    ComputerFirst,
    /// Demo: the position before the first move.
    ToStart,
    /// Demo: one move back.
    Back,
    /// Demo: one move on.
    Forward,
    /// Demo: the board is the reader's from here.
    Free,
    /// How strong the computer plays from now on.
    Level(Level),
    /// Shows or hides the choices of opponent, level and beginner.
    Settings,
}

impl Action {
    const PLAIN: [Action; 15] = [
        Action::New,
        Action::Restart,
        Action::Undo,
        Action::Redo,
        Action::Hint,
        Action::PlayNow,
        Action::AgainstComputer,
        Action::AgainstHuman,
        Action::MeFirst,
        Action::ComputerFirst,
        Action::ToStart,
        Action::Back,
        Action::Forward,
        Action::Free,
        Action::Settings,
    ];

    /// The name in `data-action`.
    pub fn french(self) -> String {
        let name = match self {
            Action::New => "nouvelle",
            Action::Restart => "recommencer",
            Action::Undo => "annuler",
            Action::Redo => "retablir",
            Action::Hint => "indice",
            Action::PlayNow => "joue-maintenant",
            Action::AgainstComputer => "adversaire-ordinateur",
            Action::AgainstHuman => "adversaire-humain",
            Action::MeFirst => "commence-moi",
            Action::ComputerFirst => "commence-ordinateur",
            Action::ToStart => "debut",
            Action::Back => "precedent",
            Action::Forward => "suivant",
            Action::Free => "essayer",
            Action::Settings => "reglages",
            Action::Level(level) => return format!("niveau-{}", level.slug()),
        };
        name.to_owned()
    }

    /// The action of this name on a board of this game.
    pub fn from_french(game: Game, name: &str) -> Option<Action> {
        let levels = Level::all(game).iter().copied().map(Action::Level);
        Action::PLAIN
            .into_iter()
            .chain(levels)
            .find(|action| action.french() == name)
    }
}

/// A key that moves the focus from cell to cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// First cell of the row.
    Home,
    /// Last cell of the row.
    End,
    /// The same cell one small board or floor before.
    PageUp,
    /// The same cell one small board or floor after.
    PageDown,
}

impl Key {
    /// The key of a DOM `KeyboardEvent.key`, if the board uses it.
    pub fn from_dom(name: &str) -> Option<Key> {
        Some(match name {
            "ArrowUp" => Key::Up,
            "ArrowDown" => Key::Down,
            "ArrowLeft" => Key::Left,
            "ArrowRight" => Key::Right,
            "Home" => Key::Home,
            "End" => Key::End,
            "PageUp" => Key::PageUp,
            "PageDown" => Key::PageDown,
            _ => return None,
        })
    }
}

/// What happens to a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A cell was clicked or confirmed.
    Cell(Cell),
    /// A cell received the focus.
    Focus(Cell),
    /// A key that moves the focus, pressed on a cell.
    Key(Key),
    /// A button was pressed.
    Action(Action),
    /// The worker answered.
    Answer(String),
    /// The pause asked for with this number is over.
    PauseOver(u32),
    /// The worker broke down.
    WorkerFailed,
    /// Opens a game given by its notation: a link to this board.
    Open {
        /// The slug of the game; empty for the game of this board.
        game: String,
        /// Set-up, empty for the usual start.
        position: String,
        /// Moves from there.
        moves: String,
    },
}

/// What the page does after an event. The board is drawn again after each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Sends this to the worker.
    pub ask: Option<String>,
    /// Tells the worker that nobody waits for its request of this number any more.
    pub forget: Option<u32>,
    /// Tells the worker to answer its request of this number at once.
    pub hurry: Option<u32>,
    /// Calls back with [`Event::PauseOver`] of this number after
    /// [`ANSWER_PAUSE_MS`].
    pub pause: Option<u32>,
    /// Puts the focus on this cell.
    pub focus: Option<Cell>,
}

/// One button that may be pressed.
pub(crate) struct Choice {
    pub(crate) action: Action,
    pub(crate) label: String,
    /// `Some` for one of several that exclude each other.
    pub(crate) pressed: Option<bool>,
    /// `Some` for a button that shows and hides others.
    pub(crate) expanded: Option<bool>,
    pub(crate) enabled: bool,
}

/// Buttons that belong together.
pub(crate) struct Group {
    /// What is chosen, for one choice among several.
    pub(crate) label: Option<String>,
    /// Whether the label is shown, or only heard: the buttons may say it all.
    pub(crate) label_shown: bool,
    pub(crate) choices: Vec<Choice>,
}

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
    level: Level,
    /// Where the present game starts, moves of the chapter included: nothing
    /// before is taken back.
    opening: Record,
    record: Record,
    /// The side of the reader against the computer.
    reader: Side,
    /// Demo: moves shown so far.
    step: usize,
    cursor: Cell,
    /// Whether the choices of opponent, level and beginner are shown.
    settings: bool,
    /// Moves taken back, the last first.
    undone: Vec<Cell>,
    /// The move that a hint has named.
    advice: Option<Cell>,
    notice: Option<Notice>,
    voice: String,
    pending: Option<Pending>,
    requests: u32,
    seed: u64,
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
            mode: spec.mode,
            opponent: spec.opponent,
            first: spec.first,
            level: spec.level,
            opening: record.clone(),
            step: record.moves().len(),
            reader: record.position().turn(),
            cursor: record.last().unwrap_or(middle),
            record,
            settings: false,
            undone: Vec::new(),
            advice: None,
            notice: None,
            voice: String::new(),
            pending: None,
            requests: 0,
            seed: spec.seed.unwrap_or(0),
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
        if self.spec.seed.is_none() {
            self.seed = seed;
        }
        self
    }

    /// What has to be done right after the table is set: the computer may be
    /// the one to begin.
    pub fn open(&mut self) -> Effects {
        let mut effects = Effects::default();
        self.call_computer(&mut effects);
        effects
    }

    /// Takes an event and says what the page must do.
    pub fn handle(&mut self, event: Event) -> Effects {
        let mut effects = Effects::default();
        let asked = self.pending.map(|pending| pending.number);
        match event {
            Event::Cell(cell) => self.click(cell),
            Event::Focus(cell) => self.cursor = cell,
            Event::Key(key) => {
                self.cursor = self.towards(key);
                effects.focus = Some(self.cursor);
            }
            Event::Action(action) => self.act(action, &mut effects),
            Event::Answer(text) => self.answer(&text),
            Event::PauseOver(number) => {
                if let Some(pending) = &mut self.pending
                    && pending.number == number
                {
                    pending.pause_over = true;
                }
            }
            Event::WorkerFailed => {
                if self.pending.is_some() {
                    self.lose_computer();
                }
            }
            Event::Open {
                game,
                position,
                moves,
            } => self.open_link(game, &position, &moves),
        }
        self.settle();
        if self.pending.map(|pending| pending.number) != asked {
            // Answered, or not waited for any more: telling costs nothing.
            effects.forget = asked;
        }
        self.call_computer(&mut effects);
        effects
    }

    /// The game as it stands.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The position that is shown.
    pub fn position(&self) -> Position {
        match self.mode {
            Mode::Demo => self.record.position_at(self.step),
            Mode::Fixed | Mode::Play => self.record.position(),
        }
    }

    /// The moves that are shown, in notation.
    pub fn moves(&self) -> String {
        let shown = self.shown();
        let game = self.record.game();
        shown
            .iter()
            .map(|&cell| game.cell_name(cell))
            .collect::<Vec<_>>()
            .join("-")
    }

    /// Whether the computer is thinking.
    pub fn waiting(&self) -> bool {
        self.pending.is_some()
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

    /// The cell that Tab leads to.
    pub fn cursor(&self) -> Cell {
        self.cursor
    }

    fn shown(&self) -> &[Cell] {
        match self.mode {
            Mode::Demo => &self.record.moves()[..self.step],
            Mode::Fixed | Mode::Play => self.record.moves(),
        }
    }

    pub(crate) fn last(&self) -> Option<Cell> {
        self.shown().last().copied()
    }

    pub(crate) fn status(&self) -> String {
        match &self.notice {
            Some(notice) => notice.sentence.clone(),
            None => french::status(&self.position(), self.last(), self.seats()),
        }
    }

    pub(crate) fn refused(&self) -> bool {
        self.notice.as_ref().is_some_and(|notice| notice.refusal)
    }

    /// The move that a hint has named.
    pub(crate) fn advice(&self) -> Option<Cell> {
        self.advice
    }

    /// How far the thinking is, in thousandths.
    pub(crate) fn progress(&self) -> Option<u16> {
        self.pending.map(|pending| pending.progress)
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
        if self.mode == Mode::Play && !self.computer_moves() {
            self.record.position().legal()
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
        self.reader = match self.first {
            First::Me => next,
            First::Computer => next.other(),
        };
    }

    /// Starts a game at `record`.
    fn begin(&mut self, record: Record) {
        self.mode = Mode::Play;
        self.opening = record.clone();
        self.step = record.moves().len();
        self.record = record;
        self.pending = None;
        self.undone.clear();
        self.advice = None;
        self.notice = None;
        self.seat();
        self.tell(french::status(&self.record.position(), None, self.seats()));
    }

    /// Opens the game of a link. Two people then: nobody plays an answer into a
    /// position that was sent to be looked at.
    fn open_link(&mut self, slug: String, position: &str, moves: &str) {
        let game = self.record.game();
        let wanted = if slug.is_empty() {
            Ok(game)
        } else {
            Game::from_slug(&slug).ok_or(SpecError::Game(slug))
        };
        match wanted {
            Ok(wanted) if wanted != game => self.say(french::link_elsewhere(wanted)),
            Ok(_) => match read_record(game, position, moves) {
                Ok(record) => {
                    self.opponent = Opponent::Human;
                    self.begin(record);
                }
                Err(error) => {
                    self.opponent = Opponent::Human;
                    self.begin(Record::new(game));
                    self.say(french::spec_error(&error));
                }
            },
            Err(error) => self.say(french::spec_error(&error)),
        }
    }

    fn click(&mut self, cell: Cell) {
        if cell.0 >= self.record.game().cells() {
            return;
        }
        self.cursor = cell;
        if self.mode != Mode::Play {
            self.say(french::demo_first());
            return;
        }
        if self.computer_moves() {
            // A click during the thinking plays nothing, neither now nor later.
            self.say(french::wait());
            return;
        }
        self.play(cell);
    }

    fn play(&mut self, cell: Cell) {
        let before = self.record.position();
        match self.record.play(cell) {
            Ok(()) => {
                self.notice = None;
                self.advice = None;
                // A hint for a position that is gone is wanted by nobody.
                self.pending = None;
                // The same moves again: what was taken back after them stays.
                if self.undone.last() == Some(&cell) {
                    self.undone.pop();
                } else {
                    self.undone.clear();
                }
                self.tell(french::announcement(
                    &before,
                    &self.record.position(),
                    cell,
                    before.ply() as usize + 1,
                    self.seats(),
                ));
            }
            Err(reason) => self.say(french::refusal(&before, cell, reason)),
        }
    }

    fn act(&mut self, action: Action, effects: &mut Effects) {
        match action {
            Action::New => self.begin(Record::new(self.record.game())),
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
            Action::Settings => self.settings = !self.settings,
            Action::Hint => self.ask_hint(effects),
            Action::PlayNow => {
                if let Some(pending) = self.pending {
                    effects.hurry = Some(pending.number);
                }
            }
            Action::AgainstComputer | Action::AgainstHuman => {
                self.pending = None;
                self.notice = None;
                self.opponent = match action {
                    Action::AgainstHuman => Opponent::Human,
                    _ => Opponent::Computer,
                };
                // Whoever sits here goes on with the side that is to move.
                self.reader = self.record.position().turn();
                self.tell(self.status());
            }
            Action::Level(level) => {
                // What it is thinking about is thought about anew.
                self.pending = None;
                self.level = level;
                self.notice = None;
                self.tell(french::level_chosen(level));
            }
            Action::MeFirst | Action::ComputerFirst => {
                self.first = match action {
                    Action::MeFirst => First::Me,
                    _ => First::Computer,
                };
                let opening = self.opening.clone();
                self.begin(opening);
            }
            Action::ToStart | Action::Back | Action::Forward => {
                let moves = self.record.moves().len();
                let before = self.step;
                self.step = match action {
                    Action::ToStart => 0,
                    Action::Back => before.saturating_sub(1),
                    _ => (before + 1).min(moves),
                };
                self.notice = None;
                match self.last() {
                    Some(cell) if self.step > before => self.tell(french::announcement(
                        &self.record.position_at(before),
                        &self.position(),
                        cell,
                        self.record.position_at(before).ply() as usize + 1,
                        Seats::Two,
                    )),
                    _ => self.tell(french::shown_move(self.step, moves, &self.status())),
                }
            }
            Action::Free => {
                let mut record = self.record.clone();
                while record.moves().len() > self.step {
                    record.undo();
                }
                self.opponent = Opponent::Human;
                self.begin(record);
                // The button that was pressed is gone.
                effects.focus = Some(self.cursor);
            }
        }
    }

    /// Back to the reader's last choice; against another human, one move.
    fn undo(&mut self) {
        self.notice = None;
        let floor = self.opening.moves().len();
        let mut count = 0;
        self.advice = None;
        if self.opponent == Opponent::Human {
            if self.record.moves().len() > floor {
                self.pending = None;
                self.undone.extend(self.record.undo());
                count = 1;
            }
        } else {
            // The record as it would be: nothing is lost if the reader has not
            // chosen anything yet.
            let mut record = self.record.clone();
            let mut undone = self.undone.clone();
            while record.moves().len() > floor {
                undone.extend(record.undo());
                count += 1;
                if record.position().turn() == self.reader {
                    self.record = record;
                    self.undone = undone;
                    self.pending = None;
                    self.tell_undone(count);
                    return;
                }
            }
            count = 0;
        }
        self.tell_undone(count);
    }

    /// Plays again what was taken back: one move, and against the computer the answer
    /// that it had given.
    fn redo(&mut self) {
        self.notice = None;
        self.advice = None;
        let mut count = 0;
        while let Some(&cell) = self.undone.last() {
            if self.record.play(cell).is_err() {
                self.undone.clear();
                break;
            }
            self.undone.pop();
            self.pending = None;
            count += 1;
            if self.opponent == Opponent::Human || self.record.position().turn() == self.reader {
                break;
            }
        }
        self.tell(french::redone(&self.record.position(), count, self.seats()));
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
        effects.ask = Some(worker::hint_request(self.requests, &self.record));
        self.notice = Some(Notice {
            sentence: french::looking(),
            refusal: false,
        });
    }

    fn can_hint(&self) -> bool {
        self.mode == Mode::Play
            && self.pending.is_none()
            && self.record.position().outcome().is_none()
    }

    fn tell_undone(&mut self, count: usize) {
        self.tell(french::undone(&self.record.position(), count, self.seats()));
    }

    fn can_undo(&self) -> bool {
        let floor = self.opening.moves().len();
        let played = self.record.moves().len() - floor;
        match self.opponent {
            Opponent::Human => played > 0,
            // The first move may have been the computer's.
            Opponent::Computer => {
                let opened_by_computer = self.opening.position().turn() != self.reader;
                played > usize::from(opened_by_computer)
            }
        }
    }

    fn answer(&mut self, text: &str) {
        let Some(pending) = &mut self.pending else {
            return;
        };
        match worker::read_answer(self.record.game(), text) {
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
                let sentence = french::hint(&self.record.position(), cell, reason);
                self.notice = Some(Notice {
                    sentence: sentence.clone(),
                    refusal: false,
                });
                self.tell(sentence);
            }
            // An answer to a position that is gone.
            Ok((number, _)) if number < pending.number => {}
            // To a question that nobody asked, or no answer at all.
            Ok(_) | Err(_) => self.lose_computer(),
        }
    }

    /// The computer cannot be relied on any more: two people may go on.
    fn lose_computer(&mut self) {
        self.pending = None;
        self.opponent = Opponent::Human;
        self.say(french::worker_failed());
    }

    /// Plays the computer's move once it is there and the pause is over.
    fn settle(&mut self) {
        if let Some(Pending {
            answer: Some(cell),
            pause_over: true,
            ..
        }) = self.pending
        {
            self.pending = None;
            if self.record.position().check(cell).is_ok() {
                self.play(cell);
            } else {
                // Asking again would get the same move, for ever.
                self.lose_computer();
            }
        }
    }

    /// Asks the computer for a move if it is its turn.
    fn call_computer(&mut self, effects: &mut Effects) {
        let position = self.record.position();
        if self.mode != Mode::Play
            || self.opponent != Opponent::Computer
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
        effects.ask = Some(worker::request(
            self.requests,
            self.seed,
            &self.record,
            self.level,
        ));
        effects.pause = Some(self.requests);
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
        let layout = Layout::of(self.record.game());
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

    /// The buttons under the board.
    pub(crate) fn actions(&self) -> Vec<Group> {
        let choice = |action, pressed, enabled| Choice {
            action,
            label: french::action(action),
            pressed,
            expanded: None,
            enabled,
        };
        match self.mode {
            Mode::Fixed => Vec::new(),
            Mode::Demo => vec![Group {
                label: None,
                label_shown: false,
                choices: vec![
                    choice(Action::ToStart, None, self.step > 0),
                    choice(Action::Back, None, self.step > 0),
                    choice(Action::Forward, None, self.step < self.record.moves().len()),
                    choice(Action::Free, None, true),
                ],
            }],
            Mode::Play => {
                let computer = self.opponent == Opponent::Computer;
                let mut first = vec![choice(Action::New, None, true)];
                let chapter = &self.spec.record;
                let demo = self.spec.mode == Mode::Demo;
                if demo || *chapter != Record::new(chapter.game()) {
                    let moved = demo || self.record != *chapter;
                    first.push(choice(Action::Restart, None, moved));
                }
                first.push(choice(Action::Undo, None, self.can_undo()));
                first.push(choice(Action::Redo, None, !self.undone.is_empty()));
                if self.computer_moves() && self.level.think_ms() > 0 {
                    first.push(choice(Action::PlayNow, None, true));
                } else {
                    first.push(choice(Action::Hint, None, self.can_hint()));
                }
                first.push(Choice {
                    action: Action::Settings,
                    label: french::settings(computer.then_some(self.level)),
                    pressed: None,
                    expanded: Some(self.settings),
                    enabled: true,
                });
                let mut groups = vec![Group {
                    label: None,
                    label_shown: false,
                    choices: first,
                }];
                if !self.settings {
                    return groups;
                }
                groups.push(Group {
                    label: Some(french::opponent_label()),
                    label_shown: false,
                    choices: vec![
                        choice(Action::AgainstComputer, Some(computer), true),
                        choice(Action::AgainstHuman, Some(!computer), true),
                    ],
                });
                if computer {
                    groups.push(Group {
                        label: Some(french::level_label()),
                        label_shown: true,
                        choices: Level::all(self.record.game())
                            .iter()
                            .map(|&level| {
                                choice(Action::Level(level), Some(level == self.level), true)
                            })
                            .collect(),
                    });
                    let me = self.first == First::Me;
                    groups.push(Group {
                        label: Some(french::first_label()),
                        label_shown: true,
                        choices: vec![
                            choice(Action::MeFirst, Some(me), true),
                            choice(Action::ComputerFirst, Some(!me), true),
                        ],
                    });
                }
                groups
            }
        }
    }
}
