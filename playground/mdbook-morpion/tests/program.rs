//! The program: the protocol of mdBook, its arguments, and a foreign book.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use mdbook_driver::MDBook;
use mdbook_morpion::install::{self, File, Refusal, install};
use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use mdbook_preprocessor::config::Config;
use mdbook_preprocessor::{MDBOOK_VERSION, PreprocessorContext};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_mdbook-morpion");

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// What was said, with plain spaces.
fn said(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec())
        .unwrap()
        .replace(['\u{a0}', '\u{202f}'], " ")
}

fn context(renderer: &str, src: &str) -> PreprocessorContext {
    let mut config = Config::default();
    config.set("book.src", src).unwrap();
    config
        .set("preprocessor.morpion.before", ["links"])
        .unwrap();
    PreprocessorContext::new("/livre".into(), config, renderer.to_owned())
}

fn chapter(name: &str, content: &str, path: &str) -> Chapter {
    Chapter::new(name, content.to_owned(), path, Vec::new())
}

fn input(context: &PreprocessorContext, book: &Book) -> Vec<u8> {
    serde_json::to_vec(&(context, book)).unwrap()
}

const FENCE: &str = "```morpion\njeu = \"3d\"\n```\n";

#[test]
fn a_book_comes_back_with_its_figures() {
    let mut parent = chapter("Un", FENCE, "un/README.md");
    parent
        .sub_items
        .push(chapter("Deux", "{{morpion nombre 3d.cases}}", "un/deux.md").into());
    let book = Book::new_with_items(vec![
        BookItem::PartTitle(String::from("Partie")),
        parent.into(),
        BookItem::Separator,
        Chapter::new_draft("Plus tard", Vec::new()).into(),
    ]);
    for (renderer, start) in [
        ("html", "<figure class=\"morpion\">"),
        ("epub", "**Figure 1.**"),
    ] {
        let output = run(&[], &input(&context(renderer, "src"), &book));
        assert_eq!(said(&output.stderr), "");
        assert!(output.status.success());
        let answer: Book = serde_json::from_slice(&output.stdout).unwrap();
        let texts: Vec<_> = answer
            .chapters()
            .map(|chapter| chapter.content.clone())
            .collect();
        assert_eq!(texts.len(), 2);
        assert!(said(texts[0].as_bytes()).starts_with(start), "{}", texts[0]);
        assert_eq!(texts[1], "64");
        // Nothing else has changed.
        let mut expected = serde_json::to_value(&book).unwrap();
        let mut found = serde_json::to_value(&answer).unwrap();
        for value in [&mut expected, &mut found] {
            blank(value);
        }
        assert_eq!(found, expected);
    }
}

/// Empties the texts of all chapters.
fn blank(value: &mut Value) {
    match value {
        Value::Object(fields) => fields.iter_mut().for_each(|(key, value)| {
            if key == "content" {
                *value = json!("");
            } else {
                blank(value);
            }
        }),
        Value::Array(values) => values.iter_mut().for_each(blank),
        _ => {}
    }
}

#[test]
fn all_mistakes_of_the_book_are_told_in_its_order() {
    let mut first = chapter("Un", "{{morpion nombre 3d.case}}\n", "./un/index.md");
    first.source_path = Some("un/README.md".into());
    first.sub_items.push(
        chapter(
            "Deux",
            "\n> ```morpion\n> jeu = \"infni\"\n> ```\n",
            "un/deux.md",
        )
        .into(),
    );
    let mut orphan = chapter("Seul", "```morpion\n```\n", "x.md");
    orphan.path = None;
    orphan.source_path = None;
    let book = Book::new_with_items(vec![
        first.into(),
        chapter("Trois", FENCE, "trois.md").into(),
        orphan.into(),
    ]);
    let output = run(&[], &input(&context("html", "texte/fr"), &book));
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert_eq!(
        said(&output.stderr),
        "texte/fr/un/README.md:1:18: nombre inconnu « 3d.case » (voulais-tu dire « 3d.cases » ?) ; \
         « mdbook-morpion facts » donne la liste des nombres connus\n\
         texte/fr/un/deux.md:3:10: jeu inconnu « infni » ; jeux connus : classique, infini, ultimate, 3d \
         (voulais-tu dire « infini » ?)\n\
         (chapitre sans fichier « Seul »):1:1: clé manquante : « jeu » ; jeux connus : classique, infini, ultimate, 3d\n\
         3 fautes : le livre n’est pas construit.\n"
    );
}

#[test]
fn what_is_no_book_is_refused() {
    for bytes in [
        &b""[..],
        b"[]",
        b"{\"items\": []}",
        b"\xff\xfe",
        b"[{}, {}]",
    ] {
        let output = run(&[], bytes);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            said(&output.stderr).starts_with("mdbook-morpion : ce qui arrive n’est pas un livre")
        );
    }
}

#[test]
fn another_mdbook_is_remarked() {
    for (version, remarked) in [(MDBOOK_VERSION, false), ("0.4.40", true)] {
        let mut context = context("html", "src");
        context.mdbook_version = version.to_owned();
        let output = run(&[], &input(&context, &Book::new()));
        assert!(output.status.success());
        assert_eq!(said(&output.stderr).contains("mdBook 0.4.40"), remarked);
    }
}

/// A file name or an argument reaches the terminal too.
#[test]
fn no_escape_reaches_the_terminal() {
    let nasty = "\u{1b}[31m\nx";
    let mut orphan = chapter(nasty, "{{morpion}}", "x.md");
    orphan.path = None;
    orphan.source_path = None;
    let book = Book::new_with_items(vec![
        orphan.into(),
        chapter("Un", "{{morpion}}", &format!("{nasty}.md")).into(),
    ]);
    let output = run(&[], &input(&context("html", "src"), &book));
    let text = said(&output.stderr);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("(chapitre sans fichier « \\u{1b}[31m\\nx »):1:1: "));
    assert!(lines[1].starts_with("src/\\u{1b}[31m\\nx.md:1:1: "));

    for arguments in [&[nasty][..], &["install", nasty]] {
        let text = said(&run(arguments, b"").stderr);
        assert!(!text.contains('\u{1b}'), "{text:?}");
        assert_eq!(text.lines().count(), 1, "{text:?}");
    }
}

/// Nobody to tell is no reason to fall over: the code tells.
#[cfg(target_os = "linux")]
#[test]
fn a_full_or_closed_output_is_no_panic() {
    let full = || {
        Stdio::from(
            fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .unwrap(),
        )
    };
    let closed = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        Stdio::from(writer)
    };
    let mut old = context("html", "src");
    old.mdbook_version = String::from("0.4.40");
    let remarked = input(&old, &Book::new());
    let wrong = input(
        &context("html", "src"),
        &Book::new_with_items(vec![chapter("Un", "{{morpion}}", "x.md").into()]),
    );
    let code = |arguments: &[&str], input: &[u8], out: Stdio, err: Stdio| {
        let mut child = Command::new(PROGRAM)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(out)
            .stderr(err)
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(input);
        child.wait().unwrap().code()
    };
    for bad in [full, closed] as [fn() -> Stdio; 2] {
        assert_eq!(code(&["x"], b"", Stdio::null(), bad()), Some(2));
        assert_eq!(code(&[], b"", Stdio::null(), bad()), Some(1));
        assert_eq!(code(&[], &wrong, Stdio::null(), bad()), Some(1));
        assert_eq!(code(&[], &remarked, Stdio::null(), bad()), Some(0));
    }
    for arguments in [&["facts"][..], &["--help"], &["--version"]] {
        assert_eq!(code(arguments, b"", full(), Stdio::null()), Some(1));
        assert_eq!(code(arguments, b"", full(), full()), Some(1));
        // Who stops reading has read enough.
        assert_eq!(code(arguments, b"", closed(), Stdio::null()), Some(0));
    }
}

#[test]
fn arguments() {
    let rows: &[(&[&str], i32, &str, &str)] = &[
        (&["supports", "html"], 0, "", ""),
        (&["supports", "markdown"], 0, "", ""),
        (&["supports"], 2, "", "mdbook-morpion : « supports » attend"),
        (
            &["supports", "html", "x"],
            2,
            "",
            "mdbook-morpion : argument « x » inattendu",
        ),
        (&["--help"], 0, "mdbook-morpion : des plateaux", ""),
        (&["-h"], 0, "mdbook-morpion : des plateaux", ""),
        (
            &["--version"],
            0,
            concat!("mdbook-morpion ", env!("CARGO_PKG_VERSION"), "\n"),
            "",
        ),
        (
            &["--help", "x"],
            2,
            "",
            "mdbook-morpion : argument « x » inattendu",
        ),
        (&["facts"], 0, "clé ", ""),
        (&["papers"], 0, "feuille-classique\tMorpion classique", ""),
        (
            &["facts", "x"],
            2,
            "",
            "mdbook-morpion : argument « x » inattendu",
        ),
        (
            &["plateau"],
            2,
            "",
            "mdbook-morpion : argument « plateau » inattendu",
        ),
        (
            &["install", "--force"],
            2,
            "",
            "mdbook-morpion : argument « --force » inattendu",
        ),
        (
            &["install", "a", "b"],
            2,
            "",
            "mdbook-morpion : argument « b » inattendu",
        ),
    ];
    for (arguments, code, out, err) in rows {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(*code), "{arguments:?}");
        for (found, expected) in [(&output.stdout, out), (&output.stderr, err)] {
            let found = said(found);
            assert!(found.starts_with(expected), "{arguments:?}: {found}");
            assert_eq!(
                found.is_empty(),
                expected.is_empty(),
                "{arguments:?}: {found}"
            );
        }
    }
}

const FILES: &[File] = &[
    ("morpion-page-0123abcd.wasm", b"\0asm"),
    ("morpion-worker-1234abcd.js", b"void 1;\n"),
    ("morpion-worker-2345abcd.wasm", b"\0asm\x01"),
    ("morpion.css", b"figure {}\n"),
    ("morpion.js", b"void 0;\n"),
];

/// A book in a folder of its own.
fn book(toml: &str, chapter: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let src = folder.path().join("texte");
    fs::create_dir(&src).unwrap();
    fs::write(folder.path().join("book.toml"), toml).unwrap();
    fs::write(src.join("SUMMARY.md"), "- [Un](un.md)\n").unwrap();
    fs::write(src.join("un.md"), chapter).unwrap();
    folder
}

const BOOK: &str = "# mon livre\n[book]\ntitle = \"Livre\"\nlanguage = \"fr\"\nsrc = \"texte\"\n";

/// Every file below a folder, with what it holds.
fn tree(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path
                    .strip_prefix(folder)
                    .unwrap()
                    .to_string_lossy()
                    .into_owned();
                files.push((name.replace('\\', "/"), fs::read(&path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn a_second_install_changes_nothing() {
    let folder = book(BOOK, FENCE);
    let sources = folder.path().join("texte/morpion");
    fs::create_dir(&sources).unwrap();
    for name in [
        "morpion-page-ffffffff.wasm",
        "morpion-worker-ffffffff.js",
        "morpion-worker-ffffffff.wasm",
        "morpion-worker-mien.wasm",
    ] {
        fs::write(sources.join(name), "ancien").unwrap();
    }
    let steps = install(folder.path(), FILES).unwrap().join("\n");
    assert_eq!(
        said(steps.as_bytes()),
        "morpion/morpion.js : écrit\n\
         morpion/morpion.css : écrit\n\
         texte/morpion/morpion-page-0123abcd.wasm : écrit\n\
         texte/morpion/morpion-worker-1234abcd.js : écrit\n\
         texte/morpion/morpion-worker-2345abcd.wasm : écrit\n\
         texte/morpion/morpion-page-ffffffff.wasm : ancienne version, enlevée\n\
         texte/morpion/morpion-worker-ffffffff.js : ancienne version, enlevée\n\
         texte/morpion/morpion-worker-ffffffff.wasm : ancienne version, enlevée\n\
         book.toml : ajouté [preprocessor.morpion] command\n\
         book.toml : ajouté [preprocessor.morpion] before\n\
         book.toml : ajouté [output.html] additional-js\n\
         book.toml : ajouté [output.html] additional-css"
    );
    let once = tree(folder.path());
    let names: Vec<_> = once.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "book.toml",
            "morpion/morpion.css",
            "morpion/morpion.js",
            "texte/SUMMARY.md",
            "texte/morpion/morpion-page-0123abcd.wasm",
            "texte/morpion/morpion-worker-1234abcd.js",
            "texte/morpion/morpion-worker-2345abcd.wasm",
            "texte/morpion/morpion-worker-mien.wasm",
            "texte/un.md",
        ]
    );
    assert!(once[0].1.starts_with(BOOK.as_bytes()));

    let steps = install(folder.path(), FILES).unwrap().join("\n");
    assert_eq!(
        said(steps.as_bytes()),
        "morpion/morpion.js : déjà à jour\n\
         morpion/morpion.css : déjà à jour\n\
         texte/morpion/morpion-page-0123abcd.wasm : déjà à jour\n\
         texte/morpion/morpion-worker-1234abcd.js : déjà à jour\n\
         texte/morpion/morpion-worker-2345abcd.wasm : déjà à jour\n\
         book.toml : déjà à jour"
    );
    assert_eq!(tree(folder.path()), once);
}

#[test]
fn a_refused_install_changes_nothing() {
    for toml in [
        "[book\n",
        "output = 3\n",
        "[output.html]\nadditional-css = \"x\"\n",
    ] {
        let folder = book(toml, FENCE);
        let before = tree(folder.path());
        assert!(
            matches!(install(folder.path(), FILES), Err(Refusal::Book(_))),
            "{toml}"
        );
        assert_eq!(tree(folder.path()), before, "{toml}");
    }
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(
        install(folder.path(), FILES),
        Err(Refusal::Book(_))
    ));
    assert_eq!(tree(folder.path()), []);

    // A program that was built without the files, or with some of them.
    let folder = book(BOOK, FENCE);
    let before = tree(folder.path());
    let all_but = |at| [&FILES[..at], &FILES[at + 1..]].concat();
    for files in (0..FILES.len()).map(all_but).chain([Vec::new()]) {
        let Err(Refusal::Files(message)) = install(folder.path(), &files) else {
            panic!("installed {files:?}");
        };
        assert!(message.contains("cargo xtask build"), "{message}");
        assert_eq!(tree(folder.path()), before);
    }
}

/// The program itself, with the files that it was built with, or without.
#[test]
fn the_program_installs_what_it_was_built_with() {
    let folder = book(BOOK, FENCE);
    let path = folder.path().to_str().unwrap();
    let output = run(&["install", path], b"");
    let written = tree(folder.path()).into_iter().map(|(name, _)| name);
    let written = written.filter(|name| name.contains("morpion/")).count();
    if install::FILES.is_empty() {
        assert_eq!(output.status.code(), Some(1));
        assert!(said(&output.stderr).contains("cargo xtask build"));
        assert_eq!(written, 0);
    } else {
        assert_eq!(said(&output.stderr), "");
        assert!(output.status.success());
        assert_eq!(written, FILES.len());
    }

    let nowhere = folder.path().join("rien");
    let output = run(&["install", nowhere.to_str().unwrap()], b"");
    let code = if install::FILES.is_empty() { 1 } else { 2 };
    assert_eq!(output.status.code(), Some(code));
    assert!(!nowhere.exists());
}

/// Builds the book with mdBook, the program being its preprocessor.
fn build(folder: &Path) -> Result<(), String> {
    let mut config = Config::from_disk(folder.join("book.toml")).unwrap();
    let command: Option<String> = config.get("preprocessor.morpion.command").unwrap();
    assert_eq!(command.as_deref(), Some("mdbook-morpion"));
    config.set("preprocessor.morpion.command", PROGRAM).unwrap();
    let book = MDBook::load_with_config(folder, config).unwrap();
    book.build().map_err(|error| format!("{error:#}"))
}

#[test]
fn a_foreign_book_is_built_with_what_was_installed() {
    let folder = book(
        BOOK,
        "# Un\n\nAvant.\n```morpion\njeu = \"ultimate\"\ncoups = \"55-51-15\"\nlegende = \"Voilà.\"\n```\n\
         *Après* : {{morpion lettres 3d.alignements}}.\n\n> - ```morpion\n>   jeu = \"infini\"\n>   ```\n",
    );
    install(folder.path(), FILES).unwrap();
    build(folder.path()).unwrap();

    let files = tree(&folder.path().join("book"));
    let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
    // The script is next to what it loads, however mdBook has named it.
    for (end, count) in [(".wasm", 2), (".js", 2), (".css", 1)] {
        let found = |name: &&str| name.starts_with("morpion/morpion") && name.ends_with(end);
        assert_eq!(
            names.iter().copied().filter(found).count(),
            count,
            "{end}: {names:?}"
        );
    }
    for name in ["un.html", "print.html"] {
        let (_, page) = files.iter().find(|(found, _)| found == name).unwrap();
        let page = String::from_utf8(page.clone()).unwrap();
        let parts: Vec<_> = page.split("<figure class=\"morpion\">").collect();
        assert_eq!(parts.len(), 3, "{name}");
        assert!(parts[0].trim_end().ends_with("<p>Avant.</p>"), "{name}");
        let (figure, rest) = parts[1].split_once("</figure>").unwrap();
        assert!(figure.starts_with("<morpion-plateau jeu=\"ultimate\" coups=\"55-51-15\""));
        assert!(figure.contains("Voilà."));
        assert!(
            rest.trim_start().starts_with("<p><em>Après</em>"),
            "{name}: {rest}"
        );
        assert!(rest.contains("soixante-seize."), "{name}");
        assert!(parts[1].trim_end().ends_with("<li>"), "{name}");
    }

    fs::write(
        folder.path().join("texte/un.md"),
        "```morpion\njeu = \"x\"\n```\n",
    )
    .unwrap();
    assert!(build(folder.path()).is_err());
}

/// Two versions of the Markdown parser would read two different books.
#[test]
fn there_is_one_markdown_parser() {
    let lock =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock")).unwrap();
    assert_eq!(lock.matches("name = \"pulldown-cmark\"\n").count(), 1);
}
