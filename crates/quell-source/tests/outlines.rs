//! The trees of the files in `tests/data`, each beside its source. `QUELL_BLESS=1` rewrites them.

use std::fs;
use std::path::{Path, PathBuf};

use quell_source::{Language, SourceFile};

fn sources() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let entries = fs::read_dir(directory).expect("the data are there");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut sources: Vec<PathBuf> = paths
        .filter(|path| Language::from_path(path).is_some())
        .collect();
    sources.sort();
    sources
}

fn expectation_of(source: &Path) -> PathBuf {
    let mut name = source.as_os_str().to_owned();
    name.push(".tree");
    PathBuf::from(name)
}

fn outline_of(source: &Path) -> String {
    let language = Language::from_path(source).expect("only such files are taken");
    let text = fs::read_to_string(source).expect("it is text");
    let file = SourceFile::parse(source, text, language);
    let mut outline = file.outline();
    for error in file.errors() {
        let (line, column) = file.position(error.start);
        outline.push_str(&format!("error {line}:{column}\n"));
    }
    outline
}

#[test]
fn trees_are_as_expected() {
    let blessing = std::env::var_os("QUELL_BLESS").is_some();
    let mut differing = Vec::new();
    for source in sources() {
        let outline = outline_of(&source);
        let expectation = expectation_of(&source);
        if blessing {
            fs::write(&expectation, &outline).expect("it can be written");
        }
        let expected = fs::read_to_string(&expectation).unwrap_or_default();
        if expected != outline {
            differing.push(format!("{}\n{outline}", source.display()));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
