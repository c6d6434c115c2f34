//! The boards in the browser: the element that a page holds and the worker
//! that thinks for it.
//!
//! [`Board`] sits behind one `<morpion-plateau>`: it hands the events of the
//! page to a [`morpion_board::Table`], draws what the table says by changing
//! the page as little as possible, and carries messages between the table and
//! the one worker of the page. [`Desk`] is what that worker runs. [`Room`] sits
//! behind a `<morpion-vue>`, which shows what the device keeps.
//!
//! Each side is a wasm module of its own, made by a feature of the same name: a
//! page that is only read does not load the searches, and the worker, which comes
//! when the computer first thinks, does not load what draws.
//!
//! # What this crate does not do
//!
//! It holds no rule of a game, no markup and no French sentence; those are
//! asked of `morpion-board`. Whatever it takes from the browser, a listener, a
//! timer, a worker, is a value that gives it back when dropped.

#[cfg(feature = "bench")]
mod bench;
#[cfg(feature = "page")]
mod board;
#[cfg(feature = "page")]
mod browser;
#[cfg(feature = "worker")]
mod desk;
#[cfg(feature = "page")]
mod device;
mod listener;
#[cfg(feature = "page")]
mod markup;
#[cfg(feature = "page")]
mod morph;
#[cfg(feature = "page")]
mod projection;
#[cfg(feature = "page")]
mod room;
#[cfg(feature = "page")]
mod thinker;

#[cfg(feature = "bench")]
pub use bench::bench;
#[cfg(feature = "page")]
pub use board::Board;
#[cfg(feature = "worker")]
pub use desk::Desk;
#[cfg(feature = "page")]
pub use markup::static_markup;
#[cfg(feature = "page")]
pub use room::Room;
