//! The worth of every move: the search for it, and how worker and page write it.
//!
//! `values;MOVES;LINE`: each move is a cell and a sign, `5+7` (wins in seven plies),
//! `5+` (wins, nobody knows how fast), `5-4`, `5-`, `5=`, `5?` and `5?-120` (an
//! estimate); moves are joined by commas, the line by hyphens.

use crate::text::put;
use morpion_engine::{Analyser, Analysis, Cell, Game, Progress, Record, Tables, infini};

use crate::worth::{Values, Worth};

/// The request for the values at the end of `record`: thorough for the position that
/// is looked at, at a glance for one of the many on a curve.
pub(crate) fn values_request(number: u32, record: &Record, thorough: bool) -> String {
    format!(
        "{number};{};{};{};{}",
        if thorough { "values" } else { "glance" },
        record.game().slug(),
        record.start().setup(),
        record.notation()
    )
}

/// The search for what each move is worth.
#[derive(Debug)]
pub(super) struct Valuing {
    pub(super) id: String,
    record: Record,
    analyser: Analyser,
    /// How long it may search, in milliseconds of its own: while a move is waited
    /// for, its clock stands still.
    limit: f64,
    spent: f64,
    told: u16,
}

impl Valuing {
    /// What a reader waits for gladly who wants to know …
    const THOROUGH_MS: f64 = 1_500.0;
    /// … and what one point of a curve is worth.
    const GLANCE_MS: f64 = 300.0;

    pub(super) fn new(id: &str, tables: &Tables, record: Record, thorough: bool) -> Valuing {
        Valuing {
            id: id.to_owned(),
            analyser: Analyser::with_tables(tables, &record, None),
            record,
            limit: if thorough {
                Self::THOROUGH_MS
            } else {
                Self::GLANCE_MS
            },
            spent: 0.0,
            told: 0,
        }
    }

    /// One slice of `nodes`: what there is to say, and whether that was the last.
    pub(super) fn work(
        &mut self,
        begun: f64,
        nodes: u64,
        now: impl Fn() -> f64,
    ) -> (Option<String>, bool) {
        let done = self.analyser.run(nodes) == Progress::Done;
        self.spent += now() - begun;
        if done || self.spent >= self.limit {
            return (Some(self.answer()), true);
        }
        let per_mille = (self.spent / self.limit * 1000.0) as u16;
        let news = per_mille >= self.told + 50;
        if news {
            self.told = per_mille;
        }
        (news.then(|| format!("{};~{per_mille}", self.id)), false)
    }

    pub(super) fn answer(&self) -> String {
        let values = judged(&self.record, &self.analyser.result());
        format!("{};{}", self.id, write(self.record.game(), &values))
    }
}

/// What the analysis says by the rule of the book: a win in Infini that comes after
/// the last move that is allowed is a draw.
fn judged(record: &Record, analysis: &Analysis) -> Values {
    let position = record.position();
    let left = match record.game() {
        Game::Infini => infini::MOVE_LIMIT.saturating_sub(position.ply()),
        Game::Classique | Game::Ultimate | Game::Cube => u32::MAX,
    };
    let worth = |worth| match worth {
        Worth::Win(Some(plies)) | Worth::Loss(Some(plies)) if u32::from(plies) > left => {
            Worth::Draw
        }
        other => other,
    };
    Values {
        moves: analysis
            .moves
            .iter()
            .map(|one| (one.cell, worth(Worth::of(one))))
            .collect(),
        line: analysis.pv.clone(),
    }
}

fn write(game: Game, values: &Values) -> String {
    let mut out = String::from("values;");
    for (i, (cell, worth)) in values.moves.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        let name = game.cell_name(*cell);
        let (sign, number) = match *worth {
            Worth::Win(plies) => ('+', plies.map(i32::from)),
            Worth::Loss(plies) => ('-', plies.map(i32::from)),
            Worth::Draw => ('=', None),
            Worth::Unknown => ('?', None),
            Worth::Estimate(score) => ('?', Some(i32::from(score))),
        };
        put!(out, name, sign);
        if let Some(number) = number {
            put!(out, number);
        }
    }
    out.push(';');
    for (i, cell) in values.line.iter().enumerate() {
        if i > 0 {
            out.push('-');
        }
        out.push_str(&game.cell_name(*cell));
    }
    out
}

/// What the worker says of a request for values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Valued {
    /// Thousandths of the budget that are spent.
    Progress(u16),
    /// The values.
    Values(Values),
}

/// Reads what follows the number in an answer; `None` for a refusal, or what is no
/// answer to a request for values.
pub(crate) fn read_values(game: Game, said: &str) -> Option<Valued> {
    if let Some(spent) = said.strip_prefix('~') {
        return Some(Valued::Progress(spent.parse().ok()?));
    }
    let (moves, line) = said.strip_prefix("values;")?.split_once(';')?;
    let filled = |text: &&str| !text.is_empty();
    let moves = moves
        .split(',')
        .filter(filled)
        .map(|one| read_move(game, one));
    let line = line
        .split('-')
        .filter(filled)
        .map(|name| game.cell_from_name(name));
    Some(Valued::Values(Values {
        moves: moves.collect::<Option<Vec<(Cell, Worth)>>>()?,
        line: line.collect::<Option<Vec<Cell>>>()?,
    }))
}

fn read_move(game: Game, text: &str) -> Option<(Cell, Worth)> {
    let at = text.bytes().position(|byte| !byte.is_ascii_digit())?;
    let (name, rest) = text.split_at_checked(at)?;
    let (sign, number) = rest.split_at_checked(1)?;
    let length = || match number {
        "" => Some(None),
        _ => number.parse().ok().map(Some),
    };
    let worth = match (sign, number) {
        ("+", _) => Worth::Win(length()?),
        ("-", _) => Worth::Loss(length()?),
        ("=", "") => Worth::Draw,
        ("?", "") => Worth::Unknown,
        ("?", _) => Worth::Estimate(number.parse().ok()?),
        _ => return None,
    };
    Some((game.cell_from_name(name)?, worth))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::{Desk, is_final};
    use std::cell::Cell as Slot;

    /// The values of a game, with a clock that gains `tick` milliseconds at each
    /// look.
    fn values(game: Game, moves: &str, tick: f64) -> Values {
        let record = Record::parse(game, moves).expect("legal");
        let mut desk = Desk::new();
        assert_eq!(desk.receive(&values_request(1, &record, true)), None);
        let time = Slot::new(0.0);
        let mut last = None;
        while desk.busy() {
            last = desk
                .work(|| {
                    time.set(time.get() + tick);
                    time.get()
                })
                .or(last);
        }
        let said = last.expect("an answer");
        let (number, said) = said.split_once(';').expect("a number");
        assert_eq!(number, "1");
        match read_values(game, said) {
            Some(Valued::Values(values)) => values,
            other => panic!("{said}: {other:?}"),
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for game in Game::ALL {
            let last = Cell(game.cells() - 1);
            let values = Values {
                moves: [
                    Worth::Win(Some(1)),
                    Worth::Win(None),
                    Worth::Loss(Some(42)),
                    Worth::Loss(None),
                    Worth::Draw,
                    Worth::Unknown,
                    Worth::Estimate(0),
                    Worth::Estimate(-1000),
                    Worth::Estimate(37),
                ]
                .into_iter()
                .zip((0..last.0).map(Cell).chain([last]))
                .map(|(worth, cell)| (cell, worth))
                .collect(),
                line: vec![last, Cell(0)],
            };
            for values in [values, Values::default()] {
                let said = write(game, &values);
                assert_eq!(
                    read_values(game, &said),
                    Some(Valued::Values(values)),
                    "{said}"
                );
            }
        }
        assert_eq!(read_values(Game::Cube, "~250"), Some(Valued::Progress(250)));
    }

    #[test]
    fn what_is_no_answer_is_read_as_none() {
        for said in [
            "",
            "5",
            "!the game is over",
            "values",
            "values;5+7",
            "values;5;",
            "values;+;",
            "values;5+x;",
            "values;5=1;",
            "values;0=;",
            "values;5?é;",
            "values;5=;10",
            "~",
        ] {
            assert_eq!(read_values(Game::Classique, said), None, "{said}");
        }
    }

    #[test]
    fn infini_is_won_from_an_edge_alone() {
        let values = values(Game::Infini, "", 0.0);
        for (cell, worth) in &values.moves {
            let edge = matches!(cell.0, 1 | 3 | 5 | 7);
            let known = if edge {
                Worth::Win(Some(13))
            } else {
                Worth::Draw
            };
            assert_eq!(*worth, known, "{cell:?}");
            assert_eq!(edge.then_some(7), worth.marks());
        }
        assert_eq!(values.line.len(), 13, "the line leads to the end");
    }

    #[test]
    fn infini_ends_at_its_limit() {
        let mut desk = Desk::new();
        let mut worth = |played: u32| {
            let request = format!("1;values;infini;x2-4-9o1-5-6txn{played};");
            assert_eq!(desk.receive(&request), None);
            let said = desk.work(|| 0.0).expect("an answer");
            match read_values(Game::Infini, &said[2..]) {
                Some(Valued::Values(values)) => values.whole(),
                other => panic!("{said}: {other:?}"),
            }
        };
        let known = worth(6);
        let Worth::Win(Some(plies)) = known else {
            panic!("not won: {known:?}");
        };
        assert!(plies > 2, "won at once, whatever the limit");
        for played in (6..60).step_by(2) {
            let won = played + u32::from(plies) <= 60;
            let known = if won {
                Worth::Win(Some(plies))
            } else {
                Worth::Draw
            };
            assert_eq!(worth(played), known, "after {played} moves");
        }
    }

    #[test]
    fn classique_is_a_draw_and_a_corner_answered_on_the_edge_is_lost() {
        let start = values(Game::Classique, "", 0.0);
        assert!(start.moves.iter().all(|one| one.1 == Worth::Draw));
        assert_eq!(start.moves.len(), 9);
        assert_eq!(
            values(Game::Classique, "5-2", 0.0).whole(),
            Worth::Win(Some(5))
        );
        let blocked = values(Game::Classique, "1-5-2", 0.0);
        assert_eq!(blocked.best(), [Cell(2)]);
        assert_eq!(blocked.of(Cell(8)), Some(Worth::Loss(Some(2))));
    }

    #[test]
    fn a_forced_line_of_the_cube_is_found_within_the_time() {
        // X has 111-112 and 121-131, O far away: threes one after the other.
        let moves = "111-444-112-443-121-434-131-333";
        let values = values(Game::Cube, moves, 20.0);
        let Worth::Win(Some(plies)) = values.whole() else {
            panic!("not won: {:?}", values.whole());
        };
        assert_eq!(values.line.len(), usize::from(plies));
        let mut record = Record::parse(Game::Cube, moves).expect("legal");
        for &cell in &values.line {
            record.play(cell).expect("the line can be played");
        }
        assert!(record.position().outcome().is_some(), "it leads to the end");
    }

    #[test]
    fn the_first_moves_of_the_cube_are_known_or_unknown_and_the_clock_ends_the_search() {
        let values = values(Game::Cube, "111-222-333", 40.0);
        assert_eq!(values.moves.len(), 61);
        assert!(values.moves.iter().any(|one| one.1 == Worth::Unknown));
        assert!(
            !values
                .moves
                .iter()
                .any(|one| one.1.kind() == crate::worth::Kind::Estimate)
        );
    }

    #[test]
    fn ultimate_is_estimated_first_and_proven_late() {
        let early = values(Game::Ultimate, "55-51", 30.0);
        assert!(matches!(early.whole(), Worth::Estimate(_)), "{early:?}");
        // X completes 1-2-3 of small boards in the cell 33.
        let mut desk = Desk::new();
        desk.receive("1;values;ultimate;x11-12-13-21-22-23-31-32o44-45-47-54-55-57-64-65tx;");
        let time = Slot::new(0.0);
        let mut said = None;
        while desk.busy() {
            said = desk
                .work(|| {
                    time.set(time.get() + 20.0);
                    time.get()
                })
                .or(said);
        }
        let said = said.expect("an answer");
        match read_values(Game::Ultimate, &said[2..]) {
            Some(Valued::Values(late)) => {
                assert_eq!(late.whole(), Worth::Win(Some(1)));
                assert_eq!(late.best(), [Cell(2 * 9 + 2)]);
            }
            other => panic!("{said}: {other:?}"),
        }
    }

    #[test]
    fn a_move_goes_before_values_and_does_not_spend_their_time() {
        let mut desk = Desk::new();
        assert_eq!(desk.receive("1;values;ultimate;tx;55"), None);
        let time = Slot::new(0.0);
        let clock = || {
            time.set(time.get() + 10.0);
            time.get()
        };
        desk.work(clock);
        assert_eq!(desk.receive("2;move;1;3d;tx;111-222-333;patashnik"), None);
        assert_eq!(desk.receive("3;glance;classique;tx;"), None);
        let mut order = Vec::new();
        let mut told = 0;
        while desk.busy() {
            let Some(said) = desk.work(clock) else {
                continue;
            };
            if is_final(&said) {
                order.push(said[..1].to_owned());
            } else if said.starts_with('1') {
                told += 1;
            }
        }
        assert_eq!(order, ["2", "1", "3"]);
        assert!(
            told > 5,
            "the move has not eaten the time of the values: {told}"
        );
        desk.receive("4;values;ultimate;tx;55");
        let stopped = desk.receive("4;stop").expect("what is known so far");
        assert!(matches!(
            read_values(Game::Ultimate, &stopped[2..]),
            Some(Valued::Values(values)) if values.moves.len() == 8
        ));
    }
}
