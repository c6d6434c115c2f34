//! The facts that a chapter can cite, each of them asked of the engine when
//! the book is built.
//!
//! No result is written here: a key, what exactly is counted, and how.

use std::fmt::Write;

use morpion_board::french;
use morpion_engine::classique::Place;
use morpion_engine::cube::{self, Family};
use morpion_engine::infini;
use morpion_engine::{Cell, Game, Level, Position, TRUTHS, Truth, square, symmetries};

use crate::data::{Data, data};
use crate::{messages, tables};

/// A number that a chapter can cite as `{{morpion nombre KEY}}` or
/// `{{morpion lettres KEY}}`.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// Its name in a chapter.
    pub key: &'static str,
    /// What exactly is counted, in French, for whoever writes a chapter.
    pub what: &'static str,
    count: fn() -> u64,
}

impl Fact {
    /// Asks the engine.
    pub fn value(&self) -> u64 {
        (self.count)()
    }
}

/// A table that a chapter can cite as `{{morpion table NAME}}`.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// Its name in a chapter.
    pub name: &'static str,
    /// What it shows, in French, for whoever writes a chapter.
    pub what: &'static str,
    rows: fn() -> Result<Vec<String>, String>,
}

impl Table {
    /// The table in Markdown, line by line.
    ///
    /// # Errors
    ///
    /// The line of the engine's data that cannot be read, in French.
    pub fn rows(&self) -> Result<Vec<String>, String> {
        (self.rows)()
    }
}

/// Every number, in the order in which `mdbook-morpion facts` lists them.
pub static FACTS: &[Fact] = &[
    Fact {
        key: "classique.cases",
        what: "cases de la grille",
        count: || Game::Classique.cells().into(),
    },
    Fact {
        key: "classique.alignements",
        what: "alignements de trois cases qui gagnent",
        count: lines_of_nine,
    },
    Fact {
        key: "classique.symetries",
        what: "symétries de la grille, l’identité comprise",
        count: || symmetry_count(Game::Classique),
    },
    Fact {
        key: "classique.alignements-centre",
        what: "alignements qui passent par le centre",
        count: || tables::lines_through(Place::Centre),
    },
    Fact {
        key: "classique.alignements-coin",
        what: "alignements qui passent par un coin",
        count: || tables::lines_through(Place::Corner),
    },
    Fact {
        key: "classique.alignements-bord",
        what: "alignements qui passent par un bord",
        count: || tables::lines_through(Place::Edge),
    },
    Fact {
        key: "guide.parties-x",
        what: "parties de la liste « ne jamais perdre » avec X, contre tous les coups de O",
        count: || tables::guide_games()[0].all(),
    },
    Fact {
        key: "guide.parties-o",
        what: "parties de la liste « ne jamais perdre » avec O, contre tous les coups de X",
        count: || tables::guide_games()[1].all(),
    },
    Fact {
        key: "guide.victoires-x",
        what: "de ces parties avec X, celles que la liste gagne",
        count: || tables::guide_games()[0].wins,
    },
    Fact {
        key: "guide.victoires-o",
        what: "de ces parties avec O, celles que la liste gagne",
        count: || tables::guide_games()[1].wins,
    },
    Fact {
        key: "guide.defaites",
        what: "parties que la liste perd, des deux côtés",
        count: || tables::guide_games().iter().map(|games| games.losses).sum(),
    },
    Fact {
        key: "infini.cases",
        what: "cases de la grille",
        count: || Game::Infini.cells().into(),
    },
    Fact {
        key: "infini.alignements",
        what: "alignements de trois cases qui gagnent",
        count: lines_of_nine,
    },
    Fact {
        key: "infini.limite",
        what: "coups, des deux joueurs ensemble, après lesquels une partie sans alignement finit en match nul",
        count: || infini::MOVE_LIMIT.into(),
    },
    Fact {
        key: "infini.symboles",
        what: "symboles qu’un joueur garde au plus sur la grille",
        count: || infini::KEPT as u64,
    },
    Fact {
        key: "infini.gain-symboles",
        what: "symboles que X pose, au plus, pour gagner en ouvrant sur un bord",
        count: || marks_of_winner("infini.win.plies"),
    },
    Fact {
        key: "infini.avant-symboles",
        what: "si l’alignement se cherche avant la disparition : symboles que X pose, au plus, pour gagner en ouvrant au centre",
        count: || marks_of_winner("infini.line-first.plies"),
    },
    Fact {
        key: "ultimate.cases",
        what: "cases de la grande grille",
        count: || Game::Ultimate.cells().into(),
    },
    Fact {
        key: "ultimate.petites-grilles",
        what: "petites grilles de la grande",
        count: || Position::start(Game::Ultimate).playable_boards().len() as u64,
    },
    Fact {
        key: "ultimate.alignements",
        what: "alignements de trois petites grilles qui gagnent",
        count: lines_of_nine,
    },
    Fact {
        key: "ultimate.symetries",
        what: "symétries de la grande grille, l’identité comprise",
        count: || symmetry_count(Game::Ultimate),
    },
    Fact {
        key: "3d.cases",
        what: "cases du cube",
        count: || Game::Cube.cells().into(),
    },
    Fact {
        key: "3d.cases-etage",
        what: "cases d’un étage",
        count: || cube_cells(|cell| floor(cell) == 1),
    },
    Fact {
        key: "3d.symetries",
        what: "symétries qui gardent tous les alignements, l’identité comprise",
        count: || symmetry_count(Game::Cube),
    },
    Fact {
        key: "3d.alignements",
        what: "alignements de quatre cases, toutes familles ensemble",
        count: || cube::LINES.len() as u64,
    },
    Fact {
        key: "3d.rangees-et-colonnes",
        what: "alignements : rangées et colonnes des étages",
        count: || family(Family::Rows),
    },
    Fact {
        key: "3d.diagonales-etage",
        what: "alignements : diagonales des étages",
        count: || family(Family::FloorDiagonals),
    },
    Fact {
        key: "3d.verticales",
        what: "alignements : verticales",
        count: || family(Family::Verticals),
    },
    Fact {
        key: "3d.diagonales-mur",
        what: "alignements : diagonales des plans verticaux",
        count: || family(Family::WallDiagonals),
    },
    Fact {
        key: "3d.grandes-diagonales",
        what: "alignements : diagonales d’un coin du cube au coin opposé",
        count: || family(Family::SpaceDiagonals),
    },
    Fact {
        key: "3d.alignements-un-etage",
        what: "alignements dont les quatre cases sont sur un même étage",
        count: || cube_lines(|cells| cells.iter().all(|cell| floor(*cell) == floor(cells[0]))),
    },
    Fact {
        key: "3d.alignements-par-etage",
        what: "alignements dont les quatre cases sont sur le premier étage (autant sur chacun)",
        count: || cube_lines(|cells| cells.iter().all(|cell| floor(*cell) == 1)),
    },
    Fact {
        key: "3d.alignements-entre-etages",
        what: "alignements qui ont une case à chaque étage",
        count: || cube_lines(|cells| (1..=4).all(|n| cells.iter().any(|cell| floor(*cell) == n))),
    },
    Fact {
        key: "3d.cases-a-sept",
        what: "cases par lesquelles passent exactement 7 alignements",
        count: || cube_cells(|cell| cube::lines_through(cell).len() == 7),
    },
    Fact {
        key: "3d.cases-a-quatre",
        what: "cases par lesquelles passent exactement 4 alignements",
        count: || cube_cells(|cell| cube::lines_through(cell).len() == 4),
    },
    Fact {
        key: "3d.alignements-case-forte",
        what: "alignements par une case où il en passe le plus",
        count: || lines_a_cell().max().unwrap_or(0),
    },
    Fact {
        key: "3d.alignements-case-faible",
        what: "alignements par une case où il en passe le moins",
        count: || lines_a_cell().min().unwrap_or(0),
    },
];

/// Every table.
pub static TABLES: &[Table] = &[
    Table {
        name: "familles-3d",
        what: "les cinq familles d’alignements du cube, où les chercher, un exemple et leur nombre",
        rows: || Ok(families()),
    },
    Table {
        name: "niveaux-ultimate",
        what: "les matchs de chaque niveau du Morpion Ultimate contre le précédent, joués d’avance",
        rows: levels_of_ultimate,
    },
    Table {
        name: "durees-infini",
        what: "combien de coups durent les parties de l’infini, mesuré entre niveaux égaux",
        rows: || durations(Game::Infini, INFINI_MATCHES),
    },
    Table {
        name: "durees-ultimate",
        what: "combien de coups durent les parties du Morpion Ultimate, mesuré",
        rows: || durations(Game::Ultimate, ULTIMATE_MATCHES),
    },
    Table {
        name: "ouvertures-classique",
        what: "les trois premiers coups du classique et combien de réponses y tiennent",
        rows: || Ok(tables::openings()),
    },
    Table {
        name: "ne-jamais-perdre",
        what: "la liste de règles qui ne perd jamais au classique",
        rows: || Ok(tables::guide()),
    },
    Table {
        name: "gain-infini",
        what: "l’arbre du gain certain de X à l’infini : chaque défense et la réponse",
        rows: || Ok(tables::certain_win()),
    },
    Table {
        name: "verites",
        what: "les nombres auxquels le moteur est tenu, chacun avec sa commande",
        rows: || Ok(tables::truths()),
    },
];

/// The matches of the levels of Ultimate, too long for a build: a line each, as the
/// engine's `morpion match --json` printed it. A test of the engine's plays a slice of
/// them again and refuses what another engine has played.
const ULTIMATE_MATCHES: Data = data!("ultimate-levels.jsonl");

/// The same for the infinite game: each level against itself.
const INFINI_MATCHES: Data = data!("infini-levels.jsonl");

/// What the table shows of a match.
#[derive(serde::Deserialize)]
struct Match {
    a: String,
    b: String,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    mean_length: f64,
    games: u64,
    /// How many moves were drawn at random at the start.
    plies: u64,
    /// The moves of each game.
    lengths: Vec<u64>,
}

/// The matches of a game that are committed.
fn matches(data: Data) -> Result<Vec<Match>, String> {
    data.read(0, |_, line| serde_json::from_str(line).ok())
}

/// The name of a level.
fn level(game: Game, slug: &str) -> String {
    Level::from_slug(game, slug)
        .map_or_else(String::new, |level| french::level_name(level).to_owned())
}

/// One row a match: who plays whom, and how long their games are.
fn durations(game: Game, data: Data) -> Result<Vec<String>, String> {
    let mut rows = messages::durations_heading();
    let matches = matches(data)?;
    for one in &matches {
        let mut lengths = one.lengths.clone();
        lengths.sort_unstable();
        let at = |index: usize| {
            let length = lengths.get(index);
            length.map_or_else(String::new, |&length| french::number(length))
        };
        rows.push(format!(
            "| {} | {} | {} | {} | {} | {} |",
            messages::against(&level(game, &one.a), &level(game, &one.b)),
            format!("{:.1}", one.mean_length).replace('.', ","),
            at(lengths.len() / 2),
            at(0),
            at(lengths.len().saturating_sub(1)),
            french::number(one.draws),
        ));
    }
    if let Some(first) = matches.first() {
        rows.push(String::new());
        rows.push(messages::durations_note(first.games, first.plies));
    }
    Ok(rows)
}

/// One row a match: who plays whom, how it ended, the score and the mean length.
fn levels_of_ultimate() -> Result<Vec<String>, String> {
    let name = |slug: &str| level(Game::Ultimate, slug);
    let mut rows = messages::levels_heading();
    rows.extend(matches(ULTIMATE_MATCHES)?.iter().map(|one| {
        format!(
            "| {} | {} | {} | {} | {} | {} | {} |",
            name(&one.a),
            name(&one.b),
            french::number(one.wins),
            french::number(one.draws),
            french::number(one.losses),
            french::typeset(&format!("{:.1} %", one.score * 100.0)).replace('.', ","),
            french::number(one.mean_length.round() as u64),
        )
    }));
    Ok(rows)
}

/// The number behind a key: one of [`FACTS`], or a truth of the engine under
/// its own key.
pub fn number(key: &str) -> Option<u64> {
    FACTS
        .iter()
        .find(|fact| fact.key == key)
        .map(Fact::value)
        .or_else(|| {
            TRUTHS
                .iter()
                .find(|truth| truth.key == key)
                .map(|truth| truth.value)
        })
}

/// The table of this name.
pub fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

/// Every key that [`number`] knows.
pub fn keys() -> Vec<&'static str> {
    let facts = FACTS.iter().map(|fact| fact.key);
    facts.chain(TRUTHS.iter().map(|truth| truth.key)).collect()
}

/// What `mdbook-morpion facts` prints.
pub fn list() -> String {
    let [key, value, what] = messages::facts_heading();
    let mut out = String::new();
    let mut row = |key: &str, value: &str, what: &str| {
        let _ = writeln!(out, "{key:<28} {value:>14}  {what}");
    };
    row(key, value, what);
    for fact in FACTS {
        row(fact.key, &french::number(fact.value()), fact.what);
    }
    for truth in TRUTHS {
        // The words of the engine are better than none.
        let what = messages::counted(truth.key).unwrap_or_else(|| truth.what.to_owned());
        row(truth.key, &french::number(truth.value), &what);
    }
    let _ = writeln!(out, "\n{}", messages::tables_heading());
    for table in TABLES {
        let _ = writeln!(out, "{:<28} {}", table.name, table.what);
    }
    out
}

/// The marks of the winner in a game of so many plies that he begins.
fn marks_of_winner(key: &str) -> u64 {
    Truth::find(key).map_or(0, |truth| truth.value.div_ceil(2))
}

/// How many lines a board of nine has.
fn lines_of_nine() -> u64 {
    square::LINES.len() as u64
}

fn symmetry_count(game: Game) -> u64 {
    symmetries(game).len() as u64
}

fn family(family: Family) -> u64 {
    cube::LINES
        .iter()
        .filter(|line| line.family == family)
        .count() as u64
}

fn cube_lines(is: impl Fn(&[Cell; 4]) -> bool) -> u64 {
    cube::LINES.iter().filter(|line| is(&line.cells)).count() as u64
}

/// How many lines go through each cell of the cube.
fn lines_a_cell() -> impl Iterator<Item = u64> {
    let cells = (0..Game::Cube.cells()).map(Cell);
    cells.map(|cell| cube::lines_through(cell).len() as u64)
}

fn cube_cells(is: impl Fn(Cell) -> bool) -> u64 {
    (0..Game::Cube.cells())
        .map(Cell)
        .filter(|cell| is(*cell))
        .count() as u64
}

/// The floor of a cell of the cube, from 1: the first digit of its name.
fn floor(cell: Cell) -> u32 {
    let name = Game::Cube.cell_name(cell);
    name.chars()
        .next()
        .and_then(|c| c.to_digit(10))
        .unwrap_or(0)
}

/// Which line stands as the example of its family: its first and last cell.
const fn example(family: Family) -> [&'static str; 2] {
    match family {
        Family::Rows => ["211", "214"],
        Family::FloorDiagonals => ["311", "344"],
        Family::Verticals => ["132", "432"],
        Family::WallDiagonals => ["121", "424"],
        Family::SpaceDiagonals => ["114", "441"],
    }
}

/// The moves of the line of the engine's table that has both cells.
fn example_line(family: Family) -> Option<String> {
    let ends = example(family).map(|name| Game::Cube.cell_from_name(name));
    let line = cube::LINES.iter().find(|line| {
        line.family == family
            && ends
                .iter()
                .all(|end| end.is_some_and(|cell| line.cells.contains(&cell)))
    })?;
    Some(line.cells.map(|cell| Game::Cube.cell_name(cell)).join("-"))
}

fn families() -> Vec<String> {
    let mut rows = messages::families_heading();
    for kind in Family::ALL {
        rows.push(format!(
            "| {} | {} | `{}` | {} |",
            messages::capitalised(french::family_name(kind)),
            messages::where_to_look(kind),
            example_line(kind).unwrap_or_default(),
            french::number(family(kind)),
        ));
    }
    rows.push(format!(
        "| **{}** | | | **{}** |",
        messages::total(),
        french::number(cube::LINES.len() as u64)
    ));
    rows
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The values that the rules' own texts give.
    #[test]
    fn every_fact_is_what_the_rules_say() {
        let rows = [
            ("classique.cases", 9),
            ("classique.alignements", 8),
            ("classique.symetries", 8),
            ("classique.alignements-centre", 4),
            ("classique.alignements-coin", 3),
            ("classique.alignements-bord", 2),
            ("guide.parties-x", 408),
            ("guide.parties-o", 1312),
            ("guide.victoires-x", 392),
            ("guide.victoires-o", 992),
            ("guide.defaites", 0),
            ("infini.cases", 9),
            ("infini.alignements", 8),
            ("infini.limite", 60),
            ("infini.symboles", 3),
            ("infini.gain-symboles", 7),
            ("infini.avant-symboles", 5),
            ("ultimate.cases", 81),
            ("ultimate.petites-grilles", 9),
            ("ultimate.alignements", 8),
            ("ultimate.symetries", 8),
            ("3d.cases", 64),
            ("3d.cases-etage", 16),
            ("3d.symetries", 192),
            ("3d.alignements", 76),
            ("3d.rangees-et-colonnes", 32),
            ("3d.diagonales-etage", 8),
            ("3d.verticales", 16),
            ("3d.diagonales-mur", 16),
            ("3d.grandes-diagonales", 4),
            ("3d.alignements-un-etage", 40),
            ("3d.alignements-par-etage", 10),
            ("3d.alignements-entre-etages", 36),
            ("3d.cases-a-sept", 16),
            ("3d.cases-a-quatre", 48),
            ("3d.alignements-case-forte", 7),
            ("3d.alignements-case-faible", 4),
        ];
        let known: Vec<_> = FACTS.iter().map(|fact| (fact.key, fact.value())).collect();
        assert_eq!(known, rows);
    }

    #[test]
    fn a_key_has_one_meaning() {
        let keys = keys();
        let distinct: HashSet<_> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len(), "{keys:?}");
        for key in keys {
            assert!(number(key).is_some(), "{key}");
        }
        assert_eq!(number("3d.alignement"), None);
    }

    #[test]
    fn the_table_of_families_is_whole() {
        let rows = table("familles-3d").unwrap().rows().unwrap();
        let examples = [
            "`211-212-213-214` | 32 |",
            "`311-322-333-344` | 8 |",
            "`132-232-332-432` | 16 |",
            "`121-222-323-424` | 16 |",
            "`114-223-332-441` | 4 |",
            "**76** |",
        ];
        assert_eq!(rows.len(), 2 + examples.len());
        for (row, end) in rows[2..].iter().zip(examples) {
            assert!(row.ends_with(end), "{row}");
        }
        for row in &rows {
            assert_eq!(row.matches('|').count(), 5, "{row}");
        }
    }

    #[test]
    fn the_table_of_the_levels_has_every_match() {
        let matches = matches(ULTIMATE_MATCHES).unwrap();
        let rows = table("niveaux-ultimate").unwrap().rows().unwrap();
        assert_eq!(rows.len(), 2 + Level::all(Game::Ultimate).len() - 1);
        for (one, row) in matches.iter().zip(&rows[2..]) {
            assert!(one.score >= 0.8, "{row}");
            assert_eq!(one.wins + one.draws + one.losses, 1000, "{row}");
            assert_eq!(row.matches('|').count(), 8, "{row}");
            assert!(row.contains("\u{a0}%"), "{row}");
        }
    }

    #[test]
    fn the_tables_of_durations_have_every_match() {
        for (name, data) in [
            ("durees-infini", INFINI_MATCHES),
            ("durees-ultimate", ULTIMATE_MATCHES),
        ] {
            let matches = matches(data).unwrap();
            let rows = table(name).unwrap().rows().unwrap();
            assert_eq!(rows.len(), 2 + matches.len() + 2, "{name}");
            for (one, row) in matches.iter().zip(&rows[2..]) {
                assert_eq!(one.lengths.len() as u64, one.games, "{row}");
                let mean = one.lengths.iter().sum::<u64>() as f64 / one.games as f64;
                assert!((mean - one.mean_length).abs() < 0.01, "{row}: {mean}");
                assert_eq!(row.matches('|').count(), 7, "{row}");
                assert!(!row.contains("|  |"), "{row}");
            }
        }
        let equals = matches(INFINI_MATCHES).unwrap();
        assert!(equals.iter().all(|one| one.a == one.b));
        assert_eq!(equals.len(), Level::all(Game::Infini).len());
    }

    /// A new truth of the engine needs its line in `messages::counted`.
    #[test]
    fn every_number_of_the_engine_has_its_meaning_in_french() {
        for truth in TRUTHS {
            let what = messages::counted(truth.key);
            assert!(what.is_some(), "{}: {}", truth.key, truth.what);
            assert!(!list().contains(truth.what), "{}", truth.what);
        }
        assert_eq!(messages::counted("3d.moves"), None);
    }

    #[test]
    fn the_list_names_every_fact_and_table() {
        let list = list();
        for name in keys()
            .into_iter()
            .chain(TABLES.iter().map(|table| table.name))
        {
            assert!(
                list.lines()
                    .any(|line| line.split(' ').next() == Some(name)),
                "{name}"
            );
        }
    }
}
