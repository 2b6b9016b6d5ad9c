//! Checks whether a test is valid for the original: the same check for tests that Quell writes and for tests
//! that it scores.

use std::rc::Rc;

use quell_values::CallImage;
use thiserror::Error;

use super::carry::{FinishedRun, Settings, Watched, run};
use super::placement;
use super::space::Placement;
use crate::machine::Place;
use crate::program::Program;
use crate::stop::{Stop, StopKind, Ub};

/// Why a test is invalid.
#[derive(Clone, Debug, Error)]
pub enum Invalid {
    #[error("undefined behaviour: {ub}")]
    Undefined {
        ub: Ub,
        /// The stack, innermost first.
        places: Vec<Place>,
    },
    /// The behaviour of the original depends on the addresses of its objects.
    #[error("behaviour that depends on the addresses of objects")]
    Placement,
    /// The machine cannot run the call to its end within its limits, so the test may or may not be valid.
    #[error("{0}")]
    Unchecked(Stop),
}

/// Runs the call of a test on the original, and returns its observations if its behaviour is defined. If the
/// original uses addresses as integers, a second run with other addresses must behave the same.
pub fn validate(
    program: Rc<Program>,
    image: &CallImage,
    settings: Settings,
) -> Result<Watched, Invalid> {
    let with = |placement| {
        let ran = run(program.clone(), image, settings, placement);
        ran.map_err(Invalid::Unchecked)
    };
    let first = defined(with(Placement::Ascending)?)?;
    if first.carried.uses_addresses {
        let second = with(Placement::Descending)?;
        if !placement::same(&first, &second) {
            return Err(Invalid::Placement);
        }
    }
    Ok(first.watched)
}

/// The run, if its behaviour is defined and the program reached its end.
fn defined(ran: FinishedRun) -> Result<FinishedRun, Invalid> {
    match ran.watched.stop.as_deref() {
        Some(StopKind::Ub(ub)) => Err(Invalid::Undefined {
            ub: ub.clone(),
            places: ran.carried.machine.stack_at_stop().to_vec(),
        }),
        Some(stop) if !is_an_end(stop) => Err(Invalid::Unchecked(stop.clone().into())),
        _ => Ok(ran),
    }
}

/// Whether a stop is an end of the program itself, not of the machine.
fn is_an_end(stop: &StopKind) -> bool {
    matches!(
        stop,
        StopKind::Exit(_) | StopKind::Abort(_) | StopKind::Trap { .. }
    )
}
