//! Rules, notation and a first opponent for the morpion family of games.
#![forbid(unsafe_code)]

pub mod classique;
pub mod cube;
mod game;
mod hash;
pub mod infini;
pub mod notation;
mod opponent;
mod perft;
mod position;
mod record;
mod rng;
mod rules;
mod square;
mod symmetry;
mod truths;
pub mod ultimate;

pub use game::{Cell, CellName, CellSet, Cells, Game, Outcome, Side};
pub use notation::{NotationError, SetupError, SyntaxError, SyntaxKind};
pub use opponent::first_opponent;
pub use perft::{perft, perft_position};
pub use position::Position;
pub use record::Record;
pub use rng::Rng;
pub use rules::{Illegal, Line, PlayError, Rules};
pub use symmetry::{Symmetry, symmetries};
pub use truths::{TRUTHS, Truth};
