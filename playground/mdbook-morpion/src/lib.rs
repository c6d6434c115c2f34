//! An mdBook preprocessor that puts live boards of the morpion family into
//! chapters.
//!
//! A fence opened by the word `morpion` becomes a figure, and
//! `{{morpion nombre …}}` a number that the engine counts:
//!
//! ```
//! use mdbook_morpion::{Style, rewrite};
//!
//! let chapter = "```morpion\njeu = \"ultimate\"\ncoups = \"55-51-15\"\n```\n";
//! let html = rewrite(chapter, Style::new("html")).unwrap();
//! assert!(html.starts_with("<figure class=\"morpion\">"));
//! ```
//!
//! A mistake has its place in the chapter and its reason in French:
//!
//! ```
//! use mdbook_morpion::{Style, rewrite};
//!
//! let mistakes = rewrite("```morpion\njeu = \"infni\"\n```\n", Style::new("html")).unwrap_err();
//! assert_eq!(mistakes[0].place.to_string(), "2:8");
//! assert!(mistakes[0].message.starts_with("jeu inconnu"));
//! ```
//!
//! # Fences
//!
//! The text of a fence is TOML. `jeu` is needed; `coups` are the moves played,
//! from the usual start or from the set-up `position`; `mode` is `fixe`, `demo`,
//! `jeu` (the default), `entrainement` (a game with what each move is worth at
//! hand) or `exercice`, which needs a `but` that the engine can prove;
//! `adversaire`, `commence`, `niveau` and `graine` are for `jeu` and `entrainement`;
//! `lien = true` lets the address of the page say what is played; `legende` is
//! plain text under the board, in which numbers can be cited too. `vue`, alone in
//! its fence, is no board: `classement` shows the longest runs without defeat,
//! `exercices` all pages with exercises, `atlas` the lines of the cube, `preuve` the
//! check of the cube's proof.
//!
//! # Prose
//!
//! In a book whose language is French, what is written with plain spaces and straight
//! apostrophes is set with no-break spaces and curly ones; code stays as it is.
//!
//! # Whole pages
//!
//! `{{morpion exercices infini}}`, alone on its line, is every exercise that the engine
//! has made of a game, `{{morpion exercices infini 1-3}}` those of some grades;
//! `{{morpion position-du-jour}}` is one that the date chooses, `{{morpion feuilles}}`
//! the list of the sheets to print.
//!
//! What is nearly a fence or a number (`Morpion`, `morpion,fixe`, a fence inside
//! HTML) is a mistake, because its source would be shown to the reader.
//!
//! # What this crate does not do
//!
//! It draws nothing: a figure is written by [`morpion_board`], the same that
//! runs in the browser. It counts nothing: [`facts`] asks the engine. It does
//! not look into files that a chapter includes, because it runs before they are
//! put in, so that a line number is the one of the chapter's file.

mod chapter;
mod cite;
mod data;
mod exercises;
pub mod facts;
mod fence;
mod info;
pub mod install;
mod messages;
mod papers;
mod place;
pub mod program;
mod tables;

use std::fmt;
use std::path::{Component, Path, PathBuf};

use mdbook_preprocessor::PreprocessorContext;
use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use morpion_board::Sheet;

use chapter::rewrite_among;

pub use chapter::{Mistake, Style, rewrite};
pub use place::Place;

/// Everything that is wrong in a book, chapter by chapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes {
    /// The chapter's file as seen from the folder of the book, and a mistake
    /// in it.
    pub list: Vec<(String, Mistake)>,
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (path, Mistake { place, message }) in &self.list {
            writeln!(f, "{path}:{place}: {message}")?;
        }
        f.write_str(&messages::mistakes(self.list.len()))
    }
}

impl std::error::Error for Mistakes {}

/// Rewrites every chapter of a book.
///
/// # Errors
///
/// All mistakes of all chapters, so that one run tells them all.
pub fn preprocess(context: &PreprocessorContext, mut book: Book) -> Result<Book, Mistakes> {
    let style = Style::of_book(&context.config, &context.renderer);
    let mut list = Vec::new();
    // The pages with exercises, and the texts that list them once all are known.
    let mut sheets: Vec<(PathBuf, Sheet)> = Vec::new();
    let mut listing: Vec<(Option<PathBuf>, &mut String)> = Vec::new();
    // Not `for_each_chapter_mut`, which visits what is inside a chapter before
    // the chapter: mistakes come in the order of the book.
    let mut items: Vec<_> = book.items.iter_mut().rev().collect();
    while let Some(item) = items.pop() {
        let BookItem::Chapter(chapter) = item else {
            continue;
        };
        // A draft has no text, a chapter without a file may have one.
        if style.french {
            chapter.name = morpion_board::french::typeset(&chapter.name);
        }
        match rewrite_among(&chapter.content, style, &[]) {
            Ok(rewritten) => {
                if let Some(path) = &chapter.path
                    && !rewritten.exercises.is_empty()
                {
                    let sheet = Sheet {
                        link: String::new(),
                        title: chapter.name.clone(),
                        keys: rewritten.exercises,
                    };
                    sheets.push((path.clone(), sheet));
                }
                if rewritten.lists {
                    listing.push((chapter.path.clone(), &mut chapter.content));
                } else {
                    chapter.content = rewritten.text;
                }
            }
            Err(mistakes) => {
                let path = shown_path(&context.config.book.src, chapter);
                list.extend(mistakes.into_iter().map(|mistake| (path.clone(), mistake)));
            }
        }
        items.extend(chapter.sub_items.iter_mut().rev());
    }
    for (path, text) in listing {
        let sheets: Vec<Sheet> = sheets
            .iter()
            .map(|(to, sheet)| Sheet {
                link: link(path.as_deref(), to),
                ..sheet.clone()
            })
            .collect();
        // Its mistakes would have been told above.
        if let Ok(rewritten) = rewrite_among(text, style, &sheets) {
            *text = rewritten.text;
        }
    }
    if list.is_empty() {
        Ok(book)
    } else {
        Err(Mistakes { list })
    }
}

/// The way from one page of the book to another.
fn link(from: Option<&Path>, to: &Path) -> String {
    let depth = from.map_or(0, |from| from.components().count().saturating_sub(1));
    let mut link = "../".repeat(depth);
    let page = to.with_extension("html");
    let parts: Vec<_> = page
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    link.push_str(&parts.join("/"));
    link
}

/// The file of a chapter as seen from the folder of the book, with `/` on
/// every system.
fn shown_path(src: &Path, chapter: &Chapter) -> String {
    // `path` is renamed by mdBook for a README; `source_path` is the file.
    match chapter.source_path.as_ref().or(chapter.path.as_ref()) {
        Some(path) => {
            let parts: Vec<_> = src
                .join(path)
                .components()
                .filter(|part| *part != Component::CurDir)
                .map(|part| part.as_os_str().to_string_lossy().into_owned())
                .collect();
            messages::visible(&parts.join("/"))
        }
        None => messages::chapter_without_file(&chapter.name),
    }
}
