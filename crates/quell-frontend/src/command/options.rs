//! The options of C compilers: how each is spelled, and which of Quell's steps it concerns.

use std::ffi::OsStr;
use std::fmt;
use std::os::unix::ffi::OsStrExt as _;

/// What a compiler makes instead of an object or a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Product {
    Assembly,
    Preprocessed,
    Dependencies,
    Check,
    Bitcode,
    SyntaxTree,
    Analysis,
    PrecompiledModule,
    /// What the compiler says about itself.
    Query,
}

impl Product {
    /// Whether the compiler reads the whole source as code for it, as it does for an object.
    pub fn is_from_code(self) -> bool {
        match self {
            Self::Assembly | Self::Bitcode | Self::Check | Self::SyntaxTree | Self::Analysis => {
                true
            }
            Self::Preprocessed | Self::Dependencies | Self::PrecompiledModule | Self::Query => {
                false
            }
        }
    }

    /// Whether it may be linked into a program later on.
    pub fn is_linkable(self) -> bool {
        matches!(self, Self::Assembly | Self::Bitcode)
    }
}

impl fmt::Display for Product {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Assembly => "assembly",
            Self::Preprocessed => "preprocessed source",
            Self::Dependencies => "dependencies",
            Self::Check => "a check",
            Self::Bitcode => "LLVM bitcode",
            Self::SyntaxTree => "a syntax tree",
            Self::Analysis => "an analysis",
            Self::PrecompiledModule => "a precompiled module",
            Self::Query => "a query",
        })
    }
}

/// What an option is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Ends the work before there is an object: nothing is left for Quell to do.
    Early(Product),
    /// `-c`
    ObjectOnly,
    /// `-o`
    Output,
    /// `-x`
    Language,
    /// `-O`
    Level,
    /// Changes how the source is read.
    Source,
    /// Changes how the source is read and how code is made from the IR.
    Code,
    /// Concerns the linker.
    Link,
    /// Asks for something beside the object; the plain compilation has provided it.
    Beside,
    /// Where a Fortran compiler writes the files of modules, and looks for them.
    ModuleDirectory,
    /// Adds code of its own to the object, which objects with mutants do without.
    Instrument,
}

/// Where the value of an option is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// There is none: the spelling is the whole word.
    Alone,
    /// It follows in the same word, and may be empty.
    Joined,
    /// It is the next word.
    Next,
    /// It follows in the same word or, if nothing does, is the next word.
    Either,
}

use Form::{Alone, Either, Joined, Next};
use Role::{
    Beside, Code, Early, Instrument, Language, Level, Link, ModuleDirectory, ObjectOnly, Output,
    Source,
};

/// The first row that fits a word counts. A word with a dash that fits none is one for the source: unknown
/// options are for the compiler to complain about.
const TABLE: &[(&str, Form, Role)] = &[
    ("-c", Alone, ObjectOnly),
    ("-S", Alone, Early(Product::Assembly)),
    ("-E", Alone, Early(Product::Preprocessed)),
    ("-M", Alone, Early(Product::Dependencies)),
    ("-MM", Alone, Early(Product::Dependencies)),
    ("-fsyntax-only", Alone, Early(Product::Check)),
    ("-emit-llvm", Alone, Early(Product::Bitcode)),
    ("-emit-ast", Alone, Early(Product::SyntaxTree)),
    ("--analyze", Alone, Early(Product::Analysis)),
    ("--precompile", Alone, Early(Product::PrecompiledModule)),
    ("-###", Alone, Early(Product::Query)),
    ("--version", Alone, Early(Product::Query)),
    ("--help", Joined, Early(Product::Query)),
    ("-dumpdir", Next, Beside),
    ("-dump", Joined, Early(Product::Query)),
    ("-print-", Joined, Early(Product::Query)),
    ("--print-", Joined, Early(Product::Query)),
    // Beside the object.
    ("-MF", Either, Beside),
    ("-MT", Either, Beside),
    ("-MQ", Either, Beside),
    ("-MJ", Either, Beside),
    ("-dependency-file", Next, Beside),
    ("-M", Joined, Beside),
    ("-Wp,-M", Joined, Beside),
    ("-save-temps", Joined, Beside),
    ("--save-temps", Joined, Beside),
    ("-ftime-report", Joined, Beside),
    ("-ftime-trace", Joined, Beside),
    ("-fsave-optimization-record", Joined, Beside),
    // The sources have to be found where they are.
    ("-fdebug-prefix-map=", Joined, Beside),
    ("-ffile-prefix-map=", Joined, Beside),
    ("-fdebug-compilation-dir", Joined, Beside),
    ("-v", Alone, Beside),
    ("-pipe", Alone, Beside),
    ("-Q", Alone, Beside),
    ("-gz", Joined, Beside),
    ("-g", Joined, Beside),
    ("-flto", Joined, Beside),
    ("-fno-lto", Alone, Beside),
    ("-fuse-ld=", Joined, Link),
    // Code of its own.
    ("--coverage", Alone, Instrument),
    ("-coverage", Alone, Instrument),
    ("-ftest-coverage", Alone, Instrument),
    ("-fcoverage-", Joined, Instrument),
    ("-fprofile-", Joined, Instrument),
    ("-fcs-profile-", Joined, Instrument),
    ("-fsanitize", Joined, Instrument),
    ("-finstrument-functions", Joined, Instrument),
    ("-fxray-", Joined, Instrument),
    ("-pg", Alone, Instrument),
    // The output, the language, the level.
    ("--output", Next, Output),
    ("--output=", Joined, Output),
    ("-o", Either, Output),
    ("-x", Either, Language),
    ("--language=", Joined, Language),
    ("-O", Joined, Level),
    ("-J", Either, ModuleDirectory),
    ("-module-dir", Next, ModuleDirectory),
    // Code generation.
    ("-fPIC", Alone, Code),
    ("-fpic", Alone, Code),
    ("-fPIE", Alone, Code),
    ("-fpie", Alone, Code),
    ("-fno-PIC", Alone, Code),
    ("-fno-pic", Alone, Code),
    ("-fno-PIE", Alone, Code),
    ("-fno-pie", Alone, Code),
    ("-fno-plt", Alone, Code),
    ("-fplt", Alone, Code),
    ("-ffunction-sections", Alone, Code),
    ("-fdata-sections", Alone, Code),
    ("-fno-function-sections", Alone, Code),
    ("-fno-data-sections", Alone, Code),
    ("-fsemantic-interposition", Alone, Code),
    ("-fno-semantic-interposition", Alone, Code),
    ("-fomit-frame-pointer", Alone, Code),
    ("-fno-omit-frame-pointer", Alone, Code),
    ("-ftls-model=", Joined, Code),
    ("-mllvm", Next, Source),
    ("-m", Joined, Code),
    ("--target=", Joined, Code),
    ("-target", Next, Code),
    ("--sysroot=", Joined, Code),
    ("--sysroot", Next, Code),
    ("--gcc-toolchain=", Joined, Code),
    ("-B", Either, Code),
    ("-pthread", Alone, Code),
    // The linker.
    ("-Wl,", Joined, Link),
    ("-Xlinker", Next, Link),
    ("-l", Either, Link),
    ("-L", Either, Link),
    ("-T", Either, Link),
    ("-u", Either, Link),
    ("-z", Either, Link),
    ("-e", Either, Link),
    ("-shared", Joined, Link),
    ("-static", Joined, Link),
    ("-rdynamic", Alone, Link),
    ("-pie", Alone, Link),
    ("-no-pie", Alone, Link),
    ("-nopie", Alone, Link),
    ("-r", Alone, Link),
    ("-s", Alone, Link),
    ("-nostartfiles", Alone, Link),
    ("-nodefaultlibs", Alone, Link),
    ("-nostdlib", Alone, Link),
    ("-nolibc", Alone, Link),
    ("-rpath", Next, Link),
    ("-rtlib=", Joined, Link),
    ("--rtlib=", Joined, Link),
    // The source; only those whose value is a word of its own have to be here.
    ("-I", Either, Source),
    ("-D", Either, Source),
    ("-U", Either, Source),
    ("-A", Either, Source),
    ("-F", Either, Source),
    ("-include", Next, Source),
    ("-include-pch", Next, Source),
    ("-imacros", Either, Source),
    ("-isystem-after", Either, Source),
    ("-isystem", Either, Source),
    ("-iquote", Either, Source),
    ("-idirafter", Either, Source),
    ("-iprefix", Either, Source),
    ("-iwithprefixbefore", Either, Source),
    ("-iwithprefix", Either, Source),
    ("-isysroot", Either, Source),
    ("-Xclang", Next, Source),
    ("-Xpreprocessor", Next, Source),
    ("-Xassembler", Next, Source),
    ("-Xanalyzer", Next, Source),
    ("-Xopenmp-target", Next, Source),
    ("--param", Next, Source),
    ("-aux-info", Next, Beside),
    ("-arch", Next, Code),
    ("-working-directory", Next, Source),
];

/// What a word is, and where its value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meaning<'w> {
    pub role: Role,
    pub value: Place<'w>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place<'w> {
    Nowhere,
    Here(&'w OsStr),
    NextWord,
}

/// The meaning of an option; none if the word is no option.
pub fn meaning(word: &OsStr) -> Option<Meaning<'_>> {
    let bytes = word.as_bytes();
    if bytes.len() < 2 || bytes[0] != b'-' {
        return None;
    }
    let row = TABLE.iter().find_map(|&(spelling, form, role)| {
        let rest = bytes.strip_prefix(spelling.as_bytes())?;
        let value = value_of(form, OsStr::from_bytes(rest))?;
        Some(Meaning { role, value })
    });
    Some(row.unwrap_or(Meaning {
        role: Source,
        value: Place::Nowhere,
    }))
}

fn value_of(form: Form, rest: &OsStr) -> Option<Place<'_>> {
    match (form, rest.is_empty()) {
        (Alone, true) => Some(Place::Nowhere),
        (Next | Either, true) => Some(Place::NextWord),
        (Joined, _) | (Either, false) => Some(Place::Here(rest)),
        (Alone | Next, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(word: &str) -> Option<Role> {
        meaning(OsStr::new(word)).map(|meaning| meaning.role)
    }

    #[test]
    fn words_have_their_roles() {
        let cases = [
            ("-c", ObjectOnly),
            ("-MMD", Beside),
            ("-MD", Beside),
            ("-MP", Beside),
            ("-MM", Early(Product::Dependencies)),
            ("-Wp,-MD,x.d", Beside),
            ("-ggdb3", Beside),
            ("-O", Level),
            ("-Os", Level),
            ("-march=native", Code),
            ("-fPIC", Code),
            ("-fwrapv", Source),
            ("-std=c99", Source),
            ("-Wall", Source),
            ("-lm", Link),
            ("-static-libgcc", Link),
            ("-print-search-dirs", Early(Product::Query)),
            ("-fsanitize=address", Instrument),
            ("-flto=thin", Beside),
        ];
        for (word, expected) in cases {
            assert_eq!(role(word), Some(expected), "{word}");
        }
        assert_eq!(role("-"), None);
        assert_eq!(role("a.c"), None);
    }

    #[test]
    fn values_are_joined_or_follow() {
        let place = |word| meaning(OsStr::new(word)).map(|meaning| meaning.value);
        assert_eq!(place("-I"), Some(Place::NextWord));
        assert_eq!(place("-Iinclude"), Some(Place::Here(OsStr::new("include"))));
        assert_eq!(place("-include"), Some(Place::NextWord));
        assert_eq!(place("-o"), Some(Place::NextWord));
        assert_eq!(place("-oa"), Some(Place::Here(OsStr::new("a"))));
        assert_eq!(place("-c"), Some(Place::Nowhere));
    }
}
