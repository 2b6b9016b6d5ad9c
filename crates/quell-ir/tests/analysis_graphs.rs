//! Dominators, post-dominators and loops of random graphs against their definitions.

use proptest::prelude::*;
use quell_ir::BlockId;
use quell_ir::analysis::graph::Graph;
use quell_ir::analysis::{Cfg, Dominators, LoopForest, PostDominators};
use quell_ir::entity::EntityRef;

fn block(index: usize) -> BlockId {
    BlockId::new(index)
}

fn edges_of(pairs: &[(usize, usize)]) -> Vec<(BlockId, BlockId)> {
    let edge = |&(from, to): &(usize, usize)| (block(from), block(to));
    pairs.iter().map(edge).collect()
}

fn cfg_of(blocks: usize, pairs: &[(usize, usize)]) -> Cfg {
    Cfg::from_edges(blocks, &edges_of(pairs))
}

/// Graphs of up to 12 blocks, sparse enough for unreachable blocks and endless loops to occur.
fn graphs() -> impl Strategy<Value = (usize, Vec<(usize, usize)>)> {
    (1usize..12).prop_flat_map(|blocks| {
        let edges = prop::collection::vec((0..blocks, 0..blocks), 0..=2 * blocks);
        (Just(blocks), edges)
    })
}

/// The blocks that are reachable from `from` without `removed`.
fn reaches(blocks: usize, pairs: &[(usize, usize)], from: usize, removed: usize) -> Vec<bool> {
    let mut seen = vec![false; blocks];
    if from == removed {
        return seen;
    }
    seen[from] = true;
    for _ in 0..blocks {
        for &(a, b) in pairs {
            if seen[a] && b != removed {
                seen[b] = true;
            }
        }
    }
    seen
}

const NOTHING: usize = usize::MAX;

/// The strict dominator that all other strict dominators dominate.
fn closest(candidates: &[usize], dominates: impl Fn(usize, usize) -> bool) -> Option<usize> {
    let is_closest = |&&node: &&usize| candidates.iter().all(|&other| dominates(other, node));
    candidates.iter().find(is_closest).copied()
}

fn check_dominators(blocks: usize, pairs: &[(usize, usize)]) {
    let cfg = cfg_of(blocks, pairs);
    let dominators = Dominators::new(&cfg);
    let reachable = reaches(blocks, pairs, 0, NOTHING);
    let naive = |a: usize, b: usize| !reaches(blocks, pairs, 0, a)[b];
    for (b, &reached) in reachable.iter().enumerate() {
        assert_eq!(cfg.is_reachable(block(b)), reached);
        assert_eq!(dominators.is_reachable(block(b)), reached);
        for a in 0..blocks {
            assert_eq!(dominators.dominates(block(a), block(b)), naive(a, b));
        }
        let strict: Vec<usize> = (0..blocks).filter(|&a| a != b && naive(a, b)).collect();
        let expected = reached.then(|| closest(&strict, naive)).flatten();
        assert_eq!(dominators.idom(block(b)), expected.map(block));
        for &child in dominators.children(block(b)) {
            assert_eq!(dominators.idom(child), Some(block(b)));
        }
    }
    let children: usize = cfg.blocks().map(|b| dominators.children(b).len()).sum();
    let count = reachable.iter().filter(|&&reached| reached).count();
    assert_eq!((children, dominators.preorder().len()), (count - 1, count));
}

fn check_post_dominators(blocks: usize, pairs: &[(usize, usize)]) {
    let cfg = cfg_of(blocks, pairs);
    let post = PostDominators::new(&cfg);
    let exit = blocks;
    let mut backwards: Vec<(usize, usize)> = pairs.iter().map(|&(a, b)| (b, a)).collect();
    backwards.extend(post.ends().iter().map(|end| (exit, end.index())));
    let all = reaches(blocks + 1, &backwards, exit, NOTHING);
    assert!(all.iter().all(|&reached| reached), "every block has an end");
    let naive = |a: usize, b: usize| !reaches(blocks + 1, &backwards, exit, a)[b];
    for b in 0..blocks {
        for a in 0..blocks {
            assert_eq!(post.post_dominates(block(a), block(b)), naive(a, b));
        }
        let strict: Vec<usize> = (0..blocks).filter(|&a| a != b && naive(a, b)).collect();
        assert_eq!(post.ipdom(block(b)), closest(&strict, naive).map(block));
    }
    check_ends(blocks, pairs, &post);
}

/// An end has no successors, or is in a component that control cannot leave: and then it is the only end
/// of that component.
fn check_ends(blocks: usize, pairs: &[(usize, usize)], post: &PostDominators) {
    for end in post.ends().iter().map(|end| end.index()) {
        let after = reaches(blocks, pairs, end, NOTHING);
        for other in (0..blocks).filter(|&other| after[other]) {
            assert!(reaches(blocks, pairs, other, NOTHING)[end]);
            assert!(other == end || !post.ends().contains(&block(other)));
        }
    }
}

/// The blocks of the natural loop with this header, or nothing if it heads none.
fn naive_loop(blocks: usize, pairs: &[(usize, usize)], header: usize) -> Vec<usize> {
    let reachable = reaches(blocks, pairs, 0, NOTHING);
    let dominated = |b: usize| reachable[b] && !reaches(blocks, pairs, 0, header)[b];
    let is_latch = |latch: usize| pairs.contains(&(latch, header)) && dominated(latch);
    let latches: Vec<usize> = (0..blocks).filter(|&b| is_latch(b)).collect();
    let without_header = |b: usize| reaches(blocks, pairs, b, header);
    let in_loop = |&b: &usize| {
        let direct = b != header && latches.iter().any(|&latch| without_header(b)[latch]);
        reachable[b] && (direct || (b == header && !latches.is_empty()))
    };
    (0..blocks).filter(in_loop).collect()
}

fn check_loops(blocks: usize, pairs: &[(usize, usize)]) {
    let cfg = cfg_of(blocks, pairs);
    let dominators = Dominators::new(&cfg);
    let forest = LoopForest::new(&cfg, &dominators);
    let mut depth = vec![0; blocks];
    for header in 0..blocks {
        let expected = naive_loop(blocks, pairs, header);
        expected.iter().for_each(|&b| depth[b] += 1);
        let Some(id) = forest.headed_by(block(header)) else {
            assert!(expected.is_empty());
            continue;
        };
        assert_eq!(forest.body(id)[0], block(header));
        let mut body: Vec<usize> = forest.body(id).iter().map(|b| b.index()).collect();
        body.sort_unstable();
        assert_eq!(body, expected);
        for b in 0..blocks {
            assert_eq!(forest.contains(id, block(b)), expected.contains(&b));
        }
        let mut leaving: Vec<(usize, usize)> = pairs.to_vec();
        leaving.retain(|(a, b)| expected.contains(a) && !expected.contains(b));
        leaving.sort_unstable();
        leaving.dedup();
        let mut exits = forest.exits(&cfg, id);
        exits.sort_unstable();
        assert_eq!(exits, edges_of(&leaving));
        if let Some(parent) = forest.parent(id) {
            assert!(parent < id && forest.body(parent).len() > body.len());
            assert!(forest.contains(parent, block(header)));
            assert_eq!(forest.loop_depth(id), forest.loop_depth(parent) + 1);
        }
    }
    for (b, &depth) in depth.iter().enumerate() {
        assert_eq!(forest.depth(block(b)), depth);
    }
    check_irreducible(blocks, pairs, &cfg, &dominators, &forest);
}

/// A graph is reducible exactly when it has no cycles but those through back edges.
fn check_irreducible(
    blocks: usize,
    pairs: &[(usize, usize)],
    cfg: &Cfg,
    dominators: &Dominators,
    forest: &LoopForest,
) {
    let mut forward = pairs.to_vec();
    forward
        .retain(|&(a, b)| cfg.is_reachable(block(a)) && !dominators.dominates(block(b), block(a)));
    let after = |b: usize| {
        let next = forward.iter().filter(move |edge| edge.0 == b);
        let mut seen = vec![false; blocks];
        next.for_each(|edge| {
            let further = reaches(blocks, &forward, edge.1, NOTHING);
            (0..blocks).for_each(|b| seen[b] |= further[b]);
        });
        seen
    };
    let cyclic: Vec<BlockId> = (0..blocks).filter(|&b| after(b)[b]).map(block).collect();
    let mut reported: Vec<BlockId> = Vec::new();
    for region in forest.irreducible() {
        assert!(region.entries.len() > 1, "entered at one block only");
        reported.extend(&region.blocks);
    }
    reported.sort_unstable();
    assert_eq!(reported, cyclic);
}

fn check_edges(blocks: usize, pairs: &[(usize, usize)]) {
    let cfg = cfg_of(blocks, pairs);
    let edges: Vec<_> = cfg.forward().edges().collect();
    assert_eq!(edges.len(), pairs.len());
    for a in cfg.blocks() {
        for b in cfg.blocks() {
            let count = edges.iter().filter(|&&edge| edge == (a, b)).count();
            assert_eq!(cfg.edge_count(a, b), count);
            assert_eq!(cfg.distinct_successors(a).contains(&b), count > 0);
            assert_eq!(
                cfg.distinct_predecessors(b).any(|pred| pred == a),
                count > 0
            );
        }
    }
}

fn check_components(blocks: usize, pairs: &[(usize, usize)]) {
    let graph = Graph::from_edges(blocks, &edges_of(pairs));
    let sccs = graph.sccs();
    let reach: Vec<Vec<bool>> = (0..blocks)
        .map(|b| reaches(blocks, pairs, b, NOTHING))
        .collect();
    for (a, from_a) in reach.iter().enumerate() {
        for (b, from_b) in reach.iter().enumerate() {
            let (one, other) = (sccs.component(block(a)), sccs.component(block(b)));
            assert_eq!(one == other, from_a[b] && from_b[a]);
            assert!(!from_a[b] || one >= other, "what is reached comes first");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn analyses_agree_with_their_definitions((blocks, pairs) in graphs()) {
        check_edges(blocks, &pairs);
        check_components(blocks, &pairs);
        check_dominators(blocks, &pairs);
        check_post_dominators(blocks, &pairs);
        check_loops(blocks, &pairs);
    }
}

/// Every graph of three blocks, so that no small shape is missed by chance.
#[test]
fn analyses_agree_on_all_small_graphs() {
    for mask in 0..1usize << 9 {
        let chosen = (0..9).filter(|edge| mask >> edge & 1 == 1);
        let pairs: Vec<(usize, usize)> = chosen.map(|edge| (edge / 3, edge % 3)).collect();
        check_components(3, &pairs);
        check_dominators(3, &pairs);
        check_post_dominators(3, &pairs);
        check_loops(3, &pairs);
    }
}

#[test]
fn paths_in_an_endless_loop_merge_before_the_next_iteration() {
    // 1 is the header of an endless loop; 2 and 3 are the arms of a branch in it, which merge in 4.
    let cfg = cfg_of(5, &[(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 1)]);
    let post = PostDominators::new(&cfg);
    assert_eq!(post.ends(), [block(1)]);
    assert_eq!(post.ipdom(block(2)), Some(block(4)));
    assert_eq!(post.ipdom(block(4)), Some(block(1)));
    assert_eq!(post.ipdom(block(1)), None);
}

#[test]
fn nested_loops_have_depths_and_share_blocks() {
    let cfg = cfg_of(6, &[(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (1, 5)]);
    let forest = LoopForest::new(&cfg, &Dominators::new(&cfg));
    let outer = forest.headed_by(block(1)).expect("outer loop");
    let inner = forest.headed_by(block(2)).expect("inner loop");
    assert_eq!(forest.parent(inner), Some(outer));
    assert_eq!(forest.latches(outer), [block(4)]);
    assert_eq!(forest.depth(block(3)), 2);
    assert_eq!(forest.exits(&cfg, outer), [(block(1), block(5))]);
    assert_eq!(forest.exits(&cfg, inner), [(block(3), block(4))]);
    assert!(forest.irreducible().is_empty());
}

#[test]
fn a_cycle_entered_twice_is_irreducible() {
    let cfg = cfg_of(3, &[(0, 1), (0, 2), (1, 2), (2, 1)]);
    let forest = LoopForest::new(&cfg, &Dominators::new(&cfg));
    assert!(forest.is_empty());
    let [region] = forest.irreducible() else {
        panic!("one region, got {:?}", forest.irreducible());
    };
    assert_eq!(region.entries, [block(1), block(2)]);
}

/// Deep and wide graphs, on which recursion would overflow the stack and a quadratic algorithm would
/// take too long.
#[test]
fn large_graphs_are_analysed_quickly() {
    let count = 200_000;
    let chain = (0..count - 1).map(|b| (b, b + 1));
    // Loops nested as deep as the chain is long, half of it being latches.
    let back = (0..count / 2).map(|b| (count - 1 - b, b));
    // Edges over which simple iteration would need many rounds.
    let far = (0..count / 2).map(|b| (b, count - 1 - b));
    let shapes: [Vec<(usize, usize)>; 3] = [
        chain.clone().collect(),
        chain.clone().chain(back).collect(),
        chain.chain(far).collect(),
    ];
    for pairs in shapes {
        let cfg = cfg_of(count, &pairs);
        let dominators = Dominators::new(&cfg);
        let forest = LoopForest::new(&cfg, &dominators);
        let post = PostDominators::new(&cfg);
        assert_eq!(cfg.reverse_postorder().len(), count);
        assert!(dominators.dominates(block(0), block(count - 1)));
        assert!(post.ends().len() == 1 && forest.len() <= count / 2);
    }
}
