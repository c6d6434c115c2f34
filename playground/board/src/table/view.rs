//! What a board shows beside its position: always, on request, or no more.

use morpion_engine::Game;

use super::Table;
use super::controls::{Choice, Group};
use crate::event::Action;
use crate::french;

/// Something that a board can show and can leave out. A game that has more to show
/// adds a value here and names it in [`ViewOption::of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewOption {
    /// The cube, drawn as a whole beside its floors.
    Cube,
    /// The cells above and below the one that is pointed at.
    Column,
    /// The first floor at full strength.
    Floor1,
    /// The second floor at full strength.
    Floor2,
    /// The third floor at full strength.
    Floor3,
    /// The fourth floor at full strength.
    Floor4,
}

impl ViewOption {
    /// The floors, the lowest first.
    pub(crate) const FLOORS: [ViewOption; 4] = [
        ViewOption::Floor1,
        ViewOption::Floor2,
        ViewOption::Floor3,
        ViewOption::Floor4,
    ];

    /// What the boards of a game can show or leave out, in the order in which it is
    /// offered.
    pub(crate) const fn of(game: Game) -> &'static [ViewOption] {
        match game {
            Game::Classique | Game::Infini | Game::Ultimate => &[],
            Game::Cube => &[
                ViewOption::Cube,
                ViewOption::Column,
                ViewOption::Floor1,
                ViewOption::Floor2,
                ViewOption::Floor3,
                ViewOption::Floor4,
            ],
        }
    }

    /// Whether it is shown before anybody has chosen.
    const fn shown_at_first(self) -> bool {
        match self {
            ViewOption::Cube
            | ViewOption::Column
            | ViewOption::Floor1
            | ViewOption::Floor2
            | ViewOption::Floor3
            | ViewOption::Floor4 => true,
        }
    }

    /// The end of its name in `data-action`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            ViewOption::Cube => "cube",
            ViewOption::Column => "colonne",
            ViewOption::Floor1 => "etage-1",
            ViewOption::Floor2 => "etage-2",
            ViewOption::Floor3 => "etage-3",
            ViewOption::Floor4 => "etage-4",
        }
    }
}

/// What the reader has chosen to see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct View {
    /// The options that are not as they were at first: a bit each.
    changed: u32,
}

impl View {
    /// Whether this is to be shown.
    pub(super) fn shows(&self, option: ViewOption) -> bool {
        (self.changed & 1 << option as u32 != 0) != option.shown_at_first()
    }

    fn toggle(&mut self, option: ViewOption) {
        self.changed ^= 1 << option as u32;
    }
}

impl Table {
    /// Shows or leaves out.
    pub(super) fn toggle_view(&mut self, option: ViewOption) {
        self.view.toggle(option);
        self.tell(french::view_changed(option, self.view.shows(option)));
    }

    /// The buttons behind « Vue ».
    pub(super) fn view_groups(&self) -> Vec<Group> {
        vec![Group {
            label: Some(french::view_label()),
            label_shown: true,
            choices: ViewOption::of(self.game())
                .iter()
                .map(|&option| Choice {
                    action: Action::View(option),
                    label: french::action(Action::View(option)),
                    pressed: Some(self.view.shows(option)),
                    expanded: None,
                    enabled: true,
                })
                .collect(),
        }]
    }
}
