//! The checks accept valid directories and reject invalid ones.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use xtask::CHECKS;

fn repository(files: &[(&str, &str)]) -> TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (name, contents) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).unwrap();
        fs::write(path, contents).unwrap();
    }
    directory
}

fn findings(check: &str, root: &Path) -> Vec<String> {
    let check = CHECKS
        .iter()
        .find(|known| known.name == check)
        .expect("a known check");
    (check.run)(root).unwrap()
}

const WORKSPACE: &str = "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n\
    [workspace.dependencies]\nlow = { path = \"crates/low\" }\nhigh = { path = \"crates/high\" }\n";

fn package(name: &str, section: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n{section}\n")
}

fn workspace(layers: &str, low: &str, high: &str) -> TempDir {
    repository(&[
        ("Cargo.toml", WORKSPACE),
        ("crates/layers.txt", layers),
        ("crates/low/Cargo.toml", &package("low", low)),
        ("crates/low/src/lib.rs", ""),
        ("crates/high/Cargo.toml", &package("high", high)),
        ("crates/high/src/lib.rs", ""),
    ])
}

#[test]
fn a_layered_workspace_passes() {
    let root = workspace("low\nhigh\n", "", "[dependencies]\nlow.workspace = true");
    assert_eq!(findings("layers", root.path()), Vec::<String>::new());
}

#[test]
fn a_crate_that_reaches_upwards_is_caught_whatever_the_kind_of_dependency() {
    let sections = [
        "[dependencies]\nhigh.workspace = true",
        "[dev-dependencies]\nhigh.workspace = true",
        "[build-dependencies]\nhigh.workspace = true",
        "[dependencies]\nother = { package = \"high\", path = \"../high\", optional = true }",
        "[target.'cfg(windows)'.dependencies]\nhigh.workspace = true",
    ];
    for section in sections {
        let root = workspace("low\nhigh\n", section, "");
        let found = findings("layers", root.path());
        assert_eq!(found.len(), 1, "{section}: {found:?}");
        assert!(found[0].starts_with("low uses high"), "{found:?}");
    }
}

#[test]
fn a_crate_that_layers_txt_does_not_list_is_caught() {
    let root = workspace("low\n", "", "");
    let found = findings("layers", root.path());
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("high is not in"), "{found:?}");
}

#[test]
fn good_links_pass() {
    let root = repository(&[
        (
            "README.md",
            "# Top\n[a](docs/a.md#second-part) [b](docs/) [c](#top) [d](https://example.org/x#y)\n\
             [e](docs/../docs/b%20c.md) ![f](docs/p.png) <mailto:a@example.org>\n",
        ),
        ("docs/a.md", "# First\n## Second part\n[up](../README.md)\n"),
        ("docs/b c.md", ""),
        ("docs/p.png", ""),
        ("target/ignored.md", "[x](nowhere.md)"),
    ]);
    assert_eq!(findings("links", root.path()), Vec::<String>::new());
}

#[test]
fn dead_links_are_caught_with_file_and_line() {
    let cases = [
        ("[a](gone.md)", "gone.md does not exist"),
        ("[a](b.md#gone)", "b.md#gone: the file has no heading #gone"),
        ("[a](#gone)", "#gone: the file has no heading #gone"),
        ("[a](/b.md)", "/b.md is absolute"),
        ("[a][gone]", "[gone] has no link definition"),
        ("![a](gone.png)", "gone.png does not exist"),
        ("[a](gone/)", "gone/ does not exist"),
    ];
    for (link, complaint) in cases {
        let text = format!("# Title\n\n{link}\n");
        let root = repository(&[("docs/a.md", &text), ("docs/b.md", "# B\n")]);
        let found = findings("links", root.path());
        assert_eq!(found.len(), 1, "{link}: {found:?}");
        assert!(found[0].starts_with("docs/a.md:3: "), "{found:?}");
        assert!(found[0].contains(complaint), "{found:?}");
    }
}

const FOLDER: &str = "crates/c/src/f";

fn folder_with_rooms(low: &str) -> TempDir {
    let at = |name: &str| format!("{FOLDER}/{name}");
    let (list, module) = (at("rooms.txt"), at("mod.rs"));
    let (inner, high) = (at("low/inner.rs"), at("high.rs"));
    repository(&[
        (&list, "low\nhigh\n"),
        (&module, "mod high;\nmod low;\n"),
        (&inner, low),
        (&high, "use super::low::inner::Thing;\n"),
    ])
}

#[test]
fn a_folder_with_ordered_rooms_passes() {
    let root = folder_with_rooms("use super::Other;\nuse crate::g::Thing;\n");
    assert_eq!(findings("rooms", root.path()), Vec::<String>::new());
}

#[test]
fn a_room_that_reaches_upwards_is_caught() {
    let root = folder_with_rooms("use super::Other;\nuse crate::f::high::Thing;\n");
    let found = findings("rooms", root.path());
    assert_eq!(found.len(), 1, "{found:?}");
    let expected = format!("{FOLDER}/low/inner.rs:2: low uses high, which is not below it");
    assert!(found[0].starts_with(&expected), "{found:?}");
}
