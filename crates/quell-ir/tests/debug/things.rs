// Types, variables, parameters and names of Rust.
#![crate_type = "lib"]

pub struct Pair {
    pub left: i32,
    pub right: u8,
}
//@ type things::Pair: left i32 0+32, right u8 32+8

pub enum Shape {
    Circle(f64),
    Rect { w: u32, h: u32 },
    Unit,
}
//@ variants things::Shape: Circle=0 Rect=1 Unit=2

#[derive(Clone, Copy)]
pub enum Plain {
    A,
    B = 7,
}
//@ [O0] enum things::Plain: A=0 B=7

pub struct Wrapper<T> {
    pub inner: T,
    pub items: [T; 3],
}
//@ [O0] type things::Wrapper<u16>: inner u16 0+16, items [u16; 3] 16+48

pub static COUNTER: std::sync::atomic::AtomicI32 = std::sync::atomic::AtomicI32::new(3);
pub static TABLE: [u8; 4] = [1, 2, 3, 4]; //@ global TABLE: [u8; 4]

mod inner {
    //@ [O0] name things::inner::generic<u16>
    #[inline(never)]
    pub fn generic<T: Copy>(value: T, n: usize) -> (T, usize) { (value, n) }
}

impl Pair {
    //@ name things::Pair::sum
    #[inline(never)]
    pub fn sum(&self) -> i32 { self.left + self.right as i32 }
}

//@ sig area(s: &things::Shape <- 0, p: &things::Pair <- 1, v: &[i32] <- 2[0..8]@0 3[0..8]@8, name: &str <- 4[0..8]@0 5[0..8]@8) -> i32
#[unsafe(no_mangle)]
pub fn area(s: &Shape, p: &Pair, v: &[i32], name: &str) -> i32 {
    let mut total = 0;          //@ var area total: i32
    for item in v {             //@ [O0] var area item: &i32
        total += *item;
    }
    let pair = inner::generic(3u16, v.len()); //@ [O0] var area pair: (u16, usize)
    let wrapped = Wrapper { inner: 1u16, items: [2, 3, pair.0] }; //@ [O0] var area wrapped: things::Wrapper<u16>
    match s {
        Shape::Circle(r) => *r as i32 + total,
        Shape::Rect { w, h } => (*w * *h) as i32 + p.sum(),
        Shape::Unit => name.len() as i32 + pair.1 as i32 + wrapped.items[2] as i32,
    }
}

//@ [O0] sig by_value(t: (i8, u64) <- 0[0..1]@0 1[0..8]@8, a: [u16; 4] <- 2, c: char <- 3, b: bool <- 4, k: things::Plain <- 5) -> u32
#[unsafe(no_mangle)]
pub fn by_value(t: (i8, u64), a: [u16; 4], c: char, b: bool, k: Plain) -> u32 {
    t.0 as u32 + t.1 as u32 + a[0] as u32 + c as u32 + b as u32 + k as u32
}

//@ origin by_value: main
//@ origin sum: main
//@ [O0] user: things::Pair::sum things::area things::by_value things::inner::generic<u16>
