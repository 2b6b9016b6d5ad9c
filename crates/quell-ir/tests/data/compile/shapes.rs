use std::collections::HashMap;
#[derive(Debug, Clone)]
enum Shape { Circle(f64), Rect { w: f64, h: f64 }, None }
trait Area { fn area(&self) -> f64; }
impl Area for Shape { fn area(&self) -> f64 { match self { Shape::Circle(r) => r * r * 3.14, Shape::Rect { w, h } => w * h, Shape::None => 0.0 } } }
fn sum(v: &[i32]) -> i32 { v.iter().map(|x| x * 2).filter(|x| x % 3 == 0).sum() }
fn main() {
    let mut m = HashMap::new();
    for (i, w) in std::env::args().enumerate() { m.insert(w, i); }
    let b: Box<dyn Area> = Box::new(Shape::Rect { w: 1.0, h: 2.0 });
    println!("{} {:?} {}", sum(&[1, 2, 3]), m, b.area());
    let s: String = "abc".chars().rev().collect();
    let x: u128 = 5; println!("{}", x.wrapping_mul(7)); println!("{s}");
    println!("{:?}", Shape::None); println!("{:?}", Shape::Circle(1.0).clone());
}
