//! Runs whose verdicts are kept in a folder, and the commands that look into it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory as _};
use quell_campaign::{Campaign, Job, JobInputs, Keys, StoreError};
use quell_engine::{EngineEntry, Settings, Subject};

use crate::args::{self, CacheAction, Cli, split_cflags};
use crate::config::Config;
use crate::error::CliError;
use crate::report;

/// Options that change no verdict: where results go, and how many processors work.
const WITHOUT_EFFECT: &[&str] = &[
    "out",
    "resume",
    "json",
    "tests",
    "force",
    "jobs",
    "verbose",
    "survivors",
    "all",
    "timeout",
    "log-queries",
];

/// Opens the campaign of a run, if the user wants one.
pub fn open(keep: &args::Keep) -> Result<Option<Campaign>, CliError> {
    let Some(folder) = &keep.out else {
        return Ok(None);
    };
    if keep.resume && !quell_campaign::folder::store_in(folder).exists() {
        return Err(nothing_to_resume(folder));
    }
    let here = std::env::current_dir().map_err(CliError::OwnPath)?;
    let command = CommandLine::of_process();
    let project = here.display().to_string();
    let campaign = Campaign::open(folder, &project, &command.shown())?;
    match keep.resume && !campaign.has_jobs()? {
        true => Err(nothing_to_resume(folder)),
        false => Ok(Some(campaign)),
    }
}

fn nothing_to_resume(folder: &Path) -> CliError {
    let folder = folder.display();
    CliError::Usage(format!(
        "--resume: {folder} holds no campaign; leave --resume out to begin one"
    ))
}

/// Begins the job of a file, and tells the user what is known and what changed.
pub fn begin<'c>(
    campaign: &'c mut Campaign,
    (engine, subject, settings): (&EngineEntry, &Subject<'_>, &Settings),
    config: Option<&Config>,
    prefix: &str,
) -> Result<Job<'c>, CliError> {
    let command = CommandLine::of_process();
    let file = subject.lookup.file;
    let mut inputs = JobInputs::new(file, subject.lookup.module, command.options);
    if let Some(config) = config {
        inputs.add(&config.path.display().to_string());
    }
    let name = format!("{} {file}", command.name);
    let keys = Keys::new(engine, subject, settings);
    let job = campaign.begin(&name, &inputs, keys)?;
    let known = job.known().about(subject.objectives).len();
    report::campaign::print_begin(&job, (known, subject.objectives.len()), prefix);
    Ok(job)
}

/// The command line of this process, for campaigns to compare.
struct CommandLine {
    name: String,
    file: String,
    options: BTreeMap<String, String>,
}

impl CommandLine {
    fn of_process() -> Self {
        let split = split_cflags(std::env::args_os());
        let mut line = Self {
            name: String::new(),
            file: String::new(),
            options: BTreeMap::new(),
        };
        let parser = Cli::command();
        let matches = parser.clone().try_get_matches_from(&split.rest).ok();
        let matches = matches.as_ref().and_then(ArgMatches::subcommand);
        let parsed = matches.and_then(|(name, of)| Some((name, of, parser.find_subcommand(name)?)));
        if let Some((name, matches, parser)) = parsed {
            line.name = name.to_owned();
            for argument in parser.get_arguments() {
                let id = argument.get_id().as_str();
                let is_given = matches.value_source(id) == Some(ValueSource::CommandLine);
                let values = || values(matches, id);
                match argument.get_long() {
                    _ if !is_given => {}
                    None => line.file = values(),
                    Some(long) if WITHOUT_EFFECT.contains(&long) => {}
                    Some(long) => _ = line.options.insert(format!("--{long}"), values()),
                }
            }
        }
        if !split.cflags.is_empty() {
            line.options
                .insert("--cflags".to_owned(), joined(split.cflags.iter()));
        }
        line
    }

    fn shown(&self) -> String {
        format!("quell {} {}", self.name, self.file)
    }
}

fn values(matches: &ArgMatches, id: &str) -> String {
    let raw = matches.try_get_raw(id).ok().flatten();
    let raw: Vec<OsString> = raw.into_iter().flatten().map(OsString::from).collect();
    joined(raw.iter())
}

fn joined<'w>(words: impl Iterator<Item = &'w OsString>) -> String {
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

/// `quell status`.
pub fn status(args: &args::Status) -> Result<String, StoreError> {
    let status = quell_campaign::status::status(&args.folder)?;
    Ok(report::campaign::status(&status))
}

/// `quell cache`.
pub fn cache(args: &args::Cache) -> Result<String, StoreError> {
    match &args.action {
        CacheAction::Stats { folder } => {
            let known = quell_campaign::status::statistics(folder)?;
            Ok(report::campaign::statistics(&known))
        }
        CacheAction::Clear { folder } => {
            let before = quell_campaign::status::clear(folder, "quell cache clear")?;
            Ok(report::campaign::cleared(&before))
        }
    }
}
