//! Bitwuzla and the evaluator of terms agree on every operator, at any width and in any format.

use proptest::prelude::*;
use quell_bits::{Bits, FloatFormat};
use quell_solver::{Answer, Bitwuzla, Limit, Preprocess, Settings, Solver};
use quell_term::{
    Assignment, Op, Pool, Rounding, Signature, Sort, Term, Value, evaluate, pattern_width,
};

const WIDTHS: [u32; 6] = [1, 2, 7, 31, 64, 65];

/// Numbers of a width: any, and corner cases of the operators.
fn number(width: u32) -> impl Strategy<Value = Bits> {
    let low = (0..4u64).prop_map(move |value| Bits::from_u64(width, value));
    prop_oneof![
        4 => any::<u128>().prop_map(move |value| Bits::from_u128(width, value)),
        2 => low,
        1 => Just(Bits::ones(width)),
        1 => Just(Bits::min_signed(width)),
        1 => Just(Bits::max_signed(width)),
        1 => (0..width).prop_map(move |amount| Bits::one(width).shl_u32(amount)),
    ]
}

/// Solves for the value of a term in which variables have fixed values, and compares it with the evaluator's.
/// Preprocessing is off: it would compute the value without solving.
fn compare(pool: &mut Pool, term: Term, operands: &[(Term, Bits)]) -> Result<(), TestCaseError> {
    let mut query = Vec::new();
    for (variable, value) in operands {
        let value = pool.bits(value);
        query.push(pool.eq(*variable, value));
    }
    let result = pool.var("result", pool.sort(term));
    query.push(pool.eq(result, term));
    let values = operands
        .iter()
        .map(|(variable, value)| (*variable, Value::Bits(value.clone())));
    let assignment: Assignment = values.collect();
    let expected = evaluate(pool, &assignment, term);
    let settings = Settings {
        preprocess: Preprocess::Never,
        ..Settings::default()
    };
    match Bitwuzla::new(settings).check(pool, &query, Limit::none()) {
        Ok(Answer::Sat(model)) => prop_assert_eq!(model.get(result), Some(&expected)),
        other => return Err(TestCaseError::fail(format!("{other:?}"))),
    }
    Ok(())
}

fn variables(pool: &mut Pool, values: &[Bits]) -> Vec<(Term, Bits)> {
    let variable = |(index, value): (usize, &Bits)| {
        (
            pool.var(&format!("x{index}"), Sort::Bv(value.width())),
            value.clone(),
        )
    };
    values.iter().enumerate().map(variable).collect()
}

/// Applies an operator to bit vectors.
fn on_vectors(op: Op, values: &[Bits]) -> Result<(), TestCaseError> {
    let mut pool = Pool::without_rewriting();
    let operands = variables(&mut pool, values);
    let terms: Vec<Term> = operands.iter().map(|(variable, _)| *variable).collect();
    let made = pool.make(op, &terms[..op.arity()]);
    compare(&mut pool, made, &operands)
}

/// Applies an operator to the floats of patterns.
fn on_floats(op: Op, format: FloatFormat, values: &[Bits]) -> Result<(), TestCaseError> {
    let mut pool = Pool::without_rewriting();
    let operands = variables(&mut pool, values);
    let floats: Vec<Term> = operands
        .iter()
        .map(|(variable, _)| pool.from_bits(format, *variable))
        .collect();
    let made = pool.make(op, &floats[..op.arity()]);
    compare(&mut pool, made, &operands)
}

fn plain(wanted: &'static [Signature]) -> impl Strategy<Value = Op> {
    let operators: Vec<Op> = Op::PLAIN
        .iter()
        .copied()
        .filter(|op| wanted.contains(&op.info().signature))
        .collect();
    prop::sample::select(operators)
}

/// Numbers of one of the widths.
fn numbers(count: usize) -> impl Strategy<Value = Vec<Bits>> {
    prop::sample::select(&WIDTHS[..])
        .prop_flat_map(move |width| prop::collection::vec(number(width), count))
}

/// Fields at their ends make the special floats likely, and exponents beside each other make rounding so.
fn pattern(format: FloatFormat) -> impl Strategy<Value = Bits> {
    let width = pattern_width(format);
    let (exponent, fraction) = (format.exponent_bits(), format.significand_bits() - 1);
    let near = (0..6u64).prop_map(move |step| {
        let bias = Bits::ones(exponent - 1).zext(exponent);
        bias.add(&Bits::from_u64(exponent, step))
    });
    let exponents = prop_oneof![
        4 => near,
        1 => Just(Bits::zero(exponent)),
        1 => Just(Bits::ones(exponent)),
        1 => number(exponent),
    ];
    (any::<bool>(), exponents, number(fraction)).prop_map(move |(sign, exponent, fraction)| {
        let bits = Bits::from_bool(sign).concat(&exponent).concat(&fraction);
        bits.zext(width)
    })
}

fn patterns(formats: &'static [FloatFormat]) -> impl Strategy<Value = (FloatFormat, Vec<Bits>)> {
    prop::sample::select(formats)
        .prop_flat_map(|format| (Just(format), prop::collection::vec(pattern(format), 3)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn bit_vectors(
        op in plain(&[Signature::Vectors, Signature::VectorTest, Signature::Join, Signature::Equality]),
        values in numbers(2),
    ) {
        on_vectors(op, &values)?;
    }

    #[test]
    fn shapes(values in numbers(1), at in any::<[u32; 2]>(), by in 1u32..70) {
        let width = values[0].width();
        let [a, b] = at.map(|bit| bit % width);
        on_vectors(Op::Extract { high: a.max(b), low: a.min(b) }, &values)?;
        on_vectors(Op::ZeroExtend(by), &values)?;
        on_vectors(Op::SignExtend(by), &values)?;
    }
}

/// Formats in which Bitwuzla solves any of these in milliseconds.
const SMALL: [FloatFormat; 2] = [FloatFormat::Half, FloatFormat::BFloat];

/// From a format to one that has all its values, or the other way.
const CONVERSIONS: [(FloatFormat, FloatFormat); 8] = [
    (FloatFormat::Half, FloatFormat::Single),
    (FloatFormat::Half, FloatFormat::Quad),
    (FloatFormat::BFloat, FloatFormat::Single),
    (FloatFormat::Single, FloatFormat::Half),
    (FloatFormat::Single, FloatFormat::BFloat),
    (FloatFormat::Single, FloatFormat::X87),
    (FloatFormat::Double, FloatFormat::Single),
    (FloatFormat::X87, FloatFormat::Double),
];

const MODES: [Rounding; 5] = [
    Rounding::NearestEven,
    Rounding::NearestAway,
    Rounding::Up,
    Rounding::Down,
    Rounding::Zero,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn floats(
        op in plain(&[Signature::Floats, Signature::FloatTest, Signature::Encode]),
        (format, values) in patterns(&SMALL),
    ) {
        on_floats(op, format, &values)?;
    }

    #[test]
    fn cheap_operators_of_large_floats(
        op in plain(&[Signature::FloatTest, Signature::Encode]),
        (format, values) in patterns(&FloatFormat::ALL),
    ) {
        on_floats(op, format, &values)?;
    }

    #[test]
    fn conversions_between_formats(
        (to, values) in prop::sample::select(&CONVERSIONS[..])
            .prop_flat_map(|(from, to)| (Just((from, to)), prop::collection::vec(pattern(from), 1))),
    ) {
        on_floats(Op::FpToFp(to.1), to.0, &values)?;
    }

    #[test]
    fn floats_that_fit_integers(
        (format, values) in patterns(&SMALL),
        width in prop::sample::select(vec![1u32, 2, 8, 13, 32, 128]),
        signed: bool,
    ) {
        let mut pool = Pool::without_rewriting();
        let operands = variables(&mut pool, &values[..1]);
        let float = pool.from_bits(format, operands[0].0);
        let (fits, inside) = (pool.fp_fits(float, width, signed), pool.fp_to_int(float, width, signed));
        let outside = pool.number(width, 1);
        let guarded = pool.ite(fits, inside, outside);
        compare(&mut pool, guarded, &operands)?;
    }

    #[test]
    fn whole_numbers(
        (format, values) in patterns(&SMALL),
        mode in prop::sample::select(&MODES[..]),
    ) {
        on_floats(Op::FpRoundToIntegral(mode), format, &values)?;
    }

    #[test]
    fn integers_as_floats(values in numbers(1), format in prop::sample::select(&SMALL[..])) {
        on_vectors(Op::SBvToFp(format), &values)?;
        on_vectors(Op::UBvToFp(format), &values)?;
    }
}
