//! Command lines and what they print, as data: the `.trycmd` files in `tests/commands`.
//! `TRYCMD=overwrite cargo test -p quell-cli --test commands` replaces the expected output by the actual one.

use std::path::Path;

#[test]
fn commands() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands");
    std::env::set_current_dir(sources).unwrap();
    trycmd::TestCases::new().case("*.trycmd");
}
