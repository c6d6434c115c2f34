//! The HTML of a board: the figure of a chapter and what the browser makes of
//! it.

use morpion_engine::{Cell, Game, Position};

mod values;

use crate::cube_view::{CubeView, Turn};
use crate::day::{self, DAY};
use crate::event::{Action, Panel, Pin};
use crate::french::{self, Seats};
use crate::layout::Layout;
use crate::picture::Picture;
use crate::spec::{First, LINKED, Mode, Opponent, Spec, TEMPTING, default_level, goal_french};
use crate::table::{Counter, Note, Shortcut, Table, counter};
use crate::text::{Piece as _, Safe, joined, put};

mod moves;
mod share;

/// Text made safe between tags and in attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    Safe(text).put(&mut out);
    out
}

/// The whole figure of a chapter, on one line: the element with its picture,
/// and the caption with the figure's `number` in the chapter.
pub fn figure(spec: &Spec, number: Option<u32>) -> String {
    framed(spec, number, &[])
}

/// The figure of the exercise of the day: the picture is that of `first`, and the
/// browser puts the one of `all` in its place whose turn it is.
pub fn figure_of_the_day(first: &Spec, all: &[Spec]) -> String {
    framed(first, None, all)
}

fn framed(spec: &Spec, number: Option<u32>, all: &[Spec]) -> String {
    let mut out = String::from("<figure class=\"morpion\"><morpion-plateau");
    attributes(&mut out, spec);
    if !all.is_empty() {
        put!(out, " ", DAY, "=\"", Safe(day::write(all)), "\"");
    }
    out.push('>');
    out += &static_markup(spec);
    out.push_str("</morpion-plateau>");
    if number.is_some() || spec.caption.is_some() {
        out.push_str("<figcaption>");
        if let Some(number) = number {
            let stop = if spec.caption.is_some() { ". " } else { "" };
            put!(out, "<b>Figure ", number, "</b>", stop);
        }
        if let Some(caption) = &spec.caption {
            out += &escape(caption);
        }
        out.push_str("</figcaption>");
    }
    out.push_str("</figure>");
    out
}

fn attributes(out: &mut String, spec: &Spec) {
    let game = spec.record.game();
    let mut attribute = |name: &str, value: &str| {
        put!(out, " ", name, "=\"", Safe(value), "\"");
    };
    attribute("jeu", game.slug());
    if spec.record.start() != Position::start(game) {
        attribute("position", &spec.record.start().setup());
    }
    let moves = spec.record.notation();
    if !moves.is_empty() {
        attribute("coups", &moves);
    }
    attribute("mode", spec.mode.french());
    if spec.opponent != Opponent::Computer {
        attribute("adversaire", spec.opponent.french());
    }
    if let Some((goal, key)) = spec.goal.zip(spec.exercise_key()) {
        attribute("but", &goal_french(goal));
        // For the page that counts them.
        attribute("cle", &key);
    }
    if let Some(tempting) = &spec.tempting {
        attribute(TEMPTING, &tempting.write(game));
    }
    if spec.first != First::Me {
        attribute("commence", spec.first.french());
    }
    if spec.level != default_level(game) {
        attribute("niveau", spec.level.slug());
    }
    if let Some(seed) = spec.seed {
        attribute("graine", &seed.to_string());
    }
    if spec.linked {
        attribute(LINKED, "");
    }
    if !spec.steps.is_empty() {
        let steps: Vec<String> = spec.steps.iter().map(|step| escape(step)).collect();
        // A line break of the value, and none of the figure.
        put!(out, " etapes=\"", steps.join("&#10;"), "\"");
    }
}

/// What stands inside the element before, or without, the script: the
/// position as a picture, the sentence that goes with it, and the sentence
/// that is shown should the script fail.
pub fn static_markup(spec: &Spec) -> String {
    let position = spec.record.position();
    let mut out = String::new();
    let sentence = match spec.step(spec.record.moves().len()) {
        Some(sentence) if spec.mode == Mode::Demo => sentence.to_owned(),
        _ => match spec.goal {
            Some(goal) if spec.mode == Mode::Exercise => {
                french::exercise::asks(goal, position.turn())
            }
            _ => french::status(&position, spec.record.last(), Seats::Two),
        },
    };
    put!(
        out,
        "<p class=\"morpion-statut\">",
        Safe(&sentence),
        "</p><div class=\"morpion-table\">"
    );
    plan(&mut out, &position, spec.record.last(), None);
    if spec.mode != Mode::Fixed {
        note(&mut out, position.game(), None, counter(&position));
    }
    if spec.mode != Mode::Fixed {
        out.push_str("<div class=\"morpion-commandes\"></div>");
    }
    out.push_str("</div>");
    moves::steps(&mut out, spec);
    if spec.mode != Mode::Fixed {
        put!(
            out,
            "<p class=\"morpion-panne\" hidden>",
            Safe(french::breakdown()),
            "</p>"
        );
    }
    out
}

/// What stands inside the element once somebody can play.
pub fn table_markup(table: &Table) -> String {
    if table.mode() == Mode::Fixed {
        // What an address asks for may be a mere picture.
        return static_markup(table.spec());
    }
    let position = table.position();
    let mut out = String::new();
    put!(
        out,
        "<p class=\"morpion-statut",
        if table.refused() { " refus" } else { "" },
        "\">",
        Safe(table.status()),
        "</p>"
    );
    if let Some(progress) = table.progress() {
        // Under the sentence that says what is going on.
        put!(
            out,
            "<progress class=\"morpion-progres\" max=\"1000\" value=\"",
            progress,
            "\" aria-hidden=\"true\"></progress>"
        );
    }
    let beside = table.panel() == Some(Panel::Moves);
    put!(
        out,
        "<div class=\"morpion-table",
        if beside { " avec-coups" } else { "" },
        "\">"
    );
    if table.values_open() && !table.projected() {
        values::balance(&mut out, table);
    }
    plan(&mut out, &position, table.last(), Some(table));
    let Note { sentence, counter } = table.note();
    note(&mut out, position.game(), sentence, counter);
    out.push_str(if table.exercise_done() {
        "<div class=\"morpion-commandes reussi\">"
    } else {
        "<div class=\"morpion-commandes\">"
    });
    if let Some(line) = table.run_line().or_else(|| table.progress_line()) {
        put!(out, "<p class=\"morpion-serie\">", Safe(&line), "</p>");
    }
    if table.forgetful() {
        put!(
            out,
            "<p class=\"morpion-memoire\">",
            Safe(french::ranked::forgetful()),
            "</p>"
        );
    }
    for group in table.actions() {
        match group.label {
            Some(label) => {
                put!(
                    out,
                    "<div class=\"morpion-choix\" role=\"group\" aria-label=\"",
                    Safe(&label),
                    "\">"
                );
                if group.label_shown {
                    put!(
                        out,
                        "<span class=\"morpion-nom\" aria-hidden=\"true\">",
                        Safe(&label),
                        "</span>"
                    );
                }
            }
            None => out.push_str("<div class=\"morpion-boutons\">"),
        }
        for choice in group.choices {
            put!(
                out,
                "<button type=\"button\" data-action=\"",
                choice.action.french(),
                "\""
            );
            if let Some(pressed) = choice.pressed {
                put!(out, " aria-pressed=\"", pressed, "\"");
            }
            if let Some(expanded) = choice.expanded {
                put!(out, " aria-expanded=\"", expanded, "\"");
            }
            if !choice.enabled {
                // Still there for the keyboard: a focused button that vanishes
                // would throw its user back to the top of the page.
                out.push_str(" aria-disabled=\"true\"");
            }
            out.push('>');
            if choice.action == Action::Playback && table.plays_by_itself() {
                draw_path(&mut out, "M5 3V13M11 3V13");
            } else {
                draw_icon(&mut out, choice.action);
            }
            put!(out, "<span>", Safe(&choice.label), "</span></button>");
        }
        out.push_str("</div>");
    }
    if table.values_open() && !table.projected() {
        values::report(&mut out, table);
    }
    panel(&mut out, table);
    if let Some(keys) = table.listed_keys() {
        key_list(&mut out, &keys);
    }
    out.push_str("</div>");
    if beside {
        moves::panel(&mut out, table);
    }
    out.push_str("</div>");
    moves::steps(&mut out, table.spec());
    put!(
        out,
        "<p class=\"morpion-panne\" hidden>",
        Safe(french::breakdown()),
        "</p>"
    );
    put!(
        out,
        "<p class=\"morpion-voix\" role=\"status\" aria-live=\"polite\">",
        Safe(table.voice()),
        "</p>"
    );
    out
}

/// The line under the board, which is always there in games that use it: nothing
/// moves when there is something to say.
fn note(out: &mut String, game: Game, sentence: Option<String>, counter: Option<Counter>) {
    if !matches!(game, Game::Infini | Game::Ultimate) {
        return;
    }
    // Those who hear the board have the sentence with the cell itself.
    put!(
        out,
        "<p class=\"morpion-note\"><span aria-hidden=\"true\">",
        Safe(sentence.unwrap_or_default()),
        "</span>"
    );
    if let Some(Counter { sentence, close }) = counter {
        put!(
            out,
            "<span class=\"morpion-compte",
            if close { " proche" } else { "" },
            "\">",
            Safe(&sentence),
            "</span>"
        );
    }
    out.push_str("</p>");
}

/// What is open under the buttons, beside mere buttons.
fn panel(out: &mut String, table: &Table) {
    match table.panel() {
        // The list of moves stands beside the board where there is room.
        None | Some(Panel::Players | Panel::Moves | Panel::Values) => {}
        Some(Panel::View) => {
            if let Some(sentence) = table.pinned_sentence() {
                let sentence = unbroken(&escape(&sentence));
                put!(out, "<p class=\"morpion-suivi\">", sentence, "</p>");
            }
        }
        Some(Panel::Share) => share::panel(out, table),
    }
}

/// A sentence in which the notation of lines is not broken at its hyphens.
fn unbroken(sentence: &str) -> String {
    let mut words = sentence.split(' ').map(|word| {
        if word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('-') {
            format!("<span class=\"morpion-cellules\">{word}</span>")
        } else {
            word.to_owned()
        }
    });
    joined(&mut words, " ")
}

/// The keys of a projection and what they do.
fn key_list(out: &mut String, keys: &[Shortcut]) {
    put!(
        out,
        "<dl class=\"morpion-touches\" aria-label=\"",
        Safe(french::keys_label()),
        "\">"
    );
    for key in keys {
        put!(
            out,
            "<dt><kbd>",
            key.cap,
            "</kbd></dt><dd>",
            Safe(french::key_does(key.action)),
            "</dd>"
        );
    }
    out.push_str("</dl>");
}

/// What is wrong with the text of a field, under it.
fn remark(out: &mut String, table: &Table) {
    put!(
        out,
        "<p class=\"morpion-remarque\">",
        Safe(table.remark().unwrap_or_default()),
        "</p>"
    );
}

fn draw_icon(out: &mut String, action: Action) {
    if let Some(path) = icon(action) {
        draw_path(out, path);
    }
}

fn draw_path(out: &mut String, path: &str) {
    put!(
        out,
        "<svg class=\"morpion-icone\" viewBox=\"0 0 16 16\" aria-hidden=\"true\" focusable=\"false\"><path d=\"",
        path,
        "\"/></svg>"
    );
}

/// The drawn icons of the buttons, in a square of 16.
fn icon(action: Action) -> Option<&'static str> {
    Some(match action {
        Action::New => "M8 2.5V13.5M2.5 8H13.5",
        Action::Revenge => "M2.5 5.5H12M9.5 3L12.5 5.5L9.5 8M13.5 10.5H4M6.5 8L3.5 10.5L6.5 13",
        Action::Restart | Action::ToStart => "M3.5 3V13M13 3.5L6.5 8L13 12.5Z",
        Action::Undo => "M6.5 3L2.5 6.5L6.5 10M3 6.5H10C12 6.5 13.5 8 13.5 10S12 13.5 10 13.5H6",
        Action::Redo => "M9.5 3L13.5 6.5L9.5 10M13 6.5H6C4 6.5 2.5 8 2.5 10S4 13.5 6 13.5H10",
        Action::Hint => {
            "M6 11.5V10.5C4.5 9.5 3.8 8.4 3.8 6.8A4.2 4.2 0 0 1 12.2 6.8C12.2 8.4 11.5 9.5 10 10.5V11.5ZM6.5 14H9.5"
        }
        Action::Retry => "M3.5 8A4.5 4.5 0 1 0 5 4.7M5 1.8V4.8H8",
        Action::Solution => "M3 8.5L6.5 12L13 4.5",
        Action::NextExercise => "M8 3V12.5M4 9L8 13L12 9",
        Action::PlayNow | Action::Playback => "M4.5 3L12.5 8L4.5 13Z",
        Action::ToEnd => "M12.5 3V13M3 3.5L9.5 8L3 12.5Z",
        Action::Copy => "M6 5.5H13V13.5H6ZM3.5 10.5V2.5H10",
        Action::Back | Action::Pin(Pin::Previous) => "M10.5 3L5 8L10.5 13",
        Action::Forward | Action::Pin(Pin::Next) => "M5.5 3L11 8L5.5 13",
        Action::Turn(Turn::Left) => "M11.5 2.5L4 8L11.5 13.5Z",
        Action::Turn(Turn::Right) => "M4.5 2.5L12 8L4.5 13.5Z",
        Action::Turn(Turn::Up) => "M2.5 11.5L8 4L13.5 11.5Z",
        Action::Turn(Turn::Down) => "M2.5 4.5L8 12L13.5 4.5Z",
        Action::More | Action::Open(_) => "M3.5 6L8 10.5L12.5 6",
        Action::Guess => "M5.2 5.6A2.9 2.9 0 1 1 9.4 8.2C8.4 8.8 8 9.3 8 10.4M8 13.4V13.5",
        Action::Values => {
            "M1.8 8C4.6 3.4 11.4 3.4 14.2 8C11.4 12.6 4.6 12.6 1.8 8ZM8 6.2A1.8 1.8 0 1 1 7.9 6.2Z"
        }
        Action::Always => "M13 8A5 5 0 1 1 10.6 3.8M10.8 1.5V4H8.3",
        Action::Sequel => "M2.5 8H12.5M9 4.5L12.5 8L9 11.5",
        Action::Project => "M2.5 6V2.5H6M10 2.5H13.5V6M13.5 10V13.5H10M6 13.5H2.5V10",
        Action::Keys => "M2 4.5H14V11.5H2ZM4.5 7H5.5M7.5 7H8.5M10.5 7H11.5M5 9.3H11",
        Action::Free => "M3 13L4 9.5L11.5 2.5L13.5 4.5L6.5 12Z",
        Action::AgainstComputer
        | Action::AgainstHuman
        | Action::MeFirst
        | Action::ComputerFirst
        | Action::InTurn
        | Action::Resume
        | Action::Forsake
        | Action::Format(_)
        | Action::Go(_)
        | Action::View(_)
        | Action::Pin(_)
        | Action::Level(_) => return None,
    })
}

/// The sheets, with the layer of buttons over them when there is a table.
fn plan(out: &mut String, position: &Position, last: Option<Cell>, table: Option<&Table>) {
    let game = position.game();
    let layout = Layout::of(game);
    let overlay = table.map(Table::overlay).unwrap_or_default();
    let picture = Picture::new(position, last, &overlay);
    let cube = game == Game::Cube && table.is_none_or(Table::shows_cube);
    put!(
        out,
        "<div class=\"morpion-plan morpion-",
        game.slug(),
        if cube { " morpion-relief" } else { "" },
        "\""
    );
    if table.is_some() {
        put!(
            out,
            " role=\"group\" aria-label=\"",
            Safe(french::board_label(game)),
            "\""
        );
    }
    out.push('>');
    for sheet in 0..layout.sheets {
        let faded = overlay.faded & 1 << sheet != 0;
        put!(
            out,
            "<div class=\"morpion-feuille",
            if faded { " efface" } else { "" },
            "\">"
        );
        if game == Game::Cube {
            put!(
                out,
                "<p class=\"morpion-etage\">",
                Safe(french::panel_label(position, sheet)),
                "</p>"
            );
        }
        out.push_str("<div class=\"morpion-cadre\">");
        match table {
            None => {
                let label = match (game, sheet) {
                    // The first floor tells the whole; the others name themselves.
                    (Game::Cube, 1..) => french::panel_description(position, sheet),
                    _ => french::description(position),
                };
                picture.sheet(out, sheet, Some(&label));
            }
            Some(table) => {
                picture.sheet(out, sheet, None);
                buttons(out, position, sheet, table);
            }
        }
        out.push_str("</div></div>");
    }
    if cube {
        out.push_str("<div class=\"morpion-cube\"");
        if table.is_some() {
            // Not a stop of the Tab key, but a click puts the keys here.
            put!(
                out,
                " role=\"group\" aria-label=\"",
                Safe(french::cube_label()),
                "\" tabindex=\"-1\""
            );
        }
        out.push('>');
        CubeView::new(position, last, &overlay).draw(out);
        out.push_str("<div class=\"morpion-manettes\">");
        if table.is_some() {
            for turn in Turn::ALL {
                let action = Action::Turn(turn);
                put!(
                    out,
                    "<button type=\"button\" data-action=\"",
                    action.french(),
                    "\" aria-label=\"",
                    Safe(french::action(action)),
                    "\">"
                );
                draw_icon(out, action);
                out.push_str("</button>");
            }
        }
        out.push_str("</div></div>");
    }
    out.push_str("</div>");
}

/// The label of a cell, and what a move there is worth if that is to be seen.
fn cell_label(table: &Table, position: &Position, cell: Cell) -> String {
    let mut label = french::cell_label(position, cell);
    if let Some(worth) = table.values_seen().and_then(|values| values.of(cell)) {
        label += &french::values::worth(worth);
    }
    label
}

fn buttons(out: &mut String, position: &Position, sheet: u8, table: &Table) {
    let game = position.game();
    let layout = Layout::of(game);
    let playable = table.playable();
    out.push_str("<div class=\"morpion-cases\">");
    for panel in 0..layout.sheet_panels() {
        let number = sheet * layout.sheet_panels() + panel;
        put!(
            out,
            "<div class=\"morpion-grille\" role=\"group\" aria-label=\"",
            Safe(french::panel_label(position, number)),
            "\">"
        );
        for index in 0..layout.panel_cells() {
            let cell = Cell(number * layout.panel_cells() + index);
            put!(
                out,
                "<button type=\"button\" class=\"morpion-case\" data-case=\"",
                game.cell_name(cell),
                "\" tabindex=\"",
                if table.cursor() == cell { 0 } else { -1 },
                "\" aria-label=\"",
                Safe(cell_label(table, position, cell)),
                "\"",
                if playable.contains(cell) {
                    ""
                } else {
                    " aria-disabled=\"true\""
                }
            );
            if let Some(sentence) = table.foresight(cell) {
                // After the label, for those who want to hear it: the label stays short.
                put!(out, " aria-description=\"", Safe(&sentence), "\"");
            }
            out.push_str("></button>");
        }
        out.push_str("</div>");
    }
    out.push_str("</div>");
}
