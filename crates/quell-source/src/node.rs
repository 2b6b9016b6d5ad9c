//! Nodes of the tree: kinds common to the languages, spans in bytes.

use crate::ops::{BinaryOp, LogicalOp, UnaryOp};

/// The place of a node in its file's tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub u32);

/// Bytes of the file, the end excluded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    pub span: Span,
    /// The operator, keyword or name that stands for the node: `+` of `a + b`, `+=`, `if`, `&&`,
    /// the field's name of `p->x`, the callee of a call. The whole node if there is none.
    pub token: Span,
    pub parent: Option<NodeId>,
    /// In the order of the text. What they are is said by the kind.
    pub children: Vec<NodeId>,
}

/// What a node is, and in which order its children stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    // Expressions.
    /// Left, right.
    Binary(BinaryOp),
    /// Left, right.
    Logical(LogicalOp),
    /// Operand.
    Unary(UnaryOp),
    /// Target, value; the operator of `+=` and the like.
    Assign(Option<BinaryOp>),
    /// `++` or `--`: operand.
    Update {
        increment: bool,
        prefix: bool,
    },
    /// A variable, constant or macro by its name.
    Name,
    Integer,
    Float,
    Char,
    Text,
    /// `true`, `false`, `.true.`, `.false.`.
    Truth,
    /// `a[i]`, `a(i, j)` where the text cannot tell it from a call in Fortran: base, indices.
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
    /// `sizeof`, `alignof`: nothing below it is evaluated.
    SizeOf,
    /// `a..b`, `a..=b`, Fortran's `a:b:c`: first, last, then the step if there is one; what is left out
    /// is `Empty`.
    Range {
        inclusive: bool,
    },
    /// Rust's `e?`: operand.
    Try,
    /// Rust's `let p = e` as a condition: pattern, value.
    Let,
    /// What a value is matched against: literals and patterns; names below it are declared here.
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
    /// An expression for its effect (assignment, call, ...): the expression.
    Expression,
    /// Condition, then, otherwise if there is one.
    If,
    /// Condition, body.
    While,
    /// Body, condition.
    DoWhile,
    /// C: initialisation, condition, step, body; what is missing is an `Empty` node.
    For,
    /// Rust's `for x in e`: pattern, iterated, body. Fortran's `do i = a, b, c`: variable, first,
    /// last, step or `Empty`, body.
    CountedLoop,
    /// Rust's `loop`: body.
    Loop,
    /// C's `switch`, Rust's `match`, Fortran's `select case`: value, then `Case` children (nested
    /// anywhere below the body in C).
    Switch,
    /// The values or patterns, then the body or what follows the label up to the next one; Rust's
    /// guard stands between. The token is `case` or `default`, or the pattern.
    Case {
        default: bool,
    },
    /// Value, if any. Rust's value at the end of a function's body is one too, with an empty token.
    Return,
    Break,
    Continue,
    /// The token is the label.
    Goto,
    /// The statement labelled. The token is the label.
    Labelled,
    /// Parameters (as `Name` or `Pattern`), body. The token is the name; a closure has none.
    Function,
    /// A place left empty, such as the condition of `for (;;)`.
    Empty,
    /// Anything else: its children are there all the same.
    Other,
}

impl Kind {
    /// Whether it is a statement. A block is not: it only holds some.
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
