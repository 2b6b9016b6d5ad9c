//! Small helpers to make functions, blocks and instructions.

use quell_ir::entity::PrimaryMap;
use quell_ir::function::{FnAttrs, ParamAttrs};
use quell_ir::inst::Arg;
use quell_ir::opcode::{BinOp, CastOp, Flags, IntPred, Linkage, TailKind, UnnamedAddr, Visibility};
use quell_ir::{
    Block, BlockId, Call, Callee, FuncId, Function, GlobalRef, Inst, InstId, InstKind, Local,
    LocalDef, LocalId, MdId, Module, Param, Type, TypeId, Value,
};

use crate::support;

/// Adds a declaration, or gives the function that has the name already.
pub(crate) fn declare(module: &mut Module, name: &str, ret: TypeId, params: &[TypeId]) -> FuncId {
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
        text_line: 0,
    };
    add_function(module, function)
}

/// Adds a function whose name is new.
pub(crate) fn add_function(module: &mut Module, mut function: Function) -> FuncId {
    if function.locals.is_empty() {
        set_param_locals(&mut function);
    }
    let name = function.name;
    let id = module.functions.push(function);
    module.names.insert(name, GlobalRef::Func(id));
    id
}

/// The locals of a function without a body: its parameters.
pub(crate) fn set_param_locals(function: &mut Function) {
    function.locals.clear();
    for (index, param) in function.params.iter().enumerate() {
        function.locals.push(Local {
            name: None,
            ty: param.ty,
            def: LocalDef::Param(index as u32),
        });
    }
}

/// Adds an internal function that is inlined wherever it is called, still without a body.
pub(crate) fn declare_helper(
    module: &mut Module,
    name: &str,
    ret: TypeId,
    params: &[TypeId],
) -> FuncId {
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

/// Appends to blocks of a function. Instructions that it makes carry one debug location.
#[derive(Debug)]
pub(crate) struct Editor<'m> {
    pub(crate) module: &'m mut Module,
    pub(crate) id: FuncId,
    pub(crate) block: BlockId,
    pub(crate) dbg: Option<MdId>,
}

impl<'m> Editor<'m> {
    /// Appends to `block`.
    pub(crate) fn at(module: &'m mut Module, id: FuncId, block: BlockId) -> Self {
        Self {
            module,
            id,
            block,
            dbg: None,
        }
    }

    /// Appends to a new block, which also is the way to make the first one.
    pub(crate) fn in_new_block(module: &'m mut Module, id: FuncId) -> Self {
        let block = module.functions[id].blocks.push(Block::default());
        Self::at(module, id, block)
    }

    pub(crate) fn function(&self) -> &Function {
        &self.module.functions[self.id]
    }

    pub(crate) fn function_mut(&mut self) -> &mut Function {
        &mut self.module.functions[self.id]
    }

    pub(crate) fn new_block(&mut self) -> BlockId {
        self.function_mut().blocks.push(Block::default())
    }

    /// Appends to this block from now on.
    pub(crate) fn switch_to(&mut self, block: BlockId) {
        self.block = block;
    }

    /// Takes the instructions out of the block, to put them back one by one.
    pub(crate) fn take_block(&mut self, block: BlockId) -> Vec<InstId> {
        self.block = block;
        std::mem::take(&mut self.function_mut().blocks[block].insts)
    }

    /// Appends an instruction that exists already.
    pub(crate) fn keep(&mut self, inst: InstId) {
        let block = self.block;
        self.function_mut().blocks[block].insts.push(inst);
    }

    /// Appends an instruction and gives its result.
    pub(crate) fn push(&mut self, kind: InstKind, ty: TypeId) -> Option<LocalId> {
        let has_result = !self.module.types.is_void(ty);
        let dbg = self.dbg;
        let id = make_inst(self.function_mut(), kind, ty, has_result, dbg);
        self.keep(id);
        self.function().insts[id].result.expand()
    }

    /// Appends an instruction that has a result.
    pub(crate) fn value(&mut self, kind: InstKind, ty: TypeId) -> Value {
        let result = self.push(kind, ty);
        Value::Local(result.unwrap_or_else(|| self.function().param_local(0)))
    }

    /// Appends an instruction without a result.
    pub(crate) fn effect(&mut self, kind: InstKind) {
        let void = self.void();
        self.push(kind, void);
    }

    /// Appends a call of a function of the module; gives its result if it has one.
    pub(crate) fn call(&mut self, callee: FuncId, args: &[Value]) -> Option<Value> {
        let address = support::address(self.module, callee);
        let kind = call_of(self.module, callee, address, args);
        let ret = self.module.functions[callee].ret;
        self.push(kind, ret).map(Value::Local)
    }

    /// Ends the block with a jump.
    pub(crate) fn jump(&mut self, dest: BlockId) {
        self.effect(InstKind::Br { dest });
    }

    pub(crate) fn branch(&mut self, cond: Value, then: BlockId, otherwise: BlockId) {
        self.effect(InstKind::CondBr {
            cond,
            then,
            otherwise,
        });
    }

    pub(crate) fn void(&mut self) -> TypeId {
        self.module.types.intern(Type::Void)
    }

    /// The type of an operand; void for metadata.
    pub(crate) fn type_of(&mut self, value: Value) -> TypeId {
        let void = self.void();
        let function = &self.module.functions[self.id];
        self.module.value_type(function, value).unwrap_or(void)
    }

    /// `i1`, or a vector of as many as `like` has lanes.
    pub(crate) fn bools_like(&mut self, like: TypeId) -> TypeId {
        let bool_ty = self.module.types.int(1);
        self.lanes_of(bool_ty, like)
    }

    /// The scalar type, or a vector of it with as many lanes as `like`.
    pub(crate) fn lanes_of(&mut self, elem: TypeId, like: TypeId) -> TypeId {
        match *self.module.types.get(like) {
            Type::Vector { len, scalable, .. } => self.module.types.intern(Type::Vector {
                elem,
                len,
                scalable,
            }),
            _ => elem,
        }
    }

    pub(crate) fn binary(&mut self, op: BinOp, lhs: Value, rhs: Value) -> Value {
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

    pub(crate) fn icmp(&mut self, pred: IntPred, lhs: Value, rhs: Value) -> Value {
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

    pub(crate) fn select(&mut self, cond: Value, then: Value, otherwise: Value) -> Value {
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

    pub(crate) fn cast(&mut self, op: CastOp, arg: Value, ty: TypeId) -> Value {
        let flags = Flags::NONE;
        self.value(InstKind::Cast { op, flags, arg }, ty)
    }
}

/// Adds an instruction that stands in no block yet.
pub(crate) fn make_inst(
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

/// A new local for the result of an instruction.
pub(crate) fn give_result(function: &mut Function, inst: InstId) -> LocalId {
    let local = function.locals.push(Local {
        name: None,
        ty: function.insts[inst].ty,
        def: LocalDef::Inst(inst),
    });
    function.insts[inst].result = Some(local).into();
    local
}

/// A plain call of a function with the attributes that its calling convention needs.
pub(crate) fn call_of(module: &Module, callee: FuncId, address: Value, args: &[Value]) -> InstKind {
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

/// The attributes that say how a value is passed, without what is promised about it.
pub(crate) fn convention_of(attrs: &ParamAttrs) -> ParamAttrs {
    ParamAttrs {
        noundef: false,
        nonnull: false,
        noalias: false,
        returned: false,
        dereferenceable: None,
        // Of a pointer that stands for a copy in memory the alignment is part of how it is passed.
        align: attrs
            .align
            .filter(|_| attrs.byval.is_some() || attrs.byref.is_some()),
        ..*attrs
    }
}
