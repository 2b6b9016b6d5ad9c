//! The control flow of a function as the explorer uses it: the order in which blocks run so that states can be merged, the
//! loops around each block, and the live registers.

use quell_ir::analysis::{Cfg, Dominators, LoopForest, LoopId};
use quell_ir::entity::EntityRef;
use quell_ir::{BlockId, Function, InstKind, LocalId, Module, Value};

use crate::condition::Kept;
use crate::program::op::Code;
use crate::program::promote::{self, Promoted};

/// The control flow of one function.
#[derive(Debug)]
pub struct Flow {
    /// The position of each block in a topological order of all edges but the back edges of loops.
    rank: Vec<u32>,
    /// The loops around each block, outermost first.
    nest: Vec<Vec<LoopId>>,
    /// The header of each loop.
    headers: Vec<BlockId>,
    /// Whether each block is in an irreducible cycle.
    irreducible: Vec<bool>,
    /// The registers that are read before they are written, at the start of each block.
    live: Vec<Registers>,
    /// The index of the first operation of each block.
    starts: Vec<u32>,
}

/// A set of registers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Registers {
    words: Vec<u64>,
}

impl Registers {
    fn new(count: usize) -> Self {
        Self {
            words: vec![0; count.div_ceil(64)],
        }
    }

    fn insert(&mut self, index: usize) {
        if let Some(word) = self.words.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    fn remove(&mut self, index: usize) {
        if let Some(word) = self.words.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    pub fn contains(&self, index: usize) -> bool {
        let word = self.words.get(index / 64).copied().unwrap_or(0);
        word >> (index % 64) & 1 == 1
    }

    /// Adds all of another set; whether that changed anything.
    fn extend(&mut self, other: &Self) -> bool {
        let mut grown = false;
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            grown |= other & !*word != 0;
            *word |= other;
        }
        grown
    }

    pub fn is_within(&self, other: &Self) -> bool {
        let word = |index: usize| other.words.get(index).copied().unwrap_or(0);
        let mut words = self.words.iter().enumerate();
        words.all(|(index, own)| own & !word(index) == 0)
    }
}

impl Flow {
    pub fn new(module: &Module, function: &Function, code: &Code) -> Self {
        Self::observed(module, function, code, &Kept::default())
    }

    /// The control flow of code in which site conditions use further registers.
    pub fn observed(module: &Module, function: &Function, code: &Code, kept: &Kept) -> Self {
        let cfg = Cfg::new(function);
        let dominators = Dominators::new(&cfg);
        let loops = LoopForest::new(&cfg, &dominators);
        let count = function.blocks.len();
        let rank = (0..count).map(|block| {
            let position = cfg.position(BlockId::new(block));
            position.map_or(u32::MAX, |position| position as u32)
        });
        let mut irreducible = vec![false; count];
        for region in loops.irreducible() {
            for block in &region.blocks {
                irreducible[block.index()] = true;
            }
        }
        Self {
            rank: rank.collect(),
            nest: (0..count)
                .map(|block| nest(&loops, BlockId::new(block)))
                .collect(),
            headers: loops.loops().map(|id| loops.header(id)).collect(),
            irreducible,
            live: liveness(module, function, &cfg, kept),
            starts: code.starts.clone(),
        }
    }

    pub fn rank(&self, block: BlockId) -> u32 {
        self.rank[block.index()]
    }

    /// The loops around a block, outermost first.
    pub fn nest(&self, block: BlockId) -> &[LoopId] {
        &self.nest[block.index()]
    }

    pub fn header(&self, id: LoopId) -> BlockId {
        self.headers[id.index()]
    }

    /// Whether a block is the header of the innermost loop around it.
    pub fn begins_iteration(&self, block: BlockId) -> bool {
        let innermost = self.nest(block).last();
        innermost.is_some_and(|innermost| self.header(*innermost) == block)
    }

    pub fn is_irreducible(&self, block: BlockId) -> bool {
        self.irreducible[block.index()]
    }

    pub fn live(&self, block: BlockId) -> &Registers {
        &self.live[block.index()]
    }

    /// The block that an operation is in.
    pub fn block_at(&self, pc: usize) -> BlockId {
        let next = self.starts.partition_point(|&start| start as usize <= pc);
        BlockId::new(next.saturating_sub(1))
    }

    pub fn starts_at(&self, block: BlockId) -> usize {
        self.starts[block.index()] as usize
    }

    /// How often each loop around `to` was unwound after the edge from `from`, where the loops around `from` have the given
    /// counts.
    pub fn unwindings(&self, from: BlockId, to: BlockId, counts: &[u32]) -> Vec<u32> {
        let (old, new) = (self.nest(from), self.nest(to));
        let kept = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let mut result: Vec<u32> = counts.iter().copied().take(kept).collect();
        if let Some(last) = result.last_mut()
            && kept == new.len()
            && self.header(new[kept - 1]) == to
        {
            *last += 1;
        }
        result.resize(new.len(), 0);
        result
    }
}

fn nest(loops: &LoopForest, block: BlockId) -> Vec<LoopId> {
    let mut nest = Vec::new();
    let mut around = loops.innermost(block);
    while let Some(id) = around {
        nest.push(id);
        around = loops.parent(id);
    }
    nest.reverse();
    nest
}

/// The live registers at the start of each block. A variable that was promoted to a register is written by stores and read by
/// loads.
fn liveness(module: &Module, function: &Function, cfg: &Cfg, kept: &Kept) -> Vec<Registers> {
    let mut promoted = promote::find(module, function);
    for &local in &kept.in_memory {
        promoted[local] = None;
    }
    let empty = Registers::new(function.locals.len());
    let mut live = vec![empty; function.blocks.len()];
    let order: Vec<_> = cfg.reverse_postorder().iter().rev().copied().collect();
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order {
            let mut at_end = Registers::new(function.locals.len());
            for &next in cfg.successors(block) {
                at_end.extend(&live[next.index()]);
                read_by_phis(function, block, next, &mut at_end);
            }
            for local in kept.on_edges.get(&block).into_iter().flatten() {
                at_end.insert(local.index());
            }
            let at_start = before((function, kept), &promoted, block, at_end);
            changed |= live[block.index()].extend(&at_start);
        }
    }
    live
}

/// Phis are written and their operands read on the edge into their block: at its start they are live, before the edge they are
/// not.
fn read_by_phis(function: &Function, from: BlockId, to: BlockId, live: &mut Registers) {
    let phis = || {
        let insts = function.blocks[to].insts.iter();
        insts.map_while(|&inst| match &function.insts[inst].kind {
            InstKind::Phi { incoming, .. } => Some((inst, incoming)),
            _ => None,
        })
    };
    for (inst, _) in phis() {
        if let Some(result) = function.insts[inst].result.expand() {
            live.remove(result.index());
        }
    }
    for (_, incoming) in phis() {
        for (value, block) in incoming {
            if let (Value::Local(local), true) = (value, *block == from) {
                live.insert(local.index());
            }
        }
    }
}

fn before(
    (function, kept): (&Function, &Kept),
    promoted: &Promoted,
    block: BlockId,
    mut live: Registers,
) -> Registers {
    for &inst in function.blocks[block].insts.iter().rev() {
        let data = &function.insts[inst];
        if let InstKind::Phi { .. } = data.kind {
            continue;
        }
        let observed = || kept.at_insts.get(&inst).into_iter().flatten();
        observed().for_each(|local| live.insert(local.index()));
        if let Some(result) = data.result.expand() {
            live.remove(result.index());
        }
        let written = match &data.kind {
            InstKind::Store {
                ptr: Value::Local(ptr),
                ..
            } => Some(*ptr).filter(|ptr| is_promoted(promoted, *ptr)),
            _ => None,
        };
        if let Some(variable) = written {
            live.remove(variable.index());
        }
        data.kind.for_each_operand(|value| {
            if let Value::Local(local) = value
                && Some(*local) != written
            {
                live.insert(local.index());
            }
        });
        let result = data.result.expand();
        for local in observed().filter(|local| Some(**local) != result) {
            live.insert(local.index());
        }
    }
    live
}

fn is_promoted(promoted: &Promoted, local: LocalId) -> bool {
    promoted[local].is_some()
}
