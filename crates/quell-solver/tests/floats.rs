//! Floating point in Bitwuzla, compared with the processor's.

use quell_bits::{Bits, FloatFormat};
use quell_solver::{Answer, Bitwuzla, Limit, Preprocess, Settings, Solver, Validate};
use quell_term::{Assignment, Op, Pool, Rounding, Sort, Term, Value};

const SINGLE: Sort = Sort::Float(FloatFormat::Single);

/// Zeros, subnormals and their edges, halves, thirds, powers that lose bits, the largest, infinity, NaN.
const EDGES: [f32; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    2.5,
    0.1,
    1.0 / 3.0,
    -16_777_217.0,
    f32::from_bits(1),
    f32::from_bits(0x807f_ffff),
    f32::MIN_POSITIVE,
    f32::MAX,
    f32::MIN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

fn ask(pool: &Pool, assertions: &[Term]) -> Answer {
    let settings = Settings {
        preprocess: Preprocess::Never,
        ..Settings::default()
    };
    let answer = Validate::new(Bitwuzla::new(settings)).check(pool, assertions, Limit::none());
    answer.expect("an answer")
}

fn model(pool: &Pool, assertions: &[Term]) -> Assignment {
    match ask(pool, assertions) {
        Answer::Sat(model) => model,
        other => panic!("there is a model, but the answer is {other:?}"),
    }
}

fn bits_of(model: &Assignment, variable: Term) -> u64 {
    model
        .get(variable)
        .and_then(Value::as_bits)
        .map_or(0, Bits::low_u64)
}

/// The pattern with the one NaN that terms know.
fn pattern(value: f32) -> u32 {
    if value.is_nan() {
        0x7fc0_0000
    } else {
        value.to_bits()
    }
}

/// Solves for the result of an operator whose operands are variables that the query fixes. Preprocessing is off: it would
/// compute the result without solving.
fn solved(op: Op, operands: &[f32]) -> u64 {
    let mut pool = Pool::without_rewriting();
    let mut assertions = Vec::new();
    let mut variables = Vec::new();
    for (index, value) in operands.iter().enumerate() {
        let bits = pool.var(&format!("x{index}"), Sort::Bv(32));
        let fixed = pool.number(32, u64::from(value.to_bits()));
        assertions.push(pool.eq(bits, fixed));
        variables.push(pool.from_bits(FloatFormat::Single, bits));
    }
    let made = pool.make(op, &variables);
    let made = match pool.sort(made) {
        Sort::Float(_) => pool.make(Op::ToBits, &[made]),
        Sort::Bool => pool.as_vector(made),
        _ => made,
    };
    let result = pool.var("result", pool.sort(made));
    assertions.push(pool.eq(result, made));
    bits_of(&model(&pool, &assertions), result)
}

#[test]
fn arithmetic_is_the_processors() {
    type Binary = fn(f32, f32) -> f32;
    let operators: [(Op, Binary); 4] = [
        (Op::FpAdd, |a, b| a + b),
        (Op::FpSub, |a, b| a - b),
        (Op::FpMul, |a, b| a * b),
        (Op::FpDiv, |a, b| a / b),
    ];
    for (row, a) in EDGES.iter().enumerate() {
        // Every second pair, one operator each, all of them along every row and column.
        for (column, b) in EDGES.iter().enumerate().skip(row % 2).step_by(2) {
            let (op, hardware) = operators[(row + column) / 2 % operators.len()];
            let expected = u64::from(pattern(hardware(*a, *b)));
            assert_eq!(solved(op, &[*a, *b]), expected, "{op:?} of {a:e} and {b:e}");
        }
    }
}

#[test]
fn one_operand_and_three() {
    for a in EDGES {
        assert_eq!(
            solved(Op::FpSqrt, &[a]),
            u64::from(pattern(a.sqrt())),
            "root of {a:e}"
        );
        assert_eq!(solved(Op::FpNeg, &[a]), u64::from(pattern(-a)), "-({a:e})");
        assert_eq!(
            solved(Op::FpAbs, &[a]),
            u64::from(pattern(a.abs())),
            "|{a:e}|"
        );
        let fused = a.mul_add(1.5, 0.1);
        assert_eq!(
            solved(Op::FpFma, &[a, 1.5, 0.1]),
            u64::from(pattern(fused)),
            "fma of {a:e}"
        );
    }
}

#[test]
fn rounding_to_whole_numbers() {
    type Unary = fn(f32) -> f32;
    let modes: [(Rounding, Unary); 5] = [
        (Rounding::NearestEven, f32::round_ties_even),
        (Rounding::NearestAway, f32::round),
        (Rounding::Up, f32::ceil),
        (Rounding::Down, f32::floor),
        (Rounding::Zero, f32::trunc),
    ];
    for (mode, hardware) in modes {
        for a in [
            0.5,
            -0.5,
            1.5,
            2.5,
            -2.5,
            0.499_999_97,
            -0.0,
            8_388_609.0,
            f32::INFINITY,
            f32::NAN,
        ] {
            let found = solved(Op::FpRoundToIntegral(mode), &[a]);
            assert_eq!(found, u64::from(pattern(hardware(a))), "{mode:?} of {a:e}");
        }
    }
}

#[test]
fn comparisons_and_classes() {
    type Test = fn(f32, f32) -> bool;
    let tests: [(Op, Test); 4] = [
        (Op::FpEq, |a, b| a == b),
        (Op::FpLt, |a, b| a < b),
        (Op::FpLe, |a, b| a <= b),
        (Op::Eq, |a, b| pattern(a) == pattern(b)),
    ];
    for (row, a) in EDGES.iter().enumerate() {
        for (column, b) in EDGES
            .iter()
            .enumerate()
            .filter(|(column, _)| (row + column) % 3 == 0)
        {
            let (op, hardware) = tests[column % tests.len()];
            assert_eq!(
                solved(op, &[*a, *b]),
                u64::from(hardware(*a, *b)),
                "{op:?} of {a:e} and {b:e}"
            );
        }
        let classes: [(Op, bool); 6] = [
            (Op::FpIsNan, a.is_nan()),
            (Op::FpIsInf, a.is_infinite()),
            (Op::FpIsZero, *a == 0.0),
            (Op::FpIsNormal, a.is_normal()),
            (Op::FpIsSubnormal, a.is_subnormal()),
            (Op::FpIsNegative, a.is_sign_negative() && !a.is_nan()),
        ];
        let (op, expected) = classes[row % classes.len()];
        assert_eq!(solved(op, &[*a]), u64::from(expected), "{op:?} of {a:e}");
    }
}

#[test]
fn conversions() {
    for a in [0.0, 0.99, -0.99, 1.5, -2.5, 127.9, -128.0, 2_147_483_520.0] {
        let expected = u64::from((a as i32) as u32);
        assert_eq!(solved(Op::FpToSBv(32), &[a]), expected, "{a:e} as i32");
        let wide = f64::from(a).to_bits();
        assert_eq!(
            solved(Op::FpToFp(FloatFormat::Double), &[a]),
            wide,
            "{a:e} as f64"
        );
    }
    let mut pool = Pool::without_rewriting();
    for number in [0u32, 1, 0x8000_0000, 0xffff_ffff, 0x0100_0001, 0x0100_0003] {
        let bits = pool.number(32, u64::from(number));
        let float = pool.int_to_fp(FloatFormat::Single, bits, false);
        let signed = pool.int_to_fp(FloatFormat::Single, bits, true);
        let (x, y) = (pool.var("x", SINGLE), pool.var("y", SINGLE));
        let assertions = [pool.eq(x, float), pool.eq(y, signed)];
        let found = model(&pool, &assertions);
        assert_eq!(bits_of(&found, x), u64::from((number as f32).to_bits()));
        assert_eq!(
            bits_of(&found, y),
            u64::from((number.cast_signed() as f32).to_bits())
        );
    }
}

/// A double that satisfies the conditions of the closure.
fn double(demand: fn(&mut Pool, Term) -> Vec<Term>) -> Option<f64> {
    let mut pool = Pool::new();
    let x = pool.var("x", Sort::Float(FloatFormat::Double));
    let assertions = demand(&mut pool, x);
    match ask(&pool, &assertions) {
        Answer::Sat(model) => Some(f64::from_bits(bits_of(&model, x))),
        Answer::Unsat => None,
        Answer::Unknown(reason) => panic!("{reason:?}"),
    }
}

fn number(pool: &mut Pool, value: f64) -> Term {
    let bits = pool.number(64, value.to_bits());
    pool.from_bits(FloatFormat::Double, bits)
}

#[test]
fn equations_between_doubles() {
    let square = double(|pool, x| {
        let (square, wanted) = (pool.fp_mul(x, x), number(pool, 2.25));
        vec![pool.fp_eq(square, wanted)]
    });
    assert_eq!(square.map(f64::abs), Some(1.5));

    let absorbed = double(|pool, x| {
        let one = number(pool, 1.0);
        let infinite = pool.fp_is_inf(x);
        let sum = pool.fp_add(x, one);
        vec![pool.fp_eq(sum, x), pool.not(infinite)]
    });
    assert!(absorbed.is_some_and(|x| x + 1.0 == x && x.is_finite()));

    let half_is_zero = double(|pool, x| {
        let (two, zero) = (number(pool, 2.0), number(pool, 0.0));
        let (half, is_zero) = (pool.fp_div(x, two), pool.fp_eq(x, zero));
        vec![pool.fp_eq(half, zero), pool.not(is_zero)]
    });
    assert_eq!(half_is_zero.map(|x| x.abs().to_bits()), Some(1));

    let not_itself = double(|pool, x| {
        let same = pool.fp_eq(x, x);
        vec![pool.not(same)]
    });
    assert_eq!(not_itself.map(f64::to_bits), Some(0x7ff8_0000_0000_0000));

    let negative_square = double(|pool, x| {
        let (square, zero) = (pool.fp_mul(x, x), number(pool, 0.0));
        vec![pool.fp_lt(square, zero)]
    });
    assert_eq!(negative_square, None);
}

#[test]
fn a_float_has_one_pattern() {
    let mut pool = Pool::without_rewriting();
    let [x, y] = ["x", "y"].map(|name| pool.var(name, SINGLE));
    let (sum, other) = (pool.fp_add(x, y), pool.fp_add(y, x));
    let patterns = [sum, other].map(|float| pool.make(Op::ToBits, &[float]));
    let same = pool.eq(patterns[0], patterns[1]);
    let differ = pool.not(same);
    assert_eq!(ask(&pool, &[differ]), Answer::Unsat);

    // A NaN whose pattern is another one does not exist, although bits with that pattern do.
    let other_nan = pool.number(32, 0xffc0_0001);
    let found = pool.eq(patterns[0], other_nan);
    assert_eq!(ask(&pool, &[found]), Answer::Unsat);
    let bits = pool.var("bits", Sort::Bv(32));
    let float = pool.from_bits(FloatFormat::Single, bits);
    let assertions = [pool.eq(bits, other_nan), pool.fp_is_nan(float)];
    assert_eq!(bits_of(&model(&pool, &assertions), bits), 0xffc0_0001);
}
