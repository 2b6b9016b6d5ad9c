//! The names in the inputs of a function that settings can use.

use std::collections::BTreeSet;

use super::pointers::general;

#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Pointers, slices, texts and arrays that have a capacity.
    pub sized: BTreeSet<String>,
    /// Pointers that can be null.
    pub pointers: BTreeSet<String>,
    /// Pointers to characters.
    pub texts: BTreeSet<String>,
    /// Global variables.
    pub globals: BTreeSet<String>,
    /// Numbers.
    pub values: BTreeSet<String>,
}

impl Names {
    pub fn extend(&mut self, other: Self) {
        self.sized.extend(other.sized);
        self.pointers.extend(other.pointers);
        self.texts.extend(other.texts);
        self.globals.extend(other.globals);
        self.values.extend(other.values);
    }
}

/// Whether a name refers to something: a thing itself, or all elements of one.
pub fn is_known(known: &BTreeSet<String>, name: &str) -> bool {
    known.contains(name) || known.iter().any(|one| general(one) == name)
}

/// The names, with all elements of an array under one name.
pub fn in_general(known: &BTreeSet<String>) -> BTreeSet<String> {
    known.iter().map(|name| general(name)).collect()
}
