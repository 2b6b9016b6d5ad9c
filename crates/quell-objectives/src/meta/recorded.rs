//! The copy of a function that runs the original and notes what that means for the mutants.

use quell_ir::inst::Access;
use quell_ir::opcode::{BinOp, CastOp};
use quell_ir::{BlockId, FuncId, Function, InstId, InstKind, Module, Type, Value};

use super::coverage::byte_of;
use super::differ::{Infection, as_bool};
use super::evaluate::Evaluation;
use super::globals::Runtime;
use super::plan::{Changes, FunctionPlan, NewIncoming, Plan};
use crate::apply::split_edge;
use crate::edit::Change;
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
                plan: changes,
            };
            match changes.sites.get(&inst) {
                Some(changes) => site.instruction(inst, changes),
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
        plan: changes,
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
    plan: &'e FunctionPlan<'e>,
}

impl Recorder<'_, '_> {
    /// The instruction, with what is to be noted before and after it.
    fn instruction(&mut self, inst: InstId, changes: &Changes<'_>) {
        let numbers: Vec<u32> = changes.iter().map(|change| change.0).collect();
        self.mark_executed(&numbers);
        let earlier = match self.may_fault(inst) {
            true => Some(self.suspect(&numbers)),
            false => None,
        };
        let mut open = Vec::new();
        for &(number, change) in changes {
            let mut found = self.without_evaluation(number, inst);
            if let (Infection::Always, Change::Replace(new)) = (found, change) {
                let mut evaluation = Evaluation::new(self.editor, Some(inst), self.plan.base, new);
                evaluation.before(self.editor);
                found = evaluation.infection;
                open.push((number, evaluation));
            }
            if earlier.is_none() {
                // A call may not come back; a terminator certainly does not.
                self.mark_infected(number, found);
            }
        }
        let ends = self.editor.function().insts[inst].kind.is_terminator();
        self.editor.keep(inst);
        if !ends {
            self.after(inst, changes, open, earlier.as_deref());
        }
    }

    /// What is known of a change that is not computed beside the original.
    fn without_evaluation(&self, number: u32, inst: InstId) -> Infection {
        match self.plan.idle.contains(&(number, inst)) {
            true => Infection::Never,
            false => Infection::Always,
        }
    }

    fn after(
        &mut self,
        inst: InstId,
        changes: &Changes<'_>,
        open: Vec<(u32, Evaluation<'_>)>,
        earlier: Option<&[Value]>,
    ) {
        let result = self.editor.function().insts[inst].result.expand();
        let mut open = open.into_iter().peekable();
        for (index, &(number, _)) in changes.iter().enumerate() {
            let mut found = self.without_evaluation(number, inst);
            if let Some((_, mut evaluation)) = open.next_if(|open| open.0 == number) {
                evaluation.after(self.editor, result.map(Value::Local));
                found = evaluation.infection;
            }
            match earlier.and_then(|earlier| earlier.get(index)) {
                Some(&earlier) => self.settle(number, earlier, found),
                None => self.mark_infected(number, found),
            }
        }
    }

    /// Whether the original may fault here, so that nothing is noted afterwards.
    fn may_fault(&mut self, inst: InstId) -> bool {
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

    /// Takes the mutants for infected until the instruction is over; gives what was known before.
    fn suspect(&mut self, numbers: &[u32]) -> Vec<Value> {
        let byte = self.editor.module.types.int(8);
        let value = support::int(self.editor.module, 8, 1);
        let access = Access::default();
        let mut earlier = Vec::new();
        for &number in numbers {
            let ptr = self.byte(self.runtime.infected, number);
            earlier.push(self.editor.value(InstKind::Load { ptr, access }, byte));
            let access = AT_ONCE;
            self.editor.effect(InstKind::Store { value, ptr, access });
        }
        earlier
    }

    /// Replaces a suspicion by what was found.
    fn settle(&mut self, number: u32, earlier: Value, found: Infection) {
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

    fn mark_infected(&mut self, number: u32, found: Infection) {
        if found == Infection::Never {
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

    fn as_byte(&mut self, found: Infection) -> Value {
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
            plan: changes,
        };
        for new in news {
            recorder.incoming(way, new);
        }
        insts.iter().for_each(|&inst| editor.keep(inst));
    }
}

impl Recorder<'_, '_> {
    fn incoming(&mut self, way: BlockId, new: &NewIncoming<'_>) {
        self.mark_executed(&[new.number]);
        let old = incoming(self.editor.function(), new.phi, way);
        let mut evaluation = Evaluation::new(self.editor, None, self.plan.base, new.value);
        evaluation.before(self.editor);
        evaluation.after(self.editor, old);
        self.mark_infected(new.number, evaluation.infection);
    }
}

/// The value that a phi gets from a block.
fn incoming(function: &Function, phi: InstId, from: BlockId) -> Option<Value> {
    match &function.insts.get(phi)?.kind {
        InstKind::Phi { incoming, .. } => {
            let entry = incoming.iter().find(|entry| entry.1 == from);
            entry.map(|entry| entry.0)
        }
        _ => None,
    }
}
