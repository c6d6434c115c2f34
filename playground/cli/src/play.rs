//! `morpion play`: a game at the prompt.

use std::io::{BufRead, Write};

use morpion_engine::{Cell, Outcome, Record, Rng, Tables, choose_with, first_opponent};
use serde::Serialize;

use crate::Failure;
use crate::args::Play;
use crate::show::{Report, draw};

/// What `--json` prints for each turn.
#[derive(Serialize)]
struct Turn {
    /// Who brought the position about: `start`, `me`, `computer` or `undo`.
    by: &'static str,
    /// The cell played, if one was.
    cell: Option<String>,
    #[serde(flatten)]
    position: Report,
}

/// A refused entry, in `--json`.
#[derive(Serialize)]
struct Refused<'a> {
    error: &'a str,
}

struct Session<'a, W> {
    options: &'a Play,
    record: Record,
    tables: Tables,
    out: W,
}

/// Plays until the game, the input or the patience of the person ends.
pub(crate) fn run(
    options: &Play,
    mut input: impl BufRead,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut session = Session {
        options,
        record: options.record.clone(),
        tables: Tables::new(),
        out,
    };
    session.show("start", None)?;
    loop {
        let position = session.record.position();
        if let Some(outcome) = position.outcome() {
            return session.end(outcome);
        }
        if position.turn() != options.person {
            // Without an answer there is nothing to wait for.
            let Some(cell) = session.answer() else {
                return session.say("The computer has no move.");
            };
            session.play("computer", cell)?;
            continue;
        }
        session.prompt()?;
        let mut line = Vec::new();
        // Bytes, not a string: what is not UTF-8 is a wrong word, not an error.
        if input.read_until(b'\n', &mut line)? == 0 {
            return session.say("\nBye.");
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim() {
            "" => {}
            "quit" => return session.say("Bye."),
            "undo" => session.undo()?,
            word => match session.record.game().cell_from_name(word) {
                Some(cell) => match position.check(cell) {
                    Ok(()) => session.play("me", cell)?,
                    Err(reason) => session.refuse(&format!("{word} is refused: {reason}"))?,
                },
                None => session.refuse(&format!(
                    "{word:?} is not a cell; a cell, undo or quit is expected"
                ))?,
            },
        }
    }
}

impl<W: Write> Session<'_, W> {
    /// The computer's move.
    fn answer(&self) -> Option<Cell> {
        let seed = self.options.seed;
        match self.options.level {
            Some(level) => choose_with(&self.tables, &self.record, level, seed, None),
            // Each turn has a generator of its own, so that a move taken back and
            // played again gets the same answer.
            None => {
                let position = self.record.position();
                let seed = seed.wrapping_add(position.key());
                first_opponent(&position, &mut Rng::new(seed))
            }
        }
    }

    fn play(&mut self, by: &'static str, cell: Cell) -> Result<(), Failure> {
        // The caller has checked the move, so that this never fails.
        if let Err(reason) = self.record.play(cell) {
            return self.refuse(&reason.to_string());
        }
        self.show(by, Some(cell))
    }

    /// Takes moves back to the person's last choice.
    fn undo(&mut self) -> Result<(), Failure> {
        let mine = |record: &Record| record.position().turn() == self.options.person;
        let mut shorter = self.record.clone();
        while shorter.undo().is_some() {
            if mine(&shorter) {
                self.record = shorter;
                return self.show("undo", None);
            }
        }
        self.refuse("there is no move of yours to take back")
    }

    fn show(&mut self, by: &'static str, cell: Option<Cell>) -> Result<(), Failure> {
        let cell = cell.map(|cell| self.record.game().cell_name(cell));
        if self.options.json {
            let position = Report::new(&self.record);
            let turn = Turn { by, cell, position };
            serde_json::to_writer(&mut self.out, &turn)?;
            writeln!(self.out)?;
        } else {
            if let (Some(cell), "computer") = (cell, by) {
                writeln!(self.out, "The computer plays {cell}.")?;
            }
            writeln!(self.out, "{}", draw(&self.record.position()))?;
        }
        Ok(())
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        if !self.options.json {
            let position = self.record.position();
            if let [board] = position.playable_boards()[..] {
                write!(self.out, "Board {} must be played. ", board + 1)?;
            }
            write!(self.out, "{} to move: ", position.turn())?;
        }
        self.out.flush()?;
        Ok(())
    }

    fn refuse(&mut self, message: &str) -> Result<(), Failure> {
        if self.options.json {
            serde_json::to_writer(&mut self.out, &Refused { error: message })?;
            writeln!(self.out)?;
        } else {
            writeln!(self.out, "{message}")?;
        }
        Ok(())
    }

    fn end(&mut self, outcome: Outcome) -> Result<(), Failure> {
        let moves = self.record.notation();
        self.say(&match outcome {
            Outcome::Win(side) if side == self.options.person => {
                format!("{side} wins: you win. Moves: {moves}")
            }
            Outcome::Win(side) => format!("{side} wins: the computer wins. Moves: {moves}"),
            Outcome::Draw => format!("A draw. Moves: {moves}"),
        })
    }

    /// A sentence for a person; programs have read it in the JSON.
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        if !self.options.json {
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }
}
