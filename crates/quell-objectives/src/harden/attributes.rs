//! Takes back what IR promises: flags, attributes, metadata.

use quell_ir::function::FnAttrs;
use quell_ir::opcode::{Flags, TailKind};
use quell_ir::{Call, Function, InstKind, Module};

use crate::build::convention_of;

/// What is passed to other functions may be anything; what they give back is as they promise.
pub(super) fn declarations(module: &mut Module) {
    for function in module.functions.values_mut() {
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
    // Types, ranges and progress of loops: all of them promises.
    function.attachments.clear();
}

pub(super) fn instruction(kind: &mut InstKind) {
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
