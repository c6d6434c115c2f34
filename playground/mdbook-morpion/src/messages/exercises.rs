//! What is said around an exercise, made from the words of the data.
//!
//! `engine/data/README.md` says what each word means.

use std::ops::RangeInclusive;

use morpion_board::french::{in_letters, letter};
use morpion_engine::{Cell, Game, Goal, Side};

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

/// « d’un coup », « de trois coups ».
fn than(marks: &str) -> String {
    if marks.starts_with('u') {
        format!("d’{marks}")
    } else {
        format!("de {marks}")
    }
}

/// One of some sentences that say the same: twelve exercises in a row are not to be
/// twelve times the same words.
fn turn<'a>(one: &Exercise, sentences: [&'a str; 3]) -> &'a str {
    sentences[one.number % 3]
}

/// A cell in a sentence.
fn cell(game: Game, cell: Cell) -> String {
    format!("la case {}", game.cell_name(cell))
}

/// The same where it is first met: in Ultimate a number of two digits is a riddle until
/// one has seen what each of them counts.
fn cell_at_first(game: Game, at: Cell) -> String {
    let name = cell(game, at);
    match game {
        Game::Ultimate => format!("{name} ({}, case {})", board(at), at.0 % 9 + 1),
        _ => name,
    }
}

/// The small board of a cell.
fn board(cell: Cell) -> String {
    format!("petite grille {}", cell.0 / 9 + 1)
}

/// Moves one after the other, each with the letter of who plays it.
fn line(game: Game, first: Side, cells: &[Cell]) -> String {
    let sides = [first, first.other()];
    let moves = cells.iter().zip(sides.into_iter().cycle());
    let moves = moves.map(|(&cell, side)| format!("{} {}", letter(side), game.cell_name(cell)));
    moves.collect::<Vec<_>>().join(", ")
}

/// The heading of the exercises with a goal.
pub(crate) fn heading(game: Game, goal: Goal) -> String {
    match goal {
        Goal::Win => say("Gagner", &[]),
        Goal::WinIn(n) => say("Gagner en {}", &[&marks(n)]),
        Goal::Hold(0 | 1) if game == Game::Ultimate => say("Ne pas offrir la partie", &[]),
        Goal::Hold(0 | 1) => say("Bloquer", &[]),
        Goal::Hold(n) => say("Empêcher un gain en {}", &[&marks(n)]),
        Goal::NotLose => say("Ne pas perdre", &[]),
        Goal::Spare => say("Bien envoyer", &[]),
    }
}

/// What stands under such a heading.
pub(crate) fn introduction(game: Game, goal: Goal, numbers: RangeInclusive<usize>) -> String {
    let advice = match goal {
        Goal::WinIn(1) if game == Game::Ultimate => {
            "Une petite grille bien choisie, et la grande est à toi."
        }
        Goal::WinIn(1) => "Un seul coup suffit. Regarde partout avant de jouer.",
        Goal::Hold(0 | 1) if game == Game::Ultimate => {
            "Cette fois, c'est toute la partie qui peut finir au coup suivant. Regarde où tu envoies l'autre."
        }
        Goal::Hold(0 | 1) => "L'autre gagne au coup suivant, sauf si tu l'arrêtes.",
        Goal::WinIn(2) => {
            "Le premier coup prépare, le second gagne, et l'autre ne peut rien y faire."
        }
        Goal::Win | Goal::WinIn(_) => {
            "Compte seulement tes coups. Le bon chemin gagne, quoi que l'autre réponde."
        }
        Goal::Hold(_) => {
            "Si tu ne fais rien, l'autre gagnera. Trouve ce qu'il prépare, et joue avant lui."
        }
        Goal::NotLose => {
            "Un faux pas, et l'autre gagne à coup sûr. Trouve le coup qui tient, même s'il ne gagne pas."
        }
        Goal::Spare => {
            "La case que tu joues envoie l'autre quelque part. Ne lui offre ni petite grille, ni choix libre."
        }
    };
    let [first, last] = [numbers.start(), numbers.end()].map(usize::to_string);
    say(
        &format!("Exercices {{}} à {{}}. {advice}"),
        &[&first, &last],
    )
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
            Game::Ultimate if one.forced().is_some() => {
                "Cette petite grille te suffit pour gagner la partie. Par quelle case ?"
            }
            Game::Ultimate => "Quelle petite grille te manque pour en aligner trois ?",
            Game::Infini if has("which-leaves") => {
                "Ton plus ancien symbole s'en va. Quels sont ceux qui restent ?"
            }
            Game::Infini if has("block-expires") => {
                "Regarde quel symbole va partir. Quelle case complète ton alignement ?"
            }
            Game::Classique | Game::Infini => "Quelle case complète ton alignement ?",
        },
        Goal::Hold(_) if one.game() == Game::Ultimate => match one.chance.as_deref() {
            _ if has("takes-board") => {
                "Quelle petite grille vaut la peine d'être prise maintenant ?"
            }
            Some("sent") => "Dans quelle petite grille {} gagnerait-il la partie ?",
            Some("sent-anywhere") => {
                "Avec le choix libre, {} gagnerait. Quelles cases lui donnent ce choix ?"
            }
            _ => "Où envoyer {} sans qu'il en profite ?",
        },
        Goal::Hold(_) => {
            if one.tempts.first().is_some_and(|word| word == "false-line") {
                "Gagner ou bloquer ? Regarde d'abord lequel de tes symboles va partir."
            } else if has("counter-threat") && has("which-leaves") {
                "{} menace vraiment. Où bloquer, et menacer du même coup ?"
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
            } else if one.game() == Game::Cube && one.number.is_multiple_of(2) {
                cube_threat(one)
            } else {
                "Où est la menace de {} ?"
            }
        }
        Goal::Spare => match one.fault.as_str() {
            // The board that the tempting move wins is the one that it sends to.
            "gives-choice" if one.tempting.0 / 9 == one.tempting.0 % 9 => {
                "Une petite grille gagnée se ferme aussitôt. Où {} irait-il jouer ensuite ?"
            }
            "gives-choice" => "Quelles petites grilles sont fermées ? N'y envoie pas {}.",
            "gives-board" => "Où {} peut-il gagner une petite grille ? Ne l'y envoie pas.",
            _ => "Où envoyer {} pour qu'il n'y trouve rien ?",
        },
        Goal::NotLose => {
            if has("centre") {
                "Quelle case touche le plus d'alignements ?"
            } else if has("counter-threat") && has("stops") {
                "Que prépare {} ? Plus d'une défense tient."
            } else if has("counter-threat") {
                "Peux-tu te défendre en menaçant ?"
            } else if has("which-leaves") {
                "Quels symboles vont partir : le tien, puis celui de {} ?"
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
                turn(
                    one,
                    [
                        "Quel symbole de {} va partir ? Prépare-toi à prendre sa case.",
                        "La case qui te manque est encore prise. Quel coup la rendra gagnante ?",
                        "{} va devoir libérer une case. Laquelle, et que te faut-il autour ?",
                    ],
                )
            } else if has("waits") {
                "Le bon coup ne menace rien. Que prépare-t-il ?"
            } else if has("takes-board") && has("where-not-to-send") {
                "Où envoyer {} pour qu'il ne puisse rien arrêter ?"
            } else if has("takes-board") && one.forced().is_some() {
                "Cette petite grille est à prendre. Où envoyer {} en la prenant ?"
            } else if has("takes-board")
                && one
                    .accepted
                    .iter()
                    .all(|cell| cell.0 / 9 == one.tempting.0 / 9)
            {
                "Une petite grille se prend ici de deux façons. Laquelle envoie {} au bon endroit ?"
            } else if has("takes-board") {
                "Quelle petite grille prendre d'abord ?"
            } else if has("quiet") && has("forcing") {
                "Menacer tout de suite, ou se préparer d'abord ? Plus d'un chemin mène au gain."
            } else if has("quiet") && one.accepted.len() > 1 {
                "Ne menace rien encore. Quel coup prépare le gain ?"
            } else if has("quiet") {
                "Le bon coup ne menace rien encore. Que prépare-t-il ?"
            } else if has("where-not-to-send") {
                "Où envoyer {} pour qu'il ne puisse rien arrêter ?"
            } else if has("which-leaves") {
                "Quelle menace force {} à répondre, quand ton plus ancien symbole sera parti ?"
            } else {
                turn(
                    one,
                    [
                        "Quelle menace force {} à répondre, et où ?",
                        "Par quelle menace commencer ? Cherche où {} devra répondre.",
                        "Une menace, une réponse : laquelle prépare la suivante ?",
                    ],
                )
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
            _ => "L'alignement traverse le cube, d'un coin au coin opposé. Où est-il ?",
        },
        &[],
    )
}

/// A threat in the cube: where to look.
fn cube_threat(one: &Exercise) -> &'static str {
    match one.theme.first().map(String::as_str) {
        Some("rows") => "{} a trois pions dans un étage, tout droit. Où est la quatrième case ?",
        Some("floor-diagonals") => {
            "{} a trois pions dans un étage, en biais. Où est la quatrième case ?"
        }
        Some("verticals") => {
            "{} a trois pions l'un au-dessus de l'autre. Où est la quatrième case ?"
        }
        Some("wall-diagonals") => {
            "Les pions de {} montent en escalier. Où est la quatrième marche ?"
        }
        _ => {
            "Les pions de {} traversent le cube, d'un coin au coin opposé. Où est la quatrième case ?"
        }
    }
}

/// What opens the lines below.
pub(crate) fn afterwards_label() -> String {
    say("Après avoir cherché", &[])
}

/// What a reader is told who has looked for the move: the answer and how it goes on, then
/// the move that tempts and what is wrong with it.
pub(crate) fn afterwards(one: &Exercise) -> Vec<String> {
    let game = one.game();
    let mut out = vec![answer(one)];
    if !one.solution.is_empty() {
        let solver = one.solver();
        out.push(say(
            "Jusqu'au bout : {}. {} gagne.",
            &[
                &line(game, solver, &one.solution),
                &letter(solver).to_string(),
            ],
        ));
    }
    out.push(say(
        "Le coup qui tente : {}. Il {}. {}",
        &[
            &cell(game, one.tempting),
            &why_it_tempts(one),
            &what_is_wrong(one),
        ],
    ));
    // Who could have won at once has nothing to learn from a long line.
    if one.refutation.len() > 1 && one.goal != Goal::WinIn(1) {
        let other = one.solver().other();
        let moves = line(game, other, &one.refutation);
        out.push(if one.is_lost() {
            say(
                "La suite : {}. {} gagne.",
                &[&moves, &letter(other).to_string()],
            )
        } else {
            say("Le début de la suite : {}…", &[&moves])
        });
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
    // The cell that the opponent wanted, where taking it is a defence.
    let wanted = one
        .refutation
        .first()
        .filter(|wanted| matches!(one.goal, Goal::Hold(2..)) && one.accepted.contains(wanted));
    match one.accepted.as_slice() {
        [only] => say("Le bon coup : {}.", &[&cell_at_first(game, *only)]),
        [first, _, _, _, ..] => {
            let count = capitalised(&letters(one.accepted.len() as u64));
            let other = letter(one.solver().other()).to_string();
            match wanted {
                Some(&wanted) => say(
                    "{} coups conviennent, par exemple {} : c'est là que {} voulait jouer.",
                    &[&count, &cell_at_first(game, wanted), &other],
                ),
                None => say(
                    "{} coups conviennent, par exemple {}.",
                    &[&count, &cell_at_first(game, *first)],
                ),
            }
        }
        all => match names.split_last() {
            Some((last, most)) => {
                let list = format!("{} et {last}", most.join(", "));
                let boards: Vec<String> = all.iter().map(|&cell| board(cell)).collect();
                if game == Game::Ultimate && boards.iter().all(|one| *one == boards[0]) {
                    say("Les bons coups : {} ({}).", &[&list, &boards[0]])
                } else {
                    say("Les bons coups : {}.", &[&list])
                }
            }
            None => String::new(),
        },
    }
}

/// Why the tempting move tempts, after « il » or « ce coup ».
pub(crate) fn why_it_tempts(one: &Exercise) -> String {
    let game = one.game();
    let [me, other] = [one.solver(), one.solver().other()].map(|side| letter(side).to_string());
    let place = |word: &str| match word {
        "centre" => Some("prend le centre"),
        "corner" => Some("prend un coin"),
        "many-lines" => Some(turn(
            one,
            [
                "prend une case forte",
                "part d'une case forte",
                "occupe une case forte",
            ],
        )),
        _ => None,
    };
    let first = one.tempts.first().map_or("", String::as_str);
    let number = (one.tempting.0 / 9 + 1).to_string();
    let reason = match first {
        "false-line" => say(
            "semble aligner trois {}, sauf que le plus ancien s'en va",
            &[&me],
        ),
        "blocks-fake-threat" => say(
            "bouche une fausse menace de {} : l'un de ces deux symboles allait partir",
            &[&other],
        ),
        "takes-board" => say("gagne la petite grille {}", &[&number]),
        "blocks-board" => say(
            "empêche {} de gagner la petite grille {}",
            &[&other, &number],
        ),
        "builds-board" => say(
            "prépare la petite grille {}, où il ne manquera plus qu'un symbole",
            &[&number],
        ),
        "blocks-threat" => say("bouche une menace de {}", &[&other]),
        "makes-threat" => say("menace de gagner", &[]),
        "builds-line" => say("prolonge un alignement encore ouvert", &[]),
        "blocks-line" => say("gêne un alignement de {}", &[&other]),
        "centre" if game == Game::Ultimate => {
            say("prend le centre de la petite grille {}", &[&number])
        }
        word => say(place(word).unwrap_or("a l'air naturel"), &[]),
    };
    // What is good of the cell goes with any reason but an illusion.
    let illusion = matches!(first, "false-line" | "blocks-fake-threat");
    let and = one.tempts[1.min(one.tempts.len())..]
        .iter()
        .find_map(|word| place(word));
    match and {
        Some(and) if !illusion && place(first).is_none() && game != Game::Ultimate => {
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
            "gives-choice" if one.tempting.0 / 9 == one.tempting.0 % 9 => say(
                "Mais cette petite grille vient de se fermer, et c'est là qu'il envoie {} : {} joue où il veut.",
                &[&other, &other],
            ),
            "gives-choice" => say(
                "Mais il envoie {} dans une petite grille fermée : {} joue où il veut.",
                &[&other, &other],
            ),
            _ => say("Mais {} en profite.", &[&other]),
        };
    };
    let there = cell(game, reply);
    let sent = board(reply);
    match (one.fault.as_str(), one.chance.as_deref()) {
        ("loses-now", Some("freed")) => say(
            "Mais ton symbole de {} s'en va, et {} y gagne.",
            &[&there, &other],
        ),
        ("loses-now", Some("sent")) => say(
            "Mais il envoie {} dans la {} : {} y joue {} et gagne la partie.",
            &[&other, &sent, &other, &there],
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
        ("gives-board", _) => say(
            "Mais il envoie {} dans la {} : {} la gagne en jouant {}.",
            &[&other, &sent, &other, &there],
        ),
        _ if one.goal == Goal::WinIn(1) => say(
            turn(
                one,
                [
                    "Mais tu pouvais gagner tout de suite : maintenant, {} répond par {}.",
                    "Mais le gain était là, en un coup : {} répond par {}.",
                    "Mais c'est laisser passer le gain : {} répond par {}.",
                ],
            ),
            &[&other, &there],
        ),
        (fault, _) => {
            let reply = reply_said(one, &other, reply);
            let so = consequence(one, fault, &other);
            format!("{reply} {so}")
        }
    }
}

/// « Mais O bouche en 5, et c'est lui qui menace. »
fn reply_said(one: &Exercise, other: &str, reply: Cell) -> String {
    let game = one.game();
    let does = |word: &str| one.counter.iter().any(|known| known == word);
    let name = game.cell_name(reply);
    if game == Game::Ultimate {
        sent_said(one, other, reply)
    } else if does("blocks") && does("threatens") {
        say(
            twice(
                one,
                "Mais {} bouche en {}, et c'est lui qui menace.",
                "Mais {} bouche en {}, et le voilà qui menace deux fois.",
            ),
            &[other, &name],
        )
    } else if does("blocks") {
        say(
            "Mais {} bouche en {}, et tu n'as plus de menace.",
            &[other, &name],
        )
    } else if does("threatens") {
        say(
            twice(
                one,
                "Mais {} joue en {}, et c'est lui qui menace.",
                "Mais {} joue en {}, et le voilà qui menace deux fois.",
            ),
            &[other, &name],
        )
    } else {
        say("Mais {} répond par {}.", &[other, &cell(game, reply)])
    }
}

/// « Mais il laisse à O le choix libre : O joue la case 25. »
fn sent_said(one: &Exercise, other: &str, reply: Cell) -> String {
    let there = cell(Game::Ultimate, reply);
    let free = one.after_tempting().is_none();
    let takes = one.counter.iter().any(|known| known == "takes-board");
    match (free, takes) {
        (true, false) => say(
            "Mais il laisse à {} le choix libre : {} joue {}.",
            &[other, other, &there],
        ),
        (true, true) => say(
            "Mais il laisse à {} le choix libre : {} joue {} et prend la {}.",
            &[other, other, &there, &board(reply)],
        ),
        (false, false) => say(
            "Mais il envoie {} dans la {} : {} y joue {}.",
            &[other, &board(reply), other, &there],
        ),
        (false, true) => say(
            "Mais il envoie {} dans la {} : {} y joue {} et la prend.",
            &[other, &board(reply), other, &there],
        ),
    }
}

/// What is said of a threat, or of two: where nothing vanishes, a win with the next mark
/// after an answer takes two.
fn twice<'a>(one: &Exercise, once: &'a str, twice: &'a str) -> &'a str {
    let stays = matches!(one.game(), Game::Classique | Game::Cube);
    if stays && one.is_lost() && one.refutation.len() == 3 {
        twice
    } else {
        once
    }
}

/// What the reply means for the one who has played the tempting move.
fn consequence(one: &Exercise, fault: &str, other: &str) -> String {
    let wanted = match one.goal {
        Goal::WinIn(n) => marks(n),
        _ => String::new(),
    };
    match fault {
        "loses-in" | "loses" => say(
            turn(
                one,
                [
                    "Tu ne peux plus l'empêcher de gagner.",
                    "Plus rien ne l'arrête.",
                    "Quoi que tu fasses, {} gagnera.",
                ],
            ),
            &[other],
        ),
        "too-slow" => say(
            turn(
                one,
                [
                    "Le gain reste possible, mais il demande plus de coups.",
                    "Il te faudra plus {}.",
                    "Tu peux encore gagner, mais moins vite.",
                ],
            ),
            &[&than(&wanted)],
        ),
        "escapes" => say(
            turn(
                one,
                [
                    "Tu ne gagnes plus en {}.",
                    "Le gain en {} est manqué.",
                    "En {}, ce n'est plus possible.",
                ],
            ),
            &[&wanted],
        ),
        _ => say(
            turn(
                one,
                [
                    "S'il ne se trompe plus, tu ne gagneras pas.",
                    "S'il joue bien, il s'en sort.",
                    "Ton gain n'est plus sûr.",
                ],
            ),
            &[],
        ),
    }
}
