//! Variables of the Rust library that inlined library code reads.

use crate::domain::Domain;
use crate::machine::Machine;
use crate::stop::Stop;

/// Variables that are initially zero.
const ZERO: [&str; 2] = [
    "std::panicking::panic_count::GLOBAL_PANIC_COUNT",
    "<std::hash::random::RandomState>::new::KEYS::{K#0}::{closure#1}::__RUST_STD_INTERNAL_VAL",
];

/// For each character below 256, bits for two properties: 1 if it is white space, 2 if the character 0x2000
/// above it is.
const WHITE_SPACE: &str = "core::unicode::unicode_data::white_space::WHITESPACE_MAP";

/// Whether a variable of Rust's library is modelled.
pub fn provides_variable(symbol: &str) -> bool {
    let path = super::path_of(symbol);
    path.is_some_and(|path| ZERO.contains(&path.as_str()) || path == WHITE_SPACE)
}

/// Writes the initial value of a modelled variable.
pub fn provide_variable<D: Domain>(
    machine: &mut Machine<D>,
    symbol: &str,
    ptr: &D::Ptr,
) -> Result<(), Stop> {
    if super::path_of(symbol).is_some_and(|path| path == WHITE_SPACE) {
        machine.put_bytes(ptr, &white_space())?;
    }
    Ok(())
}

fn white_space() -> Vec<u8> {
    let is = |number: u32| char::from_u32(number).is_some_and(char::is_whitespace);
    (0..256)
        .map(|low| u8::from(is(low)) | (u8::from(is(0x2000 + low)) << 1))
        .collect()
}
