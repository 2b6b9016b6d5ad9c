//! The copy of a function that runs the original and records executed sites and met conditions.

use quell_ir::inst::Access;
use quell_ir::opcode::{BinOp, CastOp};
use quell_ir::{BlockId, FuncId, Function, InstId, InstKind, Module, Type, Value};

use super::coverage::byte_of;
use super::globals::Runtime;
use super::plan::{AtSite, FunctionPlan, NewIncoming, Plan};
use crate::apply::split_edge;
use crate::condition::{Lowering, Truth, as_bool};
use crate::harden::{Bound, leaves, locate};
use crate::support;
use quell_ir::build::Editor;

/// A note that has to be taken before the next instruction, which may end the run without the IR telling so.
const AT_ONCE: Access = Access {
    align: None,
    volatile: true,
    ordering: None,
    scope: None,
};

/// Adds the notes to `id`, a copy of `original`.
pub(super) fn record(
    module: &mut Module,
    (id, original): (FuncId, FuncId),
    plan: &Plan<'_>,
    runtime: &Runtime,
) {
    let empty = FunctionPlan::default();
    let changes = plan.functions.get(&original).unwrap_or(&empty);
    let blocks: Vec<BlockId> = module.functions[id].blocks.keys().collect();
    for block in blocks {
        let mut editor = Editor::at(module, id, block);
        let insts = editor.take_block(block);
        let start = start(editor.function(), &insts);
        for (index, &inst) in insts.iter().enumerate() {
            if index == start {
                plan.coverage
                    .mark_block(&mut editor, runtime, original, block);
            }
            if index + 1 == insts.len() {
                plan.coverage
                    .mark_branch(&mut editor, runtime, original, inst);
            }
            let mut site = Recorder {
                editor: &mut editor,
                runtime,
            };
            match changes.sites.get(&inst) {
                Some(here) => site.instruction(inst, here),
                None => site.editor.keep(inst),
            }
        }
    }
    record_edges(module, id, changes, runtime);
}

/// Notes that everything in a function is infected as soon as it is entered: for one without a copy.
pub(super) fn record_entry(
    module: &mut Module,
    id: FuncId,
    changes: &FunctionPlan<'_>,
    runtime: &Runtime,
) {
    let Some(entry) = module.functions[id].entry() else {
        return;
    };
    let byte = module.types.int(8);
    let mut editor = Editor::at(module, id, entry);
    let insts = editor.take_block(entry);
    let access = Access::default();
    let ptr = runtime.record;
    let recording = editor.value(InstKind::Load { ptr, access }, byte);
    let mut recorder = Recorder {
        editor: &mut editor,
        runtime,
    };
    for &number in &changes.numbers {
        for table in [runtime.executed, runtime.infected] {
            let ptr = recorder.byte(table, number);
            recorder.add_to(ptr, recording);
        }
    }
    insts.iter().for_each(|&inst| editor.keep(inst));
}

/// Where code may begin: after phis and a landing pad.
pub(super) fn start(function: &Function, insts: &[InstId]) -> usize {
    let comes_first = |inst: &&InstId| {
        matches!(
            function.insts[**inst].kind,
            InstKind::Phi { .. } | InstKind::LandingPad { .. }
        )
    };
    insts.iter().take_while(comes_first).count()
}

struct Recorder<'e, 'm> {
    editor: &'e mut Editor<'m>,
    runtime: &'e Runtime,
}

impl Recorder<'_, '_> {
    /// The instruction, with what is to be noted before and after it.
    fn instruction(&mut self, inst: InstId, here: &[AtSite<'_>]) {
        let numbers: Vec<u32> = here.iter().map(|here| here.number).collect();
        self.mark_executed(&numbers);
        let (mutants, labels): (Vec<&AtSite<'_>>, Vec<&AtSite<'_>>) =
            here.iter().partition(|here| here.change.is_some());
        for label in labels {
            let holds = Lowering::new(&label.condition).before(self.editor);
            self.mark_infected(label.number, holds);
        }
        let earlier = match self.may_trap(inst) {
            true => Some(self.suspect(mutants.iter().map(|mutant| mutant.number))),
            false => None,
        };
        let mut open = Vec::new();
        for mutant in mutants {
            let mut lowering = Lowering::new(&mutant.condition);
            let found = lowering.before(self.editor);
            if earlier.is_none() {
                // A call may not return; a terminator never does.
                self.mark_infected(mutant.number, found);
            }
            open.push((mutant.number, lowering, found));
        }
        let ends = self.editor.function().insts[inst].kind.is_terminator();
        self.editor.keep(inst);
        if !ends {
            self.after(open, earlier.as_deref());
        }
    }

    fn after(&mut self, open: Vec<(u32, Lowering<'_>, Truth)>, earlier: Option<&[Value]>) {
        for (index, (number, mut lowering, before)) in open.into_iter().enumerate() {
            let after = lowering.after(self.editor);
            let found = before.or(self.editor, after);
            match earlier.and_then(|earlier| earlier.get(index)) {
                Some(&earlier) => self.settle(number, earlier, found),
                None => self.mark_infected(number, after),
            }
        }
    }

    /// Whether the original may trap here, so that nothing is noted afterwards.
    fn may_trap(&mut self, inst: InstId) -> bool {
        let (ptr, ty) = match self.editor.function().insts[inst].kind {
            InstKind::Binary { op, .. } => return op.is_division(),
            InstKind::Load { ptr, .. } => (ptr, self.editor.function().insts[inst].ty),
            InstKind::Store { ptr, value, .. } => (ptr, self.editor.type_of(value)),
            _ => return false,
        };
        match locate(self.editor, ptr) {
            Some(within) => !matches!(leaves(self.editor, &within, ty), Some(Bound::Inside)),
            None => true,
        }
    }

    /// Marks the mutants as infected while the instruction is executed; returns the previous marks.
    fn suspect(&mut self, numbers: impl Iterator<Item = u32>) -> Vec<Value> {
        let byte = self.editor.module.types.int(8);
        let value = support::int(self.editor.module, 8, 1);
        let access = Access::default();
        let mut earlier = Vec::new();
        for number in numbers {
            let ptr = self.byte(self.runtime.infected, number);
            earlier.push(self.editor.value(InstKind::Load { ptr, access }, byte));
            let access = AT_ONCE;
            self.editor.effect(InstKind::Store { value, ptr, access });
        }
        earlier
    }

    /// Replaces the provisional mark by the result.
    fn settle(&mut self, number: u32, earlier: Value, found: Truth) {
        let found = self.as_byte(found);
        let value = self.editor.binary(BinOp::Or, earlier, found);
        let ptr = self.byte(self.runtime.infected, number);
        let access = AT_ONCE;
        self.editor.effect(InstKind::Store { value, ptr, access });
    }

    fn mark_executed(&mut self, numbers: &[u32]) {
        let value = support::int(self.editor.module, 8, 1);
        for &number in numbers {
            let ptr = self.byte(self.runtime.executed, number);
            let access = AT_ONCE;
            self.editor.effect(InstKind::Store { value, ptr, access });
        }
    }

    fn mark_infected(&mut self, number: u32, found: Truth) {
        if found == Truth::Never {
            return;
        }
        let found = self.as_byte(found);
        let ptr = self.byte(self.runtime.infected, number);
        self.add_to(ptr, found);
    }

    fn add_to(&mut self, ptr: Value, byte: Value) {
        let ty = self.editor.type_of(byte);
        let access = Access::default();
        let old = self.editor.value(InstKind::Load { ptr, access }, ty);
        let value = self.editor.binary(BinOp::Or, old, byte);
        self.editor.effect(InstKind::Store { value, ptr, access });
    }

    fn as_byte(&mut self, found: Truth) -> Value {
        let byte = self.editor.module.types.int(8);
        let cond = as_bool(self.editor, found);
        self.editor.cast(CastOp::ZExt, cond, byte)
    }

    /// The byte of a mutant in a table.
    fn byte(&mut self, table: Value, number: u32) -> Value {
        let index = i64::from(number - self.runtime.first) + 1;
        let index = support::int(self.editor.module, 64, index);
        byte_of(self.editor, table, index)
    }
}

/// New values of phis are judged on the way to them.
fn record_edges(module: &mut Module, id: FuncId, changes: &FunctionPlan<'_>, runtime: &Runtime) {
    let void = module.types.intern(Type::Void);
    for (&(from, to), news) in &changes.edges {
        let way = split_edge(&mut module.functions[id], void, from, to);
        let mut editor = Editor::at(module, id, way);
        let insts = editor.take_block(way);
        let mut recorder = Recorder {
            editor: &mut editor,
            runtime,
        };
        for new in news {
            recorder.incoming(new);
        }
        insts.iter().for_each(|&inst| editor.keep(inst));
    }
}

impl Recorder<'_, '_> {
    fn incoming(&mut self, new: &NewIncoming<'_>) {
        self.mark_executed(&[new.number]);
        let found = Lowering::new(&new.condition).before(self.editor);
        self.mark_infected(new.number, found);
    }
}
