//! Output before a panic is not lost, even without an end of line.
fn main() {
    print!("begun");
    let n = std::env::args().count();
    assert!(n > 1, "too few: {n}");
}
// expect: begun
// dies: trapped: panicked at tests/rust/panic_partial_line.rs:5:5: too few: 1 at 5:5
// status: 101
