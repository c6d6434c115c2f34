//! Plays a refuting game again, under the rules of the game and with the engine's
//! own search: a third opinion on what [`check`](super::check) says.

use core::fmt;

use super::certificate::Certificate;
use super::check::{Refutation, Why};
use super::tally::{Tally, gaps};
use super::{Cube, Forced, ForcedWin};
use crate::game::{Cell, Outcome, Side};
use crate::position::Position;
use crate::rules::{Illegal, Rules};

/// Why a game does not refute a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// How many moves of the game were played before.
    pub ply: usize,
    /// The reason.
    pub kind: ReplayErrorKind,
}

/// See [`ReplayError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayErrorKind {
    /// The move is not legal.
    Illegal(Illegal),
    /// The first player could have completed a four.
    MissesFour,
    /// He leaves a three of the second player's open.
    MissesThree,
    /// He does not play the move of the certificate.
    NotTheEntry,
    /// His move does not begin a forced win.
    NotForced,
    /// The game does not end as it is said to.
    OtherEnd,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {} moves: ", self.ply)?;
        match self.kind {
            ReplayErrorKind::Illegal(reason) => reason.fmt(f),
            ReplayErrorKind::MissesFour => f.write_str("the first player misses his four"),
            ReplayErrorKind::MissesThree => f.write_str("the first player does not stop a three"),
            ReplayErrorKind::NotTheEntry => f.write_str("not the move of the certificate"),
            ReplayErrorKind::NotForced => f.write_str("not the beginning of a forced win"),
            ReplayErrorKind::OtherEnd => f.write_str("the game does not end as it is said to"),
        }
    }
}

impl core::error::Error for ReplayError {}

/// A forced win that takes more positions than this is not asked for.
const LIMIT: u64 = 1_000_000;

/// Confirms that a game refutes a certificate: each move of the first player is one
/// that the rules of the strategy prescribe, and at the end he has lost, drawn, or
/// has no move prescribed.
///
/// # Errors
/// The first move that is not as it should be.
pub fn replay(certificate: &Certificate, refutation: &Refutation) -> Result<(), ReplayError> {
    let mut cube = Cube::start();
    let mut search = ForcedWin::new();
    for (ply, &cell) in refutation.moves.iter().enumerate() {
        let cell = Cell(cell);
        let fail = |kind| Err(ReplayError { ply, kind });
        if let Err(reason) = cube.check(cell) {
            return fail(ReplayErrorKind::Illegal(reason));
        }
        if cube.turn() == Side::X {
            match prescribed(certificate, &cube, &mut search) {
                Prescribed::Four => return fail(ReplayErrorKind::MissesFour),
                Prescribed::Fill(cells) if cells >> cell.0 & 1 == 0 => {
                    return fail(ReplayErrorKind::MissesThree);
                }
                Prescribed::Fill(_) => {}
                Prescribed::Entry(play) => {
                    // Where the position is its own image, so are its moves.
                    let after = |cell| {
                        let mut after = cube;
                        after.play_unchecked(cell);
                        Position::Cube(after).canonical()
                    };
                    if play != cell && after(play) != after(cell) {
                        return fail(ReplayErrorKind::NotTheEntry);
                    }
                }
                Prescribed::Forced if begins_forced_win(&cube, cell, &mut search) => {}
                Prescribed::Forced | Prescribed::Nothing => {
                    return fail(ReplayErrorKind::NotForced);
                }
            }
        }
        cube.play_unchecked(cell);
    }
    let as_told = match refutation.why {
        Why::SecondWins => cube.outcome() == Some(Outcome::Win(Side::O)),
        Why::Draw => cube.outcome() == Some(Outcome::Draw),
        Why::NoMove => {
            cube.outcome().is_none()
                && cube.turn() == Side::X
                && matches!(
                    prescribed(certificate, &cube, &mut search),
                    Prescribed::Nothing
                )
        }
    };
    if as_told {
        Ok(())
    } else {
        Err(ReplayError {
            ply: refutation.moves.len(),
            kind: ReplayErrorKind::OtherEnd,
        })
    }
}

enum Prescribed {
    Four,
    Fill(u64),
    Entry(Cell),
    Forced,
    Nothing,
}

/// What the strategy tells the first player to do.
fn prescribed(certificate: &Certificate, cube: &Cube, search: &mut ForcedWin) -> Prescribed {
    let [mine, theirs] = cube.marks;
    let tallies = cube.marks.map(Tally::of);
    if gaps(tallies[0].threes(&tallies[1]), mine) != 0 {
        return Prescribed::Four;
    }
    let fills = gaps(tallies[1].threes(&tallies[0]), theirs);
    if fills != 0 {
        return Prescribed::Fill(fills);
    }
    if let Some(play) = certificate.find(mine, theirs) {
        return Prescribed::Entry(play);
    }
    match search.solve(mine, theirs, LIMIT) {
        Some(Forced::Win) => Prescribed::Forced,
        _ => Prescribed::Nothing,
    }
}

/// Whether the move threatens a four and still wins by force after the answer.
fn begins_forced_win(cube: &Cube, cell: Cell, search: &mut ForcedWin) -> bool {
    let mut after = *cube;
    after.play_unchecked(cell);
    let [mine, theirs] = after.marks;
    let fours = gaps(Tally::of(mine).threes(&Tally::of(theirs)), mine);
    let answers = super::tally::cells(fours);
    // With two threats this asks for a win after either answer: a four.
    fours != 0
        && answers
            .into_iter()
            .all(|answer| search.solve(mine, theirs | 1 << answer, LIMIT) == Some(Forced::Win))
}
