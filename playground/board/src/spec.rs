//! What a board is asked to be: the keys of a fence and the attributes of the
//! element, both in French, read into one value.

use morpion_engine::{Cell, Game, Goal, Level, NotationError, Position, Record};

/// What a reader may do with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `fixe`: a picture.
    Fixed,
    /// `demo`: the moves one by one, then the board is freed.
    Demo,
    /// `jeu`: a game from here.
    Play,
    /// `entrainement`: a game from here, with what each move is worth at hand.
    Training,
    /// `exercice`: the moves that keep a goal are looked for.
    Exercise,
}

/// Whom a reader plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// `humain`: two people at one screen.
    Human,
    /// `ordinateur`.
    Computer,
}

/// Who plays first against the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// `moi`: the reader.
    Me,
    /// `ordinateur`.
    Computer,
    /// `tour`: the computer begins every other game.
    InTurn,
}

/// A choice that has a French name in fences and attributes.
macro_rules! named {
    ($kind:ident, $($name:literal => $value:ident),+) => {
        impl $kind {
            /// The French names, in the order in which they are offered.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The value that this French name stands for.
            pub fn from_french(name: &str) -> Option<$kind> {
                match name {
                    $($name => Some($kind::$value),)+
                    _ => None,
                }
            }

            /// The French name.
            pub const fn french(self) -> &'static str {
                match self {
                    $($kind::$value => $name,)+
                }
            }
        }
    };
}

named!(Mode, "fixe" => Fixed, "demo" => Demo, "jeu" => Play, "entrainement" => Training, "exercice" => Exercise);
named!(Opponent, "humain" => Human, "ordinateur" => Computer);
named!(First, "moi" => Me, "ordinateur" => Computer, "tour" => InTurn);

/// One board of a chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Where the game starts and the moves already played.
    pub record: Record,
    /// What the reader may do.
    pub mode: Mode,
    /// Whom the reader plays, in [`Mode::Play`].
    pub opponent: Opponent,
    /// Who plays first against the computer.
    pub first: First,
    /// How strong the computer plays; of the record's game.
    pub level: Level,
    /// Makes the computer's choices the same each time; `None` lets the page
    /// draw a seed.
    pub seed: Option<u64>,
    /// What is to be achieved, in [`Mode::Exercise`].
    pub goal: Option<Goal>,
    /// A wrong move that many would play, in [`Mode::Exercise`].
    pub tempting: Option<Tempting>,
    /// Plain text under the board.
    pub caption: Option<String>,
    /// In [`Mode::Demo`]: what is said of the start, of the position after the first
    /// move, and so on. Where there is no sentence, or an empty one, the board speaks.
    pub steps: Vec<String>,
    /// The address of the page says what is played: [`Spec::from_address`].
    pub linked: bool,
}

/// A wrong move that looks good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tempting {
    /// The move.
    pub cell: Cell,
    /// What looks good about it, in French, after « ce coup ».
    pub why: String,
}

impl Tempting {
    /// As an attribute; [`Tempting::read`] reads it.
    pub(crate) fn write(&self, game: Game) -> String {
        format!("{} {}", game.cell_name(self.cell), self.why)
    }

    /// A text that is none is no mistake of the reader's: then nothing is said.
    fn read(game: Game, text: &str) -> Option<Tempting> {
        let (cell, why) = text.split_once(' ')?;
        Some(Tempting {
            cell: game.cell_from_name(cell)?,
            why: why.to_owned(),
        })
    }
}

/// Why attributes make no board. [`crate::french::spec_error`] says it to a
/// reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// No game of this name.
    Game(String),
    /// No value of this name for the attribute; the known ones follow.
    Choice {
        /// The attribute.
        attribute: &'static str,
        /// What it holds.
        value: String,
        /// What it may hold.
        known: Vec<&'static str>,
    },
    /// The seed is no whole number.
    Seed(String),
    /// The position or the moves are wrong.
    Notation {
        /// The game they are of.
        game: Game,
        /// What is wrong with it.
        error: NotationError,
    },
}

impl Spec {
    /// A board with the usual choices: the reader begins, against the computer
    /// where something is played.
    pub fn new(record: Record, mode: Mode) -> Spec {
        Spec {
            level: default_level(record.game()),
            record,
            mode,
            opponent: Opponent::Computer,
            first: First::Me,
            seed: None,
            goal: None,
            tempting: None,
            caption: None,
            steps: Vec::new(),
            linked: false,
        }
    }

    /// What an exercise is kept under on the device, wherever it stands in the book;
    /// `None` for a board that is no exercise.
    pub fn exercise_key(&self) -> Option<String> {
        let goal = self.goal.filter(|_| self.mode == Mode::Exercise)?;
        Some(crate::table::exercise_key(
            self.record.game(),
            &self.record,
            goal,
        ))
    }

    /// What is said of the position after so many moves.
    pub fn step(&self, moves: usize) -> Option<&str> {
        let sentence = self.steps.get(moves)?;
        (!sentence.is_empty()).then_some(sentence)
    }

    /// Reads a board from its attributes: `get` gives the value of one, if it
    /// is there.
    ///
    /// # Errors
    ///
    /// The first attribute that cannot be understood.
    pub fn from_attributes(get: impl Fn(&str) -> Option<String>) -> Result<Spec, SpecError> {
        Spec::read(&get)
    }

    /// Once in the page's wasm, whoever asks.
    fn read(get: &dyn Fn(&str) -> Option<String>) -> Result<Spec, SpecError> {
        let slug = get("jeu").unwrap_or_default();
        let game = Game::from_slug(&slug).ok_or(SpecError::Game(slug))?;
        let record = read_record(
            game,
            &get("position").unwrap_or_default(),
            &get("coups").unwrap_or_default(),
        )?;
        let mut spec = Spec::new(record, Mode::Play);
        if let Some(name) = get("mode") {
            spec.mode = choice("mode", name, Mode::from_french, Mode::NAMES)?;
        }
        if let Some(name) = get("adversaire") {
            spec.opponent = choice("adversaire", name, Opponent::from_french, Opponent::NAMES)?;
        }
        if let Some(name) = get("commence") {
            spec.first = choice("commence", name, First::from_french, First::NAMES)?;
        }
        if spec.mode == Mode::Exercise {
            let name = get("but").unwrap_or_default();
            spec.goal = Some(choice("but", name, goal_from_french, GOALS)?);
            spec.tempting = get(TEMPTING).and_then(|text| Tempting::read(game, &text));
        }
        if let Some(slug) = get("niveau") {
            spec.level = Level::from_slug(game, &slug).ok_or_else(|| SpecError::Choice {
                attribute: "niveau",
                value: slug,
                known: Level::all(game).iter().map(|level| level.slug()).collect(),
            })?;
        }
        spec.linked = get(LINKED).is_some();
        if let Some(seed) = get("graine") {
            spec.seed = Some(seed.parse().map_err(|_| SpecError::Seed(seed))?);
        }
        if let Some(steps) = get("etapes") {
            spec.steps = steps.split('\n').map(str::to_owned).collect();
        }
        Ok(spec)
    }
}

/// The attribute of an exercise with the move that tempts, and why it does.
pub(crate) const TEMPTING: &str = "tentant";

/// The attribute of a board whose game the address of the page names.
pub const LINKED: &str = "lien";

impl Spec {
    /// Reads a board from the address of its page, and from the attributes of the
    /// element what the address leaves out.
    ///
    /// A position that was sent to be looked at is for two people, so that nobody plays
    /// an answer into it, unless the address says how the computer is to play.
    ///
    /// # Errors
    ///
    /// The first value that cannot be understood.
    pub fn from_address(
        address: impl Fn(&str) -> Option<String>,
        attribute: impl Fn(&str) -> Option<String>,
    ) -> Result<Spec, SpecError> {
        let given = |name: &str| address(name).filter(|value| !value.is_empty());
        let mut spec = Spec::from_attributes(|name| given(name).or_else(|| attribute(name)))?;
        let sent = ["position", "coups"]
            .into_iter()
            .any(|name| given(name).is_some());
        let computer = ["adversaire", "commence", "niveau"]
            .into_iter()
            .any(|name| given(name).is_some());
        if sent && !computer {
            spec.opponent = Opponent::Human;
        }
        Ok(spec)
    }
}

/// How goals are written; `N` is a number.
pub const GOALS: &[&str] = &[
    "gagner",
    "gagner en N",
    "bloquer",
    "bloquer en N",
    "ne pas perdre",
    "bien envoyer",
];

/// The goal of this French name, as [`GOALS`] lists them.
pub fn goal_from_french(name: &str) -> Option<Goal> {
    let marks = |text: &str| match text.parse() {
        // No game is longer, and no other spelling of a number.
        Ok(marks @ 1..=40) if !text.starts_with(['0', '+']) => Some(marks),
        _ => None,
    };
    match name {
        "gagner" => Some(Goal::Win),
        "bloquer" => Some(Goal::BLOCK),
        "ne pas perdre" => Some(Goal::NotLose),
        "bien envoyer" => Some(Goal::Spare),
        _ => match (
            name.strip_prefix("gagner en "),
            name.strip_prefix("bloquer en "),
        ) {
            (Some(text), _) => marks(text).map(Goal::WinIn),
            (_, Some(text)) => marks(text).filter(|&marks| marks > 1).map(Goal::Hold),
            _ => None,
        },
    }
}

/// The French name of a goal.
pub fn goal_french(goal: Goal) -> String {
    match goal {
        Goal::Win => String::from("gagner"),
        Goal::WinIn(marks) => format!("gagner en {marks}"),
        Goal::Hold(0 | 1) => String::from("bloquer"),
        Goal::Hold(marks) => format!("bloquer en {marks}"),
        Goal::NotLose => String::from("ne pas perdre"),
        Goal::Spare => String::from("bien envoyer"),
    }
}

/// The level that a newcomer meets: one that sees what is right before it, and can
/// be beaten.
pub fn default_level(game: Game) -> Level {
    let levels = Level::all(game);
    match game {
        Game::Classique | Game::Infini | Game::Ultimate => levels[1],
        Game::Cube => levels[0],
    }
}

/// A game that starts from the set-up `position` (the usual start if empty) and
/// goes on with `moves`.
///
/// # Errors
///
/// What is wrong with the one or the other.
pub(crate) fn read_record(game: Game, position: &str, moves: &str) -> Result<Record, SpecError> {
    let notation = |error| SpecError::Notation { game, error };
    let start = if position.trim_ascii().is_empty() {
        Position::start(game)
    } else {
        Position::parse_setup(game, position)
            .map_err(|error| notation(NotationError::Setup(error)))?
    };
    Record::parse_moves(start, moves).map_err(notation)
}

fn choice<T>(
    attribute: &'static str,
    value: String,
    from_french: impl Fn(&str) -> Option<T>,
    known: &'static [&'static str],
) -> Result<T, SpecError> {
    from_french(&value).ok_or(SpecError::Choice {
        attribute,
        value,
        known: known.to_vec(),
    })
}
