//! What a search says of the objectives that no test meets: a proof if nothing was left out, or why nothing is known.

use quell_objectives::ObjectiveId;
use quell_results::{ConcreteValue, Construct, PathStatistics, ProofMethod, Reason, SourceLine};
use quell_values::{Assumption, Scope};

use crate::error::EngineError;
use crate::explored::SpaceResult;
use crate::explored::mutants::unanswered;
use crate::explored::original::{assumed, limits_of_calls, reached_bounds};
use crate::ledger::Ledger;
use crate::ledger::proof::{Proof, Reached};
use crate::settings::LabelExploration;
use crate::solving::Script;

use super::exploration::{Exploration, Lost};
use super::targets::TargetKind;

impl Exploration<'_> {
    /// Writes what is known of the open objectives.
    pub fn conclude(
        &mut self,
        is_last: bool,
        ledger: &mut Ledger,
    ) -> Result<SpaceResult, EngineError> {
        self.add_statistics(ledger);
        let open = ledger.open();
        let is_cut = !self.lost.cuts.is_empty();
        let has_input = self.has_inputs || !self.is_complete();
        let scope = self.scope();
        let domain = self.executor.domain();
        let queries = self.prover.session.take_evidence(domain);
        for id in &open {
            if ledger.is_reserved(id) {
                ledger.settle(id);
                continue;
            }
            match self.verdict(id, &scope) {
                Verdict::Proof(proof) => {
                    if !proof.cut || is_last {
                        ledger.settle(id);
                    }
                    ledger.proved(id, *proof);
                    ledger.rests_on(id, self.unwinding, Vec::<Script>::clone(&queries));
                }
                Verdict::Denied(reason) => ledger.doubted(id, reason, false),
                Verdict::Open(reason) => ledger.left_open(id, reason),
            }
        }
        Ok(match (has_input, is_cut) {
            (false, false) => SpaceResult::NoInput,
            (_, true) if self.lost.ended.is_none() => SpaceResult::More,
            _ => SpaceResult::All,
        })
    }

    fn add_statistics(&mut self, ledger: &mut Ledger) {
        let ids = self.targets.list.iter().map(|target| &target.id);
        let covered = ids.filter(|id| ledger.is_killed(id)).count() as u64;
        ledger.add_paths(PathStatistics {
            covered,
            ..self.statistics.clone()
        });
    }

    /// The assumptions and bounds of proofs.
    fn scope(&mut self) -> Scope {
        let machine = self.executor.machine();
        let mut scope = assumed(self.space, machine, self.has_heap);
        if machine.domain.accesses_volatile() {
            scope.assume(Assumption::VolatileUnchanged);
        }
        if !self.lost.cuts.is_empty() {
            let cuts = self.lost.cuts.iter().copied();
            for bound in reached_bounds(machine, cuts, self.unwinding) {
                scope.bound(bound);
            }
        }
        for &leaf in self.null_only.iter().filter(|_| self.has_inputs) {
            if let Some(pointer) = self.space.leaves[leaf].pointer() {
                let pointer = pointer.to_owned();
                scope.assume(Assumption::Null { pointer });
            }
        }
        scope
    }

    fn verdict(&mut self, id: &ObjectiveId, scope: &Scope) -> Verdict {
        let Some(target) = self.targets.get(id) else {
            return Verdict::Open(Reason::Unsupported {
                construct: Construct::Condition,
            });
        };
        let proves_nothing = matches!(
            self.settings.labels,
            LabelExploration::None | LabelExploration::Branches
        );
        // Where nothing is proved, it does not matter which inputs failed.
        if let Some(reason) = target.obstacle.as_ref().filter(|_| !proves_nothing) {
            return match target.is_denied {
                true => Verdict::Denied(reason.clone()),
                false => Verdict::Open(reason.clone()),
            };
        }
        if let Some(reason) = self.lost.reason() {
            return Verdict::Open(reason);
        }
        let is_infected = target.follows_paths || target.is_infected;
        let is_survivor = target.kind == TargetKind::Mutant && is_infected;
        if is_survivor || proves_nothing {
            let paths = self.statistics.paths;
            return Verdict::Open(Reason::ExploredPaths { paths });
        }
        if !self.has_inputs && target.kind != TargetKind::RunTimeError {
            return Verdict::Open(self.no_input(scope));
        }
        Verdict::Proof(Box::new(Proof {
            scope: scope.clone(),
            cut: !self.lost.cuts.is_empty(),
            method: ProofMethod::Query,
            asked: self.queries.asked > 0,
            reached: match scope.is_complete() || target.is_reached {
                true => Reached::Yes,
                false => Reached::No,
            },
        }))
    }

    /// Why nothing is decided where no input is valid.
    fn no_input(&mut self, scope: &Scope) -> Reason {
        if self.lost.cuts.is_empty() {
            return Reason::NoValidInput {
                assumptions: scope.assumptions.clone(),
                bounds: scope.bounds.clone(),
            };
        }
        let cuts = self.lost.cuts.iter().copied();
        let calls = limits_of_calls(self.executor.machine(), cuts);
        Reason::NoInputWithinBounds {
            calls: calls.into_iter().next(),
        }
    }
}

/// What is written about an objective.
enum Verdict {
    Proof(Box<Proof>),
    /// Valid native runs deny what the terms say.
    Denied(Reason),
    Open(Reason),
}

impl Lost {
    /// Why the search is not complete.
    fn reason(&self) -> Option<Reason> {
        if let Some(reason) = self.ended.as_ref().or(self.stopped.as_ref()) {
            return Some(reason.clone());
        }
        if let Some(why) = self.unanswered {
            return Some(unanswered(why));
        }
        if self.concrete.is_empty() {
            return None;
        }
        let values = self.concrete.iter().map(|value| ConcreteValue {
            what: value.what.to_owned(),
            function: value.function.clone(),
            at: value.place.as_ref().map(|(file, line)| SourceLine {
                file: Some(file.clone()),
                line: Some(*line),
            }),
        });
        Some(Reason::Concretised {
            values: values.collect(),
        })
    }
}
