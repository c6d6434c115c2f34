//! Fixed searches whose node counts are the engine's signature: a refactor does
//! not change them, and a change of play does.

use core::fmt;

use crate::analysis::Analyser;
use crate::cube::ForcedWin;
use crate::game::Game;
use crate::level::Level;
use crate::notation::NotationError;
use crate::player::{Player, Progress};
use crate::record::Record;
use crate::tables::Tables;

/// One fixed search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bench {
    /// The game.
    pub game: Game,
    /// The position: moves or a set-up; empty for the start.
    pub position: &'static str,
    /// What is done there.
    pub work: Work,
    /// Its budget of nodes.
    pub nodes: u64,
}

/// What a [`Bench`] does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// The solved table of the game is built; each of its positions is a node.
    Table,
    /// A level, named by its slug, chooses a move.
    Move(&'static str),
    /// The strongest level searches to this depth; the budget only keeps a mistake
    /// from running for ever. The nodes of a fixed depth tell of every change of
    /// evaluation and order, those of a fixed budget tell of none.
    Depth(u16),
    /// The position is analysed.
    Analysis,
    /// 3D: a forced win of the side to move is searched for, again and again,
    /// until the nodes are spent.
    ForcedWin,
}

const fn row(game: Game, position: &'static str, work: Work, nodes: u64) -> Bench {
    Bench {
        game,
        position,
        work,
        nodes,
    }
}

/// Of the positions that the certificate leaves to a forced win, the one that takes
/// the most nodes.
const HARDEST: &str =
    "x111-112-114-122-224-321-342-343-411-414-441o113-141-144-221-222-312-322-331-332-422-444tx";

/// Every fixed search, game by game. To add one is to add a row.
pub const BENCHES: &[Bench] = &[
    row(Game::Classique, "", Work::Table, 0),
    row(Game::Classique, "", Work::Move("parfait"), 100_000),
    row(Game::Infini, "", Work::Table, 0),
    row(Game::Infini, "5", Work::Move("difficile"), 100_000),
    row(Game::Ultimate, "", Work::Depth(10), 1_000_000),
    row(Game::Ultimate, "55-51-15", Work::Depth(10), 1_000_000),
    row(
        Game::Ultimate,
        "55-51-15-53-31-19-95-52-22-25",
        Work::Depth(11),
        1_000_000,
    ),
    row(Game::Cube, "", Work::Move("serieux"), 500_000),
    row(Game::Cube, "111-222-333", Work::Analysis, 500_000),
    row(Game::Cube, "111-112-222", Work::Move("patashnik"), 500_000),
    row(Game::Cube, HARDEST, Work::ForcedWin, 1_000_000),
];

impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = if self.position.is_empty() {
            "start"
        } else {
            self.position
        };
        write!(f, "{} {position} {:?}", self.game, self.work)
    }
}

impl Bench {
    /// Does the work once and gives the nodes that it took, the same everywhere.
    ///
    /// # Errors
    /// When the position of the row is none.
    pub fn run(&self) -> Result<u64, NotationError> {
        let record = Record::parse(self.game, self.position)?;
        let tables = Tables::new();
        Ok(match self.work {
            Work::Table => match self.game {
                Game::Classique => tables.classique().positions(),
                Game::Infini => tables.infini().positions(),
                Game::Ultimate | Game::Cube => 0,
            },
            Work::Move(slug) => {
                let Some(level) = Level::from_slug(self.game, slug) else {
                    return Ok(0);
                };
                let nodes = Some(self.nodes);
                let mut player = Player::with_tables(&tables, &record, level, 1, nodes);
                while player.run(u64::MAX) == Progress::Working {}
                player.nodes()
            }
            Work::Depth(depth) => {
                let levels = Level::all(self.game);
                let level = levels[levels.len() - 1];
                let nodes = Some(self.nodes);
                let mut player = Player::with_tables(&tables, &record, level, 1, nodes);
                player.limit_depth(depth);
                while player.run(u64::MAX) == Progress::Working {}
                player.nodes()
            }
            Work::Analysis => {
                let mut analyser = Analyser::with_tables(&tables, &record, Some(self.nodes));
                while analyser.run(u64::MAX) == Progress::Working {}
                analyser.nodes()
            }
            Work::ForcedWin => {
                let mut search = ForcedWin::new();
                let mut nodes = 0;
                while nodes < self.nodes {
                    search.forget();
                    search.set_position(&record.position());
                    search.run(self.nodes);
                    // A position that is told at a glance is a node as well.
                    nodes += search.nodes().max(1);
                }
                nodes
            }
        })
    }
}
