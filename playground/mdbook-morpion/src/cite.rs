//! The `{{morpion …}}` of a text, and what takes their place.

use std::ops::Range;

use morpion_board::french;

use crate::chapter::{Edit, Slip, is_prefix, line_break};
use crate::info::{first_word, is_near, opens_line};
use crate::{facts, messages};

/// What kind of text a fact is cited in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Where {
    /// Markdown.
    Chapter,
    /// The caption of a board: plain text, where a table has no place.
    Caption,
}

/// Finds every `{{morpion …}}` that does not start in one of the ranges to
/// skip: what is to be put there, or a mistake and its offset.
pub(crate) fn find(text: &str, skip: &[Range<usize>], place: Where) -> Vec<Result<Edit, Slip>> {
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find('{') {
        let first = from + at;
        let braces = text[first..].bytes().take_while(|c| *c == b'{').count();
        let after = first + braces;
        from = after;
        let start = after - braces.min(2);
        if skip.iter().any(|range| range.contains(&start)) {
            continue;
        }
        let escaped = text[..start].ends_with('\\');
        // A fact is on one line, so that a missing end does not swallow a page.
        let line = text[after..].lines().next().unwrap_or("");
        let Some(words) = words_of_fact(&text[after..]).filter(|_| braces > 1) else {
            if !escaped && is_near_fact(braces, line) {
                out.push(Err((start, messages::near_fact())));
            }
            continue;
        };
        if escaped {
            // The backslash has done its work.
            out.push(Ok((start - 1..start, String::new())));
            continue;
        }
        let Some(length) = line.find("}}") else {
            out.push(Err((start, messages::unclosed_fact())));
            continue;
        };
        let end = after + length + 2;
        from = end;
        out.push(fact(text, start..end, after + words, place));
    }
    out
}

/// Where the words of a fact begin, in the text that follows its braces: after
/// our word, whatever its capitals and the blanks before it.
fn words_of_fact(text: &str) -> Option<usize> {
    let blank = text.len() - text.trim_start().len();
    let word = first_word(text);
    let end = blank + word.len();
    let next = text.get(end..)?.chars().next();
    let is_fact = text.get(blank..end) == Some(word)
        && word.to_lowercase() == "morpion"
        && next.is_none_or(|c| c.is_whitespace() || c == '}');
    is_fact.then_some(end)
}

/// Whether what follows braces is meant as a fact: as text it would be shown
/// to the reader as it is.
fn is_near_fact(braces: usize, line: &str) -> bool {
    let inside = line.split('}').next().unwrap_or("");
    let word = first_word(inside);
    let next = inside
        .split_whitespace()
        .nth(1)
        .unwrap_or("")
        .to_lowercase();
    if braces > 1 {
        is_near(word) || (KINDS.contains(&word) && facts::number(&next).is_some())
    } else {
        word.to_lowercase() == "morpion" && KINDS.contains(&next.as_str())
    }
}

/// What stands for one `{{morpion …}}`, whose words begin at `words`.
fn fact(text: &str, range: Range<usize>, words: usize, place: Where) -> Result<Edit, Slip> {
    let inside = &text[words..range.end - 2];
    let offset = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let parts: Vec<&str> = inside.split_whitespace().collect();
    let (kind, key) = match parts[..] {
        [kind, key] => (kind, key),
        [kind] if !KINDS.contains(&kind.to_lowercase().as_str()) => {
            return Err((offset(kind), messages::unknown_kind(kind, KINDS)));
        }
        _ => return Err((range.start, messages::malformed_fact())),
    };
    // Capitals change nothing.
    let name = key.to_lowercase();
    match kind.to_lowercase().as_str() {
        form @ ("nombre" | "lettres") => {
            let number = facts::number(&name)
                .ok_or_else(|| (offset(key), messages::unknown_fact(key, &facts::keys())))?;
            let words = if form == "nombre" {
                french::number(number)
            } else {
                french::in_letters(number)
            };
            Ok((range, words))
        }
        "table" if place == Where::Caption => Err((range.start, messages::table_in_caption())),
        "table" => {
            let table = facts::table(&name).ok_or_else(|| {
                let known: Vec<_> = facts::TABLES.iter().map(|table| table.name).collect();
                (offset(key), messages::unknown_table(key, &known))
            })?;
            let lines = table_lines(text, &range, &table.rows())
                .ok_or_else(|| (range.start, messages::table_not_alone()))?;
            Ok((range, lines))
        }
        _ => Err((offset(kind), messages::unknown_kind(kind, KINDS))),
    }
}

const KINDS: &[&str] = &["nombre", "lettres", "table"];

/// The lines of a table, each behind what its list or quotation asks for;
/// `None` if the line has anything else on it.
fn table_lines(chapter: &str, range: &Range<usize>, rows: &[String]) -> Option<String> {
    let line_start = chapter[..range.start]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    let before = &chapter[line_start..range.start];
    let after = chapter[range.end..].lines().next().unwrap_or("");
    if !after.trim().is_empty() || !opens_line(before) {
        return None;
    }
    let newline = line_break(chapter, range.end);
    let prefix: String = before
        .chars()
        .map(|c| if matches!(c, '>' | '\t') { c } else { ' ' })
        .collect();
    let mut out = String::new();
    // A table must not be taken for the rest of a paragraph, nor a paragraph
    // for the rest of a table.
    let above = chapter[..line_start].lines().next_back().unwrap_or("");
    if is_prefix(before) && !is_prefix(above) {
        out.push_str(newline);
        out.push_str(&prefix);
    }
    out.push_str(&rows.join(&format!("{newline}{prefix}")));
    let below = chapter[range.end..].lines().nth(1).unwrap_or("");
    if !is_prefix(below) {
        out.push_str(newline);
        out.push_str(prefix.trim_end());
    }
    Some(out)
}
