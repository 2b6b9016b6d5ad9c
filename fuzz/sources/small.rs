//! A seed.
#![crate_type = "lib"]

pub enum Shape {
    Circle(f64),
    Box { width: u32, height: u32 },
}

#[no_mangle]
pub fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle(radius) => radius * radius * 3.0,
        Shape::Box { width, height } => f64::from(*width) * f64::from(*height),
    }
}

#[no_mangle]
pub fn sum(values: &[i32]) -> i32 {
    let mut total = 0i32;
    for value in values {
        total = total.checked_add(*value).unwrap_or(i32::MAX);
    }
    total
}
