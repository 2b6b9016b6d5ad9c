//! What C requires beyond the IR: attaches [`LanguageRule`]s to instructions.
//!
//! * `shifts`: distances, and left shifts of signed numbers.
//! * `indices`: indices of unsigned types.
//!
//! The yardstick is clang's `-fsanitize=shift,pointer-overflow`.

mod indices;
mod shifts;

use quell_ir::{FuncId, InstId, LanguageRule, LanguageRules, Module};
use quell_source::Language;

use crate::align::Aligner;
use crate::generate::tree_of;
use crate::sources::Sources;
use crate::support;

/// What signed overflow means for the compiler: `-fwrapv` makes it wrap, and left shifts of negative numbers defined, and
/// pointer arithmetic that wraps around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignedOverflow {
    Undefined,
    Wraps,
}

/// A rule before its constants are in the module.
enum Found {
    Rule(LanguageRule),
    /// A constant distance that the shift cannot have.
    Distance(i64),
}

/// Attaches the rules of C to the functions of the user.
pub fn language_rules(module: &mut Module, sources: &Sources, overflow: SignedOverflow) {
    let users = quell_ir::debug::DebugInfo::new(module).user_functions();
    for id in users {
        let found = rules_of(module, sources, id, overflow);
        let rules: LanguageRules = found
            .into_iter()
            .map(|(inst, found)| match found {
                Found::Rule(rule) => (inst, rule),
                Found::Distance(number) => {
                    let number = support::int(module, 64, number);
                    (inst, LanguageRule::ShiftDistance(number))
                }
            })
            .collect();
        module.functions[id].rules = rules;
    }
}

fn rules_of(
    module: &Module,
    sources: &Sources,
    id: FuncId,
    overflow: SignedOverflow,
) -> Vec<(InstId, Found)> {
    let function = &module.functions[id];
    let shifts = shifts::shifts(function);
    let addresses = match overflow {
        SignedOverflow::Undefined => indices::addresses(module, function),
        SignedOverflow::Wraps => Vec::new(),
    };
    let tree = tree_of(module, sources, id).ok();
    let tree = tree.filter(|tree| tree.language() == Language::C);
    let Some(tree) = tree.filter(|_| !shifts.is_empty() || !addresses.is_empty()) else {
        return Vec::new();
    };
    let aligner = Aligner::run(module, id, tree);
    let mut found = shifts::rules(&aligner, &shifts, overflow);
    found.extend(indices::rules(&aligner, &addresses));
    found.sort_by_key(|(inst, _)| *inst);
    found
}
