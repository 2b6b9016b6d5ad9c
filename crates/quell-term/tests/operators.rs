//! Operators on constants: folding, and evaluation on words and on wide values.

use quell_bits::{Bits, FloatFormat, float};
use quell_term::{Assignment, Op, Pool, Rounding, Signature, Sort, Term, Value, evaluate};

fn numbers(pool: &mut Pool, width: u32) -> Vec<Term> {
    (0..1 << width)
        .map(|value| pool.number(width, value))
        .collect()
}

fn value(pool: &Pool, term: Term) -> Value {
    evaluate(pool, &Assignment::new(), term)
}

fn word(pool: &Pool, term: Term) -> u64 {
    match value(pool, term) {
        Value::Bool(value) => u64::from(value),
        Value::Bits(bits) => bits.low_u64(),
        Value::Array(_) => panic!("an array is no word"),
    }
}

#[test]
fn folding_agrees_with_evaluation() {
    let mut pool = Pool::new();
    for width in 1..=4 {
        let numbers = numbers(&mut pool, width);
        let of_vectors = |op: &&Op| {
            matches!(
                op.info().signature,
                Signature::Vectors | Signature::VectorTest
            )
        };
        for &op in Op::PLAIN.iter().filter(of_vectors) {
            for (a, b) in pairs(&numbers) {
                let args = &[a, b][..op.arity()];
                let (folded, raw) = (pool.make(op, args), pool.raw(op, args));
                assert!(pool.is_const(folded), "{op:?}");
                assert_eq!(value(&pool, folded), value(&pool, raw), "{op:?} {args:?}");
            }
        }
    }
}

fn pairs(terms: &[Term]) -> impl Iterator<Item = (Term, Term)> {
    terms
        .iter()
        .flat_map(move |&a| terms.iter().map(move |&b| (a, b)))
}

/// SMT-LIB's values in the cases that the processor does not define.
#[test]
fn divisions_by_zero_and_far_shifts_have_values() {
    let mut pool = Pool::new();
    for width in [1, 4, 64, 72] {
        let (ones, one) = (Bits::ones(width), Bits::one(width));
        let terms = [Bits::zero(width), Bits::max_signed(width), ones.clone()];
        let [zero, positive, negative] = terms.map(|bits| pool.bits(&bits));
        let rows = [
            (Op::UDiv, positive, ones.clone()),
            (Op::UDiv, zero, ones.clone()),
            (Op::SDiv, positive, ones.clone()),
            (Op::SDiv, negative, one),
            (Op::URem, negative, ones.clone()),
            (Op::SRem, negative, ones),
        ];
        for (op, dividend, want) in rows {
            let folded = pool.make(op, &[dividend, zero]);
            assert_eq!(pool.as_bits(folded), Some(&want), "{op:?} at {width}");
        }
        let far = pool.number(width, u64::from(width));
        if width > 1 {
            let shifted = pool.ashr(negative, far);
            assert_eq!(shifted, negative);
            assert_eq!(pool.lshr(negative, far), zero);
            assert_eq!(pool.shl(negative, far), zero);
        }
    }
}

#[test]
fn wide_values_agree_with_words() {
    let unsigned = [Op::URem, Op::Ult, Op::Ule, Op::BvAnd, Op::BvXor, Op::LShr];
    let signed = [Op::SRem, Op::Slt, Op::Sle, Op::Add, Op::Sub, Op::Mul];
    let mut pool = Pool::without_rewriting();
    let numbers = numbers(&mut pool, 4);
    let rows = unsigned.map(|op| (op, Op::ZeroExtend(68)));
    for (op, extend) in rows
        .into_iter()
        .chain(signed.map(|op| (op, Op::SignExtend(68))))
    {
        for (a, b) in pairs(&numbers) {
            let [x, y] = [a, b].map(|term| pool.make(extend, &[term]));
            let (narrow, wide) = (pool.make(op, &[a, b]), pool.make(op, &[x, y]));
            let wide = word(&pool, wide) & 15;
            assert_eq!(word(&pool, narrow), wide, "{op:?} {a:?} {b:?}");
        }
    }
}

#[test]
fn taking_apart_and_joining() {
    let mut pool = Pool::without_rewriting();
    for (width, cut) in [(8, 3), (64, 1), (64, 63), (72, 64), (130, 5)] {
        let bits = Bits::from_limbs(width, &[0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 3]);
        let term = pool.bits(&bits);
        let (high, low) = (
            pool.extract(term, width - 1, cut),
            pool.extract(term, cut - 1, 0),
        );
        let joined = pool.concat(high, low);
        assert_eq!(value(&pool, joined), Value::Bits(bits));
        let wide = pool.sext_to(low, width);
        let back = pool.trunc_to(wide, cut);
        assert_eq!(value(&pool, back), value(&pool, low));
    }
}

/// `fp_fits` is right about every half, and conversions that fit are folded.
#[test]
fn halves_to_integers() {
    let format = FloatFormat::Half;
    let mut pool = Pool::new();
    for (width, signed) in [
        (1, true),
        (1, false),
        (8, true),
        (8, false),
        (12, true),
        (32, false),
    ] {
        for raw in (0..=0xffff).step_by(3) {
            let bits = Bits::from_u64(16, raw);
            let float = pool.float(format, &bits);
            let fits = pool.fp_fits(float, width, signed);
            let want = float::to_int(format, &bits, width, signed);
            assert_eq!(
                pool.as_bool(fits),
                Some(want.in_range),
                "{raw:x} {width} {signed}"
            );
            let integer = pool.fp_to_int(float, width, signed);
            let folded = pool.as_bits(integer);
            assert_eq!(
                folded,
                want.in_range.then_some(&want.value),
                "{raw:x} {width}"
            );
        }
    }
}

/// `fp_fits` at the ends of integers that have fewer bits than the format, as many, and more.
#[test]
fn floats_at_the_ends_of_integers() {
    let mut pool = Pool::new();
    let ends = [7, 8, 23, 24, 25, 31, 32, 52, 53, 54, 63, 64, 127, 128].map(|e| 2f64.powi(e));
    let around = |end: f64| [end - 1.0, end.next_down(), end, end.next_up(), end + 1.0];
    let values: Vec<f64> = ends
        .into_iter()
        .flat_map(around)
        .flat_map(|x| [x, -x])
        .collect();
    for &value in values
        .iter()
        .chain(&[0.0, -0.0, -0.5, f64::INFINITY, f64::NAN])
    {
        let single = Bits::from_u64(32, u64::from((value as f32).to_bits()));
        let double = Bits::from_u64(64, value.to_bits());
        for (format, bits) in [(FloatFormat::Single, single), (FloatFormat::Double, double)] {
            let float = pool.float(format, &bits);
            for (width, signed) in [8, 24, 25, 32, 53, 54, 64, 128]
                .map(|w| [(w, true), (w, false)])
                .concat()
            {
                let fits = pool.fp_fits(float, width, signed);
                let want = float::to_int(format, &bits, width, signed).in_range;
                assert_eq!(
                    pool.as_bool(fits),
                    Some(want),
                    "{value:e} {format:?} {width} {signed}"
                );
            }
        }
    }
}

#[test]
fn there_is_one_nan_in_every_format() {
    for format in FloatFormat::ALL {
        let mut pool = Pool::new();
        let zero = Bits::zero(quell_term::pattern_width(format));
        let zero = pool.float(format, &zero);
        let nan = pool.fp_div(zero, zero);
        let negated = pool.fp_neg(nan);
        let sum = pool.fp_add(nan, zero);
        let pattern = pool.to_bits(nan);
        assert_eq!((negated, sum), (nan, nan), "{format:?}");
        assert_eq!(
            pool.as_bits(pattern),
            Some(&quell_term::canonical_nan(format))
        );
        let (is_nan, negative) = (pool.fp_is_nan(nan), pool.fp_is_negative(negated));
        assert_eq!(
            (pool.as_bool(is_nan), pool.as_bool(negative)),
            (Some(true), Some(false))
        );
    }
}

#[test]
fn numbers_of_every_format_come_back() {
    for format in FloatFormat::ALL {
        let mut pool = Pool::new();
        let number = pool.number(8, 0x85);
        let float = pool.int_to_fp(format, number, true);
        let half = pool.number(8, 2);
        let half = pool.int_to_fp(format, half, false);
        let quotient = pool.fp_div(float, half);
        let rounded = pool.fp_round(Rounding::NearestEven, quotient);
        let integer = pool.fp_to_int(rounded, 8, true);
        // -123 / 2 is a tie between -61 and -62.
        assert_eq!(
            pool.as_bits(integer),
            Some(&Bits::from_i64(8, -62)),
            "{format:?}"
        );
        assert_eq!(pool.sort(rounded), Sort::Float(format));
    }
}
