//! The control-flow graph of a function.

use crate::analysis::graph::Graph;
use crate::entity::{BlockId, EntityRef};
use crate::function::Function;

const UNREACHABLE: u32 = u32::MAX;

/// The edges between blocks, with multiplicity: a switch with three cases for one block has three
/// edges to it, and that block's phis have three entries for it.
#[derive(Clone, Debug)]
pub struct Cfg {
    forward: Graph<BlockId>,
    backward: Graph<BlockId>,
    reverse_postorder: Vec<BlockId>,
    /// The position of each block in `reverse_postorder`.
    position: Vec<u32>,
}

impl Cfg {
    /// The graph of `function`. A block without a terminator has no successors.
    pub fn new(function: &Function) -> Self {
        let mut edges = Vec::new();
        for block in function.blocks.keys() {
            let last = function.terminator(block);
            if let Some(inst) = last.and_then(|inst| function.insts.get(inst)) {
                edges.extend(inst.kind.successors().map(|to| (block, to)));
            }
        }
        Self::from_edges(function.blocks.len(), &edges)
    }

    /// A graph given by its edges; the entry is block 0.
    pub fn from_edges(blocks: usize, edges: &[(BlockId, BlockId)]) -> Self {
        let forward = Graph::from_edges(blocks, edges);
        let backward = forward.reversed();
        let mut reverse_postorder = forward.postorder(BlockId::new(0));
        reverse_postorder.reverse();
        let mut position = vec![UNREACHABLE; blocks];
        for (place, block) in reverse_postorder.iter().enumerate() {
            position[block.index()] = place as u32;
        }
        Self {
            forward,
            backward,
            reverse_postorder,
            position,
        }
    }

    /// The number of blocks, reachable or not.
    pub fn len(&self) -> usize {
        self.forward.len()
    }

    pub fn is_empty(&self) -> bool {
        self.forward.is_empty()
    }

    /// The entry; `None` for a declaration.
    pub fn entry(&self) -> Option<BlockId> {
        self.blocks().next()
    }

    pub fn blocks(&self) -> impl Iterator<Item = BlockId> + use<> {
        self.forward.nodes()
    }

    /// One entry per edge, in the order of the terminator.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.forward.successors(block)
    }

    /// One entry per edge, ordered.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        self.backward.successors(block)
    }

    /// Each predecessor once, ordered.
    pub fn distinct_predecessors(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        let runs = self.predecessors(block).chunk_by(|a, b| a == b);
        runs.filter_map(|run| run.first().copied())
    }

    /// Each successor once, ordered.
    pub fn distinct_successors(&self, block: BlockId) -> Vec<BlockId> {
        let mut successors = self.successors(block).to_vec();
        successors.sort_unstable();
        successors.dedup();
        successors
    }

    /// How many edges lead from `from` to `to`.
    pub fn edge_count(&self, from: BlockId, to: BlockId) -> usize {
        let predecessors = self.predecessors(to);
        let start = predecessors.partition_point(|&block| block < from);
        let end = predecessors.partition_point(|&block| block <= from);
        end - start
    }

    /// The blocks that the entry reaches, each before those it dominates.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.reverse_postorder
    }

    /// The position of a block in [`Cfg::reverse_postorder`]; `None` if it is unreachable.
    pub fn position(&self, block: BlockId) -> Option<usize> {
        let place = *self.position.get(block.index())?;
        (place != UNREACHABLE).then_some(place as usize)
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.position(block).is_some()
    }

    /// The edges as a graph.
    pub fn forward(&self) -> &Graph<BlockId> {
        &self.forward
    }

    /// The reversed edges.
    pub fn backward(&self) -> &Graph<BlockId> {
        &self.backward
    }
}
