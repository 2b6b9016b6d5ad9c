//! Mutants that are hard to decide: as many threads as are free take them one by one. Each thread has its own terms and its
//! own solver, and so explores the original once more; it is worth that for questions that take long.

use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use quell_exec::Program;
use quell_results::TimeLimit;
use quell_values::inputs::InputSpace;

use crate::EngineError;
use crate::bmc::Unit;
use crate::crew;
use crate::function::{Common, Plan};
use crate::verdicts::Ledger;
use crate::ways::{Explored, Step, Stepped};

/// Processors that nobody uses at the moment.
#[derive(Debug, Default)]
pub struct Free(AtomicUsize);

impl Free {
    /// Takes so many, or as many as there are.
    fn take(&self, wanted: usize) -> usize {
        let mut taken = 0;
        let take = |free: usize| {
            taken = free.min(wanted);
            Some(free - taken)
        };
        let _ = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        taken
    }

    pub fn give(&self, count: usize) {
        self.0.fetch_add(count, Ordering::Relaxed);
    }
}

/// Where in the inputs of a function mutants are hard.
#[derive(Clone, Copy, Debug)]
pub struct Area<'a> {
    pub space: &'a InputSpace,
    pub unroll: u32,
    /// Whether what is known then is final.
    pub last: bool,
    /// Whether what is known within a smaller bound was final too.
    pub is_further: bool,
}

/// One mutant, whoever asks about it.
struct Task {
    mutant: usize,
    state: Mutex<State>,
}

struct State {
    /// What is known of it, apart from what others find out at the same time.
    ledger: Ledger,
    is_hard: bool,
    /// Whether greater bounds would decide no more.
    is_done: bool,
}

/// What is left to do for all threads.
struct Work<'w> {
    area: Area<'w>,
    steps: &'w [Step],
    tasks: Vec<Task>,
    /// The task that is next in each step.
    next: Vec<AtomicUsize>,
    deadline: Instant,
    /// The limit that it is.
    late: TimeLimit,
    /// How long a question may take.
    query: Duration,
}

/// What threads asked and how long that took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked {
    pub questions: u64,
    pub time: Duration,
}

impl Unit<'_, '_> {
    /// Decides hard mutants in all further steps; what is left of them stays open.
    pub fn patiently(
        &self,
        explored: &mut Explored<'_, '_, '_>,
        steps: &[Step],
        hard: Vec<usize>,
        ledger: &mut Ledger,
    ) -> Result<Stepped, EngineError> {
        let (common, plan) = (self.common, self.plan);
        let helpers = common.free.take(hard.len().saturating_sub(1));
        let work = Work {
            area: explored.area,
            steps,
            tasks: tasks(hard, ledger),
            next: steps.iter().map(|_| AtomicUsize::new(0)).collect(),
            deadline: self.deadline.get(),
            late: self.late,
            query: self.query.get(),
        };
        let done = thread::scope(|scope| {
            let helpers = (0..helpers).map(|_| crew::spawn(scope, || common.help(plan, &work)));
            let helpers = helpers.collect::<Result<Vec<_>, _>>()?;
            let own = self.take_tasks(explored, &work);
            for helper in helpers {
                let asked = helper.join().map_err(|_| EngineError::Lost)??;
                let mut all = self.helped.get();
                all.questions += asked.questions;
                all.time += asked.time;
                self.helped.set(all);
            }
            own
        });
        common.free.give(helpers);
        done?;
        Ok(gather(work.tasks, ledger))
    }

    /// Takes tasks until there are none, in every step.
    fn take_tasks(
        &self,
        explored: &mut Explored<'_, '_, '_>,
        work: &Work<'_>,
    ) -> Result<(), EngineError> {
        for (step, next) in work.steps.iter().zip(&work.next) {
            while let Some(task) = work.tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                // Another thread may not be ready with it in the step before.
                let mut state = task.state.lock().unwrap_or_else(PoisonError::into_inner);
                if state.is_hard {
                    let stepped = self.step(explored, *step, &[task.mutant], &mut state.ledger)?;
                    state.is_hard = !stepped.hard.is_empty();
                    state.is_done &= stepped.is_done;
                }
            }
        }
        Ok(())
    }
}

impl Common<'_> {
    /// What a thread does that helps with a function.
    fn help(&self, plan: &Plan, work: &Work<'_>) -> Result<Asked, EngineError> {
        let program = Rc::new(Program::new(Rc::new(self.lookup.module.clone())));
        let callee = self.callee(plan);
        let number = self.helpers.fetch_add(1, Ordering::Relaxed);
        let log = self
            .log(plan)
            .map(|all| all.join(format!("helper-{number}")));
        let mut unit = self.unit(plan, &callee, &program, log)?;
        unit.deadline.set(work.deadline);
        unit.late = work.late;
        unit.query.set(work.query);
        let mut asks = unit.asks();
        let mut explored = Explored::new(work.area, &mut asks);
        unit.take_tasks(&mut explored, work)?;
        Ok(unit.asked())
    }
}

fn tasks(hard: Vec<usize>, ledger: &Ledger) -> Vec<Task> {
    let hard = hard.into_iter();
    hard.map(|mutant| Task {
        mutant,
        state: Mutex::new(State {
            ledger: ledger.fork(),
            is_hard: true,
            is_done: true,
        }),
    })
    .collect()
}

/// Writes down what was found, in the order of the mutants, whoever found it.
fn gather(tasks: Vec<Task>, ledger: &mut Ledger) -> Stepped {
    let mut all = Stepped::default();
    for task in tasks {
        let state = task.state.into_inner();
        let state = state.unwrap_or_else(PoisonError::into_inner);
        ledger.absorb(task.mutant, state.ledger);
        all.is_done &= state.is_done;
        if state.is_hard && !ledger.is_killed(task.mutant) {
            all.hard.push(task.mutant);
        }
    }
    all
}
