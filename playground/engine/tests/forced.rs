//! The forced-win search of the cube against a naive one and against the rules.

mod naive;

use morpion_engine::cube::{Forced, ForcedWin};
use morpion_engine::{Cell, Game, Outcome, Position, Rng, symmetries};
use naive::{Naive, Rule};

const QUICK: bool = cfg!(debug_assertions);

/// A random game of so many moves; also as a naive game. Nobody has won, and
/// whoever is threatened parries, so that few positions are decided already.
fn random_game(rng: &mut Rng, plies: u64) -> (Position, Naive) {
    'again: loop {
        let mut position = Position::start(Game::Cube);
        let mut naive = Naive::new(Rule::Cube);
        for _ in 0..plies {
            let mut passed = naive.clone();
            passed.history.push(usize::MAX);
            let threats = winning_cells(&passed);
            let legal = position.legal();
            let nth = rng.below(u64::from(legal.len())) as usize;
            let cell = match threats.first() {
                Some(&cell) => Cell(cell as u8),
                None => legal.iter().nth(nth).expect("a free cell"),
            };
            position.play_unchecked(cell);
            naive.play(cell.index());
            if position.outcome().is_some() {
                continue 'again;
            }
        }
        return (position, naive);
    }
}

/// Where the side to move wins at once.
fn winning_cells(naive: &Naive) -> Vec<usize> {
    let (side, legal) = (naive.turn(), naive.judge().legal);
    let wins = |&cell: &usize| after(naive, cell).judge().outcome == side;
    legal.into_iter().filter(wins).collect()
}

fn after(naive: &Naive, cell: usize) -> Naive {
    let mut after = naive.clone();
    after.play(cell);
    after
}

/// By definition: the side to move wins with at most so many marks of his own,
/// when every move before the last one threatens to win at once, and wins whatever
/// the reply.
fn wins_by_force(naive: &Naive, marks: u32) -> bool {
    if !winning_cells(naive).is_empty() {
        return true;
    }
    if marks <= 1 {
        return false;
    }
    let attacker = naive.turn();
    naive.judge().legal.into_iter().any(|cell| {
        let next = after(naive, cell);
        // If the other side passed, would he win?
        let mut passed = next.clone();
        passed.history.push(usize::MAX);
        let threatens = !winning_cells(&passed).is_empty();
        threatens && {
            next.judge().legal.into_iter().all(|reply| {
                let replied = after(&next, reply);
                let outcome = replied.judge().outcome;
                outcome == '.' && replied.turn() == attacker && wins_by_force(&replied, marks - 1)
            })
        }
    })
}

/// Up to this many marks the naive search is asked.
const MARKS: u32 = 4;

#[test]
fn the_search_finds_what_a_naive_search_finds() {
    let mut rng = Rng::new(31);
    let mut search = ForcedWin::new();
    let mut lengths = [0; MARKS as usize + 1];
    for _ in 0..if QUICK { 4 } else { 80 } {
        let plies = 18 + rng.below(22);
        let (position, naive) = random_game(&mut rng, plies);
        search.set_position(&position);
        let verdict = search.run(u64::MAX).expect("no limit");
        let marks = (1..=MARKS).find(|&marks| wins_by_force(&naive, marks));
        let told = || position.setup();
        match marks {
            Some(marks) => {
                assert_eq!(verdict, Forced::Win, "{}", told());
                // The shortest, the replies included.
                assert_eq!(search.sequence().len() as u32, 2 * marks - 1, "{}", told());
                lengths[marks as usize] += 1;
            }
            None => {
                let short = verdict == Forced::Win && search.sequence().len() < 2 * MARKS as usize;
                assert!(!short, "{}", told());
                lengths[0] += 1;
            }
        }
    }
    if !QUICK {
        assert!(lengths.iter().all(|&count| count > 0), "{lengths:?}");
    }
}

/// The cells where the side to move wins at once.
fn fours(position: &Position) -> Vec<Cell> {
    let win = Some(Outcome::Win(position.turn()));
    let wins = |&cell: &Cell| position.play(cell).is_ok_and(|next| next.outcome() == win);
    position.legal().iter().filter(wins).collect()
}

/// Plays a forced win against every reply at every turn: each other reply loses
/// to a four at once, and no reply wins.
fn replay(position: &Position, sequence: &[Cell]) {
    let attacker = position.turn();
    let told = || format!("{} {sequence:?}", position.setup());
    let mut now = *position;
    for exchange in sequence.chunks(2) {
        let next = now.play(exchange[0]).expect("a legal move");
        let Some(&answer) = exchange.get(1) else {
            assert_eq!(next.outcome(), Some(Outcome::Win(attacker)), "{}", told());
            return;
        };
        for reply in next.legal() {
            let replied = next.play(reply).expect("a legal reply");
            assert_eq!(replied.outcome(), None, "{}", told());
            assert!(reply == answer || !fours(&replied).is_empty(), "{}", told());
        }
        now = next.play(answer).expect("a legal answer");
    }
    panic!("no four at the end: {}", told());
}

#[test]
fn every_threat_forces() {
    let mut rng = Rng::new(32);
    let mut search = ForcedWin::new();
    let (mut wins, mut longest) = (0, 0);
    for _ in 0..if QUICK { 100 } else { 4_000 } {
        let plies = rng.below(40);
        let (position, _) = random_game(&mut rng, plies);
        search.set_position(&position);
        if search.run(100_000) == Some(Forced::Win) {
            replay(&position, search.sequence());
            wins += 1;
            longest = longest.max(search.sequence().len());
        }
    }
    assert!(wins > 20 && longest >= 9, "{wins} {longest}");
}

#[test]
fn symmetric_positions_have_symmetric_wins() {
    let mut rng = Rng::new(33);
    let group = symmetries(Game::Cube);
    for _ in 0..if QUICK { 50 } else { 1_000 } {
        let plies = rng.below(40);
        let (position, _) = random_game(&mut rng, plies);
        let symmetry = &group[rng.below(192) as usize];
        let verdict = |position: &Position| {
            let mut search = ForcedWin::new();
            search.set_position(position);
            (search.run(u64::MAX), search.sequence().len())
        };
        assert_eq!(verdict(&position), verdict(&symmetry.position(&position)));
    }
}

/// However a search is cut into slices, and whatever was searched before.
#[test]
fn slices_change_nothing() {
    let mut rng = Rng::new(34);
    let mut kept = ForcedWin::new();
    for _ in 0..if QUICK { 50 } else { 500 } {
        let plies = 8 + rng.below(20);
        let (position, _) = random_game(&mut rng, plies);
        let mut whole = ForcedWin::new();
        whole.set_position(&position);
        let verdict = whole.run(u64::MAX);
        let mut sliced = ForcedWin::new();
        sliced.set_position(&position);
        while sliced.run(1 + rng.below(7)).is_none() {}
        assert_eq!(sliced.run(0), verdict);
        assert_eq!(sliced.sequence(), whole.sequence());
        assert_eq!(sliced.nodes(), whole.nodes());
        kept.set_position(&position);
        assert_eq!(kept.run(u64::MAX), verdict);
        assert_eq!(kept.sequence().len(), whole.sequence().len());
        // A search that has been told to forget counts as a fresh one does.
        kept.forget();
        kept.set_position(&position);
        kept.run(u64::MAX);
        assert_eq!(kept.nodes(), whole.nodes());
    }
}

#[test]
fn other_positions_have_no_forced_win() {
    let mut search = ForcedWin::new();
    for (game, setup) in [
        (Game::Cube, "x111-112-113-114o211-222-321"),
        (Game::Cube, "tx"),
        (Game::Classique, "x1-2o4-5tx"),
    ] {
        let position = Position::parse_setup(game, setup).expect("a position");
        search.set_position(&position);
        assert_eq!(search.run(10), Some(Forced::None), "{setup}");
        assert!(search.sequence().is_empty());
    }
}
