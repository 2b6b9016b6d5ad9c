//! Texts as bytes.

pub fn reverse(text: &mut [u8]) {
    let end = text.len();
    let mut i = 0;
    while i < end / 2 {
        let held = text[i];
        text[i] = text[end - 1 - i];
        text[end - 1 - i] = held;
        i += 1;
    }
}

pub fn is_palindrome(text: &[u8]) -> bool {
    let end = text.len();
    let mut i = 0;
    while i < end / 2 {
        if text[i] != text[end - 1 - i] {
            return false;
        }
        i += 1;
    }
    true
}

pub fn word_count(text: &[u8]) -> i32 {
    let mut count = 0;
    let mut is_inside = 0;
    let mut i = 0;
    while i < text.len() {
        if text[i] == b' ' {
            is_inside = 0;
        } else if is_inside == 0 {
            is_inside = 1;
            count += 1;
        }
        i += 1;
    }
    count
}

/// How many characters occur earlier in the text as well.
pub fn repeated_count(text: &[u8]) -> i32 {
    let mut count = 0;
    let mut i = 0;
    while i < text.len() {
        let mut j = 0;
        while j < i && text[j] != text[i] {
            j += 1;
        }
        if j < i {
            count += 1;
        }
        i += 1;
    }
    count
}

/// The first place of one of two characters; -1 if neither occurs.
pub fn index_of_any(text: &[u8], a: u8, b: u8) -> i32 {
    let mut i = 0;
    while i < text.len() {
        if text[i] == a || text[i] == b {
            return i as i32;
        }
        i += 1;
    }
    -1
}

/// Moves what is between the blanks at both ends to the front; its length.
pub fn strip(text: &mut [u8]) -> usize {
    let mut from = 0;
    let mut to = 0;
    while from < text.len() && text[from] == b' ' {
        from += 1;
    }
    while from < text.len() {
        text[to] = text[from];
        to += 1;
        from += 1;
    }
    while to > 0 && text[to - 1] == b' ' {
        to -= 1;
    }
    to
}

/// Reverses each word and leaves blanks where they are.
pub fn reverse_words(text: &mut [u8]) {
    let mut start = 0;
    while start < text.len() {
        let mut end = start;
        while end < text.len() && text[end] != b' ' {
            end += 1;
        }
        let mut i = start;
        let mut j = end;
        while i + 1 < j {
            let held = text[i];
            text[i] = text[j - 1];
            text[j - 1] = held;
            i += 1;
            j -= 1;
        }
        start = end + 1;
    }
}
