//! Tests that were run, as data.

use quell_bits::Bits;
use quell_results::{Inputs, Sight, WrittenTest};
use quell_values::inputs::{InputSpace, Written};
use quell_values::{Difference, Guard, Prepared};

use super::TestRun;

/// The inputs of a test as data.
pub fn inputs(space: &InputSpace, values: &[Bits], guard: Guard) -> Inputs {
    let Written {
        args,
        globals,
        calls,
    } = space.json(values);
    Inputs {
        args,
        globals,
        calls: calls.into_iter().collect(),
        guard,
    }
}

/// A test that killed mutants.
#[derive(Debug)]
pub struct Finding<'f> {
    pub function: &'f str,
    pub space: &'f InputSpace,
    pub values: &'f [Bits],
    pub call: Prepared,
    pub run: TestRun,
}

/// A test of a function as data, with what was seen. It has no name yet.
pub fn written((function, inputs): (&str, Inputs), run: &TestRun) -> WrittenTest {
    WrittenTest {
        id: String::new(),
        file: None,
        function: function.to_owned(),
        inputs,
        expected: run.seen.0.clone(),
        result: run.seen.1.clone(),
        original_aborts: run.original_aborts,
        unchecked: run.unchecked.clone(),
        undefined: run.undefined.clone(),
        seed: None,
        kills: Vec::new(),
    }
}

pub fn sight(difference: &Difference) -> Sight {
    Sight {
        what: difference.what.clone(),
        original: difference.original.clone(),
        mutant: difference.mutant.clone(),
    }
}
