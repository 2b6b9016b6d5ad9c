//! Hardened programs behave like the original ones.

mod tools;

use std::path::Path;
use std::process::Command;

use quell_objectives::harden::emit;
use tools::{assert_valid, build, module_of_c, module_of_file, repository, scratch};

/// Programs in `tests/c` that together use every kind of instruction that hardening changes.
const PROGRAMS: &[&str] = &[
    "shifts",
    "division",
    "float_conversions",
    "int128",
    "bitint",
    "struct_passing",
    "gotos",
    "setjmp",
    "multidimensional",
    "interpreter",
    "builtins_bits",
    "autovectorised",
];

fn outcome(program: &Path) -> (Vec<u8>, Option<i32>) {
    let mut command = Command::new(program);
    command.stdin(std::process::Stdio::null());
    let output = command.output().expect("a run");
    (output.stdout, output.status.code())
}

#[test]
fn programs_print_the_same() {
    let mut differences = Vec::new();
    for name in PROGRAMS {
        let module = module_of_file(&repository(&format!("tests/c/{name}.c")));
        let hardened = emit(&module, None).expect("a module without edits");
        assert_valid(&hardened, name);
        let dir = scratch();
        let plain = build(dir.path(), "plain", &[&module], &[]);
        let hard = build(dir.path(), "hard", &[&hardened], &[]);
        if outcome(&plain) != outcome(&hard) {
            differences.push(name);
        }
    }
    assert!(differences.is_empty(), "{differences:?}");
}

/// Without hardening, the optimiser removes the write and with it the trap.
#[test]
fn writes_to_constants_trap() {
    let module = module_of_c(
        "static const int table[4] = {1, 2, 3, 4};
         int main(int argc, char **argv) { ++*(int *)&table[argc]; return 0; }",
    );
    let hardened = emit(&module, None).expect("a module without edits");
    assert_valid(&hardened, "a write to a constant");
    let dir = scratch();
    let program = build(dir.path(), "hard", &[&hardened], &[]);
    assert_eq!(outcome(&program), (Vec::new(), None));
}
