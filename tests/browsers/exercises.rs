//! Exercises, games that count, and the pages that show what the device keeps.

use anyhow::{Context as _, Result, ensure};
use morpion_tests::Page;
use morpion_tests::page::Key;
use serde_json::json;

use crate::board::plain;

/// A browser that keeps nothing, as in some private windows.
const REFUSED: &str = "Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('refused', 'SecurityError'); } })";

const EXERCISE: &str = r#"morpion-plateau[mode="exercice"]"#;
const RANKED: &str = r#"morpion-plateau[commence="tour"]"#;

/// Opens a page and waits until the element is alive.
async fn open(page: &Page, path: &str, element: &str) -> Result<()> {
    page.open(path).await?;
    page.js::<()>(
        "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center' })",
        vec![json!(element)],
    )
    .await?;
    page.wait_js(
        "the element is alive",
        "document.querySelector(arguments[0])?.dataset.etat === 'pret'",
        vec![json!(element)],
    )
    .await
}

async fn text(page: &Page, selector: &str) -> Result<String> {
    let script = "return document.querySelector(arguments[0])?.textContent ?? ''";
    Ok(plain(
        &page.js::<String>(script, vec![json!(selector)]).await?,
    ))
}

/// Waits until the text of an element begins with these words.
async fn wait_text(page: &Page, selector: &str, words: &str) -> Result<()> {
    page.wait(&format!("{selector} says {words:?}"), async || {
        Ok(text(page, selector).await?.starts_with(words))
    })
    .await
}

async fn press(page: &Page, board: &str, action: &str) -> Result<()> {
    page.click(&format!(r#"{board} button[data-action="{action}"]"#))
        .await
}

async fn cell(page: &Page, board: &str, name: &str) -> Result<()> {
    page.click(&format!(r#"{board} button[data-case="{name}"]"#))
        .await
}

/// The fork of the classic game: a wrong move and its refutation, then the right ones.
async fn solve(page: &Page) -> Result<()> {
    let status = format!("{EXERCISE} .morpion-statut");
    wait_text(page, &status, "À toi de jouer (X) : gagne en deux coups.").await?;
    cell(page, EXERCISE, "3").await?;
    wait_text(page, &status, "Pas cette fois").await?;
    page.wait_js(
        "the refutation is played",
        "document.querySelector(arguments[0]).dataset.coups.split('-').length > 5",
        vec![json!(EXERCISE)],
    )
    .await?;
    press(page, EXERCISE, "reessayer").await?;
    cell(page, EXERCISE, "4").await?;
    wait_text(page, &status, "Bien joué ! Et maintenant, gagne.").await?;
    let moves: String = page
        .js(
            "return document.querySelector(arguments[0]).dataset.coups",
            vec![json!(EXERCISE)],
        )
        .await?;
    // O has stopped one line; the other one wins.
    let last = if moves.ends_with('6') { "7" } else { "6" };
    cell(page, EXERCISE, last).await?;
    wait_text(page, &status, "Bravo, c'est gagné !").await
}

/// An exercise is solved, and the page of all exercises knows it after a reload.
pub(crate) async fn an_exercise_is_solved_and_kept(page: &Page) -> Result<()> {
    open(page, "classique/jouer.html", EXERCISE).await?;
    solve(page).await?;
    open(page, "mes-exercices.html", "morpion-vue").await?;
    let list = text(page, ".morpion-pages").await?;
    ensure!(list.contains("1 sur 1, page terminée"), "{list}");
    page.click(r#".morpion-pages a[href="classique/jouer.html"]"#)
        .await?;
    open(page, "classique/jouer.html", EXERCISE).await?;
    wait_text(
        page,
        &format!("{EXERCISE} .morpion-serie"),
        "Exercice réussi",
    )
    .await
}

/// The same where nothing is kept: it works, and it is told once.
pub(crate) async fn a_refused_memory(page: &Page) -> Result<()> {
    page.run_early(REFUSED).await?;
    open(page, "classique/jouer.html", EXERCISE).await?;
    solve(page).await?;
    wait_text(
        page,
        &format!("{EXERCISE} .morpion-serie"),
        "Exercice réussi",
    )
    .await?;
    wait_text(
        page,
        &format!("{EXERCISE} .morpion-memoire"),
        "Ton navigateur ne garde rien ici",
    )
    .await?;
    open(page, "mes-exercices.html", "morpion-vue").await?;
    let list = text(page, ".morpion-bilan").await?;
    ensure!(list.contains("t'attendent"), "the page was left: {list}");
    open(page, "classement.html", "morpion-vue").await?;
    wait_text(page, ".morpion-vide", "Aucune partie classée").await
}

/// The solution is played by itself, and « Réessayer » keeps the focus.
pub(crate) async fn a_solution_is_shown(page: &Page) -> Result<()> {
    open(page, "3d/jouer.html", EXERCISE).await?;
    let retry = format!(r#"{EXERCISE} button[data-action="reessayer"]"#);
    press(page, EXERCISE, "solution").await?;
    wait_text(
        page,
        &format!("{EXERCISE} .morpion-statut"),
        "Voilà une solution.",
    )
    .await?;
    page.focus(&retry).await?;
    page.press(Key::Enter).await?;
    wait_text(
        page,
        &format!("{EXERCISE} .morpion-statut"),
        "À toi de jouer",
    )
    .await?;
    page.wait_js(
        "the button has kept the focus",
        "document.activeElement === document.querySelector(arguments[0])",
        vec![json!(retry)],
    )
    .await?;
    let next =
        format!(r#"{EXERCISE} button[data-action="exercice-suivant"][aria-disabled="true"]"#);
    page.find(&next).await.map(|_| ())
}

/// « Exercice suivant » leads to the next one of the page, cell and all, and the keyboard
/// goes on there.
pub(crate) async fn the_next_exercise_takes_the_focus(page: &Page) -> Result<()> {
    open(page, "3d/exercices.html", EXERCISE).await?;
    press(page, EXERCISE, "exercice-suivant").await?;
    page.wait_js(
        "the second exercise is alive and has the focus",
        "(() => {
            const second = document.querySelectorAll(arguments[0])[1];
            return second.dataset.etat === 'pret' && second.contains(document.activeElement);
        })()",
        vec![json!(EXERCISE)],
    )
    .await?;
    let seen: bool = page
        .js(
            "const box = document.activeElement.getBoundingClientRect(); \
             return box.bottom > 0 && box.top < innerHeight",
            vec![],
        )
        .await?;
    ensure!(seen, "it is out of sight");
    Ok(())
}

/// A game that counts is left and taken up again; given up, it is lost, and the page
/// of the ranking shows it, exports it and clears it.
pub(crate) async fn a_game_that_counts(page: &Page) -> Result<()> {
    let status = format!("{RANKED} .morpion-statut");
    open(page, "classement.html", RANKED).await?;
    cell(page, RANKED, "5").await?;
    page.wait_js(
        "the computer has answered",
        "document.querySelector(arguments[0]).dataset.coups.length === 3",
        vec![json!(RANKED)],
    )
    .await?;
    // « Annuler » asks first.
    press(page, RANKED, "annuler").await?;
    wait_text(page, &status, "Partie classée : avec « Annuler »").await?;
    open(page, "classement.html", RANKED).await?;
    wait_text(page, &status, "Ta partie classée t'attend").await?;
    press(page, RANKED, "reprendre").await?;
    page.wait_js(
        "the game is back, and a cell has the focus",
        "document.querySelector(arguments[0]).dataset.coups.length === 3
            && document.activeElement.dataset.case !== undefined",
        vec![json!(RANKED)],
    )
    .await?;
    open(page, "classement.html", RANKED).await?;
    press(page, RANKED, "abandonner").await?;
    // The computer begins the next game, and the page above has heard of the first. It
    // wakes when one sees it: here the board was scrolled to before it could.
    page.js::<()>(
        "document.querySelector('morpion-vue').scrollIntoView({ behavior: 'instant' })",
        vec![],
    )
    .await?;
    wait_text(page, ".morpion-tableau caption", "Morpion infini").await?;
    page.click(r#"morpion-vue button[data-action="exporter"]"#)
        .await?;
    let json = text(page, "morpion-vue textarea").await?;
    ensure!(json.contains(r#""jeu": "infini""#), "{json}");
    for _ in 0..2 {
        page.click(r#"morpion-vue button[data-action="effacer"]"#)
            .await?;
    }
    wait_text(page, ".morpion-vide", "Aucune partie classée").await
}

/// The proof is checked in the worker: it tells how far it is, and can be stopped.
pub(crate) async fn the_proof_is_checked_and_stopped(page: &Page) -> Result<()> {
    open(page, "3d/preuve.html", "morpion-vue").await?;
    let said = ".morpion-bilan";
    wait_text(page, said, "Ton navigateur n'a encore rien vérifié.").await?;
    press(page, "morpion-vue", "verifier").await?;
    page.wait("replies are being tried", async || {
        let said = text(page, said).await?;
        Ok(said.contains("réponses de O essayées") && !said.starts_with("0 "))
    })
    .await?;
    press(page, "morpion-vue", "arreter").await?;
    wait_text(page, said, "Arrêté après ").await?;
    page.wait_js(
        "the focus is on the button that can be pressed",
        "document.activeElement?.dataset.action === 'verifier'",
        vec![],
    )
    .await?;
    let stopped = text(page, said).await?;
    press(page, "morpion-vue", "verifier").await?;
    page.wait("it begins anew", async || {
        let said = text(page, said).await?;
        Ok(said.contains("essayées") && said != stopped)
    })
    .await?;
    press(page, "morpion-vue", "arreter").await?;
    wait_text(page, said, "Arrêté après ").await
}

/// The home page has an exercise that can be solved, and that changes with the day.
pub(crate) async fn the_exercise_of_the_day(page: &Page) -> Result<()> {
    let board = "morpion-plateau[jour]";
    let mut last = None;
    for day in ["2026-02-28", "2026-03-01"] {
        // Where it is asked for, it is noon of that day; the last override wins.
        page.run_early(&format!(
            "window.Date = class extends Date {{ constructor(...given) {{ \
               super(...(given.length ? given : ['{day}T12:00:00'])); }} }}"
        ))
        .await?;
        open(page, "index.html", board).await?;
        let (shown, list): (String, String) = page
            .js(
                "const board = document.querySelector(arguments[0]); \
                 const shown = ['jeu', 'coups', 'but'].map((name) => board.getAttribute(name)); \
                 return [shown.join(';'), board.getAttribute('jour')]",
                vec![json!(board)],
            )
            .await?;
        let all: Vec<&str> = list.split('|').collect();
        let turn = all.iter().position(|one| one.starts_with(&shown));
        let turn = turn.with_context(|| format!("{shown} is none of {all:?}"))?;
        if let Some(before) = last.replace(turn) {
            ensure!(turn == (before + 1) % all.len(), "{before}, then {turn}");
        }
    }
    let status = text(page, &format!("{board} .morpion-statut")).await?;
    ensure!(status.starts_with("À toi de jouer"), "{status}");
    // It counts for the page, alone.
    let line = text(page, &format!("{board} .morpion-serie")).await?;
    ensure!(line == "Pas encore réussi", "{line}");
    press(page, board, "solution").await?;
    wait_text(
        page,
        &format!("{board} .morpion-statut"),
        "Voilà une solution.",
    )
    .await
}

/// Each sheet is one page of A4, upright.
pub(crate) async fn sheets_print_on_one_page(page: &Page) -> Result<()> {
    page.open("en-classe/feuilles.html").await?;
    let links: Vec<String> = page
        .js(
            "return [...document.querySelectorAll('main a[href^=\"feuille-\"]')] \
             .map((link) => link.getAttribute('href'))",
            vec![],
        )
        .await?;
    ensure!(links.len() >= 5, "{links:?}");
    for link in links {
        page.open(&format!("en-classe/{link}")).await?;
        let (pages, [width, height]) = page.printed().await?;
        ensure!(pages == 1, "{link}: {pages} pages");
        // A4 in points, which are rounded.
        ensure!(
            (width - 595.3).abs() < 1.0 && (height - 841.9).abs() < 1.0,
            "{link}: {width} by {height}"
        );
    }
    Ok(())
}
