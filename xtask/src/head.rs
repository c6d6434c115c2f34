//! What each page says of itself: its title and description, the questions that it
//! answers as data for search engines and, when the site's address is known, what others
//! show of a link to it.
//!
//! mdBook writes one description for all pages, and the chapter's name in the table of
//! contents as the title; this runs after it, on the rendered files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::json;

use crate::files;
use crate::html::escape;
use crate::outline::Outline;
use crate::picture::{self, Studio};
use crate::site::{Address, Site};

/// Here any wrong address ends: it has no address of its own.
pub(crate) const NOT_FOUND: &str = "404.html";
/// The pages that are questions and answers have this name in each folder.
const QUESTIONS: &str = "questions.html";
/// The page whose picture stands for those without a board.
const FIRST: &str = "index.html";

/// What the template writes, and what comes after the value.
const TITLE: (&str, &str) = ("<title>", "</title>");
const DESCRIPTION: (&str, &str) = ("<meta name=\"description\" content=\"", "\">");

/// Writes the heads of all chapters of a rendered book, with the pictures that they
/// name, `sitemap.xml` and `robots.txt` if the site has an address. Gives what a person
/// should mend, one line each.
pub(crate) fn write(site: &Site, studio: &Studio, book: &Path) -> Result<Vec<String>> {
    let mut pages = BTreeMap::new();
    for path in files::list(book)? {
        let name = path
            .strip_prefix(book)?
            .to_string_lossy()
            .replace('\\', "/");
        if name.ends_with(".html") {
            let text = files::read_text(&path)?;
            if let Some(outline) = Outline::of_chapter(&text) {
                pages.insert(name, (text, outline));
            }
        }
    }
    let mut advice = Vec::new();
    let mut shared = None;
    if site.address.is_some() {
        shared = match pages.get(FIRST) {
            Some((text, _)) => picture::share(studio, text, book).context(FIRST)?,
            None => None,
        };
    }
    let mut listed = Vec::new();
    for (name, (text, outline)) in &pages {
        let has_questions = name.rsplit('/').next() == Some(QUESTIONS);
        // What is asked tells more of such a page than its first answer.
        let description = if has_questions {
            outline.first_questions()
        } else {
            outline.first_sentences()
        };
        if description.is_none() {
            advice.push(format!(
                "{name}: too little text for a description of its own"
            ));
        }
        let mut head = Head {
            site,
            title: outline.heading(),
            description: description.as_deref(),
            more: String::new(),
        };
        if let Some(address) = site.address.as_ref().filter(|_| name != NOT_FOUND) {
            let own = picture::share(studio, text, book).with_context(|| name.clone())?;
            head.link_preview(&address.of(name), own.as_ref().or(shared.as_ref()), address);
            listed.push(address.of(name));
        }
        if has_questions {
            head.questions(outline)?;
        }
        let dressed = head.into_page(text).with_context(|| name.clone())?;
        files::write_if_changed(&book.join(name), dressed.as_bytes())?;
    }
    if let Some(address) = &site.address {
        for (name, content) in [
            ("sitemap.xml", sitemap(&listed)),
            (
                "robots.txt",
                format!(
                    "User-agent: *\nAllow: /\n\nSitemap: {}\n",
                    address.of("sitemap.xml")
                ),
            ),
        ] {
            files::write_if_changed(&book.join(name), content.as_bytes())?;
        }
    }
    Ok(advice)
}

/// The head of one page.
struct Head<'a> {
    site: &'a Site,
    title: Option<&'a str>,
    description: Option<&'a str>,
    /// The lines after the description.
    more: String,
}

impl Head<'_> {
    fn property(&mut self, key: &str, name: &str, content: &str) {
        // Writing to a String cannot fail.
        let _ = write!(
            self.more,
            "\n        <meta {key}=\"{name}\" content=\"{}\">",
            escape(content)
        );
    }

    /// What other sites show of a link to the page.
    fn link_preview(&mut self, address: &str, picture: Option<&picture::Shared>, site: &Address) {
        let _ = write!(
            self.more,
            "\n        <link rel=\"canonical\" href=\"{}\">",
            escape(address)
        );
        let name = self.site.title.as_str();
        self.property("property", "og:type", "website");
        self.property("property", "og:site_name", name);
        self.property("property", "og:locale", "fr_FR");
        self.property("property", "og:title", self.title.unwrap_or(name));
        if let Some(description) = self.description {
            self.property("property", "og:description", description);
        }
        self.property("property", "og:url", address);
        if let Some(picture) = picture {
            self.property("property", "og:image", &site.of(&picture.file));
            self.property("property", "og:image:type", "image/png");
            self.property("property", "og:image:width", &picture::WIDTH.to_string());
            self.property("property", "og:image:height", &picture::HEIGHT.to_string());
            self.property("property", "og:image:alt", &picture.label);
        }
        let card = match picture {
            Some(_) => "summary_large_image",
            None => "summary",
        };
        self.property("name", "twitter:card", card);
    }

    /// The questions and answers as data (<https://schema.org/FAQPage>). The browser
    /// runs no such script, so that the policy does not forbid it.
    fn questions(&mut self, outline: &Outline) -> Result<()> {
        let questions: Vec<_> = outline
            .questions()
            .into_iter()
            .filter(|question| !question.answer.is_empty())
            .map(|question| {
                json!({
                    "@type": "Question",
                    "name": question.asked,
                    "acceptedAnswer": { "@type": "Answer", "text": question.answer },
                })
            })
            .collect();
        ensure!(!questions.is_empty(), "no question with an answer in words");
        let data = json!({
            "@context": "https://schema.org",
            "@type": "FAQPage",
            "inLanguage": "fr",
            "mainEntity": questions,
        });
        // Nothing in it may end the script.
        let data = data.to_string().replace('<', "\\u003c");
        let _ = write!(
            self.more,
            "\n        <script type=\"application/ld+json\">{data}</script>"
        );
        Ok(())
    }

    /// The page with this head.
    fn into_page(self, page: &str) -> Result<String> {
        let mut page = page.to_owned();
        if let Some(title) = self.title {
            let title = format!("{title} – {}", self.site.title);
            page = replace(&page, TITLE, Some(&title), "")?;
        }
        replace(&page, DESCRIPTION, self.description, &self.more)
    }
}

/// Puts a value between two parts of the template, the first time that they are there,
/// and something after them; without a value, instead of them.
fn replace(
    page: &str,
    (before, after): (&str, &str),
    value: Option<&str>,
    more: &str,
) -> Result<String> {
    let (start, rest) = page
        .split_once(before)
        .with_context(|| format!("no {before}"))?;
    let (_, end) = rest
        .split_once(after)
        .with_context(|| format!("no {after}"))?;
    let value = value
        .map(|value| format!("{before}{}{after}", escape(value)))
        .unwrap_or_default();
    Ok(format!("{start}{value}{more}{end}"))
}

/// The list of all addresses for search engines (<https://www.sitemaps.org>).
fn sitemap(addresses: &[String]) -> String {
    let mut map = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for address in addresses {
        let _ = writeln!(map, "  <url><loc>{}</loc></url>", escape(address));
    }
    map.push_str("</urlset>\n");
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Une phrase assez longue pour décrire la page, et même un peu plus longue.";
    const STYLE: &str = ":root { --m-papier: #fff; --m-carreau: #eee; --m-bord: #ddd; }";

    fn page(main: &str) -> String {
        format!(
            "<html lang=\"fr\"><head><title>Ancien - Livre</title>\
             <meta name=\"description\" content=\"Le livre.\"></head><body><main>{main}</main>"
        )
    }

    fn no_chapter() -> String {
        page("<h1>Tout</h1>").replace("<title>", "<meta name=robots content=noindex><title>")
    }

    /// Writes the heads of a book of these pages.
    fn dress(
        address: Option<&str>,
        pages: &[(&str, String)],
    ) -> Result<(tempfile::TempDir, Vec<String>)> {
        let folder = tempfile::tempdir()?;
        let book = folder.path().join("book");
        for (name, content) in pages {
            files::write_if_changed(&book.join(name), content.as_bytes())?;
        }
        let book_toml = folder.path().join("book.toml");
        let line = address.map_or(String::new(), |address| {
            format!("[preprocessor.morpion]\nadresse = \"{address}\"\n")
        });
        std::fs::write(&book_toml, format!("[book]\ntitle = \"Livre\"\n{line}"))?;
        let studio = Studio::new(STYLE, folder.path().join("cache"))?;
        let advice = write(&Site::read(&book_toml)?, &studio, &book)?;
        Ok((folder, advice))
    }

    fn read(folder: &tempfile::TempDir, name: &str) -> String {
        files::read_text(&folder.path().join("book").join(name)).unwrap()
    }

    #[test]
    fn each_page_has_its_own_title_and_description() {
        let (folder, advice) = dress(
            None,
            &[
                (
                    "index.html",
                    page(&format!("<h1>L’accueil &amp; co</h1><p>{TEXT}")),
                ),
                ("a/b.html", page("<h1>Court</h1><p>Trop court.")),
                ("print.html", no_chapter()),
            ],
        )
        .unwrap();
        let first = read(&folder, "index.html");
        assert!(
            first.contains(&format!(
                "<title>L’accueil &amp; co – Livre</title>\
                 <meta name=\"description\" content=\"{TEXT}\"></head>"
            )),
            "{first}"
        );
        let short = read(&folder, "a/b.html");
        assert!(
            short.contains("<title>Court – Livre</title></head>"),
            "{short}"
        );
        assert_eq!(
            advice,
            ["a/b.html: too little text for a description of its own"]
        );
        assert_eq!(read(&folder, "print.html"), no_chapter());
        // Without an address nothing is made that needs one.
        let files = files::list(&folder.path().join("book")).unwrap();
        assert_eq!(files.len(), 3, "{files:?}");
    }

    #[test]
    fn questions_become_data() {
        let questions = page(&format!(
            "<h1>Questions</h1><p>{TEXT}</p><h2>Qui &lt;gagne&gt;\u{a0}?</h2>\
             <p>X, &lt;/script&gt;.</p><h2>Et qui perd, quand personne ne fait de faute\u{a0}?</h2><p>Personne.</p>"
        ));
        let (folder, _) = dress(None, &[("a/questions.html", questions)]).unwrap();
        let page = read(&folder, "a/questions.html");
        assert_eq!(
            Outline::read(&page).meta("description"),
            Some("Qui <gagne>\u{a0}? Et qui perd, quand personne ne fait de faute\u{a0}?")
        );
        let (_, rest) = page
            .split_once("<script type=\"application/ld+json\">")
            .unwrap();
        let (data, _) = rest.split_once("</script>").unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["@type"], "FAQPage");
        assert_eq!(data["mainEntity"][0]["name"], "Qui <gagne>\u{a0}?");
        assert_eq!(
            data["mainEntity"][0]["acceptedAnswer"]["text"],
            "X, </script>."
        );
        let empty = self::page("<h1>Rien</h1>");
        let error = dress(None, &[("a/questions.html", empty)]).unwrap_err();
        assert!(format!("{error:#}").contains("no question"), "{error:#}");
    }

    #[test]
    fn with_an_address_links_have_a_preview() {
        let board = "<morpion-plateau jeu=\"classique\"><svg class=\"morpion-dessin\" \
                     viewbox=\"-10 -10 320 320\" role=\"img\" aria-label=\"X en 5.\">\
                     <path class=\"regle\" d=\"M0 0L9 9\" /></svg></morpion-plateau>";
        let (folder, _) = dress(
            Some("https://exemple.fr/m"),
            &[
                (
                    "index.html",
                    page(&format!("<h1>Un</h1><p>{TEXT}</p>{board}")),
                ),
                ("a/b.html", page(&format!("<h1>Deux</h1><p>{TEXT}</p>"))),
                ("404.html", page(&format!("<h1>Perdu</h1><p>{TEXT}</p>"))),
            ],
        )
        .unwrap();
        let outline = Outline::read(&read(&folder, "a/b.html"));
        assert_eq!(
            outline.canonical.as_deref(),
            Some("https://exemple.fr/m/a/b.html")
        );
        for (name, content) in [
            ("og:title", "Deux"),
            ("og:description", TEXT),
            ("og:url", "https://exemple.fr/m/a/b.html"),
            ("og:locale", "fr_FR"),
            // It has no board: that of the first page.
            ("og:image:alt", "X en 5."),
            ("twitter:card", "summary_large_image"),
        ] {
            assert_eq!(outline.meta(name), Some(content), "{name}");
        }
        let image = outline.meta("og:image").unwrap();
        let file = image.strip_prefix("https://exemple.fr/m/").unwrap();
        assert!(folder.path().join("book").join(file).is_file(), "{image}");
        assert!(!read(&folder, "404.html").contains("canonical"));
        let map = read(&folder, "sitemap.xml");
        let addresses: Vec<_> = map.lines().filter(|line| line.contains("<loc>")).collect();
        assert_eq!(
            addresses,
            [
                "  <url><loc>https://exemple.fr/m/a/b.html</loc></url>",
                "  <url><loc>https://exemple.fr/m/</loc></url>",
            ]
        );
        let robots = read(&folder, "robots.txt");
        assert!(
            robots.contains("Sitemap: https://exemple.fr/m/sitemap.xml"),
            "{robots}"
        );
    }
}
