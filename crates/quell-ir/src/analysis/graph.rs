//! Directed graphs over typed indices, stored as one array of targets, with the traversals that the
//! analyses share.

use crate::entity::EntityRef;

/// A graph whose nodes are the indices below [`Graph::len`]. Parallel edges are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph<N> {
    /// Where the targets of each node begin; one more entry than nodes.
    starts: Vec<u32>,
    targets: Vec<N>,
}

/// Strongly connected components, numbered so that a component comes after those it reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sccs<N> {
    of: Vec<u32>,
    starts: Vec<u32>,
    members: Vec<N>,
}

impl<N: EntityRef> Graph<N> {
    /// The graph with these edges; the targets of a node keep their order. Edges that name a
    /// node out of range are left out.
    pub fn from_edges(len: usize, edges: &[(N, N)]) -> Self {
        let valid = |edge: &&(N, N)| edge.0.index() < len && edge.1.index() < len;
        let mut starts = vec![0u32; len + 1];
        for (from, _) in edges.iter().filter(valid) {
            starts[from.index() + 1] += 1;
        }
        for node in 0..len {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut targets = vec![N::new(0); starts[len] as usize];
        for (from, to) in edges.iter().filter(valid) {
            let slot = &mut next[from.index()];
            targets[*slot as usize] = *to;
            *slot += 1;
        }
        Self { starts, targets }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn nodes(&self) -> impl Iterator<Item = N> + use<N> {
        (0..self.len()).map(N::new)
    }

    /// The targets of the edges from `node`; none for a node out of range.
    pub fn successors(&self, node: N) -> &[N] {
        let index = node.index();
        match (self.starts.get(index), self.starts.get(index + 1)) {
            (Some(&start), Some(&end)) => &self.targets[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Every edge, ordered by source.
    pub fn edges(&self) -> impl Iterator<Item = (N, N)> + '_ {
        self.nodes()
            .flat_map(|from| self.successors(from).iter().map(move |&to| (from, to)))
    }

    /// The reversed graph; the predecessors of a node are ordered.
    pub fn reversed(&self) -> Self {
        let edges: Vec<(N, N)> = self.edges().map(|(from, to)| (to, from)).collect();
        Self::from_edges(self.len(), &edges)
    }

    /// The nodes that are reachable from `roots`, these included.
    pub fn reachable(&self, roots: impl IntoIterator<Item = N>) -> Vec<bool> {
        let mut seen = vec![false; self.len()];
        let mut work: Vec<N> = roots.into_iter().collect();
        while let Some(node) = work.pop() {
            match seen.get_mut(node.index()) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            work.extend(self.successors(node));
        }
        seen
    }

    /// Depth-first postorder of the nodes reachable from `root`, taking edges in their order.
    pub fn postorder(&self, root: N) -> Vec<N> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.len()];
        let Some(first) = seen.get_mut(root.index()) else {
            return order;
        };
        *first = true;
        let mut stack = vec![(root, 0)];
        while let Some((node, edge)) = stack.last_mut() {
            match self.successors(*node).get(*edge) {
                Some(&next) => {
                    *edge += 1;
                    if !std::mem::replace(&mut seen[next.index()], true) {
                        stack.push((next, 0));
                    }
                }
                None => {
                    order.push(*node);
                    stack.pop();
                }
            }
        }
        order
    }

    /// The strongly connected components.
    pub fn sccs(&self) -> Sccs<N> {
        Tarjan::new(self).run()
    }
}

impl<N: EntityRef> Sccs<N> {
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of the component that `node` is in.
    pub fn component(&self, node: N) -> usize {
        self.of[node.index()] as usize
    }

    /// The nodes of component `index`.
    pub fn members(&self, index: usize) -> &[N] {
        &self.members[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// The components, each after those that it reaches.
    pub fn iter(&self) -> impl Iterator<Item = &[N]> {
        (0..self.len()).map(|index| self.members(index))
    }

    /// Whether there is a path of at least one edge from `node` to itself.
    pub fn on_cycle(&self, graph: &Graph<N>, node: N) -> bool {
        self.members(self.component(node)).len() > 1 || graph.successors(node).contains(&node)
    }
}

const UNSEEN: u32 = u32::MAX;

/// Tarjan's algorithm with an explicit call stack.
struct Tarjan<'g, N> {
    graph: &'g Graph<N>,
    /// Order of discovery.
    number: Vec<u32>,
    /// The number of the earliest discovered node on the stack that is known to be reachable.
    low: Vec<u32>,
    found: u32,
    /// Nodes discovered and not yet in a component.
    open: Vec<N>,
    sccs: Sccs<N>,
}

impl<'g, N: EntityRef> Tarjan<'g, N> {
    fn new(graph: &'g Graph<N>) -> Self {
        Self {
            graph,
            number: vec![UNSEEN; graph.len()],
            low: vec![UNSEEN; graph.len()],
            found: 0,
            open: Vec::new(),
            sccs: Sccs {
                of: vec![UNSEEN; graph.len()],
                starts: vec![0],
                members: Vec::with_capacity(graph.len()),
            },
        }
    }

    fn run(mut self) -> Sccs<N> {
        for root in self.graph.nodes() {
            if self.number[root.index()] == UNSEEN {
                self.visit(root);
            }
        }
        self.sccs
    }

    fn visit(&mut self, root: N) {
        let mut stack = vec![(root, 0)];
        self.discover(root);
        while let Some((node, edge)) = stack.last_mut() {
            let node = *node;
            match self.graph.successors(node).get(*edge) {
                Some(&next) if self.number[next.index()] == UNSEEN => {
                    *edge += 1;
                    self.discover(next);
                    stack.push((next, 0));
                }
                Some(&next) => {
                    *edge += 1;
                    self.revisit(node, next);
                }
                None => {
                    stack.pop();
                    self.close(node);
                    if let Some(&(parent, _)) = stack.last() {
                        self.lower(parent, self.low[node.index()]);
                    }
                }
            }
        }
    }

    fn discover(&mut self, node: N) {
        self.number[node.index()] = self.found;
        self.low[node.index()] = self.found;
        self.found += 1;
        self.open.push(node);
    }

    fn revisit(&mut self, node: N, next: N) {
        if self.sccs.of[next.index()] == UNSEEN {
            self.lower(node, self.number[next.index()]);
        }
    }

    fn lower(&mut self, node: N, to: u32) {
        let low = &mut self.low[node.index()];
        *low = (*low).min(to);
    }

    /// Completes a component if `node` is its first discovered node.
    fn close(&mut self, node: N) {
        if self.low[node.index()] != self.number[node.index()] {
            return;
        }
        let component = self.sccs.len() as u32;
        while let Some(member) = self.open.pop() {
            self.sccs.of[member.index()] = component;
            self.sccs.members.push(member);
            if member == node {
                break;
            }
        }
        self.sccs.starts.push(self.sccs.members.len() as u32);
    }
}
