//! Morpion infini solved by retrograde analysis: from the end of games back to
//! their start.
//!
//! Games may go round in circles, so that no search from the start down would
//! end. From lines backwards each position is settled once, in the order of its
//! distance from the end; what is never reached is endless play.

use core::fmt;

use super::{Infini, KEPT};
use crate::analysis::{MoveValue, Value};
use crate::game::{Cell, CellSet, Game, Outcome};
use crate::rules::Rules;
use crate::square::{FULL, has_line};
use crate::symmetry::{Symmetry, symmetries};

/// The order of one move. The book has one; the others are solved to show what
/// hangs on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Variant {
    /// Place, remove the fourth mark, look for the line: the rule of the book.
    #[default]
    Book,
    /// Place, look for the line, and only then remove the fourth mark: the mark
    /// about to vanish counts once more.
    LineFirst,
    /// Remove first: the cell of the mark about to vanish may be played at once.
    Reuse,
}

impl Variant {
    /// Every order, that of the book first.
    pub const ALL: [Variant; 3] = [Variant::Book, Variant::LineFirst, Variant::Reuse];

    /// A short name for programs: `book`, `line-first` or `reuse`.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Book => "book",
            Variant::LineFirst => "line-first",
            Variant::Reuse => "reuse",
        }
    }

    /// The order that a name tells, exactly as [`Variant::name`] spells it.
    pub fn from_name(name: &str) -> Option<Variant> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.name() == name)
    }
}

/// The marks of one side: cells as digits of four bits, the oldest lowest.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Marks {
    queue: u16,
    len: u8,
    set: u16,
}

impl Marks {
    const NONE: Marks = Marks {
        queue: 0,
        len: 0,
        set: 0,
    };

    fn from_queue(queue: u16, len: u8) -> Marks {
        let set = (0..len).fold(0, |set, age| set | 1 << (queue >> (4 * age) & 15));
        Marks { queue, len, set }
    }

    /// The cells as digits of base nine, the oldest lowest.
    fn digits(self) -> usize {
        let digit = |age: u32| usize::from(self.queue >> (4 * age) & 15);
        digit(0) + 9 * digit(1) + 81 * digit(2)
    }

    fn is_full(self) -> bool {
        usize::from(self.len) == KEPT
    }

    /// The bit of the mark that leaves at the next move; 0 if none does.
    fn vanishing(self) -> u16 {
        if self.is_full() {
            1 << (self.queue & 15)
        } else {
            0
        }
    }

    /// One mark more, and the oldest gone when there were three.
    fn with(self, cell: u16) -> Marks {
        let set = self.set & !self.vanishing() | 1 << cell;
        if self.is_full() {
            let queue = self.queue >> 4 | cell << 8;
            Marks { queue, set, ..self }
        } else {
            Marks {
                queue: self.queue | cell << (4 * self.len),
                len: self.len + 1,
                set,
            }
        }
    }

    /// The newest mark, if any, and the marks without it.
    fn split_newest(self) -> Option<(u16, Marks)> {
        let len = self.len.checked_sub(1)?;
        let newest = self.queue >> (4 * len) & 15;
        let rest = Marks {
            queue: self.queue & !(15 << (4 * len)),
            len,
            set: self.set & !(1 << newest),
        };
        Some((newest, rest))
    }

    /// These marks after an older one, at `cell`.
    fn after_older(self, cell: u16) -> Marks {
        Marks {
            queue: self.queue << 4 | cell,
            len: self.len + 1,
            set: self.set | 1 << cell,
        }
    }
}

/// A position for the solver: marks of the side to move and of the other. Who is
/// X, and how many moves have been played, changes nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct State {
    mine: Marks,
    yours: Marks,
}

impl State {
    pub(super) fn of(position: &Infini) -> State {
        let marks = |side| {
            let ages = position.ages(side).into_iter();
            ages.fold(Marks::NONE, |marks, cell| marks.with(cell.0.into()))
        };
        State {
            mine: marks(position.turn()),
            yours: marks(position.turn().other()),
        }
    }

    fn legal(self, variant: Variant) -> u16 {
        let free = FULL & !(self.mine.set | self.yours.set);
        match variant {
            Variant::Reuse => free | self.mine.vanishing(),
            _ => free,
        }
    }

    /// Whether this move makes a line.
    fn wins(self, variant: Variant, cell: u16) -> bool {
        has_line(match variant {
            Variant::LineFirst => self.mine.set | 1 << cell,
            _ => self.mine.with(cell).set,
        })
    }

    /// The position after a move, whether it makes a line or not.
    pub(super) fn play(self, cell: Cell) -> State {
        State {
            mine: self.yours,
            yours: self.mine.with(cell.0.into()),
        }
    }

    /// A number that symmetric positions share and others do not.
    pub(super) fn class(self) -> u32 {
        let image = |symmetry: &Symmetry| {
            let turned = |marks: Marks| {
                let cells = (0..marks.len).map(|age| marks.queue >> (4 * age) & 15);
                cells.fold(Marks::NONE, |marks, cell| {
                    marks.with(symmetry.cell(Cell(cell as u8)).0.into())
                })
            };
            State {
                mine: turned(self.mine),
                yours: turned(self.yours),
            }
            .packed()
        };
        let images = symmetries(Game::Infini).iter().map(image);
        images.min().unwrap_or_else(|| self.packed())
    }

    /// Every position without a line from which one move leads here.
    fn each_prior(self, variant: Variant, mut visit: impl FnMut(State)) {
        let Some((newest, rest)) = self.yours.split_newest() else {
            return;
        };
        // 1. No mark has vanished.
        visit(State {
            mine: rest,
            yours: self.mine,
        });
        // 2. One has: from any cell that is empty now.
        if self.yours.is_full() && self.mine.is_full() {
            let mut from = FULL & !(self.mine.set | self.yours.set);
            if variant == Variant::Reuse {
                from |= 1 << newest;
            }
            for cell in bits(from) {
                let mine = rest.after_older(cell);
                if !has_line(mine.set) {
                    visit(State {
                        mine,
                        yours: self.mine,
                    });
                }
            }
        }
    }

    /// A number of its own for each position, below [`SIZE`]: the cells are its
    /// digits. Numbers that no position has are the price of having few steps
    /// here, where most of the time goes.
    fn index(self) -> usize {
        let marks = usize::from(self.mine.len + self.yours.len);
        let place = NINES[usize::from(self.mine.len)];
        OFFSETS[marks] + self.mine.digits() + self.yours.digits() * place
    }

    fn packed(self) -> u32 {
        u32::from(self.mine.queue)
            | u32::from(self.yours.queue) << 12
            | u32::from(self.mine.len) << 24
            | u32::from(self.yours.len) << 26
    }

    fn unpacked(word: u32) -> State {
        let marks = |queue: u32, len: u32| Marks::from_queue(queue as u16 & 0xfff, len as u8 & 3);
        State {
            mine: marks(word, word >> 24),
            yours: marks(word >> 12, word >> 26),
        }
    }
}

fn bits(set: u16) -> impl Iterator<Item = u16> {
    CellSet(set.into()).iter().map(|cell| cell.0.into())
}

/// The powers of nine, up to the marks of one side.
const NINES: [usize; KEPT + 1] = [1, 9, 81, 729];

/// Where the positions with `n` marks on the board begin, and after the last of
/// them where all end.
const OFFSETS: [usize; 8] = {
    let mut offsets = [0; 8];
    let mut marks = 0;
    while marks < 7 {
        offsets[marks + 1] = offsets[marks] + 9_usize.pow(marks as u32);
        marks += 1;
    }
    offsets
};

const SIZE: usize = OFFSETS[7];

/// How many positions without a line there are.
const POSITIONS: usize = 66_682;

/// Calls `visit` for every position without a line, once each.
fn each_state(mut visit: impl FnMut(State)) {
    for marks in 0..7 {
        let (mine, yours) = (marks / 2, marks - marks / 2);
        each_arrangement(Marks::NONE, mine, FULL, &mut |mine| {
            each_arrangement(Marks::NONE, yours, FULL & !mine.set, &mut |yours| {
                visit(State { mine, yours });
            });
        });
    }
}

/// Calls `visit` for every way to place `count` more marks, in order, on `free`
/// cells without a line.
fn each_arrangement(marks: Marks, count: u8, free: u16, visit: &mut impl FnMut(Marks)) {
    if count == 0 {
        if !has_line(marks.set) {
            visit(marks);
        }
        return;
    }
    for cell in bits(free) {
        each_arrangement(marks.with(cell), count - 1, free & !(1 << cell), visit);
    }
}

/// Morpion infini, solved: the value and the distance of every position, ages and
/// side to move included.
///
/// The draw after sixty moves is no part of a value: it is a rule of play that
/// cuts a game, and [`Analysis::cut_by_limit`](crate::Analysis::cut_by_limit)
/// says where it would.
#[derive(Clone)]
pub struct Solution {
    variant: Variant,
    /// Plies to the end: odd when the side to move wins, even when it loses, 0
    /// when neither can.
    plies: Box<[u8]>,
    won: u64,
    lost: u64,
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("variant", &self.variant)
            .field("won", &self.won)
            .field("lost", &self.lost)
            .finish_non_exhaustive()
    }
}

impl Solution {
    /// Solves the game, in some milliseconds.
    pub fn new(variant: Variant) -> Solution {
        let mut plies = vec![0_u8; SIZE];
        // The moves of a position that are not known to lose yet.
        let mut open = vec![0_u8; SIZE];
        // Settled positions, in the order of their plies.
        let mut settled = Vec::with_capacity(POSITIONS);
        // 1. Who can make a line wins in one ply.
        each_state(|state| {
            let legal = state.legal(variant);
            if bits(legal).any(|cell| state.wins(variant, cell)) {
                plies[state.index()] = 1;
                settled.push(state.packed());
            } else {
                open[state.index()] = legal.count_ones() as u8;
            }
        });
        // 2. Back from each settled position: one move to a lost position wins,
        //    and a position all of whose moves lead to won ones is lost. The last
        //    of them to be settled is the longest resistance.
        let mut next = 0;
        let mut won = settled.len() as u64;
        while let Some(&word) = settled.get(next) {
            next += 1;
            let state = State::unpacked(word);
            let length = plies[state.index()];
            let is_lost = length.is_multiple_of(2);
            state.each_prior(variant, |prior| {
                let at = prior.index();
                if plies[at] != 0 {
                    return;
                }
                open[at] -= 1;
                if is_lost || open[at] == 0 {
                    plies[at] = length + 1;
                    won += u64::from(is_lost);
                    settled.push(prior.packed());
                }
            });
        }
        Solution {
            variant,
            plies: plies.into(),
            won,
            lost: settled.len() as u64 - won,
        }
    }

    /// The order of a move that was solved.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How many positions without a line there are: all of them can be reached.
    pub fn positions(&self) -> u64 {
        POSITIONS as u64
    }

    /// How many of them have this value for the side to move.
    pub fn count(&self, value: Value) -> u64 {
        match value {
            Value::Win => self.won,
            Value::Loss => self.lost,
            Value::Draw => self.positions() - self.won - self.lost,
            Value::Unknown => 0,
        }
    }

    /// What a position is worth to the side to move, and how many plies the game
    /// lasts from here under best play; endless play is a draw without a length.
    pub fn value(&self, position: &Infini) -> (Value, Option<u16>) {
        match position.outcome() {
            Some(Outcome::Win(_)) => (Value::Loss, Some(0)),
            _ => self.value_of(State::of(position)),
        }
    }

    /// Every move and its value, by ascending cell: the legal ones, and those that
    /// the order solved allows besides. None when there is a line.
    pub fn moves(&self, position: &Infini) -> Vec<MoveValue> {
        match position.outcome() {
            Some(Outcome::Win(_)) => Vec::new(),
            _ => self.moves_of(State::of(position)),
        }
    }

    pub(super) fn value_of(&self, state: State) -> (Value, Option<u16>) {
        match self.plies[state.index()] {
            0 => (Value::Draw, None),
            plies if plies % 2 == 1 => (Value::Win, Some(plies.into())),
            plies => (Value::Loss, Some(plies.into())),
        }
    }

    pub(super) fn moves_of(&self, state: State) -> Vec<MoveValue> {
        let value = |cell: Cell| {
            let (value, plies) = match self.after(state, cell) {
                None => (Value::Loss, Some(0)),
                Some(child) => self.value_of(child),
            };
            MoveValue {
                cell,
                value: value.other(),
                plies: plies.map(|plies| plies + 1),
                score: None,
                effort: 0,
            }
        };
        let legal = CellSet(state.legal(self.variant).into());
        legal.iter().map(value).collect()
    }

    /// The position after a move; `None` when it makes a line.
    pub(super) fn after(&self, state: State, cell: Cell) -> Option<State> {
        (!state.wins(self.variant, cell.0.into())).then(|| state.play(cell))
    }
}
