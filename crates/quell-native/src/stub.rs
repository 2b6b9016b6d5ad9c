//! Stand-ins for functions outside the module: each call is written down with its arguments.

use std::collections::BTreeMap;

use quell_ir::inst::{Access, Arg};
use quell_ir::layout::DataLayout;
use quell_ir::opcode::{Flags, TailKind};
use quell_ir::{Call, Callee, ConstKind, FuncId, GlobalRef, InstKind, Module, Type, TypeId, Value};

use crate::NativeError;
use crate::ir::{self, Code};

/// What happens to functions that neither the module nor a library defines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Externals {
    /// A run that comes to one of them ends there.
    #[default]
    Trap,
    /// The program cannot be linked: an error that names them.
    Refuse,
    /// Calls are recorded as events and return zero, or the bytes given for the function.
    Stub(BTreeMap<String, Vec<u8>>),
}

/// A function to stand in for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StubRequest {
    pub symbol: String,
    /// Shorter than the result means zeros after it.
    pub returns: Vec<u8>,
}

/// How the events of one stand-in are read: the number in the event is its place in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stub {
    pub symbol: String,
    /// The sizes of the arguments, one after the other without gaps.
    pub arguments: Vec<u64>,
}

/// Gives bodies to the declarations asked for.
pub fn define(module: &mut Module, requests: &[StubRequest]) -> Result<Vec<Stub>, NativeError> {
    let mut stubs = Vec::new();
    for request in requests {
        let found = module.find_function(&request.symbol);
        let id = found.ok_or_else(|| NativeError::NoSuchFunction(request.symbol.clone()))?;
        let number = stubs.len() as u64;
        let stub = define_one(module, id, number, request);
        stubs.push(stub.map_err(|why| NativeError::CannotCall {
            function: request.symbol.clone(),
            why,
        })?);
    }
    Ok(stubs)
}

fn define_one(
    module: &mut Module,
    id: FuncId,
    number: u64,
    request: &StubRequest,
) -> Result<Stub, String> {
    let layout = module.layout.clone();
    let params: Vec<TypeId> = module.functions[id].params.iter().map(|p| p.ty).collect();
    let sizes = params.iter().map(|&ty| stored(&layout, module, ty));
    let arguments = sizes.collect::<Result<Vec<u64>, String>>()?;
    let ret = module.functions[id].ret;
    let result = match module.types.is_void(ret) {
        true => None,
        false => Some(result_bytes(module, &layout, ret, request)?),
    };
    let recorder = recorder(module);
    module.functions[id].locals = ir::param_locals(&params);
    let mut code = Code::new(module, id);
    record(&mut code, recorder, number, &arguments);
    let result = result.and_then(|place| load_bytes(&mut code, place, ret));
    code.ret(result);
    Ok(Stub {
        symbol: request.symbol.clone(),
        arguments,
    })
}

fn stored(layout: &DataLayout, module: &Module, ty: TypeId) -> Result<u64, String> {
    let size = layout.store_size(&module.types, ty);
    size.map_err(|error| format!("a parameter or the result is {error}"))
}

/// `void quell_event(uint32_t, const void *, uint64_t)` of the harness.
fn recorder(module: &mut Module) -> FuncId {
    const NAME: &str = "quell_event";
    if let Some(id) = module.find_function(NAME) {
        return id;
    }
    let (void, ptr) = (module.types.void(), module.types.ptr());
    let params = [module.types.int(32), ptr, module.types.int(64)];
    ir::add_function(module, NAME, void, &params)
}

/// The bytes to return, as a constant of the module.
fn result_bytes(
    module: &mut Module,
    layout: &DataLayout,
    ret: TypeId,
    request: &StubRequest,
) -> Result<Value, String> {
    let size = stored(layout, module, ret)? as usize;
    let mut bytes = request.returns.clone();
    if bytes.len() > size {
        return Err(format!("it returns {size} bytes, not {}", bytes.len()));
    }
    bytes.resize(size, 0);
    let byte = module.types.int(8);
    let ty = module.types.intern(Type::Array {
        elem: byte,
        len: size as u64,
    });
    let init = module.consts.intern(ty, ConstKind::Bytes(bytes.into()));
    let name = format!("quell.returns.{}", request.symbol);
    let global = ir::add_global(module, &name, ty, init);
    Ok(Value::Const(ir::address(module, GlobalRef::Var(global))))
}

fn load_bytes(code: &mut Code<'_>, ptr: Value, ty: TypeId) -> Option<Value> {
    let access = unaligned();
    code.push(InstKind::Load { ptr, access }, ty)
}

fn unaligned() -> Access {
    Access {
        align: Some(1),
        ..Access::default()
    }
}

fn record(code: &mut Code<'_>, recorder: FuncId, number: u64, arguments: &[u64]) {
    let total: u64 = arguments.iter().sum();
    let (byte, ptr) = (code.module.types.int(8), code.module.types.ptr());
    let elem = code.module.types.intern(Type::Array {
        elem: byte,
        len: total,
    });
    let alloca = InstKind::Alloca {
        elem,
        count: None,
        align: None,
    };
    let Some(buffer) = code.push(alloca, ptr) else {
        return;
    };
    let mut offset = 0;
    for (index, size) in arguments.iter().enumerate() {
        let at = code.offset(buffer, offset);
        let argument = code.param(index);
        code.store(argument, at, unaligned());
        offset += size;
    }
    let number = ir::int(code.module, 32, number);
    let total = ir::int(code.module, 64, total);
    call(code, recorder, &[number, buffer, total]);
}

fn call(code: &mut Code<'_>, target: FuncId, values: &[Value]) {
    let callee = ir::address(code.module, GlobalRef::Func(target));
    let function = &code.module.functions[target];
    let arg = |(&value, param): (&Value, &quell_ir::Param)| Arg {
        value,
        ty: param.ty,
        attrs: param.attrs,
    };
    let call = Call {
        callee: Callee::Value(Value::Const(callee)),
        fn_ty: function.ty,
        args: values.iter().zip(&function.params).map(arg).collect(),
        ret_attrs: function.ret_attrs,
        flags: Flags::NONE,
        tail: TailKind::None,
        conv: function.conv,
        noreturn: false,
        bundles: Box::default(),
    };
    let void = code.module.types.void();
    code.push(InstKind::Call(Box::new(call)), void);
}
