//! Labels tried on many inputs. The concrete machine computes which labels an input covers; only an input that covers an open
//! one is run natively, as a test.

use std::collections::BTreeSet;

use quell_bits::Bits;
use quell_objectives::ObjectiveId;
use quell_values::CallImage;

use crate::error::{EngineError, in_time};
use crate::labels::{Judgement, LabelConditions};
use crate::ledger::Ledger;
use crate::trials::{DRAWN, Look, SCREENING, Trials};

/// The number of simpler values of a test that are tried in the machine.
const SIMPLIFICATIONS: usize = 200;
/// The number of consecutive inputs without a native confirmation after which the labels are skipped.
const UNCONFIRMED: u32 = 32;

impl Trials<'_> {
    /// Tries labels on a number of inputs; how many were tried.
    pub(super) fn cover(
        &self,
        targets: &[ObjectiveId],
        count: u64,
        ledger: &mut Ledger,
    ) -> Result<u64, EngineError> {
        let Some(labels) = self.tested().labels() else {
            return Ok(0);
        };
        let mut open = still_open(targets, ledger);
        let mut call = self.space.image(&self.space.least());
        let most = usize::try_from(count.saturating_mul(DRAWN)).unwrap_or(usize::MAX);
        let (mut done, mut unconfirmed) = (0, 0);
        for mut values in self.samples(ledger).take(most) {
            if done >= count || open.is_empty() || unconfirmed >= UNCONFIRMED || self.is_over() {
                break;
            }
            self.without_odd_nans(&mut values);
            if !self.space.admits(&values) {
                continue;
            }
            self.space.fill(&mut call, &values);
            let Ok(judged) = self.tested().judge(&call, SCREENING) else {
                break;
            };
            done += u64::from(judged.undefined().is_none());
            let Some(first) = shown(labels, &judged, &open).cloned() else {
                continue;
            };
            let Some(is_seen) = in_time(self.write_cover(&values, &first, labels, ledger))? else {
                break;
            };
            unconfirmed = if is_seen { 0 } else { unconfirmed + 1 };
            open = still_open(targets, ledger);
        }
        Ok(done)
    }

    /// Runs an input that covers a label as a test, in a simpler form if one does too; whether the native run confirms it.
    fn write_cover(
        &self,
        values: &[Bits],
        label: &ObjectiveId,
        labels: &LabelConditions,
        ledger: &mut Ledger,
    ) -> Result<bool, EngineError> {
        let only = BTreeSet::from([label.clone()]);
        let mut call = self.space.image(&self.space.least());
        let covers = |call: &CallImage| {
            let judged = self.tested().judge(call, SCREENING);
            judged.is_ok_and(|judged| shown(labels, &judged, &only).is_some())
        };
        let simple = self
            .space
            .simplified(values.to_vec(), SIMPLIFICATIONS, |values| {
                self.space.fill(&mut call, values);
                self.space.admits(values) && !self.is_over() && covers(&call)
            });
        for values in [&simple[..], values] {
            let alive = ledger.alive();
            let found = self.look_at(values, &alive, ledger)?;
            let Some(seen) = Look::kills(found) else {
                continue;
            };
            self.write(values, seen, ledger)?;
            if ledger.is_killed(label) || ledger.is_reserved(label) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Labels that no test covers, not even one in reserve.
fn still_open(targets: &[ObjectiveId], ledger: &Ledger) -> BTreeSet<ObjectiveId> {
    let is_open = |id: &&ObjectiveId| !ledger.is_killed(id) && !ledger.is_reserved(id);
    targets.iter().filter(is_open).cloned().collect()
}

/// The first of some labels that an input covers.
fn shown<'l>(
    labels: &'l LabelConditions,
    judged: &'l Judgement,
    wanted: &BTreeSet<ObjectiveId>,
) -> Option<&'l ObjectiveId> {
    match judged.undefined() {
        Some(_) => labels.errors(judged).find(|id| wanted.contains(*id)),
        None => labels.covered(judged).find(|id| wanted.contains(*id)),
    }
}
