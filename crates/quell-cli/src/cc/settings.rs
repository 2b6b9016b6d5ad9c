//! Settings for mutants in the environment, which `make` passes to every compiler that it starts.

use std::env;
use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern};
use quell_objectives::criteria::{CriteriaSelection, CriterionError};
use quell_objectives::{Selection, SelectionError};
use thiserror::Error;

/// Groups or operators, as after `--operators`.
pub const FAULTS: &str = "QUELL_OPERATORS";
/// Names of functions, with wildcards; only they get mutants.
/// Coverage criteria, as after `--criterion`: labels are built in instead of mutants.
pub const CRITERIA: &str = "QUELL_CRITERIA";
pub const FUNCTIONS: &str = "QUELL_FUNCTIONS";
/// Names of source files, with wildcards; only they get mutants.
pub const ONLY: &str = "QUELL_ONLY";
/// `no`: mutants that the compiler makes the same code of are not looked for.
pub const COMPARE_CODE: &str = "QUELL_COMPARE_CODE";

#[derive(Debug)]
pub struct Settings {
    /// As the user wrote them.
    pub faults: String,
    pub selection: Selection,
    pub compare_code: bool,
    /// The criteria of labels; with none, mutants are built in.
    pub criteria: CriteriaSelection,
    /// The operators of weak mutation; all if none are given.
    pub weak: Option<Selection>,
    functions: Vec<Pattern>,
    only: Vec<Pattern>,
}

#[derive(Debug, Error)]
pub enum SettingsError {
    #[error("{FAULTS}: {0}")]
    Faults(#[from] SelectionError),
    #[error("{CRITERIA}: {0}")]
    Criteria(#[from] CriterionError),
    #[error(
        "{FAULTS} chooses the operators of weak mutation where {CRITERIA} is set: add WM to {CRITERIA}, or leave {FAULTS} out"
    )]
    Both,
    #[error("{variable}: `{pattern}` is no pattern of names: {source}")]
    Pattern {
        variable: &'static str,
        pattern: String,
        source: glob::PatternError,
    },
    #[error("{COMPARE_CODE}: expected `yes` or `no`, found `{0}`")]
    CompareCode(String),
}

impl Settings {
    pub fn from_env(default_faults: &str) -> Result<Self, SettingsError> {
        let chosen = text_of(FAULTS);
        let criteria = text_of(CRITERIA).map(|list| CriteriaSelection::parse(&list));
        let criteria = criteria.transpose()?.unwrap_or_default();
        let weak = match (&chosen, criteria.criteria.is_empty()) {
            (Some(_), false) if !criteria.has("WM") => return Err(SettingsError::Both),
            (Some(list), false) => Some(Selection::parse(list)?),
            _ => None,
        };
        let faults = chosen.unwrap_or_else(|| default_faults.to_owned());
        Ok(Self {
            selection: Selection::parse(&faults)?,
            faults,
            criteria,
            weak,
            compare_code: yes_or_no(text_of(COMPARE_CODE))?,
            functions: patterns(FUNCTIONS, text_of(FUNCTIONS))?,
            only: patterns(ONLY, text_of(ONLY))?,
        })
    }

    /// Whether labels are built in, and not mutants.
    pub fn wants_labels(&self) -> bool {
        !self.criteria.criteria.is_empty()
    }

    /// What is built in.
    pub fn what(&self) -> &'static str {
        match self.wants_labels() {
            true => "labels",
            false => "mutants",
        }
    }

    /// Whether a function may get mutants.
    pub fn wants_function(&self, name: &str) -> bool {
        self.functions.is_empty() || self.functions.iter().any(|pattern| pattern.matches(name))
    }

    /// Whether a source file may get mutants. A pattern without a slash is one of names, any other one of
    /// the ends of paths.
    pub fn wants_file(&self, path: &Path) -> bool {
        self.only.is_empty() || self.only.iter().any(|pattern| fits_end(pattern, path))
    }
}

const MATCHING: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

/// Whether the pattern fits the path or what is left of it after some of its directories.
fn fits_end(pattern: &Pattern, path: &Path) -> bool {
    let parts: Vec<Component<'_>> = path.components().collect();
    (0..parts.len()).any(|start| {
        let end: PathBuf = parts[start..].iter().collect();
        pattern.matches_path_with(&end, MATCHING)
    })
}

/// Yes unless the user says no.
fn yes_or_no(text: Option<String>) -> Result<bool, SettingsError> {
    match text.as_deref() {
        None | Some("yes") => Ok(true),
        Some("no") => Ok(false),
        Some(other) => Err(SettingsError::CompareCode(other.to_owned())),
    }
}

/// An empty variable is as good as none.
fn text_of(variable: &str) -> Option<String> {
    let value = env::var_os(variable).filter(|value| !value.is_empty());
    value.map(|value| value.to_string_lossy().into_owned())
}

fn patterns(variable: &'static str, text: Option<String>) -> Result<Vec<Pattern>, SettingsError> {
    let text = text.unwrap_or_default();
    let words = text
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty());
    let pattern = |word: &str| {
        Pattern::new(word).map_err(|source| SettingsError::Pattern {
            variable,
            pattern: word.to_owned(),
            source,
        })
    };
    words.map(pattern).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(list: &str) -> Settings {
        Settings {
            faults: "symbmc".to_owned(),
            selection: Selection::parse("symbmc").unwrap(),
            compare_code: true,
            criteria: CriteriaSelection::default(),
            weak: None,
            functions: patterns(FUNCTIONS, Some("parse_*,main".to_owned())).unwrap(),
            only: patterns(ONLY, Some(list.to_owned())).unwrap(),
        }
    }

    #[test]
    fn patterns_fit_the_ends_of_paths() {
        let settings = only("a*.c, src/*.c");
        for (path, wanted) in [
            ("ab.c", true),
            ("/x/ab.c", true),
            ("/x/src/z.c", true),
            ("/x/src/deep/z.c", false),
            ("./src/z.c", true),
            ("b.c", false),
        ] {
            assert_eq!(settings.wants_file(Path::new(path)), wanted, "{path}");
        }
        assert!(only("").wants_file(Path::new("b.c")));
        assert!(settings.wants_function("parse_line") && !settings.wants_function("mainly"));
    }

    #[test]
    fn a_bad_pattern_is_named() {
        let error = patterns(ONLY, Some("a[".to_owned())).unwrap_err();
        assert!(error.to_string().starts_with("QUELL_ONLY: `a[`"), "{error}");
        let error = yes_or_no(Some("maybe".to_owned())).unwrap_err();
        assert!(error.to_string().contains("found `maybe`"), "{error}");
    }
}
