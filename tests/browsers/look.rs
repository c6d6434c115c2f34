//! What can be measured of the look: accessibility rules, narrow screens, buttons
//! over their drawn cells.

use anyhow::{Context as _, Result, ensure};
use morpion_tests::Page;
use morpion_tests::book::wake_boards;
use serde_json::json;

use crate::games::Game;

/// A page with a search on it.
const SEARCHED: &str = "classique/regles.html?search=grille";

/// mdBook's names of the two themes.
const THEMES: [&str; 2] = ["light", "coal"];

/// axe-core finds nothing on the page where the game is played, in either theme.
pub(crate) async fn accessible(page: &Page, game: Game, axe: &str) -> Result<()> {
    without_faults(page, &game.play_page(), axe).await
}

/// axe-core finds nothing on the page of the atlas either.
pub(crate) async fn atlas_accessible(page: &Page, axe: &str) -> Result<()> {
    without_faults(page, crate::cube::ATLAS, axe).await
}

/// axe-core finds nothing in an open search with its answers, which an address opens.
pub(crate) async fn search_accessible(page: &Page, axe: &str) -> Result<()> {
    without_faults(page, SEARCHED, axe).await
}

async fn without_faults(page: &Page, path: &str, axe: &str) -> Result<()> {
    page.open(path).await?;
    for theme in THEMES {
        page.js::<()>(
            "localStorage.setItem('mdbook-theme', arguments[0])",
            vec![json!(theme)],
        )
        .await?;
        page.open(path).await?;
        page.wait_js(
            &format!("the theme is {theme}"),
            "document.documentElement.classList.contains(arguments[0])",
            vec![json!(theme)],
        )
        .await?;
        let boards = wake_boards(page).await?;
        ensure!(boards > 0, "no board");
        if path == SEARCHED {
            let answer = "document.querySelector('#mdbook-searchresults a')";
            page.wait_js("an answer", answer, vec![]).await?;
        }
        page.js::<()>(axe, vec![]).await?;
        let found = violations(page, "html").await?;
        ensure!(found.is_empty(), "{theme}:\n  {}", found.join("\n  "));
    }
    Ok(())
}

/// What axe-core, which the page holds by now, finds wrong in what the selector names.
pub(crate) async fn violations(page: &Page, selector: &str) -> Result<Vec<String>> {
    page.js(
        "return axe.run(arguments[0], { runOnly: { type: 'tag', \
           values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] } }) \
         .then(({ violations }) => violations.flatMap(({ id, nodes }) => \
           nodes.map((node) => `${id}: ${node.target} ${node.failureSummary.replaceAll('\\n', ' ')}`)))",
        vec![json!(selector)],
    )
    .await
}

/// The boards of both pages fit on a narrow screen, with cells that a finger hits,
/// each over its drawing.
pub(crate) async fn fits(page: &Page, game: Game) -> Result<()> {
    for width in [1280, 360, 290] {
        page.set_width(width).await?;
        for path in [game.rules_page(), game.play_page()] {
            page.open(&path).await?;
            wake_boards(page).await?;
            measure(page, width)
                .await
                .with_context(|| format!("{path} at {width} px"))?;
        }
    }
    Ok(())
}

/// A board that wakes up keeps its height: the text below it does not jump.
pub(crate) async fn nothing_moves(page: &Page, game: Game) -> Result<()> {
    const HEIGHTS: &str = "[...document.querySelectorAll('morpion-plateau')] \
         .map((board) => Math.round(board.getBoundingClientRect().height))";
    page.run_early(&format!(
        "addEventListener('DOMContentLoaded', () => {{ window.before = {HEIGHTS}; }});"
    ))
    .await?;
    for width in [1280, 360] {
        page.set_width(width).await?;
        for path in [game.rules_page(), game.play_page()] {
            page.open(&path).await?;
            wake_boards(page).await?;
            let (before, after): (Vec<i32>, Vec<i32>) = page
                .js(&format!("return [window.before, {HEIGHTS}]"), vec![])
                .await?;
            ensure!(!before.is_empty(), "no board in {path}");
            let moved = before.iter().zip(&after).any(|(a, b)| (a - b).abs() > 1);
            ensure!(
                before.len() == after.len() && !moved,
                "{path} at {width} px: {before:?} before, {after:?} after"
            );
        }
    }
    Ok(())
}

async fn measure(page: &Page, width: u32) -> Result<()> {
    let (inner, scroll): (u32, u32) = page
        .js(
            "return [innerWidth, document.documentElement.scrollWidth]",
            vec![],
        )
        .await?;
    ensure!(inner == width, "the page is {inner} px wide");
    ensure!(scroll <= width, "the page scrolls sideways: {scroll} px");
    let (count, wrong): (usize, Vec<String>) = page
        .js(
            "const wrong = []; \
             const buttons = [...document.querySelectorAll('morpion-plateau .morpion-case')]; \
             for (const button of buttons) { \
               const name = button.dataset.case; \
               const own = button.getBoundingClientRect(); \
               if (own.width < 24 || own.height < 24) wrong.push(`${name} is ${own.width} × ${own.height}`); \
               const drawn = button.closest('morpion-plateau') \
                 .querySelector(`[data-c=\"${name}\"] > rect`)?.getBoundingClientRect(); \
               if (!drawn) { wrong.push(`${name} is not drawn`); continue; } \
               const off = Math.max(...['left', 'top', 'right', 'bottom'].map((side) => Math.abs(own[side] - drawn[side]))); \
               if (off > 1.5) wrong.push(`${name} lies ${off} px beside its drawing`); \
             } \
             return [buttons.length, wrong]",
            vec![],
        )
        .await?;
    ensure!(count > 0, "no cell to measure");
    let first = &wrong[..wrong.len().min(5)];
    ensure!(
        wrong.is_empty(),
        "{} of {count} cells, such as\n  {}",
        wrong.len(),
        first.join("\n  ")
    );
    Ok(())
}
