//! Boards under stress: impatient clicks, pages left and come back to, fingers,
//! refused storage, many boards on one page.

use anyhow::{Context as _, Result, bail, ensure};
use morpion_tests::Page;
use morpion_tests::chromium::Touch;
use morpion_tests::page::Key;
use serde_json::json;

use crate::board::{Board, PLAYABLE};
use crate::games::Game;
use crate::play;

/// A page that every book has, and that is not the one of a game.
const ELSEWHERE: &str = "notation.html";

/// Lets the page do what it still has to do, the computer's pause included.
async fn settle(page: &Page) -> Result<()> {
    page.js::<()>(
        "window.settled = false; setTimeout(() => { window.settled = true; }, 700)",
        vec![],
    )
    .await?;
    page.wait_js("the page has settled", "window.settled", vec![])
        .await
}

/// Plays the first move that can be played, waits for the answer, and holds the board
/// to exactly these two more moves.
async fn plays_on(board: &Board<'_>) -> Result<()> {
    let mut before = board.wait_answer(0).await?;
    if board.attribute("data-fin").await?.is_some() {
        board.act("nouvelle").await?;
        board.wait_moves("").await?;
        before = 0;
    }
    let cell = board.playable().await?;
    let cell = cell.first().context("nothing to play")?;
    board.click(cell).await?;
    let after = board.wait_answer(before + 1).await?;
    let over = board.attribute("data-fin").await?.is_some();
    ensure!(
        after == before + 2 || over,
        "{before} moves before, {after} after a move and its answer"
    );
    Ok(())
}

/// Clicks and keys while the computer thinks play nothing, neither then nor later.
pub(crate) async fn impatient(page: &Page, game: Game) -> Result<()> {
    page.run_early(play::HOLD).await?;
    let board = Board::open(page, game).await?;
    let opening = game.opening();
    board.click(opening).await?;
    page.wait_js("the computer has been asked", "window.held() === 1", vec![])
        .await?;
    for cell in [opening, game.second(), opening, &game.cells()[1]] {
        board.click(cell).await?;
        page.press(Key::Enter).await?;
        page.press(Key::Space).await?;
    }
    let moves = board.moves().await?;
    ensure!(
        moves == opening,
        "played while the computer thinks: {moves}"
    );
    let asked: usize = page.js("return window.held()", vec![]).await?;
    ensure!(asked == 1, "the computer has been asked {asked} times");
    page.js::<()>("window.goOn()", vec![]).await?;
    board.wait_answer(2).await?;
    settle(page).await?;
    let count = board.wait_answer(2).await?;
    ensure!(
        count == 2,
        "{count} moves after one click and one answer: {}",
        board.moves().await?
    );
    plays_on(&board).await
}

/// Who has played by mouse can go on by keyboard: the focus stays on the cell while the
/// computer thinks, and the arrows stay on the board instead of turning the page.
pub(crate) async fn focus_after_a_click(page: &Page, game: Game) -> Result<()> {
    let board = Board::open(page, game).await?;
    let url = page.url().await?;
    for opening in [game.opening(), game.second()] {
        board.act("nouvelle").await?;
        board.click(opening).await?;
        for moment in ["during the thinking", "after the answer"] {
            let focused = board.focused().await?;
            ensure!(
                focused.as_deref() == Some(opening),
                "{moment} the focus is on {focused:?}, not on {opening}"
            );
            board.wait_answer(2).await?;
        }
        page.press(Key::Right).await?;
        page.press(Key::Left).await?;
        ensure!(board.focused().await?.is_some(), "the focus has left");
        ensure!(page.url().await? == url, "the page has been left");
    }
    Ok(())
}

/// A new game while the computer thinks: the answer to the old one is dropped.
pub(crate) async fn new_game_during_the_thinking(page: &Page, game: Game) -> Result<()> {
    page.run_early(play::HOLD).await?;
    let board = Board::open(page, game).await?;
    board.click(game.opening()).await?;
    page.wait_js("the computer has been asked", "window.held() === 1", vec![])
        .await?;
    board.act("nouvelle").await?;
    board.wait_moves("").await?;
    page.js::<()>("window.goOn()", vec![]).await?;
    page.wait_js("the late answer has come", "window.answers > 0", vec![])
        .await?;
    settle(page).await?;
    board.wait_moves("").await?;
    play::answered(&board, game).await
}

/// Back and Forward, with moves played and while the computer thinks, lead to boards
/// that can be played on.
pub(crate) async fn back_and_forward(page: &Page, game: Game) -> Result<()> {
    let board = Board::open(page, game).await?;
    play::answered(&board, game).await?;
    page.open(ELSEWHERE).await?;
    page.back().await?;
    let board = Board::wake(page, game, PLAYABLE).await?;
    plays_on(&board).await.context("after Back")?;
    page.forward().await?;
    page.wait_js(
        "the page is there",
        "document.querySelector('main')",
        vec![],
    )
    .await?;
    page.back().await?;
    let board = Board::wake(page, game, PLAYABLE).await?;
    plays_on(&board).await.context("after Forward and Back")?;
    let cell = board.playable().await?;
    board
        .click(cell.first().context("nothing to play")?)
        .await?;
    page.open(ELSEWHERE).await?;
    page.back().await?;
    let board = Board::wake(page, game, PLAYABLE).await?;
    // A page that was kept goes on with its game, perhaps to the end.
    board.wait_answer(0).await?;
    board.act("nouvelle").await?;
    board.wait_moves("").await?;
    plays_on(&board)
        .await
        .context("after the page was left while the computer was thinking")
}

/// The worker ends with the page that was left, and nothing goes wrong by it.
pub(crate) async fn left_while_thinking(page: &Page, game: Game) -> Result<()> {
    let board = Board::open(page, game).await?;
    board.click(game.opening()).await?;
    page.wait("the worker runs", async || {
        Ok(page.workers().await?.len() == 1)
    })
    .await?;
    page.open("404.html").await?;
    page.wait("the worker is gone", async || {
        Ok(page.workers().await?.is_empty())
    })
    .await
}

/// A touch that the system takes away plays nothing.
pub(crate) async fn touch_cancel(page: &Page, game: Game) -> Result<()> {
    let (board, point) = under_a_finger(page, game).await?;
    page.touch(&[Touch::Start(point), Touch::Cancel]).await?;
    settle(page).await?;
    board.wait_moves("").await?;
    // The same finger, left to end, plays: the touch was on the cell.
    page.touch(&[Touch::Start(point), Touch::End]).await?;
    board.wait_moves(game.opening()).await
}

/// Two quick taps on a cell play one move and do not zoom.
pub(crate) async fn double_tap(page: &Page, game: Game) -> Result<()> {
    let (board, point) = under_a_finger(page, game).await?;
    let tap = [Touch::Start(point), Touch::End];
    page.touch(&[tap, tap].concat()).await?;
    board.wait_moves(game.opening()).await?;
    settle(page).await?;
    board.wait_moves(game.opening()).await?;
    let scale: f64 = page.js("return visualViewport.scale", vec![]).await?;
    ensure!((scale - 1.0).abs() < 0.001, "zoomed to {scale}");
    // What decides on other phones: the element or what it lies in forbids that zoom.
    let zooming: Vec<String> = page
        .js(
            "const forbids = (node) => node && \
               (getComputedStyle(node).touchAction !== 'auto' || forbids(node.parentElement)); \
             return [...document.querySelectorAll('morpion-plateau, morpion-plateau *')] \
               .filter((node) => !forbids(node)).map((node) => node.outerHTML.slice(0, 80))",
            vec![],
        )
        .await?;
    ensure!(
        zooming.is_empty(),
        "a double tap zooms on {} nodes, such as {}",
        zooming.len(),
        zooming[0]
    );
    Ok(())
}

/// A finger that comes down on a cell and moves scrolls the page and plays nothing.
pub(crate) async fn scroll_from_the_board(page: &Page, game: Game) -> Result<()> {
    let (board, [x, y]) = under_a_finger(page, game).await?;
    let top = async || -> Result<f64> { page.js("return scrollY", vec![]).await };
    let before = top().await?;
    let mut steps = vec![Touch::Start([x, y])];
    steps.extend((1..=10).map(|step| Touch::Move([x, y - 20 * step])));
    steps.push(Touch::End);
    page.touch(&steps).await?;
    page.wait("the page has scrolled", async || {
        Ok((top().await? - before).abs() > 50.0)
    })
    .await?;
    settle(page).await?;
    board.wait_moves("").await
}

/// A board for two on a phone, and where the cell of the opening lies in the window.
async fn under_a_finger(page: &Page, game: Game) -> Result<(Board<'_>, [i32; 2])> {
    page.set_touch().await?;
    page.set_width(360).await?;
    let board = Board::open(page, game).await?;
    board.two_players().await?;
    let point = board.point(game.opening()).await?;
    Ok((board, point))
}

/// A browser that refuses storage: everything works, nothing is told as an error.
pub(crate) async fn storage_refused(page: &Page, game: Game) -> Result<()> {
    page.run_early(
        "for (const name of ['localStorage', 'sessionStorage']) {
           Object.defineProperty(window, name, {
             get() { window.refused = (window.refused ?? 0) + 1; throw new DOMException('refused', 'SecurityError'); },
           });
         }",
    )
    .await?;
    let board = Board::open(page, game).await?;
    play::answered(&board, game).await?;
    board.act("annuler").await?;
    board.wait_moves("").await?;
    plays_on(&board).await?;
    // The theme can be chosen all the same, for as long as the page is open.
    for button in ["#mdbook-theme-toggle", "#mdbook-theme-coal"] {
        page.click(button).await?;
    }
    page.wait_js(
        "the page is dark",
        "document.documentElement.classList.contains('coal')",
        vec![],
    )
    .await?;
    // Every other board of the game wakes up, too.
    page.open(&game.rules_page()).await?;
    morpion_tests::book::wake_boards(page).await?;
    let refused: usize = page.js("return window.refused ?? 0", vec![]).await?;
    ensure!(refused > 0, "nobody has asked for storage");
    Ok(())
}

/// Serves a page like the one where `first` is played, with the boards of several
/// games instead of its own; the elements are numbered from one: `#plateau-1`.
fn put_page(page: &Page, first: Game, path: &str, games: &[Game]) -> Result<()> {
    let figure = |game: Game| -> Result<String> {
        let source = page.server().source(&game.play_page())?;
        let (_, rest) = source
            .split_once("<figure class=\"morpion\">")
            .context("no figure")?;
        let (figure, _) = rest.split_once("</figure>").context("an open figure")?;
        Ok(format!("<figure class=\"morpion\">{figure}</figure>"))
    };
    let mut figures = String::new();
    for (at, game) in games.iter().enumerate() {
        figures += &figure(*game)?.replacen(
            "<morpion-plateau",
            &format!("<morpion-plateau id=\"plateau-{}\"", at + 1),
            1,
        );
    }
    let source = page.server().source(&first.play_page())?;
    let own = figure(first)?;
    if !source.contains(&own) {
        bail!("the board of {first} is not in its page");
    }
    page.server().put(path, source.replacen(&own, &figures, 1));
    Ok(())
}

/// Two boards of one game on one page: each has its own moves, its own answer.
pub(crate) async fn two_boards(page: &Page, game: Game) -> Result<()> {
    let path = format!("{game}/deux.html");
    put_page(page, game, &path, &[game, game])?;
    page.open(&path).await?;
    let one = Board::wake(page, game, "#plateau-1").await?;
    let two = Board::wake(page, game, "#plateau-2").await?;
    // Both wait for the one worker at the same time.
    one.click(game.opening()).await?;
    two.click(game.second()).await?;
    for (board, opening) in [(&one, game.opening()), (&two, game.second())] {
        let count = board.wait_answer(2).await?;
        let moves = board.moves().await?;
        ensure!(
            count == 2 && moves.starts_with(opening),
            "{opening} was played, the moves are {moves}"
        );
    }
    let kept = two.moves().await?;
    one.act("annuler").await?;
    one.wait_moves("").await?;
    one.two_players().await?;
    one.click(game.second()).await?;
    one.wait_moves(game.second()).await?;
    settle(page).await?;
    two.wait_moves(&kept).await?;
    plays_on(&two).await?;
    one.wait_moves(game.second()).await
}

/// Counts the workers that a page makes.
const COUNT_WORKERS: &str = "
    window.workers = 0;
    window.Worker = class extends Worker {
      constructor(...words) { super(...words); window.workers++; }
    };
";

/// Twelve boards on one page think with one worker, which goes with the last of them.
pub(crate) async fn twelve_boards(page: &Page) -> Result<()> {
    page.run_early(COUNT_WORKERS).await?;
    let games = Game::ALL.repeat(3);
    let path = "ultimate/douze.html";
    put_page(page, Game::Ultimate, path, &games)?;
    page.open(path).await?;
    let mut boards = Vec::new();
    for (at, game) in games.iter().enumerate() {
        let board = Board::wake(page, *game, &format!("#plateau-{}", at + 1)).await?;
        board.click(game.opening()).await?;
        boards.push(board);
    }
    for (at, (board, game)) in boards.iter().zip(&games).enumerate() {
        let count = board.wait_answer(2).await?;
        let moves = board.moves().await?;
        ensure!(
            count == 2 && moves.starts_with(game.opening()),
            "board {}: {moves}",
            at + 1
        );
    }
    let made: usize = page.js("return window.workers", vec![]).await?;
    ensure!(made == 1, "{made} workers for {} boards", games.len());
    let running = page.workers().await?;
    ensure!(running.len() == 1, "running: {running:?}");
    page.js::<()>(
        "for (const board of document.querySelectorAll(arguments[0])) board.remove()",
        vec![json!("morpion-plateau")],
    )
    .await?;
    page.wait("the worker is gone", async || {
        Ok(page.workers().await?.is_empty())
    })
    .await
}
