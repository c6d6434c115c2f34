//! What the page says on which the proof is checked.

use super::{set, typeset};

pub(crate) use super::number;

pub(crate) fn check() -> String {
    typeset("Vérifier la preuve")
}

pub(crate) fn stop() -> String {
    typeset("Arrêter")
}

/// Before the first check.
pub(crate) fn untried() -> String {
    typeset("Ton navigateur n'a encore rien vérifié.")
}

/// The check has begun.
pub(crate) fn begun() -> String {
    typeset("La vérification commence.")
}

/// So many replies have been tried, so many hundredths of all.
pub(crate) fn running(replies: u64, share: u64) -> String {
    set(format!(
        "{} réponses de O essayées : {share} % du chemin.",
        number(replies)
    ))
}

/// A quarter more, aloud.
pub(crate) fn share(share: u64) -> String {
    set(format!("{share} % des réponses essayées."))
}

/// The reader has stopped it.
pub(crate) fn stopped(replies: u64) -> String {
    set(format!(
        "Arrêté après {} réponses : rien n'est encore prouvé.",
        number(replies)
    ))
}

/// All replies have been tried. `same`: with the numbers of the book.
pub(crate) fn proved(same: bool) -> String {
    typeset(if same {
        "C'est prouvé : quoi que joue O, X gagne. Tes nombres sont ceux du livre."
    } else {
        "C'est prouvé : quoi que joue O, X gagne. Mais tes nombres ne sont pas ceux du livre."
    })
}

/// A reply that the strategy does not answer.
pub(crate) fn refuted(moves: &str) -> String {
    set(format!(
        "La liste est prise en défaut : après {moves}, X ne gagne pas."
    ))
}

/// The worker is gone.
pub(crate) fn failed() -> String {
    typeset("La vérification s'est interrompue. Recharge la page, puis recommence.")
}

/// The name of the line that fills.
pub(crate) fn gauge_label() -> String {
    typeset("Réponses essayées, en pour cent")
}

/// The heads of the table.
pub(crate) fn heads() -> [String; 3] {
    ["Ce qui est compté", "Dans le livre", "Chez toi"].map(typeset)
}

/// What each row of the table counts.
pub(crate) fn rows() -> [String; 4] {
    [
        "Positions où X joue",
        "Réponses de O essayées",
        "Positions lues dans la liste",
        "Coups de la plus longue partie",
    ]
    .map(typeset)
}

/// Stands for a number that is not known yet.
pub(crate) fn not_yet() -> String {
    String::from("–")
}

/// For a reader without script.
pub(crate) fn by_hand() -> String {
    typeset(
        "Sans script, la preuve se vérifie avec le programme du livre : morpion prove 3d --check, dans les sources du site.",
    )
}
