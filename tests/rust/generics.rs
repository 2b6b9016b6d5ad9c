//! Generics and traits: static and dynamic dispatch, associated types, default methods, operators.
use std::fmt::Display;
use std::ops::{Add, Index, Mul};

trait Shape {
    fn area(&self) -> f64;
    fn name(&self) -> String {
        "shape".to_string()
    }
}
struct Square(f64);
struct Circle(f64);
impl Shape for Square {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
    fn name(&self) -> String {
        format!("square of {}", self.0)
    }
}
impl Shape for Circle {
    fn area(&self) -> f64 {
        3.0 * self.0 * self.0
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct V<T>(T, T);
impl<T: Add<Output = T>> Add for V<T> {
    type Output = V<T>;
    fn add(self, o: Self) -> Self {
        V(self.0 + o.0, self.1 + o.1)
    }
}
impl<T: Mul<Output = T> + Copy> Mul<T> for V<T> {
    type Output = V<T>;
    fn mul(self, k: T) -> Self {
        V(self.0 * k, self.1 * k)
    }
}
impl<T> Index<usize> for V<T> {
    type Output = T;
    fn index(&self, i: usize) -> &T {
        if i == 0 { &self.0 } else { &self.1 }
    }
}

fn largest<T: PartialOrd + Copy + Display>(v: &[T]) -> T {
    v.iter().copied().fold(v[0], |a, b| if b > a { b } else { a })
}

struct Matrix<const R: usize, const C: usize>([[i32; C]; R]);
impl<const R: usize, const C: usize> Matrix<R, C> {
    fn transposed(&self) -> Matrix<C, R> {
        let mut t = [[0; R]; C];
        for (i, row) in self.0.iter().enumerate() {
            for (j, v) in row.iter().enumerate() {
                t[j][i] = *v;
            }
        }
        Matrix(t)
    }
}

fn main() {
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Square(1.5)), Box::new(Circle(2.0))];
    for s in &shapes {
        println!("{} {}", s.name(), s.area());
    }
    println!("{:?} {:?} {}", V(1, 2) + V(3, 4), V(0.5, 1.5) * 4.0, V('a', 'b')[1]);
    println!("{} {} {}", largest(&[3, 9, 2]), largest(&[1.5, -2.0]), largest(&['x', 'z', 'y']));
    println!("{:?}", Matrix([[1, 2, 3], [4, 5, 6]]).transposed().0);
}
// expect: square of 1.5 2.25
// expect: shape 12
// expect: V(4, 6) V(2.0, 6.0) b
// expect: 9 1.5 z
// expect: [[1, 4], [2, 5], [3, 6]]
