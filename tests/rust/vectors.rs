//! Vec: growth, insertion, removal, draining, sorting, dedup, nested.
fn main() {
    let mut v: Vec<u32> = (0..10).map(|n| n * n % 17).collect();
    v.insert(3, 99);
    v.remove(0);
    v.swap(0, 5);
    println!("{v:?} {}", v.len());
    v.retain(|n| n % 2 == 1);
    v.extend_from_slice(&[5, 5, 7, 7, 7]);
    v.dedup();
    println!("{v:?} {:?}", v.iter().position(|&n| n == 7));
    let drained: Vec<u32> = v.drain(1..3).collect();
    println!("{drained:?} {v:?}");
    v.sort_unstable_by(|a, b| b.cmp(a));
    v.truncate(3);
    println!("{v:?} {:?} {:?}", v.pop(), v.iter().max());
    let mut grid = vec![vec![0i64; 4]; 3];
    for (y, row) in grid.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            *cell = (x as i64 - 1) * (y as i64 + 2);
        }
    }
    println!("{:?} {}", grid, grid.concat().iter().sum::<i64>());
    let mut primes = vec![];
    let mut sieve = vec![true; 100];
    for n in 2..100 {
        if sieve[n] {
            primes.push(n);
            (n * n..100).step_by(n).for_each(|m| sieve[m] = false);
        }
    }
    println!("{} {:?}", primes.len(), &primes[20..]);
}
// expect: [8, 4, 99, 9, 16, 1, 2, 15, 13, 13] 10
// expect: [99, 9, 1, 15, 13, 5, 7] Some(6)
// expect: [9, 1] [99, 15, 13, 5, 7]
// expect: [99, 15] Some(13) Some(99)
// expect: [[-2, 0, 2, 4], [-3, 0, 3, 6], [-4, 0, 4, 8]] 18
// expect: 25 [73, 79, 83, 89, 97]
