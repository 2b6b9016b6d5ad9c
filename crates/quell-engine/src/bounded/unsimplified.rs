//! Queries for a second solver about equivalences that rewriting alone shows. Original and mutant are explored once more without
//! rewrite rules, from beginning to end, and the whole difference is one query. So the rules are checked too.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use quell_exec::symbolic::{Bounds, Comparison, Convergence, Options, Outcome, Simplification};
use quell_exec::{Stop, StopKind};
use quell_native::reason_of;
use quell_objectives::ObjectiveId;
use quell_results::{Construct, Reason, Unanswered};
use quell_term::{Pool, Term, are_made_of_more, smtlib};
use quell_values::inputs::InputSpace;
use quell_values::{Bound, OutputLeaf, Outputs};

use crate::error::EngineError;
use crate::explored::Prover;
use crate::explored::mutants::{replacement, watch_flags, wrapping};
use crate::explored::observables::{Differences, Observables};
use crate::explored::original::{RECURSION, STATES, run_original};
use crate::explored::problem::Problem;
use crate::ledger::Ledger;
use crate::ledger::proof::Proof;
use crate::solving::{FeasibilityQueries, Script};

/// The time limit of exploring one function.
const EXPLORING: Duration = Duration::from_secs(10);
/// The number of terms that a query may have.
const LARGE: usize = 200_000;

/// The original, explored without rewrite rules.
struct Unsimplified<'s, 'o> {
    problem: Problem<'s, 'o>,
    leaves: Vec<OutputLeaf>,
    original: Outcome,
    /// The conditions of inputs on which the original has no undefined behaviour.
    defined: Vec<Term>,
    /// The condition under which the original leaves the bounds.
    beyond: Term,
    /// The queries that showed paths to be infeasible.
    queries: Vec<Script>,
    unanswered: Rc<Cell<u32>>,
}

/// The claim of a proof about a mutant.
struct Claim<'c> {
    mutant: &'c ObjectiveId,
    /// Inputs on which the original leaves the bounds are not covered.
    is_cut: bool,
    /// Inputs on which the mutant leaves the bounds are not covered.
    may_go_on: bool,
    /// Inputs on which the other function of a pair overflows are not covered.
    may_overflow: bool,
}

impl Prover<'_> {
    /// Writes a query for each mutant whose proof over an input space rests on none, or why there is none.
    pub fn write_queries_without_rules(
        &self,
        space: &InputSpace,
        at: (usize, usize),
        mutants: &[ObjectiveId],
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        let mut claims: BTreeMap<u32, Vec<Claim<'_>>> = BTreeMap::new();
        for mutant in mutants {
            if let Some((proof, ground)) = ledger.ground(mutant, at)
                && (ground.queries.is_empty() || !proof.asked)
            {
                let claim = self.claim(mutant, proof);
                claims.entry(ground.unwinding).or_default().push(claim);
            }
        }
        let function = self.context.run.settings.budgets.function;
        let end = self.budget.run_end().min(Instant::now() + function);
        let exploration_end = || end.min(Instant::now() + EXPLORING);
        for (unwinding, claims) in claims {
            let mut feasibility = self.feasibility();
            self.session.set_exploration_end(exploration_end());
            let mut explored = self.without_rules(space, unwinding, &mut feasibility);
            self.session.healthy()?;
            for claim in &claims {
                self.session.set_exploration_end(exploration_end());
                let queries = match &mut explored {
                    Ok(explored) => self.queries_without_rules(explored, claim),
                    Err(why) => Err(why.clone()),
                };
                self.session.healthy()?;
                let Some((_, ground)) = ledger.ground(claim.mutant, at) else {
                    continue;
                };
                match queries {
                    Ok(queries) => ground.queries.extend(queries),
                    Err(why) => ground.unasked = Some(why),
                }
            }
        }
        Ok(())
    }

    fn claim<'c>(&self, mutant: &'c ObjectiveId, proof: &Proof) -> Claim<'c> {
        let scope = &proof.scope;
        Claim {
            mutant,
            is_cut: proof.cut,
            may_go_on: scope.bounds.contains(&Bound::LongerRuns),
            may_overflow: scope
                .assumptions
                .contains(&wrapping(self.context.objective(mutant))),
        }
    }

    fn without_rules<'s, 'o>(
        &self,
        space: &'s InputSpace,
        unwinding: u32,
        feasibility: &'o mut FeasibilityQueries,
    ) -> Result<Unsimplified<'s, 'o>, Unanswered> {
        if Instant::now() >= self.budget.run_end() {
            return Err(Unanswered::OutOfTime);
        }
        let options = Options {
            bounds: Bounds {
                unwinding,
                recursion: RECURSION,
                states: STATES,
            },
            simplification: Simplification::Off,
            ub: self.context.settings().ub,
            ..Options::default()
        };
        let program = self.context.program.clone();
        self.session.evidence.clear();
        let problem = Problem::new(program, space, options, Convergence::Ignored);
        let mut problem = problem.map_err(why)?;
        feasibility.admitted.clone_from(&problem.admitted);
        let unanswered = Rc::clone(&feasibility.unanswered);
        problem.explorer.set_feasibility(feasibility);
        let leaves = Outputs::new(&self.context.callee, &space.skeleton).all();
        let leaves = leaves.map_err(|error| Unanswered::Unsupported {
            construct: Construct::Observables {
                message: error.to_string(),
            },
        })?;
        let original = run_original(&mut problem).map_err(why)?;
        let observables = Observables {
            placed: &problem.placed,
            leaves: &leaves,
        };
        let unset = observables.unset_result(problem.explorer.machine(), &original);
        let unset = unset.map_err(why)?;
        let domain = problem.explorer.domain();
        let mut defined = problem.admitted.clone();
        defined.push(domain.pool.not(domain.excluded));
        defined.push(domain.pool.not(unset));
        let cuts: Vec<Term> = original.reached_bounds.iter().map(|cut| cut.when).collect();
        let beyond = domain.pool.or_all(&cuts);
        let queries = self.session.evidence.take(&domain.pool);
        Ok(Unsimplified {
            problem,
            leaves,
            original,
            defined,
            beyond,
            queries,
            unanswered,
        })
    }

    fn queries_without_rules(
        &self,
        explored: &mut Unsimplified<'_, '_>,
        claim: &Claim<'_>,
    ) -> Result<Vec<Script>, Unanswered> {
        let mutant = self.context.objective(claim.mutant);
        let replacement = replacement(&self.context.program.module, mutant);
        let replacement = replacement.map_err(|construct| Unanswered::Unsupported { construct })?;
        self.session.evidence.clear();
        explored.unanswered.set(0);
        watch_flags(&mut explored.problem, mutant);
        let mutated = explored.problem.explorer.run_mutant(&replacement);
        let Comparison::Outcome(mutated) = mutated.map_err(why)? else {
            return Err(Unanswered::NotReached);
        };
        let miter = explored.miter(&mutated, claim).map_err(why)?;
        let pool = &explored.problem.explorer.domain().pool;
        if are_made_of_more(pool, &miter, LARGE) {
            return Err(Unanswered::TooLarge);
        }
        let mut queries = explored.queries.clone();
        queries.extend(self.session.evidence.take(pool));
        queries.push(smtlib::script(pool, &miter).into());
        Ok(queries)
    }
}

impl Unsimplified<'_, '_> {
    /// The conditions of an input that refutes a claim.
    fn miter(&mut self, mutated: &Outcome, claim: &Claim<'_>) -> Result<Vec<Term>, Stop> {
        let observables = Observables {
            placed: &self.problem.placed,
            leaves: &self.leaves,
        };
        let machine = self.problem.explorer.machine();
        let differences = observables.differences(machine, &self.original, mutated)?;
        let domain = self.problem.explorer.domain();
        let broken = domain.violated_flags.take();
        let pool = &mut domain.pool;
        let mut shown = distinguished(pool, &differences, claim);
        if let Some(broken) = broken.filter(|_| !claim.may_overflow) {
            shown = pool.or(shown, broken);
        }
        let mut miter = self.defined.clone();
        match claim.is_cut {
            true => miter.push(pool.not(self.beyond)),
            false => shown = pool.or(shown, self.beyond),
        }
        miter.push(shown);
        miter.extend_from_slice(domain.addresses.facts());
        Ok(miter)
    }
}

fn distinguished(pool: &mut Pool, differences: &Differences, claim: &Claim<'_>) -> Term {
    let defined = differences.defined(pool);
    let defined = pool.and_all(&defined);
    let shown = pool.or(defined, differences.fault);
    match claim.may_go_on {
        true => shown,
        false => pool.or(shown, differences.beyond),
    }
}

fn why(stop: Stop) -> Unanswered {
    match (&*stop, reason_of(&stop)) {
        (StopKind::TimeUp | StopKind::StepLimit(_), _) => Unanswered::ExplorationTooLong,
        (_, Reason::Unsupported { construct }) => Unanswered::Unsupported { construct },
        _ => Unanswered::Unsupported {
            construct: Construct::Other {
                message: stop.to_string(),
            },
        },
    }
}
