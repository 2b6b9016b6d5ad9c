//! A sum that does not fit panics, with its place.
// flags: -C overflow-checks=on
fn grow(n: i32) -> i32 {
    n + 1
}

fn main() {
    let n = std::env::args().count() as i32;
    println!("{}", grow(n));
    println!("{}", grow(n + i32::MAX - 1));
}
// expect: 2
// dies: trapped: panicked at tests/rust/panic_overflow.rs:10:25: attempt to add with overflow at 10:25
// status: 101
