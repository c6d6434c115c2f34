//! Puts the files of the boards, as `cargo xtask build` makes them, into the
//! program, so that `mdbook-morpion install` can hand them out.
//!
//! Without them the program is built all the same, because it is needed to
//! build the book in which they are made; `install` then says so.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=MORPION_DIST");
    let dist = env::var_os("MORPION_DIST").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/boards/dist"),
        PathBuf::from,
    );
    // A folder that is not there yet is looked for at each build, so that it
    // is not missed when it comes.
    println!("cargo::rerun-if-changed={}", dist.display());

    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut code = String::from(
        "/// The files that this program was built with; empty if there were none.\n\
         pub static FILES: &[File] = &[\n",
    );
    for (name, path) in files(&dist)? {
        println!("cargo::rerun-if-changed={}", path.display());
        // A copy: the next build may take the file away.
        fs::copy(&path, out.join(&name))?;
        let _ = writeln!(
            code,
            "    ({name:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/\", {name:?}))),"
        );
    }
    code.push_str("];\n");
    fs::write(out.join("files.rs"), code)
}

/// The script, the style and the wasm of a folder, by name; none if the folder
/// is not there.
fn files(dist: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let entries = match fs::read_dir(dist) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if let Some(name) = path.file_name().and_then(|name| name.to_str())
            && [".js", ".css", ".wasm"]
                .iter()
                .any(|end| name.ends_with(end))
        {
            files.push((name.to_owned(), path.clone()));
        }
    }
    files.sort();
    Ok(files)
}
