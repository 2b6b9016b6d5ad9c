//! An objective: what a test can achieve in the program, described in the user's own source.
//!
//! * **Mutants, labels and pairs are one type.** Each has an id, a site and a text of the source; the kind holds what only
//!   that kind has. Everything that is recorded, built or reported about an objective is keyed by its [`ObjectiveId`],
//!   never by a position in a list: lists are filtered, sampled and divided between workers.

use std::collections::BTreeSet;
use std::fmt;

use quell_ir::debug::DebugInfo;
use quell_ir::{FuncId, InstId, Module};

use crate::condition::SiteCondition;
use crate::edit::Edit;
use crate::sources::whole_path;

/// Identifies an objective among those of one module. That of a mutant depends on the operator, the function, the text of
/// the statement and the change, and on nothing else in the file. For example `AOR-5c1f09a2`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectiveId(pub String);

impl ObjectiveId {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ObjectiveId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Identifies an objective among those of a whole project, as `FILE:ID`. The file is the one whose text the objective is
/// about, with its absolute path. Equal functions in two files have equal [`ObjectiveId`]s; their qualified ids differ. An
/// objective of a header is one objective, whichever files include the header.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct QualifiedId {
    pub file: String,
    pub id: ObjectiveId,
}

impl fmt::Display for QualifiedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.id.0)
    }
}

impl QualifiedId {
    /// Reads what `Display` writes. An id contains no colon, a path may.
    pub fn parse(text: &str) -> Option<Self> {
        let (file, id) = text.rsplit_once(':')?;
        (!file.is_empty() && !id.is_empty()).then(|| Self {
            file: file.to_owned(),
            id: ObjectiveId(id.to_owned()),
        })
    }
}

/// The ids of a module so far.
#[derive(Debug, Default)]
pub(crate) struct UsedIds(BTreeSet<String>);

impl UsedIds {
    /// The id with these digits; mutants after the first one with the same digits get a number.
    pub(crate) fn fresh(&mut self, operator: &str, digits: u32) -> ObjectiveId {
        self.take(format!("{operator}-{digits:08x}"))
    }

    /// The id itself, or with a number if it is taken.
    pub(crate) fn take(&mut self, id: String) -> ObjectiveId {
        let numbered = (2..).map(|number| format!("{id}-{number}"));
        let mut ids = std::iter::once(id.clone()).chain(numbered);
        let free = ids.find(|id| !self.0.contains(id)).unwrap_or_default();
        self.0.insert(free.clone());
        ObjectiveId(free)
    }
}

/// Something that a test can achieve.
#[derive(Clone, Debug)]
pub struct Objective {
    pub id: ObjectiveId,
    pub kind: ObjectiveKind,
    pub site: Site,
    pub source: Source,
}

/// What kind of objective it is, with the data that only this kind has.
#[derive(Clone, Debug)]
pub enum ObjectiveKind {
    /// A seeded fault: a test kills it.
    Mutant(Mutant),
    /// A coverage objective: a test covers it.
    Label(Label),
    /// A combination of labels: the tests of a suite together cover it.
    HyperLabel(HyperLabel),
    /// Another function in place of the original: a test shows a difference between the two.
    Pair(Pair),
}

/// A seeded fault.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The name of the operator in the catalogue: `AOR`.
    pub operator: &'static str,
    /// All in the function of the site.
    pub edits: Vec<Edit>,
    /// Of a mutant of higher order, the mutants it is made of; empty otherwise.
    pub parts: Vec<ObjectiveId>,
}

/// A predicate over the values at a site, or several at several sites. A test covers the label if one of them holds once.
#[derive(Clone, Debug)]
pub struct Label {
    /// The coverage criterion that the label belongs to: `CC`.
    pub criterion: String,
    pub predicates: Vec<SiteCondition>,
    pub role: LabelRole,
}

/// What a label is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LabelRole {
    /// An objective of its own.
    #[default]
    Objective,
    /// Only a part of hyperlabels: it is decided and reported, and not counted.
    Part,
    /// A run-time error. Where the predicate holds, the next instruction has undefined behaviour: a test that covers the label
    /// is valid up to its site and not beyond.
    RunTimeError,
}

/// A combination of labels. A suite covers it if it covers all labels of one of the alternatives, each by any of its tests;
/// it is uncoverable if each of the alternatives has a label that is.
#[derive(Clone, Debug)]
pub struct HyperLabel {
    /// The coverage criterion that it belongs to: `CACC`.
    pub criterion: String,
    pub alternatives: Vec<Vec<ObjectiveId>>,
}

/// A function that is compared with another one: it calls the other one in place of what it does itself.
#[derive(Clone, Debug)]
pub struct Pair {
    pub other: FuncId,
    /// The call, in place of the body of the function of the site.
    pub edits: Vec<Edit>,
}

/// Where an objective is in the module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Site {
    pub function: FuncId,
    /// The first instruction that it changes or reads; `None` for a mutant without edits.
    pub at: Option<InstId>,
}

/// The source text at the site of an objective.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    pub span: SourceSpan,
    pub text: SourceText,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourceText {
    /// Of a mutant or a pair.
    Change(SourceDiff),
    /// Of a label or a hyperlabel: the text of its predicate.
    Predicate(String),
}

/// What is reported as the operator of a pair.
const PAIR_OPERATOR: &str = "PAIR";

impl Objective {
    /// A mutant of a function.
    pub fn mutant(id: ObjectiveId, function: FuncId, mutant: Mutant, source: Source) -> Self {
        let at = mutant.edits.first().map(|edit| edit.at);
        Self {
            id,
            site: Site { function, at },
            kind: ObjectiveKind::Mutant(mutant),
            source,
        }
    }

    /// A label in a function.
    pub fn label(id: ObjectiveId, function: FuncId, label: Label, source: Source) -> Self {
        let mut predicates = label.predicates.iter();
        let at = predicates.find_map(|predicate| predicate.at.inst());
        Self {
            id,
            site: Site { function, at },
            kind: ObjectiveKind::Label(label),
            source,
        }
    }

    /// A combination of labels of one function.
    pub fn hyper_label(
        id: ObjectiveId,
        function: FuncId,
        hyper: HyperLabel,
        source: Source,
    ) -> Self {
        let at = None;
        Self {
            id,
            site: Site { function, at },
            kind: ObjectiveKind::HyperLabel(hyper),
            source,
        }
    }

    /// The name of the operator that made it; of a label its criterion.
    pub fn operator(&self) -> &str {
        match &self.kind {
            ObjectiveKind::Mutant(mutant) => mutant.operator,
            ObjectiveKind::Label(label) => &label.criterion,
            ObjectiveKind::HyperLabel(hyper) => &hyper.criterion,
            ObjectiveKind::Pair(_) => PAIR_OPERATOR,
        }
    }

    /// The edits; empty for a label.
    pub fn edits(&self) -> &[Edit] {
        match &self.kind {
            ObjectiveKind::Mutant(mutant) => &mutant.edits,
            ObjectiveKind::Pair(pair) => &pair.edits,
            ObjectiveKind::Label(_) | ObjectiveKind::HyperLabel(_) => &[],
        }
    }

    /// Of a mutant of higher order, the mutants it is made of.
    pub fn parts(&self) -> &[ObjectiveId] {
        match &self.kind {
            ObjectiveKind::Mutant(mutant) => &mutant.parts,
            ObjectiveKind::Label(_) | ObjectiveKind::HyperLabel(_) | ObjectiveKind::Pair(_) => &[],
        }
    }

    /// Of a hyperlabel, the labels of each of its alternatives.
    pub fn alternatives(&self) -> &[Vec<ObjectiveId>] {
        match &self.kind {
            ObjectiveKind::HyperLabel(hyper) => &hyper.alternatives,
            ObjectiveKind::Mutant(_) | ObjectiveKind::Label(_) | ObjectiveKind::Pair(_) => &[],
        }
    }

    /// Whether it is a label that is only a part of hyperlabels.
    pub fn is_part(&self) -> bool {
        matches!(&self.kind, ObjectiveKind::Label(label) if label.role == LabelRole::Part)
    }

    /// The id of this objective of a module in a project of several files.
    pub fn qualified_id(&self, module: &Module) -> QualifiedId {
        let function = &module.functions[self.site.function];
        let place = DebugInfo::new(module).function_place(function);
        QualifiedId {
            file: whole_path(&self.source.span.file, place.map_or("", |place| place.1)),
            id: self.id.clone(),
        }
    }
}

impl Source {
    /// The line before the change; of a label the text of its predicate.
    pub fn before(&self) -> &str {
        match &self.text {
            SourceText::Change(diff) => &diff.before,
            SourceText::Predicate(text) => text,
        }
    }

    /// The line after the change; of a label the text of its predicate.
    pub fn after(&self) -> &str {
        match &self.text {
            SourceText::Change(diff) => &diff.after,
            SourceText::Predicate(text) => text,
        }
    }

    /// The text that is changed; of a label that of its predicate.
    pub fn original(&self) -> &str {
        match &self.text {
            SourceText::Change(diff) => &diff.original,
            SourceText::Predicate(text) => text,
        }
    }

    /// The text in place of the original one; a label changes nothing, so it is the same.
    pub fn replacement(&self) -> &str {
        match &self.text {
            SourceText::Change(diff) => &diff.replacement,
            SourceText::Predicate(text) => text,
        }
    }
}

/// A range of the source. Lines and columns (in bytes) count from 1; the end is excluded.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceSpan {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

/// The change as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceDiff {
    /// The text that is changed, such as `+`, and what it becomes, such as `-`.
    pub original: String,
    pub replacement: String,
    /// The line of the source before and after, without surrounding blanks.
    pub before: String,
    pub after: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_digits_give_different_ids() {
        let mut used = UsedIds::default();
        assert_eq!(used.fresh("AOR", 0x12).0, "AOR-00000012");
        assert_eq!(used.fresh("ROR", 0x12).0, "ROR-00000012");
        assert_eq!(used.fresh("AOR", 0x12).0, "AOR-00000012-2");
        assert_eq!(used.fresh("AOR", 0x12).0, "AOR-00000012-3");
    }

    #[test]
    fn qualified_ids_are_read_as_they_are_written() {
        let id = QualifiedId {
            file: "/project/a:b.c".to_owned(),
            id: ObjectiveId("AOR-00000012-2".to_owned()),
        };
        assert_eq!(id.to_string(), "/project/a:b.c:AOR-00000012-2");
        assert_eq!(QualifiedId::parse(&id.to_string()), Some(id));
        assert_eq!(QualifiedId::parse("AOR-00000012"), None);
    }
}
