//! Vector code of a function, which gets no mutants.

use std::collections::BTreeSet;

use quell_ir::{InstId, InstKind, TypeId, Value};

use crate::align::{Aligner, Form};

/// The instructions that could have had mutants if they did not compute with vectors, one for each place.
pub(crate) fn unchanged(aligner: &Aligner<'_>) -> Vec<InstId> {
    let found = &aligner.found;
    let computed = found.operators.iter().map(|site| site.inst);
    // The result of an operator is reported with the operator.
    let values = found.values.iter();
    let values = values.filter(|site| site.form != Form::Operator);
    let mut all: BTreeSet<InstId> = computed.chain(values.map(|site| site.at.inst)).collect();
    all.extend(aligner.function.insts.keys().filter(|&inst| {
        let kind = aligner.kind_of(inst);
        aligner.place(inst).is_some() && takes_apart(kind)
    }));
    let mut seen = BTreeSet::new();
    let vectors = all.into_iter().filter(|&inst| has_vector(aligner, inst));
    vectors
        .filter(|&inst| aligner.place(inst).is_none_or(|place| seen.insert(place)))
        .collect()
}

/// Whether an instruction reads or writes lanes.
fn takes_apart(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::ExtractElement { .. }
            | InstKind::InsertElement { .. }
            | InstKind::ShuffleVector { .. }
    )
}

fn has_vector(aligner: &Aligner<'_>, inst: InstId) -> bool {
    let types = &aligner.module.types;
    let is_vector = |ty: TypeId| types.lanes(ty).is_some();
    let of_value = |value: &Value| aligner.type_of(*value).is_some_and(is_vector);
    let operands = aligner.kind_of(inst).operands();
    is_vector(aligner.function.insts[inst].ty) || operands.iter().any(of_value)
}
