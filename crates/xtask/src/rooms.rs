//! Checks the order of the modules in a folder: where a folder has a `rooms.txt`, each of its modules uses
//! only those named before it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::layers::parse_order;
use crate::rust_paths::{self, UsedPath};
use crate::{CheckError, walk};

/// The file that lists the rooms of its folder, lowest first.
const ROOMS: &str = "rooms.txt";
/// File names of the folder's own module.
const OWN: &[&str] = &["mod", "lib", "main"];

pub(crate) fn check(root: &Path) -> Result<Vec<String>, CheckError> {
    let mut findings = Vec::new();
    for list in walk::files(root, "txt")? {
        if list.file_name().is_some_and(|name| name == ROOMS) {
            findings.extend(check_folder(root, &list)?);
        }
    }
    Ok(findings)
}

fn check_folder(root: &Path, list: &Path) -> Result<Vec<String>, CheckError> {
    let text = fs::read_to_string(list).map_err(CheckError::reading(list))?;
    let directory = list.parent().unwrap_or(root);
    let folder = Folder {
        list: walk::shown(list, root).to_string(),
        module: module_of(directory),
        order: parse_order(&text),
    };
    let mut findings = Vec::new();
    let mut found = BTreeSet::new();
    for path in walk::files(directory, "rs")? {
        let module = module_of(&path);
        let Some(room) = module.get(folder.module.len()).cloned() else {
            continue;
        };
        let text = fs::read_to_string(&path).map_err(CheckError::reading(&path))?;
        let shown = walk::shown(&path, root).to_string();
        for used in rust_paths::paths(&text, &module) {
            if let Some(finding) = folder.finding(&room, &used) {
                findings.push(format!("{shown}:{}: {finding}", used.line));
            }
        }
        found.insert(room);
    }
    findings.extend(folder.unlisted(&found));
    Ok(findings)
}

/// A folder with rooms.
struct Folder<'t> {
    /// The path of its `rooms.txt`, for messages.
    list: String,
    /// Its module path, without the crate.
    module: Vec<String>,
    order: Vec<&'t str>,
}

impl Folder<'_> {
    fn rank(&self, room: &str) -> Option<usize> {
        self.order.iter().position(|known| *known == room)
    }

    /// The finding about a path that a room uses, if it violates the order.
    fn finding(&self, room: &str, used: &UsedPath) -> Option<String> {
        let inside = used.path.strip_prefix(self.module.as_slice())?;
        let list = &self.list;
        let Some(name) = inside.first() else {
            let whole = self.module.join("::");
            return Some(format!("{room} uses {whole} as a whole: name the room"));
        };
        if name == room {
            return None;
        }
        match (self.rank(name), self.rank(room)) {
            (Some(used), Some(user)) if used < user => None,
            (Some(_), _) => Some(format!(
                "{room} uses {name}, which is not below it in {list}"
            )),
            (None, _) => Some(format!(
                "{room} uses {name}, which is no room of {list}: use it through its room"
            )),
        }
    }

    /// Modules that are missing in the list, and names in the list without a module.
    fn unlisted(&self, found: &BTreeSet<String>) -> Vec<String> {
        let list = &self.list;
        let stray = found.iter().filter(|room| self.rank(room).is_none());
        let stray = stray.map(|room| format!("{room} is not in {list}: give it its place there"));
        let gone = self.order.iter().filter(|room| !found.contains(**room));
        let gone = gone.map(|room| format!("{list} names {room}, which does not exist"));
        stray.chain(gone).collect()
    }
}

/// The module path of a file or folder below `src`, without the crate.
fn module_of(path: &Path) -> Vec<String> {
    let parts: Vec<String> = path
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    let start = parts.iter().rposition(|part| part == "src");
    let mut module = parts[start.map_or(0, |start| start + 1)..].to_vec();
    if let Some(last) = module.last_mut()
        && let Some(stem) = last.strip_suffix(".rs")
    {
        *last = stem.to_owned();
        if OWN.contains(&last.as_str()) {
            module.pop();
        }
    }
    module
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The findings for a crate with these files in the folder `src/f`.
    fn findings(order: &str, files: &[(&str, &str)]) -> Vec<String> {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("crates/c/src/f");
        for (name, text) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        fs::write(folder.join(ROOMS), order).unwrap();
        fs::write(folder.join("mod.rs"), "pub use high::Thing;\n").unwrap();
        check(directory.path()).unwrap()
    }

    const ORDER: &str = "# lowest first\nlow\nhigh\n";

    #[test]
    fn downward_sideways_and_outward_paths_are_allowed() {
        let low = "use super::other::A;\nuse crate::elsewhere::B;\npub(in crate::f) fn f() {}\n";
        let high = "use crate::f::low::{self, A};\nuse super::super::low::inner::B;\n";
        let files = [
            ("low/mod.rs", "mod other;\n"),
            ("low/inner.rs", low),
            ("low/other.rs", ""),
            ("high/mod.rs", "use super::low::A;\n"),
            ("high/inner.rs", high),
        ];
        assert_eq!(findings(ORDER, &files), Vec::<String>::new());
    }

    #[test]
    fn upward_paths_are_reported_with_file_and_line() {
        let cases = [
            "\nuse crate::f::high::Thing;\n",
            "\nuse super::super::high;\n",
            "\nuse crate::{a, f::{low::B, high::Thing}};\n",
            "\nfn f() -> crate::f::high::Thing {}\n",
            "\nmod tests { use super::super::super::high::Thing; }\n",
            "\nmacro_rules! m { () => { $crate::f::high::Thing } }\n",
        ];
        for text in cases {
            let files = [("low/inner.rs", text), ("high/mod.rs", "")];
            let found = findings(ORDER, &files);
            let expected = "crates/c/src/f/low/inner.rs:2: low uses high, which is not below it in crates/c/src/f/rooms.txt";
            assert_eq!(found, [expected], "{text}");
        }
    }

    #[test]
    fn rooms_may_not_be_bypassed_through_the_folder() {
        let bypasses = [
            ("use crate::f::Thing;\n", "low uses Thing, which is no room"),
            ("use super::super::*;\n", "low uses *, which is no room"),
            ("use crate::f;\n", "low uses f as a whole"),
        ];
        for (text, expected) in bypasses {
            let found = findings(ORDER, &[("low/inner.rs", text), ("high.rs", "")]);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].contains(expected), "{found:?}");
        }
    }

    #[test]
    fn comments_and_strings_are_no_paths() {
        let text =
            "// use crate::f::high;\n/* crate::f::high */\nconst A: &str = \"crate::f::high\";\n";
        let found = findings(ORDER, &[("low.rs", text), ("high.rs", "")]);
        assert_eq!(found, Vec::<String>::new());
    }

    #[test]
    fn every_module_is_listed_and_every_listed_room_exists() {
        let found = findings(ORDER, &[("low.rs", ""), ("stray/mod.rs", "")]);
        let expected = [
            "stray is not in crates/c/src/f/rooms.txt: give it its place there",
            "crates/c/src/f/rooms.txt names high, which does not exist",
        ];
        assert_eq!(found, expected);
    }
}
