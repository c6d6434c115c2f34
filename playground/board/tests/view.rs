//! What a board shows beside its position: buttons, words, drawing.

use morpion_board::{Action, Event, Mode, Opponent, Panel, Spec, Table, table_markup};
use morpion_engine::{Game, Record};

fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ").replace('’', "'")
}

fn two(game: Game, moves: &str) -> Table {
    let mut spec = Spec::new(Record::parse(game, moves).expect("legal"), Mode::Play);
    spec.opponent = Opponent::Human;
    Table::new(spec)
}

/// Presses the button of this name.
fn act(table: &mut Table, name: &str) {
    let action = Action::from_french(table.record().game(), name).expect(name);
    assert!(
        table_markup(table).contains(&format!("data-action=\"{name}\"")),
        "no button {name}"
    );
    table.handle(Event::Action(action));
}

#[test]
fn only_games_with_something_to_show_offer_it() {
    for game in Game::ALL {
        let mut table = two(game, "");
        act(&mut table, "plus");
        let offered = table_markup(&table).contains("data-action=\"vue\"");
        assert_eq!(offered, game != Game::Classique, "{game:?}");
        // Asked for all the same, by a page of another game: nothing breaks.
        table.handle(Event::Action(Action::Open(Panel::View)));
        let options = table_markup(&table).matches("data-action=\"vue-").count();
        assert_eq!(options > 0, offered, "{game:?}");
    }
}

#[test]
fn an_option_is_a_button_that_stays_pressed() {
    let mut table = two(Game::Cube, "");
    act(&mut table, "plus");
    act(&mut table, "vue");
    let pressed = |table: &Table| {
        table_markup(table).contains("data-action=\"vue-etage-2\" aria-pressed=\"true\"")
    };
    assert!(pressed(&table), "at first a floor is there");
    act(&mut table, "vue-etage-2");
    assert!(!pressed(&table));
    assert!(plain(&table_markup(&table)).contains("Étage 2 : transparent."));
    act(&mut table, "vue-etage-2");
    assert!(pressed(&table));
    assert!(Action::from_french(Game::Classique, "vue-etage-2").is_none());
}
