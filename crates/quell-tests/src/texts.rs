//! Compares mutants with their own descriptions: the source text of a mutant, compiled, must behave like its
//! edits.
//!
//! Both are run in the machine, on calls that are generated from the parameter types.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use quell_exec::concrete::carry::{Settings, observe};
use quell_exec::{Program, UbMode};
use quell_frontend::{CompileJob, load};
use quell_ir::debug::{DebugInfo, DiType, Encoding, Language, VariableSource};
use quell_ir::entity::EntityRef;
use quell_ir::{Function, MdId, Module, Type};
use quell_objectives::apply::apply;
use quell_objectives::{Objective, Selection, Sources, Wanted, generate};
use quell_values::{Bytes, CallImage, End, ObjectImage, Observed, PointerAt, Target};

use crate::parallel;

/// The results of a comparison.
#[derive(Debug, Default)]
pub struct Comparison {
    /// The number of mutants that behave like their texts on all calls.
    pub same: usize,
    /// The texts that do not compile.
    pub refused: Vec<String>,
    /// The differences, each with its mutant.
    pub different: Vec<String>,
}

pub(crate) enum Verdict {
    Same,
    Refused(String),
    Different(String),
}

/// The number of calls per function.
const CALLS: u64 = 16;
const OBJECT: usize = 256;

/// How many times as many steps a program gets where only one of two came to its end.
const SPARE: u64 = 16;

const SETTINGS: Settings = Settings {
    ub_mode: UbMode::Wrap,
    steps: 200_000,
    memory: 1 << 24,
};

/// Compares every `step`th mutant of a file.
pub fn compare(path: &Path, operators: &str, step: usize) -> Comparison {
    compare_with(path, &[], operators, step)
}

/// The same for a file that is compiled with further flags.
pub fn compare_with(path: &Path, flags: &[&str], operators: &str, step: usize) -> Comparison {
    let module = module_of(path, flags).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let mut module = module;
    let sources = Sources::load(&module);
    let wanted = Wanted {
        selection: Selection::parse(operators).expect("known operators"),
        functions: Vec::new(),
        lines: None,
    };
    let found = generate(&mut module, &sources, &wanted);
    let text = fs::read_to_string(path).expect("a source");
    let picked: Vec<&Objective> = found.mutants.iter().step_by(step).collect();
    let verdicts = parallel::map(&picked, |mutant| {
        judge(&module, (path, flags), &text, mutant)
    });
    let mut comparison = Comparison::default();
    for verdict in verdicts {
        comparison.add(verdict);
    }
    comparison
}

impl Comparison {
    pub(crate) fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Same => self.same += 1,
            Verdict::Refused(what) => self.refused.push(what),
            Verdict::Different(what) => self.different.push(what),
        }
    }

    pub fn extend(&mut self, other: Comparison) {
        self.same += other.same;
        self.refused.extend(other.refused);
        self.different.extend(other.different);
    }
}

/// A mutant in one line.
pub(crate) fn shown(mutant: &Objective) -> String {
    let (id, source) = (&mutant.id, &mutant.source);
    let line = source.span.line;
    format!("{id} {line} | {} | {}", source.before(), source.after())
}

pub(crate) fn module_of(path: &Path, more: &[&str]) -> Result<Module, String> {
    // A programmer could have written code that causes a warning, or that only a lint forbids.
    let flags: &[&str] = match path.extension().and_then(|extension| extension.to_str()) {
        // Compilers give shifts by too much, and unsequenced side effects, arbitrary results.
        Some("c") => &[
            "-Wno-everything",
            "-Werror=shift-count-overflow",
            "-Werror=shift-count-negative",
            "-Werror=unsequenced",
        ],
        // Code that a lint denies by default is not a valid mutant.
        Some("rs") => &["-Awarnings"],
        _ => &[],
    };
    let job = CompileJob::new(path).with_arguments(flags.iter().chain(more));
    let loaded = load(&job).map_err(|error| error.to_string())?;
    Ok(loaded.into_module())
}

fn judge(
    module: &Module,
    (path, flags): (&Path, &[&str]),
    text: &str,
    mutant: &Objective,
) -> Verdict {
    let shown = shown(mutant);
    let scratch = tempfile::tempdir().expect("a directory");
    let file: PathBuf = scratch.path().join(path.file_name().unwrap_or_default());
    fs::write(&file, rewritten(text, mutant)).expect("a file");
    let written = match module_of(&file, flags) {
        Ok(written) => written,
        Err(why) => return Verdict::Refused(format!("{shown}\n{why}")),
    };
    let edited = match apply(module, mutant) {
        Ok(edited) => edited,
        Err(error) => return Verdict::Different(format!("{shown}: {error}")),
    };
    let function = &module.functions[mutant.site.function];
    let symbol = module.text(function.name).to_owned();
    let original = Rc::new(Program::new(Arc::new(module.clone())));
    let [written, edited] = [written, edited].map(|module| Rc::new(Program::new(Arc::new(module))));
    let fortran = path.extension().is_some_and(|end| end == "f90");
    for call in calls_of(module, function, &symbol) {
        if is_valid(&original, &call)
            && let Some(what) = difference((&written, &call), (&edited, &call))
            // In Fortran, overflow (also of an iteration count) has no defined result.
            && (!fortran || is_defined(&written, &call))
        {
            return Verdict::Different(format!("{shown}\n  {what}"));
        }
    }
    Verdict::Same
}

/// The difference between the text of a mutant and its edits, if there is one.
pub(crate) fn difference(
    written: (&Rc<Program>, &CallImage),
    edited: (&Rc<Program>, &CallImage),
) -> Option<String> {
    let both = |steps: u64| Some((behaviour(written, steps)?, behaviour(edited, steps)?));
    let (mut a, mut b) = both(SETTINGS.steps)?;
    // The same loop may take more steps in one of them.
    if is_endless(&a) != is_endless(&b) {
        (a, b) = both(SETTINGS.steps * SPARE)?;
    }
    let (a, b) = (outcome(&a), outcome(&b));
    (a != b).then(|| format!("text {a:?}\n  edits {b:?}"))
}

/// What a program does within a number of steps; nothing if the machine cannot run it.
fn behaviour((program, call): (&Rc<Program>, &CallImage), steps: u64) -> Option<Observed> {
    let settings = Settings { steps, ..SETTINGS };
    let seen = observe(program.clone(), call, settings);
    seen.ok().map(|seen| seen.observed)
}

fn is_endless(seen: &Observed) -> bool {
    matches!(seen.end, End::OutOfWork)
}

/// Whether the original ends and its behaviour is defined: mutants are compared on such calls only.
pub(crate) fn is_valid(original: &Rc<Program>, call: &CallImage) -> bool {
    let ends = |end: &End| matches!(end, End::Returned | End::Exited(_) | End::Aborted);
    end_of(original, call).is_some_and(|end| ends(&end))
}

/// Whether a call has no undefined behaviour. It need not end.
pub(crate) fn is_defined(program: &Rc<Program>, call: &CallImage) -> bool {
    end_of(program, call).is_some_and(|end| !matches!(end, End::Trapped(_)))
}

fn end_of(program: &Rc<Program>, call: &CallImage) -> Option<End> {
    let settings = Settings {
        ub_mode: UbMode::Trap,
        ..SETTINGS
    };
    let seen = observe(program.clone(), call, settings);
    seen.ok().map(|seen| seen.observed.end)
}

/// The file with the mutant's change made.
pub(crate) fn rewritten(text: &str, mutant: &Objective) -> String {
    let place = |line: u32, column: u32| {
        let lines = text.split_inclusive('\n').take(line as usize - 1);
        lines.map(str::len).sum::<usize>() + column as usize - 1
    };
    let span = &mutant.source.span;
    let (start, end) = (
        place(span.line, span.column),
        place(span.end_line, span.end_column),
    );
    format!(
        "{}{}{}",
        &text[..start],
        mutant.source.replacement(),
        &text[end..]
    )
}

/// A panic and a trap are treated alike.
fn outcome(seen: &Observed) -> (String, &[u8], &[Vec<u8>]) {
    let end = match &seen.end {
        End::Aborted | End::Trapped(_) | End::Exited(_) => "ended".to_owned(),
        other => format!("{other:?}"),
    };
    (end, &seen.result, &seen.objects)
}

pub(crate) fn calls_of<'m>(
    module: &'m Module,
    function: &'m Function,
    symbol: &'m str,
) -> impl Iterator<Item = CallImage> + 'm {
    (0..CALLS).map(move |seed| call_of(module, function, symbol, seed))
}

fn call_of(module: &Module, function: &Function, symbol: &str, seed: u64) -> CallImage {
    let mut call = CallImage {
        function: symbol.to_owned(),
        ..CallImage::default()
    };
    let mut after_pointer = false;
    let kinds = kinds_of(module, function);
    for (index, param) in function.params.iter().enumerate() {
        let salt = seed.wrapping_mul(31).wrapping_add(index as u64 * 7);
        let bytes = match module.types.get(param.ty) {
            Type::Ptr(_) => {
                let typed = kinds
                    .get(&index)
                    .map(|kind| typed_object(index, *kind, salt));
                call.objects
                    .push(typed.unwrap_or_else(|| object(index, salt)));
                pointer(call.objects.len() - 1)
            }
            // The length of a slice.
            Type::Int(64) if after_pointer => plain((salt % 9).to_le_bytes().to_vec()),
            Type::Float(format) => plain(match format.width() {
                32 => (number(salt) as f32 / 2.0).to_le_bytes().to_vec(),
                _ => (number(salt) as f64 / 2.0).to_le_bytes().to_vec(),
            }),
            Type::Int(1) => plain(vec![(number(salt) & 1) as u8]),
            Type::Int(width) => {
                let size = width.div_ceil(8).next_power_of_two() as usize;
                plain(i128::from(number(salt)).to_le_bytes()[..size.min(16)].to_vec())
            }
            _ => plain(vec![0; 16]),
        };
        after_pointer = matches!(module.types.get(param.ty), Type::Ptr(_));
        call.params.push(bytes);
    }
    call
}

/// The encoding and size in bytes of the numbers in each dummy argument of a Fortran function.
fn kinds_of(module: &Module, function: &Function) -> BTreeMap<usize, (Encoding, usize)> {
    let info = DebugInfo::new(module);
    if info.language() != Language::Fortran {
        return BTreeMap::new();
    }
    let kind = |mut ty: Option<MdId>| {
        if let DiType::Array(array) = info.ty(ty?) {
            ty = array.of;
        }
        match info.ty(ty?) {
            DiType::Basic { encoding, bits, .. } => Some((encoding, bits as usize / 8)),
            _ => None,
        }
    };
    let variables = info.variables(function).into_iter();
    let kinds = variables.filter_map(|variable| {
        let place = variable.places.first()?;
        match place.source {
            VariableSource::Local(local) if local.index() < function.params.len() => {
                Some((local.index(), kind(variable.ty)?))
            }
            _ => None,
        }
    });
    kinds.collect()
}

/// Numbers of one kind; the first few are valid indices of small arrays.
fn typed_object(index: usize, (encoding, size): (Encoding, usize), salt: u64) -> ObjectImage {
    let one = |at: u64| -> Vec<u8> {
        let value = number(salt + at * 5);
        let bytes = match (encoding, size) {
            (Encoding::Float, 4) => (value as f32 / 2.0).to_le_bytes().to_vec(),
            (Encoding::Float, _) => (value as f64 / 2.0).to_le_bytes().to_vec(),
            (Encoding::Boolean, _) => i128::from(value & 1).to_le_bytes().to_vec(),
            _ if at > 0 => i128::from(value % 9).to_le_bytes().to_vec(),
            _ => i128::from(value).to_le_bytes().to_vec(),
        };
        bytes
            .into_iter()
            .chain(std::iter::repeat(0))
            .take(size)
            .collect()
    };
    let count = OBJECT / size.max(1);
    ObjectImage {
        name: format!("p{index}"),
        content: plain((0..count as u64).flat_map(one).collect()),
        align: 16,
    }
}

/// A number that is mostly small.
fn number(salt: u64) -> i64 {
    const NUMBERS: [i64; 22] = [
        3,
        0,
        1,
        5,
        -1,
        2,
        7,
        4,
        12,
        -3,
        10,
        6,
        31,
        127,
        -128,
        i32::MAX as i64,
        -7,
        200,
        0xffff_fff0,
        i32::MIN as i64,
        1 << 33,
        -40_000,
    ];
    NUMBERS[(salt % 22) as usize]
}

/// Integers or floating-point numbers; the first few are valid indices of small arrays.
fn object(index: usize, salt: u64) -> ObjectImage {
    let bytes: Vec<u8> = match salt % 3 {
        0 => (0..OBJECT as u64 / 8)
            .flat_map(|at| (number(salt / 3 + at) as f64).to_le_bytes())
            .collect(),
        _ => (0..OBJECT as u64 / 4)
            .flat_map(|at| ((number(salt + at * 5) % 9) as i32).to_le_bytes())
            .collect(),
    };
    ObjectImage {
        name: format!("p{index}"),
        content: plain(bytes),
        align: 16,
    }
}

fn plain(bytes: Vec<u8>) -> Bytes {
    Bytes {
        bytes,
        ..Bytes::default()
    }
}

fn pointer(object: usize) -> Bytes {
    Bytes {
        bytes: vec![0; 8],
        undef: Vec::new(),
        pointers: vec![PointerAt {
            at: 0,
            target: Target::Object(object as u32),
            offset: 0,
        }],
    }
}
