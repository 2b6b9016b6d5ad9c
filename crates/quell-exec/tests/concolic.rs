//! Concolic execution compared with the concrete machine: the path that an input takes is that of the machine, and the forks
//! that are left lead to all other paths.

use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;

use quell_bits::Bits;
use quell_exec::concrete::{Concrete, ConcreteMemory, Word};
use quell_exec::condition::{self, Conditions};
use quell_exec::symbolic::{
    self, Bounds, Concolic, ConditionBranches, Fork, Options, PathEnd, Run,
};
use quell_exec::{Buffered, Machine, Program, StopKind, UbMode, Val};
use quell_frontend::{CompileJob, load};
use quell_ir::{FuncId, InstKind, Type};
use quell_objectives::condition::{Condition, SiteCondition};
use quell_term::{Assignment, Evaluator, Sort, Term, Value};

fn path(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

fn program(name: &str) -> Rc<Program> {
    let unit = load(&CompileJob::new(path(name))).unwrap_or_else(|error| panic!("{error}"));
    Rc::new(Program::new(unit.module))
}

/// The widths of a function's parameters, if all are integers.
fn widths(program: &Program, function: FuncId) -> Option<Vec<u32>> {
    let module = &program.module;
    let params = module.functions[function].params.iter();
    params
        .map(|param| match module.types.get(param.ty) {
            Type::Int(width) => Some(*width),
            _ => None,
        })
        .collect()
}

/// A condition that holds at the first instruction of every block of a function.
fn all_blocks(program: &Program, function: FuncId) -> Vec<(FuncId, SiteCondition)> {
    let body = &program.module.functions[function];
    let first = body.blocks.values().filter_map(|block| {
        let mut insts = block.insts.iter();
        insts.find(|inst| !matches!(body.insts[**inst].kind, InstKind::Phi { .. }))
    });
    let always =
        |at: &_| SiteCondition::before(*at, body.locals.len(), Vec::new(), Condition::Always);
    first.map(|at| (function, always(at))).collect()
}

/// A function on terms, ready for inputs.
struct Subject {
    executor: Concolic,
    entry: Fork,
    variables: Vec<Term>,
}

impl Subject {
    fn new(program: &Rc<Program>, function: FuncId, widths: &[u32]) -> Self {
        let conditions = Rc::new(Conditions::new(program, &all_blocks(program, function)).unwrap());
        let options = Options {
            bounds: Bounds {
                unwinding: 300,
                ..Bounds::default()
            },
            ..Options::default()
        };
        let mut executor = Concolic::new(conditions.program().clone(), options).unwrap();
        executor.watch(&conditions, ConditionBranches::Noted);
        let pool = &mut executor.domain().pool;
        let variables: Vec<Term> = widths
            .iter()
            .enumerate()
            .map(|(index, width)| pool.var(&format!("x{index}"), Sort::Bv(*width)))
            .collect();
        let args = variables.iter();
        let args = args.map(|term| Val::Word(symbolic::Word::defined(*term)));
        let args: Vec<symbolic::Value> = args.collect();
        let entry = executor.enter(function, &args).unwrap();
        Self {
            executor,
            entry,
            variables,
        }
    }

    fn assignment(&self, values: &[Bits]) -> Assignment {
        let values = values.iter().map(|bits| Value::Bits(bits.clone()));
        self.variables.iter().copied().zip(values).collect()
    }

    fn run(&mut self, fork: &Fork, values: &[Bits]) -> Run {
        let input = self.assignment(values);
        self.executor.run(fork.clone(), input).unwrap()
    }

    /// The first of some inputs that satisfies the decisions of a fork.
    fn find<'i>(&mut self, fork: &Fork, inputs: &'i [Vec<Bits>]) -> Option<&'i Vec<Bits>> {
        let decisions: Vec<Term> = fork.decisions().collect();
        inputs.iter().find(|values| {
            let input = self.assignment(values);
            let pool = &self.executor.domain().pool;
            let mut evaluator = Evaluator::new();
            decisions
                .iter()
                .all(|term| evaluator.is_true(pool, &input, *term))
        })
    }
}

/// What the concrete machine does: the blocks that it executes, and how it ends.
fn concretely(
    program: &Rc<Program>,
    function: FuncId,
    values: &[Bits],
) -> (Vec<bool>, Result<Option<Bits>, StopKind>) {
    let conditions = Conditions::new(program, &all_blocks(program, function)).unwrap();
    let domain = Concrete {
        ub_mode: UbMode::default(),
    };
    let console = Box::new(Buffered::default());
    let memory = ConcreteMemory::default();
    let mut machine = Machine::new(conditions.program().clone(), domain, memory, console).unwrap();
    machine.limits.steps = 100_000;
    let args = values.iter().cloned();
    let args: Vec<_> = args.map(|bits| Val::Word(Word::from_bits(bits))).collect();
    let (met, end) = condition::run(&mut machine, function, &args, &conditions);
    let width = match program
        .module
        .types
        .get(program.module.functions[function].ret)
    {
        Type::Int(width) => *width,
        _ => 1,
    };
    let result = end.map(|value| match value {
        Some(Val::Word(word)) => Some(word.parts(width).0),
        _ => None,
    });
    (met.executed, result.map_err(|stop| *stop))
}

/// Every value of at most two bytes.
fn all_inputs(widths: &[u32]) -> Vec<Vec<Bits>> {
    let mut all = vec![Vec::new()];
    for width in widths {
        let longer = all.iter().flat_map(|values: &Vec<Bits>| {
            (0..1u64 << width).map(|value| {
                let mut values = values.clone();
                values.push(Bits::from_u64(*width, value));
                values
            })
        });
        all = longer.collect();
    }
    all
}

/// The value of the result on an input.
fn result(subject: &mut Subject, run: &Run, values: &[Bits]) -> Option<Bits> {
    let PathEnd::Returned(returned) = &run.end else {
        return None;
    };
    let Some(Val::Word(word)) = &returned.value else {
        return None;
    };
    let input = subject.assignment(values);
    let value = Evaluator::new().value(&subject.executor.domain().pool, &input, word.term);
    value.as_bits().cloned()
}

fn executed(run: &Run, count: usize) -> Vec<bool> {
    let mut executed = vec![false; count];
    for met in run.trail.parts().flatten() {
        executed[met.index] = true;
    }
    executed
}

/// Compares the path of an input with that of the machine; the number of the path's blocks.
fn compare(program: &Rc<Program>, subject: &mut Subject, function: FuncId, values: &[Bits]) {
    let what = format!("{} on {values:?}", program.name(function));
    let entry = subject.entry.clone();
    let run = subject.run(&entry, values);
    let (blocks, end) = concretely(program, function, values);
    match end {
        Ok(value) => {
            assert!(run.end.is_complete(), "{what}: {:?}", run.end);
            assert_eq!(result(subject, &run, values), value, "{what}");
            assert_eq!(executed(&run, blocks.len()), blocks, "{what}");
            assert_eq!(run.satisfied, run.decisions.len(), "{what}");
        }
        Err(StopKind::Ub(ub)) => {
            assert!(
                matches!(run.end, PathEnd::Undefined),
                "{what}: {ub}, {:?}",
                run.end
            );
        }
        Err(StopKind::StepLimit(_)) => {}
        Err(stop) => match &run.end {
            PathEnd::Ended(end) => assert_eq!(*end, stop, "{what}"),
            end => panic!("{what}: {stop}, but {end:?}"),
        },
    }
}

/// The paths that are found by running one input after the other, and how many inputs do something undefined.
fn explore(subject: &mut Subject, widths: &[u32]) -> (usize, usize) {
    let inputs = all_inputs(widths);
    let mut open = vec![subject.entry.clone()];
    let (mut paths, mut undefined) = (0, 0);
    while let Some(fork) = open.pop() {
        let Some(values) = subject.find(&fork, &inputs) else {
            continue;
        };
        let run = subject.run(&fork, values);
        match run.end {
            PathEnd::Undefined => undefined += 1,
            end => {
                assert!(end.is_complete(), "{end:?}");
                paths += 1;
            }
        }
        open.extend(run.forks);
    }
    (paths, undefined)
}

/// The expectations in comments: the number of paths of each function.
fn expected(text: &str) -> BTreeMap<&str, usize> {
    let lines = text.lines().filter_map(|line| {
        let (name, count) = line.strip_prefix("// ")?.split_once(": paths ")?;
        Some((name, count.parse().expect("a number")))
    });
    lines.collect()
}

#[test]
fn paths_are_those_that_were_counted_by_hand() {
    let name = "concolic/paths.c";
    let program = program(name);
    let text = std::fs::read_to_string(path(name)).unwrap();
    let expected = expected(&text);
    assert!(expected.len() > 8);
    let counted: BTreeMap<&str, usize> = expected
        .keys()
        .map(|name| {
            let function = program.module.find_function(name).expect("a function");
            let widths = widths(&program, function).expect("integers");
            let mut subject = Subject::new(&program, function, &widths);
            (*name, explore(&mut subject, &widths).0)
        })
        .collect();
    assert_eq!(counted, expected);
}

#[test]
fn every_input_takes_the_path_of_the_machine() {
    let program = program("concolic/paths.c");
    let text = std::fs::read_to_string(path("concolic/paths.c")).unwrap();
    for name in expected(&text).keys() {
        let function = program.module.find_function(name).expect("a function");
        let widths = widths(&program, function).expect("integers");
        let mut subject = Subject::new(&program, function, &widths);
        for values in all_inputs(&widths).iter().step_by(97) {
            compare(&program, &mut subject, function, values);
        }
    }
}

/// A number determined by its arguments: often small, sometimes any.
fn number(seed: u64, index: u64) -> u64 {
    let mut x = (seed << 20) ^ (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 31;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^= x >> 29;
    match x % 4 {
        0..3 => ((x >> 8) % 40).wrapping_sub(8),
        _ => x >> 3,
    }
}

/// Inputs of functions that were written for explorations with merging.
#[test]
fn random_inputs_take_the_paths_of_the_machine() {
    let mut compared = 0;
    for name in [
        "symbolic/functions.c",
        "symbolic/numbers.c",
        "symbolic/pointers.c",
    ] {
        let program = program(name);
        for function in program.module.functions.keys() {
            let defined = !program.module.functions[function].blocks.is_empty();
            let Some(widths) = widths(&program, function).filter(|_| defined) else {
                continue;
            };
            let mut subject = Subject::new(&program, function, &widths);
            for seed in 0..20 {
                let values = widths.iter().enumerate();
                let values = values.map(|(index, width)| {
                    Bits::from_u64(64, number(seed, index as u64)).trunc(*width)
                });
                let values: Vec<Bits> = values.collect();
                let entry = subject.entry.clone();
                let run = subject.run(&entry, &values);
                if matches!(run.end, PathEnd::Cut(_) | PathEnd::Stopped(_)) {
                    continue;
                }
                compare(&program, &mut subject, function, &values);
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared}");
}
