//! A list of rules that never loses, and the proof by playing it against everybody.
//!
//! The order of the rules is the one of A. Newell and H. Simon, *Human Problem
//! Solving* (1972), with the fourth rule said exactly.

use super::{Classique, Place};
use crate::game::{Cell, CellSet, Outcome, Side};
use crate::rules::Rules;
use crate::square;

/// The rules, the first that applies first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Guide {
    /// Complete a line.
    Win,
    /// Take the cell where the opponent would complete one.
    Block,
    /// Threaten to complete two lines at once.
    Fork,
    /// The opponent could fork with his next mark: threaten, where the answer that
    /// it forces is no fork.
    PreventFork,
    /// Take the centre.
    Centre,
    /// Take the corner opposite to one that the opponent holds.
    OppositeCorner,
    /// Take a corner.
    Corner,
    /// Take an edge.
    Edge,
}

impl Guide {
    /// The rules in their order.
    pub const ALL: [Guide; 8] = [
        Guide::Win,
        Guide::Block,
        Guide::Fork,
        Guide::PreventFork,
        Guide::Centre,
        Guide::OppositeCorner,
        Guide::Corner,
        Guide::Edge,
    ];

    /// The first rule that applies and the cells that it allows, which are equally
    /// good; `None` once the game is over.
    ///
    /// ```
    /// use morpion_engine::classique::{Classique, Guide};
    /// use morpion_engine::{Cell, Rules};
    ///
    /// // X holds two opposite corners, O the centre.
    /// let mut position = Classique::start();
    /// for cell in [0, 4, 8] {
    ///     position.play_unchecked(Cell(cell));
    /// }
    /// let (rule, cells) = Guide::of(&position).unwrap();
    /// assert_eq!(rule, Guide::PreventFork);
    /// assert!(cells.iter().all(|cell| cell.0 % 2 == 1), "an edge");
    /// ```
    pub fn of(position: &Classique) -> Option<(Guide, CellSet)> {
        Guide::ALL
            .into_iter()
            .map(|rule| (rule, rule.cells(position)))
            .find(|(_, cells)| !cells.is_empty())
    }

    /// The cells that this rule allows, whatever the others say.
    pub fn cells(self, position: &Classique) -> CellSet {
        let me = position.turn();
        let legal = position.legal();
        let (mine, yours) = (marks(position, me), marks(position, me.other()));
        let of_place = |place| {
            legal
                .iter()
                .filter(|&cell| Place::of(cell) == place)
                .collect()
        };
        match self {
            Guide::Win => set(completing(mine, yours)) & legal,
            Guide::Block => set(completing(yours, mine)) & legal,
            Guide::Fork => set(forks(mine, yours)) & legal,
            Guide::PreventFork => {
                let his = forks(yours, mine);
                if his == 0 {
                    return CellSet::EMPTY;
                }
                let threatens = |&cell: &Cell| {
                    let threat = completing(mine | bit(cell), yours);
                    // One cell to answer on, and no fork from there.
                    threat.count_ones() == 1 && his & threat == 0
                };
                legal.iter().filter(threatens).collect()
            }
            Guide::Centre => of_place(Place::Centre),
            Guide::OppositeCorner => {
                let corners: CellSet = of_place(Place::Corner);
                corners
                    .iter()
                    .filter(|cell| yours & 1 << (8 - cell.0) != 0)
                    .collect()
            }
            Guide::Corner => of_place(Place::Corner),
            Guide::Edge => of_place(Place::Edge),
        }
    }

    /// Plays the list as this side against every opponent: all his moves, and all
    /// choices that the list leaves.
    pub fn against_everybody(side: Side) -> GuideGames {
        let mut games = GuideGames::default();
        count(&Classique::start(), side, &mut games);
        games
    }
}

/// How the games of a [`Guide`] ended, games being sequences of moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct GuideGames {
    /// Games that the list won.
    pub wins: u64,
    /// Games without a winner.
    pub draws: u64,
    /// Games that the list lost.
    pub losses: u64,
}

impl GuideGames {
    /// All games.
    pub const fn all(self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

fn count(position: &Classique, side: Side, games: &mut GuideGames) {
    match position.outcome() {
        Some(Outcome::Draw) => games.draws += 1,
        Some(Outcome::Win(winner)) if winner == side => games.wins += 1,
        Some(Outcome::Win(_)) => games.losses += 1,
        None => {
            let cells = if position.turn() == side {
                Guide::of(position).map_or(CellSet::EMPTY, |(_, cells)| cells)
            } else {
                position.legal()
            };
            for cell in cells {
                let mut child = *position;
                child.play_unchecked(cell);
                count(&child, side, games);
            }
        }
    }
}

fn marks(position: &Classique, side: Side) -> u16 {
    position.marks[side.index()]
}

fn bit(cell: Cell) -> u16 {
    1 << cell.0
}

fn set(cells: u16) -> CellSet {
    CellSet(u128::from(cells))
}

/// The free cells that complete a line of `mine`.
fn completing(mine: u16, yours: u16) -> u16 {
    square::LINES
        .into_iter()
        .map(square::mask)
        .filter(|line| yours & line == 0 && (mine & line).count_ones() == 2)
        .fold(0, |cells, line| cells | line & !mine)
}

/// The free cells where a mark threatens to complete two lines at once.
fn forks(mine: u16, yours: u16) -> u16 {
    (0..9)
        .map(|cell| 1 << cell)
        .filter(|cell| (mine | yours) & cell == 0)
        .filter(|cell| completing(mine | cell, yours).count_ones() > 1)
        .fold(0, |cells, cell| cells | cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_never_loses() {
        for side in [Side::X, Side::O] {
            let games = Guide::against_everybody(side);
            assert_eq!(games.losses, 0, "{side:?}: {games:?}");
            assert!(games.wins > 0 && games.draws > 0, "{side:?}: {games:?}");
        }
    }

    /// The fourth rule says no more than to threaten: whoever plays by the list always
    /// can, where the opponent could fork.
    #[test]
    fn who_plays_by_the_list_can_always_prevent_a_fork() {
        fn check(position: &Classique, side: Side, met: &mut usize) {
            if position.outcome().is_some() {
                return;
            }
            let mut cells = position.legal();
            if position.turn() == side {
                let (rule, allowed) = Guide::of(position).expect("a rule applies");
                let (mine, yours) = (marks(position, side), marks(position, side.other()));
                if rule > Guide::Fork && forks(yours, mine) != 0 {
                    assert_eq!(rule, Guide::PreventFork, "{position:?}");
                    *met += 1;
                }
                cells = allowed;
            }
            for cell in cells {
                let mut child = *position;
                child.play_unchecked(cell);
                check(&child, side, met);
            }
        }
        let mut met = 0;
        for side in [Side::X, Side::O] {
            check(&Classique::start(), side, &mut met);
        }
        assert!(met > 30, "{met}");
    }

    /// A list without its fourth rule loses: the test above can fail.
    #[test]
    fn without_its_fourth_rule_it_would_lose() {
        let mut position = Classique::start();
        for cell in [0, 4, 8] {
            position.play_unchecked(Cell(cell));
        }
        // A corner, as the next rules have it, and X forks.
        assert!(Guide::Corner.cells(&position).contains(Cell(2)));
        position.play_unchecked(Cell(2));
        assert_eq!(Guide::Block.cells(&position), set(1 << 6));
        position.play_unchecked(Cell(6));
        assert_eq!(
            completing(marks(&position, Side::X), marks(&position, Side::O)).count_ones(),
            2
        );
    }
}
