//! Sorting slices, and what it needs.

/// More elements are not sorted by the algorithms that need a second array.
const MOST: usize = 4;

pub fn exchange(items: &mut [i32], i: usize, j: usize) {
    let held = items[i];
    items[i] = items[j];
    items[j] = held;
}

pub fn bubble_sort(items: &mut [i32]) {
    let mut last = items.len();
    while last > 1 {
        let mut j = 1;
        while j < last {
            if items[j - 1] > items[j] {
                let held = items[j];
                items[j] = items[j - 1];
                items[j - 1] = held;
            }
            j += 1;
        }
        last -= 1;
    }
}

pub fn bubble_sort_down(items: &mut [i32]) {
    let mut last = items.len();
    while last > 1 {
        let mut j = 1;
        while j < last {
            if items[j - 1] < items[j] {
                let held = items[j];
                items[j] = items[j - 1];
                items[j - 1] = held;
            }
            j += 1;
        }
        last -= 1;
    }
}

pub fn insertion_sort(items: &mut [i32]) {
    let mut i = 1;
    while i < items.len() {
        let held = items[i];
        let mut j = i;
        while j > 0 && items[j - 1] > held {
            items[j] = items[j - 1];
            j -= 1;
        }
        items[j] = held;
        i += 1;
    }
}

pub fn selection_sort(items: &mut [i32]) {
    let mut i = 0;
    while i < items.len() {
        let mut least = i;
        let mut j = i + 1;
        while j < items.len() {
            if items[j] < items[least] {
                least = j;
            }
            j += 1;
        }
        let held = items[i];
        items[i] = items[least];
        items[least] = held;
        i += 1;
    }
}

pub fn shell_sort(items: &mut [i32]) {
    let mut gap = items.len() / 2;
    while gap > 0 {
        let mut i = gap;
        while i < items.len() {
            let held = items[i];
            let mut j = i;
            while j >= gap && items[j - gap] > held {
                items[j] = items[j - gap];
                j = j - gap;
            }
            items[j] = held;
            i += 1;
        }
        gap = gap / 2;
    }
}

/// Moves the median of the first, the middle and the last element to the left end.
pub fn median_left(items: &mut [i32]) {
    if items.len() < 3 {
        return;
    }
    let middle = items.len() / 2;
    let last = items.len() - 1;
    let a = items[0];
    let b = items[middle];
    let c = items[last];
    if (a <= b && b <= c) || (c <= b && b <= a) {
        items[0] = b;
        items[middle] = a;
    } else if (a <= c && c <= b) || (b <= c && c <= a) {
        items[0] = c;
        items[last] = a;
    }
}

fn sort_range(items: &mut [i32], low: usize, end: usize) {
    if low + 1 >= end {
        return;
    }
    let pivot = items[end - 1];
    let mut border = low;
    let mut i = low;
    while i < end - 1 {
        if items[i] < pivot {
            let held = items[i];
            items[i] = items[border];
            items[border] = held;
            border += 1;
        }
        i += 1;
    }
    items[end - 1] = items[border];
    items[border] = pivot;
    sort_range(items, low, border);
    sort_range(items, border + 1, end);
}

pub fn quick_sort(items: &mut [i32]) {
    let end = items.len();
    if end > 1 && end <= MOST {
        sort_range(items, 0, end);
    }
}

/// Merges two sorted slices into a third one.
pub fn merge_ordered(a: &[i32], b: &[i32], merged: &mut [i32]) {
    let mut i = 0;
    let mut j = 0;
    let mut k = 0;
    while i < a.len() && j < b.len() {
        if a[i] <= b[j] {
            merged[k] = a[i];
            i += 1;
        } else {
            merged[k] = b[j];
            j += 1;
        }
        k += 1;
    }
    while i < a.len() {
        merged[k] = a[i];
        i += 1;
        k += 1;
    }
    while j < b.len() {
        merged[k] = b[j];
        j += 1;
        k += 1;
    }
}

/// Merges sorted runs of growing length.
pub fn merge_sort(items: &mut [i32]) {
    let mut held = [0; MOST];
    let n = items.len();
    if n > MOST {
        return;
    }
    let mut width = 1;
    while width < n {
        let mut low = 0;
        while low + width < n {
            let middle = low + width;
            let high = if middle + width < n { middle + width } else { n };
            let mut i = low;
            let mut j = middle;
            let mut k = low;
            while k < high {
                if j >= high || (i < middle && items[i] <= items[j]) {
                    held[k] = items[i];
                    i += 1;
                } else {
                    held[k] = items[j];
                    j += 1;
                }
                k += 1;
            }
            k = low;
            while k < high {
                items[k] = held[k];
                k += 1;
            }
            low = low + width * 2;
        }
        width = width * 2;
    }
}

/// Sorts numbers below 16 by one binary digit after the other.
pub fn radix_sort(items: &mut [u8]) {
    let mut held = [0; MOST];
    let n = items.len();
    if n > MOST {
        return;
    }
    let mut digit = 0;
    while digit < 4 {
        let mut to = 0;
        let mut i = 0;
        while i < n {
            if (items[i] >> digit & 1) == 0 {
                held[to] = items[i];
                to += 1;
            }
            i += 1;
        }
        i = 0;
        while i < n {
            if (items[i] >> digit & 1) == 1 {
                held[to] = items[i];
                to += 1;
            }
            i += 1;
        }
        i = 0;
        while i < n {
            items[i] = held[i];
            i += 1;
        }
        digit += 1;
    }
}

/// Writes one slice behind the other.
pub fn concatenate(a: &[i32], b: &[i32], all: &mut [i32]) {
    let mut i = 0;
    while i < a.len() {
        all[i] = a[i];
        i += 1;
    }
    i = 0;
    while i < b.len() {
        all[a.len() + i] = b[i];
        i += 1;
    }
}
