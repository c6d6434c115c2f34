//! The list of moves as a score sheet, the field to type one, and the sentences of a
//! demonstration.

use std::fmt::Write;

use super::{draw_icon, escape, remark};
use crate::event::{Action, Field};
use crate::french::{self, history as words};
use crate::spec::{Mode, Spec};
use crate::table::{Line, Listed, Piece, Table};

/// The list of moves, the buttons to step through it, and the field to type a move.
pub(super) fn panel(out: &mut String, table: &Table) {
    let _ = write!(
        out,
        "<div class=\"morpion-coups\"><div class=\"morpion-pas\" role=\"group\" aria-label=\"{}\">",
        escape(&words::steps_label())
    );
    for (action, enabled) in table.steps() {
        let label = escape(&french::action(action));
        let _ = write!(
            out,
            "<button type=\"button\" data-action=\"{}\" aria-label=\"{label}\" title=\"{label}\"{}>",
            action.french(),
            if enabled {
                ""
            } else {
                " aria-disabled=\"true\""
            }
        );
        draw_icon(out, action);
        out.push_str("</button>");
    }
    out.push_str("</div><div class=\"morpion-liste\">");
    let lines = table.sheet();
    let _ = write!(
        out,
        "<table aria-label=\"{}\"><thead><tr><th scope=\"col\" class=\"x\">X</th><th scope=\"col\" class=\"o\">O</th></tr></thead><tbody>",
        escape(&words::list_label())
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
                let _ = write!(
                    out,
                    "<tr class=\"variante\"><td colspan=\"2\"><div role=\"group\" aria-label=\"{}\">",
                    escape(&words::variation_label())
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
        let _ = write!(
            out,
            "<p class=\"morpion-vide\">{}</p>",
            escape(&words::no_moves())
        );
    }
    let _ = write!(
        out,
        "</div><form class=\"morpion-champ\" data-champ=\"{}\"><label><span>{}</span><input type=\"text\" autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\"></label><button type=\"submit\"><span>{}</span></button></form>",
        Field::Move.french(),
        escape(&french::field(Field::Move, table.game())),
        escape(&french::field_button(Field::Move)),
    );
    remark(out, table);
    out.push_str("</div>");
}

fn button(out: &mut String, table: &Table, listed: Listed) {
    let Listed { node, number, side } = listed;
    let name = table.move_name(node);
    let _ = write!(
        out,
        "<button type=\"button\" class=\"{}\" data-action=\"{}\" tabindex=\"{}\" aria-label=\"{}\"{}><small>{number}</small><span>{name}</span></button>",
        side.letter(),
        Action::Go(node).french(),
        if table.tab_move() == Some(node) {
            0
        } else {
            -1
        },
        escape(&words::listed_move(number, side, &name)),
        if table.shown() == node {
            " aria-current=\"true\""
        } else {
            ""
        },
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
            let _ = write!(out, "<li value=\"{number}\">{}</li>", escape(sentence));
        }
    }
    out.push_str("</ol>");
}
