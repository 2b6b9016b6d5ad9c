//! Checks that a module obeys the rules of the IR: types of operands and results, dominance of
//! uses, phis against predecessors, and the other rules on which the machine and the printer rely.

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

pub use error::{VerifyError, Violation};

use crate::layout::Layouts;
use crate::module::Module;
use rules::Rules;

/// The maximal number of reported violations.
const MAX_ERRORS: usize = 100;

/// All violations of the rules in a module, at most a hundred. The output of compilers has none.
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

    /// Records a violation outside of functions.
    fn report(&mut self, line: u32, kind: Violation) {
        if !self.is_full() {
            self.errors.push(VerifyError {
                kind,
                function: None,
                inst: None,
                line,
            });
        }
    }

    fn check(&mut self, line: u32, result: Result<(), Violation>) {
        if let Err(violation) = result {
            self.report(line, violation);
        }
    }
}
