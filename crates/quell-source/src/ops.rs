//! The operators of the languages, each named once; how one is spelled depends on the language.

/// Operators with two operands that always evaluate both.
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

/// Connectives. C and Rust evaluate the right side only if needed, Fortran may evaluate both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LogicalOp {
    And,
    Or,
}

/// Operators with one operand that change nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    Plus,
    Neg,
    /// `!` on truth values (and C's on any scalar), `.not.`.
    Not,
    /// `~`, and Rust's `!` on integers as far as the text can tell (it cannot: see `Not`).
    BitNot,
    Deref,
    AddressOf,
}
