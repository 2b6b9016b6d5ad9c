//! Return values of external functions as inputs: one for each of the first calls.

use quell_bits::Bits;
use quell_ir::{FuncId, InstKind, Module};

use super::build::{Builder, Built};
use super::leaf::Valid;
use super::plan::Plan;
use super::reached::Reached;
use crate::annotations;
use crate::outside::OutsideResult;

impl Builder<'_, '_> {
    /// The results of the external functions that the function may call, by their symbols.
    pub fn outside(&mut self, reached: &Reached) -> Built<Vec<(String, Vec<Plan>)>> {
        let callee = self.callee;
        let module = self.types.module;
        let mut plans = Vec::new();
        for symbol in &callee.outside {
            let Some(id) = module.find_function(symbol) else {
                continue;
            };
            let result = OutsideResult::of(module, &module.functions[id]);
            let OutsideResult::Number { kind, width } = result else {
                continue;
            };
            if !reached.functions.contains(&id) && !self.callbacks.contains(symbol) {
                continue;
            }
            self.place = format!("what `{symbol}` returns");
            let mut results = Vec::new();
            for call in 0..self.settings.calls.max(sites(module, id)) {
                let at = self.root(format!("{symbol}()[{call}]"));
                let leaf = self.leaf(&at, at.path.clone(), (kind.clone(), width), Valid::Any)?;
                if annotations::is_input(module, id) {
                    self.found.requested.insert(leaf);
                }
                let kind = kind.clone();
                results.push(Plan::Leaf { leaf, kind });
            }
            plans.push((symbol.clone(), results));
        }
        Ok(plans)
    }
}

/// The number of calls of a function in the code: each gets a separate value.
fn sites(module: &Module, function: FuncId) -> u32 {
    let insts = module.functions.values().flat_map(|of| of.insts.values());
    let calls = insts.filter(|inst| match &inst.kind {
        InstKind::Call(call) => module.direct_callee(call) == Some(function),
        _ => false,
    });
    u32::try_from(calls.count()).unwrap_or(u32::MAX)
}

/// The results without trailing zeros, which need not be given.
pub(super) fn said<'p>(results: &'p [Plan], values: &[Bits]) -> &'p [Plan] {
    let is_zero = |plan: &Plan| match plan {
        Plan::Leaf { leaf, .. } => values.get(*leaf).is_none_or(Bits::is_zero),
        _ => false,
    };
    let last = results.iter().rposition(|plan| !is_zero(plan));
    &results[..last.map_or(0, |last| last + 1)]
}
