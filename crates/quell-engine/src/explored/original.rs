//! Explores the original once for all mutants of a function.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Duration;

use quell_exec::condition::Conditions;
use quell_exec::symbolic::{
    Bound as Limit, Bounds, Comparison, Convergence, End, MergePolicy, MetTerms, Options, Outcome,
    Replacement, Simplification, Symbolic,
};
use quell_exec::{Machine, Stop, StopKind};
use quell_ir::{BlockId, FuncId, Module};
use quell_results::{Construct, Reason};
use quell_solver::Answer;
use quell_term::{Term, are_made_of_more};
use quell_values::annotations::is_input;
use quell_values::inputs::InputSpace;
use quell_values::outside::OutsideResult;
use quell_values::{Assumption, Bound, FixedResult, OutputLeaf, Outputs, Scope};

use crate::error::EngineError;
use crate::explored::observables::Observables;
use crate::explored::problem::Problem;
use crate::explored::prover::Prover;
use crate::explored::samples::Samples;
use crate::ledger::proof::Reached;
use crate::solving::feasibility::UNANSWERED_LIMIT;
use crate::solving::{FeasibilityQueries, SHORT_QUERY, Script};

/// The limit of simultaneous activations of one function.
pub const RECURSION: u32 = 12;
/// The limit of blocks run in one exploration.
pub const STATES: u64 = 200_000;
/// Where queries about single loops had no answer, one about all loops is made only if it has no more terms than these: the
/// solver looks at its time limit only after it has read a query.
const HOPELESS_TERMS: usize = 256;

/// The part of the time of a query about a mutant that a query about convergence may take.
const CONVERGENCE_SHARE: u32 = 4;

/// How terms are written. Which encoding makes queries easy is found out by trying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Plain,
    /// Comparisons of sums get a normal form. Queries in one form are easier; but where a sum of the mutant may wrap, it has
    /// another form than the original's, and is harder to compare.
    NormalSums,
    /// The same, and states with different constants are not merged. There are more of them, each simpler.
    Unmerged,
}

/// What the original is explored for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Mutants are run beside it.
    Mutants,
    /// The predicates of labels are evaluated during the exploration.
    Labels,
}

/// How the original is explored and how queries about mutants are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strategy {
    /// The unwinding bound.
    pub unwinding: u32,
    pub encoding: Encoding,
    /// The time limit of a query about a mutant.
    pub query: Duration,
    /// The number of unsuccessful queries in a row after which a mutant's convergence is no longer checked.
    pub convergence_queries: u32,
}

/// Blocks of a function in which a mutant differs.
pub type MutantSite = (FuncId, Vec<BlockId>);

/// The result of exploring the original: with an obstacle its objectives stay open.
#[derive(Debug)]
pub enum Exploration<'r, 'o> {
    Explored(Box<ExploredOriginal<'r, 'o>>),
    Obstacle(Obstacle),
}

/// The original explored over an input space, and what is known of its inputs.
#[derive(Debug)]
pub struct ExploredOriginal<'r, 'o> {
    pub problem: Problem<'r, 'o>,
    pub original: Outcome,
    pub leaves: Vec<OutputLeaf>,
    /// Conditions of valid inputs: admitted, defined, within the bounds.
    pub valid: Vec<Term>,
    /// Whether no valid input leaves the bounds.
    pub complete: bool,
    /// The assumptions and bounds of a proof over this exploration.
    pub scope: Scope,
    /// Whether some input is valid. Without, only run-time errors can be decided.
    pub has_inputs: bool,
    /// When the predicates of labels are met, if it was explored for labels.
    pub met: MetTerms,
    /// Whether the original accesses volatile memory.
    accesses_volatile: bool,
    pub strategy: Strategy,
    /// The unsatisfiable queries that this exploration rests on.
    pub queries: Vec<Script>,
    pub samples: Samples,
    /// Whether valid inputs execute the sites of mutants, each with the query that was made.
    pub sites: BTreeMap<MutantSite, (Reached, Vec<Term>)>,
    /// That nullable pointers are null on every valid input, if that was asked.
    pub null_only: Option<Vec<Assumption>>,
    /// The number of queries of the exploration without an answer.
    unanswered: Rc<Cell<u32>>,
    /// The time limit of queries about convergence.
    convergence_time: Rc<Cell<Duration>>,
}

impl ExploredOriginal<'_, '_> {
    /// Makes further queries by another strategy.
    pub fn begin(&mut self, strategy: Strategy) {
        self.strategy = strategy;
        self.unanswered.set(0);
        let share = strategy.query / CONVERGENCE_SHARE;
        self.convergence_time.set(share.min(SHORT_QUERY));
    }

    /// The assumptions and bounds of a proof about the mutant that was explored last.
    pub fn proof_scope(&mut self) -> Scope {
        let mut scope = self.scope.clone();
        if self.problem.explorer.domain().accesses_volatile() {
            scope.assume(Assumption::VolatileUnchanged);
        }
        scope
    }

    /// Explores a mutant beside the original.
    pub fn run_mutant(&mut self, replacement: &Replacement) -> Result<Comparison, Stop> {
        let domain = self.problem.explorer.domain();
        domain.set_accesses_volatile(self.accesses_volatile);
        self.problem.explorer.run_mutant(replacement)
    }

    /// The condition that the original does not abort.
    pub fn does_not_abort(&mut self) -> Term {
        let aborts = |end: &&End| matches!(end.how, StopKind::Abort(_) | StopKind::Trap { .. });
        let ends = self.original.ends.iter().filter(aborts);
        let ends: Vec<Term> = ends.map(|end| end.when).collect();
        let pool = &mut self.problem.explorer.domain().pool;
        let aborts = pool.or_all(&ends);
        pool.not(aborts)
    }
}

impl Prover<'_> {
    /// What a proof over this exploration rests on. Without a query about the mutant itself, the queries about the original show
    /// nothing about it.
    pub fn queries_of_proof(&self, explored: &mut ExploredOriginal<'_, '_>) -> Vec<Script> {
        let own = self
            .session
            .take_evidence(explored.problem.explorer.domain());
        if own.is_empty() {
            return own;
        }
        explored.queries.iter().cloned().chain(own).collect()
    }

    /// Explores the original.
    pub fn explore<'r, 'o>(
        &self,
        space: &'r InputSpace,
        strategy: Strategy,
        feasibility: &'o mut FeasibilityQueries,
    ) -> Result<Exploration<'r, 'o>, EngineError> {
        self.explore_for(Purpose::Mutants, space, strategy, feasibility)
    }

    /// Explores the original for mutants or for labels.
    pub fn explore_for<'r, 'o>(
        &self,
        purpose: Purpose,
        space: &'r InputSpace,
        strategy: Strategy,
        feasibility: &'o mut FeasibilityQueries,
    ) -> Result<Exploration<'r, 'o>, EngineError> {
        // Placing large inputs takes long, and has no deadline.
        if let Some(why) = self.budget.ended() {
            return Ok(Exploration::Obstacle(Obstacle::new(why)));
        }
        let unanswered = Rc::clone(&feasibility.unanswered);
        let convergence_time = Rc::clone(&feasibility.convergence_time);
        let explored = self.run_all_paths(purpose, space, strategy, feasibility);
        self.session.healthy()?;
        let ExploredPaths {
            mut problem,
            leaves,
            original,
            met,
        } = match explored {
            Ok(explored) => explored,
            Err(obstacle) => return Ok(Exploration::Obstacle(*obstacle)),
        };
        let observables = Observables {
            placed: &problem.placed,
            leaves: &leaves,
        };
        let unset = observables.unset_result(problem.explorer.machine(), &original);
        let unset = match unset {
            Ok(unset) => unset,
            Err(stop) => {
                return Ok(Exploration::Obstacle(Obstacle::new(
                    self.budget.reason(&stop),
                )));
            }
        };
        let open = unanswered.get();
        let inputs = self.valid_inputs(&mut problem, (&original, unset), open)?;
        let Inputs { valid, complete } = inputs;
        let has_inputs = valid.is_some();
        let valid = match valid {
            Some(valid) => valid,
            None if purpose == Purpose::Labels && complete => {
                vec![problem.explorer.domain().pool.bool(false)]
            }
            None => {
                return Ok(Exploration::Obstacle(no_input(
                    &mut problem,
                    &original,
                    complete,
                )));
            }
        };
        let memory = original.returned.as_ref().map(|returned| &returned.memory);
        let has_heap = memory.is_some_and(|memory| memory.has_heap());
        let mut scope = assumed(problem.space, problem.explorer.machine(), has_heap);
        if !complete {
            let reached = original.reached_bounds.iter().map(|reached| reached.bound);
            let machine = problem.explorer.machine();
            for bound in reached_bounds(machine, reached, strategy.unwinding) {
                scope.bound(bound);
            }
        }
        let accesses_volatile = problem.explorer.domain().accesses_volatile();
        let samples = Samples::new(&mut problem);
        let queries = self.session.take_evidence(problem.explorer.domain());
        Ok(Exploration::Explored(Box::new(ExploredOriginal {
            samples,
            sites: BTreeMap::new(),
            null_only: None,
            unanswered,
            convergence_time,
            strategy,
            queries,
            problem,
            original,
            leaves,
            valid,
            complete,
            scope,
            has_inputs,
            met,
            accesses_volatile,
        })))
    }

    /// The original in the symbolic machine, its observables, and the outcome of all its paths.
    fn run_all_paths<'r, 'o>(
        &self,
        purpose: Purpose,
        space: &'r InputSpace,
        strategy: Strategy,
        feasibility: &'o mut FeasibilityQueries,
    ) -> Result<ExploredPaths<'r, 'o>, Box<Obstacle>> {
        let options = Options {
            bounds: Bounds {
                unwinding: strategy.unwinding,
                recursion: RECURSION,
                states: STATES,
            },
            merge_policy: match strategy.encoding {
                Encoding::Unmerged => MergePolicy::SameConstants,
                _ => MergePolicy::Always,
            },
            simplification: match strategy.encoding {
                Encoding::Plain => Simplification::RulesOnly,
                _ => Simplification::Full,
            },
            ub: self.context.settings().ub,
        };
        let watched = self.context.labels.as_ref().map(|of| &of.conditions);
        let watched = watched.filter(|_| purpose == Purpose::Labels);
        let convergence = match purpose {
            Purpose::Labels => Convergence::Ignored,
            Purpose::Mutants => Convergence::Detected {
                queries: strategy.convergence_queries,
            },
        };
        let stopped = |stop: Stop| Obstacle::new(self.budget.reason(&stop));
        let program = watched.map_or(&self.context.program, |of| of.program());
        let program = program.clone();
        let mut problem = Problem::new(program, space, options, convergence).map_err(stopped)?;
        feasibility.admitted.clone_from(&problem.admitted);
        problem.explorer.set_feasibility(feasibility);
        let leaves = Outputs::new(&self.context.callee, &space.skeleton).all();
        let leaves = leaves.map_err(|error| Obstacle::new(unobservable(&error)))?;
        let explored = match watched {
            Some(conditions) => watch_original(&mut problem, conditions),
            None => run_original(&mut problem).map(|outcome| (outcome, MetTerms::default())),
        };
        let explored = explored.map_err(stopped)?;
        let (original, met) = explored;
        Ok(ExploredPaths {
            problem,
            leaves,
            original,
            met,
        })
    }

    /// The conditions of inputs on which the original has no undefined behaviour and ends within the bounds.
    fn valid_inputs(
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
        let time = self.context.run.settings.budgets.query;
        // Where single loops are too hard, all of them are.
        let time = match unanswered {
            0 => time,
            _ => time.min(SHORT_QUERY),
        };
        let further = [&valid[..], &[beyond]].concat();
        let is_hopeless = unanswered >= UNANSWERED_LIMIT
            && are_made_of_more(&domain.pool, &further, HOPELESS_TERMS);
        let complete = !is_hopeless && self.check(domain, &further, time)? == Answer::Unsat;
        valid.push(domain.pool.not(beyond));
        let is_none = self.check(domain, &valid, time)? == Answer::Unsat;
        Ok(Inputs {
            valid: (!is_none).then_some(valid),
            complete,
        })
    }
}

/// The original in the symbolic machine, its observables, and the outcome of all its paths.
struct ExploredPaths<'r, 'o> {
    problem: Problem<'r, 'o>,
    leaves: Vec<OutputLeaf>,
    original: Outcome,
    met: MetTerms,
}

/// The conditions of valid inputs, and whether the bounds exclude none.
struct Inputs {
    /// `None` if no input is valid.
    valid: Option<Vec<Term>>,
    complete: bool,
}

/// Why nothing can be decided where no input counts.
fn no_input(problem: &mut Problem<'_, '_>, original: &Outcome, complete: bool) -> Obstacle {
    if complete {
        let space = problem.space.scope();
        return Obstacle {
            found: SpaceResult::NoInput,
            reason: Reason::NoValidInput {
                assumptions: space.assumptions.clone(),
                bounds: space.bounds.clone(),
            },
        };
    }
    let reached = original.reached_bounds.iter().map(|reached| reached.bound);
    let calls = limits_of_calls(problem.explorer.machine(), reached)
        .into_iter()
        .next();
    Obstacle {
        found: SpaceResult::More,
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

/// The result of searching an input space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpaceResult {
    /// A larger unwinding bound would decide no more.
    All,
    /// A larger unwinding bound may decide more.
    More,
    /// No input of the space is valid.
    NoInput,
}

/// Why the mutants of a function cannot be decided over an input space.
#[derive(Debug)]
pub struct Obstacle {
    pub found: SpaceResult,
    pub reason: Reason,
}

impl Obstacle {
    pub fn new(reason: Reason) -> Self {
        Self {
            found: SpaceResult::All,
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

fn watch_original(
    problem: &mut Problem<'_, '_>,
    conditions: &Rc<Conditions>,
) -> Result<(Outcome, MetTerms), Stop> {
    let args = problem.placed.args(problem.explorer.machine())?;
    let function = problem.placed.function;
    problem.explorer.watch_original(function, &args, conditions)
}

/// The bounds of unwinding, calls and sizes.
pub fn reached_bounds(
    machine: &mut Machine<Symbolic>,
    reached: impl Iterator<Item = Limit> + Clone,
    unwinding: u32,
) -> Vec<Bound> {
    let mut bounds = vec![Bound::Unwinding {
        loops: unwinding,
        recursion: RECURSION,
    }];
    if reached.clone().any(|of| matches!(of, Limit::Size(_))) {
        let bytes = machine.domain.block_limit();
        bounds.push(Bound::BlockSize { bytes });
    }
    bounds.extend(limits_of_calls(machine, reached));
    bounds
}

/// How many calls of external functions are followed, where there can be more.
pub fn limits_of_calls(
    machine: &Machine<Symbolic>,
    reached: impl Iterator<Item = Limit>,
) -> Vec<Bound> {
    let calls = reached.filter_map(|reached| match reached {
        Limit::Calls(function, count) => Some((function, count)),
        _ => None,
    });
    let calls: BTreeSet<(FuncId, u64)> = calls.collect();
    let limit = |(function, count)| Bound::Calls {
        function: machine.program.name(function).to_owned(),
        count,
    };
    calls.into_iter().map(limit).collect()
}

/// What is assumed of external functions.
fn assume_of_calls(machine: &mut Machine<Symbolic>, scope: &mut Scope) {
    let called = machine.domain.external_calls().clone();
    for id in called {
        let function = machine.program.name(id).to_owned();
        let module = &machine.program.module;
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
pub fn assumed(space: &InputSpace, machine: &mut Machine<Symbolic>, has_heap: bool) -> Scope {
    let mut scope = space.scope().clone();
    if !space.skeleton.image.objects.is_empty() {
        scope.assume(Assumption::SeparateObjects);
    }
    if machine.domain.uses_floats() {
        scope.assume(Assumption::AnyNan);
    }
    if has_heap {
        scope.assume(Assumption::MallocSucceeds);
        if frees(&machine.program.module) {
            scope.assume(Assumption::NoReuse);
        }
    }
    assume_of_calls(machine, &mut scope);
    scope
}
