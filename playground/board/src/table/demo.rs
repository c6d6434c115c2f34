//! A demonstration: what it says at each step, and how it plays by itself.

use super::Table;
use crate::event::{Action, Effects};
use crate::french::history as words;
use crate::history::ROOT;
use crate::spec::Mode;

/// How long a position of a demonstration stands, in milliseconds: the time to look …
const LOOK_MS: u32 = 1500;
/// … and the time to read a character of its sentence.
const READ_MS: u32 = 55;

impl Table {
    /// What the chapter says of the position that is shown.
    pub(crate) fn step_sentence(&self) -> Option<&str> {
        match self.mode {
            Mode::Demo => self.spec.step(self.history.depth()),
            _ => None,
        }
    }

    /// Whether the demonstration goes on by itself.
    pub(crate) fn plays_by_itself(&self) -> bool {
        self.playing.is_some()
    }

    /// Whether a pause is under way whose end is waited for.
    pub fn pausing(&self) -> bool {
        self.waiting() || self.playing.is_some()
    }

    /// Starts or stops the playing by itself.
    pub(super) fn play_back(&mut self, effects: &mut Effects) {
        if self.mode != Mode::Demo {
            return;
        }
        if self.playing.take().is_some() {
            self.tell(words::paused());
        } else if self.history.next(self.history.at()).is_none() {
            // From its end it plays once more.
            self.look(|history| history.go(ROOT));
            self.next_step(effects);
        } else {
            self.step_on(effects);
        }
    }

    /// The pause of this number is over.
    pub(super) fn pause_over(&mut self, number: u32, effects: &mut Effects) {
        if self.playing == Some(number) {
            self.step_on(effects);
        }
    }

    fn step_on(&mut self, effects: &mut Effects) {
        self.look(|history| {
            history.forward();
        });
        self.next_step(effects);
    }

    /// Asks to be called back for the next step, if there is one.
    fn next_step(&mut self, effects: &mut Effects) {
        self.playing = None;
        if self.history.next(self.history.at()).is_some() {
            self.requests += 1;
            let sentence = self.step_sentence().unwrap_or_default();
            let length = u32::try_from(sentence.chars().count()).unwrap_or(0);
            self.playing = Some(self.requests);
            effects.pause = Some((self.requests, LOOK_MS + READ_MS * length));
        }
    }

    /// Any other button ends the playing by itself.
    pub(super) fn interrupt(&mut self, action: Option<Action>) {
        if action != Some(Action::Playback) {
            self.playing = None;
        }
    }
}
