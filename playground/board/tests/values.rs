//! What the moves are worth, told as short stories with a real desk for a worker.
//! Sentences are compared with plain spaces and apostrophes.

use std::cell::Cell as Slot;

use morpion_board::worker::Desk;
use morpion_board::{Action, Effects, Event, Mode, Opponent, Panel, Spec, Table, table_markup};
use morpion_engine::{Cell, Game, Outcome, Record, Rng, Side};

fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ")
        .replace(['\u{2060}'], "")
        .replace('’', "'")
}

/// A table, its worker, and whoever listens to the live region.
struct Room {
    table: Table,
    desk: Desk,
    /// Milliseconds; gains at each look, so that long searches end.
    time: Slot<f64>,
    /// What the worker has said and nobody has read yet.
    said: Vec<String>,
    pause: Option<u32>,
    asked: Vec<String>,
    heard: Vec<String>,
}

impl Room {
    fn new(game: Game, moves: &str, mode: Mode, opponent: Opponent) -> Room {
        let mut spec = Spec::new(Record::parse(game, moves).expect("legal"), mode);
        spec.opponent = opponent;
        spec.seed = Some(1);
        let mut room = Room {
            table: Table::new(spec),
            desk: Desk::new(),
            time: Slot::new(0.0),
            said: Vec::new(),
            pause: None,
            asked: Vec::new(),
            heard: Vec::new(),
        };
        let effects = room.table.open();
        room.follow(effects);
        room
    }

    /// Two people who train.
    fn training(game: Game, moves: &str) -> Room {
        Room::new(game, moves, Mode::Training, Opponent::Human)
    }

    fn event(&mut self, event: Event) {
        let before = self.voice();
        let effects = self.table.handle(event);
        if self.voice() != before {
            self.heard.push(plain(&self.voice()));
        }
        self.follow(effects);
    }

    fn follow(&mut self, effects: Effects) {
        for number in effects.forget {
            self.desk.receive(&format!("{number};forget"));
        }
        for (_, request) in effects.ask {
            self.said.extend(self.desk.receive(&request));
            self.asked.push(request);
        }
        self.pause = effects.pause.map_or(self.pause, |pause| Some(pause.0));
    }

    /// Lets the worker work until nobody waits for anything.
    fn settle(&mut self) {
        loop {
            if let Some(said) = self.said.pop() {
                self.event(Event::Answer(said));
            } else if self.desk.busy() {
                let said = self.desk.work(|| {
                    self.time.set(self.time.get() + 25.0);
                    self.time.get()
                });
                self.said.extend(said);
            } else if let Some(number) = self.pause.take() {
                self.event(Event::PauseOver(number));
            } else {
                return;
            }
        }
    }

    fn act(&mut self, action: Action) {
        self.event(Event::Action(action));
        self.settle();
    }

    fn click(&mut self, name: &str) {
        let cell = self.table.game().cell_from_name(name).expect("a cell");
        self.event(Event::Cell(cell));
        self.settle();
    }

    fn markup(&self) -> String {
        table_markup(&self.table)
    }

    /// The raw text of the live region.
    fn voice(&self) -> String {
        text(&self.markup(), "morpion-voix")
    }

    fn status(&self) -> String {
        plain(&text(&self.markup(), "morpion-statut"))
    }

    fn verdict(&self) -> String {
        plain(&text(&self.markup(), "morpion-verdict"))
    }

    fn label(&self, cell: &str) -> String {
        label(&self.markup(), &format!("data-case=\"{cell}\""))
    }

    /// How often each sign is drawn on the board, in the order of the legend.
    fn signs(&self) -> [usize; 5] {
        let markup = self.markup();
        ["v-gain", "v-nul", "v-perte", "v-estime", "v-inconnu"].map(|class| {
            let opening = format!("<g class=\"valeur {class}");
            let tags = markup.split(&opening).skip(1);
            // Those of the legend stand where they are.
            tags.filter(|rest| {
                rest.split('>')
                    .next()
                    .is_some_and(|tag| tag.contains("transform"))
            })
            .count()
        })
    }

    fn button(&self, action: &str) -> String {
        let markup = self.markup();
        let at = markup
            .find(&format!("data-action=\"{action}\""))
            .expect("the button is there");
        markup[at..]
            .split('>')
            .next()
            .unwrap_or_default()
            .to_owned()
    }

    /// The labels of the points of the curve.
    fn curve(&self) -> Vec<String> {
        let markup = self.markup();
        let Some(at) = markup.find("morpion-points") else {
            return Vec::new();
        };
        let points = markup[at..].split("</div>").next().unwrap_or_default();
        points
            .split("<button")
            .skip(1)
            .map(|point| label(point, "data-action"))
            .collect()
    }
}

fn text(markup: &str, class: &str) -> String {
    let at = markup.find(class).expect("the element is there");
    let from = at + markup[at..].find('>').expect("its tag ends") + 1;
    let to = from + markup[from..].find('<').expect("its text ends");
    markup[from..to].to_owned()
}

fn label(markup: &str, tag: &str) -> String {
    let at = markup.find(tag).expect("the element is there");
    let rest = &markup[at..];
    let from = rest.find("aria-label=\"").expect("a label") + "aria-label=\"".len();
    plain(rest[from..].split('"').next().unwrap_or_default())
}

#[test]
fn values_are_hidden_and_not_even_asked_for_until_somebody_wants_them() {
    for game in Game::ALL {
        let mut room = Room::training(game, "");
        room.settle();
        assert_eq!(room.asked, [""; 0], "{game:?}");
        assert_eq!(room.signs(), [0; 5]);
        assert_eq!(room.verdict(), "Les valeurs des coups sont cachées.");
        assert!(room.curve().is_empty());
        assert!(
            room.markup()
                .contains("aria-label=\"Évaluation\u{a0}: cachée\"")
        );
    }
}

#[test]
fn a_guess_is_not_played_and_is_told_what_is_better() {
    // game, moves, the guess, what is said of it
    for (game, moves, guess, said) in [
        (
            Game::Infini,
            "",
            "5",
            "Pas tout à fait : la case 5 mène au match nul, la case 2 gagne en 7.",
        ),
        (
            Game::Infini,
            "",
            "4",
            "Bien vu ! La case 4 gagne en 7 : rien de mieux.",
        ),
        (
            Game::Classique,
            "",
            "1",
            "La case 1 mène au match nul. Ici, tous les coups se valent.",
        ),
        (
            Game::Classique,
            "1-5-2",
            "3",
            "Bien vu ! La case 3 mène au match nul : aucun autre coup ne fait aussi bien.",
        ),
        (
            Game::Classique,
            "1-5-2",
            "9",
            "Pas tout à fait : la case 9 perd en 1, la case 3 mène au match nul.",
        ),
        (
            Game::Classique,
            "5-2",
            "3",
            "Bien vu ! La case 3 gagne en 3 : rien de mieux.",
        ),
        (
            Game::Cube,
            "111-211-112-212-113-213",
            "114",
            "Bien vu ! La case 114 gagne tout de suite : aucun autre coup ne fait aussi bien.",
        ),
    ] {
        let mut room = Room::training(game, moves);
        room.act(Action::Guess);
        assert_eq!(
            room.status(),
            format!(
                "Devine : quel est le meilleur coup pour {} ? Touche sa case, rien ne sera joué.",
                if moves.split('-').count() % 2 == 1 && !moves.is_empty() {
                    "O"
                } else {
                    "X"
                }
            )
        );
        assert_eq!(room.signs(), [0; 5], "not before the guess");
        room.click(guess);
        assert_eq!(room.table.moves(), moves, "nothing was played");
        assert_eq!(room.status(), said, "{game:?} {moves}");
        assert_eq!(room.heard.last().map(String::as_str), Some(said));
        assert!(room.markup().contains(" devine\""), "the guess is marked");
        // The next click plays, and hides again.
        room.click(guess);
        assert_ne!(room.table.moves(), moves);
        assert_eq!(room.signs(), [0; 5]);
    }
}

#[test]
fn a_guess_that_cannot_be_played_is_refused_and_may_be_made_again() {
    let mut room = Room::training(Game::Classique, "5");
    room.act(Action::Guess);
    room.click("5");
    assert_eq!(room.status(), "Case 5 déjà prise par X.");
    assert!(room.button("deviner").contains("aria-pressed=\"true\""));
    room.click("1");
    assert!(room.status().starts_with("Bien vu !"), "{}", room.status());
    assert_eq!(room.table.moves(), "5");
}

#[test]
fn a_guess_may_be_called_off() {
    let mut room = Room::training(Game::Classique, "");
    room.act(Action::Guess);
    room.act(Action::Guess);
    assert_eq!(room.status(), "À X de jouer.");
    room.click("5");
    assert_eq!(room.table.moves(), "5");
}

#[test]
fn values_are_drawn_and_in_the_labels() {
    // game, moves, signs, verdict, labels
    for (game, moves, signs, verdict, labels) in [
        (
            Game::Infini,
            "",
            [4, 5, 0, 0, 0],
            "X gagne en 7 coups.",
            &[
                ("2", "Case 2 : libre, gagne en 7"),
                ("5", "Case 5 : libre, match nul"),
            ][..],
        ),
        (
            Game::Classique,
            "",
            [0, 9, 0, 0, 0],
            "Match nul si personne ne se trompe.",
            &[("9", "Case 9 : libre, match nul")],
        ),
        (
            Game::Classique,
            "1-5-2",
            [0, 1, 5, 0, 0],
            "Match nul si personne ne se trompe.",
            &[("1", "Case 1 : X"), ("4", "Case 4 : libre, perd en 1")],
        ),
        (
            Game::Cube,
            "111-211-112-212-113-213",
            [58, 0, 0, 0, 0],
            "X gagne au prochain coup.",
            &[(
                "114",
                "Étage 1, rangée 1, colonne 4 : libre, gagne tout de suite",
            )],
        ),
    ] {
        let mut room = Room::training(game, moves);
        room.act(Action::Values);
        if game == Game::Cube {
            assert!(room.signs()[0] >= 1 && room.signs()[1] == 0);
        } else {
            assert_eq!(room.signs(), signs, "{game:?} {moves}");
        }
        assert_eq!(room.verdict(), verdict, "{game:?} {moves}");
        for (cell, said) in labels {
            assert_eq!(room.label(cell), *said);
        }
        room.act(Action::Values);
        assert_eq!(room.signs(), [0; 5]);
        let (cell, said) = labels[labels.len() - 1];
        assert_ne!(room.label(cell), said, "hidden for all");
    }
}

#[test]
fn estimates_are_called_so_and_late_values_are_proven() {
    let mut room = Room::training(Game::Ultimate, "55-51");
    room.act(Action::Values);
    assert_eq!(room.signs(), [0, 0, 0, 9, 0]);
    assert!(
        room.verdict().starts_with("Estimation : "),
        "{}",
        room.verdict()
    );
    assert!(
        room.label("12").contains(", estimation "),
        "{}",
        room.label("12")
    );
    assert!(
        room.markup().contains("class=\"x estimee\""),
        "a hatched bar"
    );
    // The last move of a game that was won late: few cells are left, and all is
    // proven.
    let won_late = |seed| {
        let mut rng = Rng::new(seed);
        let mut record = Record::new(Game::Ultimate);
        while record.position().outcome().is_none() {
            let legal = record.position().legal();
            let nth = rng.below(legal.len() as u64) as usize;
            record.play(legal.iter().nth(nth)?).ok()?;
        }
        let won = record.position().outcome() == Some(Outcome::Win(Side::X));
        record.undo();
        (won && record.moves().len() > 60).then_some(record)
    };
    let record = (0..).find_map(won_late).expect("such a game");
    let mut room = Room::training(Game::Ultimate, &record.notation());
    room.act(Action::Values);
    let [wins, draws, losses, estimates, unknown] = room.signs();
    assert!(wins > 0, "the last move of that game won");
    assert_eq!((estimates, unknown), (0, 0), "{wins} {draws} {losses}");
}

#[test]
fn values_hide_after_a_move_unless_they_are_always_shown() {
    let mut room = Room::training(Game::Infini, "");
    room.act(Action::Values);
    room.click("2");
    assert_eq!(room.signs(), [0; 5]);
    room.heard.clear();
    room.act(Action::Always);
    assert_ne!(room.signs(), [0; 5]);
    room.click("5");
    assert_ne!(room.signs(), [0; 5]);
    room.act(Action::Always);
    assert_ne!(room.signs(), [0; 5], "until the next move");
    room.click("1");
    assert_eq!(room.signs(), [0; 5]);
    room.act(Action::Always);
    room.act(Action::New);
    assert_ne!(room.signs(), [0; 5], "in the next game too");
}

#[test]
fn every_change_is_heard_once() {
    let mut room = Room::training(Game::Infini, "");
    room.act(Action::Always);
    room.click("2");
    let best = "X gagne en 7 coups. Meilleurs coups : cases 2, 4, 6 et 8.";
    assert_eq!(room.heard[..2], ["Je calcule les valeurs…", best]);
    assert_eq!(room.heard[2], "Coup 1 : X en case 2. À O de jouer.");
    assert!(
        room.heard[3].starts_with("X gagne en 6 coups."),
        "{:?}",
        room.heard
    );
    assert_eq!(room.heard.len(), 4, "{:?}", room.heard);
}

#[test]
fn against_the_computer_values_wait_for_the_reader_s_turn() {
    let mut room = Room::new(Game::Infini, "", Mode::Training, Opponent::Computer);
    room.act(Action::Always);
    let before = room.asked.len();
    let cell = Game::Infini.cell_from_name("2").expect("a cell");
    room.event(Event::Cell(cell));
    assert_eq!(room.signs(), [0; 5], "the computer is to move");
    room.settle();
    assert_eq!(room.table.record().moves().len(), 2);
    assert_ne!(room.signs(), [0; 5]);
    let verbs: Vec<&str> = room.asked[before..]
        .iter()
        .filter_map(|request| request.split(';').nth(1))
        .collect();
    assert_eq!(
        verbs,
        ["move", "values", "glance"],
        "one at a time, the move first"
    );
    assert!(
        room.heard
            .iter()
            .any(|heard| heard.starts_with("Coup 2 : O en"))
    );
}

#[test]
fn in_a_game_values_are_behind_their_panel() {
    let mut room = Room::new(Game::Classique, "", Mode::Play, Opponent::Human);
    room.act(Action::Values);
    assert!(room.asked.is_empty(), "there is no such button");
    room.act(Action::More);
    room.act(Action::Open(Panel::Values));
    room.act(Action::Values);
    assert_eq!(room.signs(), [0, 9, 0, 0, 0]);
    room.act(Action::Open(Panel::Values));
    assert_eq!(room.signs(), [0; 5], "closed");
    assert!(!room.markup().contains("morpion-balance"));
    let training = Room::training(Game::Classique, "");
    assert!(training.markup().contains("morpion-balance"));
    let mut training = training;
    training.act(Action::More);
    assert!(
        !training.markup().contains("data-action=\"valeurs\""),
        "it is open already"
    );
}

#[test]
fn a_projected_board_shows_values_by_a_key_and_not_before() {
    let mut room = Room::new(Game::Infini, "", Mode::Play, Opponent::Human);
    assert_eq!(room.table.shortcut("v", false), None);
    room.act(Action::Project);
    assert_eq!(room.signs(), [0; 5]);
    let action = room.table.shortcut("v", false).expect("a key for it");
    room.act(action);
    assert_eq!(room.signs(), [4, 5, 0, 0, 0]);
    assert!(!room.markup().contains("morpion-mesure"), "the board alone");
    room.act(Action::Project);
    assert_eq!(
        room.signs(),
        [0; 5],
        "back in the page they are behind their panel"
    );
}

#[test]
fn the_best_line_is_followed_to_the_end_and_left_again() {
    for (game, moves, count) in [
        (Game::Infini, "", 13),
        (Game::Classique, "5-2", 5),
        (Game::Cube, "111-211-112-212-113-213", 1),
    ] {
        // Against the computer, which must not play into it.
        let mut room = Room::new(game, moves, Mode::Training, Opponent::Computer);
        assert!(room.button("suite").contains("aria-disabled"));
        room.act(Action::Values);
        room.act(Action::Sequel);
        let plural = if count > 1 { "s" } else { "" };
        assert_eq!(
            room.status(),
            format!("La suite en {count} coup{plural} : avance avec « Suivant ».")
        );
        assert_eq!(room.table.moves(), moves);
        for step in 1..=count {
            assert!(room.table.result().is_none());
            room.act(Action::Forward);
            assert!(
                room.status()
                    .starts_with(&format!("La suite, coup {step} sur {count}.")),
                "{}",
                room.status()
            );
        }
        assert_eq!(
            room.table.result(),
            Some("x"),
            "{game:?}: what was claimed is true"
        );
        assert!(!room.asked.iter().any(|request| request.contains(";move;")));
        room.act(Action::Sequel);
        assert_eq!(room.table.moves(), moves);
        assert_eq!(room.status(), "À toi de jouer (X).");
        // The game goes on as if nothing had been.
        let before = room.table.record().moves().len();
        let free = room.table.position().legal().iter().last().expect("a cell");
        room.event(Event::Cell(free));
        room.settle();
        assert_eq!(room.table.record().moves().len(), before + 2, "{game:?}");
    }
}

/// « Montre la suite » from a place of a game that goes on elsewhere.
fn with_a_best_line() -> Room {
    let mut room = Room::training(Game::Infini, "");
    for cell in ["2", "4", "7", "9"] {
        room.click(cell);
    }
    room.act(Action::Go(2));
    room.act(Action::Values);
    room.act(Action::Sequel);
    assert!(
        room.status().starts_with("La suite en"),
        "{}",
        room.status()
    );
    room
}

#[test]
fn the_best_line_ends_where_the_reader_goes_elsewhere() {
    for action in [Action::Undo, Action::Back, Action::ToStart] {
        let mut room = with_a_best_line();
        room.act(action);
        assert!(
            !room.status().contains("suite"),
            "{action:?}: {}",
            room.status()
        );
        assert!(room.button("suite").contains("aria-pressed=\"false\""));
        // « Suivant » leads through the game again.
        room.act(Action::ToEnd);
        assert_eq!(room.table.moves(), "2-4-7-9", "{action:?}");
    }
    // Another move from where it began is one of the game.
    let mut room = with_a_best_line();
    room.act(Action::Go(4));
    assert_eq!(room.table.moves(), "2-4-7-9");
    assert!(!room.status().contains("suite"), "{}", room.status());
    room.act(Action::Back);
    room.act(Action::Forward);
    assert_eq!(room.table.moves(), "2-4-7-9");
}

#[test]
fn a_guess_is_not_judged_by_what_was_seen_at_a_glance() {
    let mut room = Room::training(Game::Ultimate, "55-51-15-53");
    // The curve looks at each place for a moment.
    room.act(Action::Values);
    room.act(Action::Values);
    room.act(Action::Go(2));
    room.event(Event::Action(Action::Guess));
    let cell = room.table.position().legal().iter().next().expect("a cell");
    room.event(Event::Cell(cell));
    assert_eq!(room.status(), "Voyons cela…");
    let asked = room.asked.last().expect("the desk is asked");
    assert!(asked.contains("values"), "{asked}");
    room.settle();
    assert_ne!(room.status(), "Voyons cela…");
}

#[test]
fn playing_out_of_the_best_line_leaves_it() {
    let mut room = Room::training(Game::Infini, "");
    room.act(Action::Values);
    room.act(Action::Sequel);
    room.act(Action::Forward);
    room.act(Action::Forward);
    let free = room.table.position().legal().iter().last().expect("a cell");
    room.event(Event::Cell(free));
    room.settle();
    assert!(!room.status().contains("suite"), "{}", room.status());
    assert!(room.button("suite").contains("aria-pressed=\"false\""));
}

#[test]
fn closing_the_panel_ends_what_only_its_buttons_could_end() {
    let mut room = Room::new(Game::Infini, "", Mode::Play, Opponent::Human);
    room.act(Action::More);
    room.act(Action::Open(Panel::Values));
    room.act(Action::Values);
    room.act(Action::Sequel);
    room.act(Action::Forward);
    room.act(Action::Open(Panel::Values));
    assert_eq!(room.table.moves(), "");
    assert_eq!(room.status(), "À X de jouer.");
    room.act(Action::Open(Panel::Values));
    room.act(Action::Values);
    room.act(Action::Guess);
    room.act(Action::More);
    assert_eq!(room.status(), "À X de jouer.");
    room.click("5");
    assert_eq!(room.table.moves(), "5", "a click plays again");
}

#[test]
fn the_curve_tells_each_place_and_leads_there() {
    let mut room = Room::training(Game::Classique, "5-2-1-9-7");
    room.act(Action::Values);
    assert_eq!(
        room.curve(),
        [
            "Départ : match nul si personne ne se trompe",
            "Coup 1, X en case 5 : match nul si personne ne se trompe",
            "Coup 2, O en case 2 : X gagne en 3 coups",
            "Coup 3, X en case 1 : X gagne en 2 coups",
            "Coup 4, O en case 9 : X gagne en 2 coups",
            "Coup 5, X en case 7 : X gagne au prochain coup",
        ]
    );
    let asked = room.asked.len();
    assert_eq!(asked, 6, "each place once");
    assert!(
        room.markup().contains("class=\"sure\""),
        "steps where it is proven"
    );
    room.act(Action::Go(2));
    assert_eq!(room.table.moves(), "5-2");
    assert_ne!(room.signs(), [0; 5], "values stay while one looks around");
    assert!(room.button("aller-2").contains("aria-current=\"step\""));
    assert!(room.button("aller-5").contains("tabindex=\"-1\""));
    room.act(Action::ToEnd);
    // A place known at a glance is looked at in earnest once it is shown.
    assert_eq!(room.asked.len(), asked + 1);
    room.act(Action::Go(2));
    assert_eq!(room.asked.len(), asked + 1, "known by now");
    room.act(Action::New);
    assert!(room.curve().is_empty(), "another game");
    room.act(Action::Values);
    assert_eq!(room.curve().len(), 1);
}

#[test]
fn a_game_that_is_over_has_its_curve() {
    let mut room = Room::training(Game::Classique, "1-4-2-5-3");
    room.act(Action::Values);
    assert_eq!(room.verdict(), "X a gagné.");
    assert_eq!(
        room.curve().last().map(String::as_str),
        Some("Coup 5, X en case 3 : X a gagné")
    );
    assert_eq!(room.heard, ["X a gagné."]);
    assert!(room.button("deviner").contains("aria-disabled"));
}

#[test]
fn what_is_not_wanted_any_more_is_forgotten_and_its_answer_dropped() {
    let mut room = Room::new(Game::Ultimate, "", Mode::Training, Opponent::Computer);
    let effects = room.table.handle(Event::Action(Action::Values));
    let number = effects.ask.first().expect("values are asked for").0;
    let effects = room.table.handle(Event::Action(Action::Values));
    assert_eq!(effects.forget, [number]);
    let hint = room.table.handle(Event::Action(Action::Hint));
    assert_eq!(hint.ask.len(), 1);
    room.table
        .handle(Event::Answer(format!("{number};values;11=;11")));
    assert_eq!(room.signs(), [0; 5]);
    assert!(room.table.waiting(), "the hint is still waited for");
}

#[test]
fn without_a_worker_there_are_no_values_but_there_is_a_game() {
    for failure in [
        Event::WorkerFailed,
        Event::Answer(String::from("1;!the game is over")),
        Event::Answer(String::from("1;values;nonsense")),
    ] {
        let mut room = Room::training(Game::Classique, "");
        room.event(Event::Action(Action::Values));
        room.event(failure);
        assert_eq!(room.status(), "Les valeurs n'ont pas pu être calculées.");
        assert_eq!(room.asked.len(), 1, "it is not asked for ever");
        room.event(Event::Cell(Cell(4)));
        assert_eq!(room.table.moves(), "5");
    }
}

#[test]
fn random_events_never_break_a_training_board() {
    let actions = [
        Action::Guess,
        Action::Values,
        Action::Sequel,
        Action::Always,
        Action::Forward,
        Action::Back,
        Action::Undo,
        Action::Redo,
        Action::New,
        Action::Go(3),
        Action::Hint,
        Action::AgainstHuman,
        Action::AgainstComputer,
    ];
    // Each room solves its games anew: Infini takes its time.
    for (game, rounds) in [(Game::Classique, 12), (Game::Infini, 2)] {
        let mut rng = Rng::new(11);
        for _ in 0..rounds {
            let mut room = Room::new(game, "", Mode::Training, Opponent::Computer);
            for _ in 0..60 {
                match rng.below(4) {
                    0 => room.event(Event::Cell(Cell(rng.below(9) as u8))),
                    1 => room.settle(),
                    _ => {
                        let nth = rng.below(actions.len() as u64) as usize;
                        room.event(Event::Action(actions[nth]));
                    }
                }
                let shown = room
                    .button("voir-valeurs")
                    .contains("aria-pressed=\"true\"");
                assert!(shown || room.signs() == [0; 5], "hidden is hidden");
                assert_eq!(room.markup().matches("morpion-case\"").count(), 9);
            }
        }
    }
}
