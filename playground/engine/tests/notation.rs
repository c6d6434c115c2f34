//! Both notations: what is read, what is written, what is refused and where.

use morpion_engine::{
    Cell, CellSet, Game, NotationError, Outcome, Position, Record, Rng, SetupError, Side,
};

use Game::{Classique, Cube, Infini, Ultimate};

/// Reads a text as the tools do; gives the canonical set-up of what it holds, or
/// the message.
fn check(game: Game, text: &str, expected: Result<&str, &str>) {
    let read = Record::parse(game, text).map(|record| record.position().setup());
    let told = read.as_deref().map_err(ToString::to_string);
    assert_eq!(told, expected.map_err(str::to_owned), "{game} {text:?}");
}

/// Texts that hold a game or a position.
const READ: &[(Game, &str, &str)] = &[
    // The book's chapter on notation.
    (Classique, "5-1-9", "x5-9o1to"),
    (Infini, "1-4-5-6-2-8-9", "x5-2-9o4-6-8ton7"),
    (Ultimate, "55-51-15", "x15-55o51tob5"),
    (Cube, "111-222-333-444", "x111-333o222-444tx"),
    // The set-ups of that chapter.
    (Classique, "x1-9o5to", "x1-9o5to"),
    (Infini, "x1-5-7o3-6-8to", "x1-5-7o3-6-8to"),
    (Ultimate, "x55-15o51tob5", "x15-55o51tob5"),
    (Cube, "x111-122o211-212tx", "x111-122o211-212tx"),
    // Nothing is the start.
    (Classique, "", "tx"),
    (Infini, " - ", "tx"),
    (Ultimate, "", "txb0"),
    (Cube, "tx", "tx"),
    (Classique, "xo", "tx"),
    // Separators of every kind, mixed and repeated.
    (Classique, "5 1,9", "x5-9o1to"),
    (Classique, "--5, ,1 -\t9\r\n", "x5-9o1to"),
    (Ultimate, " x 15 ,55 - o51 t o b 5 ", "x15-55o51tob5"),
    // Sections in any order; `t` where the counts tell; `b` absent.
    (Classique, "o5x9-1", "x1-9o5to"),
    (Ultimate, "b5tox15-55o51", "x15-55o51tob5"),
    (Ultimate, "x55o51", "x55o51txb0"),
    // Infini: the age is the order given.
    (Infini, "x7-1-5o3-6-8tx", "x7-1-5o3-6-8tx"),
    // Below three marks each, nothing has vanished: the count is known.
    (Infini, "x1-5o3", "x1-5o3to"),
    (Infini, "x1-5o3n3", "x1-5o3to"),
    (Infini, "1-3-5", "x1-5o3to"),
    (Infini, "x1-5-7o3-6", "x1-5-7o3-6to"),
    // With six, `n` tells whose turn it is, or agrees.
    (Infini, "x1-5-7o3-6-8n7", "x1-5-7o3-6-8ton7"),
    (Infini, "x1-5-7o3-6-8n8", "x1-5-7o3-6-8txn8"),
    (Infini, "x1-5-7o3-6-8txn6", "x1-5-7o3-6-8txn6"),
    (Infini, "x1-5-7o3-6-8tx n0", "x1-5-7o3-6-8tx"),
    // Won positions, the winner having moved last.
    (Classique, "x1-2-3o4-5", "x1-2-3o4-5to"),
    (Classique, "x1-2-7o4-5-6", "x1-2-7o4-5-6tx"),
    (Classique, "x1-3-5-7-9o2-4-6-8", "x1-3-5-7-9o2-4-6-8to"),
    (Infini, "x1-2-3o4-5-9to", "x1-2-3o4-5-9to"),
    (
        Cube,
        "x111-112-113-114o211-212-213",
        "x111-112-113-114o211-212-213to",
    ),
    // A won small board with two lines through one cell.
    (
        Ultimate,
        "x11-12-13-14-17o21-22-24-25",
        "x11-12-13-14-17o21-22-24-25tob0",
    ),
    // The forced board may be any open one: reachability is not asked.
    (Ultimate, "x11o22b9", "x11o22txb9"),
];

/// Texts that hold none, with the message.
const REFUSED: &[(Game, &str, &str)] = &[
    // Syntax of moves: the word and its byte.
    (
        Classique,
        "5-0-9",
        "byte 2: \"0\" is not a cell of classique (a cell is 1 to 9)",
    ),
    (
        Classique,
        "5-19",
        "byte 2: \"19\" is not a cell of classique (a cell is 1 to 9)",
    ),
    (
        Classique,
        "é",
        "byte 0: \"é\" is not a cell of classique (a cell is 1 to 9)",
    ),
    (
        Infini,
        "1 é 2",
        "byte 2: \"é\" is not a cell of infini (a cell is 1 to 9)",
    ),
    (
        Ultimate,
        "55-5-15",
        "byte 3: \"5\" is not a cell of ultimate (a cell is two digits 1 to 9: board, cell)",
    ),
    (
        Cube,
        "111-115",
        "byte 4: \"115\" is not a cell of 3d (a cell is three digits 1 to 4: floor, row, column)",
    ),
    (
        Classique,
        "1-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "byte 2: \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…\" is not a cell of classique (a cell is 1 to 9)",
    ),
    // Legality of moves: number, byte, cell, reason.
    (
        Classique,
        "5-1-5",
        "byte 4: move 3: 5 is refused: the cell is occupied",
    ),
    (
        Classique,
        "1-4-2-5-3-6",
        "byte 10: move 6: 6 is refused: the game is over",
    ),
    // « coup 3 : 25 impossible, grille 1 obligatoire ».
    (
        Ultimate,
        "55-51-25",
        "byte 6: move 3: 25 is refused: board 1 must be played",
    ),
    (
        Infini,
        "1-4-5-6-2-8-1",
        "byte 12: move 7: 1 is refused: the cell is occupied",
    ),
    (
        Cube,
        "111, 111",
        "byte 5: move 2: 111 is refused: the cell is occupied",
    ),
    // Syntax of set-ups.
    (Classique, "x1q", "byte 2: unknown section 'q' in a set-up"),
    (Classique, "x1n5", "byte 2: unknown section 'n' in a set-up"),
    (Cube, "x111b0", "byte 4: unknown section 'b' in a set-up"),
    (Ultimate, "x55n1", "byte 3: unknown section 'n' in a set-up"),
    (Classique, "x1é", "byte 2: unknown section 'é' in a set-up"),
    (Classique, "x1o2x3", "byte 4: section 'x' is given twice"),
    (Classique, "x1totx", "byte 4: section 't' is given twice"),
    (Ultimate, "b0x55b1", "byte 5: section 'b' is given twice"),
    (
        Classique,
        "tx5",
        "byte 2: \"5\" comes before any section of the set-up",
    ),
    (
        Classique,
        "x1t5",
        "byte 3: section 't' takes x or o, not \"5\"",
    ),
    (
        Classique,
        "x1t",
        "byte 3: section 't' takes x or o, not \"\"",
    ),
    (
        Classique,
        "x12",
        "byte 1: \"12\" is not a cell of classique (a cell is 1 to 9)",
    ),
    (
        Ultimate,
        "x55b",
        "byte 4: section 'b' takes a number from 0 to 9, not \"\"",
    ),
    (
        Ultimate,
        "x55b10",
        "byte 4: section 'b' takes a number from 0 to 9, not \"10\"",
    ),
    (
        Ultimate,
        "x55b1-2",
        "byte 6: section 'b' takes a number from 0 to 9, not \"2\"",
    ),
    (
        Infini,
        "x1n61",
        "byte 3: section 'n' takes a number from 0 to 60, not \"61\"",
    ),
    (
        Infini,
        "x1n99999999999999999999",
        "byte 3: section 'n' takes a number from 0 to 60, not \"99999999999999999999\"",
    ),
    // A cell twice.
    (Classique, "x1-1", "byte 3: cell 1 is given twice"),
    (Ultimate, "x55-15o51-55", "byte 10: cell 55 is given twice"),
    (Cube, "x444o444", "byte 5: cell 444 is given twice"),
    // Counts and turn.
    (
        Classique,
        "x1-2",
        "marks of X: 2, marks of O: 0: no alternation of moves gives that",
    ),
    (
        Classique,
        "o1",
        "marks of X: 0, marks of O: 1: no alternation of moves gives that",
    ),
    (
        Ultimate,
        "x11-22-33o44",
        "marks of X: 3, marks of O: 1: no alternation of moves gives that",
    ),
    (
        Cube,
        "o111tx",
        "marks of X: 0, marks of O: 1: no alternation of moves gives that",
    ),
    (
        Infini,
        "x1-2o3-4-5",
        "marks of X: 2, marks of O: 3: no alternation of moves gives that",
    ),
    (Infini, "x1-2-4-6o3-5-7", "X has more than three marks"),
    (Infini, "x1-2-4o3-5-7-8", "O has more than three marks"),
    (
        Classique,
        "x1o2to",
        "byte 4: it is X's turn by the counts, not O's",
    ),
    (
        Cube,
        "tx x111",
        "byte 0: it is O's turn by the counts, not X's",
    ),
    (
        Infini,
        "x1-5-7o3-6-8",
        "three marks each do not tell whose turn it is: add tx or to",
    ),
    (
        Infini,
        "x1-5-7o3-6-8n0",
        "three marks each do not tell whose turn it is: add tx or to",
    ),
    (
        Infini,
        "x1-5-7o3-6-8txn7",
        "byte 14: n7 makes it O's turn, and it is X's",
    ),
    (
        Infini,
        "x1-5o3n4",
        "byte 6: n4 makes it X's turn, and it is O's",
    ),
    (
        Infini,
        "x1-5-7o3-6-8n5",
        "byte 12: n5 is less than the number of marks, 6",
    ),
    (
        Infini,
        "x1-5o3n1",
        "byte 6: n1 is less than the number of marks, 3",
    ),
    // Winners.
    (Classique, "x1-2-3o4-5-6", "both sides have a winning line"),
    (Infini, "x1-2-3o4-5-6to", "both sides have a winning line"),
    (
        Classique,
        "x1-2-3o4-5-9",
        "X has won and is to move: a move was played after the win",
    ),
    (
        Classique,
        "x1-2-7-9o4-5-6",
        "O has won and is to move: a move was played after the win",
    ),
    (
        Infini,
        "x1-2-3o4-5-9tx",
        "X has won and is to move: a move was played after the win",
    ),
    (
        Cube,
        "x111-112-113-114o211-212-213-221",
        "X has won and is to move: a move was played after the win",
    ),
    (
        Cube,
        "x111-112-113-114-221-222-223-224o121-122-123-131-132-133-141",
        "X has lines without a common cell: no single move made them",
    ),
    // Small boards of Ultimate.
    (
        Ultimate,
        "x11-12-13o14-15-16",
        "both sides have a line in board 1",
    ),
    (
        Ultimate,
        "x21-22-23-27-28-29o31-32-34-35-41",
        "X has lines without a common cell in board 2",
    ),
    (
        Ultimate,
        "x31-32-34-35-41-42o21-22-23-27-28-29",
        "O has lines without a common cell in board 2",
    ),
    (
        Ultimate,
        "x11-12-13o21-22b1",
        "byte 15: board 1 is closed and cannot be forced",
    ),
    (
        Ultimate,
        "x11-12-13-21-22-23-31-32-33o41-42-44-51-52-54-61-62-64",
        "X has won and is to move: a move was played after the win",
    ),
    (
        Ultimate,
        "x11-12-13-21-22-23-31-32-33o41-42-43-51-52-53-61-62-63",
        "both sides have a winning line",
    ),
];

#[test]
fn texts_that_hold_a_game() {
    for &(game, text, setup) in READ {
        check(game, text, Ok(setup));
        // Canonical: reading what was written changes nothing.
        check(game, setup, Ok(setup));
    }
}

#[test]
fn texts_that_hold_none() {
    for &(game, text, message) in REFUSED {
        check(game, text, Err(message));
    }
}

/// A whole board of Ultimate won twice by boards that share none.
#[test]
fn whole_lines_need_a_common_board() {
    let board = |b: u32| format!("{b}1-{b}2-{b}3");
    let x: Vec<String> = [1, 2, 3, 7, 8, 9].map(board).into();
    let x = x.join("-");
    let o = "41-42-44-46-48-51-52-54-56-58-61-62-64-66-68-74-84";
    check(
        Ultimate,
        &format!("x{x}o{o}"),
        Err("X has lines without a common cell: no single move made them"),
    );
}

/// The count for the draw after sixty moves, from a set-up.
#[test]
fn infini_counts_on_from_a_setup() {
    for (text, ply) in [
        ("x1-5o3", 3),
        ("x1-5-7o3-6-8to", 0),
        ("x1-5-7o3-6-8ton59", 59),
        ("x1-5-7o3-6-8txn60", 60),
    ] {
        assert_eq!(Position::parse_setup(Infini, text).expect(text).ply(), ply);
    }
    let over = |text| {
        Record::parse(Infini, text)
            .expect(text)
            .position()
            .outcome()
    };
    assert_eq!(over("x1-5-7o3-6-8txn60"), Some(Outcome::Draw));
    // A line made by the sixtieth move, O's, wins.
    assert_eq!(over("x1-5-7o3-6-9txn60"), Some(Outcome::Win(Side::O)));
}

#[test]
fn a_setup_may_be_played_from() {
    let start = Position::parse_setup(Ultimate, "x55-15o51tob5").expect("a set-up");
    let record = Record::parse_moves(start, "52").expect("a move");
    assert_eq!(record.position().setup(), "x15-55o51-52txb2");
    assert_eq!(record.notation(), "52");
    assert_eq!(record.position_at(0), start);
    let error = Record::parse_moves(start, "52 31").expect_err("board 2 is demanded");
    assert!(matches!(
        error,
        NotationError::Play {
            number: 2,
            offset: 3,
            ..
        }
    ));
}

#[test]
fn names_of_cells() {
    for game in Game::ALL {
        assert_eq!(Game::from_slug(game.slug()), Some(game));
        for cell in (0..game.cells()).map(Cell) {
            assert_eq!(game.cell_from_name(&game.cell_name(cell)), Some(cell));
        }
        assert_eq!(game.cell_name(Cell(game.cells())), "?");
        for wrong in ["", "0", "00", "000", "99999", "٣", "a", "5 "] {
            assert_eq!(game.cell_from_name(wrong), None, "{game} {wrong:?}");
        }
    }
    assert_eq!(Ultimate.cell_name(Cell(40)), "55");
    assert_eq!(Cube.cell_name(Cell(27)), "234");
    assert_eq!(Game::from_slug("Classique"), None);
}

#[test]
fn sets_of_cells() {
    let mut set: CellSet = [80, 3, 63, 64].map(Cell).into_iter().collect();
    let cells: Vec<u8> = set.iter().map(|cell| cell.0).collect();
    assert_eq!(cells, [3, 63, 64, 80]);
    assert_eq!((set.len(), set.iter().len()), (4, 4));
    set.remove(Cell(63));
    set.remove(Cell(200));
    assert!(!set.contains(Cell(63)) && !set.contains(Cell(200)) && set.contains(Cell(64)));
    let other: CellSet = [3, 5].map(Cell).into_iter().collect();
    assert_eq!((set | other).len(), 4);
    assert_eq!((set & other).iter().next(), Some(Cell(3)));
    assert_eq!((set - other).len(), 2);
    assert!(CellSet::default().is_empty() && !set.is_empty());
}

fn random_record(game: Game, rng: &mut Rng) -> Record {
    let mut record = Record::new(game);
    for _ in 0..rng.below(u64::from(game.cells())) {
        let legal = record.position().legal();
        if legal.is_empty() {
            break;
        }
        let choice = rng.below(u64::from(legal.len())) as usize;
        let cell = legal.iter().nth(choice).expect("a legal cell");
        record.play(cell).expect("a legal move");
    }
    record
}

/// What is written is read back to the same, for games and for positions.
#[test]
fn round_trips() {
    let count = if cfg!(debug_assertions) { 500 } else { 50_000 };
    let mut rng = Rng::new(21);
    for game in Game::ALL {
        for _ in 0..count {
            let record = random_record(game, &mut rng);
            assert_eq!(Record::parse(game, &record.notation()), Ok(record.clone()));
            let position = record.position();
            let setup = position.setup();
            assert_eq!(Position::parse_setup(game, &setup), Ok(position), "{setup}");
        }
    }
    // A set-up of Infini without a count, played on: the count comes back when
    // it is one that a game can have.
    let start = Position::parse_setup(Infini, "x1-5-7o3-6-8tx").expect("a set-up");
    let later = Record::parse_moves(start, "2-4").expect("moves").position();
    assert_eq!((later.ply(), later.setup().as_str()), (2, "x5-7-2o6-8-4tx"));
}

/// Text of every sort, most of it wrong: an answer each time, never a panic, and
/// an error that points into the text.
#[test]
fn any_text_has_an_answer() {
    const PIECES: [&str; 24] = [
        "1", "5", "9", "55", "51", "15", "111", "444", "-", " ", ",", "x", "o", "t", "b", "n",
        "tx", "to", "0", "60", "é", "😀", "\u{a0}", "X",
    ];
    let count = if cfg!(debug_assertions) {
        5_000
    } else {
        300_000
    };
    let mut rng = Rng::new(22);
    let mut read = [0_u64; 4];
    for round in 0..count {
        let game = Game::ALL[(round % 4) as usize];
        let mut text = if rng.below(2) == 0 {
            // A right text with a wound.
            let record = random_record(game, &mut rng);
            if rng.below(2) == 0 {
                record.notation()
            } else {
                record.position().setup()
            }
        } else {
            String::new()
        };
        for _ in 0..rng.below(6) {
            let piece = PIECES[rng.below(PIECES.len() as u64) as usize];
            let at = rng.below(text.len() as u64 + 1) as usize;
            let at = (at..)
                .find(|&at| text.is_char_boundary(at))
                .expect("the end is one");
            text.insert_str(at, piece);
        }
        match Record::parse(game, &text) {
            Ok(record) => {
                read[(round % 4) as usize] += 1;
                let position = record.position();
                // Another way to write it, the same position.
                let again = Position::parse_setup(game, &position.setup());
                assert_eq!(again, Ok(position), "{text:?}");
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                if let Some(offset) = offset(&error) {
                    assert!(text.is_char_boundary(offset), "{offset} in {text:?}");
                }
            }
        }
    }
    assert!(read.iter().all(|&count| count > 0), "{read:?}");
}

fn offset(error: &NotationError) -> Option<usize> {
    match error {
        NotationError::Syntax(error) => Some(error.offset),
        NotationError::Play { offset, .. } => Some(*offset),
        NotationError::Setup(
            SetupError::CellTwice { offset, .. }
            | SetupError::Turn { offset, .. }
            | SetupError::ForcedClosed { offset, .. }
            | SetupError::MovesPlayed { offset, .. }
            | SetupError::MovesParity { offset, .. },
        ) => Some(*offset),
        NotationError::Setup(_) => None,
    }
}

#[test]
fn huge_texts_have_an_answer() {
    for piece in ["5-", "5", "x", "t", "n9", "😀", "-", "x1o2"] {
        let text = piece.repeat(300_000);
        for game in Game::ALL {
            if let Err(error) = Record::parse(game, &text) {
                assert!(error.to_string().len() < 300, "{piece}");
            } else {
                assert_eq!(piece, "-");
            }
        }
    }
}

#[test]
fn sides_have_letters() {
    assert_eq!(Side::BOTH.map(Side::letter), ['x', 'o']);
    assert_eq!(Side::BOTH.map(Side::other), [Side::O, Side::X]);
}
