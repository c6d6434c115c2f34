//! `morpion lines 3d`: the 76 lines.

use std::io::Write;

use morpion_engine::{Game, cube};
use serde::Serialize;

use crate::Failure;

#[derive(Serialize)]
struct Line {
    number: u8,
    family: &'static str,
    cells: Vec<String>,
}

/// Lists every line of the cube.
pub(crate) fn run(json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let lines = cube::LINES.iter().map(|line| Line {
        number: line.number,
        family: line.family.name(),
        cells: line.cells.map(|cell| Game::Cube.cell_name(cell)).into(),
    });
    if json {
        serde_json::to_writer(&mut *out, &lines.collect::<Vec<_>>())?;
        writeln!(out)?;
        return Ok(());
    }
    for line in lines {
        let Line {
            number,
            family,
            cells,
        } = line;
        writeln!(out, "{number:>2} {family:<15} {}", cells.join("-"))?;
    }
    Ok(())
}
