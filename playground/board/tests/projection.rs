//! A board alone on the screen: its buttons, its coordinates, its keys.

use morpion_board::{Action, Event, Mode, Opponent, Spec, Table, table_markup};
use morpion_engine::{Cell, Game, Goal, Record};

fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ").replace('’', "'")
}

fn table(game: Game, moves: &str, mode: Mode) -> Table {
    let mut spec = Spec::new(Record::parse(game, moves).expect("legal"), mode);
    spec.opponent = Opponent::Human;
    Table::new(spec)
}

fn act(table: &mut Table, action: Action) -> String {
    table.handle(Event::Action(action));
    plain(&table_markup(table))
}

/// The names of the buttons under the board, in their order.
fn buttons(markup: &str) -> Vec<&str> {
    let under = markup.find("morpion-commandes").expect("they are there");
    markup[under..]
        .split("data-action=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect()
}

#[test]
fn a_projection_has_fewer_buttons_and_gives_the_others_back() {
    for game in Game::ALL {
        let mut table = table(game, "", Mode::Play);
        let before = act(&mut table, Action::More);
        assert!(buttons(&before).ends_with(&["plein-ecran"]), "{game:?}");
        let during = act(&mut table, Action::Project);
        assert!(table.projected());
        let wanted = [
            "nouvelle",
            "annuler",
            "indice",
            "precedent",
            "suivant",
            "voir-valeurs",
            "touches",
            "plein-ecran",
        ];
        assert_eq!(buttons(&during), wanted, "{game:?}");
        let after = act(&mut table, Action::Project);
        assert!(!table.projected());
        assert_eq!(buttons(&after), buttons(&before), "{game:?}");
    }
}

/// The line of the board is over, as a link may have it: the next game starts anew.
#[test]
fn a_game_that_is_over_asks_for_another_in_a_projection_too() {
    let mut table = table(Game::Classique, "1-4-2-5-3", Mode::Play);
    let during = act(&mut table, Action::Project);
    assert_eq!(buttons(&during)[..2], ["revanche", "nouvelle"]);
    act(&mut table, Action::Revenge);
    assert!(table.projected());
    assert_eq!(table.moves(), "");
}

#[test]
fn coordinates_are_drawn_in_a_projection_only() {
    // Numbers of cells, or of rows and columns on each floor; then of small boards.
    for (game, count) in [
        (Game::Classique, 9),
        (Game::Infini, 9),
        (Game::Ultimate, 81 + 9),
        (Game::Cube, 4 * 8),
    ] {
        let mut table = table(game, "", Mode::Play);
        let drawn = |markup: &str| markup.matches("class=\"repere").count();
        assert_eq!(drawn(&table_markup(&table)), 0);
        let during = act(&mut table, Action::Project);
        let grounds = during.matches("repere-fond").count();
        assert_eq!(drawn(&during) - grounds, count, "{game:?}");
    }
}

#[test]
fn keys_step_through_the_game_in_a_projection_only() {
    let mut table = table(Game::Classique, "5-1-9", Mode::Play);
    assert_eq!(table.shortcut("ArrowLeft", false), None);
    act(&mut table, Action::Project);
    for (key, moves) in [
        ("ArrowLeft", "5-1"),
        ("PageUp", "5"),
        ("ArrowRight", "5-1"),
        ("Home", ""),
        ("End", "5-1-9"),
        ("N", ""),
    ] {
        let action = table.shortcut(key, false).expect(key);
        act(&mut table, action);
        assert_eq!(table.moves(), moves, "{key}");
    }
    table.handle(Event::Cell(Cell(4)));
    let undo = table
        .shortcut("z", true)
        .expect("letters work on a cell, too");
    act(&mut table, undo);
    assert_eq!(table.moves(), "");
    assert_eq!(
        table.shortcut("ArrowLeft", true),
        None,
        "on a cell the arrows lead from cell to cell"
    );
    assert_eq!(table.shortcut("q", false), None);
    for key in ["Escape", "f"] {
        assert_eq!(table.shortcut(key, true), Some(Action::Project));
    }
}

#[test]
fn an_exercise_lists_the_keys_of_an_exercise() {
    let mut spec = Spec::new(
        Record::parse(Game::Classique, "1-5-2").expect("legal"),
        Mode::Exercise,
    );
    spec.goal = Some(Goal::BLOCK);
    let mut table = Table::new(spec);
    act(&mut table, Action::Project);
    let open = act(&mut table, Action::Keys);
    let listed = open.matches("<dt><kbd>").count();
    assert_eq!(listed, 4, "Z, I, T and F: {open}");
    for key in ["ArrowLeft", "PageDown", "End", "n", "v"] {
        assert_eq!(table.shortcut(key, false), None, "{key}");
    }
    assert_eq!(table.shortcut("z", false), Some(Action::Undo));
}

#[test]
fn the_list_of_keys_holds_what_they_do_here() {
    for (mode, has_new) in [(Mode::Play, true), (Mode::Demo, false)] {
        let mut table = table(Game::Infini, "5-1-9", mode);
        let closed = act(&mut table, Action::Project);
        assert!(!closed.contains("morpion-touches"));
        let open = act(&mut table, Action::Keys);
        let new = "<dt><kbd>N</kbd></dt><dd>nouvelle partie</dd>";
        assert_eq!(open.contains(new), has_new);
        assert_eq!(table.shortcut("n", false).is_some(), has_new);
        assert!(open.contains("<dt><kbd>→</kbd></dt><dd>coup suivant</dd>"));
        assert!(open.contains("aria-expanded=\"true\""));
        // Gone with the projection, and not there at once when the next one starts.
        act(&mut table, Action::Project);
        assert!(!act(&mut table, Action::Project).contains("morpion-touches"));
    }
}

#[test]
fn coming_and_going_is_said_once() {
    let mut table = table(Game::Cube, "", Mode::Play);
    let during = act(&mut table, Action::Project);
    assert!(during.contains("Plein écran. La touche T"), "{during}");
    assert!(act(&mut table, Action::Project).contains("Retour à la page."));
}
