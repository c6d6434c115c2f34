//! What a fresh machine lacks. Each is announced before it is installed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::files;
use crate::report::Report;
use crate::workspace::Workspace;

/// The compiler's target for the browser.
pub(crate) const WASM_TARGET: &str = "wasm32-unknown-unknown";
/// The version of Firefox's driver, a crate.
const GECKODRIVER: &str = "0.37.1";
/// The version of the accessibility checker, an npm package…
const AXE: &str = "4.14.1";
/// … and the SHA-256 of its `axe.min.js`.
const AXE_SHA256: &str = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c";

/// A browser that the tests drive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Browser {
    /// Its name in a report.
    pub(crate) name: &'static str,
    /// Its programs, each under the names that it may have.
    programs: &'static [&'static [&'static str]],
    /// The packages of Debian that bring them.
    packages: &'static [&'static str],
}

/// The three engines that the book is tested with. Firefox's driver is built from
/// its crate: see [`provide_geckodriver`].
pub(crate) const BROWSERS: [Browser; 3] = [
    Browser {
        name: "chromium",
        programs: &[
            &["chromium", "chromium-browser", "google-chrome"],
            &["chromedriver"],
        ],
        packages: &["chromium", "chromium-driver"],
    },
    Browser {
        name: "firefox",
        programs: &[&["firefox-esr", "firefox"]],
        packages: &["firefox-esr"],
    },
    Browser {
        name: "webkit",
        programs: &[&["WebKitWebDriver"], &["Xvfb"]],
        packages: &["webkit2gtk-driver", "xvfb"],
    },
];

impl Browser {
    fn is_there(&self) -> bool {
        self.programs
            .iter()
            .all(|names| names.iter().any(|name| on_path(name).is_some()))
    }
}

/// Adds the wasm target to the toolchain unless it is there.
pub(crate) fn provide_wasm_target(report: &Report) -> Result<()> {
    let sysroot = Command::new("rustc")
        .args(["--print", "sysroot"])
        .output()
        .context("cannot start `rustc`")?;
    let sysroot = String::from_utf8(sysroot.stdout).context("the sysroot is not UTF-8")?;
    let libraries = Path::new(sysroot.trim())
        .join("lib/rustlib")
        .join(WASM_TARGET)
        .join("lib");
    if libraries.is_dir() {
        return Ok(());
    }
    if on_path("rustup").is_none() {
        bail!("the compiler lacks the target {WASM_TARGET}: install it, or install rustup");
    }
    report.say(&format!(
        "The compiler lacks {WASM_TARGET}: rustup target add {WASM_TARGET}"
    ));
    report.run(
        "rustup target add",
        Command::new("rustup").args(["target", "add", WASM_TARGET]),
    )?;
    Ok(())
}

/// Makes `target/tools/wasm-bindgen` a link to this program, which is wasm-bindgen
/// when it is started under that name. wasm-pack finds it on PATH, of the version
/// that Cargo.lock tells, and so downloads nothing.
pub(crate) fn link_wasm_bindgen(workspace: &Workspace) -> Result<()> {
    let link = workspace
        .tools()
        .join(format!("wasm-bindgen{}", env::consts::EXE_SUFFIX));
    if fs::read_link(&link).is_ok_and(|target| target == workspace.program) {
        return Ok(());
    }
    fs::create_dir_all(workspace.tools())?;
    if fs::symlink_metadata(&link).is_ok() {
        fs::remove_file(&link)?;
    }
    make_link(&workspace.program, &link).with_context(|| format!("cannot make {}", link.display()))
}

#[cfg(unix)]
fn make_link(program: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(program, link)
}

/// Links need a privilege on Windows; a copy does as well.
#[cfg(not(unix))]
fn make_link(program: &Path, link: &Path) -> std::io::Result<()> {
    fs::copy(program, link).map(|_| ())
}

/// Provides what the browser tests need; gives the browsers that are not there.
pub(crate) fn provide_for_tests(workspace: &Workspace, report: &Report) -> Result<Vec<Browser>> {
    let npm = (on_path("npm").is_none() && !axe_is_there(workspace)).then_some("npm");
    let missing = provide_packages(report, &BROWSERS, npm)?;
    // One of them fails without taking the other with it.
    let axe = provide_axe(workspace, report);
    if missing.iter().all(|browser| browser.name != "firefox") {
        provide_geckodriver(workspace, report)?;
    }
    axe.map(|()| missing)
}

/// Provides the one browser that takes pictures and measures; says whether it is there.
pub(crate) fn provide_chromium(report: &Report) -> Result<bool> {
    let wanted = BROWSERS
        .into_iter()
        .filter(|browser| browser.name == "chromium");
    let missing = provide_packages(report, &wanted.collect::<Vec<_>>(), None)?;
    Ok(missing.is_empty())
}

/// Installs the packages of the browsers that are not there, and more of them, or says
/// what to install; gives the browsers that are still not there.
fn provide_packages(
    report: &Report,
    browsers: &[Browser],
    more: Option<&'static str>,
) -> Result<Vec<Browser>> {
    let absent = || -> Vec<Browser> {
        let browsers = browsers.iter().copied();
        browsers.filter(|browser| !browser.is_there()).collect()
    };
    let missing = absent();
    let packages: Vec<_> = missing
        .iter()
        .flat_map(|browser| browser.packages.iter().copied())
        .chain(more)
        .collect();
    if packages.is_empty() {
        return Ok(missing);
    }
    let list = packages.join(" ");
    if !is_root_on_debian() {
        report.say(&format!(
            "To run all of it, install what Debian calls: {list} (as root on Debian this \
             command does it by itself)"
        ));
        return Ok(missing);
    }
    report.say(&format!("Packages are missing: apt-get install {list}"));
    apt_get(report, &["update"])?;
    let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
    arguments.extend(&packages);
    apt_get(report, &arguments)?;
    Ok(absent())
}

fn apt_get(report: &Report, arguments: &[&str]) -> Result<()> {
    let mut command = Command::new("apt-get");
    command
        .args(["--quiet"])
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive");
    report.run(&format!("apt-get {}", arguments[0]), &mut command)?;
    Ok(())
}

/// Builds Firefox's driver from its crate, once.
fn provide_geckodriver(workspace: &Workspace, report: &Report) -> Result<()> {
    let tools = workspace.tools();
    let program = tools
        .join("bin")
        .join(format!("geckodriver{}", env::consts::EXE_SUFFIX));
    let version = Command::new(&program).arg("--version").output();
    if version.is_ok_and(|told| {
        String::from_utf8_lossy(&told.stdout).starts_with(&format!("geckodriver {GECKODRIVER}"))
    }) {
        return Ok(());
    }
    report.say(&format!(
        "Firefox's driver is missing: cargo install geckodriver {GECKODRIVER}"
    ));
    // Without optimisation, which would double the wait: it only passes messages on.
    // In a folder of its own, since cargo locks the workspace's one.
    let build = tools.join("geckodriver-build");
    let mut install =
        workspace.cargo(&["install", "geckodriver", "--locked", "--force", "--debug"]);
    install
        .arg("--version")
        .arg(format!("={GECKODRIVER}"))
        .arg("--root")
        .arg(&tools)
        .arg("--target-dir")
        .arg(&build);
    report.run("geckodriver (cargo install)", &mut install)?;
    files::remove_folder(&build)
}

fn axe_script(workspace: &Workspace) -> PathBuf {
    workspace.tools().join("axe.min.js")
}

fn axe_is_there(workspace: &Workspace) -> bool {
    fs::read(axe_script(workspace)).is_ok_and(|script| files::sha256(&script) == AXE_SHA256)
}

/// Takes axe-core out of its npm package, once; nothing of the package is run.
fn provide_axe(workspace: &Workspace, report: &Report) -> Result<()> {
    if axe_is_there(workspace) {
        return Ok(());
    }
    if on_path("npm").is_none() {
        // `provide_packages` has said what to install.
        return Ok(());
    }
    report.say(&format!(
        "The accessibility checker is missing: npm pack axe-core@{AXE}"
    ));
    let folder = workspace.tools().join("axe");
    files::remove_folder(&folder)?;
    fs::create_dir_all(&folder)?;
    let mut pack = Command::new("npm");
    pack.args([
        "pack",
        "--silent",
        "--ignore-scripts",
        &format!("axe-core@{AXE}"),
    ]);
    report.run("axe-core (npm pack)", pack.current_dir(&folder))?;
    let mut unpack = Command::new("tar");
    unpack.args(["-xzf", &format!("axe-core-{AXE}.tgz"), "package/axe.min.js"]);
    report.run("axe-core (unpack)", unpack.current_dir(&folder))?;

    let script = files::read_bytes(&folder.join("package/axe.min.js"))?;
    let hash = files::sha256(&script);
    ensure!(
        hash == AXE_SHA256,
        "axe-core {AXE} is not the one that we know: SHA-256 {hash}, expected {AXE_SHA256}"
    );
    files::write_if_changed(&axe_script(workspace), &script)?;
    files::remove_folder(&folder)
}

/// Where a program lies, as a shell would find it.
fn on_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&name))
        .find(|program| program.is_file())
}

fn is_root_on_debian() -> bool {
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|told| String::from_utf8_lossy(&told.stdout).trim() == "0");
    let debian = fs::read_to_string("/etc/os-release")
        .is_ok_and(|release| release.lines().any(|line| line == "ID=debian"));
    root && debian
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found_on_the_path() {
        assert!(on_path("cargo").is_some());
        assert!(on_path("no-such-program-anywhere").is_none());
    }
}
