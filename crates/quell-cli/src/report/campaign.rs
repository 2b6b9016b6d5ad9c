//! What is said of campaigns.

use quell_campaign::{CampaignStatus, Job, JobStatus, StoreStatistics};
use quell_results::Run;

use super::print_note;

/// What a run begins with.
pub fn print_begin(job: &Job<'_>, (known, objectives): (usize, usize), prefix: &str) {
    for change in &job.changes {
        print_note(&format!("{prefix}changed since the last run: {change}"));
    }
    match (job.is_continued, known) {
        (true, _) => print_note(&format!(
            "{prefix}continuing a run that was interrupted: {known} of {objectives} are decided"
        )),
        (false, 0) => {}
        (false, _) => print_note(&format!(
            "{prefix}{known} of {objectives} are known from earlier runs"
        )),
    }
}

/// `quell status`.
pub fn status(status: &CampaignStatus) -> String {
    let mut lines = Vec::new();
    match &status.holder {
        Some(holder) => lines.push(format!("running: {holder}")),
        None => lines.push("no run is under way".to_owned()),
    }
    let is_running = status.holder.is_some();
    let jobs = status.jobs.iter();
    lines.extend(jobs.map(|job| of_job(job, is_running)));
    lines.join("\n")
}

fn of_job(job: &JobStatus, is_running: bool) -> String {
    let state = match (job.is_finished, is_running) {
        (true, _) => "finished",
        (false, true) => "begun",
        (false, false) => "interrupted",
    };
    let result = job
        .run
        .as_ref()
        .map_or_else(|| "nothing decided yet".to_owned(), counts);
    format!("{}: {state}, {result}", job.file)
}

fn counts(run: &Run) -> String {
    let of = run.totals.counts;
    let decided = of.objectives - of.unknown;
    let parts = [
        (of.killed, "killed"),
        (of.timeout, "timeouts"),
        (of.covered, "covered"),
        (of.equivalent, "equivalent"),
        (of.uncoverable, "uncoverable"),
        (of.unreached, "unreached"),
        (of.duplicate, "duplicates"),
        (of.unknown, "unknown"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    format!(
        "{decided} of {} decided: {}",
        of.objectives,
        parts.join(", ")
    )
}

/// `quell cache stats`.
pub fn statistics(of: &StoreStatistics) -> String {
    format!(
        "{} verdicts and {} tests of {} files, {} KiB",
        of.verdicts,
        of.tests,
        of.jobs,
        of.bytes.div_ceil(1024)
    )
}

/// `quell cache clear`.
pub fn cleared(before: &StoreStatistics) -> String {
    format!(
        "forgot {} verdicts and {} tests",
        before.verdicts, before.tests
    )
}
