//! Flang describes arguments of types without debug information as integers. The uses of such an argument in
//! the code tell its real type.

use std::collections::BTreeSet;

use quell_ir::analysis::callgraph::function_behind;
use quell_ir::debug::{Language, ParameterSource};
use quell_ir::{
    Callee as Called, FuncId, Function, Inst, InstKind, LocalId, Module, TypeId, Value,
};

use super::build::Builder;
use crate::types::Form;

impl Builder<'_, '_> {
    /// Whether a parameter is described as an integer and is none.
    pub fn is_misdescribed(&self, index: usize) -> bool {
        let Some(param) = self.callee.signature.params.get(index) else {
            return false;
        };
        let Form::Int { bits, .. } = self.types.form(param.ty) else {
            return false;
        };
        match param.source {
            ParameterSource::Pointer(at) if self.language == Language::Fortran => {
                let uses = Uses {
                    module: self.types.module,
                    bytes: u64::from(bits).div_ceil(8),
                };
                uses.contradict(self.callee.function, at as usize)
            }
            _ => false,
        }
    }
}

/// Uses of a pointer to this many bytes.
struct Uses<'m> {
    module: &'m Module,
    bytes: u64,
}

impl Uses<'_> {
    /// Whether a parameter, or that of a function it is passed on to, is used as something else.
    fn contradict(&self, function: FuncId, param: usize) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![(function, param)];
        while let Some(next) = open.pop() {
            if !seen.insert(next) {
                continue;
            }
            let Some(function) = self.module.functions.get(next.0) else {
                continue;
            };
            if function.is_declaration() || next.1 >= function.params.len() {
                continue;
            }
            let local = function.param_local(next.1);
            for inst in function.insts.values() {
                if self.is_other_use(function, inst, local) {
                    return true;
                }
                open.extend(self.passed_on(inst, local));
            }
        }
        false
    }

    fn is_other_use(&self, function: &Function, inst: &Inst, local: LocalId) -> bool {
        let is_it = |value: &Value| *value == Value::Local(local);
        let differs = |ty: Option<TypeId>| {
            let size = ty.and_then(|ty| self.module.layout.alloc_size(&self.module.types, ty).ok());
            size != Some(self.bytes)
        };
        match &inst.kind {
            InstKind::Load { ptr, .. } => is_it(ptr) && differs(Some(inst.ty)),
            InstKind::Store { value, ptr, .. } => {
                is_it(ptr) && differs(self.module.value_type(function, *value))
            }
            InstKind::Gep { base, .. } => is_it(base),
            InstKind::InsertValue { value, .. } => is_it(value),
            kind => {
                let is_used = kind.operands().iter().any(is_it);
                is_used
                    && self
                        .name_of_called(inst)
                        .is_some_and(|name| name.starts_with("llvm.mem"))
            }
        }
    }

    fn called(&self, inst: &Inst) -> Option<FuncId> {
        match &inst.kind.as_call()?.callee {
            Called::Value(Value::Const(callee)) => function_behind(self.module, *callee),
            _ => None,
        }
    }

    fn name_of_called(&self, inst: &Inst) -> Option<&str> {
        let function = self.module.functions.get(self.called(inst)?)?;
        Some(self.module.text(function.name))
    }

    /// The parameters of other functions that get the pointer.
    fn passed_on(&self, inst: &Inst, local: LocalId) -> Vec<(FuncId, usize)> {
        let (Some(call), Some(called)) = (inst.kind.as_call(), self.called(inst)) else {
            return Vec::new();
        };
        let args = call.args.iter().enumerate();
        let passed = args.filter(|(_, arg)| arg.value == Value::Local(local));
        passed.map(|(at, _)| (called, at)).collect()
    }
}
