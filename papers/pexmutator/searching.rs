//! Searching in slices.

/// The place of a value; -1 if it is not there.
pub fn sequential_search(items: &[i32], wanted: i32) -> i32 {
    let mut i = 0;
    while i < items.len() {
        if items[i] == wanted {
            return i as i32;
        }
        i += 1;
    }
    -1
}

/// Finds a value and moves it one place to the front, so that what is often wanted is soon found. Whether it is there.
pub fn probability_search(items: &mut [i32], wanted: i32) -> bool {
    let mut i = 0;
    while i < items.len() && items[i] != wanted {
        i += 1;
    }
    if i >= items.len() {
        return false;
    }
    if i > 0 {
        let held = items[i - 1];
        items[i - 1] = items[i];
        items[i] = held;
    }
    true
}
