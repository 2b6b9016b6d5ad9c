//! Checks that a module obeys the rules of the IR: types of operands and results, dominance of
//! uses, phis against predecessors, and what else the machine and the printer rely on.

mod blocks;
mod calls;
mod classes;
mod constants;
mod control;
mod dominance;
mod error;
mod function;
mod memory;
mod module_level;
mod rules;
mod vectors;

pub use error::{Fault, VerifyError};

use crate::layout::Layouts;
use crate::module::Module;
use rules::Rules;

/// More faults than this are not reported.
const MAX_ERRORS: usize = 100;

/// All broken rules of a module, at most a hundred; none for what a compiler emits.
pub fn verify(module: &Module) -> Vec<VerifyError> {
    let layouts = Layouts::new(&module.layout, &module.types);
    let mut verifier = Verifier {
        rules: Rules {
            module,
            layouts: &layouts,
        },
        errors: Vec::new(),
    };
    verifier.types();
    verifier.constants();
    verifier.globals();
    verifier.aliases();
    for (_, function) in &module.functions {
        verifier.function_head(function);
        if !function.is_declaration() {
            verifier.function_body(function);
        }
        if verifier.is_full() {
            break;
        }
    }
    verifier.errors.truncate(MAX_ERRORS);
    verifier.errors
}

struct Verifier<'m> {
    rules: Rules<'m>,
    errors: Vec<VerifyError>,
}

impl Verifier<'_> {
    fn is_full(&self) -> bool {
        self.errors.len() >= MAX_ERRORS
    }

    /// A fault outside of functions.
    fn report(&mut self, line: u32, kind: Fault) {
        if !self.is_full() {
            self.errors.push(VerifyError {
                kind,
                function: None,
                inst: None,
                line,
            });
        }
    }

    fn check(&mut self, line: u32, result: Result<(), Fault>) {
        if let Err(fault) = result {
            self.report(line, fault);
        }
    }
}
