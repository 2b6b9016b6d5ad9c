//! `{:?}` and `{:#?}` of derived and library types.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;

#[derive(Debug, Clone, PartialEq, Default)]
struct Point {
    x: i32,
    y: f64,
}

#[derive(Debug)]
struct Pair(i32, &'static str);

#[derive(Debug)]
struct Unit;

#[derive(Debug)]
struct Many {
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: Option<Box<Many>>,
}

#[derive(Debug)]
enum Shape {
    Empty,
    Circle(f32),
    Named { name: String, points: Vec<Point> },
    Big(u8, u8, u8, u8, u8, u8),
}

struct List(Vec<i32>);

impl fmt::Debug for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter()).finish()
    }
}

struct ByHand;

impl fmt::Debug for ByHand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByHand").field("a", &1).field("b", &"two").finish_non_exhaustive()?;
        f.write_str(" ")?;
        f.debug_tuple("").field(&1).finish()?;
        f.debug_map().entry(&"k", &1).entries([(2, 3)]).finish()?;
        f.debug_set().entry(&'x').finish()
    }
}

fn main() {
    let point = Point { x: 1, y: 2.0 };
    let many = Many { a: 1, b: 2, c: 3, d: 4, e: 5, f: None };
    let nested = Many { a: 6, b: 7, c: 8, d: 9, e: 10, f: Some(Box::new(many)) };
    let shapes = [
        Shape::Empty,
        Shape::Circle(1.5),
        Shape::Named { name: "n\"".to_string(), points: vec![point.clone(), Point::default()] },
        Shape::Big(1, 2, 3, 4, 5, 6),
    ];
    println!("{point:?} {:?} {:?} {:?}", Pair(1, "a"), Unit, nested);
    println!("{point:#?} {:#?} {:#?} {:#?}", Pair(1, "a"), Unit, nested);
    println!("{shapes:?}");
    println!("{shapes:#?}");
    println!("{:?} {:#?}", List(vec![1, 2]), List(vec![]));
    println!("{:?}\n{:#?}", ByHand, ByHand);
    println!("{:?} {:?} {:?}", (1, "a", 'c'), ((),), [[1, 2], [3, 4]]);
    println!("{:?} {:?} {:#?}", Some(3), None::<i32>, Some((1, "x")));
    let results: [Result<i32, String>; 2] = [Ok(1), Err("bad".into())];
    println!("{results:?} {:5?} {:.1?} {:02x?}", vec![1, 2], vec![1.25, 2.0], [10u8, 255]);
    let map: BTreeMap<_, _> = [("one", 1), ("two", 2)].into_iter().collect();
    let set: BTreeSet<_> = [3, 1, 2].into_iter().collect();
    let queue: VecDeque<_> = (1..4).collect();
    println!("{map:?} {set:?} {queue:?} {map:#?}");
    println!("{:?} {:?} {:?}", 1..3, ..=4, "x".parse::<u8>());
    println!("{:?} {:?}", std::cell::RefCell::new(1), std::rc::Rc::new("rc"));
    println!("{:?}", "text".chars().collect::<Vec<_>>());
    println!("{:?}", std::cmp::Ordering::Less);
}
