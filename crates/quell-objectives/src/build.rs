//! Small helpers to make functions, blocks and instructions.

use quell_ir::entity::PrimaryMap;
use quell_ir::function::{FnAttrs, ParamAttrs};
use quell_ir::inst::Arg;
use quell_ir::opcode::{Flags, Linkage, TailKind, UnnamedAddr, Visibility};
use quell_ir::{
    Block, BlockId, Call, Callee, FuncId, Function, GlobalRef, Inst, InstId, InstKind, Local,
    LocalDef, MdId, Module, Param, Type, TypeId, Value,
};

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
        for (index, param) in function.params.iter().enumerate() {
            function.locals.push(Local {
                name: None,
                ty: param.ty,
                def: LocalDef::Param(index as u32),
            });
        }
    }
    let name = function.name;
    let id = module.functions.push(function);
    module.names.insert(name, GlobalRef::Func(id));
    id
}

/// A name that nothing in the module has, `name` itself if possible.
pub(crate) fn free_name(module: &Module, name: &str) -> String {
    let numbered = (1..).map(|number| format!("{name}.{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    // The numbers do not end, so there is always one.
    names
        .find(|name| module.find(name).is_none())
        .unwrap_or_default()
}

/// Appends to blocks of a function. Instructions that it makes carry one debug location.
#[derive(Debug)]
pub(crate) struct Editor<'f> {
    pub(crate) function: &'f mut Function,
    pub(crate) block: BlockId,
    pub(crate) dbg: Option<MdId>,
    void: TypeId,
}

impl<'f> Editor<'f> {
    /// Appends to `block`. `void` is the type of that name.
    pub(crate) fn at(function: &'f mut Function, block: BlockId, void: TypeId) -> Self {
        Self {
            function,
            block,
            dbg: None,
            void,
        }
    }

    /// Appends to a new block, which also is a way to make the first one.
    pub(crate) fn in_new_block(function: &'f mut Function, void: TypeId) -> Self {
        let block = function.blocks.push(Block::default());
        Self::at(function, block, void)
    }

    pub(crate) fn new_block(&mut self) -> BlockId {
        self.function.blocks.push(Block::default())
    }

    /// Appends to this block from now on.
    pub(crate) fn switch_to(&mut self, block: BlockId) {
        self.block = block;
    }

    /// Appends an instruction and gives its id.
    pub(crate) fn push(&mut self, kind: InstKind, ty: TypeId) -> InstId {
        let id = make_inst(self.function, kind, ty, ty == self.void, self.dbg);
        self.function.blocks[self.block].insts.push(id);
        id
    }

    /// Appends an instruction that has a result.
    pub(crate) fn value(&mut self, kind: InstKind, ty: TypeId) -> Value {
        let id = make_inst(self.function, kind, ty, false, self.dbg);
        self.function.blocks[self.block].insts.push(id);
        result_of(self.function, id)
    }

    /// Appends an instruction without a result.
    pub(crate) fn effect(&mut self, kind: InstKind) -> InstId {
        self.push(kind, self.void)
    }

    /// Ends the block with a jump, and goes on there.
    pub(crate) fn jump(&mut self, dest: BlockId) {
        self.effect(InstKind::Br { dest });
        self.block = dest;
    }

    pub(crate) fn branch(&mut self, cond: Value, then: BlockId, otherwise: BlockId) {
        self.effect(InstKind::CondBr {
            cond,
            then,
            otherwise,
        });
    }
}

/// The result of an instruction made with one.
fn result_of(function: &Function, id: InstId) -> Value {
    let local = function.insts[id].result.expand();
    Value::Local(local.unwrap_or_else(|| function.param_local(0)))
}

/// Adds an instruction that stands in no block yet.
pub(crate) fn make_inst(
    function: &mut Function,
    kind: InstKind,
    ty: TypeId,
    is_void: bool,
    dbg: Option<MdId>,
) -> InstId {
    let id = function.insts.push(Inst {
        kind,
        ty,
        result: None.into(),
        dbg: dbg.into(),
        text_line: 0,
    });
    if !is_void {
        let local = function.locals.push(Local {
            name: None,
            ty,
            def: LocalDef::Inst(id),
        });
        function.insts[id].result = Some(local).into();
    }
    id
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
        // Of a pointer that is passed in memory the alignment is part of how it is passed.
        align: attrs
            .align
            .filter(|_| attrs.byval.is_some() || attrs.byref.is_some()),
        ..*attrs
    }
}
