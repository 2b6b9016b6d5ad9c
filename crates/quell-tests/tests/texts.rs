//! The source text of a mutant, compiled, behaves like the edits of the mutant: a sample here, all mutants in
//! the soak.

use std::path::{Path, PathBuf};

use quell_tests::corpus::compare::{
    Dialect, FORTRAN, RUST, Sample, compare as compare_generated, compare_c,
};
use quell_tests::corpus::{c, fortran, rust};
use quell_tests::parallel;
use quell_tests::texts::{Comparison, compare};

/// Without Mothra's `zpush`, a trap that no language has a function for.
const OPERATORS: &str = "symbmc, sufficient, mothra:AOR, mothra:ROR, mothra:LCR, mothra:UOI, mothra:AAR, mothra:ACR, mothra:ASR, \
    mothra:CAR, mothra:CRP, mothra:CSR, mothra:DSA, mothra:DER, mothra:GLR, mothra:RSR, mothra:SAR, mothra:SCR, mothra:SVR, \
    mothra:SRC, mothra:SAN, mothra:CNR, extended";

const FOLDERS: &[&str] = &["examples", "tests/mutants"];

fn files(folders: &[&str], extension: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().expect("the repository");
    let only = std::env::var("QUELL_ONLY").unwrap_or_default();
    let mut files = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder");
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    files.retain(|path| {
        path.extension().is_some_and(|own| own == extension)
            && path.to_string_lossy().contains(&only)
    });
    files.sort();
    files
}

/// The operators that a file names in a comment, or all of them.
fn operators_of(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a source");
    let own = text.lines().find_map(|line| line.split_once("texts of:"));
    own.map_or(OPERATORS, |(_, operators)| operators.trim())
        .to_owned()
}

/// Compares every `step`th mutant. A text that does not compile counts as a difference.
fn check(folders: &[&str], extension: &str, step: usize) {
    let mut all = Comparison::default();
    for path in files(folders, extension) {
        let one = compare(&path, &operators_of(&path), step);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        println!(
            "{name}: {} same, {} refused, {} different",
            one.same,
            one.refused.len(),
            one.different.len()
        );
        all.extend(one);
    }
    let wrong: Vec<String> = all.different.into_iter().chain(all.refused).collect();
    assert!(wrong.is_empty(), "{}\n", wrong.join("\n"));
    println!("{} texts of .{extension} files are exact", all.same);
}

fn step() -> usize {
    let step = std::env::var("QUELL_STEP").ok();
    step.and_then(|step| step.parse().ok()).unwrap_or(97)
}

#[test]
fn texts_of_c() {
    check(FOLDERS, "c", step());
}

#[test]
fn texts_of_rust() {
    check(FOLDERS, "rs", step());
}

#[test]
fn texts_of_fortran() {
    check(FOLDERS, "f90", step());
}

/// Files whose texts were wrong in the past: all of their mutants.
#[test]
fn texts_that_were_wrong() {
    for extension in ["c", "rs", "f90"] {
        check(&["tests/texts"], extension, 1);
    }
}

const FLAG_SETS: &[&[&str]] = &[
    &[],
    &["-fwrapv"],
    &["-funsigned-char"],
    &["-fno-strict-overflow"],
];

/// Generated programs, each with one of the sets of flags.
fn check_generated(seeds: std::ops::Range<u64>, step: usize) {
    check_programs(seeds, |seed| {
        let sample = Sample {
            flags: FLAG_SETS[seed as usize % FLAG_SETS.len()],
            operators: OPERATORS,
            step,
        };
        compare_c(&c::program(seed), sample)
    });
}

/// The same in another language.
fn check_generated_in(
    dialect: Dialect,
    program: fn(u64) -> String,
    seeds: std::ops::Range<u64>,
    step: usize,
) {
    let sample = Sample {
        flags: &[],
        operators: OPERATORS,
        step,
    };
    check_programs(seeds, |seed| {
        compare_generated(dialect, &program(seed), sample)
    });
}

fn check_programs(
    seeds: std::ops::Range<u64>,
    comparison: impl Fn(u64) -> Result<Comparison, String> + Sync,
) {
    let seeds: Vec<u64> = seeds.collect();
    let found = parallel::map(&seeds, |&seed| (seed, comparison(seed)));
    let mut all = Comparison::default();
    let mut wrong = Vec::new();
    for (seed, comparison) in found {
        match comparison {
            Ok(one) => {
                let findings = one.different.iter().chain(&one.refused);
                wrong.extend(findings.map(|what| format!("seed {seed}: {what}")));
                all.extend(one);
            }
            Err(why) if is_refused_by_a_lint(&why) => {}
            Err(why) => wrong.push(format!("seed {seed}: {why}")),
        }
    }
    println!("{} texts of generated programs are exact", all.same);
    assert!(
        wrong.is_empty(),
        "{} findings\n{}\n",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Whether rustc proves that a generated program always panics, and refuses it.
fn is_refused_by_a_lint(why: &str) -> bool {
    let lints = [
        "this arithmetic operation will overflow",
        "this operation will panic at runtime",
    ];
    lints.iter().any(|lint| why.contains(lint)) && !why.contains("error[")
}

/// Checks that all mutants of a program have exact texts; returns their number.
fn check_program(text: &str, flags: &[&str]) -> usize {
    let sample = Sample {
        flags,
        operators: OPERATORS,
        step: 1,
    };
    let found = compare_c(text, sample).expect("a program that compiles");
    let wrong: Vec<&String> = found.different.iter().chain(&found.refused).collect();
    assert!(wrong.is_empty(), "{flags:?}: {wrong:#?}");
    found.same
}

#[test]
fn signedness_is_not_taken_from_flags_that_fwrapv_removes() {
    let text = "int f0(int p, int q) {\n    return p + q;\n}\nlong f1(int p, unsigned q) {\n    return p * 3 + q;\n}\n";
    for flags in [&[][..], &["-fwrapv"], &["-fno-strict-overflow"]] {
        assert!(check_program(text, flags) > 40);
    }
}

#[test]
fn signs_of_plain_char_are_those_of_the_compiler() {
    let text = "int f0(char a, char b) {\n    return a / 3 > b;\n}\n";
    for flags in [&[][..], &["-funsigned-char"]] {
        assert!(check_program(text, flags) > 20);
    }
}

#[test]
fn texts_that_change_types_are_not_made() {
    for text in [
        "long f0(int a, int b) {\n    return (a >> b) + 1L;\n}\n",
        "int f0(int a, int b) {\n    return (a >> (b & 7)) < b;\n}\n",
        "long f0(int a) {\n    return 2147483647 + a - 2147483648;\n}\n",
        "int f0(int a, _Bool t) {\n    t ^= a > 3;\n    return t;\n}\n",
        "__int128 f0(__int128 a, int b) {\n    return a * 3 + b;\n}\n",
        "_BitInt(40) f0(_BitInt(40) a, int b) {\n    return a + b;\n}\n",
        "int f0(_BitInt(33) a, int b) {\n    return a == (unsigned)b;\n}\n",
        "unsigned long f0(unsigned short s) {\n    return 1ul ^ +((unsigned short)s);\n}\n",
    ] {
        check_program(text, &[]);
    }
}

/// Conversions and folding by the compiler that the text does not show.
#[test]
fn texts_of_conversions_that_are_not_written_are_not_made() {
    for text in [
        "struct s { unsigned b : 5; };\nlong f0(struct s *p) {\n    return p->b / 7L;\n}\n",
        "long f0(long l, float f) {\n    l -= f;\n    return l;\n}\n",
        "__int128 f0(__int128 a, unsigned u) {\n    a -= u * 3;\n    return a;\n}\n",
        "int f0(_BitInt(7) a) {\n    a %= 10L;\n    return a;\n}\n",
        "double f0(float f) {\n    return f - 0.5 * f;\n}\n",
    ] {
        check_program(text, &[]);
    }
}

#[test]
fn texts_of_truth_values_as_numbers_are_exact() {
    let text = "int f0(int a, int b) {\n    return (a + b && a) + 1;\n}\nint f1(_Bool t) {\n    t--;\n    return t;\n}\n";
    assert!(check_program(text, &[]) > 20);
}

#[test]
fn texts_with_constant_distances_that_are_too_large_are_not_made() {
    for text in [
        "int f0(unsigned char c) {\n    c ^= (int)sizeof(long);\n    return c;\n}\n",
        "int f0(int a, int b) {\n    return a >> (b & 'a');\n}\n",
    ] {
        check_program(text, &[]);
    }
}

#[test]
fn texts_with_unsequenced_side_effects_are_not_made() {
    let text = "int f0(int a, int b, int c) {\n    return (a == b) + (b == c || a == c);\n}\nint f1(int a, int b) {\n    a = (b = 3) - 1;\n    return a + b;\n}\nint f2(int *q, int g) {\n    g = (q[2] = g) - *q;\n    return g;\n}\n";
    assert!(check_program(text, &[]) > 40);
}

/// Checks that all mutants of a program in a language have exact texts; returns their number.
fn check_in(dialect: Dialect, text: &str) -> usize {
    let sample = Sample {
        flags: &[],
        operators: OPERATORS,
        step: 1,
    };
    let found = compare_generated(dialect, text, sample).expect("a program that compiles");
    let wrong: Vec<&String> = found.different.iter().chain(&found.refused).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    found.same
}

#[test]
fn small_integer_kinds_of_fortran_are_computed_as_the_text_says() {
    let text = "function f0(a, b, c) result(r)\n  integer(1) :: a, b\n  integer(2) :: c\n  integer :: r\n  \
        r = (a + b) * c - a / (2_1 + abs(b)) + 3\nend function\n\
        function f1(a, b) result(r)\n  integer(1) :: a, b, r\n  r = a * b - 1\nend function\n";
    assert!(check_in(FORTRAN, text) > 60);
}

#[test]
fn truth_values_of_fortran_are_not_replaced_by_numbers() {
    let text = "function f0(a, n) result(r)\n  logical :: a, r\n  integer :: n\n  r = .false.\n  \
        if (n > 3) r = a\n  if (n == 0) r = .true.\nend function\n\
        function f1(n) result(r)\n  integer :: n, r\n  logical(1) :: done\n  done = .false.\n  r = 5\n  \
        do while (.not. done)\n    r = r + n\n    done = r > 3 .or. n <= 0\n  end do\nend function\n";
    assert!(check_in(FORTRAN, text) > 40);
}

#[test]
fn returns_of_rust_do_not_take_the_place_of_values() {
    let text = "#[no_mangle] pub fn f0(a: i32) -> i32 {\n    let x = if a > 3 { a - 1 } else { return 2; };\n    \
        let y = match x { 1 => 5, 2..=5 => return x, _ => x };\n    y + 1\n}\n";
    assert!(check_in(RUST, text) > 30);
}

#[test]
fn shifts_of_rust_are_not_made_by_too_much() {
    let text = "#[no_mangle] pub fn f0(a: i32, b: u8, c: u64) -> i32 {\n    \
        (a << 3) + (b >> 2) as i32 + (a & 40) + (c << 40) as i32\n}\n";
    assert!(check_in(RUST, text) > 60);
}

#[test]
fn numbers_of_rust_before_a_dot_have_a_type() {
    let text = "#[no_mangle] pub fn f0(a: i32, b: u8) -> i32 {\n    \
        a.rem_euclid(7) + (a - 1).wrapping_add(3) + b.count_ones() as i32\n}\n";
    assert!(check_in(RUST, text) > 20);
}

/// A number without a sign has no negative, and a narrow one none that is large, wherever it stands.
#[test]
fn numbers_of_rust_fit_parameters_fields_elements_and_results() {
    assert!(check_in(RUST, include_str!("texts/unsigned.rs")) > 200);
}

#[test]
fn operators_of_rust_that_begin_at_one_place_keep_their_own_checks() {
    let text = "#[no_mangle] pub fn f0(a: usize, x: &mut [i32; 8]) -> i32 {\n    x[(a + a) % 8]\n}\n\
        #[no_mangle] pub fn f1(a: u32, b: u32) -> u32 {\n    a - b - b\n}\n\
        #[no_mangle] pub fn f3(a: usize) -> usize {\n    ((7 + a) % 8) + (1 << (2 + (a & 7)))\n}\n\
        #[no_mangle] pub fn f2(a: i32, b: i32) -> i32 {\n    let mut v = a;\n    v %= b | 1;\n    v\n}\n";
    assert!(check_in(RUST, text) > 60);
}

#[test]
fn statements_of_rust_begin_behind_constants_for_debuggers() {
    let text = "#[no_mangle] pub fn f0(a: bool, x: &mut [i32; 8]) -> i32 {\n    x[0] = 4;\n    \
        match (if a { x[1] } else { 3 }) {\n        1 => x[2] = { let b: i32 = 127; b },\n        _ => x[0] |= 4,\n    }\n    \
        x[0]\n}\n";
    assert!(check_in(RUST, text) > 20);
}

#[test]
fn comparisons_of_rust_have_the_sign_of_the_last_cast() {
    let text = "#[no_mangle] pub fn f0(a: i32, b: u32) -> bool {\n    ((a as u32) != b) ^ ((b as i32) == a)\n}\n";
    assert!(check_in(RUST, text) > 20);
}

fn number_from(variable: &str, default: u64) -> u64 {
    let value = std::env::var(variable).ok();
    value
        .and_then(|value| value.parse().ok())
        .unwrap_or(default)
}

#[test]
fn texts_of_generated_c() {
    check_generated(0..6, 23);
}

/// All mutants of `QUELL_PROGRAMS` programs from seed `QUELL_SEED` on.
#[test]
#[ignore = "takes long"]
fn soak_texts_of_generated_c() {
    let first = number_from("QUELL_SEED", 1000);
    check_generated(first..first + number_from("QUELL_PROGRAMS", 300), 1);
}

#[test]
fn texts_of_generated_rust() {
    check_generated_in(RUST, rust::program, 0..6, 23);
}

#[test]
fn texts_of_generated_fortran() {
    check_generated_in(FORTRAN, fortran::program, 0..6, 23);
}

/// The same as for C.
#[test]
#[ignore = "takes long"]
fn soak_texts_of_generated_rust() {
    let first = number_from("QUELL_SEED", 1000);
    let seeds = first..first + number_from("QUELL_PROGRAMS", 200);
    check_generated_in(RUST, rust::program, seeds, step_of_soak());
}

#[test]
#[ignore = "takes long"]
fn soak_texts_of_generated_fortran() {
    let first = number_from("QUELL_SEED", 1000);
    let seeds = first..first + number_from("QUELL_PROGRAMS", 200);
    check_generated_in(FORTRAN, fortran::program, seeds, step_of_soak());
}

fn step_of_soak() -> usize {
    number_from("QUELL_STEP", 1) as usize
}

#[test]
#[ignore = "takes an hour"]
fn soak_all_texts() {
    for extension in ["c", "rs", "f90"] {
        check(FOLDERS, extension, 1);
    }
}
