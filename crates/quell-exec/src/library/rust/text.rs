//! Text and bytes: UTF-8, searching, counting, parsing numbers.

use super::view::NO_CAPACITY;
use crate::domain::Domain;
use crate::library::call::{Call, Outcome, models};
use crate::stop::Stop;

models! {
    "core::str::converts::from_utf8" => from_utf8,
    "core::str::count::do_count_chars" => count_chars,
    "core::str::count::char_count_general_case" => count_chars,
    "core::slice::memchr::memchr_aligned" => memchr,
    "core::slice::memchr::memrchr" => memrchr,
    "<[u8]>::starts_with" => starts_with,
    "<[u8]>::ends_with" => ends_with,
    "<core::str::pattern::StrSearcher>::new" => searcher,
    "<f32 as core::str::traits::FromStr>::from_str" => parse_f32,
    "<f64 as core::str::traits::FromStr>::from_str" => parse_f64,
    "<alloc::string::String>::from_utf8_lossy" => from_utf8_lossy,
    "<str>::to_lowercase" => to_lowercase,
    "<str>::to_uppercase" => to_uppercase,
    "core::slice::sort::stable::drift::sqrt_approx" => sqrt_approx,
}

/// `Result<&str, Utf8Error>`: a tag, then the text, or the length of its valid part and the kind of error.
fn from_utf8<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, start, length) = (c.ptr(0)?, c.ptr(1)?, c.size(2)?);
    let bytes = c.machine.slice(&start, length)?;
    match std::str::from_utf8(&bytes) {
        Ok(_) => {
            c.machine.put_number(&result, 8, 0)?;
            c.machine.set_ptr_at(&result, 8, &start)?;
            c.machine.set_number_at(&result, 16, 8, length)?;
        }
        Err(error) => {
            let wrong = error.error_len();
            c.machine.put_number(&result, 8, 1)?;
            c.machine
                .set_number_at(&result, 8, 8, error.valid_up_to() as u64)?;
            c.machine
                .set_number_at(&result, 16, 1, u64::from(wrong.is_some()))?;
            c.machine
                .set_number_at(&result, 17, 1, wrong.unwrap_or(0) as u64)?;
        }
    }
    Ok(None)
}

fn count_chars<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let bytes = c.byte_slice(0)?;
    // Continuation bytes have the top bits 10.
    let count = bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    c.give_size(count as u64)
}

fn memchr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (wanted, bytes) = (c.bits(0, 8)? as u8, c.byte_slice(1)?);
    let found = bytes.iter().position(|&byte| byte == wanted);
    c.give_optional(found.map(|index| index as u64))
}

fn memrchr<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (wanted, bytes) = (c.bits(0, 8)? as u8, c.byte_slice(1)?);
    let found = bytes.iter().rposition(|&byte| byte == wanted);
    c.give_optional(found.map(|index| index as u64))
}

fn starts_with<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (bytes, start) = (c.byte_slice(0)?, c.byte_slice(2)?);
    c.give_flag(bytes.starts_with(&start))
}

fn ends_with<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (bytes, end) = (c.byte_slice(0)?, c.byte_slice(2)?);
    c.give_flag(bytes.ends_with(&end))
}

/// Prepares a search for a text; the search itself is compiled into the module. A searcher with the whole
/// text on one side and a period of one is correct, only slow: it tries every position in turn.
fn searcher<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let result = c.ptr(0)?;
    let (text, length) = (c.ptr(1)?, c.size(2)?);
    let (wanted, wanted_length) = (c.ptr(3)?, c.size(4)?);
    let bytes = c.machine.slice(&wanted, wanted_length)?;
    let set = bytes
        .iter()
        .fold(0, |set, byte| set | 1u64 << (byte & 0x3f));
    let empty_text = [0, 0, length, 0x01_01];
    let two_way = [1, wanted_length, 0, 1, set, 0, length, u64::MAX, u64::MAX];
    let words: &[u64] = if wanted_length == 0 {
        &empty_text
    } else {
        &two_way
    };
    for (index, &word) in words.iter().enumerate() {
        c.machine
            .set_number_at(&result, 8 * index as u64, 8, word)?;
    }
    c.machine.set_ptr_at(&result, 72, &text)?;
    c.machine.set_number_at(&result, 80, 8, length)?;
    c.machine.set_ptr_at(&result, 88, &wanted)?;
    c.machine.set_number_at(&result, 96, 8, wanted_length)?;
    Ok(None)
}

/// The kind of a `ParseFloatError`.
fn float_error(text: &str) -> u64 {
    u64::from(!text.is_empty())
}

/// The result is packed into one word: a tag, the kind of error above it, the number in the upper half.
fn parse_f32<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.str(0)?;
    let word = match text.parse::<f32>() {
        Ok(value) => u64::from(value.to_bits()) << 32,
        Err(_) => 1 | (float_error(&text) << 8),
    };
    c.give_size(word)
}

fn parse_f64<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let result = c.ptr(0)?;
    let text = c.str(1)?;
    match text.parse::<f64>() {
        Ok(value) => {
            c.machine.put_number(&result, 1, 0)?;
            c.machine.set_number_at(&result, 8, 8, value.to_bits())?;
        }
        Err(_) => {
            c.machine.put_number(&result, 1, 1)?;
            c.machine.set_number_at(&result, 1, 1, float_error(&text))?;
        }
    }
    Ok(None)
}

/// A `Cow<str>`, which is borrowed if the bytes are valid UTF-8.
fn from_utf8_lossy<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let (result, start, length) = (c.ptr(0)?, c.ptr(1)?, c.size(2)?);
    let bytes = c.machine.slice(&start, length)?;
    if std::str::from_utf8(&bytes).is_ok() {
        c.machine.put_number(&result, 8, NO_CAPACITY)?;
        c.machine.set_ptr_at(&result, 8, &start)?;
        c.machine.set_number_at(&result, 16, 8, length)?;
    } else {
        let text = String::from_utf8_lossy(&bytes);
        c.machine.put_string(&result, text.as_bytes())?;
    }
    Ok(None)
}

fn to_lowercase<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.str(1)?.to_lowercase();
    give_string(c, &text)
}

fn to_uppercase<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let text = c.str(1)?.to_uppercase();
    give_string(c, &text)
}

fn give_string<D: Domain>(c: &mut Call<D>, text: &str) -> Result<Option<crate::Val<D>>, Stop> {
    let result = c.ptr(0)?;
    c.machine.put_string(&result, text.as_bytes())?;
    Ok(None)
}

/// An approximate square root, with which merge sort chooses the length of runs: one step of Newton's method
/// from a power of two.
fn sqrt_approx<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let n = c.size(0)?;
    let shift = (n | 1).ilog2().div_ceil(2);
    c.give_size(((1u64 << shift) + (n >> shift)) / 2)
}
