//! A position of a morpion game as HTML and SVG text, and the state machine of
//! one board.
//!
//! The same functions draw the picture that is already in the page when the
//! book is built and the board that the browser puts in its place:
//!
//! ```
//! use morpion_board::{Mode, Spec, figure};
//! use morpion_engine::{Game, Record};
//!
//! let record = Record::parse(Game::Classique, "5-1-9").unwrap();
//! let html = figure(&Spec::new(record, Mode::Play), Some(1));
//! assert!(html.starts_with("<figure class=\"morpion\"><morpion-plateau jeu=\"classique\""));
//! assert!(!html.contains('\n'), "one line, so that it can stand anywhere in a chapter");
//! ```
//!
//! A [`Table`] is a board that somebody sits at: it takes [`Event`]s, never
//! fails, and says what the world has to do for it.
//!
//! ```
//! use morpion_board::{Event, Mode, Opponent, Spec, Table};
//! use morpion_engine::{Cell, Game, Record};
//!
//! let mut spec = Spec::new(Record::new(Game::Classique), Mode::Play);
//! spec.opponent = Opponent::Human;
//! let mut table = Table::new(spec);
//! table.handle(Event::Cell(Cell(4)));
//! assert_eq!(table.record().notation(), "5");
//! ```
//!
//! # What this crate does not do
//!
//! It knows no browser: no element, no clock, no worker. It holds no rule of a
//! game either: what is legal, won or about to vanish is asked of
//! [`morpion_engine`]. All French that a reader meets on a board is written in
//! [`french`], and all markup of a board is written here and nowhere else.

mod cube_view;
mod day;
mod device;
mod embed;
mod event;
pub mod french;
mod hand;
mod history;
mod layout;
mod markup;
mod met;
mod paper;
mod picture;
mod progress;
mod ranking;
mod room;
mod share;
mod spec;
mod table;
mod text;
pub mod worker;
mod worth;

pub use cube_view::Turn;
pub use day::{Candidate, DAY, of_the_day};
pub use device::{Bare, Device};
pub use embed::{EMBED_PAGE, PLAY_PAGE, embed_line};
pub use event::{ANSWER_PAUSE_MS, Action, Effects, Event, Field, Gesture, Key, Panel, Pin};
pub use markup::{figure, figure_of_the_day, static_markup, table_markup};
pub use met::Met;
pub use paper::Paper;
pub use room::{Room, RoomEffects, Sheet, View, room_element, room_markup};
pub use share::Format;
pub use spec::{
    First, GOALS, LINKED, Mode, Opponent, Spec, SpecError, Tempting, default_level, goal_french,
    goal_from_french,
};
pub use table::{STEP_PAUSE_MS, Table, ViewOption};
