// texts of: symbmc, mothra:CRP, mothra:CSR, mothra:SCR, mothra:SVR, mothra:UOI, extended
// Rustc omits checks that a constant makes redundant, and folds others: a mutant with another operand must panic where its
// own text does.

#[unsafe(no_mangle)]
pub fn shifted(v: u32, s: u32) -> u32 {
    v >> 1
}

#[unsafe(no_mangle)]
pub fn narrow(v: u8, s: u8) -> u8 {
    v << 3
}

#[unsafe(no_mangle)]
pub fn assigned(v: i64, s: i64) -> i64 {
    let mut w = v;
    w >>= 2;
    w
}

#[unsafe(no_mangle)]
pub fn by_another(v: u64, s: u8) -> u64 {
    1 << s ^ v
}

#[unsafe(no_mangle)]
pub fn negated(v: i8, s: i8) -> i8 {
    v / -1
}

#[unsafe(no_mangle)]
pub fn smallest(v: i8, s: i8) -> i8 {
    -128 / v
}

#[unsafe(no_mangle)]
pub fn remainder(v: i8, s: i8) -> i8 {
    v % 7 ^ 100 % s
}

#[unsafe(no_mangle)]
pub fn less(v: u32, s: u32) -> u32 {
    v - 1
}

#[unsafe(no_mangle)]
pub fn less_of(v: u8, s: u8) -> u8 {
    9 - v
}

#[unsafe(no_mangle)]
pub fn more_of(v: u8, s: u8) -> u8 {
    1 + v
}

#[unsafe(no_mangle)]
pub fn signed(v: i8, s: i8) -> i8 {
    -v
}

#[unsafe(no_mangle)]
pub fn element(v: &[i32; 4], s: usize) -> i32 {
    let mut w = [5, 6, 7];
    w[1] = 3;
    w[2] += v[3];
    w[s & 1] ^ v[2]
}

pub static PRIMES: [u8; 3] = [2, 3, 5];

pub struct Table {
    pub first: [i32; 2],
    pub second: [i32; 2],
}

// The length of an array inside another type is unknown: an element is replaced by earlier elements only.
#[unsafe(no_mangle)]
pub fn inside(v: &Table, s: usize) -> i32 {
    let nested = [[1, 2, 3], [4, 5, 6]];
    v.first[1] ^ nested[1][2] ^ PRIMES[1] as i32
}
