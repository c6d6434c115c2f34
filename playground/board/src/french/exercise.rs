//! What is said in an exercise.

use morpion_engine::{Cell, Chance, Fault, Game, Goal, GoalError, Side, Value};

use super::{in_letters, letter, plural, set, the_cell, typeset};

fn marks(n: u8) -> String {
    match n {
        1 => String::from("un coup"),
        n => format!("{} coups", in_letters(n.into())),
    }
}

/// What the reader has to do, without a subject: « gagne en trois coups ».
fn task(goal: Goal, solver: Side) -> String {
    let other = letter(solver.other());
    match goal {
        Goal::WinIn(n) => format!("gagne en {}", marks(n)),
        Goal::Win => format!("gagne, quoi que {other} réponde"),
        Goal::Hold(0 | 1) => format!("empêche {other} de gagner la partie au coup suivant"),
        Goal::Hold(n) => format!("empêche {other} de gagner la partie en {}", marks(n)),
        Goal::NotLose => String::from("ne perds pas"),
        Goal::Spare => format!("n'offre à {other} ni petite grille à prendre, ni choix libre"),
    }
}

/// « À toi de jouer (X) : gagne en trois coups. »
pub(crate) fn asks(goal: Goal, solver: Side) -> String {
    set(format!(
        "À toi de jouer ({}) : {}.",
        letter(solver),
        task(goal, solver)
    ))
}

/// The move was right and the reply is on the board.
pub(crate) fn goes_on(left: Goal, solver: Side) -> String {
    set(match left {
        Goal::WinIn(1) => String::from("Bien joué ! Et maintenant, gagne."),
        Goal::WinIn(n) => format!("Bien joué ! Encore {} : à toi.", marks(n)),
        _ => format!("Bien joué ! Continue : {}.", task(left, solver)),
    })
}

/// The worker judges a move, or looks for one.
pub(crate) fn judging() -> String {
    typeset("Voyons…")
}

/// The move was right: the reply comes.
pub(crate) fn replying(other: Side) -> String {
    set(format!("Bien joué ! {} répond…", letter(other)))
}

/// The goal is reached.
pub(crate) fn bravo(goal: Goal, won: bool, solver: Side) -> String {
    let other = letter(solver.other());
    set(match goal {
        _ if won => String::from("Bravo, c'est gagné !"),
        Goal::Spare => format!("Bravo, {other} n'en tire rien !"),
        Goal::Hold(0 | 1) => format!("Bravo, {other} est arrêté !"),
        _ => String::from("Bravo, bien défendu !"),
    })
}

/// Why a move is wrong; what refutes it is then shown on the board.
pub(crate) fn wrong(game: Game, fault: Fault, solver: Side) -> String {
    let other = letter(solver.other());
    let board = |board: u8| format!("la petite grille {}", board + 1);
    let why = match fault {
        Fault::LosesNow { cell, chance } => match chance {
            Chance::Threatened => {
                format!("tu laisses à {other} {}, et il gagne", the_cell(game, cell))
            }
            Chance::Freed => format!(
                "ton coup efface ton symbole de {}, et {other} y gagne",
                the_cell(game, cell)
            ),
            Chance::Sent(to) => format!("tu envoies {other} dans {}, où il gagne", board(to)),
            Chance::SentAnywhere => format!("{other} joue où il veut, et il gagne"),
        },
        Fault::LosesIn(1) => format!("{other} gagne tout de suite"),
        Fault::LosesIn(n) => format!("après ce coup, {other} gagne en {}", marks(n)),
        Fault::Loses => format!("après ce coup, {other} peut forcer le gain"),
        Fault::OnlyDraws => format!("après ce coup, {other} peut toujours s'en sortir"),
        Fault::TooSlow { marks: n } => {
            return set(format!(
                "Ce coup gagne aussi, mais en {} : il y a plus court.",
                marks(n)
            ));
        }
        Fault::Escapes => format!("{other} tient bon, voici comment"),
        Fault::GivesBoard(to) => format!("tu envoies {other} dans {}, et il la prend", board(to)),
        Fault::GivesChoice => format!("{other} jouera où il veut"),
    };
    set(format!("Pas cette fois : {why}."))
}

/// What is added when the wrong move is the one that tempts; `why` follows « ce coup ».
pub(crate) fn tempting(wrong: &str, why: &str) -> String {
    set(format!("{wrong} C'était tentant : ce coup {why}."))
}

/// Nobody can prove anything of the move.
pub(crate) fn unsure() -> String {
    typeset("Je ne sais pas dire si ce coup est bon. Essaie autre chose.")
}

/// A hint without a reason.
pub(crate) fn look_there(game: Game, cell: Cell) -> String {
    set(format!("Regarde {}.", the_cell(game, cell)))
}

/// A click while something is shown.
pub(crate) fn watch() -> String {
    typeset("Un instant : regarde la suite.")
}

/// A click after a refutation.
pub(crate) fn retry_first() -> String {
    typeset("Choisis « Réessayer » pour reprendre l'exercice.")
}

/// A click after the end.
pub(crate) fn over() -> String {
    typeset("Exercice terminé : « Réessayer » le remet au début.")
}

/// The solution has been played.
pub(crate) fn solution_over() -> String {
    typeset("Voilà une solution. « Réessayer », et c'est à toi.")
}

/// The worker is gone.
pub(crate) fn no_judge() -> String {
    typeset("L'arbitre ne répond plus. Choisis « Réessayer » ou recharge la page.")
}

/// « Réussi · 3 sur 10 réussis sur cette page ».
pub(crate) fn progress(done: bool, count: usize, all: usize) -> String {
    let page = format!("{count} sur {all} réussi{} sur cette page", plural(count));
    set(match (done, all) {
        (true, 0 | 1) => String::from("Exercice réussi"),
        (false, 0 | 1) => String::from("Pas encore réussi"),
        (true, _) => format!("Exercice réussi · {page}"),
        (false, _) => page,
    })
}

/// Why a position is no exercise for a goal, for the author of a chapter.
pub fn goal_error(goal: &str, error: GoalError) -> String {
    set(match error {
        GoalError::Over => String::from("la partie est finie : il n'y a plus de coup à trouver"),
        GoalError::OtherGame => format!("« {goal} » ne va qu'avec le Morpion Ultimate"),
        GoalError::NoWin(value) => {
            let worth = match value {
                Value::Draw => ", la position est nulle",
                Value::Loss => ", la position est perdue",
                Value::Win | Value::Unknown => "",
            };
            format!("« {goal} » est impossible ici{worth}")
        }
        GoalError::TooFewMarks { fastest } => format!(
            "« {goal} » est impossible ici : il faut au moins {}",
            marks(fastest)
        ),
        GoalError::Hopeless => format!("« {goal} » est impossible ici : tous les coups perdent"),
        GoalError::Idle => format!("« {goal} » ne demande rien ici : tous les coups conviennent"),
        GoalError::Unproven => format!(
            "« {goal} » n'a pas pu être prouvé ici : donne un nombre de coups, ou une position plus simple"
        ),
    })
}
