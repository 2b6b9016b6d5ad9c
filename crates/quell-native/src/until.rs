//! Runs with a deadline.

use std::time::Instant;

use quell_values::{CallImage, Observed};

use crate::NativeError;
use crate::outcome::{Recording, Runs};
use crate::protocol::Job;
use crate::session::{Session, afresh_job, record_job, recording, run_job};
use crate::sweep::{Batch, Swept};

/// A session, until a point in time: what is not done by then is an error, [`NativeError::TimeUp`].
#[derive(Clone, Copy, Debug)]
pub struct Until<'s> {
    session: &'s Session,
    until: Instant,
}

impl Session {
    /// Runs that are ended when a point in time comes.
    pub fn until(&self, until: Instant) -> Until<'_> {
        Until {
            session: self,
            until,
        }
    }
}

impl Until<'_> {
    fn job<'a>(&self, job: Job<'a>) -> Job<'a> {
        Job {
            until: Some(self.until),
            ..job
        }
    }

    /// As [`Session::record`].
    pub fn record(&self, image: &CallImage) -> Result<Recording, NativeError> {
        let job = self.job(record_job(image));
        self.session.on_any_worker(job).and_then(recording)
    }

    /// As [`Session::run`].
    pub fn run(&self, image: &CallImage, mutants: &[u32]) -> Result<Runs, NativeError> {
        let job = self.job(run_job(image, mutants));
        Ok(self.session.on_any_worker(job)?.runs)
    }

    /// As [`Session::run_originals_afresh`], on one test.
    pub fn run_original_afresh(&self, image: &CallImage) -> Result<Observed, NativeError> {
        let job = self.job(afresh_job(image));
        Ok(self.session.on_any_worker(job)?.runs.original)
    }

    /// As [`Session::sweep`].
    pub fn sweep(&self, batch: &Batch<'_>, mutants: &[u32]) -> Result<Swept, NativeError> {
        self.session.sweep_with(batch, self.job(batch.job(mutants)))
    }

    /// As [`Until::sweep`], with the limit on the original's work that single runs have.
    pub fn sweep_in_full(&self, batch: &Batch<'_>, mutants: &[u32]) -> Result<Swept, NativeError> {
        let job = Job {
            work: Some(self.session.work_limits().of_first_runs()),
            ..batch.job(mutants)
        };
        self.session.sweep_with(batch, self.job(job))
    }
}
