//! What stands on the sheets to print.

use morpion_engine::cube::Family;

use super::{capital, family_name, typeset};
use crate::paper::Paper;

/// The title of a sheet.
pub(crate) fn title(paper: Paper) -> String {
    typeset(match paper {
        Paper::Classique => "Morpion classique : douze grilles",
        Paper::Infini => "Morpion infini : six grilles",
        Paper::Ultimate => "Morpion Ultimate : une grande grille",
        Paper::TwoUltimate => "Morpion Ultimate : deux grandes grilles",
        Paper::Cube => "Morpion 3D : les quatre étages et tous les alignements",
    })
}

/// Before the name of who plays a side, or his marks.
pub(crate) fn plays(side: char) -> String {
    typeset(&format!("{side} :"))
}

/// Before the moves.
pub(crate) fn moves() -> String {
    typeset("Coups :")
}

/// What the boxes for the marks are for.
pub(crate) fn ages() -> String {
    typeset(
        "Note chaque coup dans la case suivante. À partir du quatrième, efface de la grille ton plus ancien symbole et barre-le ici.",
    )
}

/// The name of a floor, from 1.
pub(crate) fn floor(number: i32) -> String {
    typeset(&format!("Étage {number}"))
}

/// Over the lines of a family.
pub(crate) fn family(family: Family, count: usize) -> String {
    typeset(&format!("{} ({count})", capital(family_name(family))))
}
