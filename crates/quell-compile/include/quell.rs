//! What a program tells Quell of its inputs and of what its tests have to cover. Copy this file beside your own and declare
//! `mod quell;` in the root of the crate. Without Quell nothing in here has any effect: no condition is evaluated.
#![allow(unused)]

#[cfg(quell)]
unsafe extern "C" {
    pub fn quell_assume(condition: bool);
    pub fn quell_label(condition: bool, id: u64, tag: *const u8);
}

/// `quell::assume!(n < 100)`: inputs on which the condition does not hold are none.
#[collapse_debuginfo(yes)]
macro_rules! assume {
    ($condition:expr) => {{
        #[cfg(quell)]
        unsafe {
            $crate::quell::quell_assume($condition)
        }
        #[cfg(not(quell))]
        let _ = || $condition;
    }};
}

/// `quell::label!(n > 3, 17, "BIG")`: a coverage objective. A test reaches this while the condition holds.
#[collapse_debuginfo(yes)]
macro_rules! label {
    ($condition:expr, $id:literal, $tag:literal) => {{
        #[cfg(quell)]
        unsafe {
            $crate::quell::quell_label($condition, $id, concat!($tag, "\0") as *const str as *const u8)
        }
        #[cfg(not(quell))]
        let _ = || $condition;
    }};
}

pub(crate) use {assume, label};
