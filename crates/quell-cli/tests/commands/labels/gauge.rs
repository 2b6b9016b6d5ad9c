#![crate_type = "lib"]

#[path = "../../../../quell-compile/include/quell.rs"]
mod quell;

pub fn gauge(level: i8, limit: u8) -> i8 {
    quell::label!(level > 90 && limit != 0, 1, "HIGH");
    if level < 0 {
        quell::label!(level > 10, 2, "DEAD");
        return 0;
    }
    level / 2
}
