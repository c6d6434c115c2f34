//! What a board says that is shown alone on the screen.

use morpion_engine::Game;

use super::{game_name, set, typeset};
use crate::event::Action;

/// The name of the board while it has the screen for itself.
pub(crate) fn projection_label(game: Game) -> String {
    set(format!("Plateau de {} en plein écran", game_name(game)))
}

/// Said when the board gets the whole screen, and when it gives it back.
pub(crate) fn projected(on: bool) -> String {
    typeset(if on {
        "Plein écran. La touche T montre les raccourcis, F ou Échap ramène à la page."
    } else {
        "Retour à la page."
    })
}

/// The button that gives the page back.
pub(crate) fn leave_projection() -> String {
    String::from("Quitter")
}

/// What a key does, in the list of keys.
pub(crate) fn key_does(action: Action) -> String {
    typeset(match action {
        Action::Back => "coup précédent",
        Action::Forward => "coup suivant",
        Action::ToStart => "début de la partie",
        Action::ToEnd => "fin de la partie",
        Action::New => "nouvelle partie",
        Action::Undo => "annuler",
        Action::Hint => "indice",
        Action::Keys => "cette liste",
        Action::Project => "quitter (Échap aussi)",
        _ => return super::action(action),
    })
}

/// The name of the list of keys.
pub(crate) fn keys_label() -> String {
    String::from("Touches")
}
