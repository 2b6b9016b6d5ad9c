//! The results of an exploration.

use std::rc::Rc;

use quell_ir::FuncId;
use quell_term::Term;

use super::state::Returned;
use crate::stop::StopKind;
use crate::symbolic::domain::{Bound, Log, Trap};

/// How all paths ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The merged state of all paths that returned.
    pub returned: Option<Rc<Returned>>,
    /// Instead of `returned`, each path that returned, where states are never merged.
    pub paths: Vec<Rc<Returned>>,
    /// The paths that ended otherwise.
    pub ends: Vec<End>,
    /// The recorded traps.
    pub traps: Vec<Trap>,
    /// The bounds that were reached.
    pub reached_bounds: Vec<ReachedBound>,
}

/// A path that ended other than by returning, and when.
#[derive(Clone, PartialEq, Debug)]
pub struct End {
    pub when: Term,
    pub how: StopKind,
    /// The observable events before it.
    pub log: Log,
}

/// A bound that was reached, where, and when. The path is not followed further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedBound {
    pub when: Term,
    pub function: FuncId,
    pub bound: Bound,
}
