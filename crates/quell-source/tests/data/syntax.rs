use std::fmt;
#[derive(Clone)]
struct P { x: i32 }
const N: usize = 3 + 1;
static S: &str = "a";
impl P {
    pub fn get(&self, (a, b): (i32, i32), mut c: u8, &d: &i32) -> i32 {
        let x = 1;
        let (y, z): (i32, i32) = (2, 3);
        let Some(w) = opt else { return 0 };
        let u;
        if a < b && !c { x += 1; } else if let Some(q) = z { foo(); }
        let v = if a { 1 } else { 2 };
        match x { 1 | 2 => y = 3, n if n > 3 => { bar(); } 4..=6 => (), P { x, .. } => {}, _ => unreachable!() }
        for i in 0..n { self.x[i as usize] -= -1; }
        'outer: while i <= 3 { i += 1; continue 'outer; }
        loop { break; }
        while let Some(x) = it.next() {}
        let f = |x: i32, y| x + y;
        let g = move || { h(); 1 };
        let r = foo::bar::<u8>(1)?.baz(2, &mut y);
        assert!(a < b && f(x), "no {}", x + 1);
        let v = vec![1, 2]; let w = vec![0u8; n];
        println!("{}", a.0);
        let s = P { x: 1, y, ..Default::default() };
        let t = [0; 4]; let u = [1, 2.0, 'c', true, "s", b'a'];
        unsafe { *p = 1 };
        x = (a as u8) as i32;
        return 1;
    }
}
fn tail(x: i32) -> i32 { if x > 0 { foo(); x } else { -x } }
fn unit(x: i32) { if x > 0 { foo() } }
fn t2() -> i32 { match 1 { a => 1 } }
fn t3() { foo() }
macro_rules! m { ($a:expr) => { $a + 1 } }
mod tests { fn a() -> ! { loop {} } }
fn more(a: &[u8], o: Option<i32>) -> Option<i32> {
    if let Some(x) = o && x > 3 { return None }
    assert!(matches!(o, Some(1..=3) | None if a.len() > 2), "{x} {y}", y = 1 + 2);
    let s = &a[..3]; let t = &a[1..=i];
    let c = a.iter().map(|(x, y)| *x as i64 * -2).filter(|x| { let y = !x; y != 0 }).sum::<i64>();
    odd! { x => y; z }
    vec![vec![1 + 2; n], f(x)].len() // the end
}
