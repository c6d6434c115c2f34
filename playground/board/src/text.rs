//! Text put together piece by piece.
//!
//! `write!` would do, in three times the code: each of its pieces is an address and a
//! function to be called later, and each text to be escaped a `String` to be freed
//! again. The markup of a board is some hundred pieces, and a reader waits for them.

use morpion_engine::{Cell, Game};

/// Something that can stand in a text.
pub(crate) trait Piece {
    /// Appends it.
    fn put(self, out: &mut String);
}

/// A `String` as what pieces are appended to: by a method, so that [`put`] takes one
/// that is owned and one that is borrowed.
pub(crate) trait Text {
    /// Appends one.
    fn take(&mut self, piece: impl Piece);
}

impl Text for String {
    fn take(&mut self, piece: impl Piece) {
        piece.put(self);
    }
}

/// Appends pieces to a `String`, one after the other.
macro_rules! put {
    ($out:expr, $($piece:expr),+ $(,)?) => {{
        use $crate::text::Text as _;
        $($out.take($piece);)+
    }};
}
pub(crate) use put;

impl Piece for &str {
    // Once, and not wherever a text is put.
    #[inline(never)]
    fn put(self, out: &mut String) {
        out.push_str(self);
    }
}

impl Piece for &String {
    fn put(self, out: &mut String) {
        self.as_str().put(out);
    }
}

impl Piece for String {
    // Whoever gives a text away has no code to free it.
    #[inline(never)]
    fn put(self, out: &mut String) {
        out.push_str(&self);
    }
}

impl Piece for char {
    fn put(self, out: &mut String) {
        out.push(self);
    }
}

impl Piece for bool {
    fn put(self, out: &mut String) {
        (if self { "true" } else { "false" }).put(out);
    }
}

impl Piece for i32 {
    #[inline(never)]
    fn put(self, out: &mut String) {
        if self < 0 {
            out.push('-');
        }
        self.unsigned_abs().put(out);
    }
}

impl Piece for u32 {
    #[inline(never)]
    fn put(self, out: &mut String) {
        if self > 9 {
            (self / 10).put(out);
        }
        out.push(char::from(b'0' + (self % 10) as u8));
    }
}

impl Piece for u16 {
    fn put(self, out: &mut String) {
        u32::from(self).put(out);
    }
}

impl Piece for u8 {
    fn put(self, out: &mut String) {
        u32::from(self).put(out);
    }
}

impl Piece for usize {
    /// What is counted on a board fits thirty-two bits.
    fn put(self, out: &mut String) {
        u32::try_from(self).unwrap_or(u32::MAX).put(out);
    }
}

/// A text made safe between tags and in attributes.
pub(crate) struct Safe<T>(pub(crate) T);

impl Piece for Safe<&str> {
    #[inline(never)]
    fn put(self, out: &mut String) {
        for c in self.0.chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' => out.push_str("&quot;"),
                // A figure is one line.
                '\n' | '\r' => out.push(' '),
                _ => out.push(c),
            }
        }
    }
}

impl Piece for Safe<&String> {
    fn put(self, out: &mut String) {
        Safe(self.0.as_str()).put(out);
    }
}

impl Piece for Safe<String> {
    #[inline(never)]
    fn put(self, out: &mut String) {
        Safe(self.0.as_str()).put(out);
    }
}

/// Texts with `between` in between. Not for each kind of iterator again, and no
/// vector of texts to be made and freed.
pub(crate) fn joined(texts: &mut dyn Iterator<Item = String>, between: &str) -> String {
    let mut out = texts.next().unwrap_or_default();
    for text in texts {
        put!(out, between, text);
    }
    out
}

/// Cells in notation: « 1-5-9 ».
pub(crate) fn cell_names(game: Game, cells: &[Cell]) -> String {
    joined(&mut cells.iter().map(|&cell| game.cell_name(cell)), "-")
}

/// A text without some of its characters.
pub(crate) fn without(text: &str, unwanted: fn(char) -> bool) -> String {
    text.chars().filter(|&c| !unwanted(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_joined_has_something_between_only() {
        for (count, expected) in [(0, ""), (1, "1"), (3, "1, 2, 3")] {
            let mut texts = (1..=count).map(|number: u8| number.to_string());
            assert_eq!(joined(&mut texts, ", "), expected);
        }
        assert_eq!(cell_names(Game::Cube, &[Cell(0), Cell(63)]), "111-444");
    }

    #[test]
    fn pieces_are_what_write_makes_of_them() {
        let mut out = String::new();
        let text = String::from("<a & \"b\">\n");
        put!(out, 'é', text.as_str(), Safe(&text), true, Safe("c"), text);
        for number in [0, 7, 10, -1, -120, i32::MAX, i32::MIN] {
            put!(out, " ", number);
        }
        put!(out, 255_u8, usize::MAX);
        assert_eq!(
            out,
            "é<a & \"b\">\n&lt;a &amp; &quot;b&quot;&gt; truec<a & \"b\">\n \
             0 7 10 -1 -120 2147483647 -21474836482554294967295"
        );
    }
}
