//! Tests of the user run first, on all objectives of the function that they call. What they kill or cover needs no engine; their
//! inputs are those that concolic execution and random trials begin with.

use quell_results::{Inputs, TestCase};
use quell_values::Callee;
use quell_values::inputs::InputSpace;

use crate::budget::Budget;
use crate::context::FunctionContext;
use crate::error::{EngineError, in_time};
use crate::ledger::{Ledger, NamedInput};
use crate::oracle::{TestResult, call_of, placements, written};

/// What verdicts name as their engine.
pub const NAME: &str = "seeds";

/// Runs the tests of a function. Those that are not valid for the original, or have no input of its kind, are left out.
pub fn try_seeds(
    context: &FunctionContext<'_>,
    budget: &Budget,
    ledger: &mut Ledger,
) -> Result<(), EngineError> {
    let seeds = context.run.settings.seeds.iter();
    let own = seeds.filter(|seed| is_of(&context.callee, context, seed));
    let own: Vec<&TestCase> = own.collect();
    if own.is_empty() {
        return Ok(());
    }
    ledger.begin_stage(NAME);
    let spaces = InputSpace::all(&context.callee, &context.inputs()).unwrap_or_default();
    for seed in own {
        let inputs = inputs_of(seed);
        if let Some(named) = spaces.iter().find_map(|space| named(space, &inputs)) {
            ledger.add_seed(named);
        }
        if in_time(run(context, budget, (seed, inputs), ledger))?.is_none() {
            break;
        }
    }
    Ok(())
}

fn is_of(callee: &Callee<'_>, context: &FunctionContext<'_>, seed: &TestCase) -> bool {
    let called = context.run.lookup.find(&seed.function);
    called.is_ok_and(|called| called == callee.function) && seed.stdin.is_empty()
}

fn inputs_of(seed: &TestCase) -> Inputs {
    Inputs {
        args: seed.args.clone(),
        globals: seed.globals.clone().into_iter().collect(),
        calls: seed.calls.clone(),
        guard: seed.guard,
    }
}

/// The input by the names of its parts, if the space has it.
fn named(space: &InputSpace, inputs: &Inputs) -> Option<NamedInput> {
    let globals = inputs.globals.iter();
    let calls = inputs.calls.iter();
    let values = space.read(
        &inputs.args,
        globals.map(|(name, value)| (name.as_str(), value)),
        calls.map(|(name, results)| (name.as_str(), results.as_slice())),
    )?;
    Some(NamedInput::new(space, &values))
}

/// Runs a test, with its objects placed in both ways.
fn run(
    context: &FunctionContext<'_>,
    budget: &Budget,
    (seed, inputs): (&TestCase, Inputs),
    ledger: &mut Ledger,
) -> Result<(), EngineError> {
    let Some(call) = call_of(&context.callee, &inputs) else {
        return Ok(());
    };
    for call in placements(call) {
        let alive = ledger.alive();
        if alive.is_empty() {
            break;
        }
        let tested = context.tested(budget.native_deadline());
        let TestResult::Ran(run) = context.oracle().run(tested, &call, &alive)? else {
            break;
        };
        let mut inputs = inputs.clone();
        inputs.guard = call.image.guard;
        let mut test = written((&context.plan.name, inputs), &run);
        test.seed = Some(seed.id.clone());
        ledger.given_test(test, (call, *run));
    }
    Ok(())
}
