//! The bounded proof engine: the original is explored once, each mutant from where it first differs. What is left is
//! a question to the solver: is there a valid input on which something observable differs?

use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use quell_bits::Bits;
use quell_exec::symbolic::{Bound, Bounds, Comparison, Cut, Outcome, Replacement, Role};
use quell_exec::{Program, Stop};
use quell_ir::{BlockId, Function};
use quell_objectives::{Mutant, apply};
use quell_solver::{Answer, Limit, Solver};
use quell_term::{Evaluator, Pool, Term};
use quell_values::inputs::InputSpace;
use quell_values::{Callee, OutputLeaf, Outputs};

use crate::EngineError;
use crate::ask::{Ask, Shared};
use crate::differ::{Differences, Observables};
use crate::evidence::{Evidence, Question};
use crate::problem::{Problem, model_of};
use crate::referee::Referee;
use crate::samples::Samples;
use crate::subject::{Engine, Settings};
use crate::verdicts::{Finding, Ledger, Proof};

/// How often loops are begun anew, until that is enough.
const BOUNDS: &[u32] = &[4, 16, 64];
/// Activations of one function at once.
pub const RECURSION: u32 = 12;
/// Blocks run in one exploration.
pub const STATES: u64 = 200_000;
/// Simpler values of a test that are tried.
const SIMPLIFICATIONS: usize = 500;
/// Tests of a mutant's undefined behaviour that may fail to kill it.
const ATTEMPTS: usize = 3;

/// One function and its mutants.
#[derive(Debug)]
pub struct Unit<'u, 'm> {
    pub callee: &'u Callee<'m>,
    pub name: &'u str,
    pub program: Rc<Program>,
    pub mutants: &'m [Mutant],
    pub settings: &'u Settings,
    pub referee: &'u Referee<'u>,
    pub solver: Shared,
    /// What the verdict that is looked for rests on.
    pub evidence: Evidence,
    pub deadline: Instant,
}

/// An input space within bounds: the original explored, and what is known of its inputs.
pub struct Round<'r, 'o> {
    pub problem: Problem<'r, 'o>,
    pub original: Outcome,
    leaves: Vec<OutputLeaf>,
    /// Inputs that count: admitted, defined, within the bounds.
    pub valid: Vec<Term>,
    /// Whether the original never goes on beyond the bounds.
    pub complete: bool,
    pub bounds: Vec<String>,
    /// How often loops are begun anew.
    pub unroll: u32,
    /// What is known of the original rests on these.
    pub questions: Vec<Question>,
    samples: Samples,
}

/// What came of asking about one mutant.
enum Asked {
    Settled,
    /// No difference within the bounds.
    Proof(Proof),
    /// Nothing is known; whether following loops further may help.
    Open(String, bool),
    /// An input should tell them apart, and was not seen to.
    Doubt(String),
}

impl Unit<'_, '_> {
    /// Decides mutants, by their places in the list, over one input space, within growing bounds.
    pub fn decide(&self, space: &InputSpace, ledger: &mut Ledger) -> Result<Found, EngineError> {
        let bounds = match self.settings.unroll {
            Some(unroll) => vec![unroll],
            None => BOUNDS.to_vec(),
        };
        for (index, &unroll) in bounds.iter().enumerate() {
            let last = index + 1 == bounds.len();
            match self.round(space, unroll, last, ledger)? {
                Found::More => {}
                found => return Ok(found),
            }
        }
        Ok(Found::All)
    }

    /// Decides within one bound.
    fn round(
        &self,
        space: &InputSpace,
        unroll: u32,
        last: bool,
        ledger: &mut Ledger,
    ) -> Result<Found, EngineError> {
        let mut ask = Ask {
            solver: self.solver.clone(),
            settings: self.settings,
            admitted: Vec::new(),
            evidence: self.evidence.clone(),
            deadline: self.deadline,
            unanswered: 0,
        };
        self.evidence.clear();
        let mut round = match self.explore(space, unroll, &mut ask)? {
            Ok(round) => round,
            Err(obstacle) => {
                ledger.all_open(&obstacle.reason);
                return Ok(obstacle.found);
            }
        };
        let done = match self.settings.engine {
            Engine::Bmc => self.one_by_one(&mut round, last, ledger)?,
            Engine::Symbmc => self.at_once(&mut round, ledger)?,
        };
        Ok(if done { Found::All } else { Found::More })
    }

    /// Whether somebody stopped the run.
    pub fn is_stopped(&self) -> bool {
        self.settings.stop.load(Ordering::Relaxed)
    }

    /// Why no more is asked, if the time is up or somebody stopped the run.
    fn end(&self) -> Option<&'static str> {
        if self.is_stopped() {
            return Some("the run was stopped");
        }
        (Instant::now() >= self.deadline).then_some("the time was up; allow more with --budget")
    }

    /// Asks about one mutant after the other; whether greater bounds would decide no more.
    fn one_by_one(
        &self,
        round: &mut Round<'_, '_>,
        last: bool,
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let mut done = true;
        for index in ledger.open() {
            // A test for another one may have killed it in the meantime.
            if !ledger.is_open(index) {
                continue;
            }
            if let Some(end) = self.end() {
                ledger.all_open(end);
                return Ok(true);
            }
            let start = Instant::now();
            self.evidence.clear();
            match self.ask_about(round, index, last, ledger)? {
                Asked::Settled => {}
                Asked::Proof(proof) => {
                    if proof.cut && !last {
                        done = false;
                    } else {
                        ledger.settle(index);
                    }
                    ledger.proved(index, proof);
                    ledger.rests_on(index, round.unroll, self.questions(round));
                }
                Asked::Open(reason, further) => {
                    ledger.left_open(index, &reason);
                    done &= !further;
                }
                Asked::Doubt(reason) => ledger.doubted(index, &reason),
            }
            ledger.took(index, start.elapsed());
        }
        Ok(done)
    }

    /// Explores the original; an inner error is why its mutants stay open.
    fn explore<'r, 'o>(
        &self,
        space: &'r InputSpace,
        unroll: u32,
        ask: &'o mut Ask<'_>,
    ) -> Result<Result<Round<'r, 'o>, Obstacle>, EngineError> {
        let bounds = Bounds {
            unroll,
            recursion: RECURSION,
            states: STATES,
        };
        let problem = Problem::new(self.program.clone(), space, bounds);
        let mut problem = match problem {
            Ok(problem) => problem,
            Err(stop) => return Ok(Err(Obstacle::new(&stop))),
        };
        ask.admitted = problem.admitted.clone();
        problem.explorer.ask(ask);
        let leaves = match Outputs::new(self.callee, &space.skeleton).all() {
            Ok(leaves) => leaves,
            Err(error) => return Ok(Err(Obstacle::new(&error))),
        };
        let original = match run_original(&mut problem) {
            Ok(original) => original,
            Err(stop) => return Ok(Err(Obstacle::new(&stop))),
        };
        let domain = problem.explorer.domain();
        let cuts: Vec<_> = original.cuts.iter().map(|cut| cut.when).collect();
        let beyond = domain.pool.or_all(&cuts);
        let within = domain.pool.not(beyond);
        let defined = domain.pool.not(domain.excluded);
        let mut valid = problem.admitted.clone();
        valid.push(defined);
        let mut further = valid.clone();
        further.push(beyond);
        let pool = &problem.explorer.domain().pool;
        let complete = matches!(self.check(pool, &further)?, Answer::Unsat);
        valid.push(within);
        if let Answer::Unsat = self.check(pool, &valid)? {
            let (found, reason) = match complete {
                true => (
                    Found::NoInput,
                    "the original's behaviour is undefined on all inputs",
                ),
                false => (Found::More, "no input ends within the bounds"),
            };
            let reason = reason.to_owned();
            return Ok(Err(Obstacle { found, reason }));
        }
        let mut named = restrictions(&mut problem, &original);
        if !complete {
            named.push(format!("loops begun anew at most {unroll} times, calls of one function at most {RECURSION} deep"));
        }
        let sized = |cut: &Cut| matches!(cut.of, Bound::Size(_));
        if !complete && original.cuts.iter().any(sized) {
            let most = problem.explorer.domain().block_limit;
            named.push(format!("blocks from malloc of at most {most} bytes"));
        }
        let samples = Samples::new(&problem);
        let questions = self.evidence.take(&problem.explorer.domain().pool);
        Ok(Ok(Round {
            samples,
            unroll,
            questions,
            problem,
            original,
            leaves,
            valid,
            complete,
            bounds: named,
        }))
    }

    pub fn check(&self, pool: &Pool, assertions: &[Term]) -> Result<Answer, EngineError> {
        if assertions
            .iter()
            .any(|term| pool.as_bool(*term) == Some(false))
        {
            return Ok(Answer::Unsat);
        }
        let rest = self.deadline.saturating_duration_since(Instant::now());
        let time = self.settings.budgets.query.min(rest);
        let limit = Limit::time(time).and_until(&self.settings.stop);
        let answer = self.solver.borrow_mut().check(pool, assertions, limit)?;
        if answer == Answer::Unsat {
            self.evidence.add(assertions);
        }
        Ok(answer)
    }

    /// What a proof within these bounds rests on.
    pub fn questions(&self, round: &mut Round<'_, '_>) -> Vec<Question> {
        let own = self.evidence.take(&round.problem.explorer.domain().pool);
        round.questions.iter().cloned().chain(own).collect()
    }

    fn ask_about(
        &self,
        round: &mut Round<'_, '_>,
        index: usize,
        last: bool,
        ledger: &mut Ledger,
    ) -> Result<Asked, EngineError> {
        let mutant = &self.mutants[index];
        let replacement = match replacement(&self.program.module, mutant) {
            Ok(replacement) => replacement,
            Err(reason) => return Ok(Asked::Open(reason, false)),
        };
        let outcome = match round.problem.explorer.run_mutant(&replacement) {
            Ok(Comparison::Same) => {
                let proof = Proof {
                    bounds: round.bounds.clone(),
                    cut: !round.complete,
                    how: "its states become those of the original".to_owned(),
                };
                return Ok(Asked::Proof(proof));
            }
            Ok(Comparison::Outcome(outcome)) => outcome,
            Err(stop) => return Ok(Asked::Open(reason(&stop), false)),
        };
        match self.differences(round, &outcome) {
            Ok(differences) => self.ask_for(round, index, differences, last, ledger),
            Err(stop) => Ok(Asked::Open(reason(&stop), false)),
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
        machine.domain.role = Role::Mutant;
        let found = observables.differences(machine, &round.original, outcome);
        machine.domain.role = Role::Original;
        machine.domain.faults.clear();
        found
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
    ) -> Result<Asked, EngineError> {
        let pool = &mut round.problem.explorer.domain().pool;
        let (no_fault, inside) = (pool.not(differences.fault), pool.not(differences.beyond));
        let plain = [differences.observable, no_fault, inside];
        match self.kill_with(round, index, &plain, 1, ledger)? {
            Killed::Yes => return Ok(Asked::Settled),
            Killed::NoInput => {}
            Killed::Unseen(test) => {
                let reason = format!("the test {test} should kill it, but was not seen to");
                return Ok(Asked::Doubt(reason));
            }
            Killed::Unknown(reason) => return Ok(Asked::Open(reason, false)),
        }
        let faulty = [differences.fault];
        match self.kill_with(round, index, &faulty, ATTEMPTS, ledger)? {
            Killed::Yes => return Ok(Asked::Settled),
            Killed::NoInput => {}
            Killed::Unseen(_) => {
                let faults: Vec<_> = differences.faults.into_iter().collect();
                let reason = format!(
                    "it differs only where its own behaviour is undefined, which was not seen natively: {}",
                    faults.join("; ")
                );
                return Ok(Asked::Doubt(reason));
            }
            Killed::Unknown(reason) => return Ok(Asked::Open(reason, false)),
        }
        let mut bounds = round.bounds.clone();
        match self.kill_with(round, index, &[differences.beyond], 1, ledger)? {
            Killed::Yes => return Ok(Asked::Settled),
            Killed::NoInput => {}
            Killed::Unseen(_) if last => {
                bounds.push("runs of the mutant that go on for longer".to_owned());
            }
            Killed::Unseen(_) => {
                return Ok(Asked::Open("it goes on beyond the bounds".to_owned(), true));
            }
            Killed::Unknown(reason) => return Ok(Asked::Open(reason, false)),
        }
        Ok(Asked::Proof(Proof {
            bounds,
            cut: !round.complete,
            how: "no input tells them apart".to_owned(),
        }))
    }

    /// Looks for an input that meets conditions and tries it natively.
    fn kill_with(
        &self,
        round: &mut Round<'_, '_>,
        index: usize,
        conditions: &[Term],
        attempts: usize,
        ledger: &mut Ledger,
    ) -> Result<Killed, EngineError> {
        let mut asked = round.valid.clone();
        asked.extend_from_slice(conditions);
        let mut last = None;
        for _ in 0..attempts {
            let pool = &round.problem.explorer.domain().pool;
            let values = match round.samples.find(pool, &asked) {
                Some(values) => values,
                None => match self.check(pool, &asked)? {
                    Answer::Unsat => return Ok(last.map_or(Killed::NoInput, Killed::Unseen)),
                    Answer::Unknown(why) => return Ok(Killed::Unknown(unanswered(why))),
                    Answer::Sat(model) => round.problem.values(&model),
                },
            };
            let simple = simplified(&mut round.problem, &asked, values.clone());
            for values in [&simple, &values] {
                if self.try_test(round, values, index, &ledger.alive(), ledger)? {
                    return Ok(Killed::Yes);
                }
                if simple == *values {
                    break;
                }
            }
            last = Some(shown(round.problem.space, &simple));
            let block = blocking(round, &values);
            asked.push(block);
        }
        Ok(last.map_or(Killed::NoInput, Killed::Unseen))
    }

    /// Runs a test on mutants; whether it killed the one that it was made for.
    pub fn try_test(
        &self,
        round: &Round<'_, '_>,
        values: &[Bits],
        index: usize,
        mutants: &[usize],
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let space = round.problem.space;
        let (args, around) = space.given(values);
        let Ok(call) = self.callee.prepare(&args, &around) else {
            return Ok(false);
        };
        let Some(tried) = self.referee.run(self.callee, &call, mutants)? else {
            return Ok(false);
        };
        let killed = tried.kills.iter().any(|kill| kill.mutant == index);
        if !tried.kills.is_empty() {
            ledger.test(Finding {
                function: self.name,
                space,
                values,
                call,
                tried,
            });
        }
        Ok(killed)
    }
}

/// What a greater bound is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// Nothing.
    All,
    /// It may decide more.
    More,
    /// Nothing: no input of this space is valid.
    NoInput,
}

/// Why the mutants of a function cannot be decided.
struct Obstacle {
    found: Found,
    reason: String,
}

impl Obstacle {
    fn new(reason: &impl ToString) -> Self {
        Self {
            found: Found::All,
            reason: reason.to_string(),
        }
    }
}

enum Killed {
    Yes,
    /// No input meets the conditions.
    NoInput,
    /// Such an input was tried, and nothing was seen.
    Unseen(String),
    Unknown(String),
}

pub fn run_original(problem: &mut Problem<'_, '_>) -> Result<Outcome, Stop> {
    let args = problem.placed.args(problem.explorer.machine())?;
    problem
        .explorer
        .run_original(problem.placed.function, &args)
}

fn reason(stop: &Stop) -> String {
    stop.to_string()
}

pub fn unanswered(why: quell_solver::Reason) -> String {
    match why {
        quell_solver::Reason::Time => {
            "the solver found no answer in time; allow more with --query-time"
        }
        quell_solver::Reason::Stopped => "the run was stopped",
        quell_solver::Reason::Incomplete => "the solver gave up",
    }
    .to_owned()
}

pub fn shown(space: &InputSpace, values: &[Bits]) -> String {
    let (args, _) = space.json(values);
    let args: Vec<_> = args.iter().map(ToString::to_string).collect();
    format!("({})", args.join(", "))
}

/// What holds of all that is looked at, besides how far loops are followed.
fn restrictions(problem: &mut Problem<'_, '_>, original: &Outcome) -> Vec<String> {
    let mut named = problem.space.bounds().to_vec();
    let image = &problem.space.skeleton.image;
    if !image.objects.is_empty() {
        named.push(
            "pointers lead to the beginning of objects of their own, not to globals".to_owned(),
        );
    }
    if problem.explorer.domain().floats {
        named.push("which NaN a NaN is, and its sign".to_owned());
    }
    let memory = original.returned.as_ref().map(|returned| &returned.memory);
    if memory.is_some_and(|memory| memory.has_heap()) {
        named.push("malloc does not fail".to_owned());
    }
    named
}

/// Values that a person likes to read, under which the conditions still hold.
fn simplified(problem: &mut Problem<'_, '_>, conditions: &[Term], values: Vec<Bits>) -> Vec<Bits> {
    let space = problem.space;
    let variables = problem.variables.clone();
    let pool = &problem.explorer.domain().pool;
    let mut evaluator = Evaluator::new();
    space.simplified(values, SIMPLIFICATIONS, |values| {
        let model = model_of(&variables, values);
        evaluator.clear();
        let mut all = conditions.iter();
        all.all(|term| evaluator.is_true(pool, &model, *term))
    })
}

/// Another input than this one.
fn blocking(round: &mut Round<'_, '_>, values: &[Bits]) -> Term {
    let variables = round.problem.variables.clone();
    let pool = &mut round.problem.explorer.domain().pool;
    let mut differs = pool.bool(false);
    for (variable, value) in variables.into_iter().zip(values) {
        let value = match value.width() {
            1 => pool.bool(!value.is_zero()),
            _ => pool.bits(value),
        };
        let other = pool.ne(variable, value);
        differs = pool.or(differs, other);
    }
    differs
}

/// Another fault than this one.
pub fn blocked(round: &mut Round<'_, '_>, id: Term, number: u64, width: u32) -> Term {
    let pool = &mut round.problem.explorer.domain().pool;
    let number = pool.number(width, number);
    pool.ne(id, number)
}

/// The mutant's function, and the blocks where it first differs.
pub fn replacement(module: &quell_ir::Module, mutant: &Mutant) -> Result<Replacement, String> {
    let body = apply::edited(module, mutant).map_err(|error| error.to_string())?;
    let original = &module.functions[mutant.function];
    let first = mutant
        .edits
        .iter()
        .flat_map(|edit| blocks_of(original, edit))
        .collect();
    Ok(Replacement {
        function: mutant.function,
        body,
        first,
    })
}

/// The blocks in which an edit makes a difference: where a phi gets another value, the one it comes from.
fn blocks_of(function: &Function, edit: &quell_objectives::Edit) -> Vec<BlockId> {
    if let quell_objectives::Change::Incoming { from, .. } = &edit.change {
        return vec![*from];
    }
    let mut blocks = function.blocks.iter();
    let found = blocks.find(|(_, block)| block.insts.contains(&edit.at));
    found.map(|(id, _)| id).into_iter().collect()
}
