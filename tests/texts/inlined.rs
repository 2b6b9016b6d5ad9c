// texts of: symbmc, sufficient, extended
// LLVM's knowledge of the arguments of inlined functions must not change the effect of mutants.
#[no_mangle]
pub fn ones(a: u64) -> u64 {
    let distance = (1u32.wrapping_mul(3)) & 7;
    ((3u64 >> distance).count_ones() as u64) + (a & 1).count_ones() as u64
}

#[no_mangle]
pub fn least(a: i32) -> i32 {
    (a & 3).min(7) + i32::from(a > 5).max(0)
}
