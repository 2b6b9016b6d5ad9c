//! The constants of a predicate.

use quell_bits::FloatFormat;
use quell_ir::{ConstKind, Module, Value};
use quell_source::Kind;

use super::Number;
use crate::align::literal::integer;
use crate::support;

/// The names of limits, on machines whose `long` has 64 bits.
const LIMITS: &[(&str, u32, bool, i64)] = &[
    ("SCHAR_MIN", 32, true, i8::MIN as i64),
    ("SCHAR_MAX", 32, true, i8::MAX as i64),
    ("UCHAR_MAX", 32, true, u8::MAX as i64),
    ("SHRT_MIN", 32, true, i16::MIN as i64),
    ("SHRT_MAX", 32, true, i16::MAX as i64),
    ("USHRT_MAX", 32, true, u16::MAX as i64),
    ("INT_MIN", 32, true, i32::MIN as i64),
    ("INT_MAX", 32, true, i32::MAX as i64),
    ("UINT_MAX", 32, false, -1),
    ("LONG_MIN", 64, true, i64::MIN),
    ("LONG_MAX", 64, true, i64::MAX),
    ("ULONG_MAX", 64, false, -1),
];

/// A constant with a name: a limit, or `NULL`.
pub(super) fn named(module: &mut Module, name: &str) -> Option<(Value, Number)> {
    if name == "NULL" {
        let ptr = module.types.ptr();
        return Some((quell_ir::build::zero(module, ptr), Number::Pointer));
    }
    let &(_, bits, signed, value) = LIMITS.iter().find(|limit| limit.0 == name)?;
    let value = support::int(module, bits, value);
    Some((value, Number::Int { bits, signed }))
}

/// The value of a literal, in the type that C gives it.
pub(super) fn constant(module: &mut Module, kind: Kind, text: &str) -> Option<(Value, Number)> {
    match kind {
        Kind::Integer => whole(module, text),
        Kind::Char => {
            let code = character(text.strip_prefix('\'')?.strip_suffix('\'')?)?;
            Some((support::int(module, 32, code), Number::INT))
        }
        Kind::Truth => {
            let value = i64::from(text == "true");
            Some((support::int(module, 32, value), Number::INT))
        }
        Kind::Float => {
            let (digits, format) = match text.strip_suffix(['f', 'F']) {
                Some(digits) => (digits, FloatFormat::Single),
                None => (text, FloatFormat::Double),
            };
            let value: f64 = digits.parse().ok()?;
            let ty = module.types.float(format);
            Some((
                support::float_of_type(module, ty, value)?,
                Number::Float(format),
            ))
        }
        _ => None,
    }
}

fn whole(module: &mut Module, text: &str) -> Option<(Value, Number)> {
    let value = integer(text)?;
    let suffix = text.trim_start_matches("0x").trim_start_matches("0X");
    let suffix = suffix.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    let suffix = suffix.to_ascii_lowercase();
    let decimal = !text.starts_with('0');
    let unsigned = suffix.contains('u');
    let narrow = !suffix.contains('l');
    let value = u64::try_from(value).ok()?;
    let (bits, signed) = match value {
        _ if narrow && !unsigned && i32::try_from(value).is_ok() => (32, true),
        _ if narrow && (unsigned || !decimal) && u32::try_from(value).is_ok() => (32, false),
        _ if !unsigned && i64::try_from(value).is_ok() => (64, true),
        _ => (64, false),
    };
    let constant = support::int(module, bits, value.cast_signed());
    Some((constant, Number::Int { bits, signed }))
}

fn character(text: &str) -> Option<i64> {
    let code = match text.as_bytes() {
        [b'\\', rest @ ..] => match rest {
            b"n" => b'\n',
            b"t" => b'\t',
            b"r" => b'\r',
            b"0" => 0,
            b"\\" => b'\\',
            b"'" => b'\'',
            b"\"" => b'"',
            _ => return None,
        },
        [one] => *one,
        _ => return None,
    };
    Some(i64::from(code.cast_signed()))
}

pub(super) fn is_zero(module: &Module, value: Value) -> bool {
    match value {
        Value::Const(id) => match &module.consts.get(id).kind {
            ConstKind::Int(bits) => bits.is_zero(),
            _ => false,
        },
        _ => false,
    }
}
