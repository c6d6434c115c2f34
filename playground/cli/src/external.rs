//! A program that speaks the Universal Game Interface, as a player.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use morpion_engine::{Cell, Game, Record};

use crate::Failure;

/// How long a program may think.
#[derive(Clone, Copy)]
pub(crate) enum Pace {
    Nodes(u64),
    Milliseconds(u64),
}

/// A running program; it ends with this value.
pub(crate) struct External {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    command: String,
}

impl External {
    /// Starts a program, given as words separated by spaces, and tells it which
    /// game is played.
    pub(crate) fn start(command: &str, game: Game) -> Result<External, Failure> {
        let mut words = command.split_whitespace();
        let Some(program) = words.next() else {
            return Err(Failure::Usage("cmd: is followed by no program".to_owned()));
        };
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| Failure::Usage(format!("{program} does not start: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::Usage(format!("{program} has no pipes")));
        };
        let mut external = External {
            child,
            input,
            output: BufReader::new(output),
            command: command.to_owned(),
        };
        external.tell("ugi")?;
        external.await_word("ugiok")?;
        external.tell(&format!("setoption name Game value {}", game.slug()))?;
        Ok(external)
    }

    /// Begins a game.
    pub(crate) fn new_game(&mut self) -> Result<(), Failure> {
        self.tell("uginewgame")?;
        self.tell("isready")?;
        self.await_word("readyok")
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn choose(&mut self, record: &Record, pace: Pace) -> Result<Cell, String> {
        let game = record.game();
        let mut position = "position startpos".to_owned();
        for (index, &cell) in record.moves().iter().enumerate() {
            position.push_str(if index == 0 { " moves " } else { " " });
            position.push_str(&game.cell_name(cell));
        }
        let go = match pace {
            Pace::Nodes(nodes) => format!("go nodes {nodes}"),
            Pace::Milliseconds(ms) => format!("go movetime {ms}"),
        };
        let reply = self
            .tell_all(&[&position, &go])
            .and_then(|()| self.read_until("bestmove"))
            .map_err(|error| error.to_string())?;
        let word = reply.split_whitespace().nth(1).unwrap_or_default();
        game.cell_from_name(word)
            .ok_or_else(|| format!("{reply:?} names no cell"))
    }

    fn tell(&mut self, line: &str) -> Result<(), Failure> {
        self.tell_all(&[line]).map_err(|error| self.broken(&error))
    }

    fn tell_all(&mut self, lines: &[&str]) -> io::Result<()> {
        for line in lines {
            writeln!(self.input, "{line}")?;
        }
        self.input.flush()
    }

    fn await_word(&mut self, word: &str) -> Result<(), Failure> {
        match self.read_until(word) {
            Ok(_) => Ok(()),
            Err(error) => Err(self.broken(&error)),
        }
    }

    /// Reads lines until one begins with this word; the others are its own
    /// business.
    fn read_until(&mut self, word: &str) -> io::Result<String> {
        loop {
            let mut line = Vec::new();
            if self.output.read_until(b'\n', &mut line)? == 0 {
                return Err(io::Error::other(format!("it ended before {word:?}")));
            }
            let line = String::from_utf8_lossy(&line);
            if line.split_whitespace().next() == Some(word) {
                return Ok(line.trim().to_owned());
            }
        }
    }

    fn broken(&self, error: &io::Error) -> Failure {
        Failure::Usage(format!("{}: {error}", self.command))
    }
}

impl Drop for External {
    fn drop(&mut self) {
        // A program that does not hear « quit » is ended; one that has ended
        // already gives errors that nobody needs.
        let _ = self.tell_all(&["quit"]);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
