//! Initial values of constant variables that only one function reads: an edit of that function then changes the
//! data.
//!
//! - **Data is changed where it is read or initialised.** A number in a list is stored again after its variable is initialised.
//!   If only one function reads a constant array, its reads of the changed element yield the new number.

use std::collections::BTreeMap;

use quell_ir::opcode::Linkage;
use quell_ir::{
    ConstId, ConstKind, FuncId, GlobalId, GlobalRef, InstId, InstKind, Module, TypeId, Value,
};
use quell_source::{Kind, Language, NodeId};

use super::lists::Item;
use super::{Address, Aligner, Named, Part, ValueSite};
use crate::harden::bounds::{Within, locate_in};

/// The function that uses a variable of the file, if it is only one.
#[derive(Debug, Default)]
pub struct Readers {
    only: BTreeMap<GlobalId, Option<FuncId>>,
    /// Whether there are constants that may contain any address.
    unclear: bool,
}

impl Readers {
    pub fn new(module: &Module) -> Self {
        let mut readers = Self::default();
        let mut behind = BTreeMap::new();
        for (id, function) in &module.functions {
            for inst in function.insts.values() {
                inst.kind.for_each_operand(|&value| {
                    if let Value::Const(constant) = value {
                        let globals = behind
                            .entry(constant)
                            .or_insert_with(|| globals_in(module, constant));
                        readers.add(globals.as_deref(), Some(id));
                    }
                });
            }
        }
        for init in module.globals.values().filter_map(|global| global.init) {
            readers.add(globals_in(module, init).as_deref(), None);
        }
        readers
    }

    fn add(&mut self, globals: Option<&[GlobalId]>, reader: Option<FuncId>) {
        self.unclear |= globals.is_none();
        for &global in globals.unwrap_or_default() {
            let known = self.only.entry(global).or_insert(reader);
            if *known != reader {
                *known = None;
            }
        }
    }

    fn only(&self, global: GlobalId) -> Option<FuncId> {
        let only = self.only.get(&global).copied().flatten();
        only.filter(|_| !self.unclear)
    }
}

/// The variables whose addresses a constant contains; `None` if unknown, as for aliases.
fn globals_in(module: &Module, constant: ConstId) -> Option<Vec<GlobalId>> {
    let mut found = Vec::new();
    let mut open = vec![constant];
    while let Some(id) = open.pop() {
        match &module.consts.get(id).kind {
            ConstKind::Global(GlobalRef::Var(global)) => found.push(*global),
            ConstKind::Global(GlobalRef::Alias(_)) => return None,
            kind => kind.for_each_member(|member| open.push(member)),
        }
    }
    Some(found)
}

impl Aligner<'_> {
    /// Finds the data of the function, after all else is aligned.
    pub fn collect_data(&mut self, readers: &Readers) {
        let c = self.tree.language() == Language::C;
        let all = self.names.addresses().into_iter().filter(|_| c);
        let own = all.filter_map(|(address, named)| match address {
            Address::Static(global) if readers.only(global) == Some(self.id) => {
                self.data_of(global, named)
            }
            _ => None,
        });
        let mut sites: Vec<ValueSite> = own.flatten().collect();
        sites.sort_by_key(|site| self.tree.node(site.node).span);
        self.found.data = sites;
    }

    fn data_of(&self, id: GlobalId, named: &Named) -> Option<Vec<ValueSite>> {
        let global = &self.module.globals[id];
        let private = matches!(global.linkage, Linkage::Internal | Linkage::Private);
        let init = global.init.filter(|_| private && global.constant)?;
        let ty = self.module.types.lookup(&quell_ir::Type::Ptr(0))?;
        let address = ConstKind::Global(GlobalRef::Var(id));
        let variable = Value::Const(self.module.consts.lookup(ty, &address)?);
        let value = self.tree.child(self.declarator(named)?, 1)?;
        let items = self.items(named.ty?, self.tree.bare(value))?;
        let sites = items.into_iter().filter_map(|item| {
            let number = self.number_in(init, item.offset)?;
            self.data_site(item, number, variable)
        });
        Some(sites.collect())
    }

    fn data_site(&self, item: Item, number: ConstId, variable: Value) -> Option<ValueSite> {
        let offset = item.offset;
        let ty = self.module.consts.get(number).ty;
        let reads = self.reads_of(variable, offset, ty)?;
        let mut site = self.constant_site(item, number, reads.first()?.0)?;
        site.part = Some(Part::Data { variable, offset });
        Some(site)
    }

    /// The declarator of a variable, if there is one of that name on its line.
    fn declarator(&self, named: &Named) -> Option<NodeId> {
        let names = self.tree.names_on(named.line).iter();
        let mut declared = names.filter_map(|&name| {
            let node = self.tree.parent(name)?;
            let own = self.tree.kind(node) == Kind::Declared
                && self.tree.child(node, 0) == Some(name)
                && self.tree.node_text(name) == named.name;
            own.then_some(node)
        });
        let only = declared.next()?;
        declared.next().is_none().then_some(only)
    }

    /// The reads that may access a part of a variable, with their addresses. `None` if it may be read in another way.
    pub fn reads_of(
        &self,
        variable: Value,
        offset: u64,
        ty: TypeId,
    ) -> Option<Vec<(InstId, Value)>> {
        let mut reads = Vec::new();
        for inst in self.function.insts.keys() {
            let mut other = false;
            for (index, value) in self.kind_of(inst).operands().into_iter().enumerate() {
                let within = locate_in(self.module, self.function, value);
                let Some(within) = within.filter(|within| within.root == variable) else {
                    continue;
                };
                match self.kind_of(inst) {
                    InstKind::Load { access, ptr } if !access.volatile => {
                        if self.may_read(inst, &within, (offset, ty))? {
                            reads.push((inst, *ptr));
                        }
                    }
                    InstKind::Gep { .. } if index == 0 => {}
                    _ => other = true,
                }
            }
            if other {
                return None;
            }
        }
        Some(reads)
    }

    /// Whether a read may access the part. `None` if it may overlap the part and other data.
    fn may_read(&self, inst: InstId, within: &Within, part: (u64, TypeId)) -> Option<bool> {
        let (offset, ty) = part;
        let own = self.function.insts[inst].ty;
        let size = |ty| self.module.layout.store_size(&self.module.types, ty).ok();
        let (bytes, wanted) = (size(own)?, size(ty)?);
        let apart = match within.fixed() {
            Some(at) => at.checked_add(bytes)? <= offset || offset.checked_add(wanted)? <= at,
            None => !within.may_be(offset, bytes.max(wanted)),
        };
        (apart || own == ty).then_some(!apart)
    }
}
