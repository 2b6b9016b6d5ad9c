//! An error returned from `main` gives status 1.
fn work(n: i32) -> Result<i32, String> {
    if n > 2 { Err(format!("{n} is too much")) } else { Ok(n) }
}

fn main() -> Result<(), String> {
    for n in 0..5 {
        println!("{}", work(n)?);
    }
    Ok(())
}
// expect: 0
// expect: 1
// expect: 2
// status: 1
