//! Checks the order of the crates: each uses only those named before it in `crates/layers.txt`.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::CheckError;

/// The file with the order.
const LAYERS: &str = "crates/layers.txt";

/// For each crate of the workspace, the crates of the workspace that it uses.
type Uses = BTreeMap<String, Vec<String>>;

pub(crate) fn check(root: &Path) -> Result<Vec<String>, CheckError> {
    let path = root.join(LAYERS);
    let text = fs::read_to_string(&path).map_err(CheckError::reading(&path))?;
    Ok(violations(&parse_order(&text), &workspace_uses(root)?))
}

/// Parses a list with one name per line; `#` starts a comment.
pub(crate) fn parse_order(text: &str) -> Vec<&str> {
    text.lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .filter(|name| !name.is_empty())
        .collect()
}

/// The findings. The order may name crates that do not exist yet, because it is planned in advance.
fn violations(order: &[&str], uses: &Uses) -> Vec<String> {
    let rank = |name: &str| order.iter().position(|known| *known == name);
    let mut found = Vec::new();
    for (user, used) in uses {
        let Some(user_rank) = rank(user) else {
            found.push(format!(
                "{user} is not in {LAYERS}: give it its place there"
            ));
            continue;
        };
        for name in used {
            if rank(name).is_some_and(|used_rank| used_rank >= user_rank) {
                found.push(format!(
                    "{user} uses {name}, which is not below it in {LAYERS}"
                ));
            }
        }
    }
    found
}

/// Runs `cargo metadata`, which accounts for inherited, renamed, optional, target-specific, build and test
/// dependencies.
fn workspace_uses(root: &Path) -> Result<Uses, CheckError> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(root)
        .output()
        .map_err(|error| CheckError::Cargo(error.to_string()))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(CheckError::Cargo(message));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| CheckError::Cargo(error.to_string()))?;
    Ok(uses_in(&metadata))
}

/// A dependency with a path is a crate of this repository.
fn uses_in(metadata: &Value) -> Uses {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let named = packages.filter_map(|package| Some((package["name"].as_str()?, package)));
    named
        .map(|(name, package)| {
            let dependencies = package["dependencies"].as_array().into_iter().flatten();
            let local = dependencies.filter(|dependency| dependency["path"].is_string());
            let names = local.filter_map(|dependency| dependency["name"].as_str());
            (name.to_string(), names.map(str::to_string).collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses(list: &[(&str, &[&str])]) -> Uses {
        list.iter()
            .map(|(user, used)| {
                let used = used.iter().map(ToString::to_string).collect();
                (user.to_string(), used)
            })
            .collect()
    }

    #[test]
    fn downward_is_fine_and_planned_crates_may_be_missing() {
        let order = ["a", "planned", "b", "c"];
        let uses = uses(&[("a", &[]), ("b", &["a"]), ("c", &["a", "b"])]);
        assert_eq!(violations(&order, &uses), Vec::<String>::new());
    }

    #[test]
    fn upward_sideways_and_unknown_are_reported() {
        let order = ["a", "b"];
        let uses = uses(&[("a", &["b"]), ("b", &["b"]), ("stray", &["a"])]);
        let found = violations(&order, &uses);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].starts_with("a uses b,"));
        assert!(found[1].starts_with("b uses b,"));
        assert!(found[2].starts_with("stray is not in crates/layers.txt"));
    }

    #[test]
    fn comments_and_blank_lines_are_no_crates() {
        assert_eq!(parse_order("# top\na\n\n b # why\n#c\n"), ["a", "b"]);
    }
}
