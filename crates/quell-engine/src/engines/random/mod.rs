//! The random engine: random and boundary inputs run natively, without a solver. It is the baseline that other engines are
//! compared with.
//!
//! Inputs are drawn from the same input spaces as those of the bounded engines, in rounds that visit every size. A function is
//! done when all mutants are killed, when its time is over, after [`QUIET_ROUNDS`] rounds in a row without a kill, or after a
//! round without any valid input. The drawn inputs depend on the seed alone. Random inputs prove nothing: mutants that survive
//! are unknown.

use quell_objectives::ObjectiveId;
use quell_results::Reason;
use quell_values::inputs::InputSpace;

use crate::bounded::ladder::{no_inputs, sizes};
use crate::budget::Budget;
use crate::context::FunctionContext;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::ledger::{Ledger, Part};
use crate::trials::Trials;

/// The number of inputs of each size in a round. With fewer, starting native runs takes longer than the runs.
const ROUND: u64 = 1024;
/// The number of rounds in a row without a kill after which the engine stops.
const QUIET_ROUNDS: u32 = 8;
/// Spreads seeds, so that the rounds of neighbouring seeds differ.
const SPREAD: u64 = 0xd1b5_4a32_d192_ed03;

/// Tries mutants on random and boundary inputs.
#[derive(Debug)]
pub struct Random;

impl Engine for Random {
    fn decide(
        &self,
        context: &FunctionContext<'_>,
        objectives: &[ObjectiveId],
        budget: Budget,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        ledger.turn_to(objectives, Part::only());
        let is_over = || budget.ended().is_some();
        let reason = match sizes(&context.callee, &context.inputs(), &is_over) {
            Ok(sizes) => try_rounds(context, &sizes, &budget, ledger)?,
            Err(error) => no_inputs(&error),
        };
        ledger.all_open(&reason);
        Ok(())
    }
}

/// Tries the open mutants until that is of no use any more; why those that are left are unknown.
fn try_rounds(
    context: &FunctionContext<'_>,
    sizes: &[Vec<InputSpace>],
    budget: &Budget,
    ledger: &mut Ledger,
) -> Result<Reason, EngineError> {
    let first_seed = context.run.settings.seed.wrapping_mul(SPREAD);
    let mut compared = 0;
    let mut quiet = 0;
    for round in 0.. {
        let open = ledger.open();
        let mut of_round = 0;
        for (size, spaces) in sizes.iter().enumerate() {
            let each = ROUND.div_ceil(spaces.len().max(1) as u64);
            for (number, space) in spaces.iter().enumerate() {
                let end = budget.native_deadline();
                let trials = Trials::new(context, space, (size, number), end);
                let trials = trials.with_seed(first_seed.wrapping_add(round));
                of_round += trials.of(&open, each, ledger)?;
            }
        }
        compared += of_round;
        let left = ledger.open().len();
        quiet = if left < open.len() { 0 } else { quiet + 1 };
        let is_futile = quiet >= QUIET_ROUNDS || of_round == 0;
        if left == 0 || is_futile || budget.ended().is_some() {
            break;
        }
    }
    Ok(if budget.is_stopped() {
        Reason::Interrupted
    } else {
        Reason::RandomInputs { compared }
    })
}
