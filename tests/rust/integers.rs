//! Wrapping, checked, saturating and overflowing arithmetic at every width.
macro_rules! table {
    ($($t:ty),*) => {$({
        let edges = [<$t>::MIN, <$t>::MIN + 1, 0, 1, 2, 7, <$t>::MAX / 2, <$t>::MAX - 1, <$t>::MAX];
        let mut sum: u64 = 0;
        let mut take = |v: u64| sum = (sum ^ v).wrapping_mul(0x100000001b3).rotate_left(5);
        for a in edges {
            for b in edges {
                take(a.wrapping_add(b) as u64);
                take(a.wrapping_mul(b) as u64);
                take(a.checked_sub(b).map_or(99, |v| v as u64));
                take(a.saturating_add(b) as u64);
                take(a.saturating_mul(b) as u64);
                take(a.overflowing_sub(b).1 as u64);
                take(a.checked_div(b).map_or(98, |v| v as u64));
                take(a.checked_rem(b).map_or(97, |v| v as u64));
                take(a.checked_shl(b as u32 & 0x7f).map_or(96, |v| v as u64));
                take(a.rotate_left(b as u32 & 0x7f) as u64);
                take((a.leading_zeros() + a.trailing_zeros() + a.count_ones()) as u64);
                take((a < b) as u64 + 2 * (a == b) as u64);
                take(a.abs_diff(b) as u64);
                take(a.swap_bytes().reverse_bits() as u64);
            }
        }
        println!("{} {sum:016x}", stringify!($t));
    })*};
}

fn main() {
    table!(i8, u8, i16, u16, i32, u32, i64, u64, isize, usize, i128, u128);
}
// expect: i8 9045208b95a8ef73
// expect: u8 1bb632a1e1e7921d
// expect: i16 2ed891c5c3fb39e4
// expect: u16 4eff538ab167e888
// expect: i32 b683021e2191ae09
// expect: u32 e9566693da297c4b
// expect: i64 a5ba13eea4cb6377
// expect: u64 6f35197935bd6737
// expect: isize a5ba13eea4cb6377
// expect: usize 6f35197935bd6737
// expect: i128 b1dcf3180a408a17
// expect: u128 9763d2a4be6d385b
