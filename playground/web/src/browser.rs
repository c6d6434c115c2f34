//! What a page borrows from the browser, as values that give it back.

use std::cell::RefCell;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::Window;

pub(crate) use crate::listener::Listener;

/// The page's window.
pub(crate) fn window() -> Option<Window> {
    web_sys::window()
}

/// One call after a while, cancelled when dropped.
pub(crate) struct Timer {
    window: Window,
    id: i32,
    _closure: Closure<dyn FnMut()>,
}

impl Timer {
    pub(crate) fn after(
        milliseconds: u32,
        call: impl FnOnce() + 'static,
    ) -> Result<Timer, JsValue> {
        let window = window().ok_or("no window")?;
        let closure = Closure::once(call);
        let id = window.set_timeout_with_callback_and_timeout_and_arguments_0(
            closure.as_ref().unchecked_ref(),
            i32::try_from(milliseconds).unwrap_or(i32::MAX),
        )?;
        Ok(Timer {
            window,
            id,
            _closure: closure,
        })
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.window.clear_timeout_with_handle(self.id);
    }
}

type Hearer = Box<dyn FnOnce(bool)>;

thread_local! {
    /// Who wants to know how the last copying ends.
    static COPYING: RefCell<Option<Hearer>> = const { RefCell::new(None) };
    /// What the browser calls at its end, well or badly. Kept as long as the page: the
    /// browser may take its time, and whoever asked may be gone.
    static ENDS: [Closure<dyn FnMut(JsValue)>; 2] = [true, false].map(|outcome| {
        Closure::new(move |_| {
            if let Some(done) = COPYING.take() {
                done(outcome);
            }
        })
    });
}

/// Copies `text` and tells whether that was done, later; `None` where the browser does
/// not offer it, as on a page that came unencrypted.
pub(crate) fn copy(text: &str, done: impl FnOnce(bool) + 'static) -> Option<()> {
    let navigator = window()?.navigator();
    // The getter of web-sys trusts that it is there.
    let clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    let clipboard: web_sys::Clipboard = clipboard.dyn_into().ok()?;
    COPYING.set(Some(Box::new(done)));
    ENDS.with(|[well, badly]| {
        // What becomes of the promise of the two is theirs to say.
        let _ = clipboard.write_text(text).then2(well, badly);
    });
    Some(())
}
