//! What a board says of the moves to come.

use morpion_engine::{Cell, Position};

use super::{letter, set};

/// Where a move of Ultimate sends the other side, `boards` being those it may then
/// play in; nothing at the end of the game.
pub(crate) fn sends(position: &Position, cell: Cell, boards: &[u8]) -> Option<String> {
    let other = letter(position.turn().other());
    let named = cell.0 % 9;
    Some(set(match boards {
        [] => return None,
        [board] if *board == named => {
            format!("Enverra {other} dans la petite grille {}.", board + 1)
        }
        _ => format!(
            "{other} jouera où il veut : la grille {} est fermée.",
            named + 1
        ),
    }))
}

/// After how many moves of its side a mark of Infini leaves.
pub(crate) fn leaves(position: &Position, cell: Cell, moves: usize) -> Option<String> {
    let mark = letter(position.mark(cell)?);
    Some(set(match moves {
        1 => format!("Ce {mark} part au prochain coup de {mark}."),
        _ => format!("Ce {mark} part dans {moves} coups de {mark}."),
    }))
}

/// How many moves have been played of those that a game may have.
pub(crate) fn counter(played: u32, of: u32) -> String {
    set(format!("Coup {played} sur {of}"))
}
