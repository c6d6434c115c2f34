//! The one worker of the page, shared by all its boards.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};

use morpion_board::worker::is_final;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker};

use crate::browser::{Listener, Timer};

/// What the worker has to say to a board.
pub(crate) enum Reply {
    /// Its answer to the board's request.
    Answer(String),
    /// It broke down; a new one starts with the next request.
    Failed,
}

type Callback = Rc<dyn Fn(Reply)>;

/// The page's end of the worker. Boards hold it together; it stops with the
/// last of them.
pub(crate) struct Thinker {
    script: String,
    running: RefCell<Option<Running>>,
    /// What is to be said as soon as the page has shown what it has to show: to start
    /// a worker takes a while, and a move should be seen first.
    outbox: RefCell<Vec<String>>,
    departure: RefCell<Option<Timer>>,
    /// A few boards at most: a map would cost the reader five kilobytes of code.
    waiting: RefCell<Vec<(Ticket, Callback)>>,
    /// The last ticket given.
    tickets: Cell<Ticket>,
}

/// Tells the requests of different boards apart on the way to the worker: each
/// board numbers its own from one.
pub(crate) type Ticket = u32;

struct Running {
    worker: Worker,
    _listeners: [Listener; 3],
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

thread_local! {
    // Weak: the page forgets the worker when no board is left.
    static SHARED: RefCell<Weak<Thinker>> = const { RefCell::new(Weak::new()) };
}

impl Thinker {
    /// The page's thinker, whose worker runs `script`.
    pub(crate) fn shared(script: &str) -> Rc<Thinker> {
        SHARED.with(|shared| {
            let mut shared = shared.borrow_mut();
            shared.upgrade().unwrap_or_else(|| {
                let thinker = Rc::new(Thinker {
                    script: script.to_owned(),
                    running: RefCell::default(),
                    outbox: RefCell::default(),
                    departure: RefCell::default(),
                    waiting: RefCell::default(),
                    tickets: Cell::new(0),
                });
                *shared = Rc::downgrade(&thinker);
                thinker
            })
        })
    }

    /// Sends a board's request; the callback hears the answers to it.
    pub(crate) fn ask(self: &Rc<Self>, request: &str, callback: Callback) -> Ticket {
        let ticket = self.tickets.get().wrapping_add(1);
        self.tickets.set(ticket);
        self.waiting.borrow_mut().push((ticket, callback));
        self.send(format!("{ticket}/{request}"));
        ticket
    }

    /// Lets the worker drop a request, by the board's own `number` for it, unless it
    /// has answered already.
    pub(crate) fn forget(self: &Rc<Self>, ticket: Ticket, number: u32) {
        if self.take(ticket).is_some() {
            self.send(format!("{ticket}/{number};forget"));
        }
    }

    /// Has the worker answer a request with the best that it has found.
    pub(crate) fn hurry(self: &Rc<Self>, ticket: Ticket, number: u32) {
        self.send(format!("{ticket}/{number};stop"));
    }

    fn send(self: &Rc<Self>, message: String) {
        self.outbox.borrow_mut().push(message);
        if self.departure.borrow().is_some() {
            return;
        }
        let this = Rc::downgrade(self);
        let departure = Timer::after(0, move || {
            if let Some(this) = this.upgrade() {
                this.depart();
            }
        });
        match departure {
            Ok(timer) => {
                self.departure.borrow_mut().replace(timer);
            }
            Err(_) => self.depart(),
        }
    }

    /// Says all that is in the outbox, to a worker that is started if need be.
    fn depart(self: &Rc<Self>) {
        let timer = self.departure.borrow_mut().take();
        drop(timer);
        let messages = std::mem::take(&mut *self.outbox.borrow_mut());
        if self.deliver(&messages).is_err() {
            self.fail();
        }
    }

    fn deliver(self: &Rc<Self>, messages: &[String]) -> Result<(), JsValue> {
        let mut running = self.running.borrow_mut();
        if running.is_none() {
            *running = Some(self.start()?);
        }
        if let Some(running) = &*running {
            for message in messages {
                running.worker.post_message(&JsValue::from_str(message))?;
            }
        }
        Ok(())
    }

    fn start(self: &Rc<Self>) -> Result<Running, JsValue> {
        let worker = Worker::new(&self.script)?;
        let this = Rc::downgrade(self);
        let on_message = Listener::new(&worker, "message", move |event| {
            let text = event
                .dyn_ref::<MessageEvent>()
                .and_then(|event| event.data().as_string());
            if let Some(this) = this.upgrade() {
                this.receive(text.as_deref());
            }
        })?;
        let failing = |kind| {
            let this = Rc::downgrade(self);
            Listener::new(&worker, kind, move |event| {
                // Told to the reader on the board; the page itself is well.
                event.prevent_default();
                if let Some(this) = this.upgrade() {
                    this.fail();
                }
            })
        };
        let listeners = [on_message, failing("error")?, failing("messageerror")?];
        Ok(Running {
            worker,
            _listeners: listeners,
        })
    }

    /// Hands an answer to the board that waits for it. What is no answer at all
    /// is a worker that has lost its wits.
    fn receive(&self, message: Option<&str>) {
        let read = message
            .and_then(|message| message.split_once('/'))
            .and_then(|(ticket, answer)| Some((ticket.parse::<Ticket>().ok()?, answer)));
        let Some((ticket, answer)) = read else {
            self.fail();
            return;
        };
        let callback = if is_final(answer) {
            self.take(ticket)
        } else {
            self.waiting
                .borrow()
                .iter()
                .find_map(|(given, callback)| (*given == ticket).then(|| Rc::clone(callback)))
        };
        if let Some(callback) = callback {
            callback(Reply::Answer(answer.to_owned()));
        }
    }

    /// Who waits with this ticket, and then no more.
    fn take(&self, ticket: Ticket) -> Option<Callback> {
        let mut waiting = self.waiting.borrow_mut();
        let at = waiting.iter().position(|(given, _)| *given == ticket)?;
        Some(waiting.remove(at).1)
    }

    fn fail(&self) {
        self.running.borrow_mut().take();
        for (_, callback) in self.waiting.take() {
            callback(Reply::Failed);
        }
    }
}
