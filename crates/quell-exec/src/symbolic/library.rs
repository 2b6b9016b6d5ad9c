//! Which functions outside the module can be followed with terms: those whose models do all they do in memory, in
//! their result, by ending the run, or by events that are kept.

/// By their names. All others stop an exploration, which says so: what they print or keep would be lost.
const FOLLOWED: &[&str] = &[
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

/// Functions that make an object when first called and keep it. They are called before any state parts from another:
/// all of them have the object then.
pub const KEEPERS: &[&str] = &[
    "__ctype_b_loc",
    "__ctype_tolower_loc",
    "__ctype_toupper_loc",
];

pub fn is_followed(name: &str) -> bool {
    let ends_the_run = name.contains("panicking") || name.contains("slice_index_fail");
    let clock = name.starts_with("llvm.read") && name.contains("counter");
    !clock && name.starts_with("llvm.") || FOLLOWED.binary_search(&name).is_ok() || ends_the_run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        assert!(FOLLOWED.is_sorted());
        assert!(is_followed("memcpy") && is_followed("llvm.smax.i32"));
        assert!(!is_followed("fopen"));
    }
}
