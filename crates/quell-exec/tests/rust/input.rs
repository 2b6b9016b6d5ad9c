//! Reading from the standard input and writing through handles.
//!
//! stdin: 3\n10 20 30\nrest of\nthe text
//! stdin: 0

use std::io::{self, BufRead, BufWriter, Read, Write};

fn main() -> io::Result<()> {
    let mut first = String::new();
    let bytes = io::stdin().read_line(&mut first)?;
    let count: usize = first.trim().parse().unwrap();
    println!("{bytes} {count}");
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let numbers: Vec<i64> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    println!("{numbers:?} {}", numbers.iter().sum::<i64>());
    if let Some(line) = io::stdin().lines().next() {
        println!("line {:?}", line?);
    }
    let mut rest = String::new();
    let bytes = io::stdin().read_to_string(&mut rest)?;
    println!("{bytes} {rest:?}");
    let stdout = io::stdout();
    let mut lock = stdout.lock();
    writeln!(lock, "{:>5}", 1)?;
    lock.write_all(b"bytes\n")?;
    drop(lock);
    let mut buffered = BufWriter::new(io::stdout());
    for n in 0..3 {
        write!(buffered, "{n};")?;
    }
    writeln!(buffered)?;
    buffered.flush()?;
    io::stdout().flush()
}
