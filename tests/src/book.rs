//! The built book: its pages, and the boards in them.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use crate::page::Page;

/// The folder of the built book, as `MORPION_BOOK` names it.
///
/// # Errors
/// When there is none.
pub fn folder() -> Result<PathBuf> {
    let hint = "; `cargo xtask test` builds the book and runs these tests";
    let Some(book) = std::env::var_os("MORPION_BOOK").map(PathBuf::from) else {
        bail!("MORPION_BOOK is not set{hint}");
    };
    if !book.join("index.html").is_file() {
        bail!("no book in {} (MORPION_BOOK){hint}", book.display());
    }
    Ok(book)
}

/// These pages of the book, or all of them where none is named.
///
/// # Errors
/// When the book has no page of a name, or cannot be read.
pub fn named(book: &Path, names: Vec<String>) -> Result<Vec<String>> {
    let all = pages(book)?;
    if let Some(unknown) = names.iter().find(|page| !all.contains(page)) {
        bail!("the book has no page {unknown}");
    }
    Ok(if names.is_empty() { all } else { names })
}

/// Every page of the book, as paths on the site.
///
/// # Errors
/// When a folder cannot be read.
pub fn pages(book: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(book.join(&folder))
            .with_context(|| format!("{} not read", book.display()))?;
        for entry in entries {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "html")
            {
                found.push(path.to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Scrolls to each board of the page in turn and waits until it is alive;
/// gives how many there are.
///
/// # Errors
/// When one stays a picture.
pub async fn wake_boards(page: &Page) -> Result<usize> {
    let boards = "document.querySelectorAll('morpion-plateau:not([mode=\"fixe\"])')";
    let count: usize = page.js(&format!("return {boards}.length"), vec![]).await?;
    for board in 0..count {
        page.js::<()>(
            &format!("{boards}[arguments[0]].scrollIntoView({{ block: 'center' }})"),
            vec![json!(board)],
        )
        .await?;
        page.wait_js(
            &format!("board {} of {count} is ready", board + 1),
            &format!("{boards}[arguments[0]].dataset.etat === 'pret'"),
            vec![json!(board)],
        )
        .await?;
    }
    Ok(count)
}
