//! The bar of the evaluation, the legend of the values and the curve of the game.

use crate::text::{Safe, put};
use morpion_engine::Game;

use super::icon;
use crate::event::Action;
use crate::french::{self, values as words};
use crate::picture::values::{badge, class};
use crate::table::Table;
use crate::worth::{Worth, tenths};

/// Length of the bar, and height of the curve.
const WHOLE: i32 = 200;
/// Width of one place of the curve.
const STEP: i32 = 20;

/// How far a worth to X lies from O's end, and whether it is proven; `None` where
/// nothing is known.
fn share(worth: Worth) -> Option<(i32, bool)> {
    match worth {
        Worth::Win(_) => Some((WHOLE, true)),
        Worth::Loss(_) => Some((0, true)),
        Worth::Draw => Some((WHOLE / 2, true)),
        Worth::Unknown => None,
        // An estimate never reaches an end: that is for proofs.
        Worth::Estimate(score) => Some((WHOLE / 2 + i32::from(tenths(score)), false)),
    }
}

/// The bar: X from the left, O from the right, solid where it is proven.
pub(super) fn balance(out: &mut String, table: &Table) {
    let worth = table.balance();
    let verdict = worth.map(|_| table.verdict());
    put!(
        out,
        "<div class=\"morpion-balance\" role=\"img\" aria-label=\"",
        Safe(words::balance(verdict.as_deref())),
        "\"><b class=\"x\">X</b><svg viewBox=\"0 0 ",
        WHOLE,
        " 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\" focusable=\"false\"><path class=\"rail\" d=\"M0 5H",
        WHOLE,
        "\"/>"
    );
    if let Some((share, proven)) = worth.and_then(share) {
        let sure = if proven { "sure" } else { "estimee" };
        if share > 0 {
            put!(out, "<path class=\"x ", sure, "\" d=\"M0 5H", share, "\"/>");
        }
        if share < WHOLE {
            put!(
                out,
                "<path class=\"o ",
                sure,
                "\" d=\"M",
                WHOLE,
                " 5H",
                share,
                "\"/>"
            );
        }
    }
    put!(
        out,
        "<path class=\"milieu\" d=\"M",
        WHOLE / 2,
        " 0V10\"/></svg><b class=\"o\">O</b></div>"
    );
}

/// What stands under the buttons of the values: the verdict, the legend, the curve.
pub(super) fn report(out: &mut String, table: &Table) {
    put!(
        out,
        "<div class=\"morpion-mesure\"><p class=\"morpion-verdict\">",
        Safe(table.verdict()),
        "</p>"
    );
    if table.values_shown() {
        legend(out, table);
        curve(out, table);
    }
    out.push_str("</div>");
}

/// The signs that can stand on this board.
fn legend(out: &mut String, table: &Table) {
    let kinds: &[Worth] = match table.game() {
        Game::Classique | Game::Infini => &[Worth::Win(Some(5)), Worth::Draw, Worth::Loss(Some(4))],
        Game::Ultimate => &[
            Worth::Win(Some(5)),
            Worth::Draw,
            Worth::Loss(Some(4)),
            Worth::Estimate(300),
        ],
        Game::Cube => &[
            Worth::Win(Some(5)),
            Worth::Draw,
            Worth::Loss(Some(4)),
            Worth::Unknown,
        ],
    };
    put!(
        out,
        "<ul class=\"morpion-legende\" aria-label=\"",
        Safe(words::values_label()),
        "\">"
    );
    for &worth in kinds {
        let kind = worth.kind();
        put!(
            out,
            "<li><svg class=\"morpion-dessin\" viewBox=\"-32 -32 64 64\" aria-hidden=\"true\" focusable=\"false\"><g class=\"valeur ",
            class(kind),
            "\">"
        );
        badge(out, worth);
        put!(
            out,
            "</g></svg><span>",
            Safe(words::legend(worth)),
            "</span></li>"
        );
    }
    out.push_str("</ul>");
}

/// The curve: proven values are steps, estimates a line, and each place a button.
fn curve(out: &mut String, table: &Table) {
    let (points, at) = table.curve();
    let width = STEP * points.len() as i32;
    put!(
        out,
        "<div class=\"morpion-courbe\" role=\"group\" aria-label=\"",
        Safe(words::curve_label()),
        "\">"
    );
    put!(
        out,
        "<div class=\"morpion-trace\"><svg viewBox=\"0 0 ",
        width,
        " ",
        WHOLE,
        "\" preserveAspectRatio=\"none\" aria-hidden=\"true\" focusable=\"false\"><path class=\"milieu\" d=\"M0 ",
        WHOLE / 2,
        "H",
        width,
        "\"/>"
    );
    let here = at as i32 * STEP + STEP / 2;
    put!(out, "<path class=\"ici\" d=\"M", here, " 0V", WHOLE, "\"/>");
    let (mut sure, mut estimated, mut dots) = (String::new(), String::new(), String::new());
    // Where the last point was, if there was one right before.
    let mut before = None;
    for (number, point) in points.iter().enumerate() {
        let left = number as i32 * STEP;
        let middle = left + STEP / 2;
        let Some((share, proven)) = point.worth.and_then(share) else {
            before = None;
            continue;
        };
        // A stroke at the rim would be cut in half.
        let y = 8 + (WHOLE - share) * (WHOLE - 16) / WHOLE;
        if proven {
            match before {
                Some((_, _, true)) => {
                    put!(sure, "V", y, "H", left + STEP);
                }
                _ => {
                    put!(sure, "M", left, " ", y, "H", left + STEP);
                }
            }
        } else {
            put!(dots, "M", middle, " ", y, "h0");
        }
        match before {
            Some((_, _, true)) if proven => {}
            Some((x, y_before, _)) => {
                put!(estimated, "M", x, " ", y_before, "L", middle, " ", y);
            }
            None => {}
        }
        before = Some((middle, y, proven));
    }
    for (class, path) in [("estimee", estimated), ("points", dots), ("sure", sure)] {
        if !path.is_empty() {
            put!(out, "<path class=\"", class, "\" d=\"", path, "\"/>");
        }
    }
    out.push_str("</svg><b class=\"x\" aria-hidden=\"true\">X</b><b class=\"o\" aria-hidden=\"true\">O</b><div class=\"morpion-points\">");
    for (number, point) in points.iter().enumerate() {
        // One stop for Tab; the others are a click away, or some steps.
        put!(
            out,
            "<button type=\"button\" data-action=\"",
            Action::Go(point.node).french(),
            "\" aria-label=\"",
            Safe(&point.label),
            "\" ",
            if number == at {
                "tabindex=\"0\" aria-current=\"step\""
            } else {
                "tabindex=\"-1\""
            },
            "></button>"
        );
    }
    out.push_str("</div></div><div class=\"morpion-avance\">");
    step_button(out, Action::Back, at > 0);
    step_button(out, Action::Forward, at + 1 < points.len());
    out.push_str("</div></div>");
}

/// A step back or forth.
fn step_button(out: &mut String, action: Action, enabled: bool) {
    put!(
        out,
        "<button type=\"button\" data-action=\"",
        action.french(),
        "\"",
        if enabled {
            ""
        } else {
            " aria-disabled=\"true\""
        },
        "><svg class=\"morpion-icone\" viewBox=\"0 0 16 16\" aria-hidden=\"true\" focusable=\"false\"><path d=\"",
        icon(action).unwrap_or_default(),
        "\"/></svg><span>",
        Safe(french::action(action)),
        "</span></button>"
    );
}
