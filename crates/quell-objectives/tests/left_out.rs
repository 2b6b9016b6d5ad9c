//! What gets no labels is named, with its place where it has one.

use std::collections::BTreeMap;
use std::path::Path;

use quell_compile::{Request, Toolbox, compile};
use quell_ir::parse::parse_module;
use quell_ir::verify::verify;
use quell_objectives::criteria::combinations::combinations;
use quell_objectives::criteria::{CriteriaSelection, Labels, WantedLabels, combine, label};
use quell_objectives::{Objective, Sources};

/// The labels of a text, and the hyperlabels of a file of LTest beside it.
fn labels_of(name: &str, text: &str, criteria: &str, hyper_labels: &str) -> Labels {
    let directory = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = directory.path().join(name);
    std::fs::write(&path, text).unwrap();
    let compiled = compile(&Request::new(Path::new(&path)), &Toolbox::from_env());
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    let mut module = parse_module(&compiled.text, "module").unwrap();
    quell_values::annotations::lower(&mut module);
    let sources = Sources::load(&module);
    let wanted = WantedLabels {
        selection: CriteriaSelection::parse(criteria).unwrap(),
        functions: Vec::new(),
        lines: None,
        partitions: BTreeMap::new(),
        operators: None,
    };
    let mut labels = label(&mut module, &sources, &wanted);
    combine(&mut labels, &combinations(hyper_labels).unwrap(), "beside");
    assert_eq!(verify(&module), Vec::new());
    labels
}

/// What was left out, without the folder of the file.
fn skipped(labels: &Labels) -> Vec<String> {
    let shown = labels.skipped.iter().map(|skipped| {
        let text = skipped.to_string();
        let start = text.find("file.c:").unwrap_or(0);
        text[start..].to_owned()
    });
    shown.collect()
}

fn texts(labels: &Labels) -> Vec<&str> {
    let all = labels.objectives.iter();
    all.map(|of| of.source.before()).collect()
}

#[test]
fn labels_in_code_that_was_left_out() {
    let text = "#include <quell.h>\n\
        int f(int a) {\n    return a;\n    quell_label(a == 12, 1, \"LEFT\");\n}\n\
        static int unused(int a) {\n    quell_label(a == 13, 2, \"UNUSED\");\n    return a;\n}\n";
    let labels = labels_of("file.c", text, "LABEL", "");
    assert_eq!(
        skipped(&labels),
        [
            "file.c:4:5: no labels of LABEL: the compiler made no code for it",
            "file.c:7:5: no labels of LABEL: the compiler made no code for its function"
        ]
    );
    assert_eq!(texts(&labels), Vec::<&str>::new());
}

#[test]
fn accesses_behind_pointers_have_no_bounds() {
    let text = "struct s { int head, tail[1]; };\n\
        int f(int *p, struct s *s, int n) {\n    int one[1] = {0};\n    one[n] = *p;\n\
            s->tail[n] = 1;\n    return p[n];\n}\n";
    let labels = labels_of("file.c", text, "RTE", "");
    assert!(texts(&labels).contains(&"n out of bounds of one[1]"));
    assert!(!texts(&labels).iter().any(|text| text.contains("tail")));
    assert_eq!(
        skipped(&labels),
        [
            "`f`: no labels of RTE for indices of objects whose lengths the function does not know: lines 5, 6"
        ]
    );
}

#[test]
fn rust_checks_what_it_computes() {
    let text = "#[no_mangle]\npub fn f(a: i32, b: i32) -> i32 {\n    a / b\n}\n";
    let labels = labels_of("file.rs", text, "RTE", "");
    assert_eq!(
        skipped(&labels),
        [
            "`file::f`: no labels of RTE for what Rust checks: it panics, and a panic is no undefined behaviour"
        ]
    );
}

#[test]
fn parameters_without_parts() {
    let text = "struct s { int n; };\n\
        int f(int *p, const int *q, struct s s) {\n    return q ? *p : s.n;\n}\n";
    let labels = labels_of("file.c", text, "IDC", "");
    assert_eq!(texts(&labels), ["q == NULL", "q != NULL"]);
    assert_eq!(
        skipped(&labels),
        [
            "`f`: no labels of IDC for the parameter p: the function does not compare it with null, and what it points to is no parameter",
            "`f`: no labels of IDC for the parameter s: it is neither a number nor a pointer",
        ]
    );
}

#[test]
fn sequences_bind_names() {
    let text = "void pc_label_sequence(_Bool, unsigned long, int, int, const char *, ...);\n\
        int f(int x) {\n    int y = x;\n\
            pc_label_sequence(1, 1UL, 1, 2, \"1\", 1, \"pa\", x > 3);\n\
            if (y > 10)\n        pc_label_sequence(1, 1UL, 2, 2, \"1\", 1, \"pb\", y > 20);\n\
            return y;\n}\n";
    let beside = "1) <s1|;pa==pb;>,\n2) <s1|;pa!=pb;>,\n3) <s1|;pa==pc;>,";
    let labels = labels_of("file.c", text, "LABEL", beside);
    let hyper = |number: usize| {
        let id = format!("HYPERLABEL-{number}");
        let mut all = labels.objectives.iter();
        all.find(|of| of.id.0 == id).map(Objective::alternatives)
    };
    for number in [1, 2] {
        let alternatives = hyper(number).expect("a hyperlabel");
        let ids: Vec<&str> = alternatives.iter().flatten().map(|id| &id.0[..]).collect();
        let expected = match number {
            1 => ["SEQUENCE-1-11", "SEQUENCE-1-00"],
            _ => ["SEQUENCE-1-01", "SEQUENCE-1-10"],
        };
        assert_eq!(ids, expected);
    }
    let invalid: Vec<String> = labels.invalid.iter().map(ToString::to_string).collect();
    assert_eq!(invalid.len(), 1, "{invalid:?}");
    assert!(
        invalid[0].contains("none of its labels binds `pc`"),
        "{invalid:?}"
    );
}
