//! Which configured values a proof needs. Explorations use what is known of the values of inputs everywhere, so that an unsatisfiable
//! core of a query does not show whether a proof needs it. Therefore original and mutant are explored once more over all values
//! that the types allow. There, that an input has a configured value is a literal of the queries alone, and a literal that
//! no unsatisfiable core contains is dropped from the assumptions of the proof.
//!
//! Assumptions that shape the inputs, such as an object that does not exist, are no literals and stay.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use quell_exec::symbolic::Comparison;
use quell_objectives::ObjectiveId;
use quell_solver::Answer;
use quell_term::Term;
use quell_values::inputs::InputSpace;
use quell_values::{Assumption, Bound, Scope};

use crate::error::EngineError;
use crate::explored::mutants::{differences, replacement};
use crate::explored::original::Exploration;
use crate::explored::problem::in_ranges;
use crate::explored::{Encoding, ExploredOriginal, Prover, Strategy};
use crate::ledger::Ledger;
use crate::ledger::proof::Reached;
use crate::pair::is_pair;

/// The time limits for the proofs over one input space, and for one query.
const TIME: Duration = Duration::from_secs(5);
const QUERY: Duration = Duration::from_millis(500);
/// The number of consecutive unsuccessful queries about convergence after which a mutant runs to its end.
const CONVERGENCE_QUERIES: u32 = 2;

/// The condition that inputs have the values that one assumption allows.
struct Literal {
    assumption: Assumption,
    terms: Vec<Term>,
}

impl Prover<'_> {
    /// Drops configured values from the assumptions of proofs over an input space that do not need them.
    pub fn drop_unneeded_values(
        &self,
        space: &InputSpace,
        at: (usize, usize),
        mutants: &[ObjectiveId],
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        if space.restricted().is_empty() {
            return Ok(());
        }
        let mut by_unwinding: BTreeMap<u32, Vec<&ObjectiveId>> = BTreeMap::new();
        for mutant in mutants {
            if let Some((proof, ground)) = ledger.ground(mutant, at)
                && !proof.scope.bounds.contains(&Bound::LongerRuns)
                // That no input executes a mutant is known only for the configured values.
                && proof.reached != Reached::No
                && !is_pair(self.context.objective(mutant))
            {
                by_unwinding
                    .entry(ground.unwinding)
                    .or_default()
                    .push(mutant);
            }
        }
        let wide = space.unrestricted();
        let end = self.budget.deadline().min(Instant::now() + TIME);
        for (unwinding, mutants) in by_unwinding {
            let strategy = Strategy {
                unwinding,
                encoding: Encoding::Plain,
                query: QUERY,
                convergence_queries: CONVERGENCE_QUERIES,
            };
            self.session.set_exploration_end(end);
            let mut feasibility = self.feasibility();
            let Exploration::Explored(mut explored) =
                self.explore(&wide, strategy, &mut feasibility)?
            else {
                continue;
            };
            let literals = literals(&mut explored, space);
            for mutant in mutants {
                if Instant::now() >= end {
                    return Ok(());
                }
                self.drop_unneeded_values_of(&mut explored, (mutant, at), &literals, ledger)?;
            }
        }
        Ok(())
    }

    fn drop_unneeded_values_of(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        (mutant, at): (&ObjectiveId, (usize, usize)),
        literals: &[Literal],
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let Some((proof, _)) = ledger.ground(mutant, at) else {
            return Ok(());
        };
        let scope = proof.scope.clone();
        if !is_within(&explored.proof_scope(), &scope) {
            return Ok(());
        }
        let needed = self.needed(explored, mutant, &scope, literals)?;
        if let (Some(needed), Some(proof)) = (needed, ledger.proof_mut(mutant, at)) {
            let is_literal = |of: &Assumption| literals.iter().any(|one| one.assumption == *of);
            let assumptions = &mut proof.scope.assumptions;
            assumptions.retain(|of| !is_literal(of) || needed.contains(of));
        }
        Ok(())
    }

    /// The assumptions whose literals are needed for the proof; none where nothing is proved in time.
    fn needed(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        mutant: &ObjectiveId,
        scope: &Scope,
        literals: &[Literal],
    ) -> Result<Option<Vec<Assumption>>, EngineError> {
        let Ok(replacement) =
            replacement(&self.context.program.module, self.context.objective(mutant))
        else {
            return Ok(None);
        };
        let compared = explored.run_mutant(&replacement);
        self.session.healthy()?;
        // What the mutant assumes on inputs beyond the literals must be an assumption of the proof.
        if !is_within(&explored.proof_scope(), scope) {
            return Ok(None);
        }
        let outcome = match compared {
            Ok(Comparison::Converged) => return Ok(Some(Vec::new())),
            Ok(Comparison::Outcome(outcome)) => outcome,
            Err(_) => return Ok(None),
        };
        let Ok(differences) = differences(explored, &outcome) else {
            return Ok(None);
        };
        if differences.lost_blocks && !scope.assumptions.contains(&Assumption::LeaksIgnored) {
            return Ok(None);
        }
        let pool = &mut explored.problem.explorer.domain().pool;
        let defined = differences.defined(pool).to_vec();
        let mut needed = Vec::new();
        for conditions in [defined, vec![differences.fault], vec![differences.beyond]] {
            let Some(core) = self.core(explored, &conditions, literals)? else {
                return Ok(None);
            };
            needed.extend(core);
        }
        Ok(Some(needed))
    }

    /// A minimal set of literals with which conditions hold on no valid input; none if there is no such set.
    fn core(
        &self,
        explored: &mut ExploredOriginal<'_, '_>,
        conditions: &[Term],
        literals: &[Literal],
    ) -> Result<Option<Vec<Assumption>>, EngineError> {
        let base = [&explored.valid[..], conditions].concat();
        let mut is_unsat = |core: &[&Literal]| -> Result<bool, EngineError> {
            let terms = core.iter().flat_map(|literal| &literal.terms);
            let asked: Vec<Term> = base.iter().chain(terms).copied().collect();
            let domain = explored.problem.explorer.domain();
            Ok(self.check(domain, &asked, QUERY)? == Answer::Unsat)
        };
        if is_unsat(&[])? {
            return Ok(Some(Vec::new()));
        }
        let mut core: Vec<&Literal> = literals.iter().collect();
        if !is_unsat(&core)? {
            return Ok(None);
        }
        for literal in literals {
            let is_other = |of: &&&Literal| of.assumption != literal.assumption;
            let others: Vec<&Literal> = core.iter().filter(is_other).copied().collect();
            if is_unsat(&others)? {
                core = others;
            }
        }
        let core = core.iter().map(|literal| literal.assumption.clone());
        Ok(Some(core.collect()))
    }
}

/// Whether a proof over a wider space has no other bounds and assumptions.
fn is_within(wide: &Scope, scope: &Scope) -> bool {
    let mut bounds = wide.bounds.iter();
    let mut assumptions = wide.assumptions.iter();
    bounds.all(|of| scope.bounds.contains(of))
        && assumptions.all(|of| scope.assumptions.contains(of))
}

fn literals(explored: &mut ExploredOriginal<'_, '_>, space: &InputSpace) -> Vec<Literal> {
    let mut literals: Vec<Literal> = Vec::new();
    for restricted in space.restricted() {
        let variable = explored.problem.variables[restricted.leaf];
        let leaf = &space.leaves[restricted.leaf];
        let pool = &mut explored.problem.explorer.domain().pool;
        let terms = in_ranges(pool, leaf, variable).into_iter();
        let mut known = literals.iter_mut();
        match known.find(|literal| literal.assumption == restricted.assumption) {
            Some(literal) => literal.terms.extend(terms),
            None => literals.push(Literal {
                assumption: restricted.assumption.clone(),
                terms: terms.collect(),
            }),
        }
    }
    literals
}
