//! The cube as a whole: four floors one above the other, seen from an angle.
//!
//! A drawing without a library: the sine of 25 angles in thousandths and whole
//! numbers all the way, so that the text is the same on every machine. What lies
//! deeper is written first and painted over by what is nearer: floors from the
//! lowest, since one always looks from above, and on a floor the marks from the
//! farthest.
//!
//! Nodes that only move keep their tag, class and `d`, so that a turn of the cube
//! changes attributes in the page and replaces nothing.

use crate::text::put;
use morpion_engine::cube::{CubeLine, LINES};
use morpion_engine::{Cell, CellSet, Game, Position, Side};

use crate::picture::Overlay;

/// Half the side of a cell.
const HALF: i32 = 30;
/// From the middle of a floor to its rim.
const RIM: i32 = 4 * HALF;
/// Half the height of a storey: more than a cell, so that one looks in between.
const STOREY: i32 = 47;
/// Radius of a mark, and how high it floats above its floor.
const BEAD: i32 = 15;
/// The window, the middle of the cube at zero: its left and upper edge, its width and
/// height. Below there is more room, for the numbers.
const LEFT: i32 = -200;
const TOP: i32 = -204;
const WIDTH: i32 = 400;
const HEIGHT: i32 = 432;
/// Steps of a full turn.
const TURN: u8 = 96;
/// One press on a button turns by so many steps: a sixteenth.
const PRESS: i32 = 6;
/// From nearly the side, from nearly above, and what one press changes.
const LOWEST: i32 = 4;
const HIGHEST: i32 = 20;
const TILT: i32 = 4;

/// The sine of a quarter turn in steps of 3.75 degrees, in thousandths.
const SINES: [i32; 25] = [
    0, 65, 131, 195, 259, 321, 383, 442, 500, 556, 609, 659, 707, 752, 793, 831, 866, 897, 924,
    947, 966, 981, 991, 998, 1000,
];

/// The sine of so many steps.
fn sine(steps: i32) -> i32 {
    let steps = steps.rem_euclid(TURN.into());
    let quarter = usize::try_from(steps % 24).unwrap_or(0);
    match steps / 24 {
        0 => SINES[quarter],
        1 => SINES[24 - quarter],
        2 => -SINES[quarter],
        _ => -SINES[24 - quarter],
    }
}

fn cosine(steps: i32) -> i32 {
    sine(steps + 24)
}

/// A division that rounds to the nearest, the same on both sides of zero.
fn rounded(n: i32, by: i32) -> i32 {
    (2 * n + n.signum() * by) / (2 * by)
}

/// From where the cube is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Angle {
    /// How far the cube is turned, in steps of a 96th; below [`TURN`].
    yaw: i32,
    /// How far above the eye is, in the same steps.
    pitch: i32,
}

impl Default for Angle {
    /// A little from the left and from above: no two cells of a floor stand one
    /// behind the other.
    fn default() -> Angle {
        Angle { yaw: 7, pitch: 8 }
    }
}

/// Where a button or an arrow key turns the cube to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// What is in front goes to the left.
    Left,
    /// What is in front goes to the right.
    Right,
    /// The eye rises.
    Up,
    /// The eye sinks.
    Down,
}

impl Turn {
    /// All, in the order of the buttons.
    pub(crate) const ALL: [Turn; 4] = [Turn::Left, Turn::Up, Turn::Down, Turn::Right];

    /// The end of its name in `data-action`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Turn::Left => "gauche",
            Turn::Right => "droite",
            Turn::Up => "haut",
            Turn::Down => "bas",
        }
    }
}

impl Angle {
    /// The angle after one press on a button.
    pub(crate) fn turned(self, turn: Turn) -> Angle {
        match turn {
            Turn::Left => self.moved(-PRESS, 0),
            Turn::Right => self.moved(PRESS, 0),
            Turn::Up => self.moved(0, TILT),
            Turn::Down => self.moved(0, -TILT),
        }
    }

    /// The angle after so many steps: to the right for what is in front, and up for
    /// the eye.
    pub(crate) fn moved(self, right: i32, up: i32) -> Angle {
        Angle {
            yaw: (self.yaw - right).rem_euclid(TURN.into()),
            pitch: (self.pitch + up).clamp(LOWEST, HIGHEST),
        }
    }

    /// This angle, or the usual one if a line would be seen end-on from here.
    pub(crate) fn facing(self, line: &CubeLine) -> Angle {
        let (ax, ay, _) = self.project(middle(line.cells[0]));
        let (bx, by, _) = self.project(middle(line.cells[3]));
        if (ax - bx).abs().max((ay - by).abs()) < 2 * HALF {
            Angle::default()
        } else {
            self
        }
    }

    /// A point of the cube on the window, and how near it is. Right, towards the
    /// reader, up; at zero the cube is seen from its front.
    fn project(self, (x, y, z): (i32, i32, i32)) -> (i32, i32, i32) {
        let (sin, cos) = (sine(self.yaw), cosine(self.yaw));
        let (across, near) = (x * cos - y * sin, x * sin + y * cos);
        let down = rounded(near * sine(self.pitch), 1000) - z * cosine(self.pitch);
        (rounded(across, 1000), rounded(down, 1000), near)
    }

    /// The point of the floor at this height that is seen at a point of the window.
    fn unproject(self, (across, down): (i32, i32), z: i32) -> (i32, i32) {
        let (sin, cos) = (sine(self.yaw), cosine(self.yaw));
        let near = rounded(
            down * 1000 + z * cosine(self.pitch),
            sine(self.pitch).max(1),
        );
        (
            rounded(across * cos + near * sin, 1000),
            rounded(near * cos - across * sin, 1000),
        )
    }
}

/// The height of a floor.
fn height(floor: u8) -> i32 {
    (2 * i32::from(floor) - 3) * STOREY
}

/// The middle of a cell, on its floor.
fn middle(cell: Cell) -> (i32, i32, i32) {
    let (row, column) = (i32::from(cell.0 / 4 % 4), i32::from(cell.0 % 4));
    (
        (2 * column - 3) * HALF,
        (2 * row - 3) * HALF,
        height(cell.0 / 16),
    )
}

/// The middle of a mark, above its floor.
fn bead(cell: Cell) -> (i32, i32, i32) {
    let (x, y, z) = middle(cell);
    (x, y, z + BEAD)
}

/// The cells of a floor, the farthest first. Sorted by insertion: sixteen cells do
/// not need the code of the standard sort, which a reader would download.
fn by_depth(floor: u8, angle: Angle) -> [Cell; 16] {
    let mut cells = [Cell(floor * 16); 16];
    for (cell, index) in cells.iter_mut().zip(0..) {
        cell.0 += index;
    }
    let depth = |cell: Cell| angle.project(middle(cell)).2;
    for end in 1..cells.len() {
        let mut at = end;
        while at > 0 && depth(cells[at - 1]) > depth(cells[at]) {
            cells.swap(at - 1, at);
            at -= 1;
        }
    }
    cells
}

fn points(out: &mut String, points: &[(i32, i32, i32)]) {
    for (i, &(x, y, _)) in points.iter().enumerate() {
        put!(out, if i > 0 { " " } else { "" }, x, ",", y);
    }
}

/// The cube of a position.
pub(crate) struct CubeView<'a> {
    position: &'a Position,
    last: Option<Cell>,
    overlay: &'a Overlay,
    angle: Angle,
    winning: CellSet,
}

impl<'a> CubeView<'a> {
    pub(crate) fn new(
        position: &'a Position,
        last: Option<Cell>,
        overlay: &'a Overlay,
    ) -> CubeView<'a> {
        CubeView {
            position,
            last,
            overlay,
            angle: overlay.angle,
            winning: position
                .lines()
                .iter()
                .flat_map(|line| line.cells().to_vec())
                .collect(),
        }
    }

    /// Writes the drawing. It says nothing that the floors do not say.
    pub(crate) fn draw(&self, out: &mut String) {
        put!(
            out,
            "<svg class=\"morpion-espace\" viewBox=\"",
            LEFT,
            " ",
            TOP,
            " ",
            WIDTH,
            " ",
            HEIGHT,
            "\" aria-hidden=\"true\" focusable=\"false\">"
        );
        for floor in 0..4 {
            self.floor(out, floor);
            self.climbing(out, floor);
        }
        self.names(out);
        out.push_str("</svg>");
    }

    fn faded(&self, floor: u8) -> bool {
        self.overlay.faded & 1 << floor != 0
            && self.overlay.echo.is_none_or(|cell| cell.0 / 16 != floor)
    }

    fn polygon(&self, out: &mut String, class: &str, corners: &[(i32, i32, i32)]) {
        let corners: Vec<_> = corners.iter().map(|&at| self.angle.project(at)).collect();
        put!(out, "<polygon class=\"", class, "\" points=\"");
        points(out, &corners);
        out.push_str("\"/>");
    }

    fn line(&self, out: &mut String, class: &str, a: (i32, i32, i32), b: (i32, i32, i32)) {
        let ((ax, ay, _), (bx, by, _)) = (self.angle.project(a), self.angle.project(b));
        put!(
            out,
            "<line class=\"",
            class,
            "\" x1=\"",
            ax,
            "\" y1=\"",
            ay,
            "\" x2=\"",
            bx,
            "\" y2=\"",
            by,
            "\"/>"
        );
    }

    /// One floor with all that lies on it.
    fn floor(&self, out: &mut String, floor: u8) {
        let z = height(floor);
        put!(
            out,
            "<g class=\"niveau",
            if self.faded(floor) { " efface" } else { "" },
            "\">"
        );
        self.polygon(
            out,
            "plaque",
            &[
                (-RIM, -RIM, z),
                (RIM, -RIM, z),
                (RIM, RIM, z),
                (-RIM, RIM, z),
            ],
        );
        for i in [-2 * HALF, 0, 2 * HALF] {
            self.line(out, "trame", (i, -RIM, z), (i, RIM, z));
            self.line(out, "trame", (-RIM, i, z), (RIM, i, z));
        }
        let cells = by_depth(floor, self.angle);
        for &cell in &cells {
            self.ground(out, cell);
        }
        for line in self.lines() {
            if line.cells.iter().all(|cell| cell.0 / 16 == floor) {
                self.line(out, line.class, bead(line.cells[0]), bead(line.cells[3]));
            }
        }
        for &cell in &cells {
            self.mark(out, cell);
        }
        out.push_str("</g>");
    }

    /// What is shown of a cell on its floor.
    fn ground(&self, out: &mut String, cell: Cell) {
        let mut class = String::from("sol");
        if self.winning.contains(cell) {
            class.push_str(" gagne");
        }
        if self.overlay.advice == Some(cell) {
            class.push_str(" conseille");
        }
        if self.overlay.echoes(cell) {
            class.push_str(" echo");
        }
        if self.overlay.pins(cell) {
            class.push_str(" epingle");
        }
        if class.len() > 3 {
            let (x, y, z) = middle(cell);
            let inside = HALF - 3;
            self.polygon(
                out,
                &class,
                &[
                    (x - inside, y - inside, z),
                    (x + inside, y - inside, z),
                    (x + inside, y + inside, z),
                    (x - inside, y + inside, z),
                ],
            );
        }
    }

    /// A mark with its shadow, or the knot of a thread in an empty cell.
    fn mark(&self, out: &mut String, cell: Cell) {
        let (x, y, _) = self.angle.project(bead(cell));
        match self.position.mark(cell) {
            Some(side) => {
                let (sx, sy, _) = self.angle.project(middle(cell));
                put!(
                    out,
                    "<ellipse class=\"ombre\" cx=\"",
                    sx,
                    "\" cy=\"",
                    sy,
                    "\" rx=\"",
                    BEAD,
                    "\" ry=\"",
                    rounded(BEAD * sine(self.angle.pitch), 1000),
                    "\"/>"
                );
                let class = match side {
                    Side::X => "x",
                    Side::O => "o",
                };
                let last = if self.last == Some(cell) {
                    " dernier"
                } else {
                    ""
                };
                put!(
                    out,
                    "<g class=\"bille ",
                    class,
                    last,
                    "\" transform=\"translate(",
                    x,
                    " ",
                    y,
                    ")\"><circle class=\"corps\" r=\"",
                    BEAD,
                    "\"/>"
                );
                match side {
                    Side::X => {
                        put!(out, "<path class=\"signe\" d=\"", CROSS, "\"/>");
                    }
                    Side::O => out.push_str("<circle class=\"signe\" r=\"6\"/>"),
                }
                if self.last == Some(cell) {
                    put!(out, "<circle class=\"tour\" r=\"", BEAD + 5, "\"/>");
                }
                out.push_str("</g>");
            }
            None if self.overlay.advice == Some(cell) => {
                put!(
                    out,
                    "<circle class=\"conseil\" cx=\"",
                    x,
                    "\" cy=\"",
                    y,
                    "\" r=\"",
                    BEAD - 2,
                    "\"/>"
                );
            }
            None if self.overlay.pins(cell) => {
                put!(
                    out,
                    "<circle class=\"noeud\" cx=\"",
                    x,
                    "\" cy=\"",
                    y,
                    "\" r=\"5\"/>"
                );
            }
            None => {}
        }
    }

    /// What leads from a floor to the next one above.
    fn climbing(&self, out: &mut String, floor: u8) {
        if floor == 3 {
            return;
        }
        if let Some(cell) = self.overlay.echo {
            let (x, y, _) = middle(cell);
            self.line(
                out,
                "aplomb",
                (x, y, height(floor)),
                (x, y, height(floor + 1)),
            );
        }
        for line in self.lines() {
            for pair in line.cells.windows(2) {
                if pair[0].0 / 16 == floor && pair[1].0 / 16 == floor + 1 {
                    self.line(out, line.class, bead(pair[0]), bead(pair[1]));
                }
            }
        }
    }

    /// The threads: won lines and those that are followed by eye.
    fn lines(&self) -> Vec<Thread> {
        let won = self.position.lines();
        let won = won.iter().map(|line| Thread {
            class: "fil gagne",
            cells: line.cells,
        });
        let pinned = self.overlay.pinned.iter().filter_map(|&index| {
            Some(Thread {
                class: "fil epingle",
                cells: LINES.get(usize::from(index))?.cells,
            })
        });
        pinned.chain(won).collect()
    }

    /// Numbers of floors, rows and columns, and of the cells of a pinned line: above
    /// all else, so that they can be read.
    fn names(&self, out: &mut String) {
        let mut text = |class: &str, (x, y): (i32, i32), text: &str| {
            put!(
                out,
                "<text class=\"",
                class,
                "\" x=\"",
                x,
                "\" y=\"",
                y,
                "\">",
                text,
                "</text>"
            );
        };
        for floor in 0..4u8 {
            let z = height(floor);
            // Beside the corner that stands out most to the left.
            let corner = [(-RIM, -RIM), (RIM, -RIM), (RIM, RIM), (-RIM, RIM)]
                .map(|(x, y)| self.angle.project((x, y, z)))
                .into_iter()
                .min_by_key(|corner| corner.0);
            if let Some((x, y, _)) = corner {
                let number = (floor + 1).to_string();
                text("etage", (x - 16, y + 6), &number);
            }
        }
        // Along the two edges in front of the lowest floor.
        let beside = RIM + 17;
        let front = if cosine(self.angle.yaw) >= 0 { 1 } else { -1 };
        let right = if sine(self.angle.yaw) >= 0 { 1 } else { -1 };
        for i in 0..4 {
            let along = (2 * i - 3) * HALF;
            let number = (i + 1).to_string();
            for (class, at) in [
                ("colonne", (along, front * beside, height(0))),
                ("rangee", (right * beside, along, height(0))),
            ] {
                let (x, y, _) = self.angle.project(at);
                text(class, (x, y + 5), &number);
            }
        }
        if let [index] = *self.overlay.pinned
            && let Some(line) = LINES.get(usize::from(index))
        {
            for (i, &cell) in line.cells.iter().enumerate() {
                let (x, y, _) = self.angle.project(bead(cell));
                text("rang", (x, y - BEAD - 6), &(i + 1).to_string());
            }
        }
        if let Some(cell) = self.overlay.echo {
            let name = Game::Cube.cell_name(cell);
            text("nom", (LEFT + WIDTH - 6, TOP + 26), &name);
        }
    }

    /// The cell that is seen at a point of the window, given in thousandths of its
    /// width: the nearest mark, or else the uppermost floor that is not faded.
    pub(crate) fn cell_at(&self, x: i32, y: i32) -> Option<Cell> {
        let at = |n: i32| rounded(n.clamp(-2000, 2000) * WIDTH, 1000);
        let (x, y) = (LEFT + at(x), TOP + at(y));
        let floors = (0..4u8)
            .rev()
            .filter(|floor| self.overlay.faded & 1 << floor == 0);
        for floor in floors.clone() {
            for &cell in by_depth(floor, self.angle).iter().rev() {
                let (bx, by, _) = self.angle.project(bead(cell));
                let (dx, dy) = (x - bx, y - by);
                if self.position.mark(cell).is_some() && dx * dx + dy * dy <= BEAD * BEAD {
                    return Some(cell);
                }
            }
        }
        for floor in floors {
            let (x, y) = self.angle.unproject((x, y), height(floor));
            if x.abs() < RIM && y.abs() < RIM {
                let index = |n: i32| u8::try_from((n + RIM) / (2 * HALF)).unwrap_or(0);
                return Some(Cell(floor * 16 + index(y) * 4 + index(x)));
            }
        }
        None
    }
}

/// A line drawn from cell to cell.
struct Thread {
    class: &'static str,
    cells: [Cell; 4],
}

/// The cross on a mark of X.
const CROSS: &str = "M-6 -6L6 6M6 -6L-6 6";

/// The side of the square window of a cube in the atlas.
pub(crate) const ATLAS_WINDOW: i32 = 420;

/// The empty cube of the atlas: its floors.
pub(crate) fn atlas_cube(out: &mut String) {
    let angle = Angle::default();
    for floor in 0..4 {
        let z = height(floor);
        let corners = [(-RIM, -RIM), (RIM, -RIM), (RIM, RIM), (-RIM, RIM)]
            .map(|(x, y)| angle.project((x, y, z)));
        out.push_str("<polygon class=\"morpion-plaque\" points=\"");
        points(out, &corners);
        out.push_str("\"/>");
    }
}

/// A line of the atlas: a thread with its four cells as beads.
pub(crate) fn atlas_line(out: &mut String, line: &CubeLine) {
    let angle = Angle::default();
    let cells = line.cells.map(|cell| angle.project(middle(cell)));
    out.push_str("<polyline class=\"fil\" points=\"");
    points(out, &[cells[0], cells[3]]);
    out.push_str("\"/>");
    for (x, y, _) in cells {
        put!(
            out,
            "<circle cx=\"",
            x,
            "\" cy=\"",
            y,
            "\" r=\"",
            BEAD,
            "\"/>"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_engine::Record;

    /// Angles from all around.
    fn angles() -> impl Iterator<Item = Angle> {
        (0..i32::from(TURN))
            .step_by(5)
            .flat_map(|yaw| (LOWEST..=HIGHEST).map(move |pitch| Angle { yaw, pitch }))
    }

    #[test]
    fn the_table_is_the_sine() {
        for steps in -200..200 {
            let exact = (f64::from(steps) * std::f64::consts::TAU / 96.0).sin() * 1000.0;
            assert!((f64::from(sine(steps)) - exact).abs() <= 0.51, "{steps}");
            let exact = (f64::from(steps) * std::f64::consts::TAU / 96.0).cos() * 1000.0;
            assert!((f64::from(cosine(steps)) - exact).abs() <= 0.51, "{steps}");
        }
    }

    #[test]
    fn a_full_turn_by_steps_leads_back() {
        for turn in [Turn::Left, Turn::Right] {
            let start = Angle::default();
            let mut angle = start;
            for press in 1..=16 {
                angle = angle.turned(turn);
                assert_eq!(angle == start, press == 16, "{turn:?} after {press}");
            }
        }
        let mut angle = Angle::default();
        for _ in 0..10 {
            angle = angle.turned(Turn::Up);
        }
        assert_eq!(angle.turned(Turn::Up), angle, "no higher than {HIGHEST}");
        assert_eq!(angle.pitch, HIGHEST);
        for _ in 0..10 {
            angle = angle.turned(Turn::Down);
        }
        assert_eq!(angle.pitch, LOWEST);
        assert_eq!(angle.turned(Turn::Left).turned(Turn::Right), angle);
    }

    /// What is in front goes where the button says.
    #[test]
    fn the_front_goes_left_and_right() {
        let front = (0, RIM, 0);
        let angle = Angle { yaw: 0, pitch: 8 };
        assert!(angle.turned(Turn::Left).project(front).0 < -20);
        assert!(angle.turned(Turn::Right).project(front).0 > 20);
        // From higher up a floor looks deeper.
        assert!(angle.turned(Turn::Up).project(front).1 > angle.project(front).1);
    }

    #[test]
    fn a_line_that_is_followed_is_never_seen_end_on() {
        for angle in angles() {
            for line in &LINES {
                let facing = angle.facing(line);
                assert_eq!(facing.facing(line), facing, "{angle:?} {}", line.number);
            }
        }
        let end_on = Angle { yaw: 13, pitch: 12 };
        assert_eq!(end_on.facing(&LINES[72]), Angle::default());
        let beside = Angle { yaw: 40, pitch: 8 };
        assert_eq!(beside.facing(&LINES[72]), beside);
    }

    #[test]
    fn marks_are_painted_from_far_to_near() {
        for angle in angles() {
            for floor in 0..4 {
                let depths: Vec<i32> = by_depth(floor, angle)
                    .iter()
                    .map(|&cell| angle.project(middle(cell)).2)
                    .collect();
                assert!(depths.is_sorted(), "{angle:?}: {depths:?}");
                let mut cells = by_depth(floor, angle).map(|cell| cell.0);
                cells.sort_unstable();
                assert!(cells.iter().copied().eq(floor * 16..floor * 16 + 16));
            }
        }
        // At zero the first row is the farthest and the first floor the lowest.
        let angle = Angle { yaw: 0, pitch: 8 };
        assert_eq!(by_depth(0, angle)[0].0 / 4, 0);
        assert!(angle.project(middle(Cell(0))).1 > angle.project(middle(Cell(48))).1);
    }

    /// The four floors of the front row, seen from the front and a little from above:
    /// sixteen marks, none over another.
    #[test]
    fn no_two_cells_of_the_front_face_overlap() {
        for angle in [Angle { yaw: 0, pitch: 8 }, Angle::default()] {
            let face: Vec<_> = (0..64u8)
                .map(Cell)
                .filter(|cell| cell.0 / 4 % 4 == 3)
                .map(|cell| angle.project(bead(cell)))
                .collect();
            for (i, a) in face.iter().enumerate() {
                for b in &face[..i] {
                    let (dx, dy) = (a.0 - b.0, a.1 - b.1);
                    assert!(
                        dx * dx + dy * dy >= 4 * BEAD * BEAD,
                        "{angle:?}: {a:?} {b:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn all_cells_and_numbers_stay_in_sight_at_every_angle() {
        // What may stick out, into the blank border of a board.
        let over = 24;
        for angle in angles() {
            for floor in 0..4 {
                for (x, y) in [(-RIM, -RIM), (RIM, -RIM), (RIM, RIM), (-RIM, RIM)] {
                    let (x, y, _) = angle.project((x, y, height(floor)));
                    assert!((LEFT..LEFT + WIDTH).contains(&x), "{angle:?} {x}");
                    assert!(
                        (TOP - over..TOP + HEIGHT + over).contains(&y),
                        "{angle:?} {y}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_point_where_a_cell_is_drawn_is_that_cell() {
        let empty = Position::start(Game::Cube);
        let all = Record::parse(Game::Cube, "111-222-333-141")
            .unwrap()
            .position();
        for angle in angles() {
            let mut overlay = Overlay {
                angle,
                ..Overlay::default()
            };
            let to_page = |(x, y, _): (i32, i32, i32)| {
                (
                    rounded((x - LEFT) * 1000, WIDTH),
                    rounded((y - TOP) * 1000, WIDTH),
                )
            };
            // One floor at a time: the others let one look through.
            for floor in 0..4u8 {
                overlay.faded = 15 & !(1 << floor);
                let view = CubeView::new(&empty, None, &overlay);
                for cell in (floor * 16..floor * 16 + 16).map(Cell) {
                    let (x, y) = to_page(angle.project(middle(cell)));
                    assert_eq!(view.cell_at(x, y), Some(cell), "{angle:?}");
                }
            }
            overlay.faded = 15;
            assert_eq!(
                CubeView::new(&empty, None, &overlay).cell_at(500, 500),
                None
            );
            // A mark below is nearer to what one wants than an empty floor above it.
            overlay.faded = 0;
            let view = CubeView::new(&all, None, &overlay);
            let corner = Cell(12);
            let (x, y) = to_page(angle.project(bead(corner)));
            let hit = view.cell_at(x, y).expect("a mark");
            assert!(all.mark(hit).is_some(), "{angle:?}: {hit:?}");
        }
        let view = Overlay::default();
        let view = CubeView::new(&empty, None, &view);
        for (x, y) in [(0, 0), (i32::MAX, i32::MIN), (-5, 900)] {
            assert_eq!(view.cell_at(x, y), None, "{x} {y}");
        }
    }

    /// The drawing of a small position, held as it is.
    #[test]
    fn the_drawing_has_each_mark_once_and_says_what_it_is() {
        let record = Record::parse(Game::Cube, "111-222-333").unwrap();
        let overlay = Overlay {
            echo: Some(Cell(5)),
            advice: Some(Cell(63)),
            faded: 0b1000,
            pinned: vec![72],
            ..Overlay::default()
        };
        let mut out = String::new();
        let position = record.position();
        CubeView::new(&position, record.last(), &overlay).draw(&mut out);
        for (part, count) in [
            ("class=\"niveau\"", 3),
            ("class=\"niveau efface\"", 1),
            ("class=\"bille x\"", 1),
            ("class=\"bille x dernier\"", 1),
            ("class=\"bille o\"", 1),
            ("class=\"conseil\"", 1),
            // 111-222-333-444: three marks, and the hint in the fourth cell.
            ("class=\"fil epingle\"", 3),
            ("epingle\" points", 4),
            ("class=\"rang\"", 4),
            ("class=\"aplomb\"", 3),
            (" echo", 4),
            (">122</text>", 1),
        ] {
            assert_eq!(out.matches(part).count(), count, "{part} in {out}");
        }
        assert!(!out.contains('.'), "whole numbers only");
    }
}
