//! Scripts that are written are read back as equivalent terms.

mod random;

use proptest::prelude::*;
use quell_bits::FloatFormat;
use quell_term::smtlib::{ParseError, parse, script};
use quell_term::{Op, Pool, Sort, Term, evaluate};

/// The Booleans among terms, and equalities of neighbours of one sort.
fn assertions(pool: &mut Pool, terms: &[Term]) -> Vec<Term> {
    let mut assertions = Vec::new();
    for pair in terms.windows(2) {
        if pool.sort(pair[0]) == Sort::Bool {
            assertions.push(pair[0]);
        }
        if pool.sort(pair[0]) == pool.sort(pair[1]) {
            assertions.push(pool.eq(pair[0], pair[1]));
        }
    }
    assertions
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn round_trip(steps in random::steps(), words: [u64; 4]) {
        let mut pool = Pool::without_rewriting();
        let terms = random::build(&mut pool, &steps, |op| op != Op::ToBits);
        let before = assertions(&mut pool, &terms);
        let text = script(&pool, &before);
        let mut other = Pool::new();
        let after = parse(&mut other, &text).expect(&text).assertions;
        prop_assert_eq!(before.len(), after.len());
        let values = (random::assignment(&mut pool, &words), random::assignment(&mut other, &words));
        for (left, right) in before.into_iter().zip(after) {
            let (want, got) = (evaluate(&pool, &values.0, left), evaluate(&other, &values.1, right));
            prop_assert_eq!(want, got, "{}", script(&pool, &[left]));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[()|;a#_ bv0-9x\n]{0,60}") {
        let _ = parse(&mut Pool::new(), &text);
    }
}

#[test]
fn a_script_as_it_is_written() {
    let mut pool = Pool::without_rewriting();
    let (x, y) = (pool.var("x", Sort::Bv(8)), pool.var("my y", Sort::Bv(8)));
    let sum = pool.add(x, y);
    let square = pool.mul(sum, sum);
    let overflow = pool.uadd_overflows(x, y);
    let five = pool.number(8, 5);
    let less = pool.ult(square, five);
    let text = script(&pool, &[less, overflow]);
    let want = "\
(set-logic ALL)
(declare-const x (_ BitVec 8))
(declare-const |my y| (_ BitVec 8))
(define-fun $4 () (_ BitVec 8) (bvadd x |my y|))
(assert (bvult (bvmul $4 $4) #x05))
(assert (bvult (bvadd x |my y|) x))
(check-sat)
";
    assert_eq!(text, want);
}

/// Names that are reserved in SMT-LIB, or are not unique, are changed.
#[test]
fn names_do_not_clash() {
    let mut pool = Pool::new();
    let names = [
        ("and", Sort::Bool),
        ("$3", Sort::Bool),
        ("a|b", Sort::Bool),
        ("x", Sort::Bool),
    ];
    let variables = names.map(|(name, sort)| pool.var(name, sort));
    let x = pool.var("x", Sort::Bv(1));
    let one = pool.number(1, 1);
    let x_is_one = pool.eq(x, one);
    let mut all = variables.to_vec();
    all.push(x_is_one);
    let text = script(&pool, &all);
    let read = parse(&mut Pool::new(), &text).expect("the names are good");
    assert_eq!(read.variables.len(), 5, "{text}");
    let mut distinct = read.variables.clone();
    distinct.dedup();
    assert_eq!(distinct.len(), 5, "{text}");
}

/// There is no function for the pattern of a float, so it is a constant with an assertion.
#[test]
fn patterns_of_floats() {
    let mut pool = Pool::without_rewriting();
    let float = pool.var("f", Sort::Float(FloatFormat::Half));
    let pattern = pool.to_bits(float);
    let zero = pool.number(16, 0);
    let is_zero = pool.eq(pattern, zero);
    let text = script(&pool, &[is_zero]);
    let read = parse(&mut Pool::new(), &text).expect("it is a script");
    assert_eq!(read.assertions.len(), 3, "{text}");
    assert_eq!(read.variables.len(), 2, "{text}");
}

#[test]
fn sugar_and_scopes_are_read() {
    let text = "
        ; a comment
        (set-logic QF_BV)
        (declare-fun x () (_ BitVec 8))
        (declare-fun |a b| () Bool)
        (define-fun big () Bool (bvugt x (_ bv200 8)))
        (assert (let ((x (bvadd x #x01 #b00000010)) (y x)) (distinct x (bvadd y #x03))))
        (assert (=> big |a b| ))
        (assert (and |a b| big true (bvsge x x)))
        (assert (fp.isInfinite (_ -oo 8 24)))
        (check-sat)";
    let mut pool = Pool::new();
    let read = parse(&mut pool, text).expect("it is a script");
    let [sums, implication, conjunction, infinite] = read.assertions[..] else {
        panic!("four assertions: {read:?}");
    };
    assert_eq!(pool.as_bool(infinite), Some(true));
    let mut all = quell_term::Assignment::new();
    for (value, want) in [(5u64, [false, true, false]), (201, [false, false, false])] {
        all.set(
            read.variables[0],
            quell_term::Value::Bits(quell_bits::Bits::from_u64(8, value)),
        );
        let got =
            [sums, implication, conjunction].map(|term| evaluate(&pool, &all, term).as_bool());
        assert_eq!(got, want.map(Some), "x = {value}");
    }
}

#[test]
fn errors_name_the_place() {
    let cases = [
        ("(assert", ParseError::Unbalanced { offset: 0 }),
        ("(assert true))", ParseError::Unbalanced { offset: 13 }),
        ("(push 1)", ParseError::Command { offset: 0 }),
        ("(declare-const x Int)", ParseError::Sort { offset: 17 }),
        (
            "(declare-const x (_ BitVec 0))",
            ParseError::Sort { offset: 17 },
        ),
        ("(assert #x0)", ParseError::NotBoolean { offset: 0 }),
        ("(assert y)", ParseError::Unknown { offset: 8 }),
        ("(assert (foo true))", ParseError::Unknown { offset: 8 }),
    ];
    for (text, want) in cases {
        assert_eq!(parse(&mut Pool::new(), text), Err(want), "{text}");
    }
    let ill_sorted = parse(&mut Pool::new(), "(assert (and true #x0))");
    assert!(matches!(
        ill_sorted,
        Err(ParseError::Operands { offset: 8, .. })
    ));
}

/// Writing, reading and evaluating deep terms uses no stack.
#[test]
fn deep_terms() {
    let mut pool = Pool::without_rewriting();
    let mut term = pool.var("x", Sort::Bv(8));
    let y = pool.var("y", Sort::Bv(8));
    for i in 0..200_000 {
        term = if i % 2 == 0 {
            pool.add(term, y)
        } else {
            pool.bvnot(term)
        };
    }
    let root = pool.eq(term, y);
    let text = script(&pool, &[root]);
    let nested = format!(
        "(assert {}true{})",
        "(not ".repeat(100_000),
        ")".repeat(100_000)
    );
    let read = parse(&mut Pool::without_rewriting(), &text).expect("it is a script");
    assert_eq!(read.assertions.len(), 1);
    parse(&mut Pool::without_rewriting(), &nested).expect("depth does not matter");
    let mut map = rustc_hash::FxHashMap::default();
    let x = pool.var("x", Sort::Bv(8));
    map.insert(x, y);
    let replaced = quell_term::substitute(&mut pool, &map, root);
    assert_eq!(quell_term::variables(&pool, &[replaced]), vec![y]);
    assert_eq!(
        evaluate(&pool, &quell_term::Assignment::new(), replaced).as_bool(),
        Some(true)
    );
}
