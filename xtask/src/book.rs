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
use crate::report::Report;
use crate::search;
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
            search::write(workspace, &next)?;
            exchange(&next, &workspace.book())
        })
    });
    if result.is_err() {
        files::remove_folder(&next)?;
    }
    result
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

/// Makes the rendered pages ours: no inline style, no file that no page uses.
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
            files::write_if_changed(&path, without_inline_styles(&page).as_bytes())?;
        }
    }
    Ok(())
}

/// Whether a file is one of [`UNUSED`] and the first page does not name it.
fn is_unused(folder: &Path, name: &str) -> Result<bool> {
    Ok(UNUSED.iter().any(|prefix| name.starts_with(prefix))
        && !files::read_text(&folder.join("index.html"))?.contains(name))
}

fn without_inline_styles(page: &str) -> String {
    INLINE_STYLES
        .iter()
        .fold(page.to_owned(), |page, (style, class)| {
            page.replace(style, class)
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
            without_inline_styles(page),
            r#"<td class="text-right">1</td><div class="page-break"></div>"#
        );
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
