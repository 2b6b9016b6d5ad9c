//! Every kind of panic ends the run with its message and its place.
//!
//! stdin: none
//! stdin: add
//! stdin: subtract
//! stdin: multiply
//! stdin: negate
//! stdin: divide
//! stdin: remainder
//! stdin: divide-overflow
//! stdin: remainder-overflow
//! stdin: shift-left
//! stdin: shift-right
//! stdin: index
//! stdin: slice-start
//! stdin: slice-end
//! stdin: slice-order
//! stdin: text-range
//! stdin: text-boundary
//! stdin: unwrap-none
//! stdin: expect-none
//! stdin: unwrap-error
//! stdin: expect-error
//! stdin: parse
//! stdin: literal
//! stdin: formatted
//! stdin: unreachable
//! stdin: unreachable-with
//! stdin: todo
//! stdin: unimplemented
//! stdin: assert
//! stdin: assert-message
//! stdin: assert-eq
//! stdin: assert-eq-struct
//! stdin: assert-ne
//! stdin: borrow
//! stdin: borrow-mut
//! stdin: remove
//! stdin: insert
//! stdin: swap-remove
//! stdin: copy
//! stdin: capacity
//! stdin: log
//! stdin: exit
//! stdin: result-from-main

use std::cell::RefCell;
use std::hint::black_box;

#[derive(Debug, PartialEq)]
struct Point {
    x: i32,
}

fn arithmetic(kind: &str) -> i32 {
    let (most, least, zero, far) = black_box((i32::MAX, i32::MIN, 0, 40));
    match kind {
        "add" => most + 1,
        "subtract" => least - 1,
        "multiply" => most * 2,
        "negate" => -least,
        "divide" => most / zero,
        "remainder" => most % zero,
        "divide-overflow" => least / -black_box(1),
        "remainder-overflow" => least % -black_box(1),
        "shift-left" => 1 << far,
        "shift-right" => most >> far,
        _ => 0,
    }
}

fn ranges(kind: &str) -> usize {
    let numbers = black_box(vec![1, 2, 3]);
    let text = black_box("aéb".to_string());
    let (two, five) = black_box((2, 5));
    match kind {
        "index" => numbers[five],
        "slice-start" => numbers[five..].len(),
        "slice-end" => numbers[two..five].len(),
        "slice-order" => numbers[two..two - 1].len(),
        "text-range" => text[two - 2..five].len(),
        "text-boundary" => text[two..].len(),
        _ => 0,
    }
}

fn options(kind: &str) -> i32 {
    let none: Option<i32> = black_box(None);
    let error: Result<i32, String> = black_box(Err("reason".to_string()));
    match kind {
        "unwrap-none" => none.unwrap(),
        "expect-none" => none.expect("a value is needed"),
        "unwrap-error" => error.unwrap(),
        "expect-error" => error.expect("it should work"),
        "parse" => "12x".parse::<i32>().unwrap(),
        _ => 0,
    }
}

fn macros(kind: &str) -> i32 {
    let n = black_box(7);
    match kind {
        "literal" => panic!("just this"),
        "formatted" => panic!("n = {n:>4}, {:?}", Some("text")),
        "unreachable" => unreachable!(),
        "unreachable-with" => unreachable!("n is {n}"),
        "todo" => todo!(),
        "unimplemented" => unimplemented!("not {}", "this"),
        "assert" => assert!(n < 3),
        "assert-message" => assert!(n < 3, "n is {n}"),
        "assert-eq" => assert_eq!(n, 8),
        "assert-eq-struct" => assert_eq!(Point { x: n }, Point { x: 1 }, "points {}", n),
        "assert-ne" => assert_ne!(n, 7, "not seven"),
        _ => return 0,
    }
    1
}

fn containers(kind: &str) {
    let cell = RefCell::new(1);
    let mut numbers = vec![1, 2, 3];
    let five = black_box(5);
    match kind {
        "borrow" => {
            let _first = cell.borrow_mut();
            let _second = cell.borrow();
        }
        "borrow-mut" => {
            let _first = cell.borrow();
            let _second = cell.borrow_mut();
        }
        "remove" => _ = numbers.remove(five),
        "insert" => numbers.insert(five, 1),
        "swap-remove" => _ = numbers.swap_remove(five),
        "copy" => numbers.copy_from_slice(&[1, 2, 3, 4][..black_box(2)]),
        "capacity" => numbers.reserve(black_box(usize::MAX)),
        "log" => _ = black_box(0u32).ilog10(),
        _ => {}
    }
    println!("{}", numbers.len());
}

fn main() -> Result<(), String> {
    let mut kind = String::new();
    std::io::stdin().read_line(&mut kind).unwrap();
    let kind = kind.trim();
    println!("{kind}");
    println!("{}", arithmetic(kind));
    println!("{}", ranges(kind));
    println!("{}", options(kind));
    println!("{}", macros(kind));
    containers(kind);
    if kind == "exit" {
        std::process::exit(77);
    }
    Ok(())
}
