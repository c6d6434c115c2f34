//! The boards for the browser: for the page and for its worker each a wasm, its glue
//! and a short script of ours.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use wasm_pack::command::build::{Build, BuildOptions, Target};
use wasm_pack::install::InstallMode;
use wasmparser::{KnownCustom, Name, Parser, Payload};

use crate::files;
use crate::report::Report;
use crate::tools;
use crate::workspace::Workspace;

/// The hidden subcommand that runs wasm-pack.
pub(crate) const WASM_PACK_COMMAND: &str = "internal-wasm-pack";
/// The profile of the root Cargo.toml for what searches…
pub(crate) const SEARCHING: &str = "wasm";
/// … and that for what only asks for rules.
const PLAYING: &str = "wasm-page";
/// What our scripts write where the name of their wasm file goes…
const WASM: &str = "__MORPION_WASM__";
/// … and the page's where that of the worker's script goes.
const WORKER: &str = "__MORPION_WORKER__";
/// The crates whose sources end up in the wasm files.
const CRATES: [&str; 3] = ["engine", "board", "web"];
/// What of this program says how they are made: the arguments of wasm-pack, and those of
/// wasm-bindgen. As they were when it was compiled: the files may have changed since.
const OWN: [&str; 2] = [include_str!("wasm.rs"), include_str!("main.rs")];

/// One of the two sides, each a build of `playground/web` with the feature of its name.
struct Side {
    name: &'static str,
    /// How it is compiled.
    profile: &'static str,
    /// Our script, which follows the glue.
    script: &'static str,
    /// What the wasm must not hold, as `crate, module` of its functions: a search in
    /// the page, or French in the worker, is weight that each reader would wait for.
    foreign: &'static [(&'static str, &'static str)],
}

const PAGE: Side = Side {
    name: "page",
    profile: PLAYING,
    script: "loader.js",
    foreign: &[
        ("morpion_engine", "analysis"),
        ("morpion_engine", "analyst"),
        ("morpion_engine", "certificate"),
        ("morpion_engine", "defence"),
        ("morpion_engine", "player"),
        ("morpion_engine", "proof"),
        ("morpion_engine", "search"),
        ("morpion_engine", "solve"),
        ("morpion_engine", "tables"),
        ("morpion_engine", "threats"),
    ],
};
const THINKER: Side = Side {
    name: "worker",
    profile: SEARCHING,
    script: "worker.js",
    foreign: &[
        ("morpion_board", "french"),
        ("morpion_board", "markup"),
        ("morpion_board", "picture"),
        ("morpion_board", "table"),
    ],
};

/// Arguments of the hidden subcommand.
#[derive(Debug, PartialEq)]
pub(crate) struct WasmPackOptions {
    /// The folder of the wasm crate.
    pub(crate) package: PathBuf,
    /// Where the glue and the wasm go.
    pub(crate) out_dir: PathBuf,
    /// The profile of the root Cargo.toml.
    pub(crate) profile: String,
    /// More arguments for cargo.
    pub(crate) extra: Vec<String>,
}

/// Builds the boards into `target/boards/dist` and places them where mdBook takes
/// them, under names that change with their content.
///
/// wasm-pack is not started when nothing that it reads has changed.
pub(crate) fn build(workspace: &Workspace, report: &Report) -> Result<()> {
    let stamp = workspace.boards().join("fingerprint");
    let fingerprint = fingerprint(&workspace.root)?;
    let sides = [&PAGE, &THINKER];
    let fresh = fs::read_to_string(&stamp).is_ok_and(|old| old == fingerprint)
        && sides.iter().all(|side| {
            let folder = side.folder(workspace);
            folder.join("morpion.js").exists() && folder.join("morpion_bg.wasm").exists()
        });
    if !fresh {
        tools::provide_wasm_target(report)?;
        tools::link_wasm_bindgen(workspace)?;
        // A build that fails halfway has replaced what the old stamp stands for.
        files::write_if_changed(&stamp, b"")?;
        for side in sides {
            let folder = side.folder(workspace);
            report.run(
                &format!("boards ({}, wasm)", side.name),
                &mut wasm_pack(workspace, &folder, side.profile, side.name)?,
            )?;
            side.check(workspace)?;
        }
        files::write_if_changed(&stamp, fingerprint.as_bytes())?;
    }
    report.step("boards (files)", || assemble(workspace))
}

impl Side {
    /// Where wasm-pack leaves this side.
    fn folder(&self, workspace: &Workspace) -> PathBuf {
        workspace.boards().join(self.name)
    }

    /// Looks for what must not be there in the module as cargo has just left it, the
    /// names of its functions included.
    fn check(&self, workspace: &Workspace) -> Result<()> {
        let module = workspace
            .target
            .join(tools::WASM_TARGET)
            .join(self.profile)
            .join("morpion_web.wasm");
        let names = function_names(&files::read_bytes(&module)?)
            .with_context(|| module.display().to_string())?;
        ensure!(!names.is_empty(), "{} has no names", module.display());
        for name in &names {
            let foreign = self
                .foreign
                .iter()
                .find(|(package, module)| is_of(name, package, module));
            ensure!(
                foreign.is_none(),
                "the wasm of the {} holds {name}, which is not for it",
                self.name
            );
        }
        Ok(())
    }
}

/// The names of a module's functions, as the compiler writes them.
fn function_names(wasm: &[u8]) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        let Payload::CustomSection(section) = payload? else {
            continue;
        };
        let KnownCustom::Name(parts) = section.as_known() else {
            continue;
        };
        for part in parts {
            if let Name::Function(functions) = part? {
                for function in functions {
                    names.push(function?.name.to_owned());
                }
            }
        }
    }
    Ok(names)
}

/// Whether a compiler's name is that of a function, a method or an implementation in
/// a module of a crate: `…14morpion_engine8ultimate6search…` or
/// `…morpion_engine..ultimate..search..…`.
fn is_of(name: &str, package: &str, module: &str) -> bool {
    let counted = format!("{}{module}", module.len());
    let dotted = format!("..{module}..");
    name.split_once(package).is_some_and(|(_, path)| {
        path.contains(&dotted)
            || path.match_indices(&counted).any(|(at, _)| {
                // Not the tail of a longer number or name.
                !path[..at].ends_with(|c: char| c.is_ascii_digit())
            })
    })
}

/// wasm-pack as a child, which finds our wasm-bindgen first on its PATH; the feature
/// says what to build of `playground/web`, the profile how.
pub(crate) fn wasm_pack(
    workspace: &Workspace,
    folder: &Path,
    profile: &str,
    feature: &str,
) -> Result<Command> {
    let old_path = env::var_os("PATH").unwrap_or_default();
    let path =
        env::join_paths(std::iter::once(workspace.tools()).chain(env::split_paths(&old_path)))?;
    let mut command = Command::new(&workspace.program);
    command
        .arg(WASM_PACK_COMMAND)
        .arg(workspace.root.join("playground/web"))
        .arg(folder)
        .arg(profile)
        .args(["--no-default-features", "--features", feature])
        .env("PATH", path)
        // A target set for the whole machine would win over wasm32.
        .env("CARGO_BUILD_TARGET", tools::WASM_TARGET)
        .current_dir(&workspace.root);
    Ok(command)
}

/// The child's side of [`wasm_pack`].
pub(crate) fn run_wasm_pack(options: WasmPackOptions) -> Result<()> {
    let out_dir = options.out_dir.into_os_string().into_string();
    let out_dir = out_dir
        .ok()
        .context("the target folder's path is not UTF-8")?;
    Build::try_from_opts(BuildOptions {
        path: Some(options.package),
        mode: InstallMode::Noinstall,
        target: Target::NoModules,
        profile: Some(options.profile),
        out_dir,
        out_name: Some("morpion".to_owned()),
        disable_dts: true,
        no_gitignore: true,
        no_pack: true,
        // Debian's binaryen 108 accepts our file and breaks it without a word.
        no_opt: true,
        extra_options: options.extra,
        ..BuildOptions::default()
    })?
    .run()
}

/// Names every input of the wasm step by content: sources, what they include, manifests,
/// lock file, compiler, and how this program uses them.
fn fingerprint(root: &Path) -> Result<String> {
    let compiler = Command::new("rustc")
        .arg("-vV")
        .output()
        .context("cannot start `rustc`")?;
    hash_files(root, &inputs(root)?, &salt(&compiler.stdout))
}

/// What names the inputs that are no files of the workspace.
fn salt(compiler: &[u8]) -> Vec<u8> {
    let mut salt = compiler.to_vec();
    for source in OWN {
        salt.extend(source.bytes());
    }
    salt
}

/// The files that end up in the wasm files, or say how.
fn inputs(root: &Path) -> Result<Vec<PathBuf>> {
    let mut inputs = vec![root.join("Cargo.toml"), root.join("Cargo.lock")];
    inputs.extend(files::list(&root.join(".cargo"))?);
    for name in CRATES {
        let folder = root.join("playground").join(name);
        inputs.push(folder.join("Cargo.toml"));
        inputs.extend(files::list(&folder.join("src"))?);
        // Not all of it is in the wasm, but cargo soon says so where nothing is to do.
        inputs.extend(files::list(&folder.join("data"))?);
        inputs.extend(scripts(&folder)?);
    }
    Ok(inputs)
}

/// The hand-written scripts that lie beside a manifest.
fn scripts(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut scripts = files::list(folder)?;
    scripts.retain(|path| {
        path.parent() == Some(folder)
            && path
                .extension()
                .is_some_and(|extension| extension == "js" || extension == "rs")
    });
    Ok(scripts)
}

fn hash_files(root: &Path, inputs: &[PathBuf], salt: &[u8]) -> Result<String> {
    let mut digest = Sha256::new();
    digest.update(salt);
    for path in inputs {
        let content = files::read_bytes(path)?;
        let name = path.strip_prefix(root).unwrap_or(path);
        // Lengths keep two neighbours from passing a byte to each other unseen.
        digest.update(name.as_os_str().len().to_le_bytes());
        digest.update(name.as_os_str().as_encoded_bytes());
        digest.update(content.len().to_le_bytes());
        digest.update(content);
    }
    Ok(files::sha256(&digest.finalize()))
}

/// Joins glue and scripts, names the files by their content, and puts the results
/// into `dist` (for the preprocessor's `install`), `theme/` and `src/` (for mdBook).
fn assemble(workspace: &Workspace) -> Result<()> {
    let read = |side: &Side| -> Result<_> {
        let folder = side.folder(workspace);
        let script = workspace.root.join("playground/web").join(side.script);
        let joined = format!(
            "{}\n{}",
            files::read_text(&folder.join("morpion.js"))?.trim_end(),
            files::read_text(&script)?
        );
        Ok((joined, files::read_bytes(&folder.join("morpion_bg.wasm"))?))
    };
    let (page, page_wasm) = read(&PAGE)?;
    let (worker, worker_wasm) = read(&THINKER)?;

    // From the last to be loaded to the first, which mdBook names.
    let worker_wasm_name = named("worker", &worker_wasm, "wasm");
    let worker = fill_in(&worker, &[(WASM, &worker_wasm_name)])?;
    let worker_name = named("worker", worker.as_bytes(), "js");
    let page_wasm_name = named("page", &page_wasm, "wasm");
    let page = fill_in(&page, &[(WASM, &page_wasm_name), (WORKER, &worker_name)])?;

    let style = files::read_bytes(&workspace.root.join("theme/morpion.css"))?;
    let loaded = [
        (page_wasm_name.as_str(), page_wasm.as_slice()),
        (&worker_name, worker.as_bytes()),
        (&worker_wasm_name, &worker_wasm),
    ];
    let named_by_the_page = [("morpion.js", page.as_bytes()), ("morpion.css", &style)];

    let all = [&loaded[..], &named_by_the_page].concat();
    place(&workspace.boards().join("dist"), &all)?;
    place(&workspace.root.join("src/morpion"), &loaded)?;
    files::write_if_changed(&workspace.root.join("theme/morpion.js"), page.as_bytes())
}

/// A file's name, made from its content.
fn named(side: &str, content: &[u8], extension: &str) -> String {
    format!(
        "morpion-{side}-{}.{extension}",
        &files::sha256(content)[..8]
    )
}

/// The script with each placeholder, which stands there once, filled in.
fn fill_in(script: &str, names: &[(&str, &str)]) -> Result<String> {
    let mut script = script.to_owned();
    for (placeholder, name) in names {
        let count = script.matches(placeholder).count();
        ensure!(
            count == 1,
            "{placeholder} stands in the script {count} times, once is expected"
        );
        script = script.replace(placeholder, name);
    }
    Ok(script)
}

/// Makes these the files of a folder, and the only ones.
fn place(folder: &Path, content: &[(&str, &[u8])]) -> Result<()> {
    for (name, bytes) in content {
        files::write_if_changed(&folder.join(name), bytes)?;
    }
    files::remove_others(folder, |path| {
        content.iter().any(|(name, _)| path == folder.join(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_gets_each_name_once() {
        let names = [(WASM, "m-1.wasm"), (WORKER, "w-2.js")];
        let script = fill_in("a('__MORPION_WASM__', '__MORPION_WORKER__');\n", &names);
        assert_eq!(script.unwrap(), "a('m-1.wasm', 'w-2.js');\n");
        for script in [
            "a(__MORPION_WASM__);",
            "a(__MORPION_WASM__, __MORPION_WASM__, __MORPION_WORKER__);",
        ] {
            let error = fill_in(script, &names).unwrap_err().to_string();
            assert!(error.contains("once is expected"), "{error}");
        }
    }

    #[test]
    fn a_name_follows_the_content() {
        let name = named("page", b"abc", "wasm");
        assert_eq!(name, "morpion-page-ba7816bf.wasm");
        assert_ne!(named("page", b"abd", "wasm"), name);
    }

    #[test]
    fn old_files_leave_their_folder() {
        let folder = tempfile::tempdir().unwrap();
        place(folder.path(), &[("old.wasm", b"1"), ("same.js", b"2")]).unwrap();
        place(folder.path(), &[("new.wasm", b"3"), ("same.js", b"2")]).unwrap();
        let expected = ["new.wasm", "same.js"].map(|name| folder.path().join(name));
        assert_eq!(files::list(folder.path()).unwrap(), expected);
    }

    #[test]
    fn names_tell_crate_and_module() {
        for (name, module, expected) in [
            (
                "_ZN14morpion_engine8ultimate6search6Search3run17hE",
                "search",
                true,
            ),
            (
                "_RNvMs_NtNtCs1a_14morpion_engine8ultimate6search",
                "search",
                true,
            ),
            (
                "_ZN71_$LT$morpion_engine..cube..search..Search$u20$as$u20$core..fmt",
                "search",
                true,
            ),
            (
                "_ZN14morpion_engine8position8Position5check17hE",
                "search",
                false,
            ),
            ("_ZN14morpion_engine4cube16search17hE", "search", false),
            ("_ZN4core3str6search17hE", "search", false),
            ("_ZN13morpion_board6search17hE", "search", false),
        ] {
            assert_eq!(is_of(name, "morpion_engine", module), expected, "{name}");
        }
    }

    /// A module of one function, whose name is told.
    #[test]
    fn names_are_read_from_a_module() {
        let wasm = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0\x0a\x04\x01\x02\0\x0b\
                     \0\x0b\x04name\x01\x04\x01\0\x01f";
        assert_eq!(function_names(wasm).unwrap(), ["f"]);
        assert!(function_names(b"\0asm\x01").is_err());
    }

    /// Every file that the sources of the wasm include as bytes or text, and how this
    /// program builds them.
    #[test]
    fn the_fingerprint_sees_what_is_included_and_how_it_is_built() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let inputs = inputs(&root).unwrap();
        let known: Vec<_> = inputs
            .iter()
            .map(|path| path.canonicalize().unwrap())
            .collect();
        let mut included = 0;
        let is_rust = |path: &&PathBuf| path.extension().is_some_and(|it| it == "rs");
        for source in inputs.iter().filter(is_rust) {
            let text = files::read_text(source).unwrap();
            for rest in text.split("include_bytes!(\"").skip(1) {
                let name = rest.split('"').next().unwrap();
                let file = source.parent().unwrap().join(name).canonicalize().unwrap();
                assert!(known.contains(&file), "{}", file.display());
                included += 1;
            }
        }
        assert!(included > 0, "nothing is included");

        let salt = String::from_utf8(salt(b"rustc 1")).unwrap();
        for part in ["rustc 1", include_str!("wasm.rs"), include_str!("main.rs")] {
            assert!(salt.contains(part));
        }
    }

    #[test]
    fn the_fingerprint_sees_content_names_and_compiler() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let (a, b) = (root.join("a.rs"), root.join("b.rs"));
        fs::write(&a, "12").unwrap();
        fs::write(&b, "3").unwrap();
        let inputs = [a.clone(), b.clone()];
        let first = hash_files(root, &inputs, b"rustc 1").unwrap();
        assert_eq!(hash_files(root, &inputs, b"rustc 1").unwrap(), first);
        assert_ne!(hash_files(root, &inputs, b"rustc 2").unwrap(), first);
        assert_ne!(hash_files(root, &inputs[..1], b"rustc 1").unwrap(), first);
        // The same bytes in a row, cut elsewhere.
        fs::write(&a, "1").unwrap();
        fs::write(&b, "23").unwrap();
        assert_ne!(hash_files(root, &inputs, b"rustc 1").unwrap(), first);
    }
}
