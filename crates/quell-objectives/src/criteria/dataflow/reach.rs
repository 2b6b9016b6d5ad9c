//! Which definitions of a variable may reach which of its uses, on the paths of the control flow.

use std::collections::{BTreeMap, BTreeSet};

use quell_ir::analysis::cfg::Cfg;
use quell_ir::{BlockId, InstId};

use super::variables::Variable;
use crate::align::Aligner;

/// A definition of a variable and a use of it, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pair {
    pub definition: usize,
    pub user: usize,
}

/// What happens to a variable right before an instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Event {
    /// It loses its value.
    Kill,
    Definition(usize),
    Use(usize),
}

/// The definitions of which a variable may have its value.
type Reaching = BTreeSet<usize>;

/// The pairs between which a path leads without another definition.
pub(super) fn pairs(aligner: &Aligner<'_>, variable: &Variable) -> BTreeSet<Pair> {
    let events = events(aligner, variable);
    let at_starts = at_starts(&Cfg::new(aligner.function), &events);
    let mut pairs = BTreeSet::new();
    for (block, reaching) in at_starts {
        let mut now = reaching;
        for &(_, event) in events.get(&block).into_iter().flatten() {
            if let Event::Use(user) = event {
                let found = now.iter().map(|&definition| Pair { definition, user });
                pairs.extend(found);
            }
            happens(event, &mut now);
        }
    }
    pairs
}

fn happens(event: Event, now: &mut Reaching) {
    match event {
        Event::Use(_) => {}
        Event::Kill => now.clear(),
        Event::Definition(number) => *now = BTreeSet::from([number]),
    }
}

/// By block, in the order of its instructions.
type Events = BTreeMap<BlockId, Vec<(usize, Event)>>;

fn events(aligner: &Aligner<'_>, variable: &Variable) -> Events {
    let numbered = |insts: &[InstId], event: Event| {
        let insts = insts.iter();
        insts.map(|&inst| (inst, event)).collect::<Vec<_>>()
    };
    let mut by_inst: BTreeMap<InstId, Vec<Event>> = BTreeMap::new();
    let definitions = variable.definitions.iter().enumerate();
    let definitions = definitions.flat_map(|(n, of)| numbered(&of.writes, Event::Definition(n)));
    let uses = variable.uses.iter().enumerate();
    let uses = uses.flat_map(|(n, of)| numbered(&of.reads, Event::Use(n)));
    let kills = numbered(&variable.kills, Event::Kill);
    for (inst, event) in definitions.chain(uses).chain(kills) {
        by_inst.entry(inst).or_default().push(event);
    }
    let mut events = Events::new();
    for (block, data) in &aligner.function.blocks {
        for (place, inst) in data.insts.iter().enumerate() {
            let mut here = by_inst.remove(inst).unwrap_or_default();
            here.sort_unstable();
            let own = events.entry(block).or_default();
            own.extend(here.into_iter().map(|event| (place, event)));
        }
    }
    events
}

/// The definitions that reach the start of each block that may be executed.
fn at_starts(cfg: &Cfg, events: &Events) -> BTreeMap<BlockId, Reaching> {
    let mut at_starts: BTreeMap<BlockId, Reaching> = BTreeMap::new();
    let mut open: Vec<BlockId> = cfg.entry().into_iter().collect();
    for &block in &open {
        at_starts.insert(block, Reaching::new());
    }
    while let Some(block) = open.pop() {
        let mut at_end = at_starts.get(&block).cloned().unwrap_or_default();
        for &(_, event) in events.get(&block).into_iter().flatten() {
            happens(event, &mut at_end);
        }
        for next in cfg.distinct_successors(block) {
            let is_new = !at_starts.contains_key(&next);
            let known = at_starts.entry(next).or_default();
            let before = known.len();
            known.extend(&at_end);
            if is_new || known.len() > before {
                open.push(next);
            }
        }
    }
    at_starts
}
