//! The list of moves, typing them, copying and pasting, and demonstrations, told as
//! short stories. Sentences are compared with plain spaces and apostrophes.

use std::rc::Rc;

use morpion_board::{
    Action, Device, Effects, Event, Field, Format, Key, Mode, Opponent, Panel, Spec, Table, figure,
    static_markup, table_markup,
};
use morpion_engine::{Game, Level, Record};

fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ").replace('’', "'")
}

/// The text of the element of this class.
fn text_of(table: &Table, class: &str) -> String {
    let markup = table_markup(table);
    let at = markup.find(class).expect("the element is there");
    let from = at + markup[at..].find('>').expect("its tag ends") + 1;
    let to = from + markup[from..].find('<').expect("its text ends");
    plain(&markup[from..to])
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}

fn status(table: &Table) -> String {
    text_of(table, "morpion-statut")
}

fn voice(table: &Table) -> String {
    text_of(table, "morpion-voix")
}

fn remark(table: &Table) -> String {
    text_of(table, "morpion-remarque")
}

fn table(game: Game, text: &str, opponent: Opponent, panel: Panel) -> Table {
    let mut spec = Spec::new(Record::parse(game, text).expect("legal"), Mode::Play);
    spec.opponent = opponent;
    spec.seed = Some(1);
    let mut table = Table::new(spec);
    table.handle(Event::Action(Action::More));
    table.handle(Event::Action(Action::Open(panel)));
    table
}

fn two(game: Game, text: &str) -> Table {
    table(game, text, Opponent::Human, Panel::Moves)
}

fn act(table: &mut Table, actions: &[Action]) {
    for &action in actions {
        table.handle(Event::Action(action));
    }
}

fn type_in(table: &mut Table, field: Field, text: &str) -> Effects {
    table.handle(Event::Typed(field, text.to_owned()))
}

/// The list as it is read on the screen: a line of the list a line, the move that is
/// shown in brackets, a missing move as a dash.
fn sheet(table: &Table) -> String {
    let markup = table_markup(table);
    let body = markup
        .split_once("<tbody>")
        .and_then(|(_, rest)| rest.split_once("</tbody>"))
        .expect("a list")
        .0;
    let mut lines = Vec::new();
    for row in body.split("</tr>").filter(|row| !row.is_empty()) {
        let mut line = String::new();
        for cell in row.split("<td").skip(1) {
            if cell == "></td>" {
                line += " –";
            }
            for piece in cell.split('<') {
                let (tag, text) = piece.split_once('>').unwrap_or_default();
                match tag.split(' ').next().unwrap_or_default() {
                    "button" if tag.contains("aria-current") => line += " *",
                    "button" => line += " ",
                    "small" => line += &format!("{text}."),
                    "span" | "i" => line += text,
                    _ => {}
                }
            }
        }
        lines.push(line.trim().to_owned());
    }
    lines.join("\n").replace("( ", "(")
}

#[test]
fn moves_stand_in_two_columns() {
    for (game, text, wanted) in [
        (Game::Classique, "", ""),
        (Game::Classique, "5-1-9", "1.5 2.1\n*3.9 –"),
        (Game::Cube, "111-222", "1.111 *2.222"),
    ] {
        assert_eq!(sheet(&two(game, text)), wanted, "{game:?} {text}");
    }
    // O begins from this set-up, and its column is the second.
    let mut from = two(Game::Classique, "x1-9o5to");
    type_in(&mut from, Field::Move, "3 7");
    assert_eq!(sheet(&from), "– 1.3\n*2.7 –");
}

#[test]
fn another_move_from_the_past_is_a_variation_in_parentheses() {
    let mut table = two(Game::Classique, "");
    type_in(&mut table, Field::Move, "5-1-9-3-7");
    act(&mut table, &[Action::Go(2)]);
    assert_eq!(table.moves(), "5-1");
    assert_eq!(status(&table), "Coup 2 sur 5. À X de jouer.");
    type_in(&mut table, Field::Move, "6-4");
    assert_eq!(sheet(&table), "1.5 2.1\n3.9 –\n(3.6 *4.4)\n– 4.3\n5.7 –");
    // A variation of the variation.
    act(&mut table, &[Action::Back]);
    type_in(&mut table, Field::Move, "2");
    assert_eq!(
        sheet(&table),
        "1.5 2.1\n3.9 –\n(3.6 4.4(*4.2))\n– 4.3\n5.7 –"
    );
    act(&mut table, &[Action::ToStart]);
    assert_eq!(table.moves(), "");
    act(&mut table, &[Action::ToEnd]);
    assert_eq!(table.moves(), "5-1-6-2", "the line that was seen last");
}

#[test]
fn what_is_taken_back_becomes_the_variation_of_what_replaces_it() {
    let mut table = two(Game::Classique, "");
    type_in(&mut table, Field::Move, "5-1-9");
    act(&mut table, &[Action::Undo, Action::Undo]);
    type_in(&mut table, Field::Move, "3");
    assert_eq!(sheet(&table), "1.5 *2.3\n(2.1 3.9)");
}

#[test]
fn keys_walk_over_the_list_and_take_the_focus_along() {
    let mut table = two(Game::Classique, "");
    type_in(&mut table, Field::Move, "5-1-9-3-7");
    for (key, moves) in [
        (Key::Up, "5-1-9"),
        (Key::Left, "5-1"),
        (Key::Down, "5-1-9-3"),
        (Key::Home, ""),
        (Key::Left, ""),
        (Key::Right, "5"),
        (Key::End, "5-1-9-3-7"),
    ] {
        let effects = table.handle(Event::ListKey(key));
        assert_eq!(table.moves(), moves, "{key:?}");
        // Before the first move the focus waits on it.
        let node = Record::parse(Game::Classique, moves)
            .expect("legal")
            .moves()
            .len()
            .max(1);
        assert_eq!(effects.button, Some(Action::Go(node as u32)), "{key:?}");
        let stop = format!("data-action=\"aller-{node}\" tabindex=\"0\"");
        assert!(table_markup(&table).contains(&stop), "{key:?}");
    }
    let said = voice(&table);
    table.handle(Event::ListKey(Key::End));
    assert_eq!(voice(&table), said, "nothing has changed, nothing is said");
}

#[test]
fn typed_moves_are_all_played_or_none() {
    let mut table = two(Game::Ultimate, "");
    let effects = type_in(&mut table, Field::Move, " 55, 51 15 ");
    assert_eq!(effects.clear, Some(Field::Move));
    assert_eq!(table.moves(), "55-51-15");
    assert_eq!(
        voice(&table),
        "Coup 3 : X en grille 1, case 5. À O de jouer dans la petite grille 5."
    );
    for (text, said) in [
        ("52-25-99", "Coup 3 : 99 impossible, grille 5 obligatoire."),
        (
            "5x",
            "« 5x » n'est pas une case (deux chiffres de 1 à 9, grille puis case, comme 55).",
        ),
        (
            " ",
            "Écris d'abord un coup : deux chiffres de 1 à 9, grille puis case, comme 55.",
        ),
    ] {
        let effects = type_in(&mut table, Field::Move, text);
        assert_eq!(remark(&table), said);
        assert_eq!(voice(&table).trim_end_matches('\u{2060}'), said);
        assert_eq!(effects.clear, None, "the text stays: {text}");
        assert_eq!(table.moves(), "55-51-15");
    }
    type_in(&mut table, Field::Move, "52");
    assert_eq!(remark(&table), "", "what was wrong is forgotten");
}

#[test]
fn against_the_computer_one_types_ones_own_move() {
    let mut table = table(Game::Classique, "", Opponent::Computer, Panel::Moves);
    type_in(&mut table, Field::Move, "5-1");
    assert_eq!(
        remark(&table),
        "Contre l'ordinateur, un seul coup à la fois : la réponse est à lui."
    );
    assert_eq!(table.moves(), "");
    let effects = type_in(&mut table, Field::Move, "5");
    assert_eq!((table.moves().as_str(), effects.ask.len()), ("5", 1));
    let effects = type_in(&mut table, Field::Move, "1");
    assert_eq!(
        remark(&table),
        "L'ordinateur réfléchit : attends son coup, ou annule le tien."
    );
    assert_eq!((table.moves().as_str(), effects.clear), ("5", None));
    assert!(effects.forget.is_empty(), "it goes on thinking");
    table.handle(Event::Answer(String::from("1;1")));
    table.handle(Event::PauseOver(1));
    assert_eq!(table.moves(), "5-1");
    assert_eq!(remark(&table), "");
}

#[derive(Debug)]
struct Somewhere;

impl Device for Somewhere {
    fn recall(&self, _: &str) -> Option<String> {
        None
    }
    fn keep(&self, _: &str, _: &str) -> bool {
        false
    }
    fn today(&self) -> String {
        String::new()
    }
    fn address(&self) -> String {
        String::from("https://exemple.fr/jouer.html")
    }
}

#[test]
fn each_form_is_shown_copied_and_opened_again() {
    for (format, shown) in [
        (Format::Moves, "1-2-5"),
        (
            Format::Link,
            "https://exemple.fr/jouer.html?jeu=classique&coups=1-2-5",
        ),
        (Format::Drawing, "X O .\n. X .\n. . .\nÀ O de jouer."),
        (
            Format::Python,
            "# grille[rangée][colonne]. À O de jouer.\n[[\"X\", \"O\", \" \"],\n [\" \", \"X\", \" \"],\n [\" \", \" \", \" \"]]",
        ),
    ] {
        let mut from =
            table(Game::Classique, "1-2-5", Opponent::Human, Panel::Share).on(Rc::new(Somewhere));
        act(&mut from, &[Action::Format(format)]);
        assert_eq!(text_of(&from, "readonly"), shown);
        let copied = from.handle(Event::Action(Action::Copy)).copy;
        assert_eq!(copied.as_deref(), Some(shown));
        from.handle(Event::Copied(true));
        assert_eq!(voice(&from), "C'est copié.");
        from.handle(Event::Copied(false));
        assert_eq!(voice(&from), "Le texte est choisi : copie-le avec Ctrl+C.");

        let mut to = table(Game::Classique, "", Opponent::Computer, Panel::Share);
        let effects = type_in(&mut to, Field::Position, shown);
        assert_eq!(effects.clear, Some(Field::Position));
        assert_eq!(to.position(), from.position(), "{format:?}");
        assert!(effects.ask.is_empty(), "two people: nobody answers");
        assert_eq!(status(&to), "À O de jouer.");
    }
    let mut empty = table(Game::Classique, "", Opponent::Human, Panel::Share);
    let effects = empty.handle(Event::Action(Action::Copy));
    assert_eq!(effects.copy, None, "there is no move to copy");
}

#[test]
fn what_is_wrong_with_a_pasted_text_is_said_with_its_place() {
    for (game, text, said) in [
        (
            Game::Classique,
            "\n ",
            "Colle d'abord une partie ou une position dans le cadre.",
        ),
        (
            Game::Ultimate,
            "55-51-25",
            "Coup 3 : 25 impossible, grille 1 obligatoire.",
        ),
        (
            Game::Classique,
            "5-1\n9-0",
            "Ligne 2, colonne 3 : « 0 » n'est pas une case (une case de 1 à 9).",
        ),
        (
            Game::Classique,
            "x1-2-1o5",
            "Ligne 1, colonne 6 : la case 1 est donnée deux fois.",
        ),
        (
            Game::Classique,
            "x1-9o5to\n2-5",
            "Coup 2 : 5 impossible, case déjà prise.",
        ),
        (
            Game::Classique,
            "https://exemple.fr/?jeu=3d&coups=111",
            "Ce lien mène à une partie de morpion 3D, et cette page n'en a pas.",
        ),
        (
            Game::Classique,
            "?jeu=classique&coups=5-5",
            "Coup 2 : 5 impossible, case déjà prise.",
        ),
        (
            Game::Classique,
            "X . O\n. Z .\n. . .",
            "Ligne 2, colonne 3 : « Z » n'est ni X, ni O, ni un point.",
        ),
        (
            Game::Classique,
            "X . O\n. X\n. . .",
            "Ligne 2 : 2 cases au lieu de 3.",
        ),
        (
            Game::Classique,
            "X . O\n. X .",
            "2 rangées de cases au lieu de 3.",
        ),
        (
            Game::Classique,
            "X X O\n. X .\n. . .",
            "Position refusée : 3 symboles X et 1 symbole O : X commence et chacun joue à son tour.",
        ),
        (
            Game::Classique,
            "[[\"X\", \"O\", \" \"],\n [\" \", 1, \" \"]]",
            "Ligne 2, colonne 8 : « 1 » n'est ni \"X\", ni \"O\", ni \" \".",
        ),
        (
            Game::Classique,
            "[[\"X\", \"O\", \" \"],\n [\" \"",
            "Ligne 2, colonne 2 : ce crochet n'est jamais refermé.",
        ),
        (
            Game::Classique,
            "[[\"X, 'O']]",
            "Ligne 1, colonne 3 : ce guillemet n'est jamais refermé.",
        ),
        (
            Game::Classique,
            "[[]]]",
            "Ligne 1, colonne 5 : ce crochet ferme une liste qui n'est pas ouverte.",
        ),
        (
            Game::Infini,
            "X O .\n. X .\n. . .\nDu plus ancien au plus récent : X 1-9, O 2.",
            "L'ordre donné pour X ne nomme pas les cases où il y a un X.",
        ),
    ] {
        let mut table = table(game, "", Opponent::Human, Panel::Share);
        let before = table.record().clone();
        let effects = type_in(&mut table, Field::Position, text);
        assert_eq!(remark(&table), said, "{text}");
        assert_eq!(effects.clear, None, "the text stays: {text}");
        assert_eq!(*table.record(), before, "the board stays: {text}");
    }
}

#[test]
fn what_a_drawing_leaves_out_is_told_when_it_is_opened() {
    for (game, text, said) in [
        (
            Game::Infini,
            "X O X\nO X O\n. . .",
            "L'âge des symboles n'est pas dit : je les prends dans l'ordre des cases. \
             Le tour n'est pas dit : je le donne à X. \
             À X de jouer : son symbole de la case 1 va disparaître.",
        ),
        (
            Game::Ultimate,
            &". . . . . . . . .\n"
                .repeat(8)
                .replacen('.', "X", 1)
                .replace(
                    "X . . . . . . . .\n",
                    "X . . . . . . . .\n. . . . . . . . .\n",
                ),
            "La petite grille obligatoire n'est pas dite : je laisse le choix libre. \
             À O de jouer où il veut.",
        ),
    ] {
        let mut table = table(game, "", Opponent::Human, Panel::Share);
        type_in(&mut table, Field::Position, text);
        assert_eq!(status(&table), said);
        assert_eq!(voice(&table), said);
    }
}

fn demo(game: Game, moves: &str, steps: &[&str]) -> Table {
    let mut spec = Spec::new(Record::parse(game, moves).expect("legal"), Mode::Demo);
    spec.steps = steps.iter().map(|step| (*step).to_owned()).collect();
    Table::new(spec)
}

#[test]
fn a_demonstration_speaks_with_the_sentences_of_its_chapter() {
    let mut table = demo(
        Game::Classique,
        "5-1-9",
        &["Vide.", "", "O répond.", "Fin !"],
    );
    assert_eq!(status(&table), "Fin !");
    for (action, said, heard) in [
        (Action::Back, "O répond.", "O répond."),
        // Without a sentence the board speaks for itself.
        (
            Action::Back,
            "À O de jouer.",
            "Position après 1 coup sur 3. À O de jouer.",
        ),
        (Action::Back, "Vide.", "Vide."),
        (
            Action::Forward,
            "À O de jouer.",
            "Coup 1 : X en case 5. À O de jouer.",
        ),
    ] {
        act(&mut table, &[action]);
        assert_eq!(status(&table), said);
        assert_eq!(voice(&table), heard);
    }
    act(&mut table, &[Action::ToEnd, Action::Free]);
    assert_eq!(status(&table), "À O de jouer.", "the reader's own game");
}

#[test]
fn a_demonstration_plays_by_itself_and_stops() {
    let label = |table: &Table| {
        let markup = table_markup(table);
        let at = markup.find("data-action=\"lecture\"").expect("the button");
        let text = &markup[at..at + markup[at..].find("</button>").expect("its end")];
        text[text.rfind("<span>").expect("its words") + 6..]
            .trim_end_matches("</span>")
            .to_owned()
    };
    let mut table = demo(
        Game::Classique,
        "5-1-9",
        &["Le début est une longue phrase."],
    );
    assert_eq!(label(&table), "Lecture");
    // From the end it begins anew, and a sentence gets the time to be read.
    let first = table.handle(Event::Action(Action::Playback));
    let (number, long) = first.pause.expect("it goes on");
    assert_eq!(
        (table.moves().as_str(), label(&table).as_str()),
        ("", "Pause")
    );
    assert!(table.pausing());
    table.handle(Event::PauseOver(number + 1));
    assert_eq!(table.moves(), "", "another pause is nobody's");
    let second = table.handle(Event::PauseOver(number));
    let (next, short) = second.pause.expect("it goes on");
    assert_eq!(table.moves(), "5");
    assert!(long > short, "{long} and {short} ms");
    table.handle(Event::PauseOver(number));
    assert_eq!(table.moves(), "5", "a pause is over once");
    let third = table.handle(Event::PauseOver(next));
    let last = table.handle(Event::PauseOver(third.pause.expect("it goes on").0));
    assert_eq!((table.moves().as_str(), last.pause), ("5-1-9", None));
    assert_eq!(label(&table), "Lecture");

    for stop in [
        Event::Action(Action::Playback),
        Event::Action(Action::Back),
        Event::Action(Action::Free),
        Event::Cell(morpion_engine::Cell(0)),
    ] {
        let mut table = demo(Game::Classique, "5-1-9", &[]);
        let (number, _) = table
            .handle(Event::Action(Action::Playback))
            .pause
            .expect("it goes on");
        table.handle(stop.clone());
        assert!(!table.pausing(), "{stop:?}");
        let moves = table.moves();
        table.handle(Event::PauseOver(number));
        assert_eq!(table.moves(), moves, "{stop:?}");
    }
}

#[test]
fn the_page_holds_the_sentences_for_the_browser_and_for_those_without_script() {
    let mut spec = Spec::new(
        Record::parse(Game::Classique, "5-1").expect("legal"),
        Mode::Demo,
    );
    spec.steps = vec![
        String::from("Un « début »"),
        String::new(),
        String::from("<fin> & \"fin\""),
    ];
    let html = figure(&spec, None);
    assert!(!html.contains('\n'));
    assert!(html.contains(" etapes=\"Un « début »&#10;&#10;&lt;fin&gt; &amp; &quot;fin&quot;\">"));
    assert!(html.contains("<p class=\"morpion-statut\">&lt;fin&gt; &amp; &quot;fin&quot;</p>"));
    assert!(html.contains(
        "<ol class=\"morpion-etapes\" start=\"0\"><li value=\"0\">Un « début »</li>\
         <li value=\"2\">&lt;fin&gt; &amp; &quot;fin&quot;</li></ol>"
    ));
    // What a browser reads out of the attribute.
    let read = Spec::from_attributes(|name| match name {
        "jeu" => Some(String::from("classique")),
        "coups" => Some(String::from("5-1")),
        "mode" => Some(String::from("demo")),
        "etapes" => Some(spec.steps.join("\n")),
        _ => None,
    })
    .expect("a board");
    assert_eq!(static_markup(&read), static_markup(&spec));
    // In a game nobody steps through them.
    spec.mode = Mode::Play;
    spec.level = Level::all(Game::Classique)[0];
    assert!(!static_markup(&spec).contains("morpion-etapes"));
}
