//! What the moves of a position are worth, as far as it is known.

use morpion_engine::{Cell, MoveValue, Outcome, Side, Value};

/// What a move or a position is worth to the side to move. Lengths are in plies,
/// where they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// It wins by force.
    Win(Option<u16>),
    /// The other side wins by force.
    Loss(Option<u16>),
    /// Neither side can force a win.
    Draw,
    /// Nothing is known.
    Unknown,
    /// Nothing is proven; an estimate from −1000 to 1000.
    Estimate(i16),
}

/// A worth by its kind alone: what a legend lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// It wins.
    Win,
    /// Neither.
    Draw,
    /// It loses.
    Loss,
    /// An estimate.
    Estimate,
    /// Unknown.
    Unknown,
}

impl Worth {
    /// What the engine says of a move.
    pub(crate) fn of(one: &MoveValue) -> Worth {
        match one.value {
            Value::Win => Worth::Win(one.plies),
            Value::Loss => Worth::Loss(one.plies),
            Value::Draw => Worth::Draw,
            Value::Unknown => one.score.map_or(Worth::Unknown, Worth::Estimate),
        }
    }

    /// What the end of a game is worth to one side.
    pub(crate) fn of_outcome(outcome: Outcome, side: Side) -> Worth {
        match outcome {
            Outcome::Win(winner) if winner == side => Worth::Win(Some(0)),
            Outcome::Win(_) => Worth::Loss(Some(0)),
            Outcome::Draw => Worth::Draw,
        }
    }

    /// The same for the other side.
    pub(crate) fn other(self) -> Worth {
        match self {
            Worth::Win(plies) => Worth::Loss(plies),
            Worth::Loss(plies) => Worth::Win(plies),
            Worth::Estimate(score) => Worth::Estimate(-score),
            Worth::Draw | Worth::Unknown => self,
        }
    }

    pub(crate) fn kind(self) -> Kind {
        match self {
            Worth::Win(_) => Kind::Win,
            Worth::Loss(_) => Kind::Loss,
            Worth::Draw => Kind::Draw,
            Worth::Unknown => Kind::Unknown,
            Worth::Estimate(_) => Kind::Estimate,
        }
    }

    /// Whether it is known for sure.
    pub(crate) fn proven(self) -> bool {
        !matches!(self, Worth::Unknown | Worth::Estimate(_))
    }

    /// How many marks of the winner the end is away, where that is known.
    pub(crate) fn marks(self) -> Option<u16> {
        match self {
            Worth::Win(plies) | Worth::Loss(plies) => plies.map(|plies| plies.div_ceil(2)),
            Worth::Draw | Worth::Unknown | Worth::Estimate(_) => None,
        }
    }

    /// The best last, as the engine sorts moves: wins by speed, then what is open by
    /// estimate, then losses by resistance.
    fn rank(self) -> (u8, i32) {
        let length = |plies: Option<u16>| i32::from(plies.unwrap_or(u16::MAX));
        match self {
            Worth::Win(plies) => (2, -length(plies)),
            Worth::Estimate(score) => (1, score.into()),
            Worth::Draw | Worth::Unknown => (1, 0),
            Worth::Loss(plies) => (0, length(plies)),
        }
    }
}

/// An estimate in tenths of a notch, from −90 to 90. The scale is finest around the
/// middle, where a game is decided: its square is the estimate.
pub(crate) fn tenths(score: i16) -> i16 {
    let size = (u32::from(score.unsigned_abs()) * 81 / 10).isqrt() as i16;
    if score < 0 { -size } else { size }.clamp(-90, 90)
}

/// An estimate from −9 to 9: finer than that would be a lie.
pub(crate) fn notch(score: i16) -> i16 {
    let tenths = tenths(score);
    (tenths + 5 * tenths.signum()) / 10
}

/// What every legal move of a position is worth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Values {
    /// Each legal move, in ascending order of cells.
    pub(crate) moves: Vec<(Cell, Worth)>,
    /// The moves that follow when both sides play their best.
    pub(crate) line: Vec<Cell>,
}

impl Values {
    /// What a move is worth.
    pub(crate) fn of(&self, cell: Cell) -> Option<Worth> {
        let one = self.moves.iter().find(|one| one.0 == cell)?;
        Some(one.1)
    }

    fn top(&self) -> Option<Worth> {
        let worths = self.moves.iter().map(|one| one.1);
        worths.max_by_key(|worth| worth.rank())
    }

    /// The moves that are as good as any; none where nothing tells one from another.
    pub(crate) fn best(&self) -> Vec<Cell> {
        let Some(top) = self.top() else {
            return Vec::new();
        };
        let best = self.moves.iter().filter(|one| one.1.rank() == top.rank());
        if best.clone().any(|one| one.1 == Worth::Unknown) {
            return Vec::new();
        }
        best.map(|one| one.0).collect()
    }

    /// What the position is worth. A move that is not proven may be a win yet: it is
    /// proven by a win, or when all moves are.
    pub(crate) fn whole(&self) -> Worth {
        let Some(top) = self.top() else {
            return Worth::Unknown;
        };
        if matches!(top, Worth::Win(_)) || self.moves.iter().all(|one| one.1.proven()) {
            return top;
        }
        let estimated = self.moves.iter().any(|one| one.1.kind() == Kind::Estimate);
        match top {
            Worth::Estimate(_) => top,
            _ if estimated => Worth::Estimate(0),
            _ => Worth::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(worths: &[Worth]) -> Values {
        let cells = (0..).map(Cell);
        Values {
            moves: cells.zip(worths.iter().copied()).collect(),
            line: Vec::new(),
        }
    }

    #[test]
    fn the_value_of_a_position_is_proven_by_a_win_or_by_all_moves() {
        use Worth::{Draw, Estimate, Loss, Unknown, Win};
        for (worths, whole, best) in [
            (
                &[Loss(Some(2)), Win(Some(7)), Unknown][..],
                Win(Some(7)),
                &[1][..],
            ),
            (&[Win(None), Win(Some(9))], Win(Some(9)), &[1]),
            (&[Draw, Loss(Some(2)), Draw], Draw, &[0, 2]),
            (&[Loss(Some(2)), Loss(Some(4))], Loss(Some(4)), &[1]),
            // A draw beside what is open proves nothing.
            (&[Draw, Unknown], Unknown, &[]),
            (&[Loss(None), Unknown], Unknown, &[]),
            (&[Draw, Estimate(-300)], Estimate(0), &[0]),
            (&[Estimate(120), Estimate(-300)], Estimate(120), &[0]),
        ] {
            let values = values(worths);
            assert_eq!(values.whole(), whole, "{worths:?}");
            let cells: Vec<u8> = values.best().iter().map(|cell| cell.0).collect();
            assert_eq!(cells, best, "{worths:?}");
        }
    }

    #[test]
    fn estimates_are_told_in_nineteen_notches() {
        for (score, told) in [
            (0, 0),
            (2, 0),
            (4, 1),
            (-4, -1),
            (100, 3),
            (-500, -6),
            (1000, 9),
            (-1000, -9),
        ] {
            assert_eq!(notch(score), told, "{score}");
        }
    }
}
