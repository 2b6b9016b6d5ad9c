//! What has changed since a revision of git: lines, and the functions that they are in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use quell_frontend::SourceUnit;
use quell_ir::debug::{DebugInfo, ScopeRanges};
use quell_ir::{FuncId, Module};
use quell_objectives::sources::whole_path;

use crate::error::CliError;

/// The changed lines of files, by their absolute paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    files: BTreeMap<PathBuf, Changed>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Changed {
    /// A file that git does not know.
    All,
    /// First and last lines.
    Lines(Vec<(u32, u32)>),
}

impl Diff {
    /// The difference between a revision and the files as they are, in the repository of the current directory.
    pub fn since(revision: &str) -> Result<Self, CliError> {
        if revision.starts_with('-') || revision.is_empty() {
            return Err(CliError::Usage(format!(
                "--diff {revision}: this is no revision of git"
            )));
        }
        let top = git(&["rev-parse", "--show-toplevel"])?;
        let root = PathBuf::from(top.trim_end());
        let options = [
            "-c",
            "core.quotepath=off",
            "diff",
            "--unified=0",
            "--no-color",
            "--no-ext-diff",
            "--no-textconv",
            "--no-renames",
            "--src-prefix=a/",
            "--dst-prefix=b/",
            revision,
            "--",
        ];
        let text = git(&options)?;
        let mut diff = Self::parse(&text, &root);
        let new = git(&[
            "ls-files",
            "--others",
            "--exclude-standard",
            "--full-name",
            "-z",
        ])?;
        for name in new.split('\0').filter(|name| !name.is_empty()) {
            diff.files.insert(root.join(name), Changed::All);
        }
        Ok(diff)
    }

    /// Reads a difference without lines of context.
    fn parse(text: &str, root: &Path) -> Self {
        let mut files: BTreeMap<PathBuf, Changed> = BTreeMap::new();
        let mut file = None;
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("+++ ") {
                let name = name.trim_end().strip_prefix("b/");
                file = name.map(|name| root.join(name));
            } else if let (Some(lines), Some(file)) = (hunk(line), &file) {
                let changed = files.entry(file.clone());
                let changed = changed.or_insert_with(|| Changed::Lines(Vec::new()));
                if let Changed::Lines(all) = changed {
                    all.push(lines);
                }
            }
        }
        Self { files }
    }

    /// The functions of the user in a file that have changed lines.
    pub fn functions(&self, unit: &SourceUnit) -> Vec<FuncId> {
        let info = DebugInfo::new(&unit.module);
        let users = info.user_functions().into_iter();
        users
            .filter(|id| self.has_changed(&unit.module, &info, *id))
            .collect()
    }

    fn has_changed(&self, module: &Module, info: &DebugInfo<'_>, id: FuncId) -> bool {
        let function = &module.functions[id];
        let Some((file, directory, first)) = info.function_place(function) else {
            return false;
        };
        let path = PathBuf::from(whole_path(file, directory));
        let known = self.files.get(&path);
        let known = known.or_else(|| self.files.get(&path.canonicalize().ok()?));
        let lines = match known {
            None => return false,
            Some(Changed::All) => return true,
            Some(Changed::Lines(lines)) => lines,
        };
        let scope = function.subprogram.expand();
        let range = scope.and_then(|scope| ScopeRanges::new(info, function).lines(scope));
        let (first, last) = range.unwrap_or((first, first));
        lines.iter().any(|(from, to)| *from <= last && first <= *to)
    }
}

/// The lines that a hunk leaves, `@@ -1,2 +3,4 @@`. Where it only removes lines, those beside them.
fn hunk(line: &str) -> Option<(u32, u32)> {
    let rest = line.strip_prefix("@@ ")?;
    let new = rest.split(' ').find_map(|word| word.strip_prefix('+'))?;
    let (first, count) = new.split_once(',').unwrap_or((new, "1"));
    let (first, count): (u32, u32) = (first.parse().ok()?, count.parse().ok()?);
    Some(match count {
        0 => (first, first.saturating_add(1)),
        count => (first, first.saturating_add(count - 1)),
    })
}

fn git(args: &[&str]) -> Result<String, CliError> {
    let failed = |why: String| CliError::Usage(format!("--diff: {why}"));
    let output = Command::new("git").args(args).output();
    let output = output.map_err(|error| failed(format!("cannot run git: {error}")))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr);
            let first = said.lines().next().unwrap_or("git failed");
            Err(failed(first.to_owned()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_are_lines() {
        let text = "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +2 @@ int f\n-a\n+b\n@@ -5,2 +6,3 @@\n\
                    @@ -9,2 +10,0 @@\n--- a/y.c\n+++ /dev/null\n@@ -1,2 +0,0 @@\n";
        let diff = Diff::parse(text, Path::new("/r"));
        let lines = Changed::Lines(vec![(2, 2), (6, 8), (10, 11)]);
        assert_eq!(
            diff.files,
            BTreeMap::from([(PathBuf::from("/r/x.c"), lines)])
        );
    }
}
