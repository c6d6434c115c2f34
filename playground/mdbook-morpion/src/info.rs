//! The line that opens a fence: one of ours, one that is nearly ours, or
//! another's.

use crate::messages;

/// The word that opens a fence of ours.
const WORD: &str = "morpion";

/// What the words after the backticks of a fence say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Info {
    /// The word alone.
    Ours,
    /// A slip of the fingers, or the word with others that would not be read:
    /// what to tell the author.
    Near(String),
    /// Another language.
    Other,
}

/// Reads what follows the backticks.
///
/// What is nearly ours must be told: as code it would show its source to the
/// reader.
pub(crate) fn read(info: &str) -> Info {
    let info = info.trim();
    let word = first_word(info);
    if info == WORD {
        Info::Ours
    } else if word == WORD {
        Info::Near(messages::words_after(info))
    } else if is_near(word) {
        Info::Near(messages::near_fence(word))
    } else {
        Info::Other
    }
}

/// The first letters and digits of a text, whatever signs are before them.
pub(crate) fn first_word(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = text
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(text.len());
    &text[..end]
}

/// Whether this is our word, but for its capitals, one letter, or letters
/// stuck to its end.
pub(crate) fn is_near(word: &str) -> bool {
    let word = word.to_lowercase();
    word.starts_with(WORD)
        // No French word is one letter away; « scorpion » and « portion » are two.
        || (word.len() <= 2 * WORD.len() && strsim::damerau_levenshtein(&word, WORD) <= 1)
}

/// A line that opens a fence, whatever list or quotation it is in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opening<'a> {
    pub(crate) mark: char,
    pub(crate) length: usize,
    pub(crate) info: &'a str,
}

/// Where the first three marks of a fence are, if there are any.
pub(crate) fn marks(text: &str) -> Option<usize> {
    text.find("```").into_iter().chain(text.find("~~~")).min()
}

/// Reads a line as the opening of a fence.
pub(crate) fn opening(line: &str) -> Option<Opening<'_>> {
    let at = marks(line)?;
    let (before, fence) = line.split_at(at);
    let mark = fence.chars().next()?;
    let info = fence.trim_start_matches(mark);
    // After backticks a backtick makes it inline code.
    if !opens_line(before) || (mark == '`' && info.contains(mark)) {
        return None;
    }
    Some(Opening {
        mark,
        length: fence.len() - info.len(),
        info: info.trim(),
    })
}

/// Whether this is all that a line has before its first text: indentation,
/// quotation marks, list markers.
pub(crate) fn opens_line(before: &str) -> bool {
    before.split_whitespace().all(|word| {
        let number = word.trim_end_matches(['.', ')']);
        word.chars().all(|c| c == '>')
            || matches!(word, "-" | "*" | "+" | ":")
            || (number.len() + 1 == word.len() && number.bytes().all(|b| b.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_word_is_near() {
        let near = [
            "Morpion",
            "MORPION",
            "morpions",
            "morpio",
            "mropion",
            "morpoin",
            "morpionfixe",
        ];
        for word in near {
            assert!(is_near(word), "{word}");
        }
        for word in [
            "", "rust", "scorpion", "portion", "mission", "camion", "morph",
        ] {
            assert!(!is_near(word), "{word}");
        }
    }

    #[test]
    fn a_line_opens_a_fence() {
        let rows = [
            ("```", Some(('`', 3, ""))),
            ("  ~~~~ rust", Some(('~', 4, "rust"))),
            ("> - ```morpion\r\n", Some(('`', 3, "morpion"))),
            ("12. ```x", Some(('`', 3, "x"))),
            ("```x```", None),
            ("mot ```x", None),
            ("``x", None),
            ("", None),
        ];
        for (line, expected) in rows {
            let found = opening(line).map(|opening| (opening.mark, opening.length, opening.info));
            assert_eq!(found, expected, "{line}");
        }
    }
}
