//! Arrays and pointers in the place of others.

use quell_ir::opcode::Flags;
use quell_ir::{InstId, InstKind, TypeId, Value};
use quell_source::{Kind, Language, NodeId};

use super::Workshop;
use crate::align::{Address, Use, ValueSite, names};
use crate::code::Code;
use crate::rewrite::{self, Expr, Rewrite};
use crate::support;

/// An element that is read: through which address computation, and from which variable.
struct Element {
    source: TypeId,
    indices: Box<[Value]>,
    name: String,
    /// The variable is a pointer to the array rather than the array.
    through_pointer: bool,
}

impl Workshop<'_> {
    /// `a[i]` becomes `b[i]`.
    pub(super) fn other_arrays(&mut self) {
        for site in &self.aligner.found.values {
            if let Some(element) = self.element_at(site) {
                self.other_arrays_at(site, &element);
            }
        }
    }

    fn element_at(&self, site: &ValueSite) -> Option<Element> {
        let aligner = self.aligner;
        let own =
            aligner.tree.kind(site.node) == Kind::Index && aligner.tree.language() == Language::C;
        let InstKind::Load { ptr, .. } = *aligner.kind_of(aligner.def(site.value).filter(|_| own)?)
        else {
            return None;
        };
        let InstKind::Gep {
            source,
            base,
            indices,
            ..
        } = aligner.kind_of(aligner.def(ptr)?)
        else {
            return None;
        };
        let (named, through_pointer) = match aligner.names.at(aligner.module, *base) {
            Some(named) => (named, false),
            None => match *aligner.kind_of(aligner.def(*base)?) {
                InstKind::Load { ptr, .. } => (aligner.names.at(aligner.module, ptr)?, true),
                _ => return None,
            },
        };
        Some(Element {
            source: *source,
            indices: indices.clone(),
            name: named.name.clone(),
            through_pointer,
        })
    }

    fn other_arrays_at(&mut self, site: &ValueSite, element: &Element) -> Option<()> {
        let aligner = self.aligner;
        let base = aligner.tree.child(site.node, 0)?;
        let all = aligner.names.addresses();
        let own = all.iter().find(|(_, named)| named.name == element.name)?;
        let own_type = names::stored_type(aligner.module, aligner.function, own.0);
        let own_target = names::pointee(&aligner.info, own.1.ty);
        for (address, named) in &all {
            let ty = names::stored_type(aligner.module, aligner.function, *address);
            let same = ty == own_type && names::pointee(&aligner.info, named.ty) == own_target;
            if named.name == element.name || !same || !self.is_visible(named, site.node) {
                continue;
            }
            let pointer = match *address {
                Address::Slot(local) => Value::Local(local),
                Address::Static(global) => self.address_of(global),
            };
            let span = aligner.tree.node(base).span;
            let text = named.name.clone();
            self.read_from(site, element, pointer, Rewrite { span, text });
        }
        Some(())
    }

    fn read_from(&mut self, site: &ValueSite, element: &Element, pointer: Value, rewrite: Rewrite) {
        let mut code = Code::new(self.module, self.aligner.function);
        let ty = code.module.types.ptr();
        let base = match element.through_pointer {
            true => code.load(pointer, ty),
            false => pointer,
        };
        let kind = InstKind::Gep {
            flags: Flags::NONE,
            source: element.source,
            base,
            indices: element.indices.clone(),
        };
        let place = code.push(kind, ty);
        let value = code.load(place, site.ty);
        let edit = code.substitute(self.aligner.function, site.at, value);
        self.draft(site.node, rewrite, vec![edit]);
    }

    /// `p` becomes `p + 1`.
    pub(super) fn move_pointers(&mut self, step: i32) {
        if self.aligner.tree.language() != Language::C {
            return;
        }
        for (node, inst) in self.pointer_reads() {
            self.move_pointer(node, inst, step);
        }
    }

    /// Pointers that are used as numbers are, and those that something is read or written through.
    fn pointer_reads(&self) -> Vec<(NodeId, InstId)> {
        let aligner = self.aligner;
        let reads = aligner.found.nodes.iter().filter(|&(&inst, &node)| {
            let reads_pointer = aligner.module.types.is_ptr(aligner.function.insts[inst].ty)
                && matches!(aligner.kind_of(inst), InstKind::Load { .. })
                && aligner.tree.kind(node) == Kind::Name;
            let tests = |at: &Use| matches!(aligner.kind_of(at.inst), InstKind::ICmp { .. });
            reads_pointer && !aligner.users_of(inst).iter().all(tests)
        });
        let mut reads: Vec<(NodeId, InstId)> = reads.map(|(&inst, &node)| (node, inst)).collect();
        reads.sort_by_key(|&(node, _)| aligner.tree.node(node).span);
        reads
    }

    /// All that is done with the pointer that was read is done with its neighbour.
    fn move_pointer(&mut self, node: NodeId, inst: InstId, step: i32) -> Option<()> {
        let old = &self.aligner.function.insts[inst];
        let read = Value::Local(old.result.expand()?);
        let bytes = self.element_size(node, read)?;
        let tree = self.aligner.tree;
        if self.is_step_target(node) {
            return None;
        }
        let sign = if step < 0 { '-' } else { '+' };
        let text = format!("{} {sign} {}", tree.node_text(node), step.abs());
        let binds = rewrite::binary_strength(tree.language(), quell_source::BinaryOp::Add);
        let rewrite = rewrite::replace_node(tree, node, &Expr::new(text, binds));
        let mut code = Code::new(self.module, self.aligner.function);
        let source = code.module.types.int(8);
        let offset = support::int(code.module, 64, bytes.checked_mul(i64::from(step))?);
        let base = code.push(old.kind.clone(), old.ty);
        let kind = InstKind::Gep {
            flags: Flags::NONE,
            source,
            base,
            indices: Box::new([offset]),
        };
        let moved = code.push(kind, old.ty);
        let edit = code.replace(inst, Some(moved));
        self.draft(node, rewrite, vec![edit]);
        Some(())
    }

    /// `p++` and `p += 1` need the variable itself.
    fn is_step_target(&self, node: NodeId) -> bool {
        let tree = self.aligner.tree;
        tree.holder(node).is_some_and(|(holder, child)| {
            let first = tree.child(holder, 0) == Some(child);
            first && matches!(tree.kind(holder), Kind::Update { .. } | Kind::Assign(_))
        })
    }

    /// The bytes of what a named pointer points to.
    fn element_size(&self, node: NodeId, value: Value) -> Option<i64> {
        let aligner = self.aligner;
        let InstKind::Load { ptr, .. } = *aligner.kind_of(aligner.def(value)?) else {
            return None;
        };
        let named = aligner.names.at(aligner.module, ptr)?;
        let own = named.name == aligner.tree.node_text(node);
        let target = names::pointee(&aligner.info, named.ty).filter(|_| own)?;
        let bits = aligner.info.bits_of(Some(target))?;
        i64::try_from(bits / 8).ok().filter(|&bytes| bytes > 0)
    }
}
