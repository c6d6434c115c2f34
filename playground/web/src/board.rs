//! One board in the page.

use std::cell::{Cell as Slot, RefCell};
use std::rc::{Rc, Weak};

use morpion_board::{Action, Effects, Event, Key, Mode, Spec, Table, table_markup};
use morpion_engine::{Cell, Game};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, HtmlElement, KeyboardEvent, UrlSearchParams};

use crate::listener::Listener;
use crate::morph::morph;
use crate::thinker::{Reply, Thinker, Ticket};
use crate::timer::Timer;

/// How long the computer's pause lasts.
const PAUSE_MS: u32 = morpion_board::ANSWER_PAUSE_MS;

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
    /// The last request on its way to the worker.
    ticket: Slot<Option<Ticket>>,
}

#[wasm_bindgen]
impl Board {
    /// Takes over the picture inside `element`. `worker` is the address of the
    /// script that thinks, which is loaded when the computer is first asked.
    ///
    /// # Errors
    ///
    /// What the browser refused. Wrong attributes are no error: the board
    /// says what is wrong with them and shows the usual start.
    #[wasm_bindgen(constructor)]
    pub fn new(element: HtmlElement, worker: &str) -> Result<Board, JsValue> {
        let window = web_sys::window().ok_or("no window")?;
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
            table: RefCell::new(table.seeded(seed)),
            thinker: Thinker::shared(worker),
            pause: RefCell::new(None),
            ticket: Slot::new(None),
        });
        let listeners = vec![
            Live::listen(&live, "click", Live::on_click)?,
            Live::listen(&live, "keydown", Live::on_key)?,
            Live::listen(&live, "focusin", Live::on_focus)?,
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
        let on_cell = event
            .target()
            .and_then(|t| t.dyn_into::<Element>().ok())
            .is_some_and(|target| self.cell_of(&target).is_some());
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

    fn game(&self) -> Game {
        self.table.borrow().record().game()
    }

    /// The cell whose button was hit.
    fn cell_of(&self, target: &Element) -> Option<Cell> {
        let button = target.closest("button[data-case]").ok()??;
        let game = self.table.try_borrow().ok()?.record().game();
        game.cell_from_name(&button.get_attribute("data-case")?)
    }

    /// The game that the page's address asks for, if it is for this board: the
    /// first of its game that can be played, or the first of all if there is
    /// none, which then says so.
    fn linked(&self) -> Option<Event> {
        let search = web_sys::window()?.location().search().ok()?;
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
        if let Some(number) = effects.pause {
            let weak = Rc::downgrade(self);
            let timer = Timer::after(PAUSE_MS, move || {
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
        if let Some(number) = effects.forget
            && let Some(ticket) = self.ticket.take()
        {
            self.thinker.forget(ticket, number);
        }
        if let Some(number) = effects.hurry
            && let Some(ticket) = self.ticket.get()
        {
            self.thinker.hurry(ticket, number);
        }
        if let Some(request) = effects.ask {
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
            self.ticket.set(Some(ticket));
        }
        if let Some(cell) = effects.focus {
            self.focus(cell);
        }
    }

    fn focus(&self, cell: Cell) {
        let game = self.table.borrow().record().game();
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
