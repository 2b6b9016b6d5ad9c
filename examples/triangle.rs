//! Classifies a triangle by its sides: 0 none, 1 scalene, 2 isosceles, 3 equilateral.

pub fn triangle(a: i32, b: i32, c: i32) -> i32 {
    if a <= 0 || b <= 0 || c <= 0 {
        return 0;
    }
    // Differences instead of sums: these cannot overflow.
    if a <= (b - c).abs() || b <= (a - c).abs() || c <= (a - b).abs() {
        return 0;
    }
    1 + (a == b) as i32 + (b == c || a == c) as i32
}

fn main() {
    let sides: Vec<i32> = std::env::args().skip(1).flat_map(|side| side.parse()).collect();
    match sides[..] {
        [a, b, c] => println!("{}", triangle(a, b, c)),
        _ => {
            eprintln!("usage: triangle A B C");
            std::process::exit(2);
        }
    }
}

// Mutants, counted by hand. Receiver and result of the method abs are not replaced by 0: a number before a dot has no type,
// and the removed difference can overflow.
//   triangle by symbmc: AOR 20, ROR 45, IVI 66
//   triangle by sufficient: AOR 20, ROR 57, ABS 70, LCR 4, UOI 59
