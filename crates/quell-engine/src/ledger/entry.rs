//! The entry of a ledger for one objective.

use std::collections::BTreeMap;
use std::time::Duration;

use quell_results::{Reason, Sight};

use super::proof::{Doubt, Proofs};

/// The number of the size of proofs by an earlier engine: no input size has it.
const EARLIER: usize = usize::MAX;

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
    /// What another engine proved before, whose sizes have other numbers.
    pub earlier: Option<Proofs>,
    /// Whether another engine proved it before about all inputs of the largest size.
    pub was_exhausted: bool,
    /// The engine that found the test or the proof.
    pub engine: Option<&'static str>,
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
        let earlier = self.earlier.as_ref().map(|of| (EARLIER, of));
        // A trap that was predicted for small buffers may not exist in larger ones.
        let doubt = self.doubt.as_ref();
        let is_settled =
            |(size, _): &(usize, &Proofs)| doubt.is_none_or(|doubt| doubt.is_settled_by(*size));
        // Without a reason to prefer the later one, the earlier one stands: it may be about larger inputs.
        let all = [earlier, proved].into_iter().flatten();
        let best = all.reduce(|best, other| match other.1.strength() > best.1.strength() {
            true => other,
            false => best,
        });
        best.filter(is_settled)
    }

    /// Whether a proof without bounds shows that there is no test.
    pub fn is_impossible(&self) -> bool {
        let mut proofs = self
            .proved()
            .into_iter()
            .flat_map(|(_, of)| of.proofs.values());
        self.proved().is_some() && proofs.all(|proof| proof.scope.is_complete())
    }

    /// Whether a proof covers all inputs of the largest size that is searched: a larger unwinding bound would show no more.
    pub fn is_exhausted(&self) -> bool {
        let largest = self.sizes.keys().next_back().copied();
        let is_whole = |(size, of): (usize, &Proofs)| {
            Some(size) == largest && of.proofs.values().all(|proof| !proof.cut)
        };
        self.was_exhausted || self.is_impossible() || self.proved().is_some_and(is_whole)
    }

    /// Resets the entry for another engine; the proof so far is kept beside its findings.
    pub fn begin_anew(&mut self) {
        self.was_exhausted = self.is_exhausted();
        if let Some((_, proofs)) = self.proved() {
            self.earlier = Some(proofs.clone());
        }
        self.sizes.clear();
        self.settled = false;
        self.given_up = false;
    }

    /// Adds the proof that another engine found at the same time, and its doubt.
    pub fn join(&mut self, other: &Self) {
        self.time += other.time;
        if self.doubt.is_none() {
            self.doubt.clone_from(&other.doubt);
        }
        let Some((_, proofs)) = other.proved() else {
            return;
        };
        let own = self.proved().map(|(_, own)| own.strength());
        if own.is_none_or(|own| proofs.strength() > own) {
            self.engine = other.engine;
            self.open.clone_from(&other.open);
        }
        let is_exhausted = self.is_exhausted() || other.is_exhausted();
        self.begin_anew();
        self.sizes = BTreeMap::from([(0, proofs.clone())]);
        self.was_exhausted = is_exhausted;
        self.settled = true;
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

#[cfg(test)]
mod tests {
    use quell_values::{Bound, Scope};

    use super::super::proof::{Proof, Reached};
    use super::*;

    /// Proofs over one space, complete or with a bound.
    fn proofs(is_complete: bool, reached: Reached) -> Proofs {
        let mut scope = Scope::default();
        if !is_complete {
            scope.bound(Bound::LongerRuns);
        }
        let proof = Proof {
            scope,
            reached,
            ..Proof::claimed()
        };
        Proofs {
            spaces: 1,
            proofs: BTreeMap::from([(0, proof)]),
            ..Proofs::default()
        }
    }

    /// Later engines need not look at it again, unless a loop was cut or a larger size has no proof.
    #[test]
    fn a_proof_about_all_inputs_of_the_largest_size_exhausts_it() {
        let entry = |cut: bool, sizes: usize| {
            let mut own = proofs(false, Reached::Yes);
            own.proofs.values_mut().for_each(|proof| proof.cut = cut);
            let mut all = BTreeMap::from([(0, own)]);
            all.extend((1..sizes).map(|size| (size, Proofs::default())));
            Entry {
                sizes: all,
                ..Entry::default()
            }
        };
        assert!(entry(false, 1).is_exhausted());
        assert!(!entry(true, 1).is_exhausted());
        assert!(!entry(false, 2).is_exhausted());
        let mut later = entry(false, 1);
        later.begin_anew();
        assert!(later.is_exhausted());
    }

    #[test]
    fn a_later_proof_replaces_only_a_weaker_one() {
        let unreached = || proofs(false, Reached::No);
        let bounded = || proofs(false, Reached::Yes);
        let complete = || proofs(true, Reached::Yes);
        for (earlier, later, is_replaced) in [
            (unreached(), bounded(), true),
            (bounded(), complete(), true),
            (bounded(), unreached(), false),
            (bounded(), bounded(), false),
            (complete(), bounded(), false),
        ] {
            let entry = Entry {
                earlier: Some(earlier),
                sizes: BTreeMap::from([(0, later)]),
                ..Entry::default()
            };
            let size = entry.proved().map(|(size, _)| size);
            assert_eq!(size, Some(if is_replaced { 0 } else { EARLIER }));
        }
    }
}
