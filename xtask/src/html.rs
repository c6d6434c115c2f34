//! Pages as a flat list of tags and texts: all that the checks and the heads of the
//! pages need of HTML.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// One thing after the other, as a page is read.
#[derive(Debug)]
pub(crate) enum Event {
    /// An element begins.
    Open(Tag),
    /// An element ends.
    Close(String),
    /// Text, its character references read. What a script or a style sheet holds is
    /// text too, up to its end.
    Text(String),
}

/// The beginning of an element.
#[derive(Debug)]
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
}

impl Tag {
    /// The value of an attribute.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// Whether it is a script that the browser reads as data and never runs.
    pub(crate) fn is_data(&self) -> bool {
        self.name == "script" && self.get("type") == Some("application/ld+json")
    }
}

/// Elements that have no end.
const VOID: [&str; 13] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Whether an element of this name has an end.
pub(crate) fn has_end(name: &str) -> bool {
    !VOID.contains(&name)
}

/// Reads a page.
pub(crate) fn events(html: &str) -> Vec<Event> {
    let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    // Scripts are not run here, so that the tokenizer never waits for one.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.events.into_inner()
}

#[derive(Default)]
struct Reader {
    events: RefCell<Vec<Event>>,
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut events = self.events.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                let name = tag.name.to_string();
                let kind = match name.as_str() {
                    "script" => Some(RawKind::ScriptData),
                    "style" => Some(RawKind::Rawtext),
                    "title" | "textarea" if !tag.self_closing => Some(RawKind::Rcdata),
                    _ => None,
                };
                let attributes = tag
                    .attrs
                    .iter()
                    .map(|attribute| {
                        let name = attribute.name.local.to_string();
                        (name, attribute.value.to_string())
                    })
                    .collect();
                events.push(Event::Open(Tag {
                    name: name.clone(),
                    attributes,
                }));
                if tag.self_closing && has_end(&name) {
                    events.push(Event::Close(name));
                }
                if let Some(kind) = kind {
                    return TokenSinkResult::RawData(kind);
                }
            }
            Token::TagToken(tag) => events.push(Event::Close(tag.name.to_string())),
            Token::CharacterTokens(text) => match events.last_mut() {
                // The tokenizer cuts text where it likes.
                Some(Event::Text(before)) => before.push_str(&text),
                _ => events.push(Event::Text(text.to_string())),
            },
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Text as it may stand in a page and in an attribute between double quotes.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_in_order() {
        let html = "<title>a &amp; b</title><script>let a = '<p>';</script><p id=c>d<br>e</p><g/>";
        let read: Vec<_> = events(html)
            .into_iter()
            .map(|event| match event {
                Event::Open(tag) => format!("<{}>{}", tag.name, tag.get("id").unwrap_or("")),
                Event::Close(name) => format!("</{name}>"),
                Event::Text(text) => text,
            })
            .collect();
        assert_eq!(
            read,
            [
                "<title>",
                "a & b",
                "</title>",
                "<script>",
                "let a = '<p>';",
                "</script>",
                "<p>c",
                "d",
                "<br>",
                "e",
                "</p>",
                "<g>",
                "</g>"
            ]
        );
    }

    #[test]
    fn escaped_text_is_read_back() {
        let text = "« a < b » & \"c\"";
        let read = events(&format!("<p title=\"{0}\">{0}", escape(text)));
        let [Event::Open(tag), Event::Text(inner)] = read.as_slice() else {
            panic!("{read:?}");
        };
        assert_eq!((tag.get("title"), inner.as_str()), (Some(text), text));
    }
}
