//! Removes the assumptions that IR states: poison-generating flags, attributes, metadata.

use quell_ir::function::FnAttrs;
use quell_ir::opcode::{Flags, TailKind};
use quell_ir::{Call, Function, InstKind, Module};

use quell_ir::build::convention_of;

/// Functions that an optimiser knows to allocate or free memory. It may remove them where the memory is not used, and then
/// assumes that there was enough of it, so that running out of memory would depend on the level of optimisation.
const ALLOCATORS: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "reallocf",
    "free",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "valloc",
    "pvalloc",
    "strdup",
    "strndup",
    "__strdup",
    "__strndup",
];

/// How `new`, `new[]`, `delete` and `delete[]` of C++ begin.
const OPERATORS: &[&str] = &["_Znw", "_Zna", "_Zdl", "_Zda"];

fn is_allocator(name: &str) -> bool {
    ALLOCATORS.contains(&name) || OPERATORS.iter().any(|prefix| name.starts_with(prefix))
}

/// Arguments of other functions may be anything; their results are as their attributes say.
pub(super) fn declarations(module: &mut Module) {
    let symbols = &module.symbols;
    for function in module.functions.values_mut() {
        function.attrs.nobuiltin |= is_allocator(symbols.text(function.name));
        if function.is_declaration() {
            for param in &mut function.params {
                param.attrs = convention_of(&param.attrs);
            }
        }
    }
}

pub(super) fn definition(function: &mut Function) {
    for param in &mut function.params {
        param.attrs = convention_of(&param.attrs);
    }
    function.ret_attrs = convention_of(&function.ret_attrs);
    function.attrs = FnAttrs {
        // A mutant may return from where the original never does, and access what the original does not.
        noreturn: false,
        readnone: false,
        readonly: false,
        noinline: false,
        optnone: false,
        alwaysinline: false,
        null_pointer_is_valid: true,
        ..function.attrs
    };
    // Types, ranges and progress of loops: all of them assumptions.
    function.attachments.clear();
    function.rules.clear();
}

/// Removes poison-generating flags and attributes of an instruction.
pub(crate) fn instruction(kind: &mut InstKind) {
    match kind {
        InstKind::Binary { flags, .. }
        | InstKind::FNeg { flags, .. }
        | InstKind::ICmp { flags, .. }
        | InstKind::FCmp { flags, .. }
        | InstKind::Cast { flags, .. }
        | InstKind::Select { flags, .. }
        | InstKind::Phi { flags, .. }
        | InstKind::Gep { flags, .. } => *flags = Flags::NONE,
        InstKind::Call(call) | InstKind::Invoke { call, .. } => called(call),
        _ => {}
    }
}

fn called(call: &mut Call) {
    call.flags = Flags::NONE;
    if call.tail != TailKind::MustTail {
        // `tail` says that the callee does not touch variables of the caller.
        call.tail = TailKind::None;
    }
    call.ret_attrs = convention_of(&call.ret_attrs);
    for arg in &mut call.args {
        arg.attrs = convention_of(&arg.attrs);
    }
}
