//! Lowering of constant expressions that newer LLVM versions cannot read to instructions.
//!
//! From LLVM 16 on most operators were removed from constant expressions. In functions, such
//! expressions are computed by instructions before their use instead.

use rustc_hash::FxHashMap;

use crate::constant::{ConstExpr, ConstKind};
use crate::entity::{BlockId, ConstId, EntityRef, FuncId, InstId, PackedOption, TypeId};
use crate::function::{Function, Local, LocalDef};
use crate::inst::{Inst, InstKind, Value};
use crate::module::Module;
use crate::opcode::{BinOp, CastOp, Flags};

/// The constants that contain an expression that some LLVM version cannot read.
#[derive(Debug, Default)]
pub(super) struct Unreadable(Vec<bool>);

impl Unreadable {
    /// Finds these constants. Parts of a constant precede it in the table.
    pub(super) fn of(module: &Module) -> Self {
        let mut unreadable = Self(Vec::with_capacity(module.consts.len()));
        for (_, constant) in module.consts.iter() {
            let mut is = match &constant.kind {
                ConstKind::Expr(expr) => !is_readable(expr),
                _ => false,
            };
            constant
                .kind
                .for_each_member(|member| is |= unreadable.contains(member));
            unreadable.0.push(is);
        }
        unreadable
    }

    pub(super) fn contains(&self, id: ConstId) -> bool {
        self.0.get(id.index()).is_some_and(|is| *is)
    }

    fn is_empty(&self) -> bool {
        !self.0.contains(&true)
    }
}

/// Whether every LLVM since 15 has the expression.
fn is_readable(expr: &ConstExpr) -> bool {
    match expr {
        ConstExpr::Binary { op, .. } => matches!(op, BinOp::Add | BinOp::Sub | BinOp::Xor),
        ConstExpr::Cast { op, .. } => matches!(
            op,
            CastOp::Trunc
                | CastOp::PtrToInt
                | CastOp::PtrToAddr
                | CastOp::IntToPtr
                | CastOp::BitCast
                | CastOp::AddrSpaceCast
        ),
        ConstExpr::Gep { .. }
        | ConstExpr::ExtractElement { .. }
        | ConstExpr::InsertElement { .. }
        | ConstExpr::ShuffleVector { .. }
        | ConstExpr::Equivalent { .. } => true,
        _ => false,
    }
}

/// The module with unreadable expressions lowered to instructions; none if it has no such expressions.
pub(super) fn without_unreadable(module: &Module) -> Option<Module> {
    let unreadable = Unreadable::of(module);
    if unreadable.is_empty() {
        return None;
    }
    let mut lowered = module.clone();
    for id in module.functions.keys() {
        lower_function(&mut lowered, id, &unreadable);
    }
    Some(lowered)
}

fn lower_function(module: &mut Module, id: FuncId, unreadable: &Unreadable) {
    let is_used = |inst: &Inst| {
        let mut found = false;
        inst.kind.for_each_operand(|value| {
            found |= matches!(value, Value::Const(id) if unreadable.contains(*id));
        });
        found
    };
    if !module.functions[id].insts.values().any(is_used) {
        return;
    }
    // A copy, so that constants can be interned while the function changes.
    let function = module.functions[id].clone();
    let mut lowering = Lowering {
        module,
        unreadable,
        function,
        before_end: FxHashMap::default(),
        made: Vec::new(),
    };
    lowering.run();
    let function = lowering.function;
    module.functions[id] = function;
}

struct Lowering<'m> {
    module: &'m mut Module,
    unreadable: &'m Unreadable,
    function: Function,
    /// Values of phis, computed once at the end of each predecessor.
    before_end: FxHashMap<(BlockId, ConstId), Value>,
    /// Instructions for the current use.
    made: Vec<InstId>,
}

impl Lowering<'_> {
    fn run(&mut self) {
        let blocks: Vec<BlockId> = self.function.blocks.keys().collect();
        let mut ends: FxHashMap<BlockId, Vec<InstId>> = FxHashMap::default();
        for &block in &blocks {
            for inst in self.function.blocks[block].insts.clone() {
                self.phi(inst, &mut ends);
            }
        }
        for block in blocks {
            self.block(block, ends.remove(&block).unwrap_or_default());
        }
    }

    /// Computes the value that a phi takes from a predecessor at the end of that predecessor.
    fn phi(&mut self, inst: InstId, ends: &mut FxHashMap<BlockId, Vec<InstId>>) {
        let mut kind = self.function.insts[inst].kind.clone();
        let InstKind::Phi { incoming, .. } = &mut kind else {
            return;
        };
        for (value, from) in incoming {
            let Value::Const(id) = *value else { continue };
            if !self.unreadable.contains(id) {
                continue;
            }
            *value = match self.before_end.get(&(*from, id)) {
                Some(&known) => known,
                None => {
                    let computed = self.compute(id, inst);
                    ends.entry(*from).or_default().append(&mut self.made);
                    self.before_end.insert((*from, id), computed);
                    computed
                }
            };
        }
        self.function.insts[inst].kind = kind;
    }

    fn block(&mut self, block: BlockId, at_end: Vec<InstId>) {
        let old = std::mem::take(&mut self.function.blocks[block].insts);
        let mut new = Vec::with_capacity(old.len());
        let last = old.last().copied();
        for inst in old {
            if Some(inst) == last {
                new.extend_from_slice(&at_end);
            }
            self.operands(inst);
            new.append(&mut self.made);
            new.push(inst);
        }
        self.function.blocks[block].insts = new;
    }

    fn operands(&mut self, inst: InstId) {
        let mut kind = self.function.insts[inst].kind.clone();
        if let InstKind::Phi { .. } | InstKind::LandingPad { .. } = kind {
            return;
        }
        kind.for_each_operand_mut(|value| {
            if let Value::Const(id) = *value
                && self.unreadable.contains(id)
            {
                *value = self.compute(id, inst);
            }
        });
        self.function.insts[inst].kind = kind;
    }

    /// The value of a constant, computed by instructions as far as needed. The nesting of
    /// constants is bounded by the parser.
    fn compute(&mut self, id: ConstId, user: InstId) -> Value {
        if !self.unreadable.contains(id) {
            return Value::Const(id);
        }
        let constant = self.module.consts.get(id).clone();
        match constant.kind {
            ConstKind::Expr(expr) => {
                let kind = self.instruction(&expr, user);
                self.make(constant.ty, kind, user)
            }
            ConstKind::Aggregate(members) => self.aggregate(constant.ty, &members, user),
            ConstKind::Splat(lane) => self.splat(constant.ty, lane, user),
            _ => Value::Const(id),
        }
    }

    fn make(&mut self, ty: TypeId, kind: InstKind, user: InstId) -> Value {
        let user = &self.function.insts[user];
        let (dbg, text_line) = (user.dbg, user.text_line);
        let id = self.function.insts.push(Inst {
            kind,
            ty,
            result: PackedOption::default(),
            dbg,
            text_line,
        });
        let local = self.function.locals.push(Local {
            name: None,
            ty,
            def: LocalDef::Inst(id),
        });
        self.function.insts[id].result = local.into();
        self.made.push(id);
        Value::Local(local)
    }

    fn instruction(&mut self, expr: &ConstExpr, user: InstId) -> InstKind {
        let mut value = |id: &ConstId| self.compute(*id, user);
        match expr {
            ConstExpr::Binary {
                op,
                flags,
                lhs,
                rhs,
            } => InstKind::Binary {
                op: *op,
                flags: *flags,
                lhs: value(lhs),
                rhs: value(rhs),
            },
            ConstExpr::Cast { op, flags, arg } => InstKind::Cast {
                op: *op,
                flags: *flags,
                arg: value(arg),
            },
            ConstExpr::Gep {
                flags,
                source,
                base,
                indices,
            } => InstKind::Gep {
                flags: *flags,
                source: *source,
                base: value(base),
                indices: indices.iter().map(value).collect(),
            },
            ConstExpr::ICmp { pred, lhs, rhs } => InstKind::ICmp {
                pred: *pred,
                flags: Flags::NONE,
                lhs: value(lhs),
                rhs: value(rhs),
            },
            ConstExpr::FCmp { pred, lhs, rhs } => InstKind::FCmp {
                pred: *pred,
                flags: Flags::NONE,
                lhs: value(lhs),
                rhs: value(rhs),
            },
            ConstExpr::Select {
                cond,
                then,
                otherwise,
            } => InstKind::Select {
                flags: Flags::NONE,
                cond: value(cond),
                then: value(then),
                otherwise: value(otherwise),
            },
            ConstExpr::FNeg { arg } => InstKind::FNeg {
                flags: Flags::NONE,
                arg: value(arg),
            },
            other => self.member_instruction(other, user),
        }
    }

    fn member_instruction(&mut self, expr: &ConstExpr, user: InstId) -> InstKind {
        let mut value = |id: &ConstId| self.compute(*id, user);
        match expr {
            ConstExpr::ExtractElement { vector, index } => InstKind::ExtractElement {
                vector: value(vector),
                index: value(index),
            },
            ConstExpr::InsertElement {
                vector,
                value: lane,
                index,
            } => InstKind::InsertElement {
                vector: value(vector),
                value: value(lane),
                index: value(index),
            },
            ConstExpr::ShuffleVector { a, b, mask } => InstKind::ShuffleVector {
                a: value(a),
                b: value(b),
                mask: mask.clone(),
            },
            ConstExpr::ExtractValue { agg, path } => InstKind::ExtractValue {
                agg: value(agg),
                path: path.clone(),
            },
            ConstExpr::InsertValue {
                agg,
                value: member,
                path,
            } => InstKind::InsertValue {
                agg: value(agg),
                value: value(member),
                path: path.clone(),
            },
            ConstExpr::Equivalent { of, .. } => InstKind::Freeze { arg: value(of) },
            // The others are lowered by `instruction`.
            _ => InstKind::Unreachable,
        }
    }

    fn poison(&mut self, ty: TypeId) -> Value {
        Value::Const(self.module.consts.intern(ty, ConstKind::Poison))
    }

    fn index(&mut self, index: u32) -> Value {
        let ty = self.module.types.int(32);
        let bits = quell_bits::Bits::from_u64(32, u64::from(index));
        Value::Const(self.module.consts.intern(ty, ConstKind::Int(bits)))
    }

    /// Inserts the members one after the other.
    fn aggregate(&mut self, ty: TypeId, members: &[ConstId], user: InstId) -> Value {
        let is_vector = self.module.types.lanes(ty).is_some();
        let mut whole = self.poison(ty);
        for (index, &member) in members.iter().enumerate() {
            let value = self.compute(member, user);
            let index = index as u32;
            let kind = if is_vector {
                InstKind::InsertElement {
                    vector: whole,
                    value,
                    index: self.index(index),
                }
            } else {
                InstKind::InsertValue {
                    agg: whole,
                    value,
                    path: [index].into(),
                }
            };
            whole = self.make(ty, kind, user);
        }
        whole
    }

    fn splat(&mut self, ty: TypeId, lane: ConstId, user: InstId) -> Value {
        let value = self.compute(lane, user);
        let poison = self.poison(ty);
        let kind = InstKind::InsertElement {
            vector: poison,
            value,
            index: self.index(0),
        };
        let first = self.make(ty, kind, user);
        let lanes = self.module.types.lanes(ty).unwrap_or(1) as usize;
        let kind = InstKind::ShuffleVector {
            a: first,
            b: poison,
            mask: vec![Some(0); lanes].into(),
        };
        self.make(ty, kind, user)
    }
}
