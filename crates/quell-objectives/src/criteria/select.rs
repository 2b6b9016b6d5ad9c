//! Which criteria a user asks for: `CC,MCC`.

use thiserror::Error;

use super::{CRITERIA, Criterion};

/// Rows of the catalogue, in its order.
#[derive(Clone, Debug, Default)]
pub struct CriteriaSelection {
    pub criteria: Vec<&'static Criterion>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CriterionError {
    #[error("there is no criterion `{wanted}`; there are {}", names().join(", "))]
    Unknown { wanted: String },
    #[error("no criterion is named; there are {}", names().join(", "))]
    Empty,
}

fn names() -> Vec<&'static str> {
    CRITERIA.iter().map(|row| row.name).collect()
}

impl CriteriaSelection {
    /// The criteria of a list of names.
    pub fn parse(text: &str) -> Result<Self, CriterionError> {
        let words = text.split(',').map(str::trim);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        if words.is_empty() {
            return Err(CriterionError::Empty);
        }
        for word in &words {
            if !CRITERIA.iter().any(|row| is_named(row, word)) {
                let wanted = (*word).to_owned();
                return Err(CriterionError::Unknown { wanted });
            }
        }
        let is_wanted = |row: &&Criterion| words.iter().any(|word| is_named(row, word));
        Ok(Self {
            criteria: CRITERIA.iter().filter(is_wanted).collect(),
        })
    }

    /// Whether a criterion is among them.
    pub fn has(&self, name: &str) -> bool {
        self.criteria.iter().any(|row| row.name == name)
    }
}

fn is_named(row: &Criterion, word: &str) -> bool {
    row.name.eq_ignore_ascii_case(word)
}
