//! End to end: the built book in real browsers.
//!
//! This library is the ground the tests of `browsers/` stand on and knows no game:
//!
//! - [`server`] serves a folder as a plain host would, with the strict
//!   Content-Security-Policy, and keeps a list of what was asked for;
//! - [`book`] knows the pages of the built book;
//! - [`browser`] finds the three browsers, starts one with its driver, and ends
//!   both whatever happens to the test;
//! - [`page`] is a page in one of them: open, press, click, wait, and at last the
//!   question whether anything went wrong on the way;
//! - [`chromium`] is what only one of them lets a test do with a page: sizes, media, a
//!   finger, pictures, the list of tasks.

pub mod book;
pub mod browser;
pub mod chromium;
pub mod page;
mod process;
pub mod server;

pub use browser::{Fleet, Kind};
pub use page::Page;
pub use process::end_all_on_signal;
pub use server::{Server, Site};
