//! What a board asks of the device that it is on.

use std::fmt;

/// Memory, calendar and address: what a browser has and a test makes up.
///
/// Memory may be refused, as in private windows: then nothing is recalled and
/// nothing kept, and the board works all the same.
pub trait Device: fmt::Debug {
    /// What was kept under this name.
    fn recall(&self, name: &str) -> Option<String>;

    /// Keeps a text under this name, or nothing if it is empty. Whether it could be
    /// kept.
    fn keep(&self, name: &str, text: &str) -> bool;

    /// Today's date, as `2026-11-30`.
    fn today(&self) -> String;

    /// The address of the page without what follows a `?` or `#`.
    fn address(&self) -> String;

    /// The address of the folder that this book is in, with a `/` at its end; `None` in
    /// a book that has boards and none of the pages that go with them.
    fn book(&self) -> Option<String> {
        None
    }
}

/// A device without memory, calendar and address.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bare;

impl Device for Bare {
    fn recall(&self, _: &str) -> Option<String> {
        None
    }

    fn keep(&self, _: &str, _: &str) -> bool {
        false
    }

    fn today(&self) -> String {
        String::new()
    }

    fn address(&self) -> String {
        String::new()
    }
}
