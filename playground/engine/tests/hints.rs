//! Hints: the move, and the plainest reason for it.

use morpion_engine::{
    Game, Harm, Hint, Reason, Record, Rng, Tables, Value, analyse_with, explain, hint,
};

use Game::{Classique, Cube, Infini};

/// Position, the hinted move, its reason, and the cells that show it.
const ROWS: &[(Game, &str, &str, &str, &str)] = &[
    (Classique, "1-4-2-5", "3", "Wins", "1 2 3"),
    (Infini, "1-4-2-5", "3", "Wins", "1 2 3"),
    (
        Cube,
        "111-211-112-212-113-213",
        "114",
        "Wins",
        "111 112 113 114",
    ),
    (Classique, "1-5-2", "3", "Blocks", "3"),
    // A fork at once rather than any other winning move.
    (Classique, "1-2-5-9", "4", "DoubleThreat", "6 7"),
    // The centre is the only answer to a corner, and a corner to the centre.
    (Classique, "1", "5", "OnlyMove", ""),
    (Classique, "", "5", "Centre", ""),
    (Classique, "5", "1", "KeepsDraw", ""),
    (Infini, "", "2", "WinsIn(7)", ""),
    (Infini, "2", "7", "Lasts", ""),
    (Infini, "5", "1", "KeepsDraw", ""),
];

fn names(game: Game, hint: &Hint) -> (String, String) {
    let cells: Vec<String> = hint.cells.iter().map(|cell| game.cell_name(cell)).collect();
    (game.cell_name(hint.cell), cells.join(" "))
}

#[test]
fn reasons() {
    let tables = Tables::new();
    for &(game, text, cell, reason, cells) in ROWS {
        let record = Record::parse(game, text).expect(text);
        let hint = hint(&record, &analyse_with(&tables, &record, Some(10_000))).expect(text);
        let (named, shown) = names(game, &hint);
        let found = (named.as_str(), format!("{:?}", hint.reason), shown.as_str());
        assert_eq!(found, (cell, reason.to_owned(), cells), "{game} {text}");
    }
}

#[test]
fn a_finished_game_has_no_hint() {
    let tables = Tables::new();
    for (game, text) in [(Classique, "1-4-2-5-3"), (Infini, "1-4-2-5-3")] {
        let record = Record::parse(game, text).expect(text);
        assert_eq!(hint(&record, &analyse_with(&tables, &record, None)), None);
    }
}

/// Whatever is said of a move is so, by the rules and the table alone.
#[test]
fn reasons_are_true() {
    let tables = Tables::new();
    let mut seen = [0; 10];
    for game in [Classique, Infini] {
        let mut rng = Rng::new(11);
        for _ in 0..if cfg!(debug_assertions) { 600 } else { 1_000 } {
            let mut record = Record::new(game);
            for _ in 0..rng.below(if game == Classique { 8 } else { 30 }) {
                let legal = record.position().legal();
                let cell = legal
                    .iter()
                    .nth(rng.below(legal.len().max(1).into()) as usize);
                if let Some(cell) = cell {
                    record.play(cell).expect("a legal move");
                }
            }
            let position = record.position();
            let analysis = analyse_with(&tables, &record, None);
            for one in &analysis.moves {
                let hint = explain(&position, &analysis, one.cell).expect("a legal move");
                assert_eq!((hint.cell, hint.value), (one.cell, one.value));
                let mut next = record.clone();
                next.play(one.cell).expect("a legal move");
                let replies = analyse_with(&tables, &next, None);
                // The game after this reply, the side of the hint to move.
                let answered = |reply| {
                    let mut answered = next.clone();
                    answered.play(reply).expect("a legal reply");
                    analyse_with(&tables, &answered, None)
                };
                let wins_next = |reply| {
                    let answered = answered(reply);
                    (answered.value, answered.plies) == (Value::Win, Some(1))
                };
                let told = match hint.reason {
                    Reason::Wins => {
                        assert!(!next.position().lines().is_empty());
                        0
                    }
                    Reason::Blocks => {
                        // Elsewhere the opponent wins at once, here he does not.
                        assert_ne!((replies.value, replies.plies), (Value::Win, Some(1)));
                        assert!(
                            analysis
                                .moves
                                .iter()
                                .any(|other| other.plies == Some(2) && other.value == Value::Loss)
                                || analysis.moves.len() == 1
                                || analysis.value == Value::Win
                        );
                        1
                    }
                    Reason::DoubleThreat => {
                        assert_eq!((one.value, one.plies), (Value::Win, Some(3)));
                        2
                    }
                    Reason::FreesCell { cell } => {
                        assert_eq!(game, Infini);
                        assert_eq!((one.value, one.plies), (Value::Win, Some(3)));
                        assert_eq!(position.vanishing(position.turn().other()), Some(cell));
                        3
                    }
                    Reason::Forces { reply } => {
                        // Any other reply loses at once.
                        for other in next.position().legal() {
                            assert_eq!(wins_next(other), other != reply, "{}", next.notation());
                        }
                        4
                    }
                    Reason::WinsIn(marks) => {
                        assert_eq!(one.value, Value::Win);
                        assert_eq!(one.plies, Some(2 * marks - 1));
                        5
                    }
                    Reason::OnlyMove => {
                        let lose = |other: &&morpion_engine::MoveValue| other.value == Value::Loss;
                        let lost = analysis.moves.iter().filter(lose).count();
                        assert_eq!(lost + 1, analysis.moves.len());
                        6
                    }
                    Reason::KeepsDraw | Reason::Centre => {
                        assert_eq!(one.value, Value::Draw);
                        7
                    }
                    Reason::Lasts => {
                        assert_eq!(one.value, Value::Loss);
                        8
                    }
                    Reason::Best => 9,
                    Reason::AvoidsSending {
                        harm: Harm::WinsGame | Harm::WinsBoard | Harm::FreeChoice,
                        ..
                    }
                    | Reason::TakesBoard(_)
                    | Reason::BlocksBoard(_) => panic!("a reason of another game"),
                };
                seen[told] += 1;
            }
        }
    }
    // A solved game has always something to say.
    assert_eq!(seen[9], 0);
    assert!(seen[..9].iter().all(|&count| count > 10), "{seen:?}");
}
