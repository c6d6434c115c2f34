//! The atlas: all the lines of the cube, and which of them the reader has met.

use crate::text::{Safe, put};
use morpion_engine::cube::{CubeLine, Family, LINES};

use crate::cube_view::{ATLAS_WINDOW, atlas_cube, atlas_line};
use crate::device::Device;
use crate::french::{self, atlas as said};
use crate::met::Met;
use crate::room::RoomEffects;

/// The names of the families in `data-action`, in the order of [`Family::ALL`].
const NAMES: [&str; 5] = [
    "rangees",
    "diagonales-etage",
    "verticales",
    "diagonales-mur",
    "grandes-diagonales",
];

/// What the reader has chosen on the page.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    /// The only family that is shown.
    family: Option<Family>,
    /// The line that the board of the page shows.
    followed: Option<u8>,
}

/// The lines of a family.
fn lines_of(family: Family) -> impl Iterator<Item = &'static CubeLine> {
    LINES.iter().filter(move |line| line.family == family)
}

/// How many lines of a family have been met, and how many there are.
fn counts(family: Family, met: Met) -> (usize, usize) {
    (
        lines_of(family)
            .filter(|line| met.contains(line.number))
            .count(),
        lines_of(family).count(),
    )
}

impl Page {
    /// Does what a button says; what is heard of it.
    pub(super) fn press(
        &mut self,
        action: &str,
        device: &dyn Device,
        effects: &mut RoomEffects,
    ) -> Option<String> {
        let number = |prefix| -> Option<&CubeLine> {
            let number: usize = action.strip_prefix(prefix)?.parse().ok()?;
            LINES.get(number.checked_sub(1)?)
        };
        if let Some(line) = number("suivre-") {
            self.followed = Some(line.number);
            // The board says what it shows.
            effects.follow = self.followed;
            return None;
        }
        if let Some(line) = number("cocher-") {
            let mut met = Met::recall(device);
            let ticked = !met.contains(line.number);
            met.set(line.number, ticked);
            let kept = met.keep(device);
            effects.kept = true;
            return Some(said::ticked(line, ticked, met.count(), kept));
        }
        let name = action.strip_prefix("famille-");
        self.family = Family::ALL
            .into_iter()
            .zip(NAMES)
            .find(|(_, known)| name == Some(known))
            .map(|(family, _)| family);
        Some(said::family_shown(self.family))
    }

    /// The page for a reader with script.
    pub(super) fn markup(&self, out: &mut String, device: &dyn Device) {
        let met = Met::recall(device);
        out.push_str(SYMBOL_OPEN);
        atlas_cube(out);
        out.push_str(SYMBOL_CLOSE);
        let unseen: Vec<Family> = Family::ALL
            .into_iter()
            .filter(|&family| counts(family, met).0 == 0)
            .collect();
        put!(
            out,
            "<p class=\"morpion-bilan\">",
            Safe(said::met_sentence(met.count(), &unseen)),
            "</p>"
        );
        put!(
            out,
            "<div class=\"morpion-commandes\"><div class=\"morpion-choix\" role=\"group\" aria-label=\"",
            Safe(said::family_label()),
            "\">"
        );
        filter(
            out,
            "toutes",
            self.family.is_none(),
            false,
            &said::all_families(),
        );
        for (family, name) in Family::ALL.into_iter().zip(NAMES) {
            let (seen, of) = counts(family, met);
            let label = said::family_choice(family, seen, of);
            filter(out, name, self.family == Some(family), seen == 0, &label);
        }
        out.push_str("</div></div>");
        for family in Family::ALL {
            if self.family.is_none_or(|only| only == family) {
                self.section(out, family, Some(met));
            }
        }
    }

    /// One family with its lines.
    fn section(&self, out: &mut String, family: Family, met: Option<Met>) {
        let (seen, of) = counts(family, met.unwrap_or_default());
        let unseen = met.is_some() && seen == 0;
        put!(
            out,
            "<h2 class=\"morpion-famille\">",
            Safe(said::family_title(family, of))
        );
        if unseen {
            put!(out, " <em>", Safe(said::never_met()), "</em>");
        }
        out.push_str("</h2><ul class=\"morpion-fiches\">");
        for line in lines_of(family) {
            let ticked = met.is_some_and(|met| met.contains(line.number));
            put!(
                out,
                "<li class=\"morpion-fiche",
                if ticked { " coche" } else { "" },
                "\">"
            );
            let tag = if met.is_some() {
                put!(
                    out,
                    "<button type=\"button\" class=\"morpion-carte\" data-action=\"suivre-",
                    line.number,
                    "\" aria-pressed=\"",
                    self.followed == Some(line.number),
                    "\">"
                );
                "button"
            } else {
                out.push_str("<div class=\"morpion-carte\">");
                "div"
            };
            put!(
                out,
                "<svg class=\"morpion-vignette\" viewBox=\"",
                -ATLAS_WINDOW / 2,
                " ",
                -ATLAS_WINDOW / 2,
                " ",
                ATLAS_WINDOW,
                " ",
                ATLAS_WINDOW,
                "\" aria-hidden=\"true\" focusable=\"false\"><use href=\"#morpion-cube-nu\"/>"
            );
            atlas_line(out, line);
            put!(
                out,
                "</svg><b>",
                line.number,
                "</b> <span>",
                Safe(french::line_kind(line)),
                "</span> <span class=\"morpion-cellules\">",
                french::line_cells(line),
                "</span></",
                tag,
                ">"
            );
            if met.is_some() {
                put!(
                    out,
                    "<button type=\"button\" class=\"morpion-coche\" data-action=\"cocher-",
                    line.number,
                    "\" aria-pressed=\"",
                    ticked,
                    "\" aria-label=\"",
                    Safe(said::tick_label(line)),
                    "\"><svg class=\"morpion-icone\" viewBox=\"0 0 16 16\" aria-hidden=\"true\" focusable=\"false\"><path d=\"M3 8.5L6.5 12L13 4.5\"/></svg></button>"
                );
            }
            out.push_str("</li>");
        }
        out.push_str("</ul>");
    }
}

/// The page for a reader without script, and on paper: all the lines.
pub(super) fn static_markup() -> String {
    let mut out = String::from(SYMBOL_OPEN);
    atlas_cube(&mut out);
    out.push_str(SYMBOL_CLOSE);
    for family in Family::ALL {
        Page::default().section(&mut out, family, None);
    }
    out
}

/// The empty cube is in the page once; each line is drawn into a use of it.
const SYMBOL_OPEN: &str = "<svg class=\"morpion-modele\" width=\"0\" height=\"0\" aria-hidden=\"true\" focusable=\"false\"><defs><g id=\"morpion-cube-nu\">";
const SYMBOL_CLOSE: &str = "</g></defs></svg>";

fn filter(out: &mut String, name: &str, pressed: bool, unseen: bool, label: &str) {
    put!(
        out,
        "<button type=\"button\" data-action=\"famille-",
        name,
        "\" aria-pressed=\"",
        pressed,
        "\"",
        if unseen { " class=\"jamais\"" } else { "" },
        "><span>",
        Safe(label),
        "</span></button>"
    );
}
