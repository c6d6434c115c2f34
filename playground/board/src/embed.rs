//! A board in the page of somebody else: the address of the bare page, and the line
//! of HTML that shows it.

use morpion_engine::{Game, Position};

use crate::french;
use crate::markup::escape;
use crate::spec::{Mode, Opponent};
use crate::table::Table;

/// The page that plays the game its address names, in the folder of the book.
pub const PLAY_PAGE: &str = "jouer.html";

/// The bare page of one board, in the folder of the book.
pub const EMBED_PAGE: &str = "plateau.html";

/// The line of HTML that shows this board, as it stands, in another page; `None` where
/// the book's address is not known.
///
/// The board begins at the position that is shown, against the level that is chosen.
pub fn embed_line(table: &Table) -> Option<String> {
    let address = address(&table.book()?, table);
    Some(format!(
        "<iframe src=\"{}\" width=\"100%\" height=\"{}\" loading=\"lazy\" allow=\"fullscreen\" title=\"{}\"></iframe>",
        escape(&address),
        height(table.game()),
        escape(&french::embed_title(table.game())),
    ))
}

/// The address of the bare page with this board. All its values are letters, digits
/// and hyphens: nothing has to be written with `%`.
fn address(book: &str, table: &Table) -> String {
    let record = table.record();
    let game = record.game();
    let mut out = format!("{book}{EMBED_PAGE}?jeu={}", game.slug());
    let mut add = |name: &str, value: &str| {
        if !value.is_empty() {
            out.push('&');
            out.push_str(name);
            out.push('=');
            out.push_str(value);
        }
    };
    if record.start() != Position::start(game) {
        add("position", &record.start().setup());
    }
    add("coups", &record.notation());
    if table.mode() == Mode::Demo {
        add("mode", Mode::Demo.french());
    } else if table.opponent() == Opponent::Computer {
        add("niveau", table.level().slug());
    } else {
        add("adversaire", Opponent::Human.french());
    }
    out
}

/// The height of a board in a column of text. Narrower ones need less; a host that
/// listens gives it exactly what it needs.
const fn height(game: Game) -> u32 {
    match game {
        Game::Classique => 520,
        Game::Infini => 550,
        Game::Ultimate => 770,
        Game::Cube => 570,
    }
}
