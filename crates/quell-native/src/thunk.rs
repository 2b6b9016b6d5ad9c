//! A thunk calls one function with parameters from a block of bytes and stores its result: then the
//! harness calls every function the same way, and the compiler takes care of the calling convention.

use quell_ir::build::{self, Editor};
use quell_ir::inst::Access;
use quell_ir::layout::{LayoutError, Layouts};
use quell_ir::{FuncId, Function, Module, TypeId};

/// The block of parameters begins at a multiple of this.
const BLOCK_ALIGN: u64 = 64;

/// Where the parameters of a function lie in their block, and how long its result is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    pub params: Vec<Slot>,
    pub params_size: u64,
    pub result_size: u64,
}

/// Bytes of a parameter: a store of its type writes `stored` of them, an array element takes `size`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    pub offset: u64,
    pub stored: u64,
    pub size: u64,
}

/// Adds the thunk of `target`, or says why there can be none.
pub fn add(
    module: &mut Module,
    layouts: &Layouts,
    target: FuncId,
) -> Result<(FuncId, Signature), String> {
    let function = &module.functions[target];
    let name = format!("quell.call.{}", module.text(function.name));
    let signature = signature(module, layouts, function)?;
    let (void, ptr) = (module.types.void(), module.types.ptr());
    let thunk = build::declare(module, &name, void, &[ptr, ptr]);
    write_body(&mut Editor::in_new_block(module, thunk), target, &signature);
    Ok((thunk, signature))
}

fn signature(module: &Module, layouts: &Layouts, function: &Function) -> Result<Signature, String> {
    let mut signature = Signature::default();
    for (index, param) in function.params.iter().enumerate() {
        let attrs = &param.attrs;
        if attrs.inalloca.is_some() || attrs.preallocated.is_some() || attrs.swifterror {
            return Err(format!(
                "parameter {} is passed in a way of its own",
                index + 1
            ));
        }
        let slot = slot(layouts, param.ty, signature.params_size)
            .map_err(|error| format!("parameter {} is {error}", index + 1))?;
        signature.params_size = slot.offset + slot.size;
        signature.params.push(slot);
    }
    if !module.types.is_void(function.ret) {
        let result =
            slot(layouts, function.ret, 0).map_err(|error| format!("its result is {error}"))?;
        signature.result_size = result.stored;
    }
    Ok(signature)
}

fn slot(layouts: &Layouts, ty: TypeId, after: u64) -> Result<Slot, LayoutError> {
    let layout = layouts.get(ty)?;
    if layout.align > BLOCK_ALIGN {
        return Err(LayoutError::TooLarge);
    }
    let offset = after.checked_next_multiple_of(layout.align);
    let offset = offset.ok_or(LayoutError::TooLarge)?;
    offset
        .checked_add(layout.size)
        .ok_or(LayoutError::TooLarge)?;
    Ok(Slot {
        offset,
        stored: layout.store_size(),
        size: layout.size,
    })
}

fn write_body(code: &mut Editor<'_>, target: FuncId, signature: &Signature) {
    let types = code.module.functions[target]
        .params
        .iter()
        .map(|param| param.ty);
    let types: Vec<TypeId> = types.collect();
    let block = code.param(0);
    let mut args = Vec::new();
    for (ty, slot) in types.into_iter().zip(&signature.params) {
        let at = code.offset(block, slot.offset);
        args.push(code.load(at, ty, Access::default()));
    }
    if let Some(result) = code.call(target, &args) {
        let place = code.param(1);
        code.store(result, place, Access::default());
    }
    code.ret(None);
}
