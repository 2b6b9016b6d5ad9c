//! Unsatisfiable queries that proofs rest on. A second solver checks them again.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use quell_term::{Pool, Term, smtlib};

/// A query as an SMT-LIB script, which can be read without its pool and by any thread.
pub type Script = Arc<str>;

/// Collects unsatisfiable queries where a second solver is to check them.
#[derive(Clone, Debug, Default)]
pub struct Evidence(Option<Rc<RefCell<Vec<Vec<Term>>>>>);

impl Evidence {
    pub fn new(is_wanted: bool) -> Self {
        Self(is_wanted.then(Rc::default))
    }

    /// Adds terms of the current pool whose conjunction is unsatisfiable.
    pub fn add(&self, assertions: &[Term]) {
        if let Some(queries) = &self.0 {
            queries.borrow_mut().push(assertions.to_vec());
        }
    }

    /// The number of queries since the last [`Self::take`] or [`Self::clear`].
    pub fn count(&self) -> usize {
        self.0.as_ref().map_or(0, |queries| queries.borrow().len())
    }

    /// Forgets all but the first queries.
    pub fn truncate(&self, count: usize) {
        if let Some(queries) = &self.0 {
            queries.borrow_mut().truncate(count);
        }
    }

    /// Forgets all queries.
    pub fn clear(&self) {
        if let Some(queries) = &self.0 {
            queries.borrow_mut().clear();
        }
    }

    /// Takes all queries as scripts, without those that contain the constant `false`.
    pub fn take(&self, pool: &Pool) -> Vec<Script> {
        let queries = self.0.as_ref().map(|queries| queries.take());
        let queries = queries.unwrap_or_default().into_iter();
        let is_open = |terms: &Vec<Term>| !terms.iter().any(|of| pool.as_bool(*of) == Some(false));
        queries
            .filter(is_open)
            .map(|assertions| smtlib::script(pool, &assertions).into())
            .collect()
    }
}
