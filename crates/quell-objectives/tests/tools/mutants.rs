//! Edits of simple kinds at every instruction of a function, to test the code that applies edits.
#![allow(dead_code)]

use quell_ir::entity::EntityRef;
use quell_ir::opcode::{BinOp, Flags, FloatPred, IntPred};
use quell_ir::{BlockId, FuncId, Inst, InstId, InstKind, LocalId, Module, Type, TypeId, Value};
use quell_objectives::apply::Checker;
use quell_objectives::{
    Change, Edit, Mutant, NewInst, Objective, ObjectiveId, Replacement, Source, SourceDiff,
    SourceSpan, SourceText, support,
};

/// A mutant without a source.
pub fn mutant(function: FuncId, edits: Vec<Edit>) -> Objective {
    let empty = String::new;
    let id = ObjectiveId(format!("{function:?} {edits:?}"));
    let mutant = Mutant {
        operator: "TEST",
        edits,
        parts: Vec::new(),
    };
    let source = Source {
        span: SourceSpan {
            file: empty(),
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 1,
        },
        text: SourceText::Change(SourceDiff {
            original: empty(),
            replacement: empty(),
            before: empty(),
            after: empty(),
        }),
    };
    Objective::mutant(id, function, mutant, source)
}

/// All valid edits of many kinds.
pub fn all_edits(module: &mut Module, id: FuncId) -> Vec<Edit> {
    let mut edits = Vec::new();
    let places: Vec<(BlockId, InstId)> = module.functions[id]
        .blocks
        .iter()
        .flat_map(|(block, data)| data.insts.iter().map(move |&inst| (block, inst)))
        .collect();
    for (_, at) in places {
        let inst = module.functions[id].insts[at].clone();
        let mut maker = Maker {
            base: module.functions[id].locals.len(),
            module,
            id,
            inst,
            changes: Vec::new(),
        };
        maker.make();
        let changes = maker.changes;
        edits.extend(changes.into_iter().map(|change| Edit { at, change }));
    }
    let checker = Checker::new(module, id);
    edits.retain(|edit| checker.check(std::slice::from_ref(edit)).is_ok());
    edits
}

struct Maker<'m> {
    module: &'m mut Module,
    id: FuncId,
    base: usize,
    inst: Inst,
    changes: Vec<Change>,
}

impl Maker<'_> {
    fn make(&mut self) {
        let kind = self.inst.kind.clone();
        match kind {
            InstKind::Binary { op, .. } => self.other_operators(op),
            InstKind::ICmp { .. } => self.other_comparisons(),
            InstKind::FCmp { .. } => self.other_float_comparisons(),
            InstKind::Store { value, ptr, access } => {
                self.replace(Vec::new(), None);
                if let Some(one) = self.one(value) {
                    let ty = self.type_of(value);
                    let sum = binary(BinOp::Add, value, one);
                    let store = InstKind::Store {
                        value: self.provisional(0),
                        ptr,
                        access,
                    };
                    let void = self.module.types.intern(Type::Void);
                    self.replace(vec![new(sum, ty), new(store, void)], None);
                }
            }
            InstKind::Call(_) => self.call(),
            InstKind::CondBr {
                cond,
                then,
                otherwise,
            } => {
                self.terminator(InstKind::Br { dest: then });
                self.terminator(InstKind::Br { dest: otherwise });
                self.terminator(InstKind::CondBr {
                    cond,
                    then: otherwise,
                    otherwise: then,
                });
            }
            InstKind::Switch {
                value,
                default,
                cases,
            } => {
                for left_out in 0..cases.len() {
                    let mut cases = cases.to_vec();
                    cases.remove(left_out);
                    self.terminator(InstKind::Switch {
                        value,
                        default,
                        cases: cases.into(),
                    });
                }
            }
            InstKind::Ret { value: Some(value) } => {
                let zero = support::zero(self.module, self.type_of(value));
                self.terminator(InstKind::Ret { value: Some(zero) });
            }
            InstKind::Phi { incoming, .. } => self.phi(&incoming),
            _ => {}
        }
        if matches!(kind_name(&self.inst.kind), "load" | "call" | "binary") {
            self.around();
        }
        self.jumps();
    }

    fn provisional(&self, number: usize) -> Value {
        Value::Local(LocalId::new(self.base + number))
    }

    fn type_of(&self, value: Value) -> TypeId {
        let function = &self.module.functions[self.id];
        self.module
            .value_type(function, value)
            .expect("an operand with a type")
    }

    fn one(&mut self, value: Value) -> Option<Value> {
        let ty = self.type_of(value);
        support::int_of_type(self.module, ty, 1)
    }

    fn replace(&mut self, code: Vec<NewInst>, result: Option<Value>) {
        self.changes
            .push(Change::Replace(Replacement { code, result }));
    }

    fn terminator(&mut self, kind: InstKind) {
        let void = self.module.types.intern(Type::Void);
        self.replace(vec![new(kind, void)], None);
    }

    /// The instruction with another kind.
    fn variant(&mut self, kind: InstKind) {
        let ty = self.inst.ty;
        let result = self.provisional(0);
        self.replace(vec![new(kind, ty)], Some(result));
    }

    fn other_operators(&mut self, op: BinOp) {
        let InstKind::Binary { lhs, rhs, .. } = self.inst.kind else {
            return;
        };
        for &other in BinOp::ALL {
            if other != op && other.is_float() == op.is_float() {
                self.variant(binary(other, lhs, rhs));
            }
        }
        self.variant(binary(op, rhs, lhs));
        self.replace(Vec::new(), Some(lhs));
        self.replace(Vec::new(), Some(rhs));
    }

    fn other_comparisons(&mut self) {
        let InstKind::ICmp { lhs, rhs, .. } = self.inst.kind else {
            return;
        };
        for &pred in IntPred::ALL {
            let flags = Flags::NONE;
            self.variant(InstKind::ICmp {
                pred,
                flags,
                lhs,
                rhs,
            });
        }
        for value in [0, 1] {
            let constant = support::int(self.module, 1, value);
            self.replace(Vec::new(), Some(constant));
        }
    }

    fn other_float_comparisons(&mut self) {
        let InstKind::FCmp { lhs, rhs, .. } = self.inst.kind else {
            return;
        };
        for &pred in FloatPred::ALL {
            let flags = Flags::NONE;
            self.variant(InstKind::FCmp {
                pred,
                flags,
                lhs,
                rhs,
            });
        }
    }

    /// Removes the call, and changes its arguments.
    fn call(&mut self) {
        let ty = self.inst.ty;
        let result = match self.module.types.is_void(ty) {
            true => None,
            false => Some(support::zero(self.module, ty)),
        };
        self.replace(Vec::new(), result);
        let InstKind::Call(call) = self.inst.kind.clone() else {
            return;
        };
        for index in 0..call.args.len() {
            let value = call.args[index].value;
            let Some(one) = self.one(value) else {
                continue;
            };
            let mut changed = call.clone();
            changed.args[index].value = self.provisional(0);
            let sum = new(binary(BinOp::Sub, value, one), call.args[index].ty);
            let again = new(InstKind::Call(changed), ty);
            let result = result.map(|_| self.provisional(1));
            self.replace(vec![sum, again], result);
        }
    }

    /// The instruction, followed by an operation on its result.
    fn around(&mut self) {
        let ty = self.inst.ty;
        let result = self.provisional(0);
        let Some(one) = support::int_of_type(self.module, ty, 1) else {
            return;
        };
        let again = new(self.inst.kind.clone(), ty);
        for op in [BinOp::Add, BinOp::SDiv, BinOp::Shl] {
            let more = new(binary(op, one, result), ty);
            let result = self.provisional(1);
            self.replace(vec![again.clone(), more], Some(result));
        }
        if !matches!(self.module.types.get(ty), Type::Int(_)) {
            return;
        }
        let zero = support::zero(self.module, ty);
        let void = self.module.types.intern(Type::Void);
        let bool_ty = self.module.types.int(1);
        let is_zero = InstKind::ICmp {
            pred: IntPred::Slt,
            flags: Flags::NONE,
            lhs: result,
            rhs: zero,
        };
        let trap_if = support::trap_if(self.module);
        let cond = self.provisional(1);
        let trap = support::call(self.module, trap_if, &[cond]).expect("a call");
        let code = vec![again, new(is_zero, bool_ty), new(trap.kind, void)];
        self.replace(code, Some(result));
    }

    fn jumps(&mut self) {
        let blocks: Vec<BlockId> = self.module.functions[self.id].blocks.keys().collect();
        let ret = self.module.functions[self.id].ret;
        let result = (!self.module.types.is_void(ret)).then(|| support::zero(self.module, ret));
        let code = Vec::new();
        self.changes
            .push(Change::Return(Replacement { code, result }));
        let picked = blocks.iter().step_by(3);
        self.changes
            .extend(picked.map(|&block| Change::Jump(block)));
    }

    fn phi(&mut self, incoming: &[(Value, BlockId)]) {
        let ty = self.inst.ty;
        for &(value, from) in incoming {
            let Some(one) = support::int_of_type(self.module, ty, 1) else {
                continue;
            };
            for op in [BinOp::Xor, BinOp::SDiv] {
                let code = vec![new(binary(op, one, value), ty)];
                let result = Some(self.provisional(0));
                let value = Replacement { code, result };
                self.changes.push(Change::Incoming { from, value });
            }
        }
    }
}

fn new(kind: InstKind, ty: TypeId) -> NewInst {
    NewInst { kind, ty }
}

fn binary(op: BinOp, lhs: Value, rhs: Value) -> InstKind {
    InstKind::Binary {
        op,
        // Poison-generating flags that may be violated: they must have no effect.
        flags: match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => Flags::NSW.with(Flags::NUW),
            BinOp::SDiv | BinOp::UDiv | BinOp::LShr | BinOp::AShr => Flags::EXACT,
            _ => Flags::NONE,
        },
        lhs,
        rhs,
    }
}

fn kind_name(kind: &InstKind) -> &'static str {
    match kind {
        InstKind::Load { .. } => "load",
        InstKind::Call(_) => "call",
        InstKind::Binary { .. } => "binary",
        _ => "",
    }
}
