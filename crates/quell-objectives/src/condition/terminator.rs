//! Whether two terminators lead to different blocks.

use std::collections::BTreeSet;

use quell_ir::{BlockId, InstKind, Value};

use super::Condition;

/// When control goes elsewhere by the one than by the other; none for terminators that are not followed.
pub(super) fn lead_elsewhere(old: &InstKind, new: &InstKind) -> Option<Condition> {
    if let (
        InstKind::CondBr {
            cond: a,
            then: b,
            otherwise: c,
        },
        InstKind::CondBr {
            cond: x,
            then: y,
            otherwise: z,
        },
    ) = (old, new)
        && (b, c) == (y, z)
    {
        return Some(match b == c || a == x {
            true => Condition::Never,
            false => Condition::Differ(*a, *x),
        });
    }
    let targets: BTreeSet<BlockId> = old.successors().collect();
    let mut together = Condition::Never;
    for block in targets {
        let both = leads_to(old, block)?.and(leads_to(new, block)?);
        together = together.or(both);
    }
    Some(together.negated())
}

/// When a terminator leads to a block.
pub(super) fn leads_to(end: &InstKind, block: BlockId) -> Option<Condition> {
    match end {
        InstKind::Br { dest } => Some(known(*dest == block)),
        InstKind::CondBr {
            cond,
            then,
            otherwise,
        } => {
            let then = known(*then == block).and(Condition::Holds(*cond));
            let otherwise = known(*otherwise == block).and(Condition::Holds(*cond).negated());
            Some(then.or(otherwise))
        }
        InstKind::Switch {
            value,
            default,
            cases,
        } => {
            let equals = |case| Condition::Differ(*value, Value::Const(case)).negated();
            let cases_of = |wanted: &dyn Fn(BlockId) -> bool| {
                let cases = cases.iter().filter(|(_, to)| wanted(*to));
                cases.fold(Condition::Never, |any, (case, _)| any.or(equals(*case)))
            };
            let by_case = cases_of(&|to| to == block);
            let by_default = known(*default == block).and(cases_of(&|_| true).negated());
            Some(by_case.or(by_default))
        }
        _ => None,
    }
}

fn known(holds: bool) -> Condition {
    match holds {
        true => Condition::Always,
        false => Condition::Never,
    }
}
