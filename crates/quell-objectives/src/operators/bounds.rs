//! The edits that give a site another value: at all its uses, or, for a bound of a counted loop, in the count of its
//! rounds.

use std::cmp::Ordering;

use quell_ir::opcode::{BinOp, CastOp, IntPred};
use quell_ir::{InstId, TypeId, Value};

use super::Workshop;
use super::guarded::check_index;
use crate::align::rounds::is_zero_constant;
use crate::align::{Bound, Part, Reach, Rounds, Use, ValueSite};
use crate::code::Code;
use crate::edit::{Change, Edit};
use crate::support;

impl Workshop<'_> {
    /// Adds the edits after which a site has the value that `make` computes from the old one. None if that cannot
    /// be done.
    pub(super) fn give_value(
        &mut self,
        site: &ValueSite,
        edits: &mut Vec<Edit>,
        mut make: impl FnMut(&mut Code<'_>, Value) -> Option<Value>,
    ) -> Option<()> {
        if let Some((index, bound)) = site.bound {
            let rounds = *self.aligner.found.rounds.get(index)?;
            let make = &mut |code: &mut Code<'_>| make(code, site.value);
            edits.extend(self.change_bound(&rounds, bound, make)?);
            return Some(());
        }
        if let Some(part) = site.part {
            edits.extend(self.change_part(site, part, make)?);
            return Some(());
        }
        if self.aligner.is_entangled(site.at) {
            return None;
        }
        if let Some(operator) = self.unguarded_operator(site.at) {
            edits.extend(self.operate_anew(&operator, |code| make(code, site.value))?);
            return Some(());
        }
        let element = self.unguarded_element(site);
        let mut uses = self.aligner.checked_uses(site.at);
        uses.push(site.at);
        match self.aligner.reach(site.at) {
            Reach::Use => {}
            Reach::Definition(def) => return self.redefine(def, edits, make),
            Reach::Uses(others) => {
                let mut code = self.code();
                make(&mut code, site.value)?;
                // What is read again further on may have changed by then.
                if code.touches_memory() {
                    return None;
                }
                uses.extend(others);
            }
            Reach::Unknown => return None,
        }
        for at in uses {
            // A test can have the value on both sides: then it is left to others.
            if edits.iter().any(|edit| edit.at == at.inst) {
                return None;
            }
            let mut code = Code::new(self.module, self.aligner.function);
            let value = make(&mut code, site.value)?;
            if let Some(element) = element
                && check_index(&mut code, element, value).is_none()
            {
                self.unbounded.insert(site.node);
                return None;
            }
            let sooner = self.aligner.scopes_end(at.inst);
            edits.push(match sooner.filter(|_| code.touches_memory()) {
                Some(inst) => Edit {
                    at: inst,
                    change: Change::Return(code.finish(Some(value))),
                },
                None => code.substitute(self.aligner.function, at, value),
            });
        }
        Some(())
    }

    /// Another value in a part of a variable: stored right after the variable was initialised, or packed as in C.
    fn change_part(
        &mut self,
        site: &ValueSite,
        part: Part,
        mut make: impl FnMut(&mut Code<'_>, Value) -> Option<Value>,
    ) -> Option<Vec<Edit>> {
        let function = self.aligner.function;
        let old = &function.insts[site.at.inst];
        let mut code = Code::new(self.module, function);
        match part {
            Part::Bytes { variable, offset } => {
                code.push(old.kind.clone(), old.ty);
                let value = make(&mut code, site.value)?;
                let pointer = code.byte_of(variable, offset)?;
                code.store(value, pointer);
                Some(vec![code.replace(site.at.inst, None)])
            }
            Part::Field { kept, mask } => {
                let value = make(&mut code, site.value)?;
                let ty = self.aligner.type_of(kept)?;
                let word = packed(&mut code, (value, site.ty), (kept, ty), mask)?;
                Some(vec![code.substitute(function, site.at, word)])
            }
            Part::Data { variable, offset } => {
                let mut make = |code: &mut Code<'_>| make(code, site.value);
                self.change_data((variable, offset), site.ty, &mut make)
            }
        }
    }

    /// Another value wherever a part of a constant is read.
    fn change_data(
        &mut self,
        (variable, offset): (Value, u64),
        ty: TypeId,
        make: &mut dyn FnMut(&mut Code<'_>) -> Option<Value>,
    ) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        let function = self.aligner.function;
        for (inst, pointer) in self.aligner.reads_of(variable, offset, ty)? {
            let mut code = self.code();
            let old = code.push(function.insts[inst].kind.clone(), ty);
            let new = make(&mut code)?;
            let part = code.byte_of(variable, offset)?;
            let same = code.icmp(IntPred::Eq, pointer, part);
            let value = code.select(same, new, old, ty);
            edits.push(code.replace(inst, Some(value)));
        }
        (!edits.is_empty()).then_some(edits)
    }

    /// Another value at all uses of an instruction.
    pub(super) fn redefine(
        &mut self,
        def: InstId,
        edits: &mut Vec<Edit>,
        mut make: impl FnMut(&mut Code<'_>, Value) -> Option<Value>,
    ) -> Option<()> {
        let old = &self.aligner.function.insts[def];
        let kept = edits.len();
        // It may be among what the new value leaves out.
        edits.retain(|edit| edit.at != def);
        let mut code = Code::new(self.module, self.aligner.function);
        let value = match kept == edits.len() {
            true => code.push(old.kind.clone(), old.ty),
            false => support::zero(code.module, old.ty),
        };
        let new = make(&mut code, value)?;
        edits.push(code.replace(def, Some(new)));
        Some(())
    }

    pub(super) fn change_bound(
        &mut self,
        rounds: &Rounds,
        bound: Bound,
        make: &mut dyn FnMut(&mut Code<'_>) -> Option<Value>,
    ) -> Option<Vec<Edit>> {
        let function = self.aligner.function;
        let ty = self.aligner.type_of(rounds.bounds[0])?;
        let count_ty = self.aligner.type_of(self.aligner.value_at(rounds.left)?)?;
        let [mut first, mut last, mut step] = rounds.bounds;
        let mut code = self.code();
        let new = make(&mut code)?;
        match bound {
            Bound::First => first = new,
            Bound::Last => last = new,
            // A step of zero is invalid Fortran.
            Bound::Step if is_zero_constant(code.module, new) => return None,
            Bound::Step => step = new,
        }
        let count = counted(&mut code, [first, last, step], (ty, count_ty));
        let mut edits = vec![code.substitute(function, rounds.left, count)];
        let mut code = self.code();
        match bound {
            Bound::First => {
                let first = make(&mut code)?;
                edits.push(code.substitute(function, rounds.variable, first));
            }
            Bound::Step => {
                let step = make(&mut code)?;
                let inst = rounds.advance;
                edits.push(code.substitute(function, Use { inst, operand: 1 }, step));
            }
            Bound::Last => {}
        }
        Some(edits)
    }

    /// The loop has no iteration, and its variable is not changed.
    pub(super) fn without_rounds(&mut self, rounds: &Rounds) -> Option<Vec<Edit>> {
        let function = self.aligner.function;
        let value = self.aligner.value_at(rounds.left)?;
        let count_ty = self.aligner.type_of(value)?;
        let ty = self.aligner.type_of(rounds.bounds[0])?;
        let mut code = self.code();
        let none = code.number(count_ty, 0)?;
        let stop = code.substitute(function, rounds.left, none);
        let mut code = self.code();
        let value = code.load(rounds.kept, ty);
        Some(vec![
            stop,
            code.substitute(function, rounds.variable, value),
        ])
    }
}

/// A number in the bits of a mask, beside what is kept of a word.
fn packed(
    code: &mut Code<'_>,
    (value, from): (Value, TypeId),
    (kept, ty): (Value, TypeId),
    mask: u64,
) -> Option<Value> {
    let widths = (code.int_width(from)?, code.int_width(ty)?);
    let value = match widths.0.cmp(&widths.1) {
        Ordering::Less => code.cast(CastOp::ZExt, value, ty),
        Ordering::Equal => value,
        Ordering::Greater => code.cast(CastOp::Trunc, value, ty),
    };
    let shift = support::int(code.module, widths.1, i64::from(mask.trailing_zeros()));
    let mask = support::int(code.module, widths.1, mask.cast_signed());
    let shifted = code.binary(BinOp::Shl, value, shift, ty);
    let inside = code.binary(BinOp::And, shifted, mask, ty);
    Some(code.binary(BinOp::Or, kept, inside, ty))
}

/// `(last - first + step) / step`, as Fortran has it, in the type of the counter.
fn counted(code: &mut Code<'_>, bounds: [Value; 3], (from, to): (TypeId, TypeId)) -> Value {
    let [first, last, step] = bounds.map(|value| match from == to {
        true => value,
        false => code.cast(CastOp::SExt, value, to),
    });
    let difference = code.binary(BinOp::Sub, last, first, to);
    let sum = code.binary(BinOp::Add, difference, step, to);
    code.binary(BinOp::SDiv, sum, step, to)
}
