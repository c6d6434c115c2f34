//! The page of the longest runs without defeat.

use std::fmt::Write;

use super::{Button, RoomEffects, buttons};
use crate::device::Device;
use crate::french;
use crate::markup::escape;
use crate::ranking::{Entry, RANKED, Ranking, Run};

/// What the reader has opened.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// The text to copy is shown.
    exported: bool,
    /// « Effacer » was pressed once.
    clearing: bool,
}

const EXPORT: &str = "exporter";
const SAVE: &str = "enregistrer";
const CLEAR: &str = "effacer";

impl Page {
    /// Does what a button says; what is heard of it.
    pub(super) fn press(
        &mut self,
        action: &str,
        device: &dyn Device,
        effects: &mut RoomEffects,
    ) -> Option<String> {
        let asked = std::mem::take(&mut self.clearing);
        match action {
            EXPORT => {
                self.exported = !self.exported;
                None
            }
            SAVE => {
                let name = format!("{}.json", french::room::ranking_file());
                effects.save = Some((name, export(&Ranking::recall(device))));
                None
            }
            CLEAR if asked => {
                let cleared = Ranking::clear(device);
                effects.kept = true;
                self.exported = false;
                Some(french::room::ranking_cleared(cleared))
            }
            CLEAR => {
                self.clearing = true;
                Some(french::room::clear_ranking_again())
            }
            _ => None,
        }
    }

    pub(super) fn markup(&self, out: &mut String, device: &dyn Device) {
        let ranking = Ranking::recall(device);
        let mut none = true;
        for game in RANKED {
            let entries = ranking.played(game);
            if entries.is_empty() {
                continue;
            }
            none = false;
            let _ = write!(
                out,
                "<div class=\"morpion-tableau\"><table><caption>{}</caption><thead><tr>",
                escape(&french::capital(french::game_name(game)))
            );
            for head in french::room::ranking_heads() {
                let _ = write!(out, "<th scope=\"col\">{}</th>", escape(&head));
            }
            out.push_str("</tr></thead><tbody>");
            for entry in entries {
                row(out, entry);
            }
            out.push_str("</tbody></table></div>");
        }
        if none {
            let _ = write!(
                out,
                "<p class=\"morpion-vide\">{}</p>",
                escape(&french::room::no_ranking())
            );
            return;
        }
        buttons(
            out,
            &[
                Button {
                    action: EXPORT,
                    label: french::room::export(),
                    expanded: Some(self.exported),
                    enabled: true,
                },
                Button {
                    action: CLEAR,
                    label: if self.clearing {
                        french::room::clear_ranking_again()
                    } else {
                        french::room::clear_ranking()
                    },
                    expanded: None,
                    enabled: true,
                },
            ],
        );
        if self.exported {
            let _ = write!(
                out,
                "<div class=\"morpion-export\"><label><span>{}</span><textarea readonly rows=\"8\" spellcheck=\"false\">{}</textarea></label>",
                escape(&french::room::export_label()),
                // Inside a text area a line break is one.
                export(&ranking).replace('&', "&amp;").replace('<', "&lt;")
            );
            buttons(
                out,
                &[Button {
                    action: SAVE,
                    label: french::room::save(),
                    expanded: None,
                    enabled: true,
                }],
            );
            out.push_str("</div>");
        }
    }
}

fn row(out: &mut String, entry: &Entry) {
    let _ = write!(
        out,
        "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>",
        escape(&french::capital(french::level_name(entry.level))),
        escape(&french::room::run(&entry.best)),
        escape(&french::room::run(&entry.run)),
    );
}

/// The ranking for a program, in JSON; dates are as the device writes them.
fn export(ranking: &Ranking) -> String {
    let run = |run: &Run| {
        format!(
            "{{\"parties\": {}, \"victoires\": {}, \"nuls\": {}, \"debut\": \"{}\", \"fin\": \"{}\"}}",
            run.games,
            run.wins,
            run.draws(),
            quoted(&run.from),
            quoted(&run.to)
        )
    };
    let entries: Vec<String> = RANKED
        .iter()
        .flat_map(|&game| ranking.played(game))
        .map(|entry| {
            format!(
                "  {{\"jeu\": \"{}\", \"niveau\": \"{}\",\n   \"record\": {},\n   \"serie\": {}}}",
                entry.level.game().slug(),
                entry.level.slug(),
                run(&entry.best),
                run(&entry.run)
            )
        })
        .collect();
    format!("[\n{}\n]\n", entries.join(",\n"))
}

/// A text between the quotes of JSON; what it may not hold there has no place in a date.
fn quoted(text: &str) -> String {
    text.replace(|c: char| c == '"' || c == '\\' || c.is_control(), "")
}

/// What stands in the page before, or without, the script.
pub(super) fn static_markup() -> String {
    String::new()
}
