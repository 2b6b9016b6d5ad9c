//! Sets: the number of ordered choices.

/// How many ordered choices of r out of n elements there are; -1 if that is no sensible question.
pub fn permutations(n: i32, r: i32) -> i32 {
    if n < 0 || n > 12 {
        return -1;
    }
    if r < 0 || r > n {
        return -1;
    }
    let mut count = 1;
    let mut left = n;
    while left > n - r {
        count = count * left;
        left -= 1;
    }
    count
}
