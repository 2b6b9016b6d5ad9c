//! Arithmetic on words: the terms, and which bits of the results are undefined. Exact for operations that move bits, so that
//! padding does not spread into bit-fields; conservative for arithmetic.

use quell_bits::Bits;
use quell_term::{Op, Pool, Term};

use super::word::{Word, as_bool, constant, in_word_sort, nonzero, number, ones, spread};
use crate::domain::{Alu, Alu1, Test};

/// The operator on bit vectors; words of one bit have their own.
fn vector_op(op: Alu) -> Op {
    match op {
        Alu::Add => Op::Add,
        Alu::Sub => Op::Sub,
        Alu::Mul => Op::Mul,
        Alu::UDiv => Op::UDiv,
        Alu::SDiv => Op::SDiv,
        Alu::URem => Op::URem,
        Alu::SRem => Op::SRem,
        Alu::Shl => Op::Shl,
        Alu::LShr => Op::LShr,
        Alu::AShr => Op::AShr,
        Alu::And => Op::BvAnd,
        Alu::Or => Op::BvOr,
        Alu::Xor => Op::BvXor,
    }
}

/// The operation on words of one bit.
fn bool_alu(pool: &mut Pool, op: Alu, a: Term, b: Term) -> Term {
    match op {
        Alu::Add | Alu::Sub | Alu::Xor => pool.xor(a, b),
        Alu::Mul | Alu::And => pool.and(a, b),
        Alu::Or => pool.or(a, b),
        // Division by zero is excluded, and so is -1 by -1.
        Alu::UDiv | Alu::SDiv => a,
        Alu::URem | Alu::SRem => pool.bool(false),
        Alu::Shl | Alu::LShr => {
            let keeps = pool.not(b);
            pool.and(a, keeps)
        }
        Alu::AShr => a,
    }
}

pub fn alu(pool: &mut Pool, op: Alu, width: u32, a: Word, b: Word) -> Word {
    let value = match width {
        1 => bool_alu(pool, op, a.term, b.term),
        _ => pool.make(vector_op(op), &[a.term, b.term]),
    };
    if a.undef.is_none() && b.undef.is_none() {
        return Word::defined(value);
    }
    let undef = alu_undef(pool, op, width, a, b);
    Word::masked(pool, value, undef)
}

fn or_words(pool: &mut Pool, width: u32, a: Term, b: Term) -> Term {
    alu(pool, Alu::Or, width, Word::defined(a), Word::defined(b)).term
}

fn and_words(pool: &mut Pool, width: u32, a: Term, b: Term) -> Term {
    alu(pool, Alu::And, width, Word::defined(a), Word::defined(b)).term
}

fn not_word(pool: &mut Pool, width: u32, a: Term) -> Term {
    alu1(pool, Alu1::Not, width, Word::defined(a)).term
}

fn alu_undef(pool: &mut Pool, op: Alu, width: u32, a: Word, b: Word) -> Term {
    let (undef_a, undef_b) = (a.mask(pool), b.mask(pool));
    let either = or_words(pool, width, undef_a, undef_b);
    match op {
        Alu::Xor => either,
        // A defined zero (one) decides an `and` (`or`).
        Alu::And => {
            let (may_a, may_b) = (
                or_words(pool, width, a.term, undef_a),
                or_words(pool, width, b.term, undef_b),
            );
            let may = and_words(pool, width, may_a, may_b);
            and_words(pool, width, either, may)
        }
        Alu::Or => {
            let must_a = known_ones(pool, width, a.term, undef_a);
            let must_b = known_ones(pool, width, b.term, undef_b);
            let must = or_words(pool, width, must_a, must_b);
            let open = not_word(pool, width, must);
            and_words(pool, width, either, open)
        }
        Alu::Shl | Alu::LShr | Alu::AShr => {
            let (mask, amount) = (Word::defined(undef_a), Word::defined(b.term));
            let moved = alu(pool, op, width, mask, amount).term;
            let anywhere = all_if_any(pool, width, undef_b);
            or_words(pool, width, moved, anywhere)
        }
        Alu::Add | Alu::Sub | Alu::Mul => smear_up(pool, width, either),
        _ => all_if_any(pool, width, either),
    }
}

fn known_ones(pool: &mut Pool, width: u32, term: Term, undef: Term) -> Term {
    let defined = not_word(pool, width, undef);
    and_words(pool, width, term, defined)
}

fn all_if_any(pool: &mut Pool, width: u32, undef: Term) -> Term {
    let any = nonzero(pool, undef);
    spread(pool, any, width)
}

/// All bits from the lowest undefined one upwards: carries can reach them.
fn smear_up(pool: &mut Pool, width: u32, undef: Term) -> Term {
    let upwards = value1(pool, Alu1::Neg, width, undef);
    or_words(pool, width, undef, upwards)
}

fn test_op(test: Test) -> (Op, bool) {
    match test {
        Test::Eq => (Op::Eq, true),
        Test::Ne => (Op::Eq, false),
        Test::Ult => (Op::Ult, true),
        Test::Ule => (Op::Ule, true),
        Test::Slt => (Op::Slt, true),
        Test::Sle => (Op::Sle, true),
        Test::UAddOverflows => (Op::UAddOverflows, true),
        Test::SAddOverflows => (Op::SAddOverflows, true),
        Test::USubOverflows => (Op::USubOverflows, true),
        Test::SSubOverflows => (Op::SSubOverflows, true),
        Test::UMulOverflows => (Op::UMulOverflows, true),
        Test::SMulOverflows => (Op::SMulOverflows, true),
    }
}

pub fn test(pool: &mut Pool, test: Test, width: u32, a: Word, b: Word) -> Word {
    let (op, as_is) = test_op(test);
    let (left, right) = match op {
        Op::Eq => (a.term, b.term),
        _ => (pool.as_vector(a.term), pool.as_vector(b.term)),
    };
    let mut holds = pool.make(op, &[left, right]);
    if !as_is {
        holds = pool.not(holds);
    }
    if a.undef.is_none() && b.undef.is_none() {
        return Word::defined(holds);
    }
    let undef = test_undef(pool, test, width, a, b);
    Word::masked(pool, holds, undef)
}

/// When the undefined bits of two words decide a test.
fn test_undef(pool: &mut Pool, test: Test, width: u32, a: Word, b: Word) -> Term {
    match test {
        Test::Eq | Test::Ne => equality_undef(pool, width, a, b),
        Test::Ult | Test::Ule | Test::Slt | Test::Sle => order_undef(pool, test, width, a, b),
        _ => {
            let (undef_a, undef_b) = (a.is_undefined(pool), b.is_undefined(pool));
            pool.or(undef_a, undef_b)
        }
    }
}

/// An order is decided when the extremes agree, unless no bit of a word is defined; see the concrete machine.
fn order_undef(pool: &mut Pool, order: Test, width: u32, a: Word, b: Word) -> Term {
    let ((low_a, high_a), (low_b, high_b)) = (
        extremes(pool, order, width, a),
        extremes(pool, order, width, b),
    );
    let always = test(pool, order, width, high_a, low_b).term;
    let sometimes = test(pool, order, width, low_a, high_b).term;
    let never = pool.not(sometimes);
    let decided = pool.or(always, never);
    let open = pool.not(decided);
    let (unwritten_a, unwritten_b) = (is_unwritten(pool, width, a), is_unwritten(pool, width, b));
    let unwritten = pool.or(unwritten_a, unwritten_b);
    pool.or(open, unwritten)
}

/// The least and the greatest value that a partly undefined word can have.
fn extremes(pool: &mut Pool, order: Test, width: u32, word: Word) -> (Word, Word) {
    let undef = word.mask(pool);
    let low = known_ones(pool, width, word.term, undef);
    let high = or_words(pool, width, word.term, undef);
    if matches!(order, Test::Ult | Test::Ule) {
        return (Word::defined(low), Word::defined(high));
    }
    // An undefined sign makes the least one negative and the greatest one positive.
    let sign = constant(pool, &Bits::min_signed(width));
    let unsure = and_words(pool, width, undef, sign);
    let low = or_words(pool, width, low, unsure);
    let sure = not_word(pool, width, unsure);
    let high = and_words(pool, width, high, sure);
    (Word::defined(low), Word::defined(high))
}

fn is_unwritten(pool: &mut Pool, width: u32, word: Word) -> Term {
    let undef = word.mask(pool);
    let defined = not_word(pool, width, undef);
    let some = nonzero(pool, defined);
    pool.not(some)
}

/// Two words differ for certain if one bit that is defined in both differs.
fn equality_undef(pool: &mut Pool, width: u32, a: Word, b: Word) -> Term {
    let (undef_a, undef_b) = (a.mask(pool), b.mask(pool));
    let either = or_words(pool, width, undef_a, undef_b);
    let any = nonzero(pool, either);
    let differ = alu(
        pool,
        Alu::Xor,
        width,
        Word::defined(a.term),
        Word::defined(b.term),
    );
    let defined = not_word(pool, width, either);
    let decided = and_words(pool, width, differ.term, defined);
    let decided = nonzero(pool, decided);
    let open = pool.not(decided);
    pool.and(any, open)
}

pub fn alu1(pool: &mut Pool, op: Alu1, width: u32, a: Word) -> Word {
    let value = value1(pool, op, width, a.term);
    let Some(undef) = a.undef else {
        return Word::defined(value);
    };
    let undef = match op {
        Alu1::Not => undef,
        Alu1::SwapBytes | Alu1::ReverseBits => value1(pool, op, width, undef),
        Alu1::Neg => smear_up(pool, width, undef),
        _ => all_if_any(pool, width, undef),
    };
    Word::masked(pool, value, undef)
}

fn value1(pool: &mut Pool, op: Alu1, width: u32, a: Term) -> Term {
    match (op, width) {
        (Alu1::Not, 1) => pool.not(a),
        (Alu1::Neg | Alu1::CountOnes | Alu1::SwapBytes | Alu1::ReverseBits, 1) => a,
        (Alu1::LeadingZeros | Alu1::TrailingZeros, 1) => pool.not(a),
        (Alu1::Not, _) => pool.bvnot(a),
        (Alu1::Neg, _) => pool.neg(a),
        (Alu1::CountOnes, _) => count_ones(pool, width, a),
        (Alu1::LeadingZeros, _) => first_one(pool, width, a, (0..width).collect()),
        (Alu1::TrailingZeros, _) => first_one(pool, width, a, (0..width).rev().collect()),
        (Alu1::SwapBytes, _) => pieces_reversed(pool, width, 8, a),
        (Alu1::ReverseBits, _) => pieces_reversed(pool, width, 1, a),
    }
}

fn count_ones(pool: &mut Pool, width: u32, a: Term) -> Term {
    let mut sum = number(pool, width, 0);
    for bit in 0..width {
        let bit = pool.extract(a, bit, bit);
        let bit = pool.zext_to(bit, width);
        sum = pool.add(sum, bit);
    }
    sum
}

/// The number of zero bits before the first set one. The bits are given from the last to the first.
fn first_one(pool: &mut Pool, width: u32, a: Term, bits: Vec<u32>) -> Term {
    let mut count = number(pool, width, u64::from(width));
    for (from_last, bit) in bits.into_iter().enumerate() {
        let before = u64::from(width - 1) - from_last as u64;
        let here = number(pool, width, before);
        let set = pool.bit(a, bit);
        count = pool.ite(set, here, count);
    }
    count
}

fn pieces_reversed(pool: &mut Pool, width: u32, piece: u32, a: Term) -> Term {
    let mut result = pool.extract(a, piece - 1, 0);
    let mut low = piece;
    while low + piece <= width {
        let next = pool.extract(a, low + piece - 1, low);
        result = pool.concat(result, next);
        low += piece;
    }
    result
}

/// Applies the same move of bits to the value and to the mask.
pub fn moved(pool: &mut Pool, a: Word, f: impl Fn(&mut Pool, Term) -> Term) -> Word {
    let value = f(pool, a.term);
    match a.undef {
        None => Word::defined(value),
        Some(undef) => {
            let undef = f(pool, undef);
            Word::masked(pool, value, undef)
        }
    }
}

pub fn extract(pool: &mut Pool, width: u32, a: Word, low: u32, len: u32) -> Word {
    if low == 0 && len == width {
        return a;
    }
    moved(pool, a, |pool, term| {
        let term = pool.as_vector(term);
        let part = pool.extract(term, low + len - 1, low);
        in_word_sort(pool, len, part)
    })
}

pub fn concat(pool: &mut Pool, high: Word, low: Word) -> Word {
    let join = |pool: &mut Pool, high: Term, low: Term| {
        let (high, low) = (pool.as_vector(high), pool.as_vector(low));
        pool.concat(high, low)
    };
    let value = join(pool, high.term, low.term);
    if high.undef.is_none() && low.undef.is_none() {
        return Word::defined(value);
    }
    let (high, low) = (high.mask(pool), low.mask(pool));
    let undef = join(pool, high, low);
    Word::masked(pool, value, undef)
}

pub fn select(pool: &mut Pool, cond: Word, width: u32, a: Word, b: Word) -> Word {
    let cond_term = as_bool(pool, cond.term);
    let value = pool.ite(cond_term, a.term, b.term);
    if cond.undef.is_none() && a.undef.is_none() && b.undef.is_none() {
        return Word::defined(value);
    }
    let (undef_a, undef_b) = (a.mask(pool), b.mask(pool));
    let chosen = pool.ite(cond_term, undef_a, undef_b);
    let open = cond.is_undefined(pool);
    let all = ones(pool, width);
    let undef = pool.ite(open, all, chosen);
    Word::masked(pool, value, undef)
}

/// An entirely undefined word.
pub fn undefined(pool: &mut Pool, width: u32) -> Word {
    let term = constant(pool, &Bits::zero(width));
    let undef = ones(pool, width);
    Word {
        term,
        undef: Some(undef),
    }
}

/// The symbolic and the concrete machine agree on undefined bits, for all pairs of partly undefined words.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::concrete::{self, Concrete};
    use crate::domain::Domain;

    type Known = concrete::Word;

    fn words(width: u32) -> Vec<(u64, u64)> {
        let all = 0..1u64 << width;
        let of_mask = |mask: u64| all.clone().map(move |bits| (bits, mask));
        let words = all.clone().flat_map(of_mask);
        words.filter(|(bits, mask)| bits & mask == 0).collect()
    }

    fn concrete(width: u32, (bits, mask): (u64, u64)) -> Known {
        Known::from_parts(Bits::from_u64(width, bits), Bits::from_u64(width, mask))
    }

    fn symbolic(pool: &mut Pool, width: u32, (bits, mask): (u64, u64)) -> Word {
        let term = number(pool, width, bits);
        let undef = number(pool, width, mask);
        Word::masked(pool, term, undef)
    }

    fn settled_number(pool: &Pool, term: Term) -> u64 {
        let of_bool = pool.as_bool(term).map(u64::from);
        let number = of_bool.or_else(|| pool.as_bits(term).map(Bits::low_u64));
        number.expect("constants give constants")
    }

    /// Values where they are defined, and which bits are not.
    fn assert_same(pool: &mut Pool, width: u32, got: Word, want: &Known, what: &str) {
        let (value, undef) = want.parts(width);
        let mask = got.mask(pool);
        let mask = settled_number(pool, mask);
        assert_eq!(mask, undef.low_u64(), "{what}");
        let got = settled_number(pool, got.term);
        assert_eq!(got & !mask, value.low_u64() & !mask, "{what}");
    }

    fn for_all_pairs(width: u32, mut check: impl FnMut((u64, u64), (u64, u64))) {
        for a in words(width) {
            for b in words(width) {
                check(a, b);
            }
        }
    }

    fn same_alu(width: u32, ops: &[Alu], usable: impl Fn((u64, u64)) -> bool) {
        let (mut pool, mut domain) = (Pool::new(), Concrete::default());
        for_all_pairs(width, |a, b| {
            for op in ops.iter().copied().filter(|_| usable(b)) {
                let (left, right) = (symbolic(&mut pool, width, a), symbolic(&mut pool, width, b));
                let got = alu(&mut pool, op, width, left, right);
                let want = domain.alu(op, width, &concrete(width, a), &concrete(width, b));
                assert_same(&mut pool, width, got, &want, &format!("{op:?} {a:?} {b:?}"));
            }
        });
    }

    #[test]
    fn same_bits_of_arithmetic() {
        for width in [1, 4] {
            let ops = [Alu::Add, Alu::Sub, Alu::Mul, Alu::And, Alu::Or, Alu::Xor];
            same_alu(width, &ops, |_| true);
        }
        let shifts = [Alu::Shl, Alu::LShr, Alu::AShr];
        same_alu(4, &shifts, |(amount, _)| amount < 4);
        let divisions = [Alu::UDiv, Alu::SDiv, Alu::URem, Alu::SRem];
        same_alu(4, &divisions, |(divisor, _)| divisor != 0);
    }

    #[test]
    fn same_bits_of_comparisons() {
        let (mut pool, mut domain) = (Pool::new(), Concrete::default());
        let tests = [
            Test::Eq,
            Test::Ne,
            Test::Ult,
            Test::Ule,
            Test::Slt,
            Test::Sle,
            Test::SAddOverflows,
            Test::UMulOverflows,
        ];
        for width in [1, 4] {
            for_all_pairs(width, |a, b| {
                for of in tests {
                    let (left, right) =
                        (symbolic(&mut pool, width, a), symbolic(&mut pool, width, b));
                    let got = test(&mut pool, of, width, left, right);
                    let want = domain.test(of, width, &concrete(width, a), &concrete(width, b));
                    assert_same(&mut pool, 1, got, &want, &format!("{of:?} {a:?} {b:?}"));
                }
            });
        }
    }

    #[test]
    fn same_bits_of_one_word() {
        let (mut pool, mut domain) = (Pool::new(), Concrete::default());
        let ops = [
            Alu1::Not,
            Alu1::Neg,
            Alu1::CountOnes,
            Alu1::LeadingZeros,
            Alu1::TrailingZeros,
            Alu1::ReverseBits,
        ];
        for (width, op) in [1, 4].into_iter().flat_map(|w| ops.map(|op| (w, op))) {
            for a in words(width) {
                let word = symbolic(&mut pool, width, a);
                let got = alu1(&mut pool, op, width, word);
                let want = domain.alu1(op, width, &concrete(width, a));
                assert_same(&mut pool, width, got, &want, &format!("{op:?} {a:?}"));
            }
        }
    }
}
