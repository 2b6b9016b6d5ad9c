//! What the types of a function leave open about its inputs, as the user decides it.

use std::collections::{BTreeMap, BTreeSet};

use super::pointers::general;
use super::restrict::Restriction;

/// Which of several things are meant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Which {
    #[default]
    None,
    All,
    /// By their names, or by what elements have in common: `a[2].x`, `a[].x`.
    Named(BTreeSet<String>),
}

impl Which {
    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Named(names) => names.contains(name) || names.contains(&general(name)),
        }
    }
}

#[derive(Clone, Debug)]
pub struct InputSettings {
    /// How many elements are behind a pointer that does not say it, and at most in a slice or a text.
    pub capacity: u64,
    /// The same for pointers to structs that no code takes for elements of a row.
    pub structs: u64,
    /// How many pointers are followed one after the other; the next one is null.
    pub depth: u32,
    /// Each `char *` that leads to characters of which the last is NUL.
    pub text: Which,
    /// Pointers of C that can be null. Those inside of structs always can: lists have an end.
    pub null: Which,
    /// Mutable globals that hold anything before the call, and not what the program begins with.
    pub free_globals: Which,
    /// How many calls of an external function have return values of their own.
    pub calls: u32,
    /// Symbols of globals that count as used besides those that the function may use. A mutant may use one
    /// that the original does not, and a proof about it has to say what that holds.
    pub further_globals: BTreeSet<String>,
    /// Capacities of single pointers, by their names: `a`, `list.next`.
    pub capacities: BTreeMap<String, u64>,
    /// Which values numbers have, by their names: `n`, `a[2].x`, `a[].x`.
    pub values: BTreeMap<String, Restriction>,
}

/// What is said of a name, or else of what it has in common with others.
pub(super) fn said_of<'s, T>(said: &'s BTreeMap<String, T>, name: &str) -> Option<(String, &'s T)> {
    [name.to_owned(), general(name)]
        .into_iter()
        .find_map(|name| Some((name.clone(), said.get(&name)?)))
}

impl Default for InputSettings {
    fn default() -> Self {
        Self {
            capacity: 8,
            structs: 1,
            depth: 3,
            text: Which::None,
            null: Which::None,
            free_globals: Which::None,
            calls: 8,
            further_globals: BTreeSet::new(),
            capacities: BTreeMap::new(),
            values: BTreeMap::new(),
        }
    }
}
