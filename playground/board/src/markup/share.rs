//! What is copied, and the field to paste it.

use std::fmt::Write;

use super::{draw_icon, escape, remark};
use crate::event::{Action, Field};
use crate::french::{self, share as words};
use crate::share::Format;
use crate::table::Table;

/// The forms, the text in the one that is chosen, and the field to paste any.
pub(super) fn panel(out: &mut String, table: &Table) {
    let label = escape(&words::formats_label());
    let _ = write!(
        out,
        "<div class=\"morpion-partage\"><div class=\"morpion-choix\" role=\"group\" aria-label=\"{label}\">"
    );
    for format in Format::ALL {
        let _ = write!(
            out,
            "<button type=\"button\" data-action=\"{}\" aria-pressed=\"{}\"><span>{}</span></button>",
            format.action(),
            format == table.format(),
            escape(words::format(format)),
        );
    }
    let text = table.shared();
    // Lines as they are, where the rest of the markup is one.
    let shown: Vec<String> = text.lines().map(escape).collect();
    let rows = match table.format() {
        Format::Drawing => shown.len(),
        // Its comment takes two lines on a telephone.
        Format::Python => shown.len() + 1,
        Format::Moves | Format::Link => 3,
        Format::Embed => 5,
    };
    let _ = write!(
        out,
        "</div><textarea class=\"morpion-texte\" readonly rows=\"{rows}\" aria-label=\"{}\" placeholder=\"{}\" spellcheck=\"false\">{}</textarea>",
        escape(words::format(table.format())),
        escape(&words::no_moves()),
        shown.join("\n"),
    );
    let _ = write!(
        out,
        "<div class=\"morpion-copie\"><button type=\"button\" data-action=\"{}\"{}>",
        Action::Copy.french(),
        if text.is_empty() {
            " aria-disabled=\"true\""
        } else {
            ""
        },
    );
    draw_icon(out, Action::Copy);
    let _ = write!(
        out,
        "<span>{}</span></button><span>{}</span></div>",
        escape(&french::action(Action::Copy)),
        escape(&table.copied().map(words::copied).unwrap_or_default()),
    );
    let _ = write!(
        out,
        "<form class=\"morpion-collage\" data-champ=\"{}\"><label><span>{}</span><textarea class=\"morpion-texte\" rows=\"3\" autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\"></textarea></label><button type=\"submit\"><span>{}</span></button></form>",
        Field::Position.french(),
        escape(&french::field(Field::Position, table.game())),
        escape(&french::field_button(Field::Position)),
    );
    remark(out, table);
    out.push_str("</div>");
}
