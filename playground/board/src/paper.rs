//! Sheets to print: blank boards on A4, in grey lines that cost little ink.
//!
//! A sheet is one drawing, in millimetres, with its words in it: what is printed is
//! what is seen, on one page, in any browser.

use std::fmt::Write;

use morpion_engine::Game;
use morpion_engine::cube::{Family, LINES};

use crate::french::{self, paper as said};
use crate::layout::{CELL, GAP, Layout};
use crate::markup::escape;

/// A sheet to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Twelve boards of the classic game.
    Classique,
    /// Six of the infinite one, with rows for the ages of marks.
    Infini,
    /// One large board.
    Ultimate,
    /// Two of them.
    TwoUltimate,
    /// The four floors, and the table of the lines.
    Cube,
}

/// A sheet of A4 in tenths of a millimetre, and its margin: no printer reaches the edge.
const WIDTH: i32 = 2100;
const HEIGHT: i32 = 2970;
const MARGIN: i32 = 120;

impl Paper {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Paper; 5] = [
        Paper::Classique,
        Paper::Infini,
        Paper::Ultimate,
        Paper::TwoUltimate,
        Paper::Cube,
    ];

    /// The name of its page, without the ending.
    pub const fn slug(self) -> &'static str {
        match self {
            Paper::Classique => "feuille-classique",
            Paper::Infini => "feuille-infini",
            Paper::Ultimate => "feuille-ultimate",
            Paper::TwoUltimate => "feuille-ultimate-deux",
            Paper::Cube => "feuille-3d",
        }
    }

    /// The sheet of this name.
    pub fn from_slug(slug: &str) -> Option<Paper> {
        Paper::ALL.into_iter().find(|paper| paper.slug() == slug)
    }

    /// Its title.
    pub fn title(self) -> String {
        said::title(self)
    }

    /// The drawing, on one line.
    pub fn drawing(self) -> String {
        let mut out = Drawing::new(&self.title());
        match self {
            Paper::Classique => out.boards(Game::Classique, 3, 4, 380),
            Paper::Infini => {
                out.words(MARGIN, MARGIN + 95, "note", &said::ages());
                out.boards(Game::Infini, 2, 3, 430);
            }
            Paper::Ultimate => out.boards(Game::Ultimate, 1, 1, 1860),
            Paper::TwoUltimate => out.boards(Game::Ultimate, 1, 2, 1080),
            Paper::Cube => out.cube(),
        }
        out.text.push_str("</svg>");
        out.text
    }
}

struct Drawing {
    text: String,
}

impl Drawing {
    fn new(title: &str) -> Drawing {
        let mut out = Drawing {
            text: format!(
                "<svg class=\"feuille\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
                escape(title)
            ),
        };
        out.words(MARGIN, MARGIN + 40, "titre", title);
        out
    }

    fn words(&mut self, x: i32, y: i32, class: &str, words: &str) {
        let _ = write!(
            self.text,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>",
            escape(words)
        );
    }

    /// Words, and a line to write on up to `end`.
    fn blank(&mut self, x: i32, y: i32, end: i32, label: &str) {
        self.words(x, y, "mot", label);
        // Some room for the label, by its letters.
        let start = x + label.chars().count() as i32 * 18 + 12;
        let _ = write!(
            self.text,
            "<path class=\"ligne\" d=\"M{start} {}H{end}\"/>",
            y + 6
        );
    }

    /// A board of so many tenths of a millimetre a side: the lines between its cells,
    /// and for Ultimate those between its small boards.
    fn board(&mut self, game: Game, x: i32, y: i32, side: i32) {
        let layout = Layout::of(game);
        let at = |units: i32| units * side / layout.side();
        let mut thin = String::new();
        for panel in 0..layout.sheet_panels() {
            let (left, top) = layout.panel_origin(panel);
            for line in 1..i32::from(layout.cells) {
                let along = line * CELL;
                let (a, b) = (x + at(left + along), y + at(top + along));
                // Both ends by themselves, so that roundings agree.
                let (x0, x1) = (x + at(left), x + at(left + layout.panel_side()));
                let (y0, y1) = (y + at(top), y + at(top + layout.panel_side()));
                let _ = write!(thin, "M{a} {y0}V{y1}M{x0} {b}H{x1}");
            }
        }
        let _ = write!(self.text, "<path class=\"case\" d=\"{thin}\"/>");
        let mut thick = String::new();
        for line in 1..i32::from(layout.panels) {
            let middle = at(line * (layout.panel_side() + GAP) - GAP / 2);
            let _ = write!(
                thick,
                "M{} {y}v{side}M{x} {}h{side}",
                x + middle,
                y + middle
            );
        }
        if layout.panels > 1 {
            let _ = write!(self.text, "<path class=\"grille\" d=\"{thick}\"/>");
        }
        if game == Game::Cube {
            let _ = write!(
                self.text,
                "<rect class=\"case\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
            );
        }
    }

    /// Boards in columns and rows, each with room for names and moves.
    fn boards(&mut self, game: Game, columns: i32, rows: i32, side: i32) {
        let top = MARGIN + 120;
        let width = (WIDTH - 2 * MARGIN) / columns;
        let height = (HEIGHT - MARGIN - top) / rows;
        let gutter = if columns > 1 { 60 } else { 0 };
        for row in 0..rows {
            for column in 0..columns {
                let left = MARGIN + column * width + if column > 0 { gutter / 2 } else { 0 };
                let right = MARGIN + (column + 1) * width
                    - if column + 1 < columns { gutter / 2 } else { 0 };
                let middle = (left + right) / 2;
                let y = top + row * height + 40;
                self.blank(left, y, middle - 20, &said::plays('X'));
                self.blank(middle, y, right, &said::plays('O'));
                self.board(game, middle - side / 2, y + 50, side);
                let below = y + 50 + side + 60;
                if game == Game::Infini {
                    self.ages(left, right, below);
                } else {
                    self.moves(left, right, below, top + (row + 1) * height - 30);
                }
            }
        }
    }

    /// Lines for the moves, as many as there is room for.
    fn moves(&mut self, left: i32, right: i32, top: i32, bottom: i32) {
        self.blank(left, top, right, &said::moves());
        let mut y = top + 75;
        while y <= bottom {
            let _ = write!(
                self.text,
                "<path class=\"ligne\" d=\"M{left} {}H{right}\"/>",
                y + 6
            );
            y += 75;
        }
    }

    /// A row of boxes for the marks of each side, oldest first.
    fn ages(&mut self, left: i32, right: i32, top: i32) {
        for (row, side) in (0..).zip(['X', 'O']) {
            let y = top + row * 110;
            self.words(left, y + 42, "mot", &said::plays(side));
            let start = left + 70;
            let count = 10;
            let width = (right - start) / count;
            for index in 0..count {
                let _ = write!(
                    self.text,
                    "<rect class=\"ligne\" x=\"{}\" y=\"{y}\" width=\"{width}\" height=\"70\"/>",
                    start + index * width,
                );
            }
        }
    }

    /// The four floors, and below them the table of the lines.
    fn cube(&mut self) {
        const SIDE: i32 = 560;
        let top = MARGIN + 130;
        self.blank(MARGIN, top, WIDTH / 2 - 20, &said::plays('X'));
        self.blank(WIDTH / 2, top, WIDTH - MARGIN, &said::plays('O'));
        for floor in 0..4 {
            let x = MARGIN + 250 + (floor % 2) * (SIDE + 240);
            let y = top + 110 + (floor / 2) * (SIDE + 110);
            self.words(x, y - 20, "mot", &said::floor(floor + 1));
            self.board(Game::Cube, x, y, SIDE);
        }
        self.lines(top + 110 + 2 * (SIDE + 110) + 30);
    }

    /// The table of the lines: four columns, one after another.
    fn lines(&mut self, top: i32) {
        const COLUMNS: i32 = 4;
        const STEP: i32 = 52;
        let entries: Vec<(&str, String)> = Family::ALL
            .into_iter()
            .flat_map(|family| {
                let of = LINES.iter().filter(move |line| line.family == family);
                let head = ("famille", said::family(family, of.clone().count()));
                let rows = of.map(|line| {
                    let cells = french::line_cells(line);
                    ("note", format!("{} : {cells}", line.number))
                });
                std::iter::once(head).chain(rows.collect::<Vec<_>>())
            })
            .collect();
        let rows = (entries.len() as i32 + COLUMNS - 1) / COLUMNS;
        let width = (WIDTH - 2 * MARGIN) / COLUMNS;
        for (at, (class, words)) in (0..).zip(&entries) {
            let x = MARGIN + at / rows * width;
            self.words(x, top + at % rows * STEP, class, words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number after one of these letters or attributes lies on the sheet.
    #[test]
    fn nothing_lies_beyond_the_margin() {
        for paper in Paper::ALL {
            let drawing = paper.drawing();
            for (attribute, bound) in [(" x=\"", WIDTH), (" y=\"", HEIGHT)] {
                for value in drawing.split(attribute).skip(1) {
                    let value: i32 = value
                        .split('"')
                        .next()
                        .and_then(|value| value.parse().ok())
                        .expect("a number");
                    assert!(
                        (MARGIN..=bound - MARGIN).contains(&value),
                        "{paper:?}: {attribute}{value}"
                    );
                }
            }
        }
    }

    #[test]
    fn each_sheet_has_what_its_title_says() {
        let boxes = |paper: Paper, class: &str| {
            let drawing = paper.drawing();
            drawing.matches(&format!("class=\"{class}\"")).count()
        };
        assert_eq!(boxes(Paper::Classique, "case"), 12);
        assert_eq!(boxes(Paper::Infini, "case"), 6);
        assert_eq!(boxes(Paper::Ultimate, "grille"), 1);
        assert_eq!(boxes(Paper::TwoUltimate, "grille"), 2);
        // A floor has its lines and its frame; each line of the cube has a row.
        assert_eq!(boxes(Paper::Cube, "case"), 8);
        assert_eq!(boxes(Paper::Cube, "note"), LINES.len());
        for paper in Paper::ALL {
            assert_eq!(Paper::from_slug(paper.slug()), Some(paper));
            assert!(!paper.drawing().contains(['\n']), "one line");
        }
    }
}
