//! A position as SVG: paper, ruling, marks, and every cue that goes with them.
//!
//! Colours, widths and motion belong to the style sheet; a cue is a class
//! here and always has a shape beside its colour there.

use std::fmt::Write;

use morpion_engine::{Cell, CellSet, Game, Position, Side};

use crate::hand;
use crate::layout::{CELL, GAP, Layout, MARGIN};

/// What is drawn over a position for the one who sits at the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlay {
    /// A move that a hint has named.
    pub(crate) advice: Option<Cell>,
}

/// The sheets of a position, each an `<svg>`.
pub(crate) struct Picture<'a> {
    position: &'a Position,
    layout: Layout,
    last: Option<Cell>,
    overlay: Overlay,
    winning: CellSet,
}

impl<'a> Picture<'a> {
    pub(crate) fn new(position: &'a Position, last: Option<Cell>, overlay: Overlay) -> Picture<'a> {
        let winning = match position.game() {
            // The lines of Ultimate are made of small boards.
            Game::Ultimate => CellSet::default(),
            _ => position
                .lines()
                .iter()
                .flat_map(|line| line.cells().to_vec())
                .collect(),
        };
        Picture {
            position,
            layout: Layout::of(position.game()),
            last,
            overlay,
            winning,
        }
    }

    /// Writes one sheet. With a `label` the drawing is a picture in its own
    /// right; without, it lies under buttons that say the same.
    pub(crate) fn sheet(&self, out: &mut String, sheet: u8, label: Option<&str>) {
        let side = self.layout.side() + 2 * MARGIN;
        let _ = write!(
            out,
            "<svg class=\"morpion-dessin\" viewBox=\"{} {} {side} {side}\" ",
            -MARGIN, -MARGIN
        );
        match label {
            Some(label) => {
                let _ = write!(
                    out,
                    "role=\"img\" aria-label=\"{}\">",
                    crate::markup::escape(label)
                );
            }
            None => out.push_str("aria-hidden=\"true\" focusable=\"false\">"),
        }
        for panel in 0..self.layout.sheet_panels() {
            self.panel(out, panel);
        }
        self.ruling(out);
        let first = sheet * self.layout.sheet_panels() * self.layout.panel_cells();
        let count = self.layout.sheet_panels() * self.layout.panel_cells();
        for index in first..first + count {
            self.cell(out, Cell(index));
        }
        self.won_panels(out);
        self.won_lines(out, sheet);
        out.push_str("</svg>");
    }

    /// The ground of a small board: where one may play, must play, may not.
    fn panel(&self, out: &mut String, panel: u8) {
        let Position::Ultimate(ultimate) = self.position else {
            return;
        };
        let over = self.position.outcome().is_some();
        let state = if ultimate.board_closed(panel) {
            "fermee"
        } else if over {
            "finie"
        } else {
            match ultimate.forced() {
                Some(forced) if forced == panel => "obligatoire",
                Some(_) => "interdite",
                None => "libre",
            }
        };
        let (x, y) = self.layout.panel_origin(panel);
        let side = self.layout.panel_side();
        let _ = write!(
            out,
            "<rect class=\"grille {state}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\"/>",
            x - GAP / 4,
            y - GAP / 4,
            side + GAP / 2,
            side + GAP / 2
        );
    }

    fn ruling(&self, out: &mut String) {
        let side = self.layout.panel_side();
        let mut path = String::new();
        for panel in 0..self.layout.sheet_panels() {
            let (x, y) = self.layout.panel_origin(panel);
            for i in 1..i32::from(self.layout.cells) {
                let at = i * CELL;
                path += &hand::stroke((x + at, y + 3), (x + at, y + side - 3), 2);
                path += &hand::stroke((x + 3, y + at), (x + side - 3, y + at), 2);
            }
        }
        if self.position.game() == Game::Cube {
            // A floor has a rim: without it the four hang in the air.
            for (a, b) in [
                ((0, 0), (side, 0)),
                ((side, 0), (side, side)),
                ((side, side), (0, side)),
                ((0, side), (0, 0)),
            ] {
                path += &hand::stroke(a, b, 2);
            }
        }
        let _ = write!(out, "<path class=\"regle\" d=\"{path}\"/>");
        if self.layout.panels > 1 {
            let mut path = String::new();
            let whole = self.layout.side();
            for i in 1..i32::from(self.layout.panels) {
                let at = i * (side + GAP) - GAP / 2;
                path += &hand::stroke((at, 0), (at, whole), 4);
                path += &hand::stroke((0, at), (whole, at), 4);
            }
            let _ = write!(out, "<path class=\"regle grande\" d=\"{path}\"/>");
        }
    }

    fn cell(&self, out: &mut String, cell: Cell) {
        let game = self.position.game();
        let (x, y) = self.layout.origin(cell);
        let mark = self.position.mark(cell);
        let leaving = mark.is_some_and(|side| {
            self.position.outcome().is_none() && self.position.vanishing(side) == Some(cell)
        });
        out.push_str("<g class=\"c");
        match mark {
            Some(Side::X) => out.push_str(" x"),
            Some(Side::O) => out.push_str(" o"),
            None => {}
        }
        if self.last == Some(cell) {
            out.push_str(" dernier");
        }
        if leaving {
            out.push_str(" part");
        }
        if self.winning.contains(cell) {
            out.push_str(" gagne");
        }
        let _ = write!(
            out,
            "\" data-c=\"{}\"><rect class=\"fond\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>",
            game.cell_name(cell)
        );
        if self.overlay.advice == Some(cell) {
            let (x, y) = self.layout.centre(cell);
            let _ = write!(
                out,
                "<circle class=\"indice\" cx=\"{x}\" cy=\"{y}\" r=\"26\"/>"
            );
        }
        match mark {
            None => {
                if matches!(game, Game::Classique | Game::Infini) {
                    let _ = write!(
                        out,
                        "<text class=\"numero\" x=\"{}\" y=\"{}\">{}</text>",
                        x + 9,
                        y + 22,
                        cell.0 + 1
                    );
                }
            }
            Some(side) => {
                let path = match side {
                    Side::X => hand::cross(x, y, CELL),
                    Side::O => hand::ring(x, y, CELL),
                };
                if leaving {
                    let _ = write!(
                        out,
                        "<rect class=\"cadre\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\"/><path class=\"ombre\" d=\"{path}\"/>",
                        x + 7,
                        y + 7,
                        CELL - 14,
                        CELL - 14
                    );
                }
                let _ = write!(out, "<path class=\"trait\" d=\"{path}\"/>");
                if leaving {
                    let _ = write!(
                        out,
                        "<circle class=\"pastille\" cx=\"{0}\" cy=\"{1}\" r=\"13\"/><text class=\"age\" x=\"{0}\" y=\"{2}\">1</text>",
                        x + 14,
                        y + 14,
                        y + 20
                    );
                }
            }
        }
        out.push_str("</g>");
    }

    /// The large mark over each small board that is won.
    fn won_panels(&self, out: &mut String) {
        let Position::Ultimate(ultimate) = self.position else {
            return;
        };
        for panel in 0..9 {
            let Some(side) = ultimate.board_winner(panel) else {
                continue;
            };
            let (x, y) = self.layout.panel_origin(panel);
            let size = self.layout.panel_side();
            let (class, path) = match side {
                Side::X => ("x", hand::cross(x, y, size)),
                Side::O => ("o", hand::ring(x, y, size)),
            };
            let _ = write!(out, "<path class=\"grand {class}\" d=\"{path}\"/>");
        }
    }

    /// The stroke through each winning line that lies on this sheet. A line
    /// that climbs through the floors of the cube is shown by its cells.
    fn won_lines(&self, out: &mut String, sheet: u8) {
        for line in self.position.lines() {
            let (first, last) = match line.cells() {
                [first, .., last] => (*first, *last),
                _ => continue,
            };
            let (a, b) = if self.position.game() == Game::Ultimate {
                (self.panel_centre(first.0), self.panel_centre(last.0))
            } else if self.layout.place(first).sheet == sheet
                && self.layout.place(last).sheet == sheet
            {
                (self.layout.centre(first), self.layout.centre(last))
            } else {
                continue;
            };
            // A little beyond the outer marks, as one strikes a line through.
            let beyond = |from: i32, to: i32| to + (to - from) * 17 / 100;
            let start = (beyond(b.0, a.0), beyond(b.1, a.1));
            let end = (beyond(a.0, b.0), beyond(a.1, b.1));
            let _ = write!(
                out,
                "<path class=\"alignement\" d=\"{}\"/>",
                hand::stroke(start, end, 6)
            );
        }
    }

    fn panel_centre(&self, panel: u8) -> (i32, i32) {
        let (x, y) = self.layout.panel_origin(panel);
        let half = self.layout.panel_side() / 2;
        (x + half, y + half)
    }
}
