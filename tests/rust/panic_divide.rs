//! Division by zero panics at every optimisation level.
fn ratio(a: i64, b: i64) -> i64 {
    a / b
}

fn main() {
    let n = std::env::args().count() as i64;
    println!("{}", ratio(10, n));
    println!("{}", ratio(10, n - 1));
}
// expect: 10
// dies: trapped: panicked at tests/rust/panic_divide.rs:3:5: attempt to divide by zero at 3:5
// status: 101
