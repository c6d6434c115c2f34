//! Runs without defeat, as the device keeps them: one for each level of the games
//! that are ranked.

use morpion_engine::{Game, Level};

use crate::device::Device;
use crate::text::{joined, without};

/// The games with a ranking: in the two others a good player does not lose, or the
/// one who begins wins.
pub(crate) const RANKED: [Game; 2] = [Game::Ultimate, Game::Infini];

/// The name under which the runs are kept.
const NAME: &str = "morpion-classement";

/// How a game ended for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Won,
    Drawn,
    /// Lost, or left.
    Lost,
}

/// Games without a defeat, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) games: u32,
    pub(crate) wins: u32,
    /// The days of the first game and of the last.
    pub(crate) from: String,
    pub(crate) to: String,
}

impl Run {
    pub(crate) fn draws(&self) -> u32 {
        self.games.saturating_sub(self.wins)
    }
}

/// What is known of one level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) level: Level,
    /// Whether the computer begins the next game.
    pub(crate) computer_next: bool,
    /// The run that goes on.
    pub(crate) run: Run,
    /// The longest run.
    pub(crate) best: Run,
}

impl Entry {
    fn new(level: Level) -> Entry {
        Entry {
            level,
            computer_next: false,
            run: Run::default(),
            best: Run::default(),
        }
    }

    fn write(&self) -> String {
        let run = |run: &Run| format!("{};{};{};{}", run.games, run.wins, run.from, run.to);
        format!(
            "{};{};{};{};{}",
            self.level.game().slug(),
            self.level.slug(),
            u8::from(self.computer_next),
            run(&self.run),
            run(&self.best)
        )
    }

    /// Reads what [`Entry::write`] writes; a line that somebody has changed by hand is
    /// no entry.
    fn read(line: &str) -> Option<Entry> {
        let mut fields = line.split(';');
        let game = Game::from_slug(fields.next()?)?;
        let level = Level::from_slug(game, fields.next()?)?;
        let computer_next = fields.next()? == "1";
        let mut run = || {
            let run = Run {
                games: fields.next()?.parse().ok()?,
                wins: fields.next()?.parse().ok()?,
                from: fields.next()?.to_owned(),
                to: fields.next()?.to_owned(),
            };
            (run.wins <= run.games).then_some(run)
        };
        Some(Entry {
            level,
            computer_next,
            run: run()?,
            best: run()?,
        })
    }
}

/// All that is kept, level by level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ranking {
    entries: Vec<Entry>,
}

impl Ranking {
    /// What the device holds.
    pub(crate) fn recall(device: &dyn Device) -> Ranking {
        let text = device.recall(NAME).unwrap_or_default();
        Ranking {
            entries: text.lines().filter_map(Entry::read).collect(),
        }
    }

    /// Forgets all. Whether the device could.
    pub(crate) fn clear(device: &dyn Device) -> bool {
        device.keep(NAME, "")
    }

    /// What is known of a level: nothing yet, before its first game.
    pub(crate) fn of(&self, level: Level) -> Entry {
        let known = self.entries.iter().find(|entry| entry.level == level);
        known.cloned().unwrap_or_else(|| Entry::new(level))
    }

    /// The levels of a game that have been played, the weakest first.
    pub(crate) fn played(&self, game: Game) -> Vec<&Entry> {
        Level::all(game)
            .iter()
            .filter_map(|&level| self.entries.iter().find(|entry| entry.level == level))
            .collect()
    }

    /// Counts one game more. Whether the device could keep it.
    pub(crate) fn count(device: &dyn Device, level: Level, ending: Ending) -> bool {
        // Read again each time: another board or another window may have counted.
        let mut ranking = Ranking::recall(device);
        let mut entry = ranking.of(level);
        // A date of ours holds nothing that tells fields apart.
        let today = without(&device.today(), |c| c == ';' || c == '\n');
        entry.computer_next = !entry.computer_next;
        if ending == Ending::Lost {
            entry.run = Run::default();
        } else {
            let run = &mut entry.run;
            if run.games == 0 {
                run.from.clone_from(&today);
            }
            run.to = today;
            run.games += 1;
            run.wins += u32::from(ending == Ending::Won);
            if run.games > entry.best.games {
                entry.best = run.clone();
            }
        }
        match ranking.entries.iter_mut().find(|one| one.level == level) {
            Some(one) => *one = entry,
            None => ranking.entries.push(entry),
        }
        let mut lines = ranking.entries.iter().map(Entry::write);
        device.keep(NAME, &joined(&mut lines, "\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Memory;

    fn level() -> Level {
        Level::from_slug(Game::Ultimate, "moyen").expect("a level")
    }

    #[test]
    fn a_draw_goes_on_with_a_run_and_a_defeat_ends_it() {
        let device = Memory::new("2026-03-01");
        for (ending, games, wins, best) in [
            (Ending::Won, 1, 1, 1),
            (Ending::Drawn, 2, 1, 2),
            (Ending::Lost, 0, 0, 2),
            (Ending::Drawn, 1, 0, 2),
        ] {
            assert!(Ranking::count(&device, level(), ending));
            let entry = Ranking::recall(&device).of(level());
            assert_eq!((entry.run.games, entry.run.wins), (games, wins));
            assert_eq!(entry.best.games, best, "{ending:?}");
        }
        let entry = Ranking::recall(&device).of(level());
        assert!(!entry.computer_next, "each begins every other game");
        assert_eq!(entry.best.from, "2026-03-01");
    }

    #[test]
    fn what_is_written_is_read_and_what_is_not_ours_is_left_out() {
        let line = "ultimate;moyen;1;2;1;2026-03-01;2026-03-04;7;6;2026-01-01;2026-01-31";
        assert_eq!(Entry::read(line).expect("an entry").write(), line);
        for wrong in [
            "",
            "dames;moyen;1;2;1;a;b;7;6;c;d",
            "ultimate;parfait;1;2;1;a;b;7;6;c;d",
            "ultimate;moyen;1;2;1;a;b;7",
            "ultimate;moyen;1;2;3;a;b;7;6;c;d",
            "ultimate;moyen;1;-2;1;a;b;7;6;c;d",
        ] {
            assert_eq!(Entry::read(wrong), None, "{wrong}");
        }
    }
}
