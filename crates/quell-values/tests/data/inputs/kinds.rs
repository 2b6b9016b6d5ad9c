//! Parameters of Rust that other test files lack.

use std::num::NonZeroU16;

pub struct Node<'a> {
    pub value: i8,
    pub next: Option<&'a Node<'a>>,
}

pub enum List<'a> {
    Nil,
    Cons(u8, &'a List<'a>),
}

pub enum Mixed {
    Flag(bool),
    Letter { letter: char, times: [u8; 2] },
    Other,
}

#[inline(never)]
pub fn length(list: &Node<'_>) -> usize {
    list.next.map_or(1, |next| 1 + length(next))
}

#[inline(never)]
pub fn total(list: &List<'_>) -> u32 {
    match list {
        List::Nil => 0,
        List::Cons(value, rest) => u32::from(*value) + total(rest),
    }
}

#[inline(never)]
pub fn maybe(flag: Option<bool>, letter: Option<char>, count: Option<NonZeroU16>) -> bool {
    flag.is_some() && letter.is_some() && count.is_some()
}

#[inline(never)]
pub fn mixed(of: Mixed, number: NonZeroU16) -> u16 {
    match of {
        Mixed::Flag(flag) => u16::from(flag),
        Mixed::Letter { times, .. } => u16::from(times[0]),
        Mixed::Other => number.get(),
    }
}

#[inline(never)]
pub fn longest(words: &[&str], other: Option<&str>) -> usize {
    words.iter().map(|word| word.len()).max().unwrap_or(0) + other.map_or(0, str::len)
}

#[inline(never)]
pub fn corner(matrix: &[[i16; 2]; 2], pair: &mut (u8, bool), sign: &char) -> i16 {
    pair.1 = *sign == '-';
    matrix[1][1]
}

#[inline(never)]
pub fn owned(values: Vec<i32>) -> usize {
    values.len()
}

#[inline(never)]
pub fn boxed(value: Box<i32>) -> i32 {
    *value
}

#[inline(never)]
pub fn called(f: fn(i32) -> i32) -> i32 {
    f(1)
}

/// Few numbers are valid results of the callback.
pub fn lettered(f: fn(u32) -> char) -> bool {
    f(1) == 'a'
}
