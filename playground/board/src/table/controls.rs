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
    /// `Some` for what is on or off: one of several that exclude each other, or alone.
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
                let playback = Choice {
                    label: if self.plays_by_itself() {
                        french::history::pause()
                    } else {
                        french::action(Action::Playback)
                    },
                    ..choice(Action::Playback, None, begun || more)
                };
                let choices = vec![
                    playback,
                    choice(Action::ToStart, None, begun),
                    choice(Action::Back, None, begun),
                    choice(Action::Forward, None, more),
                    choice(Action::Free, None, true),
                ];
                if self.projected() {
                    return self.projection_actions(choices);
                }
                with_projection(choices)
            }
            Mode::Exercise => {
                let asks = self.exercise_asks();
                let mut choices = vec![
                    choice(Action::Hint, None, asks),
                    choice(Action::Solution, None, asks || !self.waiting()),
                    choice(Action::Retry, None, self.exercise_begun()),
                ];
                if self.projected() {
                    // The next one is on the page behind.
                    return self.projection_actions(choices);
                }
                choices.push(choice(Action::NextExercise, None, self.exercise_follows()));
                with_projection(choices)
            }
            Mode::Play | Mode::Training => {
                let computer = self.opponent == Opponent::Computer;
                let forward = self.history.next(self.history.at()).is_some();
                let help = if self.computer_moves() && self.level.think_ms() > 0 {
                    choice(Action::PlayNow, None, true)
                } else {
                    choice(Action::Hint, None, self.can_hint())
                };
                let mut groups = Vec::new();
                if self.waiting_game().is_some() {
                    groups.push(Group {
                        label: Some(french::waiting_label()),
                        label_shown: false,
                        choices: vec![
                            choice(Action::Resume, None, true),
                            choice(Action::Forsake, None, true),
                        ],
                    });
                }
                let mut first = Vec::new();
                if self.position().outcome().is_some() {
                    first.push(choice(Action::Revenge, None, true));
                }
                first.push(choice(Action::New, None, true));
                if self.projected() {
                    first.extend([
                        choice(Action::Undo, None, self.can_undo()),
                        help,
                        choice(Action::Back, None, self.history.depth() > 0),
                        choice(Action::Forward, None, forward),
                    ]);
                    if self.values_open() {
                        first.push(self.values_choice());
                    }
                    groups.extend(self.projection_actions(first));
                    return groups;
                }
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
                groups.push(Group {
                    label: None,
                    label_shown: false,
                    choices: first,
                });
                if self.more {
                    groups.push(Group {
                        label: Some(french::tools_label()),
                        label_shown: false,
                        choices: Panel::TOOLS
                            .iter()
                            .filter(|panel| panel.is_for(self.game()))
                            .filter(|&&panel| panel != Panel::Values || self.offers_values())
                            .map(|&panel| disclosure(panel, french::action(Action::Open(panel))))
                            .chain([project_choice()])
                            .collect(),
                    });
                }
                if self.values_open() {
                    groups.push(self.values_group());
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
                    let begins = |first| Some(self.first == first);
                    groups.push(Group {
                        label: Some(french::first_label()),
                        label_shown: true,
                        choices: vec![
                            choice(Action::MeFirst, begins(First::Me), true),
                            choice(Action::ComputerFirst, begins(First::Computer), true),
                            choice(Action::InTurn, begins(First::InTurn), true),
                        ],
                    });
                }
                groups
            }
        }
    }
}

/// The buttons of a board on which no game is played, and the one that gives it the
/// whole screen.
fn with_projection(choices: Vec<Choice>) -> Vec<Group> {
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
