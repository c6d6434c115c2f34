//! A board in a page as the reader meets it: the contract of
//! `playground/board` and `playground/web` with everybody else.

use anyhow::{Context as _, Result, ensure};
use morpion_tests::Page;
use morpion_tests::page::Key;
use serde_json::json;

use crate::games::{Game, Played, Spot};

/// The board of a page that is played on.
pub(crate) struct Board<'a> {
    page: &'a Page,
    game: Game,
    /// The selector of the element.
    root: String,
}

pub(crate) const PLAYABLE: &str = r#"morpion-plateau[mode="jeu"]"#;

/// Plain spaces and apostrophes for typographic ones, so that a test can be read.
pub(crate) fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ")
        .replace('’', "'")
        .trim()
        .to_owned()
}

impl<'a> Board<'a> {
    /// Opens the page of `game` and waits until its board can be played on.
    pub(crate) async fn open(page: &'a Page, game: Game) -> Result<Self> {
        Self::open_at(page, game, &game.play_page()).await
    }

    /// The same for any address that shows the game.
    pub(crate) async fn open_at(page: &'a Page, game: Game, path: &str) -> Result<Self> {
        page.open(path).await?;
        Self::wait_for(page, game).await
    }

    /// The same for the page that is there or about to come.
    pub(crate) async fn wait_for(page: &'a Page, game: Game) -> Result<Self> {
        Self::wake(page, game, PLAYABLE).await
    }

    /// Waits until a board of the page that is there or about to come, the first that
    /// `root` selects, can be played on.
    pub(crate) async fn wake(page: &'a Page, game: Game, root: &str) -> Result<Self> {
        let root = root.to_owned();
        page.wait_js(
            "the board is there",
            "document.querySelector(arguments[0])",
            vec![json!(root)],
        )
        .await?;
        // Boards far below are left alone until one scrolls there.
        page.js::<()>(
            "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center' })",
            vec![json!(root)],
        )
        .await?;
        page.wait_js(
            "the board is ready",
            "document.querySelector(arguments[0])?.dataset.etat === 'pret'",
            vec![json!(root)],
        )
        .await?;
        Ok(Self { page, game, root })
    }

    fn inside(&self, selector: &str) -> String {
        format!("{} {selector}", self.root)
    }

    fn case(&self, cell: &str) -> String {
        self.inside(&format!(r#"button.morpion-case[data-case="{cell}"]"#))
    }

    fn button(&self, action: &str) -> String {
        self.inside(&format!(r#"button[data-action="{action}"]"#))
    }

    /// An attribute of the element itself.
    pub(crate) async fn attribute(&self, name: &str) -> Result<Option<String>> {
        self.page
            .js(
                "return document.querySelector(arguments[0]).getAttribute(arguments[1])",
                vec![json!(self.root), json!(name)],
            )
            .await
    }

    /// The moves so far.
    pub(crate) async fn moves(&self) -> Result<String> {
        self.attribute("data-coups").await?.context("no data-coups")
    }

    /// Waits until the moves are these.
    pub(crate) async fn wait_moves(&self, moves: &str) -> Result<()> {
        self.page
            .wait(&format!("the moves are {moves:?}"), async || {
                Ok(self.moves().await? == moves)
            })
            .await
            .with_context(|| format!("on the board of {}", self.game))
    }

    /// The status sentence, in plain characters.
    pub(crate) async fn status(&self) -> Result<String> {
        let text: String = self
            .page
            .js(
                "return document.querySelector(arguments[0]).textContent",
                vec![json!(self.inside(".morpion-statut"))],
            )
            .await?;
        Ok(plain(&text))
    }

    /// Waits until the status is this sentence.
    pub(crate) async fn wait_status(&self, sentence: &str) -> Result<()> {
        let waited = self
            .page
            .wait(&format!("the status is {sentence:?}"), async || {
                Ok(self.status().await? == sentence)
            })
            .await;
        if waited.is_err() {
            let status = self.status().await?;
            return waited.with_context(|| format!("the status is {status:?}"));
        }
        waited
    }

    /// The cells where a move can be played now.
    pub(crate) async fn playable(&self) -> Result<Vec<String>> {
        self.page
            .js(
                "return [...document.querySelectorAll(arguments[0])].map((cell) => cell.dataset.case)",
                vec![json!(self.inside("button.morpion-case:not([aria-disabled])"))],
            )
            .await
    }

    /// Where the middle of a cell is in the window, in whole pixels, once the board
    /// lies in the middle of it.
    pub(crate) async fn point(&self, cell: &str) -> Result<[i32; 2]> {
        self.page
            .js(
                "const cell = document.querySelector(arguments[0]); \
                 cell.scrollIntoView({ block: 'center', behavior: 'instant' }); \
                 const box = cell.getBoundingClientRect(); \
                 return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]",
                vec![json!(self.case(cell))],
            )
            .await
    }

    /// Clicks a cell.
    pub(crate) async fn click(&self, cell: &str) -> Result<()> {
        self.page.click(&self.case(cell)).await
    }

    async fn absent(&self, selector: &str) -> Result<bool> {
        self.page
            .js(
                "return document.querySelector(arguments[0]) === null",
                vec![json!(selector)],
            )
            .await
    }

    /// Clicks one of the buttons under the board, and before it the one that shows it.
    pub(crate) async fn act(&self, action: &str) -> Result<()> {
        let hidden = ["adversaire-", "commence-", "niveau-"];
        if hidden.iter().any(|start| action.starts_with(start))
            && self.absent(&self.button(action)).await?
        {
            self.page.click(&self.button("reglages")).await?;
        }
        self.page.click(&self.button(action)).await
    }

    /// From now on two people play; the moves stay.
    pub(crate) async fn two_players(&self) -> Result<()> {
        self.act("adversaire-humain").await?;
        self.page
            .wait_js(
                "two players are chosen",
                "document.querySelector(arguments[0])?.getAttribute('aria-pressed') === 'true'",
                vec![json!(self.button("adversaire-humain"))],
            )
            .await
    }

    /// Waits until the computer has nothing to do, and gives the number of moves.
    pub(crate) async fn wait_answer(&self, at_least: usize) -> Result<usize> {
        self.page
            .wait(
                &format!("the computer has answered ({at_least} moves)"),
                async || {
                    Ok(self.count().await? >= at_least
                        && self.attribute("data-attente").await?.is_none())
                },
            )
            .await?;
        self.count().await
    }

    async fn count(&self) -> Result<usize> {
        let moves = self.moves().await?;
        Ok(moves.split('-').filter(|cell| !cell.is_empty()).count())
    }

    /// The cell that has the focus.
    pub(crate) async fn focused(&self) -> Result<Option<String>> {
        self.page
            .js(
                "const focused = document.activeElement; \
                 return focused.closest(arguments[0]) ? focused.dataset.case ?? null : null",
                vec![json!(self.root)],
            )
            .await
    }

    /// The action of the button that has the focus.
    pub(crate) async fn focused_action(&self) -> Result<Option<String>> {
        self.page
            .js(
                "const focused = document.activeElement; \
                 return focused.closest(arguments[0]) ? focused.dataset.action ?? null : null",
                vec![json!(self.root)],
            )
            .await
    }

    /// Presses Tab until a cell has the focus, and gives its name.
    pub(crate) async fn tab_in(&self) -> Result<String> {
        for _ in 0..200 {
            self.page.press(Key::Tab).await?;
            if let Some(cell) = self.focused().await? {
                return Ok(cell);
            }
        }
        anyhow::bail!("Tab does not reach the board")
    }

    /// Presses one key that moves the focus, and holds it to where it must be then.
    pub(crate) async fn walk(&self, key: Key, to: Spot) -> Result<()> {
        self.page.press(key).await?;
        let focused = self.focused().await?;
        let wanted = self.game.cell_at(to);
        ensure!(
            focused.as_deref() == Some(wanted.as_str()),
            "{key:?} leads to {focused:?}, not to {wanted}"
        );
        Ok(())
    }

    /// Walks from the focused cell to another, floor first, then row, then column.
    pub(crate) async fn walk_to(&self, cell: &str) -> Result<()> {
        let from = self.focused().await?.context("no cell has the focus")?;
        let (mut at, to) = (self.game.spot(&from), self.game.spot(cell));
        while at != to {
            let key = if at.floor < to.floor {
                at.floor += 1;
                Key::PageDown
            } else if at.floor > to.floor {
                at.floor -= 1;
                Key::PageUp
            } else if at.row < to.row {
                at.row += 1;
                Key::Down
            } else if at.row > to.row {
                at.row -= 1;
                Key::Up
            } else if at.column < to.column {
                at.column += 1;
                Key::Right
            } else {
                at.column -= 1;
                Key::Left
            };
            self.walk(key, at).await?;
        }
        Ok(())
    }

    /// Holds the end of a game to its row: outcome, sentence, marked cells, stroke.
    pub(crate) async fn check_end(&self, played: &Played) -> Result<()> {
        let end = self.attribute("data-fin").await?;
        ensure!(
            end.as_deref() == Some(played.end),
            "data-fin is {end:?}, not {:?}",
            played.end
        );
        self.wait_status(played.says).await?;
        let line: Vec<String> = self
            .page
            .js(
                "return [...document.querySelectorAll(arguments[0])].map((cell) => cell.dataset.c)",
                vec![json!(self.inside("svg .c.gagne"))],
            )
            .await?;
        ensure!(
            line == played.line,
            "the cells of the line are {line:?}, not {:?}",
            played.line
        );
        self.check_stroke(played.stroke).await
    }

    /// The stroke must run over the centres of its first and its last cell.
    async fn check_stroke(&self, stroke: Option<(&str, &str)>) -> Result<()> {
        let strokes: Vec<[f64; 4]> = self
            .page
            .js(
                "return [...document.querySelectorAll(arguments[0])].map((path) => { \
                   const box = path.getBoundingClientRect(); \
                   return [box.left, box.top, box.right, box.bottom]; })",
                vec![json!(self.inside("svg path.alignement"))],
            )
            .await?;
        let Some((first, last)) = stroke else {
            ensure!(
                strokes.is_empty(),
                "a stroke where no line lies on one floor"
            );
            return Ok(());
        };
        let &[[left, top, right, bottom]] = strokes.as_slice() else {
            anyhow::bail!("{} strokes, not one", strokes.len());
        };
        for cell in [first, last] {
            let [x, y] = self.centre(cell).await?;
            // The hand swings a little beside a line that is level or upright.
            let hit =
                (left - 8.0..=right + 8.0).contains(&x) && (top - 8.0..=bottom + 8.0).contains(&y);
            ensure!(
                hit,
                "the stroke {:?} misses cell {cell} at {x}, {y}",
                strokes[0]
            );
        }
        Ok(())
    }

    async fn centre(&self, cell: &str) -> Result<[f64; 2]> {
        self.page
            .js(
                "const box = document.querySelector(arguments[0]).getBoundingClientRect(); \
                 return [(box.left + box.right) / 2, (box.top + box.bottom) / 2]",
                vec![json!(self.case(cell))],
            )
            .await
    }
}
