//! Whether a test is valid for the original: the one check for tests that are written, and for those that are scored.

use std::rc::Rc;

use quell_values::CallImage;
use thiserror::Error;

use super::carry::{Ran, Settings, Watched, run};
use crate::machine::Place;
use crate::program::Program;
use crate::stop::{Stop, StopKind, Ub};

/// Why a test says nothing about mutants.
#[derive(Clone, Debug, Error)]
pub enum Invalid {
    #[error("undefined behaviour: {ub}")]
    Undefined {
        ub: Ub,
        /// The stack, innermost first.
        places: Vec<Place>,
    },
    /// The machine cannot carry the call out to its end within its limits: the test may be valid.
    #[error("{0}")]
    Unchecked(Stop),
}

/// Runs a call of the original that a test makes. What it did, if the language defines that.
pub fn validate(
    program: Rc<Program>,
    image: &CallImage,
    settings: Settings,
) -> Result<Watched, Invalid> {
    let Ran { carried, watched } = run(program, image, settings).map_err(Invalid::Unchecked)?;
    match watched.stop.as_deref() {
        Some(StopKind::Ub(ub)) => Err(Invalid::Undefined {
            ub: ub.clone(),
            places: carried.machine.stack_at_stop().to_vec(),
        }),
        Some(stop) if !is_an_end(stop) => Err(Invalid::Unchecked(stop.clone().into())),
        _ => Ok(watched),
    }
}

/// Whether the program itself came to this end.
fn is_an_end(stop: &StopKind) -> bool {
    matches!(
        stop,
        StopKind::Exit(_) | StopKind::Abort(_) | StopKind::Trap { .. }
    )
}
