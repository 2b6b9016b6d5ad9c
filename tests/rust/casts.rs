//! `as` between all kinds of numbers: truncation, extension, saturation from floats.
fn main() {
    let floats = [0.0f64, -0.9, 255.9, 256.0, -129.0, 3e9, -3e9, 1e20, f64::NAN, f64::INFINITY];
    for f in floats {
        println!("{} {} {} {} {}", f as u8, f as i8, f as i32, f as u64, f as f32);
    }
    let ints = [0i64, -1, 128, 65536, i64::MIN, i64::MAX];
    for n in ints {
        println!("{} {} {} {} {}", n as u8, n as i16, n as u32, n as f32, n as u128 >> 64);
    }
    println!("{} {} {}", 'é' as u32, 233u8 as char, true as i32);
}
// expect: 0 0 0 0 0
// expect: 0 0 0 0 -0.9
// expect: 255 127 255 255 255.9
// expect: 255 127 256 256 256
// expect: 0 -128 -129 0 -129
// expect: 255 127 2147483647 3000000000 3000000000
// expect: 0 -128 -2147483648 0 -3000000000
// expect: 255 127 2147483647 18446744073709551615 100000000000000000000
// expect: 0 0 0 0 NaN
// expect: 255 127 2147483647 18446744073709551615 inf
// expect: 0 0 0 0 0
// expect: 255 -1 4294967295 -1 18446744073709551615
// expect: 128 128 128 128 0
// expect: 0 0 65536 65536 0
// expect: 0 0 0 -9223372000000000000 18446744073709551615
// expect: 255 -1 4294967295 9223372000000000000 0
// expect: 233 é 1
