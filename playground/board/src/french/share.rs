//! What is said around copying and pasting, and the words that stand in a drawing
//! for what it does not show, written and read here side by side.

use morpion_engine::{Cell, Game, NotationError, Outcome, Position, Side};

use super::{
    capital, letter, link_elsewhere, notation_error, plural, quoting, set, spec_error_alone,
    typeset,
};
use crate::share::{Assumed, Format, ShareError, Spot};
use crate::text::cell_names;

/// What cannot be seen from the marks of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Situation {
    pub(crate) turn: Option<Side>,
    pub(crate) winner: Option<Side>,
    /// Ultimate: the number of the small board to play in, 0 for any.
    pub(crate) forced: Option<u8>,
    /// Infini: the marks of X and of O, oldest first.
    pub(crate) ages: [Vec<Cell>; 2],
    /// Infini: the number of moves played.
    pub(crate) played: Option<u8>,
}

/// What stands under a drawing, a sentence a line, in plain characters: the text is
/// going to be pasted anywhere.
pub(crate) fn situation(position: &Position) -> String {
    let game = position.game();
    let mut out = match position.outcome() {
        Some(Outcome::Win(side)) => format!("{} a gagné.", letter(side)),
        Some(Outcome::Draw) => String::from("Match nul."),
        None => {
            let place = match (game, position.forced()) {
                (Game::Ultimate, Some(board)) => format!(" dans la petite grille {}", board + 1),
                (Game::Ultimate, None) => String::from(" où il veut"),
                _ => String::new(),
            };
            format!("À {} de jouer{place}.", letter(position.turn()))
        }
    };
    if game == Game::Infini {
        let mut sides = Vec::new();
        for side in Side::BOTH {
            let ages = position.ages(side);
            if !ages.is_empty() {
                sides.push(format!("{} {}", letter(side), cell_names(game, &ages)));
            }
        }
        if position.marks(Side::X).len() > 1 {
            out += &format!("\nDu plus ancien au plus récent : {}.", sides.join(", "));
        }
        // Where the engine's own notation needs the number, so does this.
        if let Some((_, played)) = position.setup().split_once('n') {
            out += &format!("\nCoups joués : {played}.");
        }
    }
    out
}

/// Reads what [`situation`] writes, with its words in any order and whatever else
/// is said between them.
pub(crate) fn read_situation(game: Game, text: &str) -> Situation {
    let mut situation = Situation::default();
    let words: Vec<&str> = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || !c.is_ascii()) || c == '\u{a0}')
        .filter(|word| !word.is_empty())
        .collect();
    for (index, &word) in words.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|at| words.get(at)).copied();
        let next = words.get(index + 1).copied().unwrap_or_default();
        let side = match word {
            "X" | "x" => Some(Side::X),
            "O" | "o" => Some(Side::O),
            _ => None,
        };
        if let Some(side) = side {
            let then = words.get(index + 2).copied().unwrap_or_default();
            if matches!(before, Some("À" | "à" | "A" | "a")) {
                situation.turn = Some(side);
            } else if next.starts_with("gagn") || (next == "a" && then.starts_with("gagn")) {
                situation.winner = Some(side);
            } else {
                let cells: Option<Vec<Cell>> = next
                    .split('-')
                    .map(|name| game.cell_from_name(name))
                    .collect();
                if let Some(cells) = cells {
                    situation.ages[usize::from(side == Side::O)] = cells;
                }
            }
        }
        match word {
            "grille" => situation.forced = next.parse().ok().or(situation.forced),
            "veut" => situation.forced = Some(0),
            "joués" | "joues" => situation.played = next.parse().ok().or(situation.played),
            _ => {}
        }
    }
    situation
}

/// What stands over a floor of a drawing.
pub(crate) fn floor(number: u8) -> String {
    format!("étage {number}")
}

/// How the cells of the Python list are reached.
pub(crate) fn indices(game: Game) -> &'static str {
    match game {
        Game::Cube => "cube[étage][rangée][colonne]",
        Game::Classique | Game::Infini | Game::Ultimate => "grille[rangée][colonne]",
    }
}

/// The words on the button that chooses a form.
pub(crate) fn format(format: Format) -> &'static str {
    match format {
        Format::Moves => "Les coups",
        Format::Link => "Le lien",
        Format::Drawing => "Un dessin",
        Format::Python => "Une liste Python",
        Format::Embed => "Intégrer",
    }
}

/// The name of the choice of a form.
pub(crate) fn formats_label() -> String {
    typeset("À copier")
}

/// Stands in for the moves while there are none.
pub(crate) fn no_moves() -> String {
    typeset("Aucun coup pour l'instant")
}

/// What is said of a text that was to be copied.
pub(crate) fn copied(done: bool) -> String {
    typeset(if done {
        "C'est copié."
    } else {
        "Le texte est choisi : copie-le avec Ctrl+C."
    })
}

/// What is said of a text that was opened, before the status.
pub(crate) fn opened(assumed: &[Assumed], status: &str) -> String {
    let mut sentences: Vec<String> = assumed.iter().map(assumption).collect();
    sentences.push(status.to_owned());
    set(sentences.join(" "))
}

fn assumption(assumed: &Assumed) -> String {
    match assumed {
        Assumed::Ages => {
            String::from("L'âge des symboles n'est pas dit : je les prends dans l'ordre des cases.")
        }
        Assumed::Turn(side) => format!("Le tour n'est pas dit : je le donne à {}.", letter(*side)),
        Assumed::FreeChoice => {
            String::from("La petite grille obligatoire n'est pas dite : je laisse le choix libre.")
        }
    }
}

/// A text was pasted in the middle of a game that counts.
pub(crate) fn finish_first() -> String {
    typeset("Cette partie compte : finis-la avant d'en ouvrir une autre.")
}

fn at(spot: Spot) -> String {
    format!("Ligne {}, colonne {}", spot.line, spot.column)
}

/// What is wrong with a text that was pasted.
pub(crate) fn share_error(game: Game, error: &ShareError) -> String {
    match error {
        ShareError::Empty => typeset("Colle d'abord une partie ou une position dans le cadre."),
        ShareError::Elsewhere(game) => link_elsewhere(*game),
        ShareError::Link(error) => spec_error_alone(error),
        ShareError::Notation(error, spot) => {
            let message = notation_error(game, error);
            match spot {
                Some(spot) => set(format!("{} : {message}.", at(*spot))),
                None if matches!(error, NotationError::Play { .. }) => {
                    format!("{}.", capital(&message))
                }
                None => set(format!("Position refusée : {message}.")),
            }
        }
        ShareError::Symbol { spot, text, quoted } => {
            let wanted = if *quoted {
                "ni \"X\", ni \"O\", ni \" \""
            } else {
                "ni X, ni O, ni un point"
            };
            quoting(
                &format!("{} : « {} » n'est {wanted}.", at(*spot), super::WORD),
                text,
            )
        }
        ShareError::Unpaired { spot, mark } => set(match mark {
            '[' => format!("{} : ce crochet n'est jamais refermé.", at(*spot)),
            ']' => format!(
                "{} : ce crochet ferme une liste qui n'est pas ouverte.",
                at(*spot)
            ),
            _ => format!("{} : ce guillemet n'est jamais refermé.", at(*spot)),
        }),
        ShareError::Row {
            line,
            found,
            wanted,
        } => set(format!(
            "Ligne {line} : {found} case{} au lieu de {wanted}.",
            plural(*found)
        )),
        ShareError::Rows { found, wanted } => set(format!(
            "{found} rangée{} de cases au lieu de {wanted}.",
            plural(*found)
        )),
        ShareError::Ages(side) => set(format!(
            "L'ordre donné pour {0} ne nomme pas les cases où il y a un {0}.",
            letter(*side)
        )),
        ShareError::Setup(error) => {
            let message = notation_error(game, &NotationError::Setup(error.clone()));
            set(format!("Position refusée : {message}."))
        }
    }
}
