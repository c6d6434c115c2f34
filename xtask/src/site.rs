//! What is known of the site as a whole: its name, and its address if it has one.

use std::env;
use std::ffi::OsString;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::files;

/// Sets the address for one build, over what book.toml says.
const VARIABLE: &str = "MORPION_ADRESSE";

/// The site as a whole.
#[derive(Debug)]
pub(crate) struct Site {
    /// The title of the book.
    pub(crate) title: String,
    /// Where the site will be; unknown most often, and then nothing depends on it.
    pub(crate) address: Option<Address>,
}

/// The address of a site, with `/` at its end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Address(String);

impl Site {
    /// Reads book.toml and the environment.
    pub(crate) fn read(book_toml: &Path) -> Result<Self> {
        Self::parse(&files::read_text(book_toml)?, env::var_os(VARIABLE))
            .with_context(|| book_toml.display().to_string())
    }

    fn parse(book_toml: &str, variable: Option<OsString>) -> Result<Self> {
        let table: toml::Table = toml::from_str(book_toml)?;
        let get = |path: &[&str]| {
            let (first, rest) = path.split_first()?;
            rest.iter()
                .try_fold(table.get(*first)?, |value, key| value.get(key))?
                .as_str()
                .map(str::to_owned)
        };
        let address = match variable {
            Some(variable) => Some(
                variable
                    .into_string()
                    .ok()
                    .with_context(|| format!("{VARIABLE} is not UTF-8"))?,
            ),
            None => get(&["preprocessor", "morpion", "adresse"]),
        };
        Ok(Self {
            title: get(&["book", "title"]).context("the book has no title")?,
            address: address
                .filter(|address| !address.is_empty())
                .map(|address| Address::parse(&address))
                .transpose()?,
        })
    }
}

impl Address {
    fn parse(text: &str) -> Result<Self> {
        let host = text
            .strip_prefix("https://")
            .or(text.strip_prefix("http://"))
            .unwrap_or_default();
        ensure!(
            !host.is_empty()
                && !host.starts_with('/')
                && !text.contains(|c: char| c.is_whitespace() || "?#\"<>&".contains(c)),
            "{text:?} is no address of a site, such as https://exemple.fr/morpion/"
        );
        Ok(Self(format!("{}/", text.trim_end_matches('/'))))
    }

    /// The address of a file of the book; `index.html` is what its folder shows.
    pub(crate) fn of(&self, file: &str) -> String {
        let name = match file.strip_suffix("index.html") {
            Some(folder) if folder.is_empty() || folder.ends_with('/') => folder,
            _ => file,
        };
        format!("{}{name}", self.0)
    }

    /// What comes after the host: `/` or `/morpion/`.
    pub(crate) fn path(&self) -> &str {
        self.0
            .find("://")
            .and_then(|scheme| self.0[scheme + 3..].find('/').map(|host| scheme + 3 + host))
            .map_or("/", |start| &self.0[start..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(book_toml: &str, variable: Option<&str>) -> Result<Option<String>> {
        let book_toml = format!("[book]\ntitle = \"Titre\"\n{book_toml}");
        let site = Site::parse(&book_toml, variable.map(OsString::from))?;
        assert_eq!(site.title, "Titre");
        Ok(site.address.map(|address| address.0))
    }

    #[test]
    fn the_address_is_read() {
        let set = "[preprocessor.morpion]\nadresse = \"https://exemple.fr\"";
        for (book_toml, variable, expected) in [
            ("", None, None),
            (set, None, Some("https://exemple.fr/")),
            (set, Some(""), None),
            (set, Some("http://a.b/c/"), Some("http://a.b/c/")),
            ("", Some("https://a.b/c"), Some("https://a.b/c/")),
        ] {
            let found = address(book_toml, variable).unwrap();
            assert_eq!(found.as_deref(), expected, "{book_toml} {variable:?}");
        }
        for wrong in [
            "exemple.fr",
            "https://",
            "https:///a",
            "https://a b",
            "https://a/?b",
        ] {
            let error = address("", Some(wrong)).unwrap_err().to_string();
            assert!(error.contains("is no address"), "{wrong}: {error}");
        }
    }

    #[test]
    fn files_have_addresses() {
        let address = Address::parse("https://a.b/c").unwrap();
        assert_eq!(address.path(), "/c/");
        assert_eq!(Address::parse("https://a.b").unwrap().path(), "/");
        for (file, expected) in [
            ("index.html", "https://a.b/c/"),
            ("d/index.html", "https://a.b/c/d/"),
            ("d/e.html", "https://a.b/c/d/e.html"),
            ("un-index.html", "https://a.b/c/un-index.html"),
        ] {
            assert_eq!(address.of(file), expected);
        }
    }
}
