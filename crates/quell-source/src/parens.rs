//! Whether the replacement of a node needs parentheses.

use crate::file::SourceFile;
use crate::language::Language;
use crate::node::{Kind, NodeId};
use crate::ops::{BinaryOp, UnaryOp};

/// The precedence of an operator; greater binds tighter.
type Precedence = u8;

const ANYTHING: Precedence = 0;
const COMMA: Precedence = 1;
const ASSIGNMENT: Precedence = 2;
const CONDITIONAL: Precedence = 3;
const OR: Precedence = 4;
const AND: Precedence = 5;
/// Fortran's `.not.`.
const NOT: Precedence = 6;
const UNARY: Precedence = 30;
const POSTFIX: Precedence = 32;
const PRIMARY: Precedence = 33;

/// Binary operators of C by precedence, the lowest first.
const C_LEVELS: &[&[BinaryOp]] = &[
    &[BinaryOp::BitOr],
    &[BinaryOp::BitXor],
    &[BinaryOp::BitAnd],
    &[BinaryOp::Eq, BinaryOp::Ne],
    &[BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge],
    &[BinaryOp::Shl, BinaryOp::Shr],
    &[BinaryOp::Add, BinaryOp::Sub],
    &[BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem],
];

const COMPARISONS: &[BinaryOp] = &[
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
];

const RUST_LEVELS: &[&[BinaryOp]] = &[
    COMPARISONS,
    &[BinaryOp::BitOr],
    &[BinaryOp::BitXor],
    &[BinaryOp::BitAnd],
    &[BinaryOp::Shl, BinaryOp::Shr],
    &[BinaryOp::Add, BinaryOp::Sub],
    &[BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem],
];

const FORTRAN_LEVELS: &[&[BinaryOp]] = &[
    COMPARISONS,
    &[BinaryOp::Concat],
    &[BinaryOp::Add, BinaryOp::Sub],
    &[BinaryOp::Mul, BinaryOp::Div],
    &[BinaryOp::Power],
];

/// The precedence of the first of the levels above.
const FIRST_LEVEL: Precedence = 10;

fn binary(op: BinaryOp, language: Language) -> Precedence {
    let levels = match language {
        Language::C => C_LEVELS,
        Language::Rust => RUST_LEVELS,
        Language::Fortran => FORTRAN_LEVELS,
    };
    let level = levels.iter().position(|level| level.contains(&op));
    match (level, op) {
        (Some(level), _) => FIRST_LEVEL + Precedence::try_from(level).unwrap_or(0),
        (None, BinaryOp::Eqv | BinaryOp::Neqv) => CONDITIONAL,
        // Not an operator of the language: written as a call.
        (None, _) => PRIMARY,
    }
}

/// The precedence of an expression of this kind.
fn precedence(kind: Kind, language: Language) -> Precedence {
    match kind {
        Kind::Comma => COMMA,
        Kind::Assign(_) => ASSIGNMENT,
        Kind::Conditional | Kind::Range { .. } | Kind::Let => CONDITIONAL,
        Kind::Logical(crate::LogicalOp::Or) => OR,
        Kind::Logical(crate::LogicalOp::And) => AND,
        Kind::Binary(op) => binary(op, language),
        Kind::Unary(op) => unary(op, language),
        Kind::Cast if language == Language::Rust => UNARY - 1,
        Kind::Cast | Kind::SizeOf | Kind::Update { prefix: true, .. } => UNARY,
        Kind::Update { .. } | Kind::Index | Kind::Member { .. } | Kind::Call | Kind::Try => POSTFIX,
        Kind::Name | Kind::Integer | Kind::Float | Kind::Char | Kind::Text | Kind::Truth => PRIMARY,
        Kind::Paren | Kind::Aggregate | Kind::Empty => PRIMARY,
        _ => ANYTHING,
    }
}

/// The precedence of a unary operator. Fortran's signs have that of binary `+` and `-`.
fn unary(op: UnaryOp, language: Language) -> Precedence {
    match (language, op) {
        (Language::Fortran, UnaryOp::Not) => NOT,
        (Language::Fortran, UnaryOp::BitNot) => PRIMARY,
        (Language::Fortran, _) => binary(BinaryOp::Add, language),
        _ => UNARY,
    }
}

/// The lowest precedence that the child at this position may have without parentheses.
fn required(parent: Kind, child: usize, language: Language) -> Precedence {
    match parent {
        Kind::Binary(op) => operand(op, child, language),
        Kind::Logical(_) => precedence(parent, language),
        Kind::Unary(_) if language == Language::Fortran => precedence(parent, language) + 1,
        Kind::Unary(_) | Kind::SizeOf | Kind::Update { .. } => UNARY,
        Kind::Cast => precedence(parent, language),
        Kind::Index | Kind::Call if child > 0 => ASSIGNMENT,
        Kind::Index | Kind::Call | Kind::Member { .. } | Kind::Try => POSTFIX,
        Kind::Conditional if language == Language::C => [OR, ANYTHING, CONDITIONAL][child.min(2)],
        Kind::Comma => [COMMA, ASSIGNMENT][child.min(1)],
        Kind::Assign(_) => [UNARY, ASSIGNMENT][child.min(1)],
        Kind::Declared | Kind::Aggregate => ASSIGNMENT,
        Kind::Range { .. } => OR,
        Kind::Let => AND + 1,
        _ => ANYTHING,
    }
}

fn operand(op: BinaryOp, child: usize, language: Language) -> Precedence {
    let own = binary(op, language);
    let chains = language == Language::C || !COMPARISONS.contains(&op);
    let tight_side = if op == BinaryOp::Power { 0 } else { 1 };
    if child == tight_side || !chains {
        own + 1
    } else {
        own
    }
}

impl SourceFile {
    /// Whether an expression of this kind needs parentheses in place of the node.
    pub fn needs_parens(&self, id: NodeId, replacement: Kind) -> bool {
        let Some(parent) = self.node(id).parent else {
            return false;
        };
        let siblings = &self.node(parent).children;
        let child = siblings.iter().position(|sibling| *sibling == id);
        let parent = self.kind(parent);
        let needed = required(parent, child.unwrap_or(0), self.language());
        precedence(replacement, self.language()) < needed
            || self.merges_with_sign(id, replacement)
            || parses_as_generics(parent, child, replacement, self.language())
    }

    /// Whether the sign of the replacement would merge with the operator before it: `--` is another operator, and invalid in
    /// Fortran.
    fn merges_with_sign(&self, id: NodeId, replacement: Kind) -> bool {
        let starts_with_sign = matches!(
            replacement,
            Kind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::AddressOf | UnaryOp::Deref)
                | Kind::Update { prefix: true, .. }
        );
        let start = self.node(id).span.start as usize;
        let before = self.text.get(..start).unwrap_or("");
        starts_with_sign && before.ends_with(['+', '-', '&', '*', '/'])
    }
}

/// Whether Rust would parse `<` after a cast as the start of generic arguments.
fn parses_as_generics(
    parent: Kind,
    child: Option<usize>,
    replacement: Kind,
    language: Language,
) -> bool {
    let opens = matches!(parent, Kind::Binary(BinaryOp::Lt | BinaryOp::Shl));
    language == Language::Rust && opens && child == Some(0) && replacement == Kind::Cast
}
