//! The functions and globals that a function may use: all that it mentions, transitively.

use std::collections::BTreeSet;

use quell_ir::debug::DebugInfo;
use quell_ir::opcode::CastOp;
use quell_ir::{
    ConstId, ConstKind, FuncId, Function, GlobalId, GlobalRef, Inst, InstId, InstKind, LocalDef,
    Module, Type, Value,
};

use crate::annotations::ASSUME;
use crate::scope::SourceLine;

/// A function, and all functions that it may call: those that it mentions, transitively.
pub fn reached_functions(module: &Module, root: FuncId) -> BTreeSet<FuncId> {
    Reached::from(module, root).functions
}

#[derive(Debug, Default)]
pub(super) struct Reached {
    pub functions: BTreeSet<FuncId>,
    pub globals: BTreeSet<GlobalId>,
}

impl Reached {
    pub fn from(module: &Module, root: FuncId) -> Self {
        let mut reached = Self::default();
        let mut seen = BTreeSet::new();
        let mut open = Vec::new();
        reached.function(module, root, &mut open);
        while let Some(constant) = open.pop() {
            if seen.insert(constant) {
                reached.constant(module, constant, &mut open);
            }
        }
        reached
    }

    fn function(&mut self, module: &Module, id: FuncId, open: &mut Vec<ConstId>) {
        if !self.functions.insert(id) {
            return;
        }
        for inst in module.functions[id].insts.values() {
            inst.kind.for_each_operand(|value| {
                if let Value::Const(constant) = value {
                    open.push(*constant);
                }
            });
        }
    }

    fn constant(&mut self, module: &Module, id: ConstId, open: &mut Vec<ConstId>) {
        let kind = &module.consts.get(id).kind;
        match kind {
            ConstKind::Global(GlobalRef::Func(function)) => self.function(module, *function, open),
            ConstKind::Global(GlobalRef::Var(global)) => {
                if self.globals.insert(*global) {
                    open.extend(module.globals.get(*global).and_then(|global| global.init));
                }
            }
            ConstKind::Global(GlobalRef::Alias(alias)) => {
                open.extend(module.aliases.get(*alias).map(|alias| alias.target));
            }
            _ => kind.for_each_member(|member| open.push(member)),
        }
    }

    /// The lines with annotations that restrict the inputs.
    pub fn assumptions(&self, info: &DebugInfo<'_>, of: FuncId) -> BTreeSet<SourceLine> {
        let module = info.module();
        let Some(assume) = module.find_function(ASSUME) else {
            return BTreeSet::new();
        };
        let home = info
            .function_place(&module.functions[of])
            .map(|place| place.0);
        let place = |function: FuncId, inst: InstId| {
            let span = info.span_of(&module.functions[function], inst);
            span.map_or(SourceLine::default(), |span| SourceLine {
                file: (home != Some(span.place.file)).then(|| span.place.file.to_owned()),
                line: Some(span.place.line),
            })
        };
        let mut places = BTreeSet::new();
        for &id in &self.functions {
            let insts = module.functions[id].insts.iter();
            let calls = insts.filter(|(_, inst)| match &inst.kind {
                InstKind::Call(call) => module.direct_callee(call) == Some(assume),
                _ => false,
            });
            places.extend(calls.map(|(inst, _)| place(id, inst)));
        }
        places
    }

    /// Whether one of the functions tests the address of a parameter, as Fortran does for optional arguments.
    pub fn asks_for_presence(&self, module: &Module) -> bool {
        let mut functions = self.functions.iter().map(|&id| &module.functions[id]);
        functions.any(|function| {
            let mut insts = function.insts.values();
            insts.any(|inst| asks_for_address(module, function, inst))
        })
    }
}

fn asks_for_address(module: &Module, function: &Function, inst: &Inst) -> bool {
    let is_question = match &inst.kind {
        InstKind::ICmp { .. } => true,
        InstKind::Cast { op, .. } => *op == CastOp::PtrToInt,
        _ => false,
    };
    let is_parameter = |value: &Value| match value {
        Value::Local(local) => function.locals.get(*local).is_some_and(|local| {
            let is_pointer = matches!(module.types.get(local.ty), Type::Ptr(_));
            is_pointer && matches!(local.def, LocalDef::Param(_))
        }),
        _ => false,
    };
    is_question && inst.kind.operands().iter().any(is_parameter)
}
