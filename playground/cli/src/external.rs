//! A program that speaks the Universal Game Interface, as a player.
//!
//! A thread reads its lines, so that one that has fallen silent keeps nobody waiting.

use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use morpion_engine::{Cell, Game, Record};

use crate::{Failure, reading};

/// How long a program may think.
#[derive(Clone, Copy)]
pub(crate) enum Pace {
    Nodes(u64),
    Milliseconds(u64),
}

/// What a program has to answer anything, on a machine that has other things to do.
const GRACE: Duration = Duration::from_secs(5);
/// How long a program may take to hear « quit ».
const FAREWELL: Duration = Duration::from_millis(500);

impl Pace {
    /// When a program is taken to be silent: ten times what it was told to take, or at a
    /// thousand nodes a second, which any program beats.
    fn patience(self) -> Duration {
        let thinking = match self {
            Pace::Nodes(nodes) => nodes,
            Pace::Milliseconds(ms) => ms.saturating_mul(10),
        };
        GRACE.saturating_add(Duration::from_millis(thinking))
    }
}

/// A running program; it ends with this value.
pub(crate) struct External {
    child: Child,
    input: ChildStdin,
    /// Its lines; no more come when it has ended.
    lines: Receiver<String>,
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
            lines: reading::lines(output),
        };
        external
            .ask(&["ugi"], "ugiok", GRACE)
            .map_err(|reason| Failure::Usage(format!("{command}: {reason}")))?;
        // One that ends here is found out when the first game begins.
        let _ = external.tell(&[&format!("setoption name Game value {}", game.slug())]);
        Ok(external)
    }

    /// Begins a game.
    ///
    /// # Errors
    /// Why the program does not.
    pub(crate) fn new_game(&mut self) -> Result<(), String> {
        self.ask(&["uginewgame", "isready"], "readyok", GRACE)
            .map(|_| ())
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
        let reply = self.ask(&[&position, &go], "bestmove", pace.patience())?;
        let word = reply.split_whitespace().nth(1).unwrap_or_default();
        game.cell_from_name(word)
            .ok_or_else(|| format!("{reply:?} names no cell"))
    }

    /// Says these lines and gives the next one that begins with this word; the others
    /// are the program's own business.
    fn ask(&mut self, said: &[&str], word: &str, patience: Duration) -> Result<String, String> {
        self.tell(said).map_err(|_| ended(word))?;
        let start = Instant::now();
        loop {
            let left = patience.saturating_sub(start.elapsed());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(format!(
                        "it did not say {word:?} in {} s",
                        patience.as_secs()
                    ));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(ended(word)),
            }
        }
    }

    /// Says these lines; an error means that nobody is there to hear them.
    fn tell(&mut self, lines: &[&str]) -> io::Result<()> {
        for line in lines {
            writeln!(self.input, "{line}")?;
        }
        self.input.flush()
    }
}

fn ended(word: &str) -> String {
    format!("it ended before {word:?}")
}

impl Drop for External {
    fn drop(&mut self) {
        // A program that does not hear « quit » is ended; one that has ended
        // already gives errors that nobody needs.
        let _ = self.tell(&["quit"]);
        let start = Instant::now();
        while start.elapsed() < FAREWELL && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
