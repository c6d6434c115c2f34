//! The sheets to print: their list in a chapter, and what the build puts into their
//! pages.

use morpion_board::Paper;

use crate::messages;

/// A line a sheet, each with a link to its page in the folder of the chapter.
pub(crate) fn list() -> Vec<String> {
    Paper::ALL
        .iter()
        .map(|paper| {
            let what = messages::paper(*paper);
            format!("- [{}]({}.html) : {what}", paper.title(), paper.slug())
        })
        .map(|line| morpion_board::french::typeset(&line))
        .collect()
}

/// What `mdbook-morpion papers` prints, for the build: a line a sheet, its name, its
/// title and its drawing apart by tabs.
pub(crate) fn all() -> String {
    let line = |paper: Paper| format!("{}\t{}\t{}\n", paper.slug(), paper.title(), paper.drawing());
    Paper::ALL.map(line).concat()
}
