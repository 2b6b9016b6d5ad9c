//! A mutant: a named change of the program, described in the user's own source.

use quell_ir::FuncId;

use crate::edit::Edit;

/// Unchanged by edits of the source elsewhere: made from the operator, the function, the text of the
/// statement and what is done to it. For example `AOR-5c1f09a2`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MutantId(pub String);

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
