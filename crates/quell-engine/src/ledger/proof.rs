//! Proofs about mutants: what they cover, what they rest on, and what casts doubt on them.

use std::collections::{BTreeMap, BTreeSet};

use quell_results::{ProofMethod, Reason, Unanswered};
use quell_values::Scope;

use crate::solving::Script;

/// Whether a valid input within the bounds executes a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reached {
    Yes,
    No,
    NotKnown,
}

/// No distinguishing input of a mutant exists in an input space.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Its assumptions and bounds.
    pub scope: Scope,
    /// Whether a larger unwinding bound would make it cover more.
    pub cut: bool,
    pub method: ProofMethod,
    /// Whether a query proved that no observable differs. Otherwise rewriting showed it.
    pub asked: bool,
    /// Whether an input that it covers executes the mutant.
    pub reached: Reached,
}

impl Proof {
    /// An equivalence that the user claims, without bounds.
    pub fn claimed() -> Self {
        Self {
            scope: Scope::default(),
            cut: false,
            method: ProofMethod::Query,
            asked: false,
            reached: Reached::Yes,
        }
    }
}

/// Which inputs of a space a proof covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// The unwinding bound.
    pub unwinding: u32,
    /// Whether it leaves inputs out.
    pub is_cut: bool,
}

/// What a proof rests on.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The unwinding bound.
    pub unwinding: u32,
    /// Unsatisfiable queries; none if rewriting shows it.
    pub queries: Vec<Script>,
    /// Why there is no query without rewrite rules either.
    pub unasked: Option<Unanswered>,
}

/// What a second solver can check about an equivalence.
#[derive(Clone, Debug, Default)]
pub struct Basis {
    pub queries: Vec<Script>,
    /// Why there is no query about some of its inputs.
    pub unasked: BTreeSet<Unanswered>,
}

/// A predicted difference that native runs do not confirm.
#[derive(Clone, Debug)]
pub struct Doubt {
    pub reason: Reason,
    /// The number of the input size, where the difference is undefined behaviour of the mutant. Any other difference contradicts
    /// the symbolic machine, and no proof can be trusted.
    pub only_in: Option<usize>,
}

impl Doubt {
    /// Whether a proof over a size overrides the doubt.
    pub fn is_settled_by(&self, size: usize) -> bool {
        self.only_in.is_some_and(|doubted| doubted < size)
    }
}

/// What proofs say about an objective, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// Within their bounds no input executes it.
    Unreached,
    Bounded,
    Complete,
}

/// The proofs over the input spaces of one size.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    /// The number of input spaces.
    pub spaces: usize,
    /// By the number of the input space.
    pub proofs: BTreeMap<usize, Proof>,
    /// What the proofs rest on.
    pub grounds: BTreeMap<usize, Ground>,
}

impl Proofs {
    pub fn strength(&self) -> Strength {
        let all = || self.proofs.values();
        if all().all(|proof| proof.scope.is_complete()) {
            Strength::Complete
        } else if all().all(|proof| proof.reached == Reached::No) {
            Strength::Unreached
        } else {
            Strength::Bounded
        }
    }
}
