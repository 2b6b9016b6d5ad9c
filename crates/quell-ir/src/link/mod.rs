//! Linking: definitions of one module are added to another one, with the debug information of both.
//!
//! * `translate`: types, constants and metadata. `functions`: bodies of functions.
//!
//! Decisions:
//!
//! - **Ids of the module that grows stay valid**: whatever refers to its functions and instructions, such as mutants, still does.
//!   A declaration becomes a definition in place.
//! - **Local symbols get a suffix that stands for their file**, so that equal names in two files are two symbols whatever is
//!   linked first. Those of the module that grows keep their names, unless another file uses the name for an external symbol.
//! - **One entity at a time.** Who links decides what is defined, and in which order; what is referred to and not defined yet is
//!   [pending](Importer::take_pending).

mod functions;
mod translate;

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::constant::GlobalRef;
use crate::entity::{ConstId, FuncId, MdId, NamedTypeId, PrimaryMap, TypeId};
use crate::function::Function;
use crate::module::{Alias, Global, Module};
use crate::opcode::Linkage;
use crate::symbol::Symbol;

/// What one module adds to another, which is passed to each call and has to be the same.
#[derive(Debug)]
pub struct Importer<'f> {
    from: &'f Module,
    /// What local symbols of the files end with, where that is needed.
    suffix: String,
    into_suffix: String,
    /// Names that several files define.
    repeated: Rc<BTreeSet<String>>,
    types: FxHashMap<TypeId, TypeId>,
    named: FxHashMap<NamedTypeId, NamedTypeId>,
    consts: FxHashMap<ConstId, ConstId>,
    metadata: FxHashMap<MdId, MdId>,
    /// Nodes that have an id and no content yet.
    nodes: Vec<MdId>,
    entities: FxHashMap<GlobalRef, GlobalRef>,
    pending: Vec<GlobalRef>,
    has_units: bool,
}

impl<'f> Importer<'f> {
    /// Adds what a module defines to another one. The suffixes stand for the files of both. Names that several files define are
    /// local to each of them.
    pub fn new(
        from: &'f Module,
        (suffix, into_suffix): (&str, &str),
        repeated: Rc<BTreeSet<String>>,
    ) -> Self {
        Self {
            from,
            repeated,
            suffix: suffix.to_owned(),
            into_suffix: into_suffix.to_owned(),
            types: FxHashMap::default(),
            named: FxHashMap::default(),
            consts: FxHashMap::default(),
            metadata: FxHashMap::default(),
            nodes: Vec::new(),
            entities: FxHashMap::default(),
            pending: Vec::new(),
            has_units: false,
        }
    }

    /// The entities of this module that definitions refer to and that may need a definition themselves, each once, in the order
    /// of their first use.
    pub fn take_pending(&mut self) -> Vec<GlobalRef> {
        std::mem::take(&mut self.pending)
    }

    /// Whether both modules are for one machine.
    pub fn has_target_of(&self, into: &Module) -> bool {
        let triple = |module: &Module| module.triple.map(|of| module.text(of).to_owned());
        triple(self.from) == triple(into) && self.from.layout == into.layout
    }

    /// Whether a function has the type that the other module declares it with.
    pub fn has_type_of(&mut self, into: &mut Module, function: FuncId, declared: FuncId) -> bool {
        let ty = self.ty(into, self.from.functions[function].ty);
        ty == into.functions[declared].ty
    }

    /// What references to an entity refer to in the other module.
    pub fn reference(&mut self, into: &mut Module, thing: GlobalRef) -> GlobalRef {
        if let Some(&known) = self.entities.get(&thing) {
            return known;
        }
        let target = match self.is_own(thing) {
            true => {
                let name = format!("{}.{}", self.from.name_of(thing), self.suffix);
                self.declare(into, thing, &name)
            }
            false => self.external(into, thing),
        };
        self.entities.insert(thing, target);
        self.pending.push(thing);
        target
    }

    /// Whether other files cannot define it.
    pub fn is_own(&self, thing: GlobalRef) -> bool {
        let is_repeated = || self.repeated.contains(self.from.name_of(thing));
        is_local(self.from, thing) || is_strong(self.from, thing) && is_repeated()
    }

    fn external(&mut self, into: &mut Module, thing: GlobalRef) -> GlobalRef {
        let name = self.from.name_of(thing).to_owned();
        match into.find(&name) {
            Some(known) if !is_local(into, known) => known,
            Some(known) => {
                rename(into, known, &format!("{name}.{}", self.into_suffix));
                self.declare(into, thing, &name)
            }
            None => self.declare(into, thing, &name),
        }
    }

    /// Adds an entity without its definition.
    fn declare(&mut self, into: &mut Module, thing: GlobalRef, name: &str) -> GlobalRef {
        let symbol = into.symbols.intern(name);
        let target = match thing {
            GlobalRef::Func(id) => {
                let declared = self.header(into, id, symbol);
                GlobalRef::Func(into.functions.push(declared))
            }
            GlobalRef::Var(id) => {
                let declared = self.variable(into, &self.from.globals[id], symbol);
                GlobalRef::Var(into.globals.push(declared))
            }
            GlobalRef::Alias(id) => {
                let alias = self.alias(into, &self.from.aliases[id], symbol);
                GlobalRef::Alias(into.aliases.push(alias))
            }
        };
        into.names.insert(symbol, target);
        target
    }

    /// A function without its body.
    fn header(&mut self, into: &mut Module, id: FuncId, name: Symbol) -> Function {
        let mut function = self.from.functions[id].clone();
        function.locals = PrimaryMap::new();
        function.insts = PrimaryMap::new();
        function.blocks = PrimaryMap::new();
        function.dbg_records = Vec::new();
        function.attachments = Vec::new();
        function.rules = Vec::new();
        function.subprogram = None.into();
        function.linkage = Linkage::External;
        self.head_in(into, &mut function, name);
        function
    }

    /// A variable without its value.
    fn variable(&mut self, into: &mut Module, of: &Global, name: Symbol) -> Global {
        Global {
            name,
            ty: self.ty(into, of.ty),
            linkage: Linkage::External,
            init: None,
            section: self.optional_symbol(into, of.section),
            comdat: None,
            dbg: Vec::new(),
            ..of.clone()
        }
    }

    fn alias(&mut self, into: &mut Module, of: &Alias, name: Symbol) -> Alias {
        Alias {
            name,
            ty: self.ty(into, of.ty),
            target: self.constant(into, of.target),
            ..of.clone()
        }
    }

    /// Gives a declaration of the other module the definition that an entity has here. An alias has its own from the beginning.
    pub fn define(&mut self, into: &mut Module, thing: GlobalRef, target: GlobalRef) {
        self.entities.insert(thing, target);
        match (thing, target) {
            (GlobalRef::Func(id), GlobalRef::Func(target)) => {
                let name = into.functions[target].name;
                let function = self.function(into, id, name);
                into.functions[target] = function;
                self.add_units(into);
            }
            (GlobalRef::Var(id), GlobalRef::Var(target)) => {
                let of = &self.from.globals[id];
                let name = into.globals[target].name;
                let mut global = self.variable(into, of, name);
                global.linkage = of.linkage;
                global.init = of.init.map(|init| self.constant(into, init));
                global.dbg = of.dbg.iter().map(|node| self.node(into, *node)).collect();
                into.globals[target] = global;
            }
            _ => {}
        }
        self.fill_nodes(into);
    }

    /// The compile units, by which debug information is found.
    fn add_units(&mut self, into: &mut Module) {
        if std::mem::replace(&mut self.has_units, true) {
            return;
        }
        let name = "llvm.dbg.cu";
        let units = self.from.symbols.lookup(name);
        let units = units.and_then(|name| self.from.named_metadata.get(&name));
        let units: Vec<MdId> = units.into_iter().flatten().copied().collect();
        let units: Vec<MdId> = units.iter().map(|unit| self.node(into, *unit)).collect();
        let name = into.symbols.intern(name);
        into.named_metadata.entry(name).or_default().extend(units);
    }
}

fn linkage(module: &Module, thing: GlobalRef) -> Linkage {
    match thing {
        GlobalRef::Func(id) => module.functions[id].linkage,
        GlobalRef::Var(id) => module.globals[id].linkage,
        GlobalRef::Alias(id) => module.aliases[id].linkage,
    }
}

/// Whether a symbol is not visible in other files.
pub fn is_local(module: &Module, thing: GlobalRef) -> bool {
    let linkage = linkage(module, thing);
    matches!(linkage, Linkage::Internal | Linkage::Private)
}

/// Whether an entity has a definition that gives way to no other.
pub fn is_strong(module: &Module, thing: GlobalRef) -> bool {
    is_defined(module, thing) && linkage(module, thing) == Linkage::External
}

/// Whether an entity has a definition that other files may use.
pub fn is_defined(module: &Module, thing: GlobalRef) -> bool {
    match thing {
        GlobalRef::Func(id) => {
            let function = &module.functions[id];
            !function.is_declaration() && function.linkage != Linkage::AvailableExternally
        }
        GlobalRef::Var(id) => {
            let global = &module.globals[id];
            global.init.is_some() && global.linkage != Linkage::AvailableExternally
        }
        GlobalRef::Alias(_) => true,
    }
}

fn rename(module: &mut Module, thing: GlobalRef, name: &str) {
    let new = module.symbols.intern(name);
    let place = match thing {
        GlobalRef::Func(id) => &mut module.functions[id].name,
        GlobalRef::Var(id) => &mut module.globals[id].name,
        GlobalRef::Alias(id) => &mut module.aliases[id].name,
    };
    let old = std::mem::replace(place, new);
    module.names.shift_remove(&old);
    module.names.insert(new, thing);
}
