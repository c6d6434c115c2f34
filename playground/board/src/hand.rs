//! Strokes with a slight swing of the hand.
//!
//! A stroke is a cubic curve whose ends and handles are moved a little by a
//! hash of where it stands, so that two crosses are never quite alike and the
//! same cross is the same each time the page is drawn. Coordinates are whole
//! hundredths of a cell: the text is the same on every machine.

use crate::text::put;

/// A small hash of where a stroke stands: the finalizer of SplitMix64
/// (Steele, Lea, Flood, 2014).
struct Swing(u64);

impl Swing {
    fn new(x: i32, y: i32, what: u64) -> Swing {
        Swing(((x as u64) << 40) ^ ((y as u64 & 0xf_ffff) << 16) ^ what)
    }

    /// A whole number in `-reach..=reach`.
    fn by(&mut self, reach: i32) -> i32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z % (2 * reach as u64 + 1)) as i32 - reach
    }
}

/// One stroke from `a` to `b`, bowed by about `reach`.
fn stroke_into(path: &mut String, a: (i32, i32), b: (i32, i32), reach: i32, swing: &mut Swing) {
    let third = |t: i32, s: &mut Swing| {
        (
            a.0 + (b.0 - a.0) * t / 3 + s.by(reach),
            a.1 + (b.1 - a.1) * t / 3 + s.by(reach),
        )
    };
    let (c, d) = (third(1, swing), third(2, swing));
    let end = reach / 2 + 1;
    let (a, b) = (
        (a.0 + swing.by(end), a.1 + swing.by(end)),
        (b.0 + swing.by(end), b.1 + swing.by(end)),
    );
    // Writing to a String cannot fail.
    put!(
        path, "M", a.0, " ", a.1, "C", c.0, " ", c.1, " ", d.0, " ", d.1, " ", b.0, " ", b.1
    );
}

/// A straight stroke: a line of the ruling, or the stroke through a won line.
pub(crate) fn stroke(a: (i32, i32), b: (i32, i32), reach: i32) -> String {
    let mut path = String::new();
    let mut swing = Swing::new(a.0 * 7 + b.0, a.1 * 7 + b.1, 1);
    stroke_into(&mut path, a, b, reach, &mut swing);
    path
}

/// A cross in the square of side `side` whose corner is (`x`, `y`).
pub(crate) fn cross(x: i32, y: i32, side: i32) -> String {
    let mut path = String::new();
    let mut swing = Swing::new(x, y, 2);
    let (near, far) = (side * 23 / 100, side * 77 / 100);
    let reach = side / 22;
    stroke_into(
        &mut path,
        (x + near, y + near),
        (x + far, y + far),
        reach,
        &mut swing,
    );
    stroke_into(
        &mut path,
        (x + far, y + near),
        (x + near, y + far),
        reach,
        &mut swing,
    );
    path
}

/// A ring in the square of side `side` whose corner is (`x`, `y`): four
/// quarter curves that end a little past where they began, as a pen does.
pub(crate) fn ring(x: i32, y: i32, side: i32) -> String {
    let mut swing = Swing::new(x, y, 3);
    let reach = (side / 40).max(1);
    let centre = (
        x + side / 2 + swing.by(reach),
        y + side / 2 + swing.by(reach),
    );
    let (rx, ry) = (
        side * 29 / 100 + swing.by(reach),
        side * 29 / 100 + swing.by(reach),
    );
    // 0.5523: the handle that makes a cubic curve follow a quarter of a circle.
    let (hx, hy) = (rx * 55 / 100, ry * 55 / 100);
    let lean = side * 6 / 100;
    let mut path = String::new();
    put!(
        path,
        "M",
        centre.0 + lean,
        " ",
        centre.1 - ry - swing.by(reach).abs(),
        "C",
        centre.0 - hx,
        " ",
        centre.1 - ry - lean / 2,
        " ",
        centre.0 - rx,
        " ",
        centre.1 - hy,
        " ",
        centre.0 - rx,
        " ",
        centre.1,
        "S",
        centre.0 - hx,
        " ",
        centre.1 + ry,
        " ",
        centre.0 + swing.by(reach),
        " ",
        centre.1 + ry,
        "S",
        centre.0 + rx,
        " ",
        centre.1 + hy,
        " ",
        centre.0 + rx,
        " ",
        centre.1 + swing.by(reach),
        "S",
        centre.0 + hx,
        " ",
        centre.1 - ry,
        " ",
        centre.0 - lean,
        " ",
        centre.1 - ry + swing.by(reach)
    );
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_place_gives_the_same_stroke_and_another_place_another() {
        assert_eq!(cross(100, 0, 100), cross(100, 0, 100));
        let shape = |x: i32| cross(x, 0, 100).replace(char::is_numeric, "");
        assert_eq!(shape(0), shape(100));
        assert_ne!(cross(0, 0, 100), cross(0, 100, 100));
        assert_ne!(ring(0, 0, 100), ring(100, 0, 100));
    }

    #[test]
    fn strokes_stay_in_their_cell() {
        for x in (0..900).step_by(100) {
            for path in [cross(x, x, 100), ring(x, x, 100)] {
                for number in path.split(|c: char| !c.is_ascii_digit() && c != '-') {
                    if let Ok(n) = number.parse::<i32>() {
                        assert!((x + 8..=x + 92).contains(&n), "{n} in {path}");
                    }
                }
            }
        }
    }
}
