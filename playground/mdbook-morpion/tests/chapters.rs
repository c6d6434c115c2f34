//! Chapters in, chapters or mistakes out.

use mdbook_markdown::pulldown_cmark::{Event, Options, Parser, Tag, html};
use mdbook_markdown::{MarkdownOptions, new_cmark_parser};
use mdbook_morpion::{Mistake, Style, facts, rewrite};
use morpion_board::{First, Mode, Opponent, Spec, figure};
use morpion_engine::{Game, Position, Record};
use proptest::prelude::*;

fn html(chapter: &str) -> Result<String, Vec<Mistake>> {
    rewrite(chapter, Style::new("html"))
}

/// The mistakes as they are shown after the name of the file, with plain
/// spaces so that the rows below can be read.
fn mistakes(chapter: &str) -> Vec<String> {
    let list = html(chapter).expect_err(chapter);
    list.into_iter()
        .map(|Mistake { place, message }| {
            format!("{place}: {message}").replace(['\u{a0}', '\u{202f}'], " ")
        })
        .collect()
}

fn spec(game: Game, moves: &str) -> Spec {
    Spec::new(Record::parse(game, moves).unwrap(), Mode::Play)
}

/// The figure of `jeu = "classique"` and nothing else.
fn plain(number: u32) -> String {
    figure(&spec(Game::Classique, ""), Some(number))
}

const FENCE: &str = "```morpion\njeu = \"classique\"\n```\n";

#[test]
fn a_fence_becomes_the_figure_of_its_keys() {
    let mut full = spec(Game::Ultimate, "55-51-15");
    full.opponent = Opponent::Computer;
    full.first = First::Computer;
    full.seed = Some(7);
    full.caption = Some(String::from("X envoie O <ici> & là."));
    let mut demo = spec(Game::Infini, "1-4-5-6-2-8-9");
    demo.mode = Mode::Demo;
    let mut told = spec(Game::Classique, "5-1");
    told.mode = Mode::Demo;
    told.steps = ["76 phrases, ou 3.", "", "Et voilà."]
        .map(str::to_owned)
        .to_vec();
    let mut fixed = spec(Game::Cube, "");
    fixed.mode = Mode::Fixed;
    let mut human = spec(Game::Classique, "5");
    human.opponent = Opponent::Human;
    let start = Position::parse_setup(Game::Classique, "x1-9o5to").unwrap();
    let from = Spec::new(Record::parse_moves(start, "3").unwrap(), Mode::Play);
    let mut lines = spec(Game::Classique, "");
    lines.caption = Some(String::from("deux lignes"));
    let mut linked = spec(Game::Classique, "");
    linked.linked = true;
    let rows = [
        ("jeu = \"classique\"\nlien = true", linked.clone()),
        (
            "jeu = \"classique\"\nadversaire = \"humain\"\nlien = true",
            Spec {
                opponent: Opponent::Human,
                ..linked
            },
        ),
        (
            "jeu = \"classique\"\nlien = false",
            spec(Game::Classique, ""),
        ),
        (
            "jeu = \"ultimate\"\ncoups = \"55-51-15\"\nmode = \"jeu\"\nadversaire = \"ordinateur\"\n\
             commence = \"ordinateur\"\ngraine = 7\nlegende = 'X envoie O <ici> & là.'",
            full,
        ),
        (
            "# un mot\njeu = \"infini\"\ncoups = \"1-4-5-6-2-8-9\"\nmode = \"demo\"",
            demo,
        ),
        (
            "jeu = \"classique\"\ncoups = \"5-1\"\nmode = \"demo\"\netapes = [\n  \
             \"{{morpion nombre 3d.alignements}} phrases,\\n ou 3.\", # un mot\n  '', 'Et voilà.',\n]",
            told,
        ),
        ("mode = \"fixe\"\njeu = \"3d\"", fixed),
        (
            "jeu = \"classique\"\ncoups = \"5\"\nadversaire = \"humain\"",
            human,
        ),
        (
            "jeu = \"classique\"\nposition = \"x1-9o5to\"\ncoups = \"3\"",
            from,
        ),
        (
            "jeu = \"classique\"\nlegende = \"\"\"\ndeux\n  lignes\n\"\"\"",
            lines.clone(),
        ),
        (
            "jeu = \"classique\"\nlegende = \"deux\\n\\nlignes \"",
            lines,
        ),
        (
            "jeu = \"classique\"\nlegende = \" \"\ncoups = \"\"",
            spec(Game::Classique, ""),
        ),
    ];
    for (toml, spec) in rows {
        assert_eq!(
            html(&format!("```morpion\n{toml}\n```\n")),
            Ok(format!("{}\n", figure(&spec, Some(1)))),
            "{toml}"
        );
    }
}

#[test]
fn only_what_is_ours_is_touched() {
    let rows = [
        String::new(),
        String::from("Rien ici.\r\n\r\n\tmême pas ça\n"),
        String::from("```rust\nlet morpion = 1;\n```\n"),
        String::from("```scorpion\njeu = 1\n```\n"),
        String::from("```toml morpion\njeu = 1\n```\n"),
        // Shown, not played: inside a longer fence, or indented.
        format!("````\n{FENCE}````\n"),
        format!("~~~\n{FENCE}~~~\n"),
        String::from("    ```morpion\n    jeu = 1\n    ```\n"),
        String::from("`{{morpion nombre rien}}` et ``{{morpion table x}}``\n"),
        String::from("```\n{{morpion nombre rien}}\n```\n"),
        String::from("    {{morpion nombre rien}}\n"),
        String::from("{{portion nombre rien}} {{#include morpion.md}} {{nombre x}} {morpion}\n"),
        String::from("\\{{morpions nombre x}} et \\```morpion\n"),
        // Named, hidden, or shown as it is.
        String::from("le bloc ```` ```morpion ```` et le mot `morpion`\n"),
        format!("<!--\n{FENCE}-->\n"),
        format!("<div>\n<!--\n{FENCE}-->\n</div>\n"),
        format!("<PRE>\n{FENCE}</PRE>\n"),
    ];
    for chapter in rows {
        assert_eq!(html(&chapter).as_ref(), Ok(&chapter), "{chapter}");
    }
}

#[test]
fn a_figure_is_put_where_its_fence_was() {
    let (one, two) = (plain(1), plain(2));
    let rows = [
        // At the end, and with text right before and after.
        (FENCE.to_owned(), format!("{one}\n")),
        (
            String::from("~~~ morpion\njeu = \"classique\"\n~~~"),
            one.clone(),
        ),
        (
            format!("avant\n{FENCE}après\n"),
            format!("avant\n{one}\n\naprès\n"),
        ),
        (
            format!("avant\n\n{FENCE}\naprès\n"),
            format!("avant\n\n{one}\n\naprès\n"),
        ),
        (format!("{FENCE}{FENCE}"), format!("{one}\n\n{two}\n")),
        (
            String::from("```morpion \njeu = \"classique\"\n```  \naprès\n"),
            format!("{one}\n\naprès\n"),
        ),
        (
            String::from("   ````morpion\n   jeu = \"classique\"\n  `````\n> cité\n"),
            format!("   {one}\n\n> cité\n"),
        ),
        // In a list: the item goes on, or not.
        (
            String::from("- a\n\n  ```morpion\n  jeu = \"classique\"\n  ```\n  suite\n- b\n"),
            format!("- a\n\n  {one}\n\n  suite\n- b\n"),
        ),
        (
            String::from("- a\n  ```morpion\n  jeu = \"classique\"\n  ```\n- b\n"),
            format!("- a\n  {one}\n- b\n"),
        ),
        (
            String::from("1.\t```morpion\n\tjeu = \"classique\"\n\t```\n"),
            format!("1.\t{one}\n"),
        ),
        // In a quotation, and in a list in a quotation.
        (
            String::from("> ```morpion\n> jeu = \"classique\"\n> ```\n> suite\n"),
            format!("> {one}\n>\n> suite\n"),
        ),
        (
            String::from("> ```morpion\n> jeu = \"classique\"\n> ```\n>\n> suite\n"),
            format!("> {one}\n>\n> suite\n"),
        ),
        (
            String::from("> ```morpion\n> jeu = \"classique\"\n> ```\nsuite\n"),
            format!("> {one}\nsuite\n"),
        ),
        (
            String::from("> - ```morpion\n>   jeu = \"classique\"\n>   ```\n>   suite\n"),
            format!("> - {one}\n>\n>   suite\n"),
        ),
        // A quotation after the fence is no blank line.
        (format!("{FENCE}>\n"), format!("{one}\n\n>\n")),
        (
            String::from("```morpion\r\njeu = \"classique\"\r\n```\r\naprès\r\n"),
            format!("{one}\r\n\r\naprès\r\n"),
        ),
        (format!("\u{feff}{FENCE}"), format!("{one}\n")),
    ];
    for (chapter, expected) in rows {
        assert_eq!(html(&chapter), Ok(expected), "{chapter}");
    }
}

#[test]
fn a_mistake_is_named_with_its_place() {
    let games = "jeux connus : classique, infini, ultimate, 3d";
    let keys = "clés connues : jeu, vue, coups, position, mode, but, adversaire, commence, niveau, graine, lien, legende, etapes";
    let rows = [
        (
            "jeu = \"infni\"",
            vec![format!(
                "2:8: jeu inconnu « infni » ; {games} (voulais-tu dire « infini » ?)"
            )],
        ),
        (
            "jeu = \"échecs\"",
            vec![format!("2:8: jeu inconnu « échecs » ; {games}")],
        ),
        ("", vec![format!("1:1: clé manquante : « jeu » ; {games}")]),
        (
            "mode = \"jeu\"",
            vec![format!("1:1: clé manquante : « jeu » ; {games}")],
        ),
        (
            "jeu = \"classique\"\nlegnde = \"é\"\nforce = 3",
            vec![
                format!("3:1: clé inconnue « legnde » ; {keys} (voulais-tu dire « legende » ?)"),
                format!("4:1: clé inconnue « force » ; {keys}"),
            ],
        ),
        (
            "jeu = \"classique\"\nmode = \"démo\"",
            vec![String::from(
                "3:9: mode inconnu « démo » ; modes connus : fixe, demo, jeu, entrainement, exercice (voulais-tu dire « demo » ?)",
            )],
        ),
        (
            "jeu = \"classique\"\nadversaire = \"robot\"\ncommence = \"toi\"",
            vec![
                String::from(
                    "3:15: adversaire inconnu « robot » ; adversaires connus : humain, ordinateur",
                ),
                String::from(
                    "4:13: joueur inconnu « toi » ; joueurs connus : moi, ordinateur, tour (voulais-tu dire « moi » ?)",
                ),
            ],
        ),
        // The levels are those of the game.
        (
            "jeu = \"infini\"\nniveau = \"expert\"",
            vec![String::from(
                "3:11: niveau inconnu « expert » ; niveaux connus : facile, moyen, difficile, parfait",
            )],
        ),
        // What would change nothing.
        (
            "jeu = \"classique\"\nmode = \"fixe\"\n  graine = 1",
            vec![String::from(
                "4:3: la clé « graine » ne sert qu’avec mode = \"jeu\" ou \"entrainement\"",
            )],
        ),
        // An address says what is played: a picture and an exercise stay as they are.
        (
            "jeu = \"classique\"\nmode = \"fixe\"\nlien = true",
            vec![String::from(
                "4:1: la clé « lien » ne sert qu’avec mode = \"jeu\" ou \"entrainement\"",
            )],
        ),
        (
            "jeu = \"classique\"\ncoups = \"1-5-2\"\nmode = \"exercice\"\nbut = \"bloquer\"\nlien = true",
            vec![String::from(
                "6:1: la clé « lien » ne sert qu’avec mode = \"jeu\" ou \"entrainement\"",
            )],
        ),
        (
            "jeu = \"classique\"\netapes = [\"a\"]",
            vec![String::from(
                "3:1: la clé « etapes » ne sert qu’avec mode = \"demo\"",
            )],
        ),
        // Sentences of a demonstration: a list of texts, no more than positions.
        (
            "jeu = \"classique\"\nmode = \"demo\"\netapes = \"a\"",
            vec![String::from(
                "4:10: la clé « etapes » attend une liste de textes ([\"…\", \"…\"]), pas un texte",
            )],
        ),
        (
            "jeu = \"classique\"\nmode = \"demo\"\netapes = []",
            vec![String::from("4:10: la liste « etapes » est vide")],
        ),
        (
            "jeu = \"classique\"\nmode = \"demo\"\ncoups = \"5-1\"\netapes = [\n'a', 2,\n'b', 'c', 'd', 'e',\n]",
            vec![
                String::from(
                    "6:6: la liste « etapes » ne contient que des textes entre guillemets (\"…\"), pas un nombre",
                ),
                String::from(
                    "7:7: une phrase de trop : il y a 3 positions, le départ et celles après chacun des 2 coups",
                ),
            ],
        ),
        (
            "jeu = \"classique\"\nmode = \"demo\"\netapes = ['a', 'b']",
            vec![String::from(
                "4:17: une phrase de trop : sans coups, il n’y a que la position de départ",
            )],
        ),
        (
            "jeu = \"classique\"\nmode = \"demo\"\ncoups = \"5\"\netapes = ['a', 'b', 'c']",
            vec![String::from(
                "5:22: une phrase de trop : il y a 2 positions, le départ et celle après le coup",
            )],
        ),
        (
            "jeu = \"classique\"\nmode = \"demo\"\netapes = [\"été {{morpion nombre rien}}\"]",
            vec![String::from(
                "4:33: nombre inconnu « rien » ; « mdbook-morpion facts » donne la liste des nombres connus",
            )],
        ),
        (
            "jeu = \"classique\"\nadversaire = \"humain\"\ncommence = \"moi\"",
            vec![String::from(
                "4:1: la clé « commence » ne sert que contre l’ordinateur (adversaire = \"ordinateur\")",
            )],
        ),
        // Kinds of values.
        (
            "jeu = 3\ncoups = 5",
            vec![
                String::from(
                    "2:7: la clé « jeu » attend un texte entre guillemets (\"…\"), pas un nombre",
                ),
                String::from(
                    "3:9: la clé « coups » attend un texte entre guillemets (\"…\"), pas un nombre",
                ),
            ],
        ),
        (
            "jeu = [\"3d\"]",
            vec![String::from(
                "2:7: la clé « jeu » attend un texte entre guillemets (\"…\"), pas une liste",
            )],
        ),
        (
            "jeu = \"3d\"\nlegende.x = true",
            vec![String::from(
                "3:1: la clé « legende » attend un texte entre guillemets (\"…\"), pas une table",
            )],
        ),
        (
            "jeu = \"3d\"\nlien = \"oui\"",
            vec![String::from(
                "3:8: la clé « lien » attend true ou false, sans guillemets",
            )],
        ),
        (
            "jeu = \"3d\"\ngraine = -1",
            vec![String::from(
                "3:10: la clé « graine » attend un nombre entier, zéro ou plus, sans guillemets",
            )],
        ),
        (
            "jeu = \"3d\"\ngraine = \"1\"",
            vec![String::from(
                "3:10: la clé « graine » attend un nombre entier, zéro ou plus, sans guillemets",
            )],
        ),
        // TOML.
        (
            "jeu = \"3d\"\njeu = \"3d\"",
            vec![String::from("3:1: cette clé est donnée deux fois")],
        ),
        (
            "jeu = \"3d",
            vec![String::from(
                "2:10: ce texte n’est jamais refermé : il manque un guillemet",
            )],
        ),
        (
            "jeu = 3d",
            vec![String::from(
                "2:7: un texte s’écrit entre guillemets : \"…\"",
            )],
        ),
        (
            "jeu = \"3d\"\ngraine = 0x1g",
            vec![String::from(
                "3:13: cette valeur est mal écrite ; un texte s’écrit entre guillemets : \"…\"",
            )],
        ),
        (
            "jeu = infini",
            vec![String::from(
                "2:7: cette valeur est mal écrite ; un texte s’écrit entre guillemets : \"…\"",
            )],
        ),
        (
            "jeu = « 3d »",
            vec![String::from(
                "2:7: un texte s’écrit entre guillemets : \"…\"",
            )],
        ),
        (
            "jeu = \"3d\"\ncoups = 111-222",
            vec![String::from(
                "3:9: un texte, des coups par exemple, s’écrit entre guillemets : \"…\"",
            )],
        ),
        (
            "jeu = ",
            vec![String::from("2:7: il manque une valeur après « = »")],
        ),
        (
            "jeu",
            vec![String::from(
                "2:4: après une clé, il faut « = » et une valeur",
            )],
        ),
        (
            "jeu : \"3d\"",
            vec![String::from(
                "2:5: après une clé, il faut « = » et une valeur",
            )],
        ),
        ("= \"3d\"", vec![String::from("2:1: il manque une clé ici")]),
        (
            "légende = \"x\"",
            vec![String::from(
                "2:2: une clé s’écrit sans accent ni signe, comme jeu ou coups",
            )],
        ),
        (
            "jeu = \"3d\" coups = \"111\"",
            vec![String::from(
                "2:12: il y a un mot de trop : une seule clé par ligne",
            )],
        ),
        (
            "jeu = \"3d\"\ngraine = 99999999999999999999",
            vec![String::from(
                "3:10: ce nombre est trop grand : la graine va jusqu’à 18446744073709551615",
            )],
        ),
        (
            "jeu = \"3d\"\nlegende = \"a\\q\"",
            vec![String::from(
                "3:14: ce qui suit « \\ » n’est pas compris ; écris « \\\\ » pour une barre, ou entoure le texte de '…'",
            )],
        ),
    ];
    for (toml, expected) in rows {
        assert_eq!(
            mistakes(&format!("```morpion\n{toml}\n```\n")),
            expected,
            "{toml}"
        );
    }
}

/// The place of a wrong move, wherever the fence is and however it is written.
/// The reason is the board's to say; here it is only looked for.
#[test]
fn a_wrong_move_is_shown_where_it_is_written() {
    let rows = [
        (
            "```morpion\njeu = \"ultimate\"\ncoups = \"55-51-25\"\n```\n",
            "3:16",
        ),
        (
            "```morpion\njeu = \"ultimate\"\ncoups = '55 51 25'\n```\n",
            "3:16",
        ),
        (
            "```morpion\r\njeu = \"ultimate\"\r\ncoups = \"55-51-25\"\r\n```\r\n",
            "3:16",
        ),
        (
            "\u{feff}```morpion\njeu = \"ultimate\"\ncoups = \"55-51-25\"\n```\n",
            "3:16",
        ),
        // Accents before it, on its line and above.
        (
            "Été\n\n```morpion\nlegende = 'ééé'\njeu = \"ultimate\"\ncoups = \"55-51-25\" # é\n```\n",
            "6:16",
        ),
        (
            "```morpion\njeu = \"ultimate\"\ncoups = \"\\u0035\\x35-51-25\"\n```\n",
            "3:24",
        ),
        (
            "```morpion\njeu = \"ultimate\"\ncoups = \"\"\"\n55-51\n  25\"\"\"\n```\n",
            "5:3",
        ),
        (
            "```morpion\njeu = \"ultimate\"\ncoups = \"\"\"55-51-\\\n  25\"\"\"\n```\n",
            "4:3",
        ),
        // In containers.
        (
            "> ```morpion\n> jeu = \"ultimate\"\n> coups = \"55-51-25\"\n> ```\n",
            "3:18",
        ),
        (
            "- a\n\n  ```morpion\n  jeu = \"ultimate\"\n  coups = \"55-51-25\"\n  ```\n",
            "5:18",
        ),
        (
            "> 1.  ```morpion\n>     jeu = \"ultimate\"\n>     coups = \"55-51-25\"\n>     ```\n",
            "3:22",
        ),
        (
            "-\t```morpion\n\tjeu = \"ultimate\"\n\tcoups = \"55-51-25\"\n\t```\n",
            "3:17",
        ),
        (
            "-\té\n\n\t```morpion\n\tjeu = \"ultimate\"\n\tcoups = \"55-51-25\"\n\t```\n",
            "5:17",
        ),
    ];
    for (chapter, place) in rows {
        let found = mistakes(chapter);
        assert_eq!(found.len(), 1, "{chapter}");
        assert!(
            found[0].starts_with(&format!("{place}: ")),
            "{chapter}\n{found:?}"
        );
        assert!(found[0].contains("coup 3"), "{found:?}");
        assert!(found[0].contains("25"), "{found:?}");
    }
}

#[test]
fn a_wrong_position_is_shown_where_it_is_written() {
    let rows = [
        ("position = \"x1-9o1to\"", "3:18"),
        ("position = \"x1-9o5tz\"", "3:20"),
        ("position = \"5-1\"", "3:13"),
        // No byte of it is to blame: the whole.
        ("position = \"x1-2-3-9\"", "3:13"),
        ("coups = \"x1-9o5to\"", "3:10"),
        ("position = \"x1-9o5to\"\ncoups = \"3-3\"", "4:12"),
    ];
    for (toml, place) in rows {
        let found = mistakes(&format!("```morpion\njeu = \"classique\"\n{toml}\n```\n"));
        assert_eq!(found.len(), 1, "{toml}: {found:?}");
        assert!(
            found[0].starts_with(&format!("{place}: ")),
            "{toml}: {found:?}"
        );
    }
}

#[test]
fn an_unclosed_fence_is_told_where_it_opens() {
    let told = "ce bloc « morpion » n’est jamais refermé : il manque une ligne ```";
    let rows = [
        ("a\n\n```morpion\njeu = \"3d\"\n\nsuite\n", "3:1"),
        ("```morpion", "1:1"),
        ("````morpion\njeu = \"3d\"\n```\n", "1:1"),
        ("> ```morpion\n> jeu = \"3d\"\n\nsuite\n", "1:3"),
        ("- ```morpion\n  jeu = \"3d\"\n\nsuite\n```\n", "1:3"),
        // Another fence follows, which closes nothing.
        (
            "# a\n\n```morpion\njeu = \"3d\"\n\nDe la prose.\n\n```morpion\njeu = \"3d\"\n```\n",
            "3:1",
        ),
        (
            "```morpion\njeu = \"3d\"\nprose\n\n- ```rust\n  x\n```\n",
            "1:1",
        ),
        (
            "> ```morpion\n> jeu = \"3d\"\n> prose\n> ~~~\n> x\n> ```\n",
            "1:3",
        ),
        ("````morpion\njeu = \"3d\"\n```\nprose\n````\n", "1:1"),
    ];
    for (chapter, place) in rows {
        assert_eq!(mistakes(chapter), [format!("{place}: {told}")], "{chapter}");
    }
    // One without a word closes it, and leaves another open.
    let odd = "```morpion\njeu = \"3d\"\n\nDe la prose.\n\n```\ncode\n```\n\nfin\n";
    assert_eq!(mistakes(odd), [format!("1:1: {told}")]);
    // An open fence at the end is not to blame for a slip in a key.
    let slip = "```morpion\n\njeu = 3d\n```\n\n```\ncode\n";
    assert!(mistakes(slip)[0].starts_with("3:7: un texte s’écrit"));
    // A text may show a fence, and its mistakes are its own.
    let shows = "````morpion\njeu = \"3d\"\nlegende = \"\"\"\n```rust\n```\n\"\"\"\n````\n";
    assert!(html(shows).is_ok());
    assert!(mistakes(&shows.replace("3d", "4d"))[0].starts_with("2:8: jeu inconnu"));
}

/// What would show its source to the reader.
#[test]
fn what_is_nearly_ours_is_told() {
    let body = "\njeu = \"3d\"\n```\n";
    let slip = |word: &str| format!("bloc inconnu « {word} » (voulais-tu dire « morpion » ?)");
    let after = |words: &str| {
        format!(
            "« {words} » : le mot morpion doit être seul ; les réglages s’écrivent dans le bloc, comme mode = \"fixe\""
        )
    };
    let in_html =
        "ce bloc « morpion » est dans du HTML et n’est pas lu : laisse une ligne vide avant lui";
    let in_line = "ce bloc « morpion » n’est pas lu : ``` doit commencer sa ligne";
    let swallowed = |line| {
        format!(
            "ce bloc de code n’est jamais refermé : il avale le bloc « morpion » de la ligne {line}"
        )
    };
    let fact = "ceci n’est pas lu : un fait s’écrit {{morpion nombre clé}}, {{morpion lettres clé}} ou {{morpion table nom}} ; une page entière, {{morpion exercices jeu}}, {{morpion position-du-jour}} ou {{morpion feuilles}}";
    let rows = [
        (
            format!("```Morpion{body}"),
            format!("1:1: {}", slip("Morpion")),
        ),
        (
            format!("a\n\n> ```morpions{}", body.replace('\n', "\n> ")),
            format!("3:3: {}", slip("morpions")),
        ),
        (
            format!("~~~ mropion{}", body.replace("```", "~~~")),
            format!("1:1: {}", slip("mropion")),
        ),
        (
            format!("```MORPION,fixe{body}"),
            format!("1:1: {}", slip("MORPION")),
        ),
        (
            format!("```morpion,fixe{body}"),
            format!("1:1: {}", after("morpion,fixe")),
        ),
        (
            format!("```morpion fixe{body}"),
            format!("1:1: {}", after("morpion fixe")),
        ),
        (
            format!("```{{.morpion}}{body}"),
            format!("1:1: {}", after("{.morpion}")),
        ),
        (
            format!("<div>\n```morpion{body}</div>\n"),
            format!("2:1: {in_html}"),
        ),
        (format!("<p>\n~~~ morpion{body}"), format!("2:1: {in_html}")),
        (
            format!("- <p>\n  ```Morpion{}", body.replace('\n', "\n  ")),
            format!("2:3: {in_html}"),
        ),
        (
            format!("<div><!-- x -->\n\u{e9}\n```morpion{body}"),
            format!("3:1: {in_html}"),
        ),
        (format!("Voici ```morpion{body}"), format!("1:7: {in_line}")),
        (
            String::from("``morpion\njeu = \"3d\"\n``\n"),
            String::from(
                "1:1: un bloc « morpion » s’ouvre et se ferme par trois accents graves : ```",
            ),
        ),
        (
            format!("```rust\nx\n\nprose\n\n```morpion{body}"),
            format!("1:1: {}", swallowed(6)),
        ),
        (
            format!("\n> ```\n> x\n> ```morpion{}", body.replace('\n', "\n> ")),
            format!("2:3: {}", swallowed(4)),
        ),
        (
            String::from("é {{morpionnombre 3d.cases}}"),
            format!("1:3: {fact}"),
        ),
        (
            String::from("{{morpions nombre 3d.cases}}"),
            format!("1:1: {fact}"),
        ),
        (
            String::from("{{ mropion nombre 3d.cases}}"),
            format!("1:1: {fact}"),
        ),
        (
            String::from("{{#morpion nombre 3d.cases}}"),
            format!("1:1: {fact}"),
        ),
        (
            String::from("{{morpion:nombre 3d.cases}}"),
            format!("1:1: {fact}"),
        ),
        (
            String::from("{morpion nombre 3d.cases}"),
            format!("1:1: {fact}"),
        ),
        (String::from("{{nombre 3d.cases}}"), format!("1:1: {fact}")),
    ];
    for (chapter, expected) in rows {
        assert_eq!(mistakes(&chapter), [expected], "{chapter}");
    }
}

#[test]
fn a_seed_may_be_any_of_64_bits() {
    let rows = [
        ("0", Some(0)),
        ("-0", Some(0)),
        ("+7", Some(7)),
        ("0xff", Some(255)),
        ("9_223_372_036_854_775_808", Some(1 << 63)),
        ("18446744073709551615", Some(u64::MAX)),
        ("18446744073709551616", None),
        ("-1", None),
        ("1.5", None),
    ];
    for (written, seed) in rows {
        let found = html(&format!(
            "```morpion\njeu = \"3d\"\ngraine = {written}\n```\n"
        ));
        let expected = seed.map(|seed| {
            let mut spec = spec(Game::Cube, "");
            spec.seed = Some(seed);
            format!("{}\n", figure(&spec, Some(1)))
        });
        assert_eq!(found.ok(), expected, "{written}");
    }
}

#[test]
fn a_caption_can_cite_numbers() {
    let rows = [
        ("'{{morpion nombre 3d.cases}} cases'", Ok("64 cases")),
        (
            "\"\"\"\n{{Morpion lettres 3d.alignements}}\n  lignes\"\"\"",
            Ok("soixante-seize lignes"),
        ),
        // The no-break spaces of numbers and of French stay.
        (
            "'«\u{a0}{{morpion nombre classique.perft.9}}\u{a0}»'",
            Ok("«\u{a0}127\u{202f}872\u{a0}»"),
        ),
        ("'\\{{morpion nombre x}}'", Ok("{{morpion nombre x}}")),
        ("'a\tb'", Ok("a b")),
        (
            "\"é {{morpion nombre 3d.case}}\"",
            Err("3:31: nombre inconnu « 3d.case » (voulais-tu dire « 3d.cases » ?)"),
        ),
        (
            "\"\\u00e9 {{morpion nombre\"",
            Err("3:19: ce « {{morpion » n’est jamais refermé"),
        ),
        (
            "'{{morpionnombre x}}'",
            Err("3:12: ceci n’est pas lu : un fait s’écrit"),
        ),
        (
            "'{{morpion table familles-3d}}'",
            Err("3:12: « table » n’a pas sa place dans une légende ; cite un nombre"),
        ),
    ];
    for (written, expected) in rows {
        let chapter = format!("```morpion\njeu = \"3d\"\nlegende = {written}\n```\n");
        match expected {
            Ok(caption) => {
                let mut spec = spec(Game::Cube, "");
                spec.caption = Some(caption.to_owned());
                let figure = figure(&spec, Some(1));
                assert_eq!(html(&chapter), Ok(format!("{figure}\n")), "{written}");
            }
            Err(start) => {
                let found = mistakes(&chapter);
                assert_eq!(found.len(), 1, "{written}");
                assert!(found[0].starts_with(start), "{written}: {found:?}");
            }
        }
    }
}

/// Every phrase of the TOML parser that an author can meet is said in French.
#[test]
fn toml_is_explained_in_french() {
    let line = "ceci n’est pas compris : une ligne s’écrit comme jeu = \"3d\"";
    let value = "cette valeur est mal écrite ; un texte s’écrit entre guillemets : \"…\"";
    let key = "une clé s’écrit sans accent ni signe, comme jeu ou coups";
    let comment = "ce caractère est interdit dans un commentaire";
    let equals = "il y a un « = » de trop";
    let inline = "entre accolades, il faut une clé, « = » et une valeur";
    let comma = "il manque une virgule entre deux clés";
    let escape = "ce qui suit « \\ » n’est pas compris ; écris « \\\\ » pour une barre, ou entoure le texte de '…'";
    let rows = [
        ("{\"jeu\": \"3d\"}", line),
        ("{jeu = \"3d\"}", line),
        ("x = {,}", "il y a une virgule de trop"),
        ("x = [,]", "il y a une virgule de trop"),
        ("x = {= 1}", "il manque une clé ici"),
        ("}", line),
        (",", line),
        ("[", "il manque une clé ici"),
        ("[a", "il manque « ] »"),
        ("]", "il y a un « ] » de trop"),
        ("x = {[a]}", inline),
        ("x = {a = 1 {}}", inline),
        ("x = {a = 1 \"b\"}", comma),
        ("x = {a = 1 b = 2}", comma),
        ("x = \"\\ud800\"", escape),
        ("x = \"\u{1}\"", "ce caractère est interdit dans un texte"),
        ("x = {a == 1}", equals),
        ("x = {a = = 1}", equals),
        ("x = [a = 1]", equals),
        ("x == 1", equals),
        ("x = }", "il y a un « } » de trop"),
        ("x = ]", "il y a un « ] » de trop"),
        ("x = 1.", value),
        ("x = 1.e", value),
        ("x = 1e", value),
        ("x = ++1", value),
        ("x = -+1", value),
        ("x = +0x1", value),
        ("x = 0X1", value),
        ("x = 1__0", value),
        ("# \u{1}", comment),
        ("\"\"\"jeu\"\"\" = 1", key),
        ("'''jeu''' = 1", key),
        (
            "x = 1\nx.y = 1",
            "cette clé a déjà une valeur : rien ne peut y être ajouté",
        ),
    ];
    for (toml, expected) in rows {
        let found = mistakes(&format!("```morpion\n{toml}\n```\n"));
        let (_, message) = found[0].split_once(": ").unwrap();
        assert_eq!(message, expected, "{toml}");
    }
    let deep = format!("x = {}", "[".repeat(500));
    let found = mistakes(&format!("```morpion\n{deep}\n```\n"));
    assert!(
        found[0].ends_with(": il y a trop de crochets les uns dans les autres"),
        "{found:?}"
    );
}

/// An editor reads `file:line:col: message` line by line, and a terminal obeys
/// what it is sent.
#[test]
fn what_the_author_wrote_cannot_break_a_line() {
    let long = "5".repeat(5000);
    for nasty in [
        "\n",
        "\u{1b}[31m",
        "\r",
        "\0",
        "\u{7f}",
        "\u{9b}",
        "\u{202e}",
        "\u{2028}",
        &long,
    ] {
        let value = toml::Value::String(format!("?{nasty}"));
        let fences = [
            format!("jeu = {value}"),
            format!("{value} = 1\njeu = \"3d\""),
            format!("jeu = \"3d\"\ncoups = {value}"),
            format!("jeu = \"3d\"\nposition = {value}"),
            format!("jeu = \"3d\"\nmode = {value}\nadversaire = {value}\ncommence = {value}"),
            format!(
                "jeu = \"3d\"\nlegende = \"{{{{morpion nombre x{}}}}}\"",
                nasty.escape_default()
            ),
        ];
        let mut chapters: Vec<_> = fences
            .iter()
            .map(|toml| format!("```morpion\n{toml}\n```\n"))
            .collect();
        for form in [
            "{{morpion nombre x@}}",
            "{{morpion x@}}",
            "{{morpion table @}}",
            "```morpion,@\n```\n",
        ] {
            chapters.push(form.replace('@', nasty));
        }
        for chapter in chapters {
            // A line break in a fact makes it another text.
            for Mistake { message, .. } in html(&chapter).err().unwrap_or_default() {
                assert!(!message.chars().any(char::is_control), "{message:?}");
                assert!(!message.contains(['\u{202e}', '\u{2028}']), "{message:?}");
                assert!(message.chars().count() < 300, "{message}");
            }
        }
        for toml in &fences[..5] {
            assert!(
                html(&format!("```morpion\n{toml}\n```\n")).is_err(),
                "{toml}"
            );
        }
    }
}

#[test]
fn every_mistake_of_a_chapter_is_told_in_its_order() {
    let chapter = "{{morpion nombre rien}}\n\n```morpion\njeu = \"x\"\ncoups = 1\n```\n\n\
                   ```morpion\nmode = \"x\"\n```\n\n{{morpion\n";
    let places: Vec<_> = mistakes(chapter)
        .iter()
        .map(|mistake| mistake.split(": ").next().unwrap().to_owned())
        .collect();
    assert_eq!(places, ["1:18", "4:8", "5:9", "8:1", "9:9", "12:1"]);
}

#[test]
fn facts_become_what_the_engine_counts() {
    let table = facts::table("familles-3d").unwrap().rows().unwrap();
    let rows = [
        (
            String::from("{{morpion nombre 3d.alignements}}"),
            String::from("76"),
        ),
        (
            String::from("a {{morpion lettres  3d.alignements }}b"),
            String::from("a soixante-seizeb"),
        ),
        (
            String::from("# {{morpion nombre ultimate.cases}} cases\n"),
            String::from("# 81 cases\n"),
        ),
        (
            String::from("| {{morpion nombre 3d.cases}} | **{{morpion nombre infini.cases}}** |\n"),
            String::from("| 64 | **9** |\n"),
        ),
        (
            String::from("<td>{{morpion nombre classique.perft.9}}</td>\n"),
            String::from("<td>127\u{202f}872</td>\n"),
        ),
        // Capitals and spaces change nothing.
        (
            String::from("{{ morpion nombre 3d.cases }}{{Morpion Nombre 3D.cases}}"),
            String::from("6464"),
        ),
        (
            String::from("{{{\u{a0}MORPION lettres 3d.cases}}}"),
            String::from("{soixante-quatre}"),
        ),
        // Escaped, also next to one that is not.
        (
            String::from(
                "\\{{morpion nombre x}} {{morpion nombre 3d.cases}} `{{morpion nombre x}}`\n",
            ),
            String::from("{{morpion nombre x}} 64 `{{morpion nombre x}}`\n"),
        ),
        // Tables.
        (
            String::from("a\n\n{{morpion table familles-3d}}\n\nb\n"),
            format!("a\n\n{}\n\nb\n", table.join("\n")),
        ),
        (
            String::from("a\n{{morpion table familles-3d}}  \nb"),
            format!("a\n\n{}\n  \nb", table.join("\n")),
        ),
        (
            String::from("> - {{morpion table familles-3d}}\r\n"),
            format!("> - {}\r\n", table.join("\r\n>   ")),
        ),
    ];
    for (chapter, expected) in rows {
        assert_eq!(html(&chapter), Ok(expected), "{chapter}");
    }
}

#[test]
fn a_wrong_fact_is_named_with_its_place() {
    let form = "un fait s’écrit {{morpion nombre clé}}, {{morpion lettres clé}} ou {{morpion table nom}} ; \
                une page entière, {{morpion exercices jeu}}, {{morpion position-du-jour}} ou {{morpion feuilles}}";
    let kinds = "mots connus : nombre, lettres, table, exercices, position-du-jour, feuilles";
    let list = "« mdbook-morpion facts » donne la liste des nombres connus";
    let rows = [
        (
            "é {{morpion nombre 3d.alignement}}",
            format!(
                "1:20: nombre inconnu « 3d.alignement » (voulais-tu dire « 3d.alignements » ?) ; {list}"
            ),
        ),
        (
            "{{morpion lettres rien}}",
            format!("1:19: nombre inconnu « rien » ; {list}"),
        ),
        (
            "{{morpion table familes-3d}}",
            String::from(
                "1:17: table inconnue « familes-3d » ; tables connues : familles-3d, niveaux-ultimate, durees-infini, durees-ultimate, ouvertures-classique, ne-jamais-perdre, gain-infini, verites (voulais-tu dire « familles-3d » ?)",
            ),
        ),
        (
            "\n\n{{morpion nombres x}}",
            format!("3:11: mot inconnu « nombres » ; {kinds} (voulais-tu dire « nombre » ?)"),
        ),
        (
            "{{morpion 3d.cases}}",
            format!("1:11: mot inconnu « 3d.cases » ; {kinds}"),
        ),
        ("{{morpion}}", format!("1:1: {form}")),
        ("{{morpion nombre}}", format!("1:1: {form}")),
        ("{{morpion nombre a b}}", format!("1:1: {form}")),
        (
            "a {{morpion nombre x}\n}}",
            String::from("1:3: ce « {{morpion » n’est jamais refermé : il manque « }} »"),
        ),
        (
            "voici {{morpion table familles-3d}}",
            String::from("1:7: « table » doit être seul sur sa ligne"),
        ),
        (
            "{{morpion table familles-3d}}.",
            String::from("1:1: « table » doit être seul sur sa ligne"),
        ),
        (
            "{{morpion exercices dames}}",
            String::from(
                "1:21: jeu inconnu « dames » ; jeux connus : classique, infini, ultimate, 3d",
            ),
        ),
        (
            "{{morpion exercices 3d 2-9}}",
            String::from(
                "1:24: degrés inconnus « 2-9 » : ils vont de 1 à 6, et s’écrivent comme 2 ou 1-3",
            ),
        ),
        (
            "{{morpion exercices 3d 3-2}}",
            String::from(
                "1:24: degrés inconnus « 3-2 » : ils vont de 1 à 6, et s’écrivent comme 2 ou 1-3",
            ),
        ),
        ("{{morpion exercices}}", format!("1:1: {form}")),
        ("{{morpion exercices 3d 1 2}}", format!("1:1: {form}")),
        ("{{morpion feuilles 3d}}", format!("1:1: {form}")),
        (
            "Voici {{morpion position-du-jour}}",
            String::from("1:7: « position-du-jour » doit être seul sur sa ligne"),
        ),
    ];
    for (chapter, expected) in rows {
        assert_eq!(mistakes(chapter), [expected], "{chapter}");
    }
}

#[test]
fn a_book_that_is_not_html_gets_a_line_of_text() {
    let chapter = "> ```morpion\n> jeu = \"infini\"\n> position = \"x1o5tx\"\n> coups = \"2\"\n\
                   > legende = \"Le *2* & <b>\"\n> ```\n> suite {{morpion nombre 3d.cases}}\n";
    let setup = Position::parse_setup(Game::Infini, "x1o5tx")
        .unwrap()
        .setup();
    let text = rewrite(chapter, Style::new("markdown")).unwrap();
    assert_eq!(
        text.replace('\u{a0}', " "),
        format!(
            "> **Figure 1.** Morpion infini. Départ : `{setup}`. Coups : `2`. \
             Le \\*2\\* \\& \\<b\\>\n>\n> suite 64\n"
        )
    );
}

/// mdBook's own reading of a chapter, as events.
fn events(markdown: &str) -> Parser<'_> {
    new_cmark_parser(markdown, &MarkdownOptions::default())
}

/// The figure must be a block of its own for mdBook, and what follows it must
/// still be Markdown, whatever the fence was in.
#[test]
fn mdbook_reads_the_figure_as_a_block_and_the_rest_as_markdown() {
    let body = "```morpion\njeu = \"classique\"\n```";
    // The first line of each container, the other lines, and whether what
    // follows has the same prefix.
    let containers = [
        ("", ""),
        ("> ", "> "),
        ("- ", "  "),
        ("1. ", "   "),
        ("> - ", ">   "),
        ("- > ", "  > "),
        ("[^1]: ", "    "),
        ("> [!NOTE]\n> ", "> "),
        ("terme\n: ", "  "),
    ];
    for (first, other) in containers {
        for before in ["", "avant\n", "avant\n\n"] {
            for after in [
                "",
                "\n*suite*",
                "\n\n*suite*",
                "\n# *suite*",
                "\n- *suite*",
                "\n| *suite* |\n|-|",
            ] {
                let text = format!("{before}{body}{after}");
                let mut lines = text.lines();
                let mut chapter = format!("{first}{}\n", lines.next().unwrap());
                for line in lines {
                    chapter.push_str(format!("{other}{line}").trim_end());
                    chapter.push('\n');
                }
                for outside in ["", "\n**dehors**\n", "**dehors**\n"] {
                    let chapter = format!("[^1]\n\n{chapter}{outside}");
                    check_rendering(&chapter, after, outside);
                }
            }
        }
    }
}

fn check_rendering(chapter: &str, after: &str, outside: &str) {
    let rewritten = html(chapter).unwrap();
    let mut page = String::new();
    html::push_html(&mut page, events(&rewritten));
    let context = format!("{chapter}\n--\n{page}");
    // In a block of HTML, and that block is the figure and nothing more.
    let block: String = {
        let mut inside = false;
        let mut out = String::new();
        for event in events(&rewritten) {
            match event {
                Event::Start(Tag::HtmlBlock) => inside = true,
                Event::End(end) if end == Tag::HtmlBlock.to_end() => inside = false,
                Event::Html(text) if inside => out.push_str(&text),
                Event::InlineHtml(text) => panic!("in a paragraph: {text}\n{context}"),
                _ => {}
            }
        }
        out
    };
    assert_eq!(block.trim(), plain(1), "{context}");
    if !after.is_empty() {
        assert!(page.contains("<em>suite</em>"), "{context}");
    }
    if !outside.is_empty() {
        assert!(page.contains("<strong>dehors</strong>"), "{context}");
    }
}

#[test]
fn a_table_is_read_as_a_table() {
    let rows = [
        "{{morpion table familles-3d}}\n",
        "avant\n{{morpion table familles-3d}}\naprès\n",
        "> avant\n> {{morpion table familles-3d}}\n> après\n",
        "- {{morpion table familles-3d}}\n  après\n",
        "12. avant\n\n    {{morpion table familles-3d}}\n",
    ];
    for chapter in rows {
        let rewritten = html(chapter).unwrap();
        let heads = events(&rewritten)
            .filter(|event| matches!(event, Event::Start(Tag::TableHead)))
            .count();
        let table_rows = events(&rewritten)
            .filter(|event| matches!(event, Event::Start(Tag::TableRow)))
            .count();
        assert_eq!((heads, table_rows), (1, 6), "{rewritten}");
        let mut page = String::new();
        html::push_html(&mut page, events(&rewritten));
        assert_eq!(page.contains("avant"), chapter.contains("avant"));
        assert!(!page.contains("<td>après"), "{page}");
    }
}

/// Our options are mdBook's: the same events for every construct they change.
#[test]
fn the_markdown_read_here_is_the_one_of_mdbook() {
    let text = "| a | b |\n|---|---|\n| c | d |\n\n~~x~~ [^1] \"y\" -- ...\n\n[^1]: z\n\n- [ ] t\n\n\
                # h {#i .c}\n\nterme\n: sens\n\n> [!NOTE]\n> n\n\nhttp://a.b $x$ ^s^ [[w]]\n";
    let usual = Style::of_book(&mdbook_preprocessor::config::Config::default(), "html");
    assert_eq!(usual.options, Style::new("html").options);
    for bits in 0..8 {
        let [smart, definitions, admonitions] = [1, 2, 4].map(|bit| bits & bit != 0);
        let mut config = mdbook_preprocessor::config::Config::default();
        config.set("output.html.smart-punctuation", smart).unwrap();
        config
            .set("output.html.definition-lists", definitions)
            .unwrap();
        config.set("output.html.admonitions", admonitions).unwrap();
        let mut options = MarkdownOptions::default();
        options.smart_punctuation = smart;
        options.definition_lists = definitions;
        options.admonitions = admonitions;
        let ours: Vec<_> = Parser::new_ext(text, Style::of_book(&config, "html").options).collect();
        let theirs: Vec<_> = new_cmark_parser(text, &options).collect();
        assert_eq!(ours, theirs, "{bits}");
    }
}

fn toml_like() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "jeu",
        "coups",
        "position",
        "mode",
        "graine",
        "legende",
        " = ",
        "\"",
        "'",
        "\"\"\"",
        "\n",
        "\r\n",
        "infini",
        "ultimate",
        "classique",
        "3d",
        "5-1",
        "55-51-25",
        "x1o5tx",
        "\\",
        "\\u00e9",
        "é",
        "{",
        "}",
        "[",
        "]",
        "#",
        ",",
        "1",
        "-",
        "demo",
        "```",
        "> ",
        "  ",
        "\t",
        "\u{feff}",
        "{{morpion ",
        "{{ Morpion ",
        "<div>\n",
        "<pre>",
        "<!--",
        "```morpion",
        ".",
        "nombre ",
        "table familles-3d",
        "}}",
        "\\{{morpion",
    ]);
    prop::collection::vec(pieces, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_text_in_a_fence_panics(text in any::<String>(), like in toml_like()) {
        for text in [text, like] {
            for chapter in [
                text.clone(),
                format!("```morpion\n{text}\n```\n"),
                format!("> ```morpion\n{}\n> ```\n", text.lines().map(|line| format!("> {line}")).collect::<Vec<_>>().join("\n")),
                format!("- ```morpion\n{}\n\t```\n", text.replace('\n', "\n\t")),
            ] {
                let lines = chapter.matches('\n').count() + 1;
                for renderer in ["html", "markdown"] {
                    if let Err(mistakes) = rewrite(&chapter, Style::new(renderer)) {
                        prop_assert!(!mistakes.is_empty());
                        for mistake in mistakes {
                            prop_assert!((1..=lines).contains(&mistake.place.line));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn any_caption_stays_in_its_figure(caption in any::<String>()) {
        let toml = toml::Value::String(caption);
        let chapter = format!("```morpion\njeu = \"classique\"\nlegende = {toml}\n```\n\n*suite*\n");
        let rewritten = html(&chapter).unwrap();
        let (figure, rest) = rewritten.split_once('\n').unwrap();
        prop_assert!(figure.starts_with("<figure") && figure.ends_with("</figure>"));
        prop_assert_eq!(figure.matches("<figcaption>").count(), 1);
        prop_assert_eq!(rest, "\n*suite*\n");
    }

    /// No phrase of the TOML parser comes through.
    #[test]
    fn no_english_is_said(like in toml_like()) {
        for Mistake { message, .. } in html(&format!("```morpion\n{like}\n```\n")).err().unwrap_or_default() {
            for word in ["expected", "invalid", "missing", "value", "key", "unclosed", "extra", "number"] {
                prop_assert!(!message.contains(word), "{}", message);
            }
        }
    }
}

#[test]
fn prose_is_set_in_a_french_book() {
    let chapter = "# Pourquoi l'infini ? {#l-infini}\n\n\
        Il dit : « *oui* » ; puis {{morpion nombre 3d.alignements}} ! `a ? b : c`\n\n\
        - [« lien »](a.html?x=1) : l'autre\n\n\
        {{#include l'exemple.md:debut:fin}} et l'un\n\n{{ #rustdoc_include l'un.rs }}\n\n\
        ~~~\nx ? y\n~~~\n\n\
        ```morpion\njeu = \"3d\"\nmode = \"demo\"\ncoups = \"111\"\netapes = [\"Où ?\", \"Là !\"]\nlegende = \"Qui joue ?\"\n```\n";
    let mut style = Style::new("html");
    let plain = rewrite(chapter, style).unwrap();
    assert!(
        plain.starts_with("# Pourquoi l'infini ? {#l-infini}\n\nIl dit : « *oui* » ; puis 76 !")
    );
    style.french = true;
    // As in this book: apostrophes are not mdBook's business.
    style.options.remove(Options::ENABLE_SMART_PUNCTUATION);
    let set = rewrite(chapter, style).unwrap();
    for part in [
        "# Pourquoi l’infini\u{202f}? {#l-infini}\n\n",
        "Il dit\u{a0}: «\u{a0}*oui*\u{a0}»\u{202f}; puis 76\u{202f}! `a ? b : c`\n\n",
        "- [«\u{a0}lien\u{a0}»](a.html?x=1)\u{a0}: l’autre\n\n",
        // File names are no sentences.
        "{{#include l'exemple.md:debut:fin}} et l’un\n\n{{ #rustdoc_include l'un.rs }}\n\n",
        "~~~\nx ? y\n~~~\n",
        "Qui joue\u{202f}?</figcaption>",
        "Là\u{202f}!",
    ] {
        assert!(set.contains(part), "{part:?} in {set}");
    }
    // Only spaces and apostrophes are others.
    let bare = |text: &str| text.replace(['\u{a0}', '\u{202f}'], " ").replace('’', "'");
    assert_eq!(bare(&set), bare(&plain));
}
