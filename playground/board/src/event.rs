//! What happens to a board, and what the page does about it.

use morpion_engine::{Cell, Game, Level};

use crate::cube_view::Turn;
use crate::history::Node;
use crate::share::Format;
use crate::table::ViewOption;

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
    /// The computer begins every other game; in two of the games they count then.
    InTurn,
    /// A new game once one is over: the other one begins.
    Revenge,
    /// Goes on with the game that waits on the device.
    Resume,
    /// Gives that game up: it counts as lost.
    Forsake,
    /// Back to the start of the exercise.
    Retry,
    /// Plays the solution of the exercise.
    Solution,
    /// Goes to the next exercise of the page.
    NextExercise,
    /// The position before the first move.
    ToStart,
    /// One move back.
    Back,
    /// One move on.
    Forward,
    /// The position after the last move.
    ToEnd,
    /// Demo: plays the rest by itself, or stops doing so.
    Playback,
    /// Demo: the board is the reader's from here.
    Free,
    /// Shows the game or the position in this form, to be copied.
    Format(Format),
    /// Copies what is shown.
    Copy,
    /// Asks the reader to guess the best move before its value shows.
    Guess,
    /// Shows what every move is worth, or hides it.
    Values,
    /// Lays out the best line from here, to be stepped through, or goes back.
    Sequel,
    /// Shows the values after each move, or only when asked.
    Always,
    /// How strong the computer plays from now on.
    Level(Level),
    /// Shows another place of the game.
    Go(Node),
    /// Shows or hides the tools that are not always wanted.
    More,
    /// Shows or hides what lies behind a button.
    Open(Panel),
    /// Gives the board the whole screen, or the page back.
    Project,
    /// Shows or hides the list of the keys of a projection.
    Keys,
    /// Shows something beside the position, or leaves it out.
    View(ViewOption),
    /// Turns the cube.
    Turn(Turn),
    /// Follows lines of the cube by eye.
    Pin(Pin),
}

/// What can be opened under a board, one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The choices of opponent, level and beginner.
    Players,
    /// The moves, to step through, and the field to type them.
    Moves,
    /// The game or the position as a text to copy, and the field to paste one.
    Share,
    /// What the moves are worth, and the curve of the game.
    Values,
    /// What can be shown beside the position, for games that have such things.
    View,
}

impl Panel {
    const ALL: [Panel; 5] = [
        Panel::Players,
        Panel::Moves,
        Panel::Values,
        Panel::View,
        Panel::Share,
    ];
    /// Those behind « Plus », in the order in which they are offered.
    pub(crate) const TOOLS: &[Panel] = &[Panel::Moves, Panel::Values, Panel::View, Panel::Share];

    /// Whether boards of this game have it.
    pub(crate) fn is_for(self, game: Game) -> bool {
        self != Panel::View || !ViewOption::of(game).is_empty()
    }

    fn name(self) -> &'static str {
        match self {
            Panel::Players => "reglages",
            Panel::Moves => "coups",
            Panel::Share => "partager",
            Panel::Values => "valeurs",
            Panel::View => "vue",
        }
    }
}

/// Which lines of the cube are followed by eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pin {
    /// All through the cell that was chosen last.
    Cell,
    /// The one before.
    Previous,
    /// The one after.
    Next,
    /// All of them together again.
    All,
    /// None any more.
    Off,
}

impl Pin {
    pub(crate) const ALL: [Pin; 5] = [Pin::Cell, Pin::Previous, Pin::Next, Pin::All, Pin::Off];

    fn name(self) -> &'static str {
        match self {
            Pin::Cell => "alignements",
            Pin::Previous => "alignement-precedent",
            Pin::Next => "alignement-suivant",
            Pin::All => "alignements-tous",
            Pin::Off => "alignements-retirer",
        }
    }
}

/// What a pointer does on the drawn cube, in thousandths of the drawing's width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// Chooses a point.
    Tap(i32, i32),
    /// Drags by so much to the right and down.
    Drag(i32, i32),
}

/// A field that one types in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// One move, or several.
    Move,
    /// A game or a position in any of the forms that are copied.
    Position,
}

impl Field {
    const ALL: [Field; 2] = [Field::Move, Field::Position];

    /// The name of the form in `data-champ`.
    pub const fn french(self) -> &'static str {
        match self {
            Field::Move => "coup",
            Field::Position => "position",
        }
    }

    /// The field of this name.
    pub fn from_french(name: &str) -> Option<Field> {
        Field::ALL.into_iter().find(|field| field.french() == name)
    }
}

impl Action {
    const PLAIN: &[Action] = &[
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
        Action::InTurn,
        Action::Revenge,
        Action::Resume,
        Action::Forsake,
        Action::Retry,
        Action::Solution,
        Action::NextExercise,
        Action::ToStart,
        Action::Back,
        Action::Forward,
        Action::ToEnd,
        Action::Playback,
        Action::Free,
        Action::Copy,
        Action::More,
        Action::Guess,
        Action::Values,
        Action::Sequel,
        Action::Always,
        Action::Project,
        Action::Keys,
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
            Action::InTurn => "commence-tour",
            Action::Revenge => "revanche",
            Action::Resume => "reprendre",
            Action::Forsake => "abandonner",
            Action::Retry => "reessayer",
            Action::Solution => "solution",
            Action::NextExercise => "exercice-suivant",
            Action::ToStart => "debut",
            Action::Back => "precedent",
            Action::Forward => "suivant",
            Action::ToEnd => "fin",
            Action::Playback => "lecture",
            Action::Free => "essayer",
            Action::Copy => "copier",
            Action::Format(format) => format.action(),
            Action::More => "plus",
            Action::Guess => "deviner",
            Action::Values => "voir-valeurs",
            Action::Sequel => "suite",
            Action::Always => "toujours-valeurs",
            Action::Project => "plein-ecran",
            Action::Keys => "touches",
            Action::Level(level) => return format!("niveau-{}", level.slug()),
            Action::Go(node) => return format!("aller-{node}"),
            Action::Open(panel) => panel.name(),
            Action::Turn(turn) => return format!("tourner-{}", turn.name()),
            Action::Pin(pin) => pin.name(),
            Action::View(option) => return format!("vue-{}", option.name()),
        };
        name.to_owned()
    }

    /// The action of this name on a board of this game.
    pub fn from_french(game: Game, name: &str) -> Option<Action> {
        if let Some(node) = name.strip_prefix("aller-") {
            return node.parse().ok().map(Action::Go);
        }
        let levels = Level::all(game).iter().copied().map(Action::Level);
        Action::PLAIN
            .iter()
            .copied()
            .chain(Panel::ALL.map(Action::Open))
            .chain(Format::ALL.map(Action::Format))
            .chain(levels)
            .chain(ViewOption::of(game).iter().copied().map(Action::View))
            .chain(Turn::ALL.map(Action::Turn))
            .chain(Pin::ALL.map(Action::Pin))
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
    /// A key that moves the focus, pressed on a move of the list.
    ListKey(Key),
    /// A button was pressed.
    Action(Action),
    /// Whether the text of [`Effects::copy`] could be copied.
    Copied(bool),
    /// The worker answered.
    Answer(String),
    /// The pause asked for with this number is over.
    PauseOver(u32),
    /// The worker broke down.
    WorkerFailed,
    /// The pointer is over a cell, or over none any more.
    Hover(Option<Cell>),
    /// The focus has left the cells.
    Blur,
    /// A pointer on the drawn cube.
    Cube(Gesture),
    /// A key that turns the cube, pressed while it has the focus.
    CubeKey(Key),
    /// Another part of the page wants the line of the cube of this number, from 1,
    /// to be followed by eye.
    Follow(u8),
    /// The memory of the device was changed by another board or another window.
    MemoryChanged,
    /// A field was filled in and confirmed.
    Typed(Field, String),
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
    /// Sends these to the worker, each with the number of its request.
    pub ask: Vec<(u32, String)>,
    /// Tells the worker that nobody waits for its requests of these numbers any more.
    pub forget: Vec<u32>,
    /// Tells the worker to answer its request of this number at once.
    pub hurry: Option<u32>,
    /// Calls back with [`Event::PauseOver`] of this number after so many
    /// milliseconds.
    pub pause: Option<(u32, u32)>,
    /// Tells the other boards of the page that the memory of the device has changed.
    pub kept: bool,
    /// Shows the next exercise of the page and puts the focus on it.
    pub next_exercise: bool,
    /// Puts the focus on this cell.
    pub focus: Option<Cell>,
    /// Puts the focus on the button of this action.
    pub button: Option<Action>,
    /// Empties this field: what it held has been understood.
    pub clear: Option<Field>,
    /// Copies this text and calls back with [`Event::Copied`].
    pub copy: Option<String>,
    /// Goes to [`PLAY_PAGE`](crate::PLAY_PAGE) instead of this page, with what follows
    /// the `?` of its address: the game asked for is played there.
    pub leave: bool,
}
