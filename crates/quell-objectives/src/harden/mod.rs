//! Gives every run of a mutant one meaning: arithmetic wraps, a memory error is a trap.
//!
//! An optimiser assumes that undefined behaviour does not happen. In a mutant it does happen, so that two builds of the same
//! mutant could behave differently, and neither as the machine does.
//!
//! - **A mutant has one meaning**: it does the same alone, beside others, and at any level of optimisation. Hardened IR has no
//!   poison-generating flag, attribute or metadata that an optimiser could draw conclusions from. The behaviour that they
//!   excluded is computed as the machine computes it in its mode `wrap`, or ends the run with a trap:
//!
//! * sums, differences and products wrap; a shift takes the amount as an x86 does; a conversion of a float that
//!   does not fit yields what `cvttsd2si` yields;
//! * a division by zero, and that of the smallest number by -1, is a trap, and so is reaching `unreachable`;
//! * an access that leaves a local or global variable on the way of constant or computed indices is a trap,
//!   and so is a write to a constant; one through a null pointer raises SIGSEGV;
//! * pointers may be misaligned, may alias, may be null; copies may overlap; assumptions are ignored;
//! * a variable starts, each time its scope is entered, with all bytes `0xAA`. The machine stops when the value
//!   of an uninitialised variable matters; natively the run goes on, the same way every time, and an access
//!   through a pointer of these bytes raises SIGSEGV.
//!
//! What is not covered: accesses out of bounds and writes to constants through other pointers, uses after free, accesses to variables
//! whose scope was left, races, `llvm.sshl.sat` and `llvm.ushl.sat` by too much.

mod arithmetic;
mod attributes;
pub(crate) mod bounds;
mod calls;
mod checks;
mod convert;
mod joins;
mod memory;
mod undefined;

use std::collections::BTreeMap;

use quell_ir::{BlockId, FuncId, Function, InstId, InstKind, LocalId, Module};

pub(crate) use arithmetic::division_traps;
pub(crate) use attributes::instruction as drop_flags;
pub(crate) use bounds::{Access, Bound, access, leaves, locate, locate_by, outside};
pub(crate) use checks::any_lane;
pub use checks::{TrapKind, Traps};

use crate::apply::{EditError, apply};
use crate::objective::Objective;
use checks::Checks;
use joins::Bounds;
use quell_ir::build::Editor;

/// The prefix of the functions that Quell adds; they are total already.
pub(crate) const OWN_PREFIX: &str = "quell.";

/// A module of its own with the mutant, or with the original, that any LLVM from 15 on compiles. Its meaning does
/// not depend on how it is optimised.
pub fn emit(module: &Module, mutant: Option<&Objective>) -> Result<Module, EditError> {
    let mut copy = match mutant {
        Some(mutant) => apply(module, mutant)?,
        None => module.clone(),
    };
    harden(&mut copy, Traps::Intrinsic);
    Ok(copy)
}

/// Makes every function of the module total.
pub fn harden(module: &mut Module, traps: Traps) {
    let checks = Checks::define(module, traps);
    attributes::declarations(module);
    let functions: Vec<FuncId> = module.functions.keys().collect();
    for id in functions {
        if !module.functions[id].is_declaration() && !is_own(module, id) {
            harden_function(module, id, checks);
        }
    }
}

/// Whether Quell added the function.
pub(crate) fn is_own(module: &Module, id: FuncId) -> bool {
    module
        .text(module.functions[id].name)
        .starts_with(OWN_PREFIX)
}

fn harden_function(module: &mut Module, id: FuncId, checks: Checks) {
    attributes::definition(&mut module.functions[id]);
    undefined::replace(module, id);
    let Some(entry) = module.functions[id].entry() else {
        return;
    };
    let blocks: Vec<BlockId> = module.functions[id].blocks.keys().collect();
    let mut hardener = Hardener {
        homes: homes_of_phis(&module.functions[id]),
        editor: Editor::at(module, id, entry),
        checks,
        bounds: BTreeMap::new(),
    };
    for block in blocks {
        for inst in hardener.editor.take_block(block) {
            hardener.editor.dbg = hardener.editor.function().insts[inst].dbg.expand();
            hardener.instruction(inst);
        }
    }
}

/// The blocks that phis stand in.
fn homes_of_phis(function: &Function) -> BTreeMap<InstId, BlockId> {
    let mut homes = BTreeMap::new();
    for (id, block) in &function.blocks {
        let phis = block.insts.iter().copied();
        let phis =
            phis.take_while(|&inst| matches!(function.insts[inst].kind, InstKind::Phi { .. }));
        homes.extend(phis.map(|phi| (phi, id)));
    }
    homes
}

/// Puts the instructions of a block back one by one, with what each needs.
#[derive(Debug)]
struct Hardener<'m> {
    editor: Editor<'m>,
    checks: Checks,
    homes: BTreeMap<InstId, BlockId>,
    /// Of phis of pointers.
    bounds: BTreeMap<LocalId, Option<Bounds>>,
}

impl Hardener<'_> {
    fn instruction(&mut self, id: InstId) {
        attributes::instruction(&mut self.editor.function_mut().insts[id].kind);
        let kind = self.editor.function().insts[id].kind.clone();
        match kind {
            InstKind::Binary { op, lhs, rhs, .. } if op.is_division() => {
                self.division(op, lhs, rhs);
                self.editor.keep(id);
            }
            InstKind::Binary { op, lhs, rhs, .. } if op.is_shift() => {
                self.shift(id, op, lhs, rhs);
            }
            InstKind::Cast { op, arg, .. } => self.cast(id, op, arg),
            InstKind::Alloca { elem, count, .. } => {
                self.editor.keep(id);
                self.initialise(id, elem, count);
            }
            InstKind::Load { ptr, access } => self.load(id, ptr, access),
            InstKind::Store { value, ptr, access } => self.store(id, value, ptr, access),
            InstKind::Call(call) => self.call(id, *call),
            InstKind::ExtractElement { vector, index }
            | InstKind::InsertElement { vector, index, .. } => {
                self.lane_index(vector, index);
                self.editor.keep(id);
            }
            InstKind::Unreachable => {
                self.trap(TrapKind::Unreachable);
                self.editor.keep(id);
            }
            _ => self.editor.keep(id),
        }
    }

    /// Replaces what an instruction computes, and puts it back.
    fn keep_as(&mut self, id: InstId, kind: InstKind) {
        self.editor.function_mut().insts[id].kind = kind;
        self.editor.keep(id);
    }
}
