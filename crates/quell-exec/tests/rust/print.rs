//! `println!` with all kinds of values, widths and flags.

use std::fmt;

struct Point {
    x: i32,
    y: i32,
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl fmt::LowerHex for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        if f.alternate() {
            f.write_char('#')?;
        }
        if let Some(width) = f.width() {
            write!(f, "{width}:")?;
        }
        fmt::LowerHex::fmt(&self.x, f)
    }
}

struct Padded(&'static str);

impl fmt::Display for Padded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

struct Money(i64);

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(self.0 >= 0, "EUR", &self.0.unsigned_abs().to_string())
    }
}

fn integers() {
    println!("{} {} {} {}", i8::MIN, i16::MAX, -32i32, i64::MIN);
    println!("{} {} {} {}", u8::MAX, u16::MAX, u32::MAX, u64::MAX);
    println!("{} {} {} {}", i128::MIN, u128::MAX, usize::MAX, isize::MIN);
    println!("{:5}|{:<5}|{:^5}|{:>5}|{:05}|{:+}|{:+05}|", 1, 2, 3, 4, -5, 6, 7);
    println!("{:x} {:X} {:#x} {:#X} {:o} {:#o} {:b} {:#b}", 255, 255, 255, -1, 8, 8, 5, -5i8);
    println!("{:#010x}|{:#06b}|{:08.3}|{:*^9}|{:->7}|", 255, 5, 1, 2, 3);
    println!("{:e} {:E} {:.2e} {:e}", 1200, 1234567u64, 123456, -5i8);
    println!("{:?} {:x?} {:X?} {:#?} {:04?}", 10, 255, 255, 3, 5);
    for width in 0..4 {
        println!("{:width$}|{:>1$}|{:.*}|", 7, width, width, 1.0 / 3.0);
    }
}

fn floats() {
    println!("{} {} {} {}", 1.5, 0.1 + 0.2, 1e21, 1e-7);
    println!("{:?} {:?} {:?} {:?}", 1.0, 1e16, 1e-5, 123456789.0f32);
    println!("{:.3} {:8.2}| {:<8.1}| {:08.3} {:+.1}", 3.14159, 2.5, 2.25, -1.5, 0.05);
    println!("{:e} {:E} {:.3e} {:e}", 1234.5, 0.00012, 9.9996, 0.0);
    println!("{} {} {} {:?}", f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0);
    println!("{:6}|{:06}|{:+}|{:06}", f64::NAN, f64::INFINITY, f64::INFINITY, f64::NAN);
    println!("{} {} {}", f64::MAX, f64::MIN_POSITIVE, 5e-324);
    println!("{} {} {:?} {}", f32::MAX, 0.1f32, 16777216f32, 0.3f32 as f64);
    println!("{:.0} {:.0} {:.0} {:.1}", 0.5, 1.5, 2.5, 0.25);
}

fn texts() {
    println!("{} {} {} {}", "abc", 'x', true, false);
    println!("{:?} {:?} {:?} {:?}", "a\"b\n\t\\é\u{7f}\u{200b}", '\'', "'", '"');
    println!("{:6}|{:<6}|{:>6}|{:^6}|{:.2}|{:6.1}|{:-^7}|", "ab", "cd", "ef", "gh", "ijk", "lmn", "öä");
    println!("{:3}|{:>3}|{:5}|{:<6}|", 'c', 'd', true, false);
    println!("{{}} {0} {1} {0} {name}", 1, 2, name = "n");
    println!("{}", String::from("owned") + " text");
    print!("no newline;");
    println!();
    println!("{} {:>12} {:<12}|", Point { x: 1, y: -2 }, Padded("right"), Padded("left"));
    println!("{:x} {:#x} {:6x}", Point { x: 255, y: 0 }, Point { x: 16, y: 0 }, Point { x: 1, y: 0 });
    println!("{} {:#} {:+10} {:#010}", Money(5), Money(-6), Money(7), Money(8));
    let long = "x".repeat(300);
    println!("{long}{}", "a literal of more than one hundred and twenty-seven bytes, which the template has to write with a length of two bytes, followed by a value: {}");
    eprintln!("not in the output {}", 1);
    println!("{}", format_args!("{}-{}", 1, "two"));
    println!("{:?}", format!("{:>4}", 'y'));
}

fn main() {
    println!("hello");
    integers();
    floats();
    texts();
    std::process::exit(3);
}
