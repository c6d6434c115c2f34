//! What a board says of the things that can be shown and left out.

use super::typeset;
use crate::table::ViewOption;

/// The words on the button of something that can be shown.
pub(crate) fn view_option(option: ViewOption) -> &'static str {
    match option {
        ViewOption::Cube => "le cube",
        ViewOption::Column => "la même case à chaque étage",
        ViewOption::Floor1 => "étage 1",
        ViewOption::Floor2 => "étage 2",
        ViewOption::Floor3 => "étage 3",
        ViewOption::Floor4 => "étage 4",
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
    typeset(&if shown {
        format!("{name} : montré.")
    } else if ViewOption::FLOORS.contains(&option) {
        format!("{name} : transparent.")
    } else {
        format!("{name} : caché.")
    })
}
