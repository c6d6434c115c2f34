//! Places in a chapter: from an offset inside a fence back to the line and the
//! column that an editor shows.

use std::fmt;
use std::ops::Range;

/// A place in a chapter: line and column, both from 1, columns counted in
/// characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters: a tab or an accented letter is one.
    pub column: usize,
}

impl Place {
    /// The place of a byte offset in a text.
    ///
    /// ```
    /// use mdbook_morpion::Place;
    /// assert_eq!(Place::of("été\nà x", 9), Place { line: 2, column: 3 });
    /// ```
    pub fn of(text: &str, offset: usize) -> Place {
        let before = &text[..floor_char_boundary(text, offset)];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let column = before[start..].chars().filter(|&c| c != BOM).count() + 1;
        let line = before.matches('\n').count() + 1;
        Place { line, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Some editors put this invisible character at the head of a file; none of
/// them counts it as a column.
const BOM: char = '\u{feff}';

fn floor_char_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The text inside a fence, without what a list or a quotation puts in front
/// of each line, and where each piece of it was in the chapter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inside {
    pub(crate) text: String,
    /// `(offset in the text, offset in the chapter)`, ascending.
    pieces: Vec<(usize, usize)>,
}

impl Inside {
    /// Adds a piece of text found at `range` of the chapter.
    pub(crate) fn push(&mut self, text: &str, range: &Range<usize>) {
        self.pieces.push((self.text.len(), range.start));
        self.text.push_str(text);
    }

    /// Where a byte of the text was in the chapter; `empty` if there is no text.
    pub(crate) fn source(&self, offset: usize, empty: usize) -> usize {
        let offset = offset.min(self.text.len());
        // At the very end the last line break is what was found too early, so
        // it is the place to show, not the line after it.
        let at = if offset == self.text.len() && self.text.ends_with('\n') {
            offset - 1
        } else {
            offset
        };
        match self.pieces.iter().rev().find(|(from, _)| *from <= at) {
            Some((from, to)) => {
                let source = to + (at - from);
                // A line that ends in CR LF: the CR is left out of the text and
                // its place is where the line ends for a reader.
                if self.text.as_bytes().get(at) == Some(&b'\n') {
                    self.end_of_line(at, source)
                } else {
                    source
                }
            }
            None => empty,
        }
    }

    /// The place of a line break: right after the character before it.
    fn end_of_line(&self, at: usize, source: usize) -> usize {
        let Some(before) = at.checked_sub(1) else {
            return source;
        };
        if self.text.as_bytes()[before] == b'\n' {
            return source;
        }
        match self.pieces.iter().rev().find(|(from, _)| *from <= before) {
            Some((from, to)) => to + (before - from) + 1,
            None => source,
        }
    }
}

/// Where a byte of the value of a TOML string is written in its source.
///
/// `written` is the string as it stands in the text, quotes included; `value`
/// is an offset in what it means. The answer is an offset in `written`.
pub(crate) fn in_string(written: &str, value: usize) -> usize {
    let bytes = written.as_bytes();
    let Some(&quote @ (b'"' | b'\'')) = bytes.first() else {
        return 0;
    };
    let long = bytes.len() >= 6 && bytes[..3] == [quote; 3];
    let mut at = if long { 3 } else { 1 };
    let rest = |at: usize| written.get(at..).unwrap_or_default();
    if long {
        // A line break right after the opening quotes is not part of the value.
        if rest(at).starts_with("\r\n") {
            at += 2;
        } else if rest(at).starts_with('\n') {
            at += 1;
        }
    }
    let end = bytes.len().saturating_sub(if long { 3 } else { 1 });
    let mut meant = 0;
    while at < end && meant < value {
        let rest = rest(at);
        let (taken, given) = match rest.strip_prefix('\\') {
            Some(escape) if quote == b'"' => escaped(escape),
            _ if rest.starts_with("\r\n") => (2, 1),
            _ => {
                let width = rest.chars().next().map_or(1, char::len_utf8);
                (width, width)
            }
        };
        // An offset inside a character shows that character.
        if meant + given > value {
            break;
        }
        at += taken;
        meant += given;
    }
    // What is written after a line continuation is where the next byte stands.
    while at < end && quote == b'"' && rest(at).starts_with('\\') {
        match escaped(rest(at + 1)) {
            (taken, 0) => at += taken,
            _ => break,
        }
    }
    at.min(end)
}

/// How many bytes an escape takes, its backslash included, and how many bytes
/// it means; `escape` is what follows the backslash.
fn escaped(escape: &str) -> (usize, usize) {
    let code = |digits: usize| {
        let width = escape
            .get(1..=digits)
            .and_then(|hex| u32::from_str_radix(hex, 16).ok())
            .and_then(char::from_u32)
            .map_or(1, char::len_utf8);
        (2 + digits, width)
    };
    match escape.chars().next() {
        Some('x') => code(2),
        Some('u') => code(4),
        Some('U') => code(8),
        Some(c) if c.is_ascii_whitespace() => {
            let blank = escape.len() - escape.trim_start().len();
            (1 + blank, 0)
        }
        Some(c) => (1 + c.len_utf8(), 1),
        None => (1, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_place_counts_characters() {
        let rows = [
            ("", 0, 1, 1),
            ("abc", 2, 1, 3),
            ("a\nbc", 3, 2, 2),
            ("a\r\nbc", 4, 2, 2),
            ("\u{feff}abc", 4, 1, 2),
            ("\tx", 1, 1, 2),
            ("éà«x", 6, 1, 4),
            // Inside a character, and past the end.
            ("é", 1, 1, 1),
            ("ab", 9, 1, 3),
        ];
        for (text, offset, line, column) in rows {
            assert_eq!(
                Place::of(text, offset),
                Place { line, column },
                "{text:?} at {offset}"
            );
        }
    }

    #[test]
    fn a_string_remembers_where_it_was_written() {
        let rows = [
            (r#""abc""#, 0, 1),
            (r#""abc""#, 2, 3),
            (r#""abc""#, 3, 4),
            (r#"'a\bc'"#, 3, 4),
            (r#""a\tb""#, 2, 4),
            (r#""\u00e9b""#, 2, 7),
            (r#""\x41b""#, 1, 5),
            (r#""\U0001F600b""#, 4, 11),
            ("\"\"\"\nab\"\"\"", 1, 5),
            ("\"\"\"\r\nab\r\nc\"\"\"", 3, 9),
            ("'''ab'''", 1, 4),
            ("\"\"\"a\\\n  b\"\"\"", 1, 8),
        ];
        for (written, value, expected) in rows {
            assert_eq!(in_string(written, value), expected, "{written} at {value}");
        }
    }

    proptest! {
        /// Whatever is written, the byte found is the byte meant.
        #[test]
        fn the_byte_found_is_the_byte_meant(
            parts in prop::collection::vec(
                prop::sample::select(vec!["a", "é", "-", "\\n", "\\\"", "\\u00e9", "\\x41", "\\\\", "5", "€"]),
                0..12,
            ),
            long in any::<bool>(),
        ) {
            let body = parts.concat();
            let written = if long { format!("\"\"\"\n{body}\"\"\"") } else { format!("\"{body}\"") };
            let document = format!("k = {written}");
            let table: toml::Table = toml::from_str(&document).unwrap();
            let value = table["k"].as_str().unwrap();
            for (offset, c) in value.char_indices() {
                let rest = &written[in_string(&written, offset)..];
                prop_assert!(
                    rest.starts_with('\\') || rest.starts_with(c),
                    "{written} at {offset}: {rest}"
                );
            }
        }

        #[test]
        fn nothing_panics(text in any::<String>(), offset in 0usize..200) {
            let _ = Place::of(&text, offset);
            let _ = in_string(&text, offset);
        }
    }
}
