//! Pages that show what the device keeps, the ranking and the exercises, and what it
//! can find out for itself: the proof.
//!
//! A [`Room`] is to such a page what a [`Table`](crate::Table) is to a board: it
//! takes events, never fails, and its markup is drawn again after each. A view more
//! is a value of [`View`], a file under `room/` with its state, and its sentences.

use crate::text::{Safe, put};
use std::rc::Rc;

mod atlas;
mod exercises;
mod proof;
mod ranking;

use crate::device::Device;
use crate::french;

pub use exercises::Sheet;

/// What a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// `classement`: the longest runs without defeat.
    Ranking,
    /// `exercices`: the pages with exercises, and how many are done.
    Exercises,
    /// `atlas`: the lines of the cube, and which of them the reader has met.
    Atlas,
    /// `preuve`: the check of the cube's winning strategy.
    Proof,
}

impl View {
    /// All of them.
    pub const ALL: [View; 4] = [View::Ranking, View::Exercises, View::Atlas, View::Proof];

    /// The name in a fence and in the attribute `vue`.
    pub const fn french(self) -> &'static str {
        match self {
            View::Ranking => "classement",
            View::Exercises => "exercices",
            View::Atlas => "atlas",
            View::Proof => "preuve",
        }
    }

    /// The view of this name.
    pub fn from_french(name: &str) -> Option<View> {
        View::ALL.into_iter().find(|view| view.french() == name)
    }
}

/// What the page does after a button was pressed. The room is drawn again after each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomEffects {
    /// Gives the reader a file: its name and its text.
    pub save: Option<(String, String)>,
    /// Tells the boards of the page that the memory has changed.
    pub kept: bool,
    /// Puts the focus on the button of this action: the one that was pressed is gone.
    pub focus: Option<&'static str>,
    /// Has the first board of the cube on the page show the line of this number.
    pub follow: Option<u8>,
    /// Sends this to the worker; the answers go to [`Room::answer`].
    pub ask: Option<String>,
    /// Lets the worker drop the request of this number.
    pub forget: Option<u32>,
}

/// The state of each view.
#[derive(Debug)]
enum Inside {
    Ranking(ranking::Page),
    Exercises(exercises::Page),
    Atlas(atlas::Page),
    Proof(proof::Page),
}

/// A page that shows what the device keeps.
#[derive(Debug)]
pub struct Room {
    inside: Inside,
    voice: String,
    device: Rc<dyn Device>,
}

impl Room {
    /// The room of an element: `get` gives the value of one of its attributes, if it is
    /// there. Without a view that is known, it is the ranking.
    pub fn from_attributes(get: impl Fn(&str) -> Option<String>, device: Rc<dyn Device>) -> Room {
        let view = get("vue").and_then(|name| View::from_french(&name));
        Room {
            inside: match view {
                Some(View::Atlas) => Inside::Atlas(atlas::Page::default()),
                Some(View::Proof) => {
                    Inside::Proof(proof::Page::new(&get(proof::EXPECTED).unwrap_or_default()))
                }
                None | Some(View::Ranking) => Inside::Ranking(ranking::Page::default()),
                Some(View::Exercises) => Inside::Exercises(exercises::Page::new(Sheet::read_all(
                    &get("pages").unwrap_or_default(),
                ))),
            },
            voice: String::new(),
            device,
        }
    }

    /// Takes the press of the button with this `data-action`.
    pub fn press(&mut self, action: &str) -> RoomEffects {
        let mut effects = RoomEffects::default();
        let said = match &mut self.inside {
            Inside::Ranking(page) => page.press(action, &*self.device, &mut effects),
            Inside::Exercises(page) => page.press(action, &*self.device, &mut effects),
            Inside::Atlas(page) => page.press(action, &*self.device, &mut effects),
            Inside::Proof(page) => page.press(action, &mut effects),
        };
        self.voice = said.unwrap_or_default();
        effects
    }

    /// Takes an answer of the worker.
    pub fn answer(&mut self, text: &str) {
        if let Inside::Proof(page) = &mut self.inside
            && let Some(said) = page.answer(text)
        {
            self.voice = said;
        }
    }

    /// The worker broke down.
    pub fn worker_failed(&mut self) {
        if let Inside::Proof(page) = &mut self.inside
            && let Some(said) = page.failed()
        {
            self.voice = said;
        }
    }
}

/// What stands inside the element once the script is there.
pub fn room_markup(room: &Room) -> String {
    let mut out = String::new();
    match &room.inside {
        Inside::Ranking(page) => page.markup(&mut out, &*room.device),
        Inside::Exercises(page) => page.markup(&mut out, &*room.device),
        Inside::Atlas(page) => page.markup(&mut out, &*room.device),
        Inside::Proof(page) => page.markup(&mut out),
    }
    put!(
        out,
        "<p class=\"morpion-voix\" role=\"status\" aria-live=\"polite\">",
        Safe(&room.voice),
        "</p>"
    );
    out
}

/// The element of a page, with what it says to a reader without script. `sheets` are
/// the pages with exercises.
pub fn room_element(view: View, sheets: &[Sheet]) -> String {
    // A known tag first: Markdown would put an unknown one into a paragraph.
    let mut out = format!("<div><morpion-vue vue=\"{}\"", view.french());
    let inside = match view {
        View::Ranking => ranking::static_markup(),
        View::Exercises => {
            put!(out, " pages=\"", Safe(Sheet::write_all(sheets)), "\"");
            exercises::static_markup(sheets)
        }
        View::Atlas => atlas::static_markup(),
        View::Proof => {
            if let Some(counts) = proof::expected() {
                put!(out, " ", proof::EXPECTED, "=\"", counts.write(), "\"");
            }
            proof::static_markup()
        }
    };
    put!(
        out,
        ">",
        inside,
        "<p class=\"morpion-panne\">",
        Safe(french::room::without_script(view)),
        "</p></morpion-vue></div>"
    );
    out
}

/// One button of a room.
struct Button<'a> {
    action: &'a str,
    label: String,
    /// `Some` for a button that shows and hides something.
    expanded: Option<bool>,
    enabled: bool,
}

fn buttons(out: &mut String, buttons: &[Button<'_>]) {
    out.push_str("<div class=\"morpion-commandes\"><div class=\"morpion-boutons\">");
    for button in buttons {
        put!(
            out,
            "<button type=\"button\" data-action=\"",
            button.action,
            "\""
        );
        if let Some(expanded) = button.expanded {
            put!(out, " aria-expanded=\"", expanded, "\"");
        }
        if !button.enabled {
            out.push_str(" aria-disabled=\"true\"");
        }
        put!(out, "><span>", Safe(&button.label), "</span></button>");
    }
    out.push_str("</div></div>");
}
