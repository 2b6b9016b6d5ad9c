//! The schemas in the book agree with the types.

use std::fs;
use std::path::{Path, PathBuf};

use quell_results::schema::published;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/schemas")
}

/// `QUELL_BLESS=1 cargo test -p quell-results --test schemas` writes them.
#[test]
fn published_schemas_are_current() {
    let bless = std::env::var_os("QUELL_BLESS").is_some();
    for one in published() {
        let path = directory().join(one.file);
        if bless {
            fs::create_dir_all(directory()).unwrap();
            fs::write(&path, one.to_json()).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            written,
            one.to_json(),
            "{} is stale; QUELL_BLESS=1 rewrites it",
            path.display()
        );
    }
}

#[test]
fn there_are_no_other_schemas() {
    let mut files: Vec<String> = fs::read_dir(directory())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let published = published().map(|one| one.file.to_owned());
    assert_eq!(files, published);
}
