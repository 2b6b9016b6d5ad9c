//! Terms: formulas over Booleans, bit vectors, floats and arrays.
//!
//! A [`Pool`] holds every term once. Terms are made by one method per operator, which rewrites them
//! to a simpler or more regular form. One table describes the operators ([`Op`]); typing, evaluation
//! and printing follow from it.
//!
//! - Terms are rewritten as they are built, and equal terms have the same index: a mutant whose
//!   state has converged with the original's is recognised by comparing indices.
//! - Every operator is total, as in SMT-LIB. Where SMT-LIB leaves a value open, nothing is folded;
//!   a builder such as [`Pool::fp_fits`] gives the condition that excludes the case.
//! - There is one NaN. Comparisons and classifications of floats that are made from bits directly
//!   are expressed with bit vectors, which are easier for solvers.
//! - Nothing recurses over the depth of a term. The number of rewriting steps for one term is
//!   bounded; beyond the bound terms are interned as they are built.

mod build;
mod eval;
mod facts;
mod fold;
mod map;
mod narrow;
mod op;
mod pattern;
mod pool;
mod rewrite;
mod rules;
mod semantics;
pub mod smtlib;
mod sort;
mod typing;
mod value;
mod walk;

pub use eval::{Evaluator, evaluate};
pub use map::TermMap;
pub use narrow::narrowed;
pub use op::{BitsId, Info, Op, Rounding, Signature, VarId};
pub use pattern::canonical_nan;
pub use pool::{Pool, PoolId, SortError, Term};
pub use rules::{Instances, Rule, rules};
pub use sort::{Sort, pattern_width};
pub use value::{ArrayValue, Assignment, Value};
pub use walk::{
    Case, Substitution, are_made_of_more, cases, have_more_products, is_product, reachable,
    substitute, variables,
};
