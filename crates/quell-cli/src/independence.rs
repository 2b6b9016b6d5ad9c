//! MC/DC: which tests show that a condition affects its decision on its own.

use std::collections::BTreeMap;

use quell_objectives::criteria::{ConditionRow, DecisionTable};
use quell_objectives::{ObjectiveId, Source, SourceSpan, SourceText};
use quell_results::{
    ConditionReport, DecisionReport, Independence, IndependencePair, Record, Span, Status, Witness,
};
use quell_values::lookup::Lookup;

/// What is known of the decisions, from the records of their labels and hyperlabels.
pub fn reports(
    tables: &[DecisionTable],
    records: &[Record],
    lookup: &Lookup<'_>,
) -> Vec<DecisionReport> {
    let by_id = records.iter().map(|record| (record.id.as_str(), record));
    let records = Records(by_id.collect());
    let report = |table: &DecisionTable| DecisionReport {
        function: lookup.name(table.function),
        file: table.source.span.file.clone(),
        span: span(&table.source.span),
        text: text(&table.source).to_owned(),
        conditions: table
            .conditions
            .iter()
            .map(|row| records.condition(row))
            .collect(),
    };
    tables.iter().map(report).collect()
}

fn span(of: &SourceSpan) -> Span {
    Span {
        line: of.line,
        column: of.column,
        end_line: of.end_line,
        end_column: of.end_column,
    }
}

fn text(source: &Source) -> &str {
    match &source.text {
        SourceText::Predicate(text) => text,
        SourceText::Change(change) => &change.before,
    }
}

struct Records<'r>(BTreeMap<&'r str, &'r Record>);

impl Records<'_> {
    fn condition(&self, row: &ConditionRow) -> ConditionReport {
        let independence = |(criterion, id): (&&str, &ObjectiveId)| {
            let independence = Independence {
                objective: id.to_string(),
                pair: self.pair(id),
            };
            ((*criterion).to_owned(), independence)
        };
        ConditionReport {
            span: span(&row.source.span),
            text: text(&row.source).to_owned(),
            independence: row.hyper_labels.iter().map(independence).collect(),
        }
    }

    /// The first alternative of which both labels are covered. The condition is true in the first one.
    fn pair(&self, id: &ObjectiveId) -> Option<IndependencePair> {
        let hyper = self.0.get(id.as_str())?;
        let mut pairs = hyper.alternatives.iter();
        pairs.find_map(|labels| {
            let [holds, fails] = labels.as_slice() else {
                return None;
            };
            Some(IndependencePair {
                holds: self.witness(holds)?,
                fails: self.witness(fails)?,
            })
        })
    }

    fn witness(&self, id: &str) -> Option<Witness> {
        let label = self.0.get(id)?;
        let test = label.verdict.tests.first();
        let test = test.filter(|_| label.verdict.status == Status::Covered)?;
        Some(Witness {
            test: test.clone(),
            label: label.id.clone(),
            vector: label.source.before().to_owned(),
        })
    }
}
