//! The code of a predicate, as it is put together.

use quell_ir::entity::EntityRef;
use quell_ir::inst::Access;
use quell_ir::opcode::{BinOp, CastOp, Flags, FloatPred, IntPred};
use quell_ir::{FuncId, InstId, InstKind, LocalId, Module, TypeId, Value};

use crate::condition::{Condition, SiteCondition, Step, Trap};
use crate::edit::NewInst;

/// Steps of a condition in a function, which compute without side effect.
#[derive(Debug)]
pub(super) struct Steps<'m> {
    pub module: &'m mut Module,
    base: usize,
    code: Vec<Step>,
}

impl<'m> Steps<'m> {
    pub fn new(module: &'m mut Module, function: FuncId) -> Self {
        Self {
            base: module.functions[function].locals.len(),
            code: Vec::new(),
            module,
        }
    }

    /// The condition that is judged before an instruction.
    pub fn before(self, at: InstId, holds: Condition) -> SiteCondition {
        SiteCondition::before(at, self.base, self.code, holds)
    }

    fn push(&mut self, kind: InstKind, ty: TypeId, trap: Option<Trap>) -> Value {
        let local = LocalId::new(self.base + self.code.len());
        let inst = NewInst { kind, ty };
        self.code.push(Step { inst, trap });
        Value::Local(local)
    }

    pub fn compare(&mut self, pred: IntPred, lhs: Value, rhs: Value) -> Value {
        let (ty, flags) = (self.module.types.int(1), Flags::NONE);
        let kind = InstKind::ICmp {
            pred,
            flags,
            lhs,
            rhs,
        };
        self.push(kind, ty, None)
    }

    pub fn compare_floats(&mut self, pred: FloatPred, lhs: Value, rhs: Value) -> Value {
        let (ty, flags) = (self.module.types.int(1), Flags::NONE);
        let kind = InstKind::FCmp {
            pred,
            flags,
            lhs,
            rhs,
        };
        self.push(kind, ty, None)
    }

    /// An operation that does not trap.
    pub fn binary(&mut self, op: BinOp, ty: TypeId, lhs: Value, rhs: Value) -> Value {
        let flags = Flags::NONE;
        let kind = InstKind::Binary {
            op,
            flags,
            lhs,
            rhs,
        };
        self.push(kind, ty, None)
    }

    /// A division of integers, and the number of its step, by which a condition asks whether it would trap.
    pub fn division(&mut self, op: BinOp, ty: TypeId, lhs: Value, rhs: Value) -> (Value, usize) {
        let flags = Flags::NONE;
        let kind = InstKind::Binary {
            op,
            flags,
            lhs,
            rhs,
        };
        let step = self.code.len();
        (self.push(kind, ty, Some(Trap::Division)), step)
    }

    pub fn cast(&mut self, op: CastOp, arg: Value, ty: TypeId) -> Value {
        let flags = Flags::NONE;
        self.push(InstKind::Cast { op, flags, arg }, ty, None)
    }

    /// Reads memory that is there.
    pub fn load(&mut self, ptr: Value, ty: TypeId) -> Value {
        let access = Access::default();
        self.push(InstKind::Load { ptr, access }, ty, None)
    }
}

/// The condition that two values are equal.
pub(super) fn equal(a: Value, b: Value) -> Condition {
    Condition::Differ(a, b).negated()
}
