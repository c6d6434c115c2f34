//! The search: what a word is to it, what it finds, and that nobody pays for it who
//! does not search.

use anyhow::{Context as _, Result, ensure};
use morpion_tests::Page;
use morpion_tests::page::Key;
use serde_json::json;

use crate::board::plain;

/// Texts and the words that the search sees in them. Rows of the same words are found by
/// each other.
const WORDS: [(&str, &str); 61] = [
    // Case and accents.
    ("Règles", "regle"),
    ("regles", "regle"),
    ("RÈGLE", "regle"),
    ("égalité", "egalite"),
    ("egalite", "egalite"),
    ("É\u{301}galité e\u{301}", "egalite e"),
    ("où", "ou"),
    ("ou", "ou"),
    ("À", "a"),
    ("ça", "ca"),
    ("Noël", "noel"),
    ("naïf", "naif"),
    // Ligatures.
    ("cœur", "coeur"),
    ("coeur", "coeur"),
    ("Œil", "oeil"),
    ("nœuds", "noeud"),
    ("ex æquo", "ex aequo"),
    // Elision, by each apostrophe.
    ("l’ordinateur", "ordinateur"),
    ("l'ordinateur", "ordinateur"),
    ("lʼordinateur", "ordinateur"),
    ("L’Ultimate", "ultimate"),
    ("d’un", "un"),
    ("qu’il", "il"),
    ("j’ai", "ai"),
    ("n’est", "est"),
    ("s’efface", "efface"),
    ("c’est", "est"),
    ("m’envoie", "envoie"),
    ("t’aide", "aide"),
    ("jusqu’à", "a"),
    ("lorsqu’elle", "elle"),
    ("puisqu’on", "on"),
    ("quoiqu’il", "il"),
    ("Qu’est-ce qu’un coup ?", "est ce un coup"),
    // An apostrophe that elides nothing.
    ("aujourd’hui", "aujourd hui"),
    ("presqu’île", "presqu ile"),
    ("la touche 'x'", "la touche x"),
    // Plural.
    ("coups", "coup"),
    ("jeux", "jeu"),
    ("plateaux", "plateau"),
    ("plateau", "plateau"),
    ("diagonaux", "diagonal"),
    ("diagonal", "diagonal"),
    ("égaux", "egal"),
    ("croix", "croi"),
    ("noix", "noi"),
    // Short words are what they are.
    ("bas", "bas"),
    ("aux", "aux"),
    ("os", "os"),
    ("X et O", "x et o"),
    ("3D", "3d"),
    // Numbers and sizes, with the spaces of typography.
    ("1\u{202f}885 positions", "1885 position"),
    ("1 885", "1885"),
    ("4×4", "4x4"),
    ("4 x 4", "4x4"),
    ("4\u{a0}×\u{a0}4\u{a0}×\u{a0}4", "4x4x4"),
    // Punctuation, with the spaces of typography.
    ("«\u{a0}match nul\u{a0}»\u{202f}!", "match nul"),
    ("fin\u{202f}: dix-huit…", "fin dix huit"),
    ("tic-tac-toe", "tic tac toe"),
    ("(55-51)", "55 51"),
    ("—\u{a0}?", ""),
];

/// Questions as readers type them, and a page that must be among the first three
/// answers.
const QUESTIONS: [(&str, &str); 64] = [
    // Rules of each game, in the spellings of a hurried reader.
    ("regles", "classique/regles.html"),
    ("règles classique", "classique/regles.html"),
    ("regles infini", "infini/regles.html"),
    ("règle ultimate", "ultimate/regles.html"),
    ("regles 3d", "3d/regles.html"),
    ("règles du morpion 3D", "3d/regles.html"),
    ("REGLES DE L'INFINI", "infini/regles.html"),
    ("les règles de l’Ultimate", "ultimate/regles.html"),
    ("regles morpion classique", "classique/regles.html"),
    // Words cut short, as they are while one types.
    ("regl ultim", "ultimate/regles.html"),
    ("gloss", "glossaire.html"),
    ("notat", "notation.html"),
    ("access", "accessibilite.html"),
    ("licen", "licence.html"),
    ("enseig", "en-classe/guide.html"),
    ("imprim", "en-classe/feuilles.html"),
    // Accents, ligatures, apostrophes, plurals.
    ("accessibilite", "accessibilite.html"),
    ("accessibilité", "accessibilite.html"),
    ("integrer", "integrer.html"),
    ("l'enseignant", "en-classe/guide.html"),
    ("l’enseignant", "en-classe/guide.html"),
    ("seance infini", "en-classe/seance-infini.html"),
    ("séances ultimate", "en-classe/seance-ultimate.html"),
    ("une séance sur le 3D", "en-classe/seance-3d.html"),
    ("seance classique", "en-classe/seance-classique.html"),
    ("niveau de l'ordinateur", "ultimate/strategie.html"),
    ("niveaux de l’ordinateur", "3d/strategie.html"),
    ("ce que l'oeil manque", "3d/regles.html"),
    ("l’œil manque", "3d/regles.html"),
    ("alignements", "3d/regles.html"),
    ("petite grille pleine", "ultimate/regles.html"),
    ("petites grilles gagnées", "ultimate/regles.html"),
    ("fausse menace", "infini/regles.html"),
    ("fausses menaces", "infini/regles.html"),
    // What to do.
    ("jouer", "jouer.html"),
    ("jouer infini", "infini/jouer.html"),
    ("jouer au 3d", "3d/jouer.html"),
    ("jouer à l'ultimate", "ultimate/jouer.html"),
    ("comment gagner", "classique/strategie.html"),
    (
        "comment gagner au morpion classique",
        "classique/strategie.html",
    ),
    ("ne jamais perdre", "classique/ne-jamais-perdre.html"),
    ("fourchette", "classique/strategie.html"),
    ("gain certain", "infini/gain-certain.html"),
    ("stratégie ultimate", "ultimate/strategie.html"),
    ("strategie 3D", "3d/strategie.html"),
    ("exercices infini", "infini/exercices.html"),
    ("exercices classique", "classique/exercices.html"),
    ("mes exercices", "mes-exercices.html"),
    ("double menace", "3d/strategie.html"),
    ("preuve", "3d/preuve.html"),
    ("classement", "classement.html"),
    // Disputes, as questions.
    ("choix libre", "ultimate/regles.html"),
    (
        "où jouer si la grille est fermée ?",
        "ultimate/questions.html",
    ),
    ("peut-on passer son tour", "classique/regles.html"),
    ("qui commence la revanche", "classique/regles.html"),
    (
        "Qu’est-ce qui change par rapport au morpion classique",
        "infini/questions.html",
    ),
    ("diagonales d'étage", "3d/regles.html"),
    ("gravité pion dessous", "3d/questions.html"),
    ("4x4", "classique/questions.html"),
    ("projeter", "en-classe/guide.html"),
    ("papier", "ultimate/questions.html"),
    // Slips of the finger.
    ("fourchete", "classique/strategie.html"),
    ("stratejie infini", "infini/strategie.html"),
    ("glosaire", "glossaire.html"),
];

/// The words of the table, and the table's rows in pairs, through the script that a
/// reader loads.
pub(crate) async fn words(page: &Page) -> Result<()> {
    open(page, "index.html").await?;
    let texts: Vec<_> = WORDS.iter().map(|(text, _)| text).collect();
    let seen: Vec<String> = page
        .js(
            "return arguments[0].map((text) => search.terms(text).join(' '))",
            vec![json!(texts)],
        )
        .await?;
    let wrong: Vec<_> = WORDS
        .iter()
        .zip(&seen)
        .filter(|((_, wanted), seen)| wanted != seen)
        .map(|((text, wanted), seen)| format!("{text:?} is {seen:?}, {wanted:?} expected"))
        .collect();
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// Every question of the table, asked in the search box of one page.
pub(crate) async fn questions(page: &Page) -> Result<()> {
    open(page, "index.html").await?;
    let mut wrong = Vec::new();
    for (question, wanted) in QUESTIONS {
        let found = ask(page, question).await?;
        let first = found.iter().take(3);
        if !first.clone().any(|(address, _)| address == wanted) {
            let first: Vec<_> = first
                .map(|(address, name)| format!("{address} ({name})"))
                .collect();
            wrong.push(format!("{question:?}: {wanted} is not among {first:?}"));
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// From the key to the page that was found, under a prefix: what the reader sees, and
/// what is loaded when.
pub(crate) async fn from_key_to_page(page: &Page) -> Result<()> {
    let loaded = |start: &str| {
        let requests = page.server().requests();
        requests.iter().any(|request| request.path.contains(start))
    };
    page.open("classique/regles.html").await?;
    ensure!(!page.shown("#mdbook-searchbar").await?, "the box is open");
    ensure!(
        !loaded("/searcher-") && !loaded("/searchindex-"),
        "loaded before its time"
    );
    page.press('/').await?;
    ready(page).await?;
    ensure!(loaded("/searchindex-"), "the text is not known by its name");

    for letter in "effacé".chars() {
        page.press(letter).await?;
    }
    let header = "document.getElementById('mdbook-searchresults-header').textContent";
    page.wait_js(
        "the answers",
        &format!("{header}.includes('«\u{a0}effacé\u{a0}»')"),
        vec![],
    )
    .await?;
    let (told, teaser): (String, String) = page
        .js(
            &format!("return [{header}, document.querySelector('.teaser em').textContent]"),
            vec![],
        )
        .await?;
    ensure!(
        told.contains("résultats pour «\u{a0}effacé\u{a0}»"),
        "{told:?}"
    );
    ensure!(
        plain(&teaser).to_lowercase().contains("efface"),
        "{teaser:?} is marked"
    );

    // Enter opens the first answer, and its words are marked, the boards left alone.
    page.press(Key::Enter).await?;
    page.wait_js(
        "the words are marked on the page",
        "document.querySelector('main mark') && location.search.includes('highlight')",
        vec![],
    )
    .await?;
    let (marked, in_boards): (Vec<String>, usize) = page
        .js(
            "return [[...document.querySelectorAll('main mark')].map((mark) => mark.textContent), \
             document.querySelectorAll('morpion-plateau mark').length]",
            vec![],
        )
        .await?;
    for word in &marked {
        ensure!(
            word.to_lowercase().starts_with("effa"),
            "{word:?} is marked"
        );
    }
    ensure!(in_boards == 0, "{in_boards} marks in boards");
    let url = page.url().await?;
    ensure!(url.contains("/morpion/infini/"), "{url}");
    Ok(())
}

/// What a reader types while the script is still on its way is searched when it comes.
pub(crate) async fn typed_too_early(page: &Page) -> Result<()> {
    page.open("index.html").await?;
    page.press('s').await?;
    for letter in "regles".chars() {
        page.press(letter).await?;
    }
    let early: bool = page.js("return !window.MiniSearch", vec![]).await?;
    ensure!(early, "the line is too fast for this test");
    page.wait_js(
        "the answers",
        "document.getElementById('mdbook-searchresults-header').textContent.includes('«\u{a0}regles\u{a0}»')",
        vec![],
    )
    .await
}

/// Nothing found, one found, more than are shown: in French, and told. The book changes;
/// here it is one page of 31 sections.
pub(crate) async fn what_is_told(page: &Page) -> Result<()> {
    let name = |text: &str, start: &str| {
        let at = text.find(start).with_context(|| format!("no {start}"))?;
        let name = text[at..].split(['"', '\'']).next().unwrap_or_default();
        Ok::<_, anyhow::Error>(name.to_owned())
    };
    let script = name(&page.server().source("index.html")?, "searcher-")?;
    let index = name(&page.server().source(&script)?, "searchindex-")?;
    let sections = (1..=31).map(|number| {
        let body = format!(
            "Une grille{}.",
            if number == 7 { " & un <cœur>" } else { "" }
        );
        json!([format!("s{number}"), format!("Section {number}"), body])
    });
    let pages = json!([["index.html", "Accueil", sections.collect::<Vec<_>>()]]);
    page.server()
        .put(&index, format!("window.search.pages = {pages};"));

    open(page, "index.html").await?;
    for (question, told) in [
        ("coquille", "Aucun résultat pour «\u{a0}coquille\u{a0}»"),
        ("coeurs", "1 résultat pour «\u{a0}coeurs\u{a0}»"),
        (
            "grilles",
            "31 résultats pour «\u{a0}grilles\u{a0}», voici les 30 premiers",
        ),
    ] {
        ask(page, question).await?;
        let header: String = page
            .js(
                "return document.getElementById('mdbook-searchresults-header').textContent",
                vec![],
            )
            .await?;
        ensure!(header == told, "{question:?}: {header:?}");
    }
    ask(page, "coeur").await?;
    let answer: (String, String, String) = page
        .js(
            "const [answer, teaser] = ['a', '.teaser'].map((part) => \
               document.querySelector('#mdbook-searchresults ' + part)); \
             return [answer.textContent, answer.getAttribute('href'), teaser.innerHTML]",
            vec![],
        )
        .await?;
    let wanted = (
        "Accueil » Section 7",
        "index.html?highlight=coeur#s7",
        "Une grille &amp; un <em>&lt;cœur&gt;.</em>",
    );
    let (name, address, teaser) = &answer;
    ensure!(
        (name.as_str(), address.as_str(), teaser.as_str()) == wanted,
        "{answer:?}"
    );
    Ok(())
}

/// The host has lost the text: the reader is told, and a later try may succeed.
pub(crate) async fn text_is_missing(page: &Page) -> Result<()> {
    page.expect("searchindex-");
    page.open("index.html").await?;
    page.click("#mdbook-search-toggle").await?;
    page.wait_js(
        "the reader is told",
        "document.getElementById('mdbook-searchresults-header').textContent.includes('pas pu être chargée')",
        vec![],
    )
    .await?;
    ensure!(
        page.shown("#mdbook-searchresults-header").await?,
        "it is hidden"
    );
    Ok(())
}

/// The script is lost: the same, and pressing again tries again.
pub(crate) async fn script_is_missing(page: &Page) -> Result<()> {
    page.expect("searcher-");
    page.open("index.html").await?;
    for tries in 1..=2 {
        page.click("#mdbook-search-toggle").await?;
        page.wait("it is asked for", async || {
            let requests = page.server().requests();
            let asked = requests
                .iter()
                .filter(|request| request.path.contains("/searcher-"));
            Ok(asked.count() == tries)
        })
        .await?;
        page.wait_js(
            "the reader is told",
            "!document.querySelector('#mdbook-searchresults-outer.hidden') && !document.querySelector('.searching')",
            vec![],
        )
        .await?;
    }
    ensure!(
        page.shown("#mdbook-searchresults-header").await?,
        "it is hidden"
    );
    Ok(())
}

/// Opens a page and its search, as a reader with a mouse does.
async fn open(page: &Page, path: &str) -> Result<()> {
    page.open(path).await?;
    page.click("#mdbook-search-toggle").await?;
    ready(page).await
}

/// Script and text are there.
async fn ready(page: &Page) -> Result<()> {
    page.wait_js(
        "the search is ready",
        "window.search?.pages && !document.querySelector('#mdbook-searchbar-outer.searching')",
        vec![],
    )
    .await?;
    ensure!(page.shown("#mdbook-searchbar").await?, "the box is hidden");
    Ok(())
}

/// Types a question over the last one, and gives address and name of each answer.
async fn ask(page: &Page, question: &str) -> Result<Vec<(String, String)>> {
    page.js(
        "const bar = document.getElementById('mdbook-searchbar'); \
         bar.value = arguments[0]; \
         bar.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true })); \
         return [...document.querySelectorAll('#mdbook-searchresults a')].map((answer) => \
           [answer.getAttribute('href').split('?')[0], answer.textContent])",
        vec![json!(question)],
    )
    .await
    .with_context(|| format!("{question:?}"))
}
