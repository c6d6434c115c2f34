//! Where things are.

use std::path::PathBuf;

use anyhow::{Context, Result};
use cargo_metadata::MetadataCommand;

/// The folders that the steps work in.
#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    /// The folder of the root Cargo.toml.
    pub(crate) root: PathBuf,
    /// This program, which starts itself for the steps that are hidden subcommands.
    /// Asked for once, early: after cargo has replaced the file, the system tells the
    /// path of one that is gone.
    pub(crate) program: PathBuf,
    /// Cargo's target folder, which CARGO_TARGET_DIR may have moved.
    pub(crate) target: PathBuf,
    /// mdBook's own theme, in the sources of its crate.
    pub(crate) pristine_theme: PathBuf,
}

impl Workspace {
    /// Asks cargo about the workspace of the current folder.
    pub(crate) fn find() -> Result<Self> {
        let metadata = MetadataCommand::new().exec()?;
        let renderer = metadata
            .packages
            .iter()
            .find(|package| package.name.as_str() == "mdbook-html")
            .context("mdbook-html is not among the packages that cargo metadata names")?;
        let sources = renderer
            .manifest_path
            .parent()
            .context("a manifest without a folder")?;
        Ok(Self {
            program: std::env::current_exe()?,
            root: metadata.workspace_root.into(),
            target: metadata.target_directory.into(),
            pristine_theme: sources.join("front-end").into(),
        })
    }

    /// The built site.
    pub(crate) fn book(&self) -> PathBuf {
        self.root.join("book")
    }

    /// What the boards need in the browser, under generated names.
    pub(crate) fn boards(&self) -> PathBuf {
        self.target.join("boards")
    }

    /// mdBook's theme with our changes.
    pub(crate) fn patched_theme(&self) -> PathBuf {
        self.target.join("theme")
    }

    /// Programs and scripts that the steps need, kept out of the system.
    pub(crate) fn tools(&self) -> PathBuf {
        self.target.join("tools")
    }

    /// The preprocessor, as `cargo build` leaves it.
    pub(crate) fn preprocessor(&self) -> PathBuf {
        // Where a target is set for the whole machine, by CARGO_BUILD_TARGET or in a
        // configuration, cargo has a folder for it, and has put this program there too.
        let profiles = self
            .program
            .ancestors()
            .nth(2)
            .filter(|folder| folder.starts_with(&self.target))
            .unwrap_or(&self.target);
        profiles
            .join("debug")
            .join(format!("mdbook-morpion{}", std::env::consts::EXE_SUFFIX))
    }

    /// `cargo` in the root, ready for arguments.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = std::process::Command::new("cargo");
        command.args(arguments).current_dir(&self.root);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preprocessor_lies_where_cargo_puts_programs() {
        for (program, folder) in [
            ("/a/target/debug/xtask", "/a/target/debug"),
            ("/a/target/release/xtask", "/a/target/debug"),
            (
                "/a/target/x86_64-unknown-linux-gnu/debug/xtask",
                "/a/target/x86_64-unknown-linux-gnu/debug",
            ),
            // Taken elsewhere: it tells nothing.
            ("/home/someone/bin/xtask", "/a/target/debug"),
        ] {
            let workspace = Workspace {
                root: "/a".into(),
                program: program.into(),
                target: "/a/target".into(),
                pristine_theme: PathBuf::new(),
            };
            let preprocessor = workspace.preprocessor();
            assert_eq!(preprocessor.parent(), Some(folder.as_ref()), "{program}");
        }
    }
}
