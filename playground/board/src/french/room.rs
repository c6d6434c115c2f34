//! What the pages say that show what the device keeps.

use super::{number, plural, set, typeset};
use crate::ranking::Run;
use crate::room::View;

/// A date of a device, as `2026-03-01`: « 1er mars 2026 ». Another text is left as
/// it is.
pub(crate) fn date(date: &str) -> String {
    day_and_year(date).map_or_else(|| date.to_owned(), |(day, year)| format!("{day} {year}"))
}

fn day_and_year(date: &str) -> Option<(String, &str)> {
    const MONTHS: [&str; 12] = [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ];
    let mut parts = date.split('-');
    let year = parts.next()?;
    let month: usize = parts.next()?.parse().ok()?;
    let day: u8 = parts.next()?.parse().ok()?;
    let month = MONTHS.get(month.checked_sub(1)?)?;
    let day = match day {
        1 => String::from("1er"),
        day => day.to_string(),
    };
    Some((format!("{day} {month}"), year))
}

/// From one day to another: « du 3 au 9 mars 2026 » would be shorter, but no reader
/// stumbles over the long form.
fn days(from: &str, to: &str) -> String {
    match (day_and_year(from), day_and_year(to)) {
        _ if to.is_empty() => String::new(),
        (Some((day, year)), Some((last, same))) if day == last && year == same => {
            format!(", le {day} {year}")
        }
        (Some((day, year)), Some((last, same))) if year == same => {
            format!(", du {day} au {last} {year}")
        }
        _ => format!(", du {} au {}", date(from), date(to)),
    }
}

/// A run without defeat: « 7 parties : 6 victoires, 1 match nul, du 3 mars au 9 mars 2026 ».
pub(crate) fn run(run: &Run) -> String {
    if run.games == 0 {
        return String::from("–");
    }
    let count = |n: u32, word: &str| format!("{} {word}{}", number(n.into()), plural(n as usize));
    let mut parts = Vec::new();
    if run.wins > 0 {
        parts.push(count(run.wins, "victoire"));
    }
    match run.draws() {
        0 => {}
        1 => parts.push(String::from("1 match nul")),
        draws => parts.push(format!("{} matchs nuls", number(draws.into()))),
    }
    set(format!(
        "{} : {}{}",
        count(run.games, "partie"),
        parts.join(", "),
        days(&run.from, &run.to)
    ))
}

/// The heads of the columns of a ranking.
pub(crate) fn ranking_heads() -> [String; 3] {
    ["Niveau", "Ton record", "Série en cours"].map(typeset)
}

/// Stands in for a ranking without a game.
pub(crate) fn no_ranking() -> String {
    typeset("Aucune partie classée pour l'instant : la première série t'attend.")
}

/// What a page says where its script does not run.
pub(crate) fn without_script(view: View) -> String {
    typeset(match view {
        View::Ranking => {
            "Le classement est gardé par ton navigateur, et c'est un script qui le lit : ici, il ne s'est pas lancé."
        }
        View::Atlas => {
            "Les coches sont gardées par ton navigateur, et c'est un script qui les lit : ici, il ne s'est pas lancé."
        }
        View::Proof => {
            "C'est un script qui vérifie la preuve dans ton navigateur : ici, il ne s'est pas lancé."
        }
        View::Exercises => {
            "Tes progrès sont gardés par ton navigateur, et c'est un script qui les lit : ici, il ne s'est pas lancé."
        }
    })
}

/// The button that shows the ranking as a text to copy.
pub(crate) fn export() -> String {
    typeset("Exporter")
}

/// The name of the text to copy.
pub(crate) fn export_label() -> String {
    typeset("À copier, ou à enregistrer dans un fichier")
}

/// The button that saves the text in a file.
pub(crate) fn save() -> String {
    typeset("Enregistrer le fichier")
}

/// The name of that file.
pub(crate) fn ranking_file() -> &'static str {
    "classement-morpion"
}

/// The button that forgets the ranking.
pub(crate) fn clear_ranking() -> String {
    typeset("Effacer le classement")
}

/// The same, pressed once.
pub(crate) fn clear_ranking_again() -> String {
    typeset("Appuie encore pour tout effacer")
}

/// What is said once the ranking is forgotten.
pub(crate) fn ranking_cleared(cleared: bool) -> String {
    typeset(if cleared {
        "Classement effacé."
    } else {
        "Classement effacé pour cette page ; ton navigateur ne laisse rien changer de plus."
    })
}

/// How many exercises are done in all.
pub(crate) fn all_done(done: usize, all: usize) -> String {
    set(match (done, all) {
        (0, all) => format!("{all} exercices t'attendent."),
        (done, all) if done == all => format!("Les {all} exercices sont réussis : bravo !"),
        (done, all) => format!("{done} exercice{} réussi{0} sur {all}.", plural(done)),
    })
}

/// How many exercises of a page are done.
pub(crate) fn sheet_done(done: usize, all: usize) -> String {
    set(if done == all && all > 0 {
        format!("{done} sur {all}, page terminée")
    } else {
        format!("{done} sur {all}")
    })
}

/// How many exercises a page has.
pub(crate) fn sheet_size(all: usize) -> String {
    set(format!("{all} exercice{}", plural(all)))
}

/// The button that forgets which exercises are done.
pub(crate) fn clear_progress() -> String {
    typeset("Effacer mes progrès")
}

/// The same, pressed once.
pub(crate) fn clear_progress_again() -> String {
    typeset("Appuie encore pour tout effacer")
}

/// What is said once they are forgotten.
pub(crate) fn progress_cleared(cleared: bool) -> String {
    typeset(if cleared {
        "Progrès effacés."
    } else {
        "Progrès effacés pour cette page ; ton navigateur ne laisse rien changer de plus."
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_runs_are_read_aloud() {
        let said = |games, wins, from: &str, to: &str| {
            run(&Run {
                games,
                wins,
                from: from.to_owned(),
                to: to.to_owned(),
            })
            .replace(['\u{a0}', '\u{202f}'], " ")
        };
        for (run, words) in [
            (said(0, 0, "", ""), "–"),
            (
                said(1, 1, "2026-03-01", "2026-03-01"),
                "1 partie : 1 victoire, le 1er mars 2026",
            ),
            (
                said(7, 5, "2026-03-03", "2026-04-09"),
                "7 parties : 5 victoires, 2 matchs nuls, du 3 mars au 9 avril 2026",
            ),
            (
                said(2, 0, "2025-12-31", "2026-01-01"),
                "2 parties : 2 matchs nuls, du 31 décembre 2025 au 1er janvier 2026",
            ),
            (said(1, 0, "", ""), "1 partie : 1 match nul"),
            (
                said(1, 0, "hier", "2026-13-01"),
                "1 partie : 1 match nul, du hier au 2026-13-01",
            ),
        ] {
            assert_eq!(run, words);
        }
    }
}
