//! The catalogue of operators: the pattern of each, its replacements, and an example. To add an
//! operator whose rules exist, add a row.
//!
//! - **Operators are data.** Rows are made of a few dozen rules. The chapter of the book and the tests run each row on its
//!   example.

mod rule;
mod select;
mod table;

pub use rule::{
    ConditionChange, ConnectiveChange, JumpChange, Position, Rule, Side, StatementChange, Thing,
    ValueChange, ValueForm,
};
pub use select::{Selection, SelectionError};
pub use table::CATALOGUE;

/// A family of operators that a user can ask for by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    Symbmc,
    Sufficient,
    Mothra,
    Extended,
}

/// The groups with their names and descriptions.
pub const GROUPS: &[(Group, &str, &str)] = &[
    (
        Group::Symbmc,
        "symbmc",
        "arithmetic, relational and bitwise operators, and values that are off by one or zero",
    ),
    (
        Group::Sufficient,
        "sufficient",
        "the five operators that experience shows to be enough for most purposes",
    ),
    (
        Group::Mothra,
        "mothra",
        "the 22 operators of the Fortran system Mothra, carried over to C and Rust",
    ),
    (
        Group::Extended,
        "extended",
        "whole statements, calls, branches, arguments, results, pointers and initialisations",
    ),
];

impl Group {
    pub fn name(self) -> &'static str {
        let row = GROUPS.iter().find(|row| row.0 == self);
        row.map_or("", |row| row.1)
    }
}

/// An operator, or its variant in some groups: two rows can share a name if they make
/// different replacements.
#[derive(Debug)]
pub struct Operator {
    pub name: &'static str,
    pub title: &'static str,
    pub groups: &'static [Group],
    pub rules: &'static [Rule],
    /// A function of C in one line, to which the operator applies.
    pub example: &'static str,
}

impl Operator {
    const fn new(
        name: &'static str,
        title: &'static str,
        groups: &'static [Group],
        rules: &'static [Rule],
        example: &'static str,
    ) -> Self {
        Self {
            name,
            title,
            groups,
            rules,
            example,
        }
    }
}

impl PartialEq for Operator {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_upper_case_and_every_group_is_there() {
        for operator in CATALOGUE {
            assert!(operator.name.bytes().all(|b| b.is_ascii_uppercase()));
            assert!(!operator.groups.is_empty() && !operator.rules.is_empty());
        }
        for &(group, ..) in GROUPS {
            assert!(CATALOGUE.iter().any(|row| row.groups.contains(&group)));
        }
    }

    #[test]
    fn a_group_has_each_name_once() {
        for &(group, ..) in GROUPS {
            let rows = CATALOGUE.iter().filter(|row| row.groups.contains(&group));
            let mut names: Vec<&str> = rows.map(|row| row.name).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{group:?}");
        }
    }
}
