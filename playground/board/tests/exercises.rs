//! Exercises told as stories: right, wrong, shown, in every game.

mod memory;

use std::rc::Rc;

use memory::{Memory, act, answer, click, offered, settle, status, text_of};
use morpion_board::{
    Action, Device, Event, Mode, Room, STEP_PAUSE_MS, Sheet, Spec, Table, Tempting, View, figure,
    figure_of_the_day, goal_from_french, of_the_day, room_element, room_markup, table_markup,
};
use morpion_engine::{Game, Record};

fn spec(game: Game, position: &str, goal: &str) -> Spec {
    let record = Record::parse(game, position).expect("legal");
    let mut spec = Spec::new(record, Mode::Exercise);
    spec.goal = Some(goal_from_french(goal).expect("a goal"));
    spec
}

fn exercise(memory: &Rc<Memory>, game: Game, position: &str, goal: &str) -> Table {
    let mut table = Table::new(spec(game, position, goal))
        .seeded(1)
        .on(memory.clone());
    table.open();
    table
}

fn line(table: &Table) -> String {
    text_of(table, "morpion-serie").expect("the line of progress")
}

/// One exercise of each game: what it asks, a right way through it, what is said at the
/// end; a wrong move, what is said of it, and the game once it is refuted.
struct Story {
    game: Game,
    position: &'static str,
    goal: &'static str,
    asks: &'static str,
    right: &'static [&'static str],
    bravo: &'static str,
    wrong: &'static str,
    why: &'static str,
    refuted: &'static str,
}

const STORIES: [Story; 6] = [
    Story {
        game: Game::Classique,
        position: "1-2-5-9",
        goal: "gagner en 2",
        asks: "À toi de jouer (X) : gagne en deux coups.",
        // O has to stop one of two lines.
        right: &["4", "6|7"],
        bravo: "Bravo, c'est gagné !",
        wrong: "3",
        why: "Pas cette fois : après ce coup, O peut toujours s'en sortir.",
        refuted: "1-2-5-9-3",
    },
    Story {
        game: Game::Classique,
        position: "1-5-2",
        goal: "bloquer",
        asks: "À toi de jouer (O) : empêche X de gagner la partie au coup suivant.",
        right: &["3"],
        bravo: "Bravo, X est arrêté !",
        wrong: "9",
        why: "Pas cette fois : tu laisses à X la case 3, et il gagne.",
        refuted: "1-5-2-9-3",
    },
    Story {
        game: Game::Infini,
        position: "x1-8-2o7-4-9tx",
        goal: "gagner en 1",
        asks: "À toi de jouer (X) : gagne en un coup.",
        right: &["5"],
        bravo: "Bravo, c'est gagné !",
        wrong: "3",
        why: "Pas cette fois :",
        refuted: "3",
    },
    Story {
        game: Game::Ultimate,
        position: "x41-42-51-54-61-65-72-85-98o11-12-13-21-22-23-31-32tob0",
        goal: "gagner en 1",
        asks: "À toi de jouer (O) : gagne en un coup.",
        right: &["33"],
        bravo: "Bravo, c'est gagné !",
        wrong: "91",
        why: "Pas cette fois",
        refuted: "91",
    },
    Story {
        game: Game::Ultimate,
        position: "x21-22-33-41-55-71-98o11-31-34-61-65-91tob0",
        goal: "bien envoyer",
        asks: "À toi de jouer (O) : n'offre à X ni petite grille à prendre, ni choix libre.",
        right: &["69"],
        bravo: "Bravo, X n'en tire rien !",
        wrong: "62",
        why: "Pas cette fois : tu envoies X dans la petite grille 2, et il la prend.",
        refuted: "62-23",
    },
    Story {
        game: Game::Cube,
        position: "111-112-222-113-333",
        goal: "bloquer",
        asks: "À toi de jouer (O) : empêche X de gagner la partie au coup suivant.",
        right: &["444"],
        bravo: "Bravo, X est arrêté !",
        wrong: "443",
        why: "Pas cette fois : tu laisses à X la case 444 (étage 4, rangée 4, colonne 4), et il gagne.",
        refuted: "111-112-222-113-333-443-444",
    },
];

#[test]
fn a_right_move_is_answered_until_the_goal_is_reached() {
    for story in &STORIES {
        let memory = Memory::new();
        let mut table = exercise(&memory, story.game, story.position, story.goal);
        let told = format!("{:?} {}", story.game, story.goal);
        assert_eq!(status(&table), story.asks, "{told}");
        assert_eq!(line(&table), "Pas encore réussi");
        for (index, names) in story.right.iter().enumerate() {
            if index > 0 {
                assert!(
                    status(&table).starts_with("Bien joué !"),
                    "{told}: {}",
                    status(&table)
                );
            }
            // One of these is still free and right.
            let legal = table.position().legal();
            let name = names
                .split('|')
                .find(|name| legal.contains(story.game.cell_from_name(name).expect("a cell")))
                .expect("one is free");
            click(&mut table, name);
        }
        assert_eq!(status(&table), story.bravo, "{told}");
        assert_eq!(line(&table), "Exercice réussi", "{told}");
        assert!(table_markup(&table).contains("morpion-commandes reussi"));
        // Another board with the same exercise knows.
        let again = exercise(&memory, story.game, story.position, story.goal);
        assert_eq!(line(&again), "Exercice réussi");
    }
}

#[test]
fn a_wrong_move_is_refuted_step_by_step() {
    for story in &STORIES {
        let memory = Memory::new();
        let mut table = exercise(&memory, story.game, story.position, story.goal);
        let told = format!("{:?} {}", story.game, story.goal);
        click(&mut table, story.wrong);
        assert!(
            status(&table).starts_with(story.why),
            "{told}: {}",
            status(&table)
        );
        assert!(
            table.moves().starts_with(story.refuted),
            "{told}: {}",
            table.moves()
        );
        assert_eq!(line(&table), "Pas encore réussi");
        let moves = table.moves();
        let free = table.position().legal().iter().next();
        if let Some(cell) = free {
            click(&mut table, &story.game.cell_name(cell));
            assert_eq!(table.moves(), moves, "{told}: not before « Réessayer »");
        }
        act(&mut table, Action::Retry);
        assert_eq!(status(&table), story.asks, "{told}");
        click(
            &mut table,
            story.right[0].split('|').next().expect("a move"),
        );
        assert!(
            status(&table).starts_with("Bravo") || status(&table).starts_with("Bien joué"),
            "{told}: {}",
            status(&table)
        );
    }
}

#[test]
fn each_step_of_a_refutation_has_its_pause() {
    let memory = Memory::new();
    // To a corner only the centre holds.
    let mut table = exercise(&memory, Game::Classique, "1", "ne pas perdre");
    let cell = Game::Classique.cell_from_name("9").expect("a cell");
    let effects = table.handle(Event::Cell(cell));
    assert_eq!(table.moves(), "1-9", "the move is seen at once");
    let mut effects = table.handle(Event::Answer(answer(&effects.ask[0].1)));
    let why = status(&table);
    assert_eq!(
        why,
        "Pas cette fois : après ce coup, X gagne en trois coups."
    );
    let mut length = 2;
    while let Some((number, pause)) = effects.pause {
        assert_eq!(pause, STEP_PAUSE_MS);
        assert_eq!(table.record().moves().len(), length);
        effects = table.handle(Event::PauseOver(number));
        length += 1;
        assert_eq!(status(&table), why, "the reason stays");
    }
    assert_eq!(length, 7, "three marks of X and two of O");
    assert_eq!(table.result(), Some("x"));
}

#[test]
fn a_solution_is_shown_and_does_not_count() {
    for story in &STORIES {
        let memory = Memory::new();
        let mut table = exercise(&memory, story.game, story.position, story.goal);
        act(&mut table, Action::Solution);
        assert_eq!(
            status(&table),
            "Voilà une solution. « Réessayer », et c'est à toi.",
            "{:?} {}",
            story.game,
            story.goal
        );
        assert_eq!(line(&table), "Pas encore réussi");
        act(&mut table, Action::Retry);
        assert_eq!(status(&table), story.asks);
    }
}

#[test]
fn a_hint_names_a_right_move() {
    for (story, said) in STORIES.iter().zip([
        "Essaie la case 4 : deux menaces d'un coup, et O ne peut en boucher qu'une.",
        "Essaie la case 3 : sans cela, X y gagne au coup suivant.",
        "Essaie la case 5 : c'est gagné tout de suite.",
        "Essaie la case 3 de la petite grille 3 : c'est gagné tout de suite.",
    ]) {
        let memory = Memory::new();
        let mut table = exercise(&memory, story.game, story.position, story.goal);
        act(&mut table, Action::Hint);
        assert_eq!(status(&table), said);
        assert!(table_markup(&table).contains("class=\"indice\""));
        click(
            &mut table,
            story.right[0].split('|').next().expect("a move"),
        );
        assert!(status(&table).starts_with("B"), "{}", status(&table));
    }
}

#[test]
fn not_losing_goes_on_until_nobody_can_lose() {
    let memory = Memory::new();
    let mut table = exercise(&memory, Game::Classique, "1", "ne pas perdre");
    let mut moves = 0;
    while !status(&table).starts_with("Bravo") {
        act(&mut table, Action::Hint);
        let markup = table_markup(&table);
        let at = markup.find("class=\"indice\"").expect("a hint");
        let from = markup[..at].rfind("data-c=\"").expect("its cell") + 8;
        let name = markup[from..=from].to_owned();
        click(&mut table, &name);
        moves += 1;
        assert!(moves < 5, "it ends: {}", table.moves());
    }
    assert!(moves > 1, "one move is not enough: {}", table.moves());
}

#[test]
fn progress_is_told_for_the_page() {
    let memory = Memory::new();
    let specs = [
        spec(Game::Classique, "1-5-2", "bloquer"),
        spec(Game::Cube, "111-112-222-113-333", "bloquer"),
    ];
    let keys: Vec<String> = specs
        .iter()
        .map(|spec| spec.exercise_key().expect("an exercise"))
        .collect();
    assert_ne!(keys[0], keys[1]);
    let mut boards: Vec<Table> = specs
        .iter()
        .enumerate()
        .map(|(place, spec)| {
            Table::new(spec.clone())
                .on(memory.clone())
                .among(keys.clone(), place)
        })
        .collect();
    assert_eq!(line(&boards[0]), "0 sur 2 réussi sur cette page");
    click(&mut boards[0], "3");
    assert_eq!(
        line(&boards[0]),
        "Exercice réussi · 1 sur 2 réussi sur cette page"
    );
    assert_eq!(line(&boards[1]), "1 sur 2 réussi sur cette page");
    assert!(offered(&boards[0], Action::NextExercise));
    assert!(!offered(&boards[1], Action::NextExercise), "it is the last");
    assert!(act(&mut boards[0], Action::NextExercise).next_exercise);
    click(&mut boards[1], "444");
    assert_eq!(
        line(&boards[1]),
        "Exercice réussi · 2 sur 2 réussis sur cette page"
    );

    // The page that lists them.
    let sheets = [
        Sheet {
            link: "classique/jouer.html".to_owned(),
            title: "Jouer | & gagner".to_owned(),
            keys: keys.clone(),
        },
        Sheet {
            link: "3d/jouer.html".to_owned(),
            title: "Jouer; au 3D".to_owned(),
            keys: vec!["autre".to_owned()],
        },
    ];
    let element = room_element(View::Exercises, &sheets);
    assert!(
        memory::plain(&element).contains(
            "<li><a href=\"3d/jouer.html\">Jouer; au 3D</a> <span>1 exercice</span></li>"
        ),
        "{element}"
    );
    let attribute = |name: &str| {
        let at = element.find(&format!(" {name}=\""))? + name.len() + 3;
        let value = &element[at..at + element[at..].find('"')?];
        Some(value.replace("&amp;", "&"))
    };
    let mut room = Room::from_attributes(attribute, memory.clone());
    let page = memory::plain(&room_markup(&room));
    assert!(page.contains("2 exercices réussis sur 3."), "{page}");
    assert!(page.contains("<a href=\"classique/jouer.html\">Jouer / &amp; gagner</a> <span>2 sur 2, page terminée</span>"), "{page}");
    room.press("effacer");
    assert!(memory::plain(&room_markup(&room)).contains("2 exercices réussis"));
    assert!(room.press("effacer").kept);
    assert!(memory::plain(&room_markup(&room)).contains("3 exercices t'attendent."));
}

#[test]
fn a_refused_memory_is_told_once_and_progress_lasts_as_long_as_the_page() {
    let memory = Memory::new();
    memory.refuses.set(true);
    let mut table = exercise(&memory, Game::Classique, "1-5-2", "bloquer");
    click(&mut table, "3");
    assert_eq!(line(&table), "Exercice réussi");
    assert!(text_of(&table, "morpion-memoire").is_some());
    let mut other = exercise(&memory, Game::Cube, "111-112-222-113-333", "bloquer");
    click(&mut other, "444");
    assert_eq!(text_of(&other, "morpion-memoire"), None, "said once");
}

#[test]
fn a_click_while_something_is_shown_plays_nothing() {
    let memory = Memory::new();
    let mut table = exercise(&memory, Game::Classique, "1-2-5-9", "gagner en 2");
    let cell = |name| Game::Classique.cell_from_name(name).expect("a cell");
    let effects = table.handle(Event::Cell(cell("4")));
    assert!(
        !table
            .handle(Event::Cell(cell("7")))
            .ask
            .iter()
            .any(|_| true)
    );
    assert_eq!(table.moves(), "1-2-5-9-4");
    // « Réessayer » in the middle: the answer comes too late for anybody.
    let again = table.handle(Event::Action(Action::Retry));
    assert_eq!(again.forget, [effects.ask[0].0]);
    let late = table.handle(Event::Answer(answer(&effects.ask[0].1)));
    assert_eq!(late, morpion_board::Effects::default());
    assert_eq!(status(&table), "À toi de jouer (X) : gagne en deux coups.");
    settle(&mut table, late);
    assert_eq!(table.moves(), "1-2-5-9");
}

#[test]
fn a_worker_that_fails_is_told() {
    let memory = Memory::new();
    let mut table = exercise(&memory, Game::Classique, "1-5-2", "bloquer");
    let cell = Game::Classique.cell_from_name("3").expect("a cell");
    table.handle(Event::Cell(cell));
    table.handle(Event::WorkerFailed);
    assert!(
        status(&table).starts_with("L'arbitre ne répond plus."),
        "{}",
        status(&table)
    );
    assert_eq!(table.moves(), "1-5-2");
}

#[test]
fn the_tempting_move_is_told_why_it_tempts() {
    let memory = Memory::new();
    let mut spec = spec(Game::Classique, "1-2-5-9", "gagner en 2");
    spec.tempting = Some(Tempting {
        cell: Game::Classique.cell_from_name("3").expect("a cell"),
        why: String::from("prend un coin"),
    });
    // As the element of the page has it.
    let html = figure(&spec, None);
    let attribute = |name: &str| {
        let from = html.find(&format!(" {name}=\""))? + name.len() + 3;
        Some(html[from..from + html[from..].find('"')?].to_owned())
    };
    assert_eq!(attribute("tentant").as_deref(), Some("3 prend un coin"));
    assert_eq!(Spec::from_attributes(attribute), Ok(spec.clone()));
    let mut table = Table::new(spec).seeded(1).on(memory);
    click(&mut table, "3");
    assert_eq!(
        status(&table),
        "Pas cette fois : après ce coup, O peut toujours s'en sortir. C'était tentant : ce coup \
         prend un coin."
    );
    act(&mut table, Action::Retry);
    click(&mut table, "8");
    assert!(
        !status(&table).contains("tentant"),
        "another wrong move: {}",
        status(&table)
    );
}

#[test]
fn the_exercise_of_the_day_changes_with_the_day() {
    let specs = [
        spec(Game::Classique, "1-5-2", "bloquer"),
        spec(Game::Infini, "1-5-2", "bloquer"),
        spec(Game::Cube, "111-112-222-113-333", "bloquer"),
    ];
    let html = figure_of_the_day(&specs[0], &specs);
    assert!(html.starts_with("<figure class=\"morpion\"><morpion-plateau jeu=\"classique\""));
    assert!(!html.contains("<figcaption"), "{html}");
    let from = html.find(" jour=\"").expect("the attribute") + 7;
    let list = &html[from..from + html[from..].find('"').expect("its end")];
    let memory = Memory::new();
    let mut met = Vec::new();
    for day in 0..6 {
        memory.day.set(day);
        let candidate = of_the_day(list, &memory.today()).expect("one of them");
        let get = |name: &str| {
            let mut all = candidate.attributes();
            let value = all.find_map(|(known, value)| (known == name).then(|| value.to_owned()));
            value.or_else(|| (name == "mode").then(|| String::from("exercice")))
        };
        let read = Spec::from_attributes(get).expect("a board");
        assert_eq!(get("cle"), read.exercise_key(), "it counts as itself");
        met.push(specs.iter().position(|spec| *spec == read).expect("known"));
    }
    // In turn, from wherever the calendar stands.
    for days in met.windows(2) {
        assert_eq!((days[0] + 1) % specs.len(), days[1], "{met:?}");
    }
    // Where the day is not known there is one all the same.
    let first = of_the_day(list, "").expect("one of them");
    assert!(first.attributes().any(|one| one == ("jeu", "classique")));
}

#[test]
fn the_picture_asks_the_question_too() {
    let html = memory::plain(&figure(&spec(Game::Classique, "1-5-2", "bloquer"), Some(1)));
    assert!(
        html.contains("mode=\"exercice\" but=\"bloquer\" cle=\""),
        "{html}"
    );
    assert!(html.contains("À toi de jouer (O) : empêche X de gagner la partie au coup suivant."));
}
