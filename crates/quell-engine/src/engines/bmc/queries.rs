//! Decides one objective after the other over one exploration, with the queries that decide a mutant: is there a valid input on which an observable differs by defined behaviour, by undefined
//! behaviour of the mutant, or beyond the bounds? Models become tests; without models the mutant is equivalent.

use std::time::Instant;

use quell_exec::symbolic::Comparison;
use quell_objectives::ObjectiveId;
use quell_results::{ProofMethod, Reason, TimeLimit};
use quell_values::{Assumption, Bound};

use crate::bounded::BoundedSpace;
use crate::error::{EngineError, in_time};
use crate::explored::kill::{ATTEMPTS, Killed};
use crate::explored::mutants::{
    differences, replacement, unanswered, unconfirmed_traps, watch_flags,
};
use crate::explored::observables::Differences;
use crate::explored::{Encoding, ExploredOriginal, Prover, SpaceResult};
use crate::ledger::Ledger;
use crate::ledger::proof::{Proof, Reached};

use super::finding::Finding;

/// The part of a function's time that may be used up before a larger unwinding bound than necessary is given up.
const MUCH: u32 = 4;
/// After so many queries without an answer a hasty step is over.
const UNANSWERED_LIMIT: u32 = 2;

/// The result of deciding mutants in one encoding.
#[derive(Clone, Debug)]
pub struct Stepped {
    /// Mutants whose queries have no answer in time.
    pub hard: Vec<ObjectiveId>,
    /// Whether a larger unwinding bound would decide no more.
    pub is_done: bool,
    /// Why no further step is made.
    pub end: Option<SpaceResult>,
}

impl Default for Stepped {
    fn default() -> Self {
        Self {
            hard: Vec::new(),
            is_done: true,
            end: None,
        }
    }
}

impl Prover<'_> {
    /// Decides one mutant after the other over an explored original.
    pub(super) fn one_by_one(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        mutants: &[ObjectiveId],
        (bounded, is_hasty): (&BoundedSpace<'_>, bool),
        ledger: &mut Ledger,
    ) -> Result<Stepped, EngineError> {
        let mut stepped = Stepped::default();
        let mut unanswered_queries = 0;
        let time = explored.strategy.query;
        for id in mutants {
            // A test for another mutant may have killed it meanwhile.
            if !ledger.is_open(id) {
                continue;
            }
            if is_hasty && unanswered_queries >= UNANSWERED_LIMIT {
                stepped.hard.push(id.clone());
                continue;
            }
            if let Some(end) = self.budget.ended() {
                ledger.all_open(&end);
                return Ok(Stepped::default());
            }
            // The result within a smaller bound stands.
            if bounded.is_further && !self.budget.has_used_less_than(MUCH) {
                return Ok(Stepped::default());
            }
            let left = self.budget.limits.mutant.saturating_sub(ledger.time_of(id));
            if left.is_zero() {
                let limit = TimeLimit::Mutant;
                ledger.left_open(id, Reason::OutOfTime { limit });
                continue;
            }
            let start = Instant::now();
            explored.strategy.query = time.min(left);
            let turn = bounded.turn(&self.budget).min(left);
            let end = self.budget.deadline().min(start + turn);
            self.session.set_exploration_end(end);
            self.session.evidence.clear();
            let Some(finding) = in_time(self.find_out(explored, id, bounded.is_last, ledger))?
            else {
                ledger.all_open(&self.budget.end_reason());
                return Ok(Stepped::default());
            };
            unanswered_queries += u32::from(matches!(finding, Finding::Unanswered(_)));
            self.write(
                explored,
                (id, finding),
                bounded.is_last,
                &mut stepped,
                ledger,
            )?;
            ledger.took(id, start.elapsed());
        }
        Ok(stepped)
    }

    /// Writes what was found about a mutant.
    fn write(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        (id, finding): (&ObjectiveId, Finding),
        is_last: bool,
        stepped: &mut Stepped,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        match finding {
            Finding::Settled => {}
            Finding::Reserved { cut: true } if !is_last => stepped.is_done = false,
            Finding::Reserved { .. } => ledger.settle(id),
            Finding::Proof(mut proof) => {
                if let Some(wraps) = self.wrapping_needed(explored, self.context.objective(id))? {
                    proof.scope.assume(wraps);
                }
                self.assume_null_only(explored, &mut proof.scope)?;
                if !ledger.is_label(id) {
                    proof.reached = self.reached_by(explored, &proof.scope, id)?;
                }
                if proof.cut && !is_last {
                    stepped.is_done = false;
                } else {
                    ledger.settle(id);
                }
                ledger.proved(id, proof);
                ledger.rests_on(
                    id,
                    explored.strategy.unwinding,
                    self.queries_of_proof(explored),
                );
            }
            // Without merging there may be too many states; other encodings merge them.
            Finding::Open(_, false) if explored.strategy.encoding == Encoding::Unmerged => {
                stepped.hard.push(id.clone());
            }
            Finding::Open(reason, may_help) => {
                ledger.left_open(id, reason);
                stepped.is_done &= !may_help;
            }
            Finding::Unanswered(why) => {
                ledger.left_open(id, unanswered(why));
                stepped.hard.push(id.clone());
            }
            Finding::Doubt(reason, is_undefined) => {
                ledger.doubted(id, reason, is_undefined);
            }
        }
        Ok(())
    }

    fn find_out(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        id: &ObjectiveId,
        is_last: bool,
        ledger: &mut Ledger,
    ) -> Result<Finding, EngineError> {
        if ledger.is_label(id) {
            return self.cover(explored, id, ledger);
        }
        let mutant = self.context.objective(id);
        let replacement = match replacement(&self.context.program.module, mutant) {
            Ok(replacement) => replacement,
            Err(construct) => {
                return Ok(Finding::Open(Reason::Unsupported { construct }, false));
            }
        };
        watch_flags(&mut explored.problem, mutant);
        let compared = explored.run_mutant(&replacement);
        self.session.healthy()?;
        let outcome = match compared {
            Ok(Comparison::Converged) => {
                let proof = Proof {
                    scope: explored.proof_scope(),
                    cut: !explored.complete,
                    method: ProofMethod::Convergence,
                    asked: false,
                    reached: Reached::NotKnown,
                };
                return Ok(Finding::Proof(proof));
            }
            Ok(Comparison::Outcome(outcome)) => outcome,
            Err(stop) => return Ok(Finding::Open(self.budget.reason(&stop), false)),
        };
        match differences(explored, &outcome) {
            Ok(differences) => self.query(explored, id, differences, is_last, ledger),
            Err(stop) => Ok(Finding::Open(self.budget.reason(&stop), false)),
        }
    }

    /// The queries in their order: a difference by defined behaviour, by undefined behaviour of the mutant, and beyond the
    /// bounds.
    fn query(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        id: &ObjectiveId,
        differences: Differences,
        is_last: bool,
        ledger: &mut Ledger,
    ) -> Result<Finding, EngineError> {
        let pool = &mut explored.problem.explorer.domain().pool;
        let defined = differences.defined(pool);
        let before = self.session.evidence.count();
        match self.kill_with(explored, id, &defined, 1, ledger)? {
            Killed::Yes => return Ok(Finding::Settled),
            Killed::NoInput => {}
            Killed::Unconfirmed(test) => return Ok(Finding::Doubt(test, false)),
            Killed::Unknown(why) => return Ok(Finding::Unanswered(why)),
        }
        let asked = self.session.evidence.count() > before;
        let traps = [differences.fault];
        match self.kill_with(explored, id, &traps, ATTEMPTS, ledger)? {
            Killed::Yes => return Ok(Finding::Settled),
            Killed::NoInput => {}
            Killed::Unconfirmed(_) => {
                return Ok(Finding::Doubt(unconfirmed_traps(&differences), true));
            }
            Killed::Unknown(why) => return Ok(Finding::Unanswered(why)),
        }
        let (mut scope, mut cut) = (explored.proof_scope(), !explored.complete);
        if differences.lost_blocks {
            scope.assume(Assumption::LeaksIgnored);
        }
        // Within larger bounds the query is made again.
        let attempts = if is_last { ATTEMPTS } else { 1 };
        match self.kill_with(explored, id, &[differences.beyond], attempts, ledger)? {
            Killed::Yes => return Ok(Finding::Settled),
            Killed::NoInput => {}
            Killed::Unconfirmed(_) if is_last => {
                scope.bound(Bound::LongerRuns);
                cut = true;
            }
            Killed::Unconfirmed(_) => return Ok(Finding::Open(Reason::BeyondBounds, true)),
            Killed::Unknown(why) => return Ok(Finding::Unanswered(why)),
        }
        if ledger.is_reserved(id) {
            return Ok(Finding::Reserved { cut });
        }
        Ok(Finding::Proof(Proof {
            scope,
            cut,
            method: ProofMethod::Query,
            asked,
            reached: Reached::NotKnown,
        }))
    }
}
