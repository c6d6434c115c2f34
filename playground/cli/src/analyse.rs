//! `morpion analyse`: what a position and its moves are worth.

use std::io::Write;

use morpion_engine::infini::{Solution, Variant};
use morpion_engine::{Analysis, Cell, Game, MoveValue, Position, Value, analyse};
use serde::Serialize;

use crate::Failure;
use crate::args::Analyse;

/// What `--json` prints, from the side to move.
#[derive(Serialize)]
struct Report {
    value: &'static str,
    plies: Option<u16>,
    /// From −1 to 1, where the value is estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    moves: Vec<Move>,
    best: Vec<String>,
    pv: Vec<String>,
    /// Infini: the sixty moves end the game before `plies` do.
    #[serde(skip_serializing_if = "is_false")]
    cut_by_limit: bool,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    cell: String,
    value: &'static str,
    plies: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// The visits or the depth behind the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Thousandths as a fraction.
fn fraction(score: i16) -> f64 {
    f64::from(score) / 1000.0
}

impl Report {
    fn new(game: Game, analysis: &Analysis) -> Report {
        let name = |&cell: &Cell| game.cell_name(cell);
        Report {
            value: analysis.value.name(),
            plies: analysis.plies,
            score: analysis.score.map(fraction),
            moves: analysis
                .moves
                .iter()
                .map(|one: &MoveValue| Move {
                    cell: game.cell_name(one.cell),
                    value: one.value.name(),
                    plies: one.plies,
                    score: one.score.map(fraction),
                    visits: one.score.map(|_| one.effort),
                })
                .collect(),
            best: analysis.best.iter().map(name).collect(),
            pv: analysis.pv.iter().map(name).collect(),
            cut_by_limit: analysis.cut_by_limit,
        }
    }
}

/// Analyses one position.
pub(crate) fn run(options: &Analyse, out: &mut impl Write) -> Result<(), Failure> {
    let record = &options.record;
    let analysis = match (record.position(), options.rule) {
        (Position::Infini(infini), rule) if rule != Variant::Book => {
            Solution::new(rule).analysis(&infini)
        }
        _ => analyse(record, options.nodes),
    };
    let report = Report::new(record.game(), &analysis);
    if options.json {
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
        return Ok(());
    }
    let turn = record.position().turn();
    writeln!(
        out,
        "{turn} to move: {}",
        sentence(analysis.value, report.plies, report.score)
    )?;
    for (one, told) in analysis.moves.iter().zip(&report.moves) {
        let star = if analysis.best.contains(&one.cell) {
            '*'
        } else {
            ' '
        };
        let words = sentence(one.value, told.plies, told.score);
        writeln!(out, "{star} {:<3} {words}", told.cell)?;
    }
    if !report.pv.is_empty() {
        writeln!(out, "pv: {}", report.pv.join("-"))?;
    }
    if report.cut_by_limit {
        writeln!(out, "The draw after sixty moves comes first.")?;
    }
    Ok(())
}

/// A value in words: `win in 5 plies`, `unknown (+0.120)`.
fn sentence(value: Value, plies: Option<u16>, score: Option<f64>) -> String {
    let name = value.name();
    match (plies, score) {
        (Some(1), _) => format!("{name} in 1 ply"),
        (Some(plies), _) => format!("{name} in {plies} plies"),
        (None, Some(score)) => format!("{name} ({score:+.3})"),
        (None, None) => name.to_owned(),
    }
}
