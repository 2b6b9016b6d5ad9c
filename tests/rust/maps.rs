//! Ordered collections: BTreeMap, BTreeSet, VecDeque, BinaryHeap.
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

fn main() {
    let mut counts = BTreeMap::new();
    for w in "the cat and the dog and the bird".split(' ') {
        *counts.entry(w).or_insert(0) += 1;
    }
    println!("{counts:?} {:?}", counts.range("b".."d").collect::<Vec<_>>());
    let set: BTreeSet<i32> = (0..40).map(|n| n * 7 % 11).collect();
    println!("{set:?} {:?}", set.iter().next_back());
    let mut queue = VecDeque::from([1, 2, 3]);
    queue.rotate_left(1);
    queue.push_front(9);
    println!("{queue:?} {:?}", queue.pop_back());
    let mut heap: BinaryHeap<_> = [5, 1, 8, 3, 9, 2].into();
    let mut out = vec![];
    while let Some(n) = heap.pop() {
        out.push(n);
    }
    println!("{out:?}");
    let mut big = BTreeMap::new();
    for n in 0..300u32 {
        big.insert(n * 7919 % 1009, n);
    }
    big.retain(|k, _| k % 3 != 0);
    println!("{} {:?} {:?}", big.len(), big.first_key_value(), big.last_key_value());
}
// expect: {"and": 2, "bird": 1, "cat": 1, "dog": 1, "the": 3} [("bird", 1), ("cat", 1)]
// expect: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10} Some(10)
// expect: [9, 2, 3] Some(1)
// expect: [9, 8, 5, 3, 2, 1]
// expect: 201 Some((1, 244)) Some((1006, 277))
