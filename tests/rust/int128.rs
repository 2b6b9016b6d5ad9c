//! 128-bit integers: printing, powers, division, conversion.
fn factorial(n: u128) -> u128 {
    (1..=n).product()
}

fn main() {
    println!("{}", factorial(34));
    println!("{:x}", u128::MAX / 7);
    println!("{}", i128::MIN);
    println!("{}", (-170141183460469231731687303715884105727i128) % 1_000_000_007);
    println!("{}", 3i128.pow(80) >> 5);
    println!("{:?}", 10u128.checked_pow(39));
    println!("{}", (1u128 << 100) as f64);
    println!("{}", 1e30f64 as i128);
}
// expect: 295232799039604140847618609643520000000
// expect: 24924924924924924924924924924924
// expect: -170141183460469231731687303715884105728
// expect: -639816141
// expect: 4619025919198310103627600318949478050
// expect: None
// expect: 1267650600228229400000000000000
// expect: 1000000000000000019884624838656
