//! The kind of a triangle, for every small triple.

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Invalid,
    Scalene,
    Isosceles,
    Equilateral,
}

fn triangle(a: u32, b: u32, c: u32) -> Kind {
    if a == 0 || b == 0 || c == 0 || a + b <= c || b + c <= a || a + c <= b {
        Kind::Invalid
    } else if a == b && b == c {
        Kind::Equilateral
    } else if a == b || b == c || a == c {
        Kind::Isosceles
    } else {
        Kind::Scalene
    }
}

fn main() {
    let mut counts = std::collections::BTreeMap::new();
    for a in 0..6 {
        for b in 0..6 {
            for c in 0..6 {
                *counts.entry(triangle(a, b, c)).or_insert(0) += 1;
            }
        }
    }
    for (kind, count) in counts {
        println!("{kind:?}: {count}");
    }
    println!("{:?}", triangle(3, 4, 5));
}
