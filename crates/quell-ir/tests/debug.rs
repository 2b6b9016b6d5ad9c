//! Debug information of real compilers, against the expectations in the comments of the sources in
//! `tests/debug`: lines with `//@` (in Fortran `!@`), described where they are checked. `[O0]`
//! restricts an expectation to unoptimised code.

#[path = "debug/driver.rs"]
mod driver;

use driver::{CLANGS, Compiler, check_file};

#[test]
fn c_types() {
    check_file("types.c", CLANGS);
}

#[test]
fn c_parameters() {
    check_file("params.c", CLANGS);
}

#[test]
fn c_places() {
    check_file("places.c", CLANGS);
}

#[test]
fn rust() {
    check_file("things.rs", &[Compiler::Rustc]);
}

#[test]
fn fortran() {
    check_file("triangle.f90", &[Compiler::Flang]);
}
