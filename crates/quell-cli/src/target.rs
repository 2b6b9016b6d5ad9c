//! A file with its mutants and labels, as the command line chooses them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use quell_compile::{Language, OptLevel};
use quell_frontend::SourceUnit;
use quell_ir::debug::DebugInfo;
use quell_ir::{FuncId, Module};
use quell_objectives::criteria::{CriteriaSelection, Labels, WantedLabels, combine, label};
use quell_objectives::higher::{self, Sampling};
use quell_objectives::pair::pair;
use quell_objectives::{Mutants, Objective, Selection, Wanted, generate};
use quell_results::ScoredCode;
use quell_values::inputs::reached_functions;
use quell_values::lookup::Lookup;

use crate::args::{self, Choice, Scope};
use crate::cflags;
use crate::choose;
use crate::code::scored_code;
use crate::error::CliError;
use crate::exchange::Beside;
use crate::load::load;
use crate::report;

/// Optimised code keeps few operators of the source.
const OPTIMISED: &str =
    "the code is optimised: operators and variables of the source that the compiler removed get no";

#[derive(Debug)]
pub struct Target {
    /// The module that the objectives refer to.
    pub shared: Arc<Module>,
    pub found: Mutants,
    pub labels: Labels,
    /// Only these functions; all of the user's if empty.
    pub functions: Vec<FuncId>,
    /// The function that tests call, if the user names one.
    pub entry: Option<FuncId>,
    loaded: SourceUnit,
}

/// Which labels are wanted, wherever they are.
#[derive(Clone, Debug, Default)]
pub struct Criteria {
    pub selection: CriteriaSelection,
    /// Partitions of inputs, by the names of functions.
    pub partitions: BTreeMap<String, Vec<String>>,
    /// The mutation operators of weak mutation; all if none are given.
    pub operators: Option<Selection>,
    /// Hyperlabels over the labels in the source.
    pub beside: Option<Beside>,
}

impl Target {
    pub fn new(file: &Path, choice: &Choice, flags: &[OsString]) -> Result<Self, CliError> {
        if choice.has_spare_seed() {
            return Err(CliError::Usage(
                "--seed chooses among mutants of a higher order, or a sample: give --order or --sample, or leave it out"
                    .to_owned(),
            ));
        }
        Self::against(file, choice, None, flags)
    }

    /// The same; with another function, the only objective is the pair of the chosen function and that one.
    pub fn against(
        file: &Path,
        choice: &Choice,
        other: Option<&str>,
        flags: &[OsString],
    ) -> Result<Self, CliError> {
        let selection = Selection::parse(choice.operators())?;
        let loaded = compiled(file, &choice.scope, flags, "mutants")?;
        let wanted = Wanted {
            functions: functions(&choice.scope, &loaded)?,
            lines: choice.scope.lines,
            selection,
        };
        let mut module = Module::clone(&loaded.module);
        let mut found = generate(&mut module, loaded.sources(), &wanted);
        if found.mutants.is_empty() {
            refuse_lines_beyond(file, &choice.scope)?;
        }
        if let Some(other) = other {
            let other = lookup(&loaded.module, &loaded).find(other)?;
            found.keep_only(vec![pair(&mut module, the_one(&wanted)?, other)?]);
        } else if let Some(several) = several(&module, &found, choice)? {
            found.keep_only(several);
        }
        choose::keep_wanted(&mut found, choice)?;
        Ok(Self {
            shared: Arc::new(module),
            found,
            labels: Labels::default(),
            functions: wanted.functions,
            entry: None,
            loaded,
        })
    }

    /// A file with labels, and without mutants. With an entry, they are those of the functions that it calls.
    pub fn labelled(
        file: &Path,
        (scope, entry): (&Scope, Option<&str>),
        criteria: Criteria,
        flags: &[OsString],
    ) -> Result<Self, CliError> {
        let loaded = compiled(file, scope, flags, "labels")?;
        let named = functions(scope, &loaded)?;
        let entry = match entry {
            Some(entry) => Some(lookup(&loaded.module, &loaded).find(entry)?),
            None => None,
        };
        let target = Self {
            shared: Arc::new(Module::clone(&loaded.module)),
            found: Mutants::default(),
            labels: Labels::default(),
            functions: match entry {
                Some(entry) => called(entry, named, &loaded)?,
                None => named,
            },
            entry,
            loaded,
        };
        target.with_labels(file, scope, criteria)
    }

    /// The same with labels as well.
    pub fn with_labels(
        self,
        file: &Path,
        scope: &Scope,
        criteria: Criteria,
    ) -> Result<Self, CliError> {
        let wanted = WantedLabels {
            selection: criteria.selection,
            functions: self.functions.clone(),
            lines: scope.lines,
            partitions: criteria.partitions,
            operators: criteria.operators,
        };
        let mut module = Arc::unwrap_or_clone(self.shared);
        let mut labels = label(&mut module, self.loaded.sources(), &wanted);
        if let Some(beside) = &criteria.beside {
            combine(&mut labels, &beside.combinations, &beside.file);
        }
        if labels.objectives.is_empty() {
            refuse_lines_beyond(file, scope)?;
        }
        Ok(Self {
            shared: Arc::new(module),
            labels,
            ..self
        })
    }

    pub fn lookup(&self) -> Lookup<'_> {
        lookup(&self.shared, &self.loaded)
    }

    /// The functions of the file as they are now.
    pub fn code(&self) -> Vec<ScoredCode> {
        scored_code(&self.loaded, self.file())
    }

    /// The file as it was given.
    pub fn file(&self) -> &str {
        &self.loaded.file
    }
}

/// The file, compiled without optimisation. The kind of objectives is for warnings.
fn compiled(
    file: &Path,
    scope: &Scope,
    flags: &[OsString],
    kind: &str,
) -> Result<SourceUnit, CliError> {
    let flags = args::compiler_flags(&scope.cflags, flags).map_err(CliError::Usage)?;
    let warnings = cflags::check(&flags)?;
    let loaded = load(file, OptLevel::O0, flags)?;
    let target = loaded.check_target();
    target.map_err(|why| CliError::Usage(format!("{}: {why}", loaded.file)))?;
    for warning in &warnings {
        report::print_warning(warning);
    }
    if warnings.is_empty() && loaded.is_optimised() {
        report::print_warning(&format!("{OPTIMISED} {kind}"));
    }
    Ok(loaded)
}

/// Refuses lines that the file does not have: they were meant of another file. Files that it includes may have more lines.
fn refuse_lines_beyond(file: &Path, scope: &Scope) -> Result<(), CliError> {
    let Some((first, _)) = scope.lines else {
        return Ok(());
    };
    let text = fs::read(file).unwrap_or_default();
    let lines = String::from_utf8_lossy(&text).lines().count();
    let is_ir = matches!(
        Language::of_path(file),
        Some(Language::LlvmText | Language::LlvmBitcode)
    );
    match is_ir || first as usize <= lines {
        true => Ok(()),
        false => Err(CliError::Usage(format!(
            "--lines begins with line {first}, but {} ends with line {lines}",
            file.display()
        ))),
    }
}

/// Mutants of higher order, if the user asks for them.
fn several(
    module: &Module,
    found: &Mutants,
    choice: &Choice,
) -> Result<Option<Vec<Objective>>, CliError> {
    if !choice.combine.is_empty() {
        let one = higher::combine_named(module, found, &choice.combine)?;
        return Ok(Some(vec![one]));
    }
    let sampling = Sampling {
        max: choice.max,
        seed: choice.seed(),
    };
    let order = usize::from(choice.order);
    Ok((order > 1).then(|| higher::of_order(module, found, order, sampling)))
}

fn lookup<'m>(module: &'m Module, loaded: &'m SourceUnit) -> Lookup<'m> {
    Lookup {
        module,
        info: DebugInfo::new(module),
        language: loaded.language,
        file: &loaded.file,
    }
}

fn the_one(wanted: &Wanted) -> Result<FuncId, CliError> {
    match wanted.functions[..] {
        [only] => Ok(only),
        _ => Err(CliError::Usage(
            "--against needs one --function to compare with".to_owned(),
        )),
    }
}

/// The user's functions that a function calls, with itself: those of them that the user names, if any.
fn called(entry: FuncId, named: Vec<FuncId>, loaded: &SourceUnit) -> Result<Vec<FuncId>, CliError> {
    let lookup = lookup(&loaded.module, loaded);
    let reached = reached_functions(&loaded.module, entry);
    if let Some(other) = named.iter().find(|of| !reached.contains(of)) {
        let (entry, other) = (lookup.name(entry), lookup.name(*other));
        return Err(CliError::Usage(format!(
            "--entry {entry}: it does not call {other}: leave --function {other} out, or name another entry"
        )));
    }
    if !named.is_empty() {
        return Ok(named);
    }
    let users = lookup.info.user_functions().into_iter();
    Ok(users.filter(|of| reached.contains(of)).collect())
}

fn functions(scope: &Scope, loaded: &SourceUnit) -> Result<Vec<FuncId>, CliError> {
    let lookup = lookup(&loaded.module, loaded);
    let found: Result<_, _> = scope
        .function
        .iter()
        .map(|name| lookup.find(name))
        .collect();
    Ok(found?)
}
