//! Games that count: against the computer, each beginning in turn.
//!
//! A game counts from the reader's first move on. From then on it is kept on the
//! device, under a name of its own: whoever goes on with it, in another window or on
//! another board, gives it a new one, and the board that knows the old name has
//! nothing to count any more.

use morpion_engine::{Game, Level, Outcome, Record, Side};

use super::Table;
use crate::device::Device;
use crate::event::{Action, Effects};
use crate::french;
use crate::ranking::{Ending, Entry, RANKED, Ranking};
use crate::spec::{First, Mode, Opponent};

/// What a board knows of its game that counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranked {
    /// The name of the game that is played here and counts.
    name: Option<String>,
    /// The present game does not count any more, or never did.
    void: bool,
    /// A game that waits on the device, until the reader has said what becomes of it.
    waiting: Option<Kept>,
    /// A button that would end the ranking of this game, pressed once.
    asked: Option<Action>,
    /// Games named so far, so that no two names are the same.
    names: u32,
    /// The same for the boards of all pages.
    pub(super) origin: u64,
}

/// A game that counts and is not over, as the device keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
    name: String,
    level: Level,
    /// The side of the reader.
    reader: Side,
    /// The computer goes on as it would have: leaving and coming back changes no reply.
    seed: u64,
    record: Record,
}

impl Kept {
    fn place(game: Game) -> String {
        format!("morpion-partie-{}", game.slug())
    }

    fn recall(device: &dyn Device, game: Game) -> Option<Kept> {
        let text = device.recall(&Kept::place(game))?;
        let mut fields = text.split(';');
        let kept = Kept {
            name: fields.next()?.to_owned(),
            level: Level::from_slug(game, fields.next()?)?,
            reader: if fields.next()? == "x" {
                Side::X
            } else {
                Side::O
            },
            seed: fields.next()?.parse().ok()?,
            record: Record::parse(game, fields.next()?).ok()?,
        };
        // A game that is over waits for nobody.
        let usual = kept.record.start() == Record::new(game).start();
        (usual && kept.record.position().outcome().is_none()).then_some(kept)
    }

    fn keep(&self, device: &dyn Device) -> bool {
        let text = format!(
            "{};{};{};{};{}",
            self.name,
            self.level.slug(),
            if self.reader == Side::X { "x" } else { "o" },
            self.seed,
            self.record.notation()
        );
        device.keep(&Kept::place(self.record.game()), &text)
    }

    fn forget(device: &dyn Device, game: Game) -> bool {
        device.keep(&Kept::place(game), "")
    }
}

impl Table {
    /// Whether games that begin now count.
    pub(super) fn ranks(&self) -> bool {
        self.first == First::InTurn && self.could_rank()
    }

    fn could_rank(&self) -> bool {
        self.mode == Mode::Play
            && self.opponent == Opponent::Computer
            && RANKED.contains(&self.game())
            && self.opening == Record::new(self.game())
    }

    /// Whether the reader has to say first what becomes of a game that waits.
    pub(super) fn held_up(&self) -> bool {
        self.ranked.waiting.is_some() && self.ranks()
    }

    /// The level and the moves of a game that waits on the device.
    pub(super) fn waiting_game(&self) -> Option<String> {
        let kept = self.ranked.waiting.as_ref()?;
        Some(french::ranked::waiting(
            kept.level,
            kept.record.moves().len(),
        ))
    }

    /// A game that counts is going on here.
    pub(super) fn counts(&self) -> bool {
        self.ranked.name.is_some() && self.history.outcome().is_none()
    }

    /// Whether what the moves are worth stays hidden, as a hint would: until a game
    /// that counts is over.
    pub(super) fn bars_values(&self) -> bool {
        self.counts() || self.unbegun()
    }

    /// The line about the run, near the board.
    pub(crate) fn run_line(&self) -> Option<String> {
        if !self.ranks() {
            return None;
        }
        let Entry { run, best, .. } = Ranking::recall(&*self.device).of(self.level);
        let over = self.history.outcome().is_some();
        Some(french::ranked::line(
            run.games,
            best.games,
            self.ranked.void && !over,
        ))
    }

    /// Who begins a game that starts now, the other one than the last time after
    /// « Revanche ».
    pub(super) fn draw_beginner(&mut self, begun: bool, revenge: bool) {
        self.computer_begins = match self.first {
            First::InTurn if self.ranks() => {
                Ranking::recall(&*self.device).of(self.level).computer_next
            }
            First::InTurn => self.computer_begins != (begun || revenge),
            First::Me | First::Computer if revenge => !self.computer_begins,
            First::Me => false,
            First::Computer => true,
        };
    }

    /// A new game is set up: nothing has been counted of it.
    pub(super) fn ranked_afresh(&mut self) {
        self.ranked.name = None;
        self.ranked.void = false;
        self.ranked.asked = None;
        self.look_for_waiting();
    }

    /// Looks for a game that waits on the device.
    pub(super) fn look_for_waiting(&mut self) {
        self.ranked.waiting = if self.could_rank() && self.ranked.name.is_none() {
            Kept::recall(&*self.device, self.game())
        } else {
            None
        };
    }

    /// A move was played, by whomever.
    pub(super) fn ranked_moved(&mut self, effects: &mut Effects) {
        self.ranked.asked = None;
        if !self.ranks() {
            // Another game is played here: the one that waits can wait longer.
            self.ranked.waiting = None;
            return;
        }
        if self.ranked.void || self.held_up() {
            return;
        }
        if self.ranked.name.is_none() {
            // The computer's first move binds nobody.
            if self.position().turn() == self.reader {
                return;
            }
            self.ranked.name = Some(self.new_name());
        } else if !self.still_ours() {
            self.lose_track();
            return;
        }
        let kept = match self.position().outcome() {
            None => self.keep_game(),
            Some(outcome) => {
                let ending = match outcome {
                    Outcome::Draw => Ending::Drawn,
                    Outcome::Win(side) if side == self.reader => Ending::Won,
                    Outcome::Win(_) => Ending::Lost,
                };
                self.close(ending)
            }
        };
        effects.kept = true;
        self.remember(kept);
    }

    fn new_name(&mut self) -> String {
        self.ranked.names += 1;
        format!("{:x}-{}", self.ranked.origin, self.ranked.names)
    }

    /// Whether the game on the device is the one that is played here.
    fn still_ours(&self) -> bool {
        let kept = Kept::recall(&*self.device, self.game());
        kept.is_some_and(|kept| Some(kept.name) == self.ranked.name)
    }

    /// The game goes on elsewhere, or was ended there.
    fn lose_track(&mut self) {
        self.ranked.name = None;
        self.ranked.void = true;
        self.say(french::ranked::elsewhere());
    }

    fn keep_game(&self) -> bool {
        let Some(name) = self.ranked.name.clone() else {
            return true;
        };
        Kept {
            name,
            level: self.level,
            reader: self.reader,
            seed: self.seed,
            record: self.record().clone(),
        }
        .keep(&*self.device)
    }

    /// Counts the game that is played here.
    fn close(&mut self, ending: Ending) -> bool {
        self.ranked.name = None;
        self.ranked.void = true;
        // First forgotten, then counted: whatever goes wrong between the two, no game
        // is counted twice.
        Kept::forget(&*self.device, self.game());
        Ranking::count(&*self.device, self.level, ending)
    }

    /// Whether an action has to wait for a second press, because it would end the
    /// ranking of a game. At the second press the game is lost.
    pub(super) fn asks_again(&mut self, action: Action, effects: &mut Effects) -> bool {
        let asked = self.ranked.asked.take() == Some(action);
        if self.unbegun() {
            // Before the first move there is nothing to lose, and nothing to be told.
            return match action {
                Action::Hint => {
                    self.say(french::ranked::no_hint());
                    true
                }
                // It would change sides with the computer.
                Action::AgainstComputer => true,
                _ => false,
            };
        }
        if !self.counts() || !self.ends_ranking(action) {
            return false;
        }
        if !self.still_ours() {
            self.lose_track();
            return false;
        }
        if asked {
            let kept = self.close(Ending::Lost);
            effects.kept = true;
            self.remember(kept);
            return false;
        }
        self.ranked.asked = Some(action);
        self.say(french::ranked::asks_again(&french::action(action)));
        true
    }

    /// What would not be fair in a game that counts.
    fn ends_ranking(&self, action: Action) -> bool {
        match action {
            Action::Level(level) => level != self.level,
            Action::New
            | Action::Restart
            | Action::Undo
            | Action::Redo
            | Action::Hint
            | Action::Free
            | Action::AgainstComputer
            | Action::AgainstHuman
            | Action::MeFirst
            | Action::ComputerFirst
            | Action::InTurn => true,
            _ => false,
        }
    }

    /// Whom the reader plays has changed in the middle of a game: it does not count.
    pub(super) fn seats_changed(&mut self) {
        // Taken back is not unplayed: the moves are a step away.
        let ahead = self.history.next(self.history.at()).is_some();
        if self.record() != &self.opening || ahead {
            self.ranked.void = true;
        }
        self.look_for_waiting();
    }

    /// Whether a move from the past would rewrite a game that counts.
    pub(super) fn would_rewrite(&self) -> bool {
        self.looking && (self.counts() || self.unbegun())
    }

    /// « Reprendre ta partie ».
    pub(super) fn resume(&mut self, effects: &mut Effects) {
        // Read again: it may have ended in another window.
        let Some(kept) = Kept::recall(&*self.device, self.game()) else {
            self.look_for_waiting();
            self.say(french::ranked::gone());
            return;
        };
        self.first = First::InTurn;
        self.opponent = Opponent::Computer;
        self.level = kept.level;
        self.seed = kept.seed;
        self.begin(Record::new(self.game()));
        self.ranked.waiting = None;
        self.reader = kept.reader;
        self.computer_begins = kept.reader == Side::O;
        for &cell in kept.record.moves() {
            // They were legal one after the other when they were read.
            let _ = self.history.play(cell);
        }
        self.ranked.name = Some(self.new_name());
        let kept = self.keep_game();
        effects.kept = true;
        self.remember(kept);
        self.tell(self.status());
        // The button that was pressed is gone.
        effects.focus = Some(self.cursor);
    }

    /// « L'abandonner »: the label has said that it counts as lost.
    pub(super) fn forsake(&mut self, effects: &mut Effects) {
        if let Some(kept) = Kept::recall(&*self.device, self.game()) {
            Kept::forget(&*self.device, self.game());
            let kept = Ranking::count(&*self.device, kept.level, Ending::Lost);
            effects.kept = true;
            self.remember(kept);
        }
        let opening = self.opening.clone();
        self.begin(opening);
        effects.focus = Some(self.cursor);
    }

    /// Another board or window has changed the memory.
    pub(super) fn memory_changed(&mut self) {
        if self.counts() {
            if !self.still_ours() {
                self.lose_track();
            }
            return;
        }
        if self.ranked.waiting.is_some() || self.unbegun() {
            self.look_for_waiting();
        }
        if self.unbegun() {
            // A game that has ended elsewhere decides who begins this one.
            let known = Ranking::recall(&*self.device).of(self.level);
            if known.computer_next != self.computer_begins {
                self.begin(Record::new(self.game()));
            }
        }
    }

    /// The computer is gone: a game that counts waits on the device, until there is one
    /// again.
    pub(super) fn leave_waiting(&mut self) {
        if self.counts() {
            self.ranked.name = None;
            self.ranked.void = true;
        }
    }

    /// A game that would count, before the reader's first move.
    pub(super) fn unbegun(&self) -> bool {
        self.ranks() && !self.ranked.void && self.ranked.name.is_none()
    }

    /// What could not be kept for good is told once on a page.
    pub(super) fn remember(&mut self, kept: bool) {
        const TOLD: &str = "morpion-prevenu";
        if kept || self.device.recall(TOLD).is_some() {
            return;
        }
        self.device.keep(TOLD, "1");
        self.forgetful = true;
    }
}
