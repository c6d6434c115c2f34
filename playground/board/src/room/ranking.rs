//! The page of the longest runs without defeat.

use super::{Button, RoomEffects, buttons};
use crate::device::Device;
use crate::french;
use crate::ranking::{Entry, RANKED, Ranking, Run};
use crate::text::{Safe, joined, put, without};

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
            put!(
                out,
                "<div class=\"morpion-tableau\"><table><caption>",
                Safe(french::capital(french::game_name(game))),
                "</caption><thead><tr>"
            );
            for head in french::room::ranking_heads() {
                put!(out, "<th scope=\"col\">", Safe(&head), "</th>");
            }
            out.push_str("</tr></thead><tbody>");
            for entry in entries {
                row(out, entry);
            }
            out.push_str("</tbody></table></div>");
        }
        if none {
            put!(
                out,
                "<p class=\"morpion-vide\">",
                Safe(french::room::no_ranking()),
                "</p>"
            );
        }
        buttons(
            out,
            &[
                Button {
                    action: EXPORT,
                    label: french::room::export(),
                    expanded: Some(self.exported),
                    enabled: !none,
                },
                Button {
                    action: CLEAR,
                    label: if self.clearing {
                        french::room::clear_ranking_again()
                    } else {
                        french::room::clear_ranking()
                    },
                    expanded: None,
                    enabled: !none,
                },
            ],
        );
        if self.exported {
            put!(
                out,
                "<div class=\"morpion-export\"><label><span>",
                Safe(french::room::export_label()),
                "</span><textarea readonly rows=\"8\" spellcheck=\"false\">"
            );
            // Inside a text area a line break is one.
            for c in export(&ranking).chars() {
                match c {
                    '&' => out.push_str("&amp;"),
                    '<' => out.push_str("&lt;"),
                    _ => out.push(c),
                }
            }
            out.push_str("</textarea></label>");
            buttons(
                out,
                &[Button {
                    action: SAVE,
                    label: french::room::save(),
                    expanded: None,
                    enabled: !none,
                }],
            );
            out.push_str("</div>");
        }
    }
}

fn row(out: &mut String, entry: &Entry) {
    put!(
        out,
        "<tr><th scope=\"row\">",
        Safe(french::capital(french::level_name(entry.level))),
        "</th><td>",
        Safe(french::room::run(&entry.best)),
        "</td><td>",
        Safe(french::room::run(&entry.run)),
        "</td></tr>"
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
    let mut entries = RANKED
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
        });
    format!("[\n{}\n]\n", joined(&mut entries, ",\n"))
}

/// A text between the quotes of JSON; what it may not hold there has no place in a date.
fn quoted(text: &str) -> String {
    without(
        text,
        |c| matches!(c, '"' | '\\' | '\0'..' ' | '\u{7f}'..='\u{9f}'),
    )
}

/// What stands in the page before, or without, the script.
pub(super) fn static_markup() -> String {
    String::new()
}
