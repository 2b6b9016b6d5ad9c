//! Iterator chains, custom iterators, early exit, zip and peek.
struct Collatz(u64);
impl Iterator for Collatz {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        if self.0 == 1 {
            return None;
        }
        self.0 = if self.0 % 2 == 0 { self.0 / 2 } else { 3 * self.0 + 1 };
        Some(self.0)
    }
}

fn main() {
    println!("{} {:?}", Collatz(27).count(), Collatz(27).max());
    println!("{:?}", Collatz(6).zip("abcdefgh".chars()).take_while(|p| p.1 != 'f').collect::<Vec<_>>());
    let total: i32 = (1..=20).filter(|n| n % 3 == 0).map(|n| n * n).sum();
    println!("{total} {:?}", (1..).find(|n| n * n > 200));
    let mut it = [1, 1, 2, 3, 3, 3].iter().peekable();
    let mut runs = vec![];
    while let Some(v) = it.next() {
        let mut n = 1;
        while it.next_if_eq(&v).is_some() {
            n += 1;
        }
        runs.push((*v, n));
    }
    println!("{runs:?}");
    let (even, odd): (Vec<i32>, Vec<i32>) = (0..9).partition(|n| n % 2 == 0);
    println!("{even:?} {odd:?} {:?}", even.iter().zip(&odd).map(|(a, b)| a * b).fold(0, |a, b| a * 10 + b));
    println!("{:?}", ["3", "x", "5"].iter().map(|s| s.parse::<i32>()).collect::<Result<Vec<_>, _>>().is_err());
    println!("{:?}", (0..3).flat_map(|a| (0..a).map(move |b| a * 10 + b)).collect::<Vec<_>>());
}
// expect: 111 Some(9232)
// expect: [(3, 'a'), (10, 'b'), (5, 'c'), (16, 'd'), (8, 'e')]
// expect: 819 Some(15)
// expect: [(1, 2), (2, 1), (3, 3)]
// expect: [0, 2, 4, 6, 8] [1, 3, 5, 7] 842
// expect: true
// expect: [10, 20, 21]
