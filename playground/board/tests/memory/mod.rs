//! A made-up device, and what the stories on it need.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use morpion_board::worker::Desk;
use morpion_board::{Action, Device, Effects, Event, Table, table_markup};

/// A device of which a test can change everything.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    kept: RefCell<BTreeMap<String, String>>,
    pub(crate) day: Cell<u8>,
    /// Nothing is kept for good.
    pub(crate) refuses: Cell<bool>,
}

impl Memory {
    pub(crate) fn new() -> Rc<Memory> {
        Rc::new(Memory::default())
    }
}

impl Device for Memory {
    fn recall(&self, name: &str) -> Option<String> {
        self.kept.borrow().get(name).cloned()
    }

    fn keep(&self, name: &str, text: &str) -> bool {
        let mut kept = self.kept.borrow_mut();
        if text.is_empty() {
            kept.remove(name);
        } else {
            kept.insert(name.to_owned(), text.to_owned());
        }
        !self.refuses.get()
    }

    fn today(&self) -> String {
        format!("2026-03-{:02}", self.day.get() + 1)
    }

    fn address(&self) -> String {
        String::new()
    }
}

pub(crate) fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ")
        .replace('’', "'")
        .replace("&quot;", "\"")
}

/// The text of the first element of this class, if there is one.
pub(crate) fn text_of(table: &Table, class: &str) -> Option<String> {
    let markup = table_markup(table);
    let at = markup.find(&format!("class=\"{class}"))?;
    let from = at + markup[at..].find('>')? + 1;
    let to = from + markup[from..].find('<')?;
    Some(plain(&markup[from..to]))
}

pub(crate) fn status(table: &Table) -> String {
    text_of(table, "morpion-statut").expect("a status")
}

/// Whether a button is there and can be pressed.
pub(crate) fn offered(table: &Table, action: Action) -> bool {
    let markup = table_markup(table);
    let name = format!("data-action=\"{}\"", action.french());
    let Some(at) = markup.find(&name) else {
        return false;
    };
    let tag = &markup[at..at + markup[at..].find('>').expect("the tag ends")];
    !tag.contains("aria-disabled")
}

pub(crate) fn act(table: &mut Table, action: Action) -> Effects {
    let effects = table.handle(Event::Action(action));
    settle(table, effects.clone());
    effects
}

thread_local! {
    /// One desk for a test: the tables of the small games take time to build.
    static DESK: RefCell<Desk> = RefCell::new(Desk::new());
}

/// What the worker says to a request in the end.
pub(crate) fn answer(request: &str) -> String {
    DESK.with_borrow_mut(|desk| {
        let mut said = desk.receive(request);
        while desk.busy() {
            said = desk.work(|| 0.0).or(said);
        }
        said.expect("an answer")
    })
}

/// Lets the worker answer and the pauses pass until nothing more is asked for.
pub(crate) fn settle(table: &mut Table, effects: Effects) {
    let mut open = vec![effects];
    while let Some(effects) = open.pop() {
        for (_, request) in effects.ask {
            open.push(table.handle(Event::Answer(answer(&request))));
        }
        if let Some((number, _)) = effects.pause {
            open.push(table.handle(Event::PauseOver(number)));
        }
    }
}

pub(crate) fn click(table: &mut Table, name: &str) {
    let game = table.record().game();
    let cell = game.cell_from_name(name).expect("a cell");
    let effects = table.handle(Event::Cell(cell));
    settle(table, effects);
}
