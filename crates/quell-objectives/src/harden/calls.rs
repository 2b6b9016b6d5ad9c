//! Calls, and intrinsics that state assumptions.

use quell_ir::{Call, Callee, FuncId, InstId, InstKind, LocalDef, Value};

use quell_values::annotations;

use super::Hardener;
use crate::support;
use quell_ir::build::{Editor, declare};

/// What hardening does to a call of an intrinsic, by the beginning of its name.
const INTRINSICS: &[(&str, Treatment)] = &[
    ("llvm.assume", Treatment::Drop),
    (annotations::ASSUME, Treatment::Drop),
    ("llvm.experimental.noalias.scope.decl", Treatment::Drop),
    ("llvm.lifetime.start", Treatment::Refill),
    ("llvm.lifetime.end", Treatment::Drop),
    ("llvm.abs.", Treatment::ClearFlag),
    ("llvm.ctlz.", Treatment::ClearFlag),
    ("llvm.cttz.", Treatment::ClearFlag),
    ("llvm.memcpy.p0.p0.i", Treatment::Move),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Treatment {
    /// It only states an assumption.
    Drop,
    /// The variable is without a value again. Without the marks of its scope it is never without a place.
    Refill,
    /// The second argument excludes a value.
    ClearFlag,
    /// The areas may overlap.
    Move,
}

impl Hardener<'_> {
    pub(super) fn call(&mut self, id: InstId, call: Call) {
        let Some(callee) = self.editor.module.direct_callee(&call) else {
            return self.editor.keep(id);
        };
        let name = self
            .editor
            .module
            .text(self.editor.module.functions[callee].name);
        let treatment = INTRINSICS.iter().find(|entry| name.starts_with(entry.0));
        match treatment.map(|entry| entry.1) {
            Some(Treatment::Drop) => {}
            Some(Treatment::Refill) => self.refill(&call),
            Some(Treatment::ClearFlag) => self.clear_flag(id, call),
            Some(Treatment::Move) => self.copy(id, callee, call),
            None => self.plain_call(id, callee, call),
        }
    }

    /// A function of the module may return in a mutant.
    fn plain_call(&mut self, id: InstId, callee: FuncId, mut call: Call) {
        let is_foreign = self.editor.module.functions[callee].is_declaration();
        call.noreturn &= is_foreign;
        self.keep_as(id, InstKind::Call(Box::new(call)));
    }

    fn clear_flag(&mut self, id: InstId, mut call: Call) {
        let no = support::int(self.editor.module, 1, 0);
        if let Some(flag) = call.args.get_mut(1) {
            flag.value = no;
        }
        self.keep_as(id, InstKind::Call(Box::new(call)));
    }

    fn copy(&mut self, id: InstId, callee: FuncId, mut call: Call) {
        let module = &mut *self.editor.module;
        let function = &module.functions[callee];
        let name = module.text(function.name).replace("memcpy", "memmove");
        let params: Vec<_> = function.params.iter().map(|param| param.ty).collect();
        let ret = function.ret;
        let immediate = function.params.last().map(|param| param.attrs);
        let memmove = declare(module, &name, ret, &params);
        let moved = &mut module.functions[memmove];
        if let (Some(last), Some(attrs)) = (moved.params.last_mut(), immediate) {
            last.attrs.immarg = attrs.immarg;
        }
        call.callee = Callee::Value(support::address(module, memmove));
        self.keep_as(id, InstKind::Call(Box::new(call)));
    }

    /// A variable whose scope is entered.
    fn refill(&mut self, call: &Call) {
        let Some(ptr) = call.args.last().map(|arg| arg.value) else {
            return;
        };
        let Some(alloca) = variable(&self.editor, ptr) else {
            return;
        };
        if let InstKind::Alloca { elem, count, .. } = self.editor.function().insts[alloca].kind {
            self.initialise(alloca, elem, count);
        }
    }
}

/// The alloca that a pointer is the result of.
fn variable(editor: &Editor<'_>, ptr: Value) -> Option<InstId> {
    let Value::Local(local) = ptr else {
        return None;
    };
    match editor.function().locals[local].def {
        LocalDef::Inst(inst) => Some(inst),
        LocalDef::Param(_) => None,
    }
}
