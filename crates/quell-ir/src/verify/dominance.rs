//! The rule that every use of a local is dominated by its definition.

use super::error::Violation;
use super::function::{Body, Violations};
use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::entity::{BlockId, InstId, LocalId, SecondaryMap};
use crate::function::{Function, LocalDef};
use crate::inst::{InstKind, Value};

/// The block of an instruction and its index there; none if it is not in a block.
type Position = Option<(BlockId, u32)>;

pub(super) struct Dominance {
    pub(super) cfg: Cfg,
    dominators: Dominators,
    places: SecondaryMap<InstId, Position>,
}

impl Dominance {
    pub(super) fn new(function: &Function) -> Self {
        let cfg = Cfg::new(function);
        let dominators = Dominators::new(&cfg);
        let mut places = SecondaryMap::new();
        for (id, block) in &function.blocks {
            for (index, &inst) in block.insts.iter().enumerate() {
                places[inst] = Some((id, index as u32));
            }
        }
        Self {
            cfg,
            dominators,
            places,
        }
    }

    /// Whether the edge from `from` to `to` is on every path to `block`.
    fn edge_dominates(&self, from: BlockId, to: BlockId, block: BlockId) -> bool {
        let mut others = self.cfg.predecessors(to).iter();
        let is_only_entry =
            others.all(|&other| other == from || self.dominators.dominates(to, other));
        self.dominators.dominates(to, block) && is_only_entry && self.cfg.edge_count(from, to) == 1
    }
}

impl Body<'_> {
    pub(super) fn uses(&self, dominance: &Dominance, violations: &mut Violations) {
        for (id, block) in &self.f.blocks {
            if !dominance.cfg.is_reachable(id) {
                continue;
            }
            for (index, &inst) in block.insts.iter().enumerate() {
                if let Err(violation) = self.uses_of(dominance, (id, index as u32), inst) {
                    violations.push((Some(inst), violation));
                }
            }
        }
    }

    fn uses_of(
        &self,
        dominance: &Dominance,
        place: (BlockId, u32),
        inst: InstId,
    ) -> Result<(), Violation> {
        let kind = &self.f.insts[inst].kind;
        if let InstKind::Phi { incoming, .. } = kind {
            return incoming
                .iter()
                .try_for_each(|&(value, from)| self.phi_use(dominance, place.0, value, from));
        }
        let mut result = Ok(());
        kind.for_each_operand(|&value| {
            if let (Value::Local(local), Ok(())) = (value, &result)
                && !self.reaches(dominance, local, place)
            {
                result = Err(Violation::NotDominated(self.local_name(local)));
            }
        });
        result
    }

    /// A phi uses its values at the end of the predecessors.
    fn phi_use(
        &self,
        dominance: &Dominance,
        block: BlockId,
        value: Value,
        from: BlockId,
    ) -> Result<(), Violation> {
        let Value::Local(local) = value else {
            return Ok(());
        };
        if !dominance.cfg.is_reachable(from) || self.comes_with_edge(local, from, block) {
            return Ok(());
        }
        if self.reaches(dominance, local, (from, u32::MAX)) {
            Ok(())
        } else {
            Err(Violation::NotDominated(self.local_name(local)))
        }
    }

    /// The invoke that defines a local, and its normal destination.
    fn invoke(&self, local: LocalId) -> Option<(InstId, BlockId)> {
        match self.f.locals.get(local)?.def {
            LocalDef::Inst(inst) => match self.f.insts.get(inst)?.kind {
                InstKind::Invoke { normal, .. } => Some((inst, normal)),
                _ => None,
            },
            LocalDef::Param(_) => None,
        }
    }

    /// Whether a local is the result of an invoke at the end of `from` with the normal destination `block`.
    fn comes_with_edge(&self, local: LocalId, from: BlockId, block: BlockId) -> bool {
        let invoke = self.invoke(local);
        invoke
            .is_some_and(|(inst, normal)| normal == block && self.f.terminator(from) == Some(inst))
    }

    /// Whether the definition of `local` is on every path to a use.
    fn reaches(&self, dominance: &Dominance, local: LocalId, place: (BlockId, u32)) -> bool {
        let Some(local_data) = self.f.locals.get(local) else {
            return false;
        };
        let LocalDef::Inst(definition) = local_data.def else {
            return true;
        };
        let Some((block, index)) = dominance.places[definition] else {
            return false;
        };
        if !dominance.cfg.is_reachable(block) {
            return false;
        }
        if let Some((_, normal)) = self.invoke(local) {
            return dominance.edge_dominates(block, normal, place.0);
        }
        if block == place.0 {
            index < place.1
        } else {
            dominance.dominators.dominates(block, place.0)
        }
    }
}
