//! Calculations with small numbers. They answer -1 where there is no sensible answer.

pub fn fibonacci(n: i32) -> i32 {
    if n < 0 || n > 20 {
        return -1;
    }
    let mut last = 0;
    let mut next = 1;
    let mut i = 0;
    while i < n {
        let sum = last + next;
        last = next;
        next = sum;
        i += 1;
    }
    last
}

pub fn factorial(n: i32) -> i32 {
    if n < 0 || n > 5 {
        return -1;
    }
    if n <= 1 {
        return 1;
    }
    n * factorial(n - 1)
}

pub fn power(base: i32, exponent: i32) -> i32 {
    if base < -9 || base > 9 || exponent < 0 || exponent > 4 {
        return -1;
    }
    let mut result = 1;
    let mut left = exponent;
    while left > 0 {
        result = result * base;
        left -= 1;
    }
    result
}

pub fn greatest_common_divisor(first: i8, second: i8) -> i32 {
    let mut a = first;
    let mut b = second;
    if a <= 0 || b <= 0 || a > 9 || b > 9 {
        return -1;
    }
    while a != b {
        if a > b {
            a = a - b;
        } else {
            b = b - a;
        }
    }
    a as i32
}

/// The binary digits of a number, as a decimal number.
pub fn to_binary(number: i32) -> i32 {
    let mut n = number;
    if n < 0 || n > 100 {
        return -1;
    }
    let mut digits = 0;
    let mut place = 1;
    while n > 0 {
        digits = digits + n % 2 * place;
        place = place * 10;
        n = n / 2;
    }
    digits
}

/// The octal digits of a number, as a decimal number.
pub fn to_octal(number: i32) -> i32 {
    let mut n = number;
    if n < 0 || n > 1000 {
        return -1;
    }
    let mut digits = 0;
    let mut place = 1;
    while n > 0 {
        digits = digits + n % 8 * place;
        place = place * 10;
        n = n / 8;
    }
    digits
}

/// Writes the two hexadecimal digits of a byte.
pub fn to_hexadecimal(n: u8, digits: &mut [u8; 2]) -> i32 {
    let high = n / 16;
    let low = n % 16;
    digits[0] = if high < 10 { b'0' + high } else { b'A' + high - 10 };
    digits[1] = if low < 10 { b'0' + low } else { b'A' + low - 10 };
    if high > 0 { 2 } else { 1 }
}

pub fn is_prime(n: i32) -> bool {
    if n < 2 || n > 30 {
        return false;
    }
    let mut divisor = 2;
    while divisor * divisor <= n {
        if n % divisor == 0 {
            return false;
        }
        divisor += 1;
    }
    true
}

pub fn max_value(items: &[i32]) -> i32 {
    if items.len() == 0 {
        return -1;
    }
    let mut most = items[0];
    let mut i = 1;
    while i < items.len() {
        if items[i] > most {
            most = items[i];
        }
        i += 1;
    }
    most
}

pub fn sum_of_digits(number: i32) -> i32 {
    let mut n = number;
    if n < -99 || n > 99 {
        return -1;
    }
    if n < 0 {
        n = -n;
    }
    let mut sum = 0;
    while n > 0 {
        sum = sum + n % 10;
        n = n / 10;
    }
    sum
}
