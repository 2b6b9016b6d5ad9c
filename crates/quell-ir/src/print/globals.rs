//! The module level: head, global variables, aliases, comdats.

use super::text::is_number;
use super::{Writer, put};
use crate::constant::GlobalRef;
use crate::entity::MdId;
use crate::inst::Align;
use crate::module::{Alias, Global};
use crate::opcode::{Linkage, UnnamedAddr, Visibility};
use crate::symbol::Symbol;

/// The linkage properties of a global, in the order in which they are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linking {
    pub(super) linkage: Linkage,
    pub(super) dso_local: bool,
    pub(super) visibility: Visibility,
}

impl Writer<'_> {
    pub(super) fn module(&mut self) {
        self.head();
        self.type_definitions();
        self.comdats();
        let module = self.module;
        for (id, global) in &module.globals {
            self.global_name(GlobalRef::Var(id));
            self.global(global);
        }
        for (id, alias) in &module.aliases {
            self.global_name(GlobalRef::Alias(id));
            self.alias(alias);
        }
        for id in module.functions.keys() {
            self.text("\n");
            self.function(id);
        }
        self.debug_intrinsics();
        self.metadata();
    }

    fn head(&mut self) {
        let module = self.module;
        if let Some(name) = module.source_name {
            self.text("source_filename = ");
            self.quoted_symbol(name);
            self.text("\n");
        }
        if !module.layout.text.is_empty() {
            self.text("target datalayout = ");
            self.quoted(&module.layout.text);
            self.text("\n");
        }
        if let Some(triple) = module.triple {
            self.text("target triple = ");
            self.quoted_symbol(triple);
            self.text("\n");
        }
        for &line in &module.inline_asm {
            self.text("module asm ");
            self.quoted_symbol(line);
            self.text("\n");
        }
    }

    fn comdats(&mut self) {
        let module = self.module;
        for (&name, &kind) in &module.comdats {
            self.name('$', module.text(name));
            put!(self, " = comdat {}\n", module.text(kind));
        }
    }

    /// Linkage, locality and visibility, each with a space after it.
    pub(super) fn linking(&mut self, linking: Linking, declared: bool) {
        match linking.linkage {
            Linkage::External if !declared => {}
            linkage => put!(self, "{} ", linkage.text()),
        }
        if linking.dso_local {
            self.text("dso_local ");
        }
        if linking.visibility != Visibility::Default {
            put!(self, "{} ", linking.visibility.text());
        }
    }

    fn storage(&mut self, thread_local: bool, unnamed_addr: UnnamedAddr) {
        if thread_local {
            self.text("thread_local ");
        }
        if unnamed_addr != UnnamedAddr::Significant {
            put!(self, "{} ", unnamed_addr.text());
        }
    }

    fn global(&mut self, global: &Global) {
        self.text(" = ");
        let linking = Linking {
            linkage: global.linkage,
            dso_local: global.dso_local,
            visibility: global.visibility,
        };
        self.linking(linking, global.init.is_none());
        self.storage(global.thread_local, global.unnamed_addr);
        if global.addr_space != 0 {
            put!(self, "addrspace({}) ", global.addr_space);
        }
        if global.externally_initialized {
            self.text("externally_initialized ");
        }
        self.text(if global.constant {
            "constant "
        } else {
            "global "
        });
        self.ty(global.ty);
        if let Some(init) = global.init {
            self.text(" ");
            self.constant(init);
        }
        self.placement(", ", global.section, global.comdat, global.align);
        self.global_dbg(&global.dbg);
        self.text("\n");
    }

    fn global_dbg(&mut self, nodes: &[MdId]) {
        for &node in nodes {
            self.text(", !dbg ");
            self.md_ref(node);
        }
    }

    /// Section, comdat and alignment, each after the separator.
    pub(super) fn placement(
        &mut self,
        separator: &str,
        section: Option<Symbol>,
        comdat: Option<Symbol>,
        align: Align,
    ) {
        let module = self.module;
        if let Some(section) = section {
            put!(self, "{separator}section ");
            self.quoted_symbol(section);
        }
        if let Some(comdat) = comdat {
            put!(self, "{separator}comdat(");
            self.name('$', module.text(comdat));
            self.text(")");
        }
        if let Some(align) = align {
            put!(self, "{separator}align {align}");
        }
    }

    fn alias(&mut self, alias: &Alias) {
        self.text(" = ");
        let linking = Linking {
            linkage: alias.linkage,
            dso_local: alias.dso_local,
            visibility: alias.visibility,
        };
        self.linking(linking, false);
        self.storage(alias.thread_local, alias.unnamed_addr);
        self.text(if alias.ifunc { "ifunc " } else { "alias " });
        self.ty(alias.ty);
        self.text(", ");
        self.typed_const(alias.target);
        self.text("\n");
    }

    /// Whether an unnamed global keeps its number: LLVM requires numbers in the order of the text. If
    /// they are not in order, the number becomes a name, which is equivalent.
    pub(super) fn is_numbered(&mut self, thing: GlobalRef) -> bool {
        is_number(self.module.name_of(thing)) && self.numbers_in_order()
    }

    fn numbers_in_order(&mut self) -> bool {
        let module = self.module;
        let globals = module.globals.keys().map(GlobalRef::Var);
        let aliases = module.aliases.keys().map(GlobalRef::Alias);
        let functions = module.functions.keys().map(GlobalRef::Func);
        let all = globals.chain(aliases).chain(functions);
        let names = all.map(|thing| module.name_of(thing));
        *self.numbers_in_order.get_or_insert_with(|| {
            let numbers = names
                .filter(|name| is_number(name))
                .map(str::parse::<usize>);
            numbers
                .enumerate()
                .all(|(index, number)| number == Ok(index))
        })
    }
}
