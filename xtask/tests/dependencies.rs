//! The crates depend on each other in one direction, and versions that must agree do.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// Each crate of the workspace with the crates of the workspace that it may use.
///
/// xtask uses none of them: it compiles and starts them, so that `serve` never goes on
/// with a stale preprocessor. The browser tests know the book alone.
const ALLOWED: [(&str, &[&str]); 7] = [
    ("morpion-engine", &[]),
    ("morpion-board", &["morpion-engine"]),
    ("mdbook-morpion", &["morpion-board", "morpion-engine"]),
    ("morpion-web", &["morpion-board", "morpion-engine"]),
    ("morpion-cli", &["morpion-engine"]),
    ("morpion-tests", &[]),
    ("xtask", &[]),
];

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .exec()
        .expect("cargo metadata runs")
}

fn members(metadata: &Metadata) -> BTreeMap<&str, &Package> {
    metadata
        .workspace_packages()
        .into_iter()
        .map(|package| (package.name.as_str(), package))
        .collect()
}

/// The versions of a crate in Cargo.lock.
fn versions(metadata: &Metadata, name: &str) -> BTreeSet<String> {
    metadata
        .packages
        .iter()
        .filter(|package| package.name.as_str() == name)
        .map(|package| package.version.to_string())
        .collect()
}

#[test]
fn edges_between_our_crates_are_the_allowed_ones() {
    let metadata = metadata();
    let members = members(&metadata);
    let allowed: BTreeMap<_, _> = ALLOWED.into_iter().collect();
    assert_eq!(
        members.keys().collect::<Vec<_>>(),
        allowed.keys().collect::<Vec<_>>(),
        "a crate came or went: say in ALLOWED what it may use"
    );
    for (name, package) in &members {
        for dependency in &package.dependencies {
            let used = dependency.name.as_str();
            assert!(
                !members.contains_key(used) || allowed[name].contains(&used),
                "{name} must not use {used} ({})",
                dependency.kind
            );
        }
    }
}

/// An allowed edge that no crate has would hide a change of design.
#[test]
fn the_boards_are_built_on_the_engine() {
    let metadata = metadata();
    let members = members(&metadata);
    for (name, expected) in ALLOWED {
        let used: BTreeSet<_> = members[name]
            .dependencies
            .iter()
            .filter(|dependency| dependency.kind == DependencyKind::Normal)
            .map(|dependency| dependency.name.as_str())
            .filter(|used| members.contains_key(used))
            .collect();
        assert_eq!(used, expected.iter().copied().collect(), "{name}");
    }
}

#[test]
fn the_engine_has_no_dependency() {
    let metadata = metadata();
    let engine = members(&metadata)["morpion-engine"];
    let used: Vec<_> = engine
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind != DependencyKind::Development)
        .map(|dependency| dependency.name.as_str())
        .collect();
    assert_eq!(used, [] as [&str; 0]);
}

/// Two copies would mean that our preprocessor reads Markdown in another way than
/// mdBook does.
#[test]
fn there_is_one_pulldown_cmark() {
    assert_eq!(versions(&metadata(), "pulldown-cmark").len(), 1);
}

#[test]
fn there_is_one_mdbook() {
    let metadata = metadata();
    let driver = versions(&metadata, "mdbook-driver");
    assert_eq!(driver.len(), 1);
    for name in ["mdbook-html", "mdbook-preprocessor", "mdbook-markdown"] {
        assert_eq!(versions(&metadata, name), driver, "{name}");
    }
}

/// wasm-bindgen's format changes with every release.
#[test]
fn wasm_bindgen_and_its_tool_agree() {
    let metadata = metadata();
    let library = versions(&metadata, "wasm-bindgen");
    assert_eq!(library.len(), 1);
    for name in [
        "wasm-bindgen-cli",
        "wasm-bindgen-cli-support",
        "wasm-bindgen-shared",
    ] {
        assert_eq!(versions(&metadata, name), library, "{name}");
    }
}
