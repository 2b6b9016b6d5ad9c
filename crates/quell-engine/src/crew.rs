//! Several functions decided at a time. Terms and solvers stay in the thread that made them, so each thread has its own.

use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

use quell_exec::Program;

use crate::EngineError;
use crate::function::{Common, Findings, Plan};
use crate::subject::Progress;

/// As much as the main thread of the command has.
const STACK: usize = 256 << 20;

/// What a thread tells.
enum Message {
    Begun(usize),
    Done(usize, Box<Result<Findings, EngineError>>),
}

/// Decides all functions; what is found is in the order of the plans, whoever found it.
pub fn decide_all(
    common: &Common<'_>,
    plans: &[Plan],
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Findings>, EngineError> {
    let order = largest_first(plans);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let jobs = common.settings.jobs.max(1);
    let threads = jobs.min(plans.len().max(1));
    common.free.give(jobs - threads);
    common.waiting.store(plans.len(), Ordering::Relaxed);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, order, next) = (sender.clone(), &order, &next);
            spawn(scope, move || {
                work(common, plans, order, next, &sender);
                common.free.give(1);
            })?;
        }
        drop(sender);
        collect(plans, &receiver, progress)
    })
}

/// A thread for deep terms.
pub fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>, EngineError> {
    let thread = Builder::new().stack_size(STACK);
    thread
        .spawn_scoped(scope, work)
        .map_err(EngineError::Thread)
}

/// The last function to be begun shall not be the one that takes longest.
fn largest_first(plans: &[Plan]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..plans.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(plans[*index].own.len()));
    order
}

/// Takes one function after the other until none is left, or one failed.
fn work(
    common: &Common<'_>,
    plans: &[Plan],
    order: &[usize],
    next: &AtomicUsize,
    tell: &Sender<Message>,
) {
    let module = Rc::new(common.lookup.module.clone());
    let program = Rc::new(Program::new(module));
    while let Some(&index) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
        common.waiting.fetch_sub(1, Ordering::Relaxed);
        // Nobody listens any more after a failure elsewhere.
        let _ = tell.send(Message::Begun(index));
        let found = common.decide(&plans[index], &program);
        if found.is_err() {
            next.store(order.len(), Ordering::Relaxed);
        }
        let _ = tell.send(Message::Done(index, Box::new(found)));
    }
}

fn collect(
    plans: &[Plan],
    messages: &Receiver<Message>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Findings>, EngineError> {
    let mut all: Vec<Option<Findings>> = plans.iter().map(|_| None).collect();
    let of = plans.iter().map(|plan| plan.mutants.len()).sum();
    let mut done = 0;
    for message in messages {
        match message {
            Message::Begun(index) => progress(Progress::Function {
                name: plans[index].name.clone(),
                mutants: plans[index].own.len(),
            }),
            Message::Done(index, found) => {
                all[index] = Some((*found)?);
                done += plans[index].mutants.len();
                progress(Progress::Decided { done, of });
            }
        }
    }
    let all: Option<Vec<Findings>> = all.into_iter().collect();
    all.ok_or(EngineError::Lost)
}
