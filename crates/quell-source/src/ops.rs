//! The operators of the languages. Their spelling depends on the language, see [`crate::Spelling`].

/// Binary operators that always evaluate both operands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// Fortran's `**`.
    Power,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Fortran's `//`.
    Concat,
    /// Fortran's `.eqv.` and `.neqv.`.
    Eqv,
    Neqv,
}

/// Logical connectives. C and Rust evaluate the right operand only if needed; Fortran may evaluate both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LogicalOp {
    And,
    Or,
}

/// Unary operators without side effects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Neg,
    /// `!` and `.not.`; Rust's `!` on integers too, since the text does not distinguish it.
    Not,
    /// `~`, which Rust spells `!`.
    BitNot,
    Deref,
    AddressOf,
}
