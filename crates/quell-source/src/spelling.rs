//! The spelling of operators in each language, and the style of Fortran's operators.

use crate::language::Language;
use crate::node::Kind;
use crate::ops::{BinaryOp, LogicalOp, UnaryOp};

/// The syntax of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spelling {
    /// `a + b`
    Infix(&'static str),
    /// `-a`
    Prefix(&'static str),
    /// `mod(a, b)`
    Call(&'static str),
}

use Spelling::{Call, Infix, Prefix};

/// An operator with its spellings in C and Rust, in Fortran, and in Fortran's older form with dots.
struct BinaryRow(
    BinaryOp,
    Option<Spelling>,
    Option<Spelling>,
    Option<Spelling>,
);

const BINARY: &[BinaryRow] = &[
    BinaryRow(BinaryOp::Add, Some(Infix("+")), Some(Infix("+")), None),
    BinaryRow(BinaryOp::Sub, Some(Infix("-")), Some(Infix("-")), None),
    BinaryRow(BinaryOp::Mul, Some(Infix("*")), Some(Infix("*")), None),
    BinaryRow(BinaryOp::Div, Some(Infix("/")), Some(Infix("/")), None),
    BinaryRow(BinaryOp::Rem, Some(Infix("%")), Some(Call("mod")), None),
    BinaryRow(BinaryOp::Power, None, Some(Infix("**")), None),
    BinaryRow(BinaryOp::BitAnd, Some(Infix("&")), Some(Call("iand")), None),
    BinaryRow(BinaryOp::BitOr, Some(Infix("|")), Some(Call("ior")), None),
    BinaryRow(BinaryOp::BitXor, Some(Infix("^")), Some(Call("ieor")), None),
    BinaryRow(BinaryOp::Shl, Some(Infix("<<")), Some(Call("shiftl")), None),
    BinaryRow(BinaryOp::Shr, Some(Infix(">>")), Some(Call("shifta")), None),
    BinaryRow(
        BinaryOp::Eq,
        Some(Infix("==")),
        Some(Infix("==")),
        Some(Infix(".eq.")),
    ),
    BinaryRow(
        BinaryOp::Ne,
        Some(Infix("!=")),
        Some(Infix("/=")),
        Some(Infix(".ne.")),
    ),
    BinaryRow(
        BinaryOp::Lt,
        Some(Infix("<")),
        Some(Infix("<")),
        Some(Infix(".lt.")),
    ),
    BinaryRow(
        BinaryOp::Le,
        Some(Infix("<=")),
        Some(Infix("<=")),
        Some(Infix(".le.")),
    ),
    BinaryRow(
        BinaryOp::Gt,
        Some(Infix(">")),
        Some(Infix(">")),
        Some(Infix(".gt.")),
    ),
    BinaryRow(
        BinaryOp::Ge,
        Some(Infix(">=")),
        Some(Infix(">=")),
        Some(Infix(".ge.")),
    ),
    BinaryRow(BinaryOp::Concat, None, Some(Infix("//")), None),
    BinaryRow(BinaryOp::Eqv, None, Some(Infix(".eqv.")), None),
    BinaryRow(BinaryOp::Neqv, None, Some(Infix(".neqv.")), None),
];

/// An operator with its spellings in C, in Rust and in Fortran.
struct UnaryRow(UnaryOp, [Option<Spelling>; 3]);

const UNARY: &[UnaryRow] = &[
    UnaryRow(UnaryOp::Plus, [Some(Prefix("+")), None, Some(Prefix("+"))]),
    UnaryRow(
        UnaryOp::Neg,
        [Some(Prefix("-")), Some(Prefix("-")), Some(Prefix("-"))],
    ),
    UnaryRow(
        UnaryOp::Not,
        [Some(Prefix("!")), Some(Prefix("!")), Some(Prefix(".not."))],
    ),
    UnaryRow(
        UnaryOp::BitNot,
        [Some(Prefix("~")), Some(Prefix("!")), Some(Call("not"))],
    ),
    UnaryRow(UnaryOp::Deref, [Some(Prefix("*")), Some(Prefix("*")), None]),
    UnaryRow(
        UnaryOp::AddressOf,
        [Some(Prefix("&")), Some(Prefix("&")), None],
    ),
];

const LOGICAL: &[(LogicalOp, &str, &str)] = &[
    (LogicalOp::And, "&&", ".and."),
    (LogicalOp::Or, "||", ".or."),
];

/// The spelling of a binary operator; none if the language lacks it.
pub fn spell_binary(op: BinaryOp, language: Language) -> Option<Spelling> {
    Style::default().spell_binary(op, language)
}

/// The spelling of a connective.
pub fn spell_logical(op: LogicalOp, language: Language) -> Spelling {
    let row = match op {
        LogicalOp::And => &LOGICAL[0],
        LogicalOp::Or => &LOGICAL[1],
    };
    match language {
        Language::C | Language::Rust => Infix(row.1),
        Language::Fortran => Infix(row.2),
    }
}

/// The spelling of a unary operator; none if the language lacks it.
pub fn spell_unary(op: UnaryOp, language: Language) -> Option<Spelling> {
    let row = UNARY.iter().find(|row| row.0 == op)?;
    match language {
        Language::C => row.1[0],
        Language::Rust => row.1[1],
        Language::Fortran => row.1[2],
    }
}

impl Spelling {
    pub fn text(self) -> &'static str {
        match self {
            Infix(text) | Prefix(text) | Call(text) => text,
        }
    }

    /// The text of the operation on these operands.
    pub fn apply(self, operands: &[&str]) -> String {
        match self {
            Infix(text) => operands.join(&format!(" {text} ")),
            Prefix(text) if text.starts_with('.') => format!("{text} {}", operands.join(", ")),
            Prefix(text) => format!("{text}{}", operands.join(", ")),
            Call(text) => format!("{text}({})", operands.join(", ")),
        }
    }
}

/// The style of Fortran's operators: `.LE.`, `.le.` or `<=`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Style {
    pub dotted: bool,
    pub upper: bool,
}

impl Style {
    /// The style of an operator in the source.
    pub fn of(written: &str) -> Style {
        Style {
            dotted: written.starts_with('.'),
            upper: written.bytes().any(|byte| byte.is_ascii_uppercase()),
        }
    }

    /// Like [`spell_binary`], in the dotted form if that is the style and the operator has one.
    pub fn spell_binary(self, op: BinaryOp, language: Language) -> Option<Spelling> {
        let row = BINARY.iter().find(|row| row.0 == op)?;
        match language {
            Language::C | Language::Rust => row.1,
            Language::Fortran if self.dotted => row.3.or(row.2),
            Language::Fortran => row.2,
        }
    }

    /// A text in the case of the style.
    pub fn in_case(self, text: &str) -> String {
        if self.upper {
            text.to_ascii_uppercase()
        } else {
            text.to_owned()
        }
    }
}

/// The kind of node of an infix operator of C or Rust.
pub(crate) fn infix(text: &str) -> Option<Kind> {
    let is_written = |spelling: Option<Spelling>| spelling.is_some_and(|it| it.text() == text);
    let logical = LOGICAL.iter().find(|row| row.1 == text);
    let binary = BINARY.iter().find(|row| is_written(row.1));
    let logical = logical.map(|row| Kind::Logical(row.0));
    logical.or(binary.map(|row| Kind::Binary(row.0)))
}

/// The kind of node of an infix operator of Fortran, which is case-insensitive.
pub(crate) fn fortran_infix(text: &str) -> Option<Kind> {
    let text = text.to_ascii_lowercase();
    let is_written = |spelling: &Option<Spelling>| match spelling {
        Some(Infix(known)) => *known == text,
        _ => false,
    };
    let logical = LOGICAL.iter().find(|row| row.2 == text);
    let written = |row: &&BinaryRow| [row.2, row.3].iter().any(is_written);
    let binary = BINARY.iter().find(written);
    let logical = logical.map(|row| Kind::Logical(row.0));
    logical.or(binary.map(|row| Kind::Binary(row.0)))
}
