//! A board alone on the screen, a game in an address, a board in a frame.

use anyhow::{Context as _, Result, ensure};
use morpion_tests::Page;
use morpion_tests::page::Key;
use serde_json::{Value as Json, json};

use crate::board::{Board, plain};
use crate::games::Game;

/// What of a projected board is out of sight, beside its drawing or too small to be read
/// from afar, and what of the page around it can still be reached.
const LOOK: &str = "
    const board = document.querySelector('morpion-plateau[data-projection]');
    if (!board) return ['nothing is projected'];
    const wrong = [];
    const seen = (node, name) => {
      const box = node.getBoundingClientRect();
      if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight)
        wrong.push(`${name} is out of sight: ${[box.left, box.top, box.right, box.bottom]}`);
    };
    for (const cell of board.querySelectorAll('.morpion-case')) {
      seen(cell, cell.dataset.case);
      const own = cell.getBoundingClientRect();
      const drawn = board.querySelector(`[data-c=\"${cell.dataset.case}\"] > rect`).getBoundingClientRect();
      const off = Math.max(...['left', 'top', 'right', 'bottom'].map((side) => Math.abs(own[side] - drawn[side])));
      if (off > 1.5) wrong.push(`${cell.dataset.case} lies ${off} px beside its drawing`);
    }
    for (const text of board.querySelectorAll('svg .repere')) {
      seen(text, `coordinate ${text.textContent}`);
      const height = text.getBoundingClientRect().height;
      if (height < 16) wrong.push(`coordinate ${text.textContent} is ${height} px high`);
    }
    const status = board.querySelector('.morpion-statut');
    seen(status, 'the status');
    if (parseFloat(getComputedStyle(status).fontSize) < 28) wrong.push('the status is small');
    for (const button of board.querySelectorAll('.morpion-commandes button')) seen(button, button.dataset.action);
    if (board.scrollHeight > board.clientHeight || board.scrollWidth > board.clientWidth)
      wrong.push(`${board.scrollWidth} × ${board.scrollHeight} in ${board.clientWidth} × ${board.clientHeight}`);
    if (board.getAttribute('role') !== 'dialog' || !board.getAttribute('aria-label')) wrong.push('no dialog');
    const outside = document.querySelector('.menu-title');
    if (!outside.closest('[inert]')) wrong.push('the page can still be reached');
    if (getComputedStyle(document.documentElement).overflowY !== 'hidden') wrong.push('the page scrolls');
    return wrong";

const PROJECTED: &str = "document.querySelector('[data-projection]') !== null";

/// Without it a browser is as an iPhone.
const NO_FULL_SCREEN: &str = "delete Element.prototype.requestFullscreen;";

/// A key, pressed where the focus is.
async fn type_key(page: &Page, key: &str) -> Result<()> {
    page.js(
        "document.activeElement.dispatchEvent(
           new KeyboardEvent('keydown', { key: arguments[0], bubbles: true, cancelable: true }))",
        vec![json!(key)],
    )
    .await
}

async fn project(page: &Page, board: &Board<'_>) -> Result<()> {
    board.act("plus").await?;
    board.act("plein-ecran").await?;
    page.wait_js("the board is projected", PROJECTED, vec![])
        .await
}

/// The longest sentence that a game has for whose turn it is.
fn opening(game: Game) -> &'static str {
    match game {
        Game::Classique => "5-1-9",
        Game::Infini => "1-4-5-6-2-8",
        Game::Ultimate => "55-51-19",
        Game::Cube => "111-222-333",
    }
}

/// The whole game is in sight on both sizes of projector, in a full screen and over the
/// page; all of it works from the keyboard, and the focus comes back.
pub(crate) async fn projected(page: &Page, game: Game) -> Result<()> {
    for (index, (width, height)) in [(1280, 720), (1920, 1080), (1280, 720)]
        .into_iter()
        .enumerate()
    {
        let overlaid = index == 2;
        if overlaid {
            page.run_early(NO_FULL_SCREEN).await?;
        }
        page.set_size(width, height).await?;
        let moves = opening(game);
        let address = format!("{}?jeu={game}&coups={moves}", game.play_page());
        let board = Board::open_at(page, game, &address).await?;
        project(page, &board).await?;
        if overlaid {
            let filled: bool = page
                .js("return document.fullscreenElement !== null", vec![])
                .await?;
            ensure!(!filled, "the browser has a full screen all the same");
        } else {
            page.wait_js(
                "the screen is full",
                "document.fullscreenElement?.hasAttribute('data-projection')",
                vec![],
            )
            .await?;
        }
        // The list of keys is the fullest state.
        for shown in [false, true] {
            let wrong: Vec<String> = page.js(LOOK, vec![]).await?;
            ensure!(
                wrong.is_empty(),
                "{width} × {height}, keys {shown}:\n  {}",
                wrong.join("\n  ")
            );
            if !shown {
                type_key(page, "t").await?;
            }
        }
        keys_and_focus(page, &board, moves).await?;
    }
    Ok(())
}

async fn keys_and_focus(page: &Page, board: &Board<'_>, moves: &str) -> Result<()> {
    for _ in 0..12 {
        page.press(Key::Tab).await?;
        let inside: bool = page
            .js(
                "return document.activeElement === document.body \
                 || document.activeElement.closest('[data-projection]') !== null",
                vec![],
            )
            .await?;
        ensure!(inside, "Tab leads out of the projection");
    }
    page.focus("[data-projection] [data-action=\"plein-ecran\"]")
        .await?;
    type_key(page, "ArrowLeft").await?;
    let (before, _) = moves.rsplit_once('-').context("more than one move")?;
    board.wait_moves(before).await?;
    type_key(page, "ArrowRight").await?;
    board.wait_moves(moves).await?;
    type_key(page, "f").await?;
    page.wait_js(
        "the page is back",
        &format!("!({PROJECTED}) && document.fullscreenElement === null"),
        vec![],
    )
    .await?;
    let focused = board.focused_action().await?;
    ensure!(
        focused.as_deref() == Some("plein-ecran"),
        "the focus is on {focused:?}"
    );
    let left: usize = page
        .js(
            "return document.querySelectorAll('[inert], morpion-plateau[role]').length \
             + document.documentElement.matches('.morpion-projection')",
            vec![],
        )
        .await?;
    ensure!(left == 0, "{left} traces of the projection are left");
    // Letters are for a projection alone.
    type_key(page, "n").await?;
    board.wait_moves(moves).await
}

/// Where the board takes the focus, it says in a description where a cell sends, and not
/// by the live region, which would talk at every step.
pub(crate) async fn a_focused_cell_tells_where_it_sends(page: &Page) -> Result<()> {
    const TOLD: &str = "
        const board = document.querySelector('morpion-plateau[mode=\"jeu\"]');
        return [
          document.activeElement.getAttribute('aria-description'),
          board.querySelector('.morpion-note').textContent,
          board.querySelector('.morpion-voix').textContent,
          String(board.querySelectorAll('.vise.grille').length),
        ]";
    let board = Board::open(page, Game::Ultimate).await?;
    board.tab_in().await?;
    let before: [String; 4] = page.js(TOLD, vec![]).await?;
    page.js::<()>("window.cell = document.activeElement", vec![])
        .await?;
    page.press(Key::Right).await?;
    page.press(Key::Left).await?;
    let same: bool = page
        .js("return window.cell === document.activeElement", vec![])
        .await?;
    ensure!(same, "the focused node was replaced");
    page.press(Key::Right).await?;
    let after: [String; 4] = page.js(TOLD, vec![]).await?;
    let sends = "Enverra O dans la petite grille 6.";
    ensure!(
        plain(&after[0]) == sends && plain(&after[1]) == sends && after[3] == "1",
        "{after:?}"
    );
    ensure!(before[2] == after[2], "the voice says {:?}", after[2]);
    page.js::<()>("document.activeElement.blur()", vec![])
        .await?;
    let marked: usize = page
        .js("return document.querySelectorAll('.vise').length", vec![])
        .await?;
    ensure!(marked == 0, "the echo stays when the focus has left");
    Ok(())
}

/// A link to a game that its page has no board of leads to the page of all games; there
/// and elsewhere, moves leave nothing in the browser's history, and loading the page
/// again gives the game of the link.
pub(crate) async fn a_link_and_the_history(page: &Page) -> Result<()> {
    const ENTRIES: &str = "return history.length";
    for (index, game) in Game::ALL.into_iter().enumerate() {
        let elsewhere = Game::ALL[(index + 1) % 4];
        page.open("notation.html").await?;
        let before: usize = page.js(ENTRIES, vec![]).await?;
        let query = format!("jeu={game}&coups={}", opening(game));
        let address = format!("{}?{query}", elsewhere.play_page());
        page.open(&address).await?;
        page.wait(
            &format!("{address} leads to the page of all games"),
            async || {
                Ok(page
                    .url()
                    .await?
                    .ends_with(&format!("/morpion/jouer.html?{query}")))
            },
        )
        .await?;
        let board = Board::wait_for(page, game).await?;
        board.wait_moves(opening(game)).await?;
        let entries: usize = page.js(ENTRIES, vec![]).await?;
        ensure!(
            entries == before + 1,
            "{address} made {} entries",
            entries - before
        );

        let url = page.url().await?;
        let free: String = page
            .js(
                "return document.querySelector('.morpion-case:not([aria-disabled])').dataset.case",
                vec![],
            )
            .await?;
        board.click(&free).await?;
        board
            .wait_moves(&format!("{}-{free}", opening(game)))
            .await?;
        let after: usize = page.js(ENTRIES, vec![]).await?;
        ensure!(
            after == entries && page.url().await? == url,
            "a move left a trace"
        );
        page.js::<()>("location.reload()", vec![]).await?;
        Board::wait_for(page, game)
            .await?
            .wait_moves(opening(game))
            .await?;
    }
    Ok(())
}

/// The bare page in a frame: as high as it says, no wider than it is let, in the theme
/// that its address names, and silent about all else.
pub(crate) async fn framed(page: &Page) -> Result<()> {
    page.open("integrer.html").await?;
    page.js::<()>(
        "window.told = [];
         addEventListener('message', ({ data, source }) => window.told.push([source, data]));",
        vec![],
    )
    .await?;
    for (game, moves, width, theme, class) in [
        (Game::Classique, "5-1-9", 290, "cahier", "light"),
        (Game::Ultimate, "55-51", 290, "ardoise", "coal"),
        (Game::Infini, "1-4-5", 640, "ardoise", "coal"),
        (Game::Cube, "111-222", 900, "cahier", "light"),
    ] {
        let address = format!("plateau.html?jeu={game}&coups={moves}&theme={theme}");
        page.js::<()>(
            "document.getElementById('cadre')?.remove();
             const frame = document.createElement('iframe');
             frame.id = 'cadre';
             frame.src = arguments[0];
             frame.width = arguments[1];
             document.querySelector('main').prepend(frame);",
            vec![json!(address), json!(width)],
        )
        .await?;
        page.wait_js(
            &format!("{address} is ready"),
            "document.getElementById('cadre').contentDocument?.querySelector('morpion-plateau')?.dataset.coups === arguments[0]",
            vec![json!(moves)],
        )
        .await?;
        page.wait_js(
            "the frame has its height",
            "(() => {
               const frame = document.getElementById('cadre');
               const said = window.told.filter(([source]) => source === frame.contentWindow).at(-1)?.[1];
               if (said) frame.height = said.morpion.hauteur;
               const body = frame.contentDocument.body.getBoundingClientRect();
               return said && Math.abs(frame.clientHeight - body.height) <= 1;
             })()",
            vec![],
        )
        .await?;
        let (messages, wide, classes): (Vec<Json>, u32, String) = page
            .js(
                "const frame = document.getElementById('cadre');
                 const inner = frame.contentDocument.documentElement;
                 return [
                   window.told.filter(([source]) => source === frame.contentWindow).map(([, data]) => data),
                   inner.scrollWidth,
                   inner.className,
                 ]",
                vec![],
            )
            .await?;
        ensure!(wide <= width, "{address}: {wide} px wide in {width}");
        ensure!(
            classes.split(' ').any(|one| one == class),
            "{address}: {classes}"
        );
        for message in messages {
            let height = &message["morpion"]["hauteur"];
            ensure!(
                height.as_u64().is_some_and(|height| height > 200)
                    && message == json!({ "morpion": { "hauteur": height } }),
                "{address} tells its host {message}"
            );
        }
    }
    Ok(())
}

/// The bare page without scripts: a picture, and a sentence that says why.
pub(crate) async fn bare_without_scripts(page: &Page) -> Result<()> {
    page.disable_scripts().await?;
    page.open("plateau.html?jeu=3d").await?;
    for part in ["svg[role=\"img\"]", "noscript p"] {
        ensure!(page.shown(part).await?, "{part} is not shown");
    }
    Ok(())
}
