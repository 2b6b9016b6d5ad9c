//! The type of an expression, as far as the expression itself determines it.

use quell_ir::MdId;
use quell_source::{BinaryOp, Kind, Language, NodeId, SourceFile, UnaryOp};

use super::scope::Scope;
use crate::align::literal;

/// The maximal nesting of expressions with known types.
pub(super) const MAX_DEPTH: u32 = 60;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RustType {
    Known(String),
    /// An integer without a type of its own: what is around it decides, or it is an `i32`.
    Number,
    /// The same for a float.
    Real,
    Unknown,
}

impl RustType {
    pub fn known(name: &str) -> Self {
        Self::Known(name.to_owned())
    }

    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Known(name) => Some(name),
            Self::Number => Some("i32"),
            Self::Real => Some("f64"),
            Self::Unknown => None,
        }
    }

    pub fn is(&self, name: &str) -> bool {
        matches!(self, Self::Known(own) if own == name)
    }

    pub fn is_float(&self) -> bool {
        self.is("f32") || self.is("f64") || *self == Self::Real
    }

    pub fn is_integer(&self) -> bool {
        matches!(self, Self::Known(name) if literal::rust_range(name).is_some())
            || *self == Self::Number
    }

    pub fn is_unsigned(&self) -> bool {
        matches!(self, Self::Known(name) if name.starts_with('u') && is_plain(name))
    }

    /// The type of two operands that must have the same.
    pub fn joined(self, other: Self) -> Self {
        use RustType as T;
        match (self, other) {
            (T::Known(name), _) | (_, T::Known(name)) => T::Known(name),
            (T::Unknown, _) | (_, T::Unknown) => T::Unknown,
            (ty, _) => ty,
        }
    }

    /// What it is where another type is wanted.
    pub fn or(self, wanted: &Self) -> Self {
        match (&self, wanted) {
            (Self::Number | Self::Real | Self::Unknown, Self::Known(_) | Self::Unknown) => {
                wanted.clone()
            }
            _ => self,
        }
    }

    /// Whether no expression has both types.
    pub fn contradicts(&self, other: &Self) -> bool {
        use RustType as T;
        match (self, other) {
            (T::Known(one), T::Known(other)) => is_plain(one) && is_plain(other) && one != other,
            (T::Number, known) | (known, T::Number) => {
                known.is_plain() && !known.is_integer() || *known == T::Real
            }
            (T::Real, known) | (known, T::Real) => known.is_plain() && !known.is_float(),
            _ => false,
        }
    }

    fn is_plain(&self) -> bool {
        matches!(self, Self::Known(name) if is_plain(name))
    }
}

/// Types of which no other can be meant.
fn is_plain(name: &str) -> bool {
    literal::RUST_TYPES.contains(&name) || matches!(name, "bool" | "char")
}

/// Expressions of a text, with the names around them.
#[derive(Clone, Copy)]
pub(super) struct Expressions<'a> {
    pub file: &'a SourceFile,
    pub scope: &'a Scope<'a>,
}

impl<'a> Expressions<'a> {
    pub fn child(&self, node: NodeId, index: usize) -> Option<NodeId> {
        self.file.node(node).children.get(index).copied()
    }

    pub fn text(&self, node: NodeId) -> &'a str {
        self.file.text(self.file.node(node).span)
    }

    /// The type behind `as`.
    pub fn cast_to(&self, node: NodeId) -> &'a str {
        let operand = self
            .child(node, 0)
            .map_or(0, |id| self.file.node(id).span.end);
        let whole = self.file.node(node).span;
        let rest = &self.text(node)[(operand.max(whole.start) - whole.start) as usize..];
        rest.trim_start().trim_start_matches("as").trim()
    }

    fn of_child(&self, node: NodeId, index: usize, depth: u32) -> RustType {
        let child = self.child(node, index);
        child.map_or(RustType::Unknown, |child| self.type_at(child, depth + 1))
    }

    pub fn type_of(&self, node: NodeId) -> RustType {
        self.type_at(node, 0)
    }

    fn type_at(&self, node: NodeId, depth: u32) -> RustType {
        if depth > MAX_DEPTH {
            return RustType::Unknown;
        }
        let child = |index| self.of_child(node, index, depth);
        match self.file.kind(node) {
            Kind::Paren => child(0),
            Kind::Integer => self.literal(node, RustType::Number),
            Kind::Float => self.literal(node, RustType::Real),
            Kind::Truth | Kind::Logical(_) => RustType::known("bool"),
            Kind::Char => RustType::known("char"),
            Kind::Name => self.scope.type_of(self.text(node)),
            Kind::Cast => RustType::known(self.cast_to(node)),
            Kind::Unary(UnaryOp::Neg | UnaryOp::Not | UnaryOp::BitNot) => child(0),
            Kind::Binary(op) => binary(op, child(0), child(1)),
            Kind::Assign(_) => RustType::known("()"),
            Kind::Index => {
                let base = self.child(node, 0).map_or("", |base| self.text(base));
                match self.scope.elements(base) {
                    Some((name, _)) => RustType::Known(name),
                    None => self.scope.plain(self.place(node, depth)),
                }
            }
            Kind::Member { .. } | Kind::Unary(UnaryOp::Deref) => {
                self.scope.plain(self.place(node, depth))
            }
            Kind::Call => self.call(node, depth),
            Kind::Conditional => child(1).joined(child(2)),
            Kind::Block => self.block(node, depth),
            _ => RustType::Unknown,
        }
    }

    /// The type that the debug information has for a place: a variable, a part of one, what a reference leads to.
    fn place(&self, node: NodeId, depth: u32) -> Option<MdId> {
        if depth > MAX_DEPTH {
            return None;
        }
        let base = || self.place(self.child(node, 0)?, depth + 1);
        match self.file.kind(node) {
            Kind::Paren => base(),
            Kind::Name => self.scope.variable(self.text(node)),
            Kind::Member { .. } => {
                let name = self.file.text(self.file.node(node).token);
                self.scope.field(base()?, name)
            }
            Kind::Index => {
                let index = self.file.kind(self.child(node, 1)?);
                let is_range = matches!(index, Kind::Range { .. });
                (!is_range).then(|| self.scope.element(base()?))?
            }
            Kind::Unary(UnaryOp::Deref) => self.scope.pointee(base()?),
            _ => None,
        }
    }

    /// The name of the function or method that is called, without path and types, and the number of its parameters.
    fn callee(&self, call: NodeId) -> Option<(&'a str, usize)> {
        let count = self.file.node(call).children.len();
        if let Some(method) = self.method(call) {
            return Some((method, count));
        }
        let path = self.text(self.child(call, 0)?);
        let path = path.split("::<").next().unwrap_or(path);
        let name = path.rsplit("::").next().unwrap_or(path);
        Some((name, count.checked_sub(1)?))
    }

    /// The types of the arguments of a call, without the receiver of a method.
    pub fn argument_types(&self, call: NodeId) -> Vec<RustType> {
        let Some((name, count)) = self.callee(call) else {
            return Vec::new();
        };
        let is_method = self.method(call).is_some();
        if let Some((types, _)) = self.scope.signature(name, count) {
            return types.into_iter().skip(usize::from(is_method)).collect();
        }
        let callee = self.child(call, 0).map_or("", |callee| self.text(callee));
        let of = callee.split("::").next().unwrap_or_default();
        match (is_method, takes_count(name)) {
            (true, true) => vec![RustType::known("u32")],
            (false, true) => vec![RustType::Unknown, RustType::known("u32")],
            (false, false) if takes_same(name) && literal::RUST_TYPES.contains(&of) => {
                vec![RustType::known(of); count]
            }
            _ => Vec::new(),
        }
    }

    fn literal(&self, node: NodeId, open: RustType) -> RustType {
        match literal::suffix(Language::Rust, self.text(node)) {
            "" => open,
            name => RustType::known(name),
        }
    }

    /// The value of a block is that of the expression at its end.
    fn block(&self, node: NodeId, depth: u32) -> RustType {
        let last = self.file.node(node).children.last();
        let last = last.filter(|&&last| !self.file.kind(last).is_statement());
        last.map_or(RustType::Unknown, |&last| self.type_at(last, depth + 1))
    }

    fn call(&self, node: NodeId, depth: u32) -> RustType {
        let Some(method) = self.method(node) else {
            let callee = self.child(node, 0).map_or("", |callee| self.text(callee));
            let ty = callee.split("::").next().unwrap_or_default();
            return match literal::rust_range(ty) {
                Some(_) if callee.ends_with("::wrapping_abs") => RustType::known(ty),
                _ => self.result(node),
            };
        };
        let callee = self.child(node, 0);
        let receiver = callee.map_or(RustType::Unknown, |id| self.of_child(id, 0, depth));
        let is_number = receiver.is_integer() || receiver.is_float();
        match method {
            "len" => RustType::known("usize"),
            _ if !is_number => self.result(node),
            "count_ones" | "count_zeros" | "leading_zeros" | "trailing_zeros" => {
                RustType::known("u32")
            }
            _ if keeps_type(method) => receiver,
            _ => self.result(node),
        }
    }

    /// What the signature of the function that is called says.
    fn result(&self, call: NodeId) -> RustType {
        let signature = self
            .callee(call)
            .and_then(|(name, count)| self.scope.signature(name, count));
        signature.map_or(RustType::Unknown, |(_, result)| result)
    }

    /// The name of the method that is called.
    pub fn method(&self, call: NodeId) -> Option<&'a str> {
        let callee = self.child(call, 0)?;
        let is_method = matches!(self.file.kind(callee), Kind::Member { .. });
        is_method.then(|| self.file.text(self.file.node(callee).token))
    }
}

fn binary(op: BinaryOp, a: RustType, b: RustType) -> RustType {
    use BinaryOp as B;
    match op {
        B::Shl | B::Shr => a,
        B::Eq | B::Ne | B::Lt | B::Le | B::Gt | B::Ge => RustType::known("bool"),
        _ => a.joined(b),
    }
}

/// Methods of numbers whose result has the type of the receiver.
fn keeps_type(method: &str) -> bool {
    const OTHERS: &[&str] = &[
        "abs",
        "pow",
        "signum",
        "clone",
        "wrapping_neg",
        "wrapping_abs",
        "wrapping_shl",
        "wrapping_shr",
    ];
    takes_same(method) || OTHERS.contains(&method)
}

/// Methods of integers whose argument is a number of bits or an exponent, which is a `u32`.
fn takes_count(method: &str) -> bool {
    const KINDS: &[&str] = &["checked_", "overflowing_", "saturating_", "wrapping_", ""];
    const COUNTS: &[&str] = &["pow", "shl", "shr"];
    let plain = KINDS.iter().find_map(|kind| method.strip_prefix(kind));
    // There are no methods `shl` and `shr` of numbers but those of the operators.
    let counts = plain.is_some_and(|plain| COUNTS.contains(&plain));
    counts && !matches!(method, "shl" | "shr") || matches!(method, "rotate_left" | "rotate_right")
}

/// Those whose argument has it too.
pub(super) fn takes_same(method: &str) -> bool {
    const SAME: &[&str] = &[
        "min",
        "max",
        "clamp",
        "rem_euclid",
        "div_euclid",
        "wrapping_add",
        "wrapping_sub",
        "wrapping_mul",
        "wrapping_div",
        "wrapping_rem",
        "saturating_add",
        "saturating_sub",
        "saturating_mul",
    ];
    SAME.contains(&method)
}
