//! Sizes and field offsets of the structs in `tests/analysis/structs.c`: those of the C compiler against
//! those of the IR types and address computations.

use std::process::Command;

use quell_ir::layout::Layouts;
use quell_ir::{
    ConstKind, Function, GlobalRef, InstKind, Module, Type, TypeId, Value, parse_module,
};

fn compile(compiler: &str) -> Module {
    let output = Command::new(compiler)
        .args(["-O0", "-S", "-emit-llvm", "-o", "-", "structs.c"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/analysis"))
        .output()
        .expect("the compiler is installed");
    assert!(output.status.success());
    parse_module(&output.stdout, "structs.ll").unwrap_or_else(|error| panic!("{error}"))
}

/// The value of an integer constant of the source.
fn constant(module: &Module, name: &str) -> u64 {
    let Some(GlobalRef::Var(id)) = module.find(name) else {
        panic!("no @{name}");
    };
    let init = module.globals[id].init.expect("an initialiser");
    int(module, Value::Const(init))
}

fn int(module: &Module, value: Value) -> u64 {
    match value {
        Value::Const(constant) => match &module.consts.get(constant).kind {
            ConstKind::Int(bits) => bits.low_u64(),
            other => panic!("{other:?} is not an integer"),
        },
        other => panic!("{other:?} is not a constant"),
    }
}

/// The sum of all address computations of a function.
fn offset_in(module: &Module, layouts: &Layouts, function: &Function) -> u64 {
    let geps = function.insts.values().filter_map(|inst| match &inst.kind {
        InstKind::Gep {
            source, indices, ..
        } => Some(gep_offset(module, layouts, *source, indices)),
        _ => None,
    });
    geps.sum()
}

fn gep_offset(module: &Module, layouts: &Layouts, source: TypeId, indices: &[Value]) -> u64 {
    let (first, rest) = indices.split_first().expect("an index");
    let mut offset = layouts.size(source).expect("a size") * int(module, *first);
    let mut ty = source;
    for &index in rest {
        let index = int(module, index);
        ty = match module.types.resolve(ty) {
            Type::Struct { fields, .. } => {
                offset += layouts.offset(ty, index as usize).expect("a field");
                fields[index as usize]
            }
            Type::Array { elem, .. } => {
                offset += layouts.size(*elem).expect("a size") * index;
                *elem
            }
            other => panic!("{other:?} has no members"),
        };
    }
    offset
}

fn check(compiler: &str) -> usize {
    let module = compile(compiler);
    let layouts = Layouts::new(&module.layout, &module.types);
    let mut checked = 0;
    for function in module.functions.values() {
        let name = module.text(function.name);
        let wanted = match name.split_once('_') {
            Some(("got", field)) => constant(&module, &format!("want_{field}")),
            Some(("next", of)) => constant(&module, &format!("size_{of}")),
            _ => continue,
        };
        let found = offset_in(&module, &layouts, function);
        assert_eq!(found, wanted, "{name} by {compiler}");
        checked += 1;
    }
    checked
}

#[test]
fn struct_layouts_agree_with_clang() {
    for compiler in ["clang-15", "clang-16", "clang-19"] {
        assert!(check(compiler) > 50);
    }
}
