//! The figure of a chapter: what it must hold to print, to be read aloud, and
//! to stand anywhere in a chapter.

use morpion_board::{Mode, Spec, figure, static_markup};
use morpion_engine::{Game, Position, Record, Rng};

fn shown(game: Game, text: &str) -> String {
    let record = Record::parse(game, text).expect("legal");
    figure(&Spec::new(record, Mode::Play), None)
}

fn plain(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ").replace('’', "'")
}

#[test]
fn a_picture_has_no_dead_control_and_says_the_position() {
    for (game, text, pictures, said) in [
        (
            Game::Classique,
            "5-1-9",
            1,
            "Morpion classique. X en cases 5 et 9. O en case 1. À O de jouer.",
        ),
        (
            Game::Infini,
            "1-4-5-6-2-8",
            1,
            "Morpion infini. X en cases 1, 5 et 2, du plus ancien au plus récent. \
             O en cases 4, 6 et 8, du plus ancien au plus récent. \
             À X de jouer : son symbole de la case 1 va disparaître.",
        ),
        (
            Game::Ultimate,
            "55-51",
            1,
            "Morpion Ultimate. Petite grille 5 : X en 5, O en 1. \
             À X de jouer dans la petite grille 1.",
        ),
        (
            Game::Cube,
            "111-222",
            4,
            "Morpion 3D. Étage 1 : X en 11. Étage 2 : O en 22. À X de jouer.",
        ),
    ] {
        let html = shown(game, text);
        assert!(!html.contains("<button"), "{game:?}");
        assert_eq!(html.matches("role=\"img\"").count(), pictures, "{game:?}");
        assert!(plain(&html).contains(said), "{game:?}: {}", plain(&html));
    }
}

/// Each tag with the names of its attributes. Enough for markup whose values
/// are quoted and escaped, as these are.
fn tags(html: &str) -> Vec<(&str, Vec<&str>)> {
    html.split('<')
        .skip(1)
        .filter(|rest| !rest.starts_with('/'))
        .map(|rest| {
            let tag = rest.split('>').next().unwrap_or_default();
            let outside_quotes = tag.split('"').step_by(2);
            let mut words = outside_quotes
                .flat_map(|part| part.split([' ', '/']))
                .filter(|word| !word.is_empty());
            let name = words.next().unwrap_or_default();
            (name, words.map(|word| word.trim_end_matches('=')).collect())
        })
        .collect()
}

#[test]
fn a_figure_needs_no_style_script_or_id_of_its_own() {
    for game in Game::ALL {
        let mut rng = Rng::new(3);
        let mut record = Record::new(game);
        while record.position().outcome().is_none() {
            let legal = record.position().legal();
            let nth = rng.below(legal.len() as u64) as usize;
            let cell = legal.iter().nth(nth).expect("a legal move");
            record.play(cell).expect("legal");
            let spec = Spec {
                caption: Some(String::from("<b>\n\"&")),
                ..Spec::new(record.clone(), Mode::Demo)
            };
            let html = figure(&spec, Some(1));
            assert!(!html.contains('\n'), "one line");
            for (tag, names) in tags(&html) {
                assert_ne!(tag, "script");
                for name in names {
                    // A strict policy refuses the first two; print.html renames
                    // ids but not what refers to them.
                    assert!(
                        name != "style" && !name.starts_with("on") && name != "id",
                        "{name} in <{tag}>"
                    );
                }
            }
            assert!(html.contains("&lt;b&gt; &quot;&amp;"));
        }
    }
}

#[test]
fn what_binds_the_next_move_is_drawn() {
    for (game, text, classes) in [
        (
            Game::Ultimate,
            "55-51",
            &["grille obligatoire", "grille interdite", "dernier"][..],
        ),
        (Game::Ultimate, "", &["grille libre"]),
        (Game::Ultimate, "x11-12-13-45o71-72-82tob1", &[]),
        (
            Game::Infini,
            "1-4-5-6-2-8",
            &[
                "c x part",
                "c o dernier",
                "c o part",
                "class=\"age\"",
                "class=\"cadre\"",
            ],
        ),
        (
            Game::Classique,
            "1-4-2-5-3",
            &["alignement", "c x gagne", "c x dernier gagne"],
        ),
        (
            Game::Cube,
            "111-112-211-212-311-312-411",
            &["c x gagne", "c x dernier gagne"],
        ),
    ] {
        if classes.is_empty() {
            assert!(
                Position::parse_setup(game, text).is_err(),
                "a closed board cannot be forced"
            );
            continue;
        }
        let html = shown(game, text);
        for class in classes {
            assert!(html.contains(class), "{class} for {game:?} {text}");
        }
    }
}

#[test]
fn a_line_through_the_floors_has_no_stroke_and_one_in_a_floor_has() {
    let vertical = shown(Game::Cube, "111-112-211-212-311-312-411");
    assert!(!vertical.contains("class=\"alignement\""));
    let row = shown(Game::Cube, "111-211-112-212-113-213-114");
    assert_eq!(row.matches("class=\"alignement\"").count(), 1);
}

#[test]
fn a_fixed_picture_keeps_no_place_for_buttons() {
    let record = Record::new(Game::Classique);
    assert!(!static_markup(&Spec::new(record.clone(), Mode::Fixed)).contains("morpion-commandes"));
    let play = static_markup(&Spec::new(record, Mode::Play));
    assert!(play.contains("morpion-commandes"));
    assert!(play.contains("<p class=\"morpion-panne\" hidden>"));
}
