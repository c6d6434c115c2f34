//! No English word in the built book: neither in a page, nor in what is said by an
//! attribute, nor in what mdBook's scripts put into a page.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;

use crate::files;
use crate::html::{self, Event, Tag};
use crate::search::OWN;

/// The words, as a file that the browser tests read too.
const ENGLISH: &str = include_str!("../english.txt");

/// Attributes that a reader sees or hears.
const SAID: [&str; 9] = [
    "alt",
    "aria-description",
    "aria-label",
    "aria-placeholder",
    "aria-roledescription",
    "aria-valuetext",
    "label",
    "placeholder",
    "title",
];

/// Elements that hold names, quotations and code, which may be in any language. In any
/// other element, `lang` says that a text is not French.
const FOREIGN: [&str; 8] = ["cite", "code", "em", "i", "kbd", "pre", "script", "style"];

/// mdBook's scripts that write into pages, by the start of their names.
const SCRIPTS: [&str; 3] = ["book-", "searcher-", "toc-"];

/// Names of keys, as the browser tells them to scripts, and an option of the search.
const KEYS: [&str; 3] = ["Escape", "Home", "AND"];

/// Looks at all pages and scripts of a book; gives what is English, one line each.
pub(crate) fn book(folder: &Path) -> Result<Vec<String>> {
    let english = Words::read();
    let mut wrong = Vec::new();
    for path in files::list(folder)? {
        let name = path.strip_prefix(folder)?.to_string_lossy();
        let name = name.replace('\\', "/");
        let found = if name.ends_with(".html") {
            english.of_page(&files::read_text(&path)?)
        } else if name.ends_with(".js") && SCRIPTS.iter().any(|start| name.starts_with(start)) {
            english.of_script(&files::read_text(&path)?)
        } else {
            continue;
        };
        wrong.extend(
            found
                .iter()
                .map(|text| format!("{name}: English? {text:?}")),
        );
    }
    Ok(wrong)
}

/// The words that are looked for.
struct Words(BTreeSet<&'static str>);

impl Words {
    fn read() -> Self {
        let lines = ENGLISH.lines().filter(|line| !line.starts_with('#'));
        Self(lines.flat_map(str::split_whitespace).collect())
    }

    /// Whether a text has one of them.
    fn are_in(&self, text: &str) -> bool {
        // « 9o5to » is one word of the notation.
        text.split(|c: char| !c.is_alphanumeric())
            .any(|word| self.0.contains(word.to_lowercase().as_str()))
    }

    /// The texts of a page, or of a part of one, that have one of them.
    fn of_page(&self, html: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut hear = |text: &str| {
            if self.are_in(text) {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                found.insert(text.chars().take(120).collect());
            }
        };
        // The open elements, and whether each may be in another language.
        let mut open: Vec<(String, bool)> = Vec::new();
        for event in html::events(html) {
            let is_foreign = open.last().is_some_and(|(_, foreign)| *foreign);
            match event {
                Event::Open(tag) => {
                    let is_foreign = match tag.get("lang") {
                        Some(language) => !language.starts_with("fr"),
                        None => is_foreign || FOREIGN.contains(&tag.name.as_str()),
                    };
                    if !is_foreign {
                        said(&tag).for_each(&mut hear);
                    }
                    if html::has_end(&tag.name) {
                        open.push((tag.name, is_foreign));
                    }
                }
                Event::Close(name) => {
                    if let Some(last) = open.iter().rposition(|(open, _)| *open == name) {
                        open.truncate(last);
                    }
                }
                Event::Text(text) if !is_foreign => hear(&text),
                Event::Text(_) => {}
            }
        }
        found
    }

    /// The strings of a script that a page may show and that have one of them.
    fn of_script(&self, script: &str) -> BTreeSet<String> {
        let ours = script.split_once(OWN).map_or(script, |(_, ours)| ours);
        strings(ours)
            .into_iter()
            .filter(|text| is_shown(text) && !KEYS.contains(text))
            .flat_map(|text| self.of_page(text))
            .collect()
    }
}

/// What a tag says to readers.
fn said(tag: &Tag) -> impl Iterator<Item = &str> {
    let is_described = tag.name == "meta"
        && tag
            .get("name")
            .or(tag.get("property"))
            .is_some_and(|name| name.ends_with("description") || name.ends_with("title"));
    tag.attributes
        .iter()
        .filter(move |(name, _)| SAID.contains(&name.as_str()) || is_described && name == "content")
        .map(|(_, value)| value.as_str())
}

/// Whether a string of a script is more than a name or a selector: some words, the first
/// with a capital, or markup.
fn is_shown(text: &str) -> bool {
    let first = text.trim_start().chars().next();
    first.is_some_and(|first| first.is_uppercase() || first == '<')
}

/// The strings of a script, between quotes of any kind.
fn strings(script: &str) -> Vec<&str> {
    let mut strings = Vec::new();
    let mut rest = script;
    // What comes before a slash tells a regular expression from a division.
    let mut before = ';';
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let end = match first {
            '/' if after.starts_with('/') => rest.find('\n'),
            '/' if after.starts_with('*') => rest.find("*/").map(|end| end + 2),
            '/' if "(,=:[!&|?{};".contains(before) => closing(after, '/').map(|end| end + 2),
            '\'' | '"' | '`' => closing(after, first).map(|end| {
                strings.push(&after[..end]);
                end + 2
            }),
            _ => Some(first.len_utf8()),
        };
        if !first.is_whitespace() {
            before = first;
        }
        rest = end.map_or("", |end| &rest[end..]);
    }
    strings
}

/// Where the quote comes that is not behind a backslash.
fn closing(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    text.find(|c| {
        let is_end = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_is_found_where_a_reader_meets_it() {
        let english = Words::read();
        for (html, expected) in [
            ("<p>Le joueur gagne.</p>", None),
            ("<p>The player wins.</p>", Some("The player wins.")),
            ("<button title='Next chapter'>", Some("Next chapter")),
            ("<button aria-label='Search'>", Some("Search")),
            ("<img alt='Without'>", Some("Without")),
            ("<input placeholder='Type here'>", Some("Type here")),
            ("<meta name=description content='Of it'>", Some("Of it")),
            ("<meta name=color-scheme content='dark light'>", None),
            ("<p class='theme' id='search'>", None),
            ("<p>x1-9o5to</p>", None),
            ("<p><em>Searching for the Solutions</em></p>", None),
            (
                "<p><span lang=en>The <b>end</b></span> and</p>",
                Some("and"),
            ),
            ("<code>the <span lang=fr>the</span></code>", Some("the")),
            ("<script>the = 1</script><style>the {}</style>", None),
            ("<p><br>l’<i>and</i>", None),
        ] {
            let found = english.of_page(html);
            let wanted: BTreeSet<_> = expected.iter().map(ToString::to_string).collect();
            assert_eq!(found, wanted, "{html}");
        }
    }

    #[test]
    fn strings_of_scripts_are_found() {
        let script = r"
            // 'a comment'
            /* 'another' */
            let a = 'one\'s', b = x / y + z / 'two' / 3, c = /['`]/g, d = `three`;
            f(/'/, ('four'));
        ";
        assert_eq!(strings(script), ["one\\'s", "two", "three", "four"]);
        let english = Words::read();
        for (script, count) in [
            ("a.title = 'Show hidden lines'", 1),
            ("a.querySelector('nav .search')", 0),
            ("a.innerHTML = '<b title=\"Copy\"></b> <p>rien</p>'", 1),
            ("a.title = 'Afficher'", 0),
            ("if (event.key === 'Escape') {}", 0),
        ] {
            assert_eq!(english.of_script(script).len(), count, "{script}");
        }
    }

    #[test]
    fn the_list_is_of_small_letters() {
        let words = Words::read();
        assert!(words.0.len() > 150);
        for word in words.0 {
            assert!(word.bytes().all(|b| b.is_ascii_lowercase()), "{word}");
        }
    }
}
