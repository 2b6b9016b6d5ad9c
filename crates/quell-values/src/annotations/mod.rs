//! Annotations: functions by which a program declares its inputs, those of Quell, of KLEE, and of the competitions on
//! verification and testing (SV-COMP, Test-Comp); and functions by which it declares conditions to be covered, those of Quell
//! and of LTest.
//!
//! [`lower`] lowers them to a few primitives that all machines know: [`ASSUME`], functions whose results are
//! inputs ([`is_input`]), and [`marks`] for labels. A function that the module defines itself is no annotation, whatever its name.

use quell_ir::{FuncId, Module};

mod labels;
mod memory;
mod pass;
mod text;

pub use labels::{LabelCall, Mark, Meaning, label_call, marks};
pub use pass::{lower, lower_labels};

/// `void quell.assume(i1)`: inputs on which the original reaches it with a 0 are excluded. In a mutant it has no effect.
pub const ASSUME: &str = "quell.assume";

/// The meaning of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Annotation {
    /// The argument is not zero.
    Assume,
    /// The same for the value that the argument points to: Fortran passes addresses.
    AssumeThere,
    /// Returns any value.
    Value { signed: bool },
    /// Returns any value from the first argument up to, and excluding, the second.
    Range,
    /// Returns any value below its argument.
    Choice,
    /// Fills the memory behind the first argument with any values, as many bytes as the second argument.
    Memory,
    /// Names a condition as a coverage objective.
    Label(LabelCall),
    /// Ends the run in failure.
    Abort,
    /// Ends the run with a status.
    Exit,
    /// Has a meaning only for other tools.
    Nothing,
}

const ANY: Annotation = Annotation::Value { signed: true };

const TABLE: &[(&str, Annotation)] = &[
    ("quell_assume", Annotation::Assume),
    ("quell_assume_", Annotation::AssumeThere),
    ("quell_label", Annotation::Label(LabelCall::Plain)),
    ("pc_label", Annotation::Label(LabelCall::Plain)),
    ("pc_label_bindings", Annotation::Label(LabelCall::Bindings)),
    ("pc_label_sequence", Annotation::Label(LabelCall::Sequence)),
    (
        "pc_label_sequence_condition",
        Annotation::Label(LabelCall::Break),
    ),
    ("klee_assume", Annotation::Assume),
    ("klee_int", ANY),
    ("klee_range", Annotation::Range),
    ("klee_choose", Annotation::Choice),
    ("klee_make_symbolic", Annotation::Memory),
    ("klee_abort", Annotation::Abort),
    ("klee_report_error", Annotation::Abort),
    ("klee_silent_exit", Annotation::Exit),
    ("klee_check_memory_access", Annotation::Nothing),
    ("klee_close_merge", Annotation::Nothing),
    ("klee_mark_global", Annotation::Nothing),
    ("klee_open_merge", Annotation::Nothing),
    ("klee_posix_prefer_cex", Annotation::Nothing),
    ("klee_prefer_cex", Annotation::Nothing),
    ("klee_print_expr", Annotation::Nothing),
    ("klee_print_range", Annotation::Nothing),
    ("klee_set_forking", Annotation::Nothing),
    ("klee_stack_trace", Annotation::Nothing),
    ("klee_warning", Annotation::Nothing),
    ("klee_warning_once", Annotation::Nothing),
    ("__VERIFIER_assume", Annotation::Assume),
    ("__VERIFIER_atomic_begin", Annotation::Nothing),
    ("__VERIFIER_atomic_end", Annotation::Nothing),
    ("__VERIFIER_error", Annotation::Abort),
    ("__VERIFIER_nondet_memory", Annotation::Memory),
    (
        "__VERIFIER_nondet_size_t",
        Annotation::Value { signed: false },
    ),
];

/// One function for each type, which is the rest of its name: `int`, `uchar`, `u32`.
const ANY_OF_TYPE: &str = "__VERIFIER_nondet_";

/// The annotation with the name of a function.
pub fn find(name: &str) -> Option<Annotation> {
    let known = TABLE.iter().find(|entry| entry.0 == name);
    known.map(|entry| entry.1).or_else(|| {
        let ty = name.strip_prefix(ANY_OF_TYPE)?;
        Some(Annotation::Value {
            signed: !ty.starts_with('u'),
        })
    })
}

/// Whether the results of a function are inputs, and its calls are no observables. Such functions have no parameters;
/// [`lower`] creates them only if the module has no other function of the name.
pub fn is_input(module: &Module, id: FuncId) -> bool {
    let function = &module.functions[id];
    let symbol = module.text(function.name);
    let kind = match symbol.split_once('(') {
        Some((name, _)) => matches!(
            find(name),
            Some(
                Annotation::Value { .. }
                    | Annotation::Range
                    | Annotation::Choice
                    | Annotation::Memory
            )
        ),
        None => matches!(find(symbol), Some(Annotation::Value { .. })),
    };
    kind && function.params.is_empty() && !function.varargs && !module.types.is_void(function.ret)
}

/// Whether a symbol is that of an annotation, lowered or not.
pub fn is_annotation(symbol: &str) -> bool {
    find(symbol.split('(').next().unwrap_or(symbol)).is_some()
}

/// The name of the function that returns one input of an annotation: `klee_make_symbolic(point.x)`.
fn part_of(annotation: &str, part: &str) -> String {
    format!("{annotation}({part})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_signs() {
        for (name, signed) in [("int", true), ("uint", false), ("size_t", false)] {
            let name = format!("__VERIFIER_nondet_{name}");
            assert_eq!(find(&name), Some(Annotation::Value { signed }), "{name}");
        }
        assert_eq!(find("__VERIFIER_nondet"), None);
        assert_eq!(find("read"), None);
    }

    #[test]
    fn inputs_take_nothing() {
        let text = "declare i8 @\"klee_make_symbolic(a[])\"()\ndeclare i64 @__VERIFIER_nondet_long()\n\
                    declare i32 @klee_int(ptr)\ndeclare i32 @klee_range()\ndeclare i32 @\"read(x)\"()\n\
                    declare i32 @\"klee_range(r)\"()\ndeclare void @__VERIFIER_nondet_nothing()\n";
        let module = quell_ir::parse_module(text, "test.ll").unwrap();
        let inputs: Vec<&str> = module
            .functions
            .keys()
            .filter(|id| is_input(&module, *id))
            .map(|id| module.text(module.functions[id].name))
            .collect();
        let expected = [
            "klee_make_symbolic(a[])",
            "__VERIFIER_nondet_long",
            "klee_range(r)",
        ];
        assert_eq!(inputs, expected);
    }
}
