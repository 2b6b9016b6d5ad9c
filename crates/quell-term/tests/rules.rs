//! Every rule on its examples: both sides have the same value, for all values of the variables if the
//! width is small.

use quell_bits::{Bits, FloatFormat, word};
use quell_term::{
    ArrayValue, Assignment, Evaluator, Pool, Rule, Sort, Term, Value, evaluate, rules, smtlib,
    variables,
};
use std::collections::BTreeSet;

/// All values of the variables are tried if there are at most this many combinations, else some.
const MOST: u64 = 1 << 12;

#[test]
fn names_are_unique() {
    let names: BTreeSet<&str> = rules().iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), rules().len());
}

#[test]
fn every_example_shows_its_rule() {
    for rule in rules() {
        for example in rule.examples {
            let text = &[*example];
            let alone = |width| rule.instances_of(text, width).pairs.len();
            assert!(
                [1, 2, 3, 4, 8].into_iter().any(|width| alone(width) > 0),
                "{} does not apply to {example}",
                rule.name
            );
        }
    }
}

#[test]
fn both_sides_are_equal() {
    for rule in rules() {
        for width in [1, 2, 3, 4, 8, 13] {
            check(rule, width);
        }
    }
}

/// Divisibility is tested by multiplication: all divisors and all numbers of 8 bits.
#[test]
fn divisibility_of_bytes() {
    let mut pool = Pool::new();
    let x = pool.var("x", Sort::Bv(8));
    let zero = pool.number(8, 0);
    for divisor in 0..=255u64 {
        let by = pool.number(8, divisor);
        let remainders = [pool.urem(x, by), pool.srem(x, by)];
        let tests = remainders.map(|remainder| pool.eq(remainder, zero));
        for value in 0..=255u64 {
            let mut assignment = Assignment::new();
            assignment.set(x, Value::Bits(Bits::from_u64(8, value)));
            let got = tests.map(|test| evaluate(&pool, &assignment, test).as_bool());
            let is_zero = |remainder: Option<u64>| Some(remainder.unwrap_or(value) == 0);
            let want = [
                is_zero(word::urem(8, value, divisor)),
                is_zero(word::srem(8, value, divisor)),
            ];
            assert_eq!(got, want, "{value} by {divisor}");
        }
    }
}

fn check(rule: &Rule, width: u32) {
    let instances = rule.instances(width);
    let pool = &instances.pool;
    let mut evaluator = Evaluator::new();
    for &(left, right) in &instances.pairs {
        assert_eq!(pool.sort(left), pool.sort(right), "{}", rule.name);
        let variables = variables(pool, &[left, right]);
        for assignment in assignments(pool, &variables) {
            evaluator.clear();
            let values = [left, right].map(|term| evaluator.value(pool, &assignment, term));
            assert_eq!(
                values[0],
                values[1],
                "{} at width {width}\n{assignment:?}\n{}",
                rule.name,
                script(pool, left, right)
            );
        }
    }
}

fn script(pool: &Pool, left: Term, right: Term) -> String {
    let mut pool = pool.clone();
    let same = pool.eq(left, right);
    smtlib::script(&pool, &[same])
}

/// All values of the variables, or a bounded number of them.
fn assignments(pool: &Pool, variables: &[Term]) -> Vec<Assignment> {
    let bits: u32 = variables.iter().map(|&variable| size(pool, variable)).sum();
    let count = 1u64.checked_shl(bits).unwrap_or(u64::MAX);
    if count <= MOST {
        return (0..count)
            .map(|number| assignment(pool, variables, number))
            .collect();
    }
    // Steps of an odd length reach all residues; extreme values come first.
    let some = (0..MOST / 16).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(i as u32));
    [0, u64::MAX]
        .into_iter()
        .chain(some)
        .map(|number| assignment(pool, variables, number))
        .collect()
}

/// How many bits of a number determine a variable.
fn size(pool: &Pool, variable: Term) -> u32 {
    match pool.sort(variable) {
        Sort::Array { element, .. } => 3 * element,
        sort => sort.width().unwrap_or(0),
    }
}

fn assignment(pool: &Pool, variables: &[Term], number: u64) -> Assignment {
    let mut rest = number;
    let mut assignment = Assignment::new();
    for &variable in variables {
        let size = size(pool, variable);
        assignment.set(variable, value(pool.sort(variable), rest));
        rest = rest.rotate_right(size % 64);
    }
    assignment
}

fn value(sort: Sort, number: u64) -> Value {
    match sort {
        Sort::Bool => Value::Bool(number & 1 == 1),
        Sort::Array { index, element } => {
            let part = |i: u32| Bits::from_u64(element, number.rotate_right(i * element));
            let mut array = ArrayValue::filled(part(0));
            array.set(Bits::zero(index), part(1));
            array.set(Bits::ones(index), part(2));
            Value::Array(array)
        }
        // Exponents in the middle are the interesting ones.
        Sort::Float(FloatFormat::Half) if number & 3 == 0 => {
            Value::Bits(Bits::from_u64(16, number & 0x8fff | 0x3000))
        }
        _ => Value::Bits(Bits::from_u64(sort.width().unwrap_or(1), number)),
    }
}
