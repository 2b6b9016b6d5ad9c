//! Vectors, maps, heaps, sorting, iterators, boxes and reference counts.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::{Rc, Weak};
use std::sync::{Arc, Mutex, atomic};

fn vectors() {
    let mut v: Vec<i32> = (1..=10).map(|n| n * 7 % 11).collect();
    v.sort();
    v.dedup();
    v.reverse();
    v.insert(2, 100);
    v.swap(0, 1);
    println!("{v:?} {:?} {:?}", v.binary_search(&200), v.iter().position(|&n| n == 100));
    println!("{:?} {:?}", v.drain(1..3).collect::<Vec<_>>(), v.split_off(4));
    v.extend_from_slice(&[5, 5, 6]);
    v.retain(|n| n % 2 == 1);
    v.resize(6, -1);
    v.rotate_left(2);
    println!("{v:?} {:?} {:?}", v.first(), v.iter().rev().max());
    println!("{:?}", v.chunks(2).map(|c| c.iter().sum::<i32>()).collect::<Vec<_>>());
    println!("{:?}", v.windows(2).filter(|w| w[0] < w[1]).count());
    let mut grid = vec![vec![0u8; 3]; 2];
    grid[1][2] = 9;
    println!("{grid:?} {:?}", grid.concat());
    let boxed: Box<[i32]> = vec![1, 2, 3].into_boxed_slice();
    println!("{:?} {:?}", boxed, boxed.iter().copied().reduce(|a, b| a * 10 + b));
}

fn sorting() {
    let mut seed = 12345u32;
    let mut next = || {
        seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        seed >> 16
    };
    let mut numbers: Vec<u32> = (0..300).map(|_| next() % 1000).collect();
    let mut copy = numbers.clone();
    numbers.sort();
    copy.sort_unstable_by(|a, b| b.cmp(a));
    copy.reverse();
    println!("{} {} {:?}", numbers == copy, numbers.is_sorted(), &numbers[..5]);
    let mut words: Vec<String> = numbers.iter().map(|n| format!("w{}", n % 13)).collect();
    words.sort_by_key(|w| std::cmp::Reverse(w.clone()));
    words.dedup();
    println!("{words:?}");
    let mut floats = [2.5, -1.0, 9.0, 0.0];
    floats.sort_by(|a, b| a.partial_cmp(b).unwrap());
    println!("{floats:?}");
}

fn maps() {
    let mut counts: HashMap<String, i32> = HashMap::new();
    for word in "a b a c b a".split(' ') {
        *counts.entry(word.to_string()).or_default() += 1;
    }
    let mut sorted: Vec<_> = counts.iter().collect();
    sorted.sort();
    println!("{sorted:?} {:?} {}", counts.get("z"), counts.contains_key("a"));
    counts.remove("a");
    println!("{}", counts.len());
    let big: HashSet<u64> = (0..500).map(|n| n * n % 101).collect();
    println!("{} {}", big.len(), big.contains(&4));
    let tree: BTreeMap<i32, i32> = (0..40).map(|n| (n * 17 % 41, n)).collect();
    println!("{:?} {:?}", tree.range(10..13).collect::<Vec<_>>(), tree.first_key_value());
    println!("{:?}", tree.values().take(5).collect::<Vec<_>>());
}

fn queues() {
    let mut heap: BinaryHeap<_> = [3, 1, 4, 1, 5].into_iter().collect();
    heap.push(9);
    print!("{:?} ", heap.pop());
    println!("{:?}", heap.into_sorted_vec());
    let mut queue = VecDeque::new();
    for n in 0..6 {
        if n % 2 == 0 { queue.push_back(n) } else { queue.push_front(n) }
    }
    println!("{queue:?} {:?} {:?}", queue.pop_front(), queue.iter().rev().next());
    let mut list: LinkedList<_> = (1..4).collect();
    list.push_front(0);
    println!("{list:?} {}", list.len());
}

#[derive(Debug)]
struct Node {
    value: i32,
    parent: RefCell<Weak<Node>>,
    children: RefCell<Vec<Rc<Node>>>,
}

struct Noisy(&'static str);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

trait Area {
    fn area(&self) -> f64;
    fn name(&self) -> String {
        "shape".to_string()
    }
}

struct Square(f64);
struct Circle(f64);

impl Area for Square {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
}

impl Area for Circle {
    fn area(&self) -> f64 {
        3.0 * self.0 * self.0
    }
    fn name(&self) -> String {
        format!("circle {}", self.0)
    }
}

fn ownership() {
    let leaf = Rc::new(Node { value: 3, parent: RefCell::default(), children: RefCell::default() });
    let branch = Rc::new(Node {
        value: 5,
        parent: RefCell::default(),
        children: RefCell::new(vec![leaf.clone()]),
    });
    *leaf.parent.borrow_mut() = Rc::downgrade(&branch);
    println!("{} {}", leaf.parent.borrow().upgrade().map_or(0, |p| p.value), Rc::strong_count(&leaf));
    println!("{}", branch.children.borrow().len());
    let shapes: Vec<Box<dyn Area>> = vec![Box::new(Square(2.0)), Box::new(Circle(1.5))];
    for shape in &shapes {
        println!("{} {}", shape.name(), shape.area());
    }
    let _first = Noisy("first");
    let second = Noisy("second");
    drop(second);
    let cell = Cell::new(1);
    let add = |n| cell.set(cell.get() + n);
    add(4);
    let mutex = Arc::new(Mutex::new(cell.get()));
    *mutex.lock().unwrap() += 1;
    static COUNTER: atomic::AtomicUsize = atomic::AtomicUsize::new(5);
    COUNTER.fetch_add(2, atomic::Ordering::SeqCst);
    println!("{:?} {}", mutex.lock().unwrap(), COUNTER.load(atomic::Ordering::SeqCst));
}

fn iterators() {
    let squares = (1..).map(|n| n * n).take_while(|&n| n < 200);
    println!("{:?}", squares.clone().filter(|n| n % 3 == 1).collect::<Vec<u32>>());
    println!("{} {}", squares.clone().sum::<u32>(), squares.fold(0, |a, b| a ^ b));
    println!("{:?}", "abc".chars().zip(1..).map(|(c, n)| format!("{c}{n}")).collect::<Vec<_>>());
    println!("{:?}", [1, 2, 3, 4].iter().partition::<Vec<i32>, _>(|n| **n > 2));
    println!("{:?}", (0..3).flat_map(|n| 0..n).chain([9]).skip(1).step_by(2).collect::<Vec<_>>());
    println!("{:?} {:?}", [3, 1, 2].iter().min_by_key(|n| (**n - 2i32).abs()), (1..5).rev().last());
    println!("{}", (1..=5).any(|n| n == 3) && (1..=5).all(|n| n < 6));
    let fib = std::iter::successors(Some((0u64, 1u64)), |&(a, b)| Some((b, a + b)));
    println!("{:?}", fib.map(|p| p.0).take(12).collect::<Vec<_>>());
    let sum: Result<i32, std::num::ParseIntError> = "1 2 x".split(' ').map(str::parse::<i32>).sum();
    println!("{sum:?}");
}

fn main() {
    vectors();
    sorting();
    maps();
    queues();
    ownership();
    iterators();
}
