//! Analyses of functions and modules, each a side table made from the data model.
//!
//! Nothing here recurses, so that neither deep nor malformed input can exhaust the stack, and
//! everything is linear or nearly so in the number of edges.

pub mod callgraph;
pub mod cfg;
pub mod dominators;
pub mod graph;
pub mod loops;

pub use callgraph::CallGraph;
pub use cfg::Cfg;
pub use dominators::{Dominators, PostDominators};
pub use loops::{LoopForest, LoopId};
