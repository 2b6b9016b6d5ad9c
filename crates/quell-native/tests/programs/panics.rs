// Rust: its panics, its heap, its output, and a static that is a global.
//
// global COUNT: 05000000
// call: checked i32:40 i32:2
//   0: returned 2a000000; COUNT=06000000; out="sum 42"
//   1: aborted
//   2: returned 26000000; COUNT=06000000; out="sum 38"
//   3: aborted
//   4: same
// call: checked i32:2147483647 i32:1
//   0: aborted
#[unsafe(no_mangle)]
pub static mut quell_mutant: i32 = 0;
#[unsafe(no_mangle)]
static mut COUNT: i32 = 0;

fn mutant() -> i32 {
    unsafe { (&raw const quell_mutant).read_volatile() }
}

#[unsafe(no_mangle)]
pub fn checked(a: i32, b: i32) -> i32 {
    let values: Vec<i32> = vec![a, b];
    let index = if mutant() == 1 { 2 } else { 1 };
    let sum = match mutant() {
        2 => values[0] - values[index],
        3 => values[0].checked_div(0).unwrap(),
        _ => values[0] + values[index],
    };
    unsafe { COUNT += 1 };
    print!("sum {sum}");
    sum
}
