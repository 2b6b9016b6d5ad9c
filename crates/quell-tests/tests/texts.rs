//! The text of a mutant, compiled, does what the mutant's edits do: a sample here, all of them in the soak.

use std::path::{Path, PathBuf};

use quell_tests::corpus::compare::{
    Dialect, FORTRAN, RUST, Sample, compare as compare_generated, compare_c,
};
use quell_tests::corpus::{c, fortran, rust};
use quell_tests::parallel;
use quell_tests::texts::{Comparison, compare};

/// `zpush` is Mothra's name for a trap, and no function of any language.
const FAULTS: &str = "symbmc, sufficient, mothra:AOR, mothra:ROR, mothra:LCR, mothra:UOI, mothra:AAR, mothra:ACR, mothra:ASR, \
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

/// Files that are here for some operators name these.
fn faults_of(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a source");
    let own = text.lines().find_map(|line| line.split_once("texts of:"));
    own.map_or(FAULTS, |(_, faults)| faults.trim()).to_owned()
}

fn check(folders: &[&str], extension: &str, step: usize) -> Comparison {
    let mut all = Comparison::default();
    for path in files(folders, extension) {
        let one = compare(&path, &faults_of(&path), step);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        println!(
            "{name}: {} same, {} told, {} refused, {} different",
            one.same,
            one.told,
            one.refused.len(),
            one.different.len()
        );
        all.same += one.same;
        all.told += one.told;
        all.refused.extend(one.refused);
        all.different.extend(one.different);
    }
    if std::env::var("QUELL_SHOW").is_ok() {
        all.refused
            .iter()
            .for_each(|text| println!("refused: {text}"));
    }
    assert!(all.different.is_empty(), "{}\n", all.different.join("\n"));
    assert!(all.same >= 10 * all.told, "{} are only told", all.told);
    assert!(
        all.same >= 20 * all.refused.len(),
        "refused: {}",
        all.refused.join("\n")
    );
    all
}

fn step() -> usize {
    let step = std::env::var("QUELL_STEP").ok();
    step.and_then(|step| step.parse().ok()).unwrap_or(97)
}

#[test]
fn texts_of_c() {
    let _ = check(FOLDERS, "c", step());
}

#[test]
fn texts_of_rust() {
    let _ = check(FOLDERS, "rs", step());
}

#[test]
fn texts_of_fortran() {
    let _ = check(FOLDERS, "f90", step());
}

/// Files of texts that were wrong once: all of their mutants, and no compiler refuses one.
#[test]
fn texts_that_were_wrong() {
    for extension in ["c", "rs", "f90"] {
        let refused = check(&["tests/texts"], extension, 1).refused;
        assert!(refused.is_empty(), "refused: {}", refused.join("\n"));
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
            faults: FAULTS,
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
        faults: FAULTS,
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

/// All mutants of a program have exact texts; how many there are.
fn check_program(text: &str, flags: &[&str]) -> usize {
    let sample = Sample {
        flags,
        faults: FAULTS,
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

/// What the compiler converts or folds elsewhere than the text says.
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

/// `QUELL_PROGRAMS` programs from seed `QUELL_SEED` on, all of their mutants.
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

/// The same as for C, all of their mutants.
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
        let _ = check(FOLDERS, extension, 1);
    }
}
