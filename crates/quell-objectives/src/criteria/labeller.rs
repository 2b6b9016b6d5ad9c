//! What the criteria of one function share: names, places, and where their labels go.

use quell_ir::{InstId, Module};
use quell_source::{NodeId, Span};

use super::{Labels, SkippedLabel, WantedLabels};
use crate::align::Aligner;
use crate::condition::{Condition, SiteCondition, Step};
use crate::generate::short_hash;
use crate::objective::{
    HyperLabel, Label, LabelRole, Objective, ObjectiveId, Source, SourceSpan, SourceText,
};

/// Puts labels into one function.
#[derive(Debug)]
pub(super) struct Labeller<'a> {
    /// The function before any label.
    pub aligner: &'a Aligner<'a>,
    /// With the ghost code so far.
    pub module: &'a mut Module,
    pub wanted: &'a WantedLabels,
    pub labels: &'a mut Labels,
}

impl Labeller<'_> {
    pub fn has(&self, criterion: &str) -> bool {
        self.wanted.selection.has(criterion)
    }

    /// Those of these criteria that are wanted.
    pub fn wanted_of(&self, criteria: &[&'static str]) -> Vec<&'static str> {
        let all = criteria.iter().copied();
        all.filter(|name| self.has(name)).collect()
    }

    /// A condition right before an instruction.
    pub fn at(&self, site: InstId, code: Vec<Step>, holds: Condition) -> SiteCondition {
        SiteCondition::before(site, self.locals(), code, holds)
    }

    /// How many locals the function has by now.
    pub fn locals(&self) -> usize {
        self.module.functions[self.aligner.id].locals.len()
    }

    /// Adds a label about a node, if it is on a wanted line.
    pub fn label(
        &mut self,
        criterion: &str,
        (node, text): (NodeId, String),
        predicates: Vec<SiteCondition>,
    ) {
        let source = self.source(node, text);
        if self.is_wanted(&source) {
            let label = self.named(criterion, node, source, predicates, LabelRole::Objective);
            self.labels.objectives.push(label);
        }
    }

    /// A label with an id.
    pub fn named(
        &mut self,
        criterion: &str,
        node: NodeId,
        source: Source,
        predicates: Vec<SiteCondition>,
        role: LabelRole,
    ) -> Objective {
        let id = self.id(criterion, node, source.before());
        let label = Label {
            criterion: criterion.to_owned(),
            predicates,
            role,
        };
        Objective::label(id, self.aligner.id, label, source)
    }

    /// A hyperlabel with an id.
    pub fn hyper(
        &mut self,
        criterion: &str,
        node: NodeId,
        source: Source,
        alternatives: Vec<Vec<ObjectiveId>>,
    ) -> Objective {
        let id = self.id(criterion, node, source.before());
        self.hyper_with(id, criterion, source, alternatives)
    }

    /// A hyperlabel with this id.
    pub fn hyper_with(
        &self,
        id: ObjectiveId,
        criterion: &str,
        source: Source,
        alternatives: Vec<Vec<ObjectiveId>>,
    ) -> Objective {
        let hyper = HyperLabel {
            criterion: criterion.to_owned(),
            alternatives,
        };
        Objective::hyper_label(id, self.aligner.id, hyper, source)
    }

    /// An id that depends on the function, the statement, the place of the node in it, and the text.
    pub fn id(&mut self, criterion: &str, node: NodeId, text: &str) -> ObjectiveId {
        let aligner = self.aligner;
        let function = match aligner.info.source_name(aligner.function) {
            Some(_) => aligner.info.qualified_name(aligner.function),
            None => aligner.module.text(aligner.function.name).to_owned(),
        };
        let place = aligner.tree.file().fingerprint(node).to_le_bytes();
        let words = [&place[..], text.as_bytes(), function.as_bytes()];
        let digits = short_hash(&words.join(&0xff));
        self.labels.ids.fresh(criterion, digits)
    }

    /// Where the user finds a node, with a text.
    pub fn source(&self, node: NodeId, text: String) -> Source {
        let tree = self.aligner.tree;
        self.source_at(tree.shown_span(node), text)
    }

    fn source_at(&self, span: Span, text: String) -> Source {
        let tree = self.aligner.tree;
        let (line, column) = tree.position(span.start);
        let (end_line, end_column) = tree.position(span.end);
        Source {
            span: SourceSpan {
                file: self.file(),
                line,
                column,
                end_line,
                end_column,
            },
            text: SourceText::Predicate(text),
        }
    }

    fn file(&self) -> String {
        let place = self.aligner.info.function_place(self.aligner.function);
        place.map_or_else(String::new, |place| place.0.to_owned())
    }

    /// Whether a source begins on the wanted lines.
    pub fn is_wanted(&self, source: &Source) -> bool {
        let lines = self.wanted.lines;
        lines.is_none_or(|(first, last)| (first..=last).contains(&source.span.line))
    }

    /// Notes that a node has no labels of a criterion.
    pub fn skip(&mut self, criterion: &'static str, node: NodeId, reason: impl ToString) {
        let source = self.source(node, String::new());
        if !self.is_wanted(&source) {
            return;
        }
        let skipped = SkippedLabel::Place {
            criterion,
            file: source.span.file,
            line: source.span.line,
            column: source.span.column,
            reason: reason.to_string(),
        };
        if !self.labels.skipped.contains(&skipped) {
            self.labels.skipped.push(skipped);
        }
    }

    /// The text of a node in one line. Of all that a macro stands for it is the use of the macro.
    pub fn text(&self, node: NodeId) -> String {
        let tree = self.aligner.tree;
        let graft = tree.graft_of(node);
        let whole = graft.filter(|graft| tree.bare(graft.root) == tree.bare(node));
        let text = match whole {
            Some(graft) => tree.text(graft.expansion.span).to_owned(),
            None => tree.file().expression_text(node),
        };
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
