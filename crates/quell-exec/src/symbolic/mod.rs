//! The symbolic executor: words are terms, pointers choices between objects, and a run many states.
//!
//! Six rooms, each using only those before it (`rooms.txt`; `cargo xtask` checks it):
//!
//! * [`domain`]: words, pointers, path conditions; what terms are built and what inputs are excluded.
//! * [`memory`]: objects with symbolic contents.
//! * [`models`]: library functions on terms, stubs of external functions.
//! * [`explore`]: paths, states, scheduling and merging.
//! * [`concolic`]: single paths that inputs take.
//! * [`differential`]: mutants against the explored original.
//!
//! `instance` binds the first three into the value domain that the machine is generic over.

pub mod concolic;
pub mod differential;
pub mod domain;
pub mod explore;
mod instance;
pub mod memory;
pub mod models;

pub use concolic::{
    Concolic, Concretisation, ConditionBranches, Fork, ForkKind, ForkPlace, Met, PathEnd, Run,
    Trail,
};
pub use differential::{
    Comparison, Convergence, DifferentialExplorer, LocalComparison, Replacement,
};
pub use domain::{
    Addresses, Alternative, Bound, ConcreteInput, Events, Log, ObjectId, PathCondition, Ptr,
    Simplification, Symbolic, Trap, TrapPolicy, Word,
};
pub use explore::{
    Bounds, End, Explorer, Feasibility, MergePolicy, MetTerms, Options, Outcome, ReachedBound,
    Returned, State, Value,
};
pub use memory::{Cell, Content, HeapBlock, Object, SymbolicMemory};
