//! Floating-point arithmetic on words: bits are converted to a float term and its result to bits. Arithmetic produces the
//! canonical NaN, as which NaN results cannot be observed.

use quell_bits::{Bits, FloatFormat};
use quell_ir::opcode::FloatPred;
use quell_term::{Op, Pool, Rounding, Term};

use super::word::{Word, spread};
use crate::domain::{Fpu, Fpu1};

/// Whether a format has terms: that of the x87 has bits that the IEEE formats do not have.
pub fn is_known(format: FloatFormat) -> bool {
    quell_term::pattern_width(format) == format.width()
}

fn decode(pool: &mut Pool, format: FloatFormat, word: Term) -> Term {
    pool.from_bits(format, word)
}

/// Undefined as a whole if any operand has an undefined bit.
fn result(pool: &mut Pool, width: u32, term: Term, operands: &[Word]) -> Word {
    if operands.iter().all(|word| word.undef.is_none()) {
        return Word::defined(term);
    }
    let conditions: Vec<_> = operands
        .iter()
        .map(|word| word.is_undefined(pool))
        .collect();
    let any = pool.or_all(&conditions);
    let undef = spread(pool, any, width);
    Word::masked(pool, term, undef)
}

/// None where the theory has no such operation.
pub fn binary(pool: &mut Pool, op: Fpu, format: FloatFormat, a: Word, b: Word) -> Option<Word> {
    let width = format.width();
    let term = match op {
        Fpu::Add | Fpu::Sub | Fpu::Mul | Fpu::Div => {
            let op = match op {
                Fpu::Add => Op::FpAdd,
                Fpu::Sub => Op::FpSub,
                Fpu::Mul => Op::FpMul,
                _ => Op::FpDiv,
            };
            let (x, y) = (decode(pool, format, a.term), decode(pool, format, b.term));
            let value = pool.make(op, &[x, y]);
            pool.to_bits(value)
        }
        Fpu::CopySign => copy_sign(pool, width, a.term, b.term),
        Fpu::Rem => return None,
        _ => extreme(pool, op, format, a.term, b.term),
    };
    Some(result(pool, width, term, &[a, b]))
}

fn copy_sign(pool: &mut Pool, width: u32, magnitude: Term, sign: Term) -> Term {
    let sign = pool.extract(sign, width - 1, width - 1);
    let magnitude = pool.extract(magnitude, width - 2, 0);
    pool.concat(sign, magnitude)
}

/// The minimum or maximum of two, as in `quell_bits::float`.
fn extreme(pool: &mut Pool, op: Fpu, format: FloatFormat, a: Term, b: Term) -> Term {
    let (x, y) = (decode(pool, format, a), decode(pool, format, b));
    let least = matches!(op, Fpu::MinNum | Fpu::Minimum | Fpu::MinimumNum);
    let second = if least {
        pool.fp_lt(y, x)
    } else {
        pool.fp_lt(x, y)
    };
    let second = match op {
        Fpu::MinNum | Fpu::MaxNum => second,
        _ => {
            // Zeros are ordered by their signs.
            let (zero_x, zero_y) = (pool.fp_is_zero(x), pool.fp_is_zero(y));
            let signed = if least { b } else { a };
            let negative = pool.bit(signed, format.width() - 1);
            let zeros = pool.and(zero_x, zero_y);
            let by_sign = pool.and(zeros, negative);
            pool.or(second, by_sign)
        }
    };
    let number = pool.ite(second, b, a);
    let (nan_x, nan_y) = (pool.fp_is_nan(x), pool.fp_is_nan(y));
    let nan_wins = matches!(op, Fpu::Minimum | Fpu::Maximum);
    let (if_x, if_y) = if nan_wins { (a, b) } else { (b, a) };
    let inner = pool.ite(nan_y, if_y, number);
    pool.ite(nan_x, if_x, inner)
}

pub fn unary(pool: &mut Pool, op: Fpu1, format: FloatFormat, a: Word) -> Word {
    let width = format.width();
    let term = match op {
        Fpu1::Neg => signed(pool, width, a.term, Op::FpNeg),
        Fpu1::Abs => signed(pool, width, a.term, Op::FpAbs),
        _ => {
            let x = decode(pool, format, a.term);
            let value = match op {
                Fpu1::Sqrt => pool.fp_sqrt(x),
                Fpu1::Floor => pool.fp_round(Rounding::Down, x),
                Fpu1::Ceil => pool.fp_round(Rounding::Up, x),
                Fpu1::Trunc => pool.fp_round(Rounding::Zero, x),
                Fpu1::Round => pool.fp_round(Rounding::NearestAway, x),
                _ => pool.fp_round(Rounding::NearestEven, x),
            };
            pool.to_bits(value)
        }
    };
    result(pool, width, term, &[a])
}

/// Changes the sign: of the float if the word is the bits of one, else of the bit.
fn signed(pool: &mut Pool, width: u32, a: Term, op: Op) -> Term {
    if pool.op(a) == Op::ToBits {
        let float = pool.args(a)[0];
        let value = pool.make(op, &[float]);
        return pool.to_bits(value);
    }
    let rest = pool.extract(a, width - 2, 0);
    let sign = match op {
        Op::FpNeg => {
            let sign = pool.extract(a, width - 1, width - 1);
            pool.bvnot(sign)
        }
        _ => pool.number(1, 0),
    };
    pool.concat(sign, rest)
}

pub fn fma(pool: &mut Pool, format: FloatFormat, [a, b, c]: [Word; 3]) -> Word {
    let terms = [a, b, c].map(|word| decode(pool, format, word.term));
    let value = pool.make(Op::FpFma, &terms);
    let term = pool.to_bits(value);
    result(pool, format.width(), term, &[a, b, c])
}

pub fn test(pool: &mut Pool, pred: FloatPred, format: FloatFormat, a: Word, b: Word) -> Word {
    let (x, y) = (decode(pool, format, a.term), decode(pool, format, b.term));
    let term = compare(pool, pred, x, y);
    result(pool, 1, term, &[a, b])
}

fn compare(pool: &mut Pool, pred: FloatPred, x: Term, y: Term) -> Term {
    match pred {
        FloatPred::False => pool.bool(false),
        FloatPred::True => pool.bool(true),
        FloatPred::Oeq => pool.fp_eq(x, y),
        FloatPred::Ogt => pool.fp_lt(y, x),
        FloatPred::Oge => pool.fp_le(y, x),
        FloatPred::Olt => pool.fp_lt(x, y),
        FloatPred::Ole => pool.fp_le(x, y),
        FloatPred::One => {
            let (less, greater) = (pool.fp_lt(x, y), pool.fp_lt(y, x));
            pool.or(less, greater)
        }
        FloatPred::Uno => {
            let (a, b) = (pool.fp_is_nan(x), pool.fp_is_nan(y));
            pool.or(a, b)
        }
        _ => {
            let opposite = compare(pool, opposite(pred), x, y);
            pool.not(opposite)
        }
    }
}

/// The predicate that holds exactly where this one does not.
fn opposite(pred: FloatPred) -> FloatPred {
    match pred {
        FloatPred::Ord => FloatPred::Uno,
        FloatPred::Ueq => FloatPred::One,
        FloatPred::Ugt => FloatPred::Ole,
        FloatPred::Uge => FloatPred::Olt,
        FloatPred::Ult => FloatPred::Oge,
        FloatPred::Ule => FloatPred::Ogt,
        FloatPred::Une => FloatPred::Oeq,
        other => other,
    }
}

pub fn convert(pool: &mut Pool, from: FloatFormat, to: FloatFormat, a: Word) -> Word {
    let x = decode(pool, from, a.term);
    let value = pool.fp_to_fp(to, x);
    let term = pool.to_bits(value);
    result(pool, to.width(), term, &[a])
}

pub fn from_int(pool: &mut Pool, signed: bool, to: FloatFormat, a: Word) -> Word {
    let value = pool.int_to_fp(to, a.term, signed);
    let term = pool.to_bits(value);
    result(pool, to.width(), term, &[a])
}

/// The integer, saturated, and whether it was in range.
pub fn to_int(
    pool: &mut Pool,
    from: FloatFormat,
    width: u32,
    is_signed: bool,
    a: Word,
) -> (Word, Word) {
    let x = decode(pool, from, a.term);
    let fits = pool.fp_fits(x, width, is_signed);
    let inside = pool.fp_to_int(x, width, is_signed);
    let (least, greatest) = if is_signed {
        (Bits::min_signed(width), Bits::min_signed(width).not())
    } else {
        (Bits::zero(width), Bits::ones(width))
    };
    let (least, greatest) = (pool.bits(&least), pool.bits(&greatest));
    let negative = pool.fp_is_negative(x);
    let outside = pool.ite(negative, least, greatest);
    let nan = pool.fp_is_nan(x);
    let zero = pool.number(width, 0);
    let outside = pool.ite(nan, zero, outside);
    let value = pool.ite(fits, inside, outside);
    let value = super::word::in_word_sort(pool, width, value);
    let value = result(pool, width, value, &[a]);
    (value, result(pool, 1, fits, &[a]))
}
