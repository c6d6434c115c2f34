//! The cube drawn whole, lines followed by eye, and the atlas of the lines.

use anyhow::{Result, ensure};
use morpion_tests::Page;
use morpion_tests::chromium::Touch;
use morpion_tests::page::Key;
use serde_json::json;

use crate::board::{Board, plain};
use crate::games::Game;

/// The page of the atlas.
pub(crate) const ATLAS: &str = "3d/atlas.html";

const DRAWING: &str = "morpion-plateau[mode=\"jeu\"] .morpion-espace";

/// The names of the cells that the selector finds on the floors.
async fn drawn(page: &Page, class: &str) -> Result<Vec<String>> {
    page.js(
        "return [...document.querySelectorAll(arguments[0])].map((cell) => cell.dataset.c)",
        vec![json!(format!(
            "morpion-plateau[mode=\"jeu\"] .morpion-dessin .c.{class}"
        ))],
    )
    .await
}

/// Waits until these cells are drawn so.
async fn wait_drawn(page: &Page, class: &str, cells: &[&str]) -> Result<()> {
    let waited = page
        .wait(&format!("{class} on {cells:?}"), async || {
            Ok(drawn(page, class).await? == cells)
        })
        .await;
    if waited.is_err() {
        let seen = drawn(page, class).await?;
        return waited.map_err(|error| error.context(format!("it is on {seen:?}")));
    }
    waited
}

/// How the cube stands: the corners of its lowest floor.
async fn stands(page: &Page) -> Result<String> {
    page.js(
        "return document.querySelector(arguments[0] + ' .plaque').getAttribute('points')",
        vec![json!(DRAWING)],
    )
    .await
}

async fn text(page: &Page, selector: &str) -> Result<String> {
    let text: String = page
        .js(
            "return document.querySelector(arguments[0])?.textContent ?? ''",
            vec![json!(selector)],
        )
        .await?;
    Ok(plain(&text))
}

/// The mouse over a cell, and the focus on one, show its column on every floor.
pub(crate) async fn the_column_is_echoed(page: &Page) -> Result<()> {
    Board::open(page, Game::Cube).await?;
    ensure!(drawn(page, "echo").await?.is_empty(), "before anything");
    page.hover("button[data-case=\"234\"]").await?;
    wait_drawn(page, "echo", &["134", "234", "334", "434"]).await?;
    page.hover("button[data-case=\"411\"]").await?;
    wait_drawn(page, "echo", &["111", "211", "311", "411"]).await?;
    page.hover("h1").await?;
    wait_drawn(page, "echo", &[]).await?;
    // In the middle of the drawn cube there is always a cell.
    page.hover(DRAWING).await?;
    page.wait("the drawn cube echoes", async || {
        Ok(drawn(page, "echo").await?.len() == 4)
    })
    .await?;
    page.hover("h1").await?;
    wait_drawn(page, "echo", &[]).await?;

    let board = Board::open(page, Game::Cube).await?;
    board.tab_in().await?;
    wait_drawn(page, "echo", &["111", "211", "311", "411"]).await?;
    page.press(Key::Right).await?;
    wait_drawn(page, "echo", &["112", "212", "312", "412"]).await?;
    page.press_with_shift(Key::Tab).await?;
    wait_drawn(page, "echo", &[]).await?;
    // Back on the same cell: as at the first time.
    page.press(Key::Tab).await?;
    wait_drawn(page, "echo", &["112", "212", "312", "412"]).await
}

/// The lines of a cell by the keyboard alone: shown, said, stepped through.
pub(crate) async fn lines_are_followed(page: &Page) -> Result<()> {
    let board = Board::open(page, Game::Cube).await?;
    board.tab_in().await?;
    for action in ["plus", "vue", "alignements"] {
        let mut stops = 0;
        while board.focused_action().await?.as_deref() != Some(action) {
            page.press(Key::Tab).await?;
            stops += 1;
            ensure!(stops < 40, "Tab does not reach {action}");
        }
        page.press(Key::Enter).await?;
    }
    page.wait("seven lines are shown", async || {
        Ok(drawn(page, "epingle").await?.len() == 22)
    })
    .await?;
    let said = text(page, ".morpion-voix").await?;
    ensure!(
        said.starts_with("7 alignements passent par 111 : rangée 111-112-113-114, colonne"),
        "{said}"
    );
    ensure!(text(page, ".morpion-suivi").await? == said, "and read");
    board.act("alignement-suivant").await?;
    wait_drawn(page, "epingle", &["111", "112", "113", "114"]).await?;
    board.act("alignement-precedent").await?;
    wait_drawn(page, "epingle", &["111", "222", "333", "444"]).await?;
    let focused = board.focused_action().await?;
    ensure!(
        focused.as_deref() == Some("alignement-precedent"),
        "the focus has gone to {focused:?}"
    );
    // A floor that lets one look through, and is there again under the mouse.
    board.act("vue-etage-2").await?;
    let opacity =
        "return getComputedStyle(document.querySelector('.morpion-feuille.efface svg')).opacity";
    let faded: String = page.js(opacity, vec![]).await?;
    ensure!(faded.parse::<f64>()? < 0.5, "opacity {faded}");
    page.hover(".morpion-feuille.efface").await?;
    let shown: String = page.js(opacity, vec![]).await?;
    ensure!(shown == "1", "opacity {shown}");
    board.act("alignements-retirer").await?;
    wait_drawn(page, "epingle", &[]).await
}

/// By buttons, by keys, by the mouse; a tap chooses a cell and plays nothing.
pub(crate) async fn the_cube_turns(page: &Page) -> Result<()> {
    let board = Board::open(page, Game::Cube).await?;
    let start = stands(page).await?;
    board.act("tourner-gauche").await?;
    let left = stands(page).await?;
    ensure!(left != start, "the button turns nothing");
    let focused = board.focused_action().await?;
    ensure!(focused.as_deref() == Some("tourner-gauche"), "{focused:?}");
    let url = page.url().await?;
    page.press(Key::Right).await?;
    ensure!(stands(page).await? == start, "the arrow turns it back");
    page.press(Key::Up).await?;
    ensure!(stands(page).await? != start, "the arrow turns it up");
    page.press(Key::Down).await?;
    ensure!(page.url().await? == url, "the book has turned its page");

    page.drag(DRAWING, 60.0, 0.0).await?;
    let dragged = stands(page).await?;
    ensure!(dragged != start, "the mouse turns nothing");
    page.drag(DRAWING, -60.0, 0.0).await?;
    let back = stands(page).await?;
    ensure!(back == start, "{back}, not {start}");
    ensure!(board.moves().await?.is_empty(), "a drag plays");
    let touch: String = page
        .js(
            "return getComputedStyle(document.querySelector(arguments[0])).touchAction",
            vec![json!(DRAWING)],
        )
        .await?;
    ensure!(touch == "pan-y", "a finger cannot scroll the page: {touch}");

    page.drag(DRAWING, 0.0, 0.0).await?;
    let chosen = board.focused().await?;
    ensure!(chosen.is_some(), "a tap chooses no cell");
    ensure!(board.moves().await?.is_empty(), "a tap plays");
    Ok(())
}

/// A finger turns the cube sideways, scrolls the page along it, and taps a cell.
pub(crate) async fn a_finger_turns_the_cube(page: &Page) -> Result<()> {
    page.set_touch().await?;
    page.set_width(360).await?;
    let board = Board::open(page, Game::Cube).await?;
    let middle = async || -> Result<[i32; 2]> {
        page.js(
            "const drawing = document.querySelector(arguments[0]); \
             drawing.scrollIntoView({ block: 'center', behavior: 'instant' }); \
             const box = drawing.getBoundingClientRect(); \
             return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]",
            vec![json!(DRAWING)],
        )
        .await
    };
    let top = async || -> Result<f64> { page.js("return scrollY", vec![]).await };
    let drag = |[x, y]: [i32; 2], [dx, dy]: [i32; 2]| {
        let mut steps = vec![Touch::Start([x, y])];
        steps.extend((1..=10).map(|step| Touch::Move([x + dx * step, y + dy * step])));
        steps.push(Touch::End);
        steps
    };

    let (start, point) = (stands(page).await?, middle().await?);
    let before = top().await?;
    page.touch(&drag(point, [8, 0])).await?;
    page.wait("the finger has turned the cube", async || {
        Ok(stands(page).await? != start)
    })
    .await?;
    ensure!(top().await? == before, "the page has moved, too");
    page.touch(&drag(point, [-8, 0])).await?;
    page.wait("the finger has turned it back", async || {
        Ok(stands(page).await? == start)
    })
    .await?;

    page.touch(&drag(point, [0, -12])).await?;
    page.wait("the page has scrolled", async || {
        Ok((top().await? - before).abs() > 50.0)
    })
    .await?;
    ensure!(board.moves().await?.is_empty(), "a drag plays");
    // A page goes on scrolling for a while when the finger has left it.
    let last = std::cell::Cell::new(f64::NAN);
    page.wait("the page stands still", async || {
        let now = top().await?;
        Ok(last.replace(now) == now)
    })
    .await?;

    let point = middle().await?;
    page.touch(&[Touch::Start(point), Touch::End]).await?;
    page.wait("a tap chooses a cell", async || {
        Ok(board.focused().await?.is_some())
    })
    .await?;
    ensure!(board.moves().await?.is_empty(), "a tap plays");
    Ok(())
}

/// All 76 lines, readable on paper, and nothing that cannot be pressed.
pub(crate) async fn the_atlas_is_complete_without_scripts(page: &Page) -> Result<()> {
    page.disable_scripts().await?;
    page.open(ATLAS).await?;
    let (lines, buttons): (Vec<String>, usize) = page
        .js(
            "return [[...document.querySelectorAll('morpion-vue .morpion-fiche')] \
               .filter((card) => card.getBoundingClientRect().height > 60) \
               .map((card) => card.querySelector('.morpion-cellules').textContent), \
             document.querySelectorAll('morpion-vue button').length]",
            vec![],
        )
        .await?;
    ensure!(lines.len() == 76, "{} lines", lines.len());
    ensure!(lines[0] == "111-112-113-114" && lines[75] == "144-233-322-411");
    ensure!(buttons == 0, "{buttons} dead buttons");
    Ok(())
}

/// Filters, ticks that survive a reload, a finished game that ticks its line, and a
/// line that is sent to the board.
pub(crate) async fn the_atlas_filters_ticks_and_follows(page: &Page) -> Result<()> {
    let ready = "document.querySelector('morpion-vue').dataset.etat === 'pret'";
    let open = async || -> Result<()> {
        Board::open_at(page, Game::Cube, ATLAS).await?;
        page.js::<()>(
            "document.querySelector('morpion-vue').scrollIntoView()",
            vec![],
        )
        .await?;
        page.wait_js("the atlas is ready", ready, vec![]).await
    };
    let button = |action: &str| format!("morpion-vue button[data-action=\"{action}\"]");
    let pressed = async |action: &str| -> Result<bool> {
        page.js(
            "return document.querySelector(arguments[0]).getAttribute('aria-pressed') === 'true'",
            vec![json!(button(action))],
        )
        .await
    };
    open().await?;
    let count = "return document.querySelectorAll('morpion-vue .morpion-fiche').length";
    ensure!(page.js::<u32>(count, vec![]).await? == 76);
    page.click(&button("famille-grandes-diagonales")).await?;
    ensure!(page.js::<u32>(count, vec![]).await? == 4);

    page.click(&button("cocher-74")).await?;
    ensure!(pressed("cocher-74").await?, "not ticked");
    open().await?;
    ensure!(pressed("cocher-74").await?, "the tick is gone");
    ensure!(!pressed("cocher-73").await?, "a line that nobody has met");

    // By the keyboard: the focus stays where it was.
    page.focus(&button("suivre-73")).await?;
    page.press(Key::Enter).await?;
    wait_drawn(page, "epingle", &["111", "222", "333", "444"]).await?;
    let focused: String = page
        .js("return document.activeElement.dataset.action ?? ''", vec![])
        .await?;
    ensure!(focused == "suivre-73", "the focus has gone to {focused:?}");
    let voice = text(page, "morpion-plateau .morpion-voix").await?;
    ensure!(
        voice == "Alignement 73 : grande diagonale 111-222-333-444.",
        "{voice}"
    );
    let top: f64 = page
        .js(
            "return document.querySelector('morpion-plateau').getBoundingClientRect().top",
            vec![],
        )
        .await?;
    ensure!((0.0..400.0).contains(&top), "the board is at {top} px");

    let board = Board::open_at(page, Game::Cube, ATLAS).await?;
    for cell in ["111", "112", "222", "113", "333", "121", "444"] {
        board.click(cell).await?;
    }
    board.wait_moves("111-112-222-113-333-121-444").await?;
    page.js::<()>(
        "document.querySelector('morpion-vue').scrollIntoView()",
        vec![],
    )
    .await?;
    page.wait_js("the atlas is ready", ready, vec![]).await?;
    ensure!(pressed("cocher-73").await?, "a finished game ticks nothing");
    let kept: String = page
        .js("return localStorage.getItem('morpion-alignements')", vec![])
        .await?;
    ensure!(kept == "3000000000000000000", "{kept}");
    Ok(())
}
