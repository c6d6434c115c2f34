//! Verdicts on the moves of exercises: rows with known answers, and plain minimax
//! on random positions.

use std::collections::BTreeSet;

use morpion_engine::{
    Cell, Chance, Fault, Game, Goal, GoalError, Judge, Outcome, Position, Progress, Record, Rng,
    Side, Tables, Verdict,
};

/// What takes longer than a moment without optimisation is left to release.
const QUICK: bool = cfg!(debug_assertions);

fn judged(tables: &Tables, record: &Record, goal: Goal) -> Judge {
    let mut judge = Judge::with_tables(tables, record, goal);
    while judge.run(u64::MAX) == Progress::Working {}
    judge
}

fn names(game: Game, cells: impl IntoIterator<Item = Cell>) -> String {
    let names: Vec<String> = cells.into_iter().map(|c| game.cell_name(c)).collect();
    names.join("-")
}

/// A game, a position, a goal, and the moves that keep it.
const ACCEPTED: &[(Game, &str, &str, &str)] = &[
    // Two in a row.
    (Game::Classique, "1-4-2-5", "win-in-1", "3"),
    (Game::Classique, "1-5-2", "block", "3"),
    // To a corner only the centre holds: the oldest advice there is.
    (Game::Classique, "1", "not-lose", "5"),
    // Opposite corners round the centre: an edge, or the fork comes.
    (Game::Classique, "1-5-9", "not-lose", "2-4-6-8"),
    // After an edge for an answer the centre or a corner beside wins; fork in two.
    (Game::Classique, "1-2-5-9", "win-in-2", "4-7"),
    (Game::Classique, "1-2", "win", "4-5-7"),
    // Seven marks, and only from an edge: see `truths.rs`.
    (Game::Infini, "", "win", "2-4-6-8"),
    (Game::Infini, "", "win-in-7", "2-4-6-8"),
    // Nothing but 3 stops 1-2; O's marks are all to stay.
    (Game::Infini, "1-5-2", "block", "3"),
    // Ultimate: O has the large boards 1 and 2, and two marks in board 3. Whoever is
    // sent there or may choose wins.
    (
        Game::Ultimate,
        "x41-42-51-54-61-65-72-85-94o11-12-13-21-22-23-31-32tob0",
        "win-in-1",
        "33",
    ),
    // 111, 222 and 333 are a space diagonal's.
    (Game::Cube, "111-112-222-113-333-121", "win-in-1", "444"),
    (Game::Cube, "111-112-222-113-333", "block", "444"),
];

#[test]
fn known_answers() {
    let tables = Tables::new();
    for &(game, position, goal, accepted) in ACCEPTED {
        let record = Record::parse(game, position).expect(position);
        let goal = Goal::from_name(goal).expect(goal);
        let judge = judged(&tables, &record, goal);
        let told = format!("{game} {position} {goal}");
        assert_eq!(names(game, judge.accepted()), accepted, "{told}");
        assert_eq!(judge.goal_holds(), Ok(()), "{told}");
        assert!(judge.unknown().is_empty(), "{told}");
    }
}

/// A game, a position, a goal, a wrong move, its fault and what refutes it.
type Wrong = (
    Game,
    &'static str,
    &'static str,
    &'static str,
    Fault,
    &'static str,
);

#[test]
fn known_faults() {
    let here = |cell| Fault::LosesNow {
        cell: Cell(cell),
        chance: Chance::Threatened,
    };
    let rows: &[Wrong] = &[
        (Game::Classique, "1-5-2", "block", "9", here(2), "3"),
        (Game::Classique, "1", "not-lose", "9", Fault::LosesIn(3), ""),
        (Game::Classique, "1-2", "win", "3", Fault::OnlyDraws, ""),
        (Game::Classique, "1-2", "win", "9", Fault::OnlyDraws, ""),
        (
            Game::Classique,
            "1-2",
            "win-in-2",
            "5",
            Fault::TooSlow { marks: 3 },
            "9",
        ),
        (
            Game::Cube,
            "111-112-222-113-333",
            "block",
            "443",
            here(63),
            "444",
        ),
        (Game::Infini, "", "win-in-7", "5", Fault::OnlyDraws, ""),
        (
            Game::Ultimate,
            "x11-12-21-22-33-41-55o13-23-31-32-61-65-71txb0",
            "spare",
            "56",
            Fault::GivesBoard(5),
            "69",
        ),
    ];
    let tables = Tables::new();
    for &(game, position, goal, cell, fault, line) in rows {
        let record = Record::parse(game, position).expect(position);
        let goal = Goal::from_name(goal).expect(goal);
        let judge = judged(&tables, &record, goal);
        let cell = game.cell_from_name(cell).expect(cell);
        match judge.verdict(cell) {
            Some(Verdict::Misses {
                fault: told,
                refutation,
            }) => {
                assert_eq!(*told, fault, "{game} {position} {goal}");
                if !line.is_empty() {
                    assert_eq!(names(game, refutation.iter().copied()), line);
                }
                assert!(!refutation.is_empty());
            }
            other => panic!("{game} {position} {goal}: {other:?}"),
        }
        assert_eq!(judge.next(cell), None);
    }
}

#[test]
fn goals_that_do_not_hold() {
    use morpion_engine::Value::Draw;
    let tables = Tables::new();
    for (game, position, goal, why) in [
        (Game::Classique, "1-2-4-3-7", "win", GoalError::Over),
        (Game::Classique, "1-5", "win", GoalError::NoWin(Draw)),
        (Game::Classique, "1-5", "win-in-4", GoalError::NoWin(Draw)),
        (
            Game::Classique,
            "1-2",
            "win-in-2",
            GoalError::TooFewMarks { fastest: 3 },
        ),
        (Game::Classique, "1-2-5", "not-lose", GoalError::Hopeless),
        (Game::Classique, "1-5", "block", GoalError::Idle),
        (Game::Classique, "1-5", "spare", GoalError::OtherGame),
        (
            Game::Infini,
            "",
            "win-in-6",
            GoalError::TooFewMarks { fastest: 7 },
        ),
        // Fifty-nine moves played: the last one makes no line.
        (
            Game::Infini,
            "x1-5-7o3-6-8ton59",
            "win",
            GoalError::NoWin(Draw),
        ),
        (Game::Cube, "111", "block", GoalError::Idle),
        (Game::Ultimate, "55", "block", GoalError::Idle),
    ] {
        let record = Record::parse(game, position).expect(position);
        let goal = Goal::from_name(goal).expect(goal);
        let judge = judged(&tables, &record, goal);
        assert_eq!(judge.goal_holds(), Err(why), "{game} {position} {goal}");
        assert!(!why.to_string().is_empty());
    }
    // Before it has run, a judge claims nothing.
    let record = Record::parse(Game::Cube, "111-112-222-113-333").expect("a game");
    let judge = Judge::new(&record, Goal::BLOCK);
    assert_eq!(judge.goal_holds(), Err(GoalError::Unproven));
}

#[test]
fn names_of_goals() {
    for name in [
        "win",
        "win-in-1",
        "win-in-12",
        "block",
        "hold-2",
        "not-lose",
        "spare",
    ] {
        assert_eq!(
            Goal::from_name(name).map(|goal| goal.to_string()),
            Some(name.into())
        );
    }
    for name in [
        "",
        "Win",
        "win-in-",
        "win-in-0",
        "win-in-+2",
        "win-in-02",
        "hold-1",
        "hold-999",
    ] {
        assert_eq!(Goal::from_name(name), None, "{name}");
    }
}

fn after(position: &Position, cell: Cell) -> Position {
    let mut child = *position;
    child.play_unchecked(cell);
    child
}

/// Whether the side to move, or else the other one, wins with at most so many of its
/// own marks, by the rules alone.
fn wins(position: &Position, marks: u8, to_move: bool) -> bool {
    match position.outcome() {
        // Whoever has just moved made the line.
        Some(Outcome::Win(_)) => return !to_move,
        Some(Outcome::Draw) => return false,
        None => {}
    }
    let mut replies = position.legal().iter();
    if to_move {
        marks > 0 && replies.any(|cell| wins(&after(position, cell), marks - 1, false))
    } else {
        replies.all(|cell| wins(&after(position, cell), marks, true))
    }
}

/// 1 for a win of the side to move, 0 for a draw, -1 for a loss.
fn value(position: &Position) -> i8 {
    match position.outcome() {
        Some(Outcome::Win(_)) => -1,
        Some(Outcome::Draw) => 0,
        None => {
            let moves = position.legal().iter();
            moves
                .map(|cell| -value(&after(position, cell)))
                .max()
                .unwrap_or(0)
        }
    }
}

fn keeps(position: &Position, goal: Goal, cell: Cell) -> bool {
    let child = after(position, cell);
    match goal {
        Goal::Win => value(&child) == -1,
        Goal::NotLose => value(&child) < 1,
        Goal::WinIn(marks) => wins(&child, marks - 1, false),
        Goal::Hold(marks) => !wins(&child, marks, true),
        Goal::Spare => {
            let (Position::Ultimate(one), him) = (child, child.turn()) else {
                return false;
            };
            let takes = |board| {
                child
                    .legal()
                    .iter()
                    .any(|reply| match after(&child, reply) {
                        Position::Ultimate(next) => next.board_winner(board) == Some(him),
                        _ => false,
                    })
            };
            child.outcome().is_some() || one.forced().is_some_and(|board| !takes(board))
        }
    }
}

/// Holds every verdict against the naive one, and what is said beside it against the
/// rules.
fn check(tables: &Tables, record: &Record, goal: Goal, seen: &mut BTreeSet<&'static str>) {
    let position = record.position();
    let me = position.turn();
    let judge = judged(tables, record, goal);
    let told = |cell| {
        let game = record.game();
        format!(
            "{game} {} {goal} {}",
            position.setup(),
            game.cell_name(cell)
        )
    };
    for (cell, verdict) in judge.verdicts() {
        let expected = keeps(&position, goal, cell);
        match verdict {
            Verdict::Unknown { .. } => panic!("{}: unknown", told(cell)),
            Verdict::Keeps => {
                assert!(expected, "{}: accepted", told(cell));
                seen.insert("keeps");
                if let Some((next, rest)) = judge.next(cell) {
                    // The goal is still there, and the reply the toughest.
                    let next = next.position();
                    let some = next.legal().iter().any(|cell| keeps(&next, rest, cell));
                    assert!(some, "{}: the reply ends it", told(cell));
                    if let (Goal::WinIn(marks), Some(all)) = (rest, judge.marks(cell)) {
                        let least = (1..=marks).find(|&marks| wins(&next, marks, true));
                        assert!(least.is_some_and(|least| least < all), "{}", told(cell));
                    }
                    seen.insert("next");
                }
            }
            Verdict::Misses { fault, refutation } => {
                assert!(!expected, "{}: refused", told(cell));
                seen.insert(fault.name());
                let mut line = after(&position, cell);
                for &cell in refutation {
                    line = line.play(cell).expect("a legal line");
                }
                let child = after(&position, cell);
                let lost = Some(Outcome::Win(me.other()));
                match *fault {
                    Fault::LosesNow { .. } => {
                        assert_eq!((line.outcome(), refutation.len()), (lost, 1));
                    }
                    Fault::LosesIn(marks) => {
                        assert!(marks > 1 && !refutation.is_empty(), "{}", told(cell));
                        if marks < 4 {
                            assert_eq!(line.outcome(), lost, "{}", told(cell));
                        }
                        // Among many cells minimax would take too long.
                        let few = [60, 30, 20, 10];
                        if few
                            .get(usize::from(marks))
                            .is_some_and(|&few| child.legal().len() < few)
                        {
                            assert!(wins(&child, marks, true), "{}", told(cell));
                            assert!(!wins(&child, marks - 1, true), "{}", told(cell));
                        }
                    }
                    Fault::TooSlow { marks } if marks < 5 && child.legal().len() < 12 => {
                        assert!(wins(&child, marks - 1, false), "{}", told(cell));
                        assert!(!wins(&child, marks - 2, false), "{}", told(cell));
                    }
                    Fault::OnlyDraws if goal == Goal::Win => {
                        assert_eq!(value(&child), 0, "{}", told(cell));
                    }
                    _ => {}
                }
            }
        }
    }
}

/// A random game of so many moves in which wins are mostly taken or parried, or
/// none that lasts.
fn random(game: Game, plies: u64, rng: &mut Rng) -> Option<Record> {
    let mut record = Record::new(game);
    for _ in 0..plies {
        let position = record.position();
        if position.outcome().is_some() {
            return None;
        }
        let cell = if rng.below(3) > 0 {
            morpion_engine::first_opponent(&position, rng)?
        } else {
            let nth = rng.below(u64::from(position.legal().len())) as usize;
            position.legal().iter().nth(nth)?
        };
        record.play(cell).expect("a legal move");
    }
    (record.position().outcome().is_none()).then_some(record)
}

#[test]
fn classique_agrees_with_minimax() {
    let tables = Tables::new();
    let mut rng = Rng::new(81);
    let mut seen = BTreeSet::new();
    for _ in 0..if QUICK { 60 } else { 2_000 } {
        let plies = 1 + rng.below(8);
        let Some(record) = random(Game::Classique, plies, &mut rng) else {
            continue;
        };
        for goal in [
            Goal::Win,
            Goal::NotLose,
            Goal::WinIn(1),
            Goal::WinIn(2),
            Goal::WinIn(3),
        ] {
            check(&tables, &record, goal, &mut seen);
        }
        check(&tables, &record, Goal::BLOCK, &mut seen);
        check(&tables, &record, Goal::Hold(2), &mut seen);
    }
    for name in [
        "keeps",
        "next",
        "loses-now",
        "loses-in",
        "only-draws",
        "too-slow",
    ] {
        assert!(seen.contains(name), "{name}");
    }
}

#[test]
fn infini_agrees_with_minimax() {
    let tables = Tables::new();
    let mut rng = Rng::new(82);
    let mut seen = BTreeSet::new();
    for _ in 0..if QUICK { 50 } else { 2_000 } {
        let plies = 3 + rng.below(30);
        let Some(record) = random(Game::Infini, plies, &mut rng) else {
            continue;
        };
        for goal in [
            Goal::WinIn(1),
            Goal::WinIn(2),
            Goal::WinIn(3),
            Goal::BLOCK,
            Goal::Hold(2),
        ] {
            check(&tables, &record, goal, &mut seen);
        }
        // The last moves before the sixtieth, where the table must give way.
        let setup = record.position().setup();
        let turn = if record.position().turn() == Side::X {
            0
        } else {
            1
        };
        let played = 54 + turn;
        let Some((marks, _)) = setup.split_once('n') else {
            continue;
        };
        let late = Record::parse(Game::Infini, &format!("{marks}n{played}")).expect("a set-up");
        for goal in [Goal::Win, Goal::NotLose, Goal::WinIn(2)] {
            check(&tables, &late, goal, &mut seen);
        }
    }
    for name in [
        "keeps",
        "next",
        "loses-now",
        "loses-in",
        "only-draws",
        "too-slow",
    ] {
        assert!(seen.contains(name), "{name}");
    }
}

#[test]
fn cube_agrees_with_minimax() {
    let tables = Tables::new();
    let mut rng = Rng::new(83);
    let mut seen = BTreeSet::new();
    // Two marks in the middle game; three, and values, where few cells are left.
    for (plies, spread, goals, rounds) in [
        (
            8,
            30,
            &[Goal::WinIn(1), Goal::WinIn(2), Goal::BLOCK][..],
            [8, 60],
        ),
        (52, 7, &[Goal::Hold(2), Goal::WinIn(3)], [3, 40]),
        (56, 5, &[Goal::Win, Goal::NotLose], [3, 60]),
    ] {
        let mut left = rounds[usize::from(!QUICK)];
        while left > 0 {
            let plies = plies + rng.below(spread);
            let Some(record) = random(Game::Cube, plies, &mut rng) else {
                continue;
            };
            left -= 1;
            for &goal in goals {
                check(&tables, &record, goal, &mut seen);
            }
        }
    }
    assert!(
        seen.contains("keeps") && seen.contains("loses-now"),
        "{seen:?}"
    );
}

#[test]
fn ultimate_agrees_with_minimax() {
    let tables = Tables::new();
    let mut rng = Rng::new(84);
    let mut seen = BTreeSet::new();
    for (goals, free, rounds) in [
        (
            &[Goal::WinIn(1), Goal::WinIn(2), Goal::BLOCK, Goal::Spare][..],
            60,
            [8, 200],
        ),
        (&[Goal::WinIn(3), Goal::Hold(2)], 12, [10, 100]),
        (&[Goal::Win, Goal::NotLose], 8, [10, 200]),
    ] {
        let mut left = rounds[usize::from(!QUICK)];
        while left > 0 {
            let plies = 10 + rng.below(60);
            let Some(record) = random(Game::Ultimate, plies, &mut rng) else {
                continue;
            };
            let Position::Ultimate(position) = record.position() else {
                continue;
            };
            // The free cells of the open boards.
            let marks = Side::BOTH.map(|side| record.position().marks(side));
            let open = (0..81).map(Cell).filter(|cell| {
                position.open_boards() >> (cell.0 / 9) & 1 == 1
                    && marks.iter().all(|marks| !marks.contains(*cell))
            });
            if open.count() > free {
                continue;
            }
            left -= 1;
            for &goal in goals {
                check(&tables, &record, goal, &mut seen);
            }
        }
    }
    for name in ["keeps", "next", "loses-now", "gives-board", "gives-choice"] {
        assert!(seen.contains(name), "{name}: {seen:?}");
    }
}

/// However it is cut into slices.
#[test]
fn slices_change_nothing() {
    let tables = Tables::new();
    let mut rng = Rng::new(85);
    for game in Game::ALL {
        let mut rounds = if QUICK { 2 } else { 20 };
        while rounds > 0 {
            let plies = 4 + rng.below(u64::from(game.cells()) / 2);
            let Some(record) = random(game, plies, &mut rng) else {
                continue;
            };
            rounds -= 1;
            for goal in [Goal::WinIn(3), Goal::Hold(2)] {
                let whole = judged(&tables, &record, goal);
                let mut sliced = Judge::with_tables(&tables, &record, goal);
                while sliced.run(61) == Progress::Working {}
                assert_eq!(whole.nodes(), sliced.nodes(), "{game} {goal}");
                let both = [&whole, &sliced].map(|judge| {
                    let moves = judge.verdicts();
                    let list = moves.map(|(c, v)| (c, v.clone(), judge.reply(c)));
                    list.collect::<Vec<_>>()
                });
                assert_eq!(both[0], both[1], "{game} {goal}");
            }
        }
    }
}
