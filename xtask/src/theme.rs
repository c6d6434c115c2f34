//! mdBook's theme with our changes.
//!
//! mdBook's own files are taken from the sources of its crate and patched by
//! `theme/phrases.toml`, a table of phrases. A phrase that is no longer found, or
//! that is found another number of times, stops the build and is named: an upgrade
//! of mdBook is then a small diff of that table and never a silent return of
//! English words or inline scripts.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::files;
use crate::workspace::Workspace;

/// Files of mdBook that we patch: their name in a theme folder, and their place
/// below `front-end/` in the sources of mdbook-html.
const PATCHED: [(&str, &str); 9] = [
    ("index.hbs", "templates/index.hbs"),
    ("toc.html.hbs", "templates/toc.html.hbs"),
    ("toc.js.hbs", "templates/toc.js.hbs"),
    ("redirect.hbs", "templates/redirect.hbs"),
    ("book.js", "js/book.js"),
    // Not a file of a theme: see `search`.
    ("searcher.js", "searcher/searcher.js"),
    ("css/chrome.css", "css/chrome.css"),
    ("css/general.css", "css/general.css"),
    ("css/print.css", "css/print.css"),
];

/// The table, as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    phrase: Vec<Phrase>,
}

/// One change of one file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrase {
    /// The file, by its name in a theme folder.
    file: String,
    /// What is looked for, exactly.
    find: String,
    /// With this, what is replaced goes from `find` to here, both included.
    through: Option<String>,
    /// What stands there afterwards.
    replace: String,
    /// How many times it is found; once, most often.
    #[serde(default = "once")]
    count: usize,
}

fn once() -> usize {
    1
}

/// Writes the patched theme into `target/theme`.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let table = workspace.root.join("theme/phrases.toml");
    let pristine = PATCHED
        .iter()
        .map(|(name, source)| {
            Ok((
                *name,
                files::read_text(&workspace.pristine_theme.join(source))?,
            ))
        })
        .collect::<Result<_>>()?;
    let mut patched =
        patch(&files::read_text(&table)?, pristine).with_context(|| table.display().to_string())?;
    // Readers' own fonts; an empty file keeps mdBook from copying its.
    patched.insert("fonts/fonts.css", String::new());

    let folder = workspace.patched_theme();
    for (name, content) in &patched {
        files::write_if_changed(&folder.join(name), content.as_bytes())?;
    }
    let icon = workspace.root.join("theme/favicon.svg");
    let has_icon = icon.exists();
    if has_icon {
        files::write_if_changed(&folder.join("favicon.svg"), &files::read_bytes(&icon)?)?;
    }
    files::remove_others(&folder, |path| {
        path.strip_prefix(&folder).is_ok_and(|name| {
            patched.keys().any(|kept| Path::new(kept) == name)
                || has_icon && name == Path::new("favicon.svg")
        })
    })
}

/// Applies the table to the files.
fn patch<'a>(
    table: &str,
    mut files: BTreeMap<&'a str, String>,
) -> Result<BTreeMap<&'a str, String>> {
    let table: Table = toml::from_str(table)?;
    for (index, phrase) in table.phrase.iter().enumerate() {
        let number = index + 1;
        let Some(content) = files.get_mut(phrase.file.as_str()) else {
            bail!(
                "phrase {number}: {:?} is not one of the files that are patched",
                phrase.file
            );
        };
        *content = phrase
            .apply(content)
            .with_context(|| format!("phrase {number}, {}", phrase.file))?;
    }
    Ok(files)
}

impl Phrase {
    fn apply(&self, content: &str) -> Result<String> {
        ensure!(!self.find.is_empty(), "`find` is empty");
        let mut result = String::with_capacity(content.len());
        let mut rest = content;
        let mut found = 0;
        while let Some(start) = rest.find(&self.find) {
            let mut end = start + self.find.len();
            if let Some(through) = &self.through {
                let tail = rest[end..]
                    .find(through)
                    .with_context(|| format!("{:?} is not followed by {through:?}", self.find))?;
                end += tail + through.len();
            }
            result.push_str(&rest[..start]);
            result.push_str(&self.replace);
            rest = &rest[end..];
            found += 1;
        }
        ensure!(
            found == self.count,
            "{:?} found {found} times, {} expected",
            self.find,
            self.count
        );
        result.push_str(rest);
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch_one(table: &str, content: &str) -> Result<String> {
        let files = BTreeMap::from([("index.hbs", content.to_owned())]);
        Ok(patch(table, files)?.remove("index.hbs").unwrap_or_default())
    }

    #[test]
    fn phrases_are_replaced_in_order() {
        let table = r#"
            [[phrase]]
            file = "index.hbs"
            find = "Next"
            replace = "Suivant"
            count = 2

            [[phrase]]
            file = "index.hbs"
            find = "<script>"
            through = "</script>"
            replace = "Suivant"

            [[phrase]]
            file = "index.hbs"
            find = "Suivant"
            replace = "suivant"
            count = 3
        "#;
        let content = "Next <script>1 < 2</script> Next </script>";
        assert_eq!(
            patch_one(table, content).unwrap(),
            "suivant suivant suivant </script>"
        );
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let phrase =
            |rest: &str| format!("[[phrase]]\nfile = \"index.hbs\"\nreplace = \"\"\n{rest}");
        for (table, reason) in [
            (
                phrase("find = \"absent\""),
                "\"absent\" found 0 times, 1 expected",
            ),
            (phrase("find = \"a\""), "\"a\" found 2 times, 1 expected"),
            (
                phrase("find = \"a\"\nthrough = \"z\""),
                "\"a\" is not followed by \"z\"",
            ),
            (phrase("find = \"\""), "`find` is empty"),
            (phrase("find = \"a\"\ncoutn = 2"), "coutn"),
            (
                "[[phrase]]\nfile = \"x.css\"\nfind = \"a\"\nreplace = \"\"".to_owned(),
                "phrase 1: \"x.css\" is not one of the files",
            ),
        ] {
            let error = format!("{:#}", patch_one(&table, "a b a").unwrap_err());
            assert!(error.contains(reason), "{error}");
        }
    }
}
