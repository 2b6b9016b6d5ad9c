//! The meta-program of PexMutator: the original with a branch for each weak-kill constraint of each mutant.
//!
//! A branch stands where its constraint is judged, mostly before the instruction of the mutant, and does nothing but tell
//! which mutant is weakly killed: it calls `quell_weakly_killed` with the mutant's id. That function does nothing; it is
//! weak, so that a program can define its own. The meta-program does what the original does, on all inputs on which that
//! is defined.
//!
//! Concolic execution of the original that forks at the same [constraints](weak_kill_constraints) explores the paths of this
//! program; the program itself is for other tools, and for tests.

use std::collections::BTreeMap;

use quell_ir::build::{Editor, declare};
use quell_ir::constant::ConstKind;
use quell_ir::module::Global;
use quell_ir::opcode::{Linkage, UnnamedAddr, Visibility};
use quell_ir::{BlockId, FuncId, GlobalRef, InstId, Module, Type, Value};

use crate::apply::rewrite_phis;
use crate::condition::{Lowering, SiteCondition, Stage, Truth, as_bool, weak_kill_constraints};
use crate::harden::{Traps, harden};
use crate::objective::Objective;

/// The function that is called where a mutant is weakly killed, with the id of the mutant.
pub const WEAKLY_KILLED: &str = "quell_weakly_killed";

/// The branch of a constraint.
struct ConstraintBranch {
    constraint: SiteCondition,
    /// The id of the mutant, as a text in memory.
    id: Value,
}

/// The branches of one function, by the instructions that they stand at.
type Branches = BTreeMap<InstId, Vec<ConstraintBranch>>;

/// The meta-program of a module with mutants.
pub fn meta_program(module: &Module, mutants: &[Objective]) -> Module {
    let mut copy = module.clone();
    let log = define_log(&mut copy);
    let mut functions: BTreeMap<FuncId, Branches> = BTreeMap::new();
    for mutant in mutants {
        let id = text(&mut copy, mutant.id.as_str());
        let branches = functions.entry(mutant.site.function).or_default();
        for constraint in weak_kill_constraints(module, mutant) {
            if let Some(at) = constraint.at.inst() {
                let here = branches.entry(at).or_default();
                here.push(ConstraintBranch { constraint, id });
            }
        }
    }
    for (id, branches) in &functions {
        insert(&mut copy, (*id, log), branches);
    }
    harden(&mut copy, Traps::Intrinsic);
    copy
}

/// Defines `void quell_weakly_killed(ptr)`, which does nothing and can be replaced when linking.
fn define_log(module: &mut Module) -> FuncId {
    let (void, ptr) = (module.types.intern(Type::Void), module.types.ptr());
    let log = declare(module, WEAKLY_KILLED, void, &[ptr]);
    if module.functions[log].is_declaration() {
        module.functions[log].linkage = Linkage::Weak;
        Editor::in_new_block(module, log).ret(None);
    }
    log
}

/// The address of a constant with a text, which ends with a zero.
fn text(module: &mut Module, text: &str) -> Value {
    let bytes: Box<[u8]> = text.bytes().chain([0]).collect();
    let elem = module.types.int(8);
    let len = bytes.len() as u64;
    let ty = module.types.intern(Type::Array { len, elem });
    let init = module.consts.intern(ty, ConstKind::Bytes(bytes));
    let name = module.symbols.intern(&format!("quell.id.{text}"));
    let global = module.globals.push(Global {
        name,
        ty,
        addr_space: 0,
        linkage: Linkage::Private,
        visibility: Visibility::Default,
        dso_local: false,
        unnamed_addr: UnnamedAddr::Significant,
        thread_local: false,
        externally_initialized: false,
        constant: true,
        init: Some(init),
        align: None,
        section: None,
        comdat: None,
        dbg: Vec::new(),
        text_line: 0,
    });
    module.names.insert(name, GlobalRef::Var(global));
    let ptr = module.types.ptr();
    let kind = ConstKind::Global(GlobalRef::Var(global));
    Value::Const(module.consts.intern(ptr, kind))
}

/// Puts the branches into a function.
fn insert(module: &mut Module, (id, log): (FuncId, FuncId), branches: &Branches) {
    let blocks: Vec<BlockId> = module.functions[id].blocks.keys().collect();
    for block in blocks {
        let mut writer = Writer::new(module, id, log, block);
        for inst in writer.editor.take_block(block) {
            match branches.get(&inst) {
                Some(here) => writer.instruction(inst, here),
                None => writer.editor.keep(inst),
            }
        }
        writer.end(block);
    }
}

/// Puts the instructions of a block back, with branches between them.
struct Writer<'m> {
    editor: Editor<'m>,
    log: FuncId,
}

impl<'m> Writer<'m> {
    fn new(module: &'m mut Module, id: FuncId, log: FuncId, block: BlockId) -> Self {
        let editor = Editor::at(module, id, block);
        Self { editor, log }
    }

    fn instruction(&mut self, inst: InstId, here: &[ConstraintBranch]) {
        self.editor.dbg = self.editor.function().insts[inst].dbg.expand();
        let mut late = Vec::new();
        for branch in here {
            let mut lowering = Lowering::new(&branch.constraint);
            let before = lowering.before(&mut self.editor);
            match branch.constraint.after == Stage::default() {
                true => self.branch(before, branch.id),
                false => late.push((lowering, before, branch.id)),
            }
        }
        self.editor.keep(inst);
        for (mut lowering, before, id) in late {
            let after = lowering.after(&mut self.editor);
            let holds = before.or(&mut self.editor, after);
            self.branch(holds, id);
        }
    }

    /// Calls the log if a condition holds, and goes on.
    fn branch(&mut self, holds: Truth, id: Value) {
        let cond = as_bool(&mut self.editor, holds);
        let (killed, next) = (self.editor.new_block(), self.editor.new_block());
        self.editor.branch(cond, killed, next);
        self.editor.switch_to(killed);
        self.editor.call(self.log, &[id]);
        self.editor.jump(next);
        self.editor.switch_to(next);
    }

    /// What followed the block now follows its last part.
    fn end(self, block: BlockId) {
        let last = self.editor.block;
        if last == block {
            return;
        }
        let function = &mut self.editor.module.functions[self.editor.id];
        let Some(end) = function.terminator(last) else {
            return;
        };
        let successors: Vec<BlockId> = function.insts[end].kind.successors().collect();
        for to in successors {
            rewrite_phis(function, to, |entries| {
                for entry in entries.iter_mut().filter(|entry| entry.1 == block) {
                    entry.1 = last;
                }
            });
        }
    }
}
