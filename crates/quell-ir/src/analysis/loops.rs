//! Natural loops and their nesting, and the cycles that are not natural loops.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::graph::Graph;
use crate::entity::{BlockId, EntityRef, PrimaryMap, entity_impl};

/// A natural loop of one function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoopId(u32);
entity_impl!(LoopId, "loop");

/// The natural loops of a function. Loops with one header are one loop; two loops are either
/// nested or disjoint, and outer ones have the smaller id.
#[derive(Clone, Debug)]
pub struct LoopForest {
    loops: PrimaryMap<LoopId, Loop>,
    innermost: Vec<Option<LoopId>>,
    /// All blocks in loops, ordered such that the body of every loop is contiguous.
    blocks: Vec<BlockId>,
    irreducible: Vec<IrreducibleRegion>,
}

#[derive(Clone, Debug)]
struct Loop {
    header: BlockId,
    latches: Vec<BlockId>,
    parent: Option<LoopId>,
    depth: u32,
    /// The range of the body in `LoopForest::blocks`.
    start: usize,
    end: usize,
    /// One more than the greatest id among the loops nested in this one.
    last: u32,
}

/// A strongly connected set of blocks without a header that dominates the others: it can be entered
/// at several blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrreducibleRegion {
    /// Ordered.
    pub blocks: Vec<BlockId>,
    /// The blocks of the region that are reached from outside it, ordered.
    pub entries: Vec<BlockId>,
}

impl LoopForest {
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Self {
        Discovery::new(cfg, dominators).run().into_forest()
    }

    /// All loops, outer before inner.
    pub fn loops(&self) -> impl Iterator<Item = LoopId> + use<> {
        self.loops.keys()
    }

    pub fn len(&self) -> usize {
        self.loops.len()
    }

    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The innermost loop around `block`.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost.get(block.index()).copied().flatten()
    }

    /// How many loops are around `block`.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.loops[id].depth)
    }

    /// The loop whose header is `block`.
    pub fn headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.innermost(block).filter(|&id| self.header(id) == block)
    }

    /// The block through which the loop is entered, and which dominates its body.
    pub fn header(&self, id: LoopId) -> BlockId {
        self.loops[id].header
    }

    /// The blocks with an edge back to the header, ordered, each once.
    pub fn latches(&self, id: LoopId) -> &[BlockId] {
        &self.loops[id].latches
    }

    /// All blocks of the loop and those in it, the header first.
    pub fn body(&self, id: LoopId) -> &[BlockId] {
        let of = &self.loops[id];
        &self.blocks[of.start..of.end]
    }

    /// The loop directly around this one.
    pub fn parent(&self, id: LoopId) -> Option<LoopId> {
        self.loops[id].parent
    }

    /// 1 for an outermost loop.
    pub fn loop_depth(&self, id: LoopId) -> u32 {
        self.loops[id].depth
    }

    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        let inside = |inner: LoopId| id <= inner && inner.as_u32() < self.loops[id].last;
        self.innermost(block).is_some_and(inside)
    }

    /// The edges that leave the loop, from a block in it to one outside.
    pub fn exits(&self, cfg: &Cfg, id: LoopId) -> Vec<(BlockId, BlockId)> {
        let edges = self.body(id).iter().flat_map(|&from| {
            let targets = cfg.distinct_successors(from).into_iter();
            targets.map(move |to| (from, to))
        });
        edges.filter(|&(_, to)| !self.contains(id, to)).collect()
    }

    /// Cycles that are not natural loops; structured source compiles to none.
    pub fn irreducible(&self) -> &[IrreducibleRegion] {
        &self.irreducible
    }
}

/// A discovered loop, identified by its position among all discovered loops.
#[derive(Debug)]
struct DiscoveredLoop {
    header: BlockId,
    latches: Vec<BlockId>,
    parent: Option<usize>,
}

/// Finds loops from the inside out: visits headers in reverse preorder of the dominator tree, and
/// walks backwards from the latches, skipping over loops found before.
struct Discovery<'a> {
    cfg: &'a Cfg,
    dominators: &'a Dominators,
    found: Vec<DiscoveredLoop>,
    innermost: Vec<Option<usize>>,
    /// For each loop, a loop around it on the path to the outermost one known: a union-find forest.
    shortcut: Vec<usize>,
}

impl<'a> Discovery<'a> {
    fn new(cfg: &'a Cfg, dominators: &'a Dominators) -> Self {
        Self {
            cfg,
            dominators,
            found: Vec::new(),
            innermost: vec![None; cfg.len()],
            shortcut: Vec::new(),
        }
    }

    fn run(mut self) -> Self {
        for &header in self.dominators.preorder().iter().rev() {
            let preds = self.cfg.distinct_predecessors(header);
            let latches: Vec<BlockId> = preds
                .filter(|&pred| is_back_edge(self.dominators, pred, header))
                .collect();
            if !latches.is_empty() {
                self.collect(header, latches);
            }
        }
        self
    }

    /// Collects the blocks from which a latch is reachable without the header.
    fn collect(&mut self, header: BlockId, latches: Vec<BlockId>) {
        let id = self.found.len();
        let mut work = latches.clone();
        self.shortcut.push(id);
        self.found.push(DiscoveredLoop {
            header,
            latches,
            parent: None,
        });
        while let Some(block) = work.pop() {
            let Some(entered) = self.claim(block, id) else {
                continue;
            };
            if entered != header {
                let preds = self.cfg.distinct_predecessors(entered);
                work.extend(preds.filter(|&pred| self.cfg.is_reachable(pred)));
            }
        }
    }

    /// Makes `block`, or the outermost loop around it, part of loop `id`. Returns the block from which
    /// the walk continues; none if it is part of the loop already.
    fn claim(&mut self, block: BlockId, id: usize) -> Option<BlockId> {
        let Some(inner) = self.innermost[block.index()] else {
            self.innermost[block.index()] = Some(id);
            return Some(block);
        };
        let outermost = self.outermost(inner);
        if outermost == id {
            return None;
        }
        self.found[outermost].parent = Some(id);
        self.shortcut[outermost] = id;
        Some(self.found[outermost].header)
    }

    /// The outermost loop known so far around loop `id`; halves the path to it.
    fn outermost(&mut self, mut id: usize) -> usize {
        while self.shortcut[id] != id {
            self.shortcut[id] = self.shortcut[self.shortcut[id]];
            id = self.shortcut[id];
        }
        id
    }

    /// Numbers the loops so that nested loops directly follow the loop around them, and lays out their
    /// bodies.
    fn into_forest(mut self) -> LoopForest {
        let numbering = Numbering::new(&self.found);
        let rename = |old: usize| LoopId::new(numbering.id[old]);
        let innermost: Vec<_> = self.innermost.iter().map(|of| of.map(rename)).collect();
        let (blocks, starts) = lay_out(self.cfg, self.found.len(), &innermost);
        let mut loops: PrimaryMap<LoopId, Loop> = PrimaryMap::with_capacity(self.found.len());
        for old in numbering.order() {
            let parent = self.found[old].parent.map(rename);
            let last = loops.len() + numbering.size[old];
            loops.push(Loop {
                header: self.found[old].header,
                latches: std::mem::take(&mut self.found[old].latches),
                parent,
                depth: parent.map_or(0, |parent| loops[parent].depth) + 1,
                start: starts[loops.len()],
                end: starts[last],
                last: last as u32,
            });
        }
        LoopForest {
            loops,
            innermost,
            blocks,
            irreducible: irreducible_regions(self.cfg, self.dominators),
        }
    }
}

fn is_back_edge(dominators: &Dominators, from: BlockId, to: BlockId) -> bool {
    dominators.is_reachable(from) && dominators.dominates(to, from)
}

/// Preorder numbers of the discovered loops, among which inner ones come first.
struct Numbering {
    id: Vec<usize>,
    /// How many loops a loop contains, itself included.
    size: Vec<usize>,
}

impl Numbering {
    fn new(found: &[DiscoveredLoop]) -> Self {
        let mut size = vec![1; found.len()];
        for (inner, of) in found.iter().enumerate() {
            if let Some(outer) = of.parent {
                size[outer] += size[inner];
            }
        }
        let mut id = vec![0; found.len()];
        let mut next_root = 0;
        let mut next_child = vec![0; found.len()];
        for (at, of) in found.iter().enumerate().rev() {
            let next = match of.parent {
                Some(outer) => &mut next_child[outer],
                None => &mut next_root,
            };
            id[at] = *next;
            *next += size[at];
            next_child[at] = id[at] + 1;
        }
        Self { id, size }
    }

    /// The positions of the loops in the order of their numbers.
    fn order(&self) -> Vec<usize> {
        let mut order = vec![0; self.id.len()];
        for (at, &id) in self.id.iter().enumerate() {
            order[id] = at;
        }
        order
    }
}

/// The blocks in loops ordered by innermost loop, then in reverse postorder (which puts headers
/// first), and where the blocks of each loop begin.
fn lay_out(cfg: &Cfg, loops: usize, innermost: &[Option<LoopId>]) -> (Vec<BlockId>, Vec<usize>) {
    let in_loops = |&block: &BlockId| innermost[block.index()].map(|id| (id.index(), block));
    let mut placed: Vec<(usize, BlockId)> = cfg
        .reverse_postorder()
        .iter()
        .filter_map(in_loops)
        .collect();
    placed.sort_by_key(|of| of.0);
    let starts = (0..=loops).map(|id| placed.partition_point(|of| of.0 < id));
    let starts = starts.collect();
    (placed.into_iter().map(|of| of.1).collect(), starts)
}

/// The cycles that remain without the back edges.
fn irreducible_regions(cfg: &Cfg, dominators: &Dominators) -> Vec<IrreducibleRegion> {
    let kept = |&(from, to): &(BlockId, BlockId)| {
        cfg.is_reachable(from) && !dominators.dominates(to, from)
    };
    let edges: Vec<_> = cfg.forward().edges().filter(kept).collect();
    let sccs = Graph::from_edges(cfg.len(), &edges).sccs();
    let outside = |from: BlockId, to: BlockId| {
        cfg.is_reachable(from) && sccs.component(from) != sccs.component(to)
    };
    let is_entry = |block: BlockId| {
        let mut preds = cfg.predecessors(block).iter();
        preds.any(|&pred| outside(pred, block))
    };
    let region = |members: &[BlockId]| {
        let mut blocks = members.to_vec();
        blocks.sort_unstable();
        let entries = blocks.iter().copied().filter(|&block| is_entry(block));
        IrreducibleRegion {
            entries: entries.collect(),
            blocks,
        }
    };
    let cyclic = sccs.iter().filter(|members| members.len() > 1);
    let mut regions: Vec<_> = cyclic.map(region).collect();
    regions.sort_by(|a, b| a.blocks.cmp(&b.blocks));
    regions
}
