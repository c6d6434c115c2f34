//! A page that shows what the device keeps, or finds out.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use morpion_board::{RoomEffects, room_markup};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, Document, Element, HtmlAnchorElement, HtmlElement, Url};

use crate::browser::{Listener, window};
use crate::device::{self, Page};
use crate::morph::morph;
use crate::thinker::{Reply, Thinker, Ticket};

/// What is behind one `<morpion-vue>`.
#[wasm_bindgen]
pub struct Room {
    _live: Rc<Live>,
    _listeners: Vec<Listener>,
}

struct Live {
    element: HtmlElement,
    document: Document,
    room: RefCell<morpion_board::Room>,
    thinker: Rc<Thinker>,
    /// The request on its way to the worker.
    ticket: Cell<Option<Ticket>>,
    saved: RefCell<Option<Saved>>,
}

#[wasm_bindgen]
impl Room {
    /// Takes over what stands inside `element`. `worker` is the address of the script
    /// that thinks, which is loaded when something is first asked of it.
    ///
    /// # Errors
    ///
    /// What the browser refused.
    #[wasm_bindgen(constructor)]
    pub fn new(element: HtmlElement, worker: &str) -> Result<Room, JsValue> {
        let document = window()
            .and_then(|window| window.document())
            .ok_or("no document")?;
        let room =
            morpion_board::Room::from_attributes(|name| element.get_attribute(name), Rc::new(Page));
        let live = Rc::new(Live {
            element: element.clone(),
            document,
            room: RefCell::new(room),
            thinker: Thinker::shared(worker),
            ticket: Cell::default(),
            saved: RefCell::default(),
        });
        let weak: Weak<Live> = Rc::downgrade(&live);
        let clicks = Listener::new(&element, "click", move |event| {
            if let Some(live) = weak.upgrade() {
                live.on_click(&event);
            }
        })?;
        let weak: Weak<Live> = Rc::downgrade(&live);
        let mut listeners = device::on_change(move || {
            if let Some(live) = weak.upgrade() {
                live.draw();
            }
        })?;
        listeners.push(clicks);
        live.draw();
        Ok(Room {
            _live: live,
            _listeners: listeners,
        })
    }
}

impl Live {
    fn on_click(self: &Rc<Self>, event: &web_sys::Event) {
        let button = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok())
            .and_then(|target| target.closest("button[data-action]").ok()?);
        if let Some(button) = button
            && button.get_attribute("aria-disabled").as_deref() != Some("true")
            && let Some(action) = button.get_attribute("data-action")
        {
            let effects = self.room.borrow_mut().press(&action);
            self.draw();
            self.follow(effects);
        }
    }

    fn draw(&self) {
        let markup = room_markup(&self.room.borrow());
        morph(&self.document, &self.element, &markup);
    }

    fn follow(self: &Rc<Self>, effects: RoomEffects) {
        if let Some((name, text)) = effects.save {
            // A browser that refuses leaves the text that can be copied.
            let _ = self.save(&name, &text);
        }
        if let Some(number) = effects.follow {
            crate::board::follow(&self.document, number);
        }
        if let Some(number) = effects.forget
            && let Some(ticket) = self.ticket.take()
        {
            self.thinker.forget(ticket, number);
        }
        if let Some(request) = effects.ask {
            let weak = Rc::downgrade(self);
            let hear = Rc::new(move |reply| {
                if let Some(live) = weak.upgrade() {
                    live.hear(reply);
                }
            });
            self.ticket.set(Some(self.thinker.ask(&request, hear)));
        }
        if effects.kept {
            device::changed(&self.document);
        }
        if let Some(action) = effects.focus
            && let Ok(Some(button)) = self
                .element
                .query_selector(&format!("[data-action=\"{action}\"]"))
            && let Some(button) = button.dyn_ref::<HtmlElement>()
        {
            let _ = button.focus();
        }
    }

    fn hear(&self, reply: Reply) {
        match reply {
            Reply::Answer(text) => self.room.borrow_mut().answer(&text),
            Reply::Failed => self.room.borrow_mut().worker_failed(),
        }
        self.draw();
    }

    /// Gives the reader a file, without any server.
    fn save(&self, name: &str, text: &str) -> Result<(), JsValue> {
        let kind = BlobPropertyBag::new();
        kind.set_type("application/json");
        let parts = js_sys::Array::of1(&JsValue::from_str(text));
        let blob = Blob::new_with_str_sequence_and_options(&parts, &kind)?;
        let address = Url::create_object_url_with_blob(&blob)?;
        let link: HtmlAnchorElement = self.document.create_element("a")?.unchecked_into();
        link.set_href(&address);
        link.set_download(name);
        link.click();
        self.saved.replace(Some(Saved(address)));
        Ok(())
    }
}

/// The address of a file made in the page. It lasts until the next one is made: some
/// browsers ask for it long after the click.
struct Saved(String);

impl Drop for Saved {
    fn drop(&mut self) {
        let _ = Url::revoke_object_url(&self.0);
    }
}
