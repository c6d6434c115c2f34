//! What is said around the list of moves, the field to type them, and the
//! demonstrations.

use morpion_engine::{Game, NotationError, Side};

use super::{capital, letter, move_form, notation_error, set, typeset};

/// The name of the list of moves.
pub(crate) fn list_label() -> String {
    typeset("Feuille de partie")
}

/// The name of the buttons that step through the game.
pub(crate) fn steps_label() -> String {
    typeset("Parcourir la partie")
}

/// Stands in the list while there is nothing in it.
pub(crate) fn no_moves() -> String {
    typeset("La feuille est blanche : joue un coup.")
}

/// A move of the list for those who hear it: « Coup 3 : X en 9 ».
pub(crate) fn listed_move(number: usize, side: Side, cell: &str) -> String {
    set(format!("Coup {number} : {} en {cell}", letter(side)))
}

/// The name of what was tried in the place of a move.
pub(crate) fn variation_label() -> String {
    typeset("Variante")
}

/// What is wrong with the moves that were typed: « Coup 2 : 25 impossible, grille 5
/// obligatoire. »
pub(crate) fn typed_error(game: Game, error: &NotationError) -> String {
    let message = notation_error(game, error);
    format!("{}.", capital(&message))
}

/// The field was confirmed with nothing in it.
pub(crate) fn nothing_typed(game: Game) -> String {
    set(format!("Écris d'abord un coup : {}.", move_form(game)))
}

/// Several moves were typed where every other one is the computer's.
pub(crate) fn one_at_a_time() -> String {
    typeset("Contre l'ordinateur, un seul coup à la fois : la réponse est à lui.")
}

/// The button that stops a demonstration that plays by itself.
pub(crate) fn pause() -> String {
    typeset("Pause")
}

/// What the region that is heard says when a demonstration stops in the middle.
pub(crate) fn paused() -> String {
    typeset("Lecture arrêtée.")
}
