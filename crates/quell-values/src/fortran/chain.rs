//! The address arithmetic that flang emits for an array element.
//!
//! For each dimension: `d = (subscript - lower) * step` (`+ start - lower` for a section), `offset = d * stride + offset`,
//! `stride = stride * extent`, all `nsw` on 64 bits, then a `getelementptr` by the offset. An operation on constants is folded
//! and leaves no instruction. Strides of arrays behind a descriptor are loaded from it instead.

use quell_ir::function::LocalDef;
use quell_ir::opcode::{BinOp, Flags};
use quell_ir::{ConstKind, Function, InstId, InstKind, Module, Type, Value};

use super::declared::Extents;

/// One dimension of an access.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Subscript {
    /// The instruction that the rule is attached to.
    pub at: InstId,
    /// The subscript, counted from 0.
    pub index: Index,
    pub extent: Extent,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Index {
    Value(Value),
    Known(i64),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Extent {
    Value(Value),
    Known(u64),
    /// In the descriptor at this address.
    Described(Value),
    /// The last one of an array of assumed size.
    Assumed,
}

/// An access: its subscripts that the program computes, and the extents of all dimensions if known.
#[derive(Debug, Default)]
pub(super) struct Access {
    pub subscripts: Vec<(u32, Subscript)>,
    pub extents: Vec<Extent>,
}

/// The value of a constant operand.
pub(super) fn constant(module: &Module, value: Value) -> Option<i64> {
    match value {
        Value::Const(id) => match &module.consts.get(id).kind {
            ConstKind::Int(bits) => bits.to_i64(),
            _ => None,
        },
        _ => None,
    }
}

#[derive(Clone, Copy)]
struct Step {
    inst: InstId,
    op: BinOp,
    lhs: Value,
    rhs: Value,
    result: Value,
}

/// An intermediate value: an operand, or a folded constant that may be unknown.
#[derive(Clone, Copy, PartialEq)]
enum Number {
    Value(Value),
    Known(i64),
    Folded,
}

pub(super) struct Reader<'a> {
    pub module: &'a Module,
    pub function: &'a Function,
}

impl<'a> Reader<'a> {
    pub fn definition(&self, value: Value) -> Option<&'a InstKind> {
        match value {
            Value::Local(local) => match self.function.locals.get(local)?.def {
                LocalDef::Inst(inst) => Some(&self.function.insts[inst].kind),
                LocalDef::Param(_) => None,
            },
            _ => None,
        }
    }

    fn step(&self, inst: InstId) -> Option<Step> {
        let data = &self.function.insts[inst];
        let wide = matches!(self.module.types.get(data.ty), Type::Int(64));
        match data.kind {
            InstKind::Binary {
                op,
                flags,
                lhs,
                rhs,
            } if wide && flags.contains(Flags::NSW) => Some(Step {
                inst,
                op,
                lhs,
                rhs,
                result: Value::Local(data.result.expand()?),
            }),
            _ => None,
        }
    }

    /// The descriptor, dimension and member at an address.
    fn in_descriptor(&self, address: Value) -> Option<(Value, u64, u64)> {
        let InstKind::Gep { base, indices, .. } = self.definition(address)? else {
            return None;
        };
        let known: Option<Vec<i64>> = indices
            .iter()
            .map(|&index| constant(self.module, index))
            .collect();
        match known?[..] {
            [0, 7, dimension, member] => Some((
                *base,
                u64::try_from(dimension).ok()?,
                u64::try_from(member).ok()?,
            )),
            _ => None,
        }
    }

    /// The descriptor and dimension whose stride a value was loaded from.
    fn stride(&self, value: Value) -> Option<(Value, u64)> {
        let InstKind::Load { ptr, .. } = self.definition(value)? else {
            return None;
        };
        let (descriptor, dimension, member) = self.in_descriptor(*ptr)?;
        (member == 2).then_some((descriptor, dimension))
    }

    /// Whether an instruction may occur between those of an access.
    fn belongs(&self, inst: InstId) -> bool {
        match &self.function.insts[inst].kind {
            InstKind::Load { ptr, .. } => match self.definition(*ptr) {
                Some(InstKind::Gep { indices, .. }) => indices.len() > 1,
                _ => false,
            },
            InstKind::Gep { indices, .. } => indices.len() > 1,
            InstKind::Cast { .. } => true,
            _ => self.step(inst).is_some(),
        }
    }

    /// Reads the access that ends with the `getelementptr` at a place in a block.
    pub fn access(&self, block: &[InstId], end: usize, declared: &Extents) -> Option<Access> {
        let InstKind::Gep { indices, .. } = &self.function.insts[*block.get(end)?].kind else {
            return None;
        };
        let &[offset] = &indices[..] else {
            return None;
        };
        let before = block[..end]
            .iter()
            .rev()
            .take_while(|&&inst| self.belongs(inst));
        let mut steps: Vec<Step> = before.filter_map(|&inst| self.step(inst)).collect();
        steps.reverse();
        (0..steps.len()).find_map(|start| self.read(&steps[start..], offset, declared))
    }

    fn read(&self, steps: &[Step], offset: Value, declared: &Extents) -> Option<Access> {
        let mut reading = Reading {
            reader: self,
            steps,
            stride: Number::Known(1),
            offset: Number::Known(0),
            folded: Vec::new(),
            access: Access::default(),
        };
        while !reading.steps.is_empty() || reading.access.extents.len() < declared.len() {
            reading.dimension(declared)?;
        }
        reading.finish(offset)
    }
}

struct Reading<'a, 'r> {
    reader: &'r Reader<'a>,
    steps: &'r [Step],
    stride: Number,
    offset: Number,
    /// Dimensions whose constant subscripts are part of the offset: number, stride, and the position for a rule.
    folded: Vec<(u32, i64, InstId, Extent)>,
    access: Access,
}

impl Reading<'_, '_> {
    fn is(&self, value: Value, number: Number) -> bool {
        match (number, constant(self.reader.module, value)) {
            (Number::Value(known), _) => known == value,
            (Number::Known(known), Some(constant)) => known == constant,
            (Number::Folded, Some(_)) => true,
            _ => false,
        }
    }

    fn take(&mut self, fits: impl Fn(&Self, &Step) -> bool) -> Option<Step> {
        let (&step, rest) = self.steps.split_first()?;
        if !fits(self, &step) {
            return None;
        }
        self.steps = rest;
        Some(step)
    }

    fn dimension(&mut self, declared: &Extents) -> Option<()> {
        let number = self.access.extents.len();
        let (index, at, described) = self.index()?;
        let grown = match described {
            Some(_) => None,
            None => self.take(|this, step| step.op == BinOp::Mul && this.is(step.lhs, this.stride)),
        };
        let known = declared.get(number).copied().flatten();
        let extent = match (described, &grown, known) {
            (Some(descriptor), None, _) => Extent::Described(descriptor),
            (None, Some(step), _) => match constant(self.reader.module, step.rhs) {
                Some(count) => u64::try_from(count).map_or(Extent::Assumed, Extent::Known),
                None => Extent::Value(step.rhs),
            },
            (None, None, Some(count)) => Extent::Known(count),
            (None, None, None) if self.steps.is_empty() => Extent::Assumed,
            _ => return None,
        };
        let place = at.or(grown.map(|step| step.inst));
        match (index, place) {
            (Some(index), Some(at)) => {
                let subscript = Subscript { at, index, extent };
                self.access.subscripts.push((number as u32, subscript));
            }
            (None, Some(at)) => {
                let Number::Known(stride) = self.stride else {
                    return None;
                };
                self.folded.push((number as u32, stride, at, extent));
            }
            _ => {}
        }
        self.stride = match (grown, self.stride, extent) {
            (Some(step), ..) => Number::Value(step.result),
            (None, Number::Known(stride), Extent::Known(count)) => {
                Number::Known(stride.checked_mul(i64::try_from(count).ok()?)?)
            }
            (None, stride, _) => stride,
        };
        self.access.extents.push(extent);
        Some(())
    }

    /// The subscript of a dimension, counted from 0, the position for a rule about it, and the descriptor of the array. No
    /// subscript if it was folded.
    fn index(&mut self) -> Option<(Option<Index>, Option<InstId>, Option<Value>)> {
        if let Some(difference) = self.take(|_, step| step.op == BinOp::Sub) {
            let index = self.counted(difference)?;
            let scaled = self.take(|this, step| {
                step.op == BinOp::Mul && step.lhs == index && this.is_stride(step.rhs)
            })?;
            self.add(scaled.result)?;
            return Some((
                Some(Index::Value(index)),
                Some(scaled.inst),
                self.descriptor(scaled),
            ));
        }
        let by_stride = |this: &Self, step: &Step| {
            step.op == BinOp::Mul
                && constant(this.reader.module, step.lhs).is_some()
                && this.is_stride(step.rhs)
        };
        if let Some(scaled) = self.take(by_stride) {
            let index = constant(self.reader.module, scaled.lhs)?;
            self.add(scaled.result)?;
            return Some((
                Some(Index::Known(index)),
                Some(scaled.inst),
                self.descriptor(scaled),
            ));
        }
        if let Number::Value(offset) = self.offset {
            let added = self.take(|_, step| step.op == BinOp::Add && step.rhs == offset)?;
            let (Number::Known(stride), Some(product)) =
                (self.stride, constant(self.reader.module, added.lhs))
            else {
                return None;
            };
            self.offset = Number::Value(added.result);
            let index = product.checked_div(stride)?;
            return Some((Some(Index::Known(index)), Some(added.inst), None));
        }
        self.offset = Number::Folded;
        Some((None, None, None))
    }

    /// `(subscript - lower) * step`, and the start of a section.
    fn counted(&mut self, difference: Step) -> Option<Value> {
        let index = self
            .take(|_, step| step.op == BinOp::Mul && step.lhs == difference.result)?
            .result;
        let is_start = |steps: &[Step]| match steps {
            [start, sum, ..] => {
                start.op == BinOp::Sub
                    && sum.op == BinOp::Add
                    && sum.lhs == index
                    && sum.rhs == start.result
            }
            _ => false,
        };
        if is_start(self.steps) {
            self.steps = &self.steps[1..];
        }
        let moved = self.take(|_, step| step.op == BinOp::Add && step.lhs == index);
        Some(moved.map_or(index, |step| step.result))
    }

    fn is_stride(&self, value: Value) -> bool {
        match self.reader.stride(value) {
            Some((_, dimension)) => dimension == self.access.extents.len() as u64,
            None => self.is(value, self.stride),
        }
    }

    fn descriptor(&self, scaled: Step) -> Option<Value> {
        Some(self.reader.stride(scaled.rhs)?.0)
    }

    fn add(&mut self, product: Value) -> Option<()> {
        let sum = self.take(|this, step| {
            step.op == BinOp::Add && step.lhs == product && this.is(step.rhs, this.offset)
        })?;
        if let Some(folded) = constant(self.reader.module, sum.rhs) {
            self.unfold(folded);
        }
        self.offset = Number::Value(sum.result);
        Some(())
    }

    /// The constant subscripts that an offset was folded of: of those only the last can have an extent that is not
    /// constant, and flang has compared the others with theirs.
    fn unfold(&mut self, offset: i64) {
        if let Some((number, stride, at, extent)) = self.folded.pop()
            && let Some(index) = offset.checked_div_euclid(stride)
        {
            let index = Index::Known(index);
            self.access
                .subscripts
                .push((number, Subscript { at, index, extent }));
        }
        self.folded.clear();
    }

    fn finish(mut self, offset: Value) -> Option<Access> {
        match (self.offset, constant(self.reader.module, offset)) {
            (Number::Value(last), _) if last == offset => Some(self.access),
            (Number::Folded | Number::Known(_), Some(folded)) => {
                self.unfold(folded);
                Some(self.access)
            }
            _ => None,
        }
    }
}
