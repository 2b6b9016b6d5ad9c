//! Demangling of linker symbols to the names in the source, so that `--function triangle` finds the function
//! in any language.

use crate::Language;

/// The name in the source: `shapes::area` for Rust, `area` or `shapes::area` for Fortran, the symbol itself
/// for C. In an IR file, whose source language is unknown, only symbols that C programs do not use are
/// demangled.
pub fn readable(symbol: &str, language: Language) -> String {
    if let Ok(rust) = rustc_demangle::try_demangle(symbol) {
        return format!("{rust:#}");
    }
    let fortran = match language {
        Language::Fortran => fortran_name(symbol),
        Language::LlvmText | Language::LlvmBitcode => scoped_fortran_name(symbol),
        Language::C | Language::Rust => None,
    };
    fortran.unwrap_or_else(|| symbol.to_string())
}

/// Whether `wanted` names the symbol: it is the symbol itself, its readable name, or the last parts of its
/// readable name. Fortran names are case-insensitive.
pub fn answers_to(symbol: &str, wanted: &str, language: Language) -> bool {
    if symbol == wanted {
        return true;
    }
    let readable = readable(symbol, language);
    let wanted = match language {
        Language::Fortran => wanted.to_ascii_lowercase(),
        _ => wanted.to_string(),
    };
    is_path_suffix(&readable, &wanted) || is_path_suffix(&without_generics(&readable), &wanted)
}

fn is_path_suffix(path: &str, wanted: &str) -> bool {
    match path.strip_suffix(wanted) {
        Some(before) => !wanted.is_empty() && (before.is_empty() || before.ends_with("::")),
        None => false,
    }
}

/// `largest::<u8>` without its generic arguments; impl paths such as `<Shape as Area>::area` stay.
fn without_generics(path: &str) -> String {
    let mut kept = String::with_capacity(path.len());
    let mut depth = 0usize;
    let mut rest = path;
    while let Some(c) = rest.chars().next() {
        let opens_generics = rest.starts_with("::<");
        match (
            opens_generics || (depth > 0 && c == '<'),
            depth > 0 && c == '>',
        ) {
            (true, _) => depth += 1,
            (_, true) => depth -= 1,
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
        rest = &rest[if opens_generics { 3 } else { c.len_utf8() }..];
    }
    kept
}

/// Demangles a Fortran symbol: flang appends an underscore to external procedures and mangles the others.
fn fortran_name(symbol: &str) -> Option<String> {
    if symbol == "_QQmain" {
        return Some("main program".to_string());
    }
    let external = symbol
        .strip_suffix('_')
        .filter(|name| is_lower_identifier(name));
    external
        .map(str::to_string)
        .or_else(|| scoped_fortran_name(symbol))
}

/// Demangles a symbol such as `_QMshapesParea`, where `M` and `S` introduce modules and submodules, `F` the
/// host procedure and `P` the procedure itself.
fn scoped_fortran_name(symbol: &str) -> Option<String> {
    let mangled = symbol.strip_prefix("_Q")?;
    let is_scope = |c: char| matches!(c, 'M' | 'S' | 'F' | 'P');
    if !mangled.starts_with(is_scope) || !mangled.contains('P') {
        return None;
    }
    let parts: Vec<&str> = mangled.split(is_scope).skip(1).collect();
    let well_formed = parts.iter().all(|part| is_lower_identifier(part));
    well_formed.then(|| parts.join("::"))
}

fn is_lower_identifier(part: &str) -> bool {
    let is_identifier = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    !part.is_empty() && part.chars().all(is_identifier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_become_readable() {
        use Language::{C, Fortran, LlvmText, Rust};
        let cases = [
            (C, "triangle", "triangle"),
            (C, "triangle_", "triangle_"),
            (C, "", ""),
            (Rust, "_ZN1l8triangle17hba212ae6ef760949E", "l::triangle"),
            (Rust, "_RNvCsj6gjteTz5uu_1b8triangle", "b::triangle"),
            (LlvmText, "_RNvCsj6gjteTz5uu_1b8triangle", "b::triangle"),
            (LlvmText, "_QMshapesParea", "shapes::area"),
            (LlvmText, "triangle_", "triangle_"),
            (Fortran, "triangle_", "triangle"),
            (Fortran, "_QMshapesParea", "shapes::area"),
            (Fortran, "_QMshapesFareaPhelper", "shapes::area::helper"),
            (Fortran, "_QQmain", "main program"),
            (Fortran, "_QQclX61", "_QQclX61"),
            (Fortran, "_start", "_start"),
            (Fortran, "Mixed_", "Mixed_"),
            (Fortran, "_", "_"),
        ];
        for (language, symbol, expected) in cases {
            assert_eq!(readable(symbol, language), expected, "{language} {symbol}");
        }
    }

    #[test]
    fn a_function_answers_to_its_symbol_its_path_and_its_last_name() {
        let rust = "_RNvCsj6gjteTz5uu_1b8triangle";
        for wanted in [rust, "b::triangle", "triangle"] {
            assert!(answers_to(rust, wanted, Language::Rust), "{wanted}");
        }
        for wanted in ["angle", "a::triangle", "", "::triangle"] {
            assert!(!answers_to(rust, wanted, Language::Rust), "{wanted}");
        }
        assert!(answers_to("area_", "AREA", Language::Fortran));
        assert!(!answers_to("area", "AREA", Language::C));
        assert!(!answers_to("area_", "area", Language::C));
    }

    #[test]
    fn generic_arguments_may_be_left_out() {
        let cases = [
            ("a::largest::<u8>", "a::largest"),
            ("a::f::<alloc::vec::Vec<u8>>", "a::f"),
            ("<a::Shape as a::Area>::area", "<a::Shape as a::Area>::area"),
            ("a::f::<u8>::{closure#0}", "a::f::{closure#0}"),
        ];
        for (path, expected) in cases {
            assert_eq!(without_generics(path), expected);
        }
    }
}
