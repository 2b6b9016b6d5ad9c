//! Where the objects of a test are placed: which side of them is guarded decides what a mutant finds beyond them.

use std::collections::BTreeSet;

use quell_objectives::ObjectiveId;
use quell_results::Observable;
use quell_values::{Guard, Prepared};

use super::{Kill, Oracle, Shown, TestRun, TestedFunction};
use crate::error::{EngineError, in_time};

/// The placements of the objects of a call, the default first. Each has a guard page on one side of every object, so that it
/// shows accesses on that side alone. A call without objects has one placement.
pub fn placements(call: Prepared) -> impl Iterator<Item = Prepared> {
    let guarded_before = (!call.image.objects.is_empty()).then(|| {
        let mut other = call.clone();
        other.image.guard = Guard::Before;
        other
    });
    std::iter::once(call).chain(guarded_before)
}

impl Oracle<'_> {
    /// The tests for what a run killed. A mutant that reads in front of a buffer finds bytes there that only Quell's placement has:
    /// where the guard page in front ends it, the test has the guard there. Nothing of the kill depends on these bytes then.
    pub fn steady(
        &self,
        tested: TestedFunction<'_>,
        call: Prepared,
        mut run: TestRun,
    ) -> Result<Vec<(Prepared, TestRun)>, EngineError> {
        let unguarded = run.kills.iter().filter(|kill| kill.ends_alike());
        let unguarded: Vec<ObjectiveId> = unguarded.map(|of| of.objective.clone()).collect();
        let mut others = placements(call.clone()).skip(1);
        let other = others.find(|_| call.image.guard == Guard::After && !unguarded.is_empty());
        let mut tests = Vec::new();
        if let Some(other) = other
            // The kill stands, even if no time is left.
            && let Some(result) = in_time(self.run(tested, &other, &unguarded))?
            && let Some(mut guarded) = result.ran()
        {
            guarded.kills.retain(Kill::is_by_end);
            let moved = guarded.kills.iter().map(|of| &of.objective);
            let moved: BTreeSet<&ObjectiveId> = moved.collect();
            run.kills.retain(|kill| !moved.contains(&kill.objective));
            tests.push((other, guarded));
        }
        tests.insert(0, (call, run));
        tests.retain(|(_, run)| !run.kills.is_empty());
        Ok(tests)
    }
}

impl Kill {
    /// Whether the mutant ends otherwise than the original: a signal ends it.
    fn is_by_end(&self) -> bool {
        matches!(&self.shown, Shown::Difference(of) if of.what == Observable::End)
    }

    /// Whether the mutant ends as the original does, with other values.
    fn ends_alike(&self) -> bool {
        matches!(&self.shown, Shown::Difference(of) if of.what != Observable::End)
    }
}
