//! What a table does, told as short stories: events in, moves and sentences
//! out. Sentences are compared with plain spaces and apostrophes.

use morpion_board::{
    Action, Effects, Event, First, Key, Mode, Opponent, Panel, Spec, Table, table_markup,
};
use morpion_engine::{Cell, Game, Goal, Level, Outcome, Position, Record, Rng, Side};

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
}

fn status(table: &Table) -> String {
    text_of(table, "morpion-statut")
}

fn voice(table: &Table) -> String {
    text_of(table, "morpion-voix")
}

fn spec(game: Game, moves: &str, opponent: Opponent) -> Spec {
    let mut spec = Spec::new(Record::parse(game, moves).expect("legal"), Mode::Play);
    spec.opponent = opponent;
    spec.seed = Some(1);
    spec
}

fn two(game: Game, moves: &str) -> Table {
    Table::new(spec(game, moves, Opponent::Human))
}

fn click(table: &mut Table, name: &str) -> Effects {
    let game = table.record().game();
    let cell = game.cell_from_name(name).expect("a cell");
    table.handle(Event::Cell(cell))
}

/// What a worker says to a request in the end.
fn answer(request: &str) -> String {
    let mut desk = morpion_board::worker::Desk::new();
    let mut said = desk.receive(request);
    while desk.busy() {
        said = desk.work(|| 0.0).or(said);
    }
    said.expect("an answer")
}

/// Lets the worker answer and the pause pass.
fn think(table: &mut Table, effects: &Effects) {
    let request = &effects.ask.first().expect("the computer is asked").1;
    table.handle(Event::Answer(answer(request)));
    table.handle(Event::PauseOver(effects.pause.expect("a pause").0));
}

#[test]
fn sentences_after_moves() {
    // game, moves, status, what is heard after the last move
    for (game, moves, said, heard) in [
        (
            Game::Classique,
            "5",
            "À O de jouer.",
            "Coup 1 : X en case 5. À O de jouer.",
        ),
        (
            Game::Classique,
            "1-4-2-5-3",
            "X gagne : alignement 1-2-3.",
            "Coup 5 : X en case 3. X gagne : alignement 1-2-3.",
        ),
        (
            Game::Classique,
            "1-2-3-5-4-6-8-7-9",
            "Match nul : la grille est pleine, sans alignement.",
            "Coup 9 : X en case 9. Match nul : la grille est pleine, sans alignement.",
        ),
        (
            Game::Infini,
            "1-4-5-6-2-8",
            "À X de jouer : son symbole de la case 1 va disparaître.",
            "Coup 6 : O en case 8. À X de jouer : son symbole de la case 1 va disparaître.",
        ),
        (
            Game::Infini,
            "1-4-5-6-2-8-9",
            "À O de jouer : son symbole de la case 4 va disparaître.",
            "Coup 7 : X en case 9. Le X de la case 1 disparaît. \
             À O de jouer : son symbole de la case 4 va disparaître.",
        ),
        (Game::Ultimate, "", "À X de jouer où il veut.", ""),
        (
            Game::Ultimate,
            "55-51",
            "À X de jouer dans la petite grille 1, celle de la case 1 que O vient de jouer.",
            "Coup 2 : O en grille 5, case 1. À X de jouer dans la petite grille 1.",
        ),
        (
            Game::Cube,
            "111-222",
            "À X de jouer.",
            "Coup 2 : O en étage 2, rangée 2, colonne 2. À X de jouer.",
        ),
    ] {
        let mut table = two(game, "");
        for name in moves.split('-').filter(|name| !name.is_empty()) {
            click(&mut table, name);
        }
        assert_eq!(status(&table), said, "{game:?} {moves}");
        assert_eq!(voice(&table), heard, "{game:?} {moves}");
    }
}

#[test]
fn a_refused_move_changes_nothing_and_says_why() {
    for (game, moves, cell, said) in [
        (Game::Classique, "5", "5", "Case 5 déjà prise par X."),
        (
            Game::Classique,
            "1-4-2-5-3",
            "9",
            "La partie est finie : commence une nouvelle partie.",
        ),
        (
            Game::Infini,
            "1-4-5-6-2-8",
            "1",
            "Case 1 prise : ce X ne part qu'après ton coup.",
        ),
        (
            Game::Ultimate,
            "55",
            "15",
            "Pas dans la grille 1 : tu dois jouer dans la petite grille 5.",
        ),
        (
            Game::Cube,
            "111",
            "111",
            "Étage 1, rangée 1, colonne 1 déjà prise par X.",
        ),
    ] {
        let mut table = two(game, moves);
        click(&mut table, cell);
        assert_eq!(table.record().notation(), moves, "{game:?}");
        assert_eq!(status(&table), said, "{game:?}");
        assert_eq!(voice(&table), said, "{game:?}");
    }
}

#[test]
fn a_refusal_said_twice_is_heard_twice() {
    let mut table = two(Game::Classique, "5");
    click(&mut table, "5");
    let first = table_markup(&table);
    click(&mut table, "5");
    assert_ne!(first, table_markup(&table));
}

#[test]
fn the_computer_answers_after_the_pause_and_not_before() {
    for pause_first in [false, true] {
        let mut table = Table::new(spec(Game::Classique, "", Opponent::Computer));
        let effects = click(&mut table, "5");
        assert!(table.waiting());
        assert_eq!(status(&table), "L'ordinateur réfléchit.");
        let said = Event::Answer(answer(&effects.ask[0].1));
        let pause = Event::PauseOver(effects.pause.unwrap().0);
        let order = if pause_first {
            [pause, said]
        } else {
            [said, pause]
        };
        for (i, event) in order.into_iter().enumerate() {
            assert_eq!(table.record().moves().len(), 1, "before event {i}");
            table.handle(event);
        }
        assert_eq!(table.record().moves().len(), 2);
        assert!(!table.waiting());
    }
}

#[test]
fn a_click_during_the_thinking_plays_nothing() {
    let mut table = Table::new(spec(Game::Classique, "", Opponent::Computer));
    let effects = click(&mut table, "5");
    click(&mut table, "1");
    assert_eq!(table.record().notation(), "5");
    think(&mut table, &effects);
    assert_eq!(table.record().moves().len(), 2);
}

#[test]
fn an_answer_to_a_position_that_is_gone_is_dropped() {
    for action in [Action::Undo, Action::New, Action::AgainstHuman] {
        let mut table = Table::new(spec(Game::Classique, "", Opponent::Computer));
        let effects = click(&mut table, "5");
        let done = table.handle(Event::Action(action));
        assert_eq!(done.forget, [1], "the worker need not go on");
        let before = table.record().clone();
        table.handle(Event::Answer(answer(&effects.ask[0].1)));
        table.handle(Event::PauseOver(effects.pause.unwrap().0));
        assert_eq!(*table.record(), before, "{action:?}");
    }
}

#[test]
fn undo_goes_back_to_the_readers_last_choice() {
    let mut table = Table::new(spec(Game::Classique, "", Opponent::Computer));
    let effects = click(&mut table, "5");
    think(&mut table, &effects);
    // After the answer: both moves.
    table.handle(Event::Action(Action::Undo));
    assert_eq!(table.record().notation(), "");
    // During the thinking: the reader's move alone.
    click(&mut table, "5");
    table.handle(Event::Action(Action::Undo));
    assert_eq!(table.record().notation(), "");
    assert!(!table.waiting());
    // Nothing left: nothing happens, and it is said.
    table.handle(Event::Action(Action::Undo));
    assert_eq!(voice(&table), "Rien à annuler. À toi de jouer (X).");
}

#[test]
fn what_was_taken_back_can_be_played_again() {
    // Two people: move by move, and gone once another move is played.
    let mut table = two(Game::Classique, "");
    for cell in ["5", "1", "9"] {
        click(&mut table, cell);
    }
    table.handle(Event::Action(Action::Undo));
    table.handle(Event::Action(Action::Undo));
    table.handle(Event::Action(Action::Redo));
    assert_eq!(table.moves(), "5-1");
    assert_eq!(voice(&table), "Coup rétabli. À X de jouer.");
    click(&mut table, "9");
    assert_eq!(table.moves(), "5-1-9", "the same move by hand");
    table.handle(Event::Action(Action::Undo));
    click(&mut table, "3");
    table.handle(Event::Action(Action::Redo));
    assert_eq!(table.moves(), "5-1-3");
    assert_eq!(voice(&table), "Rien à rétablir. À O de jouer.");

    // Against the computer: its answer comes back with one's own move, unasked.
    let mut table = Table::new(spec(Game::Classique, "", Opponent::Computer));
    let effects = click(&mut table, "5");
    think(&mut table, &effects);
    let played = table.moves();
    table.handle(Event::Action(Action::Undo));
    assert_eq!(table.moves(), "");
    let effects = table.handle(Event::Action(Action::Redo));
    assert_eq!(table.moves(), played);
    assert_eq!(effects.ask, []);
}

#[test]
fn a_hint_names_a_move_and_says_why() {
    for (game, moves, said, cell) in [
        (
            Game::Classique,
            "1-5-2",
            "Essaie la case 3 : sans cela, X y gagne au coup suivant.",
            "3",
        ),
        (Game::Infini, "1-4-5-7-2", "Essaie la case 1", ""),
        (
            Game::Ultimate,
            "51-15-52-25",
            "Essaie la case 3 de la petite grille 5 : tu gagnes la petite grille 5.",
            "53",
        ),
        (
            Game::Cube,
            "111-211-112-212-113-213",
            "Essaie la case 114 (étage 1, rangée 1, colonne 4) : c'est gagné tout de suite.",
            "114",
        ),
    ] {
        let mut table = two(game, moves);
        let effects = table.handle(Event::Action(Action::Hint));
        assert!(table.waiting(), "{game:?}");
        table.handle(Event::Answer(answer(&effects.ask[0].1)));
        assert!(!table.waiting(), "{game:?}");
        if cell.is_empty() {
            assert!(
                status(&table).starts_with("Essaie la case "),
                "{}",
                status(&table)
            );
            continue;
        }
        assert_eq!(status(&table), said, "{game:?}");
        assert_eq!(voice(&table), said, "{game:?}");
        let markup = table_markup(&table);
        let at = markup.find("class=\"indice\"").expect("the hint is drawn");
        let before = &markup[..at];
        let drawn_in = &before[before.rfind("data-c=").expect("in a cell")..];
        assert!(
            drawn_in.starts_with(&format!("data-c=\"{cell}\"")),
            "{game:?}"
        );
        assert!(!markup.contains(" refus\""), "a hint is no refusal");
        // The next move makes it go.
        click(&mut table, cell);
        assert!(!table_markup(&table).contains("class=\"indice\""));
    }
}

#[test]
fn a_move_during_the_search_for_a_hint_is_played_and_the_hint_forgotten() {
    let mut table = two(Game::Classique, "1-5-2");
    let asked = table.handle(Event::Action(Action::Hint)).ask.remove(0).1;
    let effects = click(&mut table, "9");
    assert_eq!(effects.forget, [1]);
    assert_eq!(table.moves(), "1-5-2-9");
    table.handle(Event::Answer(answer(&asked)));
    assert_eq!(status(&table), "À X de jouer.");
}

#[test]
fn a_long_search_shows_its_progress_and_can_be_cut_short() {
    let mut board = spec(Game::Ultimate, "", Opponent::Computer);
    board.level = *Level::all(Game::Ultimate).last().expect("a level");
    let mut table = Table::new(board);
    click(&mut table, "55");
    assert!(table_markup(&table).contains("data-action=\"joue-maintenant\""));
    table.handle(Event::Answer(String::from("1;~420")));
    assert!(table_markup(&table).contains("value=\"420\""));
    let effects = table.handle(Event::Action(Action::PlayNow));
    assert_eq!((effects.hurry, effects.forget), (Some(1), Vec::new()));
    assert!(table.waiting(), "until the answer comes");
}

#[test]
fn the_choices_are_behind_a_button_that_says_what_is_chosen() {
    let mut table = Table::new(spec(Game::Classique, "", Opponent::Computer));
    let closed = table_markup(&table);
    assert!(closed.contains("aria-expanded=\"false\""));
    assert!(plain(&closed).contains("<span>Ordinateur : moyen</span>"));
    assert!(!closed.contains("adversaire-humain"));
    table.handle(Event::Action(Action::Open(Panel::Players)));
    let open = table_markup(&table);
    assert!(open.contains("aria-expanded=\"true\""));
    assert_eq!(open.matches("data-action=\"niveau-").count(), 3);
    table.handle(Event::Action(Action::AgainstHuman));
    let two = table_markup(&table);
    assert!(two.contains("<span>À deux</span>"));
    assert!(!two.contains("niveau-"), "two people have no level");
}

#[test]
fn undo_leaves_the_computers_opening_alone() {
    let mut board = spec(Game::Classique, "", Opponent::Computer);
    board.first = First::Computer;
    let mut table = Table::new(board);
    let effects = table.open();
    think(&mut table, &effects);
    let opening = table.record().clone();
    assert_eq!(opening.moves().len(), 1);
    let free = opening.position().legal().iter().next().unwrap();
    table.handle(Event::Cell(free));
    table.handle(Event::Action(Action::Undo));
    assert_eq!(*table.record(), opening);
    table.handle(Event::Action(Action::Undo));
    assert_eq!(*table.record(), opening);
}

#[test]
fn undo_never_goes_behind_the_position_of_the_chapter() {
    let mut table = two(Game::Classique, "5-1-9");
    table.handle(Event::Action(Action::Undo));
    assert_eq!(table.record().notation(), "5-1-9");
    click(&mut table, "3");
    table.handle(Event::Action(Action::Undo));
    assert_eq!(table.record().notation(), "5-1-9");
    click(&mut table, "3");
    table.handle(Event::Action(Action::New));
    assert_eq!(table.record().notation(), "");
    table.handle(Event::Action(Action::Restart));
    assert_eq!(table.record().notation(), "5-1-9");
}

#[test]
fn a_worker_that_breaks_down_leaves_a_board_for_two() {
    for failure in [
        Event::WorkerFailed,
        Event::Answer(String::from("1;!memory")),
        Event::Answer(String::from("nonsense")),
        // To a question that nobody asked.
        Event::Answer(String::from("9;222")),
    ] {
        let mut table = Table::new(spec(Game::Cube, "", Opponent::Computer));
        click(&mut table, "111");
        table.handle(failure.clone());
        assert!(!table.waiting(), "{failure:?}");
        assert_eq!(
            status(&table),
            "L'ordinateur ne répond plus. Continue à deux, ou commence une nouvelle partie."
        );
        click(&mut table, "222");
        assert_eq!(table.record().notation(), "111-222");
    }
}

#[test]
fn an_illegal_answer_is_not_asked_for_again() {
    let mut table = Table::new(spec(Game::Classique, "", Opponent::Computer));
    click(&mut table, "5");
    table.handle(Event::Answer(String::from("1;5")));
    let effects = table.handle(Event::PauseOver(1));
    assert_eq!((effects.ask, effects.forget), (Vec::new(), vec![1]));
    assert_eq!(
        status(&table),
        "L'ordinateur ne répond plus. Continue à deux, ou commence une nouvelle partie."
    );
}

#[test]
fn a_link_of_another_game_says_so() {
    for (game, said) in [
        (
            "dames",
            "Jeu inconnu « dames ». Jeux connus : classique, infini, ultimate, 3d.",
        ),
        (
            "3d",
            "Ce lien mène à une partie de morpion 3D, et cette page n'en a pas.",
        ),
        ("", "À O de jouer."),
    ] {
        let mut table = Table::new(spec(Game::Classique, "", Opponent::Computer));
        table.handle(Event::Open {
            game: game.to_owned(),
            position: String::new(),
            moves: String::from("5"),
        });
        assert_eq!(status(&table), said);
    }
}

#[test]
fn a_long_or_quoted_word_is_shown_as_it_is_and_no_longer() {
    let error = Spec::from_attributes(|name| (name == "jeu").then(|| "l'".repeat(5000)))
        .expect_err("no such game");
    let table = Table::with_error(Game::Classique, &error);
    assert!(status(&table).chars().count() < 120, "{}", status(&table));
    assert!(table_markup(&table).contains("l'l'l'"));
}

#[test]
fn a_free_choice_is_explained_to_the_ear() {
    let mut table = two(Game::Ultimate, "51-15-52-25-53");
    click(&mut table, "35");
    assert_eq!(
        voice(&table),
        "Coup 6 : O en grille 3, case 5. \
         À X de jouer où il veut : la petite grille 5 est fermée."
    );
}

#[test]
fn the_focus_has_somewhere_to_go_when_its_button_leaves() {
    let mut board = spec(Game::Classique, "5-1-9", Opponent::Computer);
    board.mode = Mode::Demo;
    let mut table = Table::new(board);
    let freed = table.handle(Event::Action(Action::Free));
    assert_eq!(freed.focus, Some(table.cursor()));
    let back = table.handle(Event::Action(Action::Restart));
    assert_eq!(back.focus, Some(table.cursor()));
    table.handle(Event::Action(Action::Back));
    assert_eq!(table.moves(), "5-1", "the demonstration is back");
}

#[test]
fn keys_move_over_the_whole_board() {
    for (game, from, key, to) in [
        (Game::Classique, "5", Key::Up, "2"),
        (Game::Classique, "2", Key::Up, "2"),
        (Game::Classique, "5", Key::End, "6"),
        (Game::Ultimate, "13", Key::Right, "21"),
        (Game::Ultimate, "17", Key::Down, "41"),
        (Game::Ultimate, "55", Key::Home, "44"),
        (Game::Ultimate, "55", Key::PageDown, "65"),
        (Game::Cube, "114", Key::Right, "114"),
        (Game::Cube, "123", Key::PageDown, "223"),
        (Game::Cube, "123", Key::PageUp, "123"),
        (Game::Cube, "423", Key::PageDown, "423"),
    ] {
        let mut table = two(game, "");
        table.handle(Event::Focus(game.cell_from_name(from).unwrap()));
        let effects = table.handle(Event::Key(key));
        let cell = game.cell_from_name(to).unwrap();
        assert_eq!(effects.focus, Some(cell), "{game:?} {from} {key:?}");
        assert_eq!(table.cursor(), cell);
    }
}

#[test]
fn one_tab_stop_a_board() {
    for game in Game::ALL {
        let table = two(game, "");
        let markup = table_markup(&table);
        assert_eq!(markup.matches("tabindex=\"0\"").count(), 1, "{game:?}");
        assert_eq!(
            markup.matches("data-case=").count(),
            usize::from(game.cells()),
            "{game:?}"
        );
    }
}

#[test]
fn a_demonstration_goes_step_by_step_and_then_is_the_readers() {
    let mut board = spec(Game::Classique, "5-1-9", Opponent::Computer);
    board.mode = Mode::Demo;
    let mut table = Table::new(board);
    assert_eq!(table.open(), Effects::default());
    assert_eq!(table.moves(), "5-1-9");
    table.handle(Event::Action(Action::Back));
    assert_eq!(table.moves(), "5-1");
    assert_eq!(voice(&table), "Position après 2 coups sur 3. À X de jouer.");
    click(&mut table, "2");
    assert_eq!(table.moves(), "5-1", "a demonstration is not played on");
    table.handle(Event::Action(Action::ToStart));
    assert_eq!(table.moves(), "");
    table.handle(Event::Action(Action::Forward));
    assert_eq!(table.moves(), "5");
    assert_eq!(voice(&table), "Coup 1 : X en case 5. À O de jouer.");
    table.handle(Event::Action(Action::Free));
    click(&mut table, "3");
    assert_eq!(table.record().notation(), "5-3");
}

#[test]
fn a_link_opens_its_position_and_a_wrong_one_says_what_is_wrong() {
    let open = |moves: &str| {
        let mut table = Table::new(spec(Game::Ultimate, "", Opponent::Computer));
        table.handle(Event::Open {
            game: String::from("ultimate"),
            position: String::new(),
            moves: moves.to_owned(),
        });
        table
    };
    assert_eq!(open("55-51-15").moves(), "55-51-15");
    let wrong = open("55-25");
    assert_eq!(wrong.moves(), "");
    assert_eq!(
        status(&wrong),
        "Coup 2 : 25 impossible, grille 5 obligatoire. Voici le plateau de départ."
    );
}

#[test]
fn wrong_attributes_are_named() {
    for (attributes, said) in [
        (
            [("jeu", "infni")].as_slice(),
            "Jeu inconnu « infni ». Jeux connus : classique, infini, ultimate, 3d.",
        ),
        (
            &[("jeu", "3d"), ("mode", "film")],
            "« film » inconnu pour mode. Valeurs connues : fixe, demo, jeu, entrainement, exercice.",
        ),
        (
            &[("jeu", "3d"), ("graine", "x")],
            "La graine « x » n'est pas un nombre entier.",
        ),
        (
            &[("jeu", "classique"), ("coups", "5-0")],
            "Écriture refusée : « 0 » n'est pas une case (une case de 1 à 9). Voici le plateau de départ.",
        ),
        (
            &[("jeu", "classique"), ("position", "x1-2o")],
            "Écriture refusée : 2 symboles X et 0 symbole O : X commence et chacun joue à son tour. \
             Voici le plateau de départ.",
        ),
    ] {
        let error = Spec::from_attributes(|name| {
            attributes
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        })
        .expect_err("refused");
        let table = Table::with_error(Game::Classique, &error);
        assert_eq!(status(&table), said);
        assert_eq!(table.moves(), "");
    }
}

#[test]
fn a_step_that_leads_nowhere_changes_nothing() {
    for action in [Action::Forward, Action::ToEnd, Action::Go(1)] {
        let mut table = Table::new(spec(Game::Infini, "", Opponent::Computer));
        let asked = table.handle(Event::Cell(Cell(4)));
        assert_eq!(asked.ask.len(), 1);
        let effects = table.handle(Event::Action(action));
        assert!(table.waiting(), "{action:?}");
        assert!(effects.ask.is_empty() && effects.forget.is_empty());
    }
}

#[test]
fn a_choice_that_is_made_already_changes_no_side() {
    let mut table = Table::new(spec(Game::Infini, "", Opponent::Computer));
    table.handle(Event::Cell(Cell(4)));
    let effects = table.handle(Event::Action(Action::AgainstComputer));
    assert!(table.waiting() && effects.forget.is_empty());
    assert_eq!(table.moves(), "5");
}

#[test]
fn another_move_in_the_place_of_the_chapter_s_can_be_taken_back() {
    for (opponent, replies) in [(Opponent::Human, 0), (Opponent::Computer, 1)] {
        let mut table = Table::new(spec(Game::Classique, "5-1-9", opponent));
        table.handle(Event::Action(Action::Undo));
        assert_eq!(table.moves(), "5-1-9", "the chapter's own moves stay");
        table.handle(Event::Action(Action::ToStart));
        let mut effects = table.handle(Event::Cell(Cell(2)));
        for _ in 0..replies {
            let (_, request) = effects.ask.first().expect("the computer is asked");
            table.handle(Event::Answer(answer(request)));
            let pause = effects.pause.expect("a pause").0;
            effects = table.handle(Event::PauseOver(pause));
        }
        assert_eq!(table.record().moves().len(), 1 + replies);
        table.handle(Event::Action(Action::Undo));
        assert_eq!(table.moves(), "", "{opponent:?}");
        table.handle(Event::Action(Action::Redo));
        table.handle(Event::Action(Action::Go(1)));
        table.handle(Event::Action(Action::Undo));
        assert_eq!(table.moves(), "5", "{opponent:?}: the chapter's again");
    }
}

/// Whatever arrives in whatever order, the table stands: no panic, a record
/// that is legal, one cell to tab to.
#[test]
fn random_events_never_break_a_table() {
    let rounds = if cfg!(debug_assertions) { 40 } else { 600 };
    for game in Game::ALL {
        let mut rng = Rng::new(7);
        for round in 0..rounds {
            let mut board = spec(game, "", Opponent::Computer);
            if round % 3 == 0 {
                board.mode = Mode::Demo;
            } else if round % 4 == 0 {
                board.mode = Mode::Exercise;
                board.goal = Some(Goal::BLOCK);
            } else if round % 4 == 1 {
                board.first = First::InTurn;
            }
            let mut table = Table::new(board);
            let mut asked = table.open();
            for _ in 0..40 {
                let event = match rng.below(8) {
                    0..3 => Event::Cell(Cell(rng.below(90) as u8)),
                    3 => Event::Action(
                        [
                            Action::New,
                            Action::Undo,
                            Action::AgainstHuman,
                            Action::AgainstComputer,
                            Action::ComputerFirst,
                            Action::Forward,
                            Action::Back,
                            Action::ToStart,
                            Action::ToEnd,
                            Action::Redo,
                            Action::Go(2),
                            Action::Free,
                            Action::Restart,
                            Action::Revenge,
                            Action::InTurn,
                            Action::Forsake,
                            Action::Resume,
                            Action::Solution,
                            Action::Retry,
                        ][rng.below(19) as usize],
                    ),
                    4 => Event::Key(
                        [Key::Down, Key::Right, Key::PageDown, Key::End][rng.below(4) as usize],
                    ),
                    5 => Event::PauseOver(rng.below(6) as u32),
                    6 => Event::WorkerFailed,
                    _ => match asked.ask.first() {
                        Some((_, request)) => {
                            let said = answer(request);
                            let pause = asked.pause.unwrap_or_default().0;
                            table.handle(Event::Answer(said));
                            Event::PauseOver(pause)
                        }
                        None => Event::Answer(String::from(";;")),
                    },
                };
                let effects = table.handle(event);
                if !effects.ask.is_empty() {
                    asked = effects;
                }
                let record = table.record();
                assert_eq!(
                    record.position(),
                    Record::parse_moves(record.start(), &record.notation())
                        .expect("a legal record")
                        .position()
                );
                assert!(table.cursor().0 < game.cells());
                assert_eq!(table_markup(&table).matches("tabindex=\"0\"").count(), 1);
            }
        }
    }
}

#[test]
fn a_won_game_of_ultimate_names_its_small_boards() {
    // O never answers: X takes three small boards of a set-up.
    let position = Position::parse_setup(
        Game::Ultimate,
        "x11-12-13-21-22-23-31-32o44-45-47-54-55-57-64-65tx",
    )
    .expect("a set-up");
    let mut record = Record::from_position(position);
    record
        .play(Game::Ultimate.cell_from_name("33").unwrap())
        .expect("legal");
    assert_eq!(
        record.position().outcome(),
        Some(Outcome::Win(Side::X)),
        "three small boards in line"
    );
    let table = Table::new(Spec {
        opponent: Opponent::Human,
        ..Spec::new(record, Mode::Play)
    });
    assert_eq!(status(&table), "X gagne : petites grilles 1-2-3 alignées.");
    assert_eq!(table.result(), Some("x"));
}
