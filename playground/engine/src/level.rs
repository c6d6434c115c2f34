//! How strong the computer plays: the levels of each game.

use core::fmt;

use crate::game::Game;

/// A level of the computer in one game; a higher rank is stronger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level {
    game: Game,
    rank: u8,
}

/// What a level is called and how long it may think.
struct Entry {
    slug: &'static str,
    nodes: u64,
    think_ms: u32,
}

const fn entry(slug: &'static str, nodes: u64, think_ms: u32) -> Entry {
    Entry {
        slug,
        nodes,
        think_ms,
    }
}

// The tables of the small games are looked up, not searched: their budget is
// never spent. The other budgets are generous: where time counts, the edge cuts
// a search before it has spent them.
static CLASSIQUE: [Entry; 3] = [
    entry("facile", 1_000, 0),
    entry("moyen", 1_000, 0),
    entry("parfait", 100_000, 0),
];
static INFINI: [Entry; 4] = [
    entry("facile", 1_000, 0),
    entry("moyen", 1_000, 0),
    entry("difficile", 10_000, 0),
    entry("parfait", 100_000, 0),
];
static ULTIMATE: [Entry; 4] = [
    entry("facile", 1_000, 0),
    entry("moyen", 10_000, 0),
    entry("difficile", 100_000, 0),
    entry("expert", 1_000_000, 1_500),
];
static CUBE: [Entry; 3] = [
    entry("doux", 10_000, 0),
    entry("serieux", 1_500_000, 400),
    entry("patashnik", 8_000_000, 2_000),
];

const fn ranks<const N: usize>(game: Game) -> [Level; N] {
    let mut all = [Level { game, rank: 0 }; N];
    let mut rank = 0;
    while rank < N {
        all[rank].rank = rank as u8;
        rank += 1;
    }
    all
}

static CLASSIQUE_LEVELS: [Level; CLASSIQUE.len()] = ranks(Game::Classique);
static INFINI_LEVELS: [Level; INFINI.len()] = ranks(Game::Infini);
static ULTIMATE_LEVELS: [Level; ULTIMATE.len()] = ranks(Game::Ultimate);
static CUBE_LEVELS: [Level; CUBE.len()] = ranks(Game::Cube);

impl Level {
    /// The levels of a game, the weakest first.
    pub fn all(game: Game) -> &'static [Level] {
        match game {
            Game::Classique => &CLASSIQUE_LEVELS,
            Game::Infini => &INFINI_LEVELS,
            Game::Ultimate => &ULTIMATE_LEVELS,
            Game::Cube => &CUBE_LEVELS,
        }
    }

    /// The level of a game that a slug names, exactly as [`Level::slug`] spells
    /// it.
    ///
    /// ```
    /// use morpion_engine::{Game, Level};
    /// let level = Level::from_slug(Game::Infini, "parfait").unwrap();
    /// assert_eq!(level.rank(), 3);
    /// assert_eq!(Level::from_slug(Game::Infini, "patashnik"), None);
    /// ```
    pub fn from_slug(game: Game, slug: &str) -> Option<Level> {
        let mut levels = Level::all(game).iter().copied();
        levels.find(|level| level.slug() == slug)
    }

    /// The game that the level is one of.
    pub const fn game(self) -> Game {
        self.game
    }

    /// The place of the level in [`Level::all`], from 0.
    pub const fn rank(self) -> u8 {
        self.rank
    }

    /// The level of the same rank in a game, or its strongest one.
    pub(crate) fn clamped_to(self, game: Game) -> Level {
        let last = Level::all(game).len() as u8 - 1;
        Level {
            game,
            rank: self.rank.min(last),
        }
    }

    fn entry(self) -> &'static Entry {
        let table: &[Entry] = match self.game {
            Game::Classique => &CLASSIQUE,
            Game::Infini => &INFINI,
            Game::Ultimate => &ULTIMATE,
            Game::Cube => &CUBE,
        };
        // A rank is made by `ranks` alone, so that it is always in its table.
        &table[usize::from(self.rank)]
    }

    /// The name used in fences, commands and stored settings.
    pub fn slug(self) -> &'static str {
        self.entry().slug
    }

    /// The nodes that one move may take when the caller gives no budget.
    pub fn default_nodes(self) -> u64 {
        self.entry().nodes
    }

    /// Advice to the edges, which have a clock: stop the search after this many
    /// milliseconds. 0 where the answer comes at once.
    pub fn think_ms(self) -> u32 {
        self.entry().think_ms
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.slug())
    }
}
