//! Comparison of two functions: a pair replaces the body of one function by a call of the other one. It is decided
//! like a mutant.
//!
//! - **Both functions are ordinary code.** If the other function violates a poison-generating flag on a valid input, a
//!   proof names that as an assumption; for a mutant that is expected.

use std::collections::BTreeSet;

use quell_ir::analysis::CallGraph;
use quell_ir::debug::DebugInfo;
use quell_ir::inst::Arg;
use quell_ir::opcode::{Flags, Linkage, TailKind, Visibility};
use quell_ir::{Call, Callee, ConstKind, FuncId, Function, GlobalRef, InstKind, Module, Value};
use thiserror::Error;

use crate::edit::{Change, Edit, NewInst, Replacement};
use crate::objective::{
    Objective, ObjectiveId, ObjectiveKind, Pair, Site, Source, SourceDiff, SourceSpan, SourceText,
};

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PairError {
    #[error("{function} and {other} cannot be compared: their parameters or results differ")]
    Types { function: String, other: String },
    #[error("{0} cannot be compared: it takes any number of arguments")]
    AnyNumber(String),
    #[error("{0} would be compared with itself; name another function with --against")]
    Itself(String),
    #[error("{other} calls {function}, which cannot be copied for it: its labels have addresses")]
    Needed { function: String, other: String },
    #[error("{0} has no body")]
    NoBody(String),
}

/// The pair of `function` and `other`.
pub fn pair(module: &mut Module, function: FuncId, other: FuncId) -> Result<Objective, PairError> {
    let [one, two] = [function, other].map(|id| module.text(module.functions[id].name).to_owned());
    if function == other {
        return Err(PairError::Itself(one));
    }
    if !have_one_type(&module.functions[function], &module.functions[other]) {
        return Err(PairError::Types {
            function: one,
            other: two,
        });
    }
    if module.functions[function].varargs {
        return Err(PairError::AnyNumber(one));
    }
    if may_call(module, other, function) {
        if has_labels(module, function) {
            return Err(PairError::Needed {
                function: one,
                other: two,
            });
        }
        keep_for_others(module, function);
    }
    let first = first_instruction(&module.functions[function]);
    let at = first.ok_or_else(|| PairError::NoBody(one.clone()))?;
    let change = Change::Return(call(module, function, other));
    Ok(Objective {
        id: ObjectiveId(format!("PAIR-{two}")),
        kind: ObjectiveKind::Pair(Pair {
            other,
            edits: vec![Edit { at, change }],
        }),
        site: Site {
            function,
            at: Some(at),
        },
        source: Source {
            span: span(module, function),
            text: SourceText::Change(SourceDiff {
                original: one.clone(),
                replacement: two.clone(),
                before: one,
                after: two,
            }),
        },
    })
}

/// Whether a function calls another one by its name, directly or through others.
fn may_call(module: &Module, from: FuncId, wanted: FuncId) -> bool {
    let calls = CallGraph::new(module);
    let mut seen = BTreeSet::from([from]);
    let mut pending = vec![from];
    while let Some(function) = pending.pop() {
        for &callee in calls.callees(function) {
            if callee == wanted {
                return true;
            }
            if seen.insert(callee) {
                pending.push(callee);
            }
        }
    }
    false
}

/// Labels whose addresses are taken belong to one function alone.
fn has_labels(module: &Module, function: FuncId) -> bool {
    let mut constants = module.consts.iter();
    constants.any(
        |(_, constant)| matches!(constant.kind, ConstKind::BlockAddress(of, _) if of == function),
    )
}

/// Makes all other functions call a copy of the function. The other function of the pair may need the original: it would
/// call itself without end otherwise.
fn keep_for_others(module: &mut Module, function: FuncId) {
    let copy = add_copy(module, function);
    let ptr = module.types.ptr();
    let [before, after] = [function, copy].map(|id| {
        let address = ConstKind::Global(GlobalRef::Func(id));
        Value::Const(module.consts.intern(ptr, address))
    });
    for (id, caller) in &mut module.functions {
        if id == function {
            continue;
        }
        for inst in caller.insts.values_mut() {
            if let InstKind::Call(call) | InstKind::Invoke { call, .. } = &mut inst.kind
                && matches!(&call.callee, Callee::Value(callee) if *callee == before)
            {
                call.callee = Callee::Value(after);
            }
        }
    }
}

/// Without debug information: the source has the function once.
fn add_copy(module: &mut Module, function: FuncId) -> FuncId {
    let mut copy = module.functions[function].clone();
    let mut name = format!("{}.kept", module.text(copy.name));
    while module.find(&name).is_some() {
        name.push('.');
    }
    copy.name = module.symbols.intern(&name);
    copy.linkage = Linkage::Internal;
    copy.visibility = Visibility::Default;
    copy.comdat = None;
    copy.subprogram = None.into();
    copy.dbg_records.clear();
    let instructions = copy.insts.values_mut();
    instructions.for_each(|inst| inst.dbg = None.into());
    let name = copy.name;
    let id = module.functions.push(copy);
    module.names.insert(name, GlobalRef::Func(id));
    id
}

fn have_one_type(one: &Function, two: &Function) -> bool {
    let types = |function: &Function| -> Vec<_> {
        let params = function.params.iter();
        params.map(|param| param.ty).collect()
    };
    one.ret == two.ret && types(one) == types(two) && one.varargs == two.varargs
}

fn first_instruction(function: &Function) -> Option<quell_ir::InstId> {
    let entry = function.entry()?;
    function.blocks[entry].insts.first().copied()
}

/// Calls `other` with the parameters of `function`.
fn call(module: &mut Module, function: FuncId, other: FuncId) -> Replacement {
    let ptr = module.types.ptr();
    let callee = module
        .consts
        .intern(ptr, ConstKind::Global(GlobalRef::Func(other)));
    let (from, to) = (&module.functions[function], &module.functions[other]);
    let args = to.params.iter().enumerate().map(|(index, param)| Arg {
        value: Value::Local(from.param_local(index)),
        ty: param.ty,
        attrs: param.attrs,
    });
    let call = Call {
        callee: Callee::Value(Value::Const(callee)),
        fn_ty: to.ty,
        args: args.collect(),
        ret_attrs: to.ret_attrs,
        flags: Flags::NONE,
        tail: TailKind::None,
        conv: to.conv,
        noreturn: false,
        bundles: Box::default(),
    };
    let result = from.locals.next_key();
    let is_void = module.types.is_void(to.ret);
    Replacement {
        code: vec![NewInst {
            kind: InstKind::Call(Box::new(call)),
            ty: to.ret,
        }],
        result: (!is_void).then_some(Value::Local(result)),
    }
}

fn span(module: &Module, function: FuncId) -> SourceSpan {
    let place = DebugInfo::new(module).function_place(&module.functions[function]);
    let (file, line) = place.map_or(("", 0), |(file, _, line)| (file, line));
    SourceSpan {
        file: file.to_owned(),
        line,
        column: 1,
        end_line: line,
        end_column: 1,
    }
}
