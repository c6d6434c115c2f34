//! What is said around an exercise, made from the words of the data.
//!
//! `engine/data/README.md` says what each word means.

use morpion_board::french::{in_letters, letter, the_cell};
use morpion_engine::cube::lines_through;
use morpion_engine::{Cell, Game, Goal};

use super::{capitalised, say};
use crate::exercises::Exercise;

/// A number as it stands before « coups » or « exercices ».
fn letters(n: impl Into<u64>) -> String {
    in_letters(n.into())
}

/// « un coup », « trois coups ».
fn marks(n: u8) -> String {
    match n {
        1 => String::from("un coup"),
        n => format!("{} coups", letters(n)),
    }
}

/// « d'un coup », « de trois coups ».
fn than(marks: &str) -> String {
    if marks.starts_with('u') {
        format!("d'{marks}")
    } else {
        format!("de {marks}")
    }
}

/// One of some sentences that say the same: twelve exercises in a row are not to be
/// twelve times the same words.
fn turn<'a>(one: &Exercise, sentences: [&'a str; 3]) -> &'a str {
    sentences[one.number % 3]
}

/// A cell in a sentence: long where the bare number would be a riddle.
fn cell(game: Game, cell: Cell) -> String {
    match game {
        Game::Ultimate => the_cell(game, cell),
        _ => format!("la case {}", game.cell_name(cell)),
    }
}

/// The heading of the exercises with a goal.
pub(crate) fn heading(game: Game, goal: Goal) -> String {
    match goal {
        Goal::Win => say("Gagner", &[]),
        Goal::WinIn(n) => say("Gagner en {}", &[&marks(n)]),
        Goal::Hold(0 | 1) if game == Game::Ultimate => say("Ne pas offrir la partie", &[]),
        Goal::Hold(0 | 1) => say("Bloquer", &[]),
        Goal::Hold(n) => say("Tenir {}", &[&marks(n)]),
        Goal::NotLose => say("Ne pas perdre", &[]),
        Goal::Spare => say("Bien envoyer", &[]),
    }
}

/// What stands under such a heading.
pub(crate) fn introduction(game: Game, goal: Goal, count: usize) -> String {
    let advice = match goal {
        Goal::WinIn(1) if game == Game::Ultimate => {
            "Une petite grille bien choisie, et la grande est à toi."
        }
        Goal::WinIn(1) => "Un seul coup suffit. Regarde partout avant de jouer.",
        Goal::Hold(0 | 1) if game == Game::Ultimate => {
            "La partie peut finir au coup suivant. Regarde où tu envoies l'autre."
        }
        Goal::Hold(0 | 1) => "L'autre gagne au coup suivant, sauf si tu l'arrêtes.",
        Goal::WinIn(2) => {
            "Le premier coup prépare, le second gagne, et l'autre ne peut rien y faire."
        }
        Goal::Win | Goal::WinIn(_) => {
            "Compte tes coups à toi. Le bon chemin ne laisse à l'autre aucune échappée."
        }
        Goal::Hold(_) => "L'autre prépare son gain. Un coup d'avance suffit pour l'en empêcher.",
        Goal::NotLose => {
            "Un faux pas, et l'autre gagne à coup sûr. Trouve le coup qui tient, même s'il ne gagne pas."
        }
        Goal::Spare => {
            "La case que tu joues envoie l'autre quelque part. Ne lui offre ni petite grille, ni choix libre."
        }
    };
    let count = capitalised(&letters(count as u64));
    say(&format!("{{}} exercices. {advice}"), &[&count])
}

/// The heading of one exercise.
pub(crate) fn title(number: usize) -> String {
    let number = number.to_string();
    say("### Exercice {} {#exercice-{}}", &[&number, &number])
}

/// What is asked above the board: a nudge, never the answer.
pub(crate) fn question(one: &Exercise) -> String {
    let other = letter(one.solver().other()).to_string();
    let has = |word: &str| one.theme.iter().any(|theme| theme == word);
    let question = match one.goal {
        Goal::WinIn(1) => match one.game() {
            Game::Cube => return cube_line(one),
            Game::Ultimate => "Quelle petite grille finit la grande ?",
            Game::Infini if has("which-leaves") => {
                "Ton plus ancien symbole s'en va. Quels sont ceux qui restent ?"
            }
            Game::Infini if has("block-expires") => {
                "Regarde quel symbole va partir. Où finit l'alignement ?"
            }
            Game::Classique | Game::Infini => "Où finit l'alignement ?",
        },
        Goal::Hold(_) if one.game() == Game::Ultimate => {
            if has("takes-board") {
                "Quelle petite grille vaut la peine d'être prise maintenant ?"
            } else {
                "Où envoyer {} sans qu'il en profite ?"
            }
        }
        Goal::Hold(_) => {
            if has("counter-threat") && has("which-leaves") {
                "{} menace pour de vrai. Qui s'en va, et peux-tu menacer aussi ?"
            } else if has("counter-threat") && has("stops") {
                "Où est la menace de {} ? Plus d'une parade tient."
            } else if has("counter-threat") {
                "Peux-tu boucher et menacer du même coup ?"
            } else if has("which-leaves") {
                "Vraie menace ou fausse menace ? Regarde quel symbole de {} va partir."
            } else if has("block-expires") {
                "Un symbole de garde va partir. Où {} gagnera-t-il ?"
            } else if let Goal::Hold(2..) = one.goal {
                "Que jouerait {}, si c'était à lui ?"
            } else {
                "Où est la menace de {} ?"
            }
        }
        Goal::Spare => "Où envoyer {} pour qu'il n'y trouve rien ?",
        Goal::NotLose => {
            if has("centre") {
                "Quelle case touche le plus d'alignements ?"
            } else if has("counter-threat") {
                "Peux-tu te défendre en menaçant ?"
            } else if has("which-leaves") {
                "Quel symbole va partir, le tien ou celui de {} ?"
            } else {
                "Que prépare {} ?"
            }
        }
        Goal::Win | Goal::WinIn(_) => {
            if has("fork") {
                turn(
                    one,
                    [
                        "Quel coup fait deux menaces à la fois ?",
                        "Une menace, cela se bouche. Et deux d'un coup ?",
                        "Où se croisent deux de tes alignements encore ouverts ?",
                    ],
                )
            } else if has("freed-cell") {
                "La case qui gagne est encore prise. Comment attendre qu'elle se libère ?"
            } else if has("waits") {
                "Le bon coup ne menace rien. Que prépare-t-il ?"
            } else if has("takes-board") {
                "Quelle petite grille prendre d'abord ?"
            } else if has("quiet") && has("forcing") {
                "Menacer tout de suite, ou se préparer d'abord ? Plus d'un chemin mène au gain."
            } else if has("quiet") {
                "Le bon coup ne menace rien encore. Que prépare-t-il ?"
            } else if has("where-not-to-send") {
                "Où envoyer {} pour qu'il ne puisse rien arrêter ?"
            } else if has("which-leaves") {
                "Quelle menace force {} à répondre, quand ton plus ancien symbole sera parti ?"
            } else {
                "Quelle menace force {} à répondre, et où ?"
            }
        }
    };
    say(question, &[&other])
}

/// A win at once in the cube: where to look.
fn cube_line(one: &Exercise) -> String {
    let family = one.theme.first().map(String::as_str);
    say(
        match (one.theme.len(), family) {
            (2.., _) => "Deux alignements attendent leur quatrième pion. Lesquels ?",
            (_, Some("rows")) => "L'alignement reste dans un étage, tout droit. Où est-il ?",
            (_, Some("floor-diagonals")) => {
                "L'alignement reste dans un étage, en biais. Où est-il ?"
            }
            (_, Some("verticals")) => "L'alignement monte tout droit. Où est-il ?",
            (_, Some("wall-diagonals")) => "L'alignement monte en escalier. Où est-il ?",
            _ => "L'alignement traverse le cube, de coin en coin. Où est-il ?",
        },
        &[],
    )
}

/// What opens the lines below.
pub(crate) fn afterwards_label() -> String {
    say("Après avoir cherché", &[])
}

/// What a reader is told who has looked for the move: the answer, then the move that
/// tempts and what is wrong with it.
pub(crate) fn afterwards(one: &Exercise) -> Vec<String> {
    let game = one.game();
    let mut out = vec![answer(one)];
    out.push(say(
        "Le coup qui tente : {}. Il {}. {}",
        &[
            &cell(game, one.tempting),
            &why_it_tempts(one),
            &what_is_wrong(one),
        ],
    ));
    if one.refutation.len() > 1 {
        let line = one.refutation.iter().map(|&cell| game.cell_name(cell));
        out.push(say(
            "La suite, coup après coup : {}.",
            &[&line.collect::<Vec<_>>().join(", ")],
        ));
    }
    out
}

fn answer(one: &Exercise) -> String {
    let game = one.game();
    let names: Vec<String> = one
        .accepted
        .iter()
        .map(|&cell| game.cell_name(cell))
        .collect();
    match one.accepted.as_slice() {
        [only] => say("Le bon coup : {}.", &[&cell(game, *only)]),
        [first, _, _, _, ..] => say(
            "{} coups conviennent, par exemple {}.",
            &[
                &capitalised(&letters(one.accepted.len() as u64)),
                &cell(game, *first),
            ],
        ),
        _ => match names.split_last() {
            Some((last, most)) => say("Les bons coups : {} et {}.", &[&most.join(", "), last]),
            None => String::new(),
        },
    }
}

/// Why the tempting move tempts, after « il » or « ce coup ».
pub(crate) fn why_it_tempts(one: &Exercise) -> String {
    let game = one.game();
    let [me, other] = [one.solver(), one.solver().other()].map(|side| letter(side).to_string());
    let place = |word: &str| match word {
        "centre" => Some(String::from("prend le centre")),
        "corner" => Some(String::from("prend un coin")),
        "many-lines" => Some(format!(
            "prend une case à {} alignements",
            letters(lines_through(one.tempting).len() as u64)
        )),
        _ => None,
    };
    let first = one.tempts.first().map_or("", String::as_str);
    let reason = match first {
        "false-line" => say(
            "met trois {} en ligne pour l'œil, alors que le plus ancien s'en va",
            &[&me],
        ),
        "blocks-fake-threat" => say(
            "bouche un alignement de {} dont un symbole va partir de toute façon",
            &[&other],
        ),
        "takes-board" => say("gagne une petite grille", &[]),
        "blocks-board" => say("empêche {} de gagner une petite grille", &[&other]),
        "builds-board" => say(
            "prépare une petite grille, où il ne manquera plus qu'un symbole",
            &[],
        ),
        "blocks-threat" => say("bouche une menace de {}", &[&other]),
        "makes-threat" => say("menace de gagner", &[]),
        "builds-line" => say("prolonge un alignement encore ouvert", &[]),
        "blocks-line" => say("gêne un alignement de {}", &[&other]),
        word => say(
            &place(word).unwrap_or_else(|| String::from("a l'air naturel")),
            &[],
        ),
    };
    // What is good of the cell goes with any reason but an illusion.
    let and = one.tempts[1.min(one.tempts.len())..]
        .iter()
        .find_map(|word| place(word));
    match and {
        Some(and) if first != "false-line" && place(first).is_none() && game != Game::Ultimate => {
            say(&format!("{{}} et {and}"), &[&reason])
        }
        _ => reason,
    }
}

/// What is wrong with the tempting move: a sentence from « Mais » on.
fn what_is_wrong(one: &Exercise) -> String {
    let game = one.game();
    let other = letter(one.solver().other()).to_string();
    let Some(&reply) = one.refutation.first() else {
        return match one.fault.as_str() {
            "gives-choice" => say(
                "Mais il envoie {} dans une petite grille fermée : {} joue où il veut.",
                &[&other, &other],
            ),
            _ => say("Mais {} en profite.", &[&other]),
        };
    };
    let there = cell(game, reply);
    let sent = (reply.0 / 9 + 1).to_string();
    let board_cell = (reply.0 % 9 + 1).to_string();
    let wanted = match one.goal {
        Goal::WinIn(n) => marks(n),
        _ => String::new(),
    };
    match (one.fault.as_str(), one.chance.as_deref()) {
        ("loses-now", Some("freed")) => say(
            "Mais ton symbole de {} s'en va, et {} y gagne.",
            &[&there, &other],
        ),
        ("loses-now", Some("sent")) => say(
            "Mais il envoie {} dans la petite grille {} : {} y joue la case {} et gagne la partie.",
            &[&other, &sent, &other, &board_cell],
        ),
        ("loses-now", Some("sent-anywhere")) => say(
            "Mais il laisse à {} le choix libre : {} joue {} et gagne la partie.",
            &[&other, &other, &there],
        ),
        ("loses-now", _) => say(
            turn(
                one,
                [
                    "Mais {} joue {} et gagne : sa menace était déjà là.",
                    "Mais {} n'attendait que {} : il y joue et gagne.",
                    "Mais il laisse à {} {}, et c'est fini.",
                ],
            ),
            &[&other, &there],
        ),
        ("loses-in" | "loses", _) if one.is_lost() => say(
            "Mais {} répond par {}, et plus rien ne l'arrête : il gagne.",
            &[&other, &there],
        ),
        ("loses-in" | "loses", _) => say(
            "Mais {} répond par {}, et tu ne peux plus l'empêcher de gagner.",
            &[&other, &there],
        ),
        ("only-draws", _) => say(
            turn(
                one,
                [
                    "Mais {} répond par {}, et le gain s'est envolé.",
                    "Mais {} répond par {}, et plus rien ne peut être forcé.",
                    "Mais {} répond par {}, et s'en tire.",
                ],
            ),
            &[&other, &there],
        ),
        ("too-slow", _) => say(
            "Mais {} répond par {} : tu peux encore gagner, mais il te faut plus {}.",
            &[&other, &there, &than(&wanted)],
        ),
        ("escapes", _) => say(
            "Mais {} répond par {} et s'en sort : ce n'est plus un gain en {}.",
            &[&other, &there, &wanted],
        ),
        ("gives-board", _) => say(
            "Mais il envoie {} dans la petite grille {} : {} la gagne par la case {}.",
            &[&other, &sent, &other, &board_cell],
        ),
        _ => say("Mais {} répond par {}.", &[&other, &there]),
    }
}
