//! Rules of Fortran that the IR of a Fortran program does not express.
//!
//! Fortran forbids integer overflow, subscripts outside the declared bounds, and actual arguments with fewer elements than
//! the dummy array declares; flang emits code that wraps and reads whatever is there. [`attach_rules`] puts the rules
//! into the module of unoptimised code, so that an input that breaks one is invalid for the original: overflow as `nsw`
//! flags, subscripts as [`quell_ir::LanguageRule::Subscript`], sizes of arguments as a `getelementptr inbounds` to the
//! end of the array. Mutants are not bound by the rules, so hardening removes all of them.

mod arguments;
mod chain;
mod declared;
mod overflow;
mod subscripts;

use quell_ir::debug::{DebugInfo, Language};
use quell_ir::{FuncId, Module};

/// Attaches the rules to every function of a module that flang compiled without optimisation; other modules are not
/// changed. To be called once, before any other pass.
pub fn attach_rules(module: &mut Module) {
    let info = DebugInfo::new(module);
    if info.language() != Language::Fortran || info.is_optimised() {
        return;
    }
    let defined = module.functions.iter();
    let defined = defined.filter(|(_, function)| !function.is_declaration());
    let defined: Vec<FuncId> = defined.map(|(id, _)| id).collect();
    for id in defined {
        // Subscripts are recognised by flags that source arithmetic does not have before the last step.
        subscripts::attach(module, id);
        overflow::forbid(module, id);
    }
}
