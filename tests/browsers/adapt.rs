//! Readers who see otherwise: zoom, forced colours, no motion, colour blindness, and a
//! theme that is there from the first picture on.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use morpion_tests::Page;
use morpion_tests::book::{pages, wake_boards};
use serde_json::json;

use crate::board::Board;
use crate::colour::{Eye, Rgb};
use crate::games::Game;
use crate::play;

/// The pages of a game, or those that belong to none. The page that gathers all others
/// holds nothing new.
fn pages_of(book: &Path, game: Option<Game>) -> Result<Vec<String>> {
    let of = |path: &str| {
        Game::ALL
            .into_iter()
            .find(|game| path.starts_with(&format!("{game}/")))
    };
    let own: Vec<String> = pages(book)?
        .into_iter()
        .filter(|path| of(path) == game && path != "print.html" && path != "toc.html")
        .collect();
    ensure!(!own.is_empty(), "no page of {game:?}");
    Ok(own)
}

/// Sizes of the window in CSS pixels, and of the reader's text in percent. Zoom makes
/// the window smaller: 200 % and 400 % of a window of 1280 pixels are 640 and 320.
const SIZES: [(u32, u32); 6] = [
    (640, 100),
    (320, 100),
    (290, 100),
    (1920, 100),
    (640, 200),
    (360, 130),
];

/// What does not fit: the page scrolls sideways, a control or a sentence of a board is
/// cut off, or controls lie over each other.
const MISFITS: &str = "
    const wrong = [];
    const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (sideways > 0) wrong.push(`the page scrolls sideways by ${sideways} px`);
    for (const [at, board] of [...document.querySelectorAll('morpion-plateau')].entries()) {
      const name = (node) => `board ${at + 1}: ${node.dataset.action ?? node.className ?? node.tagName} \
\"${node.textContent.trim().slice(0, 40)}\"`;
      const frame = board.getBoundingClientRect();
      const controls = [...board.querySelectorAll('button, a, input, select, textarea, summary, label, p, li')]
        .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
          && getComputedStyle(node).clipPath === 'none');
      for (const node of controls) {
        const box = node.getBoundingClientRect();
        if (box.left < frame.left - 1 || box.right > frame.right + 1) {
          // What scrolls in a frame of its own can be reached.
          let parent = node.parentElement;
          while (parent !== board && getComputedStyle(parent).overflowX === 'visible') parent = parent.parentElement;
          if (parent === board) wrong.push(`${name(node)} sticks out: ${box.left}–${box.right} of ${frame.left}–${frame.right}`);
        }
        if (node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0 && !node.matches('input, textarea, select'))
          wrong.push(`${name(node)} is cut: ${node.scrollWidth} px in ${node.clientWidth}`);
      }
      const buttons = controls.filter((node) => node.matches('button:not(.morpion-case), a, input, select, textarea, summary'));
      for (const [i, one] of buttons.entries()) {
        const a = one.getBoundingClientRect();
        for (const other of buttons.slice(i + 1)) {
          if (one.contains(other)) continue;
          const b = other.getBoundingClientRect();
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 1 && down > 1) wrong.push(`${name(one)} lies over ${name(other)}`);
        }
      }
    }
    return wrong;
";

/// Opens everything on the boards of the page that folds out.
pub(crate) const UNFOLD: &str = "
    const closed = 'morpion-plateau :is([aria-expanded=\"false\"], details:not([open]) > summary)';
    for (const button of document.querySelectorAll(closed)) button.click();
";

/// At every zoom, in every size of text, folded and unfolded: nothing is cut off.
pub(crate) async fn zoomed(page: &Page, game: Option<Game>, book: &Path) -> Result<()> {
    for (width, text) in SIZES {
        page.set_width(width).await?;
        for path in pages_of(book, game)? {
            let place = || format!("{path} at {width} px, text at {text} %");
            page.open(&path).await?;
            if text != 100 {
                // mdBook's own size is 62.5 % of the reader's.
                page.js::<()>(
                    "document.documentElement.style.fontSize = `${arguments[0] * 0.625}%`",
                    vec![json!(text)],
                )
                .await?;
            }
            wake_boards(page).await.with_context(place)?;
            for state in ["folded", "unfolded"] {
                let wrong: Vec<String> = page.js(MISFITS, vec![]).await?;
                ensure!(
                    wrong.is_empty(),
                    "{}, {state}:\n  {}",
                    place(),
                    wrong[..wrong.len().min(8)].join("\n  ")
                );
                page.js::<()>(UNFOLD, vec![]).await?;
            }
        }
    }
    Ok(())
}

/// What must still be seen when the system takes the colours away: a selector of the
/// drawing, and whether it is dashed.
const CUES: [(&str, bool); 11] = [
    (".morpion-dessin .trait", false),
    (".morpion-dessin .regle", false),
    // In the cube the frame of a won line takes the place of the corners.
    (".morpion-dessin .dernier:not(.gagne) .fond", true),
    (".morpion-dessin .part .cadre", true),
    (".morpion-dessin .part .trait", true),
    (".morpion-dessin .grille.obligatoire", false),
    (".morpion-dessin .grille.libre", true),
    (".morpion-dessin .grand", false),
    (".morpion-dessin .alignement", false),
    (".morpion-dessin .indice", true),
    // What a hint points at in the view of the whole cube.
    (".morpion-espace .conseil", false),
];

/// Every cue is drawn in a colour that the paper does not have, dashes stay dashes, and
/// a pressed button differs from the others.
pub(crate) async fn forced_colours(page: &Page, book: &Path) -> Result<()> {
    page.set_media("screen", &[("forced-colors", "active")])
        .await?;
    let mut seen = [0_usize; CUES.len()];
    let mut pressed = 0;
    for game in Game::ALL {
        let mut own = pages_of(book, Some(game))?;
        // The page where the game is played last: its board is played on.
        own.retain(|path| *path != game.play_page());
        own.push(game.play_page());
        for path in own {
            page.open(&path).await?;
            wake_boards(page).await?;
            if path == game.play_page() {
                let board = Board::open(page, game).await?;
                play::answered(&board, game).await?;
                board.act("indice").await?;
                page.wait_js(
                    "a hint is drawn",
                    "document.querySelector('.indice')",
                    vec![],
                )
                .await?;
            }
            page.js::<()>(UNFOLD, vec![]).await?;
            for ((cue, dashed), seen) in CUES.iter().zip(&mut seen) {
                let (count, wrong): (usize, Vec<String>) = page
                    .js(
                        "const drawn = [...document.querySelectorAll(arguments[0])]; \
                         return [drawn.length, drawn.filter((node) => { \
                           const style = getComputedStyle(node); \
                           const paper = getComputedStyle(node.closest('morpion-plateau')).backgroundColor; \
                           return style.stroke === 'none' || style.stroke === paper \
                             || parseFloat(style.strokeWidth) < 1 || style.strokeOpacity < 0.5 \
                             || style.opacity < 0.5 \
                             || (arguments[1] && style.strokeDasharray === 'none'); \
                         }).map((node) => node.outerHTML.slice(0, 100))]",
                        vec![json!(format!("morpion-plateau {cue}")), json!(dashed)],
                    )
                    .await?;
                ensure!(
                    wrong.is_empty(),
                    "{path}: {cue} cannot be seen: {}",
                    wrong[0]
                );
                *seen += count;
            }
            let (count, same): (usize, Vec<String>) = page
                .js(
                    "const look = (button) => [button, ...button.querySelectorAll('*')].map((node) => { \
                       const { color, backgroundColor, borderColor, borderStyle, outline, textDecoration, fontWeight } \
                         = getComputedStyle(node); \
                       return [color, backgroundColor, borderColor, borderStyle, outline, textDecoration, fontWeight].join(); \
                     }).join(); \
                     const same = []; \
                     const pressed = [...document.querySelectorAll('morpion-plateau [aria-pressed=\"true\"]')]; \
                     for (const button of pressed) { \
                       const other = [...button.parentElement.children] \
                         .find((child) => child.getAttribute('aria-pressed') === 'false'); \
                       if (other && look(other) === look(button)) same.push(button.textContent); \
                     } \
                     return [pressed.length, same]",
                    vec![],
                )
                .await?;
            ensure!(
                same.is_empty(),
                "{path}: pressed buttons look as the others: {same:?}"
            );
            pressed += count;
        }
    }
    for ((cue, _), seen) in CUES.iter().zip(seen) {
        ensure!(seen > 0, "no board has shown {cue}");
    }
    ensure!(pressed > 0, "no pressed button seen");
    Ok(())
}

/// Counts what begins to move.
const COUNT_MOTION: &str = "
    window.motions = [];
    for (const kind of ['animationstart', 'transitionrun']) {
      document.addEventListener(kind, ({ target, animationName, propertyName }) =>
        window.motions.push(`${target.className?.baseVal ?? target.className} ${animationName ?? propertyName}`), true);
    }
";

/// With reduced motion nothing moves, neither marks nor what folds out; without it,
/// marks are seen to be drawn.
pub(crate) async fn reduced_motion(page: &Page, game: Game) -> Result<()> {
    page.run_early(COUNT_MOTION).await?;
    for preference in ["reduce", "no-preference"] {
        page.set_media("screen", &[("prefers-reduced-motion", preference)])
            .await?;
        let board = Board::open(page, game).await?;
        play::answered(&board, game).await?;
        board.act("indice").await?;
        page.js::<()>(UNFOLD, vec![]).await?;
        board.act("annuler").await?;
        board.wait_moves("").await?;
        play::answered(&board, game).await?;
        let motions: Vec<String> = page
            .js(
                "return new Promise((done) => setTimeout(() => done(window.motions), 100))",
                vec![],
            )
            .await?;
        ensure!(
            motions.is_empty() == (preference == "reduce"),
            "{preference}: {motions:?}"
        );
    }
    Ok(())
}

/// How far apart two colours must be to be told apart at a glance, as a distance in
/// CIELAB, where 2.3 is a difference that can just be noticed.
const APART: f64 = 20.0;

/// The contrast that WCAG 2.2 asks of a graphic (1.4.11).
const CONTRAST: f64 = 3.0;

/// X and O differ, and each stands out from the paper, for every eye and in every
/// theme.
pub(crate) async fn colour_blindness(page: &Page) -> Result<()> {
    let game = Game::Classique;
    for contrast in ["no-preference", "more"] {
        page.set_media("screen", &[("prefers-contrast", contrast)])
            .await?;
        for theme in ["light", "coal"] {
            let board = Board::open(page, game).await?;
            play::answered(&board, game).await?;
            let [x, o, paper]: [String; 3] = page
                .js(
                    "document.documentElement.classList.remove('light', 'coal'); \
                     document.documentElement.classList.add(arguments[0]); \
                     const board = document.querySelector('morpion-plateau'); \
                     const stroke = (side) => getComputedStyle(board.querySelector(`svg .${side} .trait`)).stroke; \
                     return [stroke('x'), stroke('o'), getComputedStyle(board).backgroundColor]",
                    vec![json!(theme)],
                )
                .await?;
            let read = |css: &str| Rgb::from_css(css).with_context(|| format!("colour {css:?}"));
            let (x, o, paper) = (read(&x)?, read(&o)?, read(&paper)?);
            for eye in Eye::ALL {
                let (x, o, paper) = (eye.sees(x), eye.sees(o), eye.sees(paper));
                let place = format!("{theme}, contrast {contrast}, {eye:?}");
                let apart = x.distance(o);
                ensure!(apart >= APART, "{place}: X and O are {apart:.1} apart");
                for (side, mark) in [("X", x), ("O", o)] {
                    let stands = mark.contrast(paper);
                    ensure!(
                        stands >= CONTRAST,
                        "{place}: {side} on paper has {stands:.2}"
                    );
                }
            }
        }
    }
    Ok(())
}

/// Writes down before each picture that the browser makes which theme it shows.
const FRAMES: &str = "
    window.frames_seen = [];
    const look = () => {
      const html = document.documentElement;
      if (html && document.body) {
        window.frames_seen.push(
          [html.classList.contains('coal') ? 'coal' : 'light', getComputedStyle(html).backgroundColor].join(' '));
      }
      if (document.readyState !== 'complete') requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
";

/// The page is never seen in another theme than the reader's: the script that sets it
/// comes late, and everything waits for it.
pub(crate) async fn no_flash(page: &Page) -> Result<()> {
    page.run_early(FRAMES).await?;
    let path = Game::Classique.rules_page();
    let source = page.server().source(&path)?;
    let (head, _) = source.split_once("</head>").context("no head")?;
    let script = head
        .split("<script")
        .skip(1)
        .find(|script| script.contains("theme/page-"))
        .context("the script that sets the theme is not in the head")?;
    let (tag, _) = script.split_once('>').context("an open tag")?;
    ensure!(
        !["async", "defer", "module"]
            .iter()
            .any(|word| tag.contains(word)),
        "the script that sets the theme can come after the first picture: {tag}"
    );
    // The same page with the script allowed to come late: what would be seen then.
    let wrong = format!("{}-late.html", path.trim_end_matches(".html"));
    let deferred = source.replacen(&format!("<script{tag}"), &format!("<script defer{tag}"), 1);
    page.server().put(&wrong, deferred);
    for needed in ["path_to_root", "default_theme"] {
        page.expect(format!("{needed} is not defined"));
    }

    let rows = [
        (Some("coal"), "light", "coal"),
        (Some("light"), "dark", "light"),
        (None, "dark", "coal"),
        (None, "light", "light"),
    ];
    for (stored, system, shown) in rows {
        page.set_media("screen", &[("prefers-color-scheme", system)])
            .await?;
        page.open("404.html").await?;
        page.js::<()>(
            "localStorage.clear(); if (arguments[0]) localStorage.setItem('mdbook-theme', arguments[0])",
            vec![json!(stored)],
        )
        .await?;
        let place = format!("stored {stored:?}, the system {system}");
        let seen = frames(page, &path).await?;
        ensure!(
            seen.iter().all(|frame| frame.starts_with(shown)) && same(&seen),
            "{place}: seen {seen:?}, not always {shown}"
        );
        if shown == "coal" {
            let seen = frames(page, &wrong).await?;
            ensure!(
                seen.iter().any(|frame| !frame.starts_with(shown)),
                "{place}: a late script is not noticed: {seen:?}"
            );
        }
    }
    Ok(())
}

/// What the pictures of a page showed until it was complete.
async fn frames(page: &Page, path: &str) -> Result<Vec<String>> {
    page.open(path).await?;
    page.wait_js(
        "a picture was made",
        "window.frames_seen.length > 0",
        vec![],
    )
    .await?;
    page.js("return window.frames_seen", vec![]).await
}

fn same(frames: &[String]) -> bool {
    frames.windows(2).all(|pair| pair[0] == pair[1])
}
