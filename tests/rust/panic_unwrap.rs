//! `unwrap` of `None` panics in the user's code.
fn main() {
    let words = ["1", "two"];
    for w in words {
        let n: i32 = w.parse().unwrap();
        println!("{n}");
    }
}
// expect: 1
// dies: trapped: panicked at tests/rust/panic_unwrap.rs:5:32: called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit } at 1233:23
// status: 101
