//! What queries about an objective show.

use quell_results::Reason;
use quell_solver::Reason as Unknown;

use crate::ledger::proof::Proof;

/// What the queries about one objective show.
pub enum Finding {
    Settled,
    /// No difference exists within the bounds on inputs on which the original does not abort; whether one may exist beyond them.
    Reserved {
        cut: bool,
    },
    /// No difference exists within the bounds.
    Proof(Proof),
    /// Nothing is known; whether a larger unwinding bound may help.
    Open(Reason, bool),
    /// A query has no answer.
    Unanswered(Unknown),
    /// Native runs do not confirm a predicted kill; whether it is undefined behaviour of the mutant alone.
    Doubt(Reason, bool),
}
