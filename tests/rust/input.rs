//! Lines of standard input.
// stdin: 3 4
// stdin: five
// stdin: 10
use std::io::BufRead;

fn main() {
    let mut sum = 0;
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        for word in line.split(' ') {
            match word.parse::<i32>() {
                Ok(n) => sum += n,
                Err(e) => println!("{word}: {e}"),
            }
        }
    }
    println!("{sum}");
}
// expect: five: invalid digit found in string
// expect: 17
