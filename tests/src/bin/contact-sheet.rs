//! Pictures of every board of the book in every theme, on sheets to look at.
//!
//! `cargo xtask screenshots` builds the book and starts this with `MORPION_BOOK`,
//! `MORPION_TOOLS`, the folder for the pictures and, if not all, the pages. There, `index.html` shows them
//! board by board; big pictures, some for each theme and width, show the whole book.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use morpion_tests::chromium::Area;
use morpion_tests::{Fleet, Kind, Page, Site, book};
use serde_json::json;

/// Widths of the window in CSS pixels: a phone, a desk.
const WIDTHS: [u32; 2] = [360, 1280];

/// So many boards are on one big picture: a browser paints none that is as high as the
/// whole book.
const SHEET: usize = 160;

/// One look of the book.
struct Theme {
    /// The name in files and captions.
    name: &'static str,
    /// mdBook's name of the theme underneath.
    class: &'static str,
    medium: &'static str,
    /// The media feature that the reader's system has set.
    feature: Option<(&'static str, &'static str)>,
}

const THEMES: [Theme; 7] = [
    Theme {
        name: "cahier",
        class: "light",
        medium: "screen",
        feature: None,
    },
    Theme {
        name: "ardoise",
        class: "coal",
        medium: "screen",
        feature: None,
    },
    Theme {
        name: "cahier-contraste",
        class: "light",
        medium: "screen",
        feature: Some(("prefers-contrast", "more")),
    },
    Theme {
        name: "ardoise-contraste",
        class: "coal",
        medium: "screen",
        feature: Some(("prefers-contrast", "more")),
    },
    Theme {
        name: "couleurs-forcees",
        class: "light",
        medium: "screen",
        feature: Some(("forced-colors", "active")),
    },
    Theme {
        name: "impression",
        class: "light",
        medium: "print",
        feature: None,
    },
    // Paper is white whatever the screen was.
    Theme {
        name: "impression-ardoise",
        class: "coal",
        medium: "print",
        feature: None,
    },
];

/// How far a board has come.
#[derive(Clone, Copy, PartialEq)]
enum State {
    /// The picture that is in the page before any script.
    Image,
    /// Taken over by the script.
    Plateau,
    /// With all that folds out folded out.
    Ouvert,
}

impl State {
    const ALL: [Self; 3] = [Self::Image, Self::Plateau, Self::Ouvert];

    fn name(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Plateau => "plateau",
            Self::Ouvert => "ouvert",
        }
    }

    /// Brings the boards of the open page there; gives the places in the page of those
    /// that look new.
    async fn reach(self, page: &Page) -> Result<Vec<usize>> {
        let script = match self {
            Self::Image => {
                "return [...document.querySelectorAll('morpion-plateau')].keys().toArray()"
            }
            Self::Plateau => {
                book::wake_boards(page).await?;
                "return [...document.querySelectorAll('morpion-plateau')] \
                   .flatMap((board, at) => board.dataset.etat === 'pret' ? [at] : [])"
            }
            Self::Ouvert => {
                "const closed = ':is([aria-expanded=\"false\"], details:not([open]) > summary)'; \
                 const opened = [...document.querySelectorAll('morpion-plateau')].flatMap((board, at) => { \
                   const buttons = [...board.querySelectorAll(closed)]; \
                   for (const button of buttons) button.click(); \
                   return buttons.length > 0 ? [at] : []; \
                 }); \
                 document.activeElement.blur(); \
                 return opened"
            }
        };
        page.js(script, Vec::new()).await
    }
}

/// One picture that was taken.
struct Shot {
    file: String,
    page: String,
    /// The board's number on its page, from one.
    board: usize,
    state: &'static str,
    theme: &'static str,
    width: u32,
}

fn main() -> Result<()> {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        bail!("give the folder for the pictures; `cargo xtask screenshots` does it");
    };
    morpion_tests::end_all_on_signal()?;
    let book = book::folder()?;
    let tools = std::env::var_os("MORPION_TOOLS").map(PathBuf::from);
    let fleet = Fleet::find(tools.as_deref());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let pages = book::named(&book, std::env::args().skip(2).collect())?;
    runtime.block_on(take_all(&fleet, &book, &pages, &folder))
}

async fn take_all(fleet: &Fleet, book: &Path, pages: &[String], folder: &Path) -> Result<()> {
    if folder.exists() {
        // Pictures of boards that are gone would stay on the sheet.
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(folder)?;
    let still = Page::start(fleet, Kind::Chromium, Site::new(book)).await?;
    // The element is never defined: the pictures stay.
    still.run_early("customElements.define = () => {};").await?;
    let live = Page::start(fleet, Kind::Chromium, Site::new(book)).await?;
    for page in [&still, &live] {
        // They come and go while a picture is taken, and move everything.
        page.hide_scrollbars().await?;
    }
    let mut shots = Vec::new();
    for path in pages {
        // The page that gathers all others holds the same boards again.
        if path == "print.html" || !live.server().source(path)?.contains("<morpion-plateau") {
            continue;
        }
        println!("{path}");
        for width in WIDTHS {
            for page in [&still, &live] {
                // Before it opens: what a page shows first depends on it.
                page.set_width(width).await?;
                page.set_media("screen", &[]).await?;
                page.open(path).await?;
            }
            for state in State::ALL {
                let page = if state == State::Image { &still } else { &live };
                let boards = state.reach(page).await.with_context(|| path.clone())?;
                let of = (path.as_str(), state, width);
                take(page, of, &boards, folder, &mut shots)
                    .await
                    .with_context(|| path.clone())?;
            }
        }
    }
    still.close().await;
    live.close().await;
    write_sheets(fleet, folder, &shots).await
}

/// Takes these boards of the open page in every theme.
async fn take(
    page: &Page,
    (path, state, width): (&str, State, u32),
    boards: &[usize],
    folder: &Path,
    shots: &mut Vec<Shot>,
) -> Result<()> {
    for theme in &THEMES {
        // A stroke that is still being drawn is no picture.
        let mut features = vec![("prefers-reduced-motion", "reduce")];
        features.extend(theme.feature);
        page.set_media(theme.medium, &features).await?;
        // Without script there is Cahier only.
        let scripted = state != State::Image || theme.class != "light";
        let areas = areas(page, theme.class, scripted).await?;
        for &at in boards {
            let area = *areas.get(at).context("a board is gone")?;
            let shot = Shot {
                file: format!(
                    "{}-{}-{}-{}-{width}.png",
                    path.trim_end_matches(".html").replace('/', "-"),
                    at + 1,
                    state.name(),
                    theme.name,
                ),
                page: path.to_owned(),
                board: at + 1,
                state: state.name(),
                theme: theme.name,
                width,
            };
            fs::write(folder.join(&shot.file), page.picture(area).await?)?;
            shots.push(shot);
        }
    }
    Ok(())
}

/// Puts the theme on the page, hides the bar that sticks to its top, and gives the place
/// of each board, caption included.
async fn areas(page: &Page, class: &str, scripted: bool) -> Result<Vec<Area>> {
    page.js(
        "const html = document.documentElement; \
         document.querySelector('#mdbook-menu-bar')?.style.setProperty('visibility', 'hidden'); \
         html.classList.remove('light', 'coal'); \
         html.classList.add(arguments[0]); \
         html.classList.toggle('js', arguments[1]); \
         return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done( \
           [...document.querySelectorAll('morpion-plateau')].map((board) => { \
             const { left, top, width, height } = (board.closest('figure') ?? board).getBoundingClientRect(); \
             return [Math.max(0, left + scrollX - 8), Math.max(0, top + scrollY - 8), width + 16, height + 16]; \
           })))))",
        vec![json!(class), json!(scripted)],
    )
    .await
}

const STYLE: &str = "\
body { margin: 2rem; font-family: sans-serif; color: #222; background: #cfd3d4; }
h2 { margin-top: 3rem; }
/* As wide as the window that the big pictures are taken in. */
.shots { width: 2820px; columns: 8; column-gap: 1rem; }
figure { margin: 0 0 1rem; break-inside: avoid; }
img { display: block; max-width: 100%; background: #fff; }
figcaption { font-size: 13px; }
.board { display: flex; flex-wrap: wrap; align-items: start; gap: 1rem; }
.board figure { width: 340px; }
";

/// Writes `index.html` and the big pictures.
async fn write_sheets(fleet: &Fleet, folder: &Path, shots: &[Shot]) -> Result<()> {
    fs::write(folder.join("sheet.css"), STYLE)?;
    let mut index = head("Contact sheet");
    index.push_str("<p>The whole book:</p><ul>");
    let page = Page::start(fleet, Kind::Chromium, Site::new(folder)).await?;
    for theme in &THEMES {
        for width in WIDTHS {
            let own: Vec<&Shot> = shots
                .iter()
                .filter(|shot| shot.theme == theme.name && shot.width == width)
                .collect();
            for (part, shots) in (1..).zip(own.chunks(SHEET)) {
                let name = format!("{}-{width}-{part}", theme.name);
                let mut sheet = head(&name);
                sheet.push_str("<div class=\"shots\">");
                for shot in shots {
                    figure(&mut sheet, shot, "eager");
                }
                sheet.push_str("</div></body></html>\n");
                fs::write(folder.join(format!("{name}.html")), sheet)?;
                page.set_width(2900).await?;
                page.open(&format!("{name}.html")).await?;
                let area: Area = page
                    .js(
                        "const { scrollWidth, scrollHeight } = document.documentElement; \
                         return [0, 0, scrollWidth, scrollHeight]",
                        Vec::new(),
                    )
                    .await?;
                fs::write(
                    folder.join(format!("{name}.png")),
                    page.picture(area).await?,
                )?;
                // Writing to a String cannot fail, here and below.
                let _ = write!(index, "<li><a href=\"{name}.png\">{name}</a></li>");
            }
        }
    }
    page.close().await;
    index.push_str("</ul>");
    let mut boards: Vec<(&str, usize)> = Vec::new();
    for shot in shots {
        let of = (shot.page.as_str(), shot.board);
        if !boards.contains(&of) {
            boards.push(of);
        }
    }
    for of in boards {
        let _ = write!(
            index,
            "<h2>{}, board {}</h2><div class=\"board\">",
            of.0, of.1
        );
        for theme in &THEMES {
            for same in shots.iter().filter(|other| {
                (other.page.as_str(), other.board) == of && other.theme == theme.name
            }) {
                figure(&mut index, same, "lazy");
            }
        }
        index.push_str("</div>");
    }
    index.push_str("</body></html>\n");
    let file = folder.join("index.html");
    fs::write(&file, index)?;
    println!("{} pictures: {}", shots.len(), file.display());
    Ok(())
}

fn head(title: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" href=\"sheet.css\"></head>\
         <body><h1>{title}</h1>"
    )
}

fn figure(out: &mut String, shot: &Shot, loading: &str) {
    let Shot {
        file,
        page,
        board,
        state,
        theme,
        width,
    } = shot;
    let _ = write!(
        out,
        "<figure><a href=\"{file}\"><img src=\"{file}\" loading=\"{loading}\" alt=\"\"></a>\
         <figcaption>{page}, board {board}, {state}, {theme}, {width} px</figcaption></figure>"
    );
}
