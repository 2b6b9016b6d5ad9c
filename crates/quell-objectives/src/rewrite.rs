//! The source text of a mutant, with parentheses where the rules of the language
//! require them.

use quell_source::{BinaryOp, Kind, Language, LogicalOp, NodeId, Span, Spelling, UnaryOp};

use crate::tree::Tree;

/// A replacement of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    pub span: Span,
    pub text: String,
}

/// A new expression and how strongly its outermost operator binds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    pub text: String,
    pub binds: u8,
}

/// How strongly names, calls and parentheses bind.
pub const PRIMARY: u8 = 20;
pub const UNARY: u8 = 16;
/// Of an argument, or of the value of an assignment.
const ASSIGNMENT: u8 = 2;

/// How strongly a binary operator binds.
pub fn binary_strength(language: Language, op: BinaryOp) -> u8 {
    use BinaryOp as B;
    match language {
        Language::C => match op {
            B::Mul | B::Div | B::Rem | B::Power => 14,
            B::Add | B::Sub | B::Concat => 13,
            B::Shl | B::Shr => 12,
            B::Lt | B::Le | B::Gt | B::Ge => 11,
            B::Eq | B::Ne | B::Eqv | B::Neqv => 10,
            B::BitAnd => 9,
            B::BitXor => 8,
            B::BitOr => 7,
        },
        Language::Rust => match op {
            B::Mul | B::Div | B::Rem | B::Power => 14,
            B::Add | B::Sub | B::Concat => 13,
            B::Shl | B::Shr => 12,
            B::BitAnd => 11,
            B::BitXor => 10,
            B::BitOr => 9,
            B::Lt | B::Le | B::Gt | B::Ge | B::Eq | B::Ne | B::Eqv | B::Neqv => 8,
        },
        Language::Fortran => match op {
            B::Power => 17,
            B::Mul | B::Div => 14,
            B::Add | B::Sub => 13,
            B::Concat => 12,
            B::Lt | B::Le | B::Gt | B::Ge | B::Eq | B::Ne => 11,
            B::Eqv | B::Neqv => 3,
            _ => PRIMARY,
        },
    }
}

pub fn logical_strength(op: LogicalOp) -> u8 {
    match op {
        LogicalOp::And => 6,
        LogicalOp::Or => 5,
    }
}

fn unary_strength(language: Language, op: UnaryOp) -> u8 {
    match (language, op) {
        (Language::Fortran, UnaryOp::Not) => 7,
        (Language::Fortran, _) => 13,
        _ => UNARY,
    }
}

/// How strongly the outermost operator of a node binds.
pub fn strength(tree: &Tree, id: NodeId) -> u8 {
    let language = tree.language();
    match tree.kind(id) {
        Kind::Binary(op) => binary_strength(language, op),
        Kind::Logical(op) => logical_strength(op),
        Kind::Unary(op) => unary_strength(language, op),
        Kind::Update { prefix: true, .. } => UNARY,
        Kind::Cast if language == Language::Rust => 15,
        Kind::Cast | Kind::SizeOf => UNARY,
        Kind::Conditional if language == Language::C => 3,
        Kind::Assign(_) => ASSIGNMENT,
        Kind::Comma => 1,
        _ => PRIMARY,
    }
}

/// How strongly an expression has to bind to stand in the place of a node.
pub fn required(tree: &Tree, id: NodeId) -> u8 {
    let Some(parent) = tree.parent(id) else {
        return 0;
    };
    let index = tree.child_index(parent, id).unwrap_or(0) as u8;
    match tree.kind(parent) {
        Kind::Binary(op) => {
            let own = binary_strength(tree.language(), op);
            own + index.min(1)
        }
        Kind::Logical(op) => logical_strength(op) + index.min(1),
        // A sign of Fortran binds like a sum: `-(a + 1)` needs its parentheses.
        Kind::Unary(UnaryOp::Neg) if tree.language() == Language::Fortran => 14,
        Kind::Unary(op) => unary_strength(tree.language(), op),
        Kind::Cast if tree.language() == Language::Rust => 15,
        Kind::Cast | Kind::Update { .. } | Kind::SizeOf => UNARY,
        Kind::Index | Kind::Call | Kind::Member { .. } if index == 0 => PRIMARY,
        Kind::Index | Kind::Call | Kind::Aggregate | Kind::Declared | Kind::Assign(_) => ASSIGNMENT,
        Kind::Conditional if tree.language() == Language::C && index == 0 => 4,
        Kind::Conditional if tree.language() == Language::C && index == 2 => 3,
        _ => 0,
    }
}

/// The text of a node as an operand that has to bind so strongly.
pub fn operand(tree: &Tree, id: NodeId, needed: u8) -> String {
    let expr = Expr {
        text: tree.node_text(id).to_owned(),
        binds: strength(tree, id),
    };
    expr.at_least(needed)
}

impl Expr {
    pub fn new(text: impl Into<String>, binds: u8) -> Self {
        Self {
            text: text.into(),
            binds,
        }
    }

    pub fn primary(text: impl Into<String>) -> Self {
        Self::new(text, PRIMARY)
    }

    /// The text, in parentheses if it binds too weakly.
    pub fn at_least(&self, needed: u8) -> String {
        match self.binds >= needed {
            true => self.text.clone(),
            false => format!("({})", self.text),
        }
    }
}

/// The node replaced by an expression.
pub fn replace_node(tree: &Tree, id: NodeId, expr: &Expr) -> Rewrite {
    let span = tree.node(id).span;
    let mut text = expr.at_least(required(tree, id));
    // `-` before `-a` would be another operator.
    if let Some(sign) = text.chars().next()
        && "+-&".contains(sign)
        && before(tree, id).ends_with(sign)
    {
        text = format!("({text})");
    }
    Rewrite { span, text }
}

/// The character before a node.
fn before(tree: &Tree, id: NodeId) -> &str {
    let end = tree.node(id).span.start;
    let start = end.saturating_sub(1);
    tree.text(Span { start, end })
}

/// The same operands under another operator: only the operator's token changes if that means the same.
pub fn replace_operator(tree: &Tree, id: NodeId, op: Spelling, binds: u8) -> Option<Rewrite> {
    let (left, right) = (tree.child(id, 0)?, tree.child(id, 1)?);
    let Spelling::Infix(token) = op else {
        let args = [tree.node_text(left), tree.node_text(right)];
        let expr = Expr::primary(op.apply(&args));
        return Some(replace_node(tree, id, &expr));
    };
    let plain = strength(tree, left) >= binds
        && strength(tree, right) > binds
        && binds >= required(tree, id)
        && !starts_with_sign(tree, right, token);
    if plain {
        let span = tree.node(id).token;
        let text = token.to_owned();
        return Some(Rewrite { span, text });
    }
    let (left, right) = (operand(tree, left, binds), operand(tree, right, binds + 1));
    let expr = Expr::new(op.apply(&[&left, &right]), binds);
    Some(replace_node(tree, id, &expr))
}

/// `a+-b` with `-` for `+` would become `a--b`.
fn starts_with_sign(tree: &Tree, right: NodeId, token: &str) -> bool {
    let sign = tree.node_text(right).chars().next();
    before(tree, right) != " "
        && sign.is_some_and(|sign| token.ends_with(sign) && "+-&*".contains(sign))
}
