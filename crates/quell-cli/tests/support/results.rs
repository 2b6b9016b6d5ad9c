//! Results of runs, in the form that tests compare.

use quell_results::{Decision, Run};

/// Parses a result. Duplicates get the verdict of the mutant whose code they have.
pub fn parsed(json: &[u8]) -> Run {
    let mut run: Run = serde_json::from_slice(json).unwrap();
    let verdicts: Vec<Decision> = run.shared_verdicts().into_iter().cloned().collect();
    for (record, verdict) in run.objectives.iter_mut().zip(verdicts) {
        record.verdict = Decision {
            duplicate_of: record.verdict.duplicate_of.take(),
            ..verdict
        };
    }
    run
}
