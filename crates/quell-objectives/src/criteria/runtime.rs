//! Run-time errors: before each instruction that may have undefined behaviour, a label that says that it has.
//!
//! Division by zero and its overflow, signed overflow, bad distances of shifts, indices beyond arrays whose length is known,
//! and null pointers. What the language defines gets no label: with `-fwrapv` signed numbers wrap, and Rust checks and
//! panics.
//!
//! An index is wrong where the address is computed or where it is accessed, by where the array is. Such a label has a
//! predicate at each of these places.

use std::collections::BTreeSet;

use quell_ir::inst::InstKind;
use quell_ir::opcode::{BinOp, CastOp, Flags, IntPred};
use quell_ir::rules::LanguageRule;
use quell_ir::{ConstKind, GlobalRef, InstId, Module, Type, TypeId, Value};
use quell_source::{Kind, Language, NodeId};

use super::name::{LabelNamer, is_on};
use super::steps::{Steps, equal};
use super::{Labels, SkippedLabel, WantedLabels};
use crate::align::Aligner;
use crate::condition::{Condition, SiteCondition};
use crate::objective::{Label, LabelRole, Objective};
use crate::support;

/// The name of the criterion.
const RTE: &str = "RTE";

/// The run-time errors of a function.
pub(super) fn labels(
    aligner: &Aligner<'_>,
    module: &mut Module,
    wanted: &WantedLabels,
    labels: &mut Labels,
) {
    if !wanted.selection.has(RTE) {
        return;
    }
    let mut skip = |reason: String| {
        labels.skipped.push(SkippedLabel::Part {
            function: aligner.info.qualified_name(aligner.function),
            criterion: RTE,
            reason,
        });
    };
    if aligner.tree.language() == Language::Rust {
        skip("for what Rust checks: it panics, and a panic is no undefined behaviour".to_owned());
        return;
    }
    let mut errors = Errors {
        aligner,
        module,
        found: Vec::new(),
        unbounded: BTreeSet::new(),
    };
    for block in aligner.function.blocks.values() {
        for &inst in &block.insts {
            errors.of_inst(inst);
        }
    }
    let (found, unbounded) = (errors.found, errors.unbounded);
    if !unbounded.is_empty() {
        let lines = unbounded.iter().map(u32::to_string);
        skip(format!(
            "for indices of objects whose lengths the function does not know: lines {}",
            lines.collect::<Vec<_>>().join(", ")
        ));
    }
    let namer = LabelNamer::new(aligner);
    for error in found {
        let source = match error.node {
            Some(node) => namer.at_node(node, error.text.clone()),
            None => {
                let span = aligner.info.span_of(aligner.function, error.at);
                let Some(span) = span.filter(|span| span.place.line > 0) else {
                    continue;
                };
                namer.at_place((span.place.line, span.place.column), error.text.clone())
            }
        };
        if !is_on(wanted.lines, &source) {
            continue;
        }
        let context = error
            .node
            .map_or_else(String::new, |node| namer.context(node));
        let id = namer.id(&mut labels.ids, RTE, &context, &error.text);
        let label = Label {
            criterion: RTE.to_owned(),
            predicates: error.predicates,
            role: LabelRole::RunTimeError,
        };
        labels
            .objectives
            .push(Objective::label(id, aligner.id, label, source));
    }
}

/// An error that may happen.
struct RunTimeError {
    at: InstId,
    node: Option<NodeId>,
    text: String,
    predicates: Vec<SiteCondition>,
}

struct Errors<'a, 'm> {
    aligner: &'a Aligner<'a>,
    module: &'m mut Module,
    found: Vec<RunTimeError>,
    /// The lines of accesses that may leave an object of unknown size.
    unbounded: BTreeSet<u32>,
}

/// An index into an array of a length that is known, and the instruction that computes the address.
struct ArrayIndex {
    gep: InstId,
    index: Value,
    length: u64,
    /// Whether the array is a variable or a part of one that is made of arrays only.
    is_whole: bool,
}

impl Errors<'_, '_> {
    fn of_inst(&mut self, inst: InstId) {
        let aligner = self.aligner;
        match *aligner.kind_of(inst) {
            InstKind::Binary { op, lhs, rhs, .. } if op.is_division() => {
                self.division(inst, op, (lhs, rhs));
            }
            InstKind::Binary {
                op,
                flags,
                lhs,
                rhs,
            } if flags.contains(Flags::NSW)
                && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul) =>
            {
                self.overflow(inst, op, (lhs, rhs));
            }
            InstKind::Binary {
                op: BinOp::Shl | BinOp::LShr | BinOp::AShr,
                lhs,
                rhs,
                ..
            } => {
                self.shift(inst, lhs, rhs);
            }
            InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. }
                if aligner.tree.language() == Language::C =>
            {
                self.access(inst, ptr);
            }
            _ => {}
        }
        self.subscripts(inst);
    }

    fn node(&self, inst: InstId) -> Option<NodeId> {
        self.aligner.found.nodes.get(&inst).copied()
    }

    /// The text of an operand of the node of an instruction.
    fn operand(&self, inst: InstId, index: usize) -> Option<String> {
        let tree = self.aligner.tree;
        let node = self.node(inst)?;
        Some(short(tree.node_text(tree.child(node, index)?)))
    }

    fn whole(&self, inst: InstId, otherwise: &str) -> String {
        let node = self.node(inst);
        node.map_or_else(
            || otherwise.to_owned(),
            |node| short(self.aligner.tree.node_text(node)),
        )
    }

    /// The width of a number; none of what is no scalar.
    fn width(&self, value: Value) -> Option<(TypeId, u32)> {
        let ty = self.aligner.type_of(value)?;
        match self.module.types.get(ty) {
            Type::Int(width) => Some((ty, *width)),
            _ => None,
        }
    }

    fn add(&mut self, at: InstId, text: String, predicates: Vec<SiteCondition>) {
        let node = self.node(at);
        self.found.push(RunTimeError {
            at,
            node,
            text,
            predicates,
        });
    }

    fn steps(&mut self) -> Steps<'_> {
        Steps::new(self.module, self.aligner.id)
    }

    fn division(&mut self, inst: InstId, op: BinOp, (lhs, rhs): (Value, Value)) {
        let Some((_, width)) = self.width(lhs) else {
            return;
        };
        let divisor = constant(self.module, rhs);
        let name = self
            .operand(inst, 1)
            .unwrap_or_else(|| "the divisor".to_owned());
        if divisor.is_none_or(|divisor| divisor == 0) {
            let none = support::int(self.module, width, 0);
            let holds = equal(rhs, none);
            let predicate = self.steps().before(inst, holds);
            self.add(inst, format!("{name} == 0"), vec![predicate]);
        }
        let signed = matches!(op, BinOp::SDiv | BinOp::SRem);
        let least = quell_bits::Bits::min_signed(width);
        let dividend = constant(self.module, lhs);
        let can_be_least = dividend.is_none_or(|dividend| Some(dividend) == least.to_i64());
        if signed && can_be_least && divisor.is_none_or(|divisor| divisor == -1) {
            let least = support::int_of_bits(self.module, &least);
            let minus = support::int(self.module, width, -1);
            let holds = equal(lhs, least).and(equal(rhs, minus));
            let predicate = self.steps().before(inst, holds);
            let whole = self.whole(inst, "the quotient");
            self.add(inst, format!("{whole} overflows"), vec![predicate]);
        }
    }

    fn overflow(&mut self, inst: InstId, op: BinOp, (lhs, rhs): (Value, Value)) {
        let Some((ty, width)) = self.width(lhs) else {
            return;
        };
        let wide = match op {
            BinOp::Mul => width * 2,
            _ => width + 1,
        };
        let wide = self.module.types.int(wide);
        let mut steps = self.steps();
        let a = steps.cast(CastOp::SExt, lhs, wide);
        let b = steps.cast(CastOp::SExt, rhs, wide);
        let exact = steps.binary(op, wide, a, b);
        let kept = steps.cast(CastOp::Trunc, exact, ty);
        let kept = steps.cast(CastOp::SExt, kept, wide);
        let predicate = steps.before(inst, Condition::Differ(exact, kept));
        let whole = self.whole(inst, "the result");
        self.add(inst, format!("{whole} overflows"), vec![predicate]);
    }

    /// The distance as it was before the compiler narrowed it.
    fn shift(&mut self, inst: InstId, lhs: Value, rhs: Value) {
        let Some((ty, width)) = self.width(lhs) else {
            return;
        };
        let rules = self.aligner.function.rules.iter();
        let rules: Vec<LanguageRule> = rules
            .filter(|(at, _)| *at == inst)
            .map(|(_, rule)| *rule)
            .collect();
        let given = rules.iter().find_map(|rule| match rule {
            LanguageRule::ShiftDistance(value) => Some(*value),
            _ => None,
        });
        let distance = given.unwrap_or(rhs);
        let Some((_, bits)) = self.width(distance) else {
            return;
        };
        let known = constant(self.module, distance);
        let is_good = |known: i64| (0..i64::from(width)).contains(&known);
        let limit = support::int(self.module, bits, i64::from(width));
        if !known.is_some_and(is_good) {
            let mut steps = self.steps();
            let bad = steps.compare(IntPred::Uge, distance, limit);
            let predicate = steps.before(inst, Condition::Holds(bad));
            let name = self
                .operand(inst, 1)
                .unwrap_or_else(|| "the distance".to_owned());
            self.add(
                inst,
                format!("{name} < 0 || {name} >= {width}"),
                vec![predicate],
            );
        }
        if rules.contains(&LanguageRule::SignedShiftLeft) && width.is_power_of_two() {
            self.shift_overflow(inst, (lhs, ty, width), (rhs, distance, limit));
        }
    }

    /// A bit that is one gets into the sign bit or out of the word, or the number is negative.
    fn shift_overflow(
        &mut self,
        inst: InstId,
        (lhs, ty, width): (Value, TypeId, u32),
        (rhs, distance, limit): (Value, Value, Value),
    ) {
        let [none, most] = [0, i64::from(width) - 1].map(|of| support::int(self.module, width, of));
        let mut steps = self.steps();
        let good = steps.compare(IntPred::Ult, distance, limit);
        let negative = steps.compare(IntPred::Slt, lhs, none);
        let left = steps.binary(BinOp::Sub, ty, most, rhs);
        let left = steps.binary(BinOp::And, ty, left, most);
        let lost = steps.binary(BinOp::LShr, ty, lhs, left);
        let lost = steps.compare(IntPred::Ne, lost, none);
        let any = Condition::Holds(negative).or(Condition::Holds(lost));
        let predicate = steps.before(inst, Condition::Holds(good).and(any));
        let whole = self.whole(inst, "the shifted number");
        self.add(inst, format!("{whole} overflows"), vec![predicate]);
    }

    /// Fortran's subscripts beyond the extent of a dimension.
    fn subscripts(&mut self, inst: InstId) {
        let rules = self.aligner.function.rules.iter();
        let rules = rules.filter(|(at, _)| *at == inst).map(|(_, rule)| *rule);
        for rule in rules.collect::<Vec<_>>() {
            if let LanguageRule::Subscript {
                dimension,
                index,
                extent,
            } = rule
                && self.aligner.type_of(index).is_some()
            {
                let mut steps = self.steps();
                let bad = steps.compare(IntPred::Uge, index, extent);
                let predicate = steps.before(inst, Condition::Holds(bad));
                let whole = self.whole(inst, "the element");
                let text = format!("{whole}: subscript {dimension} out of bounds");
                self.add(inst, text, vec![predicate]);
            }
        }
    }

    /// An access of memory: indices of arrays, and whether the pointer is null.
    fn access(&mut self, inst: InstId, ptr: Value) {
        let (root, geps) = self.chain(ptr);
        let found = self.indices(root, &geps);
        let mut known: Vec<Value> = found.iter().map(|of| of.index).collect();
        known.extend(self.constant_indices(root, &geps));
        if geps.iter().any(|&gep| self.leaves(gep, &known)) {
            let span = self.aligner.info.span_of(self.aligner.function, inst);
            self.unbounded.extend(span.map(|span| span.place.line));
        }
        for found in found {
            self.index(inst, root, &found);
        }
        if self.can_be_null(root) {
            let null = self.module.types.ptr();
            let null = quell_ir::build::zero(self.module, null);
            let holds = equal(root, null);
            let places = std::iter::once(inst).chain(geps.iter().copied());
            let places: Vec<InstId> = places.collect();
            let predicates = places
                .into_iter()
                .map(|at| self.steps().before(at, holds.clone()));
            let predicates = predicates.collect();
            let name = self.pointer_name(inst, root);
            self.add(inst, format!("{name} == NULL"), predicates);
        }
    }

    /// The pointer that an address is computed from, and the instructions that do, the last one first.
    fn chain(&self, ptr: Value) -> (Value, Vec<InstId>) {
        let (mut root, mut geps) = (ptr, Vec::new());
        while let Some(def) = self.aligner.def(root) {
            let InstKind::Gep { base, .. } = self.aligner.kind_of(def) else {
                break;
            };
            geps.push(def);
            root = *base;
        }
        (root, geps)
    }

    /// Whether an address may be that of another element than the pointer that it is computed from, by an index that is not known.
    fn leaves(&self, gep: InstId, known: &[Value]) -> bool {
        let InstKind::Gep { indices, .. } = self.aligner.kind_of(gep) else {
            return false;
        };
        let mut open = indices.iter().filter(|index| !known.contains(index));
        let moves = |index: &Value| constant(self.module, *index) != Some(0);
        open.any(moves)
    }

    /// The constant indices that are no elements of what a pointer points to: members, and elements of arrays. The types say
    /// that these are there.
    fn constant_indices(&self, root: Value, geps: &[InstId]) -> Vec<Value> {
        let first = usize::from(!self.is_variable(root));
        let inner = geps
            .iter()
            .flat_map(|&gep| match self.aligner.kind_of(gep) {
                InstKind::Gep { indices, .. } => indices.get(first..).unwrap_or_default().to_vec(),
                _ => Vec::new(),
            });
        inner
            .filter(|&index| constant(self.module, index).is_some())
            .collect()
    }

    /// Whether a pointer is that of a variable without structures in it.
    fn is_plain_variable(&self, root: Value) -> bool {
        let ty = match root {
            Value::Local(_) => match self.aligner.def(root).map(|def| self.aligner.kind_of(def)) {
                Some(InstKind::Alloca { elem, .. }) => *elem,
                _ => return false,
            },
            Value::Const(id) => match self.module.consts.get(id).kind {
                ConstKind::Global(GlobalRef::Var(global)) => self.module.globals[global].ty,
                _ => return false,
            },
            Value::Metadata(_) => return false,
        };
        let mut ty = ty;
        while let Type::Array { elem, .. } = self.module.types.resolve(ty) {
            ty = *elem;
        }
        !matches!(self.module.types.resolve(ty), Type::Struct { .. })
    }

    fn indices(&self, root: Value, geps: &[InstId]) -> Vec<ArrayIndex> {
        let mut found = Vec::new();
        let is_whole = self.is_plain_variable(root);
        for (number, &gep) in geps.iter().enumerate() {
            let InstKind::Gep {
                source, indices, ..
            } = self.aligner.kind_of(gep)
            else {
                continue;
            };
            if let [index] = **indices
                && let Some(length) = geps
                    .get(number + 1)
                    .and_then(|&inner| self.decayed(inner, *source))
            {
                found.push(ArrayIndex {
                    gep,
                    index,
                    length,
                    is_whole,
                });
            }
            let mut ty = *source;
            for &index in indices.iter().skip(1) {
                match self.module.types.resolve(ty) {
                    Type::Array { len, elem } => {
                        found.push(ArrayIndex {
                            gep,
                            index,
                            length: *len,
                            is_whole,
                        });
                        ty = *elem;
                    }
                    Type::Struct { fields, .. } => {
                        let number =
                            constant(self.module, index).and_then(|of| usize::try_from(of).ok());
                        match number.and_then(|number| fields.get(number)) {
                            Some(&field) => ty = field,
                            None => break,
                        }
                    }
                    _ => break,
                }
            }
        }
        // An array of no or one element at the end of a structure may be longer; what decays is no access.
        found.retain(|of| {
            (of.length > 1 || of.length == 1 && of.is_whole)
                && constant(self.module, of.index)
                    .is_none_or(|index| u64::try_from(index).is_ok_and(|index| index >= of.length))
        });
        found
    }

    /// The length of the array whose first element an instruction computes the address of.
    fn decayed(&self, inner: InstId, elem: TypeId) -> Option<u64> {
        let InstKind::Gep {
            source, indices, ..
        } = self.aligner.kind_of(inner)
        else {
            return None;
        };
        let mut zeros = indices
            .iter()
            .map(|&index| constant(self.module, index) == Some(0));
        match self.module.types.resolve(*source) {
            Type::Array { len, elem: own } if *own == elem && indices.len() == 2 => {
                zeros.all(|is| is).then_some(*len)
            }
            _ => None,
        }
    }

    fn index(&mut self, access: InstId, root: Value, found: &ArrayIndex) {
        let Some((_, width)) = self.width(found.index) else {
            return;
        };
        let limit = support::int(self.module, width, found.length.cast_signed());
        let is_variable = self.is_variable(root);
        let places = match is_variable {
            true => [access, found.gep],
            false => [found.gep, access],
        };
        let predicates = places.map(|at| {
            let mut steps = self.steps();
            let bad = steps.compare(IntPred::Uge, found.index, limit);
            steps.before(at, Condition::Holds(bad))
        });
        let tree = self.aligner.tree;
        let node = [found.gep, access]
            .into_iter()
            .filter_map(|inst| self.node(inst));
        let node = node
            .into_iter()
            .find(|&node| tree.kind(node) == Kind::Index);
        let text = |index: usize| {
            let child = node.and_then(|node| tree.child(node, index));
            child.map(|child| short(tree.node_text(child)))
        };
        let index = text(1).unwrap_or_else(|| "the index".to_owned());
        let array = text(0).unwrap_or_else(|| "an array".to_owned());
        let text = format!("{index} out of bounds of {array}[{}]", found.length);
        self.found.push(RunTimeError {
            at: access,
            node: node.or_else(|| self.node(access)),
            text,
            predicates: predicates.to_vec(),
        });
    }

    /// Whether a pointer is that of a variable, which is never null.
    fn is_variable(&self, root: Value) -> bool {
        match root {
            Value::Local(_) => {
                let def = self.aligner.def(root);
                def.is_some_and(|def| matches!(self.aligner.kind_of(def), InstKind::Alloca { .. }))
            }
            Value::Const(id) => matches!(
                self.module.consts.get(id).kind,
                ConstKind::Global(GlobalRef::Var(_)) | ConstKind::Expr(_)
            ),
            Value::Metadata(_) => true,
        }
    }

    /// Pointers that the compiler makes for itself, as of structures that are passed in memory, have no name and are not null.
    fn can_be_null(&self, root: Value) -> bool {
        if self.is_variable(root) {
            return false;
        }
        match self.aligner.def(root) {
            Some(def) => matches!(
                self.aligner.kind_of(def),
                InstKind::Load { .. }
                    | InstKind::Call(_)
                    | InstKind::Phi { .. }
                    | InstKind::Select { .. }
            ),
            None => false,
        }
    }

    fn pointer_name(&self, access: InstId, root: Value) -> String {
        let loaded = self.aligner.def(root).map(|def| self.aligner.kind_of(def));
        if let Some(InstKind::Load { ptr, .. }) = loaded
            && let Some(named) = self.aligner.names.at(self.aligner.module, *ptr)
        {
            return named.name.clone();
        }
        let own = self.aligner.def(root).and_then(|def| self.node(def));
        let own = own.map(|node| short(self.aligner.tree.node_text(node)));
        own.or_else(|| self.operand(access, 0))
            .unwrap_or_else(|| "the pointer".to_owned())
    }
}

fn constant(module: &Module, value: Value) -> Option<i64> {
    match value {
        Value::Const(id) => match &module.consts.get(id).kind {
            ConstKind::Int(bits) => bits.to_i64(),
            _ => None,
        },
        _ => None,
    }
}

/// A text on one line.
fn short(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
