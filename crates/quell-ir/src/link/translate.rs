//! Types, constants and metadata of one module as those of another.

use super::Importer;
use crate::constant::{ConstExpr, ConstKind, GlobalRef};
use crate::entity::{ConstId, MdId, NamedTypeId, PackedOption, TypeId};
use crate::function::ParamAttrs;
use crate::metadata::{MdField, MdNode, Metadata};
use crate::module::Module;
use crate::symbol::Symbol;
use crate::types::Type;

/// Fields of a compile unit that lead to all that its file declares.
const LEADING_OUT: &[&str] = &["globals", "enums", "retainedTypes", "imports", "macros"];

impl Importer<'_> {
    pub(super) fn symbol(&self, into: &mut Module, symbol: Symbol) -> Symbol {
        into.symbols.intern(self.from.text(symbol))
    }

    pub(super) fn optional_symbol(&self, into: &mut Module, of: Option<Symbol>) -> Option<Symbol> {
        of.map(|symbol| self.symbol(into, symbol))
    }

    pub(super) fn ty(&mut self, into: &mut Module, id: TypeId) -> TypeId {
        if let Some(&known) = self.types.get(&id) {
            return known;
        }
        let ty = match self.from.types.get(id).clone() {
            Type::Array { elem, len } => Type::Array {
                elem: self.ty(into, elem),
                len,
            },
            Type::Vector {
                elem,
                len,
                scalable,
            } => Type::Vector {
                elem: self.ty(into, elem),
                len,
                scalable,
            },
            Type::Struct { fields, packed } => Type::Struct {
                fields: self.all_types(into, &fields),
                packed,
            },
            Type::Named(named) => Type::Named(self.named_type(into, named)),
            Type::Func {
                ret,
                params,
                varargs,
            } => Type::Func {
                ret: self.ty(into, ret),
                params: self.all_types(into, &params),
                varargs,
            },
            Type::TargetExt { name, types, ints } => Type::TargetExt {
                name: self.symbol(into, name),
                types: self.all_types(into, &types),
                ints,
            },
            simple => simple,
        };
        let found = into.types.intern(ty);
        self.types.insert(id, found);
        found
    }

    fn all_types(&mut self, into: &mut Module, types: &[TypeId]) -> Box<[TypeId]> {
        types.iter().map(|&ty| self.ty(into, ty)).collect()
    }

    /// The struct of the same name, if it has the same members; else one with the suffix of its file.
    fn named_type(&mut self, into: &mut Module, id: NamedTypeId) -> NamedTypeId {
        if let Some(&known) = self.named.get(&id) {
            return known;
        }
        let named = self.from.types.named_type(id).clone();
        // Pointers are opaque, so that no struct contains itself.
        let body = named.body.map(|body| self.ty(into, body));
        let name = self.symbol(into, named.name);
        let same = into.types.lookup_named(name);
        let same = same.filter(|id| into.types.named_type(*id).body == body);
        let found = match (same, into.types.lookup_named(name)) {
            (Some(same), _) => same,
            (None, None) => into.types.named(name),
            (None, Some(_)) => {
                let name = format!("{}.{}", self.from.text(named.name), self.suffix);
                let name = into.symbols.intern(&name);
                into.types.named(name)
            }
        };
        if let Some(body) = body {
            into.types.set_body(found, body);
        }
        self.named.insert(id, found);
        found
    }

    pub(super) fn attrs(&mut self, into: &mut Module, attrs: &mut ParamAttrs) {
        let types = [
            &mut attrs.byval,
            &mut attrs.sret,
            &mut attrs.byref,
            &mut attrs.inalloca,
            &mut attrs.preallocated,
            &mut attrs.elementtype,
        ];
        for ty in types.into_iter().flatten() {
            *ty = self.ty(into, *ty);
        }
    }

    pub(super) fn constant(&mut self, into: &mut Module, id: ConstId) -> ConstId {
        if let Some(&known) = self.consts.get(&id) {
            return known;
        }
        let of = self.from.consts.get(id).clone();
        let kind = match of.kind {
            ConstKind::Aggregate(members) => ConstKind::Aggregate(self.all(into, &members)),
            ConstKind::Splat(lane) => ConstKind::Splat(self.constant(into, lane)),
            ConstKind::Global(thing) => ConstKind::Global(self.reference(into, thing)),
            ConstKind::BlockAddress(function, block) => {
                match self.reference(into, GlobalRef::Func(function)) {
                    GlobalRef::Func(function) => ConstKind::BlockAddress(function, block),
                    // Only functions have blocks.
                    _ => ConstKind::Poison,
                }
            }
            ConstKind::Expr(mut expr) => {
                self.expr(into, &mut expr);
                ConstKind::Expr(expr)
            }
            simple => simple,
        };
        let ty = self.ty(into, of.ty);
        let found = into.consts.intern(ty, kind);
        self.consts.insert(id, found);
        found
    }

    pub(super) fn all(&mut self, into: &mut Module, consts: &[ConstId]) -> Box<[ConstId]> {
        consts.iter().map(|&id| self.constant(into, id)).collect()
    }

    fn expr(&mut self, into: &mut Module, expr: &mut ConstExpr) {
        if let ConstExpr::Gep { source, .. } = expr {
            *source = self.ty(into, *source);
        }
        expr.for_each_operand_mut(|id| *id = self.constant(into, *id));
    }

    /// The id of a metadata node, whose content may follow.
    pub(super) fn node(&mut self, into: &mut Module, id: MdId) -> MdId {
        if let Some(&known) = self.metadata.get(&id) {
            return known;
        }
        let found = into.metadata.push(Metadata::Undefined);
        self.metadata.insert(id, found);
        self.nodes.push(id);
        found
    }

    pub(super) fn optional_node(
        &mut self,
        into: &mut Module,
        id: PackedOption<MdId>,
    ) -> PackedOption<MdId> {
        match id.expand() {
            Some(id) => self.node(into, id).into(),
            None => id,
        }
    }

    /// Gives all nodes their content.
    pub(super) fn fill_nodes(&mut self, into: &mut Module) {
        while let Some(id) = self.nodes.pop() {
            let content = self.content(into, id);
            let target = self.node(into, id);
            into.metadata[target] = content;
        }
    }

    fn content(&mut self, into: &mut Module, id: MdId) -> Metadata {
        match self.from.metadata[id].clone() {
            Metadata::Undefined => Metadata::Undefined,
            Metadata::String(text) => Metadata::String(self.symbol(into, text)),
            Metadata::Tuple { distinct, elems } => {
                let elems = elems.iter().map(|id| id.map(|id| self.node(into, id)));
                Metadata::Tuple {
                    distinct,
                    elems: elems.collect(),
                }
            }
            Metadata::Location(mut location) => {
                location.scope = self.optional_node(into, location.scope);
                location.inlined_at = self.optional_node(into, location.inlined_at);
                Metadata::Location(location)
            }
            Metadata::Node(node) => Metadata::Node(Box::new(self.specialised(into, &node))),
            Metadata::Const(id) => Metadata::Const(self.constant(into, id)),
            // The numbers of locals are the same in the function that refers to it.
            Metadata::Local(id) => Metadata::Local(id),
            Metadata::ArgList(args) => {
                Metadata::ArgList(args.iter().map(|id| self.node(into, *id)).collect())
            }
        }
    }

    fn specialised(&mut self, into: &mut Module, node: &MdNode) -> MdNode {
        let from = self.from;
        let is_unit = from.text(node.kind) == "DICompileUnit";
        let fields = node.fields.iter().map(|(name, field)| {
            let text = name.map_or("", |name| from.text(name));
            let field = match field {
                _ if is_unit && LEADING_OUT.contains(&text) => MdField::Null,
                MdField::String(text) => MdField::String(self.symbol(into, *text)),
                MdField::Word(word) => MdField::Word(self.symbol(into, *word)),
                MdField::Ref(id) => MdField::Ref(self.node(into, *id)),
                simple => simple.clone(),
            };
            (self.optional_symbol(into, *name), field)
        });
        MdNode {
            distinct: node.distinct,
            fields: fields.collect(),
            kind: into.symbols.intern(from.text(node.kind)),
        }
    }
}
