//! What a board asks of the device that it is on.

use std::fmt;

/// Memory, calendar and address: what a browser has and a test makes up.
///
/// Memory may be refused, as in private windows, or full: everything works all the
/// same, and what should have been kept lasts as long as the page.
pub trait Device: fmt::Debug {
    /// What was kept under this name.
    fn recall(&self, name: &str) -> Option<String>;

    /// Keeps a text under this name, or nothing if it is empty. Whether it is kept
    /// for good, and not only as long as the page.
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

#[cfg(test)]
pub(crate) use tests::Memory;

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    use super::Device;

    /// A device with a memory and one day.
    #[derive(Debug)]
    pub(crate) struct Memory {
        kept: RefCell<BTreeMap<String, String>>,
        today: &'static str,
    }

    impl Memory {
        pub(crate) fn new(today: &'static str) -> Memory {
            Memory {
                kept: RefCell::default(),
                today,
            }
        }
    }

    impl Device for Memory {
        fn recall(&self, name: &str) -> Option<String> {
            self.kept.borrow().get(name).cloned()
        }

        fn keep(&self, name: &str, text: &str) -> bool {
            self.kept
                .borrow_mut()
                .insert(name.to_owned(), text.to_owned());
            true
        }

        fn today(&self) -> String {
            self.today.to_owned()
        }

        fn address(&self) -> String {
            String::new()
        }
    }
}
