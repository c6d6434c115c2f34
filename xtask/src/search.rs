//! Search: the text of the book as the reader's browser will search it, and the script
//! that does.
//!
//! Both are made after mdBook, from its pages, and named by their content; a page names
//! the script, the script the text, and neither is loaded before a reader searches. The
//! text is cut at headings. No word is looked at here: what a word is, `terms.js` alone
//! decides, in the browser, for the text and for the question alike.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Serialize;

use crate::files;
use crate::html::{self, Event, Tag};
use crate::workspace::Workspace;

/// What the pages name, as `theme/phrases.toml` writes it.
const SCRIPT: &str = "searcher.js\"";
/// What the script names, as mdBook writes it.
const INDEX: &str = "{{ resource \"searchindex.js\" }}";
/// The page that lists the others. What it does not name is not found: the page for the
/// printer, the one of a wrong address.
const CONTENTS: &str = "toc.html";

/// Elements whose text no reader reads on the page, or reads as a picture.
const SKIPPED: [&str; 9] = [
    "morpion-plateau",
    "button",
    "noscript",
    "script",
    "select",
    "style",
    "svg",
    "template",
    "textarea",
];
/// Elements within a word or a sentence; the others part words.
const INLINE: [&str; 18] = [
    "a", "abbr", "b", "cite", "code", "dfn", "em", "i", "kbd", "mark", "q", "s", "small", "span",
    "strong", "sub", "sup", "var",
];
/// Headings that start a section.
const HEADINGS: [&str; 3] = ["h1", "h2", "h3"];

/// The section that ends every page with links to others, which are found themselves.
const NEXT: &str = "et-maintenant";

/// A page as the contents name it.
#[derive(Debug, PartialEq)]
struct Chapter {
    /// From the root of the book.
    address: String,
    /// Its part of the book, and its name.
    trail: String,
}

/// What stands under one heading, as it is written into the index: a list of three.
#[derive(Debug, Default, PartialEq, Serialize)]
struct Section(String, String, String);

/// Stands in the script between the libraries, whose messages are for programmers, and
/// what speaks to readers.
pub(crate) const OWN: &str = "/* -- */\n";

/// Writes text and script into the rendered book, and the script's name into its pages.
pub(crate) fn write(workspace: &Workspace, book: &Path) -> Result<()> {
    let mut pages = Vec::new();
    for Chapter { address, trail } in chapters(&files::read_text(&book.join(CONTENTS))?) {
        let page = files::read_text(&book.join(&address))?;
        pages.push((address, trail, sections(&page)));
    }
    ensure!(!pages.is_empty(), "{CONTENTS} names no page");
    let text = format!(
        "window.search.pages = {};\n",
        serde_json::to_string(&pages).context("the index")?
    );
    let index = write_named(book, "searchindex", &text)?;

    let own = workspace.root.join("theme/search");
    let libraries = [
        own.join("minisearch.js"),
        workspace.pristine_theme.join("searcher/mark.min.js"),
    ];
    let ours = [
        own.join("terms.js"),
        workspace.patched_theme().join("searcher.js"),
    ];
    let mut script = String::new();
    for (parts, end) in [(libraries, OWN), (ours, "")] {
        for part in parts {
            script.push_str(&files::read_text(&part)?);
            // A script that ends in an expression would call what the next starts with.
            script.push_str("\n;\n");
        }
        script.push_str(end);
    }
    ensure!(
        script.matches(INDEX).count() == 1,
        "mdBook's searcher.js no longer says {INDEX}"
    );
    let script = write_named(book, "searcher", &script.replace(INDEX, &index))?;
    name_in_pages(book, &script)
}

/// Writes a script under a name made from its content, as mdBook's are; gives the name.
fn write_named(book: &Path, stem: &str, content: &str) -> Result<String> {
    let hash = files::sha256(content.as_bytes());
    let name = format!("{stem}-{}.js", hash.get(..8).unwrap_or(&hash));
    files::write_if_changed(&book.join(&name), content.as_bytes())?;
    Ok(name)
}

/// Puts the script's name into every page that has a search box.
fn name_in_pages(book: &Path, script: &str) -> Result<()> {
    let mut named = 0;
    for path in files::list(book)? {
        if path.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        let page = files::read_text(&path)?;
        let Some((before, rest)) = page.split_once(" data-search=\"") else {
            continue;
        };
        let (root, after) = rest
            .split_once(SCRIPT)
            .with_context(|| format!("{}: no script of the search", path.display()))?;
        let page = format!("{before} data-search=\"{root}{script}\"{after}");
        files::write_if_changed(&path, page.as_bytes())?;
        named += 1;
    }
    ensure!(named > 0, "no page has a search box");
    Ok(())
}

/// The pages that the table of contents names, in its order.
fn chapters(contents: &str) -> Vec<Chapter> {
    let mut part = String::new();
    let mut chapters = Vec::new();
    for (address, name) in Reader::read(contents).entries {
        match address {
            None => part = tidy(&name),
            Some(address) => {
                let name = tidy(&name);
                let trail = if part.is_empty() {
                    name
                } else {
                    format!("{part} » {name}")
                };
                chapters.push(Chapter { address, trail });
            }
        }
    }
    chapters
}

/// The sections of a page. The first has no place of its own: it is the page.
fn sections(page: &str) -> Vec<Section> {
    let mut sections = Reader::read(page).sections;
    sections.retain(|Section(id, _, _)| id != NEXT);
    for Section(_, title, body) in &mut sections {
        *title = tidy(title);
        *body = tidy(body);
    }
    if let Some(first) = sections.first_mut() {
        first.0.clear();
    }
    sections
}

/// Without the line breaks of the source; the spaces of typography stay.
fn tidy(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where a text goes.
#[derive(Clone, Copy, Default, PartialEq)]
enum Place {
    #[default]
    Nothing,
    Title,
    Body,
    Entry,
}

/// Reads one page, or the table of contents.
#[derive(Default)]
struct Reader {
    /// Sections of the main part.
    sections: Vec<Section>,
    /// Of a table of contents: names of parts, and of pages with their addresses.
    entries: Vec<(Option<String>, String)>,
    place: Place,
    /// The element that is skipped, and how many of its name are open in it.
    skipped: Option<(String, usize)>,
}

impl Reader {
    fn read(page: &str) -> Self {
        let mut reader = Self::default();
        for event in html::events(page) {
            match event {
                Event::Open(tag) => reader.open(&tag),
                Event::Close(name) => reader.close(&name),
                Event::Text(text) => reader.push(&text),
            }
        }
        reader
    }

    fn open(&mut self, tag: &Tag) {
        let name = tag.name.as_str();
        let has_end = html::has_end(name);
        if let Some((open, depth)) = &mut self.skipped {
            if has_end && open == name {
                *depth += 1;
            }
            return;
        }
        if has_end && (tag.get("hidden").is_some() || SKIPPED.contains(&name)) {
            self.skipped = Some((name.to_owned(), 1));
            return;
        }
        if name == "main" {
            self.place = Place::Body;
        } else if self.place == Place::Nothing {
            // Menus; no reader looks for them.
        } else if let Some(id) = tag.get("id").filter(|_| HEADINGS.contains(&name)) {
            let section = Section(id.to_owned(), String::new(), String::new());
            self.sections.push(section);
            self.place = Place::Title;
        } else if name == "a" && tag.get("target") == Some("_parent") {
            let address = tag.get("href").map(str::to_owned);
            self.entries.push((address, String::new()));
            self.place = Place::Entry;
        } else if name == "li" && tag.get("class") == Some("part-title") {
            self.entries.push((None, String::new()));
            self.place = Place::Entry;
        } else if !INLINE.contains(&name) {
            self.push(" ");
        }
    }

    fn close(&mut self, name: &str) {
        if let Some((open, depth)) = &mut self.skipped {
            if open == name {
                *depth -= 1;
            }
            if *depth == 0 {
                self.skipped = None;
            }
            return;
        }
        if !INLINE.contains(&name) {
            self.push(" ");
        }
        self.place = match (self.place, name) {
            (_, "main") => Place::Nothing,
            (Place::Title, name) if HEADINGS.contains(&name) => Place::Body,
            (Place::Entry, "a" | "li") => Place::Body,
            (place, _) => place,
        };
    }

    fn push(&mut self, text: &str) {
        if self.skipped.is_some() {
            return;
        }
        let to = match self.place {
            Place::Nothing => None,
            Place::Title => self.sections.last_mut().map(|section| &mut section.1),
            Place::Body => self.sections.last_mut().map(|section| &mut section.2),
            Place::Entry => self.entries.last_mut().map(|entry| &mut entry.1),
        };
        if let Some(to) = to {
            to.push_str(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(id: &str, title: &str, body: &str) -> Section {
        Section(id.to_owned(), title.to_owned(), body.to_owned())
    }

    #[test]
    fn a_page_is_cut_at_its_headings() {
        let page = "<nav>menu</nav><main>\n<h1 id=titre><a class=header href=#titre>Les règles</a></h1>\n\
            <p>X&nbsp;joue,\npuis <b>O</b>.</p><h2 id=fin>La <em>fin</em></h2><ul><li>un</li><li>deux</li></ul>\
            <h4 id=note>Note</h4>bas\
            <h2 id=et-maintenant>Et maintenant</h2><a href=x.html>Ailleurs</a></main><nav>suite</nav>";
        assert_eq!(
            sections(page),
            [
                section("", "Les règles", "X\u{a0}joue, puis O."),
                section("fin", "La fin", "un deux Note bas"),
            ]
        );
    }

    #[test]
    fn what_is_not_read_is_not_found() {
        for (body, text) in [
            (
                "<figure><morpion-plateau jeu=infini><p class=morpion-statut>À X</p><svg><text>1</text></svg>\
                 </morpion-plateau><figcaption>légende</figcaption></figure>",
                "légende",
            ),
            ("<p hidden>caché</p>vu", "vu"),
            ("<div hidden>a<div>b</div>c</div>vu", "vu"),
            ("<div hidden><br><input hidden></div>vu", "vu"),
            ("<input hidden>vu", "vu"),
            ("<button>Rejouer</button>vu", "vu"),
            ("<script>let x = '<p>';</script>vu", "vu"),
            ("<svg><title>dessin</title><path/></svg>vu", "vu"),
            ("<select><option>facile</option></select>vu", "vu"),
            ("a<br>b", "a b"),
            ("<table><tr><td>1</td><td>2</td></tr></table>", "1 2"),
            ("l’<b>o</b>rdi<wbr>nateur", "l’ordi nateur"),
        ] {
            let page = format!("<main><h1 id=t>T</h1>{body}</main>");
            assert_eq!(sections(&page), [section("", "T", text)], "{body}");
        }
    }

    const TOC: &str = "<title>Sommaire</title><main><h1>Le livre</h1><ol>\
        <li><a href=\"index.html\" target=\"_parent\">Accueil</a></li>\
        <li class=\"part-title\">Morpion infini</li>\
        <li><a href=\"infini/regles.html\" target=\"_parent\">Les <b>règles</b></a></li></ol></main>";

    #[test]
    fn pages_are_those_of_the_contents() {
        let rows = [
            ("index.html", "Accueil"),
            ("infini/regles.html", "Morpion infini » Les règles"),
        ];
        let wanted = rows.map(|(address, trail)| Chapter {
            address: address.to_owned(),
            trail: trail.to_owned(),
        });
        assert_eq!(chapters(TOC), wanted);
    }

    /// A workspace and a rendered book of two pages.
    fn workspace(searcher: &str) -> (tempfile::TempDir, Workspace) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().to_path_buf();
        let page = |root: &str| {
            format!(
                "<button id=b data-search=\"{root}searcher.js\"></button><main><h1 id=t>T</h1>a</main>"
            )
        };
        for (name, content) in [
            ("theme/search/minisearch.js", "mini()"),
            ("theme/search/terms.js", "terms()"),
            ("front-end/searcher/mark.min.js", "mark()"),
            ("target/theme/searcher.js", searcher),
            ("book/toc.html", TOC),
            ("book/index.html", &page("")),
            ("book/infini/regles.html", &page("../")),
            ("book/plateau.html", "<p>Une page sans recherche"),
        ] {
            files::write_if_changed(&root.join(name), content.as_bytes()).unwrap();
        }
        let workspace = Workspace {
            program: root.join("xtask"),
            target: root.join("target"),
            pristine_theme: root.join("front-end"),
            root,
        };
        (folder, workspace)
    }

    #[test]
    fn pages_name_the_script_and_the_script_the_text() {
        let (_folder, workspace) = workspace("load('{{ resource \"searchindex.js\" }}')");
        let book = workspace.book();
        write(&workspace, &book).unwrap();

        let named = |start: &str| {
            let mut names = files::list(&book).unwrap().into_iter().filter_map(|path| {
                let name = path.file_name()?.to_str()?.to_owned();
                name.starts_with(start).then_some(name)
            });
            let name = names.next().unwrap();
            assert_eq!(names.next(), None);
            name
        };
        let (script, index) = (named("searcher-"), named("searchindex-"));
        for (page, address) in [
            ("index.html", script.clone()),
            ("infini/regles.html", format!("../{script}")),
        ] {
            let page = files::read_text(&book.join(page)).unwrap();
            assert!(
                page.contains(&format!("data-search=\"{address}\"")),
                "{page}"
            );
        }
        let text = files::read_text(&book.join(&script)).unwrap();
        let places = ["mini()", "mark()", "terms()", &format!("load('{index}')")].map(|part| {
            text.find(part)
                .unwrap_or_else(|| panic!("{part} not in {text}"))
        });
        assert!(places.is_sorted(), "{text}");
        assert_eq!(
            files::read_text(&book.join(&index)).unwrap(),
            "window.search.pages = [[\"index.html\",\"Accueil\",[[\"\",\"T\",\"a\"]]],\
             [\"infini/regles.html\",\"Morpion infini » Les règles\",[[\"\",\"T\",\"a\"]]]];\n"
        );
        assert!(script.ends_with(&format!("{}.js", &files::sha256(text.as_bytes())[..8])));
    }

    #[test]
    fn a_searcher_that_names_nothing_stops_the_build() {
        let (_folder, workspace) = workspace("load()");
        let error = write(&workspace, &workspace.book()).unwrap_err();
        assert!(error.to_string().contains("no longer says"), "{error:#}");
    }
}
