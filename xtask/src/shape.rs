//! What every chapter of the built book has: one title, a description of its own, a
//! board that can be played on, a way to it, and no number typed by hand that the engine
//! could have told.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, ensure};

use crate::check::resolve;
use crate::files;
use crate::head::NOT_FOUND;
use crate::outline::{DESCRIPTION, Outline};

/// Pages that have good reason to show no board: words, law, and rooms that show what
/// the device keeps or what the printer gets.
const WITHOUT_BOARD: [&str; 5] = [
    NOT_FOUND,
    "en-classe/feuilles.html",
    "glossaire.html",
    "licence.html",
    "mes-exercices.html",
];

/// Where a reader arrives: no page need lead there.
const FIRST: &str = "index.html";
const CONTENTS: &str = "toc.html";

/// Numbers that stand in the prose and that no engine knows, with their chapter.
const TYPED: [(&str, &str); 1] = [
    // Pixels: what `tests/browsers/look.rs` holds.
    ("integrer.md", "290"),
];

/// Checks a built book and the chapters that it is made of; gives what is wrong, one
/// line each.
pub(crate) fn book(chapters: &Path, book: &Path) -> Result<Vec<String>> {
    let mut pages = BTreeMap::new();
    let mut names = BTreeSet::new();
    for path in files::list(book)? {
        let name = path
            .strip_prefix(book)?
            .to_string_lossy()
            .replace('\\', "/");
        if name.ends_with(".html")
            && let Some(page) = Outline::of_chapter(&files::read_text(&path)?)
        {
            pages.insert(name.clone(), page);
        }
        names.insert(name);
    }
    let mut wrong = Vec::new();
    let contents = Outline::read(&files::read_text(&book.join(CONTENTS))?);
    let contents = targets(CONTENTS, &contents);
    ensure!(!pages.is_empty(), "{} holds no chapter", book.display());

    let mut said = BTreeMap::new();
    for (name, page) in &pages {
        wrong.extend(
            alone(name, page, &names)
                .into_iter()
                .map(|what| format!("{name}: {what}")),
        );
        let own = [Some(page.title.as_str()), page.meta("description")];
        for text in own.into_iter().flatten() {
            if let Some(other) = said.insert(text, name) {
                wrong.push(format!("{name}: {text:?} is what {other} says"));
            }
        }
    }

    let linked: BTreeSet<_> = pages
        .iter()
        .filter(|(name, _)| *name != NOT_FOUND)
        .flat_map(|(name, page)| {
            let mut targets = targets(name, page);
            targets.remove(name);
            targets
        })
        .collect();
    for name in pages.keys().filter(|name| *name != NOT_FOUND) {
        if !contents.contains(name) {
            wrong.push(format!("{name}: not in the table of contents"));
        }
        if !linked.contains(name) && name != FIRST {
            wrong.push(format!("{name}: no other chapter leads there"));
        }
    }

    for path in files::list(chapters)? {
        let name = path.strip_prefix(chapters)?.to_string_lossy();
        let name = name.replace('\\', "/");
        let Some(stem) = name.strip_suffix(".md").filter(|stem| *stem != "SUMMARY") else {
            continue;
        };
        if !pages.contains_key(&format!("{stem}.html")) {
            wrong.push(format!("{name}: not in SUMMARY.md"));
        }
        let typed = typed_numbers(&files::read_text(&path)?);
        wrong.extend(
            typed
                .into_iter()
                .filter(|(_, number)| !TYPED.contains(&(&name, number)))
                .map(|(line, number)| {
                    format!("{name}:{line}: {number} is typed by hand; is there a fact for it?")
                }),
        );
    }
    Ok(wrong)
}

/// What is wrong with one page, whatever the others are.
fn alone(name: &str, page: &Outline, files: &BTreeSet<String>) -> Vec<String> {
    let mut wrong = Vec::new();
    if page.language != "fr" {
        wrong.push(format!("its language is {:?}", page.language));
    }
    let headings = page.headings().count();
    if headings != 1 {
        wrong.push(format!("{headings} headings of the first level"));
    }
    if page.title.trim().is_empty() {
        wrong.push("no title".to_owned());
    }
    match page.meta("description") {
        None => wrong.push("no description".to_owned()),
        Some(text) if !DESCRIPTION.contains(&text.chars().count()) => {
            wrong.push(format!("a description of another length: {text:?}"));
        }
        Some(_) => {}
    }
    match (page.is_alive, WITHOUT_BOARD.contains(&name)) {
        (false, false) => wrong.push("no board that can be played on".to_owned()),
        (true, true) => wrong.push("listed as a page without a board".to_owned()),
        _ => {}
    }
    if let Some(address) = &page.canonical {
        let own = name.strip_suffix(FIRST).unwrap_or(name);
        match address.strip_suffix(own) {
            Some(site) if site.ends_with('/') => {
                let picture = page.meta("og:image").unwrap_or_default();
                let file = picture.strip_prefix(site);
                if file.is_none_or(|file| !files.contains(file)) {
                    wrong.push(format!("its picture is not there: {picture:?}"));
                }
            }
            _ => wrong.push(format!("its address is told as {address}")),
        }
    }
    wrong
}

/// The files of the book that a page leads to.
fn targets(name: &str, page: &Outline) -> BTreeSet<String> {
    page.links
        .iter()
        .filter(|address| !address.contains(':'))
        .filter_map(|address| {
            let path = address.split(['#', '?']).next().unwrap_or_default();
            (!path.is_empty()).then(|| resolve(name, path))?
        })
        .collect()
}

/// The numbers of three digits and more in the sentences of a chapter, with their lines.
///
/// Not looked at: fences, code, addresses, and facts, `{{morpion …}}`. Years and the
/// names of the cube's cells are no numbers.
fn typed_numbers(chapter: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // The marks that have opened a fence: others, or fewer of them, do not close it.
    let mut fence: Option<&str> = None;
    for (line, number) in chapter.lines().zip(1..) {
        let marks = marks_of_fence(line);
        match fence {
            Some(open) => {
                if marks.is_some_and(|marks| marks.starts_with(open)) {
                    fence = None;
                }
                continue;
            }
            None if marks.is_some() => {
                fence = marks;
                continue;
            }
            None => {}
        }
        let mut prose = line.to_owned();
        for (open, close) in [
            ("{{", "}}"),
            ("`", "`"),
            ("](", ")"),
            ("{#", "}"),
            ("<", ">"),
        ] {
            prose = without(&prose, open, close);
        }
        found.extend(big_numbers(&prose).into_iter().map(|big| (number, big)));
    }
    found
}

/// The marks with which a line opens or closes a fence.
fn marks_of_fence(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let mark = line.chars().next().filter(|&c| c == '`' || c == '~')?;
    let length = line.find(|c| c != mark).unwrap_or(line.len());
    (length >= 3).then(|| &line[..length])
}

/// The numbers of three digits and more in a text, as digits alone; a space may part
/// thousands, as in « 1 312 ».
fn big_numbers(text: &str) -> Vec<String> {
    let mut numbers: Vec<Vec<&str>> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (gap, digits) = rest.split_at(start);
        let end = digits.find(|c: char| !c.is_ascii_digit());
        let (run, after) = digits.split_at(end.unwrap_or(digits.len()));
        rest = after;
        match numbers.last_mut() {
            Some(number)
                if matches!(gap, " " | "\u{a0}" | "\u{202f}")
                    && run.len() == 3
                    && number.iter().all(|group| group.len() <= 3) =>
            {
                number.push(run);
            }
            _ => numbers.push(vec![run]),
        }
    }
    numbers.retain(|number| match number.as_slice() {
        [run] => run.len() >= 3 && !is_year(run) && !is_cell(run),
        groups => !groups.iter().all(|group| is_cell(group)),
    });
    numbers.iter().map(|number| number.concat()).collect()
}

/// A text without all that stands between two marks.
fn without(text: &str, open: &str, close: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(open) {
        let Some((_, end)) = after.split_once(close) else {
            break;
        };
        kept.push_str(before);
        // What is on both sides does not become one word.
        kept.push(' ');
        rest = end;
    }
    kept + rest
}

fn is_year(number: &str) -> bool {
    number.len() == 4 && ("1800".."2100").contains(&number)
}

/// Floor, row and column.
fn is_cell(number: &str) -> bool {
    number.len() == 3 && number.bytes().all(|digit| (b'1'..=b'4').contains(&digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "<morpion-plateau mode=jeu></morpion-plateau>";

    fn page(title: &str, head: &str, main: &str) -> String {
        format!(
            "<html lang=fr><title>{title}</title><meta name=description content='{title} : \
             une phrase assez longue pour qu’elle décrive sa page.'>{head}<main>{main}</main>"
        )
    }

    /// Checks a book of two chapters, the first of them given, and their sources.
    fn check(first: &str, source: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let second = page(
            "B",
            "",
            &format!("<h1>B</h1>{BOARD}<a href='../index.html'>a</a>"),
        );
        let robots = "<meta name=robots content=noindex>";
        let contents = page("C", robots, "<a href=index.html></a><a href=a/b.html></a>");
        for (name, content) in [
            ("book/index.html", first),
            ("book/a/b.html", &second),
            ("book/toc.html", &contents),
            ("book/apercus/1.png", ""),
            ("src/SUMMARY.md", "- 123"),
            ("src/index.md", source),
        ] {
            files::write_if_changed(&folder.path().join(name), content.as_bytes()).unwrap();
        }
        book(&folder.path().join("src"), &folder.path().join("book")).unwrap()
    }

    #[test]
    fn each_chapter_has_what_it_needs() {
        let link = "<a href='a/b.html'>b</a>";
        let good = format!("<h1>A</h1>{BOARD}{link}");
        let canonical = "<link rel=canonical href='https://a.b/c/'>";
        for (first, reason) in [
            (page("A", "", &good), None),
            (
                page("A", "", &good).replace("lang=fr", "lang=en"),
                Some("index.html: its language is \"en\""),
            ),
            (
                page("A", "", &format!("{good}<h1>B</h1>")),
                Some("2 headings of the first level"),
            ),
            (
                page("A", "", &format!("{BOARD}{link}")),
                Some("0 headings of the first level"),
            ),
            (
                page("A", "", &good).replace("<title>A", "<title>B"),
                Some("index.html: \"B\" is what a/b.html says"),
            ),
            (
                page("A", "", &good).replace("name=description", "name=rien"),
                Some("no description"),
            ),
            (
                page("A", "", &good).replace("une phrase assez longue", "peu"),
                Some("a description of another length"),
            ),
            (
                page("A", "", &format!("<h1>A</h1>{link}")),
                Some("no board that can be played on"),
            ),
            (
                page("A", "", &format!("<h1>A</h1>{BOARD}")),
                Some("a/b.html: no other chapter leads there"),
            ),
            (
                page("A", canonical, &good),
                Some("its picture is not there: \"\""),
            ),
            (
                page(
                    "A",
                    &format!(
                        "{canonical}<meta property=og:image content='https://a.b/c/apercus/1.png'>"
                    ),
                    &good,
                ),
                None,
            ),
            (
                page(
                    "A",
                    "<link rel=canonical href='https://a.b/c/d.html'>",
                    &good,
                ),
                Some("its address is told as"),
            ),
        ] {
            match (reason, check(&first, "").as_slice()) {
                (None, []) => {}
                (Some(reason), [found]) if found.contains(reason) => {}
                (_, found) => panic!("{first}: {found:?}"),
            }
        }
    }

    #[test]
    fn a_chapter_outside_the_contents_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let chapter = page("A", "", &format!("<h1>A</h1>{BOARD}"));
        let robots = "<meta name=robots content=noindex>";
        let contents = page("C", robots, "<a href=autre.html></a>");
        for (name, content) in [
            ("book/index.html", chapter.as_str()),
            ("book/toc.html", &contents),
            ("src/oublie.md", ""),
        ] {
            files::write_if_changed(&folder.path().join(name), content.as_bytes()).unwrap();
        }
        assert_eq!(
            book(&folder.path().join("src"), &folder.path().join("book")).unwrap(),
            [
                "index.html: not in the table of contents",
                "oublie.md: not in SUMMARY.md"
            ]
        );
    }

    #[test]
    fn typed_numbers_are_found() {
        for (chapter, numbers) in [
            ("Il y a 255\u{202f}168 parties.", &["255168"][..]),
            (
                "De 1 312, de 1\u{a0}885 à 12\u{202f}345\u{202f}678 positions.",
                &["1312", "1885", "12345678"],
            ),
            // Cells in a row, a year and what follows, numbers apart.
            ("Les cases 111 222, en 1980 76 parties, 12, 345.", &["345"]),
            (
                "Il y a {{morpion nombre classique.parties 255}} parties.",
                &[],
            ),
            (
                "Il y a `255` parties, [là](page.html#255), {#p-255} <p id=\"255\">.",
                &[],
            ),
            ("En 1980, sur la case 234, en 76 alignements.", &[]),
            ("Il y a 1885 positions, 555 cases.", &["555"]),
            ("Il y a 2885 positions.", &["2885"]),
            ("```morpion\nlegende = \"255\"\n```\n| 504 |", &["504"]),
            // A fence that shows one, as CONTRIBUTING.md advises.
            ("~~~\n```morpion\ngraine = 987\n```\n~~~\n504", &["504"]),
            ("````\n```\n987\n```\n````\n504", &["504"]),
        ] {
            let found = typed_numbers(chapter);
            let found: Vec<_> = found.iter().map(|(_, number)| number.as_str()).collect();
            assert_eq!(found, numbers, "{chapter}");
        }
        let page = page(
            "A",
            "",
            &format!("<h1>A</h1>{BOARD}<a href='a/b.html'>b</a>"),
        );
        assert_eq!(
            check(&page, "Un.\n\nIl y a 255 parties."),
            ["index.md:3: 255 is typed by hand; is there a fact for it?"]
        );
    }
}
