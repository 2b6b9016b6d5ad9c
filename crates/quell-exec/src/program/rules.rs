//! Rules of the source language that lowering attaches to operations.
//!
//! C leaves behaviour undefined that the IR defines: an index beyond an array that is a member of a larger
//! object, and the order and distance of pointers to different objects. Lowering adds checks of these rules
//! to code from C. The domains treat them like poison-generating flags, and mutants ignore them.
//! `getelementptr inbounds` is checked in every language; if its result is only accessed, the check of the
//! access suffices.
//!
//! The array rules are those of clang's `-fsanitize=bounds`, also where `-fwrapv` removed `inbounds`. As
//! there, an array at the end of a structure may be a flexible one, whatever its length. Three cases that
//! clang does not report are checked in addition, because C leaves them undefined and no compiler defines
//! them: an array at the end of a structure that is an element of an array or a member followed by others, an
//! element one past the end that is copied as a whole, and one that is accessed through `*(a + i)`.
//!
//! Only code compiled with `-O0` is covered: optimisation removes array types.

use quell_ir::debug::Language;
use quell_ir::function::LocalDef;
use quell_ir::inst::{Arg, Call, Callee};
use quell_ir::opcode::CastOp;
use quell_ir::rules::LanguageRule;
use quell_ir::{BlockId, ConstKind, GlobalRef, InstId, InstKind, TypeId, Value};

use super::geps::{GepSite, IndexInfo};
use super::lower::Lowering;
use super::op::{Inbounds, Op, Rule, Src};
use super::shape::ShapeKind;
use super::uses::rules_of;
use crate::domain::Test;
use crate::stop::Stop;

/// Any length, for an array at the end of a structure.
const ANY_LENGTH: u64 = u64::MAX;
/// One element, if the IR does not show what the array is a member of.
const UNKNOWN_LENGTH: u64 = 1;

/// An array and an index into it.
#[derive(Clone, Copy)]
struct Indexed {
    index: Value,
    length: u64,
    /// Whether the element is accessed, so that the index one past the end is out of bounds.
    accessed: bool,
}

impl Lowering<'_> {
    pub(super) fn is_c(&self) -> bool {
        self.program.language == Language::C
    }

    /// The instruction that defines a value.
    fn defined_by(&self, value: Value) -> Option<InstId> {
        match value {
            Value::Local(local) => match self.function.locals.get(local)?.def {
                LocalDef::Inst(inst) => Some(inst),
                LocalDef::Param(_) => None,
            },
            _ => None,
        }
    }

    fn definition(&self, value: Value) -> Option<&InstKind> {
        Some(&self.function.insts[self.defined_by(value)?].kind)
    }

    /// The checks that a `getelementptr inbounds` needs, given the uses of its result.
    pub(super) fn required_bounds(&self, inst: InstId, position: u32) -> Inbounds {
        if self.is_accessed_only(inst, position) {
            Inbounds::ByAccess
        } else if self.is_c() {
            Inbounds::ObjectInC
        } else {
            Inbounds::Object
        }
    }

    /// Whether an address has one use, which is an access later in the same block without a call before it.
    fn is_accessed_only(&self, inst: InstId, position: u32) -> bool {
        let Some(local) = self.function.insts[inst].result.expand() else {
            return false;
        };
        let uses = self.uses[local];
        if uses.count != 1 || !uses.only_in(self.block) || uses.last <= position {
            return false;
        }
        let insts = &self.function.blocks[self.block].insts;
        let kind = |at: usize| insts.get(at).map(|&inst| &self.function.insts[inst].kind);
        let calls = |at: usize| matches!(kind(at), Some(InstKind::Call(_)));
        if (position as usize + 1..uses.last as usize).any(calls) {
            return false;
        }
        kind(uses.last as usize).is_some_and(|kind| loads_or_stores(kind, Value::Local(local)))
    }

    /// Emits the rules of the arrays that a `getelementptr` of C indexes.
    pub(super) fn array_rules(&mut self, site: GepSite<'_>) -> Result<(), Stop> {
        if !self.is_c() || self.is_whole_object(site.base, site.source) {
            return Ok(());
        }
        let mut found = self.indexed_arrays(site)?;
        found.extend(self.decayed(site)?);
        for Indexed {
            index,
            length,
            accessed,
        } in found
        {
            let limit = length.saturating_add(u64::from(!accessed));
            let fits = |value: i64| u64::try_from(value).is_ok_and(|value| value < limit);
            if self.constant(index).is_some_and(fits) {
                continue;
            }
            let rule = Rule::Index {
                index: self.src(index)?,
                width: self.width(index)?,
                limit,
                length,
            };
            self.emit(site.inst, Op::Rule(Box::new(rule)));
        }
        Ok(())
    }

    /// The arrays inside the source type that are indexed. If the element is not accessed, the last index may
    /// be one past the end.
    fn indexed_arrays(&self, site: GepSite<'_>) -> Result<Vec<Indexed>, Stop> {
        let mut found = Vec::new();
        let mut ty = site.source;
        let mut flexible = self.flexible_length(site.base, ty);
        let mut ends = site.indices.first().map(|&at| self.constant(at)) == Some(Some(0))
            && self.may_be_extended(site.base);
        for (depth, &index) in site.indices.iter().enumerate().skip(1) {
            let last = depth + 1 == site.indices.len();
            match &self.program.shapes.get(ty)?.kind {
                ShapeKind::Array { elem, len, .. } => {
                    if *len > flexible {
                        found.push(Indexed {
                            index,
                            length: *len,
                            accessed: !last || self.is_accessed(site.inst),
                        });
                    }
                    (ty, flexible, ends) = (*elem, 0, false);
                }
                ShapeKind::Struct(fields) => {
                    let number = self.constant(index).and_then(|at| usize::try_from(at).ok());
                    let Some(field) = number.and_then(|at| fields.get(at)) else {
                        return Ok(found);
                    };
                    ends &= number == Some(fields.len() - 1);
                    flexible = if ends { ANY_LENGTH } else { 0 };
                    ty = field.1;
                }
                _ => return Ok(found),
            }
        }
        Ok(found)
    }

    /// The array in `a + i` and `a[i]`, which was just converted to a pointer to its first element.
    fn decayed(&self, site: GepSite<'_>) -> Result<Option<Indexed>, Stop> {
        let (
            &[index],
            Some(InstKind::Gep {
                source,
                base,
                indices,
                ..
            }),
        ) = (site.indices, self.definition(site.base))
        else {
            return Ok(None);
        };
        let zeros = indices.len() == 2 && indices.iter().all(|&at| self.constant(at) == Some(0));
        let ShapeKind::Array { elem, len, .. } = self.program.shapes.get(*source)?.kind else {
            return Ok(None);
        };
        let known = zeros && elem == site.source && !self.is_whole_object(*base, *source);
        Ok(
            (known && len > self.flexible_length(*base, *source)).then(|| Indexed {
                index,
                length: len,
                accessed: self.is_accessed(site.inst),
            }),
        )
    }

    /// Whether a pointer points to a whole variable of this type, so that leaving the array is leaving the
    /// object.
    fn is_whole_object(&self, base: Value, ty: TypeId) -> bool {
        match base {
            Value::Const(id) => match self.module.consts.get(id).kind {
                ConstKind::Global(GlobalRef::Var(global)) => self.module.globals[global].ty == ty,
                _ => false,
            },
            _ => {
                matches!(self.definition(base), Some(InstKind::Alloca { elem, count: None, .. }) if *elem == ty)
            }
        }
    }

    /// The largest length with which an array at this place may be the flexible one at the end of a
    /// structure.
    fn flexible_length(&self, base: Value, array: TypeId) -> u64 {
        let Some(InstKind::Gep {
            source,
            base: outer,
            indices,
            ..
        }) = self.definition(base)
        else {
            return UNKNOWN_LENGTH;
        };
        let Ok(shape) = self.program.shapes.get(*source) else {
            return UNKNOWN_LENGTH;
        };
        match (&shape.kind, &indices[..]) {
            (_, [_]) if *source == array => 0,
            (ShapeKind::Array { elem, .. }, [_, _]) if *elem == array => 0,
            (ShapeKind::Struct(fields), [_, field]) => match fields.last() {
                Some(_) if self.constant(*field) != Some(fields.len() as i64 - 1) => 0,
                // An array that is no field of the structure is a member of a union at its end.
                Some(last) if last.1 == array => {
                    if self.may_be_extended(*outer) {
                        ANY_LENGTH
                    } else {
                        0
                    }
                }
                _ => UNKNOWN_LENGTH,
            },
            _ => UNKNOWN_LENGTH,
        }
    }

    /// Whether the object at this place may be larger than its type: it is neither an element of an array nor
    /// a member followed by others.
    fn may_be_extended(&self, place: Value) -> bool {
        let Some(InstKind::Gep {
            source,
            base,
            indices,
            ..
        }) = self.definition(place)
        else {
            return true;
        };
        let Ok(shape) = self.program.shapes.get(*source) else {
            return true;
        };
        match (&shape.kind, &indices[..]) {
            (ShapeKind::Struct(_) | ShapeKind::Array { .. }, [at]) => {
                self.constant(*at) == Some(0) && self.may_be_extended(*base)
            }
            (ShapeKind::Array { .. }, [_, _]) => false,
            (ShapeKind::Struct(fields), [_, field]) => {
                self.constant(*field) == Some(fields.len() as i64 - 1)
                    && self.may_be_extended(*base)
            }
            _ => true,
        }
    }

    /// Whether every path from the address computation accesses memory at the address or computes the address
    /// of a part of it.
    fn is_accessed(&self, inst: InstId) -> bool {
        let Some(local) = self.function.insts[inst].result.expand() else {
            return false;
        };
        let address = Value::Local(local);
        let used_in = |block: BlockId| {
            let insts = self.function.blocks[block].insts.iter();
            insts
                .map(|&inst| &self.function.insts[inst].kind)
                .any(|kind| self.accesses(kind, address) || addresses_part(kind, address))
        };
        if used_in(self.block) || self.uses[local].only_in(self.block) {
            return used_in(self.block);
        }
        let blocks = self.function.blocks.keys();
        self.all_paths_contain(&blocks.filter(|&block| used_in(block)).collect::<Vec<_>>())
    }

    /// Whether every path from this block to the end of the function contains one of the others.
    fn all_paths_contain(&self, others: &[BlockId]) -> bool {
        let (mut seen, mut open) = (vec![self.block], vec![self.block]);
        while let Some(block) = open.pop() {
            let Some(end) = self.function.terminator(block) else {
                return false;
            };
            let mut ends = true;
            for next in self.function.insts[end].kind.successors() {
                ends = false;
                if !others.contains(&next) && !seen.contains(&next) {
                    seen.push(next);
                    open.push(next);
                }
            }
            if ends {
                return false;
            }
        }
        !others.is_empty()
    }

    /// Whether an instruction reads or writes at an address.
    fn accesses(&self, kind: &InstKind, address: Value) -> bool {
        match kind {
            InstKind::Call(call) => {
                let at = |arg: &Arg| arg.value == address;
                call.args
                    .iter()
                    .any(|arg| at(arg) && arg.attrs.byval.is_some())
                    || self.copies(call) && call.args.iter().take(2).any(at)
            }
            _ => loads_or_stores(kind, address),
        }
    }

    /// Whether a call copies at least one byte.
    fn copies(&self, call: &Call) -> bool {
        let Callee::Value(Value::Const(callee)) = call.callee else {
            return false;
        };
        let ConstKind::Global(GlobalRef::Func(callee)) = self.module.consts.get(callee).kind else {
            return false;
        };
        let name = self.program.name(callee);
        let known = ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."];
        let size = call.args.get(2).and_then(|size| self.constant(size.value));
        known.iter().any(|known| name.starts_with(known)) && size.is_some_and(|size| size != 0)
    }

    /// Emits the rule that pointers whose order is compared point into one object.
    pub(super) fn order_rule(&mut self, inst: InstId, test: Test, a: Src, b: Src) {
        if self.is_c() && !matches!(test, Test::Eq | Test::Ne) {
            let rule = Rule::SameObject {
                what: "order",
                a,
                b,
            };
            self.emit(inst, Op::Rule(Box::new(rule)));
        }
    }

    /// Emits the rule that pointers whose distance is computed point into one object: the distance is a
    /// difference of two pointers that were just converted to integers.
    pub(super) fn distance_rule(
        &mut self,
        inst: InstId,
        lhs: Value,
        rhs: Value,
    ) -> Result<(), Stop> {
        if !self.is_c() {
            return Ok(());
        }
        let pointers = (self.converted(lhs), self.converted(rhs));
        if let (Some(a), Some(b)) = pointers
            && self.is_subtraction(inst, lhs, a)
            && self.is_subtraction(inst, rhs, b)
        {
            let rule = Rule::SameObject {
                what: "distance",
                a: self.src(a)?,
                b: self.src(b)?,
            };
            self.emit(inst, Op::Rule(Box::new(rule)));
        }
        Ok(())
    }

    /// Whether a pointer was converted to an integer for a subtraction of pointers, not by a cast in the source:
    /// `(uintptr_t)p - n` is defined for all pointers. The conversions of a subtraction have its own source
    /// location; the pointer must have another one, because in a macro all locations are equal.
    fn is_subtraction(&self, inst: InstId, number: Value, pointer: Value) -> bool {
        let place = |inst: InstId| self.function.insts[inst].dbg;
        let converts = self.defined_by(number).map(place) == Some(place(inst));
        let is_apart = self
            .defined_by(pointer)
            .is_none_or(|at| place(at) != place(inst));
        converts && is_apart
    }

    /// The pointer that was converted to a number in this block.
    fn converted(&self, number: Value) -> Option<Value> {
        let inst = self.defined_by(number)?;
        let here = self.function.blocks[self.block].insts.contains(&inst);
        pointer_of(&self.function.insts[inst].kind).filter(|_| here)
    }

    /// Emits the rules that the front end attached to a shift or to address arithmetic.
    pub(super) fn attached_rules(
        &mut self,
        inst: InstId,
        lhs: Value,
        rhs: Value,
        width: u32,
    ) -> Result<(), Stop> {
        for (_, rule) in rules_of(self.function, inst) {
            let rule = match *rule {
                LanguageRule::SignedShiftLeft => Rule::SignedShiftLeft {
                    a: self.src(lhs)?,
                    amount: self.src(rhs)?,
                    width,
                },
                LanguageRule::ShiftDistance(amount) if self.is_here(amount) => {
                    Rule::ShiftDistance {
                        amount: self.src(amount)?,
                        amount_width: self.int_width(self.type_of(amount)?)?,
                        width,
                    }
                }
                LanguageRule::Subscript {
                    dimension,
                    index,
                    extent,
                } if self.is_here(index) && self.is_here(extent) => Rule::Subscript {
                    dimension,
                    index: self.src(index)?,
                    extent: self.src(extent)?,
                },
                LanguageRule::ShiftDistance(_)
                | LanguageRule::Subscript { .. }
                | LanguageRule::UnsignedIndex(_) => continue,
            };
            self.emit(inst, Op::Rule(Box::new(rule)));
        }
        Ok(())
    }

    /// Emits the rules that the front end attached to an address.
    pub(super) fn index_rules(&mut self, inst: InstId) -> Result<(), Stop> {
        for (_, rule) in rules_of(self.function, inst) {
            match *rule {
                LanguageRule::UnsignedIndex(index) if self.is_here(index) => {
                    let index = self.src(index)?;
                    self.emit(inst, Op::Rule(Box::new(Rule::UnsignedIndex { index })));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether a value is defined or used in this block, so that its register is valid here.
    fn is_here(&self, value: Value) -> bool {
        let Value::Local(_) = value else {
            return true;
        };
        let defined = self.defined_by(value);
        self.function.blocks[self.block].insts.iter().any(|&inst| {
            let mut used = defined == Some(inst);
            let kind = &self.function.insts[inst].kind;
            kind.for_each_operand(|&operand| used |= operand == value);
            used
        })
    }
}

/// Whether an instruction loads from an address or stores to it.
fn loads_or_stores(kind: &InstKind, address: Value) -> bool {
    match kind {
        InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => *ptr == address,
        _ => false,
    }
}

/// Whether an instruction computes the address of a part of the object at an address.
fn addresses_part(kind: &InstKind, address: Value) -> bool {
    matches!(kind, InstKind::Gep { base, indices, .. } if *base == address && indices.len() > 1)
}

/// The pointer that an instruction converts to an integer.
pub(super) fn pointer_of(kind: &InstKind) -> Option<Value> {
    match kind {
        InstKind::Cast {
            op: CastOp::PtrToInt,
            arg,
            ..
        } => Some(*arg),
        _ => None,
    }
}
