//! Edits that leave out code whose result a mutant does not use.
//!
//! `t[i] < 3` as `1` reads no element. Leaving out the load is an edit of its own. It infects nothing by itself: only the other
//! edits of the mutant decide whether a run infects it.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::{Function, InstId, InstKind, LocalId, Value};

use crate::condition::is_computation;
use crate::edit::{Change, Edit, Replacement};

/// The users of each local of a function.
pub(crate) type Users = BTreeMap<LocalId, Vec<InstId>>;

pub(crate) fn users_of(function: &Function) -> Users {
    let mut users = Users::new();
    for block in function.blocks.values() {
        for &inst in &block.insts {
            function.insts[inst].kind.for_each_operand(|&value| {
                if let Value::Local(local) = value {
                    users.entry(local).or_default().push(inst);
                }
            });
        }
    }
    users
}

/// Where the edits of a mutant leave out a read or a division whose result nothing in the mutant uses.
pub(crate) fn idle(function: &Function, users: &Users, edits: &[Edit]) -> Vec<InstId> {
    if edits.len() < 2 {
        return Vec::new();
    }
    let mutant = Mutated {
        function,
        users,
        edits: edits.iter().map(|edit| (edit.at, &edit.change)).collect(),
    };
    let left_out = edits.iter().filter(|edit| mutant.is_left_out(edit));
    let at = left_out.map(|edit| edit.at);
    at.filter(|&at| mutant.is_unused(at)).collect()
}

struct Mutated<'a> {
    function: &'a Function,
    users: &'a Users,
    edits: BTreeMap<InstId, &'a Change>,
}

impl Mutated<'_> {
    fn is_left_out(&self, edit: &Edit) -> bool {
        let kind = &self.function.insts[edit.at].kind;
        let only_a_value = match kind {
            InstKind::Load { access, .. } => !access.volatile && access.ordering.is_none(),
            InstKind::Binary { .. } => true,
            _ => false,
        };
        let nothing = matches!(&edit.change, Change::Replace(new) if new.code.is_empty());
        only_a_value && nothing
    }

    /// Whether nothing observable depends on the result of an instruction. Code without loops is followed.
    fn is_unused(&self, inst: InstId) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![inst];
        while let Some(inst) = open.pop() {
            let Some(result) = self.function.insts[inst].result.expand() else {
                return false;
            };
            if self.edits.values().any(|change| mentions(change, result)) {
                return false;
            }
            for &user in self.users.get(&result).map_or(&[][..], Vec::as_slice) {
                match self.edits.get(&user) {
                    Some(Change::Incoming { .. }) => return false,
                    // The new code does not use the result.
                    Some(_) => {}
                    None if !is_computation(&self.function.insts[user].kind) => return false,
                    None if seen.insert(user) => open.push(user),
                    None => {}
                }
            }
        }
        true
    }
}

/// Whether the new code of a change uses a value.
fn mentions(change: &Change, local: LocalId) -> bool {
    let in_code = |new: &Replacement| {
        let mut found = new.result == Some(Value::Local(local));
        for inst in &new.code {
            inst.kind
                .for_each_operand(|&value| found |= value == Value::Local(local));
        }
        found
    };
    match change {
        Change::Replace(new) | Change::Return(new) => in_code(new),
        Change::Incoming { value, .. } => in_code(value),
        Change::Jump(_) => false,
    }
}
