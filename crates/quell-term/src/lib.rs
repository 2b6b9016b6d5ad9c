//! Terms: what a program computes, as a formula.
//!
//! A [`Pool`] holds every term once. Terms are made by one method per operator, which rewrites what
//! it is given to a simpler or more regular form; what each operator is stands in one table
//! ([`Op`]). Nothing here recurses over the depth of a term.

mod build;
mod eval;
mod facts;
mod fold;
mod map;
mod meaning;
mod narrow;
mod op;
mod pattern;
mod pool;
mod rewrite;
mod rules;
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
