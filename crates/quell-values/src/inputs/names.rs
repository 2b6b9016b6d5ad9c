//! What there is in the inputs of a function that settings can name.

use std::collections::BTreeSet;

use super::pointers::general;

#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Pointers, slices, texts and arrays that have a capacity.
    pub sized: BTreeSet<String>,
    /// Pointers that null could be in.
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

/// Whether a name means something that there is: itself, or all elements of something.
pub fn is_known(known: &BTreeSet<String>, name: &str) -> bool {
    known.contains(name) || known.iter().any(|one| general(one) == name)
}

/// The names with all elements of something told once.
pub fn in_general(known: &BTreeSet<String>) -> BTreeSet<String> {
    known.iter().map(|name| general(name)).collect()
}
