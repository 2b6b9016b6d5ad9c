//! No module exhausts the resources of the host: limits are enforced, and what exceeds them is refused before
//! it is allocated.

use std::rc::Rc;
use std::sync::Arc;

use quell_exec::concrete::{Concrete, ConcreteMemory, MemoryLimits};
use quell_exec::stop::Ub;
use quell_exec::{Buffered, Limits, Machine, Program, StopKind};
use quell_ir::parse::parse_module;
use quell_values::Unsupported;

/// Why a run of `f` stops.
fn run(text: &str, limits: Limits, memory: u64) -> StopKind {
    let module = parse_module(text, "test.ll").unwrap_or_else(|error| panic!("{error}\n{text}"));
    let memory = ConcreteMemory::new(MemoryLimits {
        bytes: memory,
        ..MemoryLimits::default()
    });
    let program = Rc::new(Program::new(Arc::new(module)));
    let console = Box::new(Buffered::default());
    let mut machine = Machine::new(program.clone(), Concrete::default(), memory, console)
        .unwrap_or_else(|stop| panic!("{stop}\n{text}"));
    machine.limits = limits;
    let function = program.module.find_function("f").expect("a function `f`");
    *machine.call_function(function, &[]).expect_err("a stop")
}

fn unlimited(text: &str) -> StopKind {
    run(text, Limits::default(), 1 << 30)
}

#[test]
fn steps_count_where_nothing_branches() {
    let text = "
define i32 @leaf(i32 %n) {
  ret i32 1
}
define i32 @twice(i32 %n) {
  %end = icmp eq i32 %n, 0
  %next = select i1 %end, ptr @leaf, ptr @twice
  %less = sub i32 %n, 1
  %a = call i32 %next(i32 %less)
  %b = call i32 %next(i32 %less)
  %sum = add i32 %a, %b
  ret i32 %sum
}
define i32 @f() {
  %r = call i32 @twice(i32 60)
  ret i32 %r
}";
    let limits = Limits {
        steps: 10_000,
        ..Limits::default()
    };
    assert_eq!(run(text, limits, 1 << 30), StopKind::StepLimit(10_000));
}

#[test]
fn steps_count_where_a_library_function_loops() {
    let text = "
declare void @qsort(ptr, i64, i64, ptr)
define i32 @compare(ptr %a, ptr %b) {
  ret i32 0
}
define void @f() {
  %p = alloca i32
  call void @qsort(ptr %p, i64 -1, i64 0, ptr @compare)
  ret void
}";
    let limits = Limits {
        steps: 10_000,
        ..Limits::default()
    };
    assert_eq!(run(text, limits, 1 << 30), StopKind::StepLimit(10_000));
}

#[test]
fn empty_objects_count_towards_the_limit() {
    let text = "
declare ptr @malloc(i64)
define void @f() {
  br label %again
again:
  %p = call ptr @malloc(i64 0)
  br label %again
}";
    let stop = run(text, Limits::default(), 1 << 20);
    assert_eq!(stop, StopKind::OutOfMemory(1 << 20));
}

/// Allocates a block of 600 000 bytes with a limit of one megabyte, and executes `extra` on it.
fn in_a_megabyte(allocate: &str, extra: &str) -> StopKind {
    let text = format!(
        "
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
define void @f() {{
  %p = call ptr {allocate}
  {extra}
  unreachable
}}"
    );
    run(&text, Limits::default(), 1_000_000)
}

#[test]
fn masks_and_pointer_records_count_towards_the_limit() {
    let full = StopKind::OutOfMemory(1_000_000);
    let fits = StopKind::Ub(Ub::Unreachable);
    let (malloc, calloc) = ("@malloc(i64 600000)", "@calloc(i64 600000, i64 1)");
    assert_eq!(in_a_megabyte(malloc, ""), full);
    assert_eq!(in_a_megabyte(calloc, ""), fits);
    // Undefined bits need a mask for every byte, pointers four bytes for each word.
    assert_eq!(in_a_megabyte(calloc, "store i8 undef, ptr %p"), full);
    assert_eq!(in_a_megabyte(calloc, "store ptr %p, ptr %p"), fits);
    let (smaller, store) = ("@calloc(i64 700000, i64 1)", "store ptr %p, ptr %p");
    assert_eq!(in_a_megabyte(smaller, store), full);
}

#[test]
fn large_zeros_take_no_memory_of_the_host() {
    let text = "
declare ptr @calloc(i64, i64)
define void @f() {
  %p = call ptr @calloc(i64 3221225472, i64 1)
  %last = getelementptr i8, ptr %p, i64 3221225471
  store i8 1, ptr %p
  store i8 2, ptr %last
  unreachable
}";
    let stop = run(text, Limits::default(), 4 << 30);
    assert_eq!(stop, StopKind::Ub(Ub::Unreachable));
    let status = std::fs::read_to_string("/proc/self/status").expect("a status");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
    let peak: u64 = peak.expect("a peak").parse().expect("a number");
    assert!(peak < 1 << 20, "{peak} kB");
}

#[test]
fn callbacks_within_callbacks() {
    let text = "
declare void @qsort(ptr, i64, i64, ptr)
define i32 @compare(ptr %a, ptr %b) {
  call void @f()
  ret i32 0
}
define void @f() {
  %two = alloca [2 x i32]
  call void @qsort(ptr %two, i64 2, i64 4, ptr @compare)
  ret void
}";
    let limits = Limits {
        callbacks: 50,
        ..Limits::default()
    };
    assert_eq!(run(text, limits, 1 << 30), StopKind::CallbackDepth(50));
}

#[test]
fn values_too_large_for_a_register() {
    for ty in [
        "[1000000000000 x i8]",
        "[1000000000000 x {}]",
        "<1073741824 x i7>",
        "<4294967295 x i64>",
    ] {
        let load = format!(
            "define void @f() {{\n  %p = alloca i32\n  %v = load {ty}, ptr %p\n  ret void\n}}"
        );
        let store = format!(
            "define void @f() {{\n  %p = alloca i32\n  \
             store {ty} zeroinitializer, ptr %p\n  ret void\n}}"
        );
        for text in [load, store] {
            let stop = unlimited(&text);
            let refused = matches!(&stop, StopKind::Unsupported(Unsupported::LargeValue { .. }));
            assert!(refused, "{stop}\n{text}");
        }
    }
}
