//! Which functions are compared in one module: many at a time, because a compiler takes a while to start, but none that could
//! call another one, directly or through others, because functions with copies are only declared there.

use std::collections::BTreeMap;

use quell_ir::FuncId;
use quell_ir::analysis::callgraph::CallGraph;
use quell_ir::entity::SecondaryMap;

/// Two functions of one height do not call each other by name, directly or through others, unless they are in one cycle of
/// calls; then they have different numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Standing {
    height: usize,
    number: usize,
}

/// Functions with what their copies weigh, put into batches. A batch is at most as heavy as `most`, unless it is one function.
pub(super) fn batches(
    calls: &CallGraph,
    functions: &[(FuncId, usize)],
    most: usize,
) -> Vec<Vec<FuncId>> {
    let standings = standings(calls);
    let mut by_standing: BTreeMap<Standing, Vec<(FuncId, usize)>> = BTreeMap::new();
    for &(function, weight) in functions {
        let alike = by_standing.entry(standings[function]).or_default();
        alike.push((function, weight));
    }
    by_standing
        .values()
        .flat_map(|alike| filled(alike, most))
        .collect()
}

fn standings(calls: &CallGraph) -> SecondaryMap<FuncId, Standing> {
    let mut standings: SecondaryMap<FuncId, Standing> = SecondaryMap::new();
    for cycle in calls.bottom_up() {
        let callees = cycle.iter().flat_map(|&function| calls.callees(function));
        // Those of the cycle itself still have no height.
        let height = callees.map(|&callee| standings[callee].height + 1).max();
        let height = height.unwrap_or_default();
        for (number, &function) in cycle.iter().enumerate() {
            standings[function] = Standing { height, number };
        }
    }
    standings
}

fn filled(functions: &[(FuncId, usize)], most: usize) -> Vec<Vec<FuncId>> {
    let mut batches: Vec<Vec<FuncId>> = Vec::new();
    let mut room = 0;
    for &(function, weight) in functions {
        match batches.last_mut() {
            Some(batch) if weight <= room => {
                batch.push(function);
                room -= weight;
            }
            _ => {
                batches.push(vec![function]);
                room = most.saturating_sub(weight);
            }
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use quell_ir::parse_module;

    use super::*;

    /// `leaf`, `other` and `a` call no function; `b` and `c` call each other and `a`, and `d` calls `c`.
    const CALLS: &str = "
define void @leaf() { ret void }
define void @d() { call void @c() ret void }
define void @b() { call void @c() call void @a() ret void }
define void @c() { call void @b() ret void }
define void @a() { ret void }
define void @other() { ret void }
";

    #[test]
    fn functions_of_a_batch_do_not_call_each_other() {
        let module = parse_module(CALLS, "calls").unwrap();
        let functions: Vec<(FuncId, usize)> = module.functions.keys().map(|id| (id, 2)).collect();
        let name = |id: &FuncId| module.text(module.functions[*id].name).to_owned();
        let shown = |most| {
            let batches = batches(&CallGraph::new(&module), &functions, most);
            let names = batches
                .iter()
                .map(|batch| batch.iter().map(name).collect::<Vec<_>>().join(" "));
            names.collect::<Vec<_>>()
        };
        assert_eq!(shown(6), ["leaf a other", "b", "c", "d"]);
        assert_eq!(shown(5), ["leaf a", "other", "b", "c", "d"]);
        assert_eq!(shown(1).len(), 6);
    }
}
