//! `morpion show`: a position drawn, and all there is to say about it.

use std::fmt::Write as _;
use std::io::Write;

use morpion_engine::ultimate::Ultimate;
use morpion_engine::{Cell, Game, Line, Outcome, Position, Record, Side};
use serde::Serialize;

use crate::Failure;
use crate::args::Show;

/// What `--json` prints. Moves, cells and boards are words of the notation.
#[derive(Serialize)]
pub(crate) struct Report {
    game: &'static str,
    /// The moves from the start of the game; empty for a set-up.
    moves: Vec<String>,
    setup: String,
    turn: char,
    legal: Vec<String>,
    outcome: Option<&'static str>,
    lines: Vec<Vec<String>>,
    /// Ultimate: the small boards that may be played in, from 1.
    forced: Vec<u8>,
    vanishing: Vanishing,
    ply: u32,
}

#[derive(Serialize)]
struct Vanishing {
    x: Option<String>,
    o: Option<String>,
}

impl Report {
    pub(crate) fn new(record: &Record) -> Report {
        let game = record.game();
        let position = record.position();
        let vanishing = |side| position.vanishing(side).map(|cell| game.cell_name(cell));
        Report {
            game: game.slug(),
            moves: names(game, record.moves().iter().copied()),
            setup: position.setup(),
            turn: position.turn().letter(),
            legal: names(game, position.legal()),
            outcome: position.outcome().map(outcome_word),
            lines: position
                .lines()
                .iter()
                .map(|line| line_names(game, line))
                .collect(),
            forced: position.playable_boards().iter().map(|b| b + 1).collect(),
            vanishing: Vanishing {
                x: vanishing(Side::X),
                o: vanishing(Side::O),
            },
            ply: position.ply(),
        }
    }
}

fn names(game: Game, cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    cells.into_iter().map(|c| game.cell_name(c)).collect()
}

/// The cells of a line. A line of Ultimate is one of small boards, which are
/// named as the cells of a board of nine are.
fn line_names(game: Game, line: &Line) -> Vec<String> {
    let named_as = match game {
        Game::Ultimate => Game::Classique,
        game => game,
    };
    names(named_as, line.cells().iter().copied())
}

const fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Side::X) => "x",
        Outcome::Win(Side::O) => "o",
        Outcome::Draw => "draw",
    }
}

/// Shows one position.
pub(crate) fn run(options: &Show, out: &mut impl Write) -> Result<(), Failure> {
    let report = Report::new(&options.record);
    if options.json {
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
        return Ok(());
    }
    let position = options.record.position();
    write!(out, "{}", draw(&position))?;
    writeln!(out)?;
    let list = |words: &[String]| match words {
        [] => "none".to_owned(),
        words => words.join(" "),
    };
    writeln!(out, "game: {}", report.game)?;
    writeln!(out, "moves: {}", list(&report.moves))?;
    writeln!(out, "setup: {}", report.setup)?;
    writeln!(out, "ply: {}", report.ply)?;
    writeln!(out, "turn: {}", report.turn)?;
    writeln!(out, "legal: {}", list(&report.legal))?;
    writeln!(out, "outcome: {}", report.outcome.unwrap_or("null"))?;
    let lines: Vec<String> = report.lines.iter().map(|line| line.join("-")).collect();
    writeln!(out, "lines: {}", list(&lines))?;
    if let Position::Ultimate(_) = position {
        let boards: Vec<String> = report.forced.iter().map(u8::to_string).collect();
        writeln!(out, "forced: {}", list(&boards))?;
    }
    if let Position::Infini(_) = position {
        let word = |cell: &Option<String>| cell.clone().unwrap_or("none".to_owned());
        let Vanishing { x, o } = &report.vanishing;
        writeln!(out, "vanishing: x {}, o {}", word(x), word(o))?;
    }
    Ok(())
}

/// The board in text: `X`, `O`, and `.` for an empty cell.
pub(crate) fn draw(position: &Position) -> String {
    match position {
        Position::Classique(_) => nine(position, |_| String::new()),
        // The age of a mark follows it: 1 is the oldest. What leaves at the next
        // move of its side has a `~`.
        Position::Infini(infini) => nine(position, |cell| {
            let age = Side::BOTH
                .into_iter()
                .find_map(|side| infini.ages(side).iter().position(|&c| c == cell));
            let vanishes = Side::BOTH
                .into_iter()
                .any(|side| infini.vanishing(side) == Some(cell));
            match age {
                Some(_) if vanishes => "1~".to_owned(),
                Some(age) => format!("{} ", age + 1),
                None => "  ".to_owned(),
            }
        }),
        Position::Ultimate(inner) => ultimate(position, inner),
        Position::Cube(_) => cube(position),
    }
}

fn letter(position: &Position, cell: Cell) -> char {
    match position.mark(cell) {
        Some(Side::X) => 'X',
        Some(Side::O) => 'O',
        None => '.',
    }
}

fn nine(position: &Position, after: impl Fn(Cell) -> String) -> String {
    let mut text = String::new();
    for row in 0..3 {
        let cells: Vec<String> = (0..3)
            .map(|column| {
                let cell = Cell(row * 3 + column);
                format!("{}{}", letter(position, cell), after(cell))
            })
            .collect();
        let _ = writeln!(text, "{}", cells.join(" ").trim_end());
    }
    text
}

/// Nine boards. The one that must be played in stands between brackets, a won one
/// between small letters of its winner, a full one between `#`.
fn ultimate(position: &Position, inner: &Ultimate) -> String {
    let mut text = String::new();
    for band in 0..3 {
        if band > 0 {
            text.push_str("---------+---------+---------\n");
        }
        for row in 0..3 {
            let parts: Vec<String> = (0..3)
                .map(|column| {
                    let board = band * 3 + column;
                    let cells: Vec<String> = (0..3)
                        .map(|c| letter(position, Cell(board * 9 + row * 3 + c)).to_string())
                        .collect();
                    let (left, right) = match inner.board_winner(board) {
                        _ if inner.forced() == Some(board) => ('[', ']'),
                        Some(Side::X) => ('x', 'x'),
                        Some(Side::O) => ('o', 'o'),
                        None if inner.board_closed(board) => ('#', '#'),
                        None => (' ', ' '),
                    };
                    format!("{left} {} {right}", cells.join(" "))
                })
                .collect();
            let _ = writeln!(text, "{}", parts.join("|").trim_end());
        }
    }
    text
}

/// Four floors side by side.
fn cube(position: &Position) -> String {
    let mut text = String::from("floor 1     floor 2     floor 3     floor 4\n");
    for row in 0..4 {
        let floors: Vec<String> = (0..4)
            .map(|floor| {
                let cells: Vec<String> = (0..4)
                    .map(|c| letter(position, Cell(floor * 16 + row * 4 + c)).to_string())
                    .collect();
                cells.join(" ")
            })
            .collect();
        let _ = writeln!(text, "{}", floors.join("     "));
    }
    text
}
