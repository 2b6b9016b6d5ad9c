//! The symbolic machine compared with the concrete one: the outcome of an exploration, evaluated on an input,
//! is the result of the concrete run on that input.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use quell_bits::Bits;
use quell_exec::concrete::{Concrete, ConcreteMemory, Value, Word};
use quell_exec::memory::{Allocation, Extent, Memory, ObjectKind};
use quell_exec::symbolic::{
    self, Bounds, Explorer, MergePolicy, Options, Outcome, Symbolic, SymbolicMemory,
};
use quell_exec::{Buffered, Domain, Machine, Program, StopKind, UbMode, Val};
use quell_frontend::{CompileJob, load};
use quell_ir::opcode::Linkage;
use quell_ir::{FuncId, Type};
use quell_term::{Assignment, Evaluator, Pool, Sort, Term};

/// The number of bytes behind a pointer parameter.
const BUFFER: u64 = 32;
const ELEMENT: u64 = 4;
/// The number of inputs for each function.
const SAMPLES: u64 = 150;
/// The step limit of a run whose input exceeds the bounds of the exploration.
const STEPS: u64 = 200_000;

/// The C files of a directory.
fn files(directory: &str) -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the directory")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .collect();
    files.sort();
    files
}

fn program(path: &Path) -> Rc<Program> {
    let unit = load(&CompileJob::new(path)).unwrap_or_else(|error| panic!("{error}"));
    Rc::new(Program::new(unit.module))
}

/// The kind of a parameter, as far as this test can generate arguments for it.
#[derive(Clone, Copy)]
enum Shape {
    Word(u32),
    Buffer,
}

fn shapes(program: &Program, function: FuncId) -> Option<Vec<Shape>> {
    let module = &program.module;
    let params = module.functions[function].params.iter();
    params
        .map(|param| match module.types.get(param.ty) {
            Type::Int(width) => Some(Shape::Word(*width)),
            Type::Float(format) => Some(Shape::Word(format.width())),
            Type::Ptr(_) => Some(Shape::Buffer),
            _ => None,
        })
        .collect()
}

/// A number determined by its arguments: often small, sometimes any.
fn number(seed: u64, index: u64) -> u64 {
    let mut x = (seed << 20) ^ (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 31;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 29;
    match x % 8 {
        0..5 => ((x >> 8) % 12).wrapping_sub(2),
        5 => (x >> 8) % 3000,
        6 => 0x4030_2010_0060_4141 ^ (x >> 40),
        _ => x >> 3,
    }
}

/// The widths of the input variables, in order.
fn variable_widths(shapes: &[Shape]) -> Vec<u32> {
    let of = |shape: &Shape| match shape {
        Shape::Word(width) => vec![*width],
        Shape::Buffer => vec![(ELEMENT * 8) as u32; (BUFFER / ELEMENT) as usize],
    };
    shapes.iter().flat_map(of).collect()
}

fn allocation() -> Allocation {
    Allocation {
        kind: ObjectKind::Host(Rc::from("an argument")),
        size: BUFFER,
        align: 16,
        zeroed: false,
        writable: true,
    }
}

/// The arguments with these words as the values of the input variables.
fn arguments<D: Domain>(
    machine: &mut Machine<D>,
    shapes: &[Shape],
    words: &[D::Word],
) -> (Vec<Val<D>>, Vec<D::Ptr>) {
    let (mut args, mut buffers) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    for shape in shapes {
        match shape {
            Shape::Word(_) => args.push(Val::Word(words.next().expect("a word").clone())),
            Shape::Buffer => {
                let (memory, domain) = (&mut machine.memory, &mut machine.domain);
                let ptr = memory.allocate(domain, allocation()).expect("an object");
                for index in 0..BUFFER / ELEMENT {
                    let at = domain.ptr_offset(&ptr, (index * ELEMENT) as i64);
                    let extent = Extent {
                        bytes: ELEMENT,
                        align: 1,
                    };
                    let word = words.next().expect("a word");
                    memory
                        .write(domain, &at, extent, (ELEMENT * 8) as u32, word)
                        .expect("a write");
                }
                args.push(Val::Ptr(ptr.clone()));
                buffers.push(ptr);
            }
        }
    }
    (args, buffers)
}

/// The result of a concrete run.
struct Ran {
    end: Result<Option<Value>, StopKind>,
    buffers: Vec<Vec<Option<u8>>>,
}

fn run(
    program: &Rc<Program>,
    function: FuncId,
    shapes: &[Shape],
    values: &[Bits],
    ub_mode: UbMode,
) -> Ran {
    let domain = Concrete { ub_mode };
    let console = Box::new(Buffered::default());
    let mut machine = Machine::new(program.clone(), domain, ConcreteMemory::default(), console)
        .expect("a machine");
    machine.limits.steps = STEPS;
    let words: Vec<_> = values
        .iter()
        .map(|bits| Word::from_bits(bits.clone()))
        .collect();
    let (args, buffers) = arguments(&mut machine, shapes, &words);
    let end = machine.call_function(function, &args).map_err(|stop| *stop);
    let mut byte = |ptr, index: u64| {
        let at = machine.domain.ptr_offset(ptr, index as i64);
        let extent = Extent { bytes: 1, align: 1 };
        let word = machine.memory.read(&mut machine.domain, &at, extent, 8);
        let word = word.ok()?;
        let (value, undef) = word.parts(8);
        undef.is_zero().then(|| value.low_u64() as u8)
    };
    let buffers = buffers
        .iter()
        .map(|ptr| (0..BUFFER).map(|index| byte(ptr, index)).collect())
        .collect();
    Ran { end, buffers }
}

/// All paths of a function, and the terms of its input variables.
struct Explored<'o> {
    explorer: Explorer<'o>,
    outcome: Outcome,
    variables: Vec<Term>,
    buffers: Vec<symbolic::Ptr>,
}

/// The merge policy, and the effect of violated poison-generating flags.
type Configuration = (MergePolicy, UbMode);

fn explore<'o>(
    program: &Rc<Program>,
    function: FuncId,
    shapes: &[Shape],
    (merge_policy, ub): Configuration,
) -> Result<Explored<'o>, StopKind> {
    let bounds = Bounds {
        unwinding: 12,
        recursion: 6,
        states: match merge_policy {
            MergePolicy::Always => 20_000,
            _ => 2_000,
        },
    };
    let options = Options {
        bounds,
        merge_policy,
        ub,
        ..Options::default()
    };
    let mut explorer = Explorer::new(program.clone(), options).map_err(|stop| *stop)?;
    let mut variables = Vec::new();
    for (index, width) in variable_widths(shapes).into_iter().enumerate() {
        let sort = match width {
            1 => Sort::Bool,
            width => Sort::Bv(width),
        };
        variables.push(explorer.domain().pool.var(&format!("x{index}"), sort));
    }
    let words: Vec<_> = variables
        .iter()
        .map(|term| symbolic::Word::defined(*term))
        .collect();
    let (args, buffers) = arguments(explorer.machine(), shapes, &words);
    let outcome = explorer.explore(function, &args).map_err(|stop| *stop)?;
    Ok(Explored {
        explorer,
        outcome,
        variables,
        buffers,
    })
}

/// Evaluates terms on one input.
struct Input<'p> {
    pool: &'p Pool,
    assignment: Assignment,
    evaluator: Evaluator,
}

impl Input<'_> {
    fn holds(&mut self, term: Term) -> bool {
        self.evaluator.is_true(self.pool, &self.assignment, term)
    }

    fn value(&mut self, term: Term) -> quell_term::Value {
        self.evaluator.value(self.pool, &self.assignment, term)
    }
}

/// The contents of buffers in a memory.
fn left_in(
    domain: &mut Symbolic,
    memory: &SymbolicMemory,
    buffers: &[symbolic::Ptr],
) -> Vec<symbolic::Word> {
    let mut memory = memory.clone();
    let mut bytes = Vec::new();
    for ptr in buffers {
        for index in 0..BUFFER {
            let at = domain.ptr_offset(ptr, index as i64);
            let extent = Extent { bytes: 1, align: 1 };
            bytes.push(memory.read(domain, &at, extent, 8).expect("a byte"));
        }
    }
    bytes
}

/// The path that returns on an input. There is at most one, unless the input is excluded.
fn taken(
    domain: &mut Symbolic,
    outcome: &Outcome,
    assignment: &Assignment,
    what: &str,
) -> Option<Rc<symbolic::Returned>> {
    let all = outcome.returned.iter().chain(&outcome.paths);
    let mut found = None;
    for returned in all {
        let condition = returned.path.condition(&mut domain.pool);
        let mut evaluator = Evaluator::new();
        if evaluator.is_true(&domain.pool, assignment, condition) {
            assert!(found.is_none(), "{what}: two paths at once");
            found = Some(returned.clone());
        }
    }
    found
}

/// Compares the results on one input; returns whether the exploration covers the input.
fn compare(explored: &mut Explored<'_>, ran: &Ran, values: &[Bits], what: &str) -> bool {
    let assignment: Assignment = explored
        .variables
        .iter()
        .zip(values)
        .map(|(variable, bits)| {
            let value = match bits.width() {
                1 => quell_term::Value::Bool(!bits.is_zero()),
                _ => quell_term::Value::Bits(bits.clone()),
            };
            (*variable, value)
        })
        .collect();
    let domain = explored.explorer.domain();
    let excluded = domain.excluded;
    let returned = taken(domain, &explored.outcome, &assignment, what);
    let bytes = match &returned {
        Some(returned) => left_in(domain, &returned.memory, &explored.buffers),
        None => Vec::new(),
    };
    let mut input = Input {
        pool: &domain.pool,
        assignment,
        evaluator: Evaluator::new(),
    };
    let mut cuts = explored.outcome.reached_bounds.iter();
    if cuts.any(|cut| input.holds(cut.when)) {
        return false;
    }
    if input.holds(excluded) {
        assert!(
            matches!(ran.end, Err(StopKind::Ub(_))),
            "{what}: excluded, but the machine says {:?}",
            ran.end
        );
        return true;
    }
    let value = match &ran.end {
        Ok(value) => value,
        Err(StopKind::StepLimit(_)) => return false,
        Err(StopKind::Ub(ub)) => panic!("{what}: not excluded, but {ub}"),
        Err(stop) => {
            let mut ends = explored.outcome.ends.iter();
            assert!(
                ends.any(|end| input.holds(end.when)),
                "{what}: {stop} is not among the ends"
            );
            return true;
        }
    };
    let Some(returned) = returned else {
        panic!("{what}: returned, but no path says so");
    };
    match (value, &returned.value) {
        (Some(Val::Word(number)), Some(Val::Word(word))) => {
            let got = input.value(word.term);
            let got = match got {
                quell_term::Value::Bool(value) => Bits::from_u64(1, u64::from(value)),
                quell_term::Value::Bits(bits) => bits,
                quell_term::Value::Array(_) => panic!("an array"),
            };
            let wanted = number.parts(got.width()).0;
            let both_nan = is_nan(&got) && is_nan(&wanted);
            assert!(got == wanted || both_nan, "{what}: {got} for {wanted}");
        }
        (None, None) | (Some(_), Some(_)) => {}
        _ => panic!("{what}: a result on one side only"),
    }
    let wanted: Vec<_> = ran.buffers.iter().flatten().copied().collect();
    for (index, (bytes, wanted)) in bytes.chunks(8).zip(wanted.chunks(8)).enumerate() {
        compare_bytes(&mut input, bytes, wanted, &format!("{what}: word {index}"));
    }
    true
}

/// Compares eight bytes, which may be a double.
fn compare_bytes(
    input: &mut Input<'_>,
    bytes: &[symbolic::Word],
    wanted: &[Option<u8>],
    what: &str,
) {
    let mut value = |word: &symbolic::Word| {
        let value = input.value(word.term);
        value.as_bits().map_or(0, Bits::low_u64) as u8
    };
    let got: Vec<u8> = bytes.iter().map(&mut value).collect();
    let known: Vec<u8> = wanted.iter().map(|byte| byte.unwrap_or(0)).collect();
    let double = |bytes: &[u8]| bytes.try_into().map_or(0.0, f64::from_le_bytes);
    if double(&got).is_nan() && double(&known).is_nan() {
        return;
    }
    for (index, (got, wanted)) in got.iter().zip(wanted).enumerate() {
        assert!(
            wanted.is_none_or(|wanted| wanted == *got),
            "{what}, byte {index}: {got}"
        );
    }
}

/// Checks doubles only: which NaN a value is cannot be observed.
fn is_nan(bits: &Bits) -> bool {
    bits.width() == 64 && f64::from_bits(bits.low_u64()).is_nan()
}

/// Four characters out of a few, so that strings often match and often end.
fn letters(seed: u64, index: u64) -> u64 {
    const ALPHABET: &[u8; 16] = b"aaab\0bA1\x009 -x\0Z\xe4";
    let mut x = (seed << 20) ^ (index + 7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 31;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 29;
    let byte = |at: u64| u64::from(ALPHABET[(x >> (5 * at) & 15) as usize]) << (8 * at);
    (0..4).map(byte).sum()
}

/// Generates a value of an input from a seed and the number of the value.
type Sample = fn(u64, u64) -> u64;

/// A value for each input variable: numbers for parameters, and what `contents` generates for buffers.
fn sample(shapes: &[Shape], seed: u64, contents: Sample) -> Vec<Bits> {
    let mut values = Vec::new();
    for shape in shapes {
        for width in variable_widths(&[*shape]) {
            let index = values.len() as u64;
            let value = match shape {
                Shape::Word(_) => number(seed, index),
                Shape::Buffer => contents(seed, index),
            };
            values.push(Bits::from_u64(64, value).trunc(width));
        }
    }
    values
}

/// The number of runs of a function that were compared.
#[derive(Clone, Copy, Default)]
struct Compared {
    covered: u64,
    /// Those among them that returned.
    returned: u64,
}

/// Compares a function on many inputs. None if this test cannot generate its parameters.
fn compare_function(
    program: &Rc<Program>,
    function: FuncId,
    contents: Sample,
) -> Option<Result<Compared, StopKind>> {
    let name = program.name(function).to_owned();
    let shapes = shapes(program, function)?;
    let start = std::time::Instant::now();
    let mut explored = match explore(
        program,
        function,
        &shapes,
        (MergePolicy::Always, UbMode::Trap),
    ) {
        Ok(explored) => explored,
        Err(stop) => return Some(Err(stop)),
    };
    // Other merge policies and modes, which may take too many states.
    let others = [
        (MergePolicy::SameConstants, UbMode::Trap),
        (MergePolicy::Never, UbMode::Trap),
        (MergePolicy::Always, UbMode::Overflow),
    ];
    let mut others = others.map(|way| (way, explore(program, function, &shapes, way).ok()));
    let time = start.elapsed();
    let mut compared = Compared::default();
    for seed in 0..SAMPLES {
        let values = sample(&shapes, seed, contents);
        let ran = run(program, function, &shapes, &values, UbMode::Trap);
        let wrapping = run(program, function, &shapes, &values, UbMode::Overflow);
        let what = format!("{name}({values:?})");
        if compare(&mut explored, &ran, &values, &what) {
            compared.covered += 1;
            compared.returned += u64::from(ran.end.is_ok());
        }
        for (way, explored) in &mut others {
            let ran = match way.1 {
                UbMode::Overflow => &wrapping,
                _ => &ran,
            };
            if let Some(explored) = explored {
                compare(explored, ran, &values, &format!("{what}, {way:?}"));
            }
        }
    }
    let Compared { covered, returned } = compared;
    let terms = explored.explorer.domain().pool.len();
    let others = others.map(|(way, explored)| {
        let paths = explored.map(|of| of.outcome.paths.len());
        format!("{way:?}: {paths:?}")
    });
    println!(
        "{name}: {covered} of {SAMPLES} covered, {returned} returned, {terms} terms, {others:?}, {time:.1?}"
    );
    Some(Ok(compared))
}

/// The functions that a file defines, or the one that the environment names.
fn defined(program: &Program) -> Vec<FuncId> {
    let wanted = std::env::var("QUELL_FUNCTION").ok();
    let functions = program.module.functions.iter();
    functions
        .filter(|(_, data)| !data.is_declaration())
        .map(|(function, _)| function)
        .filter(|function| {
            let wanted = wanted.as_deref();
            wanted.is_none_or(|wanted| wanted == program.name(*function))
        })
        .collect()
}

#[test]
fn explorations_agree_with_concrete_runs() {
    let mut covered = 0;
    let mut functions = 0;
    for file in files("../../examples") {
        let program = program(&file);
        for function in defined(&program) {
            match compare_function(&program, function, number) {
                None => {}
                Some(Err(stop)) => println!("{}: {stop}", program.name(function)),
                Some(Ok(here)) => {
                    functions += 1;
                    covered += here.covered;
                }
            }
        }
    }
    assert!(functions >= 20, "only {functions} functions were explored");
    assert!(covered >= 1000, "only {covered} runs were covered");
}

#[test]
fn without_merging_each_path_is_followed_alone() {
    for (file, function, paths) in [
        ("minimum.c", "minimum", 2),
        ("minimum.c", "minimum5", 16),
        ("mid.c", "mid", 6),
    ] {
        let program = program(
            &Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("../../examples")
                .join(file),
        );
        let id = program
            .module
            .find_function(function)
            .expect("the function");
        let shapes = shapes(&program, id).expect("parameters");
        let explored =
            explore(&program, id, &shapes, (MergePolicy::Never, UbMode::Trap)).expect("paths");
        assert_eq!(explored.outcome.paths.len(), paths, "{function}");
        assert_eq!(explored.outcome.returned, None);
    }
}

/// Every function of these files can be explored.
#[test]
fn functions_of_users_can_be_explored() {
    for file in files("tests/symbolic") {
        let program = program(&file);
        for function in defined(&program) {
            if program.module.functions[function].linkage == Linkage::Internal {
                continue;
            }
            let name = program.name(function);
            let compared = compare_function(&program, function, letters);
            let compared = compared.unwrap_or_else(|| panic!("{name}: a type of parameter"));
            let Compared { covered, returned } =
                compared.unwrap_or_else(|stop| panic!("{name}: {stop}"));
            assert!(covered >= SAMPLES / 3, "{name}: {covered} covered");
            assert!(returned >= SAMPLES / 10, "{name}: {returned} returned");
        }
    }
}

/// That volatile memory changes by stores of the program alone is an assumption: an exploration says whether it made it.
#[test]
fn accesses_of_volatile_memory_are_recorded() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/symbolic/volatile.c");
    let program = program(&file);
    for (function, accesses) in [
        ("plain", false),
        ("reads", true),
        ("writes", true),
        ("local", true),
        ("member", true),
        ("copies", true),
        ("through", true),
        ("adds", true),
        ("guarded", true),
        ("calls", true),
    ] {
        let id = program.module.find_function(function);
        let id = id.expect("the function");
        let shapes = shapes(&program, id).expect("parameters");
        let way = (MergePolicy::Always, UbMode::Trap);
        let mut explored = explore(&program, id, &shapes, way).expect("paths");
        let domain = explored.explorer.domain();
        assert_eq!(domain.accesses_volatile(), accesses, "{function}");
    }
}
