//! What a board says of itself in the page of somebody else.

use morpion_engine::Game;

use super::{capital, game_name, set};

/// The title of the frame.
pub(crate) fn embed_title(game: Game) -> String {
    set(format!("{} : plateau à jouer", capital(game_name(game))))
}
