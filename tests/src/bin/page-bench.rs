//! How long the boards keep the main thread of their page.
//!
//! `cargo xtask bench --page` builds the book and starts this with `MORPION_BOOK` and
//! `MORPION_TOOLS`. On a processor made four times slower, the boards of a page are
//! woken and played on as a reader does; printed is the longest task of the page and
//! what took the time in it. It ends with an error when one is longer than 50 ms: from
//! there on a reader feels it.
//!
//! Pages can be named as arguments; else the boards are those of the pages where the
//! games are learnt and played, of the first page, and of the page that has the most.
//!
//! Counted is the time of the processor, since other programs make a task wait. They
//! disturb caches and the slowing down as well, and never make a task shorter: each page
//! is measured five times, and of each step the shortest of its longest tasks counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use morpion_tests::chromium::Task;
use morpion_tests::page::Key;
use morpion_tests::{Fleet, Page, Site, book};
use serde_json::json;

/// How much slower the processor is made.
const SLOWER: f64 = 4.0;

/// The longest task that a reader does not feel, in milliseconds.
const LIMIT: f64 = 50.0;

/// From there on it is said what took the time.
const NEAR: f64 = 0.8 * LIMIT;

/// How often each page is measured.
const ROUNDS: usize = 5;

/// How many moves are played on a board.
const MOVES: usize = 3;

fn main() -> Result<()> {
    morpion_tests::end_all_on_signal()?;
    let book = book::folder()?;
    let tools = std::env::var_os("MORPION_TOOLS").map(PathBuf::from);
    let fleet = Fleet::find(tools.as_deref());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let mut slow = Vec::new();
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let pages = if chosen.is_empty() {
        pages(&book)?
    } else {
        book::named(&book, chosen)?
    };
    for path in pages {
        let mut best: BTreeMap<String, Task> = BTreeMap::new();
        for _ in 0..ROUNDS {
            for (step, task) in runtime.block_on(measure(&fleet, Site::new(&book), &path))? {
                let shortest = best.entry(step).or_insert_with(|| task.clone());
                if task.duration < shortest.duration {
                    *shortest = task;
                }
            }
        }
        let longest = best.values().map(|task| task.duration).fold(0.0, f64::max);
        println!("{path:<28}{longest:>7.1} ms");
        for (step, task) in best {
            println!("    {step:<24}{:>7.1} ms", task.duration);
            if task.duration > NEAR {
                for (part, duration) in &task.parts {
                    println!("        {part:<40}{duration:>7.1} ms");
                }
            }
            if task.duration > LIMIT {
                slow.push(format!("{path}, {step}"));
            }
        }
    }
    if !slow.is_empty() {
        bail!("tasks over {LIMIT} ms: {}", slow.join("; "));
    }
    Ok(())
}

/// The pages where a game is learnt step by step or played, the first page of all, and
/// the one with the most boards.
fn pages(book: &Path) -> Result<Vec<String>> {
    let mut pages = book::pages(book)?;
    // The page that gathers all others is for printing.
    pages.retain(|path| path != "print.html");
    let mut most = (0, String::new());
    for path in &pages {
        let source = std::fs::read_to_string(book.join(path))?;
        most = most.max((source.matches("<morpion-plateau").count(), path.clone()));
    }
    pages.retain(|path| {
        let kinds = ["index.html", "jouer.html"];
        kinds.iter().any(|kind| path.ends_with(kind)) || *path == most.1
    });
    Ok(pages)
}

/// Opens a page, wakes its boards and plays on the first of them that can be played
/// on; gives the longest task of each step.
async fn measure(fleet: &Fleet, site: Site, path: &str) -> Result<Vec<(String, Task)>> {
    let page = Page::start_traced(fleet, site).await?;
    page.set_width(1280).await?;
    page.open(path).await?;
    page.slow_down(SLOWER).await?;
    page.begin_tasks("wake").await?;
    book::wake_boards(&page).await?;
    let playable: bool = page
        .js(
            "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center', behavior: 'instant' }); \
             return document.querySelector(arguments[0]) !== null",
            vec![json!(PLAYABLE)],
        )
        .await?;
    if playable {
        play(&page).await.with_context(|| path.to_owned())?;
    }
    step_and_solve(&page)
        .await
        .with_context(|| path.to_owned())?;
    page.begin_tasks("unfold").await?;
    unfold(&page).await?;
    page.check().await?;
    let tasks = page.tasks().await?;
    page.close().await;
    Ok(tasks)
}

const PLAYABLE: &str = r#"morpion-plateau[mode="jeu"]"#;

async fn play(page: &Page) -> Result<()> {
    for number in 1..=MOVES {
        let Some(cell) = middle(page, PLAYABLE, "button.morpion-case:not([aria-disabled])").await?
        else {
            // The game is over already.
            break;
        };
        // The first one also compiles what it calls, and starts the worker.
        let step = if number == 1 {
            "first move"
        } else {
            "next moves"
        };
        page.begin_tasks(step).await?;
        page.click_at(cell).await?;
        quiet(page, PLAYABLE).await?;
    }
    page.begin_tasks("focus").await?;
    for key in [
        Key::Right,
        Key::Down,
        Key::Left,
        Key::Up,
        Key::End,
        Key::Home,
    ] {
        page.press(key).await?;
    }
    for (action, step) in [("indice", "hint"), ("annuler", "undo")] {
        let button = format!(r#"button[data-action="{action}"]:not([aria-disabled="true"])"#);
        if let Some(button) = middle(page, PLAYABLE, &button).await? {
            page.begin_tasks(step).await?;
            page.click_at(button).await?;
            quiet(page, PLAYABLE).await?;
        }
    }
    Ok(())
}

/// Steps through the first demonstration of the page, and has the first exercise say
/// what is wrong with a move and what is right.
async fn step_and_solve(page: &Page) -> Result<()> {
    for (mode, nodes) in [
        ("demo", [r#"button[data-action="suivant"]"#; 2].as_slice()),
        (
            "exercice",
            &[
                "button.morpion-case:not([aria-disabled])",
                r#"button[data-action="solution"]"#,
            ],
        ),
    ] {
        let board = format!(r#"morpion-plateau[mode="{mode}"]"#);
        page.begin_tasks(mode).await?;
        for node in nodes {
            if let Some(node) = middle(page, &board, node).await? {
                page.click_at(node).await?;
                quiet(page, &board).await?;
            }
        }
    }
    Ok(())
}

/// Opens whatever folds out on the boards of the page, one after the other, and looks
/// for more after each: what opens may close another or hold one.
async fn unfold(page: &Page) -> Result<()> {
    let mut opened = Vec::new();
    for _ in 0..40 {
        let next: Option<(String, [f64; 2])> = page
            .js(
                "const closed = 'morpion-plateau :is([aria-expanded=\"false\"], details:not([open]) > summary)'; \
                 const boards = [...document.querySelectorAll('morpion-plateau')]; \
                 for (const node of document.querySelectorAll(closed)) { \
                   const name = boards.indexOf(node.closest('morpion-plateau')) + ' ' \
                     + (node.dataset.action ?? node.textContent); \
                   if (arguments[0].includes(name) || !node.checkVisibility()) continue; \
                   node.scrollIntoView({ block: 'center', behavior: 'instant' }); \
                   const box = node.getBoundingClientRect(); \
                   return [name, [box.x + box.width / 2, box.y + box.height / 2]]; \
                 } \
                 return null",
                vec![json!(opened)],
            )
            .await?;
        let Some((name, point)) = next else {
            return Ok(());
        };
        page.click_at(point).await?;
        opened.push(name);
    }
    ensure!(opened.len() < 40, "no end of what folds out");
    Ok(())
}

/// The middle, in the window, of the first such node of a board.
async fn middle(page: &Page, board: &str, selector: &str) -> Result<Option<[f64; 2]>> {
    page.js(
        "const node = document.querySelector(`${arguments[0]} ${arguments[1]}`); \
         if (!node) return null; \
         node.scrollIntoView({ block: 'nearest', behavior: 'instant' }); \
         const box = node.getBoundingClientRect(); \
         return [box.x + box.width / 2, box.y + box.height / 2]",
        vec![json!(board), json!(selector)],
    )
    .await
}

/// Waits until nothing more comes on a board and everything is drawn.
async fn quiet(page: &Page, board: &str) -> Result<()> {
    page.wait_js(
        "nothing is waited for",
        "document.querySelector(arguments[0]).dataset.attente === undefined",
        vec![json!(board)],
    )
    .await?;
    page.js(
        "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null))))",
        vec![],
    )
    .await
}
