//! Exercises, and pages that show what the device keeps.

use std::path::{Path, PathBuf};

use mdbook_morpion::{Mistake, Style, preprocess, rewrite};
use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use mdbook_preprocessor::config::Config;
use mdbook_preprocessor::{MDBOOK_VERSION, PreprocessorContext};
use morpion_board::{Mode, Paper, Sheet, Spec, View, figure, goal_from_french, room_element};
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
            "5:1: la clé « niveau » ne sert qu'avec mode = \"jeu\" ou \"entrainement\"",
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
            "2:8: vue inconnue « clasement » ; vues connues : classement, exercices, atlas, preuve \
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

/// What a chapter becomes that is one line.
fn page(line: &str) -> String {
    plain(&rewrite(&format!("{line}\n"), Style::new("html")).expect(line))
}

#[test]
fn every_exercise_of_the_data_is_on_a_page() {
    for game in Game::ALL {
        let whole = page(&format!("{{{{morpion exercices {}}}}}", game.slug()));
        for number in 1..=48 {
            let title = format!("### Exercice {number} {{#exercice-{number}}}\n");
            assert_eq!(whole.matches(&title).count(), 1, "{game:?} {number}");
        }
        assert!(!whole.contains("Exercice 49"));
        for (part, name) in [
            ("<figure class=\"morpion\">", "boards"),
            (" cle=\"", "keys"),
            (" tentant=\"", "tempting moves"),
            ("<details class=\"morpion-apres\">", "answers"),
            ("Le coup qui tente : ", "what tempts"),
        ] {
            assert_eq!(whole.matches(part).count(), 48, "{game:?}: {name}");
        }
        // Numbered by their headings, not as figures.
        assert!(!whole.contains("<figcaption"), "{game:?}");
        // A word of the data that is not known in French would be left out.
        for gap in ["Il a l'air naturel", "  ", " .", "« »", "{}", "en profite."] {
            let text = text(&whole);
            assert!(!text.contains(gap), "{game:?}: {gap:?} in {text}");
        }
        // The grades apart are the whole.
        let grades = whole.matches("\n## ").count() + 1;
        let apart: Vec<String> = (1..=grades)
            .map(|grade| {
                page(&format!(
                    "{{{{morpion exercices {} {grade}}}}}",
                    game.slug()
                ))
            })
            .map(|page| page.trim().to_owned())
            .collect();
        assert_eq!(apart.join("\n\n"), whole.trim(), "{game:?}");
    }
}

/// Text between the tags.
fn text(html: &str) -> String {
    let pieces = html
        .split('<')
        .filter_map(|piece| piece.split_once('>').map(|(_, text)| text));
    pieces.collect::<Vec<_>>().join("|")
}

#[test]
fn what_is_said_of_an_exercise_comes_from_its_words() {
    for (line, said) in [
        // A threat that was there before.
        (
            "classique 2",
            "<p>Le bon coup : la case 8.</p><p>Le coup qui tente : la case 4. Il menace de \
             gagner. Mais il laisse à X la case 8, et c'est fini.</p></details>",
        ),
        ("3d 5", "coups conviennent, par exemple la case "),
        (
            "infini 1",
            "Il semble aligner trois X, sauf que le plus ancien s'en va. ",
        ),
        ("ultimate 2", "dans une petite grille fermée : "),
        // What the tempting move wins is closed at once.
        (
            "ultimate 2",
            "Mais cette petite grille vient de se fermer, et c'est là qu'il envoie O : O joue où il veut.",
        ),
        (
            "ultimate 2",
            " envoie X dans la petite grille 5 : X la gagne en jouant la case 5",
        ),
        // The two digits are told apart at the first of them.
        (
            "ultimate 1",
            "Le bon coup : la case 93 (petite grille 9, case 3).",
        ),
        ("ultimate 4", "Tu ne gagnes plus en deux coups."),
        (
            "ultimate 4",
            "Mais il laisse à O le choix libre : O joue la case ",
        ),
        (
            "3d 1",
            "Mais tu pouvais gagner tout de suite : maintenant, ",
        ),
        ("3d 3", "Il te faudra plus de deux coups."),
        // What the reply does, and how the win is played out.
        (
            "classique 3",
            "Jusqu'au bout : X 9, O 5, X 8. X gagne.</p><p>Le coup qui tente : la case 5. Il \
             menace de gagner et prend le centre. Mais O bouche en 9, et tu n'as plus de menace.",
        ),
        (
            "classique 3",
            ", et le voilà qui menace deux fois. Quoi que tu fasses, O gagnera.</p><p>La suite : O 5, X 3, O 9. O gagne.",
        ),
        ("infini 5", "Le début de la suite : "),
        ("3d 5", " : c'est là que X voulait jouer."),
        ("3d 2", "Exercices 9 à 16. "),
    ] {
        let page = page(&format!("{{{{morpion exercices {line}}}}}"));
        assert!(page.contains(said), "{line}: {said}: {page}");
    }
}

#[test]
fn an_exercise_of_the_book_counts_for_its_page() {
    let mut book = Book::new();
    for (name, path, text) in [
        ("Mes exercices", "mes.md", fence("vue = \"exercices\"")),
        (
            "Exercices",
            "infini/exercices.md",
            String::from("{{morpion exercices infini 1}}\n"),
        ),
        (
            "Accueil",
            "index.md",
            String::from("{{morpion position-du-jour}}\n"),
        ),
    ] {
        let chapter = Chapter::new(name, text, path, Vec::new());
        book.items.push(BookItem::Chapter(chapter));
    }
    let context =
        PreprocessorContext::new(PathBuf::from("."), Config::default(), String::from("html"));
    let book = preprocess(&context, book).expect("no mistake");
    let BookItem::Chapter(list) = &book.items[0] else {
        panic!("a chapter");
    };
    // The exercise of the day counts where it is at home.
    assert_eq!(list.content.matches("<li>").count(), 1, "{}", list.content);
    assert!(plain(&list.content).contains("6 exercices"));
}

#[test]
fn the_exercise_of_the_day_is_one_of_thirty() {
    let html = page("{{morpion position-du-jour}}");
    let from = html.find(" jour=\"").expect("the others") + 7;
    let list = &html[from..from + html[from..].find('"').expect("its end")];
    let all: Vec<&str> = list.split('|').collect();
    assert_eq!(all.len(), 30);
    let distinct: std::collections::HashSet<_> = all.iter().collect();
    assert_eq!(distinct.len(), all.len(), "{all:?}");
    for game in Game::ALL {
        let of = |one: &&&str| one.starts_with(&format!("{};", game.slug()));
        let goals: std::collections::HashSet<_> = all
            .iter()
            .filter(of)
            .filter_map(|one| one.split(';').nth(2))
            .collect();
        assert!(goals.len() >= 4, "{game:?}: easy and hard: {goals:?}");
    }
    for days in all.windows(2) {
        let game = |day: &str| day.split(';').next().map(str::to_owned);
        assert_ne!(game(days[0]), game(days[1]), "two days of the same game");
    }
}

#[test]
fn a_book_of_another_kind_has_the_exercises_as_text() {
    let text = rewrite(
        "{{morpion exercices classique 1}}\n",
        Style::new("markdown"),
    );
    let text = plain(&text.expect("no mistake"));
    assert!(!text.contains('<'), "{text}");
    assert!(text.contains("Coups : `4-8-7-3`"), "{text}");
    assert!(text.contains("Le bon coup : la case 1."), "{text}");
}

#[test]
fn the_sheets_are_listed_with_their_pages() {
    let list = page("{{morpion feuilles}}");
    let links: Vec<&str> = list
        .lines()
        .filter_map(|line| line.split_once("](")?.1.split_once(".html)"))
        .map(|(link, _)| link)
        .collect();
    assert_eq!(links, Paper::ALL.map(Paper::slug), "{list}");
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

/// The chapters of this book leave none out and bring none twice.
#[test]
fn the_book_has_every_exercise_once() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src");
    let summary = std::fs::read_to_string(src.join("SUMMARY.md")).expect("the summary");
    for game in Game::ALL {
        let mut numbers = Vec::new();
        let start = format!("]({}/exercices", game.slug());
        for (_, rest) in summary
            .match_indices(&start)
            .map(|(at, _)| summary.split_at(at + 2))
        {
            let path = &rest[..rest.find(')').expect("a link")];
            let chapter = std::fs::read_to_string(src.join(path)).expect(path);
            let html = rewrite(&chapter, Style::new("html")).expect(path);
            let titles = html.lines().filter_map(|line| {
                let (_, number) = line.split_once("{#exercice-")?;
                number.strip_suffix('}')?.parse::<usize>().ok()
            });
            numbers.extend(titles);
        }
        assert_eq!(numbers, (1..=48).collect::<Vec<_>>(), "{game:?}");
    }
}
