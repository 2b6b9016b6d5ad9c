//! Straight-line code of a mutant, put together piece by piece.

use quell_ir::opcode::{BinOp, CastOp, Flags, FloatPred, IntPred};
use quell_ir::{Function, InstId, InstKind, LocalId, Module, Type, TypeId, Value};

use crate::align::Use;
use crate::edit::{Change, Edit, NewInst, Replacement};
use crate::support;

/// New instructions for one place of a function, and the module that their constants go to.
#[derive(Debug)]
pub struct Code<'m> {
    pub module: &'m mut Module,
    first: u32,
    code: Vec<NewInst>,
}

impl<'m> Code<'m> {
    pub fn new(module: &'m mut Module, function: &Function) -> Self {
        Self {
            module,
            first: function.locals.len() as u32,
            code: Vec::new(),
        }
    }

    /// Appends an instruction; its result, if it has one.
    pub fn push(&mut self, kind: InstKind, ty: TypeId) -> Value {
        let value = LocalId::from_u32(self.first + self.code.len() as u32);
        self.code.push(NewInst { kind, ty });
        Value::Local(value)
    }

    pub fn binary(&mut self, op: BinOp, lhs: Value, rhs: Value, ty: TypeId) -> Value {
        let kind = InstKind::Binary {
            op,
            flags: Flags::NONE,
            lhs,
            rhs,
        };
        self.push(kind, ty)
    }

    pub fn icmp(&mut self, pred: IntPred, lhs: Value, rhs: Value) -> Value {
        let ty = self.module.types.int(1);
        let kind = InstKind::ICmp {
            pred,
            flags: Flags::NONE,
            lhs,
            rhs,
        };
        self.push(kind, ty)
    }

    pub fn fcmp(&mut self, pred: FloatPred, lhs: Value, rhs: Value) -> Value {
        let ty = self.module.types.int(1);
        let kind = InstKind::FCmp {
            pred,
            flags: Flags::NONE,
            lhs,
            rhs,
        };
        self.push(kind, ty)
    }

    pub fn cast(&mut self, op: CastOp, arg: Value, to: TypeId) -> Value {
        let kind = InstKind::Cast {
            op,
            flags: Flags::NONE,
            arg,
        };
        self.push(kind, to)
    }

    pub fn select(&mut self, cond: Value, then: Value, otherwise: Value, ty: TypeId) -> Value {
        let kind = InstKind::Select {
            flags: Flags::NONE,
            cond,
            then,
            otherwise,
        };
        self.push(kind, ty)
    }

    pub fn load(&mut self, ptr: Value, ty: TypeId) -> Value {
        let access = quell_ir::inst::Access::default();
        self.push(InstKind::Load { ptr, access }, ty)
    }

    pub fn store(&mut self, value: Value, ptr: Value) {
        let void = self.module.types.void();
        let access = quell_ir::inst::Access::default();
        self.push(InstKind::Store { value, ptr, access }, void);
    }

    /// The address of a byte of a variable.
    pub fn byte_of(&mut self, variable: Value, offset: u64) -> Option<Value> {
        let source = self.module.types.int(8);
        let offset = support::int(self.module, 64, i64::try_from(offset).ok()?);
        let ptr = self.module.types.ptr();
        let kind = InstKind::Gep {
            flags: Flags::NONE,
            source,
            base: variable,
            indices: [offset].into(),
        };
        Some(self.push(kind, ptr))
    }

    /// A call of a function by its address; the result if it has one.
    pub fn call(&mut self, callee: Value, args: &[Value]) -> Option<Value> {
        let inst = support::call(self.module, callee, args)?;
        Some(self.push(inst.kind, inst.ty))
    }

    /// Traps if `cond` is true.
    pub fn trap_if(&mut self, cond: Value) -> Option<()> {
        let callee = support::trap_if(self.module);
        self.call(callee, &[cond]).map(|_| ())
    }

    /// `number` in an integer or floating-point type.
    pub fn number(&mut self, ty: TypeId, number: i32) -> Option<Value> {
        let integer = support::int_of_type(self.module, ty, i64::from(number));
        integer.or_else(|| support::float_of_type(self.module, ty, f64::from(number)))
    }

    /// Whether the code so far reads or writes anything.
    pub fn touches_memory(&self) -> bool {
        let mut kinds = self.code.iter().map(|inst| &inst.kind);
        kinds.any(|kind| matches!(kind, InstKind::Load { .. } | InstKind::Store { .. }))
    }

    pub fn int_width(&self, ty: TypeId) -> Option<u32> {
        match self.module.types.get(ty) {
            Type::Int(width) => Some(*width),
            _ => None,
        }
    }

    pub fn is_float(&self, ty: TypeId) -> bool {
        matches!(self.module.types.get(ty), Type::Float(_))
    }

    pub fn finish(self, result: Option<Value>) -> Replacement {
        Replacement {
            code: self.code,
            result,
        }
    }

    /// The edit that puts the code in place of `inst`, `result` in place of its result.
    pub fn replace(self, inst: InstId, result: Option<Value>) -> Edit {
        Edit {
            at: inst,
            change: Change::Replace(self.finish(result)),
        }
    }

    /// The edit after which the operand `at` is `value`.
    pub fn substitute(mut self, function: &Function, at: Use, value: Value) -> Edit {
        let inst = &function.insts[at.inst];
        if let InstKind::Phi { incoming, .. } = &inst.kind {
            let from = incoming[at.operand as usize].1;
            let value = self.finish(Some(value));
            let change = Change::Incoming { from, value };
            return Edit {
                at: at.inst,
                change,
            };
        }
        let mut kind = inst.kind.clone();
        let mut number = 0;
        kind.for_each_operand_mut(|operand| {
            if number == at.operand {
                *operand = value;
            }
            number += 1;
        });
        drop_poison_flags(&mut kind);
        let result = self.push(kind, inst.ty);
        let result = inst.result.expand().map(|_| result);
        self.replace(at.inst, result)
    }
}

/// Removes poison-generating flags: the arithmetic of a mutant wraps.
pub fn drop_poison_flags(kind: &mut InstKind) {
    match kind {
        InstKind::Binary { op, flags, .. } if !op.is_float() => *flags = Flags::NONE,
        InstKind::Gep { flags, .. }
        | InstKind::Cast { flags, .. }
        | InstKind::ICmp { flags, .. } => {
            *flags = Flags::NONE;
        }
        _ => {}
    }
}

/// An edit that leaves an instruction out; its result, if any is used, becomes zero.
pub fn delete(module: &mut Module, function: &Function, inst: InstId) -> Edit {
    let old = &function.insts[inst];
    let result = old.result.expand().map(|_| support::zero(module, old.ty));
    let change = Change::Replace(Replacement {
        code: Vec::new(),
        result,
    });
    Edit { at: inst, change }
}
