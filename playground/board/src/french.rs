//! Everything that a board says, in French.
//!
//! Sentences are typed with plain spaces and apostrophes; [`typeset`] puts the
//! no-break spaces and the curly apostrophes that French wants, so that no
//! invisible character hides in the source.

use morpion_engine::cube::Family;
use morpion_engine::{
    Cell, Game, Harm, Illegal, Level, Line, NotationError, Outcome, Position, Reason, SetupError,
    Side, SyntaxError, SyntaxKind,
};

pub(crate) mod values;

use crate::event::{Action, Field, Panel};
use crate::spec::SpecError;
use crate::text::joined;

pub(crate) mod atlas;
mod embed;
pub(crate) mod exercise;
mod foresight;
pub(crate) mod history;
pub(crate) mod paper;
mod projection;
pub(crate) mod proof;
pub(crate) mod ranked;
pub(crate) mod room;
pub(crate) mod share;
mod view;

pub(crate) use embed::*;
pub use exercise::goal_error;
pub(crate) use foresight::*;
pub(crate) use projection::*;
pub(crate) use view::*;

/// Sets a sentence as a French printer would: no-break spaces inside « » and
/// before the tall punctuation marks, curly apostrophes.
///
/// ```
/// use morpion_board::french::typeset;
/// assert_eq!(typeset("L'issue : « nul » !"), "L’issue\u{a0}: «\u{a0}nul\u{a0}»\u{202f}!");
/// ```
pub fn typeset(sentence: &str) -> String {
    let mut out = String::with_capacity(sentence.len() + 8);
    let mut before = '\0';
    let mut rest = sentence.chars().peekable();
    while let Some(character) = rest.next() {
        let set = match (before, character, rest.peek()) {
            (_, '\'', _) => '’',
            ('«', ' ', _) | (_, ' ', Some('»' | ':' | '%')) => '\u{a0}',
            (_, ' ', Some(';' | '!' | '?')) => '\u{202f}',
            _ => character,
        };
        out.push(set);
        before = character;
    }
    out
}

/// [`typeset`] for a sentence that is given away: whoever puts one together has then
/// no code to free it.
#[inline(never)]
fn set(sentence: String) -> String {
    typeset(&sentence)
}

/// A whole number with a narrow no-break space between groups of three digits.
///
/// ```
/// use morpion_board::french::number;
/// assert_eq!(number(1234567), "1\u{202f}234\u{202f}567");
/// assert_eq!(number(76), "76");
/// ```
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() * 2);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// A whole number below a million in letters, hyphenated throughout as the
/// spelling of 1990 has it; larger ones in digits.
///
/// ```
/// use morpion_board::french::in_letters;
/// assert_eq!(in_letters(76), "soixante-seize");
/// assert_eq!(in_letters(81), "quatre-vingt-un");
/// assert_eq!(in_letters(80), "quatre-vingts");
/// assert_eq!(in_letters(71), "soixante-et-onze");
/// assert_eq!(in_letters(1885), "mille-huit-cent-quatre-vingt-cinq");
/// ```
pub fn in_letters(n: u64) -> String {
    const UNITS: [&str; 20] = [
        "zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix",
        "onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit",
        "dix-neuf",
    ];
    const TENS: [&str; 7] = [
        "",
        "",
        "vingt",
        "trente",
        "quarante",
        "cinquante",
        "soixante",
    ];
    // `last`: nothing follows, so that « vingts » and « cents » take their s.
    fn below_hundred(n: u64, last: bool) -> String {
        let unit = |n: u64| UNITS[n as usize];
        match n {
            0..20 => unit(n).to_owned(),
            20..70 if n.is_multiple_of(10) => TENS[n as usize / 10].to_owned(),
            20..70 if n % 10 == 1 => format!("{}-et-un", TENS[n as usize / 10]),
            20..70 => format!("{}-{}", TENS[n as usize / 10], unit(n % 10)),
            71 => "soixante-et-onze".to_owned(),
            70..80 => format!("soixante-{}", unit(n - 60)),
            80 if last => "quatre-vingts".to_owned(),
            80 => "quatre-vingt".to_owned(),
            _ => format!("quatre-vingt-{}", unit(n - 80)),
        }
    }
    fn below_thousand(n: u64, last: bool) -> String {
        let (hundreds, rest) = (n / 100, n % 100);
        let head = match hundreds {
            0 => return below_hundred(rest, last),
            1 => "cent".to_owned(),
            _ if rest == 0 && last => format!("{}-cents", UNITS[hundreds as usize]),
            _ => format!("{}-cent", UNITS[hundreds as usize]),
        };
        if rest == 0 {
            head
        } else {
            format!("{head}-{}", below_hundred(rest, last))
        }
    }
    match n {
        0..1000 => below_thousand(n, true),
        1000..1_000_000 => {
            let head = match n / 1000 {
                1 => "mille".to_owned(),
                thousands => format!("{}-mille", below_thousand(thousands, false)),
            };
            match n % 1000 {
                0 => head,
                rest => format!("{head}-{}", below_thousand(rest, true)),
            }
        }
        _ => number(n),
    }
}

/// The name of a game as a reader knows it.
pub fn game_name(game: Game) -> &'static str {
    match game {
        Game::Classique => "morpion classique",
        Game::Infini => "morpion infini",
        Game::Ultimate => "Morpion Ultimate",
        Game::Cube => "morpion 3D",
    }
}

/// The name of a family of lines of the cube, in the plural.
pub fn family_name(family: Family) -> &'static str {
    match family {
        Family::Rows => "rangées et colonnes",
        Family::FloorDiagonals => "diagonales d’étage",
        Family::Verticals => "verticales",
        Family::WallDiagonals => "diagonales de mur",
        Family::SpaceDiagonals => "grandes diagonales",
    }
}

/// « X » or « O ».
pub fn letter(side: Side) -> char {
    match side {
        Side::X => 'X',
        Side::O => 'O',
    }
}

/// Who sits where: what the sentences call each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// Two people, called X and O.
    Two,
    /// The reader plays this side against the computer.
    Against(Side),
}

/// Names of a small board, a floor and a cell in the middle of a sentence.
fn place_name(game: Game, cell: Cell) -> String {
    match game {
        Game::Classique | Game::Infini => format!("case {}", cell.0 + 1),
        Game::Ultimate => format!("grille {}, case {}", cell.0 / 9 + 1, cell.0 % 9 + 1),
        Game::Cube => format!(
            "étage {}, rangée {}, colonne {}",
            cell.0 / 16 + 1,
            cell.0 / 4 % 4 + 1,
            cell.0 % 4 + 1
        ),
    }
}

/// The sentence with a capital. Sentences of ours begin with a letter of ASCII or
/// with É or À: the tables of all other alphabets would weigh seven kilobytes.
pub(crate) fn capital(sentence: &str) -> String {
    let mut chars = sentence.chars();
    let Some(first) = chars.next() else {
        return String::new();
    };
    let first = match first {
        'é' => 'É',
        'à' => 'À',
        other => other.to_ascii_uppercase(),
    };
    String::from(first) + chars.as_str()
}

fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} et {last}", most.join(", ")),
    }
}

fn plural(n: usize) -> &'static str {
    if n > 1 { "s" } else { "" }
}

/// The label of a cell for those who hear the board.
pub fn cell_label(position: &Position, cell: Cell) -> String {
    let game = position.game();
    let mut label = capital(&place_name(game, cell));
    label.push_str(" : ");
    match position.mark(cell) {
        Some(side) => {
            label.push(letter(side));
            if position.outcome().is_none() && position.vanishing(side) == Some(cell) {
                label.push_str(", prochain à disparaître");
            }
        }
        None => label.push_str("libre"),
    }
    set(label)
}

/// The label of one small board or floor, which groups its cells.
pub fn panel_label(position: &Position, panel: u8) -> String {
    match position {
        Position::Classique(_) | Position::Infini(_) => String::from("Grille"),
        Position::Cube(_) => format!("Étage {}", panel + 1),
        Position::Ultimate(ultimate) => {
            let name = format!("Petite grille {}", panel + 1);
            let state = if let Some(side) = ultimate.board_winner(panel) {
                format!(" : gagnée par {}", letter(side))
            } else if ultimate.board_closed(panel) {
                String::from(" : pleine, sans gagnant")
            } else if position.outcome().is_some() {
                String::new()
            } else if ultimate.forced() == Some(panel) {
                String::from(" : obligatoire")
            } else if ultimate.forced().is_none() {
                String::from(" : jouable")
            } else {
                String::new()
            };
            set(name + &state)
        }
    }
}

/// Cells of a small board or floor.
fn panel_size(game: Game) -> u8 {
    if game == Game::Cube { 16 } else { 9 }
}

/// Where each side stands in one small board or floor: « X en 5 et 9 ».
fn panel_marks(position: &Position, panel: u8) -> Vec<String> {
    let game = position.game();
    let mut marks = Vec::new();
    for side in [Side::X, Side::O] {
        let cells: Vec<String> = position
            .marks(side)
            .iter()
            .filter(|cell| cell.0 / panel_size(game) == panel)
            .map(|cell| game.cell_name(cell).split_off(1))
            .collect();
        if !cells.is_empty() {
            marks.push(format!("{} en {}", letter(side), list(&cells)));
        }
    }
    marks
}

/// The whole position in words: what the picture says to those who do not see
/// it.
pub fn description(position: &Position) -> String {
    let game = position.game();
    let mut sentences = vec![capital(game_name(game))];
    match game {
        Game::Classique => {
            for side in [Side::X, Side::O] {
                let cells: Vec<String> = position
                    .marks(side)
                    .iter()
                    .map(|cell| game.cell_name(cell))
                    .collect();
                if !cells.is_empty() {
                    sentences.push(format!(
                        "{} en case{} {}",
                        letter(side),
                        plural(cells.len()),
                        list(&cells)
                    ));
                }
            }
        }
        Game::Infini => {
            for side in [Side::X, Side::O] {
                let ages = position.ages(side);
                let cells: Vec<String> = ages.iter().map(|&cell| game.cell_name(cell)).collect();
                if !cells.is_empty() {
                    sentences.push(format!(
                        "{} en case{} {}{}",
                        letter(side),
                        plural(cells.len()),
                        list(&cells),
                        if cells.len() > 1 {
                            ", du plus ancien au plus récent"
                        } else {
                            ""
                        }
                    ));
                }
            }
        }
        Game::Ultimate | Game::Cube => {
            for panel in 0..game.cells() / panel_size(game) {
                let marks = panel_marks(position, panel);
                if !marks.is_empty() {
                    let label = panel_label(position, panel);
                    // The label of a closed board has its colon already.
                    let closed = matches!(position, Position::Ultimate(u) if u.board_closed(panel));
                    let joint = if closed { ", " } else { " : " };
                    sentences.push(format!("{label}{joint}{}", marks.join(", ")));
                }
            }
        }
    }
    if position.marks(Side::X).is_empty() && position.marks(Side::O).is_empty() {
        sentences.push(String::from("Le plateau est vide"));
    }
    let mut text = sentences.join(". ");
    text.push_str(". ");
    text.push_str(&status(position, None, Seats::Two));
    set(text)
}

fn subject(side: Side, seats: Seats) -> String {
    match seats {
        Seats::Two => letter(side).to_string(),
        Seats::Against(you) if you == side => String::from("tu"),
        Seats::Against(_) => String::from("l'ordinateur"),
    }
}

fn cells_of(game: Game, line: &Line) -> String {
    let mut names = line.cells().iter().map(|&cell| match game {
        // The line is made of small boards.
        Game::Ultimate => (cell.0 + 1).to_string(),
        _ => game.cell_name(cell),
    });
    joined(&mut names, "-")
}

/// How the game ended, with the line that won it.
pub fn outcome_sentence(position: &Position, outcome: Outcome, seats: Seats) -> String {
    let game = position.game();
    let text = match outcome {
        Outcome::Draw => match game {
            Game::Classique => String::from("Match nul : la grille est pleine, sans alignement."),
            Game::Infini => format!(
                "Match nul : {} coups sans alignement.",
                in_letters(u64::from(position.ply()))
            ),
            Game::Ultimate => String::from(
                "Match nul : toutes les petites grilles sont fermées, sans alignement de trois.",
            ),
            Game::Cube => String::from("Match nul : le cube est plein, sans alignement."),
        },
        Outcome::Win(side) => {
            let who = match seats {
                Seats::Against(you) if you == side => String::from("Tu gagnes"),
                _ => format!("{} gagne", capital(&subject(side, seats))),
            };
            let lines = position.lines();
            let cells = joined(&mut lines.iter().map(|line| cells_of(game, line)), " et ");
            match game {
                Game::Ultimate => {
                    format!("{who} : petites grilles {cells} alignées.")
                }
                Game::Classique | Game::Infini | Game::Cube => {
                    format!("{who} : alignement{} {cells}.", plural(lines.len()))
                }
            }
        }
    };
    set(text)
}

/// The sentence above the board: whose turn it is and what binds it, or how
/// the game ended. `last` is the move just played, which explains a forced
/// small board.
pub fn status(position: &Position, last: Option<Cell>, seats: Seats) -> String {
    if let Some(outcome) = position.outcome() {
        return outcome_sentence(position, outcome, seats);
    }
    let side = position.turn();
    let yours = matches!(seats, Seats::Against(you) if you == side);
    let computer = matches!(seats, Seats::Against(_)) && !yours;
    let mut text = match seats {
        _ if yours => format!("À toi de jouer ({})", letter(side)),
        _ if computer => String::from("L'ordinateur réfléchit"),
        _ => format!("À {} de jouer", letter(side)),
    };
    match position {
        Position::Ultimate(ultimate) => {
            if computer {
                text.push_str(" : il joue");
            }
            match ultimate.forced() {
                Some(board) => {
                    text.push_str(&format!(" dans la petite grille {}", board + 1));
                    if let Some(cell) = last.filter(|cell| cell.0 % 9 == board) {
                        let who = match seats {
                            Seats::Two => format!("{} vient", letter(side.other())),
                            Seats::Against(_) if yours => String::from("l'ordinateur vient"),
                            Seats::Against(_) => String::from("tu viens"),
                        };
                        text.push_str(&format!(
                            ", celle de la case {} que {who} de jouer",
                            cell.0 % 9 + 1
                        ));
                    }
                }
                None => {
                    text.push_str(if yours {
                        " où tu veux"
                    } else {
                        " où il veut"
                    });
                    if let Some(board) = last.map(|cell| cell.0 % 9)
                        && ultimate.board_closed(board)
                    {
                        text.push_str(&format!(" : la petite grille {} est fermée", board + 1));
                    }
                }
            }
        }
        Position::Infini(_) => {
            if let Some(cell) = position.vanishing(side) {
                let whose = if yours { "ton" } else { "son" };
                text.push_str(&format!(
                    " : {whose} symbole de la case {} va disparaître",
                    cell.0 + 1
                ));
            }
        }
        Position::Classique(_) | Position::Cube(_) => {}
    }
    text.push('.');
    set(text)
}

/// What has just been played, for the live region: « Coup 7 : X en grille 5,
/// case 1. O doit jouer dans la petite grille 1. »
pub fn announcement(
    before: &Position,
    after: &Position,
    cell: Cell,
    number: usize,
    seats: Seats,
) -> String {
    let game = before.game();
    let side = before.turn();
    let mut text = format!(
        "Coup {number} : {} en {}.",
        letter(side),
        place_name(game, cell)
    );
    if let Some(gone) = before.vanishing(side) {
        text.push_str(&format!(
            " Le {} de la case {} disparaît.",
            letter(side),
            gone.0 + 1
        ));
    }
    if let (Position::Ultimate(was), Position::Ultimate(is)) = (before, after) {
        let board = cell.0 / 9;
        if !was.board_closed(board) && is.board_closed(board) {
            text.push_str(&match is.board_winner(board) {
                Some(side) => {
                    format!(" {} prend la petite grille {}.", letter(side), board + 1)
                }
                None => format!(" La petite grille {} est pleine.", board + 1),
            });
        }
    }
    // Why a small board is forced is clear from the move just said; why it is not
    // has to be told.
    let free = matches!(after, Position::Ultimate(after) if after.forced().is_none());
    text.push(' ');
    text.push_str(&status(after, free.then_some(cell), seats));
    set(text)
}

/// What the live region says when a move is taken back.
pub fn undone(position: &Position, moves: usize, seats: Seats) -> String {
    let what = match moves {
        0 => "Rien à annuler.",
        1 => "Coup annulé.",
        _ => "Coups annulés.",
    };
    format!("{what} {}", status(position, None, seats))
}

/// What the live region says when moves are played again.
pub(crate) fn redone(position: &Position, moves: usize, seats: Seats) -> String {
    let what = match moves {
        0 => "Rien à rétablir.",
        1 => "Coup rétabli.",
        _ => "Coups rétablis.",
    };
    format!("{what} {}", status(position, None, seats))
}

/// Stands in for the status while a hint is looked for.
pub(crate) fn searching() -> String {
    typeset("Je cherche un bon coup…")
}

/// A hint: the move, and in one sentence why it is a good one.
pub(crate) fn hint(position: &Position, cell: Cell, reason: Reason) -> String {
    let game = position.game();
    let other = letter(position.turn().other());
    let board = |board: u8| format!("la petite grille {}", board + 1);
    let why = match reason {
        Reason::Wins => String::from("c'est gagné tout de suite"),
        Reason::Blocks => format!("sans cela, {other} y gagne au coup suivant"),
        Reason::DoubleThreat => {
            format!("deux menaces d'un coup, et {other} ne peut en boucher qu'une")
        }
        Reason::Forces { reply } => format!(
            "une menace, et {other} n'a qu'une réponse : {}",
            place_name(game, reply)
        ),
        Reason::FreesCell { cell } => format!(
            "au prochain coup de {other}, la {} se libère, et tu y gagneras",
            place_name(game, cell)
        ),
        Reason::WinsIn(1) => String::from("c'est gagné tout de suite"),
        Reason::WinsIn(marks) => format!("le gain est sûr, en {} coups", in_letters(marks.into())),
        Reason::OnlyMove => String::from("tous les autres coups perdent"),
        Reason::KeepsDraw => String::from("de quoi ne pas perdre"),
        Reason::AvoidsSending { board: to, harm } => {
            let harm = match harm {
                Harm::WinsGame => "gagnerait la partie",
                Harm::WinsBoard => "gagnerait cette petite grille",
                Harm::FreeChoice => "jouerait où il veut",
            };
            format!(
                "tu évites d'envoyer {other} dans {}, où il {harm}",
                board(to)
            )
        }
        Reason::TakesBoard(to) => format!("tu gagnes {}", board(to)),
        Reason::BlocksBoard(to) => format!("tu empêches {other} de gagner {}", board(to)),
        Reason::Lasts => String::from("c'est perdu, mais c'est ce qui résiste le plus longtemps"),
        Reason::Centre => String::from("le centre est sur le plus d'alignements"),
        Reason::Best => String::from("c'est ce que l'ordinateur préfère ici"),
    };
    set(format!("Essaie {} : {why}.", the_cell(game, cell)))
}

/// A cell with its article, and where it is in the large games: « la case 5 », « la
/// case 2 de la petite grille 5 ».
pub fn the_cell(game: Game, cell: Cell) -> String {
    match game {
        Game::Classique | Game::Infini => format!("la {}", place_name(game, cell)),
        Game::Ultimate => format!(
            "la case {} de la petite grille {}",
            cell.0 % 9 + 1,
            cell.0 / 9 + 1
        ),
        Game::Cube => format!(
            "la case {} ({})",
            game.cell_name(cell),
            place_name(game, cell)
        ),
    }
}

/// Why a move is refused, for the person who tried it.
pub fn refusal(position: &Position, cell: Cell, reason: Illegal) -> String {
    let game = position.game();
    let text = match reason {
        Illegal::GameOver => String::from("La partie est finie : commence une nouvelle partie."),
        Illegal::Occupied => match position.mark(cell) {
            Some(side) if position.vanishing(side) == Some(cell) && side == position.turn() => {
                format!(
                    "{} prise : ce {} ne part qu'après ton coup.",
                    capital(&place_name(game, cell)),
                    letter(side)
                )
            }
            Some(side) => format!(
                "{} déjà prise par {}.",
                capital(&place_name(game, cell)),
                letter(side)
            ),
            None => format!("{} déjà prise.", capital(&place_name(game, cell))),
        },
        Illegal::WrongBoard { must } => format!(
            "Pas dans la grille {} : tu dois jouer dans la petite grille {}.",
            cell.0 / 9 + 1,
            must + 1
        ),
        Illegal::ClosedBoard { board } => format!(
            "La petite grille {} est fermée : choisis une grille ouverte.",
            board + 1
        ),
        Illegal::OutOfRange => String::from("Cette case n'existe pas."),
    };
    set(text)
}

/// The short reason in « coup 3 : 25 impossible, grille 1 obligatoire ».
fn reason(reason: Illegal) -> String {
    match reason {
        Illegal::GameOver => String::from("la partie est finie"),
        Illegal::Occupied => String::from("case déjà prise"),
        Illegal::WrongBoard { must } => format!("grille {} obligatoire", must + 1),
        Illegal::ClosedBoard { board } => format!("grille {} fermée", board + 1),
        Illegal::OutOfRange => String::from("case inexistante"),
    }
}

fn move_form(game: Game) -> &'static str {
    match game {
        Game::Classique | Game::Infini => "une case de 1 à 9",
        Game::Ultimate => "deux chiffres de 1 à 9, grille puis case, comme 55",
        Game::Cube => "trois chiffres de 1 à 4, étage, rangée, colonne, comme 111",
    }
}

/// What is wrong with a list of moves or a set-up: « coup 3 : 25 impossible,
/// grille 1 obligatoire ».
pub fn notation_error(game: Game, error: &NotationError) -> String {
    let message = match error {
        NotationError::Syntax(error) => syntax_error(error),
        NotationError::Setup(error) => setup_error(error),
        NotationError::Play {
            number,
            cell,
            reason: why,
            ..
        } => format!(
            "coup {number} : {} impossible, {}",
            game.cell_name(*cell),
            reason(*why)
        ),
    };
    set(message)
}

fn syntax_error(error: &SyntaxError) -> String {
    let word = &error.text;
    match error.kind {
        SyntaxKind::NotACell { game } => {
            format!("« {word} » n'est pas une case ({})", move_form(game))
        }
        SyntaxKind::UnknownSection(letter) => format!(
            "« {letter} » ne commence aucune partie d'une position ; une position s'écrit comme x1-9o5to"
        ),
        SyntaxKind::RepeatedSection(letter) => format!("« {letter} » est donné deux fois"),
        SyntaxKind::MissingSection => {
            format!("« {word} » vient avant x ; une position s'écrit comme x1-9o5to")
        }
        SyntaxKind::BadNumber { section, most } => {
            format!("{section} veut un nombre de 0 à {most}, et non « {word} »")
        }
        SyntaxKind::BadSide => format!("t veut x ou o, et non « {word} »"),
    }
}

fn setup_error(error: &SetupError) -> String {
    match *error {
        SetupError::Syntax(ref error) => syntax_error(error),
        SetupError::CellTwice { game, cell, .. } => {
            format!("la case {} est donnée deux fois", game.cell_name(cell))
        }
        SetupError::TooManyMarks { side } => {
            format!("{} a plus de trois symboles", letter(side))
        }
        SetupError::Counts { x, o } => format!(
            "{x} symbole{} X et {o} symbole{} O : X commence et chacun joue à son tour",
            plural(usize::from(x)),
            plural(usize::from(o))
        ),
        SetupError::Turn { expected, .. } => {
            format!(
                "d'après le nombre de symboles, c'est à {} de jouer",
                letter(expected)
            )
        }
        SetupError::TurnMissing => {
            String::from("trois symboles de chaque côté : ajoute tx ou to pour dire à qui de jouer")
        }
        SetupError::TwoWinners => String::from("X et O ont tous deux un alignement"),
        SetupError::AfterWin { winner } => {
            format!("{} a déjà gagné : personne ne joue après", letter(winner))
        }
        SetupError::LinesApart { side } => format!(
            "les alignements de {} n'ont pas de case commune : un seul coup ne peut pas les finir",
            letter(side)
        ),
        SetupError::BoardTwoWinners { board } => format!(
            "X et O ont tous deux un alignement dans la petite grille {}",
            board + 1
        ),
        SetupError::BoardLinesApart { board, side } => format!(
            "dans la petite grille {}, les alignements de {} n'ont pas de case commune",
            board + 1,
            letter(side)
        ),
        SetupError::ForcedClosed { board, .. } => format!(
            "la petite grille {} est fermée : elle ne peut pas être obligatoire",
            board + 1
        ),
        SetupError::MovesPlayed { given, marks, .. } => {
            format!("n{given} : moins de coups que de symboles, il y en a {marks}")
        }
        SetupError::MovesParity { given, turn, .. } => format!(
            "après {given} coups ce n'est pas à {} de jouer",
            letter(turn)
        ),
    }
}

/// What is wrong with the attributes of a board or the address of the page, and what
/// is shown for it.
pub fn spec_error(error: &SpecError) -> String {
    let mut sentence = spec_error_alone(error);
    if matches!(error, SpecError::Notation { .. }) {
        sentence += " Voici le plateau de départ.";
    }
    sentence
}

/// What is wrong with the attributes of a board or with a link.
fn spec_error_alone(error: &SpecError) -> String {
    match error {
        SpecError::Game(name) if name.is_empty() => set(format!(
            "Il manque le nom du jeu. Jeux connus : {}.",
            known_games()
        )),
        SpecError::Game(name) => quoting(
            &format!("Jeu inconnu « {WORD} ». Jeux connus : {}.", known_games()),
            name,
        ),
        SpecError::Choice {
            attribute,
            value,
            known,
        } => quoting(
            &format!(
                "« {WORD} » inconnu pour {attribute}. Valeurs connues : {}.",
                known.join(", ")
            ),
            value,
        ),
        SpecError::Seed(value) => quoting(
            &format!("La graine « {WORD} » n'est pas un nombre entier."),
            value,
        ),
        SpecError::Notation { game, error } => {
            let message = notation_error(*game, error);
            let message = match error {
                NotationError::Play { .. } => capital(&message),
                // Some begin with a letter of the notation, which has no capital.
                NotationError::Syntax(_) | NotationError::Setup(_) => {
                    set(format!("Écriture refusée : {message}"))
                }
            };
            format!("{message}.")
        }
    }
}

/// A link of another game than the boards of this page.
pub(crate) fn link_elsewhere(game: Game) -> String {
    set(format!(
        "Ce lien mène à une partie de {}, et cette page n'en a pas.",
        game_name(game)
    ))
}

fn known_games() -> String {
    Game::ALL.map(Game::slug).join(", ")
}

/// Where [`quoting`] puts the word.
const WORD: char = '\u{1}';

/// A sentence with somebody's own word in it, which is left as it was written but
/// for its length.
fn quoting(sentence: &str, word: &str) -> String {
    const LONGEST: usize = 32;
    let mut shown: String = word.chars().take(LONGEST).collect();
    if shown.len() < word.len() {
        shown.push('…');
    }
    let sentence = typeset(sentence);
    let (before, after) = sentence.split_once(WORD).unwrap_or((&sentence, ""));
    [before, &shown, after].concat()
}

/// The sentence that the loader shows when the script cannot run.
pub fn breakdown() -> String {
    typeset("Le plateau n'a pas pu s'animer ici : voici la position en image.")
}

/// Stands in for a turn when the worker is gone.
pub(crate) fn worker_failed() -> String {
    typeset("L'ordinateur ne répond plus. Continue à deux, ou commence une nouvelle partie.")
}

/// A click during the thinking.
pub(crate) fn wait() -> String {
    typeset("L'ordinateur réfléchit : attends son coup, ou annule le tien.")
}

/// A click on a cell of a demonstration.
pub(crate) fn demo_first() -> String {
    typeset("C'est une démonstration : choisis « Essaie toi-même » pour jouer d'ici.")
}

/// The label of the whole board.
pub(crate) fn board_label(game: Game) -> String {
    format!("Plateau de {}", game_name(game))
}

/// The label of the second, third and fourth floor of a picture.
pub(crate) fn panel_description(position: &Position, panel: u8) -> String {
    let marks = panel_marks(position, panel);
    let content = if marks.is_empty() {
        String::from("vide")
    } else {
        marks.join(", ")
    };
    set(format!("{} : {content}.", panel_label(position, panel)))
}

/// What the live region says of a step back in a demonstration.
pub(crate) fn shown_move(step: usize, moves: usize, status: &str) -> String {
    set(format!(
        "Position après {step} coup{} sur {moves}. {status}",
        plural(step)
    ))
}

/// Stands in for the status while the reader steps through the game.
pub(crate) fn looking(step: usize, moves: usize, status: &str) -> String {
    set(format!("Coup {step} sur {moves}. {status}"))
}

/// The label of a field that one types in.
pub(crate) fn field(field: Field, game: Game) -> String {
    set(match field {
        Field::Move => format!(
            "Écrire un coup, comme {}",
            game.cell_name(Cell(match game {
                Game::Classique | Game::Infini => 4,
                Game::Ultimate => 40,
                Game::Cube => 0,
            }))
        ),
        Field::Position => {
            String::from("Coller ici des coups, une position, un lien, un dessin ou une liste")
        }
    })
}

/// The words on the button that confirms a field.
pub(crate) fn field_button(field: Field) -> String {
    typeset(match field {
        Field::Move => "Jouer",
        Field::Position => "Ouvrir",
    })
}

/// The words on a button.
pub(crate) fn action(action: Action) -> String {
    typeset(match action {
        Action::New => "Nouvelle partie",
        Action::Restart => "Revenir à la figure",
        Action::Undo => "Annuler",
        Action::Redo => "Rétablir",
        Action::Hint => "Indice",
        Action::PlayNow => "Joue maintenant",
        Action::AgainstComputer => "Contre l'ordinateur",
        Action::AgainstHuman => "À deux",
        Action::MeFirst => "toi",
        Action::ComputerFirst => "l'ordinateur",
        Action::InTurn => "à tour de rôle",
        Action::Revenge => "Revanche",
        Action::Resume => "Reprendre ta partie",
        Action::Retry => "Réessayer",
        Action::Solution => "Solution",
        Action::NextExercise => "Exercice suivant",
        Action::Forsake => "L'abandonner (elle compte comme perdue)",
        Action::ToStart => "Début",
        Action::Back => "Précédent",
        Action::Forward => "Suivant",
        Action::Playback => "Lecture",
        Action::Free => "Essaie toi-même",
        Action::Copy => "Copier",
        Action::Format(format) => share::format(format),
        Action::Level(level) => level_name(level),
        Action::ToEnd => "Fin",
        Action::Go(_) => "Aller à ce coup",
        Action::More => "Plus",
        Action::Open(Panel::Players) => "Réglages",
        Action::Open(Panel::Moves) => "Coups",
        Action::Open(Panel::Share) => "Partager",
        Action::Open(Panel::Values) => "Valeurs",
        Action::Guess => "Devine d'abord",
        Action::Values => "Voir les valeurs",
        Action::Sequel => "Montre la suite",
        Action::Always => "Toujours montrer",
        Action::Project => "Plein écran",
        Action::Keys => "Touches",
        Action::Open(Panel::View) => "Vue",
        Action::View(option) => view_option(option),
        Action::Turn(turn) => turn_label(turn),
        Action::Pin(pin) => pin_label(pin),
    })
}

/// The button behind which one chooses whom one plays: it says what is chosen.
pub(crate) fn settings(level: Option<Level>) -> String {
    set(match level {
        Some(level) => format!("Ordinateur : {}", level_name(level)),
        None => String::from("À deux"),
    })
}

/// The name of the choice of what becomes of a game that was left.
pub(crate) fn waiting_label() -> String {
    String::from("Ta partie classée")
}

/// The name of the row of tools.
pub(crate) fn tools_label() -> String {
    String::from("Outils")
}

/// The name of the choice between the computer and a friend.
pub(crate) fn opponent_label() -> String {
    String::from("Adversaire")
}

/// The name of a level.
pub fn level_name(level: Level) -> &'static str {
    match level.slug() {
        "facile" => "facile",
        "moyen" => "moyen",
        "difficile" => "difficile",
        "parfait" => "parfait",
        "expert" => "expert",
        "doux" => "doux",
        "serieux" => "sérieux",
        _ => "Patashnik",
    }
}

/// What the level does, said when it is chosen.
pub(crate) fn level_chosen(level: Level) -> String {
    let does = match (level.game(), level.slug()) {
        (_, "facile") => "il joue presque au hasard",
        (Game::Ultimate, "moyen") => {
            "il prend une petite grille quand il le peut et t'empêche d'en prendre, sans rien prévoir"
        }
        (_, "moyen") => "il voit ce qui gagne et ce qui perd au coup suivant",
        (_, "difficile") => "il prévoit trois coups",
        (Game::Ultimate, _) => "il prévoit loin et pense à la grande grille",
        (_, "parfait") => "il ne se trompe jamais",
        (_, "doux") => "il regarde un coup devant lui et se laisse distraire",
        (_, "serieux") => "il cherche pendant près d'une demi-seconde",
        _ => "il réfléchit deux secondes et ne laisse rien passer",
    };
    set(format!("Niveau {} : {does}.", level_name(level)))
}

/// The name of the choice of a level.
pub(crate) fn level_label() -> String {
    String::from("Niveau")
}

/// The name of the choice of who begins.
pub(crate) fn first_label() -> String {
    String::from("Commence")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_that_must_not_break_do_not() {
        for (typed, set) in [
            ("« »", "«\u{a0}»"),
            ("« a » ;", "«\u{a0}a\u{a0}»\u{202f};"),
            ("50 % ? oui !", "50\u{a0}%\u{202f}? oui\u{202f}!"),
            ("l'an : d'ici", "l’an\u{a0}: d’ici"),
            ("a  b", "a  b"),
            ("", ""),
        ] {
            assert_eq!(typeset(typed), set);
        }
    }

    #[test]
    fn numbers_in_letters() {
        for (n, letters) in [
            (0, "zéro"),
            (1, "un"),
            (16, "seize"),
            (17, "dix-sept"),
            (21, "vingt-et-un"),
            (70, "soixante-dix"),
            (77, "soixante-dix-sept"),
            (90, "quatre-vingt-dix"),
            (91, "quatre-vingt-onze"),
            (99, "quatre-vingt-dix-neuf"),
            (100, "cent"),
            (101, "cent-un"),
            (180, "cent-quatre-vingts"),
            (192, "cent-quatre-vingt-douze"),
            (200, "deux-cents"),
            (201, "deux-cent-un"),
            (1000, "mille"),
            (80_000, "quatre-vingt-mille"),
            (200_000, "deux-cent-mille"),
            (1_000_000, "1\u{202f}000\u{202f}000"),
        ] {
            assert_eq!(in_letters(n), letters, "{n}");
        }
    }
}
