//! One source file: its mutants or labels, the module that holds them all, and the object made from it.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use quell_compile::{CompileError, Language, Toolbox, lacks_space};
use quell_frontend::command::Input;
use quell_frontend::{CompileJob, LoadError, Loader, Purpose, Role, SourceUnit, UnsupportedTarget};
use quell_ir::debug::DebugInfo;
use quell_ir::opcode::Linkage;
use quell_ir::print::print_module;
use quell_ir::{FuncId, Module};
use quell_native::suite::object_file::{self, Ingredients, REMAINDERS, SHARED_SYMBOLS};
use quell_native::suite::{CarriedMutant, CodePlace, SameCode, SuiteError, Unit};
use quell_native::tce::{self, CodeEquivalence};
use quell_objectives::meta::{self, Meta, MetaError, Options, Place};
use quell_objectives::sources::whole_path;
use quell_objectives::{Mutants, Objective, ObjectiveId, Skipped, Wanted, generate};
use thiserror::Error;

use super::Driver;
use super::labels::{LabelError, Labelled, labelled};
use crate::code::scored_code;
use crate::interrupt::is_interrupted;
use crate::report;

/// Why a file gets no mutants.
#[derive(Debug, Error)]
pub enum UnitError {
    #[error("cannot make a scratch directory: {0}")]
    Scratch(io::Error),
    #[error("{}", load_text(.0))]
    Load(#[from] LoadError),
    #[error(transparent)]
    Target(#[from] UnsupportedTarget),
    #[error("{0}")]
    Build(#[from] SuiteError),
    #[error("{0}")]
    Meta(MetaError),
    #[error(transparent)]
    Labels(#[from] LabelError),
    #[error("interrupted")]
    Interrupted,
}

impl UnitError {
    /// Whether the machine fails, and not the file: no space, no compiler.
    pub fn is_of_machine(&self) -> bool {
        match self {
            Self::Scratch(_) => true,
            Self::Load(error) => matches!(
                error,
                LoadError::Compile(
                    CompileError::TemporaryFile(_)
                        | CompileError::NoSpace { .. }
                        | CompileError::CannotRun { .. }
                )
            ),
            Self::Build(SuiteError::Build { excerpt, .. }) => lacks_space(excerpt),
            Self::Build(error) => {
                matches!(error, SuiteError::Write { .. } | SuiteError::Tool { .. })
            }
            Self::Target(_) | Self::Meta(_) | Self::Labels(_) | Self::Interrupted => false,
        }
    }
}

/// The message names the file already, and is one of many: of invalid IR it has the first error.
fn load_text(error: &LoadError) -> String {
    match error {
        LoadError::Invalid { errors, .. } => match errors.first() {
            Some(first) => format!("its IR is not valid: {first}"),
            None => error.to_string(),
        },
        error => error.to_string(),
    }
}

/// Makes the object in a directory; none if there is nothing to mutate.
pub fn make(
    driver: &Driver<'_>,
    input: &Input,
    scratch: &Path,
) -> Result<Option<PathBuf>, UnitError> {
    let unit = load(driver, input)?;
    let code = scored_code(&unit, &whole_path(&input.path.to_string_lossy(), ""));
    let mut module = Module::clone(&unit.module);
    let functions = functions(driver, &module);
    if functions.is_empty() {
        return Ok(None);
    }
    let made = match driver.settings.wants_labels() {
        true => with_labels(driver, input, &unit, &mut module, functions)?,
        false => with_mutants(driver, input, &unit, &mut module, functions)?,
    };
    let Some((meta, unit)) = made else {
        let (file, what) = (input.path.display(), driver.settings.what());
        report::print_warning(&format!("{file} has no {what}"));
        return Ok(None);
    };
    let flags = driver.line.options(&[Role::Code]);
    let names = REMAINDERS.iter().map(|(name, _)| *name);
    let own_remainders: Vec<&str> = names.filter(|name| module.find(name).is_none()).collect();
    let object = object_file::make(
        &Ingredients {
            clang: driver.clang,
            module: &print(meta.module),
            unit: &unit.with_code(code),
            own_remainders: &own_remainders,
            level: driver.line.code_level(),
            flags: &flags,
        },
        scratch,
    )?;
    Ok(Some(object))
}

/// The module with its labels.
fn with_labels(
    driver: &Driver<'_>,
    input: &Input,
    unit: &SourceUnit,
    module: &mut Module,
    functions: Vec<FuncId>,
) -> Result<Option<(Meta, Unit)>, UnitError> {
    let labelled = labelled(driver.settings, input, module, unit.sources(), functions)?;
    Ok(labelled.map(|Labelled { meta, carried }| {
        let unit = describe(driver, input, module, &meta, &[]);
        (meta, unit.with_labels(carried))
    }))
}

/// The module with its mutants.
fn with_mutants(
    driver: &Driver<'_>,
    input: &Input,
    unit: &SourceUnit,
    module: &mut Module,
    functions: Vec<FuncId>,
) -> Result<Option<(Meta, Unit)>, UnitError> {
    let wanted = Wanted {
        selection: driver.settings.selection.clone(),
        functions,
        lines: None,
    };
    let found = generate(module, unit.sources(), &wanted);
    tell_skipped(driver, input, &found);
    if found.mutants.is_empty() {
        return Ok(None);
    }
    let (meta, mutants) = build(input, module, found.mutants)?;
    let mut unit = describe(driver, input, module, &meta, &mutants);
    if driver.settings.compare_code {
        mark_same_code(input, module, &mutants, &mut unit)?;
    }
    Ok(Some((meta, unit)))
}

/// The IR as all of Quell sees it: unoptimised, with the user's flags for the source.
fn load(driver: &Driver<'_>, input: &Input) -> Result<SourceUnit, UnitError> {
    let flags = driver.line.options(CompileJob::ROLES);
    let mut job = CompileJob::new(&input.path).with_arguments(flags);
    job.language = Some(Language::C);
    let purpose = match driver.settings.wants_labels() {
        true => Purpose::LabelledObject,
        false => Purpose::NativeObject,
    };
    let loader = Loader::new(Toolbox::from_env()).for_purpose(purpose);
    let unit = loader.load(&job)?;
    unit.check_target()?;
    Ok(unit)
}

fn functions(driver: &Driver<'_>, module: &Module) -> Vec<FuncId> {
    let info = DebugInfo::new(module);
    let mut functions = info.user_functions();
    functions.retain(|&id| {
        let function = &module.functions[id];
        !function.is_declaration()
            && driver
                .settings
                .wants_function(&info.qualified_name(function))
    });
    functions
}

/// Places without mutants are counted, functions whose text or debug information is missing are named.
fn tell_skipped(driver: &Driver<'_>, input: &Input, found: &Mutants) {
    let mut places = 0;
    for skipped in &found.skipped {
        match skipped {
            Skipped::NothingToMutate { .. } => {}
            _ if skipped.is_of_one_place() => places += 1,
            _ => report::print_warning(&format!("{}: {skipped}", input.path.display())),
        }
    }
    if places > 0 {
        let file = input.path.display();
        let listing = listing(driver, input);
        report::print_warning(&format!(
            "{file}: {places} places got no mutants; `{listing}` names them"
        ));
    }
}

/// The command that lists the same mutants: with the flags without which the file may not even compile.
fn listing(driver: &Driver<'_>, input: &Input) -> String {
    let faults = &driver.settings.faults;
    let file = input.path.to_string_lossy();
    let mut words: Vec<String> = [
        "quell",
        "mutants",
        &file,
        "--verbose",
        "--operators",
        faults,
    ]
    .map(str::to_owned)
    .into();
    let flags = driver.line.options(CompileJob::ROLES);
    if !flags.is_empty() {
        words.push("--cflags".to_owned());
        words.extend(flags.iter().map(|flag| flag.to_string_lossy().into_owned()));
    }
    // Only a NUL cannot be quoted, and no argument holds one.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

/// Builds the module with its mutants. One that cannot be built in is left out, with a warning.
fn build(
    input: &Input,
    module: &Module,
    mut mutants: Vec<Objective>,
) -> Result<(Meta, Vec<Objective>), UnitError> {
    loop {
        let error = match meta::build(module, &mutants, &Options::default()) {
            Ok(meta) => return Ok((meta, mutants)),
            Err(error) => error,
        };
        let of_error = |mutant: &Objective| Some(&mutant.id) == error.objective();
        let Some(index) = mutants.iter().rposition(of_error) else {
            return Err(UnitError::Meta(error));
        };
        mutants.remove(index);
        let file = input.path.display();
        report::print_warning(&format!("{file}: a mutant is left out: {error}"));
    }
}

/// Marks mutants with the same optimised code. Without the marks they only cost more runs.
fn mark_same_code(
    input: &Input,
    module: &Module,
    mutants: &[Objective],
    unit: &mut Unit,
) -> Result<(), UnitError> {
    let compared = match tce::compare(module, mutants, &Toolbox::from_env()) {
        Ok(compared) => compared,
        Err(_) if is_interrupted() => return Err(UnitError::Interrupted),
        Err(error) => {
            let file = input.path.display();
            report::print_warning(&format!("{file}: the code is not compared: {error}"));
            return Ok(());
        }
    };
    let not = tce::not_compared(&compared);
    if not > 0 {
        let file = input.path.display();
        report::print_warning(&format!("{file}: {}", report::not_compared(not as u64)));
    }
    let name = |id: &ObjectiveId| {
        let carried = unit.mutants.iter().find(|carried| carried.id == id.0)?;
        Some(SameCode::Mutant(carried.name()))
    };
    let marks = mutants
        .iter()
        .map(|mutant| match compared.get(&mutant.id)? {
            CodeEquivalence::Distinct | CodeEquivalence::NotCompared => None,
            CodeEquivalence::Equivalent => Some(SameCode::Original),
            CodeEquivalence::DuplicateOf(other) => name(other),
        });
    let marks: Vec<_> = marks.collect();
    unit.mark(marks);
    Ok(())
}

/// The description in the object.
fn describe(
    driver: &Driver<'_>,
    input: &Input,
    module: &Module,
    meta: &Meta,
    mutants: &[Objective],
) -> Unit {
    let info = DebugInfo::new(module);
    let names = Names { module, info };
    let blocks = meta
        .blocks
        .iter()
        .map(|block| names.code_place(block.function, block.place.as_ref(), block.block.as_u32()));
    let branches = meta.branches.iter().map(|branch| {
        let part = branch
            .at
            .as_u32()
            .wrapping_mul(1 << 8)
            .wrapping_add(branch.outcome);
        names.code_place(branch.function, branch.place.as_ref(), part)
    });
    Unit::new(
        whole_path(&input.path.to_string_lossy(), ""),
        driver.settings.faults.clone(),
        mutants.iter().map(|mutant| names.carried(mutant)).collect(),
        blocks.collect(),
        branches.collect(),
    )
}

struct Names<'m> {
    module: &'m Module,
    info: DebugInfo<'m>,
}

impl Names<'_> {
    fn function(&self, id: FuncId) -> String {
        self.info.qualified_name(&self.module.functions[id])
    }

    /// The whole path of a file that the function is in, or speaks of.
    fn file(&self, id: FuncId, file: &str) -> String {
        let place = self.info.function_place(&self.module.functions[id]);
        let directory = place.map_or("", |(_, directory, _)| directory);
        whole_path(file, directory)
    }

    fn carried(&self, mutant: &Objective) -> CarriedMutant {
        let (span, source) = (&mutant.source.span, &mutant.source);
        CarriedMutant {
            id: mutant.id.0.clone(),
            operator: mutant.operator().to_owned(),
            function: self.function(mutant.site.function),
            file: mutant.qualified_id(self.module).file,
            line: span.line,
            column: span.column,
            end_line: span.end_line,
            end_column: span.end_column,
            original: source.original().to_owned(),
            replacement: source.replacement().to_owned(),
            before: source.before().to_owned(),
            after: source.after().to_owned(),
            same_code: None,
        }
    }

    fn code_place(&self, id: FuncId, place: Option<&Place>, part: u32) -> CodePlace {
        let file = place.map(|place| self.file(id, &place.file));
        CodePlace {
            function: self.function(id),
            file: file.unwrap_or_default(),
            line: place.map_or(0, |place| place.line),
            column: place.map_or(0, |place| place.column),
            part,
        }
    }
}

/// The variables that the runtime has are only declared here.
fn print(mut module: Module) -> String {
    let shared: BTreeSet<&str> = SHARED_SYMBOLS.iter().copied().collect();
    let ids: Vec<_> = module.globals.keys().collect();
    for id in ids {
        if shared.contains(module.text(module.globals[id].name)) {
            let global = &mut module.globals[id];
            global.init = None;
            global.linkage = Linkage::External;
        }
    }
    print_module(&module)
}
