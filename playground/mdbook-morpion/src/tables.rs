//! Tables that take more than a line to make: openings, the list that never loses,
//! the tree of the certain win, how long games last.

use morpion_board::french;
use morpion_engine::classique::{Guide, GuideGames, Place, Solution};
use morpion_engine::infini::{self, Variant};
use morpion_engine::{
    Cell, Game, MoveValue, Position, Record, Rules, Side, TRUTHS, Truth, Value, classique, square,
};

use crate::messages;

/// The games of the list that never loses, as X and as O.
pub(crate) fn guide_games() -> [GuideGames; 2] {
    [Side::X, Side::O].map(Guide::against_everybody)
}

/// How many of the eight lines go through a place of a board of nine.
pub(crate) fn lines_through(place: Place) -> u64 {
    let cell = (0..9).find(|&cell| Place::of(Cell(cell)) == place);
    let through = |line: &&[u8; 3]| cell.is_some_and(|cell| line.contains(&cell));
    square::LINES.iter().filter(through).count() as u64
}

/// The openings of the classic game: how many answers hold, how many lose.
pub(crate) fn openings() -> Vec<String> {
    let solution = Solution::new();
    let mut rows = messages::openings_heading();
    for place in [Place::Corner, Place::Centre, Place::Edge] {
        let Some(first) = (0..9).map(Cell).find(|&cell| Place::of(cell) == place) else {
            continue;
        };
        let mut position = classique::Classique::start();
        position.play_unchecked(first);
        let moves = solution.moves(&position);
        let holding: Vec<Cell> = moves
            .iter()
            .filter(|one| one.value != Value::Loss)
            .map(|one| one.cell)
            .collect();
        rows.push(format!(
            "| {} | {} | {} | {} |",
            messages::opening(place),
            french::number(holding.len() as u64),
            french::number((moves.len() - holding.len()) as u64),
            messages::holding(first, &holding),
        ));
    }
    rows
}

/// The list that never loses; nothing, which stops the build, should it ever lose: the
/// page says that it does not.
pub(crate) fn guide() -> Vec<String> {
    guide_unless_lost(guide_games().iter().map(|games| games.losses).sum())
}

fn guide_unless_lost(losses: u64) -> Vec<String> {
    if losses > 0 {
        return Vec::new();
    }
    let mut rows = messages::guide_heading();
    for (number, rule) in (1..).zip(Guide::ALL) {
        let [name, what] = messages::guide_rule(rule);
        rows.push(format!("| {number} | **{name}** | {what} |"));
    }
    rows
}

/// The tree of the certain win in the game without end: each defence and the answer
/// to it.
pub(crate) fn certain_win() -> Vec<String> {
    let solution = infini::Solution::new(Variant::Book);
    let mut record = Record::new(Game::Infini);
    let opening = solution
        .moves(&infini::Infini::start())
        .into_iter()
        .find(|one| one.value == Value::Win);
    if let Some(opening) = opening {
        // Out of the table of legal moves.
        let _ = record.play(opening.cell);
    }
    let mut rows = Vec::new();
    branches(&solution, &mut record, 0, &mut rows);
    rows
}

/// The defences at the end of the record, as items of a nested list: first those that
/// lose at once, together, then the others one by one.
fn branches(
    solution: &infini::Solution,
    record: &mut Record,
    depth: usize,
    rows: &mut Vec<String>,
) {
    let indent = "  ".repeat(depth);
    let mut met: Vec<Position> = Vec::new();
    let mut at_once: Vec<(Cell, Vec<Cell>)> = Vec::new();
    let mut later = Vec::new();
    for defence in record.position().legal() {
        if record.play(defence).is_err() {
            continue;
        }
        // Defences that a symmetry makes the same are one branch.
        let class = record.position().canonical();
        if let Position::Infini(after) = record.position()
            && !met.contains(&class)
            && let Some(best) = fastest(solution, &after)
        {
            met.push(class);
            if best.plies == Some(1) {
                match at_once.iter_mut().find(|(answer, _)| *answer == best.cell) {
                    Some((_, defences)) => defences.push(defence),
                    None => at_once.push((best.cell, vec![defence])),
                }
            } else {
                later.push((defence, best.cell));
            }
        }
        record.undo();
    }
    for (answer, defences) in at_once {
        rows.push(format!(
            "{indent}- {}",
            messages::lost_at_once(&defences, answer)
        ));
    }
    for (defence, answer) in later {
        if record.play(defence).is_ok() && record.play(answer).is_ok() {
            rows.push(format!(
                "{indent}- {}",
                messages::branch(defence, answer, &record.notation())
            ));
            branches(solution, record, depth + 1, rows);
            record.undo();
        }
        record.undo();
    }
}

/// The move that wins first.
fn fastest(solution: &infini::Solution, position: &infini::Infini) -> Option<MoveValue> {
    let moves = solution.moves(position).into_iter();
    moves
        .filter(|one| one.value == Value::Win)
        .min_by_key(|one| one.plies)
}

/// The truths of the engine, each with the command that counts it again.
pub(crate) fn truths() -> Vec<String> {
    let mut rows = messages::truths_heading();
    for Truth {
        key,
        value,
        command,
        ..
    } in TRUTHS
    {
        let game = key.split('.').next().unwrap_or_default();
        let name = Game::from_slug(game).map_or("", french::game_name);
        rows.push(format!(
            "| {} | {} | {} | `{command}` |",
            messages::capitalised(name),
            messages::counted(key).unwrap_or_default(),
            french::number(*value),
        ));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_loses_is_no_list() {
        assert_eq!(guide(), guide_unless_lost(0));
        assert_eq!(guide().len(), 2 + Guide::ALL.len());
        assert_eq!(guide_unless_lost(1), Vec::<String>::new());
    }
}
