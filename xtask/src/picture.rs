//! The picture that other sites show beside a link to a page: the page's board on a sheet
//! of the notebook, 1200 × 630, without a word, so that no font is asked for.
//!
//! The board is that of the page, with the rules of `theme/morpion.css` for the lines of
//! a drawing, in the colours of the day.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::files;
use crate::html::{self, Event};

/// What networks show without cutting it.
pub(crate) const WIDTH: u32 = 1200;
pub(crate) const HEIGHT: u32 = 630;
/// The sheet in the middle, and the room around its drawings.
const SHEET: u32 = 570;
const MARGIN: u32 = 26;
/// From one line of the ruling to the next.
const SQUARE: usize = 30;

/// Where the pictures lie in the book.
const FOLDER: &str = "apercus";

/// A mark that a side has made.
const MARK: &str = "class=\"trait\"";

/// What every picture has in common.
pub(crate) struct Studio {
    /// The rules for the lines of a drawing.
    style: String,
    /// The custom properties of the light theme.
    colours: BTreeMap<String, String>,
    /// Where pictures are kept from one build to the next.
    cache: PathBuf,
}

/// A picture of the book.
#[derive(Debug)]
pub(crate) struct Shared {
    /// Its name in the book, after its content.
    pub(crate) file: String,
    /// What it shows, in words.
    pub(crate) label: String,
}

/// Makes the picture of a page, if it has a board, and puts it into the book.
pub(crate) fn share(studio: &Studio, page: &str, book: &Path) -> Result<Option<Shared>> {
    let Some(board) = board(page) else {
        return Ok(None);
    };
    let svg = studio.compose(&board)?;
    let kept = studio
        .cache
        .join(format!("{}.png", files::sha256(svg.as_bytes())));
    let png = if kept.exists() {
        files::read_bytes(&kept)?
    } else {
        let png = render(&svg)?;
        files::write_if_changed(&kept, &png)?;
        png
    };
    let file = format!("{FOLDER}/{}.png", &files::sha256(&png)[..8]);
    files::write_if_changed(&book.join(&file), &png)?;
    Ok(Some(Shared {
        file,
        label: board.label,
    }))
}

/// The board of a page that is shown.
struct Board<'a> {
    /// The slug of its game.
    game: String,
    label: String,
    /// The side of a drawing, and what it is made of; four in 3D.
    drawings: Vec<(u32, &'a str)>,
}

/// The first board of a page that somebody has played on, else the first.
fn board(page: &str) -> Option<Board<'_>> {
    let boards: Vec<_> = page
        .split("<morpion-plateau")
        .skip(1)
        .filter_map(|rest| rest.split("</morpion-plateau>").next())
        .collect();
    let text = *boards
        .iter()
        .find(|board| board.contains(MARK))
        .or(boards.first())?;
    let mut label = String::new();
    let mut drawings = Vec::new();
    for rest in text.split("<svg class=\"morpion-dessin\"").skip(1) {
        let (tag, rest) = rest.split_once('>')?;
        let (inner, _) = rest.split_once("</svg>")?;
        let tag = attributes(&format!("<svg{tag}>"));
        let side = tag.get("viewbox")?.split(' ').nth(2)?.parse().ok()?;
        if label.is_empty() {
            label = tag.get("aria-label").cloned().unwrap_or_default();
        }
        drawings.push((side, inner));
    }
    let (opening, _) = text.split_once('>')?;
    let game = attributes(&format!("<p{opening}>")).get("jeu")?.clone();
    (!drawings.is_empty()).then_some(Board {
        game,
        label,
        drawings,
    })
}

/// The attributes of one tag.
fn attributes(tag: &str) -> BTreeMap<String, String> {
    match html::events(tag).into_iter().next() {
        Some(Event::Open(tag)) => tag.attributes.into_iter().collect(),
        _ => BTreeMap::new(),
    }
}

impl Studio {
    /// Reads the style sheet of the boards.
    pub(crate) fn new(style_sheet: &str, cache: PathBuf) -> Result<Self> {
        let mut colours = BTreeMap::new();
        let mut style = String::new();
        for (selectors, body) in rules(style_sheet) {
            if selectors == ":root" {
                for (name, value) in body.split(';').filter_map(|line| line.split_once(':')) {
                    colours.insert(name.trim().to_owned(), value.trim().to_owned());
                }
                continue;
            }
            let drawn: Vec<_> = selectors
                .split(',')
                .map(str::trim)
                .filter(|selector| is_of_a_drawing(selector))
                .collect();
            if !drawn.is_empty() {
                // Writing to a String cannot fail.
                let _ = writeln!(
                    style,
                    "{} {{{}}}",
                    drawn.join(", "),
                    resolve(body, &colours)
                );
            }
        }
        // Without its figure, the spot that tells an age would be empty.
        style.push_str("text, .pastille { display: none }");
        Ok(Self {
            style,
            colours,
            cache,
        })
    }

    fn colour(&self, name: &str) -> Result<&str> {
        self.colours
            .get(name)
            .map(String::as_str)
            .with_context(|| format!("{name} is not in the style sheet"))
    }

    /// The whole picture as SVG.
    fn compose(&self, board: &Board<'_>) -> Result<String> {
        let (ground, sheet) = (self.colour("--m-carreau")?, self.colour("--m-papier")?);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\">\
             <style>{}</style><rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{sheet}\"/>\
             <path stroke=\"{ground}\" stroke-width=\"2\" d=\"",
            self.style
        );
        for x in (SQUARE / 2..WIDTH as usize).step_by(SQUARE) {
            let _ = write!(svg, "M{x} 0V{HEIGHT}");
        }
        for y in (SQUARE / 2..HEIGHT as usize).step_by(SQUARE) {
            let _ = write!(svg, "M0 {y}H{WIDTH}");
        }
        let (left, top) = ((WIDTH - SHEET) / 2, (HEIGHT - SHEET) / 2);
        let _ = write!(
            svg,
            "\"/><rect x=\"{left}\" y=\"{top}\" width=\"{SHEET}\" height=\"{SHEET}\" rx=\"12\" \
             fill=\"{sheet}\" stroke=\"{}\" stroke-width=\"2\"/>\
             <g class=\"morpion-plan morpion-{}\">",
            self.colour("--m-bord")?,
            board.game
        );
        // One drawing, or the four floors two by two.
        let columns = if board.drawings.len() > 1 { 2 } else { 1 };
        let room = (SHEET - MARGIN * (columns + 1)) / columns;
        for ((side, drawing), place) in board.drawings.iter().zip(0..) {
            let x = left + MARGIN + place % columns * (room + MARGIN);
            let y = top + MARGIN + place / columns * (room + MARGIN);
            let scale = f64::from(room) / f64::from(*side);
            let _ = write!(
                svg,
                "<g class=\"morpion-dessin\" transform=\"translate({x} {y}) scale({scale:.4}) \
                 translate(10 10)\">{drawing}</g>"
            );
        }
        svg.push_str("</g></svg>");
        Ok(svg)
    }
}

/// The rules of a style sheet outside `@media` and the like: selectors and body.
fn rules(style_sheet: &str) -> Vec<(&str, &str)> {
    let mut rules = Vec::new();
    let mut rest = style_sheet;
    while let Some((selectors, after)) = rest.split_once('{') {
        let mut depth = 1;
        let end = after.find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        });
        let Some(end) = end else {
            break;
        };
        let selectors = selectors
            .rsplit_once("*/")
            .map_or(selectors, |(_, after)| after)
            .trim();
        if !selectors.starts_with('@') {
            rules.push((selectors, &after[..end]));
        }
        rest = &after[end + 1..];
    }
    rules
}

/// Whether a selector is about the lines of a drawing, in words that resvg knows.
fn is_of_a_drawing(selector: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || ".- ".contains(c);
    selector.chars().all(plain)
        && (selector.contains(".morpion-dessin ")
            || selector == ".x"
            || selector == ".o"
            || ["ultimate", "3d"]
                .iter()
                .any(|game| selector.starts_with(&format!(".morpion-{game} "))))
}

/// Custom properties replaced by their values. A side's colour, `--m-trait`, is handed
/// down as `color` is.
fn resolve(body: &str, colours: &BTreeMap<String, String>) -> String {
    let mut body = body
        .replace("--m-trait:", "color:")
        .replace("var(--m-trait)", "currentColor");
    for (name, value) in colours {
        body = body.replace(&format!("var({name})"), value);
    }
    body
}

/// The picture's bytes.
fn render(svg: &str) -> Result<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).context("the board's picture")?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT).context("no room for a picture")?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    let png = pixels.encode_png()?;
    ensure!(png.starts_with(b"\x89PNG"), "the picture is no PNG");
    Ok(png)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: &str = "
        /* Colours; a { comment } is none. */
        :root { --m-papier: #ffffff; --m-carreau: #eeeeee; --m-bord: #dddddd; --m-x: #0000ff; --m-o: #ff0000; --w: 40; }
        .coal { --m-x: #00ffff; }
        .x { --m-trait: var(--m-x); }
        .o { --m-trait: var(--m-o); }
        .morpion-dessin path, .morpion-dessin rect { fill: none; }
        .morpion-dessin .trait { stroke: var(--m-trait); stroke-width: var(--w); }
        @media print { .morpion-dessin .trait { stroke: black; } }
        .morpion-dessin:hover .trait { stroke: black; }
    ";

    fn drawing(marks: &str) -> String {
        format!(
            "<svg class=\"morpion-dessin\" viewbox=\"-10 -10 320 320\" aria-label=\"a &lt; b\">{marks}</svg>"
        )
    }

    fn page(boards: &[String]) -> String {
        let board = |inner: &String| {
            format!("<morpion-plateau jeu=\"classique\"><p>a</p>{inner}</morpion-plateau>")
        };
        boards.iter().map(board).collect()
    }

    fn studio(folder: &Path) -> Studio {
        Studio::new(STYLE, folder.join("cache")).unwrap()
    }

    /// The colour of a point of a picture.
    fn colour(png: &[u8], x: u32, y: u32) -> (u8, u8, u8) {
        let pixels = Pixmap::decode_png(png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (WIDTH, HEIGHT));
        let pixel = pixels.pixel(x, y).unwrap();
        (pixel.red(), pixel.green(), pixel.blue())
    }

    #[test]
    fn the_board_that_was_played_on_is_drawn_in_the_light_colours() {
        let folder = tempfile::tempdir().unwrap();
        // A line across the drawing's middle, which is the picture's.
        let played = drawing("<g class=\"c x\"><path class=\"trait\" d=\"M0 150H300\" /></g>");
        let page = page(&[drawing(""), played]);
        let shared = share(&studio(folder.path()), &page, folder.path())
            .unwrap()
            .unwrap();
        assert_eq!(shared.label, "a < b");
        let png = files::read_bytes(&folder.path().join(&shared.file)).unwrap();
        assert_eq!(colour(&png, WIDTH / 2, HEIGHT / 2), (0, 0, 255));
        assert_eq!(colour(&png, WIDTH / 2, 200), (255, 255, 255));
        // Named by its content: the same again is the same file, another is not.
        let again = share(&studio(folder.path()), &page, folder.path()).unwrap();
        assert_eq!(again.unwrap().file, shared.file);
        let other = page.replace("c x", "c o");
        let other = share(&studio(folder.path()), &other, folder.path()).unwrap();
        assert_ne!(other.unwrap().file, shared.file);
    }

    #[test]
    fn four_floors_are_two_by_two() {
        let folder = tempfile::tempdir().unwrap();
        let floor = |side| {
            drawing(&format!(
                "<g class=\"c {side}\"><path class=\"trait\" d=\"M0 150H300\" /></g>"
            ))
        };
        let floors = [floor("x"), floor("o"), floor("o"), floor("x")].concat();
        let board = page(&[floors]);
        let shared = share(&studio(folder.path()), &board, folder.path())
            .unwrap()
            .unwrap();
        let png = files::read_bytes(&folder.path().join(&shared.file)).unwrap();
        let quarter = SHEET / 4 + MARGIN / 4;
        let (left, right) = (WIDTH / 2 - quarter, WIDTH / 2 + quarter);
        let (top, bottom) = (HEIGHT / 2 - quarter, HEIGHT / 2 + quarter);
        let (x, o) = ((0, 0, 255), (255, 0, 0));
        for (point, wanted) in [
            ((left, top), x),
            ((right, top), o),
            ((left, bottom), o),
            ((right, bottom), x),
        ] {
            assert_eq!(colour(&png, point.0, point.1), wanted, "{point:?}");
        }
    }

    #[test]
    fn a_page_without_a_board_has_no_picture() {
        let folder = tempfile::tempdir().unwrap();
        let shared = share(&studio(folder.path()), "<p>", folder.path()).unwrap();
        assert!(shared.is_none());
    }

    #[test]
    fn the_boards_style_sheet_is_understood() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../theme/morpion.css");
        let studio = Studio::new(&files::read_text(&path).unwrap(), PathBuf::new()).unwrap();
        assert!(!studio.style.contains("var("), "{}", studio.style);
        for rule in [
            ".x {",
            ".morpion-dessin .trait,",
            ".morpion-dessin .grille.obligatoire {",
        ] {
            assert!(studio.style.contains(rule), "{rule} in {}", studio.style);
        }
        studio.colour("--m-papier").unwrap();
    }
}
