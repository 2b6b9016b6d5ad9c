//! A mutant: a named change of the program, described in the user's own source.

use std::collections::BTreeSet;
use std::fmt;

use quell_ir::debug::DebugInfo;
use quell_ir::{FuncId, Module};

use crate::edit::Edit;
use crate::sources::whole_path;

/// Identifies a mutant among those of one module. It depends on the operator, the function, the text of the statement and
/// the change, and on nothing else in the file. For example `AOR-5c1f09a2`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MutantId(pub String);

/// Identifies a mutant among those of a whole project, as `FILE:ID`. The file is the one whose text the mutant changes,
/// with its whole path. Equal functions in two files have equal [`MutantId`]s; their qualified ids differ. A mutant of a
/// header is one mutant, whichever files include the header.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct QualifiedId {
    pub file: String,
    pub id: MutantId,
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
            id: MutantId(id.to_owned()),
        })
    }
}

/// The ids of a module so far.
#[derive(Debug, Default)]
pub(crate) struct UsedIds(BTreeSet<String>);

impl UsedIds {
    /// The id with these digits; mutants after the first one with the same digits get a number.
    pub(crate) fn fresh(&mut self, operator: &str, digits: u32) -> MutantId {
        let id = format!("{operator}-{digits:08x}");
        let numbered = (2..).map(|number| format!("{id}-{number}"));
        let mut ids = std::iter::once(id.clone()).chain(numbered);
        let free = ids.find(|id| !self.0.contains(id)).unwrap_or_default();
        self.0.insert(free.clone());
        MutantId(free)
    }
}

#[derive(Clone, Debug)]
pub struct Mutant {
    pub id: MutantId,
    /// The name of the operator in the catalogue: `AOR`.
    pub operator: &'static str,
    pub function: FuncId,
    /// All in `function`.
    pub edits: Vec<Edit>,
    pub span: SourceSpan,
    pub diff: SourceDiff,
    /// Of a mutant of higher order, the mutants it is made of; empty otherwise.
    pub parts: Vec<MutantId>,
}

impl Mutant {
    /// The id of this mutant of a module in a project of several files.
    pub fn qualified_id(&self, module: &Module) -> QualifiedId {
        let function = &module.functions[self.function];
        let place = DebugInfo::new(module).function_place(function);
        QualifiedId {
            file: whole_path(&self.span.file, place.map_or("", |place| place.1)),
            id: self.id.clone(),
        }
    }
}

/// Where the text stands that the mutant changes. Lines and columns (in bytes) count from 1; the end is
/// excluded.
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
            id: MutantId("AOR-00000012-2".to_owned()),
        };
        assert_eq!(id.to_string(), "/project/a:b.c:AOR-00000012-2");
        assert_eq!(QualifiedId::parse(&id.to_string()), Some(id));
        assert_eq!(QualifiedId::parse("AOR-00000012"), None);
    }
}
