//! The rules of C for shifts are attached exactly where clang's `-fsanitize=shift-base` checks, and those for
//! indices exactly to indices of unsigned types.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use quell_compile::{Request, Toolbox, compile};
use quell_ir::debug::DebugInfo;
use quell_ir::opcode::BinOp;
use quell_ir::parse::parse_module;
use quell_ir::{InstKind, LanguageRule, Module};
use quell_objectives::{SignedOverflow, Sources, language_rules};
use quell_tests::corpus::c;

type Places = BTreeSet<(u32, u32)>;

fn ir_of(path: &Path, flags: &[&str]) -> String {
    let mut request = Request::new(path);
    let flags = [&["-Wno-everything"], flags].concat();
    request.extra_flags = flags.iter().map(Into::into).collect();
    compile(&request, &Toolbox::from_env()).expect("IR").text
}

/// The lines and columns of clang's checks: `{ { ptr, i32, i32 } { ptr @.src, i32 3, i32 12 }, ptr @1, ptr @2
/// }`.
fn checked_by_clang(path: &Path) -> Places {
    let text = ir_of(path, &["-fsanitize=shift-base"]);
    let data = text
        .lines()
        .filter(|line| line.contains("{ { ptr, i32, i32 }, ptr, ptr }"));
    data.filter_map(|line| {
        let place = line.split("{ ptr @").nth(1)?;
        let mut numbers = place.split("i32 ").skip(1);
        let mut number = || {
            let text = numbers.next()?;
            let end = text.find(|c: char| !c.is_ascii_digit())?;
            text[..end].parse().ok()
        };
        Some((number()?, number()?))
    })
    .collect()
}

fn with_rules(path: &Path, overflow: SignedOverflow) -> Module {
    let mut module = parse_module(ir_of(path, &[]), "module").expect("a module");
    let sources = Sources::load(&module);
    language_rules(&mut module, &sources, overflow);
    module
}

fn places(module: &Module, is_wanted: impl Fn(&LanguageRule) -> bool) -> Places {
    let info = DebugInfo::new(module);
    let mut places = Places::new();
    for function in module.functions.values() {
        for (inst, _) in function.rules.iter().filter(|(_, rule)| is_wanted(rule)) {
            let span = info.span_of(function, *inst).expect("a place");
            places.insert((span.place.line, span.place.column));
        }
    }
    places
}

/// The places of the left shifts.
fn shifts(module: &Module) -> Places {
    let info = DebugInfo::new(module);
    let mut places = Places::new();
    for function in module.functions.values() {
        for (inst, data) in &function.insts {
            let shift = matches!(data.kind, InstKind::Binary { op: BinOp::Shl, .. });
            if let Some(span) = info.span_of(function, inst).filter(|_| shift) {
                places.insert((span.place.line, span.place.column));
            }
        }
    }
    places
}

fn is_base(rule: &LanguageRule) -> bool {
    *rule == LanguageRule::SignedShiftLeft
}

#[test]
fn signed_left_shifts_are_those_that_clang_checks() {
    let scratch = tempfile::tempdir().expect("a directory");
    let path = scratch.path().join("program.c");
    let mut all = 0;
    for seed in 0..12 {
        let text = c::program(seed);
        // The debug information does not contain the widths of these types.
        let text = text.replace("unsigned _BitInt(40)", "unsigned long");
        let text = text
            .replace("_BitInt(33)", "long")
            .replace("_BitInt(7)", "short");
        fs::write(&path, text).expect("a file");
        let module = with_rules(&path, SignedOverflow::Undefined);
        let own = places(&module, is_base);
        // Shifts of constants are folded by the compiler and have no instruction.
        let kept = shifts(&module);
        let checked: Places = checked_by_clang(&path)
            .intersection(&kept)
            .copied()
            .collect();
        assert_eq!(own, checked, "seed {seed}");
        all += own.len();
    }
    assert!(all > 10, "{all} shifts");
}

#[test]
fn distances_that_the_compiler_narrows_are_checked_before() {
    let scratch = tempfile::tempdir().expect("a directory");
    let path = scratch.path().join("program.c");
    let text = "int f(int a, long l, int i) {\n    a <<= l;\n    a = a >> l;\n    a = a << i;\n    a = a >> (int)l;\n    return a << 4294967296;\n}\n";
    fs::write(&path, text).expect("a file");
    let module = with_rules(&path, SignedOverflow::Wraps);
    let lines = lines(&module, |rule| !is_base(rule));
    assert_eq!(lines, BTreeSet::from([2, 3, 6]));
    assert!(places(&module, is_base).is_empty());
}

fn lines(module: &Module, is_wanted: impl Fn(&LanguageRule) -> bool) -> BTreeSet<u32> {
    let places = places(module, is_wanted).into_iter();
    places.map(|(line, _)| line).collect()
}

/// Each line has one address computation.
const INDICES: &str = "\
#include <stddef.h>
struct tail { int n; char data[]; };
int f(int *p, size_t u, long s, unsigned w, int i, struct tail *t) {
    int r = p[u];
    r += p[s];
    r += p[w];
    r += p[(size_t)i];
    r += p[(long)u];
    r += p[u - 1];
    p -= u;
    p -= s;
    p = p + u;
    p = s + p;
    p = u + p;
    r += p[18446744073709551615ul];
    r += p[-1];
    r += t->data[u];
    r += *(p - u);
    r += *(p - sizeof r * w);
    return r;
}
";

#[test]
fn indices_of_unsigned_types_have_a_rule() {
    let scratch = tempfile::tempdir().expect("a directory");
    let path = scratch.path().join("program.c");
    fs::write(&path, INDICES).expect("a file");
    let is_index = |rule: &LanguageRule| matches!(rule, LanguageRule::UnsignedIndex(_));
    let module = with_rules(&path, SignedOverflow::Undefined);
    let wanted = [4, 7, 9, 10, 12, 14, 15, 17, 18, 19];
    assert_eq!(lines(&module, is_index), BTreeSet::from(wanted));
    let wrapping = with_rules(&path, SignedOverflow::Wraps);
    assert!(lines(&wrapping, is_index).is_empty());
}
