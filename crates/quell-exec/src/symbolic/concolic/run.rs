//! The result of running one input.

use std::rc::Rc;

use quell_term::Term;

use super::fork::Fork;
use super::trail::Trail;
use crate::stop::{Stop, StopKind};
use crate::symbolic::domain::Bound;
use crate::symbolic::explore::Returned;

/// How a path ended.
#[derive(Clone, Debug)]
pub enum PathEnd {
    Returned(Box<Returned>),
    /// It ended the program.
    Ended(StopKind),
    /// The input does something undefined, or violates an assumption.
    Undefined,
    /// It reached a bound.
    Cut(Bound),
    /// It reached what cannot be executed on terms.
    Stopped(Stop),
}

impl PathEnd {
    /// Whether the input is valid, and its path is followed to its end.
    pub fn is_complete(&self) -> bool {
        matches!(self, Self::Returned(_) | Self::Ended(_))
    }
}

/// A value that was taken from the input because a model needs a concrete one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Concretisation {
    /// What it is.
    pub what: &'static str,
    /// The library function that needs it, if it is one.
    pub function: Option<String>,
    /// The file and the line, if they are known.
    pub place: Option<(String, u32)>,
}

/// A path that an input took, from a fork to its end.
#[derive(Debug)]
pub struct Run {
    pub end: PathEnd,
    /// All decisions of the path.
    pub decisions: Vec<Term>,
    /// The first decisions of which the input satisfies all: all of them, if it is valid.
    pub satisfied: usize,
    pub trail: Rc<Trail>,
    /// The branches of the new part of the path that the input did not take, in their order.
    pub forks: Vec<Fork>,
    /// Branches that no input takes, which needed no query.
    pub infeasible: u64,
    pub concretisations: Vec<Concretisation>,
}
