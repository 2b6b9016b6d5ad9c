//! Slices: windows, chunks, sorting, searching, splitting, iterators from both ends.
fn main() {
    let mut v = [9, 3, 7, 1, 8, 2, 5];
    println!("{:?} {:?}", v.windows(2).filter(|w| w[0] < w[1]).count(), v.chunks(3).map(|c| c.iter().sum::<i32>()).max());
    v.sort();
    println!("{:?} {:?} {:?}", v, v.binary_search(&7), v.binary_search(&6));
    let (a, b) = v.split_at_mut(3);
    a.swap_with_slice(&mut b[..3]);
    println!("{:?} {:?}", v, v.iter().rev().skip(1).step_by(2).collect::<Vec<_>>());
    v.reverse();
    println!("{:?} {:?} {}", v.first(), v.get(99), v.contains(&8));
    if let [first, .., last] = v {
        println!("{first} {last}");
    }
    let mut words = ["pear", "fig", "apple"];
    words.sort_by_key(|w| std::cmp::Reverse(w.len()));
    println!("{}", words.join("-"));
}
// expect: 3 Some(19)
// expect: [1, 2, 3, 5, 7, 8, 9] Ok(4) Err(4)
// expect: [5, 7, 8, 1, 2, 3, 9] [3, 1, 7]
// expect: Some(9) None true
// expect: 9 5
// expect: apple-pear-fig
