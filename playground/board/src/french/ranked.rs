//! What is said of games that count.

use morpion_engine::Level;

use super::{level_name, number, plural, set, typeset};

/// The line near the board: « Série en cours : 4 parties sans défaite · record 7 ».
pub(crate) fn line(run: u32, best: u32, void: bool) -> String {
    let now = match run {
        _ if void => String::from("Cette partie ne compte plus"),
        0 => String::from("Partie classée : une série commence"),
        run => format!(
            "Série en cours : {} partie{} sans défaite",
            number(run.into()),
            plural(run as usize)
        ),
    };
    set(match best {
        0 => now,
        best => format!("{now} · record {}", number(best.into())),
    })
}

/// A game that was left waits on the device.
pub(crate) fn waiting(level: Level, moves: usize) -> String {
    set(format!(
        "Ta partie classée t'attend : niveau {}, {moves} coup{} joué{1}.",
        level_name(level),
        plural(moves)
    ))
}

/// A move while a game waits.
pub(crate) fn choose_first() -> String {
    typeset("Une partie classée t'attend : reprends-la ou abandonne-la d'abord.")
}

/// A button that would end the ranking of the game, pressed once.
pub(crate) fn asks_again(label: &str) -> String {
    set(format!(
        "Partie classée : avec « {label} », elle compterait comme perdue. Appuie encore si tu le veux."
    ))
}

/// A hint before the first move of a game that counts.
pub(crate) fn no_hint() -> String {
    typeset("Partie classée : pas d'indice avant la fin.")
}

/// A move from the past in a game that counts.
pub(crate) fn no_rewriting() -> String {
    typeset("Partie classée : un coup joué reste joué. Reviens au dernier coup pour continuer.")
}

/// The game is played on in another window or on another board.
pub(crate) fn elsewhere() -> String {
    typeset("Cette partie classée continue ailleurs : ici, elle ne compte plus.")
}

/// The game that waited has ended elsewhere.
pub(crate) fn gone() -> String {
    typeset("Cette partie est déjà finie, dans une autre fenêtre.")
}

/// Said when games begin to count.
pub(crate) fn begins() -> String {
    typeset(
        "À tour de rôle, les parties comptent : ni retour, ni indice, ni autre niveau avant la fin.",
    )
}

/// What cannot be kept for good.
pub(crate) fn forgetful() -> String {
    typeset("Ton navigateur ne garde rien ici : tes résultats durent le temps de cette page.")
}

/// « Revanche » between two people.
pub(crate) fn swapped() -> String {
    typeset("Revanche : échangez X et O.")
}
