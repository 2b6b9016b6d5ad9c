//! Lowering of annotations: the code for each call, and the validity of the module afterwards.

use quell_ir::print::print_module;
use quell_ir::verify::verify;
use quell_ir::{Module, parse_module};
use quell_values::annotations::lower;

fn lowered(text: &str) -> (Module, String) {
    let mut module = parse_module(text, "test.ll").unwrap();
    lower(&mut module);
    assert!(verify(&module).is_empty(), "{:?}", verify(&module));
    let printed = print_module(&module);
    assert!(parse_module(&printed, "printed.ll").is_ok(), "{printed}");
    (module, printed)
}

/// Asserts that the text contains the lines in this order.
#[track_caller]
fn has_in_order(text: &str, lines: &[&str]) {
    let mut rest = text;
    for line in lines {
        let at = rest.find(line);
        let at = at.unwrap_or_else(|| panic!("{line} is missing or too early in:\n{text}"));
        rest = &rest[at + line.len()..];
    }
}

#[test]
fn assumptions_of_any_width_become_one() {
    let (_, text) = lowered(
        "declare void @quell_assume(i1)\ndeclare void @klee_assume(i64)\ndeclare void @quell_assume_(ptr)\n\
         define void @f(i1 %a, i64 %b) {\n  %c = alloca i32\n  call void @quell_assume(i1 %a)\n  call void @klee_assume(i64 %b)\n  \
         call void @quell_assume_(ptr %c)\n  ret void\n}\n",
    );
    has_in_order(
        &text,
        &[
            "call void @quell.assume(i1 %a)",
            "icmp ne i64 %b, 0",
            "call void @quell.assume(i1",
            "load i32, ptr %c",
            "icmp ne i32",
            "call void @quell.assume(i1",
            "ret void",
        ],
    );
}

#[test]
fn values_have_the_names_in_the_annotation() {
    let (module, text) = lowered(
        "@name = private constant [2 x i8] c\"x\\00\"\n\
         declare i32 @klee_int(ptr)\ndeclare i32 @klee_range(i32, i32, ptr)\ndeclare i64 @klee_choose(i64)\n\
         declare i32 @__VERIFIER_nondet_uint(...)\n\
         define i32 @f(i32 %n) {\n  %a = call i32 @klee_int(ptr @name)\n  %b = call i32 @klee_range(i32 %n, i32 9, ptr @name)\n  \
         %c = call i64 @klee_choose(i64 4)\n  %d = call i32 (...) @__VERIFIER_nondet_uint(i32 1)\n  %s = add i32 %a, %b\n  ret i32 %s\n}\n",
    );
    has_in_order(
        &text,
        &[
            "%a = call i32 @\"klee_int(x)\"()",
            "call i32 @\"klee_range(x)\"()",
            "icmp sge i32",
            "icmp slt i32",
            "call void @llvm.assume(i1",
            "%b = select i1",
            "call zeroext i64 @\"klee_choose()\"()",
            "%c = select i1",
            "%d = call zeroext i32 @__VERIFIER_nondet_uint()",
            "%s = add i32 %a, %b",
        ],
    );
    let id = module.find_function("__VERIFIER_nondet_uint").unwrap();
    assert!(module.functions[id].ret_attrs.zeroext && !module.functions[id].varargs);
}

#[test]
fn memory_is_filled_by_the_type_of_the_variable() {
    let (_, text) = lowered(
        "@name = private constant [2 x i8] c\"s\\00\"\n@global = global [2 x i16] zeroinitializer\n\
         declare void @klee_make_symbolic(ptr, i64, ptr)\n\
         define void @f(ptr %p, i64 %n) {\n  %s = alloca { i32, double }\n  \
         call void @klee_make_symbolic(ptr %s, i64 16, ptr @name)\n  \
         call void @klee_make_symbolic(ptr @global, i64 4, ptr null)\n  \
         call void @klee_make_symbolic(ptr %p, i64 1, ptr @name)\n  \
         call void @klee_make_symbolic(ptr %p, i64 %n, ptr @name)\n  ret void\n}\n",
    );
    has_in_order(
        &text,
        &[
            "call i32 @\"klee_make_symbolic(s.0)\"()",
            "store i32",
            "call zeroext i8 @\"klee_make_symbolic(s.padding)\"()",
            "call double @\"klee_make_symbolic(s.1)\"()",
            "getelementptr i8, ptr %s, i64 8",
            "store double",
            "call i16 @\"klee_make_symbolic(global[])\"()",
            "call i16 @\"klee_make_symbolic(global[])\"()",
            "call zeroext i8 @\"klee_make_symbolic(s[])\"()",
            "store i8",
            "call void @\"fill.klee_make_symbolic(s[])\"(ptr %p, i64 %n)",
            "define internal void @\"fill.klee_make_symbolic(s[])\"",
        ],
    );
}

/// One name for two types gets two functions.
#[test]
fn types_are_distinguished() {
    let (_, text) = lowered(
        "@name = private constant [2 x i8] c\"x\\00\"\ndeclare void @klee_make_symbolic(ptr, i64, ptr)\n\
         define void @f() {\n  %a = alloca i32\n  %b = alloca i64\n  \
         call void @klee_make_symbolic(ptr %a, i64 4, ptr @name)\n  call void @klee_make_symbolic(ptr %b, i64 8, ptr @name)\n  ret void\n}\n",
    );
    has_in_order(
        &text,
        &[
            "call i32 @\"klee_make_symbolic(x)\"()",
            "call i64 @\"klee_make_symbolic(x)(2)\"()",
        ],
    );
}

#[test]
fn ends_become_library_calls_and_the_rest_is_removed() {
    let (_, text) = lowered(
        "declare void @__VERIFIER_error()\ndeclare void @klee_silent_exit(i32)\ndeclare void @klee_warning(ptr)\n\
         define void @f() {\n  call void @klee_warning(ptr null)\n  call void @klee_silent_exit(i32 3)\n  call void @__VERIFIER_error()\n  ret void\n}\n",
    );
    has_in_order(&text, &["call void @exit(i32 3)", "call void @abort()"]);
    assert!(!text.contains("call void @klee_warning"));
}

/// Functions that the program defines, or declares with another type, are no annotations.
#[test]
fn functions_of_the_program_are_not_changed() {
    for text in [
        "define void @quell_assume(i32 %c) {\n  ret void\n}\n\ndefine void @f() {\n  call void @quell_assume(i32 0)\n  ret void\n}\n",
        "declare double @klee_assume(double)\n\ndefine double @f() {\n  %r = call double @klee_assume(double 1.0)\n  ret double %r\n}\n",
        "declare void @klee_assume()\n\ndefine void @f() {\n  call void @klee_assume()\n  ret void\n}\n",
    ] {
        let before = print_module(&parse_module(text, "test.ll").unwrap());
        assert_eq!(lowered(text).1, before);
    }
}

/// New functions avoid the names that the module already uses, and functions of the module are not lowered.
#[test]
fn used_names_are_avoided() {
    let (_, text) = lowered(
        "@name = private constant [2 x i8] c\"x\\00\"\n\
         define i32 @\"klee_int(x)\"(i32 %n) {\n  ret i32 %n\n}\n\
         declare i32 @klee_int(ptr)\ndeclare void @klee_abort()\ndeclare i32 @abort(i32)\n\
         declare void @quell_assume(i1)\n@quell.assume = global i32 0\n\
         define i32 @f() {\n  %a = call i32 @klee_int(ptr @name)\n  call void @klee_abort()\n  call void @quell_assume(i1 true)\n  ret i32 %a\n}\n",
    );
    has_in_order(
        &text,
        &[
            "%a = call i32 @\"klee_int(x)(2)\"()",
            "call void @klee_abort()",
            "call void @quell_assume(i1 true)",
        ],
    );
}

/// Arrays of empty elements take no time to fill, whatever their length.
#[test]
fn arrays_of_empty_elements_are_filled_at_once() {
    let (_, text) = lowered(
        "%e = type {}\n@many = global [1099511627776 x %e] zeroinitializer\ndeclare void @klee_make_symbolic(ptr, i64, ptr)\n\
         define void @f() {\n  call void @klee_make_symbolic(ptr @many, i64 0, ptr null)\n  ret void\n}\n",
    );
    assert!(!text.contains("call"), "{text}");
}

/// Fortran's logical values have as many bits as their variable.
#[test]
fn conditions_behind_pointers_have_their_own_width() {
    let (_, text) = lowered(
        "declare void @quell_assume_(ptr)\ndefine void @f(ptr %unknown) {\n  %l = alloca i8, i64 1\n  \
         call void @quell_assume_(ptr %l)\n  call void @quell_assume_(ptr %unknown)\n  ret void\n}\n",
    );
    has_in_order(
        &text,
        &[
            "load i8, ptr %l",
            "call void @quell.assume(i1",
            "call void @quell_assume_(ptr %unknown)",
        ],
    );
}
