//! One board in the page.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use morpion_board::{Action, Effects, Event, Field, Key, Mode, Spec, Table, table_markup};
use morpion_engine::{Cell, Game};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{
    Document, Element, HtmlElement, HtmlInputElement, HtmlTextAreaElement, KeyboardEvent,
    PointerEvent, UrlSearchParams,
};

use crate::browser::{Listener, Timer, window};
use crate::device::Page;
use crate::morph::morph;
use crate::thinker::{Reply, Thinker, Ticket};

/// A board that somebody can play on, behind one `<morpion-plateau>`.
#[wasm_bindgen]
pub struct Board {
    _live: Rc<Live>,
    _listeners: Vec<Listener>,
}

struct Live {
    element: HtmlElement,
    document: Document,
    table: RefCell<Table>,
    thinker: Rc<Thinker>,
    pause: RefCell<Option<Timer>>,
    /// The requests on their way to the worker, by the board's own numbers.
    tickets: RefCell<Vec<(u32, Ticket)>>,
}

#[wasm_bindgen]
impl Board {
    /// Takes over the picture inside `element`. `script` is the address of
    /// this module's own script, which the worker runs too.
    ///
    /// # Errors
    ///
    /// What the browser refused. Wrong attributes are no error: the board
    /// says what is wrong with them and shows the usual start.
    #[wasm_bindgen(constructor)]
    pub fn new(element: HtmlElement, script: &str) -> Result<Board, JsValue> {
        let window = window().ok_or("no window")?;
        let document = window.document().ok_or("no document")?;
        let spec = Spec::from_attributes(|name| element.get_attribute(name));
        // A seed of the page's own, so that two games are not alike.
        let seed = js_sys::Math::random().to_bits();
        let table = match &spec {
            Ok(spec) => Table::new(spec.clone()),
            Err(error) => {
                let game = element
                    .get_attribute("jeu")
                    .and_then(|slug| Game::from_slug(&slug))
                    .unwrap_or(Game::Classique);
                Table::with_error(game, error)
            }
        };
        let live = Rc::new(Live {
            element: element.clone(),
            document,
            table: RefCell::new(table.seeded(seed).on(Rc::new(Page))),
            thinker: Thinker::shared(script),
            pause: RefCell::new(None),
            tickets: RefCell::default(),
        });
        let listeners = vec![
            Live::listen(&live, "click", Live::on_click)?,
            Live::listen(&live, "keydown", Live::on_key)?,
            Live::listen(&live, "focusin", Live::on_focus)?,
            Live::listen(&live, "pointerover", Live::on_hover)?,
            Live::listen(&live, "pointerleave", Live::on_hover)?,
            Live::listen(&live, "submit", Live::on_submit)?,
        ];
        let effects = match live.linked() {
            Some(event) => live.table.borrow_mut().handle(event),
            None => live.table.borrow_mut().open(),
        };
        live.show(effects);
        Ok(Board {
            _live: live,
            _listeners: listeners,
        })
    }
}

impl Live {
    fn listen(
        live: &Rc<Live>,
        kind: &'static str,
        handler: fn(&Rc<Live>, &web_sys::Event),
    ) -> Result<Listener, JsValue> {
        let weak: Weak<Live> = Rc::downgrade(live);
        Listener::new(&live.element, kind, move |event| {
            if let Some(live) = weak.upgrade() {
                handler(&live, &event);
            }
        })
    }

    fn on_click(self: &Rc<Self>, event: &web_sys::Event) {
        let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else {
            return;
        };
        if let Some(cell) = self.cell_of(&target) {
            self.handle(Event::Cell(cell));
        } else if let Ok(Some(button)) = target.closest("button[data-action]")
            && button.get_attribute("aria-disabled").as_deref() != Some("true")
            && let Some(action) = button
                .get_attribute("data-action")
                .and_then(|name| Action::from_french(self.game(), &name))
        {
            self.handle(Event::Action(action));
        }
    }

    fn on_key(self: &Rc<Self>, event: &web_sys::Event) {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
            return;
        };
        let target = event.target().and_then(|t| t.dyn_into::<Element>().ok());
        let typing = target
            .as_ref()
            .is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA"));
        if typing {
            // Letters and arrows there are for the text: not for the board, and not
            // for the book, which turns its pages with them.
            event.stop_propagation();
            return;
        }
        if (event.ctrl_key() || event.meta_key()) && !event.alt_key() {
            // As everywhere: Ctrl+Z takes back, Ctrl+Y or Ctrl+Shift+Z plays again.
            let action = match (event.key().to_ascii_lowercase().as_str(), event.shift_key()) {
                ("z", false) => Action::Undo,
                ("y", false) | ("z", true) => Action::Redo,
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            self.handle(Event::Action(action));
            return;
        }
        if event.alt_key() {
            return;
        }
        let on_cell = target.is_some_and(|target| self.cell_of(&target).is_some());
        let Some(key) = Key::from_dom(&event.key()) else {
            return;
        };
        // The book turns its pages with the arrows, and a game would be lost: on
        // the buttons under the board too.
        event.stop_propagation();
        if on_cell {
            // The browser would scroll.
            event.prevent_default();
            self.handle(Event::Key(key));
        }
    }

    fn on_focus(self: &Rc<Self>, event: &web_sys::Event) {
        let cell = event
            .target()
            .and_then(|t| t.dyn_into::<Element>().ok())
            .and_then(|target| self.cell_of(&target));
        // The table's own moves of the focus come back here too.
        if let Some(cell) = cell
            && let Ok(table) = self.table.try_borrow()
            && table.cursor() != cell
        {
            drop(table);
            self.handle(Event::Focus(cell));
        }
    }

    fn on_hover(self: &Rc<Self>, event: &web_sys::Event) {
        // A finger that rests on a cell is not a pointer that passes over it.
        let mouse = event
            .dyn_ref::<PointerEvent>()
            .is_some_and(|event| event.pointer_type() == "mouse");
        let cell = event
            .target()
            .filter(|_| mouse && event.type_() == "pointerover")
            .and_then(|t| t.dyn_into::<Element>().ok())
            .and_then(|target| self.cell_of(&target));
        if let Ok(table) = self.table.try_borrow()
            && table.hover() != cell
        {
            drop(table);
            self.handle(Event::Hover(cell));
        }
    }

    fn on_submit(self: &Rc<Self>, event: &web_sys::Event) {
        // Nothing is ever sent anywhere.
        event.prevent_default();
        let Some(form) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else {
            return;
        };
        let field = form
            .get_attribute("data-champ")
            .and_then(|name| Field::from_french(&name));
        if let Some(field) = field
            && let Ok(Some(input)) = form.query_selector("input, textarea")
        {
            let text = input
                .dyn_ref::<HtmlInputElement>()
                .map(HtmlInputElement::value)
                .or_else(|| Some(input.dyn_ref::<HtmlTextAreaElement>()?.value()))
                .unwrap_or_default();
            self.handle(Event::Typed(field, text));
        }
    }

    fn game(&self) -> Game {
        self.table.borrow().game()
    }

    /// The cell whose button was hit.
    fn cell_of(&self, target: &Element) -> Option<Cell> {
        let button = target.closest("button[data-case]").ok()??;
        let game = self.table.try_borrow().ok()?.game();
        game.cell_from_name(&button.get_attribute("data-case")?)
    }

    /// The game that the page's address asks for, if it is for this board: the
    /// first of its game that can be played, or the first of all if there is
    /// none, which then says so.
    fn linked(&self) -> Option<Event> {
        let search = window()?.location().search().ok()?;
        let params = UrlSearchParams::new_with_str(&search).ok()?;
        let (position, moves) = (params.get("position"), params.get("coups"));
        if position.is_none() && moves.is_none() {
            return None;
        }
        let game = params.get("jeu").unwrap_or_default();
        let playable = format!("morpion-plateau[mode=\"{}\"]", Mode::Play.french());
        let boards = self.document.query_selector_all(&playable).ok()?;
        let boards: Vec<Element> = (0..boards.length())
            .filter_map(|i| boards.get(i)?.dyn_into().ok())
            .collect();
        let board = boards
            .iter()
            .find(|board| board.get_attribute("jeu").as_deref() == Some(&*game))
            .or(boards.first())?;
        board
            .is_same_node(Some(&self.element))
            .then(|| Event::Open {
                game,
                position: position.unwrap_or_default(),
                moves: moves.unwrap_or_default(),
            })
    }

    fn handle(self: &Rc<Self>, event: Event) {
        let effects = self.table.borrow_mut().handle(event);
        self.show(effects);
    }

    /// Draws the table and does what it asks for.
    fn show(self: &Rc<Self>, effects: Effects) {
        // Nothing of the table stays borrowed while the page changes: what
        // changes there may call back.
        let (markup, moves, waiting, result) = {
            let table = self.table.borrow();
            (
                table_markup(&table),
                table.moves(),
                table.waiting(),
                table.result(),
            )
        };
        morph(&self.document, &self.element, &markup);
        self.mirror("data-coups", Some(&moves));
        self.mirror("data-attente", waiting.then_some(""));
        self.mirror("data-fin", result);
        if !waiting {
            self.pause.borrow_mut().take();
        }
        if let Some((number, milliseconds)) = effects.pause {
            let weak = Rc::downgrade(self);
            let timer = Timer::after(milliseconds, move || {
                if let Some(live) = weak.upgrade() {
                    live.handle(Event::PauseOver(number));
                }
            });
            match timer {
                Ok(timer) => {
                    self.pause.borrow_mut().replace(timer);
                }
                Err(_) => self.handle(Event::PauseOver(number)),
            }
        }
        for number in effects.forget {
            if let Some(ticket) = self.ticket(number) {
                self.thinker.forget(ticket, number);
                self.tickets.borrow_mut().retain(|one| one.0 != number);
            }
        }
        if let Some(number) = effects.hurry
            && let Some(ticket) = self.ticket(number)
        {
            self.thinker.hurry(ticket, number);
        }
        for (number, request) in effects.ask {
            let weak = Rc::downgrade(self);
            let ticket = self.thinker.ask(
                &request,
                Rc::new(move |reply| {
                    if let Some(live) = weak.upgrade() {
                        live.handle(match reply {
                            Reply::Answer(text) => Event::Answer(text),
                            Reply::Failed => Event::WorkerFailed,
                        });
                    }
                }),
            );
            self.tickets.borrow_mut().push((number, ticket));
        }
        if let Some(cell) = effects.focus {
            self.focus(cell);
        }
    }

    fn ticket(&self, number: u32) -> Option<Ticket> {
        let tickets = self.tickets.borrow();
        let one = tickets.iter().find(|one| one.0 == number)?;
        Some(one.1)
    }

    fn focus(&self, cell: Cell) {
        let game = self.game();
        let selector = format!("button[data-case=\"{}\"]", game.cell_name(cell));
        if let Ok(Some(button)) = self.element.query_selector(&selector)
            && let Some(button) = button.dyn_ref::<HtmlElement>()
        {
            // A button of a page that is being left cannot take the focus.
            let _ = button.focus();
        }
    }

    /// Shows a fact of the game on the element, for style sheets and tests.
    fn mirror(&self, name: &str, value: Option<&str>) {
        let _ = match value {
            Some(value) => self.element.set_attribute(name, value),
            None => self.element.remove_attribute(name),
        };
    }
}
