//! The boards for the browser: wasm, its glue and the loader.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use wasm_pack::command::build::{Build, BuildOptions, Target};
use wasm_pack::install::InstallMode;

use crate::files;
use crate::report::Report;
use crate::tools;
use crate::workspace::Workspace;

/// The hidden subcommand that runs wasm-pack.
pub(crate) const WASM_PACK_COMMAND: &str = "internal-wasm-pack";
/// What the loader writes where the name of the wasm file goes.
const PLACEHOLDER: &str = "__MORPION_WASM__";
/// The crates whose sources end up in the wasm file.
const CRATES: [&str; 3] = ["engine", "board", "web"];

/// Arguments of the hidden subcommand.
#[derive(Debug, PartialEq)]
pub(crate) struct WasmPackOptions {
    /// The folder of the wasm crate.
    pub(crate) package: PathBuf,
    /// Where the glue and the wasm go.
    pub(crate) out_dir: PathBuf,
}

/// Builds the boards into `target/boards/dist` and places them where mdBook takes
/// them, under names that change with their content.
///
/// wasm-pack is not started when nothing that it reads has changed.
pub(crate) fn build(workspace: &Workspace, report: &Report) -> Result<()> {
    let boards = workspace.boards();
    let stamp = boards.join("fingerprint");
    let fingerprint = fingerprint(&workspace.root)?;
    let pkg = boards.join("pkg");
    let fresh = fs::read_to_string(&stamp).is_ok_and(|old| old == fingerprint)
        && pkg.join("morpion.js").exists()
        && pkg.join("morpion_bg.wasm").exists();
    if !fresh {
        tools::provide_wasm_target(report)?;
        tools::link_wasm_bindgen(workspace)?;
        report.run("boards (wasm)", &mut wasm_pack(workspace, &pkg)?)?;
        files::write_if_changed(&stamp, fingerprint.as_bytes())?;
    }
    report.step("boards (files)", || assemble(workspace, &pkg))
}

/// wasm-pack as a child, which finds our wasm-bindgen first on its PATH.
fn wasm_pack(workspace: &Workspace, pkg: &Path) -> Result<Command> {
    let old_path = env::var_os("PATH").unwrap_or_default();
    let path =
        env::join_paths(std::iter::once(workspace.tools()).chain(env::split_paths(&old_path)))?;
    let mut command = Command::new(&workspace.program);
    command
        .arg(WASM_PACK_COMMAND)
        .arg(workspace.root.join("playground/web"))
        .arg(pkg)
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
        profile: Some("wasm".to_owned()),
        out_dir,
        out_name: Some("morpion".to_owned()),
        disable_dts: true,
        no_gitignore: true,
        no_pack: true,
        // Debian's binaryen 108 accepts our file and breaks it without a word.
        no_opt: true,
        ..BuildOptions::default()
    })?
    .run()
}

/// Names every input of the wasm step by content: sources, manifests, lock file,
/// compiler.
fn fingerprint(root: &Path) -> Result<String> {
    let compiler = Command::new("rustc")
        .arg("-vV")
        .output()
        .context("cannot start `rustc`")?;
    let mut inputs = vec![root.join("Cargo.toml"), root.join("Cargo.lock")];
    inputs.extend(files::list(&root.join(".cargo"))?);
    for name in CRATES {
        let folder = root.join("playground").join(name);
        inputs.push(folder.join("Cargo.toml"));
        inputs.extend(files::list(&folder.join("src"))?);
        inputs.extend(scripts(&folder)?);
    }
    hash_files(root, &inputs, &compiler.stdout)
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

/// Joins glue and loader, names the wasm by its content, and puts the results into
/// `dist` (for the preprocessor's `install`), `theme/` and `src/` (for mdBook).
fn assemble(workspace: &Workspace, pkg: &Path) -> Result<()> {
    let wasm = files::read_bytes(&pkg.join("morpion_bg.wasm"))?;
    let wasm_name = format!("morpion-{}.wasm", &files::sha256(&wasm)[..8]);
    let glue = files::read_text(&pkg.join("morpion.js"))?;
    let loader_path = workspace.root.join("playground/web/loader.js");
    let script = join_script(&glue, &files::read_text(&loader_path)?, &wasm_name)
        .with_context(|| loader_path.display().to_string())?;
    let style = files::read_bytes(&workspace.root.join("theme/morpion.css"))?;

    let dist = workspace.boards().join("dist");
    files::write_if_changed(&dist.join(&wasm_name), &wasm)?;
    files::write_if_changed(&dist.join("morpion.js"), script.as_bytes())?;
    files::write_if_changed(&dist.join("morpion.css"), &style)?;
    files::remove_others(&dist, |path| {
        path.file_name().is_some_and(|name| {
            name == wasm_name.as_str() || name == "morpion.js" || name == "morpion.css"
        })
    })?;

    let in_book = workspace.root.join("src/morpion");
    files::write_if_changed(&in_book.join(&wasm_name), &wasm)?;
    files::remove_others(&in_book, |path| path.ends_with(&wasm_name))?;
    files::write_if_changed(&workspace.root.join("theme/morpion.js"), script.as_bytes())
}

/// The page's script, which is the worker's too: wasm-bindgen's glue, then the
/// loader with the name of the wasm file filled in.
fn join_script(glue: &str, loader: &str, wasm_name: &str) -> Result<String> {
    let count = loader.matches(PLACEHOLDER).count();
    ensure!(
        count == 1,
        "{PLACEHOLDER} stands there {count} times, once is expected"
    );
    let glue = glue.trim_end();
    Ok(format!(
        "{glue}\n{}",
        loader.replace(PLACEHOLDER, wasm_name)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loader_gets_the_name_of_the_wasm_once() {
        let script = join_script(
            "let wasm_bindgen;\n\n",
            "load('__MORPION_WASM__');\n",
            "m-1.wasm",
        );
        assert_eq!(script.unwrap(), "let wasm_bindgen;\nload('m-1.wasm');\n");
        for loader in ["load();", "a(__MORPION_WASM__); b(__MORPION_WASM__);"] {
            let error = join_script("", loader, "m-1.wasm").unwrap_err().to_string();
            assert!(error.contains("once is expected"), "{error}");
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
