//! Closures: by reference, by value, boxed, returned, recursive through a parameter.
fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}

fn counter(start: i32) -> Box<dyn FnMut() -> i32> {
    let mut n = start;
    Box::new(move || {
        n += 1;
        n
    })
}

fn fix(f: &dyn Fn(&dyn Fn(u64) -> u64, u64) -> u64, n: u64) -> u64 {
    f(&|m| fix(f, m), n)
}

fn main() {
    let mut log = Vec::new();
    let mut note = |n: i32| log.push(n * n);
    (1..4).for_each(&mut note);
    println!("{log:?}");
    println!("{}", compose(|x: i32| x + 1, |x: i32| format!("<{x}>"))(41));
    let (mut a, mut b) = (counter(0), counter(10));
    println!("{} {} {} {}", a(), a(), b(), a());
    println!("{}", fix(&|go, n| if n < 2 { n } else { go(n - 1) + go(n - 2) }, 15));
    let table: [(&str, fn(f64) -> f64); 2] = [("double", |x| x * 2.0), ("half", |x| x / 2.0)];
    for (name, f) in table {
        println!("{name} {}", f(5.0));
    }
}
// expect: [1, 4, 9]
// expect: <42>
// expect: 1 2 11 3
// expect: 610
// expect: double 10
// expect: half 2.5
