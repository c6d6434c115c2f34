//! One board in the page.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use morpion_board::{
    Action, DAY, Device, Effects, Event, Field, Gesture, Key, LINKED, Mode, Spec, Table,
    of_the_day, table_markup,
};
use morpion_engine::{Cell, Game};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{
    Document, Element, FocusEvent, HtmlElement, HtmlInputElement, HtmlTextAreaElement,
    KeyboardEvent, PointerEvent, UrlSearchParams,
};

use crate::browser::{self, Listener, Timer, window};
use crate::device::{self, Page};
use crate::morph::morph;
use crate::projection::Projection;
use crate::thinker::{Reply, Thinker, Ticket};

/// A board that somebody can play on, behind one `<morpion-plateau>`.
#[wasm_bindgen]
pub struct Board {
    _live: Rc<Live>,
    _listeners: Vec<Listener>,
}

/// The list of moves.
const LIST: &str = ".morpion-liste";
/// The moves in it.
const MOVES: &str = ".morpion-liste button";

struct Live {
    element: HtmlElement,
    document: Document,
    table: RefCell<Table>,
    thinker: Rc<Thinker>,
    pause: RefCell<Option<Timer>>,
    /// The requests on their way to the worker, by the board's own numbers.
    tickets: RefCell<Vec<(u32, Ticket)>>,
    /// The move of the list that was last brought into its sight.
    followed: RefCell<Option<String>>,
    /// The look to come at where it lies.
    scrolling: RefCell<Option<Timer>>,
    projection: RefCell<Option<Projection>>,
    /// The rehearsal to come.
    rehearsal: RefCell<Option<Timer>>,
    /// The look to come at what the device keeps.
    news: RefCell<Option<Timer>>,
    drag: std::cell::Cell<Option<Drag>>,
    /// Where on the drawn cube a pointer has gone up without a drag.
    tap: std::cell::Cell<Option<(i32, i32)>>,
}

/// A pointer that went down on the drawn cube and is still down.
#[derive(Clone, Copy)]
struct Drag {
    pointer: i32,
    /// Where it went down.
    start: (i32, i32),
    /// How much of its way the table knows, in thousandths of the drawing's side.
    told: (i32, i32),
    /// Whether it has gone too far to be a tap.
    far: bool,
}

/// A finger that is lifted within so many pixels has tapped.
const TAP: i32 = 6;
/// Less of a drag than this turns nothing.
const DRAG_STEP: i32 = 6;

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
        let window = window().ok_or("no window")?;
        let document = window.document().ok_or("no document")?;
        if let Some(list) = element.get_attribute(DAY)
            && let Some(candidate) = of_the_day(&list, &Page.today())
        {
            // The page counts by these attributes, and style sheets look at them.
            for (name, value) in candidate.attributes() {
                element.set_attribute(name, value)?;
            }
        }
        let attribute = |name: &str| element.get_attribute(name);
        let query = query();
        let linked = element.has_attribute(LINKED);
        let asked = |name: &str| query.as_ref().filter(|_| linked)?.get(name);
        let spec = if linked {
            Spec::from_address(asked, attribute)
        } else {
            Spec::from_attributes(attribute)
        };
        // A seed of the page's own, so that two games are not alike.
        let seed = js_sys::Math::random().to_bits();
        let table = match &spec {
            Ok(spec) => Table::new(spec.clone()),
            Err(error) => {
                let game = [asked("jeu"), attribute("jeu")]
                    .into_iter()
                    .flatten()
                    .find_map(|slug| Game::from_slug(&slug))
                    .unwrap_or(Game::Classique);
                Table::with_error(game, error)
            }
        };
        let exercises = exercises(&document);
        let place = exercises
            .iter()
            .position(|one| one.is_same_node(Some(&element)));
        let keys = exercises
            .iter()
            .map(|one| one.get_attribute(KEY).unwrap_or_default())
            .collect();
        let table = table
            .seeded(seed)
            .on(Rc::new(Page))
            .among(keys, place.unwrap_or(usize::MAX));
        let live = Rc::new(Live {
            element: element.clone(),
            document,
            table: RefCell::new(table),
            thinker: Thinker::shared(worker),
            pause: RefCell::new(None),
            tickets: RefCell::default(),
            followed: RefCell::default(),
            scrolling: RefCell::default(),
            projection: RefCell::default(),
            rehearsal: RefCell::default(),
            news: RefCell::default(),
            drag: std::cell::Cell::default(),
            tap: std::cell::Cell::default(),
        });
        let weak: Weak<Live> = Rc::downgrade(&live);
        let mut listeners = device::on_change(move || {
            if let Some(live) = weak.upgrade() {
                live.look_at_memory_soon();
            }
        })?;
        listeners.extend([
            Live::listen(&live, "click", Live::on_click)?,
            Live::listen(&live, "keydown", Live::on_key)?,
            Live::listen(&live, "focusin", Live::on_focus)?,
            Live::listen(&live, "focusout", Live::on_blur)?,
            Live::listen(&live, "pointerdown", Live::on_pointer)?,
            Live::listen(&live, "pointermove", Live::on_pointer)?,
            Live::listen(&live, "pointerup", Live::on_pointer)?,
            Live::listen(&live, "pointercancel", Live::on_pointer)?,
            Live::listen(&live, "pointerover", Live::on_hover)?,
            Live::listen(&live, "pointerleave", Live::on_hover)?,
            Live::listen(&live, "submit", Live::on_submit)?,
        ]);
        if linked {
            // Style sheets look at what it has become.
            let (game, mode) = {
                let table = live.table.borrow();
                (table.game(), table.mode())
            };
            live.mirror("jeu", Some(game.slug()));
            live.mirror("mode", Some(mode.french()));
        }
        LIVE.with_borrow_mut(|boards| {
            boards.retain(|board| board.strong_count() > 0);
            boards.push(Rc::downgrade(&live));
        });
        let effects = match live.linked().filter(|_| !linked) {
            Some(event) => live.table.borrow_mut().handle(event),
            None => live.table.borrow_mut().open(),
        };
        live.show(effects);
        if let Some(number) = element.get_attribute(FOLLOW)
            && let Ok(number) = number.parse()
        {
            live.handle(Event::Follow(number));
        }
        // Without it the first move is a little slower, no more.
        *live.rehearsal.borrow_mut() = live.soon(|live| live.rehearse());
        Ok(Board {
            _live: live,
            _listeners: listeners,
        })
    }
}

thread_local! {
    /// The boards of the page that are alive.
    static LIVE: RefCell<Vec<Weak<Live>>> = const { RefCell::new(Vec::new()) };
}

thread_local! {
    /// Whether a move has been rehearsed on this page.
    static REHEARSED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// The line that a board which is not alive yet is to show.
const FOLLOW: &str = "data-suivre";

/// Has the first board of the cube on the page show a line, and brings it into sight.
pub(crate) fn follow(document: &Document, number: u8) {
    let selector = format!("morpion-plateau[jeu=\"{}\"]", Game::Cube.slug());
    let Ok(Some(element)) = document.query_selector(&selector) else {
        return;
    };
    // Taken out of the list: what the board does may change it.
    let live = LIVE.with_borrow(|boards| {
        let mut alive = boards.iter().filter_map(Weak::upgrade);
        alive.find(|live| element.is_same_node(Some(&live.element)))
    });
    match live {
        Some(live) => live.handle(Event::Follow(number)),
        None => {
            let _ = element.set_attribute(FOLLOW, &number.to_string());
        }
    }
    element.scroll_into_view();
}

/// What the cube is drawn in, with its buttons and without.
const CUBE: &str = ".morpion-cube";
const DRAWING: &str = ".morpion-espace";

/// The element of this selector around another.
fn inside(target: &Element, selector: &str) -> Option<Element> {
    target.closest(selector).ok()?
}

/// What follows the `?` of the page's address.
fn query() -> Option<UrlSearchParams> {
    let search = window()?.location().search().ok()?;
    UrlSearchParams::new_with_str(&search).ok()
}

/// The attribute with the key of an exercise.
const KEY: &str = "cle";

/// The exercises of a page, in its order.
fn exercises(document: &Document) -> Vec<Element> {
    let all = document.query_selector_all(&format!("morpion-plateau[{KEY}]"));
    all.map_or_else(
        |_| Vec::new(),
        |all| {
            (0..all.length())
                .filter_map(|i| all.get(i)?.dyn_into().ok())
                .collect()
        },
    )
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
        } else if let Some((x, y)) = self.tap.take()
            && inside(&target, DRAWING).is_some()
        {
            // Not when the pointer goes up: after a finger the browser still presses a
            // mouse there, which would take the focus from the cell that is chosen.
            self.handle(Event::Cube(Gesture::Tap(x, y)));
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
        let on_cell = target
            .as_ref()
            .is_some_and(|target| self.cell_of(target).is_some());
        let on_move = target
            .as_ref()
            .is_some_and(|target| matches!(target.closest(MOVES), Ok(Some(_))));
        if self.table.borrow().projected() {
            // The page below turns its leaves and shows its help by keys, too.
            event.stop_propagation();
            let action = self.table.borrow().shortcut(&event.key(), on_cell);
            if let Some(action) = action {
                event.prevent_default();
                // A key held down would play through the whole game.
                if !event.repeat() {
                    self.handle(Event::Action(action));
                }
                return;
            }
        }
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
        } else if on_move {
            event.prevent_default();
            self.handle(Event::ListKey(key));
        } else if matches!(key, Key::Up | Key::Down | Key::Left | Key::Right)
            && target.is_some_and(|target| inside(&target, CUBE).is_some())
        {
            event.prevent_default();
            self.handle(Event::CubeKey(key));
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
            && (table.cursor() != cell || !table.focused())
        {
            drop(table);
            self.handle(Event::Focus(cell));
        }
    }

    fn on_blur(self: &Rc<Self>, event: &web_sys::Event) {
        let next = event
            .dyn_ref::<FocusEvent>()
            .and_then(FocusEvent::related_target)
            .and_then(|next| next.dyn_into::<Element>().ok());
        let stays = next.is_some_and(|next| {
            self.element.contains(Some(&next)) && self.cell_of(&next).is_some()
        });
        if !stays
            && let Ok(table) = self.table.try_borrow()
            && table.focused()
        {
            drop(table);
            self.handle(Event::Blur);
        }
    }

    /// A pointer on the drawn cube: it points at cells, taps or drags.
    fn on_pointer(self: &Rc<Self>, event: &web_sys::Event) {
        let Some(event) = event.dyn_ref::<PointerEvent>() else {
            return;
        };
        let target = event.target().and_then(|t| t.dyn_into::<Element>().ok());
        let Some(drawing) = target.and_then(|target| inside(&target, DRAWING)) else {
            return;
        };
        let frame = drawing.get_bounding_client_rect();
        let thousandths = |pixels: f64| (pixels * 1000.0 / frame.width().max(1.0)) as i32;
        let at = (event.client_x(), event.client_y());
        let point = (
            thousandths(f64::from(at.0) - frame.left()),
            thousandths(f64::from(at.1) - frame.top()),
        );
        let drag = self
            .drag
            .get()
            .filter(|drag| drag.pointer == event.pointer_id());
        match (event.type_().as_str(), drag) {
            ("pointerdown", _) if event.button() == 0 && event.is_primary() => {
                // Without it a drag ends at the edge of the drawing, no worse.
                let _ = drawing.set_pointer_capture(event.pointer_id());
                self.drag.set(Some(Drag {
                    pointer: event.pointer_id(),
                    start: at,
                    told: (0, 0),
                    far: false,
                }));
            }
            ("pointermove", Some(mut drag)) => {
                let way = (at.0 - drag.start.0, at.1 - drag.start.1);
                drag.far = drag.far || way.0.abs().max(way.1.abs()) > TAP;
                let whole = (thousandths(f64::from(way.0)), thousandths(f64::from(way.1)));
                let news = (whole.0 - drag.told.0, whole.1 - drag.told.1);
                let turns = drag.far && news.0.abs().max(news.1.abs()) >= DRAG_STEP;
                if turns {
                    drag.told = whole;
                }
                self.drag.set(Some(drag));
                if turns {
                    self.handle(Event::Cube(Gesture::Drag(news.0, news.1)));
                }
            }
            ("pointermove", None) if event.pointer_type() == "mouse" => {
                let (cell, before) = {
                    let table = self.table.borrow();
                    (table.cell_in_cube(point.0, point.1), table.hover())
                };
                if cell != before {
                    self.handle(Event::Hover(cell));
                }
            }
            ("pointerup", Some(drag)) => {
                self.drag.set(None);
                self.tap.set((!drag.far).then_some(point));
            }
            ("pointercancel", Some(_)) => self.drag.set(None),
            _ => {}
        }
    }

    fn on_hover(self: &Rc<Self>, event: &web_sys::Event) {
        let target = event.target().and_then(|t| t.dyn_into::<Element>().ok());
        if event.type_() == "pointerover"
            && target.is_some_and(|target| inside(&target, DRAWING).is_some())
        {
            // There every move counts, not only those between nodes.
            return;
        }
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
        let params = query()?;
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

    /// Looks again at what the device keeps, in a task of its own: a page may have fifty
    /// boards, and all of them hear of a change at once.
    fn look_at_memory_soon(self: &Rc<Self>) {
        if self.news.borrow().is_some() {
            return;
        }
        // Without it the next click finds out.
        *self.news.borrow_mut() = self.soon(|live| {
            live.news.take();
            live.handle(Event::MemoryChanged);
        });
    }

    /// Makes a move and draws it where nobody sees it. Browsers compile a function of a
    /// wasm module when it is first called, and the reader's first move calls many: this
    /// way they are compiled while the reader still looks.
    fn rehearse(&self) {
        if REHEARSED.get() {
            return;
        }
        let (before, after) = {
            let table = self.table.borrow();
            let Some(after) = table.rehearsal() else {
                return;
            };
            (table_markup(&table), table_markup(&after))
        };
        REHEARSED.set(true);
        if let Ok(stage) = self.document.create_element("div") {
            morph(&self.document, &stage, &before);
            morph(&self.document, &stage, &after);
        }
    }

    /// Draws the table and does what it asks for.
    fn show(self: &Rc<Self>, effects: Effects) {
        // Nothing of the table stays borrowed while the page changes: what
        // changes there may call back.
        let (markup, moves, waiting, pausing, result) = {
            let table = self.table.borrow();
            (
                table_markup(&table),
                table.moves(),
                table.waiting(),
                table.pausing(),
                table.result(),
            )
        };
        let held = self.holds_focus();
        morph(&self.document, &self.element, &markup);
        if held && !self.holds_focus() {
            // The button is gone that was pressed, or whose time is over: the keyboard
            // goes on at the board.
            self.focus_on("button[tabindex=\"0\"]");
        }
        self.project();
        self.mirror("data-coups", Some(&moves));
        self.mirror("data-attente", waiting.then_some(""));
        self.mirror("data-fin", result);
        self.follow();
        if !pausing {
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
            let name = self.game().cell_name(cell);
            self.focus_on(&format!("button[data-case=\"{name}\"]"));
        }
        if let Some(action) = effects.button {
            let name = action.french();
            // The curve has buttons of the same names.
            self.focus_on(&format!("{LIST} button[data-action=\"{name}\"]"));
        }
        if let Some(field) = effects.clear {
            self.empty(field);
        }
        if let Some(text) = effects.copy {
            self.copy(&text);
        }
        if effects.leave
            && let Some(address) = self.table.borrow().play_page()
            && let Some(location) = window().map(|window| window.location())
        {
            // The page that the link led to is no place to come back to.
            let search = location.search().unwrap_or_default();
            let _ = location.replace(&(address + &search));
        }
        if effects.next_exercise {
            self.next_exercise();
        }
        if effects.kept {
            device::changed(&self.document);
        }
    }

    fn copy(self: &Rc<Self>, text: &str) {
        let weak = Rc::downgrade(self);
        let copying = browser::copy(text, move |done| {
            if let Some(live) = weak.upgrade() {
                live.copied(done);
            }
        });
        if copying.is_none() {
            self.copied(false);
        }
    }

    /// What could not be copied is at least chosen, for the reader's own keys.
    fn copied(self: &Rc<Self>, done: bool) {
        if !done
            && let Ok(Some(area)) = self.element.query_selector("textarea[readonly]")
            && let Some(area) = area.dyn_ref::<HtmlTextAreaElement>()
        {
            let _ = area.focus();
            area.select();
        }
        self.handle(Event::Copied(done));
    }

    /// Empties a field whose text has been understood.
    fn empty(&self, field: Field) {
        let name = field.french();
        let selector = format!("[data-champ=\"{name}\"] :is(input, textarea)");
        if let Ok(Some(input)) = self.element.query_selector(&selector) {
            if let Some(input) = input.dyn_ref::<HtmlInputElement>() {
                input.set_value("");
            } else if let Some(area) = input.dyn_ref::<HtmlTextAreaElement>() {
                area.set_value("");
            }
        }
    }

    /// Has the move that is shown come into the sight of the list. In a task of its own:
    /// where it lies, the browser only knows once it has laid the page out.
    fn follow(self: &Rc<Self>) {
        let (list, shown) = self.list_and_shown();
        let name = list.map(|_| {
            let name = shown.and_then(|one| one.get_attribute("data-action"));
            name.unwrap_or_default()
        });
        // Only when it changes: otherwise the list is the reader's to scroll.
        if *self.followed.borrow() == name {
            return;
        }
        self.followed.replace(name);
        // Without it the list stands where it stood.
        *self.scrolling.borrow_mut() = self.soon(|live| live.scroll_list());
    }

    /// Does something in a task of its own, unless the board is gone by then.
    fn soon(self: &Rc<Self>, task: fn(&Rc<Self>)) -> Option<Timer> {
        let weak = Rc::downgrade(self);
        let timer = Timer::after(0, move || {
            if let Some(live) = weak.upgrade() {
                task(&live);
            }
        });
        timer.ok()
    }

    /// The list of moves, and the move in it that is shown.
    fn list_and_shown(&self) -> (Option<Element>, Option<Element>) {
        let find = |selector| self.element.query_selector(selector).ok().flatten();
        (find(LIST), find(".morpion-liste [aria-current]"))
    }

    /// Brings the move that is shown into the sight of the list, which scrolls by
    /// itself: the page stays where it is.
    fn scroll_list(&self) {
        let (list, shown) = self.list_and_shown();
        let Some(list) = list else { return };
        let Some(shown) = shown else {
            list.set_scroll_top(0);
            return;
        };
        let (frame, own) = (
            list.get_bounding_client_rect(),
            shown.get_bounding_client_rect(),
        );
        // In the middle, so that what came before and what follows is seen too.
        let middle = |rect: &web_sys::DomRect| rect.top() + rect.height() / 2.0;
        let off = middle(&own) - middle(&frame);
        list.set_scroll_top(list.scroll_top() + off as i32);
    }

    /// Gives the board the whole screen, or the page back, as the table has it.
    fn project(self: &Rc<Self>) {
        let (wanted, label) = {
            let table = self.table.borrow();
            (table.projected(), table.projection_label())
        };
        if wanted == self.projection.borrow().is_some() {
            return;
        }
        if wanted {
            let weak = Rc::downgrade(self);
            let projection = Projection::start(&self.element, &self.document, &label, move || {
                if let Some(live) = weak.upgrade()
                    && live.table.borrow().projected()
                {
                    live.handle(Event::Action(Action::Project));
                }
            });
            // A browser without the little that this takes shows the board in its page.
            *self.projection.borrow_mut() = projection.ok();
        } else {
            // Let go first: what the page does about it may call back.
            let over = self.projection.borrow_mut().take();
            drop(over);
            self.focus_on(&format!(
                "button[data-action=\"{}\"]",
                Action::Project.french()
            ));
        }
    }

    /// Goes on to the exercise after this one.
    fn next_exercise(&self) {
        let exercises = exercises(&self.document);
        let here = exercises
            .iter()
            .position(|one| one.is_same_node(Some(&self.element)));
        if let Some(next) = here.and_then(|here| exercises.get(here + 1)) {
            next.scroll_into_view();
            // A board that was far away until now has no cells to take the focus yet.
            let cell = next.query_selector("button[tabindex=\"0\"]").ok().flatten();
            let target = cell.unwrap_or_else(|| {
                let _ = next.set_attribute("tabindex", "-1");
                next.clone()
            });
            if let Some(target) = target.dyn_ref::<HtmlElement>() {
                let _ = target.focus();
            }
        }
    }

    fn ticket(&self, number: u32) -> Option<Ticket> {
        let tickets = self.tickets.borrow();
        let one = tickets.iter().find(|one| one.0 == number)?;
        Some(one.1)
    }

    /// Whether the keyboard is somewhere on the board.
    fn holds_focus(&self) -> bool {
        let focused = self.document.active_element();
        focused.is_some_and(|focused| self.element.contains(Some(&focused)))
    }

    fn focus_on(&self, selector: &str) {
        if let Ok(Some(button)) = self.element.query_selector(selector)
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
