//! Building tables into a module.

use quell_bits::Bits;
use quell_ir::module::Global;
use quell_ir::opcode::{Linkage, UnnamedAddr, Visibility};
use quell_ir::{ConstId, ConstKind, GlobalId, GlobalRef, Module, Type, TypeId, Value};

/// A global with an initialiser, added to the module under `name`.
pub fn add_global(module: &mut Module, name: &str, ty: TypeId, init: ConstId) -> GlobalId {
    let name = module.symbols.intern(name);
    let id = module.globals.push(Global {
        name,
        ty,
        addr_space: 0,
        linkage: Linkage::External,
        visibility: Visibility::Default,
        dso_local: false,
        unnamed_addr: UnnamedAddr::Significant,
        thread_local: false,
        externally_initialized: false,
        constant: true,
        init: Some(init),
        align: None,
        section: None,
        comdat: None,
        dbg: Vec::new(),
        text_line: 0,
    });
    module.names.insert(name, GlobalRef::Var(id));
    id
}

/// A constant array of addresses under `name`; null where there is none.
pub fn add_table(module: &mut Module, name: &str, things: &[Option<GlobalRef>]) -> GlobalId {
    let ptr = module.types.ptr();
    let members: Box<[ConstId]> = things
        .iter()
        .map(|&thing| match thing {
            Some(thing) => address(module, thing),
            None => module.consts.intern(ptr, ConstKind::Null),
        })
        .collect::<Vec<_>>()
        .into();
    let len = members.len() as u64;
    let ty = module.types.intern(Type::Array { elem: ptr, len });
    let kind = match len {
        0 => ConstKind::Zero,
        _ => ConstKind::Aggregate(members),
    };
    let init = module.consts.intern(ty, kind);
    add_global(module, name, ty, init)
}

pub fn address(module: &mut Module, thing: GlobalRef) -> ConstId {
    let ptr = module.types.ptr();
    module.consts.intern(ptr, ConstKind::Global(thing))
}

pub fn int(module: &mut Module, width: u32, value: u64) -> Value {
    let ty = module.types.int(width);
    let kind = ConstKind::Int(Bits::from_u64(width, value));
    Value::Const(module.consts.intern(ty, kind))
}
