//! Where cells lie: the geometry of the four games, in units of a hundredth of
//! a cell.
//!
//! A board is drawn on one or more *sheets*, each an SVG of its own: one for
//! the flat games, four for the cube, whose floors the page may put side by
//! side or two by two. A sheet holds *panels*: the nine small boards of
//! Ultimate, otherwise one. The style sheet repeats these proportions for the
//! buttons that lie over the drawing; a browser test holds the two together.

use morpion_engine::{Cell, Game};

/// Side of a cell.
pub(crate) const CELL: i32 = 100;
/// Blank border around a sheet, room for strokes that overshoot.
pub(crate) const MARGIN: i32 = 10;
/// Gap between two small boards of Ultimate.
pub(crate) const GAP: i32 = 40;

/// The proportions of one game's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Number of sheets.
    pub(crate) sheets: u8,
    /// Panels along one side of a sheet.
    pub(crate) panels: u8,
    /// Cells along one side of a panel.
    pub(crate) cells: u8,
}

/// Where a cell lies, counted from zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The sheet.
    pub(crate) sheet: u8,
    /// Panel on the sheet, in reading order.
    pub(crate) panel: u8,
    /// Row within the panel.
    pub(crate) row: u8,
    /// Column within the panel.
    pub(crate) column: u8,
}

impl Layout {
    pub(crate) const fn of(game: Game) -> Layout {
        match game {
            Game::Classique | Game::Infini => Layout {
                sheets: 1,
                panels: 1,
                cells: 3,
            },
            Game::Ultimate => Layout {
                sheets: 1,
                panels: 3,
                cells: 3,
            },
            Game::Cube => Layout {
                sheets: 4,
                panels: 1,
                cells: 4,
            },
        }
    }

    /// Cells in a panel.
    pub(crate) const fn panel_cells(self) -> u8 {
        self.cells * self.cells
    }

    /// Panels on a sheet.
    pub(crate) const fn sheet_panels(self) -> u8 {
        self.panels * self.panels
    }

    /// Side of a panel.
    pub(crate) const fn panel_side(self) -> i32 {
        self.cells as i32 * CELL
    }

    /// Side of a sheet without its margin.
    pub(crate) const fn side(self) -> i32 {
        self.panels as i32 * (self.panel_side() + GAP) - GAP
    }

    pub(crate) const fn place(self, cell: Cell) -> Place {
        let in_panel = cell.0 % self.panel_cells();
        let panel = cell.0 / self.panel_cells();
        Place {
            sheet: panel / self.sheet_panels(),
            panel: panel % self.sheet_panels(),
            row: in_panel / self.cells,
            column: in_panel % self.cells,
        }
    }

    pub(crate) const fn cell(self, place: Place) -> Cell {
        Cell(
            (place.sheet * self.sheet_panels() + place.panel) * self.panel_cells()
                + place.row * self.cells
                + place.column,
        )
    }

    /// Top left corner of a panel on its sheet.
    pub(crate) const fn panel_origin(self, panel: u8) -> (i32, i32) {
        let step = self.panel_side() + GAP;
        (
            (panel % self.panels) as i32 * step,
            (panel / self.panels) as i32 * step,
        )
    }

    /// Top left corner of a cell on its sheet.
    pub(crate) const fn origin(self, cell: Cell) -> (i32, i32) {
        let place = self.place(cell);
        let (x, y) = self.panel_origin(place.panel);
        (x + place.column as i32 * CELL, y + place.row as i32 * CELL)
    }

    /// Middle of a cell on its sheet.
    pub(crate) const fn centre(self, cell: Cell) -> (i32, i32) {
        let (x, y) = self.origin(cell);
        (x + CELL / 2, y + CELL / 2)
    }

    /// Row and column over the whole sheet, small boards taken together.
    pub(crate) const fn global(self, cell: Cell) -> (u8, u8) {
        let place = self.place(cell);
        (
            place.panel / self.panels * self.cells + place.row,
            place.panel % self.panels * self.cells + place.column,
        )
    }

    /// The cell at a row and column over the whole sheet.
    pub(crate) const fn at_global(self, sheet: u8, row: u8, column: u8) -> Cell {
        self.cell(Place {
            sheet,
            panel: row / self.cells * self.panels + column / self.cells,
            row: row % self.cells,
            column: column % self.cells,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_names_one_cell() {
        for game in Game::ALL {
            let layout = Layout::of(game);
            for index in 0..game.cells() {
                let cell = Cell(index);
                assert_eq!(layout.cell(layout.place(cell)), cell);
                let (row, column) = layout.global(cell);
                assert_eq!(
                    layout.at_global(layout.place(cell).sheet, row, column),
                    cell
                );
            }
        }
    }

    #[test]
    fn cells_of_a_sheet_do_not_overlap() {
        for game in Game::ALL {
            let layout = Layout::of(game);
            for a in (0..game.cells()).map(Cell) {
                let (ax, ay) = layout.origin(a);
                assert!(
                    ax >= 0 && ay >= 0 && ax + CELL <= layout.side() && ay + CELL <= layout.side()
                );
                for b in (0..a.0).map(Cell) {
                    let (bx, by) = layout.origin(b);
                    assert!(
                        layout.place(a).sheet != layout.place(b).sheet
                            || (ax - bx).abs() >= CELL
                            || (ay - by).abs() >= CELL,
                        "{game:?}: {a:?} and {b:?}"
                    );
                }
            }
        }
    }
}
