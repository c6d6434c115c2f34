//! The command line: what it may say, and what it says about itself.

use std::ffi::OsString;

use lexopt::{Arg, Parser};
use morpion_engine::{Game, Record, Side};

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
    pub(crate) seed: u64,
    pub(crate) json: bool,
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

Games: classique, infini, ultimate, 3d
Moves: 5-1-9 (classique, infini), 55-51-15 (ultimate), 111-222 (3d)
Set-up: x1-9o5to, x1-5-7o3-6-8ton7 (infini), x55-15o51tob5 (ultimate)

Every command takes --json for programs and --help for its own options.
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
  --seed <number>         the computer's choices: same seed, same game
                          (default: 0)
  --json                  a line of JSON for each turn, without prompt
  --help                  this text
";

/// Reads the whole command line.
pub(crate) fn parse(parser: &mut Parser) -> Result<Command, Failure> {
    match parser.next()? {
        None => usage("a command is missing: perft, show, lines, play or prove (see --help)"),
        Some(Arg::Short('h') | Arg::Long("help")) => Ok(Command::Help(HELP)),
        Some(Arg::Short('V') | Arg::Long("version")) => Ok(Command::Version),
        Some(Arg::Value(word)) => match word.to_str() {
            Some("help") => Ok(Command::Help(HELP)),
            Some("perft") => perft(parser),
            Some("show") => show(parser),
            Some("lines") => lines(parser),
            Some("play") => play(parser),
            Some("prove") => {
                Ok(prove::parse(parser)?.map_or(Command::Help(prove::HELP), Command::Prove))
            }
            _ => usage(&format!(
                "unknown command {word:?}; commands: perft, show, lines, play, prove"
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
    // The number that follows would not fit in 64 bits, or, for a game of nine
    // moves, there is none.
    let deepest = deepest(game);
    match depth.parse() {
        Ok(depth) if (1..=deepest).contains(&depth) => Ok(Command::Perft(Perft {
            game,
            depth,
            bulk: !single,
            json,
        })),
        _ => usage(&format!(
            "a depth for {game} is a number from 1 to {deepest}, not {depth:?}{}",
            if game == Game::Classique {
                ""
            } else {
                " (deeper counts need more than 64 bits)"
            }
        )),
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
            Arg::Long("seed") => {
                let word = parser.value()?;
                seed = match word.to_str().and_then(|word| word.parse().ok()) {
                    Some(seed) => seed,
                    None => {
                        return usage(&format!(
                            "--seed takes a whole number from 0 to 2^64 - 1, not {word:?}"
                        ));
                    }
                };
            }
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help(PLAY_HELP)),
            Arg::Value(word) => values.push(word),
            arg => return Err(arg.unexpected().into()),
        }
    }
    let [slug, text] = at_most(values)?;
    let record = record(game(slug)?, text)?;
    Ok(Command::Play(Play {
        record,
        person,
        seed,
        json,
    }))
}
