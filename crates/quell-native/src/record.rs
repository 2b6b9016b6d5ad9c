//! Objectives as the records that results hold.

use quell_objectives::{Objective, ObjectiveId, ObjectiveKind, SourceText as Text};
use quell_results::{Decision, Record, RecordKind, SourceText, Span};

/// The record of an objective that no engine looked at, with the name of its function in the source.
pub fn record_of(objective: &Objective, function: String) -> Record {
    let (span, name) = (&objective.source.span, objective.operator().to_owned());
    let ids = |labels: &Vec<ObjectiveId>| labels.iter().map(ToString::to_string).collect();
    let (kind, operator, criterion) = match &objective.kind {
        ObjectiveKind::Mutant(_) => (RecordKind::Mutant, Some(name), None),
        ObjectiveKind::Pair(_) => (RecordKind::Pair, Some(name), None),
        ObjectiveKind::Label(_) => (RecordKind::Label, None, Some(name)),
        ObjectiveKind::HyperLabel(_) => (RecordKind::HyperLabel, None, Some(name)),
    };
    Record {
        id: objective.id.0.clone(),
        kind,
        operator,
        criterion,
        function,
        file: span.file.clone(),
        span: Span {
            line: span.line,
            column: span.column,
            end_line: span.end_line,
            end_column: span.end_column,
        },
        source: match &objective.source.text {
            Text::Change(diff) => SourceText::Change {
                before: diff.before.clone(),
                after: diff.after.clone(),
                removed: diff.original.clone(),
                inserted: diff.replacement.clone(),
            },
            Text::Predicate(text) => SourceText::Predicate { text: text.clone() },
        },
        alternatives: objective.alternatives().iter().map(ids).collect(),
        is_part: objective.is_part(),
        parts: objective.parts().iter().map(|id| id.0.clone()).collect(),
        also: Vec::new(),
        verdict: Decision::default(),
    }
}
