//! Labels of decisions and their conditions.

use crate::align::{Aligner, Branch};
use crate::condition::{Condition, SiteCondition};
use crate::objective::{Label, LabelRole, Objective, ObjectiveId, Source, SourceSpan, SourceText};

use super::{Labels, WantedLabels};

/// Condition coverage, of conditions that a branch tests.
pub(super) fn conditions(aligner: &Aligner<'_>, wanted: &WantedLabels, labels: &mut Labels) {
    if !wanted.selection.has("CC") {
        return;
    }
    for branch in &aligner.found.branches {
        for verdict in [true, false] {
            labels.objectives.push(condition(aligner, branch, verdict));
        }
    }
}

fn condition(aligner: &Aligner<'_>, branch: &Branch, verdict: bool) -> Objective {
    let tree = aligner.tree;
    let text = tree.node_text(branch.atom);
    let holds = match verdict != branch.inverted {
        true => Condition::Holds(branch.cond),
        false => Condition::Holds(branch.cond).negated(),
    };
    let base = aligner.function.locals.len();
    let predicate = SiteCondition::before(branch.inst, base, Vec::new(), holds);
    let span = tree.node(branch.atom).span;
    let (line, column) = tree.position(span.start);
    let (end_line, end_column) = tree.position(span.end);
    let text = match verdict {
        true => text.to_owned(),
        false => format!("!({text})"),
    };
    let source = Source {
        span: SourceSpan {
            file: tree.path.clone(),
            line,
            column,
            end_line,
            end_column,
        },
        text: SourceText::Predicate(text),
    };
    let function = aligner.module.text(aligner.function.name);
    let id = ObjectiveId(format!("CC-{function}-{line}-{column}-{verdict}"));
    let label = Label {
        criterion: "CC".to_owned(),
        predicates: vec![predicate],
        role: LabelRole::Objective,
    };
    Objective::label(id, aligner.id, label, source)
}
