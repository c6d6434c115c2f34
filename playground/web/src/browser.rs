//! What a page borrows from the browser, as values that give it back.

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
