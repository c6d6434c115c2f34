//! The pages as a host serves them: policy, prefix, no script, no wasm, a trap,
//! links to a position, and the same markup on both sides.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use morpion_tests::Page;
use morpion_tests::book::{pages, wake_boards};
use serde_json::json;

use crate::board::{Board, plain};
use crate::games::Game;
use crate::play;

/// Every page of the book opened, its boards alive; the runner then asks whether
/// anything broke the policy.
pub(crate) async fn every_page_keeps_the_policy(page: &Page, book: &Path) -> Result<()> {
    let mut boards = 0;
    for path in pages(book)? {
        page.open(&path).await?;
        let told: String = page
            .js(
                "return document.querySelector('meta[http-equiv=\"Content-Security-Policy\" i]')?.content ?? ''",
                vec![],
            )
            .await?;
        // A page that redirects or the frame of the contents has no script of ours;
        // every page has the policy.
        ensure!(
            told.contains("script-src 'self' 'wasm-unsafe-eval'"),
            "{path} declares no policy: {told:?}"
        );
        boards += wake_boards(page).await.with_context(|| path.clone())?;
    }
    ensure!(
        boards >= Game::ALL.len(),
        "only {boards} boards in the whole book"
    );
    Ok(())
}

/// The whole book may lie in a folder of a host.
pub(crate) async fn under_a_prefix(page: &Page, game: Game) -> Result<()> {
    play::one_move_and_its_answer(page, game).await?;
    let url = page.url().await?;
    ensure!(url.contains("/morpion/"), "{url}");
    page.open(&game.rules_page()).await?;
    let boards = wake_boards(page).await?;
    ensure!(boards > 0, "no board in the rules");
    Ok(())
}

/// What a reader without script has: picture, sentence, and nothing dead.
pub(crate) async fn without_scripts(page: &Page, game: Game) -> Result<()> {
    page.disable_scripts().await?;
    for path in [game.play_page(), game.rules_page()] {
        page.open(&path).await?;
        still(page).await.with_context(|| path.clone())?;
        ensure!(
            !page
                .shown("morpion-plateau:not([mode=\"fixe\"]) .morpion-panne")
                .await?,
            "{path}: a breakdown is told of where nothing broke"
        );
    }
    Ok(())
}

/// The static board: a labelled picture that can be seen, a sentence, no button.
async fn still(page: &Page) -> Result<()> {
    page.js::<()>(
        "document.querySelector('morpion-plateau').scrollIntoView({ block: 'center' })",
        vec![],
    )
    .await?;
    let picture = r#"morpion-plateau svg[role="img"][aria-label]"#;
    ensure!(page.shown(picture).await?, "the picture is hidden");
    let (label, width): (String, f64) = page
        .js(
            "const picture = document.querySelector(arguments[0]); \
             return [picture.getAttribute('aria-label'), picture.getBoundingClientRect().width]",
            vec![json!(picture)],
        )
        .await?;
    ensure!(label.len() > 20, "the picture says only {label:?}");
    ensure!(width > 50.0, "the picture is {width} px wide");
    ensure!(
        page.shown("morpion-plateau .morpion-statut").await?,
        "the status is hidden"
    );
    let (status, buttons): (String, usize) = page
        .js(
            "return [document.querySelector('morpion-plateau .morpion-statut').textContent, \
             document.querySelectorAll('morpion-plateau :is(button, [tabindex], a)').length]",
            vec![],
        )
        .await?;
    ensure!(!status.trim().is_empty(), "the status is empty");
    ensure!(buttons == 0, "{buttons} dead controls");
    Ok(())
}

/// The picture is back, and a sentence says that the board could not be brought to
/// life.
async fn broken_down(page: &Page) -> Result<()> {
    page.wait_js(
        "the board gives up",
        "document.querySelector('morpion-plateau[mode=\"jeu\"]').dataset.etat === 'panne'",
        vec![],
    )
    .await?;
    still(page).await?;
    ensure!(
        page.shown("morpion-plateau[mode=\"jeu\"] .morpion-panne")
            .await?,
        "the reader is not told"
    );
    Ok(())
}

/// The host has lost the wasm file.
pub(crate) async fn wasm_is_missing(page: &Page, game: Game) -> Result<()> {
    page.expect(".wasm");
    page.open(&game.play_page()).await?;
    broken_down(page).await
}

/// A page whose boards are alive has loaded nothing of the worker; its files come when
/// the computer is first asked.
pub(crate) async fn reading_loads_no_search(page: &Page) -> Result<()> {
    let loaded = |part: &str| {
        let requests = page.server().requests();
        requests.iter().any(|request| request.path.contains(part))
    };
    let game = Game::Classique;
    page.open(&game.rules_page()).await?;
    let boards = wake_boards(page).await?;
    ensure!(boards > 0, "no board in the rules");
    let board = Board::open(page, game).await?;
    ensure!(loaded("-page-"), "the boards live without their wasm");
    ensure!(!loaded("-worker-"), "the worker is there before its time");
    play::answered(&board, game).await?;
    ensure!(loaded("-worker-"), "the worker is not known by its name");
    Ok(())
}

/// Puts a door before every function that the module exports. Once `trap()` is
/// called, whoever enters falls into a real trap: a module of one function, which is
/// `unreachable`.
const TRAPS: &str = "
    const pit = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([
      0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0,
      7, 5, 1, 1, 112, 0, 0, 10, 5, 1, 3, 0, 0, 11,
    ])));
    let open = false;
    window.trap = () => { open = true; };
    const guarded = (instance) => {
      const exports = {};
      for (const [name, value] of Object.entries(instance.exports)) {
        exports[name] = typeof value !== 'function' ? value : (...words) => {
          if (open) pit.exports.p();
          return value(...words);
        };
      }
      return { exports };
    };
    for (const name of ['instantiate', 'instantiateStreaming']) {
      const real = WebAssembly[name];
      WebAssembly[name] = async (...words) => {
        const { instance, module } = await real.apply(WebAssembly, words);
        return { instance: guarded(instance), module };
      };
    }
";

/// The module traps in the middle of a game.
pub(crate) async fn the_module_traps(page: &Page, game: Game) -> Result<()> {
    page.run_early(TRAPS).await?;
    page.expect("RuntimeError: unreachable");
    let board = Board::open(page, game).await?;
    play::answered(&board, game).await?;
    // In one breath: the mouse, which is still over the board, falls into the trap too,
    // and a driver's click would come to a button that is gone.
    page.js::<()>(
        "window.trap(); document.querySelector(arguments[0]).click()",
        vec![json!(format!(
            "morpion-plateau[mode=\"jeu\"] [data-case=\"{}\"]",
            game.cells()[0]
        ))],
    )
    .await?;
    broken_down(page).await?;
    ensure!(
        !page.wrong_as_expected().await?.is_empty(),
        "no trap was sprung"
    );
    Ok(())
}

/// The module traps while the computer thinks: what still comes, the end of the pause
/// and the answer, must not wake the board.
pub(crate) async fn a_trap_during_the_thinking(page: &Page, game: Game) -> Result<()> {
    page.run_early(play::HOLD).await?;
    page.expect("RuntimeError");
    let board = Board::open(page, game).await?;
    board.click(game.opening()).await?;
    page.wait_js("the computer has been asked", "window.held() === 1", vec![])
        .await?;
    page.js::<()>(
        "dispatchEvent(new ErrorEvent('error', {
           message: 'RuntimeError: a trap', error: new WebAssembly.RuntimeError() }));
         window.goOn()",
        vec![],
    )
    .await?;
    page.wait_js("the late answer has come", "window.answers === 1", vec![])
        .await?;
    // Longer than the pause before an answer shows.
    page.js::<()>(
        "window.late = false; setTimeout(() => { window.late = true; }, 600)",
        vec![],
    )
    .await?;
    page.wait_js("the pause is over", "window.late", vec![])
        .await?;
    broken_down(page).await
}

/// A link to a position opens it; a wrong one opens the start and says what is wrong.
pub(crate) async fn links(page: &Page) -> Result<()> {
    let rows = [
        (
            Game::Ultimate,
            "coups=55-51-15",
            "55-51-15",
            "À O de jouer dans la petite grille 5",
        ),
        (Game::Classique, "coups=5-1-9", "5-1-9", "À O de jouer"),
        (Game::Infini, "coups=5,1 9", "5-1-9", "À O de jouer"),
        (Game::Cube, "coups=111-222", "111-222", "À X de jouer"),
        (Game::Classique, "position=x1-9o5to", "", "À O de jouer"),
        (
            Game::Ultimate,
            "coups=55-25",
            "",
            "coup 2 : 25 impossible, grille 5 obligatoire",
        ),
        (
            Game::Classique,
            "coups=5-5",
            "",
            "coup 2 : 5 impossible, case déjà prise",
        ),
        (Game::Cube, "jeu=dames&coups=5", "", "jeu inconnu « dames »"),
        (Game::Cube, "coups=111-915", "", "915"),
        (Game::Infini, "position=x1-2-3-4o", "", "x"),
    ];
    for (game, query, moves, says) in rows {
        let own = if query.starts_with("jeu=") {
            String::new()
        } else {
            format!("jeu={game}&")
        };
        let address = format!("{}?{own}{query}", game.play_page());
        let board = Board::open_at(page, game, &address).await?;
        board
            .wait_moves(moves)
            .await
            .with_context(|| address.clone())?;
        let status = board.status().await?;
        let found = status.to_lowercase().contains(&says.to_lowercase());
        ensure!(found, "{address}: {status:?} does not say {says:?}");
    }
    Ok(())
}

/// The picture that the preprocessor wrote and the one that the browser's code writes
/// are the same, node by node. Line breaks between elements are not compared: mdBook
/// puts some in when it writes a page out.
pub(crate) async fn markup_is_the_same_on_both_sides(page: &Page, book: &Path) -> Result<()> {
    let mut compared = 0;
    for path in pages(book)? {
        // The page that gathers all others holds the same boards again.
        if path == "print.html" || !page.server().source(&path)?.contains("<morpion-plateau") {
            continue;
        }
        page.open(&path).await?;
        if wake_boards(page).await? == 0 {
            continue;
        }
        let source = page.server().source(&path)?;
        let differing: (usize, Vec<(String, String)>) = page
            .js(
                "const parse = (html) => { \
                   const parsed = new DOMParser().parseFromString(html, 'text/html'); \
                   const texts = parsed.createTreeWalker(parsed, NodeFilter.SHOW_TEXT); \
                   const blank = []; \
                   while (texts.nextNode()) if (!texts.currentNode.data.trim()) blank.push(texts.currentNode); \
                   for (const text of blank) text.remove(); \
                   return parsed; \
                 }; \
                 const boards = [...parse(arguments[0]).querySelectorAll('morpion-plateau')]; \
                 const wrong = []; \
                 for (const board of boards) { \
                   const [game, position, moves, mode, goal, steps] = ['jeu', 'position', 'coups', 'mode', 'but', 'etapes'] \
                     .map((name) => board.getAttribute(name) ?? ''); \
                   const markup = wasm_bindgen.static_markup(game, position, moves, mode, goal, steps); \
                   const made = parse('<morpion-plateau>' + markup + '</morpion-plateau>').querySelector('morpion-plateau'); \
                   for (const { name, value } of board.attributes) made.setAttribute(name, value); \
                   if (!made.isEqualNode(board)) wrong.push([board.outerHTML, made.outerHTML]); \
                 } \
                 return [boards.length, wrong]",
                vec![json!(source)],
            )
            .await?;
        let (count, wrong) = differing;
        if let Some((page_has, browser_makes)) = wrong.first() {
            anyhow::bail!(
                "{path}: the page has\n{page_has}\nand the browser makes\n{browser_makes}"
            );
        }
        compared += count;
    }
    ensure!(
        compared >= Game::ALL.len(),
        "only {compared} boards compared"
    );
    Ok(())
}

/// The spy and the host see all that can go wrong on a page: the other tests lean on
/// it.
pub(crate) async fn errors_are_seen(page: &Page) -> Result<()> {
    page.expect("");
    page.open("wrong.html").await?;
    page.wait_js("the page is done", "window.done", vec![])
        .await?;
    let ran: Option<String> = page.js("return window.inline ?? null", vec![]).await?;
    ensure!(ran.is_none(), "the host's policy is not applied");
    let seen = page.wrong_as_expected().await?.join("\n");
    for wanted in [
        "console.error: told on the console",
        "thrown by a timer",
        "unhandled rejection: Error: rejected by a promise",
        "CSP violation: script-src",
        "404 /missing.png",
    ] {
        ensure!(
            seen.contains(wanted),
            "{wanted:?} was not seen, only:\n{seen}"
        );
    }
    Ok(())
}

/// The page's title, to see that a page is French and ours.
pub(crate) async fn the_first_page_opens(page: &Page) -> Result<()> {
    page.open("index.html").await?;
    let (language, title): (String, String) = page
        .js(
            "return [document.documentElement.lang, document.title]",
            vec![],
        )
        .await?;
    ensure!(language == "fr", "the language is {language:?}");
    ensure!(
        plain(&title).to_lowercase().contains("morpion"),
        "the title is {title:?}"
    );
    Ok(())
}
