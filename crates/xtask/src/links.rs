//! Checks links between the Markdown files of the repository. Links to other sites are not followed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::markdown::{self, Document, Link, Target};
use crate::{CheckError, walk};

pub(crate) fn check(root: &Path) -> Result<Vec<String>, CheckError> {
    let mut documents = BTreeMap::new();
    for path in walk::files(root, "md")? {
        let text = fs::read_to_string(&path).map_err(CheckError::reading(&path))?;
        documents.insert(path, markdown::read(&text));
    }
    let mut findings = Vec::new();
    for (path, document) in &documents {
        for link in &document.links {
            if let Some(finding) = finding(path, link, &documents) {
                let shown = walk::shown(path, root);
                findings.push(format!("{shown}:{}: {finding}", link.line));
            }
        }
    }
    Ok(findings)
}

/// The finding about a link, if it is broken.
fn finding(from: &Path, link: &Link, documents: &BTreeMap<PathBuf, Document>) -> Option<String> {
    let destination = match &link.target {
        Target::Undefined(label) => return Some(format!("[{label}] has no link definition")),
        Target::Destination(destination) => destination.as_str(),
    };
    if is_elsewhere(destination) {
        return None;
    }
    if destination.starts_with('/') {
        return Some(format!(
            "{destination} is absolute: make it relative to this file"
        ));
    }
    let (file, anchor) = match destination.split_once('#') {
        Some((file, anchor)) => (file, Some(anchor)),
        None => (destination, None),
    };
    let target = resolve(from, file);
    if !target.exists() {
        return Some(format!("{destination} does not exist"));
    }
    let document = documents.get(&target)?;
    let missing = anchor.filter(|anchor| !document.anchors.contains(*anchor))?;
    Some(format!("{destination}: the file has no heading #{missing}"))
}

/// Whether a destination has a scheme, such as `https:` or `mailto:`.
fn is_elsewhere(destination: &str) -> bool {
    let scheme = destination.split_once(':').map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| {
        scheme.len() > 1
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '+')
    })
}

/// The file that a link refers to, with `.` and `..` resolved.
fn resolve(from: &Path, file: &str) -> PathBuf {
    if file.is_empty() {
        return from.to_path_buf();
    }
    let mut resolved = from.parent().unwrap_or(Path::new("")).to_path_buf();
    for part in file.replace("%20", " ").split('/') {
        match part {
            "" | "." => {}
            ".." => {
                resolved.pop();
            }
            name => resolved.push(name),
        }
    }
    resolved
}
