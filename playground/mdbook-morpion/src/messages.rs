//! All French that the preprocessor itself says to a chapter's author.
//!
//! What is wrong with a position or a move is said by
//! [`morpion_board::french`].

use morpion_board::french::typeset;
use morpion_engine::cube::Family;

/// A sentence with its words put in: each `{}` of the sentence takes the next
/// word. Only the sentence is typeset, so that what the author wrote is shown
/// as it was written.
fn say(sentence: &str, words: &[&str]) -> String {
    let sentence = typeset(sentence);
    let mut pieces = sentence.split("{}");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    let mut words = words.iter();
    for piece in pieces {
        out.push_str(words.next().copied().unwrap_or_default());
        out.push_str(piece);
    }
    out
}

/// The known name that is most like `word`, if one is like enough for a slip
/// of the fingers.
fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
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
    let mut out = say("{} « {} » ; {} : {}", &[one, word, all, &list]);
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

pub(crate) fn unknown_key(word: &str, known: &[&str]) -> String {
    unknown(["clé inconnue", "clés connues"], word, known)
}

pub(crate) fn unknown_kind(word: &str, known: &[&str]) -> String {
    unknown(["mot inconnu", "mots connus"], word, known)
}

/// The facts are too many to list them all.
pub(crate) fn unknown_fact(word: &str, known: &[&str]) -> String {
    let mut out = say("nombre inconnu « {} »", &[word]);
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
pub(crate) fn kind_of(value: &toml::Value) -> &'static str {
    match value {
        toml::Value::String(_) => "un texte",
        toml::Value::Integer(_) | toml::Value::Float(_) => "un nombre",
        toml::Value::Boolean(_) => "un booléen",
        toml::Value::Datetime(_) => "une date",
        toml::Value::Array(_) => "une liste",
        toml::Value::Table(_) => "une table",
    }
}

pub(crate) fn expected_text(key: &str, found: &str) -> String {
    say(
        "la clé « {} » attend un texte entre guillemets (\"…\"), pas {}",
        &[key, found],
    )
}

pub(crate) fn expected_seed(key: &str) -> String {
    say(
        "la clé « {} » attend un nombre entier, zéro ou plus, sans guillemets",
        &[key],
    )
}

pub(crate) fn only_in_play(key: &str) -> String {
    say("la clé « {} » ne sert qu'avec mode = \"jeu\"", &[key])
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

/// The parser's own message in French. It is a closed set of phrases in
/// English; one that is not in the table is quoted as it is. `nothing` tells
/// that the place is empty: what is wrong there is missing.
pub(crate) fn syntax(message: &str, nothing: bool) -> String {
    let (what, expected) = match message.split_once(", expected ") {
        Some((what, expected)) => (what, Some(expected)),
        None => (message, None),
    };
    let known = match what {
        "duplicate key" => "cette clé est donnée deux fois",
        "string values must be quoted" if nothing => "il manque une valeur après « = »",
        "string values must be quoted" => "un texte s'écrit entre guillemets : \"…\"",
        "key with no value" | "missing assignment between key-value pairs" => {
            "après une clé, il faut « = » et une valeur"
        }
        "missing value for key" | "missing value" => "il manque une valeur après « = »",
        "unquoted keys cannot be empty" => "il manque une clé avant « = »",
        "invalid unquoted key" => "une clé s'écrit sans accent ni signe, comme jeu ou coups",
        "unexpected key or value" | "unexpected content" => {
            "il y a un mot de trop : une seule clé par ligne"
        }
        "extra `=`" => "il y a un « = » de trop",
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
        "missing escaped value" | "too few unicode value digits" => {
            // The quotes of TOML are not to be typeset.
            return say(
                "ce qui suit « \\ » n'est pas compris ; écris « \\\\ » pour une barre, ou entoure le texte de {}",
                &["'…'"],
            );
        }
        "unclosed array" | "missing comma between array elements" => {
            "cette liste n'est jamais refermée : il manque « ] »"
        }
        "unclosed inline table" => "il manque « } »",
        "unclosed table" | "unclosed array table" => "il manque « ] »",
        "invalid boolean" => "un texte s'écrit entre guillemets : \"…\"",
        "unexpected leading zero" => "un nombre ne commence pas par zéro",
        "carriage return must be followed by newline" => "fin de ligne mal formée",
        _ if what.starts_with("invalid type: integer") => "ce nombre est trop grand",
        _ if what.starts_with("invalid date") || what.starts_with("invalid time") => {
            "un texte, des coups par exemple, s'écrit entre guillemets : \"…\""
        }
        _ if what.starts_with("invalid") && (what.contains("number") || what.contains("float")) => {
            "cette valeur est mal écrite ; un texte s'écrit entre guillemets : \"…\""
        }
        _ => return say("TOML mal écrit ({})", &[message]),
    };
    say(known, &[])
}

pub(crate) fn unclosed_fact() -> String {
    say(
        "ce « {{morpion » n'est jamais refermé : il manque « }} »",
        &[],
    )
}

pub(crate) fn malformed_fact() -> String {
    say(
        "un fait s'écrit {{morpion nombre clé}}, {{morpion lettres clé}} ou {{morpion table nom}}",
        &[],
    )
}

pub(crate) fn table_not_alone() -> String {
    say("une table doit être seule sur sa ligne", &[])
}

pub(crate) fn chapter_without_file(name: &str) -> String {
    say("(chapitre sans fichier « {} »)", &[name])
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
        "mdbook-morpion : le livre ne peut être rendu ({})",
        &[error],
    )
}

pub(crate) fn other_version(theirs: &str, ours: &str) -> String {
    say(
        "mdbook-morpion : attention, ce livre est construit par mdBook {} et ce programme est fait pour mdBook {}",
        &[theirs, ours],
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
        &[argument],
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

pub(crate) fn tables_heading() -> &'static str {
    "tables"
}

pub(crate) fn help() -> String {
    say(
        "mdbook-morpion : des plateaux de morpion vivants dans les chapitres d'un livre mdBook

mdbook-morpion                    traite le livre que mdBook donne sur l'entrée
mdbook-morpion supports MOTEUR    répond à mdBook : code 0 si le moteur de rendu convient
mdbook-morpion install [DOSSIER]  met en place, dans un livre, les fichiers et les lignes de book.toml
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
