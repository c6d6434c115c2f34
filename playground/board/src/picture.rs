//! A position as SVG: paper, ruling, marks, and every cue that goes with them.
//!
//! Colours, widths and motion belong to the style sheet; a cue is a class
//! here and always has a shape beside its colour there.

pub(crate) mod values;

use crate::text::{Safe, put};
use morpion_engine::cube::{LINES, lines_through};
use morpion_engine::{Cell, CellSet, Game, Position, Side};

use crate::cube_view::Angle;
use crate::hand;
use crate::layout::{CELL, GAP, Layout, MARGIN};
use crate::worth::Values;

/// What is drawn over a position for the one who sits at the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overlay {
    /// A move that a hint has named.
    pub(crate) advice: Option<Cell>,
    /// What each legal move is worth.
    pub(crate) values: Option<Values>,
    /// The move that the reader has guessed to be the best.
    pub(crate) guess: Option<Cell>,
    /// The names of cells, large, to be read from afar.
    pub(crate) coordinates: bool,
    /// Ultimate: the cell that is pointed at, and the small boards that it would send
    /// the other side to.
    pub(crate) aim: Option<(Cell, Vec<u8>)>,
    /// Ultimate: from the last cell to the small board that it names.
    pub(crate) arrow: Option<(Cell, u8)>,
    /// Infini: the age of every mark.
    pub(crate) ages: bool,
    /// The cell of the cube that is pointed at: shown on every floor.
    pub(crate) echo: Option<Cell>,
    /// The floors that are nearly transparent, a bit each.
    pub(crate) faded: u8,
    /// The lines of the cube that are followed by eye, as indices of the engine's.
    pub(crate) pinned: Vec<u8>,
    /// From where the cube is seen.
    pub(crate) angle: Angle,
}

impl Overlay {
    /// Whether a cell is above or below the one that is pointed at, or that one.
    pub(crate) fn echoes(&self, cell: Cell) -> bool {
        self.echo.is_some_and(|echo| echo.0 % 16 == cell.0 % 16)
    }

    /// Whether a pinned line runs through a cell.
    pub(crate) fn pins(&self, cell: Cell) -> bool {
        let through = lines_through(cell);
        self.pinned.iter().any(|line| through.contains(line))
    }

    /// The place of a cell on the line that is followed, from 1, if it is only one.
    fn rank(&self, cell: Cell) -> Option<usize> {
        let [index] = *self.pinned else {
            return None;
        };
        let line = LINES.get(usize::from(index))?;
        Some(line.cells.iter().position(|&one| one == cell)? + 1)
    }
}

/// The sheets of a position, each an `<svg>`.
pub(crate) struct Picture<'a> {
    position: &'a Position,
    layout: Layout,
    last: Option<Cell>,
    overlay: &'a Overlay,
    /// The moves that are as good as any, where values are drawn.
    best: Vec<Cell>,
    winning: CellSet,
}

impl<'a> Picture<'a> {
    pub(crate) fn new(
        position: &'a Position,
        last: Option<Cell>,
        overlay: &'a Overlay,
    ) -> Picture<'a> {
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
            best: overlay
                .values
                .as_ref()
                .map(Values::best)
                .unwrap_or_default(),
            overlay,
            winning,
        }
    }

    /// Writes one sheet. With a `label` the drawing is a picture in its own
    /// right; without, it lies under buttons that say the same.
    pub(crate) fn sheet(&self, out: &mut String, sheet: u8, label: Option<&str>) {
        let side = self.layout.side() + 2 * MARGIN;
        put!(
            out,
            "<svg class=\"morpion-dessin\" viewBox=\"",
            -MARGIN,
            " ",
            -MARGIN,
            " ",
            side,
            " ",
            side,
            "\" "
        );
        match label {
            Some(label) => {
                put!(out, "role=\"img\" aria-label=\"", Safe(label), "\">");
            }
            None => out.push_str("aria-hidden=\"true\" focusable=\"false\">"),
        }
        for panel in 0..self.layout.sheet_panels() {
            self.panel(out, panel);
        }
        self.ruling(out);
        self.threads(out, sheet);
        let first = sheet * self.layout.sheet_panels() * self.layout.panel_cells();
        let count = self.layout.sheet_panels() * self.layout.panel_cells();
        for index in first..first + count {
            self.cell(out, Cell(index));
        }
        self.won_panels(out);
        self.won_lines(out, sheet);
        self.aim(out);
        self.arrow(out);
        if self.overlay.coordinates {
            self.coordinates(out);
        }
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
        put!(
            out,
            "<rect class=\"grille ",
            state,
            "\" x=\"",
            x - GAP / 4,
            "\" y=\"",
            y - GAP / 4,
            "\" width=\"",
            side + GAP / 2,
            "\" height=\"",
            side + GAP / 2,
            "\" rx=\"8\"/>"
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
        put!(out, "<path class=\"regle\" d=\"", path, "\"/>");
        if self.layout.panels > 1 {
            let mut path = String::new();
            let whole = self.layout.side();
            for i in 1..i32::from(self.layout.panels) {
                let at = i * (side + GAP) - GAP / 2;
                path += &hand::stroke((at, 0), (at, whole), 4);
                path += &hand::stroke((0, at), (whole, at), 4);
            }
            put!(out, "<path class=\"regle grande\" d=\"", path, "\"/>");
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
        if self.overlay.echoes(cell) {
            out.push_str(" echo");
        }
        if self.overlay.pins(cell) {
            out.push_str(" epingle");
        }
        put!(
            out,
            "\" data-c=\"",
            game.cell_name(cell),
            "\"><rect class=\"fond\" x=\"",
            x,
            "\" y=\"",
            y,
            "\" width=\"",
            CELL,
            "\" height=\"",
            CELL,
            "\"/>"
        );
        if self.overlay.echoes(cell) {
            inset(out, "reflet", (x, y), 12);
        }
        if self.overlay.pins(cell) {
            inset(out, "maille", (x, y), 6);
        }
        if self.overlay.advice == Some(cell) {
            let (x, y) = self.layout.centre(cell);
            put!(
                out,
                "<circle class=\"indice\" cx=\"",
                x,
                "\" cy=\"",
                y,
                "\" r=\"26\"/>"
            );
        }
        if let Some(worth) = self
            .overlay
            .values
            .as_ref()
            .and_then(|values| values.of(cell))
        {
            self.worth(out, cell, worth);
        }
        match mark {
            None => {
                if !self.overlay.coordinates && matches!(game, Game::Classique | Game::Infini) {
                    put!(
                        out,
                        "<text class=\"numero\" x=\"",
                        x + 9,
                        "\" y=\"",
                        y + 22,
                        "\">",
                        cell.0 + 1,
                        "</text>"
                    );
                }
            }
            Some(side) => {
                let path = match side {
                    Side::X => hand::cross(x, y, CELL),
                    Side::O => hand::ring(x, y, CELL),
                };
                if leaving {
                    put!(
                        out,
                        "<rect class=\"cadre\" x=\"",
                        x + 7,
                        "\" y=\"",
                        y + 7,
                        "\" width=\"",
                        CELL - 14,
                        "\" height=\"",
                        CELL - 14,
                        "\" rx=\"8\"/><path class=\"ombre\" d=\"",
                        &path,
                        "\"/>"
                    );
                }
                put!(out, "<path class=\"trait\" d=\"", path, "\"/>");
                let age = if leaving {
                    Some(1)
                } else if self.overlay.ages {
                    let ages = self.position.ages(side);
                    ages.iter().position(|&one| one == cell).map(|age| age + 1)
                } else {
                    None
                };
                if let Some(age) = age {
                    put!(
                        out,
                        "<circle class=\"pastille\" cx=\"",
                        x + 14,
                        "\" cy=\"",
                        y + 14,
                        "\" r=\"13\"/><text class=\"age\" x=\"",
                        x + 14,
                        "\" y=\"",
                        y + 20,
                        "\">",
                        age,
                        "</text>"
                    );
                }
            }
        }
        if let Some(rank) = self.overlay.rank(cell) {
            let (x, y) = match mark {
                None => self.layout.centre(cell),
                Some(_) => (x + 20, y + 20),
            };
            put!(
                out,
                "<circle class=\"medaille\" cx=\"",
                x,
                "\" cy=\"",
                y,
                "\" r=\"19\"/><text class=\"rang\" x=\"",
                x,
                "\" y=\"",
                y + 10,
                "\">",
                rank,
                "</text>"
            );
        }
        out.push_str("</g>");
    }

    /// The pinned lines that lie on this sheet, each a broad soft thread. Of a line
    /// that climbs, each floor has its numbered cell.
    fn threads(&self, out: &mut String, sheet: u8) {
        for line in self
            .overlay
            .pinned
            .iter()
            .filter_map(|&index| LINES.get(usize::from(index)))
        {
            let [first, .., last] = line.cells;
            if self.layout.place(first).sheet == sheet && self.layout.place(last).sheet == sheet {
                put!(
                    out,
                    "<path class=\"fil\" d=\"",
                    hand::stroke(self.layout.centre(first), self.layout.centre(last), 4),
                    "\"/>"
                );
            }
        }
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
            put!(out, "<path class=\"grand ", class, "\" d=\"", path, "\"/>");
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
            put!(
                out,
                "<path class=\"alignement\" d=\"",
                hand::stroke(start, end, 6),
                "\"/>"
            );
        }
    }

    /// Where the cell that is pointed at would send the other side: a dotted frame
    /// around the one and the other, and a head of an arrow on the border of a small
    /// board.
    fn aim(&self, out: &mut String) {
        let Some((cell, boards)) = &self.overlay.aim else {
            return;
        };
        inset(out, "vise", self.layout.origin(*cell), 8);
        for &board in boards {
            let (x, y) = self.layout.panel_origin(board);
            let side = self.layout.panel_side();
            let (middle, top, inner) = (x + side / 2, y - GAP / 4, side - 12);
            put!(
                out,
                "<rect class=\"vise grille\" x=\"",
                x + 6,
                "\" y=\"",
                y + 6,
                "\" width=\"",
                inner,
                "\" height=\"",
                inner,
                "\" rx=\"14\"/><path class=\"pointe\" d=\"M",
                middle - 22,
                " ",
                top,
                "H",
                middle + 22,
                "L",
                middle,
                " ",
                top + 34,
                "Z\"/>"
            );
        }
    }

    /// The arrow from the last cell to its small board, into which it just reaches.
    fn arrow(&self, out: &mut String) {
        let Some((cell, board)) = self.overlay.arrow else {
            return;
        };
        let (from, to) = (self.layout.centre(cell), self.panel_centre(board));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        // Whole numbers: the longer side is near enough to the length of an arrow.
        let length = dx.abs().max(dy.abs());
        if length < CELL / 2 {
            // The middle of the middle: it names the small board that it lies in.
            return;
        }
        let at = |way: i32, aside: i32| {
            (
                from.0 + (dx * way - dy * aside) / length,
                from.1 + (dy * way + dx * aside) / length,
            )
        };
        let start = at(36, 0);
        let (end, bow) = (at(length - 40, 0), at(length / 2, length / 8));
        let (left, right) = (at(length - 78, 26), at(length - 78, -26));
        put!(
            out,
            "<path class=\"fleche\" d=\"M",
            start.0,
            " ",
            start.1,
            "Q",
            bow.0,
            " ",
            bow.1,
            " ",
            end.0,
            " ",
            end.1,
            "\"/><path class=\"fleche tete\" d=\"M",
            left.0,
            " ",
            left.1,
            "L",
            end.0,
            " ",
            end.1,
            "L",
            right.0,
            " ",
            right.1,
            "\"/>"
        );
    }

    /// The digits of the notation: rows and columns along the edges of a floor, in
    /// the other games the number of each cell and of each small board.
    fn coordinates(&self, out: &mut String) {
        let mut text = |class: &str, x: i32, y: i32, number: i32| {
            put!(
                out,
                "<text class=\"repere",
                class,
                "\" x=\"",
                x,
                "\" y=\"",
                y,
                "\">",
                number,
                "</text>"
            );
        };
        let cells = i32::from(self.layout.cells);
        if self.position.game() == Game::Cube {
            for i in 0..cells {
                let middle = i * CELL + CELL / 2;
                text(" bord", middle, -16, i + 1);
                text(" bord", -28, middle + 11, i + 1);
            }
            return;
        }
        for panel in 0..self.layout.sheet_panels() {
            let (x, y) = self.layout.panel_origin(panel);
            for i in 0..cells * cells {
                let (column, row) = (i % cells, i / cells);
                text("", x + (column + 1) * CELL - 5, y + row * CELL + 20, i + 1);
            }
        }
        if self.layout.panels > 1 {
            for panel in 0..self.layout.sheet_panels() {
                let (x, y) = self.layout.panel_origin(panel);
                put!(
                    out,
                    "<circle class=\"repere-fond\" cx=\"",
                    x,
                    "\" cy=\"",
                    y,
                    "\" r=\"24\"/><text class=\"repere bord\" x=\"",
                    x,
                    "\" y=\"",
                    y + 11,
                    "\">",
                    panel + 1,
                    "</text>"
                );
            }
        }
    }

    fn panel_centre(&self, panel: u8) -> (i32, i32) {
        let (x, y) = self.layout.panel_origin(panel);
        let half = self.layout.panel_side() / 2;
        (x + half, y + half)
    }
}

/// A rounded frame inside the cell whose corner this is.
fn inset(out: &mut String, class: &str, (x, y): (i32, i32), by: i32) {
    put!(
        out,
        "<rect class=\"",
        class,
        "\" x=\"",
        x + by,
        "\" y=\"",
        y + by,
        "\" width=\"",
        CELL - 2 * by,
        "\" height=\"",
        CELL - 2 * by,
        "\" rx=\"10\"/>"
    );
}
