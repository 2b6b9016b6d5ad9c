//! A normal form for comparisons of sums. Where the path condition rules out that a sum wraps, `a - b < c` and `a < b + c` are
//! equivalent, and become one term.

use quell_term::{Op, Pool, Term};

use super::intervals::{Interval, WIDEST, interval, signed};
use super::path_condition::PathCondition;
use crate::domain::Test;

/// Sums with more terms are not normalised.
const MAX_TERMS: usize = 4;
/// Nor are those with greater factors.
const MAX_FACTOR: i128 = 64;
/// How deep a term is searched for sums.
const DEPTH: u32 = 6;
/// How many nested choices a comparison is distributed over.
const MAX_CHOICES: u32 = 2;

/// A linear sum: terms with factors, and a constant. The terms are ordered, and no factor is zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Sum {
    parts: Vec<(Term, i128)>,
    number: i128,
}

impl Sum {
    fn plus(mut self, other: Self, times: i128) -> Self {
        for (term, factor) in other.parts {
            match self.parts.binary_search_by_key(&term, |part| part.0) {
                Ok(at) => self.parts[at].1 += times * factor,
                Err(at) => self.parts.insert(at, (term, times * factor)),
            }
        }
        self.parts.retain(|part| part.1 != 0);
        self.number += times * other.number;
        self
    }

    fn is_small(&self) -> bool {
        self.parts.len() <= MAX_TERMS && self.parts.iter().all(|part| part.1.abs() <= MAX_FACTOR)
    }

    /// The positive part of the sum if `sign` is 1, the negated negative part if it is -1.
    fn side(&self, sign: i128) -> Self {
        let parts = self.parts.iter().filter(|part| part.1 * sign > 0);
        Self {
            parts: parts.map(|(term, factor)| (*term, factor * sign)).collect(),
            number: (self.number * sign).max(0),
        }
    }

    fn interval(&self, pool: &Pool, path: &PathCondition) -> Interval {
        let parts = self.parts.iter();
        let sizes = parts.map(|(term, factor)| interval(pool, path, *term).times(*factor));
        sizes.fold(Interval::only(self.number), Interval::plus)
    }

    fn widest(&self, pool: &Pool) -> u32 {
        let widths = self.parts.iter().map(|part| pool.width(part.0));
        widths.max().unwrap_or(0)
    }

    /// The sum as a term of a width that it fits in.
    fn term(&self, pool: &mut Pool, width: u32) -> Term {
        let mut sum = None;
        for (term, factor) in &self.parts {
            let wide = pool.sext_to(*term, width);
            let times = number(pool, width, *factor);
            let product = pool.make(Op::Mul, &[wide, times]);
            sum = Some(match sum {
                Some(sum) => pool.add(sum, product),
                None => product,
            });
        }
        let last = number(pool, width, self.number);
        match sum {
            Some(sum) => pool.add(sum, last),
            None => last,
        }
    }
}

fn number(pool: &mut Pool, width: u32, value: i128) -> Term {
    pool.bits(&quell_bits::Bits::from_u128(width, value as u128))
}

/// A term as a sum; of one part, if it is no sum or may wrap.
fn sum(pool: &Pool, path: &PathCondition, term: Term, depth: u32) -> Sum {
    if let Some(number) = signed(pool, term) {
        return Sum {
            number,
            ..Sum::default()
        };
    }
    let alone = Sum {
        parts: vec![(term, 1)],
        number: 0,
    };
    if depth == 0 {
        return alone;
    }
    let of = |term: Term| sum(pool, path, term, depth - 1);
    let size = |term: Term| interval(pool, path, term);
    let whole = match (pool.op(term), pool.args(term)) {
        (Op::Add, [a, b]) => (of(*a).plus(of(*b), 1), size(*a).plus(size(*b))),
        (Op::Sub, [a, b]) => (of(*a).plus(of(*b), -1), size(*a).plus(size(*b).times(-1))),
        (Op::BvNeg, [a]) => (Sum::default().plus(of(*a), -1), size(*a).times(-1)),
        (Op::SignExtend(_), [a]) => return of(*a),
        (Op::ZeroExtend(_), [a]) if size(*a).least >= 0 => return of(*a),
        _ => return alone,
    };
    match whole {
        (sum, size) if size.fits(pool.width(term)) && sum.is_small() => sum,
        _ => alone,
    }
}

/// A test decided by intervals or in normal form; none if that is no better than the test as it is. The terms have from 2 to
/// [`WIDEST`] bits.
pub fn normalised(
    pool: &mut Pool,
    path: &PathCondition,
    test: Test,
    a: Term,
    b: Term,
) -> Option<Term> {
    match overflow(pool, path, test, a, b) {
        Some(true) => None,
        Some(false) => Some(pool.bool(false)),
        None => compared(pool, path, test, (a, b), MAX_CHOICES),
    }
}

/// For a test for signed overflow, whether it may hold.
fn overflow(pool: &Pool, path: &PathCondition, test: Test, a: Term, b: Term) -> Option<bool> {
    let (x, y) = (interval(pool, path, a), interval(pool, path, b));
    let result = match test {
        Test::SAddOverflows => x.plus(y),
        Test::SSubOverflows => x.plus(y.times(-1)),
        Test::SMulOverflows => product(x, y),
        Test::UAddOverflows | Test::USubOverflows | Test::UMulOverflows => return Some(true),
        _ => return None,
    };
    Some(!result.fits(pool.width(a)))
}

fn product(x: Interval, y: Interval) -> Interval {
    let (least, greatest) = (x.times(y.least), x.times(y.greatest));
    Interval {
        least: least.least.min(greatest.least),
        greatest: least.greatest.max(greatest.greatest),
    }
}

fn compared(
    pool: &mut Pool,
    path: &PathCondition,
    test: Test,
    (a, b): (Term, Term),
    choices: u32,
) -> Option<Term> {
    if choices > 0
        && let Some(chosen) = under_choice(pool, path, test, (a, b), choices - 1)
    {
        return Some(chosen);
    }
    let signless = matches!(test, Test::Ult | Test::Ule);
    if signless && (interval(pool, path, a).least < 0 || interval(pool, path, b).least < 0) {
        return None;
    }
    let (left, right) = (sum(pool, path, a, DEPTH), sum(pool, path, b, DEPTH));
    let is_plain = |sum: &Sum, term: Term| sum.parts.is_empty() || sum.parts == [(term, 1)];
    if is_plain(&left, a) && is_plain(&right, b) {
        return None;
    }
    let difference = left.plus(right, -1);
    if !difference.is_small() {
        return None;
    }
    with_both_sides(pool, path, test, &difference)
}

/// A comparison of a difference with zero, its negative part moved to the other side.
fn with_both_sides(
    pool: &mut Pool,
    path: &PathCondition,
    test: Test,
    difference: &Sum,
) -> Option<Term> {
    let equality = matches!(test, Test::Eq | Test::Ne);
    // An equality has two such forms: the one in which the first term is positive.
    let turned = equality && difference.parts.first().is_some_and(|part| part.1 < 0);
    let sign = if turned { -1 } else { 1 };
    let (left, right) = (difference.side(sign), difference.side(-sign));
    let mut width = left.widest(pool).max(right.widest(pool)).max(2);
    let sizes = [left.interval(pool, path), right.interval(pool, path)];
    while !sizes.iter().all(|size| size.fits(width)) {
        width += 1;
        if width > WIDEST {
            return None;
        }
    }
    let (x, y) = (left.term(pool, width), right.term(pool, width));
    Some(match test {
        Test::Eq => pool.eq(x, y),
        Test::Ne => pool.ne(x, y),
        Test::Slt | Test::Ult => pool.make(Op::Slt, &[x, y]),
        Test::Sle | Test::Ule => pool.make(Op::Sle, &[x, y]),
        _ => return None,
    })
}

/// Distributes a comparison with a choice of sums: a choice of comparisons.
fn under_choice(
    pool: &mut Pool,
    path: &PathCondition,
    test: Test,
    (a, b): (Term, Term),
    choices: u32,
) -> Option<Term> {
    for (side, term) in [a, b].into_iter().enumerate() {
        let (Op::Ite, &[condition, x, y]) = (pool.op(term), pool.args(term)) else {
            continue;
        };
        let is_sum = |term: Term| matches!(pool.op(term), Op::Add | Op::Sub | Op::BvNeg);
        if !is_sum(x) && !is_sum(y) {
            continue;
        }
        let mut with = |chosen: Term| {
            let pair = if side == 0 { (chosen, b) } else { (a, chosen) };
            compared(pool, path, test, pair, choices)
        };
        let (first, second) = (with(x)?, with(y)?);
        return Some(pool.ite(condition, first, second));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use quell_bits::Bits;
    use quell_term::{Assignment, Evaluator, Sort, Value};

    const WIDTH: u32 = 4;
    const TESTS: &[Test] = &[
        Test::Eq,
        Test::Ne,
        Test::Slt,
        Test::Sle,
        Test::Ult,
        Test::Ule,
        Test::SAddOverflows,
        Test::SSubOverflows,
        Test::SMulOverflows,
        Test::UAddOverflows,
    ];

    fn variables(pool: &mut Pool) -> Vec<Term> {
        let names = ["x", "y", "z"];
        names.map(|name| pool.var(name, Sort::Bv(WIDTH))).to_vec()
    }

    /// Sums, differences and choices of them, all of one width.
    fn sums(pool: &mut Pool, of: &[Term]) -> Vec<Term> {
        let [x, y, z] = of[..] else { return Vec::new() };
        let (one, top) = (pool.number(WIDTH, 1), pool.number(WIDTH, 7));
        let (sum, less, more) = (pool.add(x, y), pool.sub(x, y), pool.sub(y, x));
        let order = pool.make(Op::Slt, &[x, y]);
        let negative = pool.make(Op::Slt, &[less, one]);
        let step = pool.add(z, one);
        let all = pool.sub(sum, z);
        vec![
            x,
            z,
            top,
            sum,
            less,
            step,
            all,
            pool.neg(z),
            pool.ite(order, more, less),
            pool.ite(negative, more, z),
        ]
    }

    /// Some of the same with more room.
    fn wide(pool: &mut Pool, of: &[Term]) -> Vec<Term> {
        let [x, y, z] = of[..] else { return Vec::new() };
        let signed = [x, y].map(|term| pool.sext_to(term, WIDTH + 2));
        let signless = [x, z].map(|term| pool.zext_to(term, WIDTH + 2));
        vec![
            pool.add(signed[0], signed[1]),
            pool.sub(signed[0], signless[1]),
            pool.add(signless[0], signless[1]),
            signless[0],
            pool.number(WIDTH + 2, 5),
        ]
    }

    fn paths(pool: &mut Pool, of: &[Term]) -> Vec<PathCondition> {
        let numbers = [0, 1, 3, 6].map(|value| pool.number(WIDTH, value));
        let mut lists = vec![Vec::new()];
        let positive = of
            .iter()
            .map(|term| pool.make(Op::Sle, &[numbers[1], *term]));
        lists.push(positive.collect());
        let small = of
            .iter()
            .map(|term| pool.make(Op::Ult, &[*term, numbers[2]]));
        lists.push(small.collect());
        let negative = pool.make(Op::Slt, &[of[0], numbers[0]]);
        let other = pool.make(Op::Slt, &[numbers[3], of[1]]);
        let both = pool.or(negative, other);
        let is = pool.eq(of[2], numbers[3]);
        lists.push(vec![pool.not(both), is]);
        lists.push(vec![negative, pool.not(other)]);
        let to_path = |decisions: Vec<Term>| {
            let mut path = PathCondition::default();
            for decision in decisions {
                path.push(pool, decision);
            }
            path
        };
        lists.into_iter().map(to_path).collect()
    }

    fn inputs(of: &[Term]) -> Vec<Assignment> {
        let values = |index: u64| (0..3).map(move |place| index >> (place * WIDTH) & 15);
        let all = 0..1u64 << (3 * WIDTH);
        let input = |index| {
            let pairs = of.iter().zip(values(index));
            pairs
                .map(|(term, value)| (*term, Value::Bits(Bits::from_u64(WIDTH, value))))
                .collect()
        };
        all.map(input).collect()
    }

    /// The test without normalisation.
    fn plain(pool: &mut Pool, test: Test, a: Term, b: Term) -> Term {
        let (a, b) = (
            super::super::word::Word::defined(a),
            super::super::word::Word::defined(b),
        );
        let width = pool.width(a.term);
        super::super::arithmetic::test(pool, test, width, a, b).term
    }

    #[test]
    fn tests_hold_where_they_should_on_all_inputs_of_a_path() {
        let mut pool = Pool::new();
        let of = variables(&mut pool);
        let inputs = inputs(&of);
        let groups = [sums(&mut pool, &of), wide(&mut pool, &of)];
        let (mut asked, mut answered) = (0, 0);
        for path in paths(&mut pool, &of) {
            let condition = path.condition(&mut pool);
            let mut evaluator = Evaluator::new();
            let mut is_true = |pool: &Pool, input: &Assignment, term| {
                evaluator.clear();
                evaluator.is_true(pool, input, term)
            };
            let here: Vec<_> = inputs
                .iter()
                .filter(|input| is_true(&pool, input, condition))
                .collect();
            for terms in &groups {
                for (a, b) in terms
                    .iter()
                    .flat_map(|a| terms.iter().map(move |b| (*a, *b)))
                {
                    for test in TESTS {
                        asked += 1;
                        let Some(holds) = normalised(&mut pool, &path, *test, a, b) else {
                            continue;
                        };
                        answered += 1;
                        let wanted = plain(&mut pool, *test, a, b);
                        let wrong = pool.xor(holds, wanted);
                        if pool.as_bool(wrong) == Some(false) {
                            continue;
                        }
                        let found = here.iter().find(|input| is_true(&pool, input, wrong));
                        assert!(found.is_none(), "{test:?} of {a:?} and {b:?} on {found:?}");
                    }
                }
            }
        }
        assert!(answered > asked / 8, "only {answered} of {asked}");
    }

    #[test]
    fn equivalent_comparisons_are_one_term() {
        let mut pool = Pool::new();
        let of = variables(&mut pool);
        let one = pool.number(WIDTH, 1);
        let mut path = PathCondition::default();
        for term in &of {
            let positive = pool.make(Op::Sle, &[one, *term]);
            path.push(&mut pool, positive);
        }
        let [x, y, z] = of[..] else { return };
        let (a, b) = (pool.sub(x, y), pool.sub(x, z));
        let first = normalised(&mut pool, &path, Test::Slt, a, z);
        assert!(first.is_some());
        assert_eq!(first, normalised(&mut pool, &path, Test::Slt, b, y));
    }
}
