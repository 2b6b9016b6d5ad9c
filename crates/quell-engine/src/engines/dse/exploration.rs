//! The search over one input space within one unwinding bound: forks are taken one after the other, in the order of the
//! search. A query finds an input that takes the fork, the executor runs it to the end of its path, and leaves new forks.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::{Duration, Instant};

use quell_bits::Bits;
use quell_exec::symbolic::{
    Bound as Limit, Bounds, Concolic, Concretisation, ConditionBranches, Fork, MergePolicy,
    Options, PathEnd, Run, Simplification,
};
use quell_exec::{Stop, StopKind};
use quell_results::{PathStatistics, Reason};
use quell_solver::Reason as Unknown;
use quell_term::{Evaluator, Term, Value};
use quell_values::inputs::InputSpace;

use crate::bounded::BoundedSpace;
use crate::error::EngineError;
use crate::explored::Prover;
use crate::explored::original::{RECURSION, STATES};
use crate::explored::problem::PlacedInputs;
use crate::ledger::Ledger;
use crate::settings::{DseSettings, LabelExploration};

use super::distance::ControlFlow;
use super::frontier::{Frontier, OpenFork};
use super::queries::{Found, Input, PathQueries, PathQuery};
use super::targets::Targets;

/// The time limit of the first query about a fork: those that take longer are made again at the end.
const FIRST_QUERY: Duration = Duration::from_millis(500);
/// The number of earlier tests that are followed before anything else.
const SEEDS: usize = 256;

/// What the search left out. Without any of it, it was complete.
#[derive(Debug, Default)]
pub struct Lost {
    /// The end of its time.
    pub ended: Option<Reason>,
    /// What cannot be executed on terms.
    pub stopped: Option<Reason>,
    /// A query without an answer.
    pub unanswered: Option<Unknown>,
    /// Concrete values, whose alternatives were not followed.
    pub concrete: BTreeSet<Concretisation>,
    /// Bounds that some input reaches.
    pub cuts: BTreeSet<Limit>,
}

/// The search over one input space.
pub struct Exploration<'e> {
    pub prover: &'e Prover<'e>,
    pub space: &'e InputSpace,
    pub unwinding: u32,
    pub settings: DseSettings,
    pub executor: Concolic,
    pub inputs: PlacedInputs,
    pub targets: Targets,
    pub queries: PathQueries,
    pub frontier: Frontier,
    pub statistics: PathStatistics,
    pub lost: Lost,
    /// Whether an input is valid and ends within the bounds.
    pub has_inputs: bool,
    /// Nullable pointers that no known valid input has other than null, by the places of their leaves.
    pub null_only: BTreeSet<usize>,
    /// Whether some path allocates memory.
    pub has_heap: bool,
    /// Inputs that are measured when the search is over, if paths are followed without looking at labels.
    pub unmeasured: Option<Vec<Vec<Bits>>>,
}

impl<'e> Exploration<'e> {
    /// A search that has not begun. A stop is why nothing can be executed.
    pub fn new(
        settings: DseSettings,
        prover: &'e Prover<'e>,
        bounded: BoundedSpace<'e>,
        targets: Targets,
    ) -> Result<Self, Stop> {
        let context = prover.context;
        let options = Options {
            bounds: Bounds {
                unwinding: bounded.unwinding,
                recursion: RECURSION,
                states: STATES,
            },
            merge_policy: MergePolicy::Never,
            simplification: Simplification::RulesOnly,
            ub: context.settings().ub,
        };
        let is_plain = settings.labels == LabelExploration::None && targets.are_labels();
        let conditions = targets.conditions.clone().filter(|_| !is_plain);
        let program = match &conditions {
            Some(conditions) => conditions.program().clone(),
            None => context.program.clone(),
        };
        let flow = ControlFlow::new(&program.module);
        let mut executor = Concolic::new(program, options)?;
        if let Some(conditions) = &conditions {
            let branches = match settings.labels {
                LabelExploration::Direct | LabelExploration::Branches => ConditionBranches::Forked,
                _ => ConditionBranches::Noted,
            };
            executor.watch(conditions, branches);
        }
        let inputs = PlacedInputs::new(executor.machine(), bounded.space)?;
        Ok(Self {
            prover,
            space: bounded.space,
            unwinding: bounded.unwinding,
            settings,
            executor,
            inputs,
            targets,
            queries: PathQueries::default(),
            frontier: Frontier::new(settings.order, false, flow),
            statistics: PathStatistics::default(),
            lost: Lost::default(),
            has_inputs: false,
            null_only: nullable(bounded.space),
            has_heap: false,
            unmeasured: is_plain.then(Vec::new),
        })
    }

    /// Searches until every objective is decided, or every path was followed, or the time is over.
    pub fn search(&mut self, ledger: &mut Ledger) -> Result<(), EngineError> {
        let start = Instant::now();
        self.close(ledger);
        match self.entry() {
            Ok(entry) => {
                let least = Input::new(&self.inputs, self.space.least());
                self.frontier.push(OpenFork {
                    fork: entry,
                    from: Rc::new(least),
                    gain: 0,
                    is_retried: false,
                });
                self.follow_seeds(ledger)?;
                self.follow_all(ledger)?;
            }
            Err(stop) => self.stopped(&stop),
        }
        self.statistics.queries = self.queries.asked;
        self.statistics.seconds = start.elapsed().as_secs_f64();
        self.statistics.complete = self.is_complete() && self.lost.cuts.is_empty();
        Ok(())
    }

    fn entry(&mut self) -> Result<Fork, Stop> {
        let args = self.inputs.placed.args(self.executor.machine())?;
        self.executor.enter(self.inputs.placed.function, &args)
    }

    /// Whether every path within the bounds was followed.
    pub fn is_complete(&self) -> bool {
        let lost = &self.lost;
        self.frontier.is_empty()
            && lost.ended.is_none()
            && lost.stopped.is_none()
            && lost.unanswered.is_none()
            && lost.concrete.is_empty()
    }

    fn follow_all(&mut self, ledger: &mut Ledger) -> Result<(), EngineError> {
        while self.settings.exhaustive || self.targets.has_open() {
            if let Some(why) = self.prover.budget.ended() {
                self.lost.ended = Some(why);
                break;
            }
            let Some(open) = self.frontier.pop() else {
                break;
            };
            self.follow(open, ledger)?;
        }
        Ok(())
    }

    /// Looks for an input that takes a fork, and runs it.
    fn follow(&mut self, open: OpenFork, ledger: &mut Ledger) -> Result<(), EngineError> {
        let decisions: Vec<Term> = open.fork.decisions().collect();
        let query = PathQuery {
            decisions: &decisions,
            satisfied: open.fork.satisfied,
            further: None,
            from: &open.from,
        };
        let limit = self.prover.budget.limits.query;
        let time = match open.is_retried {
            true => limit,
            false => limit.min(FIRST_QUERY),
        };
        match self.ask(query, time)? {
            Found::Nothing => self.statistics.infeasible += 1,
            Found::Unanswered(why) if open.is_retried => self.lost.unanswered = Some(why),
            Found::Unanswered(_) => self.frontier.defer(open),
            Found::Input(input) => self.run(open.fork, input, ledger)?,
        }
        Ok(())
    }

    pub fn ask(&mut self, query: PathQuery<'_>, time: Duration) -> Result<Found, EngineError> {
        let domain = self.executor.domain();
        let about = (self.prover, &self.inputs, self.space);
        self.queries.satisfy(about, domain, query, time)
    }

    /// Runs an input from a fork to its end.
    fn run(&mut self, fork: Fork, input: Input, ledger: &mut Ledger) -> Result<(), EngineError> {
        let before = fork.trail().clone();
        let run = match self.executor.run(fork, input.model.clone()) {
            Ok(run) => run,
            Err(stop) => {
                self.stopped(&stop);
                return Ok(());
            }
        };
        self.note(&run);
        self.note_pointers(&run, &input);
        let gain = self.meet(&run, &before, &input, ledger)?;
        let from = Rc::new(input);
        for fork in run.forks {
            self.frontier.push(OpenFork {
                fork,
                from: Rc::clone(&from),
                gain,
                is_retried: false,
            });
        }
        Ok(())
    }

    /// Counts a path and what was left out on it.
    fn note(&mut self, run: &Run) {
        self.statistics.infeasible += run.infeasible;
        self.lost
            .concrete
            .extend(run.concretisations.iter().cloned());
        if run.end.is_complete() && !self.has_inputs {
            self.has_inputs = true;
            self.aim();
        }
        match &run.end {
            PathEnd::Undefined => self.statistics.undefined += 1,
            _ => self.statistics.paths += 1,
        }
        match &run.end {
            PathEnd::Returned(returned) => self.has_heap |= returned.memory.has_heap(),
            PathEnd::Ended(_) | PathEnd::Undefined => {}
            PathEnd::Cut(bound) => {
                self.statistics.cut += 1;
                self.lost.cuts.insert(*bound);
            }
            PathEnd::Stopped(stop) => {
                self.statistics.cut += 1;
                self.stopped(stop);
            }
        }
    }

    /// Notes which nullable pointers can be other than null on a path with valid inputs.
    fn note_pointers(&mut self, run: &Run, input: &Input) {
        if !run.end.is_complete() || self.null_only.is_empty() {
            return;
        }
        let (space, variables) = (self.space, &self.inputs.variables);
        let pool = &self.executor.domain().pool;
        self.null_only.retain(|&leaf| {
            let mut values = input.values.clone();
            values[leaf] = Bits::one(1);
            let mut model = input.model.clone();
            model.set(variables[leaf], Value::Bool(true));
            let mut evaluator = Evaluator::new();
            let mut decisions = run.decisions.iter();
            let is_taken = decisions.all(|term| evaluator.is_true(pool, &model, *term));
            !(is_taken && space.admits(&values))
        });
    }

    fn stopped(&mut self, stop: &Stop) {
        // The bound was noted when it was reached.
        if !matches!(**stop, StopKind::BeyondBounds) {
            let reason = self.prover.budget.reason(stop);
            self.lost.stopped.get_or_insert(reason);
        }
    }

    /// Closes objectives that are decided now, and aims at those that are left.
    pub fn close(&mut self, ledger: &Ledger) {
        let closed = self.targets.close(ledger);
        if matches!(
            self.settings.labels,
            LabelExploration::None | LabelExploration::TightIdl | LabelExploration::Branches
        ) {
            for condition in closed {
                self.executor.forget(condition);
            }
        }
        self.aim();
    }

    /// Orders the forks by the objectives that are open. Those that lead to none are left out where no path matters for its own
    /// sake, and some input is known to be valid.
    pub fn aim(&mut self) {
        let is_aimed = self.has_inputs && !self.targets.follow_paths();
        let is_exhaustive =
            self.settings.exhaustive || self.settings.labels == LabelExploration::Branches;
        let leaves_out = is_aimed && !is_exhaustive;
        let open = self.targets.list.iter().filter(|target| target.is_open);
        let sites = open.flat_map(|target| &target.sites);
        self.frontier.aim(sites, leaves_out);
    }

    /// Runs tests of earlier stages, each from the fork that it takes.
    fn follow_seeds(&mut self, ledger: &mut Ledger) -> Result<(), EngineError> {
        for values in ledger.inputs_of(self.space).into_iter().take(SEEDS) {
            if self.prover.budget.ended().is_some() {
                break;
            }
            let input = Input::new(&self.inputs, values);
            let pool = &self.executor.domain().pool;
            let mut evaluator = Evaluator::new();
            let mut holds = |term: Term| evaluator.is_true(pool, &input.model, term);
            let taken = self.frontier.take(|fork| fork.decisions().all(&mut holds));
            if let Some(open) = taken {
                self.run(open.fork, input, ledger)?;
            }
        }
        Ok(())
    }
}

/// The leaves of nullable pointers, by their places.
fn nullable(space: &InputSpace) -> BTreeSet<usize> {
    let leaves = space.leaves.iter().enumerate();
    let pointers = leaves.filter(|(_, leaf)| leaf.pointer().is_some());
    pointers.map(|(place, _)| place).collect()
}
