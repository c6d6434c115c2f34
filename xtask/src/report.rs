//! Steps, their times, the progress line, and children with their output.

use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// Time between two drawings of the progress line.
const TICK: Duration = Duration::from_millis(100);
/// The progress line is cut to this many characters, so that it never wraps.
const LINE_WIDTH: usize = 78;
const SPINNER: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/// Tells the person at the terminal what goes on.
pub(crate) struct Report {
    shows_steps: bool,
    terminal: bool,
}

/// How a child ended, and all that it said.
pub(crate) struct Ended {
    /// Its exit status.
    pub(crate) status: ExitStatus,
    /// Its standard output and error, in the order they came.
    pub(crate) output: String,
}

impl Report {
    /// `shows_steps`: whether a finished step leaves a line with its time.
    pub(crate) fn new(shows_steps: bool) -> Self {
        Self {
            shows_steps,
            terminal: std::io::stdout().is_terminal(),
        }
    }

    /// One line to the person, whatever the mode: what is about to be installed,
    /// where the book is served.
    pub(crate) fn say(&self, line: &str) {
        self.clear();
        println!("{line}");
    }

    /// A step done in this process.
    pub(crate) fn step<T>(&self, name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let start = Instant::now();
        let result = work().with_context(|| format!("step `{name}` failed"));
        self.finish(name, start, result.is_ok());
        result
    }

    /// A step done by a child. Its output is shown only when it fails, then in
    /// full; on success it is given back.
    pub(crate) fn run(&self, name: &str, command: &mut Command) -> Result<String> {
        let start = Instant::now();
        if self.shows_steps && !self.terminal {
            println!("  {name} …");
        }
        let ended = self.follow(name, command, |_| {})?;
        self.finish(name, start, ended.status.success());
        if !ended.status.success() {
            println!("{}", ended.output.trim_end());
            bail!("step `{name}` failed ({})", ended.status);
        }
        Ok(ended.output)
    }

    /// Starts a child and gives each of its lines to `on_line` as it comes.
    pub(crate) fn follow(
        &self,
        name: &str,
        command: &mut Command,
        mut on_line: impl FnMut(&str),
    ) -> Result<Ended> {
        let start = Instant::now();
        let program = command.get_program().to_string_lossy().into_owned();
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start `{program}`"))?;

        let (sender, lines) = mpsc::channel();
        let stdout = child.stdout.take().context("no standard output")?;
        let stderr = child.stderr.take().context("no standard error")?;
        send_lines(stdout, sender.clone());
        send_lines(stderr, sender);

        let mut output = String::new();
        let mut last = String::new();
        loop {
            match lines.recv_timeout(TICK) {
                Ok(line) => {
                    self.clear();
                    on_line(&line);
                    output.push_str(&line);
                    output.push('\n');
                    last = line;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.draw(name, start.elapsed(), &last);
        }
        let status = child.wait()?;
        self.clear();
        Ok(Ended { status, output })
    }

    fn finish(&self, name: &str, start: Instant, succeeded: bool) {
        self.clear();
        if self.shows_steps {
            let mark = if succeeded { '✓' } else { '✗' };
            println!("  {mark} {name:<28} {:>8}", seconds(start.elapsed()));
        }
    }

    fn draw(&self, name: &str, elapsed: Duration, last: &str) {
        if !self.terminal {
            return;
        }
        let frame = (elapsed.as_millis() / TICK.as_millis()) as usize % SPINNER.len();
        let line = format!(
            "{} {name} {:>4} s  {}",
            SPINNER[frame],
            elapsed.as_secs(),
            plain(last).trim()
        );
        let cut: String = line.chars().take(LINE_WIDTH).collect();
        print!("\r\x1b[K{cut}");
        flush();
    }

    fn clear(&self) {
        if self.terminal {
            print!("\r\x1b[K");
            flush();
        }
    }
}

/// A duration as a person reads it.
pub(crate) fn seconds(duration: Duration) -> String {
    format!("{:.2} s", duration.as_secs_f64())
}

/// A line without terminal escapes and other control characters.
pub(crate) fn plain(line: &str) -> String {
    let mut kept = String::new();
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character == '\x1b' {
            // A colour: everything up to the letter that ends it.
            characters.by_ref().find(char::is_ascii_alphabetic);
        } else if !character.is_control() {
            kept.push(character);
        }
    }
    kept
}

/// A reader that hangs up early (`| head`) is no reason to stop a build.
fn flush() {
    let _ = std::io::stdout().flush();
}

fn send_lines(source: impl Read + Send + 'static, sender: Sender<String>) {
    thread::spawn(move || {
        let mut reader = BufReader::new(source);
        let mut bytes = Vec::new();
        while reader
            .read_until(b'\n', &mut bytes)
            .is_ok_and(|count| count > 0)
        {
            let line = String::from_utf8_lossy(&bytes);
            if sender
                .send(line.trim_end_matches(['\n', '\r']).to_owned())
                .is_err()
            {
                break;
            }
            bytes.clear();
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_is_followed_line_by_line() {
        let mut seen = Vec::new();
        let ended = Report::new(false)
            .follow(
                "rustc",
                Command::new("rustc").args(["--version", "--verbose"]),
                |line| seen.push(line.to_owned()),
            )
            .unwrap();
        assert!(ended.status.success());
        assert!(
            seen.iter().any(|line| line.starts_with("host: ")),
            "{seen:?}"
        );
        assert_eq!(ended.output, seen.join("\n") + "\n");
    }

    #[test]
    fn a_failing_child_fails_the_step() {
        let error = Report::new(false)
            .run("nonsense", Command::new("rustc").arg("--no-such-option"))
            .unwrap_err();
        assert!(
            error.to_string().contains("step `nonsense` failed"),
            "{error}"
        );
        let error = Report::new(false)
            .run("nobody", &mut Command::new("no-such-program"))
            .unwrap_err();
        assert!(
            error.to_string().contains("cannot start `no-such-program`"),
            "{error}"
        );
    }

    #[test]
    fn colours_are_taken_out() {
        assert_eq!(
            plain("test result: \x1b[32mok\x1b[0m. 3 passed\r"),
            "test result: ok. 3 passed"
        );
    }
}
