//! The command line: what it may say, and what it says about itself.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use lexopt::{Arg, Parser};
use morpion_engine::infini::Variant;
use morpion_engine::{Game, Level, Record, Side};

use crate::Failure;
use crate::prove::{self, Prove};

/// A request that is right so far.
pub(crate) enum Command {
    Help(&'static str),
    Version,
    Perft(Perft),
    Show(Show),
    Lines { json: bool },
    Play(Play),
    Prove(Prove),
    Analyse(Analyse),
    Bench(Bench),
    Match(Contest),
    Exercises(Exercises),
    Ugi,
}

pub(crate) struct Perft {
    pub(crate) game: Game,
    pub(crate) depth: u32,
    pub(crate) bulk: bool,
    pub(crate) json: bool,
}

pub(crate) struct Show {
    pub(crate) record: Record,
    pub(crate) json: bool,
}

pub(crate) struct Play {
    pub(crate) record: Record,
    /// The side of the person; the other one is the computer.
    pub(crate) person: Side,
    /// How the computer plays; without one, it looks one move ahead.
    pub(crate) level: Option<Level>,
    pub(crate) seed: u64,
    pub(crate) json: bool,
}

pub(crate) struct Analyse {
    pub(crate) record: Record,
    /// The budget; without one, what suits the game.
    pub(crate) nodes: Option<u64>,
    /// The order of a move of infini; without one, that of the book.
    pub(crate) rule: Variant,
    pub(crate) json: bool,
}

pub(crate) struct Bench {
    pub(crate) json: bool,
}

pub(crate) struct Exercises {
    pub(crate) game: Game,
    pub(crate) seed: u64,
    pub(crate) count: usize,
}

/// A match: `match` is a word of the language.
pub(crate) struct Contest {
    pub(crate) game: Game,
    pub(crate) a: Contestant,
    pub(crate) b: Contestant,
    pub(crate) games: usize,
    /// The budget of a move; without one, the level's own.
    pub(crate) nodes: Option<u64>,
    /// The time of a move, in place of nodes.
    pub(crate) ms: Option<u64>,
    pub(crate) seed: u64,
    /// The random moves of an opening.
    pub(crate) plies: u32,
    /// The games that are played: from the first number up to the second.
    pub(crate) only: Option<(usize, usize)>,
    pub(crate) threads: usize,
    pub(crate) out: Option<PathBuf>,
    pub(crate) json: bool,
}

/// Who plays in a match.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Contestant {
    Level(Level),
    /// A program that speaks the Universal Game Interface.
    Program(String),
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Level(level) => f.write_str(level.slug()),
            Contestant::Program(command) => write!(f, "cmd:{command}"),
        }
    }
}

impl Contest {
    /// The command that plays this match, without what changes nothing: threads,
    /// files, and how it is printed.
    pub(crate) fn command_line(&self) -> String {
        let word = |contestant: &Contestant| match contestant.to_string() {
            text if text.contains(' ') => format!("'{text}'"),
            text => text,
        };
        let mut line = format!(
            "morpion match {} --a {} --b {} --games {} --seed {} --plies {}",
            self.game,
            word(&self.a),
            word(&self.b),
            self.games,
            self.seed,
            self.plies
        );
        for (option, value) in [("--nodes", self.nodes), ("--ms", self.ms)] {
            if let Some(value) = value {
                line.push_str(&format!(" {option} {value}"));
            }
        }
        if let Some((first, last)) = self.only {
            line.push_str(&format!(" --only {first}..{last}"));
        }
        line
    }
}

const HELP: &str = "\
morpion: the engine of the morpion games at a prompt

Usage: morpion <command> [arguments]

Commands:
  perft <game> <depth>             count move sequences of each length
  show <game> [moves-or-setup]     draw a position and say all about it
  lines 3d                         list the 76 lines of the cube
  play <game> [moves-or-setup]     play against the computer
  prove 3d                         find or check the first player's win
  analyse <game> [moves-or-setup]  say what a position and its moves are worth
  bench                            run fixed searches: signature and speed
  match <game> --a A --b B         play many games between two players
  exercises <game>                 make exercises with their answers
  ugi                              speak the Universal Game Interface

Games: classique, infini, ultimate, 3d
Moves: 5-1-9 (classique, infini), 55-51-15 (ultimate), 111-222 (3d)
Set-up: x1-9o5to, x1-5-7o3-6-8ton7 (infini), x55-15o51tob5 (ultimate)

Every command takes --help for its own options, and --json for programs but for ugi,
which speaks to one already; prove takes it with --check.
Bad input: a message on stderr and exit code 2.
";

const PERFT_HELP: &str = "\
Counts the sequences of n moves from the start, for each n up to a depth.
Games that ended earlier are not counted.

Usage: morpion perft <game> <depth> [options]

Options:
  --bulk      count the last move of each sequence without playing it (default)
  --single    play every single move
  --json      one object: game, bulk, counts, seconds, leaves_per_second
  --help      this text

Prints a line `n count` for each n; the time of the last one goes to stderr.
";

const SHOW_HELP: &str = "\
Draws a position, then says whose turn it is, the legal moves, the outcome, the
winning lines, the boards that may be played in and the marks about to vanish.

Usage: morpion show <game> [moves-or-setup] [options]

Without a position, the start. A position that begins with a letter is a set-up.

In the picture of infini a number is the age of a mark, 1 the oldest, and ~ marks
what vanishes at the next move of its side. In that of ultimate, brackets stand
round the board that must be played, x or o round a won one, # round a full one.

Options:
  --json      one object: game, moves, setup, turn, legal, outcome, lines,
              forced, vanishing, ply
  --help      this text
";

const LINES_HELP: &str = "\
Lists the 76 lines of the cube: number, family, cells.

Usage: morpion lines 3d [options]

Options:
  --json      an array of objects: number, family, cells
  --help      this text
";

const PLAY_HELP: &str = "\
Plays a game against the computer. At the prompt: a cell, undo, or quit.

Usage: morpion play <game> [moves-or-setup] [options]

Options:
  --first <me|computer>   who plays X (default: me)
  --level <level>         how well the computer plays (default: it looks one move
                          ahead)
                            classique: facile, moyen, parfait
                            infini: facile, moyen, difficile, parfait
                            ultimate: facile, moyen, difficile, expert
                            3d: doux, serieux, patashnik
  --seed <number>         the computer's choices: same seed, same game
                          (default: 0)
  --json                  a line of JSON for each turn, without prompt
  --help                  this text
";

const ANALYSE_HELP: &str = "\
Says what a position and each of its moves are worth to the side to move: win,
loss, draw or unknown, and in how many plies the game ends under best play.
Endless play of infini is a draw without a number of plies.

Usage: morpion analyse <game> [moves-or-setup] [options]

Options:
  --nodes <number>  the budget of the search (default: what suits the game)
  --rule <rule>     infini only, the order of a move: book, line-first (the line
                    is looked for before the fourth mark vanishes) or reuse (the
                    vanishing cell may be played at once) (default: book)
  --json            one object: value, plies, moves (move, value, plies), best,
                    pv; with score and visits where a value is estimated, and
                    cut_by_limit where the sixty moves would cut a win short
  --help            this text
";

const BENCH_HELP: &str = "\
Runs fixed searches with fixed budgets: nodes and nodes per second for each game,
then all nodes together. That number is the signature of the engine: it changes
when, and only when, the engine searches otherwise.

Usage: morpion bench [options]

Options:
  --json      one object: searches (name, nodes, seconds), games (game, nodes,
              seconds, nodes_per_second), nodes, seconds
  --help      this text
";

const MATCH_HELP: &str = "\
Plays many games between two players and counts them. Each opening, drawn at
random and new up to symmetry, is played twice: A is X in the even games and O
in the odd ones. Levels think in nodes, so that the same options give the same
games, on any number of threads.

Usage: morpion match <game> --a <player> --b <player> [options]

A player is a level, or `cmd:program arguments`, a program that speaks the
Universal Game Interface (see morpion ugi).
  classique: facile, moyen, parfait
  infini:    facile, moyen, difficile, parfait
  ultimate:  facile, moyen, difficile, expert
  3d:        doux, serieux, patashnik

Options:
  --games <n>        how many games (default: 100)
  --nodes <n>        the nodes of each move (default: the level's own; a program
                     then has a second)
  --ms <n>           the milliseconds of each move instead; not reproducible
  --seed <n>         of openings and players (default: 1)
  --plies <n>        random moves of an opening (default: 4; at most 8)
  --only <a>..<b>    of all these games, those from number a up to b, b not
                     among them: a slice of a match
  --threads <n>      (default: one a core)
  --out <file>       a line for each game as it ends; started again with the
                     same options, the match goes on from there
  --json             one object: command, its options, signature, played, wins,
                     draws, losses, score, interval (95 %, Wilson), mean_length,
                     forfeits, results, lengths
  --help             this text

A program that ends, is silent or plays a refused move loses the game, and is
started anew for the next one. Silent is who takes 5 s and ten times its --ms more,
or a millisecond for each of its --nodes.
";

const EXERCISES_HELP: &str = "\
Makes exercises out of random games: positions with a goal, every answer judged by
the engine, no two alike up to symmetry, from easy to hard.

Usage: morpion exercises <game> [options]

Options:
  --count <n>   how many (default: 48; at most 200); exit code 1 and no output if
                there are not so many
  --seed <n>    same seed and count, same exercises (default: 1)
  --help        this text

Prints JSON, a line an object: first command, game, seed, count and signature,
then the exercises: id, grade, goal, moves, theme, accepted, legal, tempting, tempts,
fault, chance, refutation, counter, solution.
";

const UGI_HELP: &str = "\
Speaks the Universal Game Interface on stdin and stdout, line by line, so that
other programs can play against the engine. Moves and set-ups are the book's.

Usage: morpion ugi

  ugi                                    who this is, the options, then ugiok
  isready                                readyok
  setoption name Game value <game>       classique, infini, ultimate (default), 3d
  setoption name Level value <level>     the strongest by default; `match` lists them
  setoption name Seed value <number>     chooses among equal moves
  uginewgame                             a new game
  position startpos [moves 55 51 …]
  position fen <set-up> [moves …]
  go [nodes <n>] [movetime <ms>] [depth <n>] [infinite]
                                         info … score … pv …, then bestmove;
                                         depth is a limit in ultimate only
  stop                                   ends the search with the best move so far
  query gameover | p1turn | result       response true|false, or p1win, p2win,
                                         draw, none
  quit

A score is `cp` from -1000 to 1000 for the side to move, or `mate` with the
moves until the end, negative for a loss. A line that is not understood is
answered by `info string` and changes nothing.
";

/// Reads the whole command line.
pub(crate) fn parse(parser: &mut Parser) -> Result<Command, Failure> {
    match parser.next()? {
        None => usage(
            "a command is missing: perft, show, lines, play, prove, analyse, match, \
             exercises, ugi or bench \
             (see --help)",
        ),
        Some(Arg::Short('h') | Arg::Long("help")) => Ok(Command::Help(HELP)),
        Some(Arg::Short('V') | Arg::Long("version")) => Ok(Command::Version),
        Some(Arg::Value(word)) => match word.to_str() {
            Some("help") => Ok(Command::Help(HELP)),
            Some("perft") => perft(parser),
            Some("show") => show(parser),
            Some("lines") => lines(parser),
            Some("play") => play(parser),
            Some("match") => contest(parser),
            Some("exercises") => exercises(parser),
            Some("ugi") => ugi(parser),
            Some("prove") => {
                Ok(prove::parse(parser)?.map_or(Command::Help(prove::HELP), Command::Prove))
            }
            Some("analyse") => analyse(parser),
            Some("bench") => bench(parser),
            _ => usage(&format!(
                "unknown command {word:?}; commands: perft, show, lines, play, prove, analyse, match, \
                 exercises, ugi, bench"
            )),
        },
        Some(arg) => Err(arg.unexpected().into()),
    }
}

fn usage<T>(message: &str) -> Result<T, Failure> {
    Err(Failure::Usage(message.to_owned()))
}

/// Says what stood where nothing more was expected.
fn at_most<const N: usize>(values: Vec<OsString>) -> Result<[Option<String>; N], Failure> {
    let mut words = values.into_iter();
    let mut first = [const { None }; N];
    for place in &mut first {
        if let Some(word) = words.next() {
            // The notation is ASCII: what is not even Unicode is refused later
            // with the rest, by its readable part.
            *place = Some(word.to_string_lossy().into_owned());
        }
    }
    match words.next() {
        Some(word) => usage(&format!("unexpected argument {word:?}")),
        None => Ok(first),
    }
}

fn game(word: Option<String>) -> Result<Game, Failure> {
    const KNOWN: &str = "games: classique, infini, ultimate, 3d";
    match word {
        None => usage(&format!("a game is missing; {KNOWN}")),
        Some(word) => Game::from_slug(&word)
            .ok_or_else(|| Failure::Usage(format!("unknown game {word:?}; {KNOWN}"))),
    }
}

/// A level of this game.
fn level(game: Game, word: &OsString) -> Result<Level, Failure> {
    let level = word.to_str().and_then(|slug| Level::from_slug(game, slug));
    level.ok_or_else(|| {
        let known: Vec<&str> = Level::all(game).iter().map(|level| level.slug()).collect();
        Failure::Usage(format!(
            "unknown level {word:?}; levels of {game}: {}",
            known.join(", ")
        ))
    })
}

fn record(game: Game, text: Option<String>) -> Result<Record, Failure> {
    Record::parse(game, &text.unwrap_or_default())
        .map_err(|error| Failure::Usage(error.to_string()))
}

fn perft(parser: &mut Parser) -> Result<Command, Failure> {
    let (mut bulk, mut single, mut json) = (false, false, false);
    let mut values = Vec::new();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("bulk") => bulk = true,
            Arg::Long("single") => single = true,
            Arg::Long("json") => json = true,
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(PERFT_HELP)),
            // `-5` is a depth that is refused, not an option.
            Arg::Short(digit) if digit.is_ascii_digit() => {
                return usage(&format!("a depth is a number from 1, not \"-{digit}…\""));
            }
            Arg::Value(word) => values.push(word),
            arg => return Err(arg.unexpected().into()),
        }
    }
    if bulk && single {
        return usage("--bulk and --single exclude each other");
    }
    let [slug, depth] = at_most(values)?;
    let game = game(slug)?;
    let Some(depth) = depth else {
        return usage("a depth is missing");
    };
    let deepest = deepest(game);
    match depth.parse() {
        Ok(depth) if (1..=deepest).contains(&depth) => Ok(Command::Perft(Perft {
            game,
            depth,
            bulk: !single,
            json,
        })),
        _ => {
            let why = match game {
                Game::Classique => "",
                Game::Cube => " (deeper counts need more than 64 bits)",
                _ => " (deeper counts may need more than 64 bits)",
            };
            usage(&format!(
                "a depth for {game} is a number from 1 to {deepest}, not {depth:?}{why}"
            ))
        }
    }
}

/// The depth up to which counts are sure to fit in 64 bits.
fn deepest(game: Game) -> u32 {
    match game {
        // No game is longer.
        Game::Classique => 9,
        // At most 9·8·7·6·5·4 and then three moves a turn, 3^30 of them.
        Game::Infini => 36,
        // 33,782,544 at depth 7, then some eight or nine times more a move: even
        // at twice that pace there is room.
        Game::Ultimate => 16,
        // 64·63·…·55; one more factor is too much.
        Game::Cube => 10,
    }
}

fn show(parser: &mut Parser) -> Result<Command, Failure> {
    let mut json = false;
    let mut values = Vec::new();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("json") => json = true,
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(SHOW_HELP)),
            Arg::Value(word) => values.push(word),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let [slug, text] = at_most(values)?;
    let record = record(game(slug)?, text)?;
    Ok(Command::Show(Show { record, json }))
}

fn lines(parser: &mut Parser) -> Result<Command, Failure> {
    let mut json = false;
    let mut values = Vec::new();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("json") => json = true,
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(LINES_HELP)),
            Arg::Value(word) => values.push(word),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let [slug] = at_most(values)?;
    match game(slug)? {
        Game::Cube => Ok(Command::Lines { json }),
        other => usage(&format!("lines are listed for 3d only, not for {other}")),
    }
}

fn play(parser: &mut Parser) -> Result<Command, Failure> {
    let mut person = Side::X;
    let mut level = None;
    let mut seed = 0;
    let mut json = false;
    let mut values = Vec::new();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("json") => json = true,
            Arg::Long("first") => {
                let word = parser.value()?;
                person = match word.to_str() {
                    Some("me") => Side::X,
                    Some("computer") => Side::O,
                    _ => return usage(&format!("--first takes me or computer, not {word:?}")),
                };
            }
            Arg::Long("level") => level = Some(parser.value()?),
            Arg::Long("seed") => {
                seed = number("--seed", &parser.value()?)?;
            }
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(PLAY_HELP)),
            Arg::Value(word) => values.push(word),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let [slug, text] = at_most(values)?;
    let game = game(slug)?;
    let level = level.map(|word| self::level(game, &word)).transpose()?;
    let record = record(game, text)?;
    Ok(Command::Play(Play {
        record,
        person,
        level,
        seed,
        json,
    }))
}

/// The number that an option takes.
pub(crate) fn number(option: &str, word: &OsString) -> Result<u64, Failure> {
    let number = word.to_str().and_then(|word| word.parse().ok());
    number.ok_or_else(|| {
        Failure::Usage(format!(
            "{option} takes a whole number from 0 to 2^64 - 1, not {word:?}"
        ))
    })
}

/// The value of an option that takes a whole number from `least` to `most`.
fn bounded(parser: &mut Parser, option: &str, least: u64, most: u64) -> Result<u64, Failure> {
    let word = parser.value()?;
    let number = word.to_str().and_then(|word| word.parse().ok());
    match number {
        Some(number) if (least..=most).contains(&number) => Ok(number),
        _ => usage(&format!(
            "{option} takes a whole number from {least} to {most}, not {word:?}"
        )),
    }
}

fn text(parser: &mut Parser) -> Result<String, Failure> {
    Ok(parser.value()?.to_string_lossy().into_owned())
}

/// More games than anybody will wait for.
const MOST_GAMES: u64 = 1_000_000;

fn contest(parser: &mut Parser) -> Result<Command, Failure> {
    let (mut a, mut b) = (None, None);
    let (mut games, mut nodes, mut ms) = (100, None, None);
    let (mut seed, mut plies, mut only) = (1, 4, None);
    let mut threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut out = None;
    let mut json = false;
    let mut values = Vec::new();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("a") => a = Some(text(parser)?),
            Arg::Long("b") => b = Some(text(parser)?),
            Arg::Long("games") => games = bounded(parser, "--games", 1, MOST_GAMES)? as usize,
            Arg::Long("nodes") => nodes = Some(bounded(parser, "--nodes", 1, u64::MAX)?),
            Arg::Long("ms") => ms = Some(bounded(parser, "--ms", 1, 3_600_000)?),
            Arg::Long("seed") => seed = bounded(parser, "--seed", 0, u64::MAX)?,
            Arg::Long("plies") => plies = bounded(parser, "--plies", 0, 8)? as u32,
            Arg::Long("only") => only = Some(text(parser)?),
            Arg::Long("threads") => threads = bounded(parser, "--threads", 1, 1024)? as usize,
            Arg::Long("out") => out = Some(PathBuf::from(parser.value()?)),
            Arg::Long("json") => json = true,
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(MATCH_HELP)),
            Arg::Value(word) => values.push(word),
            arg => return Err(arg.unexpected().into()),
        }
    }
    if nodes.is_some() && ms.is_some() {
        return usage("--nodes and --ms exclude each other");
    }
    let [slug] = at_most(values)?;
    let game = game(slug)?;
    let only = only.map(|text| slice(&text, games)).transpose()?;
    Ok(Command::Match(Contest {
        game,
        a: contestant(game, "--a", a)?,
        b: contestant(game, "--b", b)?,
        games,
        nodes,
        ms,
        seed,
        plies,
        only,
        threads,
        out,
        json,
    }))
}

fn slice(text: &str, games: usize) -> Result<(usize, usize), Failure> {
    let ends = text.split_once("..").and_then(|(first, last)| {
        let ends: (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        (ends.0 < ends.1 && ends.1 <= games).then_some(ends)
    });
    ends.ok_or_else(|| {
        Failure::Usage(format!(
            "--only takes two numbers a..b with a below b and b at most {games}, not {text:?}"
        ))
    })
}

fn contestant(game: Game, option: &str, word: Option<String>) -> Result<Contestant, Failure> {
    let levels: Vec<&str> = Level::all(game).iter().map(|level| level.slug()).collect();
    let known = format!("a level of {game} ({}) or cmd:program", levels.join(", "));
    let Some(word) = word else {
        return usage(&format!("{option} is missing: {known}"));
    };
    if let Some(command) = word.strip_prefix("cmd:") {
        return match command.trim() {
            "" => usage(&format!("{option}: cmd: is followed by no program")),
            command => Ok(Contestant::Program(command.to_owned())),
        };
    }
    Level::from_slug(game, &word)
        .map(Contestant::Level)
        .ok_or_else(|| Failure::Usage(format!("{option} takes {known}, not {word:?}")))
}

fn exercises(parser: &mut Parser) -> Result<Command, Failure> {
    let (mut seed, mut count) = (1, 48);
    let mut values = Vec::new();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("seed") => seed = bounded(parser, "--seed", 0, u64::MAX)?,
            Arg::Long("count") => count = bounded(parser, "--count", 1, 200)? as usize,
            // There is no other output.
            Arg::Long("json") => {}
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(EXERCISES_HELP)),
            Arg::Value(word) => values.push(word),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let [slug] = at_most(values)?;
    let game = game(slug)?;
    Ok(Command::Exercises(Exercises { game, seed, count }))
}

fn ugi(parser: &mut Parser) -> Result<Command, Failure> {
    match parser.next()? {
        None => Ok(Command::Ugi),
        Some(Arg::Short('h') | Arg::Long("help")) => Ok(Command::Help(UGI_HELP)),
        Some(arg) => Err(arg.unexpected().into()),
    }
}

fn analyse(parser: &mut Parser) -> Result<Command, Failure> {
    let mut nodes = None;
    let mut rule = None;
    let mut json = false;
    let mut values = Vec::new();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("json") => json = true,
            Arg::Long("nodes") => nodes = Some(number("--nodes", &parser.value()?)?),
            Arg::Long("rule") => {
                let word = parser.value()?;
                rule = match word.to_str().and_then(Variant::from_name) {
                    Some(rule) => Some(rule),
                    None => {
                        return usage(&format!(
                            "--rule takes book, line-first or reuse, not {word:?}"
                        ));
                    }
                };
            }
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(ANALYSE_HELP)),
            Arg::Value(word) => values.push(word),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let [slug, text] = at_most(values)?;
    let game = game(slug)?;
    if rule.is_some() && game != Game::Infini {
        return usage(&format!("--rule is for infini only, not for {game}"));
    }
    let record = record(game, text)?;
    Ok(Command::Analyse(Analyse {
        record,
        nodes,
        rule: rule.unwrap_or_default(),
        json,
    }))
}

fn bench(parser: &mut Parser) -> Result<Command, Failure> {
    let mut json = false;
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("json") => json = true,
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(BENCH_HELP)),
            arg => return Err(arg.unexpected().into()),
        }
    }
    Ok(Command::Bench(Bench { json }))
}
