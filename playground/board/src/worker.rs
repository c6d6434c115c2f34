//! What page and worker say to each other, and the worker's desk.
//!
//! One line each way, in the book's own notation. A message is
//! `id;verb;arguments…`; the id is the page's business and comes back with each
//! answer.
//!
//! | message | answers |
//! | --- | --- |
//! | `id;move;seed;game;set-up;moves;level` | `id;~500` now and then, the thousandths of its budget that are spent; at the end `id;cell` |
//! | `id;stop` | the best move so far of that request, `id;cell` |
//! | `id;forget` | none: nobody waits any more |
//! | anything else | `id;!reason` |
//!
//! A worker has one thread and cannot hear « stop » while it searches. So the
//! [`Desk`] works by slices: the edge, which has a clock, calls [`Desk::work`]
//! again and again and lets messages in between.

use std::collections::VecDeque;

use morpion_engine::{Cell, Game, Level, Player, Position, Progress, Record, Tables};

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

/// How long a slice of work should last, in milliseconds: short enough for a
/// message to be heard at once, long enough not to be spent on waiting.
const SLICE_MS: f64 = 16.0;

/// What the worker has to do, first come, first served.
#[derive(Debug, Default)]
pub struct Desk {
    tables: Tables,
    jobs: VecDeque<Job>,
    /// Nodes that filled the last slices.
    slice: u64,
}

#[derive(Debug)]
struct Job {
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
            slice: 2_000,
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
                self.jobs.retain(|job| job.id != id);
                None
            }
            ["stop"] => {
                let at = self.jobs.iter().position(|job| job.id == id)?;
                self.jobs.remove(at).map(|mut job| {
                    // The page has waited: one small look is better than none.
                    if job.player.choice().is_none() {
                        job.player.run(self.slice);
                    }
                    job.answer()
                })
            }
            ["move", seed, slug, setup, moves, level] => {
                match self.take(id, seed, slug, setup, moves, level) {
                    Ok(job) => {
                        self.jobs.push_back(job);
                        None
                    }
                    Err(reason) => Some(format!("{id};!{reason}")),
                }
            }
            _ => Some(format!("{id};!no such request")),
        }
    }

    fn take(
        &self,
        id: &str,
        seed: &str,
        slug: &str,
        setup: &str,
        moves: &str,
        level: &str,
    ) -> Result<Job, String> {
        let game = Game::from_slug(slug).ok_or_else(|| format!("unknown game `{slug}`"))?;
        let level =
            Level::from_slug(game, level).ok_or_else(|| format!("unknown level `{level}`"))?;
        let seed: u64 = seed.parse().map_err(|e| format!("seed: {e}"))?;
        let start = Position::parse_setup(game, setup).map_err(|e| e.to_string())?;
        let record = Record::parse_moves(start, moves).map_err(|e| e.to_string())?;
        if record.position().outcome().is_some() {
            return Err(String::from("the game is over"));
        }
        Ok(Job {
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
        let begun = now();
        let job = self.jobs.front_mut()?;
        let think_ms = f64::from(job.think_ms);
        let deadline = *job.deadline.get_or_insert(begun + think_ms);
        let progress = job.player.run(self.slice);
        let ended = now();
        // Slices follow the speed of the machine, by no more than a factor of two
        // at a time: one hiccup must not make the next slice endless.
        if ended - begun < SLICE_MS / 2.0 {
            self.slice = (self.slice * 2).min(4_000_000);
        } else if ended - begun > SLICE_MS * 1.5 {
            self.slice = (self.slice / 2).max(200);
        }
        let out_of_time = think_ms > 0.0 && ended >= deadline;
        if progress == Progress::Done || (out_of_time && job.player.choice().is_some()) {
            return self.jobs.pop_front().map(|job| job.answer());
        }
        // How far it is: by time where time is what ends it.
        let by_time = if think_ms > 0.0 {
            ((ended - (deadline - think_ms)) / think_ms * 1000.0) as u16
        } else {
            0
        };
        let told = by_time.max(job.player.per_mille()).min(999);
        (told >= job.told + 50).then(|| {
            job.told = told;
            format!("{};~{told}", job.id)
        })
    }
}

impl Job {
    fn answer(&self) -> String {
        match self.player.choice() {
            Some(cell) => format!("{};{}", self.id, self.game.cell_name(cell)),
            None => format!("{};!no move found", self.id),
        }
    }
}

/// What the worker says of a request for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Thousandths of the budget that are spent.
    Progress(u16),
    /// The move.
    Move(Cell),
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
        _ => Answer::Move(game.cell_from_name(said).ok_or("no cell")?),
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
        assert!(is_final(&said[said.len() - 1]));
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
