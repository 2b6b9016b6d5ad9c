//! Rules of C that native execution does not check, in both domains: those for shifts, on every pair of bytes
//! against the definition in the standard; indices of unsigned types; and the sums of `getelementptr
//! inbounds`.

use std::rc::Rc;
use std::sync::Arc;

use quell_bits::Bits;
use quell_exec::concrete::{Concrete, ConcreteMemory, Word};
use quell_exec::symbolic::{self, Explorer, Options};
use quell_exec::{Buffered, Machine, Program, StopKind, Ub, UbMode, Val};
use quell_ir::opcode::BinOp;
use quell_ir::parse::parse_module;
use quell_ir::rules::LanguageRule;
use quell_ir::{FuncId, InstId, InstKind, Value};
use quell_term::{Assignment, Evaluator, Sort, Term};

const SHIFTS: &str = "
define i8 @signed(i8 %a, i8 %by) {
  %r = shl i8 %a, %by
  ret i8 %r
}

define i8 @masked(i8 %a, i8 %by) {
  %m = and i8 %by, 7
  %r = lshr i8 %a, %m
  ret i8 %r
}

define i8 @narrowed(i8 %a, i16 %by) {
  %n = trunc i16 %by to i8
  %m = and i8 %n, 7
  %r = ashr i8 %a, %m
  ret i8 %r
}
";

/// Shifts with the rules of C attached.
fn program() -> Rc<Program> {
    let mut module = parse_module(SHIFTS, "shifts.ll").expect("a module");
    for (name, rule) in [("signed", None), ("masked", Some(1)), ("narrowed", Some(1))] {
        let id = module.find_function(name).expect("the function");
        let function = &mut module.functions[id];
        let rule = match rule {
            None => LanguageRule::SignedShiftLeft,
            Some(param) => LanguageRule::ShiftDistance(Value::Local(function.param_local(param))),
        };
        let shift = function.insts.iter().find(|(_, inst)| is_shift(&inst.kind));
        let shift: InstId = shift.expect("a shift").0;
        function.rules.push((shift, rule));
    }
    Rc::new(Program::new(Arc::new(module)))
}

fn is_shift(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Binary {
            op: BinOp::Shl | BinOp::LShr | BinOp::AShr,
            ..
        }
    )
}

/// The result of a shift of a byte in C; none if it is undefined.
type Defined = fn(u8, u16, UbMode) -> Option<u8>;

/// `signed char` extended to its own width: the result must be representable (C17, 6.5.7).
fn signed(a: u8, by: u16, mode: UbMode) -> Option<u8> {
    let shifted = (u32::from(a) << (by % 8)) as u8;
    let fits = (a as i8) >= 0 && u32::from(a) << (by % 8) <= 127;
    (by < 8 && (fits || mode != UbMode::Trap)).then_some(shifted)
}

fn masked(a: u8, by: u16, _: UbMode) -> Option<u8> {
    (by < 8).then(|| a >> by)
}

fn narrowed(a: u8, by: u16, _: UbMode) -> Option<u8> {
    (by < 8).then(|| (a as i8 >> by) as u8)
}

/// A function, the width of its shift distance, and the expected result.
struct Case {
    function: FuncId,
    width: u32,
    defined: Defined,
}

fn cases(program: &Program) -> [Case; 3] {
    let case = |name, width, defined| Case {
        function: program.module.find_function(name).expect("the function"),
        width,
        defined,
    };
    [
        case("signed", 8, signed as Defined),
        case("masked", 8, masked),
        case("narrowed", 16, narrowed),
    ]
}

/// Every byte with every distance of 8 bits, or with some of 16.
fn inputs(width: u32) -> impl Iterator<Item = (u8, u16)> {
    let high = match width {
        8 => vec![0],
        _ => vec![0, 0x100, 0x800, 0xff00],
    };
    let distances = high
        .into_iter()
        .flat_map(|high| (0..=255).map(move |low| high + low));
    distances.flat_map(|by| (0..=255).map(move |a| (a, by)))
}

#[test]
fn shifts_of_bytes_are_defined_as_in_c() {
    let program = program();
    for case in cases(&program) {
        for mode in [UbMode::Trap, UbMode::Overflow] {
            let domain = Concrete { ub_mode: mode };
            let console = Box::new(Buffered::default());
            let memory = ConcreteMemory::default();
            let mut machine =
                Machine::new(program.clone(), domain, memory, console).expect("a machine");
            for (a, by) in inputs(case.width) {
                let args = [u64::from(a), u64::from(by)].map(|of| Val::Word(Word::Bits(of)));
                let got = machine.call_function(case.function, &args);
                let got = match got.map_err(|stop| *stop) {
                    Ok(Some(Val::Word(Word::Bits(value)))) => Some(value as u8),
                    Err(StopKind::Ub(Ub::SignedOverflow { .. } | Ub::BadShift { .. })) => None,
                    other => panic!("{other:?}"),
                };
                assert_eq!(got, (case.defined)(a, by, mode), "{a}, {by}, {mode:?}");
            }
        }
    }
}

#[test]
fn mutants_shift_as_the_processor_does() {
    let program = program();
    let [signed, masked, _] = cases(&program);
    let domain = Concrete {
        ub_mode: UbMode::Wrap,
    };
    let console = Box::new(Buffered::default());
    let mut machine =
        Machine::new(program, domain, ConcreteMemory::default(), console).expect("a machine");
    let mut run = |function, a, by| {
        let args = [a, by].map(|of| Val::Word(Word::Bits(of)));
        match machine.call_function(function, &args) {
            Ok(Some(Val::Word(Word::Bits(value)))) => value,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(run(signed.function, 0xff, 1), 0xfe);
    assert_eq!(run(masked.function, 0x80, 9), 0x40);
}

/// The symbolic domain excludes exactly the inputs on which the shift is undefined, and computes the defined
/// results on the others.
#[test]
fn excluded_are_the_shifts_that_c_leaves_undefined() {
    let program = program();
    for case in cases(&program) {
        for mode in [UbMode::Trap, UbMode::Overflow] {
            check_symbolic(&program, &case, mode);
        }
    }
}

fn check_symbolic(program: &Rc<Program>, case: &Case, mode: UbMode) {
    let options = Options {
        ub: mode,
        ..Options::default()
    };
    let mut explorer = Explorer::new(program.clone(), options).expect("an explorer");
    let (variables, args) = variables(&mut explorer, [8, case.width]);
    let outcome = explorer.explore(case.function, &args).expect("paths");
    let returned = outcome.returned.expect("a path that returns");
    let Some(Val::Word(result)) = &returned.value else {
        panic!("{:?}", returned.value);
    };
    let domain = explorer.domain();
    let value = |input: &Assignment, term: Term| Evaluator::new().value(&domain.pool, input, term);
    for (a, by) in inputs(case.width) {
        let input: Assignment = [
            (variables[0], bits(8, u64::from(a))),
            (variables[1], bits(case.width, u64::from(by))),
        ]
        .into_iter()
        .collect();
        let excluded = value(&input, domain.excluded) == quell_term::Value::Bool(true);
        let got = (!excluded).then(|| value(&input, result.term));
        let wanted = (case.defined)(a, by, mode).map(|of| bits(8, u64::from(of)));
        assert_eq!(got, wanted, "{a}, {by}, {mode:?}");
    }
}

/// Variables of these widths, and the same as arguments.
fn variables(
    explorer: &mut Explorer<'_>,
    widths: [u32; 2],
) -> ([Term; 2], [Val<symbolic::Symbolic>; 2]) {
    let pool = &mut explorer.domain().pool;
    let variables = [
        pool.var("a", Sort::Bv(widths[0])),
        pool.var("b", Sort::Bv(widths[1])),
    ];
    let args = variables.map(|term| Val::Word(symbolic::Word::defined(term)));
    (variables, args)
}

const TWO_TERMS: &str = "
define i32 @read(i64 %i, i64 %j) {
  %all = alloca [8 x i32]
  store [8 x i32] [i32 7, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0], ptr %all
  %middle = getelementptr inbounds i8, ptr %all, i64 20
  %at = getelementptr inbounds [4 x i32], ptr %middle, i64 %i, i64 %j
  %r = load i32, ptr %at
  ret i32 %r
}
";

/// Each term fits, and their sum is 2^64 - 20: natively this reads the first word.
const LEADS_BACK: [u64; 2] = [(1 << 59) - 1, (1 << 61) - 1];

#[test]
fn two_huge_terms_do_not_lead_back_into_the_object() {
    let module = parse_module(TWO_TERMS, "terms.ll").expect("a module");
    let program = Rc::new(Program::new(Arc::new(module)));
    let inputs = [
        (LEADS_BACK, false),
        ([0, 2], true),
        ([1, -3_i64 as u64], true),
        ([-1_i64 as u64, -1_i64 as u64], true),
        ([0, 3], false),
    ];
    check_reads(&program, &inputs);
}

const FROM_THE_MIDDLE: &str = "
define i32 @read(i64 %i, i64 %j) {
  %all = alloca [8 x i32]
  store [8 x i32] zeroinitializer, ptr %all
  %middle = getelementptr inbounds i32, ptr %all, i64 4
  %after = getelementptr inbounds i32, ptr %middle, i64 %i
  %negative = sub i64 0, %j
  %at = getelementptr inbounds i32, ptr %after, i64 %negative
  %r = load i32, ptr %at
  ret i32 %r
}
";

/// `(p + i)[-j]` with unsigned numbers: neither of them moves the pointer in the other direction.
#[test]
fn unsigned_indices_lead_in_one_direction() {
    let mut module = parse_module(FROM_THE_MIDDLE, "middle.ll").expect("a module");
    let id = module.find_function("read").expect("the function");
    let function = &mut module.functions[id];
    let is_address = |kind: &InstKind| matches!(kind, InstKind::Gep { .. });
    let insts = function.insts.iter();
    let addresses = insts.filter(|(_, inst)| is_address(&inst.kind));
    let addresses: Vec<InstId> = addresses.map(|(id, _)| id).skip(1).collect();
    for (param, inst) in addresses.into_iter().enumerate() {
        let index = Value::Local(function.param_local(param));
        let rule = LanguageRule::UnsignedIndex(index);
        function.rules.push((inst, rule));
    }
    let program = Rc::new(Program::new(Arc::new(module)));
    let back = |steps: i64| steps.wrapping_neg() as u64;
    let inputs = [
        ([0, 0], true),
        ([3, 1], true),
        ([0, 4], true),
        ([back(1), 0], false),
        ([0, back(1)], false),
        ([1 << 63, 0], false),
        ([4, 0], false),
        ([0, 5], false),
    ];
    check_reads(&program, &inputs);
}

/// In both domains `read` is defined on exactly these inputs.
fn check_reads(program: &Rc<Program>, inputs: &[([u64; 2], bool)]) {
    let function = program.module.find_function("read").expect("the function");
    let mut explorer = Explorer::new(program.clone(), Options::default()).expect("an explorer");
    let (variables, args) = variables(&mut explorer, [64, 64]);
    explorer.explore(function, &args).expect("paths");
    for &(input, defined) in inputs {
        let (console, memory) = (Box::new(Buffered::default()), ConcreteMemory::default());
        let mut machine =
            Machine::new(program.clone(), Concrete::default(), memory, console).expect("a machine");
        let args = input.map(|of| Val::Word(Word::Bits(of)));
        let ran = machine.call_function(function, &args);
        assert_eq!(ran.is_ok(), defined, "{input:?}: {ran:?}");
        let values = input.map(|value| bits(64, value));
        let assignment: Assignment = variables.into_iter().zip(values).collect();
        let domain = explorer.domain();
        let excluded = Evaluator::new().is_true(&domain.pool, &assignment, domain.excluded);
        assert_eq!(!excluded, defined, "{input:?}");
    }
}

fn bits(width: u32, value: u64) -> quell_term::Value {
    quell_term::Value::Bits(Bits::from_u64(width, value))
}
