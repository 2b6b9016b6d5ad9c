//! `ctype.h` in the C locale: the functions, and the tables that glibc's macros read.

use super::call::{Call, Outcome, misuse, models};
use crate::domain::Domain;
use crate::machine::Machine;
use crate::stop::Stop;

models! {
    "isupper" => isupper,
    "islower" => islower,
    "isalpha" => isalpha,
    "isdigit" => isdigit,
    "isxdigit" => isxdigit,
    "isspace" => isspace,
    "isprint" => isprint,
    "isgraph" => isgraph,
    "isblank" => isblank,
    "iscntrl" => iscntrl,
    "ispunct" => ispunct,
    "isalnum" => isalnum,
    "isascii" => isascii,
    "toascii" => toascii,
    "tolower" => tolower,
    "toupper" => toupper,
    "__ctype_b_loc" => classes_location,
    "__ctype_tolower_loc" => tolower_location,
    "__ctype_toupper_loc" => toupper_location,
    "__ctype_get_mb_cur_max" => longest_multibyte,
}

/// A class of characters: its bit in glibc's table, and its members.
pub(crate) struct Class {
    pub(crate) bit: u16,
    pub(crate) holds: fn(&u8) -> bool,
}

const UPPER: Class = class(0x100, u8::is_ascii_uppercase);
const LOWER: Class = class(0x200, u8::is_ascii_lowercase);
const ALPHA: Class = class(0x400, u8::is_ascii_alphabetic);
const DIGIT: Class = class(0x800, u8::is_ascii_digit);
const XDIGIT: Class = class(0x1000, u8::is_ascii_hexdigit);
const SPACE: Class = class(0x2000, is_space);
const PRINT: Class = class(0x4000, is_print);
const GRAPH: Class = class(0x8000, u8::is_ascii_graphic);
const BLANK: Class = class(0x1, is_blank);
const CNTRL: Class = class(0x2, u8::is_ascii_control);
const PUNCT: Class = class(0x4, u8::is_ascii_punctuation);
const ALNUM: Class = class(0x8, u8::is_ascii_alphanumeric);

const ALL: [Class; 12] = [
    UPPER, LOWER, ALPHA, DIGIT, XDIGIT, SPACE, PRINT, GRAPH, BLANK, CNTRL, PUNCT, ALNUM,
];

const fn class(bit: u16, holds: fn(&u8) -> bool) -> Class {
    Class { bit, holds }
}

/// The class that the function of this name tests.
pub(crate) fn class_named(name: &str) -> Option<Class> {
    Some(match name {
        "isupper" => UPPER,
        "islower" => LOWER,
        "isalpha" => ALPHA,
        "isdigit" => DIGIT,
        "isxdigit" => XDIGIT,
        "isspace" => SPACE,
        "isprint" => PRINT,
        "isgraph" => GRAPH,
        "isblank" => BLANK,
        "iscntrl" => CNTRL,
        "ispunct" => PUNCT,
        "isalnum" => ALNUM,
        _ => return None,
    })
}

/// The white space of C, which includes the vertical tab, unlike that of Rust.
pub(super) fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | 9..=13)
}

fn is_print(byte: &u8) -> bool {
    matches!(byte, b' '..=b'~')
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The character, if glibc's tables have an entry for it. A negative value other than EOF is not a character,
/// but a plain `char` is passed as one, and natively that works.
fn character<D: Domain>(c: &mut Call<D>) -> Result<i32, Stop> {
    let value = c.int(0)?;
    if (-128..=255).contains(&value) {
        return Ok(value);
    }
    Err(misuse("ctype", format!("{value} is not a character")))
}

/// Returns the bit of the class, as glibc does.
fn test<D: Domain>(c: &mut Call<D>, class: &Class) -> Outcome<D> {
    let value = character(c)?;
    let holds = u8::try_from(value).is_ok_and(|byte| (class.holds)(&byte));
    c.give_int(if holds { i32::from(class.bit) } else { 0 })
}

macro_rules! tests {
    ($($name:ident: $class:ident),* $(,)?) => {
        $(fn $name<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
            test(c, &$class)
        })*
    };
}

tests! {
    isupper: UPPER,
    islower: LOWER,
    isalpha: ALPHA,
    isdigit: DIGIT,
    isxdigit: XDIGIT,
    isspace: SPACE,
    isprint: PRINT,
    isgraph: GRAPH,
    isblank: BLANK,
    iscntrl: CNTRL,
    ispunct: PUNCT,
    isalnum: ALNUM,
}

fn isascii<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.int(0)?;
    c.give_bool((0..128).contains(&value))
}

fn toascii<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let value = c.int(0)?;
    c.give_int(value & 0x7f)
}

/// A number that is no character is returned unchanged.
fn change_case<D: Domain>(c: &mut Call<D>, change: fn(&u8) -> u8) -> Outcome<D> {
    let value = c.int(0)?;
    let known = (-128..=255).contains(&value);
    c.give_int(if known { cased(value, change) } else { value })
}

/// An entry of the tables of `tolower` and `toupper`.
fn cased(value: i32, change: fn(&u8) -> u8) -> i32 {
    match value {
        -1 => -1,
        _ => i32::from(change(&(value as u8))),
    }
}

fn tolower<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    change_case(c, u8::to_ascii_lowercase)
}

fn toupper<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    change_case(c, u8::to_ascii_uppercase)
}

/// The tables have entries from -128 to 255; programs get a pointer to entry 0.
const FIRST: i32 = -128;
const LAST: i32 = 255;

/// The address of a pointer to the middle of a table.
fn location<D: Domain>(
    machine: &mut Machine<D>,
    name: &'static str,
    entry: impl Fn(i32) -> Vec<u8>,
) -> Result<D::Ptr, Stop> {
    machine.kept_object(name, 8, |machine, place| {
        let bytes: Vec<u8> = (FIRST..=LAST).flat_map(&entry).collect();
        let table = machine.host_object("a table of characters", bytes.len() as u64)?;
        machine.put_bytes(&table, &bytes)?;
        let size = bytes.len() as u64 / 384;
        let middle = machine.at(&table, 128 * size);
        machine.put_ptr(place, &middle)
    })
}

fn classes_location<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let entry = |value: i32| {
        let byte = u8::try_from(value);
        let belongs = |class: &&Class| byte.is_ok_and(|byte| (class.holds)(&byte));
        let bits = ALL.iter().filter(belongs).map(|class| class.bit);
        bits.fold(0, |all, bit| all | bit).to_le_bytes().to_vec()
    };
    let place = location(c.machine, "the classes of characters", entry)?;
    c.give_ptr(place)
}

fn tolower_location<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let entry = |value| cased(value, u8::to_ascii_lowercase).to_le_bytes().to_vec();
    let place = location(c.machine, "the lower case", entry)?;
    c.give_ptr(place)
}

fn toupper_location<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    let entry = |value| cased(value, u8::to_ascii_uppercase).to_le_bytes().to_vec();
    let place = location(c.machine, "the upper case", entry)?;
    c.give_ptr(place)
}

fn longest_multibyte<D: Domain>(c: &mut Call<D>) -> Outcome<D> {
    c.give_size(1)
}
