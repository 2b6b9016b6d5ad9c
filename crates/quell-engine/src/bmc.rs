//! The bounded proof engine: the original is explored once, each mutant from where it first differs. What is left is
//! a question to the solver: is there a valid input on which something observable differs?

use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use quell_bits::Bits;
use quell_exec::symbolic::{Comparison, Outcome, Replacement, Symbolic};
use quell_exec::{Program, Stop, StopKind};
use quell_ir::{BlockId, Function};
use quell_native::reason_of;
use quell_objectives::{Objective, apply};
use quell_results::{Construct, ProofMethod, Reason, TimeLimit};
use quell_solver::{Answer, Limit, Reason as Unknown, Solver};
use quell_term::{Pool, Term, narrowed};
use quell_values::inputs::InputSpace;
use quell_values::{Assumption, Bound, Callee};

use crate::EngineError;
use crate::ask::Shared;
use crate::differ::{Differences, Observables};
use crate::evidence::{Evidence, Question};
use crate::function::{Common, Plan};
use crate::hard::{Area, Asked};
use crate::kill::Killed;
use crate::original::{Form, Found, Round};
use crate::proof::Proof;
use crate::reached::Reached;
use crate::referee::{GRACE, Tested};
use crate::subject::{FunctionSettings, in_time};
use crate::verdicts::Ledger;
use crate::ways::EXTRA;

/// The part of a function's time that is little, and the part that following loops further may have used up in the end.
const LITTLE: u32 = 16;
const MUCH: u32 = 4;
/// After so many questions without an answer, a hasty step is over.
const IN_VAIN: u32 = 2;
/// Tests of a mutant's undefined or longer behaviour that may fail to kill it.
pub const ATTEMPTS: usize = 3;
/// So many faults of a mutant are told.
const NAMED_FAULTS: usize = 3;

/// One function and its mutants.
#[derive(Debug)]
pub struct Unit<'u, 'm> {
    pub callee: &'u Callee<'m>,
    /// What it shares with other functions.
    pub common: &'u Common<'m>,
    pub plan: &'u Plan,
    pub program: Rc<Program>,
    pub solver: Shared,
    /// What the verdict that is looked for rests on.
    pub evidence: Evidence,
    pub began: Instant,
    pub deadline: Cell<Instant>,
    /// The limit that it is.
    pub late: TimeLimit,
    /// What trying large inputs took, which says nothing about how hard the function is.
    pub scouted: Cell<Duration>,
    /// How long a question may take.
    pub query: Cell<Duration>,
    /// How long what is being explored may take.
    pub until: Rc<Cell<Instant>>,
    /// What others asked that helped.
    pub helped: Cell<Asked>,
}

/// What came of asking about one mutant.
enum About {
    Settled,
    /// No difference within the bounds, unless the original aborts; whether there may be one beyond them.
    Reserved {
        cut: bool,
    },
    /// No difference within the bounds.
    Proof(Proof),
    /// Nothing is known; whether following loops further may help.
    Open(Reason, bool),
    /// The solver found no answer.
    Unanswered(Unknown),
    /// An input should tell them apart, and was not seen to; whether by undefined behaviour of the mutant alone.
    Doubt(Reason, bool),
}

impl Unit<'_, '_> {
    /// Decides mutants, by their places in the list, over one input space, within growing bounds. What is known within the
    /// last of them is final, unless greater ones cost little.
    pub fn decide(
        &self,
        space: &InputSpace,
        bounds: &[u32],
        further: &[u32],
        ledger: &mut Ledger,
    ) -> Result<Found, EngineError> {
        let mut found = Found::All;
        for (index, &unroll) in bounds.iter().enumerate() {
            let last = index + 1 == bounds.len();
            let area = Area {
                space,
                unroll,
                last,
                is_further: false,
            };
            found = self.within(area, ledger)?;
            if found != Found::More {
                break;
            }
        }
        for &unroll in further {
            // In many rounds some input may get to the end at last, or a proof to cover all.
            let may_help = ledger.reopen_cut() || found == Found::More;
            if found == Found::NoInput || !may_help || !self.has_used_less_than(LITTLE) {
                break;
            }
            let area = Area {
                space,
                unroll,
                last: true,
                is_further: true,
            };
            found = self.within(area, ledger)?;
        }
        Ok(match found {
            Found::More => Found::All,
            found => found,
        })
    }

    /// Whether less than a part of the function's time is used up.
    fn has_used_less_than(&self, part: u32) -> bool {
        let all = self.deadline.get().saturating_duration_since(self.began);
        let used = self.began.elapsed().saturating_sub(self.scouted.get());
        used < all / part && self.end().is_none()
    }

    /// How long exploring one mutant may take in its turn.
    pub fn turn(&self, area: &Area<'_>) -> Duration {
        let turn = self.common.settings.budgets.turn.max(self.query.get());
        match area.is_further {
            true => turn.min(EXTRA),
            false => turn,
        }
    }

    /// What was asked for this function so far.
    pub fn asked(&self) -> Asked {
        let statistics = self.solver.borrow().statistics();
        let (outermost, helped) = (statistics.first(), self.helped.get());
        Asked {
            questions: helped.questions + outermost.map_or(0, |stage| stage.queries),
            time: helped.time + outermost.map_or(Duration::ZERO, |stage| stage.time),
        }
    }

    /// Whether somebody stopped the run.
    pub fn is_stopped(&self) -> bool {
        self.common.settings.stop.load(Ordering::Relaxed)
    }

    /// Why something could not be followed.
    pub fn reason(&self, stop: &Stop) -> Reason {
        match (&**stop, self.end()) {
            (StopKind::TimeUp, Some(end)) => end,
            (stop, _) => reason_of(stop),
        }
    }

    /// What is looked at of the function.
    pub fn settings(&self) -> &FunctionSettings {
        self.common.settings.of(self.plan.function)
    }

    /// What is run, natively and in the machine.
    pub fn tested(&self) -> Tested<'_> {
        Tested {
            callee: self.callee,
            program: &self.program,
            ub: self.settings().ub,
            until: self.deadline.get().min(self.common.end()) + GRACE,
        }
    }

    /// Why no more is asked, if the time is up or somebody stopped the run.
    pub fn end(&self) -> Option<Reason> {
        if self.is_stopped() {
            return Some(Reason::Interrupted);
        }
        if self.common.is_over() {
            let limit = TimeLimit::Run;
            return Some(Reason::OutOfTime { limit });
        }
        (Instant::now() >= self.deadline.get()).then(|| self.too_late())
    }

    /// That the time of the function has passed.
    pub fn too_late(&self) -> Reason {
        Reason::OutOfTime { limit: self.late }
    }

    /// Asks about one mutant after the other; whether greater bounds would decide no more, and which found no answer.
    pub fn one_by_one(
        &self,
        round: &mut Round<'_, '_>,
        mutants: &[usize],
        (area, is_hasty): (&Area<'_>, bool),
        ledger: &mut Ledger,
    ) -> Result<(bool, Vec<usize>), EngineError> {
        let last = area.last;
        let (mut done, mut hard) = (true, Vec::new());
        let mut in_vain = 0;
        let (budgets, time) = (self.common.settings.budgets, round.way.time);
        for &index in mutants {
            // A test for another one may have killed it in the meantime.
            if !ledger.is_open(index) {
                continue;
            }
            if is_hasty && in_vain >= IN_VAIN {
                hard.push(index);
                continue;
            }
            if let Some(end) = self.end() {
                ledger.all_open(&end);
                return Ok((true, Vec::new()));
            }
            // What is known already has to do.
            if area.is_further && !self.has_used_less_than(MUCH) {
                return Ok((true, Vec::new()));
            }
            let left = budgets.mutant.saturating_sub(ledger.time_of(index));
            if left.is_zero() {
                let limit = TimeLimit::Mutant;
                ledger.left_open(index, Reason::OutOfTime { limit });
                continue;
            }
            let start = Instant::now();
            let most = self.turn(area).min(left);
            round.way.time = time.min(left);
            self.until.set(self.deadline.get().min(start + most));
            self.evidence.clear();
            let Some(about) = in_time(self.ask_about(round, index, last, ledger))? else {
                ledger.all_open(&self.end().unwrap_or_else(|| self.too_late()));
                return Ok((true, Vec::new()));
            };
            in_vain += u32::from(matches!(about, About::Unanswered(_)));
            match about {
                About::Settled => {}
                About::Reserved { cut: true } if !last => done = false,
                About::Reserved { .. } => ledger.settle(index),
                About::Proof(mut proof) => {
                    if let Some(wraps) = self.granted(round, index)? {
                        proof.scope.assume(wraps);
                    }
                    proof.reached = self.reached_by(round, &proof.scope, index)?;
                    if proof.cut && !last {
                        done = false;
                    } else {
                        ledger.settle(index);
                    }
                    ledger.proved(index, proof);
                    ledger.rests_on(index, round.way.unroll, self.questions(round));
                }
                // States that go on apart may be too many, and it can be followed otherwise.
                About::Open(_, false) if round.way.form == Form::Apart => hard.push(index),
                About::Open(reason, further) => {
                    ledger.left_open(index, reason);
                    done &= !further;
                }
                About::Unanswered(why) => {
                    ledger.left_open(index, unanswered(why));
                    hard.push(index);
                }
                About::Doubt(reason, is_undefined) => {
                    ledger.doubted(index, reason, is_undefined);
                }
            }
            ledger.took(index, start.elapsed());
        }
        Ok((done, hard))
    }

    /// Asks the solver, with what is known of addresses. A second solver is asked the same in full.
    pub fn check(
        &self,
        domain: &mut Symbolic,
        assertions: &[Term],
        time: Duration,
    ) -> Result<Answer, EngineError> {
        let assertions = &[assertions, domain.addresses.facts()].concat();
        let pool = &mut domain.pool;
        let is_false = |pool: &Pool, terms: &[Term]| {
            let mut terms = terms.iter();
            terms.any(|term| pool.as_bool(*term) == Some(false))
        };
        if is_false(pool, assertions) {
            return Ok(Answer::Unsat);
        }
        let narrowed = narrowed(pool, assertions);
        let answer = if is_false(pool, &narrowed) {
            Answer::Unsat
        } else {
            let rest = self
                .deadline
                .get()
                .saturating_duration_since(Instant::now());
            let limit = Limit::time(time.min(rest)).and_until(&self.common.settings.stop);
            self.solver.borrow_mut().check(pool, &narrowed, limit)?
        };
        if answer == Answer::Unsat {
            self.evidence.add(assertions);
        }
        Ok(answer)
    }

    /// What a proof within these bounds rests on. Where nothing was asked about the mutant itself, what was asked about the
    /// original shows nothing about it.
    pub fn questions(&self, round: &mut Round<'_, '_>) -> Vec<Question> {
        let own = self.evidence.take(&round.problem.explorer.domain().pool);
        if own.is_empty() {
            return own;
        }
        round.questions.iter().cloned().chain(own).collect()
    }

    fn ask_about(
        &self,
        round: &mut Round<'_, '_>,
        index: usize,
        last: bool,
        ledger: &mut Ledger,
    ) -> Result<About, EngineError> {
        let mutant = &self.common.mutants[index];
        let replacement = match replacement(&self.program.module, mutant) {
            Ok(replacement) => replacement,
            Err(construct) => return Ok(About::Open(Reason::Unsupported { construct }, false)),
        };
        self.watch(&mut round.problem, index);
        let outcome = match round.problem.explorer.run_mutant(&replacement) {
            Ok(Comparison::Converged) => {
                let proof = Proof {
                    scope: round.scope.clone(),
                    cut: !round.complete,
                    method: ProofMethod::Convergence,
                    asked: false,
                    reached: Reached::NotKnown,
                };
                return Ok(About::Proof(proof));
            }
            Ok(Comparison::Outcome(outcome)) => outcome,
            Err(stop) => return Ok(About::Open(self.reason(&stop), false)),
        };
        match self.differences(round, &outcome) {
            Ok(differences) => self.ask_for(round, index, differences, last, ledger),
            Err(stop) => Ok(About::Open(self.reason(&stop), false)),
        }
    }

    /// When a mutant's exploration can be told from the original's.
    pub fn differences(
        &self,
        round: &mut Round<'_, '_>,
        outcome: &Outcome,
    ) -> Result<Differences, Stop> {
        let observables = Observables {
            placed: &round.problem.placed,
            leaves: &round.leaves,
        };
        let machine = round.problem.explorer.machine();
        observables.differences(machine, &round.original, outcome)
    }

    /// The questions, in order: a difference by defined behaviour, by undefined behaviour of the mutant, and beyond
    /// the bounds.
    fn ask_for(
        &self,
        round: &mut Round<'_, '_>,
        index: usize,
        differences: Differences,
        last: bool,
        ledger: &mut Ledger,
    ) -> Result<About, EngineError> {
        let pool = &mut round.problem.explorer.domain().pool;
        let defined = differences.defined(pool);
        let before = self.evidence.count();
        match self.kill_with(round, index, &defined, 1, ledger)? {
            Killed::Yes => return Ok(About::Settled),
            Killed::NoInput => {}
            Killed::Unseen(test) => return Ok(About::Doubt(test, false)),
            Killed::Unknown(why) => return Ok(About::Unanswered(why)),
        }
        let asked = self.evidence.count() > before;
        let faulty = [differences.fault];
        match self.kill_with(round, index, &faulty, ATTEMPTS, ledger)? {
            Killed::Yes => return Ok(About::Settled),
            Killed::NoInput => {}
            Killed::Unseen(_) => {
                return Ok(About::Doubt(unseen_faults(&differences), true));
            }
            Killed::Unknown(why) => return Ok(About::Unanswered(why)),
        }
        let (mut scope, mut cut) = (round.scope.clone(), !round.complete);
        if differences.lost_blocks {
            scope.assume(Assumption::LeaksIgnored);
        }
        // Within larger bounds they are asked for again.
        let attempts = if last { ATTEMPTS } else { 1 };
        match self.kill_with(round, index, &[differences.beyond], attempts, ledger)? {
            Killed::Yes => return Ok(About::Settled),
            Killed::NoInput => {}
            Killed::Unseen(_) if last => {
                scope.bound(Bound::LongerRuns);
                cut = true;
            }
            Killed::Unseen(_) => {
                return Ok(About::Open(Reason::BeyondBounds, true));
            }
            Killed::Unknown(why) => return Ok(About::Unanswered(why)),
        }
        if ledger.is_reserved(index) {
            return Ok(About::Reserved { cut });
        }
        Ok(About::Proof(Proof {
            scope,
            cut,
            method: ProofMethod::Query,
            asked,
            reached: Reached::NotKnown,
        }))
    }
}

/// Why the solver found no answer.
pub fn unanswered(why: Unknown) -> Reason {
    match why {
        Unknown::Time => Reason::OutOfTime {
            limit: TimeLimit::Query,
        },
        Unknown::Stopped => Reason::Interrupted,
        Unknown::Memory => Reason::OutOfMemory,
        Unknown::Incomplete => Reason::SolverIncomplete,
    }
}

pub fn shown(space: &InputSpace, values: &[Bits]) -> String {
    let written = space.json(values);
    let list = |values: &[serde_json::Value]| {
        let values: Vec<_> = values.iter().map(ToString::to_string).collect();
        values.join(", ")
    };
    let mut text = format!("({})", list(&written.args));
    for (name, results) in &written.calls {
        text += &format!(" where {name} returns {}", list(results));
    }
    text
}

/// Why nothing is said of a mutant whose traps native runs do not confirm.
pub fn unseen_faults(differences: &Differences) -> Reason {
    let mut faults = differences.faults.iter();
    Reason::UnconfirmedTrap {
        traps: faults.by_ref().take(NAMED_FAULTS).cloned().collect(),
        more: faults.count() as u64,
    }
}

/// The mutant's function, and the blocks where it first differs.
pub fn replacement(
    module: &quell_ir::Module,
    mutant: &Objective,
) -> Result<Replacement, Construct> {
    let edited = apply::edited(module, mutant).map_err(|error| Construct::Mutant {
        message: error.to_string(),
    })?;
    let original = &module.functions[mutant.site.function];
    let first = mutant
        .edits()
        .iter()
        .flat_map(|edit| blocks_of(original, edit))
        .collect();
    Ok(Replacement {
        function: mutant.site.function,
        body: edited.function,
        calls: edited.calls,
        first,
    })
}

/// The blocks in which an edit makes a difference: where a phi gets another value, the one it comes from.
pub fn blocks_of(function: &Function, edit: &quell_objectives::Edit) -> Vec<BlockId> {
    if let quell_objectives::Change::Incoming { from, .. } = &edit.change {
        return vec![*from];
    }
    let mut blocks = function.blocks.iter();
    let found = blocks.find(|(_, block)| block.insts.contains(&edit.at));
    found.map(|(id, _)| id).into_iter().collect()
}
