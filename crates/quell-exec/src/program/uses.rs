//! The uses of locals: in which block, and at which position in it.

use quell_ir::entity::{EntityRef, SecondaryMap};
use quell_ir::function::LocalDef;
use quell_ir::opcode::BinOp;
use quell_ir::rules::LanguageRule;
use quell_ir::{BlockId, Function, InstId, InstKind, LocalId, Value};

use super::rules::pointer_of;

/// The uses of one local.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uses {
    pub count: u32,
    /// The block that contains all uses, if there is one. A use by a phi belongs to no block.
    block: Option<BlockId>,
    scattered: bool,
    /// The position of the last use in that block.
    pub last: u32,
}

impl Uses {
    /// Whether all uses are in `block`.
    pub fn only_in(&self, block: BlockId) -> bool {
        !self.scattered && self.block == Some(block)
    }

    fn note(&mut self, block: BlockId, position: u32) {
        self.count += 1;
        self.scattered |= self.block.is_some_and(|known| known != block);
        self.block = Some(block);
        self.last = position;
    }
}

pub fn collect(function: &Function) -> SecondaryMap<LocalId, Uses> {
    let mut uses: SecondaryMap<LocalId, Uses> = SecondaryMap::with_capacity(function.locals.len());
    for (block, data) in function.blocks.iter() {
        for (position, &inst) in data.insts.iter().enumerate() {
            let kind = &function.insts[inst].kind;
            let phi = matches!(kind, InstKind::Phi { .. });
            let mut note = |value: Value| {
                if let Value::Local(local) = value
                    && local.index() < function.locals.len()
                {
                    uses[local].note(block, position as u32);
                    uses[local].scattered |= phi;
                }
            };
            kind.for_each_operand(|&value| note(value));
            for_each_ruled(function, inst, note);
        }
    }
    uses
}

/// The rules that the front end attached to an instruction.
pub fn rules_of(function: &Function, inst: InstId) -> &[(InstId, LanguageRule)] {
    let rules = &function.rules;
    let start = rules.partition_point(|rule| rule.0 < inst);
    let end = rules.partition_point(|rule| rule.0 <= inst);
    rules.get(start..end).unwrap_or_default()
}

/// Notes the values that the rules of an instruction read: see `rules`.
fn for_each_ruled(function: &Function, inst: InstId, mut note: impl FnMut(Value)) {
    for (_, rule) in rules_of(function, inst) {
        match *rule {
            LanguageRule::ShiftDistance(value) | LanguageRule::UnsignedIndex(value) => note(value),
            LanguageRule::Subscript { index, extent, .. } => {
                [index, extent].into_iter().for_each(&mut note)
            }
            LanguageRule::SignedShiftLeft => {}
        }
    }
    if let InstKind::Binary {
        op: BinOp::Sub,
        lhs,
        rhs,
        ..
    } = &function.insts[inst].kind
    {
        let converted = |value: &Value| {
            let Value::Local(local) = value else {
                return None;
            };
            match function.locals.get(*local)?.def {
                LocalDef::Inst(inst) => pointer_of(&function.insts[inst].kind),
                LocalDef::Param(_) => None,
            }
        };
        [lhs, rhs].into_iter().filter_map(converted).for_each(note);
    }
}
