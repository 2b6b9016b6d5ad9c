// texts of: symbmc:BOR, extended:CNS
// Unsigned numbers and Booleans have no negatives and no shifts.

pub struct Pair {
    pub x: i32,
    pub y: u8,
}

#[unsafe(no_mangle)]
pub fn fields(x: i32, y: u8) -> i32 {
    let p = Pair { x, y };
    if p.x > 4 && p.y != 1 { p.x } else { 7 }
}

#[unsafe(no_mangle)]
pub fn sum(n: u8) -> u32 {
    let mut total = 2;
    for i in 1..=n {
        total += i as u32;
    }
    total
}

#[unsafe(no_mangle)]
pub fn mixed(a: bool, b: bool) -> bool {
    let c = a & !b;
    c | (a ^ b)
}
