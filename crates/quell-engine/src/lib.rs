//! Engines: for a function and its mutants, a test that was seen to kill each, or a proof that none exists.
//!
//! * [`subject`]: what is decided, within which limits. [`run`] does it.
//! * [`problem`]: a function with open inputs in the symbolic machine. [`original`]: it, explored once for all
//!   mutants. [`differ`]: when two explorations can be told apart; [`shape`]: by what they left in the heap.
//!   [`bmc`]: the questions that decide a mutant; [`symbmc`]: one formula for all of them.
//! * [`function`]: all of that for one function; [`crew`]: for several at a time; [`campaign`]: for all, with the results.
//! * [`ask`]: the solver as explorations ask it. [`evidence`]: the questions that verdicts rest on. [`confirm`]: asked again of another solver;
//!   [`unsimplified`]: for that, questions about what terms alone show. [`needed`]: which assumptions a proof needs.
//! * [`mod@pair`]: one function in place of another as a mutant.
//! * [`trials`]: mutants tried natively on many inputs. [`proof`]: what is proved of a mutant; [`claims`]: whether that is about an input; [`verdicts`]: what is known so far.
//! * [`referee`]: tests run natively. [`samples`]: inputs tried before the solver is asked.

mod ask;
mod bmc;
mod campaign;
mod claims;
mod confirm;
mod crew;
mod differ;
mod evidence;
mod function;
mod hard;
mod kill;
mod needed;
mod original;
mod pair;
mod problem;
mod proof;
mod reached;
mod referee;
mod samples;
mod shape;
pub mod subject;
mod symbmc;
mod trials;
mod unsimplified;
mod verdicts;
mod ways;

pub use campaign::{refute, run};
pub use function::inputs;
pub use quell_solver::{Program as SolverProgram, QUERY_HEADER, SolverError};
pub use subject::{
    Budgets, Engine, EngineError, FunctionSettings, Progress, SecondSolver, Settings, Subject,
};
