//! Exercises, and pages that show what the device keeps.

use std::path::PathBuf;

use mdbook_morpion::{Mistake, Style, preprocess, rewrite};
use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use mdbook_preprocessor::config::Config;
use mdbook_preprocessor::{MDBOOK_VERSION, PreprocessorContext};
use morpion_board::{Mode, Sheet, Spec, View, figure, goal_from_french, room_element};
use morpion_engine::{Game, Record};

fn fence(text: &str) -> String {
    format!("```morpion\n{text}\n```\n")
}

fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ").replace('’', "'")
}

fn mistakes(text: &str) -> Vec<String> {
    let list = rewrite(&fence(text), Style::new("html")).expect_err(text);
    list.into_iter()
        .map(|Mistake { place, message }| plain(&format!("{place}: {message}")))
        .collect()
}

fn exercise(game: Game, moves: &str, goal: &str) -> Spec {
    let mut spec = Spec::new(Record::parse(game, moves).unwrap(), Mode::Exercise);
    spec.goal = Some(goal_from_french(goal).unwrap());
    spec
}

#[test]
fn an_exercise_has_a_goal_that_holds() {
    for (game, moves, goal) in [
        (Game::Classique, "1-5-2", "bloquer"),
        (Game::Classique, "1", "ne pas perdre"),
        (Game::Infini, "", "gagner en 7"),
        (Game::Infini, "", "gagner"),
        (Game::Cube, "111-112-222-113-333-121", "gagner en 1"),
    ] {
        let text = format!(
            "jeu = \"{}\"\ncoups = \"{moves}\"\nmode = \"exercice\"\nbut = \"{goal}\"",
            game.slug()
        );
        assert_eq!(
            rewrite(&fence(&text), Style::new("html")).unwrap(),
            format!("{}\n", figure(&exercise(game, moves, goal), Some(1))),
            "{text}"
        );
    }
}

#[test]
fn a_goal_that_does_not_hold_is_refused_with_its_place() {
    let start = "jeu = \"classique\"\nmode = \"exercice\"\n";
    for (text, told) in [
        (
            format!("{start}but = \"gagner\""),
            "4:8: « gagner » est impossible ici, la position est nulle",
        ),
        (
            format!("{start}coups = \"1-2-5-9\"\nbut = \"gagner en 1\""),
            "5:8: « gagner en 1 » est impossible ici : il faut au moins deux coups",
        ),
        (
            format!("{start}but = \"bloquer\""),
            "4:8: « bloquer » ne demande rien ici : tous les coups conviennent",
        ),
        (
            format!("{start}coups = \"1-2-5-3-7\"\nbut = \"bloquer\""),
            "5:8: « bloquer » est impossible ici : tous les coups perdent",
        ),
        (
            format!("{start}coups = \"1-4-2-5-3\"\nbut = \"gagner\""),
            "5:8: la partie est finie : il n'y a plus de coup à trouver",
        ),
        (
            format!("{start}but = \"bien envoyer\""),
            "4:8: « bien envoyer » ne va qu'avec le Morpion Ultimate",
        ),
        (
            String::from("jeu = \"classique\"\nbut = \"gagner\""),
            "3:1: la clé « but » ne sert qu'avec mode = \"exercice\"",
        ),
        (
            String::from("jeu = \"classique\"\nmode = \"exercice\""),
            "3:1: un exercice a besoin de la clé « but » ; buts connus : gagner, gagner en N, \
             bloquer, bloquer en N, ne pas perdre, bien envoyer",
        ),
        (
            format!("{start}but = \"gagner en 0\""),
            "4:8: but inconnu « gagner en 0 » ; buts connus : gagner, gagner en N, bloquer, \
             bloquer en N, ne pas perdre, bien envoyer (voulais-tu dire « gagner en N » ?)",
        ),
        (
            format!("{start}but = \"bloquer\"\nniveau = \"moyen\"\ncoups = \"1-5-2\""),
            "5:1: la clé « niveau » ne sert qu'avec mode = \"jeu\"",
        ),
    ] {
        assert_eq!(mistakes(&text), [told]);
    }
}

#[test]
fn a_view_is_alone_in_its_fence() {
    let html = rewrite(&fence("vue = \"classement\""), Style::new("html")).unwrap();
    assert_eq!(html, format!("{}\n", room_element(View::Ranking, &[])));
    // It is no figure: the next board is the first.
    let both = rewrite(
        &format!(
            "{}\n{}",
            fence("vue = \"classement\""),
            fence("jeu = \"3d\"")
        ),
        Style::new("html"),
    )
    .unwrap();
    assert!(both.contains("<b>Figure 1</b>"), "{both}");
    let text = rewrite(&fence("vue = \"classement\""), Style::new("markdown")).unwrap();
    assert!(
        plain(&text).starts_with("Cette page se lit dans un navigateur"),
        "{text}"
    );
    for (text, told) in [
        (
            "vue = \"clasement\"",
            "2:8: vue inconnue « clasement » ; vues connues : classement, exercices, atlas \
             (voulais-tu dire « classement » ?)",
        ),
        (
            "vue = \"exercices\"\njeu = \"3d\"",
            "3:1: la clé « jeu » ne va pas avec « vue », qui ne montre pas de plateau",
        ),
        (
            "vue = 3",
            "2:7: la clé « vue » attend un texte entre guillemets (\"…\"), pas un nombre",
        ),
    ] {
        assert_eq!(mistakes(text), [told]);
    }
}

#[test]
fn the_page_of_exercises_knows_all_pages_of_the_book() {
    let mut book = Book::new();
    let mut chapter = |name: &str, path: &str, text: String| {
        let chapter = Chapter::new(name, text, path, Vec::new());
        book.items.push(BookItem::Chapter(chapter));
    };
    let one = "jeu = \"classique\"\ncoups = \"1-5-2\"\nmode = \"exercice\"\nbut = \"bloquer\"";
    let two = "jeu = \"classique\"\ncoups = \"1\"\nmode = \"exercice\"\nbut = \"ne pas perdre\"";
    // The list comes before the pages that it lists, in a folder of its own.
    chapter(
        "Mes exercices",
        "moi/liste.md",
        fence("vue = \"exercices\""),
    );
    chapter("Rien à faire", "rien.md", fence("jeu = \"3d\""));
    chapter(
        "S’exercer",
        "classique/jouer.md",
        format!("{}\n{}", fence(one), fence(two)),
    );
    let context =
        PreprocessorContext::new(PathBuf::from("."), Config::default(), String::from("html"));
    assert_eq!(context.mdbook_version, MDBOOK_VERSION);
    let book = preprocess(&context, book).expect("no mistake");
    let BookItem::Chapter(list) = &book.items[0] else {
        panic!("a chapter");
    };
    let key = |moves, goal| {
        exercise(Game::Classique, moves, goal)
            .exercise_key()
            .unwrap()
    };
    let sheet = Sheet {
        link: String::from("../classique/jouer.html"),
        title: String::from("S’exercer"),
        keys: vec![key("1-5-2", "bloquer"), key("1", "ne pas perdre")],
    };
    assert_eq!(
        list.content,
        format!("{}\n", room_element(View::Exercises, &[sheet]))
    );
}
