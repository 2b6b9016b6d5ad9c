//! The users of undefined symbols.

use std::collections::BTreeSet;

use quell_ir::{Const, ConstKind, GlobalRef, Module, Value};

use crate::NativeError;
use crate::error::Undefined;

pub fn error(module: &Module, symbols: &BTreeSet<String>) -> NativeError {
    NativeError::Undefined {
        undefined: used(module, symbols.iter().map(String::as_str)),
    }
}

/// The symbols, each with its users.
pub fn used<'s>(module: &Module, symbols: impl Iterator<Item = &'s str>) -> Vec<Undefined> {
    let one = |symbol: &str| Undefined {
        symbol: symbol.to_owned(),
        users: module
            .find(symbol)
            .map_or_else(Vec::new, |thing| users(module, thing)),
    };
    symbols.map(one).collect()
}

/// Functions with an operand that is or contains the address of `thing`, in the order of the text.
fn users(module: &Module, thing: GlobalRef) -> Vec<String> {
    let mut users = Vec::new();
    for function in module.functions.values() {
        let mut uses = false;
        for inst in function.insts.values() {
            inst.kind.for_each_operand(|value| {
                if let Value::Const(id) = value {
                    uses |= mentions(module, module.consts.get(*id), thing);
                }
            });
        }
        let name = as_written(module.text(function.name));
        if uses && !users.iter().any(|user| user == name) {
            users.push(name.to_owned());
        }
    }
    users
}

/// A module with mutants has several copies of each function, whose names are not in the source.
fn as_written(name: &str) -> &str {
    name.split_once(COPY).map_or(name, |(written, _)| written)
}

const COPY: &str = ".quell.";

/// Looks into constant expressions and aggregates, each level once.
fn mentions(module: &Module, constant: &Const, thing: GlobalRef) -> bool {
    let mut pending = vec![&constant.kind];
    while let Some(kind) = pending.pop() {
        if let ConstKind::Global(found) = kind {
            if *found == thing {
                return true;
            }
        } else {
            kind.for_each_member(|member| pending.push(&module.consts.get(member).kind));
        }
    }
    false
}
