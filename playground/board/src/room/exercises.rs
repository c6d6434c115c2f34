//! The page of all exercises: where they are and how many are done.

use super::{Button, RoomEffects, buttons};
use crate::device::Device;
use crate::french;
use crate::progress::Progress;
use crate::text::{Safe, put};

/// A page with exercises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Where it is, seen from the page that lists it.
    pub link: String,
    /// Its title.
    pub title: String,
    /// The keys of its exercises.
    pub keys: Vec<String>,
}

impl Sheet {
    /// Pages in one attribute; [`Sheet::read_all`] reads them.
    pub(super) fn write_all(sheets: &[Sheet]) -> String {
        let one = |sheet: &Sheet| {
            format!(
                "{};{};{}",
                sheet.keys.join(" "),
                sheet.link.replace(['|', ';'], ""),
                sheet.title.replace('|', "/")
            )
        };
        let all: Vec<String> = sheets.iter().map(one).collect();
        all.join("|")
    }

    pub(super) fn read_all(text: &str) -> Vec<Sheet> {
        let one = |text: &str| {
            let mut fields = text.splitn(3, ';');
            Some(Sheet {
                keys: fields.next()?.split(' ').map(str::to_owned).collect(),
                link: fields.next()?.to_owned(),
                title: fields.next()?.to_owned(),
            })
        };
        text.split('|').filter_map(one).collect()
    }
}

/// What the reader has opened.
#[derive(Debug)]
pub(super) struct Page {
    sheets: Vec<Sheet>,
    /// « Effacer » was pressed once.
    clearing: bool,
}

const CLEAR: &str = "effacer";

impl Page {
    pub(super) fn new(sheets: Vec<Sheet>) -> Page {
        Page {
            sheets,
            clearing: false,
        }
    }

    /// Does what a button says; what is heard of it.
    pub(super) fn press(
        &mut self,
        action: &str,
        device: &dyn Device,
        effects: &mut RoomEffects,
    ) -> Option<String> {
        let asked = std::mem::take(&mut self.clearing);
        match action {
            CLEAR if asked => {
                let cleared = Progress::clear(device);
                effects.kept = true;
                Some(french::room::progress_cleared(cleared))
            }
            CLEAR => {
                self.clearing = true;
                Some(french::room::clear_progress_again())
            }
            _ => None,
        }
    }

    pub(super) fn markup(&self, out: &mut String, device: &dyn Device) {
        let progress = Progress::recall(device);
        let count = |sheet: &Sheet| progress.done_among(&sheet.keys);
        let done: usize = self.sheets.iter().map(count).sum();
        let all: usize = self.sheets.iter().map(|sheet| sheet.keys.len()).sum();
        put!(
            out,
            "<p class=\"morpion-bilan\">",
            Safe(french::room::all_done(done, all)),
            "</p>"
        );
        list(out, &self.sheets, |sheet| {
            french::room::sheet_done(count(sheet), sheet.keys.len())
        });
        buttons(
            out,
            &[Button {
                action: CLEAR,
                label: if self.clearing {
                    french::room::clear_progress_again()
                } else {
                    french::room::clear_progress()
                },
                expanded: None,
                enabled: done > 0,
            }],
        );
    }
}

/// The pages, each with its link and what is said of it.
fn list(out: &mut String, sheets: &[Sheet], said: impl Fn(&Sheet) -> String) {
    out.push_str("<ul class=\"morpion-pages\">");
    for sheet in sheets {
        put!(
            out,
            "<li><a href=\"",
            Safe(&sheet.link),
            "\">",
            Safe(&sheet.title),
            "</a> <span>",
            Safe(said(sheet)),
            "</span></li>"
        );
    }
    out.push_str("</ul>");
}

/// What stands in the page before, or without, the script.
pub(super) fn static_markup(sheets: &[Sheet]) -> String {
    let mut out = String::new();
    list(&mut out, sheets, |sheet| {
        french::room::sheet_size(sheet.keys.len())
    });
    out
}
