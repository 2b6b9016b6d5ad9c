//! Which configured values a proof needs. Explorations use what is known of the values of inputs everywhere, so that an unsatisfiable
//! core of a query does not show whether a proof needs it. Therefore original and mutant are explored once more over all values
//! that the types allow. There, that an input has a configured value is a literal of the queries alone, and a literal that
//! no unsatisfiable core contains is dropped from the assumptions of the proof.
//!
//! Assumptions that shape the inputs, such as an object that does not exist, are no literals and stay.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use quell_exec::symbolic::Comparison;
use quell_solver::Answer;
use quell_term::Term;
use quell_values::inputs::InputSpace;
use quell_values::{Assumption, Bound, Scope};

use crate::EngineError;
use crate::bmc::{Unit, replacement};
use crate::original::{Form, Round, Way};
use crate::pair::is_pair;
use crate::problem::in_ranges;
use crate::reached::Reached;
use crate::verdicts::Ledger;

/// How long finding that out may take for the proofs over one input space, and for one query.
const TIME: Duration = Duration::from_secs(5);
const QUERY: Duration = Duration::from_millis(500);

/// That inputs have the values that one assumption allows.
struct Literal {
    assumption: Assumption,
    terms: Vec<Term>,
}

impl Unit<'_, '_> {
    /// Drops configured values from the assumptions of proofs over an input space that do not need them.
    pub fn drop_unneeded_values(
        &self,
        space: &InputSpace,
        at: (usize, usize),
        mutants: &[usize],
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        if space.restricted().is_empty() {
            return Ok(());
        }
        let mut by_unwinding: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for &mutant in mutants {
            if let Some((proof, ground)) = ledger.ground(mutant, at)
                && !proof.scope.bounds.contains(&Bound::LongerRuns)
                // That no input executes a mutant is known of the configured values alone.
                && proof.reached != Reached::No
                && !is_pair(&self.common.mutants[mutant])
            {
                by_unwinding.entry(ground.unroll).or_default().push(mutant);
            }
        }
        let wide = space.unrestricted();
        let end = self.deadline.get().min(Instant::now() + TIME);
        for (unroll, mutants) in by_unwinding {
            let way = Way {
                unroll,
                form: Form::Plain,
                time: QUERY,
            };
            self.until.set(end);
            let [mut ask, ..] = self.asks();
            let Ok(mut round) = self.explore(&wide, way, &mut ask)? else {
                continue;
            };
            let literals = literals(&mut round, space);
            for mutant in mutants {
                if Instant::now() >= end {
                    return Ok(());
                }
                self.drop_unneeded_values_of(&mut round, (mutant, at), &literals, ledger)?;
            }
        }
        Ok(())
    }

    fn drop_unneeded_values_of(
        &self,
        round: &mut Round<'_, '_>,
        (mutant, at): (usize, (usize, usize)),
        literals: &[Literal],
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let Some((proof, _)) = ledger.ground(mutant, at) else {
            return Ok(());
        };
        let scope = proof.scope.clone();
        if !is_within(&round.scope, &scope) {
            return Ok(());
        }
        let needed = self.needed(round, mutant, &scope, literals)?;
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
        round: &mut Round<'_, '_>,
        mutant: usize,
        scope: &Scope,
        literals: &[Literal],
    ) -> Result<Option<Vec<Assumption>>, EngineError> {
        let Ok(replacement) = replacement(&self.program.module, &self.common.mutants[mutant])
        else {
            return Ok(None);
        };
        let outcome = match round.problem.explorer.run_mutant(&replacement) {
            Ok(Comparison::Converged) => return Ok(Some(Vec::new())),
            Ok(Comparison::Outcome(outcome)) => outcome,
            Err(_) => return Ok(None),
        };
        let Ok(differences) = self.differences(round, &outcome) else {
            return Ok(None);
        };
        if differences.lost_blocks && !scope.assumptions.contains(&Assumption::LeaksIgnored) {
            return Ok(None);
        }
        let pool = &mut round.problem.explorer.domain().pool;
        let defined = differences.defined(pool).to_vec();
        let mut needed = Vec::new();
        for conditions in [defined, vec![differences.fault], vec![differences.beyond]] {
            let Some(core) = self.core(round, &conditions, literals)? else {
                return Ok(None);
            };
            needed.extend(core);
        }
        Ok(Some(needed))
    }

    /// A minimal set of literals with which conditions hold on no valid input; none if there is no such set.
    fn core(
        &self,
        round: &mut Round<'_, '_>,
        conditions: &[Term],
        literals: &[Literal],
    ) -> Result<Option<Vec<Assumption>>, EngineError> {
        let base = [&round.valid[..], conditions].concat();
        let mut is_unsat = |core: &[&Literal]| -> Result<bool, EngineError> {
            let terms = core.iter().flat_map(|literal| &literal.terms);
            let asked: Vec<Term> = base.iter().chain(terms).copied().collect();
            let domain = round.problem.explorer.domain();
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

fn literals(round: &mut Round<'_, '_>, space: &InputSpace) -> Vec<Literal> {
    let mut literals: Vec<Literal> = Vec::new();
    for restricted in space.restricted() {
        let variable = round.problem.variables[restricted.leaf];
        let leaf = &space.leaves[restricted.leaf];
        let pool = &mut round.problem.explorer.domain().pool;
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
