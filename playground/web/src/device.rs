//! The browser as the device that a board is on.

use std::cell::RefCell;

use morpion_board::Device;
use wasm_bindgen::prelude::*;
use web_sys::{Document, Event, Storage, Url};

use crate::browser::{Listener, window};

/// The page that this module runs in.
#[derive(Debug)]
pub(crate) struct Page;

thread_local! {
    /// What the browser refused to keep, by name: it lasts as long as the page. The
    /// names are few, and a map would weigh four kilobytes.
    static REFUSED: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
}

impl Page {
    /// The page's memory; reading the property throws where it is refused.
    fn storage() -> Option<Storage> {
        window()?.local_storage().ok()?
    }
}

impl Device for Page {
    fn recall(&self, name: &str) -> Option<String> {
        // What was refused is newer than what is kept.
        let refused = REFUSED.with_borrow(|refused| {
            let known = refused.iter().find(|(known, _)| known == name);
            known.map(|(_, text)| text.clone())
        });
        match refused {
            Some(text) => (!text.is_empty()).then_some(text),
            None => Self::storage()?.get_item(name).ok()?,
        }
    }

    fn keep(&self, name: &str, text: &str) -> bool {
        let kept = Self::storage().is_some_and(|storage| {
            if text.is_empty() {
                storage.remove_item(name).is_ok()
            } else {
                // Refused when the memory is full, too.
                storage.set_item(name, text).is_ok()
            }
        });
        REFUSED.with_borrow_mut(|refused| {
            refused.retain(|(known, _)| known != name);
            if !kept {
                refused.push((name.to_owned(), text.to_owned()));
            }
        });
        kept
    }

    fn today(&self) -> String {
        // The reader's own day, not that of Greenwich.
        let now = js_sys::Date::new_0();
        format!(
            "{}-{:02}-{:02}",
            now.get_full_year(),
            now.get_month() + 1,
            now.get_date()
        )
    }

    fn address(&self) -> String {
        let here = window().and_then(|window| window.location().href().ok());
        let Some(url) = here.and_then(|here| Url::new(&here).ok()) else {
            return String::new();
        };
        url.set_search("");
        url.set_hash("");
        url.href()
    }

    fn book(&self) -> Option<String> {
        let page = window()?.document()?;
        let root = page.document_element()?.get_attribute("data-root")?;
        let here = window()?.location().href().ok()?;
        // « . » drops the name of the page, and what follows it.
        Some(Url::new_with_base(&format!("{root}."), &here).ok()?.href())
    }
}

/// The event that tells all boards of a page that the memory has changed.
const CHANGED: &str = "morpion-memoire";

/// Calls back when the memory was changed, by a board of this page or by another
/// window.
pub(crate) fn on_change(call: impl Fn() + Clone + 'static) -> Result<Vec<Listener>, JsValue> {
    let window = window().ok_or("no window")?;
    let document = window.document().ok_or("no document")?;
    let again = call.clone();
    Ok(vec![
        Listener::new(&document, CHANGED, move |_| call())?,
        Listener::new(&window, "storage", move |_| again())?,
    ])
}

/// Tells all boards of the page that the memory has changed.
pub(crate) fn changed(document: &Document) {
    if let Ok(event) = Event::new(CHANGED) {
        // Whether somebody listens does not matter.
        let _ = document.dispatch_event(&event);
    }
}
