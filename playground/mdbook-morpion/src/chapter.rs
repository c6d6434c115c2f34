//! One chapter: its fences and facts found, and what takes their place.

use std::ops::Range;

use mdbook_preprocessor::config::Config;
use morpion_board::{Spec, figure, french};
use morpion_engine::Position;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::facts;
use crate::fence::{self, Wrong};
use crate::messages;
use crate::place::{Inside, Place};

/// Something wrong in a chapter, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where it is in the chapter's file.
    pub place: Place,
    /// What is wrong, in French.
    pub message: String,
}

/// What takes the place of a part of a chapter.
type Edit = (Range<usize>, String);

/// A mistake before its line and column are looked for: its offset and its
/// message.
type Slip = (usize, String);

/// How a chapter is read and what a board becomes in it.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Boards are figures in HTML; in a book of another kind each is a line of
    /// text with its moves and its caption.
    pub html: bool,
    /// How mdBook will read the chapter afterwards.
    pub options: Options,
}

impl Style {
    /// The style of a book with the usual settings, rendered by `renderer`.
    pub fn new(renderer: &str) -> Style {
        Style {
            html: renderer == "html",
            options: markdown_options(true, true, true),
        }
    }

    /// The style of this book.
    pub fn of_book(config: &Config, renderer: &str) -> Style {
        let html = config.html_config().unwrap_or_default();
        Style {
            html: renderer == "html",
            options: markdown_options(
                html.smart_punctuation,
                html.definition_lists,
                html.admonitions,
            ),
        }
    }
}

/// The Markdown of mdBook, so that what is a fence here is a fence there. A
/// test holds it against `mdbook-markdown`.
fn markdown_options(smart_punctuation: bool, definition_lists: bool, admonitions: bool) -> Options {
    let mut options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES;
    options.set(Options::ENABLE_SMART_PUNCTUATION, smart_punctuation);
    options.set(Options::ENABLE_DEFINITION_LIST, definition_lists);
    options.set(Options::ENABLE_GFM, admonitions);
    options
}

/// Puts figures and facts in the place of the fences and the `{{morpion …}}`
/// of a chapter.
///
/// ```
/// use mdbook_morpion::{Style, rewrite};
///
/// let chapter = "Il y a {{morpion nombre 3d.alignements}} alignements.\n\n\
///                ```morpion\njeu = \"classique\"\ncoups = \"5-1-9\"\n```\n\nEt la suite.\n";
/// let html = rewrite(chapter, Style::new("html")).unwrap();
/// assert!(html.starts_with("Il y a 76 alignements.\n\n<figure"));
/// assert!(html.ends_with("</figure>\n\nEt la suite.\n"));
/// ```
///
/// # Errors
///
/// Every mistake of the chapter, in the order of the text.
pub fn rewrite(chapter: &str, style: Style) -> Result<String, Vec<Mistake>> {
    // mdBook takes the mark of the byte order off; so does this, for others.
    let chapter = chapter.strip_prefix('\u{feff}').unwrap_or(chapter);
    let Found { fences, verbatim } = find(chapter, style.options);
    let mut edits: Vec<Edit> = Vec::new();
    let mut mistakes: Vec<Slip> = Vec::new();

    let mut number = 0;
    for fence in &fences {
        number += 1;
        if !fence.closed {
            mistakes.push((fence.range.start, messages::unclosed_fence()));
            continue;
        }
        match fence::read(&fence.inside.text) {
            Ok(spec) => edits.push(replace(chapter, fence, &board(&spec, number, style))),
            Err(wrong) => mistakes.extend(wrong.into_iter().map(|Wrong { offset, message }| {
                let offset = offset.map_or(fence.range.start, |offset| {
                    fence.inside.source(offset, fence.range.start)
                });
                (offset, message)
            })),
        }
    }
    for fact in find_facts(chapter, &verbatim) {
        match fact {
            Ok(edit) => edits.push(edit),
            Err(mistake) => mistakes.push(mistake),
        }
    }

    if !mistakes.is_empty() {
        mistakes.sort_by_key(|(offset, _)| *offset);
        return Err(mistakes
            .into_iter()
            .map(|(offset, message)| Mistake {
                place: Place::of(chapter, offset),
                message,
            })
            .collect());
    }
    edits.sort_by_key(|(range, _)| range.start);
    let mut out = String::with_capacity(chapter.len());
    let mut done = 0;
    for (range, text) in edits {
        out.push_str(&chapter[done..range.start]);
        out.push_str(&text);
        done = range.end;
    }
    out.push_str(&chapter[done..]);
    Ok(out)
}

fn board(spec: &Spec, number: u32, style: Style) -> String {
    if style.html {
        figure(spec, Some(number))
    } else {
        plain_board(spec, number)
    }
}

/// A board where HTML is of no use: a line of Markdown.
fn plain_board(spec: &Spec, number: u32) -> String {
    let record = &spec.record;
    let game = record.game();
    let mut out = messages::plain_figure(number, &messages::capitalised(french::game_name(game)));
    if record.start() != Position::start(game) {
        out.push_str(&messages::plain_start(&record.start().setup()));
    }
    if !record.moves().is_empty() {
        out.push_str(&messages::plain_moves(&record.notation()));
    }
    if let Some(caption) = &spec.caption {
        out.push(' ');
        // Plain text stays plain: what Markdown would read is put behind a bar.
        for c in caption.chars() {
            if c.is_ascii_punctuation() && !matches!(c, '.' | ',' | '\'' | ':' | '-' | '(' | ')') {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out
}

/// A `morpion` fence in a chapter.
#[derive(Debug)]
struct Fence {
    /// From the first backtick to the last.
    range: Range<usize>,
    inside: Inside,
    closed: bool,
    /// Whether something follows in the same list item or quotation.
    followed: bool,
}

/// What was found in a chapter.
struct Found {
    fences: Vec<Fence>,
    /// Code of any kind, ascending: nothing in it is a fact.
    verbatim: Vec<Range<usize>>,
}

fn find(chapter: &str, options: Options) -> Found {
    let mut found = Found {
        fences: Vec::new(),
        verbatim: Vec::new(),
    };
    let mut open: Option<Inside> = None;
    let mut just_closed = false;
    for (event, range) in Parser::new_ext(chapter, options).into_offset_iter() {
        if just_closed {
            just_closed = false;
            if let Some(fence) = found.fences.last_mut() {
                fence.followed = !matches!(event, Event::End(_));
            }
        }
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                found.verbatim.push(range);
                if let CodeBlockKind::Fenced(info) = kind
                    && info.split_whitespace().next() == Some("morpion")
                {
                    open = Some(Inside::default());
                }
            }
            Event::Text(text) => {
                if let Some(inside) = &mut open {
                    inside.push(&text, &range);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some(inside) = open.take() {
                    found.fences.push(Fence {
                        closed: is_closed(&chapter[range.clone()]),
                        range,
                        inside,
                        followed: false,
                    });
                    just_closed = true;
                }
            }
            Event::Code(_) => found.verbatim.push(range),
            _ => {}
        }
    }
    found
}

/// Whether a fenced block, from its first backtick on, ends with a fence as
/// long as the one that opens it.
fn is_closed(block: &str) -> bool {
    let Some(mark @ ('`' | '~')) = block.chars().next() else {
        return false;
    };
    let length = block.chars().take_while(|c| *c == mark).count();
    let Some((_, last)) = block.rsplit_once('\n') else {
        return false;
    };
    let last = last.trim_end();
    let bare = last.trim_end_matches(mark);
    last.len() - bare.len() >= length && is_prefix(bare)
}

/// Whether this is nothing but what containers put in front of a line that
/// goes on inside them.
fn is_prefix(text: &str) -> bool {
    text.chars().all(|c| matches!(c, ' ' | '\t' | '>'))
}

/// How many quotations a line is in.
fn depth(prefix: &str) -> usize {
    prefix.matches('>').count()
}

/// The edit that puts one line in the place of a fence.
///
/// HTML ends at a blank line; one is needed only where the list item or the
/// quotation goes on, and one too many would make a tight list loose.
fn replace(chapter: &str, fence: &Fence, line: &str) -> Edit {
    let mut text = line.to_owned();
    if fence.followed {
        let last = chapter[..fence.range.end]
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        let prefix: String = chapter[last..fence.range.end]
            .chars()
            .take_while(|c| matches!(c, ' ' | '\t' | '>'))
            .collect();
        let newline = line_break(chapter, fence.range.end);
        let rest = chapter[fence.range.end..].split_once('\n');
        let next = rest.map_or("", |(_, after)| after.lines().next().unwrap_or(""));
        let blank = is_prefix(next) && depth(next) <= depth(&prefix);
        if !blank {
            text.push_str(newline);
            text.push_str(prefix.trim_end());
        }
    }
    (fence.range.clone(), text)
}

/// The kind of line break that the text has next.
fn line_break(chapter: &str, from: usize) -> &'static str {
    match chapter[from..].find('\n') {
        Some(at) if chapter[from..from + at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

const OPENING: &str = "{{morpion";

/// Finds `{{morpion …}}` outside code: what is to be put there, or a mistake
/// and its offset.
fn find_facts(chapter: &str, verbatim: &[Range<usize>]) -> Vec<Result<Edit, Slip>> {
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(at) = chapter[from..].find(OPENING) {
        let start = from + at;
        let after = start + OPENING.len();
        from = after;
        let next = chapter[after..].chars().next();
        let is_word = next.is_none_or(|c| c.is_whitespace() || c == '}');
        if !is_word || verbatim.iter().any(|range| range.contains(&start)) {
            continue;
        }
        if chapter[..start].ends_with('\\') {
            // The backslash has done its work.
            out.push(Ok((start - 1..start, String::new())));
            continue;
        }
        // A fact is on one line, so that a missing end does not swallow a page.
        let line = chapter[after..].lines().next().unwrap_or("");
        let Some(length) = line.find("}}") else {
            out.push(Err((start, messages::unclosed_fact())));
            continue;
        };
        let end = after + length + 2;
        from = end;
        out.push(fact(chapter, start..end, after));
    }
    out
}

/// What stands for one `{{morpion …}}`, whose words begin at `words`.
fn fact(chapter: &str, range: Range<usize>, words: usize) -> Result<Edit, Slip> {
    let inside = &chapter[words..range.end - 2];
    let offset = |word: &str| word.as_ptr() as usize - chapter.as_ptr() as usize;
    let parts: Vec<&str> = inside.split_whitespace().collect();
    let (kind, key) = match parts[..] {
        [kind, key] => (kind, key),
        [kind] if !KINDS.contains(&kind) => {
            return Err((offset(kind), messages::unknown_kind(kind, KINDS)));
        }
        _ => return Err((range.start, messages::malformed_fact())),
    };
    match kind {
        "nombre" | "lettres" => {
            let number = facts::number(key)
                .ok_or_else(|| (offset(key), messages::unknown_fact(key, &facts::keys())))?;
            let text = if kind == "nombre" {
                french::number(number)
            } else {
                french::in_letters(number)
            };
            Ok((range, text))
        }
        "table" => {
            let table = facts::table(key).ok_or_else(|| {
                let known: Vec<_> = facts::TABLES.iter().map(|table| table.name).collect();
                (offset(key), messages::unknown_table(key, &known))
            })?;
            let text = table_lines(chapter, &range, &table.rows())
                .ok_or_else(|| (range.start, messages::table_not_alone()))?;
            Ok((range, text))
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

/// Whether this is all that a line has before its first text: indentation,
/// quotation marks, list markers.
fn opens_line(before: &str) -> bool {
    before.split_whitespace().all(|word| {
        let number = word.trim_end_matches(['.', ')']);
        word.chars().all(|c| c == '>')
            || matches!(word, "-" | "*" | "+" | ":")
            || (number.len() + 1 == word.len() && number.bytes().all(|b| b.is_ascii_digit()))
    })
}
