//! The variable of the source that a pointer or a value of the IR represents.

use quell_ir::debug::{DebugInfo, DiType, Encoding, Language, VariableSource};
use quell_ir::{
    ConstKind, Function, GlobalId, GlobalRef, InstKind, LocalId, MdId, Module, TypeId, Value,
};
use rustc_hash::FxHashMap;

/// A variable as the debug information describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    pub ty: Option<MdId>,
    /// A subprogram or lexical block; none for one of the whole file.
    pub scope: Option<MdId>,
    /// Of a variable of the whole file, which file.
    pub file: Option<String>,
    pub line: u32,
}

/// The variables of a function by location.
#[derive(Debug, Default)]
pub struct Names {
    slots: FxHashMap<LocalId, Named>,
    statics: FxHashMap<GlobalId, Named>,
    /// Variables that other files define: the compiler emits only their names.
    declared: FxHashMap<GlobalId, Named>,
    values: FxHashMap<LocalId, Named>,
}

impl Names {
    pub fn new(info: &DebugInfo<'_>, function: &Function) -> Self {
        let mut names = Self::default();
        names.read_locals(info, function);
        names.read_globals(info);
        if info.language() == Language::C {
            names.read_declared(info.module());
        }
        names.read_spills(info.module(), function);
        names
    }

    fn read_locals(&mut self, info: &DebugInfo<'_>, function: &Function) {
        for variable in info.variables(function) {
            let (Some(name), None) = (variable.name, variable.inlined_at) else {
                continue;
            };
            let named = Named {
                name: name.to_owned(),
                ty: variable.ty,
                scope: variable.scope,
                file: None,
                line: variable.line,
            };
            for place in &variable.places {
                match (&place.source, place.is_address) {
                    (VariableSource::Local(local), address) if place.expression.is_plain() => {
                        let table = match address {
                            true => &mut self.slots,
                            false => &mut self.values,
                        };
                        table.insert(*local, named.clone());
                    }
                    _ => {}
                }
            }
        }
    }

    fn read_globals(&mut self, info: &DebugInfo<'_>) {
        for variable in info.globals() {
            if let (Some(name), true) = (variable.name, variable.expression.is_plain()) {
                let named = Named {
                    name: name.to_owned(),
                    ty: variable.ty,
                    scope: variable.scope.filter(|&scope| is_local(info, scope)),
                    file: variable.file.map(str::to_owned),
                    line: variable.line,
                };
                self.statics.insert(variable.global, named);
            }
        }
    }

    fn read_declared(&mut self, module: &Module) {
        for (id, global) in &module.globals {
            if global.init.is_some() || self.statics.contains_key(&id) {
                continue;
            }
            let named = Named {
                name: module.text(global.name).to_owned(),
                ty: None,
                scope: None,
                file: None,
                line: 0,
            };
            self.declared.insert(id, named);
        }
    }

    /// Rustc keeps variables that never change in registers, and stores them once into a slot that
    /// only the debugger reads.
    fn read_spills(&mut self, module: &Module, function: &Function) {
        for inst in function.insts.values() {
            let InstKind::Store {
                value: Value::Local(value),
                ptr: Value::Local(slot),
                ..
            } = inst.kind
            else {
                continue;
            };
            let is_spill = |name| module.text(name).contains("dbg.spill");
            if function.locals[slot].name.is_some_and(is_spill)
                && let Some(named) = self.slots.get(&slot)
            {
                // A value that is assigned to another variable keeps its first name.
                self.values.entry(value).or_insert_with(|| named.clone());
            }
        }
    }

    /// The variable at an address.
    pub fn at(&self, module: &Module, pointer: Value) -> Option<&Named> {
        match pointer {
            Value::Local(local) => self.slots.get(&local),
            Value::Const(id) => match module.consts.get(id).kind {
                ConstKind::Global(GlobalRef::Var(global)) => {
                    let known = self.statics.get(&global);
                    known.or_else(|| self.declared.get(&global))
                }
                _ => None,
            },
            Value::Metadata(_) => None,
        }
    }

    /// The variable that a register holds.
    pub fn of_value(&self, value: Value) -> Option<&Named> {
        match value {
            Value::Local(local) => self.values.get(&local),
            _ => None,
        }
    }

    /// Every variable with its address, in the order of the function, then those of the file.
    pub fn addresses(&self) -> Vec<(Address, &Named)> {
        let mut slots: Vec<_> = self.slots.iter().collect();
        slots.sort_by_key(|(local, _)| **local);
        let mut statics: Vec<_> = self.statics.iter().collect();
        statics.sort_by_key(|(global, _)| **global);
        let slots = slots.into_iter().map(|(&at, of)| (Address::Slot(at), of));
        let statics = statics
            .into_iter()
            .map(|(&at, of)| (Address::Static(at), of));
        slots.chain(statics).collect()
    }

    /// Every variable that lives in a register.
    pub fn registers(&self) -> Vec<(LocalId, &Named)> {
        let mut values: Vec<_> = self.values.iter().map(|(&id, of)| (id, of)).collect();
        values.sort_by_key(|&(id, _)| id);
        values
    }
}

/// The location of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    Slot(LocalId),
    Static(GlobalId),
}

/// Whether a scope is a part of a function, as that of a variable which is static there.
fn is_local(info: &DebugInfo<'_>, scope: MdId) -> bool {
    info.subprogram_name(scope).is_some()
}

/// Whether a source type is a signed number: `None` when it is no integer.
pub fn signedness(info: &DebugInfo<'_>, ty: Option<MdId>) -> Option<bool> {
    match info.ty(info.unwrapped(ty)?) {
        DiType::Basic { encoding, .. } => match encoding {
            Encoding::Signed | Encoding::SignedChar => Some(true),
            Encoding::Unsigned | Encoding::UnsignedChar | Encoding::Utf | Encoding::Boolean => {
                Some(false)
            }
            _ => None,
        },
        DiType::Enum { base, .. } => match base {
            Some(_) => signedness(info, base),
            None => Some(false),
        },
        DiType::Pointer { .. } => Some(false),
        _ => None,
    }
}

/// Whether a source type is that of truth values.
pub fn is_truth(info: &DebugInfo<'_>, ty: Option<MdId>) -> bool {
    let ty = info.unwrapped(ty).map(|ty| info.ty(ty));
    matches!(
        ty,
        Some(DiType::Basic {
            encoding: Encoding::Boolean,
            ..
        })
    )
}

/// The IR type of what lies at an address of the function, if it is a slot or a global.
pub fn stored_type(module: &Module, function: &Function, address: Address) -> Option<TypeId> {
    match address {
        Address::Static(global) => Some(module.globals[global].ty),
        Address::Slot(local) => match function.locals[local].def {
            quell_ir::LocalDef::Inst(inst) => match function.insts[inst].kind {
                InstKind::Alloca { elem, .. } => Some(elem),
                _ => None,
            },
            quell_ir::LocalDef::Param(_) => None,
        },
    }
}

/// What a pointer points to; the elements of an array count as pointed to.
pub fn pointee(info: &DebugInfo<'_>, ty: Option<MdId>) -> Option<MdId> {
    match info.ty(info.unwrapped(ty)?) {
        DiType::Pointer { to, .. } => to,
        DiType::Array(array) if array.dimensions.len() == 1 => array.of,
        _ => None,
    }
}

/// How many elements an array has.
pub fn length(info: &DebugInfo<'_>, ty: Option<MdId>) -> Option<u64> {
    match info.ty(info.unwrapped(ty)?) {
        DiType::Array(array) => match array.dimensions[..] {
            [only] => only.len(),
            _ => None,
        },
        _ => None,
    }
}
