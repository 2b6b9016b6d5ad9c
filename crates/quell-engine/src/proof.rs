//! What is proved of a mutant, over which inputs, and what casts doubt on it.

use std::collections::{BTreeMap, BTreeSet};

use quell_results::{ProofMethod, Reason, Unanswered};
use quell_values::Scope;

use crate::evidence::Question;
use crate::reached::Reached;

/// No input tells a mutant from the original.
#[derive(Clone, Debug)]
pub struct Proof {
    /// What it assumes, and how far it goes.
    pub scope: Scope,
    /// Whether following loops further would make it cover more.
    pub cut: bool,
    pub method: ProofMethod,
    /// Whether a solver answered that no observable differs. Otherwise rewriting showed it.
    pub asked: bool,
    /// Whether an input that it is about executes the mutant.
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

/// Which inputs of a space a proof is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// How often loops go back to their start.
    pub unroll: u32,
    /// Whether others do so more often.
    pub is_cut: bool,
}

/// What a proof rests on.
#[derive(Clone, Debug)]
pub struct Ground {
    /// How often loops go back to their start.
    pub unroll: u32,
    /// None if terms alone show it.
    pub questions: Vec<Question>,
    /// Why there are none without rewrite rules either.
    pub unasked: Option<Unanswered>,
}

/// What a second solver can be asked about an equivalence.
#[derive(Clone, Debug, Default)]
pub struct Basis {
    pub questions: Vec<Question>,
    /// Why there is no question about some of its inputs.
    pub unasked: BTreeSet<Unanswered>,
}

/// A difference that was not seen natively.
#[derive(Clone, Debug)]
pub struct Doubt {
    pub reason: Reason,
    /// The number of the size that it is about, where it is the mutant's undefined behaviour. Any other contradicts what
    /// was computed, and no proof can be believed.
    pub only_in: Option<usize>,
}

impl Doubt {
    /// Whether a proof over a size says more than the doubt does.
    pub fn is_settled_by(&self, size: usize) -> bool {
        self.only_in.is_some_and(|doubted| doubted < size)
    }
}

/// What was proved over the input spaces of one size.
#[derive(Clone, Debug, Default)]
pub struct Proofs {
    /// How many input spaces there are.
    pub spaces: usize,
    /// By the number of the input space.
    pub proofs: BTreeMap<usize, Proof>,
    /// What the proofs rest on.
    pub grounds: BTreeMap<usize, Ground>,
}
