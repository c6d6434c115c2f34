//! `mdbook-morpion install`: the boards in another book.
//!
//! The files are put next to the book's own, and `book.toml` gets the lines
//! that name them; what is there already, comments included, stays as it is.
//! A second run changes nothing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use toml_edit::{Array, DocumentMut, Item, RawString, Table, TableLike, value};

use crate::messages;
use crate::place::Place;

/// A file of the boards: its name and what it holds.
pub type File = (&'static str, &'static [u8]);

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Why nothing, or not everything, was installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no book there, or its `book.toml` cannot be changed safely;
    /// nothing was changed.
    Book(String),
    /// A file is missing in this program or could not be written.
    Files(String),
}

/// The folder of the boards' files, in the book and in its sources.
const FOLDER: &str = "morpion";
const SCRIPT: &str = "morpion.js";
const STYLE: &str = "morpion.css";
/// What the script loads by name: how each file begins and ends, and eight hexadecimal
/// digits of its content between.
const LOADED: [(&str, &str); 3] = [
    ("morpion-page-", ".wasm"),
    ("morpion-worker-", ".js"),
    ("morpion-worker-", ".wasm"),
];

/// Puts `files` into the book in `folder`, and tells each step in French.
///
/// # Errors
///
/// A [`Refusal`], whose text is in French too.
pub fn install(folder: &Path, files: &[File]) -> Result<Vec<String>, Refusal> {
    let file = |name: &str| files.iter().find(|(found, _)| *found == name);
    let loaded = LOADED.map(|kind| files.iter().find(|(name, _)| is_of(kind, name)));
    let (Some(script), Some(style), [Some(page), Some(worker), Some(search)]) =
        (file(SCRIPT), file(STYLE), loaded)
    else {
        return Err(Refusal::Files(messages::no_boards()));
    };

    // Everything that can be refused is looked at before a byte is written.
    let settings = folder.join("book.toml");
    let before = match fs::read_to_string(&settings) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(Refusal::Book(messages::no_book(
                &folder.display().to_string(),
            )));
        }
        Err(error) => return Err(failed(&settings, &error)),
    };
    let Edited { text, src, added } = edit(&before).map_err(Refusal::Book)?;

    let mut steps = Vec::new();
    let mut put = |parts: &[&str], bytes: &[u8]| {
        let shown = parts.join("/");
        let path = parts
            .iter()
            .fold(folder.to_path_buf(), |path, part| path.join(part));
        let written = write(&path, bytes).map_err(|error| failed(&path, &error))?;
        steps.push(if written {
            messages::wrote(&shown)
        } else {
            messages::unchanged(&shown)
        });
        Ok(())
    };
    put(&[FOLDER, SCRIPT], script.1)?;
    put(&[FOLDER, STYLE], style.1)?;
    let loaded = [page, worker, search];
    for (name, bytes) in loaded {
        put(&[&src, FOLDER, name], bytes)?;
    }
    let sources = folder.join(&src).join(FOLDER);
    let current = loaded.map(|(name, _)| *name);
    for old in old_files(&sources, &current).map_err(|error| failed(&sources, &error))? {
        let path = sources.join(&old);
        fs::remove_file(&path).map_err(|error| failed(&path, &error))?;
        steps.push(messages::removed(&format!("{src}/{FOLDER}/{old}")));
    }
    if text == before {
        steps.push(messages::unchanged("book.toml"));
    } else {
        write(&settings, text.as_bytes()).map_err(|error| failed(&settings, &error))?;
        steps.extend(added.iter().map(|key| messages::added(key)));
    }
    Ok(steps)
}

fn failed(path: &Path, error: &io::Error) -> Refusal {
    Refusal::Files(messages::failed(
        &path.display().to_string(),
        &error.to_string(),
    ))
}

/// Writes a file whole or not at all: a run that is cut leaves the old one.
/// Answers whether there was anything to write.
fn write(path: &Path, bytes: &[u8]) -> io::Result<bool> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(false);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // A link is followed, so that it stays a link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary: PathBuf = path.with_file_name(name);
    let result = fs::write(&temporary, bytes)
        .and_then(|()| match fs::metadata(&path) {
            Ok(there) => fs::set_permissions(&temporary, there.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| fs::rename(&temporary, &path));
    if result.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    result.map(|()| true)
}

/// Whether a file is one of those that the build names by their content.
fn is_of((start, end): (&str, &str), name: &str) -> bool {
    name.strip_prefix(start)
        .and_then(|name| name.strip_suffix(end))
        .is_some_and(|hash| hash.len() == 8 && hash.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Files of an earlier install that nothing loads any more.
fn old_files(folder: &Path, current: &[&str]) -> io::Result<Vec<String>> {
    let mut old = Vec::new();
    for entry in fs::read_dir(folder)? {
        if let Ok(name) = entry?.file_name().into_string()
            && LOADED.iter().any(|&kind| is_of(kind, &name))
            && !current.contains(&name.as_str())
        {
            old.push(name);
        }
    }
    old.sort();
    Ok(old)
}

/// A `book.toml` with our lines in it.
struct Edited {
    text: String,
    /// The folder of the chapters.
    src: String,
    /// What was added, to be told.
    added: Vec<String>,
}

fn edit(before: &str) -> Result<Edited, String> {
    let mut book: DocumentMut = before.parse().map_err(|error: toml_edit::TomlError| {
        let span = error.span().unwrap_or_default();
        let place = format!("book.toml:{}", Place::of(before, span.start));
        let reason = messages::syntax(error.message(), span.is_empty());
        messages::unreadable_book(&place, &reason)
    })?;
    let mut added = Vec::new();
    let src = match book.get("book").and_then(|book| book.get("src")) {
        None => String::from("src"),
        Some(src) => src
            .as_str()
            .ok_or_else(|| messages::wrong_shape("book.src", messages::A_TEXT))?
            .to_owned(),
    };

    let ours = table(book.as_table_mut(), &["preprocessor", "morpion"])?;
    if !ours.contains_key("command") {
        ours.insert("command", value("mdbook-morpion"));
        added.push(String::from("[preprocessor.morpion] command"));
    }
    // Before the links, so that the lines that are told are those of the file.
    if push(ours, "preprocessor.morpion", "before", "links")? {
        added.push(String::from("[preprocessor.morpion] before"));
    }
    let html = table(book.as_table_mut(), &["output", "html"])?;
    for (key, name) in [("additional-js", SCRIPT), ("additional-css", STYLE)] {
        if push(html, "output.html", key, &format!("{FOLDER}/{name}"))? {
            added.push(format!("[output.html] {key}"));
        }
    }

    let mut text = book.to_string();
    if before.contains("\r\n") {
        text = text.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    // What says the same is left as it is written.
    if added.is_empty() {
        text = before.to_owned();
    }
    Ok(Edited { text, src, added })
}

/// The table at the end of a path of keys, made if it is not there.
fn table<'a>(root: &'a mut Table, keys: &[&str]) -> Result<&'a mut dyn TableLike, String> {
    let mut at: &mut dyn TableLike = root;
    for (depth, key) in keys.iter().enumerate() {
        let last = depth + 1 == keys.len();
        let item = at.entry(key).or_insert_with(|| {
            let mut table = Table::new();
            // `[preprocessor]` alone says nothing: only the last has a heading.
            table.set_implicit(!last);
            Item::Table(table)
        });
        at = item
            .as_table_like_mut()
            .ok_or_else(|| messages::wrong_shape(&keys[..=depth].join("."), messages::A_TABLE))?;
    }
    Ok(at)
}

/// Adds a text to the list under a key, unless it is there; answers whether
/// it was added.
fn push(table: &mut dyn TableLike, path: &str, key: &str, text: &str) -> Result<bool, String> {
    let wrong = || messages::wrong_shape(&format!("{path}.{key}"), messages::A_LIST);
    let list = table
        .entry(key)
        .or_insert_with(|| value(Array::new()))
        .as_array_mut()
        .ok_or_else(wrong)?;
    if list.iter().any(|there| there.as_str().is_none()) {
        return Err(wrong());
    }
    if list.iter().any(|there| there.as_str() == Some(text)) {
        return Ok(false);
    }
    append(list, text);
    Ok(true)
}

/// Adds a text at the end of a list: on a line of its own where the texts have
/// one each, and after the remark that ends the last line.
fn append(list: &mut Array, text: &str) {
    let comma = list.trailing_comma();
    let rest = |list: &Array, last: &toml_edit::Value| {
        let suffix = last.decor().suffix().and_then(RawString::as_str);
        let rest = if comma {
            list.trailing().as_str()
        } else {
            suffix
        };
        rest.unwrap_or_default().to_owned()
    };
    let Some(last) = list.iter().last() else {
        list.push(text);
        return;
    };
    let before = last.decor().prefix().and_then(RawString::as_str);
    let Some((_, indent)) = before.unwrap_or_default().rsplit_once('\n') else {
        list.push(text);
        return;
    };
    let rest = rest(list, last);
    let (remark, tail) = rest.split_at(rest.trim_end().len());
    let prefix = format!("{remark}\n{indent}");
    let end = list.len() - 1;
    if comma {
        list.set_trailing(tail);
        list.push_formatted(toml_edit::Value::from(text).decorated(prefix, ""));
    } else {
        if let Some(last) = list.get_mut(end) {
            last.decor_mut().set_suffix("");
        }
        list.push_formatted(toml_edit::Value::from(text).decorated(prefix, tail));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(before: &str) -> String {
        edit(before).expect(before).text
    }

    #[test]
    fn the_lines_are_added_and_the_rest_is_kept() {
        let rows = [
            (
                "",
                "[preprocessor.morpion]\ncommand = \"mdbook-morpion\"\nbefore = [\"links\"]\n\n\
                 [output.html]\nadditional-js = [\"morpion/morpion.js\"]\n\
                 additional-css = [\"morpion/morpion.css\"]\n",
            ),
            (
                "# à moi\n[book]\ntitle = \"T\" # titre\n",
                "# à moi\n[book]\ntitle = \"T\" # titre\n\n\
                 [preprocessor.morpion]\ncommand = \"mdbook-morpion\"\nbefore = [\"links\"]\n\n\
                 [output.html]\nadditional-js = [\"morpion/morpion.js\"]\n\
                 additional-css = [\"morpion/morpion.css\"]\n",
            ),
            // What is there is kept: another command, other files, their layout.
            (
                "[preprocessor.morpion]\ncommand = \"cargo run\"\n\n[output.html]\n\
                 additional-js = [\n    \"a.js\", # a\n]\nadditional-css = [\"b.css\"]\n",
                "[preprocessor.morpion]\ncommand = \"cargo run\"\nbefore = [\"links\"]\n\n[output.html]\n\
                 additional-js = [\n    \"a.js\", # a\n    \"morpion/morpion.js\",\n]\n\
                 additional-css = [\"b.css\", \"morpion/morpion.css\"]\n",
            ),
            (
                "output.html.additional-js = [\n\t'a.js' # a\n\t]\n\
                 output.html.additional-css = []\npreprocessor.morpion.before = [ \"links\" ]\n",
                "output.html.additional-js = [\n\t'a.js', # a\n\t\"morpion/morpion.js\"\n\t]\n\
                 output.html.additional-css = [\"morpion/morpion.css\"]\npreprocessor.morpion.before = [ \"links\" ]\n\
                 preprocessor.morpion.command = \"mdbook-morpion\"\n",
            ),
            (
                "output.html.additional-js = [\n  \"a.js\"\n]\npreprocessor = { morpion = { before = [\"x\"] } }\n",
                "output.html.additional-js = [\n  \"a.js\",\n  \"morpion/morpion.js\"\n]\n\
                 output.html.additional-css = [\"morpion/morpion.css\"]\n\
                 preprocessor = { morpion = { before = [\"x\", \"links\"] , command = \"mdbook-morpion\" } }\n",
            ),
        ];
        for (before, after) in rows {
            assert_eq!(edited(before), after, "{before}");
            assert_eq!(edited(after), after, "a second time");
            // Line ends are those of the file.
            let [before, after] = [before, after].map(|text| text.replace('\n', "\r\n"));
            if !before.is_empty() {
                assert_eq!(edited(&before), after, "{before}");
            }
        }
    }

    #[test]
    fn a_book_that_is_not_understood_is_refused() {
        let rows = [
            (
                "[book\n",
                "book.toml:1:6: book.toml n’est pas compris : il manque « ] » ; rien n’a été changé",
            ),
            (
                "output = 3",
                "book.toml : « output » devrait être une table ; rien n’a été changé",
            ),
            (
                "[output.html]\nadditional-js = \"a.js\"",
                "book.toml : « output.html.additional-js » devrait être une liste de textes ; rien n’a été changé",
            ),
            (
                "[preprocessor.morpion]\nbefore = [3]",
                "book.toml : « preprocessor.morpion.before » devrait être une liste de textes ; rien n’a été changé",
            ),
            (
                "[book]\nsrc = 3",
                "book.toml : « book.src » devrait être un texte ; rien n’a été changé",
            ),
            (
                "[[preprocessor]]",
                "book.toml : « preprocessor » devrait être une table ; rien n’a été changé",
            ),
        ];
        for (text, expected) in rows {
            let Err(message) = edit(text) else {
                panic!("accepted: {text}");
            };
            assert_eq!(
                message.replace(['\u{a0}', '\u{202f}'], " "),
                expected,
                "{text}"
            );
        }
    }
}
