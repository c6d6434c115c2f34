//! The book itself: mdBook into a fresh folder, which then takes the place of the
//! old one.

use std::fmt::{Debug, Write as _};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, ensure};
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata, Subscriber, span};

use crate::bare;
use crate::files;
use crate::head;
use crate::picture::Studio;
use crate::report::Report;
use crate::search;
use crate::site::Site;
use crate::workspace::Workspace;

/// The hidden subcommand that runs mdBook.
pub(crate) const RENDER_COMMAND: &str = "internal-render-book";

/// Files that mdBook writes whatever the book needs; no page of ours names them.
const UNUSED: [&str; 5] = [
    "highlight-",
    "tomorrow-night-",
    "ayu-highlight-",
    "clipboard-",
    "favicon-",
];

/// Inline styles that mdBook's Rust code writes, with the class that replaces each.
/// The page's security policy refuses inline styles; the classes are in
/// `theme/phrases.toml`.
const INLINE_STYLES: [(&str, &str); 4] = [
    (r#"style="text-align: left""#, r#"class="text-left""#),
    (r#"style="text-align: center""#, r#"class="text-center""#),
    (r#"style="text-align: right""#, r#"class="text-right""#),
    (
        r#"style="break-before: page; page-break-before: always;""#,
        r#"class="page-break""#,
    ),
];

/// The titles that mdBook's Rust code gives to callouts (`> [!TIP]`), where French has
/// other words, with the end of the icon before them.
const CALLOUTS: [(&str, &str); 3] = [
    ("</svg>Tip</p>", "</svg>Astuce</p>"),
    ("</svg>Warning</p>", "</svg>Avertissement</p>"),
    ("</svg>Caution</p>", "</svg>Attention</p>"),
];

/// Arguments of the hidden subcommand.
#[derive(Debug, PartialEq)]
pub(crate) struct RenderOptions {
    /// The folder of book.toml.
    pub(crate) root: PathBuf,
    /// The patched theme.
    pub(crate) theme: PathBuf,
    /// The program of our preprocessor.
    pub(crate) preprocessor: PathBuf,
    /// Where the pages go.
    pub(crate) destination: PathBuf,
}

/// Builds the book. A build that fails leaves the old one in place.
pub(crate) fn build(workspace: &Workspace, report: &Report) -> Result<()> {
    // Beside book/, so that the exchange is a rename on one file system.
    let next = workspace.root.join("book.next");
    files::remove_folder(&next)?;
    let mut render = Command::new(&workspace.program);
    render
        .arg(RENDER_COMMAND)
        .arg(&workspace.root)
        .arg(workspace.patched_theme())
        .arg(workspace.preprocessor())
        .arg(&next)
        .current_dir(&workspace.root);
    let rendered = report.run("book (mdBook)", &mut render);
    let result = rendered.and_then(|warnings| {
        if !warnings.trim().is_empty() {
            report.say(warnings.trim_end());
        }
        report.step("book (files)", || {
            tidy(&next)?;
            bare::write(&workspace.root.join("theme/plateau.html"), &next)?;
            bare::write_sheets(&workspace.root, &workspace.preprocessor(), &next)?;
            search::write(workspace, &next)
        })?;
        let advice = report.step("book (heads)", || heads(workspace, &next))?;
        for line in advice {
            report.say(&line);
        }
        exchange(&next, &workspace.book())
    });
    if result.is_err() {
        files::remove_folder(&next)?;
    }
    result
}

/// What each page says of itself.
fn heads(workspace: &Workspace, book: &Path) -> Result<Vec<String>> {
    let site = Site::read(&workspace.root.join("book.toml"))?;
    let style = files::read_text(&workspace.root.join("theme/morpion.css"))?;
    let studio = Studio::new(&style, workspace.target.join("apercus"))?;
    head::write(&site, &studio, book)
}

/// The child's side of [`build`]: mdBook as a library, with the paths of this build
/// instead of those of book.toml.
pub(crate) fn render(options: &RenderOptions) -> Result<()> {
    let errors = Arc::new(AtomicUsize::new(0));
    tracing::subscriber::set_global_default(Messages {
        errors: Arc::clone(&errors),
    })?;

    let mut config = Config::from_disk(options.root.join("book.toml"))?;
    config.update_from_env()?;
    let site = Site::read(&options.root.join("book.toml"))?;
    if let Some(address) = site.address
        && config.get::<String>("output.html.site-url")?.is_none()
    {
        // The page of wrong addresses has links that start there.
        config.set("output.html.site-url", address.path())?;
    }
    config.build.build_dir = options.destination.clone();
    config.set("output.html.theme", &options.theme)?;
    config.set(
        "preprocessor.morpion.command",
        quoted(&options.preprocessor)?,
    )?;
    MDBook::load_with_config(&options.root, config)?.build()?;

    let errors = errors.load(Ordering::Relaxed);
    ensure!(errors == 0, "mdBook reported {errors} error(s), see above");
    Ok(())
}

/// mdBook splits a command as a shell does.
fn quoted(program: &Path) -> Result<String> {
    let program = program
        .to_str()
        .context("the target folder's path is not UTF-8")?;
    Ok(format!("'{}'", program.replace('\'', r"'\''")))
}

/// Makes the rendered pages ours: no inline style, no English title, no file that no page uses.
fn tidy(folder: &Path) -> Result<()> {
    for path in files::list(folder)? {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        let at_root = path.parent() == Some(folder);
        if at_root && is_unused(folder, name)? {
            fs::remove_file(&path)?;
        } else if name.ends_with(".html") {
            let page = files::read_text(&path)?;
            files::write_if_changed(&path, ours(&page).as_bytes())?;
        }
    }
    Ok(())
}

/// Whether a file is one of [`UNUSED`] and the first page does not name it.
fn is_unused(folder: &Path, name: &str) -> Result<bool> {
    Ok(UNUSED.iter().any(|prefix| name.starts_with(prefix))
        && !files::read_text(&folder.join("index.html"))?.contains(name))
}

/// A page of mdBook with what its Rust code writes put right.
fn ours(page: &str) -> String {
    INLINE_STYLES
        .iter()
        .chain(&CALLOUTS)
        .fold(page.to_owned(), |page, (theirs, ours)| {
            page.replace(theirs, ours)
        })
}

/// Puts `next` in the place of `current`.
fn exchange(next: &Path, current: &Path) -> Result<()> {
    let previous = current.with_extension("previous");
    files::remove_folder(&previous)?;
    if current.exists() {
        fs::rename(current, &previous)
            .with_context(|| format!("cannot move {} away", current.display()))?;
    }
    fs::rename(next, current).with_context(|| format!("cannot put {}", current.display()))?;
    files::remove_folder(&previous)
}

/// Shows mdBook's warnings and errors, and counts the errors: a missing
/// `{{#include}}` is only logged by mdBook, whereas it should stop a build.
struct Messages {
    errors: Arc<AtomicUsize>,
}

impl Subscriber for Messages {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN
    }

    fn event(&self, event: &Event<'_>) {
        if *event.metadata().level() == Level::ERROR {
            self.errors.fetch_add(1, Ordering::Relaxed);
        }
        let mut text = Text(String::new());
        event.record(&mut text);
        eprintln!("{}: {}", event.metadata().level(), text.0.trim());
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        // Spans are not told apart: nothing here asks for them.
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}

/// The text of an event.
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a String cannot fail.
        let _ = if field.name() == "message" {
            write!(self.0, "{value:?} ")
        } else {
            write!(self.0, "{}={value:?} ", field.name())
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_styles_become_classes() {
        let page = r#"<td style="text-align: right">1</td><div style="break-before: page; page-break-before: always;"></div>"#;
        assert_eq!(
            ours(page),
            r#"<td class="text-right">1</td><div class="page-break"></div>"#
        );
    }

    /// The words are looked for as mdBook writes them: an upgrade that writes others is
    /// seen here.
    #[test]
    fn callouts_speak_french() {
        let folder = tempfile::tempdir().unwrap();
        let kinds = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];
        let chapter: String = kinds
            .iter()
            .map(|kind| format!("> [!{kind}]\n> Texte.\n\n"))
            .collect();
        for (name, text) in [("SUMMARY.md", "- [A](a.md)\n"), ("a.md", &chapter)] {
            files::write_if_changed(&folder.path().join("src").join(name), text.as_bytes())
                .unwrap();
        }
        let book = MDBook::load_with_config(folder.path(), Config::default()).unwrap();
        book.build().unwrap();
        let page = files::read_text(&folder.path().join("book/a.html")).unwrap();
        let titles: Vec<_> = ours(&page)
            .split("blockquote-tag-title")
            .skip(1)
            .filter_map(|rest| {
                let (_, title) = rest.split_once("</svg>")?;
                Some(title.split('<').next()?.to_owned())
            })
            .collect();
        let french = ["Note", "Astuce", "Important", "Avertissement", "Attention"];
        assert_eq!(titles, french);
    }

    #[test]
    fn the_new_book_takes_the_place_of_the_old_one() {
        let folder = tempfile::tempdir().unwrap();
        let (next, current) = (folder.path().join("book.next"), folder.path().join("book"));
        for round in ["one", "two"] {
            fs::create_dir(&next).unwrap();
            fs::write(next.join(round), round).unwrap();
            exchange(&next, &current).unwrap();
            assert_eq!(files::list(&current).unwrap(), [current.join(round)]);
            assert!(!next.exists());
        }
        assert!(!folder.path().join("book.previous").exists());
    }

    #[test]
    fn only_what_no_page_names_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in [
            (
                "index.html",
                r#"<link href="favicon-2.svg"><td style="text-align: left">"#,
            ),
            ("highlight-1.js", ""),
            ("favicon-1.png", ""),
            ("favicon-2.svg", ""),
            ("book-1.js", ""),
        ] {
            fs::write(folder.path().join(name), content).unwrap();
        }
        tidy(folder.path()).unwrap();
        let left: Vec<_> = files::list(folder.path()).unwrap();
        let kept = ["book-1.js", "favicon-2.svg", "index.html"];
        assert_eq!(left, kept.map(|name| folder.path().join(name)));
        let page = fs::read_to_string(folder.path().join("index.html")).unwrap();
        assert!(page.ends_with(r#"<td class="text-left">"#), "{page}");
    }

    #[test]
    fn a_program_is_quoted_as_a_shell_wants_it() {
        assert_eq!(
            quoted(Path::new("/a b/l'outil")).unwrap(),
            r"'/a b/l'\''outil'"
        );
    }
}
