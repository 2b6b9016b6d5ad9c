// texts of: extended, sufficient, symbmc
fn half(a: i32) -> Option<i32> {
    if a % 2 == 0 { Some(a / 2) } else { None }
}

fn order(a: i32, b: i32) -> std::cmp::Ordering {
    a.cmp(&b)
}

#[no_mangle]
pub fn sum_of_halves(a: i32, b: i32) -> i32 {
    let halves = |x: i32| half(x);
    halves(a & 15).unwrap_or(1) + half(b & 15).unwrap_or(2)
}

#[no_mangle]
pub fn greater(a: i32, b: i32) -> bool {
    order(a, b) == std::cmp::Ordering::Greater && a.wrapping_abs() > b.count_ones() as i32
}
