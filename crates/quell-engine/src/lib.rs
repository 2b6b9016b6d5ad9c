//! Engines: for a function and its mutants, a test that was seen to kill each, or a proof that none exists.
//!
//! * [`subject`]: what is decided, within which limits. [`run`] does it.
//! * [`problem`]: a function with open inputs in the symbolic machine. [`differ`]: when two explorations can be told
//!   apart. [`bmc`]: the questions that decide a mutant; [`symbmc`]: one formula for all of them.
//! * [`referee`]: tests run natively. [`samples`]: inputs tried before the solver is asked. [`verdicts`]: what is known so far.

mod bmc;
mod campaign;
mod differ;
mod problem;
mod referee;
mod samples;
pub mod subject;
mod symbmc;
mod verdicts;

pub use campaign::run;
pub use subject::{Budgets, Engine, EngineError, Progress, Settings, Subject};
