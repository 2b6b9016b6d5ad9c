//! Makes the edits of a mutant in a copy of the module.

mod check;
mod error;
mod flow;
mod patch;
mod phis;
mod prune;

use std::collections::BTreeMap;

use quell_ir::{FuncId, Function, InstId, Module, Type};

pub use check::Checker;
pub(crate) use check::places;
pub use error::{EditError, Misfit};
pub(crate) use patch::lower_code;
pub(crate) use phis::{phis_of, rewrite_phis, split_edge};
pub(crate) use prune::has_named_blocks;

use crate::edit::Edit;
use crate::objective::Objective;

/// The module with the mutant's edits applied. The rest of it keeps its ids; unreachable blocks
/// are removed.
pub fn apply(module: &Module, mutant: &Objective) -> Result<Module, EditError> {
    check(module, mutant)?;
    let mut copy = module.clone();
    patch::make(&mut copy, mutant.site.function, mutant.edits());
    Ok(copy)
}

/// Makes edits in place.
pub fn apply_edits(module: &mut Module, function: FuncId, edits: &[Edit]) -> Result<(), EditError> {
    Checker::new(module, function).check(edits)?;
    patch::make(module, function, edits);
    Ok(())
}

/// A function with edits made.
#[derive(Clone, Debug)]
pub struct Edited {
    pub function: Function,
    /// New calls, each with the call that it replaces.
    pub calls: BTreeMap<InstId, InstId>,
}

/// The mutant's function alone, with its edits made, to be run beside the module that it came from: all blocks keep their
/// ids, also those that are no longer reached, and debug records are not updated.
pub fn edited(module: &Module, mutant: &Objective) -> Result<Edited, EditError> {
    check(module, mutant)?;
    let mut function = module.functions[mutant.site.function].clone();
    let void = module.types.lookup(&Type::Void).unwrap_or(function.ret);
    let traces = patch::edit(&mut function, &module.types, void, mutant.edits());
    Ok(Edited {
        function,
        calls: traces.calls,
    })
}

/// Whether the mutant's edits can be made. To ask about many edits of one function, keep a [`Checker`].
pub fn check(module: &Module, mutant: &Objective) -> Result<(), EditError> {
    Checker::new(module, mutant.site.function).check(mutant.edits())
}
