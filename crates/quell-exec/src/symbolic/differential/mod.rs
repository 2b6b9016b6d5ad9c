//! Differential execution: a mutant against the explored original.
//!
//! The exploration of the original is recorded step by step. A mutant starts at its first site from the recorded state, and
//! runs until it has converged with the original: the same states wait, and no input distinguishes them. From there on it
//! behaves like the original up to its next site, so that only the code around a mutation is executed again. All that the
//! symbolic executor knows of mutants is in this room.
//!
//! Door: [`DifferentialExplorer`], which runs the original and each [`Replacement`] and returns a [`Comparison`];
//! [`Convergence`] is its option. Uses all other rooms.

mod convergence;
mod explorer;
mod recording;
mod same_state;
mod state_difference;

pub use explorer::{Comparison, Convergence, DifferentialExplorer, Replacement};
