//! The effect of a changed type of an expression on the enclosing expressions.

use quell_source::{BinaryOp, Kind, NodeId, UnaryOp};

use super::exact::Replaced;
use super::{CType, Form, INT_WIDTH};
use crate::tree::Tree;

/// The effect of the difference of two types on the enclosing expression.
pub(super) enum Outwards {
    Done(bool),
    /// The bits are the same, and the type of the whole differs.
    On(CType, CType),
}

/// One step from an expression to the enclosing one.
pub(super) struct Step<'a> {
    pub(super) of: &'a Replaced<'a>,
    pub(super) old: &'a CType,
    pub(super) new: &'a CType,
    pub(super) same_value: bool,
}

impl Step<'_> {
    /// Whether only the bits count, and they are the same.
    fn same_bits(&self) -> bool {
        self.same_value || self.of.same_width(self.old, self.new)
    }

    pub(super) fn outwards(&self, tree: &Tree, holder: NodeId, index: usize) -> Outwards {
        let typing = &self.of.typing;
        let sibling = |index| match tree.child(holder, index) {
            Some(child) => typing.type_of(child),
            None => CType::Unknown,
        };
        match tree.kind(holder) {
            Kind::Binary(op) => self.operator(op, index, &sibling(1 - index.min(1))),
            Kind::Assign(Some(op)) if index == 1 => self.compound(op, &sibling(0)),
            Kind::Assign(None) if index == 1 => self.converted(&sibling(0)),
            Kind::Declared if index == 1 => self.converted(&sibling(0)),
            Kind::Cast => self.converted(&typing.type_of(holder)),
            Kind::Return => {
                let result = typing.scope.result;
                self.converted(&super::dictionary::of_debug(&typing.scope.info, result))
            }
            Kind::Call => Outwards::Done(self.same_value || self.is_passed_cut()),
            Kind::Index if index == 1 => Outwards::Done(self.same_value),
            Kind::Unary(UnaryOp::Not) | Kind::Logical(_) => Outwards::Done(self.same_bits()),
            Kind::Conditional if index == 0 => Outwards::Done(self.same_bits()),
            Kind::Conditional => {
                let others = tree.node(holder).children.len();
                match others {
                    3 => self.common(&sibling(3 - index)),
                    _ => Outwards::Done(false),
                }
            }
            Kind::Unary(UnaryOp::Neg | UnaryOp::BitNot | UnaryOp::Plus) => {
                self.on(self.old.promoted(), self.new.promoted())
            }
            Kind::Comma if index == 1 => Outwards::On(self.old.clone(), self.new.clone()),
            Kind::Comma => Outwards::Done(true),
            Kind::Expression => Outwards::Done(true),
            Kind::If | Kind::While | Kind::DoWhile | Kind::For | Kind::Switch => {
                Outwards::Done(self.same_bits())
            }
            _ => Outwards::Done(false),
        }
    }

    /// The wider types, in which the old and the new value are computed with.
    fn on(&self, old: CType, new: CType) -> Outwards {
        if self.of.same(&old, &new) {
            return Outwards::Done(self.same_bits() || self.is_computed_there(&new));
        }
        match self.same_bits() && self.of.same_width(&old, &new) {
            true => Outwards::On(old, new),
            false => Outwards::Done(false),
        }
    }

    /// Whether the new value has the type already that the old one is converted to.
    fn is_computed_there(&self, common: &CType) -> bool {
        self.new == common && self.of.width == common.width()
    }

    fn common(&self, other: &CType) -> Outwards {
        let (old, new) = (self.old.common(other), self.new.common(other));
        // What is extended to a wider type is extended by its own sign.
        let extended = self.old.promoted() != self.new.promoted()
            && self.new.promoted().width() != new.width()
            && !self.same_value;
        match extended {
            true => Outwards::Done(false),
            false => self.on(old, new),
        }
    }

    fn operator(&self, op: BinaryOp, index: usize, other: &CType) -> Outwards {
        use BinaryOp::{Add, BitAnd, BitOr, BitXor, Eq, Mul, Ne, Shl, Shr, Sub};
        if matches!(op, Shl | Shr) && index == 1 {
            return Outwards::Done(self.same_bits());
        }
        let outwards = match op {
            Shl | Shr => self.on(self.old.promoted(), self.new.promoted()),
            _ => self.common(other),
        };
        match (op, outwards) {
            (_, Outwards::Done(fits)) => Outwards::Done(fits),
            (Eq | Ne, _) => Outwards::Done(true),
            (Add | Sub | Mul | BitAnd | BitOr | BitXor | Shl, on) => on,
            _ => Outwards::Done(false),
        }
    }

    /// The result of a compound assignment is cut down to its target.
    fn compound(&self, op: BinaryOp, target: &CType) -> Outwards {
        match self.operator(op, 1, target) {
            Outwards::On(old, _) => {
                let fits = match (target.integer(), old.width()) {
                    (Some(target), Some(width)) => {
                        target.form != Form::Bool && target.width <= width
                    }
                    _ => false,
                };
                Outwards::Done(fits)
            }
            done => done,
        }
    }

    /// The value becomes one of a type that does not depend on it.
    fn converted(&self, to: &CType) -> Outwards {
        let cut = match (to.integer(), self.new.width()) {
            (Some(to), Some(width)) => to.form == Form::Bool || to.width <= width,
            _ => false,
        };
        let fits = to.integer().is_some_and(|to| {
            to.form == Form::Plain && self.of.width.is_some_and(|width| to.width <= width)
        });
        Outwards::Done(self.same_value || cut && self.same_bits() || fits && self.is_cut())
    }

    /// Narrow values are passed only to narrow parameters.
    fn is_passed_cut(&self) -> bool {
        self.is_cut() && self.of.width.is_some_and(|width| width < INT_WIDTH)
    }

    /// Whether all bits that the edits compute are bits of the new value.
    fn is_cut(&self) -> bool {
        let new = self.new.integer().filter(|new| new.form == Form::Plain);
        match (self.of.width, new) {
            (Some(width), Some(new)) => new.width >= width,
            _ => false,
        }
    }
}
