//! Borrowing twice panics.
use std::cell::RefCell;

fn main() {
    let cell = RefCell::new(5);
    let first = cell.borrow_mut();
    println!("{first}");
    let second = cell.borrow_mut();
    println!("{second}");
}
// expect: 5
// dies: trapped: panicked at tests/rust/panic_borrow.rs:8:23: RefCell already borrowed at 1224:25
// status: 101
