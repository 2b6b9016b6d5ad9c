//! What the tests of a function execute, in whatever function it is: no proof within bounds says that this is unreached.

use std::collections::BTreeMap;

use quell_objectives::ObjectiveId;

use super::Ledger;

impl Ledger {
    /// The objectives of all functions that tests of this one execute, each with the first test.
    pub fn executed(&self) -> &BTreeMap<ObjectiveId, String> {
        &self.executed
    }

    /// Notes that the original executes the sites of objectives on a valid test.
    pub fn executes(&mut self, objectives: &[ObjectiveId], test: &str) {
        for id in objectives {
            let known = self.executed.entry(id.clone());
            known.or_insert_with(|| test.to_owned());
        }
    }
}

/// The objectives whose noted test is this one.
pub(super) fn executed_by(
    executed: &BTreeMap<ObjectiveId, String>,
    test: &str,
) -> Vec<ObjectiveId> {
    let of_test = executed.iter().filter(|(_, by)| *by == test);
    of_test.map(|(id, _)| id.clone()).collect()
}
