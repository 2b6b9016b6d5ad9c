//! Settings for properties of inputs that types do not determine.

use std::collections::{BTreeMap, BTreeSet};

use super::pointers::general;
use super::restrict::Restriction;

/// A selection among several things.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Which {
    #[default]
    None,
    All,
    /// By name, or by the name of all elements: `a[2].x`, `a[].x`.
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
    /// The number of elements behind a pointer whose type does not determine it, and the maximal length of a slice or a text.
    pub capacity: u64,
    /// The same for pointers to structs that the code does not index.
    pub structs: u64,
    /// The maximal depth of chains of pointers; the next one is null.
    pub depth: u32,
    /// Each `char *` to NUL-terminated characters.
    pub text: Which,
    /// Nullable pointers of C; the parameters that the code compares with null if nothing is said. Pointers inside structs are always
    /// nullable, as lists must end.
    pub null: Option<Which>,
    /// Mutable globals that have any value before the call, instead of their initialisers.
    pub free_globals: Which,
    /// The number of calls of an external function with symbolic return values.
    pub calls: u32,
    /// Symbols of globals that are inputs besides those that the function may use. A mutant may use one
    /// that the original does not, and a proof about it must name the assumption on its value.
    pub further_globals: BTreeSet<String>,
    /// Capacities of single pointers, by their names: `a`, `list.next`.
    pub capacities: BTreeMap<String, u64>,
    /// Allowed values of numbers, by their names: `n`, `a[2].x`, `a[].x`.
    pub values: BTreeMap<String, Restriction>,
}

/// The entry of a name, or else the entry of all elements.
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
            null: None,
            free_globals: Which::None,
            calls: 8,
            further_globals: BTreeSet::new(),
            capacities: BTreeMap::new(),
            values: BTreeMap::new(),
        }
    }
}
