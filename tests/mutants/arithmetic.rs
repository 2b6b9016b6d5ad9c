// operators: symbmc, sufficient:LCR, extended:CND
// Checked arithmetic is mutated as the written operator; the generated checks have no mutants. Rust has only one right
// shift per type, so a bitwise operator has four replacements. No unsigned value becomes negative. An expression that can
// panic or make calls is not replaced, since its code would remain. Rustc refuses `x / 0` and `x << 255`.

pub fn checked(a: i32, b: i32) -> i32 {
    a + b * 2 // mutants: AOR 8, IVI 9
}

pub fn unsigned(mut n: usize, k: usize) -> usize {
    n += 1; // mutants: AOR 4, IVI 5
    n - k // mutants: AOR 4, IVI 6
}

pub fn divided(a: i64, b: i64) -> i64 {
    let q = a / b; // mutants: AOR 4, IVI 5
    q % 7 // mutants: AOR 4, IVI 5
}

pub fn bits(a: u32, s: u32) -> u32 {
    (a & 0xff) << s | !a // mutants: BOR 10, IVI 12
}

pub fn conditions(a: i32, b: i32, t: &[i32]) -> i32 {
    let mut i = 0; // mutants: IVI 1
    while i < t.len() && t[i] != a { // mutants: ROR 10, IVI 11, LCR 1, CND 2
        i += 1; // mutants: AOR 4, IVI 5
    }
    if a > 10 || !(b == 3) { // mutants: ROR 10, IVI 12, LCR 1, CND 6
        return -a; // mutants: IVI 3
    }
    match b { // mutants: IVI 3
        1 => a,
        2 => 7,
        _ => b + 5, // mutants: AOR 4, IVI 6
    }
}

pub fn floats(x: f64, y: f64) -> f64 {
    if x < y { x } else { x - y * 0.5 } // mutants: AOR 8, ROR 5, IVI 15, CND 3
}
