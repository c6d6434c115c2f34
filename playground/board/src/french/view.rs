//! What a board says of the things that can be shown and left out.

use morpion_engine::cube::{CubeLine, Family, LINES};
use morpion_engine::{Cell, Game};

use super::{list, plural, set, typeset};
use crate::cube_view::Turn;
use crate::event::Pin;
use crate::table::ViewOption;
use crate::text::cell_names;

/// The words on the button of something that can be shown.
pub(crate) fn view_option(option: ViewOption) -> &'static str {
    match option {
        ViewOption::Cube => "le cube",
        ViewOption::Column => "la même case à chaque étage",
        ViewOption::Floor1 => "étage 1",
        ViewOption::Floor2 => "étage 2",
        ViewOption::Floor3 => "étage 3",
        ViewOption::Floor4 => "étage 4",
        ViewOption::Arrow => "la flèche du dernier coup",
        ViewOption::Ages => "l'âge de chaque symbole",
    }
}

/// The name of the choice of what is shown.
pub(crate) fn view_label() -> String {
    String::from("Montrer")
}

/// What the live region says when something is shown or left out.
pub(crate) fn view_changed(option: ViewOption, shown: bool) -> String {
    let name = view_option(option);
    let name = super::capital(name);
    set(if shown {
        format!("{name} : montré.")
    } else if ViewOption::FLOORS.contains(&option) {
        format!("{name} : transparent.")
    } else {
        format!("{name} : caché.")
    })
}

/// The label of the drawn cube.
pub(crate) fn cube_label() -> String {
    typeset("Le cube entier : les flèches le tournent")
}

/// The words on a button that turns the cube.
pub(crate) fn turn_label(turn: Turn) -> &'static str {
    match turn {
        Turn::Left => "Tourner le cube vers la gauche",
        Turn::Right => "Tourner le cube vers la droite",
        Turn::Up => "Voir le cube de plus haut",
        Turn::Down => "Voir le cube de plus bas",
    }
}

/// What the live region says when the cube turns, or cannot.
pub(crate) fn turned(turn: Turn, turned: bool) -> String {
    typeset(match (turn, turned) {
        (Turn::Left, _) => "Cube tourné vers la gauche.",
        (Turn::Right, _) => "Cube tourné vers la droite.",
        (Turn::Up, true) => "Cube vu de plus haut.",
        (Turn::Up, false) => "Cube déjà vu d'en haut.",
        (Turn::Down, true) => "Cube vu de plus bas.",
        (Turn::Down, false) => "Cube déjà vu de côté.",
    })
}

/// The name of the buttons that follow lines by eye.
pub(crate) fn pin_group_label() -> String {
    String::from("Suivre")
}

/// The words on a button that follows lines by eye.
pub(crate) fn pin_label(pin: Pin) -> &'static str {
    match pin {
        Pin::Cell => "les alignements de cette case",
        Pin::Previous => "précédent",
        Pin::Next => "suivant",
        Pin::All => "tous",
        Pin::Off => "effacer",
    }
}

/// The words on the button that shows the lines through a cell.
pub(crate) fn pin_cell(cell: Cell) -> String {
    format!("les alignements de {}", Game::Cube.cell_name(cell))
}

/// What a line is: « diagonale de mur ».
pub(crate) fn line_kind(line: &CubeLine) -> &'static str {
    match line.family {
        Family::Rows if line.cells[1].0 - line.cells[0].0 == 1 => "rangée",
        Family::Rows => "colonne",
        Family::FloorDiagonals => "diagonale d’étage",
        Family::Verticals => "verticale",
        Family::WallDiagonals => "diagonale de mur",
        Family::SpaceDiagonals => "grande diagonale",
    }
}

/// The cells of a line: « 111-222-333-444 ».
pub(crate) fn line_cells(line: &CubeLine) -> String {
    cell_names(Game::Cube, &line.cells)
}

/// A line of the engine's table in words; nothing if there is none of this index.
fn line_words(index: u8) -> String {
    LINES
        .get(usize::from(index))
        .map_or_else(String::new, |line| {
            format!("{} {}", line_kind(line), line_cells(line))
        })
}

/// All the lines through a cell.
pub(crate) fn lines_of_cell(cell: Cell, lines: &[u8]) -> String {
    let words: Vec<String> = lines.iter().map(|&line| line_words(line)).collect();
    set(format!(
        "{} alignement{} passent par {} : {}.",
        lines.len(),
        plural(lines.len()),
        Game::Cube.cell_name(cell),
        list(&words)
    ))
}

/// One of the lines through a cell.
pub(crate) fn line_of_cell(cell: Cell, at: usize, of: usize, line: u8) -> String {
    set(format!(
        "Alignement {at} sur {of} par {} : {}.",
        Game::Cube.cell_name(cell),
        line_words(line)
    ))
}

/// A line that was asked for by its number.
pub(crate) fn line_alone(line: u8) -> String {
    set(format!("Alignement {} : {}.", line + 1, line_words(line)))
}

/// What the live region says when no line is followed any more.
pub(crate) fn unpinned() -> String {
    String::from("Alignements effacés.")
}
