//! The solver of one worker: queries of engines ([`session`]) and of explorations ([`feasibility`]), and the unsatisfiable
//! ones that proofs rest on ([`evidence`]).

pub mod evidence;
pub mod feasibility;
pub mod session;

pub use evidence::Script;
pub use feasibility::{FeasibilityQueries, SHORT_QUERY};
pub use session::{QueryStatistics, SolverSession};
