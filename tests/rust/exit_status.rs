//! The status given to `std::process::exit`, after output.
fn main() {
    println!("leaving");
    let n: u32 = std::env::args().skip(1).map(|a| a.len() as u32).sum();
    std::process::exit((n * 7 + 1) as i32);
}
// args: one three
// expect: leaving
// status: 57
