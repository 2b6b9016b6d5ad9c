//! The data of a module: mutable globals that can be observed, and the symbols that pointers
//! can point to.

use quell_ir::GlobalId;
use quell_ir::analysis::callgraph::CallGraph;
use quell_ir::debug::GlobalVariable;
use quell_ir::opcode::Linkage;

use crate::call::SymbolImage;
use crate::callbacks::is_callback;
use crate::types::{TypeRef, Types};

/// A mutable global and the variables of the source in it: one, or those of a Fortran common block.
#[derive(Clone, Debug)]
pub struct GlobalShape {
    pub id: GlobalId,
    pub symbol: String,
    pub size: u64,
    pub parts: Vec<GlobalPart>,
}

#[derive(Clone, Debug)]
pub struct GlobalPart {
    /// The name in the source.
    pub name: String,
    pub ty: TypeRef,
    /// In bytes.
    pub offset: u64,
}

/// Larger globals are not observed.
const MAX_BYTES: u64 = 64 << 20;

/// The mutable globals of the source, or all of a module without debug information. A thread-local global
/// is that of the thread that makes the call.
pub fn observable_globals(types: &Types<'_>) -> Vec<GlobalShape> {
    let module = types.module;
    let mut found = Vec::new();
    for (id, global) in &module.globals {
        if global.constant || global.init.is_none() {
            continue;
        }
        let size = module.layout.alloc_size(&module.types, global.ty);
        let Some(size) = size.ok().filter(|&size| size <= MAX_BYTES) else {
            continue;
        };
        let mut parts = named_parts(types, id);
        parts.retain(|part| fits(types, part, size));
        if !parts.is_empty() {
            let symbol = module.text(global.name).to_owned();
            found.push(GlobalShape {
                id,
                symbol,
                size,
                parts,
            });
        }
    }
    found
}

fn fits(types: &Types<'_>, part: &GlobalPart, size: u64) -> bool {
    let end = types
        .size(part.ty)
        .and_then(|of_part| part.offset.checked_add(of_part));
    end.is_some_and(|end| end <= size)
}

/// The variables of the source in a global. A global without debug information is one variable, unless the
/// compiler generated it: flang emits no debug information for common blocks.
fn named_parts(types: &Types<'_>, id: GlobalId) -> Vec<GlobalPart> {
    let variables = types.info.global_variables(id).into_iter();
    let described: Vec<GlobalPart> = variables.filter_map(source_part).collect();
    if !described.is_empty() || is_made_up(types, id) {
        return described;
    }
    let global = &types.module.globals[id];
    vec![GlobalPart {
        name: types.module.text(global.name).to_owned(),
        ty: TypeRef::Ir(global.ty),
        offset: 0,
    }]
}

/// Prefixes of names of run-time libraries and of generated variables, such as guards of initialisation.
const MADE_UP: &[&str] = &["llvm.", "quell_", "_QQ", "_ZGV", "__"];

fn is_made_up(types: &Types<'_>, id: GlobalId) -> bool {
    let global = &types.module.globals[id];
    if !types.info.is_present() {
        let name = types.module.text(global.name);
        return global.linkage == Linkage::Private || name.starts_with("llvm.");
    }
    let name = types.module.text(global.name);
    let is_visible = matches!(global.linkage, Linkage::External | Linkage::Common);
    !is_visible || MADE_UP.iter().any(|start| name.starts_with(start))
}

fn source_part(variable: GlobalVariable<'_>) -> Option<GlobalPart> {
    if variable.artificial {
        return None;
    }
    let offset = match variable.expression.steps() {
        [] => 0,
        [step] if step.name == "DW_OP_plus_uconst" => u64::try_from(*step.args.first()?).ok()?,
        _ => return None,
    };
    Some(GlobalPart {
        name: variable.name?.to_owned(),
        ty: variable.ty.into(),
        offset,
    })
}

/// The constants, the functions of the user and those whose address is taken: the same for every call.
pub fn module_symbols(types: &Types<'_>) -> Vec<SymbolImage> {
    let module = types.module;
    let graph = CallGraph::new(module);
    let users = types.info.user_functions();
    let functions = module.functions.iter().filter(|(id, function)| {
        let known = users.contains(id) || graph.is_address_taken(*id);
        let stands_in = is_callback(module.text(function.name));
        known && !function.is_declaration() || stands_in
    });
    let functions = functions.map(|(_, function)| (function.name, 0));
    let constants = module.globals.values().filter_map(|global| {
        let size = module.layout.alloc_size(&module.types, global.ty).ok()?;
        let is_data = global.constant && global.init.is_some() && !global.thread_local;
        is_data.then_some((global.name, size))
    });
    let symbols = functions.chain(constants);
    symbols
        .map(|(name, size)| SymbolImage {
            symbol: module.text(name).to_owned(),
            size,
        })
        .filter(|symbol| !symbol.symbol.starts_with("llvm."))
        .collect()
}
