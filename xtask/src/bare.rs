//! The pages without a sidebar, which mdBook has none of: made after it from templates
//! in `theme/`, with the names that it gave to style sheets and scripts.
//!
//! `plateau.html` is one board and nothing else, for the frames of other sites: the
//! board of `jouer.html`, which plays whatever game the address names. The sheets to
//! print stand beside the chapter that lists them; the preprocessor draws them.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::files;
use crate::serve::CONTENT_SECURITY_POLICY;

/// The page, and the chapter whose board it shows.
pub(crate) const PAGE: &str = "plateau.html";
const CHAPTER: &str = "jouer.html";

/// The chapter that lists the sheets to print, and their style sheet, which no other
/// page loads.
const SHEETS: &str = "en-classe/feuilles.html";
const SHEET_STYLE: &str = "theme/feuille.css";

/// The subcommand of the preprocessor that draws the sheets.
const DRAW_COMMAND: &str = "papers";

/// Has the sheets drawn and writes their pages into the rendered book.
pub(crate) fn write_sheets(root: &Path, preprocessor: &Path, book: &Path) -> Result<()> {
    let output = Command::new(preprocessor)
        .arg(DRAW_COMMAND)
        .output()
        .with_context(|| format!("cannot start {}", preprocessor.display()))?;
    ensure!(
        output.status.success(),
        "the sheets cannot be drawn ({}): {}",
        output.status,
        String::from_utf8_lossy(&output.stderr).trim_end()
    );
    let drawn = String::from_utf8(output.stdout).context("the drawn sheets")?;
    let template = files::read_text(&root.join("theme/feuille.html"))?;
    let style = files::read_bytes(&root.join(SHEET_STYLE))?;
    sheets(&template, &style, &drawn, book)
}

/// The pages of these sheets: a line each, with name, title and drawing apart by tabs.
fn sheets(template: &str, style: &[u8], drawn: &str, book: &Path) -> Result<()> {
    let chapter = book.join(SHEETS);
    ensure!(chapter.is_file(), "{SHEETS} is not in the book");
    // Named by its content, as mdBook names those that it knows.
    let (stem, extension) = SHEET_STYLE.rsplit_once('.').context("an extension")?;
    let hash = files::sha256(style);
    let hash = hash.get(..8).context("a hash")?;
    files::write_if_changed(&book.join(format!("{stem}-{hash}.{extension}")), style)?;
    for line in drawn.lines() {
        let mut fields = line.splitn(3, '\t');
        let mut field = || fields.next().context("a sheet is a line of three fields");
        let (slug, title, drawing) = (field()?, field()?, field()?);
        let page = fill(template, |name| match name {
            "policy" => Ok(CONTENT_SECURITY_POLICY.to_owned()),
            "title" => Ok(title.to_owned()),
            "drawing" => Ok(drawing.to_owned()),
            file => hashed(book, file),
        })?;
        let path = chapter.with_file_name(format!("{slug}.html"));
        files::write_if_changed(&path, page.as_bytes())?;
    }
    Ok(())
}

/// Writes the page into the rendered book.
pub(crate) fn write(template: &Path, book: &Path) -> Result<()> {
    let text = files::read_text(template)?;
    let chapter = files::read_text(&book.join(CHAPTER))?;
    let page = fill(&text, |name| match name {
        "policy" => Ok(CONTENT_SECURITY_POLICY.to_owned()),
        "board" => Ok(board(&chapter).context(CHAPTER)?.to_owned()),
        file => hashed(book, file),
    })
    .with_context(|| template.display().to_string())?;
    files::write_if_changed(&book.join(PAGE), page.as_bytes())
}

/// Puts a value in the place of every `{{ name }}`.
fn fill(template: &str, value: impl Fn(&str) -> Result<String>) -> Result<String> {
    let mut out = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").context("« {{ » without « }} »")?;
        out.push_str(before);
        out.push_str(&value(name.trim())?);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// The one board of a page: the element with its picture, without its caption.
fn board(page: &str) -> Result<&str> {
    const START: &str = "<morpion-plateau";
    const END: &str = "</morpion-plateau>";
    ensure!(
        page.matches(START).count() == 1,
        "{} boards, one is expected",
        page.matches(START).count()
    );
    let start = page.find(START).context("no board")?;
    let end = page.find(END).context("the board is cut off")? + END.len();
    page.get(start..end).context("the board is cut off")
}

/// The name that mdBook has given to a file: `theme/a-1a2b3c4d.css` for `theme/a.css`.
fn hashed(book: &Path, file: &str) -> Result<String> {
    let (stem, extension) = file.rsplit_once('.').context("a file has an extension")?;
    let mut found = None;
    for path in files::list(book)? {
        let name = path
            .strip_prefix(book)?
            .to_string_lossy()
            .replace('\\', "/");
        let hash = name
            .strip_prefix(stem)
            .and_then(|rest| rest.strip_prefix('-'))
            .and_then(|rest| rest.strip_suffix(extension))
            .and_then(|rest| rest.strip_suffix('.'));
        if hash.is_some_and(|hash| hash.len() == 8 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
            && let Some(other) = found.replace(name)
        {
            bail!("{file} is there twice, as {other} too");
        }
    }
    found.with_context(|| format!("{file} is not in the book"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The compiler stands for a program that fails and says why.
    #[test]
    fn what_cannot_be_drawn_is_explained() {
        let here = Path::new(".");
        let error = write_sheets(here, Path::new("rustc"), here).unwrap_err();
        let told = error.to_string();
        assert!(told.contains("(exit "), "{told}");
        assert!(
            told.contains(&format!("couldn't read `{DRAW_COMMAND}`")),
            "{told}"
        );
    }

    /// A book of these files.
    fn book(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            files::write_if_changed(&folder.path().join(name), content.as_bytes()).unwrap();
        }
        folder
    }

    const PLAY: (&str, &str) = (
        "jouer.html",
        "<figure><morpion-plateau lien=\"\">…</morpion-plateau><figcaption>b</figcaption></figure>",
    );

    #[test]
    fn the_page_has_the_board_and_the_names_of_the_book() {
        let template =
            "<meta content=\"{{ policy }}\"><link href=\"{{ theme/a.css }}\">{{ board }}";
        let book = book(&[
            PLAY,
            ("theme/a-1a2b3c4d.css", ""),
            // Neither is the style sheet « a ».
            ("theme/a-long.css", ""),
            ("theme/a-b-1a2b3c4d.css", ""),
            ("template", template),
        ]);
        write(&book.path().join("template"), book.path()).unwrap();
        let page = files::read_text(&book.path().join("plateau.html")).unwrap();
        let wanted = format!(
            "<meta content=\"{CONTENT_SECURITY_POLICY}\"><link href=\"theme/a-1a2b3c4d.css\">\
             <morpion-plateau lien=\"\">…</morpion-plateau>"
        );
        assert_eq!(page, wanted);
    }

    #[test]
    fn a_sheet_stands_beside_its_chapter() {
        let template =
            "<title>{{ title }}</title><link href=\"../{{ theme/feuille.css }}\">{{ drawing }}";
        let drawn = "feuille-a\tDouze grilles\t<svg></svg>\n";
        let folder = book(&[("en-classe/feuilles.html", "")]);
        sheets(template, b"p {}", drawn, folder.path()).unwrap();
        let page = files::read_text(&folder.path().join("en-classe/feuille-a.html")).unwrap();
        let (start, rest) = page.split_once("<link href=\"../").unwrap();
        assert_eq!(start, "<title>Douze grilles</title>");
        let (style, drawing) = rest.split_once("\">").unwrap();
        assert_eq!(drawing, "<svg></svg>");
        assert_eq!(
            files::read_text(&folder.path().join(style)).unwrap(),
            "p {}"
        );

        for (drawn, files, reason) in [
            (drawn, &[][..], "en-classe/feuilles.html is not in the book"),
            (
                "feuille-a\tDouze grilles",
                &[("en-classe/feuilles.html", "")],
                "three fields",
            ),
        ] {
            let error = sheets(template, b"", drawn, book(files).path()).unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        for (template, files, reason) in [
            ("{{ theme/a.css }}", &[PLAY][..], "theme/a.css is not in"),
            ("{{ board", &[PLAY], "without"),
            ("{{ board }}", &[("jouer.html", "<p>")], "0 boards"),
            (
                "{{ a.js }}",
                &[PLAY, ("a-11111111.js", ""), ("a-22222222.js", "")],
                "a.js is there twice",
            ),
        ] {
            let book = book(files);
            let path = book.path().join("template");
            std::fs::write(&path, template).unwrap();
            let error = format!("{:#}", write(&path, book.path()).unwrap_err());
            assert!(error.contains(reason), "{template}: {error}");
        }
    }
}
