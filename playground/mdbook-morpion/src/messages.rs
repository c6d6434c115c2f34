//! All French that the preprocessor itself says to a chapter's author.
//!
//! What is wrong with a position or a move is said by
//! [`morpion_board::french`].

pub(crate) mod exercises;

use morpion_board::Paper;
use morpion_board::french::{in_letters, number as french_number, typeset};
use morpion_engine::Cell;
use morpion_engine::classique::{Guide, Place};
use morpion_engine::cube::Family;
use toml::de::DeValue;

/// A sentence with its words put in: each `{}` of the sentence takes the next
/// word. Only the sentence is typeset, so that what the author wrote is shown
/// as it was written, but for what would break a line or a terminal.
fn say(sentence: &str, words: &[&str]) -> String {
    let sentence = typeset(sentence);
    let mut pieces = sentence.split("{}");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    let mut words = words.iter();
    for piece in pieces {
        out.push_str(&visible(words.next().copied().unwrap_or_default()));
        out.push_str(piece);
    }
    out
}

/// A text on one line, every character of which can be seen: a line break
/// would hide the place from an editor, an escape would reach the terminal.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unseen(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// Control characters, and those that break a line, turn it round or have no
/// width.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
        )
}

/// How many characters of what the author wrote are shown.
const SHOWN: usize = 32;

/// What the author wrote, to be quoted: visible, and not longer than helps.
pub(crate) fn shown(text: &str) -> String {
    let text = visible(text);
    match text.char_indices().nth(SHOWN) {
        // One character more is not worth an ellipsis.
        Some((end, last)) if end + last.len_utf8() < text.len() => format!("{}…", &text[..end]),
        _ => text,
    }
}

/// The known name that is most like `word`, if one is like enough for a slip
/// of the fingers.
fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    // No name is as long, and the distance takes the product of the lengths.
    if word.len() > 4 * SHOWN {
        return None;
    }
    let word = word.to_lowercase();
    known
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&word, name), *name))
        .filter(|(distance, name)| *distance <= 1.max(name.chars().count() / 3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// « (voulais-tu dire « x » ?) » or nothing.
fn suggestion(word: &str, known: &[&str]) -> String {
    match nearest(word, known) {
        Some(name) => say(" (voulais-tu dire « {} » ?)", &[name]),
        None => String::new(),
    }
}

/// A name that is none of the known ones. `what` is both kinds of it: « jeu
/// inconnu » and « jeux connus ».
fn unknown(what: [&str; 2], word: &str, known: &[&str]) -> String {
    let [one, all] = what;
    let list = known.join(", ");
    let mut out = say("{} « {} » ; {} : {}", &[one, &shown(word), all, &list]);
    out.push_str(&suggestion(word, known));
    out
}

pub(crate) fn unknown_game(word: &str, known: &[&str]) -> String {
    unknown(["jeu inconnu", "jeux connus"], word, known)
}

pub(crate) fn unknown_mode(word: &str, known: &[&str]) -> String {
    unknown(["mode inconnu", "modes connus"], word, known)
}

pub(crate) fn unknown_opponent(word: &str, known: &[&str]) -> String {
    unknown(["adversaire inconnu", "adversaires connus"], word, known)
}

pub(crate) fn unknown_first(word: &str, known: &[&str]) -> String {
    unknown(["joueur inconnu", "joueurs connus"], word, known)
}

pub(crate) fn unknown_view(word: &str, known: &[&str]) -> String {
    unknown(["vue inconnue", "vues connues"], word, known)
}

pub(crate) fn unknown_level(word: &str, known: &[&str]) -> String {
    unknown(["niveau inconnu", "niveaux connus"], word, known)
}

pub(crate) fn unknown_key(word: &str, known: &[&str]) -> String {
    unknown(["clé inconnue", "clés connues"], word, known)
}

pub(crate) fn unknown_kind(word: &str, known: &[&str]) -> String {
    unknown(["mot inconnu", "mots connus"], word, known)
}

/// The facts are too many to list them all.
pub(crate) fn unknown_fact(word: &str, known: &[&str]) -> String {
    let mut out = say("nombre inconnu « {} »", &[&shown(word)]);
    out.push_str(&suggestion(word, known));
    out.push_str(&say(
        " ; « mdbook-morpion facts » donne la liste des nombres connus",
        &[],
    ));
    out
}

pub(crate) fn unknown_table(word: &str, known: &[&str]) -> String {
    unknown(["table inconnue", "tables connues"], word, known)
}

pub(crate) fn missing_key(key: &str, known: &[&str]) -> String {
    say(
        "clé manquante : « {} » ; jeux connus : {}",
        &[key, &known.join(", ")],
    )
}

/// What a TOML value is, with its article.
pub(crate) fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "un texte",
        DeValue::Integer(_) | DeValue::Float(_) => "un nombre",
        DeValue::Boolean(_) => "un booléen",
        DeValue::Datetime(_) => "une date",
        DeValue::Array(_) => "une liste",
        DeValue::Table(_) => "une table",
    }
}

pub(crate) fn expected_text(key: &str, found: &str) -> String {
    say(
        "la clé « {} » attend un texte entre guillemets (\"…\"), pas {}",
        &[key, found],
    )
}

pub(crate) fn expected_list(key: &str, found: &str) -> String {
    say(
        "la clé « {} » attend une liste de textes ([\"…\", \"…\"]), pas {}",
        &[key, found],
    )
}

pub(crate) fn expected_text_in_list(key: &str, found: &str) -> String {
    say(
        "la liste « {} » ne contient que des textes entre guillemets (\"…\"), pas {}",
        &[key, found],
    )
}

pub(crate) fn empty_list(key: &str) -> String {
    say("la liste « {} » est vide", &[key])
}

/// One sentence more than there are positions to speak of.
pub(crate) fn too_many_steps(positions: usize) -> String {
    let (number, moves) = (positions.to_string(), (positions - 1).to_string());
    match positions {
        1 => say(
            "une phrase de trop : sans coups, il n'y a que la position de départ",
            &[],
        ),
        2 => say(
            "une phrase de trop : il y a 2 positions, le départ et celle après le coup",
            &[],
        ),
        _ => say(
            "une phrase de trop : il y a {} positions, le départ et celles après chacun des {} coups",
            &[&number, &moves],
        ),
    }
}

pub(crate) fn only_in_demo(key: &str) -> String {
    say("la clé « {} » ne sert qu'avec mode = \"demo\"", &[key])
}

pub(crate) fn expected_seed(key: &str) -> String {
    say(
        "la clé « {} » attend un nombre entier, zéro ou plus, sans guillemets",
        &[key],
    )
}

pub(crate) fn expected_yes_or_no(key: &str) -> String {
    say(
        "la clé « {} » attend true ou false, sans guillemets",
        &[key],
    )
}

pub(crate) fn seed_too_large(most: u64) -> String {
    say(
        "ce nombre est trop grand : la graine va jusqu'à {}",
        &[&most.to_string()],
    )
}

pub(crate) fn only_in_play(key: &str) -> String {
    say(
        "la clé « {} » ne sert qu'avec mode = \"jeu\" ou \"entrainement\"",
        &[key],
    )
}

pub(crate) fn only_in_exercise(key: &str) -> String {
    say("la clé « {} » ne sert qu'avec mode = \"exercice\"", &[key])
}

pub(crate) fn missing_goal(known: &[&str]) -> String {
    say(
        "un exercice a besoin de la clé « but » ; buts connus : {}",
        &[&known.join(", ")],
    )
}

pub(crate) fn unknown_goal(word: &str, known: &[&str]) -> String {
    unknown(["but inconnu", "buts connus"], word, known)
}

pub(crate) fn not_in_view(key: &str) -> String {
    say(
        "la clé « {} » ne va pas avec « vue », qui ne montre pas de plateau",
        &[key],
    )
}

pub(crate) fn only_against_computer(key: &str) -> String {
    say(
        "la clé « {} » ne sert que contre l'ordinateur (adversaire = \"ordinateur\")",
        &[key],
    )
}

pub(crate) fn unclosed_fence() -> String {
    say(
        "ce bloc « morpion » n'est jamais refermé : il manque une ligne ```",
        &[],
    )
}

pub(crate) fn words_after(info: &str) -> String {
    say(
        "« {} » : le mot morpion doit être seul ; les réglages s'écrivent dans le bloc, comme mode = \"fixe\"",
        &[&shown(info)],
    )
}

pub(crate) fn near_fence(word: &str) -> String {
    say(
        "bloc inconnu « {} » (voulais-tu dire « morpion » ?)",
        &[&shown(word)],
    )
}

pub(crate) fn short_fence() -> String {
    say(
        "un bloc « morpion » s'ouvre et se ferme par trois accents graves : ```",
        &[],
    )
}

pub(crate) fn fence_in_html() -> String {
    say(
        "ce bloc « morpion » est dans du HTML et n'est pas lu : laisse une ligne vide avant lui",
        &[],
    )
}

pub(crate) fn fence_in_line() -> String {
    say(
        "ce bloc « morpion » n'est pas lu : ``` doit commencer sa ligne",
        &[],
    )
}

pub(crate) fn swallowing(line: usize) -> String {
    say(
        "ce bloc de code n'est jamais refermé : il avale le bloc « morpion » de la ligne {}",
        &[&line.to_string()],
    )
}

/// The parser's own message in French. It is a set of phrases in English; one
/// that is not in the table gets a sentence that always holds. `nothing` tells
/// that the place is empty: what is wrong there is missing.
pub(crate) fn syntax(message: &str, nothing: bool) -> String {
    let (what, expected) = match message.split_once(", expected ") {
        Some((what, expected)) => (what, Some(expected)),
        None => (message, None),
    };
    let sentence = match what {
        "duplicate key" => "cette clé est donnée deux fois",
        "string values must be quoted" if nothing => "il manque une valeur après « = »",
        "string values must be quoted" => "un texte s'écrit entre guillemets : \"…\"",
        "key with no value" | "missing assignment between key-value pairs" => {
            "après une clé, il faut « = » et une valeur"
        }
        "missing value for key" | "missing value" => "il manque une valeur après « = »",
        "unquoted keys cannot be empty" => "il manque une clé ici",
        "missing key for inline table element" => {
            "entre accolades, il faut une clé, « = » et une valeur"
        }
        "invalid unquoted key"
        | "keys cannot be multi-line basic strings"
        | "keys cannot be multi-line literal strings" => {
            "une clé s'écrit sans accent ni signe, comme jeu ou coups"
        }
        "unexpected key or value" | "unexpected content" => {
            "il y a un mot de trop : une seule clé par ligne"
        }
        "missing comma between key-value pairs" => "il manque une virgule entre deux clés",
        "extra assignment between key-value pairs" if expected == Some("`,`") => {
            "il manque une virgule entre deux clés"
        }
        "extra `=`" | "extra assignment between key-value pairs" | "unexpected `=` in array" => {
            "il y a un « = » de trop"
        }
        "missing opening quote" => "il manque le guillemet ouvrant",
        "invalid basic string"
        | "invalid literal string"
        | "invalid multi-line basic string"
        | "invalid multi-line literal string" => match expected {
            Some("`\"`" | "`'`" | "`\"\"\"`" | "`'''`") => {
                "ce texte n'est jamais refermé : il manque un guillemet"
            }
            _ => "ce caractère est interdit dans un texte",
        },
        "missing escaped value" | "too few unicode value digits" | "invalid value" => {
            // The quotes of TOML are not to be typeset.
            return say(
                "ce qui suit « \\ » n'est pas compris ; écris « \\\\ » pour une barre, ou entoure le texte de {}",
                &["'…'"],
            );
        }
        "unclosed array" | "missing comma between array elements" => {
            "cette liste n'est jamais refermée : il manque « ] »"
        }
        "extra comma in array" | "extra comma in inline table" => "il y a une virgule de trop",
        "unclosed inline table" => "il manque « } »",
        "unclosed table" | "unclosed array table" => "il manque « ] »",
        "missing inline table opening" => "il y a un « } » de trop",
        "missing array opening" | "missing table open" => "il y a un « ] » de trop",
        "invalid comment character"
        | "missing comment start"
        | "unexpected content between comment and newline" => {
            "ce caractère est interdit dans un commentaire"
        }
        "invalid boolean" => "un texte s'écrit entre guillemets : \"…\"",
        "unexpected leading zero" => "un nombre ne commence pas par zéro",
        "carriage return must be followed by newline" => "fin de ligne mal formée",
        "recursion limit" => "il y a trop de crochets les uns dans les autres",
        _ if what.starts_with("cannot recurse") => {
            "il y a trop de crochets les uns dans les autres"
        }
        _ if what.starts_with("cannot extend value") => {
            "cette clé a déjà une valeur : rien ne peut y être ajouté"
        }
        _ if what.starts_with("invalid date") || what.starts_with("invalid time") => {
            "un texte, des coups par exemple, s'écrit entre guillemets : \"…\""
        }
        "`_` may only go between digits"
        | "integers with a radix cannot be signed"
        | "invalid exponent"
        | "invalid fraction"
        | "invalid mantissa"
        | "radix must be lowercase"
        | "redundant integer number prefix"
        | "redundant numeric sign"
        | "unexpected sign" => {
            "cette valeur est mal écrite ; un texte s'écrit entre guillemets : \"…\""
        }
        _ if what.starts_with("invalid") && (what.contains("number") || what.contains("float")) => {
            "cette valeur est mal écrite ; un texte s'écrit entre guillemets : \"…\""
        }
        // « invalid key-value pair » is one of these: JSON, for one.
        _ => "ceci n'est pas compris : une ligne s'écrit comme jeu = \"3d\"",
    };
    say(sentence, &[])
}

pub(crate) fn unclosed_fact() -> String {
    say(
        "ce « {{morpion » n'est jamais refermé : il manque « }} »",
        &[],
    )
}

const FORMS: &str = "un fait s'écrit {{morpion nombre clé}}, {{morpion lettres clé}} ou {{morpion table nom}} ; une page entière, {{morpion exercices jeu}}, {{morpion position-du-jour}} ou {{morpion feuilles}}";

pub(crate) fn malformed_fact() -> String {
    say(FORMS, &[])
}

/// What would be shown to the reader as it is.
pub(crate) fn near_fact() -> String {
    say(&format!("ceci n'est pas lu : {FORMS}"), &[])
}

/// A block of lines where only words go: `what` is its kind, as it is written.
pub(crate) fn block_in_caption(what: &str) -> String {
    say(
        "« {} » n'a pas sa place dans une légende ; cite un nombre",
        &[&shown(what)],
    )
}

pub(crate) fn block_not_alone(what: &str) -> String {
    say("« {} » doit être seul sur sa ligne", &[&shown(what)])
}

pub(crate) fn unknown_grades(word: &str, last: u8) -> String {
    say(
        "degrés inconnus « {} » : ils vont de 1 à {}, et s'écrivent comme 2 ou 1-3",
        &[&shown(word), &last.to_string()],
    )
}

pub(crate) fn chapter_without_file(name: &str) -> String {
    say("(chapitre sans fichier « {} »)", &[&shown(name)])
}

/// The last line of a failed run.
pub(crate) fn mistakes(count: usize) -> String {
    match count {
        1 => say("1 faute : le livre n'est pas construit.", &[]),
        _ => say(
            "{} fautes : le livre n'est pas construit.",
            &[&count.to_string()],
        ),
    }
}

pub(crate) fn unreadable_input(error: &str) -> String {
    say(
        "mdbook-morpion : ce qui arrive n'est pas un livre de mdBook ({})",
        &[error],
    )
}

pub(crate) fn unwritable_output(error: &str) -> String {
    say(
        "mdbook-morpion : la réponse ne peut être écrite ({})",
        &[error],
    )
}

pub(crate) fn other_version(theirs: &str, ours: &str) -> String {
    say(
        "mdbook-morpion : attention, ce livre est construit par mdBook {} et ce programme est fait pour mdBook {}",
        &[&shown(theirs), ours],
    )
}

pub(crate) fn started_by_hand() -> String {
    say(
        "mdbook-morpion : c'est mdBook qui lance ce programme et lui donne le livre ; vois mdbook-morpion --help",
        &[],
    )
}

pub(crate) fn bad_arguments(argument: &str) -> String {
    say(
        "mdbook-morpion : argument « {} » inattendu ; vois mdbook-morpion --help",
        &[&shown(argument)],
    )
}

pub(crate) fn missing_renderer() -> String {
    say(
        "mdbook-morpion : « supports » attend le nom d'un moteur de rendu, comme html",
        &[],
    )
}

pub(crate) fn facts_heading() -> [&'static str; 3] {
    ["clé", "valeur", "ce qui est compté"]
}

/// What the number behind a key of the engine counts. The engine says so in
/// English; `None` is a key that is new there.
pub(crate) fn counted(key: &str) -> Option<String> {
    let (game, name) = key.split_once('.')?;
    if let Some(moves) = name.strip_prefix("perft.") {
        return Some(match moves {
            "1" => say("premiers coups possibles", &[]),
            _ => say(
                "suites de {} coups, sans les parties finies avant",
                &[moves],
            ),
        });
    }
    if let Some(moves) = name.strip_prefix("positions.") {
        return Some(say(
            "positions après {} coup{}, deux positions symétriques comptées une fois",
            &[moves, if moves == "1" { "" } else { "s" }],
        ));
    }
    let words = match (game, name) {
        ("infini", "positions") => {
            "positions sans alignement que l'on peut atteindre, selon l'âge des symboles ; X et O non distingués, coups joués non comptés"
        }
        ("infini", "won") => "parmi ces positions, celles que gagne celui qui va jouer",
        ("infini", "lost") => "parmi ces positions, celles que perd celui qui va jouer",
        ("infini", "neither") => "parmi ces positions, celles où personne ne peut forcer le gain",
        ("infini", "win.plies") => {
            "coups, des deux joueurs ensemble, jusqu'au gain de X qui ouvre sur un bord, contre la plus longue défense"
        }
        ("infini", "win.openings") => "premiers coups qui gagnent pour X : les bords",
        ("infini", "won.longest") => {
            "coups, des deux joueurs ensemble, jusqu'au gain dans la position gagnée la plus longue"
        }
        ("infini", "proof.positions") => {
            "positions de la stratégie gagnante, deux positions symétriques comptées une fois : celles où X joue, celles où O joue, celles où X a gagné"
        }
        ("infini", "line-first.plies") => {
            "si l'alignement se cherche avant la disparition : coups, des deux joueurs ensemble, jusqu'au gain de X qui ouvre au centre"
        }
        ("infini", "line-first.openings") => {
            "si l'alignement se cherche avant la disparition : premiers coups qui gagnent pour X, le centre"
        }
        ("infini", "line-first.refutation") => {
            "si l'alignement se cherche avant la disparition : coups, des deux joueurs ensemble, jusqu'au gain de O après toute autre ouverture"
        }
        ("infini", "reuse.value") => {
            "si la case du symbole qui part est jouable tout de suite : 1 si X gagne, 0 si personne ne peut forcer le gain"
        }
        ("classique", "games") => "parties entières, comptées comme suites de coups",
        ("classique", "games.x") => "parties entières que X gagne",
        ("classique", "games.o") => "parties entières que O gagne",
        ("classique", "games.drawn") => "parties entières sans gagnant",
        ("3d", "random.games") => "parties jouées au hasard des deux côtés",
        ("3d", "random.full") => "de ces parties, celles qui remplissent le cube sans alignement",
        ("classique", "positions") => "positions que l'on peut atteindre, parties finies comprises",
        ("classique", "classes") => {
            "positions que l'on peut atteindre, parties finies comprises, deux positions symétriques comptées une fois"
        }
        ("classique", "openings") => {
            "positions après 2 coups, deux positions symétriques comptées une fois"
        }
        ("3d", "certificate.entries") => {
            "positions écrites dans la stratégie gagnante de X, deux positions symétriques comptées une fois"
        }
        ("3d", "check.positions") => {
            "positions où X joue que rencontre la vérification, deux positions symétriques comptées une fois"
        }
        ("3d", "check.replies") => {
            "réponses de O qu'essaie la vérification, positions symétriques prises ensemble"
        }
        ("3d", "check.longest-game") => {
            "coups, des deux joueurs ensemble, de la plus longue partie que rencontre la vérification"
        }
        ("classique", "lines") => "alignements de trois cases",
        ("3d", "lines") => "alignements de quatre cases",
        ("3d", "lines.rows") => "alignements : rangées et colonnes des étages",
        ("3d", "lines.floor-diagonals") => "alignements : diagonales des étages",
        ("3d", "lines.verticals") => "alignements : verticales",
        ("3d", "lines.wall-diagonals") => "alignements : diagonales des plans verticaux",
        ("3d", "lines.space-diagonals") => {
            "alignements : diagonales d'un coin du cube au coin opposé"
        }
        ("classique" | "3d", "symmetries") => {
            "permutations des cases qui gardent tous les alignements"
        }
        ("ultimate", "symmetries") => {
            "permutations des cases qui tournent la grande grille et les petites ensemble"
        }
        ("classique", "value") => "valeur du départ pour X : 1 si X gagne, 0 si c'est un match nul",
        ("3d", "cells.on-7-lines") => {
            "cases par lesquelles passent 7 alignements : les coins et les huit du milieu"
        }
        ("3d", "cells.on-4-lines") => "cases par lesquelles passent 4 alignements : les autres",
        _ => return None,
    };
    Some(say(words, &[]))
}

pub(crate) fn levels_heading() -> Vec<String> {
    vec![
        say(
            "| Niveau | contre | Gagnées | Matchs nuls | Perdues | Score | Coups par partie |",
            &[],
        ),
        String::from("|---|---|--:|--:|--:|--:|--:|"),
    ]
}

pub(crate) fn durations_heading() -> Vec<String> {
    vec![
        say(
            "| Qui joue | Coups, en moyenne | La moitié des parties dure au plus | La plus courte | La plus longue | Matchs nuls |",
            &[],
        ),
        String::from("|---|--:|--:|--:|--:|--:|"),
    ]
}

/// Who plays whom, in a table.
pub(crate) fn against(a: &str, b: &str) -> String {
    say("{} contre {}", &[a, b])
}

/// How the games of a table were played.
pub(crate) fn durations_note(games: u64, plies: u64) -> String {
    say(
        "Mesuré sur {} parties par ligne ; les {} premiers coups sont tirés au sort, pour que les parties diffèrent. Un coup est un coup d'un des deux joueurs.",
        &[&french_number(games), &in_letters(plies)],
    )
}

pub(crate) fn tables_heading() -> &'static str {
    "tables"
}

pub(crate) fn help() -> String {
    say(
        "mdbook-morpion : des plateaux de morpion vivants dans les chapitres d'un livre mdBook

mdbook-morpion                    traite le livre que mdBook donne sur l'entrée
mdbook-morpion supports MOTEUR    répond à mdBook : code 0 si le moteur de rendu convient
mdbook-morpion install [DOSSIER]  met en place, dans un livre, les fichiers et les lignes de book.toml
mdbook-morpion papers             dessine les feuilles à imprimer, une par ligne
mdbook-morpion facts              donne les nombres et les tables que le texte peut citer
mdbook-morpion --help             ce texte
mdbook-morpion --version          la version
",
        &[],
    )
}

pub(crate) fn no_book(folder: &str) -> String {
    say(
        "mdbook-morpion install : pas de book.toml dans « {} » ; donne le dossier d'un livre mdBook",
        &[folder],
    )
}

pub(crate) fn unreadable_book(place: &str, reason: &str) -> String {
    say(
        "{}: book.toml n'est pas compris : {} ; rien n'a été changé",
        &[place, reason],
    )
}

pub(crate) fn wrong_shape(key: &str, expected: &str) -> String {
    say(
        "book.toml : « {} » devrait être {} ; rien n'a été changé",
        &[key, expected],
    )
}

pub(crate) const A_TABLE: &str = "une table";
pub(crate) const A_TEXT: &str = "un texte";
pub(crate) const A_LIST: &str = "une liste de textes";

pub(crate) fn no_boards() -> String {
    say(
        "mdbook-morpion install : ce programme a été construit sans les fichiers des plateaux ; lance « cargo xtask build » dans le dépôt du morpion, puis recommence",
        &[],
    )
}

pub(crate) fn failed(path: &str, error: &str) -> String {
    say("mdbook-morpion install : {} : {}", &[path, error])
}

pub(crate) fn wrote(path: &str) -> String {
    say("{} : écrit", &[path])
}

pub(crate) fn removed(path: &str) -> String {
    say("{} : ancienne version, enlevée", &[path])
}

pub(crate) fn unchanged(path: &str) -> String {
    say("{} : déjà à jour", &[path])
}

pub(crate) fn added(key: &str) -> String {
    say("book.toml : ajouté {}", &[key])
}

pub(crate) fn installed() -> String {
    say(
        "C'est prêt : écris un bloc ```morpion dans un chapitre, puis lance « mdbook serve ».",
        &[],
    )
}

/// Stands in for what a device keeps, where there is no script to read it.
pub(crate) fn plain_view() -> String {
    say(
        "Cette page se lit dans un navigateur, qui garde tes résultats.",
        &[],
    )
}

/// What a sheet is good for, in the list of sheets.
pub(crate) fn paper(paper: Paper) -> String {
    say(
        match paper {
            Paper::Classique => "de quoi jouer douze parties, avec une ligne pour les noter.",
            Paper::Infini => {
                "six parties, et deux rangées de cases pour suivre l'âge des symboles."
            }
            Paper::Ultimate => "une partie sur toute la page, à poser entre deux joueurs.",
            Paper::TwoUltimate => "deux parties, une par moitié de page.",
            Paper::Cube => "une partie, et la table des alignements pour les vérifier.",
        },
        &[],
    )
}

/// What stands for a board where there is no HTML.
pub(crate) fn plain_figure(number: u32, game: &str) -> String {
    say("**Figure {}.** {}.", &[&number.to_string(), game])
}

pub(crate) fn plain_moves(moves: &str) -> String {
    say(" Coups : `{}`.", &[moves])
}

pub(crate) fn plain_start(setup: &str) -> String {
    say(" Départ : `{}`.", &[setup])
}

/// The head of the table of the families of lines of the cube.
pub(crate) fn families_heading() -> Vec<String> {
    vec![
        say("| Famille | Où la chercher | Un exemple | Nombre |", &[]),
        String::from("|---|---|---|---:|"),
    ]
}

pub(crate) fn where_to_look(family: Family) -> String {
    let words = match family {
        Family::Rows => "dans un étage, tout droit",
        Family::FloorDiagonals => "dans un étage, d'un coin à l'autre",
        Family::Verticals => "d'étage en étage, tout droit",
        Family::WallDiagonals => "d'étage en étage, en escalier le long d'un mur",
        Family::SpaceDiagonals => "d'un coin du cube au coin opposé",
    };
    say(words, &[])
}

pub(crate) fn total() -> &'static str {
    "Total"
}

/// The same words with a capital at their head.
pub(crate) fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

pub(crate) fn openings_heading() -> Vec<String> {
    vec![
        String::from(
            "| X ouvre par | Réponses qui tiennent | Réponses qui perdent | Lesquelles tiennent |",
        ),
        String::from("|---|--:|--:|---|"),
    ]
}

/// The name of a first move, in a table.
pub(crate) fn opening(place: Place) -> &'static str {
    match place {
        Place::Corner => "un coin",
        Place::Edge => "un bord",
        Place::Centre => "le centre",
    }
}

/// Which answers hold after a first move.
pub(crate) fn holding(first: Cell, cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(|cell| (cell.0 + 1).to_string()).collect();
    say(
        "si X joue {} : {}",
        &[&(first.0 + 1).to_string(), &names.join(", ")],
    )
}

pub(crate) fn guide_heading() -> Vec<String> {
    vec![
        String::from("| | Règle | Ce qu’elle dit |"),
        String::from("|--:|---|---|"),
    ]
}

/// A line of the engine's data that this version does not understand.
pub(crate) fn unreadable_data(file: &str, line: usize) -> String {
    say(
        "donnée illisible : playground/engine/data/{}, ligne {}",
        &[file, &line.to_string()],
    )
}

/// A table whose claim does not hold any more.
pub(crate) fn table_without_rows(name: &str) -> String {
    say(
        "la table « {} » est vide : ce qu'elle affirme n'est plus vrai",
        &[name],
    )
}

/// A rule of the list that never loses: its name and what it says.
pub(crate) fn guide_rule(rule: Guide) -> [String; 2] {
    let [name, what] = match rule {
        Guide::Win => ["Gagner", "Si tu peux aligner trois symboles, fais-le."],
        Guide::Block => [
            "Bloquer",
            "Si l'autre va aligner au coup suivant, prends la case qui lui manque.",
        ],
        Guide::Fork => [
            "Faire une fourchette",
            "Si une case te donne deux menaces à la fois, joues-y.",
        ],
        Guide::PreventFork => [
            "Empêcher une fourchette",
            "Si l'autre peut faire une fourchette au coup suivant, menace, mais ne l'oblige pas à boucher là où il la ferait.",
        ],
        Guide::Centre => ["Le centre", "Prends la case 5."],
        Guide::OppositeCorner => [
            "Le coin opposé",
            "Prends le coin en face d'un coin de l'autre.",
        ],
        Guide::Corner => ["Un coin", "Prends un coin."],
        Guide::Edge => ["Un bord", "Prends ce qui reste."],
    };
    [say(name, &[]), say(what, &[])]
}

/// Defences after which X wins with his next mark.
pub(crate) fn lost_at_once(defences: &[Cell], answer: Cell) -> String {
    let names: Vec<String> = defences
        .iter()
        .map(|cell| (cell.0 + 1).to_string())
        .collect();
    let list = match names.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} ou {last}", most.join(", ")),
        _ => names.join(""),
    };
    say(
        "O joue {} : X joue {} et gagne.",
        &[&list, &(answer.0 + 1).to_string()],
    )
}

/// A defence and the answer to it, with a link to the board there.
pub(crate) fn branch(defence: Cell, answer: Cell, moves: &str) -> String {
    say(
        "O joue {} : X joue **{}** ([le plateau](jouer.html?jeu=infini&coups={}))",
        &[
            &(defence.0 + 1).to_string(),
            &(answer.0 + 1).to_string(),
            moves,
        ],
    )
}

pub(crate) fn truths_heading() -> Vec<String> {
    vec![
        String::from("| Jeu | Ce qui est compté | Nombre | Commande |"),
        String::from("|---|---|--:|---|"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_author_wrote_is_shown_as_written() {
        assert_eq!(
            unknown_game("l'infni ?", &["infini"]),
            "jeu inconnu «\u{a0}l'infni ?\u{a0}»\u{202f}; jeux connus\u{a0}: infini"
        );
    }

    #[test]
    fn a_quoted_text_is_short_and_harmless() {
        let rows = [
            ("infni", "infni".to_owned()),
            ("a\nb\u{1b}[31m\t", "a\\nb\\u{1b}[31m\\t".to_owned()),
            ("\u{202e}x\u{2028}", "\\u{202e}x\\u{2028}".to_owned()),
            ("«\u{a0}é\u{202f}»", "«\u{a0}é\u{202f}»".to_owned()),
            (&"é".repeat(33), "é".repeat(33)),
            (&"é".repeat(34), format!("{}…", "é".repeat(32))),
            (&"\n".repeat(99), format!("{}…", "\\n".repeat(16))),
        ];
        for (text, expected) in rows {
            assert_eq!(shown(text), expected, "{text:?}");
            assert_eq!(shown(&shown(text)), expected, "{text:?} twice");
        }
    }

    #[test]
    fn a_slip_finds_its_word() {
        let known = ["classique", "infini", "ultimate", "3d"];
        let rows = [
            ("infni", Some("infini")),
            ("Ultimate", Some("ultimate")),
            ("ulitmate", Some("ultimate")),
            ("clasique", Some("classique")),
            ("3D", Some("3d")),
            ("4d", Some("3d")),
            ("cube", None),
            ("", None),
        ];
        for (word, expected) in rows {
            assert_eq!(nearest(word, &known), expected, "{word}");
        }
    }
}
