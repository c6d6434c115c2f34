//! The browser as the device that a board is on.

use morpion_board::Device;
use web_sys::{Storage, Url};

use crate::browser::window;

/// The page that this module runs in.
#[derive(Debug)]
pub(crate) struct Page;

impl Page {
    /// The page's memory; reading the property throws where it is refused.
    fn storage() -> Option<Storage> {
        window()?.local_storage().ok()?
    }
}

impl Device for Page {
    fn recall(&self, name: &str) -> Option<String> {
        Self::storage()?.get_item(name).ok()?
    }

    fn keep(&self, name: &str, text: &str) -> bool {
        let Some(storage) = Self::storage() else {
            return false;
        };
        if text.is_empty() {
            storage.remove_item(name).is_ok()
        } else {
            // Refused when the memory is full, too.
            storage.set_item(name, text).is_ok()
        }
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
