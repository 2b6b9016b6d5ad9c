// Collections, traits, panics, threads, atomics and formatting: much of what rustc can emit.
use std::collections::HashMap;
use std::fmt::Debug;
#[derive(Debug, Clone, PartialEq)]
enum Shape { Circle(f64), Rect{w:f64,h:f64}, Unit }
trait Area { fn area(&self)->f64; fn name(&self)->String{ "x".to_string() } }
impl Area for Shape { fn area(&self)->f64 { match self { Shape::Circle(r)=>3.14*r*r, Shape::Rect{w,h}=>w*h, Shape::Unit=>1.0 } } }
fn show<T: Debug>(t:&T)->String { format!("{:?}",t) }
static mut COUNTER: u32 = 0;
thread_local!{ static TL: std::cell::Cell<i32> = std::cell::Cell::new(5); }
fn fact(n:u64)->u64 { if n<2 {1} else {n.checked_mul(fact(n-1)).unwrap_or(7)} }
fn tri(a:i32,b:i32,c:i32)->i32{ if a<=0||b<=0||c<=0 {return 0;} if a+b<=c||a+c<=b||b+c<=a {return 0} if a==b&&b==c {3} else if a==b||b==c||a==c {2} else {1} }
fn main(){
  let mut m=HashMap::new();
  for i in 0..10u32 { m.insert(i, i*i); }
  let mut v: Vec<_> = m.into_iter().collect(); v.sort();
  println!("{:?}", v);
  let s: Vec<Box<dyn Area>> = vec![Box::new(Shape::Circle(2.0)),Box::new(Shape::Rect{w:2.0,h:3.5}),Box::new(Shape::Unit)];
  for x in &s { println!("{} {}", x.area(), x.name()); }
  println!("{}", show(&Shape::Rect{w:1.0,h:2.0}));
  unsafe { COUNTER += 1; }
  TL.with(|t| { t.set(t.get()+1); println!("tl {}", t.get()); });
  println!("{} {}", fact(20), fact(30));
  println!("{}", tri(3,4,5)+tri(2,2,2));
  let r = std::panic::catch_unwind(|| { let v:Vec<i32>=vec![]; v[std::env::args().count()] });
  println!("{}", r.is_err());
  let a = std::sync::atomic::AtomicI32::new(3); a.fetch_add(4, std::sync::atomic::Ordering::SeqCst);
  println!("{:?} {}", a.compare_exchange(7,9,std::sync::atomic::Ordering::AcqRel,std::sync::atomic::Ordering::Relaxed), (300i32 as u8) as char);
  let h = std::thread::spawn(|| 42); println!("{}", h.join().unwrap());
  let x: i128 = 1<<100; println!("{} {:?}", x, "añb\u{1F600}".chars().rev().collect::<String>());
  println!("{}", [1.5f32,2.5,3.5,4.5].iter().map(|x| x*2.0).sum::<f32>());
}
