//! One chapter: its fences and facts found, and what takes their place.

use std::ops::Range;

use mdbook_preprocessor::config::Config;
use morpion_board::{Sheet, Spec, View, figure, french, room_element};
use morpion_engine::Position;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::cite;
use crate::fence::{self, Fenced, Wrong};
use crate::info::{self, Info};
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

/// What takes the place of a part of a text.
pub(crate) type Edit = (Range<usize>, String);

/// A mistake before its line and column are looked for: its offset and its
/// message.
pub(crate) type Slip = (usize, String);

/// How a chapter is read and what a board becomes in it.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Boards are figures in HTML; in a book of another kind each is a line of
    /// text with its moves and its caption.
    pub html: bool,
    /// Prose is set as a French printer would: no-break spaces, curly apostrophes.
    pub french: bool,
    /// How mdBook will read the chapter afterwards.
    pub options: Options,
}

impl Style {
    /// The style of a book with the usual settings, rendered by `renderer`.
    pub fn new(renderer: &str) -> Style {
        Style {
            html: renderer == "html",
            french: false,
            options: markdown_options(true, true, true),
        }
    }

    /// The style of this book.
    pub fn of_book(config: &Config, renderer: &str) -> Style {
        let html = config.html_config().unwrap_or_default();
        Style {
            html: renderer == "html",
            french: config.book.language.as_deref() == Some("fr"),
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
    rewrite_among(chapter, style, &[]).map(|rewritten| rewritten.text)
}

/// A chapter with its figures and facts.
pub(crate) struct Rewritten {
    pub(crate) text: String,
    /// The keys of its exercises, in the order of the text.
    pub(crate) exercises: Vec<String>,
    /// Whether it lists the exercises of the book.
    pub(crate) lists: bool,
}

/// The same in a book whose exercises are on these pages.
pub(crate) fn rewrite_among(
    chapter: &str,
    style: Style,
    sheets: &[Sheet],
) -> Result<Rewritten, Vec<Mistake>> {
    // mdBook takes the mark of the byte order off; so does this, for others.
    let chapter = chapter.strip_prefix('\u{feff}').unwrap_or(chapter);
    let found = find(chapter, style.options);
    let mut edits: Vec<Edit> = Vec::new();
    let mut mistakes: Vec<Slip> = strays(chapter, &found);
    let Found {
        fences,
        verbatim,
        slips,
        odd,
        prose,
        ..
    } = found;
    mistakes.extend(slips);

    let mut number = 0;
    let mut exercises = Vec::new();
    let mut lists = false;
    for fence in &fences {
        if !fence.closed {
            mistakes.push((fence.range.start, messages::unclosed_fence()));
            continue;
        }
        let odd = odd.is_some_and(|odd| odd > fence.range.start);
        match fence::read(&fence.inside.text, odd) {
            Ok(Fenced::Board(spec)) => {
                number += 1;
                exercises.extend(spec.exercise_key());
                edits.push(replace(chapter, fence, &board(&spec, number, style)));
            }
            Ok(Fenced::View(view)) => {
                lists |= view == View::Exercises;
                edits.push(replace(chapter, fence, &room(view, sheets, style)));
            }
            Err(wrong) => mistakes.extend(wrong.into_iter().map(|Wrong { offset, message }| {
                let offset = offset.map_or(fence.range.start, |offset| {
                    fence.inside.source(offset, fence.range.start)
                });
                (offset, message)
            })),
        }
    }
    for fact in cite::find(chapter, &verbatim, cite::Where::Chapter(style)) {
        match fact {
            Ok(cited) => {
                exercises.extend(cited.exercises);
                edits.push(cited.edit);
            }
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
    if style.french {
        let made = edits.len();
        let directives = directives(chapter);
        for range in prose {
            let taken = |at: &usize| {
                let mut edited = edits[..made].iter().map(|(range, _)| range);
                edited.any(|range| range.contains(at))
                    || directives.iter().any(|range| range.contains(at))
            };
            let spots = set(chapter, &range).filter(|(spot, _)| !taken(&spot.start));
            let spots: Vec<Edit> = spots.collect();
            edits.extend(spots);
        }
    }
    edits.sort_by_key(|(range, _)| range.start);
    Ok(Rewritten {
        text: apply(chapter, &edits),
        exercises,
        lists,
    })
}

/// What mdBook itself puts in later, `{{#include l'exemple.md}}`: file names and the
/// like, not sentences.
fn directives(chapter: &str) -> Vec<Range<usize>> {
    chapter
        .match_indices("{{")
        .filter_map(|(start, _)| {
            let rest = &chapter[start..];
            let is_directive = rest[2..].trim_start().starts_with('#');
            let length = rest.find("}}").filter(|_| is_directive)?;
            Some(start..start + length)
        })
        .collect()
}

/// What a printer would change in a piece of prose: single characters.
fn set(chapter: &str, range: &Range<usize>) -> impl Iterator<Item = Edit> {
    let text = &chapter[range.clone()];
    let start = range.start;
    // A sign for a sign: only spaces and apostrophes change.
    let set: Vec<char> = french::typeset(text).chars().collect();
    text.char_indices()
        .zip(set)
        .filter(|((_, before), after)| before != after)
        .map(move |((at, before), after)| {
            let at = start + at;
            (at..at + before.len_utf8(), after.to_string())
        })
}

/// The text with its edits made; they are ascending and apart.
pub(crate) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (range, new) in edits {
        out.push_str(&text[done..range.start]);
        out.push_str(new);
        done = range.end;
    }
    out.push_str(&text[done..]);
    out
}

fn board(spec: &Spec, number: u32, style: Style) -> String {
    let mut spec = spec.clone();
    if style.french {
        spec.caption = spec.caption.map(|caption| french::typeset(&caption));
        for step in &mut spec.steps {
            *step = french::typeset(step);
        }
    }
    if style.html {
        figure(&spec, Some(number))
    } else {
        plain_board(&spec, number)
    }
}

fn room(view: View, sheets: &[Sheet], style: Style) -> String {
    if style.html {
        room_element(view, sheets)
    } else {
        messages::plain_view()
    }
}

/// A board where HTML is of no use: a line of Markdown.
pub(crate) fn plain_board(spec: &Spec, number: u32) -> String {
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
#[derive(Default)]
struct Found {
    fences: Vec<Fence>,
    /// Code of any kind, ascending: nothing in it is a fact.
    verbatim: Vec<Range<usize>>,
    /// The words that a reader sees as they are written, code left out.
    prose: Vec<Range<usize>>,
    /// Blocks of HTML, in which Markdown is not read.
    html: Vec<Range<usize>>,
    /// HTML that no reader sees, or that shows its text as it is.
    hidden: Vec<Range<usize>>,
    /// What looks like a fence of ours and is none.
    slips: Vec<Slip>,
    /// A fence without a word that is open to the end of the chapter: it may
    /// be the closing one of a pair that lost a fence further up.
    odd: Option<usize>,
}

fn find(chapter: &str, options: Options) -> Found {
    let mut found = Found::default();
    let mut open: Option<Inside> = None;
    let mut just_closed = false;
    let mut in_code = false;
    for (event, range) in Parser::new_ext(chapter, options).into_offset_iter() {
        if just_closed {
            just_closed = false;
            if let Some(fence) = found.fences.last_mut() {
                fence.followed = !matches!(event, Event::End(_));
            }
        }
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                in_code = true;
                if let CodeBlockKind::Fenced(info) = kind {
                    match info::read(&info) {
                        Info::Ours => open = Some(Inside::default()),
                        Info::Near(message) => found.slips.push((range.start, message)),
                        Info::Other => {
                            if info.is_empty() && !is_closed(&chapter[range.clone()]) {
                                found.odd = Some(range.start);
                            }
                            found.slips.extend(swallowed(chapter, &range));
                        }
                    }
                }
                found.verbatim.push(range);
            }
            Event::Text(text) => {
                if let Some(inside) = &mut open {
                    inside.push(&text, &range);
                } else if !in_code && chapter[range.clone()] == *text {
                    found.prose.push(range);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                in_code = false;
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
            Event::Code(_) => {
                if is_short_fence(&chapter[range.clone()]) {
                    found.slips.push((range.start, messages::short_fence()));
                }
                found.verbatim.push(range);
            }
            Event::Start(Tag::HtmlBlock) => {
                found.hidden.extend(hidden(chapter, &range));
                found.html.push(range);
            }
            Event::InlineHtml(_) => found.hidden.extend(hidden(chapter, &range)),
            _ => {}
        }
    }
    found
}

/// A fence of another kind that was forgotten to be closed, so that one of
/// ours is in it. A longer fence, or one of the other mark, shows ours on
/// purpose.
fn swallowed(chapter: &str, range: &Range<usize>) -> Option<Slip> {
    let block = &chapter[range.clone()];
    let outer = info::opening(block.lines().next()?)?;
    let mut at = range.start;
    for (index, line) in block.split_inclusive('\n').enumerate() {
        if index > 0
            && let Some(inner) = info::opening(line)
            && inner.mark == outer.mark
            && inner.length >= outer.length
            && info::read(inner.info) != Info::Other
        {
            let line = Place::of(chapter, at).line;
            return Some((range.start, messages::swallowing(line)));
        }
        at += line.len();
    }
    None
}

/// Whether inline code is meant as a fence: two backticks instead of three,
/// and a key below the word.
fn is_short_fence(code: &str) -> bool {
    let inside = code.trim_matches('`');
    inside
        .split_once('\n')
        .is_some_and(|(first, rest)| rest.contains('=') && info::read(first) == Info::Ours)
}

/// The parts of some HTML in which a fence is not meant to be one.
fn hidden(chapter: &str, range: &Range<usize>) -> Vec<Range<usize>> {
    const PARTS: [(&str, &str); 5] = [
        ("<!--", "-->"),
        ("<pre", "</pre"),
        ("<script", "</script"),
        ("<style", "</style"),
        ("<textarea", "</textarea"),
    ];
    // Only ASCII letters change, so that offsets stay.
    let html = chapter[range.clone()].to_ascii_lowercase();
    let mut out = Vec::new();
    let mut from = 0;
    while let Some((start, end)) = PARTS
        .iter()
        .filter_map(|(start, end)| Some((from + html[from..].find(start)?, end)))
        .min()
    {
        let stop = html[start..].find(end).map_or(html.len(), |at| start + at);
        out.push(range.start + start..range.start + stop);
        from = stop;
    }
    out
}

/// The fences of ours that Markdown does not see: inside HTML, or after other
/// words of their line.
fn strays(chapter: &str, found: &Found) -> Vec<Slip> {
    let within = |ranges: &[Range<usize>], at| ranges.iter().any(|range| range.contains(&at));
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(at) = info::marks(&chapter[from..]) {
        let start = from + at;
        let rest = &chapter[start..];
        let mark = rest.as_bytes()[0];
        from = start + rest.bytes().take_while(|byte| *byte == mark).count();
        let info = chapter[from..].lines().next().unwrap_or("");
        if info::read(info) == Info::Other
            || chapter[..start].ends_with('\\')
            || within(&found.verbatim, start)
            || within(&found.hidden, start)
        {
            continue;
        }
        let message = if within(&found.html, start) {
            messages::fence_in_html()
        } else {
            messages::fence_in_line()
        };
        out.push((start, message));
    }
    out
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
pub(crate) fn is_prefix(text: &str) -> bool {
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
pub(crate) fn line_break(chapter: &str, from: usize) -> &'static str {
    match chapter[from..].find('\n') {
        Some(at) if chapter[from..from + at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}
