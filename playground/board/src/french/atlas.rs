//! What the atlas of the cube's lines says.

use morpion_engine::cube::{CubeLine, Family, LINES};

use super::{capital, family_name, list, plural, set};

/// How many lines have been met, and which families not at all.
pub(crate) fn met_sentence(met: usize, unseen: &[Family]) -> String {
    let mut text = match met {
        0 => String::from(
            "Tu n'as encore rencontré aucun alignement. Finis une partie : le sien se coche tout seul.",
        ),
        _ if met == LINES.len() => format!("Tu as rencontré les {met} alignements. Bravo !"),
        _ => format!(
            "Tu as rencontré {met} alignement{} sur {}.",
            plural(met),
            LINES.len()
        ),
    };
    if met > 0 && !unseen.is_empty() {
        let names: Vec<String> = unseen
            .iter()
            .map(|&family| family_name(family).to_owned())
            .collect();
        text.push_str(&format!(" Jamais encore : {}.", list(&names)));
    }
    set(text)
}

/// The name of the choice of a family.
pub(crate) fn family_label() -> String {
    String::from("Familles")
}

/// The button that shows every family.
pub(crate) fn all_families() -> String {
    String::from("Toutes")
}

/// The button of a family, with how many of its lines have been met.
pub(crate) fn family_choice(family: Family, met: usize, of: usize) -> String {
    format!("{} {met}/{of}", capital(family_name(family)))
}

/// The title of a family.
pub(crate) fn family_title(family: Family, of: usize) -> String {
    set(format!("{} : {of}", capital(family_name(family))))
}

/// What stands beside the title of a family of which no line has been met.
pub(crate) fn never_met() -> String {
    String::from("jamais rencontrées")
}

/// What the live region says when a family is chosen.
pub(crate) fn family_shown(family: Option<Family>) -> String {
    set(match family {
        None => format!("Les {} alignements.", LINES.len()),
        Some(family) => {
            let count = LINES.iter().filter(|line| line.family == family).count();
            format!("{} : {count} alignements.", capital(family_name(family)))
        }
    })
}

/// The button that ticks a line.
pub(crate) fn tick_label(line: &CubeLine) -> String {
    set(format!("Alignement {} : rencontré", line.number))
}

/// What the live region says when a line is ticked or its tick taken away.
pub(crate) fn ticked(line: &CubeLine, ticked: bool, met: usize, kept: bool) -> String {
    let what = if ticked { "coché" } else { "décoché" };
    let mut text = format!(
        "Alignement {} {what}. {met} sur {}.",
        line.number,
        LINES.len()
    );
    if !kept {
        text.push_str(" Cet appareil ne garde rien : ce sera oublié.");
    }
    set(text)
}
