//! `morpion match`: many games between two players, counted.
//!
//! The work is dealt to threads game by game. A level thinks in nodes and each
//! game has seeds of its own, so that who plays it and when makes no difference.

use std::collections::{BTreeMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use morpion_engine::{Game, Outcome, Player, Position, Progress, Record, Rng, Side, Tables};
use serde::{Deserialize, Serialize};

use crate::Failure;
use crate::args::{Contest, Contestant};
use crate::external::{External, Pace};

/// How many nodes are searched between two looks at the clock.
const SLICE: u64 = 2_000;
/// How often a random opening may turn out to be known before all are taken to
/// be known.
const TRIES: u32 = 2_000;

/// One game, as a line of the file of `--out`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Played {
    /// Its number, from 0.
    n: usize,
    /// `W`, `D` or `L` for A.
    result: char,
    /// The moves, those of the opening first.
    moves: String,
    /// Who lost by a move that the rules refuse, or by falling silent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forfeit: Option<String>,
}

/// What makes a match what it is: the first line of the file of `--out`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Terms {
    game: String,
    a: String,
    b: String,
    games: usize,
    seed: u64,
    plies: u32,
    nodes: Option<u64>,
    ms: Option<u64>,
    /// The engine's bench of this game: another engine may play other games.
    signature: u64,
}

/// The whole match, as `--json` prints it.
#[derive(Serialize)]
struct Report<'a> {
    command: String,
    #[serde(flatten)]
    terms: &'a Terms,
    played: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    /// Of A, a draw being a half.
    score: f64,
    /// The 95 % Wilson interval of the score.
    interval: [f64; 2],
    /// Plies, those of the opening among them.
    mean_length: f64,
    forfeits: usize,
    /// A letter for each game, in order: `W`, `D` or `L` for A.
    results: String,
    /// The plies of each game, in order.
    lengths: Vec<usize>,
}

/// Plays the match, or what is left of it.
pub(crate) fn run(options: &Contest, out: &mut impl Write) -> Result<(), Failure> {
    let terms = terms(options)?;
    let openings = openings(
        options.game,
        options.plies,
        options.games.div_ceil(2),
        options.seed,
    );
    let (first, last) = options.only.unwrap_or((0, options.games));
    let mut played = BTreeMap::new();
    let mut file = None;
    if let Some(path) = &options.out {
        let (opened, known) = resume(path, &terms)?;
        played = known;
        file = Some(opened);
    }
    let todo: Vec<usize> = (first..last).filter(|n| !played.contains_key(n)).collect();
    let mut bar = Bar::new(last - first, last - first - todo.len());
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let mut failure = None;
    thread::scope(|scope| {
        for _ in 0..options.threads.min(todo.len()) {
            let sender = sender.clone();
            let (todo, openings, next, stop) = (&todo, &openings, &next, &stop);
            scope.spawn(move || {
                let mut table = Table::new(options);
                while !stop.load(Ordering::Relaxed)
                    && let Some(&n) = todo.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let game = table.play(n, &openings[n / 2]);
                    if sender.send(game).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for game in &receiver {
            let noted = game.and_then(|game| {
                if let Some(file) = &mut file {
                    write_line(file, &game)?;
                }
                Ok(game)
            });
            match noted {
                Ok(game) => {
                    played.insert(game.n, game);
                    bar.advance(&played);
                }
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    failure.get_or_insert(error);
                }
            }
        }
    });
    bar.clear();
    if let Some(error) = failure {
        return Err(error);
    }
    let games: Vec<&Played> = played.range(first..last).map(|(_, game)| game).collect();
    report(options, &terms, &games, out)
}

fn terms(options: &Contest) -> Result<Terms, Failure> {
    Ok(Terms {
        game: options.game.slug().to_owned(),
        a: options.a.to_string(),
        b: options.b.to_string(),
        games: options.games,
        seed: options.seed,
        plies: options.plies,
        nodes: options.nodes,
        ms: options.ms,
        signature: crate::bench::signature(options.game)?,
    })
}

/// Opens the file of `--out`: what it holds of this match already is not played
/// again.
fn resume(path: &Path, terms: &Terms) -> Result<(File, BTreeMap<usize, Played>), Failure> {
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)
        .map_err(|error| Failure::Usage(format!("{}: {error}", path.display())))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines();
    let mut played = BTreeMap::new();
    match lines.next() {
        None => write_line(&mut file, terms)?,
        Some(header) => {
            if serde_json::from_str::<Terms>(header).ok().as_ref() != Some(terms) {
                return Err(Failure::Usage(format!(
                    "{} holds another match, or the same by another engine; name a new file",
                    path.display()
                )));
            }
            // A line that was cut when the match was is played again.
            for game in lines.filter_map(|line| serde_json::from_str::<Played>(line).ok()) {
                if game.n < terms.games {
                    played.insert(game.n, game);
                }
            }
            if !text.ends_with('\n') {
                file.write_all(b"\n")?;
            }
        }
    }
    Ok((file, played))
}

fn write_line(file: &mut File, line: &impl Serialize) -> Result<(), Failure> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    // In one piece, so that a match that is cut leaves whole lines.
    file.write_all(text.as_bytes())?;
    Ok(())
}

/// Openings of so many random moves, none the mirror image of another while
/// there are new ones; then all may come again.
fn openings(game: Game, plies: u32, count: usize, seed: u64) -> Vec<Record> {
    let mut rng = Rng::new(seed);
    let mut known: HashSet<Position> = HashSet::new();
    let mut all = Vec::with_capacity(count);
    let mut in_vain = 0;
    while all.len() < count {
        let mut record = Record::new(game);
        for _ in 0..plies {
            let legal = record.position().legal();
            if legal.is_empty() {
                break;
            }
            let nth = rng.below(u64::from(legal.len())) as usize;
            if let Some(cell) = legal.iter().nth(nth) {
                // The move is legal: it has just been listed.
                let _ = record.play(cell);
            }
        }
        // A game that is over tells nothing about the players.
        let new =
            record.position().outcome().is_none() && known.insert(record.position().canonical());
        if new {
            all.push(record);
            in_vain = 0;
        } else {
            in_vain += 1;
            if in_vain == TRIES {
                known.clear();
                in_vain = 0;
            }
        }
    }
    all
}

/// A thread's place: its tables and its running programs.
struct Table<'a> {
    options: &'a Contest,
    tables: Tables,
    programs: [Option<External>; 2],
}

/// Who of the two cannot go on, and why.
struct Forfeit {
    who: usize,
    reason: String,
}

impl<'a> Table<'a> {
    fn new(options: &'a Contest) -> Table<'a> {
        Table {
            options,
            tables: Tables::new(),
            programs: [None, None],
        }
    }

    /// Plays one game: each opening is played twice, A being X first and then O.
    fn play(&mut self, n: usize, opening: &Record) -> Result<Played, Failure> {
        let mut record = opening.clone();
        let a = if n.is_multiple_of(2) {
            Side::X
        } else {
            Side::O
        };
        // A generator for each game: the games before it take nothing from it.
        let mut rng = Rng::new(self.options.seed ^ ((n as u64 + 1) << 32));
        let seeds = [rng.next_u64(), rng.next_u64()];
        let outcome = self
            .begin()?
            .and_then(|()| self.play_on(&mut record, a, seeds));
        let (winner, forfeit) = match outcome {
            Ok(Outcome::Win(side)) => (Some(side), None),
            Ok(Outcome::Draw) => (None, None),
            Err(Forfeit { who, reason }) => {
                // A program that broke off is started anew for the next game.
                self.programs[who] = None;
                let name = self.contestants()[who];
                let winner = if who == 0 { a.other() } else { a };
                (Some(winner), Some(format!("{name}: {reason}")))
            }
        };
        Ok(Played {
            n,
            result: match winner {
                Some(side) if side == a => 'W',
                Some(_) => 'L',
                None => 'D',
            },
            moves: record.notation(),
            forfeit,
        })
    }

    /// Tells the programs that a game begins, those that do not run being started.
    ///
    /// One that cannot be started ends the match: it would lose every game. One that
    /// was there and is not any more has lost this game.
    fn begin(&mut self) -> Result<Result<(), Forfeit>, Failure> {
        for (who, contestant) in self.contestants().into_iter().enumerate() {
            let Contestant::Program(command) = contestant else {
                continue;
            };
            let program = match &mut self.programs[who] {
                Some(program) => program,
                none => none.insert(External::start(command, self.options.game)?),
            };
            if let Err(reason) = program.new_game() {
                return Ok(Err(Forfeit { who, reason }));
            }
        }
        Ok(Ok(()))
    }

    /// Plays a game, in which A has this side, to its end.
    fn play_on(
        &mut self,
        record: &mut Record,
        a: Side,
        seeds: [u64; 2],
    ) -> Result<Outcome, Forfeit> {
        loop {
            let position = record.position();
            if let Some(outcome) = position.outcome() {
                return Ok(outcome);
            }
            let who = usize::from(position.turn() != a);
            self.choose(who, record, seeds[who])
                .and_then(|cell| {
                    record
                        .play(cell)
                        .map_err(|reason| format!("{}: {reason}", record.game().cell_name(cell)))
                })
                .map_err(|reason| Forfeit { who, reason })?;
        }
    }

    fn contestants(&self) -> [&'a Contestant; 2] {
        [&self.options.a, &self.options.b]
    }

    fn choose(
        &mut self,
        who: usize,
        record: &Record,
        seed: u64,
    ) -> Result<morpion_engine::Cell, String> {
        let (nodes, ms) = (self.options.nodes, self.options.ms);
        if let Some(program) = &mut self.programs[who] {
            let pace = match (nodes, ms) {
                (Some(nodes), _) => Pace::Nodes(nodes),
                (None, ms) => Pace::Milliseconds(ms.unwrap_or(1_000)),
            };
            return program.choose(record, pace);
        }
        let Contestant::Level(level) = *self.contestants()[who] else {
            return Err("the program has ended".to_owned());
        };
        let budget = if ms.is_some() { Some(u64::MAX) } else { nodes };
        let mut player = Player::with_tables(&self.tables, record, level, seed, budget);
        let end = ms.map(|ms| Instant::now() + Duration::from_millis(ms));
        let slice = if end.is_some() { SLICE } else { u64::MAX };
        while player.run(slice) == Progress::Working {
            if end.is_some_and(|end| Instant::now() >= end) {
                break;
            }
        }
        player.choice().ok_or_else(|| "no move".to_owned())
    }
}

/// The share of one player and its 95 % interval by E. B. Wilson's formula
/// ("Probable inference, the law of succession, and statistical inference",
/// Journal of the American Statistical Association 22, 1927). A draw is half a
/// success; that makes the true interval narrower than this one, never wider.
fn wilson(score: f64, games: usize) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let (n, z) = (games as f64, 1.96_f64);
    let middle = score + z * z / (2.0 * n);
    let spread = z * (score * (1.0 - score) / n + z * z / (4.0 * n * n)).sqrt();
    [-1.0, 1.0].map(|sign| {
        let end = (middle + sign * spread) / (1.0 + z * z / n);
        // At 0 and 1 the formula meets the end exactly but for its rounding.
        end.clamp(0.0, 1.0)
    })
}

fn score_of(wins: usize, draws: usize, games: usize) -> f64 {
    (wins as f64 + draws as f64 / 2.0) / games.max(1) as f64
}

/// Four digits say all that a thousand games can.
fn four_digits(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

fn report(
    options: &Contest,
    terms: &Terms,
    games: &[&Played],
    out: &mut impl Write,
) -> Result<(), Failure> {
    let count = |letter| games.iter().filter(|game| game.result == letter).count();
    let [wins, draws, losses] = ['W', 'D', 'L'].map(count);
    let score = score_of(wins, draws, games.len());
    let lengths: Vec<usize> = games
        .iter()
        .map(|game| {
            game.moves
                .split('-')
                .filter(|word| !word.is_empty())
                .count()
        })
        .collect();
    let report = Report {
        command: options.command_line(),
        terms,
        played: games.len(),
        wins,
        draws,
        losses,
        score: four_digits(score),
        interval: wilson(score, games.len()).map(four_digits),
        mean_length: four_digits(
            lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64,
        ),
        forfeits: games.iter().filter(|game| game.forfeit.is_some()).count(),
        results: games.iter().map(|game| game.result).collect(),
        lengths,
    };
    if options.json {
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
        return Ok(());
    }
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    writeln!(
        out,
        "{} against {} at {}: {} games",
        terms.a, terms.b, terms.game, report.played
    )?;
    writeln!(out, "wins {wins}, draws {draws}, losses {losses}")?;
    writeln!(
        out,
        "score {} (95 % Wilson interval: {} to {})",
        percent(report.score),
        percent(report.interval[0]),
        percent(report.interval[1])
    )?;
    writeln!(out, "mean length {:.1} plies", report.mean_length)?;
    for game in games.iter().filter(|game| game.forfeit.is_some()) {
        let reason = game.forfeit.as_deref().unwrap_or_default();
        writeln!(out, "game {} was forfeited: {reason}", game.n)?;
    }
    Ok(())
}

/// The progress on stderr, where a person can see it.
struct Bar {
    total: usize,
    done: usize,
    before: usize,
    start: Instant,
    visible: bool,
}

impl Bar {
    const WIDTH: usize = 30;

    fn new(total: usize, done: usize) -> Bar {
        Bar {
            total,
            done,
            before: done,
            start: Instant::now(),
            visible: io::stderr().is_terminal(),
        }
    }

    fn advance(&mut self, played: &BTreeMap<usize, Played>) {
        self.done += 1;
        if !self.visible {
            return;
        }
        let filled = self.done * Bar::WIDTH / self.total.max(1);
        let count = |letter| played.values().filter(|game| game.result == letter).count();
        let pace = self.start.elapsed().as_secs_f64() / (self.done - self.before).max(1) as f64;
        // A line that cannot be shown is no reason to stop a match.
        let _ = write!(
            io::stderr(),
            "\r[{}{}] {}/{} +{} ={} -{}, {:.0} s left ",
            "#".repeat(filled),
            ".".repeat(Bar::WIDTH.saturating_sub(filled)),
            self.done,
            self.total,
            count('W'),
            count('D'),
            count('L'),
            pace * (self.total - self.done) as f64,
        );
    }

    fn clear(&self) {
        if self.visible {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the table of R. G. Newcombe, "Two-sided confidence intervals for the
    /// single proportion", Statistics in Medicine 17, 1998: method 3.
    #[test]
    fn the_interval_is_wilsons() {
        for (successes, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let ends = wilson(f64::from(successes) / f64::from(games), games as usize);
            let near = |a: f64, b: f64| (a - b).abs() < 0.000_06;
            assert!(near(ends[0], low) && near(ends[1], high), "{ends:?}");
        }
    }

    #[test]
    fn openings_are_new_up_to_symmetry() {
        let all = openings(Game::Ultimate, 4, 500, 1);
        let seen: HashSet<Position> = all.iter().map(|r| r.position().canonical()).collect();
        assert_eq!(seen.len(), 500);
        assert!(all.iter().all(|record| record.moves().len() == 4));
        assert_eq!(all, openings(Game::Ultimate, 4, 500, 1));
        assert_ne!(all, openings(Game::Ultimate, 4, 500, 2));
        // A shorter list is the beginning of a longer one.
        assert_eq!(all[..20], openings(Game::Ultimate, 4, 20, 1));
    }

    /// Two moves of Ultimate have 102 openings; after the last one they begin
    /// again.
    #[test]
    fn openings_come_again_when_all_are_known() {
        let all = openings(Game::Ultimate, 2, 150, 3);
        let classes = |part: &[Record]| {
            part.iter()
                .map(|r| r.position().canonical())
                .collect::<HashSet<_>>()
        };
        assert_eq!(classes(&all[..102]).len(), 102);
        assert_eq!(classes(&all).len(), 102);
        // Without any move there is one opening.
        assert_eq!(openings(Game::Cube, 0, 3, 1).len(), 3);
    }
}
