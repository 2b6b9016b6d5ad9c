//! `quell score`: runs tests that are data on the mutants of a file, or measures which labels of it they cover.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quell_exec::UbMode;
use quell_ir::FuncId;
use quell_ir::debug::DebugInfo;
use quell_native::score::{Settings, Subject, score};
use quell_objectives::ObjectiveId;
use quell_results::{Decision, Score, read_suite};

use crate::args;
use crate::code::is_test_of;
use crate::config::Config;
use crate::confine;
use crate::cover;
use crate::error::CliError;
use crate::exchange::{self, Exchange};
use crate::interrupt::interrupt_flag;
use crate::progress::{Pause, Progress};
use crate::report;
use crate::target::{Criteria, Target, functions};
use crate::units::of_file;

/// The number of steps after which the machine stops checking for undefined behaviour.
const STEPS: u64 = 10_000_000;

/// A score, and what got no mutants or labels.
#[derive(Debug)]
pub struct Scored {
    pub score: Score,
    pub notes: Vec<String>,
    /// Files for other tools.
    pub exchange: Exchange,
}

pub fn run(args: &args::Score, cflags: &[OsString]) -> Result<Scored, CliError> {
    let Some(path) = &args.tests else {
        let message =
            "there is nothing to run: name tests with --tests, or commands with --test-cmd"
                .to_owned();
        return Err(CliError::Usage(message));
    };
    let exchange = Exchange::new(&args.exchange, args.force)?;
    let stop = interrupt_flag();
    let mut suite = read_suite(path)?;
    suite.tests.retain(|test| is_test_of(test, &args.file));
    let target = match args.criterion.is_empty() {
        true => Target::new(&args.file, &args.choice, cflags)?,
        false => labelled(args, cflags)?,
    };
    let (objectives, operators, criteria) = match args.criterion.is_empty() {
        true => {
            let operators = args.choice.operator_names();
            (&target.found.mutants, operators, Vec::new())
        }
        false => {
            let criteria = cover::criteria_names(&cover::selection(&args.criterion)?);
            (&target.labels.objectives, Vec::new(), criteria)
        }
    };
    let subject = Subject {
        lookup: target.lookup(),
        shared: target.shared.clone(),
        objectives,
        functions: covered(&target),
        operators,
        criteria,
        decisions: &target.labels.decisions,
    };
    let what = match args.criterion.is_empty() {
        true => "mutants",
        false => "labels",
    };
    let mut progress = Progress::new(what, !args.json, Pause::Long);
    let score = score(&subject, &suite, &settings(args, stop)?, &mut |event| {
        progress.show(event);
    });
    progress.clear();
    let mut notes = report::mutants::notes(&target.found, args.native.verbose);
    notes.extend(cover::notes(&target.labels));
    let mut score = score?;
    exchange.settle(&mut score);
    score.code = target.code();
    leave_out_suppressed(&mut score, &target);
    Ok(Scored {
        score,
        notes,
        exchange,
    })
}

/// What comments in the source exclude counts neither as killed nor as survived.
fn leave_out_suppressed(score: &mut Score, target: &Target) {
    let excluded = &target.suppressed.objectives;
    if excluded.is_empty() {
        return;
    }
    for record in &mut score.objectives {
        if let Some(why) = excluded.get(&ObjectiveId(record.id.clone())) {
            record.verdict = Decision::suppressed(why.clone());
        }
    }
    score
        .kills
        .retain(|kill| !excluded.contains_key(&ObjectiveId(kill.objective.clone())));
    *score = std::mem::take(score).finished();
}

/// The file with labels in place of mutants.
fn labelled(args: &args::Score, cflags: &[OsString]) -> Result<Target, CliError> {
    let selection = cover::selection(&args.criterion)?;
    let names = cover::criteria_names(&selection);
    let config = Config::of(&args.configured, &args.file)?;
    if args.choice.seed.is_some() {
        return Err(CliError::Usage(
            "--seed has no effect with --criterion: leave it out".to_owned(),
        ));
    }
    let criteria = Criteria {
        beside: exchange::beside(&args.file, &selection)?,
        selection,
        partitions: config.as_ref().map(Config::partitions).unwrap_or_default(),
        operators: cover::operators(args.choice.operators.as_deref(), &names)?,
    };
    let scope = &args.choice.scope;
    let unit = of_file(&args.file, scope, cflags, "labels")?;
    let functions = functions(scope, &unit)?;
    let target = Target::labelled(unit, (scope, None), functions, criteria)?;
    cover::check(&target, config.as_ref(), false)?;
    Ok(target)
}

/// The functions whose blocks and branches are reported: those that mutants or labels are made of.
fn covered(target: &Target) -> BTreeSet<FuncId> {
    match target.functions.is_empty() {
        true => DebugInfo::new(&target.shared)
            .user_functions()
            .into_iter()
            .collect(),
        false => target.functions.iter().copied().collect(),
    }
}

fn settings(args: &args::Score, stop: Arc<AtomicBool>) -> Result<Settings, CliError> {
    Ok(Settings {
        native: confine::options(&args.native)?,
        ub: args.ub.map_or(UbMode::Trap, Into::into),
        steps: STEPS,
        compare_code: !args.no_compare_code,
        stop,
    })
}
