//! A listener as a value that takes itself away.

use js_sys::Function;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Event, EventTarget};

/// A listener, removed when dropped.
pub(crate) struct Listener {
    target: EventTarget,
    kind: &'static str,
    closure: Closure<dyn FnMut(Event)>,
}

impl Listener {
    pub(crate) fn new(
        target: &EventTarget,
        kind: &'static str,
        listener: impl FnMut(Event) + 'static,
    ) -> Result<Listener, JsValue> {
        let closure = Closure::<dyn FnMut(Event)>::new(listener);
        target.add_event_listener_with_callback(kind, closure.as_ref().unchecked_ref())?;
        Ok(Listener {
            target: target.clone(),
            kind,
            closure,
        })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let function: &Function = self.closure.as_ref().unchecked_ref();
        // It was added with the same arguments, so it can be removed.
        let _ = self
            .target
            .remove_event_listener_with_callback(self.kind, function);
    }
}
