//! The input of a run that follows one path: the values of all terms on it.

use quell_term::{Assignment, Evaluator, Term, Value};

use super::symbolic::Symbolic;

/// An input, with the values of the terms that were evaluated on it.
#[derive(Debug, Default)]
pub struct ConcreteInput {
    values: Assignment,
    evaluator: Evaluator,
    /// The number of addresses that have a value.
    addresses: usize,
    /// What had to be a concrete value since this was last taken.
    concretised: Vec<&'static str>,
}

impl ConcreteInput {
    /// Replaces the values of the input variables.
    fn set(&mut self, values: Assignment) {
        self.values = values;
        self.evaluator.clear();
        self.addresses = 0;
        self.concretised.clear();
    }
}

impl Symbolic {
    /// Begins a run on an input. Objects whose addresses have no value in it get some.
    pub(crate) fn set_input(&mut self, values: Assignment) {
        self.input.get_or_insert_default().set(values);
    }

    /// The value of a term on the input, if there is one.
    pub(crate) fn value_on_input(&mut self, term: Term) -> Option<Value> {
        let input = self.input.as_mut()?;
        if input.addresses < self.addresses.count() {
            let example = self.addresses.example();
            for (address, bits) in example.iter().skip(input.addresses) {
                if input.values.get(*address).is_none() {
                    input.values.set(*address, Value::Bits(bits.clone()));
                }
            }
            input.addresses = example.len();
        }
        Some(input.evaluator.value(&self.pool, &input.values, term))
    }

    /// Whether a condition holds on the input. Without an input it does not.
    pub(crate) fn holds_on_input(&mut self, condition: Term) -> bool {
        match self.pool.as_bool(condition) {
            Some(known) => known,
            None => self.value_on_input(condition) == Some(Value::Bool(true)),
        }
    }

    /// The value of a term on the input, if there is one. From now on the path condition says that the term has this value, and
    /// the run is one that [`Self::take_concretised`] tells of.
    pub(crate) fn concretised(&mut self, term: Term, what: &'static str) -> Option<Value> {
        let value = self.value_on_input(term)?;
        let holds = match &value {
            Value::Bool(true) => term,
            Value::Bool(false) => self.pool.not(term),
            Value::Bits(bits) => {
                let bits = self.pool.bits(bits);
                self.pool.eq(term, bits)
            }
            _ => return None,
        };
        self.path.push(&mut self.pool, holds);
        self.input.as_mut()?.concretised.push(what);
        Some(value)
    }

    /// What had to be concrete since this was last asked.
    pub(crate) fn take_concretised(&mut self) -> Vec<&'static str> {
        match &mut self.input {
            Some(input) => std::mem::take(&mut input.concretised),
            None => Vec::new(),
        }
    }
}
