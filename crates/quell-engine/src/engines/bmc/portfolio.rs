//! The portfolio: encodings with time limits of queries, in the order in which they are tried. Which encoding makes a query easy
//! is found out by trying, so that queries that are too hard in one are made in another.

use std::time::Duration;

use crate::explored::Encoding;

/// An encoding, and the time limit of each query in it: a query that takes longer may be easier in another encoding, and other
/// mutants have to have their turn.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub encoding: Encoding,
    pub query: Duration,
    /// Whether the step ends after a few queries without an answer: the encoding does not suit them, and more steps follow.
    pub is_hasty: bool,
}

const fn step(encoding: Encoding, milliseconds: u64) -> Step {
    Step {
        encoding,
        query: Duration::from_millis(milliseconds),
        is_hasty: false,
    }
}

const fn hasty(encoding: Encoding, milliseconds: u64) -> Step {
    Step {
        is_hasty: true,
        ..step(encoding, milliseconds)
    }
}

const STEPS: [Step; 10] = [
    hasty(Encoding::Plain, 40),
    hasty(Encoding::NormalSums, 80),
    step(Encoding::Plain, 80),
    step(Encoding::Unmerged, 80),
    step(Encoding::NormalSums, 320),
    step(Encoding::Unmerged, 500),
    step(Encoding::Plain, 750),
    step(Encoding::NormalSums, 2000),
    step(Encoding::Unmerged, 2000),
    step(Encoding::Plain, u64::MAX),
];
/// The number of steps that one worker makes for all mutants, because a test for one mutant may kill others. The others are for
/// mutants that are hard, which all idle workers share.
pub const SEQUENTIAL_STEPS: usize = 3;

/// The steps that differ where no query may take longer than some time.
pub fn steps_within(time: Duration) -> Vec<Step> {
    let is_repeated = |index: usize, step: &Step| {
        let earlier = &STEPS[..index];
        earlier
            .iter()
            .any(|of| of.encoding == step.encoding && of.query >= time)
    };
    let steps = STEPS.iter().enumerate();
    let useful = steps.filter(|(index, step)| !is_repeated(*index, step));
    let is_hasty = |step: &Step| step.is_hasty && step.query < time;
    useful
        .map(|(_, step)| Step {
            is_hasty: is_hasty(step),
            ..*step
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a hasty step leaves out is asked in the same encoding later, however short the time limit of queries is.
    #[test]
    fn haste_leaves_nothing_out() {
        for milliseconds in [1, 39, 40, 41, 79, 80, 81, 1000, 60_000] {
            let steps = steps_within(Duration::from_millis(milliseconds));
            for (index, step) in steps.iter().enumerate().filter(|(_, step)| step.is_hasty) {
                let mut later = steps[index + 1..].iter();
                assert!(
                    later.any(|other| other.encoding == step.encoding),
                    "{milliseconds} ms: {step:?}"
                );
            }
        }
    }
}
