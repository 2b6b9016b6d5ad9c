//! The files of a project, decided one after the other, with one budget and one campaign.
//!
//! - **Time is shared by the number of objectives.** What one file does not use is left to the files after it.
//! - **An error in one file does not end the others,** unless it says that no verdict can be trusted.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use quell_campaign::Campaign;
use quell_engine::LONGEST;
use quell_frontend::{LinkReport, NotLinked, SymbolIndex};
use quell_native::record_of;
use quell_results::{
    Decision, FileRun, LeftExternal, Linked, ProjectRun, Reason, Run, SkippedFile, SkippedReason,
    TimeLimit,
};

use crate::decide::{Deciding, How, Part};
use crate::error::{CliError, engine_exit};
use crate::exit::Exit;
use crate::report;
use crate::units::Units;

/// Decides all files; the status of the process, if one of them failed.
pub fn decide(
    deciding: &Deciding<'_>,
    units: &Units,
    mut parts: Vec<Part>,
    how: &How,
    campaign: &mut Option<Campaign>,
) -> Result<(ProjectRun, Option<Exit>), CliError> {
    forget_repeated(&mut parts);
    let index = SymbolIndex::new(units.all.iter().map(|unit| &*unit.source));
    let limit = deciding.args.linked;
    let mut left: usize = parts.iter().map(|part| part.objectives.len()).sum();
    let mut skipped = units.skipped.clone();
    let (mut files, mut exit) = (Vec::new(), units.exit);
    let count = parts.len();
    for part in &mut parts {
        let own = part.objectives.len();
        let linked = match units.number(part.target.unit()).filter(|_| own > 0) {
            Some(number) => part.target.link(&index, number, limit),
            None => LinkReport::default(),
        };
        let time = share(deciding.time_left(), own, left);
        left -= own;
        let file = part.target.file().to_owned();
        match decided(deciding, part, how, campaign, time) {
            Ok((run, failed)) => {
                exit = exit.or(failed);
                files.push(FileRun {
                    ids: ids(part),
                    linked: as_data(&linked),
                    file,
                    run,
                });
            }
            Err(error) if error.exit() == Exit::Internal => return Err(error),
            Err(error) if count == 1 => return Err(error),
            Err(error) => {
                report::print_warning(&format!("{file} is left out: {error}"));
                exit = exit.or(Some(error.exit()));
                let message = error.to_string();
                let reason = SkippedReason::Failed { message };
                skipped.push(SkippedFile { file, reason });
            }
        }
    }
    Ok((ProjectRun::new(files, skipped), exit))
}

fn as_data(report: &LinkReport) -> Linked {
    use quell_results::NotLinked as Data;
    let external = report.external.iter().map(|(symbol, why)| LeftExternal {
        symbol: symbol.clone(),
        reason: match why {
            NotLinked::Limit => Data::Limit,
            NotLinked::SeveralDefinitions => Data::SeveralDefinitions,
            NotLinked::OtherType => Data::OtherType,
            NotLinked::OtherTarget => Data::OtherTarget,
        },
    });
    Linked {
        functions: report.functions as u64,
        external: external.collect(),
    }
}

/// An objective of a header is decided in the first file that includes it.
fn forget_repeated(parts: &mut [Part]) {
    let mut known = BTreeSet::new();
    for part in parts {
        let target = &part.target;
        part.objectives
            .retain(|objective| known.insert(target.project_id(objective)));
    }
}

fn share(left: Duration, own: usize, all: usize) -> Duration {
    match left < LONGEST / 2 && all > 0 {
        true => left.mul_f64(own as f64 / all as f64),
        false => left,
    }
}

/// The result of one file, and the status of the first of its functions that failed.
fn decided(
    deciding: &Deciding<'_>,
    part: &Part,
    how: &How,
    campaign: &mut Option<Campaign>,
    time: Duration,
) -> Result<(Run, Option<Exit>), CliError> {
    if part.objectives.is_empty() {
        return Ok((untried(part, how, Reason::NotTried), None));
    }
    if deciding.is_stopped() {
        let mut run = untried(part, how, Reason::Interrupted);
        run.interrupted = true;
        return Ok((run, None));
    }
    if time.is_zero() {
        let limit = TimeLimit::Run;
        return Ok((untried(part, how, Reason::OutOfTime { limit }), None));
    }
    let outcome = deciding.decide_part(part, how, campaign, (time, true))?;
    let failure = outcome.failures.first();
    let exit = failure.map(|of| engine_exit(&of.error));
    Ok((outcome.run, exit))
}

/// A result in which nothing is decided.
fn untried(part: &Part, how: &How, reason: Reason) -> Run {
    let lookup = part.target.lookup();
    let records = part.objectives.iter().map(|objective| {
        let mut record = record_of(objective, lookup.name(objective.site.function));
        record.verdict = Decision::unknown(reason.clone());
        record
    });
    Run {
        file: part.target.file().to_owned(),
        engine: how.engine.name.to_owned(),
        operators: how.faults.clone(),
        criteria: how.criteria.clone(),
        objectives: records.collect(),
        ..Run::default()
    }
    .finished()
}

/// The ids that objectives have in the project.
fn ids(part: &Part) -> BTreeMap<String, String> {
    let own = part.objectives.iter();
    own.map(|of| (of.id.0.clone(), part.target.project_id(of)))
        .collect()
}
