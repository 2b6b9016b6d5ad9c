//! Building small functions and tables into a module.

use quell_bits::Bits;
use quell_ir::entity::PrimaryMap;
use quell_ir::inst::Access;
use quell_ir::module::Global;
use quell_ir::opcode::{Flags, Linkage, UnnamedAddr, Visibility};
use quell_ir::{
    Block, ConstId, ConstKind, FuncId, GlobalId, GlobalRef, Inst, InstKind, Local, LocalDef,
    LocalId, Module, Type, TypeId, Value,
};

/// The locals of the parameters, which declarations do without.
pub fn param_locals(params: &[TypeId]) -> PrimaryMap<LocalId, Local> {
    let local = |(index, &ty): (usize, &TypeId)| Local {
        name: None,
        ty,
        def: LocalDef::Param(index as u32),
    };
    params.iter().enumerate().map(local).collect()
}

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

/// Appends instructions to the only block of a function.
pub struct Code<'m> {
    pub module: &'m mut Module,
    pub function: FuncId,
}

impl<'m> Code<'m> {
    pub fn new(module: &'m mut Module, function: FuncId) -> Self {
        module.functions[function].blocks.push(Block::default());
        Self { module, function }
    }

    /// The value of parameter `index`.
    pub fn param(&self, index: usize) -> Value {
        Value::Local(self.module.functions[self.function].param_local(index))
    }

    /// Appends an instruction; its result, unless `ty` is void.
    pub fn push(&mut self, kind: InstKind, ty: TypeId) -> Option<Value> {
        let is_void = self.module.types.is_void(ty);
        let function = &mut self.module.functions[self.function];
        let inst = function.insts.next_key();
        let result = (!is_void).then(|| {
            function.locals.push(Local {
                name: None,
                ty,
                def: LocalDef::Inst(inst),
            })
        });
        function.insts.push(Inst {
            kind,
            ty,
            result: result.into(),
            dbg: None.into(),
            text_line: 0,
        });
        if let Some(block) = function.blocks.values_mut().next() {
            block.insts.push(inst);
        }
        result.map(Value::Local)
    }

    /// `base` moved by a number of bytes.
    pub fn offset(&mut self, base: Value, bytes: u64) -> Value {
        let (byte, ptr) = (self.module.types.int(8), self.module.types.ptr());
        let index = int(self.module, 64, bytes);
        let kind = InstKind::Gep {
            flags: Flags::NONE,
            source: byte,
            base,
            indices: [index].into(),
        };
        self.push(kind, ptr).unwrap_or(base)
    }

    pub fn load(&mut self, ptr: Value, ty: TypeId) -> Option<Value> {
        let access = Access::default();
        self.push(InstKind::Load { ptr, access }, ty)
    }

    pub fn store(&mut self, value: Value, ptr: Value, access: Access) {
        let void = self.module.types.void();
        self.push(InstKind::Store { value, ptr, access }, void);
    }

    pub fn ret(&mut self, value: Option<Value>) {
        let void = self.module.types.void();
        self.push(InstKind::Ret { value }, void);
    }
}
