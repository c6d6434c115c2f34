//! What the moves are worth: hidden until asked, guessed, shown, followed, plotted.

use anyhow::{Result, ensure};
use morpion_tests::Page;
use morpion_tests::book::wake_boards;
use morpion_tests::page::Key;
use serde_json::json;

use crate::board::{Board, plain};
use crate::games::Game;
use crate::look;

/// The board to train on, at the end of the page where Infini is played.
const TRAINING: &str = r#"morpion-plateau[mode="entrainement"]"#;

/// A board and how to ask it things.
struct Room<'a> {
    page: &'a Page,
    board: &'static str,
}

impl<'a> Room<'a> {
    async fn training(page: &'a Page) -> Result<Self> {
        page.open(&Game::Infini.play_page()).await?;
        page.js::<()>(
            "document.querySelector(arguments[0])?.scrollIntoView({ block: 'center' })",
            vec![json!(TRAINING)],
        )
        .await?;
        page.wait_js(
            "the board is ready",
            "document.querySelector(arguments[0])?.dataset.etat === 'pret'",
            vec![json!(TRAINING)],
        )
        .await?;
        Ok(Room {
            page,
            board: TRAINING,
        })
    }

    fn inside(&self, selector: &str) -> String {
        format!("{} {selector}", self.board)
    }

    async fn act(&self, action: &str) -> Result<()> {
        let button = self.inside(&format!(r#"button[data-action="{action}"]"#));
        self.page.click(&button).await
    }

    async fn click(&self, cell: &str) -> Result<()> {
        let button = self.inside(&format!(r#"button[data-case="{cell}"]"#));
        self.page.click(&button).await
    }

    async fn text(&self, selector: &str) -> Result<String> {
        let text: String = self
            .page
            .js(
                "return document.querySelector(arguments[0])?.textContent ?? ''",
                vec![json!(self.inside(selector))],
            )
            .await?;
        Ok(plain(&text))
    }

    async fn wait_text(&self, selector: &str, text: &str) -> Result<()> {
        self.page
            .wait(&format!("{selector} says {text:?}"), async || {
                Ok(self.text(selector).await? == text)
            })
            .await
    }

    async fn label(&self, cell: &str) -> Result<String> {
        let label: String = self
            .page
            .js(
                "return document.querySelector(arguments[0]).getAttribute('aria-label')",
                vec![json!(
                    self.inside(&format!(r#"button[data-case="{cell}"]"#))
                )],
            )
            .await?;
        Ok(plain(&label))
    }

    async fn moves(&self) -> Result<String> {
        self.page
            .js(
                "return document.querySelector(arguments[0]).dataset.coups",
                vec![json!(self.board)],
            )
            .await
    }

    async fn wait_moves(&self, moves: &str) -> Result<()> {
        self.page
            .wait(&format!("the moves are {moves:?}"), async || {
                Ok(self.moves().await? == moves)
            })
            .await
    }

    /// Signs of this class on the cells.
    async fn signs(&self, class: &str) -> Result<usize> {
        self.page
            .js(
                "return document.querySelectorAll(arguments[0]).length",
                vec![json!(self.inside(&format!(".c .{class}")))],
            )
            .await
    }

    async fn focused_action(&self) -> Result<Option<String>> {
        self.page
            .js(
                "return document.activeElement.dataset.action ?? null",
                vec![],
            )
            .await
    }
}

/// A click is the guess and plays nothing; then the values are there to see and to
/// hear, and the next click plays and hides them.
pub(crate) async fn guess_and_reveal(page: &Page) -> Result<()> {
    let room = Room::training(page).await?;
    ensure!(room.signs("valeur").await? == 0, "hidden at first");
    room.act("deviner").await?;
    room.click("5").await?;
    room.wait_text(
        ".morpion-statut",
        "Pas tout à fait : la case 5 mène au match nul, la case 2 gagne en 7.",
    )
    .await?;
    ensure!(room.moves().await?.is_empty(), "the guess was played");
    ensure!(
        (room.signs("v-gain").await?, room.signs("v-nul").await?) == (4, 5),
        "four edges win, five cells do not"
    );
    let (edge, centre) = (room.label("2").await?, room.label("5").await?);
    ensure!(edge == "Case 2 : libre, gagne en 7", "{edge}");
    ensure!(centre == "Case 5 : libre, match nul", "{centre}");
    room.wait_text(
        ".morpion-voix",
        "Pas tout à fait : la case 5 mène au match nul, la case 2 gagne en 7.",
    )
    .await?;
    room.click("2").await?;
    room.page
        .wait("the move is played", async || {
            Ok(room.moves().await?.starts_with('2'))
        })
        .await?;
    ensure!(room.signs("valeur").await? == 0, "hidden after a move");
    // Always shown: the computer answers, and the values come by themselves.
    room.act("toujours-valeurs").await?;
    room.page
        .wait("values after the computer's move", async || {
            Ok(room.moves().await?.len() == 3 && room.signs("valeur").await? == 7)
        })
        .await?;
    ensure!(
        room.focused_action().await?.as_deref() == Some("toujours-valeurs"),
        "the focus is lost"
    );
    Ok(())
}

/// « Gagne en 7 » is followed by the keyboard to a won game, and left again.
pub(crate) async fn the_best_line(page: &Page) -> Result<()> {
    let room = Room::training(page).await?;
    room.act("voir-valeurs").await?;
    room.wait_text(".morpion-verdict", "X gagne en 7 coups.")
        .await?;
    room.act("suite").await?;
    room.wait_text(
        ".morpion-statut",
        "La suite en 13 coups : avance avec « Suivant ».",
    )
    .await?;
    room.act("suivant").await?;
    for _ in 1..13 {
        page.press(Key::Enter).await?;
    }
    page.wait_js(
        "X has won",
        "document.querySelector(arguments[0]).dataset.fin === 'x'",
        vec![json!(TRAINING)],
    )
    .await?;
    ensure!(
        room.focused_action().await?.as_deref() == Some("suivant"),
        "the focus is lost on the way"
    );
    room.act("suite").await?;
    room.wait_moves("").await?;
    room.wait_text(".morpion-statut", "À toi de jouer (X).")
        .await
}

/// Each place of the game has its point, with a label, and leads there.
pub(crate) async fn curve(page: &Page) -> Result<()> {
    let room = Room::training(page).await?;
    room.act("reglages").await?;
    room.act("adversaire-humain").await?;
    for cell in ["2", "5", "1"] {
        room.click(cell).await?;
    }
    room.wait_moves("2-5-1").await?;
    room.act("voir-valeurs").await?;
    let labels = "[...document.querySelectorAll(arguments[0])].map((one) => one.ariaLabel)";
    let points = room.inside(".morpion-points button");
    page.wait_js(
        "every place is valued",
        &format!("{labels}.every((label) => !label.endsWith('pas encore évalué'))"),
        vec![json!(points)],
    )
    .await?;
    let labels: Vec<String> = page
        .js(&format!("return {labels}"), vec![json!(points)])
        .await?;
    let labels: Vec<String> = labels.iter().map(|label| plain(label)).collect();
    ensure!(
        labels.len() == 4
            && labels[0] == "Départ : X gagne en 7 coups"
            && labels[1] == "Coup 1, X en case 2 : X gagne en 6 coups",
        "{labels:?}"
    );
    room.act("aller-1").await?;
    room.wait_moves("2").await?;
    ensure!(
        room.focused_action().await?.as_deref() == Some("aller-1"),
        "the focus is lost"
    );
    ensure!(
        room.signs("valeur").await? == 8,
        "values stay while one looks around"
    );
    Ok(())
}

/// With all that is to be seen open, the page fits a phone and axe-core has nothing
/// to say of the boards.
pub(crate) async fn fit_and_accessible(page: &Page, game: Game, axe: &str) -> Result<()> {
    for width in [1280, 360, 290] {
        page.set_width(width).await?;
        let board = Board::open(page, game).await?;
        // A board that wakes on the way would move what is about to be clicked.
        wake_boards(page).await?;
        board.two_players().await?;
        board.click(game.opening()).await?;
        board.act("plus").await?;
        board.act("valeurs").await?;
        let height = "document.querySelector('morpion-plateau[mode=\"jeu\"] .morpion-plan').getBoundingClientRect().top + scrollY";
        let before: f64 = page.js(&format!("return {height}"), vec![]).await?;
        board.act("voir-valeurs").await?;
        page.wait_js(
            "the values show",
            "document.querySelector('morpion-plateau[mode=\"jeu\"] .c .valeur')",
            vec![],
        )
        .await?;
        let (after, scroll): (f64, u32) = page
            .js(
                &format!("return [{height}, document.documentElement.scrollWidth]"),
                vec![],
            )
            .await?;
        ensure!(
            (before - after).abs() < 1.0,
            "the board jumps from {before} to {after} at {width} px"
        );
        ensure!(scroll <= width, "{scroll} px wide at {width} px");
        page.js::<()>(axe, vec![]).await?;
        let found = look::violations(page, "morpion-plateau").await?;
        ensure!(found.is_empty(), "at {width} px:\n  {}", found.join("\n  "));
    }
    Ok(())
}
