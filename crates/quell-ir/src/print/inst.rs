//! Instructions other than calls.

use super::dialect::FlagPosition;
use super::function::FunctionWriter;
use super::put;
use crate::entity::{BlockId, ConstId, InstId, TypeId};
use crate::inst::{Access, Align, Clause, CmpXchg, Inst, InstKind, Value};
use crate::opcode::{Flags, Ordering};
use crate::types::Type;

impl FunctionWriter<'_, '_> {
    /// The instruction without its attachments.
    pub(super) fn bare_inst(&mut self, id: InstId) {
        let f = self.f;
        let inst = &f.insts[id];
        if let Some(result) = inst.result.expand() {
            self.local(result);
            self.text(" = ");
        }
        if !(self.arithmetic(inst) || self.memory(inst) || self.aggregate(inst)) {
            self.control(inst);
        }
    }

    /// `, v`.
    fn and(&mut self, value: Value) {
        self.text(", ");
        self.value(value);
    }

    /// `, T v`.
    fn and_typed(&mut self, value: Value) {
        self.text(", ");
        self.typed(value);
    }

    /// `op flags T a, b`.
    fn two(&mut self, name: &str, flags: Flags, place: FlagPosition, lhs: Value, rhs: Value) {
        self.text(name);
        self.w.flags(flags, place);
        self.text(" ");
        self.typed(lhs);
        self.and(rhs);
    }

    fn arithmetic(&mut self, inst: &Inst) -> bool {
        match &inst.kind {
            InstKind::Binary {
                op,
                flags,
                lhs,
                rhs,
            } => self.two(op.text(), *flags, FlagPosition::Binary, *lhs, *rhs),
            InstKind::FNeg { flags, arg } => {
                self.text("fneg");
                self.w.flags(*flags, FlagPosition::Other);
                self.text(" ");
                self.typed(*arg);
            }
            InstKind::ICmp {
                pred,
                flags,
                lhs,
                rhs,
            } => self.comparison("icmp", *flags, pred.text(), *lhs, *rhs),
            InstKind::FCmp {
                pred,
                flags,
                lhs,
                rhs,
            } => self.comparison("fcmp", *flags, pred.text(), *lhs, *rhs),
            InstKind::Cast { op, flags, arg } => {
                self.text(self.w.dialect.cast_name(*op));
                self.w.flags(*flags, FlagPosition::Cast);
                self.text(" ");
                self.typed(*arg);
                self.text(" to ");
                self.w.ty(inst.ty);
            }
            InstKind::Select {
                flags,
                cond,
                then,
                otherwise,
            } => {
                self.text("select");
                self.w.flags(*flags, FlagPosition::Other);
                self.text(" ");
                self.typed(*cond);
                self.and_typed(*then);
                self.and_typed(*otherwise);
            }
            InstKind::Freeze { arg } => {
                self.text("freeze ");
                self.typed(*arg);
            }
            InstKind::Phi { flags, incoming } => self.phi(inst.ty, *flags, incoming),
            _ => return false,
        }
        true
    }

    /// A comparison, whose flags precede its predicate.
    fn comparison(&mut self, name: &str, flags: Flags, pred: &str, lhs: Value, rhs: Value) {
        self.text(name);
        self.w.flags(flags, FlagPosition::Other);
        put!(self.w, " {pred} ");
        self.typed(lhs);
        self.and(rhs);
    }

    fn phi(&mut self, ty: TypeId, flags: Flags, incoming: &[(Value, BlockId)]) {
        self.text("phi");
        self.w.flags(flags, FlagPosition::Other);
        self.text(" ");
        self.w.ty(ty);
        for (index, &(value, block)) in incoming.iter().enumerate() {
            self.text(if index > 0 { ", [ " } else { " [ " });
            self.value(value);
            self.text(", ");
            self.block(block);
            self.text(" ]");
        }
    }

    fn memory(&mut self, inst: &Inst) -> bool {
        match &inst.kind {
            InstKind::Alloca { elem, count, align } => self.alloca(inst, *elem, *count, *align),
            InstKind::Load { ptr, access } => {
                self.access_words("load", access);
                self.w.ty(inst.ty);
                self.and_typed(*ptr);
                self.access_end(access, None);
            }
            InstKind::Store { value, ptr, access } => {
                self.access_words("store", access);
                self.typed(*value);
                self.and_typed(*ptr);
                self.access_end(access, None);
            }
            InstKind::Gep {
                flags,
                source,
                base,
                indices,
            } => {
                self.text("getelementptr");
                self.w.flags(*flags, FlagPosition::Gep);
                self.text(" ");
                self.w.ty(*source);
                self.and_typed(*base);
                indices.iter().for_each(|&index| self.and_typed(index));
            }
            InstKind::Fence { ordering } => put!(self.w, "fence {}", ordering.text()),
            InstKind::CmpXchg(exchange) => self.cmpxchg(exchange),
            InstKind::AtomicRmw {
                op,
                ptr,
                value,
                access,
            } => {
                self.text("atomicrmw ");
                self.text(if access.volatile { "volatile " } else { "" });
                put!(self.w, "{} ", op.text());
                self.typed(*ptr);
                self.and_typed(*value);
                self.access_end(access, None);
            }
            InstKind::VaArg { list } => {
                self.text("va_arg ");
                self.typed(*list);
                self.text(", ");
                self.w.ty(inst.ty);
            }
            _ => return false,
        }
        true
    }

    fn alloca(&mut self, inst: &Inst, elem: TypeId, count: Option<Value>, align: Align) {
        self.text("alloca ");
        self.w.ty(elem);
        if let Some(count) = count {
            self.and_typed(count);
        }
        self.align(align);
        if let Type::Ptr(space @ 1..) = self.w.module.types.get(inst.ty) {
            put!(self.w, ", addrspace({space})");
        }
    }

    fn align(&mut self, align: Align) {
        if let Some(align) = align {
            put!(self.w, ", align {align}");
        }
    }

    /// `load atomic volatile `.
    fn access_words(&mut self, name: &str, access: &Access) {
        self.text(name);
        self.text(if access.ordering.is_some() {
            " atomic"
        } else {
            ""
        });
        self.text(if access.volatile { " volatile " } else { " " });
    }

    /// Scope, orderings and alignment after the operands.
    fn access_end(&mut self, access: &Access, failure: Option<Ordering>) {
        if let Some(scope) = access.scope {
            self.text(" syncscope(");
            self.w.quoted_symbol(scope);
            self.text(")");
        }
        for ordering in access.ordering.into_iter().chain(failure) {
            put!(self.w, " {}", ordering.text());
        }
        self.align(access.align);
    }

    fn cmpxchg(&mut self, exchange: &CmpXchg) {
        self.text("cmpxchg ");
        self.text(if exchange.weak { "weak " } else { "" });
        self.text(if exchange.access.volatile {
            "volatile "
        } else {
            ""
        });
        self.typed(exchange.ptr);
        self.and_typed(exchange.expected);
        self.and_typed(exchange.replacement);
        self.access_end(&exchange.access, Some(exchange.failure));
    }

    fn aggregate(&mut self, inst: &Inst) -> bool {
        match &inst.kind {
            InstKind::ExtractValue { agg, path } => {
                self.text("extractvalue ");
                self.typed(*agg);
                self.w.path(path);
            }
            InstKind::InsertValue { agg, value, path } => {
                self.text("insertvalue ");
                self.typed(*agg);
                self.and_typed(*value);
                self.w.path(path);
            }
            InstKind::ExtractElement { vector, index } => {
                self.text("extractelement ");
                self.typed(*vector);
                self.and_typed(*index);
            }
            InstKind::InsertElement {
                vector,
                value,
                index,
            } => {
                self.text("insertelement ");
                self.typed(*vector);
                self.and_typed(*value);
                self.and_typed(*index);
            }
            InstKind::ShuffleVector { a, b, mask } => {
                self.text("shufflevector ");
                self.typed(*a);
                self.and_typed(*b);
                self.text(", ");
                self.w.shuffle_mask(inst.ty, mask);
            }
            _ => return false,
        }
        true
    }

    fn control(&mut self, inst: &Inst) {
        match &inst.kind {
            InstKind::Call(call) => self.call("call", call),
            InstKind::Invoke {
                call,
                normal,
                unwind,
            } => {
                self.call("invoke", call);
                self.text(" to ");
                self.label(*normal);
                self.text(" unwind ");
                self.label(*unwind);
            }
            InstKind::LandingPad { cleanup, clauses } => {
                self.landingpad(inst.ty, *cleanup, clauses);
            }
            InstKind::Ret { value: None } => self.text("ret void"),
            InstKind::Ret { value: Some(value) } => {
                self.text("ret ");
                self.typed(*value);
            }
            InstKind::Resume { value } => {
                self.text("resume ");
                self.typed(*value);
            }
            InstKind::Unreachable => self.text("unreachable"),
            _ => self.branch(inst),
        }
    }

    fn branch(&mut self, inst: &Inst) {
        match &inst.kind {
            InstKind::Br { dest } => {
                self.text("br ");
                self.label(*dest);
            }
            InstKind::CondBr {
                cond,
                then,
                otherwise,
            } => {
                self.text("br ");
                self.typed(*cond);
                self.text(", ");
                self.label(*then);
                self.text(", ");
                self.label(*otherwise);
            }
            InstKind::Switch {
                value,
                default,
                cases,
            } => {
                self.text("switch ");
                self.typed(*value);
                self.text(", ");
                self.label(*default);
                self.cases(cases);
            }
            InstKind::IndirectBr { addr, dests } => {
                self.text("indirectbr ");
                self.typed(*addr);
                self.text(", [");
                for (index, &dest) in dests.iter().enumerate() {
                    self.text(if index > 0 { ", " } else { "" });
                    self.label(dest);
                }
                self.text("]");
            }
            _ => {}
        }
    }

    fn cases(&mut self, cases: &[(ConstId, BlockId)]) {
        self.text(" [");
        for &(value, block) in cases {
            self.text("\n    ");
            self.w.typed_const(value);
            self.text(", ");
            self.label(block);
        }
        self.text(if cases.is_empty() { "]" } else { "\n  ]" });
    }

    fn landingpad(&mut self, ty: TypeId, cleanup: bool, clauses: &[Clause]) {
        self.text("landingpad ");
        self.w.ty(ty);
        self.text(if cleanup { " cleanup" } else { "" });
        for clause in clauses {
            let (word, value) = match clause {
                Clause::Catch { value, .. } => (" catch ", value),
                Clause::Filter { value, .. } => (" filter ", value),
            };
            self.text(word);
            self.typed(*value);
        }
    }
}
