//! Metadata nodes as in the text. [`crate::debug`] has typed views of the debug-info nodes; nodes of
//! unknown kinds are kept.

use crate::entity::{ConstId, LocalId, MdId, PackedOption};
use crate::symbol::Symbol;

#[derive(Clone, PartialEq, Debug)]
pub enum Metadata {
    /// A number that is used but not defined.
    Undefined,
    String(Symbol),
    /// `!{...}`; `None` is `null`.
    Tuple {
        distinct: bool,
        elems: Box<[Option<MdId>]>,
    },
    /// `!DILocation(...)`, by far the most frequent node, kept small.
    Location(Location),
    /// `!DIKind(name: value, ...)`.
    Node(Box<MdNode>),
    /// `i32 7`, `ptr @g`: a constant used as metadata.
    Const(ConstId),
    /// `ptr %x` in an argument of a debug intrinsic or record.
    Local(LocalId),
    /// `!DIArgList(...)`, whose elements are `Const`, `Local`.
    ArgList(Box<[MdId]>),
}

/// A position in the source. `line` is 0 for instructions that the compiler generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location {
    pub line: u32,
    pub column: u32,
    pub scope: PackedOption<MdId>,
    pub inlined_at: PackedOption<MdId>,
    pub distinct: bool,
    pub implicit_code: bool,
}

/// A specialised node other than `DILocation`.
#[derive(Clone, PartialEq, Debug)]
pub struct MdNode {
    pub distinct: bool,
    /// `DILocalVariable`, `DIExpression`, ...
    pub kind: Symbol,
    /// In the order of the text. Positional operands (`DIExpression`) have no name.
    pub fields: Box<[(Option<Symbol>, MdField)]>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum MdField {
    Int(i128),
    Bool(bool),
    Null,
    String(Symbol),
    Ref(MdId),
    /// `DW_TAG_member`, `DIFlagPrototyped | DIFlagX`, `FullDebug`: uninterpreted words.
    Word(Symbol),
}

impl MdNode {
    /// The field `name`; `None` when absent.
    pub fn field(&self, name: Symbol) -> Option<&MdField> {
        self.fields
            .iter()
            .find(|(field, _)| *field == Some(name))
            .map(|(_, value)| value)
    }
}
