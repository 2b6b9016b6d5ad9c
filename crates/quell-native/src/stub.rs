//! Stubs for external functions: each call is recorded with its arguments, and returns the value that the test gives.
//!
//! - **Calls of undefined functions are events.** A stub takes its result from the test, so that another result needs no new
//!   build. Addresses of local variables are recorded as one address, as they differ between versions of a program. Functions
//!   that return inputs record nothing.

use quell_ir::build::{self, Editor, unaligned};
use quell_ir::layout::DataLayout;
use quell_ir::{FuncId, InstKind, Module, Type, TypeId, Value};

use quell_values::annotations::is_input;

use crate::NativeError;
use crate::ir;

/// The treatment of external functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Externals {
    /// Calls are recorded as events and return the values of the test. A run that reaches a function that cannot have a stub
    /// ends there.
    #[default]
    Stub,
    /// A run that reaches one of them ends there.
    Trap,
    /// The program cannot be linked: an error that names them.
    Refuse,
}

/// How the events of one stub are read: the number in the event is its place in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stub {
    pub symbol: String,
    /// The sizes of the arguments, one after the other without gaps.
    pub arguments: Vec<u64>,
    /// 0 without a result.
    pub result_size: u64,
}

/// Gives bodies to declarations, by their symbols.
pub fn define(module: &mut Module, symbols: &[String]) -> Result<Vec<Stub>, NativeError> {
    let mut stubs = Vec::new();
    for symbol in symbols {
        let found = module.find_function(symbol);
        let id = found.ok_or_else(|| NativeError::NoSuchFunction(symbol.clone()))?;
        let number = stubs.len() as u64;
        let stub = define_one(module, id, number, symbol);
        stubs.push(stub.map_err(|why| NativeError::CannotCall {
            function: symbol.clone(),
            why,
        })?);
    }
    Ok(stubs)
}

fn define_one(module: &mut Module, id: FuncId, number: u64, symbol: &str) -> Result<Stub, String> {
    let layout = module.layout.clone();
    let gives_input = is_input(module, id);
    let params: Vec<TypeId> = module.functions[id].params.iter().map(|p| p.ty).collect();
    let sizes = params.iter().map(|&ty| stored(&layout, module, ty));
    let arguments = sizes.collect::<Result<Vec<u64>, String>>()?;
    let ret = module.functions[id].ret;
    let result_size = match module.types.is_void(ret) {
        true => 0,
        false => stored(&layout, module, ret)?,
    };
    // The compiler must assume nothing about it.
    let attrs = &mut module.functions[id].attrs;
    let is_last = std::mem::take(&mut attrs.noreturn);
    (attrs.readnone, attrs.readonly) = (false, false);
    build::set_param_locals(&mut module.functions[id]);
    let mut code = Editor::in_new_block(module, id);
    let (recorder, mut passed) = match gives_input && !is_last {
        // Its calls are not observed.
        true => ((INPUT, 3), vec![ir::int(code.module, 32, number)]),
        false => ((EVENT, 5), record(&mut code, number, &arguments)),
    };
    if is_last {
        let recorder = self::recorder(code.module, (LAST_EVENT, 3));
        code.call(recorder, &passed);
    }
    let room = room(&mut code, result_size);
    let recorder = self::recorder(code.module, recorder);
    passed.extend([room, ir::int(code.module, 64, result_size)]);
    code.call(recorder, &passed);
    let result = (result_size > 0).then(|| code.load(room, ret, unaligned()));
    code.ret(result);
    Ok(Stub {
        symbol: symbol.to_owned(),
        arguments,
        result_size,
    })
}

fn stored(layout: &DataLayout, module: &Module, ty: TypeId) -> Result<u64, String> {
    let size = layout.store_size(&module.types, ty);
    size.map_err(|error| format!("a parameter or the result is {error}"))
}

/// `void quell_event(uint32_t, const void *, uint64_t, void *, uint64_t)` of the harness, and without the last two for
/// functions that do not return; without the second and third for functions that give inputs.
const EVENT: &str = "quell_event";
const INPUT: &str = "quell_input";
const LAST_EVENT: &str = "quell_last_event";
/// `void *quell_passed(void *)` of the harness.
const PASSED: &str = "quell_passed";

fn recorder(module: &mut Module, (name, params): (&str, usize)) -> FuncId {
    if let Some(id) = module.find_function(name) {
        return id;
    }
    let (void, ptr) = (module.types.void(), module.types.ptr());
    let (number, size) = (module.types.int(32), module.types.int(64));
    let all = [number, ptr, size, ptr, size];
    build::declare(module, name, void, &all[..params])
}

/// So many bytes on the stack.
fn room(code: &mut Editor<'_>, size: u64) -> Value {
    let (elem, ptr) = (code.module.types.int(8), code.module.types.ptr());
    let elem = code.module.types.intern(Type::Array { elem, len: size });
    let alloca = InstKind::Alloca {
        elem,
        count: None,
        align: None,
    };
    code.value(alloca, ptr)
}

/// An argument as it is written down.
fn passed(code: &mut Editor<'_>, index: usize) -> Value {
    let argument = code.param(index);
    let ty = code.type_of(argument);
    let plain = code.module.types.ptr();
    if ty != plain {
        return argument;
    }
    let shown = build::declare(code.module, PASSED, plain, &[plain]);
    code.call(shown, &[argument]).unwrap_or(argument)
}

/// Stores the arguments one after the other; number, address and size for the recorder.
fn record(code: &mut Editor<'_>, number: u64, arguments: &[u64]) -> Vec<Value> {
    let total: u64 = arguments.iter().sum();
    let buffer = room(code, total);
    let mut offset = 0;
    for (index, size) in arguments.iter().enumerate() {
        let at = code.offset(buffer, offset);
        let argument = passed(code, index);
        code.store(argument, at, unaligned());
        offset += size;
    }
    let number = ir::int(code.module, 32, number);
    let total = ir::int(code.module, 64, total);
    vec![number, buffer, total]
}
