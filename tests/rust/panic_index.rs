//! An index out of bounds panics, with its place.
fn pick(v: &[u32], at: usize) -> u32 {
    v[at]
}

fn main() {
    let v = vec![1, 2, 3];
    println!("{}", pick(&v, 2));
    println!("{}", pick(&v, 3));
}
// expect: 3
// dies: trapped: panicked at tests/rust/panic_index.rs:3:5: index out of bounds: the len is 3 but the index is 3 at 3:5
// status: 101
