//! Engines: for each objective of a function a natively confirmed test, or a proof that none exists.
//!
//! The rooms, lowest first (`rooms.txt`; `cargo xtask` checks that a room uses only those below it):
//!
//! * [`settings`]: what a run decides and its limits; [`error`], [`workers`] (threads), [`mod@pair`] (one function in place of
//!   another as an objective), [`labels`] (their evaluation by the concrete machine), [`known`] (verdicts of earlier runs).
//! * [`budget`]: the time of one function, as a value. [`events`]: the stream of events. [`oracle`]: tests run natively.
//!   [`solving`]: the solver of one worker. [`ledger`]: what was found and what is still open. [`context`]: what engines get.
//! * [`explored`]: the original, explored symbolically. [`trials`]: mutants tried on many native inputs. [`bounded`]: the search
//!   over growing input spaces and unwinding bounds that bounded engines share.
//! * [`engine`]: the trait. [`engines`]: a folder for each engine, and the table of all.
//! * [`run`](mod@run): all functions in parallel, and the result.

mod bounded;
mod budget;
mod context;
mod engine;
mod engines;
mod error;
mod events;
mod explored;
mod known;
mod labels;
mod ledger;
mod oracle;
mod pair;
mod run;
mod settings;
mod solving;
mod trials;
mod workers;

pub use context::inputs;
pub use engines::{
    ConstraintKind, ENGINE_OF_LABELS, ENGINES, EngineEntry, ExplainedSystem, Explanation,
    HowExplained, Solved, explain,
};
pub use error::EngineError;
pub use known::Known;
pub use quell_solver::{Program as SolverProgram, QUERY_HEADER, SolverError};
pub use run::{Failure, Outcome, refute, run, run_from};
pub use settings::{
    Budgets, CbtConstraints, CbtSettings, DseSettings, FunctionSettings, LONGEST, LabelExploration,
    SearchOrder, SecondSolver, Settings, Subject,
};
