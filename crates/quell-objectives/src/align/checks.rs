//! Instructions that implement no operator of the source: Rust's checks for overflow, division by zero and
//! bounds, Fortran's address computations and loop counters, C's scaling of pointer differences.

use std::collections::BTreeSet;

use quell_ir::debug::DiType;
use quell_ir::opcode::{CastOp, Flags, IntPred};
use quell_ir::{BlockId, ConstExpr, ConstKind, InstId, InstKind, Value};
use quell_source::{BinaryOp, Kind, Language, NodeId};

use super::shapes::callee_name;
use super::{Aligner, Use, names};

/// Parts of the names of the functions that Rust's own checks call.
const PANICS: &[&str] = &["panic_bounds_check", "panic_const_"];

/// The width of flang's trip counts.
const COUNTER_WIDTH: u32 = 64;

/// The maximal number of steps over which a value is followed.
const MAX_STEPS: u32 = 16;

/// A branch to a panic of the language, and its condition.
#[derive(Clone, Debug)]
pub struct Guard {
    pub branch: InstId,
    pub passes: BlockId,
    /// Comparisons and connectives.
    pub tests: BTreeSet<InstId>,
}

impl Aligner<'_> {
    pub(super) fn collect_guards(&mut self) {
        if self.tree.language() != Language::Rust {
            return;
        }
        let blocks = self.function.blocks.values();
        let branches = blocks.filter_map(|block| block.insts.last().copied());
        let guards: Vec<Guard> = branches
            .filter_map(|branch| self.guard_at(branch))
            .collect();
        self.tests = guards
            .iter()
            .flat_map(|guard| guard.tests.iter().copied())
            .collect();
        self.guards = guards;
    }

    fn guard_at(&self, branch: InstId) -> Option<Guard> {
        let InstKind::CondBr {
            cond,
            then,
            otherwise,
        } = *self.kind_of(branch)
        else {
            return None;
        };
        let passes = match (self.panics(then), self.panics(otherwise)) {
            (true, false) => otherwise,
            (false, true) => then,
            _ => return None,
        };
        let mut tests = BTreeSet::new();
        let mut open = vec![cond];
        while let Some(value) = open.pop() {
            let Some(inst) = self.def(value) else {
                continue;
            };
            if matches!(self.kind_of(inst), InstKind::ICmp { .. }) {
                tests.insert(inst);
            } else if let InstKind::Binary { lhs, rhs, .. } = *self.kind_of(inst) {
                tests.insert(inst);
                open.extend([lhs, rhs]);
            }
        }
        Some(Guard {
            branch,
            passes,
            tests,
        })
    }

    /// Whether a call in the program's own code does not return, so that there is no code after it.
    pub fn never_returns(&self, inst: InstId) -> bool {
        let block = self.block_of[&inst];
        let end = self.function.terminator(block);
        let ends = end.is_some_and(|end| *self.kind_of(end) == InstKind::Unreachable);
        ends && self.kind_of(inst).as_call().is_some() && !self.panics(block)
    }

    /// Whether a block does nothing but report that a check failed.
    fn panics(&self, block: BlockId) -> bool {
        let insts = &self.function.blocks[block].insts;
        let ends = insts
            .last()
            .is_some_and(|&last| *self.kind_of(last) == InstKind::Unreachable);
        let calls = insts
            .iter()
            .filter_map(|&inst| self.kind_of(inst).as_call());
        let mut names = calls.filter_map(|call| callee_name(self.module, call));
        ends && names.any(|name| PANICS.iter().any(|panic| name.contains(panic)))
    }

    /// The guards of an operator: those at its place, with the tests that it needs.
    pub fn guards_of(&self, inst: InstId) -> Vec<&super::Guard> {
        let place = self.place(inst);
        let about = |test: &InstId| self.place(*test) == place && self.is_test_of(*test, inst);
        let guards = self.guards.iter();
        guards
            .filter(|guard| guard.tests.iter().any(about))
            .collect()
    }

    /// Whether a comparison tests that an operator does not panic. Operators that begin at one place share operands, so
    /// that these alone do not tell whose test it is.
    fn is_test_of(&self, test: InstId, inst: InstId) -> bool {
        use quell_ir::opcode::BinOp as B;
        let InstKind::ICmp {
            pred,
            lhs: a,
            rhs: b,
            ..
        } = *self.kind_of(test)
        else {
            return false;
        };
        let equal = pred == IntPred::Eq;
        let InstKind::Binary { op, lhs, rhs, .. } = *self.kind_of(inst) else {
            return false;
        };
        let with_constant = |value: Value| {
            let pairs = [(a, b), (b, a)];
            let mut pairs = pairs.iter();
            pairs.any(|&(one, other)| {
                self.is_same_value(one, value) && !matches!(other, Value::Local(_))
            })
        };
        match op {
            B::Add => {
                let result = self.function.insts[inst].result.expand().map(Value::Local);
                let operand = self.is_same_value(b, lhs) || self.is_same_value(b, rhs);
                Some(a) == result && operand
            }
            B::Sub => {
                let both = self.is_same_value(a, lhs) && self.is_same_value(b, rhs);
                both || equal && with_constant(rhs)
            }
            B::UDiv | B::SDiv | B::URem | B::SRem => {
                equal && (with_constant(lhs) || with_constant(rhs))
            }
            B::Shl | B::LShr | B::AShr => {
                let amount = self.unmasked(inst).unwrap_or(rhs);
                // `1 + s` is compared with 1 to see whether it overflowed.
                let made = self.def(amount).map(|made| self.kind_of(made).operands());
                with_constant(amount) && !made.is_some_and(|operands| operands.contains(&b))
            }
            _ => false,
        }
    }

    /// For `a %= b`, rustc reads the variable once for the check and once for the operator.
    fn is_same_value(&self, one: Value, other: Value) -> bool {
        let read = |value: Value| match self.def(value).map(|inst| (inst, self.kind_of(inst))) {
            Some((inst, InstKind::Load { ptr, .. })) => Some((*ptr, self.place(inst))),
            _ => None,
        };
        one == other || read(one).is_some_and(|place| read(other) == Some(place))
    }

    /// The amount of a shift before Rust masks it.
    pub fn unmasked(&self, inst: InstId) -> Option<Value> {
        let InstKind::Binary { op, rhs, .. } = *self.kind_of(inst) else {
            return None;
        };
        let mask = self.def(rhs).filter(|_| op.is_shift())?;
        match *self.kind_of(mask) {
            InstKind::Binary { lhs, .. } if self.is_mask(mask) => Some(lhs),
            _ => None,
        }
    }

    /// Whether the amount of a shift has another type than the number: Rust converts it after it is masked.
    pub fn has_other_amount(&self, inst: InstId) -> bool {
        let InstKind::Binary { op, rhs, .. } = *self.kind_of(inst) else {
            return false;
        };
        let rust = self.tree.language() == Language::Rust;
        let converted = self.def_is(rhs, |kind| matches!(kind, InstKind::Cast { .. }));
        rust && op.is_shift() && converted
    }

    /// `and x, 31` for the amount of a shift.
    pub(super) fn is_mask(&self, inst: InstId) -> bool {
        let is_and = matches!(
            self.kind_of(inst),
            InstKind::Binary {
                op: quell_ir::opcode::BinOp::And,
                ..
            }
        );
        let shifts = self.users_of(inst).iter().all(|user| {
            matches!(self.kind_of(user.inst), InstKind::Binary { op, .. } if op.is_shift())
                && user.operand == 1
        });
        self.tree.language() == Language::Rust
            && is_and
            && shifts
            && !self.users_of(inst).is_empty()
    }

    /// Other operands that hold the same value of the source: those of the checks before an operator.
    pub fn checked_uses(&self, at: Use) -> Vec<Use> {
        let Some(value) = self.value_at(at) else {
            return Vec::new();
        };
        let place = self.place(at.inst);
        let mut found = self.argument_again(at);
        found.extend(self.spilled_uses(at, value));
        found.extend(self.element_again(at, value));
        for &test in &self.tests {
            if self.place(test) != place || !self.is_check_at(test, at, value) {
                continue;
            }
            for (operand, &other) in self.kind_of(test).operands().iter().enumerate() {
                let index = self.is_element(at.inst) && operand == 0;
                let same = self.is_same_value(other, value);
                if same && (index || matches!(value, Value::Local(_))) {
                    let operand = operand as u32;
                    found.push(Use {
                        inst: test,
                        operand,
                    });
                }
            }
        }
        found
    }

    fn is_element(&self, inst: InstId) -> bool {
        let rust = self.tree.language() == Language::Rust;
        rust && matches!(self.kind_of(inst), InstKind::Gep { .. })
    }

    /// The number of elements of the array at an address: that of a variable, or one that a variable refers to.
    pub fn array_length(&self, base: Value) -> Option<u64> {
        if let Some(named) = self.names.at(self.module, base) {
            return names::length(&self.info, named.ty);
        }
        let reference = match self.def(base).map(|inst| self.kind_of(inst)) {
            Some(InstKind::Load { ptr, .. }) => self.names.at(self.module, *ptr),
            _ => self.names.of_value(base),
        };
        match self.info.ty(self.info.unwrapped(reference?.ty)?) {
            DiType::Pointer { to, .. } => names::length(&self.info, to),
            _ => None,
        }
    }

    /// For `t[i] += x`, rustc computes the address twice.
    fn element_again(&self, at: Use, value: Value) -> Vec<Use> {
        let InstKind::Gep { base, .. } = *self.kind_of(at.inst) else {
            return Vec::new();
        };
        let place = self.place(at.inst);
        let all = self
            .function
            .insts
            .keys()
            .filter(|_| self.is_element(at.inst));
        let same = all.filter(|&inst| {
            let other = Use { inst, ..at };
            let of_base =
                matches!(*self.kind_of(inst), InstKind::Gep { base: own, .. } if own == base);
            inst != at.inst
                && of_base
                && self.place(inst) == place
                && self.value_at(other) == Some(value)
        });
        same.map(|inst| Use { inst, ..at }).collect()
    }

    /// The other uses of the register of a `let` variable, which is stored to memory for debuggers only.
    fn spilled_uses(&self, at: Use, value: Value) -> Vec<Use> {
        let users = match self.def(value).filter(|_| self.is_spill(at.inst)) {
            Some(inst) => self.users_of(inst),
            None => &[],
        };
        let others = users.iter().copied().filter(|&user| {
            let own = self.is_own_check(user.inst, value);
            // Tests at the same place are found as such.
            let found =
                self.tests.contains(&user.inst) && self.place(user.inst) == self.place(at.inst);
            user != at && !own && !found
        });
        others.collect()
    }

    /// Whether a test is one of those before the instruction that takes an operand. Operators that begin at one place
    /// have their tests there too.
    fn is_check_at(&self, test: InstId, at: Use, value: Value) -> bool {
        match self.kind_of(at.inst) {
            InstKind::Binary { .. } if self.is_mask(at.inst) => {
                let mut users = self.users_of(at.inst).iter();
                users.any(|user| self.is_test_of(test, user.inst))
            }
            InstKind::Binary { .. } => self.is_test_of(test, at.inst),
            InstKind::ICmp { .. } | InstKind::FCmp { .. } => false,
            _ => !self.is_own_check(test, value),
        }
    }

    /// Whether a test is one of those of the operator that made a value.
    fn is_own_check(&self, test: InstId, value: Value) -> bool {
        let made = self.def(value);
        self.tests.contains(&test) && made.is_some_and(|inst| self.is_test_of(test, inst))
    }

    /// rustc stores the constants of a function for debuggers in its first block, wherever they are declared.
    pub(super) fn is_constant_spill(&self, inst: InstId) -> bool {
        let constant = matches!(self.kind_of(inst), InstKind::Store { value, .. } if !matches!(value, Value::Local(_)));
        constant && self.is_spill(inst)
    }

    /// rustc simplifies inlined methods: a value computed for the call may be used by debug information only.
    pub(super) fn is_folded_away(&self, inst: InstId, node: NodeId) -> bool {
        let users = self.users_of(inst);
        let given = self.tree.holder(node).is_some_and(|(holder, _)| {
            matches!(
                self.tree.kind(holder),
                Kind::Call | Kind::Member { .. } | Kind::Cast
            )
        });
        let shown = |user: &Use| self.is_spill(user.inst);
        let tested = |user: &Use| self.tests.contains(&user.inst);
        let rust = self.tree.language() == Language::Rust;
        rust && given
            && users.iter().any(shown)
            && users.iter().all(|user| shown(user) || tested(user))
    }

    fn is_spill(&self, inst: InstId) -> bool {
        let InstKind::Store {
            ptr: Value::Local(slot),
            ..
        } = *self.kind_of(inst)
        else {
            return false;
        };
        let name = self.function.locals[slot].name;
        name.is_some_and(|name| self.module.text(name).contains("dbg.spill"))
    }

    /// Whether a change of the operand would have to be one of other expressions too: a `let` that only gives
    /// another name to a register, or an index that stands at a place with others.
    pub fn is_entangled(&self, at: Use) -> bool {
        let Some(value) = self.value_at(at) else {
            return true;
        };
        if self.is_spill(at.inst) {
            let users = self.def(value).map(|inst| self.users_of(inst));
            let Some(users) = users else {
                return true;
            };
            return users.iter().filter(|user| self.is_spill(user.inst)).count() > 1;
        }
        let nodes = self
            .place(at.inst)
            .map_or(&[][..], |place| self.tree.at(place));
        let elements = nodes
            .iter()
            .filter(|&&node| self.tree.kind(node) == Kind::Index);
        self.is_element(at.inst) && elements.count() > 1
    }

    /// Arithmetic that is not in the source.
    pub(super) fn is_invented(&self, inst: InstId) -> bool {
        match self.kind_of(inst) {
            InstKind::Binary { flags, op, lhs, .. } => {
                let scales = flags.contains(Flags::EXACT) && op.is_division();
                scales || self.is_address(*lhs) || self.is_invented_here(inst)
            }
            InstKind::FNeg { .. } => self.is_fused_sign(inst),
            InstKind::ICmp { .. } => {
                self.tests.contains(&inst)
                    || self.tests_truth(inst) && self.at_no_relation(inst)
                    || self.is_invented_here(inst)
            }
            _ => false,
        }
    }

    fn is_invented_here(&self, inst: InstId) -> bool {
        match self.tree.language() {
            Language::C => self.is_packing(inst),
            Language::Rust => self.tests.contains(&inst) || self.is_mask(inst),
            Language::Fortran => self.counts_trips(inst) || self.feeds_address(inst, MAX_STEPS),
        }
    }

    /// Flang's trip counter of a `do` loop, and the increment of the loop variable.
    fn counts_trips(&self, inst: InstId) -> bool {
        let Some(place) = self.place(inst) else {
            return true;
        };
        let nodes = self.tree.at(place);
        let counted = nodes
            .iter()
            .any(|&node| self.tree.kind(node) == Kind::CountedLoop);
        // A bound may be computed in the type of the variable; the rounds are counted in this one.
        let long = self
            .type_of_result(inst)
            .is_some_and(|width| width == COUNTER_WIDTH);
        counted && long || nodes.is_empty() || self.is_advance(inst)
    }

    /// The width of the integers that an instruction computes with.
    fn type_of_result(&self, inst: InstId) -> Option<u32> {
        let ty = match *self.kind_of(inst) {
            InstKind::ICmp { lhs, .. } => self.type_of(lhs)?,
            _ => self.function.insts[inst].ty,
        };
        match *self.module.types.get(ty) {
            quell_ir::Type::Int(width) => Some(width),
            _ => None,
        }
    }

    /// Whether a number is used only as an offset.
    fn feeds_address(&self, inst: InstId, steps: u32) -> bool {
        let users = self.users_of(inst);
        let unused = |user: &Use| self.users_of(user.inst).is_empty();
        steps > 0
            && !users.is_empty()
            && users.iter().all(|user| match self.kind_of(user.inst) {
                InstKind::Gep { .. } => user.operand > 0,
                InstKind::Binary { .. } => unused(user) || self.feeds_address(user.inst, steps - 1),
                _ => false,
            })
    }

    /// The operand of an address computation of Fortran that the index goes through.
    pub(super) fn inside_offset(&self, inst: InstId) -> Option<Use> {
        let fortran = self.tree.language() == Language::Fortran;
        let offset = fortran
            && matches!(self.kind_of(inst), InstKind::Binary { .. })
            && !self.found.nodes.contains_key(&inst)
            && self.feeds_address(inst, MAX_STEPS);
        offset.then_some(Use { inst, operand: 0 })
    }

    /// Whether a number is an address, as in the difference of two pointers.
    fn is_address(&self, value: Value) -> bool {
        let cast = |op: CastOp| matches!(op, CastOp::PtrToInt | CastOp::PtrToAddr);
        match value {
            Value::Const(id) => match &self.module.consts.get(id).kind {
                ConstKind::Expr(expr) => matches!(**expr, ConstExpr::Cast { op, .. } if cast(op)),
                _ => false,
            },
            _ => self.def_is(
                value,
                |kind| matches!(kind, InstKind::Cast { op, .. } if cast(*op)),
            ),
        }
    }

    fn at_no_relation(&self, inst: InstId) -> bool {
        let Some(place) = self.place(inst) else {
            return true;
        };
        let is_relation = |&node: &NodeId| {
            let kind = self.tree.kind(node);
            matches!(kind, Kind::Binary(BinaryOp::Ne | BinaryOp::Eq))
        };
        self.tree.language() == Language::C && !self.tree.at(place).iter().any(is_relation)
    }
}
