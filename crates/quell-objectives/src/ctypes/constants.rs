//! Constant expressions, and the distances of shifts that are some.

use quell_source::{BinaryOp, Kind, NodeId, UnaryOp};

use super::typing::Typing;
use super::{CType, Form, Integer};
use crate::align::literal;

/// How deep expressions may nest before they count as no constants.
const MAX_DEPTH: u32 = 40;

impl Typing<'_> {
    /// The value of a constant expression of integers, as far as it can be told.
    pub(crate) fn constant(&self, node: NodeId) -> Option<i128> {
        self.constant_within(node, MAX_DEPTH)
    }

    fn constant_within(&self, node: NodeId, depth: u32) -> Option<i128> {
        let depth = depth.checked_sub(1)?;
        let node = self.tree().bare(node);
        let child = |index| self.constant_within(self.tree().child(node, index)?, depth);
        let value = match self.tree().kind(node) {
            Kind::Integer => i128::try_from(literal::integer(self.tree().node_text(node))?).ok()?,
            Kind::Char => literal::signed(self.tree(), node)?.into(),
            Kind::Name => {
                let dictionary = &self.scope.tree.dictionary;
                return dictionary.value(self.tree().node_text(node));
            }
            Kind::Unary(UnaryOp::Neg) => child(0)?.checked_neg()?,
            Kind::Unary(UnaryOp::BitNot) => !child(0)?,
            Kind::Unary(UnaryOp::Plus) | Kind::Cast => child(0)?,
            Kind::Unary(UnaryOp::Not) => i128::from(child(0)? == 0),
            Kind::Binary(op) => computed(op, child(0)?, child(1)?)?,
            Kind::SizeOf => self.size_of(node)?,
            _ => return None,
        };
        match self.type_of(node).integer() {
            Some(ty) => converted(value, ty),
            // Most casts leave most numbers as they are.
            None => (self.tree().kind(node) == Kind::Cast).then_some(value),
        }
    }

    /// What `sizeof` gives.
    fn size_of(&self, node: NodeId) -> Option<i128> {
        let text = self.tree().node_text(node).strip_prefix("sizeof")?.trim();
        let operand = self
            .tree()
            .child(node, 0)
            .map(|operand| self.type_of(operand));
        let known = operand.filter(|ty| !ty.is_unknown());
        let named = || {
            let name = text.strip_prefix('(')?.strip_suffix(')')?;
            Some(self.scope.tree.dictionary.named(&self.scope.info, name))
        };
        let bits = match known.or_else(named)? {
            CType::Int(of) => of.width.into(),
            CType::Float(format) => u64::from(format.width()).next_multiple_of(32),
            CType::Pointer(_) => 64,
            CType::Debug(id) => self.scope.info.bits_of(Some(id))?,
            CType::Void | CType::Opaque(_) | CType::Unknown => return None,
        };
        Some(i128::from(bits / 8))
    }

    /// Whether no shift in an expression has a constant distance that is too large, or negative.
    pub(crate) fn has_valid_distances(&self, root: NodeId) -> bool {
        let nodes = self.tree().descend(root).into_iter();
        nodes.chain([root]).all(|node| self.is_valid_shift(node))
    }

    fn is_valid_shift(&self, node: NodeId) -> bool {
        use BinaryOp::{Shl, Shr};
        let left = match self.tree().kind(node) {
            Kind::Binary(Shl | Shr) => self.operation_at(node, Shl),
            // Compilers warn of what is too much for the target.
            Kind::Assign(Some(Shl | Shr)) => {
                let target = self.tree().child(node, 0);
                target.map_or(CType::Unknown, |target| self.type_of(target))
            }
            _ => return true,
        };
        let distance = self.tree().child(node, 1);
        match distance.and_then(|distance| self.constant(distance)) {
            Some(number) => {
                let width = left.width().map(i128::from);
                width.is_some_and(|width| (0..width).contains(&number))
            }
            None => true,
        }
    }
}

fn computed(op: BinaryOp, left: i128, right: i128) -> Option<i128> {
    use BinaryOp::{
        Add, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Rem, Shl, Shr, Sub,
    };
    let distance = || u32::try_from(right).ok();
    match op {
        Add => left.checked_add(right),
        Sub => left.checked_sub(right),
        Mul => left.checked_mul(right),
        Div => left.checked_div(right),
        Rem => left.checked_rem(right),
        BitAnd => Some(left & right),
        BitOr => Some(left | right),
        BitXor => Some(left ^ right),
        Shl => left.checked_shl(distance()?),
        Shr => left.checked_shr(distance()?),
        Eq => Some(i128::from(left == right)),
        Ne => Some(i128::from(left != right)),
        Lt => Some(i128::from(left < right)),
        Le => Some(i128::from(left <= right)),
        Gt => Some(i128::from(left > right)),
        Ge => Some(i128::from(left >= right)),
        _ => None,
    }
}

/// A number as one of a type.
fn converted(number: i128, to: Integer) -> Option<i128> {
    if to.holds(number) {
        return Some(number);
    }
    match (to.form, to.width) {
        (Form::Bool, _) => Some(i128::from(number != 0)),
        (_, 1..=64) => {
            let wrapped = number.rem_euclid(1 << to.width);
            let negative = to.signed && wrapped >> (to.width - 1) != 0;
            Some(if negative {
                wrapped - (1 << to.width)
            } else {
                wrapped
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap_in_their_type() {
        let int = |width, signed| CType::int(width, signed).integer().expect("an integer");
        assert_eq!(converted(-1, int(32, false)), Some(0xffff_ffff));
        assert_eq!(converted(200, int(8, true)), Some(-56));
        assert_eq!(converted(9, CType::BOOL.integer().expect("one")), Some(1));
        assert_eq!(converted(-5, int(64, true)), Some(-5));
    }
}
