//! The list of moves as a score sheet, the field to type one, and the sentences of a
//! demonstration.

use super::{draw_icon, escape, remark};
use crate::event::{Action, Field};
use crate::french::{self, history as words};
use crate::spec::{Mode, Spec};
use crate::table::{Line, Listed, Piece, Table};
use crate::text::{Safe, put};

/// The list of moves, the buttons to step through it, and the field to type a move.
pub(super) fn panel(out: &mut String, table: &Table) {
    put!(
        out,
        "<div class=\"morpion-coups\"><div class=\"morpion-pas\" role=\"group\" aria-label=\"",
        Safe(words::steps_label()),
        "\">"
    );
    for (action, enabled) in table.steps() {
        let label = escape(&french::action(action));
        put!(
            out,
            "<button type=\"button\" data-action=\"",
            action.french(),
            "\" aria-label=\"",
            &label,
            "\" title=\"",
            label,
            "\"",
            if enabled {
                ""
            } else {
                " aria-disabled=\"true\""
            },
            ">"
        );
        draw_icon(out, action);
        out.push_str("</button>");
    }
    out.push_str("</div><div class=\"morpion-liste\">");
    let lines = table.sheet();
    put!(
        out,
        "<table aria-label=\"",
        Safe(words::list_label()),
        "\"><thead><tr><th scope=\"col\" class=\"x\">X</th><th scope=\"col\" class=\"o\">O</th></tr></thead><tbody>"
    );
    for line in &lines {
        match line {
            Line::Pair(pair) => {
                out.push_str("<tr class=\"coup\">");
                for listed in pair {
                    out.push_str("<td>");
                    if let Some(listed) = listed {
                        button(out, table, *listed);
                    }
                    out.push_str("</td>");
                }
                out.push_str("</tr>");
            }
            Line::Variation(pieces) => {
                put!(
                    out,
                    "<tr class=\"variante\"><td colspan=\"2\"><div role=\"group\" aria-label=\"",
                    Safe(words::variation_label()),
                    "\">"
                );
                for piece in pieces {
                    match piece {
                        Piece::Open => out.push_str("<i>(</i>"),
                        Piece::Close => out.push_str("<i>)</i>"),
                        Piece::Move(listed) => button(out, table, *listed),
                    }
                }
                out.push_str("</div></td></tr>");
            }
        }
    }
    out.push_str("</tbody></table>");
    if lines.is_empty() {
        put!(
            out,
            "<p class=\"morpion-vide\">",
            Safe(words::no_moves()),
            "</p>"
        );
    }
    put!(
        out,
        "</div><form class=\"morpion-champ\" data-champ=\"",
        Field::Move.french(),
        "\"><label><span>",
        Safe(french::field(Field::Move, table.game())),
        "</span><input type=\"text\" autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\"></label><button type=\"submit\"><span>",
        Safe(french::field_button(Field::Move)),
        "</span></button></form>"
    );
    remark(out, table);
    out.push_str("</div>");
}

fn button(out: &mut String, table: &Table, listed: Listed) {
    let Listed { node, number, side } = listed;
    let name = table.move_name(node);
    put!(
        out,
        "<button type=\"button\" class=\"",
        side.letter(),
        "\" data-action=\"",
        Action::Go(node).french(),
        "\" tabindex=\"",
        if table.tab_move() == Some(node) {
            0
        } else {
            -1
        },
        "\" aria-label=\"",
        Safe(words::listed_move(number, side, &name)),
        "\"",
        if table.shown() == node {
            " aria-current=\"true\""
        } else {
            ""
        },
        "><small>",
        number,
        "</small><span>",
        name,
        "</span></button>"
    );
}

/// What a demonstration says, for those who cannot step through it: a numbered list
/// that counts moves, the start being 0.
pub(super) fn steps(out: &mut String, spec: &Spec) {
    if spec.mode != Mode::Demo || spec.steps.is_empty() {
        return;
    }
    out.push_str("<ol class=\"morpion-etapes\" start=\"0\">");
    for (number, sentence) in spec.steps.iter().enumerate() {
        if !sentence.is_empty() {
            put!(out, "<li value=\"", number, "\">", Safe(sentence), "</li>");
        }
    }
    out.push_str("</ol>");
}
