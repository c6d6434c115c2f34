//! Playing: by mouse, by keyboard alone, against the computer.

use anyhow::{Context as _, Result, ensure};
use morpion_tests::Page;
use morpion_tests::book::wake_boards;
use morpion_tests::page::Key;
use serde_json::json;

use crate::board::{Board, PLAYABLE};
use crate::games::{Game, Played, Spot};

/// The moves after the first `count` moves of a list.
fn first(moves: &[&str], count: usize) -> String {
    moves[..count].join("-")
}

/// A whole game by real clicks, with its refused moves on the way.
pub(crate) async fn win_by_mouse(page: &Page, played: &Played) -> Result<()> {
    let board = Board::open(page, played.game).await?;
    board.two_players().await?;
    let moves: Vec<&str> = played.moves.split('-').collect();
    for count in 0..=moves.len() {
        for refused in played
            .refused
            .iter()
            .filter(|refused| refused.after == count)
        {
            board.click(refused.cell).await?;
            board.wait_status(refused.says).await?;
            let stays = board.moves().await?;
            ensure!(
                stays == first(&moves, count),
                "a refused move has changed the game: {stays}"
            );
        }
        if count == moves.len() {
            break;
        }
        let over = board.attribute("data-fin").await?;
        ensure!(over.is_none(), "over after {count} moves: {over:?}");
        board.click(moves[count]).await?;
        board.wait_moves(&first(&moves, count + 1)).await?;
    }
    // A refused move after the end has taken the sentence's place; a new look at
    // the same game brings it back.
    if played
        .refused
        .iter()
        .any(|refused| refused.after == moves.len())
    {
        board.act("annuler").await?;
        board.wait_moves(&first(&moves, moves.len() - 1)).await?;
        board.click(moves[moves.len() - 1]).await?;
        board.wait_moves(played.moves).await?;
    }
    board.check_end(played).await
}

/// « Joue maintenant » goes once the computer has played; the keyboard does not.
pub(crate) async fn a_hurried_computer_leaves_the_focus(page: &Page) -> Result<()> {
    let board = Board::open_at(
        page,
        Game::Ultimate,
        "jouer.html?jeu=ultimate&niveau=expert",
    )
    .await?;
    board.click(Game::Ultimate.opening()).await?;
    let hurry = format!("{PLAYABLE} button[data-action=\"joue-maintenant\"]");
    page.wait_js(
        "the computer thinks",
        "document.querySelector(arguments[0]) !== null",
        vec![json!(hurry)],
    )
    .await?;
    page.focus(&hurry).await?;
    page.press(Key::Enter).await?;
    board.wait_answer(2).await?;
    page.wait_js(
        "the focus is on a cell",
        "document.activeElement.dataset.case !== undefined",
        vec![],
    )
    .await
}

/// The same without touching the mouse.
pub(crate) async fn win_by_keyboard(page: &Page, played: &Played) -> Result<()> {
    let board = Board::open(page, played.game).await?;
    let url = page.url().await?;
    board.tab_in().await?;
    // The cells are one stop: the next is already a button under the board.
    page.press(Key::Tab).await?;
    let next = board.focused_action().await?;
    ensure!(next.is_some(), "two Tab stops among the cells");
    let mut stops = 1;
    for action in ["reglages", "adversaire-humain"] {
        while board.focused_action().await?.as_deref() != Some(action) {
            page.press(Key::Tab).await?;
            stops += 1;
            ensure!(stops < 20, "Tab does not reach {action}");
        }
        page.press(Key::Space).await?;
    }
    for _ in 0..stops {
        page.press_with_shift(Key::Tab).await?;
    }
    ensure!(
        board.focused().await?.is_some(),
        "Shift+Tab does not lead back to the cells"
    );

    let moves: Vec<&str> = played.moves.split('-').collect();
    for count in 0..=moves.len() {
        for refused in played
            .refused
            .iter()
            .filter(|refused| refused.after == count)
        {
            board.walk_to(refused.cell).await?;
            page.press(Key::Enter).await?;
            board.wait_status(refused.says).await?;
            let stays = board.moves().await?;
            ensure!(
                stays == first(&moves, count),
                "a refused move has changed the game: {stays}"
            );
        }
        if count == moves.len() {
            break;
        }
        board.walk_to(moves[count]).await?;
        page.press(if count % 2 == 0 {
            Key::Enter
        } else {
            Key::Space
        })
        .await?;
        board.wait_moves(&first(&moves, count + 1)).await?;
        let focused = board.focused().await?;
        ensure!(
            focused.as_deref() == Some(moves[count]),
            "the focus has gone to {focused:?}"
        );
    }
    board.check_end(played).await?;
    ensure!(page.url().await? == url, "the page has been left");
    Ok(())
}

/// Every key that moves the focus, at the edges too, where mdBook would turn the
/// page.
pub(crate) async fn keys_stay_on_the_board(page: &Page, game: Game) -> Result<()> {
    let board = Board::open(page, game).await?;
    let url = page.url().await?;
    board.tab_in().await?;
    let last = game.side() - 1;
    let (floor, row, column) = (0, 0, 0);
    board
        .walk_to(&game.cell_at(Spot { floor, row, column }))
        .await?;
    let rows = [
        (Key::Left, 0, 0),
        (Key::Up, 0, 0),
        (Key::End, 0, last),
        (Key::Right, 0, last),
        (Key::Home, 0, 0),
        (Key::Down, 1, 0),
        (Key::End, 1, last),
        (Key::Up, 0, last),
        (Key::Left, 0, last - 1),
    ];
    for (key, row, column) in rows {
        board.walk(key, Spot { floor, row, column }).await?;
    }
    board
        .walk_to(&game.cell_at(Spot {
            floor,
            row: last,
            column: last,
        }))
        .await?;
    for key in [Key::Down, Key::Right, Key::End] {
        board
            .walk(
                key,
                Spot {
                    floor,
                    row: last,
                    column: last,
                },
            )
            .await?;
    }
    let corner = |floor| Spot {
        floor,
        row: last,
        column: last,
    };
    match game {
        Game::Cube => {
            for (key, floor) in [
                (Key::PageUp, 0),
                (Key::PageDown, 1),
                (Key::PageDown, 2),
                (Key::PageDown, 3),
                (Key::PageDown, 3),
                (Key::PageUp, 2),
            ] {
                board.walk(key, corner(floor)).await?;
            }
        }
        Game::Ultimate => {
            // From small board 9 to 8 and back, the same cell in each.
            let before = Spot {
                column: last - 3,
                ..corner(0)
            };
            board.walk(Key::PageUp, before).await?;
            board.walk(Key::PageDown, corner(0)).await?;
            board.walk(Key::PageDown, corner(0)).await?;
        }
        Game::Classique | Game::Infini => {
            board.walk(Key::PageUp, corner(0)).await?;
            board.walk(Key::PageDown, corner(0)).await?;
        }
    }
    // On a button under the board too: the game would be lost.
    page.press(Key::Tab).await?;
    ensure!(board.focused_action().await?.is_some(), "no button follows");
    page.press(Key::Right).await?;
    page.press(Key::Left).await?;
    ensure!(board.focused_action().await?.is_some(), "the focus is lost");
    ensure!(page.url().await? == url, "the page has been left");
    ensure!(board.moves().await?.is_empty(), "walking has played");
    Ok(())
}

/// One move, and the computer's answer.
pub(crate) async fn one_move_and_its_answer(page: &Page, game: Game) -> Result<()> {
    let board = Board::open(page, game).await?;
    answered(&board, game).await
}

/// Plays the opening move on a new board and waits for the answer.
pub(crate) async fn answered(board: &Board<'_>, game: Game) -> Result<()> {
    board.click(game.opening()).await?;
    let count = board.wait_answer(2).await?;
    let moves = board.moves().await?;
    ensure!(
        count == 2,
        "the computer has played more than once: {moves}"
    );
    ensure!(
        moves.starts_with(game.opening()),
        "the move played is not the move clicked: {moves}"
    );
    let status = board.status().await?;
    ensure!(status.starts_with("À toi de jouer (X)"), "{status}");
    Ok(())
}

/// Undo, a new game, the computer begins.
pub(crate) async fn buttons(page: &Page, game: Game) -> Result<()> {
    let board = Board::open(page, game).await?;
    board.act("annuler").await?;
    board.wait_moves("").await?;
    answered(&board, game).await?;
    board.act("annuler").await?;
    board.wait_moves("").await?;
    answered(&board, game).await?;
    board.act("nouvelle").await?;
    board.wait_moves("").await?;
    board.act("commence-ordinateur").await?;
    let count = board.wait_answer(1).await?;
    ensure!(count == 1, "the computer has begun with {count} moves");
    let status = board.status().await?;
    ensure!(status.starts_with("À toi de jouer (O)"), "{status}");
    // Its first move is not the reader's to take back.
    let begun = board.moves().await?;
    board.act("annuler").await?;
    board.wait_moves(&begun).await?;
    board.act("commence-moi").await?;
    board.wait_moves("").await?;
    Ok(())
}

/// A hint is drawn and said; what is taken back by keyboard can be played again.
pub(crate) async fn hint_and_redo(page: &Page, game: Game) -> Result<()> {
    let board = Board::open(page, game).await?;
    answered(&board, game).await?;
    let played = board.moves().await?;
    board.act("indice").await?;
    page.wait_js(
        "a hint is drawn",
        "document.querySelectorAll('morpion-plateau[mode=\"jeu\"] .indice').length === 1",
        vec![],
    )
    .await?;
    let status = board.status().await?;
    ensure!(status.starts_with("Essaie la case "), "{status}");
    board.tab_in().await?;
    page.js::<()>(
        "for (const key of ['z', 'y']) {
           window.keys = (window.keys ?? []).concat(
             document.querySelector('morpion-plateau[mode=\"jeu\"]').dataset.coups);
           document.activeElement.dispatchEvent(
             new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true }));
         }
         window.keys.push(document.querySelector('morpion-plateau[mode=\"jeu\"]').dataset.coups)",
        vec![],
    )
    .await?;
    let seen: Vec<String> = page.js("return window.keys", vec![]).await?;
    ensure!(
        seen == [played.clone(), String::new(), played.clone()],
        "Ctrl+Z and Ctrl+Y lead through {seen:?}"
    );
    Ok(())
}

/// Holds every request to a worker until the page is told to go on, and counts the
/// answers: the thinking takes as long as the test wants. « Forget » comes too late
/// each time, as when the answer is under way already.
pub(crate) const HOLD: &str = "
    const post = Worker.prototype.postMessage;
    const held = [];
    const heard = new WeakSet();
    let holding = true;
    window.answers = 0;
    Worker.prototype.postMessage = function (...words) {
      if (!heard.has(this)) {
        heard.add(this);
        this.addEventListener('message', () => window.answers++);
      }
      if (holding) held.push([this, words]);
      else post.apply(this, words);
    };
    window.held = () => held.length;
    window.forgotten = () => held.some(([, [text]]) => text.endsWith(';forget'));
    window.goOn = () => {
      holding = false;
      for (const [worker, words] of held.splice(0)) {
        if (!words[0].endsWith(';forget')) post.apply(worker, words);
      }
    };
";

/// Undo while the computer thinks; the late answer is dropped.
pub(crate) async fn undo_during_the_thinking(page: &Page, game: Game) -> Result<()> {
    page.run_early(HOLD).await?;
    let board = Board::open(page, game).await?;
    board.click(game.opening()).await?;
    board.wait_moves(game.opening()).await?;
    page.wait_js("the computer has been asked", "window.held() === 1", vec![])
        .await?;
    ensure!(
        board.attribute("data-attente").await?.is_some(),
        "no data-attente while it thinks"
    );
    // A click during the thinking plays nothing.
    board.click(&game.cells()[0]).await?;
    board.wait_moves(game.opening()).await?;
    board.act("annuler").await?;
    board.wait_moves("").await?;
    ensure!(
        board.attribute("data-attente").await?.is_none(),
        "still waiting after the undo"
    );
    let told: bool = page.js("return window.forgotten()", vec![]).await?;
    ensure!(told, "the worker goes on with what nobody waits for");
    page.js::<()>("window.goOn()", vec![]).await?;
    page.wait_js("the late answer has come", "window.answers === 1", vec![])
        .await?;
    ensure!(
        board.moves().await?.is_empty(),
        "the late answer has been played"
    );
    // And the next answer is played.
    answered(&board, game).await
}

/// What the board says when the computer cannot be relied on.
const LOST: &str = "L'ordinateur ne répond plus. Continue à deux, ou commence une nouvelle partie.";

/// The host has lost a file of the worker: that is found out when the computer is
/// first asked. The reader is told, and two people can go on.
pub(crate) async fn worker_is_missing(page: &Page) -> Result<()> {
    let game = Game::Classique;
    page.expect("-worker-");
    let board = Board::open(page, game).await?;
    board.click(game.opening()).await?;
    board.wait_status(LOST).await?;
    board.click(game.second()).await?;
    board
        .wait_moves(&format!("{}-{}", game.opening(), game.second()))
        .await
}

/// A worker whose messages are no answers, or illegal ones: the reader is told, and
/// two people can go on.
pub(crate) async fn a_worker_out_of_its_wits(page: &Page, game: Game) -> Result<()> {
    page.run_early(
        "window.Worker = class extends EventTarget {
           postMessage(text) {
             window.asked = (window.asked ?? 0) + 1;
             const data = window.reply(text);
             queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
           }
           terminate() {}
         };",
    )
    .await?;
    let board = Board::open(page, game).await?;
    let opening = game.opening();
    for reply in [
        "() => 'no answer'".to_owned(),
        "() => 7".to_owned(),
        "text => text.split('/')[0] + '/nonsense'".to_owned(),
        "text => text.split(';')[0] + ';!memory'".to_owned(),
        format!("text => text.split(';')[0] + ';{opening}'"),
    ] {
        page.js::<()>(&format!("window.reply = {reply}; window.asked = 0"), vec![])
            .await?;
        board.act("nouvelle").await?;
        board.act("adversaire-ordinateur").await?;
        board.click(opening).await?;
        board
            .wait_status(LOST)
            .await
            .with_context(|| reply.clone())?;
        let asked: usize = page.js("return window.asked", vec![]).await?;
        ensure!(asked == 1, "{reply}: asked {asked} times");
        board.click(game.second()).await?;
        board
            .wait_moves(&format!("{opening}-{}", game.second()))
            .await?;
    }
    Ok(())
}

/// An element that moves in the page keeps its game and stays one board.
pub(crate) async fn a_board_that_moves(page: &Page, game: Game) -> Result<()> {
    let board = Board::open(page, game).await?;
    board.two_players().await?;
    board.click(game.opening()).await?;
    page.js::<()>(
        "const board = document.querySelector('morpion-plateau[mode=\"jeu\"]');
         board.closest('main').append(board);
         window.late = false; setTimeout(() => { window.late = true; }, 100)",
        vec![],
    )
    .await?;
    page.wait_js("the page has settled", "window.late", vec![])
        .await?;
    board.wait_moves(game.opening()).await?;
    board.click(game.second()).await?;
    board
        .wait_moves(&format!("{}-{}", game.opening(), game.second()))
        .await
}

/// The first demonstration of the rules: a step back, a step on, neither
/// beyond the ends.
pub(crate) async fn demonstration(page: &Page, game: Game) -> Result<()> {
    page.open(&game.rules_page()).await?;
    wake_boards(page).await?;
    let demo = r#"morpion-plateau[mode="demo"]"#;
    let moves = async || -> Result<String> {
        page.js(
            "return document.querySelector(arguments[0]).getAttribute('data-coups')",
            vec![json!(demo)],
        )
        .await
    };
    let step = async |action: &str, wanted: &str| {
        page.click(&format!(r#"{demo} button[data-action="{action}"]"#))
            .await?;
        page.wait(&format!("{action} shows {wanted:?}"), async || {
            Ok(moves().await? == wanted)
        })
        .await
    };
    let all = moves().await?;
    let (before, _) = all.rsplit_once('-').unwrap_or(("", &all));
    step("precedent", before).await?;
    step("suivant", &all).await?;
    step("suivant", &all).await?;
    step("debut", "").await?;
    step("precedent", "").await?;
    // Freed, the board keeps the keyboard's place.
    page.focus(&format!(r#"{demo} button[data-action="essayer"]"#))
        .await?;
    page.press(Key::Enter).await?;
    page.wait_js(
        "a cell has the focus",
        "document.activeElement.dataset.case !== undefined",
        vec![],
    )
    .await
}
