//! Constraint-based testing, as Godzilla generated tests for Mothra (DeMillo and Offutt, "Constraint-Based Automatic Test Data
//! Generation", 1991): a test that kills a mutant reaches it, changes the state there, and mostly changes the output then.
//!
//! [`paths`]: the path analyser. [`templates`] and [`constraints`]: the constraint generator. The satisfier is
//! [`quell_solver::satisfier`]. [`search`]: systems of constraints, and the tests that solve them. [`explain`]: what is known of the
//! constraints of one mutant; [`infix`]: terms as text.
//!
//! Decisions:
//!
//! - **A constraint is a site condition** over the values at the mutant's site, evaluated on terms where a path reaches it. Locals
//!   are rewritten in terms of the inputs by executing the path.
//! - **Behaviour is defined on a path.** The path expression says too that nothing undefined happens before the site.
//! - **Loops are passed more and more often.** The first paths take no back branch; each further round allows more.
//! - **Each constraint system gives one test at first,** which runs on all mutants that are left. Those that survive get all of
//!   their systems solved, several times each.
//! - **It proves nothing.** A mutant whose constraints have no solution is unknown.

mod constraints;
mod explain;
mod infix;
mod paths;
mod search;
mod templates;

use quell_objectives::ObjectiveId;

use crate::bounded::ladder::{no_inputs, sizes};
use crate::budget::Budget;
use crate::context::FunctionContext;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::ledger::{Ledger, Part};

use search::Search;

pub use constraints::ConstraintKind;
pub use explain::{ExplainedSystem, Explanation, HowExplained, Solved, explain};

/// How often paths take the back branches of a loop, from round to round.
const PASSES: &[u32] = &[0, 1, 2, 3, 5, 9, 14];

/// Generates tests from constraints.
#[derive(Debug)]
pub struct Cbt;

impl Engine for Cbt {
    fn decide(
        &self,
        context: &FunctionContext<'_>,
        objectives: &[ObjectiveId],
        budget: Budget,
        ledger: &mut Ledger,
    ) -> Result<(), EngineError> {
        ledger.turn_to(objectives, Part::only());
        let is_over = || budget.ended().is_some();
        let sizes = match sizes(&context.callee, &context.inputs(), &is_over) {
            Ok(sizes) => sizes,
            Err(error) => {
                ledger.all_open(&no_inputs(&error));
                return Ok(());
            }
        };
        let mut search = Search::new(context, &budget, objectives);
        for passes in PASSES {
            let mut is_cut = false;
            for (size, spaces) in sizes.iter().enumerate() {
                for (number, space) in spaces.iter().enumerate() {
                    if ledger.open().is_empty() || is_over() {
                        break;
                    }
                    is_cut |= search.space(space, (size, number), *passes, ledger)?;
                }
            }
            if !is_cut {
                break;
            }
        }
        search.finish(ledger);
        Ok(())
    }
}
