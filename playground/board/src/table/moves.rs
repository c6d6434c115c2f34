//! The list of moves, the steps through the game, and the field to type a move.

use morpion_engine::{Record, Side};

use super::{Notice, Table};
use crate::event::{Action, Effects, Field, Key};
use crate::french::{self, history as words};
use crate::history::{Node, ROOT};
use crate::spec::{Mode, Opponent};

/// A move as the list shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    pub(crate) node: Node,
    /// From the start of the game, the first one being 1.
    pub(crate) number: usize,
    pub(crate) side: Side,
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A move of X and the answer of O; either is missing where a variation comes
    /// between them, and at the ends.
    Pair([Option<Listed>; 2]),
    /// What was tried in the place of the last move above.
    Variation(Vec<Piece>),
}

/// A piece of a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A variation of the variation begins.
    Open,
    /// It ends.
    Close,
    Move(Listed),
}

impl Table {
    /// The moves with their variations, as a score sheet has them.
    pub(crate) fn sheet(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let mut pair = [None, None];
        let mut number = 0;
        let mut at = ROOT;
        while let [main, others @ ..] = self.history.children(at) {
            number += 1;
            let listed = self.listed(*main, number);
            let column = usize::from(listed.side == Side::O);
            pair[column] = Some(listed);
            if column == 1 || !others.is_empty() {
                lines.push(Line::Pair(std::mem::take(&mut pair)));
            }
            for &other in others {
                let mut pieces = Vec::new();
                self.variation(other, number, &mut pieces);
                lines.push(Line::Variation(pieces));
            }
            at = *main;
        }
        if pair != [None, None] {
            lines.push(Line::Pair(pair));
        }
        lines
    }

    fn variation(&self, first: Node, number: usize, pieces: &mut Vec<Piece>) {
        pieces.push(Piece::Open);
        pieces.push(Piece::Move(self.listed(first, number)));
        let mut number = number;
        let mut at = first;
        while let [main, others @ ..] = self.history.children(at) {
            number += 1;
            pieces.push(Piece::Move(self.listed(*main, number)));
            for &other in others {
                self.variation(other, number, pieces);
            }
            at = *main;
        }
        pieces.push(Piece::Close);
    }

    fn listed(&self, node: Node, number: usize) -> Listed {
        let first = self.record().start().turn();
        Listed {
            node,
            number,
            side: if number % 2 == 1 {
                first
            } else {
                first.other()
            },
        }
    }

    /// The notation of the move that leads to a place.
    pub(crate) fn move_name(&self, node: Node) -> String {
        let cell = self.history.cell(node);
        cell.map_or_else(String::new, |cell| self.game().cell_name(cell))
    }

    /// The place that is shown.
    pub(crate) fn shown(&self) -> Node {
        self.history.at()
    }

    /// The move of the list that Tab leads to: the one that is shown, or the first.
    pub(crate) fn tab_move(&self) -> Option<Node> {
        match self.history.at() {
            ROOT => self.history.children(ROOT).first().copied(),
            node => Some(node),
        }
    }

    /// The buttons that step through the game, and whether each leads anywhere.
    pub(crate) fn steps(&self) -> [(Action, bool); 4] {
        let back = self.history.depth() > 0;
        let on = self.history.next(self.history.at()).is_some();
        [
            (Action::ToStart, back),
            (Action::Back, back),
            (Action::Forward, on),
            (Action::ToEnd, on),
        ]
    }

    /// A key on the list: the moves lie in two columns.
    pub(super) fn list_key(&mut self, key: Key, effects: &mut Effects) {
        if self.mode != Mode::Play {
            return;
        }
        let (steps, back) = match key {
            Key::Left => (1, true),
            Key::Right => (1, false),
            Key::Up => (2, true),
            Key::Down => (2, false),
            Key::PageUp => (10, true),
            Key::PageDown => (10, false),
            Key::Home => (usize::MAX, true),
            Key::End => (usize::MAX, false),
        };
        let before = self.history.at();
        let mut history = self.history.clone();
        for _ in 0..steps {
            let moved = if back {
                history.back()
            } else {
                history.forward()
            };
            if moved.is_none() {
                break;
            }
        }
        // At an end already: nothing changes, and nothing is said.
        if history.at() != before {
            self.look(|own| *own = history);
        }
        effects.button = self.tab_move().map(Action::Go);
    }

    /// What is said beside the field of the open panel.
    pub(crate) fn remark(&self) -> Option<&str> {
        let remark = self.remark.as_ref()?;
        Some(&remark.sentence)
    }

    /// Says beside a field why what is in it was refused.
    pub(super) fn refuse_text(&mut self, sentence: String) {
        self.remark = Some(Notice {
            sentence: sentence.clone(),
            refusal: true,
        });
        self.tell(sentence);
    }

    /// Plays the moves that were typed, one after the other, or none of them.
    pub(super) fn type_moves(&mut self, text: &str, effects: &mut Effects) {
        let game = self.game();
        if self.mode == Mode::Demo {
            return self.refuse_text(french::demo_first());
        }
        if self.computer_moves() {
            return self.refuse_text(french::wait());
        }
        let moves = match Record::parse_moves(self.position(), text) {
            Ok(record) => record.moves().to_vec(),
            Err(error) => return self.refuse_text(words::typed_error(game, &error)),
        };
        match (&moves[..], self.opponent) {
            ([], _) => self.refuse_text(words::nothing_typed(game)),
            ([_, _, ..], Opponent::Computer) => self.refuse_text(words::one_at_a_time()),
            (cells, _) => {
                let before = self.history.at();
                for &cell in cells {
                    self.click(cell, effects);
                }
                if self.history.at() != before {
                    effects.clear = Some(Field::Move);
                }
            }
        }
    }
}
