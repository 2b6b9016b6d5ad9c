//! Construction of functions, blocks, instructions and constants.

use quell_bits::Bits;

use crate::constant::ConstKind;
use crate::entity::{BlockId, FuncId, InstId, LocalId, MdId, PrimaryMap, TypeId};
use crate::function::{FnAttrs, ParamAttrs};
use crate::inst::{Access, Arg};
use crate::opcode::{BinOp, CastOp, Flags, IntPred, Linkage, TailKind, UnnamedAddr, Visibility};
use crate::{
    Block, Call, Callee, Function, GlobalRef, Inst, InstKind, Local, LocalDef, Module, Param, Type,
    Value,
};

/// Adds a declaration, or returns the function that has the name already.
pub fn declare(module: &mut Module, name: &str, ret: TypeId, params: &[TypeId]) -> FuncId {
    if let Some(id) = module.find_function(name) {
        return id;
    }
    let ty = module.types.intern(Type::Func {
        ret,
        params: params.into(),
        varargs: false,
    });
    let symbol = module.symbols.intern(name);
    let params = params.iter().map(|&ty| Param {
        ty,
        attrs: ParamAttrs::default(),
    });
    let function = Function {
        name: symbol,
        ty,
        ret,
        ret_attrs: ParamAttrs::default(),
        params: params.collect(),
        varargs: false,
        linkage: Linkage::External,
        visibility: Visibility::Default,
        dso_local: false,
        unnamed_addr: UnnamedAddr::Significant,
        conv: 0,
        attrs: FnAttrs::default(),
        align: None,
        section: None,
        comdat: None,
        personality: None,
        prefix: None,
        prologue: None,
        subprogram: None.into(),
        locals: PrimaryMap::new(),
        insts: PrimaryMap::new(),
        blocks: PrimaryMap::new(),
        dbg_records: Vec::new(),
        attachments: Vec::new(),
        rules: Vec::new(),
        text_line: 0,
    };
    add_function(module, function)
}

/// Adds a function whose name is new.
pub fn add_function(module: &mut Module, mut function: Function) -> FuncId {
    if function.locals.is_empty() {
        set_param_locals(&mut function);
    }
    let name = function.name;
    let id = module.functions.push(function);
    module.names.insert(name, GlobalRef::Func(id));
    id
}

/// Replaces the locals of a function without a body by its parameters.
pub fn set_param_locals(function: &mut Function) {
    function.locals.clear();
    for (index, param) in function.params.iter().enumerate() {
        function.locals.push(Local {
            name: None,
            ty: param.ty,
            def: LocalDef::Param(index as u32),
        });
    }
}

/// The address of a function of the module.
pub fn address(module: &mut Module, function: FuncId) -> Value {
    let ty = module.types.ptr();
    let kind = ConstKind::Global(GlobalRef::Func(function));
    Value::Const(module.consts.intern(ty, kind))
}

/// An integer; `value` is truncated or sign-extended to the width.
pub fn int(module: &mut Module, width: u32, value: i64) -> Value {
    int_of_bits(module, &Bits::from_i64(width, value))
}

/// The integer with these bits.
pub fn int_of_bits(module: &mut Module, bits: &Bits) -> Value {
    let ty = module.types.int(bits.width());
    let kind = ConstKind::Int(bits.clone());
    Value::Const(module.consts.intern(ty, kind))
}

/// An access without alignment.
pub fn unaligned() -> Access {
    Access {
        align: Some(1),
        ..Access::default()
    }
}

/// The zero of any type of variables.
pub fn zero(module: &mut Module, ty: TypeId) -> Value {
    let kind = match module.types.get(ty) {
        Type::Int(width) => ConstKind::Int(Bits::zero(*width)),
        Type::Float(format) => ConstKind::Float(Bits::zero(format.width())),
        Type::Ptr(_) => ConstKind::Null,
        _ => ConstKind::Zero,
    };
    Value::Const(module.consts.intern(ty, kind))
}

/// Adds an internal function that is always inlined, without a body yet.
pub fn declare_helper(module: &mut Module, name: &str, ret: TypeId, params: &[TypeId]) -> FuncId {
    let id = declare(module, name, ret, params);
    let function = &mut module.functions[id];
    function.linkage = Linkage::Internal;
    function.attrs = FnAttrs {
        nounwind: true,
        alwaysinline: true,
        ..FnAttrs::default()
    };
    id
}

/// Appends instructions to blocks of a function, with one debug location for all.
#[derive(Debug)]
pub struct Editor<'m> {
    pub module: &'m mut Module,
    pub id: FuncId,
    pub block: BlockId,
    pub dbg: Option<MdId>,
}

impl<'m> Editor<'m> {
    /// Appends to `block`.
    pub fn at(module: &'m mut Module, id: FuncId, block: BlockId) -> Self {
        Self {
            module,
            id,
            block,
            dbg: None,
        }
    }

    /// Appends to a new block, which may be the first one.
    pub fn in_new_block(module: &'m mut Module, id: FuncId) -> Self {
        let block = module.functions[id].blocks.push(Block::default());
        Self::at(module, id, block)
    }

    pub fn function(&self) -> &Function {
        &self.module.functions[self.id]
    }

    pub fn function_mut(&mut self) -> &mut Function {
        &mut self.module.functions[self.id]
    }

    pub fn new_block(&mut self) -> BlockId {
        self.function_mut().blocks.push(Block::default())
    }

    /// Appends to this block from now on.
    pub fn switch_to(&mut self, block: BlockId) {
        self.block = block;
    }

    /// Removes the instructions from the block and appends to it from now on.
    pub fn take_block(&mut self, block: BlockId) -> Vec<InstId> {
        self.block = block;
        std::mem::take(&mut self.function_mut().blocks[block].insts)
    }

    /// Appends an existing instruction.
    pub fn keep(&mut self, inst: InstId) {
        let block = self.block;
        self.function_mut().blocks[block].insts.push(inst);
    }

    /// Appends an instruction and returns its result.
    pub fn push(&mut self, kind: InstKind, ty: TypeId) -> Option<LocalId> {
        let has_result = !self.module.types.is_void(ty);
        let dbg = self.dbg;
        let id = make_inst(self.function_mut(), kind, ty, has_result, dbg);
        self.keep(id);
        self.function().insts[id].result.expand()
    }

    /// Appends an instruction that has a result.
    pub fn value(&mut self, kind: InstKind, ty: TypeId) -> Value {
        let result = self.push(kind, ty);
        Value::Local(result.unwrap_or_else(|| self.function().param_local(0)))
    }

    /// Appends an instruction without a result.
    pub fn effect(&mut self, kind: InstKind) {
        let void = self.void();
        self.push(kind, void);
    }

    /// Appends a call of a function of the module, and returns its result if it has one.
    pub fn call(&mut self, callee: FuncId, args: &[Value]) -> Option<Value> {
        let address = address(self.module, callee);
        let kind = call_of(self.module, callee, address, args);
        let ret = self.module.functions[callee].ret;
        self.push(kind, ret).map(Value::Local)
    }

    /// The value of parameter `index`.
    pub fn param(&self, index: usize) -> Value {
        Value::Local(self.function().param_local(index))
    }

    /// The pointer `base` plus a number of bytes.
    pub fn moved(&mut self, base: Value, bytes: Value) -> Value {
        let types = &mut self.module.types;
        let (source, ptr) = (types.int(8), types.ptr());
        let kind = InstKind::Gep {
            flags: Flags::NONE,
            source,
            base,
            indices: [bytes].into(),
        };
        self.value(kind, ptr)
    }

    /// The pointer `base` plus a constant number of bytes.
    pub fn offset(&mut self, base: Value, bytes: u64) -> Value {
        let bytes = int_of_bits(self.module, &Bits::from_u64(64, bytes));
        self.moved(base, bytes)
    }

    pub fn load(&mut self, ptr: Value, ty: TypeId, access: Access) -> Value {
        self.value(InstKind::Load { ptr, access }, ty)
    }

    pub fn store(&mut self, value: Value, ptr: Value, access: Access) {
        self.effect(InstKind::Store { value, ptr, access });
    }

    pub fn ret(&mut self, value: Option<Value>) {
        self.effect(InstKind::Ret { value });
    }

    /// Ends the block with a jump.
    pub fn jump(&mut self, dest: BlockId) {
        self.effect(InstKind::Br { dest });
    }

    pub fn branch(&mut self, cond: Value, then: BlockId, otherwise: BlockId) {
        self.effect(InstKind::CondBr {
            cond,
            then,
            otherwise,
        });
    }

    pub fn void(&mut self) -> TypeId {
        self.module.types.intern(Type::Void)
    }

    /// The type of an operand; void for metadata.
    pub fn type_of(&mut self, value: Value) -> TypeId {
        let void = self.void();
        let function = &self.module.functions[self.id];
        self.module.value_type(function, value).unwrap_or(void)
    }

    /// `i1`, or a vector of it with as many lanes as `like`.
    pub fn bools_like(&mut self, like: TypeId) -> TypeId {
        let bool_ty = self.module.types.int(1);
        self.lanes_of(bool_ty, like)
    }

    /// The scalar type, or a vector of it with as many lanes as `like`.
    pub fn lanes_of(&mut self, elem: TypeId, like: TypeId) -> TypeId {
        match *self.module.types.get(like) {
            Type::Vector { len, scalable, .. } => self.module.types.intern(Type::Vector {
                elem,
                len,
                scalable,
            }),
            _ => elem,
        }
    }

    pub fn binary(&mut self, op: BinOp, lhs: Value, rhs: Value) -> Value {
        let ty = self.type_of(lhs);
        let flags = Flags::NONE;
        let kind = InstKind::Binary {
            op,
            flags,
            lhs,
            rhs,
        };
        self.value(kind, ty)
    }

    pub fn icmp(&mut self, pred: IntPred, lhs: Value, rhs: Value) -> Value {
        let ty = self.type_of(lhs);
        let ty = self.bools_like(ty);
        let flags = Flags::NONE;
        let kind = InstKind::ICmp {
            pred,
            flags,
            lhs,
            rhs,
        };
        self.value(kind, ty)
    }

    pub fn select(&mut self, cond: Value, then: Value, otherwise: Value) -> Value {
        let ty = self.type_of(then);
        let flags = Flags::NONE;
        let kind = InstKind::Select {
            flags,
            cond,
            then,
            otherwise,
        };
        self.value(kind, ty)
    }

    pub fn cast(&mut self, op: CastOp, arg: Value, ty: TypeId) -> Value {
        let flags = Flags::NONE;
        self.value(InstKind::Cast { op, flags, arg }, ty)
    }
}

/// Adds an instruction that is not in a block yet.
pub fn make_inst(
    function: &mut Function,
    kind: InstKind,
    ty: TypeId,
    has_result: bool,
    dbg: Option<MdId>,
) -> InstId {
    let id = function.insts.push(Inst {
        kind,
        ty,
        result: None.into(),
        dbg: dbg.into(),
        text_line: 0,
    });
    if has_result {
        give_result(function, id);
    }
    id
}

/// Adds a local for the result of an instruction.
pub fn give_result(function: &mut Function, inst: InstId) -> LocalId {
    let local = function.locals.push(Local {
        name: None,
        ty: function.insts[inst].ty,
        def: LocalDef::Inst(inst),
    });
    function.insts[inst].result = Some(local).into();
    local
}

/// A call of a function with the attributes of its calling convention.
pub fn call_of(module: &Module, callee: FuncId, address: Value, args: &[Value]) -> InstKind {
    let function = &module.functions[callee];
    let args = function.params.iter().zip(args).map(|(param, &value)| Arg {
        value,
        ty: param.ty,
        attrs: convention_of(&param.attrs),
    });
    InstKind::Call(Box::new(Call {
        callee: Callee::Value(address),
        fn_ty: function.ty,
        args: args.collect(),
        ret_attrs: convention_of(&function.ret_attrs),
        flags: Flags::NONE,
        tail: TailKind::None,
        conv: function.conv,
        noreturn: false,
        bundles: Box::default(),
    }))
}

/// The attributes that determine how a value is passed, without those that make assumptions about it.
pub fn convention_of(attrs: &ParamAttrs) -> ParamAttrs {
    ParamAttrs {
        noundef: false,
        nonnull: false,
        noalias: false,
        returned: false,
        dereferenceable: None,
        // The alignment of a copy in memory is part of how it is passed.
        align: attrs
            .align
            .filter(|_| attrs.byval.is_some() || attrs.byref.is_some()),
        ..*attrs
    }
}
