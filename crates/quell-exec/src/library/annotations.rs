//! Annotations of input assumptions. Annotations that create inputs are external functions.

use super::call::{Call, Outcome, models};
use crate::domain::Domain;
use crate::intrinsics;

models! {
    "quell.assume" => assume,
}

fn assume<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let holds = c.arg(0)?.word()?.clone();
    if c.machine.domain.checks_assumptions() {
        intrinsics::assumed(&mut c.machine.domain, &holds)?;
    }
    Ok(None)
}
