// The length of a slice is an input.
pub fn at_least_two(v: &[u8]) -> i32 {
    if v.len() < 2 { 1 } else { 2 }
}
