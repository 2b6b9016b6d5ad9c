//! What Rust passes and returns.
#![crate_type = "lib"]

pub struct Point {
    pub x: i32,
    pub y: i32,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Colour {
    Red,
    Green,
}

pub enum Shape {
    Circle(f64),
    Rect { w: u32, h: u32 },
    Unit,
}

pub mod shapes {
    pub fn area(shape: &super::Shape) -> f64 {
        match shape {
            super::Shape::Circle(r) => r * r,
            super::Shape::Rect { w, h } => f64::from(w * h),
            super::Shape::Unit => 1.0,
        }
    }
}

pub fn sum(values: &[i32]) -> i32 {
    let mut total = 0;
    let mut i = 0;
    while i < values.len() {
        total += values[i];
        i += 1;
    }
    total
}

pub fn fill(values: &mut [u8], with: u8) {
    let mut i = 0;
    while i < values.len() {
        values[i] = with;
        i += 1;
    }
}

pub fn first(text: &str) -> u8 {
    text.as_bytes()[0]
}

pub fn tail(text: &str, from: usize) -> &[u8] {
    let mut bytes = text.as_bytes();
    let mut i = 0;
    while i < from {
        bytes = match bytes {
            [_, rest @ ..] => rest,
            [] => bytes,
        };
        i += 1;
    }
    bytes
}

pub fn half(x: u32) -> Option<u32> {
    if x % 2 == 0 { Some(x / 2) } else { None }
}

pub fn or_zero(x: Option<u32>) -> u32 {
    match x {
        Some(x) => x,
        None => 0,
    }
}

pub fn checked(a: i64, b: i64) -> Result<i64, u8> {
    if b == 0 { Err(7) } else { Ok(a / b) }
}

pub fn swap(p: Point) -> Point {
    Point { x: p.y, y: p.x }
}

pub fn shift(p: &mut Point, dx: i32) {
    p.x += dx;
}

pub fn pair(a: u8, b: bool) -> (bool, u8) {
    (b, a)
}

pub fn next(c: char) -> char {
    if c == 'z' { 'a' } else { 'b' }
}

pub fn other(c: Colour) -> Colour {
    if c == Colour::Red { Colour::Green } else { Colour::Red }
}

pub fn overflow(x: i32) -> i32 {
    x + 1
}

pub fn generic<T: Copy>(x: T) -> T {
    x
}

pub fn use_generic() -> u32 {
    generic(1u8) as u32 + generic(2u32)
}
