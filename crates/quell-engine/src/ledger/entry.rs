//! What a ledger holds of one objective.

use std::collections::BTreeMap;
use std::time::Duration;

use quell_results::{Reason, Sight};

use super::proof::{Doubt, Proofs};

/// What is known of one objective.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub tests: Vec<String>,
    pub observed: Option<Sight>,
    pub is_timeout: bool,
    /// The original aborts on all of `tests`.
    pub original_aborts: bool,
    /// A test in reserve, on which the original aborts, kills it.
    pub is_reserved: bool,
    /// Proofs by the number of the input size.
    pub sizes: BTreeMap<usize, Proofs>,
    pub open: Option<Reason>,
    /// A predicted kill that native runs do not confirm.
    pub doubt: Option<Doubt>,
    pub time: Duration,
    /// Nothing more is to be found in the current input space.
    pub settled: bool,
    /// The solver gave no answer, and larger inputs would only be harder.
    pub given_up: bool,
}

impl Entry {
    /// The proofs over the largest size of which all spaces are covered.
    pub fn proved(&self) -> Option<(usize, &Proofs)> {
        let mut sizes = self.sizes.iter().rev().map(|(size, of)| (*size, of));
        let proved = sizes.find(|(_, of)| of.spaces > 0 && of.proofs.len() == of.spaces);
        // A trap that was predicted for small buffers may not exist in larger ones.
        let doubt = self.doubt.as_ref();
        proved.filter(|(size, _)| doubt.is_none_or(|doubt| doubt.is_settled_by(*size)))
    }

    pub fn is_killed(&self) -> bool {
        !self.tests.is_empty()
    }

    /// Whether another test would be better than those that kill it.
    pub fn wants_tests(&self) -> bool {
        self.tests.is_empty() || self.original_aborts
    }

    pub fn is_contradicted(&self) -> bool {
        self.doubt.as_ref().is_some_and(|of| of.only_in.is_none())
    }
}
