//! The page of the proof, with the worker's own desk.

mod memory;

use std::cell::Cell;

use memory::{Memory, plain};
use morpion_board::worker::Desk;
use morpion_board::{Room, View, room_element, room_markup};
use morpion_engine::Truth;

fn truth(key: &str) -> u64 {
    Truth::find(key).expect("a truth").value
}

fn attribute(element: &str, name: &str) -> Option<String> {
    let from = element.find(&format!(" {name}=\""))? + name.len() + 3;
    Some(element[from..from + element[from..].find('"')?].to_owned())
}

/// The room of the element that the book holds.
fn room() -> Room {
    let element = room_element(View::Proof, &[]);
    Room::from_attributes(|name| attribute(&element, name), Memory::new())
}

/// The page's sentence.
fn sentence(room: &Room) -> String {
    let markup = plain(&room_markup(room));
    let from = markup.find("morpion-bilan\">").expect("a sentence") + 15;
    markup[from..from + markup[from..].find('<').expect("its end")].to_owned()
}

fn offered(room: &Room, action: &str) -> bool {
    let markup = room_markup(room);
    let at = markup
        .find(&format!("data-action=\"{action}\""))
        .expect("a button that stays");
    !markup[at..at + markup[at..].find('>').expect("its end")].contains("aria-disabled")
}

fn gauge(room: &Room) -> u64 {
    let markup = room_markup(room);
    let at = markup.find("<progress").expect("a gauge");
    let value = attribute(&markup[at..], "value").expect("a value");
    value.parse().expect("a number")
}

#[test]
fn the_check_runs_in_the_worker_and_can_be_stopped() {
    let mut room = room();
    assert_eq!(sentence(&room), "Ton navigateur n'a encore rien vérifié.");
    assert!(offered(&room, "verifier") && !offered(&room, "arreter"));

    let effects = room.press("verifier");
    let request = effects.ask.expect("a request to the worker");
    assert!(!offered(&room, "verifier") && offered(&room, "arreter"));
    let mut desk = Desk::new();
    assert_eq!(desk.receive(&request), None);
    let time = Cell::new(0.0);
    let mut told = 0;
    while told < 20 {
        let said = desk.work(|| {
            time.set(time.get() + 60.0);
            time.get()
        });
        if let Some(said) = said {
            room.answer(&said);
            told += 1;
        }
    }
    let running = sentence(&room);
    assert!(
        running.contains("réponses de O essayées : "),
        "progress is told: {running}"
    );
    assert!(!running.starts_with('0'), "{running}");

    let effects = room.press("arreter");
    assert_eq!(effects.forget, Some(1));
    assert_eq!(effects.focus, Some("verifier"), "the pressed button rests");
    let stopped = sentence(&room);
    assert!(stopped.starts_with("Arrêté après "), "{stopped}");
    assert!(offered(&room, "verifier") && !offered(&room, "arreter"));
    // What was under way comes too late.
    room.answer("1;~999999");
    assert_eq!(sentence(&room), stopped);
    assert_eq!(desk.receive("1;forget"), None);
    assert!(!desk.busy());

    // Once more from the start, under another number.
    let again = room.press("verifier").ask.expect("a request");
    assert_ne!(again, request);
    assert_eq!(gauge(&room), 0);
}

#[test]
fn what_was_counted_stands_beside_what_the_book_counts() {
    let keys = [
        "3d.check.positions",
        "3d.check.replies",
        "3d.certificate.entries",
        "3d.check.longest-game",
    ];
    let [positions, replies, entries, longest] = keys.map(truth);
    let proved = |longest: u64| format!("1;proved;{positions};{replies};5;{entries};{longest}");

    let mut right = room();
    right.press("verifier");
    right.answer(&format!("1;~{}", replies / 2));
    assert_eq!(gauge(&right), 50 - u64::from(replies % 2));
    let heard = plain(&room_markup(&right));
    assert!(heard.contains("% des réponses essayées."), "{heard}");
    right.answer(&proved(longest));
    assert_eq!(gauge(&right), 100);
    assert_eq!(
        sentence(&right),
        "C'est prouvé : quoi que joue O, X gagne. Tes nombres sont ceux du livre."
    );
    let markup = room_markup(&right);
    for key in keys {
        let number = morpion_board::french::number(truth(key));
        let cells = format!("<td>{number}</td><td>{number}</td>");
        assert!(markup.contains(&cells), "{key}: {markup}");
    }

    let mut other = room();
    other.press("verifier");
    other.answer(&proved(longest + 1));
    assert!(sentence(&other).contains("Mais tes nombres"));

    let mut refuted = room();
    refuted.press("verifier");
    refuted.answer("1;refuted;111-112");
    assert!(sentence(&refuted).contains("après 111-112, X ne gagne pas"));
    assert!(offered(&refuted, "verifier"));
}

#[test]
fn a_worker_that_fails_is_told() {
    for fail in [
        (|room: &mut Room| room.worker_failed()) as fn(&mut Room),
        |room| room.answer("1;!no such request"),
        |room| room.answer("1;proved;1;2"),
    ] {
        let mut room = room();
        room.press("verifier");
        fail(&mut room);
        assert!(
            sentence(&room).starts_with("La vérification s'est interrompue."),
            "{}",
            sentence(&room)
        );
        assert!(offered(&room, "verifier"));
    }
}

#[test]
fn without_script_the_book_still_says_what_it_counts() {
    let element = plain(&room_element(View::Proof, &[]));
    assert!(element.contains("morpion prove 3d --check"), "{element}");
    let replies = plain(&morpion_board::french::number(truth("3d.check.replies")));
    assert!(element.contains(&format!("<td>{replies}</td></tr>")));
    assert!(!element.contains("<button"), "no dead control");
}
