//! The list of moves, what is copied and pasted, and demonstrations that speak and
//! play by themselves.

use anyhow::{Result, ensure};
use morpion_tests::Page;
use morpion_tests::book::wake_boards;
use morpion_tests::page::Key;
use serde_json::json;

use crate::board::{Board, PLAYABLE, plain};
use crate::games::{BY_MOUSE, Game};

/// Opens the panel of a tool.
async fn open<'a>(page: &'a Page, game: Game, panel: &str) -> Result<Board<'a>> {
    let board = Board::open(page, game).await?;
    board.two_players().await?;
    board.act("plus").await?;
    board.act(panel).await?;
    Ok(board)
}

/// Fills a field in and confirms it, as Enter or its button does.
async fn type_in(page: &Page, field: &str, text: &str) -> Result<()> {
    page.js(
        "const form = document.querySelector(`${arguments[0]} [data-champ=\"${arguments[1]}\"]`);
         const input = form.querySelector('input, textarea');
         input.focus();
         input.value = arguments[2];
         form.requestSubmit()",
        vec![json!(PLAYABLE), json!(field), json!(text)],
    )
    .await
}

async fn text(page: &Page, selector: &str) -> Result<String> {
    let text: String = page
        .js(
            "const one = document.querySelector(`${arguments[0]} ${arguments[1]}`); \
             return one.value ?? one.textContent",
            vec![json!(PLAYABLE), json!(selector)],
        )
        .await?;
    Ok(plain(&text))
}

/// Steps through a game by mouse, plays another move from the past, and finds both
/// lines in the list; the list keeps the present move in its sight, the page stays.
pub(crate) async fn steps_and_a_variation(page: &Page, game: Game) -> Result<()> {
    let board = open(page, game, "coups").await?;
    let played = BY_MOUSE.iter().find(|played| played.game == game);
    let moves: Vec<&str> = played
        .map_or("", |played| played.moves)
        .split('-')
        .collect();
    type_in(page, "coup", &moves.join(" ")).await?;
    board.wait_moves(&moves.join("-")).await?;
    ensure!(
        text(page, "[data-champ] input").await?.is_empty(),
        "the field is not emptied"
    );
    let typing: bool = page
        .js(
            "return document.activeElement.matches('[data-champ] input')",
            vec![],
        )
        .await?;
    ensure!(typing, "the focus has left the field");
    for (action, count) in [
        ("debut", 0),
        ("suivant", 1),
        ("suivant", 2),
        ("precedent", 1),
        ("fin", moves.len()),
    ] {
        board.act(action).await?;
        board.wait_moves(&moves[..count].join("-")).await?;
        check_sight(page).await?;
    }
    // Back to the first move, and another second one.
    board.act("aller-1").await?;
    board.wait_moves(moves[0]).await?;
    let free: String = page
        .js(
            "return [...document.querySelectorAll(`${arguments[0]} .morpion-case:not([aria-disabled])`)] \
               .map((button) => button.dataset.case).find((name) => name !== arguments[1])",
            vec![json!(PLAYABLE), json!(moves[1])],
        )
        .await?;
    board.click(&free).await?;
    board.wait_moves(&format!("{}-{free}", moves[0])).await?;
    let variation = text(page, ".variante").await?;
    ensure!(
        variation == format!("(2{free})"),
        "the variation is {variation:?}"
    );
    let main: usize = page
        .js(
            "return document.querySelectorAll(`${arguments[0]} .coup button`).length",
            vec![json!(PLAYABLE)],
        )
        .await?;
    ensure!(main == moves.len(), "the main line has {main} moves");
    board.act(&format!("aller-{}", moves.len())).await?;
    board.wait_moves(&moves.join("-")).await
}

/// The move that is shown lies within the list.
async fn check_sight(page: &Page) -> Result<()> {
    page.wait_js(
        "the list shows the present move",
        "(() => { \
           const one = document.querySelector(`${arguments[0]} .morpion-liste [aria-current]`)?.getBoundingClientRect(); \
           const list = document.querySelector(`${arguments[0]} .morpion-liste`).getBoundingClientRect(); \
           return !one || one.top >= list.top - 1 && one.bottom <= list.bottom + 1; })()",
        vec![json!(PLAYABLE)],
    )
    .await
}

/// Where there is a curve, whose points are buttons of the same names, the keys go from
/// move to move of the list all the same.
pub(crate) async fn keys_on_the_list_beside_a_curve(page: &Page) -> Result<()> {
    let root = "morpion-plateau[mode=\"entrainement\"][coups=\"1-5\"]";
    page.open("infini/strategie.html").await?;
    let board = Board::wake(page, Game::Infini, root).await?;
    for action in ["voir-valeurs", "plus", "coups"] {
        board.act(action).await?;
    }
    page.wait_js(
        "the curve is there",
        "document.querySelector(`${arguments[0]} .morpion-points button`) !== null",
        vec![json!(root)],
    )
    .await?;
    page.focus(&format!("{root} .morpion-liste [aria-current]"))
        .await?;
    for (key, moves) in [
        (Key::Left, "1"),
        (Key::Home, ""),
        (Key::Right, "1"),
        (Key::End, "1-5"),
    ] {
        page.press(key).await?;
        board.wait_moves(moves).await?;
        page.wait_js(
            "the focus is on the list",
            "document.activeElement.closest('.morpion-liste') !== null",
            vec![],
        )
        .await?;
    }
    Ok(())
}

/// A long game is walked through on the list by keyboard; the page does not scroll
/// and is not turned.
pub(crate) async fn keys_on_the_list(page: &Page) -> Result<()> {
    let board = open(page, Game::Cube, "coups").await?;
    let url = page.url().await?;
    // A full cube without a line, the longest game there is.
    let drawn = "111-114-112-121-113-122-123-131-124-132-133-141-134-143-142-212-144-213-211-214-221-\
                 223-222-233-224-234-231-241-232-242-243-244-312-311-314-313-321-322-333-323-334-324-\
                 343-331-344-332-412-341-413-342-422-411-423-414-431-421-433-424-434-432-441-443-442-444";
    type_in(page, "coup", drawn).await?;
    let moves: Vec<&str> = drawn.split('-').collect();
    board.wait_moves(drawn).await?;
    check_sight(page).await?;
    page.js::<()>(
        "document.querySelector(`${arguments[0]} .morpion-liste [aria-current]`).focus({ preventScroll: true }); \
         document.querySelector(arguments[0]).scrollIntoView({ block: 'start', behavior: 'instant' }); \
         window.top0 = scrollY",
        vec![json!(PLAYABLE)],
    )
    .await?;
    for (key, count) in [
        (Key::Up, 62),
        (Key::Left, 61),
        (Key::PageUp, 51),
        (Key::Home, 0),
        (Key::Right, 1),
        (Key::Down, 3),
    ] {
        page.press(key).await?;
        board.wait_moves(&moves[..count].join("-")).await?;
        check_sight(page).await?;
        let focused = board.focused_action().await?;
        let wanted = format!("aller-{}", count.max(1));
        ensure!(
            focused.as_deref() == Some(wanted.as_str()),
            "{key:?}: the focus is on {focused:?}, not {wanted}"
        );
    }
    ensure!(page.url().await? == url, "the page has been turned");
    Ok(())
}

/// What a page may do with the clipboard is up to the browser: here it is refused,
/// granted, or not there at all.
const CLIPBOARD: &str = "
    window.copied = [];
    const fake = { writeText: (text) => window.refuse
      ? Promise.reject(new DOMException('refused', 'NotAllowedError'))
      : (window.copied.push(text), Promise.resolve()) };
    Object.setPrototypeOf(fake, Clipboard.prototype);
    Object.defineProperty(Navigator.prototype, 'clipboard',
      { configurable: true, get: () => window.insecure ? undefined : fake });
";

/// Copies each form and pastes it back on a board that has moved on.
pub(crate) async fn copy_and_paste(page: &Page, game: Game) -> Result<()> {
    page.run_early(CLIPBOARD).await?;
    let board = open(page, game, "partager").await?;
    let moves = format!("{}-{}", game.opening(), game.second());
    for (count, form) in ["coups", "lien", "dessin", "python"].iter().enumerate() {
        board.act("nouvelle").await?;
        board.wait_moves("").await?;
        board.click(game.opening()).await?;
        board.click(game.second()).await?;
        board.wait_moves(&moves).await?;
        board.act(&format!("copie-{form}")).await?;
        board.act("copier").await?;
        page.wait_js(
            "it is copied",
            "window.copied.length === arguments[0]",
            vec![json!(count + 1)],
        )
        .await?;
        let copied: String = page.js("return window.copied.at(-1)", vec![]).await?;
        let cells = crosses_and_rings(page).await?;
        board.act("nouvelle").await?;
        board.wait_moves("").await?;
        type_in(page, "position", &copied).await?;
        page.wait(&format!("{form} is opened"), async || {
            Ok(crosses_and_rings(page).await? == cells)
        })
        .await?;
        ensure!(
            text(page, "[data-champ=\"position\"] textarea")
                .await?
                .is_empty(),
            "{form}: the field is not emptied"
        );
    }
    // A bad text changes nothing and stays.
    let before = board.moves().await?;
    type_in(page, "position", "X . Z\n. . .").await?;
    let remark = text(page, ".morpion-remarque").await?;
    ensure!(
        remark == "Ligne 1, colonne 5 : « Z » n'est ni X, ni O, ni un point.",
        "{remark}"
    );
    ensure!(board.moves().await? == before, "the board has changed");
    let kept = text(page, "[data-champ=\"position\"] textarea").await?;
    ensure!(kept == "X . Z\n. . .", "the text is gone: {kept:?}");
    // Refused, or not offered: the text is chosen instead.
    for obstacle in ["refuse", "insecure"] {
        page.js::<()>(
            &format!("window.{obstacle} = true; getSelection().removeAllRanges()"),
            vec![],
        )
        .await?;
        board.act("copie-coups").await?;
        board.act("copier").await?;
        page.wait_js(
            "the text is chosen",
            "document.activeElement.matches('textarea[readonly]') \
               && document.activeElement.selectionEnd === document.activeElement.value.length",
            vec![],
        )
        .await?;
        let said = text(page, ".morpion-voix").await?;
        ensure!(
            said.trim_end_matches('\u{2060}') == "Le texte est choisi : copie-le avec Ctrl+C.",
            "{said}"
        );
    }
    Ok(())
}

/// The cells with their marks.
async fn crosses_and_rings(page: &Page) -> Result<Vec<String>> {
    page.js(
        "return [...document.querySelectorAll(`${arguments[0]} .c:is(.x, .o)`)] \
           .map((cell) => cell.dataset.c + (cell.classList.contains('x') ? 'x' : 'o'))",
        vec![json!(PLAYABLE)],
    )
    .await
}

/// A demonstration with sentences plays by itself to its end, each sentence shown and
/// said once; a press on another button stops it.
pub(crate) async fn a_demonstration_plays(page: &Page) -> Result<()> {
    const DEMO: &str = "morpion-plateau[etapes]";
    page.open("ultimate/regles.html").await?;
    wake_boards(page).await?;
    let sentences: Vec<String> = page
        .js(
            "const demo = document.querySelector(arguments[0]); \
             window.seen = []; window.heard = []; \
             const note = (list, text) => { if (list.at(-1) !== text) list.push(text); }; \
             new MutationObserver(() => { \
               note(window.seen, demo.querySelector('.morpion-statut').textContent); \
               note(window.heard, demo.querySelector('.morpion-voix').textContent); \
             }).observe(demo, { subtree: true, childList: true, characterData: true }); \
             return demo.getAttribute('etapes').split('\\n')",
            vec![json!(DEMO)],
        )
        .await?;
    ensure!(sentences.len() > 2, "too short to tell anything");
    let hidden: bool = page
        .js(
            "return getComputedStyle(document.querySelector(`${arguments[0]} .morpion-etapes`)).display === 'none'",
            vec![json!(DEMO)],
        )
        .await?;
    ensure!(hidden, "the list for readers without script is shown");
    // The reader's own pace is not what is tested.
    page.js::<()>(
        "const set = window.setTimeout; \
         window.waits = []; \
         window.setTimeout = (call, ms, ...rest) => { \
           if (ms >= 1000) window.waits.push(ms); \
           return set(call, ms / 20, ...rest); }",
        vec![],
    )
    .await?;
    page.click(&format!("{DEMO} [data-action=\"lecture\"]"))
        .await?;
    page.wait_js(
        "the demonstration is over",
        "window.seen.length === arguments[0] \
           && document.querySelector(`${arguments[1]} [data-action=\"lecture\"]`).textContent === 'Lecture'",
        vec![json!(sentences.len()), json!(DEMO)],
    )
    .await?;
    let (seen, heard, waits): (Vec<String>, Vec<String>, Vec<u32>) = page
        .js("return [window.seen, window.heard, window.waits]", vec![])
        .await?;
    ensure!(seen == sentences, "shown: {seen:?}");
    ensure!(heard == sentences, "heard: {heard:?}");
    ensure!(
        waits.len() == sentences.len() - 1 && waits.iter().all(|wait| *wait > 2000),
        "the pauses are {waits:?}"
    );
    // Once more, and stopped by another button.
    page.js::<()>("window.setTimeout = () => 0", vec![]).await?;
    page.click(&format!("{DEMO} [data-action=\"lecture\"]"))
        .await?;
    page.wait_js(
        "it plays",
        "document.querySelector(`${arguments[0]} [data-action=\"lecture\"]`).textContent === 'Pause'",
        vec![json!(DEMO)],
    )
    .await?;
    page.click(&format!("{DEMO} [data-action=\"suivant\"]"))
        .await?;
    page.wait_js(
        "it has stopped",
        "document.querySelector(`${arguments[0]} [data-action=\"lecture\"]`).textContent === 'Lecture'",
        vec![json!(DEMO)],
    )
    .await
}
