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
