//! Trees of choices between a few constants.

use quell_bits::Bits;
use quell_term::{Assignment, Case, Pool, Sort, Term, Value, cases, evaluate};

/// The subscript of the least of some elements, as computed by a loop, and the least element.
fn least(pool: &mut Pool, elements: &[Term], strict: bool) -> (Term, Term) {
    let mut subscript = pool.number(32, 0);
    for (i, &element) in elements.iter().enumerate().skip(1) {
        let best = read(pool, elements, subscript);
        let better = if strict {
            pool.slt(element, best)
        } else {
            pool.sle(element, best)
        };
        let here = pool.number(32, i as u64);
        subscript = pool.ite(better, here, subscript);
    }
    (subscript, read(pool, elements, subscript))
}

/// The element at a subscript.
fn read(pool: &mut Pool, elements: &[Term], subscript: Term) -> Term {
    let mut values = Vec::new();
    for case in cases(pool, subscript).expect("the subscript is one of some constants") {
        let value = match case {
            Case::Constant(bits) => elements[bits.low_u64() as usize],
            Case::Choice(condition) => {
                let otherwise = values.pop().expect("a part");
                let then = values.pop().expect("another part");
                pool.ite(condition, then, otherwise)
            }
        };
        values.push(value);
    }
    assert_eq!(values.len(), 1);
    values[0]
}

#[test]
fn the_least_element_is_found_both_ways() {
    let mut pool = Pool::new();
    let elements: Vec<Term> = (0..10)
        .map(|i| pool.var(&format!("a{i}"), Sort::Bv(32)))
        .collect();
    let ((first, least_first), (last, least_last)) = (
        least(&mut pool, &elements, true),
        least(&mut pool, &elements, false),
    );
    assert_ne!(
        first, last,
        "of equal elements one finds the first, the other the last"
    );
    assert_eq!(least_first, least_last, "but the element is the same");
    let mut values = Assignment::new();
    for (i, &element) in elements.iter().enumerate() {
        let value = (i as u64).wrapping_mul(7) % 5 + 3;
        values.set(element, Value::Bits(Bits::from_u64(32, value)));
    }
    let value = |term| evaluate(&pool, &values, term);
    assert_eq!(value(least_first), Value::Bits(Bits::from_u64(32, 3)));
    assert_eq!(value(first), Value::Bits(Bits::from_u64(32, 0)));
    assert_eq!(value(last), Value::Bits(Bits::from_u64(32, 5)));
}

/// An offset computed from such a subscript is a tree of choices between constants too.
#[test]
fn offsets_stay_choices() {
    let mut pool = Pool::new();
    let condition = pool.var("p", Sort::Bool);
    let (two, five) = (pool.number(32, 2), pool.number(32, 5));
    let subscript = pool.ite(condition, two, five);
    let wide = pool.sext_to(subscript, 64);
    let (size, start) = (pool.number(64, 4), pool.number(64, 3));
    let scaled = pool.mul(wide, size);
    let offset = pool.add(scaled, start);
    let number = |value| Case::Constant(Bits::from_u64(64, value));
    let want = vec![number(11), number(23), Case::Choice(condition)];
    assert_eq!(cases(&pool, offset), Some(want));
    let variable = pool.var("x", Sort::Bv(64));
    assert_eq!(cases(&pool, variable), None);
    let mixed = pool.ite(condition, variable, size);
    assert_eq!(cases(&pool, mixed), None);
}
