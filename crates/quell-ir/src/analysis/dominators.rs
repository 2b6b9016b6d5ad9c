//! Dominators and post-dominators of blocks.

use crate::analysis::cfg::Cfg;
use crate::analysis::graph::Graph;
use crate::entity::{BlockId, EntityRef};

/// Block `a` dominates block `b` if every path from the entry to `b` contains `a`.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: DominatorTree<BlockId>,
}

impl Dominators {
    pub fn new(cfg: &Cfg) -> Self {
        let entry = BlockId::new(0);
        Self {
            tree: DominatorTree::new(cfg.forward(), cfg.backward(), entry),
        }
    }

    /// The closest strict dominator; `None` for the entry and for unreachable blocks.
    pub fn idom(&self, block: BlockId) -> Option<BlockId> {
        self.tree.parent(block)
    }

    /// Whether `a` dominates `b`. A block dominates itself, and every block dominates an
    /// unreachable one, to which no path leads.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        !self.tree.contains(b) || self.tree.is_ancestor(a, b)
    }

    pub fn strictly_dominates(&self, a: BlockId, b: BlockId) -> bool {
        a != b && self.dominates(a, b)
    }

    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.tree.contains(block)
    }

    /// The blocks whose immediate dominator is `block`.
    pub fn children(&self, block: BlockId) -> &[BlockId] {
        self.tree.children(block)
    }

    /// The reachable blocks, each after its immediate dominator.
    pub fn preorder(&self) -> &[BlockId] {
        &self.tree.order
    }
}

/// Block `a` post-dominates block `b` if every path from `b` to the end contains `a`.
///
/// The end is a virtual block after all blocks without successors. One block of each endless loop,
/// the first in reverse postorder, has an edge to the end too: so every block has a path to the end,
/// and paths in the body of an endless loop have post-dominators where they merge.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: DominatorTree<BlockId>,
    exit: BlockId,
    ends: Vec<BlockId>,
}

impl PostDominators {
    pub fn new(cfg: &Cfg) -> Self {
        let exit = BlockId::new(cfg.len());
        let ends = ends(cfg);
        let mut edges: Vec<_> = cfg.forward().edges().collect();
        edges.extend(ends.iter().map(|&end| (end, exit)));
        let towards_exit = Graph::from_edges(cfg.len() + 1, &edges);
        let from_exit = towards_exit.reversed();
        Self {
            tree: DominatorTree::new(&from_exit, &towards_exit, exit),
            exit,
            ends,
        }
    }

    /// The closest strict post-dominator; `None` if that is the virtual end.
    pub fn ipdom(&self, block: BlockId) -> Option<BlockId> {
        self.tree
            .parent(block)
            .filter(|&parent| parent != self.exit)
    }

    /// Whether `a` post-dominates `b`; a block post-dominates itself.
    pub fn post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.tree.is_ancestor(a, b)
    }

    /// The blocks whose immediate post-dominator is `block`.
    pub fn children(&self, block: BlockId) -> &[BlockId] {
        self.tree.children(block)
    }

    /// The blocks with an edge to the end: those without successors, and one of each endless loop.
    pub fn ends(&self) -> &[BlockId] {
        &self.ends
    }
}

/// One block of every component without edges to other components: all blocks without successors,
/// and of an endless loop the first block in reverse postorder.
fn ends(cfg: &Cfg) -> Vec<BlockId> {
    let sccs = cfg.forward().sccs();
    let stays = |(index, members): &(usize, &[BlockId])| {
        let mut targets = members.iter().flat_map(|&block| cfg.successors(block));
        targets.all(|&to| sccs.component(to) == *index)
    };
    let first = |members: &[BlockId]| {
        let rank = |block: BlockId| (cfg.position(block).unwrap_or(usize::MAX), block);
        members.iter().copied().min_by_key(|&block| rank(block))
    };
    let terminal = sccs.iter().enumerate().filter(stays);
    let mut ends: Vec<_> = terminal.filter_map(|(_, members)| first(members)).collect();
    ends.sort_unstable();
    ends
}

const NONE: u32 = u32::MAX;

/// The dominator tree of a graph, with preorder intervals for ancestry queries in constant time.
#[derive(Clone, Debug)]
struct DominatorTree<N> {
    /// Reached nodes, each after its parent.
    order: Vec<N>,
    parent: Vec<Option<N>>,
    children: Graph<N>,
    /// Preorder number in the tree; `NONE` for unreachable nodes.
    first: Vec<u32>,
    /// The number after the last one of the subtree.
    end: Vec<u32>,
}

impl<N: EntityRef> DominatorTree<N> {
    fn new(forward: &Graph<N>, backward: &Graph<N>, root: N) -> Self {
        let spanning = SpanningTree::new(forward, root);
        let idom = Semidominators::new(&spanning).run(backward);
        let order = spanning.order;
        let mut parent = vec![None; forward.len()];
        for (number, node) in order.iter().enumerate().skip(1) {
            parent[node.index()] = Some(order[idom[number] as usize]);
        }
        let edge = |&node: &N| parent[node.index()].map(|parent| (parent, node));
        let edges: Vec<(N, N)> = order.iter().filter_map(edge).collect();
        let (first, end) = intervals(forward.len(), &order, &idom);
        Self {
            children: Graph::from_edges(forward.len(), &edges),
            order,
            parent,
            first,
            end,
        }
    }

    fn contains(&self, node: N) -> bool {
        self.first.get(node.index()).is_some_and(|&n| n != NONE)
    }

    fn parent(&self, node: N) -> Option<N> {
        self.parent.get(node.index()).copied().flatten()
    }

    fn children(&self, node: N) -> &[N] {
        self.children.successors(node)
    }

    fn is_ancestor(&self, a: N, b: N) -> bool {
        let (a, b) = (a.index(), b.index());
        match (self.first.get(a), self.first.get(b)) {
            (Some(&above), Some(&below)) if above != NONE && below != NONE => {
                above <= below && below < self.end[a]
            }
            _ => false,
        }
    }
}

/// Preorder intervals of the tree given by `idom`, whose nodes are positions in `order`. Parents
/// precede children in `order`, so no traversal is needed.
fn intervals<N: EntityRef>(len: usize, order: &[N], idom: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut size = vec![1u32; order.len()];
    for number in (1..order.len()).rev() {
        size[idom[number] as usize] += size[number];
    }
    let (mut first, mut end) = (vec![NONE; len], vec![NONE; len]);
    // Where the next child of each node begins.
    let mut next = vec![0u32; order.len()];
    for (number, node) in order.iter().enumerate() {
        let start = match number {
            0 => 0,
            _ => {
                let free = &mut next[idom[number] as usize];
                let start = *free;
                *free += size[number];
                start
            }
        };
        next[number] = start + 1;
        first[node.index()] = start;
        end[node.index()] = start + size[number];
    }
    (first, end)
}

/// A depth-first spanning tree, nodes by order of discovery.
struct SpanningTree<N> {
    order: Vec<N>,
    number: Vec<u32>,
    /// Number of the parent, by number.
    parent: Vec<u32>,
}

impl<N: EntityRef> SpanningTree<N> {
    fn new(graph: &Graph<N>, root: N) -> Self {
        let mut tree = Self {
            order: Vec::new(),
            number: vec![NONE; graph.len()],
            parent: Vec::new(),
        };
        let mut work = vec![(root, 0)];
        while let Some((node, parent)) = work.pop() {
            match tree.number.get_mut(node.index()) {
                Some(number) if *number == NONE => *number = tree.order.len() as u32,
                _ => continue,
            }
            let number = tree.order.len() as u32;
            tree.order.push(node);
            tree.parent.push(parent);
            work.extend(graph.successors(node).iter().map(|&next| (next, number)));
        }
        tree
    }
}

/// The algorithm of Lengauer and Tarjan with path compression: O(m log n). Nodes are identified by
/// their numbers in the spanning tree.
struct Semidominators<'t, N> {
    tree: &'t SpanningTree<N>,
    semi: Vec<u32>,
    /// The node with the least semidominator on the compressed path upwards.
    label: Vec<u32>,
    /// The forest of processed nodes; `NONE` at its roots.
    ancestor: Vec<u32>,
    /// Lists of nodes by semidominator: the first, and the next of each.
    bucket: Vec<u32>,
    bucket_next: Vec<u32>,
    idom: Vec<u32>,
    path: Vec<u32>,
}

impl<'t, N: EntityRef> Semidominators<'t, N> {
    fn new(tree: &'t SpanningTree<N>) -> Self {
        let len = tree.order.len();
        Self {
            tree,
            semi: (0..len as u32).collect(),
            label: (0..len as u32).collect(),
            ancestor: vec![NONE; len],
            bucket: vec![NONE; len],
            bucket_next: vec![NONE; len],
            idom: vec![0; len],
            path: Vec::new(),
        }
    }

    /// The immediate dominator of each number; that of the root is itself.
    fn run(mut self, backward: &Graph<N>) -> Vec<u32> {
        let len = self.tree.order.len();
        for node in (1..len).rev() {
            self.find_semidominator(node, backward);
            self.bucket_next[node] = self.bucket[self.semi[node] as usize];
            self.bucket[self.semi[node] as usize] = node as u32;
            let parent = self.tree.parent[node];
            self.ancestor[node] = parent;
            self.empty_bucket(parent);
        }
        for node in 1..len {
            if self.idom[node] != self.semi[node] {
                self.idom[node] = self.idom[self.idom[node] as usize];
            }
        }
        self.idom
    }

    fn find_semidominator(&mut self, node: usize, backward: &Graph<N>) {
        for pred in backward.successors(self.tree.order[node]) {
            let pred = self.tree.number[pred.index()];
            if pred != NONE {
                let best = self.evaluate(pred);
                self.semi[node] = self.semi[node].min(self.semi[best as usize]);
            }
        }
    }

    /// Sets the dominators of the nodes whose semidominator is `parent`: either it is their immediate
    /// dominator, or they have the immediate dominator of another node, which is set later.
    fn empty_bucket(&mut self, parent: u32) {
        let mut node = std::mem::replace(&mut self.bucket[parent as usize], NONE);
        while node != NONE {
            let best = self.evaluate(node);
            let lower = self.semi[best as usize] < self.semi[node as usize];
            self.idom[node as usize] = if lower { best } else { parent };
            node = self.bucket_next[node as usize];
        }
    }

    /// The node with the least semidominator on the path from `node` to the root of its tree in the
    /// forest, without the root.
    fn evaluate(&mut self, node: u32) -> u32 {
        self.compress(node);
        self.label[node as usize]
    }

    fn compress(&mut self, node: u32) {
        let mut current = node;
        loop {
            let up = self.ancestor[current as usize];
            if up == NONE || self.ancestor[up as usize] == NONE {
                break;
            }
            self.path.push(current);
            current = up;
        }
        while let Some(lower) = self.path.pop() {
            let (lower, up) = (lower as usize, self.ancestor[lower as usize] as usize);
            if self.semi[self.label[up] as usize] < self.semi[self.label[lower] as usize] {
                self.label[lower] = self.label[up];
            }
            self.ancestor[lower] = self.ancestor[up];
        }
    }
}
