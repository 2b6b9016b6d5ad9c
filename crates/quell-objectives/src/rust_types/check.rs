//! Errors that rustc reports for an expression.

use quell_source::{BinaryOp, Kind, NodeId, UnaryOp};

use super::constants::Folded;
use super::types::{Expressions, MAX_DEPTH, RustType, takes_same};
use crate::align::literal;

/// The number of violated rules in a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Objections {
    /// Types that contradict.
    pub types: usize,
    /// Operations and numbers that rustc refuses because they always panic or do not fit.
    pub lints: usize,
    /// Ranges of numbers whose type nothing in them says.
    pub open: usize,
    /// Types that nothing outside decides: of what is compared or converted, and of distances of shifts.
    pub inner: Vec<RustType>,
}

impl Objections {
    /// Whether something is new in a changed text, or is computed in other types.
    pub fn exceed(&self, old: &Self) -> bool {
        let counted = self.types > old.types || self.lints > old.lints || self.open > old.open;
        counted || !(is_part(&self.inner, &old.inner) || is_part(&old.inner, &self.inner))
    }
}

fn is_computed(kind: Kind) -> bool {
    !matches!(kind, Kind::Integer | Kind::Name)
}

/// Whether all of a list is in another one in this order. What is unknown may be anything.
fn is_part(list: &[RustType], of: &[RustType]) -> bool {
    let mut of = of.iter();
    let is_same = |a: &RustType, b: &RustType| {
        *a == RustType::Unknown || *b == RustType::Unknown || a.name() == b.name()
    };
    list.iter().all(|ty| of.any(|other| is_same(ty, other)))
}

pub(super) struct Check<'a> {
    pub text: Expressions<'a>,
    pub found: Objections,
    depth: u32,
}

impl<'a> Check<'a> {
    /// The violations in an expression of a required type.
    pub fn of(text: Expressions<'a>, node: NodeId, wanted: &RustType) -> Objections {
        let mut check = Self {
            text,
            found: Objections::default(),
            depth: 0,
        };
        check.expression(node, wanted);
        check.found
    }

    fn child(&mut self, node: NodeId, index: usize, wanted: &RustType) {
        if let Some(child) = self.text.child(node, index) {
            self.expression(child, wanted);
        }
    }

    fn fits(&mut self, ty: &RustType, wanted: &RustType) {
        self.found.types += usize::from(ty.contradicts(wanted));
    }

    fn expression(&mut self, node: NodeId, wanted: &RustType) {
        if self.depth > MAX_DEPTH {
            return;
        }
        self.depth += 1;
        self.within(node, wanted);
        self.depth -= 1;
    }

    fn within(&mut self, node: NodeId, wanted: &RustType) {
        let unknown = &RustType::Unknown;
        match self.text.file.kind(node) {
            Kind::Paren => self.child(node, 0, wanted),
            Kind::Integer | Kind::Float => self.literal(node, wanted, false),
            Kind::Cast => self.cast(node, wanted),
            Kind::Unary(op) => self.unary(node, op, wanted),
            Kind::Binary(op) => self.binary(node, op, wanted),
            Kind::Logical(_) => {
                let truth = RustType::known("bool");
                self.child(node, 0, &truth);
                self.child(node, 1, &truth);
                self.fits(&truth, wanted);
            }
            Kind::Assign(op) => self.assignment(node, op),
            Kind::Declared => {
                let name = self.text.child(node, 0).map_or("", |id| self.text.text(id));
                let name = name.strip_prefix("mut ").unwrap_or(name);
                let ty = self.text.scope.type_of(name.trim());
                self.child(node, 1, &ty);
            }
            Kind::Index => self.index(node, wanted),
            Kind::Call => self.call(node, wanted),
            Kind::Conditional | Kind::If | Kind::While => {
                self.child(node, 0, &RustType::known("bool"));
                self.child(node, 1, wanted);
                self.child(node, 2, wanted);
            }
            Kind::CountedLoop => self.counted(node),
            Kind::Range { .. } => self.range(node, wanted),
            Kind::Block => {
                let children = self.text.file.node(node).children.clone();
                for (index, &child) in children.iter().enumerate() {
                    let last = index + 1 == children.len();
                    self.expression(child, if last { wanted } else { unknown });
                }
            }
            _ => {
                for child in self.text.file.node(node).children.clone() {
                    self.expression(child, unknown);
                }
                self.fits(&self.text.type_of(node), wanted);
            }
        }
    }

    /// A number fits its type.
    fn literal(&mut self, node: NodeId, wanted: &RustType, negative: bool) {
        let own = self.text.type_of(node);
        self.fits(&own, wanted);
        let ty = own.or(wanted);
        let range = ty.name().and_then(literal::rust_range);
        let value = self.text.fold(node, &ty).and_then(|value| value.integer());
        if let (Some((least, greatest)), Some(value)) = (range, value) {
            let value = if negative { -value } else { value };
            self.found.lints += usize::from(!(least..=greatest).contains(&value));
        }
    }

    fn cast(&mut self, node: NodeId, wanted: &RustType) {
        let to = RustType::known(self.text.cast_to(node));
        let Some(operand) = self.text.child(node, 0) else {
            return;
        };
        let from = self.text.type_of(operand);
        let wrong = match to.name() {
            Some("bool") => !from.is("bool") && from != RustType::Unknown,
            Some("f32" | "f64") => from.is("bool") || from.is("char"),
            Some("char") => from.is_float() || from.is_integer() && !from.is("u8"),
            _ => false,
        };
        self.found.types += usize::from(wrong);
        // A number without a type takes the one that it is converted to.
        let number = from == RustType::Number && to.is_integer();
        let from = if number { to.clone() } else { from };
        self.found.inner.push(from.clone());
        self.expression(operand, &from);
        self.fits(&to, wanted);
    }

    fn unary(&mut self, node: NodeId, op: UnaryOp, wanted: &RustType) {
        let Some(operand) = self.text.child(node, 0) else {
            return;
        };
        let ty = self.text.type_of(operand).or(wanted);
        match op {
            UnaryOp::Neg => {
                self.found.types += usize::from(ty.is_unsigned() || ty.is("bool"));
                match self.text.file.kind(operand) {
                    Kind::Integer => self.literal(operand, wanted, true),
                    _ => self.negated(operand, &ty, wanted),
                }
            }
            UnaryOp::Not | UnaryOp::BitNot => {
                self.found.types += usize::from(ty.is_float());
                self.expression(operand, wanted);
            }
            _ => self.expression(operand, &RustType::Unknown),
        }
    }

    /// The least number has no negative.
    fn negated(&mut self, operand: NodeId, ty: &RustType, wanted: &RustType) {
        let value = self
            .text
            .fold(operand, ty)
            .and_then(|value| value.integer());
        let range = ty.name().and_then(literal::rust_range);
        if let (Some((least, _)), Some(value)) = (range, value) {
            self.found.lints += usize::from(value == least);
        }
        self.expression(operand, wanted);
    }

    fn binary(&mut self, node: NodeId, op: BinaryOp, wanted: &RustType) {
        use BinaryOp as B;
        let (Some(left), Some(right)) = (self.text.child(node, 0), self.text.child(node, 1)) else {
            return;
        };
        let [a, b] = self.text.operand_types(op, left, right, wanted);
        let either = |is: fn(&RustType) -> bool| is(&a) || is(&b);
        let wrong = match op {
            B::Shl | B::Shr => {
                // The type of a distance matters only to what computes it.
                if is_computed(self.text.file.kind(right)) {
                    self.found.inner.push(b.clone());
                }
                either(|ty| ty.is_float() || ty.is("bool"))
            }
            B::BitAnd | B::BitOr | B::BitXor => either(RustType::is_float),
            B::Add | B::Sub | B::Mul | B::Div | B::Rem => either(|ty| ty.is("bool")),
            _ => {
                self.found.inner.push(a.clone());
                false
            }
        };
        self.found.types += usize::from(wrong);
        self.expression(left, &a);
        self.expression(right, &b);
        self.fits(&self.text.type_of(node), wanted);
        let panics = self.text.fold_binary(node, op, wanted, 0) == Folded::Panics;
        self.found.lints += usize::from(panics);
    }

    fn assignment(&mut self, node: NodeId, op: Option<BinaryOp>) {
        let (Some(target), Some(value)) = (self.text.child(node, 0), self.text.child(node, 1))
        else {
            return;
        };
        let ty = self.text.type_of(target);
        self.expression(target, &RustType::Unknown);
        let wanted = match op {
            Some(BinaryOp::Shl | BinaryOp::Shr) => self.text.type_of(value),
            _ => ty.clone(),
        };
        self.expression(value, &wanted);
        if let Some(op) = op {
            let panics = self.text.fold_binary(node, op, &ty, 0) == Folded::Panics;
            self.found.lints += usize::from(panics);
        }
    }

    fn index(&mut self, node: NodeId, wanted: &RustType) {
        let (Some(base), Some(index)) = (self.text.child(node, 0), self.text.child(node, 1)) else {
            return;
        };
        self.expression(base, &RustType::Unknown);
        let usize_type = RustType::known("usize");
        let is_range = matches!(self.text.file.kind(index), Kind::Range { .. });
        if is_range {
            self.child(index, 0, &usize_type);
            self.child(index, 1, &usize_type);
            return;
        }
        self.expression(index, &usize_type);
        self.fits(&self.text.type_of(node), wanted);
        let length = self.text.scope.elements(self.text.text(base));
        let value = self.text.fold(index, &usize_type);
        let value = value.and_then(|value| u64::try_from(value.integer()?).ok());
        if let (Some((_, Some(length))), Some(value)) = (length, value) {
            self.found.lints += usize::from(value >= length);
        }
    }

    fn call(&mut self, node: NodeId, wanted: &RustType) {
        let arguments = self.text.file.node(node).children.len();
        let types = self.text.argument_types(node);
        let wanted_at = |index: usize| types.get(index - 1).cloned().unwrap_or(RustType::Unknown);
        let Some(method) = self.text.method(node) else {
            (1..arguments).for_each(|index| self.child(node, index, &wanted_at(index)));
            self.fits(&self.text.type_of(node), wanted);
            return;
        };
        let callee = self.text.child(node, 0);
        let receiver = callee.and_then(|callee| self.text.child(callee, 0));
        let ty = receiver.map_or(RustType::Unknown, |id| self.text.type_of(id));
        // A number without a type has no methods.
        let open = matches!(ty, RustType::Number | RustType::Real);
        self.found.types += usize::from(open);
        if let Some(receiver) = receiver {
            self.expression(receiver, &ty);
        }
        let is_same = takes_same(method) && (ty.is_integer() || ty.is_float());
        for index in 1..arguments {
            let own = if is_same {
                ty.clone()
            } else {
                wanted_at(index)
            };
            self.child(node, index, &own);
        }
        self.fits(&self.text.type_of(node), wanted);
    }

    /// The numbers that a loop counts have the type of its variable.
    fn counted(&mut self, node: NodeId) {
        let name = self.text.child(node, 0).map_or("", |id| self.text.text(id));
        let ty = self.text.scope.type_of(name);
        match self.text.child(node, 1) {
            Some(range) => self.range(range, &ty),
            None => return,
        }
        self.child(node, 2, &RustType::Unknown);
    }

    /// The ends of a range of numbers of a type.
    fn range(&mut self, node: NodeId, ty: &RustType) {
        match self.text.file.kind(node) {
            Kind::Paren => {
                if let Some(inner) = self.text.child(node, 0) {
                    self.range(inner, ty);
                }
            }
            Kind::Range { .. } => {
                let ends = [0, 1].map(|index| self.text.child(node, index));
                let [first, last] = ends.map(|end| end.map(|end| self.text.type_of(end)));
                let open = [first, last].into_iter().flatten();
                let is_open =
                    open.clone().count() > 0 && open.into_iter().all(|ty| ty == RustType::Number);
                self.found.open += usize::from(is_open && !ty.is("i32"));
                self.child(node, 0, ty);
                self.child(node, 1, ty);
            }
            _ => self.expression(node, &RustType::Unknown),
        }
    }
}
