//! Facts about the bits of a term hold for all values of its variables.

use quell_bits::Bits;
use quell_term::{Assignment, Evaluator, Op, Pool, Signature, Sort, Term, Value};

const WIDTH: u32 = 4;

/// Terms of 4 bits with non-trivial facts: constants, and extensions of a variable.
fn shapes(pool: &mut Pool, name: &str) -> Vec<Term> {
    let mut shapes: Vec<Term> = (0..1 << WIDTH)
        .map(|value| pool.number(WIDTH, value))
        .collect();
    for narrow in 1..=WIDTH {
        let variable = pool.var(name, Sort::Bv(narrow));
        shapes.push(pool.make(Op::ZeroExtend(WIDTH - narrow), &[variable]));
        shapes.push(pool.make(Op::SignExtend(WIDTH - narrow), &[variable]));
    }
    shapes
}

fn check(pool: &Pool, evaluator: &mut Evaluator, term: Term) {
    let (unsigned, signed) = (pool.unsigned_bits(term), pool.signed_bits(term));
    let variables = quell_term::variables(pool, &[term]);
    let bits: u32 = variables.iter().map(|&variable| pool.width(variable)).sum();
    for number in 0..1u64 << bits {
        let mut rest = number;
        let mut assignment = Assignment::new();
        for &variable in &variables {
            let width = pool.width(variable);
            assignment.set(variable, Value::Bits(Bits::from_u64(width, rest)));
            rest >>= width;
        }
        evaluator.clear();
        let Value::Bits(value) = evaluator.value(pool, &assignment, term) else {
            panic!("a bit vector has bits");
        };
        let context = || format!("{value} of {}", quell_term::smtlib::term_text(pool, term));
        assert!(value.bit_length() <= unsigned, "{}", context());
        assert_eq!(
            value.trunc(signed).sext(value.width()),
            value,
            "{}",
            context()
        );
    }
}

#[test]
fn of_two_operands() {
    let mut pool = Pool::without_rewriting();
    let (left, right) = (shapes(&mut pool, "x"), shapes(&mut pool, "y"));
    let mut evaluator = Evaluator::new();
    let combines = |op: &&Op| {
        let info = op.info();
        info.arity == 2 && matches!(info.signature, Signature::Vectors | Signature::Join)
    };
    for &op in Op::PLAIN.iter().filter(combines) {
        for &a in &left {
            for &b in &right {
                let term = pool.make(op, &[a, b]);
                check(&pool, &mut evaluator, term);
            }
        }
    }
}

#[test]
fn of_one_operand() {
    let mut pool = Pool::without_rewriting();
    let mut evaluator = Evaluator::new();
    let mut ops = vec![Op::BvNot, Op::BvNeg, Op::ZeroExtend(2), Op::SignExtend(2)];
    for high in 0..WIDTH {
        ops.extend((0..=high).map(|low| Op::Extract { high, low }));
    }
    for shape in shapes(&mut pool, "x") {
        for &op in &ops {
            let term = pool.make(op, &[shape]);
            check(&pool, &mut evaluator, term);
        }
    }
}

/// Facts are not trivial: trivial ones would pass the tests above.
#[test]
fn facts_are_not_trivial() {
    let mut pool = Pool::new();
    let (x, y) = (pool.var("x", Sort::Bv(8)), pool.var("y", Sort::Bv(8)));
    let (natural, integer) = (pool.zext_to(x, 32), pool.sext_to(y, 32));
    let (sum, product) = (pool.add(natural, integer), pool.mul(natural, integer));
    let hundred = pool.number(32, 100);
    let rest = pool.urem(sum, hundred);
    assert_eq!(pool.unsigned_bits(natural), 8);
    assert_eq!(pool.signed_bits(natural), 9);
    assert_eq!(pool.signed_bits(integer), 8);
    assert_eq!(pool.signed_bits(sum), 10);
    assert_eq!(pool.signed_bits(product), 17);
    assert_eq!(pool.unsigned_bits(rest), 7);
}
