//! All that a page says once its scripts have run is French: what the boards answer,
//! what opens below them, and what mdBook's scripts add.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use morpion_tests::Page;
use morpion_tests::book::{pages, wake_boards};
use serde_json::Value as Json;

use crate::games::Game;

/// The words that `cargo xtask test --only links` looks for in the files.
const ENGLISH: &str = include_str!("../../xtask/english.txt");

/// Opens whatever a button of a board opens, and gives all texts that were on the page
/// meanwhile: nodes and the attributes that are read to somebody. Names, quotations and
/// code may be in any language; the buttons that mdBook puts over code may not.
const SAID: &str = "
    const marks = 'cite, code, em, i, kbd, pre, script, style, noscript, .buttons, [lang]';
    const isFrench = (element) =>
      element.closest(marks)?.matches('.buttons, [lang^=\"fr\"]') ?? false;
    const attributes = ['alt', 'aria-description', 'aria-label', 'aria-placeholder',
      'aria-roledescription', 'aria-valuetext', 'label', 'placeholder', 'title'];
    const said = new Set([document.title]);
    const listen = (root) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (data.trim() && isFrench(parentElement)) said.add(data.trim());
      }
      for (const element of root.querySelectorAll('*')) {
        for (const name of attributes) {
          const value = element.getAttribute(name);
          if (value && isFrench(element)) said.add(value);
        }
      }
    };
    return (async () => {
      listen(document.documentElement);
      let opened = 0;
      for (const board of document.querySelectorAll('morpion-plateau[data-etat=\"pret\"]')) {
        const tried = new Set();
        for (;;) {
          const button = [...board.querySelectorAll('button[aria-expanded]:not([disabled])')]
            .find((button) => !tried.has(button.dataset.action));
          if (!button) break;
          tried.add(button.dataset.action);
          if (button.getAttribute('aria-expanded') === 'true') continue;
          button.click();
          await new Promise((done) => setTimeout(done));
          listen(board);
          opened += 1;
        }
      }
      return [opened, [...said]];
    })();
";

/// Every page of the book, and every panel of its boards.
pub(crate) async fn every_word_is_french(page: &Page, book: &Path) -> Result<()> {
    let lines = ENGLISH.lines().filter(|line| !line.starts_with('#'));
    let english: BTreeSet<&str> = lines.flat_map(str::split_whitespace).collect();
    let mut wrong = BTreeMap::new();
    let (mut heard, mut panels) = (0, 0);
    for path in pages(book)? {
        // It is all pages again, and it asks for the printer.
        if path == "print.html" {
            continue;
        }
        page.open(&path).await?;
        wake_boards(page).await.with_context(|| path.clone())?;
        let (opened, said): (usize, Vec<String>) = page.js(SAID, vec![]).await?;
        panels += opened;
        heard += said.len();
        for text in said {
            let words = text.split(|c: char| !c.is_alphanumeric());
            let found: Vec<_> = words
                .map(str::to_lowercase)
                .filter(|word| english.contains(word.as_str()))
                .collect();
            if !found.is_empty() {
                wrong.entry(text).or_insert((path.clone(), found));
            }
        }
    }
    ensure!(wrong.is_empty(), "English? {wrong:#?}");
    ensure!(heard > 500, "only {heard} texts were heard");
    // « Réglages », « Plus » and what is behind it.
    let least = 3 * Game::ALL.len();
    ensure!(panels >= least, "only {panels} panels were opened");
    Ok(())
}

/// The questions of a game are there as data too, which no policy refuses: the runner
/// asks whether the browser complained.
pub(crate) async fn questions_are_data(page: &Page) -> Result<()> {
    for game in Game::ALL {
        let path = format!("{game}/questions.html");
        page.open(&path).await?;
        let (data, headings): (String, Vec<String>) = page
            .js(
                "return [document.querySelector('script[type=\"application/ld+json\"]')?.textContent ?? '', \
                 [...document.querySelectorAll('main :is(h2, h3)')].map((heading) => heading.textContent)]",
                vec![],
            )
            .await?;
        let data: Json =
            serde_json::from_str(&data).with_context(|| format!("{path}: {data:?}"))?;
        ensure!(data["@type"] == "FAQPage", "{path}: {data}");
        let questions = data["mainEntity"].as_array().map_or(&[][..], Vec::as_slice);
        ensure!(
            questions.len() >= 5,
            "{path}: {} questions",
            questions.len()
        );
        for question in questions {
            let asked = question["name"].as_str().unwrap_or_default();
            let is_asked = headings.iter().any(|heading| heading == asked);
            ensure!(is_asked, "{path}: {asked:?} is not asked on the page");
            let answer = question["acceptedAnswer"]["text"].as_str();
            ensure!(
                answer.is_some_and(|answer| answer.len() > 2),
                "{path}: {asked:?} has no answer"
            );
        }
    }
    Ok(())
}
