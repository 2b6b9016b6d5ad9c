//! The values of constant expressions, as rustc folds them when it looks for operations that always panic.

use quell_source::{BinaryOp, Kind, Language, NodeId, UnaryOp};

use super::types::{Expressions, MAX_DEPTH, RustType};
use crate::align::literal;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Constant {
    Integer(i128),
    Float(f64),
    Truth(bool),
}

impl Constant {
    pub fn integer(self) -> Option<i128> {
        match self {
            Self::Integer(value) => Some(value),
            _ => None,
        }
    }
}

/// Why an operation on constants has no value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Folded {
    Value(Constant),
    /// It always panics.
    Panics,
    Unknown,
}

impl Expressions<'_> {
    /// The value of an expression where a type is wanted.
    pub fn fold(&self, node: NodeId, wanted: &RustType) -> Option<Constant> {
        self.fold_at(node, wanted, 0)
    }

    fn fold_at(&self, node: NodeId, wanted: &RustType, depth: u32) -> Option<Constant> {
        if depth > MAX_DEPTH {
            return None;
        }
        let child = |index: usize, wanted: &RustType| {
            self.fold_at(self.child(node, index)?, wanted, depth + 1)
        };
        match self.file.kind(node) {
            Kind::Paren => child(0, wanted),
            Kind::Integer => self.integer(node).map(Constant::Integer),
            Kind::Float => {
                let text = self.text(node).replace('_', "");
                let suffix = literal::suffix(Language::Rust, &text);
                let digits = &text[..text.len() - suffix.len()];
                digits.parse().ok().map(Constant::Float)
            }
            Kind::Truth => Some(Constant::Truth(self.text(node) == "true")),
            Kind::Name => {
                let name = self.text(node);
                let (file, value) = self.scope.value(self.file, node, name)?;
                let (there, ty) = (Expressions { file, ..*self }, self.scope.type_of(name));
                there.fold_at(value, &ty, depth + 20)
            }
            Kind::Cast => {
                let operand = self.type_of(self.child(node, 0)?);
                let to = self.cast_to(node);
                cast(child(0, &operand.or(&RustType::Number))?, to)
            }
            Kind::Unary(op) => {
                let ty = self.type_of(node).or(wanted);
                unary(op, child(0, &ty)?, &ty)
            }
            Kind::Binary(op) => match self.fold_binary(node, op, wanted, depth) {
                Folded::Value(value) => Some(value),
                _ => None,
            },
            Kind::Block => {
                let &last = self.file.node(node).children.last()?;
                let is_value = !self.file.kind(last).is_statement();
                is_value.then(|| self.fold_at(last, wanted, depth + 1))?
            }
            _ => None,
        }
    }

    fn integer(&self, node: NodeId) -> Option<i128> {
        let text = self.text(node);
        let suffix = literal::suffix(Language::Rust, text);
        let digits = text[..text.len() - suffix.len()].trim_end_matches('_');
        i128::try_from(literal::integer(digits)?).ok()
    }

    /// The value of a binary operation.
    pub fn fold_binary(&self, node: NodeId, op: BinaryOp, wanted: &RustType, depth: u32) -> Folded {
        let (Some(left), Some(right)) = (self.child(node, 0), self.child(node, 1)) else {
            return Folded::Unknown;
        };
        let [ty, distance] = self.operand_types(op, left, right, wanted);
        let a = self.fold_at(left, &ty, depth + 1);
        let b = self.fold_at(right, &distance, depth + 1);
        folded(op, &ty, a, b)
    }

    /// The types that the operands of an operation have.
    pub fn operand_types(
        &self,
        op: BinaryOp,
        left: NodeId,
        right: NodeId,
        wanted: &RustType,
    ) -> [RustType; 2] {
        use BinaryOp as B;
        let (a, b) = (self.type_of(left), self.type_of(right));
        match op {
            B::Shl | B::Shr => [a.or(wanted), b],
            B::Eq | B::Ne | B::Lt | B::Le | B::Gt | B::Ge => {
                let ty = a.joined(b);
                [ty.clone(), ty]
            }
            _ => {
                let ty = a.joined(b).or(wanted);
                [ty.clone(), ty]
            }
        }
    }
}

fn unary(op: UnaryOp, value: Constant, ty: &RustType) -> Option<Constant> {
    Some(match (op, value) {
        (UnaryOp::Neg, Constant::Integer(value)) => Constant::Integer(value.checked_neg()?),
        (UnaryOp::Neg, Constant::Float(value)) => Constant::Float(-value),
        (UnaryOp::Not | UnaryOp::BitNot, Constant::Truth(value)) => Constant::Truth(!value),
        (UnaryOp::Not | UnaryOp::BitNot, Constant::Integer(value)) => {
            let (least, greatest) = literal::rust_range(ty.name()?)?;
            match ty.name() {
                // Its greatest number is no `i128`.
                Some("u128") => return None,
                _ if least < 0 => Constant::Integer(!value),
                _ => Constant::Integer(greatest.checked_sub(value)?),
            }
        }
        _ => return None,
    })
}

fn cast(value: Constant, to: &str) -> Option<Constant> {
    if to == "f32" || to == "f64" {
        let float = match value {
            Constant::Integer(value) => value as f64,
            Constant::Float(value) => value,
            Constant::Truth(_) => return None,
        };
        return Some(Constant::Float(match to {
            "f32" => f64::from(float as f32),
            _ => float,
        }));
    }
    if to == "bool" {
        return Some(value);
    }
    let (least, greatest) = literal::rust_range(to)?;
    Some(Constant::Integer(match value {
        Constant::Integer(value) => wrapped(value, to)?,
        Constant::Truth(value) => i128::from(value),
        Constant::Float(value) => (value as i128).clamp(least, greatest),
    }))
}

/// The number of a type with the same lowest bits.
fn wrapped(value: i128, ty: &str) -> Option<i128> {
    let (least, greatest) = literal::rust_range(ty)?;
    let count = match ty {
        "i128" => return Some(value),
        "u128" => return (value >= 0).then_some(value),
        _ => greatest - least + 1,
    };
    let low = value.rem_euclid(count);
    Some(if low > greatest { low - count } else { low })
}

/// The bits of an integer type.
pub(super) fn width(ty: &str) -> Option<u32> {
    match ty {
        "isize" | "usize" => Some(64),
        _ => literal::rust_range(ty).and(ty.get(1..)?.parse().ok()),
    }
}

/// What an operation on operands of which some are known leads to.
fn folded(op: BinaryOp, ty: &RustType, a: Option<Constant>, b: Option<Constant>) -> Folded {
    use BinaryOp as B;
    use Constant as C;
    let zero = Some(C::Integer(0));
    match (op, a, b) {
        (B::Div | B::Rem, _, Some(C::Integer(0))) => Folded::Panics,
        (B::Shl | B::Shr, _, Some(C::Integer(distance))) => shifted(op, ty, a, distance),
        (B::Mul | B::BitAnd, one, other) if one == zero || other == zero => {
            Folded::Value(C::Integer(0))
        }
        (_, Some(C::Integer(a)), Some(C::Integer(b))) => on_integers(op, ty, a, b),
        (_, Some(C::Float(a)), Some(C::Float(b))) => on_floats(op, ty, a, b),
        (_, Some(C::Truth(a)), Some(C::Truth(b))) => match op {
            B::BitAnd => Folded::Value(C::Truth(a & b)),
            B::BitOr => Folded::Value(C::Truth(a | b)),
            B::BitXor | B::Ne => Folded::Value(C::Truth(a != b)),
            B::Eq => Folded::Value(C::Truth(a == b)),
            _ => Folded::Unknown,
        },
        _ => Folded::Unknown,
    }
}

/// A shift by a known distance; numbers of unknown types may have 8 bits.
fn shifted(op: BinaryOp, ty: &RustType, value: Option<Constant>, distance: i128) -> Folded {
    let width = ty.name().and_then(width).unwrap_or(8);
    if !(0..i128::from(width)).contains(&distance) {
        return Folded::Panics;
    }
    let (Some(Constant::Integer(value)), Some(ty)) = (value, ty.name()) else {
        return Folded::Unknown;
    };
    let result = match op {
        BinaryOp::Shl if width < 128 => {
            let low = wrapped(value << (distance / 2), ty);
            low.and_then(|low| wrapped(low << (distance - distance / 2), ty))
        }
        BinaryOp::Shr => Some(value >> distance),
        _ => 1i128
            .checked_shl(distance as u32)
            .and_then(|factor| value.checked_mul(factor)),
    };
    result.map_or(Folded::Unknown, |value| {
        Folded::Value(Constant::Integer(value))
    })
}

fn on_integers(op: BinaryOp, ty: &RustType, a: i128, b: i128) -> Folded {
    use BinaryOp as B;
    let truth = |value: bool| Folded::Value(Constant::Truth(value));
    let result = match op {
        B::Add => a.checked_add(b),
        B::Sub => a.checked_sub(b),
        B::Mul => a.checked_mul(b),
        B::Div => a.checked_div(b),
        // The least number by -1 overflows although its remainder is a number.
        B::Rem if b == -1 => a
            .checked_neg()
            .map(|of| if of.abs() == a.abs() { of } else { 0 }),
        B::Rem => a.checked_rem(b),
        B::BitAnd => Some(a & b),
        B::BitOr => Some(a | b),
        B::BitXor => Some(a ^ b),
        B::Eq => return truth(a == b),
        B::Ne => return truth(a != b),
        B::Lt => return truth(a < b),
        B::Le => return truth(a <= b),
        B::Gt => return truth(a > b),
        B::Ge => return truth(a >= b),
        _ => return Folded::Unknown,
    };
    match (result, ty.name().and_then(literal::rust_range)) {
        (Some(value), Some((least, greatest))) if (least..=greatest).contains(&value) => match op {
            B::Rem if b == -1 => Folded::Value(Constant::Integer(0)),
            _ => Folded::Value(Constant::Integer(value)),
        },
        (_, Some(_)) => Folded::Panics,
        (_, None) => Folded::Unknown,
    }
}

fn on_floats(op: BinaryOp, ty: &RustType, a: f64, b: f64) -> Folded {
    use BinaryOp as B;
    let truth = |value: bool| Folded::Value(Constant::Truth(value));
    let result = match op {
        B::Add => a + b,
        B::Sub => a - b,
        B::Mul => a * b,
        B::Div => a / b,
        B::Lt => return truth(a < b),
        B::Le => return truth(a <= b),
        B::Gt => return truth(a > b),
        B::Ge => return truth(a >= b),
        B::Eq => return truth(a == b),
        B::Ne => return truth(a != b),
        _ => return Folded::Unknown,
    };
    Folded::Value(Constant::Float(match ty.is("f32") {
        true => f64::from(result as f32),
        false => result,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panics(op: BinaryOp, ty: &str, a: Option<i128>, b: i128) -> bool {
        let a = a.map(Constant::Integer);
        folded(op, &RustType::known(ty), a, Some(Constant::Integer(b))) == Folded::Panics
    }

    #[test]
    fn operations_on_constants_that_rustc_refuses() {
        use BinaryOp as B;
        assert!(panics(B::Shl, "i32", None, 40));
        assert!(!panics(B::Shl, "u64", None, 40));
        assert!(panics(B::Shr, "u8", None, 8));
        assert!(panics(B::Shr, "u8", None, -1));
        assert!(panics(B::Rem, "u8", None, 0));
        assert!(panics(B::Sub, "u128", Some(5), 7));
        assert!(!panics(B::Sub, "i32", Some(5), 7));
        assert!(panics(B::Mul, "i8", Some(31), 127));
        assert!(panics(B::Rem, "i8", Some(-128), -1));
        assert!(!panics(B::Rem, "i8", Some(-127), -1));
        assert!(panics(B::Div, "i8", Some(-128), -1));
    }

    #[test]
    fn casts_wrap_and_saturate() {
        assert_eq!(
            cast(Constant::Integer(-1), "u8"),
            Some(Constant::Integer(255))
        );
        assert_eq!(
            cast(Constant::Integer(200), "i8"),
            Some(Constant::Integer(-56))
        );
        assert_eq!(
            cast(Constant::Float(300.5), "u8"),
            Some(Constant::Integer(255))
        );
        assert_eq!(
            cast(Constant::Truth(true), "i64"),
            Some(Constant::Integer(1))
        );
        assert_eq!(
            cast(Constant::Integer(i128::MAX), "i64"),
            Some(Constant::Integer(-1))
        );
        assert_eq!(
            cast(Constant::Integer(i128::MIN), "u64"),
            Some(Constant::Integer(0))
        );
    }
}
