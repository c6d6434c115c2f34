//! What an opening is called: its first two moves, symmetric ones being one.

use crate::game::Cell;

/// A kind of cell of a board of nine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// One of the four corners, on three lines each.
    Corner,
    /// One of the four cells between corners, on two lines each.
    Edge,
    /// The middle, on four lines.
    Centre,
}

impl Place {
    /// The kind of a cell; a cell beyond the nine counts by its place in its small
    /// board.
    pub const fn of(cell: Cell) -> Place {
        match cell.0 % 9 {
            4 => Place::Centre,
            at if at.is_multiple_of(2) => Place::Corner,
            _ => Place::Edge,
        }
    }

    /// A short name for programs: `corner`, `edge` or `centre`.
    pub const fn name(self) -> &'static str {
        match self {
            Place::Corner => "corner",
            Place::Edge => "edge",
            Place::Centre => "centre",
        }
    }
}

/// The answer to a first move, as its place tells it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reply {
    /// The centre.
    Centre,
    /// To the centre: any corner.
    Corner,
    /// To the centre: any edge.
    Edge,
    /// To a corner: the next corner on its side. To an edge: a corner beside it.
    NearCorner,
    /// To a corner: the opposite one. To an edge: a corner on the other side.
    FarCorner,
    /// To a corner: an edge beside it. To an edge: one of the two nearest.
    NearEdge,
    /// To a corner: an edge that does not touch it. To an edge: the opposite one.
    FarEdge,
}

impl Reply {
    /// A short name for programs: `near-corner`, `far-edge`…
    pub const fn name(self) -> &'static str {
        match self {
            Reply::Centre => "centre",
            Reply::Corner => "corner",
            Reply::Edge => "edge",
            Reply::NearCorner => "near-corner",
            Reply::FarCorner => "far-corner",
            Reply::NearEdge => "near-edge",
            Reply::FarEdge => "far-edge",
        }
    }

    fn of(first: Cell, reply: Cell) -> Reply {
        let (from, to) = (Place::of(first), Place::of(reply));
        // Rows and columns between the two.
        let rows = (first.0 / 3).abs_diff(reply.0 / 3);
        let columns = (first.0 % 3).abs_diff(reply.0 % 3);
        // From a corner, the far corner is the one off both of its sides, and a far
        // edge or corner is otherwise a step of two.
        let far = match (from, to) {
            (Place::Corner, Place::Corner) => rows + columns == 4,
            _ => rows.max(columns) == 2,
        };
        match (from, to, far) {
            (_, Place::Centre, _) => Reply::Centre,
            (Place::Centre, Place::Corner, _) => Reply::Corner,
            (Place::Centre, Place::Edge, _) => Reply::Edge,
            (_, Place::Corner, false) => Reply::NearCorner,
            (_, Place::Corner, true) => Reply::FarCorner,
            (_, Place::Edge, false) => Reply::NearEdge,
            (_, Place::Edge, true) => Reply::FarEdge,
        }
    }
}

/// An opening: the place of the first move, and the answer to it.
///
/// It serves for infini too: the first two moves are the same there.
///
/// ```
/// use morpion_engine::classique::{Opening, Place, Reply};
/// use morpion_engine::{Game, Record};
///
/// let record = Record::parse(Game::Classique, "1-9-3").unwrap();
/// let opening = Opening::of(record.moves()).unwrap();
/// assert_eq!(opening.first, Place::Corner);
/// assert_eq!(opening.reply, Some(Reply::FarCorner));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// The first move.
    pub first: Place,
    /// The answer, once there is one.
    pub reply: Option<Reply>,
}

impl Opening {
    /// The twelve openings of two moves, each with an example.
    pub const ALL: [(Opening, [Cell; 2]); 12] = [
        example(Place::Corner, Reply::Centre, [0, 4]),
        example(Place::Corner, Reply::NearCorner, [0, 2]),
        example(Place::Corner, Reply::FarCorner, [0, 8]),
        example(Place::Corner, Reply::NearEdge, [0, 1]),
        example(Place::Corner, Reply::FarEdge, [0, 5]),
        example(Place::Edge, Reply::Centre, [1, 4]),
        example(Place::Edge, Reply::NearCorner, [1, 0]),
        example(Place::Edge, Reply::FarCorner, [1, 6]),
        example(Place::Edge, Reply::NearEdge, [1, 3]),
        example(Place::Edge, Reply::FarEdge, [1, 7]),
        example(Place::Centre, Reply::Corner, [4, 0]),
        example(Place::Centre, Reply::Edge, [4, 1]),
    ];

    /// The opening of a game from the start, given its moves; `None` before the
    /// first.
    pub fn of(moves: &[Cell]) -> Option<Opening> {
        let &first = moves.first()?;
        Some(Opening {
            first: Place::of(first),
            reply: moves.get(1).map(|&reply| Reply::of(first, reply)),
        })
    }
}

const fn example(first: Place, reply: Reply, [a, b]: [u8; 2]) -> (Opening, [Cell; 2]) {
    let opening = Opening {
        first,
        reply: Some(reply),
    };
    (opening, [Cell(a), Cell(b)])
}
