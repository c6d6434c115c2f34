//! The boards in the browser: the element that a page holds and the worker
//! that thinks for it.
//!
//! [`Board`] sits behind one `<morpion-plateau>`: it hands the events of the
//! page to a [`morpion_board::Table`], draws what the table says by changing
//! the page as little as possible, and carries messages between the table and
//! the one worker of the page. [`Desk`] is what that worker runs.
//!
//! # What this crate does not do
//!
//! It holds no rule of a game, no markup and no French sentence; those are
//! asked of `morpion-board`. Whatever it takes from the browser, a listener, a
//! timer, a worker, is a value that gives it back when dropped.

mod board;
mod browser;
mod desk;
mod device;
mod morph;
mod thinker;

use morpion_board::{Mode, Spec};
use wasm_bindgen::prelude::*;

pub use board::Board;
pub use desk::Desk;

/// What the page would hold for this board if it were built now: lets a test
/// compare the browser's code with the preprocessor's, to the letter.
///
/// # Errors
///
/// The sentence for a reader, if the attributes make no board.
#[wasm_bindgen]
pub fn static_markup(
    game: &str,
    position: &str,
    moves: &str,
    mode: &str,
) -> Result<String, JsError> {
    let spec = Spec::from_attributes(|name| {
        Some(match name {
            "jeu" => game.to_owned(),
            "position" => position.to_owned(),
            "coups" => moves.to_owned(),
            "mode" if !mode.is_empty() => mode.to_owned(),
            "mode" => Mode::Play.french().to_owned(),
            _ => return None,
        })
    })
    .map_err(|error| JsError::new(&morpion_board::french::spec_error(&error)))?;
    Ok(morpion_board::static_markup(&spec))
}

/// Runs the fixed search of this index of [`morpion_engine::BENCHES`] and gives its
/// nodes; `undefined` past the last.
///
/// # Errors
///
/// When the position of the search is none.
#[cfg(feature = "bench")]
#[wasm_bindgen]
pub fn bench(index: usize) -> Result<Option<f64>, JsError> {
    match morpion_engine::BENCHES.get(index) {
        // Node counts are far below 2^53.
        Some(bench) => Ok(Some(bench.run()? as f64)),
        None => Ok(None),
    }
}
