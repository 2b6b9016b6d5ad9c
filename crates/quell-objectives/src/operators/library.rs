//! Library functions that texts of C call.

use crate::tree::Tree;

/// A function, the header that declares it, and what clang and GCC call it without the header.
const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("abs", "stdlib.h", "__builtin_abs"),
    ("labs", "stdlib.h", "__builtin_labs"),
    ("fabs", "math.h", "__builtin_fabs"),
    ("fabsf", "math.h", "__builtin_fabsf"),
    ("fabsl", "math.h", "__builtin_fabsl"),
    ("fmod", "math.h", "__builtin_fmod"),
    ("fmodf", "math.h", "__builtin_fmodf"),
    ("fmodl", "math.h", "__builtin_fmodl"),
];

/// How a file calls a library function: by its name where the file includes the header or calls the function itself.
pub(super) fn callable(tree: &Tree, name: &'static str) -> &'static str {
    let Some((_, header, builtin)) = FUNCTIONS.iter().find(|(of, ..)| *of == name) else {
        return name;
    };
    let text = tree.file().whole_text();
    let includes = |line: &str| {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        directive.is_some_and(|rest| rest.starts_with("include") && rest.contains(header))
    };
    if text.lines().any(includes) || calls(text, name) {
        name
    } else {
        builtin
    }
}

fn calls(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        !text[..at].ends_with(is_word) && text[at + name.len()..].trim_start().starts_with('(')
    })
}
