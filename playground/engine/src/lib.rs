//! Rules, notation, solved tables and search for four games of the morpion family:
//! *classique* (3×3), *infini* (3×3, three marks a side), *ultimate* (nine boards
//! of nine cells) and *3d* (4×4×4).
//!
//! # A tour
//!
//! ```
//! use morpion_engine::{
//!     Game, Goal, Judge, Level, NotationError, Outcome, Player, Position, Progress, Reason, Record, Rng, Side,
//!     Tables, Truth, Value, analyse, analyse_with, first_opponent, hint, perft_position,
//!     symmetries,
//! };
//!
//! // A game is read from its moves, and the moves are its canonical form.
//! let mut record = Record::parse(Game::Classique, "5 1, 9")?;
//! assert_eq!(record.notation(), "5-1-9");
//!
//! // A position knows whose turn it is, what may be played, and how it ended.
//! let position = record.position();
//! assert_eq!(position.turn(), Side::O);
//! assert_eq!(position.legal().len(), 6);
//! assert_eq!(position.outcome(), None);
//! assert_eq!(position.setup(), "x5-9o1to");
//!
//! // A wrong move is refused with its reason, and nothing changes.
//! let five = Game::Classique.cell_from_name("5").unwrap();
//! assert_eq!(record.play(five).unwrap_err().to_string(), "the cell is occupied");
//! assert_eq!(record.position(), position);
//!
//! // In a text, the move is named too, and its place.
//! let error = Record::parse(Game::Ultimate, "55-51-25").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "byte 6: move 3: 25 is refused: board 1 must be played"
//! );
//!
//! // Undo is by replay.
//! record.undo();
//! assert_eq!(record.notation(), "5-1");
//!
//! // Ultimate: the cell played names the next small board, here the first.
//! let sent = Record::parse(Game::Ultimate, "55-51")?.position();
//! assert_eq!(sent.forced(), Some(0));
//!
//! // Infini: the cell of the mark about to vanish is still occupied.
//! let round = Record::parse(Game::Infini, "1-4-5-6-2-8")?.position();
//! let one = Game::Infini.cell_from_name("1").unwrap();
//! assert_eq!(round.vanishing(Side::X), Some(one));
//! assert!(round.play(one).is_err());
//!
//! // A won cube tells its line; a set-up may start anywhere.
//! let won = Position::parse_setup(Game::Cube, "x111-222-333-444o112-113-114")?;
//! assert_eq!(won.outcome(), Some(Outcome::Win(Side::X)));
//! assert_eq!(won.lines()[0].number, 73);
//!
//! // The first opponent takes a win, blocks a loss, else plays by its seed.
//! let threatened = Record::parse(Game::Classique, "1-5-2")?.position();
//! let block = first_opponent(&threatened, &mut Rng::new(1)).unwrap();
//! assert_eq!(Game::Classique.cell_name(block), "3");
//!
//! // Infini is solved: X wins in thirteen plies, and only from an edge. The tables
//! // are a value that its owner keeps, so that they are built once.
//! let tables = Tables::new();
//! let start = Record::new(Game::Infini);
//! let analysis = analyse_with(&tables, &start, None);
//! assert_eq!((analysis.value, analysis.plies), (Value::Win, Some(13)));
//! assert_eq!(Game::Infini.cell_name(analysis.best[0]), "2");
//!
//! // A hint is a move with its reason.
//! let fork = Record::parse(Game::Classique, "1-2-5-9")?;
//! let hint = hint(&fork, &analyse(&fork, None)).unwrap();
//! assert_eq!(hint.reason, Reason::DoubleThreat);
//!
//! // An exercise is a goal; every move is judged, and a wrong one refuted.
//! let mut judge = Judge::with_tables(&tables, &fork, Goal::WinIn(2));
//! while judge.run(10_000) == Progress::Working {}
//! assert_eq!(judge.goal_holds(), Ok(()));
//! assert!(judge.accepted().contains(hint.cell));
//!
//! // A level thinks in slices, by nodes: who holds it has the clock.
//! let level = Level::from_slug(Game::Infini, "parfait").unwrap();
//! let mut player = Player::with_tables(&tables, &start, level, 1, None);
//! while player.run(10_000) == Progress::Working {}
//! assert!(analysis.best.contains(&player.choice().unwrap()));
//!
//! // What is known about the games is one table, and tests count it again.
//! let start = Position::start(Game::Ultimate);
//! let truth = Truth::find("ultimate.perft.4").unwrap();
//! assert_eq!(perft_position(&start, 4, true), truth.value);
//! assert_eq!(symmetries(Game::Cube).len(), 192);
//! # Ok::<(), NotationError>(())
//! ```
//!
//! Code that is written once for all games and should be fast is generic over
//! [`Rules`]; code that learns the game at run time holds a [`Position`].
//!
//! # What this crate does not do
//!
//! - No web, no clock, no input or output, no threads, no source of randomness
//!   and no global state: the same calls give the same answers everywhere.
//! - No guess told as knowledge: a value is proven, or it is
//!   [`Unknown`](Value::Unknown) with an estimate beside it.
//! - No pictures and no French: those who show a position phrase it. Errors are
//!   values with public fields; their English text is for programmers.
//! - No question whether a set-up can be reached by play: it has to be a position
//!   that the rules can go on from, no more.
#![forbid(unsafe_code)]

mod analysis;
mod bench;
pub mod classique;
pub mod cube;
mod exercise;
mod game;
mod hash;
mod hint;
pub mod infini;
mod level;
pub mod notation;
mod opponent;
mod perft;
mod player;
mod position;
mod race;
mod record;
mod rng;
mod rules;
mod solved;
mod sort;
pub mod square;
mod symmetry;
mod tables;
mod truths;
pub mod ultimate;

pub use analysis::{Analyser, Analysis, MoveValue, Value, analyse, analyse_with};
pub use bench::{BENCHES, Bench, Work};
pub use exercise::{Chance, Fault, Goal, GoalError, Judge, Verdict};
pub use game::{Cell, CellName, CellSet, Cells, Game, Outcome, Side};
pub use hint::{Harm, Hint, Reason, explain, hint};
pub use level::Level;
pub use notation::{NotationError, SetupError, SyntaxError, SyntaxKind};
pub use opponent::first_opponent;
pub use perft::{perft, perft_position};
pub use player::{Outlook, Player, Progress, choose, choose_with};
pub use position::Position;
pub use record::Record;
pub use rng::Rng;
pub use rules::{Illegal, Line, PlayError, Rules};
pub use symmetry::{Symmetry, symmetries};
pub use tables::Tables;
pub use truths::{TRUTHS, Truth};
