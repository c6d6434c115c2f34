//! One board alone on the screen.
//!
//! Where the browser has a full screen the board asks for it; where it has none (an
//! iPhone) or refuses it (a frame), the board lies over the page all the same.

use std::cell::Cell;

use wasm_bindgen::prelude::*;
use web_sys::{Document, Element, HtmlElement};

use crate::browser::{Listener, window};

/// The class of the page under a board that is projected.
const PAGE: &str = "morpion-projection";
/// What makes the board a dialog for those who hear it; taken away afterwards.
const ATTRIBUTES: [&str; 5] = [
    "data-projection",
    "role",
    "aria-modal",
    "aria-label",
    "tabindex",
];

#[wasm_bindgen]
extern "C" {
    /// An element that may be able to fill the screen: web-sys has the method but not
    /// its promise, and a refusal nobody listens to is an error of the page.
    type Screen;

    #[wasm_bindgen(method, catch, js_name = requestFullscreen)]
    fn request_fullscreen(this: &Screen) -> Result<js_sys::Promise, JsValue>;

    #[wasm_bindgen(method, catch, js_name = exitFullscreen)]
    fn exit_fullscreen(this: &Screen) -> Result<js_sys::Promise, JsValue>;
}

/// A board that has the screen for itself; dropped, it gives the page back.
pub(crate) struct Projection {
    element: HtmlElement,
    document: Document,
    /// What lies outside of the board and could be reached before.
    silenced: Vec<Element>,
    /// How far the page was scrolled: without the board in it, it is shorter.
    scrolled: f64,
    _left: Listener,
}

thread_local! {
    /// How many boards have the screen for themselves: one, or none.
    static PROJECTED: Cell<u32> = const { Cell::new(0) };
    /// The screen is granted. Whoever has left in the meantime does not want it any more.
    static GRANTED: Closure<dyn FnMut(JsValue)> = Closure::new(|_| {
        if PROJECTED.get() == 0
            && let Some(document) = window().and_then(|window| window.document())
        {
            leave_full_screen(&document);
        }
    });
    /// A refusal changes nothing: the board lies over the page already. Kept as long as
    /// the page, because the promise may outlive the projection.
    static REFUSED: Closure<dyn FnMut(JsValue)> = Closure::new(|_| {});
}

fn leave_full_screen(document: &Document) {
    if document.fullscreen_element().is_some()
        && let Ok(promise) = document.unchecked_ref::<Screen>().exit_fullscreen()
    {
        REFUSED.with(|refused| {
            let _ = promise.catch(refused);
        });
    }
}

impl Projection {
    /// Gives `element` the screen; `on_left` is called when the browser has left its
    /// full screen by itself, as it does on Escape.
    pub(crate) fn start(
        element: &HtmlElement,
        document: &Document,
        label: &str,
        on_left: impl Fn() + 'static,
    ) -> Result<Projection, JsValue> {
        let left = {
            let document = document.clone();
            Listener::new(&document.clone(), "fullscreenchange", move |_| {
                if document.fullscreen_element().is_none() {
                    on_left();
                }
            })?
        };
        for (name, value) in ATTRIBUTES.iter().zip(["", "dialog", "true", label, "-1"]) {
            element.set_attribute(name, value)?;
        }
        let projection = Projection {
            element: element.clone(),
            document: document.clone(),
            silenced: silence_around(element),
            scrolled: window().and_then(|w| w.scroll_y().ok()).unwrap_or(0.0),
            _left: left,
        };
        PROJECTED.set(PROJECTED.get() + 1);
        if let Some(page) = document.document_element() {
            page.class_list().add_1(PAGE)?;
        }
        if let Ok(promise) = element.unchecked_ref::<Screen>().request_fullscreen() {
            GRANTED.with(|granted| {
                REFUSED.with(|refused| {
                    let _ = promise.then2(granted, refused);
                });
            });
        }
        // Some browsers do not focus a button that is clicked: keys must be heard here.
        let focused = document.active_element();
        if !focused.is_some_and(|focused| element.contains(Some(&focused))) {
            let _ = element.focus();
        }
        Ok(projection)
    }
}

impl Drop for Projection {
    fn drop(&mut self) {
        for name in ATTRIBUTES {
            let _ = self.element.remove_attribute(name);
        }
        for element in &self.silenced {
            let _ = element.remove_attribute("inert");
        }
        if let Some(page) = self.document.document_element() {
            let _ = page.class_list().remove_1(PAGE);
        }
        PROJECTED.set(PROJECTED.get() - 1);
        leave_full_screen(&self.document);
        if let Some(window) = window() {
            window.scroll_to_with_x_and_y(0.0, self.scrolled);
        }
    }
}

/// Makes all that surrounds an element unreachable, and gives what was not so before.
fn silence_around(element: &Element) -> Vec<Element> {
    let mut silenced = Vec::new();
    let mut inside = element.clone();
    while let Some(parent) = inside.parent_element() {
        // The head of the page is none of its content.
        if parent.tag_name() == "HTML" {
            break;
        }
        let mut next = parent.first_element_child();
        while let Some(sibling) = next {
            if !sibling.is_same_node(Some(&inside)) && !sibling.has_attribute("inert") {
                // With a name, so that the loader finds them after a trap.
                let _ = sibling.set_attribute("inert", "morpion");
                silenced.push(sibling.clone());
            }
            next = sibling.next_element_sibling();
        }
        inside = parent;
    }
    silenced
}
