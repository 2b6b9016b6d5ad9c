//! Questions for a second solver about equivalences that rewriting shows, and no solver was asked: original and mutant are explored once more without
//! rewrite rules, from the beginning to the end, and the whole difference is one question. So the rules are checked too.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use quell_exec::symbolic::{Bounds, Comparison, Convergence, Options, Outcome, Simplification};
use quell_exec::{Stop, StopKind};
use quell_native::reason_of;
use quell_results::{Construct, Reason, Unanswered};
use quell_term::{Pool, Term, are_made_of_more, smtlib};
use quell_values::inputs::InputSpace;
use quell_values::{Bound, OutputLeaf, Outputs};

use crate::ask::Ask;
use crate::bmc::{Unit, replacement};
use crate::differ::{Differences, Observables};
use crate::evidence::Question;
use crate::original::{RECURSION, STATES, run_original};
use crate::problem::Problem;
use crate::proof::Proof;
use crate::verdicts::Ledger;

/// How long exploring one function may take.
const EXPLORING: Duration = Duration::from_secs(10);
/// How many terms a question may be made of.
const LARGE: usize = 200_000;

/// The original, explored without rewrite rules.
struct Unsimplified<'s, 'o> {
    problem: Problem<'s, 'o>,
    leaves: Vec<OutputLeaf>,
    original: Outcome,
    /// What holds of inputs on which the original is defined.
    defined: Vec<Term>,
    /// When the original goes on beyond the bounds.
    beyond: Term,
    /// What was asked in order to leave out what no input leads to.
    questions: Vec<Question>,
    unanswered: Rc<Cell<u32>>,
}

/// What a proof says about a mutant.
struct Claim {
    mutant: usize,
    /// Inputs on which the original goes on beyond the bounds are not covered.
    is_cut: bool,
    /// Nor are those on which the mutant does.
    may_go_on: bool,
    /// What the other function of a pair does where arithmetic overflows is not covered.
    may_overflow: bool,
}

impl Unit<'_, '_> {
    /// Writes a question for each mutant whose proof over an input space rests on none, or why there is none.
    pub fn ask_without_rules(
        &self,
        space: &InputSpace,
        at: (usize, usize),
        mutants: &[usize],
        ledger: &mut Ledger,
    ) {
        let mut claims: BTreeMap<u32, Vec<Claim>> = BTreeMap::new();
        for &mutant in mutants {
            if let Some((proof, ground)) = ledger.ground(mutant, at)
                && (ground.questions.is_empty() || !proof.asked)
            {
                let claim = self.claim(mutant, proof);
                claims.entry(ground.unroll).or_default().push(claim);
            }
        }
        let end = self.common.end();
        let end = end.min(Instant::now() + self.common.settings.budgets.function);
        for (unroll, claims) in claims {
            let [mut ask, ..] = self.asks();
            self.until.set(end.min(Instant::now() + EXPLORING));
            let mut explored = self.without_rules(space, unroll, &mut ask);
            for claim in &claims {
                self.until.set(end.min(Instant::now() + EXPLORING));
                let questions = match &mut explored {
                    Ok(explored) => self.questions_without_rules(explored, claim),
                    Err(why) => Err(why.clone()),
                };
                let Some((_, ground)) = ledger.ground(claim.mutant, at) else {
                    continue;
                };
                match questions {
                    Ok(questions) => ground.questions.extend(questions),
                    Err(why) => ground.unasked = Some(why),
                }
            }
        }
    }

    fn claim(&self, mutant: usize, proof: &Proof) -> Claim {
        let scope = &proof.scope;
        Claim {
            mutant,
            is_cut: proof.cut,
            may_go_on: scope.bounds.contains(&Bound::LongerRuns),
            may_overflow: scope.assumptions.contains(&self.wraps(mutant)),
        }
    }

    fn without_rules<'s, 'o>(
        &self,
        space: &'s InputSpace,
        unroll: u32,
        ask: &'o mut Ask<'_>,
    ) -> Result<Unsimplified<'s, 'o>, Unanswered> {
        if self.common.is_over() {
            return Err(Unanswered::OutOfTime);
        }
        let options = Options {
            bounds: Bounds {
                unwinding: unroll,
                recursion: RECURSION,
                states: STATES,
            },
            simplification: Simplification::Off,
            ub: self.settings().ub,
            ..Options::default()
        };
        let program = self.program.clone();
        self.evidence.clear();
        let problem = Problem::new(program, space, options, Convergence::Ignored);
        let mut problem = problem.map_err(why)?;
        ask.admitted.clone_from(&problem.admitted);
        let unanswered = Rc::clone(&ask.unanswered);
        problem.explorer.set_feasibility(ask);
        let leaves = Outputs::new(self.callee, &space.skeleton).all();
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
        let questions = self.evidence.take(&domain.pool);
        Ok(Unsimplified {
            problem,
            leaves,
            original,
            defined,
            beyond,
            questions,
            unanswered,
        })
    }

    fn questions_without_rules(
        &self,
        explored: &mut Unsimplified<'_, '_>,
        claim: &Claim,
    ) -> Result<Vec<Question>, Unanswered> {
        let mutant = &self.common.mutants[claim.mutant];
        let replacement = replacement(&self.program.module, mutant);
        let replacement = replacement.map_err(|construct| Unanswered::Unsupported { construct })?;
        self.evidence.clear();
        explored.unanswered.set(0);
        self.watch(&mut explored.problem, claim.mutant);
        let mutated = explored.problem.explorer.run_mutant(&replacement);
        let Comparison::Outcome(mutated) = mutated.map_err(why)? else {
            return Err(Unanswered::NotReached);
        };
        let miter = explored.miter(&mutated, claim).map_err(why)?;
        let pool = &explored.problem.explorer.domain().pool;
        if are_made_of_more(pool, &miter, LARGE) {
            return Err(Unanswered::TooLarge);
        }
        let mut questions = explored.questions.clone();
        questions.extend(self.evidence.take(pool));
        questions.push(smtlib::script(pool, &miter).into());
        Ok(questions)
    }
}

impl Unsimplified<'_, '_> {
    /// What holds of an input that shows a claim to be wrong.
    fn miter(&mut self, mutated: &Outcome, claim: &Claim) -> Result<Vec<Term>, Stop> {
        let observables = Observables {
            placed: &self.problem.placed,
            leaves: &self.leaves,
        };
        let machine = self.problem.explorer.machine();
        let differences = observables.differences(machine, &self.original, mutated)?;
        let domain = self.problem.explorer.domain();
        let broken = domain.violated_flags.take();
        let pool = &mut domain.pool;
        let mut shown = told_apart(pool, &differences, claim);
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

fn told_apart(pool: &mut Pool, differences: &Differences, claim: &Claim) -> Term {
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
