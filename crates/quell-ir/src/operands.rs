//! Visitors of the operands, successors and members of instructions and constants.

use smallvec::SmallVec;

use crate::constant::{ConstExpr, ConstKind};
use crate::entity::{BlockId, ConstId};
use crate::inst::{Call, Callee, Clause, InstKind, Value};

/// Defines a visitor, for shared or for exclusive references.
macro_rules! operand_walk {
    ($walk:ident, $walk_call:ident, ($($mutable:tt)?)) => {
        /// Visits every operand in the order of the text: of a call first the callee, then the
        /// arguments, then those of operand bundles. Blocks and switch cases are not operands.
        pub fn $walk(&$($mutable)? self, mut visit: impl FnMut(&$($mutable)? Value)) {
            match self {
                Self::Binary { lhs, rhs, .. }
                | Self::ICmp { lhs, rhs, .. }
                | Self::FCmp { lhs, rhs, .. } => {
                    visit(lhs);
                    visit(rhs);
                }
                Self::FNeg { arg, .. } | Self::Cast { arg, .. } | Self::Freeze { arg } => visit(arg),
                Self::Select { cond, then, otherwise, .. } => {
                    visit(cond);
                    visit(then);
                    visit(otherwise);
                }
                Self::Phi { incoming, .. } => {
                    incoming.into_iter().for_each(|(value, _)| visit(value));
                }
                Self::Alloca { count, .. } => count.into_iter().for_each(visit),
                Self::Load { ptr, .. } => visit(ptr),
                Self::Store { value, ptr, .. } => {
                    visit(value);
                    visit(ptr);
                }
                Self::AtomicRmw { ptr, value, .. } => {
                    visit(ptr);
                    visit(value);
                }
                Self::CmpXchg(exchange) => {
                    visit(&$($mutable)? exchange.ptr);
                    visit(&$($mutable)? exchange.expected);
                    visit(&$($mutable)? exchange.replacement);
                }
                Self::Gep { base, indices, .. } => {
                    visit(base);
                    indices.into_iter().for_each(visit);
                }
                Self::ExtractValue { agg, .. } => visit(agg),
                Self::InsertValue { agg, value, .. } => {
                    visit(agg);
                    visit(value);
                }
                Self::ExtractElement { vector, index } => {
                    visit(vector);
                    visit(index);
                }
                Self::InsertElement { vector, value, index } => {
                    visit(vector);
                    visit(value);
                    visit(index);
                }
                Self::ShuffleVector { a, b, .. } => {
                    visit(a);
                    visit(b);
                }
                Self::Call(call) | Self::Invoke { call, .. } => call.$walk_call(visit),
                Self::VaArg { list } => visit(list),
                Self::LandingPad { clauses, .. } => clauses.into_iter().for_each(|clause| {
                    let (Clause::Catch { value, .. } | Clause::Filter { value, .. }) = clause;
                    visit(value);
                }),
                Self::Ret { value } => value.into_iter().for_each(visit),
                Self::CondBr { cond, .. } => visit(cond),
                Self::Switch { value, .. } | Self::Resume { value } => visit(value),
                Self::IndirectBr { addr, .. } => visit(addr),
                Self::Fence { .. } | Self::Br { .. } | Self::Unreachable => {}
            }
        }
    };
}

macro_rules! call_walk {
    ($walk:ident, ($($mutable:tt)?)) => {
        /// Visits the callee, the arguments and those of operand bundles.
        pub fn $walk(&$($mutable)? self, mut visit: impl FnMut(&$($mutable)? Value)) {
            if let Callee::Value(value) = &$($mutable)? self.callee {
                visit(value);
            }
            for arg in &$($mutable)? self.args {
                visit(&$($mutable)? arg.value);
            }
            for bundle in &$($mutable)? self.bundles {
                (&$($mutable)? bundle.args).into_iter().for_each(|(_, value)| visit(value));
            }
        }
    };
}

impl InstKind {
    operand_walk!(for_each_operand, for_each_operand, ());
    operand_walk!(for_each_operand_mut, for_each_operand_mut, (mut));

    /// Every operand, see [`InstKind::for_each_operand`].
    pub fn operands(&self) -> SmallVec<[Value; 4]> {
        let mut operands = SmallVec::new();
        self.for_each_operand(|&value| operands.push(value));
        operands
    }

    /// The successors of a terminator, one per edge: a switch yields a block once for each of its
    /// cases, the default first. Empty for other instructions.
    pub fn successors(&self) -> impl Iterator<Item = BlockId> + '_ {
        let mut cases: &[(ConstId, BlockId)] = &[];
        let mut dests: &[BlockId] = &[];
        let fixed = match self {
            Self::Br { dest } => [Some(*dest), None],
            Self::CondBr {
                then, otherwise, ..
            } => [Some(*then), Some(*otherwise)],
            Self::Switch {
                default, cases: to, ..
            } => {
                cases = to;
                [Some(*default), None]
            }
            Self::IndirectBr { dests: to, .. } => {
                dests = to;
                [None, None]
            }
            Self::Invoke { normal, unwind, .. } => [Some(*normal), Some(*unwind)],
            _ => [None, None],
        };
        let fixed = fixed.into_iter().flatten();
        fixed
            .chain(cases.iter().map(|case| case.1))
            .chain(dests.iter().copied())
    }

    /// Visits every successor mutably.
    pub fn for_each_successor_mut(&mut self, mut visit: impl FnMut(&mut BlockId)) {
        match self {
            Self::Br { dest } => visit(dest),
            Self::CondBr {
                then: a,
                otherwise: b,
                ..
            }
            | Self::Invoke {
                normal: a,
                unwind: b,
                ..
            } => {
                visit(a);
                visit(b);
            }
            Self::Switch { default, cases, .. } => {
                visit(default);
                cases.iter_mut().for_each(|case| visit(&mut case.1));
            }
            Self::IndirectBr { dests, .. } => dests.iter_mut().for_each(visit),
            _ => {}
        }
    }
}

impl Call {
    call_walk!(for_each_operand, ());
    call_walk!(for_each_operand_mut, (mut));
}

impl ConstKind {
    /// Visits the direct members of a constant. The initialiser of a global is not a member of its
    /// address.
    pub fn for_each_member(&self, mut visit: impl FnMut(ConstId)) {
        match self {
            Self::Aggregate(members) => members.iter().copied().for_each(visit),
            Self::Splat(lane) => visit(*lane),
            Self::Expr(expr) => expr.for_each_operand(visit),
            _ => {}
        }
    }
}

impl ConstExpr {
    /// Visits the operands in the order of the text.
    pub fn for_each_operand_mut(&mut self, mut visit: impl FnMut(&mut ConstId)) {
        match self {
            Self::Binary { lhs: a, rhs: b, .. }
            | Self::ICmp { lhs: a, rhs: b, .. }
            | Self::FCmp { lhs: a, rhs: b, .. }
            | Self::ExtractElement {
                vector: a,
                index: b,
            }
            | Self::ShuffleVector { a, b, .. }
            | Self::InsertValue {
                agg: a, value: b, ..
            } => [a, b].into_iter().for_each(visit),
            Self::Cast { arg, .. } | Self::FNeg { arg } => visit(arg),
            Self::ExtractValue { agg, .. } => visit(agg),
            Self::Equivalent { of, .. } => visit(of),
            Self::Select {
                cond: a,
                then: b,
                otherwise: c,
            }
            | Self::InsertElement {
                vector: a,
                value: b,
                index: c,
            } => [a, b, c].into_iter().for_each(visit),
            Self::Gep { base, indices, .. } => {
                visit(base);
                indices.iter_mut().for_each(visit);
            }
        }
    }

    /// Visits the operands in the order of the text.
    pub fn for_each_operand(&self, mut visit: impl FnMut(ConstId)) {
        let (fixed, rest): ([Option<ConstId>; 3], &[ConstId]) = match self {
            Self::Binary { lhs, rhs, .. }
            | Self::ICmp { lhs, rhs, .. }
            | Self::FCmp { lhs, rhs, .. } => ([Some(*lhs), Some(*rhs), None], &[]),
            Self::Cast { arg, .. } | Self::FNeg { arg } => ([Some(*arg), None, None], &[]),
            Self::Gep { base, indices, .. } => ([Some(*base), None, None], indices),
            Self::Select {
                cond,
                then,
                otherwise,
            } => ([Some(*cond), Some(*then), Some(*otherwise)], &[]),
            Self::ExtractElement { vector, index } => ([Some(*vector), Some(*index), None], &[]),
            Self::InsertElement {
                vector,
                value,
                index,
            } => ([Some(*vector), Some(*value), Some(*index)], &[]),
            Self::ShuffleVector { a, b, .. } => ([Some(*a), Some(*b), None], &[]),
            Self::ExtractValue { agg, .. } => ([Some(*agg), None, None], &[]),
            Self::InsertValue { agg, value, .. } => ([Some(*agg), Some(*value), None], &[]),
            Self::Equivalent { of, .. } => ([Some(*of), None, None], &[]),
        };
        fixed.into_iter().flatten().for_each(&mut visit);
        rest.iter().copied().for_each(visit);
    }
}
