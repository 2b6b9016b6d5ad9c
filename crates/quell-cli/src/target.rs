//! A file with its mutants and labels, as the command line chooses them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use quell_compile::Language;
use quell_engine::Known;
use quell_frontend::{LinkReport, SourceUnit, SymbolIndex};
use quell_ir::debug::DebugInfo;
use quell_ir::{FuncId, Module};
use quell_objectives::criteria::{CriteriaSelection, Labels, WantedLabels, combine, label};
use quell_objectives::higher::{self, Sampling};
use quell_objectives::pair::pair;
use quell_objectives::suppressed::{Suppressed, suppressed};
use quell_objectives::{Mutants, Objective, Selection, Wanted, generate};
use quell_results::{Decision, ScoredCode};
use quell_values::inputs::reached_functions;
use quell_values::lookup::Lookup;

use crate::args::{Choice, Scope};
use crate::choose;
use crate::code::scored_code;
use crate::error::CliError;
use crate::exchange::Beside;
use crate::units::{of_file, shown};

#[derive(Debug)]
pub struct Target {
    /// The module that the objectives refer to.
    pub shared: Arc<Module>,
    pub found: Mutants,
    pub labels: Labels,
    /// Objectives that comments in the source exclude.
    pub suppressed: Suppressed,
    /// Only these functions; all of the user's if empty.
    pub functions: Vec<FuncId>,
    /// The function that tests call, if the user names one.
    pub entry: Option<FuncId>,
    loaded: Rc<SourceUnit>,
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
        choice.refuse_spare_seed()?;
        Self::of_file(file, choice, flags)
    }

    /// The same, where the seed has another use.
    pub fn of_file(file: &Path, choice: &Choice, flags: &[OsString]) -> Result<Self, CliError> {
        let unit = of_file(file, &choice.scope, flags, "mutants")?;
        let functions = functions(&choice.scope, &unit)?;
        let mut target = Self::mutated(unit, choice, functions, None)?;
        choose::keep_wanted(&mut [&mut target], choice)?;
        Ok(target)
    }

    /// A file with mutants of these functions, or of all; with another function, the only objective is the pair of the chosen
    /// function and that one.
    pub fn mutated(
        unit: Rc<SourceUnit>,
        choice: &Choice,
        functions: Vec<FuncId>,
        other: Option<&str>,
    ) -> Result<Self, CliError> {
        let wanted = Wanted {
            functions,
            lines: choice.scope.lines,
            selection: Selection::parse(choice.operators())?,
        };
        let mut module = Module::clone(&unit.module);
        let mut found = generate(&mut module, unit.sources(), &wanted);
        if found.mutants.is_empty() {
            refuse_lines_beyond(&unit.file, &choice.scope)?;
        }
        if let Some(other) = other {
            let other = lookup(&unit.module, &unit).find(other)?;
            found.keep_only(vec![pair(&mut module, the_one(&wanted)?, other)?]);
        } else if let Some(several) = several(&module, &found, choice)? {
            found.keep_only(several);
        }
        Ok(Self {
            suppressed: suppressed(&module, unit.sources(), &found.mutants),
            shared: Arc::new(module),
            found,
            labels: Labels::default(),
            functions: wanted.functions,
            entry: None,
            loaded: unit,
        })
    }

    /// A file with labels of these functions, or of all, and without mutants. With an entry, they are those of the functions that
    /// it calls.
    pub fn labelled(
        unit: Rc<SourceUnit>,
        (scope, entry): (&Scope, Option<&str>),
        named: Vec<FuncId>,
        criteria: Criteria,
    ) -> Result<Self, CliError> {
        let entry = match entry {
            Some(entry) => Some(lookup(&unit.module, &unit).find(entry)?),
            None => None,
        };
        let target = Self {
            shared: Arc::new(Module::clone(&unit.module)),
            found: Mutants::default(),
            labels: Labels::default(),
            suppressed: Suppressed::default(),
            functions: match entry {
                Some(entry) => called(entry, named, &unit)?,
                None => named,
            },
            entry,
            loaded: unit,
        };
        target.with_labels(scope, criteria)
    }

    /// The same with labels as well.
    fn with_labels(self, scope: &Scope, criteria: Criteria) -> Result<Self, CliError> {
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
            refuse_lines_beyond(&self.loaded.file, scope)?;
        }
        Ok(Self {
            suppressed: suppressed(&module, self.loaded.sources(), &labels.objectives),
            shared: Arc::new(module),
            labels,
            ..self
        })
    }

    /// The decisions on objectives that comments exclude.
    pub fn decisions_of_comments(&self) -> Known {
        let excluded = self.suppressed.objectives.iter();
        let decisions = excluded.map(|(id, why)| (id.clone(), Decision::suppressed(why.clone())));
        Known::new(decisions, Vec::new())
    }

    /// The file as it was compiled.
    pub fn unit(&self) -> &Rc<SourceUnit> {
        &self.loaded
    }

    /// Adds the definitions that the file needs of others. Objectives are about the file alone, and stay as they are.
    pub fn link(&mut self, index: &SymbolIndex<'_>, number: usize, limit: usize) -> LinkReport {
        index.link(Arc::make_mut(&mut self.shared), number, limit)
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

    /// The id of an objective in a project: with the file of its text, as the user would write that.
    pub fn project_id(&self, objective: &Objective) -> String {
        let id = objective.qualified_id(&self.shared);
        format!("{}:{}", shown(Path::new(&id.file)), id.id)
    }
}

/// Refuses lines that the file does not have: they were meant of another file. Files that it includes may have more lines.
fn refuse_lines_beyond(file: &str, scope: &Scope) -> Result<(), CliError> {
    let Some((first, _)) = scope.lines else {
        return Ok(());
    };
    let path = Path::new(file);
    let text = fs::read(path).unwrap_or_default();
    let lines = String::from_utf8_lossy(&text).lines().count();
    let is_ir = matches!(
        Language::of_path(path),
        Some(Language::LlvmText | Language::LlvmBitcode)
    );
    match is_ir || first as usize <= lines {
        true => Ok(()),
        false => Err(CliError::Usage(format!(
            "--lines begins with line {first}, but {file} ends with line {lines}"
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

pub fn lookup<'m>(module: &'m Module, loaded: &'m SourceUnit) -> Lookup<'m> {
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

/// The functions of one file that the user names.
pub fn functions(scope: &Scope, loaded: &SourceUnit) -> Result<Vec<FuncId>, CliError> {
    let lookup = lookup(&loaded.module, loaded);
    let found: Result<_, _> = scope
        .function
        .iter()
        .map(|name| lookup.find(name))
        .collect();
    Ok(found?)
}
