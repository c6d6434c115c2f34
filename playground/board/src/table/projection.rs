//! A board alone on the screen, to be read from the back of a room.
//!
//! The page gives it the whole screen; here it has fewer buttons, coordinates, and
//! keys for the one who stands beside it.

use super::Table;
use super::controls::{Choice, Group};
use crate::event::Action;
use crate::french;
use crate::spec::Mode;

/// What is kept of a projection.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Projection {
    on: bool,
    /// The list of keys is shown.
    keys: bool,
}

/// One key of the one who projects a board.
pub(crate) struct Shortcut {
    /// As the browser names it; letters are small.
    key: &'static str,
    /// What is printed on it; empty for a second key that does the same.
    pub(crate) cap: &'static str,
    pub(crate) action: Action,
}

/// All keys, in the order in which they are listed.
const SHORTCUTS: [Shortcut; 13] = {
    const fn key(key: &'static str, cap: &'static str, action: Action) -> Shortcut {
        Shortcut { key, cap, action }
    }
    [
        key("arrowleft", "←", Action::Back),
        key("arrowright", "→", Action::Forward),
        // What a remote control for slides sends.
        key("pageup", "", Action::Back),
        key("pagedown", "", Action::Forward),
        key("home", "Début", Action::ToStart),
        key("end", "Fin", Action::ToEnd),
        key("n", "N", Action::New),
        key("z", "Z", Action::Undo),
        key("i", "I", Action::Hint),
        key("v", "V", Action::Values),
        key("t", "T", Action::Keys),
        key("f", "F", Action::Project),
        key("escape", "", Action::Project),
    ]
};

impl Table {
    /// Whether the board is shown alone on the screen.
    pub fn projected(&self) -> bool {
        self.projection.on
    }

    /// The name of the board alone on the screen.
    pub fn projection_label(&self) -> String {
        french::projection_label(self.game())
    }

    /// What a key does during a projection. On a cell, the keys that lead from cell to
    /// cell go on doing that.
    pub fn shortcut(&self, key: &str, on_cell: bool) -> Option<Action> {
        if !self.projected() || on_cell && crate::event::Key::from_dom(key).is_some() {
            return None;
        }
        self.shortcuts()
            .find(|shortcut| shortcut.key.eq_ignore_ascii_case(key))
            .map(|shortcut| shortcut.action)
    }

    /// The keys that do something now.
    fn shortcuts(&self) -> impl Iterator<Item = Shortcut> {
        let demo = self.mode == Mode::Demo;
        SHORTCUTS.into_iter().filter(move |shortcut| {
            let idle = demo
                && matches!(
                    shortcut.action,
                    Action::New | Action::Undo | Action::Hint | Action::Values
                );
            !idle && !self.no_part_of_exercise(shortcut.action)
        })
    }

    /// The keys to be listed, if they are asked for.
    pub(crate) fn listed_keys(&self) -> Option<Vec<Shortcut>> {
        let shown = self.projection.on && self.projection.keys;
        shown.then(|| {
            self.shortcuts()
                .filter(|shortcut| !shortcut.cap.is_empty())
                .collect()
        })
    }

    /// Gives the board the whole screen, or the page back.
    pub(super) fn project(&mut self) {
        self.projection = Projection {
            on: !self.projection.on,
            keys: false,
        };
        // What is open under the board would stand beside it now.
        self.panel = None;
        self.tell(french::projected(self.projection.on));
    }

    /// Shows or hides the list of keys.
    pub(super) fn show_keys(&mut self) {
        self.projection.keys = !self.projection.keys;
    }

    /// The buttons of a projection, which take the places of those under the board.
    pub(super) fn projection_actions(&self, first: Vec<Choice>) -> Vec<Group> {
        vec![
            Group {
                label: None,
                label_shown: false,
                choices: first,
            },
            Group {
                label: Some(french::tools_label()),
                label_shown: false,
                choices: vec![
                    Choice {
                        action: Action::Keys,
                        label: french::action(Action::Keys),
                        pressed: None,
                        expanded: Some(self.projection.keys),
                        enabled: true,
                    },
                    // The button that was pressed to come here keeps its node, and so
                    // the focus.
                    Choice {
                        label: french::leave_projection(),
                        ..project_choice()
                    },
                ],
            },
        ]
    }
}

/// The button that gives the board the whole screen.
pub(super) fn project_choice() -> Choice {
    Choice {
        action: Action::Project,
        label: french::action(Action::Project),
        pressed: None,
        expanded: None,
        enabled: true,
    }
}
