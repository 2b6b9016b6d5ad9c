//! The meanings of names of types, functions and enumeration constants of a module.

use std::collections::BTreeMap;

use quell_bits::FloatFormat;
use quell_ir::debug::{DebugInfo, DiType, Encoding, WrapperKind};
use quell_ir::metadata::Metadata;
use quell_ir::{MdId, Module};

use super::{CType, Form, Integer};

/// Names of the debug information; `None` for ambiguous names.
#[derive(Debug, Default)]
pub struct Dictionary {
    types: BTreeMap<String, Option<MdId>>,
    /// Whether enumeration constants are `int`, and their values.
    constants: BTreeMap<String, (bool, Option<i128>)>,
    /// Results of functions: none is void.
    results: BTreeMap<String, Option<MdId>>,
}

impl Dictionary {
    pub fn new(module: &Module) -> Self {
        let info = DebugInfo::new(module);
        let mut found = Self::default();
        for (id, data) in module.metadata.iter() {
            if matches!(data, Metadata::Node(_)) {
                found.add(&info, id);
            }
        }
        for function in module.functions.values() {
            if let Some(signature) = info.signature(function) {
                let name = module.text(function.name).to_owned();
                found.results.insert(name, signature.ret);
            }
        }
        found
    }

    fn add(&mut self, info: &DebugInfo<'_>, id: MdId) {
        match info.ty(id) {
            DiType::Wrapper {
                kind: WrapperKind::Typedef,
                name: Some(name),
                ..
            } => self.add_type(info, name.to_owned(), id),
            DiType::Basic { name, .. } => self.add_type(info, name.to_owned(), id),
            DiType::Enum { name, values, .. } => {
                let small = |value: i128| i32::try_from(value).is_ok();
                let int = values.iter().all(|(_, value)| small(*value));
                for (constant, value) in values {
                    let constants = self.constants.entry(constant.to_owned());
                    let known = constants.or_insert((int, Some(value)));
                    known.0 &= int;
                    known.1 = known.1.filter(|known| *known == value);
                }
                if let Some(name) = name {
                    self.add_type(info, format!("enum {name}"), id);
                }
            }
            DiType::Aggregate(of) if !of.declaration_only => {
                if let Some(name) = of.name {
                    self.add_type(info, format!("struct {name}"), id);
                    self.add_type(info, format!("union {name}"), id);
                }
            }
            _ => {}
        }
    }

    fn add_type(&mut self, info: &DebugInfo<'_>, name: String, id: MdId) {
        let known = self.types.entry(name).or_insert(Some(id));
        if let Some(old) = *known
            && info.unwrapped(Some(old)) != info.unwrapped(Some(id))
        {
            *known = None;
        }
    }

    pub(crate) fn is_type(&self, name: &str) -> bool {
        self.types.contains_key(name)
    }

    pub(crate) fn constant(&self, name: &str) -> Option<CType> {
        match self.constants.get(name) {
            Some((true, _)) => Some(CType::INT),
            Some((false, _)) => Some(CType::Unknown),
            None => limit(name),
        }
    }

    /// The value of an enumeration constant.
    pub(crate) fn value(&self, name: &str) -> Option<i128> {
        self.constants.get(name)?.1
    }

    /// The result type of a function.
    pub(crate) fn result(&self, info: &DebugInfo<'_>, function: &str) -> Option<CType> {
        let ty = self.results.get(function);
        ty.map(|&ty| of_debug(info, ty))
            .or_else(|| library(function))
    }

    /// The type that the words between the parentheses of a cast name.
    pub(crate) fn named(&self, info: &DebugInfo<'_>, text: &str) -> CType {
        let (base, stars) = match text.find('*') {
            Some(at) => (&text[..at], text[at..].matches('*').count()),
            None => (text, 0),
        };
        let plain = |c: char| "* \t\n".contains(c);
        let rest = text[base.len()..]
            .replace("const", "")
            .replace("volatile", "");
        if text.contains(['[', ',']) || !rest.trim_matches(plain).is_empty() {
            return CType::Unknown;
        }
        let mut ty = self.base(info, base);
        for _ in 0..stars {
            ty = CType::Pointer(std::rc::Rc::new(ty));
        }
        ty
    }

    fn base(&self, info: &DebugInfo<'_>, text: &str) -> CType {
        const QUALIFIERS: &[&str] = &["const", "volatile", "restrict"];
        let words: Vec<&str> = text
            .split_whitespace()
            .filter(|word| !QUALIFIERS.contains(word))
            .collect();
        let joined = words.join(" ");
        if let Some(known) = built_in(&words) {
            return known;
        }
        match self.types.get(&joined) {
            Some(Some(id)) => of_debug(info, Some(*id)),
            Some(None) => CType::Unknown,
            None => standard(&joined).unwrap_or_else(|| match joined.contains("_BitInt") {
                true => CType::Unknown,
                false => CType::opaque(("type", joined)),
            }),
        }
    }
}

/// Types that consist of keywords. The debug information determines whether plain `char` is signed.
fn built_in(words: &[&str]) -> Option<CType> {
    const WORDS: &[&str] = &[
        "char", "short", "int", "long", "signed", "unsigned", "__int128",
    ];
    let has = |word: &str| words.contains(&word);
    match words {
        ["void"] => return Some(CType::Void),
        ["_Bool" | "bool"] => return Some(CType::BOOL),
        ["float"] => return Some(CType::Float(FloatFormat::Single)),
        ["double"] => return Some(CType::Float(FloatFormat::Double)),
        ["long", "double"] => return Some(CType::Float(FloatFormat::X87)),
        ["__int128_t"] => return Some(CType::int(128, true)),
        ["__uint128_t"] => return Some(CType::int(128, false)),
        ["char"] | [] => return None,
        _ => {}
    }
    if !words.iter().all(|word| WORDS.contains(word)) {
        return None;
    }
    let width = if has("char") {
        8
    } else if has("short") {
        16
    } else if has("long") {
        64
    } else if has("__int128") {
        128
    } else {
        32
    };
    Some(CType::int(width, !has("unsigned")))
}

/// Names of the standard headers, should the debug information not have them.
fn standard(name: &str) -> Option<CType> {
    let (width, signed) = match name {
        "int8_t" => (8, true),
        "uint8_t" => (8, false),
        "int16_t" => (16, true),
        "uint16_t" => (16, false),
        "int32_t" => (32, true),
        "uint32_t" => (32, false),
        "int64_t" | "intptr_t" | "intmax_t" | "ssize_t" | "ptrdiff_t" => (64, true),
        "uint64_t" | "uintptr_t" | "uintmax_t" | "size_t" => (64, false),
        _ => return None,
    };
    Some(CType::int(width, signed))
}

/// Constants of `<limits.h>` and `<stdint.h>`.
fn limit(name: &str) -> Option<CType> {
    Some(match name {
        "INT_MAX" | "INT_MIN" | "CHAR_MAX" | "CHAR_MIN" | "SCHAR_MAX" | "SCHAR_MIN"
        | "UCHAR_MAX" | "SHRT_MAX" | "SHRT_MIN" | "USHRT_MAX" | "CHAR_BIT" | "EOF"
        | "INT32_MAX" | "INT32_MIN" => CType::INT,
        "UINT_MAX" | "UINT32_MAX" => CType::int(32, false),
        "LONG_MAX" | "LONG_MIN" | "LLONG_MAX" | "LLONG_MIN" | "INT64_MAX" | "INT64_MIN" => {
            CType::int(64, true)
        }
        "ULONG_MAX" | "ULLONG_MAX" | "UINT64_MAX" | "SIZE_MAX" => CType::int(64, false),
        _ => return None,
    })
}

/// Functions of the standard library that are called often, or that mutants call.
fn library(function: &str) -> Option<CType> {
    Some(
        match function.strip_prefix("__builtin_").unwrap_or(function) {
            "abs" | "strcmp" | "strncmp" | "memcmp" | "strcasecmp" | "strncasecmp" | "getchar"
            | "putchar" | "printf" | "fprintf" | "snprintf" | "sprintf" | "puts" | "isalpha"
            | "isdigit" | "isspace" | "isalnum" | "isupper" | "islower" | "isxdigit"
            | "ispunct" | "isprint" | "iscntrl" | "isgraph" | "isblank" | "toupper" | "tolower"
            | "atoi" | "rand" | "fgetc" | "getc" | "fputc" | "putc" | "fputs" | "fclose"
            | "fseek" | "ferror" | "feof" | "fflush" | "system" => CType::INT,
            "labs" | "llabs" | "atol" | "atoll" | "strtol" | "strtoll" | "ftell" => {
                CType::int(64, true)
            }
            "strlen" | "strnlen" | "fread" | "fwrite" | "strtoul" | "strtoull" | "strspn"
            | "strcspn" => CType::int(64, false),
            "fabs" | "fmod" | "sqrt" | "sin" | "cos" | "tan" | "exp" | "log" | "pow" | "floor"
            | "ceil" | "atof" | "strtod" => CType::Float(FloatFormat::Double),
            "fabsf" | "fmodf" | "sqrtf" | "sinf" | "cosf" | "expf" | "logf" | "powf" | "floorf"
            | "ceilf" => CType::Float(FloatFormat::Single),
            "fabsl" | "fmodl" | "sqrtl" => CType::Float(FloatFormat::X87),
            _ => return None,
        },
    )
}

/// A type of the debug information.
pub(crate) fn of_debug(info: &DebugInfo<'_>, ty: Option<MdId>) -> CType {
    let Some(id) = info.unwrapped(ty) else {
        return CType::Void;
    };
    match info.ty(id) {
        DiType::Basic {
            name,
            encoding,
            bits,
        } => basic(name, encoding, bits),
        DiType::Enum { base, bits, .. } => match base {
            Some(base) => of_debug(info, Some(base)),
            None => CType::int(u32::try_from(bits).unwrap_or(0), false),
        },
        DiType::Pointer { .. }
        | DiType::Array(_)
        | DiType::Aggregate(_)
        | DiType::Subroutine { .. } => CType::Debug(id),
        _ => CType::Unknown,
    }
}

fn basic(name: &str, encoding: Encoding, bits: u64) -> CType {
    let Ok(width) = u32::try_from(bits) else {
        return CType::Unknown;
    };
    let int = |signed| match name.contains("_BitInt") {
        // The debug information has the size in memory only.
        true => CType::Unknown,
        false => CType::int(width, signed),
    };
    match encoding {
        Encoding::Boolean => CType::Int(Integer {
            width,
            signed: false,
            form: Form::Bool,
        }),
        Encoding::Signed | Encoding::SignedChar => int(true),
        Encoding::Unsigned | Encoding::UnsignedChar | Encoding::Utf => int(false),
        Encoding::Float => match width {
            16 => CType::Float(FloatFormat::Half),
            32 => CType::Float(FloatFormat::Single),
            64 => CType::Float(FloatFormat::Double),
            128 if name == "long double" => CType::Float(FloatFormat::X87),
            _ => CType::Unknown,
        },
        _ => CType::Unknown,
    }
}
