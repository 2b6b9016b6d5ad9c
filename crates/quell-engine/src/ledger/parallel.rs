//! Work on one function in several threads: each has a ledger of its own, a snapshot of the function's, which takes over what
//! they found.

use std::sync::Arc;

use indexmap::IndexMap;
use quell_objectives::ObjectiveId;
use quell_results::{PathStatistics, WrittenTest};
use quell_values::Prepared;

use super::Ledger;
use super::entry::Entry;
use super::executed::executed_by;

impl Ledger {
    /// A snapshot for a worker that decides one mutant in parallel. It sends no events.
    pub fn fork(&self) -> Self {
        Self {
            entries: self.entries.clone(),
            current: self.current.clone(),
            labels: Arc::clone(&self.labels),
            prefix: self.prefix.clone(),
            engine: self.engine,
            part: self.part,
            ..Self::default()
        }
    }

    /// Takes over what a worker found about a mutant. Its tests are dropped where another test killed the mutant meanwhile.
    pub fn absorb(&mut self, id: &ObjectiveId, fork: Self) {
        let Some(found) = fork.entries.get(id) else {
            return;
        };
        if self.is_killed(id) {
            let entry = self.entry(id);
            entry.time = found.time;
            entry.sizes.clone_from(&found.sizes);
            return;
        }
        let is_reserved = self.is_reserved(id);
        *self.entry(id) = Entry {
            tests: Vec::new(),
            is_reserved,
            ..found.clone()
        };
        for (test, call) in fork.tests.into_iter().zip(fork.calls) {
            let executed = executed_by(&fork.executed, &test.id);
            self.adopt((test, call), &executed, &fork.entries);
        }
        for reserved in fork.reserve {
            self.reserve(reserved);
        }
        self.inputs.extend(fork.inputs);
    }

    /// A snapshot for another engine that works at the same time, with the inputs of all tests.
    pub fn beside(&self) -> Self {
        Self {
            inputs: self.inputs.clone(),
            seeds: self.seeds.clone(),
            ..self.fork()
        }
    }

    /// Takes over what another engine found at the same time, from a snapshot of this ledger. The stronger proof about an objective
    /// stands, as between engines one after the other.
    pub fn join(&mut self, other: Self) {
        for (id, found) in &other.entries {
            self.entry(id).join(found);
        }
        for (test, call) in other.tests.into_iter().zip(other.calls) {
            let executed = executed_by(&other.executed, &test.id);
            self.adopt((test, call), &executed, &other.entries);
        }
        for reserved in other.reserve {
            self.reserve(reserved);
        }
        self.inputs.extend(other.inputs);
        self.queries += other.queries;
        if let Some(paths) = other.paths {
            self.add_paths(paths);
        }
    }

    /// Adds the paths of an exploration to those of earlier ones.
    pub fn add_paths(&mut self, more: PathStatistics) {
        let known = self.paths.take().unwrap_or_default();
        self.paths = Some(PathStatistics {
            function: String::new(),
            paths: known.paths + more.paths,
            label_paths: known.label_paths + more.label_paths,
            infeasible: known.infeasible + more.infeasible,
            cut: known.cut + more.cut,
            undefined: known.undefined + more.undefined,
            queries: known.queries + more.queries,
            covered: known.covered + more.covered,
            complete: more.complete,
            seconds: known.seconds + more.seconds,
            measuring: known.measuring + more.measuring,
            reached: None,
        });
    }

    /// Takes over a test of a worker, with the kills of survivors, if it kills or executes something that no test here does.
    fn adopt(
        &mut self,
        (test, call): (WrittenTest, Prepared),
        executed: &[ObjectiveId],
        known: &IndexMap<ObjectiveId, Entry>,
    ) {
        let id = self.next_id();
        let mut kills = Vec::new();
        for (mutant, found) in known {
            if found.tests.contains(&test.id) && !self.is_killed(mutant) {
                let entry = self.entry(mutant);
                entry.observed.clone_from(&found.observed);
                entry.is_timeout = found.is_timeout;
                entry.engine = found.engine;
                entry.tests.push(id.clone());
                kills.push(mutant.clone());
            }
        }
        if kills.is_empty() && executed.iter().all(|id| self.executed.contains_key(id)) {
            return;
        }
        self.executes(executed, &id);
        let names = kills.iter().map(ToString::to_string).collect();
        self.publish(
            WrittenTest {
                id,
                kills: names,
                ..test
            },
            call,
            &kills,
        );
    }
}
