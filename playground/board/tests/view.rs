//! What a board shows beside its position: buttons, words, drawing.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use morpion_board::{
    Action, Device, Event, Gesture, Key, Met, Mode, Opponent, Panel, Room, Spec, Table, View,
    room_element, room_markup, table_markup,
};
use morpion_engine::cube::LINES;
use morpion_engine::{Cell, Game, Record};

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

/// A device with a memory.
#[derive(Debug, Default)]
struct Memory(RefCell<BTreeMap<String, String>>);

impl Device for Memory {
    fn recall(&self, name: &str) -> Option<String> {
        self.0.borrow().get(name).cloned()
    }

    fn keep(&self, name: &str, text: &str) -> bool {
        self.0.borrow_mut().insert(name.to_owned(), text.to_owned());
        true
    }

    fn today(&self) -> String {
        String::new()
    }

    fn address(&self) -> String {
        String::new()
    }
}

fn cell(name: &str) -> Cell {
    Game::Cube.cell_from_name(name).expect("a cell")
}

/// The names of the cells drawn with this class on the floors.
fn drawn(table: &Table, class: &str) -> Vec<String> {
    let markup = table_markup(table);
    markup
        .split("<g class=\"c")
        .skip(1)
        .filter_map(|group| {
            let (classes, rest) = group.split_once("\" data-c=\"")?;
            classes
                .split(' ')
                .any(|one| one == class)
                .then(|| rest.split('"').next().unwrap_or_default().to_owned())
        })
        .collect()
}

/// What the live region says.
fn voice(table: &Table) -> String {
    let markup = table_markup(table);
    let (_, rest) = markup
        .rsplit_once("aria-live=\"polite\">")
        .expect("a voice");
    plain(rest.split('<').next().unwrap_or_default())
}

/// The drawing of the cube alone.
fn cube(table: &Table) -> String {
    let markup = table_markup(table);
    let (_, rest) = markup.split_once("morpion-espace").expect("the cube");
    rest.split("</svg>").next().unwrap_or_default().to_owned()
}

#[test]
fn a_cell_that_is_pointed_at_is_echoed_on_every_floor() {
    // what is done, the cells that are echoed
    let hover = |name: &str| Event::Hover(Some(cell(name)));
    for (events, echoed) in [
        (vec![], vec![]),
        (vec![hover("234")], vec!["134", "234", "334", "434"]),
        (vec![hover("411")], vec!["111", "211", "311", "411"]),
        (vec![hover("234"), Event::Hover(None)], vec![]),
        (
            vec![Event::Focus(cell("122"))],
            vec!["122", "222", "322", "422"],
        ),
        // The pointer goes before the focus, and the focus stays when it is gone.
        (
            vec![Event::Focus(cell("122")), hover("143")],
            vec!["143", "243", "343", "443"],
        ),
        (
            vec![Event::Focus(cell("122")), hover("143"), Event::Hover(None)],
            vec!["122", "222", "322", "422"],
        ),
        (
            vec![Event::Focus(cell("122")), Event::Key(Key::Right)],
            vec!["123", "223", "323", "423"],
        ),
        (vec![Event::Focus(cell("122")), Event::Blur], vec![]),
    ] {
        let mut table = two(Game::Cube, "111-222");
        for event in &events {
            table.handle(event.clone());
        }
        assert_eq!(drawn(&table, "echo"), echoed, "{events:?}");
        let threads = cube(&table).matches("aplomb").count();
        assert_eq!(threads, if echoed.is_empty() { 0 } else { 3 }, "{events:?}");
    }
    // Left out on request, and no game but the cube has it.
    let mut table = two(Game::Cube, "");
    act(&mut table, "plus");
    act(&mut table, "vue");
    act(&mut table, "vue-colonne");
    table.handle(hover("234"));
    assert!(drawn(&table, "echo").is_empty());
    let mut table = two(Game::Classique, "");
    table.handle(Event::Hover(Some(Cell(3))));
    assert!(drawn(&table, "echo").is_empty());
}

#[test]
fn a_floor_becomes_transparent_in_both_drawings() {
    let mut table = two(Game::Cube, "");
    act(&mut table, "plus");
    act(&mut table, "vue");
    for (floor, faded) in [("2", 1), ("4", 2), ("1", 3), ("2", 2)] {
        act(&mut table, &format!("vue-etage-{floor}"));
        let markup = table_markup(&table);
        assert_eq!(markup.matches("morpion-feuille efface").count(), faded);
        assert_eq!(cube(&table).matches("niveau efface").count(), faded);
    }
    // One that is pointed at is there again.
    table.handle(Event::Hover(Some(cell("411"))));
    assert_eq!(cube(&table).matches("niveau efface").count(), 1);
    act(&mut table, "vue-cube");
    assert!(!table_markup(&table).contains("morpion-espace"));
}

#[test]
fn each_of_the_lines_is_pinned_on_its_four_cells_in_order() {
    for line in &LINES {
        let mut table = two(Game::Cube, "");
        table.handle(Event::Follow(line.number));
        let mut names = line.cells.map(|cell| Game::Cube.cell_name(cell));
        let said = voice(&table);
        assert!(said.contains(&names.join("-")), "{said}");
        assert!(said.starts_with(&format!("Alignement {} : ", line.number)));
        let markup = table_markup(&table);
        for (name, rank) in names.iter().zip(1..) {
            let (_, rest) = markup
                .split_once(&format!("data-c=\"{name}\""))
                .expect("the cell");
            let group = rest.split("</g>").next().unwrap_or_default();
            assert!(group.ends_with(&format!(">{rank}</text>")), "{group}");
        }
        names.sort();
        assert_eq!(drawn(&table, "epingle"), names, "{line:?}");
        assert_eq!(cube(&table).matches("class=\"noeud\"").count(), 4);
    }
    for number in [0, 77, 255] {
        let mut table = two(Game::Cube, "");
        table.handle(Event::Follow(number));
        assert!(drawn(&table, "epingle").is_empty(), "{number}");
    }
    let mut table = two(Game::Ultimate, "");
    table.handle(Event::Follow(1));
    assert!(drawn(&table, "epingle").is_empty());
}

#[test]
fn the_lines_of_a_cell_are_said_in_words_and_stepped_through() {
    let mut table = two(Game::Cube, "");
    table.handle(Event::Focus(cell("111")));
    act(&mut table, "plus");
    act(&mut table, "vue");
    assert!(table_markup(&table).contains("les alignements de 111"));
    act(&mut table, "alignements");
    assert_eq!(
        voice(&table),
        "7 alignements passent par 111 : rangée 111-112-113-114, colonne 111-121-131-141, \
         diagonale d'étage 111-122-133-144, verticale 111-211-311-411, \
         diagonale de mur 111-212-313-414, diagonale de mur 111-221-331-441 \
         et grande diagonale 111-222-333-444."
    );
    // Seven lines have 22 cells, of which none is numbered: of which line would it be?
    assert_eq!(drawn(&table, "epingle").len(), 22);
    assert!(!table_markup(&table).contains("class=\"rang\""));
    for (button, said) in [
        (
            "suivant",
            "Alignement 1 sur 7 par 111 : rangée 111-112-113-114.",
        ),
        (
            "suivant",
            "Alignement 2 sur 7 par 111 : colonne 111-121-131-141.",
        ),
        (
            "precedent",
            "Alignement 1 sur 7 par 111 : rangée 111-112-113-114.",
        ),
        (
            "precedent",
            "Alignement 7 sur 7 par 111 : grande diagonale 111-222-333-444.",
        ),
        (
            "suivant",
            "Alignement 1 sur 7 par 111 : rangée 111-112-113-114.",
        ),
    ] {
        act(&mut table, &format!("alignement-{button}"));
        assert_eq!(voice(&table), said);
        assert_eq!(drawn(&table, "epingle").len(), 4);
    }
    act(&mut table, "alignements-tous");
    assert_eq!(drawn(&table, "epingle").len(), 22);
    act(&mut table, "alignements-retirer");
    assert_eq!(voice(&table), "Alignements effacés.");
    assert!(drawn(&table, "epingle").is_empty());
    // A cell of an edge has four.
    table.handle(Event::Focus(cell("112")));
    act(&mut table, "alignements");
    assert!(voice(&table).starts_with("4 alignements passent par 112 : "));
}

#[test]
fn the_cube_turns_by_buttons_keys_and_dragging() {
    let mut table = two(Game::Cube, "111-222-333");
    let start = cube(&table);
    for (press, back) in [("gauche", "droite"), ("haut", "bas")] {
        act(&mut table, &format!("tourner-{press}"));
        assert_ne!(cube(&table), start, "{press}");
        act(&mut table, &format!("tourner-{back}"));
        assert_eq!(cube(&table), start, "{back}");
    }
    act(&mut table, "tourner-gauche");
    let left = cube(&table);
    assert_eq!(voice(&table), "Cube tourné vers la gauche.");
    table.handle(Event::CubeKey(Key::Right));
    assert_eq!(cube(&table), start);
    table.handle(Event::CubeKey(Key::Left));
    assert_eq!(cube(&table), left);
    table.handle(Event::CubeKey(Key::Home));
    assert_eq!(cube(&table), left, "not a key of the cube");
    // Small steps of a finger add up.
    for _ in 0..6 {
        table.handle(Event::Cube(Gesture::Drag(12, 0)));
    }
    assert_eq!(cube(&table), start);
    for _ in 0..24 {
        table.handle(Event::Cube(Gesture::Drag(-3, 0)));
    }
    assert_eq!(cube(&table), left);
    table.handle(Event::Cube(Gesture::Drag(i32::MAX, i32::MIN)));
    assert_eq!(
        table.record().notation(),
        "111-222-333",
        "nothing is played"
    );
}

#[test]
fn a_tap_on_the_cube_chooses_a_cell_and_plays_nothing() {
    let mut table = two(Game::Cube, "");
    let seen = table
        .cell_in_cube(500, 300)
        .expect("a cell of the top floor");
    assert_eq!(seen.0 / 16, 3);
    let effects = table.handle(Event::Cube(Gesture::Tap(500, 300)));
    assert_eq!(effects.focus, Some(seen));
    assert_eq!(table.cursor(), seen);
    assert_eq!(table.record().notation(), "");
    let effects = table.handle(Event::Cube(Gesture::Tap(0, 0)));
    assert_eq!(effects.focus, None, "beside the cube");
    assert_eq!(two(Game::Classique, "").cell_in_cube(500, 300), None);
}

#[test]
fn a_finished_game_ticks_its_own_lines() {
    let device = Rc::new(Memory::default());
    let mut table = two(Game::Cube, "111-112-222-113-333-121").on(device.clone());
    assert_eq!(Met::recall(&*device), Met::default());
    let effects = table.handle(Event::Cell(cell("444")));
    assert!(effects.kept, "other parts of the page hear of it");
    let met = Met::recall(&*device);
    assert_eq!(met.count(), 1);
    let line = LINES
        .iter()
        .find(|line| {
            line.cells.map(|cell| Game::Cube.cell_name(cell)) == ["111", "222", "333", "444"]
        })
        .expect("the line");
    assert!(met.contains(line.number));
    assert_eq!(
        device.recall(Met::NAME).as_deref(),
        Some("1000000000000000000"),
        "line 73 of 76, in hexadecimal"
    );
    // A game of another kind ticks nothing.
    let device = Rc::new(Memory::default());
    let mut table = two(Game::Classique, "1-4-2-5").on(device.clone());
    table.handle(Event::Cell(Cell(2)));
    assert_eq!(Met::recall(&*device), Met::default());
}

#[test]
fn what_the_device_has_kept_is_read_with_care() {
    for (kept, count) in [
        ("", 0),
        ("2f", 5),
        ("fffffffffffffffffff", 76),
        ("ffffffffffffffffffffffffffffffff", 76),
        ("+", 0),
        ("not a number", 0),
    ] {
        let device = Memory::default();
        device.keep(Met::NAME, kept);
        assert_eq!(Met::recall(&device).count(), count, "{kept}");
    }
    let mut met = Met::default();
    for number in [0, 77, 255] {
        met.set(number, true);
        assert!(!met.contains(number));
    }
    assert_eq!(met, Met::default());
}

#[test]
fn the_atlas_is_whole_without_script_and_has_no_dead_control() {
    let page = plain(&room_element(View::Atlas, &[]));
    assert!(!page.contains("<button"));
    assert_eq!(page.matches("<use href=\"#morpion-cube-nu\"/>").count(), 76);
    for line in &LINES {
        let cells = line.cells.map(|cell| Game::Cube.cell_name(cell)).join("-");
        assert_eq!(page.matches(&format!(">{cells}<")).count(), 1, "{cells}");
        assert_eq!(page.matches(&format!("<b>{}</b>", line.number)).count(), 1);
    }
    for title in [
        "Rangées et colonnes : 32",
        "Diagonales d'étage : 8",
        "Verticales : 16",
        "Diagonales de mur : 16",
        "Grandes diagonales : 4",
    ] {
        assert!(page.contains(title), "{title}");
    }
}

#[test]
fn the_atlas_is_filtered_ticked_and_sends_lines_to_a_board() {
    let device = Rc::new(Memory::default());
    let mut room = Room::from_attributes(
        |name| (name == "vue").then(|| "atlas".to_owned()),
        device.clone(),
    );
    let page = |room: &Room| plain(&room_markup(room));
    assert!(page(&room).contains("Tu n'as encore rencontré aucun alignement."));
    assert_eq!(page(&room).matches("jamais rencontrées").count(), 5);
    let effects = room.press("cocher-41");
    assert!(effects.kept);
    assert!(page(&room).contains("Alignement 41 coché. 1 sur 76."));
    assert!(page(&room).contains("Verticales 1/16"));
    assert_eq!(page(&room).matches("jamais rencontrées").count(), 4);
    assert!(Met::recall(&*device).contains(41));
    // (family, lines shown)
    for (family, shown) in [
        ("rangees", 32),
        ("diagonales-etage", 8),
        ("verticales", 16),
        ("diagonales-mur", 16),
        ("grandes-diagonales", 4),
        ("toutes", 76),
    ] {
        room.press(&format!("famille-{family}"));
        let page = page(&room);
        assert_eq!(page.matches("data-action=\"suivre-").count(), shown);
        let button = format!("data-action=\"famille-{family}\" aria-pressed=\"true\"");
        assert!(page.contains(&button), "{family}");
    }
    assert_eq!(room.press("suivre-73").follow, Some(73));
    assert!(page(&room).contains("data-action=\"suivre-73\" aria-pressed=\"true\""));
    for wrong in ["suivre-0", "suivre-77", "suivre-x", "cocher-", "rien"] {
        assert_eq!(room.press(wrong).follow, None, "{wrong}");
    }
    assert_eq!(Met::recall(&*device).count(), 1);
    room.press("cocher-41");
    assert_eq!(Met::recall(&*device).count(), 0);
}
