//! Mutants compared with the explored original: where they converge, which queries that takes, and the effect
//! of undefined behaviour.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use quell_exec::symbolic::{
    Comparison, Convergence, DifferentialExplorer, Feasibility, Options, Outcome, Replacement, Word,
};
use quell_exec::{Program, Ub, Val};
use quell_ir::opcode::BinOp;
use quell_ir::parse::parse_module;
use quell_ir::{FuncId, InstKind};
use quell_term::{Assignment, Evaluator, Pool, Sort, Term, Value};

/// `%unused` is dead after its block; the result depends on `%used`.
const STRAIGHT: &str = "
define i32 @f(i32 %x, i32 %y) {
entry:
  %unused = sub i32 %x, %y
  %used = add i32 %x, %y
  br label %next
next:
  %result = mul i32 %used, %used
  ret i32 %result
}
";

/// A loop that is unwound eight times, with a value that changes in every iteration.
const LOOP: &str = "
define i32 @f(i32 %x, i32 %y) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %a = phi i32 [ %x, %entry ], [ %b, %body ]
  %more = icmp ult i32 %i, 8
  br i1 %more, label %body, label %end
body:
  %b = xor i32 %a, %y
  %j = add i32 %i, 1
  br label %head
end:
  ret i32 %a
}
";

/// Gives every query the same answer, and counts those about convergence.
struct Answers {
    never: bool,
    asked: Rc<Cell<u32>>,
}

impl Feasibility for Answers {
    fn may_hold(&mut self, _: &mut Pool, _: &[Term]) -> bool {
        true
    }

    fn never_hold(&mut self, _: &mut Pool, _: &[Term]) -> bool {
        self.asked.set(self.asked.get() + 1);
        self.never
    }
}

struct Subject<'o> {
    program: Rc<Program>,
    function: FuncId,
    explorer: DifferentialExplorer<'o>,
    variables: [Term; 2],
    original: Outcome,
}

impl<'o> Subject<'o> {
    /// Explores a function of two numbers.
    fn new(text: &str, convergence: Convergence, answers: &'o mut Answers) -> Self {
        let module = parse_module(text, "test.ll").expect("a module");
        let function = module.find_function("f").expect("the function");
        let program = Rc::new(Program::new(Arc::new(module)));
        let explorer = DifferentialExplorer::new(program.clone(), Options::default(), convergence);
        let mut explorer = explorer.expect("an explorer");
        explorer.set_feasibility(answers);
        let pool = &mut explorer.domain().pool;
        let variables = ["x", "y"].map(|name| pool.var(name, Sort::Bv(32)));
        let args = variables.map(|term| Val::Word(Word::defined(term)));
        let original = explorer.run_original(function, &args).expect("an outcome");
        Self {
            program,
            function,
            explorer,
            variables,
            original,
        }
    }

    /// The function with the first instruction with an operator changed to another operator.
    fn mutant(&self, from: BinOp, to: BinOp) -> Replacement {
        let original = &self.program.module.functions[self.function];
        let mut body = original.clone();
        let mut insts = original.insts.iter();
        let (site, _) = insts
            .find(|(_, inst)| matches!(inst.kind, InstKind::Binary { op, .. } if op == from))
            .expect("the instruction");
        if let InstKind::Binary { op, .. } = &mut body.insts[site].kind {
            *op = to;
        }
        let mut blocks = original.blocks.iter();
        let block = blocks.find(|(_, block)| block.insts.contains(&site));
        Replacement {
            function: self.function,
            body,
            calls: BTreeMap::new(),
            first: vec![block.expect("its block").0],
        }
    }

    fn run(&mut self, from: BinOp, to: BinOp) -> Comparison {
        let mutant = self.mutant(from, to);
        self.explorer.run_mutant(&mutant).expect("a comparison")
    }

    /// The result of an outcome on an input.
    fn returns(&mut self, outcome: &Outcome, input: [u64; 2]) -> Value {
        let pairs = self.variables.iter().zip(input);
        let input: Assignment = pairs
            .map(|(term, value)| (*term, Value::Bits(quell_bits::Bits::from_u64(32, value))))
            .collect();
        let returned = outcome.returned.as_ref().expect("a path that returns");
        let Some(Val::Word(word)) = &returned.value else {
            panic!("{:?}", returned.value);
        };
        Evaluator::new().value(&self.explorer.domain().pool, &input, word.term)
    }
}

const BY_EQUALITY: Convergence = Convergence::Detected { queries: 0 };

fn answers(never: bool) -> Answers {
    Answers {
        never,
        asked: Rc::default(),
    }
}

fn outcome(comparison: Comparison) -> Outcome {
    match comparison {
        Comparison::Outcome(outcome) => *outcome,
        Comparison::Converged => panic!("it converged"),
    }
}

#[test]
fn a_mutant_of_a_dead_value_converges_without_a_query() {
    let mut answers = answers(false);
    let asked = answers.asked.clone();
    let mut subject = Subject::new(STRAIGHT, BY_EQUALITY, &mut answers);
    // Twice, because a run must not affect the next one.
    for _ in 0..2 {
        assert_eq!(subject.run(BinOp::Sub, BinOp::Mul), Comparison::Converged);
    }
    assert_eq!(asked.get(), 0);
}

#[test]
fn a_mutant_runs_to_its_end_where_convergence_is_ignored() {
    let mut answers = answers(true);
    let asked = answers.asked.clone();
    let mut subject = Subject::new(STRAIGHT, Convergence::Ignored, &mut answers);
    let mutated = subject.run(BinOp::Sub, BinOp::Mul);
    assert_eq!(outcome(mutated).returned, subject.original.returned);
    assert_eq!(asked.get(), 0);
}

#[test]
fn a_mutant_of_a_live_value_returns_what_it_computes() {
    for convergence in [
        BY_EQUALITY,
        Convergence::Detected { queries: 4 },
        Convergence::Ignored,
    ] {
        let mut answers = answers(false);
        let mut subject = Subject::new(STRAIGHT, convergence, &mut answers);
        let mutated = outcome(subject.run(BinOp::Add, BinOp::Or));
        let original = subject.original.clone();
        let of = |value: u64| Value::Bits(quell_bits::Bits::from_u64(32, value));
        assert_eq!(
            subject.returns(&original, [5, 3]),
            of(64),
            "{convergence:?}"
        );
        assert_eq!(subject.returns(&mutated, [5, 3]), of(49), "{convergence:?}");
    }
}

#[test]
fn a_mutant_converges_where_a_query_proves_that_no_input_distinguishes_the_states() {
    let mut answers = answers(true);
    let asked = answers.asked.clone();
    let convergence = Convergence::Detected { queries: 1 };
    let mut subject = Subject::new(STRAIGHT, convergence, &mut answers);
    assert_eq!(subject.run(BinOp::Add, BinOp::Or), Comparison::Converged);
    assert!(asked.get() > 0);
}

#[test]
fn unsuccessful_queries_are_limited() {
    let asked = [0, 1, 2, 3].map(|queries| {
        let mut answers = answers(false);
        let asked = answers.asked.clone();
        let mut subject = Subject::new(LOOP, Convergence::Detected { queries }, &mut answers);
        outcome(subject.run(BinOp::Xor, BinOp::And));
        asked.get()
    });
    assert_eq!(asked[0], 0);
    assert!(asked.is_sorted_by(|fewer, more| fewer < more), "{asked:?}");
}

#[test]
fn undefined_behaviour_traps_a_mutant_and_excludes_no_input() {
    let mut answers = answers(false);
    let mut subject = Subject::new(STRAIGHT, BY_EQUALITY, &mut answers);
    let mutated = outcome(subject.run(BinOp::Add, BinOp::UDiv));
    let traps: Vec<_> = mutated.traps.iter().map(|trap| &trap.ub).collect();
    assert!(
        matches!(traps[..], [Ub::DivisionByZero { .. }]),
        "{traps:?}"
    );
    let domain = subject.explorer.domain();
    assert_eq!(domain.pool.as_bool(domain.excluded), Some(false));
    assert!(!domain.has_traps());
}

#[test]
fn undefined_behaviour_of_the_original_excludes_inputs_and_traps_no_mutant() {
    let mut answers = answers(false);
    let text = STRAIGHT.replace("add i32 %x", "udiv i32 %x");
    let mut subject = Subject::new(&text, Convergence::Ignored, &mut answers);
    let domain = subject.explorer.domain();
    assert_eq!(domain.pool.as_bool(domain.excluded), None);
    let mutated = outcome(subject.run(BinOp::UDiv, BinOp::URem));
    assert_eq!(mutated.traps, []);
}
