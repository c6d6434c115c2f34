//! A move to try, and why.

use crate::analysis::{Analysis, MoveValue, Value};
use crate::game::{Cell, CellSet, Side};
use crate::position::Position;
use crate::record::Record;
use crate::rules::Rules;
use crate::{classique, cube, infini, ultimate};

/// Why a move is a good one; what is plainer, and teaches more, comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// It ends the game with a win.
    Wins,
    /// It takes the cell where the opponent would win; without it the game is
    /// lost at once.
    Blocks,
    /// Afterwards there are two ways to win, and one answer cannot stop both.
    DoubleThreat,
    /// Infini: the opponent's next move makes his oldest mark vanish and frees
    /// this cell, where the next mark wins; nobody can take it before.
    FreesCell {
        /// The cell that becomes free.
        cell: Cell,
    },
    /// It threatens to win: the opponent has one answer.
    Forces {
        /// The answer.
        reply: Cell,
    },
    /// It wins by force, with this many marks of the side to move.
    WinsIn(u16),
    /// It is the only move that does not lose.
    OnlyMove,
    /// Ultimate: it wins this small board, from 0.
    TakesBoard(u8),
    /// Ultimate: it keeps the opponent from winning this small board, from 0.
    BlocksBoard(u8),
    /// Ultimate: it does not send the opponent where he would do harm.
    AvoidsSending {
        /// The small board, from 0.
        board: u8,
        /// What the opponent would do there.
        harm: Harm,
    },
    /// It holds the centre.
    Centre,
    /// It keeps the draw.
    KeepsDraw,
    /// The position is lost; this resists longest.
    Lasts,
    /// The computer thinks it best, for no reason that can be told in a word.
    Best,
}

/// What the opponent would do in a small board of Ultimate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Harm {
    /// Win the game.
    WinsGame,
    /// Win the small board.
    WinsBoard,
    /// Play where he likes: the board is closed.
    FreeChoice,
}

/// A move to try, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hint {
    /// The move.
    pub cell: Cell,
    /// Why.
    pub reason: Reason,
    /// What the move is worth to the side that plays it.
    pub value: Value,
    /// Cells that show the reason: the winning line, or the threatened cells.
    pub cells: CellSet,
}

/// The move that the analysis thinks best, with the plainest reason for it;
/// `None` once the game is over.
///
/// Among equal moves it is the one whose [`Reason`] comes first, so that the hint
/// teaches as much as it can.
///
/// ```
/// use morpion_engine::{Game, Reason, Record, analyse, hint};
///
/// let record = Record::parse(Game::Classique, "1-5-2").unwrap();
/// let hint = hint(&record, &analyse(&record, None)).unwrap();
/// assert_eq!(Game::Classique.cell_name(hint.cell), "3");
/// assert_eq!(hint.reason, Reason::Blocks);
/// ```
pub fn hint(record: &Record, analysis: &Analysis) -> Option<Hint> {
    let position = record.position();
    analysis
        .best
        .iter()
        .filter_map(|&cell| explain(&position, analysis, cell))
        .min_by_key(|hint| hint.reason)
}

/// The plainest reason for one move; `None` when it is not legal.
pub fn explain(position: &Position, analysis: &Analysis, cell: Cell) -> Option<Hint> {
    position.check(cell).ok()?;
    Some(match position {
        Position::Classique(p) => classique::explain(p, analysis, cell),
        Position::Infini(p) => infini::explain(p, analysis, cell),
        Position::Ultimate(p) => ultimate::player::explain(p, analysis, cell),
        Position::Cube(p) => cube::player::explain(p, analysis, cell),
    })
}

/// The reasons that every game knows, the plainest first; the games add their
/// own. The move must be legal.
///
/// `threats` gives the cells where the next mark of a side would win if the other
/// side left them alone, whoever is to move.
pub(crate) fn generic<R: Rules>(
    position: &R,
    analysis: &Analysis,
    cell: Cell,
    threats: impl Fn(&R, Side) -> CellSet,
) -> Hint {
    let known = analysis.of(cell).copied();
    let value = known.map_or(Value::Unknown, |one| one.value);
    let hint = |reason, cells| Hint {
        cell,
        reason,
        value,
        cells,
    };
    let (me, you) = (position.turn(), position.turn().other());
    let mut child = *position;
    child.play_unchecked(cell);
    // 1. The game ends here.
    let lines = child.lines();
    if !lines.is_empty() {
        let cells = lines.iter().fold(CellSet::EMPTY, |set, l| set | l.set());
        return hint(Reason::Wins, cells);
    }
    // 2. The opponent would win here. Where he wins elsewhere all the same, the
    //    move blocks nothing.
    let safe = threats(&child, you).is_empty();
    if safe && threats(position, you).contains(cell) {
        return hint(Reason::Blocks, CellSet::from_iter([cell]));
    }
    // 3. The side to move threatens to win with its next mark.
    let mine = threats(&child, me);
    if safe && mine.len() > 1 {
        return hint(Reason::DoubleThreat, mine);
    }
    if safe
        && value != Value::Loss
        && let Some(reply) = mine.iter().next()
    {
        // A cell that is taken now can be won on, but not defended.
        let reason = if child.legal().contains(reply) {
            Reason::Forces { reply }
        } else {
            Reason::FreesCell { cell: reply }
        };
        return hint(reason, mine);
    }
    // 4. What the analysis knows.
    let others_lose = |one: &MoveValue| one.cell == cell || one.value == Value::Loss;
    let only = analysis.moves.len() > 1 && analysis.moves.iter().all(others_lose);
    let reason = match (value, known.and_then(|one| one.plies)) {
        (Value::Win, Some(plies)) => Reason::WinsIn(plies.div_ceil(2)),
        (Value::Loss, _) => Reason::Lasts,
        (Value::Draw, _) if only => Reason::OnlyMove,
        (Value::Draw, _) => Reason::KeepsDraw,
        _ => Reason::Best,
    };
    hint(reason, CellSet::EMPTY)
}
