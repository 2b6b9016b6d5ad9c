//! What the types of a function leave open about its inputs, as the user decides it.

use std::collections::{BTreeMap, BTreeSet};

/// What mutable globals hold before the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GlobalInputs {
    /// What the program begins with.
    #[default]
    Initial,
    /// Anything.
    Free,
}

#[derive(Clone, Debug)]
pub struct InputSettings {
    /// How many elements are behind a pointer that does not say it, and at most in a slice or a text.
    pub capacity: u64,
    /// The same for pointers to structs.
    pub structs: u64,
    /// How many pointers are followed one after the other; the next one is null.
    pub depth: u32,
    /// The last `char` behind a `char *` is NUL.
    pub text: bool,
    /// Pointers of C can be null. Those inside of structs always can: lists have an end.
    pub null: bool,
    pub globals: GlobalInputs,
    /// How many calls of a function that nobody defines have results of their own.
    pub calls: u32,
    /// Symbols of globals that count as used besides those that the function can come to use. A mutant may use one
    /// that the original does not, and a proof about it has to say what that holds.
    pub further_globals: BTreeSet<String>,
    /// Capacities of single pointers, by their names: `a`, `list.next`.
    pub capacities: BTreeMap<String, u64>,
}

impl Default for InputSettings {
    fn default() -> Self {
        Self {
            capacity: 8,
            structs: 1,
            depth: 3,
            text: false,
            null: false,
            globals: GlobalInputs::default(),
            calls: 8,
            further_globals: BTreeSet::new(),
            capacities: BTreeMap::new(),
        }
    }
}
