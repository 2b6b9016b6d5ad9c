//! Variables of Rust that never change: rustc keeps them in registers, and stores each once into a slot that only debuggers read.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::opcode::CastOp;
use quell_ir::{InstId, InstKind, LocalId, Type, Value};
use quell_source::{Kind, NodeId};

use super::{Candidate, Definition, Search, UseSite, Variable, sorted};

impl Search<'_, '_> {
    /// A variable of Rust that never changes: it is defined where its register is stored for debuggers, and each instruction
    /// that takes the register is a use. None if one of them is not known.
    pub(super) fn of_register(&self, candidate: &Candidate, slot: LocalId) -> Option<Variable> {
        let aligner = self.aligner;
        let (spill, register) = self.spilled(slot)?;
        let own = |value: Value| value == Value::Local(register);
        let sites = aligner.found.values.iter().filter(|site| own(site.value));
        let mut known: BTreeSet<InstId> = aligner.tests.clone();
        let mut uses: BTreeMap<NodeId, Vec<InstId>> = BTreeMap::new();
        for site in sites.filter(|site| aligner.tree.kind(site.node) == Kind::Name) {
            // Before a phi nothing can be looked at.
            if matches!(aligner.kind_of(site.at.inst), InstKind::Phi { .. }) {
                return None;
            }
            known.insert(site.at.inst);
            if self.is_name(site.node, candidate) {
                let reads = uses.entry(site.node).or_default();
                reads.push(site.at.inst);
            }
        }
        let users = aligner.users.get(&register).into_iter().flatten();
        let mut users = users.map(|user| user.inst);
        let is_whole = users.all(|inst| known.contains(&inst) || self.is_for_debuggers(inst));
        let node = match candidate.is_parameter {
            true => self.parameter(candidate),
            false => self.written(candidate, spill),
        };
        let definition = Definition {
            node: node.filter(|_| is_whole)?,
            writes: vec![spill],
            is_parameter: candidate.is_parameter,
        };
        let uses = sorted(self, uses).into_iter();
        Some(Variable {
            name: candidate.name.clone(),
            definitions: vec![definition],
            uses: uses.map(|(node, reads)| UseSite { node, reads }).collect(),
            kills: Vec::new(),
        })
    }

    /// Whether an instruction only stores a value where debuggers find it.
    fn is_for_debuggers(&self, inst: InstId) -> bool {
        let stores = |inst: InstId| match *self.aligner.kind_of(inst) {
            InstKind::Store { ptr, .. } => self.is_spill_at(ptr),
            _ => false,
        };
        let is_cast = matches!(self.aligner.kind_of(inst), InstKind::Cast { .. });
        let mut users = self.aligner.users_of(inst).iter();
        stores(inst) || is_cast && users.all(|user| stores(user.inst))
    }

    /// The one store into a slot for debuggers, and the register that it shows; a truth value is stored as a byte.
    fn spilled(&self, slot: LocalId) -> Option<(InstId, LocalId)> {
        let aligner = self.aligner;
        let users = aligner.users.get(&slot)?;
        let mut stores = users
            .iter()
            .filter_map(|user| match *aligner.kind_of(user.inst) {
                InstKind::Store { value, .. } => Some((user.inst, value)),
                _ => None,
            });
        let (spill, value) = stores.next().filter(|_| stores.next().is_none())?;
        let made = aligner.def(value).map(|def| aligner.kind_of(def));
        let shown = match made {
            Some(InstKind::Cast {
                op: CastOp::ZExt,
                arg,
                ..
            }) if self.is_bit(*arg) => *arg,
            _ => value,
        };
        match shown {
            Value::Local(register) => Some((spill, register)),
            _ => None,
        }
    }

    fn is_bit(&self, value: Value) -> bool {
        let ty = self.aligner.type_of(value);
        ty.is_some_and(|ty| *self.aligner.module.types.get(ty) == Type::Int(1))
    }

    fn is_spill_at(&self, pointer: Value) -> bool {
        matches!(pointer, Value::Local(slot) if self.is_spill(slot))
    }
}
