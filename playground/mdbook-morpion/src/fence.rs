//! What a `morpion` fence holds: TOML, read into a board.

use std::ops::Range;
use std::sync::LazyLock;

use morpion_board::french::{goal_error, notation_error};
use morpion_board::{First, GOALS, Mode, Opponent, Spec, View, goal_from_french};
use morpion_engine::{
    Game, Goal, Judge, Level, NotationError, Position, Progress, Record, SetupError, Tables,
};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::chapter::apply;
use crate::place::in_string;
use crate::{cite, info, messages};

/// The solved games, built once for all exercises of a book.
static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// The keys of a fence, in the order in which they are offered.
pub(crate) const KEYS: &[&str] = &[
    "jeu",
    "vue",
    "coups",
    "position",
    "mode",
    "but",
    "adversaire",
    "commence",
    "niveau",
    "graine",
    "lien",
    "legende",
    "etapes",
];

/// What a fence asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fenced {
    /// A board.
    Board(Box<Spec>),
    /// What the device keeps.
    View(View),
}

/// Something wrong in a fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    /// Where in the text of the fence; `None` is the fence as a whole.
    pub(crate) offset: Option<usize>,
    pub(crate) message: String,
}

/// Reads a fence. `odd` tells that a fence without a word is left open further
/// down the chapter.
///
/// The table is read key by key rather than into a struct of its own, so that
/// one run tells every mistake of the fence and not only the first.
pub(crate) fn read(text: &str, odd: bool) -> Result<Fenced, Vec<Wrong>> {
    let entries = DeTable::parse(text).map_err(|error| {
        // A fence that was forgotten to be closed goes on to the next one,
        // through prose: what opens it is to blame, not the prose.
        let span = error.span();
        let stopped_in_prose = || {
            let at = span.as_ref().map_or(0, |span| span.start);
            // Without an « = » it is no slip in a key.
            text.get(..at).unwrap_or(text).contains("\n\n") && !line_at(text, at).contains('=')
        };
        if text.lines().any(|line| info::opening(line).is_some()) || (odd && stopped_in_prose()) {
            return vec![Wrong {
                offset: None,
                message: messages::unclosed_fence(),
            }];
        }
        let nothing = span.as_ref().is_some_and(Range::is_empty);
        vec![Wrong {
            offset: span.map(|span| span.start),
            message: messages::syntax(error.message(), nothing),
        }]
    })?;
    let mut reader = Reader {
        text,
        entries: entries.into_inner(),
        wrong: Vec::new(),
    };
    reader.unknown_keys();
    let fenced = if reader.key_offset("vue").is_some() {
        reader.view().map(Fenced::View)
    } else {
        reader.spec().map(Box::new).map(Fenced::Board)
    };
    let mut wrong = reader.wrong;
    match fenced {
        Some(fenced) if wrong.is_empty() => Ok(fenced),
        _ => {
            wrong.sort_by_key(|wrong| wrong.offset);
            Err(wrong)
        }
    }
}

/// The line that a byte is on.
fn line_at(text: &str, at: usize) -> &str {
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let end = at + after.find('\n').unwrap_or(after.len());
    text.get(start..end).unwrap_or_default()
}

struct Reader<'a> {
    text: &'a str,
    entries: DeTable<'a>,
    wrong: Vec<Wrong>,
}

/// A text found under a key.
struct Text {
    value: String,
    /// Where it is written, quotes included.
    span: Range<usize>,
}

impl<'a> Reader<'a> {
    fn unknown_keys(&mut self) {
        for key in self.entries.keys() {
            if !KEYS.contains(&key.get_ref().as_ref()) {
                self.wrong.push(Wrong {
                    offset: Some(key.span().start),
                    message: messages::unknown_key(key.get_ref(), KEYS),
                });
            }
        }
    }

    /// What the device keeps, which has no game and nothing of one.
    fn view(&mut self) -> Option<View> {
        for &key in KEYS.iter().filter(|key| **key != "vue") {
            if let Some(offset) = self.key_offset(key) {
                self.wrong.push(Wrong {
                    offset: Some(offset),
                    message: messages::not_in_view(key),
                });
            }
        }
        self.choice("vue", View::from_french, |word| {
            messages::unknown_view(word, &View::ALL.map(View::french))
        })
    }

    fn spec(&mut self) -> Option<Spec> {
        let mode = self.choice("mode", Mode::from_french, |word| {
            messages::unknown_mode(word, Mode::NAMES)
        });
        let opponent = self.choice("adversaire", Opponent::from_french, |word| {
            messages::unknown_opponent(word, Opponent::NAMES)
        });
        let first = self.choice("commence", First::from_french, |word| {
            messages::unknown_first(word, First::NAMES)
        });
        let goal = self.goal(mode);
        let seed = self.seed();
        let linked = self.linked();
        let caption = self.caption();
        self.needless(mode, opponent);
        let record = self.record();
        let steps = self.steps(record.as_ref());
        let level = self.level(record.as_ref().map(Record::game));

        let record = record?;
        if let Some((text, goal)) = &goal {
            self.judge(&record, text, *goal);
        }
        let mut spec = Spec::new(record, mode.unwrap_or(Mode::Play));
        spec.goal = goal.map(|(_, goal)| goal);
        spec.level = level.unwrap_or(spec.level);
        spec.opponent = opponent.unwrap_or(spec.opponent);
        spec.first = first.unwrap_or(spec.first);
        spec.seed = seed;
        spec.caption = caption;
        spec.steps = steps;
        spec.linked = linked;
        Some(spec)
    }

    /// The goal of an exercise, and where it is written.
    fn goal(&mut self, mode: Option<Mode>) -> Option<(Text, Goal)> {
        let offset = self.key_offset("but");
        if mode != Some(Mode::Exercise) {
            if offset.is_some() {
                self.wrong.push(Wrong {
                    offset,
                    message: messages::only_in_exercise("but"),
                });
            }
            return None;
        }
        if offset.is_none() {
            self.wrong.push(Wrong {
                offset: self.key_offset("mode"),
                message: messages::missing_goal(GOALS),
            });
        }
        let text = self.text("but")?;
        let goal = goal_from_french(&text.value);
        if goal.is_none() {
            self.refuse(&text, 0, messages::unknown_goal(&text.value, GOALS));
        }
        Some((text, goal?))
    }

    /// An exercise has an answer; every move may be one only if it wins.
    fn judge(&mut self, record: &Record, text: &Text, goal: Goal) {
        let mut judge = Judge::with_tables(&TABLES, record, goal);
        while judge.run(u64::MAX) == Progress::Working {}
        if let Err(error) = judge.goal_holds() {
            self.refuse(text, 0, goal_error(&text.value, error));
        }
    }

    /// The caption, its facts counted.
    fn caption(&mut self) -> Option<String> {
        let text = self.text("legende")?;
        let caption = self.prose(&text);
        (!caption.trim().is_empty()).then_some(caption)
    }

    /// The sentences of a demonstration: of the start, of the position after the first
    /// move, and so on, no more than there are positions.
    fn steps(&mut self, record: Option<&Record>) -> Vec<String> {
        let Some((_, value)) = self.entry("etapes") else {
            return Vec::new();
        };
        let span = value.span();
        let DeValue::Array(items) = value.get_ref() else {
            let message = messages::expected_list("etapes", messages::kind_of(value.get_ref()));
            self.wrong.push(Wrong {
                offset: Some(span.start),
                message,
            });
            return Vec::new();
        };
        let texts: Vec<_> = items
            .iter()
            .map(|item| match item.get_ref() {
                DeValue::String(text) => Ok(Text {
                    value: text.clone().into_owned(),
                    span: item.span(),
                }),
                other => Err(Wrong {
                    offset: Some(item.span().start),
                    message: messages::expected_text_in_list("etapes", messages::kind_of(other)),
                }),
            })
            .collect();
        if texts.is_empty() {
            self.wrong.push(Wrong {
                offset: Some(span.start),
                message: messages::empty_list("etapes"),
            });
        }
        let positions = record.map(|record| record.moves().len() + 1);
        let mut steps = Vec::new();
        for (index, text) in texts.into_iter().enumerate() {
            let text = match text {
                Ok(text) => text,
                Err(wrong) => {
                    self.wrong.push(wrong);
                    continue;
                }
            };
            steps.push(self.prose(&text));
            if let Some(positions) = positions
                && index == positions
            {
                self.refuse(&text, 0, messages::too_many_steps(positions));
            }
        }
        steps
    }

    /// Plain text of the author's, its facts counted.
    fn prose(&mut self, text: &Text) -> String {
        let mut edits = Vec::new();
        for fact in cite::find(&text.value, &[], cite::Where::Caption) {
            match fact {
                Ok(cited) => edits.push(cited.edit),
                Err((at, message)) => self.refuse(text, at, message),
            }
        }
        // It is one paragraph, however it was cut into lines; the no-break spaces of
        // French stay.
        let words = apply(&text.value, &edits);
        let words: Vec<&str> = words
            .split(|c: char| c == ' ' || c.is_control())
            .filter(|word| !word.is_empty())
            .collect();
        words.join(" ")
    }

    /// A key that would change nothing is a mistake of some kind.
    fn needless(&mut self, mode: Option<Mode>, opponent: Option<Opponent>) {
        if mode != Some(Mode::Demo)
            && let Some(offset) = self.key_offset("etapes")
        {
            self.wrong.push(Wrong {
                offset: Some(offset),
                message: messages::only_in_demo("etapes"),
            });
        }
        let played = matches!(mode, None | Some(Mode::Play | Mode::Training));
        for key in ["adversaire", "commence", "niveau", "graine", "lien"] {
            let of_computer = !matches!(key, "adversaire" | "lien");
            let message = if !played {
                messages::only_in_play(key)
            } else if of_computer && opponent == Some(Opponent::Human) {
                messages::only_against_computer(key)
            } else {
                continue;
            };
            if let Some(offset) = self.key_offset(key) {
                self.wrong.push(Wrong {
                    offset: Some(offset),
                    message,
                });
            }
        }
    }

    /// The level, whose names depend on the game; nothing can be said of it while
    /// the game is not known.
    fn level(&mut self, game: Option<Game>) -> Option<Level> {
        let text = self.text("niveau")?;
        let game = game?;
        let level = Level::from_slug(game, &text.value);
        if level.is_none() {
            let known: Vec<&str> = Level::all(game).iter().map(|level| level.slug()).collect();
            self.refuse(&text, 0, messages::unknown_level(&text.value, &known));
        }
        level
    }

    fn record(&mut self) -> Option<Record> {
        let slugs = Game::ALL.map(Game::slug);
        let position = self.text("position");
        let moves = self.text("coups");
        let Some(jeu) = self.text("jeu") else {
            // Anything else under the key has been told already.
            if self.key_offset("jeu").is_none() {
                self.wrong.push(Wrong {
                    offset: None,
                    message: messages::missing_key("jeu", &slugs),
                });
            }
            return None;
        };
        let Some(game) = Game::from_slug(&jeu.value) else {
            self.refuse(&jeu, 0, messages::unknown_game(&jeu.value, &slugs));
            return None;
        };
        let start = match &position {
            None => Position::start(game),
            Some(text) => match Position::parse_setup(game, &text.value) {
                Ok(position) => position,
                Err(error) => {
                    self.notation(game, text, &NotationError::Setup(error));
                    return None;
                }
            },
        };
        match moves {
            None => Some(Record::from_position(start)),
            Some(text) => match Record::parse_moves(start, &text.value) {
                Ok(record) => Some(record),
                Err(error) => {
                    self.notation(game, &text, &error);
                    None
                }
            },
        }
    }

    fn notation(&mut self, game: Game, text: &Text, error: &NotationError) {
        let at = error.offset().unwrap_or(0);
        let mut error = error.clone();
        if let NotationError::Syntax(wrong) | NotationError::Setup(SetupError::Syntax(wrong)) =
            &mut error
        {
            wrong.text = messages::shown(&wrong.text);
        }
        let message = messages::visible(&notation_error(game, &error));
        self.refuse(text, at, message);
    }

    /// Tells what is wrong with a text at a byte of its value.
    fn refuse(&mut self, text: &Text, at: usize, message: String) {
        let written = self.text.get(text.span.clone()).unwrap_or_default();
        self.wrong.push(Wrong {
            offset: Some(text.span.start + in_string(written, at)),
            message,
        });
    }

    fn key_offset(&self, key: &str) -> Option<usize> {
        let (name, _) = self.entry(key)?;
        Some(name.span().start)
    }

    fn entry(&self, key: &str) -> Option<(&Spanned<DeString<'a>>, &Spanned<DeValue<'a>>)> {
        self.entries.iter().find(|(name, _)| name.get_ref() == key)
    }

    /// The text under a key; anything else there is a mistake.
    fn text(&mut self, key: &str) -> Option<Text> {
        let (_, value) = self.entry(key)?;
        let span = value.span();
        match value.get_ref() {
            DeValue::String(text) => Some(Text {
                value: text.clone().into_owned(),
                span,
            }),
            other => {
                let message = messages::expected_text(key, messages::kind_of(other));
                self.wrong.push(Wrong {
                    offset: Some(span.start),
                    message,
                });
                None
            }
        }
    }

    fn choice<T>(
        &mut self,
        key: &str,
        from_french: impl Fn(&str) -> Option<T>,
        unknown: impl Fn(&str) -> String,
    ) -> Option<T> {
        let text = self.text(key)?;
        let choice = from_french(&text.value);
        if choice.is_none() {
            self.refuse(&text, 0, unknown(&text.value));
        }
        choice
    }

    /// Whether the address of the page says what is played.
    fn linked(&mut self) -> bool {
        let Some((_, value)) = self.entry("lien") else {
            return false;
        };
        if let DeValue::Boolean(linked) = value.get_ref() {
            return *linked;
        }
        let offset = Some(value.span().start);
        self.wrong.push(Wrong {
            offset,
            message: messages::expected_yes_or_no("lien"),
        });
        false
    }

    fn seed(&mut self) -> Option<u64> {
        let (_, value) = self.entry("graine")?;
        let offset = Some(value.span().start);
        let message = match value.get_ref() {
            DeValue::Integer(written) => {
                // Wider than a seed, so that « -0 » is read too.
                let number = i128::from_str_radix(written.as_str(), written.radix());
                match number.ok().and_then(|number| u64::try_from(number).ok()) {
                    Some(seed) => return Some(seed),
                    None if written.as_str().starts_with('-') => messages::expected_seed("graine"),
                    None => messages::seed_too_large(u64::MAX),
                }
            }
            _ => messages::expected_seed("graine"),
        };
        self.wrong.push(Wrong { offset, message });
        None
    }
}
