//! What page and worker say to each other: one line each way, in the book's
//! own notation.
//!
//! A request is `number;seed;game;set-up;moves`, an answer `number;move`, a
//! refusal `number;!reason`. Text that is no request gets an answer too: the
//! worker must not fall silent.

use morpion_engine::{Cell, Game, Position, Record, Rng, first_opponent};

/// The request for a move at the end of `record`.
pub(crate) fn request(number: u32, seed: u64, record: &Record) -> String {
    format!(
        "{number};{seed};{};{};{}",
        record.game().slug(),
        record.start().setup(),
        record.notation()
    )
}

/// The worker's whole work: a request in, an answer out.
///
/// ```
/// use morpion_board::worker::answer;
/// // X has 1 and 2: O, who has 5, must take 3.
/// assert_eq!(answer("7;1;classique;xotx;1-5-2"), "7;3");
/// assert_eq!(answer("7;1;dames;;"), "7;!unknown game `dames`");
/// ```
pub fn answer(request: &str) -> String {
    let number = request.split(';').next().unwrap_or_default();
    match think(request) {
        Ok((game, cell)) => format!("{number};{}", game.cell_name(cell)),
        Err(reason) => format!("{number};!{reason}"),
    }
}

fn think(request: &str) -> Result<(Game, Cell), String> {
    let fields: Vec<&str> = request.split(';').collect();
    let &[_, seed, slug, setup, moves] = fields.as_slice() else {
        return Err(String::from("a request has five fields"));
    };
    let game = Game::from_slug(slug).ok_or_else(|| format!("unknown game `{slug}`"))?;
    let seed: u64 = seed.parse().map_err(|e| format!("seed: {e}"))?;
    let start = Position::parse_setup(game, setup).map_err(|e| e.to_string())?;
    let record = Record::parse_moves(start, moves).map_err(|e| e.to_string())?;
    let mut rng = Rng::new(seed);
    first_opponent(&record.position(), &mut rng)
        .map(|cell| (game, cell))
        .ok_or_else(|| String::from("the game is over"))
}

/// Reads an answer: the number of its request and the move.
///
/// # Errors
///
/// The worker's own words when it refused, or what is wrong with the text.
pub(crate) fn read_answer(game: Game, text: &str) -> Result<(u32, Cell), String> {
    let (number, cell) = text.split_once(';').ok_or("no number")?;
    let number = number.parse().map_err(|_| "no number")?;
    if let Some(reason) = cell.strip_prefix('!') {
        return Err(reason.to_owned());
    }
    let cell = game.cell_from_name(cell).ok_or("no cell")?;
    Ok((number, cell))
}
