//! When a text that is put in the place of a node has to stand in parentheses.

use crate::file::SourceFile;
use crate::language::Language;
use crate::node::{Kind, NodeId};
use crate::ops::{BinaryOp, UnaryOp};

/// How tightly an expression holds together; more is tighter.
type Strength = u8;

const ANYTHING: Strength = 0;
const COMMA: Strength = 1;
const ASSIGNMENT: Strength = 2;
const CONDITIONAL: Strength = 3;
const OR: Strength = 4;
const AND: Strength = 5;
/// Fortran's `.not.`.
const NOT: Strength = 6;
const UNARY: Strength = 30;
const POSTFIX: Strength = 32;
const PRIMARY: Strength = 33;

/// Operators by language, the loosest first.
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

/// The loosest of the levels above.
const FIRST_LEVEL: Strength = 10;

fn binary(op: BinaryOp, language: Language) -> Strength {
    let levels = match language {
        Language::C => C_LEVELS,
        Language::Rust => RUST_LEVELS,
        Language::Fortran => FORTRAN_LEVELS,
    };
    let level = levels.iter().position(|level| level.contains(&op));
    match (level, op) {
        (Some(level), _) => FIRST_LEVEL + Strength::try_from(level).unwrap_or(0),
        (None, BinaryOp::Eqv | BinaryOp::Neqv) => CONDITIONAL,
        // Not an operator of the language: written as a call.
        (None, _) => PRIMARY,
    }
}

/// How tightly an expression of this kind holds together.
fn strength(kind: Kind, language: Language) -> Strength {
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

/// Fortran's signs bind like the operators between two operands.
fn unary(op: UnaryOp, language: Language) -> Strength {
    match (language, op) {
        (Language::Fortran, UnaryOp::Not) => NOT,
        (Language::Fortran, UnaryOp::BitNot) => PRIMARY,
        (Language::Fortran, _) => binary(BinaryOp::Add, language),
        _ => UNARY,
    }
}

/// How tightly the child with this number has to hold together.
fn required(parent: Kind, child: usize, language: Language) -> Strength {
    match parent {
        Kind::Binary(op) => operand(op, child, language),
        Kind::Logical(_) => strength(parent, language),
        Kind::Unary(_) if language == Language::Fortran => strength(parent, language) + 1,
        Kind::Unary(_) | Kind::SizeOf | Kind::Update { .. } => UNARY,
        Kind::Cast => strength(parent, language),
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

fn operand(op: BinaryOp, child: usize, language: Language) -> Strength {
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
    /// Whether an expression of this kind has to stand in parentheses in place of the node.
    pub fn needs_parens(&self, id: NodeId, replacement: Kind) -> bool {
        let Some(parent) = self.node(id).parent else {
            return false;
        };
        let siblings = &self.node(parent).children;
        let child = siblings.iter().position(|sibling| *sibling == id);
        let parent = self.kind(parent);
        let needed = required(parent, child.unwrap_or(0), self.language());
        strength(replacement, self.language()) < needed
            || self.would_stick(id, replacement)
            || takes_for_generics(parent, child, replacement, self.language())
    }

    /// `-` after `-` would be another operator, or none at all in Fortran.
    fn would_stick(&self, id: NodeId, replacement: Kind) -> bool {
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

/// After a cast, Rust takes `<` for the start of generic arguments.
fn takes_for_generics(
    parent: Kind,
    child: Option<usize>,
    replacement: Kind,
    language: Language,
) -> bool {
    let opens = matches!(parent, Kind::Binary(BinaryOp::Lt | BinaryOp::Shl));
    language == Language::Rust && opens && child == Some(0) && replacement == Kind::Cast
}
