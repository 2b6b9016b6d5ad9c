//! `abort` is a signal, where a panic is a status.
fn main() {
    println!("going");
    std::process::abort();
}
// expect: going
// dies: aborted: std::process::abort at 4:5
