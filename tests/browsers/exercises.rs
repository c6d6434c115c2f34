//! Exercises, games that count, and the pages that show what the device keeps.

use anyhow::{Result, ensure};
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
    page.js::<()>(
        "document.querySelector(arguments[0]).focus()",
        vec![json!(retry)],
    )
    .await?;
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
    // The computer begins the next game, and the page above has heard of the first.
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
