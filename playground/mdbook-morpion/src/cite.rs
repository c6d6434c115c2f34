//! The `{{morpion …}}` of a text, and what takes their place.

use std::ops::{Range, RangeInclusive};

use morpion_board::french;
use morpion_engine::Game;

use crate::chapter::{Edit, Slip, Style, is_prefix, line_break};
use crate::info::{first_word, is_near, opens_line};
use crate::{exercises, facts, messages, papers};

/// What takes the place of a fact.
#[derive(Debug)]
pub(crate) struct Cited {
    pub(crate) edit: Edit,
    /// The keys of the exercises that it brings to the page.
    pub(crate) exercises: Vec<String>,
}

impl From<Edit> for Cited {
    fn from(edit: Edit) -> Cited {
        Cited {
            edit,
            exercises: Vec::new(),
        }
    }
}

/// What kind of text a fact is cited in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Where {
    /// Markdown of this style.
    Chapter(Style),
    /// The caption of a board: plain text, where a table has no place.
    Caption,
}

/// Finds every `{{morpion …}}` that does not start in one of the ranges to
/// skip: what is to be put there, or a mistake and its offset.
pub(crate) fn find(text: &str, skip: &[Range<usize>], place: Where) -> Vec<Result<Cited, Slip>> {
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
            out.push(Ok((start - 1..start, String::new()).into()));
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
fn fact(text: &str, range: Range<usize>, words: usize, place: Where) -> Result<Cited, Slip> {
    let inside = &text[words..range.end - 2];
    let offset = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    let parts: Vec<&str> = inside.split_whitespace().collect();
    let malformed = || (range.start, messages::malformed_fact());
    let (&kind, rest) = parts.split_first().ok_or_else(malformed)?;
    // Capitals change nothing.
    let form = kind.to_lowercase();
    if !KINDS.contains(&form.as_str()) {
        return match rest {
            [] | [_] => Err((offset(kind), messages::unknown_kind(kind, KINDS))),
            _ => Err(malformed()),
        };
    }
    if let ("nombre" | "lettres", &[key]) = (form.as_str(), rest) {
        let number = facts::number(&key.to_lowercase())
            .ok_or_else(|| (offset(key), messages::unknown_fact(key, &facts::keys())))?;
        let words = if form == "nombre" {
            french::number(number)
        } else {
            french::in_letters(number)
        };
        return Ok((range, words).into());
    }
    let Where::Chapter(style) = place else {
        return Err((range.start, messages::block_in_caption(&form)));
    };
    let unreadable = |message| (offset(kind), message);
    let (rows, exercises) = match (form.as_str(), rest) {
        ("table", &[key]) => {
            let table = facts::table(&key.to_lowercase()).ok_or_else(|| {
                let known: Vec<_> = facts::TABLES.iter().map(|table| table.name).collect();
                (offset(key), messages::unknown_table(key, &known))
            })?;
            let rows = table.rows().map_err(unreadable)?;
            if rows.is_empty() {
                return Err((offset(key), messages::table_without_rows(table.name)));
            }
            (rows, Vec::new())
        }
        ("exercices", &[slug, ref grades @ ..]) if grades.len() < 2 => {
            let game = Game::from_slug(&slug.to_lowercase()).ok_or_else(|| {
                let known = Game::ALL.map(Game::slug);
                (offset(slug), messages::unknown_game(slug, &known))
            })?;
            let all = exercises::grades(game).map_err(unreadable)?;
            let grades = match grades {
                [word] => read_grades(word, &all)
                    .ok_or_else(|| (offset(word), messages::unknown_grades(word, *all.end())))?,
                _ => all,
            };
            exercises::page(game, &grades, style).map_err(unreadable)?
        }
        ("position-du-jour", []) => {
            let board = exercises::of_the_day(style).map_err(unreadable)?;
            (vec![board], Vec::new())
        }
        ("feuilles", []) => (papers::list(), Vec::new()),
        _ => return Err(malformed()),
    };
    let lines = block(text, &range, &rows)
        .ok_or_else(|| (range.start, messages::block_not_alone(&form)))?;
    Ok(Cited {
        edit: (range, lines),
        exercises,
    })
}

/// Some grades of exercises: `2`, or `1-3`.
fn read_grades(word: &str, all: &RangeInclusive<u8>) -> Option<RangeInclusive<u8>> {
    let (first, last) = word.split_once('-').unwrap_or((word, word));
    let grades = first.parse().ok()?..=last.parse().ok()?;
    let known = all.contains(grades.start()) && all.contains(grades.end());
    (known && !grades.is_empty()).then_some(grades)
}

const KINDS: &[&str] = &[
    "nombre",
    "lettres",
    "table",
    "exercices",
    "position-du-jour",
    "feuilles",
];

/// The lines of a block, each behind what its list or quotation asks for;
/// `None` if the line has anything else on it.
fn block(chapter: &str, range: &Range<usize>, rows: &[String]) -> Option<String> {
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
