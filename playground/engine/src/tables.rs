//! What is computed once and used for many moves.

use std::sync::{Arc, OnceLock};

use crate::{classique, cube, infini, ultimate};

/// The solved tables, each built when it is first asked for.
///
/// The engine keeps no state of its own: whoever asks for more than one move
/// holds this value, and may lend it to several players. A copy shares what is
/// built already.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    classique: OnceLock<Arc<classique::Solution>>,
    infini: OnceLock<Arc<infini::Solution>>,
    ultimate: OnceLock<Arc<ultimate::Evaluation>>,
    small_boards: OnceLock<Arc<ultimate::Evaluation>>,
    cube: OnceLock<Arc<cube::Certificate>>,
}

impl Tables {
    /// Tables that hold nothing yet.
    pub fn new() -> Tables {
        Tables::default()
    }

    /// Morpion classique, solved.
    pub fn classique(&self) -> &Arc<classique::Solution> {
        self.classique
            .get_or_init(|| Arc::new(classique::Solution::new()))
    }

    /// Morpion infini by the rule of the book, solved.
    pub fn infini(&self) -> &Arc<infini::Solution> {
        self.infini
            .get_or_init(|| Arc::new(infini::Solution::new(infini::Variant::Book)))
    }

    /// What a position of Morpion Ultimate is worth at a glance.
    pub fn ultimate(&self) -> &Arc<ultimate::Evaluation> {
        self.ultimate
            .get_or_init(|| Arc::new(ultimate::Evaluation::new()))
    }

    /// The same for a level that does not think of the large board.
    pub(crate) fn small_boards(&self) -> &Arc<ultimate::Evaluation> {
        self.small_boards
            .get_or_init(|| Arc::new(ultimate::Evaluation::small_boards()))
    }

    /// The first player's win in the cube, unpacked.
    pub fn cube(&self) -> &Arc<cube::Certificate> {
        self.cube
            .get_or_init(|| Arc::new(cube::Certificate::shipped()))
    }
}
