//! The buttons of a board: which there are, and which may be pressed.

use morpion_engine::{Level, Record};

use super::Table;
use super::projection::project_choice;
use crate::event::{Action, Panel};
use crate::french;
use crate::spec::{First, Mode, Opponent};

/// One button that may be pressed.
pub(crate) struct Choice {
    pub(crate) action: Action,
    pub(crate) label: String,
    /// `Some` for one of several that exclude each other.
    pub(crate) pressed: Option<bool>,
    /// `Some` for a button that shows and hides others.
    pub(crate) expanded: Option<bool>,
    pub(crate) enabled: bool,
}

/// Buttons that belong together.
pub(crate) struct Group {
    /// What is chosen, for one choice among several.
    pub(crate) label: Option<String>,
    /// Whether the label is shown, or only heard: the buttons may say it all.
    pub(crate) label_shown: bool,
    pub(crate) choices: Vec<Choice>,
}

impl Table {
    /// The buttons under the board.
    pub(crate) fn actions(&self) -> Vec<Group> {
        let choice = |action, pressed, enabled| Choice {
            action,
            label: french::action(action),
            pressed,
            expanded: None,
            enabled,
        };
        match self.mode {
            Mode::Fixed => Vec::new(),
            Mode::Demo => {
                let begun = self.history.depth() > 0;
                let more = self.history.next(self.history.at()).is_some();
                let choices = vec![
                    choice(Action::ToStart, None, begun),
                    choice(Action::Back, None, begun),
                    choice(Action::Forward, None, more),
                    choice(Action::Free, None, true),
                ];
                if self.projected() {
                    return self.projection_actions(choices);
                }
                vec![
                    Group {
                        label: None,
                        label_shown: false,
                        choices,
                    },
                    Group {
                        label: Some(french::tools_label()),
                        label_shown: false,
                        choices: vec![project_choice()],
                    },
                ]
            }
            Mode::Play => {
                let computer = self.opponent == Opponent::Computer;
                let forward = self.history.next(self.history.at()).is_some();
                let help = if self.computer_moves() && self.level.think_ms() > 0 {
                    choice(Action::PlayNow, None, true)
                } else {
                    choice(Action::Hint, None, self.can_hint())
                };
                if self.projected() {
                    return self.projection_actions(vec![
                        choice(Action::New, None, true),
                        choice(Action::Undo, None, self.can_undo()),
                        help,
                        choice(Action::Back, None, self.history.depth() > 0),
                        choice(Action::Forward, None, forward),
                    ]);
                }
                let mut first = vec![choice(Action::New, None, true)];
                let chapter = &self.spec.record;
                let demo = self.spec.mode == Mode::Demo;
                if demo || *chapter != Record::new(chapter.game()) {
                    let moved = demo || self.record() != chapter;
                    first.push(choice(Action::Restart, None, moved));
                }
                first.push(choice(Action::Undo, None, self.can_undo()));
                first.push(choice(Action::Redo, None, forward));
                first.push(help);
                let disclosure = |panel, label| Choice {
                    action: Action::Open(panel),
                    label,
                    pressed: None,
                    expanded: Some(self.panel == Some(panel)),
                    enabled: true,
                };
                first.push(disclosure(
                    Panel::Players,
                    french::settings(computer.then_some(self.level)),
                ));
                first.push(Choice {
                    action: Action::More,
                    label: french::action(Action::More),
                    pressed: None,
                    expanded: Some(self.more),
                    enabled: true,
                });
                let mut groups = vec![Group {
                    label: None,
                    label_shown: false,
                    choices: first,
                }];
                if self.more {
                    groups.push(Group {
                        label: Some(french::tools_label()),
                        label_shown: false,
                        choices: Panel::TOOLS
                            .iter()
                            .filter(|panel| panel.is_for(self.game()))
                            .map(|&panel| disclosure(panel, french::action(Action::Open(panel))))
                            .chain([project_choice()])
                            .collect(),
                    });
                }
                match self.panel {
                    Some(Panel::Players) => {}
                    Some(Panel::View) => {
                        groups.extend(self.view_groups());
                        return groups;
                    }
                    _ => return groups,
                }
                groups.push(Group {
                    label: Some(french::opponent_label()),
                    label_shown: false,
                    choices: vec![
                        choice(Action::AgainstComputer, Some(computer), true),
                        choice(Action::AgainstHuman, Some(!computer), true),
                    ],
                });
                if computer {
                    groups.push(Group {
                        label: Some(french::level_label()),
                        label_shown: true,
                        choices: Level::all(self.game())
                            .iter()
                            .map(|&level| {
                                choice(Action::Level(level), Some(level == self.level), true)
                            })
                            .collect(),
                    });
                    let me = self.first == First::Me;
                    groups.push(Group {
                        label: Some(french::first_label()),
                        label_shown: true,
                        choices: vec![
                            choice(Action::MeFirst, Some(me), true),
                            choice(Action::ComputerFirst, Some(!me), true),
                        ],
                    });
                }
                groups
            }
        }
    }
}
