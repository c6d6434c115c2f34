//! What a board shows beside its position: always, on request, or no more.

use morpion_engine::cube::{LINES, lines_through};
use morpion_engine::{Cell, Game, Outcome};

use super::Table;
use super::controls::{Choice, Group};
use crate::cube_view::{Angle, CubeView, Turn};
use crate::event::{Action, Effects, Gesture, Key, Pin};
use crate::french;
use crate::met::Met;
use crate::picture::Overlay;

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
    /// Ultimate: an arrow from the last cell to the small board that it names.
    Arrow,
    /// Infini: the age of every mark.
    Ages,
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
            Game::Classique => &[],
            Game::Infini => &[ViewOption::Ages],
            Game::Ultimate => &[ViewOption::Arrow],
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
            ViewOption::Arrow | ViewOption::Ages => false,
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
            ViewOption::Arrow => "fleche",
            ViewOption::Ages => "ages",
        }
    }
}

/// What the reader has chosen to see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct View {
    /// The options that are not as they were at first: a bit each.
    changed: u32,
    /// Whether a cell has the focus.
    pub(super) focused: bool,
    /// From where the cube is seen.
    angle: Angle,
    /// What is left over of a drag that was less than a step, in thousandths.
    rest: (i32, i32),
    pinned: Pinned,
}

/// The lines of the cube that are followed by eye.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Pinned {
    /// The cell that they run through, if they were asked for by a cell.
    cell: Option<Cell>,
    /// Indices of the engine's lines.
    lines: Vec<u8>,
    /// The only one that is shown.
    at: Option<usize>,
}

impl Pinned {
    fn shown(&self) -> &[u8] {
        match self.at {
            Some(at) => self.lines.get(at..=at).unwrap_or_default(),
            None => &self.lines,
        }
    }
}

/// A drag across so many thousandths of the drawing turns the cube by one step.
const YAW_DRAG: i32 = 12;
const PITCH_DRAG: i32 = 20;

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
        let mut groups = vec![Group {
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
        }];
        if self.game() == Game::Cube {
            groups.push(self.pin_group());
        }
        groups
    }

    /// The buttons to follow lines by eye. The first stays where it is, whatever
    /// comes after it.
    fn pin_group(&self) -> Group {
        let pinned = &self.view.pinned;
        let choice = |pin, pressed, enabled| Choice {
            action: Action::Pin(pin),
            label: match pin {
                Pin::Cell => french::pin_cell(self.cursor),
                _ => french::action(Action::Pin(pin)),
            },
            pressed,
            expanded: None,
            enabled,
        };
        let mut choices = vec![choice(Pin::Cell, None, true)];
        let many = pinned.lines.len() > 1;
        if many {
            choices.push(choice(Pin::Previous, None, true));
            choices.push(choice(Pin::Next, None, true));
            choices.push(choice(Pin::All, Some(pinned.at.is_none()), true));
        }
        choices.push(choice(Pin::Off, None, !pinned.lines.is_empty()));
        Group {
            label: Some(french::pin_group_label()),
            label_shown: true,
            choices,
        }
    }

    /// Whether the cube is drawn as a whole.
    pub(crate) fn shows_cube(&self) -> bool {
        self.view.shows(ViewOption::Cube)
    }

    /// What is drawn because it was asked for or pointed at.
    pub(super) fn seen(&self) -> Overlay {
        let view = &self.view;
        match self.game() {
            Game::Classique => return Overlay::default(),
            Game::Infini => {
                return Overlay {
                    ages: view.shows(ViewOption::Ages),
                    ..Overlay::default()
                };
            }
            Game::Ultimate => {
                return Overlay {
                    aim: self.aim(),
                    arrow: self.arrow(),
                    ..Overlay::default()
                };
            }
            Game::Cube => {}
        }
        let pointed = self.pointed();
        let faded = (0..4).zip(ViewOption::FLOORS);
        Overlay {
            echo: pointed.filter(|_| view.shows(ViewOption::Column)),
            faded: faded
                .filter(|(_, floor)| !view.shows(*floor))
                .map(|(bit, _)| 1 << bit)
                .sum(),
            pinned: view.pinned.shown().to_vec(),
            angle: view.angle,
            ..Overlay::default()
        }
    }

    /// Whether a cell has the focus.
    pub fn focused(&self) -> bool {
        self.view.focused
    }

    pub(super) fn turn(&mut self, turn: Turn) {
        let angle = self.view.angle.turned(turn);
        let turned = angle != self.view.angle;
        self.view.angle = angle;
        self.tell(french::turned(turn, turned));
    }

    /// The arrows turn the cube as the buttons do.
    pub(super) fn turn_by_key(&mut self, key: Key) {
        match key {
            Key::Left => self.turn(Turn::Left),
            Key::Right => self.turn(Turn::Right),
            Key::Up => self.turn(Turn::Up),
            Key::Down => self.turn(Turn::Down),
            Key::Home | Key::End | Key::PageUp | Key::PageDown => {}
        }
    }

    pub(super) fn gesture(&mut self, gesture: Gesture, effects: &mut Effects) {
        match gesture {
            Gesture::Tap(x, y) => {
                if let Some(cell) = self.cell_in_cube(x, y) {
                    self.cursor = cell;
                    self.view.focused = true;
                    effects.focus = Some(cell);
                }
            }
            Gesture::Drag(right, down) => {
                let view = &mut self.view;
                // No drag is longer than the drawing by much, whatever a page says.
                let add = |rest: i32, by: i32| rest + by.clamp(-2000, 2000);
                let rest = (add(view.rest.0, right), add(view.rest.1, down));
                view.angle = view.angle.moved(rest.0 / YAW_DRAG, rest.1 / PITCH_DRAG);
                view.rest = (rest.0 % YAW_DRAG, rest.1 % PITCH_DRAG);
            }
        }
    }

    /// The cell that is seen at a point of the drawn cube, in thousandths of the
    /// drawing's side.
    pub fn cell_in_cube(&self, x: i32, y: i32) -> Option<Cell> {
        if self.game() != Game::Cube {
            return None;
        }
        CubeView::new(&self.position(), None, &self.overlay()).cell_at(x, y)
    }

    pub(super) fn pin(&mut self, pin: Pin) {
        if self.game() != Game::Cube {
            return;
        }
        let pinned = &mut self.view.pinned;
        let count = pinned.lines.len();
        match pin {
            Pin::Cell => {
                *pinned = Pinned {
                    cell: Some(self.cursor),
                    lines: lines_through(self.cursor).to_vec(),
                    at: None,
                };
            }
            Pin::Next if count > 0 => {
                pinned.at = Some(pinned.at.map_or(0, |at| (at + 1) % count));
            }
            Pin::Previous if count > 0 => {
                pinned.at = Some(pinned.at.map_or(count - 1, |at| (at + count - 1) % count));
            }
            Pin::All if count > 1 => pinned.at = None,
            Pin::Next | Pin::Previous | Pin::All => {}
            Pin::Off => *pinned = Pinned::default(),
        }
        let sentence = self.pinned_sentence().unwrap_or_else(french::unpinned);
        self.tell(sentence);
    }

    /// Follows the line of this number.
    pub(super) fn follow(&mut self, number: u8) {
        let index = number.wrapping_sub(1);
        if self.game() != Game::Cube || usize::from(index) >= LINES.len() {
            return;
        }
        self.view.pinned = Pinned {
            cell: None,
            lines: vec![index],
            at: Some(0),
        };
        let sentence = self.pinned_sentence().unwrap_or_default();
        self.tell(sentence);
    }

    /// The lines that are followed, in words.
    pub(crate) fn pinned_sentence(&self) -> Option<String> {
        let pinned = &self.view.pinned;
        match (pinned.cell, pinned.at, pinned.shown()) {
            (_, _, []) => None,
            (Some(cell), Some(at), [line, ..]) => Some(french::line_of_cell(
                cell,
                at + 1,
                pinned.lines.len(),
                *line,
            )),
            (Some(cell), None, lines) => Some(french::lines_of_cell(cell, lines)),
            (None, _, [line, ..]) => Some(french::line_alone(*line)),
        }
    }

    /// Ticks the lines that have just ended a game, for the atlas.
    pub(super) fn meet_lines(&self) {
        let position = self.position();
        if self.game() != Game::Cube || !matches!(position.outcome(), Some(Outcome::Win(_))) {
            return;
        }
        let mut met = Met::recall(&*self.device);
        for line in position.lines() {
            met.set(line.number, true);
        }
        // Where memory is refused, nothing is ticked and the game goes on.
        met.keep(&*self.device);
    }
}
