//! The external functions with a symbolic model: those whose effects are writes to memory, a result, the end of the run, or
//! recorded events.

/// Their names. A call of any other external function ends the exploration as unsupported.
const SUPPORTED: &[&str] = &[
    "_Exit",
    "_FortranAAssign",
    "__assert_fail",
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
    "__errno_location",
    "__isoc23_strtol",
    "__isoc23_strtoll",
    "_exit",
    "abort",
    "abs",
    "atoi",
    "atol",
    "atoll",
    "bcmp",
    "bzero",
    "calloc",
    "ceil",
    "ceilf",
    "copysign",
    "copysignf",
    "exit",
    "fabs",
    "fabsf",
    "fflush",
    "floor",
    "floorf",
    "fmax",
    "fmaxf",
    "fmin",
    "fminf",
    "fprintf",
    "fputc",
    "fputs",
    "free",
    "index",
    "isalnum",
    "isalpha",
    "isblank",
    "iscntrl",
    "isdigit",
    "isgraph",
    "islower",
    "isprint",
    "ispunct",
    "isspace",
    "isupper",
    "isxdigit",
    "labs",
    "llabs",
    "malloc",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "mempcpy",
    "memrchr",
    "memset",
    "printf",
    "putc",
    "putchar",
    "puts",
    "quell.assume",
    "rawmemchr",
    "realloc",
    "rindex",
    "rint",
    "rintf",
    "round",
    "roundf",
    "sqrt",
    "sqrtf",
    "stpcpy",
    "strcasecmp",
    "strcat",
    "strchr",
    "strchrnul",
    "strcmp",
    "strcoll",
    "strcpy",
    "strcspn",
    "strdup",
    "strlen",
    "strncasecmp",
    "strncat",
    "strncmp",
    "strncpy",
    "strndup",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "strtol",
    "strtoll",
    "tolower",
    "toupper",
    "trunc",
    "truncf",
];

/// Functions that allocate an object on their first call and return it on every later one. The explorer calls them before any
/// state forks, so that all states have the object.
pub const ALLOCATE_ONCE: &[&str] = &[
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
];

/// Whether calls of a function can be executed on terms.
pub fn is_supported(name: &str) -> bool {
    let ends_the_run = name.contains("panicking") || name.contains("slice_index_fail");
    let clock = name.starts_with("llvm.read") && name.contains("counter");
    !clock && name.starts_with("llvm.") || SUPPORTED.binary_search(&name).is_ok() || ends_the_run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        assert!(SUPPORTED.is_sorted());
        assert!(is_supported("memcpy") && is_supported("llvm.smax.i32"));
        assert!(!is_supported("fopen"));
    }
}
