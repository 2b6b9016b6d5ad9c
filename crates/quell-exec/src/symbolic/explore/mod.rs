//! Exploration: executes all paths of a function on terms, up to bounds, with state merging.
//!
//! The [`Explorer`] runs one state at a time to the end of its block, forks it where a branch or a call
//! depends on inputs, and merges states that reach the same location, as the [`MergePolicy`] says.
//!
//! * **Schedule** (`scheduler`). States that can still reach a location run before the state that is queued
//!   there: inner calls before what follows them, earlier iterations of a loop before later ones, a loop
//!   before the code behind it. Two states at one location (a stack of blocks with counts of unwindings) are
//!   merged into one, with a choice where their values differ.
//! * **Merge policy** (`merge_policy`). [`MergePolicy::SameConstants`] keeps up to 24 states with different
//!   constants apart, so that loop counters stay constants. States that begin an iteration with the same
//!   constants are merged even if they unwound the loop a different number of times: a mutant that repeats an
//!   iteration converges with the original. [`MergePolicy::Never`] follows each feasible path alone.
//!
//! Door: [`Explorer`], made from [`Options`]; it returns an [`Outcome`] and asks a [`Feasibility`] check
//! whether paths are feasible. Uses the rooms `domain`, `memory` and `models`. It knows nothing of mutants: a
//! room above may substitute the body of a function and restore a [`Snapshot`].

mod block_exit;
mod calls;
mod explorer;
mod feasibility;
mod flow;
mod merge_policy;
mod options;
mod outcome;
mod scheduler;
mod state;
mod watch;

pub(crate) use block_exit::BlockExit;
pub use explorer::Explorer;
pub(crate) use explorer::{QueuedState, Snapshot};
pub use feasibility::Feasibility;
pub(crate) use flow::Flow;
pub use merge_policy::MergePolicy;
pub use options::{Bounds, Options};
pub use outcome::{End, Outcome, ReachedBound};
pub(crate) use state::LoopProgress;
pub use state::{Returned, State, Value};
pub use watch::MetTerms;
