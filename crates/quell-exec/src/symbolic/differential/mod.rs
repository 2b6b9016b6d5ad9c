//! Differential execution: a mutant against the explored original.
//!
//! * **Recording.** The exploration of the original is recorded step by step (`recording`). A mutant starts
//!   at its first site from the recorded state, and runs until it has converged with the original: the queued
//!   states are the same, and no input distinguishes them. From there on it behaves like the original up to
//!   its next site, so that only the code around a mutation is executed again; after the last site it is
//!   equivalent. Its states are scheduled by the order of its own blocks, which an edit may change.
//! * **Convergence may take a query** (`convergence`): does a valid input distinguish the states, or trap?
//!   The first query is about the values computed since the site alone, with fresh variables for what the
//!   states held there, so that it is the same in every iteration of a loop. After a few unsuccessful queries
//!   the mutant runs to its end.
//! * **Objects are named by the location that allocates them**, so that the original and its mutants allocate
//!   the same ones. A new call that stands for one of the original has its location ([`Replacement::calls`]).
//!
//! * **Convergence from any state** (`local`) needs no exploration of the original: it holds for all inputs.
//!
//! All that the symbolic executor knows of mutants is in this room.
//!
//! Door: [`DifferentialExplorer`], which runs the original and each [`Replacement`] and returns a
//! [`Comparison`]; [`Convergence`] is its option. [`LocalComparison`] compares in any state. Uses all other rooms.

mod constants;
mod convergence;
mod explorer;
mod local;
mod recording;
mod same_state;
mod state_difference;

pub use explorer::{Comparison, Convergence, DifferentialExplorer, Replacement};
pub use local::LocalComparison;
