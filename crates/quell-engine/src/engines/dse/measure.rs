//! What the tests of a plain search cover, measured when it is over: the concrete machine judges the labels on each of them, and
//! those that cover an open one run natively.

use std::collections::BTreeSet;
use std::time::Instant;

use quell_bits::Bits;
use quell_objectives::ObjectiveId;

use crate::error::{EngineError, in_time};
use crate::ledger::Ledger;
use crate::oracle::MachineLimits;

use super::exploration::Exploration;
use super::meet::ATTEMPTS;

impl Exploration<'_> {
    /// Measures the inputs that the search ran.
    pub fn measure_tests(&mut self, ledger: &mut Ledger) -> Result<(), EngineError> {
        let start = Instant::now();
        for values in self.unmeasured.take().unwrap_or_default() {
            if !self.targets.has_open() {
                break;
            }
            if let Some(why) = self.prover.budget.ended() {
                self.lost.ended.get_or_insert(why);
                break;
            }
            let Some(id) = self.shown_by(&values) else {
                continue;
            };
            let both = (&values[..], &values[..]);
            let tried = self.prover.try_either(self.space, both, &id, ledger);
            if in_time(tried)?.is_none() {
                self.lost.ended = Some(self.prover.budget.end_reason());
                break;
            }
            self.targets.close(ledger);
            let mut tried = self.targets.list.iter_mut();
            if let Some(target) = tried.find(|target| target.id == id && target.is_open) {
                target.unconfirmed += 1;
            }
        }
        self.statistics.measuring = start.elapsed().as_secs_f64();
        Ok(())
    }

    /// An open label that the machine says an input covers.
    fn shown_by(&self, values: &[Bits]) -> Option<ObjectiveId> {
        let tested = self.prover.tested();
        let labels = tested.labels()?;
        let call = self.space.image(values);
        let judged = tested.judge(&call, MachineLimits::default()).ok()?;
        let open = self.targets.list.iter();
        let open = open.filter(|target| target.is_open && target.unconfirmed < ATTEMPTS);
        let open: BTreeSet<&ObjectiveId> = open.map(|target| &target.id).collect();
        let shown = match judged.undefined() {
            Some(_) => labels.errors(&judged).find(|id| open.contains(id)),
            None => labels.covered(&judged).find(|id| open.contains(id)),
        };
        shown.cloned()
    }
}
