//! Games that count, told as stories: a draw, a defeat, a game that is left, two
//! boards.

mod memory;

use std::rc::Rc;

use memory::{Memory, act, click, offered, settle, status, text_of};
use morpion_board::{
    Action, Device as _, Event, First, Mode, Room, Spec, Table, room_markup, table_markup,
};
use morpion_engine::{Game, Level, Record, Tables, choose_with};

fn level(game: Game, slug: &str) -> Level {
    Level::from_slug(game, slug).expect("a level")
}

/// A board on which each begins in turn.
fn board(memory: &Rc<Memory>, game: Game, slug: &str, seed: u64) -> Table {
    let mut spec = Spec::new(Record::new(game), Mode::Play);
    spec.first = First::InTurn;
    spec.level = level(game, slug);
    let mut table = Table::new(spec).seeded(seed).on(memory.clone());
    let effects = table.open();
    settle(&mut table, effects);
    table
}

/// Plays the game to its end, as well as this level does.
fn play(table: &mut Table, slug: &str) {
    let game = table.record().game();
    let level = level(game, slug);
    let tables = Tables::new();
    while table.result().is_none() {
        let cell = choose_with(&tables, table.record(), level, 3, None).expect("a move");
        click(table, &game.cell_name(cell));
    }
}

/// Plays one move, whichever is legal.
fn step(table: &mut Table) {
    let cell = table.position().legal().iter().next().expect("a cell");
    let name = table.record().game().cell_name(cell);
    click(table, &name);
}

fn line(table: &Table) -> String {
    text_of(table, "morpion-serie").expect("the line of the run")
}

fn ranking(memory: &Rc<Memory>) -> String {
    let room = Room::from_attributes(
        |name| (name == "vue").then(|| "classement".to_owned()),
        memory.clone(),
    );
    memory::plain(&room_markup(&room))
}

#[test]
fn each_begins_in_turn_and_the_longest_run_counts() {
    let memory = Memory::new();
    let mut table = board(&memory, Game::Infini, "facile", 1);
    assert_eq!(line(&table), "Partie classée : une série commence");
    for run in 1..=3 {
        memory.day.set(run);
        let begins = table.record().moves().len();
        assert_eq!(
            begins,
            usize::from(run == 2),
            "the computer begins the second"
        );
        play(&mut table, "parfait");
        assert_ne!(table.result(), None);
        let games = if run == 1 {
            "1 partie"
        } else {
            &format!("{run} parties")
        };
        assert_eq!(
            line(&table),
            format!("Série en cours : {games} sans défaite · record {run}")
        );
        act(&mut table, Action::Revenge);
    }
    let page = ranking(&memory);
    assert!(
        page.contains("3 parties : 3 victoires, du 2 mars au 4 mars 2026"),
        "{page}"
    );
    // A defeat: the run begins anew, the record stays.
    let mut strong = board(&memory, Game::Infini, "parfait", 1);
    play(&mut strong, "facile");
    assert!(
        status(&strong).starts_with("L'ordinateur gagne"),
        "{}",
        status(&strong)
    );
    assert_eq!(line(&strong), "Partie classée : une série commence");
    assert!(
        ranking(&memory).contains("3 parties : 3 victoires"),
        "each level has its own run"
    );
}

#[test]
fn a_draw_goes_on_with_the_run() {
    // Two perfect players of Infini go on for sixty moves after the centre.
    let memory = Memory::new();
    let mut table = board(&memory, Game::Infini, "parfait", 1);
    click(&mut table, "5");
    play(&mut table, "parfait");
    assert_eq!(table.result(), Some("nul"));
    assert_eq!(
        line(&table),
        "Série en cours : 1 partie sans défaite · record 1"
    );
    assert!(ranking(&memory).contains("1 partie : 1 match nul"));
}

#[test]
fn what_is_not_fair_is_told_first_and_costs_the_game() {
    for action in [
        Action::Undo,
        Action::Hint,
        Action::New,
        Action::AgainstHuman,
        Action::MeFirst,
        Action::Level(level(Game::Ultimate, "difficile")),
    ] {
        let memory = Memory::new();
        let mut table = board(&memory, Game::Ultimate, "facile", 1);
        play(&mut table, "moyen");
        assert_eq!(table.result(), Some("x"), "a first game is won");
        act(&mut table, Action::New);
        // The computer has begun the second.
        step(&mut table);
        let moves = table.moves();
        act(&mut table, action);
        assert_eq!(table.moves(), moves, "{action:?}: nothing has happened yet");
        assert!(
            status(&table).contains("elle compterait comme perdue"),
            "{}",
            status(&table)
        );
        assert!(line(&table).starts_with("Série en cours : 1 partie"));
        // Another button in between: the first is not confirmed any more.
        act(&mut table, Action::More);
        act(&mut table, action);
        assert_eq!(table.moves(), moves, "{action:?}: asked anew");
        act(&mut table, action);
        let page = ranking(&memory);
        assert!(
            page.contains("<td>1 partie : 1 victoire, le 1er mars 2026</td><td>–</td>"),
            "{page}"
        );
        match action {
            Action::Undo => assert_ne!(table.moves(), moves),
            Action::Hint => assert!(status(&table).starts_with("Essaie"), "{}", status(&table)),
            _ => {}
        }
        if matches!(action, Action::Undo | Action::Hint) {
            assert!(
                line(&table).starts_with("Cette partie ne compte plus"),
                "{}",
                line(&table)
            );
            // It is played to its end without counting again.
            play(&mut table, "moyen");
            assert_eq!(ranking(&memory), page);
        }
    }
}

#[test]
fn looking_back_is_free_and_rewriting_is_not() {
    let memory = Memory::new();
    let mut table = board(&memory, Game::Ultimate, "facile", 1);
    click(&mut table, "55");
    let moves = table.moves();
    act(&mut table, Action::ToStart);
    click(&mut table, "11");
    assert_eq!(table.moves(), "", "no variation");
    assert!(
        status(&table).contains("un coup joué reste joué"),
        "{}",
        status(&table)
    );
    act(&mut table, Action::ToEnd);
    assert_eq!(table.moves(), moves);
}

/// A memory in which the computer begins the next game of a level.
fn computer_is_next(game: Game, slug: &str) -> Rc<Memory> {
    let memory = Memory::new();
    let runs = "0;0;;;0;0;;";
    let line = format!("{};{slug};1;{runs}", game.slug());
    assert!(memory.keep("morpion-classement", &line));
    memory
}

#[test]
fn the_first_move_of_the_computer_is_not_the_reader_s_to_replace() {
    let memory = computer_is_next(Game::Infini, "facile");
    let mut table = board(&memory, Game::Infini, "facile", 1);
    let opening = table.moves();
    assert_eq!(opening.len(), 1, "the computer has begun");
    act(&mut table, Action::Back);
    let other = if opening == "2" { "8" } else { "2" };
    click(&mut table, other);
    assert_eq!(table.moves(), "");
    assert!(status(&table).contains("un coup joué reste joué"));
    act(&mut table, Action::Forward);
    assert_eq!(table.moves(), opening);
}

#[test]
fn a_game_that_two_have_prepared_does_not_count() {
    let memory = Memory::new();
    let mut table = board(&memory, Game::Infini, "facile", 1);
    act(&mut table, Action::AgainstHuman);
    for cell in ["1", "4", "2", "5"] {
        click(&mut table, cell);
    }
    act(&mut table, Action::ToStart);
    act(&mut table, Action::AgainstComputer);
    act(&mut table, Action::ToEnd);
    click(&mut table, "3");
    assert_eq!(table.result(), Some("x"));
    assert!(ranking(&memory).contains("Aucune partie classée"));
}

#[test]
fn a_game_whose_computer_is_gone_waits_and_is_not_lost() {
    let memory = Memory::new();
    let mut table = board(&memory, Game::Ultimate, "facile", 1);
    let cell = Game::Ultimate.cell_from_name("55").expect("a cell");
    table.handle(Event::Cell(cell));
    table.handle(Event::WorkerFailed);
    // What the board advises costs nothing.
    act(&mut table, Action::New);
    assert_eq!(table.moves(), "", "{}", status(&table));
    assert!(ranking(&memory).contains("Aucune partie classée"));
    let mut back = board(&memory, Game::Ultimate, "facile", 2);
    act(&mut back, Action::Resume);
    assert!(back.moves().starts_with("55-"), "{}", back.moves());
}

#[test]
fn a_game_that_ended_in_another_window_decides_who_begins_here() {
    let memory = Memory::new();
    let mut here = board(&memory, Game::Infini, "facile", 1);
    let mut there = board(&memory, Game::Infini, "facile", 2);
    play(&mut there, "parfait");
    let effects = here.handle(Event::MemoryChanged);
    settle(&mut here, effects);
    assert_eq!(here.record().moves().len(), 1, "the computer begins");
    let again = here.moves();
    let effects = here.handle(Event::MemoryChanged);
    settle(&mut here, effects);
    assert_eq!(here.moves(), again, "once is enough");
}

#[test]
fn two_people_are_not_told_of_a_game_that_waits() {
    let memory = Memory::new();
    let mut table = board(&memory, Game::Ultimate, "facile", 1);
    click(&mut table, "55");
    drop(table);
    let mut back = board(&memory, Game::Ultimate, "facile", 2);
    act(&mut back, Action::AgainstHuman);
    assert!(!status(&back).contains("t'attend"), "{}", status(&back));
    act(&mut back, Action::AgainstComputer);
    assert!(offered(&back, Action::Resume));
}

#[test]
fn no_hint_for_the_first_move() {
    let memory = Memory::new();
    let mut table = board(&memory, Game::Infini, "facile", 1);
    act(&mut table, Action::Hint);
    assert_eq!(
        status(&table),
        "Partie classée : pas d'indice avant la fin."
    );
}

#[test]
fn a_game_that_was_left_waits_and_goes_on() {
    let memory = Memory::new();
    let mut table = board(&memory, Game::Ultimate, "moyen", 1);
    click(&mut table, "55");
    let moves = table.moves();
    drop(table);
    let mut back = board(&memory, Game::Ultimate, "facile", 2);
    assert_eq!(
        status(&back),
        "Ta partie classée t'attend : niveau moyen, 2 coups joués."
    );
    click(&mut back, "11");
    assert_eq!(back.moves(), "", "first the reader decides");
    act(&mut back, Action::Project);
    assert!(offered(&back, Action::Resume) && offered(&back, Action::Forsake));
    act(&mut back, Action::Resume);
    act(&mut back, Action::Project);
    assert_eq!(back.moves(), moves);
    assert!(!offered(&back, Action::Resume));
    play(&mut back, "difficile");
    assert_eq!(back.result(), Some("x"));
    let page = ranking(&memory);
    assert!(page.contains("Moyen") && !page.contains("Facile"), "{page}");
}

#[test]
fn a_reply_that_was_fled_from_comes_all_the_same() {
    let memory = Memory::new();
    let mut table = board(&memory, Game::Ultimate, "facile", 7);
    let cell = Game::Ultimate.cell_from_name("55").expect("a cell");
    // The reader leaves before the computer answers.
    table.handle(Event::Cell(cell));
    let replies: Vec<String> = (0..2)
        .map(|seed| {
            let mut back = board(&memory, Game::Ultimate, "facile", seed);
            act(&mut back, Action::Resume);
            back.moves()
        })
        .collect();
    assert_eq!(replies[0].len(), 5, "{replies:?}");
    assert_eq!(replies[0], replies[1]);
}

#[test]
fn a_game_that_is_given_up_is_lost() {
    let memory = Memory::new();
    let mut table = board(&memory, Game::Ultimate, "facile", 1);
    play(&mut table, "moyen");
    act(&mut table, Action::New);
    step(&mut table);
    // A board on which the reader always begins offers it too, and stands in no way.
    let mut spec = Spec::new(Record::new(Game::Ultimate), Mode::Play);
    spec.seed = Some(4);
    let mut other = Table::new(spec).seeded(4).on(memory.clone());
    other.open();
    assert!(offered(&other, Action::Resume));
    click(&mut other, "55");
    assert_eq!(other.record().moves().len(), 2);
    assert!(!offered(&other, Action::Resume));
    assert!(ranking(&memory).contains("<td>1 partie : 1 victoire, le 1er mars 2026</td></tr>"));

    let mut back = board(&memory, Game::Ultimate, "facile", 3);
    act(&mut back, Action::Forsake);
    assert!(ranking(&memory).contains("<td>–</td></tr>"));
    assert!(!offered(&back, Action::Resume));
    assert_eq!(back.moves(), "", "it is the reader's turn to begin");
    // Reopening does not count it again.
    let again = board(&memory, Game::Ultimate, "facile", 5);
    assert!(!offered(&again, Action::Resume));
}

#[test]
fn two_boards_cannot_play_the_same_game() {
    let memory = Memory::new();
    let mut one = board(&memory, Game::Ultimate, "facile", 1);
    let mut two = board(&memory, Game::Ultimate, "facile", 2);
    click(&mut one, "55");
    // The second board has not been told, and learns of it at the first click.
    click(&mut two, "11");
    assert_eq!(two.moves(), "");
    act(&mut two, Action::Resume);
    assert_eq!(two.moves(), one.moves());
    // The first has lost it, whether it is told or plays on.
    let before = one.moves();
    one.handle(Event::MemoryChanged);
    assert_eq!(
        status(&one),
        "Cette partie classée continue ailleurs : ici, elle ne compte plus."
    );
    assert_eq!(one.moves(), before);
    play(&mut two, "moyen");
    let page = ranking(&memory);
    assert!(page.contains("1 partie : 1 victoire"), "{page}");
    play(&mut one, "moyen");
    assert_eq!(ranking(&memory), page, "counted once");
}

#[test]
fn a_refused_memory_is_told_once_and_the_run_lasts_as_long_as_the_page() {
    let memory = Memory::new();
    memory.refuses.set(true);
    let mut table = board(&memory, Game::Infini, "facile", 1);
    assert_eq!(text_of(&table, "morpion-memoire"), None);
    play(&mut table, "parfait");
    assert_eq!(
        text_of(&table, "morpion-memoire").as_deref(),
        Some("Ton navigateur ne garde rien ici : tes résultats durent le temps de cette page.")
    );
    assert!(line(&table).starts_with("Série en cours : 1 partie"));
    let mut other = board(&memory, Game::Infini, "facile", 2);
    play(&mut other, "parfait");
    assert_eq!(text_of(&other, "morpion-memoire"), None, "said once");
}

#[test]
fn the_other_games_take_turns_without_a_ranking() {
    for game in [Game::Classique, Game::Cube] {
        let memory = Memory::new();
        let slug = Level::all(game)[0].slug();
        let mut table = board(&memory, game, slug, 1);
        assert_eq!(text_of(&table, "morpion-serie"), None);
        let first = table.position().legal().iter().next().expect("a cell");
        click(&mut table, &game.cell_name(first));
        act(&mut table, Action::New);
        assert_eq!(
            table.record().moves().len(),
            1,
            "{game:?}: the computer begins"
        );
        act(&mut table, Action::New);
        assert_eq!(
            table.record().moves().len(),
            1,
            "nothing was played: as before"
        );
    }
}

#[test]
fn after_a_game_the_other_one_begins() {
    let memory = Memory::new();
    let mut spec = Spec::new(
        Record::parse(Game::Classique, "").expect("a start"),
        Mode::Play,
    );
    spec.level = level(Game::Classique, "facile");
    let mut table = Table::new(spec).seeded(1).on(memory);
    assert!(!offered(&table, Action::Revenge));
    play(&mut table, "parfait");
    assert!(offered(&table, Action::Revenge));
    let markup = table_markup(&table);
    let at = |action: Action| markup.find(&format!("\"{}\"", action.french()));
    assert!(at(Action::Revenge) < at(Action::New), "it comes first");
    let effects = act(&mut table, Action::Revenge);
    assert!(effects.focus.is_some(), "its button is gone");
    assert_eq!(table.record().moves().len(), 1, "the computer begins");
    act(&mut table, Action::New);
    assert_eq!(table.record().moves().len(), 0, "as the reader has chosen");
}

#[test]
fn the_ranking_is_cleared_at_the_second_press_and_exported() {
    let memory = Memory::new();
    let mut table = board(&memory, Game::Infini, "facile", 1);
    play(&mut table, "parfait");
    let mut room = Room::from_attributes(|_| Some("classement".to_owned()), memory.clone());
    room.press("exporter");
    let file = room.press("enregistrer").save.expect("a file");
    assert_eq!(file.0, "classement-morpion.json");
    assert!(
        file.1
            .contains("\"jeu\": \"infini\", \"niveau\": \"facile\""),
        "{}",
        file.1
    );
    assert!(
        file.1
            .contains("\"parties\": 1, \"victoires\": 1, \"nuls\": 0, \"debut\": \"2026-03-01\"")
    );
    assert!(room_markup(&room).contains("<textarea readonly"));
    room.press("effacer");
    assert!(ranking(&memory).contains("1 victoire"), "asked first");
    room.press("exporter");
    room.press("effacer");
    assert!(ranking(&memory).contains("1 victoire"), "asked anew");
    assert!(room.press("effacer").kept);
    assert!(ranking(&memory).contains("Aucune partie classée"));
}

#[test]
fn a_game_that_counts_is_not_pasted_over() {
    let memory = Memory::new();
    let mut table = board(&memory, Game::Infini, "facile", 1);
    step(&mut table);
    let before = table.record().clone();
    act(&mut table, Action::More);
    act(&mut table, Action::Open(morpion_board::Panel::Share));
    let paste = Event::Typed(morpion_board::Field::Position, String::from("1-2-3"));
    let effects = table.handle(paste.clone());
    assert_eq!((*table.record()).clone(), before);
    assert_eq!(effects.clear, None, "the text stays");
    assert_eq!(
        text_of(&table, "morpion-remarque").as_deref(),
        Some("Cette partie compte : finis-la avant d'en ouvrir une autre.")
    );
    // Against a friend nothing counts.
    let mut free = Table::new(Spec::new(Record::new(Game::Infini), Mode::Play));
    free.handle(paste);
    assert_eq!(free.moves(), "1-2-3");
}

#[test]
fn what_moves_are_worth_stays_hidden_until_the_game_is_over() {
    let memory = Memory::new();
    let mut spec = Spec::new(Record::new(Game::Infini), Mode::Training);
    spec.level = level(Game::Infini, "facile");
    let mut table = Table::new(spec).seeded(1).on(memory);
    let shown = |table: &Table| table_markup(table).contains("class=\"valeur ");
    act(&mut table, Action::Always);
    assert!(shown(&table), "this game does not count");
    act(&mut table, Action::InTurn);
    while table.result().is_none() {
        // Not before the first move either, which one could look up.
        assert!(!shown(&table) && !offered(&table, Action::Values));
        act(&mut table, Action::Values);
        assert!(!shown(&table));
        step(&mut table);
    }
    assert!(offered(&table, Action::Values), "to look back at it");
}
