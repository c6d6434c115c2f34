//! The worker's side: a desk that works by slices and hears messages in between.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, Performance};

use crate::listener::Listener;

/// What thinks in a worker; see [`morpion_board::worker`].
#[wasm_bindgen]
pub struct Desk {
    inner: Rc<Inner>,
    _listener: Listener,
}

struct Inner {
    desk: RefCell<morpion_board::worker::Desk>,
    scope: DedicatedWorkerGlobalScope,
    clock: Performance,
    /// A message to oneself: a timer would wait four milliseconds each time.
    turn: MessageChannel,
    /// Whether such a message is under way.
    called: Cell<bool>,
}

#[wasm_bindgen]
impl Desk {
    /// The desk of the worker that this runs in.
    ///
    /// # Errors
    ///
    /// What the browser refused, or that this is no worker.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Desk, JsValue> {
        let scope: DedicatedWorkerGlobalScope = js_sys::global().dyn_into()?;
        let inner = Rc::new(Inner {
            desk: RefCell::new(morpion_board::worker::Desk::new()),
            clock: scope.performance().ok_or("no clock")?,
            scope,
            turn: MessageChannel::new()?,
            called: Cell::new(false),
        });
        let weak = Rc::downgrade(&inner);
        let port = inner.turn.port1();
        let listener = Listener::new(&port, "message", move |_| {
            if let Some(inner) = weak.upgrade() {
                inner.work();
            }
        })?;
        port.start();
        Ok(Desk {
            inner,
            _listener: listener,
        })
    }

    /// Takes a message of the page.
    pub fn receive(&self, message: &str) {
        let answer = self.inner.desk.borrow_mut().receive(message);
        self.inner.say(answer);
        self.inner.call();
    }
}

impl Inner {
    fn work(&self) {
        self.called.set(false);
        let said = self.desk.borrow_mut().work(|| self.clock.now());
        self.say(said);
        self.call();
    }

    fn say(&self, answer: Option<String>) {
        if let Some(answer) = answer {
            // A page that is gone hears nothing, and nothing is lost by it.
            let _ = self.scope.post_message(&JsValue::from_str(&answer));
        }
    }

    /// Comes back for the next slice once the messages that wait are heard.
    fn call(&self) {
        if self.desk.borrow().busy() && !self.called.replace(true) {
            let _ = self.turn.port2().post_message(&JsValue::NULL);
        }
    }
}
