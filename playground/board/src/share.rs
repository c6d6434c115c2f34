//! A game or a position as a text to copy, and back again.
//!
//! What is copied here and pasted into any board of the same game gives the same
//! game, or the same position where the form holds no more than that. What a text
//! is, is seen from what it holds; a drawing or a list that somebody made by hand
//! may leave out what cannot be seen in it, and [`Opened::assumed`] says what has
//! been put in its place.

use morpion_engine::{Cell, Game, NotationError, Position, Record, SetupError, Side};

use crate::french::share::{self as words, Situation};
use crate::layout::Layout;
use crate::spec::{SpecError, read_record};
use crate::text::{cell_names, joined};

/// A form in which a game or a position is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The moves in notation, after the set-up that they start from.
    Moves,
    /// An address that opens the game.
    Link,
    /// Crosses, rings and dots, and a line for what these do not show.
    Drawing,
    /// A list of lists, and a comment for what it does not show.
    Python,
    /// A line of HTML that shows the board in another page.
    Embed,
}

impl Format {
    /// Those that a board takes back.
    #[cfg(test)]
    const GAMES: [Format; 4] = [Format::Moves, Format::Link, Format::Drawing, Format::Python];
    pub(crate) const ALL: [Format; 5] = [
        Format::Moves,
        Format::Link,
        Format::Drawing,
        Format::Python,
        Format::Embed,
    ];

    /// The name in `data-action`.
    pub(crate) const fn action(self) -> &'static str {
        match self {
            Format::Moves => "copie-coups",
            Format::Link => "copie-lien",
            Format::Drawing => "copie-dessin",
            Format::Python => "copie-python",
            Format::Embed => "copie-cadre",
        }
    }
}

/// A game in one of the forms; `address` is the page's, for the link.
pub(crate) fn write(record: &Record, format: Format, address: &str) -> String {
    let game = record.game();
    let start = record.start();
    let set_up = start != Position::start(game);
    let moves = record.notation();
    match format {
        Format::Moves if !set_up => moves,
        Format::Moves if moves.is_empty() => start.setup(),
        Format::Moves => format!("{}\n{moves}", start.setup()),
        Format::Link => {
            let mut link = format!("{address}?jeu={}", game.slug());
            if set_up {
                link += "&position=";
                link += &start.setup();
            }
            // Without moves too: a link without any is one to the page alone.
            if !moves.is_empty() || !set_up {
                link += "&coups=";
                link += &moves;
            }
            link
        }
        Format::Drawing => draw(&record.position()),
        Format::Python => list(&record.position()),
        // Made of more than the game: see `embed_line`.
        Format::Embed => String::new(),
    }
}

/// How many rows of how many cells a board may be written in, the usual way first.
fn shapes(game: Game) -> &'static [(usize, usize)] {
    match game {
        Game::Classique | Game::Infini => &[(3, 3)],
        // The whole board, or small board after small board.
        Game::Ultimate => &[(9, 9), (27, 3)],
        // Floors side by side, or one after the other.
        Game::Cube => &[(4, 16), (16, 4)],
    }
}

/// The cell at a row and column of a board written in rows of `width` cells.
fn cell_at(game: Game, width: usize, row: usize, column: usize) -> Cell {
    let plain = row * width + column;
    let index = match (game, width) {
        (Game::Ultimate, 9) => Layout::of(game).at_global(0, row as u8, column as u8).0,
        (Game::Cube, 16) => (column / 4 * 16 + row * 4 + column % 4) as u8,
        _ => plain as u8,
    };
    Cell(index)
}

fn draw(position: &Position) -> String {
    let game = position.game();
    let (height, width) = shapes(game)[0];
    let group = match game {
        Game::Cube => 4,
        _ => 3,
    };
    let mut out = String::new();
    if game == Game::Cube {
        out += &joined(&mut (1..=4).map(words::floor), "   ");
        out.push('\n');
    }
    for row in 0..height {
        if game == Game::Ultimate && row > 0 && row % 3 == 0 {
            out += "------+-------+------\n";
        }
        for column in 0..width {
            if column > 0 {
                out += if column % group == 0 { " | " } else { " " };
            }
            out.push(match position.mark(cell_at(game, width, row, column)) {
                Some(side) => crate::french::letter(side),
                None => '.',
            });
        }
        out.push('\n');
    }
    out + &words::situation(position)
}

fn list(position: &Position) -> String {
    let game = position.game();
    // The cube is a list of floors; the others are one list of rows.
    let (height, width) = match game {
        Game::Cube => (16, 4),
        _ => shapes(game)[0],
    };
    let situation = words::situation(position)
        .split('\n')
        .collect::<Vec<_>>()
        .join(" ");
    let mut out = format!("# {}. {situation}\n", words::indices(game));
    for row in 0..height {
        let (first, last) = match game {
            Game::Cube => (row % 4 == 0, row % 4 == 3),
            _ => (false, false),
        };
        out += if row == 0 { "[" } else { " " };
        if game == Game::Cube {
            out += if first { "[" } else { " " };
        }
        for column in 0..width {
            out += if column == 0 { "[\"" } else { ", \"" };
            out.push(match position.mark(cell_at(game, width, row, column)) {
                Some(side) => crate::french::letter(side),
                None => ' ',
            });
            out.push('"');
        }
        out.push(']');
        if last {
            out.push(']');
        }
        out += if row + 1 == height { "]" } else { ",\n" };
    }
    out
}

/// What a text has been read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opened {
    pub(crate) record: Record,
    /// What the text left out and how that was decided.
    pub(crate) assumed: Vec<Assumed>,
}

/// What a text left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assumed {
    /// Infini: the marks were taken in the order of their cells.
    Ages,
    /// Infini: nothing told whose turn it is.
    Turn(Side),
    /// Ultimate: nothing told where to play, and the choice is free.
    FreeChoice,
}

/// Where in a text, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) line: usize,
    /// In characters.
    pub(crate) column: usize,
}

impl Spot {
    fn of(text: &str, offset: usize) -> Spot {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or(before);
        Spot {
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
        }
    }
}

/// Why a text gives no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShareError {
    /// There is nothing in it.
    Empty,
    /// A link to another game.
    Elsewhere(Game),
    /// What is wrong with what a link asks for.
    Link(SpecError),
    /// What is wrong with moves or a set-up, and where if it has a place.
    Notation(NotationError, Option<Spot>),
    /// Neither a mark nor an empty cell.
    Symbol {
        spot: Spot,
        text: String,
        /// In a list, where marks stand in quotes.
        quoted: bool,
    },
    /// A bracket or a quote without its other half.
    Unpaired { spot: Spot, mark: char },
    /// A row that is too long or too short.
    Row {
        line: usize,
        found: usize,
        wanted: usize,
    },
    /// Too many rows, or too few.
    Rows { found: usize, wanted: usize },
    /// The ages of this side are not those of its marks.
    Ages(Side),
    /// The marks make no position.
    Setup(SetupError),
}

/// Reads a text in any of the forms.
pub(crate) fn read(game: Game, text: &str) -> Result<Opened, ShareError> {
    if trimmed(text).is_empty() {
        return Err(ShareError::Empty);
    }
    if let Some(query) = query(text) {
        return read_link(game, query);
    }
    if text.contains('[') {
        return read_list(game, text);
    }
    if is_drawing(text) {
        return read_drawing(game, text);
    }
    read_notation(game, text)
}

fn known(record: Record) -> Opened {
    Opened {
        record,
        assumed: Vec::new(),
    }
}

/// What may stand around a text that is pasted. The standard library knows more such
/// characters, and a reader would load them all.
fn is_blank(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, '\u{a0}' | '\u{202f}')
}

fn trimmed(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// What stands behind the `?` of a link of ours.
fn query(text: &str) -> Option<&str> {
    // A link may stand in a sentence, even a question, or between the quotes of an
    // attribute.
    let ends = |c: char| is_blank(c) || matches!(c, '"' | '\'' | '#' | '>' | ')' | '»' | '?');
    let queries = text
        .split('?')
        .skip(1)
        .filter_map(|rest| rest.split(ends).next());
    queries
        .map(|query| query.trim_end_matches(['.', ',', ';', '!', ':', '…']))
        .find(|query| {
            let mut keys = query
                .split(['&', ';'])
                .filter_map(|pair| pair.split_once('='));
            keys.any(|(key, _)| matches!(key, "jeu" | "coups" | "position"))
        })
}

fn read_link(game: Game, query: &str) -> Result<Opened, ShareError> {
    let value = |name: &str| {
        let pairs = query.split(['&', ';']);
        let mut values = pairs.filter_map(|pair| pair.split_once('='));
        let (_, value) = values.find(|(key, _)| *key == name)?;
        Some(decode(value))
    };
    if let Some(slug) = value("jeu") {
        let wanted = Game::from_slug(&slug).ok_or(ShareError::Link(SpecError::Game(slug)))?;
        if wanted != game {
            return Err(ShareError::Elsewhere(wanted));
        }
    }
    let position = value("position").unwrap_or_default();
    let moves = value("coups").unwrap_or_default();
    read_record(game, &position, &moves)
        .map(known)
        .map_err(ShareError::Link)
}

/// The value of a query as it was before the address was written.
fn decode(value: &str) -> String {
    let mut out = Vec::new();
    let mut bytes = value.bytes();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || bytes.next().and_then(|b| char::from(b).to_digit(16));
                match (digit(), digit()) {
                    (Some(high), Some(low)) => (high * 16 + low) as u8,
                    _ => b'%',
                }
            }
            byte => byte,
        });
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Moves, a set-up, or a set-up with moves on the line below.
fn read_notation(game: Game, text: &str) -> Result<Opened, ShareError> {
    // A telephone begins every text with a capital.
    let text = text.trim_end_matches(is_blank).to_ascii_lowercase();
    let wrong = |base: usize, error: NotationError| {
        let spot = match &error {
            // « coup 3 » says it better.
            NotationError::Play { .. } => None,
            _ => error.offset().map(|offset| Spot::of(&text, base + offset)),
        };
        ShareError::Notation(error, spot)
    };
    let whole = match Record::parse(game, &text) {
        Ok(record) => return Ok(known(record)),
        Err(error) => error,
    };
    if let Some((head, tail)) = text.rsplit_once('\n')
        && trimmed(head).starts_with(['x', 'o', 't', 'b', 'n'])
        && trimmed(tail).starts_with(|c: char| c.is_ascii_digit())
    {
        let start = Position::parse_setup(game, head)
            .map_err(|error| wrong(0, NotationError::Setup(error)))?;
        let base = head.len() + 1;
        return match Record::parse_moves(start, tail) {
            Ok(record) => Ok(known(record)),
            Err(error) => Err(wrong(base, error)),
        };
    }
    Err(wrong(0, whole))
}

/// A row of cells as it was written.
struct Row {
    line: usize,
    cells: Vec<Option<Side>>,
}

/// The mark that a character of a drawing stands for; a list takes the same words.
fn mark(text: &str) -> Option<Option<Side>> {
    Some(match text {
        "X" | "x" => Some(Side::X),
        "O" | "o" => Some(Side::O),
        "" | "." | "·" | "_" => None,
        _ => return None,
    })
}

/// Whether a line of a drawing is words: two letters in a row that are no marks.
fn is_words(line: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphabetic() && !b"XxOo".contains(&byte);
    trimmed(line).starts_with('#')
        || line
            .as_bytes()
            .windows(2)
            .any(|pair| letter(pair[0]) && letter(pair[1]))
}

/// Whether a line has cells in it and no digit, as every line of the notation has.
fn is_drawing(text: &str) -> bool {
    text.lines().any(|line| {
        !is_words(line)
            && line.contains(['X', 'x', 'O', 'o', '.', '·', '_'])
            && !line.contains(|c: char| c.is_ascii_digit())
    })
}

fn read_drawing(game: Game, text: &str) -> Result<Opened, ShareError> {
    let mut rows = Vec::new();
    let mut said = String::new();
    for (index, line) in text.lines().enumerate() {
        if is_words(line) {
            said += line;
            said.push('\n');
            continue;
        }
        let mut row = Row {
            line: index + 1,
            cells: Vec::new(),
        };
        for (column, c) in line.chars().enumerate() {
            if matches!(
                c,
                ' ' | '\t' | '\r' | '\u{a0}' | '|' | '-' | '+' | '=' | '\u{2500}'..='\u{257f}'
            ) {
                continue;
            }
            let mut word = [0; 4];
            let word = c.encode_utf8(&mut word);
            row.cells.push(mark(word).ok_or(ShareError::Symbol {
                spot: Spot {
                    line: index + 1,
                    column: column + 1,
                },
                text: word.to_owned(),
                quoted: false,
            })?);
        }
        if !row.cells.is_empty() {
            rows.push(row);
        }
    }
    assemble(game, &rows, &said)
}

/// Reads lists in lists. The innermost are the rows, however many lists they are in.
fn read_list(game: Game, text: &str) -> Result<Opened, ShareError> {
    let mut rows = Vec::new();
    let mut said = String::new();
    let mut open: Vec<Spot> = Vec::new();
    let mut row: Option<Row> = None;
    for (index, whole) in text.lines().enumerate() {
        let length = whole.chars().count();
        let mut rest = whole;
        loop {
            let mut chars = rest.chars();
            let Some(c) = chars.next() else {
                break;
            };
            let after = chars.as_str();
            let spot = Spot {
                line: index + 1,
                column: length - after.chars().count(),
            };
            rest = match c {
                '#' => {
                    said += after;
                    said.push('\n');
                    ""
                }
                '[' => {
                    open.push(spot);
                    row = Some(Row {
                        line: index + 1,
                        cells: Vec::new(),
                    });
                    after
                }
                ']' => {
                    if open.pop().is_none() {
                        return Err(ShareError::Unpaired { spot, mark: c });
                    }
                    rows.extend(row.take().filter(|row| !row.cells.is_empty()));
                    after
                }
                '"' | '\'' => {
                    let Some((word, after)) = after.split_once(c) else {
                        return Err(ShareError::Unpaired { spot, mark: c });
                    };
                    put(&mut row, mark(trimmed(word)), word, spot)?;
                    after
                }
                ',' | ' ' | '\t' | '\r' | '\u{a0}' => after,
                _ => {
                    let mut words = rest.split([',', '[', ']', '#', ' ', '"', '\'']);
                    let word = words.next().unwrap_or(rest);
                    let after = rest.strip_prefix(word).unwrap_or_default();
                    // What stands before the list is its name.
                    if !open.is_empty() {
                        let empty = (word == "None").then_some(None);
                        put(&mut row, empty, word, spot)?;
                    }
                    after
                }
            };
        }
    }
    match open.pop() {
        Some(spot) => Err(ShareError::Unpaired { spot, mark: '[' }),
        None => assemble(game, &rows, &said),
    }
}

/// Adds a word to the row that it stands in.
fn put(
    row: &mut Option<Row>,
    mark: Option<Option<Side>>,
    word: &str,
    spot: Spot,
) -> Result<(), ShareError> {
    match (row, mark) {
        (Some(row), Some(mark)) => {
            row.cells.push(mark);
            Ok(())
        }
        _ => Err(ShareError::Symbol {
            spot,
            text: word.to_owned(),
            quoted: true,
        }),
    }
}

/// The position of rows of cells and of what was said beside them.
fn assemble(game: Game, rows: &[Row], said: &str) -> Result<Opened, ShareError> {
    let shapes = shapes(game);
    let first = rows.first().map_or(0, |row| row.cells.len());
    let (height, width) = *shapes
        .iter()
        .find(|(_, width)| *width == first)
        .unwrap_or(&shapes[0]);
    for row in rows {
        let found = row.cells.len();
        if found != width {
            return Err(ShareError::Row {
                line: row.line,
                found,
                wanted: width,
            });
        }
    }
    if rows.len() != height {
        return Err(ShareError::Rows {
            found: rows.len(),
            wanted: height,
        });
    }
    let mut marks = [Vec::new(), Vec::new()];
    for (r, row) in rows.iter().enumerate() {
        for (c, side) in row.cells.iter().enumerate() {
            if let Some(side) = side {
                marks[usize::from(*side == Side::O)].push(cell_at(game, width, r, c));
            }
        }
    }
    let situation = words::read_situation(game, said);
    let mut assumed = Vec::new();
    if game == Game::Infini {
        for side in Side::BOTH {
            let marks = &mut marks[usize::from(side == Side::O)];
            let ages = &situation.ages[usize::from(side == Side::O)];
            if ages.is_empty() {
                if marks.len() > 1 && assumed.is_empty() {
                    assumed.push(Assumed::Ages);
                }
            } else if ages.len() == marks.len() && marks.iter().all(|cell| ages.contains(cell)) {
                marks.clone_from(ages);
            } else {
                return Err(ShareError::Ages(side));
            }
        }
    }
    let position = set_up(game, &marks, &situation, &mut assumed)?;
    if position.outcome().is_some() {
        // What has not been said makes no difference any more.
        assumed.clear();
    }
    Ok(known_but(position, assumed))
}

fn known_but(position: Position, assumed: Vec<Assumed>) -> Opened {
    Opened {
        record: Record::from_position(position),
        assumed,
    }
}

/// Hands the marks to the engine in its own notation: what a position may be is its
/// business alone.
fn set_up(
    game: Game,
    marks: &[Vec<Cell>; 2],
    situation: &Situation,
    assumed: &mut Vec<Assumed>,
) -> Result<Position, ShareError> {
    let mut text = String::new();
    for (letter, cells) in ['x', 'o'].into_iter().zip(marks) {
        if !cells.is_empty() {
            text.push(letter);
            text += &cell_names(game, cells);
        }
    }
    if game == Game::Ultimate
        && let Some(board) = situation.forced
    {
        text += &format!("b{board}");
    }
    if game == Game::Infini
        && let Some(played) = situation.played
    {
        text += &format!("n{played}");
    }
    let turn = situation.turn.or(situation.winner.map(Side::other));
    let with = |side: Option<Side>| {
        let turn = side.map_or("", |side| if side == Side::X { "tx" } else { "to" });
        Position::parse_setup(game, &format!("{text}{turn}"))
    };
    match with(turn) {
        Ok(position) => {
            if game == Game::Ultimate
                && situation.forced.is_none()
                && marks.iter().any(|cells| !cells.is_empty())
            {
                assumed.push(Assumed::FreeChoice);
            }
            Ok(position)
        }
        Err(SetupError::TurnMissing) => {
            for side in Side::BOTH {
                if let Ok(position) = with(Some(side)) {
                    assumed.push(Assumed::Turn(side));
                    return Ok(position);
                }
            }
            with(Some(Side::X)).map_err(ShareError::Setup)
        }
        Err(error) => Err(ShareError::Setup(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use morpion_engine::Rng;

    const HERE: &str = "https://exemple.fr/morpion/ultimate/jouer.html";

    /// Games of random moves, each cut somewhere, from the usual start and from a
    /// set-up in the middle of another.
    fn games(game: Game, rng: &mut Rng) -> Vec<Record> {
        let mut record = Record::new(game);
        let mut out = vec![record.clone()];
        while record.position().outcome().is_none() {
            let legal = record.position().legal();
            let nth = rng.below(legal.len() as u64) as usize;
            record.play(legal.iter().nth(nth).unwrap()).unwrap();
            out.push(record.clone());
            if rng.below(12) == 0 {
                record = Record::from_position(record.position());
            }
        }
        out
    }

    #[test]
    fn what_is_copied_is_what_is_opened() {
        for game in Game::ALL {
            let mut rng = Rng::new(11);
            for _ in 0..12 {
                for record in games(game, &mut rng) {
                    for format in Format::GAMES {
                        let text = write(&record, format, HERE);
                        if text.is_empty() {
                            assert_eq!((format, record.moves()), (Format::Moves, &[][..]));
                            continue;
                        }
                        // As it comes back from a letter, and from Windows.
                        for text in [&text, &format!("\n{}\n", text.replace('\n', "\r\n"))] {
                            let opened = read(game, text).unwrap_or_else(|error| {
                                panic!("{game:?} {format:?}: {error:?}\n{text}")
                            });
                            assert_eq!(opened.assumed, [], "{text}");
                            match format {
                                Format::Moves | Format::Link => {
                                    assert_eq!(opened.record, record, "{text}");
                                }
                                Format::Drawing | Format::Python | Format::Embed => {
                                    assert_eq!(
                                        opened.record.position(),
                                        record.position(),
                                        "{text}"
                                    );
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn write_all(game: Game, text: &str) -> [String; 4] {
        let record = Record::parse(game, text).unwrap();
        Format::GAMES.map(|format| write(&record, format, HERE))
    }

    #[test]
    fn the_four_forms() {
        let [moves, link, drawing, python] = write_all(Game::Infini, "1-4-5-6-2-8-9");
        assert_eq!(moves, "1-4-5-6-2-8-9");
        assert_eq!(link, format!("{HERE}?jeu=infini&coups=1-4-5-6-2-8-9"));
        assert_eq!(
            drawing,
            ". X .\nO X O\n. O X\nÀ O de jouer.\n\
             Du plus ancien au plus récent : X 5-2-9, O 4-6-8.\nCoups joués : 7."
        );
        assert_eq!(
            python,
            "# grille[rangée][colonne]. À O de jouer. \
             Du plus ancien au plus récent : X 5-2-9, O 4-6-8. Coups joués : 7.\n\
             [[\" \", \"X\", \" \"],\n [\"O\", \"X\", \"O\"],\n [\" \", \"O\", \"X\"]]"
        );
        let [moves, link, drawing, python] = write_all(Game::Ultimate, "x55-15o51tob5");
        assert_eq!(moves, "x15-55o51tob5");
        assert_eq!(link, format!("{HERE}?jeu=ultimate&position=x15-55o51tob5"));
        assert!(drawing.starts_with(
            ". . . | . . . | . . .\n. X . | . . . | . . .\n. . . | . . . | . . .\n------+-------+------\n"
        ));
        assert!(drawing.ends_with("\nÀ O de jouer dans la petite grille 5."));
        assert_eq!(python.lines().count(), 10);
        let [_, _, drawing, python] = write_all(Game::Cube, "111-224");
        assert_eq!(
            drawing.lines().nth(2),
            Some(". . . . | . . . O | . . . . | . . . .")
        );
        assert!(python.contains("\n[[[\"X\", \" \", \" \", \" \"],\n  [\" \", "));
        assert!(python.ends_with(" \" \"]]]"));
    }

    #[test]
    fn what_a_hand_writes_is_read_too() {
        for (game, text, setup) in [
            (Game::Classique, "X O .\n_ X .\n. . .", "x1-5o2to"),
            (Game::Classique, "XO.\n.X.\n...\n", "x1-5o2to"),
            (
                Game::Classique,
                " X | O |   \n .|x|.\n---+---+---\n.|.|. ",
                "",
            ),
            (Game::Classique, "X1-5O2TO", "x1-5o2to"),
            (
                Game::Classique,
                "grille = [['X', 'O', ''],\n ['', 'X', None], # le milieu\n [' ', ' ', '.']]",
                "x1-5o2to",
            ),
            (
                Game::Classique,
                "<iframe src=\"plateau.html?jeu=classique&coups=1-2%2D5\"></iframe>",
                "x1-5o2to",
            ),
            (
                Game::Classique,
                "Tu as vu ? https://exemple.fr/jouer.html?jeu=classique&coups=1-2-5.",
                "x1-5o2to",
            ),
            (
                Game::Classique,
                "« jouer.html?coups=1-2-5\u{a0}» : et maintenant ?",
                "x1-5o2to",
            ),
            (
                Game::Infini,
                "X . .\n. O .\n. . X\nAges : X 9-1, O 5. A O de jouer",
                "x9-1o5to",
            ),
        ] {
            let read = read(game, text);
            if setup.is_empty() {
                assert!(
                    matches!(read, Err(ShareError::Row { line: 1, .. })),
                    "{read:?}"
                );
                continue;
            }
            let opened = read.unwrap_or_else(|error| panic!("{error:?}\n{text}"));
            assert_eq!(opened.record.position().setup(), setup, "{text}");
        }
        // Small boards one after the other, as a program may hold them.
        let small = "[[\" \", \" \", \" \"], [\" \", \"X\", \" \"], [\" \", \" \", \" \"]]";
        let empty = small.replace('X', " ");
        let nine: Vec<&str> = (0..9)
            .map(|i| if i == 1 { small } else { &empty })
            .collect();
        let list = format!("[{}] # où il veut", nine.join(",\n"));
        let opened = read(Game::Ultimate, &list).unwrap();
        assert_eq!(opened.record.position().setup(), "x25tob0");
        assert_eq!(opened.assumed, []);
    }

    #[test]
    fn what_is_left_out_is_decided_and_told() {
        for (game, text, setup, assumed) in [
            (
                Game::Infini,
                "X O .\n. X .\n. . .",
                "x1-5o2to",
                &[Assumed::Ages][..],
            ),
            (
                Game::Infini,
                "X O X\nO X O\n. . .",
                "x1-3-5o2-4-6tx",
                &[Assumed::Ages, Assumed::Turn(Side::X)],
            ),
            // Three in line: O cannot have let that happen.
            (Game::Infini, "X X X\nO O .\nO . .", "x1-2-3o4-5-7to", &[]),
            (Game::Classique, "X . .\n. . .\n. . .", "x1to", &[]),
        ] {
            let opened = read(game, text).unwrap();
            assert_eq!(opened.record.position().setup(), setup, "{text}");
            assert_eq!(opened.assumed, assumed, "{text}");
        }
        let record = Record::parse(Game::Ultimate, "55-51").unwrap();
        let drawing = write(&record, Format::Drawing, HERE);
        let (grid, _) = drawing.rsplit_once('\n').unwrap();
        let opened = read(Game::Ultimate, grid).unwrap();
        assert_eq!(opened.record.position().setup(), "x55o51txb0");
        assert_eq!(opened.assumed, [Assumed::FreeChoice]);
    }
}
