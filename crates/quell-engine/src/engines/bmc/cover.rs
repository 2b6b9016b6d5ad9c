//! The query that decides a label: is there a valid input on which one of its predicates holds? A model becomes a test; without
//! a model the label is uncoverable. A condition that holds on more inputs than it should can still be a proof.

use quell_objectives::ObjectiveId;
use quell_results::{Construct, ProofMethod, Reason};
use quell_solver::Answer;
use quell_term::Term;
use quell_values::Scope;

use crate::error::EngineError;
use crate::explored::kill::{ATTEMPTS, Killed};
use crate::explored::{ExploredOriginal, Prover};
use crate::labels::{is_run_time_error, label_of};
use crate::ledger::Ledger;
use crate::ledger::proof::{Proof, Reached};
use crate::solving::SHORT_QUERY;

use super::finding::Finding;

impl Prover<'_> {
    /// Decides a label over an original that was explored for labels.
    pub(super) fn cover(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        id: &ObjectiveId,
        ledger: &mut Ledger,
    ) -> Result<Finding, EngineError> {
        let is_error = label_of(self.context.objective(id)).is_some_and(is_run_time_error);
        if !explored.has_inputs && !is_error {
            let Scope {
                assumptions,
                bounds,
            } = explored.problem.space.scope().clone();
            let reason = Reason::NoValidInput {
                assumptions,
                bounds,
            };
            return Ok(Finding::Open(reason, false));
        }
        let Some(conditions) = self.conditions_of_label(explored, id) else {
            return Ok(Finding::Open(without_terms(), false));
        };
        let before = self.session.evidence.count();
        let asked = conditions.covering;
        let covered = self.test_with(explored, id, asked, ATTEMPTS, ledger)?;
        let cut = !explored.complete;
        Ok(match covered {
            Killed::Yes => Finding::Settled,
            Killed::Unknown(why) => Finding::Unanswered(why),
            Killed::Unconfirmed(test) if conditions.is_exact => Finding::Doubt(test, false),
            Killed::Unconfirmed(test) => Finding::Open(test, false),
            Killed::NoInput if ledger.is_reserved(id) => Finding::Reserved { cut },
            Killed::NoInput => {
                let asked = self.session.evidence.count() > before;
                let scope = explored.proof_scope();
                let reached = self.reached_label(explored, &scope, &conditions.reaching)?;
                Finding::Proof(Proof {
                    scope,
                    cut,
                    method: ProofMethod::Query,
                    asked,
                    reached,
                })
            }
        })
    }

    /// Whether an input that a proof covers reaches a label. A proof without bounds needs no input.
    fn reached_label(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        scope: &Scope,
        reaching: &[Term],
    ) -> Result<Reached, EngineError> {
        if scope.is_complete() {
            return Ok(Reached::Yes);
        }
        let time = explored.strategy.query.min(SHORT_QUERY);
        let domain = explored.problem.explorer.domain();
        if explored.samples.find(domain, reaching).is_some() {
            return Ok(Reached::Yes);
        }
        Ok(match self.check(domain, reaching, time)? {
            Answer::Sat(_) => Reached::Yes,
            Answer::Unsat => Reached::No,
            Answer::Unknown(_) => Reached::NotKnown,
        })
    }
}

fn without_terms() -> Reason {
    let message = "the machine cannot evaluate its predicate".to_owned();
    Reason::Unsupported {
        construct: Construct::Other { message },
    }
}
