//! Removes debug information: only one function can have it, and there are several copies of each.

use quell_ir::Module;

/// Takes it out of all functions and globals of a module.
pub fn strip_debug_info(module: &mut Module) {
    for function in module.functions.values_mut() {
        function.subprogram = None.into();
        function.dbg_records.clear();
        for inst in function.insts.values_mut() {
            inst.dbg = None.into();
        }
    }
    for global in module.globals.values_mut() {
        global.dbg.clear();
    }
    if let Some(units) = module.symbols.lookup("llvm.dbg.cu") {
        module.named_metadata.shift_remove(&units);
    }
}
