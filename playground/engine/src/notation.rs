//! The two notations and their errors.
//!
//! A move list such as `5-1-9` is read in three steps that fail in three ways:
//! words that are no cells ([`SyntaxError`]), marks that no game holds
//! ([`SetupError`]), moves that the rules refuse ([`NotationError::Play`]).

use core::fmt;

use crate::classique::Classique;
use crate::cube::{self, Cube};
use crate::game::{Cell, CellName, CellSet, Game, Side};
use crate::infini::{self, Infini};
use crate::position::Position;
use crate::rules::{Illegal, Rules};
use crate::square;
use crate::ultimate::Ultimate;

/// How much of a wrong word an error repeats, in characters.
const SHOWN: usize = 32;

/// A text that is not in the notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// Where the word starts, in bytes.
    pub offset: usize,
    /// The word; a long one is cut, which `…` shows.
    pub text: String,
    /// What is wrong with it.
    pub kind: SyntaxKind,
}

/// What is wrong with a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyntaxKind {
    /// The word is not a cell of this game.
    NotACell {
        /// The game whose notation is read.
        game: Game,
    },
    /// The game's set-ups have no such section.
    UnknownSection(char),
    /// The section came before.
    RepeatedSection(char),
    /// A set-up is text before its first section letter.
    MissingSection,
    /// `b` or `n` without a number, or with one out of range.
    BadNumber {
        /// The letter of the section.
        section: char,
        /// The greatest number that it takes.
        most: u8,
    },
    /// `t` is followed by neither `x` nor `o`.
    BadSide,
}

impl SyntaxError {
    fn new(offset: usize, word: &str, kind: SyntaxKind) -> SyntaxError {
        let mut text: String = word.chars().take(SHOWN).collect();
        if text.len() < word.len() {
            text.push('…');
        }
        SyntaxError { offset, text, kind }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SyntaxError { offset, text, kind } = self;
        write!(f, "byte {offset}: ")?;
        match kind {
            SyntaxKind::NotACell { game } => {
                let example = match game {
                    Game::Classique | Game::Infini => "a cell is 1 to 9",
                    Game::Ultimate => "a cell is two digits 1 to 9: board, cell",
                    Game::Cube => "a cell is three digits 1 to 4: floor, row, column",
                };
                write!(f, "{text:?} is not a cell of {game} ({example})")
            }
            SyntaxKind::UnknownSection(letter) => {
                write!(f, "unknown section {letter:?} in a set-up")
            }
            SyntaxKind::RepeatedSection(letter) => {
                write!(f, "section {letter:?} is given twice")
            }
            SyntaxKind::MissingSection => {
                write!(f, "{text:?} comes before any section of the set-up")
            }
            SyntaxKind::BadNumber { section, most } => write!(
                f,
                "section {section:?} takes a number from 0 to {most}, not {text:?}"
            ),
            SyntaxKind::BadSide => write!(f, "section 't' takes x or o, not {text:?}"),
        }
    }
}

impl core::error::Error for SyntaxError {}

/// A set-up that is well written and holds no position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The text is not in the notation.
    Syntax(SyntaxError),
    /// The cell is given twice, by one side or by both.
    CellTwice {
        /// The game, which names the cell.
        game: Game,
        /// Where the cell comes the second time, in bytes.
        offset: usize,
        /// The cell.
        cell: Cell,
    },
    /// Infini: a side has more than three marks.
    TooManyMarks {
        /// The side.
        side: Side,
    },
    /// No alternation of moves gives these counts.
    Counts {
        /// How many marks X has.
        x: u8,
        /// How many marks O has.
        o: u8,
    },
    /// `t` names a side that the counts contradict.
    Turn {
        /// Where `t` stands, in bytes.
        offset: usize,
        /// The side that the text gives.
        given: Side,
        /// The side whose turn it is.
        expected: Side,
    },
    /// Infini: three marks each do not tell whose turn it is, and neither `t`
    /// nor `n` does.
    TurnMissing,
    /// Both sides have won.
    TwoWinners,
    /// The winner is to move: its opponent played after the end.
    AfterWin {
        /// The winner.
        winner: Side,
    },
    /// One side holds lines that share no cell: one move cannot have made them.
    LinesApart {
        /// The side.
        side: Side,
    },
    /// Ultimate: both sides hold a line of this small board.
    BoardTwoWinners {
        /// The small board, from 0.
        board: u8,
    },
    /// Ultimate: the lines of this small board share no cell.
    BoardLinesApart {
        /// The small board, from 0.
        board: u8,
        /// The side that holds them.
        side: Side,
    },
    /// Ultimate: the forced board is won or full.
    ForcedClosed {
        /// Where `b` stands, in bytes.
        offset: usize,
        /// The small board, from 0.
        board: u8,
    },
    /// Infini: fewer moves than marks.
    MovesPlayed {
        /// Where `n` stands, in bytes.
        offset: usize,
        /// The number of moves that the text gives.
        given: u8,
        /// The number of marks.
        marks: u8,
    },
    /// Infini: after this number of moves it is the other side's turn.
    MovesParity {
        /// Where `n` stands, in bytes.
        offset: usize,
        /// The number of moves that the text gives.
        given: u8,
        /// The side whose turn it is by the counts or by `t`.
        turn: Side,
    },
}

impl SetupError {
    /// Where in the text it is, in bytes, if it has a place there.
    pub fn offset(&self) -> Option<usize> {
        match self {
            SetupError::Syntax(error) => Some(error.offset),
            SetupError::CellTwice { offset, .. }
            | SetupError::Turn { offset, .. }
            | SetupError::ForcedClosed { offset, .. }
            | SetupError::MovesPlayed { offset, .. }
            | SetupError::MovesParity { offset, .. } => Some(*offset),
            SetupError::TooManyMarks { .. }
            | SetupError::Counts { .. }
            | SetupError::TurnMissing
            | SetupError::TwoWinners
            | SetupError::AfterWin { .. }
            | SetupError::LinesApart { .. }
            | SetupError::BoardTwoWinners { .. }
            | SetupError::BoardLinesApart { .. } => None,
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Syntax(error) => error.fmt(f),
            &SetupError::CellTwice { game, offset, cell } => {
                let cell = CellName { game, cell };
                write!(f, "byte {offset}: cell {cell} is given twice")
            }
            SetupError::TooManyMarks { side } => {
                write!(f, "{side} has more than three marks")
            }
            SetupError::Counts { x, o } => write!(
                f,
                "marks of X: {x}, marks of O: {o}: no alternation of moves gives that"
            ),
            SetupError::Turn {
                offset,
                given,
                expected,
            } => write!(
                f,
                "byte {offset}: it is {expected}'s turn by the counts, not {given}'s"
            ),
            SetupError::TurnMissing => {
                f.write_str("three marks each do not tell whose turn it is: add tx or to")
            }
            SetupError::TwoWinners => f.write_str("both sides have a winning line"),
            SetupError::AfterWin { winner } => write!(
                f,
                "{winner} has won and is to move: a move was played after the win"
            ),
            SetupError::LinesApart { side } => write!(
                f,
                "{side} has lines without a common cell: no single move made them"
            ),
            SetupError::BoardTwoWinners { board } => {
                write!(f, "both sides have a line in board {}", board + 1)
            }
            SetupError::BoardLinesApart { board, side } => write!(
                f,
                "{side} has lines without a common cell in board {}",
                board + 1
            ),
            SetupError::ForcedClosed { offset, board } => write!(
                f,
                "byte {offset}: board {} is closed and cannot be forced",
                board + 1
            ),
            SetupError::MovesPlayed {
                offset,
                given,
                marks,
            } => write!(
                f,
                "byte {offset}: n{given} is less than the number of marks, {marks}"
            ),
            SetupError::MovesParity {
                offset,
                given,
                turn,
            } => write!(
                f,
                "byte {offset}: n{given} makes it {}'s turn, and it is {turn}'s",
                turn.other()
            ),
        }
    }
}

impl core::error::Error for SetupError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            SetupError::Syntax(error) => Some(error),
            _ => None,
        }
    }
}

impl From<SyntaxError> for SetupError {
    fn from(error: SyntaxError) -> SetupError {
        SetupError::Syntax(error)
    }
}

/// Why a text gives no game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotationError {
    /// A word is not a cell.
    Syntax(SyntaxError),
    /// The set-up holds no position.
    Setup(SetupError),
    /// A move is not legal.
    Play {
        /// The game, which names the cell.
        game: Game,
        /// The number of the move in the text, from 1.
        number: usize,
        /// Where the move stands, in bytes.
        offset: usize,
        /// The cell.
        cell: Cell,
        /// Why the move is refused.
        reason: Illegal,
    },
}

impl NotationError {
    /// Where in the text it is, in bytes, if it has a place there.
    pub fn offset(&self) -> Option<usize> {
        match self {
            NotationError::Syntax(error) => Some(error.offset),
            NotationError::Setup(error) => error.offset(),
            NotationError::Play { offset, .. } => Some(*offset),
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotationError::Syntax(error) => error.fmt(f),
            NotationError::Setup(error) => error.fmt(f),
            &NotationError::Play {
                game,
                number,
                offset,
                cell,
                reason,
            } => {
                let cell = CellName { game, cell };
                write!(
                    f,
                    "byte {offset}: move {number}: {cell} is refused: {reason}"
                )
            }
        }
    }
}

impl core::error::Error for NotationError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            NotationError::Syntax(error) => Some(error),
            NotationError::Setup(error) => Some(error),
            NotationError::Play { reason, .. } => Some(reason),
        }
    }
}

impl From<SyntaxError> for NotationError {
    fn from(error: SyntaxError) -> NotationError {
        NotationError::Syntax(error)
    }
}

impl From<SetupError> for NotationError {
    fn from(error: SetupError) -> NotationError {
        match error {
            SetupError::Syntax(error) => NotationError::Syntax(error),
            error => NotationError::Setup(error),
        }
    }
}

const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'-' | b',' | b' ' | b'\t' | b'\n' | b'\r')
}

/// The words between separators, with their offsets. Separators are ASCII, so
/// that every cut is one between characters.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = 0;
    text.split(|c: char| u8::try_from(c).is_ok_and(is_separator))
        .filter_map(move |word| {
            let offset = rest;
            rest += word.len() + 1;
            (!word.is_empty()).then_some((offset, word))
        })
}

/// The cells of a list, with their offsets; `base` is where the text starts.
fn cells(game: Game, base: usize, text: &str) -> Result<Vec<(usize, Cell)>, SyntaxError> {
    words(text)
        .map(|(offset, word)| match game.cell_from_name(word) {
            Some(cell) => Ok((base + offset, cell)),
            None => {
                let kind = SyntaxKind::NotACell { game };
                Err(SyntaxError::new(base + offset, word, kind))
            }
        })
        .collect()
}

/// The cells of a move list, with their offsets.
pub(crate) fn parse_moves(game: Game, text: &str) -> Result<Vec<(usize, Cell)>, SyntaxError> {
    cells(game, 0, text)
}

/// Whether a text is a set-up rather than a list of moves: moves have no letters.
pub(crate) fn is_setup(text: &str) -> bool {
    text.bytes()
        .find(|&byte| !is_separator(byte))
        .is_some_and(|byte| matches!(byte, b'x' | b'o' | b't' | b'b' | b'n'))
}

/// A set-up as it is written, before anything is asked of its marks.
#[derive(Default)]
struct Sections {
    cells: [Option<Vec<(usize, Cell)>>; 2],
    turn: Option<(usize, Side)>,
    forced: Option<(usize, u8)>,
    moves: Option<(usize, u8)>,
}

fn parse_sections(game: Game, text: &str) -> Result<Sections, SyntaxError> {
    let mut sections = Sections::default();
    let mut at = text
        .bytes()
        .position(|byte| !is_separator(byte))
        .unwrap_or(text.len());
    while let Some(letter) = tail(text, at).chars().next() {
        let start = at;
        let wrong = |kind| SyntaxError::new(start, word_at(text, start), kind);
        at += letter.len_utf8();
        match letter {
            't' => {
                // The side after `t` is a letter too, so it is taken here.
                let value = skip_separators(text, at);
                let side = match text.as_bytes().get(value) {
                    Some(b'x') => Side::X,
                    Some(b'o') => Side::O,
                    _ => {
                        let word = word_at(text, value);
                        return Err(SyntaxError::new(value, word, SyntaxKind::BadSide));
                    }
                };
                at = skip_separators(text, value + 1);
                if sections.turn.replace((start, side)).is_some() {
                    return Err(wrong(SyntaxKind::RepeatedSection(letter)));
                }
                continue;
            }
            'x' | 'o' | 'b' | 'n' => {}
            '0'..='9' => return Err(wrong(SyntaxKind::MissingSection)),
            _ => return Err(wrong(SyntaxKind::UnknownSection(letter))),
        }
        let end = at
            + tail(text, at)
                .find(|c: char| !c.is_ascii_digit() && !u8::try_from(c).is_ok_and(is_separator))
                .unwrap_or(text.len() - at);
        let body = text.get(at..end).unwrap_or_default();
        let repeated = match letter {
            'x' | 'o' => {
                let side = usize::from(letter == 'o');
                let list = cells(game, at, body)?;
                sections.cells[side].replace(list).is_some()
            }
            'b' if game == Game::Ultimate => {
                let board = number(letter, at, body, 9)?;
                sections.forced.replace((start, board)).is_some()
            }
            'n' if game == Game::Infini => {
                let moves = number(letter, at, body, infini::MOVE_LIMIT as u8)?;
                sections.moves.replace((start, moves)).is_some()
            }
            _ => return Err(wrong(SyntaxKind::UnknownSection(letter))),
        };
        if repeated {
            return Err(wrong(SyntaxKind::RepeatedSection(letter)));
        }
        at = end;
    }
    Ok(sections)
}

/// The text from an offset on, which always lies between characters. An index would
/// say so too, and bring into a page what shows the text in a panic.
fn tail(text: &str, from: usize) -> &str {
    text.get(from..).unwrap_or_default()
}

fn skip_separators(text: &str, from: usize) -> usize {
    tail(text, from)
        .bytes()
        .position(|byte| !is_separator(byte))
        .map_or(text.len(), |skipped| from + skipped)
}

/// The word that starts at this offset.
fn word_at(text: &str, offset: usize) -> &str {
    words(tail(text, offset))
        .next()
        .map_or("", |(_, word)| word)
}

/// The one number of a section.
fn number(section: char, base: usize, body: &str, most: u8) -> Result<u8, SyntaxError> {
    let mut all = words(body);
    let kind = SyntaxKind::BadNumber { section, most };
    let Some((offset, word)) = all.next() else {
        return Err(SyntaxError::new(base, "", kind));
    };
    if let Some((offset, word)) = all.next() {
        return Err(SyntaxError::new(base + offset, word, kind));
    }
    match word.parse() {
        Ok(number) if number <= most => Ok(number),
        _ => Err(SyntaxError::new(base + offset, word, kind)),
    }
}

/// Reads a set-up; see [`Position::parse_setup`] for the rules.
pub(crate) fn parse_setup(game: Game, text: &str) -> Result<Position, SetupError> {
    let sections = parse_sections(game, text)?;
    // 1. No cell twice.
    let mut marks = [CellSet::EMPTY; 2];
    for side in [0, 1] {
        for &(offset, cell) in sections.cells[side].iter().flatten() {
            if (marks[0] | marks[1]).contains(cell) {
                return Err(SetupError::CellTwice { game, offset, cell });
            }
            marks[side].insert(cell);
        }
    }
    // 2. Counts, which tell whose turn it is, `t` agreeing.
    let [x, o] = marks.map(|set| set.len() as u8);
    let by_counts = match game {
        Game::Infini if x > 3 => return Err(SetupError::TooManyMarks { side: Side::X }),
        Game::Infini if o > 3 => return Err(SetupError::TooManyMarks { side: Side::O }),
        Game::Infini if x == 3 && o == 3 => None,
        _ if x == o => Some(Side::X),
        _ if x == o + 1 => Some(Side::O),
        _ => return Err(SetupError::Counts { x, o }),
    };
    if let (Some(expected), Some((offset, given))) = (by_counts, sections.turn)
        && given != expected
    {
        return Err(SetupError::Turn {
            offset,
            given,
            expected,
        });
    }
    let counted = sections.moves.filter(|&(_, given)| given > 0);
    let turn = by_counts
        .or(sections.turn.map(|(_, side)| side))
        .or(counted.map(|(_, given)| Side::after(u32::from(given))))
        .ok_or(SetupError::TurnMissing)?;
    if let Some((offset, given)) = counted {
        if given < x + o {
            let marks = x + o;
            return Err(SetupError::MovesPlayed {
                offset,
                given,
                marks,
            });
        }
        if Side::after(u32::from(given)) != turn {
            return Err(SetupError::MovesParity {
                offset,
                given,
                turn,
            });
        }
    }
    // 3. Lines: one winner at most, who has just moved.
    let position = match game {
        Game::Classique => {
            let marks = marks.map(|set| set.0 as u16);
            check_winner(turn, marks.map(square::common_cells))?;
            Position::Classique(Classique::from_marks(marks))
        }
        Game::Infini => {
            check_winner(turn, marks.map(|set| square::common_cells(set.0 as u16)))?;
            let ages = sections
                .cells
                .map(|list| list.into_iter().flatten().map(|(_, cell)| cell).collect());
            let ages: [Vec<Cell>; 2] = ages;
            let played = match counted {
                Some((_, given)) => given,
                // Below three marks each nothing has vanished yet: every move
                // is still on the board.
                None if by_counts.is_some() => x + o,
                None => 0,
            };
            Position::Infini(Infini::from_ages([&ages[0], &ages[1]], turn, played))
        }
        Game::Ultimate => Position::Ultimate(ultimate(turn, marks, sections.forced)?),
        Game::Cube => {
            let marks = marks.map(|set| set.0 as u64);
            let common = marks.map(|set| {
                cube::lines_in(set)
                    .into_iter()
                    .map(|line| line.mask)
                    .reduce(|a, b| a & b)
            });
            check_winner(turn, common)?;
            Position::Cube(Cube::from_marks(marks))
        }
    };
    Ok(position)
}

/// `common` holds, for each side, the cells that all its lines share, if it has
/// lines.
fn check_winner<T: Copy + Default + PartialEq>(
    turn: Side,
    common: [Option<T>; 2],
) -> Result<(), SetupError> {
    let winner = match common {
        [None, None] => return Ok(()),
        [Some(_), Some(_)] => return Err(SetupError::TwoWinners),
        [Some(_), None] => Side::X,
        [None, Some(_)] => Side::O,
    };
    if winner == turn {
        return Err(SetupError::AfterWin { winner });
    }
    if common[winner.index()] == Some(T::default()) {
        return Err(SetupError::LinesApart { side: winner });
    }
    Ok(())
}

fn ultimate(
    turn: Side,
    marks: [CellSet; 2],
    forced: Option<(usize, u8)>,
) -> Result<Ultimate, SetupError> {
    let given = forced.filter(|&(_, board)| board > 0);
    let position = Ultimate::from_sets(marks, given.map(|(_, board)| board - 1));
    for board in 0..9 {
        let common = Side::BOTH.map(|side| square::common_cells(position.board_of(side, board)));
        match common {
            [Some(_), Some(_)] => return Err(SetupError::BoardTwoWinners { board }),
            [Some(0), _] => {
                let side = Side::X;
                return Err(SetupError::BoardLinesApart { board, side });
            }
            [_, Some(0)] => {
                let side = Side::O;
                return Err(SetupError::BoardLinesApart { board, side });
            }
            _ => {}
        }
    }
    let won = Side::BOTH.map(|side| square::common_cells(position.won_by(side)));
    check_winner(turn, won)?;
    if let Some((offset, board)) = given
        && position.board_closed(board - 1)
    {
        let board = board - 1;
        return Err(SetupError::ForcedClosed { offset, board });
    }
    Ok(position)
}

/// The set-up that [`parse_setup`] reads back.
pub(crate) fn write_setup(position: &Position) -> String {
    let game = position.game();
    let mut text = String::new();
    for side in Side::BOTH {
        let cells: Vec<Cell> = match position {
            Position::Infini(infini) => infini.ages(side),
            _ => position.marks(side).iter().collect(),
        };
        if !cells.is_empty() {
            let names: Vec<String> = cells.iter().map(|&c| game.cell_name(c)).collect();
            text.push(side.letter());
            text.push_str(&names.join("-"));
        }
    }
    text.push('t');
    text.push(position.turn().letter());
    if let Position::Ultimate(_) = position {
        let board = position.forced().map_or(0, |board| board + 1);
        text.push_str(&format!("b{board}"));
    }
    if let Position::Infini(infini) = position {
        let marks = infini.marks(Side::X).len() + infini.marks(Side::O).len();
        // Below three marks each the count is the number of marks, unless a
        // set-up said otherwise. With six, a count that a reader would refuse
        // comes from a set-up without one: it stays out.
        let default = if marks < 6 { marks } else { 0 };
        let sound = infini.ply() >= marks && Side::after(infini.ply()) == infini.turn();
        if sound && infini.ply() != default {
            text.push_str(&format!("n{}", infini.ply()));
        }
    }
    text
}
