//! The type of every expression of a function of C.

use quell_ir::MdId;
use quell_ir::debug::DebugInfo;
use quell_source::{BinaryOp, Kind, NodeId, UnaryOp};

use super::dictionary::of_debug;
use super::members::{element, is_pointer, member, pointee};
use super::{CType, literals};
use crate::align::{Named, Names};
use crate::tree::Tree;

/// How deep expressions may nest before their types count as unknown.
const MAX_DEPTH: u32 = 100;

/// What names mean in a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) info: DebugInfo<'a>,
    pub(crate) names: &'a Names,
    /// The result of the function; none is void.
    pub(crate) result: Option<MdId>,
}

/// The types of a text: the function's own, or a changed piece of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Typing<'a> {
    pub(crate) scope: Scope<'a>,
    tree: &'a Tree,
    /// Where a changed piece stands in the function's own text.
    place: Option<NodeId>,
}

impl<'a> Typing<'a> {
    pub(crate) fn new(scope: Scope<'a>) -> Self {
        Self {
            scope,
            tree: scope.tree,
            place: None,
        }
    }

    /// The types of a text that stands in the place of a node.
    pub(crate) fn of_piece(scope: Scope<'a>, tree: &'a Tree, place: NodeId) -> Self {
        Self {
            scope,
            tree,
            place: Some(place),
        }
    }

    /// The text whose types these are.
    pub(super) fn tree(&self) -> &'a Tree {
        self.tree
    }

    pub(crate) fn type_of(&self, node: NodeId) -> CType {
        self.within(node, MAX_DEPTH)
    }

    /// Whether an expression is a pointer, or an array, which becomes one.
    pub(crate) fn is_pointer(&self, node: NodeId) -> bool {
        is_pointer(&self.scope.info, &self.type_of(node))
    }

    fn within(&self, node: NodeId, depth: u32) -> CType {
        let Some(depth) = depth.checked_sub(1) else {
            return CType::Unknown;
        };
        let node = self.tree.bare(node);
        let child = |index| match self.tree.child(node, index) {
            Some(child) => self.within(child, depth),
            None => CType::Unknown,
        };
        let text = self.tree.node_text(node);
        match self.tree.kind(node) {
            Kind::Integer => literals::integer(text),
            Kind::Float => literals::floating(text),
            Kind::Char => literals::character(text),
            Kind::Truth | Kind::Logical(_) => CType::INT,
            Kind::Text => CType::opaque("text"),
            Kind::Name => self.of_name(node),
            Kind::Binary(op) => self.binary(op, &child(0), &child(1)),
            Kind::Unary(op) => self.unary(op, child(0)),
            Kind::Assign(_) | Kind::Update { prefix: true, .. } => child(0),
            Kind::Update { prefix: false, .. } => match child(0) {
                CType::Int(integer) => CType::Int(integer.whole()),
                other => other,
            },
            Kind::Index => self.index(node, depth),
            Kind::Member { arrow } => {
                let name = self.tree.text(self.tree.node(node).token);
                let base = match arrow {
                    true => pointee(&self.scope.info, &child(0)),
                    false => child(0),
                };
                member(&self.scope.info, &base, name)
            }
            Kind::Call => self.call(node, depth),
            Kind::Conditional => {
                let last = self.tree.node(node).children.len().saturating_sub(1);
                self.common(&child(last.saturating_sub(1)), &child(last))
            }
            Kind::Cast => {
                let dictionary = &self.scope.tree.dictionary;
                dictionary.named(&self.scope.info, cast_type(text))
            }
            Kind::Comma => child(1),
            Kind::SizeOf => CType::int(64, false),
            _ => CType::Unknown,
        }
    }

    /// The type in which an operator computes, before the result is assigned or compared.
    pub(crate) fn operation(&self, op: BinaryOp, left: &CType, right: &CType) -> CType {
        match op {
            BinaryOp::Shl | BinaryOp::Shr => left.promoted(),
            _ => self.common(left, right),
        }
    }

    /// The type in which a node computes with another operator of two operands, or its own.
    pub(crate) fn operation_at(&self, node: NodeId, op: BinaryOp) -> CType {
        let node = self.tree.bare(node);
        let (Some(left), Some(right)) = (self.tree.child(node, 0), self.tree.child(node, 1)) else {
            return CType::Unknown;
        };
        self.operation(op, &self.type_of(left), &self.type_of(right))
    }

    fn binary(&self, op: BinaryOp, left: &CType, right: &CType) -> CType {
        use BinaryOp::{Add, Eq, Ge, Gt, Le, Lt, Ne, Sub};
        let info = &self.scope.info;
        match op {
            Eq | Ne | Lt | Le | Gt | Ge => CType::INT,
            Add | Sub if is_pointer(info, left) => match is_pointer(info, right) {
                true => CType::int(64, true),
                false => left.clone(),
            },
            Add if is_pointer(info, right) => right.clone(),
            _ => self.operation(op, left, right),
        }
    }

    /// The common type of two operands; pointers convert what stands beside them.
    fn common(&self, left: &CType, right: &CType) -> CType {
        let info = &self.scope.info;
        match (is_pointer(info, left), is_pointer(info, right)) {
            (true, _) => left.clone(),
            (false, true) => right.clone(),
            (false, false) => left.common(right),
        }
    }

    fn unary(&self, op: UnaryOp, operand: CType) -> CType {
        match op {
            UnaryOp::Not => CType::INT,
            UnaryOp::Neg | UnaryOp::BitNot | UnaryOp::Plus => operand.promoted(),
            UnaryOp::Deref => pointee(&self.scope.info, &operand),
            UnaryOp::AddressOf => CType::Pointer(std::rc::Rc::new(operand)),
        }
    }

    /// `a[i][j]` of an array with two dimensions is one step of the debug information.
    fn index(&self, node: NodeId, depth: u32) -> CType {
        let mut base = node;
        let mut indices = 0;
        while self.tree.kind(base) == Kind::Index {
            let Some(inner) = self.tree.child(base, 0) else {
                return CType::Unknown;
            };
            indices += 1;
            base = self.tree.bare(inner);
        }
        let info = &self.scope.info;
        let mut ty = self.within(base, depth);
        let whole = element(info, &ty, indices);
        if whole != CType::Unknown {
            return whole;
        }
        for _ in 0..indices {
            ty = pointee(info, &ty);
        }
        ty
    }

    fn call(&self, node: NodeId, depth: u32) -> CType {
        let Some(callee) = self
            .tree
            .child(node, 0)
            .map(|callee| self.tree.bare(callee))
        else {
            return CType::Unknown;
        };
        let name = self.tree.node_text(callee);
        if self.tree.kind(callee) != Kind::Name {
            return CType::opaque(("call", name));
        }
        if name == "zpush" {
            let value = self.tree.child(node, 1);
            return value.map_or(CType::Unknown, |value| self.within(value, depth).promoted());
        }
        let tree = self.scope.tree;
        let known = tree.dictionary.result(&self.scope.info, name);
        known.unwrap_or_else(|| match tree.file().macro_names().contains(name) {
            true => self.macro_or_opaque(node),
            false => self.declared_result(name),
        })
    }

    /// What a function of another file gives back, by its declaration in this one.
    fn declared_result(&self, name: &str) -> CType {
        let tree = self.scope.tree;
        let unknown = || CType::opaque(("call", name));
        let Some(words) = declared_type(tree.file().whole_text(), name) else {
            return unknown();
        };
        match tree.dictionary.named(&self.scope.info, &words) {
            CType::Void | CType::Unknown => unknown(),
            ty => ty,
        }
    }

    fn of_name(&self, node: NodeId) -> CType {
        let name = self.tree.node_text(node);
        let at = self.place.unwrap_or(node);
        match self.variable(name, at) {
            Variable::Named(ty) => match ty {
                Some(_) => of_debug(&self.scope.info, ty),
                None => CType::opaque(("name", name)),
            },
            Variable::Ambiguous => CType::Unknown,
            Variable::None => {
                let constant = self.scope.tree.dictionary.constant(name);
                constant.unwrap_or_else(|| self.macro_or_opaque(node))
            }
        }
    }

    /// The use of a macro in a changed text has the type that the same use has in the function.
    fn macro_or_opaque(&self, node: NodeId) -> CType {
        let text = self.tree.node_text(node);
        let tree = self.scope.tree;
        let uses = tree.grafts().iter().filter(|_| self.place.is_some());
        let mut own = uses.filter(|graft| tree.node_text(graft.used) == text);
        match own.next() {
            Some(graft) => Typing::new(self.scope).within(graft.root, MAX_DEPTH / 2),
            None => CType::opaque(("text", text)),
        }
    }

    /// The variable of a name at a place.
    fn variable(&self, name: &str, at: NodeId) -> Variable {
        let names = self.scope.names;
        let addresses = names.addresses().into_iter().map(|(_, named)| named);
        let registers = names.registers().into_iter().map(|(_, named)| named);
        let all = addresses.chain(registers);
        let own: Vec<&Named> = all.filter(|named| named.name == name).collect();
        let locals = own.iter().filter(|named| named.scope.is_some());
        let mut visible: Vec<(u32, &Named)> = Vec::new();
        for named in locals {
            match self.declared_at(named, at) {
                Declared::Before(start) => visible.push((start, named)),
                Declared::Elsewhere => {}
                Declared::Unknown if own.len() == 1 => return Variable::Named(named.ty),
                Declared::Unknown => return Variable::Ambiguous,
            }
        }
        if let Some((_, named)) = visible.iter().max_by_key(|(start, _)| *start) {
            return Variable::Named(named.ty);
        }
        let global = own.iter().find(|named| named.scope.is_none());
        global.map_or(Variable::None, |named| Variable::Named(named.ty))
    }

    /// Whether the declaration of a variable is in force at a node, and where it is.
    fn declared_at(&self, named: &Named, at: NodeId) -> Declared {
        let tree = self.scope.tree;
        let mut names = tree.names_on(named.line).iter().copied();
        let own = names.find(|&id| {
            let parent = tree.parent(id).map(|id| tree.kind(id));
            let declares = matches!(
                parent,
                Some(Kind::Declared | Kind::Declaration | Kind::Function | Kind::Other)
            );
            tree.node_text(id) == named.name && declares
        });
        let Some(declared) = own else {
            return Declared::Unknown;
        };
        let around = |kind: Kind| matches!(kind, Kind::Block | Kind::For | Kind::Function);
        let scope = tree.nearest(declared, around);
        let start = tree.node(declared).span.start;
        let before = start <= tree.shown_span(at).start;
        match scope.is_some_and(|scope| tree.contains(scope, at)) && before {
            true => Declared::Before(start),
            false => Declared::Elsewhere,
        }
    }
}

enum Variable {
    /// Its type, if the debug information has it.
    Named(Option<MdId>),
    Ambiguous,
    None,
}

enum Declared {
    Before(u32),
    Elsewhere,
    Unknown,
}

/// What stands between the parentheses of a cast.
pub(crate) fn cast_type(cast: &str) -> &str {
    let inner = cast.trim_start().strip_prefix('(').unwrap_or(cast);
    let mut depth = 0u32;
    for (at, c) in inner.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return &inner[..at],
            ')' => depth -= 1,
            _ => {}
        }
    }
    inner
}

/// The words before the name of a function where a line declares it.
fn declared_type(text: &str, name: &str) -> Option<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut places = text.match_indices(name);
    places.find_map(|(at, _)| {
        let after = text[at + name.len()..].trim_start();
        let line = text[..at].rfind('\n').map_or(0, |start| start + 1);
        let words = &text[line..at];
        let type_like = words.chars().all(|c| is_word(c) || " \t*".contains(c));
        let begins = words.starts_with(is_word) && words.ends_with([' ', '\t', '*']);
        let own = words.split([' ', '\t', '*']);
        let own: Vec<&str> = own.filter(|word| !word.is_empty()).collect();
        let statement = matches!(
            own.first(),
            Some(&("return" | "else" | "goto" | "case" | "typedef"))
        );
        if !after.starts_with('(') || !type_like || !begins || statement {
            return None;
        }
        const STORAGE: &[&str] = &["extern", "static", "inline"];
        let kept: Vec<&str> = own
            .into_iter()
            .filter(|word| !STORAGE.contains(word))
            .collect();
        Some(format!(
            "{}{}",
            kept.join(" "),
            "*".repeat(words.matches('*').count())
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_name_the_results_of_functions() {
        let text = "extern unsigned  long g(void);\nint *h(int);\nint f(void) {\n    return g() + x(1);\n}\n";
        assert_eq!(declared_type(text, "g").as_deref(), Some("unsigned long"));
        assert_eq!(declared_type(text, "h").as_deref(), Some("int*"));
        assert_eq!(declared_type(text, "x"), None);
    }

    #[test]
    fn casts_name_types_with_parentheses_in_them() {
        assert_eq!(cast_type("(_BitInt(7))x"), "_BitInt(7)");
        assert_eq!(cast_type("( unsigned )(x)"), " unsigned ");
    }
}
