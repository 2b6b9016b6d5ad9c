//! Products and their number.

use quell_term::{Pool, Sort, have_more_products, is_product};

#[test]
fn products_have_no_constant_operands() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(32)));
    let seven = pool.number(32, 7);
    let rest = pool.urem(x, y);
    let scaled = pool.mul(x, seven);
    let sum = pool.add(rest, scaled);
    let found = [rest, scaled, sum, x].map(|term| is_product(&pool, term));
    assert_eq!(found, [true, false, false, false]);
}

/// Each product is counted once, however often it is used.
#[test]
fn products_are_counted_once() {
    let mut pool = Pool::new();
    let [mut a, mut b] = ["a", "b"].map(|name| pool.var(name, Sort::Bv(32)));
    let zero = pool.number(32, 0);
    let mut conditions = Vec::new();
    for _ in 0..5 {
        (a, b) = (b, pool.urem(a, b));
        conditions.push(pool.eq(b, zero));
    }
    let has_more = |limit| have_more_products(&pool, &conditions, limit);
    assert_eq!([4, 5].map(has_more), [true, false]);
}
