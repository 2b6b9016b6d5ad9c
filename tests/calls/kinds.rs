//! Parameters and results of all kinds in Rust, for tests that are data.

pub struct Point {
    pub x: i32,
    pub y: i32,
}

pub enum Shape {
    Circle(f64),
    Rect(f64, f64),
    Named { sides: u8, size: i64 },
    Nothing,
}

#[derive(Clone, Copy)]
pub enum Colour {
    Red,
    Green,
}

#[inline(never)]
pub fn sum(values: &[i32]) -> i32 {
    let mut total = 0i32;
    for v in values {
        total = total.wrapping_add(*v);
    }
    total
}

#[inline(never)]
pub fn double(values: &mut [u16]) {
    for v in values.iter_mut() {
        *v = v.wrapping_mul(2);
    }
}

#[inline(never)]
pub fn vowels(text: &str) -> usize {
    let mut n = 0;
    for b in text.as_bytes() {
        if matches!(b, b'a' | b'e' | b'i' | b'o' | b'u') {
            n += 1;
        }
    }
    n
}

#[inline(never)]
pub fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle(r) => 3.0 * r * r,
        Shape::Rect(a, b) => a * b,
        Shape::Named { sides, size } => *sides as f64 * *size as f64,
        Shape::Nothing => 0.0,
    }
}

#[inline(never)]
pub fn half(x: u32) -> Option<u32> {
    if x % 2 == 0 { Some(x / 2) } else { None }
}

#[inline(never)]
pub fn or_zero(x: Option<u32>) -> u32 {
    match x {
        Some(x) => x,
        None => 0,
    }
}

#[inline(never)]
pub fn quotient(a: i64, b: i64) -> Result<i64, u8> {
    if b == 0 { Err(7) } else { Ok(a.wrapping_div(b)) }
}

#[inline(never)]
pub fn shift(p: &mut Point, by: (i32, i32)) {
    p.x += by.0;
    p.y += by.1;
}

#[inline(never)]
pub fn swapped(p: Point) -> Point {
    Point { x: p.y, y: p.x }
}

#[inline(never)]
pub fn other(c: Colour) -> Colour {
    match c {
        Colour::Red => Colour::Green,
        Colour::Green => Colour::Red,
    }
}

#[inline(never)]
pub fn following(c: char) -> char {
    if c == 'z' { 'a' } else { 'z' }
}

#[inline(never)]
pub fn at(values: &[u8], index: usize) -> u8 {
    values[index]
}

#[inline(never)]
pub fn wide(x: u128) -> u128 {
    x.wrapping_mul(3)
}
