//! `morpion ugi`, as another program speaks to it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// A conversation; whatever the program does, the test ends.
struct Talk {
    child: Child,
    /// Closed by taking it away.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    fn new() -> Talk {
        let mut child = Command::new(env!("CARGO_BIN_EXE_morpion"))
            .arg("ugi")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Talk {
            child,
            input,
            lines,
        }
    }

    fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    fn say_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the program listens");
        input.flush().expect("the program listens");
    }

    fn hear(&self) -> String {
        self.lines
            .recv_timeout(Duration::from_secs(60))
            .expect("the program answers")
    }

    /// All lines up to one that begins with this word.
    fn hear_until(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.hear());
            if lines.last().is_some_and(|line| line.starts_with(word)) {
                return lines;
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    fn best_move(&mut self, go: &str) -> String {
        self.say(go);
        let lines = self.hear_until("bestmove ");
        lines[lines.len() - 1]["bestmove ".len()..].to_owned()
    }

    /// Nothing was said that has not been heard.
    fn is_quiet(&mut self) {
        assert_eq!(self.ask("isready"), "readyok");
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn says_who_it_is() {
    let mut talk = Talk::new();
    talk.say("ugi");
    let lines = talk.hear_until("ugiok");
    assert_eq!(
        lines[0],
        format!("id name morpion {}", env!("CARGO_PKG_VERSION"))
    );
    assert!(lines[1].starts_with("id author "));
    assert_eq!(
        lines[2],
        "option name Game type combo default ultimate \
         var classique var infini var ultimate var 3d"
    );
    assert!(lines[3].starts_with("option name Level type combo default expert var "));
    assert!(lines[4].starts_with("option name Seed type spin default 0 min 0 max "));
    assert_eq!(lines[5], "ugiok");
    talk.is_quiet();
}

/// What is said before each row is in the row; so is the answer.
#[test]
fn knows_how_a_game_stands() {
    let mut talk = Talk::new();
    for (game, position, [over, first, result]) in [
        ("ultimate", "startpos", ["false", "true", "none"]),
        (
            "ultimate",
            "startpos moves 55 51 15",
            ["false", "false", "none"],
        ),
        (
            "classique",
            "startpos moves 1 4 2 5 3",
            ["true", "false", "p1win"],
        ),
        (
            "classique",
            "startpos moves 1-4-2-5-9-6",
            ["true", "true", "p2win"],
        ),
        (
            "classique",
            "startpos moves 1 2 3 5 4 6 8 7 9",
            ["true", "false", "draw"],
        ),
        ("infini", "fen x1-5-7o3-6-8to", ["false", "false", "none"]),
        (
            "infini",
            "fen x1-5-7o3-6-8to moves 9",
            ["false", "true", "none"],
        ),
        (
            "3d",
            "fen x111-112-113o211-212-213tx moves 114",
            ["true", "false", "p1win"],
        ),
    ] {
        talk.say(&format!("setoption name Game value {game}"));
        talk.say(&format!("position {position}"));
        assert_eq!(
            talk.ask("query gameover"),
            format!("response {over}"),
            "{position}"
        );
        assert_eq!(
            talk.ask("query p1turn"),
            format!("response {first}"),
            "{position}"
        );
        assert_eq!(
            talk.ask("query result"),
            format!("response {result}"),
            "{position}"
        );
    }
    talk.say("uginewgame");
    assert_eq!(talk.ask("query p1turn"), "response true");
    assert_eq!(talk.ask("query gameover"), "response false");
}

#[test]
fn finds_moves_in_every_game() {
    let mut talk = Talk::new();
    for (game, position, best) in [
        ("classique", "startpos moves 1 5 2", "3"),
        ("infini", "startpos moves 1 4 2 5", "3"),
        (
            "ultimate",
            "fen x11-12-13-21-22-23-31-32o41-42-51-53-62-64-75-76txb3",
            "33",
        ),
        ("3d", "startpos moves 111 211 112 212 113 213", "114"),
    ] {
        talk.say(&format!("setoption name Game value {game}"));
        talk.say(&format!("position {position}"));
        for go in ["go nodes 2000", "go movetime 30", "go"] {
            assert_eq!(talk.best_move(go), best, "{game} {go}");
        }
    }
    talk.is_quiet();
}

#[test]
fn tells_what_it_thinks() {
    let mut talk = Talk::new();
    talk.say("position startpos moves 55 51 15");
    talk.say("go depth 6");
    let lines = talk.hear_until("bestmove ");
    let infos = &lines[..lines.len() - 1];
    assert!(!infos.is_empty());
    let last = &infos[infos.len() - 1];
    assert!(last.starts_with("info depth 6 score cp "), "{last}");
    for word in [" nodes ", " time ", " pv "] {
        assert!(last.contains(word), "{last}");
    }
    // The move is the first one of those that it expects.
    let expected = last.split(" pv ").nth(1).expect("moves");
    let best = &lines[lines.len() - 1]["bestmove ".len()..];
    assert_eq!(expected.split(' ').next(), Some(best));
    // A proven end is told in moves.
    talk.say("position fen x11-12-13-21-22-23-31-32o41-42-51-53-62-64-75-76txb3");
    talk.say("go nodes 1000");
    let lines = talk.hear_until("bestmove ");
    assert!(lines[0].contains(" score mate 1 "), "{lines:?}");
    // The same again, and by a seed.
    talk.say("position startpos");
    for seed in [1, 2] {
        talk.say(&format!("setoption name Seed value {seed}"));
        let moves = [0; 3].map(|_| talk.best_move("go nodes 3000"));
        assert!(moves.iter().all(|best| *best == moves[0]), "{moves:?}");
    }
}

#[test]
fn levels_are_an_option() {
    let mut talk = Talk::new();
    talk.say("setoption name Level value facile");
    talk.say("position startpos");
    // Nearly at random: many seeds, many moves.
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..20 {
        talk.say(&format!("setoption name Seed value {seed}"));
        seen.insert(talk.best_move("go"));
    }
    assert!(seen.len() > 10, "{seen:?}");
    let answer = talk.ask("setoption name Level value parfait");
    assert_eq!(
        answer,
        "info string unknown level \"parfait\" of ultimate; \
         levels: facile, moyen, difficile, expert"
    );
}

/// It is heard during the search, and so is what comes before and after it.
#[test]
fn stop_is_heard_while_it_searches() {
    let mut talk = Talk::new();
    talk.say("position startpos moves 55");
    let clock = Instant::now();
    talk.say("go infinite");
    thread::sleep(Duration::from_millis(200));
    // The search is asked whether it is there, and goes on.
    talk.say("isready");
    let lines = talk.hear_until("readyok");
    assert!(
        !lines.iter().any(|line| line.starts_with("bestmove")),
        "{lines:?}"
    );
    // What is no business of the search is answered afterwards.
    talk.say("query p1turn");
    talk.say("stop");
    let lines = talk.hear_until("bestmove ");
    assert!(
        lines.iter().all(|line| !line.starts_with("response")),
        "{lines:?}"
    );
    assert_eq!(talk.hear(), "response false");
    assert!(clock.elapsed() < Duration::from_secs(30));
    // A stop with nothing to stop says nothing.
    talk.say("stop");
    talk.is_quiet();
    // A search that has found all waits for the word too.
    talk.say("position fen x11-12-13-21-22-23-31-32o41-42-51-53-62-64-75-76txb3");
    talk.say("go infinite");
    thread::sleep(Duration::from_millis(100));
    talk.say("stop");
    let lines = talk.hear_until("bestmove ");
    assert_eq!(lines[lines.len() - 1], "bestmove 33");
    talk.is_quiet();
}

#[test]
fn time_is_kept() {
    let mut talk = Talk::new();
    talk.say("position startpos");
    let clock = Instant::now();
    talk.best_move("go movetime 300");
    let time = clock.elapsed();
    assert!(time >= Duration::from_millis(290), "{time:?}");
    // Generous: the machine may be busy with something else.
    assert!(time < Duration::from_secs(10), "{time:?}");
    talk.best_move("go p1time 600 p2time 1 p1inc 10 p2inc 0");
    // A clock that nobody hears the end of is a number like another.
    talk.say(&format!("go p1time {0} p1inc {0}", u64::MAX));
    talk.say("stop");
    talk.hear_until("bestmove ");
    talk.is_quiet();
}

/// A line that is wrong is named, and the position stays as it was.
#[test]
fn wrong_lines_are_told_and_lose_nothing() {
    let mut talk = Talk::new();
    talk.say("position startpos moves 55 51");
    for (line, answer) in [
        ("hello", "unknown command \"hello\""),
        (
            "position",
            "position is followed by: startpos [moves …], or fen <set-up> [moves …]",
        ),
        (
            "position fen",
            "position is followed by: startpos [moves …], or fen <set-up> [moves …]",
        ),
        (
            "position startpos moves 55 51 25",
            "moves: byte 6: move 3: 25 is refused: board 1 must be played",
        ),
        (
            "position startpos moves 5",
            "moves: byte 0: \"5\" is not a cell of ultimate (a cell is two digits 1 to 9: \
             board, cell)",
        ),
        (
            "position fen x55-55",
            "set-up: byte 4: cell 55 is given twice",
        ),
        ("go quickly", "go quickly takes a whole number, not \"\""),
        (
            "go nodes many",
            "go nodes takes a whole number, not \"many\"",
        ),
        (
            "go mate 3",
            "unknown limit \"mate\"; limits: nodes, movetime, depth, infinite, p1time, p2time, \
             p1inc, p2inc",
        ),
        (
            "query score",
            "unknown question \"score\"; questions: gameover, p1turn, result",
        ),
        (
            "setoption Game",
            "setoption is followed by: name <option> value <value>",
        ),
        (
            "setoption name Game value chess",
            "unknown game \"chess\"; games: classique, infini, ultimate, 3d",
        ),
        (
            "setoption name Hash value 16",
            "unknown option \"Hash\"; options: Game, Level, Seed",
        ),
        (
            "setoption name Seed value x",
            "Seed takes a whole number, not \"x\"",
        ),
    ] {
        assert_eq!(talk.ask(line), format!("info string {answer}"));
        assert_eq!(talk.ask("query p1turn"), "response true");
    }
    // Not even Unicode, and an empty line.
    talk.say_bytes(b"\xff\xfe\n\n");
    assert!(talk.hear().starts_with("info string unknown command "));
    // The two moves are still there: X must play in board 1.
    let best = talk.best_move("go nodes 500");
    assert!(best.starts_with('1'), "{best}");
    // A game that is over has no move.
    talk.say("setoption name Game value classique");
    talk.say("position startpos moves 1 4 2 5 3");
    assert_eq!(talk.best_move("go"), "none");
    talk.is_quiet();
}

/// `quit` ends it at once, a search or not; so does the end of the input.
#[test]
fn it_ends() {
    for last in ["quit", "go infinite\nquit"] {
        let mut talk = Talk::new();
        talk.say(last);
        let status = talk.child.wait().expect("the program ends");
        assert!(status.success());
    }
    // What was asked before the end is answered; a search without a limit would wait
    // for a word that cannot come.
    for last in ["go nodes 2000", "go infinite"] {
        let mut talk = Talk::new();
        talk.say(last);
        talk.input = None;
        talk.hear_until("bestmove ");
        let status = talk.child.wait().expect("the program ends");
        assert!(status.success(), "{last}");
    }
}

#[test]
fn it_has_a_help() {
    let help = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_morpion"))
            .args(arguments)
            .output()
            .expect("the program starts");
        (
            output.status.code(),
            String::from_utf8(output.stdout).expect("text"),
            String::from_utf8(output.stderr).expect("text"),
        )
    };
    let (code, told, complaint) = help(&["ugi", "--help"]);
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    assert!(told.contains("Usage: morpion ugi"), "{told}");
    let (code, told, complaint) = help(&["ugi", "ultimate"]);
    assert_eq!((code, told.as_str()), (Some(2), ""));
    assert_eq!(complaint, "morpion: unexpected argument \"ultimate\"\n");
}
