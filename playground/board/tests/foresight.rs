//! What a board tells of a cell before it is played: where it sends the other side,
//! when a mark leaves.

use morpion_board::{
    Action, Event, Mode, Opponent, Spec, Table, ViewOption, static_markup, table_markup,
};
use morpion_engine::{Game, Record};

fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ").replace('’', "'")
}

fn spec(game: Game, moves: &str) -> Spec {
    let mut spec = Spec::new(Record::parse(game, moves).expect("legal"), Mode::Play);
    spec.opponent = Opponent::Human;
    spec
}

fn table(game: Game, moves: &str) -> Table {
    Table::new(spec(game, moves))
}

fn pointed(table: &mut Table, cell: &str) -> String {
    let cell = table.game().cell_from_name(cell).expect("a cell");
    table.handle(Event::Hover(Some(cell)));
    plain(&table_markup(table))
}

/// The sentence under the board.
fn note(markup: &str) -> &str {
    let (_, rest) = markup
        .split_once("<p class=\"morpion-note\"><span aria-hidden=\"true\">")
        .expect("the line is there");
    rest.split('<').next().expect("its text ends")
}

/// The tag of a cell's button.
fn button<'a>(markup: &'a str, cell: &str) -> &'a str {
    let at = markup
        .find(&format!("data-case=\"{cell}\""))
        .expect("the cell is there");
    markup[at..].split('>').next().expect("its tag ends")
}

#[test]
fn a_cell_of_ultimate_says_where_it_sends() {
    // The moves, the cell, what is said, and how many small boards it may be.
    for (moves, cell, says, boards) in [
        ("", "53", "Enverra O dans la petite grille 3.", 1),
        ("55", "59", "Enverra X dans la petite grille 9.", 1),
        // A cell that may not be played sends nobody.
        ("55", "11", "", 0),
        ("55", "55", "", 0),
    ] {
        let mut table = table(Game::Ultimate, moves);
        let markup = pointed(&mut table, cell);
        assert_eq!(note(&markup), says, "{moves} {cell}");
        assert_eq!(markup.matches("class=\"vise grille\"").count(), boards);
        let described = format!("aria-description=\"{says}\"");
        assert_eq!(button(&markup, cell).contains(&described), boards > 0);
    }
}

#[test]
fn a_closed_small_board_gives_the_choice_of_all_the_others() {
    // O, sent to the small board 1 again and again, takes it and sends X to 5.
    let moves = "11-12-21-13-31-14-41-16-61-17-71-18-81-15";
    let mut table = table(Game::Ultimate, moves);
    let markup = pointed(&mut table, "51");
    assert_eq!(
        note(&markup),
        "O jouera où il veut : la grille 1 est fermée."
    );
    assert_eq!(markup.matches("class=\"vise grille\"").count(), 8);
}

#[test]
fn what_has_the_focus_is_told_until_the_focus_leaves() {
    let mut table = table(Game::Ultimate, "");
    let cell = Game::Ultimate.cell_from_name("27").expect("a cell");
    table.handle(Event::Focus(cell));
    let markup = plain(&table_markup(&table));
    assert_eq!(note(&markup), "Enverra O dans la petite grille 7.");
    table.handle(Event::Blur);
    assert_eq!(note(&table_markup(&table)), "");
}

#[test]
fn the_arrow_of_the_last_move_is_drawn_on_request() {
    for (moves, arrows) in [
        ("19", 1),
        ("55-51", 1),
        // The middle of the middle names the board that it lies in.
        ("55", 0),
        ("", 0),
    ] {
        let mut table = table(Game::Ultimate, moves);
        let drawn = |table: &Table| table_markup(table).matches("\"fleche tete\"").count();
        assert_eq!(drawn(&table), 0, "not before it is asked for");
        table.handle(Event::Action(Action::View(ViewOption::Arrow)));
        assert_eq!(drawn(&table), arrows, "{moves}");
    }
}

#[test]
fn a_mark_of_infini_says_when_it_leaves() {
    for (moves, cell, says) in [
        ("1-4-5-6-2-8", "1", "Ce X part au prochain coup de X."),
        ("1-4-5-6-2-8", "2", "Ce X part dans 3 coups de X."),
        ("1-4-5-6-2-8", "6", "Ce O part dans 2 coups de O."),
        // Two more moves fill up the three, the third one rubs it out.
        ("1", "1", "Ce X part dans 3 coups de X."),
        ("1", "2", ""),
        // The game is over.
        ("1-4-2-5-3", "1", ""),
    ] {
        let mut table = table(Game::Infini, moves);
        let markup = pointed(&mut table, cell);
        assert_eq!(note(&markup), says, "{moves} {cell}");
        let tag = button(&markup, cell);
        assert_eq!(tag.contains("aria-description"), !says.is_empty(), "{tag}");
    }
}

/// The same mark, watched: it leaves with the move that was foretold.
#[test]
fn what_is_said_of_a_mark_comes_true() {
    let moves = ["1", "4", "5", "6", "2", "8", "9", "1", "4", "5", "6", "2"];
    for seen in 1..moves.len() {
        let before = Record::parse(Game::Infini, &moves[..seen].join("-")).expect("legal");
        for name in ["1", "2", "4", "5", "6", "8", "9"] {
            let cell = Game::Infini.cell_from_name(name).expect("a cell");
            let Some(side) = before.position().mark(cell) else {
                continue;
            };
            let mut table = table(Game::Infini, &moves[..seen].join("-"));
            let says = pointed(&mut table, name);
            let says = note(&says);
            let wanted: usize = if says.contains("prochain") {
                1
            } else {
                let digit = says.chars().find(char::is_ascii_digit);
                digit.and_then(|digit| digit.to_digit(10)).expect(says) as usize
            };
            // Play on and count the side's own moves until the mark is gone.
            let mut record = before.clone();
            let mut own = 0;
            for next in &moves[seen..] {
                let turn = record.position().turn();
                let next = Game::Infini.cell_from_name(next).expect("a cell");
                if record.play(next).is_err() {
                    break;
                }
                own += usize::from(turn == side);
                if turn == side && !record.position().ages(side).contains(&cell) || next == cell {
                    assert_eq!(own, wanted, "{name} after {seen} moves: {says}");
                    break;
                }
            }
        }
    }
}

#[test]
fn ages_are_drawn_on_request() {
    let mut table = table(Game::Infini, "1-4-5-6-2-8");
    let ages = |table: &Table| -> Vec<String> {
        table_markup(table)
            .split("class=\"age\"")
            .skip(1)
            .filter_map(|rest| Some(rest.split_once('>')?.1.split('<').next()?.to_owned()))
            .collect()
    };
    // In the order of the cells 1, 2, 4, 5, 6, 8.
    assert_eq!(ages(&table), ["1", "1"], "who leaves next is always shown");
    table.handle(Event::Action(Action::View(ViewOption::Ages)));
    assert_eq!(ages(&table), ["1", "3", "1", "2", "2", "3"]);
}

#[test]
fn the_moves_of_infini_are_counted_and_the_last_ten_stand_out() {
    for (setup, says, close) in [
        ("", "Coup 0 sur 60", false),
        ("x1-5-8o3-6-7txn48", "Coup 48 sur 60", false),
        ("x1-5-8o3-6-7txn50", "Coup 50 sur 60", true),
    ] {
        let start = if setup.is_empty() {
            morpion_engine::Position::start(Game::Infini)
        } else {
            morpion_engine::Position::parse_setup(Game::Infini, setup).expect("a position")
        };
        let spec = Spec::new(Record::from_position(start), Mode::Play);
        for markup in [
            static_markup(&spec),
            table_markup(&Table::new(spec.clone())),
        ] {
            assert!(plain(&markup).contains(&format!(">{says}<")), "{markup}");
            assert_eq!(markup.contains("morpion-compte proche"), close, "{says}");
        }
    }
}

#[test]
fn a_picture_has_no_line_for_what_is_pointed_at() {
    for game in Game::ALL {
        let fixed = Spec::new(Record::new(game), Mode::Fixed);
        assert!(!static_markup(&fixed).contains("morpion-note"));
    }
}
