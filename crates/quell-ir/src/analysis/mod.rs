//! Analyses of functions and modules, each a side table of the data model.
//!
//! Nothing here recurses, so that neither deep nor malformed input can exhaust the stack, and all
//! analyses take linear or nearly linear time in the number of edges.

pub mod callgraph;
pub mod cfg;
pub mod dominators;
pub mod graph;
pub mod loops;

pub use callgraph::CallGraph;
pub use cfg::Cfg;
pub use dominators::{Dominators, PostDominators};
pub use loops::{LoopForest, LoopId};
