//! Which operators a user asks for: `symbmc`, `AOR,ROR`, `mothra:AOR`, `all`.

use thiserror::Error;

use super::{CATALOGUE, GROUPS, Group, Operator};

/// Rows of the catalogue, in its order.
#[derive(Clone, Debug)]
pub struct Selection {
    pub operators: Vec<&'static Operator>,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SelectionError {
    #[error("there is no operator or group `{wanted}`{}", suggestion(nearest))]
    Unknown {
        wanted: String,
        nearest: Vec<&'static str>,
    },
    #[error("`{operator}` is not an operator of the group `{group}`; it has {}", of_group.join(", "))]
    NotInGroup {
        operator: String,
        group: &'static str,
        of_group: Vec<&'static str>,
    },
    #[error("no operator is named")]
    Empty,
}

fn suggestion(nearest: &[&'static str]) -> String {
    match nearest {
        [] => "; `quell mutants --help` lists them".to_owned(),
        _ => format!("; did you mean `{}`?", nearest.join("` or `")),
    }
}

const ALL: &str = "all";

impl Selection {
    /// The operators of a list of groups and names, `GROUP:NAME` for the variant of one group.
    pub fn parse(text: &str) -> Result<Self, SelectionError> {
        let mut wanted: Vec<&'static Operator> = Vec::new();
        for word in text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            wanted.extend(meant_by(word)?);
        }
        if wanted.is_empty() {
            return Err(SelectionError::Empty);
        }
        let rows = CATALOGUE.iter().filter(|row| wanted.contains(row));
        Ok(Self {
            operators: rows.collect(),
        })
    }

    /// All operators.
    pub fn all() -> Self {
        Self {
            operators: CATALOGUE.iter().collect(),
        }
    }

    pub fn of_group(group: Group) -> Self {
        Self {
            operators: rows_of(group),
        }
    }
}

fn rows_of(group: Group) -> Vec<&'static Operator> {
    let rows = CATALOGUE.iter();
    rows.filter(|row| row.groups.contains(&group)).collect()
}

fn meant_by(word: &str) -> Result<Vec<&'static Operator>, SelectionError> {
    if word.eq_ignore_ascii_case(ALL) {
        return Ok(CATALOGUE.iter().collect());
    }
    if let Some(group) = group_named(word) {
        return Ok(rows_of(group));
    }
    let (group, name) = match word.split_once(':') {
        // All is no group: the name stands for itself.
        Some((all, name)) if all.eq_ignore_ascii_case(ALL) => (None, name),
        Some((group, name)) => (
            Some(group_named(group).ok_or_else(|| unknown(group))?),
            name,
        ),
        None => (None, word),
    };
    let named = CATALOGUE
        .iter()
        .filter(|row| row.name.eq_ignore_ascii_case(name));
    let named: Vec<&'static Operator> = named.collect();
    let Some(group) = group else {
        return if named.is_empty() {
            Err(unknown(word))
        } else {
            Ok(named)
        };
    };
    let in_group: Vec<_> = named
        .into_iter()
        .filter(|row| row.groups.contains(&group))
        .collect();
    match in_group.is_empty() {
        false => Ok(in_group),
        true => Err(SelectionError::NotInGroup {
            operator: name.to_owned(),
            group: group.name(),
            of_group: rows_of(group).iter().map(|row| row.name).collect(),
        }),
    }
}

fn group_named(word: &str) -> Option<Group> {
    let row = GROUPS.iter().find(|row| row.1.eq_ignore_ascii_case(word));
    row.map(|row| row.0)
}

fn unknown(word: &str) -> SelectionError {
    let mut names: Vec<&'static str> = GROUPS.iter().map(|row| row.1).collect();
    names.push(ALL);
    names.extend(CATALOGUE.iter().map(|row| row.name));
    names.dedup();
    let wanted = word.to_lowercase();
    let scored = names.into_iter().map(|name| {
        let distance = strsim::damerau_levenshtein(&wanted, &name.to_lowercase());
        (distance, name)
    });
    let mut scored: Vec<_> = scored
        .filter(|&(distance, _)| distance <= 1 + wanted.chars().count() / 4)
        .collect();
    scored.sort_unstable();
    scored.dedup();
    SelectionError::Unknown {
        wanted: word.to_owned(),
        nearest: scored.into_iter().take(3).map(|(_, name)| name).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        let rows = Selection::parse(text).unwrap().operators;
        rows.iter().map(|row| row.name).collect()
    }

    #[test]
    fn groups_names_and_variants() {
        assert_eq!(names("symbmc"), ["AOR", "ROR", "BOR", "IVI"]);
        assert_eq!(names("sufficient"), ["AOR", "ROR", "ABS", "LCR", "UOI"]);
        assert_eq!(names("symbmc:ror, bor"), ["ROR", "BOR"]);
        assert_eq!(names("aor").len(), 2);
        assert_eq!(names("all:AOR"), names("AOR"));
        assert_eq!(names("all").len(), CATALOGUE.len());
    }

    #[test]
    fn typing_errors_get_the_nearest_names() {
        let error = Selection::parse("sufficent").unwrap_err().to_string();
        assert!(error.ends_with("did you mean `sufficient`?"), "{error}");
        let error = Selection::parse("AOR,XYZZY").unwrap_err().to_string();
        assert!(
            error.contains("`XYZZY`") && error.contains("--help"),
            "{error}"
        );
        assert_eq!(Selection::parse(" , ").unwrap_err(), SelectionError::Empty);
        assert!(Selection::parse("symbmc:LCR").is_err());
    }
}
