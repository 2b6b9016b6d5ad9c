//! The constants of a function, near which its behaviour is likely to change.

use std::collections::BTreeSet;

use quell_bits::Bits;
use quell_ir::{ConstId, ConstKind, FuncId, Function, InstKind, Module, Value};

use super::reached::Reached;
use crate::numbers::signed_value;
use crate::prepare::Callee;

/// The maximal number of constants of a kind: with more, each would be drawn too rarely.
const MAX_CONSTANTS: usize = 128;

#[derive(Clone, Debug, Default)]
pub(super) struct Constants {
    pub integers: Vec<i128>,
    pub floats: Vec<Bits>,
}

impl Constants {
    /// Those of the function itself come first, then those of the user's functions that it may call.
    pub fn of(callee: &Callee<'_>, reached: &Reached) -> Self {
        let module = callee.types.module;
        let users = callee.types.info.user_functions();
        let called = users.iter().filter(|id| reached.functions.contains(id));
        let own = std::iter::once(&callee.function);
        let mut found = Self::default();
        let mut seen = BTreeSet::new();
        for id in own.chain(called) {
            for constant in mentioned(module, *id) {
                if seen.insert(constant) {
                    found.add(&module.consts.get(constant).kind);
                }
            }
        }
        found
    }

    fn add(&mut self, kind: &ConstKind) {
        match kind {
            ConstKind::Int(bits) if (2..=128).contains(&bits.width()) => {
                let value = signed_value(bits.low_u128(), bits.width());
                if self.integers.len() < MAX_CONSTANTS && !self.integers.contains(&value) {
                    self.integers.push(value);
                }
            }
            ConstKind::Float(bits) if self.floats.len() < MAX_CONSTANTS => {
                self.floats.push(bits.clone());
            }
            _ => {}
        }
    }
}

fn mentioned(module: &Module, id: FuncId) -> Vec<ConstId> {
    let function: &Function = &module.functions[id];
    let mut found = Vec::new();
    for inst in function.insts.values() {
        inst.kind.for_each_operand(|value| {
            if let Value::Const(constant) = value {
                found.push(*constant);
            }
        });
        if let InstKind::Switch { cases, .. } = &inst.kind {
            found.extend(cases.iter().map(|case| case.0));
        }
    }
    found
}
