//! Questions without a model on which verdicts rest: what a second solver is asked again.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use quell_term::{Pool, Term, smtlib};

/// A question as an SMT-LIB script, which needs no pool to be understood.
pub type Question = Arc<str>;

/// Collects them, if somebody wants to ask again.
#[derive(Clone, Debug, Default)]
pub struct Evidence(Option<Rc<RefCell<Vec<Vec<Term>>>>>);

impl Evidence {
    pub fn new(is_wanted: bool) -> Self {
        Self(is_wanted.then(Rc::default))
    }

    /// These terms of the current pool have no model.
    pub fn add(&self, assertions: &[Term]) {
        if let Some(questions) = &self.0 {
            questions.borrow_mut().push(assertions.to_vec());
        }
    }

    /// How many were collected.
    pub fn count(&self) -> usize {
        self.0
            .as_ref()
            .map_or(0, |questions| questions.borrow().len())
    }

    /// What was collected is about something else.
    pub fn clear(&self) {
        if let Some(questions) = &self.0 {
            questions.borrow_mut().clear();
        }
    }

    /// All questions since the last time, as text. What a term that is false decides is none.
    pub fn take(&self, pool: &Pool) -> Vec<Question> {
        let questions = self.0.as_ref().map(|questions| questions.take());
        let questions = questions.unwrap_or_default().into_iter();
        let is_open = |terms: &Vec<Term>| !terms.iter().any(|of| pool.as_bool(*of) == Some(false));
        questions
            .filter(is_open)
            .map(|assertions| smtlib::script(pool, &assertions).into())
            .collect()
    }
}
