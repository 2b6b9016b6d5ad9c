// criteria: LABEL
#![crate_type = "lib"]

#[path = "../../crates/quell-compile/include/quell.rs"]
mod quell;

pub fn labelled(a: i8, b: u8) -> i8 {
    quell::label!(a > 3 && b != 7, 1, "BIG"); //: a > 3 && b != 7
    if a > 100 {
        quell::label!(a < 50, 2, "DEAD"); //: never a < 50
    }
    a
}
