//! Objectives and decisions of the source as results show them.

use quell_objectives::criteria::{ConditionRow, DecisionTable};
use quell_objectives::{Objective, ObjectiveId, ObjectiveKind, SourceSpan, SourceText as Text};
use quell_results::{
    ConditionReport, Decision, DecisionReport, Independence, Record, RecordKind, SourceText, Span,
};
use quell_values::lookup::Lookup;

/// The record of an objective that no engine tried, with the name of its function in the source.
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
        span: span_of(span),
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

/// The decisions of the source, before anything is known of them.
pub fn decision_reports(lookup: &Lookup<'_>, tables: &[DecisionTable]) -> Vec<DecisionReport> {
    let report = |table: &DecisionTable| DecisionReport {
        function: lookup.name(table.function),
        file: table.source.span.file.clone(),
        span: span_of(&table.source.span),
        text: table.source.before().to_owned(),
        conditions: table.conditions.iter().map(condition_report).collect(),
        vectors: table.vectors.iter().map(vector).collect(),
    };
    tables.iter().map(report).collect()
}

fn vector((label, values): (&ObjectiveId, &Vec<Option<bool>>)) -> (String, String) {
    let values = values.iter().map(|value| match value {
        Some(true) => 'T',
        Some(false) => 'F',
        None => '-',
    });
    (label.to_string(), values.collect())
}

fn condition_report(row: &ConditionRow) -> ConditionReport {
    let forms = row.hyper_labels.iter();
    let forms =
        forms.map(|(criterion, id)| ((*criterion).to_owned(), Independence::of(id.to_string())));
    ConditionReport {
        span: span_of(&row.source.span),
        text: row.source.before().to_owned(),
        independence: forms.collect(),
    }
}

fn span_of(span: &SourceSpan) -> Span {
    Span {
        line: span.line,
        column: span.column,
        end_line: span.end_line,
        end_column: span.end_column,
    }
}
