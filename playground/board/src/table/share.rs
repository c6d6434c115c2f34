//! What is copied, and what is pasted.

use morpion_engine::Record;

use super::Table;
use crate::embed::embed_line;
use crate::event::{Effects, Field};
use crate::french::{self, Seats, share as words};
use crate::share::{self, Format};
use crate::spec::{Mode, Opponent};

impl Table {
    /// The form that is shown.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// The game in the form that is shown.
    pub(crate) fn shared(&self) -> String {
        match self.format {
            Format::Embed => embed_line(self).unwrap_or_default(),
            format => share::write(self.record(), format, &self.address()),
        }
    }

    /// The page that opens a link to this game. On its own page a link goes to a board
    /// that is there to be played on, and a demonstration is none.
    fn address(&self) -> String {
        self.play_page()
            .filter(|_| self.spec.mode != Mode::Play)
            .unwrap_or_else(|| self.device.address())
    }

    /// What became of the last copy.
    pub(crate) fn copied(&self) -> Option<bool> {
        self.copied
    }

    pub(super) fn choose_format(&mut self, format: Format) {
        self.format = format;
        self.copied = None;
        self.remark = None;
    }

    pub(super) fn copy(&mut self, effects: &mut Effects) {
        let text = self.shared();
        effects.copy = (!text.is_empty()).then_some(text);
    }

    pub(super) fn note_copy(&mut self, done: bool) {
        self.copied = Some(done);
        self.tell(words::copied(done));
    }

    /// Opens what was pasted; a text that gives no game changes nothing.
    pub(super) fn open_text(&mut self, text: &str, effects: &mut Effects) {
        if self.counts() {
            // Whoever wants to leave such a game is told of what it costs first.
            return self.refuse_text(words::finish_first());
        }
        let opened = match share::read(self.game(), text) {
            Ok(opened) => opened,
            Err(error) => {
                let sentence = words::share_error(self.game(), &error);
                return self.refuse_text(sentence);
            }
        };
        effects.clear = Some(Field::Position);
        self.open_record(opened.record);
        let status = french::status(&self.position(), self.last(), Seats::Two);
        let sentence = words::opened(&opened.assumed, &status);
        if !opened.assumed.is_empty() {
            self.show_and_tell(sentence);
        }
    }

    /// Opens a game from elsewhere. Two people then: nobody plays an answer into a
    /// position that was brought to be looked at.
    pub(super) fn open_record(&mut self, record: Record) {
        self.opponent = Opponent::Human;
        self.begin(record);
    }
}
