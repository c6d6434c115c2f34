//! The page of the proof: the reader's own browser tries every reply.

use morpion_engine::Truth;

use super::{Button, RoomEffects, buttons};
use crate::french::proof as said;
use crate::text::{Safe, put};
use crate::worker::{ProofCounts, ProofNews, proof_request, read_proof};

/// The names of the buttons in `data-action`.
const CHECK: &str = "verifier";
const STOP: &str = "arreter";

/// The attribute with what the book has counted.
pub(super) const EXPECTED: &str = "attendu";

/// Where the check stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Untried,
    /// So many replies have been tried.
    Running(u64),
    /// The reader has stopped it after so many.
    Stopped(u64),
    Proved(ProofCounts),
    /// These moves lose; there are none, or the book would not have been built.
    Refuted(String),
    Failed,
}

/// The state of the page.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// What the book has counted.
    book: Option<ProofCounts>,
    stage: Stage,
    /// The number of the last request.
    request: u32,
    /// The last quarter that was told aloud.
    told: u64,
}

impl Page {
    pub(super) fn new(expected: &str) -> Page {
        Page {
            book: ProofCounts::read(expected),
            ..Page::default()
        }
    }

    /// Does what a button says; what is heard of it.
    pub(super) fn press(&mut self, action: &str, effects: &mut RoomEffects) -> Option<String> {
        match (action, &self.stage) {
            (STOP, &Stage::Running(replies)) => {
                self.stage = Stage::Stopped(replies);
                effects.forget = Some(self.request);
                effects.focus = Some(CHECK);
                Some(said::stopped(replies))
            }
            (CHECK, Stage::Running(_)) => None,
            (CHECK, _) => {
                self.request += 1;
                self.told = 0;
                self.stage = Stage::Running(0);
                effects.ask = Some(proof_request(self.request));
                Some(said::begun())
            }
            _ => None,
        }
    }

    /// Takes an answer of the worker; what is heard of it.
    pub(super) fn answer(&mut self, text: &str) -> Option<String> {
        let Stage::Running(_) = self.stage else {
            return None;
        };
        match read_proof(text) {
            Some((number, _)) if number != self.request => None,
            Some((_, ProofNews::Replies(replies))) => {
                self.stage = Stage::Running(replies);
                let quarter = self.share(replies) / 25;
                let news = quarter > self.told;
                self.told = quarter;
                news.then(|| said::share(quarter * 25))
            }
            Some((_, ProofNews::Proved(counts))) => {
                self.stage = Stage::Proved(counts);
                Some(self.sentence())
            }
            Some((_, ProofNews::Refuted(moves))) => {
                self.stage = Stage::Refuted(moves);
                Some(self.sentence())
            }
            None => self.failed(),
        }
    }

    /// The worker is gone.
    pub(super) fn failed(&mut self) -> Option<String> {
        self.stage = Stage::Failed;
        Some(said::failed())
    }

    /// How many hundredths of the replies these are.
    fn share(&self, replies: u64) -> u64 {
        let all = self.book.map_or(0, |book| book.replies);
        (replies * 100).checked_div(all).unwrap_or(0).min(100)
    }

    fn replies(&self) -> u64 {
        match &self.stage {
            Stage::Running(replies) | Stage::Stopped(replies) => *replies,
            Stage::Proved(counts) => counts.replies,
            Stage::Untried | Stage::Refuted(_) | Stage::Failed => 0,
        }
    }

    fn sentence(&self) -> String {
        match &self.stage {
            Stage::Untried => said::untried(),
            Stage::Running(replies) => said::running(*replies, self.share(*replies)),
            Stage::Stopped(replies) => said::stopped(*replies),
            Stage::Proved(counts) => said::proved(self.book == Some(*counts)),
            Stage::Refuted(moves) => said::refuted(moves),
            Stage::Failed => said::failed(),
        }
    }

    pub(super) fn markup(&self, out: &mut String) {
        put!(
            out,
            "<p class=\"morpion-bilan\">",
            Safe(self.sentence()),
            "</p><progress class=\"morpion-jauge\" max=\"100\" value=\"",
            self.share(self.replies()).to_string(),
            "\" aria-label=\"",
            Safe(said::gauge_label()),
            "\"></progress>"
        );
        let running = matches!(self.stage, Stage::Running(_));
        buttons(
            out,
            &[
                Button {
                    action: CHECK,
                    label: said::check(),
                    expanded: None,
                    enabled: !running,
                },
                Button {
                    action: STOP,
                    label: said::stop(),
                    expanded: None,
                    enabled: running,
                },
            ],
        );
        let counts = match &self.stage {
            Stage::Proved(counts) => Some(*counts),
            _ => None,
        };
        table(out, self.book, Some(counts));
    }
}

/// What was counted, beside what the book has counted. `here` is the column of this
/// browser, which there is none of without script.
fn table(out: &mut String, book: Option<ProofCounts>, here: Option<Option<ProofCounts>>) {
    let [what, ours, yours] = said::heads();
    put!(
        out,
        "<table><thead><tr><th scope=\"col\">",
        what,
        "</th><th scope=\"col\">",
        ours,
        "</th>"
    );
    if here.is_some() {
        put!(out, "<th scope=\"col\">", yours, "</th>");
    }
    out.push_str("</tr></thead><tbody>");
    let values = |counts: Option<ProofCounts>| {
        let all = counts.map(ProofCounts::all);
        (0..4).map(move |at| all.map_or_else(said::not_yet, |all| said::number(all[at])))
    };
    let mut columns = here.map(values);
    for (name, ours) in said::rows().into_iter().zip(values(book)) {
        put!(
            out,
            "<tr><th scope=\"row\">",
            Safe(&name),
            "</th><td>",
            ours,
            "</td>"
        );
        if let Some(yours) = columns.as_mut().and_then(Iterator::next) {
            put!(out, "<td>", yours, "</td>");
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table>");
}

/// What the engine is held to, for the attribute of the element.
pub(super) fn expected() -> Option<ProofCounts> {
    let truth = |key| Truth::find(key).map(|truth| truth.value);
    Some(ProofCounts {
        positions: truth("3d.check.positions")?,
        replies: truth("3d.check.replies")?,
        entries: truth("3d.certificate.entries")?,
        longest: truth("3d.check.longest-game")?,
    })
}

/// The page for a reader without script.
pub(super) fn static_markup() -> String {
    let mut out = String::new();
    put!(
        out,
        "<p class=\"morpion-bilan\">",
        Safe(said::by_hand()),
        "</p>"
    );
    table(&mut out, expected(), None);
    out
}
