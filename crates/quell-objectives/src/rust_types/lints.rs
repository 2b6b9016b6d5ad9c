//! Operations on constants that rustc refuses because they always panic.

use quell_source::{BinaryOp, Kind, Language, NodeId, UnaryOp};

use super::typing::Typing;
use crate::align::literal;

/// Whether a division is by zero, or a shift by at least the width of a type.
pub(super) fn always_panics(op: BinaryOp, ty: Option<&str>, right: Option<i128>) -> bool {
    match (op, right) {
        (BinaryOp::Div | BinaryOp::Rem, Some(0)) => !matches!(ty, Some("f32" | "f64")),
        (BinaryOp::Shl | BinaryOp::Shr, Some(distance)) => {
            let width = ty.and_then(width).unwrap_or(8);
            !(0..i128::from(width)).contains(&distance)
        }
        _ => false,
    }
}

fn width(ty: &str) -> Option<u32> {
    match ty {
        "isize" | "usize" => Some(64),
        _ => literal::rust_range(ty).and(ty.get(1..)?.parse().ok()),
    }
}

/// The value of a constant expression.
pub(super) struct Folded<'a, 't> {
    pub typing: &'t Typing<'a>,
}

impl Folded<'_, '_> {
    pub fn value(&self, node: NodeId) -> Option<i128> {
        let file = self.typing.file;
        let data = file.node(node);
        let child = |index: usize| self.value(*data.children.get(index)?);
        match data.kind {
            Kind::Paren => child(0),
            Kind::Integer => {
                let text = file.text(data.span);
                let suffix = literal::suffix(Language::Rust, text);
                let digits = text[..text.len() - suffix.len()].trim_end_matches('_');
                i128::try_from(literal::integer(digits)?).ok()
            }
            Kind::Cast => {
                let to = file
                    .text(data.span)
                    .rsplit(" as ")
                    .next()?
                    .trim()
                    .trim_end_matches(')');
                let value = child(0)?;
                let (least, greatest) = literal::rust_range(to)?;
                (least..=greatest).contains(&value).then_some(value)
            }
            Kind::Unary(UnaryOp::Neg) => child(0)?.checked_neg(),
            Kind::Binary(op) => {
                let (a, b) = (child(0), child(1));
                match (op, a, b) {
                    (BinaryOp::Mul | BinaryOp::BitAnd, Some(0), _)
                    | (BinaryOp::Mul | BinaryOp::BitAnd, _, Some(0)) => Some(0),
                    (_, Some(a), Some(b)) => folded(op, a, b),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn folded(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => a.checked_div(b),
        BinaryOp::Rem => a.checked_rem(b),
        BinaryOp::BitAnd => Some(a & b),
        BinaryOp::BitOr => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_by_the_width_and_divisions_by_zero_panic() {
        assert!(always_panics(BinaryOp::Shl, Some("i32"), Some(40)));
        assert!(!always_panics(BinaryOp::Shl, Some("u64"), Some(40)));
        assert!(always_panics(BinaryOp::Shr, Some("u8"), Some(8)));
        assert!(always_panics(BinaryOp::Rem, Some("u8"), Some(0)));
        assert!(!always_panics(BinaryOp::Div, Some("f64"), Some(0)));
        assert!(!always_panics(BinaryOp::Div, Some("i32"), None));
    }
}
