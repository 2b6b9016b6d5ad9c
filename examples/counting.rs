//! Small functions in Rust: a gcd, a search, sorting by insertion, digits, a bounded counter.

pub fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        let rest = a % b;
        a = b;
        b = rest;
    }
    a
}

pub fn binary_search(sorted: &[i32], value: i32) -> i32 {
    let mut low = 0;
    let mut high = sorted.len();
    while low < high {
        let middle = low + (high - low) / 2;
        if sorted[middle] == value {
            return middle as i32;
        }
        if sorted[middle] < value {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    -1
}

pub fn insertion_sort(items: &mut [i32]) {
    let mut i = 1;
    while i < items.len() {
        let mut j = i;
        while j > 0 && items[j - 1] > items[j] {
            items.swap(j - 1, j);
            j -= 1;
        }
        i += 1;
    }
}

pub fn digit_sum(number: u32) -> u32 {
    let mut rest = number;
    let mut sum = 0;
    while rest > 0 {
        sum += rest % 10;
        rest /= 10;
    }
    sum
}

pub fn clamp(value: i32, low: i32, high: i32) -> i32 {
    match (value < low, value > high) {
        (true, _) => low,
        (_, true) => high,
        _ => value,
    }
}

// Mutants, counted by hand. An operand that may panic cannot be removed; methods are no values, and only the operators in
// their arguments count. Rustc refuses `x / 0` and `0usize - 1`.
//   gcd by symbmc: AOR 4, ROR 5, IVI 18
//   gcd by sufficient: AOR 4, ROR 7, ABS 5, UOI 8
//   binary_search by symbmc: AOR 16, ROR 15, IVI 47
//   binary_search by sufficient: AOR 16, ROR 17, ABS 20, UOI 26
//   insertion_sort by symbmc: AOR 16, ROR 15, IVI 36
//   insertion_sort by sufficient: AOR 16, ROR 17, ABS 9, LCR 1, UOI 17
//   digit_sum by symbmc: AOR 12, ROR 5, IVI 24
//   digit_sum by sufficient: AOR 12, ROR 7, ABS 6, UOI 8
//   clamp by symbmc: ROR 10, IVI 12
//   clamp by sufficient: ROR 14, ABS 12, UOI 8
