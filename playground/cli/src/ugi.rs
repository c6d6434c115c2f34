//! `morpion ugi`: the engine as a partner for other programs.
//!
//! The Universal Game Interface is what UCI is for chess, for any game of two.
//! A thread reads the lines, so that `stop` is heard while the engine searches;
//! what it hears besides waits its turn.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use morpion_engine::{
    Game, Level, Outcome, Outlook, Player, Progress, Record, Side, Tables, Value,
};

use crate::{Failure, reading};

/// How many nodes are searched between two looks at the clock and the lines.
const SLICE: u64 = 4_000;

/// What a `go` allows.
#[derive(Default)]
struct Limits {
    nodes: Option<u64>,
    time: Option<Duration>,
    depth: Option<u16>,
    infinite: bool,
}

/// The lines that other programs send, in order.
struct Lines {
    receiver: Receiver<String>,
    /// What came during a search and was not for it.
    waiting: VecDeque<String>,
}

struct Session<W> {
    out: W,
    lines: Lines,
    tables: Tables,
    game: Game,
    level: Level,
    seed: u64,
    record: Record,
}

/// Answers until `quit` or the end of the input.
pub(crate) fn run(out: &mut impl Write) -> Result<(), Failure> {
    let mut session = Session {
        out,
        lines: Lines {
            receiver: reading::lines(io::stdin()),
            waiting: VecDeque::new(),
        },
        tables: Tables::new(),
        game: Game::Ultimate,
        level: strongest(Game::Ultimate),
        seed: 0,
        record: Record::new(Game::Ultimate),
    };
    while let Some(line) = session.lines.next() {
        if line == "quit" {
            break;
        }
        session.answer(&line)?;
        session.out.flush()?;
    }
    Ok(())
}

impl Lines {
    /// The next line; `None` at the end of the input.
    fn next(&mut self) -> Option<String> {
        match self.waiting.pop_front() {
            Some(line) => Some(line),
            None => self.receiver.recv().ok(),
        }
    }
}

fn strongest(game: Game) -> Level {
    let levels = Level::all(game);
    levels[levels.len() - 1]
}

fn slugs(game: Game) -> Vec<&'static str> {
    Level::all(game).iter().map(|level| level.slug()).collect()
}

impl<W: Write> Session<W> {
    fn answer(&mut self, line: &str) -> Result<(), Failure> {
        let (word, rest) = split_word(line);
        let done = match word {
            "" => Ok(()),
            "ugi" => {
                self.introduce()?;
                Ok(())
            }
            "isready" => {
                writeln!(self.out, "readyok")?;
                Ok(())
            }
            "uginewgame" => {
                self.record = Record::new(self.game);
                Ok(())
            }
            "setoption" => self.set_option(rest),
            "position" => self.set_position(rest),
            "go" => match limits(rest, self.record.position().turn()) {
                Ok(limits) => return self.go(&limits),
                Err(message) => Err(message),
            },
            // Nothing is searched: there is nothing to stop.
            "stop" => Ok(()),
            "query" => match self.query(rest) {
                Ok(answer) => {
                    writeln!(self.out, "response {answer}")?;
                    Ok(())
                }
                Err(message) => Err(message),
            },
            word => Err(format!("unknown command {word:?}")),
        };
        if let Err(message) = done {
            writeln!(self.out, "info string {message}")?;
        }
        Ok(())
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        writeln!(self.out, "id name morpion {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(self.out, "id author the authors of the book of morpions")?;
        let games = Game::ALL.map(|game| format!(" var {game}"));
        writeln!(
            self.out,
            "option name Game type combo default ultimate{}",
            games.concat()
        )?;
        let mut levels: Vec<&str> = Game::ALL.into_iter().flat_map(slugs).collect();
        levels.sort_unstable();
        levels.dedup();
        let levels: Vec<String> = levels.iter().map(|slug| format!(" var {slug}")).collect();
        writeln!(
            self.out,
            "option name Level type combo default {}{}",
            self.level,
            levels.concat()
        )?;
        writeln!(
            self.out,
            "option name Seed type spin default 0 min 0 max {}",
            u64::MAX
        )?;
        writeln!(self.out, "ugiok")?;
        Ok(())
    }

    fn set_option(&mut self, rest: &str) -> Result<(), String> {
        let body = rest
            .strip_prefix("name ")
            .ok_or("setoption is followed by: name <option> value <value>")?;
        let (name, value) = match body.split_once(" value ") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (body.trim(), ""),
        };
        if name.eq_ignore_ascii_case("Game") {
            let game = Game::from_slug(value).ok_or_else(|| {
                format!("unknown game {value:?}; games: classique, infini, ultimate, 3d")
            })?;
            if game != self.game {
                self.game = game;
                self.level = strongest(game);
                self.record = Record::new(game);
            }
        } else if name.eq_ignore_ascii_case("Level") {
            self.level = Level::from_slug(self.game, value).ok_or_else(|| {
                let levels = slugs(self.game).join(", ");
                format!("unknown level {value:?} of {}; levels: {levels}", self.game)
            })?;
        } else if name.eq_ignore_ascii_case("Seed") {
            self.seed = value
                .parse()
                .map_err(|_| format!("Seed takes a whole number, not {value:?}"))?;
        } else {
            return Err(format!(
                "unknown option {name:?}; options: Game, Level, Seed"
            ));
        }
        Ok(())
    }

    /// Sets the position; when anything in the line is wrong, the old one stays.
    fn set_position(&mut self, rest: &str) -> Result<(), String> {
        let (body, moves) = match rest.split_once("moves") {
            Some((body, moves)) => (body.trim(), moves.trim()),
            None => (rest.trim(), ""),
        };
        let (kind, setup) = split_word(body);
        let start = match (kind, setup) {
            ("startpos", "") => Record::new(self.game),
            ("fen", setup) if !setup.is_empty() => {
                let position = morpion_engine::Position::parse_setup(self.game, setup)
                    .map_err(|error| format!("set-up: {error}"))?;
                Record::from_position(position)
            }
            _ => {
                return Err(
                    "position is followed by: startpos [moves …], or fen <set-up> [moves …]"
                        .to_owned(),
                );
            }
        };
        self.record = Record::parse_moves(start.position(), moves)
            .map_err(|error| format!("moves: {error}"))?;
        Ok(())
    }

    fn query(&self, what: &str) -> Result<&'static str, String> {
        let position = self.record.position();
        let truth = |holds| if holds { "true" } else { "false" };
        match what {
            "gameover" => Ok(truth(position.outcome().is_some())),
            "p1turn" => Ok(truth(position.turn() == Side::X)),
            "result" => Ok(match position.outcome() {
                Some(Outcome::Win(Side::X)) => "p1win",
                Some(Outcome::Win(Side::O)) => "p2win",
                Some(Outcome::Draw) => "draw",
                None => "none",
            }),
            what => Err(format!(
                "unknown question {what:?}; questions: gameover, p1turn, result"
            )),
        }
    }

    fn go(&mut self, limits: &Limits) -> Result<(), Failure> {
        if self.record.position().outcome().is_some() {
            writeln!(self.out, "info string the game is over")?;
            writeln!(self.out, "bestmove none")?;
            return Ok(());
        }
        let start = Instant::now();
        // Where something else ends the search, nodes do not.
        let unlimited = limits.infinite || limits.time.is_some() || limits.depth.is_some();
        let budget = limits.nodes.or(unlimited.then_some(u64::MAX));
        let mut player =
            Player::with_tables(&self.tables, &self.record, self.level, self.seed, budget);
        if let Some(depth) = limits.depth {
            player.limit_depth(depth);
            if self.game != Game::Ultimate {
                writeln!(self.out, "info string depth is a limit in ultimate only")?;
            }
        }
        let mut said = None;
        loop {
            let progress = player.run(SLICE);
            let outlook = player.outlook();
            if outlook.is_some() && outlook != said {
                self.inform(&player, outlook.as_ref(), start)?;
                said = outlook;
            }
            let late = limits.time.is_some_and(|time| start.elapsed() >= time);
            if progress == Progress::Done || late || self.heard_stop(limits.infinite)? {
                break;
            }
        }
        // « Infinite » ends with a word, even when there is nothing left to think.
        while limits.infinite && progress_is_final(&player) && !self.await_stop()? {}
        if said.is_none() {
            self.inform(&player, None, start)?;
        }
        let best = player.choice();
        let name = best.map_or("none".to_owned(), |cell| self.game.cell_name(cell));
        writeln!(self.out, "bestmove {name}")?;
        Ok(())
    }

    /// Looks through what has come during the search; true when it is to end. One that
    /// only a word can end ends with the input, after which no word comes.
    fn heard_stop(&mut self, infinite: bool) -> Result<bool, Failure> {
        loop {
            match self.lines.receiver.try_recv() {
                Ok(line) => {
                    if self.stops(line)? {
                        return Ok(true);
                    }
                }
                Err(TryRecvError::Empty) => return Ok(false),
                Err(TryRecvError::Disconnected) => return Ok(infinite),
            }
        }
    }

    /// Waits for one line; true when it ends the search, or none will come.
    fn await_stop(&mut self) -> Result<bool, Failure> {
        match self.lines.receiver.recv() {
            Ok(line) => self.stops(line),
            Err(_) => Ok(true),
        }
    }

    fn stops(&mut self, line: String) -> Result<bool, Failure> {
        match line.as_str() {
            "stop" => return Ok(true),
            "quit" => {
                self.lines.waiting.push_back(line);
                return Ok(true);
            }
            // The one question that may be asked at any time.
            "isready" => {
                writeln!(self.out, "readyok")?;
                self.out.flush()?;
            }
            _ => self.lines.waiting.push_back(line),
        }
        Ok(false)
    }

    fn inform(
        &mut self,
        player: &Player,
        outlook: Option<&Outlook>,
        start: Instant,
    ) -> Result<(), Failure> {
        write!(self.out, "info")?;
        if let Some(outlook) = outlook {
            write!(
                self.out,
                " depth {} score {}",
                outlook.depth,
                score(outlook)
            )?;
        }
        let ms = start.elapsed().as_millis();
        let nodes = player.nodes();
        write!(self.out, " nodes {nodes} time {ms}")?;
        // A clock may be too coarse to see a short search.
        if let Some(pace) = (u128::from(nodes) * 1000).checked_div(ms) {
            write!(self.out, " nps {pace}")?;
        }
        let alone = player.choice().into_iter().collect();
        let pv = outlook.map_or(alone, |outlook| outlook.pv.clone());
        if !pv.is_empty() {
            let names: Vec<String> = pv.iter().map(|&c| self.game.cell_name(c)).collect();
            write!(self.out, " pv {}", names.join(" "))?;
        }
        writeln!(self.out)?;
        self.out.flush()?;
        Ok(())
    }
}

/// A proven win or loss is told in moves of the winner, as other games do.
fn score(outlook: &Outlook) -> String {
    match (outlook.value, outlook.plies) {
        (Value::Win, Some(plies)) => format!("mate {}", plies.div_ceil(2)),
        (Value::Loss, Some(plies)) => format!("mate -{}", plies / 2),
        _ => format!("cp {}", outlook.score),
    }
}

fn progress_is_final(player: &Player) -> bool {
    player.per_mille() == 1000
}

fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (text, ""),
    }
}

fn limits(rest: &str, turn: Side) -> Result<Limits, String> {
    let mut limits = Limits::default();
    let (mut clock, mut increment) = (None, 0);
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            limits.infinite = true;
            continue;
        }
        let value = words.next().unwrap_or_default();
        let number: u64 = value
            .parse()
            .map_err(|_| format!("go {word} takes a whole number, not {value:?}"))?;
        match (word, turn) {
            ("nodes", _) => limits.nodes = Some(number.max(1)),
            ("movetime", _) => limits.time = Some(Duration::from_millis(number)),
            ("depth", _) => limits.depth = Some(number.clamp(1, 1_000) as u16),
            ("p1time", Side::X) | ("p2time", Side::O) => clock = Some(number),
            ("p1inc", Side::X) | ("p2inc", Side::O) => increment = number,
            ("p1time" | "p2time" | "p1inc" | "p2inc", _) => {}
            _ => {
                return Err(format!(
                    "unknown limit {word:?}; limits: nodes, movetime, depth, infinite, \
                     p1time, p2time, p1inc, p2inc"
                ));
            }
        }
    }
    if let Some(clock) = clock {
        // No game is longer than some forty moves a side; half of what each move
        // brings back is spent at once.
        // The clock is any number that fits: it is divided first.
        let share = (clock / 30)
            .saturating_add(increment / 2)
            .min(clock / 10 * 9);
        limits.time.get_or_insert(Duration::from_millis(share));
    }
    Ok(limits)
}
