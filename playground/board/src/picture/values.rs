//! The worth of a move, drawn on its cell: a sign in a shape of its own, so that
//! colour says nothing that is not said without it.

use crate::text::put;
use morpion_engine::Cell;

use super::Picture;
use crate::french::values::signed;
use crate::worth::{Kind, Worth, notch};

/// The class of a kind of value.
pub(crate) fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Win => "v-gain",
        Kind::Draw => "v-nul",
        Kind::Loss => "v-perte",
        Kind::Estimate => "v-estime",
        Kind::Unknown => "v-inconnu",
    }
}

/// The shape behind the sign, around the origin: a full disc, a hollow square, a flat
/// pill, a dotted ring; an estimate is a half-moon, up or down.
fn shape(worth: Worth) -> &'static str {
    match worth {
        Worth::Win(_) => "<circle r=\"27\"/>",
        Worth::Loss(_) => "<rect x=\"-25\" y=\"-25\" width=\"50\" height=\"50\" rx=\"4\"/>",
        Worth::Draw => "<rect x=\"-26\" y=\"-17\" width=\"52\" height=\"34\" rx=\"17\"/>",
        Worth::Unknown => "<circle r=\"22\"/>",
        Worth::Estimate(score) => match notch(score) {
            1.. => "<path d=\"M-31 16A31 31 0 0 1 31 16Z\"/>",
            0 => "<path d=\"M-31 16H31\"/>",
            _ => "<path d=\"M-31 -16A31 31 0 0 0 31 -16Z\"/>",
        },
    }
}

/// The sign, and the number beside it, which may be left out where it would be too
/// small to read.
fn sign(worth: Worth) -> (String, String) {
    let marks = worth
        .marks()
        .map_or(String::new(), |marks| marks.to_string());
    match worth {
        Worth::Win(_) => (String::from("+"), marks),
        Worth::Loss(_) => (String::from("−"), marks),
        Worth::Draw => (String::from("="), String::new()),
        Worth::Unknown => (String::from("?"), String::new()),
        Worth::Estimate(score) => {
            let mut sign = signed(score);
            let number = if notch(score) == 0 {
                String::new()
            } else {
                sign.split_off(sign.len() - 1)
            };
            (sign, number)
        }
    }
}

/// A badge of this worth around the origin, as it stands on a cell and in the legend.
pub(crate) fn badge(out: &mut String, worth: Worth) {
    let (sign, number) = sign(worth);
    let y = match worth {
        Worth::Estimate(score) => match notch(score) {
            1.. => 11,
            0 => 9,
            _ => 5,
        },
        _ => 9,
    };
    put!(
        out,
        shape(worth),
        "<text y=\"",
        y,
        "\"><tspan>",
        sign,
        "</tspan>"
    );
    if !number.is_empty() {
        put!(out, "<tspan class=\"n\">", number, "</tspan>");
    }
    out.push_str("</text>");
}

impl Picture<'_> {
    /// What a move is worth, on its cell.
    pub(super) fn worth(&self, out: &mut String, cell: Cell, worth: Worth) {
        let (x, y) = self.layout.centre(cell);
        // Smaller cells on the screen need a larger badge.
        let small = self.layout.panels > 1 || self.layout.sheets > 1;
        put!(
            out,
            "<g class=\"valeur ",
            class(worth.kind()),
            if self.best.contains(&cell) {
                " meilleur"
            } else {
                ""
            },
            if self.overlay.guess == Some(cell) {
                " devine"
            } else {
                ""
            },
            "\" transform=\"translate(",
            x,
            " ",
            y,
            ")",
            if small { " scale(1.36)" } else { "" },
            "\">"
        );
        if self.overlay.guess == Some(cell) {
            out.push_str(
                "<rect class=\"essai\" x=\"-33\" y=\"-33\" width=\"66\" height=\"66\" rx=\"12\"/>",
            );
        }
        badge(out, worth);
        out.push_str("</g>");
    }
}
