//! Distances in the control-flow graph: how many edges lie at least between a place of a path and a site. Calls count as edges,
//! and a path may return to its callers first. A place from which no edge leads to a site has no distance: no path comes there.

use quell_ir::analysis::Cfg;
use quell_ir::entity::EntityRef;
use quell_ir::{BlockId, FuncId, Function, InstKind, Module};
use rustc_hash::FxHashMap;

use quell_exec::symbolic::ForkPlace;

/// A call of a pointer, or of a function without a body, may lead anywhere by calling back.
const ANYWHERE: u32 = 1 << 16;

/// A function's control flow.
#[derive(Debug)]
struct Body {
    cfg: Cfg,
    /// The functions that each block calls; none where that is not known.
    calls: Vec<Vec<Option<FuncId>>>,
    /// The least distance of each block to a return.
    out: Vec<Option<u32>>,
}

/// The control flow of the functions of a module that have bodies.
#[derive(Debug)]
pub struct ControlFlow {
    bodies: FxHashMap<FuncId, Body>,
}

/// The distance of each block of each function to the nearest of some sites.
#[derive(Debug, Default)]
pub struct Distances {
    of: FxHashMap<FuncId, Vec<Option<u32>>>,
}

impl ControlFlow {
    pub fn new(module: &Module) -> Self {
        let functions = module.functions.iter();
        let bodies = functions.filter(|(_, function)| !function.blocks.is_empty());
        let bodies = bodies.map(|(id, function)| (id, Body::new(module, function)));
        Self {
            bodies: bodies.collect(),
        }
    }

    /// The distances to some sites. Repeated until they are the least: each round follows one more call.
    pub fn distances<'s>(&self, sites: impl Iterator<Item = &'s (FuncId, BlockId)>) -> Distances {
        let mut targets: FxHashMap<FuncId, Vec<BlockId>> = FxHashMap::default();
        for (function, block) in sites {
            targets.entry(*function).or_default().push(*block);
        }
        let mut distances = Distances::default();
        if targets.is_empty() {
            return distances;
        }
        loop {
            let mut changed = false;
            for (id, body) in &self.bodies {
                let own = targets.get(id).map_or(&[][..], Vec::as_slice);
                let new = body.nearest(|block, calls| {
                    let here = own.contains(&block).then_some(0);
                    let called = calls.iter().filter_map(|callee| match callee {
                        Some(callee) => distances.entry(*callee).map(|of| of + 1),
                        None => Some(ANYWHERE),
                    });
                    here.into_iter().chain(called).min()
                });
                if distances.of.get(id) != Some(&new) {
                    distances.of.insert(*id, new);
                    changed = true;
                }
            }
            if !changed {
                return distances;
            }
        }
    }

    /// The distance of a path that continues at a place, innermost function last.
    pub fn from(&self, places: &[ForkPlace], distances: &Distances) -> Option<u32> {
        let mut left = Some(0u32);
        let mut nearest: Option<u32> = None;
        for place in places.iter().rev() {
            let Some(so_far) = left else { break };
            let index = place.block.index();
            let of = distances.of.get(&place.function);
            let here = of.and_then(|of| of.get(index).copied().flatten());
            let here = here.map(|here| so_far.saturating_add(here));
            nearest = nearest.into_iter().chain(here).min();
            let body = self.bodies.get(&place.function);
            let out = body.and_then(|body| body.out.get(index).copied().flatten());
            left = out.map(|out| so_far.saturating_add(out + 1));
        }
        nearest
    }
}

impl Distances {
    fn entry(&self, function: FuncId) -> Option<u32> {
        self.of.get(&function)?.first().copied().flatten()
    }
}

impl Body {
    fn new(module: &Module, function: &Function) -> Self {
        let blocks = function.blocks.values();
        let calls = blocks.map(|block| {
            let insts = block.insts.iter();
            let calls = insts.filter_map(|inst| function.insts.get(*inst)?.kind.as_call());
            let callees = calls.map(|call| module.direct_callee(call));
            callees
                .filter(|of| !is_intrinsic(module, *of))
                .map(|of| of.filter(|callee| !module.functions[*callee].blocks.is_empty()))
                .collect()
        });
        let mut body = Self {
            cfg: Cfg::new(function),
            calls: calls.collect(),
            out: Vec::new(),
        };
        let returns = |block: BlockId| {
            let last = function.terminator(block);
            let last = last.and_then(|inst| function.insts.get(inst));
            last.is_some_and(|inst| matches!(inst.kind, InstKind::Ret { .. }))
        };
        body.out = body.nearest(|block, _| returns(block).then_some(0));
        body
    }

    /// The distance of each block to the nearest one with a distance of its own.
    fn nearest(&self, own: impl Fn(BlockId, &[Option<FuncId>]) -> Option<u32>) -> Vec<Option<u32>> {
        let calls = |block: BlockId| self.calls.get(block.index()).map_or(&[][..], Vec::as_slice);
        let mut nearest: Vec<Option<u32>> = self
            .cfg
            .blocks()
            .map(|block| own(block, calls(block)))
            .collect();
        loop {
            let mut changed = false;
            for block in self.cfg.blocks() {
                let next = self.cfg.successors(block).iter();
                let next = next.filter_map(|to| nearest[to.index()]).min();
                let over = next.map(|next| next.saturating_add(1));
                let known = nearest[block.index()];
                let least = known.into_iter().chain(over).min();
                changed |= least != known;
                nearest[block.index()] = least;
            }
            if !changed {
                return nearest;
            }
        }
    }
}

fn is_intrinsic(module: &Module, callee: Option<FuncId>) -> bool {
    callee.is_some_and(|callee| {
        module
            .text(module.functions[callee].name)
            .starts_with("llvm.")
    })
}
