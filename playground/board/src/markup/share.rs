//! What is copied, and the field to paste it.

use super::{draw_icon, escape, remark};
use crate::event::{Action, Field};
use crate::french::{self, share as words};
use crate::share::Format;
use crate::table::Table;
use crate::text::{Safe, joined, put};

/// The forms, the text in the one that is chosen, and the field to paste any.
pub(super) fn panel(out: &mut String, table: &Table) {
    let label = escape(&words::formats_label());
    put!(
        out,
        "<div class=\"morpion-partage\"><div class=\"morpion-choix\" role=\"group\" aria-label=\"",
        label,
        "\">"
    );
    for format in Format::ALL {
        // Without the page that a frame shows there is no line to copy.
        if format == Format::Embed && table.book().is_none() {
            continue;
        }
        put!(
            out,
            "<button type=\"button\" data-action=\"",
            format.action(),
            "\" aria-pressed=\"",
            format == table.format(),
            "\"><span>",
            Safe(words::format(format)),
            "</span></button>"
        );
    }
    let text = table.shared();
    // Lines as they are, where the rest of the markup is one.
    let shown = joined(&mut text.lines().map(escape), "\n");
    let lines = text.lines().count();
    let rows = match table.format() {
        Format::Drawing => lines,
        // Its comment takes two lines on a telephone.
        Format::Python => lines + 1,
        Format::Moves | Format::Link => 3,
        Format::Embed => 5,
    };
    put!(
        out,
        "</div><textarea class=\"morpion-texte\" readonly rows=\"",
        rows,
        "\" aria-label=\"",
        Safe(words::format(table.format())),
        "\" placeholder=\"",
        Safe(words::no_moves()),
        "\" spellcheck=\"false\">",
        shown,
        "</textarea>"
    );
    put!(
        out,
        "<div class=\"morpion-copie\"><button type=\"button\" data-action=\"",
        Action::Copy.french(),
        "\"",
        if text.is_empty() {
            " aria-disabled=\"true\""
        } else {
            ""
        },
        ">"
    );
    draw_icon(out, Action::Copy);
    put!(
        out,
        "<span>",
        Safe(french::action(Action::Copy)),
        "</span></button><span>",
        Safe(table.copied().map(words::copied).unwrap_or_default()),
        "</span></div>"
    );
    put!(
        out,
        "<form class=\"morpion-collage\" data-champ=\"",
        Field::Position.french(),
        "\"><label><span>",
        Safe(french::field(Field::Position, table.game())),
        "</span><textarea class=\"morpion-texte\" rows=\"3\" autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\"></textarea></label><button type=\"submit\"><span>",
        Safe(french::field_button(Field::Position)),
        "</span></button></form>"
    );
    remark(out, table);
    out.push_str("</div>");
}
