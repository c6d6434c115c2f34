//! What a board says of the worth of moves and positions.

use morpion_engine::{Cell, Game, Position, Side};

use super::{capital, in_letters, letter, list, place_name, plural, set, typeset};
use crate::worth::{Values, Worth, notch};

/// An estimate with its sign, as it is drawn: « +3 », « −2 », « 0 ».
pub(crate) fn signed(score: i16) -> String {
    match notch(score) {
        0 => String::from("0"),
        notch @ 1.. => format!("+{notch}"),
        notch => format!("−{}", -notch),
    }
}

/// What a move does, after the cell: « la case 2 gagne en 7 ».
fn does(worth: Worth) -> String {
    match (worth, worth.marks()) {
        (Worth::Win(_), Some(0 | 1)) => String::from("gagne tout de suite"),
        (Worth::Win(_), Some(marks)) => format!("gagne en {marks}"),
        (Worth::Win(_), None) => String::from("gagne"),
        (Worth::Loss(_), Some(marks @ 1..)) => format!("perd en {marks}"),
        (Worth::Loss(_), _) => String::from("perd"),
        (Worth::Draw, _) => String::from("mène au match nul"),
        (Worth::Unknown, _) => String::from("reste inconnue"),
        (Worth::Estimate(score), _) => format!("est estimée à {}", signed(score)),
    }
}

/// What the label of a cell says of the move there.
pub(crate) fn worth(worth: Worth) -> String {
    set(match worth {
        Worth::Estimate(score) => format!(", estimation {}", signed(score)),
        Worth::Unknown => String::from(", valeur inconnue"),
        Worth::Draw => String::from(", match nul"),
        Worth::Win(_) | Worth::Loss(_) => format!(", {}", does(worth)),
    })
}

/// What a position is worth; `worth` is that of the side to move.
pub(crate) fn verdict(side: Side, worth: Worth) -> String {
    let (mine, yours) = (letter(side), letter(side.other()));
    let wins = |who, marks| match marks {
        Some(0) => format!("{who} a gagné"),
        Some(1) => format!("{who} gagne au prochain coup"),
        Some(marks) => format!("{who} gagne en {marks} coups"),
        None => format!("{who} gagne"),
    };
    set(match worth {
        Worth::Win(_) => wins(mine, worth.marks()),
        Worth::Loss(_) => wins(yours, worth.marks()),
        Worth::Draw => String::from("match nul si personne ne se trompe"),
        Worth::Unknown => String::from("valeur inconnue"),
        Worth::Estimate(score) => match notch(score) {
            0 => String::from("estimation : parties égales"),
            notch @ 1.. => format!("estimation : +{notch} pour {mine}"),
            notch => format!("estimation : +{} pour {yours}", -notch),
        },
    })
}

/// The verdict as a sentence of its own.
pub(crate) fn verdict_sentence(side: Side, worth: Worth) -> String {
    capital(&verdict(side, worth)) + "."
}

/// The label of the bar: « Évaluation : X gagne en 7 coups ».
pub(crate) fn balance(verdict: Option<&str>) -> String {
    set(format!("Évaluation : {}", verdict.unwrap_or("cachée")))
}

/// « la case 5 », or where it is on a larger board.
fn the_cell(game: Game, cell: Cell) -> String {
    match game {
        Game::Classique | Game::Infini => format!("la {}", place_name(game, cell)),
        Game::Ultimate => format!(
            "la case {} de la petite grille {}",
            cell.0 % 9 + 1,
            cell.0 / 9 + 1
        ),
        Game::Cube => format!("la case {}", game.cell_name(cell)),
    }
}

/// A few cells in the middle of a sentence: « cases 2, 4, 6 et 8 ».
fn cells(game: Game, cells: &[Cell]) -> String {
    const MOST: usize = 4;
    let names = cells.iter().map(|&cell| game.cell_name(cell));
    let mut names: Vec<String> = names.collect();
    if names.len() > MOST + 1 {
        let more = names.len() - MOST;
        names.truncate(MOST);
        names.push(format!("{} autres", in_letters(more as u64)));
    }
    format!("case{} {}", plural(cells.len()), list(&names))
}

/// What is said when the values show: the position, and its best moves.
pub(crate) fn summary(position: &Position, values: &Values) -> String {
    let game = position.game();
    let mut text = verdict_sentence(position.turn(), values.whole());
    let best = values.best();
    if !best.is_empty() && best.len() < values.moves.len() {
        text.push_str(&format!(
            " {} : {}.",
            if best.len() > 1 {
                "Meilleurs coups"
            } else {
                "Meilleur coup"
            },
            cells(game, &best)
        ));
    }
    set(text)
}

/// Asks for a guess.
pub(crate) fn guess(side: Side) -> String {
    set(format!(
        "Devine : quel est le meilleur coup pour {} ? Touche sa case, rien ne sera joué.",
        letter(side)
    ))
}

/// A guess was made before the values are there.
pub(crate) fn guess_taken() -> String {
    typeset("Voyons cela…")
}

/// Whether a guess was good, and what is better.
pub(crate) fn guessed(position: &Position, values: &Values, cell: Cell) -> String {
    let game = position.game();
    let worth = |cell| values.of(cell).unwrap_or(Worth::Unknown);
    let own = format!("{} {}", the_cell(game, cell), does(worth(cell)));
    let best = values.best();
    let text = match best.iter().find(|one| **one != cell) {
        _ if best.contains(&cell) && best.len() == values.moves.len() => {
            format!("{}. Ici, tous les coups se valent.", capital(&own))
        }
        _ if best == [cell] => {
            format!(
                "Bien vu ! {} : aucun autre coup ne fait aussi bien.",
                capital(&own)
            )
        }
        _ if best.contains(&cell) => format!("Bien vu ! {} : rien de mieux.", capital(&own)),
        Some(&better) => {
            let close = worth(cell).kind() == worth(better).kind();
            format!(
                "{} : {own}, {} {}.",
                if close { "Presque" } else { "Pas tout à fait" },
                the_cell(game, better),
                does(worth(better))
            )
        }
        None if worth(cell) == Worth::Unknown => format!(
            "On ne sait pas si {} gagne ou perd, et d'autres coups sont dans le même cas.",
            the_cell(game, cell)
        ),
        None => format!("{}. On ne sait pas tout des autres coups.", capital(&own)),
    };
    set(text)
}

/// While the values are looked for.
pub(crate) fn valuing() -> String {
    typeset("Je calcule les valeurs…")
}

/// The values are hidden.
pub(crate) fn hidden() -> String {
    typeset("Les valeurs des coups sont cachées.")
}

/// The values cannot be had.
pub(crate) fn values_failed() -> String {
    typeset("Les valeurs n'ont pas pu être calculées.")
}

/// Whether the values show after each move from now on.
pub(crate) fn always(on: bool) -> String {
    typeset(if on {
        "Les valeurs restent affichées après chaque coup."
    } else {
        "Les valeurs se cacheront au prochain coup."
    })
}

/// The best line is laid out, to be stepped through.
pub(crate) fn sequel(moves: usize) -> String {
    set(format!(
        "La suite en {moves} coup{} : avance avec « Suivant ».",
        plural(moves)
    ))
}

/// Stands in for the status while the best line is stepped through.
pub(crate) fn sequel_step(step: usize, moves: usize, status: &str) -> String {
    set(format!("La suite, coup {step} sur {moves}. {status}"))
}

/// Back from the best line.
pub(crate) fn sequel_left(status: &str) -> String {
    set(format!("Retour à la partie. {status}"))
}

/// One sign of the legend.
pub(crate) fn legend(sign: Worth) -> String {
    match sign {
        Worth::Win(_) | Worth::Loss(_) => does(sign),
        Worth::Draw => String::from("match nul"),
        Worth::Estimate(_) => String::from("estimé"),
        Worth::Unknown => String::from("inconnu"),
    }
}

/// The name of the row of buttons, of the legend and of the curve.
pub(crate) fn values_label() -> String {
    String::from("Valeurs des coups")
}

/// The name of the curve.
pub(crate) fn curve_label() -> String {
    String::from("Courbe de la partie")
}

/// One point of the curve: the move and what it led to.
pub(crate) fn point(
    game: Game,
    number: usize,
    played: Option<(Side, Cell)>,
    verdict: Option<&str>,
) -> String {
    let place = match played {
        Some((side, cell)) => format!(
            "Coup {number}, {} en {}",
            letter(side),
            place_name(game, cell)
        ),
        None => String::from("Départ"),
    };
    set(format!(
        "{place} : {}",
        verdict.unwrap_or("pas encore évalué")
    ))
}
