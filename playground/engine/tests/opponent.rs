//! The first opponent: takes a win, blocks a loss, plays by its seed.

use std::collections::BTreeSet;

use morpion_engine::{Cell, Game, Outcome, Position, Record, Rng, Side, first_opponent};

use Game::{Classique, Cube, Infini, Ultimate};

/// Position, and the moves between which the opponent may choose: over many
/// seeds it must choose each of them and no other.
const ROWS: &[(Game, &str, &str)] = &[
    // Takes the win, and does not block instead.
    (Classique, "1-4-2-5", "3"),
    (Infini, "1-4-2-5", "3"),
    (Cube, "111-211-112-212-113-213", "114"),
    // Two ways to win: either.
    (Classique, "x1-2-7o5-6-8tx", "3 4"),
    // Blocks.
    (Classique, "1-5-2", "3"),
    (Infini, "1-5-2", "3"),
    (Cube, "111-211-112-212-113", "114"),
    // Two threats: one of them is blocked all the same.
    (Classique, "x1-3-7o2-9to", "4 5"),
    // The mark that vanishes makes the line: X's 1 leaves, 5-6-4 is the win.
    (Infini, "x1-5-6o2-7-9txn6", "4"),
    // Wins the whole game in a forced board.
    (
        Ultimate,
        "x11-12-13-21-22-23-31-32o41-42-51-53-62-64-75-76txb3",
        "33",
    ),
    // In board 4, 43 would send X to board 3 where the game is won, and 41, 42 are
    // taken; 44 to 49 send X to boards where it is not.
    (
        Ultimate,
        "x11-12-13-21-22-23-31-32-45o41-42-51-53-61-64-71-74tob4",
        "44 46 47 48 49",
    ),
];

fn choices(position: &Position) -> BTreeSet<Cell> {
    (0..400)
        .filter_map(|seed| first_opponent(position, &mut Rng::new(seed)))
        .collect()
}

#[test]
fn wins_blocks_and_otherwise_chooses() {
    for &(game, text, expected) in ROWS {
        let position = Record::parse(game, text).expect(text).position();
        let names: Vec<String> = choices(&position)
            .into_iter()
            .map(|cell| game.cell_name(cell))
            .collect();
        assert_eq!(names.join(" "), expected, "{game} {text}");
    }
}

#[test]
fn the_first_move_is_any() {
    for game in [Classique, Infini, Ultimate, Cube] {
        let seen = choices(&Position::start(game));
        // 400 draws out of at most 81 cells: each is missed about once in 140.
        assert!(seen.len() > usize::from(game.cells()) * 9 / 10, "{game}");
    }
}

fn whole_game(game: Game, seed: u64) -> Record {
    let mut rng = Rng::new(seed);
    let mut record = Record::new(game);
    while let Some(cell) = first_opponent(&record.position(), &mut rng) {
        record.play(cell).expect("the opponent keeps to the rules");
    }
    record
}

#[test]
fn plays_whole_games_by_its_seed() {
    for game in Game::ALL {
        for seed in 0..20 {
            let record = whole_game(game, seed);
            assert!(record.position().outcome().is_some());
            assert_eq!(record, whole_game(game, seed));
        }
        assert_ne!(whole_game(game, 1), whole_game(game, 2));
    }
}

/// Against moves at random it hardly ever loses: it is worth playing against.
#[test]
fn beats_a_random_player() {
    let games = if cfg!(debug_assertions) { 40 } else { 400 };
    for game in Game::ALL {
        let mut rng = Rng::new(31);
        let mut score = [0, 0, 0];
        for round in 0..games {
            let me = if round % 2 == 0 { Side::X } else { Side::O };
            let mut position = Position::start(game);
            while position.outcome().is_none() {
                let cell = if position.turn() == me {
                    first_opponent(&position, &mut rng)
                } else {
                    let legal = position.legal();
                    legal.iter().nth(rng.below(u64::from(legal.len())) as usize)
                };
                position.play_unchecked(cell.expect("the game goes on"));
            }
            match position.outcome() {
                Some(Outcome::Win(side)) if side == me => score[0] += 1,
                Some(Outcome::Win(_)) => score[1] += 1,
                _ => score[2] += 1,
            }
        }
        assert!(score[0] > 3 * score[1], "{game}: {score:?}");
    }
}

/// Every number below n turns up about equally often.
#[test]
fn the_generator_is_fair() {
    let mut rng = Rng::new(0);
    // The first outputs of SplitMix64 from seed 0, as its authors' C code gives
    // them.
    assert_eq!(rng.next_u64(), 0xe220_a839_7b1d_cdaf);
    assert_eq!(rng.next_u64(), 0x6e78_9e6a_a1b9_65f4);
    for n in [1, 2, 3, 7, 81] {
        let mut seen = vec![0_u64; n];
        for _ in 0..n * 1_000 {
            seen[rng.below(n as u64) as usize] += 1;
        }
        assert!(
            seen.iter().all(|&count| (800..1_200).contains(&count)),
            "{n}: {seen:?}"
        );
    }
    // Just above half of all: half of the raw numbers must be thrown away.
    let big = (1 << 63) + 1;
    assert!((0..100).all(|_| rng.below(big) < big));
}
