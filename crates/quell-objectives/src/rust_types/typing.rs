//! The type of one expression, and what contradicts in it.

use quell_source::{BinaryOp, Kind, Language, NodeId, SourceFile, UnaryOp};

use super::Scope;
use super::lints::{self, Folded};
use crate::align::literal;

/// Deeper expressions are not known.
const MAX_DEPTH: u32 = 60;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RustType {
    Known(String),
    /// A number without a type of its own: an integer, a float.
    Number,
    Real,
    Unknown,
}

impl RustType {
    fn known(name: &str) -> Self {
        Self::Known(name.to_owned())
    }

    fn is_float(&self) -> bool {
        matches!(self, Self::Known(name) if name == "f32" || name == "f64") || *self == Self::Real
    }

    fn is_integer(&self) -> bool {
        matches!(self, Self::Known(name) if literal::rust_range(name).is_some())
            || *self == Self::Number
    }
}

/// What is known of an expression.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    pub ty: RustType,
    /// Operands whose types contradict.
    pub clashes: usize,
    /// Operations that always panic.
    pub lints: usize,
    /// Numbers whose type nothing in the expression tells.
    pub open: usize,
}

pub(super) struct Typing<'a> {
    pub file: &'a SourceFile,
    scope: Scope<'a>,
    clashes: usize,
    lints: usize,
    open: usize,
    depth: u32,
}

impl<'a> Typing<'a> {
    pub fn new(file: &'a SourceFile, scope: Scope<'a>) -> Self {
        Self {
            file,
            scope,
            clashes: 0,
            lints: 0,
            open: 0,
            depth: 0,
        }
    }

    pub fn judge(&mut self, root: NodeId) -> Judged {
        let ty = self.of(root);
        Judged {
            ty,
            clashes: self.clashes,
            lints: self.lints,
            open: self.open,
        }
    }

    fn child(&self, node: NodeId, index: usize) -> Option<NodeId> {
        self.file.node(node).children.get(index).copied()
    }

    fn text(&self, node: NodeId) -> &'a str {
        self.file.text(self.file.node(node).span)
    }

    fn of_child(&mut self, node: NodeId, index: usize) -> RustType {
        match self.child(node, index) {
            Some(child) => self.of(child),
            None => RustType::Unknown,
        }
    }

    fn of(&mut self, node: NodeId) -> RustType {
        if self.depth >= MAX_DEPTH {
            return RustType::Unknown;
        }
        self.depth += 1;
        let ty = self.within(node);
        self.depth -= 1;
        ty
    }

    fn within(&mut self, node: NodeId) -> RustType {
        match self.file.kind(node) {
            Kind::Paren => self.of_child(node, 0),
            Kind::Integer => self.literal(node, RustType::Number),
            Kind::Float => self.literal(node, RustType::Real),
            Kind::Truth => RustType::known("bool"),
            Kind::Char => RustType::known("char"),
            Kind::Name => {
                let name = self.scope.plain(self.text(node));
                name.map_or(RustType::Unknown, RustType::Known)
            }
            Kind::Cast => self.cast(node),
            Kind::Unary(op) => self.unary(node, op),
            Kind::Binary(op) => self.binary(node, op),
            Kind::Logical(_) => {
                for index in 0..2 {
                    let operand = self.of_child(node, index);
                    self.wants(&operand, "bool");
                }
                RustType::known("bool")
            }
            Kind::Assign(op) => {
                let (target, value) = (self.of_child(node, 0), self.of_child(node, 1));
                if !matches!(op, Some(BinaryOp::Shl | BinaryOp::Shr)) {
                    self.join(target.clone(), value);
                }
                if let Some(op) = op {
                    self.lint(node, op, &target);
                }
                RustType::known("()")
            }
            Kind::Index => self.index(node),
            Kind::Call => self.call(node),
            Kind::Conditional | Kind::If => self.conditional(node),
            Kind::Block => self.block(node),
            Kind::Range { .. } => {
                let (first, last) = (self.of_child(node, 0), self.of_child(node, 1));
                match self.join(first, last) {
                    RustType::Known(name) => RustType::Known(format!("range of {name}")),
                    _ => RustType::Unknown,
                }
            }
            _ => self.others(node),
        }
    }

    fn others(&mut self, node: NodeId) -> RustType {
        for child in self.file.node(node).children.clone() {
            self.of(child);
        }
        RustType::Unknown
    }

    fn literal(&mut self, node: NodeId, open: RustType) -> RustType {
        let text = self.text(node);
        match literal::suffix(Language::Rust, text) {
            "" => open,
            name => {
                self.lints += usize::from(!literal::fits_kind(Language::Rust, text));
                RustType::known(name)
            }
        }
    }

    fn cast(&mut self, node: NodeId) -> RustType {
        let from = self.of_child(node, 0);
        let to = self
            .text(node)
            .rsplit(" as ")
            .next()
            .unwrap_or_default()
            .trim();
        let to = to.trim_end_matches(')');
        let wrong = match (&from, to) {
            (RustType::Known(from), "bool") => from != "bool",
            (RustType::Known(from), "f32" | "f64") => from == "bool" || from == "char",
            (RustType::Known(from), "char") => from != "u8" && from != "char",
            (RustType::Number | RustType::Real, "bool") => true,
            _ => false,
        };
        self.clashes += usize::from(wrong);
        RustType::known(to)
    }

    fn unary(&mut self, node: NodeId, op: UnaryOp) -> RustType {
        let operand = self.of_child(node, 0);
        match op {
            UnaryOp::Neg => {
                let unsigned = matches!(&operand, RustType::Known(name) if name.starts_with('u') || name == "bool");
                self.clashes += usize::from(unsigned);
                self.lint_value(node, &operand);
                operand
            }
            UnaryOp::Not | UnaryOp::BitNot => {
                self.clashes += usize::from(operand.is_float());
                operand
            }
            _ => RustType::Unknown,
        }
    }

    fn binary(&mut self, node: NodeId, op: BinaryOp) -> RustType {
        use BinaryOp as B;
        let (a, b) = (self.of_child(node, 0), self.of_child(node, 1));
        let is_bool = |ty: &RustType| *ty == RustType::known("bool");
        match op {
            B::Shl | B::Shr => {
                self.clashes +=
                    usize::from(is_bool(&a) || is_bool(&b) || a.is_float() || b.is_float());
                self.lint(node, op, &a);
                a
            }
            B::Eq | B::Ne | B::Lt | B::Le | B::Gt | B::Ge => {
                let joined = self.join(a, b);
                self.open += usize::from(matches!(joined, RustType::Number));
                RustType::known("bool")
            }
            B::BitAnd | B::BitOr | B::BitXor => {
                self.clashes += usize::from(a.is_float() || b.is_float());
                self.join(a, b)
            }
            _ => {
                self.clashes += usize::from(is_bool(&a) || is_bool(&b));
                let joined = self.join(a, b);
                self.lint(node, op, &joined);
                joined
            }
        }
    }

    /// One type for two operands.
    fn join(&mut self, a: RustType, b: RustType) -> RustType {
        use RustType as T;
        let wrong = match (&a, &b) {
            (T::Known(one), T::Known(other)) => is_plain(one) && is_plain(other) && one != other,
            (T::Number, other) | (other, T::Number) => {
                matches!(other, T::Known(name) if is_plain(name)) && !other.is_integer()
                    || *other == T::Real
            }
            (T::Real, other) | (other, T::Real) => {
                matches!(other, T::Known(name) if is_plain(name)) && !other.is_float()
            }
            _ => false,
        };
        self.clashes += usize::from(wrong);
        match (a, b) {
            (T::Known(name), _) | (_, T::Known(name)) => T::Known(name),
            (T::Unknown, _) | (_, T::Unknown) => T::Unknown,
            (ty, _) => ty,
        }
    }

    fn wants(&mut self, ty: &RustType, name: &str) {
        let wrong = match ty {
            RustType::Known(known) => is_plain(known) && known != name,
            RustType::Number => literal::rust_range(name).is_none(),
            RustType::Real => !name.starts_with('f'),
            RustType::Unknown => false,
        };
        self.clashes += usize::from(wrong);
    }

    fn index(&mut self, node: NodeId) -> RustType {
        let Some(index) = self.child(node, 1) else {
            return RustType::Unknown;
        };
        let ty = self.of(index);
        if !matches!(&ty, RustType::Known(name) if name.starts_with("range")) {
            self.wants(&ty, "usize");
        }
        let base = self
            .child(node, 0)
            .map(|base| self.text(base))
            .unwrap_or_default();
        let Some((element, length)) = self.scope.elements(base) else {
            return RustType::Unknown;
        };
        let folded = Folded { typing: self }.value(index);
        if let (Some(length), Some(at)) = (length, folded) {
            self.lints += usize::from(u64::try_from(at).is_ok_and(|at| at >= length));
        }
        RustType::Known(element)
    }

    fn call(&mut self, node: NodeId) -> RustType {
        const SAME: &[&str] = &["min", "max", "rem_euclid", "div_euclid"];
        const ONE: &[&str] = &[
            "abs",
            "pow",
            "signum",
            "clone",
            "wrapping_neg",
            "wrapping_abs",
            "wrapping_shl",
            "wrapping_shr",
        ];
        let Some(callee) = self.child(node, 0) else {
            return RustType::Unknown;
        };
        let arguments = self.file.node(node).children.len().saturating_sub(1);
        let given: Vec<RustType> = (1..=arguments)
            .map(|index| self.of_child(node, index))
            .collect();
        if !matches!(self.file.kind(callee), Kind::Member { .. }) {
            let callee = self.text(callee);
            let ty = callee.split("::").next().unwrap_or_default();
            return match literal::rust_range(ty) {
                Some(_) if callee.ends_with("::wrapping_abs") => RustType::known(ty),
                _ => RustType::Unknown,
            };
        }
        let name = self.file.text(self.file.node(callee).token);
        let receiver = self.of_child(callee, 0);
        // A number without a type has no methods.
        self.clashes += usize::from(matches!(receiver, RustType::Number | RustType::Real));
        let same = SAME.contains(&name)
            || ["wrapping_add", "wrapping_sub", "wrapping_mul"].contains(&name)
            || name.starts_with("saturating_");
        if same && is_number(&receiver) {
            return given
                .into_iter()
                .fold(receiver, |ty, other| self.join(ty, other));
        }
        match name {
            "count_ones" | "count_zeros" | "leading_zeros" | "trailing_zeros"
                if is_number(&receiver) =>
            {
                RustType::known("u32")
            }
            "len" => RustType::known("usize"),
            _ if ONE.contains(&name) && is_number(&receiver) => receiver,
            _ => RustType::Unknown,
        }
    }

    fn conditional(&mut self, node: NodeId) -> RustType {
        let test = self.of_child(node, 0);
        self.wants(&test, "bool");
        let (then, otherwise) = (self.of_child(node, 1), self.of_child(node, 2));
        match self.file.kind(node) {
            Kind::Conditional => self.join(then, otherwise),
            _ => RustType::Unknown,
        }
    }

    /// The value of a block is that of the expression at its end.
    fn block(&mut self, node: NodeId) -> RustType {
        let mut last = RustType::Unknown;
        for child in self.file.node(node).children.clone() {
            let ty = self.of(child);
            last = match self.file.kind(child).is_statement() {
                true => RustType::Unknown,
                false => ty,
            };
        }
        last
    }

    fn lint(&mut self, node: NodeId, op: BinaryOp, ty: &RustType) {
        let right = self.child(node, 1);
        let right = right.and_then(|right| Folded { typing: self }.value(right));
        self.lints += usize::from(lints::always_panics(op, ty_name(ty), right));
        self.lint_value(node, ty);
    }

    /// A constant operation whose result its type does not have.
    fn lint_value(&mut self, node: NodeId, ty: &RustType) {
        let range = match ty {
            RustType::Known(name) => literal::rust_range(name),
            RustType::Number => literal::rust_range("i32"),
            _ => None,
        };
        let value = Folded { typing: self }.value(node);
        if let (Some((least, greatest)), Some(value)) = (range, value) {
            self.lints += usize::from(!(least..=greatest).contains(&value));
        }
    }
}

fn ty_name(ty: &RustType) -> Option<&str> {
    match ty {
        RustType::Known(name) => Some(name),
        RustType::Number => Some("i32"),
        _ => None,
    }
}

fn is_number(ty: &RustType) -> bool {
    ty.is_float() || ty.is_integer()
}

/// Types of which no other can be meant.
fn is_plain(name: &str) -> bool {
    literal::RUST_TYPES.contains(&name) || matches!(name, "bool" | "char")
}
