//! Parameters whose values are strings or objects in JSON: characters, variants, text.

pub enum Shape {
    Dot,
    Circle(u8),
    Rect { width: i32, height: i32 },
}

pub struct Pair(pub i32, pub char);

#[unsafe(no_mangle)]
pub fn area(shape: Shape) -> i32 {
    match shape {
        Shape::Dot => 0,
        Shape::Circle(r) => 3 * r as i32,
        Shape::Rect { width, height } => {
            if width > height {
                1
            } else {
                2
            }
        }
    }
}

#[unsafe(no_mangle)]
pub fn maybe(x: Option<i8>, y: Option<bool>) -> i32 {
    match (x, y) {
        (Some(v), Some(true)) => i32::from(v > 3),
        (None, _) => 4,
        _ => 5,
    }
}

#[unsafe(no_mangle)]
pub fn letter(c: char, p: Pair) -> bool {
    c > 'é' && p.1 != '"' || p.0 == 3
}

#[unsafe(no_mangle)]
pub fn words(s: &str, t: &[u16]) -> bool {
    s.len() > 2 && t.len() == 1
}
