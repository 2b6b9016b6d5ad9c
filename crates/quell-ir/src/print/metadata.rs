//! Metadata: numbers, nodes, named lists.

use super::{Dialect, Writer, put};
use crate::entity::{MdId, SecondaryMap};
use crate::metadata::{Location, MdField, MdNode, Metadata};
use crate::module::Module;
use crate::symbol::Symbol;

/// The numbers of the nodes with a definition of their own, assigned at their first mention, so that the
/// text does not depend on the order of the module's table.
#[derive(Debug, Default)]
pub(super) struct MdNumbers {
    numbers: SecondaryMap<MdId, Option<u32>>,
    /// Nodes by number.
    nodes: Vec<MdId>,
}

/// Whether a node is a `DIExpression` of plain numbers and words, which is written inline, as by LLVM.
fn is_expression(module: &Module, node: &MdNode) -> bool {
    let refers = |(_, field): &(_, MdField)| matches!(field, MdField::Ref(_));
    module.text(node.kind) == "DIExpression" && !node.distinct && !node.fields.iter().any(refers)
}

impl MdNumbers {
    fn number(&mut self, id: MdId) -> u32 {
        let nodes = &mut self.nodes;
        *self.numbers[id].get_or_insert_with(|| {
            nodes.push(id);
            (nodes.len() - 1) as u32
        })
    }
}

impl Writer<'_> {
    /// A use of a node: its number, or the node itself if it is written inline.
    pub(super) fn md_ref(&mut self, id: MdId) {
        let module = self.module;
        match &module.metadata[id] {
            Metadata::String(text) => {
                self.text("!");
                self.quoted_symbol(*text);
            }
            // An unreadable constant is dropped from the debug information.
            Metadata::Const(constant) if self.unreadable.contains(*constant) => {
                self.ty(module.consts.get(*constant).ty);
                self.text(" poison");
            }
            Metadata::Const(constant) => self.typed_const(*constant),
            Metadata::Node(node) if is_expression(module, node) => self.node(node),
            // Locals are written with their function.
            Metadata::Local(_) | Metadata::ArgList(_) => self.text("!{}"),
            _ => {
                let number = self.md.number(id);
                put!(self, "!{number}");
            }
        }
    }

    fn optional_md(&mut self, id: Option<MdId>) {
        match id {
            Some(id) => self.md_ref(id),
            None => self.text("null"),
        }
    }

    /// Named lists, then the definition of every node.
    pub(super) fn metadata(&mut self) {
        let module = self.module;
        self.text("\n");
        for (&name, nodes) in &module.named_metadata {
            self.metadata_name(name);
            self.text(" = !{");
            self.list(nodes, |w, &node| w.md_ref(node));
            self.text("}\n");
        }
        self.text("\n");
        // Definitions may mention further nodes, which are numbered after the known ones.
        let mut number = 0;
        while let Some(&id) = self.md.nodes.get(number) {
            let metadata = &module.metadata[id];
            if *metadata != Metadata::Undefined {
                put!(self, "!{number} = ");
                self.definition(metadata);
                self.text("\n");
            }
            number += 1;
        }
    }

    fn definition(&mut self, metadata: &Metadata) {
        match metadata {
            Metadata::Tuple { distinct, elems } => {
                self.distinct(*distinct);
                self.text("!{");
                let hidden = self.hidden_element(elems);
                let elems = elems.iter().enumerate();
                let shown = elems.filter(|(index, _)| Some(*index) != hidden);
                self.list(shown, |w, (_, elem)| w.optional_md(*elem));
                self.text("}");
            }
            Metadata::Location(location) => self.location(location),
            Metadata::Node(node) => self.node(node),
            _ => {}
        }
    }

    /// The element of a tuple that LLVM 15 cannot read: the origin of branch weights.
    fn hidden_element(&self, elems: &[Option<MdId>]) -> Option<usize> {
        let is = |index: usize, text: &str| {
            let elem = elems.get(index).copied().flatten();
            let elem = elem.map(|id| &self.module.metadata[id]);
            matches!(elem, Some(Metadata::String(symbol)) if self.module.text(*symbol) == text)
        };
        let hidden = self.dialect == Dialect::V15 && is(0, "branch_weights") && is(1, "expected");
        hidden.then_some(1)
    }

    fn distinct(&mut self, distinct: bool) {
        if distinct {
            self.text("distinct ");
        }
    }

    fn location(&mut self, location: &Location) {
        self.distinct(location.distinct);
        put!(self, "!DILocation(line: {}", location.line);
        if location.column != 0 {
            put!(self, ", column: {}", location.column);
        }
        self.text(", scope: ");
        self.optional_md(location.scope.expand());
        if let Some(outer) = location.inlined_at.expand() {
            self.text(", inlinedAt: ");
            self.md_ref(outer);
        }
        if location.implicit_code {
            self.text(", isImplicitCode: true");
        }
        self.text(")");
    }

    fn node(&mut self, node: &MdNode) {
        let module = self.module;
        let kind = module.text(node.kind);
        self.distinct(node.distinct);
        if !self.dialect.has_node(kind) {
            return self.text("!{}");
        }
        put!(self, "!{kind}(");
        let dialect = self.dialect;
        let known = |name: &Option<Symbol>| {
            name.is_none_or(|name| dialect.has_field(kind, module.text(name)))
        };
        let fields = node.fields.iter().filter(|(name, _)| known(name));
        self.list(fields, |w, (name, value)| {
            if let Some(name) = name {
                put!(w, "{}: ", module.text(*name));
            }
            w.field(value);
        });
        self.text(")");
    }

    fn field(&mut self, value: &MdField) {
        let module = self.module;
        match value {
            MdField::Int(value) => put!(self, "{value}"),
            MdField::Bool(value) => put!(self, "{value}"),
            MdField::Null => self.text("null"),
            MdField::String(text) => self.quoted_symbol(*text),
            MdField::Ref(id) => self.md_ref(*id),
            MdField::Word(words) => self.text(module.text(*words)),
        }
    }
}
