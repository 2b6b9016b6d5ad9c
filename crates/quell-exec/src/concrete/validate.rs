//! Whether a test is valid for the original: the one check for tests that are written, and for those that are scored.

use std::rc::Rc;

use quell_values::CallImage;
use thiserror::Error;

use super::carry::{Ran, Settings, Watched, run};
use super::placement;
use super::space::Placement;
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
    /// What the original does, or how it gets there, depends on where its objects lie.
    #[error("behaviour that depends on the addresses of objects")]
    Placement,
    /// The machine cannot carry the call out to its end within its limits: the test may be valid.
    #[error("{0}")]
    Unchecked(Stop),
}

/// Runs a call of the original that a test makes. What it did, if the language defines that. If the original looks at
/// addresses, a second run with others must do the same.
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
    if first.carried.looked_at_addresses {
        let second = with(Placement::Descending)?;
        if !placement::same(&first, &second) {
            return Err(Invalid::Placement);
        }
    }
    Ok(first.watched)
}

/// A run, if the language defines it and the program came to its end.
fn defined(ran: Ran) -> Result<Ran, Invalid> {
    match ran.watched.stop.as_deref() {
        Some(StopKind::Ub(ub)) => Err(Invalid::Undefined {
            ub: ub.clone(),
            places: ran.carried.machine.stack_at_stop().to_vec(),
        }),
        Some(stop) if !is_an_end(stop) => Err(Invalid::Unchecked(stop.clone().into())),
        _ => Ok(ran),
    }
}

/// Whether the program itself came to this end.
fn is_an_end(stop: &StopKind) -> bool {
    matches!(
        stop,
        StopKind::Exit(_) | StopKind::Abort(_) | StopKind::Trap { .. }
    )
}
