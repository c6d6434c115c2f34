//! The exercises that the engine has made, as pages of the book, and the one of the
//! day.
//!
//! `engine/data/` holds them in words for programs; [`crate::messages`] says them in
//! French. What is right and what is wrong about a move is the engine's own verdict.

use std::ops::RangeInclusive;

use morpion_board::{Mode, Spec, Tempting, figure, figure_of_the_day};
use morpion_engine::{Cell, Game, Goal, Outcome, Position, Record, Side};
use serde::Deserialize;

use crate::chapter::{Style, plain_board};
use crate::data::{Data, data};
use crate::messages::exercises as said;

/// The data of a game: a line that says how it was made, then an exercise a line.
const fn data(game: Game) -> Data {
    match game {
        Game::Classique => data!("exercises-classique.jsonl"),
        Game::Infini => data!("exercises-infini.jsonl"),
        Game::Ultimate => data!("exercises-ultimate.jsonl"),
        Game::Cube => data!("exercises-3d.jsonl"),
    }
}

/// An exercise as the data has it.
#[derive(Deserialize)]
struct Line {
    grade: u8,
    goal: String,
    moves: String,
    theme: Vec<String>,
    accepted: Vec<String>,
    tempting: String,
    tempts: Vec<String>,
    fault: String,
    chance: Option<String>,
    refutation: Vec<String>,
    #[serde(default)]
    counter: Vec<String>,
    #[serde(default)]
    solution: Vec<String>,
}

/// An exercise of the book.
#[derive(Clone, Debug)]
pub(crate) struct Exercise {
    /// Its place among those of its game, from 1.
    pub(crate) number: usize,
    /// From 1, the easiest.
    pub(crate) grade: u8,
    pub(crate) goal: Goal,
    pub(crate) record: Record,
    /// What the accepted moves do, in the words of the data.
    pub(crate) theme: Vec<String>,
    pub(crate) accepted: Vec<Cell>,
    /// A wrong move, and why somebody would play it.
    pub(crate) tempting: Cell,
    pub(crate) tempts: Vec<String>,
    /// What is wrong with it, and why.
    pub(crate) fault: String,
    pub(crate) chance: Option<String>,
    /// The reply and what follows.
    pub(crate) refutation: Vec<Cell>,
    /// What the reply does, in the words of the data.
    pub(crate) counter: Vec<String>,
    /// How a win is played out, the opponent's moves among it.
    pub(crate) solution: Vec<Cell>,
}

impl Exercise {
    pub(crate) fn game(&self) -> Game {
        self.record.game()
    }

    /// Who looks for the move.
    pub(crate) fn solver(&self) -> Side {
        self.record.position().turn()
    }

    /// The small board that has to be played in, in Ultimate; from 0.
    pub(crate) fn forced(&self) -> Option<u8> {
        forced(&self.record)
    }

    /// The same for the opponent after the tempting move.
    pub(crate) fn after_tempting(&self) -> Option<u8> {
        let mut record = self.record.clone();
        // Of the legal moves it is the wrong one.
        let _ = record.play(self.tempting);
        forced(&record)
    }

    /// Whether what follows the tempting move ends with the opponent's win.
    pub(crate) fn is_lost(&self) -> bool {
        let mut record = self.record.clone();
        let moves = std::iter::once(&self.tempting).chain(&self.refutation);
        moves.into_iter().all(|&cell| record.play(cell).is_ok())
            && record.position().outcome() == Some(Outcome::Win(self.solver().other()))
    }

    fn read(game: Game, number: usize, line: &str) -> Option<Exercise> {
        let line: Line = serde_json::from_str(line).ok()?;
        let cells = |names: &[String]| -> Option<Vec<Cell>> {
            names.iter().map(|name| game.cell_from_name(name)).collect()
        };
        Some(Exercise {
            number,
            grade: line.grade,
            goal: Goal::from_name(&line.goal)?,
            record: Record::parse(game, &line.moves).ok()?,
            theme: line.theme,
            accepted: cells(&line.accepted)?,
            tempting: game.cell_from_name(&line.tempting)?,
            tempts: line.tempts,
            fault: line.fault,
            chance: line.chance,
            refutation: cells(&line.refutation)?,
            counter: line.counter,
            solution: cells(&line.solution)?,
        })
    }

    fn spec(&self) -> Spec {
        let mut spec = Spec::new(self.record.clone(), Mode::Exercise);
        spec.goal = Some(self.goal);
        spec.tempting = Some(Tempting {
            cell: self.tempting,
            why: said::why_it_tempts(self),
        });
        spec
    }
}

fn forced(record: &Record) -> Option<u8> {
    match record.position() {
        Position::Ultimate(position) => position.forced(),
        _ => None,
    }
}

/// The exercises of a game, from easy to hard.
///
/// # Errors
///
/// The line of the data that is none.
pub(crate) fn all(game: Game) -> Result<Vec<Exercise>, String> {
    data(game).read(1, |number, line| Exercise::read(game, number, line))
}

/// The grades that a game has.
pub(crate) fn grades(game: Game) -> Result<RangeInclusive<u8>, String> {
    Ok(1..=all(game)?.last().map_or(1, |last| last.grade))
}

/// The exercises of these grades: the lines of the page, and the keys under which they
/// are kept.
pub(crate) fn page(
    game: Game,
    grades: &RangeInclusive<u8>,
    style: Style,
) -> Result<(Vec<String>, Vec<String>), String> {
    let exercises = all(game)?;
    let mut rows = Vec::new();
    let mut keys = Vec::new();
    for grade in grades.clone() {
        let group: Vec<&Exercise> = exercises.iter().filter(|one| one.grade == grade).collect();
        let Some(first) = group.first() else { continue };
        rows.push(format!("## {}", said::heading(game, first.goal)));
        rows.push(String::new());
        let last = group.last().map_or(first.number, |last| last.number);
        rows.push(said::introduction(game, first.goal, first.number..=last));
        for one in group {
            let spec = one.spec();
            rows.push(String::new());
            rows.push(said::title(one.number));
            rows.push(String::new());
            rows.push(said::question(one));
            rows.push(String::new());
            if style.html {
                rows.push(figure(&spec, None));
                rows.push(String::new());
                rows.push(afterwards(one));
            } else {
                rows.push(plain_board(&spec, one.number as u32));
                rows.extend(
                    said::afterwards(one)
                        .into_iter()
                        .flat_map(|paragraph| [String::new(), paragraph]),
                );
            }
            keys.extend(spec.exercise_key());
        }
        rows.push(String::new());
    }
    rows.pop();
    Ok((rows, keys))
}

/// What is read once the reader has looked for the move: one line of HTML.
fn afterwards(exercise: &Exercise) -> String {
    let mut out = format!(
        "<details class=\"morpion-apres\"><summary>{}</summary>",
        said::afterwards_label()
    );
    for paragraph in said::afterwards(exercise) {
        // French sentences and names of cells: nothing to escape.
        out.push_str("<p>");
        out.push_str(&paragraph);
        out.push_str("</p>");
    }
    out.push_str("</details>");
    out
}

/// How many exercises take turns as the one of the day.
const DAYS: usize = 30;

/// The exercises that take turns: of all games and grades, two days in a row never of
/// the same game.
fn candidates() -> Result<Vec<Exercise>, String> {
    let games: Vec<Vec<Exercise>> = Game::ALL.into_iter().map(all).collect::<Result<_, _>>()?;
    let turns = (0..DAYS)
        .filter_map(|day| {
            let game = &games[day % games.len()];
            // Steps that mix easy and hard, and meet none twice.
            let rounds = DAYS.div_ceil(games.len());
            let step = game.len() / rounds;
            game.get((day / games.len() * 5 % rounds) * step + day % games.len())
        })
        .cloned();
    Ok(turns.collect())
}

/// The exercise of the day: the first of those that take turns, with the others for
/// the script.
pub(crate) fn of_the_day(style: Style) -> Result<String, String> {
    let specs: Vec<Spec> = candidates()?.iter().map(Exercise::spec).collect();
    Ok(match specs.first() {
        Some(first) if style.html => figure_of_the_day(first, &specs),
        Some(first) => plain_board(first, 1),
        None => String::new(),
    })
}
