//! Symmetries hold what they promise, and there are no others.

mod naive;

use std::collections::HashSet;

use morpion_engine::{Cell, Game, Outcome, Position, Rng, Side, Symmetry, cube, symmetries};

/// Every permutation of `cells` cells that maps lines to lines, by backtracking.
fn automorphisms(cells: usize, lines: &[Vec<usize>]) -> HashSet<Vec<usize>> {
    let on = |a: usize, b: usize| {
        lines
            .iter()
            .any(|line| line.contains(&a) && line.contains(&b))
    };
    let joined: Vec<Vec<bool>> = (0..cells)
        .map(|a| (0..cells).map(|b| on(a, b)).collect())
        .collect();
    let known: HashSet<Vec<usize>> = lines
        .iter()
        .map(|line| {
            let mut line = line.clone();
            line.sort_unstable();
            line
        })
        .collect();
    let mut found = HashSet::new();
    extend(&mut Vec::new(), cells, &joined, lines, &known, &mut found);
    found
}

fn extend(
    images: &mut Vec<usize>,
    cells: usize,
    joined: &[Vec<bool>],
    lines: &[Vec<usize>],
    known: &HashSet<Vec<usize>>,
    found: &mut HashSet<Vec<usize>>,
) {
    let next = images.len();
    if next == cells {
        found.insert(images.clone());
        return;
    }
    for image in 0..cells {
        let fits = !images.contains(&image)
            && (0..next).all(|cell| joined[cell][next] == joined[images[cell]][image]);
        if !fits {
            continue;
        }
        images.push(image);
        let complete = lines
            .iter()
            .filter(|line| line.contains(&next) && line.iter().all(|&cell| cell <= next));
        let all_lines = complete.into_iter().all(|line| {
            let mut moved: Vec<usize> = line.iter().map(|&cell| images[cell]).collect();
            moved.sort_unstable();
            known.contains(&moved)
        });
        if all_lines {
            extend(images, cells, joined, lines, known, found);
        }
        images.pop();
    }
}

fn map(symmetry: &Symmetry) -> Vec<usize> {
    (0..symmetry.cells())
        .map(|cell| symmetry.cell(Cell(cell)).index())
        .collect()
}

#[test]
fn all_automorphisms_and_no_others() {
    for (game, cells, lines, count) in [
        (Game::Classique, 9, naive::lines(2, 3), 8),
        (Game::Infini, 9, naive::lines(2, 3), 8),
        (Game::Cube, 64, naive::lines(3, 4), 192),
    ] {
        let ours: HashSet<Vec<usize>> = symmetries(game).iter().map(map).collect();
        assert_eq!(ours.len(), count, "{game}");
        assert_eq!(ours, automorphisms(cells, &lines), "{game}");
    }
}

#[test]
fn each_game_has_a_group() {
    for game in Game::ALL {
        let group = symmetries(game);
        let members: HashSet<&Symmetry> = group.iter().collect();
        assert_eq!(members.len(), group.len());
        assert!((0..game.cells()).all(|cell| group[0].cell(Cell(cell)) == Cell(cell)));
        for a in group {
            assert_eq!(a.compose(&a.inverse()), group[0]);
            for b in group {
                assert!(members.contains(&a.compose(b)));
            }
        }
    }
}

#[test]
fn lines_of_the_cube_go_to_lines() {
    let known: HashSet<u64> = cube::LINES.iter().map(|line| line.mask).collect();
    assert_eq!(known.len(), 76);
    for symmetry in symmetries(Game::Cube) {
        for line in &cube::LINES {
            let image = symmetry.apply(line.line().set());
            assert!(known.contains(&(image.0 as u64)));
        }
    }
}

/// The mirror image of a game is a game: same turns, same end, mirrored moves.
#[test]
fn symmetric_games_have_symmetric_outcomes() {
    let games = if cfg!(debug_assertions) { 40 } else { 4_000 };
    let mut rng = Rng::new(11);
    for game in Game::ALL {
        let group = symmetries(game);
        let mut ends = HashSet::new();
        for _ in 0..games {
            let symmetry = &group[rng.below(group.len() as u64) as usize];
            let mut position = Position::start(game);
            let mut image = Position::start(game);
            while position.outcome().is_none() {
                let legal = position.legal();
                assert_eq!(image.legal(), symmetry.apply(legal));
                let choice = rng.below(u64::from(legal.len())) as usize;
                let cell = legal.iter().nth(choice).expect("a legal cell");
                position.play_unchecked(cell);
                image.play_unchecked(symmetry.cell(cell));
                assert_eq!(symmetry.position(&position), image);
                assert_eq!(symmetry.inverse().position(&image), position);
            }
            assert_eq!(image.outcome(), position.outcome());
            assert_eq!(position.canonical(), image.canonical());
            assert_eq!(position.canonical().outcome(), position.outcome());
            ends.insert(position.outcome());
        }
        assert!(ends.contains(&Some(Outcome::Win(Side::X))), "{game}");
        assert!(ends.contains(&Some(Outcome::Win(Side::O))), "{game}");
    }
}

#[test]
#[should_panic(expected = "a symmetry of another board")]
fn a_symmetry_keeps_to_its_board() {
    let _ = symmetries(Game::Cube)[1].position(&Position::start(Game::Infini));
}
