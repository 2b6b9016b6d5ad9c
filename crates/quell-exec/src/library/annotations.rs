//! What programs say of their inputs, as far as it is no input itself.

use super::call::{Call, Outcome, models};
use crate::domain::Domain;
use crate::intrinsics;

models! {
    "quell.assume" => assume,
}

fn assume<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let holds = c.arg(0)?.word()?.clone();
    if c.machine.domain.heeds_assumptions() {
        intrinsics::assumed(&mut c.machine.domain, &holds)?;
    }
    Ok(None)
}
