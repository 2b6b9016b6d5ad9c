//! Input domain coverage: parts of the inputs of a function, each of which some test has to be in.
//!
//! The parts are predicates over the parameters, judged where the function is entered: those that the user states, and by
//! default for each parameter that is a number or a pointer those of its sign, zero and the ends of its range.

use std::collections::BTreeSet;

use quell_bits::{Bits, FloatFormat};
use quell_ir::debug::{DebugInfo, Parameter, ParameterSource};
use quell_ir::opcode::{FloatPred, IntPred};
use quell_ir::{ConstKind, Function, InstId, InstKind, Module, Type, Value};
use quell_values::types::{Form, TypeRef, Types};

use super::expression::{self, Number, Parameters};
use super::name::{LabelNamer, is_on};
use super::steps::{Steps, equal};
use super::{InvalidLabel, Labels, SkippedLabel, WantedLabels};
use crate::align::Aligner;
use crate::condition::{Condition, SiteCondition};
use crate::objective::{Label, LabelRole, Objective, Source};
use crate::support;

/// The name of the criterion.
const IDC: &str = "IDC";

/// The parts of the inputs of a function.
pub(super) fn labels(
    aligner: &Aligner<'_>,
    module: &mut Module,
    wanted: &WantedLabels,
    labels: &mut Labels,
) {
    if !wanted.selection.has(IDC) {
        return;
    }
    let Some(entry) = entry(aligner) else {
        return;
    };
    let domain = Domain {
        aligner,
        namer: LabelNamer::new(aligner),
        entry,
        inputs: inputs(aligner),
    };
    let mut parts = domain.stated(module, wanted, labels);
    for input in &domain.inputs {
        let own = domain.of_parameter(module, input);
        if own.is_empty() {
            labels.skipped.push(SkippedLabel::Part {
                function: aligner.info.qualified_name(aligner.function),
                criterion: IDC,
                reason: domain.without_parts(input),
            });
        }
        parts.extend(own);
    }
    let source = domain.source();
    let mut seen = BTreeSet::new();
    for (text, predicate) in parts {
        let source = Source {
            text: crate::objective::SourceText::Predicate(text.clone()),
            ..source.clone()
        };
        if !is_on(wanted.lines, &source) || !seen.insert(text.clone()) {
            continue;
        }
        let id = domain.namer.id(&mut labels.ids, IDC, "", &text);
        let label = Label {
            criterion: IDC.to_owned(),
            predicates: vec![predicate],
            role: LabelRole::Objective,
        };
        let label = Objective::label(id, aligner.id, label, source);
        labels.objectives.push(label);
    }
}

/// Functions with partitions that the module does not have.
pub(super) fn refuse_unknown(module: &Module, wanted: &WantedLabels, labels: &mut Labels) {
    if !wanted.selection.has(IDC) {
        return;
    }
    let info = DebugInfo::new(module);
    let functions = module.functions.values();
    let known: BTreeSet<String> = functions
        .filter(|function| !function.is_declaration())
        .flat_map(|function| names(&info, module, function))
        .collect();
    let unknown = wanted
        .partitions
        .keys()
        .filter(|name| !known.contains(*name));
    let unknown = unknown.cloned();
    let invalid = unknown.map(|function| InvalidLabel::NoFunction { function });
    labels.invalid.extend(invalid);
}

/// The names of a function, by which partitions are stated.
fn names(info: &DebugInfo<'_>, module: &Module, function: &Function) -> BTreeSet<String> {
    let short = info.source_name(function).map(str::to_owned);
    let symbol = module.text(function.name).to_owned();
    short
        .into_iter()
        .chain([info.qualified_name(function), symbol])
        .collect()
}

/// A part of the inputs: its text and its predicate.
type Part = (String, SiteCondition);

/// A parameter with a name.
struct Input {
    name: String,
    kind: Option<InputKind>,
}

/// A parameter that is a number or a pointer.
#[derive(Clone)]
struct InputKind {
    at: InputPlace,
    number: Number,
    /// Of an enum.
    values: Vec<(String, i128)>,
    is_truth: bool,
}

#[derive(Clone, Copy)]
enum InputPlace {
    Value(Value),
    /// At this address, as Fortran passes it.
    Address(Value),
}

struct Domain<'a> {
    aligner: &'a Aligner<'a>,
    namer: LabelNamer<'a>,
    entry: InstId,
    inputs: Vec<Input>,
}

fn entry(aligner: &Aligner<'_>) -> Option<InstId> {
    let block = aligner.function.entry()?;
    let mut insts = aligner.function.blocks[block].insts.iter().copied();
    insts.find(|&inst| !matches!(aligner.kind_of(inst), InstKind::Phi { .. }))
}

fn inputs(aligner: &Aligner<'_>) -> Vec<Input> {
    let signature = aligner.info.signature(aligner.function);
    let params = signature.map_or_else(Vec::new, |signature| signature.params);
    let named = params.into_iter().filter_map(|param| {
        Some(Input {
            name: param.name?.to_owned(),
            kind: input_kind(aligner, &param),
        })
    });
    named.collect()
}

fn input_kind(aligner: &Aligner<'_>, param: &Parameter<'_>) -> Option<InputKind> {
    let module = aligner.module;
    let value = |index: u32| Value::Local(aligner.function.param_local(index as usize));
    let (at, bits) = match param.source {
        ParameterSource::Value(index) => {
            let ty = aligner.function.params.get(index as usize)?.ty;
            (InputPlace::Value(value(index)), Some(module.types.get(ty)))
        }
        ParameterSource::Pointer(index) => (InputPlace::Address(value(index)), None),
        ParameterSource::Pieces(_) | ParameterSource::None => return None,
    };
    let mut values = Vec::new();
    let form = Types::new(module).form(TypeRef::from(param.ty));
    let is_truth = matches!(form, Form::Bool { .. });
    let number = match form {
        Form::Bool { bits } => Number::Int {
            bits,
            signed: false,
        },
        Form::Int { bits, signed } => Number::Int {
            bits,
            signed: signed?,
        },
        Form::Char { signed } => Number::Int { bits: 8, signed },
        Form::Enum {
            values: named,
            bits,
            signed,
        } => {
            let named = named.into_iter();
            values = named
                .map(|(name, value)| (name.to_owned(), value))
                .collect();
            Number::Int { bits, signed }
        }
        Form::Float(format) => Number::Float(format),
        Form::Pointer(_) => Number::Pointer,
        _ => return None,
    };
    let number = match (bits, number) {
        (None, Number::Pointer) => return None,
        (None, number) => number,
        (Some(Type::Int(1)), Number::Int { signed, .. }) => Number::Int { bits: 1, signed },
        (Some(Type::Int(width)), Number::Int { bits, .. }) if *width == bits => number,
        (Some(Type::Float(format)), Number::Float(other)) if *format == other => number,
        (Some(Type::Ptr(_)), Number::Pointer) => number,
        _ => return None,
    };
    Some(InputKind {
        at,
        number,
        values,
        is_truth,
    })
}

impl Domain<'_> {
    /// Where the function is declared.
    fn source(&self) -> Source {
        let place = self.aligner.info.function_place(self.aligner.function);
        let line = place.map_or(0, |place| place.2);
        let tree = self.aligner.tree;
        let start = tree.offset(line, 1).unwrap_or(0);
        let text = tree.file().whole_text().get(start as usize..).unwrap_or("");
        let text = text.lines().next().unwrap_or("");
        let blanks = (text.len() - text.trim_start().len()) as u32;
        let span = quell_source::Span {
            start: start + blanks,
            end: start + text.trim_end().len() as u32,
        };
        self.namer.at_span(span, String::new())
    }

    /// The value of a parameter where the function is entered.
    fn value(&self, steps: &mut Steps<'_>, kind: &InputKind) -> Value {
        match kind.at {
            InputPlace::Value(value) => value,
            InputPlace::Address(ptr) => {
                let types = &mut steps.module.types;
                let ty = match kind.number {
                    Number::Int { bits, .. } => types.int(bits),
                    Number::Float(format) => types.float(format),
                    Number::Pointer => types.ptr(),
                };
                steps.load(ptr, ty)
            }
        }
    }

    /// The parts that the user states.
    fn stated(&self, module: &mut Module, wanted: &WantedLabels, labels: &mut Labels) -> Vec<Part> {
        let aligner = self.aligner;
        let names = names(&aligner.info, aligner.module, aligner.function);
        let mut lists = names
            .iter()
            .filter_map(|name| wanted.partitions.get_key_value(name));
        let Some((name, list)) = lists.next() else {
            return Vec::new();
        };
        let mut parts = Vec::new();
        for text in list {
            let mut steps = Steps::new(module, self.aligner.id);
            let mut parameters = Parameters::new();
            for input in &self.inputs {
                let kind = input.kind.as_ref();
                let value = kind.map(|kind| (self.value(&mut steps, kind), kind.number));
                parameters.insert(input.name.clone(), value);
            }
            match expression::condition(text, &parameters, &mut steps) {
                Ok(holds) => parts.push((text.trim().to_owned(), steps.before(self.entry, holds))),
                Err(error) => labels.invalid.push(InvalidLabel::Partition {
                    function: name.clone(),
                    text: text.clone(),
                    error,
                }),
            }
        }
        parts
    }

    fn of_parameter(&self, module: &mut Module, input: &Input) -> Vec<Part> {
        let Some(kind) = &input.kind else {
            return Vec::new();
        };
        match kind.number {
            _ if kind.is_truth => self.truths(module, input, kind),
            Number::Int { .. } if !kind.values.is_empty() => self.enumerators(module, input, kind),
            Number::Int { bits, signed } => self.integers(module, input, kind, (bits, signed)),
            Number::Float(format) => self.floats(module, input, kind, format),
            Number::Pointer => self.pointers(module, input, kind),
        }
    }

    fn part(
        &self,
        module: &mut Module,
        kind: &InputKind,
        text: String,
        holds: impl FnOnce(&mut Steps<'_>, Value) -> Condition,
    ) -> Part {
        let mut steps = Steps::new(module, self.aligner.id);
        let value = self.value(&mut steps, kind);
        let holds = holds(&mut steps, value);
        (text, steps.before(self.entry, holds))
    }

    fn truths(&self, module: &mut Module, input: &Input, kind: &InputKind) -> Vec<Part> {
        let Number::Int { bits, .. } = kind.number else {
            return Vec::new();
        };
        let name = &input.name;
        let none = support::int(module, bits, 0);
        let set = |_: &mut Steps<'_>, value| Condition::Differ(value, none);
        let clear = |_: &mut Steps<'_>, value| equal(value, none);
        vec![
            self.part(module, kind, name.clone(), set),
            self.part(module, kind, format!("!{name}"), clear),
        ]
    }

    fn enumerators(&self, module: &mut Module, input: &Input, kind: &InputKind) -> Vec<Part> {
        let Number::Int { bits, .. } = kind.number else {
            return Vec::new();
        };
        let named = kind.values.iter().filter_map(|(name, number)| {
            let number = i64::try_from(*number).ok()?;
            let number = support::int(module, bits, number);
            let text = format!("{} == {name}", input.name);
            Some(self.part(module, kind, text, |_, value| equal(value, number)))
        });
        named.collect()
    }

    fn integers(
        &self,
        module: &mut Module,
        input: &Input,
        kind: &InputKind,
        (bits, signed): (u32, bool),
    ) -> Vec<Part> {
        let name = &input.name;
        let none = support::int(module, bits, 0);
        let mut parts = Vec::new();
        let (below, above) = (
            IntPred::Slt,
            if signed { IntPred::Sgt } else { IntPred::Ugt },
        );
        let relations = [(below, "<"), (above, ">")];
        for (pred, sign) in relations
            .into_iter()
            .filter(|(_, sign)| signed || *sign == ">")
        {
            let text = format!("{name} {sign} 0");
            parts.push(self.part(module, kind, text, |steps, value| {
                Condition::Holds(steps.compare(pred, value, none))
            }));
        }
        let (least, most) = match signed {
            true => (Some(Bits::min_signed(bits)), Bits::max_signed(bits)),
            false => (None, Bits::ones(bits)),
        };
        let ends = [Some(Bits::zero(bits)), least, Some(most)];
        for end in ends.into_iter().flatten() {
            let number = match (signed, end.to_i64(), end.to_u128()) {
                (true, Some(number), _) => number.to_string(),
                (_, _, Some(number)) => number.to_string(),
                _ => end.to_string(),
            };
            let text = format!("{name} == {number}");
            let end = support::int_of_bits(module, &end);
            parts.push(self.part(module, kind, text, |_, value| equal(value, end)));
        }
        parts
    }

    fn floats(
        &self,
        module: &mut Module,
        input: &Input,
        kind: &InputKind,
        format: FloatFormat,
    ) -> Vec<Part> {
        let name = &input.name;
        let ty = module.types.float(format);
        let cases = [
            (FloatPred::Olt, 0.0, format!("{name} < 0")),
            (FloatPred::Oeq, 0.0, format!("{name} == 0")),
            (FloatPred::Ogt, 0.0, format!("{name} > 0")),
            (FloatPred::Uno, 0.0, format!("isnan({name})")),
            (FloatPred::Oeq, f64::INFINITY, format!("{name} == INFINITY")),
            (
                FloatPred::Oeq,
                f64::NEG_INFINITY,
                format!("{name} == -INFINITY"),
            ),
        ];
        let mut parts = Vec::new();
        for (pred, number, text) in cases {
            let Some(number) = support::float_of_type(module, ty, number) else {
                continue;
            };
            parts.push(self.part(module, kind, text, |steps, value| {
                Condition::Holds(steps.compare_floats(pred, value, number))
            }));
        }
        parts
    }

    /// Null is an input where the function compares the pointer with it.
    fn pointers(&self, module: &mut Module, input: &Input, kind: &InputKind) -> Vec<Part> {
        let InputPlace::Value(value) = kind.at else {
            return Vec::new();
        };
        if !self.is_compared_with_null(value) {
            return Vec::new();
        }
        let name = &input.name;
        let ptr = module.types.ptr();
        let null = quell_ir::build::zero(module, ptr);
        vec![
            self.part(module, kind, format!("{name} == NULL"), |_, value| {
                equal(value, null)
            }),
            self.part(module, kind, format!("{name} != NULL"), |_, value| {
                Condition::Differ(value, null)
            }),
        ]
    }

    /// Why a parameter has no parts.
    fn without_parts(&self, input: &Input) -> String {
        let is_pointer = |kind: &InputKind| matches!(kind.number, Number::Pointer);
        let reason = match input.kind.as_ref().is_some_and(is_pointer) {
            true => {
                "the function does not compare it with null, and what it points to is no parameter"
            }
            false => "it is neither a number nor a pointer",
        };
        format!("for the parameter {}: {reason}", input.name)
    }

    fn is_compared_with_null(&self, param: Value) -> bool {
        let function = self.aligner.function;
        let blocks = function.blocks.values().flat_map(|block| &block.insts);
        let insts: Vec<&InstKind> = blocks.map(|&inst| &function.insts[inst].kind).collect();
        let slots: Vec<Value> = insts
            .iter()
            .filter_map(|kind| match kind {
                InstKind::Store { value, ptr, .. } if *value == param => Some(*ptr),
                _ => None,
            })
            .collect();
        let is_param = |value: Value| {
            let def = self.aligner.def(value).map(|def| self.aligner.kind_of(def));
            value == param || matches!(def, Some(InstKind::Load { ptr, .. }) if slots.contains(ptr))
        };
        let is_null = |value: Value| match value {
            Value::Const(id) => matches!(self.aligner.module.consts.get(id).kind, ConstKind::Null),
            _ => false,
        };
        insts.iter().any(|kind| match kind {
            InstKind::ICmp { lhs, rhs, .. } => {
                is_param(*lhs) && is_null(*rhs) || is_null(*lhs) && is_param(*rhs)
            }
            _ => false,
        })
    }
}
