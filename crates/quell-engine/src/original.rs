//! The original, explored once for all mutants that are asked about.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use quell_exec::symbolic::{
    Bound as Limit, Bounds, Convergence, End, MergePolicy, Options, Outcome, ReachedBound,
    Simplification,
};
use quell_exec::{Stop, StopKind};
use quell_ir::{FuncId, Module};
use quell_results::{Construct, Reason};
use quell_solver::Answer;
use quell_term::{Term, are_made_of_more};
use quell_values::annotations::is_input;
use quell_values::inputs::InputSpace;
use quell_values::outside::OutsideResult;
use quell_values::{Assumption, Bound, FixedResult, OutputLeaf, Outputs, Scope};

use crate::EngineError;
use crate::ask::{Ask, PATIENCE, SHORT};
use crate::bmc::Unit;
use crate::differ::Observables;
use crate::evidence::Question;
use crate::problem::Problem;
use crate::reached::Sites;
use crate::samples::Samples;
use crate::subject::Engine;

/// Activations of one function at once.
pub const RECURSION: u32 = 12;
/// Blocks run in one exploration.
pub const STATES: u64 = 200_000;
/// Where single loops are too hard, nobody asks about all of them at once if that takes more terms than these: the solver looks
/// at its limit only after it has taken them in.
const HOPELESS: usize = 256;

/// The part of the time of a question about a mutant that one may take whether it is the original again.
const GLANCE: u32 = 4;

/// How often in a row a mutant may meet the original and not be seen to be it again before nobody asks any more.
const MEETINGS: u32 = 2;

/// What questions look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Plain,
    /// Comparisons of sums are brought into one form. Questions about one form are easier; but a mutant for which a sum
    /// may wrap has another form than the original, and is harder to compare.
    Sums,
    /// The same, and states that meet with different constants go on apart. There are more of them then, each simpler.
    Apart,
}

/// A way to put questions. Which one makes them easy to answer is found out by asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// How often loops go back to their start.
    pub unroll: u32,
    pub form: Form,
    /// How long a question about a mutant may take.
    pub time: Duration,
}

/// An input space within bounds: the original explored, and what is known of its inputs.
pub struct Round<'r, 'o> {
    pub problem: Problem<'r, 'o>,
    pub original: Outcome,
    pub leaves: Vec<OutputLeaf>,
    /// Inputs that count: admitted, defined, within the bounds.
    pub valid: Vec<Term>,
    /// Whether the original never goes on beyond the bounds.
    pub complete: bool,
    /// What a proof in this round assumes, and how far it goes.
    pub scope: Scope,
    pub way: Way,
    /// What is known of the original rests on these.
    pub questions: Vec<Question>,
    pub samples: Samples,
    /// Which blocks valid inputs get to.
    pub sites: Sites,
    /// Questions of explorations that found no answer in time.
    unanswered: Rc<Cell<u32>>,
    /// How long a question may take whether a mutant is the original again: if it is not known, another one follows.
    glance: Rc<Cell<Duration>>,
}

impl Round<'_, '_> {
    /// Questions are put in this way from now on.
    pub fn begin(&mut self, way: Way) {
        self.way = way;
        self.unanswered.set(0);
        self.glance.set((way.time / GLANCE).min(SHORT));
    }

    /// On which inputs the original does not abort.
    pub fn does_not_abort(&mut self) -> Term {
        let aborts = |end: &&End| matches!(end.how, StopKind::Abort(_) | StopKind::Trap { .. });
        let ends = self.original.ends.iter().filter(aborts);
        let ends: Vec<Term> = ends.map(|end| end.when).collect();
        let pool = &mut self.problem.explorer.domain().pool;
        let aborts = pool.or_all(&ends);
        pool.not(aborts)
    }
}

impl Unit<'_, '_> {
    /// Explores the original; an inner error is why its mutants stay open.
    pub fn explore<'r, 'o>(
        &self,
        space: &'r InputSpace,
        way: Way,
        ask: &'o mut Ask<'_>,
    ) -> Result<Result<Round<'r, 'o>, Obstacle>, EngineError> {
        // To place large inputs takes long, and does not look at the time.
        if let Some(why) = self.end() {
            return Ok(Err(Obstacle::new(why)));
        }
        let unanswered = Rc::clone(&ask.unanswered);
        let glance = Rc::clone(&ask.glance);
        let explored = self.run_all_paths(space, way, ask);
        let (mut problem, leaves, original) = match explored {
            Ok(explored) => explored,
            Err(obstacle) => return Ok(Err(obstacle)),
        };
        let observables = Observables {
            placed: &problem.placed,
            leaves: &leaves,
        };
        let unset = observables.unset_result(problem.explorer.machine(), &original);
        let unset = match unset {
            Ok(unset) => unset,
            Err(stop) => return Ok(Err(Obstacle::new(self.reason(&stop)))),
        };
        let open = unanswered.get();
        let inputs = self.inputs_that_count(&mut problem, (&original, unset), open)?;
        let Inputs { valid, complete } = inputs;
        let Some(valid) = valid else {
            return Ok(Err(no_input(&mut problem, &original, complete)));
        };
        let mut scope = assumed(&mut problem, &original);
        if !complete {
            for bound in reach(&mut problem, &original, way.unroll) {
                scope.bound(bound);
            }
        }
        let samples = Samples::new(&mut problem);
        let questions = self.evidence.take(&problem.explorer.domain().pool);
        Ok(Ok(Round {
            samples,
            sites: Sites::new(),
            unanswered,
            glance,
            way,
            questions,
            problem,
            original,
            leaves,
            valid,
            complete,
            scope,
        }))
    }

    /// The original in the symbolic machine, what can be observed of it, and what all its paths come to.
    fn run_all_paths<'r, 'o>(
        &self,
        space: &'r InputSpace,
        way: Way,
        ask: &'o mut Ask<'_>,
    ) -> Result<(Problem<'r, 'o>, Vec<OutputLeaf>, Outcome), Obstacle> {
        let options = Options {
            bounds: Bounds {
                unwinding: way.unroll,
                recursion: RECURSION,
                states: STATES,
            },
            merge_policy: match way.form {
                Form::Apart => MergePolicy::SameConstants,
                _ => MergePolicy::Always,
            },
            simplification: match way.form {
                Form::Plain => Simplification::RulesOnly,
                _ => Simplification::Full,
            },
            ub: self.settings().ub,
        };
        let queries = match self.common.settings.engine {
            Engine::Bmc => MEETINGS,
            _ => 0,
        };
        let convergence = Convergence::Detected { queries };
        let stopped = |stop: Stop| Obstacle::new(self.reason(&stop));
        let program = self.program.clone();
        let mut problem = Problem::new(program, space, options, convergence).map_err(stopped)?;
        ask.admitted = problem.admitted.clone();
        problem.explorer.set_feasibility(ask);
        let leaves = Outputs::new(self.callee, &space.skeleton).all();
        let leaves = leaves.map_err(|error| Obstacle::new(unobservable(&error)))?;
        let original = run_original(&mut problem).map_err(stopped)?;
        Ok((problem, leaves, original))
    }

    /// What holds of the inputs on which the original is defined, its result included, and ends within the bounds.
    fn inputs_that_count(
        &self,
        problem: &mut Problem<'_, '_>,
        (original, unset): (&Outcome, Term),
        unanswered: u32,
    ) -> Result<Inputs, EngineError> {
        let mut valid = problem.admitted.clone();
        let domain = problem.explorer.domain();
        let cuts: Vec<_> = original.reached_bounds.iter().map(|cut| cut.when).collect();
        let beyond = domain.pool.or_all(&cuts);
        valid.push(domain.pool.not(domain.excluded));
        valid.push(domain.pool.not(unset));
        let time = self.common.settings.budgets.query;
        // Where single loops are too hard, all of them are.
        let time = match unanswered {
            0 => time,
            _ => time.min(SHORT),
        };
        let further = [&valid[..], &[beyond]].concat();
        let is_hopeless =
            unanswered >= PATIENCE && are_made_of_more(&domain.pool, &further, HOPELESS);
        let complete = !is_hopeless && self.check(domain, &further, time)? == Answer::Unsat;
        valid.push(domain.pool.not(beyond));
        let is_none = self.check(domain, &valid, time)? == Answer::Unsat;
        Ok(Inputs {
            valid: (!is_none).then_some(valid),
            complete,
        })
    }
}

/// The inputs that count, and whether there are no others on which the original is defined.
struct Inputs {
    /// Nothing if no input does.
    valid: Option<Vec<Term>>,
    complete: bool,
}

/// Why nothing can be decided where no input counts.
fn no_input(problem: &mut Problem<'_, '_>, original: &Outcome, complete: bool) -> Obstacle {
    if complete {
        let annotations = problem.space.scope().annotations();
        return Obstacle {
            found: Found::NoInput,
            reason: Reason::NoValidInput {
                annotations: annotations.cloned().collect(),
            },
        };
    }
    let calls = limits_of_calls(problem, original).into_iter().next();
    Obstacle {
        found: Found::More,
        reason: Reason::NoInputWithinBounds { calls },
    }
}

/// That what a function does cannot be observed entirely.
fn unobservable(error: &impl ToString) -> Reason {
    let message = error.to_string();
    Reason::Unsupported {
        construct: Construct::Observables { message },
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
pub struct Obstacle {
    pub found: Found,
    pub reason: Reason,
}

impl Obstacle {
    pub fn new(reason: Reason) -> Self {
        Self {
            found: Found::All,
            reason,
        }
    }
}

pub fn run_original(problem: &mut Problem<'_, '_>) -> Result<Outcome, Stop> {
    let args = problem.placed.args(problem.explorer.machine())?;
    problem
        .explorer
        .run_original(problem.placed.function, &args)
}

/// How far loops, calls and sizes are followed.
fn reach(problem: &mut Problem<'_, '_>, original: &Outcome, unroll: u32) -> Vec<Bound> {
    let mut bounds = vec![Bound::Unwinding {
        loops: unroll,
        recursion: RECURSION,
    }];
    let sized = |reached: &ReachedBound| matches!(reached.bound, Limit::Size(_));
    if original.reached_bounds.iter().any(sized) {
        let bytes = problem.explorer.domain().block_limit();
        bounds.push(Bound::BlockSize { bytes });
    }
    bounds.extend(limits_of_calls(problem, original));
    bounds
}

/// How many calls of external functions are followed, where there can be more.
fn limits_of_calls(problem: &mut Problem<'_, '_>, original: &Outcome) -> Vec<Bound> {
    let calls = original
        .reached_bounds
        .iter()
        .filter_map(|reached| match reached.bound {
            Limit::Calls(function, count) => Some((function, count)),
            _ => None,
        });
    let calls: BTreeSet<(FuncId, u64)> = calls.collect();
    let limit = |(function, count)| Bound::Calls {
        function: name_of(problem, function),
        count,
    };
    calls.into_iter().map(limit).collect()
}

fn name_of(problem: &mut Problem<'_, '_>, function: FuncId) -> String {
    let program = &problem.explorer.machine().program;
    program.name(function).to_owned()
}

/// What is assumed of external functions.
fn assume_of_calls(problem: &mut Problem<'_, '_>, scope: &mut Scope) {
    let called = problem.explorer.domain().external_calls().clone();
    for id in called {
        let function = name_of(problem, id);
        let module = &problem.explorer.machine().program.module;
        if !is_input(module, id) {
            scope.assume(Assumption::Pure {
                function: function.clone(),
            });
        }
        let value = match OutsideResult::of(module, &module.functions[id]) {
            OutsideResult::Pointer => FixedResult::Null,
            OutsideResult::Other => FixedResult::Zero,
            OutsideResult::Nothing | OutsideResult::Number { .. } => continue,
        };
        scope.assume(Assumption::Returns { function, value });
    }
}

/// Whether anything in a module gives memory back.
fn frees(module: &Module) -> bool {
    let mut giving_back = ["free", "realloc"].into_iter();
    giving_back.any(|name| module.find_function(name).is_some())
}

/// The assumptions and bounds of the input space, and what the symbolic machine assumes besides.
fn assumed(problem: &mut Problem<'_, '_>, original: &Outcome) -> Scope {
    let mut scope = problem.space.scope().clone();
    let image = &problem.space.skeleton.image;
    if !image.objects.is_empty() {
        scope.assume(Assumption::SeparateObjects);
    }
    if problem.explorer.domain().uses_floats() {
        scope.assume(Assumption::AnyNan);
    }
    let memory = original.returned.as_ref().map(|returned| &returned.memory);
    if memory.is_some_and(|memory| memory.has_heap()) {
        scope.assume(Assumption::MallocSucceeds);
        if frees(&problem.explorer.machine().program.module) {
            scope.assume(Assumption::NoReuse);
        }
    }
    assume_of_calls(problem, &mut scope);
    scope
}
