//! Arithmetic of all widths, conversions, parsing, floating point.

use std::hint::black_box;

fn integers() {
    let (a, b) = black_box((1234567i32, -89));
    println!("{} {} {} {}", a / b, a % b, a.div_euclid(b), a.rem_euclid(b));
    println!("{:?} {:?} {:?}", a.checked_mul(a), a.overflowing_mul(a), a.saturating_mul(a));
    println!("{} {} {}", a.wrapping_mul(a), a.wrapping_shl(35), a.rotate_left(7));
    println!("{} {} {} {}", a.count_ones(), a.leading_zeros(), a.trailing_zeros(), a.swap_bytes());
    println!("{} {} {} {}", a.pow(1), b.abs(), b.signum(), a.isqrt());
    println!("{} {} {}", a.ilog2(), a.ilog10(), a.ilog(7));
    println!("{:?} {:?}", 5u8.checked_sub(6), 250u8.saturating_add(9));
    println!("{} {} {}", b as u8, a as i16, -1i8 as u64);
    println!("{:?} {:?}", u8::try_from(a), i64::from(a));
    println!("{:?} {:?}", a.abs_diff(b), (a as u32).next_power_of_two());
    println!("{:?} {:?}", a.to_be_bytes(), u32::from_le_bytes([1, 2, 3, 4]));
    println!("{} {}", i32::midpoint(3, 8), black_box(7u32).is_power_of_two());
}

fn wide() {
    let a = black_box(0x1234_5678_9abc_def0_1122_3344_5566_7788u128);
    let b = black_box(987_654_321_987u128);
    println!("{} {} {}", a / b, a % b, a.wrapping_mul(b));
    println!("{:x} {:b} {}", a, b, a.leading_zeros());
    let (c, d) = (-(a as i128 >> 3), b as i128);
    println!("{} {} {}", c / d, c % d, c >> 70);
    println!("{} {} {}", a as f64, c as f32, 1e30 as u128);
    println!("{:?}", a.checked_mul(a));
}

fn floats() {
    let x = black_box(2.75f64);
    println!("{} {} {} {}", x.floor(), x.ceil(), x.round(), x.trunc());
    println!("{} {} {}", x.sqrt(), x.powi(5), x.mul_add(2.0, 0.5));
    println!("{} {} {}", x.fract(), (-x).abs(), x.copysign(-1.0));
    println!("{} {} {}", x.max(f64::NAN), x.min(1.0), x.clamp(0.0, 2.0));
    println!("{} {} {}", x as i32, -x as u8, 1e20 as i32);
    println!("{} {} {}", x % 1.0, x.rem_euclid(0.5), (x as f32) / 3.0);
    println!("{:?} {:?}", x.partial_cmp(&f64::NAN), x.total_cmp(&2.0));
    println!("{} {} {}", x.to_bits(), f32::from_bits(0x3fc0_0000), f64::EPSILON);
    println!("{} {}", x.to_degrees(), x.is_finite());
    println!("{:?}", [0.1f64; 10].iter().sum::<f64>());
    println!("{:?}", (1..=20).map(|n| 1.0 / n as f32).sum::<f32>());
}

fn parsing() {
    for text in ["42", "-7", "+8", "", "x", "99999999999", "-", "256"] {
        println!("{:?} {:?}", text.parse::<i32>(), text.parse::<u8>());
        if let Err(error) = text.parse::<i64>() {
            println!("{error}");
        }
    }
    for text in ["1.5", "-2e3", "inf", "NaN", "", "1.2.3", "1e400", "0x1"] {
        println!("{:?} {:?}", text.parse::<f64>(), text.parse::<f32>());
        if let Err(error) = text.parse::<f64>() {
            println!("{error}");
        }
    }
    println!("{:?} {:?}", i64::from_str_radix("-7f", 16), u8::from_str_radix("102", 2));
    println!("{:?} {:?} {:?}", "true".parse::<bool>(), "x".parse::<char>(), "no".parse::<bool>());
    println!("{} {} {}", 12.to_string(), (-3i8).to_string(), 1.5.to_string());
    println!("{} {} {}", u64::MAX.to_string(), i128::MIN.to_string(), true.to_string());
    println!("{} {}", 'q'.to_string(), "s".to_string());
}

fn main() {
    integers();
    wide();
    floats();
    parsing();
}
