//! The built book, page by page: every link leads somewhere in it, nothing comes
//! from another host, nothing is inline that the security policy refuses, and no page
//! weighs more than a reader should wait for.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::files;
use crate::html::{self, Event, Tag};
use crate::serve::percent_decode;

/// Attributes that hold an address, on any element.
const ADDRESSES: [&str; 7] = [
    "href",
    "src",
    "action",
    "data",
    "poster",
    "xlink:href",
    "data-search",
];

/// What a page may weigh with all that a reader waits for, in bytes over the wire: by
/// gzip, which every host speaks. The worker is not among it: it is loaded while the
/// reader plays, once for all pages.
const PAGE_BOUND: usize = 250_000;
/// What the wasm of the page may weigh.
const WASM_BOUND: usize = 130_000;
/// What the worker may weigh, its wasm and its script together.
const WORKER_BOUND: usize = 120_000;
/// What a search may weigh, its script and the text of the book, which no page loads
/// by itself.
const SEARCH_BOUND: usize = 150_000;
/// How their names start.
const SEARCH: &str = "search";
/// Elements that load what they name; the others only lead to it.
const LOADING: [&str; 4] = ["link", "script", "img", "source"];
/// Where the boards' files lie that no page names: its script loads them.
const BOARDS: &str = "morpion/";
/// How those begin that come with the worker.
const WORKER: &str = "morpion/morpion-worker-";
/// The page that gathers all others, for the printer: no chapter.
const PRINT: &str = "print.html";

/// What one page says.
#[derive(Debug, Default)]
struct Page {
    /// Places in it that an address may name.
    ids: BTreeSet<String>,
    /// Element, attribute and address.
    links: Vec<(String, String, String)>,
    /// Where relative addresses start, if not at the page itself.
    base: Option<String>,
    /// What the security policy would refuse.
    inline: Vec<String>,
    /// Whether it carries that policy.
    has_policy: bool,
    /// Whether it wakes the boards: one of it can be played on, or it shows what the
    /// device keeps.
    is_alive: bool,
}

/// Checks all pages of a folder; gives what is wrong, one line each.
pub(crate) fn book(folder: &Path) -> Result<Vec<String>> {
    let mut names = BTreeSet::new();
    let mut pages = BTreeMap::new();
    for path in files::list(folder)? {
        let name = path
            .strip_prefix(folder)?
            .to_string_lossy()
            .replace('\\', "/");
        if name.ends_with(".html") {
            pages.insert(name.clone(), read(&files::read_text(&path)?));
        }
        names.insert(name);
    }
    let mut wrong = Vec::new();
    for name in names.iter().filter(|name| name.ends_with(".css")) {
        let style = files::read_text(&folder.join(name))?;
        wrong.extend(style_links(&style).filter_map(|address| {
            let reason = follow(name, &Page::default(), "img", address, &names, &pages).err()?;
            Some(format!("{name}: url({address}): {reason}"))
        }));
    }
    ensure!(!pages.is_empty(), "{} holds no page", folder.display());

    for (name, page) in &pages {
        wrong.extend(page.inline.iter().map(|what| format!("{name}: {what}")));
        if !page.has_policy {
            wrong.push(format!("{name}: no Content-Security-Policy"));
        }
        for (element, attribute, address) in &page.links {
            if let Err(reason) = follow(name, page, element, address, &names, &pages) {
                wrong.push(format!(
                    "{name}: <{element} {attribute}=\"{address}\">: {reason}"
                ));
            }
        }
    }
    Ok(wrong)
}

/// What the pages of a book weigh.
#[derive(Debug)]
pub(crate) struct Weights {
    /// What is too heavy, one line each.
    pub(crate) wrong: Vec<String>,
    /// The heaviest page, the boards' wasm and the worker, for people to read.
    pub(crate) told: String,
}

/// Weighs each page with all that it loads to be read and played, the pictures of style
/// sheets included; and by itself the boards' worker, which comes when the computer
/// first thinks.
pub(crate) fn weights(folder: &Path) -> Result<Weights> {
    let mut files = BTreeMap::new();
    let mut pages = BTreeMap::new();
    for path in files::list(folder)? {
        let name = path.strip_prefix(folder)?.to_string_lossy();
        let name = name.replace('\\', "/");
        if name.ends_with(".html") {
            pages.insert(name.clone(), read(&files::read_text(&path)?));
        }
        files.insert(name, gzipped(&files::read_bytes(&path)?)?);
    }
    let mut wrong = Vec::new();
    let mut told = Vec::new();
    let mut bounded = |what: &str, bytes: usize, most: usize| {
        told.push(format!("{what}: {}", kilobytes(bytes)));
        if bytes > most {
            wrong.push(format!(
                "{what}: {}, at most {} are allowed",
                kilobytes(bytes),
                kilobytes(most)
            ));
        }
    };
    let (worker, others): (Vec<_>, Vec<_>) =
        files.iter().partition(|(name, _)| name.starts_with(WORKER));
    for (name, bytes) in others {
        if name.ends_with(".wasm") {
            bounded(name, *bytes, WASM_BOUND);
        }
    }
    let worker = worker.iter().map(|(_, bytes)| **bytes).sum();
    bounded("the worker", worker, WORKER_BOUND);
    let mut heaviest = ("", 0);
    for (name, page) in pages.iter().filter(|(name, _)| *name != PRINT) {
        let mut loaded = BTreeSet::from([name.clone()]);
        loaded.extend(page.loaded(name));
        for style in loaded.clone().iter().filter(|name| name.ends_with(".css")) {
            let text = files::read_text(&folder.join(style))?;
            loaded.extend(style_links(&text).filter_map(|address| resolve(style, address)));
        }
        if page.is_alive {
            let boards = files.keys().filter(|name| {
                name.starts_with(BOARDS)
                    && !name.starts_with(WORKER)
                    && (name.ends_with(".wasm") || name.ends_with(".js"))
            });
            loaded.extend(boards.cloned());
        }
        // What does not exist is told by [`book`].
        let bytes = loaded.iter().filter_map(|name| files.get(name)).sum();
        if bytes > PAGE_BOUND {
            wrong.push(format!(
                "{name}: {} with all that it loads, at most {} are allowed",
                kilobytes(bytes),
                kilobytes(PAGE_BOUND)
            ));
        }
        if bytes > heaviest.1 {
            heaviest = (name, bytes);
        }
    }
    let search = files
        .iter()
        .filter(|(name, _)| name.starts_with(SEARCH))
        .map(|(_, bytes)| bytes)
        .sum();
    told.push(format!("the search: {}", kilobytes(search)));
    if search > SEARCH_BOUND {
        wrong.push(format!(
            "the search: {}, at most {} are allowed",
            kilobytes(search),
            kilobytes(SEARCH_BOUND)
        ));
    }
    let (page, bytes) = heaviest;
    told.push(format!("the heaviest page, {page}: {}", kilobytes(bytes)));
    Ok(Weights {
        wrong,
        told: told.join("; "),
    })
}

/// A size over the wire.
fn gzipped(content: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish().context("gzip")?.len())
}

fn kilobytes(bytes: usize) -> String {
    format!("{}.{} KB", bytes / 1000, bytes % 1000 / 100)
}

/// The addresses that a style sheet loads: `url(…)`, and `@import "…"` without it.
fn style_links(style: &str) -> impl Iterator<Item = &str> {
    let named = style.split("url(").skip(1).map(|rest| {
        quoted(rest).unwrap_or_else(|| rest.split(')').next().unwrap_or_default().trim())
    });
    named.chain(style.split("@import").skip(1).filter_map(quoted))
}

/// The text between quotes that something starts with.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let quote = text.chars().next().filter(|first| "'\"".contains(*first))?;
    text[1..].split(quote).next()
}

/// Whether an address leads to a file of the book, and to a place in it.
fn follow(
    from: &str,
    page: &Page,
    element: &str,
    address: &str,
    names: &BTreeSet<String>,
    pages: &BTreeMap<String, Page>,
) -> Result<(), String> {
    if let Some((scheme, _)) = address.split_once(':')
        && !scheme.is_empty()
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    {
        // A link may leave the book when a reader follows it; a page may not.
        return match (element, scheme) {
            ("a", "http" | "https" | "mailto") | ("img" | "image", "data") => Ok(()),
            _ => Err("comes from outside the book".to_owned()),
        };
    }
    if address.starts_with("//") {
        return Err("comes from outside the book".to_owned());
    }
    let (path, fragment) = address.split_once('#').unwrap_or((address, ""));
    let path = path.split('?').next().unwrap_or_default();
    let target = if path.is_empty() && page.base.is_none() {
        from.to_owned()
    } else {
        let start = page.base.as_deref().unwrap_or(from);
        resolve(start, path).ok_or("leaves the book")?
    };
    if !names.contains(&target) {
        return Err(format!("{target} does not exist"));
    }
    if fragment.is_empty() {
        return Ok(());
    }
    let fragment = percent_decode(fragment).ok_or("its fragment cannot be read")?;
    match pages.get(&target) {
        Some(page) if page.ids.contains(&fragment) => Ok(()),
        Some(_) => Err(format!("{target} has no #{fragment}")),
        None => Err(format!("{target} is no page")),
    }
}

/// A relative address as a name in the book; `None` when it leaves the book.
pub(crate) fn resolve(from: &str, path: &str) -> Option<String> {
    let path = percent_decode(path)?;
    let mut parts: Vec<&str> = if path.starts_with('/') {
        Vec::new()
    } else {
        let mut folders: Vec<_> = from.split('/').filter(|part| !part.is_empty()).collect();
        if !from.ends_with('/') {
            folders.pop();
        }
        folders
    };
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    if path.is_empty() || path.ends_with('/') || path.ends_with("..") || path == "." {
        parts.push("index.html");
    }
    Some(parts.join("/"))
}

fn read(html: &str) -> Page {
    let mut page = Page::default();
    // The script or style sheet that is open.
    let mut raw = None;
    for event in html::events(html) {
        match event {
            Event::Open(tag) => {
                page.tag(&tag);
                let is_raw = tag.name == "style" || tag.name == "script" && !tag.is_data();
                raw = is_raw.then_some(tag.name);
            }
            Event::Close(_) => raw = None,
            Event::Text(text) if !text.trim().is_empty() => {
                if let Some(element) = raw.take() {
                    page.inline.push(format!("inline <{element}>"));
                }
            }
            Event::Text(_) => {}
        }
    }
    page
}

impl Page {
    /// The files of the book that the page, which has this name, loads itself.
    fn loaded<'a>(&'a self, name: &'a str) -> impl Iterator<Item = String> + 'a {
        let start = self.base.as_deref().unwrap_or(name);
        self.links
            .iter()
            .filter(|(element, _, _)| LOADING.contains(&element.as_str()))
            .filter_map(move |(_, _, address)| {
                resolve(start, address.split(['?', '#']).next().unwrap_or_default())
            })
    }

    fn tag(&mut self, tag: &Tag) {
        let element = tag.name.as_str();
        let get = |name| tag.get(name);
        if element == "meta" && get("http-equiv") == Some("Content-Security-Policy") {
            self.has_policy = get("content") == Some(crate::serve::CONTENT_SECURITY_POLICY);
        }
        self.is_alive |= match element {
            "morpion-plateau" => get("mode") != Some("fixe"),
            "morpion-vue" => true,
            _ => false,
        };
        if element == "base" {
            // The page of wrong addresses starts where the host has the book, which may be
            // in a folder.
            self.base = get("href").map(|base| match base.strip_prefix('/') {
                Some(_) => "/".to_owned(),
                None => base.to_owned(),
            });
            return;
        }
        if element == "link" && get("rel") == Some("canonical") {
            // The page itself, as others are to call it: `shape` looks at it.
            return;
        }
        for (name, value) in &tag.attributes {
            match name.as_str() {
                "id" => {
                    self.ids.insert(value.clone());
                }
                "name" if element == "a" => {
                    self.ids.insert(value.clone());
                }
                "style" => self.inline.push(format!("<{element} style=\"{value}\">")),
                name if name.starts_with("on") => {
                    self.inline.push(format!("<{element} {name}=\"{value}\">"));
                }
                "srcset" => {
                    let addresses = value
                        .split(',')
                        .filter_map(|one| one.split_whitespace().next());
                    self.links.extend(
                        addresses.map(|one| (element.to_owned(), name.clone(), one.to_owned())),
                    );
                }
                name if ADDRESSES.contains(&name) => {
                    self.links
                        .push((element.to_owned(), name.to_owned(), value.clone()));
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a book of the given pages and a few other files.
    fn check(pages: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, body) in pages {
            let page = format!(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">{body}",
                crate::serve::CONTENT_SECURITY_POLICY
            );
            files::write_if_changed(&folder.path().join(name), page.as_bytes()).unwrap();
        }
        for name in ["book.js", "css/a.css", "img/b.svg"] {
            files::write_if_changed(&folder.path().join(name), b"").unwrap();
        }
        book(folder.path()).unwrap()
    }

    #[test]
    fn links_are_followed() {
        for (body, wrong) in [
            ("<script src='book.js'></script>", None),
            ("<a href='a/b.html#là'>", None),
            ("<a href='a/b.html#l%C3%A0'>", None),
            ("<a href='a/b.html?jeu=3d#là'>", None),
            ("<a href='/a/b.html'>", None),
            ("<a href='a/'>", None),
            ("<a href='#ici'><p id=ici>", None),
            ("<a href='https://example.org/'>", None),
            (
                "<img src='data:image/png;base64,AA' srcset='img/b.svg 2x, img/b.svg'>",
                None,
            ),
            ("<svg><use href='#ici'/><g id='ici'/></svg>", None),
            ("<a href='b.html'>", Some("b.html does not exist")),
            ("<a href='a/b.html#no'>", Some("a/b.html has no #no")),
            ("<a href='#no'>", Some("index.html has no #no")),
            ("<a href='../x.html'>", Some("leaves the book")),
            ("<svg><use xlink:href='#no'/></svg>", Some("has no #no")),
            ("<link href='//example.org/a.css'>", Some("from outside")),
            (
                "<script src='https://example.org/a.js'></script>",
                Some("from outside"),
            ),
            ("<a href='javascript:alert(1)'>", Some("from outside")),
            (
                "<img srcset='img/b.svg, img/c.svg 2x'>",
                Some("img/c.svg does not exist"),
            ),
        ] {
            let pages = [
                ("index.html", body),
                ("a/b.html", "<h2 id='là'>"),
                ("a/index.html", ""),
            ];
            match (wrong, check(&pages).as_slice()) {
                (None, []) => {}
                (Some(reason), [found]) if found.contains(reason) => {}
                (_, found) => panic!("{body}: {found:?}"),
            }
        }
    }

    #[test]
    fn relative_addresses_start_at_the_page_or_its_base() {
        assert_eq!(
            check(&[("a/b.html", "<a href='../css/a.css'><a href=b.html>")]),
            [] as [&str; 0]
        );
        for base in ["/", "/morpion/"] {
            let body = format!("<base href='{base}'><a href='a/b.html'>");
            assert_eq!(check(&[("a/b.html", &body)]), [] as [&str; 0]);
        }
        let based = [("a/b.html", "<base href='/'><a href='b.html'>")];
        assert_eq!(check(&based).len(), 1);
    }

    #[test]
    fn inline_code_is_found() {
        for (body, wrong) in [
            ("<script>let a = '<p>';</script>", "inline <script>"),
            ("<style>p { color: red }</style>", "inline <style>"),
            ("<p style='color: red'>", "<p style="),
            ("<svg><path style='fill: red'/></svg>", "<path style="),
            ("<p onclick='a()'>", "<p onclick="),
        ] {
            let found = check(&[("index.html", body)]);
            assert!(
                found.len() == 1 && found[0].contains(wrong),
                "{body}: {found:?}"
            );
        }
        assert_eq!(
            check(&[(
                "index.html",
                "<script src='book.js'> </script><pre>style='a'</pre>\
                 <script type='application/ld+json'>{}</script>"
            )]),
            [] as [&str; 0]
        );
    }

    #[test]
    fn style_sheets_load_from_the_book_only() {
        let style = "@import 'a.css'; a { b: url(c.png) url( \"d.png\") url(\"data:e'f\") }";
        let found: Vec<_> = style_links(style).collect();
        assert_eq!(found, ["c.png", "d.png", "data:e'f", "a.css"]);
    }

    #[test]
    fn a_page_without_the_policy_is_named() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("index.html"), "<p>").unwrap();
        assert_eq!(
            book(folder.path()).unwrap(),
            ["index.html: no Content-Security-Policy"]
        );
    }

    /// Bytes that do not shrink.
    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let next = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        (0..length).map(next).collect()
    }

    #[test]
    fn what_is_too_heavy_is_named() {
        let alive = "<morpion-plateau mode=jeu></morpion-plateau>";
        let fixed = "<morpion-plateau mode=fixe></morpion-plateau>";
        let view = "<morpion-vue vue=exercices></morpion-vue>";
        let script = "<script src='../a.js'></script>";
        let style = "<link rel=stylesheet href='../a.css'>";
        for (page, sizes, expected) in [
            // Script, worker's script, wasm, picture of the style sheet.
            ([script, alive], [90_000, 90_000, 60_000, 0], None),
            (
                [script, alive],
                [190_000, 0, 80_000, 0],
                Some("a/b.html: 27"),
            ),
            (
                [script, view],
                [190_000, 0, 80_000, 0],
                Some("a/b.html: 27"),
            ),
            ([script, fixed], [190_000, 0, 80_000, 0], None),
            // The worker is weighed by itself.
            ([script, alive], [90_000, 110_000, 110_000, 0], None),
            (["", fixed], [0, 130_000, 0, 0], Some("the worker: 13")),
            (["", fixed], [0, 0, 130_000, 0], Some("morpion/m.wasm: 13")),
            (["", style], [0, 0, 0, 260_000], Some("a/b.html: 26")),
            (["", "<a href='../a.js'>"], [260_000, 0, 0, 0], None),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let names = [
                "a.js",
                "morpion/morpion-worker-1.js",
                "morpion/m.wasm",
                "a.png",
            ];
            for (name, size) in names.into_iter().zip(sizes) {
                files::write_if_changed(&folder.path().join(name), &noise(size)).unwrap();
            }
            let style = b"a { b: url(a.png) }";
            files::write_if_changed(&folder.path().join("a.css"), style).unwrap();
            for name in ["a/b.html", "print.html"] {
                let page = page.concat();
                files::write_if_changed(&folder.path().join(name), page.as_bytes()).unwrap();
            }
            let weights = weights(folder.path()).unwrap();
            match (expected, weights.wrong.as_slice()) {
                (None, []) => {}
                (Some(start), [wrong]) if wrong.starts_with(start) => {}
                (_, wrong) => panic!("{page:?} {sizes:?}: {wrong:?}"),
            }
            assert!(weights.told.contains("the heaviest page, a/b.html"));
        }
    }

    #[test]
    fn a_search_may_weigh_what_a_reader_waits_for() {
        for (index, expected) in [(80_000, None), (100_000, Some("the search: 16"))] {
            let folder = tempfile::tempdir().unwrap();
            for (name, size) in [
                ("search-1.js", 60_000),
                ("searchindex-2.js", index),
                ("theme/search-3.js", 90_000),
            ] {
                files::write_if_changed(&folder.path().join(name), &noise(size)).unwrap();
            }
            let weights = weights(folder.path()).unwrap();
            assert_eq!(weights.wrong.len(), usize::from(expected.is_some()));
            for (wrong, start) in weights.wrong.iter().zip(expected) {
                assert!(wrong.starts_with(start), "{wrong}");
            }
        }
    }

    #[test]
    fn an_empty_book_is_no_success() {
        let folder = tempfile::tempdir().unwrap();
        assert!(book(folder.path()).is_err());
    }
}
