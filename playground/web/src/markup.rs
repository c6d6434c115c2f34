//! The static picture, for a test to compare.

use morpion_board::{Mode, Spec};
use wasm_bindgen::prelude::*;

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
    goal: &str,
    steps: &str,
) -> Result<String, JsError> {
    let spec = Spec::from_attributes(|name| {
        Some(match name {
            "jeu" => game.to_owned(),
            "position" => position.to_owned(),
            "coups" => moves.to_owned(),
            "mode" if !mode.is_empty() => mode.to_owned(),
            "but" if !goal.is_empty() => goal.to_owned(),
            "mode" => Mode::Play.french().to_owned(),
            "etapes" if !steps.is_empty() => steps.to_owned(),
            _ => return None,
        })
    })
    .map_err(|error| JsError::new(&morpion_board::french::spec_error(&error)))?;
    Ok(morpion_board::static_markup(&spec))
}
