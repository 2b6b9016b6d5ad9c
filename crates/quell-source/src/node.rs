//! Nodes of the tree, with kinds common to the languages and spans in bytes.

use crate::ops::{BinaryOp, LogicalOp, UnaryOp};

/// The index of a node in its file's tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// A range of bytes of the file, the end excluded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

/// A node of a file's tree.
#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    pub span: Span,
    /// The operator, keyword or name that characterises the node: `+` of `a + b`, `+=`, `if`, `&&`,
    /// the field's name of `p->x`, the callee of a call. The whole node if there is none.
    pub token: Span,
    pub parent: Option<NodeId>,
    /// In the order of the text. [`Kind`] documents their roles.
    pub children: Vec<NodeId>,
}

/// The kind of a node. The documentation of each kind lists its children in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    // Expressions.
    /// Left, right.
    Binary(BinaryOp),
    /// Left, right.
    Logical(LogicalOp),
    /// Operand.
    Unary(UnaryOp),
    /// Target, value; with the operator of compound assignments such as `+=`.
    Assign(Option<BinaryOp>),
    /// `++` or `--`: operand.
    Update {
        increment: bool,
        prefix: bool,
    },
    /// The name of a variable, constant or macro.
    Name,
    Integer,
    Float,
    Char,
    Text,
    /// `true`, `false`, `.true.`, `.false.`.
    Truth,
    /// `a[i]`, and Fortran's `a(i, j)` unless it is known to be a call: base, indices.
    Index,
    /// `s.x`, `p->x`, `s%x`: base. The token is the field.
    Member {
        arrow: bool,
    },
    /// Callee, arguments. Method calls too: the callee is a `Member`.
    Call,
    /// `c ? a : b`, Rust's `if` as an expression: condition, then, otherwise.
    Conditional,
    /// `(int)x`, `x as i32`: operand.
    Cast,
    /// Operand.
    Paren,
    /// `a, b`: left, right.
    Comma,
    /// `sizeof`, `alignof`: operands, which are not evaluated.
    SizeOf,
    /// `a..b`, `a..=b`, Fortran's `a:b:c`: first, last, then the step if there is one; omitted bounds
    /// are `Empty`.
    Range {
        inclusive: bool,
    },
    /// Rust's `e?`: operand.
    Try,
    /// Rust's `let p = e` as a condition: pattern, value.
    Let,
    /// A pattern: literals and patterns; names below it are declared by it.
    Pattern,
    /// `{1, 2}`, `[1, 2]`, `(/1, 2/)`, struct literals: values.
    Aggregate,

    // Statements.
    /// Statements.
    Block,
    /// A declaration: its `Declared` children.
    Declaration,
    /// A name that is declared with a value: the name, the value.
    Declared,
    /// An expression evaluated for its effect (assignment, call, ...): the expression.
    Expression,
    /// Condition, then, otherwise if there is one.
    If,
    /// Condition, body.
    While,
    /// Body, condition.
    DoWhile,
    /// C's `for`: initialisation, condition, step, body; omitted ones are `Empty`.
    For,
    /// Rust's `for x in e`: pattern, iterated, body. Fortran's `do i = a, b, c`: variable, first,
    /// last, step or `Empty`, body.
    CountedLoop,
    /// Rust's `loop`: body.
    Loop,
    /// C's `switch`, Rust's `match`, Fortran's `select case`: value, then `Case` children (nested
    /// anywhere below the body in C).
    Switch,
    /// The values or patterns, then Rust's guard if there is one, then the body, or the statements up to the
    /// next label. The token is `case` or `default`, or the pattern.
    Case {
        default: bool,
    },
    /// Value, if any. The tail expression of a Rust function is one too, with an empty token.
    Return,
    Break,
    Continue,
    /// The token is the label.
    Goto,
    /// The labelled statement. The token is the label.
    Labelled,
    /// Parameters (as `Name` or `Pattern`), body. The token is the name; a closure has none.
    Function,
    /// An omitted part, such as the condition of `for (;;)`.
    Empty,
    /// Anything else, with its children.
    Other,
}

impl Kind {
    /// Whether it is a statement. A block is not one.
    pub fn is_statement(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Declaration
                | Expression
                | If
                | While
                | DoWhile
                | For
                | CountedLoop
                | Loop
                | Switch
                | Case { .. }
                | Return
                | Break
                | Continue
                | Goto
                | Labelled
        )
    }
}
