//! A game in an address: what opens it, and the line that shows it elsewhere.

use std::rc::Rc;

use morpion_board::{
    Action, Device, Event, Format, Mode, Opponent, Panel, Spec, SpecError, Table, embed_line,
    figure, table_markup,
};
use morpion_engine::{Game, Level, Record};

/// A book with all its pages.
#[derive(Debug)]
struct Book;

impl Device for Book {
    fn recall(&self, _: &str) -> Option<String> {
        None
    }

    fn keep(&self, _: &str, _: &str) -> bool {
        false
    }

    fn today(&self) -> String {
        String::new()
    }

    fn address(&self) -> String {
        String::from("https://example.org/morpion/3d/jouer.html")
    }

    fn book(&self) -> Option<String> {
        Some(String::from("https://example.org/morpion/"))
    }
}

fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ").replace('’', "'")
}

/// The value of a name in `a=1&b=2`.
fn value(query: &str, name: &str) -> Option<String> {
    query
        .split('&')
        .find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
        .map(str::to_owned)
}

fn from_address(query: &str) -> Result<Spec, SpecError> {
    Spec::from_address(
        |name| value(query, name),
        |name| value("jeu=classique&mode=jeu&lien=", name),
    )
}

#[test]
fn an_address_says_what_is_played() {
    for (query, game, moves, mode, opponent) in [
        ("", Game::Classique, "", Mode::Play, Opponent::Computer),
        ("jeu=3d", Game::Cube, "", Mode::Play, Opponent::Computer),
        // A position that was sent is for two, unless the address wants the computer.
        (
            "jeu=ultimate&coups=55-51",
            Game::Ultimate,
            "55-51",
            Mode::Play,
            Opponent::Human,
        ),
        (
            "jeu=ultimate&coups=55-51&niveau=expert",
            Game::Ultimate,
            "55-51",
            Mode::Play,
            Opponent::Computer,
        ),
        (
            "jeu=infini&coups=5&mode=demo",
            Game::Infini,
            "5",
            Mode::Demo,
            Opponent::Human,
        ),
        // Nothing after the equals sign is nothing said.
        (
            "jeu=infini&coups=&mode=",
            Game::Infini,
            "",
            Mode::Play,
            Opponent::Computer,
        ),
    ] {
        let spec = from_address(query).expect(query);
        assert_eq!(spec.record.game(), game, "{query}");
        assert_eq!(spec.record.notation(), moves, "{query}");
        assert_eq!((spec.mode, spec.opponent), (mode, opponent), "{query}");
    }
    assert_eq!(
        from_address("jeu=dames").unwrap_err(),
        SpecError::Game(String::from("dames"))
    );
    assert!(from_address("coups=5-5").is_err());
    assert!(from_address("jeu=3d&niveau=expert").is_err());
}

#[test]
fn the_element_says_that_its_address_counts() {
    let mut spec = Spec::new(Record::new(Game::Classique), Mode::Play);
    assert!(!figure(&spec, None).contains(" lien="));
    spec.linked = true;
    assert!(figure(&spec, None).contains(" lien=\"\""));
}

#[test]
fn an_address_may_ask_for_a_mere_picture() {
    let table = Table::new(from_address("jeu=infini&coups=5&mode=fixe").expect("a board"));
    assert!(!table_markup(&table).contains("<button"));
}

/// What is embedded opens as the board that it was copied from.
#[test]
fn the_line_of_html_opens_the_same_board() {
    let position =
        morpion_engine::Position::parse_setup(Game::Classique, "x1-9o5to").expect("a position");
    let mut against = Spec::new(
        Record::parse(Game::Ultimate, "55-51-15").expect("legal"),
        Mode::Play,
    );
    against.level = Level::from_slug(Game::Ultimate, "expert").expect("a level");
    let mut two = Spec::new(Record::new(Game::Cube), Mode::Play);
    two.opponent = Opponent::Human;
    let from = Spec::new(
        Record::parse_moves(position, "3").expect("legal"),
        Mode::Play,
    );
    let demo = Spec::new(
        Record::parse(Game::Infini, "5-1").expect("legal"),
        Mode::Demo,
    );
    for (spec, query) in [
        (against, "jeu=ultimate&coups=55-51-15&niveau=expert"),
        (two, "jeu=3d&adversaire=humain"),
        (from, "jeu=classique&position=x1-9o5to&coups=3&niveau=moyen"),
        (demo, "jeu=infini&coups=5-1&mode=demo"),
    ] {
        let table = Table::new(spec.clone()).on(Rc::new(Book));
        let line = embed_line(&table).expect("the book is known");
        let start = "<iframe src=\"https://example.org/morpion/plateau.html?";
        let rest = line.strip_prefix(start).expect(&line);
        let found = rest.split('"').next().expect("the address ends");
        assert_eq!(found, query.replace('&', "&amp;"));
        let opened = from_address(query).expect(query);
        assert_eq!(opened.record, spec.record);
        assert_eq!(opened.mode, spec.mode);
        if spec.mode == Mode::Play {
            assert_eq!((opened.level, opened.opponent), (spec.level, spec.opponent));
        }
        for part in [
            " width=\"100%\"",
            " height=\"",
            " loading=\"lazy\"",
            " title=\"",
        ] {
            assert!(line.contains(part), "{line}");
        }
        assert!(!line.contains('\n') && line.ends_with("></iframe>"));
    }
}

#[test]
fn a_book_without_the_page_does_not_offer_to_embed() {
    for (book, offered) in [(true, true), (false, false)] {
        let mut table = Table::new(Spec::new(Record::new(Game::Cube), Mode::Play));
        if book {
            table = table.on(Rc::new(Book));
        }
        table.handle(Event::Action(Action::More));
        table.handle(Event::Action(Action::Open(Panel::Share)));
        let markup = table_markup(&table);
        let name = Action::Format(Format::Embed).french();
        assert_eq!(markup.contains(&format!("\"{name}\"")), offered);
    }
}

#[test]
fn a_book_without_the_page_offers_no_line() {
    assert_eq!(
        embed_line(&Table::new(Spec::new(Record::new(Game::Cube), Mode::Play))),
        None
    );
}

#[test]
fn a_link_leads_to_a_page_that_opens_it() {
    let here = "https://example.org/morpion/3d/jouer.html";
    let all = "https://example.org/morpion/jouer.html";
    let link = |mode, book: bool| {
        let record = Record::parse(Game::Cube, "111-222").expect("legal");
        let mut table = Table::new(Spec::new(record, mode));
        if book {
            table = table.on(Rc::new(Book));
        }
        table.handle(Event::Action(Action::Free));
        table.handle(Event::Action(Action::Format(Format::Link)));
        let copied = table.handle(Event::Action(Action::Copy)).copy;
        copied.expect("a link")
    };
    let game = "?jeu=3d&coups=111-222";
    assert_eq!(link(Mode::Play, true), format!("{here}{game}"));
    // The board of a demonstration starts from its own line, whatever the address says.
    assert_eq!(link(Mode::Demo, true), format!("{all}{game}"));
    // Elsewhere there is no page of all games to lead to.
    assert_eq!(link(Mode::Demo, false), game);
}

#[test]
fn a_link_to_another_game_leads_to_the_page_of_all_games() {
    let link = || Event::Open {
        game: String::from("infini"),
        position: String::new(),
        moves: String::from("5"),
    };
    let table = || Table::new(Spec::new(Record::new(Game::Cube), Mode::Play));
    let mut known = table().on(Rc::new(Book));
    assert!(known.handle(link()).leave);
    let page = known.play_page();
    assert_eq!(
        page.as_deref(),
        Some("https://example.org/morpion/jouer.html")
    );
    // In a book of somebody else there is no such page: it is said.
    let mut alone = table();
    assert!(!alone.handle(link()).leave);
    let said = plain(&table_markup(&alone));
    assert!(
        said.contains("Ce lien mène à une partie de morpion infini"),
        "{said}"
    );
    // A game of this page stays here.
    let mut own = Table::new(Spec::new(Record::new(Game::Infini), Mode::Play)).on(Rc::new(Book));
    assert!(!own.handle(link()).leave);
    assert_eq!(own.moves(), "5");
}
