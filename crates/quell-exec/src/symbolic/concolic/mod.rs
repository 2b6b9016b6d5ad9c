//! Concolic execution: an input and the path condition of the path that it takes, in one run on terms.
//!
//! A [`Concolic`] executor runs a function on terms and decides every branch by the value of its condition on an
//! input. Where the input takes one branch, the others are left as [`Fork`]s: states that no input has taken yet. An
//! input that satisfies the decisions of a fork, which a solver finds, continues from there.
//!
//! Decisions:
//!
//! - **A path is one that an input takes.** A fork is only ever run on an input; what is infeasible is never executed.
//! - **Behaviour is defined on a path.** The path condition says that nothing undefined happened, as decisions like
//!   those of branches ([`TrapPolicy::Require`](crate::symbolic::TrapPolicy)). If the input itself does something undefined, its
//!   run ends there, and a fork remains for the other inputs that come to this place.
//! - **Two paths differ by the blocks that they execute.** Cases of a switch that lead to one block are one branch.
//!   Choices without a branch, such as an access at a symbolic index, are terms.
//! - **A concrete value is named.** Where a model of a library function needs one, it gets the value on the input. The
//!   path condition fixes it, other values are not followed, and the run says so: [`Concretisation`].
//! - **Site conditions are met at decisions.** Each [`Met`] says how many decisions were made before it, so that a
//!   query about it has exactly the prefix of the path that leads there. Conditions that are branches themselves
//!   ([`ConditionBranches::Forked`]) fork the path instead.
//!
//! Door: [`Concolic`], with [`Fork`] and [`Run`]. Uses the rooms `domain` and `explore`, with states as cheap to keep
//! as those of any exploration. It knows no solver: which fork is tried next, and on which input, is decided above.

mod executor;
mod fork;
mod iterations;
mod leave;
mod run;
mod trail;
mod watch;

pub use executor::Concolic;
pub use fork::{Fork, ForkKind, ForkPlace};
pub use run::{Concretisation, PathEnd, Run};
pub use trail::{Met, Trail};
pub use watch::ConditionBranches;
