//! What a page says, as a search engine, a link's preview or a check wants it: its
//! headings and sentences in order, without boards, tables and scripts.

use crate::bare;
use crate::html::{self, Event, Tag};

/// Elements of a page whose text is no sentence of it.
const SKIPPED: [&str; 10] = [
    "figure",
    "morpion-plateau",
    "morpion-vue",
    "nav",
    "noscript",
    "pre",
    "script",
    "style",
    "svg",
    "table",
];

/// Elements inside a sentence; any other one ends it.
const INLINE: [&str; 19] = [
    "a", "abbr", "b", "bdi", "cite", "code", "del", "em", "i", "kbd", "mark", "q", "s", "small",
    "span", "strong", "sub", "sup", "wbr",
];

/// The heading that every page ends with, and below which are only links.
const WAY_OUT: &str = "et-maintenant";

/// What a description may count, in characters: search engines show about so many.
pub(crate) const DESCRIPTION: std::ops::RangeInclusive<usize> = 50..=160;
/// A description that ends with a sentence is better than a longer one cut in two,
/// if it has this many characters.
const WHOLE: usize = 90;

/// A page in short.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// The language that the page declares.
    pub(crate) language: String,
    /// The text of `<title>`.
    pub(crate) title: String,
    /// Whether it has a `<main>`; a page that only redirects has none.
    pub(crate) has_main: bool,
    /// The `<meta>` elements: what they are called, and what they say.
    pub(crate) metas: Vec<(String, String)>,
    /// The one address that the page says is its own.
    pub(crate) canonical: Option<String>,
    /// Where links inside `<main>` lead.
    pub(crate) links: Vec<String>,
    /// Whether a board of it can be played on.
    pub(crate) is_alive: bool,
    /// What `<main>` says.
    blocks: Vec<Block>,
}

#[derive(Debug, PartialEq)]
enum Block {
    Heading { level: u8, id: String, text: String },
    Sentences(String),
}

/// A question of the page, and the sentences below it.
#[derive(Debug, PartialEq)]
pub(crate) struct Question {
    pub(crate) asked: String,
    pub(crate) answer: String,
}

impl Outline {
    /// Reads a page.
    pub(crate) fn read(html: &str) -> Self {
        let mut reader = Reader::default();
        for event in html::events(html) {
            reader.event(event);
        }
        reader.flush();
        reader.page
    }

    /// Reads a page if it is a chapter, which search engines may show. Those that only
    /// redirect have no `<main>`; those for printers, frames and readers without scripts
    /// say that they are none.
    pub(crate) fn of_chapter(html: &str) -> Option<Self> {
        let head = html.split("</head>").next().unwrap_or_default();
        // First, since the page for the printer is all others at once.
        if Self::read(head).meta("robots") == Some("noindex") {
            return None;
        }
        Some(Self::read(html)).filter(|page| page.has_main)
    }

    /// The page's title: its first heading of the first level.
    pub(crate) fn heading(&self) -> Option<&str> {
        self.headings().next()
    }

    /// The headings of the first level.
    pub(crate) fn headings(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Heading { level: 1, text, .. } => Some(text.as_str()),
            _ => None,
        })
    }

    /// What a `<meta>` of this name or property says.
    pub(crate) fn meta(&self, name: &str) -> Option<&str> {
        self.metas
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, content)| content.as_str())
    }

    /// The page's first sentences, of a length that fits [`DESCRIPTION`], or nothing when
    /// it has not that many.
    pub(crate) fn first_sentences(&self) -> Option<String> {
        let sentences: Vec<&str> = self
            .blocks
            .iter()
            .take_while(|block| !matches!(block, Block::Heading { id, .. } if id == WAY_OUT))
            .filter_map(|block| match block {
                Block::Sentences(text) => Some(text.as_str()),
                Block::Heading { .. } => None,
            })
            .collect();
        shorten(&sentences.join(" "))
    }

    /// The first questions of the page, of the same length.
    pub(crate) fn first_questions(&self) -> Option<String> {
        let asked: Vec<_> = self.questions().into_iter().map(|one| one.asked).collect();
        shorten(&asked.join(" "))
    }

    /// The headings that ask something, with the sentences below each.
    pub(crate) fn questions(&self) -> Vec<Question> {
        let mut questions = Vec::new();
        let mut is_asked = false;
        for block in &self.blocks {
            match block {
                Block::Heading { level, id, text } => {
                    is_asked = matches!(level, 2 | 3) && id != WAY_OUT && text.ends_with('?');
                    if is_asked {
                        questions.push(Question {
                            asked: text.clone(),
                            answer: String::new(),
                        });
                    }
                }
                Block::Sentences(text) if is_asked => {
                    if let Some(Question { answer, .. }) = questions.last_mut() {
                        if !answer.is_empty() {
                            answer.push(' ');
                        }
                        answer.push_str(text);
                    }
                }
                Block::Sentences(_) => {}
            }
        }
        questions
    }
}

/// The beginning of a text that fits [`DESCRIPTION`]: whole sentences when they are long
/// enough, else cut between two words.
fn shorten(text: &str) -> Option<String> {
    let length = text.chars().count();
    if length < *DESCRIPTION.start() {
        return None;
    }
    if length <= *DESCRIPTION.end() {
        return Some(text.to_owned());
    }
    let mut sentence = 0;
    let mut word = 0;
    let mut before = ' ';
    for (count, (index, character)) in text.char_indices().enumerate() {
        if count > *DESCRIPTION.end() {
            break;
        }
        // A no-break space keeps « ? » and « % » with their word.
        if character == ' ' {
            if matches!(before, '.' | '!' | '?' | '…') && count >= WHOLE {
                sentence = index;
            }
            if count < *DESCRIPTION.end() {
                word = index;
            }
        }
        before = character;
    }
    Some(if sentence > 0 {
        text[..sentence].to_owned()
    } else {
        let cut =
            text[..word].trim_end_matches(|c: char| c.is_whitespace() || ",;:.–«(".contains(c));
        format!("{cut}…")
    })
}

#[derive(Default)]
struct Reader {
    page: Outline,
    in_main: bool,
    in_title: bool,
    /// An element of [`SKIPPED`], and how many of its name are open.
    skipped: Option<(String, usize)>,
    /// The heading that is open.
    heading: Option<(u8, String)>,
    text: String,
}

impl Reader {
    fn event(&mut self, event: Event) {
        match event {
            Event::Open(tag) => self.open(&tag),
            Event::Close(name) => self.close(&name),
            Event::Text(text) if self.in_title => self.page.title.push_str(&text),
            Event::Text(text) if self.in_main && self.skipped.is_none() => {
                self.text.push_str(&text);
            }
            Event::Text(_) => {}
        }
    }

    fn open(&mut self, tag: &Tag) {
        let get = |name| tag.get(name).unwrap_or_default().to_owned();
        match tag.name.as_str() {
            "html" => self.page.language = get("lang"),
            // An icon may have a title, too.
            "title" if !self.in_main && self.page.title.is_empty() => self.in_title = true,
            "main" => {
                self.in_main = true;
                self.page.has_main = true;
            }
            "meta" => {
                if let Some(name) = tag.get("name").or(tag.get("property")) {
                    self.page.metas.push((name.to_owned(), get("content")));
                }
            }
            "link" if tag.get("rel") == Some("canonical") => {
                self.page.canonical = Some(get("href"));
            }
            "morpion-plateau" if tag.get("mode") != Some("fixe") => self.page.is_alive = true,
            // The bare page in a frame has one.
            "iframe" if get("src").contains(bare::PAGE) => self.page.is_alive = true,
            "a" if self.in_main => self.page.links.extend(tag.get("href").map(str::to_owned)),
            _ => {}
        }
        if let Some((name, depth)) = &mut self.skipped {
            if *name == tag.name {
                *depth += 1;
            }
            return;
        }
        if !INLINE.contains(&tag.name.as_str()) {
            self.flush();
        }
        if SKIPPED.contains(&tag.name.as_str()) {
            self.skipped = Some((tag.name.clone(), 1));
        }
        if let Some(level) = level(&tag.name) {
            self.heading = Some((level, get("id")));
        }
    }

    fn close(&mut self, name: &str) {
        if name == "title" {
            self.in_title = false;
        }
        if let Some((skipped, depth)) = &mut self.skipped {
            if skipped == name {
                *depth -= 1;
                if *depth == 0 {
                    self.skipped = None;
                }
            }
            return;
        }
        if !INLINE.contains(&name) {
            self.flush();
        }
        if name == "main" {
            self.in_main = false;
        }
    }

    /// A block is over.
    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        // Line breaks and indents; the no-break spaces of French are no part of them.
        let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        match self.heading.take() {
            Some((level, id)) if self.in_main => {
                self.page.blocks.push(Block::Heading { level, id, text });
            }
            _ if text.is_empty() => {}
            _ => self.page.blocks.push(Block::Sentences(text)),
        }
    }
}

/// The level of a heading.
fn level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(main: &str) -> Outline {
        Outline::read(&format!(
            "<html lang=fr><head><title>a &amp; b</title></head><body><p>menu</p>\
             <main>{main}</main><p>bas</p></body></html>"
        ))
    }

    #[test]
    fn a_page_is_read() {
        let page = page(
            "<h1 id=a><a class=header href=#a>Les <em>règles</em></a></h1>\
             <svg><title>non</title></svg><a href='b.html'>b</a><morpion-plateau mode=jeu>",
        );
        assert_eq!(page.language, "fr");
        assert_eq!(page.title, "a & b");
        assert_eq!(page.heading(), Some("Les règles"));
        assert_eq!(page.links, ["#a", "b.html"]);
        assert!(page.is_alive && page.has_main);
        assert!(!Outline::read("<morpion-plateau mode=fixe>").is_alive);
        assert!(Outline::read("<iframe src='../plateau.html?jeu=3d'>").is_alive);
        assert!(!Outline::read("<iframe src='toc.html'>").is_alive);
    }

    #[test]
    fn some_pages_are_no_chapters() {
        let robots = "<meta name=\"robots\" content=\"noindex\">";
        for (html, is_chapter) in [
            ("<head></head><main>".to_owned(), true),
            (format!("<head>{robots}</head><main>"), false),
            (format!("<head></head><main>{robots}"), true),
            ("<head></head><p>".to_owned(), false),
        ] {
            assert_eq!(Outline::of_chapter(&html).is_some(), is_chapter, "{html}");
        }
    }

    #[test]
    fn first_sentences_are_of_the_text_alone() {
        let page = page(
            "<h1>Titre</h1><figure><figure>un</figure><p>deux</p></figure><table><td>trois</table>\
             <p>Une phrase\n   avec <b>du gras</b>\u{a0}!</p><ol><li>Un premier point.</li>\
             <li>Un second point, <code>5-1</code>.</li></ol>\
             <h2 id=et-maintenant>Et maintenant\u{a0}?</h2><p>Un lien.</p>",
        );
        assert_eq!(
            page.first_sentences().as_deref(),
            Some("Une phrase avec du gras\u{a0}! Un premier point. Un second point, 5-1.")
        );
    }

    #[test]
    fn descriptions_have_their_length() {
        let words = |count| "mot ".repeat(count).trim().to_owned();
        for (text, expected) in [
            (words(12), None),
            (words(13), Some(words(13))),
            (words(40), Some(words(40))),
            // 160 characters with the ellipsis.
            (words(41), Some(words(40) + "…")),
            // A sentence that is too short to stand alone, then one that is not.
            (
                format!("Oui. {}", words(60)),
                Some(format!("Oui. {}…", words(38))),
            ),
            (
                format!("{}. {}", words(25), words(60)),
                Some(words(25) + "."),
            ),
            (format!("{}, oui.", words(39)), Some(words(39) + "…")),
        ] {
            let short = shorten(&text);
            assert_eq!(short, expected, "{text}");
            if let Some(short) = short {
                assert!(DESCRIPTION.contains(&short.chars().count()), "{short}");
            }
        }
    }

    #[test]
    fn questions_have_their_answers() {
        let page = page(
            "<h1>Des questions\u{a0}?</h1><p>Avant.</p><h2>Qui\u{a0}?</h2><p>Toi.</p><ul><li>Ou moi.</ul>\
             <h3>Où\u{a0}?</h3><p>Ici.</p><h2>Un détail</h2><p>Rien.</p>\
             <h2 id=et-maintenant>Et maintenant\u{a0}?</h2><p>Un lien.</p>",
        );
        let question = |asked: &str, answer: &str| Question {
            asked: asked.to_owned(),
            answer: answer.to_owned(),
        };
        assert_eq!(page.first_questions(), None, "too short");
        assert_eq!(
            page.questions(),
            [
                question("Qui\u{a0}?", "Toi. Ou moi."),
                question("Où\u{a0}?", "Ici.")
            ]
        );
    }
}
