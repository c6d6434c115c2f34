//! What page and worker say to each other, and the worker's desk.
//!
//! One line each way, in the book's own notation. A message is
//! `id;verb;arguments…`; the id is the page's business and comes back with each
//! answer.
//!
//! | message | answers |
//! | --- | --- |
//! | `id;move;seed;game;set-up;moves;level` | `id;~500` now and then, the thousandths of its budget that are spent; at the end `id;cell` |
//! | `id;values;game;set-up;moves` | `id;~500` now and then; at the end `id;values;moves;line`, see `values.rs` |
//! | `id;glance;game;set-up;moves` | the same, in less time |
//! | `id;hint;game;set-up;moves` | `id;cell;reason`, the reason as [`Token`] writes it |
//! | `id;judge;game;set-up;moves;goal;cell` | what the move does for the goal of an exercise: `id;done`, `id;keeps;reply`, `id;misses;fault;refutation` or `id;unknown`; without a cell a right move, `id;best;cell;reason` |
//! | `id;prove` | the check of the cube's winning strategy: `id;~replies` now and then, the replies tried so far; at the end `id;proved;positions;replies;searches;entries;longest game` or `id;refuted;moves` |
//! | `id;stop` | at once what that request has so far, as at its end: `id;cell` for a move |
//! | `id;forget` | none: nobody waits any more |
//! | anything else | `id;!reason` |
//!
//! A worker has one thread and cannot hear « stop » while it searches. So the
//! [`Desk`] works by slices: the edge, which has a clock, calls [`Desk::work`]
//! again and again and lets messages in between.

use std::collections::VecDeque;
use std::fmt;

use morpion_engine::cube::check::{Check, Mode, Outcome};
use morpion_engine::{
    Analyser, Cell, Game, Harm, Level, Player, Position, Progress, Reason, Record, Tables, hint,
};

mod lesson;
mod values;

use lesson::{Known, Lesson};
pub(crate) use lesson::{Said, request as lesson_request};
use values::Valuing;
pub(crate) use values::{Valued, read_values, values_request};

/// The request for a move at the end of `record`.
pub(crate) fn request(number: u32, seed: u64, record: &Record, level: Level) -> String {
    format!(
        "{number};move;{seed};{};{};{};{}",
        record.game().slug(),
        record.start().setup(),
        record.notation(),
        level.slug()
    )
}

/// The request for a hint at the end of `record`.
pub(crate) fn hint_request(number: u32, record: &Record) -> String {
    format!(
        "{number};hint;{};{};{}",
        record.game().slug(),
        record.start().setup(),
        record.notation()
    )
}

/// How long a slice of work should last, in milliseconds: short enough for a
/// message to be heard at once, long enough not to be spent on waiting.
const SLICE_MS: f64 = 16.0;
/// Nodes of the first slice, before anything is known of the machine.
const FIRST_SLICE: u64 = 2_000;

/// What the worker has to do, first come, first served.
#[derive(Debug, Default)]
pub struct Desk {
    tables: Tables,
    jobs: VecDeque<Job>,
    known: Known,
    /// Nodes that filled the last slices of a search…
    move_slice: u64,
    /// … and replies those of a proof.
    proof_slice: u64,
}

#[derive(Debug)]
enum Job {
    Move(Move),
    Advice(Box<Advice>),
    Values(Box<Valuing>),
    Lesson(Box<Lesson>),
    Proof(Proof),
}

impl Job {
    fn id(&self) -> &str {
        match self {
            Job::Move(job) => &job.id,
            Job::Advice(job) => &job.id,
            Job::Values(job) => &job.id,
            Job::Lesson(job) => &job.id,
            Job::Proof(job) => &job.id,
        }
    }
}

/// The exhaustive check that the first player wins in the cube.
#[derive(Debug)]
struct Proof {
    id: String,
    check: Box<Check>,
    /// When the last progress was told.
    told: f64,
}

/// The search for a move to advise, and for the reason.
#[derive(Debug)]
struct Advice {
    id: String,
    record: Record,
    analyser: Analyser,
    deadline: Option<f64>,
}

/// The choice of a move.
#[derive(Debug)]
struct Move {
    id: String,
    game: Game,
    player: Player,
    /// Until when it may think, once it has begun; never for a level that
    /// answers at once.
    deadline: Option<f64>,
    think_ms: u32,
    told: u16,
}

impl Desk {
    /// An empty desk.
    pub fn new() -> Desk {
        Desk {
            move_slice: FIRST_SLICE,
            proof_slice: FIRST_SLICE,
            ..Desk::default()
        }
    }

    /// Takes a message and gives the answer, if there is one at once.
    ///
    /// ```
    /// use morpion_board::worker::Desk;
    ///
    /// let mut desk = Desk::new();
    /// // X has 1 and 2: O, who has 5, must take 3.
    /// assert_eq!(desk.receive("7;move;1;classique;tx;1-5-2;parfait"), None);
    /// let mut answers = Vec::new();
    /// while desk.busy() {
    ///     answers.extend(desk.work(|| 0.0));
    /// }
    /// assert_eq!(answers, ["7;3"]);
    /// assert_eq!(
    ///     desk.receive("8;move;1;dames;;;moyen").as_deref(),
    ///     Some("8;!unknown game `dames`")
    /// );
    /// ```
    pub fn receive(&mut self, message: &str) -> Option<String> {
        let mut fields = message.split(';');
        let id = fields.next().unwrap_or_default();
        let rest: Vec<&str> = fields.collect();
        match rest.as_slice() {
            ["forget"] => {
                self.jobs.retain(|job| job.id() != id);
                None
            }
            ["stop"] => {
                let at = self.jobs.iter().position(|job| job.id() == id)?;
                match self.jobs.remove(at)? {
                    Job::Move(mut job) => {
                        // The page has waited: one small look is better than none.
                        if job.player.choice().is_none() {
                            job.player.run(FIRST_SLICE);
                        }
                        Some(job.answer())
                    }
                    Job::Advice(job) => Some(job.answer()),
                    Job::Values(job) => Some(job.answer()),
                    Job::Lesson(job) => Some(job.cut_short()),
                    // Half a proof proves nothing.
                    Job::Proof(job) => Some(format!("{};!stopped", job.id)),
                }
            }
            ["prove"] => {
                let text = self.tables.cube().text();
                match Check::new(&text, Mode::Canonical) {
                    Ok(check) => {
                        self.jobs.push_back(Job::Proof(Proof {
                            id: id.to_owned(),
                            check: Box::new(check),
                            told: 0.0,
                        }));
                        None
                    }
                    Err(error) => Some(format!("{id};!{error}")),
                }
            }
            ["judge", slug, setup, moves, goal, cell] => {
                let lesson =
                    read(slug, setup, moves).and_then(|record| Lesson::new(id, record, goal, cell));
                match lesson {
                    Ok(lesson) => {
                        self.queue(Job::Lesson(Box::new(lesson)));
                        None
                    }
                    Err(reason) => Some(format!("{id};!{reason}")),
                }
            }
            ["hint", slug, setup, moves] => match read(slug, setup, moves) {
                Ok(record) => {
                    self.queue(Job::Advice(Box::new(Advice {
                        id: id.to_owned(),
                        analyser: Analyser::with_tables(&self.tables, &record, None),
                        record,
                        deadline: None,
                    })));
                    None
                }
                Err(reason) => Some(format!("{id};!{reason}")),
            },
            [verb @ ("values" | "glance"), slug, setup, moves] => match read(slug, setup, moves) {
                Ok(record) => {
                    let thorough = *verb == "values";
                    let job = Valuing::new(id, &self.tables, record, thorough);
                    self.queue(Job::Values(Box::new(job)));
                    None
                }
                Err(reason) => Some(format!("{id};!{reason}")),
            },
            ["move", seed, slug, setup, moves, level] => {
                match self.take(id, seed, slug, setup, moves, level) {
                    Ok(job) => {
                        self.queue(Job::Move(job));
                        None
                    }
                    Err(reason) => Some(format!("{id};!{reason}")),
                }
            }
            _ => Some(format!("{id};!no such request")),
        }
    }

    /// A reader waits for a move; values may wait, and a proof longer still.
    fn queue(&mut self, job: Job) {
        let urgency = |job: &Job| match job {
            Job::Move(_) | Job::Advice(_) | Job::Lesson(_) => 2,
            Job::Values(_) => 1,
            Job::Proof(_) => 0,
        };
        let own = urgency(&job);
        let before = self.jobs.iter().position(|job| urgency(job) < own);
        self.jobs.insert(before.unwrap_or(self.jobs.len()), job);
    }

    fn take(
        &self,
        id: &str,
        seed: &str,
        slug: &str,
        setup: &str,
        moves: &str,
        level: &str,
    ) -> Result<Move, String> {
        let seed: u64 = seed.parse().map_err(|e| format!("seed: {e}"))?;
        let record = read(slug, setup, moves)?;
        let game = record.game();
        let level =
            Level::from_slug(game, level).ok_or_else(|| format!("unknown level `{level}`"))?;
        Ok(Move {
            id: id.to_owned(),
            game,
            player: Player::with_tables(&self.tables, &record, level, seed, None),
            deadline: None,
            think_ms: level.think_ms(),
            told: 0,
        })
    }

    /// Whether there is work left.
    pub fn busy(&self) -> bool {
        !self.jobs.is_empty()
    }

    /// Works for about a sixtieth of a second and gives what there is to say.
    /// `now` is a clock in milliseconds; one that stands still means that time
    /// never runs out.
    pub fn work(&mut self, now: impl Fn() -> f64) -> Option<String> {
        let mut job = self.jobs.pop_front()?;
        let begun = now();
        let (said, ended) = match &mut job {
            Job::Move(job) => {
                let said = job.work(begun, self.move_slice, &now);
                follow(&mut self.move_slice, now() - begun);
                said
            }
            Job::Advice(job) => {
                let said = job.work(begun, self.move_slice, &now);
                follow(&mut self.move_slice, now() - begun);
                said
            }
            Job::Values(job) => {
                let said = job.work(begun, self.move_slice, &now);
                follow(&mut self.move_slice, now() - begun);
                said
            }
            Job::Lesson(job) => {
                let said = job.work(&self.tables, &mut self.known, self.move_slice, &now);
                follow(&mut self.move_slice, now() - begun);
                said
            }
            Job::Proof(job) => {
                let said = job.work(self.proof_slice, &now);
                follow(&mut self.proof_slice, now() - begun);
                said
            }
        };
        if !ended {
            self.jobs.push_front(job);
        }
        said
    }
}

/// Slices follow the speed of the machine, by no more than a factor of two at a time:
/// one hiccup must not make the next slice endless.
fn follow(slice: &mut u64, lasted: f64) {
    if lasted < SLICE_MS / 2.0 {
        *slice = (*slice * 2).min(4_000_000);
    } else if lasted > SLICE_MS * 1.5 {
        *slice = (*slice / 2).max(50);
    }
}

impl Move {
    /// One slice of `nodes`: what there is to say, and whether that was the last.
    fn work(&mut self, begun: f64, nodes: u64, now: impl Fn() -> f64) -> (Option<String>, bool) {
        let think_ms = f64::from(self.think_ms);
        let deadline = *self.deadline.get_or_insert(begun + think_ms);
        let progress = self.player.run(nodes);
        let ended = now();
        let out_of_time = think_ms > 0.0 && ended >= deadline;
        if progress == Progress::Done || (out_of_time && self.player.choice().is_some()) {
            return (Some(self.answer()), true);
        }
        // How far it is: by time where time is what ends it.
        let by_time = if think_ms > 0.0 {
            ((ended - (deadline - think_ms)) / think_ms * 1000.0) as u16
        } else {
            0
        };
        let told = by_time.max(self.player.per_mille()).min(999);
        let news = told >= self.told + 50;
        if news {
            self.told = told;
        }
        (news.then(|| format!("{};~{told}", self.id)), false)
    }

    fn answer(&self) -> String {
        match self.player.choice() {
            Some(cell) => format!("{};{}", self.id, self.game.cell_name(cell)),
            None => format!("{};!no move found", self.id),
        }
    }
}

/// The game of a request, which must not be over.
fn read(slug: &str, setup: &str, moves: &str) -> Result<Record, String> {
    let game = Game::from_slug(slug).ok_or_else(|| format!("unknown game `{slug}`"))?;
    let start = Position::parse_setup(game, setup).map_err(|e| e.to_string())?;
    let record = Record::parse_moves(start, moves).map_err(|e| e.to_string())?;
    if record.position().outcome().is_some() {
        return Err(String::from("the game is over"));
    }
    Ok(record)
}

impl Advice {
    /// As long as a reader waits gladly for advice, in milliseconds.
    const THINK_MS: f64 = 1_200.0;

    fn work(&mut self, begun: f64, nodes: u64, now: impl Fn() -> f64) -> (Option<String>, bool) {
        let deadline = *self.deadline.get_or_insert(begun + Self::THINK_MS);
        let done = self.analyser.run(nodes) == Progress::Done || now() >= deadline;
        (done.then(|| self.answer()), done)
    }

    fn answer(&self) -> String {
        match hint(&self.record, &self.analyser.result()) {
            Some(hint) => format!(
                "{};{};{}",
                self.id,
                self.record.game().cell_name(hint.cell),
                Token(hint.reason)
            ),
            None => format!("{};!no move to advise", self.id),
        }
    }
}

/// A reason in a message: a word, and its number after a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token(pub Reason);

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Reason::Wins => f.write_str("wins"),
            Reason::Blocks => f.write_str("blocks"),
            Reason::DoubleThreat => f.write_str("double-threat"),
            Reason::Forces { reply } => write!(f, "forces:{}", reply.0),
            Reason::FreesCell { cell } => write!(f, "frees:{}", cell.0),
            Reason::WinsIn(marks) => write!(f, "wins-in:{marks}"),
            Reason::OnlyMove => f.write_str("only-move"),
            Reason::KeepsDraw => f.write_str("keeps-draw"),
            Reason::AvoidsSending { board, harm } => {
                let harm = match harm {
                    Harm::WinsGame => "game",
                    Harm::WinsBoard => "board",
                    Harm::FreeChoice => "free",
                };
                write!(f, "avoids-{harm}:{board}")
            }
            Reason::TakesBoard(board) => write!(f, "takes:{board}"),
            Reason::BlocksBoard(board) => write!(f, "blocks-board:{board}"),
            Reason::Lasts => f.write_str("lasts"),
            Reason::Centre => f.write_str("centre"),
            Reason::Best => f.write_str("best"),
        }
    }
}

impl Token {
    /// Reads what [`Display`](fmt::Display) writes.
    fn read(text: &str) -> Option<Token> {
        let (word, number) = match text.split_once(':') {
            Some((word, number)) => (word, Some(number.parse::<u16>().ok()?)),
            None => (text, None),
        };
        let small = number.and_then(|number| u8::try_from(number).ok());
        let avoids = |harm| small.map(|board| Reason::AvoidsSending { board, harm });
        Some(Token(match word {
            "wins" => Reason::Wins,
            "blocks" => Reason::Blocks,
            "double-threat" => Reason::DoubleThreat,
            "forces" => Reason::Forces {
                reply: Cell(small?),
            },
            "frees" => Reason::FreesCell { cell: Cell(small?) },
            "wins-in" => Reason::WinsIn(number?),
            "only-move" => Reason::OnlyMove,
            "keeps-draw" => Reason::KeepsDraw,
            "avoids-game" => avoids(Harm::WinsGame)?,
            "avoids-board" => avoids(Harm::WinsBoard)?,
            "avoids-free" => avoids(Harm::FreeChoice)?,
            "takes" => Reason::TakesBoard(small?),
            "blocks-board" => Reason::BlocksBoard(small?),
            "lasts" => Reason::Lasts,
            "centre" => Reason::Centre,
            "best" => Reason::Best,
            _ => return None,
        }))
    }
}

impl Proof {
    /// How often progress is told, in milliseconds.
    const NEWS_MS: f64 = 100.0;

    fn work(&mut self, replies: u64, now: impl Fn() -> f64) -> (Option<String>, bool) {
        let id = &self.id;
        let outcome = self.check.run(replies).cloned();
        let counts = self.check.counts();
        match outcome {
            Some(Outcome::Proved) => {
                let said = format!(
                    "{id};proved;{};{};{};{};{}",
                    counts.positions,
                    counts.replies,
                    counts.searches,
                    counts.entries_used,
                    counts.longest_game
                );
                (Some(said), true)
            }
            Some(Outcome::Refuted(refutation)) => {
                let moves: Vec<String> = refutation
                    .moves
                    .iter()
                    .map(|&cell| Game::Cube.cell_name(Cell(cell)))
                    .collect();
                (Some(format!("{id};refuted;{}", moves.join("-"))), true)
            }
            None => {
                let news = now() >= self.told + Self::NEWS_MS;
                if news {
                    self.told = now();
                }
                (news.then(|| format!("{id};~{}", counts.replies)), false)
            }
        }
    }
}

/// The request to check the cube's winning strategy.
pub(crate) fn proof_request(number: u32) -> String {
    format!("{number};prove")
}

/// What a whole check has counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProofCounts {
    /// Positions in which X plays, symmetric ones counted once.
    pub(crate) positions: u64,
    /// Replies of O that were tried.
    pub(crate) replies: u64,
    /// Entries of the strategy that were read.
    pub(crate) entries: u64,
    /// Moves of the longest game.
    pub(crate) longest: u64,
}

impl ProofCounts {
    /// In the order in which they are shown.
    pub(crate) fn all(self) -> [u64; 4] {
        [self.positions, self.replies, self.entries, self.longest]
    }

    /// For an attribute; [`ProofCounts::read`] reads it.
    pub(crate) fn write(self) -> String {
        self.all().map(|count| count.to_string()).join(";")
    }

    pub(crate) fn read(text: &str) -> Option<ProofCounts> {
        let mut counts = text.split(';').map(str::parse);
        let mut next = || counts.next()?.ok();
        Some(ProofCounts {
            positions: next()?,
            replies: next()?,
            entries: next()?,
            longest: next()?,
        })
    }
}

/// What the worker says of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProofNews {
    /// So many replies have been tried.
    Replies(u64),
    /// The strategy wins.
    Proved(ProofCounts),
    /// These moves refute it.
    Refuted(String),
}

/// Reads what [`Proof`] says: the number of the request, and the news.
pub(crate) fn read_proof(text: &str) -> Option<(u32, ProofNews)> {
    let (number, said) = text.split_once(';')?;
    let number = number.parse().ok()?;
    if let Some(replies) = said.strip_prefix('~') {
        return Some((number, ProofNews::Replies(replies.parse().ok()?)));
    }
    if let Some(moves) = said.strip_prefix("refuted;") {
        return Some((number, ProofNews::Refuted(moves.to_owned())));
    }
    let counts: Vec<&str> = said.strip_prefix("proved;")?.split(';').collect();
    let [positions, replies, _searches, entries, longest] = counts[..] else {
        return None;
    };
    let counts = ProofCounts::read(&[positions, replies, entries, longest].join(";"))?;
    Some((number, ProofNews::Proved(counts)))
}

/// What the worker says of a request for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Thousandths of the budget that are spent.
    Progress(u16),
    /// The move.
    Move(Cell),
    /// A move to try, and why.
    Hint(Cell, Reason),
    /// A word on a move of an exercise.
    Lesson(Said),
}

/// Reads an answer: the number of its request and what it says.
///
/// # Errors
///
/// The worker's own words when it refused, or what is wrong with the text.
pub(crate) fn read_answer(game: Game, text: &str) -> Result<(u32, Answer), String> {
    let (number, said) = text.split_once(';').ok_or("no number")?;
    let number = number.parse().map_err(|_| "no number")?;
    let answer = match said.split_at_checked(1) {
        Some(("!", reason)) => return Err(reason.to_owned()),
        Some(("~", spent)) => Answer::Progress(spent.parse().map_err(|_| "no progress")?),
        _ => match said.split_once(';') {
            _ if let Some(said) = Said::read(game, said) => Answer::Lesson(said),
            None => Answer::Move(game.cell_from_name(said).ok_or("no cell")?),
            Some((cell, reason)) => Answer::Hint(
                game.cell_from_name(cell).ok_or("no cell")?,
                Token::read(reason).ok_or("no reason")?.0,
            ),
        },
    };
    Ok((number, answer))
}

/// Whether this is the last word on its request.
pub fn is_final(answer: &str) -> bool {
    !answer
        .split_once(';')
        .is_some_and(|(_, said)| said.starts_with('~'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell as Slot;

    fn all(desk: &mut Desk, now: impl Fn() -> f64) -> Vec<String> {
        let mut said = Vec::new();
        while desk.busy() {
            said.extend(desk.work(&now));
        }
        said
    }

    #[test]
    fn every_level_of_every_game_answers_with_a_legal_move() {
        let mut desk = Desk::new();
        for game in Game::ALL {
            for level in Level::all(game) {
                let record = Record::new(game);
                assert_eq!(desk.receive(&request(1, 1, &record, *level)), None);
                // A clock that runs fast: the long levels are cut by it.
                let time = Slot::new(0.0);
                let said = all(&mut desk, || {
                    time.set(time.get() + 40.0);
                    time.get()
                });
                let (last, before) = said.split_last().expect("an answer");
                assert!(before.iter().all(|word| !is_final(word)), "{before:?}");
                match read_answer(game, last) {
                    Ok((1, Answer::Move(cell))) => assert!(record.position().check(cell).is_ok()),
                    other => panic!("{game:?} {level}: {other:?}"),
                }
            }
        }
    }

    #[test]
    fn time_ends_a_long_search_and_progress_is_told_on_the_way() {
        let mut desk = Desk::new();
        desk.receive("1;move;1;3d;tx;111-222-333;patashnik");
        let time = Slot::new(0.0);
        let said = all(&mut desk, || {
            time.set(time.get() + 10.0);
            time.get()
        });
        assert!(time.get() < 4_000.0, "{}", time.get());
        let (last, before) = said.split_last().expect("an answer");
        assert!(is_final(last));
        assert!(!before.is_empty(), "nothing was told on the way");
        assert!(
            before.iter().all(|word| word.starts_with("1;~")),
            "{before:?}"
        );
    }

    #[test]
    fn stop_takes_the_best_so_far_and_forget_says_nothing() {
        let mut desk = Desk::new();
        assert_eq!(desk.receive("1;move;1;ultimate;tx;55;expert"), None);
        let answer = desk.receive("1;stop").expect("a move at once");
        assert!(matches!(
            read_answer(Game::Ultimate, &answer),
            Ok((1, Answer::Move(_)))
        ));
        assert!(!desk.busy());
        assert_eq!(desk.receive("2;move;1;ultimate;tx;55;expert"), None);
        assert_eq!(desk.receive("2;forget"), None);
        assert!(!desk.busy());
        assert_eq!(desk.receive("2;stop"), None);
    }

    #[test]
    fn a_proof_gives_way_to_a_move_and_tells_how_far_it_is() {
        let mut desk = Desk::new();
        assert_eq!(desk.receive("1;prove"), None);
        let time = Slot::new(0.0);
        let clock = || {
            time.set(time.get() + 60.0);
            time.get()
        };
        let said: Vec<String> = (0..20).filter_map(|_| desk.work(clock)).collect();
        assert!(said.len() > 5, "{said:?}");
        let replies: Vec<u64> = said
            .iter()
            .map(|said| {
                said.strip_prefix("1;~")
                    .expect("progress")
                    .parse()
                    .expect("a count")
            })
            .collect();
        assert!(replies.is_sorted(), "{replies:?}");
        desk.receive("2;move;1;classique;tx;1-5-2;parfait");
        assert_eq!(desk.work(clock).as_deref(), Some("2;3"));
        assert!(desk.busy(), "the proof goes on");
        assert_eq!(desk.receive("1;stop").as_deref(), Some("1;!stopped"));
        assert!(!desk.busy());
    }

    /// The whole proof, as a page runs it. Too long without optimisation.
    #[cfg(not(debug_assertions))]
    #[test]
    fn the_proof_is_complete_and_counts_what_the_engine_says() {
        let truth = |key: &str| morpion_engine::Truth::find(key).expect("a truth").value;
        let mut desk = Desk::new();
        desk.receive("1;prove");
        let said = all(&mut desk, || 0.0);
        let last = said.last().expect("an end");
        let fields: Vec<&str> = last.split(';').collect();
        assert_eq!(fields[..2], ["1", "proved"], "{last}");
        assert_eq!(fields[2].parse(), Ok(truth("3d.check.positions")));
        assert_eq!(fields[3].parse(), Ok(truth("3d.check.replies")));
        assert_eq!(fields[5].parse(), Ok(truth("3d.certificate.entries")));
        assert_eq!(fields[6].parse(), Ok(truth("3d.check.longest-game")));
        let counts = ProofCounts {
            positions: truth("3d.check.positions"),
            replies: truth("3d.check.replies"),
            entries: truth("3d.certificate.entries"),
            longest: truth("3d.check.longest-game"),
        };
        assert_eq!(read_proof(last), Some((1, ProofNews::Proved(counts))));
    }

    #[test]
    fn a_hint_has_a_move_and_a_reason() {
        let mut desk = Desk::new();
        for (message, answer) in [
            ("1;hint;classique;tx;1-5-2", "1;3;blocks"),
            ("1;hint;classique;tx;1-4-2-5", "1;3;wins"),
            ("1;hint;3d;tx;111-211-112-212-113-213", "1;114;wins"),
        ] {
            assert_eq!(desk.receive(message), None);
            assert_eq!(all(&mut desk, || 0.0), [answer], "{message}");
        }
    }

    #[test]
    fn reasons_are_read_as_they_are_written() {
        for reason in [
            Reason::Wins,
            Reason::Blocks,
            Reason::DoubleThreat,
            Reason::Forces { reply: Cell(80) },
            Reason::FreesCell { cell: Cell(3) },
            Reason::WinsIn(7),
            Reason::OnlyMove,
            Reason::KeepsDraw,
            Reason::AvoidsSending {
                board: 4,
                harm: Harm::WinsGame,
            },
            Reason::AvoidsSending {
                board: 0,
                harm: Harm::WinsBoard,
            },
            Reason::AvoidsSending {
                board: 8,
                harm: Harm::FreeChoice,
            },
            Reason::TakesBoard(2),
            Reason::BlocksBoard(6),
            Reason::Lasts,
            Reason::Centre,
            Reason::Best,
        ] {
            assert_eq!(Token::read(&Token(reason).to_string()), Some(Token(reason)));
        }
        for wrong in ["", "wins-in", "wins-in:x", "takes:300", "dances"] {
            assert_eq!(Token::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_message_that_is_no_request_is_answered_all_the_same() {
        let mut desk = Desk::new();
        for (message, answer) in [
            ("", ";!no such request"),
            ("4", "4;!no such request"),
            ("4;dance", "4;!no such request"),
            (
                "4;move;x;3d;tx;;doux",
                "4;!seed: invalid digit found in string",
            ),
            ("4;move;1;3d;tx;;parfait", "4;!unknown level `parfait`"),
            (
                "4;move;1;classique;tx;1-4-2-5-3;moyen",
                "4;!the game is over",
            ),
            (
                "4;move;1;classique;tx;5-5;moyen",
                "4;!move 2 (byte 2): 5 is occupied",
            ),
        ] {
            let said = desk.receive(message);
            if message.contains("5-5") {
                assert!(said.is_some_and(|said| said.starts_with("4;!")), "{answer}");
            } else {
                assert_eq!(said.as_deref(), Some(answer), "{message}");
            }
        }
        assert!(!desk.busy());
    }
}
