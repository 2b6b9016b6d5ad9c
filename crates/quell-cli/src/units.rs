//! The files of a command, compiled: one file, or those of a project.
//!
//! - **A file that cannot be compiled does not keep others from being decided.** It is named, and the process ends with the
//!   status that the file alone would give.
//! - **Files that the user excludes are compiled too**, because functions of other files may call theirs.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use glob::Pattern;
use quell_compile::{OptLevel, Toolbox};
use quell_frontend::{CompileJob, Loader, Project, SkipReason, SourceUnit};
use quell_ir::FuncId;
use quell_objectives::sources::whole_path;
use quell_results::{SkippedFile, SkippedReason};

use crate::args::{self, Scope, Sources};
use crate::cflags;
use crate::diff::Diff;
use crate::error::CliError;
use crate::exit::Exit;
use crate::interrupt;
use crate::report;
use crate::target::{functions, lookup};

/// Optimised code keeps few operators of the source.
const OPTIMISED: &str =
    "the code is optimised: operators and variables of the source that the compiler removed get no";

/// A compiled file.
#[derive(Clone, Debug)]
pub struct Unit {
    pub source: Rc<SourceUnit>,
    /// Whether the user wants its functions to be worked on.
    pub is_chosen: bool,
}

/// A file with the functions that are wanted; all of the user's if there are none.
pub type Chosen = (Rc<SourceUnit>, Vec<FuncId>);

/// The files of a command.
#[derive(Debug)]
pub struct Units {
    pub all: Vec<Unit>,
    pub skipped: Vec<SkippedFile>,
    /// Whether the result is that of several files.
    pub is_project: bool,
    /// The status for a file that could not be compiled.
    pub exit: Option<Exit>,
    /// Only functions that it has changed.
    diff: Option<Diff>,
}

impl Units {
    /// Compiles the files without optimisation. The kind of objectives is for warnings.
    pub fn load(
        sources: &Sources,
        scope: &Scope,
        flags: &[OsString],
        kind: &str,
    ) -> Result<Self, CliError> {
        let flags = args::compiler_flags(&scope.cflags, flags).map_err(CliError::Usage)?;
        let warnings = cflags::check(&flags)?;
        let project = project(sources, &flags)?;
        if sources.is_project() {
            refuse_for_several(scope)?;
        }
        let globs = Globs::new(sources)?;
        let diff = sources.diff.as_deref().map(Diff::since).transpose()?;
        let mut units = Self {
            all: Vec::new(),
            skipped: project.skipped.iter().map(skipped).collect(),
            is_project: sources.is_project(),
            exit: None,
            diff,
        };
        let mut first = None;
        for job in &project.jobs {
            match compiled(job) {
                Ok(unit) => units.add(unit, &globs),
                Err(error) if !units.is_project || interrupt::is_interrupted() => {
                    return Err(error);
                }
                Err(error) => {
                    units.skip(job, &error);
                    first = first.or(Some(error));
                }
            }
        }
        for warning in &warnings {
            report::print_warning(warning);
        }
        if warnings.is_empty() && units.chosen().any(|(_, unit)| unit.is_optimised()) {
            report::print_warning(&format!("{OPTIMISED} {kind}"));
        }
        let has_some = units.chosen().next().is_some();
        match (has_some, first) {
            (false, Some(error)) => Err(error),
            (false, None) => Err(CliError::Usage(format!(
                "--file and --exclude leave none of the {} files",
                units.all.len()
            ))),
            _ => Ok(units),
        }
    }

    fn add(&mut self, mut unit: SourceUnit, globs: &Globs) {
        if self.is_project {
            unit.file = shown(Path::new(&unit.file));
        }
        self.all.push(Unit {
            is_chosen: globs.choose(&unit.file),
            source: Rc::new(unit),
        });
    }

    fn skip(&mut self, job: &CompileJob, error: &CliError) {
        let file = shown(&job.path());
        report::print_warning(&format!("{file} is left out: {error}"));
        self.exit = self.exit.or(Some(error.exit()));
        let message = error.to_string();
        let reason = SkippedReason::NotLoaded { message };
        self.skipped.push(SkippedFile { file, reason });
    }

    /// The files to work on with the functions that the user names; with none, all functions are wanted. In a project a name is
    /// that of a function of any file, and files without such functions are left out.
    pub fn functions(&self, scope: &Scope) -> Result<Vec<Chosen>, CliError> {
        let mut found = Vec::new();
        for (_, unit) in self.chosen() {
            match self.is_project {
                true => found.push((unit.clone(), all_named(scope, unit))),
                false => found.push((unit.clone(), functions(scope, unit)?)),
            }
        }
        for name in &scope.function {
            let named = |unit: &SourceUnit| lookup(&unit.module, unit).find(name);
            let mut results = found.iter().map(|(unit, _)| named(unit));
            let first = results.next();
            if let Some(Err(error)) = first
                && results.all(|of| of.is_err())
            {
                return Err(error.into());
            }
        }
        if !scope.function.is_empty() {
            found.retain(|(_, functions)| !functions.is_empty());
        }
        if let Some(diff) = &self.diff {
            for (unit, functions) in &mut found {
                let named = std::mem::take(functions);
                *functions = diff.functions(unit);
                functions.retain(|id| named.is_empty() || named.contains(id));
            }
            found.retain(|(_, functions)| !functions.is_empty());
        }
        Ok(found)
    }

    /// The number of a file.
    pub fn number(&self, unit: &Rc<SourceUnit>) -> Option<usize> {
        let mut all = self.all.iter();
        all.position(|of| Rc::ptr_eq(&of.source, unit))
    }

    /// Refuses an option that is about one file.
    pub fn refuse_if_project(&self, option: &str, is_given: bool) -> Result<(), CliError> {
        match self.is_project && is_given {
            true => Err(CliError::Usage(format!(
                "{option} is about one file: name it alone"
            ))),
            false => Ok(()),
        }
    }

    /// The files to work on, with their numbers.
    pub fn chosen(&self) -> impl Iterator<Item = (usize, &Rc<SourceUnit>)> {
        let all = self.all.iter().enumerate();
        let chosen = all.filter(|(_, unit)| unit.is_chosen);
        chosen.map(|(index, unit)| (index, &unit.source))
    }
}

/// The jobs of what the user names. One file is a job whatever it is: the compiler says what is wrong with it.
fn project(sources: &Sources, flags: &[OsString]) -> Result<Project, CliError> {
    let Some(build) = &sources.build else {
        return Ok(Project::of_paths(&sources.files, flags)?);
    };
    let mut project = Project::of_build(build, &sources.files)?;
    for job in &mut project.jobs {
        job.arguments.extend(flags.iter().cloned());
    }
    Ok(project)
}

/// A file of one command, compiled without optimisation.
pub fn of_file(
    file: &Path,
    scope: &Scope,
    flags: &[OsString],
    kind: &str,
) -> Result<Rc<SourceUnit>, CliError> {
    let sources = Sources::of_file(file);
    let units = Units::load(&sources, scope, flags, kind)?;
    let mut all = units.all.into_iter();
    match all.next() {
        Some(unit) => Ok(unit.source),
        None => Err(CliError::Usage("there is no file".to_owned())),
    }
}

/// The functions of a file that have one of the names.
fn all_named(scope: &Scope, unit: &SourceUnit) -> Vec<FuncId> {
    let lookup = lookup(&unit.module, unit);
    let names = scope.function.iter();
    names.flat_map(|name| lookup.all(name)).collect()
}

fn compiled(job: &CompileJob) -> Result<SourceUnit, CliError> {
    let loader = Loader::new(Toolbox::from_env()).at(OptLevel::O0);
    let unit = loader.load(job)?;
    match unit.check_target() {
        Ok(()) => Ok(unit),
        Err(why) => Err(CliError::Usage(format!("{}: {why}", unit.file))),
    }
}

fn refuse_for_several(scope: &Scope) -> Result<(), CliError> {
    match scope.lines {
        Some(_) => Err(CliError::Usage(
            "--lines is about one file: name it, or choose files with --file".to_owned(),
        )),
        None => Ok(()),
    }
}

/// A path below the current directory as the user would write it; others are absolute.
pub fn shown(path: &Path) -> String {
    let whole = whole_path(&path.display().to_string(), "");
    let here = std::env::current_dir().unwrap_or_default();
    let below = Path::new(&whole).strip_prefix(&here);
    below.map_or_else(|_| whole.clone(), |below| below.display().to_string())
}

fn skipped(of: &quell_frontend::SkippedFile) -> SkippedFile {
    SkippedFile {
        file: shown(&of.path),
        reason: match &of.reason {
            SkipReason::NotAJob(why) => SkippedReason::NoSource {
                message: why.to_string(),
            },
            SkipReason::Missing => SkippedReason::Missing,
            SkipReason::CompiledAgain => SkippedReason::CompiledAgain,
        },
    }
}

/// Which files are wanted.
struct Globs {
    only: Vec<Pattern>,
    exclude: Vec<Pattern>,
}

impl Globs {
    fn new(sources: &Sources) -> Result<Self, CliError> {
        let parse = |option: &'static str, texts: &[String]| {
            let patterns = texts.iter().map(|text| {
                Pattern::new(text).map_err(|error| {
                    CliError::Usage(format!("{option} {text}: {error}; write `src/*.c`"))
                })
            });
            patterns.collect::<Result<Vec<_>, _>>()
        };
        Ok(Self {
            only: parse("--file", &sources.only)?,
            exclude: parse("--exclude", &sources.exclude)?,
        })
    }

    fn choose(&self, file: &str) -> bool {
        let is_in = |patterns: &[Pattern]| patterns.iter().any(|of| matches(of, file));
        (self.only.is_empty() || is_in(&self.only)) && !is_in(&self.exclude)
    }
}

/// Whether a pattern is that of the path, of a directory above it, or, without a slash, of its name.
fn matches(pattern: &Pattern, file: &str) -> bool {
    let path = PathBuf::from(file);
    let name = path.file_name().map(|name| name.to_string_lossy());
    let is_name = || !pattern.as_str().contains('/') && name.is_some_and(|of| pattern.matches(&of));
    let mut above = path.ancestors().filter(|of| !of.as_os_str().is_empty());
    above.any(|of| pattern.matches_path(of)) || is_name()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_of_paths_names_and_directories() {
        let matches = |pattern: &str, file| matches(&Pattern::new(pattern).unwrap(), file);
        assert!(matches("src/*.c", "src/a.c"));
        assert!(matches("a.?", "src/a.c"));
        assert!(matches("src", "src/deep/a.c"));
        assert!(matches("**/deep", "src/deep/a.c"));
        assert!(!matches("deep", "src/deep/a.c"));
        assert!(!matches("b*", "src/a.c"));
    }
}
