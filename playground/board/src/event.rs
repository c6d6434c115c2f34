//! What happens to a board, and what the page does about it.

use morpion_engine::{Cell, Game, Level};

use crate::cube_view::Turn;
use crate::history::Node;
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
    /// The position before the first move.
    ToStart,
    /// One move back.
    Back,
    /// One move on.
    Forward,
    /// The position after the last move.
    ToEnd,
    /// Demo: the board is the reader's from here.
    Free,
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
    /// What can be shown beside the position, for games that have such things.
    View,
}

impl Panel {
    const ALL: [Panel; 3] = [Panel::Players, Panel::Moves, Panel::View];
    /// Those behind « Plus », in the order in which they are offered.
    pub(crate) const TOOLS: &[Panel] = &[Panel::Moves, Panel::View];

    /// Whether boards of this game have it.
    pub(crate) fn is_for(self, game: Game) -> bool {
        self != Panel::View || !ViewOption::of(game).is_empty()
    }

    fn name(self) -> &'static str {
        match self {
            Panel::Players => "reglages",
            Panel::Moves => "coups",
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

/// What a pointer does on the drawn cube, in thousandths of the drawing's side.
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
}

impl Field {
    const ALL: [Field; 1] = [Field::Move];

    /// The name of the form in `data-champ`.
    pub const fn french(self) -> &'static str {
        match self {
            Field::Move => "coup",
        }
    }

    /// The field of this name.
    pub fn from_french(name: &str) -> Option<Field> {
        Field::ALL.into_iter().find(|field| field.french() == name)
    }
}

impl Action {
    const PLAIN: [Action; 18] = [
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
        Action::ToEnd,
        Action::Free,
        Action::More,
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
            Action::ToStart => "debut",
            Action::Back => "precedent",
            Action::Forward => "suivant",
            Action::ToEnd => "fin",
            Action::Free => "essayer",
            Action::More => "plus",
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
            .into_iter()
            .chain(Panel::ALL.map(Action::Open))
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
    /// A button was pressed.
    Action(Action),
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
    /// Puts the focus on this cell.
    pub focus: Option<Cell>,
    /// Goes to [`PLAY_PAGE`](crate::PLAY_PAGE) instead of this page, with what follows
    /// the `?` of its address: the game asked for is played there.
    pub leave: bool,
}
