//! Bodies of functions of one module as those of another. Blocks, instructions and locals keep their numbers.

use super::Importer;
use crate::entity::FuncId;
use crate::function::{DbgKind, Function};
use crate::inst::{Access, Call, Callee, Clause, Inst, InstKind, Value};
use crate::module::Module;
use crate::rules::LanguageRule;
use crate::symbol::Symbol;

impl Importer<'_> {
    pub(super) fn function(&mut self, into: &mut Module, id: FuncId, name: Symbol) -> Function {
        let mut function = self.from.functions[id].clone();
        self.head_in(into, &mut function, name);
        function.subprogram = self.optional_node(into, function.subprogram);
        for local in function.locals.values_mut() {
            local.name = self.optional_symbol(into, local.name);
            local.ty = self.ty(into, local.ty);
        }
        for block in function.blocks.values_mut() {
            block.name = self.optional_symbol(into, block.name);
        }
        for inst in function.insts.values_mut() {
            self.inst(into, inst);
        }
        for record in &mut function.dbg_records {
            record.loc = self.optional_node(into, record.loc);
            self.record(into, &mut record.kind);
        }
        for (_, attachment) in &mut function.attachments {
            attachment.kind = self.symbol(into, attachment.kind);
            attachment.node = self.node(into, attachment.node);
        }
        for (_, rule) in &mut function.rules {
            self.rule(into, rule);
        }
        function
    }

    /// What a declaration has of a function, too.
    pub(super) fn head_in(&mut self, into: &mut Module, function: &mut Function, name: Symbol) {
        function.name = name;
        function.ty = self.ty(into, function.ty);
        function.ret = self.ty(into, function.ret);
        self.attrs(into, &mut function.ret_attrs);
        for param in &mut function.params {
            param.ty = self.ty(into, param.ty);
            self.attrs(into, &mut param.attrs);
        }
        function.section = self.optional_symbol(into, function.section);
        function.comdat = None;
        let data = [
            &mut function.personality,
            &mut function.prefix,
            &mut function.prologue,
        ];
        for id in data.into_iter().flatten() {
            *id = self.constant(into, *id);
        }
    }

    fn inst(&mut self, into: &mut Module, inst: &mut Inst) {
        inst.ty = self.ty(into, inst.ty);
        inst.dbg = self.optional_node(into, inst.dbg);
        let kind = &mut inst.kind;
        kind.for_each_operand_mut(|value| *value = self.value(into, *value));
        match kind {
            InstKind::Alloca { elem: ty, .. } | InstKind::Gep { source: ty, .. } => {
                *ty = self.ty(into, *ty);
            }
            InstKind::Load { access, .. }
            | InstKind::Store { access, .. }
            | InstKind::AtomicRmw { access, .. } => self.scope(into, access),
            InstKind::CmpXchg(exchange) => self.scope(into, &mut exchange.access),
            InstKind::Call(call) | InstKind::Invoke { call, .. } => self.call(into, call),
            InstKind::LandingPad { clauses, .. } => {
                for clause in clauses {
                    let (Clause::Catch { ty, .. } | Clause::Filter { ty, .. }) = clause;
                    *ty = self.ty(into, *ty);
                }
            }
            InstKind::Switch { cases, .. } => {
                for (value, _) in cases {
                    *value = self.constant(into, *value);
                }
            }
            _ => {}
        }
    }

    fn value(&mut self, into: &mut Module, value: Value) -> Value {
        match value {
            Value::Local(id) => Value::Local(id),
            Value::Const(id) => Value::Const(self.constant(into, id)),
            Value::Metadata(id) => Value::Metadata(self.node(into, id)),
        }
    }

    fn scope(&mut self, into: &mut Module, access: &mut Access) {
        access.scope = self.optional_symbol(into, access.scope);
    }

    fn call(&mut self, into: &mut Module, call: &mut Call) {
        if let Callee::Asm(asm) = &mut call.callee {
            asm.text = self.symbol(into, asm.text);
            asm.constraints = self.symbol(into, asm.constraints);
        }
        call.fn_ty = self.ty(into, call.fn_ty);
        self.attrs(into, &mut call.ret_attrs);
        for arg in &mut call.args {
            arg.ty = self.ty(into, arg.ty);
            self.attrs(into, &mut arg.attrs);
        }
        for bundle in &mut call.bundles {
            bundle.tag = self.symbol(into, bundle.tag);
            for (ty, _) in &mut bundle.args {
                *ty = self.ty(into, *ty);
            }
        }
    }

    fn record(&mut self, into: &mut Module, kind: &mut DbgKind) {
        let nodes: &mut [&mut _] = match kind {
            DbgKind::Declare {
                location,
                variable,
                expr,
            }
            | DbgKind::Value {
                location,
                variable,
                expr,
            }
            | DbgKind::DeclareValue {
                location,
                variable,
                expr,
            } => &mut [location, variable, expr],
            DbgKind::Assign {
                value,
                variable,
                expr,
                id,
                address,
                address_expr,
            } => &mut [value, variable, expr, id, address, address_expr],
            DbgKind::Label { label } => &mut [label],
        };
        for node in nodes {
            **node = self.node(into, **node);
        }
    }

    fn rule(&mut self, into: &mut Module, rule: &mut LanguageRule) {
        match rule {
            LanguageRule::SignedShiftLeft => {}
            LanguageRule::ShiftDistance(value) | LanguageRule::UnsignedIndex(value) => {
                *value = self.value(into, *value);
            }
            LanguageRule::Subscript { index, extent, .. } => {
                *index = self.value(into, *index);
                *extent = self.value(into, *extent);
            }
        }
    }
}
