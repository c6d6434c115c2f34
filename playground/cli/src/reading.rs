//! Lines that come when they come.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// What is read, line by line, without the white space around it; no more come when the
/// input has ended.
///
/// A thread reads. It ends with the input, or with the first line that nobody wants: no
/// one waits for it, for nobody can wake it from reading.
pub(crate) fn lines(input: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        let mut line = Vec::new();
        // Bytes, not a string: what is not UTF-8 is a wrong word, not an error.
        while input
            .read_until(b'\n', &mut line)
            .is_ok_and(|read| read > 0)
        {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            line.clear();
            if sender.send(text).is_err() {
                break;
            }
        }
    });
    lines
}
