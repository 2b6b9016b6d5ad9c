//! An explicit panic with a formatted message.
fn check(n: u32) {
    if n > 2 {
        panic!("{n} is more than {}", 2);
    }
    println!("{n} is fine");
}

fn main() {
    (0..5).for_each(check);
}
// expect: 0 is fine
// expect: 1 is fine
// expect: 2 is fine
// dies: trapped: panicked at tests/rust/panic_message.rs:4:9: 3 is more than 2 at 4:9
// status: 101
