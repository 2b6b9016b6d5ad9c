//! The user's mutable globals, before and after a run.

use quell_exec::concrete::Ptr;
use quell_ir::debug::GlobalVariable;
use quell_ir::opcode::Linkage;
use quell_ir::{GlobalId, Module};

use crate::objects::Objects;
use crate::outcome::Variable;
use quell_values::{Image, Renderer, TypeRef, Types};

/// A global and its bytes at the beginning of the run.
#[derive(Debug)]
pub struct Watched {
    name: String,
    ty: TypeRef,
    ptr: Ptr,
    before: Image,
}

/// Larger globals are not compared.
const MAX_BYTES: u64 = 64 << 20;

/// Takes down the mutable globals that the source knows, or all of a module without debug
/// information.
pub fn watch(types: &Types<'_>, objects: &mut Objects) -> Vec<Watched> {
    let module = types.module;
    let mut watched = Vec::new();
    for (id, global) in &module.globals {
        if global.constant || global.init.is_none() {
            continue;
        }
        for (name, ty, offset) in named_parts(types, id) {
            let Some(size) = types.size(ty).filter(|&size| size <= MAX_BYTES) else {
                continue;
            };
            let ptr = objects.machine.global_address(id).moved(offset);
            if let Some(before) = objects.read(ptr, size) {
                watched.push(Watched {
                    name,
                    ty,
                    ptr,
                    before,
                });
            }
        }
    }
    watched
}

/// The variables of the source in a global: their names, types and offsets.
fn named_parts(types: &Types<'_>, id: GlobalId) -> Vec<(String, TypeRef, i64)> {
    if types.info.is_present() {
        let variables = types.info.global_variables(id).into_iter();
        return variables.filter_map(source_part).collect();
    }
    let global = &types.module.globals[id];
    match is_nameless(types.module, id) {
        true => Vec::new(),
        false => {
            let name = types.module.text(global.name).to_owned();
            vec![(name, TypeRef::Ir(global.ty), 0)]
        }
    }
}

fn is_nameless(module: &Module, id: GlobalId) -> bool {
    let global = &module.globals[id];
    let name = module.text(global.name);
    global.linkage == Linkage::Private || name.starts_with("llvm.")
}

fn source_part(variable: GlobalVariable<'_>) -> Option<(String, TypeRef, i64)> {
    if variable.artificial {
        return None;
    }
    let offset = match variable.expression.steps() {
        [] => 0,
        [step] if step.name == "DW_OP_plus_uconst" => i64::try_from(*step.args.first()?).ok()?,
        _ => return None,
    };
    Some((variable.name?.to_owned(), variable.ty.into(), offset))
}

/// The globals that are not as they were.
pub fn changed(types: &Types<'_>, objects: &mut Objects, watched: Vec<Watched>) -> Vec<Variable> {
    let mut found = Vec::new();
    for global in watched {
        let size = global.before.bytes.len() as u64;
        let Some(after) = objects.read(global.ptr, size) else {
            continue;
        };
        if after == global.before {
            continue;
        }
        let mut renderer = Renderer::new(*types, objects);
        let variable = Variable {
            name: global.name,
            ty: types.name(global.ty),
            before: renderer.value(&global.before, 0, global.ty),
            after: renderer.value(&after, 0, global.ty),
            column_major: false,
        };
        // Padding alone is nothing to speak of.
        if variable.changed() {
            found.push(variable);
        }
    }
    found
}
