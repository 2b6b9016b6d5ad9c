//! Queries about paths: is there an input that takes a branch, or that meets a condition on a path?
//!
//! A path is a list of decisions, and the input of an earlier run satisfies the first of them. Only decisions that share
//! variables with the new ones, directly or over others, are part of a query; the other variables keep their values. Most
//! queries are small then, and equal to earlier ones, whose answers the solver's cache knows.

use std::time::Duration;

use quell_bits::Bits;
use quell_exec::symbolic::Symbolic;
use quell_solver::{Answer, Reason as Unknown};
use quell_term::{Assignment, Term, Value};
use quell_values::inputs::{InputSpace, Leaf};

use crate::error::EngineError;
use crate::explored::Prover;
use crate::explored::problem::{PlacedInputs, model_of};

use super::support::{Support, VariableSet};

/// An input of the function.
#[derive(Clone, Debug)]
pub struct Input {
    pub values: Vec<Bits>,
    /// The same, with addresses that a query was about.
    pub model: Assignment,
}

impl Input {
    pub fn new(inputs: &PlacedInputs, values: Vec<Bits>) -> Self {
        Self {
            model: model_of(&inputs.variables, &values, &[]),
            values,
        }
    }
}

/// What is asked of the inputs that take a path.
#[derive(Clone, Copy, Debug)]
pub struct PathQuery<'q> {
    pub decisions: &'q [Term],
    /// The number of the first decisions of which `from` satisfies all.
    pub satisfied: usize,
    /// What has to hold besides.
    pub further: Option<Term>,
    pub from: &'q Input,
}

/// The result of a query.
#[derive(Debug)]
pub enum Found {
    Input(Input),
    Nothing,
    Unanswered(Unknown),
}

/// Asks the solver about paths of one exploration.
#[derive(Debug, Default)]
pub struct PathQueries {
    support: Support,
    /// The number of queries that were made.
    pub asked: u64,
}

impl PathQueries {
    /// An input that satisfies a query, if there is one and the solver finds it in time.
    pub fn satisfy(
        &mut self,
        (prover, inputs, space): (&Prover<'_>, &PlacedInputs, &InputSpace),
        domain: &mut Symbolic,
        query: PathQuery<'_>,
        time: Duration,
    ) -> Result<Found, EngineError> {
        let (old, new) = query
            .decisions
            .split_at(query.satisfied.min(query.decisions.len()));
        let new = new.iter().copied().chain(query.further);
        let new = new.filter(|term| domain.pool.as_bool(*term) != Some(true));
        let mut asked: Vec<Term> = new.collect();
        if asked.is_empty() {
            return Ok(Found::Input(query.from.clone()));
        }
        let known = inputs.admitted.iter().chain(domain.addresses.facts());
        let known = known.chain(old).copied().collect();
        let variables = self.connected(domain, &mut asked, known);
        self.asked += 1;
        Ok(match prover.check(domain, &asked, time)? {
            Answer::Unsat => Found::Nothing,
            Answer::Unknown(why) => Found::Unanswered(why),
            Answer::Sat(model) => {
                let mut input = query.from.clone();
                for variable in variables {
                    if let Some(value) = model.get(variable) {
                        input.model.set(variable, value.clone());
                    }
                }
                input.values = values(inputs, space, &input.model);
                Found::Input(input)
            }
        })
    }

    /// Adds the conditions that share variables with those that are asked, directly or over others; all their variables.
    fn connected(
        &mut self,
        domain: &Symbolic,
        asked: &mut Vec<Term>,
        mut known: Vec<Term>,
    ) -> Vec<Term> {
        let pool = &domain.pool;
        let mut all = VariableSet::default();
        for term in asked.iter() {
            all.extend(self.support.of(pool, *term));
        }
        loop {
            let before = known.len();
            known.retain(|term| {
                let set = self.support.of(pool, *term);
                let is_connected = set.meets(&all);
                if is_connected {
                    all.extend(set);
                    asked.push(*term);
                }
                !is_connected
            });
            if known.len() == before {
                break;
            }
        }
        self.support.variables(&all).collect()
    }
}

/// The values of an assignment. A variable without one has its least.
fn values(inputs: &PlacedInputs, space: &InputSpace, model: &Assignment) -> Vec<Bits> {
    let pairs = inputs.variables.iter().zip(&space.leaves);
    let value = |(variable, leaf): (&Term, &Leaf)| match model.get(*variable) {
        Some(Value::Bits(bits)) => bits.clone(),
        Some(Value::Bool(value)) => Bits::from_u64(1, u64::from(*value)),
        _ => leaf.least(),
    };
    pairs.map(value).collect()
}
